"""What MLIR refuses of its own operations in `.pto` text, beside what it takes."""

from __future__ import annotations

import re

import pytest
from pto_text import read

from pto_dialect.diagnostics import CompileError

SIGNATURE = "%c: i1, %n: i32, %l: i64, %i: index, %x: f32, %u: ui8, %s: si32"


def in_function(body: str) -> str:
    return f"func.func @f({SIGNATURE}) {{\n{body}\n  return\n}}"


def refusal(text: str) -> str:
    with pytest.raises(CompileError) as caught:
        read(text)
    assert caught.value.position is not None
    return caught.value.message


@pytest.mark.parametrize(
    ("good", "bad", "message"),
    [
        (
            "%r = arith.addi %n, %n : i32",
            "%r = arith.addi %u, %u : ui8",
            "arith.addi: scalar integers have no sign, got ui8",
        ),
        (
            "%r = arith.cmpi eq, %n, %n : i32",
            "%r = arith.cmpi eq, %s, %s : si32",
            "arith.cmpi: scalar integers have no sign, got si32",
        ),
        (
            "%r = arith.extsi %n : i32 to i64",
            "%r = arith.extsi %n : i32 to ui64",
            "arith.extsi: scalar integers have no sign, got ui64",
        ),
        (
            "%r = arith.fptosi %x : f32 to i32",
            "%r = arith.fptosi %x : f32 to ui32",
            "arith.fptosi: scalar integers have no sign, got ui32",
        ),
        (
            "%r = arith.index_castui %n : i32 to index",
            "%r = arith.index_castui %n : i32 to i64",
            "arith.index_castui: it casts between index and an integer, got i32 and i64",
        ),
        (
            "%r = arith.bitcast %n : i32 to f32",
            "%r = arith.bitcast %i : index to i64",
            "arith.bitcast: the types have a width, got index",
        ),
        (
            "%r = arith.constant 1.0 : f32",
            "%r = arith.constant 1 : f32",
            "a whole number is no f32, write a point",
        ),
        (
            "%r = arith.constant 0x3F800000 : f32",
            "%r = arith.constant -1 : bf16",
            "a whole number is no bf16, write a point",
        ),
        (
            '%r = "arith.cmpi"(%n, %n) <{predicate = 9 : i64}> : (i32, i32) -> i1',
            '%r = "arith.cmpi"(%n, %n) <{predicate = 10 : i64}> : (i32, i32) -> i1',
            "arith.cmpi: predicate is 0 to 9 : i64, got 10 : i64",
        ),
        (
            '%r = "arith.cmpf"(%x, %x) <{predicate = 15 : i64}> : (f32, f32) -> i1',
            '%r = "arith.cmpf"(%x, %x) <{predicate = 1 : i32}> : (f32, f32) -> i1',
            "arith.cmpf: predicate is 0 to 15 : i64, got 1 : i32",
        ),
        (
            '"unknown.add"(%n) : (i32) -> ()',
            '"arith.add"(%n) : (i32) -> ()',
            "Operation arith.add is not registered",
        ),
    ],
)
def test_scalars(good: str, bad: str, message: str):
    read(in_function(f"  {good}"))
    assert message in refusal(in_function(f"  {bad}"))


def test_what_is_selected_may_have_a_sign():
    read(in_function("  %r = arith.select %c, %u, %u : ui8"))


def loop(condition: str, argument: str, end: str) -> str:
    return in_function(f"""
  %r = scf.while (%a = %n) : (i32) -> i32 {{
    {condition}
  }} do {{
  ^bb0{argument}:
    {end}
  }}""")


@pytest.mark.parametrize(
    ("condition", "argument", "end", "message"),
    [
        ("scf.yield %a : i32", "(%b: i32)", "scf.yield %b : i32", "first region has to end with"),
        (
            "scf.condition(%c) %a : i32",
            "(%b: i32)",
            "scf.condition(%c) %b : i32",
            "second region has to end with scf.yield",
        ),
        ("scf.condition(%c) %a : i32", "", "scf.yield %n : i32", "'scf.while' does not fit"),
    ],
)
def test_how_the_regions_of_a_while_loop_end(condition: str, argument: str, end: str, message: str):
    read(loop("scf.condition(%c) %a : i32", "(%b: i32)", "scf.yield %b : i32"))
    assert message in refusal(loop(condition, argument, end))


BLOCKS = """func.func @f() {
^a:
  cf.br ^b
^b:
  cf.br ^b
}"""


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("^b:\n  cf.br ^b", "^b:\n  cf.br ^a", "'cf.br' jumps to the first block of 'func.func'"),
        ("^b:\n  cf.br ^b", "^b:", "'func.func' has an empty block where a terminator is"),
    ],
)
def test_blocks(old: str, new: str, message: str):
    read(BLOCKS)
    assert message in refusal(BLOCKS.replace(old, new))


@pytest.mark.parametrize(
    "outer",
    [
        "func.func @f() {\n@\n  return\n}",
        "func.func @f(%c: i1) {\n  scf.if %c {\n@\n  }\n  return\n}",
        "func.func @f() {\n  pto.section.cube {\n@\n  }\n  return\n}",
    ],
)
def test_a_function_stands_in_a_module(outer: str):
    inner = "func.func @g() {\n  return\n}"
    read(f"module {{\n  module {{\n{inner}\n  }}\n}}")
    message = refusal(outer.replace("@\n", f"{inner}\n", 1))
    assert re.fullmatch(r"func\.func: 'g' has to stand in a module, not in [\w.]+", message)


SWITCH = """func.func @f(%n: i32, %x: f32, %l: i64) {
  cf.switch %n : i32, [
    default: ^a(%x : f32),
    4: ^b
  ]
^a(%p: f32):
  cf.br ^b
^b:
  return
}"""


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("^a(%x : f32)", "^a(%l : i64)", "cf.switch: the jump passes on i64, expected f32"),
        ("4: ^b", "4: ^b(%l : i64)", "cf.switch: the jump passes on i64, expected nothing"),
    ],
)
def test_what_a_switch_passes_on(old: str, new: str, message: str):
    read(SWITCH)
    assert message in refusal(SWITCH.replace(old, new))


def test_what_a_region_that_runs_once_yields():
    text = in_function("  %r = scf.execute_region -> i32 {\n    scf.yield %n : i32\n  }")
    read(text)
    message = refusal(text.replace("%n : i32\n", "%x : f32\n"))
    assert message == "scf.execute_region: scf.yield passes on f32, expected i32"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("@g :", "@h :", "func.constant: there is no function 'h'"),
        (": (f32)", ": (i32)", "func.constant: 'g' is (f32) -> f32, not (i32) -> f32"),
    ],
)
def test_a_function_as_a_value(old: str, new: str, message: str):
    text = "func.func private @g(f32) -> f32\n"
    text += in_function("  %r = func.constant @g : (f32) -> f32")
    read(text)
    assert refusal(text.replace(old, new)) == message


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("vector.foo %n : i32", "'vector.foo' is unknown; of such only the generic form"),
        ("%r = foo.bar %n", "'foo.bar' is unknown; of such only the generic form"),
        ("foo", "'foo' is no operation"),
    ],
)
def test_unknown_operations(line: str, said: str):
    assert refusal(in_function(f"  {line}")).startswith(said)
