"""Placed IR on numpy: tiles are bytes, so a wrong plan gives wrong numbers or poison."""

from __future__ import annotations

import numpy as np
import pytest
from interpreter_ir import module_of

from pto_dialect.diagnostics import CompileError
from pto_dialect.interpreter.api import run_function

TILE = "!tile.tile<vec, 8x16xf32>"
TENSOR = "memref<8x16xf32>"
REF = "!mem.ref<vec, 512>"


def random(shape: tuple[int, ...] = (8, 16), seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).standard_normal(shape, np.float32)


def alloc(name: str, at: int | None = None, ref: str = REF) -> str:
    return f'%{name} = mem.alloc "{name}"{"" if at is None else f" at {at}"} : {ref}'


def run(body: str, *arrays: np.ndarray, level: str = "placed", target: str | None = None) -> None:
    """Run a body over tensors `%a`, `%b`, …; `load`, `store` and `in` are abbreviated."""
    arguments = ", ".join(
        f"%{chr(97 + i)}: memref<{'x'.join(map(str, x.shape))}xf32>" for i, x in enumerate(arrays)
    )
    text = f"""
        func.func @k({arguments}) {{
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          %c2 = arith.constant 2 : index
          %c4 = arith.constant 4 : index
          {body}
          func.return
        }}"""
    run_function(module_of(text), "k", list(arrays), level=level, target=target)


def load(name: str, tensor: str, place: str, ref: str = REF) -> str:
    return f"""%{name} = tile.load %{tensor}[%c0, %c0] : {TENSOR} -> {TILE}
        mem.place %{name} in {place} : {TILE}, {ref}"""


def store(name: str, tensor: str) -> str:
    return f"tile.store %{name}, %{tensor}[%c0, %c0] : {TILE}, {TENSOR}"


def unary(name: str, op: str, src: str, place: str) -> str:
    return f"""%{name} = tile.{op} %{src} : {TILE}
        mem.place %{name} in {place} : {TILE}, {REF}"""


def test_tiles_that_are_dead_may_share_bytes():
    x, out = random(), np.empty((8, 16), np.float32)
    body = "\n".join(
        [
            alloc("m", 0),
            alloc("n", 512),
            load("t0", "a", "%m"),
            unary("t1", "exp", "t0", "%n"),
            unary("t2", "neg", "t1", "%m"),
            unary("t3", "abs", "t2", "%m"),
            store("t3", "b"),
        ]
    )
    run(body, x, out)
    np.testing.assert_array_equal(out, np.exp(x))


def test_overwriting_a_live_tile_gives_wrong_numbers():
    x = random()
    body = "\n".join(
        [
            alloc("m", 0),
            alloc("n", 256),
            alloc("p", 1024),
            load("t0", "a", "%m"),
            load("t1", "a", "%p"),
            unary("t2", "exp", "t1", "%n"),
            store("t0", "b"),
        ]
    )
    right, wrong = np.empty_like(x), np.empty_like(x)
    run(body, x, right, level="tile")
    run(body, x, wrong)
    np.testing.assert_array_equal(right, x)
    np.testing.assert_array_equal(wrong[:4], x[:4])
    np.testing.assert_array_equal(wrong[4:], np.exp(x[:4]))


def test_without_addresses_every_allocation_is_apart():
    x, out = random(), np.empty((8, 16), np.float32)
    body = "\n".join(
        [
            alloc("m"),
            alloc("n"),
            load("t0", "a", "%m"),
            unary("t1", "exp", "t0", "%n"),
            store("t0", "b"),
        ]
    )
    run(body, x, out)
    np.testing.assert_array_equal(out, x)


def test_slots_lie_behind_each_other():
    x, out = random((32, 16)), np.empty((8, 16), np.float32)
    ref = "!mem.ref<vec, 512, slots=2>"
    body = f"""{alloc("m", 0, ref)}
        {alloc("sum", 1024)}
        %zero = arith.constant 0.0 : f32
        %init = tile.full %zero : f32 -> {TILE}
        mem.place %init in %sum : {TILE}, {REF}
        %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%acc = %init) -> ({TILE}) {{
          %k = arith.remui %i, %c2 : index
          %c8 = arith.constant 8 : index
          %row = arith.muli %i, %c8 : index
          %t = tile.load %a[%row, %c0] : memref<32x16xf32> -> {TILE}
          mem.place %t in %m[%k] : {TILE}, {ref}
          %next = tile.add %acc, %t : {TILE}
          mem.place %next in %sum : {TILE}, {REF}
          scf.yield %next : {TILE}
        }}
        {store("r", "b")}"""
    run(body, x, out)
    np.testing.assert_allclose(out, x.reshape(4, 8, 16).sum(0), rtol=1e-5, atol=1e-6)
    with pytest.raises(CompileError, match="allocation 'm' has 2 slots, none is 2"):
        run(body.replace("remui %i, %c2", "remui %i, %c4"), x, out)


def test_views_are_bytes_of_their_operand():
    x, out = random(), np.zeros((8, 16), np.float32)
    row = "!tile.tile<vec, 1x16xf32>"
    column = "!tile.tile<vec, 16x1xf32>"
    body = f"""{alloc("m", 0)}
        {alloc("n", 512)}
        {load("t", "a", "%m")}
        %s = tile.slice %t[%c2, %c0] : {TILE} -> {row}
        %v = tile.reshape %s : {row} -> {column}
        %e = tile.exp %v : {column}
        mem.place %e in %n : {column}, {REF}
        %w = tile.reshape %e : {column} -> {row}
        tile.store %w, %b[%c0, %c0] : {row}, {TENSOR}"""
    run(body, x, out)
    np.testing.assert_array_equal(out[0], np.exp(x[2]))


def test_assemble_writes_into_its_target():
    x, y, out = random(), random(seed=1), np.empty((8, 16), np.float32)
    half = "!tile.tile<vec, 4x16xf32>"
    body = f"""{alloc("m", 0)}
        {alloc("n", 512)}
        {load("t", "a", "%m")}
        %s = tile.load %b[%c0, %c0] : {TENSOR} -> {half}
        mem.place %s in %n : {half}, {REF}
        %u = tile.assemble %t, %s[%c4, %c0] : {TILE}, {half}
        {store("u", "c")}"""
    run(body, x, y, out)
    np.testing.assert_array_equal(out, np.concatenate((x[:4], y[:4])))
    # The old tile is gone.
    run(body.replace(store("u", "c"), store("t", "c")), x, y, out)
    np.testing.assert_array_equal(out, np.concatenate((x[:4], y[:4])))


POISON = {
    "never written": f"""%t = tile.create : {TILE}
        mem.place %t in %m : {TILE}, {REF}""",
    "created again": f"""{load("old", "a", "%m")}
        %t = tile.create : {TILE}
        mem.place %t in %m : {TILE}, {REF}""",
    "outside of the valid region": f"""%s = tile.load %a[%c0, %c0] valid [%c4]
            : {TENSOR} -> !tile.tile<vec, 8x16xf32, valid=?x16>
        mem.place %s in %m : !tile.tile<vec, 8x16xf32, valid=?x16>, {REF}
        %t = tile.set_valid_shape %s : !tile.tile<vec, 8x16xf32, valid=?x16> -> {TILE}""",
    "not in place": f"""{load("s", "a", "%m")}
        {unary("t", "recip", "s", "%m")}""",
    "over an operand that starts elsewhere": f"""{load("s", "a", "%m")}
        %shifted = mem.alloc "shifted" at 64 : {REF}
        {unary("t", "neg", "s", "%shifted")}""",
    "scratch": f"""{load("t", "a", "%m")}
        {load("s", "a", "%n")}
        %r = tile.row_max %s, %t : {TILE} -> !tile.tile<vec, 8x1xf32>
        mem.place %r in %p : !tile.tile<vec, 8x1xf32>, {REF}""",
}

WHY = {
    "not in place": (
        "tile.recip",
        "its result at vec[0, 512) overlaps operand 's' at vec[0, 512), and it does not work in "
        "place",
    ),
    "over an operand that starts elsewhere": (
        "tile.neg",
        "its result at vec[64, 576) overlaps operand 's' at vec[0, 512) in part",
    ),
    "scratch": ("tile.row_max", "it uses 't' at vec[0, 512) as scratch"),
}
"""Which operation leaves what is poison so, and what it does."""


def test_scratch_that_shares_bytes_with_an_operand_spoils_the_result():
    column = "!tile.tile<vec, 8x1xf32>"
    body = f"""{alloc("m", 0)}
        {alloc("n", 512)}
        {alloc("p", 1024)}
        {load("s", "a", "%m")}
        %tmp = tile.create : {TILE}
        mem.place %tmp in %PLACE : {TILE}, {REF}
        %t = tile.row_max %s, %tmp : {TILE} -> {column}
        mem.place %t in %p : {column}, {REF}
        tile.store %t, %b[%c0, %c0] : {column}, memref<8x1xf32>"""
    x, out = random(), np.empty((8, 1), np.float32)
    run(body.replace("%PLACE", "%n"), x, out)
    np.testing.assert_array_equal(out, x.max(1, keepdims=True))
    with pytest.raises(
        CompileError, match=r"of tile 't', which is undefined since 'tile\.row_max'"
    ):
        run(body.replace("%PLACE", "%m"), x, out)


@pytest.mark.parametrize("made", POISON.values(), ids=POISON)
@pytest.mark.parametrize("stored", ["t", "u"], ids=["stored", "used and stored"])
def test_poison_is_an_error_when_it_is_stored(made: str, stored: str):
    head = "\n".join([alloc("m", 0), alloc("n", 512), alloc("p", 1024), alloc("q", 2048)])
    used = unary("u", "exp", "t", "%q") if stored == "u" else ""
    with pytest.raises(CompileError) as caught:
        run(f"{head}\n{made}\n{used}\n{store(stored, 'b')}", random(), random())
    why = next((why for key, why in WHY.items() if POISON[key] == made), None)
    since = "nobody has written" if why is None else f"is undefined since '{why[0]}'"
    assert caught.value.message.endswith(f"] of tile '{stored}', which {since}")
    assert [note.message for note in caught.value.notes] == ([] if why is None else [why[1]])
    run(f"{head}\n{made}", random(), random())


def test_in_place_is_fine_where_the_operation_allows_it():
    x, out = random(), np.empty((8, 16), np.float32)
    body = "\n".join(
        [alloc("m", 0), load("s", "a", "%m"), unary("t", "exp", "s", "%m"), store("t", "b")]
    )
    run(body, x, out)
    np.testing.assert_array_equal(out, np.exp(x))


def test_a_widening_cast_in_place_is_poison_and_a_narrowing_one_is_not():
    x, out = random(), np.zeros((8, 16), np.float32)
    narrow = "!tile.tile<vec, 8x16xbf16>"
    body = f"""{alloc("m", 0)}
        {alloc("n", 512)}
        {load("s", "a", "%m")}
        %b16 = tile.cast %s {{mode = "rint"}} : {TILE} -> {narrow}
        mem.place %b16 in %m : {narrow}, {REF}
        %t = tile.cast %b16 {{mode = "rint"}} : {narrow} -> {TILE}
        mem.place %t in %n : {TILE}, {REF}
        {store("t", "b")}"""
    run(body, x, out)
    np.testing.assert_allclose(out, x, rtol=2**-8)
    with pytest.raises(CompileError, match=r"is undefined since 'tile\.cast'"):
        run(body.replace("%t in %n", "%t in %m"), x, out)


def test_memory_ends_at_the_capacity_of_the_target():
    body = "\n".join([alloc("m", 188416), load("t", "a", "%m"), store("t", "b")])
    x, out = random(), np.empty((8, 16), np.float32)
    with pytest.raises(CompileError) as caught:
        run(body, x, out, target="a3")
    assert "allocation 'm' at vec[188416, 188928) lies outside of the 188416 bytes there" in str(
        caught.value
    )
    run(body, x, out, target="a5")
    np.testing.assert_array_equal(out, x)


LOOP = f"""{alloc("m", 0)}
        {alloc("n", 512)}
        {load("x", "a", "%m")}
        %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%acc = %x) -> ({TILE}) {{
          %next = tile.add %acc, %acc : {TILE}
          mem.place %next in %PLACE : {TILE}, {REF}
          scf.yield %next : {TILE}
        }}
        {store("r", "b")}"""


def test_a_loop_carries_a_tile_at_one_place():
    x, out = random(), np.empty((8, 16), np.float32)
    run(LOOP.replace("PLACE", "m"), x, out)
    np.testing.assert_array_equal(out, x * 16)
    with pytest.raises(CompileError) as caught:
        run(LOOP.replace("PLACE", "n"), x, out)
    assert caught.value.message == (
        "'acc' starts at vec[0, 512), but an iteration yields it at vec[512, 1024)"
    )


BRANCH = f"""{alloc("m", 0)}
        {alloc("n", 512)}
        {load("x", "a", "%m")}
        %yes = arith.constant CONDITION
        %r = scf.if %yes -> ({TILE}) {{
          %s = tile.exp %x : {TILE}
          mem.place %s in %n : {TILE}, {REF}
          scf.yield %s : {TILE}
        }} else {{
          %t = tile.neg %x : {TILE}
          mem.place %t in %PLACE : {TILE}, {REF}
          %u = tile.abs %t : {TILE}
          mem.place %u in %PLACE : {TILE}, {REF}
          scf.yield %u : {TILE}
        }}
        {store("r", "b")}"""


@pytest.mark.parametrize("condition", ["true", "false"])
def test_both_arms_leave_a_tile_at_one_place(condition: str):
    x, out = random(), np.empty((8, 16), np.float32)
    body = BRANCH.replace("CONDITION", condition)
    run(body.replace("PLACE", "n"), x, out)
    np.testing.assert_array_equal(out, np.exp(x) if condition == "true" else np.abs(x))
    with pytest.raises(CompileError, match=r"'r' is left at .* by one arm and at byte"):
        run(body.replace("PLACE", "m"), x, out)


def test_an_unplaced_tile_is_an_error():
    with pytest.raises(CompileError, match="tile 't' is placed nowhere"):
        run(f"%t = tile.load %a[%c0, %c0] : {TENSOR} -> {TILE}", random())
