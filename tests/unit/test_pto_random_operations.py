"""Random operations of every kind are read back equal from what each printer writes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import pytest
from pto_text import context, generic
from xdsl.dialects import func
from xdsl.dialects.builtin import (
    ArrayAttr,
    BFloat16Type,
    Float16Type,
    Float32Type,
    Float64Type,
    IndexType,
    IntegerAttr,
    IntegerType,
    MemRefType,
    ModuleOp,
    StringAttr,
    SymbolRefAttr,
    TensorType,
    UnitAttr,
    VectorType,
    bf16,
    f16,
    f32,
    i1,
    i8,
    i16,
    i32,
    i64,
)
from xdsl.ir import Attribute, Block, Operation, Region
from xdsl.irdl import (
    AttrSizedOperandSegments,
    IRDLOperation,
    OptOperandDef,
    OptPropertyDef,
    VarOperandDef,
)
from xdsl.traits import IsTerminator

from lowering.emit_pto import emit_module
from pto_dialect.pto import Pto, types
from pto_dialect.pto.attributes import (
    AddressSpaceAttr,
    BLayoutAttr,
    CompactModeAttr,
    KeywordEnum,
    MaskPatternAttr,
    PadValueAttr,
    PipeAttr,
    PipeEventTypeAttr,
    SLayoutAttr,
    TileBufConfigAttr,
)
from pto_dialect.pto.base import segments
from pto_dialect.pto.format import property_kind
from pto_dialect.pto.kernel import YieldOp
from pto_dialect.tools.parser import LocatingParser

DRAWS = 8
"""How often each operation is made."""

ELEMENTS = (f16, bf16, f32, i8, i16, i32, i64, types.HiF8Type(), types.F4E2M1x2Type())


def tile(random: Random) -> types.TileBufType:
    shape = (random.choice((0, 1, 16, 33)), random.choice((16, 64)))
    return types.TileBufType.get(
        random.choice(types.TILE_SPACES),
        shape,
        random.choice(ELEMENTS),
        valid=[random.choice((d, d // 2, types.DYNAMIC)) for d in shape],
        blayout=random.choice(BLayoutAttr.keywords),
        slayout=random.choice(SLayoutAttr.keywords),
        fractal=random.choice((32, 512, 1024)),
        pad=random.choice(PadValueAttr.keywords),
        compact=random.choice(CompactModeAttr.keywords),
    )


def shape(random: Random) -> list[int]:
    return [random.choice((0, 1, 16, types.DYNAMIC)) for _ in range(random.randrange(1, 4))]


TYPES: dict[type[Attribute], Callable[[Random], Attribute]] = {
    types.TileBufType: tile,
    types.PlainTileType: lambda r: types.PlainTileType.get(shape(r), r.choice(ELEMENTS)),
    types.MultiTileBufType: lambda r: types.MultiTileBufType(tile(r), r.randrange(2, 17)),
    types.TensorViewType: lambda r: types.TensorViewType.get(shape(r), r.choice(ELEMENTS)),
    types.PartitionTensorViewType: lambda r: types.PartitionTensorViewType.get(
        shape(r), r.choice(ELEMENTS)
    ),
    types.PtrType: lambda r: types.PtrType(r.choice(ELEMENTS), r.choice(("gm", "vec", "mat"))),
    types.EventIdArrayType: lambda r: types.EventIdArrayType.new(
        (types.IntAttr(r.randrange(1, 9)),)
    ),
    types.LocalArrayType: lambda r: types.LocalArrayType.get((4, r.randrange(1, 9)), f32),
    types.StructType: lambda r: types.StructType.new((ArrayAttr([r.choice((i32, f32))]),)),
    MemRefType: lambda r: MemRefType(f32, shape(r), memory_space=AddressSpaceAttr("gm")),
    TensorType: lambda r: TensorType(f32, shape(r)),
    IntegerType: lambda r: r.choice((i1, i8, i32, i64)),
    IndexType: lambda r: IndexType(),
    Float16Type: lambda r: f16,
    BFloat16Type: lambda r: bf16,
    Float32Type: lambda r: f32,
    Float64Type: lambda r: Float64Type(),
}
"""How to make a type of each class; other classes have only one."""


def make_type(random: Random, constraint: Any) -> Attribute:
    """A type that a constraint allows."""
    if constraint.can_infer(set(), length_known=True):
        return constraint.infer(None, length=1)[0]
    inner = constraint
    while hasattr(inner, "constraint") or hasattr(inner, "constr"):
        inner = inner.constraint if hasattr(inner, "constraint") else inner.constr
    bases = sorted(inner.get_bases() or TYPES, key=lambda t: t.__name__)
    base = random.choice(bases)
    return TYPES[base](random) if base in TYPES else base.new(())


def make_property(random: Random, constraint: Any) -> Attribute:
    """A property that a constraint allows."""
    base, type_ = property_kind(constraint)
    if issubclass(base, KeywordEnum):
        return base(random.choice(base.keywords or ("device", "x")))
    if base is IntegerAttr:
        kind = type_ or random.choice((i1, i32))
        return IntegerAttr(random.randrange(2 if kind == i1 else 100), kind)
    if base is StringAttr:
        return StringAttr(random.choice(("x", 'say "hi"\n', "ü")))
    if base is SymbolRefAttr:
        return SymbolRefAttr(random.choice(("f", "other.name")))
    if base is TileBufConfigAttr:
        return TileBufConfigAttr.new(
            (
                BLayoutAttr(random.choice(BLayoutAttr.keywords)),
                SLayoutAttr(random.choice(SLayoutAttr.keywords)),
                types.IntAttr(512),
                PadValueAttr(random.choice(PadValueAttr.keywords)),
                CompactModeAttr(random.choice(CompactModeAttr.keywords)),
            )
        )
    return random.choice((PipeAttr("PIPE_V"), PipeEventTypeAttr("TVEC")))


Groups = list[list[Attribute]]


def operand_types(random: Random, kind: type[IRDLOperation]) -> Groups:
    """Types for each operand group of an operation."""
    groups: Groups = []
    for _, definition in kind.get_irdl_definition().operands:
        if isinstance(definition, OptOperandDef):
            count = random.randrange(2)
        else:
            count = random.randrange(1, 4) if isinstance(definition, VarOperandDef) else 1
        groups.append([make_type(random, definition.constr) for _ in range(count)])
    return groups


def repair(
    kind: type[IRDLOperation], random: Random, groups: Groups, given: dict[str, Any]
) -> None:
    """
    What the text of an operation takes for granted: `given` are the properties and, under
    `results`, the types of the results.
    """
    index, results = IndexType(), given["results"]
    match kind.name:
        case "pto.make_tensor_view":
            rank = len(results[0].shape)
            groups[:] = [[types.PtrType(results[0].element_type)], [index] * rank, [index] * rank]
        case "pto.partition_view":
            rank = random.randrange(1, 4)
            groups[1:] = [[index] * rank, [index] * rank]
        case "pto.subview":
            groups[1:] = [[index] * 2, *([[index]] * 2 if groups[2] else [[], []])]
            given["sizes"] = ArrayAttr([IntegerAttr(n, i64) for n in (16, 32)])
        case "pto.tgather":
            form = random.choice(("index", "compare", "mask"))
            present = {"index": (3,), "compare": (2, 5), "mask": ()}[form]
            source, destination = groups[0], groups[1]
            rest = [[tile(random)] if i in present else [] for i in range(2, 6)]
            groups[:] = [source, destination, *rest]
            for key in ("maskPattern", "cmpMode", "offset"):
                given.pop(key, None)
            if form == "mask":
                given["maskPattern"] = MaskPatternAttr(random.choice(MaskPatternAttr.keywords))
        case "pto.tmrgsort":
            if random.randrange(2):
                groups[:] = [[tile(random)], [i32], [tile(random)], [], []]
                given.pop("exhausted", None)
            else:
                tiles: list[Attribute] = [tile(random) for _ in range(random.randrange(2, 5))]
                groups[:] = [tiles, [], [tile(random)], [tile(random)], [VectorType(i16, [4])]]
                given["exhausted"] = IntegerAttr(1, i1)
        case "pto.syncall":
            groups[:] = [[types.PtrType(i32)], [], [], random.choice(([], [i32]))]
        case "pto.tcolsum":
            given.pop("isBinary", None)
        case "pto.sync.set" | "pto.sync.wait":
            if groups[0]:
                given.pop("event_id", None)
            else:
                given["event_id"] = IntegerAttr(3, i32)
        case "pto.initialize_l2g2l_pipe" if not groups[1]:
            groups[2] = []
        case "pto.tmov" if groups[2]:
            groups[2] = [tile(random)]
        case "pto.tstore":
            if groups[2]:
                groups[2] = [i64]
        case "pto.tscatter":
            if groups[2]:
                given.pop("maskPattern", None)
        case "pto.bind_tile" | "pto.materialize_tile" | "pto.pointer_cast" if groups[2]:
            groups[1] = [index]
        case "pto.tpop_from_aic" | "pto.tpop_from_aiv":
            groups[1] = groups[0]
        case _:
            pass


def make(kind: type[IRDLOperation], random: Random) -> tuple[Block, Operation]:
    """A block whose arguments are the operands of an operation, and that operation."""
    definition = kind.get_irdl_definition()
    groups = operand_types(random, kind)
    given: dict[str, Any] = {
        "results": [
            make_type(random, result.constr)
            for _, result in definition.results
            if not kind.name.startswith("pto.t") or type(result).__name__ == "ResultDef"
        ]
    }
    for name, prop in definition.properties.items():
        if name == "operandSegmentSizes":
            continue
        is_optional = isinstance(prop, OptPropertyDef)
        if not is_optional or random.randrange(2):
            given[name] = random.choice(
                (make_property(random, prop.constr), prop.default_value)
                if prop.default_value is not None
                else (make_property(random, prop.constr),)
            )
    repair(kind, random, groups, given)
    results: Sequence[Attribute] = given.pop("results")
    if any(isinstance(o, AttrSizedOperandSegments) for o in definition.options):
        given |= segments(*map(len, groups))
    block = Block(arg_types=[t for group in groups for t in group])
    regions = []
    if definition.regions:
        body = Block()
        if kind.name == "pto.fusion_region":
            body.add_op(YieldOp(()))
            results = ()
        regions = [Region(body)]
    attributes = random.choice(({}, {"note": UnitAttr()}, {"a.b-c": IntegerAttr(1, i32)}))
    op = kind.create(
        operands=block.args,
        result_types=results,
        properties=given,
        attributes=attributes,
        regions=regions,
    )
    return block, op


@pytest.mark.parametrize("kind", list(Pto.operations), ids=lambda k: k.name)
def test_an_operation_is_read_back_equal(kind: type[IRDLOperation]):
    random = Random(kind.name)
    for _ in range(DRAWS):
        block, op = make(kind, random)
        block.add_op(op)
        if not op.has_trait(IsTerminator):
            block.add_op(func.ReturnOp())
        argument_types = [a.type for a in block.args]
        function = func.FuncOp("f", (argument_types, []), Region(block))
        module = ModuleOp([function])
        for write in (emit_module, str, generic):
            text = write(module)
            again = LocatingParser(context(), text, "k.mlir").parse_module()
            assert again.is_structurally_equivalent(module), text
            assert write(again) == text
