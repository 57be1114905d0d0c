"""
What random kernels found, one small kernel for each fault.
"""

from __future__ import annotations

import pytest
from property.kernels import Kernel, Run
from property.test_random_kernels import PLANNERS, TARGETS, check_stages

TILE = "!tile.tile<8x16xf32>"
HEAD = """
func.func @kernel(%in: memref<64x64xf32>, %out: memref<128x64xf32>, %n: index, %rows: index,
                  %p: i1, %q: i1, %factor: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c32 = arith.constant 32 : index
  %x = tile.load %in[%c0, %c0] : memref<64x64xf32> -> !tile.tile<8x16xf32>
"""
FOUND = {
    "an arm yields a tile of its own twice": """
        %a, %b = scf.if %p -> (T, T) {
          scf.yield %x, %x : T, T
        } else {
          %y = tile.neg %x : T
          scf.yield %y, %y : T, T
        }
        tile.store %a, %out[%c0, %c0] : T, memref<128x64xf32>
        tile.store %b, %out[%c32, %c0] : T, memref<128x64xf32>""",
    "a body yields a tile of its own twice": """
        %y = tile.exp %x : T
        %a, %b = scf.for %i = %c0 to %n step %c1 iter_args(%u = %x, %v = %y) -> (T, T) {
          %s = tile.add %u, %v : T
          scf.yield %s, %s : T, T
        }
        tile.store %a, %out[%c0, %c0] : T, memref<128x64xf32>
        tile.store %b, %out[%c32, %c0] : T, memref<128x64xf32>""",
    "a result over a part of its operand": """
        %s = tile.slice %x[%c1, %c0] : T -> !tile.tile<4x16xf32>
        %y = tile.neg %s : !tile.tile<4x16xf32>
        tile.store %y, %out[%c0, %c0] : !tile.tile<4x16xf32>, memref<128x64xf32>""",
    "a result over a part of its operand that is known at run time only": """
        scf.for %i = %c0 to %n step %c1 {
          %y = tile.exp %x : T
          %s = tile.slice %y[%i, %c0] : T -> !tile.tile<4x16xf32>
          %z = tile.neg %s : !tile.tile<4x16xf32>
          tile.store %z, %out[%c0, %c0] : !tile.tile<4x16xf32>, memref<128x64xf32>
        }""",
}
RUNS = tuple(Run(n, 4, (p, p), 1.5) for n, p in ((0, False), (1, True), (3, True)))


@pytest.mark.parametrize("planner", PLANNERS)
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("fault", FOUND)
def test_found_kernel_keeps_its_numbers(fault: str, target: str, planner: str):
    text = f"{HEAD}{FOUND[fault]}\n  func.return\n}}\n".replace("(T", f"({TILE}")
    text = text.replace(" T", f" {TILE}")
    tensors = (("in", "f32", (64, 64)),), (("out", "f32", (128, 64)),)
    check_stages(Kernel(text, *tensors, RUNS, ()), target, planner)
