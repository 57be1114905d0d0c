"""
On-chip memory that is reserved for the queues between cube and vector cores.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from xdsl.dialects.builtin import BoolAttr, IntegerAttr, StringAttr, SymbolRefAttr, i32
from xdsl.ir import Attribute, Operation
from xdsl.irdl import BaseAttr, eq, irdl_op_definition, opt_prop_def, prop_def, result_def
from xdsl.parser import Parser
from xdsl.utils.exceptions import VerifyException

from pto_dialect.pto.attributes import AddressSpaceAttr
from pto_dialect.pto.base import Piece, PtoOp, dictionary


@irdl_op_definition
class ReserveBufferOp(PtoOp):
    """
    Keep a range of `vec` or `mat` free; the result is its address. The assembler chooses the
    address if `auto`, else it is `base`.

        %b = pto.reserve_buffer{name = "q", size = 8192, location = <vec>, auto = true} -> i32
    """

    name = "pto.reserve_buffer"

    sym_name = prop_def(StringAttr, prop_name="name")
    size = prop_def(BaseAttr(IntegerAttr))
    location_ = prop_def(AddressSpaceAttr, prop_name="location")
    auto_alloc = prop_def(BaseAttr(IntegerAttr), prop_name="autoAlloc")
    base = opt_prop_def(BaseAttr(IntegerAttr))
    result = result_def(eq(i32))

    def __init__(self, name: str, size: int, space: str, base: int | None = None):
        Operation.__init__(
            self,
            result_types=(i32,),
            properties=_reservation(name, size, AddressSpaceAttr(space), base is None, base),
        )

    def assembly(self, *, canonical: bool) -> Sequence[Piece]:
        auto = "true" if self.auto_alloc.value.data else "false"
        base = "" if self.base is None else f", base = {self.base.value.data}"
        body = f", size = {self.size.value.data}, location = {self.location_.clause}, auto = {auto}"
        return (
            "{name = ",
            self.sym_name,
            f"{body}{base}}}",
            *dictionary(self.attributes),
            " -> ",
            self.results[0].type,
        )

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        parser.parse_punctuation("{")
        _key(parser, "name")
        name = parser.parse_str_literal()
        parser.parse_punctuation(",")
        _key(parser, "size")
        size = parser.parse_integer(allow_boolean=False)
        parser.parse_punctuation(",")
        _key(parser, "location")
        space = AddressSpaceAttr.parse_in_clause(parser)
        parser.parse_punctuation(",")
        _key(parser, "auto")
        auto = parser.parse_boolean()
        base: int | None = None
        if parser.parse_optional_punctuation(",") is not None:
            _key(parser, "base")
            base = parser.parse_integer(allow_boolean=False)
        parser.parse_punctuation("}")
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation("->")
        return cls.create(
            result_types=(parser.parse_type(),),
            properties=_reservation(name, size, space, auto, base),
            attributes=attributes,
        )

    def verify_(self) -> None:
        space = self.location_.data
        if space not in ("vec", "mat"):
            raise VerifyException(f"{self.name}: only vec and mat can be reserved, not {space}")
        if self.size.value.data <= 0:
            raise VerifyException(
                f"{self.name}: the size has to be positive, got {self.size.value.data}"
            )
        if bool(self.auto_alloc.value.data) == (self.base is not None):
            raise VerifyException(f"{self.name}: a base is given exactly when auto is false")


@irdl_op_definition
class ImportReservedBufferOp(PtoOp):
    """
    The address of what another function reserves under a name.

        %b = pto.import_reserved_buffer{name = "q", peer_func = @f} -> i32
    """

    name = "pto.import_reserved_buffer"

    sym_name = prop_def(StringAttr, prop_name="name")
    peer_func = prop_def(SymbolRefAttr)
    result = result_def(eq(i32))

    def __init__(self, name: str, peer_func: str):
        properties: dict[str, Attribute] = {
            "name": StringAttr(name),
            "peer_func": SymbolRefAttr(peer_func),
        }
        Operation.__init__(self, result_types=(i32,), properties=properties)

    def assembly(self, *, canonical: bool) -> Sequence[Piece]:
        tail = (*dictionary(self.attributes), " -> ", self.results[0].type)
        return ("{name = ", self.sym_name, ", peer_func = ", self.peer_func, "}", *tail)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        parser.parse_punctuation("{")
        _key(parser, "name")
        name = parser.parse_str_literal()
        parser.parse_punctuation(",")
        _key(parser, "peer_func")
        peer = parser.parse_symbol_name()
        parser.parse_punctuation("}")
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation("->")
        return cls.create(
            result_types=(parser.parse_type(),),
            properties={"name": StringAttr(name), "peer_func": SymbolRefAttr(peer)},
            attributes=attributes,
        )


def _key(parser: Parser, word: str) -> None:
    parser.parse_keyword(word)
    parser.parse_punctuation("=")


def _reservation(
    name: str, size: int, space: AddressSpaceAttr, auto: bool, base: int | None
) -> dict[str, Attribute]:
    properties: dict[str, Attribute] = {
        "name": StringAttr(name),
        "size": IntegerAttr(size, i32),
        "location": space,
        "autoAlloc": BoolAttr.from_bool(auto),
    }
    if base is not None:
        properties["base"] = IntegerAttr(base, i32)
    return properties


RESERVED_OPS: list[type[PtoOp]] = [ReserveBufferOp, ImportReservedBufferOp]
"""Reserved memory."""
