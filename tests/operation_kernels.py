"""
A kernel for each operation of the language, and why a target refuses it if it does.

The kernel of `kernel("adds", "pl.adds(a, 1.5)", F, out=F)` has a tensor `ga` from which the tile
`a` is loaded, does what the text says, and stores the tile `r` in `out`. A single expression is
the value of `r`. An input that begins with `!` is not loaded; one that ends with `@Mat` is loaded
to that memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import dedent, indent

F = "8x64xf32"
I32 = "8x64xi32"

DTYPES = {
    "f32": "FP32",
    "f16": "FP16",
    "bf16": "BF16",
    "f8e4": "FP8E4M3FN",
    "f8e5": "FP8E5M2",
    "e8m0": "FP8E8M0",
    "i8": "INT8",
    "i16": "INT16",
    "i32": "INT32",
    "ui8": "UINT8",
    "ui16": "UINT16",
    "ui32": "UINT32",
}


@dataclass(frozen=True)
class OperationKernel:
    """A kernel that is about one operation."""

    operation: str
    """Its name after `pl.`."""
    body: str
    """What it does, as Python."""
    inputs: Sequence[str]
    """Shape and element type of each input."""
    out: str
    """Shape and element type of the output."""
    refused: dict[str, str]
    """By target, a regular expression that the error message matches; empty if it compiles."""

    def source(self) -> str:
        """The text of a Python file with the kernel `k`."""
        parameters: list[str] = []
        lines: list[str] = []
        for name, given in zip("abcdef", self.inputs, strict=False):
            text, _, space = given.lstrip("!").partition("@")
            shape, dtype = _spelled(text)
            parameters.append(f"g{name}: pl.Tensor[{shape}, {dtype}]")
            if not given.startswith("!"):
                where = f", target_memory=pl.Mem.{space}" if space else ""
                lines.append(f"{name} = pl.load(g{name}, {_zeros(text)}, {shape}{where})")
        shape, dtype = _spelled(self.out)
        parameters.append(f"out: pl.Out[pl.Tensor[{shape}, {dtype}]]")
        body = dedent(self.body).strip()
        lines.append(body if "\n" in body else f"r = {body}")
        if "out = " not in body:
            lines.append(f"out = pl.store(r, {_zeros(self.out)}, out)")
        lines.append("return out")
        return (
            "import pto_dialect.language as pl\n\n\n"
            "@pl.function(type=pl.FunctionType.InCore)\n"
            f"def k({', '.join(parameters)}):\n" + indent("\n".join(lines), "    ") + "\n"
        )


def _spelled(text: str) -> tuple[str, str]:
    """Shape and element type in the language."""
    *shape, dtype = text.split("x")
    return f"[{', '.join(shape)}]", f"pl.{DTYPES[dtype]}"


def _zeros(text: str) -> str:
    return f"[{', '.join('0' * text.count('x'))}]"


KERNELS: list[OperationKernel] = []


def kernel(
    operation: str,
    body: str,
    *inputs: str,
    out: str = F,
    a3: str | None = None,
    a5: str | None = None,
) -> None:
    """Add a kernel to the table, with what the targets say that refuse it."""
    refused = {name: why for name, why in (("a3", a3), ("a5", a5)) if why is not None}
    KERNELS.append(OperationKernel(operation, body, inputs, out, refused))


def _scratch(dtype: str = "FP32", shape: str = "[8, 64]") -> str:
    return f"tmp = pl.create_tile({shape}, dtype=pl.{dtype})\n"


# ---- Global memory, movement ----

kernel("load", "a", F)
kernel("load", "pl.load(ga, [0], [64])", "!64xf32", out="64xf32")
kernel("load", "pl.load(ga, [0, 0, 0], [2, 4, 64])", "!2x4x64xf32", out="2x4x64xf32")
kernel("load", "pl.fillpad(pl.load(ga, [0, 0], [8, 64], valid_shapes=[5, 32]))", "!8x64xf32")
kernel("load", "pl.load(ga, [0, 0], [8, 1])", "!8x1xf32", out="8x1xf32")
kernel("load", "pl.load(ga, [0, 3], [8, 1])", "!8x64xf32", out="8x1xf32")
kernel("store", "r = pl.row_sum(a)\nout = pl.store(r, [0, 3], out)", F)
kernel(
    "load",
    """
    right = pl.load(ga, [0, 0], [32, 64], transpose=True)
    left = pl.load(gb, [0, 0], [64, 16], target_memory=pl.Mem.Mat, transpose=True)
    r = pl.matmul(left, right)
    """,
    "!32x64xbf16",
    "!64x16xbf16",
    out="16x32xf32",
)
kernel("store", "out = pl.store(a, [0, 0, 0], out, shapes=[2, 4, 64])", F, out="2x4x64xf32")
kernel("store", "pl.matmul(a, b)", "16x64xf16@Mat", "64x32xf16@Mat", out="16x32xf16")
kernel("create", "r = pl.create([8, 64], dtype=pl.FP32)\nr = pl.assemble(r, a, [0, 0])", F)
kernel("alloc", "place: pl.Ptr = pl.tile.alloc(pl.Mem.Vec, 2048)\nr = a", F)
kernel("full", "pl.full([8, 64], dtype=pl.FP32, value=1.5)")
kernel("full", "pl.mul(pl.full([64], dtype=pl.FP32, value=2.0), a)", "64xf32", out="64xf32")
kernel("move", "pl.move(a, target_memory=pl.Mem.Vec)", F)
kernel(
    "move",
    """
    left = pl.move(a, target_memory=pl.Mem.Left)
    right = pl.move(b, target_memory=pl.Mem.Right)
    r = pl.matmul(left, right)
    """,
    "16x64xbf16@Mat",
    "64x32xbf16@Mat",
    out="16x32xf32",
)

kernel("move", 'pl.move(a, blayout="row_major", slayout=pl.TileLayout.none_box)', F)
kernel(
    "tensor.view",
    """
    part = pl.tensor.view(ga, [4, 8, 64], [0, 4, 0])
    page = pl.tensor.slice(part, [1, 8, 64], [2, 0, 0])
    r = pl.reshape(pl.load(page, [0, 0, 0], [1, 8, 64]), [8, 64])
    """,
    "!4x16x64xf32",
)

# ---- Elementwise ----

for name in ("add", "sub", "mul", "div", "maximum", "minimum", "fmod"):
    kernel(name, f"pl.{name}(a, b)", F, F)
    kernel(name, f"pl.{name}(a, b)", "64xf32", "64xf32", out="64xf32")
for name in ("adds", "subs", "muls", "divs", "maximums", "minimums", "fmods", "lrelu"):
    kernel(name, f"pl.{name}(a, 1.5)", F)
kernel("add", "pl.add(a, b)", "8x64xbf16", "8x64xbf16", out="8x64xbf16", a3="bf16 is no element")
kernel("add", "pl.add(a, b)", I32, I32, out=I32)
kernel("add", "pl.add(a, b)", F, "1x64xf32")
kernel("sub", "pl.sub(a, b)", "1x64xf32", F)
kernel("mul", "a * b", F, "8x1xf32")
kernel("div", "a / b", "2x8x1xf32", "2x8x64xf32", out="2x8x64xf32")
kernel("add", "pl.add(a, b)", "8x64xbf16", "8x64xf16")
kernel("mul", "pl.mul(a, b)", I32, F)
kernel("max", "pl.max(a, b)", F, F)
kernel("min", "pl.min(a, b)", F, F)
kernel("maxs", "pl.maxs(a, 0.5)", F)
kernel("mins", "pl.mins(a, 0.5)", F)
kernel(
    "div",
    "pl.div(a, pl.adds(pl.muls(b, 0), 7))",
    I32,
    I32,
    out=I32,
    a3="i32 is no element type on a3",
)
kernel("rsqrt", _scratch() + "r = pl.rsqrt(a, tmp)", F)
kernel("rem", "pl.rem(a, b)", F, F)
kernel("rem", _scratch() + "r = pl.rem(a, b, tmp)", F, F)
kernel("rems", "pl.rems(a, 1.5)", F)
for name in ("exp", "log", "sqrt", "rsqrt", "recip", "neg", "abs", "relu", "sin", "cos"):
    kernel(name, f"pl.{name}(a)", F)
kernel("exp", "pl.exp(a)", "4x16x64xf32", out="4x16x64xf32")
kernel("exp", "pl.exp(a)", "8x1xf32", out="8x1xf32")
kernel("cast", 'pl.cast(a, target_type=pl.FP16, mode="round")', F, out="8x64xf16")
kernel("cast", "pl.cast(a, pl.FP32)", "8x64xbf16")
kernel("cast", 'pl.cast(a, pl.INT32, mode="rint")', F, out=I32)
kernel("cast", "pl.cast(a, pl.FP16)", "64xf32", out="64xf16")
for name in ("addc", "subc"):
    kernel(name, f"pl.{name}(a, b, c)", F, F, F)
for name in ("addsc", "subsc"):
    kernel(name, f"pl.{name}(a, 1.5, b)", F, F)
kernel("prelu", "pl.prelu(a, b)", F, F)
kernel("prelu", _scratch("UINT8", "[9, 32]") + "r = pl.prelu(a, b, tmp)", F, F)
kernel("prelu", _scratch() + "r = pl.prelu(a, b, tmp)", F, F)
kernel("expands", "pl.expands(a, 1.5)", F)

# ---- Bits ----

for name in ("and_", "or_"):
    kernel(name, f"pl.{name}(a, b)", I32, I32, out=I32)
    kernel(name, f"pl.{name}(a, b)", "8x64xi16", "8x64xi16", out="8x64xi16")
for name in ("shl", "shr"):
    kernel(name, f"pl.{name}(a, pl.ands(b, 7))", I32, I32, out=I32)
for name in ("ands", "ors", "shls", "shrs", "xors"):
    kernel(name, f"pl.{name}(a, 3)", I32, out=I32)
kernel("not_", "pl.not_(a)", "8x64xi16", out="8x64xi16")
kernel("xor", "pl.xor(a, b)", "8x64xi16", "8x64xi16", out="8x64xi16")
kernel("xor", _scratch("INT16") + "r = pl.xor(a, b, tmp)", *["8x64xi16"] * 2, out="8x64xi16")
kernel("xors", _scratch("INT32") + "r = pl.xors(a, 3, tmp)", I32, out=I32)

# ---- Masks ----

kernel("cmp", "pl.sel(pl.cmp(a, b, cmp_type=4), a, b)", F, F)
kernel("cmp", "pl.sel(pl.cmp(a, b, cmp_type=0), a, b)", "16x16xf32", "16x16xf32", out="16x16xf32")
kernel("cmps", "pl.sel(pl.cmps(a, 0.5, cmp_type=2), a, b)", F, F)
kernel("sel", _scratch("UINT8", "[8, 32]") + "r = pl.sel(pl.cmps(a, 0.5), a, b, tmp)", F, F)
kernel("sel", _scratch("UINT32", "[1, 32]") + "r = pl.sel(pl.cmps(a, 0.5), a, b, tmp)", F, F)
kernel("sels", "pl.sels(pl.cmps(a, 0.5, cmp_type=2), a, 2.0)", F)
kernel("sels", _scratch("UINT8", "[8, 32]") + "r = pl.sels(pl.cmps(a, 0.5), a, tmp, 2.0)", F)

# ---- Reductions and broadcasts ----

for name in ("sum", "max", "min", "prod"):
    kernel(f"row_{name}", f"pl.row_{name}(a)", F, out="8x1xf32")
    kernel(f"row_{name}", _scratch() + f"r = pl.row_{name}(a, tmp)", F, out="8x1xf32")
    kernel(f"row_{name}", f"pl.row_{name}(a)", "4x16x64xf32", out="4x16x1xf32")
    kernel(f"col_{name}", f"pl.col_{name}(a)", F, out="1x64xf32")
kernel("col_sum", _scratch() + "r = pl.col_sum(a, tmp)", F, out="1x64xf32")
for name in ("argmax", "argmin"):
    kernel(f"row_{name}", f"pl.row_{name}(a)", F, out="8x1xi32")
    kernel(f"row_{name}", _scratch() + f"r = pl.row_{name}(a, tmp)", F, out="8x1xi32")
    kernel(f"col_{name}", f"pl.col_{name}(a)", F, out="1x64xi32")
for name in ("add", "sub", "mul", "div", "max", "min", "expdif"):
    kernel(f"row_expand_{name}", f"pl.row_expand_{name}(a, b)", F, "8x1xf32")
    kernel(f"col_expand_{name}", f"pl.col_expand_{name}(a, b)", F, "1x64xf32")
kernel("row_expand", "pl.row_expand(a, b)", F, "8x1xf32")
kernel("col_expand", "pl.col_expand(a, b)", F, "1x64xf32")
kernel("row_expand_sub", "pl.row_expand_sub(a, pl.row_max(a))", "4x16x64xf32", out="4x16x64xf32")
kernel("col_expand_mul", "pl.col_expand_mul(a, pl.slice(b, [1, 64], [2, 0]))", F, "4x64xf32")
kernel("col_expand_mul", "pl.col_expand_mul(a, b)", F, "64xf32")
kernel("sub", "pl.sub(a, b)", F, "64xf32")
kernel("row_sum", "pl.row_sum(a)", I32, out="8x1xi32")
for _name in ("sum", "tile.max", "tile.min"):
    kernel(_name, f"pl.{_name}(a, axis=1, keepdim=True)", F, out="8x1xf32")
    kernel(_name, f"pl.{_name}(a, axis=0, keepdim=True)", F, out="1x64xf32")
    kernel(_name, f"pl.{_name}(a, -1)", F, out="8xf32")
    kernel(_name, f"pl.{_name}(a, 0)", F, out="64xf32")
kernel("row_sum", "pl.row_sum(a)", "16x64xf16", out="16x1xf16")
kernel(
    "row_sum",
    "pl.row_sum(a)",
    "16x64xbf16",
    out="16x1xbf16",
    a3="bf16 is no element type",
    a5="bf16 is no element type",
)

# ---- Padding ----

for name in ("fillpad", "fillpad_inplace"):
    kernel(name, f"pl.{name}(pl.set_validshape(a, 5, 40), pad_value=pl.PadValue.min)", F)
kernel("fillpad_expand", "pl.fillpad_expand(a, [16, 64])", F, out="16x64xf32")
for name in ("add", "mul", "max", "min"):
    kernel(f"part_{name}", f"pl.part_{name}(pl.set_validshape(a, 5, 40), b)", F, F)

# ---- Gather, scatter, sort ----

kernel("gather", "pl.gather(a, indices=pl.ci(3, [1, 64]))", F, out="1x64xf32")
kernel(
    "gather",
    _scratch("INT32", "[1, 64]") + "r = pl.gather(a, pl.ci(3, [1, 64]), tmp)",
    F,
    out="1x64xf32",
)
kernel(
    "gatherb",
    "pl.gatherb(a, pl.reinterpret_view(pl.muls(pl.ci(0, [1, 8]), 32), pl.UINT32))",
    F,
    out="1x64xf32",
)
kernel("gather_mask", "pl.gather_mask(a, pl.tile.MaskPattern.P0101)", F, out="8x32xf32")
kernel("gather_mask", "pl.gather(a, mask_pattern=3)", F, out="8x16xf32")
kernel(
    "gather_compare",
    _scratch()
    + 'd, n = pl.gather_compare(a, 0.5, tmp, cmp_mode="gt", out_cols=16)\n'
    + "out = pl.store(n, [0, 0], out)",
    F,
    out="1x8xi32",
)
kernel(
    "gather_compare",
    'd, n = pl.gather_compare(a, b, cmp_mode="gt", out_cols=16)\nr = n',
    F,
    "8x1xf32",
    out="1x8xi32",
)
kernel("scatter", "pl.scatter(a, b, pl.ci(64, [1, 64]))", F, "1x64xf32")
kernel("scatter_mask", "pl.scatter_mask(a, b, mask_pattern=1)", F, "8x32xf32")
kernel("scatter_update", "pl.scatter_update(a, -2, pl.ci(2, [1, 8]), b)", "16x64xf32", F,
       out="16x64xf32")  # fmt: skip
kernel("gather_row", "pl.gather_row(a, b, pl.ci(3, [1, 8]))", F, "16x64xf32")
kernel("gather_row", "pl.gather_row(a, a, pl.ci(1, [1, 8]))", "16x64xf32", out="16x64xf32")
kernel("mgather", 'pl.mgather(ga, pl.ci(2, [1, 8]), coalesce="row")', "!16x64xf32")
kernel("mgather", "pl.mgather(ga, pl.ci(2, [1, 8]))", "!16x64xf32", out="1x8xf32")
kernel(
    "mscatter",
    'i = pl.ci(2, [1, 8])\nout = pl.mscatter(a, i, out, coalesce="row")',
    F,
    out="16x64xf32",
)
_INDICES = "i = pl.reinterpret_view(pl.ci(0, [1, {0}], dtype=pl.INT32), pl.UINT32)\n"
kernel("sort32", _INDICES.format(64) + "r = pl.sort32(a, i)", "1x64xf32", out="1x128xf32")
for call in ("mrgsort(s, block_len=64)", "mrgsort_format1(s, 64)"):
    kernel(
        call.partition("(")[0],
        _INDICES.format(256) + f"s = pl.sort32(a, i)\nr = pl.{call}",
        "1x256xf32",
        out="1x512xf32",
    )
for name in ("mrgsort", "mrgsort_format2"):
    kernel(
        name,
        _INDICES.format(32) + f"r = pl.{name}(pl.sort32(a, i), pl.sort32(b, i))",
        "1x32xf32",
        "1x32xf32",
        out="1x128xf32",
    )

# ---- From numbers ----

kernel("ci", "pl.ci(0, [1, 64], dtype=pl.INT32)", out="1x64xi32")
kernel("arange", "pl.arange(5, [1, 64], dtype=pl.INT16, descending=True)", out="1x64xi16")
kernel("tri", "pl.tri(0, [8, 64], dtype=pl.FP32)")
kernel("random", "pl.random(1, 2, 3, 4, 5, 6, [8, 64])", out="8x64xui32", a3="does not exist on a3")

# ---- Views and copies ----

kernel("slice", "pl.slice(a, [4, 64], [2, 0])", F, out="4x64xf32")
kernel(
    "slice",
    """
    rows = pl.dim(ga, 0) - pl.cast(pl.get_block_idx(), pl.INDEX) - 3
    part = pl.load(ga, [0, 0], [8, 64], valid_shapes=[rows, 64])
    out = pl.store(pl.slice(part, [4, 64], [2, 0]), [0, 0], out)
    """,
    "!8x64xf32",
)
kernel("slice", "pl.slice(a, [32], [8])", "64xf32", out="32xf32")
kernel("reshape", "pl.reshape(a, [16, 32])", F, out="16x32xf32")
for _type in ("f32", "f16", "bf16", "i32", "i16", "i8"):
    kernel(
        "store",
        """
        out = pl.store(a, [0, 0], out)
        for i in pl.range(3):
            out = pl.store(a, [0, 0], out, atomic=pl.AtomicType.Add)
        """,
        f"8x64x{_type}",
        out=f"8x64x{_type}",
    )
kernel(
    "store",
    """
    c = pl.matmul(a, b)
    out = pl.store(c, [0, 0], out)
    out = pl.store(c, [0, 0], out, atomic=pl.AtomicType.Add)
    """,
    "16x32xbf16@Mat",
    "32x16xbf16@Mat",
    out="16x16xbf16",
)
kernel("reinterpret_view", "pl.reinterpret_view(a, pl.INT32)", F, out=I32)
kernel("set_validshape", "r = pl.set_validshape(a, 4, 64)\nout = pl.store(r, [2, 0], out)", F)
kernel(
    "transpose_view",
    "pl.matmul(b, pl.transpose_view(a))",
    "32x64xbf16@Mat",
    "16x64xbf16@Mat",
    out="16x32xf32",
)
kernel("assemble", "pl.assemble(a, b, [2, 0])", F, "4x64xf32")
kernel(
    "assemble",
    "for i in range(2):\n    a = pl.assemble(a, b, [i * 4, 0])\nr = a",
    F,
    "4x64xf32",
)
kernel("concat", "pl.concat(a, b)", "8x32xf32", "8x32xf32")
kernel("transpose", "pl.transpose(a, 0, 1)", "16x32xf32", out="32x16xf32")
kernel("transpose", "pl.transpose(a, 0, 1)", "16x32xf16", out="32x16xf16")
kernel(
    "transpose",
    _scratch(shape="[16, 32]") + "r = pl.transpose(a, 0, 1, tmp)",
    "16x32xf32",
    out="32x16xf32",
)
kernel("extract", "pl.extract(a, 0, 32, [8, 32])", F, out="8x32xf32")
kernel(
    "extract",
    "pl.matmul(pl.extract(a, 0, 64, [64, 64], target_memory=pl.Mem.Left), b)",
    "64x128xbf16@Mat",
    "64x32xbf16@Mat",
    out="64x32xf32",
)

# ---- Matrices ----

_AB = ("16x64xbf16@Mat", "64x32xbf16@Mat")
_VECTOR = ("1x64xbf16@Mat", "64x32xbf16@Mat")
_BIAS = "1x32xf32@Mat"
kernel("matmul", "pl.matmul(a, b)", *_AB, out="16x32xf32")
kernel("matmul", "pl.matmul(a, b)", "16x64xi8@Mat", "64x32xi8@Mat", out="16x32xi32")
kernel("matmul", "pl.matmul(a, b)", "16x64xf32@Mat", "64x32xf32@Mat", out="16x32xf32")
kernel(
    "matmul",
    "pl.matmul(a, b)",
    "16x64xf8e4@Mat",
    "64x32xf8e4@Mat",
    out="16x32xf32",
    a3="a3 multiplies",
)
kernel("matmul_acc", "pl.matmul_acc(pl.matmul(a, b), a, b)", *_AB, out="16x32xf32")
kernel("matmul_bias", "pl.matmul_bias(a, b, c)", *_AB, _BIAS, out="16x32xf32")
kernel("gemv", "pl.gemv(a, b)", *_VECTOR, out="1x32xf32")
kernel("gemv_acc", "pl.gemv_acc(pl.gemv(a, b), a, b)", *_VECTOR, out="1x32xf32")
kernel("gemv_bias", "pl.gemv_bias(a, b, c)", *_VECTOR, _BIAS, out="1x32xf32")
_BATCH = ("2x16x64xbf16@Mat", "2x64x32xbf16@Mat")
_CANNOT_READ = "a batch of products in 2 accumulators, which can only be stored or added to"
kernel("batch_matmul", "pl.batch_matmul(a, b)", *_BATCH, out="2x16x32xf32")
kernel("batch_matmul", "pl.batch_matmul(a, b)", "2x16x64xbf16", "64x32xbf16", out="2x16x32xf32")
kernel(
    "batch_matmul",
    "pl.batch_matmul(a, b)",
    "2x2x16x64xbf16@Mat",
    "2x1x64x32xbf16@Mat",
    out="2x2x16x32xf32",
)
kernel(
    "batch_matmul",
    "pl.exp(pl.batch_matmul(a, b))",
    *_BATCH,
    out="2x16x32xf32",
    a3=_CANNOT_READ,
    a5=_CANNOT_READ,
)
kernel(
    "batch_matmul_acc",
    """
    r = pl.create([2, 16, 32], dtype=pl.FP32, target_memory=pl.Mem.Acc)
    for i in pl.range(3):
        r = pl.batch_matmul_acc(r, a, b, init_cond=i == 0)
    """,
    *_BATCH,
    out="2x16x32xf32",
)

_SCALED = ("16x128xf8e4@Mat", "16x4xe8m0@Mat", "128x32xf8e4@Mat", "4x32xe8m0@Mat")
_ONLY_A5 = "a3 cannot copy mat to left_scale"
kernel("matmul_mx", "pl.matmul_mx(a, b, c, d)", *_SCALED, out="16x32xf32", a3=_ONLY_A5)
kernel(
    "matmul_mx_acc",
    "pl.matmul_mx_acc(pl.matmul_mx(a, b, c, d), a, b, c, d)",
    *_SCALED,
    out="16x32xf32",
    a3=_ONLY_A5,
)
kernel(
    "matmul_mx_bias",
    "pl.matmul_mx_bias(a, b, c, d, e)",
    *_SCALED,
    _BIAS,
    out="16x32xf32",
    a3=_ONLY_A5,
)

# ---- Single elements, sizes ----

kernel("read", "pl.adds(a, pl.read(a, [0, 1]))", F)
kernel("read", "pl.adds(a, pl.read(ga, [0, 1]))", F)
kernel("write", "pl.write(a, [0, 1], 2.0)\nr = a", F)
kernel("write", "out = pl.store(a, [0, 0], out)\npl.write(out, [0, 1], 2.0)", F)
kernel("dim", "pl.slice(a, [4, 64], [pl.dim(ga, 1) // 16, 0])", F, out="4x64xf32")
kernel("const", "pl.adds(a, pl.const(2, pl.FP32))", F)
_PREFETCH = """
    ctx = pl.prefetch.make_context(gb)
    session = pl.prefetch.session(ctx)
    event = pl.prefetch.async_prefetch(ga, ctx)
    pl.prefetch.wait(event, session)
    r = a
"""
for name in ("make_context", "session", "async_prefetch", "wait"):
    kernel(f"prefetch.{name}", _PREFETCH, F, "!1024xi8")
for name in ("bar_all", "bar_v"):
    kernel(f"system.{name}", f"pl.system.{name}()\nr = a", F)
_ARRAY = "rows = pl.array.create(4, pl.INT32)\n"
for name, body in (
    ("create", "rows[2] = 3\nr = pl.slice(a, [4, 64], [rows[2], 0])"),
    ("get_element", "rows[2] = 3\nr = pl.slice(a, [4, 64], [pl.array.get_element(rows, 2), 0])"),
    (
        "update_element",
        "pl.array.update_element(rows, 0, 3)\nr = pl.slice(a, [4, 64], [rows[0], 0])",
    ),
):
    kernel(f"array.{name}", _ARRAY + body, F, out="4x64xf32")
for name in ("get_block_idx", "get_block_num", "get_subblock_idx", "get_subblock_num"):
    kernel(name, f"pl.adds(a, pl.cast(pl.{name}(), pl.INT32))", I32, out=I32)
