// RUN: PTO_ROUNDTRIP
// RUN: PTO_GENERIC_ROUNDTRIP

// Every operation of the cube unit, with its optional parts present and absent.

// CHECK-LABEL:         func.func @products(
// CHECK-GENERIC:       sym_name = "products"
func.func @products(%l: !tile.tile<left, 16x128xbf16>, %r: !tile.tile<right, 128x64xbf16>, %acc: !tile.tile<acc, 16x64xf32>, %bias: !tile.tile<bias, 1x64xf32>) {
  // CHECK-GENERIC-NEXT: ^bb0(
  // CHECK-NEXT:         %matmul = tile.matmul %l, %r : !tile.tile<left, 16x128xbf16>, !tile.tile<right, 128x64xbf16> -> !tile.tile<acc, 16x64xf32>
  // CHECK-GENERIC-NEXT: %matmul = "tile.matmul"(%l, %r)
  %matmul = tile.matmul %l, %r : !tile.tile<left, 16x128xbf16>, !tile.tile<right, 128x64xbf16> -> !tile.tile<acc, 16x64xf32>
  // CHECK-NEXT:         %matmul_acc = tile.matmul_acc %matmul, %l, %r : !tile.tile<acc, 16x64xf32>, !tile.tile<left, 16x128xbf16>, !tile.tile<right, 128x64xbf16>
  // CHECK-GENERIC-NEXT: %matmul_acc = "tile.matmul_acc"(%matmul, %l, %r)
  %matmul_acc = tile.matmul_acc %matmul, %l, %r : !tile.tile<acc, 16x64xf32>, !tile.tile<left, 16x128xbf16>, !tile.tile<right, 128x64xbf16>
  // CHECK-NEXT:         %matmul_bias = tile.matmul_bias %l, %r, %bias : !tile.tile<left, 16x128xbf16>, !tile.tile<right, 128x64xbf16>, !tile.tile<bias, 1x64xf32> -> !tile.tile<acc, 16x64xf32>
  // CHECK-GENERIC-NEXT: %matmul_bias = "tile.matmul_bias"(%l, %r, %bias)
  %matmul_bias = tile.matmul_bias %l, %r, %bias : !tile.tile<left, 16x128xbf16>, !tile.tile<right, 128x64xbf16>, !tile.tile<bias, 1x64xf32> -> !tile.tile<acc, 16x64xf32>
  func.return
}

// CHECK-LABEL:         func.func @other_elements(
// CHECK-GENERIC:       sym_name = "other_elements"
func.func @other_elements(%l: !tile.tile<left, 16x128xi8>, %r: !tile.tile<right, 128x64xui8>, %h: !tile.tile<left, 16x128xf16>, %hr: !tile.tile<right, 128x64xf16>, %f: !tile.tile<left, 16x128xf32>, %fr: !tile.tile<right, 128x64xf32>, %e: !tile.tile<left, 16x128xf8E4M3FN>, %er: !tile.tile<right, 128x64xf8E5M2>) {
  // CHECK-GENERIC-NEXT: ^bb0(
  // CHECK-NEXT:         %bytes = tile.matmul %l, %r : !tile.tile<left, 16x128xi8>, !tile.tile<right, 128x64xui8> -> !tile.tile<acc, 16x64xi32>
  // CHECK-GENERIC-NEXT: %bytes = "tile.matmul"(%l, %r)
  %bytes = tile.matmul %l, %r : !tile.tile<left, 16x128xi8>, !tile.tile<right, 128x64xui8> -> !tile.tile<acc, 16x64xi32>
  // CHECK-NEXT:         %halves = tile.matmul %h, %hr : !tile.tile<left, 16x128xf16>, !tile.tile<right, 128x64xf16> -> !tile.tile<acc, 16x64xf32>
  // CHECK-GENERIC-NEXT: %halves = "tile.matmul"(%h, %hr)
  %halves = tile.matmul %h, %hr : !tile.tile<left, 16x128xf16>, !tile.tile<right, 128x64xf16> -> !tile.tile<acc, 16x64xf32>
  // CHECK-NEXT:         %floats = tile.matmul %f, %fr : !tile.tile<left, 16x128xf32>, !tile.tile<right, 128x64xf32> -> !tile.tile<acc, 16x64xf32>
  // CHECK-GENERIC-NEXT: %floats = "tile.matmul"(%f, %fr)
  %floats = tile.matmul %f, %fr : !tile.tile<left, 16x128xf32>, !tile.tile<right, 128x64xf32> -> !tile.tile<acc, 16x64xf32>
  // CHECK-NEXT:         %quarters = tile.matmul %e, %er : !tile.tile<left, 16x128xf8E4M3FN>, !tile.tile<right, 128x64xf8E5M2> -> !tile.tile<acc, 16x64xf32>
  // CHECK-GENERIC-NEXT: %quarters = "tile.matmul"(%e, %er)
  %quarters = tile.matmul %e, %er : !tile.tile<left, 16x128xf8E4M3FN>, !tile.tile<right, 128x64xf8E5M2> -> !tile.tile<acc, 16x64xf32>
  func.return
}

// CHECK-LABEL:         func.func @before_spaces_are_known(
// CHECK-GENERIC:       sym_name = "before_spaces_are_known"
func.func @before_spaces_are_known(%l: !tile.tile<16x128xbf16>, %r: !tile.tile<mat, 128x64xbf16>, %acc: !tile.tile<16x64xf32>) {
  // CHECK-GENERIC-NEXT: ^bb0(
  // CHECK-NEXT:         %open = tile.matmul %l, %r : !tile.tile<16x128xbf16>, !tile.tile<mat, 128x64xbf16> -> !tile.tile<16x64xf32>
  // CHECK-GENERIC-NEXT: %open = "tile.matmul"(%l, %r)
  %open = tile.matmul %l, %r : !tile.tile<16x128xbf16>, !tile.tile<mat, 128x64xbf16> -> !tile.tile<16x64xf32>
  // CHECK-NEXT:         %open_acc = tile.matmul_acc %open, %l, %r : !tile.tile<16x64xf32>, !tile.tile<16x128xbf16>, !tile.tile<mat, 128x64xbf16>
  // CHECK-GENERIC-NEXT: %open_acc = "tile.matmul_acc"(%open, %l, %r)
  %open_acc = tile.matmul_acc %open, %l, %r : !tile.tile<16x64xf32>, !tile.tile<16x128xbf16>, !tile.tile<mat, 128x64xbf16>
  func.return
}

// CHECK-LABEL:         func.func @partly_valid(
// CHECK-GENERIC:       sym_name = "partly_valid"
func.func @partly_valid(%l: !tile.tile<left, 16x128xbf16, valid=?x96>, %r: !tile.tile<right, 128x64xbf16, valid=?x48>) {
  // CHECK-GENERIC-NEXT: ^bb0(
  // CHECK-NEXT:         %part = tile.matmul %l, %r : !tile.tile<left, 16x128xbf16, valid=?x96>, !tile.tile<right, 128x64xbf16, valid=?x48> -> !tile.tile<acc, 16x64xf32, valid=?x48>
  // CHECK-GENERIC-NEXT: %part = "tile.matmul"(%l, %r) : (!tile.tile<left, 16x128xbf16, valid=?x96>, !tile.tile<right, 128x64xbf16, valid=?x48>) -> !tile.tile<acc, 16x64xf32, valid=?x48>
  %part = tile.matmul %l, %r : !tile.tile<left, 16x128xbf16, valid=?x96>, !tile.tile<right, 128x64xbf16, valid=?x48> -> !tile.tile<acc, 16x64xf32, valid=?x48>
  // CHECK-NEXT:         %part_acc = tile.matmul_acc %part, %l, %r : !tile.tile<acc, 16x64xf32, valid=?x48>, !tile.tile<left, 16x128xbf16, valid=?x96>, !tile.tile<right, 128x64xbf16, valid=?x48>
  // CHECK-GENERIC-NEXT: %part_acc = "tile.matmul_acc"(%part, %l, %r) : (!tile.tile<acc, 16x64xf32, valid=?x48>, !tile.tile<left, 16x128xbf16, valid=?x96>, !tile.tile<right, 128x64xbf16, valid=?x48>) -> !tile.tile<acc, 16x64xf32, valid=?x48>
  %part_acc = tile.matmul_acc %part, %l, %r : !tile.tile<acc, 16x64xf32, valid=?x48>, !tile.tile<left, 16x128xbf16, valid=?x96>, !tile.tile<right, 128x64xbf16, valid=?x48>
  func.return
}

// CHECK-LABEL:         func.func @vectors(
// CHECK-GENERIC:       sym_name = "vectors"
func.func @vectors(%l: !tile.tile<left, 1x128xbf16>, %r: !tile.tile<right, 128x64xbf16>, %bias: !tile.tile<bias, 1x64xf32>) {
  // CHECK-GENERIC-NEXT: ^bb0(
  // CHECK-NEXT:         %gemv = tile.gemv %l, %r : !tile.tile<left, 1x128xbf16>, !tile.tile<right, 128x64xbf16> -> !tile.tile<acc, 1x64xf32>
  // CHECK-GENERIC-NEXT: %gemv = "tile.gemv"(%l, %r)
  %gemv = tile.gemv %l, %r : !tile.tile<left, 1x128xbf16>, !tile.tile<right, 128x64xbf16> -> !tile.tile<acc, 1x64xf32>
  // CHECK-NEXT:         %gemv_acc = tile.gemv_acc %gemv, %l, %r : !tile.tile<acc, 1x64xf32>, !tile.tile<left, 1x128xbf16>, !tile.tile<right, 128x64xbf16>
  // CHECK-GENERIC-NEXT: %gemv_acc = "tile.gemv_acc"(%gemv, %l, %r)
  %gemv_acc = tile.gemv_acc %gemv, %l, %r : !tile.tile<acc, 1x64xf32>, !tile.tile<left, 1x128xbf16>, !tile.tile<right, 128x64xbf16>
  // CHECK-NEXT:         %gemv_bias = tile.gemv_bias %l, %r, %bias : !tile.tile<left, 1x128xbf16>, !tile.tile<right, 128x64xbf16>, !tile.tile<bias, 1x64xf32> -> !tile.tile<acc, 1x64xf32>
  // CHECK-GENERIC-NEXT: %gemv_bias = "tile.gemv_bias"(%l, %r, %bias)
  %gemv_bias = tile.gemv_bias %l, %r, %bias : !tile.tile<left, 1x128xbf16>, !tile.tile<right, 128x64xbf16>, !tile.tile<bias, 1x64xf32> -> !tile.tile<acc, 1x64xf32>
  func.return
}

// CHECK-LABEL:         func.func @scaled(
// CHECK-GENERIC:       sym_name = "scaled"
func.func @scaled(%l: !tile.tile<left, 16x128xf8E4M3FN>, %ls: !tile.tile<left_scale, 16x4xf8E8M0FNU>, %r: !tile.tile<right, 128x64xf8E4M3FN>, %rs: !tile.tile<right_scale, 4x64xf8E8M0FNU>, %bias: !tile.tile<bias, 1x64xf32>) {
  // CHECK-GENERIC-NEXT: ^bb0(
  // CHECK-NEXT:         %matmul_mx = tile.matmul_mx %l, %ls, %r, %rs : !tile.tile<left, 16x128xf8E4M3FN>, !tile.tile<left_scale, 16x4xf8E8M0FNU>, !tile.tile<right, 128x64xf8E4M3FN>, !tile.tile<right_scale, 4x64xf8E8M0FNU> -> !tile.tile<acc, 16x64xf32>
  // CHECK-GENERIC-NEXT: %matmul_mx = "tile.matmul_mx"(%l, %ls, %r, %rs)
  %matmul_mx = tile.matmul_mx %l, %ls, %r, %rs : !tile.tile<left, 16x128xf8E4M3FN>, !tile.tile<left_scale, 16x4xf8E8M0FNU>, !tile.tile<right, 128x64xf8E4M3FN>, !tile.tile<right_scale, 4x64xf8E8M0FNU> -> !tile.tile<acc, 16x64xf32>
  // CHECK-NEXT:         %matmul_mx_acc = tile.matmul_mx_acc %matmul_mx, %l, %ls, %r, %rs : !tile.tile<acc, 16x64xf32>, !tile.tile<left, 16x128xf8E4M3FN>, !tile.tile<left_scale, 16x4xf8E8M0FNU>, !tile.tile<right, 128x64xf8E4M3FN>, !tile.tile<right_scale, 4x64xf8E8M0FNU>
  // CHECK-GENERIC-NEXT: %matmul_mx_acc = "tile.matmul_mx_acc"(%matmul_mx, %l, %ls, %r, %rs)
  %matmul_mx_acc = tile.matmul_mx_acc %matmul_mx, %l, %ls, %r, %rs : !tile.tile<acc, 16x64xf32>, !tile.tile<left, 16x128xf8E4M3FN>, !tile.tile<left_scale, 16x4xf8E8M0FNU>, !tile.tile<right, 128x64xf8E4M3FN>, !tile.tile<right_scale, 4x64xf8E8M0FNU>
  // CHECK-NEXT:         %matmul_mx_bias = tile.matmul_mx_bias %l, %ls, %r, %rs, %bias : !tile.tile<left, 16x128xf8E4M3FN>, !tile.tile<left_scale, 16x4xf8E8M0FNU>, !tile.tile<right, 128x64xf8E4M3FN>, !tile.tile<right_scale, 4x64xf8E8M0FNU>, !tile.tile<bias, 1x64xf32> -> !tile.tile<acc, 16x64xf32>
  // CHECK-GENERIC-NEXT: %matmul_mx_bias = "tile.matmul_mx_bias"(%l, %ls, %r, %rs, %bias)
  %matmul_mx_bias = tile.matmul_mx_bias %l, %ls, %r, %rs, %bias : !tile.tile<left, 16x128xf8E4M3FN>, !tile.tile<left_scale, 16x4xf8E8M0FNU>, !tile.tile<right, 128x64xf8E4M3FN>, !tile.tile<right_scale, 4x64xf8E8M0FNU>, !tile.tile<bias, 1x64xf32> -> !tile.tile<acc, 16x64xf32>
  func.return
}

// CHECK-LABEL:         func.func @windows(
// CHECK-GENERIC:       sym_name = "windows"
func.func @windows(%m: !tile.tile<mat, 64x256xbf16>, %a: !tile.tile<acc, 32x64xf32>, %i: index, %row: !tile.tile<mat, 1x64xf32>) {
  // CHECK-GENERIC-NEXT: ^bb0(
  // CHECK-NEXT:         %extract = tile.extract %m[%i, %i] : !tile.tile<mat, 64x256xbf16> -> !tile.tile<left, 64x64xbf16>
  // CHECK-GENERIC-NEXT: %extract = "tile.extract"(%m, %i, %i) <{operandSegmentSizes = array<i32: 1, 2, 0>}>
  %extract = tile.extract %m[%i, %i] : !tile.tile<mat, 64x256xbf16> -> !tile.tile<left, 64x64xbf16>
  // CHECK-NEXT:         %extract_valid = tile.extract %m[%i, %i] valid [%i] {a} : !tile.tile<mat, 64x256xbf16> -> !tile.tile<left, 64x64xbf16, valid=?x64>
  // CHECK-GENERIC-NEXT: %extract_valid = "tile.extract"(%m, %i, %i, %i) <{operandSegmentSizes = array<i32: 1, 2, 1>}> {a} : (!tile.tile<mat, 64x256xbf16>, index, index, index) -> !tile.tile<left, 64x64xbf16, valid=?x64>
  %extract_valid = tile.extract %m[%i, %i] valid [%i] {a} : !tile.tile<mat, 64x256xbf16> -> !tile.tile<left, 64x64xbf16, valid=?x64>
  // CHECK-NEXT:         %extract_acc = tile.extract %a[%i, %i] : !tile.tile<acc, 32x64xf32> -> !tile.tile<mat, 16x64xf32>
  // CHECK-GENERIC-NEXT: %extract_acc = "tile.extract"(%a, %i, %i) <{operandSegmentSizes = array<i32: 1, 2, 0>}>
  %extract_acc = tile.extract %a[%i, %i] : !tile.tile<acc, 32x64xf32> -> !tile.tile<mat, 16x64xf32>
  // CHECK-NEXT:         %transpose_view = tile.transpose_view %m : !tile.tile<mat, 64x256xbf16> -> !tile.tile<mat, 256x64xbf16, blayout=row_major, slayout=col_major>
  // CHECK-GENERIC-NEXT: %transpose_view = "tile.transpose_view"(%m)
  %transpose_view = tile.transpose_view %m : !tile.tile<mat, 64x256xbf16> -> !tile.tile<mat, 256x64xbf16, blayout=row_major, slayout=col_major>
  // CHECK-NEXT:         %back = tile.transpose_view %transpose_view : !tile.tile<mat, 256x64xbf16, blayout=row_major, slayout=col_major> -> !tile.tile<mat, 64x256xbf16>
  // CHECK-GENERIC-NEXT: %back = "tile.transpose_view"(%transpose_view)
  %back = tile.transpose_view %transpose_view : !tile.tile<mat, 256x64xbf16, blayout=row_major, slayout=col_major> -> !tile.tile<mat, 64x256xbf16>
  // CHECK-NEXT:         %bias = tile.move %row : !tile.tile<mat, 1x64xf32> -> !tile.tile<bias, 1x64xf32>
  // CHECK-GENERIC-NEXT: %bias = "tile.move"(%row)
  %bias = tile.move %row : !tile.tile<mat, 1x64xf32> -> !tile.tile<bias, 1x64xf32>
  func.return
}

// CHECK-LABEL:         func.func @batches(
// CHECK-GENERIC:       sym_name = "batches"
func.func @batches(%a: !tile.tile<2x16x64xbf16>, %b: !tile.tile<64x32xbf16>) {
  // CHECK-GENERIC-NEXT: ^bb0(
  // CHECK-NEXT:         %c = tile.batch_matmul %a, %b : !tile.tile<2x16x64xbf16>, !tile.tile<64x32xbf16> -> !tile.tile<2x16x32xf32>
  // CHECK-GENERIC-NEXT: %c = "tile.batch_matmul"(%a, %b)
  %c = tile.batch_matmul %a, %b : !tile.tile<2x16x64xbf16>, !tile.tile<64x32xbf16> -> !tile.tile<2x16x32xf32>
  // CHECK-NEXT:         %d = tile.batch_matmul_acc %c, %a, %b : !tile.tile<2x16x32xf32>, !tile.tile<2x16x64xbf16>, !tile.tile<64x32xbf16>
  // CHECK-GENERIC-NEXT: %d = "tile.batch_matmul_acc"(%c, %a, %b)
  %d = tile.batch_matmul_acc %c, %a, %b : !tile.tile<2x16x32xf32>, !tile.tile<2x16x64xbf16>, !tile.tile<64x32xbf16>
  func.return
}
