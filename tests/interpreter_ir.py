"""IR from text, for tests that execute it."""

from __future__ import annotations

from importlib import import_module

from xdsl.context import Context
from xdsl.dialects import arith, builtin, cf, func, memref, scf
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Dialect

from pto_dialect.tools.driver import parse_module, verify

DIALECTS = (builtin.Builtin, func.Func, arith.Arith, scf.Scf, cf.Cf, memref.MemRef)
OURS = {"tile": "Tile", "buffer": "Buffer", "mem": "Mem", "pto": "Pto"}


def module_of(text: str, *, verified: bool = True) -> ModuleOp:
    """The module that a text describes, with the places of its operations in `test.mlir`."""
    ctx = Context()
    for dialect in DIALECTS:
        ctx.load_dialect(dialect)
    for name, symbol in OURS.items():
        ctx.register_dialect(name, lambda name=name, symbol=symbol: _dialect(name, symbol))
    module = parse_module(ctx, text.encode(), "test.mlir")
    if verified:
        verify(module)
    return module


def _dialect(name: str, symbol: str) -> Dialect:
    return getattr(import_module(f"pto_dialect.{name}"), symbol)
