// RUN: pto-opt %S/../../../pto/matmul_bf16_a5.pto -t pto | filecheck %s --check-prefix=TEXT
// RUN: xdsl-opt %S/../../../pto/matmul_bf16_a5.pto -t pto | filecheck %s --check-prefix=TEXT
// RUN: xdsl-opt %S/../../../pto/matmul_bf16_a5.pto -t 'pto{emit_loc=true}' | filecheck %s --check-prefix=LOC
// RUN: pto-opt %S/../../../pto/matmul_bf16_a5.pto | filecheck %s --check-prefix=MLIR
// RUN: pto-opt %s -f 'pto{arch=a5}' -t pto | filecheck %s --check-prefix=A5
// RUN: not pto-opt %s -f 'pto{ptoas_version="0.60"}' 2>&1 | filecheck %s --check-prefix=OLD

// A .pto file is read by its extension, anything else with -f pto.

func.func @left(%t: !pto.tile_buf<left, 16x16xf16, slayout=row_major>, %v: !pto.tile_buf<vec, 16x64xf32, pad=1>) {
  pto.tfillpad_inplace ins(%v : !pto.tile_buf<vec, 16x64xf32, pad=1>) outs(%v : !pto.tile_buf<vec, 16x64xf32, pad=1>)
  return
}

// TEXT:      builtin.module attributes {pto.target_arch = "a5"} {
// TEXT-NEXT:   func.func @matmul_bf16(%a: !pto.ptr<bf16>, %b: !pto.ptr<bf16>, %out: !pto.ptr<f32>) attributes {pto.kernel_kind = #pto.kernel_kind<cube>} {
// TEXT:          %l = pto.alloc_tile : !pto.tile_buf<left, 64x64xbf16, blayout=col_major, slayout=row_major>
// LOC:           %l = pto.alloc_tile : !pto.tile_buf<left, 64x64xbf16, blayout=col_major, slayout=row_major> loc("{{.*}}matmul_bf16_a5.pto":13:5)
// MLIR:          func.func @matmul_bf16(%a: !pto.ptr<bf16, gm>,
// A5:          func.func @left(%t: !pto.tile_buf<left, 16x16xf16, blayout=col_major, slayout=row_major>,
// OLD:         error: pto.tfillpad_inplace: ptoas 0.60 has removed it, this is for 0.60
