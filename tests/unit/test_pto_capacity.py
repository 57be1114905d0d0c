"""At level 2, what is live at one time has to fit into the memory."""

from __future__ import annotations

import pytest
from pto_text import read

from pto_dialect.diagnostics import CompileError

TILE = "!pto.tile_buf<vec, 96x256xf32>"
"""Half of the vector memory of a3: 98,304 bytes."""
VIEW = "!pto.partition_tensor_view<96x256xf32>"


def kernel(*lines: str, tiles: int = 3, addresses: bool = False) -> str:
    """A kernel with so many allocations `%t0`, `%t1`, … in which `load 0` fills `%t0` and so on."""
    body: list[str] = []
    for line in lines:
        name, *numbers = line.split()
        match name, [f"%t{n}" for n in numbers]:
            case "load", [t]:
                body.append(f"pto.tload ins(%v : {VIEW}) outs({t} : {TILE})")
            case "store", [t]:
                body.append(f"pto.tstore ins({t} : {TILE}) outs(%v : {VIEW})")
            case "exp", [a, b]:
                body.append(f"pto.texp ins({a} : {TILE}) outs({b} : {TILE})")
            case _:
                body.append(line)
    address = " addr = %a" if addresses else ""
    allocations = [f"%t{k} = pto.alloc_tile{address} : {TILE}" for k in range(tiles)]
    return "\n".join(
        [
            f"func.func @f(%v: {VIEW}, %p: i1, %n: index) {{",
            "%a = arith.constant 0 : i64",
            "%c0 = arith.constant 0 : index",
            "%c1 = arith.constant 1 : index",
            *allocations,
            *body,
            "return\n}",
        ]
    )


LOOP = "scf.for %i = %c0 to %n step %c1 {"
FITS = {
    "two at once": ("load 0", "load 1", "store 0", "store 1"),
    "a result takes the place of its operand": (
        "load 0",
        "load 1",
        "exp 1 2",
        "store 0",
        "store 2",
    ),
    "one after the other": ("load 0", "store 0", "load 1", "store 1", "load 2", "store 2"),
    "one after the other in a loop": (
        *(LOOP, "load 0", "store 0", "load 1", "store 1", "load 2", "store 2", "}"),
    ),
    "beside a loop with one tile at a time": (
        *("load 0", LOOP, "load 1", "store 1", "load 2", "store 2", "}", "store 0"),
    ),
    "in either arm": (
        *("load 0", "scf.if %p {", "load 1", "store 0", "store 1", "} else {"),
        *("store 0", "load 1", "load 2", "store 1", "store 2", "}"),
    ),
    "written in a loop and read behind it": (
        *("load 0", "store 0", LOOP, "load 1", "load 2", "}", "store 1", "store 2"),
    ),
    "never accessed": (),
}


@pytest.mark.parametrize("lines", FITS.values(), ids=FITS)
def test_what_is_not_live_at_one_time_fits(lines: tuple[str, ...]):
    read(kernel(*lines))


DOES_NOT_FIT = {
    "three at once": (("load 0", "load 1", "load 2", "store 0", "store 1", "store 2"), "012"),
    "beside a loop with two at once": (
        ("load 0", LOOP, "load 1", "exp 1 2", "store 1", "store 2", "}", "store 0"),
        "012",
    ),
    "in an arm": (
        ("load 0", "load 1", "scf.if %p {", "load 2", "store 2", "}", "store 0", "store 1"),
        "012",
    ),
    "what a loop leaves and what is needed after it": (
        ("load 0", LOOP, "load 1", "load 2", "}", "store 0", "store 1", "store 2"),
        "012",
    ),
    "what enters a loop that reads it at its end": (
        ("load 0", "load 1", LOOP, "load 2", "store 2", "store 0", "store 1", "}"),
        "012",
    ),
}


@pytest.mark.parametrize(("lines", "tiles"), DOES_NOT_FIT.values(), ids=DOES_NOT_FIT)
def test_what_is_live_at_one_time_has_to_fit(lines: tuple[str, ...], tiles: str):
    with pytest.raises(CompileError) as error:
        read(kernel(*lines))
    assert "294912 bytes of vec are in use here, there are 196608: " in str(error.value)
    for tile in tiles:
        assert f"'t{tile}' 98304" in str(error.value)


def test_at_level_3_the_author_decides():
    read(kernel(*DOES_NOT_FIT["three at once"][0], addresses=True))


def test_views_are_part_of_what_they_are_of():
    rest = f"%w = pto.bitcast %t1 : {TILE} -> !pto.tile_buf<vec, 96x256xi32>"
    use = "pto.tneg ins(%w : !pto.tile_buf<vec, 96x256xi32>) outs(%w : "
    use += "!pto.tile_buf<vec, 96x256xi32>)"
    read(kernel("load 0", "load 1", rest, use, "store 0"))
    with pytest.raises(CompileError, match="'t1' 98304"):
        read(kernel("load 0", "load 1", rest, "load 2", use, "store 2", "store 0"))


def test_slots_and_reserved_memory_count():
    slots = "%m = pto.alloc_multi_tile : !pto.multi_tile_buf<vec, 96x256xf32, count=2>"
    get = (
        f"%s = pto.multi_tile_get %m[%c0] : !pto.multi_tile_buf<vec, 96x256xf32, count=2> -> {TILE}"
    )
    load = f"pto.tload ins(%v : {VIEW}) outs(%s : {TILE})"
    reserve = (
        '%r = pto.reserve_buffer {name = "q", size = 32, location = <vec>, auto = true} -> i32'
    )
    read(kernel(slots, get, load))
    for lines in ((slots, get, "load 0", load, "store 0"), (reserve, slots, get, load)):
        with pytest.raises(CompileError, match="'m' 196608"):
            read(kernel(*lines))


def test_targets_have_memories_of_their_own():
    # Four quarters of what a5 has, and one more.
    tile, view = "!pto.tile_buf<vec, 62x256xf32>", "!pto.partition_tensor_view<62x256xf32>"
    for count, fits in ((4, True), (5, False)):
        lines = [f"%x{k} = pto.alloc_tile : {tile}" for k in range(count)]
        lines += [f"pto.tload ins(%w : {view}) outs(%x{k} : {tile})" for k in range(count)]
        lines += [f"pto.tstore ins(%x{k} : {tile}) outs(%w : {view})" for k in range(count)]
        text = f"func.func @f(%w: {view}) {{\n" + "\n".join(lines) + "\nreturn\n}"
        if fits:
            read(text, arch="a5")
        with pytest.raises(CompileError, match="of vec are in use here"):
            read(text, arch="a3" if fits else "a5")
