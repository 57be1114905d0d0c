// RUN: PTO_ROUNDTRIP
// RUN: PTO_GENERIC_ROUNDTRIP

// Products in the matrix unit.

!L = !pto.tile_buf<left, 16x64xbf16, slayout=row_major>
!R = !pto.tile_buf<right, 64x32xbf16, slayout=col_major>
!A = !pto.tile_buf<acc, 16x32xf32, blayout=col_major, slayout=row_major, fractal=1024>
!B = !pto.tile_buf<bias, 1x32xf32>
!L1 = !pto.tile_buf<left, 16x64xbf16, valid=1x64, slayout=row_major>
!A1 = !pto.tile_buf<acc, 16x32xf32, valid=1x32, blayout=col_major, slayout=row_major, fractal=1024>
!SA = !pto.tile_buf<scaling, 16x2x!pto.f8E8M0, slayout=row_major, fractal=32>
!SA1 = !pto.tile_buf<scaling, 16x2x!pto.f8E8M0, valid=1x2, slayout=row_major, fractal=32>
!SB = !pto.tile_buf<scaling, 2x32x!pto.f8E8M0, blayout=col_major, slayout=col_major, fractal=32>

func.func @matrix(%l: !L, %r: !R, %acc: !A, %bias: !B, %l1: !L1, %acc1: !A1, %as: !SA, %as1: !SA1, %bs: !SB) {
  pto.tmatmul ins(%l, %r : !L, !R) outs(%acc : !A)
  // CHECK: pto.tmatmul ins(%l, %r : !pto.tile_buf<left, 16x64xbf16, slayout=row_major>, !pto.tile_buf<right, 64x32xbf16, slayout=col_major>) outs(%acc : !pto.tile_buf<acc, 16x32xf32, blayout=col_major, slayout=row_major, fractal=1024>)
  // CHECK-GENERIC: "pto.tmatmul"(%l, %r, %acc) : (!pto.tile_buf<left, 16x64xbf16, slayout=row_major>, !pto.tile_buf<right, 64x32xbf16, slayout=col_major>, !pto.tile_buf<acc, 16x32xf32, blayout=col_major, slayout=row_major, fractal=1024>) -> ()
  pto.tmatmul.acc ins(%acc, %l, %r : !A, !L, !R) outs(%acc : !A)
  // CHECK-NEXT: pto.tmatmul.acc ins(%acc, %l, %r : !pto.tile_buf<acc, 16x32xf32, blayout=col_major, slayout=row_major, fractal=1024>, !pto.tile_buf<left, 16x64xbf16, slayout=row_major>, !pto.tile_buf<right, 64x32xbf16, slayout=col_major>) outs(%acc : !pto.tile_buf<acc, 16x32xf32, blayout=col_major, slayout=row_major, fractal=1024>)
  // CHECK-GENERIC-NEXT: "pto.tmatmul.acc"(%acc, %l, %r, %acc) : (!pto.tile_buf<acc, 16x32xf32, blayout=col_major, slayout=row_major, fractal=1024>, !pto.tile_buf<left, 16x64xbf16, slayout=row_major>, !pto.tile_buf<right, 64x32xbf16, slayout=col_major>, !pto.tile_buf<acc, 16x32xf32, blayout=col_major, slayout=row_major, fractal=1024>) -> ()
  pto.tmatmul.bias ins(%l, %r, %bias : !L, !R, !B) outs(%acc : !A)
  // CHECK-NEXT: pto.tmatmul.bias ins(%l, %r, %bias : !pto.tile_buf<left, 16x64xbf16, slayout=row_major>, !pto.tile_buf<right, 64x32xbf16, slayout=col_major>, !pto.tile_buf<bias, 1x32xf32>) outs(%acc : !pto.tile_buf<acc, 16x32xf32, blayout=col_major, slayout=row_major, fractal=1024>)
  // CHECK-GENERIC-NEXT: "pto.tmatmul.bias"(%l, %r, %bias, %acc) : (!pto.tile_buf<left, 16x64xbf16, slayout=row_major>, !pto.tile_buf<right, 64x32xbf16, slayout=col_major>, !pto.tile_buf<bias, 1x32xf32>, !pto.tile_buf<acc, 16x32xf32, blayout=col_major, slayout=row_major, fractal=1024>) -> ()
  // The phase is printed when it is not default.
  pto.tmatmul.acc ins(%acc, %l, %r : !A, !L, !R) outs(%acc : !A) {accPhase = #pto<acc_phase final>}
  // CHECK-NEXT: pto.tmatmul.acc ins(%acc, %l, %r : !pto.tile_buf<acc, 16x32xf32, blayout=col_major, slayout=row_major, fractal=1024>, !pto.tile_buf<left, 16x64xbf16, slayout=row_major>, !pto.tile_buf<right, 64x32xbf16, slayout=col_major>) outs(%acc : !pto.tile_buf<acc, 16x32xf32, blayout=col_major, slayout=row_major, fractal=1024>) {accPhase = #pto<acc_phase final>}
  // CHECK-GENERIC-NEXT: "pto.tmatmul.acc"(%acc, %l, %r, %acc) <{accPhase = #pto<acc_phase final>}> : (!pto.tile_buf<acc, 16x32xf32, blayout=col_major, slayout=row_major, fractal=1024>, !pto.tile_buf<left, 16x64xbf16, slayout=row_major>, !pto.tile_buf<right, 64x32xbf16, slayout=col_major>, !pto.tile_buf<acc, 16x32xf32, blayout=col_major, slayout=row_major, fractal=1024>) -> ()
  pto.tmatmul ins(%l, %r : !L, !R) outs(%acc : !A) {accPhase = #pto<acc_phase unspecified>}
  // CHECK-NEXT: pto.tmatmul ins(%l, %r : !pto.tile_buf<left, 16x64xbf16, slayout=row_major>, !pto.tile_buf<right, 64x32xbf16, slayout=col_major>) outs(%acc : !pto.tile_buf<acc, 16x32xf32, blayout=col_major, slayout=row_major, fractal=1024>)
  // CHECK-GENERIC-NEXT: "pto.tmatmul"(%l, %r, %acc) : (!pto.tile_buf<left, 16x64xbf16, slayout=row_major>, !pto.tile_buf<right, 64x32xbf16, slayout=col_major>, !pto.tile_buf<acc, 16x32xf32, blayout=col_major, slayout=row_major, fractal=1024>) -> ()
  // A row vector.
  pto.tgemv ins(%l1, %r : !L1, !R) outs(%acc1 : !A1)
  // CHECK-NEXT: pto.tgemv ins(%l1, %r : !pto.tile_buf<left, 16x64xbf16, valid=1x64, slayout=row_major>, !pto.tile_buf<right, 64x32xbf16, slayout=col_major>) outs(%acc1 : !pto.tile_buf<acc, 16x32xf32, valid=1x32, blayout=col_major, slayout=row_major, fractal=1024>)
  // CHECK-GENERIC-NEXT: "pto.tgemv"(%l1, %r, %acc1) : (!pto.tile_buf<left, 16x64xbf16, valid=1x64, slayout=row_major>, !pto.tile_buf<right, 64x32xbf16, slayout=col_major>, !pto.tile_buf<acc, 16x32xf32, valid=1x32, blayout=col_major, slayout=row_major, fractal=1024>) -> ()
  pto.tgemv.acc ins(%acc1, %l1, %r : !A1, !L1, !R) outs(%acc1 : !A1)
  // CHECK-NEXT: pto.tgemv.acc ins(%acc1, %l1, %r : !pto.tile_buf<acc, 16x32xf32, valid=1x32, blayout=col_major, slayout=row_major, fractal=1024>, !pto.tile_buf<left, 16x64xbf16, valid=1x64, slayout=row_major>, !pto.tile_buf<right, 64x32xbf16, slayout=col_major>) outs(%acc1 : !pto.tile_buf<acc, 16x32xf32, valid=1x32, blayout=col_major, slayout=row_major, fractal=1024>)
  // CHECK-GENERIC-NEXT: "pto.tgemv.acc"(%acc1, %l1, %r, %acc1) : (!pto.tile_buf<acc, 16x32xf32, valid=1x32, blayout=col_major, slayout=row_major, fractal=1024>, !pto.tile_buf<left, 16x64xbf16, valid=1x64, slayout=row_major>, !pto.tile_buf<right, 64x32xbf16, slayout=col_major>, !pto.tile_buf<acc, 16x32xf32, valid=1x32, blayout=col_major, slayout=row_major, fractal=1024>) -> ()
  pto.tgemv.bias ins(%l1, %r, %bias : !L1, !R, !B) outs(%acc1 : !A1)
  // CHECK-NEXT: pto.tgemv.bias ins(%l1, %r, %bias : !pto.tile_buf<left, 16x64xbf16, valid=1x64, slayout=row_major>, !pto.tile_buf<right, 64x32xbf16, slayout=col_major>, !pto.tile_buf<bias, 1x32xf32>) outs(%acc1 : !pto.tile_buf<acc, 16x32xf32, valid=1x32, blayout=col_major, slayout=row_major, fractal=1024>)
  // CHECK-GENERIC-NEXT: "pto.tgemv.bias"(%l1, %r, %bias, %acc1) : (!pto.tile_buf<left, 16x64xbf16, valid=1x64, slayout=row_major>, !pto.tile_buf<right, 64x32xbf16, slayout=col_major>, !pto.tile_buf<bias, 1x32xf32>, !pto.tile_buf<acc, 16x32xf32, valid=1x32, blayout=col_major, slayout=row_major, fractal=1024>) -> ()
  // With scales.
  pto.tmatmul.mx ins(%l, %as, %r, %bs : !L, !SA, !R, !SB) outs(%acc : !A)
  // CHECK-NEXT: pto.tmatmul.mx ins(%l, %as, %r, %bs : !pto.tile_buf<left, 16x64xbf16, slayout=row_major>, !pto.tile_buf<scaling, 16x2x!pto.f8E8M0, slayout=row_major, fractal=32>, !pto.tile_buf<right, 64x32xbf16, slayout=col_major>, !pto.tile_buf<scaling, 2x32x!pto.f8E8M0, blayout=col_major, slayout=col_major, fractal=32>) outs(%acc : !pto.tile_buf<acc, 16x32xf32, blayout=col_major, slayout=row_major, fractal=1024>)
  // CHECK-GENERIC-NEXT: "pto.tmatmul.mx"(%l, %as, %r, %bs, %acc) : (!pto.tile_buf<left, 16x64xbf16, slayout=row_major>, !pto.tile_buf<scaling, 16x2x!pto.f8E8M0, slayout=row_major, fractal=32>, !pto.tile_buf<right, 64x32xbf16, slayout=col_major>, !pto.tile_buf<scaling, 2x32x!pto.f8E8M0, blayout=col_major, slayout=col_major, fractal=32>, !pto.tile_buf<acc, 16x32xf32, blayout=col_major, slayout=row_major, fractal=1024>) -> ()
  pto.tgemv.mx ins(%l1, %as1, %r, %bs : !L1, !SA1, !R, !SB) outs(%acc1 : !A1)
  // CHECK-NEXT: pto.tgemv.mx ins(%l1, %as1, %r, %bs : !pto.tile_buf<left, 16x64xbf16, valid=1x64, slayout=row_major>, !pto.tile_buf<scaling, 16x2x!pto.f8E8M0, valid=1x2, slayout=row_major, fractal=32>, !pto.tile_buf<right, 64x32xbf16, slayout=col_major>, !pto.tile_buf<scaling, 2x32x!pto.f8E8M0, blayout=col_major, slayout=col_major, fractal=32>) outs(%acc1 : !pto.tile_buf<acc, 16x32xf32, valid=1x32, blayout=col_major, slayout=row_major, fractal=1024>)
  // CHECK-GENERIC-NEXT: "pto.tgemv.mx"(%l1, %as1, %r, %bs, %acc1) : (!pto.tile_buf<left, 16x64xbf16, valid=1x64, slayout=row_major>, !pto.tile_buf<scaling, 16x2x!pto.f8E8M0, valid=1x2, slayout=row_major, fractal=32>, !pto.tile_buf<right, 64x32xbf16, slayout=col_major>, !pto.tile_buf<scaling, 2x32x!pto.f8E8M0, blayout=col_major, slayout=col_major, fractal=32>, !pto.tile_buf<acc, 16x32xf32, valid=1x32, blayout=col_major, slayout=row_major, fractal=1024>) -> ()
  pto.tmatmul.mx.acc ins(%acc, %l, %as, %r, %bs : !A, !L, !SA, !R, !SB) outs(%acc : !A)
  // CHECK-NEXT: pto.tmatmul.mx.acc ins(%acc, %l, %as, %r, %bs : !pto.tile_buf<acc, 16x32xf32, blayout=col_major, slayout=row_major, fractal=1024>, !pto.tile_buf<left, 16x64xbf16, slayout=row_major>, !pto.tile_buf<scaling, 16x2x!pto.f8E8M0, slayout=row_major, fractal=32>, !pto.tile_buf<right, 64x32xbf16, slayout=col_major>, !pto.tile_buf<scaling, 2x32x!pto.f8E8M0, blayout=col_major, slayout=col_major, fractal=32>) outs(%acc : !pto.tile_buf<acc, 16x32xf32, blayout=col_major, slayout=row_major, fractal=1024>)
  // CHECK-GENERIC-NEXT: "pto.tmatmul.mx.acc"(%acc, %l, %as, %r, %bs, %acc) : (!pto.tile_buf<acc, 16x32xf32, blayout=col_major, slayout=row_major, fractal=1024>, !pto.tile_buf<left, 16x64xbf16, slayout=row_major>, !pto.tile_buf<scaling, 16x2x!pto.f8E8M0, slayout=row_major, fractal=32>, !pto.tile_buf<right, 64x32xbf16, slayout=col_major>, !pto.tile_buf<scaling, 2x32x!pto.f8E8M0, blayout=col_major, slayout=col_major, fractal=32>, !pto.tile_buf<acc, 16x32xf32, blayout=col_major, slayout=row_major, fractal=1024>) -> ()
  pto.tgemv.mx.acc ins(%acc1, %l1, %as1, %r, %bs : !A1, !L1, !SA1, !R, !SB) outs(%acc1 : !A1)
  // CHECK-NEXT: pto.tgemv.mx.acc ins(%acc1, %l1, %as1, %r, %bs : !pto.tile_buf<acc, 16x32xf32, valid=1x32, blayout=col_major, slayout=row_major, fractal=1024>, !pto.tile_buf<left, 16x64xbf16, valid=1x64, slayout=row_major>, !pto.tile_buf<scaling, 16x2x!pto.f8E8M0, valid=1x2, slayout=row_major, fractal=32>, !pto.tile_buf<right, 64x32xbf16, slayout=col_major>, !pto.tile_buf<scaling, 2x32x!pto.f8E8M0, blayout=col_major, slayout=col_major, fractal=32>) outs(%acc1 : !pto.tile_buf<acc, 16x32xf32, valid=1x32, blayout=col_major, slayout=row_major, fractal=1024>)
  // CHECK-GENERIC-NEXT: "pto.tgemv.mx.acc"(%acc1, %l1, %as1, %r, %bs, %acc1) : (!pto.tile_buf<acc, 16x32xf32, valid=1x32, blayout=col_major, slayout=row_major, fractal=1024>, !pto.tile_buf<left, 16x64xbf16, valid=1x64, slayout=row_major>, !pto.tile_buf<scaling, 16x2x!pto.f8E8M0, valid=1x2, slayout=row_major, fractal=32>, !pto.tile_buf<right, 64x32xbf16, slayout=col_major>, !pto.tile_buf<scaling, 2x32x!pto.f8E8M0, blayout=col_major, slayout=col_major, fractal=32>, !pto.tile_buf<acc, 16x32xf32, valid=1x32, blayout=col_major, slayout=row_major, fractal=1024>) -> ()
  pto.tmatmul.mx.bias ins(%l, %as, %r, %bs, %bias : !L, !SA, !R, !SB, !B) outs(%acc : !A)
  // CHECK-NEXT: pto.tmatmul.mx.bias ins(%l, %as, %r, %bs, %bias : !pto.tile_buf<left, 16x64xbf16, slayout=row_major>, !pto.tile_buf<scaling, 16x2x!pto.f8E8M0, slayout=row_major, fractal=32>, !pto.tile_buf<right, 64x32xbf16, slayout=col_major>, !pto.tile_buf<scaling, 2x32x!pto.f8E8M0, blayout=col_major, slayout=col_major, fractal=32>, !pto.tile_buf<bias, 1x32xf32>) outs(%acc : !pto.tile_buf<acc, 16x32xf32, blayout=col_major, slayout=row_major, fractal=1024>)
  // CHECK-GENERIC-NEXT: "pto.tmatmul.mx.bias"(%l, %as, %r, %bs, %bias, %acc) : (!pto.tile_buf<left, 16x64xbf16, slayout=row_major>, !pto.tile_buf<scaling, 16x2x!pto.f8E8M0, slayout=row_major, fractal=32>, !pto.tile_buf<right, 64x32xbf16, slayout=col_major>, !pto.tile_buf<scaling, 2x32x!pto.f8E8M0, blayout=col_major, slayout=col_major, fractal=32>, !pto.tile_buf<bias, 1x32xf32>, !pto.tile_buf<acc, 16x32xf32, blayout=col_major, slayout=row_major, fractal=1024>) -> ()
  pto.tgemv.mx.bias ins(%l1, %as1, %r, %bs, %bias : !L1, !SA1, !R, !SB, !B) outs(%acc1 : !A1)
  // CHECK-NEXT: pto.tgemv.mx.bias ins(%l1, %as1, %r, %bs, %bias : !pto.tile_buf<left, 16x64xbf16, valid=1x64, slayout=row_major>, !pto.tile_buf<scaling, 16x2x!pto.f8E8M0, valid=1x2, slayout=row_major, fractal=32>, !pto.tile_buf<right, 64x32xbf16, slayout=col_major>, !pto.tile_buf<scaling, 2x32x!pto.f8E8M0, blayout=col_major, slayout=col_major, fractal=32>, !pto.tile_buf<bias, 1x32xf32>) outs(%acc1 : !pto.tile_buf<acc, 16x32xf32, valid=1x32, blayout=col_major, slayout=row_major, fractal=1024>)
  // CHECK-GENERIC-NEXT: "pto.tgemv.mx.bias"(%l1, %as1, %r, %bs, %bias, %acc1) : (!pto.tile_buf<left, 16x64xbf16, valid=1x64, slayout=row_major>, !pto.tile_buf<scaling, 16x2x!pto.f8E8M0, valid=1x2, slayout=row_major, fractal=32>, !pto.tile_buf<right, 64x32xbf16, slayout=col_major>, !pto.tile_buf<scaling, 2x32x!pto.f8E8M0, blayout=col_major, slayout=col_major, fractal=32>, !pto.tile_buf<bias, 1x32xf32>, !pto.tile_buf<acc, 16x32xf32, valid=1x32, blayout=col_major, slayout=row_major, fractal=1024>) -> ()
  // A result exists only for tensors.
  %x = "test.op"() : () -> tensor<16x16xf32>
  // CHECK-NEXT: %x = "test.op"() : () -> tensor<16x16xf32>
  // CHECK-GENERIC-NEXT: %x = "test.op"() : () -> tensor<16x16xf32>
  %y = pto.tmatmul ins(%x, %x : tensor<16x16xf32>, tensor<16x16xf32>) outs(%x : tensor<16x16xf32>) -> tensor<16x16xf32>
  // CHECK-NEXT: %y = pto.tmatmul ins(%x, %x : tensor<16x16xf32>, tensor<16x16xf32>) outs(%x : tensor<16x16xf32>) -> tensor<16x16xf32>
  // CHECK-GENERIC-NEXT: %y = "pto.tmatmul"(%x, %x, %x) : (tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  func.return
}
