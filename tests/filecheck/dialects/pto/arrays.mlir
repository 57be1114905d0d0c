// RUN: PTO_ROUNDTRIP
// RUN: PTO_GENERIC_ROUNDTRIP

// Arrays of event ids and of numbers.

func.func @arrays(%i: index, %x: f32) {
  %a = pto.declare_eventid_array -> !pto.eventid_array<4>
  // CHECK: %a = pto.declare_eventid_array -> !pto.eventid_array<4>
  // CHECK-GENERIC: %a = "pto.declare_eventid_array"() : () -> !pto.eventid_array<4>
  %e = pto.eventid_array_get %a[%i] : !pto.eventid_array<4>
  // CHECK: %e = pto.eventid_array_get %a[%i] : !pto.eventid_array<4>
  // CHECK-GENERIC: %e = "pto.eventid_array_get"(%a, %i) : (!pto.eventid_array<4>, index) -> index
  pto.eventid_array_set %a[%i], %e : !pto.eventid_array<4>
  // CHECK: pto.eventid_array_set %a[%i], %e : !pto.eventid_array<4>
  // CHECK-GENERIC: "pto.eventid_array_set"(%a, %i, %e) : (!pto.eventid_array<4>, index, index) -> ()
  %b = pto.declare_local_array -> !pto.local_array<4x8xf32>
  // CHECK: %b = pto.declare_local_array -> !pto.local_array<4x8xf32>
  // CHECK-GENERIC: %b = "pto.declare_local_array"() : () -> !pto.local_array<4x8xf32>
  %y = pto.local_array_get %b[%i, %i] : !pto.local_array<4x8xf32> -> f32
  // CHECK: %y = pto.local_array_get %b[%i, %i] : !pto.local_array<4x8xf32> -> f32
  // CHECK-GENERIC: %y = "pto.local_array_get"(%b, %i, %i) : (!pto.local_array<4x8xf32>, index, index) -> f32
  pto.local_array_set %b[%i, %i], %y : !pto.local_array<4x8xf32>, f32
  // CHECK: pto.local_array_set %b[%i, %i], %y : !pto.local_array<4x8xf32>, f32
  // CHECK-GENERIC: "pto.local_array_set"(%b, %i, %i, %y) : (!pto.local_array<4x8xf32>, index, index, f32) -> ()
  %c = pto.declare_local_array {pto.mark} -> !pto.local_array<4xi32>
  // CHECK: %c = pto.declare_local_array {pto.mark} -> !pto.local_array<4xi32>
  // CHECK-GENERIC: %c = "pto.declare_local_array"() {pto.mark} : () -> !pto.local_array<4xi32>
  func.return
}
