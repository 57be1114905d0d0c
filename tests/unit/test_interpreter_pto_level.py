"""`.pto` text on numpy."""

from __future__ import annotations

from collections.abc import Sequence

import ml_dtypes
import numpy as np
import pytest
from interpreter_ir import module_of

from pto_dialect.diagnostics import CompileError
from pto_dialect.interpreter.api import run_function

TILE = "!pto.tile_buf<vec, 8x16xf32>"
COLUMN = "!pto.tile_buf<vec, 8x1xf32, blayout=col_major>"
WINDOW = "!pto.partition_tensor_view<8x16xf32>"
VIEW = "!pto.tensor_view<?x?xf32>"
BF16 = np.dtype(ml_dtypes.bfloat16)


def random(shape: tuple[int, ...] = (8, 16), seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).standard_normal(shape, np.float32)


def run(body: str, *arrays: np.ndarray, numbers: Sequence[int] = (), target: str = "a3") -> None:
    """
    Run a body over arrays `%a`, `%b`, … of shape 8x16 or less, of which `%pa`, … are the windows
    of all elements, and index arguments `%n0`, ….
    """
    names = {"float32": "f32", "bfloat16": "bf16", "int8": "i8", "int32": "i32", "float16": "f16"}
    arguments: list[str] = []
    lines: list[str] = []
    for i, x in enumerate(arrays):
        name, element = chr(97 + i), names[str(x.dtype)]
        rows, cols = x.shape
        arguments.append(f"%{name}: !pto.ptr<{element}>")
        lines += [
            f"%{name}rows = arith.constant {rows} : index",
            f"%{name}cols = arith.constant {cols} : index",
            f"%v{name} = pto.make_tensor_view %{name}, shape = [%{name}rows, %{name}cols], "
            f"strides = [%{name}cols, %c1] : !pto.tensor_view<?x?x{element}>",
            f"%p{name} = pto.partition_view %v{name}, offsets = [%c0, %c0], "
            f"sizes = [%{name}rows, %{name}cols] : !pto.tensor_view<?x?x{element}> -> "
            f"!pto.partition_tensor_view<{rows}x{cols}x{element}>",
        ]
    arguments += [f"%n{i}: index" for i in range(len(numbers))]
    constants = "\n".join(f"%c{i} = arith.constant {i} : index" for i in range(9))
    text = "\n".join(
        [
            f'builtin.module attributes {{pto.target_arch = "{target}"}} {{',
            f"func.func @k({', '.join(arguments)}) {{",
            constants,
            *lines,
            body,
            "func.return",
            "}",
            "}",
        ]
    )
    run_function(module_of(text), "k", [*arrays, *numbers], level="pto")


def tile(name: str, at: int | None = None, type_: str = TILE) -> str:
    if at is None:
        return f"%{name} = pto.alloc_tile : {type_}"
    return (
        f"%{name}_at = arith.constant {at} : i64\n"
        f"%{name} = pto.alloc_tile addr = %{name}_at : {type_}"
    )


def load(window: str, name: str, type_: str = TILE, view: str = WINDOW) -> str:
    return f"pto.tload ins(%{window} : {view}) outs(%{name} : {type_})"


def store(name: str, window: str, type_: str = TILE, view: str = WINDOW) -> str:
    return f"pto.tstore ins(%{name} : {type_}) outs(%{window} : {view})"


def op(name: str, sources: Sequence[str], dst: str, type_: str = TILE) -> str:
    operands = ", ".join(f"%{s}" for s in sources)
    types = ", ".join([type_] * len(sources))
    return f"pto.{name} ins({operands} : {types}) outs(%{dst} : {type_})"


def result_of(name: str, *sources: np.ndarray, tmp: bool = False) -> np.ndarray:
    """What an operation on whole tiles of one type computes."""
    out = np.zeros_like(sources[0])
    element = {"float32": "f32", "int32": "i32"}[str(out.dtype)]
    type_ = TILE.replace("f32", element)
    view = WINDOW.replace("f32", element)
    names = [f"t{i}" for i in range(len(sources))]
    lines = [tile(t, None, type_) for t in [*names, "r", "tmp"]]
    lines += [load(f"p{chr(97 + i)}", t, type_, view) for i, t in enumerate(names)]
    lines.append(op(name, [*names, *(["tmp"] if tmp else [])], "r", type_))
    lines.append(store("r", f"p{chr(97 + len(sources))}", type_, view))
    run("\n".join(lines), *sources, out)
    return out


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("tadd", np.add),
        ("tsub", np.subtract),
        ("tmul", np.multiply),
        ("tdiv", np.divide),
        ("tmax", np.maximum),
        ("tmin", np.minimum),
        ("tfmod", np.fmod),
    ],
)
def test_binary(name: str, expected: np.ufunc):
    x, y = random(), random(seed=1)
    np.testing.assert_array_equal(result_of(name, x, y), expected(x, y))


def test_remainder_has_the_sign_of_the_divisor():
    x, y = random(), random(seed=1)
    np.testing.assert_array_equal(result_of("trem", x, y, tmp=True), np.remainder(x, y))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("texp", np.exp),
        ("tlog", np.log),
        ("tsqrt", np.sqrt),
        ("trecip", np.reciprocal),
        ("tneg", np.negative),
        ("tabs", np.abs),
        ("trelu", lambda x: np.maximum(x, 0)),
        ("trsqrt", lambda x: 1 / np.sqrt(x)),
    ],
)
def test_unary(name: str, expected: np.ufunc):
    x = np.abs(random()) if name in ("tlog", "tsqrt", "trsqrt") else random()
    np.testing.assert_allclose(result_of(name, x), expected(x), rtol=1e-6)


@pytest.mark.parametrize(
    ("name", "expected"),
    [("tshl", lambda x, y: x << y), ("tshr", lambda x, y: x >> y)],
)
def test_shifts(name: str, expected: np.ufunc):
    x = np.arange(-64, 64, dtype=np.int32).reshape(8, 16)
    y = np.full((8, 16), 3, np.int32)
    np.testing.assert_array_equal(result_of(name, x, y), expected(x, y))


def test_a_chain_at_addresses_and_a_tile_that_is_overwritten_too_early():
    x, out = random(), np.empty((8, 16), np.float32)

    def body(second: int) -> str:
        return "\n".join(
            [
                tile("t0", 0),
                tile("t1", second),
                load("pa", "t0"),
                op("texp", ["t0"], "t1"),
                op("tadd", ["t1", "t0"], "t1"),
                store("t1", "pb"),
            ]
        )

    run(body(512), x, out)
    np.testing.assert_array_equal(out, np.exp(x) + x)
    run(body(0), x, out)
    np.testing.assert_array_equal(out, 2 * np.exp(x))
    with pytest.raises(
        CompileError, match=r"of tile 't1', which is undefined since 'pto\.tadd'"
    ) as e:
        run(body(256), x, out)
    assert [note.message for note in e.value.notes] == [
        "its result at vec[256, 768) overlaps operand 't0' at vec[0, 512) in part"
    ]
    assert e.value.notes[0].position is not None


def test_memory_ends_where_the_assembler_says():
    run(tile("t", 188416 - 256))
    with pytest.raises(CompileError, match="lies outside of the 196608 bytes there"):
        run(tile("t", 196608 - 256))
    run(tile("t", 196608 - 256), target="a5")


@pytest.mark.parametrize("at", [None, 0])
def test_slots_of_a_region(at: int | None):
    x, out = random((64, 16)), np.empty((64, 16), np.float32)
    region = f"!pto.multi_tile_buf<{TILE}, count=2>"
    where = "" if at is None else "addr = %at "
    body = f"""
    %at = arith.constant 0 : i64
    %mb = pto.alloc_multi_tile {where}: {region}
    {tile("u", None if at is None else 1024)}
    scf.for %i = %c0 to %c8 step %c1 {{
      %k = arith.remui %i, %c2 : index
      %t = pto.multi_tile_get %mb[%k] : {region} -> {TILE}
      %row = arith.muli %i, %c8 : index
      %in = pto.partition_view %va, offsets = [%row, %c0], sizes = [%c8, %acols]
        : {VIEW} -> {WINDOW}
      {load("in", "t")}
      {op("texp", ["t"], "u")}
      %o = pto.partition_view %vb, offsets = [%row, %c0], sizes = [%c8, %acols]
        : {VIEW} -> {WINDOW}
      {store("u", "o")}
    }}"""
    run(body, x, out)
    np.testing.assert_array_equal(out, np.exp(x))
    with pytest.raises(CompileError, match="has 2 slots, none is 2"):
        run(body.replace("remui %i, %c2", "remui %i, %c4"), x, out)


def test_row_reductions_and_expansions():
    x, out = random(), np.empty((8, 16), np.float32)
    body = f"""{tile("x")}
    {tile("tmp")}
    {tile("m", None, COLUMN)}
    {tile("y")}
    {load("pa", "x")}
    pto.trowmax ins(%x, %tmp : {TILE}, {TILE}) outs(%m : {COLUMN})
    pto.trowexpandsub ins(%x, %m : {TILE}, {COLUMN}) outs(%y : {TILE})
    {store("y", "pb")}"""
    run(body, x, out)
    np.testing.assert_array_equal(out, x - x.max(1, keepdims=True))
    with pytest.raises(
        CompileError, match=r"of tile 'tmp', which is undefined since 'pto\.trowmax'"
    ):
        run(body.replace("ins(%y", "ins(%tmp"), x, out)


def test_poison_that_is_computed_with_is_told_by_its_first_cause():
    body = [
        tile("x", 0),
        tile("y", 256),
        tile("z", 1024),
        load("pa", "x"),
        op("tneg", ["x"], "y"),
        op("texp", ["y"], "z"),
        op("tadd", ["z", "z"], "z"),
        store("z", "pb"),
    ]
    with pytest.raises(CompileError) as caught:
        run("\n".join(body), random(), random())
    assert caught.value.message.endswith("of tile 'z', which is undefined since 'pto.tneg'")
    assert [note.message for note in caught.value.notes] == [
        "its result at vec[256, 768) overlaps operand 'x' at vec[0, 512) in part"
    ]


@pytest.mark.parametrize(
    ("at", "why"),
    [(1024, "nobody has written"), (0, "is undefined since 'pto.trowsum'")],
    ids=["apart", "over the source"],
)
def test_scratch_is_named_only_if_it_is_read(at: int, why: str):
    body = f"""{tile("x", 0)}
    {tile("tmp", at)}
    {tile("m", 2048, COLUMN)}
    {load("pa", "x") if at == 0 else ""}
    pto.trowsum ins(%x, %tmp : {TILE}, {TILE}) outs(%m : {COLUMN})
    {store("m", "pb", COLUMN, "!pto.partition_tensor_view<8x1xf32>")}"""
    with pytest.raises(CompileError) as caught:
        run(body, random(), random((8, 1)))
    assert caught.value.message.endswith(f"of tile 'm', which {why}")


def test_a_reduction_in_place_is_poison():
    x, out = random(), np.empty((8, 1), np.float32)
    body = f"""{tile("x", 0)}
    {tile("tmp", 512)}
    {tile("m", 256, COLUMN)}
    {load("pa", "x")}
    pto.trowsum ins(%x, %tmp : {TILE}, {TILE}) outs(%m : {COLUMN})
    {store("m", "pb", COLUMN, "!pto.partition_tensor_view<8x1xf32>")}"""
    with pytest.raises(CompileError, match=r"of tile 'm', which is undefined since 'pto\.trowsum'"):
        run(body, x, out)
    run(body.replace("constant 256 : i64", "constant 1024 : i64"), x, out)
    np.testing.assert_allclose(out, x.sum(1, keepdims=True), rtol=1e-5)


def test_a_row_major_vector_repeats_its_value():
    x, v, out = random(), random((8, 8), 1), np.empty((8, 16), np.float32)
    vector = "!pto.tile_buf<vec, 8x8xf32>"
    body = f"""{tile("x")}
    {tile("v", None, vector)}
    {load("pa", "x")}
    {load("pb", "v", vector, "!pto.partition_tensor_view<8x8xf32>")}
    pto.trowexpandmul ins(%x, %v : {TILE}, {vector}) outs(%x : {TILE})
    {store("x", "pc")}"""
    run(body, x, v, out)
    np.testing.assert_array_equal(out, x * v[:, :1])


def test_subview_treshape_and_valid_rows():
    x, out = random(), np.zeros((8, 16), np.float32)
    part = "!pto.tile_buf<vec, 4x16xf32>"
    flat = "!pto.tile_buf<vec, 8x8xf32>"
    body = f"""{tile("t")}
    {load("pa", "t")}
    %s = pto.subview %t[%c4, %c0] sizes [4, 16] : {TILE} -> {part}
    %f = pto.treshape %s : {part} -> {flat}
    %win = pto.partition_view %vb, offsets = [%c0, %c0], sizes = [%c8, %c8] : {VIEW}
        -> !pto.partition_tensor_view<8x8xf32>
    {store("f", "win", flat, "!pto.partition_tensor_view<8x8xf32>")}"""
    run(body, x, out)
    np.testing.assert_array_equal(out[:, :8], x[4:].reshape(8, 8))
    gaps = body.replace("[%c4, %c0] sizes [4, 16]", "[%c0, %c0] sizes [8, 8]")
    gaps = gaps.replace(part, "PART").replace(flat, part).replace("PART", flat)
    with pytest.raises(CompileError, match="do not lie one behind the other"):
        run(gaps, x, out)


def test_a_column_is_the_row_that_it_is_in_memory():
    x, out = random((8, 1)), np.empty((1, 8), np.float32)
    row = "!pto.tile_buf<vec, 1x8xf32>"
    body = f"""{tile("t", None, COLUMN)}
    {load("pa", "t", COLUMN, "!pto.partition_tensor_view<8x1xf32>")}
    %r = pto.treshape %t : {COLUMN} -> {row}
    {store("r", "pb", row, "!pto.partition_tensor_view<1x8xf32>")}"""
    run(body, x, out)
    np.testing.assert_array_equal(out, x.T)


def test_column_major_tiles_show_their_order_through_a_reshape():
    x, out = random((8, 8)), np.empty((8, 8), np.float32)
    by_column = "!pto.tile_buf<vec, 8x8xf32, blayout=col_major>"
    by_row = "!pto.tile_buf<vec, 8x8xf32>"
    view = "!pto.partition_tensor_view<8x8xf32>"
    body = f"""{tile("t", None, by_column)}
    {load("pa", "t", by_column, view)}
    %r = pto.treshape %t : {by_column} -> {by_row}
    {store("r", "pb", by_row, view)}"""
    run(body, x, out)
    np.testing.assert_array_equal(out, x.T)


def test_set_validshape_changes_the_handle():
    x, out = random(), np.zeros((8, 16), np.float32)
    dynamic = "!pto.tile_buf<vec, 8x16xf32, valid=?x?>"
    part = "!pto.partition_tensor_view<?x16xf32>"
    body = f"""
    %t = pto.alloc_tile valid_row = %c8 valid_col = %acols : {dynamic}
    {load("pa", "t", dynamic)}
    pto.set_validshape %t, %n0, %acols : {dynamic}
    %r, %c = pto.get_validshape %t : {dynamic}
    %win = pto.partition_view %vb, offsets = [%c0, %c0], sizes = [%r, %acols] : {VIEW} -> {part}
    {store("t", "win", dynamic, part)}"""
    run(body, x, out, numbers=[3])
    np.testing.assert_array_equal(out[:3], x[:3])
    assert not out[3:].any()
    with pytest.raises(CompileError, match=r"a valid extent of .* is 9, expected 0 to 8"):
        run(body, x, out, numbers=[9])


def test_strided_views_and_pointer_arithmetic():
    x, out = random((16, 16)), np.empty((8, 16), np.float32)
    body = f"""
    %q = pto.addptr %a, %c8 : !pto.ptr<f32> -> !pto.ptr<f32>
    %c16 = arith.constant 16 : index
    %c31 = arith.constant 31 : index
    %every = pto.make_tensor_view %q, shape = [%c8, %c8], strides = [%c16, %c2] : {VIEW}
    {tile("t", None, "!pto.tile_buf<vec, 8x8xf32>")}
    %p = pto.partition_view %every, offsets = [%c0, %c0], sizes = [%c8, %c4] : {VIEW}
        -> !pto.partition_tensor_view<8x4xf32>
    %s = pto.subview %t[%c0, %c0] sizes [8, 4]
        : !pto.tile_buf<vec, 8x8xf32> -> !pto.tile_buf<vec, 8x4xf32>
    {load("p", "s", "!pto.tile_buf<vec, 8x4xf32>", "!pto.partition_tensor_view<8x4xf32>")}
    %o = pto.partition_view %vb, offsets = [%c0, %c0], sizes = [%c8, %c4] : {VIEW}
        -> !pto.partition_tensor_view<8x4xf32>
    {store("s", "o", "!pto.tile_buf<vec, 8x4xf32>", "!pto.partition_tensor_view<8x4xf32>")}
    %v = pto.load_scalar %q[%c31] : !pto.ptr<f32> -> f32
    pto.store_scalar %v, %b[%c7] : !pto.ptr<f32>, f32"""
    run(body, x, out)
    expected = x[:8, 8::2].copy()
    np.testing.assert_array_equal(out[:, :4], expected)
    assert out[0, 7] == x.reshape(-1)[39]
    with pytest.raises(CompileError, match="the window reaches elements 8 to 273 of an array"):
        run(body.replace("strides = [%c16, %c2]", "strides = [%n0, %c2]"), x, out, numbers=[39 - 2])


def test_conversion_rounds_and_saturates_as_written():
    x = np.array([[300.5, -300.5, 2.5, -2.5]] * 2 + [[0.5, 1.5, -0.5, -1.5]] * 6, np.float32)
    x = np.tile(x, (1, 4))
    out = np.empty((8, 16), np.int32)
    ints = "!pto.tile_buf<vec, 8x16xi32>"
    body = f"""{tile("t")}
    {tile("i", None, ints)}
    {load("pa", "t")}
    pto.tcvt ins(%t {{rmode = #pto<round_mode MODE>, satmode = #pto<saturation_mode OFF>}} : {TILE})
        outs(%i : {ints})
    {store("i", "pb", ints, "!pto.partition_tensor_view<8x16xi32>")}"""
    for mode, expected in [("CAST_RINT", np.rint), ("FLOOR", np.floor), ("TRUNC", np.trunc)]:
        run(body.replace("MODE", mode), x, out)
        np.testing.assert_array_equal(out, expected(x).astype(np.int32))


MAT = "!pto.tile_buf<mat, 16x16xbf16, blayout=col_major, slayout=row_major>"
LEFT = "!pto.tile_buf<left, 16x16xbf16, slayout=row_major>"
RIGHT = "!pto.tile_buf<right, 16x16xbf16, slayout=col_major>"
ACC = "!pto.tile_buf<acc, 16x16xf32, blayout=col_major, slayout=row_major, fractal=1024>"
MATRIX = f"""
    %am = pto.alloc_tile : {MAT}
    %bm = pto.alloc_tile : {MAT}
    %l = pto.alloc_tile : {LEFT}
    %r = pto.alloc_tile : {RIGHT}
    %acc = pto.alloc_tile : {ACC}
    %other = pto.alloc_tile : {ACC}
    pto.tload ins(%pa : !pto.partition_tensor_view<16x16xbf16>) outs(%am : {MAT})
    pto.tload ins(%pb : !pto.partition_tensor_view<16x16xbf16>) outs(%bm : {MAT})
    pto.tmov ins(%am : {MAT}) outs(%l : {LEFT})
    pto.tmov ins(%bm : {MAT}) outs(%r : {RIGHT})
    pto.tmatmul ins(%l, %r : {LEFT}, {RIGHT}) outs(%acc : {ACC})
    pto.tmatmul.acc ins(%acc, %l, %r : {ACC}, {LEFT}, {RIGHT}) outs(%acc : {ACC})
    pto.tstore ins(%acc : {ACC}) outs(%pc : !pto.partition_tensor_view<16x16xELEMENT>)"""


def test_the_matrix_unit_accumulates_in_f32_on_the_destination():
    a, b = random((16, 16)).astype(BF16), random((16, 16), 1).astype(BF16)
    out = np.empty((16, 16), np.float32)
    run(MATRIX.replace("ELEMENT", "f32"), a, b, out)
    expected = 2 * (a.astype(np.float32) @ b.astype(np.float32))
    np.testing.assert_allclose(out, expected, rtol=1e-6, atol=1e-6)
    narrow = np.empty((16, 16), BF16)
    run(MATRIX.replace("ELEMENT", "bf16"), a, b, narrow)
    np.testing.assert_array_equal(narrow, out.astype(BF16))


def test_an_accumulator_elsewhere_is_an_error():
    a = random((16, 16)).astype(BF16)
    body = MATRIX.replace("ELEMENT", "f32").replace("ins(%acc, %l", "ins(%other, %l")
    with pytest.raises(CompileError, match=r"'pto.tmatmul.acc' adds to dst at acc\[0, 1024\)"):
        run(body, a, a, np.empty((16, 16), np.float32))


FLAGS = "[<PIPE_MTE2>, <PIPE_V>, <EVENT_ID0>]"


def test_buffer_locks_and_meetings_of_cores_change_no_data():
    run(
        """pto.get_buf "PIPE_V", 1, 0
        pto.rls_buf "PIPE_V", 1, 0
        pto.syncall() mode = #pto.sync_all_mode<hard>, core_type = #pto.sync_core_type<aiv_only>"""
    )


def test_flags_are_counted():
    run(f"pto.set_flag{FLAGS}\npto.wait_flag{FLAGS}\npto.barrier <PIPE_ALL>")
    with pytest.raises(CompileError, match="waits for flag EVENT_ID0 from PIPE_MTE2 to PIPE_V"):
        run(f"pto.wait_flag{FLAGS}")
    with pytest.raises(CompileError, match=r"flag EVENT_ID0 .* is set, but never waited for"):
        run(f"pto.set_flag{FLAGS}")
    run(f"pto.set_flag_dyn[<PIPE_MTE2>, <PIPE_V>, %c0]\npto.wait_flag{FLAGS}")
    for kind in "set", "wait":
        with pytest.raises(CompileError, match="there is no event 8"):
            run(f"pto.{kind}_flag_dyn[<PIPE_MTE2>, <PIPE_V>, %c8]")


def test_a_function_that_calls_itself_without_end():
    text = """builtin.module {
      func.func @k(%n : index) {
        func.call @k(%n) : (index) -> ()
        func.return
      }
    }"""
    with pytest.raises(CompileError, match=r"mlir:3:9: error: the calls of @k nest too deeply"):
        run_function(module_of(text), "k", [0], level="pto")


def test_a_tile_handed_to_a_loop_is_a_handle():
    x, out = random(), np.empty((8, 16), np.float32)
    body = f"""{tile("t")}
    {load("pa", "t")}
    %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%h = %t) -> ({TILE}) {{
      {op("tadd", ["h", "h"], "h")}
      scf.yield %h : {TILE}
    }}
    {store("r", "pb")}"""
    run(body, x, out)
    np.testing.assert_array_equal(out, 16 * x)


def test_insert_extract_transpose_and_concatenate():
    x, out = random((8, 8)), np.empty((8, 16), np.float32)
    square = "!pto.tile_buf<vec, 8x8xf32>"
    body = f"""{tile("x", None, square)}
    {tile("tmp", None, square)}
    {tile("t", None, square)}
    {tile("u", None, square)}
    {tile("both")}
    {tile("row", None, "!pto.tile_buf<vec, 1x8xf32>")}
    {load("pa", "x", square, "!pto.partition_tensor_view<8x8xf32>")}
    pto.ttrans ins(%x, %tmp : {square}, {square}) outs(%t : {square})
    pto.texpands ins(%zero : f32) outs(%u : {square})
    pto.textract ins(%x, %c3, %c0 : {square}, index, index)
        outs(%row : !pto.tile_buf<vec, 1x8xf32>)
    pto.tinsert ins(%row, %c5, %c0 : !pto.tile_buf<vec, 1x8xf32>, index, index)
        outs(%u : {square})
    pto.taxpy ins(%x, %zero : {square}, f32) outs(%u : {square})
    pto.tconcat ins(%t, %u : {square}, {square}) outs(%both : {TILE})
    {store("both", "pb")}"""
    run("%zero = arith.constant 2.0 : f32\n" + body, x, out)
    expected = np.full((8, 8), 2.0, np.float32)
    expected[5] = x[3]
    expected += 2 * x
    np.testing.assert_array_equal(out, np.concatenate((x.T, expected), 1))


def test_partial_operations_take_what_is_valid():
    x, y, out = random(), random(seed=1), np.empty((8, 16), np.float32)
    part = "!pto.tile_buf<vec, 8x16xf32, valid=5x16>"
    body = f"""{tile("x")}
    {tile("y")}
    {tile("z")}
    {load("pa", "x")}
    {load("pb", "y")}
    %s = pto.subview %y[%c0, %c0] sizes [8, 16] : {TILE} -> {part}
    pto.tpartadd ins(%x, %s : {TILE}, {part}) outs(%z : {TILE})
    {store("z", "pc")}"""
    run(body, x, y, out)
    np.testing.assert_array_equal(out, np.concatenate((x[:5] + y[:5], x[5:])))


def test_padding_and_single_elements():
    x, out = random((8, 16)), np.empty((8, 16), np.float32)
    part = "!pto.tile_buf<vec, 8x16xf32, valid=3x5>"
    padded = "!pto.tile_buf<vec, 8x16xf32, pad=3>"
    body = f"""{tile("x")}
    {tile("y", None, padded)}
    {load("pa", "x")}
    %s = pto.subview %x[%c0, %c0] sizes [8, 16] : {TILE} -> {part}
    pto.tfillpad ins(%s : {part}) outs(%y : {padded})
    %i = arith.constant 17 : index
    %v = pto.tgetval ins(%x, %i : {TILE}, index) outs : f32
    pto.tsetval ins(%c2, %v : index, f32) outs(%y : {padded})
    {store("y", "pb", padded)}"""
    run(body, x, out)
    expected = np.full((8, 16), -np.inf, np.float32)
    expected[:3, :5] = x[:3, :5]
    expected[0, 2] = x[1, 1]
    np.testing.assert_array_equal(out, expected)


def test_sections_and_blocks():
    out = np.zeros((1, 8), np.float32)
    body = """pto.section.vector {
      %i = pto.get_block_idx
      %n = pto.get_block_num
      %s = arith.addi %i, %n : i64
      %f = arith.sitofp %s : i64 to f32
      pto.store_scalar %f, %a[%c3] : !pto.ptr<f32>, f32
    }"""
    run(body, out)
    assert out[0].tolist() == [0, 0, 0, 1, 0, 0, 0, 0]
