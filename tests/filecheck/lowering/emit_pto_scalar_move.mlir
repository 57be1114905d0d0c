// RUN: pto-opt %s -t pto | filecheck %s
// RUN: pto-opt %s -t pto | pto-opt -t pto | filecheck %s

// The assembler cannot read a move with only a scalar in its own form, so it gets the generic one.

!A = !pto.tile_buf<acc, 16x64xf32, blayout=col_major, slayout=row_major, fractal=1024>
!M = !pto.tile_buf<mat, 16x64xf16, blayout=col_major, slayout=row_major>

func.func @f(%acc: !A, %mat: !M, %q: i64) {
  // CHECK: "pto.tmov"(%acc, %mat, %q) <{operandSegmentSizes = array<i32: 1, 1, 0, 1>}> : ({{.*}}, i64) -> (){{$}}
  pto.tmov ins(%acc : !A, %q : i64) outs(%mat : !M)
  // CHECK-NEXT: func.return
  func.return
}
