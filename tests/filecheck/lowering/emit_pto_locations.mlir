// RUN: pto-opt %s -t 'pto{emit_loc=true}' | filecheck %s --strict-whitespace
// RUN: pto-opt %s -t pto | filecheck %s --check-prefix=WITHOUT

// Locations stand behind an operation, and only where they are wanted. (pto-opt locates what has
// no location of its own.)

// WITHOUT-NOT: loc(

// CHECK: func.func @f(%a: !pto.tile_buf<vec, 16x64xf32> loc("k.py":1:7), %b: !pto.tile_buf<vec, 16x64xf32>) {
func.func @f(%a: !pto.tile_buf<vec, 16x64xf32> loc("k.py":1:7), %b: !pto.tile_buf<vec, 16x64xf32>) {
  // CHECK-NEXT: {{ *}}%c0 = arith.constant 0 : index loc("k.py":2:3)
  %c0 = arith.constant 0 : index loc("k.py":2:3)
  // CHECK-NEXT: {{ *}}%c1 = arith.constant 1 : index loc("{{.*}}emit_pto_locations.mlir":14:3)
  %c1 = arith.constant 1 : index
  // CHECK-NEXT: {{ *}}scf.for %i = %c0 to %c1 step %c1 {
  scf.for %i = %c0 to %c1 step %c1 {
    // CHECK-NEXT: {{ *}}pto.texp ins({{.*}}) outs({{.*}}) loc("t1"("k.py":4:9))
    pto.texp ins(%a : !pto.tile_buf<vec, 16x64xf32>) outs(%b : !pto.tile_buf<vec, 16x64xf32>) loc("t1"("k.py":4:9))
  // CHECK-NEXT: } loc("k.py":3:5)
  } loc("k.py":3:5)
  func.return
}
