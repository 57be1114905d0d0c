"""Tile IR on numpy: what each operation computes, and what is an error."""

from __future__ import annotations

from collections.abc import Callable

import ml_dtypes
import numpy as np
import pytest
from interpreter_ir import module_of

from pto_dialect.diagnostics import CompileError
from pto_dialect.interpreter.api import run_function
from pto_dialect.interpreter.rounding import convert

F32 = "!tile.tile<vec, 8x16xf32>"
COLUMN = "!tile.tile<vec, 8x1xf32>"
ROW = "!tile.tile<vec, 1x16xf32>"


def random(shape: tuple[int, ...] = (8, 16), seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).standard_normal(shape, np.float32)


def run(body: str, *arrays: np.ndarray, types: str = "") -> None:
    """Run a body over tensors `%a`, `%b`, … whose types follow from the arrays."""
    spelled = {"float32": "f32", "float16": "f16", "bfloat16": "bf16"}
    arguments = ", ".join(
        f"%{chr(97 + i)}: memref<{'x'.join(map(str, x.shape))}x"
        f"{spelled.get(str(x.dtype), str(x.dtype).replace('uint', 'ui').replace('int', 'i'))}>"
        for i, x in enumerate(arrays)
    )
    text = f"""
        func.func @k({arguments}{types}) {{
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          %c4 = arith.constant 4 : index
          %c8 = arith.constant 8 : index
          {body}
          func.return
        }}"""
    run_function(module_of(text), "k", list(arrays))


def result_of(
    op: str, *inputs: np.ndarray, result: str = F32, out: np.ndarray | None = None
) -> np.ndarray:
    """The value of an operation on tiles `%t0`, `%t1`, … that hold these arrays."""
    out = np.empty_like(inputs[0]) if out is None else out
    names = {"float32": "f32", "float16": "f16", "bfloat16": "bf16"}
    lines: list[str] = []
    for i, x in enumerate(inputs):
        element = names.get(str(x.dtype), str(x.dtype).replace("uint", "ui").replace("int", "i"))
        shape = "x".join(map(str, x.shape))
        lines.append(
            f"%t{i} = tile.load %{chr(97 + i)}[%c0, %c0] : memref<{shape}x{element}> "
            f"-> !tile.tile<vec, {shape}x{element}>"
        )
    element = names.get(str(out.dtype), str(out.dtype).replace("uint", "ui").replace("int", "i"))
    shape = "x".join(map(str, out.shape))
    lines.append(f"%r = {op}")
    lines.append(
        f"tile.store %r, %{chr(97 + len(inputs))}[%c0, %c0] : {result}, memref<{shape}x{element}>"
    )
    run("\n".join(lines), *inputs, out)
    return out


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("add", lambda x, y: x + y),
        ("sub", lambda x, y: x - y),
        ("mul", lambda x, y: x * y),
        ("div", lambda x, y: x / y),
        ("max", np.maximum),
        ("min", np.minimum),
    ],
)
def test_binary(name: str, expected: Callable[..., np.ndarray]):
    x, y = random(), random(seed=1)
    np.testing.assert_array_equal(result_of(f"tile.{name} %t0, %t1 : {F32}", x, y), expected(x, y))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("exp", np.exp),
        ("log", np.log),
        ("sqrt", np.sqrt),
        ("rsqrt", lambda x: 1 / np.sqrt(x)),
        ("recip", lambda x: 1 / x),
        ("neg", np.negative),
        ("abs", np.abs),
        ("relu", lambda x: np.maximum(x, 0)),
    ],
)
def test_unary(name: str, expected: Callable[..., np.ndarray]):
    x = random()
    if name in ("log", "sqrt", "rsqrt"):
        x = np.abs(x)
    np.testing.assert_allclose(
        result_of(f"tile.{name} %t0 : {F32}", x), expected(x), rtol=1e-6, atol=0
    )


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("adds", lambda x: x + np.float32(1.5)),
        ("subs", lambda x: x - np.float32(1.5)),
        ("muls", lambda x: x * np.float32(1.5)),
        ("divs", lambda x: x / np.float32(1.5)),
        ("maxs", lambda x: np.maximum(x, np.float32(1.5))),
        ("mins", lambda x: np.minimum(x, np.float32(1.5))),
    ],
)
def test_scalar_operand(name: str, expected: Callable[..., np.ndarray]):
    x = random()
    out = np.empty_like(x)
    run(
        f"""%s = arith.constant 1.5 : f32
        %t = tile.load %a[%c0, %c0] : memref<8x16xf32> -> {F32}
        %r = tile.{name} %t, %s : {F32}, f32
        tile.store %r, %b[%c0, %c0] : {F32}, memref<8x16xf32>""",
        x,
        out,
    )
    np.testing.assert_array_equal(out, expected(x))


@pytest.mark.parametrize(("name", "expected"), [("ands", np.bitwise_and), ("ors", np.bitwise_or)])
def test_bitwise_scalar(name: str, expected: Callable[..., np.ndarray]):
    x = np.arange(-64, 64, dtype=np.int32).reshape(8, 16)
    out = np.empty_like(x)
    tile = "!tile.tile<vec, 8x16xi32>"
    run(
        f"""%s = arith.constant 12 : i32
        %t = tile.load %a[%c0, %c0] : memref<8x16xi32> -> {tile}
        %r = tile.{name} %t, %s : {tile}, i32
        tile.store %r, %b[%c0, %c0] : {tile}, memref<8x16xi32>""",
        x,
        out,
    )
    np.testing.assert_array_equal(out, expected(x, 12))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("row_sum", lambda x: x.sum(1, keepdims=True)),
        ("row_max", lambda x: x.max(1, keepdims=True)),
        ("row_min", lambda x: x.min(1, keepdims=True)),
    ],
)
def test_row_reduction(name: str, expected: Callable[..., np.ndarray]):
    x = random()
    got = result_of(
        f"tile.{name} %t0, %t0 : {F32} -> {COLUMN}",
        x,
        result=COLUMN,
        out=np.empty((8, 1), np.float32),
    )
    np.testing.assert_allclose(got, expected(x), rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("col_sum", lambda x: x.sum(0, keepdims=True)),
        ("col_max", lambda x: x.max(0, keepdims=True)),
        ("col_min", lambda x: x.min(0, keepdims=True)),
    ],
)
def test_column_reduction(name: str, expected: Callable[..., np.ndarray]):
    x = random()
    got = result_of(
        f"tile.{name} %t0 : {F32} -> {ROW}", x, result=ROW, out=np.empty((1, 16), np.float32)
    )
    np.testing.assert_allclose(got, expected(x), rtol=1e-5, atol=1e-6)


EXPANSIONS = [
    ("", lambda x, v: np.broadcast_to(v, x.shape)),
    ("_add", lambda x, v: x + v),
    ("_sub", lambda x, v: x - v),
    ("_mul", lambda x, v: x * v),
    ("_div", lambda x, v: x / v),
    ("_max", np.maximum),
    ("_min", np.minimum),
]


@pytest.mark.parametrize(("name", "expected"), EXPANSIONS)
def test_row_expand(name: str, expected: Callable[..., np.ndarray]):
    x, v = random(), random((8, 1), 1)
    got = result_of(f"tile.row_expand{name} %t0, %t1 : {F32}, {COLUMN} -> {F32}", x, v)
    np.testing.assert_array_equal(got, expected(x, v))


@pytest.mark.parametrize(("name", "expected"), EXPANSIONS)
def test_column_expand(name: str, expected: Callable[..., np.ndarray]):
    x, v = random(), random((1, 16), 1)
    got = result_of(f"tile.col_expand{name} %t0, %t1 : {F32}, {ROW} -> {F32}", x, v)
    np.testing.assert_array_equal(got, expected(x, v))


def test_integers_wrap_and_divide_towards_zero():
    x = np.full((8, 16), 127, np.int8)
    tile = "!tile.tile<vec, 8x16xi8>"
    assert (result_of(f"tile.add %t0, %t0 : {tile}", x, result=tile) == -2).all()
    y = np.tile(np.array([-7, 7], np.int32), (8, 8))
    z = np.full((8, 16), 2, np.int32)
    tile = "!tile.tile<vec, 8x16xi32>"
    got = result_of(f"tile.div %t0, %t1 : {tile}", y, z, result=tile)
    np.testing.assert_array_equal(got, np.tile(np.array([-3, 3], np.int32), (8, 8)))


@pytest.mark.parametrize("dtype", [np.float32, ml_dtypes.bfloat16, np.int8])
def test_an_atomic_store_adds_to_what_is_there(dtype: type):
    x, out = (np.arange(n, n + 128).reshape(8, 16).astype(dtype) for n in (0, 7))
    expected = out + x
    element = {"float32": "f32", "bfloat16": "bf16", "int8": "i8"}[np.dtype(dtype).name]
    tensor, tile = f"memref<8x16x{element}>", f"!tile.tile<vec, 8x16x{element}>"
    run(
        f"%t = tile.load %a[%c0, %c0] : {tensor} -> {tile}\n"
        f"tile.store %t, %b[%c0, %c0] atomic_add : {tile}, {tensor}",
        x,
        out,
    )
    np.testing.assert_array_equal(out, expected)


@pytest.mark.parametrize("dtype", [np.float16, ml_dtypes.bfloat16])
def test_narrow_floats_are_computed_in_f32_and_rounded_once(dtype: type):
    element = {"float16": "f16", "bfloat16": "bf16"}[np.dtype(dtype).name]
    tile = f"!tile.tile<vec, 8x16x{element}>"
    x = random().astype(dtype)
    got = result_of(f"tile.exp %t0 : {tile}", x, result=tile)
    np.testing.assert_array_equal(got, np.exp(x.astype(np.float32)).astype(dtype))
    # The sum of many ones is exact in f32, where the narrow type would stop growing.
    ones = np.ones((8, 4096), dtype)
    wide = f"!tile.tile<vec, 8x4096x{element}>"
    column = f"!tile.tile<vec, 8x1x{element}>"
    got = result_of(
        f"tile.row_sum %t0, %t0 : {wide} -> {column}",
        ones,
        result=column,
        out=np.empty((8, 1), dtype),
    )
    assert (got.astype(np.float32) == 4096).all()


def test_views_and_copies():
    x = random()
    window = "!tile.tile<vec, 4x8xf32>"
    got = result_of(
        f"tile.slice %t0[%c4, %c8] : {F32} -> {window}",
        x,
        result=window,
        out=np.empty((4, 8), np.float32),
    )
    np.testing.assert_array_equal(got, x[4:, 8:])
    flat = "!tile.tile<vec, 16x8xf32>"
    got = result_of(
        f"tile.reshape %t0 : {F32} -> {flat}", x, result=flat, out=np.empty((16, 8), np.float32)
    )
    np.testing.assert_array_equal(got, x.reshape(16, 8))
    np.testing.assert_array_equal(result_of(f"tile.move %t0 : {F32}", x), x)
    y = random((4, 8), 1)
    got = result_of(f"tile.assemble %t0, %t1[%c4, %c8] : {F32}, {window}", x, y)
    expected = x.copy()
    expected[4:, 8:] = y
    np.testing.assert_array_equal(got, expected)
    both = "!tile.tile<vec, 8x32xf32>"
    got = result_of(
        f"tile.concat %t0, %t0 : {F32} -> {both}",
        x,
        result=both,
        out=np.empty((8, 32), np.float32),
    )
    np.testing.assert_array_equal(got, np.concatenate((x, x), 1))


def test_assemble_leaves_the_old_value_alone():
    x, y, out = random(), random((4, 8), 1), np.empty((8, 16), np.float32)
    run(
        f"""%t = tile.load %a[%c0, %c0] : memref<8x16xf32> -> {F32}
        %s = tile.load %b[%c0, %c0] : memref<4x8xf32> -> !tile.tile<vec, 4x8xf32>
        %u = tile.assemble %t, %s[%c0, %c0] : {F32}, !tile.tile<vec, 4x8xf32>
        %v = tile.add %t, %u : {F32}
        tile.store %v, %c[%c0, %c0] : {F32}, memref<8x16xf32>""",
        x,
        y,
        out,
    )
    assembled = x.copy()
    assembled[:4, :8] = y
    np.testing.assert_array_equal(out, x + assembled)


def test_a_later_store_does_not_change_a_loaded_tile():
    x = random()
    before = x.copy()
    out = np.empty_like(x)
    run(
        f"""%t = tile.load %a[%c0, %c0] : memref<8x16xf32> -> {F32}
        %n = tile.neg %t : {F32}
        tile.store %n, %a[%c0, %c0] : {F32}, memref<8x16xf32>
        tile.store %t, %b[%c0, %c0] : {F32}, memref<8x16xf32>""",
        x,
        out,
    )
    np.testing.assert_array_equal(out, before)
    np.testing.assert_array_equal(x, -before)


# ---- Valid regions and undefined data ----

PARTIAL = "!tile.tile<vec, 8x16xf32, valid=?x16>"


def test_a_dynamic_valid_extent_limits_load_and_store():
    x, out = random(), np.zeros((8, 16), np.float32)
    run(
        f"""%t = tile.load %a[%c0, %c0] valid [%c4] : memref<8x16xf32> -> {PARTIAL}
        %e = tile.exp %t : {PARTIAL}
        %n = tile.valid_dim %e, 0 : {PARTIAL}
        %m = arith.addi %n, %c0 : index
        tile.store %e, %b[%m, %c0] : {PARTIAL}, memref<8x16xf32>""",
        x,
        out,
    )
    np.testing.assert_array_equal(out[4:], np.exp(x[:4]))
    assert not out[:4].any()


def test_a_window_names_the_extents_of_a_tensor_of_higher_rank():
    x, out = random((2, 8, 16)), np.zeros((2, 8, 16), np.float32)
    run(
        """%t = tile.load %a[%c0, %c0, %c0] window = [2, 4, 16]
            : memref<2x8x16xf32> -> !tile.tile<vec, 8x16xf32>
        tile.store %t, %b[%c0, %c4, %c0] window = [2, 4, 16]
            : !tile.tile<vec, 8x16xf32>, memref<2x8x16xf32>""",
        x,
        out,
    )
    np.testing.assert_array_equal(out[:, 4:], x[:, :4])


UNDEFINED = {
    "created": f"%t = tile.create : {F32}",
    "computed": f"""%z = tile.create : {F32}
        %t = tile.exp %z : {F32}""",
    "widened": f"""%n = tile.load %a[%c0, %c0] valid [%c4] : memref<8x16xf32> -> {PARTIAL}
        %t = tile.set_valid_shape %n : {PARTIAL} -> {F32}""",
}


@pytest.mark.parametrize("made", UNDEFINED.values(), ids=UNDEFINED)
def test_storing_undefined_data_is_an_error_at_the_store(made: str):
    with pytest.raises(CompileError, match="of tile 't', which nobody has written") as caught:
        run(f"{made}\ntile.store %t, %a[%c0, %c0] : {F32}, memref<8x16xf32>", random())
    assert caught.value.position is not None


def test_undefined_data_that_reaches_no_store_is_no_error():
    x, out = random(), np.empty((8, 16), np.float32)
    run(
        f"""%z = tile.create : {F32}
        %e = tile.exp %z : {F32}
        %t = tile.load %a[%c0, %c0] : memref<8x16xf32> -> {F32}
        tile.store %t, %b[%c0, %c0] : {F32}, memref<8x16xf32>""",
        x,
        out,
    )
    np.testing.assert_array_equal(out, x)


def test_writing_an_undefined_tile_piece_by_piece_defines_it():
    x, out = random(), np.empty((8, 16), np.float32)
    half = "!tile.tile<vec, 4x16xf32>"
    run(
        f"""%z = tile.create : {F32}
        %lo = tile.load %a[%c0, %c0] : memref<8x16xf32> -> {half}
        %hi = tile.load %a[%c4, %c0] : memref<8x16xf32> -> {half}
        %u = tile.assemble %z, %lo[%c0, %c0] : {F32}, {half}
        %v = tile.assemble %u, %hi[%c4, %c0] : {F32}, {half}
        tile.store %v, %b[%c0, %c0] : {F32}, memref<8x16xf32>""",
        x,
        out,
    )
    np.testing.assert_array_equal(out, x)


def test_full_fills_the_valid_region():
    out = np.zeros((8, 16), np.float32)
    run(
        f"""%s = arith.constant 2.5 : f32
        %t = tile.full %s valid [%c4] : f32 -> {PARTIAL}
        tile.store %t, %a[%c0, %c0] : {PARTIAL}, memref<8x16xf32>""",
        out,
    )
    assert (out[:4] == 2.5).all()
    assert not out[4:].any()


# ---- Control flow and tensors ----


def test_loop_with_a_carried_tile_and_a_branch():
    x, out = random((32, 16)), np.empty((8, 16), np.float32)
    run(
        f"""%c32 = arith.constant 32 : index
        %zero = arith.constant 0.0 : f32
        %init = tile.full %zero : f32 -> {F32}
        %sum = scf.for %i = %c0 to %c32 step %c8 iter_args(%acc = %init) -> ({F32}) {{
          %t = tile.load %a[%i, %c0] : memref<32x16xf32> -> {F32}
          %first = arith.cmpi eq, %i, %c0 : index
          %next = scf.if %first -> ({F32}) {{
            scf.yield %t : {F32}
          }} else {{
            %s = tile.add %acc, %t : {F32}
            scf.yield %s : {F32}
          }}
          scf.yield %next : {F32}
        }}
        tile.store %sum, %b[%c0, %c0] : {F32}, memref<8x16xf32>""",
        x,
        out,
    )
    np.testing.assert_array_equal(out, ((x[:8] + x[8:16]) + x[16:24]) + x[24:])


def test_subview_and_dim():
    x, out = random((16, 16)), np.zeros((8, 16), np.float32)
    run(
        f"""%s = memref.subview %a[8, 0] [8, 16] [1, 1]
            : memref<16x16xf32> to memref<8x16xf32, strided<[16, 1], offset: 128>>
        %t = tile.load %s[%c0, %c0]
            : memref<8x16xf32, strided<[16, 1], offset: 128>> -> {F32}
        tile.store %t, %b[%c0, %c0] : {F32}, memref<8x16xf32>
        %d = memref.dim %a, %c0 : memref<16x16xf32>
        %i = arith.index_cast %d : index to i32
        %f = arith.sitofp %i : i32 to f32
        memref.store %f, %b[%c0, %c0] : memref<8x16xf32>""",
        x,
        out,
    )
    expected = x[8:].copy()
    expected[0, 0] = 16
    np.testing.assert_array_equal(out, expected)


def test_a_load_outside_of_the_tensor_is_an_error():
    with pytest.raises(CompileError, match="elements 12 to 20 of dimension 0 reach outside"):
        run(
            f"""%i = arith.addi %c8, %c4 : index
            %t = tile.load %a[%i, %c0] : memref<16x16xf32> -> {F32}""",
            random((16, 16)),
        )


@pytest.mark.parametrize("op", ["slice", "extract"])
def test_a_window_outside_of_the_tile_is_an_error(op: str):
    with pytest.raises(CompileError, match="elements 8 to 12 of dimension 0 reach outside of the"):
        run(
            f"""%t = tile.load %a[%c0, %c0] : memref<8x16xf32> -> {F32}
            %i = arith.addi %c4, %c4 : index
            %w = tile.{op} %t[%i, %c0] : {F32} -> !tile.tile<vec, 4x16xf32>""",
            random(),
        )


@pytest.mark.parametrize("op", ["slice", "extract"])
def test_a_valid_extent_outside_of_a_window_is_an_error(op: str):
    with pytest.raises(CompileError, match="valid extent 8 of dimension 0 lies outside of 0 to 4"):
        run(
            f"""%t = tile.load %a[%c0, %c0] : memref<8x16xf32> -> {F32}
            %w = tile.{op} %t[%c0, %c0] valid [%c8] : {F32} -> !tile.tile<vec, 4x16xf32, valid=?x16>
            """,
            random(),
        )


def test_an_operation_without_meaning_stops_with_its_name():
    text = """
        func.func @k(%a: f32) {
          %m = memref.alloc() : memref<4xf32>
          func.return
        }"""
    with pytest.raises(CompileError) as caught:
        run_function(module_of(text), "k", [1.0])
    assert str(caught.value) == (
        "test.mlir:3:11: error: 'memref.alloc' has no meaning at level tile"
    )


def test_arguments_are_checked():
    text = "func.func @k(%a: memref<4x?xf32>, %n: i8) {\n  func.return\n}"
    module = module_of(text)
    good = np.zeros((4, 3), np.float32)
    run_function(module, None, {"a": good, "n": 1})
    for arguments, message in [
        ([good], "takes 2 arguments, 1 given"),
        ([good.astype(np.float16), 1], "argument 'a' has elements float16, expected float32"),
        ([good.T.copy(), 1], "argument 'a' has shape 3x4, expected 4x?"),
        ({"a": good, "m": 1}, "'k' has no argument 'm', but a, n"),
        ([good, 2.5], "argument 'n' is a whole number of 8 bits, not 2.5"),
        ([good, np.float32("inf")], "argument 'n' is a whole number of 8 bits, not inf"),
        ([good, "1"], "argument 'n' is a number, not str"),
        ([good, good], "argument 'n' is a number, not ndarray"),
    ]:
        with pytest.raises(CompileError, match=message):
            run_function(module, "k", arguments)
    with pytest.raises(CompileError, match="there is no function 'f'; the file has 'k'"):
        run_function(module, "f", [good, 1])


def test_tensors_that_share_memory_are_refused():
    x = random()
    with pytest.raises(CompileError, match="arguments 'a' and 'b' share memory"):
        run(f"%t = tile.load %a[%c0, %c0] : memref<8x16xf32> -> {F32}", x, x)


# ---- Casts ----

EDGES = np.array([0.5, 1.5, 2.5, -0.5, -1.5, -2.5, 1.2, -1.2, 3.0], np.float32)


@pytest.mark.parametrize(
    ("mode", "expected"),
    [
        ("rint", [0, 2, 2, 0, -2, -2, 1, -1, 3]),
        ("none", [0, 2, 2, 0, -2, -2, 1, -1, 3]),
        ("round", [1, 2, 3, -1, -2, -3, 1, -1, 3]),
        ("floor", [0, 1, 2, -1, -2, -3, 1, -2, 3]),
        ("ceil", [1, 2, 3, 0, -1, -2, 2, -1, 3]),
        ("trunc", [0, 1, 2, 0, -1, -2, 1, -1, 3]),
        ("odd", [1, 1, 3, -1, -1, -3, 1, -1, 3]),
    ],
)
def test_cast_of_a_float_to_an_integer_rounds_by_the_mode(mode: str, expected: list[int]):
    assert convert(EDGES, np.dtype(np.int32), mode).tolist() == expected


def test_cast_to_an_integer_keeps_low_bits_or_clamps():
    x = np.array([300.0, -300.0, np.nan, np.inf, 2.0**32 + 5], np.float32)
    low = convert(x, np.dtype(np.int8), "rint")
    assert low.tolist() == [44, -44, 0, 0, 0]
    clamped = convert(x, np.dtype(np.int8), "rint", saturate=True)
    assert clamped.tolist() == [127, -128, 0, 127, 127]
    y = np.array([300, -300], np.int32)
    assert convert(y, np.dtype(np.int8), "rint").tolist() == [44, -44]
    assert convert(y, np.dtype(np.int8), "rint", saturate=True).tolist() == [127, -128]
    assert convert(y, np.dtype(np.uint8), "rint", saturate=True).tolist() == [255, 0]


NARROW = [np.float16, ml_dtypes.bfloat16, ml_dtypes.float8_e4m3fn, ml_dtypes.float8_e5m2]


@pytest.mark.parametrize("dtype", NARROW)
def test_cast_to_a_narrower_float_picks_the_neighbour_of_the_mode(dtype: type):
    x = random((1000,)).astype(np.float64)
    low = convert(x, np.dtype(dtype), "floor").astype(np.float64)
    high = convert(x, np.dtype(dtype), "ceil").astype(np.float64)
    assert (low <= x).all()
    assert (high >= x).all()
    assert (low < high).all()
    top = ml_dtypes.finfo(dtype).max
    step = np.nextafter(low.astype(dtype), np.asarray(top, dtype)).astype(np.float64)
    np.testing.assert_array_equal(step, high)
    toward_zero = convert(x, np.dtype(dtype), "trunc").astype(np.float64)
    np.testing.assert_array_equal(toward_zero, np.where(x > 0, low, high))
    odd = convert(x, np.dtype(dtype), "odd")
    assert (odd.view(f"u{odd.itemsize}") & 1 == 1).all()
    nearest = convert(x, np.dtype(dtype), "rint").astype(np.float64)
    assert (np.abs(nearest - x) <= np.minimum(x - low, high - x)).all()


@pytest.mark.filterwarnings("ignore:overflow")
@pytest.mark.parametrize("dtype", NARROW)
@pytest.mark.parametrize("mode", ["rint", "round", "floor", "ceil", "trunc", "odd"])
def test_what_is_too_large_for_a_float_saturates_or_becomes_infinite(dtype: type, mode: str):
    x = np.array([1e39, -1e39, np.inf, -np.inf, np.nan])
    largest = float(ml_dtypes.finfo(dtype).max)
    saturated = convert(x, np.dtype(dtype), mode, saturate=True).astype(np.float64)
    np.testing.assert_array_equal(saturated, [largest, -largest, largest, -largest, np.nan])
    infinity = np.nan if dtype is ml_dtypes.float8_e4m3fn else np.inf
    above = infinity if mode in ("rint", "round", "ceil") else largest
    below = infinity if mode in ("rint", "round", "floor") else largest
    wide = convert(x, np.dtype(dtype), mode).astype(np.float64)
    np.testing.assert_array_equal(wide, [above, -below, infinity, -infinity, np.nan])


@pytest.mark.parametrize("mode", ["rint", "round"])
def test_a_wide_number_is_rounded_once(mode: str):
    above_a_tie = np.array([2**24 + 2**16 + 1, 2**24 + 2**16 - 1])
    for x in (above_a_tie.astype(np.int32), above_a_tie.astype(np.float64)):
        rounded = convert(x, np.dtype(ml_dtypes.bfloat16), mode).astype(np.int64)
        assert rounded.tolist() == [2**24 + 2**17, 2**24]


def test_cast_rounds_ties_of_bf16_by_the_mode():
    # 1 + 2**-8 lies between the bf16 numbers 1 and 1 + 2**-7.
    x = np.array([1 + 2**-8, -1 - 2**-8], np.float32)
    bf16 = np.dtype(ml_dtypes.bfloat16)
    assert convert(x, bf16, "rint").tolist() == [1, -1]
    assert convert(x, bf16, "round").tolist() == [1 + 2**-7, -1 - 2**-7]


def test_cast_operation_converts_the_elements():
    x = random()
    tile = "!tile.tile<vec, 8x16xbf16>"
    got = result_of(
        f'tile.cast %t0 {{mode = "rint"}} : {F32} -> {tile}',
        x,
        result=tile,
        out=np.empty((8, 16), ml_dtypes.bfloat16),
    )
    np.testing.assert_array_equal(got, x.astype(ml_dtypes.bfloat16))
