"""
Which core runs, debugging, and regions for one kind of core.
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Sequence
from typing import Self

from xdsl.dialects.builtin import i64
from xdsl.ir import Block, Operation, Region
from xdsl.irdl import (
    eq,
    irdl_op_definition,
    region_def,
    result_def,
    traits_def,
)
from xdsl.parser import Parser
from xdsl.traits import NoTerminator, Pure, RecursiveMemoryEffect

from pto_dialect.pto.base import Piece, PtoOp, dictionary


class CoreIndexOp(PtoOp, ABC):
    """A number that differs from core to core, as an `i64` whose type is not written."""

    result = result_def(eq(i64))

    traits = traits_def(Pure())

    def __init__(self):
        Operation.__init__(self, result_types=(i64,))

    def assembly(self, *, canonical: bool) -> Sequence[Piece]:
        return dictionary(self.attributes)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        return cls.create(result_types=(i64,), attributes=parser.parse_optional_attr_dict())


@irdl_op_definition
class GetBlockIdxOp(CoreIndexOp):
    """Index of this block."""

    name = "pto.get_block_idx"


@irdl_op_definition
class GetBlockNumOp(CoreIndexOp):
    """Number of blocks."""

    name = "pto.get_block_num"


@irdl_op_definition
class GetSubblockIdxOp(CoreIndexOp):
    """Index of this vector core in its block."""

    name = "pto.get_subblock_idx"


@irdl_op_definition
class GetSubblockNumOp(CoreIndexOp):
    """Number of vector cores in a block."""

    name = "pto.get_subblock_num"


@irdl_op_definition
class TrapOp(PtoOp):
    """Stop the kernel."""

    name = "pto.trap"

    def __init__(self):
        Operation.__init__(self)

    def assembly(self, *, canonical: bool) -> Sequence[Piece]:
        return dictionary(self.attributes)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        return cls.create(attributes=parser.parse_optional_attr_dict())


class SectionOp(PtoOp, ABC):
    """A part of a kernel that one kind of core runs: `pto.section.cube { … }`."""

    body = region_def("single_block")

    traits = traits_def(NoTerminator(), RecursiveMemoryEffect())

    def __init__(self, body: Region | Sequence[Operation]):
        if not isinstance(body, Region):
            body = Region(Block(body))
        Operation.__init__(self, regions=(body,))

    def assembly(self, *, canonical: bool) -> Sequence[Piece]:
        return (" ", self.regions[0], *dictionary(self.attributes))

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        body = parser.parse_region()
        if not body.blocks:
            body.add_block(Block())
        return cls.create(regions=(body,), attributes=parser.parse_optional_attr_dict())


@irdl_op_definition
class SectionCubeOp(SectionOp):
    """What the cube core runs."""

    name = "pto.section.cube"


@irdl_op_definition
class SectionVectorOp(SectionOp):
    """What the vector cores run."""

    name = "pto.section.vector"


KERNEL_OPS: list[type[PtoOp]] = [
    GetBlockIdxOp,
    GetBlockNumOp,
    GetSubblockIdxOp,
    GetSubblockNumOp,
    TrapOp,
    SectionCubeOp,
    SectionVectorOp,
]
"""Identity of the core, and regions."""
