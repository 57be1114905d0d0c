"""
Rules of the assembler that depend on the target or its version, operation by operation.

What holds everywhere is checked by the operations themselves. A rule looks at tiles only: an
operation on a memref or a tensor is not checked, as in the assembler. A message says the rule
and the numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    Float16Type,
    Float32Type,
    IntegerType,
    MemRefType,
    UnregisteredOp,
    i32,
)
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Operation, ParametrizedAttribute, SSAValue
from xdsl.utils.exceptions import VerifyException

from pto_dialect.machine.ptoas import PtoasVersion
from pto_dialect.pto.arithmetic import TPowOp, TPreluOp, TRemOp
from pto_dialect.pto.attributes import KernelKindAttr, PowPrecisionAttr
from pto_dialect.pto.base import DpsOp, PtoOp
from pto_dialect.pto.checks import check_space, constant_value, tile_types
from pto_dialect.pto.element_types import (
    ELEMENT_TYPES,
    PRODUCTS,
    is_one_of,
    is_product,
)
from pto_dialect.pto.gathering import (
    MGatherOp,
    MScatterOp,
    TGatherOp,
    THistogramOp,
    TMrgSortOp,
    TQuantOp,
    TSort32Op,
)
from pto_dialect.pto.kernel import SectionOp
from pto_dialect.pto.levels import MEMORY_BYTES
from pto_dialect.pto.matrix import (
    MatMulAccOp,
    MatMulBiasOp,
    MatMulOp,
    MxAccOp,
    MxBiasOp,
    MxOp,
)
from pto_dialect.pto.movement import (
    TExtractOp,
    TFillPadOp,
    TInsertOp,
    TLoadOp,
    TMovOp,
    TStoreOp,
    TTransOp,
)
from pto_dialect.pto.queues import IdQueueOp, InitializePipeOp
from pto_dialect.pto.scalar_arithmetic import TPowsOp
from pto_dialect.pto.stock_rules import stock_rules_of
from pto_dialect.pto.synchronisation import SyncAllOp, SyncSetOp, SyncWaitOp
from pto_dialect.pto.tile_handles import AllocMultiTileOp, AllocOp, MultiTileGetOp
from pto_dialect.pto.types import (
    DYNAMIC,
    F4E1M2x2Type,
    F4E2M1x2Type,
    LowPrecisionType,
    MultiTileBufType,
    TileBufType,
    dims_text,
    element_bytes,
)
from pto_dialect.pto.unary import TCvtOp, TSelOp
from pto_dialect.pto.unknown_text import VerbatimOp
from pto_dialect.pto.versions import (
    ADDED,
    ADDED_TYPES,
    DIRECT_SLOTS,
    NO_MEMREF,
    ONE_WORKSPACE,
    PARTS_ADDED,
    PARTS_SINCE,
    REMOVED,
    SCRATCH_OPTIONAL,
    V60,
)


@dataclass(frozen=True)
class Assembler:
    """What the rules depend on."""

    arch: str
    """Target: a3 or a5."""
    version: PtoasVersion
    """Version of the assembler."""

    def since(self, version: PtoasVersion) -> bool:
        """Whether this version is another one or newer."""
        return self.version >= version


Rule = Callable[[Any, Assembler], None]
"""
Checks an operation.

Raises:
    VerifyException: it breaks the rule.
"""


def _fail(op: Operation, message: str) -> None:
    raise VerifyException(f"{op.name}: {message}")


# Versions


def _name(op: Operation) -> str:
    return op.op_name.data if isinstance(op, UnregisteredOp) else op.name


def _what_is_new(op: Operation) -> tuple[PtoasVersion, str] | None:
    """The first version that has an operation with all its parts, and what is new then."""
    name = _name(op)
    if (first := ADDED.get(name)) is not None:
        return first, f"ptoas has it since {first}"
    first = SCRATCH_OPTIONAL.get(name)
    if first is not None and cast(Any, op).tmp is None:
        return first, f"before ptoas {first} a scratch tile (tmp) has to be given"
    for part in PARTS_ADDED.get(name, ()):
        if part in op.properties or getattr(op, part, None) is not None:
            return PARTS_SINCE, f"ptoas has {part} since {PARTS_SINCE}"
    return None


def check_version(op: Operation, assembler: Assembler) -> None:
    """The operation, its scratch tile and its operands exist in this version."""
    new = _what_is_new(op)
    if new is not None and not assembler.since(new[0]):
        raise VerifyException(f"{_name(op)}: {new[1]}, this is for {assembler.version}")
    if (end := REMOVED.get(op.name)) is not None and assembler.since(end):
        _fail(op, f"ptoas {end} has removed it, this is for {assembler.version}")
    if assembler.since(NO_MEMREF):
        for value in op.operands:
            type_: Attribute = value.type
            if isinstance(type_, MemRefType):
                _fail(op, f"ptoas takes no memref since {NO_MEMREF}, got {value.type}")


def check_types(op: Operation, assembler: Assembler) -> None:
    """The types of what the operation defines exist in this version."""
    for name in _new_types(op):
        if not assembler.since(first := ADDED_TYPES[name]):
            _fail(op, f"ptoas has !{name} since {first}, this is for {assembler.version}")


def _new_types(op: Operation) -> Iterator[str]:
    """The types of what an operation defines that not every version has."""
    types = (op.function_type,) if isinstance(op, FuncOp) else [r.type for r in op.results]
    for type_ in types:
        yield from _added_types(type_)


@lru_cache
def _added_types(attribute: Attribute) -> frozenset[str]:
    """The types in an attribute that not every version has."""
    inner: Sequence[Attribute] = ()
    if isinstance(attribute, ParametrizedAttribute):
        inner = attribute.parameters
    elif isinstance(attribute, ArrayAttr):
        inner = cast(ArrayAttr[Attribute], attribute).data
    own = {attribute.name} if attribute.name in ADDED_TYPES else ()
    return frozenset(own).union(*map(_added_types, inner))


# Element types


def _element_of(op: DpsOp) -> Attribute | None:
    """The element type that the table of element types is about."""
    types = [value.type for value in op.operands]
    if MemRefType in map(type, types):
        return None
    if type(op) is TSelOp:
        tile = op.src0.type
        return tile.element_type if isinstance(tile, TileBufType) else None
    arrangement = op.arrangement()
    for i in arrangement.ins + arrangement.outs:
        if isinstance(tile := types[i], TileBufType):
            return tile.element_type
    return None


def check_element(op: DpsOp, assembler: Assembler) -> None:
    """The element type is one that the target computes with."""
    element = _element_of(op)
    if element is None:
        return
    accepted = ELEMENT_TYPES[op.name][assembler.arch]
    if not is_one_of(element, accepted):
        _fail(op, f"{element} is no element type on {assembler.arch}, only {', '.join(accepted)}")


# Movement

LOADABLE = {"a3": ("vec", "mat")}
"""Memories that a load fills, where that is restricted."""

STORABLE = {"a3": ("vec", "mat", "acc"), "a5": ("vec", "acc")}
"""Memories that a store reads."""

_MOVES_A3 = frozenset(
    (
        ("vec", "vec"),
        ("mat", "left"),
        ("mat", "right"),
        ("mat", "bias"),
        ("mat", "scaling"),
        ("acc", "vec"),
        ("acc", "mat"),
    )
)
MOVES = {"a3": _MOVES_A3, "a5": _MOVES_A3 | {("vec", "mat")}}
"""Copies of each target: (from, to)."""

_LOAD_LAYOUTS = {
    ("row_major", "none_box"): "ND",
    ("col_major", "none_box"): "DN",
    ("col_major", "row_major"): "NZ",
}


def _load(op: TLoadOp, assembler: Assembler) -> None:
    tile = op.dst.type
    if not isinstance(tile, TileBufType) or isinstance(op.src.type, MemRefType):
        return
    if (spaces := LOADABLE.get(assembler.arch)) is not None:
        check_space(op.name, "dst", tile, *spaces)
    elif tile.space.data == "vec":
        layout = (tile.blayout.data, tile.slayout.data)
        if layout not in _LOAD_LAYOUTS:
            _fail(op, f"a tile in vec is loaded in ND, DN or NZ order, got {'/'.join(layout)}")


MAX_STORED_COLUMNS = 4095
"""Columns of an accumulator that one store writes."""


def _store(op: TStoreOp, assembler: Assembler) -> None:
    tile, view = op.src.type, op.dst.type
    if not isinstance(tile, TileBufType) or isinstance(view, MemRefType):
        return
    check_space(op.name, "src", tile, *STORABLE[assembler.arch])
    if tile.space.data != "acc":
        return
    element = getattr(view, "element_type", None)
    wide = is_one_of(element, ("i32", "f32", "f16", "bf16")) if element is not None else True
    narrow = element is not None and element_bytes(element) == 1
    if not is_one_of(tile.element_type, ("i32", "f32")):
        _fail(op, f"an accumulator holds i32 or f32, got {tile.element_type}")
    if not wide and not (narrow and (op.scalar is not None or op.fp is not None)):
        _fail(
            op,
            f"an accumulator is stored as i32, f32, f16 or bf16, and in 8 bits with a scale, "
            f"got {element}",
        )
    if not 1 <= tile.shape[1] <= MAX_STORED_COLUMNS:
        _fail(op, f"an accumulator has 1 to {MAX_STORED_COLUMNS} columns, got {tile.shape[1]}")


def _move(op: TMovOp, assembler: Assembler) -> None:
    types = tile_types((op.src, op.dst))
    if types is None:
        return
    src, dst = types
    pair = (src.space.data, dst.space.data)
    if pair not in MOVES[assembler.arch]:
        _fail(op, f"{assembler.arch} has no copy from {pair[0]} to {pair[1]}")
    if assembler.arch == "a3":
        if "mat" not in pair and src.shape != dst.shape:
            _fail(op, f"shapes differ, {dims_text(src.shape)} and {dims_text(dst.shape)}")
        if pair == ("acc", "mat"):
            _check_fractal(op, dst)


def _check_fractal(op: Operation, dst: TileBufType) -> None:
    if dst.fractal.data != 512:
        _fail(op, f"what leaves an accumulator needs dst with fractal=512, got {dst.fractal.data}")


def _window(op: TExtractOp | TInsertOp, assembler: Assembler) -> None:
    types = tile_types((op.src, op.dst))
    if types is not None and assembler.arch == "a3" and types[0].space.data == "acc":
        _check_fractal(op, types[1])


def _transpose(op: TTransOp, assembler: Assembler) -> None:
    src = op.src.type
    if not isinstance(src, TileBufType) or assembler.arch != "a3":
        return
    if src.blayout.data != "row_major":
        _fail(op, f"src has to be row_major on a3, got {src.blayout.data}")


def _fill_pad(op: TFillPadOp, assembler: Assembler) -> None:
    types = tile_types((op.src, op.dst))
    if types is None:
        return
    src, dst = types
    if src.space.data == dst.space.data == "mat" and src != dst:
        _fail(op, f"from mat to mat the types are the same, got {src} and {dst}")


# Matrix unit

_OPERAND_LAYOUTS_A5 = {
    "left": ("col_major", "row_major"),
    "right": ("row_major", "col_major"),
    "acc": ("col_major", "row_major"),
}


def _check_layouts(op: Operation, assembler: Assembler, *types: TileBufType) -> None:
    if assembler.arch != "a5":
        return
    for type_ in types:
        wanted = _OPERAND_LAYOUTS_A5.get(type_.space.data)
        got = (type_.blayout.data, type_.slayout.data)
        if wanted is not None and got != wanted:
            _fail(
                op,
                f"a tile in {type_.space.data} is {'/'.join(wanted)} on a5, got {'/'.join(got)}",
            )


def _product(op: MatMulOp | MatMulAccOp | MatMulBiasOp, assembler: Assembler) -> None:
    types = tile_types(op.operands)
    if types is None:
        return
    at = 1 if isinstance(op, MatMulAccOp) else 0
    left, right, dst = types[at], types[at + 1], types[-1]
    elements = (dst.element_type, left.element_type, right.element_type)
    if not is_product(assembler.arch, *elements):
        known = ", ".join(PRODUCTS[assembler.arch])
        got = f"{elements[0]} ← {elements[1]} {elements[2]}"
        _fail(op, f"{assembler.arch} multiplies {known} (accumulator ← left right), got {got}")
    _check_layouts(op, assembler, *types)


SCALE_BLOCK = 32
"""Elements along K that share a scale."""
SCALED_K = 64
"""What K is a multiple of in a scaled product."""


def _scaled_product(op: MxOp | MxAccOp | MxBiasOp, assembler: Assembler) -> None:
    _only_a5(op, assembler)
    types = tile_types(op.operands)
    if types is None:
        return
    a, a_scale, b, b_scale = types[1:5] if isinstance(op, MxAccOp) else types[:4]
    dst = types[-1]
    pairs = [isinstance(t.element_type, F4E1M2x2Type | F4E2M1x2Type) for t in (a, b)]
    eights = [is_one_of(t.element_type, ("fp8",)) for t in (a, b)]
    if not all(pairs) and not all(eights):
        _fail(
            op,
            f"both operands hold 8-bit floats or both pairs of 4-bit floats, got "
            f"{a.element_type} and {b.element_type}",
        )
    if not isinstance(dst.element_type, Float32Type):
        _fail(op, f"the accumulator holds f32, got {dst.element_type}")
    (m, k), n = a.valid, b.valid[1]
    if k == DYNAMIC:
        return
    if not all(pairs):
        if k % SCALED_K:
            _fail(op, f"K is a multiple of {SCALED_K}, got {k}")
        blocks = (-(-k // SCALE_BLOCK),)
    else:
        blocks = (-(-k // SCALE_BLOCK), -(-2 * k // SCALE_BLOCK))
    columns = (2 * n, n) if all(pairs) and n != DYNAMIC else (n,)
    for role, scale, rows, cols in (
        ("a_scale", a_scale, (m,), blocks),
        ("b_scale", b_scale, blocks, columns),
    ):
        got = scale.valid
        if DYNAMIC in (*got, *rows, *cols):
            continue
        if got[0] not in rows or got[1] not in cols:
            wanted = dims_text((rows[-1], cols[-1]))
            _fail(op, f"{role} has a scale per {SCALE_BLOCK} of K: {wanted}, got {dims_text(got)}")
    _check_layouts(op, assembler, *types)


def _only_a5(op: Operation, assembler: Assembler) -> None:
    if assembler.arch != "a5":
        _fail(op, f"only a5 has it, this is for {assembler.arch}")


# Arithmetic

MIN_REMAINDER_ROWS = 2
"""Rows of the scratch tile of a remainder on a3."""


def _remainder(op: TRemOp, assembler: Assembler) -> None:
    tmp = None if op.tmp is None else op.tmp.type
    if not isinstance(tmp, TileBufType) or assembler.arch != "a3":
        return
    if (rows := tmp.shape[0]) < MIN_REMAINDER_ROWS:
        _fail(op, f"tmp has at least {MIN_REMAINDER_ROWS} rows on a3, got {rows}")


def _parametric_relu(op: TPreluOp, assembler: Assembler) -> None:
    types = tile_types((op.dst, *(() if op.tmp is None else (op.tmp,))))
    if types is None or len(types) == 1 or assembler.arch != "a3":
        return
    dst, tmp = types
    if tmp.element_bytes != 1:
        _fail(op, f"tmp has elements of 8 bits on a3, got {tmp.element_type}")
    rows = dst.valid[0]
    if rows != DYNAMIC and tmp.shape[0] <= rows:
        _fail(
            op,
            f"tmp has a row more than the {rows} valid ones of dst on a3, got {tmp.shape[0]}",
        )


def _power(op: TPowOp | TPowsOp, assembler: Assembler) -> None:
    dst = op.dst.type
    if not isinstance(dst, TileBufType):
        return
    is_integer = isinstance(dst.element_type, IntegerType)
    if is_integer == (op.tmp is not None):
        _fail(
            op,
            f"tmp is given exactly for floats, got {'one' if is_integer else 'none'} for "
            f"{dst.element_type}",
        )
    precision = op.properties.get("precisionType")
    is_high = precision == PowPrecisionAttr("high_precision")
    if is_high and (assembler.arch != "a5" or is_integer):
        _fail(
            op,
            f"only floats on a5 have high_precision, got {dst.element_type} on {assembler.arch}",
        )


def _convert(op: TCvtOp, assembler: Assembler) -> None:
    if assembler.arch == "a5":
        return
    for value in (op.src, op.dst):
        type_ = value.type
        if isinstance(type_, TileBufType):
            element = type_.element_type
            if isinstance(element, LowPrecisionType) or is_one_of(element, ("fp8",)):
                _fail(op, f"only a5 converts {element}, this is for {assembler.arch}")


# Gather, sort, quantise


def _sorted(op: TSort32Op | TMrgSortOp, assembler: Assembler) -> None:
    for value in op.sources() if isinstance(op, TMrgSortOp) else (op.src,):
        type_ = value.type
        if not isinstance(type_, TileBufType):
            continue
        if not isinstance(type_.element_type, Float16Type | Float32Type):
            _fail(op, f"f16 and f32 are sorted, got {type_.element_type}")
        if isinstance(op, TMrgSortOp) and 1 not in (type_.shape[0], type_.valid[0]):
            _fail(op, f"a source is one row, got {type_.shape[0]}")
    if isinstance(op, TMrgSortOp):
        length = None if op.block_len is None else constant_value(op.block_len)
        if length is not None and (length <= 0 or length % SORT_BLOCK):
            _fail(op, f"the length of a run is a multiple of {SORT_BLOCK}, got {length}")
    else:
        index = op.idx.type
        if isinstance(index, TileBufType) and not is_one_of(index.element_type, ("i32*",)):
            _fail(op, f"indices are 32-bit integers, got {index.element_type}")


SORT_BLOCK = 64
"""What the length of a sorted run is a multiple of."""


PAYLOADS = {
    "a3": ("i8*", "i16*", "i32*", "f16", "bf16", "f32"),
    "a5": ("i8*", "i16*", "i32*", "f16", "bf16", "f32", "fp8", "hif8"),
}
"""Elements that are moved by index on each target."""


def _payload(op: Operation, value: SSAValue, assembler: Assembler) -> None:
    type_ = value.type
    if not isinstance(type_, TileBufType):
        return
    element = type_.element_type
    if not is_one_of(element, PAYLOADS[assembler.arch]):
        _fail(op, f"{assembler.arch} does not move elements of {element} by index")


def _gather(op: TGatherOp, assembler: Assembler) -> None:
    _payload(op, op.src, assembler)
    if op.indices is not None and op.tmp is None and isinstance(op.src.type, TileBufType):
        _fail(op, "a gather by index needs a scratch tile (tmp)")


def _memory_gather(op: MGatherOp | MScatterOp, assembler: Assembler) -> None:
    _payload(op, op.dst if isinstance(op, MGatherOp) else op.src, assembler)
    index = op.idx.type
    if isinstance(index, TileBufType) and index.element_type != i32:
        _fail(op, f"indices are i32, got {index.element_type}")


def _quantise(op: TQuantOp, assembler: Assembler) -> None:
    types = tile_types((op.src, op.dst))
    if types is None:
        return
    src, dst = types
    if not isinstance(src.element_type, Float32Type):
        _fail(op, f"f32 is quantised, got {src.element_type}")
    element = dst.element_type
    if not isinstance(element, IntegerType) or element.bitwidth != 8:
        _fail(op, f"the result holds 8-bit integers, got {element}")
    offset = None if op.offset is None else op.offset.type
    if isinstance(offset, TileBufType) and not isinstance(offset.element_type, Float32Type):
        _fail(op, f"the offset holds f32, got {offset.element_type}")
    if assembler.arch == "a3":
        for role, type_ in (("src", src), ("dst", dst)):
            if type_.blayout.data != "row_major":
                _fail(op, f"{role} has to be row_major on a3, got {type_.blayout.data}")


def _histogram(op: THistogramOp, assembler: Assembler) -> None:
    types = tile_types(op.operands)
    if types is None:
        return
    for role, type_, widths in zip(("src", "idx", "dst"), types, ((2, 4), (1,), (4,)), strict=True):
        element = type_.element_type
        if not isinstance(element, IntegerType) or type_.element_bytes not in widths:
            bits = " or ".join(str(8 * w) for w in widths)
            _fail(op, f"{role} holds integers of {bits} bits, got {element}")
    number, width = op.byte.value.data, types[0].element_bytes
    if not 0 <= number < width:
        _fail(op, f"byte is 0 to {width - 1} for {types[0].element_type}, got {number}")


# Cores

SET_PIPES_A5 = ("PIPE_FIX", "PIPE_MTE3")
"""Pipes that may signal other cores on a5."""
WAIT_PIPES_A5 = ("PIPE_FIX", "PIPE_MTE1", "PIPE_MTE2", "PIPE_MTE3", "PIPE_V")
"""Pipes that may wait for other cores on a5."""


def _cross_core(op: SyncSetOp | SyncWaitOp, assembler: Assembler) -> None:
    if assembler.arch != "a5":
        return
    pipes = SET_PIPES_A5 if isinstance(op, SyncSetOp) else WAIT_PIPES_A5
    if op.pipe.data not in pipes:
        _fail(op, f"a5 allows {', '.join(pipes)}, got {op.pipe.data}")


SYNC_WORKSPACES = {
    "aiv_only": ("gm", "ub"),
    "aic_only": ("gm", "l1"),
    "mix": ("gm", "ub", "l1"),
}
"""Memories in which a soft meeting of cores has a workspace before 0.60."""


def _meeting(op: SyncAllOp, assembler: Assembler) -> None:
    if op.mode.data == "hard":
        return
    given = {"gm": op.gm_workspace, "ub": op.ub_workspace, "l1": op.l1_workspace}
    got = tuple(name for name, value in given.items() if value is not None)
    cores = op.core_type.data
    wanted = ("gm",) if assembler.since(ONE_WORKSPACE) else SYNC_WORKSPACES[cores]
    if got != wanted:
        _fail(
            op,
            f"mode soft of {cores} has workspaces in {', '.join(wanted)} for ptoas "
            f"{assembler.version}, got {', '.join(got) or 'none'}",
        )


KERNEL_KIND = "pto.kernel_kind"
"""Function attribute: the core that runs it."""


def _kind(core: str) -> str:
    """How the attribute of a function is written that a core runs."""
    return f"attributes {{{KERNEL_KIND} = {KernelKindAttr(core)}}}"


def core_of(op: Operation) -> str | None:
    """The core that runs an operation, by its section or function: `cube`, `vector` or unknown."""
    parent = op.parent_op()
    while parent is not None:
        if isinstance(parent, SectionOp):
            return parent.name.removeprefix("pto.section.")
        kind = parent.attributes.get(KERNEL_KIND)
        if isinstance(kind, KernelKindAttr):
            return kind.data
        parent = parent.parent_op()
    return None


def _initialize_pipe(op: InitializePipeOp, assembler: Assembler) -> None:
    core = core_of(op)
    if core != op.CORE:
        way_out = f"; put it into pto.section.{op.CORE}, or give the function {_kind(op.CORE)}"
        here = "either" + way_out if core is None else core
        _fail(op, f"it belongs to the {op.CORE} core, here runs {here}")
    if op.local_slot_num is not None and assembler.arch != "a3":
        _fail(op, f"only a3 has local_slot_num, this is for {assembler.arch}")


def _queue_side(op: IdQueueOp, assembler: Assembler) -> None:
    core = core_of(op)
    if core is not None and core != op.CORE:
        _fail(op, f"it belongs to the {op.CORE} core, here runs {core}")


def _size(op: AllocOp, assembler: Assembler) -> None:
    """What the assembler has to place fits into its memory, whatever else is there."""
    tile, type_ = op.tile, op.results[0].type
    slots = type_.slots if isinstance(type_, MultiTileBufType) else 1
    size = slots * tile.bytes
    space = tile.space.data
    capacity = MEMORY_BYTES[assembler.arch][space]
    if op.addr is None and size > capacity and op.results[0].uses:
        what = "a tile" if slots == 1 else f"{slots} slots"
        has = "has" if slots == 1 else "have"
        _fail(
            op,
            f"{what} of {dims_text(tile.shape)}x{tile.element_type} {has} {size} bytes, "
            f"{space} of {assembler.arch} has {capacity}",
        )


def _slot(op: MultiTileGetOp, assembler: Assembler) -> None:
    if assembler.since(DIRECT_SLOTS) and not isinstance(op.source.owner, AllocMultiTileOp):
        _fail(op, "the region has to come from pto.alloc_multi_tile")


RULES: Mapping[type[Operation], Rule] = {
    TLoadOp: _load,
    TStoreOp: _store,
    TMovOp: _move,
    TExtractOp: _window,
    TInsertOp: _window,
    TTransOp: _transpose,
    TFillPadOp: _fill_pad,
    MatMulOp: _product,
    MatMulAccOp: _product,
    MatMulBiasOp: _product,
    MxOp: _scaled_product,
    MxAccOp: _scaled_product,
    MxBiasOp: _scaled_product,
    TRemOp: _remainder,
    TPreluOp: _parametric_relu,
    TPowOp: _power,
    TPowsOp: _power,
    TCvtOp: _convert,
    TSort32Op: _sorted,
    TMrgSortOp: _sorted,
    TGatherOp: _gather,
    THistogramOp: _histogram,
    MGatherOp: _memory_gather,
    MScatterOp: _memory_gather,
    TQuantOp: _quantise,
    SyncSetOp: _cross_core,
    SyncWaitOp: _cross_core,
    SyncAllOp: _meeting,
    AllocOp: _size,
    MultiTileGetOp: _slot,
    InitializePipeOp: _initialize_pipe,
    IdQueueOp: _queue_side,
}
"""The rule for each operation, or for each family by its base class."""

ONLY_A5 = ("pto.thistogram", "pto.trandom", "pto.tget_scale_addr", "pto.tquant.mx")
"""Operations that a3 does not have."""

_VERSIONED = {*ADDED, *REMOVED, *SCRATCH_OPTIONAL, *PARTS_ADDED}


def _of_mlir(rule: Callable[[Any], None]) -> Rule:
    """A rule that does not depend on the assembler."""
    return lambda op, _: rule(op)


def rules_of(kind: type[Operation], assembler: Assembler) -> tuple[Rule, ...]:
    """The rules that an operation has to obey."""
    rules: list[Rule] = [] if assembler.since(V60) else [check_types]
    if issubclass(kind, UnregisteredOp | VerbatimOp):
        return (*rules, check_version)
    if not issubclass(kind, PtoOp):
        return (*rules, *map(_of_mlir, stock_rules_of(kind)))
    name = kind.name
    if name in _VERSIONED or assembler.since(NO_MEMREF):
        rules.append(check_version)
    if name in ELEMENT_TYPES:
        rules.append(check_element)
    if name in ONLY_A5:
        rules.append(_only_a5)
    rules += [rule for base, rule in RULES.items() if issubclass(kind, base)]
    return tuple(rules)
