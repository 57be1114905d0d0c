"""
Kernels of the cube core, N-D tiles and slices with known results: spaces, copies between spaces,
allocations, addresses, and what is refused.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from interpreter_ir import module_of
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation
from xdsl.passes import ModulePass

from lowering.convert_tile_to_pto import ConvertTileToPtoPass
from pto_dialect.diagnostics import CompileError
from pto_dialect.interpreter.check import PLANNERS, check_levels
from pto_dialect.mem import AllocOp
from pto_dialect.tile.ops.base import tile_type
from pto_dialect.tile.ops.matrix import ExtractOp
from pto_dialect.tile.ops.memory import CreateOp, LoadOp, StoreOp
from pto_dialect.tile.ops.views import AssembleOp, MoveOp, SliceOp
from transforms.allocate_memory_addr import AllocateMemoryAddrPass
from transforms.canonicalize_io_order import CanonicalizeIoOrderPass
from transforms.canonicalize_tile_slice import CanonicalizeTileSlicePass
from transforms.flatten_tile_nd_to_2d import FlattenTileNdTo2dPass
from transforms.infer_tile_memory_space import InferTileMemorySpacePass
from transforms.init_memref import InitMemrefPass
from transforms.insert_tile_copies import InsertTileCopiesPass
from transforms.lower_pipeline_loops import LowerPipelineLoopsPass
from transforms.materialize_semantic_aliases import MaterializeSemanticAliasesPass
from transforms.memory_reuse import MemoryReusePass
from transforms.verify_memory_plan import VerifyMemoryPlanPass

SPACES: Sequence[ModulePass] = (
    FlattenTileNdTo2dPass(),
    CanonicalizeTileSlicePass(),
    InferTileMemorySpacePass(),
)
INIT: Sequence[ModulePass] = (*SPACES, InsertTileCopiesPass(), InitMemrefPass())
ALIASES: Sequence[ModulePass] = (*INIT, MaterializeSemanticAliasesPass())
ADDRESSES: Sequence[ModulePass] = (
    *ALIASES,
    MemoryReusePass(),
    AllocateMemoryAddrPass(),
    VerifyMemoryPlanPass(),
)


def tile(type_: str) -> str:
    return f"!tile.tile<{type_}>"


def load(name: str, shape: str, space: str = "") -> str:
    type_ = f"{space}, {shape}" if space else shape
    return f"%{name} = tile.load %in_{name}[%c0, %c0] : memref<{shape}> -> {tile(type_)}"


def store(name: str, type_: str) -> str:
    shape = type_.split(", ")[-1] if "," in type_ else type_
    return f"tile.store %{name}, %out_{name}[%c0, %c0] : {tile(type_)}, memref<{shape}>"


def matmul(result: str, lhs: str, rhs: str, types: tuple[str, str, str]) -> str:
    left, right, acc = (tile(t) for t in types)
    return f"%{result} = tile.matmul %{lhs}, %{rhs} : {left}, {right} -> {acc}"


def accumulate(result: str, acc: str, lhs: str, rhs: str, types: tuple[str, str, str]) -> str:
    left, right, sum_ = (tile(t) for t in types)
    return f"%{result} = tile.matmul_acc %{acc}, %{lhs}, %{rhs} : {sum_}, {left}, {right}"


def kernel(body: str, target: str = "a3") -> ModuleOp:
    """A module with one function whose arguments are `%p`, `%i` and the tensors that it uses."""
    found = re.findall(r"(%(?:in|out)_\w+)\[.*?\b(memref<[^>]*>)", body)
    arguments = ", ".join(f"{name}: {type_}" for name, type_ in dict(found).items())
    constants = "\n".join(f"%c{n} = arith.constant {n} : index" for n in (0, 1, 2, 4, 8, 16, 32))
    return module_of(
        f"""module attributes {{pto.target_arch = "{target}"}} {{
          func.func @k(%p: i1, %i: index{", " if arguments else ""}{arguments}) {{
            {constants}
            {body}
            func.return
          }}
        }}"""
    )


def run(
    body: str,
    stages: Sequence[ModulePass],
    target: str = "a3",
    *,
    planners: Sequence[str] = PLANNERS,
) -> ModuleOp:
    """
    Apply passes to a kernel, verifying after each. The kernel is executed, too, at every level with
    these planners; with none if its results are undefined or the assembler has no form of it.
    """
    module = kernel(body, target)
    for stage in stages:
        stage.apply(Context(), module)
        module.verify()
    if planners:
        for _ in check_levels(kernel(body, target), target=target, planners=planners):
            pass
    return module


def refusal(body: str, stages: Sequence[ModulePass], target: str = "a3") -> str:
    """The error that the passes stop with."""
    with pytest.raises(CompileError) as error:
        run(body, stages, target)
    return str(error.value)


def ops(module: ModuleOp, kind: type[Operation]) -> list[Operation]:
    return [op for op in module.walk() if isinstance(op, kind)]


def copies(module: ModuleOp) -> list[str]:
    """The copies between spaces, `name: from to`."""
    found: list[str] = []
    for op in module.walk():
        if isinstance(op, MoveOp):
            source, result = (tile_type(v).memory_space for v in (op.src, op.result))
            found.append(f"{op.src.name_hint}: {source} {result}")
    return found


def order(module: ModuleOp) -> list[str]:
    """The names of moves and products, in order."""
    return [
        op.name.removeprefix("tile.")
        for op in module.walk()
        if op.name in ("tile.move", "tile.matmul", "tile.matmul_acc", "tile.extract", "scf.if")
    ]


def allocs(module: ModuleOp) -> dict[str, list[tuple[int, int | None]]]:
    """Size and address of every allocation, by space."""
    found: dict[str, list[tuple[int, int | None]]] = {}
    for op in module.walk():
        if isinstance(op, AllocOp):
            size = op.type.size.data * op.type.slots.data
            found.setdefault(str(op.type.space.data), []).append((size, op.start))
    return found


PADDING = ("ptoas",)
"""Planners that take tiles of less than whole boxes."""
PAIR = ("4x128xbf16", "128x64xbf16", "4x64xf32")
IN_L1 = ("mat, 4x128xbf16", "mat, 128x64xbf16", "4x64xf32")
SHARED_LEFT = "\n".join(
    [
        load("lhs", PAIR[0], "mat"),
        load("rhs0", PAIR[1], "mat"),
        load("rhs1", PAIR[1], "mat"),
        matmul("x", "lhs", "rhs0", IN_L1),
        store("x", PAIR[2]),
        matmul("y", "lhs", "rhs1", IN_L1),
        store("y", PAIR[2]),
    ]
)

# ---- Spaces ----


def test_one_copy_for_each_tile_and_space_right_before_its_first_reader():
    module = run(SHARED_LEFT, SPACES, planners=PADDING)
    assert copies(module) == ["lhs: mat left", "rhs0: mat right", "rhs1: mat right"]
    assert order(module) == ["move", "move", "matmul", "move", "matmul"]
    for op in module.walk():
        if op.name == "tile.matmul":
            assert str(op.results[0].type) == "!tile.tile<acc, 4x64xf32>"


def test_operands_that_are_there_already_are_not_copied():
    types = ("left, 16x16xf32", "right, 16x16xf32", "16x16xf32")
    body = "\n".join(
        [
            f"%l = tile.create : {tile(types[0])}",
            f"%r = tile.create : {tile(types[1])}",
            matmul("x", "l", "r", types),
            store("x", types[2]),
        ]
    )
    assert copies(run(body, SPACES, planners=())) == []


def test_loads_without_a_space_go_to_l1_for_the_cube_unit():
    body = "\n".join([load("a", PAIR[0]), load("b", PAIR[1]), matmul("x", "a", "b", PAIR)])
    module = run(body, SPACES, planners=PADDING)
    assert [str(op.results[0].type) for op in ops(module, LoadOp)] == [
        "!tile.tile<mat, 4x128xbf16>",
        "!tile.tile<mat, 128x64xbf16>",
    ]
    assert copies(module) == ["a: mat left", "b: mat right"]


@pytest.mark.parametrize("target", ["a3", "a5"])
def test_loads_that_are_said_to_be_in_vec_stay_there_and_cannot_be_copied(target: str):
    types = ("vec, 4x128xbf16", "vec, 128x64xbf16", PAIR[2])
    body = "\n".join(
        [load("a", PAIR[0], "vec"), load("b", PAIR[1], "vec"), matmul("x", "a", "b", types)]
    )
    assert (
        f"tile.matmul reads tile 'a' in left, but it is in vec and {target} cannot copy vec to left"
        in refusal(body, SPACES, target)
    )


SQUARE = ("16x16xf32", "16x16xf32", "16x16xf32")


def test_create_becomes_the_accumulator_of_a_loop():
    body = "\n".join(
        [
            load("a", "16x16xf32"),
            load("b", "16x16xf32"),
            f"%acc0 = tile.create : {tile('16x16xf32')}",
            f"%r = scf.for %k = %c0 to %c4 step %c1 iter_args(%acc = %acc0) -> "
            f"({tile('16x16xf32')}) {{",
            accumulate("n", "acc", "a", "b", SQUARE),
            f"scf.yield %n : {tile('16x16xf32')}",
            "}",
            store("r", "16x16xf32"),
        ]
    )
    module = run(body, SPACES, planners=())
    assert [str(op.results[0].type) for op in ops(module, CreateOp)] == [
        "!tile.tile<acc, 16x16xf32>"
    ]
    assert copies(module) == ["a: mat left", "b: mat right"]
    again = str(module)
    InferTileMemorySpacePass().apply(Context(), module)
    assert str(module) == again


@pytest.mark.parametrize("depth", [1, 2])
def test_accumulators_are_assembled_into_l1(depth: int):
    whole, part = tile("mat, 32x16xf32"), tile("16x16xf32")
    begin = [
        f"%r{d} = scf.for %k{d} = %c0 to %c2 step %c1 iter_args(%m{d} = %m{d - 1}) -> ({whole}) {{"
        for d in range(1, depth + 1)
    ]
    end = [f"scf.yield %r{d} : {whole}\n}}" for d in range(depth, 1, -1)]
    body = "\n".join(
        [
            load("a", "16x16xf32"),
            load("b", "16x16xf32"),
            f"%m0 = tile.create : {whole}",
            *begin,
            matmul("x", "a", "b", SQUARE),
            f"%u = tile.assemble %m{depth}, %x[%c0, %c0] : {whole}, {part}",
            f"scf.yield %u : {whole}",
            "}",
            *end,
        ]
    )
    module = run(body, ADDRESSES)
    (assemble,) = ops(module, AssembleOp)
    assert [str(v.type) for v in assemble.operands[:2]] == [whole, "!tile.tile<acc, 16x16xf32>"]
    assert copies(module) == ["a: mat left", "b: mat right"]


def branch(then: str, otherwise: str, type_: str) -> str:
    return "\n".join(
        [
            f"%phi = scf.if %p -> ({tile(type_)}) {{",
            then,
            f"scf.yield %x : {tile(type_)}",
            "} else {",
            otherwise,
            f"scf.yield %y : {tile(type_)}",
            "}",
        ]
    )


TWO_PRODUCTS = "\n".join(
    [
        load("a", "16x16xf32"),
        load("b", "16x16xf32"),
        branch(matmul("x", "a", "b", SQUARE), matmul("y", "b", "a", SQUARE), "16x16xf32"),
    ]
)
CAST_PHI = (
    TWO_PRODUCTS
    + f'\n%h = tile.cast %phi {{mode = "rint"}} : {tile("16x16xf32")} -> {tile("16x16xbf16")}'
)


def test_accumulator_out_of_a_branch_is_copied_once_for_the_vector_unit():
    module = run(CAST_PHI, SPACES, "a5", planners=())
    assert [c for c in copies(module) if "acc" in c] == ["phi: acc vec"]
    assert [op.name for op in module.walk()][-4:-1] == ["scf.yield", "tile.move", "tile.cast"]
    assert "reads tile 'phi' in vec, but it is in acc and a3 cannot copy acc to vec" in refusal(
        CAST_PHI, SPACES
    )


def test_one_function_runs_on_one_core():
    text = refusal(CAST_PHI, (*ADDRESSES, ConvertTileToPtoPass()), "a5")
    assert "tile.move of 'phi_vec' runs on the vector core, but tile.load of 'a' runs on" in text


def test_vector_and_cube_operations_that_do_not_meet_are_not_mixed_either():
    body = "\n".join(
        [
            TWO_PRODUCTS,
            store("phi", "16x16xf32"),
            load("v", "16x16xf32"),
            f"%w = tile.exp %v : {tile('16x16xf32')}",
            store("w", "16x16xf32"),
        ]
    )
    text = refusal(body, (*ADDRESSES, ConvertTileToPtoPass()))
    assert "tile.load of 'v' runs on the vector core, but tile.load of 'a' runs on the cube" in text


def test_arms_in_different_spaces_are_refused():
    body = "\n".join(
        [
            load("a", "16x16xf32"),
            load("b", "16x16xf32"),
            load("v", "16x16xf32"),
            branch(
                matmul("x", "a", "b", SQUARE),
                f"%y = tile.exp %v : {tile('16x16xf32')}",
                "16x16xf32",
            ),
        ]
    )
    assert "tile 'y' becomes a value in acc, but it is in vec" in refusal(body, SPACES)


def test_carried_operand_gets_its_copy():
    body = "\n".join(
        [
            load("a", "16x16xf32"),
            load("b", "16x16xf32"),
            f"%r = scf.for %k = %c0 to %c4 step %c1 iter_args(%x = %a) -> ({tile('16x16xf32')}) {{",
            matmul("m", "x", "b", SQUARE),
            "%n = tile.load %in_a[%c0, %c0] : memref<16x16xf32> -> !tile.tile<16x16xf32>",
            f"scf.yield %n : {tile('16x16xf32')}",
            "}",
        ]
    )
    assert copies(run(body, SPACES)) == ["x: mat left", "b: mat right"]


def test_copy_of_one_arm_is_not_used_in_the_other():
    body = "\n".join(
        [
            load("a", "16x16xf32"),
            load("b", "16x16xf32"),
            branch(matmul("x", "a", "b", SQUARE), matmul("y", "a", "b", SQUARE), "16x16xf32"),
            matmul("z", "a", "b", SQUARE),
        ]
    )
    assert len(copies(run(body, SPACES))) == 6


def test_spaces_that_a_target_does_not_have():
    types = ["16x64xf8E5M2", "16x2xf8E8M0FNU", "64x16xf8E5M2", "2x16xf8E8M0FNU"]
    names = ["l", "ls", "r", "rs"]
    body = "\n".join(
        [
            *(
                f"%{n} = tile.create : {tile('mat, ' + t)}"
                for n, t in zip(names, types, strict=True)
            ),
            "%x = tile.matmul_mx %l, %ls, %r, %rs : "
            + ", ".join(tile("mat, " + t) for t in types)
            + f" -> {tile('16x16xf32')}",
        ]
    )
    assert "a3 cannot copy mat to left_scale" in refusal(body, SPACES)
    assert copies(run(body, SPACES, "a5", planners=())) == [
        "l: mat left",
        "ls: mat left_scale",
        "r: mat right",
        "rs: mat right_scale",
    ]


def test_way_out_of_an_accumulator_is_named():
    body = "\n".join(
        [
            load("a", "16x16xf32"),
            matmul("x", "a", "a", SQUARE),
            matmul("y", "x", "a", SQUARE),
        ]
    )
    text = refusal(body, SPACES)
    assert "reads tile 'x' in left, but it is in acc and a3 cannot copy acc to left" in text
    assert "note: copy it to mat with a move of your own" in text


def test_no_copy_between_accumulators():
    body = "\n".join(
        [
            load("a", "16x16xf32"),
            load("b", "16x16xf32"),
            matmul("x", "a", "b", SQUARE),
            f"%c = tile.move %x : {tile('16x16xf32')}",
        ]
    )
    assert "copies tile 'x' from acc to acc, which a3 cannot" in refusal(body, SPACES)


# ---- N-D tiles ----


def test_flattened_tiles_stay_in_their_buffer():
    nd = tile("vec, 4x16x64xf32")
    body = "\n".join(
        [
            '%nd = buffer.declare "nd" : !buffer.buffer',
            f"%t0 = tile.load %in_t0[%c0, %c0, %c0] : memref<4x16x64xf32> -> {nd}",
            f"buffer.bind %t0 to %nd : {nd}, !buffer.buffer",
            f"%t1 = tile.exp %t0 : {nd}",
            f"buffer.bind %t1 to %nd : {nd}, !buffer.buffer",
            f"tile.store %t1, %out_t1[%c0, %c0, %c0] : {nd}, memref<4x16x64xf32>",
        ]
    )
    module = run(body, ADDRESSES)
    assert allocs(module) == {"vec": [(16384, 0)]}
    (alloc,) = ops(module, AllocOp)
    assert isinstance(alloc, AllocOp)
    assert alloc.label.data == "nd"
    assert alloc.is_pinned
    assert sum(use.operation.name == "mem.place" for use in alloc.ref.uses) == 2
    assert [str(op.results[0].type) for op in ops(module, LoadOp)] == ["!tile.tile<vec, 64x64xf32>"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("2x3x4xf32", "6x4xf32"),
        ("1x16x512xf32, valid=1x10x512", "16x512xf32, valid=10x512"),
        ("1x16x512xf32, valid=1x?x512", "16x512xf32, valid=?x512"),
        ("64x16xf32", "64x16xf32"),
    ],
)
def test_flattened_types(before: str, after: str):
    valid = " valid [%i]" if "?" in before else ""
    module = run(f"%t = tile.create{valid} : {tile(before)}", SPACES[:1], planners=())
    assert [str(op.results[0].type) for op in ops(module, CreateOp)] == [tile(after)]


def test_page_is_assembled_into_a_band_of_rows_and_the_store_keeps_its_window():
    whole, page = tile("4x8x16xf32"), tile("1x8x16xf32")
    body = "\n".join(
        [
            f"%t = tile.load %in_t[%c0, %c0, %c0] : memref<4x8x16xf32> -> {whole}",
            f"%s = tile.load %in_s[%c0, %c0, %c0] : memref<1x8x16xf32> -> {page}",
            f"%u = tile.assemble %t, %s[%c2, %c0, %c0] : {whole}, {page}",
            f"tile.store %u, %out_u[%c0, %c0, %c0] : {whole}, memref<4x8x16xf32>",
        ]
    )
    module = run(body, SPACES[:1])
    text = str(module)
    assert "window = [4, 8, 16] : !tile.tile<32x16xf32>, memref<4x8x16xf32>" in text
    (assemble,) = ops(module, AssembleOp)
    assert isinstance(assemble, AssembleOp)
    row = assemble.offsets[0].owner
    assert "16 : index" in str(row)


@pytest.mark.parametrize(
    ("source", "offsets", "names"),
    [
        ("2x4x16xf32", "%c0, %c0, %c0", "contiguous row band"),
        ("8x16xf32", "%c0, %c0", "rank-2 source"),
    ],
)
def test_blocks_that_are_no_band_of_rows(source: str, offsets: str, names: str):
    body = "\n".join(
        [
            f"%t = tile.create : {tile('4x8x16xf32')}",
            f"%s = tile.create : {tile(source)}",
            f"%u = tile.assemble %t, %s[{offsets}] : {tile('4x8x16xf32')}, {tile(source)}",
        ]
    )
    with pytest.raises(Exception, match=names):
        run(body, SPACES[:1])


def test_physical_extent_that_is_unknown():
    text = refusal(f"%t = tile.create valid [%i] : {tile('4x?x16xf32')}", SPACES[:1])
    assert "cannot be flattened to 2D" in text
    assert "pl.parallel" in text
    assert "reshape" in text


# ---- Slices ----


@pytest.mark.parametrize(
    ("whole", "part", "row", "column", "accepted"),
    [
        ("32x32", "16x32", 16, 0, False),
        ("16x64", "16x32", 0, 32, True),
        ("32x16", "16x16", 16, 0, True),
        ("32x32", "16x16", 16, 8, False),
    ],
)
@pytest.mark.parametrize("with_valid", [False, True])
def test_windows_of_accumulators(
    whole: str, part: str, row: int, column: int, accepted: bool, with_valid: bool
):
    rows, columns = part.split("x")
    left, right, acc = f"{rows}x16xf32", f"16x{columns}xf32", f"acc, {part}xf32"
    valid = acc
    lines = [
        load("a", left),
        load("b", right),
        f"%whole = tile.create : {tile(f'acc, {whole}xf32')}",
        f"%w = tile.slice %whole[%c{row}, %c{column}] : {tile(f'acc, {whole}xf32')} -> {tile(acc)}",
    ]
    if with_valid:
        valid = f"{acc}, valid={rows}x8"
        right_valid = f"{right}, valid=16x8"
        lines[1] = f"%b = tile.create : {tile('mat, ' + right_valid)}"
        lines.append(f"%v = tile.set_valid_shape %w : {tile(acc)} -> {tile(valid)}")
        lines.append(accumulate("n", "v", "a", "b", (left, "mat, " + right_valid, valid)))
    else:
        lines.append(accumulate("n", "w", "a", "b", (left, right, valid)))
    if accepted:
        run("\n".join(lines), SPACES)
    else:
        text = refusal("\n".join(lines), SPACES)
        assert "not contiguous in L0C's block layout" in text


def test_slice_for_the_cube_unit_becomes_an_extract_with_the_sum_of_the_offsets():
    body = "\n".join(
        [
            load("a", "32x64xf32", "mat"),
            load("b", "16x16xf32"),
            f"%s = tile.slice %a[%c0, %c32] : {tile('mat, 32x64xf32')} -> {tile('mat, 32x32xf32')}",
            f"%t = tile.slice %s[%c16, %i] : {tile('mat, 32x32xf32')} -> {tile('mat, 16x16xf32')}",
            matmul("x", "t", "b", ("mat, 16x16xf32", "16x16xf32", "16x16xf32")),
        ]
    )
    module = run(body, SPACES)
    (extract,) = ops(module, ExtractOp)
    assert isinstance(extract, ExtractOp)
    assert str(extract.result.type) == "!tile.tile<left, 16x16xf32>"
    assert extract.src.name_hint == "a"
    assert "arith.addi" in str(extract.offsets[1].owner)
    assert not ops(module, SliceOp)


@pytest.mark.parametrize(
    ("whole", "part", "row", "column", "extracts"),
    [
        ("16x8xf32", "16x1xf32, blayout=row_major", "c0", "c1", 1),
        ("16x16xf32", "16x1xf32, blayout=row_major", "c0", "c8", 0),
        ("32x1xf32", "16x1xf32", "c16", "c0", 0),
        ("32x1xf32", "16x1xf32", "c1", "c0", 1),
        ("64x64xi32", "16x8xi32", "k32", "k32", 0),
        ("64x64xi32", "16x8xi32", "c0", "i", 1),
        ("64x64xi32", "16x64xi32", "i", "c0", 0),
    ],
)
def test_slices_that_the_vector_unit_cannot_read(
    whole: str, part: str, row: str, column: str, extracts: int
):
    element = "i32" if "i32" in whole else "f32"
    value = "1 : i32" if element == "i32" else "1.0 : f32"
    body = "\n".join(
        [
            f"%f = arith.constant {value}",
            "%k32 = arith.muli %i, %c32 : index",
            f"%t = tile.create : {tile(whole)}",
            f"%s = tile.slice %t[%{row}, %{column}] : {tile(whole)} -> {tile(part)}",
            f"%u = tile.muls %s, %f : {tile(part)}, {element}",
        ]
    )
    assert len(ops(run(body, SPACES, planners=()), ExtractOp)) == extracts


# ---- Memory ----


@pytest.mark.parametrize(
    ("type_", "target", "size"),
    [
        ("16x128xi32", "a3", 16384),
        ("16x128xi32", "a5", 8192),
        ("4x64xf32", "a3", 4096),
        ("4x64xf32", "a5", 4096),
    ],
)
def test_rows_of_accumulators_are_rounded_up(type_: str, target: str, size: int):
    module = run(f"%t = tile.create : {tile('acc, ' + type_)}", INIT, target, planners=())
    assert allocs(module) == {"acc": [(size, None)]}


def test_addresses_of_two_products_with_one_left_operand():
    assert allocs(run(SHARED_LEFT, ADDRESSES, planners=PADDING)) == {
        "mat": [(1024, 0), (16384, 1024), (16384, 17408)],
        "left": [(1024, 0)],
        "right": [(16384, 0)],
        "acc": [(4096, 0)],
    }


ROW = ("16x64xf32", "64x64xf32", "16x64xf32")
ACCUMULATED = "\n".join([load("a", ROW[0]), load("b", ROW[1]), matmul("prev", "a", "b", ROW), "{}"])


@pytest.mark.parametrize("stages", ["", " {tile.stages = 2 : i64}"])
def test_accumulator_of_a_loop_of_products_stays_in_one_place(stages: str):
    type_ = tile("176x176xf32")
    types = ("176x32xf32", "32x176xf32", "176x176xf32")
    body = "\n".join(
        [
            load("a", types[0]),
            load("b", types[1]),
            f"%acc0 = tile.create : {type_}",
            f"%r = scf.for %k = %c0 to %c4 step %c1 iter_args(%acc = %acc0) -> ({type_}) {{",
            "%first = arith.cmpi eq, %k, %c0 : index",
            f"%n = scf.if %first -> ({type_}) {{",
            matmul("x", "a", "b", types),
            f"scf.yield %x : {type_}",
            "} else {",
            accumulate("y", "acc", "a", "b", types),
            f"scf.yield %y : {type_}",
            "}",
            f"scf.yield %n : {type_}",
            f"}}{stages}",
            store("r", types[2]),
        ]
    )
    pipeline = [LowerPipelineLoopsPass(), CanonicalizeIoOrderPass()]
    module = run(body, [*SPACES, *pipeline, *ADDRESSES[len(SPACES) :]])
    assert allocs(module)["acc"] == [(123904, 0)]
    assert not any("acc acc" in copy for copy in copies(module))


def test_seed_of_a_branch_is_made_in_the_accumulator_of_the_other_arm():
    body = ACCUMULATED.format(
        branch(matmul("x", "a", "b", ROW), accumulate("y", "prev", "a", "b", ROW), ROW[2])
        + "\n"
        + store("phi", ROW[2])
    )
    module = run(body, ADDRESSES)
    assert allocs(module)["acc"] == [(4096, 0)]
    assert not any("acc acc" in copy for copy in copies(module))


@pytest.mark.parametrize("made", ["before", "and the other written after it"])
def test_accumulators_that_cannot_be_one(made: str):
    if made == "before":
        seed = matmul("x", "a", "b", ROW)
        body = ACCUMULATED.format(
            seed + "\n" + branch("", accumulate("y", "prev", "a", "b", ROW), ROW[2])
        )
    else:
        then = "\n".join(
            [
                matmul("x", "a", "b", ROW),
                accumulate("z", "prev", "a", "b", ROW),
                store("z", ROW[2]),
            ]
        )
        body = ACCUMULATED.format(branch(then, accumulate("y", "prev", "a", "b", ROW), ROW[2]))
    text = refusal(body, ALIASES)
    assert "cannot reconcile divergent L0C accumulator buffers" in text
    assert "'x'" in text
    assert "'y'" in text


def test_accumulator_that_is_added_to_twice():
    body = ACCUMULATED.format(
        "\n".join(
            [
                accumulate("u", "prev", "a", "b", ROW),
                accumulate("v", "prev", "a", "b", ROW),
                store("u", ROW[2]),
                store("v", ROW[2]),
            ]
        )
    )
    text = refusal(body, INIT)
    assert "tile.matmul_acc overwrites tile 'prev' in acc, which is still needed" in text
    assert "read again here by tile.matmul_acc" in text


def test_accumulator_that_is_read_after_it_is_added_to():
    body = ACCUMULATED.format(
        "\n".join([accumulate("u", "prev", "a", "b", ROW), store("prev", ROW[2])])
    )
    text = refusal(body, INIT)
    assert "tile.matmul_acc overwrites tile 'prev' in acc, which is still needed" in text
    assert "read again here by tile.store" in text


def test_stores_round_accumulators_only():
    product = "\n".join([load("a", ROW[0]), load("b", ROW[1]), matmul("x", "a", "b", ROW)])
    out = "tile.store %x, %out_x[%c0, %c0] : !tile.tile<16x64xf32>, memref<16x64xbf16>"
    assert ops(run(f"{product}\n{out}", SPACES), StoreOp)
    text = refusal(f"{load('x', '16x64xf32')}\n{out}", SPACES)
    assert "a tensor of bf16 and a tile of f32 do not match" in text
