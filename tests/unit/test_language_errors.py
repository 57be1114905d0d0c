"""What the language rejects: message, line and column of each error."""

from __future__ import annotations

from pathlib import Path

import pytest

from pto_dialect.diagnostics import CompileError
from pto_dialect.language.expressions import Expressions
from pto_dialect.language.kernel import function
from pto_dialect.language.module import tile_module
from pto_dialect.tools.compile import load_kernels
from pto_dialect.tools.verifier import verify

HEAD = """\
import math
import pto_dialect.language as pl
"""

SIGNATURE = """\
@pl.function(type=pl.FunctionType.InCore)
def k(
    a: pl.Tensor[[256, 64], pl.FP32],
    n: pl.Scalar[pl.INDEX],
    x: pl.Scalar[pl.FP32],
    out: pl.Out[pl.Tensor[[256, 64], pl.FP32]],
):
    t = pl.load(a, [0, 0], [64, 64])
    u = pl.load(a, [64, 0], [64, 64])
"""

VEC = "pl.Tile[[64, 64], pl.FP32, pl.Mem.Vec, {}]"


def compile_text(tmp_path: Path, text: str) -> None:
    """Compile every kernel of a Python file to checked tile IR."""
    path = tmp_path / "kernel.py"
    path.write_text(text)
    for kernel in load_kernels(str(path)).values():
        verify(tile_module(kernel))


def error_of(tmp_path: Path, text: str) -> CompileError:
    """The error of a Python file."""
    with pytest.raises(CompileError) as caught:
        compile_text(tmp_path, text)
    return caught.value


def body_error(tmp_path: Path, body: str, before: str = "") -> tuple[CompileError, str]:
    """
    The error of a kernel with this body, and the source at its place: the line from the column
    on.
    """
    indented = "".join(f"    {line}\n" for line in body.strip("\n").split("\n"))
    text = HEAD + before + SIGNATURE + indented
    error = error_of(tmp_path, text)
    assert error.file == str(tmp_path / "kernel.py")
    assert error.line is not None
    assert error.column is not None
    return error, text.split("\n")[error.line - 1][error.column - 1 :]


ODD = """\
class Odd:
    def fails(self, *of):
        raise RuntimeError("odd")
    __getattr__ = __bool__ = __repr__ = __eq__ = __getitem__ = fails
odd = Odd()
"""


@pytest.mark.parametrize(
    ("body", "message", "place"),
    [
        ("v = odd.x", "RuntimeError: odd", "odd.x"),
        ("v = odd[0]", "RuntimeError: odd", "odd[0]"),
        ("v = odd == 1", "RuntimeError: odd", "odd == 1"),
        ("v = t if odd else u", "RuntimeError: odd", "odd else"),
        ("v = n > 0 and odd", "RuntimeError: odd", "odd"),
        ("if odd:\n    pass", "RuntimeError: odd", "odd:"),
        ("v = pl.exp(odd)", "'tile' of pl.exp is a tile, not a value of type Odd", "odd)"),
        ("v = pl.exp(Odd)", "'tile' of pl.exp is a tile, not Odd", "Odd)"),
    ],
)
def test_objects_that_raise_are_errors_at_their_place(
    tmp_path: Path, body: str, message: str, place: str
):
    error, rest = body_error(tmp_path, body, ODD)
    assert error.message == message
    assert rest.startswith(place)


def test_name_of_an_extent(tmp_path: Path):
    error = error_of(tmp_path, HEAD + "N = pl.dynamic(3)\n")
    assert error.message == "the name of an extent is a name of Python's, not 3"
    assert (error.line, error.column) == (3, 5)


@pytest.mark.parametrize(
    ("body", "message", "place"),
    [
        # Names.
        ("v = pl.exp(tt)", "name 'tt' is not defined; did you mean 't'?", "tt)"),
        ("v = zzz", "name 'zzz' is not defined", "zzz"),
        (
            "v = pl.exq(t)",
            "there is no pl.exq; did you mean 'pl.exp'?",
            "pl.exq(t)",
        ),
        (
            "v = pl.tile.exq(t)",
            "there is no pl.tile.exq; did you mean 'pl.tile.exp'?",
            "pl.tile.exq(t)",
        ),
        (
            "v = pl.cast(t, pl.INT4)",
            "not supported: pl.INT4, which is for elements of 4 bits",
            "pl.INT4",
        ),
        ("v = t.shapes", "a tile of 64x64xf32 has no attribute 'shapes'", "t.shapes"),
        ("v = pl.Mem.vec", "pl.Mem has no attribute 'vec'; did you mean 'Vec'?", "pl.Mem.vec"),
        # Numbers that do not fit.
        ("v = t + 1e300", "1e+300 does not fit into f32", "t + 1e300"),
        ("v = t + 10**400", "an integer of 1329 bits does not fit into f32", "t + 10**400"),
        ("v = 10**5000", "an integer of up to 20000 bits is too large", "10**5000"),
        (
            "for i in range(2**63):\n    pass",
            "9223372036854775808 does not fit into index",
            "range(2**63)",
        ),
        ("v = 1 << 10**9", "an integer of up to 1000000001 bits is too large", "1 << 10**9"),
        (
            "for i in range(2**70, 0, -1):\n    pass",
            "1180591620717411303424 does not fit into index",
            "range(2**70",
        ),
        ("v = n << 64", "a shift of index is by 0 to 63, not 64", "n << 64"),
        ("v = n >> -1", "a shift of index is by 0 to 63, not -1", "n >> -1"),
        (
            "v = pl.create_tile([2**70, 64], pl.FP32)",
            "the size of a tile 1180591620717411303424x64 overflows 64 bits",
            "v = ",
        ),
        (
            "b = pl.Buffer(slots=2)\nfor i in range(4):\n    v: "
            + VEC.format("b[i % 4]")
            + " = pl.exp(t)",
            "slot 3 of buffer 'b' is out of range, it has 2 slots",
            "pl.Tile",
        ),
        # Annotations that would be lost.
        ("b = pl.Buffer()\nv: b = pl.exp(t)", "'b' is no type", "b = pl.exp(t)"),
        ("b = pl.Buffer(slots=2)\nv: b[0] = pl.exp(t)", "'b[0]' is no type", "b[0] = pl.exp(t)"),
        ("v: pl.Mem.Vec = pl.exp(t)", "'pl.Mem.Vec' is no type", "pl.Mem.Vec"),
        (
            f"b = pl.Buffer(slots=2)\nv: {VEC.format('b[None]')} = pl.exp(t)",
            "the slot of a buffer needs a scalar, not None",
            "None]",
        ),
        ("v = 2 << t", "not supported: '<<' of a number by a tile", "2 << t"),
        (
            "v = pl.slice(a, [4], [0, 0])",
            "a part of a tensor of 256x64xf32 has 2 extents and as many offsets, not 1 and 2",
            "pl.slice",
        ),
        (
            "v = pl.slice(t, [4, 64], [0, 0], pad_value=1.0)",
            "not supported: pad_value= of pl.slice",
            "1.0)",
        ),
        (
            "v = pl.matmul(t, t, out_dtype=pl.BF16)",
            "the product is accumulated in f32, not in bf16",
            "pl.BF16",
        ),
        ("v = pl.matmul(t, t, b_trans=True)", "not supported: b_trans= of pl.matmul", "True)"),
        (
            "v = pl.move(t, target_memory=pl.Mem.Vec, blayout='diagonal')",
            "'blayout' of pl.move is one of row_major, col_major, not the text 'diagonal'",
            "'diagonal'",
        ),
        (
            "v = pl.load(a, [0, 0], [64, 64], valid_shape=[n, 64])\n"
            "pl.store(v, [0, 0], out, [8, 8, 64])",
            "not supported: a tile with valid ?x64 of 64x64 as 8x8x64",
            "[8, 8, 64]",
        ),
        (
            "for () in pl.while_(init_values=()):\n    pl.cond(n < 3)\n    pl.yield_()",
            "a pl.while_ loop has the form 'for (x,) in pl.while_(init_values=(x0,))', begins with "
            "pl.cond(...) and ends with pl.yield_(...), with as many values each",
            "pl.while_",
        ),
        (
            "pl.static_assert(a)",
            "pl.static_assert of a tensor of 256x64xf32, which is known at run time only",
            "a)",
        ),
        (
            "v: pl.Tile[[64, 64], pl.FP32, pl.TileView(stride=[128, 1])] = t",
            "not supported: stride= of pl.TileView",
            "pl.Tile",
        ),
        # What a tensor annotation says about its memory.
        (
            "v: pl.Tensor[[256, 64], pl.FP32, pl.DN] = out",
            "'v' is annotated as a tensor stored column by column (pl.DN), but it is a tensor of",
            "pl.Tensor[[256, 64], pl.FP32, pl.DN]",
        ),
        (
            "v: pl.Tensor[[2, 128, 64], pl.FP32, pl.DN] = out",
            "not supported: a tensor of 2x128x64 that is stored column by column (pl.DN)",
            "pl.DN",
        ),
        (
            "v: pl.Tensor[[256, 64], pl.FP32, pl.TensorView(layout=pl.NZ)] = out",
            "not supported: a tensor of 256x64 that is stored in blocks (pl.NZ)",
            "pl.TensorView",
        ),
        (
            "v: pl.Tensor[[256, 64], pl.FP32, pl.TensorView(stride=[128, 1])] = out",
            "not supported: a tensor of 256x64 that is not stored without gaps",
            "pl.TensorView",
        ),
        (
            "v: pl.Tensor[[256, 64], pl.FP32, pl.TensorView(valid_shape=[16, 64])] = out",
            "not supported: a tensor of which a part is valid only",
            "pl.TensorView",
        ),
        (
            "v: pl.Tensor[[256, 64], pl.FP32, pl.TensorView(rows=1)] = out",
            "TypeError: TensorView.__init__() got an unexpected keyword argument 'rows'",
            "pl.TensorView",
        ),
        (
            "v: pl.Tile[[64, 64], pl.FP32, pl.TileView(blayout=pl.TileLayout.col_major)] = t",
            "'v' is annotated with blayout col_major, but it has row_major",
            "pl.Tile",
        ),
        (
            "v = pl.tensor.full([64, 64], pl.FP32, 0.0)",
            "not supported: pl.tensor.full, which is for host-side code; a kernel stores to its "
            "parameters",
            "pl.tensor.full",
        ),
        # Calls of operations.
        ("v = pl.load(a, *[[0, 0], [64, 64]])", "not supported: * in a call", "*[[0"),
        ("v = int(**{})", "not supported: ** in a call", "{})"),
        ("v = max(t, 0.0)", "not supported: 'max' of a tile of 64x64xf32", "t, 0.0)"),
        ("v = pl.exp(t, u)", "pl.exp takes (tile), 2 arguments given", "pl.exp(t, u)"),
        ("v = pl.exp()", "pl.exp takes (tile), argument 'tile' is missing", "pl.exp()"),
        (
            "v = pl.exp(t, fast=True)",
            "pl.exp takes (tile), it has no argument 'fast'",
            "fast=True)",
        ),
        (
            "v = pl.set_validshape(t, 8, valid_colls=8)",
            "pl.set_validshape takes (tile, valid_rows|valid_shape, valid_cols), it has no "
            "argument 'valid_colls'; did you mean 'valid_cols'?",
            "valid_colls=8)",
        ),
        (
            "v = pl.load(a, [0, 0], [64, 64], target_memory=pl.Mem.Left)",
            "pl.load puts a tile into Vec or Mat, not into left",
            "pl.Mem.Left)",
        ),
        ("v = pl.add(t, lhs=u)", "argument 'lhs' of pl.add is given twice", "lhs=u)"),
        ("v = pl.exp(a)", "'tile' of pl.exp is a tile, not a tensor of 256x64xf32", "a)"),
        ("v = pl.exp(2.0)", "'tile' of pl.exp is a tile, not 2.0", "2.0)"),
        ("v = pl.add(t, a)", "'rhs' of pl.add is a number, not a tensor of 256x64xf32", "a)"),
        ("v = pl.load(t, [0, 0], [64, 64])", "'tensor' of pl.load is a tensor, not a tile", None),
        (
            "v = pl.load(a, [0, 0], [n, 64])",
            "'shape' of pl.load is a list of compile-time integers, a scalar of type index is none",
            "[n, 64])",
        ),
        ("v = pl.load(a, [0, 0], [0, 64])", "the shape [0, 64] of pl.load has an empty", None),
        ("v = pl.load(a, [0, 1.5], [64, 64])", "'offsets' of pl.load is made of integers", None),
        ("v = pl.load(a, [0], [64, 64])", "a tensor of 2 dimensions has 1 offsets", "v = pl.load"),
        (
            "v = pl.load(a, [200, 0], [64, 64])",
            "elements 200 to 264 of dimension 0 reach outside of the tensor's 256",
            "v = pl.load",
        ),
        (
            "v = pl.load(a, [0, 0], [64, 64], [65, 64])",
            "valid extents 65x64 reach outside of the shape 64x64",
            "[65, 64])",
        ),
        (
            "v = pl.load(a, [0, 0], [64, 64], target_memory=pl.Mem.DDR)",
            "'target_memory' of pl.load is an on-chip memory space",
            None,
        ),
        ("v = pl.full([64, 64], 'f32', 0)", "'dtype' of pl.full is an element type", None),
        (
            "v = pl.load(a, [0, 0], [64, 64], target_memory=pl.Mem.Vec, transpose=True)",
            "pl.load transposes a tile in pl.Mem.Mat only",
            "True",
        ),
        (
            "v = pl.move(t, blayout=pl.TileLayout.none_box)",
            "'blayout' of pl.move is one of row_major, col_major",
            "pl.TileLayout.none_box",
        ),
        ("pl.prefetch.session(t)", "'context' of pl.prefetch.session is a context of", "t"),
        ("pl.prefetch.wait(1, 2)", "'event' of pl.prefetch.wait is an event of", "1"),
        ("v = pl.array.create(0, pl.INT32)", "'size' of pl.array.create is a positive", "0"),
        ("v = pl.array.get_element(a, 0)", "'array' of pl.array.get_element is an array of", "a"),
        ("v = pl.load(pl.array.create(4, pl.INT32), [0], [4])", "'tensor' of pl.load is", None),
        ("v = pl.array.make(4, pl.INT32)", "there is no pl.array.make", "pl.array.make"),
        (
            "pl.store(t, [0, 0], out, atomic='add')",
            "'atomic' of pl.store is pl.AtomicType.Add or pl.AtomicType.None_, not the text 'add'",
            "'add'",
        ),
        (
            "pl.assemble(t, u, [0, 0], atomic=pl.AtomicType.Add)",
            "pl.assemble adds to what is in a tensor, not in a tile",
            "pl.AtomicType.Add",
        ),
        (
            "b = pl.store(t, [0, 0], out)\nc = pl.store(t, [0, 0], out, atomic=pl.AtomicType.Add)",
            "'out' is an older version of a tensor that has been stored to since",
            "out, atomic",
        ),
        (
            "v = pl.tile.max(t, 2)",
            "'axis' of pl.tile.max is the last dimension of the tile, or the first one of a matrix",
            "2",
        ),
        (
            "v = pl.sum(pl.set_validshape(t, 8, 8), axis=1)",
            "pl.sum gives a tile of 64x1 with valid 8x1, which keeps its dimensions",
            "pl.sum",
        ),
        ("v = pl.cast(t, pl.FP16, mode='up')", "'mode' of pl.cast is one of none, rint", None),
        (
            "v = pl.add(t, pl.slice(u, [32, 64], [0, 0]))",
            "operands of tile.add have one shape and element type, not 64x64xf32 and 32x64xf32",
            "pl.add",
        ),
        ("v = pl.exp(pl.cast(t, pl.INT32))", "tile.exp needs floating-point elements", "v = "),
        ("v = pl.adds(pl.cast(t, pl.INT32), 1.5)", "pl.adds mixes i32 and the float 1.5", None),
        ("v = pl.reshape(t, [64, 65])", "tile.reshape keeps the elements", "v = "),
        ("v = t @ 2", "not supported: '@' of tiles", "t @ 2"),
        ("v = t + a", "'+' of a tile needs a tile or a number, not a tensor", "t + a"),
        ("v = a + a", "not supported: '+' of a tensor of 256x64xf32", "a + a"),
        # Scalars.
        ("v = n / 2", "'/' of run-time integers; '//' divides them, rounding down", "n / 2"),
        ("v = n % 0", "division by zero", "n % 0"),
        ("v = n + x", "'+' mixes index and f32; convert one with pl.cast", "n + x"),
        ("v = n + 1.5", "'+' mixes index and the float 1.5", "n + 1.5"),
        ("v = n ** 2", "not supported: '**' of run-time integers", "n ** 2"),
        ("v = x // 2.0", "not supported: '//' of run-time f32 scalars", "x // 2.0"),
        ("v = 1 // 0", "ZeroDivisionError: integer division or modulo by zero", "1 // 0"),
        ("v = t < u", "not supported: comparing a tile of 64x64xf32", "t < u"),
        ("v = -a", "not supported: an operator on a tensor of 256x64xf32", "-a"),
        ("v = not n", "not supported: 'not' of a scalar of type index", "not n"),
        ("v = (n > 0) + 1", "'+' mixes i1 and 1", "(n > 0) + 1"),
        ("v = t if n > 0 else u", "not supported: 'if … else …' of a tile of 64x64xf32", "t if"),
        ("if x:\n    pass", "a condition is a boolean, not a scalar of type f32", "x:"),
        # Python that the language does not have.
        ("while True:\n    n = n - 1", "not supported: a loop whose condition always", "True"),
        ("while x:\n    x = x - 1", "a condition is a boolean, not a scalar of type f32", "x:"),
        (
            "while n > 0:\n    t = pl.exp(t)",
            "not supported: a while loop that reassigns 't', a tile of 64x64xf32",
            "while",
        ),
        ("while n > 0:\n    n = t", "'n' is a number before the loop and a tile of", "while"),
        ("while n > 0:\n    m = n\nv = m", "'m' may be undefined here: only a loop", "m"),
        ("while n > 0:\n    pass\nelse:\n    pass", "not supported: else after a loop", "pass"),
        ("with open('f') as f:\n    pass", "not supported: with", "with"),
        ("try:\n    pass\nfinally:\n    pass", "not supported: try", "try"),
        ("def f():\n    pass", "not supported: a function inside of a kernel", "def f"),
        ("v = [i for i in range(3)]", "not supported: a comprehension", "[i for"),
        ("v = lambda: 1", "not supported: lambda", "lambda"),
        ("v = f'{n}'", "not supported: an f-string", "f'"),
        ("v = {1: 2}", "not supported: a dict", "{1"),
        ("print(n)", "not supported: calling 'print'", "print"),
        ("import os", "not supported: import inside of a kernel", "import os"),
        ("assert n", "not supported: assert", "assert"),
        ("for i in range(3):\n    break", "not supported: break", "break"),
        ("for i in range(3):\n    return", "not supported: return before the end", "return"),
        ("t.x = 1", "not supported: assigning to an attribute", "t.x"),
        ("v = [1, 2]\nv[0] = 1", "not supported: assigning to an element", "v[0]"),
        ("v = n[0]", "not supported: indexing a scalar of type index", "n[0]"),
        ("v = t[0, 0, 0]", "3 indices of 2 dimensions", "t[0"),
        ("v = a[0, 0, 0]", "3 indices of 2 dimensions", "a[0"),
        ("v = t[0.5]", "an index is an integer, not 0.5", "t[0.5]"),
        ("v = t[::2]", "not supported: a slice with a step", "t[::2]"),
        ("v = t[0:n]", "the extents of a slice of a tile are known at compile time", "t[0:n]"),
        ("v = t[60:70]", "", None),
        ("v = t[4:4]", "the shape [0, 64] of pl.slice has an empty dimension", "t[4:4]"),
        ("t[0:4] = t", "a tile of 64x64xf32 does not fit into a part of [4, 64]", "t[0:4]"),
        ("t[0:4] = a", "a part of a tile is assigned a tile, not a tensor of 256x64xf32", "t[0"),
        ("a[0:4] = t", "a tile with valid 64x64 does not fit into a part of [4, 64]", "a[0:4]"),
        ("a[0:4] = 1.0", "a part of a tensor is assigned a tile, not 1.0", "a[0:4]"),
        ("v = pl.load(a[0], [0, 0], [1, 64])", "a part of a tensor with 1 dimensions has", "pl"),
        ("v = pl.mscatter(t, t, a[0:4])", "'output_tensor' of pl.mscatter is a tensor", "a[0:4]"),
        ("v: pl.INDEX", "not supported: an annotation without a value", "v: pl"),
        ("v, w = 1, 2, 3", "2 variables for 3 values", "v, w"),
        ("v, w = n", "a scalar of type index is not several values", "n"),
        ("for v in [1, 2]:\n    pass", "not supported: a loop over anything but range", "[1, 2]"),
        ("for i in range(3):\n    pass\nelse:\n    pass", "not supported: else after a loop", None),
        # Annotations.
        (
            "v: pl.Tile[[64, 32], pl.FP32] = pl.exp(t)",
            "'v' is annotated as 64x32xf32, but it is a tile of 64x64xf32",
            "pl.Tile",
        ),
        (
            "v: pl.Tile[[64, 64], pl.FP16] = pl.exp(t)",
            "'v' is annotated as 64x64xf16, but it is a tile of 64x64xf32",
            "pl.Tile",
        ),
        (
            "v: pl.Tile[[64, 64], pl.FP32, pl.Mem.Vec] = pl.load(a, [0, 0], [64, 64], "
            "target_memory=pl.Mem.Mat)",
            "'v' is annotated as in vec, but it is in mat",
            "pl.Tile",
        ),
        (
            "v: pl.Tile[[64, 64], pl.FP32, pl.Mem.Vec] = n",
            "'v' is annotated as a tile, but it is a scalar of type index",
            "pl.Tile",
        ),
        (
            "v: pl.Tensor[[64, 64], pl.FP32] = pl.store(t, [0, 0], out)",
            "'v' is annotated as a tensor of 64x64xf32, but it is one of 256x64xf32",
            "pl.Tensor",
        ),
        ("v: pl.Tile[64, pl.FP32] = t", "pl.Tile takes a shape and an element type", "pl.Tile"),
        ("v: pl.Tile[[64, 64], 32] = t", "an element type stands here, not 32", "32]"),
        ("v: pl.Tile[[n, 64], pl.FP32] = t", "an extent of a tile is a positive compile-", None),
        ("v: pl.Tile[[64, 64], pl.FP32, pl.Mem.DDR] = t", "a tile lives in on-chip memory", None),
        ("v: pl.Tile[[64, 64], pl.FP32, 7] = t", "not supported: 7 in a tile annotation", "7]"),
        (
            "v: pl.Tile[[64, 64], pl.FP32, pl.TileView(valid_shape=[32, 64])] = pl.exp(t)",
            "'v' is annotated with valid_shape (32, 64), but it has (64, 64)",
            None,
        ),
        ("v: pl.Scalar[pl.FP32] = n", "'v' mixes f32 and index", "v: pl"),
        # Loops.
        ("for i in range():\n    pass", "range takes (stop), (start, stop) or", "range()"),
        ("for i in range(1.5):\n    pass", "a bound of a loop is an integer, not 1.5", "1.5"),
        ("for i in range(0, 4, 0):\n    pass", "the step of a loop is not 0", "0):"),
        ("for i in pl.pipeline(0, 4):\n    pass", "pl.pipeline needs stage=", "pl.pipeline"),
        (
            "for i in pl.pipeline(0, 4, stage=0):\n    pass",
            "the number of stages of a pipeline is a positive integer, not 0",
            "0):",
        ),
        ("for i in range(4, stage=2):\n    pass", "range has no argument 'stage'", "stage=2"),
        (
            "for i in pl.pipeline(0, 4, 1, stages=2):\n    pass",
            "pl.pipeline has no argument 'stages'; did you mean 'stage'?",
            "stages=2",
        ),
        (
            "for i, (acc,) in pl.range(4):\n    pass",
            "a loop with a second target needs init_values=",
            "acc",
        ),
        (
            "for i, (acc,) in pl.range(4, init_values=(t, u)):\n    r = pl.yield_(acc)",
            "1 variables for 2 values",
            "i, (acc,)",
        ),
        (
            "for i, (acc,) in pl.range(4, init_values=(t,)):\n    v = pl.exp(acc)",
            "a loop with init_values= ends with pl.yield_, or reassigns 'acc'",
            "for i",
        ),
        (
            "for i, (acc,) in pl.range(4, init_values=(t,)):\n    r = pl.yield_(acc, acc)",
            "1 variables for 2 values",
            "pl.yield_",
        ),
        (
            "for i in pl.range(4):\n    r = pl.yield_(t)",
            "pl.yield_ stands at the end of a loop body or of both arms of a branch",
            "pl.yield_",
        ),
        ("r = pl.yield_(t)", "pl.yield_ stands at the end of a loop body", "pl.yield_"),
        (
            "for i in range(4):\n    t = pl.load(a, [0, 0], [32, 32])\npl.store(t, [0, 0], out)",
            "'t' is a tile of 64x64xf32 before the loop and a tile of 32x32xf32 at the end of an "
            "iteration",
            "for i",
        ),
        (
            "for i in range(4):\n    v = pl.exp(t)\nw = pl.exp(v)",
            "'v' may be undefined here: only a loop assigns it",
            "v)",
        ),
        ("for i in range(4):\n    pass\nv = i + 1", "'i' may be undefined here", "i + 1"),
        (
            "d = pl.FP32\nfor i in range(4):\n    v = pl.full([8, 8], d, 0)\n    d = pl.FP16",
            "the loop reassigns 'd', but pl.FP32 exists at compile time only",
            "for i",
        ),
        (
            "for i, (o,) in pl.range(4, init_values=(out,)):\n    r = pl.yield_(a)",
            "'o' is tensor 'out' before the loop and tensor 'a' at the end of an iteration",
            "a)",
        ),
        ("for i in pl.unroll(n):\n    pass", "the bounds of pl.unroll are compile-time", None),
        (
            "for i in pl.unroll(2**70):\n    pass",
            "more than 16384 iterations are too many to unroll",
            "pl.unroll",
        ),
        (
            "for i, (c,) in pl.unroll(4):\n    pass",
            "a loop with a second target needs init_values=",
            "c,",
        ),
        # Branches.
        (
            "if n > 0:\n    v = pl.exp(t)\nw = pl.exp(v)",
            "'v' may be undefined here: only one arm of a branch assigns it",
            "v)",
        ),
        (
            "if n > 0:\n    v = t\nelse:\n    v = n\nw = v",
            "'v' is a tile of 64x64xf32 in one arm of the branch and a scalar of type index in "
            "the other",
            "if n",
        ),
        (
            "if n > 0:\n    v = out\nelse:\n    v = a\npl.store(t, [0, 0], v)",
            "'v' is a tensor of 256x64xf32 in one arm of the branch",
            "if n",
        ),
        (
            "v = pl.load(a, [0, 0], [64, 64], target_memory=pl.Mem.Mat)\n"
            "for i in range(3):\n    v = pl.exp(v)",
            "'v' is a tile of 64x64xf32 in mat before the loop and a tile of 64x64xf32 in vec at "
            "the end of an iteration",
            "for i",
        ),
        (
            "for i in range(3):\n    t = pl.set_validshape(t, 32, 64)",
            "'t' is a tile of 64x64xf32 with valid 64x64 before the loop and a tile of 64x64xf32 "
            "with valid 32x64 at the end of an iteration",
            "for i",
        ),
        (
            "if n > 0:\n    v = t\nelse:\n    v = pl.fillpad(t, pl.PadValue.max)\nv = pl.exp(v)",
            "'v' is a tile of 64x64xf32 with padding null in one arm of the branch and a tile of "
            "64x64xf32 with padding max in the other",
            "if n",
        ),
        (
            "if n > 0:\n    v = pl.yield_(t)\nelse:\n    w = pl.exp(t)",
            "both arms of a branch yield the same variables, or none: 'v' and none",
            "if n",
        ),
        # Tensors.
        (
            "o = pl.store(t, [0, 0], out)\npl.store(u, [0, 0], out)\n"
            "v = pl.load(o, [0, 0], [64, 64])",
            "'o' is an older version of a tensor that has been stored to since",
            "o, [0, 0]",
        ),
        (
            "o = pl.store(t, [0, 0], out)\nfor i in range(4):\n"
            "    v = pl.load(o, [0, 0], [64, 64])\n    pl.store(v, [64, 0], out)",
            "'o' is read in every iteration, but the loop stores a newer version of that tensor",
            "o, [0, 0]",
        ),
        (
            "o = pl.store(t, [0, 0], out)\nv = pl.load(out, [0, 0], [64, 64])",
            "'out' is an older version of a tensor that has been stored to since",
            "out, [0, 0]",
        ),
        (
            "for i in range(4):\n    v = pl.load(out, [0, 0], [64, 64])\n"
            "    o = pl.store(v, [0, 0], out)",
            "'out' is read in every iteration, but the loop stores a newer version",
            "out, [0, 0]",
        ),
        ("return t", "a kernel returns tensors, not a tile of 64x64xf32", "t"),
        # Buffers.
        (
            f"ping = pl.Buffer()\nv: {VEC.format('pingg')} = pl.exp(t)",
            "name 'pingg' is not defined; did you mean 'ping'?",
            "pingg]",
        ),
        (
            f"ping = pl.Buffer()\nalias = ping\nv: {VEC.format('ping')} = pl.exp(t)\n"
            f"w: {VEC.format('alias')} = pl.exp(v)",
            "buffer 'alias' is also referenced as 'ping'",
            "pl.Tile",
        ),
        (
            'b1 = pl.Buffer("shared")\nb2 = pl.Buffer("shared")',
            "buffers 'b1' and 'b2' are two, but both resolve to the name 'shared'",
            "pl.Buffer",
        ),
        ("b = pl.Buffer(NAME)", "the name of a buffer is a string literal", "NAME)"),
        ("b = pl.MemRef(f'x')", "the name of a buffer is a string literal", "f'x'"),
        ("b = pl.Buffer('a\\n')", "the name of a buffer is printable text", "pl.Buffer"),
        ("b = pl.Buffer(slots=0)", "a buffer has at least one slot, not 0", "pl.Buffer"),
        ("b = pl.Buffer('x', slots=-1)", "buffer 'x' has at least one slot, not -1", "pl.Buffer"),
        (
            "b = pl.Buffer(slots=SLOTS)",
            "the number of slots of a buffer is an integer literal",
            "SLOTS)",
        ),
        ("b = pl.Buffer(size=4)", "pl.Buffer takes a name and slots=, not 'size'", "size=4"),
        (
            "b = pl.Buffer()\nv: pl.Tile[[64, 64], pl.FP32, b] = pl.exp(t)",
            "a tile in buffer 'b' needs an explicit memory space in its annotation",
            "pl.Tile",
        ),
        (
            f"b = pl.Buffer(slots=2)\nv: {VEC.format('b[5]')} = pl.exp(t)",
            "slot 5 of buffer 'b' is out of range, it has 2 slots",
            "pl.Tile",
        ),
        (
            f"b = pl.Buffer(slots=2)\nv: {VEC.format('b[-1]')} = pl.exp(t)",
            "slot -1 of buffer 'b' is out of range, it has 2 slots",
            "pl.Tile",
        ),
        (
            f"b = pl.Buffer()\nv: {VEC.format('b[0]')} = pl.exp(t)",
            "buffer 'b' has a single slot, it takes no index",
            "pl.Tile",
        ),
        (
            f"b = pl.Buffer()\nv: {VEC.format('b')} = t",
            "'v' cannot be put into buffer 'b': it is another name of tile 't', no operation "
            "makes a new one",
            "v: pl",
        ),
        (
            f"b = pl.Buffer()\nv: {VEC.format('b')} = pl.slice(t, [64, 64], [0, 0])",
            "'v' cannot be put into buffer 'b': tile.slice is a view of 't' and lands in its "
            "source tile's allocation; bind 't'",
            "v: pl",
        ),
        (
            f"b = pl.Buffer()\nfor i, (c,) in pl.range(4, init_values=(t,)):\n"
            f"    r: {VEC.format('b')} = pl.yield_(c)",
            "'r' cannot be put into buffer 'b': it lives in the allocation of the tile that is "
            "yielded",
            "r: pl",
        ),
        (
            "b = pl.Buffer()\nc = pl.Buffer()\n"
            "v: pl.Tile[[64, 64], pl.FP32, pl.Mem.Vec, b, c] = pl.exp(t)",
            "a tile is bound to one buffer, not to 'b' and 'c'",
            "c]",
        ),
        (
            'v: pl.Tile[[64, 64], pl.FP32, pl.Mem.Vec, pl.Buffer("b", slots=2)[0]] = pl.exp(t)\n'
            'w: pl.Tile[[64, 64], pl.FP32, pl.Mem.Vec, pl.Buffer("b", slots=3)[1]] = pl.exp(v)',
            "annotations disagree on how many slots buffer 'b' has: 2 and 3",
            'pl.Buffer("b", slots=3)',
        ),
        (
            f"v: {VEC.format('pl.Buffer()')} = pl.exp(t)",
            "a buffer inside of an annotation needs a name, a string literal",
            "pl.Buffer()",
        ),
        (
            "b = pl.Buffer(slots=2)\nv = b[0]",
            "a slot of a buffer is named in a tile annotation only",
            "b[0]",
        ),
        ("v = [pl.Buffer()]", "a buffer is assigned to a variable, or stands in", "pl.Buffer()"),
    ],
)
def test_error_in_body(tmp_path: Path, body: str, message: str, place: str | None):
    before = """\
NAME, SLOTS = "x", 2
"""
    error, source = body_error(tmp_path, body, before)
    assert error.message.startswith(message)
    if place is not None:
        assert source.startswith(place)


def test_a_word_that_was_said_is_not_suggested(tmp_path: Path):
    error, _ = body_error(tmp_path, "v = pl.full([64, 64], pl.FP32, 0.0, valid_shape=[32, 64])")
    assert error.message.endswith("it has no argument 'valid_shape'")


@pytest.mark.parametrize(
    ("body", "way_out"),
    [
        ("v = pl.exp(a)", "pl.load it into a tile first"),
        ("v = t + a", "pl.load it into a tile first"),
        ("v = t + a[0:64, :]", "pl.load it into a tile first"),
        ("v = pl.load([0, 0], a, [64, 64])", None),
        ("v = t > 0", "pl.cmp compares tiles, and t[i, j] is an element of one"),
        ("v = max(t, 0.0)", "pl.maximum is for tiles"),
        ("v: pl.Tile[64, pl.FP32] = t", "for example pl.Tile[[64, 64], pl.FP32, pl.Mem.Vec]"),
    ],
)
def test_way_out(tmp_path: Path, body: str, way_out: str | None):
    error, _ = body_error(tmp_path, body)
    assert [note.message for note in error.notes] == ([] if way_out is None else [way_out])


HELPERS = """\
def helper(t, *, factor=2):
    return t
def endless(t):
    return again(t)
def again(t):
    return endless(t)
def early(t):
    for i in range(4):
        return t
def put(t):
    pl.write(t, [0, 0], 1.0)
    return t
def wrong(t: pl.Tile[[8, 8], pl.FP32]):
    return t
def many(*tiles):
    return tiles[0]
class Hosts:
    @pl.function(type=pl.FunctionType.Orchestration)
    def host(a):
        return a
"""


@pytest.mark.parametrize(
    ("body", "message", "place", "called"),
    [
        ("v = helper()", "'helper' takes (t, factor), argument 't' is missing", "helper()", False),
        ("v = helper(t, 2)", "'helper' takes (t, factor), 2 arguments given", "helper(t", False),
        ("v = helper(t, f=1)", "'helper' takes (t, factor), it has no argument 'f'", "f=", False),
        ("v = helper(t, t=t)", "argument 't' of 'helper' is given twice", "t=t", False),
        ("v = many(t)", "not supported: 'many' has parameters with * or **", "many(t)", False),
        ("v = Hosts.host(a)", "not supported: calling the host-side function 'host'", "H", False),
        (
            "v = endless(t)",
            "not supported: recursion, endless → again → endless",
            "endless(t)",
            True,
        ),
        ("v = early(t)", "not supported: return before the end of the kernel", "return", True),
        ("v = put(t)", "not supported: 'put' writes to its parameter 't'", "pl.write", True),
        ("v = wrong(t)", "'t' is annotated as 8x8xf32, but it is a tile of 64x64xf32", "pl", True),
    ],
)
def test_error_of_a_helper(tmp_path: Path, body: str, message: str, place: str, *, called: bool):
    """One inside of a helper says where it is called."""
    error, source = body_error(tmp_path, body, HELPERS)
    assert error.message == message
    assert source.startswith(place)
    assert bool(error.notes and error.notes[-1].message.endswith("is called here")) is called


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ("a", "parameter 'a' needs an annotation: pl.Tensor[...], pl.Tile[...] or pl.Scalar[...]"),
        ("a: int", "parameter 'a' is no pl.Tensor[...], pl.Tile[...] or pl.Scalar[...]"),
        ("a: pl.Tensor", "parameter 'a' is no pl.Tensor[...], pl.Tile[...] or pl.Scalar[...]"),
        ("a: pl.Tensor[[0, 4], pl.FP32]", "an extent of a tensor is positive, 0 is not"),
        (
            "a: pl.Tensor[[4, 4], pl.FP32, pl.Mem.Vec]",
            "not supported: pl.MemorySpace.Vec in a tensor annotation",
        ),
        (
            'a: pl.Tile[[64, 64], pl.FP32, pl.Mem.Vec, pl.MemRef("x")]',
            "parameter 'a' cannot be bound to a buffer: its memory is the caller's",
        ),
        (
            'a: pl.Tensor[[64, 64], pl.FP32, pl.MemRef("x")]',
            "parameter 'a' cannot be bound to a buffer: its memory is the caller's",
        ),
        (
            "a: pl.Tile[[64, 64], pl.FP32, pl.Mem.Vec, module_buffer]",
            "parameter 'a' cannot be bound to a buffer: its memory is the caller's",
        ),
        (
            "a: pl.Tensor[[64, 64], pl.FP32, module_buffer]",
            "parameter 'a' cannot be bound to a buffer: its memory is the caller's",
        ),
        ("a: pl.Tensor[[True, 64], pl.FP32]", "an extent of a tensor is positive, True is not"),
        (
            "a: pl.Tensor[[2**60, 64], pl.FP32]",
            "a tensor of 1152921504606846976x64 overflows 64 bits",
        ),
        ("*a: int", "not supported: *, ** or default values of parameters"),
        ("a: pl.Scalar[pl.INDEX] = 4", "not supported: *, ** or default values of parameters"),
    ],
)
def test_error_in_parameters(tmp_path: Path, parameters: str, message: str):
    text = f"{HEAD}module_buffer = pl.Buffer()\n@pl.function\ndef k({parameters}):\n    pass\n"
    error = error_of(tmp_path, text)
    assert error.message == message
    assert error.line == 5


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("@pl.function\nasync def k():\n    pass\n", "an async function"),
        ("k = pl.function(lambda: 0)\n", "a lambda"),
    ],
)
def test_what_is_no_function_statement(tmp_path: Path, text: str, message: str):
    error = error_of(tmp_path, HEAD + text)
    assert (error.message, error.line) == (f"not supported: {message} as a kernel", 3)


def test_kind_of_a_function_is_one_of_the_enumeration(tmp_path: Path):
    error = error_of(tmp_path, HEAD + "@pl.function(type=3)\ndef k():\n    pass\n")
    assert error.message == "TypeError: type= is one of pl.FunctionType, not 3"


def test_statement_that_nests_too_deeply(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def unary(self: Expressions, node: object) -> object:
        raise RecursionError

    monkeypatch.setattr(Expressions, "_unary", unary)
    error, place = body_error(tmp_path, "v = -t")
    assert error.message == "this statement nests too deeply"
    assert place.startswith("v = ")


@pytest.mark.parametrize(
    ("body", "message", "place"),
    [
        (
            "p = pl.tpop_from_aic()",
            "what pl.tpop_from_aic pops is said by the annotation of its variable, or by shape= "
            "and dtype=",
            "pl.tpop_from_aic()",
        ),
        (
            "p: pl.Tile[[64, 64], pl.FP32, pl.Mem.Mat] = pl.tpop_from_aic()",
            "'p' is annotated as in mat, but it is in vec",
            "pl.Tile[",
        ),
        (
            "p = pl.tpop_from_aic([8, 64], pl.FP32, target_memory=pl.Mem.Mat)",
            "pl.tpop_from_aic finds tiles in vec, not in mat",
            "pl.Mem.Mat)",
        ),
        (
            "pl.tpush_to_aic(t, split=3)",
            "'split' of pl.tpush_to_aic is 0 (none), 1 (rows) or 2 (columns), not 3",
            "3)",
        ),
        (
            "pl.tpush_to_aic(t, split=n)",
            "'split' of pl.tpush_to_aic is a compile-time integer, not a scalar of type index",
            "n)",
        ),
        (
            "pl.tfree_to_aic(t)",
            "pl.tfree_to_aic gives back what pl.tpop_from_aic returned; this is a tile of "
            "64x64xf32 from elsewhere",
            "t)",
        ),
        (
            "p = pl.tpop_from_aic([8, 64], pl.FP32)\npl.tfree_to_aic(p, id=2)",
            "the tile was popped with id 0, not 2",
            "2)",
        ),
        (
            "b = pl.reserve_buffer(name='q', size=0)",
            "'size' of pl.reserve_buffer is a positive number of bytes, not 0",
            "0)",
        ),
        (
            "b = pl.reserve_buffer(name=n, size=32)",
            "'name' of pl.reserve_buffer is a string, not a scalar of type index",
            "n, size",
        ),
        (
            "b = pl.import_peer_buffer('q', 'k')\n"
            "pl.aiv_initialize_pipe(b, dir_mask=1, slot_size=32)",
            "'c2v_consumer_buf' of pl.aiv_initialize_pipe is what pl.reserve_buffer returns on "
            "this core, not the memory 'q' of 'k'",
            "b, dir",
        ),
        (
            "pl.aiv_initialize_pipe(4096, dir_mask=1, slot_size=32)",
            "'c2v_consumer_buf' of pl.aiv_initialize_pipe is what pl.reserve_buffer returns on "
            "this core, not 4096",
            "4096, dir",
        ),
        (
            "pl.aiv_initialize_pipe(dir_mask=7, slot_size=32)",
            "dir_mask is 1 (cube to vector), 2 (vector to cube) or 3 (both), not 7",
            "pl.aiv_initialize_pipe",
        ),
        (
            "pl.system.fence()",
            "not supported: pl.system.fence, which is for other cores' view of memory, which the "
            "assembler has no operation for before 0.60",
            "pl.system.fence",
        ),
        (
            "pl.syncall(mode='firm')",
            "mode of tile.sync_all is one of hard, soft, not 'firm'",
            "pl.syncall",
        ),
    ],
)
def test_error_about_queues(tmp_path: Path, body: str, message: str, place: str):
    error, there = body_error(tmp_path, body)
    assert error.message == message
    assert there.startswith(place)


def test_a_popped_tile_is_bound_to_no_buffer(tmp_path: Path):
    body = "mine = pl.Buffer()\np: " + VEC.format("mine") + " = pl.tpop_from_aic()"
    error, _ = body_error(tmp_path, body)
    assert error.message == (
        "'p' cannot be put into buffer 'mine': the result of tile.tpop lies in a slot of its "
        "queue; bind a copy of it"
    )


def test_the_split_of_a_function_is_a_mode():
    def k() -> None: ...

    decorate = function(attrs={"split": "rows"})
    with pytest.raises(TypeError, match=r"one of pl.SplitMode, not 'rows'"):
        decorate(k)


@pytest.mark.parametrize("kind", ["Opaque", "Orchestration", "Group", "Spmd"])
def test_host_side_functions_are_not_compiled(tmp_path: Path, kind: str):
    text = f"{HEAD}@pl.function(type=pl.FunctionType.{kind})\ndef k():\n    pass\n"
    error = error_of(tmp_path, text)
    assert error.message == (
        f"not supported: host-side functions, such as 'k' (FunctionType.{kind})"
    )
    assert error.line == 4


def test_program_without_kernels(tmp_path: Path):
    error = error_of(tmp_path, f"{HEAD}@pl.program\nclass P:\n    pass\n")
    assert error.message == "program 'P' has no kernel (a method with @pl.function)"


def test_module_level_buffer_is_rejected_where_it_is_made(tmp_path: Path):
    error = error_of(tmp_path, f"{HEAD}b = pl.Buffer(slots=0)\n")
    assert str(error) == (
        f"{tmp_path / 'kernel.py'}:3:5: error: a buffer has at least one slot, not 0"
    )


@pytest.mark.parametrize("name", ["3", "b'x'", "['x']"])
def test_module_level_buffer_name_is_text(tmp_path: Path, name: str):
    error = error_of(tmp_path, f"{HEAD}b = pl.Buffer({name})\n")
    assert error.message == "the name of a buffer is a string literal"


def test_extent_that_no_parameter_has(tmp_path: Path):
    error, place = body_error(tmp_path, "v = N + 1", 'N = pl.dynamic("N")\n')
    assert error.message == "extent 'N' is no dimension of a tensor parameter"
    assert place == "N + 1"


def test_column_counts_characters(tmp_path: Path):
    error, place = body_error(tmp_path, "s = 'äöü'; v = pl.exp(tt)")
    assert error.message.startswith("name 'tt' is not defined")
    assert place == "tt)"


def test_undefined_variable_names_the_statement_that_may_define_it(tmp_path: Path):
    error, _ = body_error(tmp_path, "if n > 0:\n    v = pl.exp(t)\nw = pl.exp(v)")
    (note,) = error.notes
    assert note.message == "'v' is assigned here"
    assert note.position is not None
    assert note.position.line == 12


def test_spaces_that_control_flow_cannot_merge(tmp_path: Path):
    body = """
v = pl.load(a, [0, 0], [64, 64], target_memory=pl.Mem.Mat)
w: pl.Tile[[64, 64], pl.FP32, pl.Mem.Vec] = pl.exp(t)
if n > 0:
    r = v
else:
    r = w
pl.store(r, [0, 0], out)
"""
    error, place = body_error(tmp_path, body)
    assert error.message == (
        "'r' is a tile of 64x64xf32 in mat in one arm of the branch and a tile of 64x64xf32 in vec "
        "in the other"
    )
    assert place.startswith("if n")


def test_spaces_named_for_two_names_of_one_tile_differ(tmp_path: Path):
    body = """
v: pl.Tile[[64, 64], pl.FP32, pl.Mem.Vec] = pl.reshape(t, [64, 64])
w: pl.Tile[[64, 64], pl.FP32, pl.Mem.Mat] = t
"""
    error, _ = body_error(tmp_path, body)
    assert error.message == "tile 't' is in mat, but it has to be where 'v' is, in vec"


def test_kernels_of_one_name(tmp_path: Path):
    path = tmp_path / "kernel.py"
    kernel = "    @pl.function\n    def k(n: pl.Scalar[pl.INDEX]):\n        pass\n"
    path.write_text(f"{HEAD}class A:\n{kernel}class B:\n{kernel}a, b = A.k, B.k\n")
    with pytest.raises(CompileError) as caught:
        tile_module([*load_kernels(str(path)).values()])
    assert caught.value.message == "two kernels have the name 'k'"
    assert (caught.value.line, caught.value.column) == (8, 1)
    first, way_out = caught.value.notes
    assert first.position is not None
    assert (first.message, first.position.line) == ("the other one", 4)
    assert way_out.message == "compile them one by one: FILE:NAME"
