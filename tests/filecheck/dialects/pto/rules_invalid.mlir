// RUN: pto-opt %s -p verify-pto --split-input-file --verify-diagnostics | filecheck %s

// What the assembler rejects by target, level or version, with what it says.

// Levels: addresses everywhere or nowhere.
builtin.module {
  func.func @f() {
    %c0 = arith.constant 0 : i64
    %a = pto.alloc_tile addr = %c0 : !pto.tile_buf<vec, 16x64xf32>
    %b = pto.alloc_tile : !pto.tile_buf<vec, 16x64xf32>
    func.return
  }
}
// CHECK: error: pto.alloc_tile has no address, but others have one: a module gives an address to every allocation (level 3) or to none (level 2)

// -----

builtin.module {
  func.func @f() {
    %c0 = arith.constant 0 : i64
    %a = pto.alloc_multi_tile addr = %c0 : !pto.multi_tile_buf<!pto.tile_buf<vec, 16x64xf32>, count=2>
    %b = pto.alloc_tile : !pto.tile_buf<vec, 16x64xf32>
    func.return
  }
}
// CHECK: error: pto.alloc_tile has no address, but others have one: a module gives an address to every allocation (level 3) or to none (level 2)

// -----

builtin.module {
  func.func @f() {
    %c0 = arith.constant 0 : i64
    %a = pto.alloc_tile : !pto.tile_buf<vec, 16x64xf32>
    %b = pto.tassign %a, %c0 : !pto.tile_buf<vec, 16x64xf32> -> !pto.tile_buf<vec, 16x64xf32>
    func.return
  }
}
// CHECK: error: pto.tassign is allowed at level 3 only, and this module is of level 2

// -----

builtin.module attributes {pto.ptoas_version = "0.60"} {
  func.func @f() {
    %c8 = arith.constant 8 : i64
    %a = pto.alloc_tile addr = %c8 : !pto.tile_buf<vec, 16x64xf32>
    func.return
  }
}
// CHECK: error: pto.alloc_tile: an address in vec is a multiple of 32 bytes and not negative, got 8

// -----

builtin.module attributes {pto.ptoas_version = "0.60"} {
  func.func @f() {
    %c = arith.constant -32 : i64
    %a = pto.alloc_tile addr = %c : !pto.tile_buf<vec, 16x64xf32>
    func.return
  }
}
// CHECK: error: pto.alloc_tile: an address in vec is a multiple of 32 bytes and not negative, got -32

// -----

builtin.module attributes {pto.ptoas_version = "0.60"} {
  func.func @f() {
    %c = arith.constant 32 : i64
    %a = pto.alloc_tile addr = %c : !pto.tile_buf<acc, 16x16xf32, blayout=col_major, slayout=row_major>
    func.return
  }
}
// CHECK: error: pto.alloc_tile: an address in acc is a multiple of 512 bytes and not negative, got 32

// -----

builtin.module attributes {pto.ptoas_version = "0.60"} {
  func.func @f() {
    %c = arith.constant 32 : i64
    %a = pto.alloc_multi_tile addr = %c {pto.multi_buffer_addrs = [0]} : !pto.multi_tile_buf<!pto.tile_buf<vec, 16x64xf32>, count=2>
    func.return
  }
}
// CHECK: error: pto.alloc_multi_tile: only the assembler writes pto.multi_buffer_addrs

// -----

builtin.module attributes {pto.ptoas_version = "0.60"} {
  func.func @f() {
    %a = pto.alloc_tile : !pto.tile_buf<vec, 16x64xf32>
    %b = pto.reserve_buffer{name = "q", size = 256, location = <vec>, auto = false, base = 0} -> i32
    func.return
  }
}
// CHECK: error: pto.reserve_buffer: at level 2 a reserved buffer is auto, got base 0

// -----

builtin.module attributes {pto.ptoas_version = "0.60"} {
  func.func @f() {
    %c = arith.constant 32 : i64
    %a = pto.alloc_tile addr = %c : !pto.tile_buf<vec, 16x64xf32>
    %b = pto.reserve_buffer{name = "q", size = 256, location = <vec>, auto = true} -> i32
    func.return
  }
}
// CHECK: error: pto.reserve_buffer: at level 3 a reserved buffer needs a base

// -----

builtin.module attributes {pto.ptoas_version = "0.60"} {
  func.func @f() {
    %c = arith.constant 32 : i64
    %a = pto.alloc_tile addr = %c : !pto.tile_buf<vec, 16x64xf32>
    %b = pto.reserve_buffer{name = "q", size = 256, location = <vec>, auto = false, base = 128} -> i32
    func.return
  }
}
// CHECK: error: pto.reserve_buffer: the range is 128 to 384, but the base is a multiple of 256 bytes and vec has 196608

// -----

builtin.module attributes {pto.ptoas_version = "0.60"} {
  func.func @f() {
    %c = arith.constant 32 : i64
    %a = pto.alloc_tile addr = %c : !pto.tile_buf<vec, 16x64xf32>
    %b = pto.reserve_buffer{name = "q", size = 512, location = <vec>, auto = false, base = 196352} -> i32
    func.return
  }
}
// CHECK: error: pto.reserve_buffer: the range is 196352 to 196864, but the base is a multiple of 256 bytes and vec has 196608


// Versions.
// -----

builtin.module {
  func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>, %b: !pto.tile_buf<vec, 16x64xf32>, %c: !pto.tile_buf<vec, 16x64xf32>) {
    pto.taddrelu ins(%a, %b : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
    func.return
  }
}
// CHECK: error: pto.taddrelu: ptoas has it since 0.60, this is for 0.48

// -----

builtin.module {
  func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>, %c: !pto.tile_buf<vec, 16x1xf32, blayout=col_major>) {
    pto.trowsum ins(%a : !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 16x1xf32, blayout=col_major>)
    func.return
  }
}
// CHECK: error: pto.trowsum: before ptoas 0.60 a scratch tile (tmp) has to be given

// -----

builtin.module {
  func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>, %b: !pto.tile_buf<vec, 16x64xf32>, %c: !pto.tile_buf<vec, 16x64xf16>) {
    pto.tcvt ins(%a, %b : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 16x64xf16>)
    func.return
  }
}
// CHECK: error: pto.tcvt: ptoas has tmp since 0.60, this is for 0.48

// -----

builtin.module attributes {pto.ptoas_version = "0.60"} {
  func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>, %c: !pto.tile_buf<vec, 16x64xf32, pad=1>) {
    pto.tfillpad_inplace ins(%a : !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 16x64xf32, pad=1>)
    func.return
  }
}
// CHECK: error: pto.tfillpad_inplace: ptoas 0.60 has removed it, this is for 0.60

// -----

builtin.module attributes {pto.ptoas_version = "0.60"} {
  func.func @f(%a: memref<16x64xf32>, %c: memref<16x64xf32>) {
    pto.texp ins(%a : memref<16x64xf32>) outs(%c : memref<16x64xf32>)
    func.return
  }
}
// CHECK: error: pto.texp: ptoas takes no memref since 0.60, got memref<16x64xf32>

// -----

builtin.module {
  func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>) {
    pto.tpush_to_aic(%a : !pto.tile_buf<vec, 16x64xf32>) {split = 0, aiv_subblockid = 1}
    func.return
  }
}
// CHECK: error: pto.tpush_to_aic: ptoas has aiv_subblockid since 0.60

// -----

builtin.module attributes {pto.ptoas_version = "new"} {
  func.func @f() {

    func.return
  }
}
// CHECK: error: 'new' is not a version of ptoas, write e.g. 0.48


// Element types of each target.
// -----

builtin.module attributes {pto.target_arch = "a3"} {
  func.func @f(%a: !pto.tile_buf<vec, 16x64xbf16>, %b: !pto.tile_buf<vec, 16x64xbf16>, %c: !pto.tile_buf<vec, 16x64xbf16>) {
    pto.tadd ins(%a, %b : !pto.tile_buf<vec, 16x64xbf16>, !pto.tile_buf<vec, 16x64xbf16>) outs(%c : !pto.tile_buf<vec, 16x64xbf16>)
    func.return
  }
}
// CHECK: error: pto.tadd: bf16 is no element type on a3, only i16*, i32*, f16, f32

// -----

builtin.module attributes {pto.target_arch = "a5"} {
  func.func @f(%a: !pto.tile_buf<vec, 16x64xbf16>, %b: !pto.tile_buf<vec, 16x64xbf16>, %c: !pto.tile_buf<vec, 16x64xbf16>) {
    pto.tsub ins(%a, %b : !pto.tile_buf<vec, 16x64xbf16>, !pto.tile_buf<vec, 16x64xbf16>) outs(%c : !pto.tile_buf<vec, 16x64xbf16>)
    func.return
  }
}
// CHECK: error: pto.tsub: bf16 is no element type on a5, only i16*, i32*, f16, f32, i8*

// -----

builtin.module attributes {pto.target_arch = "a5"} {
  func.func @f(%a: !pto.tile_buf<vec, 16x64xi8>, %b: !pto.tile_buf<vec, 16x64xi8>, %c: !pto.tile_buf<vec, 16x64xi8>) {
    pto.tmul ins(%a, %b : !pto.tile_buf<vec, 16x64xi8>, !pto.tile_buf<vec, 16x64xi8>) outs(%c : !pto.tile_buf<vec, 16x64xi8>)
    func.return
  }
}
// CHECK: error: pto.tmul: i8 is no element type on a5, only i16*, i32*, f16, f32

// -----

builtin.module attributes {pto.target_arch = "a3"} {
  func.func @f(%a: !pto.tile_buf<vec, 16x64xi8>, %b: !pto.tile_buf<vec, 16x64xi8>, %c: !pto.tile_buf<vec, 16x64xi8>) {
    pto.tpartadd ins(%a, %b : !pto.tile_buf<vec, 16x64xi8>, !pto.tile_buf<vec, 16x64xi8>) outs(%c : !pto.tile_buf<vec, 16x64xi8>)
    func.return
  }
}
// CHECK: error: pto.tpartadd: i8 is no element type on a3, only i16*, i32*, f16, f32

// -----

builtin.module attributes {pto.target_arch = "a3"} {
  func.func @f(%a: !pto.tile_buf<vec, 16x64xi32>, %b: !pto.tile_buf<vec, 16x64xi32>, %c: !pto.tile_buf<vec, 16x64xi32>) {
    pto.tdiv ins(%a, %b : !pto.tile_buf<vec, 16x64xi32>, !pto.tile_buf<vec, 16x64xi32>) outs(%c : !pto.tile_buf<vec, 16x64xi32>)
    func.return
  }
}
// CHECK: error: pto.tdiv: i32 is no element type on a3, only f16, f32

// -----

builtin.module attributes {pto.target_arch = "a3"} {
  func.func @f(%a: !pto.tile_buf<vec, 16x64xi32>, %b: !pto.tile_buf<vec, 16x64xi32>, %c: !pto.tile_buf<vec, 16x64xi32>) {
    pto.tand ins(%a, %b : !pto.tile_buf<vec, 16x64xi32>, !pto.tile_buf<vec, 16x64xi32>) outs(%c : !pto.tile_buf<vec, 16x64xi32>)
    func.return
  }
}
// CHECK: error: pto.tand: i32 is no element type on a3, only i8*, i16*

// -----

builtin.module attributes {pto.target_arch = "a5"} {
  func.func @f(%a: !pto.tile_buf<vec, 16x64xi64>, %b: !pto.tile_buf<vec, 16x64xi64>, %c: !pto.tile_buf<vec, 16x64xi64>) {
    pto.tshl ins(%a, %b : !pto.tile_buf<vec, 16x64xi64>, !pto.tile_buf<vec, 16x64xi64>) outs(%c : !pto.tile_buf<vec, 16x64xi64>)
    func.return
  }
}
// CHECK: error: pto.tshl: i64 is no element type on a5, only i8*, i16*, i32*

// -----

builtin.module attributes {pto.target_arch = "a3"} {
  func.func @f(%a: !pto.tile_buf<vec, 16x64xui64>, %b: !pto.tile_buf<vec, 16x64xui64>, %c: !pto.tile_buf<vec, 16x64xui64>) {
    pto.tmax ins(%a, %b : !pto.tile_buf<vec, 16x64xui64>, !pto.tile_buf<vec, 16x64xui64>) outs(%c : !pto.tile_buf<vec, 16x64xui64>)
    func.return
  }
}
// CHECK: error: pto.tmax: ui64 is no element type on a3, only i16*, i32*, f16, f32

// -----

builtin.module attributes {pto.target_arch = "a5"} {
  func.func @f(%a: !pto.tile_buf<vec, 16x64xbf16>, %c: !pto.tile_buf<vec, 16x64xbf16>) {
    pto.texp ins(%a : !pto.tile_buf<vec, 16x64xbf16>) outs(%c : !pto.tile_buf<vec, 16x64xbf16>)
    func.return
  }
}
// CHECK: error: pto.texp: bf16 is no element type on a5, only f16, f32

// -----

builtin.module attributes {pto.target_arch = "a3"} {
  func.func @f(%a: !pto.tile_buf<vec, 16x64xi16>, %c: !pto.tile_buf<vec, 16x64xi16>) {
    pto.trelu ins(%a : !pto.tile_buf<vec, 16x64xi16>) outs(%c : !pto.tile_buf<vec, 16x64xi16>)
    func.return
  }
}
// CHECK: error: pto.trelu: i16 is no element type on a3, only i32*, f16, f32

// -----

builtin.module attributes {pto.target_arch = "a3"} {
  func.func @f(%a: !pto.tile_buf<vec, 16x64xi8>, %c: !pto.tile_buf<vec, 16x64xi8>) {
    pto.tnot ins(%a : !pto.tile_buf<vec, 16x64xi8>) outs(%c : !pto.tile_buf<vec, 16x64xi8>)
    func.return
  }
}
// CHECK: error: pto.tnot: i8 is no element type on a3, only i16*

// -----

builtin.module attributes {pto.target_arch = "a5"} {
  func.func @f(%a: !pto.tile_buf<vec, 16x64xi64>, %c: !pto.tile_buf<vec, 16x64xi64>) {
    pto.tneg ins(%a : !pto.tile_buf<vec, 16x64xi64>) outs(%c : !pto.tile_buf<vec, 16x64xi64>)
    func.return
  }
}
// CHECK: error: pto.tneg: i64 is no element type on a5, only i16*, i32*, f16, f32, i8*, bf16

// -----

builtin.module attributes {pto.target_arch = "a3"} {
  func.func @f(%a: !pto.tile_buf<vec, 16x64xbf16>, %s: bf16, %c: !pto.tile_buf<vec, 16x64xbf16>) {
    pto.tadds ins(%a, %s : !pto.tile_buf<vec, 16x64xbf16>, bf16) outs(%c : !pto.tile_buf<vec, 16x64xbf16>)
    func.return
  }
}
// CHECK: error: pto.tadds: bf16 is no element type on a3, only i16*, i32*, f16, f32

// -----

builtin.module attributes {pto.target_arch = "a5"} {
  func.func @f(%a: !pto.tile_buf<vec, 16x64xui16>, %s: ui16, %c: !pto.tile_buf<vec, 16x64xui16>) {
    pto.tfmods ins(%a, %s : !pto.tile_buf<vec, 16x64xui16>, ui16) outs(%c : !pto.tile_buf<vec, 16x64xui16>)
    func.return
  }
}
// CHECK: error: pto.tfmods: ui16 is no element type on a5, only i16, i32, f16, f32

// -----

builtin.module attributes {pto.target_arch = "a3"} {
  func.func @f(%a: !pto.tile_buf<vec, 16x64xi8>, %s: i8, %c: !pto.tile_buf<vec, 16x64xi8>) {
    pto.tshrs ins(%a, %s : !pto.tile_buf<vec, 16x64xi8>, i8) outs(%c : !pto.tile_buf<vec, 16x64xi8>)
    func.return
  }
}
// CHECK: error: pto.tshrs: i8 is no element type on a3, only i16*, i32*

// -----

builtin.module attributes {pto.target_arch = "a3"} {
  func.func @f(%s: i8, %c: !pto.tile_buf<vec, 16x64xi8>) {
    pto.texpands ins(%s : i8) outs(%c : !pto.tile_buf<vec, 16x64xi8>)
    func.return
  }
}
// CHECK: error: pto.texpands: i8 is no element type on a3, only i16, i32, f16, bf16, f32

// -----

builtin.module attributes {pto.target_arch = "a3"} {
  func.func @f(%a: !pto.tile_buf<vec, 16x64xbf16>, %b: !pto.tile_buf<vec, 16x64xbf16>, %c: !pto.tile_buf<vec, 16x1xbf16, blayout=col_major>) {
    pto.trowmax ins(%a, %b : !pto.tile_buf<vec, 16x64xbf16>, !pto.tile_buf<vec, 16x64xbf16>) outs(%c : !pto.tile_buf<vec, 16x1xbf16, blayout=col_major>)
    func.return
  }
}
// CHECK: error: pto.trowmax: bf16 is no element type on a3, only i16*, i32*, f16, f32

// -----

builtin.module attributes {pto.target_arch = "a3"} {
  func.func @f(%a: !pto.tile_buf<vec, 16x64xbf16>, %c: !pto.tile_buf<vec, 1x64xbf16>) {
    pto.tcolprod ins(%a : !pto.tile_buf<vec, 16x64xbf16>) outs(%c : !pto.tile_buf<vec, 1x64xbf16>)
    func.return
  }
}
// CHECK: error: pto.tcolprod: bf16 is no element type on a3, only i16*, i32*, f16, f32

// -----

builtin.module attributes {pto.target_arch = "a3"} {
  func.func @f(%a: !pto.tile_buf<vec, 16x64xi16>, %b: !pto.tile_buf<vec, 16x64xi16>, %c: !pto.tile_buf<vec, 16x64xi8>) {
    pto.tcmp ins(%a, %b {cmpMode = #pto<cmp gt>} : !pto.tile_buf<vec, 16x64xi16>, !pto.tile_buf<vec, 16x64xi16>) outs(%c : !pto.tile_buf<vec, 16x64xi8>)
    func.return
  }
}
// CHECK: error: pto.tcmp: i16 is no element type on a3, only i32*, f16, f32

// -----

builtin.module attributes {pto.target_arch = "a3"} {
  func.func @f(%m: !pto.tile_buf<vec, 16x64xi8>, %a: !pto.tile_buf<vec, 16x64xi8>, %b: !pto.tile_buf<vec, 16x64xi8>, %t: !pto.tile_buf<vec, 16x64xi8>, %c: !pto.tile_buf<vec, 16x64xi8>) {
    pto.tsel ins(%m, %a, %b, %t : !pto.tile_buf<vec, 16x64xi8>, !pto.tile_buf<vec, 16x64xi8>, !pto.tile_buf<vec, 16x64xi8>, !pto.tile_buf<vec, 16x64xi8>) outs(%c : !pto.tile_buf<vec, 16x64xi8>)
    func.return
  }
}
// CHECK: error: pto.tsel: i8 is no element type on a3, only i16*, i32*, f16, bf16, f32

// -----

builtin.module attributes {pto.target_arch = "a3"} {
  func.func @f(%a: !pto.tile_buf<vec, 16x64xi16>, %b: !pto.tile_buf<vec, 16x64xi16>, %t: !pto.tile_buf<vec, 16x64xi16>, %c: !pto.tile_buf<vec, 16x64xi16>) {
    pto.trem ins(%a, %b, %t : !pto.tile_buf<vec, 16x64xi16>, !pto.tile_buf<vec, 16x64xi16>, !pto.tile_buf<vec, 16x64xi16>) outs(%c : !pto.tile_buf<vec, 16x64xi16>)
    func.return
  }
}
// CHECK: error: pto.trem: i16 is no element type on a3, only i32*, f32


// Movement.
// -----

builtin.module attributes {pto.target_arch = "a3"} {
  func.func @f(%p: !pto.partition_tensor_view<16x64xf32>, %c: !pto.tile_buf<left, 16x64xf32, slayout=row_major>) {
    pto.tload ins(%p : !pto.partition_tensor_view<16x64xf32>) outs(%c : !pto.tile_buf<left, 16x64xf32, slayout=row_major>)
    func.return
  }
}
// CHECK: error: pto.tload: dst has to be in vec/mat, not in left

// -----

builtin.module attributes {pto.target_arch = "a5"} {
  func.func @f(%p: !pto.partition_tensor_view<16x64xf32>, %c: !pto.tile_buf<vec, 16x64xf32, slayout=row_major>) {
    pto.tload ins(%p : !pto.partition_tensor_view<16x64xf32>) outs(%c : !pto.tile_buf<vec, 16x64xf32, slayout=row_major>)
    func.return
  }
}
// CHECK: error: pto.tload: a tile in vec is loaded in ND, DN or NZ order, got row_major/row_major

// -----

builtin.module attributes {pto.target_arch = "a5"} {
  func.func @f(%a: !pto.tile_buf<mat, 16x64xf32, blayout=col_major, slayout=row_major>, %p: !pto.partition_tensor_view<16x64xf32>) {
    pto.tstore ins(%a : !pto.tile_buf<mat, 16x64xf32, blayout=col_major, slayout=row_major>) outs(%p : !pto.partition_tensor_view<16x64xf32>)
    func.return
  }
}
// CHECK: error: pto.tstore: src has to be in vec/acc, not in mat

// -----

builtin.module {
  func.func @f(%a: !pto.tile_buf<acc, 16x64xf16, blayout=col_major, slayout=row_major>, %p: !pto.partition_tensor_view<16x64xf16>) {
    pto.tstore ins(%a : !pto.tile_buf<acc, 16x64xf16, blayout=col_major, slayout=row_major>) outs(%p : !pto.partition_tensor_view<16x64xf16>)
    func.return
  }
}
// CHECK: error: pto.tstore: an accumulator holds i32 or f32, got f16

// -----

builtin.module {
  func.func @f(%a: !pto.tile_buf<acc, 16x64xf32, blayout=col_major, slayout=row_major>, %p: !pto.partition_tensor_view<16x64xi8>) {
    pto.tstore ins(%a : !pto.tile_buf<acc, 16x64xf32, blayout=col_major, slayout=row_major>) outs(%p : !pto.partition_tensor_view<16x64xi8>)
    func.return
  }
}
// CHECK: error: pto.tstore: an accumulator is stored as i32, f32, f16 or bf16, and in 8 bits with a scale, got i8

// -----

builtin.module {
  func.func @f(%a: !pto.tile_buf<acc, 16x4096xf32, blayout=col_major, slayout=row_major>, %p: !pto.partition_tensor_view<16x4096xf32>) {
    pto.tstore ins(%a : !pto.tile_buf<acc, 16x4096xf32, blayout=col_major, slayout=row_major>) outs(%p : !pto.partition_tensor_view<16x4096xf32>)
    func.return
  }
}
// CHECK: error: pto.tstore: an accumulator has 1 to 4095 columns, got 4096

// -----

builtin.module attributes {pto.target_arch = "a3"} {
  func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>, %c: !pto.tile_buf<mat, 16x64xf32, blayout=col_major, slayout=row_major>) {
    pto.tmov ins(%a : !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<mat, 16x64xf32, blayout=col_major, slayout=row_major>)
    func.return
  }
}
// CHECK: error: pto.tmov: a3 has no copy from vec to mat

// -----

builtin.module attributes {pto.target_arch = "a3"} {
  func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>, %c: !pto.tile_buf<vec, 16x32xf32>) {
    pto.tmov ins(%a : !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 16x32xf32>)
    func.return
  }
}
// CHECK: error: pto.tmov: shapes differ, 16x64 and 16x32

// -----

builtin.module attributes {pto.target_arch = "a3"} {
  func.func @f(%a: !pto.tile_buf<acc, 16x64xf32, blayout=col_major, slayout=row_major>, %c: !pto.tile_buf<mat, 16x64xf32, blayout=col_major, slayout=row_major, fractal=1024>) {
    pto.tmov ins(%a : !pto.tile_buf<acc, 16x64xf32, blayout=col_major, slayout=row_major>) outs(%c : !pto.tile_buf<mat, 16x64xf32, blayout=col_major, slayout=row_major, fractal=1024>)
    func.return
  }
}
// CHECK: error: pto.tmov: what leaves an accumulator needs dst with fractal=512, got 1024

// -----

builtin.module attributes {pto.target_arch = "a3"} {
  func.func @f(%a: !pto.tile_buf<acc, 16x64xf32, blayout=col_major, slayout=row_major>, %i: index, %j: index, %c: !pto.tile_buf<mat, 16x64xf32, blayout=col_major, slayout=row_major, fractal=1024>) {
    pto.tinsert ins(%a, %i, %j : !pto.tile_buf<acc, 16x64xf32, blayout=col_major, slayout=row_major>, index, index) outs(%c : !pto.tile_buf<mat, 16x64xf32, blayout=col_major, slayout=row_major, fractal=1024>)
    func.return
  }
}
// CHECK: error: pto.tinsert: what leaves an accumulator needs dst with fractal=512, got 1024

// -----

builtin.module attributes {pto.target_arch = "a3"} {
  func.func @f(%a: !pto.tile_buf<vec, 16x64xf32, blayout=col_major>, %b: !pto.tile_buf<vec, 16x64xf32>, %c: !pto.tile_buf<vec, 16x64xf32>) {
    pto.ttrans ins(%a, %b : !pto.tile_buf<vec, 16x64xf32, blayout=col_major>, !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
    func.return
  }
}
// CHECK: error: pto.ttrans: src has to be row_major on a3, got col_major

// -----

builtin.module {
  func.func @f(%a: !pto.tile_buf<mat, 16x64xf32, blayout=col_major, slayout=row_major>, %c: !pto.tile_buf<mat, 16x64xf32, blayout=col_major, slayout=row_major, pad=1>) {
    pto.tfillpad ins(%a : !pto.tile_buf<mat, 16x64xf32, blayout=col_major, slayout=row_major>) outs(%c : !pto.tile_buf<mat, 16x64xf32, blayout=col_major, slayout=row_major, pad=1>)
    func.return
  }
}
// CHECK: error: pto.tfillpad: from mat to mat the types are the same, got !pto.tile_buf<mat, 16x64xf32, blayout=col_major, slayout=row_major> and !pto.tile_buf<mat, 16x64xf32, blayout=col_major, slayout=row_major, pad=1>


// Matrix unit.
// -----

builtin.module attributes {pto.target_arch = "a3"} {
  func.func @f(%l: !pto.tile_buf<left, 16x64xf16, slayout=row_major>, %r: !pto.tile_buf<right, 64x64xbf16, slayout=col_major>, %c: !pto.tile_buf<acc, 16x64xf32, blayout=col_major, slayout=row_major>) {
    pto.tmatmul ins(%l, %r : !pto.tile_buf<left, 16x64xf16, slayout=row_major>, !pto.tile_buf<right, 64x64xbf16, slayout=col_major>) outs(%c : !pto.tile_buf<acc, 16x64xf32, blayout=col_major, slayout=row_major>)
    func.return
  }
}
// CHECK: error: pto.tmatmul: a3 multiplies i32 ← i8* i8*, f32 ← f16 f16, f32 ← bf16 bf16, f32 ← f32 f32 (accumulator ← left right), got f32 ← f16 bf16

// -----

builtin.module attributes {pto.target_arch = "a3"} {
  func.func @f(%l: !pto.tile_buf<left, 16x64xf8E4M3FN, slayout=row_major>, %r: !pto.tile_buf<right, 64x64xf8E4M3FN, slayout=col_major>, %c: !pto.tile_buf<acc, 16x64xf32, blayout=col_major, slayout=row_major>) {
    pto.tmatmul ins(%l, %r : !pto.tile_buf<left, 16x64xf8E4M3FN, slayout=row_major>, !pto.tile_buf<right, 64x64xf8E4M3FN, slayout=col_major>) outs(%c : !pto.tile_buf<acc, 16x64xf32, blayout=col_major, slayout=row_major>)
    func.return
  }
}
// CHECK: error: pto.tmatmul: a3 multiplies i32 ← i8* i8*, f32 ← f16 f16, f32 ← bf16 bf16, f32 ← f32 f32 (accumulator ← left right), got f32 ← f8E4M3FN f8E4M3FN

// -----

builtin.module attributes {pto.target_arch = "a5"} {
  func.func @f(%l: !pto.tile_buf<left, 16x64xf16, slayout=row_major>, %r: !pto.tile_buf<right, 64x64xf16, slayout=col_major>, %c: !pto.tile_buf<acc, 16x64xi32, blayout=col_major, slayout=row_major>) {
    pto.tmatmul ins(%l, %r : !pto.tile_buf<left, 16x64xf16, slayout=row_major>, !pto.tile_buf<right, 64x64xf16, slayout=col_major>) outs(%c : !pto.tile_buf<acc, 16x64xi32, blayout=col_major, slayout=row_major>)
    func.return
  }
}
// CHECK: error: pto.tmatmul: a5 multiplies i32 ← i8* i8*, f32 ← f16 f16, f32 ← bf16 bf16, f32 ← f32 f32, f32 ← fp8 fp8, f32 ← hif8 hif8 (accumulator ← left right), got i32 ← f16 f16

// -----

builtin.module attributes {pto.target_arch = "a5"} {
  func.func @f(%l: !pto.tile_buf<left, 16x64xf16, slayout=row_major>, %r: !pto.tile_buf<right, 64x64xf16, slayout=col_major>, %c: !pto.tile_buf<acc, 16x64xf32, blayout=col_major, slayout=row_major>) {
    pto.tmatmul ins(%l, %r : !pto.tile_buf<left, 16x64xf16, slayout=row_major>, !pto.tile_buf<right, 64x64xf16, slayout=col_major>) outs(%c : !pto.tile_buf<acc, 16x64xf32, blayout=col_major, slayout=row_major>)
    func.return
  }
}
// CHECK: error: pto.tmatmul: a tile in left is col_major/row_major on a5, got row_major/row_major

// -----

builtin.module {
  func.func @f(%c: !pto.tile_buf<acc, 16x64xi32, blayout=col_major, slayout=row_major>, %l: !pto.tile_buf<left, 16x64xf16, slayout=row_major>, %r: !pto.tile_buf<right, 64x64xf16, slayout=col_major>) {
    pto.tmatmul.acc ins(%c, %l, %r : !pto.tile_buf<acc, 16x64xi32, blayout=col_major, slayout=row_major>, !pto.tile_buf<left, 16x64xf16, slayout=row_major>, !pto.tile_buf<right, 64x64xf16, slayout=col_major>) outs(%c : !pto.tile_buf<acc, 16x64xi32, blayout=col_major, slayout=row_major>)
    func.return
  }
}
// CHECK: error: pto.tmatmul.acc: a3 multiplies i32 ← i8* i8*, f32 ← f16 f16, f32 ← bf16 bf16, f32 ← f32 f32 (accumulator ← left right), got i32 ← f16 f16

// -----

builtin.module attributes {pto.target_arch = "a3"} {
  func.func @f(%l: !pto.tile_buf<left, 16x64xf8E4M3FN, slayout=row_major>, %x: !pto.tile_buf<scaling, 16x2x!pto.f8E8M0, slayout=row_major, fractal=32>, %r: !pto.tile_buf<right, 64x64xf8E4M3FN, slayout=col_major>, %y: !pto.tile_buf<scaling, 2x64x!pto.f8E8M0, slayout=row_major, fractal=32>, %c: !pto.tile_buf<acc, 16x64xf32, blayout=col_major, slayout=row_major>) {
    pto.tmatmul.mx ins(%l, %x, %r, %y : !pto.tile_buf<left, 16x64xf8E4M3FN, slayout=row_major>, !pto.tile_buf<scaling, 16x2x!pto.f8E8M0, slayout=row_major, fractal=32>, !pto.tile_buf<right, 64x64xf8E4M3FN, slayout=col_major>, !pto.tile_buf<scaling, 2x64x!pto.f8E8M0, slayout=row_major, fractal=32>) outs(%c : !pto.tile_buf<acc, 16x64xf32, blayout=col_major, slayout=row_major>)
    func.return
  }
}
// CHECK: error: pto.tmatmul.mx: only a5 has it, this is for a3

// -----

builtin.module attributes {pto.target_arch = "a5"} {
  func.func @f(%l: !pto.tile_buf<left, 16x96xf8E4M3FN, blayout=col_major, slayout=row_major>, %x: !pto.tile_buf<scaling, 16x3x!pto.f8E8M0, slayout=row_major, fractal=32>, %r: !pto.tile_buf<right, 96x64xf8E4M3FN, slayout=col_major>, %y: !pto.tile_buf<scaling, 3x64x!pto.f8E8M0, slayout=row_major, fractal=32>, %c: !pto.tile_buf<acc, 16x64xf32, blayout=col_major, slayout=row_major>) {
    pto.tmatmul.mx ins(%l, %x, %r, %y : !pto.tile_buf<left, 16x96xf8E4M3FN, blayout=col_major, slayout=row_major>, !pto.tile_buf<scaling, 16x3x!pto.f8E8M0, slayout=row_major, fractal=32>, !pto.tile_buf<right, 96x64xf8E4M3FN, slayout=col_major>, !pto.tile_buf<scaling, 3x64x!pto.f8E8M0, slayout=row_major, fractal=32>) outs(%c : !pto.tile_buf<acc, 16x64xf32, blayout=col_major, slayout=row_major>)
    func.return
  }
}
// CHECK: error: pto.tmatmul.mx: K is a multiple of 64, got 96

// -----

builtin.module attributes {pto.target_arch = "a5"} {
  func.func @f(%l: !pto.tile_buf<left, 16x64xf8E4M3FN, blayout=col_major, slayout=row_major>, %x: !pto.tile_buf<scaling, 16x4x!pto.f8E8M0, slayout=row_major, fractal=32>, %r: !pto.tile_buf<right, 64x64xf8E4M3FN, slayout=col_major>, %y: !pto.tile_buf<scaling, 2x64x!pto.f8E8M0, slayout=row_major, fractal=32>, %c: !pto.tile_buf<acc, 16x64xf32, blayout=col_major, slayout=row_major>) {
    pto.tmatmul.mx ins(%l, %x, %r, %y : !pto.tile_buf<left, 16x64xf8E4M3FN, blayout=col_major, slayout=row_major>, !pto.tile_buf<scaling, 16x4x!pto.f8E8M0, slayout=row_major, fractal=32>, !pto.tile_buf<right, 64x64xf8E4M3FN, slayout=col_major>, !pto.tile_buf<scaling, 2x64x!pto.f8E8M0, slayout=row_major, fractal=32>) outs(%c : !pto.tile_buf<acc, 16x64xf32, blayout=col_major, slayout=row_major>)
    func.return
  }
}
// CHECK: error: pto.tmatmul.mx: a_scale has a scale per 32 of K: 16x2, got 16x4

// -----

builtin.module attributes {pto.target_arch = "a5"} {
  func.func @f(%l: !pto.tile_buf<left, 16x64xf16, blayout=col_major, slayout=row_major>, %x: !pto.tile_buf<scaling, 16x2x!pto.f8E8M0, slayout=row_major, fractal=32>, %r: !pto.tile_buf<right, 64x64xf16, slayout=col_major>, %y: !pto.tile_buf<scaling, 2x64x!pto.f8E8M0, slayout=row_major, fractal=32>, %c: !pto.tile_buf<acc, 16x64xf32, blayout=col_major, slayout=row_major>) {
    pto.tmatmul.mx ins(%l, %x, %r, %y : !pto.tile_buf<left, 16x64xf16, blayout=col_major, slayout=row_major>, !pto.tile_buf<scaling, 16x2x!pto.f8E8M0, slayout=row_major, fractal=32>, !pto.tile_buf<right, 64x64xf16, slayout=col_major>, !pto.tile_buf<scaling, 2x64x!pto.f8E8M0, slayout=row_major, fractal=32>) outs(%c : !pto.tile_buf<acc, 16x64xf32, blayout=col_major, slayout=row_major>)
    func.return
  }
}
// CHECK: error: pto.tmatmul.mx: both operands hold 8-bit floats or both pairs of 4-bit floats, got f16 and f16


// Arithmetic, gather, sort, quantisation.
// -----

builtin.module attributes {pto.target_arch = "a3"} {
  func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>, %b: !pto.tile_buf<vec, 16x64xf32>, %t: !pto.tile_buf<vec, 1x64xf32>, %c: !pto.tile_buf<vec, 16x64xf32>) {
    pto.trem ins(%a, %b, %t : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 1x64xf32>) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
    func.return
  }
}
// CHECK: error: pto.trem: tmp has at least 2 rows on a3, got 1

// -----

builtin.module {
  func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>, %b: !pto.tile_buf<vec, 16x64xf32>, %c: !pto.tile_buf<vec, 16x64xf32>) {
    pto.tpow ins(%a, %b : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
    func.return
  }
}
// CHECK: error: pto.tpow: tmp is given exactly for floats, got none for f32

// -----

builtin.module {
  func.func @f(%a: !pto.tile_buf<vec, 16x64xi32>, %b: !pto.tile_buf<vec, 16x64xi32>, %t: !pto.tile_buf<vec, 16x64xi32>, %c: !pto.tile_buf<vec, 16x64xi32>) {
    pto.tpow ins(%a, %b, %t : !pto.tile_buf<vec, 16x64xi32>, !pto.tile_buf<vec, 16x64xi32>, !pto.tile_buf<vec, 16x64xi32>) outs(%c : !pto.tile_buf<vec, 16x64xi32>)
    func.return
  }
}
// CHECK: error: pto.tpow: tmp is given exactly for floats, got one for i32

// -----

builtin.module attributes {pto.target_arch = "a3"} {
  func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>, %b: !pto.tile_buf<vec, 16x64xf32>, %t: !pto.tile_buf<vec, 16x64xf32>, %c: !pto.tile_buf<vec, 16x64xf32>) {
    pto.tpow ins(%a, %b, %t : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 16x64xf32>) {precisionType = #pto<pow_precision high_precision>}
    func.return
  }
}
// CHECK: error: pto.tpow: only floats on a5 have high_precision, got f32 on a3

// -----

builtin.module attributes {pto.target_arch = "a3"} {
  func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>, %c: !pto.tile_buf<vec, 16x64xf8E4M3FN>) {
    pto.tcvt ins(%a : !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 16x64xf8E4M3FN>)
    func.return
  }
}
// CHECK: error: pto.tcvt: only a5 converts f8E4M3FN, this is for a3

// -----

builtin.module {
  func.func @f(%a: !pto.tile_buf<vec, 16x64xi32>, %b: !pto.tile_buf<vec, 16x64xi32>, %c: !pto.tile_buf<vec, 16x64xi32>) {
    pto.tsort32 ins(%a, %b : !pto.tile_buf<vec, 16x64xi32>, !pto.tile_buf<vec, 16x64xi32>) outs(%c : !pto.tile_buf<vec, 16x64xi32>)
    func.return
  }
}
// CHECK: error: pto.tsort32: f16 and f32 are sorted, got i32

// -----

builtin.module {
  func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>, %b: !pto.tile_buf<vec, 16x64xi16>, %c: !pto.tile_buf<vec, 16x64xf32>) {
    pto.tsort32 ins(%a, %b : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xi16>) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
    func.return
  }
}
// CHECK: error: pto.tsort32: indices are 32-bit integers, got i16

// -----

builtin.module {
  func.func @f(%a: !pto.tile_buf<vec, 1x128xf32>, %c: !pto.tile_buf<vec, 1x128xf32>) {
    %n = arith.constant 32 : i32
    pto.tmrgsort ins(%a, %n : !pto.tile_buf<vec, 1x128xf32>, i32) outs(%c : !pto.tile_buf<vec, 1x128xf32>)
    func.return
  }
}
// CHECK: error: pto.tmrgsort: the length of a run is a multiple of 64, got 32

// -----

builtin.module {
  func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>, %n: i32, %c: !pto.tile_buf<vec, 16x64xf32>) {
    pto.tmrgsort ins(%a, %n : !pto.tile_buf<vec, 16x64xf32>, i32) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
    func.return
  }
}
// CHECK: error: pto.tmrgsort: a source is one row, got 16

// -----

builtin.module {
  func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>, %b: !pto.tile_buf<vec, 16x64xi32>, %c: !pto.tile_buf<vec, 16x64xf32>) {
    pto.tgather ins(%a, %b : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xi32>) outs(%c : !pto.tile_buf<vec, 16x64xf32>)
    func.return
  }
}
// CHECK: error: pto.tgather: a gather by index needs a scratch tile (tmp)

// -----

builtin.module attributes {pto.target_arch = "a3"} {
  func.func @f(%a: !pto.tile_buf<vec, 16x64xf8E4M3FN>, %b: !pto.tile_buf<vec, 16x64xi32>, %t: !pto.tile_buf<vec, 16x64xf8E4M3FN>, %c: !pto.tile_buf<vec, 16x64xf8E4M3FN>) {
    pto.tgather ins(%a, %b, %t : !pto.tile_buf<vec, 16x64xf8E4M3FN>, !pto.tile_buf<vec, 16x64xi32>, !pto.tile_buf<vec, 16x64xf8E4M3FN>) outs(%c : !pto.tile_buf<vec, 16x64xf8E4M3FN>)
    func.return
  }
}
// CHECK: error: pto.tgather: a3 does not move elements of f8E4M3FN by index

// -----

builtin.module {
  func.func @f(%p: !pto.partition_tensor_view<16x64xf32>, %b: !pto.tile_buf<vec, 16x64xi16>, %c: !pto.tile_buf<vec, 16x64xf32>) {
    pto.mgather ins(%p, %b : !pto.partition_tensor_view<16x64xf32>, !pto.tile_buf<vec, 16x64xi16>) outs(%c : !pto.tile_buf<vec, 16x64xf32>) {coalesce = #pto<coalesce elem>}
    func.return
  }
}
// CHECK: error: pto.mgather: indices are i32, got i16

// -----

builtin.module {
  func.func @f(%a: !pto.tile_buf<vec, 16x64xf16>, %s: !pto.tile_buf<vec, 16x64xf32>, %c: !pto.tile_buf<vec, 16x64xi8>) {
    pto.tquant ins(%a, %s : !pto.tile_buf<vec, 16x64xf16>, !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 16x64xi8>) {quant_type = #pto<quant_type INT8_SYM>}
    func.return
  }
}
// CHECK: error: pto.tquant: f32 is quantised, got f16

// -----

builtin.module {
  func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>, %s: !pto.tile_buf<vec, 16x64xf32>, %c: !pto.tile_buf<vec, 16x64xi16>) {
    pto.tquant ins(%a, %s : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 16x64xi16>) {quant_type = #pto<quant_type INT8_SYM>}
    func.return
  }
}
// CHECK: error: pto.tquant: the result holds 8-bit integers, got i16

// -----

builtin.module {
  func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>, %s: !pto.tile_buf<vec, 16x64xf32>, %o: !pto.tile_buf<vec, 16x64xf16>, %c: !pto.tile_buf<vec, 16x64xi8>) {
    pto.tquant ins(%a, %s, %o : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf16>) outs(%c : !pto.tile_buf<vec, 16x64xi8>) {quant_type = #pto<quant_type INT8_ASYM>}
    func.return
  }
}
// CHECK: error: pto.tquant: the offset holds f32, got f16

// -----

builtin.module attributes {pto.target_arch = "a3"} {
  func.func @f(%a: !pto.tile_buf<vec, 16x64xf32, blayout=col_major>, %s: !pto.tile_buf<vec, 16x64xf32>, %c: !pto.tile_buf<vec, 16x64xi8>) {
    pto.tquant ins(%a, %s : !pto.tile_buf<vec, 16x64xf32, blayout=col_major>, !pto.tile_buf<vec, 16x64xf32>) outs(%c : !pto.tile_buf<vec, 16x64xi8>) {quant_type = #pto<quant_type INT8_SYM>}
    func.return
  }
}
// CHECK: error: pto.tquant: src has to be row_major on a3, got col_major

// -----

builtin.module attributes {pto.target_arch = "a3"} {
  func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>, %b: !pto.tile_buf<vec, 16x64xi32>, %c: !pto.tile_buf<vec, 16x64xi32>) {
    pto.thistogram ins(%a, %b : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xi32>) outs(%c : !pto.tile_buf<vec, 16x64xi32>)
    func.return
  }
}
// CHECK: error: pto.thistogram: only a5 has it, this is for a3


// Cores, queues and functions.
// -----

builtin.module attributes {pto.target_arch = "a5"} {
  func.func @f() {
    pto.sync.set <PIPE_V>, 1
    func.return
  }
}
// CHECK: error: pto.sync.set: a5 allows PIPE_FIX, PIPE_MTE3, got PIPE_V

// -----

builtin.module attributes {pto.target_arch = "a5"} {
  func.func @f() {
    pto.sync.wait <PIPE_S>, 1
    func.return
  }
}
// CHECK: error: pto.sync.wait: a5 allows PIPE_FIX, PIPE_MTE1, PIPE_MTE2, PIPE_MTE3, PIPE_V, got PIPE_S

// -----

builtin.module {
  func.func @f(%n: i32) attributes {pto.kernel_kind = #pto.kernel_kind<vector>} {
    pto.aic_initialize_pipe{dir_mask = 1, slot_size = 64}(c2v_consumer_buf = %n : i32)
    func.return
  }
}
// CHECK: error: pto.aic_initialize_pipe: it belongs to the cube core, here runs vector

// -----

builtin.module {
  func.func @f(%n: i32) {
    pto.aiv_initialize_pipe{dir_mask = 1, slot_size = 64}(c2v_consumer_buf = %n : i32)
    func.return
  }
}
// CHECK: error: pto.aiv_initialize_pipe: it belongs to the vector core, here runs either; put it into pto.section.vector, or give the function attributes {pto.kernel_kind = #pto.kernel_kind<vector>}

// -----

builtin.module attributes {pto.target_arch = "a5"} {
  func.func @f(%n: i32) attributes {pto.kernel_kind = #pto.kernel_kind<vector>} {
    pto.aiv_initialize_pipe{dir_mask = 1, slot_size = 64, local_slot_num = 2}(c2v_consumer_buf = %n : i32)
    func.return
  }
}
// CHECK: error: pto.aiv_initialize_pipe: only a3 has local_slot_num, this is for a5

// -----

builtin.module {
  func.func @f(%n: i32) attributes {pto.kernel_kind = #pto.kernel_kind<vector>} {
    pto.aiv_initialize_pipe{id = 1, dir_mask = 1, slot_size = 64}(c2v_consumer_buf = %n : i32)
    pto.aiv_initialize_pipe{id = 1, dir_mask = 1, slot_size = 64}(c2v_consumer_buf = %n : i32)
    func.return
  }
}
// CHECK: error: pto.aiv_initialize_pipe: id 1 is taken in this function

// -----

builtin.module {
  func.func @f() -> index attributes {pto.entry} {
    %c = arith.constant 0 : index
    func.return %c : index
  }
}
// CHECK: error: 'f' is the entry of a kernel (pto.entry) and returns 1 values; an entry returns nothing

// -----

builtin.module {
  func.func private @f() attributes {hacc.entry}
}
// CHECK: error: 'f' is the entry of a kernel (hacc.entry) without body

// -----

builtin.module attributes {pto.backend = "cuda"} {
  func.func @f() {

    func.return
  }
}
// CHECK: error: pto.backend is one of emitc, vpto, got cuda

// -----

builtin.module {
  func.func @f() attributes {pto.visibility = "hidden"} {

    func.return
  }
}
// CHECK: error: pto.visibility is one of internal, external, got hidden

// -----

builtin.module {
  func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>, %t: !pto.tile_buf<vec, 17x64xf32>) {
    pto.tprelu ins(%a, %a, %t : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 17x64xf32>) outs(%a : !pto.tile_buf<vec, 16x64xf32>)
    func.return
  }
}
// CHECK: error: pto.tprelu: tmp has elements of 8 bits on a3, got f32

// -----

builtin.module {
  func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>, %t: !pto.tile_buf<vec, 16x64xi8>) {
    pto.tprelu ins(%a, %a, %t : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xi8>) outs(%a : !pto.tile_buf<vec, 16x64xf32>)
    func.return
  }
}
// CHECK: error: pto.tprelu: tmp has a row more than the 16 valid ones of dst on a3, got 16

// -----

builtin.module {
  func.func @f(%p: !pto.ptr<i32, gm>, %u: !pto.tile_buf<vec, 16x64xi32>) {
    pto.syncall(%p, %u : !pto.ptr<i32, gm>, !pto.tile_buf<vec, 16x64xi32>) mode = <soft>, core_type = <mix>
    func.return
  }
}
// CHECK: error: pto.syncall: mode soft of mix has workspaces in gm, ub, l1 for ptoas 0.48, got gm, ub

// -----

builtin.module {
  func.func @f() {
    pto.syncall() mode = <soft>, core_type = <aic_only>
    func.return
  }
}
// CHECK: error: pto.syncall: mode soft of aic_only has workspaces in gm, l1 for ptoas 0.48, got none

// -----

builtin.module attributes {pto.ptoas_version = "0.60"} {
  func.func @f(%p: !pto.ptr<i32, gm>, %u: !pto.tile_buf<vec, 16x64xi32>) {
    pto.syncall(%p, %u : !pto.ptr<i32, gm>, !pto.tile_buf<vec, 16x64xi32>) mode = <soft>, core_type = <aiv_only>
    func.return
  }
}
// CHECK: error: pto.syncall: mode soft of aiv_only has workspaces in gm for ptoas 0.60, got gm, ub

// -----

builtin.module attributes {pto.ptoas_version = "0.60"} {
  func.func @f(%i: index, %c: i1) {
    %a = pto.alloc_multi_tile : !pto.multi_tile_buf<!pto.tile_buf<vec, 16x64xf32>, count=2>
    %m = arith.select %c, %a, %a : !pto.multi_tile_buf<!pto.tile_buf<vec, 16x64xf32>, count=2>
    %t = pto.multi_tile_get %m[%i] : !pto.multi_tile_buf<!pto.tile_buf<vec, 16x64xf32>, count=2> -> !pto.tile_buf<vec, 16x64xf32>
    func.return
  }
}
// CHECK: error: pto.multi_tile_get: the region has to come from pto.alloc_multi_tile

// -----

builtin.module {
  func.func @f(%n: i32, %t: !pto.tile_buf<vec, 16x64xf32>) attributes {pto.kernel_kind = #pto.kernel_kind<vector>} {
    pto.aiv_initialize_pipe{dir_mask = 1, slot_size = 64}(c2v_consumer_buf = %n : i32)
    pto.tpush_to_aiv(%t : !pto.tile_buf<vec, 16x64xf32>) {split = 0}
    func.return
  }
}
// CHECK: error: pto.tpush_to_aiv: it belongs to the cube core, here runs vector

// -----

builtin.module {
  func.func @f(%n: i32, %t: !pto.tile_buf<vec, 16x64xf32>) attributes {pto.kernel_kind = #pto.kernel_kind<vector>} {
    pto.aiv_initialize_pipe{id = 1, dir_mask = 2, slot_size = 64}(v2c_consumer_buf = %n : i32)
    pto.tpush_to_aic(%t : !pto.tile_buf<vec, 16x64xf32>) {split = 0}
    func.return
  }
}
// CHECK: error: pto.tpush_to_aic: this function has no queue of the vector core with id 0

// -----

builtin.module {
  func.func @f(%n: i32, %t: !pto.tile_buf<vec, 16x64xf32>) attributes {pto.kernel_kind = #pto.kernel_kind<vector>} {
    pto.aiv_initialize_pipe{dir_mask = 1, slot_size = 64}(c2v_consumer_buf = %n : i32)
    pto.tpush_to_aic(%t : !pto.tile_buf<vec, 16x64xf32>) {split = 0}
    func.return
  }
}
// CHECK: error: pto.tpush_to_aic: the direction is 2 (1 cube to vector, 2 vector to cube), queue 0 has dir_mask 1

// -----

builtin.module {
  func.func @f() {
    %b = pto.import_reserved_buffer{name = "q", peer_func = @g} -> i32
    func.return
  }
}
// CHECK: error: pto.import_reserved_buffer: there is no function 'g'

// -----

builtin.module {
  func.func @f() {
    %b = pto.reserve_buffer{name = "r", size = 256, location = <vec>, auto = true} -> i32
    %c = pto.import_reserved_buffer{name = "q", peer_func = @f} -> i32
    func.return
  }
}
// CHECK: error: pto.import_reserved_buffer: 'f' does not reserve 'q', only r

// -----

builtin.module {
  func.func @f() {
    %b = pto.reserve_buffer{name = "r", size = 256, location = <vec>, auto = true} -> i32
    %c = pto.reserve_buffer{name = "r", size = 256, location = <vec>, auto = true} -> i32
    func.return
  }
}
// CHECK: rules_invalid.mlir:[[# @LINE - 4]]:5: error: pto.reserve_buffer: 'r' is reserved twice in this function
// CHECK-NEXT: rules_invalid.mlir:[[# @LINE - 6]]:5: note: it is reserved here first

// -----

builtin.module {
  func.func @f(%p: !pto.partition_tensor_view<1024x64xf32>) {
    %a = pto.alloc_tile : !pto.tile_buf<vec, 1024x64xf32>
    pto.tload ins(%p : !pto.partition_tensor_view<1024x64xf32>) outs(%a : !pto.tile_buf<vec, 1024x64xf32>)
    func.return
  }
}
// CHECK: error: pto.alloc_tile: a tile of 1024x64xf32 has 262144 bytes, vec of a3 has 196608

// -----

builtin.module attributes {pto.target_arch = "a5"} {
  func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>, %b: !pto.tile_buf<vec, 16x64xui8>, %c: !pto.tile_buf<vec, 16x64xui32>) {
    pto.thistogram ins(%a, %b : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xui8>) outs(%c : !pto.tile_buf<vec, 16x64xui32>) {byte = 0 : i32}
    func.return
  }
}
// CHECK: error: pto.thistogram: src holds integers of 16 or 32 bits, got f32

// -----

builtin.module attributes {pto.target_arch = "a5"} {
  func.func @f(%a: !pto.tile_buf<vec, 16x64xui32>, %b: !pto.tile_buf<vec, 16x64xi32>, %c: !pto.tile_buf<vec, 16x64xui32>) {
    pto.thistogram ins(%a, %b : !pto.tile_buf<vec, 16x64xui32>, !pto.tile_buf<vec, 16x64xi32>) outs(%c : !pto.tile_buf<vec, 16x64xui32>) {byte = 0 : i32}
    func.return
  }
}
// CHECK: error: pto.thistogram: idx holds integers of 8 bits, got i32

// -----

builtin.module attributes {pto.target_arch = "a5"} {
  func.func @f(%a: !pto.tile_buf<vec, 16x64xui16>, %b: !pto.tile_buf<vec, 16x64xui8>, %c: !pto.tile_buf<vec, 16x64xui32>) {
    pto.thistogram ins(%a, %b : !pto.tile_buf<vec, 16x64xui16>, !pto.tile_buf<vec, 16x64xui8>) outs(%c : !pto.tile_buf<vec, 16x64xui32>) {byte = 2 : i32}
    func.return
  }
}
// CHECK: error: pto.thistogram: byte is 0 to 1 for ui16, got 2

// -----

builtin.module attributes {pto.target_arch = "a5"} {
  func.func @f(%l: !pto.tile_buf<left, 16x64xf8E4M3FN, blayout=col_major, slayout=row_major>, %x: !pto.tile_buf<scaling, 16x2x!pto.f8E8M0, slayout=row_major, fractal=32>, %r: !pto.tile_buf<right, 64x64xf8E4M3FN, slayout=col_major>, %y: !pto.tile_buf<scaling, 2x64x!pto.f8E8M0, slayout=row_major, fractal=32>, %c: !pto.tile_buf<acc, 16x64xi32, blayout=col_major, slayout=row_major>) {
    pto.tmatmul.mx ins(%l, %x, %r, %y : !pto.tile_buf<left, 16x64xf8E4M3FN, blayout=col_major, slayout=row_major>, !pto.tile_buf<scaling, 16x2x!pto.f8E8M0, slayout=row_major, fractal=32>, !pto.tile_buf<right, 64x64xf8E4M3FN, slayout=col_major>, !pto.tile_buf<scaling, 2x64x!pto.f8E8M0, slayout=row_major, fractal=32>) outs(%c : !pto.tile_buf<acc, 16x64xi32, blayout=col_major, slayout=row_major>)
    func.return
  }
}
// CHECK: error: pto.tmatmul.mx: the accumulator holds f32, got i32


// What MLIR checks of its own operations.
// -----

builtin.module {
  func.func @f(%b: i1, %x: i32) {
    %r = scf.if %b -> (i32) {
      scf.yield %x : i32
    }
    func.return
  }
}
// CHECK: error: scf.if: one with results needs an else

// -----

builtin.module {
  func.func @f(%b: i1, %x: i32, %y: f32) {
    %r = scf.if %b -> (i32) {
      scf.yield %x : i32
    } else {
      scf.yield %y : f32
    }
    func.return
  }
}
// CHECK: error: scf.if: scf.yield passes on f32, expected i32

// -----

builtin.module {
  func.func @f(%b: i1, %i: index, %x: i32) {
    %r = scf.while (%a = %i) : (index) -> index {
      scf.condition(%b) %x : i32
    } do {
    ^bb0(%q: index):
      scf.yield %q : index
    }
    func.return
  }
}
// CHECK: error: scf.while: scf.condition passes on i32, expected index

// -----

builtin.module {
  func.func @f(%b: i1, %i: index) {
    scf.while (%a = %i) : (index) -> () {
      scf.condition(%b)
    } do {
    ^bb0:
      scf.yield
    }
    func.return
  }
}
// CHECK: error: scf.while: scf.yield passes on nothing, expected index

// -----

builtin.module {
  func.func @f(%b: i1) {
    cf.br ^bb1
    ^bb1(%z: i32):
    func.return
  }
}
// CHECK: error: cf.br: the jump passes on nothing, expected i32

// -----

builtin.module {
  func.func @f(%b: i1, %f: f32) {
    cf.cond_br %b, ^bb1, ^bb2(%f : f32)
    ^bb1:
      cf.br ^bb2(%f : f32)
    ^bb2(%z: i32):
    func.return
  }
}
// CHECK: error: cf.cond_br: the jump passes on f32, expected i32

// -----

builtin.module {
  func.func @f(%f: f32) {
    %h = arith.extf %f : f32 to f16
    func.return
  }
}
// CHECK: error: arith.extf: the result has more bits than the operand, got f32 and f16

// -----

builtin.module {
  func.func @f(%h: f16) {
    %b = arith.truncf %h : f16 to bf16
    func.return
  }
}
// CHECK: error: arith.truncf: the result has fewer bits than the operand, got f16 and bf16

// -----

builtin.module {
  func.func @f()
}
// CHECK: error: 'f' has no body: a declaration is private

// -----

builtin.module {
  func.func @f(%m: !pto.multi_tile_buf<!pto.tile_buf<vec, 16x64xf32>, count=2>) {
    func.return
  }
}
// CHECK: error: 'f': a multi-buffered region is neither passed nor returned, only a tile of one is

// -----

builtin.module {
  func.func private @f() -> !pto.multi_tile_buf<!pto.tile_buf<vec, 16x64xf32>, count=2>
}
// CHECK: error: 'f': a multi-buffered region is neither passed nor returned, only a tile of one is

// -----

builtin.module {
  func.func @f(%i: index) {
    %m = pto.alloc_multi_tile : !pto.multi_tile_buf<!pto.tile_buf<vec, 128x128xf32>, count=4>
    %t = pto.multi_tile_get %m[%i] : !pto.multi_tile_buf<!pto.tile_buf<vec, 128x128xf32>, count=4> -> !pto.tile_buf<vec, 128x128xf32>
    func.return
  }
}
// CHECK: error: pto.alloc_multi_tile: 4 slots of 128x128xf32 have 262144 bytes, vec of a3 has 196608
