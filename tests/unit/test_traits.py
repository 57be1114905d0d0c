"""What every operation says about the storage of its result, its pipe and its effects."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from contexts import every_dialect
from xdsl.dialects.builtin import ModuleOp, UnitAttr
from xdsl.ir import Operation
from xdsl.parser import Parser
from xdsl.traits import (
    MemoryEffectKind,
    get_effects,
    is_side_effect_free,
    is_speculatable,
)

from pto_dialect.machine.pipes import Pipe
from pto_dialect.machine.targets import A3, A5
from pto_dialect.tile import Tile
from pto_dialect.tile.traits import is_placed, pipe_of, storage_facts

OPS = Path(__file__).parent.parent / "filecheck" / "dialects" / "tile"

context = cache(every_dialect)


def parse(text: str) -> ModuleOp:
    """Parse MLIR."""
    return Parser(context(), text).parse_module()


@cache
def examples() -> dict[str, Operation]:
    """The first operation of each kind in the files that have all of them."""
    found: dict[str, Operation] = {}
    files = [path for path in sorted(OPS.glob("*.mlir")) if "invalid" not in path.name]
    for path in (OPS / "ops.mlir", *files):
        for op in parse(path.read_text()).walk():
            if op.name.startswith("tile."):
                found.setdefault(op.name, op)
    return found


@dataclass(frozen=True)
class Row:
    """A row of the table: where the result lives, and what it may not share bytes with."""

    storage: str = "own"
    """`own`, `view of N`, `over N`, or `none` of the memory that tiles are placed in."""
    pipe: Pipe | None = Pipe.V
    """The pipe that executes the operation."""
    forbidden: tuple[int, ...] = ()
    """Operands whose bytes the result may not share."""
    scratch: tuple[int, ...] = ()
    """Operands that are overwritten with data of no meaning."""


IN_PLACE = Row()
UNARY_FRESH = Row(forbidden=(0,))
SCALAR_FRESH = Row(forbidden=(0, 1))
VECTOR = Row(forbidden=(1,))
CUBE = Row(pipe=Pipe.M)
ACCUMULATE = Row("over 0", pipe=Pipe.M)

TABLE = {
    "tile.load": Row(pipe=Pipe.MTE2),
    "tile.store": Row(pipe=Pipe.MTE3),
    "tile.create": Row(pipe=None),
    "tile.full": IN_PLACE,
    "tile.add": IN_PLACE,
    "tile.sub": IN_PLACE,
    "tile.mul": IN_PLACE,
    "tile.div": IN_PLACE,
    "tile.max": IN_PLACE,
    "tile.min": IN_PLACE,
    "tile.adds": IN_PLACE,
    "tile.subs": IN_PLACE,
    "tile.muls": IN_PLACE,
    "tile.divs": IN_PLACE,
    "tile.maxs": IN_PLACE,
    "tile.mins": IN_PLACE,
    "tile.ands": SCALAR_FRESH,
    "tile.ors": SCALAR_FRESH,
    "tile.xors": Row(forbidden=(0, 1, 2), scratch=(2,)),
    "tile.and": IN_PLACE,
    "tile.or": IN_PLACE,
    "tile.xor": Row(forbidden=(2,), scratch=(2,)),
    "tile.not": IN_PLACE,
    "tile.shl": IN_PLACE,
    "tile.shr": IN_PLACE,
    "tile.shls": IN_PLACE,
    "tile.shrs": IN_PLACE,
    "tile.fmod": SCALAR_FRESH,
    "tile.fmods": SCALAR_FRESH,
    "tile.rem": Row(forbidden=(2,), scratch=(2,)),
    "tile.rems": Row(forbidden=(2,), scratch=(2,)),
    "tile.lrelu": IN_PLACE,
    "tile.prelu": Row(forbidden=(0, 1, 2), scratch=(2,)),
    "tile.addc": IN_PLACE,
    "tile.subc": IN_PLACE,
    "tile.addsc": IN_PLACE,
    "tile.subsc": IN_PLACE,
    "tile.expands": IN_PLACE,
    "tile.sin": IN_PLACE,
    "tile.cos": IN_PLACE,
    "tile.cmp": IN_PLACE,
    "tile.cmps": IN_PLACE,
    "tile.sel": Row(forbidden=(0, 3), scratch=(3,)),
    "tile.sels": Row(forbidden=(0, 2), scratch=(2,)),
    "tile.fillpad": IN_PLACE,
    "tile.fillpad_inplace": Row("over 0"),
    "tile.fillpad_expand": UNARY_FRESH,
    "tile.part_add": IN_PLACE,
    "tile.part_mul": IN_PLACE,
    "tile.part_max": IN_PLACE,
    "tile.part_min": IN_PLACE,
    "tile.ci": Row(pipe=Pipe.S),
    "tile.tri": IN_PLACE,
    "tile.random": IN_PLACE,
    "tile.sort32": Row(forbidden=(0, 1)),
    "tile.mrgsort1": Row(forbidden=(0, 1)),
    "tile.mrgsort2": Row(forbidden=(0, 1, 2), scratch=(0,)),
    "tile.gather": Row(forbidden=(0, 1, 2), scratch=(2,)),
    "tile.gatherb": Row(forbidden=(0, 1)),
    "tile.gather_mask": UNARY_FRESH,
    "tile.gather_compare": Row(forbidden=(0, 1, 2), scratch=(2,)),
    "tile.scatter": Row("over 0", pipe=Pipe.S),
    "tile.scatter_mask": Row("over 0"),
    "tile.scatter_update": Row("over 0"),
    "tile.gather_row": Row("over 0"),
    "tile.mgather": Row(pipe=Pipe.MTE2, forbidden=(0, 1)),
    "tile.mscatter": Row(pipe=Pipe.MTE3),
    "tile.read": Row(pipe=Pipe.S),
    "tile.write": Row("over 0", pipe=Pipe.S),
    "tile.reinterpret_view": Row("view of 0", pipe=None),
    "tile.transpose": Row(forbidden=(0, 1), scratch=(1,)),
    "tile.exp": IN_PLACE,
    "tile.log": IN_PLACE,
    "tile.sqrt": IN_PLACE,
    "tile.rsqrt": UNARY_FRESH,
    "tile.recip": UNARY_FRESH,
    "tile.neg": IN_PLACE,
    "tile.abs": IN_PLACE,
    "tile.relu": IN_PLACE,
    "tile.cast": IN_PLACE,
    "tile.row_sum": Row(forbidden=(0, 1), scratch=(1,)),
    "tile.row_max": Row(forbidden=(0, 1), scratch=(1,)),
    "tile.row_min": Row(forbidden=(0, 1), scratch=(1,)),
    "tile.row_prod": Row(forbidden=(0, 1), scratch=(1,)),
    "tile.row_argmax": Row(forbidden=(0, 1), scratch=(1,)),
    "tile.row_argmin": Row(forbidden=(0, 1), scratch=(1,)),
    "tile.col_argmax": Row(forbidden=(0, 1), scratch=(1,)),
    "tile.col_argmin": Row(forbidden=(0, 1), scratch=(1,)),
    "tile.col_prod": IN_PLACE,
    "tile.row_expand_expdif": VECTOR,
    "tile.col_expand_expdif": VECTOR,
    "tile.col_sum": IN_PLACE,
    "tile.col_max": IN_PLACE,
    "tile.col_min": IN_PLACE,
    "tile.row_expand": VECTOR,
    "tile.row_expand_max": VECTOR,
    "tile.row_expand_min": VECTOR,
    "tile.row_expand_add": VECTOR,
    "tile.row_expand_sub": VECTOR,
    "tile.row_expand_mul": VECTOR,
    "tile.row_expand_div": VECTOR,
    "tile.col_expand": VECTOR,
    "tile.col_expand_max": VECTOR,
    "tile.col_expand_min": VECTOR,
    "tile.col_expand_add": VECTOR,
    "tile.col_expand_sub": VECTOR,
    "tile.col_expand_mul": VECTOR,
    "tile.col_expand_div": VECTOR,
    "tile.slice": Row("view of 0", pipe=None),
    "tile.reshape": Row("view of 0", pipe=None),
    "tile.set_valid_shape": Row("view of 0", pipe=None),
    "tile.valid_dim": Row(pipe=None),
    "tile.assemble": Row("over 0"),
    "tile.move": UNARY_FRESH,
    "tile.concat": Row(forbidden=(0, 1)),
    "tile.matmul": CUBE,
    "tile.matmul_acc": ACCUMULATE,
    "tile.matmul_bias": CUBE,
    "tile.batch_matmul": CUBE,
    "tile.batch_matmul_acc": ACCUMULATE,
    "tile.gemv": CUBE,
    "tile.gemv_acc": ACCUMULATE,
    "tile.gemv_bias": CUBE,
    "tile.matmul_mx": CUBE,
    "tile.matmul_mx_acc": ACCUMULATE,
    "tile.matmul_mx_bias": CUBE,
    "tile.extract": Row(pipe=Pipe.MTE1, forbidden=(0, 1, 2)),
    "tile.transpose_view": Row("view of 0", pipe=None),
    "tile.block_idx": Row(pipe=None),
    "tile.block_num": Row(pipe=None),
    "tile.subblock_idx": Row(pipe=None),
    "tile.subblock_num": Row(pipe=None),
    "tile.init_pipe": Row(pipe=None),
    "tile.tpush": Row(pipe=Pipe.FIX),
    "tile.tpop": Row("none", pipe=Pipe.MTE2),
    "tile.tfree": Row(pipe=None),
    "tile.barrier": Row(pipe=None),
    "tile.prefetch_context": Row(pipe=None),
    "tile.prefetch_session": Row(pipe=None),
    "tile.prefetch_async": Row(pipe=None),
    "tile.prefetch_wait": Row(pipe=None),
    "tile.sync_all": Row(pipe=None),
}


def row_of(op: Operation) -> Row:
    """The row that the traits of an operation make."""
    facts = storage_facts(op)
    storage = "own" if facts.creates else "none"
    if facts.view_of is not None:
        storage = f"view of {facts.view_of.operand}"
    if facts.writes_into is not None:
        storage = f"over {facts.writes_into.operand}"
    forbidden = facts.forbidden_operands(op, A3)
    assert forbidden == facts.forbidden_operands(op, A5)
    return Row(storage, pipe_of(op, A3), tuple(sorted(set(forbidden))), facts.scratch)


def test_the_table_is_complete():
    assert set(TABLE) == {op.name for op in Tile.operations} == set(examples())


@pytest.mark.parametrize("name", TABLE)
def test_storage_facts(name: str):
    assert row_of(examples()[name]) == TABLE[name]


@pytest.mark.parametrize("name", [name for name, row in TABLE.items() if row.storage != "own"])
def test_what_shares_storage_creates_none(name: str):
    assert not storage_facts(examples()[name]).creates


def test_operation_of_another_dialect_creates_no_tile():
    (op,) = parse('"test.op"() : () -> ()').ops
    facts = storage_facts(op)
    assert not facts.creates
    assert facts.in_place_safe
    assert facts.forbidden_operands(op, A3) == ()
    assert pipe_of(op, A3) is None


@pytest.mark.parametrize(
    ("source", "result", "forbidden"),
    [
        ("f16", "f32", (0,)),
        ("bf16", "f32", (0,)),
        ("i8", "i32", (0,)),
        ("f32", "f16", ()),
        ("f32", "f32", ()),
        ("f32", "i32", ()),
        ("i8", "f8E4M3FN", ()),
        ("i4", "i8", (0,)),
    ],
)
def test_only_a_widening_cast_may_not_run_in_place(
    source: str, result: str, forbidden: tuple[int, ...]
):
    module = parse(
        f"%t = tile.create : !tile.tile<vec, 64x64x{source}>\n"
        f'%u = tile.cast %t {{mode = "rint"}} : !tile.tile<vec, 64x64x{source}>'
        f" -> !tile.tile<vec, 64x64x{result}>"
    )
    (_, cast) = module.ops
    assert storage_facts(cast).forbidden_operands(cast, A3) == forbidden


@pytest.mark.parametrize(
    ("source", "result", "pipe"),
    [
        ("vec", "vec", Pipe.V),
        ("vec", "mat", Pipe.MTE3),
        ("mat", "left", Pipe.MTE1),
        ("mat", "right", Pipe.MTE1),
        ("mat", "bias", Pipe.MTE1),
        ("acc", "vec", Pipe.FIX),
        ("acc", "mat", Pipe.FIX),
    ],
)
def test_pipe_of_a_move(source: str, result: str, pipe: Pipe):
    (_, move) = parse(
        f"%t = tile.create : !tile.tile<{source}, 64x64xf32>\n"
        f"%u = tile.move %t : !tile.tile<{source}, 64x64xf32> -> !tile.tile<{result}, 64x64xf32>"
    ).ops
    assert pipe_of(move, A3) is pipe


@pytest.mark.parametrize(
    ("name", "pipe"),
    [
        ("tile.tpop", Pipe.S),
        ("tile.mgather", Pipe.V),
        ("tile.mscatter", Pipe.V),
        ("tile.scatter", Pipe.V),
    ],
)
def test_pipe_of_another_target(name: str, pipe: Pipe):
    assert pipe_of(examples()[name], A5) is pipe


@pytest.mark.parametrize(("space", "pipe"), [("vec", Pipe.MTE3), ("acc", Pipe.FIX)])
def test_pipe_of_a_store(space: str, pipe: Pipe):
    *_, store = parse(
        '%a, %i, %t = "test.op"() : () -> '
        f"(memref<64x64xf32>, index, !tile.tile<{space}, 64x64xf32>)\n"
        f"tile.store %t, %a[%i, %i] : !tile.tile<{space}, 64x64xf32>, memref<64x64xf32>"
    ).ops
    assert pipe_of(store, A3) is pipe


@pytest.mark.parametrize(
    ("element", "offsets", "result", "offset"),
    [
        ("f32", (0, 0), "16x64xf32", 0),
        ("f32", (16, 0), "16x64xf32", 4096),
        ("f32", (16, 8), "16x8xf32", 4128),
        ("f16", (1, 0), "1x64xf16", 128),
        ("i8", (0, 3), "64x8xi8", 3),
        ("i4", (1, 2), "1x8xi4", 33),
        ("f32", (None, 8), "16x8xf32", None),
        ("f32", (16, None), "16x8xf32", None),
    ],
)
def test_byte_offset_of_a_slice(
    element: str, offsets: tuple[int | None, ...], result: str, offset: int | None
):
    constants = "".join(
        f'%k{d} = "test.op"() : () -> index\n'
        if value is None
        else f"%k{d} = arith.constant {value} : index\n"
        for d, value in enumerate(offsets)
    )
    *_, op = parse(
        f"{constants}%t = tile.create : !tile.tile<vec, 64x64x{element}>\n"
        f"%s = tile.slice %t[%k0, %k1] : !tile.tile<vec, 64x64x{element}>"
        f" -> !tile.tile<vec, {result}>"
    ).ops
    view = storage_facts(op).view_of
    assert view is not None
    assert view.offset(op) == offset


@pytest.mark.parametrize("name", ["tile.reshape", "tile.set_valid_shape"])
def test_other_views_start_where_their_operand_does(name: str):
    op = examples()[name]
    view = storage_facts(op).view_of
    assert view is not None
    assert view.offset(op) == 0


# ---- Effects ----

UNPLACED = {
    "tile.load": {MemoryEffectKind.READ},
    "tile.store": {MemoryEffectKind.WRITE},
    "tile.create": {MemoryEffectKind.ALLOC},
    "tile.mgather": {MemoryEffectKind.READ},
    "tile.mscatter": {MemoryEffectKind.WRITE},
    "tile.prefetch_context": {MemoryEffectKind.WRITE},
    "tile.prefetch_session": {MemoryEffectKind.WRITE},
    "tile.prefetch_async": {MemoryEffectKind.WRITE},
    "tile.prefetch_wait": {MemoryEffectKind.WRITE},
    **{
        f"tile.{name}": {MemoryEffectKind.READ, MemoryEffectKind.WRITE}
        for name in ("init_pipe", "tpush", "tpop", "tfree", "barrier", "sync_all")
    },
}
"""The effects of what is not free of them while its result is neither bound nor placed."""

NEVER_MOVED_EARLY = set(UNPLACED)
"""What may not be executed where the program would not have executed it."""


def kinds(op: Operation) -> set[MemoryEffectKind]:
    """The kinds of effects that an operation has."""
    effects = get_effects(op)
    assert effects is not None
    return {effect.kind for effect in effects}


@pytest.mark.parametrize("name", TABLE)
def test_effects_of_an_unbound_operation(name: str):
    op = examples()[name]
    assert kinds(op) == UNPLACED.get(name, set())
    assert is_side_effect_free(op) == (name not in UNPLACED)
    assert is_speculatable(op) == (name not in NEVER_MOVED_EARLY)


@pytest.mark.parametrize(
    ("memory", "tie"),
    [
        (
            'buffer.declare "m" : !buffer.buffer',
            "buffer.bind %t to %m : !tile.tile<vec, 64x64xf32>, !buffer.buffer",
        ),
        (
            'mem.alloc "m" : !mem.ref<vec, 16384>',
            "mem.place %t in %m : !tile.tile<vec, 64x64xf32>, !mem.ref<vec, 16384>",
        ),
    ],
    ids=["bound", "placed"],
)
@pytest.mark.parametrize(
    ("line", "others"),
    [
        ("tile.exp %x : !tile.tile<vec, 64x64xf32>", set[MemoryEffectKind]()),
        ("tile.add %x, %x : !tile.tile<vec, 64x64xf32>", set[MemoryEffectKind]()),
        ("tile.move %x : !tile.tile<vec, 64x64xf32>", set[MemoryEffectKind]()),
        (
            "tile.concat %h, %h : !tile.tile<vec, 64x32xf32> -> !tile.tile<vec, 64x64xf32>",
            set[MemoryEffectKind](),
        ),
        ("tile.full %f : f32 -> !tile.tile<vec, 64x64xf32>", set[MemoryEffectKind]()),
        ("tile.create : !tile.tile<vec, 64x64xf32>", {MemoryEffectKind.ALLOC}),
        (
            "tile.load %a[%i, %i] : memref<64x64xf32> -> !tile.tile<vec, 64x64xf32>",
            {MemoryEffectKind.READ},
        ),
    ],
)
def test_tied_operation_writes(memory: str, tie: str, line: str, others: set[MemoryEffectKind]):
    *_, op, place = parse(
        '%x, %h, %f, %a, %i = "test.op"() : () -> (!tile.tile<vec, 64x64xf32>, '
        "!tile.tile<vec, 64x32xf32>, f32, memref<64x64xf32>, index)\n"
        f"%m = {memory}\n%t = {line}\n{tie}"
    ).ops
    assert is_placed(op.results[0])
    assert kinds(op) == {MemoryEffectKind.WRITE} | others
    assert kinds(place) == {MemoryEffectKind.WRITE}
    place.detach()
    place.erase()
    assert not is_placed(op.results[0])
    assert kinds(op) == others


@pytest.mark.parametrize(
    "line",
    [
        "tile.create : !tile.tile<vec, 64x64xf32>",
        'buffer.declare "m" : !buffer.buffer',
        'mem.alloc "m" : !mem.ref<vec, 16384>',
    ],
)
def test_allocations_allocate_their_own_result(line: str):
    (op,) = parse(f"%m = {line}").ops
    effects = get_effects(op)
    assert effects is not None
    assert {(e.kind, e.value) for e in effects} == {(MemoryEffectKind.ALLOC, op.results[0])}


def test_a_store_that_adds_reads_what_is_there():
    store = examples()["tile.store"].clone()
    assert kinds(store) == {MemoryEffectKind.WRITE}
    store.properties["atomic_add"] = UnitAttr()
    assert kinds(store) == {MemoryEffectKind.WRITE, MemoryEffectKind.READ}


def test_reserved_memory_is_never_dropped():
    (op,) = parse('%m = mem.reserve "m" : !mem.ref<vec, 16384>').ops
    assert kinds(op) == {MemoryEffectKind.WRITE}
