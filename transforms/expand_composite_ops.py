"""
Make operations that no instruction computes of ones that there are.

What it does: `tile.sin` and `tile.cos` become arithmetic. The angle is reduced by the nearest
multiple of pi, which is subtracted in four parts so that the rest is exact to the last bit for
angles up to some 10,000; a polynomial of odd powers gives the sine of the rest, and an odd multiple
changes its sign. The cosine is reduced by odd multiples of pi/2. Elements narrower than f32 are
converted to f32 and back. The largest error for angles up to 1,000 is 2e-7.

Needs: nothing. Leaves: neither `tile.sin` nor `tile.cos`; a binding of the result stays on it.

    %s = tile.sin %x : !tile.tile<vec, 8x64xf32>
    ⟶ %q = tile.muls %x, %one_by_pi : …; %k = tile.cast %q {mode = "rint"} : …; …
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import arith
from xdsl.dialects.builtin import Float32Type, FloatAttr, ModuleOp, f32, i32
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, Operation, SSAValue
from xdsl.passes import ModulePass

from pto_dialect.diagnostics import fail
from pto_dialect.module_attributes import functions_in
from pto_dialect.tile.ops.base import SimpleTileOp, tile_type
from pto_dialect.tile.ops.elementwise import (
    AddsOp,
    CastOp,
    CosOp,
    MulOp,
    MulsOp,
    RoundMode,
    SinOp,
    SubOp,
)

PI_PARTS = (3.140625, 0.0009670257568359375, 6.2771141529083252e-07, 1.2154201256553420e-10)
"""Pi as a sum; each but the last has few enough bits that its multiples are exact in f32."""

SINE = (2.604926501e-6, -1.980894471e-4, 8.333049340e-3, -1.666665792e-1)
"""Coefficients of x^9, x^7, x^5 and x^3 of the sine between -pi/2 and pi/2, highest first."""

ONE_BY_PI = 0.318309886183790672


@dataclass(frozen=True)
class ExpandCompositeOpsPass(ModulePass):
    """Make operations that no instruction computes of others; see the module's docstring."""

    name = "expand-composite-ops"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in functions_in(op):
            found = [inner for inner in function.walk() if isinstance(inner, SinOp | CosOp)]
            if found:
                expansion = _Expansion(function)
                for inner in found:
                    expansion.expand(inner)


class _Expansion:
    """Expands operations of one function, which share constants at its head."""

    def __init__(self, function: FuncOp):
        self._head = function.body.block
        self._constants: dict[float, SSAValue] = {}
        self._at: Operation = function

    def expand(self, op: SinOp | CosOp) -> None:
        """Replace one operation."""
        self._at = op
        source = tile_type(op.src)
        x: SSAValue = op.src
        if not isinstance(source.element_type, Float32Type):
            if source.element_bits > 16:
                fail(op, f"{op.name} computes f32 and narrower elements, not {source.element_type}")
            x = self._add(CastOp(x, f32, RoundMode.NONE))
        # The number of pi's, and what is left: for the cosine counted from pi/2 on.
        quotient = self._with(MulsOp, x, ONE_BY_PI)
        if isinstance(op, CosOp):
            quotient = self._with(AddsOp, quotient, -0.5)
        number = self._add(CastOp(quotient, i32, RoundMode.RINT))
        turns = self._add(CastOp(number, f32, RoundMode.RINT))
        multiple = turns
        if isinstance(op, CosOp):
            multiple = self._with(AddsOp, turns, 0.5)
        rest = x
        for part in PI_PARTS:
            rest = self._add(SubOp(rest, self._with(MulsOp, multiple, part)))
        result = self._signed(op, turns, self._sine(rest))
        self._replace(op, result)

    def _sine(self, x: SSAValue) -> SSAValue:
        square = self._add(MulOp(x, x))
        total = self._with(MulsOp, square, SINE[0])
        for coefficient in SINE[1:]:
            total = self._add(MulOp(self._with(AddsOp, total, coefficient), square))
        return self._add(MulOp(self._with(AddsOp, total, 1.0), x))

    def _signed(self, op: SinOp | CosOp, turns: SSAValue, value: SSAValue) -> SSAValue:
        """
        Times one for an even number of turns and minus one for an odd one; the other way round for
        the cosine, whose sine is counted from pi/2 on.
        """
        half = self._with(MulsOp, turns, 0.5)
        whole = self._add(CastOp(half, i32, RoundMode.FLOOR))
        even = self._with(MulsOp, self._add(CastOp(whole, f32, RoundMode.RINT)), 2.0)
        odd = self._add(SubOp(turns, even))
        factor, offset = (2.0, -1.0) if isinstance(op, CosOp) else (-2.0, 1.0)
        sign = self._with(AddsOp, self._with(MulsOp, odd, factor), offset)
        return self._add(MulOp(value, sign))

    def _replace(self, op: SinOp | CosOp, result: SSAValue) -> None:
        """Give the result of the last operation the place, type and name of the old one."""
        element = tile_type(op.result).element_type
        if element != f32:
            result = self._add(CastOp(result, element, RoundMode.RINT))
        result.name_hint = op.result.name_hint
        op.result.replace_all_uses_with(result)
        op.detach()
        op.erase()

    def _with(self, kind: type[SimpleTileOp], tile: SSAValue, number: float) -> SSAValue:
        return self._add(kind(tile, self._constant(number)))

    def _add(self, op: Operation) -> SSAValue:
        """Put an operation before the one that is replaced."""
        op.location = self._at.location
        op.attributes.update(self._at.attributes)
        block = self._at.parent
        assert isinstance(block, Block)
        block.insert_op_before(op, self._at)
        return op.results[0]

    def _constant(self, number: float) -> SSAValue:
        known = self._constants.get(number)
        if known is not None:
            return known
        op = arith.ConstantOp(FloatAttr(number, f32))
        op.location = self._at.location
        op.result.name_hint = "cst"
        first = self._head.first_op
        assert first is not None
        self._head.insert_op_before(op, first)
        self._constants[number] = op.result
        return op.result
