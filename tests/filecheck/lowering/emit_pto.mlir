// RUN: pto-opt %s -t pto | filecheck %s --strict-whitespace --match-full-lines
// RUN: pto-opt %s -t pto | pto-opt -t pto | filecheck %s --strict-whitespace --match-full-lines

// The text of whole kernels; it comes out again when it is read and written once more.

//      CHECK:builtin.module attributes {pto.target_arch = "a3"} {
builtin.module attributes {pto.target_arch = "a3"} {

  // A kernel with a loop, two slots and a tile that is used after a conversion.
  // CHECK-NEXT:  func.func @scale(%x: !pto.ptr<f32>, %y: !pto.ptr<f16>, %rows: index) attributes {pto.kernel_kind = #pto.kernel_kind<vector>} {
  // CHECK-NEXT:    %c0 = arith.constant 0 : index
  // CHECK-NEXT:    %c1 = arith.constant 1 : index
  // CHECK-NEXT:    %c2 = arith.constant 2 : index
  // CHECK-NEXT:    %c32 = arith.constant 32 : index
  // CHECK-NEXT:    %c128 = arith.constant 128 : index
  // CHECK-NEXT:    %half = arith.constant 5.000000e-01 : f32
  // CHECK-NEXT:    %vx = pto.make_tensor_view %x, shape = [%rows, %c128], strides = [%c128, %c1] {layout = #pto.layout<nd>} : !pto.tensor_view<?x?xf32>
  // CHECK-NEXT:    %vy = pto.make_tensor_view %y, shape = [%rows, %c128], strides = [%c128, %c1] : !pto.tensor_view<?x?xf16>
  // CHECK-NEXT:    %base = arith.constant 0 : i64
  // CHECK-NEXT:    %ring = pto.alloc_multi_tile addr = %base : !pto.multi_tile_buf<!pto.tile_buf<vec, 32x128xf32>, count=2>
  // CHECK-NEXT:    %out_addr = arith.constant 32768 : i64
  // CHECK-NEXT:    %out = pto.alloc_tile addr = %out_addr : !pto.tile_buf<vec, 32x128xf16>
  // CHECK-NEXT:    scf.for %i = %c0 to %rows step %c32 {
  // CHECK-NEXT:      %n = arith.divui %i, %c32 : index
  // CHECK-NEXT:      %k = arith.remui %n, %c2 : index
  // CHECK-NEXT:      %in = pto.multi_tile_get %ring[%k] : !pto.multi_tile_buf<!pto.tile_buf<vec, 32x128xf32>, count=2> -> !pto.tile_buf<vec, 32x128xf32>
  // CHECK-NEXT:      %px = pto.partition_view %vx, offsets = [%i, %c0], sizes = [%c32, %c128] : !pto.tensor_view<?x?xf32> -> !pto.partition_tensor_view<32x128xf32>
  // CHECK-NEXT:      pto.tload ins(%px : !pto.partition_tensor_view<32x128xf32>) outs(%in : !pto.tile_buf<vec, 32x128xf32>)
  // CHECK-NEXT:      pto.tmuls ins(%in, %half : !pto.tile_buf<vec, 32x128xf32>, f32) outs(%in : !pto.tile_buf<vec, 32x128xf32>)
  // CHECK-NEXT:      pto.tcvt ins(%in {rmode = #pto<round_mode CAST_RINT>, satmode = #pto<saturation_mode OFF>} : !pto.tile_buf<vec, 32x128xf32>) outs(%out : !pto.tile_buf<vec, 32x128xf16>)
  // CHECK-NEXT:      %py = pto.partition_view %vy, offsets = [%i, %c0], sizes = [%c32, %c128] : !pto.tensor_view<?x?xf16> -> !pto.partition_tensor_view<32x128xf16>
  // CHECK-NEXT:      pto.tstore ins(%out : !pto.tile_buf<vec, 32x128xf16>) outs(%py : !pto.partition_tensor_view<32x128xf16>)
  // CHECK-NEXT:    }
  // CHECK-NEXT:    func.return
  // CHECK-NEXT:  }
  func.func @scale(%x: !pto.ptr<f32>, %y: !pto.ptr<f16>, %rows: index) attributes {pto.kernel_kind = #pto.kernel_kind<vector>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c32 = arith.constant 32 : index
    %c128 = arith.constant 128 : index
    %half = arith.constant 0.5 : f32
    %vx = pto.make_tensor_view %x, shape = [%rows, %c128], strides = [%c128, %c1] {layout = #pto.layout<nd>} : !pto.tensor_view<?x?xf32>
    %vy = pto.make_tensor_view %y, shape = [%rows, %c128], strides = [%c128, %c1] : !pto.tensor_view<?x?xf16>
    %base = arith.constant 0 : i64
    %ring = pto.alloc_multi_tile addr = %base : !pto.multi_tile_buf<vec, 32x128xf32, count=2>
    %out_addr = arith.constant 32768 : i64
    %out = pto.alloc_tile addr = %out_addr : !pto.tile_buf<vec, 32x128xf16>
    scf.for %i = %c0 to %rows step %c32 {
      %n = arith.divui %i, %c32 : index
      %k = arith.remui %n, %c2 : index
      %in = pto.multi_tile_get %ring[%k] : !pto.multi_tile_buf<vec, 32x128xf32, count=2> -> !pto.tile_buf<vec, 32x128xf32>
      %px = pto.partition_view %vx, offsets = [%i, %c0], sizes = [%c32, %c128] : !pto.tensor_view<?x?xf32>
      pto.tload ins(%px : !pto.partition_tensor_view<32x128xf32>) outs(%in : !pto.tile_buf<vec, 32x128xf32>)
      pto.tmuls ins(%in, %half : !pto.tile_buf<vec, 32x128xf32>, f32) outs(%in : !pto.tile_buf<vec, 32x128xf32>)
      pto.tcvt ins(%in : !pto.tile_buf<vec, 32x128xf32>) outs(%out : !pto.tile_buf<vec, 32x128xf16>)
      %py = pto.partition_view %vy, offsets = [%i, %c0], sizes = [%c32, %c128] : !pto.tensor_view<?x?xf16>
      pto.tstore ins(%out : !pto.tile_buf<vec, 32x128xf16>) outs(%py : !pto.partition_tensor_view<32x128xf16>)
    }
    func.return
  }

  // Functions: declared, private, with attributes and results, called.
  // CHECK-NEXT:  func.func private @declared(index, i64) -> index
  func.func private @declared(index, i64) -> index
  // CHECK-NEXT:  func.func @many(%a: i32 {pto.note = 1 : i32}, %b: f32) -> (i32, f32) {
  // CHECK-NEXT:    func.return %a, %b : i32, f32
  // CHECK-NEXT:  }
  func.func @many(%a: i32 {pto.note = 1 : i32}, %b: f32) -> (i32, f32) {
    func.return %a, %b : i32, f32
  }
  // CHECK-NEXT:  func.func @caller(%a: i32, %b: f32) -> f32 attributes {pto.mark} {
  // CHECK-NEXT:    %x, %y = func.call @many(%a, %b) : (i32, f32) -> (i32, f32)
  // CHECK-NEXT:    func.call @nothing() : () -> ()
  // CHECK-NEXT:    func.return %y : f32
  // CHECK-NEXT:  }
  func.func @caller(%a: i32, %b: f32) -> f32 attributes {pto.mark} {
    %x, %y = func.call @many(%a, %b) : (i32, f32) -> (i32, f32)
    func.call @nothing() : () -> ()
    func.return %y : f32
  }
  // CHECK-NEXT:  func.func @nothing() {
  // CHECK-NEXT:    func.return
  // CHECK-NEXT:  }
  func.func @nothing() {
    func.return
  }

  // Loops and branches with and without results.
  // CHECK-NEXT:  func.func @flow(%n: i32, %m: index) -> i32 {
  // CHECK-NEXT:    %zero = arith.constant 0 : i32
  // CHECK-NEXT:    %one = arith.constant 1 : i32
  // CHECK-NEXT:    %sum = scf.for %i = %zero to %n step %one iter_args(%s = %zero) -> (i32) : i32 {
  // CHECK-NEXT:      %less = arith.cmpi slt, %i, %s : i32
  // CHECK-NEXT:      %next = scf.if %less -> (i32) {
  // CHECK-NEXT:        %up = arith.addi %s, %i : i32
  // CHECK-NEXT:        scf.yield %up : i32
  // CHECK-NEXT:      } else {
  // CHECK-NEXT:        scf.yield %s : i32
  // CHECK-NEXT:      }
  // CHECK-NEXT:      scf.yield %next : i32
  // CHECK-NEXT:    } {mark}
  // CHECK-NEXT:    %last = scf.while (%w = %sum) : (i32) -> i32 {
  // CHECK-NEXT:      %go = arith.cmpi ugt, %w, %one : i32
  // CHECK-NEXT:      scf.condition(%go) %w : i32
  // CHECK-NEXT:    } do {
  // CHECK-NEXT:    ^bb0(%v: i32):
  // CHECK-NEXT:      %less_1 = arith.subi %v, %one : i32
  // CHECK-NEXT:      scf.yield %less_1 : i32
  // CHECK-NEXT:    }
  // CHECK-NEXT:    %even = arith.cmpi eq, %last, %zero : i32
  // CHECK-NEXT:    scf.if %even {
  // CHECK-NEXT:      pto.barrier <PIPE_ALL>
  // CHECK-NEXT:    } else {
  // CHECK-NEXT:      pto.trap
  // CHECK-NEXT:    }
  // CHECK-NEXT:    pto.section.vector {
  // CHECK-NEXT:      pto.barrier <PIPE_V>
  // CHECK-NEXT:    }
  // CHECK-NEXT:    func.return %last : i32
  // CHECK-NEXT:  }
  func.func @flow(%n: i32, %m: index) -> i32 {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %sum = scf.for %i = %zero to %n step %one iter_args(%s = %zero) -> (i32) : i32 {
      %less = arith.cmpi slt, %i, %s : i32
      %next = scf.if %less -> (i32) {
        %up = arith.addi %s, %i : i32
        scf.yield %up : i32
      } else {
        scf.yield %s : i32
      }
      scf.yield %next : i32
    } {mark}
    %last = scf.while (%w = %sum) : (i32) -> i32 {
      %go = arith.cmpi ugt, %w, %one : i32
      scf.condition(%go) %w : i32
    } do {
    ^bb0(%v: i32):
      %less = arith.subi %v, %one : i32
      scf.yield %less : i32
    }
    %even = arith.cmpi eq, %last, %zero : i32
    scf.if %even {
      pto.barrier <PIPE_ALL>
    } else {
      pto.trap
    }
    pto.section.vector {
      pto.barrier <PIPE_V>
    }
    func.return %last : i32
  }

  // Scalars; what has flags or attributes keeps them.
  // CHECK-NEXT:  func.func @scalars(%i: index, %a: i32, %b: i32, %x: f32, %y: f32, %h: f16) {
  func.func @scalars(%i: index, %a: i32, %b: i32, %x: f32, %y: f32, %h: f16) {
    // CHECK-NEXT:    %true = arith.constant true
    // CHECK-NEXT:    %big = arith.constant 0x4B800000 : f32
    // CHECK-NEXT:    %s0 = arith.subi %a, %b : i32
    // CHECK-NEXT:    %s1 = arith.muli %a, %b : i32
    // CHECK-NEXT:    %s2 = arith.divsi %a, %b : i32
    // CHECK-NEXT:    %s3 = arith.remsi %a, %b : i32
    // CHECK-NEXT:    %s4 = arith.minsi %a, %b : i32
    // CHECK-NEXT:    %s5 = arith.maxui %a, %b : i32
    // CHECK-NEXT:    %s6 = arith.andi %a, %b : i32
    // CHECK-NEXT:    %s7 = arith.ori %a, %b : i32
    // CHECK-NEXT:    %s8 = arith.xori %a, %b : i32
    // CHECK-NEXT:    %s9 = arith.shli %a, %b : i32
    // CHECK-NEXT:    %s10 = arith.shrui %a, %b : i32
    // CHECK-NEXT:    %s11 = arith.shrsi %a, %b : i32
    // CHECK-NEXT:    %s12 = arith.select %true, %a, %b : i32
    // CHECK-NEXT:    %s13 = arith.addi %a, %b overflow<nsw> : i32
    // CHECK-NEXT:    %s14 = arith.remui %a, %b {mark} : i32
    // CHECK-NEXT:    %f0 = arith.addf %x, %y : f32
    // CHECK-NEXT:    %f1 = arith.subf %x, %y : f32
    // CHECK-NEXT:    %f2 = arith.mulf %x, %y : f32
    // CHECK-NEXT:    %f3 = arith.divf %x, %y fastmath<fast> : f32
    // CHECK-NEXT:    %f4 = arith.negf %x : f32
    // CHECK-NEXT:    %f5 = arith.maximumf %x, %y : f32
    // CHECK-NEXT:    %f6 = arith.minimumf %x, %y : f32
    // CHECK-NEXT:    %f7 = arith.cmpf olt, %x, %y : f32
    // CHECK-NEXT:    %k0 = arith.index_cast %i : index to i64
    // CHECK-NEXT:    %k1 = arith.extsi %a : i32 to i64
    // CHECK-NEXT:    %k2 = arith.extui %a : i32 to i64
    // CHECK-NEXT:    %k3 = arith.trunci %a : i32 to i8
    // CHECK-NEXT:    %k4 = arith.extf %h : f16 to f32
    // CHECK-NEXT:    %k5 = arith.truncf %x : f32 to f16
    // CHECK-NEXT:    %k6 = arith.sitofp %a : i32 to f32
    // CHECK-NEXT:    %k7 = arith.uitofp %a : i32 to f32
    // CHECK-NEXT:    %k8 = arith.fptosi %x : f32 to i32
    // CHECK-NEXT:    %k9 = arith.bitcast %x : f32 to i32
    // CHECK-NEXT:    %e0, %e1 = arith.mulsi_extended %a, %b : i32
    // CHECK-NEXT:    func.return
    // CHECK-NEXT:  }
    %true = arith.constant true
    %big = arith.constant 16777216.0 : f32
    %s0 = arith.subi %a, %b : i32
    %s1 = arith.muli %a, %b : i32
    %s2 = arith.divsi %a, %b : i32
    %s3 = arith.remsi %a, %b : i32
    %s4 = arith.minsi %a, %b : i32
    %s5 = arith.maxui %a, %b : i32
    %s6 = arith.andi %a, %b : i32
    %s7 = arith.ori %a, %b : i32
    %s8 = arith.xori %a, %b : i32
    %s9 = arith.shli %a, %b : i32
    %s10 = arith.shrui %a, %b : i32
    %s11 = arith.shrsi %a, %b : i32
    %s12 = arith.select %true, %a, %b : i32
    %s13 = arith.addi %a, %b overflow<nsw> : i32
    %s14 = arith.remui %a, %b {mark} : i32
    %f0 = arith.addf %x, %y : f32
    %f1 = arith.subf %x, %y : f32
    %f2 = arith.mulf %x, %y : f32
    %f3 = arith.divf %x, %y fastmath<fast> : f32
    %f4 = arith.negf %x : f32
    %f5 = arith.maximumf %x, %y : f32
    %f6 = arith.minimumf %x, %y : f32
    %f7 = arith.cmpf olt, %x, %y : f32
    %k0 = arith.index_cast %i : index to i64
    %k1 = arith.extsi %a : i32 to i64
    %k2 = arith.extui %a : i32 to i64
    %k3 = arith.trunci %a : i32 to i8
    %k4 = arith.extf %h : f16 to f32
    %k5 = arith.truncf %x : f32 to f16
    %k6 = arith.sitofp %a : i32 to f32
    %k7 = arith.uitofp %a : i32 to f32
    %k8 = arith.fptosi %x : f32 to i32
    %k9 = arith.bitcast %x : f32 to i32
    %e0, %e1 = arith.mulsi_extended %a, %b : i32
    func.return
  }

  // Modules in modules, one with a name.
  // CHECK-NEXT:  builtin.module @cube attributes {pto.backend = "emitc"} {
  // CHECK-NEXT:    builtin.module {
  // CHECK-NEXT:    }
  // CHECK-NEXT:  }
  builtin.module @cube attributes {pto.backend = "emitc"} {
    builtin.module {
    }
  }
// CHECK-NEXT:}
}
