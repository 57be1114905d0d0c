"""Kernels of `.pto` text that run on several cores: queues, signals, sections, blocks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
import pytest
from interpreter_ir import module_of

from pto_dialect.diagnostics import CompileError
from pto_dialect.interpreter.api import ONE_BLOCK, run_function
from pto_dialect.interpreter.cores import CoreId, Grid, Turns

CUBE = "attributes {pto.kernel_kind = #pto.kernel_kind<cube>}"
VECTOR = "attributes {pto.kernel_kind = #pto.kernel_kind<vector>}"
L1 = "!pto.tile_buf<mat, 16x64xf32, blayout=col_major, slayout=row_major>"
ACC = "!pto.tile_buf<acc, 16x64xf32, blayout=col_major, slayout=row_major, fractal=1024>"
UB = "!pto.tile_buf<vec, 16x64xf32>"
HALF = "!pto.tile_buf<vec, 8x64xf32>"
VIEW = "!pto.partition_tensor_view<16x64xf32>"
CONSTANTS = "\n".join(f"%c{i} = arith.constant {i} : index" for i in (0, 1, 2, 3, 4, 8, 16, 64))


def run(
    *functions: str,
    values: Sequence[Any] = (),
    target: str = "a5",
    grid: Grid = ONE_BLOCK,
) -> None:
    """Run the kernel that these functions make up."""
    text = "\n".join(functions)
    text = f'builtin.module attributes {{pto.target_arch = "{target}"}} {{\n{text}\n}}'
    run_function(module_of(text), None, list(values), level="pto", grid=grid)


def function(name: str, arguments: str, attributes: str, body: str) -> str:
    return f"func.func @{name}({arguments}) {attributes} {{\n{CONSTANTS}\n{body}\nfunc.return\n}}"


def window(tensor: str, row: str, rows: int = 16, name: str = "w") -> str:
    """The window `%w` of `rows` rows of a pointer to rows of 64 elements."""
    return f"""%v{name} = pto.make_tensor_view %{tensor}, shape = [%c64, %c64],
      strides = [%c64, %c1] : !pto.tensor_view<?x?xf32>
    %{name} = pto.partition_view %v{name}, offsets = [{row}, %c0], sizes = [%c{rows}, %c64]
      : !pto.tensor_view<?x?xf32> -> !pto.partition_tensor_view<{rows}x64xf32>"""


def random(rows: int = 64, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).standard_normal((rows, 64)).astype(np.float32)


def queue(side: str, mask: int = 1, slots: int = 2, extra: str = "", operands: str = "") -> str:
    return (
        f"pto.{side}_initialize_pipe{{dir_mask = {mask}, slot_size = 4096, slot_num = {slots}"
        f"{extra}}}({operands})"
    )


def sends(body: str = "", mask: int = 1, slots: int = 2, split: int = 0) -> str:
    """A cube function that sends four accumulators, which it gets from global memory."""
    return function(
        "cube",
        "%x: !pto.ptr<f32>",
        CUBE,
        f"""{queue("aic", mask, slots)}
    %acc = pto.alloc_tile : {ACC}
    scf.for %i = %c0 to %c4 step %c1 {{
      %row = arith.muli %i, %c16 : index
      {window("x", "%row")}
      pto.tload ins(%w : {VIEW}) outs(%acc : {ACC})
      pto.tpush_to_aiv(%acc : {ACC}) {{split = {split}}}
    }}
    {body}""",
    )


RECEIVES = function(
    "vector",
    "%out: !pto.ptr<f32>",
    VECTOR,
    f"""{queue("aiv")}
    %y = pto.alloc_tile : {UB}
    scf.for %i = %c0 to %c4 step %c1 {{
      %t = pto.tpop_from_aic{{split = 0}} -> {UB}
      pto.texp ins(%t : {UB}) outs(%y : {UB})
      pto.tfree_from_aic{{split = 0}}
      %row = arith.muli %i, %c16 : index
      {window("out", "%row")}
      pto.tstore ins(%y : {UB}) outs(%w : {VIEW})
    }}""",
)


@pytest.mark.parametrize("order", [1, -1])
def test_tiles_go_from_cube_to_vector(order: int):
    x, out = random(), np.zeros((64, 64), np.float32)
    functions = [sends(), RECEIVES][::order]
    # The cube function's arguments come first, whatever the order in the file.
    run(*functions, values=[x, out])
    np.testing.assert_array_equal(out, np.exp(x))


def test_a_queue_of_one_slot_makes_the_cores_take_turns():
    x, out = random(), np.zeros((64, 64), np.float32)
    run(sends(slots=1), RECEIVES.replace("slot_num = 2", "slot_num = 1"), values=[x, out])
    np.testing.assert_array_equal(out, np.exp(x))


def test_both_sides_of_a_queue_agree():
    with pytest.raises(CompileError, match=r"queue 0 has 2 slots .* but 3 of 4096 and 1 on the"):
        run(sends(slots=3), RECEIVES, values=[random(), random()])


def test_both_directions():
    """The vector core sends a tile, the cube core sends it back, again and again."""
    cube = function(
        "cube",
        "",
        CUBE,
        f"""{queue("aic", 3)}
    scf.for %i = %c0 to %c4 step %c1 {{
      %t = pto.tpop_from_aiv{{split = 0}} -> {L1}
      pto.tpush_to_aiv(%t : {L1}) {{split = 0}}
      pto.tfree_from_aiv{{split = 0}}
    }}""",
    )
    vector = function(
        "vector",
        "%x: !pto.ptr<f32>",
        VECTOR,
        f"""{queue("aiv", 3)}
    %y = pto.alloc_tile : {UB}
    {window("x", "%c0")}
    pto.tload ins(%w : {VIEW}) outs(%y : {UB})
    scf.for %i = %c0 to %c4 step %c1 {{
      pto.tpush_to_aic(%y : {UB}) {{split = 0}}
      %t = pto.tpop_from_aic{{split = 0}} -> {UB}
      pto.tadd ins(%t, %t : {UB}, {UB}) outs(%y : {UB})
      pto.tfree_from_aic{{split = 0}}
    }}
    pto.tstore ins(%y : {UB}) outs(%w : {VIEW})""",
    )
    x = random()
    expected = x[:16] * 16
    run(cube, vector, values=[x])
    np.testing.assert_array_equal(x[:16], expected)


SPLIT_BACK = function(
    "vector",
    "%out: !pto.ptr<f32>",
    VECTOR,
    f"""{queue("aiv", 1)}
    %s = pto.get_subblock_idx
    %n = pto.get_subblock_num
    %j = arith.index_cast %s : i64 to index
    %f = arith.sitofp %n : i64 to f32
    %y = pto.alloc_tile : {HALF}
    scf.for %i = %c0 to %c4 step %c1 {{
      %t = pto.tpop_from_aic{{split = 1}} -> {HALF}
      pto.tmuls ins(%t, %f : {HALF}, f32) outs(%y : {HALF})
      pto.tfree_from_aic{{split = 1}}
      %first = arith.muli %i, %c16 : index
      %below = arith.muli %j, %c8 : index
      %row = arith.addi %first, %below : index
      {window("out", "%row", 8)}
      pto.tstore ins(%y : {HALF}) outs(%w : !pto.partition_tensor_view<8x64xf32>)
    }}""",
)


def test_a_split_halves_a_tile_between_two_vector_cores():
    x, out = random(), np.zeros((64, 64), np.float32)
    run(sends(split=1), SPLIT_BACK, values=[x, out])
    np.testing.assert_array_equal(out, 2 * x)


def test_a_split_needs_two_vector_cores():
    with pytest.raises(CompileError, match=r"halves tiles between two vector cores \(split = 1\)"):
        run(sends(split=1), SPLIT_BACK, values=[random(), random()], grid=Grid(subblock_num=1))
    with pytest.raises(CompileError, match="without split has no meaning with 2 vector cores"):
        run(sends(), RECEIVES, values=[random(), random()], grid=Grid(subblock_num=2))


def test_two_halves_become_one_tile():
    part = "!pto.tile_buf<vec, 16x32xf32>"
    cube = function(
        "cube",
        "%out: !pto.ptr<f32>",
        CUBE,
        f"""{queue("aic", 2)}
    %t = pto.tpop_from_aiv{{split = 2}} -> {L1}
    {window("out", "%c0")}
    pto.tstore ins(%t : {L1}) outs(%w : {VIEW})
    pto.tfree_from_aiv{{split = 2}}""",
    )
    vector = function(
        "vector",
        "",
        VECTOR,
        f"""{queue("aiv", 2)}
    %t = pto.alloc_tile : {part}
    %s = pto.get_subblock_idx
    %f = arith.sitofp %s : i64 to f32
    pto.texpands ins(%f : f32) outs(%t : {part})
    pto.tpush_to_aic(%t : {part}) {{split = 2}}""",
    )
    out = np.full((64, 64), 7, np.float32)
    run(cube, vector, values=[out], target="a3")
    assert (out[:16, :32] == 0).all()
    assert (out[:16, 32:] == 1).all()


def test_queues_as_values():
    cube = function(
        "cube",
        "%x: !pto.ptr<f32>, %local: i32",
        CUBE,
        f"""%q = pto.initialize_l2l_pipe{{dir_mask = 1, slot_size = 4096, slot_num = 2}}
      (%local : i32) -> !pto.pipe
    %acc = pto.alloc_tile : {ACC}
    {window("x", "%c0")}
    pto.tload ins(%w : {VIEW}) outs(%acc : {ACC})
    pto.tpush(%acc, %q : {ACC}, !pto.pipe) {{split = 0}}""",
    )
    vector = function(
        "vector",
        "%out: !pto.ptr<f32>, %local: i32",
        VECTOR,
        f"""%q = pto.initialize_l2l_pipe{{dir_mask = 1, slot_size = 4096, slot_num = 2}}
      (%local : i32) -> !pto.pipe
    %t = pto.declare_tile -> {UB}
    pto.tpop(%t, %q : {UB}, !pto.pipe) {{split = 0}}
    {window("out", "%c16")}
    pto.tstore ins(%t : {UB}) outs(%w : {VIEW})
    pto.tfree(%q : !pto.pipe) {{split = 0}}""",
    )
    x, out = random(), np.zeros((64, 64), np.float32)
    run(cube, vector, values=[x, 0, out])
    np.testing.assert_array_equal(out[16:32], x[:16])


SLOTS = "!pto.tensor_view<2x16x64xf32>"
SLOT = "!pto.tensor_view<16x64xf32>"


@pytest.mark.parametrize("is_value", [False, True])
def test_slots_in_global_memory(is_value: bool):
    part = f"""sizes = [%c16, %c64] : {SLOT} -> {VIEW}"""
    fill = f"""%p = pto.partition_view %e, offsets = [%c0, %c0], {part}
      pto.tstore ins(%acc : {ACC}) outs(%p : {VIEW})"""
    use = f"""%p = pto.partition_view %e, offsets = [%c0, %c0], {part}
      pto.tload ins(%p : {VIEW}) outs(%t : {UB})
      pto.tstore ins(%t : {UB}) outs(%w : {VIEW})"""
    if is_value:
        make = f"""%q = pto.initialize_l2g2l_pipe{{dir_mask = 1, slot_size = 4096, slot_num = 2}}
      (%slots : {SLOTS}) -> !pto.pipe
    %e = pto.declare_global -> {SLOT}"""
        cube_setup = vector_setup = make
        take = f"pto.talloc(%e, %q : {SLOT}, !pto.pipe) {{split = 0}}"
        push = f"pto.tpush(%e, %q : {SLOT}, !pto.pipe) {{split = 0}}"
        pop = f"pto.tpop(%e, %q : {SLOT}, !pto.pipe) {{split = 0}}"
        free = f"pto.tfree(%e, %q : {SLOT}, !pto.pipe) {{split = 0}}"
    else:
        cube_setup, vector_setup = (
            queue(side, operands=f"gm_slot_tensor = %slots : {SLOTS}") for side in ("aic", "aiv")
        )
        take = f"%e = pto.talloc_to_aiv{{split = 0}} -> {SLOT}"
        push = f"pto.tpush_to_aiv(%e : {SLOT}) {{split = 0}}"
        pop = f"%e = pto.tpop_from_aic{{split = 0}} -> {SLOT}"
        free = f"pto.tfree_from_aic(%e : {SLOT}) {{split = 0}}"
    cube = function(
        "cube",
        f"%slots: {SLOTS}, %x: !pto.ptr<f32>",
        CUBE,
        f"""{cube_setup}
    %acc = pto.alloc_tile : {ACC}
    scf.for %i = %c0 to %c4 step %c1 {{
      %row = arith.muli %i, %c16 : index
      {window("x", "%row")}
      pto.tload ins(%w : {VIEW}) outs(%acc : {ACC})
      {take}
      {fill}
      {push}
    }}""",
    )
    vector = function(
        "vector",
        f"%slots: {SLOTS}, %out: !pto.ptr<f32>",
        VECTOR,
        f"""{vector_setup}
    %t = pto.alloc_tile : {UB}
    scf.for %i = %c0 to %c4 step %c1 {{
      %row = arith.muli %i, %c16 : index
      {window("out", "%row")}
      {pop}
      {use}
      {free}
    }}""",
    )
    x, out = random(), np.zeros((64, 64), np.float32)
    slots = np.zeros((2, 16, 64), np.float32)
    run(cube, vector, values=[slots, x, out])
    np.testing.assert_array_equal(out, x)
    # Two slots: what is left in them are the last two tiles.
    np.testing.assert_array_equal(slots.reshape(32, 64), x[32:])


@pytest.mark.parametrize(("slot", "seen"), [(0, 2), (1, 3)])
def test_a_popped_tile_lies_in_the_reserved_buffer(slot: int, seen: int):
    """A tile that overlaps a slot of the buffer is overwritten."""
    cube = sends().replace(
        queue("aic"),
        '%b = pto.import_reserved_buffer{name = "q", peer_func = @vector} -> i32\n'
        + queue("aic", operands="c2v_consumer_buf = %b : i32"),
    )
    vector = function(
        "vector",
        "%out: !pto.ptr<f32>",
        VECTOR,
        f"""%b = pto.reserve_buffer{{name = "q", size = 8192, location = <vec>, auto = false,
      base = 8192}} -> i32
    {queue("aiv", operands="c2v_consumer_buf = %b : i32")}
    %at = arith.constant {8192 + 4096 * slot} : i64
    %y = pto.alloc_tile addr = %at : {UB}
    {window("out", "%c0")}
    scf.for %i = %c0 to %c4 step %c1 {{
      %t = pto.tpop_from_aic{{split = 0}} -> {UB}
      %is_now = arith.cmpi eq, %i, %c{seen} : index
      scf.if %is_now {{
        pto.tstore ins(%y : {UB}) outs(%w : {VIEW})
      }}
      pto.tfree_from_aic{{split = 0}}
    }}""",
    )
    x, out = random(), np.zeros((64, 64), np.float32)
    run(cube, vector, values=[x, out])
    np.testing.assert_array_equal(out[:16], x[16 * seen : 16 * seen + 16])


def test_poison_that_is_popped_is_told_by_what_made_it():
    cube = function(
        "cube",
        "%out: !pto.ptr<f32>",
        CUBE,
        f"""{queue("aic", 2)}
    %t = pto.tpop_from_aiv{{split = 0}} -> {L1}
    {window("out", "%c0")}
    pto.tstore ins(%t : {L1}) outs(%w : {VIEW})
    pto.tfree_from_aiv{{split = 0}}""",
    )
    vector = function(
        "vector",
        "%out: !pto.ptr<f32>",
        VECTOR,
        f"""{queue("aiv", 2)}
    %low = arith.constant 0 : i64
    %high = arith.constant 2048 : i64
    %x = pto.alloc_tile addr = %low : {UB}
    %y = pto.alloc_tile addr = %high : {UB}
    {window("out", "%c0")}
    pto.tload ins(%w : {VIEW}) outs(%x : {UB})
    pto.tneg ins(%x : {UB}) outs(%y : {UB})
    pto.tpush_to_aic(%y : {UB}) {{split = 0}}""",
    )
    with pytest.raises(CompileError) as caught:
        run(cube, vector, values=[random()])
    assert "of tile 't', which is undefined since 'pto.tneg'" in caught.value.message
    assert [note.message for note in caught.value.notes] == [
        "its result at vec[2048, 6144) overlaps operand 'x' at vec[0, 4096) in part"
    ]


def test_a_tile_is_poison_after_its_slot_is_freed():
    vector = function(
        "vector",
        "%out: !pto.ptr<f32>",
        VECTOR,
        f"""{queue("aiv")}
    {window("out", "%c0")}
    scf.for %i = %c0 to %c4 step %c1 {{
      %t = pto.tpop_from_aic{{split = 0}} -> {UB}
      pto.tfree_from_aic{{split = 0}}
      pto.tstore ins(%t : {UB}) outs(%w : {VIEW})
    }}""",
    )
    with pytest.raises(CompileError) as caught:
        run(sends(), vector, values=[random(), random()])
    assert "of tile 't', which is undefined since 'pto.tfree_from_aic'" in caught.value.message
    assert [note.message for note in caught.value.notes] == [
        "it gives back the slot of the tile at t in slot 0[0, 4096)"
    ]


# ---- Turns ----


def test_a_core_whose_wait_is_not_over_is_passed_over():
    turns = Turns([CoreId(subblock=i, subblock_num=3) for i in range(3)])
    done: list[str] = []

    def core(*steps: str) -> Callable[[], None]:
        def run() -> None:
            for step in steps:
                if step.startswith("wait "):
                    wanted = step.removeprefix("wait ")
                    turns.wait(partial(done.__contains__, wanted), wanted)
                else:
                    done.append(step)

        return run

    turns.run([core("wait a", "first"), core("wait b", "a", "c"), core("b", "wait c", "last")])
    assert done == ["b", "a", "c", "last", "first"]


# ---- What is wrong with a queue ----


def vector_that(body: str, mask: int = 1) -> str:
    return function("vector", "", VECTOR, f"{queue('aiv', mask)}\n{body}")


POP = f"pto.tpop_from_aic{{split = 0}} -> {UB}"


def test_a_full_queue_that_nobody_empties_is_a_deadlock():
    message = r"deadlock: the cube core waits for a free slot of queue 0 from cube to vector, all 2"
    with pytest.raises(CompileError, match=message) as error:
        run(sends(), vector_that(""), values=[random()])
    assert "pto.tpush_to_aiv" in str(error.value) or error.value.line is not None


def test_an_empty_queue_is_a_deadlock():
    pops = "\n".join(f"%t{i} = {POP}\npto.tfree_from_aic{{split = 0}}" for i in range(5))
    message = r"deadlock: the vector core waits for a slot of queue 0 from cube to vector, which"
    with pytest.raises(CompileError, match=message):
        run(sends(), vector_that(pops), values=[random()])


def test_a_deadlock_says_what_the_others_wait_for():
    cube = function(
        "cube", "", CUBE, f"{queue('aic', 3)}\n%t = pto.tpop_from_aiv{{split = 0}} -> {L1}"
    )
    with pytest.raises(CompileError) as error:
        run(cube, vector_that(f"%t = {POP}", 3))
    waits = {error.value.message, *(note.message for note in error.value.notes)}
    assert any("the cube core waits for a slot of queue 0 from vector to cube" in w for w in waits)
    assert any("the vector core waits for a slot of queue 0 from cube to" in w for w in waits)


def test_what_is_never_popped_is_an_error():
    pops = "\n".join(f"%t{i} = {POP}\npto.tfree_from_aic{{split = 0}}" for i in range(3))
    with pytest.raises(CompileError, match=r"1 of what was pushed into queue 0 .* is never popped"):
        run(sends(), vector_that(pops), values=[random()])


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("pto.tfree_from_aic{split = 0}", "no slot of queue 0 .* has been popped"),
        ("pto.tfree_from_aic{id = 3, split = 0}", "queue 3 has not been set up on the vector core"),
        ("pto.tfree_from_aiv{split = 0}", "queue 0 has no direction from vector to cube"),
        (queue("aiv"), "queue 0 is set up twice"),
        (queue("aic"), "'pto.aic_initialize_pipe' runs on the vector core"),
        (
            f"%e = pto.talloc_to_aiv{{split = 0}} -> {SLOT}",
            "the queue has no gm_slot_tensor that a slot could be taken from",
        ),
    ],
)
def test_misuse_of_a_queue(body: str, message: str):
    with pytest.raises(CompileError, match=message):
        run(sends(), vector_that(body), values=[random()])


def test_a_tile_fits_its_slot_and_the_popped_one():
    small = sends().replace("slot_size = 4096", "slot_size = 2048")
    with pytest.raises(CompileError, match="pushes 4096 bytes into slots of 2048"):
        run(small, RECEIVES, values=[random(), random()])
    other = vector_that(f"%t = pto.tpop_from_aic{{split = 0}} -> {HALF}")
    with pytest.raises(CompileError, match=r"pops a tile of 8x64 float32 from queue 0 .* 16x64"):
        run(sends(), other, values=[random()])


# ---- Sections, calls, blocks ----


def test_sections_run_on_their_cores():
    text = function(
        "k",
        "%x: !pto.ptr<f32>, %out: !pto.ptr<f32>",
        "",
        f"""pto.section.vector {{
      {queue("aiv")}
      {window("out", "%c0", name="o")}
      %t = {POP}
      pto.tstore ins(%t : {UB}) outs(%o : {VIEW})
      pto.tfree_from_aic{{split = 0}}
    }}
    pto.section.cube {{
      {queue("aic")}
      %acc = pto.alloc_tile : {ACC}
      {window("x", "%c0")}
      pto.tload ins(%w : {VIEW}) outs(%acc : {ACC})
      pto.tpush_to_aiv(%acc : {ACC}) {{split = 0}}
    }}""",
    )
    x, out = random(), np.zeros((64, 64), np.float32)
    run(text, values=[x, out])
    np.testing.assert_array_equal(out[:16], x[:16])


def test_a_function_that_calls_one_of_each_core():
    entry = function(
        "k",
        "%x: !pto.ptr<f32>, %out: !pto.ptr<f32>",
        "",
        """func.call @cube(%x) : (!pto.ptr<f32>) -> ()
    func.call @vector(%out) : (!pto.ptr<f32>) -> ()""",
    )
    x, out = random(), np.zeros((64, 64), np.float32)
    run(entry, sends(), RECEIVES, values=[x, out])
    np.testing.assert_array_equal(out, np.exp(x))


def test_arguments_of_one_name_have_one_type():
    other = RECEIVES.replace("%out: !pto.ptr<f32>", "%x: !pto.ptr<f16>, %out: !pto.ptr<f32>")
    with pytest.raises(CompileError, match=r"argument 'x' is !pto.ptr<f32, gm> in 'cube', but"):
        run(sends(), other, values=[random(), random()])


MARK = function(
    "k",
    "%out: !pto.ptr<i64>",
    VECTOR,
    """%b = pto.get_block_idx
    %n = pto.get_block_num
    %s = pto.get_subblock_idx
    %m = pto.get_subblock_num
    %0 = arith.muli %b, %m : i64
    %1 = arith.addi %0, %s : i64
    %i = arith.index_cast %1 : i64 to index
    %2 = arith.muli %n, %m : i64
    pto.store_scalar %2, %out[%i] : !pto.ptr<i64>, i64""",
)


@pytest.mark.parametrize(
    ("grid", "expected"),
    [
        (Grid(), [1, 0, 0, 0]),
        (Grid(block_num=4), [4, 4, 4, 4]),
        (Grid(block_num=4, block_idx=2), [0, 0, 4, 0]),
        (Grid(block_num=2, subblock_num=2), [4, 4, 4, 4]),
        (Grid(block_num=2, subblock_num=2, subblock_idx=1), [0, 4, 0, 4]),
    ],
)
def test_blocks_and_vector_cores(grid: Grid, expected: list[int]):
    out = np.zeros(4, np.int64)
    run(MARK, values=[out], grid=grid)
    assert out.tolist() == expected


def test_a_block_that_is_not_there():
    with pytest.raises(CompileError, match="block_idx 4 is not below block_num 4"):
        run(MARK, values=[np.zeros(4, np.int64)], grid=Grid(block_num=4, block_idx=4))


def test_blocks_meet():
    """Every block reads what the next one has written before they meet."""
    body = """%b = pto.get_block_idx
    %i = arith.index_cast %b : i64 to index
    pto.store_scalar %b, %out[%i] : !pto.ptr<i64>, i64
    pto.syncall() mode = #pto.sync_all_mode<hard>, core_type = #pto.sync_core_type<aiv_only>
    %1 = arith.addi %i, %c1 : index
    %next = arith.remui %1, %c4 : index
    %v = pto.load_scalar %out[%next] : !pto.ptr<i64> -> i64
    %place = arith.addi %i, %c4 : index
    pto.store_scalar %v, %out[%place] : !pto.ptr<i64>, i64"""
    out = np.zeros(8, np.int64)
    run(function("k", "%out: !pto.ptr<i64>", VECTOR, body), values=[out], grid=Grid(block_num=4))
    assert out.tolist() == [0, 1, 2, 3, 1, 2, 3, 0]


# ---- Signals ----

STORE = """%one = arith.constant 1 : i64
    pto.store_scalar %one, %out[%c0] : !pto.ptr<i64>, i64"""
COPY = """%v = pto.load_scalar %out[%c0] : !pto.ptr<i64> -> i64
    pto.store_scalar %v, %out[%c1] : !pto.ptr<i64>, i64"""


def signals(cube: str, vector: str, **keys: Any) -> list[int]:
    out = np.zeros(2, np.int64)
    functions = (
        function(name, "%out: !pto.ptr<i64>", kind, body)
        for name, kind, body in (("cube", CUBE, cube), ("vector", VECTOR, vector))
    )
    run(*functions, values=[out], **keys)
    return out.tolist()


def test_a_core_waits_for_a_signal_of_the_other():
    wait, send = "pto.sync.wait <PIPE_MTE2>, 3", "pto.sync.set <PIPE_MTE3>, %c3"
    assert signals(f"{wait}\n{COPY}", f"{STORE}\n{send}") == [1, 1]
    # Two vector cores: the cube core waits for both, and its signal reaches both.
    back = "pto.sync.set <PIPE_FIX>, 3"
    here, there = f"{wait}\n{COPY}\n{back}", f"{STORE}\n{send}\n{wait}"
    grid = Grid(subblock_num=2)
    assert signals(here, there, grid=grid, target="a3") == [1, 1]
    with pytest.raises(CompileError, match=r"'pto.sync.set' has no meaning with 2 vector cores on"):
        signals(back, wait, grid=grid)


def test_signals_are_balanced():
    wait, send = "pto.sync.wait <PIPE_MTE2>, 3", "pto.sync.set <PIPE_MTE3>, 3"
    with pytest.raises(CompileError, match="deadlock: the cube core waits for signal 3, which nob"):
        signals(f"{wait}\n{wait}", send)
    with pytest.raises(CompileError, match="the vector core sends signal 3, but the cube core nev"):
        signals(wait, f"{send}\n{send}")
    with pytest.raises(CompileError, match="sends signal 3, but no core runs that it could reach"):
        run(function("vector", "", VECTOR, send))


def test_vector_cores_of_a_block_signal_each_other():
    body = f"""%s = pto.get_subblock_idx
    %j = arith.index_cast %s : i64 to index
    %is_first = arith.cmpi eq, %j, %c0 : index
    %is_last = arith.cmpi eq, %j, %c1 : index
    scf.if %is_last {{
      {STORE}
    }}
    pto.sync.set <PIPE_MTE3>, 2 {{ffts_mode = 1 : i32}}
    pto.sync.wait <PIPE_V>, 2
    scf.if %is_first {{
      {COPY}
    }}"""
    out = np.zeros(2, np.int64)
    text = function("k", "%out: !pto.ptr<i64>", VECTOR, body)
    run(text, values=[out], target="a3", grid=Grid(subblock_num=2))
    assert out.tolist() == [1, 1]


# ---- Flags ----


def vector_body(body: str) -> None:
    run(function("k", "", VECTOR, body))


def test_an_event_is_the_flag_of_its_pipes():
    event = "[#pto.pipe_event_type<TLOAD>, #pto.pipe_event_type<TVEC>, <EVENT_ID0>]"
    vector_body(f"pto.record_event {event}\npto.wait_event {event}")
    vector_body(f"pto.record_event {event}\npto.wait_flag[<PIPE_MTE2>, <PIPE_V>, <EVENT_ID0>]")
    with pytest.raises(CompileError, match="waits for flag EVENT_ID0 from PIPE_MTE2 to PIPE_V"):
        vector_body(f"pto.wait_event {event}")
    with pytest.raises(CompileError, match="is set, but never waited for"):
        vector_body(f"pto.record_event {event}")


def test_buffer_ids_are_balanced():
    take, leave = 'pto.get_buf "PIPE_V", 3, 0', 'pto.rls_buf "PIPE_V", 3, 0'
    by_event = leave.replace(' "PIPE_V", 3, 0', "[#pto.pipe_event_type<TVEC>, 3, 0]")
    vector_body(f"{take}\n{leave}\n{take}\n{by_event}")
    with pytest.raises(CompileError, match="PIPE_V takes buffer id 3 again before it releases it"):
        vector_body(f"{take}\n{take}")
    with pytest.raises(CompileError, match="PIPE_V releases buffer id 3, which it has not taken"):
        vector_body(leave)
    with pytest.raises(CompileError, match="PIPE_V takes buffer id 3, but never releases it"):
        vector_body(take)


def test_an_error_of_one_core_ends_the_others():
    with pytest.raises(CompileError, match="the kernel stops itself here"):
        run(sends("pto.trap"), RECEIVES, values=[random(), random()])
