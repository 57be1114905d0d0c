"""
The words of the language that are ordinary Python objects: element types, memory spaces,
annotations and buffers.

A kernel is never run, so most of them do nothing but carry what they were made from. This module
imports nothing of xDSL: a kernel file costs no more than Python itself until it is compiled.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import NoReturn, cast


@dataclass(frozen=True)
class DType:
    """An element type."""

    name: str
    """Name in the language."""
    mlir: str
    """Name in MLIR."""

    def __repr__(self) -> str:
        return f"pl.{self.name}"


DTYPES = {
    d.name: d
    for d in (
        DType("FP32", "f32"),
        DType("FP16", "f16"),
        DType("BF16", "bf16"),
        DType("FP8E4M3FN", "f8E4M3FN"),
        DType("FP8E5M2", "f8E5M2"),
        DType("FP8E8M0", "f8E8M0FNU"),
        DType("INT8", "i8"),
        DType("INT16", "i16"),
        DType("INT32", "i32"),
        DType("INT64", "i64"),
        DType("UINT8", "ui8"),
        DType("UINT16", "ui16"),
        DType("UINT32", "ui32"),
        DType("UINT64", "ui64"),
        DType("BOOL", "i1"),
        DType("INDEX", "index"),
    )
}
"""Every element type by name."""


class MemorySpace(Enum):
    """Where data lives; the value is the name of the space in MLIR, `gm` is off the chip."""

    DDR = "gm"
    Vec = "vec"
    Mat = "mat"
    Left = "left"
    Right = "right"
    Acc = "acc"
    Bias = "bias"
    LeftScale = "left_scale"
    RightScale = "right_scale"


class TileLayout(Enum):
    """How the blocks of a tile follow each other, or the elements inside of one."""

    none_box = "none_box"
    row_major = "row_major"
    col_major = "col_major"


class TensorLayout(Enum):
    """How a tensor is stored: row by row, column by column, in blocks."""

    ND = "nd"
    DN = "dn"
    NZ = "nz"


class PadValue(Enum):
    """What the elements outside of a valid region are filled with."""

    null = "null"
    zero = "zero"
    max = "max"
    min = "min"


class AtomicType(Enum):
    """What a store does with what is there: overwrite it, or add to it."""

    None_ = "none"
    Add = "add"


class MaskPattern(Enum):
    """Columns of each four, as a binary number whose last digit is the first column."""

    P0101 = 1
    P1010 = 2
    P0001 = 3
    P0010 = 4
    P0100 = 5
    P1000 = 6
    P1111 = 7


class SplitMode(Enum):
    """How two vector cores halve a tile that they and the cube core pass to each other."""

    NONE = 0
    UP_DOWN = 1
    LEFT_RIGHT = 2


AUTO = -1
"""The address of reserved memory that the compiler chooses."""


class FunctionType(Enum):
    """What a function is compiled for."""

    Opaque = "Opaque"
    Orchestration = "Orchestration"
    InCore = "InCore"
    AIC = "AIC"
    AIV = "AIV"
    Group = "Group"
    Spmd = "Spmd"
    Inline = "Inline"


class Level(Enum):
    """The part of a machine that a function is for."""

    AIV = "AIV"
    AIC = "AIC"
    CORE_GROUP = "CORE_GROUP"
    CHIP_DIE = "CHIP_DIE"
    CHIP = "CHIP"
    HOST = "HOST"
    CLUSTER_0 = "CLUSTER_0"
    CLUSTER_1 = "CLUSTER_1"
    CLUSTER_2 = "CLUSTER_2"
    GLOBAL = "GLOBAL"


class Role(Enum):
    """Whether a function computes or starts others that do."""

    Orchestrator = "Orchestrator"
    Worker = "Worker"
    SubWorker = "SubWorker"


HOST_SIDE = (
    FunctionType.Opaque,
    FunctionType.Orchestration,
    FunctionType.Group,
    FunctionType.Spmd,
)
"""Functions that run on the host, or start kernels."""


@dataclass(frozen=True)
class Annotation:
    """A type written with square brackets, such as `pl.Tile[[64, 64], pl.FP32]`."""

    form: type
    """`Tensor`, `Tile`, `Scalar`, `Out` or `InOut`."""
    arguments: tuple[object, ...]
    """What stands between the brackets."""


class _Form:
    """A word that takes square brackets in an annotation."""

    def __new__(cls, *_: object, **__: object) -> NoReturn:
        raise TypeError(f"pl.{cls.__name__} takes square brackets, such as {EXAMPLES[cls]}")

    def __class_getitem__(cls, arguments: object) -> Annotation:
        if not isinstance(arguments, tuple):
            return Annotation(cls, (arguments,))
        return Annotation(cls, cast(tuple[object, ...], arguments))


class Tensor(_Form):
    """`pl.Tensor[shape, dtype]`: a tensor in global memory."""


class Array(_Form):
    """`pl.Array[size, dtype]`: a small array of numbers on the core."""


class Tile(_Form):
    """`pl.Tile[shape, dtype, space, buffer]`: a tile in on-chip memory."""


class Scalar(_Form):
    """`pl.Scalar[dtype]`: a number."""


class Out(_Form):
    """`pl.Out[pl.Tensor[...]]`: a parameter that the kernel writes."""


class InOut(_Form):
    """`pl.InOut[pl.Tensor[...]]`: a parameter that the kernel reads and writes."""


EXAMPLES: Mapping[type, str] = {
    Tensor: "pl.Tensor[[64, 64], pl.FP32]",
    Array: "pl.Array[8, pl.INT32]",
    Tile: "pl.Tile[[64, 64], pl.FP32, pl.Mem.Vec]",
    Scalar: "pl.Scalar[pl.FP32]",
    Out: "pl.Out[pl.Tensor[[64, 64], pl.FP32]]",
    InOut: "pl.InOut[pl.Tensor[[64, 64], pl.FP32]]",
}
"""How each of them is written."""


@dataclass(frozen=True)
class DynVar:
    """An extent that is known at run time only; equal names are equal extents."""

    name: str
    """Name of the extent."""

    def __post_init__(self):
        if not isinstance(self.name, str) or not self.name.isidentifier():  # pyright: ignore
            _raise_at_caller(f"the name of an extent is a name of Python's, not {self.name!r}")


class Ptr:
    """The type of an allocation in a printed program."""


class TensorView:
    """
    `pl.TensorView(stride=…, layout=…)` in a tensor annotation: checked against the tensor.
    """

    def __init__(
        self,
        valid_shape: object = None,
        stride: object = None,
        layout: object = TensorLayout.ND,
    ):
        self.valid_shape = valid_shape
        """What of it holds data, all if `None` or empty."""
        self.stride = stride
        """Distances of neighbours in elements, those of the layout if `None` or empty."""
        self.layout = layout
        """How it is stored."""


def dynamic(name: str) -> DynVar:
    """An extent that is known at run time only, for the shape of a tensor parameter."""
    return DynVar(name)


class TileView:
    """
    `pl.TileView(valid_shape=…, blayout=…, …)` in a tile annotation: checked against the tile.
    """

    def __init__(self, **facts: object):
        self.facts = facts
        """What the annotation says about the tile, by name."""


class Buffer:
    """
    On-chip memory of the author's own, to name in tile annotations:

        ping = pl.Buffer()                # named by the variable
        pair = pl.Buffer("pair", slots=2) # two equal slots, used as pair[0], pair[i % 2]

    Tiles that name one buffer share its memory one after the other, and nothing else is ever put
    into it. Size, space and address follow from the tiles.
    """

    def __init__(self, name: str | None = None, *, slots: int = 1):
        problem = buffer_problem(name, slots)
        if problem is not None:
            _raise_at_caller(problem)
        self.name = name
        """Its name, `None` if it is that of the variable that holds it."""
        self.slots = slots
        """Number of equal slots."""
        self.declares = True
        """Whether it stands for an allocation; a resolved `MemRef` does not."""

    def __getitem__(self, slot: object) -> Buffer:
        return self


class MemRef(Buffer):
    """
    `pl.MemRef()` and `pl.MemRef("name")` are `pl.Buffer` by another name. With a base, an offset
    and a size it is what a printed program says about placement; that is ignored.
    """

    def __init__(self, *where: object, slots: int = 1):
        if len(where) < 2:
            super().__init__(*where, slots=slots)  # pyright: ignore[reportArgumentType]
        else:
            self.name, self.slots, self.declares = None, slots, False


def buffer_problem(name: object, slots: object) -> str | None:
    """What is wrong with the arguments of a buffer, `None` if nothing is."""
    if name is not None and not isinstance(name, str):
        return "the name of a buffer is a string literal"
    if name == "":
        return "the name of a buffer is not empty"
    if name is not None and not name.isprintable():
        return "the name of a buffer is printable text"
    if not isinstance(slots, int) or isinstance(slots, bool):
        return "the number of slots of a buffer is an integer literal"
    if slots < 1:
        called = f"buffer '{name}'" if name else "a buffer"
        return f"{called} has at least one slot, not {slots}"
    return None


def _raise_at_caller(message: str) -> NoReturn:
    """Raise a `CompileError` at the place outside of this file where a buffer is made."""
    from pto_dialect.diagnostics import CompileError, Position

    frame = sys._getframe(1)  # pyright: ignore[reportPrivateUsage]
    ours = (__file__, "<string>")  # the second is what `dataclass` writes
    while frame.f_code.co_filename in ours and frame.f_back is not None:
        frame = frame.f_back
    spots: Sequence[tuple[int | None, int | None, int | None, int | None]]
    spots = list(frame.f_code.co_positions())
    column = spots[frame.f_lasti // 2][2] or 0
    raise CompileError(message, Position(frame.f_code.co_filename, frame.f_lineno, column + 1))


class UnknownWord(AttributeError):
    """The language has no operation or type of this name."""


@dataclass(frozen=True)
class Intrinsic:
    """An operation or a word of control flow of the language."""

    name: str
    """Its name after `pl.`."""

    def __call__(self, *args: object, **kwargs: object) -> NoReturn:
        raise TypeError(f"pl.{self.name} is compiled, not called: use it inside a kernel")


SCOPES = (
    "at",
    "auto_incore",
    "cluster",
    "cube",
    "incore",
    "section_cube",
    "section_vector",
    "vector",
)
"""Words of `with` statements that only mark a stretch of a kernel."""


@dataclass(frozen=True)
class OutOfScope:
    """A word of PyPTO that may stand in a file, but not in a kernel."""

    name: str
    """How it is written."""
    purpose: str
    """What it is for."""

    def __getattr__(self, name: str) -> OutOfScope:
        if name.startswith("__"):
            raise AttributeError(name)
        return OutOfScope(f"{self.name}.{name}", self.purpose)

    def __getitem__(self, arguments: object) -> OutOfScope:
        return self

    def __call__(self, *args: object, **kwargs: object) -> OutOfScope:
        return self

    def __str__(self) -> str:
        return f"not supported: {self.name}, which is for {self.purpose}"


OUT_OF_SCOPE = {
    "FP4": "elements of 4 bits",
    "HF4": "elements of 4 bits",
    "HF8": "elements of HiFloat8",
    "INT4": "elements of 4 bits",
    "UINT4": "elements of 4 bits",
    "cacheinvalid": "caches, which the assembler has no operation for before 0.60",
    "create_tensor": "host-side code; a kernel stores to its parameters",
    "fence": "other cores' view of memory, which the assembler has no operation for before 0.60",
    "jit": "host-side code; kernels are decorated with @pl.function",
    "manual_scope": "host-side code",
    "scope": "host-side code",
    "spmd": "host-side code; pl.get_block_idx() says which block a kernel runs as",
    "submit": "host-side code",
}
"""
Words of PyPTO for what does not happen on an NPU core, or what the assembler or this language
lacks, and what they are for.
"""

CONTROL = ("range", "parallel", "pipeline", "unroll", "while_", "cond", "yield_")
"""Words of control flow."""

STATIC_CHECKS = ("static_assert", "static_print")
"""Words that do something when a kernel is compiled, and nothing when it runs."""
