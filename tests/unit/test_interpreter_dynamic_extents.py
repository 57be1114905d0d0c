"""Operations of `.pto` text on tiles whose valid extents are known at run time only."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from pto_kernels import run_text

from pto_dialect.diagnostics import CompileError
from pto_dialect.interpreter.semantics import Block
from pto_dialect.interpreter.vector_semantics import merge_rows

Part = tuple[str, int, int]
"""A tile: element type, valid rows and columns."""
SCALARS = {"f": "%f : f32", "i": "%i : i32"}


def run(name: str, ins: Sequence[Part | str], outs: Sequence[Part], attributes: str = "") -> None:
    """Run an operation whose tile operands hold ones, and store its first result."""
    arguments, lines = ["%f: f32", "%i: i32"], list[str]()
    values: list[object] = [np.float32(0), 64]

    def tile(part: Part, *, is_loaded: bool) -> tuple[str, str]:
        element, rows, cols = part
        place, type_ = f"%t{len(values)}", f"!pto.tile_buf<vec, 32x128x{element}, valid=?x?>"
        window = f"!pto.partition_tensor_view<{rows}x{cols}x{element}>"
        lines.append(f"{place}r = arith.constant {rows} : index")
        lines.append(f"{place}c = arith.constant {cols} : index")
        lines.append(
            f"{place} = pto.alloc_tile valid_row = {place}r valid_col = {place}c : {type_}"
        )
        if is_loaded:
            lines.append(f"pto.tload ins({place}w : {window}) outs({place} : {type_})")
        arguments.append(f"{place}w: {window}")
        dtype = np.float32 if element == "f32" else element.replace("i", "int").replace("uint", "u")
        values.append(np.ones((rows, cols), dtype))
        return place, type_

    def operand(part: Part | str) -> tuple[str, str]:
        if isinstance(part, str):
            place, type_ = SCALARS[part].split(" : ")
            return place, type_
        return tile(part, is_loaded=True)

    sources = [operand(part) for part in ins]
    targets = [tile(part, is_loaded=False) for part in outs]
    groups = [
        f"{', '.join(p for p, _ in pairs)} : {', '.join(t for _, t in pairs)}"
        for pairs in (sources, targets)
    ]
    lines.append(f"pto.{name} ins({groups[0]}) outs({groups[1]}) {attributes}")
    (place, type_), (element, rows, cols) = targets[0], outs[0]
    window = f"!pto.partition_tensor_view<{rows}x{cols}x{element}>"
    lines.append(f"pto.tstore ins({place} : {type_}) outs({place}w : {window})")
    run_text("\n".join([*lines, "func.return"]), arguments, values)


FLOATS, INTS, MASK = ("f32", 8, 32), ("i32", 8, 32), ("i8", 8, 4)
GREATER = "{cmpMode = #pto<cmp gt>}"


@pytest.mark.parametrize(
    ("name", "ins", "outs", "attributes", "message"),
    [
        ("tcmp", [FLOATS, ("f32", 8, 31)], [MASK], "", "is valid in 8x31, expected 8x32"),
        (
            "tcmp",
            [FLOATS, FLOATS],
            [("i8", 8, 3)],
            "",
            "of 32 columns has no room in a mask of 3 bytes",
        ),
        (
            "tsel",
            [("i8", 8, 3), FLOATS, FLOATS, FLOATS],
            [FLOATS],
            "",
            "is valid in 8x3, expected 8x4",
        ),
        (
            "tsel",
            [("i8", 7, 4), FLOATS, FLOATS, FLOATS],
            [FLOATS],
            "",
            "is valid in 7x4, expected 8x4",
        ),
        ("tsort32", [("f32", 1, 33), ("i32", 1, 33)], [("f32", 1, 66)], "", "runs of 32 columns"),
        (
            "tpartargmax",
            [FLOATS, FLOATS, ("i32", 4, 8), INTS],
            [FLOATS, INTS],
            "",
            "an operand of pto.tpartargmax is valid in 4x8, expected 8x32",
        ),
        (
            "tgather",
            [FLOATS, ("f32", 1, 3), FLOATS],
            [INTS, ("i32", 1, 8)],
            GREATER,
            "has 3 keys for 8 rows",
        ),
    ],
)
def test_operands_whose_extents_do_not_go_together(
    name: str, ins: Sequence[Part], outs: Sequence[Part], attributes: str, message: str
):
    with pytest.raises(CompileError, match=message):
        run(name, ins, outs, attributes)


@pytest.mark.parametrize("name", ["trowargmax", "trowargmin", "tcolargmax", "tcolargmin"])
def test_the_place_of_the_best_of_no_elements_is_undefined(name: str):
    part, result = (("f32", 8, 0), ("i32", 8, 1)), (("f32", 0, 16), ("i32", 1, 16))
    source, out = part if "row" in name else result
    with pytest.raises(CompileError, match="which nobody has written"):
        run(name, [source, source], [out])


def test_a_reduction_of_nothing_has_an_empty_result():
    run("trowsum", [("f32", 0, 0), ("f32", 0, 0)], [("f32", 0, 0)])


def test_runs_of_an_empty_row_are_merged():
    run("tmrgsort", [("f32", 1, 0), "i"], [("f32", 1, 0)])


def runs(*rows: Sequence[float]) -> list[Block]:
    """Rows of f32 records with these values."""
    return [
        Block(np.stack([row, np.zeros(len(row))], axis=1).astype(np.float32).reshape(1, -1), None)
        for row in rows
    ]


@pytest.mark.parametrize(
    ("rows", "expected", "used"),
    [
        (([5, 3], [3, 1]), [5, 3, 3, 1], 2),
        (([3, 1], [5, 3]), [5, 3, 3, 1], 3),
        (([4], [9, 8, 7, 4, 4], [4, 2]), [9, 8, 7, 4, 4, 4, 4, 2], 4),
        (([1, 0], []), [1, 0], 0),
    ],
)
def test_a_merge_ends_with_the_run_that_is_used_up_first(
    rows: Sequence[Sequence[float]], expected: list[float], used: int
):
    merged = merge_rows("merge", runs(*rows), exhausted=True)
    assert merged.data[0, ::2].tolist() == expected
    assert merged.defined is not None
    assert merged.defined[0, ::2].tolist() == [i < used for i in range(len(expected))]
