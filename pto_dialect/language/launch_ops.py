"""
Which block this is, in the language.
"""

from __future__ import annotations

from xdsl.ir import SSAValue

from pto_dialect.language.calls import Call, OpSpec
from pto_dialect.tile.ops import launch


def _number(kind: type[launch.LaunchOp]) -> OpSpec:
    def build(c: Call) -> SSAValue:
        value = c.emitter.value(kind(), c.node)
        c.emitter.non_negative.add(value)
        return value

    return OpSpec("", build)


LAUNCH_OPS: dict[str, OpSpec] = {
    "get_block_idx": _number(launch.BlockIdxOp),
    "get_block_num": _number(launch.BlockNumOp),
    "get_subblock_idx": _number(launch.SubblockIdxOp),
    "get_subblock_num": _number(launch.SubblockNumOp),
}
"""Operations by name."""
