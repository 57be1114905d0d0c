"""Reading `.pto` text: targets, layouts, names of locations, and text that is no text."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from pto_text import read
from xdsl.dialects import memref
from xdsl.dialects.builtin import ModuleOp, StringAttr

from lowering.emit_pto import emit_module
from pto_dialect.diagnostics import CompileError
from pto_dialect.pto.frontend import arch_in
from pto_dialect.pto.types import TileBufType

KERNELS = sorted((Path(__file__).parents[1] / "pto").glob("*.pto"))
SECONDS = 10.0
"""CPU time that malformed input may take; it takes a fraction of it."""

LEFT = """module {attributes} {{
  func.func @f() {{
    %t = pto.alloc_tile : !pto.tile_buf<left, 16x16xf16, blayout={layout}, slayout=row_major>
    %m = pto.alloc_multi_tile
      : !pto.multi_tile_buf<left, 16x16xf16, blayout={layout}, slayout=row_major, count=2>
    return
  }}
}}"""

CONFIG = "#pto.tile_buf_config<blayout=row_major, slayout=none_box, s_fractal_size=512, pad=null>"


def left_layouts(text: str, **options: str) -> set[str]:
    found = {"row_major", "col_major"}
    return {
        word
        for op in read(text, **options).walk()
        for result in op.results
        for word in found
        if isinstance(result.type, TileBufType) and result.type.blayout.data == word
    }


@pytest.mark.parametrize("layout", ["row_major", "col_major"])
@pytest.mark.parametrize(
    ("attributes", "option", "expected"),
    [
        ("", None, "row_major"),
        ('attributes {pto.target_arch = "a3"}', None, "row_major"),
        ('attributes {pto.target_arch = "a5"}', None, "col_major"),
        ('attributes {"pto.target_arch" = "A5"}', None, "col_major"),
        ('attributes {pto.target_arch = "a2"}', None, "row_major"),
        ('attributes {pto.target_arch = "a3"}', "a5", "col_major"),
        ("", "A5", "col_major"),
    ],
)
def test_a_left_tile_gets_the_layout_of_the_target(
    layout: str, attributes: str, option: str | None, expected: str
):
    text = LEFT.format(attributes=attributes, layout=layout)
    options = {} if option is None else {"arch": option}
    assert left_layouts(text, **options) == {expected}
    spelling = f"blayout={expected}, " if expected == "col_major" else ""
    region = f"!pto.multi_tile_buf<!pto.tile_buf<left, 16x16xf16, {spelling}slayout=row_major>"
    assert region in emit_module(read(text, **options))


def test_the_module_says_which_target_was_meant():
    module = read('module attributes {pto.target_arch = "a2"} {}')
    assert module.attributes["pto.target_arch"] == StringAttr("a3")
    assert read("module {}", arch="a5").attributes["pto.target_arch"] == StringAttr("a5")
    assert "pto.target_arch" not in read("module {}").attributes
    assert arch_in("// nothing") == "a3"


def test_a_wrong_option_is_an_error():
    with pytest.raises(CompileError, match="unknown target 'a2', know a3, a5"):
        read("module {}", arch="a2")
    with pytest.raises(CompileError, match="'new' is not a version of ptoas"):
        read("module {}", ptoas_version="new")


@pytest.mark.parametrize(
    "run",
    [
        "// RUN: ptoas --pto-arch=a5 %s | FileCheck %s",
        "// RUN: not ptoas %s -o - --pto-arch A5 2>&1 | FileCheck %s",
        "  //RUN: %ptoas --pto-arch='a5' %s",
        "// RUN: cd %t && build/bin/ptoas \\\n// RUN:   --pto-arch=a5 %s",
        "// RUN: pto-opt %s --planner ptoas\n// RUN: ptoas --pto-arch=a5 %s\n"
        "// RUN: ptoas --pto-arch=a3 %s",
        "// RUN: not ptoas --pto-arch=a3 %s\n// RUN: ptoas --pto-arch=a5 %s",
    ],
)
def test_a_test_is_read_as_its_command_says(run: str):
    text = f"{run}\n{LEFT.format(attributes='', layout='row_major')}"
    assert left_layouts(text) == {"col_major"}
    assert left_layouts(text, arch="a3") == {"row_major"}


@pytest.mark.parametrize(
    "run",
    [
        "// RUN: pto-opt %s --planner ptoas --pto-arch=a5",
        "// RUN: ptoas-lsp --pto-arch=a5",
        "// RUN: ptoas %s | other --pto-arch=a5",
        "// ptoas --pto-arch=a5",
    ],
)
def test_other_comments_are_no_command(run: str):
    assert left_layouts(f"{run}\n{LEFT.format(attributes='', layout='row_major')}") == {"row_major"}


ALLOCATION = """
func.func @f() {{
  %a = arith.constant 0 : i64
  %t = pto.alloc_tile {address} : !pto.tile_buf<vec, 16x16xf32>
  return
}}"""


def test_the_level_of_the_command_holds():
    placed, free = (ALLOCATION.format(address=a) for a in ("addr = %a", ""))
    for text in (placed, free):
        read(text)
    read(f"// RUN: ptoas --pto-level=level3 %s\n{placed}")
    read(f"// RUN: ptoas %s\n{free}")
    read(placed, level="level3")
    read(free, level="level1")
    for text, options in (
        (f"// RUN: ptoas %s\n{placed}", {}),
        (placed, {"level": "level2"}),
    ):
        with pytest.raises(CompileError, match=r"has an address.*for level 2, which forbids one"):
            read(text, **options)
    for text, options in (
        (f"// RUN: ptoas --pto-level=level3 %s\n{free}", {}),
        (free, {"level": "level3"}),
    ):
        with pytest.raises(CompileError, match=r"has no address.*for level 3, which needs one"):
            read(text, **options)


def test_a_wrong_option_in_a_command_is_an_error_at_its_line():
    with pytest.raises(CompileError) as error:
        read("\n// RUN: ptoas --pto-arch=a2 %s\nmodule {}")
    assert str(error.value) == "k.pto:2:1: error: unknown target 'a2', know a3, a5"


def test_rules_can_be_left_unchecked():
    text = "func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>) {\n"
    text += "  pto.trowsum ins(%a : !pto.tile_buf<vec, 16x64xf32>) outs(%a : "
    text += "!pto.tile_buf<vec, 16x64xf32>)\n  return\n}"
    read(text, check=False)
    with pytest.raises(CompileError, match="one valid column"):
        read(text)


@pytest.mark.parametrize("element", ["i8", "ui8", "f8E4M3FN", "!pto.hif8"])
def test_an_accumulator_is_stored_in_any_8_bits_with_a_scale(element: str):
    acc = "!pto.tile_buf<acc, 16x64xf32, blayout=col_major, slayout=row_major, fractal=1024>"
    view = f"!pto.partition_tensor_view<16x64x{element}>"
    text = f"""func.func @f(%a: {acc}, %v: {view}, %q: i64) {{
      pto.tstore ins(%a : {acc}{{scale}}) outs(%v : {view})
      return
    }}"""
    read(text.replace("{scale}", ", %q : i64"))
    with pytest.raises(CompileError, match="in 8 bits with a scale"):
        read(text.replace("{scale}", ""))


def test_numbers_have_no_sign_and_elements_may_have_one():
    tile = "!pto.tile_buf<vec, 16x64xui16>"
    text = f"""func.func @f(%a: {tile}, %i: index) {{
      %x = pto.tgetval ins(%a, %i : {tile}, index) outs : {{type}}
      pto.tsetval ins(%i, %x : index, {{type}}) outs(%a : {tile})
      return
    }}"""
    read(text.replace("{type}", "i16"))
    read(text.replace("{type}", "ui16"))
    with pytest.raises(CompileError, match="the elements are ui16, the number is i32"):
        read(text.replace("{type}", "i32"))


@pytest.mark.parametrize("access", ["%x = memref.load %m[%i]", "memref.store %v, %m[%i]"])
def test_an_access_to_a_memref_with_too_few_indices(access: str):
    type_ = "memref<4x4xf32>"
    text = f"func.func @f(%m: {type_}, %i: index, %v: f32) {{ {access} : {type_} return }}"
    with pytest.raises(CompileError, match="xpected an index for each dimension"):
        read(text)


def test_a_valid_extent_is_known_when_the_kernel_runs():
    tile = "!pto.tile_buf<vec, 16x64xf32, valid=?x?>"
    text = f"""func.func @f() {{
      %n = arith.constant 65 : index
      %a = pto.alloc_tile valid_row = %n valid_col = %n : {tile}
      pto.set_validshape %a, %n, %n : {tile}
      return
    }}"""
    read(text)


def test_a_version_is_the_options_else_the_modules():
    kernel = next(k for k in KERNELS if k.stem == "version_0_60")
    read(kernel.read_bytes())
    with pytest.raises(CompileError, match=r"ptoas has it since 0\.60, this is for 0\.48"):
        read(kernel.read_bytes(), ptoas_version="0.48")


@pytest.mark.parametrize(
    ("type_", "name"),
    [
        ("!pto.bf16x2", "bf16x2"),
        ("!pto.struct<i32, f32>", "struct"),
        ("!pto.tile_buf<vec, 16x64x!pto.bf16x2>", "bf16x2"),
    ],
)
def test_a_type_of_a_later_version(type_: str, name: str):
    for text in (
        f"func.func @f(%a: {type_}) {{ return }}",
        f"func.func private @f(i32) -> {type_}",
        f'func.func @f() {{ %a = "other.make"() : () -> {type_} return }}',
    ):
        module = read(text, ptoas_version="0.60")
        assert module.attributes["pto.ptoas_version"] == StringAttr("0.60")
        with pytest.raises(CompileError, match=rf"ptoas has !pto\.{name} since 0\.60"):
            read(text)


@pytest.mark.parametrize(
    ("good", "bad", "message"),
    [
        ("#pto<cmp gt>", "#pto.cmp<gt>", "this attribute is written #pto<cmp …>"),
        ("#pto<cmp gt>", "#pto.cmp gt", "this attribute is written #pto<cmp …>"),
        ("#pto.pipe<PIPE_V>", "#pto<pipe PIPE_V>", "'<' expected"),
        ("!pto.pipe", "!pto.pipe<>", "'}' expected"),
        ("!pto.hif8", "!pto.hif8<i8>", "'}' expected"),
        (CONFIG, CONFIG.replace("null", "9"), "9 is none of 0 (null), 1 (zero), 2 (max), 3 (min)"),
    ],
)
def test_spellings_of_attributes(good: str, bad: str, message: str):
    read(f"func.func @f() attributes {{a = {good}}} {{ return }}")
    with pytest.raises(CompileError) as caught:
        read(f"func.func @f() attributes {{a = {bad}}} {{ return }}")
    assert message in caught.value.message


V = "!pto.tile_buf<vec, 16x64xf32>"


@pytest.mark.parametrize(
    "line",
    [
        f"pto.taddrelu ins(%a, %a : {V}, {V}) outs(%a : {V})",
        f"pto.trem ins(%a, %a : {V}, {V}) outs(%a : {V})",
        f"pto.tcvt ins(%a, %a : {V}, {V}) outs(%a : {V})",
        '"pto.get_buf_dyn"(%i) {mode = #pto.dcci_mode<x>} : (index) -> ()',
        "pto.syncall(%p : !pto.ptr<i32>) mode = #pto.sync_all_mode<soft>, "
        "core_type = #pto.sync_core_type<mix>",
    ],
)
def test_text_that_names_no_version_is_for_0_48(line: str):
    text = f"func.func @f(%a: {V}, %i: index, %p: !pto.ptr<i32>) {{\n  {line}\n  return\n}}"
    with pytest.raises(CompileError, match=r"0\.48"):
        read(text)
    module = read(text, ptoas_version="0.60")
    assert module.attributes["pto.ptoas_version"] == StringAttr("0.60")
    assert read(emit_module(module)).is_structurally_equivalent(module)


@pytest.mark.parametrize(
    "line",
    [
        '%0 = "test.op"() ({ ^bb0(%x: i32): "test.end"(%x) : (i32) -> () }) : () -> !test.t',
        '%0 = "llvm.mlir.constant"() <{value = 3 : i32}> : () -> i32',
        '"llvm.func"() <{CConv = #llvm.cconv<ccc>, function_type = !llvm.func<void (ptr)>, '
        'linkage = #llvm.linkage<external>, sym_name = "g"}> ({}) : () -> ()',
        '%0 = "emitc.constant"() <{value = 1 : i32}> : () -> i32',
    ],
)
def test_what_the_assembler_only_keeps_is_written_in_the_generic_form(line: str):
    module = read(f"func.func @f() {{ {line} return }}")
    text = emit_module(module)
    assert line.partition("(")[0].strip() in text
    assert read(text).is_structurally_equivalent(module)


def test_custom_text_is_for_dialects_of_the_assembler():
    text = "func.func @f() { %0 = gpu.thread_id x return }"
    with pytest.raises(CompileError, match="is unknown; of such only the generic form"):
        read(text)


def test_the_generic_form_says_what_is_default():
    row = "!pto.tile_buf<vec, 1x64xf32>"
    types = f"({V}, {row}) -> ()"
    head = f"func.func @f(%a: {V}, %d: {row}) {{"
    for properties in ("<{isBinary = false}>", "{isBinary = false}", ""):
        module = read(f'{head} "pto.tcolsum"(%a, %d) {properties} : {types} return }}')
        assert f"pto.tcolsum ins(%a : {V}) outs(%d : {row})" in emit_module(module)
    with pytest.raises(CompileError, match="given together or not at all"):
        read(f"{head} pto.tcolsum ins(%a {{isBinary = false}} : {V}) outs(%d : {row}) return }}")


def test_a_memref_may_be_source_and_destination():
    def text(type_: str) -> str:
        operation = f"pto.tors ins(%a, %s : {type_}, i16) outs(%a : {type_})"
        return f"func.func @f(%a: {type_}, %s: i16) {{ {operation} return }}"

    read(text("memref<16x64xi16, #pto.address_space<vec>>"))
    with pytest.raises(CompileError, match="have to be different tiles"):
        read(text("!pto.tile_buf<vec, 16x64xi16>"))


def test_a_tile_without_pad_value_is_padded_with_that_of_the_operation():
    text = f"func.func @f(%a: {V}) {{ pto.tfillpad ins(%a : {V}) outs(%a : {V})"
    read(f"{text} {{padValue = #pto.pad_value<zero>}} return }}")
    with pytest.raises(CompileError, match="pad=0"):
        read(f"{text} return }}")


@pytest.mark.parametrize(
    ("line", "written"),
    [
        ('pto.get_buf_dyn   "PIPE_V", %i,  0  // the pipe', 'pto.get_buf_dyn "PIPE_V", %i, 0\n'),
        ("pto.rls_buf_dyn[<PIPE_V>, %i, 0] {a}", "pto.rls_buf_dyn[<PIPE_V>, %i, 0] {a}\n"),
        ('pto.set_intra_block <PIPE_V>, %i loc("a.py":1:2)', "pto.set_intra_block <PIPE_V>, %i\n"),
        ('pto.set_cross_block(%i // one\n , %i) {b = "%d }"}', '(%i , %i) {b = "%d }"}\n'),
        ("pto.wait_intra_block", "pto.wait_intra_block\n"),
        (
            "%x = pto.struct_get %s[0] : !pto.struct<i32> -> i32\n"
            "pto.struct_set %s[0], %x : !pto.struct<i32>, i32",
            "pto.struct_set %s[0], %x : !pto.struct<i32>, i32\n",
        ),
        ("pto.section.vector { pto.cmo.cacheinvalid %i }", "pto.cmo.cacheinvalid %i\n"),
    ],
)
def test_text_that_is_not_known_is_kept(line: str, written: str):
    text = f"func.func @f(%i: index, %s: !pto.struct<i32>) {{\n  {line}\n  return\n}}"
    module = read(text, ptoas_version="0.60")
    once = emit_module(module)
    assert written in once
    assert read(once).is_structurally_equivalent(module)
    assert emit_module(read(once)) == once


def test_text_that_is_not_known_names_values_and_types():
    text = "!t = index\nfunc.func @f(%i: !t) {{ pto.get_buf_dyn {0}\n return }}"
    read(text.format("%i : index"), ptoas_version="0.60")
    with pytest.raises(CompileError, match="has no aliases"):
        read(text.format("%i : !t"), ptoas_version="0.60")
    with pytest.raises(CompileError, match="'%j' is used but not defined"):
        read(text.format("%j : index"), ptoas_version="0.60")


@pytest.mark.parametrize("kind", ['"cube"', "#pto.func_core_type<AIC>", "unit"])
@pytest.mark.parametrize(
    "text", ["module attributes {@} {}", "func.func @f() attributes {@} { return }"]
)
def test_the_kind_of_a_kernel_is_an_attribute_of_its_own(text: str, kind: str):
    read(text.replace("@}", "pto.kernel_kind = #pto.kernel_kind<cube>}"))
    with pytest.raises(CompileError, match=r"kernel_kind is #pto\.kernel_kind<cube> or #pto"):
        read(text.replace("@}", f"pto.kernel_kind = {kind}}}"))


def test_locations_may_be_named_behind_their_use():
    text = 'func.func @f() {\n  return loc(#loc2)\n}\n#loc1 = loc("a.py":3:5)\n'
    text += '#loc2 = loc("x"(#loc1)) // the function (at its end)\n'
    (terminator,) = [op for op in read(text).walk() if op.name == "func.return"]
    assert str(terminator.location) == 'loc("x"("a.py":3:5))'


def test_unknown_dialects_are_kept_and_ours_not_extended():
    text = (
        'func.func @f() {\n  %0 = "vendor.op"() {a = #vendor.x<1>} : () -> !vendor.t\n  return\n}'
    )
    module = read(text)
    assert read(emit_module(module)).is_structurally_equivalent(module)
    for bad, message in (
        ("pto.tadder", "Operation pto.tadder is not registered"),
        ('"pto.tadder"() : () -> ()', "Operation pto.tadder is not registered"),
        ('"vendor.op"() {a = #pto.colour<red>} : () -> ()', "pto.colour"),
        ('"vendor.op"() : () -> !pto.colour', "pto.colour"),
    ):
        with pytest.raises(CompileError, match=message):
            read(f"func.func @f() {{\n  {bad}\n  return\n}}")


def test_casts_and_copies_of_memrefs_are_read():
    text = """func.func @f(%a: memref<16x64xf32>, %d: memref<16x64xf32>) {
      %b = memref.cast %a {note} : memref<16x64xf32> to memref<?x64xf32>
      memref.copy %a, %d {note} : memref<16x64xf32> to memref<16x64xf32>
      return
    }"""
    module = read(text)
    assert [type(op) for op in module.walk() if op.name.startswith("memref.")] == [
        memref.CastOp,
        memref.CopyOp,
    ]
    assert read(emit_module(module)).is_structurally_equivalent(module)


def outcome(text: str | bytes) -> ModuleOp | CompileError:
    """What reading gives, which is one of the two in any case, and soon."""
    start = time.process_time()
    try:
        return read(text)
    except CompileError as error:
        return error
    finally:
        assert time.process_time() - start < SECONDS


def check_error(error: CompileError) -> None:
    """An error has a place and one line of text."""
    assert error.line is not None
    assert error.line >= 1
    assert "\n" not in error.message
    assert 0 < len(error.message) < 1000


def malformed(text: str | bytes) -> CompileError:
    """Read what is no `.pto` text."""
    error = outcome(text)
    assert isinstance(error, CompileError)
    check_error(error)
    return error


def _in_function(line: str) -> str:
    return f"func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>) {{\n  {line}\n  return\n}}"


def test_bytes_that_are_no_text():
    assert str(malformed(b"module {\n  \xff\n}")) == "k.pto:2:3: error: not UTF-8 text: byte 0xff"
    assert "bytecode" in malformed(b"PTOBC\0\1\2").message


@pytest.mark.parametrize(
    "text",
    [
        "module {",
        "}",
        "%",
        "module { func.func @f( }",
        _in_function('pto.print ins("unterminated'),
        _in_function("pto.tadd ins(%a, %a"),
        _in_function("%t = pto.alloc_tile : !pto.tile_buf<vec, 16x64xf32, colour=1>"),
        _in_function("%t = pto.alloc_tile : !pto.tile_buf<vec, 16x64>"),
        _in_function("%t = pto.alloc_tile : !pto.tile_buf<vec, 16xf32>"),
        _in_function("%t = pto.alloc_tile : !pto.multi_tile_buf<vec, 16x64xf32>"),
        _in_function("pto.barrier <PIPE_NONE>"),
        _in_function("pto.tadd ins(%a, %b : !pto.tile_buf<vec, 16x64xf32>, f32) outs(%a : f32)"),
        _in_function("%a = arith.constant 1 : index"),
        _in_function("cf.br ^nowhere"),
        _in_function("%x = arith.constant dense<[1, [2]]> : tensor<2xi32>"),
        '"pto.tadd"() : () -> ()',
        '"builtin.module"() : () -> ()',
        '"func.func"() ({}) : () -> ()',
    ],
    ids=lambda t: " ".join(str(t).split())[:40],
)
def test_malformed_text(text: str):
    malformed(text)


@pytest.mark.parametrize(
    "line",
    [
        "%x = arith.constant {n} : index",
        "%x = arith.constant -{n} : i64",
        "%x = arith.constant 0x{n} : i64",
        "%x = arith.constant {n}.0 : f32",
        "%t = pto.alloc_tile : !pto.tile_buf<vec, {n}x64xf32>",
        "%t = pto.alloc_tile : !pto.tile_buf<vec, 16x64xf32, valid={n}x64>",
        "%t = pto.alloc_tile : !pto.multi_tile_buf<vec, 16x64xf32, count={n}>",
        "%t = pto.alloc_tile : !pto.tile_buf<vec, 16x64xi{n}>",
        'pto.get_buf "PIPE_V", {n}, 0',
        "pto.sync.set <PIPE_FIX>, {n}",
        "%t = pto.subview %a[%i, %i] sizes [{n}, 64] : !pto.tile_buf<vec, 16x64xf32>",
        "%x:{n} = pto.get_block_idx",
        "pto.trap {{a = [{n}]}}",
        "%y = arith.addi %a#{n}, %a : index",
    ],
    ids=lambda t: t[:40],
)
def test_integers_of_a_million_digits(line: str):
    found = outcome(_in_function(line.format(n="9" * 10**6)))
    if isinstance(found, CompileError):
        check_error(found)
    else:
        # A float is rounded to infinity, as in MLIR.
        assert line.endswith(".0 : f32")


def test_an_integer_that_python_does_not_convert():
    error = malformed(_in_function(f"%x = arith.constant {'9' * 10**6} : index"))
    assert error.message == "an integer with too many digits"
    assert error.line == 2


@pytest.mark.parametrize(
    "nest",
    [
        lambda n: "module {" * n,
        lambda n: "module {" * n + "}" * n,
        lambda n: _in_function("pto.section.vector {" * n),
        lambda n: _in_function("pto.trap {a = " + "[" * n),
        lambda n: _in_function("pto.trap {a = " + "[" * n + "]" * n + "}"),
        lambda n: f"func.func @f(%a: {'tuple<' * n}i32{'>' * n})",
        lambda n: _in_function("pto.trap loc(" + "fused[" * n),
        lambda n: "(" * n,
        lambda n: "<" * n,
    ],
    ids=str,
)
@pytest.mark.parametrize("depth", [1000, 10**5])
def test_deep_nesting(nest: Callable[[int], str], depth: int):
    assert "nest" in malformed(nest(depth)).message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("\0", "unexpected character U+0000"),
        (_in_function("%x = arith.constant ² : index"), "unexpected character U+00B2"),
        (_in_function("pto.trap {é = 1}"), "unexpected character U+00E9"),
        ("\ufeffmodule {}", "unexpected character U+FEFF"),
        (_in_function("%x = arith.constant 99999 : i16"), "out of range for type i16"),
        (_in_function("%x = arith.constant dense<1> : vector<9999999999999xi32>"), "too large"),
        (_in_function(f"%x = arith.constant dense<1> : vector<{'9' * 30}xi32>"), "too large"),
        (_in_function(f'"v.x"() {{a = affine_map<(d) -> ({"-" * 5000}d)>}} : () -> ()'), "nests"),
    ],
)
def test_what_else_is_no_pto_text(text: str, message: str):
    error = malformed(text)
    assert message in error.message
    assert error.line == 1 + text[: text.index("\n") + 1].count("\n") if "\n" in text else 1


def test_a_value_is_not_defined_in_an_operation_that_uses_it():
    loop = "%r = scf.for %i = %c to %c step %c iter_args(%x = %y) -> (index) {\n"
    text = f"func.func @f(%c: index) {{\n{loop}%y = arith.addi %c, %c : index\n"
    error = malformed(f"{text}scf.yield %y : index\n}}\nreturn\n}}")
    assert str(error) == "k.pto:2:51: error: '%y' is used but not defined"


def test_locations_in_any_order():
    names = range(2000)
    lines = "\n".join("  pto.trap loc(#loc0)" for _ in names)
    aliases = "\n".join(f'#loc{n} = loc("k.py":{n + 1}:1)' for n in reversed(names))
    module = read(f"func.func @f() {{\n{lines}\n  return loc(#loc1999)\n}}\n{aliases}")
    assert {str(op.location) for op in module.walk() if op.name == "pto.trap"} == {
        'loc("k.py":1:1)'
    }


@pytest.mark.parametrize(
    ("aliases", "used"),
    [
        ([f"#a{n} = [#a{n - 1}, #a{n - 1}]" if n else "#a0 = 1" for n in range(60)], "#a59"),
        ([f"!a{n} = tuple<!a{n - 1}>" if n else "!a0 = i32" for n in range(400)], "!a399"),
    ],
)
def test_aliases_of_aliases(aliases: list[str], used: str):
    text = "\n".join(aliases)
    error = malformed(f'{text}\nfunc.func @f() {{\n "v.x"() {{a = {used}}} : () -> ()\n return\n}}')
    assert error.message.startswith("aliases nest more than 128 deep or stand for more than 10000")


def test_location_aliases_of_location_aliases():
    chain = "\n".join(f'#loc{n} = loc("x"(#loc{n + 1}))' for n in range(5000))
    malformed(f'func.func @f() {{\n return loc(#loc0)\n}}\n{chain}\n#loc5000 = loc("k.py":1:1)')
    circle = '#loc0 = loc("x"(#loc1))\n#loc1 = loc("x"(#loc0))'
    error = malformed(f"func.func @f() {{\n return loc(#loc0)\n}}\n{circle}")
    assert "undefined symbol alias '#loc0'" in error.message


def test_many_blocks():
    blocks = "\n".join(f"^b{n}:\n cf.br ^b{n + 1}" for n in range(3000))
    malformed(f"func.func @f() {{\n cf.br ^b0\n{blocks}\n^b3000:\n {{\n}}")
    outcome(f"func.func @f() {{\n cf.br ^b0\n{blocks}\n^b3000:\n return\n}}")


def test_nesting_that_real_kernels_have():
    loops = "".join(f"scf.for %i{n} = %c to %c step %c {{" for n in range(40))
    text = f"func.func @f(%c: index) {{\n{loops}{'}' * 40}\nreturn\n}}"
    module = read(text)
    assert read(emit_module(module)).is_structurally_equivalent(module)


def damaged(generator: random.Random, text: str) -> str:
    """A text in which something is missing, doubled or replaced."""
    start = generator.randrange(len(text))
    end = min(len(text), start + generator.randrange(1, 12))
    noise = "".join(generator.choice('%@#!^<>(){}[],:="x0-?a. \n') for _ in range(3))
    return text[:start] + generator.choice(("", noise, text[start:end] * 2)) + text[end:]


def test_damaged_kernels_are_read_or_rejected():
    generator = random.Random(1)
    rejected = 0
    for path in KERNELS:
        text = path.read_text()
        for candidate in (
            text[: generator.randrange(len(text))],
            damaged(generator, text),
            damaged(generator, text),
        ):
            found = outcome(candidate)
            if isinstance(found, CompileError):
                rejected += 1
                check_error(found)
    assert rejected > len(KERNELS)


def test_random_bytes():
    generator = random.Random(2)
    for size in (1, 10, 1000, 10**5):
        malformed(generator.randbytes(size))
        malformed("".join(chr(generator.randrange(32, 127)) for _ in range(size)))
