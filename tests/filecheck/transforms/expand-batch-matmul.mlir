// RUN: pto-opt %s -p expand-batch-matmul | filecheck %s
// RUN: pto-opt %s -p expand-batch-matmul,flatten-tile-nd-to-2d,canonicalize-tile-slice | filecheck %s --check-prefix=COPIES

// A product for each matrix; an operand without leading dimensions is every product's. Each is
// stored into its part of the tensor.
// CHECK-LABEL: func.func @stored
// CHECK:         %[[A:.*]] = tile.slice %a[%{{.*}}, %{{.*}}, %{{.*}}] : !tile.tile<mat, 2x16x64xbf16> -> !tile.tile<mat, 1x16x64xbf16>
// CHECK-NEXT:    %a_1 = tile.reshape %[[A]] : !tile.tile<mat, 1x16x64xbf16> -> !tile.tile<mat, 16x64xbf16>
// CHECK-NEXT:    %c = tile.matmul %a_1, %b : !tile.tile<mat, 16x64xbf16>, !tile.tile<mat, 64x32xbf16> -> !tile.tile<16x32xf32>
// CHECK:         %a_2 = tile.reshape
// CHECK-NEXT:    %c_1 = tile.matmul %a_2, %b
// CHECK-NEXT:    tile.store %c, %out[%i, %i, %i] : !tile.tile<16x32xf32>, memref<4x16x32xf32>
// CHECK:         %[[I:.*]] = arith.addi %i, %{{.*}} : index
// CHECK-NEXT:    tile.store %c_1, %out[%[[I]], %i, %i]
// COPIES-LABEL: func.func @stored
// COPIES-NOT:     tile.reshape
// COPIES:         tile.extract %a[%{{.*}}, %{{.*}}] : !tile.tile<mat, 32x64xbf16> -> !tile.tile<left, 16x64xbf16>
// COPIES-NOT:     tile.slice
func.func @stored(%a: !tile.tile<mat, 2x16x64xbf16>, %b: !tile.tile<mat, 64x32xbf16>, %out: memref<4x16x32xf32>, %i: index) {
  %c = tile.batch_matmul %a, %b : !tile.tile<mat, 2x16x64xbf16>, !tile.tile<mat, 64x32xbf16> -> !tile.tile<2x16x32xf32>
  tile.store %c, %out[%i, %i, %i] : !tile.tile<2x16x32xf32>, memref<4x16x32xf32>
  func.return
}

// What is added to a tensor is added part by part.
// CHECK-LABEL: func.func @added
// CHECK:         tile.store %c, %out[%i, %i, %i] atomic_add : !tile.tile<16x32xf32>
// CHECK:         tile.store %c_1, %out[%{{.*}}, %i, %i] atomic_add : !tile.tile<16x32xf32>
func.func @added(%a: !tile.tile<mat, 2x16x64xbf16>, %b: !tile.tile<mat, 64x32xbf16>, %out: memref<4x16x32xf32>, %i: index) {
  %c = tile.batch_matmul %a, %b : !tile.tile<mat, 2x16x64xbf16>, !tile.tile<mat, 64x32xbf16> -> !tile.tile<2x16x32xf32>
  tile.store %c, %out[%i, %i, %i] atomic_add : !tile.tile<2x16x32xf32>, memref<4x16x32xf32>
  func.return
}

// A loop and a branch in it carry every accumulator; other carried values stay.
// CHECK-LABEL: func.func @carried
// CHECK:         %[[C0:.*]] = tile.create : !tile.tile<acc, 16x32xf32>
// CHECK-NEXT:    %[[C1:.*]] = tile.create : !tile.tile<acc, 16x32xf32>
// CHECK-NOT:     tile.create
// CHECK:         scf.for %k = %{{.*}} iter_args(%acc = %[[C0]], %acc_1 = %[[C1]], %n = %{{.*}}) -> (!tile.tile<acc, 16x32xf32>, !tile.tile<acc, 16x32xf32>, index)
// CHECK:           scf.if %first -> (!tile.tile<acc, 16x32xf32>, !tile.tile<acc, 16x32xf32>) {
// CHECK:             %[[F0:.*]] = tile.matmul
// CHECK:             %[[F1:.*]] = tile.matmul
// CHECK-NEXT:        scf.yield %[[F0]], %[[F1]]
// CHECK:             tile.matmul_acc %acc,
// CHECK:             tile.matmul_acc %acc_1
// CHECK:           scf.yield %{{.*}}, %{{.*}}, %{{.*}} : !tile.tile<acc, 16x32xf32>, !tile.tile<acc, 16x32xf32>, index
// CHECK-NEXT:    } {a}
func.func @carried(%a: !tile.tile<mat, 2x16x64xbf16>, %b: !tile.tile<mat, 2x64x32xbf16>, %out: memref<2x16x32xf32>, %first: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %init = tile.create : !tile.tile<acc, 2x16x32xf32>
  %sum, %last = scf.for %k = %c0 to %c8 step %c1 iter_args(%acc = %init, %n = %c0) -> (!tile.tile<acc, 2x16x32xf32>, index) {
    %next = scf.if %first -> (!tile.tile<acc, 2x16x32xf32>) {
      %new = tile.batch_matmul %a, %b : !tile.tile<mat, 2x16x64xbf16>, !tile.tile<mat, 2x64x32xbf16> -> !tile.tile<acc, 2x16x32xf32>
      scf.yield %new : !tile.tile<acc, 2x16x32xf32>
    } else {
      %more = tile.batch_matmul_acc %acc, %a, %b : !tile.tile<acc, 2x16x32xf32>, !tile.tile<mat, 2x16x64xbf16>, !tile.tile<mat, 2x64x32xbf16>
      scf.yield %more : !tile.tile<acc, 2x16x32xf32>
    }
    scf.yield %next, %k : !tile.tile<acc, 2x16x32xf32>, index
  } {a}
  tile.store %sum, %out[%last, %c0, %c0] : !tile.tile<acc, 2x16x32xf32>, memref<2x16x32xf32>
  func.return
}

// A run-time valid extent of the matrices is read from the batch.
// CHECK-LABEL: func.func @partly_valid
// CHECK:         %[[N:.*]] = tile.valid_dim %b, 2 : !tile.tile<mat, 2x64x32xbf16, valid=2x64x?>
// CHECK:         tile.slice %b[{{.*}}] valid [%[[N]]] : {{.*}} -> !tile.tile<mat, 1x64x32xbf16, valid=1x64x?>
func.func @partly_valid(%a: !tile.tile<mat, 16x64xbf16>, %b: !tile.tile<mat, 2x64x32xbf16, valid=2x64x?>, %out: memref<2x16x32xf32>, %i: index) {
  %c = tile.batch_matmul %a, %b : !tile.tile<mat, 16x64xbf16>, !tile.tile<mat, 2x64x32xbf16, valid=2x64x?> -> !tile.tile<2x16x32xf32, valid=2x16x?>
  tile.store %c, %out[%i, %i, %i] : !tile.tile<2x16x32xf32, valid=2x16x?>, memref<2x16x32xf32>
  func.return
}

// Other N-D tiles and loops are left alone.
// CHECK-LABEL: func.func @others
// CHECK:         tile.create : !tile.tile<2x16x64xf32>
// CHECK-NEXT:    scf.for %{{.*}} iter_args(%acc = %init) -> (!tile.tile<2x16x64xf32>)
func.func @others(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %init = tile.create : !tile.tile<2x16x64xf32>
  %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %init) -> (!tile.tile<2x16x64xf32>) {
    %next = tile.exp %acc : !tile.tile<2x16x64xf32>
    scf.yield %next : !tile.tile<2x16x64xf32>
  }
  func.return
}
