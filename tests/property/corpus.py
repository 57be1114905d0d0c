"""
Small kernels, one for each thing that a memory plan or a lowering can get wrong.
"""

from __future__ import annotations

import re

from property.kernels import Kernel, Run

TILE = "!tile.tile<8x16xf32>"
PART = "!tile.tile<4x16xf32>"
_HEAD = """\
func.func @kernel(%in: memref<64x64xf32>, %out: memref<128x64xf32>, %n: index, %rows: index,
                  %p: i1, %q: i1, %factor: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
"""
RUNS = tuple(Run(n, 4, (p, p), 1.5) for n, p in ((0, False), (1, True), (3, True)))


def small_kernel(body: str) -> Kernel:
    """
    A kernel with this body. `T` stands for the type of a tile of 8x16 numbers, `H` for one of half
    as many rows, `load(8)` for such a tile from row 8 of the input, `store %t(32)` for a store of
    one to row 32 of the output; the row is the name or value of a constant or counter.
    """

    def row(match: re.Match[str]) -> str:
        return match[1] if match[1].startswith("%") else f"%c{match[1]}"

    body = re.sub(
        r"load\(([^)]*)\)", lambda m: f"tile.load %in[{row(m)}, %c0] : memref<64x64xf32> -> T", body
    )
    body = re.sub(
        r"store (%\w+)\(([^)]*)\)",
        lambda m: (
            f"tile.store {m[1]}, %out[{m[2] if m[2][0] == '%' else '%c' + m[2]}, %c0] "
            ": T, memref<128x64xf32>"
        ),
        body,
    )
    body = re.sub(r"\bT\b", TILE, re.sub(r"\bH\b", PART, body))
    buffers = tuple(re.findall(r"buffer\.declare \"(\w+)\"", body))
    tensors = (("in", "f32", (64, 64)),), (("out", "f32", (128, 64)),)
    return Kernel(f"{_HEAD}{body}\n  func.return\n}}\n", *tensors, RUNS, buffers)


CORPUS = {
    name: small_kernel(body)
    for name, body in {
        "a loop reads a tile from outside": """
            %x = load(0)
            scf.for %i = %c0 to %n step %c1 {
              %y = tile.exp %x : T
              %z = tile.neg %y : T
              %o = arith.muli %i, %c8 : index
              store %z(%o)
            }""",
        "a result that cannot be written over its operand": """
            %x = load(0)
            %y = tile.rsqrt %x : T
            store %y(0)""",
        "scratch": """
            %x = load(0)
            %s = tile.create : T
            %y = tile.row_sum %x, %s : T -> !tile.tile<8x1xf32>
            %z = tile.row_expand_add %x, %y : T, !tile.tile<8x1xf32> -> T
            store %z(0)""",
        "two slots in use": """
            %b = buffer.declare "two" : !buffer.buffer<2>
            %x = load(0)
            buffer.bind %x to %b[%c0] : T, !buffer.buffer<2>
            %y = load(8)
            buffer.bind %y to %b[%c1] : T, !buffer.buffer<2>
            %z = tile.sub %x, %y : T
            store %z(0)
            store %x(32)
            store %y(8)""",
        "slots in turn": """
            %b = buffer.declare "turn" : !buffer.buffer<2>
            %k = load(32)
            scf.for %i = %c0 to %n step %c1 {
              %s = arith.remui %i, %c2 : index
              %o = arith.muli %i, %c8 : index
              %x = load(%o)
              buffer.bind %x to %b[%s] : T, !buffer.buffer<2>
              %y = tile.add %x, %k : T
              store %y(%o)
            }""",
        "a part of a tile": """
            %x = load(0)
            %s = tile.slice %x[%c4, %c0] : T -> H
            %y = tile.add %s, %s : H
            tile.store %y, %out[%c0, %c0] : H, memref<128x64xf32>""",
        "a part that overlaps what becomes of it": """
            %x = load(0)
            %s = tile.slice %x[%c1, %c0] : T -> H
            %y = tile.neg %s : H
            tile.store %y, %out[%c0, %c0] : H, memref<128x64xf32>""",
        "a buffer of its own": """
            %b = buffer.declare "own" : !buffer.buffer
            %x = load(0)
            buffer.bind %x to %b : T, !buffer.buffer
            %y = load(8)
            %z = tile.exp %y : T
            store %z(8)
            store %x(0)""",
        "a tile that is needed after it is overwritten": """
            %x = load(0)
            %h = tile.slice %x[%c4, %c0] : T -> H
            %e = tile.exp %h : H
            %y = tile.assemble %x, %e[%c0, %c0] : T, H
            %z = tile.sub %y, %x : T
            store %z(0)""",
        "carries that change places": """
            %x = load(0)
            %y = load(8)
            %a, %b = scf.for %i = %c0 to %n step %c1 iter_args(%u = %x, %v = %y) -> (T, T) {
              scf.yield %v, %u : T, T
            }
            store %a(0)
            store %b(32)""",
        "a branch that passes a tile through": """
            %x = load(0)
            %r = scf.if %p -> (T) {
              scf.yield %x : T
            } else {
              %y = tile.neg %x : T
              scf.yield %y : T
            }
            %z = tile.add %r, %x : T
            store %z(0)""",
        "reserved memory": """
            %r = mem.reserve "fifo" at 0 : !mem.ref<vec, 1024>
            %x = load(0)
            %y = tile.exp %x : T
            store %y(0)""",
    }.items()
}
"""By what they are about."""
