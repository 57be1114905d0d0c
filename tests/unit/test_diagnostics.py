"""Errors for the author of a kernel: their text, and the places that they point at."""

from __future__ import annotations

import pytest
from xdsl.dialects import test
from xdsl.dialects.builtin import (
    ArrayAttr,
    CallSiteLoc,
    FusedLoc,
    NoneAttr,
    StringAttr,
    UnknownLoc,
    i32,
)
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute
from xdsl.utils.exceptions import DiagnosticException

from pto_dialect.diagnostics import (
    CompileError,
    Note,
    Position,
    display_name,
    fail,
    file_location,
    location_of,
    name_in,
    note_at,
    position_of,
)


def test_text_of_an_error():
    error = CompileError(
        "too big",
        Position("k.py", 12, 9),
        ["make it smaller", Note("declared here", Position("k.py", 3, 5))],
    )
    assert str(error) == (
        "k.py:12:9: error: too big\nnote: make it smaller\nk.py:3:5: note: declared here"
    )
    assert (error.message, error.file, error.line, error.column) == ("too big", "k.py", 12, 9)
    assert error.notes == (
        Note("make it smaller"),
        Note("declared here", Position("k.py", 3, 5)),
    )


def test_error_without_a_place():
    error = CompileError("too big")
    assert str(error) == "error: too big"
    assert (error.file, error.line, error.column, error.notes) == (None, None, None, ())


def test_xdsl_knows_the_error_as_a_diagnostic():
    assert issubclass(CompileError, DiagnosticException)


def fused(*locations: Attribute) -> FusedLoc:
    """Several places of one operation."""
    return FusedLoc(ArrayAttr(locations), NoneAttr())


HERE = file_location("k.py", 2, 3)
THERE = file_location("k.py", 7, 1)
NAMED = file_location("k.py", 2, 3, "t0")


@pytest.mark.parametrize(
    ("location", "position", "name"),
    [
        (UnknownLoc(), None, None),
        (HERE, Position("k.py", 2, 3), None),
        (NAMED, Position("k.py", 2, 3), "t0"),
        (CallSiteLoc(NAMED, THERE), Position("k.py", 2, 3), "t0"),
        (CallSiteLoc(UnknownLoc(), THERE), Position("k.py", 7, 1), None),
        (fused(UnknownLoc(), THERE, HERE), Position("k.py", 7, 1), None),
        (fused(UnknownLoc()), None, None),
        (fused(), None, None),
        (StringAttr("no location"), None, None),
    ],
)
def test_what_a_location_says(location: Attribute, position: Position | None, name: str | None):
    assert position_of(location) == position
    assert name_in(location) == name


def test_display_name_prefers_the_name_in_the_source():
    op = test.TestOp(result_types=[i32])
    assert display_name(op.results[0]) == "result of test.op"
    op.results[0].name_hint = "t"
    assert display_name(op.results[0]) == "t"
    op.location = NAMED
    assert display_name(op.results[0]) == "t0"


def test_display_name_of_a_block_argument():
    function = FuncOp("f", ([i32, i32], []))
    first, second = function.body.block.args
    assert display_name(second) == "block argument 1"
    second.name_hint = "x"
    assert display_name(second) == "x"
    second.location = NAMED
    assert display_name(second) == "t0"
    assert display_name(first) == "block argument 0"


def test_location_of_a_block_argument_is_its_own_or_that_of_its_operation():
    function = FuncOp("f", ([i32, i32], []))
    function.location = THERE
    own, none = function.body.block.args
    own.location = HERE
    assert location_of(own) == HERE
    assert location_of(none) == THERE


def test_fail_points_at_the_operation():
    op = test.TestOp(result_types=[i32])
    op.location = NAMED
    with pytest.raises(CompileError) as error:
        fail(op, "wrong", [note_at(op.results[0], "made here")])
    assert str(error.value) == "k.py:2:3: error: wrong\nk.py:2:3: note: made here"


def test_fail_points_at_a_value():
    op = test.TestOp(result_types=[i32])
    op.location = THERE
    with pytest.raises(CompileError, match=r"k\.py:7:1: error: wrong"):
        fail(op.results[0], "wrong")
