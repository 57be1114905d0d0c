"""
The memory passes on small kernels with known plans: how many allocations, who shares one, how
many copies, at which addresses.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

import numpy as np
import pytest
from interpreter_ir import module_of
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import BlockArgument, SSAValue
from xdsl.passes import ModulePass

from pto_dialect.diagnostics import CompileError
from pto_dialect.interpreter.api import run_function
from pto_dialect.interpreter.check import check_levels
from pto_dialect.machine.targets import TARGETS
from pto_dialect.mem import AllocOp, PlaceOp
from pto_dialect.tile.ops.constants import constant_value
from pto_dialect.tile.ops.views import MoveOp
from pto_dialect.tile.types import TileType
from transforms.allocate_memory_addr import AllocateMemoryAddrPass
from transforms.analysis.numbering import Numbering
from transforms.analysis.storage import StorageMap
from transforms.infer_tile_memory_space import InferTileMemorySpacePass
from transforms.init_memref import InitMemrefPass
from transforms.insert_tile_copies import InsertTileCopiesPass
from transforms.materialize_semantic_aliases import MaterializeSemanticAliasesPass
from transforms.memory_reuse import MemoryReusePass
from transforms.verify_memory_plan import VerifyMemoryPlanPass

TYPES = {
    "F": "64x64xf32",
    "H": "32x32xbf16",
    "S": "32x32xf32",
    "I": "32x32xi32",
    "R": "16x64xf32",
    "P": "32x16xf32",
}
"""Short names of tile types; a type that has none is written out."""


# ---- Kernels: tile IR, a line or two for each operation ----


def tile(type_: str) -> str:
    return f"!tile.tile<{TYPES.get(type_, type_)}>"


def tensor(type_: str) -> str:
    shape = next(p for p in TYPES.get(type_, type_).split(", ") if p[0].isdigit())
    return f"memref<{shape}>"


def load(name: str, type_: str = "F") -> str:
    return f"%{name} = tile.load %in_{name}[%c0, %c0] : {tensor(type_)} -> {tile(type_)}"


def store(name: str, type_: str = "F") -> str:
    return f"tile.store %{name}, %out_{name}[%c0, %c0] : {tile(type_)}, {tensor(type_)}"


def op(result: str, name: str, *operands: str, type_: str = "F") -> str:
    values = ", ".join(f"%{operand}" for operand in operands)
    return f"%{result} = tile.{name} {values} : {tile(type_)}"


def create(name: str, type_: str = "F") -> str:
    return f"%{name} = tile.create : {tile(type_)}"


def cast(result: str, operand: str, source: str, target: str) -> str:
    return f'%{result} = tile.cast %{operand} {{mode = "rint"}} : {tile(source)} -> {tile(target)}'


def reshape(result: str, operand: str, source: str, target: str) -> str:
    return f"%{result} = tile.reshape %{operand} : {tile(source)} -> {tile(target)}"


def slice_(result: str, operand: str, source: str, target: str, at: str = "%c0, %c0") -> str:
    return f"%{result} = tile.slice %{operand}[{at}] : {tile(source)} -> {tile(target)}"


def declare(name: str, slots: int = 1) -> str:
    return f'%{name} = buffer.declare "{name}" : {buffer(slots)}'


def buffer(slots: int) -> str:
    return "!buffer.buffer" if slots == 1 else f"!buffer.buffer<{slots}>"


def bind(name: str, to: str, slot: str | None = None, *, slots: int = 1, type_: str = "F") -> str:
    index = "" if slot is None else f"[%{slot}]"
    return f"buffer.bind %{name} to %{to}{index} : {tile(type_)}, {buffer(slots)}"


def loop(carries: dict[str, tuple[str, str, str]], *body: str, type_: str = "F") -> str:
    """A loop of 4; of each carry the block argument: (init, yielded value, result)."""
    args = ", ".join(f"%{arg} = %{init}" for arg, (init, _, _) in carries.items())
    results = ", ".join(f"%{result}" for _, _, result in carries.values())
    yielded = ", ".join(f"%{value}" for _, value, _ in carries.values())
    types = ", ".join([tile(type_)] * len(carries))
    return "\n".join(
        [
            f"{results} = scf.for %i_{next(iter(carries))} = %c0 to %c4 step %c1 "
            f"iter_args({args}) -> ({types}) {{",
            *body,
            f"scf.yield {yielded} : {types}",
            "}",
        ]
    )


def branch(result: str, then: Sequence[str], otherwise: Sequence[str]) -> str:
    """An if whose arms end with the name of the value that they yield."""
    arms = [[*arm[:-1], f"scf.yield %{arm[-1]} : {tile('F')}"] for arm in (then, otherwise)]
    return "\n".join(
        [f"%{result} = scf.if %p -> ({tile('F')}) {{", *arms[0], "} else {", *arms[1], "}"]
    )


def kernel(*lines: str, target: str = "a3") -> ModuleOp:
    """A module with one function whose arguments are `%p` and the tensors that it uses."""
    body = "\n".join(lines)
    found = re.findall(r"(%(?:in|out)_\w+)\[.*?\b(memref<[^>]*>)", body)
    arguments = ", ".join(["%p: i1", *(f"{name}: {type_}" for name, type_ in found)])
    return module_of(f"""
        module attributes {{pto.target_arch = "{target}"}} {{
          func.func @k({arguments}) {{
            %c0 = arith.constant 0 : index
            %c1 = arith.constant 1 : index
            %c2 = arith.constant 2 : index
            %c4 = arith.constant 4 : index
            %c16 = arith.constant 16 : index
            {body}
            func.return
          }}
        }}""")


# ---- Plans ----


@dataclass(frozen=True)
class Plan:
    """What the passes made of a kernel."""

    module: ModuleOp
    allocs: tuple[AllocOp, ...]
    """In the order of the head."""
    tiles: dict[str, tuple[str, int]]
    """Allocation and slot of every tile but the copies, by name."""
    offsets: dict[str, tuple[int | None, int]]
    """Where each tile begins in its allocation, and its own bytes, by name."""
    moves: int
    """Copies within a space."""

    @property
    def sizes(self) -> list[int]:
        """Bytes of each allocation, in order."""
        return [alloc.type.size.data * alloc.type.slots.data for alloc in self.allocs]

    @property
    def names(self) -> list[str]:
        return [alloc.label.data for alloc in self.allocs]

    @property
    def pinned(self) -> list[str]:
        return [alloc.label.data for alloc in self.allocs if alloc.is_pinned]

    @property
    def addresses(self) -> list[int | None]:
        return [alloc.start for alloc in self.allocs]

    def sharing(self, *names: str) -> set[str]:
        """These tiles by allocation, each group written as its names, `{"a c", "b"}`."""
        groups: dict[str, list[str]] = {}
        for name in names:
            groups.setdefault(self.tiles[name][0], []).append(name)
        return {" ".join(group) for group in groups.values()}


def stages(planner: str, until: Literal["init", "addresses"]) -> Sequence[ModulePass]:
    init = [InferTileMemorySpacePass(), InsertTileCopiesPass(), InitMemrefPass(planner=planner)]
    if until == "init":
        return init
    return [
        *init,
        MaterializeSemanticAliasesPass(),
        MemoryReusePass(planner=planner),
        AllocateMemoryAddrPass(planner=planner),
        VerifyMemoryPlanPass(),
    ]


def plan(
    *lines: str,
    target: str = "a3",
    planner: str = "pack",
    until: Literal["init", "addresses"] = "addresses",
    runs: bool = True,
) -> Plan:
    """
    Run the memory passes on a kernel; they verify their result. A kernel that gets addresses is
    executed, too: at every level, with every planner that takes it, on both targets. Unless it
    cannot: it has undefined results, or tiles that not every target or no assembler has.
    """
    if until == "addresses" and runs:
        for name in TARGETS:
            for _ in check_levels(kernel(*lines, target=name), target=name):
                pass
    module = kernel(*lines, target=target)
    for stage in stages(planner, until):
        stage.apply(Context(), module)
        module.verify()
    function = next(op for op in module.walk() if isinstance(op, FuncOp))
    storage = StorageMap(Numbering(function))
    tiles: dict[str, tuple[str, int]] = {}
    offsets: dict[str, tuple[int | None, int]] = {}
    for value in values_in(function):
        place = next(
            (u.operation for u in storage.root(value).uses if isinstance(u.operation, PlaceOp)),
            None,
        )
        assert place is not None
        slot = 0 if place.slot is None else constant_value(place.slot)
        if value.name_hint is not None and slot is not None:
            assert isinstance(value.type, TileType)
            tiles[value.name_hint] = (place.alloc.label.data, slot)
            offsets[value.name_hint] = storage[value].offset, value.type.dense_bytes
    return Plan(
        module,
        tuple(op for op in module.walk() if isinstance(op, AllocOp)),
        tiles,
        offsets,
        sum(isinstance(op, MoveOp) for op in module.walk()) - "\n".join(lines).count("tile.move"),
    )


def values_in(function: FuncOp) -> list[SSAValue]:
    values: list[SSAValue] = [
        value
        for inner in function.walk()
        for value in (
            *inner.results,
            *(arg for region in inner.regions for block in region.blocks for arg in block.args),
        )
        if isinstance(value.type, TileType)
    ]
    return [v for v in values if not isinstance(v, BlockArgument) or v.block.parent_op()]


def refusal(*lines: str, target: str = "a3", planner: str = "pack") -> str:
    """The error that the memory passes stop with."""
    with pytest.raises(CompileError) as error:
        plan(*lines, target=target, planner=planner)
    return str(error.value)


def assert_same_numbers(made: Plan, *lines: str) -> None:
    """The plan computes what the kernel says, whichever arm is taken."""
    source = kernel(*lines)
    function = next(op for op in source.walk() if isinstance(op, FuncOp))
    shapes = [arg.type.get_shape() for arg in function.args[1:]]
    for p in (0, 1):
        results: list[list[np.ndarray]] = []
        for module, level in ((source, "tile"), (made.module, "placed")):
            random = np.random.default_rng(0)
            arrays = [random.standard_normal(shape, np.float32) for shape in shapes]
            run_function(module, "k", [p, *arrays], level=level)
            results.append(arrays)
        for expected, actual in zip(*results, strict=True):
            np.testing.assert_array_equal(actual, expected)


# ---- init-memref ----


def test_tiles_in_one_buffer_lie_in_one_pinned_allocation():
    made = plan(
        declare("scratch"),
        load("t0"),
        bind("t0", "scratch"),
        op("t1", "exp", "t0"),
        bind("t1", "scratch"),
        store("t1"),
        until="init",
    )
    assert (made.pinned, made.sizes) == (["scratch"], [16384])
    assert made.sharing("t0", "t1") == {"t0 t1"}


def ping_pong(t0: str | None, t1: str | None, t2: str | None) -> list[str]:
    """load → exp → exp with each tile in a buffer, or in none."""
    lines = [declare(name) for name in dict.fromkeys((t0, t1, t2)) if name]
    for name, source, to in (("t0", None, t0), ("t1", "t0", t1), ("t2", "t1", t2)):
        lines.append(op(name, "exp", source) if source else load(name))
        if to:
            lines.append(bind(name, to))
    return [*lines, store("t2")]


def test_buffers_are_called_what_the_author_calls_them():
    made = plan(*ping_pong("ping", "pong", "ping"), until="init")
    assert made.names == ["ping", "pong"]
    assert made.sharing("t0", "t1", "t2") == {"t0 t2", "t1"}
    assert plan(*ping_pong("l0c_ping", None, None)).pinned == ["l0c_ping"]


def test_bindings_survive_all_passes():
    lines = (
        declare("ping"),
        declare("pong"),
        load("t0"),
        bind("t0", "ping"),
        op("t1", "exp", "t0"),
        bind("t1", "pong"),
        store("t1"),
    )
    made = plan(*lines)
    assert made.names == ["ping", "pong"] == made.pinned


def test_every_tile_starts_with_an_allocation_of_its_own():
    made = plan(load("a"), load("b"), op("c", "add", "a", "b"), store("c"), until="init")
    assert made.sizes == [16384] * 3


def test_a_carry_lives_in_the_allocation_of_its_initial_value():
    made = plan(
        load("x"),
        load("init"),
        loop({"acc": ("init", "n", "r")}, op("n", "add", "acc", "x")),
        store("r"),
        until="init",
    )
    assert made.sharing("init", "acc", "r", "n") == {"init acc r", "n"}


def test_a_branch_result_lives_where_the_then_arm_makes_it():
    made = plan(
        load("x"),
        branch("r", [op("b", "exp", "x"), "b"], [op("c", "neg", "x"), "c"]),
        store("r"),
        until="init",
    )
    assert made.sharing("b", "r", "c") == {"b r", "c"}


def test_a_buffer_is_as_large_as_its_largest_tile():
    made = plan(
        declare("d"),
        load("big"),
        bind("big", "d"),
        store("big"),
        load("small", "S"),
        bind("small", "d", type_="S"),
        store("small", "S"),
    )
    assert (made.sizes, made.names) == ([16384], ["d"])


def test_slots_are_as_large_as_the_largest_tile_in_any_of_them():
    made = plan(
        declare("d", 2),
        load("t0"),
        bind("t0", "d", "c0", slots=2),
        load("t1", "S"),
        bind("t1", "d", "c1", slots=2, type_="S"),
        store("t0"),
        store("t1", "S"),
    )
    assert made.sizes == [32768]
    assert (made.tiles["t0"], made.tiles["t1"]) == (("d", 0), ("d", 1))


def test_a_buffer_too_large_for_64_bits_is_refused():
    slots = 2**60
    message = refusal(declare("d", slots), load("t"), bind("t", "d", "c0", slots=slots), store("t"))
    assert "64-bit size" in message
    assert "'d'" in message


def test_a_tile_without_a_compile_time_size_is_refused():
    type_ = "?x64xf32"
    message = refusal(
        declare("d"),
        "%t = tile.load %in_t[%c0, %c0] valid [%c4] : memref<?x64xf32> -> !tile.tile<?x64xf32>",
        bind("t", "d", type_=type_),
    )
    assert "compile-time size" in message


def test_a_window_of_an_accumulator_is_not_rounded_up_again():
    whole, part = "acc, 32x128xi32", "acc, 16x128xi32"
    made = plan(
        create("t", whole), slice_("w", "t", whole, part, at="%c16, %c0"), until="init", runs=False
    )
    assert made.sizes == [16384]
    assert made.offsets == {"t": (0, 16384), "w": (8192, 8192)}


ROWS = (
    load("t", "8x16xf32"),
    slice_("r0", "t", "8x16xf32", "1x16xf32"),
    slice_("r1", "t", "8x16xf32", "1x16xf32", at="%c1, %c0"),
    reshape("col0", "r0", "1x16xf32", "16x1xf32, blayout=col_major"),
    reshape("col1", "r1", "1x16xf32", "16x1xf32, blayout=col_major"),
)


def test_rows_and_their_reshapes_lie_in_the_tile_that_they_are_of():
    made = plan(*ROWS, until="init", runs=False)
    assert made.sizes == [512]
    views = {name: (offset, size) for name, (offset, size) in made.offsets.items() if name != "t"}
    assert views == {"r0": (0, 64), "r1": (64, 64), "col0": (0, 64), "col1": (64, 64)}


def test_rows_have_the_address_of_their_tile():
    made = plan(*coexisting(2, "S"), *ROWS, runs=False)
    assert made.sharing("t0", "t", "r1") == {"t0 t r1"}
    assert made.addresses == [0, 4096]


def test_elements_of_half_a_byte():
    lines = (load("t", "8x16xf4E2M1FN"),)
    made = plan(
        *lines,
        slice_("r", "t", "8x16xf4E2M1FN", "1x16xf4E2M1FN", at="%c1, %c0"),
        until="init",
        target="a5",
        runs=False,
    )
    assert made.offsets == {"t": (0, 64), "r": (8, 8)}
    with pytest.raises(CompileError, match="window of 4-bit elements"):
        kernel(*lines, slice_("r", "t", "8x16xf4E2M1FN", "1x15xf4E2M1FN", at="%c0, %c1"))


def test_one_buffer_in_two_spaces_is_refused():
    message = refusal(
        declare("shared"),
        load("v", "vec, 64x64xf32"),
        bind("v", "shared", type_="vec, 64x64xf32"),
        load("m", "mat, 64x64xf32"),
        bind("m", "shared", type_="mat, 64x64xf32"),
    )
    assert "buffer 'shared'" in message
    assert "same memory space" in message
    assert "vec" in message
    assert "mat" in message


@pytest.mark.parametrize(
    ("line", "name"),
    [
        (reshape("v", "t0", "F", "32x128xf32"), "32x128xf32"),
        (slice_("v", "t0", "F", "S"), "S"),
        (f"%v = tile.assemble %t0, %s[%c0, %c0] : {tile('F')}, {tile('S')}", "F"),
        (
            f"%v = tile.fillpad_inplace %t0 : {tile('F')} -> {tile('64x64xf32, pad=zero')}",
            "64x64xf32, pad=zero",
        ),
    ],
    ids=["reshape", "slice", "assemble", "fillpad_inplace"],
)
def test_a_result_that_lives_in_another_tile_cannot_be_bound(line: str, name: str):
    message = refusal(declare("d"), load("t0"), load("s", "S"), line, bind("v", "d", type_=name))
    assert "'v'" in message
    assert "lands in its source tile's allocation" in message


def test_a_sum_of_products_cannot_be_bound():
    row = [tile(t) for t in ("left, 16x64xf32", "right, 64x64xf32", "acc, 16x64xf32")]
    operands = [create(name, f"{space}, {shape}") for name, space, shape in OPERANDS]
    message = refusal(
        declare("d"),
        *operands,
        f"%m = tile.matmul %a, %b : {row[0]}, {row[1]} -> {row[2]}",
        f"%v = tile.matmul_acc %m, %a, %b : {row[2]}, {row[0]}, {row[1]}",
        bind("v", "d", type_="acc, 16x64xf32"),
    )
    assert "'v'" in message
    assert "lands in its source tile's allocation" in message


OPERANDS = (("a", "left", "16x64xf32"), ("b", "right", "64x64xf32"))


def test_results_that_have_storage_of_their_own_can_be_bound():
    wide, tall, padded = "64x32xf32", "32x64xf32", "64x64xf32, pad=zero"
    made = plan(
        *map(declare, "de"),
        load("t0", wide),
        create("tmp", wide),
        f"%tr = tile.transpose %t0, %tmp : {tile(wide)} -> {tile(tall)}",
        bind("tr", "d", type_=tall),
        store("tr", tall),
        f"%q = tile.load %in_q[%c0, %c0] : memref<10x48xf32> -> {tile('64x64xf32, valid=10x48')}",
        f"%f = tile.fillpad %q : {tile('64x64xf32, valid=10x48')} -> {tile(padded)}",
        bind("f", "e", type_=padded),
        store("f", padded),
        runs=False,
    )
    assert (made.pinned, made.tiles["tr"], made.tiles["f"]) == (["d", "e"], ("d", 0), ("e", 0))


def test_a_single_slot_buffer_is_refused_if_the_assembler_plans():
    lines = ping_pong("d", None, None)
    assert plan(*lines).pinned == ["d"]
    message = refusal(*lines, planner="ptoas")
    assert "buffer 'd'" in message
    assert "slots=2" in message


# ---- materialize-semantic-aliases ----


def test_an_accumulator_stays_in_its_place():
    made = plan(
        load("init"), loop({"acc": ("init", "n", "r")}, op("n", "add", "acc", "acc")), store("r")
    )
    assert (made.sizes, made.moves) == ([16384], 0)


def test_a_tile_beside_an_accumulator_gets_a_place_of_its_own():
    made = plan(
        load("init"),
        loop(
            {"acc": ("init", "n", "r")},
            op("extra", "add", "acc", "acc"),
            op("n", "add", "extra", "acc"),
        ),
        store("r"),
    )
    assert (made.sizes, made.moves) == ([16384] * 2, 0)


def test_tiles_beside_two_accumulators_share_one_place():
    made = plan(
        load("i0"),
        load("i1"),
        loop(
            {"a0": ("i0", "n0", "r0"), "a1": ("i1", "n1", "r1")},
            op("e0", "add", "a0", "a0"),
            op("n0", "add", "e0", "a0"),
            op("e1", "add", "a1", "a1"),
            op("n1", "add", "e1", "a1"),
        ),
        store("r0"),
        store("r1"),
    )
    assert (made.sizes, made.moves) == ([16384] * 3, 0)
    assert made.sharing("e0", "e1") == {"e0 e1"}


def test_nested_accumulators_stay_in_their_places():
    made = plan(
        load("a"),
        load("o0"),
        loop(
            {"outer": ("o0", "d", "r")},
            load("i0"),
            loop({"inner": ("i0", "b", "s")}, op("b", "add", "inner", "a")),
            op("d", "add", "outer", "s"),
        ),
        store("r"),
    )
    assert (made.sizes, made.moves) == ([16384] * 3, 0)


def test_a_merge_that_is_not_in_place_is_copied_into_the_carry_in_each_iteration():
    row = "1x4096xf32"
    lines = (
        load("src", "1x2048xf32"),
        load("idx", "1x2048xui32"),
        f"%s = tile.sort32 %src, %idx : {tile('1x2048xf32')}, {tile('1x2048xui32')} -> {tile(row)}",
        "%len = arith.constant 64 : i32",
        loop(
            {"t": ("s", "m", "r")},
            f"%m = tile.mrgsort1 %t, %len : {tile(row)}, i32 -> {tile(row)}",
            type_=row,
        ),
        f'%g = tile.gather_mask %r {{pattern = "P0101"}} : {tile(row)} -> {tile("1x2048xf32")}',
        store("g", "1x2048xf32"),
    )
    made = plan(*lines, runs=False)
    assert made.moves == 1
    assert made.sharing("s", "t", "r", "m", "src", "g", "idx") == {"s t r", "m src g", "idx"}
    assert sorted(made.sizes) == [8192, 16384, 16384]


@pytest.mark.parametrize("view", ["slice", "reshape"])
def test_a_view_of_what_becomes_the_carry_moves_there_with_it(view: str):
    part = "16x8xf32" if view == "slice" else "32x128xf32"
    made = plan(
        load("t0"),
        load("sum0", part),
        "%t_out, %sum_out = scf.for %i = %c0 to %c4 step %c1 "
        f"iter_args(%old = %t0, %sum = %sum0) -> ({tile('F')}, {tile(part)}) {{",
        load("t"),
        slice_("v", "t", "F", part) if view == "slice" else reshape("v", "t", "F", part),
        op("n", "add", "sum", "v", type_=part),
        f"scf.yield %t, %n : {tile('F')}, {tile(part)}\n}}",
        store("t_out"),
        store("sum_out", part),
    )
    assert made.sharing("t0", "t", "v", "sum0", "n") == {"t0 t v", "sum0 n"}
    assert made.offsets["v"][0] == 0
    assert made.moves == 0


def test_arms_in_two_places_are_brought_together_by_a_copy():
    valid, padded = "64x64xf32, valid=10x48", "64x64xf32, pad=zero"
    pad = f"{tile(valid)} -> {tile(padded)}"
    made = plan(
        f"%t = tile.load %in_t[%c0, %c0] : memref<10x48xf32> -> {tile(valid)}",
        f"%r = scf.if %p -> ({tile(padded)}) {{",
        f"%x = tile.fillpad %t : {pad}\nscf.yield %x : {tile(padded)}\n}} else {{",
        f"%y = tile.fillpad_inplace %t : {pad}\nscf.yield %y : {tile(padded)}\n}}",
        store("r", padded),
        runs=False,
    )
    assert made.sizes == [16384] * 2
    assert made.sharing("t", "x", "y") == {"t y", "x"}
    assert made.moves == 1


# ---- insert-tile-copies ----


def test_a_tile_that_is_read_after_it_is_overwritten_is_copied():
    lines = (
        load("t"),
        load("s", "R"),
        f"%u = tile.assemble %t, %s[%c0, %c0] : {tile('F')}, {tile('R')}",
        op("v", "add", "t", "u"),
        store("v"),
    )
    made = plan(*lines)
    assert made.moves == 1
    assert made.sharing("t", "u") == {"t", "u"}
    assert_same_numbers(made, *lines)


def test_an_initial_value_that_is_read_after_its_loop_is_copied():
    lines = (
        load("x"),
        loop({"acc": ("x", "n", "r")}, op("n", "add", "acc", "acc")),
        op("v", "add", "r", "x"),
        store("v"),
    )
    made = plan(*lines)
    assert made.moves == 1
    assert made.sharing("x", "acc") == {"x", "acc"}
    assert_same_numbers(made, *lines)


def test_tiles_that_a_branch_passes_on_are_copied_if_they_are_read_again():
    lines = (
        load("x"),
        load("y"),
        branch("r", ["x"], ["y"]),
        op("v", "add", "r", "x"),
        store("v"),
        store("y"),
    )
    made = plan(*lines)
    assert made.moves == 2
    assert made.sharing("x", "y", "r") == {"x", "y", "r"}
    assert_same_numbers(made, *lines)


# ---- memory-reuse ----


@pytest.mark.parametrize(
    ("lines", "tiles", "groups"),
    [
        (
            [
                load("a"),
                load("b"),
                op("c", "add", "a", "b"),
                op("d", "mul", "c", "c"),
                op("e", "add", "d", "d"),
                store("e"),
            ],
            "abcde",
            {"a c d e", "b"},
        ),
        (
            [
                load("a"),
                *(op(x, "exp", y) for x, y in zip("bcde", "abcd", strict=True)),
                store("e"),
            ],
            "abcde",
            {"a b c d e"},
        ),
        (
            [load("c"), op("d", "add", "c", "c"), op("e", "add", "c", "d"), store("e")],
            "cde",
            {"c e", "d"},
        ),
    ],
    ids=["chain", "unary chain", "two readers"],
)
def test_results_take_the_place_of_dead_operands(
    lines: Sequence[str], tiles: str, groups: set[str]
):
    made = plan(*lines)
    assert made.sharing(*tiles) == groups


def test_a_tile_joins_the_buffer_where_no_other_one_is_live():
    made = plan(
        load("a"),
        load("b", "S"),
        store("a"),
        store("b", "S"),
        load("e"),
        load("f", "S"),
        store("e"),
        store("f", "S"),
    )
    assert sorted(made.sizes) == [4096, 16384]
    assert made.sharing("a", "b", "e", "f") == {"a e", "b f"}


def test_narrowing_casts_run_in_place():
    made = plan(load("a", "S"), cast("b", "a", "S", "H"), store("b", "H"))
    assert made.sizes == [4096]
    made = plan(load("a", "H"), cast("b", "a", "H", "S"), store("b", "S"))
    assert sorted(made.sizes) == [2048, 4096]


@pytest.mark.parametrize(
    ("lines", "count"),
    [
        ([load("a", "S"), op("b", "add", "a", "a", type_="S"), store("b", "S")], 1),
        ([load("a", "S"), op("b", "recip", "a", type_="S"), store("b", "S")], 2),
        ([load("a", "S"), op("b", "move", "a", type_="S"), store("b", "S")], 2),
        ([load("a", "S"), op("b", "rsqrt", "a", type_="S"), store("b", "S")], 2),
        (
            [
                load("a", "I"),
                "%k = arith.constant 255 : i32",
                f"%b = tile.ands %a, %k : {tile('I')}, i32",
                store("b", "I"),
            ],
            2,
        ),
        (
            [
                load("a", "I"),
                create("tmp", "I"),
                "%k = arith.constant 255 : i32",
                f"%b = tile.xors %a, %k, %tmp : {tile('I')}, i32, {tile('I')}",
                store("b", "I"),
            ],
            3,
        ),
    ],
    ids=["add", "recip", "move", "rsqrt", "ands", "xors"],
)
def test_in_place_only_where_the_operation_can(lines: Sequence[str], count: int):
    assert plan(*lines).sizes == [4096] * count


def test_concat_is_never_in_place():
    made = plan(
        load("a", "P"),
        load("b", "P"),
        f"%c = tile.concat %a, %b : {tile('P')} -> {tile('S')}",
        store("c", "S"),
    )
    assert sorted(made.sizes) == [2048, 2048, 4096]


def test_dead_buffers_are_used_again_but_not_by_a_reciprocal_of_what_is_in_them():
    made = plan(
        *(line for t in "acx" for line in ([load(t, "S")] + ([store(t, "S")] if t != "x" else []))),
        op("r", "recip", "x", type_="S"),
        store("r", "S"),
    )
    assert made.sharing("a", "c", "x", "r") == {"a c x", "r"}


def test_a_tile_that_is_live_with_a_branch_result_does_not_join_it():
    made = plan(
        load("a"),
        branch("r", [op("b", "add", "a", "a"), "b"], [op("c", "mul", "a", "a"), "c"]),
        op("e", "add", "a", "a"),
        op("f", "add", "r", "e"),
        op("g", "add", "a", "f"),
        store("g"),
    )
    assert made.sizes == [16384] * 3
    assert made.sharing("b", "c") == {"b c"}
    assert made.sharing("e", "r") == {"e", "r"}


def test_a_tile_whose_rows_are_read_takes_the_place_of_a_dead_one():
    made = plan(
        load("dead", "16x8xf32"),
        store("dead", "16x8xf32"),
        load("src", "16x8xf32"),
        create("tmp", "16x8xf32"),
        f"%turned = tile.transpose %src, %tmp : {tile('16x8xf32')} -> {tile('8x16xf32')}",
        *(line.replace("%t", "%turned").replace("%turnedile", "tile") for line in ROWS[1:]),
        op("sum", "add", "col0", "col1", type_="16x1xf32, blayout=col_major"),
        runs=False,
    )
    assert made.sharing("dead", "src", "turned") == {"dead src", "turned"}
    found = {name: made.offsets[name] for name in ("r0", "r1", "col0", "col1")}
    assert found == {"r0": (0, 64), "r1": (64, 64), "col0": (0, 64), "col1": (64, 64)}


@pytest.mark.parametrize(
    ("first", "second", "space", "size"),
    [
        ("64x256xbf16", "128x128xbf16", "right", 32768),
        ("16x64xbf16", "16x128xbf16", "left", 4096),
    ],
)
def test_operands_of_products_share_whatever_their_shapes(
    first: str, second: str, space: str, size: int
):
    lines: list[str] = []
    for name, shape in (("x", first), ("y", second)):
        source, target = tile(f"mat, {shape}"), tile(f"{space}, {shape}")
        lines += [load(f"m_{name}", f"mat, {shape}")]
        lines += [f"%{name} = tile.move %m_{name} : {source} -> {target}"]
    made = plan(*lines, runs=False)
    assert [a.type.size.data for a in made.allocs if a.type.space.data == space] == [size]


def test_plans_depend_on_no_name_and_no_run():
    def plan_with(*names: str) -> tuple[list[list[int]], list[int | None]]:
        lines = [load(names[0]), *(op(n, "exp", m) for m, n in pairwise(names)), store(names[-1])]
        made = plan(*lines, op("more", "recip", names[-1]), store("more"), runs=False)
        first = {name: i for i, name in enumerate((*names, "more"))}
        groups = made.sharing(*first)
        numbers = sorted(sorted(first[name] for name in group.split()) for group in groups)
        return numbers, made.addresses

    expected = plan_with("a", "b", "c", "d")
    assert all(plan_with("a", "b", "c", "d") == expected for _ in range(4))
    assert plan_with("zz", "mem_vec", "q", "a") == expected


def test_a_tile_after_a_loop_joins_the_loop_body_but_not_the_carry():
    made = plan(
        "%two = arith.constant 2.0 : f32",
        create("z"),
        f"%o = tile.muls %z, %two : {tile('F')}, f32",
        loop({"acc": ("o", "n", "result")}, load("chunk"), op("n", "add", "acc", "chunk")),
        load("resid"),
        op("final", "add", "result", "resid"),
        store("final"),
        runs=False,
    )
    assert made.sizes == [16384] * 2
    assert made.sharing("resid", "chunk", "result") == {"resid chunk", "result"}


# ---- Buffers of the author's ----


@pytest.mark.parametrize(
    ("buffers", "count"),
    [((None, None, None), 1), (("a", "b", "c"), 3), (("ping", "pong", "ping"), 2)],
    ids=["compiler's choice", "one each", "ping-pong"],
)
def test_the_author_decides_who_shares(buffers: tuple[str | None, ...], count: int):
    t0, t1, t2 = buffers
    made = plan(*ping_pong(t0, t1, t2))
    assert made.sizes == [16384] * count
    assert made.addresses == [16384 * i for i in range(count)]


def test_nothing_joins_the_authors_buffer():
    made = plan(
        declare("d"),
        load("mine"),
        bind("mine", "d"),
        op("f0", "exp", "mine"),
        op("f1", "exp", "f0"),
        store("f1"),
    )
    assert made.sizes == [16384] * 2
    assert made.sharing("mine", "f0", "f1") == {"mine", "f0 f1"}


def test_two_live_tiles_in_one_buffer_are_refused():
    message = refusal(*ping_pong("ping", "pong", "ping")[:-1], op("t3", "add", "t0", "t2"))
    for name in ("t0", "t2", "ping"):
        assert f"'{name}'" in message


def slots_of(first: str, second: str) -> list[str]:
    return [
        declare("d", 2),
        load("a"),
        bind("a", "d", first, slots=2),
        load("b"),
        bind("b", "d", second, slots=2),
        op("c", "add", "a", "b"),
        store("c"),
    ]


def test_two_live_tiles_need_two_slots():
    assert plan(*slots_of("c0", "c1")).sizes == [32768, 16384]
    assert "slot 0 of buffer 'd'" in refusal(*slots_of("c0", "c0"))


# ---- allocate-memory-addr ----


def coexisting(count: int, type_: str = "F") -> list[str]:
    names = [f"t{i}" for i in range(count)]
    return [*(load(n, type_) for n in names), *(store(n, type_) for n in names)]


@pytest.mark.parametrize(
    ("lines", "addresses"),
    [
        (coexisting(2), [0, 16384]),
        (coexisting(3), [0, 16384, 32768]),
        (['%r = mem.reserve "r" : !mem.ref<vec, 4096>', *coexisting(2)], [4096, 20480]),
        (['%r = mem.reserve "r" at 8192 : !mem.ref<vec, 4096>', *coexisting(2)], [12288, 28672]),
        (
            ['%r = mem.reserve "r" : !mem.ref<mat, 4096>', load("m", "mat, 64x64xbf16")],
            [4096],
        ),
        (coexisting(9, "4x64xf32"), [1024 * i for i in range(9)]),
    ],
    ids=["two", "three", "reserved", "reserved at", "reserved in mat", "nine"],
)
def test_allocations_follow_each_other(lines: Sequence[str], addresses: Sequence[int]):
    assert plan(*lines).addresses == addresses


def test_the_next_allocation_is_aligned():
    assert plan(*coexisting(2, "1x5xf32"), runs=False).addresses == [0, 32]


def test_reserved_ranges_that_overlap_are_refused():
    message = refusal(
        '%a = mem.reserve "a" : !mem.ref<vec, 4096>',
        '%b = mem.reserve "b" at 2048 : !mem.ref<vec, 1024>',
    )
    assert "'a' [0, 4096) and 'b' [2048, 3072)" in message


def test_a_tile_larger_than_its_memory_is_refused():
    lines = (load("t", "64x752xf32"), store("t", "64x752xf32"))
    message = refusal(*lines)
    assert "Vec buffer usage (192512 bytes) exceeds the limit of a3 (188416 bytes)" in message
    assert plan(*lines, target="a5", runs=False).sizes == [192512]


def test_reserved_bytes_count():
    message = refusal(
        '%r = mem.reserve "fifo" : !mem.ref<mat, 524288>', load("m", "mat, 64x64xbf16")
    )
    assert "532480" in message
    assert "524288" in message


def test_declarations_of_functions_are_left_alone():
    module = module_of("func.func private @f(memref<8x16xf32>, !tile.tile<8x16xf32>) -> i32")
    before = str(module)
    for stage in stages("pack", "addresses"):
        stage.apply(Context(), module)
    assert str(module).replace(' attributes {pto.planner = "pack"}', "") == before
