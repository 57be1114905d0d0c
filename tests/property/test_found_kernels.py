"""
What random kernels found, one small kernel for each fault.
"""

from __future__ import annotations

import pytest
from property.corpus import small_kernel
from property.test_random_kernels import PLANNERS, TARGETS, check_stages

FOUND = {
    "an arm yields a tile of its own twice": """
        %x = load(0)
        %a, %b = scf.if %p -> (T, T) {
          scf.yield %x, %x : T, T
        } else {
          %y = tile.neg %x : T
          scf.yield %y, %y : T, T
        }
        store %a(0)
        store %b(32)""",
    "a body yields a tile of its own twice": """
        %x = load(0)
        %y = tile.exp %x : T
        %a, %b = scf.for %i = %c0 to %n step %c1 iter_args(%u = %x, %v = %y) -> (T, T) {
          %s = tile.add %u, %v : T
          scf.yield %s, %s : T, T
        }
        store %a(0)
        store %b(32)""",
    "a result over a part of its operand": """
        %x = load(0)
        %s = tile.slice %x[%c1, %c0] : T -> H
        %y = tile.neg %s : H
        tile.store %y, %out[%c0, %c0] : H, memref<128x64xf32>""",
    "a result over a part of its operand that is known at run time only": """
        %x = load(0)
        scf.for %i = %c0 to %n step %c1 {
          %y = tile.exp %x : T
          %s = tile.slice %y[%i, %c0] : T -> H
          %z = tile.neg %s : H
          tile.store %z, %out[%c0, %c0] : H, memref<128x64xf32>
        }""",
    "elements of a column whose extent is known at run time only": """
        %x = load(0)
        %v = tile.set_valid_shape %x valid [%rows] : T -> !tile.tile<8x16xf32, valid=?x16>
        %s = tile.create : T
        %c = tile.row_max %v, %s :
          !tile.tile<8x16xf32, valid=?x16>, T -> !tile.tile<8x1xf32, valid=?x1>
        %e = tile.exp %c : !tile.tile<8x1xf32, valid=?x1>
        %y = tile.row_expand_add %v, %e :
          !tile.tile<8x16xf32, valid=?x16>, !tile.tile<8x1xf32, valid=?x1>
          -> !tile.tile<8x16xf32, valid=?x16>
        tile.store %y, %out[%c0, %c0] : !tile.tile<8x16xf32, valid=?x16>, memref<128x64xf32>""",
    "bits of a window whose rows have gaps between them": """
        %x = load(0)
        %t = tile.cast %x {mode = "rint"} : T -> !tile.tile<8x16xi32>
        %w = tile.slice %t[%c0, %c8] : !tile.tile<8x16xi32> -> !tile.tile<8x8xi32>
        %v = tile.set_valid_shape %w valid [%rows] :
          !tile.tile<8x8xi32> -> !tile.tile<8x8xi32, valid=?x8>
        %a = tile.not %w : !tile.tile<8x8xi32>
        %b = tile.not %v : !tile.tile<8x8xi32, valid=?x8>
        %f = tile.cast %a {mode = "rint"} : !tile.tile<8x8xi32> -> !tile.tile<8x8xf32>
        %g = tile.cast %b {mode = "rint"} :
          !tile.tile<8x8xi32, valid=?x8> -> !tile.tile<8x8xf32, valid=?x8>
        tile.store %f, %out[%c0, %c0] : !tile.tile<8x8xf32>, memref<128x64xf32>
        tile.store %g, %out[%c32, %c0] : !tile.tile<8x8xf32, valid=?x8>, memref<128x64xf32>""",
    "a result in the place of the first part of a column": """
        %x = load(0)
        %r = tile.reshape %x : T -> !tile.tile<128x1xf32>
        %s = tile.slice %r[%c0, %c0] : !tile.tile<128x1xf32> -> !tile.tile<16x1xf32>
        %y = tile.neg %s : !tile.tile<16x1xf32>
        %z = tile.reshape %y : !tile.tile<16x1xf32> -> !tile.tile<1x16xf32>
        tile.store %z, %out[%c0, %c0] : !tile.tile<1x16xf32>, memref<128x64xf32>""",
}


@pytest.mark.parametrize("planner", PLANNERS)
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("fault", FOUND)
def test_found_kernel_keeps_its_numbers(fault: str, target: str, planner: str):
    check_stages(small_kernel(FOUND[fault]), target, planner)
