// RUN: pto-compile %s --target a3 | filecheck %s --check-prefixes=CHECK,A3
// RUN: pto-compile %s --target a5 | filecheck %s --check-prefixes=CHECK,A5

// The less common operations of the vector unit. On a3 the bits of
// 32-bit integers are those of 16-bit ones.

// CHECK-LABEL: func.func @arithmetic(
// CHECK: pto.tfmod ins(%a, %b : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%fmod : !pto.tile_buf<vec, 16x64xf32>)
// CHECK: pto.tfmods ins(%a, %s : !pto.tile_buf<vec, 16x64xf32>, f32) outs(%fmod : !pto.tile_buf<vec, 16x64xf32>)
// CHECK: pto.trem ins(%a, %b, %tmp : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%fmod : !pto.tile_buf<vec, 16x64xf32>)
// CHECK: pto.trems ins(%a, %s, %tmp : !pto.tile_buf<vec, 16x64xf32>, f32, !pto.tile_buf<vec, 16x64xf32>) outs(%fmod : !pto.tile_buf<vec, 16x64xf32>)
// CHECK: pto.tlrelu ins(%a, %s : !pto.tile_buf<vec, 16x64xf32>, f32) outs(%tmp : !pto.tile_buf<vec, 16x64xf32>)
// CHECK: pto.tprelu ins(%a, %b, %m : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 17x32xui8>) outs(%tmp : !pto.tile_buf<vec, 16x64xf32>)
// CHECK: pto.taddc ins(%a, %b, %a : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%tmp : !pto.tile_buf<vec, 16x64xf32>)
// CHECK: pto.tsubc ins(%a, %b, %a : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%tmp : !pto.tile_buf<vec, 16x64xf32>)
// CHECK: pto.taddsc ins(%a, %s, %b : !pto.tile_buf<vec, 16x64xf32>, f32, !pto.tile_buf<vec, 16x64xf32>) outs(%tmp : !pto.tile_buf<vec, 16x64xf32>)
// CHECK: pto.tsubsc ins(%a, %s, %b : !pto.tile_buf<vec, 16x64xf32>, f32, !pto.tile_buf<vec, 16x64xf32>) outs(%b : !pto.tile_buf<vec, 16x64xf32>)
// CHECK: pto.texpands ins(%s : f32) outs(%a : !pto.tile_buf<vec, 16x64xf32>)
// CHECK: pto.tadds ins(%u, %v : !pto.tile_buf<vec, 16x64xui16>, i16) outs(%unsigned : !pto.tile_buf<vec, 16x64xui16>)
func.func @arithmetic(%s: f32, %v: i16) {
  %a = tile.create : !tile.tile<vec, 16x64xf32>
  %b = tile.create : !tile.tile<vec, 16x64xf32>
  %tmp = tile.create : !tile.tile<vec, 16x64xf32>
  %m = tile.create : !tile.tile<vec, 17x32xui8>
  %u = tile.create : !tile.tile<vec, 16x64xui16>
  %fmod = tile.fmod %a, %b : !tile.tile<vec, 16x64xf32>
  %fmods = tile.fmods %a, %s : !tile.tile<vec, 16x64xf32>, f32 -> !tile.tile<vec, 16x64xf32>
  %rem = tile.rem %a, %b, %tmp : !tile.tile<vec, 16x64xf32>
  %rems = tile.rems %a, %s, %tmp : !tile.tile<vec, 16x64xf32>, f32, !tile.tile<vec, 16x64xf32> -> !tile.tile<vec, 16x64xf32>
  %lrelu = tile.lrelu %a, %s : !tile.tile<vec, 16x64xf32>, f32
  %prelu = tile.prelu %a, %b, %m : !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 17x32xui8>
  %addc = tile.addc %a, %b, %a : !tile.tile<vec, 16x64xf32>
  %subc = tile.subc %a, %b, %a : !tile.tile<vec, 16x64xf32>
  %addsc = tile.addsc %a, %s, %b : !tile.tile<vec, 16x64xf32>, f32, !tile.tile<vec, 16x64xf32>
  %subsc = tile.subsc %a, %s, %b : !tile.tile<vec, 16x64xf32>, f32, !tile.tile<vec, 16x64xf32>
  %expands = tile.expands %a, %s : !tile.tile<vec, 16x64xf32>, f32
  %unsigned = tile.adds %u, %v : !tile.tile<vec, 16x64xui16>, i16
  func.return
}

// CHECK-LABEL: func.func @bitwise(
// A3: %{{[0-9]+}} = pto.treshape %a : !pto.tile_buf<vec, 16x64xi32> -> !pto.tile_buf<vec, 16x128xi16>
// A3: %{{[0-9]+}} = pto.treshape %b : !pto.tile_buf<vec, 16x64xi32> -> !pto.tile_buf<vec, 16x128xi16>
// A3: %{{[0-9]+}} = pto.treshape %and : !pto.tile_buf<vec, 16x64xi32> -> !pto.tile_buf<vec, 16x128xi16>
// A3: pto.tand ins(%{{[0-9]+}}, %{{[0-9]+}} : !pto.tile_buf<vec, 16x128xi16>, !pto.tile_buf<vec, 16x128xi16>) outs(%{{[0-9]+}} : !pto.tile_buf<vec, 16x128xi16>)
// A3: %{{[0-9]+}} = pto.treshape %a : !pto.tile_buf<vec, 16x64xi32> -> !pto.tile_buf<vec, 16x128xi16>
// A3: %{{[0-9]+}} = pto.treshape %b : !pto.tile_buf<vec, 16x64xi32> -> !pto.tile_buf<vec, 16x128xi16>
// A3: %{{[0-9]+}} = pto.treshape %and : !pto.tile_buf<vec, 16x64xi32> -> !pto.tile_buf<vec, 16x128xi16>
// A3: pto.tor ins(%{{[0-9]+}}, %{{[0-9]+}} : !pto.tile_buf<vec, 16x128xi16>, !pto.tile_buf<vec, 16x128xi16>) outs(%{{[0-9]+}} : !pto.tile_buf<vec, 16x128xi16>)
// A3: pto.tshl ins(%a, %b : !pto.tile_buf<vec, 16x64xi32>, !pto.tile_buf<vec, 16x64xi32>) outs(%and : !pto.tile_buf<vec, 16x64xi32>)
// A3: pto.tshr ins(%a, %b : !pto.tile_buf<vec, 16x64xi32>, !pto.tile_buf<vec, 16x64xi32>) outs(%and : !pto.tile_buf<vec, 16x64xi32>)
// A3: %{{[0-9]+}} = pto.treshape %a : !pto.tile_buf<vec, 16x64xi32> -> !pto.tile_buf<vec, 16x128xi16>
// A3: %{{[0-9]+}} = pto.treshape %b : !pto.tile_buf<vec, 16x64xi32> -> !pto.tile_buf<vec, 16x128xi16>
// A3: %{{[0-9]+}} = pto.treshape %and : !pto.tile_buf<vec, 16x64xi32> -> !pto.tile_buf<vec, 16x128xi16>
// A3: %{{[0-9]+}} = pto.treshape %xor : !pto.tile_buf<vec, 16x64xi32> -> !pto.tile_buf<vec, 16x128xi16>
// A3: pto.txor ins(%{{[0-9]+}}, %{{[0-9]+}}, %{{[0-9]+}} : !pto.tile_buf<vec, 16x128xi16>, !pto.tile_buf<vec, 16x128xi16>, !pto.tile_buf<vec, 16x128xi16>) outs(%{{[0-9]+}} : !pto.tile_buf<vec, 16x128xi16>)
// A3: %{{[0-9]+}} = pto.treshape %a : !pto.tile_buf<vec, 16x64xi32> -> !pto.tile_buf<vec, 16x128xi16>
// A3: %{{[0-9]+}} = pto.treshape %and : !pto.tile_buf<vec, 16x64xi32> -> !pto.tile_buf<vec, 16x128xi16>
// A3: pto.tnot ins(%{{[0-9]+}} : !pto.tile_buf<vec, 16x128xi16>) outs(%{{[0-9]+}} : !pto.tile_buf<vec, 16x128xi16>)
// A3: pto.texpands ins(%s : i32) outs(%and : !pto.tile_buf<vec, 16x64xi32>)
// A3: %{{[0-9]+}} = pto.treshape %a : !pto.tile_buf<vec, 16x64xi32> -> !pto.tile_buf<vec, 16x128xi16>
// A3: %{{[0-9]+}} = pto.treshape %and : !pto.tile_buf<vec, 16x64xi32> -> !pto.tile_buf<vec, 16x128xi16>
// A3: %{{[0-9]+}} = pto.treshape %and : !pto.tile_buf<vec, 16x64xi32> -> !pto.tile_buf<vec, 16x128xi16>
// A3: pto.tand ins(%{{[0-9]+}}, %{{[0-9]+}} : !pto.tile_buf<vec, 16x128xi16>, !pto.tile_buf<vec, 16x128xi16>) outs(%{{[0-9]+}} : !pto.tile_buf<vec, 16x128xi16>)
// A3: pto.texpands ins(%s : i32) outs(%and : !pto.tile_buf<vec, 16x64xi32>)
// A3: %{{[0-9]+}} = pto.treshape %a : !pto.tile_buf<vec, 16x64xi32> -> !pto.tile_buf<vec, 16x128xi16>
// A3: %{{[0-9]+}} = pto.treshape %and : !pto.tile_buf<vec, 16x64xi32> -> !pto.tile_buf<vec, 16x128xi16>
// A3: %{{[0-9]+}} = pto.treshape %and : !pto.tile_buf<vec, 16x64xi32> -> !pto.tile_buf<vec, 16x128xi16>
// A3: pto.tor ins(%{{[0-9]+}}, %{{[0-9]+}} : !pto.tile_buf<vec, 16x128xi16>, !pto.tile_buf<vec, 16x128xi16>) outs(%{{[0-9]+}} : !pto.tile_buf<vec, 16x128xi16>)
// A3: pto.tshls ins(%a, %s : !pto.tile_buf<vec, 16x64xi32>, i32) outs(%and : !pto.tile_buf<vec, 16x64xi32>)
// A3: pto.tshrs ins(%a, %s : !pto.tile_buf<vec, 16x64xi32>, i32) outs(%and : !pto.tile_buf<vec, 16x64xi32>)
// A3: pto.txors ins(%a, %s, %b : !pto.tile_buf<vec, 16x64xi32>, i32, !pto.tile_buf<vec, 16x64xi32>) outs(%and : !pto.tile_buf<vec, 16x64xi32>)
// A3: %{{[0-9]+}} = pto.treshape %u : !pto.tile_buf<vec, 16x64xui8> -> !pto.tile_buf<vec, 16x32xi16>
// A3: %{{[0-9]+}} = pto.treshape %byte : !pto.tile_buf<vec, 16x64xui8> -> !pto.tile_buf<vec, 16x32xi16>
// A3: pto.tnot ins(%{{[0-9]+}} : !pto.tile_buf<vec, 16x32xi16>) outs(%{{[0-9]+}} : !pto.tile_buf<vec, 16x32xi16>)
// A5: pto.tand ins(%a, %b : !pto.tile_buf<vec, 16x64xi32>, !pto.tile_buf<vec, 16x64xi32>) outs(%and : !pto.tile_buf<vec, 16x64xi32>)
// A5: pto.tor ins(%a, %b : !pto.tile_buf<vec, 16x64xi32>, !pto.tile_buf<vec, 16x64xi32>) outs(%and : !pto.tile_buf<vec, 16x64xi32>)
// A5: pto.tshl ins(%a, %b : !pto.tile_buf<vec, 16x64xi32>, !pto.tile_buf<vec, 16x64xi32>) outs(%and : !pto.tile_buf<vec, 16x64xi32>)
// A5: pto.tshr ins(%a, %b : !pto.tile_buf<vec, 16x64xi32>, !pto.tile_buf<vec, 16x64xi32>) outs(%and : !pto.tile_buf<vec, 16x64xi32>)
// A5: pto.txor ins(%a, %b, %and : !pto.tile_buf<vec, 16x64xi32>, !pto.tile_buf<vec, 16x64xi32>, !pto.tile_buf<vec, 16x64xi32>) outs(%xor : !pto.tile_buf<vec, 16x64xi32>)
// A5: pto.tnot ins(%a : !pto.tile_buf<vec, 16x64xi32>) outs(%and : !pto.tile_buf<vec, 16x64xi32>)
// A5: pto.tands ins(%a, %s : !pto.tile_buf<vec, 16x64xi32>, i32) outs(%and : !pto.tile_buf<vec, 16x64xi32>)
// A5: pto.tors ins(%a, %s : !pto.tile_buf<vec, 16x64xi32>, i32) outs(%and : !pto.tile_buf<vec, 16x64xi32>)
// A5: pto.tshls ins(%a, %s : !pto.tile_buf<vec, 16x64xi32>, i32) outs(%and : !pto.tile_buf<vec, 16x64xi32>)
// A5: pto.tshrs ins(%a, %s : !pto.tile_buf<vec, 16x64xi32>, i32) outs(%and : !pto.tile_buf<vec, 16x64xi32>)
// A5: pto.txors ins(%a, %s, %b : !pto.tile_buf<vec, 16x64xi32>, i32, !pto.tile_buf<vec, 16x64xi32>) outs(%and : !pto.tile_buf<vec, 16x64xi32>)
// A5: pto.tnot ins(%u : !pto.tile_buf<vec, 16x64xui8>) outs(%byte : !pto.tile_buf<vec, 16x64xui8>)
func.func @bitwise(%s: i32) {
  %a = tile.create : !tile.tile<vec, 16x64xi32>
  %b = tile.create : !tile.tile<vec, 16x64xi32>
  %u = tile.create : !tile.tile<vec, 16x64xui8>
  %and = tile.and %a, %b : !tile.tile<vec, 16x64xi32>
  %or = tile.or %a, %b : !tile.tile<vec, 16x64xi32>
  %shl = tile.shl %a, %b : !tile.tile<vec, 16x64xi32>
  %shr = tile.shr %a, %b : !tile.tile<vec, 16x64xi32>
  %xor = tile.xor %a, %b, %b : !tile.tile<vec, 16x64xi32>
  %not = tile.not %a : !tile.tile<vec, 16x64xi32>
  %ands = tile.ands %a, %s : !tile.tile<vec, 16x64xi32>, i32
  %ors = tile.ors %a, %s : !tile.tile<vec, 16x64xi32>, i32
  %shls = tile.shls %a, %s : !tile.tile<vec, 16x64xi32>, i32
  %shrs = tile.shrs %a, %s : !tile.tile<vec, 16x64xi32>, i32
  %xors = tile.xors %a, %s, %b : !tile.tile<vec, 16x64xi32>, i32, !tile.tile<vec, 16x64xi32>
  %byte = tile.not %u : !tile.tile<vec, 16x64xui8>
  func.return
}

// CHECK-LABEL: func.func @selection(
// CHECK: pto.tcmp ins(%a, %b {cmpMode = #pto<cmp gt>} : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%m : !pto.tile_buf<vec, 16x32xui8>)
// CHECK: pto.tcmps ins(%a, %s {cmpMode = #pto<cmp le>} : !pto.tile_buf<vec, 16x64xf32>, f32) outs(%ms : !pto.tile_buf<vec, 16x32xui8>)
// CHECK: pto.tsel ins(%m, %a, %b, %ms : !pto.tile_buf<vec, 16x32xui8>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x32xui8>) outs(%b : !pto.tile_buf<vec, 16x64xf32>)
// CHECK: pto.tsels ins(%m, %a, %ms, %s : !pto.tile_buf<vec, 16x32xui8>, !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x32xui8>, f32) outs(%a : !pto.tile_buf<vec, 16x64xf32>)
func.func @selection(%s: f32) {
  %a = tile.create : !tile.tile<vec, 16x64xf32>
  %b = tile.create : !tile.tile<vec, 16x64xf32>
  %m = tile.cmp %a, %b {mode = "gt"} : !tile.tile<vec, 16x64xf32> -> !tile.tile<vec, 16x32xui8>
  %ms = tile.cmps %a, %s {mode = "le"} : !tile.tile<vec, 16x64xf32>, f32 -> !tile.tile<vec, 16x32xui8>
  %sel = tile.sel %m, %a, %b, %ms : !tile.tile<vec, 16x32xui8>, !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 16x32xui8> -> !tile.tile<vec, 16x64xf32>
  %sels = tile.sels %m, %a, %ms, %s : !tile.tile<vec, 16x32xui8>, !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 16x32xui8>, f32 -> !tile.tile<vec, 16x64xf32>
  func.return
}

// CHECK-LABEL: func.func @padding(
// CHECK: pto.tfillpad ins(%p : !pto.tile_buf<vec, 16x64xf32, valid=10x48>) outs(%zero : !pto.tile_buf<vec, 16x64xf32, pad=1>)
// CHECK: pto.tfillpad_expand ins(%p : !pto.tile_buf<vec, 16x64xf32, valid=10x48>) outs(%expand : !pto.tile_buf<vec, 32x128xf32, pad=2>)
// CHECK: %{{[0-9]+}} = pto.treshape %p_copy : !pto.tile_buf<vec, 16x64xf32, valid=10x48> -> !pto.tile_buf<vec, 16x64xf32, pad=1>
// CHECK: pto.tfillpad ins(%p_copy : !pto.tile_buf<vec, 16x64xf32, valid=10x48>) outs(%{{[0-9]+}} : !pto.tile_buf<vec, 16x64xf32, pad=1>)
// CHECK: pto.tpartadd ins(%a, %p : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32, valid=10x48>) outs(%add : !pto.tile_buf<vec, 16x64xf32>)
// CHECK: pto.tpartmul ins(%p, %a : !pto.tile_buf<vec, 16x64xf32, valid=10x48>, !pto.tile_buf<vec, 16x64xf32>) outs(%add : !pto.tile_buf<vec, 16x64xf32>)
// CHECK: pto.tpartmax ins(%a, %a : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%add : !pto.tile_buf<vec, 16x64xf32>)
func.func @padding() {
  %a = tile.create : !tile.tile<vec, 16x64xf32>
  %p = tile.create : !tile.tile<vec, 16x64xf32, valid=10x48>
  %zero = tile.fillpad %p : !tile.tile<vec, 16x64xf32, valid=10x48> -> !tile.tile<vec, 16x64xf32, pad=zero>
  %expand = tile.fillpad_expand %p : !tile.tile<vec, 16x64xf32, valid=10x48> -> !tile.tile<vec, 32x128xf32, pad=max>
  %inplace = tile.fillpad_inplace %p : !tile.tile<vec, 16x64xf32, valid=10x48> -> !tile.tile<vec, 16x64xf32, pad=zero>
  %add = tile.part_add %a, %p : !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 16x64xf32, valid=10x48>
  %mul = tile.part_mul %p, %a : !tile.tile<vec, 16x64xf32, valid=10x48>, !tile.tile<vec, 16x64xf32> -> !tile.tile<vec, 16x64xf32>
  %max = tile.part_max %a, %a : !tile.tile<vec, 16x64xf32>
  func.return
}

// CHECK-LABEL: func.func @generation(
// CHECK: pto.tci ins(%i : i32) outs(%ci : !pto.tile_buf<vec, 1x64xi32>)
// CHECK: %{{[0-9]+}} = pto.bitcast %down : !pto.tile_buf<vec, 1x64xui16> -> !pto.tile_buf<vec, 1x64xi16>
// CHECK: pto.tci ins(%h : i16) outs(%{{[0-9]+}} : !pto.tile_buf<vec, 1x64xi16>) {descending = true}
// CHECK: pto.ttri ins(%i : i32) outs(%lower : !pto.tile_buf<vec, 16x64xf32>)
// CHECK: pto.ttri ins(%i {upperOrLower = 1 : i32} : i32) outs(%lower : !pto.tile_buf<vec, 16x64xf32>)
func.func @generation(%i: i32, %h: i16) {
  %ci = tile.ci %i : i32 -> !tile.tile<vec, 1x64xi32>
  %down = tile.ci %h {descending = true} : i16 -> !tile.tile<vec, 1x64xui16>
  %lower = tile.tri %i : i32 -> !tile.tile<vec, 16x64xf32>
  %upper = tile.tri %i {upper = true} : i32 -> !tile.tile<vec, 16x64xf32>
  func.return
}

// CHECK-LABEL: func.func @sorting(
// CHECK: pto.tsort32 ins(%a, %i : !pto.tile_buf<vec, 4x64xf32>, !pto.tile_buf<vec, 4x64xui32>) outs(%sort : !pto.tile_buf<vec, 4x128xf32>)
// CHECK: pto.tsort32 ins(%h, %j : !pto.tile_buf<vec, 1x64xf16>, !pto.tile_buf<vec, 1x64xi32>) outs(%half : !pto.tile_buf<vec, 1x256xf16>)
// CHECK: pto.tmrgsort ins(%r, %n : !pto.tile_buf<vec, 1x256xf32>, i32) outs(%one : !pto.tile_buf<vec, 1x256xf32>)
// CHECK: pto.tmrgsort ins(%r, %r, %t {exhausted = false} : !pto.tile_buf<vec, 1x256xf32>, !pto.tile_buf<vec, 1x256xf32>, !pto.tile_buf<vec, 1x512xf32>) outs(%two, %{{[0-9]+}} : !pto.tile_buf<vec, 1x512xf32>, vector<4xi16>)
// CHECK: pto.tmrgsort ins(%r, %r, %t {exhausted = true} : !pto.tile_buf<vec, 1x256xf32>, !pto.tile_buf<vec, 1x256xf32>, !pto.tile_buf<vec, 1x512xf32>) outs(%two, %{{[0-9]+}} : !pto.tile_buf<vec, 1x512xf32>, vector<4xi16>)
func.func @sorting(%n: i32) {
  %a = tile.create : !tile.tile<vec, 4x64xf32>
  %i = tile.create : !tile.tile<vec, 4x64xui32>
  %h = tile.create : !tile.tile<vec, 1x64xf16>
  %j = tile.create : !tile.tile<vec, 1x64xi32>
  %r = tile.create : !tile.tile<vec, 1x256xf32>
  %t = tile.create : !tile.tile<vec, 1x512xf32>
  %sort = tile.sort32 %a, %i : !tile.tile<vec, 4x64xf32>, !tile.tile<vec, 4x64xui32> -> !tile.tile<vec, 4x128xf32>
  %half = tile.sort32 %h, %j : !tile.tile<vec, 1x64xf16>, !tile.tile<vec, 1x64xi32> -> !tile.tile<vec, 1x256xf16>
  %one = tile.mrgsort1 %r, %n : !tile.tile<vec, 1x256xf32>, i32
  %two = tile.mrgsort2 %t, %r, %r : !tile.tile<vec, 1x512xf32>, !tile.tile<vec, 1x256xf32>, !tile.tile<vec, 1x256xf32>
  %some = tile.mrgsort2 %t, %r, %r {exhausted = true} : !tile.tile<vec, 1x512xf32>, !tile.tile<vec, 1x256xf32>, !tile.tile<vec, 1x256xf32>
  func.return
}

// CHECK-LABEL: func.func @gathering(
// CHECK: pto.tgather ins(%a, %i, %i_copy : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 8x64xi32>, !pto.tile_buf<vec, 8x64xi32>) outs(%gather : !pto.tile_buf<vec, 8x64xf32>)
// CHECK: pto.tgatherb ins(%a, %o : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 4x8xui32>) outs(%gatherb : !pto.tile_buf<vec, 4x64xf32>)
// CHECK: pto.tgather ins(%a, {maskPattern = #pto.mask_pattern<P0101>} : !pto.tile_buf<vec, 16x64xf32>) outs(%mask : !pto.tile_buf<vec, 16x32xf32>)
// CHECK: pto.tgather ins(%a, {maskPattern = #pto.mask_pattern<P1000>} : !pto.tile_buf<vec, 16x64xf32>) outs(%bits : !pto.tile_buf<vec, 16x16xi32>)
// CHECK: pto.tgather ins(%a, %s, %a_copy : !pto.tile_buf<vec, 16x64xf32>, f32, !pto.tile_buf<vec, 16x64xf32>) outs(%found, %count : !pto.tile_buf<vec, 16x32xi32>, !pto.tile_buf<vec, 1x16xi32>) {cmpMode = #pto<cmp gt>, offset = 0 : i32}
// CHECK: pto.tgather ins(%a, %k, %a_copy : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 1x16xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%found, %count : !pto.tile_buf<vec, 16x32xi32>, !pto.tile_buf<vec, 1x16xi32>) {cmpMode = #pto<cmp eq>, offset = 5 : i32}
// CHECK: pto.tscatter ins(%e, %i : !pto.tile_buf<vec, 8x64xf32>, !pto.tile_buf<vec, 8x64xi32>) outs(%a_copy : !pto.tile_buf<vec, 16x64xf32>)
// CHECK: pto.tscatter ins(%h, {maskPattern = #pto.mask_pattern<P1010>} : !pto.tile_buf<vec, 16x32xf32>) outs(%a_copy : !pto.tile_buf<vec, 16x64xf32>)
// CHECK: scf.for %k_1 = %c0 to %c8 step %c1 {
// CHECK: %{{[0-9]+}} = pto.tgetval ins(%r, %k_1 : !pto.tile_buf<vec, 1x8xi32>, index) outs : i32
// CHECK: %{{[0-9]+}} = arith.index_cast %{{[0-9]+}} : i32 to index
// CHECK: %{{[0-9]+}} = pto.subview %e[%k_1, %c0] sizes [1, 64] : !pto.tile_buf<vec, 8x64xf32> -> !pto.tile_buf<vec, 1x64xf32>
// CHECK: %{{[0-9]+}} = pto.subview %a[%{{[0-9]+}}, %c0] sizes [1, 64] : !pto.tile_buf<vec, 16x64xf32> -> !pto.tile_buf<vec, 1x64xf32>
// CHECK: pto.tmov ins(%{{[0-9]+}} : !pto.tile_buf<vec, 1x64xf32>) outs(%{{[0-9]+}} : !pto.tile_buf<vec, 1x64xf32>)
// CHECK: %{{[0-9]+}} = pto.partition_view %g_view, offsets = [%c0, %c0], sizes = [%c256, %c64] : !pto.tensor_view<?x?xf32> -> !pto.partition_tensor_view<256x64xf32>
// CHECK: pto.mgather ins(%{{[0-9]+}}, %r : !pto.partition_tensor_view<256x64xf32>, !pto.tile_buf<vec, 1x8xi32>) outs(%rows : !pto.tile_buf<vec, 8x64xf32>) {coalesce = #pto<coalesce row>}
// CHECK: %{{[0-9]+}} = pto.partition_view %g_view, offsets = [%c0, %c0], sizes = [%c256, %c64] : !pto.tensor_view<?x?xf32> -> !pto.partition_tensor_view<256x64xf32>
// CHECK: pto.mgather ins(%{{[0-9]+}}, %i : !pto.partition_tensor_view<256x64xf32>, !pto.tile_buf<vec, 8x64xi32>) outs(%rows : !pto.tile_buf<vec, 8x64xf32>) {coalesce = #pto<coalesce elem>, gatherOob = #pto<gather_oob clamp>}
// CHECK: %{{[0-9]+}} = pto.partition_view %g_view, offsets = [%c0, %c0], sizes = [%c256, %c64] : !pto.tensor_view<?x?xf32> -> !pto.partition_tensor_view<256x64xf32>
// CHECK: pto.mscatter ins(%e, %r : !pto.tile_buf<vec, 8x64xf32>, !pto.tile_buf<vec, 1x8xi32>) outs(%{{[0-9]+}} : !pto.partition_tensor_view<256x64xf32>) {coalesce = #pto<coalesce row>}
func.func @gathering(%s: f32, %g: memref<256x64xf32>) {
  %a = tile.create : !tile.tile<vec, 16x64xf32>
  %i = tile.create : !tile.tile<vec, 8x64xi32>
  %o = tile.create : !tile.tile<vec, 4x8xui32>
  %k = tile.create : !tile.tile<vec, 1x16xf32>
  %h = tile.create : !tile.tile<vec, 16x32xf32>
  %e = tile.create : !tile.tile<vec, 8x64xf32>
  %r = tile.create : !tile.tile<vec, 1x8xi32>
  %gather = tile.gather %a, %i, %i : !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 8x64xi32>, !tile.tile<vec, 8x64xi32> -> !tile.tile<vec, 8x64xf32>
  %gatherb = tile.gatherb %a, %o : !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 4x8xui32> -> !tile.tile<vec, 4x64xf32>
  %mask = tile.gather_mask %a {pattern = "P0101"} : !tile.tile<vec, 16x64xf32> -> !tile.tile<vec, 16x32xf32>
  %bits = tile.gather_mask %a {pattern = "P1000"} : !tile.tile<vec, 16x64xf32> -> !tile.tile<vec, 16x16xi32>
  %found, %count = tile.gather_compare %a, %s, %a {mode = "gt"} : !tile.tile<vec, 16x64xf32>, f32, !tile.tile<vec, 16x64xf32> -> !tile.tile<vec, 16x32xi32>, !tile.tile<vec, 1x16xi32>
  %found2, %count2 = tile.gather_compare %a, %k, %a {mode = "eq", offset = 5 : i32} : !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 1x16xf32>, !tile.tile<vec, 16x64xf32> -> !tile.tile<vec, 16x32xi32>, !tile.tile<vec, 1x16xi32>
  %scatter = tile.scatter %a, %e, %i : !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 8x64xf32>, !tile.tile<vec, 8x64xi32>
  %spread = tile.scatter_mask %a, %h {pattern = "P1010"} : !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 16x32xf32>
  %update = tile.scatter_update %a, %r, %e : !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 1x8xi32>, !tile.tile<vec, 8x64xf32>
  %rows = tile.mgather %g, %r {coalesce = "row"} : memref<256x64xf32>, !tile.tile<vec, 1x8xi32> -> !tile.tile<vec, 8x64xf32>
  %elems = tile.mgather %g, %i {coalesce = "elem", out_of_bounds = "clamp"} : memref<256x64xf32>, !tile.tile<vec, 8x64xi32> -> !tile.tile<vec, 8x64xf32>
  tile.mscatter %e, %r, %g {coalesce = "row"} : !tile.tile<vec, 8x64xf32>, !tile.tile<vec, 1x8xi32>, memref<256x64xf32>
  func.return
}

// CHECK-LABEL: func.func @elements(
// CHECK: %{{[0-9]+}} = arith.muli %i, %c64 : index
// CHECK: %{{[0-9]+}} = arith.addi %{{[0-9]+}}, %i : index
// CHECK: %read = pto.tgetval ins(%a, %{{[0-9]+}} : !pto.tile_buf<vec, 16x64xf32>, index) outs : f32
// CHECK: %{{[0-9]+}} = pto.bitcast %u : !pto.tile_buf<vec, 16x64xui16> -> !pto.tile_buf<vec, 16x64xi16>
// CHECK: %{{[0-9]+}} = arith.muli %i, %c64 : index
// CHECK: %{{[0-9]+}} = arith.addi %{{[0-9]+}}, %i : index
// CHECK: %readu = pto.tgetval ins(%{{[0-9]+}}, %{{[0-9]+}} : !pto.tile_buf<vec, 16x64xi16>, index) outs : i16
// CHECK: %{{[0-9]+}} = arith.muli %i, %c64 : index
// CHECK: %{{[0-9]+}} = arith.addi %{{[0-9]+}}, %i : index
// CHECK: pto.tsetval ins(%{{[0-9]+}}, %s : index, f32) outs(%a_copy : !pto.tile_buf<vec, 16x64xf32>)
// CHECK: %{{[0-9]+}} = arith.muli %i, %c64 : index
// CHECK: %{{[0-9]+}} = arith.addi %{{[0-9]+}}, %i : index
// CHECK: %{{[0-9]+}} = pto.bitcast %u : !pto.tile_buf<vec, 16x64xui16> -> !pto.tile_buf<vec, 16x64xi16>
// CHECK: pto.tsetval ins(%{{[0-9]+}}, %v : index, i16) outs(%{{[0-9]+}} : !pto.tile_buf<vec, 16x64xi16>)
// CHECK: %{{[0-9]+}} = pto.bitcast %a : !pto.tile_buf<vec, 16x64xf32> -> !pto.tile_buf<vec, 16x64xi32>
// CHECK: %{{[0-9]+}} = pto.treshape %a : !pto.tile_buf<vec, 16x64xf32> -> !pto.tile_buf<vec, 16x128xf16>
// CHECK: pto.ttrans ins(%a, %a_copy : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%transpose : !pto.tile_buf<vec, 64x16xf32>)
// CHECK: %{{[0-9]+}} = pto.treshape %t : !pto.tile_buf<vec, 16x1xf32, blayout=col_major> -> !pto.tile_buf<vec, 1x16xf32>
// CHECK: pto.tmov ins(%{{[0-9]+}} : !pto.tile_buf<vec, 1x16xf32>) outs(%row : !pto.tile_buf<vec, 1x16xf32>)
func.func @elements(%i: index, %s: f32, %v: i16) {
  %a = tile.create : !tile.tile<vec, 16x64xf32>
  %u = tile.create : !tile.tile<vec, 16x64xui16>
  %t = tile.create : !tile.tile<vec, 16x1xf32>
  %read = tile.read %a[%i, %i] : !tile.tile<vec, 16x64xf32>
  %readu = tile.read %u[%i, %i] {a} : !tile.tile<vec, 16x64xui16>
  %write = tile.write %s, %a[%i, %i] : f32, !tile.tile<vec, 16x64xf32>
  %writeu = tile.write %v, %u[%i, %i] : i16, !tile.tile<vec, 16x64xui16>
  %same = tile.reinterpret_view %a : !tile.tile<vec, 16x64xf32> -> !tile.tile<vec, 16x64xi32>
  %halves = tile.reinterpret_view %a : !tile.tile<vec, 16x64xf32> -> !tile.tile<vec, 16x128xf16>
  %transpose = tile.transpose %a, %a : !tile.tile<vec, 16x64xf32> -> !tile.tile<vec, 64x16xf32>
  %row = tile.transpose %t, %t : !tile.tile<vec, 16x1xf32> -> !tile.tile<vec, 1x16xf32>
  func.return
}

// CHECK-LABEL: func.func @reductions(
// CHECK: pto.trowprod ins(%a, %a_copy : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%rp : !pto.tile_buf<vec, 16x1xf32, blayout=col_major>)
// CHECK: pto.tcolprod ins(%a : !pto.tile_buf<vec, 16x64xf32>) outs(%cp : !pto.tile_buf<vec, 1x64xf32>)
// CHECK: pto.trowargmax ins(%a, %a_copy : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%rargmax : !pto.tile_buf<vec, 16x1xi32, blayout=col_major>)
// CHECK: pto.trowargmin ins(%a, %a_copy : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%rargmax : !pto.tile_buf<vec, 16x1xi32, blayout=col_major>)
// CHECK: pto.tcolargmax ins(%a, %a_copy : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%cargmax : !pto.tile_buf<vec, 1x64xi32>)
// CHECK: pto.tcolargmin ins(%a, %a_copy : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%cargmax : !pto.tile_buf<vec, 1x64xi32>)
// CHECK: pto.trowexpandexpdif ins(%a, %c : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x1xf32, blayout=col_major>) outs(%a_copy : !pto.tile_buf<vec, 16x64xf32>)
// CHECK: pto.tcolexpandexpdif ins(%a, %r : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 1x64xf32>) outs(%a : !pto.tile_buf<vec, 16x64xf32>)
func.func @reductions() {
  %a = tile.create : !tile.tile<vec, 16x64xf32>
  %c = tile.create : !tile.tile<vec, 16x1xf32>
  %r = tile.create : !tile.tile<vec, 1x64xf32>
  %rp = tile.row_prod %a, %a : !tile.tile<vec, 16x64xf32> -> !tile.tile<vec, 16x1xf32>
  %cp = tile.col_prod %a : !tile.tile<vec, 16x64xf32> -> !tile.tile<vec, 1x64xf32>
  %rargmax = tile.row_argmax %a, %a : !tile.tile<vec, 16x64xf32> -> !tile.tile<vec, 16x1xi32>
  %rargmin = tile.row_argmin %a, %a : !tile.tile<vec, 16x64xf32> -> !tile.tile<vec, 16x1xi32>
  %cargmax = tile.col_argmax %a, %a : !tile.tile<vec, 16x64xf32> -> !tile.tile<vec, 1x64xi32>
  %cargmin = tile.col_argmin %a, %a : !tile.tile<vec, 16x64xf32> -> !tile.tile<vec, 1x64xi32>
  %re = tile.row_expand_expdif %a, %c : !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 16x1xf32>
  %ce = tile.col_expand_expdif %a, %r : !tile.tile<vec, 16x64xf32>, !tile.tile<vec, 1x64xf32>
  func.return
}

// Single elements of tensors wait for the tiles that are stored to the same tensor.
// CHECK-LABEL: func.func @elements_of_tensors(
// CHECK:      pto.tstore
// CHECK:      pto.load_scalar %a[%{{.*}}] : !pto.ptr<f32> -> f32
// CHECK:      pto.barrier <PIPE_ALL>
// CHECK-NEXT: pto.store_scalar %{{.*}}, %out[%{{.*}}] : !pto.ptr<f32>, f32
// CHECK-NEXT: pto.barrier <PIPE_ALL>
// CHECK-NEXT: %{{.*}} = pto.load_scalar %out[%c0] : !pto.ptr<f32> -> f32
func.func @elements_of_tensors(%a: memref<16x64xf32>, %out: memref<16x64xf32>, %i: index, %s: f32) {
  %c0 = arith.constant 0 : index
  %t = tile.full %s : f32 -> !tile.tile<vec, 16x64xf32>
  tile.store %t, %out[%c0, %c0] : !tile.tile<vec, 16x64xf32>, memref<16x64xf32>
  %x = memref.load %a[%i, %c0] : memref<16x64xf32>
  memref.store %x, %out[%i, %i] : memref<16x64xf32>
  %y = memref.load %out[%c0, %c0] : memref<16x64xf32>
  func.return
}
