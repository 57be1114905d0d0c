# RUN: pto-compile %s --emit=tile | filecheck %s --check-prefix=TILE
# RUN: pto-compile %s | filecheck %s
# RUN: pto-run %s --check

# Asynchronous prefetches of a part of a tensor and of all of it.

import pto_dialect.language as pl


# TILE:      %part = tile.prefetch_async %ctx, %a, %c2, %c0 {window = #tile.extents<4x64>}
# TILE:      tile.prefetch_async %ctx, %a, %c0, %c0 {window = #tile.extents<8x64>}
# CHECK:      %ctx = pto.make_prefetch_async_context(%workspace : !pto.ptr<i8>) -> !pto.prefetch_async_context
# CHECK-NEXT: %session = pto.get_prefetch_async_session %ctx : !pto.prefetch_async_context -> !pto.async_session
# CHECK-NEXT: [[P:%.*]] = pto.partition_view %a_view, offsets = [%c2, %c0], sizes = [%c4, %c64]
# CHECK-NEXT: %part = pto.tprefetch_async([[P]], %ctx : !pto.partition_tensor_view<4x64xf32>, !pto.prefetch_async_context) -> !pto.async_event
# CHECK:      pto.comm.wait_async_event(%part, %session : !pto.async_event, !pto.async_session) -> i1
@pl.function(type=pl.FunctionType.InCore)
def kernel(
    a: pl.Tensor[[8, 64], pl.FP32],
    workspace: pl.Tensor[[1024], pl.INT8],
    out: pl.Out[pl.Tensor[[8, 64], pl.FP32]],
):
    ctx = pl.prefetch.make_context(workspace)
    session = pl.prefetch.session(ctx)
    part = pl.prefetch.async_prefetch(pl.tensor.view(a, [4, 64], [2, 0]), ctx)
    pl.prefetch.async_prefetch(a, ctx)
    pl.prefetch.wait(part, session)
    out = pl.store(pl.load(a, [0, 0], [8, 64]), [0, 0], out)
    return out
