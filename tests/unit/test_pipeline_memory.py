"""
How many buffers the stages of a pipeline get: as many as they ask for, as the memory holds, and a
remark when those are fewer.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from interpreter_ir import module_of
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp

from pto_dialect.diagnostics import CompileError
from pto_dialect.mem import AllocOp, PlaceOp
from pto_dialect.module_attributes import remarks_of
from transforms.allocate_memory_addr import AllocateMemoryAddrPass
from transforms.analysis.stages import stages_of
from transforms.init_memref import InitMemrefPass
from transforms.lower_pipeline_loops import LowerPipelineLoopsPass
from transforms.materialize_semantic_aliases import MaterializeSemanticAliasesPass
from transforms.memory_reuse import MemoryReusePass
from transforms.planning.packing import Item
from transforms.planning.pipelining import pack_stages


def copies(shape: str, *stages: str, space: str = "right") -> str:
    """One copy out of `mat` for each mark, such as `<0, 1>`; an empty one is no mark."""
    source, result = f"!tile.tile<mat, {shape}>", f"!tile.tile<{space}, {shape}>"
    lines = [
        f"%m = tile.load %a[%c0, %c0] : memref<{shape}> -> {source}",
        *(
            f"%t{i} = tile.move %m"
            + (f" {{tile.stage = [#tile.stage{mark}]}}" if mark else "")
            + f" : {source} -> {result}"
            for i, mark in enumerate(stages)
        ),
    ]
    return f"func.func @k(%a : memref<{shape}>) {{\n%c0 = arith.constant 0 : index\n" + (
        "\n".join(lines) + "\nfunc.return\n}"
    )


def packed(text: str) -> ModuleOp:
    module = module_of(text)
    for stage in (InitMemrefPass(), MaterializeSemanticAliasesPass(), MemoryReusePass()):
        stage.apply(Context(), module)
    return module


def sharers(module: ModuleOp, space: str) -> list[list[str]]:
    """The tiles of each allocation of a memory."""
    found: dict[object, list[str]] = {}
    for op in module.walk():
        if isinstance(op, AllocOp) and op.type.space.data == space:
            found[op.ref] = []
        elif isinstance(op, PlaceOp) and op.memory in found:
            found[op.memory].append(str(op.tile.name_hint))
    return list(found.values())


@pytest.mark.parametrize(
    ("shape", "stages", "expected"),
    [
        ("32x32xbf16", ["<0, 0>", "<0, 1>"], [["t0"], ["t1"]]),
        ("32x32xbf16", ["<0, 0>", "<0, 0>"], [["t0", "t1"]]),
        ("32x32xbf16", ["<0, 0>", "<0, 2>"], [["t0"], ["t1"]]),
        ("32x32xbf16", ["<0, 0>", "<1, 1>"], [["t0", "t1"]]),
        ("32x32xbf16", ["<0, 0>", ""], [["t0", "t1"]]),
        ("128x192xbf16", ["<0, 0>", "<0, 1>"], [["t0", "t1"]]),
        ("128x128xbf16", ["<0, 0>", "<0, 1>", "<0, 2>"], [["t0", "t2"], ["t1"]]),
        ("128x128xbf16", ["<0, 0>", "<0, 1>", "<0, 2>", "<0, 3>"], [["t0", "t2"], ["t1", "t3"]]),
    ],
)
def test_stages_rotate_through_the_buffers_that_fit(
    shape: str, stages: list[str], expected: list[list[str]]
) -> None:
    assert sharers(packed(copies(shape, *stages)), "right") == expected


def test_a_slot_that_cannot_be_doubled_is_a_remark() -> None:
    (remark,) = remarks_of(packed(copies("128x192xbf16", "<0, 0>", "<0, 1>")))
    assert "requested depth 2" in remark
    assert "only 1 of 2 buffers, 32768 bytes are missing" in remark
    assert "shrink the per-stage tile" in remark


def test_less_buffers_than_stages_is_a_remark_about_space() -> None:
    (remark,) = remarks_of(packed(copies("128x128xbf16", "<0, 0>", "<0, 1>", "<0, 2>")))
    assert "requested depth 3" in remark
    assert "only 2 of 3 buffers, 32768 bytes are missing" in remark
    assert "over-subscribe the space" in remark


def two_loads(*stages: str, reserve: int = 0) -> str:
    """Two loads of 49152 bytes whose lives do not meet."""
    tile = "!tile.tile<vec, 128x96xf32>"
    body = [
        f'mem.reserve "fifo" : !mem.ref<vec, {reserve}>' if reserve else "",
        *(
            f"%t{i} = tile.load %a[%c0, %c0]"
            + (f" {{tile.stage = [#tile.stage{mark}]}}" if mark else "")
            + f" : memref<128x96xf32> -> {tile}\n"
            f"tile.store %t{i}, %b[%c0, %c0] : {tile}, memref<128x96xf32>"
            for i, mark in enumerate(stages)
        ),
    ]
    return (
        "func.func @k(%a : memref<128x96xf32>, %b : memref<128x96xf32>) {\n"
        "%c0 = arith.constant 0 : index\n" + "\n".join(body) + "\nfunc.return\n}"
    )


def test_staged_loads_have_buffers_of_their_own_until_space_is_short() -> None:
    roomy = packed(two_loads("<0, 0>", "<0, 1>"))
    assert sharers(roomy, "vec") == [["t0"], ["t1"]]
    assert not remarks_of(roomy)
    tight = packed(two_loads("<0, 0>", "<0, 1>", reserve=131072))
    assert sharers(tight, "vec") == [["t0", "t1"]]
    (remark,) = remarks_of(tight)
    assert "only 1 of 2 buffers, 40960 bytes are missing" in remark
    assert "over-subscribe the space" in remark
    assert sharers(packed(two_loads("", "")), "vec") == [["t0", "t1"]]


def colive(count: int, shape: str, space: str, source: str = "mat") -> str:
    """Tiles of different stages of one pipeline that are all live at the end."""
    from_, to = f"!tile.tile<{source}, {shape}>", f"!tile.tile<{space}, {shape}>"
    moves = [
        f"%t{i} = tile.move %m {{tile.stage = [#tile.stage<0, {i}>]}} : {from_} -> {to}"
        for i in range(count)
    ]
    ends = [f"tile.store %t{i}, %a[%c0, %c0] : {to}, memref<{shape}>" for i in range(count)]
    return "\n".join(
        [
            f"func.func @k(%a : memref<{shape}>) {{",
            "%c0 = arith.constant 0 : index",
            f"%m = tile.load %a[%c0, %c0] : memref<{shape}> -> {from_}",
            *moves,
            *ends,
            "func.return",
            "}",
        ]
    )


def test_stages_that_are_live_together_and_do_not_fit_fall_back() -> None:
    module = packed(colive(4, "128x96xf32", "vec", "vec"))
    assert sharers(module, "vec") == [["m"], ["t0"], ["t1"], ["t2"], ["t3"]]
    assert "fell back to the legacy packing" in remarks_of(module)[-1]


def test_operands_of_products_that_are_live_together_fall_back() -> None:
    right, left, acc = (
        f"!tile.tile<{t}>" for t in ("right, 128x80xbf16", "left, 16x128xbf16", "acc, 16x80xf32")
    )
    text = colive(4, "128x80xbf16", "right")
    for i in range(4):
        stored = f"tile.store %t{i}, %a[%c0, %c0] : {right}, memref<128x80xbf16>"
        assert stored in text
        text = text.replace(stored, f"tile.matmul %l, %t{i} : {left}, {right} -> {acc}")
    module = packed(text.replace("%m =", f"%l = tile.create : {left}\n%m =", 1))
    assert sharers(module, "right") == [["t0"], ["t1"], ["t2"], ["t3"]]
    assert "fell back to the legacy packing" in remarks_of(module)[-1]


def test_a_tile_too_large_for_its_memory_is_the_allocators_error_alone() -> None:
    module = packed(copies("256x256xbf16", "<0, 0>", "<0, 1>"))
    assert not any("legacy packing" in remark for remark in remarks_of(module))
    with pytest.raises(CompileError, match=r"Right buffer usage \(131072 bytes\).*65536"):
        AllocateMemoryAddrPass().apply(Context(), module)


PIPE = """
func.func @k(%a : memref<256x64xf32>, %b : memref<256x64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %row = arith.muli %i, %c64 : index
    %t = tile.load %a[%row, %c0] : memref<256x64xf32> -> !tile.tile<vec, 64x64xf32>
    %c = tile.exp %t : !tile.tile<vec, 64x64xf32>
    tile.store %c, %b[%row, %c0] : !tile.tile<vec, 64x64xf32>, memref<256x64xf32>
  } {tile.stages = 2 : i64}
  func.return
}
"""


def test_clones_keep_apart_even_in_the_order_of_the_source() -> None:
    module = module_of(PIPE)
    LowerPipelineLoopsPass().apply(Context(), module)
    for stage in (InitMemrefPass(), MaterializeSemanticAliasesPass(), MemoryReusePass()):
        stage.apply(Context(), module)
    assert sharers(module, "vec") == [["t", "c"], ["t", "c"]]
    assert not any(stages_of(op) for op in module.walk())


def items(count: int, size: int) -> Sequence[Item]:
    """Items one after the other."""
    return [Item(i, size, 10 * i, 10 * i + 1) for i in range(count)]


def test_the_group_with_the_largest_slot_gives_up_a_buffer_first() -> None:
    small, large = items(2, 100), [Item(2, 300, 20, 21), Item(3, 300, 30, 31)]
    packing = pack_stages(
        [*small, *large],
        {0: {0: 0, 1: 1}, 1: {2: 0, 3: 1}},
        align=lambda size: size,
        footprint=lambda buffers: sum(100 if b[0] < 2 else 300 for b in buffers),
        capacity=600 - 1,
    )
    assert [group.buffers for group in packing.groups] == [2, 1]
    assert not packing.ignores_stages


@pytest.mark.parametrize("given_up", range(7))
def test_no_more_buffers_are_given_up_than_needed(given_up: int) -> None:
    """Three groups of three stages; each buffer that a group gives up makes the plan smaller."""
    keys = {group: range(3 * group, 3 * group + 3) for group in range(3)}
    staged = [
        Item(key, [10, 20, 20][group], 10 * key, 10 * key, frozenset(range(9)) - {*keys[group]})
        for group in keys
        for key in keys[group]
    ]
    packing = pack_stages(
        staged,
        {group: {key: key for key in keys[group]} for group in keys},
        align=lambda size: size,
        footprint=lambda buffers: 100 * len(buffers),
        capacity=900 - 100 * given_up,
    )
    first = min(given_up, 2)
    second, third = min(given_up - first, 2), max(given_up - 4, 0)
    assert [group.buffers for group in packing.groups] == [3 - third, 3 - first, 3 - second]
    assert len(packing.buffers) == 9 - given_up
    assert not packing.ignores_stages


def test_many_pipelines_that_have_to_give_up_buffers_are_packed_a_few_times() -> None:
    packings: list[int] = []

    def footprint(buffers: Sequence[Sequence[int]]) -> int:
        packings.append(len(buffers))
        return len(buffers)

    groups = {g: {2 * g: 0, 2 * g + 1: 1} for g in range(500)}
    packing = pack_stages(
        items(1_000, 1), groups, align=lambda size: size, footprint=footprint, capacity=1
    )
    assert [group.buffers for group in packing.groups] == [1] * 500
    assert len(packings) <= 12


def test_without_a_known_capacity_every_stage_has_its_buffer() -> None:
    packing = pack_stages(
        items(3, 10),
        {7: {0: 5, 1: 9, 2: 7}},
        align=lambda size: size,
        footprint=lambda buffers: 10 * len(buffers),
        capacity=None,
    )
    assert packing.buffers == [[0], [1], [2]]


def test_a_group_gets_no_more_buffers_than_slots_of_its_largest_item_fit():
    packing = pack_stages(
        [Item(0, 60, 0, 1), Item(1, 10, 10, 11)],
        {0: {0: 0, 1: 1}},
        align=lambda size: size,
        footprint=lambda buffers: 60 + 10 * (len(buffers) - 1),
        capacity=100,
    )
    assert packing.buffers == [[0, 1]]
