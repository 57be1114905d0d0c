"""On which pipe each operation runs, and what it reads and writes."""

from __future__ import annotations

import pytest
from xdsl.dialects.builtin import IndexType, f32, i64
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.utils.test_value import create_ssa_value

from pto_dialect.machine.pipes import Pipe
from pto_dialect.machine.ptoas import PtoasVersion
from pto_dialect.pto import Pto
from pto_dialect.pto.arithmetic import TAddOp
from pto_dialect.pto.attributes import CoalesceAttr, MaskPatternAttr
from pto_dialect.pto.base import DpsOp
from pto_dialect.pto.gathering import MGatherOp, MScatterOp, TScatterOp
from pto_dialect.pto.generation import TCiOp
from pto_dialect.pto.matrix import TMatMulAccOp
from pto_dialect.pto.movement import (
    TExtractOp,
    TFillPadOp,
    TInsertOp,
    TLoadOp,
    TMovOp,
    TStoreOp,
)
from pto_dialect.pto.pipes import DEPENDENT, FIXED, pipe_of
from pto_dialect.pto.pointers import LoadScalarOp, StoreScalarOp
from pto_dialect.pto.queues import TPopOp, TPushOp
from pto_dialect.pto.rules import Assembler
from pto_dialect.pto.tile_handles import AllocTileOp
from pto_dialect.pto.types import (
    F8E8M0Type,
    PartitionTensorViewType,
    PipeType,
    PtrType,
    TileBufType,
)

A3, A5 = (Assembler(arch, PtoasVersion(0, 48)) for arch in ("a3", "a5"))
NEW = Assembler("a5", PtoasVersion(0, 60))


def value(type_: Attribute) -> SSAValue:
    return create_ssa_value(type_)


def tile(space: str, element: Attribute = f32) -> SSAValue:
    return value(TileBufType.get(space, (16, 64), element))


def view() -> SSAValue:
    return value(PartitionTensorViewType.get((16, 64), f32))


def index() -> SSAValue:
    return value(IndexType())


@pytest.mark.parametrize(
    ("src", "dst", "pipe"),
    [
        ("vec", "vec", Pipe.V),
        ("mat", "left", Pipe.MTE1),
        ("mat", "right", Pipe.MTE1),
        ("mat", "bias", Pipe.MTE1),
        ("mat", "scaling", Pipe.MTE1),
        ("acc", "mat", Pipe.FIX),
        ("acc", "vec", Pipe.FIX),
        ("vec", "mat", Pipe.V),
    ],
)
def test_a_move_runs_where_its_memories_say(src: str, dst: str, pipe: Pipe):
    assert pipe_of(TMovOp(tile(src), tile(dst)), A3) is pipe


def test_scales_moved_by_the_newest_version():
    assert pipe_of(TMovOp(tile("mat"), tile("scaling")), NEW) is Pipe.FIX
    assert pipe_of(TMovOp(tile("mat"), tile("scaling", F8E8M0Type())), NEW) is Pipe.MTE1


@pytest.mark.parametrize(
    ("src", "dst", "assembler", "pipe"),
    [
        ("mat", "left", A3, Pipe.MTE1),
        ("vec", "mat", A3, Pipe.FIX),
        ("acc", "mat", A3, Pipe.FIX),
        ("acc", "vec", A3, Pipe.V),
        ("acc", "vec", NEW, Pipe.FIX),
        ("vec", "vec", A3, Pipe.V),
    ],
)
def test_an_extraction(src: str, dst: str, assembler: Assembler, pipe: Pipe):
    op = TExtractOp(tile(src), index(), index(), tile(dst))
    assert pipe_of(op, assembler) is pipe


@pytest.mark.parametrize(
    ("src", "dst", "assembler", "pipe"),
    [
        ("vec", "vec", A3, Pipe.V),
        ("vec", "mat", A5, Pipe.MTE3),
        ("vec", "mat", A3, Pipe.FIX),
        ("acc", "mat", A5, Pipe.FIX),
    ],
)
def test_an_insertion(src: str, dst: str, assembler: Assembler, pipe: Pipe):
    assert pipe_of(TInsertOp(tile(src), index(), index(), tile(dst)), assembler) is pipe


def test_loads_stores_and_paddings():
    assert pipe_of(TLoadOp(view(), tile("vec")), A3) is Pipe.MTE2
    assert pipe_of(TStoreOp(tile("vec"), view()), A3) is Pipe.MTE3
    assert pipe_of(TStoreOp(tile("acc"), view()), A3) is Pipe.FIX
    assert pipe_of(TFillPadOp(tile("vec"), tile("vec")), A3) is Pipe.V
    assert pipe_of(TFillPadOp(tile("mat"), tile("mat")), A3) is Pipe.MTE1


def test_gathers_and_scatters():
    row = CoalesceAttr("row")
    assert pipe_of(MGatherOp(view(), tile("vec"), tile("vec"), row), A3) is Pipe.MTE2
    assert pipe_of(MGatherOp(view(), tile("vec"), tile("vec"), row), A5) is Pipe.V
    assert pipe_of(MGatherOp(view(), tile("vec"), tile("mat"), row), A5) is Pipe.MTE2
    assert pipe_of(MScatterOp(tile("vec"), tile("vec"), view()), A3) is Pipe.MTE3
    assert pipe_of(MScatterOp(tile("vec"), tile("vec"), view()), A5) is Pipe.V
    by_index = TScatterOp(tile("vec"), tile("vec"), tile("vec"))
    assert [pipe_of(by_index, a) for a in (A3, A5)] == [Pipe.S, Pipe.V]
    mask = MaskPatternAttr("P0101")
    assert pipe_of(TScatterOp(tile("vec"), tile("vec"), None, mask), A3) is Pipe.V


def test_queues():
    push = TPushOp.create(operands=(tile("acc"), value(PipeType())))
    assert pipe_of(push, A3) is Pipe.FIX
    assert push.reads() == (push.operands[0],)
    assert pipe_of(TPushOp.create(operands=(tile("vec"), value(PipeType()))), A3) is Pipe.MTE3
    pop = TPopOp.create(operands=(tile("vec"), value(PipeType())))
    assert [pipe_of(pop, a) for a in (A3, A5)] == [Pipe.MTE2, Pipe.S]
    assert pop.writes() == (pop.operands[0],)


def test_scalar_access_has_a_pipe_since_0_60():
    pointer = value(PtrType(f32))
    load = LoadScalarOp(pointer, index(), f32)
    store = StoreScalarOp(pointer, index(), value(f32))
    assert [pipe_of(op, a) for op in (load, store) for a in (A3, NEW)] == [None, Pipe.S] * 2
    assert (load.reads(), load.writes()) == ((pointer,), ())
    assert (store.reads(), store.writes()) == ((), (pointer,))


def test_everything_else_on_tiles_runs_on_the_vector_unit():
    add = TAddOp(tile("vec"), tile("vec"), tile("vec"))
    assert pipe_of(add, A3) is Pipe.V
    assert add.reads() == tuple(add.operands[:2])
    assert add.writes() == (add.operands[2],)
    assert pipe_of(TCiOp(value(i64), tile("vec")), A3) is Pipe.S
    assert pipe_of(AllocTileOp(TileBufType.get("vec", (16, 64), f32)), A3) is None


def test_what_accumulates_reads_its_destination():
    acc = tile("acc")
    op = TMatMulAccOp(acc, tile("left"), tile("right"), acc)
    assert pipe_of(op, A3) is Pipe.M
    assert acc in op.reads()
    assert op.writes() == (acc,)


@pytest.mark.parametrize("name", [*FIXED, *DEPENDENT])
def test_the_table_names_operations_that_exist(name: str):
    assert any(op.name == name for op in Pto.operations)


@pytest.mark.parametrize(
    "kind", [op for op in Pto.operations if issubclass(op, DpsOp)], ids=lambda op: op.name
)
def test_no_destination_is_forgotten(kind: type[Operation]):
    assert issubclass(kind, DpsOp)
    names = {name for name, _ in kind.get_irdl_definition().operands}
    assert kind.name == "pto.tgetval" or set(kind.OUTS) & names or "dsts" in names
