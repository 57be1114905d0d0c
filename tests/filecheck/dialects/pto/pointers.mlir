// RUN: PTO_ROUNDTRIP
// RUN: PTO_GENERIC_ROUNDTRIP

// Pointers and scalar access to memory.

!G = !pto.ptr<f32, gm>

func.func @pointers(%p: !G, %i: index, %s: f32, %n: i64, %u: !pto.ptr<ui8, gm>) {
  // The types of `addptr` are printed without their name and read with and without.
  %q = pto.addptr %p, %i : <f32, gm> -> <f32, gm>
  // CHECK: %q = pto.addptr %p, %i : <f32, gm> -> <f32, gm>
  // CHECK-GENERIC: %q = "pto.addptr"(%p, %i) : (!pto.ptr<f32, gm>, index) -> !pto.ptr<f32, gm>
  %r = pto.addptr %p, %i : !G -> !G
  // CHECK-NEXT: %r = pto.addptr %p, %i : <f32, gm> -> <f32, gm>
  // CHECK-GENERIC-NEXT: %r = "pto.addptr"(%p, %i) : (!pto.ptr<f32, gm>, index) -> !pto.ptr<f32, gm>
  %a = pto.ptrtoint %p : !G -> i64
  // CHECK-NEXT: %a = pto.ptrtoint %p : !pto.ptr<f32, gm> -> i64
  // CHECK-GENERIC-NEXT: %a = "pto.ptrtoint"(%p) : (!pto.ptr<f32, gm>) -> i64
  %b = pto.inttoptr %n : i64 -> !pto.ptr<f16, vec>
  // CHECK-NEXT: %b = pto.inttoptr %n : i64 -> !pto.ptr<f16, ub>
  // CHECK-GENERIC-NEXT: %b = "pto.inttoptr"(%n) : (i64) -> !pto.ptr<f16, ub>
  %c = pto.castptr %p : !G -> !pto.ptr<i8, gm>
  // CHECK-NEXT: %c = pto.castptr %p : !pto.ptr<f32, gm> -> !pto.ptr<i8, gm>
  // CHECK-GENERIC-NEXT: %c = "pto.castptr"(%p) : (!pto.ptr<f32, gm>) -> !pto.ptr<i8, gm>
  %v = pto.load_scalar %p[%i] : !G -> f32
  // CHECK-NEXT: %v = pto.load_scalar %p[%i] : !pto.ptr<f32, gm> -> f32
  // CHECK-GENERIC-NEXT: %v = "pto.load_scalar"(%p, %i) : (!pto.ptr<f32, gm>, index) -> f32
  pto.store_scalar %s, %p[%i] : !G, f32
  // CHECK-NEXT: pto.store_scalar %s, %p[%i] : !pto.ptr<f32, gm>, f32
  // CHECK-GENERIC-NEXT: "pto.store_scalar"(%p, %i, %s) : (!pto.ptr<f32, gm>, index, f32) -> ()
  // Numbers have no sign, elements may have one.
  %w = pto.load_scalar %u[%i] : !pto.ptr<ui8, gm> -> i8
  // CHECK-NEXT: %w = pto.load_scalar %u[%i] : !pto.ptr<ui8, gm> -> i8
  // CHECK-GENERIC-NEXT: %w = "pto.load_scalar"(%u, %i) : (!pto.ptr<ui8, gm>, index) -> i8
  pto.store_scalar %w, %u[%i] : !pto.ptr<ui8, gm>, i8
  // CHECK-NEXT: pto.store_scalar %w, %u[%i] : !pto.ptr<ui8, gm>, i8
  // CHECK-GENERIC-NEXT: "pto.store_scalar"(%u, %i, %w) : (!pto.ptr<ui8, gm>, index, i8) -> ()
  func.return
}
