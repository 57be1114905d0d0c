"""
On-chip memory that is reserved for the queues between cube and vector cores.
"""

from __future__ import annotations

from typing import ClassVar

from xdsl.dialects.builtin import BoolAttr, IntegerAttr, StringAttr, SymbolRefAttr, i1, i32
from xdsl.ir import Attribute, Operation
from xdsl.irdl import eq, irdl_op_definition, prop_def, result_def
from xdsl.utils.exceptions import VerifyException

from pto_dialect.pto.attributes import AddressSpaceAttr, integer_prop, opt_integer_prop
from pto_dialect.pto.base import PtoOp
from pto_dialect.pto.format import FormattedOp

RESERVABLE: tuple[str, ...] = ("vec", "mat")
"""The memories in which a range can be reserved."""


@irdl_op_definition
class ReserveBufferOp(FormattedOp):
    """
    Keep a range of `vec` or `mat` free; the result is its address. The assembler chooses the
    address if `auto`, else it is `base`.

        %b = pto.reserve_buffer{name = "q", size = 8192, location = <vec>, auto = true} -> i32
    """

    name = "pto.reserve_buffer"
    FORMAT: ClassVar = (
        "{{name = {sym_name}, size = {size}, location = {location_}, auto = {auto_alloc}"
        "{?:, base = {base}}}}{attributes} -> {result:type}"
    )

    sym_name = prop_def(StringAttr, prop_name="name")
    size = integer_prop(i32)
    location_ = prop_def(AddressSpaceAttr, prop_name="location")
    auto_alloc = integer_prop(i1, "autoAlloc")
    base = opt_integer_prop(i32)
    result = result_def(eq(i32))

    def __init__(self, name: str, size: int, space: str, base: int | None = None):
        properties: dict[str, Attribute] = {
            "name": StringAttr(name),
            "size": IntegerAttr(size, i32),
            "location": AddressSpaceAttr(space),
            "autoAlloc": BoolAttr.from_bool(base is None),
        }
        if base is not None:
            properties["base"] = IntegerAttr(base, i32)
        Operation.__init__(self, result_types=(i32,), properties=properties)

    def verify_(self) -> None:
        space = self.location_.data
        if space not in RESERVABLE:
            raise VerifyException(f"{self.name}: only vec and mat can be reserved, not {space}")
        if self.size.value.data <= 0:
            raise VerifyException(
                f"{self.name}: the size has to be positive, got {self.size.value.data}"
            )
        if bool(self.auto_alloc.value.data) == (self.base is not None):
            raise VerifyException(f"{self.name}: a base is given exactly when auto is false")


@irdl_op_definition
class ImportReservedBufferOp(FormattedOp):
    """
    The address of what another function reserves under a name.

        %b = pto.import_reserved_buffer{name = "q", peer_func = @f} -> i32
    """

    name = "pto.import_reserved_buffer"
    FORMAT: ClassVar = "{{name = {sym_name}, peer_func = {peer_func}}}{attributes} -> {result:type}"

    sym_name = prop_def(StringAttr, prop_name="name")
    peer_func = prop_def(SymbolRefAttr)
    result = result_def(eq(i32))

    def __init__(self, name: str, peer_func: str):
        properties: dict[str, Attribute] = {
            "name": StringAttr(name),
            "peer_func": SymbolRefAttr(peer_func),
        }
        Operation.__init__(self, result_types=(i32,), properties=properties)


RESERVED_OPS: list[type[PtoOp]] = [ReserveBufferOp, ImportReservedBufferOp]
"""Reserved memory."""
