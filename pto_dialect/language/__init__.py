"""
The kernel language: Python source, read and never run.

    import pto_dialect.language as pl

    @pl.function(type=pl.FunctionType.InCore)
    def double(a: pl.Tensor[[64, 64], pl.FP32], out: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
        t = pl.load(a, [0, 0], [64, 64])
        out = pl.store(pl.add(t, t), [0, 0], out)
        return out

    print(pl.compile(double).pto)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from pto_dialect.language.kernel import Kernel, Program, function, inline, program
from pto_dialect.language.surface import (
    AUTO,
    CONTROL,
    DTYPES,
    OUT_OF_SCOPE,
    SCOPES,
    STATIC_CHECKS,
    Array,
    AtomicType,
    Buffer,
    DType,
    DynVar,
    FunctionType,
    InOut,
    Intrinsic,
    Level,
    MaskPattern,
    MemorySpace,
    MemRef,
    Out,
    OutOfScope,
    PadValue,
    Ptr,
    Role,
    Scalar,
    SplitMode,
    Tensor,
    TensorLayout,
    TensorView,
    Tile,
    TileLayout,
    TileView,
    UnknownWord,
    dynamic,
)

if TYPE_CHECKING:
    from pto_dialect.diagnostics import CompileError as CompileError
    from pto_dialect.language.compiler import Compiled as Compiled
    from pto_dialect.language.compiler import compile as compile
    from pto_dialect.language.report import Report as Report
    from pto_dialect.language.runner import run as run

Mem = MemorySpace
ND, DN, NZ = TensorLayout.ND, TensorLayout.DN, TensorLayout.NZ
Tuple = tuple
FP32, FP16, BF16 = DTYPES["FP32"], DTYPES["FP16"], DTYPES["BF16"]
FP8E4M3FN, FP8E5M2, FP8E8M0 = (DTYPES[f"FP8{kind}"] for kind in ("E4M3FN", "E5M2", "E8M0"))
INT8, INT16, INT32, INT64 = (DTYPES[f"INT{n}"] for n in (8, 16, 32, 64))
UINT8, UINT16, UINT32, UINT64 = (DTYPES[f"UINT{n}"] for n in (8, 16, 32, 64))
BOOL, INDEX = DTYPES["BOOL"], DTYPES["INDEX"]


class _Operations:
    """`pl.tile`, `pl.block`, `pl.tensor`, `pl.system`: all operations; others: their own."""

    def __init__(self, name: str):
        self._name = name

    MaskPattern = MaskPattern
    PadValue = PadValue

    def __getattr__(self, name: str) -> Intrinsic:
        # Of a tensor `create` and `full` are host-side; here they make tiles.
        if self._name == "tensor" and name in ("create", "full"):
            raise UnknownWord(str(OutOfScope(f"pl.tensor.{name}", OUT_OF_SCOPE["create_tensor"])))
        return _intrinsic(name, f"pl.{self._name}")


tile = _Operations("tile")
block = _Operations("block")
tensor = _Operations("tensor")
system = _Operations("system")
array = _Operations("array")
prefetch = _Operations("prefetch")


_LAZY = {
    "CompileError": "pto_dialect.diagnostics",
    "compile": "pto_dialect.language.compiler",
    "Compiled": "pto_dialect.language.compiler",
    "Report": "pto_dialect.language.report",
    "run": "pto_dialect.language.runner",
}
"""Where the names are that are not worth importing before they are used."""


def __getattr__(name: str) -> object:
    """What is not worth importing before it is used."""
    module = _LAZY.get(name)
    if module is not None:
        return getattr(import_module(module), name)
    return _intrinsic(name, "pl")


def _intrinsic(name: str, where: str) -> Intrinsic:
    if name in CONTROL or name in SCOPES or name in STATIC_CHECKS:
        return Intrinsic(name)
    if name.startswith("__"):
        raise AttributeError(name)
    if name in OUT_OF_SCOPE:
        raise UnknownWord(str(OutOfScope(f"{where}.{name}", OUT_OF_SCOPE[name])))
    from pto_dialect.language.ops import OPS

    own = f"{where.removeprefix('pl.')}.{name}"
    if own in OPS:
        return Intrinsic(own)
    if name in OPS and where not in ("pl.array", "pl.prefetch"):
        return Intrinsic(name)
    words = [*OPS] if where != "pl" else [*OPS, *CONTROL, *SCOPES, *STATIC_CHECKS, *__all__]
    from pto_dialect.diagnostics import nearest

    raise UnknownWord(f"there is no {where}.{name}{nearest(name, words, f'{where}.')}")


__all__ = [
    "AUTO",
    "BF16",
    "BOOL",
    "DN",
    "FP8E4M3FN",
    "FP8E5M2",
    "FP8E8M0",
    "FP16",
    "FP32",
    "INDEX",
    "INT8",
    "INT16",
    "INT32",
    "INT64",
    "ND",
    "NZ",
    "UINT8",
    "UINT16",
    "UINT32",
    "UINT64",
    "Array",
    "AtomicType",
    "Buffer",
    "CompileError",
    "Compiled",
    "DType",
    "DynVar",
    "FunctionType",
    "InOut",
    "Kernel",
    "Level",
    "MaskPattern",
    "Mem",
    "MemRef",
    "MemorySpace",
    "Out",
    "PadValue",
    "Program",
    "Ptr",
    "Report",
    "Role",
    "Scalar",
    "SplitMode",
    "Tensor",
    "TensorLayout",
    "TensorView",
    "Tile",
    "TileLayout",
    "TileView",
    "Tuple",
    "array",
    "block",
    "compile",
    "dynamic",
    "function",
    "inline",
    "prefetch",
    "program",
    "run",
    "system",
    "tensor",
    "tile",
]
