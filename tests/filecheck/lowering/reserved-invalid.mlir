// RUN: not pto-compile %s --planner ptoas --ptoas-version 0.60 2>&1 | filecheck %s
// RUN: pto-compile %s --planner ptoas | filecheck %s --check-prefix=CHECK-0-48
// RUN: pto-compile %s --ptoas-version 0.60 | filecheck %s --check-prefix=CHECK-0-48

// From 0.60 on, the assembler gives either all addresses or none.

func.func @k() {
  // CHECK: reserved-invalid.mlir:[[# @LINE + 3]]:{{[0-9]+}}: error: reserved memory 'fifo' has the address 4096 under planner 'ptoas', but ptoas 0.60 gives the addresses itself
  // CHECK: note: leave the address to the compiler (base=pl.AUTO), or use planner 'pack'
  // CHECK-0-48: pto.reserve_buffer{name = "fifo", size = 8192, location = <vec>, auto = false, base = 4096}
  %q = mem.reserve "fifo" at 4096 : !mem.ref<vec, 8192>
  func.return
}
