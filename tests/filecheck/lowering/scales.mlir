// RUN: pto-opt %s -p infer-tile-memory-space | filecheck %s --check-prefix=SPACES
// RUN: pto-compile %s | filecheck %s
// RUN: pto-compile %s --planner ptoas | filecheck %s
// RUN: pto-run %s --check

// Products of blocks with scales. Scales are loaded to mat in the order that they have in their own
// memory, and lie where the cube unit looks for those of its operand.

builtin.module attributes {pto.target_arch = "a5"} {
// SPACES: %ls = tile.load %gls{{.*}} -> !tile.tile<mat, 16x4xf8E8M0FNU, blayout=row_major, fractal=32>
// SPACES: %rs = tile.load %grs{{.*}} -> !tile.tile<mat, 4x32xf8E8M0FNU, slayout=col_major, fractal=32>
// SPACES: tile.move %ls : !tile.tile<mat, 16x4xf8E8M0FNU, blayout=row_major, fractal=32> -> !tile.tile<left_scale, 16x4xf8E8M0FNU>

// CHECK:      func.func @scaled(%gl: !pto.ptr<f8E4M3FN>, %gls: !pto.ptr<!pto.f8E8M0>
// CHECK:      %ls = pto.alloc_tile{{.*}} : !pto.tile_buf<mat, 16x4x!pto.f8E8M0, slayout=row_major, fractal=32>
// CHECK:      pto.tload ins({{.*}} : !pto.partition_tensor_view<16x4x!pto.f8E8M0>) outs(%ls
// CHECK:      pto.tget_scale_addr ins(%[[R:.*]] : !pto.tile_buf<right, {{.*}}) outs(%[[RS:.*]] : !pto.tile_buf<scaling, 4x32x!pto.f8E8M0, blayout=col_major, slayout=col_major, fractal=32>)
// CHECK-NEXT: pto.tmov ins(%rs {{.*}} outs(%[[RS]] :
// CHECK:      pto.tget_scale_addr ins(%[[L:.*]] : !pto.tile_buf<left, {{.*}}) outs(%[[LS:.*]] : !pto.tile_buf<scaling, 16x4x!pto.f8E8M0, slayout=row_major, fractal=32>)
// CHECK-NEXT: pto.tmov ins(%ls {{.*}} outs(%[[LS]] :
// CHECK:      pto.tmatmul.mx ins(%[[L]], %[[LS]], %[[R]], %[[RS]] : {{.*}} outs(%[[A:.*]] :
// CHECK-NEXT: pto.tmatmul.mx.acc ins(%[[A]], %[[L]], %[[LS]], %[[R]], %[[RS]] : {{.*}} outs(%[[A]] :
func.func @scaled(%gl: memref<16x128xf8E4M3FN>, %gls: memref<16x4xf8E8M0FNU>, %gr: memref<128x32xf8E5M2>, %grs: memref<4x32xf8E8M0FNU>, %out: memref<16x32xf32>) {
  %c0 = arith.constant 0 : index
  %l = tile.load %gl[%c0, %c0] : memref<16x128xf8E4M3FN> -> !tile.tile<16x128xf8E4M3FN>
  %ls = tile.load %gls[%c0, %c0] : memref<16x4xf8E8M0FNU> -> !tile.tile<16x4xf8E8M0FNU>
  %r = tile.load %gr[%c0, %c0] : memref<128x32xf8E5M2> -> !tile.tile<mat, 128x32xf8E5M2>
  %rs = tile.load %grs[%c0, %c0] : memref<4x32xf8E8M0FNU> -> !tile.tile<mat, 4x32xf8E8M0FNU>
  %scales = tile.move %rs : !tile.tile<mat, 4x32xf8E8M0FNU> -> !tile.tile<right_scale, 4x32xf8E8M0FNU>
  %a = tile.matmul_mx %l, %ls, %r, %scales : !tile.tile<16x128xf8E4M3FN>, !tile.tile<16x4xf8E8M0FNU>, !tile.tile<mat, 128x32xf8E5M2>, !tile.tile<right_scale, 4x32xf8E8M0FNU> -> !tile.tile<16x32xf32>
  %b = tile.matmul_mx_acc %a, %l, %ls, %r, %scales : !tile.tile<16x32xf32>, !tile.tile<16x128xf8E4M3FN>, !tile.tile<16x4xf8E8M0FNU>, !tile.tile<mat, 128x32xf8E5M2>, !tile.tile<right_scale, 4x32xf8E8M0FNU>
  tile.store %b, %out[%c0, %c0] : !tile.tile<16x32xf32>, memref<16x32xf32>
  func.return
}
}
