# RUN: pto-compile %s --emit=tile | filecheck %s

# The less common operations of the vector unit, in the order of their arguments in PyPTO.

import pto_dialect.language as pl


@pl.program
class Operations:
    # CHECK-LABEL: func.func @elements(
    @pl.function(type=pl.FunctionType.AIV)
    def elements(
        self,
        a: pl.Tensor[[16, 64], pl.FP32],
        n: pl.Tensor[[16, 64], pl.INT32],
        u: pl.Tensor[[16, 64], pl.UINT16],
        out: pl.Out[pl.Tensor[[16, 64], pl.FP32]],
    ):
        # CHECK:      %t = tile.load %a[%c0, %c0] : memref<16x64xf32> -> !tile.tile<16x64xf32>
        t = pl.load(a, [0, 0], [16, 64])
        # CHECK-NEXT: %i = tile.load %n[%c0, %c0] : memref<16x64xi32> -> !tile.tile<16x64xi32>
        i = pl.load(n, [0, 0], [16, 64])
        # CHECK-NEXT: %v = tile.load %u[%c0, %c0] : memref<16x64xui16> -> !tile.tile<16x64xui16>
        v = pl.load(u, [0, 0], [16, 64])
        # CHECK-NEXT: %{{[0-9]+}} = tile.fmod %t, %t : !tile.tile<16x64xf32>
        pl.fmod(t, t)
        # CHECK-NEXT: %{{[0-9]+}} = tile.fmods %t, %cst : !tile.tile<16x64xf32>, f32
        pl.fmods(t, 2.0)
        # CHECK-NEXT: %{{[0-9]+}} = tile.create : !tile.tile<16x64xf32>
        # CHECK-NEXT: %{{[0-9]+}} = tile.rem %t, %t, %{{[0-9]+}} : !tile.tile<16x64xf32>
        pl.rem(t, t)
        # CHECK-NEXT: %{{[0-9]+}} = tile.create : !tile.tile<16x64xf32>
        # CHECK-NEXT: %{{[0-9]+}} = tile.rems %t, %cst, %{{[0-9]+}} : !tile.tile<16x64xf32>, f32, !tile.tile<16x64xf32>
        pl.rems(t, 2.0)
        # CHECK-NEXT: %{{[0-9]+}} = tile.lrelu %t, %cst_1 : !tile.tile<16x64xf32>, f32
        pl.lrelu(t, 0.5)
        # CHECK-NEXT: %{{[0-9]+}} = tile.create : !tile.tile<17x32xui8>
        # CHECK-NEXT: %{{[0-9]+}} = tile.prelu %t, %t, %{{[0-9]+}} : !tile.tile<16x64xf32>, !tile.tile<16x64xf32>, !tile.tile<17x32xui8>
        pl.prelu(t, t)
        # Scratch that one of the targets cannot use is replaced.
        # CHECK-NEXT: %[[S:[0-9]+]] = tile.create : !tile.tile<17x32xui8>
        # CHECK-NEXT: %{{[0-9]+}} = tile.prelu %t, %t, %[[S]]
        pl.prelu(t, t, t)
        # CHECK-NEXT: %{{[0-9]+}} = tile.addc %t, %t, %t : !tile.tile<16x64xf32>
        pl.addc(t, t, t)
        # CHECK-NEXT: %{{[0-9]+}} = tile.subc %t, %t, %t : !tile.tile<16x64xf32>
        pl.subc(t, t, t)
        # CHECK-NEXT: %{{[0-9]+}} = tile.addsc %t, %cst, %t : !tile.tile<16x64xf32>, f32, !tile.tile<16x64xf32>
        pl.addsc(t, 2.0, t)
        # CHECK-NEXT: %{{[0-9]+}} = tile.subsc %t, %cst, %t : !tile.tile<16x64xf32>, f32, !tile.tile<16x64xf32>
        pl.subsc(t, 2.0, t)
        # CHECK-NEXT: %{{[0-9]+}} = tile.expands %t, %cst_2 : !tile.tile<16x64xf32>, f32
        pl.expands(t, 2)
        # CHECK-NEXT: %{{[0-9]+}} = tile.sin %t : !tile.tile<16x64xf32>
        pl.sin(t)
        # CHECK-NEXT: %{{[0-9]+}} = tile.cos %t : !tile.tile<16x64xf32>
        pl.tile.cos(t)
        # CHECK-NEXT: %{{[0-9]+}} = tile.and %i, %i : !tile.tile<16x64xi32>
        pl.and_(i, i)
        # CHECK-NEXT: %{{[0-9]+}} = tile.or %i, %i : !tile.tile<16x64xi32>
        pl.or_(i, i)
        # CHECK-NEXT: %{{[0-9]+}} = tile.xor %i, %i, %i : !tile.tile<16x64xi32>
        pl.xor(i, i, i)
        # CHECK-NEXT: %{{[0-9]+}} = tile.not %i : !tile.tile<16x64xi32>
        pl.not_(i)
        # CHECK-NEXT: %{{[0-9]+}} = tile.shl %i, %i : !tile.tile<16x64xi32>
        pl.shl(i, i)
        # CHECK-NEXT: %{{[0-9]+}} = tile.shr %i, %i : !tile.tile<16x64xi32>
        pl.shr(i, i)
        # CHECK-NEXT: %{{[0-9]+}} = tile.ands %i, %c7_i32 : !tile.tile<16x64xi32>, i32
        pl.ands(i, 7)
        # CHECK-NEXT: %{{[0-9]+}} = tile.ors %i, %c7_i32 : !tile.tile<16x64xi32>, i32
        pl.ors(i, 7)
        # CHECK-NEXT: %{{[0-9]+}} = tile.xors %i, %c7_i32, %i : !tile.tile<16x64xi32>, i32, !tile.tile<16x64xi32>
        pl.xors(i, 7, i)
        # CHECK-NEXT: %{{[0-9]+}} = tile.shls %i, %c2_i32 : !tile.tile<16x64xi32>, i32
        pl.shls(i, 2)
        # CHECK-NEXT: %{{[0-9]+}} = tile.shrs %i, %c2_i32 : !tile.tile<16x64xi32>, i32
        pl.shrs(i, 2)
        # A scalar has no sign.
        # CHECK-NEXT: %{{[0-9]+}} = tile.adds %v, %c65535_i16 : !tile.tile<16x64xui16>, i16
        pl.adds(v, 65535)

    # CHECK-LABEL: func.func @masks(
    @pl.function(type=pl.FunctionType.AIV)
    def masks(
        self,
        a: pl.Tensor[[16, 64], pl.FP32],
        out: pl.Out[pl.Tensor[[16, 64], pl.FP32]],
    ):
        # CHECK:      %t = tile.load %a[%c0, %c0] : memref<16x64xf32> -> !tile.tile<16x64xf32>
        t = pl.load(a, [0, 0], [16, 64])
        # CHECK-NEXT: %m = tile.cmp %t, %t {mode = "gt"} : !tile.tile<16x64xf32> -> !tile.tile<16x32xui8>
        m = pl.cmp(t, t, cmp_type=4)
        # CHECK-NEXT: %{{[0-9]+}} = tile.cmps %t, %cst {mode = "le"} : !tile.tile<16x64xf32>, f32 -> !tile.tile<16x32xui8>
        pl.cmp(t, 2.0, "le")
        # CHECK-NEXT: %{{[0-9]+}} = tile.cmps %t, %cst {mode = "ne"} : !tile.tile<16x64xf32>, f32 -> !tile.tile<16x32xui8>
        pl.cmps(t, 2.0, 1)
        # CHECK-NEXT: %{{[0-9]+}} = tile.sel %m, %t, %t, %m : !tile.tile<16x32xui8>, !tile.tile<16x64xf32>, !tile.tile<16x64xf32>, !tile.tile<16x32xui8> -> !tile.tile<16x64xf32>
        pl.sel(m, t, t, m)
        # CHECK-NEXT: %{{[0-9]+}} = tile.create : !tile.tile<16x32xui8>
        # CHECK-NEXT: %{{[0-9]+}} = tile.sel %m, %t, %t, %{{[0-9]+}} : !tile.tile<16x32xui8>, !tile.tile<16x64xf32>, !tile.tile<16x64xf32>, !tile.tile<16x32xui8> -> !tile.tile<16x64xf32>
        pl.sel(m, t, t)
        # CHECK-NEXT: %{{[0-9]+}} = tile.sels %m, %t, %m, %cst : !tile.tile<16x32xui8>, !tile.tile<16x64xf32>, !tile.tile<16x32xui8>, f32 -> !tile.tile<16x64xf32>
        pl.sels(m, t, m, 2.0)
        # CHECK-NEXT: %{{[0-9]+}} = tile.create : !tile.tile<16x32xui8>
        # CHECK-NEXT: %{{[0-9]+}} = tile.sels %m, %t, %{{[0-9]+}}, %cst : !tile.tile<16x32xui8>, !tile.tile<16x64xf32>, !tile.tile<16x32xui8>, f32 -> !tile.tile<16x64xf32>
        pl.sels(m, t, 2.0)

    # CHECK-LABEL: func.func @shapes(
    @pl.function(type=pl.FunctionType.AIV)
    def shapes(
        self,
        a: pl.Tensor[[16, 64], pl.FP32],
        out: pl.Out[pl.Tensor[[16, 64], pl.FP32]],
    ):
        # CHECK:      %t = tile.load %a[%c0, %c0] : memref<16x64xf32> -> !tile.tile<16x64xf32, valid=10x48>
        t = pl.load(a, [0, 0], [16, 64], valid_shape=[10, 48])
        # CHECK-NEXT: %f = tile.load %a[%c0, %c0] : memref<16x64xf32> -> !tile.tile<16x64xf32>
        f = pl.load(a, [0, 0], [16, 64])
        # CHECK-NEXT: %{{[0-9]+}} = tile.fillpad %t : !tile.tile<16x64xf32, valid=10x48> -> !tile.tile<16x64xf32, pad=zero>
        pl.fillpad(t)
        # CHECK-NEXT: %{{[0-9]+}} = tile.fillpad %t : !tile.tile<16x64xf32, valid=10x48> -> !tile.tile<16x64xf32, pad=min>
        pl.fillpad(t, pad_value=pl.PadValue.min)
        # CHECK-NEXT: %{{[0-9]+}} = tile.fillpad_expand %t : !tile.tile<16x64xf32, valid=10x48> -> !tile.tile<32x64xf32, pad=max>
        pl.fillpad_expand(t, [32, 64], pl.PadValue.max)
        # CHECK-NEXT: %{{[0-9]+}} = tile.fillpad_inplace %t : !tile.tile<16x64xf32, valid=10x48> -> !tile.tile<16x64xf32, pad=zero>
        pl.fillpad_inplace(t, 0)
        # CHECK-NEXT: %{{[0-9]+}} = tile.part_add %f, %t : !tile.tile<16x64xf32>, !tile.tile<16x64xf32, valid=10x48>
        pl.part_add(f, t)
        # CHECK-NEXT: %{{[0-9]+}} = tile.part_mul %f, %t : !tile.tile<16x64xf32>, !tile.tile<16x64xf32, valid=10x48>
        pl.part_mul(f, t)
        # CHECK-NEXT: %{{[0-9]+}} = tile.part_max %f, %t : !tile.tile<16x64xf32>, !tile.tile<16x64xf32, valid=10x48>
        pl.part_max(f, t)
        # CHECK-NEXT: %{{[0-9]+}} = tile.part_min %f, %t : !tile.tile<16x64xf32>, !tile.tile<16x64xf32, valid=10x48>
        pl.part_min(f, t)
        # CHECK-NEXT: %{{[0-9]+}} = tile.row_prod %f, %f : !tile.tile<16x64xf32> -> !tile.tile<16x1xf32>
        pl.row_prod(f, f)
        # CHECK-NEXT: %{{[0-9]+}} = tile.col_prod %f : !tile.tile<16x64xf32> -> !tile.tile<1x64xf32>
        pl.col_prod(f)
        # CHECK-NEXT: %{{[0-9]+}} = tile.row_argmax %f, %f : !tile.tile<16x64xf32> -> !tile.tile<16x1xi32>
        pl.row_argmax(f, f)
        # CHECK-NEXT: %{{[0-9]+}} = tile.create : !tile.tile<16x64xf32>
        # CHECK-NEXT: %{{[0-9]+}} = tile.row_argmin %f, %{{[0-9]+}} : !tile.tile<16x64xf32> -> !tile.tile<16x1xi32>
        pl.row_argmin(f)
        # CHECK-NEXT: %{{[0-9]+}} = tile.col_argmax %f, %f : !tile.tile<16x64xf32> -> !tile.tile<1x64xi32>
        pl.col_argmax(f, f)
        # CHECK-NEXT: %{{[0-9]+}} = tile.create : !tile.tile<16x64xf32>
        # CHECK-NEXT: %{{[0-9]+}} = tile.col_argmin %f, %{{[0-9]+}} : !tile.tile<16x64xf32> -> !tile.tile<1x64xi32>
        pl.col_argmin(f)
        # CHECK-NEXT: %{{[0-9]+}} = tile.create : !tile.tile<16x64xf32>
        # CHECK-NEXT: %r = tile.row_max %f, %{{[0-9]+}} : !tile.tile<16x64xf32> -> !tile.tile<16x1xf32>
        r = pl.row_max(f)
        # CHECK-NEXT: %c = tile.col_max %f : !tile.tile<16x64xf32> -> !tile.tile<1x64xf32>
        c = pl.col_max(f)
        # CHECK-NEXT: %{{[0-9]+}} = tile.row_expand_expdif %f, %r : !tile.tile<16x64xf32>, !tile.tile<16x1xf32>
        pl.row_expand_expdif(f, r)
        # CHECK-NEXT: %{{[0-9]+}} = tile.col_expand_expdif %f, %c : !tile.tile<16x64xf32>, !tile.tile<1x64xf32>
        pl.col_expand_expdif(f, c)
        # CHECK-NEXT: %{{[0-9]+}} = tile.create : !tile.tile<16x64xf32>
        # CHECK-NEXT: %{{[0-9]+}} = tile.transpose %f, %{{[0-9]+}} : !tile.tile<16x64xf32> -> !tile.tile<64x16xf32>
        pl.transpose(f, 0, 1)
        # CHECK-NEXT: %{{[0-9]+}} = tile.transpose %f, %f : !tile.tile<16x64xf32> -> !tile.tile<64x16xf32>
        pl.transpose(f, axis1=-2, axis2=-1, tmp=f)
        # CHECK-NEXT: %{{[0-9]+}} = tile.reinterpret_view %f : !tile.tile<16x64xf32> -> !tile.tile<16x64xi32>
        pl.reinterpret_view(f, pl.INT32)
        # CHECK-NEXT: %{{[0-9]+}} = tile.reinterpret_view %f : !tile.tile<16x64xf32> -> !tile.tile<16x128xbf16>
        pl.reinterpret_view(f, pl.BF16)

    # CHECK-LABEL: func.func @sorts(
    @pl.function(type=pl.FunctionType.AIV)
    def sorts(
        self,
        a: pl.Tensor[[1, 128], pl.FP32],
        n: pl.Tensor[[1, 128], pl.UINT32],
        k: pl.Scalar[pl.INDEX],
        out: pl.Out[pl.Tensor[[16, 64], pl.FP32]],
    ):
        # CHECK:      %t = tile.load %a[%c0, %c0] : memref<1x128xf32> -> !tile.tile<1x128xf32>
        t = pl.load(a, [0, 0], [1, 128])
        # CHECK-NEXT: %i = tile.load %n[%c0, %c0] : memref<1x128xui32> -> !tile.tile<1x128xui32>
        i = pl.load(n, [0, 0], [1, 128])
        # CHECK-NEXT: %s = tile.sort32 %t, %i : !tile.tile<1x128xf32>, !tile.tile<1x128xui32> -> !tile.tile<1x256xf32>
        s = pl.sort32(t, i)
        # CHECK-NEXT: %{{[0-9]+}} = tile.mrgsort1 %s, %c64_i32 : !tile.tile<1x256xf32>, i32
        pl.mrgsort(s, block_len=64)
        # CHECK-NEXT: %{{[0-9]+}} = arith.index_cast %k : index to i32
        # CHECK-NEXT: %{{[0-9]+}} = tile.mrgsort1 %s, %{{[0-9]+}} : !tile.tile<1x256xf32>, i32
        pl.mrgsort(s, block_len=k)
        # CHECK-NEXT: %{{[0-9]+}} = tile.mrgsort1 %s, %c64_i32 : !tile.tile<1x256xf32>, i32
        pl.mrgsort_format1(s, 64)
        # CHECK-NEXT: %{{[0-9]+}} = tile.create : !tile.tile<1x512xf32>
        # CHECK-NEXT: %m = tile.mrgsort2 %{{[0-9]+}}, %s, %s : !tile.tile<1x512xf32>, !tile.tile<1x256xf32>, !tile.tile<1x256xf32>
        m = pl.mrgsort(s, s)
        # CHECK-NEXT: %{{[0-9]+}} = tile.mrgsort2 %m, %s, %s {exhausted = true} : !tile.tile<1x512xf32>, !tile.tile<1x256xf32>, !tile.tile<1x256xf32>
        pl.mrgsort(s, s, tmp=m, exhausted=True)
        # CHECK-NEXT: %{{[0-9]+}} = tile.create : !tile.tile<1x1024xf32>
        # CHECK-NEXT: %{{[0-9]+}} = tile.mrgsort2 %{{[0-9]+}}, %s, %s, %s, %s : !tile.tile<1x1024xf32>, !tile.tile<1x256xf32>, !tile.tile<1x256xf32>, !tile.tile<1x256xf32>, !tile.tile<1x256xf32>
        pl.mrgsort_format2(s, s, s, s)
        # CHECK-NEXT: %{{[0-9]+}} = tile.gather_mask %s {pattern = "P0101"} : !tile.tile<1x256xf32> -> !tile.tile<1x128xf32>
        pl.gather_mask(s, pl.MaskPattern.P0101)
        # CHECK-NEXT: %{{[0-9]+}} = tile.gather_mask %s {pattern = "P1010"} : !tile.tile<1x256xf32> -> !tile.tile<1x128xui32>
        pl.gather(s, mask_pattern=2, output_dtype=pl.UINT32)

    # CHECK-LABEL: func.func @gathers(
    @pl.function(type=pl.FunctionType.AIV)
    def gathers(
        self,
        a: pl.Tensor[[16, 64], pl.FP32],
        n: pl.Tensor[[8, 64], pl.INT32],
        g: pl.Tensor[[1, 8], pl.INT32],
        out: pl.Out[pl.Tensor[[16, 64], pl.FP32]],
    ):
        # CHECK:      %t = tile.load %a[%c0, %c0] : memref<16x64xf32> -> !tile.tile<16x64xf32>
        t = pl.load(a, [0, 0], [16, 64])
        # CHECK-NEXT: %h = tile.load %a[%c0, %c0] : memref<16x64xf32> -> !tile.tile<8x64xf32>
        h = pl.load(a, [0, 0], [8, 64])
        # CHECK-NEXT: %i = tile.load %n[%c0, %c0] : memref<8x64xi32> -> !tile.tile<8x64xi32>
        i = pl.load(n, [0, 0], [8, 64])
        # CHECK-NEXT: %r = tile.load %g[%c0, %c0] : memref<1x8xi32> -> !tile.tile<1x8xi32>
        r = pl.load(g, [0, 0], [1, 8])
        # CHECK-NEXT: %{{[0-9]+}} = tile.gather %t, %i, %i : !tile.tile<16x64xf32>, !tile.tile<8x64xi32>, !tile.tile<8x64xi32> -> !tile.tile<8x64xf32>
        pl.gather(t, i, i)
        # CHECK-NEXT: %{{[0-9]+}} = tile.create : !tile.tile<8x64xi32>
        # CHECK-NEXT: %{{[0-9]+}} = tile.gather %t, %i, %{{[0-9]+}} : !tile.tile<16x64xf32>, !tile.tile<8x64xi32>, !tile.tile<8x64xi32> -> !tile.tile<8x64xf32>
        pl.gather(t, i)
        # CHECK-NEXT: %{{[0-9]+}} = tile.gatherb %t, %i : !tile.tile<16x64xf32>, !tile.tile<8x64xi32> -> !tile.tile<8x512xf32>
        pl.gatherb(t, i)
        # CHECK-NEXT: %{{[0-9]+}}, %{{[0-9]+}} = tile.gather_compare %t, %cst, %t {mode = "gt"} : !tile.tile<16x64xf32>, f32, !tile.tile<16x64xf32> -> !tile.tile<16x32xi32>, !tile.tile<1x16xi32>
        found, count = pl.gather_compare(t, 0.5, t, cmp_mode=4, out_cols=32)
        # CHECK-NEXT: %{{[0-9]+}} = tile.scatter %t, %h, %i : !tile.tile<16x64xf32>, !tile.tile<8x64xf32>, !tile.tile<8x64xi32>
        pl.scatter(t, h, i)
        # CHECK-NEXT: %q = tile.gather_mask %t {pattern = "P0100"} : !tile.tile<16x64xf32> -> !tile.tile<16x16xf32>
        q = pl.gather_mask(t, 5)
        # CHECK-NEXT: %{{[0-9]+}} = tile.scatter_mask %t, %q {pattern = "P0100"} : !tile.tile<16x64xf32>, !tile.tile<16x16xf32>
        pl.scatter_mask(t, q, pl.tile.MaskPattern.P0100)
        # CHECK-NEXT: %{{[0-9]+}} = tile.scatter_update %t, %r, %h : !tile.tile<16x64xf32>, !tile.tile<1x8xi32>, !tile.tile<8x64xf32>
        pl.scatter_update(t, -2, r, h)
        # CHECK-NEXT: %{{[0-9]+}} = tile.mgather %a, %i {coalesce = "elem"} : memref<16x64xf32>, !tile.tile<8x64xi32> -> !tile.tile<8x64xf32>
        pl.mgather(a, i)
        # CHECK-NEXT: %{{[0-9]+}} = tile.mgather %a, %r {coalesce = "row", out_of_bounds = "clamp"} : memref<16x64xf32>, !tile.tile<1x8xi32> -> !tile.tile<8x64xf32>
        pl.mgather(a, r, coalesce="row", oob="clamp")
        # CHECK-NEXT: tile.mscatter %h, %r, %out {coalesce = "row"} : !tile.tile<8x64xf32>, !tile.tile<1x8xi32>, memref<16x64xf32>
        out = pl.mscatter(h, r, out, coalesce="row")

    # CHECK-LABEL: func.func @numbers(
    @pl.function(type=pl.FunctionType.AIV)
    def numbers(
        self,
        a: pl.Tensor[[16, 64], pl.FP32],
        n: pl.Tensor[[1, 8], pl.INT32],
        out: pl.InOut[pl.Tensor[[16, 64], pl.FP32]],
    ):
        # CHECK:      %{{[0-9]+}} = tile.ci %c0_i32 : i32 -> !tile.tile<1x64xi32>
        pl.ci(0, [1, 64])
        # CHECK-NEXT: %{{[0-9]+}} = tile.ci %c5_i16 {descending = true} : i16 -> !tile.tile<1x64xui16>
        pl.arange(5, [1, 64], dtype=pl.UINT16, descending=True)
        # CHECK-NEXT: %{{[0-9]+}} = tile.tri %c0_i32 : i32 -> !tile.tile<16x64xf32>
        pl.tri(0, [16, 64], pl.FP32)
        # CHECK-NEXT: %{{[0-9]+}} = tile.tri %c1_i32 {upper = true} : i32 -> !tile.tile<16x64xf16>
        pl.tri(1, [16, 64], dtype=pl.FP16, upper_or_lower=1)
        # CHECK-NEXT: %{{[0-9]+}} = tile.random %c1_i32, %c2_i32, %c3_i32, %c4_i32, %c5_i32, %c6_i32 {rounds = 10 : i32} : i32 -> !tile.tile<16x64xui32>
        pl.random(1, 2, 3, 4, 5, 6, [16, 64])
        # CHECK-NEXT: %t = tile.load %a[%c0, %c0] : memref<16x64xf32> -> !tile.tile<16x64xf32>
        t = pl.load(a, [0, 0], [16, 64])
        # CHECK-NEXT: %x = tile.read %t[%c1, %c2] : !tile.tile<16x64xf32>
        x = pl.read(t, [1, 2])
        # CHECK-NEXT: %k = memref.load %n[%c0, %c3] : memref<1x8xi32>
        k = pl.tensor.read(n, [0, 3])
        # As a statement a write changes the variable.
        # CHECK-NEXT: %{{[0-9]+}} = arith.index_cast %k : i32 to index
        # CHECK-NEXT: %t_1 = tile.write %x, %t[%{{[0-9]+}}, %c0] : f32, !tile.tile<16x64xf32>
        pl.write(t, [k, 0], x)
        # CHECK-NEXT: %u = tile.write %cst, %t_1[%c0, %c1] : f32, !tile.tile<16x64xf32>
        u = pl.write(t, [0, 1], 2.0)
        # CHECK-NEXT: memref.store %x, %out[%c0, %c0] : memref<16x64xf32>
        pl.write(out, [0, 0], x)
        # CHECK-NEXT: tile.store %u, %out[%c0, %c0] : !tile.tile<16x64xf32>, memref<16x64xf32>
        out = pl.store(u, [0, 0], out)
