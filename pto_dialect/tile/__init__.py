"""The `tile` dialect: tiles as values, and the operations on them."""

from __future__ import annotations

from xdsl.ir import Dialect

from pto_dialect.tile.attributes import CoreAttr, StageAttr
from pto_dialect.tile.ops import OPERATIONS
from pto_dialect.tile.types import ExtentsAttr, SpaceAttr, TileType

Tile = Dialect(
    "tile",
    OPERATIONS,
    [TileType, ExtentsAttr, SpaceAttr, CoreAttr, StageAttr],
)
