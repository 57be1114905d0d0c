"""What `verify-memory-plan` checks that cannot be written as verified IR."""

from __future__ import annotations

import pytest
from contexts import every_dialect
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Dialect
from xdsl.irdl import base, irdl_op_definition, result_def, traits_def
from xdsl.parser import Parser

from pto_dialect.diagnostics import CompileError
from pto_dialect.tile.ops.base import TileOp
from pto_dialect.tile.traits import NoStorage, TileEffects
from pto_dialect.tile.types import TileType
from transforms.verify_memory_plan import VerifyMemoryPlanPass


@irdl_op_definition
class PairOp(TileOp):
    """Two fresh tiles."""

    name = "tile.pair"

    first = result_def(base(TileType))
    second = result_def(base(TileType))

    traits = traits_def(TileEffects())


@irdl_op_definition
class PopOp(TileOp):
    """A tile in memory that the plan has nothing to do with."""

    name = "tile.pop"

    result = result_def(base(TileType))

    traits = traits_def(NoStorage(), TileEffects())


@pytest.fixture(scope="module")
def context() -> Context:
    context = every_dialect()
    context.load_registered_dialect("tile")
    context.load_dialect(Dialect("tile_test", [PairOp, PopOp]))
    return context


HEAD = """
  %c0 = arith.constant 0 : index
  %m0 = mem.alloc "m0" at 0 : !mem.ref<vec, 512>
  %m1 = mem.alloc "m1" at 512 : !mem.ref<vec, 512>
"""
T = "!tile.tile<vec, 8x16xf32>"
REF = "!mem.ref<vec, 512>"


def parse(context: Context, body: str) -> ModuleOp:
    return Parser(
        context,
        f"func.func @f(%out: memref<8x16xf32>, %n: index, %p: i1) {{{body}  func.return\n}}",
    ).parse_module()


def message(context: Context, body: str) -> str | None:
    """What the check has against a function that is not verified."""
    try:
        VerifyMemoryPlanPass().apply(context, parse(context, body))
    except CompileError as error:
        return error.message
    return None


def pair(second: str) -> str:
    return (
        HEAD
        + f'  %a, %b = "tile.pair"() : () -> ({T}, {T})\n'
        + f"  mem.place %a in %m0 : {T}, {REF}\n  mem.place %b in {second} : {T}, {REF}\n"
        + f"  tile.store %a, %out[%c0, %c0] : {T}, memref<8x16xf32>\n"
    )


def test_results_of_one_operation_share_no_byte(context: Context):
    assert message(context, pair("%m1")) is None
    assert message(context, pair("%m0")) == (
        "results 'a' (in 'm0', bytes 0 to 512 of vec) and 'b' (in 'm0', bytes 0 to 512 of vec) of "
        "tile.pair share bytes"
    )


def popped(yielded: str) -> str:
    """A tile without storage, overwritten in place, then yielded by one arm of a branch."""
    return (
        HEAD
        + f"""
  %a = "tile.pop"() : () -> {T}
  %v = tile.slice %a[%c0, %c0] : {T} -> {T}
  %u = tile.assemble %v, %v[%c0, %c0] : {T}, {T}
  %r = scf.if %p -> ({T}) {{
    scf.yield %u : {T}
  }} else {{
    scf.yield {yielded} : {T}
  }}
  %b = tile.exp %r : {T}
  mem.place %b in %m0 : {T}, {REF}
  tile.store %r, %out[%c0, %c0] : {T}, memref<8x16xf32>
"""
    )


def test_tile_without_storage_needs_no_place(context: Context):
    assert message(context, popped("%u")) is None


def test_tile_without_storage_is_overwritten_like_any_other(context: Context):
    assert message(context, popped("%a")) == (
        "tile 'a' (in 'queue', bytes 0 to 512 of its slot) is needed here, but tile 'u' (in "
        "'queue', bytes 0 to 512 of its slot) may have been written over it"
    )


def test_tile_with_and_tile_without_storage_are_not_one(context: Context):
    body = (
        HEAD
        + f"""
  %a = "tile.pop"() : () -> {T}
  %r = scf.if %p -> ({T}) {{
    %b = tile.exp %a : {T}
    mem.place %b in %m0 : {T}, {REF}
    scf.yield %b : {T}
  }} else {{
    scf.yield %a : {T}
  }}
"""
    )
    assert message(context, body) == (
        "tile 'r' is not at one address: 'b' (in 'm0', bytes 0 to 512 of vec) and 'a' (in "
        "'queue', bytes 0 to 512 of its slot) are both passed to it"
    )


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        pytest.param(
            '  %m0 = mem.alloc "m0" at 0 : !mem.ref<left_scale, 32>\n',
            "allocation 'm0' is in left_scale, which a3 does not have",
            id="space",
        ),
        pytest.param(
            HEAD
            + f"  %a = tile.create : {T}\n  mem.place %a in %m0 : {T}, {REF}\n"
            + f"  mem.place %a in %m1 : {T}, {REF}\n",
            "tile 'a' is placed twice",
            id="twice",
        ),
        pytest.param(
            HEAD
            + f"  %a = tile.create : {T}\n  mem.place %a in %m0 : {T}, {REF}\n"
            + f"  %v = tile.slice %a[%c0, %c0] : {T} -> {T}\n"
            + f"  mem.place %v in %m1 : {T}, {REF}\n",
            "tile 'v' creates no storage, where it lives follows from the tile that it comes from",
            id="view",
        ),
        pytest.param(
            HEAD
            + "  %a = tile.create : !tile.tile<acc, 8x16xf32>\n"
            + f"  mem.place %a in %m0 : !tile.tile<acc, 8x16xf32>, {REF}\n",
            "tile 'a' is in acc, allocation 'm0' in vec",
            id="other space",
        ),
        pytest.param(
            HEAD
            + "  %a = tile.create valid [%n] : !tile.tile<vec, ?x16xf32>\n"
            + f"  mem.place %a in %m0 : !tile.tile<vec, ?x16xf32>, {REF}\n",
            "tile 'a' requires a static shape",
            id="dynamic",
        ),
        pytest.param(
            '  %c2 = arith.constant 2 : index\n  %m0 = mem.alloc "m0" pinned at 0 : '
            "!mem.ref<vec, 512, slots=2>\n"
            + f"  %a = tile.create : {T}\n"
            + f"  mem.place %a in %m0[%c2] : {T}, !mem.ref<vec, 512, slots=2>\n",
            "tile 'a' is in slot 2 of 'm0', which has 2",
            id="slot",
        ),
    ],
)
def test_does_not_rely_on_verified_operations(context: Context, body: str, expected: str):
    assert message(context, body) == expected


def test_leaves_the_module_as_it_is(context: Context):
    module = parse(context, pair("%m1"))
    before = str(module)
    VerifyMemoryPlanPass().apply(context, module)
    assert str(module) == before
