"""Each operation of `.pto` text against plain numpy."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from pto_kernels import BF16, E8M0, F8, Scalar, Tile, apply, run_text, type_of

from pto_dialect.diagnostics import CompileError
from pto_dialect.interpreter.dtypes import HIF8, PAIRS_E2M1
from pto_dialect.interpreter.low_precision import from_hif8, to_hif8
from pto_dialect.tools.run import main


def floats(*shape: int, seed: int = 0, dtype: object = np.float32) -> np.ndarray:
    return np.random.default_rng(seed).standard_normal(shape or (8, 16)).astype(dtype)


def ints(*shape: int, seed: int = 0, dtype: object = np.int32) -> np.ndarray:
    return np.random.default_rng(seed).integers(0, 100, shape or (8, 16)).astype(dtype)


def filled_with(value: float, *shape: int, dtype: object = np.float32) -> np.ndarray:
    return np.full(shape or (8, 16), value, dtype)


def result(name: str, *ins: object, shape: tuple[int, int] = (8, 16), dtype: object = None, **keys):
    """What an operation with one destination computes."""
    if dtype is None:
        dtype = next(x.dtype for x in ins if isinstance(x, np.ndarray))
    out = np.zeros(shape, dtype)
    apply(name, ins, [Tile(out, type_of(out), loads=False)], **keys)
    return out


def scratch(*shape: int, dtype: object = np.float32) -> Tile:
    array = np.zeros(shape or (8, 16), dtype)
    return Tile(array, type_of(array), loads=False)


ZERO = Scalar(0, "index")

# ---- Elementwise ----

TWO: dict[str, Callable[..., np.ndarray]] = {
    "tand": np.bitwise_and,
    "tor": np.bitwise_or,
    "tpartmul": np.multiply,
    "tpartmax": np.maximum,
    "tpartmin": np.minimum,
}


@pytest.mark.parametrize("name", TWO)
def test_binary(name: str):
    x, y = ints(), ints(seed=1)
    np.testing.assert_array_equal(result(name, x, y), TWO[name](x, y))


@pytest.mark.parametrize(("name", "sign"), [("taddc", 1), ("tsubc", -1)])
def test_three_operands(name: str, sign: int):
    x, y, z = ints(), ints(seed=1), ints(seed=2)
    np.testing.assert_array_equal(result(name, x, y, z), x + sign * y + z)


def test_xor_power_and_parametric_relu_use_scratch():
    x, y = ints(), ints(seed=1)
    np.testing.assert_array_equal(result("txor", x, y, scratch(dtype=np.int32)), x ^ y)
    a, b = np.abs(floats()), floats(seed=1)
    np.testing.assert_allclose(result("tpow", a, b, scratch()), a**b, rtol=1e-6)
    out = result("tprelu", b, a, scratch(9, 32, dtype=np.uint8))
    np.testing.assert_array_equal(out, np.where(b >= 0, b, a * b))


def test_scratch_of_a_bitwise_operation_is_no_operand():
    x, y, out = ints(), ints(seed=1), np.zeros((4, 16), np.int32)
    tile, half = "!pto.tile_buf<vec, 8x16xi32>", "!pto.tile_buf<vec, 4x16xi32>"
    window, half_window = (f"!pto.partition_tensor_view<{rows}x16xi32>" for rows in (8, 4))
    body = f"""%c0 = arith.constant 0 : index
    %x = pto.alloc_tile : {tile}
    %y = pto.alloc_tile : {tile}
    %tmp = pto.alloc_tile : {tile}
    %xhalf = pto.subview %x[%c0, %c0] sizes [4, 16] : {tile} -> {half}
    pto.tload ins(%a : {half_window}) outs(%xhalf : {half})
    pto.tload ins(%b : {window}) outs(%y : {tile})
    pto.txor ins(%x, %y, %tmp : {tile}, {tile}, {tile}) outs(%y : {tile})
    %yhalf = pto.subview %y[%c0, %c0] sizes [4, 16] : {tile} -> {half}
    pto.tstore ins(%yhalf : {half}) outs(%c : {half_window})
    func.return"""
    arguments = [f"%a: {half_window}", f"%b: {window}", f"%c: {half_window}"]
    run_text(body, arguments, [x[:4], y, out])
    np.testing.assert_array_equal(out, x[:4] ^ y[:4])


def test_sum_from_zero():
    x, y = floats(), floats(seed=1)
    np.testing.assert_array_equal(result("taddrelu", x, y), np.maximum(x + y, 0))


SCALAR: dict[str, Callable[..., np.ndarray]] = {
    "tadds": np.add,
    "tsubs": np.subtract,
    "tmuls": np.multiply,
    "tmaxs": np.maximum,
    "tmins": np.minimum,
    "tfmods": np.fmod,
}


@pytest.mark.parametrize("name", SCALAR)
def test_with_a_scalar(name: str):
    x = floats()
    expected = SCALAR[name](x, np.float32(0.75))
    np.testing.assert_array_equal(result(name, x, Scalar(0.75, "f32")), expected)


def test_quotient_with_the_scalar_on_either_side():
    x, s = floats(), Scalar(0.75, "f32")
    np.testing.assert_array_equal(result("tdivs", x, s), x / np.float32(0.75))
    np.testing.assert_array_equal(result("tdivs", s, x), np.float32(0.75) / x)


BITS: dict[str, Callable[..., np.ndarray]] = {
    "tands": np.bitwise_and,
    "tors": np.bitwise_or,
    "tshls": np.left_shift,
    "tshrs": np.right_shift,
}


@pytest.mark.parametrize("name", BITS)
def test_bits_with_a_scalar(name: str):
    x = ints()
    expected = BITS[name](x, np.int32(3))
    np.testing.assert_array_equal(result(name, x, Scalar(3, "i32")), expected)


def test_scalar_operations_with_scratch():
    x, i = floats(), ints()
    s = Scalar(0.75, "f32")
    np.testing.assert_array_equal(
        result("trems", x, s, scratch()), np.remainder(x, np.float32(0.75))
    )
    positive = np.abs(x)
    np.testing.assert_allclose(
        result("tpows", positive, s, scratch()), positive ** np.float32(0.75), rtol=1e-6
    )
    out = result("txors", i, Scalar(6, "i32"), scratch(dtype=np.int32))
    np.testing.assert_array_equal(out, i ^ 6)


def test_three_operands_with_a_scalar():
    x, y, s = floats(), floats(seed=1), Scalar(0.75, "f32")
    np.testing.assert_array_equal(result("taddsc", x, s, y), x + np.float32(0.75) + y)
    np.testing.assert_array_equal(result("tsubsc", x, s, y), x - np.float32(0.75) + y)
    leaky = np.where(x >= 0, x, x * np.float32(0.75))
    np.testing.assert_array_equal(result("tlrelu", x, s), leaky)


@pytest.mark.parametrize("value", ["0x7FC00000", "0x7F800000"])
def test_a_scalar_that_no_integer_is(value: str):
    number = np.uint32(int(value, 16)).view(np.float32)
    body = """%t = pto.alloc_tile : !pto.tile_buf<vec, 8x16xi32>
    pto.tload ins(%w : W) outs(%t : !pto.tile_buf<vec, 8x16xi32>)
    pto.tadds ins(%t, %s : !pto.tile_buf<vec, 8x16xi32>, f32)
        outs(%t : !pto.tile_buf<vec, 8x16xi32>)
    func.return"""
    window = "!pto.partition_tensor_view<8x16xi32>"
    with pytest.raises(CompileError, match=f"{number} is no int32"):
        run_text(body.replace("W", window), [f"%w: {window}", "%s: f32"], [ints(), number])


def test_integers_to_negative_powers_round_towards_zero():
    x = np.tile(np.array([[1, -1, 2, -3, 0, 7, 1, -1]], np.int32), (8, 2))
    y = np.tile(np.array([[-2, -3, -1, -2, -1, 2, 0, -2]], np.int32), (8, 2))
    assert result("tpow", x, y)[0, :8].tolist() == [1, -1, 0, 0, 0, 49, 1, 1]
    assert result("tpows", x, Scalar(-1, "i32"))[0, :8].tolist() == [1, -1, 0, 0, 0, 0, 1, -1]


def test_a_cast_may_have_scratch():
    x = floats()
    np.testing.assert_array_equal(result("tcvt", x, scratch(), dtype=np.int32), np.rint(x))


@pytest.mark.parametrize("axis", [0, 1])
def test_gathering_along_an_axis_stops(axis: int):
    x, i = floats(), ints()
    with pytest.raises(CompileError, match="tgather' has no meaning with these optional"):
        result("tgather", x, i, scratch(dtype=np.int32), attributes=f"{{axis = {axis} : i32}}")
    with pytest.raises(CompileError, match="tscatter' has no meaning with these optional"):
        result("tscatter", x, i, attributes=f"{{axis = {axis} : i32}}")


def test_complement():
    x = ints(dtype=np.int16)
    np.testing.assert_array_equal(result("tnot", x), ~x)


# ---- Masks ----


@pytest.mark.parametrize(
    ("mode", "holds"),
    [("eq", np.equal), ("ne", np.not_equal), ("lt", np.less), ("ge", np.greater_equal)],
)
def test_a_comparison_packs_its_mask(mode: str, holds: Callable[..., np.ndarray]):
    x, y = floats(8, 64), floats(8, 64, seed=1)
    y[:, ::3] = x[:, ::3]
    out = result(
        "tcmp", x, y, shape=(8, 8), dtype=np.int8, inside=f" {{cmpMode = #pto<cmp {mode}>}}"
    )
    expected = np.packbits(holds(x, y), axis=1, bitorder="little").view(np.int8)
    np.testing.assert_array_equal(out, expected)


def test_select_by_a_packed_mask():
    x, y, wanted = floats(), floats(seed=1), floats(seed=2) > 0
    mask = np.zeros((8, 32), np.int8)
    mask[:, :2] = np.packbits(wanted, axis=1, bitorder="little").view(np.int8)
    tmp = scratch(1, 16)
    np.testing.assert_array_equal(
        result("tsel", mask, x, y, tmp, dtype=np.float32), np.where(wanted, x, y)
    )
    out = result("tsels", mask, x, tmp, Scalar(0.5, "f32"), dtype=np.float32)
    np.testing.assert_array_equal(out, np.where(wanted, x, np.float32(0.5)))


def test_comparison_with_a_scalar():
    x = floats(8, 64)
    out = result(
        "tcmps",
        x,
        Scalar(0.25, "f32"),
        shape=(8, 8),
        dtype=np.int8,
        inside=" {cmpMode = #pto<cmp gt>}",
    )
    expected = np.packbits(x > 0.25, axis=1, bitorder="little").view(np.int8)
    np.testing.assert_array_equal(out, expected)


# ---- Reductions and broadcasts ----

ROWS: dict[str, Callable[..., np.ndarray]] = {
    "trowmin": np.min,
    "trowprod": np.prod,
    "trowargmax": np.argmax,
    "trowargmin": np.argmin,
}


@pytest.mark.parametrize("name", ROWS)
def test_row_reductions(name: str):
    x = floats()
    dtype = np.int32 if "arg" in name else np.float32
    out = result(name, x, scratch(), shape=(8, 1), dtype=dtype)
    np.testing.assert_allclose(out, ROWS[name](x, axis=1, keepdims=True), rtol=1e-5)


COLUMNS: dict[str, Callable[..., np.ndarray]] = {
    "tcolsum": np.sum,
    "tcolmax": np.max,
    "tcolmin": np.min,
    "tcolprod": np.prod,
    "tcolargmax": np.argmax,
    "tcolargmin": np.argmin,
}


@pytest.mark.parametrize("name", COLUMNS)
def test_column_reductions(name: str):
    x = floats()
    is_position = "arg" in name
    out = result(
        name,
        x,
        *([scratch()] if is_position else []),
        shape=(1, 16),
        dtype=np.int32 if is_position else np.float32,
    )
    np.testing.assert_allclose(out, COLUMNS[name](x, axis=0, keepdims=True), rtol=1e-5)


EXPANSIONS: dict[str, Callable[..., np.ndarray]] = {
    "": lambda _, v: v,
    "add": np.add,
    "sub": np.subtract,
    "mul": np.multiply,
    "div": np.divide,
    "max": np.maximum,
    "min": np.minimum,
    "expdif": lambda x, v: np.exp(x - v),
}


@pytest.mark.parametrize("kind", EXPANSIONS)
@pytest.mark.parametrize("axis", ["row", "col"])
def test_expansions(axis: str, kind: str):
    x = floats()
    vector = floats(8, 1, seed=1) if axis == "row" else floats(1, 16, seed=1)
    sources = [x, vector] if kind else [vector]
    out = result(f"t{axis}expand{kind}", *sources)
    np.testing.assert_allclose(
        out, np.broadcast_to(EXPANSIONS[kind](x, vector), x.shape), rtol=1e-6
    )


def test_a_row_vector_may_repeat_its_value_over_32_bytes():
    x, vector = floats(), floats(8, 1, seed=1)
    repeated = np.repeat(vector, 8, axis=1)
    np.testing.assert_array_equal(result("trowexpandadd", x, repeated), x + vector)


# ---- Partly valid tiles ----


@pytest.mark.parametrize(
    ("name", "better"), [("tpartargmax", np.greater), ("tpartargmin", np.less)]
)
def test_the_better_of_two_and_where_it_was(name: str, better: Callable[..., np.ndarray]):
    x, y = floats(), floats(5, 16, seed=1)
    i, j = ints(seed=2), ints(5, 16, seed=3)
    value, index = np.zeros_like(x), np.zeros_like(i)
    apply(name, [x, y, i, j], [Tile(value, type_of(x), False), Tile(index, type_of(i), False)])
    first = better(x[:5], y)
    np.testing.assert_array_equal(value, np.concatenate((np.where(first, x[:5], y), x[5:])))
    np.testing.assert_array_equal(index, np.concatenate((np.where(first, i[:5], j), i[5:])))


def test_of_equal_values_at_different_places_no_place_is_known():
    x, i, j = floats(), ints(), ints() + 1
    value, index = np.zeros_like(x), np.zeros_like(i)
    with pytest.raises(CompileError, match="which nobody has written"):
        apply(
            "tpartargmax",
            [x, x.copy(), i, j],
            [Tile(value, type_of(x), False), Tile(index, type_of(i), False)],
        )


def test_a_tile_of_elements_without_infinity_is_padded_with_the_largest():
    x = np.zeros((8, 32), F8)
    source = Tile(x, "!pto.tile_buf<vec, 8x64xf8E4M3FN, valid=8x32>")
    for pad, expected in (2, 448), (3, -448):
        padded = np.zeros((8, 64), F8)
        apply("tfillpad", [source], [Tile(padded, type_of(padded, pad=pad), False)])
        assert (padded[:, 32:].astype(np.float32) == expected).all()


def test_a_tile_of_hif8_is_padded():
    x = np.zeros((8, 32), np.uint8).view(HIF8)
    source = Tile(x, "!pto.tile_buf<vec, 8x64x!pto.hif8, valid=8x32>")
    for pad, expected in (1, 0), (2, np.inf), (3, -np.inf):
        padded = np.zeros((8, 64), np.uint8).view(HIF8)
        apply("tfillpad", [source], [Tile(padded, type_of(padded, pad=pad), False)])
        assert (from_hif8(padded[:, 32:]) == expected).all()


def test_padding_into_a_larger_tile_and_in_place():
    x, out = floats(3, 8), np.zeros((8, 16), np.float32)
    apply("tfillpad_expand", [x], [Tile(out, type_of(out, pad=2), False)])
    expected = filled_with(np.inf)
    expected[:3, :8] = x
    np.testing.assert_array_equal(out, expected)
    y = floats(8, 16)
    both = Tile(y, type_of(y, pad=1))
    before = y.copy()
    apply("tfillpad_inplace", [both], [both])
    np.testing.assert_array_equal(y, before)


# ---- Numbers from nothing ----


def test_consecutive_numbers():
    out = result("tci", Scalar(7, "i32"), shape=(1, 16), dtype=np.int32)
    np.testing.assert_array_equal(out, [np.arange(7, 23)])
    out = result(
        "tci", Scalar(7, "i32"), shape=(1, 16), dtype=np.int32, attributes="{descending = true}"
    )
    np.testing.assert_array_equal(out, [np.arange(7, -9, -1)])


@pytest.mark.parametrize(("upper", "expected"), [(0, np.tril), (1, np.triu)])
def test_triangle(upper: int, expected: Callable[..., np.ndarray]):
    out = result(
        "ttri",
        Scalar(1, "i32"),
        dtype=np.float32,
        inside=f" {{upperOrLower = {upper} : i32}}",
    )
    np.testing.assert_array_equal(out, expected(np.ones((8, 16)), 1))


def test_random_numbers_are_philox():
    numbers = [Scalar(0, "i32")] * 6
    out = result("trandom", *numbers, shape=(1, 8), dtype=np.uint32)
    # The known answer of Philox4x32-10 for keys and counters of zero.
    assert [hex(v) for v in out[0, :4]] == ["0x6627e8d5", "0xe169c58d", "0xbc57ac4c", "0x9b00dbd8"]


# ---- Gather, scatter, sorting ----


def test_gather_by_index_and_scatter():
    x, index = floats(), ints(seed=3)
    out = result("tgather", x, index, scratch(dtype=np.int32))
    np.testing.assert_array_equal(out, x.reshape(-1)[index])
    places = np.random.default_rng(0).permutation(128).astype(np.int32).reshape(8, 16)
    spread = floats(seed=4)
    apply("tscatter", [x, places], [spread])
    expected = np.zeros(128, np.float32)
    expected[places.reshape(-1)] = x.reshape(-1)
    np.testing.assert_array_equal(spread, expected.reshape(8, 16))


def test_gather_and_scatter_by_mask():
    x = floats()
    mask = "{maskPattern = #pto.mask_pattern<P0101>}"
    out = result("tgather", x, shape=(8, 8), inside=f", {mask}")
    np.testing.assert_array_equal(out, x[:, ::2])
    half, wide = floats(8, 8, seed=1), floats(seed=2)
    expected = wide.copy()
    expected[:, ::2] = half
    apply("tscatter", [half], [wide], inside=f", {mask}")
    np.testing.assert_array_equal(wide, expected)


def test_gather_blocks():
    x = floats()
    offsets = np.array([[32, 0], [64, 480]], np.uint32)
    out = result("tgatherb", x, offsets, shape=(2, 16))
    expected = x.reshape(-1, 8)[[[1, 0], [2, 15]]].reshape(2, 16)
    np.testing.assert_array_equal(out, expected)


def test_gather_by_comparison():
    x = floats()
    count = np.zeros((1, 8), np.int32)
    x[:, :4] = 9.0
    x[:, 4:] = -1.0
    four = np.zeros((8, 4), np.int32)
    apply(
        "tgather",
        [x, Scalar(0.0, "f32"), scratch()],
        [Tile(four, type_of(four), False), Tile(count, type_of(count), False)],
        attributes="{cmpMode = #pto<cmp gt>, offset = 2 : i32}",
    )
    np.testing.assert_array_equal(four, np.broadcast_to(np.arange(2, 6), (8, 4)))
    np.testing.assert_array_equal(count, np.full((1, 8), 4))


def test_sort_and_merge():
    x = floats(1, 128)
    index = np.arange(128, dtype=np.uint32).reshape(1, 128)
    sorted_ = result("tsort32", x, index, shape=(1, 256))
    order = np.concatenate([32 * i + np.argsort(-x[0, 32 * i : 32 * i + 32]) for i in range(4)])
    np.testing.assert_array_equal(sorted_[0, ::2], x[0, order])
    np.testing.assert_array_equal(sorted_.view(np.uint32)[0, 1::2], order)
    merged = result("tmrgsort", sorted_, Scalar(64, "i32"), shape=(1, 256))
    whole = np.argsort(-x[0])
    np.testing.assert_array_equal(merged[0, ::2], x[0, whole])
    np.testing.assert_array_equal(merged.view(np.uint32)[0, 1::2], whole)


GLOBAL = """
%i = pto.alloc_tile : !pto.tile_buf<vec, 1x8xi32>
%t = pto.alloc_tile : !pto.tile_buf<vec, 8x16xf32>
pto.tload ins(%pi : !pto.partition_tensor_view<1x8xi32>) outs(%i : !pto.tile_buf<vec, 1x8xi32>)
pto.tload ins(%px : !pto.partition_tensor_view<8x16xf32>) outs(%t : !pto.tile_buf<vec, 8x16xf32>)
OP
pto.tstore ins(%t : !pto.tile_buf<vec, 8x16xf32>) outs(%px : !pto.partition_tensor_view<8x16xf32>)
func.return"""
GLOBAL_ARGUMENTS = [
    "%pi: !pto.partition_tensor_view<1x8xi32>",
    "%px: !pto.partition_tensor_view<8x16xf32>",
    "%m: !pto.partition_tensor_view<16x16xf32>",
]


NOTHING = "!pto.partition_tensor_view<?x16xf32>"
INDICES = "!pto.tile_buf<vec, 1x8xi32>"
TARGET = "!pto.tile_buf<vec, 8x16xf32>"


def on_global(op: str, index: np.ndarray, x: np.ndarray, memory: np.ndarray) -> None:
    values = [index.reshape(1, 8).astype(np.int32), x, memory]
    arguments = [*GLOBAL_ARGUMENTS[:2], f"%m: {NOTHING}" if NOTHING in op else GLOBAL_ARGUMENTS[2]]
    run_text(GLOBAL.replace("OP", op), arguments, values)


@pytest.mark.parametrize(
    ("oob", "expected"),
    [("clamp", np.array([0, 15])), ("wrap", np.array([15, 1])), ("zero", None)],
)
def test_gather_rows_of_global_memory(oob: str, expected: np.ndarray | None):
    index = np.array([3, 5, 7, 1, 2, 2, -1, 17])
    x, memory = floats(), floats(16, 16, seed=1)
    on_global(
        """pto.mgather ins(%m, %i : !pto.partition_tensor_view<16x16xf32>,
            !pto.tile_buf<vec, 1x8xi32>) outs(%t : !pto.tile_buf<vec, 8x16xf32>)
            {coalesce = #pto<coalesce row>, gatherOob = #pto<gather_oob """
        + oob
        + ">}",
        index,
        x,
        memory,
    )
    np.testing.assert_array_equal(x[:6], memory[index[:6]])
    np.testing.assert_array_equal(x[6:], 0 if expected is None else memory[expected])


SCATTER = """pto.mscatter ins(%t, %i : !pto.tile_buf<vec, 8x16xf32>, !pto.tile_buf<vec, 1x8xi32>)
    outs(%m : !pto.partition_tensor_view<16x16xf32>) {coalesce = #pto<coalesce row>"""


@pytest.mark.parametrize(("oob", "last"), [("skip", None), ("clamp", 15), ("wrap", 1)])
@pytest.mark.parametrize(("atomic", "combine"), [("add", np.add), ("max", np.maximum)])
def test_scatter_rows_to_global_memory(
    oob: str, last: int | None, atomic: str, combine: Callable[..., np.ndarray]
):
    index = np.array([3, 5, 7, 1, 2, 2, 0, 17])
    x, memory = floats(), floats(16, 16, seed=1)
    expected = memory.copy()
    for row, place in zip(x, [*index[:7], last], strict=True):
        if place is not None:
            expected[place] = combine(expected[place], row)
    on_global(
        f"{SCATTER}, scatterAtomicOp = #pto<scatter_atomic_op {atomic}>, "
        f"scatterOob = #pto<scatter_oob {oob}>}}",
        index,
        x,
        memory,
    )
    np.testing.assert_array_equal(memory, expected)


@pytest.mark.parametrize("oob", ["undefined", "clamp", "wrap", "zero"])
def test_gather_from_nothing(oob: str):
    nothing, x = np.zeros((0, 16), np.float32), floats()
    keys = f"{{coalesce = #pto<coalesce row>, gatherOob = #pto<gather_oob {oob}>}}"
    op = f"pto.mgather ins(%m, %i : {NOTHING}, {INDICES}) outs(%t : {TARGET}) {keys}"
    if oob == "zero":
        on_global(op, np.zeros(8), x, nothing)
        assert not x.any()
        return
    with pytest.raises(CompileError, match="is 0, expected at least 0 and below 0"):
        on_global(op, np.zeros(8), x, nothing)


@pytest.mark.parametrize("oob", ["undefined", "clamp", "wrap", "skip"])
def test_scatter_into_nothing(oob: str):
    nothing, x = np.zeros((0, 16), np.float32), floats()
    keys = f"{{coalesce = #pto<coalesce row>, scatterOob = #pto<scatter_oob {oob}>}}"
    op = f"pto.mscatter ins(%t, %i : {TARGET}, {INDICES}) outs(%m : {NOTHING}) {keys}"
    if oob == "skip":
        on_global(op, np.zeros(8), x, nothing)
        return
    with pytest.raises(CompileError, match="is 0, expected at least 0 and below 0"):
        on_global(op, np.zeros(8), x, nothing)


def test_an_index_outside_of_global_memory_is_an_error():
    index = np.array([3, 5, 7, 1, 2, 2, 0, 17])
    with pytest.raises(
        CompileError, match=r"an index of pto.mscatter is 17, expected at least 0 and below 16"
    ):
        on_global(SCATTER + "}", index, floats(), floats(16, 16))


# ---- Quantisation ----


def test_dequantise():
    x, scale, offset = ints(dtype=np.int8), floats(8, 1), floats(8, 1, seed=1)
    out = result("tdequant", x, scale, offset, dtype=np.float32)
    np.testing.assert_array_equal(out, (x.astype(np.float32) - offset) * scale)


@pytest.mark.parametrize(
    ("kind", "dtype", "low", "high"), [("SYM", np.int8, -128, 127), ("ASYM", np.uint8, 0, 255)]
)
def test_quantise(kind: str, dtype: type, low: int, high: int):
    x, factor, offset = 200 * floats(), np.abs(floats(8, 1)), 50 * floats(8, 1, seed=1)
    added = [] if kind == "SYM" else [offset]
    attributes = f"{{quant_type = #pto<quant_type INT8_{kind}>}}"
    out = result("tquant", x, factor, *added, dtype=dtype, attributes=attributes)
    exact = np.rint(x * factor + sum(added))
    assert exact.min() < low < high < exact.max()
    np.testing.assert_array_equal(out, np.clip(exact, low, high).astype(dtype))


def shared(x: np.ndarray, elements: np.dtype, algorithm: str) -> list[np.ndarray]:
    """Elements, exponents, magnitudes and factors of `tquant.mx`."""
    rows, columns = x.shape
    kind = "MXFP4_E2M1" if elements == PAIRS_E2M1 else "MXFP8"
    outs = [
        np.zeros((rows, columns // (2 if elements == PAIRS_E2M1 else 1)), elements),
        np.zeros((rows, columns // 32), E8M0),
        *(np.zeros((rows, columns // 32), np.float32) for _ in range(2)),
    ]
    tiles = [Tile(out, type_of(out), loads=False) for out in outs]
    scale = f"#pto<quant_scale_alg {algorithm}>"
    attributes = f"{{quant_type = #pto<quant_type {kind}>, quantScaleAlg = {scale}}}"
    apply("tquant.mx", [x], tiles, attributes=attributes)
    return outs


def test_quantise_with_shared_exponents():
    x = floats(8, 64) * np.exp2(ints(8, 64) % 9 - 4).astype(np.float32)
    out, exponents, largest, factors = shared(x, F8, "ocp")
    groups = np.abs(x).reshape(8, 2, 32).max(axis=2)
    np.testing.assert_array_equal(largest, groups)
    exponent = np.floor(np.log2(groups)) - 8
    np.testing.assert_array_equal(exponents.view(np.uint8), exponent + 127)
    np.testing.assert_array_equal(factors, np.exp2(-exponent))
    exact = x * np.repeat(factors, 32, axis=1)
    assert np.abs(exact).max() > 448
    np.testing.assert_array_equal(out, np.clip(exact, -448, 448).astype(F8))
    _, exponents, _, _ = shared(x, F8, "nv")
    highest = groups * np.exp2(127.0 - exponents.view(np.uint8))
    assert highest.max() <= 448 < 2 * highest.min()


def test_quantise_to_pairs_with_shared_exponents():
    x = np.tile(np.array([[6, -4, 3, 0.5, 0, 8, 1, -1.5]], np.float32), (8, 8))
    out, exponents, *_ = shared(x, PAIRS_E2M1, "ocp")
    assert (exponents.view(np.uint8) == 128).all()
    # Halves of the numbers: 3 -2 1.5 0.25 (a tie, to even) 0 4 0.5 -0.75 (a tie, to even).
    np.testing.assert_array_equal(out.view(np.uint8)[0, :4], [0xC5, 0x03, 0x60, 0xA1])


def test_a_block_of_zeros_has_the_lowest_exponent():
    out, exponents, _, _ = shared(np.zeros((8, 64), np.float32), F8, "ocp")
    assert not out.view(np.uint8).any()
    assert not exponents.view(np.uint8).any()


def test_blocks_of_32_columns():
    with pytest.raises(CompileError, match="works on blocks of 32 columns, not on 72"):
        shared(floats(8, 72), F8, "ocp")


def test_histogram():
    x = ints(8, 64, dtype=np.uint16) * 97
    prefix = (x[:, :1] >> 8).astype(np.uint8)
    prefixes = np.repeat(prefix, 32, axis=1)
    out = result("thistogram", x, prefixes, shape=(8, 256), dtype=np.int32)
    high = [np.bincount(row >> 8, minlength=256) for row in x]
    np.testing.assert_array_equal(out, high)
    unwritten = Tile(prefixes, type_of(prefixes), loads=False)
    np.testing.assert_array_equal(
        result("thistogram", x, unwritten, shape=(8, 256), dtype=np.int32), high
    )
    attributes = "{byte = 0 : i32}"
    with pytest.raises(CompileError, match=r"reads element \[0, 0\].*, which nobody has written"):
        result("thistogram", x, unwritten, shape=(1, 256), dtype=np.int32, attributes=attributes)
    out = result("thistogram", x, prefixes, shape=(1, 256), dtype=np.int32, attributes=attributes)
    low = [
        np.bincount(row[row >> 8 == p] & 255, minlength=256)
        for row, p in zip(x, prefix, strict=True)
    ]
    np.testing.assert_array_equal(out[0], np.sum(low, axis=0))
    with pytest.raises(CompileError, match="has no byte 2 in elements of uint16"):
        result(
            "thistogram", x, prefixes, shape=(8, 256), dtype=np.int32, attributes="{byte = 2 : i32}"
        )


def test_concatenation_of_chosen_columns():
    x, y = floats(), floats(seed=1)
    i, j = ints() % 16, ints(8, 8, seed=1) % 16
    out = result("tconcatidx", x, y, i, j, shape=(8, 24))
    columns = [np.take_along_axis(x, i, 1), np.take_along_axis(y, j, 1)]
    np.testing.assert_array_equal(out, np.concatenate(columns, axis=1))
    with pytest.raises(
        CompileError, match=r"an index of pto.tconcatidx is 16, expected at least 0 and below 16"
    ):
        result("tconcatidx", x, y, np.full_like(i, 16), j, shape=(8, 24))
    unwritten = Tile(j, type_of(j), loads=False)
    with pytest.raises(CompileError, match=r"reads element \[0, 0\].*, which nobody has written"):
        result("tconcatidx", x, y, i, unwritten, shape=(8, 24))


def parameter(factor: float, offset: int) -> int:
    """How the fixed-point pipe is told a factor and an offset."""
    return int(np.float32(factor).view(np.uint32)) | (offset & 0x1FF) << 37


def accumulator() -> tuple[np.ndarray, Tile]:
    x = 100 * ints(16, 32) - 5000
    return x, Tile(x, type_of(x, "acc", **ACC))


@pytest.mark.parametrize("relu", [False, True])
def test_an_accumulator_quantised_by_a_scalar(relu: bool):
    x, tile = accumulator()
    out = np.zeros((16, 32), np.int8)
    scalar = Scalar(parameter(0.125, -3), "i64")
    attributes = "{reluPreMode = #pto<relu_pre_mode normal_relu>}" if relu else ""
    target = Tile(out, type_of(out), loads=False)
    apply("textract", [tile, ZERO, ZERO, scalar], [target], attributes=attributes)
    exact = np.rint(np.maximum(x, 0 if relu else x) * 0.125) - 3
    np.testing.assert_array_equal(out, np.clip(exact, -128, 127))


def test_an_accumulator_quantised_by_columns():
    x, tile = accumulator()
    factors = np.exp2(np.arange(32) % 5 - 8)
    bits = np.array([[parameter(f, n) for n, f in enumerate(factors)]], np.int64)
    scales = Tile(bits, type_of(bits, "scaling"))
    out = np.zeros((16, 32), np.int8)
    apply("tmov", [tile, scales], [Tile(out, type_of(out), loads=False)])
    exact = np.rint(x * factors) + np.arange(32)
    np.testing.assert_array_equal(out, np.clip(exact, -128, 127))
    half = np.zeros((16, 32), np.float16)
    apply("tmov.fp", [tile, scales], [Tile(half, type_of(half), loads=False)])
    np.testing.assert_array_equal(half, (x * factors).astype(np.float16))


# ---- Elements that numpy does not have ----


def test_hif8_spacing_and_limits():
    """Three bits of fraction around one, two from 16 on, one from 256 on; powers of two below."""
    x = np.array([[1.0624, 1.0625, 17, 18, 300, 330, 40959, 40960, 2**-21.6, -(2**-24.0)]])
    x = np.pad(x.astype(np.float32), ((0, 7), (0, 22)))
    shape = (8, 32)
    narrow = result("tcvt", x, shape=shape, dtype=HIF8)
    wide = result("tcvt", narrow, shape=shape, dtype=np.float32)
    exact = [1, 1.125, 16, 20, 256, 384, 2**15, np.inf, 2**-22, 0]
    np.testing.assert_array_equal(wide[0, :10], exact)
    mode = " {satmode = #pto<saturation_mode ON>}"
    saturated = result("tcvt", x, shape=shape, dtype=HIF8, inside=mode)
    assert result("tcvt", saturated, shape=shape, dtype=np.float32)[0, 7] == 2**15


def test_products_of_hif8():
    a, b = (to_hif8(floats(*shape, seed=seed)) for seed, shape in enumerate([(16, 64), (64, 16)]))
    exact = from_hif8(a) @ from_hif8(b)
    np.testing.assert_allclose(product("tmatmul", a, b), exact, rtol=1e-5, atol=1e-5)


def test_pairs_are_moved_and_not_computed_with():
    x = np.arange(256, dtype=np.uint8).reshape(8, 32).view(PAIRS_E2M1)
    np.testing.assert_array_equal(result("tmov", x, shape=(8, 32), dtype=PAIRS_E2M1), x)
    with pytest.raises(CompileError, match="f4E2M1x2 cannot be computed with"):
        result("texp", x, shape=(8, 32), dtype=PAIRS_E2M1)
    with pytest.raises(CompileError, match="a cast from or to f4E2M1x2 has no meaning"):
        result("tcvt", x, shape=(8, 32), dtype=np.float32)


# ---- Products ----

LEFT = {"blayout": "col_major", "slayout": "row_major"}
RIGHT = {"slayout": "col_major"}
ACC = {"blayout": "col_major", "slayout": "row_major", "fractal": 1024}


def product(
    name: str, lhs: np.ndarray, rhs: np.ndarray, *more: Tile, scales: tuple[Tile, ...] = ()
):
    left, right = Tile(lhs, type_of(lhs, "left", **LEFT)), Tile(rhs, type_of(rhs, "right", **RIGHT))
    out = np.zeros((lhs.shape[0], rhs.shape[1]), np.float32)
    acc = Tile(out, type_of(out, "acc", **ACC), loads=False)
    factors = [left, scales[0], right, scales[1]] if scales else [left, right]
    apply(name, [*factors, *more], [acc])
    return out


@pytest.mark.parametrize(("name", "rows"), [("tmatmul", 16), ("tgemv", 1)])
def test_products(name: str, rows: int):
    a, b = floats(rows, 32, dtype=BF16), floats(32, 16, seed=1, dtype=BF16)
    bias = floats(1, 16, seed=2)
    exact = a.astype(np.float32) @ b.astype(np.float32)
    np.testing.assert_allclose(product(name, a, b), exact, rtol=1e-5, atol=1e-5)
    out = product(f"{name}.bias", a, b, Tile(bias, type_of(bias, "bias")))
    np.testing.assert_allclose(out, exact + bias, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize(("name", "rows"), [("tmatmul", 16), ("tgemv", 1)])
def test_scaled_products(name: str, rows: int):
    a, b = floats(rows, 64, dtype=F8), floats(64, 16, seed=1, dtype=F8)
    a_scale = np.exp2(ints(rows, 2) % 5 - 2).astype(E8M0)
    b_scale = np.exp2(ints(2, 16, seed=1) % 5 - 2).astype(E8M0)
    scales = (
        Tile(a_scale, type_of(a_scale, "scaling", slayout="row_major", fractal=32)),
        Tile(
            b_scale,
            type_of(b_scale, "scaling", blayout="col_major", slayout="col_major", fractal=32),
        ),
    )
    wide = [v.astype(np.float32) for v in (a, b, a_scale, b_scale)]
    exact = (wide[0] * np.repeat(wide[2], 32, 1)) @ (wide[1] * np.repeat(wide[3], 32, 0))
    np.testing.assert_allclose(product(f"{name}.mx", a, b, scales=scales), exact, rtol=1e-5)
    bias = floats(1, 16, seed=2)
    out = product(f"{name}.mx.bias", a, b, Tile(bias, type_of(bias, "bias")), scales=scales)
    np.testing.assert_allclose(out, exact + bias, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("name", ["tmatmul", "tgemv"])
def test_accumulating_products(name: str):
    rows = 16 if name == "tmatmul" else 1
    a, b = floats(rows, 64, dtype=F8), floats(64, 16, seed=1, dtype=F8)
    left, right = Tile(a, type_of(a, "left", **LEFT)), Tile(b, type_of(b, "right", **RIGHT))
    start = floats(rows, 16, seed=2)
    exact = a.astype(np.float32) @ b.astype(np.float32)
    plain = Tile(start.copy(), type_of(start, "acc", **ACC))
    apply(f"{name}.acc", [plain, left, right], [plain])
    np.testing.assert_allclose(plain.array, start + exact, rtol=1e-5, atol=1e-5)
    one_a, one_b = np.ones((rows, 2), E8M0), np.ones((2, 16), E8M0)
    scales = (
        Tile(one_a, type_of(one_a, "scaling", slayout="row_major", fractal=32)),
        Tile(one_b, type_of(one_b, "scaling", slayout="col_major", fractal=32)),
    )
    scaled = Tile(start.copy(), type_of(start, "acc", **ACC))
    apply(f"{name}.mx.acc", [scaled, left, scales[0], right, scales[1]], [scaled])
    np.testing.assert_allclose(scaled.array, start + exact, rtol=1e-5, atol=1e-5)


# ---- Boxes ----


def test_windows_of_boxed_tiles():
    x = floats(64, 64, dtype=BF16)
    boxed = Tile(x, type_of(x, "mat", blayout="col_major", slayout="row_major"))
    part = np.zeros((16, 32), BF16)
    corner = Tile(part, type_of(part, "mat", blayout="col_major", slayout="row_major"), False)
    index = [Scalar(48, "index"), Scalar(16, "index")]
    apply("textract", [boxed, *index], [corner], target="a3")
    np.testing.assert_array_equal(part, x[48:, 16:48])
    whole = Tile(x, type_of(x, "mat", blayout="col_major", slayout="row_major"))
    small = floats(16, 32, seed=1, dtype=BF16)
    source = Tile(small, type_of(small, "mat", blayout="col_major", slayout="row_major"))
    expected = x.copy()
    expected[16:32, 32:] = small
    apply("tinsert", [source, Scalar(16, "index"), Scalar(32, "index")], [whole], target="a3")
    np.testing.assert_array_equal(x, expected)


# ---- Scalars, pointers, arrays ----


def test_pointers_as_integers():
    x = np.arange(16, dtype=np.float32)
    body = """%c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : i64
    %c0 = arith.constant 0 : index
    %q = pto.addptr %p, %c4 : !pto.ptr<f32> -> !pto.ptr<f32>
    %a = pto.ptrtoint %q : !pto.ptr<f32> -> i64
    %b = arith.addi %a, %c8 : i64
    %r = pto.inttoptr %b : i64 -> !pto.ptr<f32>
    %v = pto.load_scalar %r[%c0] : !pto.ptr<f32> -> f32
    %i = pto.castptr %p : !pto.ptr<f32> -> !pto.ptr<i32>
    %bits = pto.load_scalar %i[%c4] : !pto.ptr<i32> -> i32
    %f = arith.bitcast %bits : i32 to f32
    %sum = arith.addf %v, %f : f32
    pto.store_scalar %sum, %p[%c0] : !pto.ptr<f32>, f32
    func.return"""
    run_text(body, ["%p: !pto.ptr<f32>"], [x])
    assert x[0] == 6.0 + 4.0


def test_scalar_operations_that_only_files_have(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    path = tmp_path / "k.pto"
    path.write_text(
        """func.func @k(%p: !pto.ptr<f32>, %n: i32, %x: f32, %out: !pto.ptr<f32>) {
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          %c4 = arith.constant 4 : index
          %v = pto.make_tensor_view %out, shape = [%c4], strides = [%c1] : !pto.tensor_view<?xf32>
          %i = arith.index_castui %n : i32 to index
          %shift = arith.constant 30 : index
          %high = arith.shrui %i, %shift : index
          %y = arith.constant 2.0 : f32
          %r = arith.remf %x, %y : f32
          pto.store_scalar %r, %out[%high] : !pto.ptr<f32>, f32
          return
        }"""
    )
    np.save(tmp_path / "zero.npy", np.zeros(4, np.float32))
    argv = [str(path), "--set", "n=-1", "--set", "x=-7.5", "--output", str(tmp_path)]
    assert main([*argv, "--input", f"out={tmp_path / 'zero.npy'}"]) == 0, capsys.readouterr().err
    # -1 is 2**32 - 1 without sign, and the remainder has the sign of the dividend.
    assert np.load(tmp_path / "out.npy").tolist() == [0, 0, 0, -1.5]


def test_extents_of_views_and_tiles():
    x = np.zeros((4, 8), np.int32)
    body = """%c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c5 = arith.constant 5 : index
    %p = pto.alloc_tile : !pto.tile_buf<vec, 1x8xi32>
    %t = pto.alloc_tile valid_row = %c3 valid_col = %c5 :
        !pto.tile_buf<vec, 8x16xf32, valid=?x?>
    %d = pto.get_tensor_view_dim %v, %c0 : !pto.tensor_view<4x8xi32> -> index
    %s = pto.get_tensor_view_stride %v, %c0 : !pto.tensor_view<4x8xi32> -> index
    %r = pto.tile_valid_rows %t : !pto.tile_buf<vec, 8x16xf32, valid=?x?> -> index
    %c = pto.tile_valid_cols %t : !pto.tile_buf<vec, 8x16xf32, valid=?x?> -> index
    %c10 = arith.constant 10 : index
    %0 = arith.muli %d, %c10 : index
    %1 = arith.addi %0, %s : index
    %2 = arith.muli %1, %c10 : index
    %3 = arith.addi %2, %r : index
    %4 = arith.muli %3, %c10 : index
    %5 = arith.addi %4, %c : index
    %n = arith.index_cast %5 : index to i32
    pto.texpands ins(%n : i32) outs(%p : !pto.tile_buf<vec, 1x8xi32>)
    %row = pto.partition_view %v, offsets = [%c1, %c0], sizes = [%c1, %w] :
        !pto.tensor_view<4x8xi32> -> !pto.partition_tensor_view<1x8xi32>
    pto.tstore ins(%p : !pto.tile_buf<vec, 1x8xi32>)
        outs(%row : !pto.partition_tensor_view<1x8xi32>)
    func.return"""
    run_text(body, ["%v: !pto.tensor_view<4x8xi32>", "%w: index"], [x, 8])
    assert x[1].tolist() == [4835] * 8
    assert not x[0].any()


ARRAYS = """%c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %e = pto.declare_eventid_array -> !pto.eventid_array<2>
    pto.eventid_array_set %e[%c1], %c1 : !pto.eventid_array<2>
    %v = pto.eventid_array_get %e[%i] : !pto.eventid_array<2>
    pto.set_flag_dyn[<PIPE_V>, <PIPE_MTE3>, %v]
    pto.wait_flag_dyn[<PIPE_V>, <PIPE_MTE3>, %v]
    %l = pto.declare_local_array -> !pto.local_array<4x8xf32>
    %x = arith.constant 2.5 : f32
    pto.local_array_set %l[%i, %c0], %x : !pto.local_array<4x8xf32>, f32
    %y = pto.local_array_get %l[%c1, %c0] : !pto.local_array<4x8xf32> -> f32
    pto.store_scalar %y, %p[%c0] : !pto.ptr<f32>, f32
    func.return"""


def test_arrays_in_registers():
    arguments, out = ["%i: index", "%p: !pto.ptr<f32>"], np.zeros(1, np.float32)
    run_text(ARRAYS, arguments, [1, out])
    assert out[0] == 2.5
    with pytest.raises(CompileError, match=r"element \[0\] of the array has never been set"):
        run_text(ARRAYS, arguments, [0, out])
    with pytest.raises(CompileError, match=r"index \[2\] lies outside of an array of 2"):
        run_text(ARRAYS, arguments, [2, out])


def test_a_fusion_region_yields():
    out = np.zeros(1, np.float32)
    body = """%c0 = arith.constant 0 : index
    %x = pto.fusion_region {
      %y = arith.constant 4.0 : f32
      pto.yield(%y) : (f32) -> ()
    } : f32
    pto.store_scalar %x, %p[%c0] : !pto.ptr<f32>, f32
    func.return"""
    run_text(body, ["%p: !pto.ptr<f32>"], [out])
    assert out[0] == 4.0


def test_a_trap_stops():
    with pytest.raises(CompileError, match="the kernel stops itself here"):
        run_text("pto.trap\nfunc.return", [], [])


def test_communication_stops_with_its_name():
    window = "!pto.partition_tensor_view<8x16xf32>"
    tile = "!pto.tile_buf<vec, 8x16xf32>"
    body = f"""%t = pto.alloc_tile : {tile}
    pto.comm.tput(%a, %b, buf(%t) : {window}, {window}, {tile})
    func.return"""
    with pytest.raises(CompileError, match=r"'pto.comm.tput' has no meaning at level pto"):
        run_text(body, [f"%a: {window}", f"%b: {window}"], [floats(), floats(seed=1)])


def test_scales_lie_where_their_tile_says():
    a, b = floats(16, 64, dtype=F8), floats(64, 16, seed=1, dtype=F8)
    twos, ones = filled_with(2, 16, 2, dtype=E8M0), filled_with(1, 2, 16, dtype=E8M0)
    out = np.zeros((16, 16), np.float32)
    left, right = type_of(a, "left", **LEFT), type_of(b, "right", **RIGHT)
    acc = type_of(out, "acc", **ACC)
    scale = type_of(twos, "scaling", slayout="row_major", fractal=32)
    other = type_of(ones, "scaling", slayout="col_major", fractal=32)
    arguments = {
        "a": "16x64xf8E4M3FN",
        "b": "64x16xf8E4M3FN",
        "twos": "16x2x!pto.f8E8M0",
        "ones": "2x16x!pto.f8E8M0",
        "out": "16x16xf32",
    }
    views = {name: f"!pto.partition_tensor_view<{text}>" for name, text in arguments.items()}
    body = f"""%l = pto.alloc_tile : {left}
    %r = pto.alloc_tile : {right}
    %s = pto.alloc_tile : {scale}
    %same = pto.alloc_tile : {scale}
    %t = pto.alloc_tile : {other}
    %acc = pto.alloc_tile : {acc}
    pto.tload ins(%a : {views["a"]}) outs(%l : {left})
    pto.tload ins(%b : {views["b"]}) outs(%r : {right})
    pto.tget_scale_addr ins(%l : {left}) outs(%s : {scale})
    pto.tload ins(%twos : {views["twos"]}) outs(%s : {scale})
    pto.tload ins(%ones : {views["ones"]}) outs(%t : {other})
    pto.tget_scale_addr ins(%l : {left}) outs(%same : {scale})
    pto.tmatmul.mx ins(%l, %same, %r, %t : {left}, {scale}, {right}, {other}) outs(%acc : {acc})
    pto.tstore ins(%acc : {acc}) outs(%out : {views["out"]})
    func.return"""
    run_text(body, [f"%{name}: {view}" for name, view in views.items()], [a, b, twos, ones, out])
    exact = 2 * a.astype(np.float32) @ b.astype(np.float32)
    np.testing.assert_allclose(out, exact, rtol=1e-5, atol=1e-5)
