"""The emitter of `.pto` text."""

from __future__ import annotations

from pathlib import Path

import pytest
from hash_seeds import outputs
from xdsl.context import Context
from xdsl.dialects import arith, builtin, func, scf, test
from xdsl.dialects.builtin import ModuleOp, f32, i32
from xdsl.parser import Parser

from lowering.emit_pto import PtoTarget, emit_module
from pto_dialect.diagnostics import CompileError
from pto_dialect.pto import Pto
from pto_dialect.pto.kernel import TrapOp
from pto_dialect.pto.tile_handles import AllocTileOp
from pto_dialect.pto.types import TileBufType

FILECHECK = Path(__file__).parents[1] / "filecheck"
KERNELS = [
    p
    for p in sorted(FILECHECK.glob("dialects/pto/*.mlir"))
    if "invalid" not in p.name and "test.op" not in p.read_text()
]


def parse(text: str) -> ModuleOp:
    ctx = Context()
    for dialect in (builtin.Builtin, func.Func, arith.Arith, scf.Scf, test.Test, Pto):
        ctx.load_dialect(dialect)
    module = Parser(ctx, text).parse_module()
    module.verify()
    return module


@pytest.mark.parametrize("path", KERNELS, ids=lambda p: p.stem)
def test_every_operation_survives(path: Path):
    module = parse(path.read_text())
    text = emit_module(module)
    again = parse(text)
    assert again.is_structurally_equivalent(module)
    assert emit_module(again) == text


def test_it_is_the_spelling_without_what_can_be_left_out():
    tile = "!pto.tile_buf<vec, 16x64xf32>"
    column = "!pto.tile_buf<vec, 16x1xf32, blayout=col_major>"
    module = parse(
        f"func.func @f(%a: {tile}, %m: {column}) {{\n"
        f"  pto.trowexpanddiv ins(%a, %m : {tile}, {column}) outs(%a : {tile})\n"
        f"  func.return\n}}"
    )
    line = f"pto.trowexpanddiv ins(%a, %m : {tile}, {column}) outs(%a : {tile})"
    assert f"    {line}\n" in emit_module(module)
    assert f"{line} {{precisionType = #pto<div_precision default>}}\n" in str(module)


def test_equal_types_need_not_be_one_object():
    def fresh() -> TileBufType:
        return TileBufType.new(TileBufType.get("vec", (16, 64), f32).parameters)

    assert fresh() is not fresh()
    module = ModuleOp([AllocTileOp(fresh()) for _ in range(3)])
    assert emit_module(module).count(": !pto.tile_buf<vec, 16x64xf32>\n") == 3


def test_unknown_locations_are_not_written():
    assert emit_module(ModuleOp([TrapOp()]), emit_loc=True) == ("builtin.module {\n  pto.trap\n}\n")


def test_numbered_names_do_not_meet_the_numbers_of_equal_names():
    module = parse(
        "%x = arith.constant 1 : i32\n%x_1 = arith.constant 2 : i32\n"
        "%x_1_2 = arith.constant 3 : i32"
    )
    names = [line.split(" = ")[0].strip() for line in emit_module(module).split("\n")[1:-2]]
    assert names == ["%x", "%x_1", "%x_1_1"]


def test_an_empty_module():
    assert emit_module(ModuleOp([])) == "builtin.module {\n}\n"


def test_an_error_names_the_operation_and_its_place():
    module = parse('"test.op"() : () -> () loc("k.py":7:5)')
    with pytest.raises(CompileError) as raised:
        emit_module(module)
    assert str(raised.value) == "k.py:7:5: error: 'test.op' has no place in .pto text"


def test_a_compare_keeps_its_attributes():
    op = arith.CmpiOp(*[arith.ConstantOp.from_int_and_width(i, i32).result for i in (1, 2)], "eq")
    op.attributes["mark"] = builtin.UnitAttr()
    constants = [v.owner for v in op.operands]
    assert all(isinstance(c, arith.ConstantOp) for c in constants)
    module = ModuleOp([*[c for c in constants if isinstance(c, arith.ConstantOp)], op])
    text = emit_module(module)
    assert '"arith.cmpi"' in text
    assert parse(text).is_structurally_equivalent(module)


def test_the_text_does_not_depend_on_the_hash_seed():
    source = FILECHECK / "lowering" / "emit_pto.mlir"
    texts = outputs(
        "from unit.test_pto_emitter import emit_module, parse; "
        f"print(emit_module(parse(open({str(source)!r}).read())))"
    )
    assert len(set(texts)) == 1


def test_the_target_writes_the_text():
    from io import StringIO

    stream = StringIO()
    module = ModuleOp([TrapOp()])
    PtoTarget().emit(Context(), module, stream)
    assert stream.getvalue() == emit_module(module)
