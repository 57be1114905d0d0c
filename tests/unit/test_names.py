"""Names of values in printed IR."""

from __future__ import annotations

from pathlib import Path

import pytest

from pto_dialect.language.compiler import Compiled, compile
from pto_dialect.names import ssa_name
from pto_dialect.tools.compile import load_kernels

KERNEL = """\
import pto_dialect.language as pl

@pl.function
def {kernel}(a: pl.Tensor[[64, 64], pl.FP32], out: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    t = pl.load(a, [0, 0], [64, 64])
{body}
    pl.store(t, [0, 0], out)
"""


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("t0", "t0"),
        ("x_1_2", "x"),
        ("_1", None),
        ("7", "v7"),
        ("größe", "gr_e"),
        ("日本", None),
        ('a"b', "a_b"),
    ],
)
def test_name_that_ir_can_print(text: str, name: str | None):
    assert ssa_name(text) == name


def compiled(tmp_path: Path, body: str, kernel: str = "k") -> Compiled:
    """A kernel of a load, this body and a store, compiled."""
    path = tmp_path / "kernel.py"
    body = "".join(f"    {line}\n" for line in body.split("\n"))
    path.write_text(KERNEL.format(body=body, kernel=kernel), encoding="utf-8")
    return compile(load_kernels(str(path))[kernel])


def names(text: str) -> list[str]:
    """The values that operations of the assembler's dialect define, in order."""
    return [line.split(" = pto.")[0].strip() for line in text.split("\n") if " = pto.alloc" in line]


@pytest.mark.parametrize("label", ['a"b', "ünï", "a b", "0", "%s", "日本"])
def test_any_text_names_a_buffer(tmp_path: Path, label: str):
    body = (
        f"b = pl.Buffer({label!r})\nu: pl.Tile[[64, 64], pl.FP32, pl.Mem.Vec, b] = pl.exp(t)\nt = u"
    )
    assert label in str(compiled(tmp_path, body).report)


def test_variables_that_are_no_ssa_names(tmp_path: Path):
    text = compiled(tmp_path, "_1 = pl.recip(t)\nxü = pl.recip(_1)\nt = pl.recip(xü)").pto
    assert names(text) == ["%t", "%0"]


def test_a_carried_value_without_a_name(tmp_path: Path):
    body = (
        "for i, (x, y) in pl.range(3, init_values=(t, t)):\n"
        "    r, s = pl.yield_(y, x + 1.0)\n"
        "t = r + s"
    )
    assert "carried_mv" in str(compiled(tmp_path, body).placed)


def test_kernel_with_a_name_that_needs_quotes(tmp_path: Path):
    assert 'func.func @"gr\\C3\\B6\\C3\\9Fe"(' in compiled(tmp_path, "", kernel="größe").pto
