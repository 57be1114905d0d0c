# RUN: pto-compile %s:Both --emit=tile | filecheck %s
# RUN: pto-compile %s:Both --report 2>&1 | filecheck %s --check-prefix=REPORT
# RUN: pto-compile %s:Both --target a5 --report 2>&1 | filecheck %s --check-prefix=REPORT-A5
# RUN: pto-run %s:Both --check
# RUN: pto-run %s:Halves --check
# RUN: pto-run %s:Staged --check
# RUN: pto-run %s:Staged --check --target a5
# RUN: pto-compile %s:Halves --emit=tile | filecheck %s --check-prefix=HALVES
# RUN: pto-compile %s:waiting --emit=tile | filecheck %s --check-prefix=WAIT
# RUN: pto-compile %s:waiting | filecheck %s --check-prefix=WAIT-PTO

# A cube and a vector function that pass tiles to each other, and waiting.

import pto_dialect.language as pl

SLOT = 16 * 64 * 4
# The runtime has to know what the kernel needs besides its arguments.

# REPORT:        gm_pipe_buffer: 32768 bytes of global memory for each block
# REPORT-A5-NOT: gm_pipe_buffer


@pl.program
class Both:
    # CHECK-LABEL: func.func @cube(%w: memref<64x64xf16>) attributes {tile.core = #tile.core<cube>}
    @pl.function(type=pl.FunctionType.AIC)
    def cube(self, w: pl.Tensor[[64, 64], pl.FP16]):
        # CHECK:      %v2c_slots = mem.reserve "v2c_slots" at 0 : !mem.ref<mat, 16384>
        # CHECK-NEXT: tile.init_pipe on cube receives in %v2c_slots : !mem.ref<mat, 16384> sends to "c2v_slots" of @vector {dir_mask = 3 : i64, slot_size = 4096 : i64}
        v2c: pl.Scalar[pl.INT32] = pl.reserve_buffer(name="v2c_slots", size=4 * SLOT, base=0)
        c2v: pl.Scalar[pl.INT32] = pl.import_peer_buffer(name="c2v_slots", peer_func="vector")
        pl.system.aic_initialize_pipe(c2v, v2c, dir_mask=3, slot_size=SLOT)
        # CHECK:      %left = tile.tpop from vector : !tile.tile<mat, 16x64xf16>
        rhs = pl.load(w, [0, 0], [64, 64])
        left: pl.Tile[[16, 64], pl.FP16, pl.Mem.Mat] = pl.tile.tpop_from_aiv(split=0)
        # CHECK:      tile.matmul %left, %rhs
        # CHECK-NEXT: tile.tfree %left
        # CHECK-NEXT: tile.tpush %product to vector : !tile.tile<16x64xf32>
        product = pl.matmul(left, rhs)
        pl.system.tfree_to_aiv(left)
        pl.tile.tpush_to_aiv(product, split=0)

    # CHECK-LABEL: func.func @vector(%x: memref<16x64xf16>, %n: index, %out: memref<16x64xf32>)
    @pl.function(type=pl.FunctionType.AIV)
    def vector(
        self,
        x: pl.Tensor[[16, 64], pl.FP16],
        n: pl.Scalar[pl.INDEX],
        out: pl.Out[pl.Tensor[[16, 64], pl.FP32]],
    ):
        # CHECK:      %c2v_slots = mem.reserve "c2v_slots" : !mem.ref<vec, 16384>
        # CHECK-NEXT: tile.init_pipe on vector receives in %c2v_slots : !mem.ref<vec, 16384> sends to "v2c_slots" of @cube {dir_mask = 3 : i64, slot_size = 4096 : i64}
        c2v = pl.reserve_buffer("c2v_slots", 4 * SLOT, pl.AUTO)
        v2c = pl.import_peer_buffer("v2c_slots", "cube")
        pl.aiv_initialize_pipe(
            c2v_consumer_buf=c2v, v2c_consumer_buf=v2c, dir_mask=3, slot_size=SLOT
        )
        # CHECK:      tile.tpush %t to cube : !tile.tile<16x64xf16>
        t = pl.load(x, [0, 0], [16, 64])
        pl.tpush_to_aic(t)
        # CHECK-NEXT: %p = tile.tpop from cube valid [%n] : !tile.tile<vec, 16x64xf32, valid=?x64>
        # CHECK-NEXT: tile.store %p
        # CHECK-NEXT: tile.tfree %p
        p: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec, pl.TileView(valid_shape=[n, 64])] = (
            pl.tpop_from_aic()
        )
        out = pl.store(p, [0, 0], out)
        pl.tfree_to_aic(p)


# The split of the function holds for what says none; a number is a buffer that is not used.


# HALVES-LABEL: func.func @cube(
# HALVES:         tile.init_pipe on cube {dir_mask = 1 : i64, slot_size = 4096 : i64, slot_num = 2 : i64, nosplit = 0 : i64, id = 1 : i64}
# HALVES:         tile.tpush %2 to vector {split = 1 : i64, id = 1 : i64}
# HALVES-LABEL: func.func @vector(
# HALVES-SAME:    tile.split = 1 : i64
# HALVES:         %half = tile.tpop from cube {split = 1 : i64, id = 1 : i64} : !tile.tile<vec, 8x64xf32>
# HALVES:         tile.tfree %half
@pl.program
class Halves:
    @pl.function(type=pl.FunctionType.AIC, attrs={"split": pl.SplitMode.UP_DOWN})
    def cube(self, x: pl.Tensor[[16, 64], pl.FP16], w: pl.Tensor[[64, 64], pl.FP16]):
        pl.aic_initialize_pipe(
            0, pl.const(0, pl.INT32), dir_mask=1, slot_size=SLOT, slot_num=2, nosplit=False, id=1
        )
        pl.tpush_to_aiv(pl.matmul(pl.load(x, [0, 0], [16, 64]), pl.load(w, [0, 0], [64, 64])), id=1)

    @pl.function(type=pl.FunctionType.AIV, attrs={"split": pl.SplitMode.UP_DOWN})
    def vector(self, out: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
        slots = pl.reserve_buffer(name="slots", size=2 * SLOT)
        pl.aiv_initialize_pipe(slots, dir_mask=1, slot_size=SLOT, slot_num=2, id=1)
        half = pl.tpop_from_aic(shape=[8, 64], dtype=pl.FP32, id=1)
        out = pl.store(half, [8 * pl.get_subblock_idx(), 0], out)
        pl.tfree_to_aic(half)


# Stages of pipelines on both cores: loads come forward, what is passed keeps its order.


@pl.program
class Staged:
    @pl.function(type=pl.FunctionType.AIC)
    def cube(self, x: pl.Tensor[[64, 64], pl.BF16], w: pl.Tensor[[64, 64], pl.BF16]):
        v2c = pl.reserve_buffer(name="v2c", size=4 * SLOT)
        c2v = pl.import_peer_buffer(name="c2v", peer_func="vector")
        pl.aic_initialize_pipe(c2v, v2c, dir_mask=3, slot_size=SLOT)
        rhs = pl.load(w, [0, 0], [64, 64])
        for i in pl.pipeline(0, 4, 1, stage=2):
            lhs = pl.load(x, [i * 16, 0], [16, 64])
            pl.tpush_to_aiv(pl.matmul(lhs, rhs))
            e: pl.Tile[[16, 64], pl.BF16, pl.Mem.Mat] = pl.tpop_from_aiv()
            again = pl.matmul(e, rhs)
            pl.tfree_to_aiv(e)
            pl.tpush_to_aiv(again)

    @pl.function(type=pl.FunctionType.AIV)
    def vector(
        self,
        y: pl.Tensor[[64, 64], pl.FP32],
        raw: pl.Out[pl.Tensor[[64, 64], pl.FP32]],
        out: pl.Out[pl.Tensor[[64, 64], pl.FP32]],
    ):
        c2v = pl.reserve_buffer(name="c2v", size=4 * SLOT)
        v2c = pl.import_peer_buffer(name="v2c", peer_func="cube")
        pl.aiv_initialize_pipe(c2v, v2c, dir_mask=3, slot_size=SLOT)
        for i in pl.pipeline(0, 4, 1, stage=2):
            first: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec] = pl.tpop_from_aic()
            raw = pl.store(first, [i * 16, 0], raw)
            both = pl.add(first, pl.load(y, [i * 16, 0], [16, 64]))
            pl.tfree_to_aic(first)
            pl.tpush_to_aic(pl.cast(both, pl.BF16))
            second: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec] = pl.tpop_from_aic()
            out = pl.store(second, [i * 16, 0], out)
            pl.tfree_to_aic(second)


# WAIT-LABEL: func.func @waiting(
@pl.function(type=pl.FunctionType.AIV)
def waiting(x: pl.InOut[pl.Tensor[[16, 64], pl.FP32]], ws: pl.Tensor[[64], pl.INT32]):
    # WAIT:          tile.barrier "all"
    # WAIT-NEXT:     tile.barrier "V"
    # WAIT-NEXT:     tile.barrier "M"
    # WAIT-PTO:      pto.barrier <PIPE_ALL>
    # WAIT-PTO-NEXT: pto.barrier <PIPE_V>
    # WAIT-PTO-NEXT: pto.barrier <PIPE_M>
    pl.system.bar_all()
    pl.system.bar_v()
    pl.system.bar_m()
    # WAIT-NEXT:     tile.sync_all() {mode = "hard", core_type = "aiv_only"}
    # WAIT-NEXT:     tile.sync_all() {mode = "hard", core_type = "mix"}
    # WAIT-PTO-NEXT: pto.syncall() mode = #pto.sync_all_mode<hard>, core_type = #pto.sync_core_type<aiv_only>
    pl.system.syncall()
    pl.syncall(mode="hard", core_type="mix")
    # WAIT:          tile.sync_all(%ws, %ub, %c8_i32 : memref<64xi32>, !tile.tile<vec, 1x64xi32>, i32) {mode = "soft", core_type = "aiv_only"}
    # WAIT-PTO:      pto.syncall(%ws, %ub, %c8_i32 : !pto.ptr<i32>, !pto.tile_buf<vec, 1x64xi32>, i32) mode = #pto.sync_all_mode<soft>, core_type = #pto.sync_core_type<aiv_only>
    ub = pl.create_tile([1, 64], pl.INT32, pl.Mem.Vec)
    pl.syncall(ws, ub, used_cores=8)
