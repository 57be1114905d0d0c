"""
Attributes of the tile dialect.
"""

from __future__ import annotations

from xdsl.ir import Data
from xdsl.irdl import irdl_attr_definition
from xdsl.parser import AttrParser
from xdsl.printer import Printer

from pto_dialect.machine.pipes import Core

CORE = "tile.core"
"""Function attribute: the core that a kernel runs on, a `CoreAttr`."""
SPLIT = "tile.split"
"""Function attribute: two vector cores halve the tiles that are passed, 1 by rows, 2 by columns."""
DIMS = "tile.dims"
"""Argument attribute: the names of a memref's dimensions, `""` where there is none."""
STAGES = "tile.stages"
"""Loop attribute: how many iterations a pipelined loop overlaps."""
STAGE = "tile.stage"
"""Operation attribute: which stages of which groups it is cloned from, outermost first."""


@irdl_attr_definition
class CoreAttr(Data[Core]):
    """
    The core that a kernel runs on: `#tile.core<vector>` or `#tile.core<cube>`.
    """

    name = "tile.core"

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> Core:
        with parser.in_angle_brackets():
            return parser.parse_str_enum(Core)

    def print_parameter(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_string(self.data)


@irdl_attr_definition
class StageAttr(Data[tuple[int, int]]):
    """
    The place of a cloned operation in a pipeline: `#tile.stage<group, stage>`.
    """

    name = "tile.stage"

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> tuple[int, int]:
        with parser.in_angle_brackets():
            group = parser.parse_integer(allow_boolean=False, allow_negative=False)
            parser.parse_punctuation(",")
            return group, parser.parse_integer(allow_boolean=False, allow_negative=False)

    def print_parameter(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_string(f"{self.data[0]}, {self.data[1]}")
