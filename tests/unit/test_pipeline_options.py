"""
Who decides whether a loop rotates, that it is decided once, and what is kept of a compilation.
"""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path

import pytest
from interpreter_ir import module_of
from xdsl.context import Context
from xdsl.dialects.builtin import StringAttr

import pto_dialect.language as pl
from lowering.emit_pto import emit_module
from lowering.pipeline import PtoPipelinePass
from pto_dialect.diagnostics import CompileError
from pto_dialect.language.cache import cache_key
from pto_dialect.language.compiler import Options, rotation
from pto_dialect.module_attributes import ROTATE, Planner, remarks_of
from pto_dialect.tools.compile import main
from transforms.lower_pipeline_to_slots import LowerPipelineToSlotsPass


@pl.function(type=pl.FunctionType.InCore)
def chain(a: pl.Tensor[[256, 64], pl.FP32], out: pl.Out[pl.Tensor[[256, 64], pl.FP32]]):
    for i in pl.pipeline(4, stage=2):
        t = pl.load(a, [i * 64, 0], [64, 64])
        e = pl.exp(t)
        out = pl.store(e, [i * 64, 0], out)
    return out


@pl.function(type=pl.FunctionType.InCore)
def carrying(a: pl.Tensor[[256, 64], pl.FP32], out: pl.Out[pl.Tensor[[256, 64], pl.FP32]]):
    last = pl.load(a, [0, 0], [64, 64])
    for i in pl.pipeline(4, stage=2):
        e = pl.exp(last)
        out = pl.store(e, [i * 64, 0], out)
        last = pl.load(a, [i * 64, 0], [64, 64])
    return out


def rotates(text: str) -> bool:
    return "alloc_multi_tile" in text


# ---- Who decides ----


@pytest.mark.parametrize(
    ("explicit", "variable", "decided"),
    [
        (None, None, "auto"),
        (None, "", "auto"),
        (None, "always", "always"),
        ("never", "always", "never"),
        ("auto", "never", "auto"),
    ],
)
def test_an_explicit_choice_beats_the_environment_which_beats_the_default(
    explicit: str | None, variable: str | None, decided: str, monkeypatch: pytest.MonkeyPatch
):
    environment = {} if variable is None else {"PTO_MULTI_BUFFER": variable}
    assert rotation(explicit, environment) == decided
    monkeypatch.delenv("PTO_MULTI_BUFFER", raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    compiled = pl.compile(chain, planner="ptoas", rotate=explicit)
    assert compiled.placed.attributes[ROTATE] == StringAttr(decided)
    assert rotates(compiled.pto) == (decided != "never")
    assert rotates(pl.compile(chain, rotate=explicit).pto) == (decided == "always")


def test_a_variable_with_an_unknown_value_is_an_error(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PTO_MULTI_BUFFER", "yes")
    with pytest.raises(CompileError, match="unknown value 'yes' of PTO_MULTI_BUFFER, know auto"):
        pl.compile(chain)
    assert pl.compile(chain, rotate="never").pto


def test_passes_read_no_environment(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PTO_MULTI_BUFFER", "always")
    module = pl.compile(chain, rotate="auto").tile.clone()
    LowerPipelineToSlotsPass().apply(Context(), module)
    assert module.attributes[ROTATE] == StringAttr("auto")


def test_what_is_recorded_cannot_be_contradicted():
    module = pl.compile(chain).tile.clone()
    LowerPipelineToSlotsPass(rotate="never").apply(Context(), module)
    with pytest.raises(CompileError, match=r"prepared with rotate=never.*rotate=always"):
        LowerPipelineToSlotsPass(rotate="always").apply(Context(), module)


KERNEL_FILE = """
import pto_dialect.language as pl


@pl.function(type=pl.FunctionType.InCore)
def kernel(a: pl.Tensor[[256, 64], pl.FP32], out: pl.Out[pl.Tensor[[256, 64], pl.FP32]]):
    last = pl.load(a, [0, 0], [64, 64])
    for i in pl.pipeline(4, stage=2):
        t = pl.load(a, [i * 64, 0], [64, 64])
        e = pl.add(last, t)
        out = pl.store(e, [i * 64, 0], out)
        last = CARRIED
    return out
"""


@pytest.mark.parametrize("mode", ["never", "always", None])
def test_the_tool_takes_the_option_and_the_variable(
    mode: str | None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    monkeypatch.setenv("PTO_MULTI_BUFFER", "always")
    path = tmp_path / "k.py"
    path.write_text(KERNEL_FILE.replace("CARRIED", "e"))
    assert main([str(path), *([f"--rotate={mode}"] if mode else [])]) == 0
    assert rotates(capsys.readouterr().out) == (mode != "never")


def test_the_tool_prints_why_a_loop_does_not_rotate(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    path = tmp_path / "k.py"
    path.write_text(KERNEL_FILE.replace("CARRIED", "t"))
    assert main([str(path), "--planner=ptoas", "--remarks", "-o", str(tmp_path / "k.pto")]) == 0
    captured = capsys.readouterr()
    assert captured.err == (
        f"{path}:8:5: remark: this loop does not rotate through slots: tile 't' is carried on by "
        "control flow\n"
    )


def test_the_report_has_the_remarks():
    compiled = pl.compile(carrying, planner="ptoas")
    (remark,) = compiled.report.remarks
    assert remark.endswith("tile 'last' is carried on by control flow")
    assert compiled.report.remarks == remarks_of(compiled.placed)
    assert str(compiled.report).split("\n")[-1] == remark


# ---- However it is run, the text is the same ----


@pytest.mark.parametrize("planner", list(Planner))
@pytest.mark.parametrize("rotate", ["auto", "always", "never"])
def test_dumping_timing_and_splitting_a_run_change_nothing(
    planner: str, rotate: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    path, out = tmp_path / "k.py", tmp_path / "k.pto"
    path.write_text(KERNEL_FILE.replace("CARRIED", "e"))
    options = [f"--planner={planner}", f"--rotate={rotate}", "-o", str(out)]
    texts: list[str] = []
    for extra in ([], ["--dump-ir", str(tmp_path / "ir")], ["--time"], ["--report"]):
        assert main([str(path), *options, *extra]) == 0
        texts.append(out.read_text())
    module = module_of((tmp_path / "ir" / "00-tile.mlir").read_text())
    for stage in PtoPipelinePass(planner=planner, rotate=rotate).stages():
        stage.apply(Context(), module)
        module = module_of(str(module))
    texts.append(emit_module(module))
    assert len(set(texts)) == 1


def test_a_dump_shows_slots_and_who_pinned_them(tmp_path: Path):
    pl.compile(chain, planner="ptoas", dump_ir=tmp_path)
    dumped = {path.name.partition("-")[2]: path.read_text() for path in tmp_path.iterdir()}
    assert "buffer" not in dumped["tile.mlir"]
    assert "buffer.bind %t to %pipe_t[%" in dumped["lower-pipeline-to-slots.mlir"]
    placed = dumped["init-memref.mlir"]
    assert 'mem.alloc "pipe_t" pinned : !mem.ref<vec, 16384, slots=2>' in placed
    assert "mem.place %t in %pipe_t[%" in placed


# ---- Cache ----


def test_a_second_compilation_is_looked_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    directory = tmp_path / "cache"
    first = pl.compile(carrying, planner="ptoas", cache=directory)
    assert len(list(directory.iterdir())) == 1

    def fail(*args: object, **kwargs: object) -> None:
        raise AssertionError("compiled again")

    monkeypatch.setattr("pto_dialect.language.compiler.compile_module", fail)
    again = pl.compile(carrying, planner="ptoas", cache=directory)
    assert again.pto == first.pto
    assert again.report == first.report
    assert str(again.tile) == str(first.tile)
    assert str(again.placed) == str(first.placed)
    assert str(again.module) == str(first.module)


def test_what_is_looked_up_can_be_run(tmp_path: Path):
    import numpy as np

    from pto_dialect.interpreter.api import run_compiled

    a = np.random.default_rng(0).standard_normal((256, 64), np.float32)
    results: list[np.ndarray] = []
    for _ in range(2):
        compiled = pl.compile(chain, planner="ptoas", cache=tmp_path)
        for level in ("tile", "placed", "pto"):
            out = np.zeros_like(a)
            run_compiled(compiled, [a, out], level=level)
            results.append(out)
    assert all(np.array_equal(result, results[0]) for result in results)


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: "",
        lambda text: text[: len(text) // 2],
        lambda text: "[]",
        lambda text: "{}",
        lambda text: text.replace("alloc_multi_tile", "alloc_multi_tale"),
        lambda text: json.dumps({**json.loads(text), "content": {}}),
        lambda text: "\udce4",
    ],
)
def test_a_damaged_entry_is_computed_anew(damage, tmp_path: Path):
    expected = pl.compile(chain, planner="ptoas", cache=tmp_path).pto
    (path,) = tmp_path.iterdir()
    whole = path.read_text()
    path.write_bytes(damage(whole).encode("utf-8", "surrogateescape"))
    assert pl.compile(chain, planner="ptoas", cache=tmp_path).pto == expected
    assert path.read_text() == whole


def test_a_directory_that_cannot_be_written_is_an_error(tmp_path: Path):
    (tmp_path / "file").write_text("")
    with pytest.raises(CompileError, match=r"cannot write to the cache '.*file'"):
        pl.compile(chain, cache=tmp_path / "file")


def test_a_dump_is_made_in_spite_of_the_cache(tmp_path: Path):
    for _ in range(2):
        pl.compile(chain, cache=tmp_path / "cache", dump_ir=tmp_path / "ir")
        files = list((tmp_path / "ir").iterdir())
        assert len(files) > 5
        for path in files:
            path.unlink()


OTHERS = {
    "target": "a5",
    "planner": "ptoas",
    "rotate": "never",
    "ptoas_version": "0.60",
    "sync": "graph",
    "emit_loc": True,
    "dump_ir": "somewhere",
}


def test_every_option_is_part_of_the_key():
    assert OTHERS.keys() == {field.name for field in fields(Options)}
    keys = {cache_key(Options(**{name: value}), "ir") for name, value in OTHERS.items()}
    assert len(keys | {cache_key(Options(), "ir"), cache_key(Options(), "")}) == len(OTHERS) + 2


def test_the_place_of_a_kernel_is_part_of_the_key(tmp_path: Path):
    """The report names places, so a kernel that has moved is another one."""
    compiled: list[tuple[str, ...]] = []
    for lines in ("", "\n\n"):
        path = tmp_path / "k.py"
        path.write_text(lines + KERNEL_FILE.replace("CARRIED", "t"))
        from pto_dialect.tools.compile import load_kernels

        kernel = load_kernels(str(path))["kernel"]
        compiled.append(pl.compile(kernel, planner="ptoas", cache=tmp_path / "c").report.remarks)
    assert compiled[0][0].startswith(f"{path}:8:5")
    assert compiled[1][0].startswith(f"{path}:10:5")
