"""The tensors that `pto-run` makes up, and those that it writes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from pto_dialect.tools.run import main

T = "!tile.tile<vec, 8x16xf32>"
SUM = f"""
    func.func @k(%a: memref<8x16xf32>, %b: memref<8x16xf32>, %out: memref<8x16xf32>)
        attributes {{tile.core = #tile.core<vector>}} {{
      %c0 = arith.constant 0 : index
      %x = tile.load %a[%c0, %c0] : memref<8x16xf32> -> {T}
      %y = tile.load %b[%c0, %c0] : memref<8x16xf32> -> {T}
      %z = tile.add %x, %y : {T}
      tile.store %z, %out[%c0, %c0] : {T}, memref<8x16xf32>
      func.return
    }}"""
STORES = {
    "memref.store": """
        func.func @k(%a: memref<4xf32>, %out: memref<4xf32>) {
          %c0 = arith.constant 0 : index
          %v = memref.load %a[%c0] : memref<4xf32>
          %part = memref.subview %out[0] [2] [1] : memref<4xf32> to memref<2xf32>
          memref.store %v, %part[%c0] : memref<2xf32>
          func.return
        }""",
    "tile.mscatter": f"""
        func.func @k(%a: memref<8x16xf32>, %out: memref<256x16xf32>) {{
          %c0 = arith.constant 0 : index
          %zero = arith.constant 0 : i32
          %x = tile.load %a[%c0, %c0] : memref<8x16xf32> -> {T}
          %i = tile.ci %zero : i32 -> !tile.tile<vec, 1x8xi32>
          tile.mscatter %x, %i, %out {{coalesce = "row"}} : {T}, !tile.tile<vec, 1x8xi32>,
            memref<256x16xf32>
          func.return
        }}""",
    "pto.store_scalar": """
        func.func @k(%a: !pto.ptr<f32>, %out: !pto.ptr<f32>) {
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          %va = pto.make_tensor_view %a, shape = [%c1], strides = [%c1] : !pto.tensor_view<?xf32>
          %vo = pto.make_tensor_view %out, shape = [%c1], strides = [%c1] : !pto.tensor_view<?xf32>
          %v = pto.load_scalar %a[%c0] : !pto.ptr<f32> -> f32
          %there = pto.addptr %out, %c0 : !pto.ptr<f32> -> !pto.ptr<f32>
          pto.store_scalar %v, %there[%c0] : !pto.ptr<f32>, f32
          return
        }""",
}
"""A kernel for each operation that stores to global memory, besides the stores of tiles."""


@pytest.fixture
def sum_file(tmp_path: Path) -> str:
    path = tmp_path / "k.mlir"
    path.write_text(SUM)
    return str(path)


def saved(directory: Path, **tensors: np.ndarray) -> list[str]:
    """`NAME=FILE` for each of these tensors."""
    for name, tensor in tensors.items():
        np.save(directory / f"{name}.npy", tensor)
    return [f"{name}={directory / name}.npy" for name in tensors]


@pytest.mark.parametrize("level", ["tile", "placed", "pto"])
def test_a_tensor_is_written_whose_values_do_not_change(
    sum_file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], level: str
):
    a, b = np.random.default_rng(0).standard_normal((2, 8, 16), np.float32)
    given = saved(tmp_path, a=a, b=b, out=a + b)
    results = tmp_path / "results"
    argv = [sum_file, "--level", level, "--output", str(results), "--input", *given]
    assert main(argv) == 0
    assert capsys.readouterr().out.startswith("out: 8x16 float32, ")
    assert [path.name for path in results.iterdir()] == ["out.npy"]
    np.testing.assert_array_equal(np.load(results / "out.npy"), a + b)


@pytest.mark.parametrize("name", STORES)
def test_every_store_is_seen(tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str):
    path = tmp_path / f"k.{'pto' if name.startswith('pto') else 'mlir'}"
    path.write_text(STORES[name])
    results = tmp_path / "results"
    assert main([str(path), "--output", str(results)]) == 0, capsys.readouterr().err
    assert [path.name for path in results.iterdir()] == ["out.npy"]


def test_tensors_may_be_given_one_by_one(sum_file: str, tmp_path: Path):
    a, b = np.random.default_rng(0).standard_normal((2, 8, 16), np.float32)
    first, second = saved(tmp_path, a=a, b=b)
    results = tmp_path / "results"
    argv = [sum_file, "--input", second, "--input", first, "--output", str(results)]
    assert main(argv) == 0
    np.testing.assert_array_equal(np.load(results / "out.npy"), a + b)


def test_tensors_that_are_not_given_are_random(sum_file: str, tmp_path: Path):
    (given,) = saved(tmp_path, a=np.zeros((8, 16), np.float32))
    found: list[np.ndarray] = []
    for seed in ("1", "1", "2"):
        results = tmp_path / f"results{len(found)}"
        argv = [sum_file, "--input", given, "--seed", seed, "--output", str(results)]
        assert main(argv) == 0
        found.append(np.load(results / "out.npy"))
    assert np.unique(found[0]).size > 100
    np.testing.assert_array_equal(found[0], found[1])
    assert (found[0] != found[2]).any()
