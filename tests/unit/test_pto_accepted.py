"""Text that the assembler takes, each beside the nearest one that it does not."""

from __future__ import annotations

import re

import pytest
from pto_text import read

from lowering.emit_pto import emit_module
from pto_dialect.diagnostics import CompileError

ACC = "!pto.tile_buf<acc, 16x32xf32, blayout=col_major, slayout=row_major, fractal=1024>"
VEC = "!pto.tile_buf<vec, 8x32xf32>"
NZ = "blayout=col_major, slayout=row_major"
MAT = f"!pto.tile_buf<mat, 16x32xf16, {NZ}>"
ROW_MORE = f"!pto.tile_buf<vec, 17x32xf16, valid=16x32, {NZ}, compact=2>"
TOO_MANY = f"!pto.tile_buf<vec, 17x32xf16, {NZ}>"
PAIRS = "!pto.tile_buf<vec, 16x32x!pto.f4E2M1x2>"
RUNS, ROWS = "!pto.tile_buf<vec, 8x1024xf32, valid=1x1024>", "!pto.tile_buf<vec, 8x1024xf32>"
HALVES = "{accToVecMode = #pto.acc_to_vec_mode<dual_mode_split_m>}"
LEFT = "!pto.tile_buf<left, 64x32x!pto.f4E2M1x2, blayout=col_major, slayout=row_major>"
RIGHT = "!pto.tile_buf<right, {}x!pto.f4E1M2x2, slayout=col_major>"
LEFT_SCALES = "!pto.tile_buf<scaling, 64x2x!pto.f8E8M0, slayout=row_major, fractal=32>"
RIGHT_SCALES = f"!pto.tile_buf<scaling, 2x64x!pto.f8E8M0, {NZ.replace('row', 'col')}, fractal=32>"
SUM = "!pto.tile_buf<acc, 64x64xf32, blayout=col_major, slayout=row_major, fractal=1024>"
TABLE, INDICES = "!pto.partition_tensor_view<16x32xf16>", "!pto.partition_tensor_view<1x16xi32>"


def _product(types: str) -> str:
    right = RIGHT.format(types)
    names = f"{LEFT}, {LEFT_SCALES}, {right}, {RIGHT_SCALES}"
    return f"pto.tmatmul.mx ins(%a, %b, %c, %d : {names}) outs(%e : {SUM})"


def _in_function(operation: str) -> str:
    """A function with this operation, the tiles and views being its arguments."""
    arguments = dict[str, str]()
    for names, types in re.findall(r"\((%[^:()]*) : ([^()]*)\)", operation):
        spelled = re.split(r", (?=!|index|i32)", types)
        arguments |= zip(names.split(", "), spelled, strict=True)
    constant = "%zero = arith.constant 0 : index"
    given = ", ".join(f"{n}: {t}" for n, t in arguments.items() if n != "%zero")
    return f"func.func @f({given}) {{\n  {constant}\n  {operation}\n  return\n}}"


@pytest.mark.parametrize(
    ("good", "bad"),
    [
        pytest.param(
            f"pto.tinsert ins(%a, %zero, %zero : {ROW_MORE}, index, index) outs(%b : {MAT})",
            f"pto.tinsert ins(%a, %zero, %zero : {TOO_MANY}, index, index) outs(%b : {MAT})",
            id="only what is valid is inserted",
        ),
        pytest.param(
            f"pto.textract ins(%a, %zero, %zero : {MAT}, index, index) outs(%b : {ROW_MORE})",
            f"pto.textract ins(%a, %zero, %zero : {MAT}, index, index) outs(%b : {TOO_MANY})",
            id="only what is valid is extracted",
        ),
        pytest.param(
            f"pto.tinsert ins(%a, %zero, %zero : {ACC}, index, index) outs(%b : {VEC}) {HALVES}",
            f"pto.tinsert ins(%a, %zero, %zero : {ACC}, index, index) outs(%b : {VEC})",
            id="each core gets half of the rows",
        ),
        pytest.param(
            f"pto.tcvt ins(%a : !pto.tile_buf<vec, 16x64xbf16>) outs(%b : {PAIRS})",
            f"pto.tcvt ins(%a : !pto.tile_buf<vec, 16x48xbf16>) outs(%b : {PAIRS})",
            id="two values in an element",
        ),
        pytest.param(
            f"pto.tmrgsort ins(%a, %n : {RUNS}, i32) outs(%b : {RUNS})",
            f"pto.tmrgsort ins(%a, %n : {ROWS}, i32) outs(%b : {ROWS})",
            id="one valid row is sorted",
        ),
        pytest.param(_product("64x32"), _product("48x32"), id="pairs along N"),
        pytest.param(_product("32x64"), _product("32x48"), id="pairs along K"),
        pytest.param(
            f"pto.mgather ins(%a, %b, %c : {TABLE}, {INDICES}, {TABLE}) outs(%d : {MAT}) "
            "{coalesce = #pto<coalesce row>}",
            f"pto.mgather ins(%a, %b, %n : {TABLE}, {INDICES}, i32) outs(%d : {MAT}) "
            "{coalesce = #pto<coalesce row>}",
            id="scratch in global memory",
        ),
    ],
)
def test_what_is_taken_and_what_is_not(good: str, bad: str):
    module = read(_in_function(good), arch="a5")
    text = emit_module(module)
    assert read(text, arch="a5").is_structurally_equivalent(module)
    with pytest.raises(CompileError):
        read(_in_function(bad), arch="a5")
