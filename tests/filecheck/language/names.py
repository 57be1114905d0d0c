# RUN: pto-compile %s:by_name --emit=tile | filecheck %s --check-prefix=BY
# RUN: pto-compile %s:closure --emit=tile | filecheck %s --check-prefix=MADE
# RUN: pto-compile %s:P --emit=tile | filecheck %s --check-prefix=METHOD

# Names mean what they mean in Python: variables first, then what stands around the kernel.

from types import SimpleNamespace

import pto_dialect.language as lang
from pto_dialect.language import FP32, Mem, Out, Tensor, Tile, function, load, program, store

SIZE = 32
Block = Tile[[SIZE, SIZE], FP32, Mem.Vec]
config = SimpleNamespace(rows=16, scratch=lang.Buffer())
buffers = [lang.Buffer("first"), lang.Buffer("second")]
Held = Tile[[SIZE, SIZE], FP32, Mem.Vec, buffers[0]]


def make(columns: int, ping: lang.Buffer):
    unused_in_the_body = 8

    @function
    def made(a: Tensor[[unused_in_the_body, 64], FP32], b: Tensor[[8, 64], FP32]):
        t: Tile[[8, columns], FP32, Mem.Vec, ping] = load(a, [0, 0], [8, columns])

    return made


# BY-LABEL: func.func @by_name(%a: memref<32x32xf32>, %out: memref<32x32xf32>) {
# BY:         %first = buffer.declare "first"
# BY-NEXT:    %second = buffer.declare "second"
# BY-NEXT:    %scratch = buffer.declare "scratch"
# BY-NEXT:    %t = tile.load %a[%c0, %c0] : memref<32x32xf32> -> !tile.tile<vec, 32x32xf32>
# BY-NEXT:    %u = tile.exp %t
# BY-NEXT:    buffer.bind %u to %first
# BY-NEXT:    %v = tile.exp %u
# BY-NEXT:    buffer.bind %v to %second
# BY-NEXT:    %w = tile.exp %v
# BY-NEXT:    buffer.bind %w to %scratch
# BY-NEXT:    %SIZE = tile.slice %w[%c0, %c0] : !tile.tile<vec, 32x32xf32> -> !tile.tile<vec, 16x16xf32>
# BY-NEXT:    tile.store %SIZE, %out
@function
def by_name(a: Tensor[[SIZE, SIZE], FP32], out: Out[Tensor[[SIZE, SIZE], FP32]]):
    "A docstring."
    t: Block = load(a, [0, 0], [SIZE, SIZE])
    u: Held = lang.exp(t)
    v: Tile[[SIZE, SIZE], FP32, Mem.Vec, buffers[1]] = lang.exp(u)
    w: Tile[[SIZE, SIZE], FP32, Mem.Vec, config.scratch] = lang.exp(v)
    SIZE = lang.slice(w, [config.rows, config.rows], [0, 0])
    out = store(SIZE, [0, 0], out)
    return out


# MADE-LABEL: func.func @made(%a: memref<8x64xf32>, %b: memref<8x64xf32>) {
# MADE:         %ping = buffer.declare "ping"
# MADE-NEXT:    %t = tile.load {{.*}} -> !tile.tile<vec, 8x16xf32>
# MADE-NEXT:    buffer.bind %t to %ping
closure = make(16, lang.Buffer())


@program
class P:
    ROWS = 4

    # METHOD-LABEL: func.func @method(%a: memref<4x64xf32>) {
    # METHOD:         %x = tile.load {{.*}} -> !tile.tile<4x8xf32>
    # METHOD-NEXT:    %y = tile.load {{.*}} -> !tile.tile<4x8xf32>
    # METHOD-NEXT:    %x_1 = tile.exp %x
    # METHOD-NEXT:    %z = tile.add %y, %x_1
    @function
    def method(self, a: Tensor[[ROWS, 64], FP32]):
        x, y = load(a, [0, 0], [self.ROWS, 8]), load(a, [0, 8], [self.ROWS, 8])
        x = lang.exp(x)
        x, y = y, x
        z = x
        z += y
