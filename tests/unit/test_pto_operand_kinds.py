"""What stands in an operation of `.pto` text where something else belongs, beside what belongs."""

from __future__ import annotations

import pytest
from pto_text import read

from pto_dialect.diagnostics import CompileError

TYPES = {
    "V": "!pto.tile_buf<vec, 16x64xf32>",
    "H": "!pto.tile_buf<vec, 16x64xf16>",
    "I": "!pto.tile_buf<vec, 16x64xi32>",
    "M": "!pto.tile_buf<mat, 16x64xf32>",
    "R": "!pto.tile_buf<vec, 1x64xf32>",
    "C": "!pto.tile_buf<vec, 16x8xf32>",
    "L": "!pto.tile_buf<left, 16x64xf16, blayout=col_major, slayout=row_major>",
    "B": "!pto.tile_buf<right, 64x64xf16, slayout=col_major>",
    "A": "!pto.tile_buf<acc, 16x64xf32, blayout=col_major, slayout=row_major, fractal=1024>",
    "A0": "!pto.tile_buf<acc, 16x64xf32>",
    "N": "!pto.tile_buf<mat, 16x64xf32, blayout=col_major, slayout=row_major>",
    "P": "!pto.partition_tensor_view<16x64xf32>",
    "T": "!pto.tensor_view<16x64xf32>",
    "Q": "!pto.ptr<f32>",
    "W": "!pto.pipe",
    "X": "vector<4xi16>",
    "Y": "vector<4xi32>",
    "S": "!pto.tile_buf<vec, 1x256xf32>",
    "G": "memref<64xf32, #pto.address_space<gm>>",
    "i": "index",
    "n": "i32",
    "l": "i64",
    "x": "f32",
    "h": "f16",
}
"""Types by the names of the values that have them."""

CASES = [
    (
        "pto.tload ins(%P : {P}) outs(%V : {V}) left_padding_num = %i : index",
        "pto.tload ins(%P : {P}) outs(%V : {V}) left_padding_num = %x : f32",
        "'left_padding_num' is index, got f32",
    ),
    (
        "pto.tstore ins(%A : {A}, %l : i64) outs(%P : {P})",
        "pto.tstore ins(%A : {A}, %x : f32) outs(%P : {P})",
        "'scalar' is i64, got f32",
    ),
    (
        "%c = arith.constant 0 : index pto.textract ins(%A, %c, %c, %l : {A}, index, index, i64) "
        "outs(%N : {N})",
        "%c = arith.constant 0 : index pto.textract ins(%A, %c, %c, %n : {A}, index, index, i32) "
        "outs(%N : {N})",
        "'scalar' is i64, got i32",
    ),
    (
        "%c = arith.constant 0 : index pto.tinsert ins(%A, %c, %c : {A}, index, index "
        "pre_quant %l : i64) outs(%N : {N})",
        "%c = arith.constant 0 : index pto.tinsert ins(%A, %c, %c : {A}, index, index "
        "pre_quant %i : index) outs(%N : {N})",
        "'scalar' is i64, got index",
    ),
    (
        "pto.tconcatidx ins(%V, %V, %I, %I : {V}, {V}, {I}, {I}) outs(%V : {V})",
        "pto.tconcatidx ins(%V, %H, %I, %I : {V}, {H}, {I}, {I}) outs(%V : {V})",
        "element types differ, f32 and f16",
    ),
    (
        "pto.tdivs ins(%x, %V : f32, {V}) outs(%V : {V})",
        "pto.tdivs ins(%x, %x : f32, f32) outs(%V : {V})",
        "one of the operands has to be a scalar, the other one a tile, got f32 and f32",
    ),
    (
        "pto.tcolsum ins(%V, %V {{isBinary = true}} : {V}, {V}) outs(%R : {R})",
        "pto.tcolsum ins(%V, %M {{isBinary = true}} : {V}, {M}) outs(%R : {R})",
        "tmp has to be in vec, not in mat",
    ),
    (
        "pto.tcolsum ins(%V, %V {{isBinary = true}} : {V}, {V}) outs(%R : {R})",
        "pto.tcolsum ins(%V, %H {{isBinary = true}} : {V}, {H}) outs(%R : {R})",
        "element types differ, f32 and f16",
    ),
    (
        "pto.trowexpandmul ins(%V, %C, %V : {V}, {C}, {V}) outs(%V : {V})",
        "pto.trowexpandmul ins(%V, %C, %M : {V}, {C}, {M}) outs(%V : {V})",
        "tmp has to be in vec, not in mat",
    ),
    (
        "pto.tmatmul.acc ins(%A, %L, %B : {A}, {L}, {B}) outs(%A : {A})",
        "pto.tmatmul.acc ins(%A0, %L, %B : {A0}, {L}, {B}) outs(%A : {A})",
        "a tile in acc is col_major/row_major on a5, got row_major/none_box",
    ),
    (
        "pto.tgather ins(%V, {{maskPattern = #pto.mask_pattern<P0101>}} : {V}) outs(%I : {I})",
        "pto.tgather ins(%V, {{maskPattern = #pto.mask_pattern<P0101>}} : {V}) outs(%H : {H})",
        "an element of f32 has 4 bytes, one of f16 has 2",
    ),
    (
        "pto.tgatherb ins(%V, %I : {V}, {I}) outs(%V : {V})",
        "pto.tgatherb ins(%V, %I : {V}, {I}) outs(%H : {H})",
        "element types differ, f32 and f16",
    ),
    (
        "pto.tscatter ins(%V, %I : {V}, {I}) outs(%V : {V})",
        "pto.tscatter ins(%V, %I : {V}, {I}) outs(%H : {H})",
        "element types differ, f32 and f16",
    ),
    (
        "pto.tscatter ins(%V, {{maskPattern = #pto.mask_pattern<P0101>}} : {V}) outs(%V : {V})",
        "pto.tscatter ins(%V, {{maskPattern = #pto.mask_pattern<P0101>}} : {V}) outs(%H : {H})",
        "an element of f32 has 4 bytes, one of f16 has 2",
    ),
    (
        "pto.tmrgsort ins(%S, %S, %S {{exhausted = false}} : {S}, {S}, {S}) "
        "outs(%S, %X : {S}, {X})",
        "pto.tmrgsort ins(%S, %S, %S {{exhausted = false}} : {S}, {S}, {S}) "
        "outs(%S, %Y : {S}, {Y})",
        "'executed' is vector<4xi16>, got vector<4xi32>",
    ),
    (
        "pto.tpush(%P, %W : {P}, {W}) {{split = 0}}",
        "pto.tpush(%Q, %W : {Q}, {W}) {{split = 0}}",
        "got !pto.ptr<f32, gm>",
    ),
    (
        "pto.talloc(%P, %W : {P}, {W}) {{split = 0}}",
        "pto.talloc(%V, %W : {V}, {W}) {{split = 0}}",
        "'entry' is !pto.partition_tensor_view, !pto.tensor_view, memref or tensor, got",
    ),
    (
        "%q = pto.initialize_l2g2l_pipe{{dir_mask = 1, slot_size = 64, slot_num = 8, "
        "local_slot_num = 8}} (%Q : {Q}) -> !pto.pipe",
        "%q = pto.initialize_l2g2l_pipe{{dir_mask = 1, slot_size = 64, slot_num = 8, "
        "local_slot_num = 9}} (%Q : {Q}) -> !pto.pipe",
        "local_slot_num is 1 to the 8 slots, got 9",
    ),
    (
        "pto.section.cube {{ pto.aic_initialize_pipe{{dir_mask = 1, slot_size = 64}}"
        "(c2v_consumer_buf = %n : i32) }}",
        "pto.section.cube {{ pto.aic_initialize_pipe{{dir_mask = 1, slot_size = 64}}"
        "(c2v_consumer_buf = %x : f32) }}",
        "'c2v_consumer_buf' is i32, got f32",
    ),
    (
        "pto.section.cube {{ pto.aic_initialize_pipe{{dir_mask = 1, slot_size = 64}}"
        "(gm_slot_tensor = %T : {T}) }}",
        "pto.section.cube {{ pto.aic_initialize_pipe{{dir_mask = 1, slot_size = 64}}"
        "(gm_slot_tensor = %Q : {Q}) }}",
        "'gm_slot_tensor' is !pto.partition_tensor_view, !pto.tensor_view, memref or tensor, got",
    ),
    ("pto.set_ffts %Q : {Q}", "pto.set_ffts %i : index", "'ffts' is !pto.ptr or memref, got"),
    (
        "pto.syncall(%Q, %V, %n : {Q}, {V}, i32) mode = #pto.sync_all_mode<soft>, "
        "core_type = #pto.sync_core_type<aiv_only>",
        "pto.syncall(%Q, %V, %l : {Q}, {V}, i64) mode = #pto.sync_all_mode<soft>, "
        "core_type = #pto.sync_core_type<aiv_only>",
        "'used_cores' is i32, got i64",
    ),
    (
        "pto.fusion_region {{ pto.yield() : () -> () }}",
        "pto.section.cube {{ pto.yield() : () -> () }}",
        "'pto.yield' expects parent op 'pto.fusion_region'",
    ),
    (
        "%r = pto.fusion_region {{ pto.yield(%V) : ({V}) -> () }} : {V}",
        "%r = pto.fusion_region {{ pto.yield(%V) : ({V}) -> ({V}) }} : {V}",
        "pto.yield has no results",
    ),
    ("pto.tprint ins(%V : {V})", "pto.tprint ins(%x : f32)", "'src' is "),
    (
        "%y = pto.load_scalar %G[%i] : {G} -> f32",
        "%y = pto.load_scalar %G[%i] : {G} -> f16",
        "holds f32, not f16",
    ),
    (
        "%c = arith.constant 0 : index %s = pto.subview %V[%c, %c] sizes [16, 8] : {V}",
        "%c = arith.constant 0 : index %s = pto.subview %V[%c, %c] sizes [16, 8] valid [] : {V}",
        "a window has two offsets, two sizes and two or no valid extents",
    ),
]


def in_function(body: str) -> str:
    arguments = ", ".join(f"%{name}: {type_}" for name, type_ in TYPES.items())
    return f"func.func @f({arguments}) {{\n  {body.format(**TYPES)}\n  return\n}}"


@pytest.mark.parametrize(("good", "bad", "message"), CASES)
def test_an_operand_of_another_kind(good: str, bad: str, message: str):
    read(in_function(good), arch="a5")
    with pytest.raises(CompileError) as caught:
        read(in_function(bad), arch="a5")
    assert message in caught.value.message
    assert caught.value.position is not None
    assert caught.value.position.line == 2
