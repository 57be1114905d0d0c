"""
Which of the blocks that run a kernel this one is.

A kernel is started on several blocks at once. A block has a cube core, or a vector core of its
own, or a cube core and the vector cores beside it, which are its subblocks.
"""

from __future__ import annotations

from abc import ABC

from xdsl.dialects.builtin import IndexType
from xdsl.ir import Operation
from xdsl.irdl import irdl_op_definition, result_def, traits_def
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import Pure

from pto_dialect.tile.ops.base import INDEX, TileOp


class LaunchOp(TileOp, ABC):
    """
    A number that is the same as long as the kernel runs, and is never negative.
    """

    result = result_def(IndexType)

    traits = traits_def(Pure())

    def __init__(self):
        Operation.__init__(self, result_types=(INDEX,))

    @classmethod
    def parse(cls, parser: Parser) -> LaunchOp:
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        return cls.create(result_types=[parser.parse_type()], attributes=attributes)

    def print(self, printer: Printer) -> None:
        self.print_attributes(printer)
        printer.print_string(" : ")
        printer.print_attribute(self.result.type)


@irdl_op_definition
class BlockIdxOp(LaunchOp):
    """
    Index of this block.

        %i = tile.block_idx : index
    """

    name = "tile.block_idx"


@irdl_op_definition
class BlockNumOp(LaunchOp):
    """
    Number of blocks.

        %n = tile.block_num : index
    """

    name = "tile.block_num"


@irdl_op_definition
class SubblockIdxOp(LaunchOp):
    """
    Index of this vector core among those of its block.

        %i = tile.subblock_idx : index
    """

    name = "tile.subblock_idx"


@irdl_op_definition
class SubblockNumOp(LaunchOp):
    """
    Number of vector cores in a block.

        %n = tile.subblock_num : index
    """

    name = "tile.subblock_num"
