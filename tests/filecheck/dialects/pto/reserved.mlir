// RUN: PTO_ROUNDTRIP
// RUN: PTO_GENERIC_ROUNDTRIP

// Reserved memory.


func.func @reserved() {
  %a = pto.reserve_buffer {name = "q", size = 8192, location = <vec>, auto = true} -> i32
  // CHECK: %a = pto.reserve_buffer{name = "q", size = 8192, location = <vec>, auto = true} -> i32
  // CHECK-GENERIC: %b = "pto.reserve_buffer"() <{name = "r", size = 512 : i32, location = #pto.address_space<mat>, autoAlloc = false, base = 1024 : i32}> : () -> i32
  %b = pto.reserve_buffer{name = "r", size = 512, location = #pto.address_space<mat>, auto = false, base = 1024} -> i32
  // CHECK-NEXT: %b = pto.reserve_buffer{name = "r", size = 512, location = <mat>, auto = false, base = 1024} -> i32
  // CHECK-GENERIC-NEXT: %c = "pto.import_reserved_buffer"() <{name = "q", peer_func = @peer}> : () -> i32
  %c = pto.import_reserved_buffer{name = "q", peer_func = @peer} -> i32
  // CHECK-NEXT: %c = pto.import_reserved_buffer{name = "q", peer_func = @peer} -> i32
  // CHECK-GENERIC-NEXT: "func.return"() : () -> ()
  func.return
}
