"""Operations of the pto dialect: construction, destinations, effects."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

import pytest
from xdsl.dialects.builtin import IndexType, StringAttr, f32, i32, i64
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import irdl_op_definition, opt_prop_def
from xdsl.traits import MemoryEffectKind, get_effects, is_side_effect_free
from xdsl.transforms.dead_code_elimination import is_trivially_dead
from xdsl.utils.test_value import create_ssa_value

from pto_dialect.pto import Pto
from pto_dialect.pto.arithmetic import TAddOp
from pto_dialect.pto.attributes import (
    AtomicTypeAttr,
    PipeAttr,
    RoundModeAttr,
    SaturationModeAttr,
)
from pto_dialect.pto.base import segments
from pto_dialect.pto.broadcast import TRowExpandAddOp
from pto_dialect.pto.effects import GlobalMemory, OnChipMemory
from pto_dialect.pto.format import FormattedOp
from pto_dialect.pto.gathering import MScatterOp
from pto_dialect.pto.kernel import SectionVectorOp
from pto_dialect.pto.matrix import TMatMulAccOp
from pto_dialect.pto.movement import TExtractOp, TInsertOp, TLoadOp, TMovOp, TStoreOp
from pto_dialect.pto.reductions import TColSumOp
from pto_dialect.pto.scalar_arithmetic import TAddsOp, TDivsOp
from pto_dialect.pto.synchronisation import BarrierOp
from pto_dialect.pto.tile_handles import AllocTileOp, MultiTileGetOp
from pto_dialect.pto.tile_views import SubviewOp
from pto_dialect.pto.types import MultiTileBufType, PartitionTensorViewType, TileBufType
from pto_dialect.pto.unary import TCvtOp, TRsqrtOp

VEC = TileBufType.get("vec", (16, 64), f32)
COLUMN = TileBufType.get("vec", (16, 1), f32, blayout="col_major")
ACC = TileBufType.get("acc", (16, 64), f32, blayout="col_major", slayout="row_major")
VIEW = PartitionTensorViewType.get((16, 64), f32)
FILECHECK = Path(__file__).parents[1] / "filecheck" / "dialects" / "pto"


def values(*types: Attribute) -> tuple[SSAValue, ...]:
    return tuple(create_ssa_value(t) for t in types)


def effects(op: Operation) -> set[tuple[str, int, str]]:
    """The effects of an operation as (kind, number of the operand, memory)."""
    found = get_effects(op)
    assert found is not None
    return {
        (e.kind.name, list(op.operands).index(e.value), e.resource.name())
        for e in found
        if isinstance(e.value, SSAValue)
    }


@pytest.mark.parametrize("op", list(Pto.operations), ids=lambda op: op.name)
def test_every_operation_has_a_round_trip_test(op: type[Operation]):
    texts = (p.read_text() for p in FILECHECK.glob("*.mlir") if "invalid" not in p.name)
    assert any("CHECK-GENERIC" in t and f'"{op.name}"(' in t for t in texts)


def test_operands_go_to_ins_and_outs():
    a, b, c = values(VEC, VEC, VEC)
    op = TAddOp(a, b, c)
    assert (op.src0, op.src1, op.dst) == (a, b, c)
    assert op.sources() == (a, b)
    assert op.destinations() == (c,)


def test_create_builds_the_same_as_the_constructor():
    a, b, c, row, col = values(VEC, VEC, VEC, IndexType(), IndexType())
    assert TAddOp.create(operands=(a, b, c)).is_structurally_equivalent(TAddOp(a, b, c))
    move = TMovOp.create(operands=(a, c), properties=segments(1, 1, 0, 0))
    assert move.is_structurally_equivalent(TMovOp(a, c))
    window = TExtractOp.create(operands=(a, row, col, c))
    assert window.is_structurally_equivalent(TExtractOp(a, row, col, c))


def test_an_optional_operand_in_the_middle_is_found():
    a, col, c, tmp = values(VEC, COLUMN, VEC, VEC)
    without, with_ = TRowExpandAddOp(a, col, c), TRowExpandAddOp(a, col, c, tmp)
    assert (without.tmp, with_.tmp) == (None, tmp)
    assert without.sources() == (a, col)
    assert with_.sources() == (a, col, tmp)
    assert without.destinations() == with_.destinations() == (c,)


def test_an_optional_operand_behind_the_destination_is_a_source():
    a, c, tmp = values(VEC, VEC, VEC)
    assert TRsqrtOp(a, c, tmp).sources() == (a, tmp)
    assert TRsqrtOp(a, c, tmp).destinations() == (c,)


def test_scalars_have_no_effects():
    a, s, c = values(VEC, f32, VEC)
    assert effects(TAddsOp(a, s, c)) == {("READ", 0, "<vec>"), ("WRITE", 2, "<vec>")}
    assert effects(TDivsOp(s, a, c)) == {("READ", 1, "<vec>"), ("WRITE", 2, "<vec>")}


def test_loads_and_stores_are_on_global_memory():
    view, a = values(VIEW, VEC)
    assert effects(TLoadOp(view, a)) == {("READ", 0, "<gm>"), ("WRITE", 1, "<vec>")}
    assert effects(TStoreOp(a, view)) == {("READ", 0, "<vec>"), ("WRITE", 1, "<gm>")}
    assert GlobalMemory() != OnChipMemory("gm")


def test_an_atomic_store_reads_what_it_adds_to():
    view, a, index = values(VIEW, VEC, TileBufType.get("vec", (16, 64), i32))
    store = TStoreOp(a, view, properties={"atomicType": AtomicTypeAttr("atomic_add")})
    assert ("READ", 1, "<gm>") in effects(store)
    assert ("READ", 2, "<gm>") in effects(MScatterOp(a, index, view))


def test_accumulation_reads_its_destination():
    left, right, acc = values(
        TileBufType.get("left", (16, 64), f32), TileBufType.get("right", (64, 64), f32), ACC
    )
    op = TMatMulAccOp(acc, left, right, acc)
    found = get_effects(op)
    assert found is not None
    assert {e.kind for e in found if e.value is acc} == {
        MemoryEffectKind.READ,
        MemoryEffectKind.WRITE,
    }


def test_an_insertion_keeps_the_rest_of_its_destination():
    src, row, col, dst, scales = values(
        ACC, IndexType(), IndexType(), ACC, TileBufType.get("scaling", (1, 64), i64)
    )
    op = TInsertOp(src, row, col, dst, fp=scales)
    assert effects(op) == {
        ("READ", 0, "<acc>"),
        ("READ", 3, "<acc>"),
        ("WRITE", 3, "<acc>"),
        ("READ", 4, "<scaling>"),
    }


def test_an_unused_allocation_and_its_views_are_dead():
    alloc = AllocTileOp(VEC)
    assert is_trivially_dead(alloc)
    row, col = values(IndexType(), IndexType())
    view = SubviewOp(alloc.result, (row, col), (8, 64), VEC.changed(shape=(8, 64), valid=(8, 64)))
    assert is_side_effect_free(view)
    view.verify()
    assert view.window == (8, 64)


def test_what_orders_the_pipes_has_unknown_effects():
    barrier = BarrierOp(PipeAttr("PIPE_ALL"))
    assert get_effects(barrier) is None
    assert get_effects(SectionVectorOp([barrier])) is None


def test_a_slot_has_the_type_of_the_region():
    region, slot = values(MultiTileBufType(VEC, 2), IndexType())
    assert MultiTileGetOp(region, slot).result.type == VEC


def test_defaults_are_read_from_absent_properties():
    a, c = values(VEC, TileBufType.get("vec", (16, 64), i64))
    op = TCvtOp(a, c)
    assert not op.properties
    assert op.round_mode == RoundModeAttr("CAST_RINT")
    assert TCvtOp(a, c, RoundModeAttr("FLOOR")).round_mode == RoundModeAttr("FLOOR")


def test_a_property_with_its_default_value_is_absent():
    a, c = values(VEC, VEC)
    modes = {
        "rmode": RoundModeAttr("CAST_RINT"),
        "sat_mode": SaturationModeAttr("OFF"),
    }
    plain = TCvtOp(a, c)
    explicit = TCvtOp(a, c, modes["rmode"], modes["sat_mode"])
    assert explicit.is_structurally_equivalent(plain)
    assert TCvtOp.create(operands=(a, c), properties=modes).is_structurally_equivalent(plain)
    text = str(plain)
    assert "{rmode = #pto<round_mode CAST_RINT>, satmode = #pto<saturation_mode OFF>}" in text
    assert str(explicit) == text


def test_the_scratch_tile_of_a_column_sum_says_how_it_adds():
    a, tmp = values(VEC, VEC)
    (row,) = values(TileBufType.get("vec", (1, 64), f32))
    TColSumOp(a, None, row).verify()
    op = TColSumOp(a, tmp, row)
    op.verify()
    assert op.is_binary is not None


def test_a_clause_has_to_begin_with_what_shows_whether_it_is_there():
    @irdl_op_definition
    class NamedOp(FormattedOp):
        """A text in which nobody sees where the name would begin."""

        name = "test.named"
        FORMAT: ClassVar = "{?:{label}, }{attributes}"

        label = opt_prop_def(StringAttr)

    message = "test.named: the clause '{label}, ' begins neither with text nor an operand"
    with pytest.raises(TypeError, match=message):
        str(NamedOp.create())
