"""Text of operations that are not ours is read and written as MLIR does, in either form."""

from __future__ import annotations

import pytest
from pto_text import generic, read
from xdsl.dialects.builtin import FusedLoc, ModuleOp, StringAttr

from lowering.emit_pto import emit_module
from pto_dialect.diagnostics import CompileError

SIGNATURE = (
    "%i: index, %j: index, %c: i1, %n: i32, %l: i64, %x: f32, %h: f16, %m: memref<16x64xf32>, "
    "%t: tensor<4xf32>"
)


def in_function(body: str) -> str:
    return f"""#map = affine_map<(d0) -> (d0 * 2, 7)>
#set = affine_set<(d0)[s0] : (d0 - s0 >= 0)>
#meta = "meta"
func.func @f({SIGNATURE}) {{
{body}
return
}}
func.func private @g(f32) -> f32
"""


def check_survives(text: str) -> ModuleOp:
    """What is read is the same after writing it in either form."""
    module = read(text)
    for write in (emit_module, lambda m: emit_module(m, emit_loc=True), generic):
        written = write(module)
        again = read(written)
        assert again.is_structurally_equivalent(module), written
        assert write(again) == written
    return module


@pytest.mark.parametrize(
    "text",
    [
        "%q = affine.max #map(%i)",
        "%q = affine.min #map(%i)",
        "affine.if #set(%i)[%j] {\n}",
        "affine.if #set(%i)[%j] {\n} else {\n}",
        "%q = affine.if #set(%i)[%j] -> f32 {\n affine.yield %x : f32\n} else {\n"
        " affine.yield %x : f32\n}",
        "affine.for %k = 0 to 8 {\n  pto.trap\n}",
        "%q = arith.remf %x, %x fastmath<nnan> : f32",
        "%q = arith.extf %h fastmath<fast> : f16 to f32",
        "%q = arith.truncf %x to_nearest_even : f32 to f16",
        "%q = arith.truncf %x upward fastmath<nnan> {note} : f32 to f16",
        "%q = arith.cmpf olt, %x, %x fastmath<fast> {note} : f32",
        "%q = arith.cmpi slt, %n, %n {note} : i32",
        "cf.switch %n : i32, [\n default: ^a\n]\n^a:",
        "cf.switch %n : i32, [\n default: ^a(%x : f32),\n 4: ^a(%x : f32),\n -1: ^b\n]\n"
        "^a(%p: f32):\n cf.br ^b\n^b:",
        "%f = func.constant @g : (f32) -> f32\n%q = func.call_indirect %f(%x) : (f32) -> f32",
        "%f = constant @g : (f32) -> f32\n%q = call_indirect %f(%x) {note} : (f32) -> f32",
        "%q = index.constant 5",
        "%q = index.bool.constant true",
        "%q = index.sizeof",
        "%q = index.add %i, %j {note}",
        "%q = index.floordivs %i, %j",
        "%q = index.cmp slt(%i, %j)",
        "%q = index.casts %n : i32 to index",
        "%q = index.castu %i : index to i32",
        "%q = memref.rank %m : memref<16x64xf32>",
        "%q = memref.memory_space_cast %m : memref<16x64xf32> to memref<16x64xf32, 1>",
        "%q = memref.extract_aligned_pointer_as_index %m : memref<16x64xf32> -> index",
        "memref.assume_alignment %m, 64 : memref<16x64xf32>",
        "%q = scf.for %k = %i to %j step %i iter_args(%a = %x) -> f32 {\n scf.yield %a : f32\n}",
        "scf.for %k = %n to %n step %n : i32 {\n} {note}",
        "scf.forall (%k) in (10) {\n}",
        "scf.forall (%k, %l1) in (%i, 20) {\n} {mapping = [1, 2]}",
        "scf.forall (%k) = (%i) to (10) step (2) {\n  pto.trap\n}",
        "%q = scf.forall (%k) in (4) shared_outs(%o = %t) -> (tensor<4xf32>) {\n}",
        "scf.parallel (%k) = (%i) to (%j) step (%i) {\n}",
        "scf.parallel (%k, %o) = (%i, %i) to (%j, %j) step (%i, %i) {\n scf.reduce\n} {note}",
        "%q = scf.parallel (%k) = (%i) to (%j) step (%i) init (%x) -> f32 {\n"
        " scf.reduce(%x : f32) {\n ^bb0(%a: f32, %b: f32):\n  scf.reduce.return %a : f32\n }\n}",
        "scf.execute_region {\n  scf.yield\n}",
        "scf.execute_region {\n  cf.br ^a\n^a:\n  scf.yield\n} {note}",
        "%q = scf.execute_region -> f32 {\n  cf.br ^a\n^a:\n  scf.yield %x : f32\n}",
        "scf.index_switch %i\ncase 0 {\n}\ndefault {\n}",
        "scf.index_switch %i\ncase 0 {\n  pto.barrier <PIPE_ALL>\n}\ndefault {\n  scf.yield\n}",
        "%q = ub.poison : i32",
        '"vendor.op"()[^a] : () -> ()\n^a:',
        '"vendor.op"() ({\n  cf.br ^a\n^a:\n  "vendor.op"()[^a] : () -> ()\n}) : () -> ()',
    ],
    ids=lambda t: " ".join(t.split())[:50],
)
def test_text_of_stock_operations(text: str):
    check_survives(in_function(text))


@pytest.mark.parametrize(
    "text",
    [
        "@g : memref<2xf32>",
        '"private" constant @g : memref<2xf32> = dense<[1.0, 2.0]>',
        "@g : memref<2xf32> = dense<0.0> {alignment = 64 : i64}",
        '"nested" @g : memref<4xi32> = uninitialized {note}',
    ],
)
def test_text_of_globals(text: str):
    check_survives(f"memref.global {text}")


@pytest.mark.parametrize(
    ("custom", "form"),
    [
        (
            "%q = index.cmp ult(%i, %j)",
            '%q = "index.cmp"(%i, %j) <{pred = #index<cmp_predicate ult>}> : (index, index) -> i1',
        ),
        ("%q = affine.max #map(%i)", '%q = "affine.max"(%i) <{map = #map}> : (index) -> index'),
        (
            "scf.forall (%k) in (%i) {\n}",
            """"scf.forall"(%i) <{operandSegmentSizes = array<i32: 0, 1, 0, 0>,
              staticLowerBound = array<i64: 0>, staticUpperBound = array<i64: -9223372036854775808>,
              staticStep = array<i64: 1>}> ({
            ^bb0(%k: index):
              "scf.forall.in_parallel"() ({
              ^bb0:
              }) : () -> ()
            }) : (index) -> ()""",
        ),
    ],
    ids=["index.cmp", "affine.max", "scf.forall"],
)
def test_both_forms_mean_the_same(custom: str, form: str):
    assert read(in_function(custom)).is_structurally_equivalent(read(in_function(form)))


@pytest.mark.parametrize(
    "location",
    [
        "unknown",
        '"k.py":1:2',
        '"name"',
        '"name"("k.py":1:2)',
        'callsite("f"("k.py":1:2) at "k.py":3:4)',
        'fused["a", "k.py":1:2]',
        'fused<"meta">["a", "k.py":1:2]',
        "fused<{a = 1 : i32}>[unknown]",
        "fused[]",
    ],
)
def test_every_kind_of_location(location: str):
    check_survives(f'"vendor.op"() {{a = loc({location})}} : () -> () loc({location})')


def test_the_metadata_of_a_location_may_be_an_alias():
    module = read(in_function('pto.trap loc(fused<#meta>["a"])'))
    (trap,) = [op for op in module.walk() if op.name == "pto.trap"]
    assert isinstance(trap.location, FusedLoc)
    assert trap.location.metadata == StringAttr("meta")


def test_hexadecimal_numbers_of_a_dense_constant_are_bits_of_floats():
    def constant(text: str) -> str:
        return emit_module(read(f"%q = arith.constant dense<{text}>"))

    assert constant("0x3F800000> : tensor<4xf32") == constant("1.0> : tensor<4xf32")
    assert constant("[0x3C00, 2.0]> : tensor<2xf16") == constant("[1.0, 2.0]> : tensor<2xf16")
    assert constant("0x10> : tensor<4xi32") == constant("16> : tensor<4xi32")
    with pytest.raises(CompileError, match="more bits than f16"):
        constant("0x3F800000> : tensor<4xf16")


@pytest.mark.parametrize(
    "text", ["", " \n\t", "// nothing\n", "#a = 1 : i32\n", "#l = loc(unknown)"]
)
def test_text_without_operations_is_an_empty_module(text: str):
    assert emit_module(read(text)) == "builtin.module {\n}\n"


def test_what_is_wrong_with_a_terminator_that_is_left_out_has_a_place():
    text = "scf.parallel (%k) = (%i) to (%j) step (%i) init (%x) -> f32 {\n}"
    with pytest.raises(CompileError, match=r"k\.pto:5:1: error: "):
        read(in_function(text.replace("scf", "%q = scf", 1)))


def test_the_body_of_a_loop_takes_an_index_for_each_bound():
    text = """"scf.forall"() <{operandSegmentSizes = array<i32: 0, 0, 0, 0>,
      staticLowerBound = array<i64: 0>, staticUpperBound = array<i64: 4>,
      staticStep = array<i64: 1>}> ({
      scf.forall.in_parallel {
      }
    }) : () -> ()"""
    with pytest.raises(CompileError, match="takes an index for each bound"):
        read(text)
