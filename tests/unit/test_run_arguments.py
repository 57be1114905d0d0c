"""What `pto-run` says of arguments that do not fit a kernel."""

from __future__ import annotations

import io
from pathlib import Path

import ml_dtypes
import numpy as np
import pytest
from pto_kernels import run_text

from pto_dialect.diagnostics import CompileError
from pto_dialect.tools.run import main

KERNEL = """func.func @k(%out: memref<?x16xf32>, %n: i64, %x: f32) {
  %c0 = arith.constant 0 : index
  %f = arith.sitofp %n : i64 to f32
  memref.store %f, %out[%c0, %c0] : memref<?x16xf32>
  func.return
}
"""


@pytest.fixture
def kernel(tmp_path: Path) -> str:
    path = tmp_path / "k.mlir"
    path.write_text(KERNEL)
    return str(path)


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ("n=nan", "argument 'n' is a whole number of 64 bits, not nan"),
        ("n=inf", "argument 'n' is a whole number of 64 bits, not inf"),
        ("n=2.5", "argument 'n' is a whole number of 64 bits, not 2.5"),
        (
            "n=1e30",
            "argument 'n' is a whole number of 64 bits, not 1000000000000000019884624838656",
        ),
        (f"x={10**400}", "argument 'x' is too large for f32"),
        ("out.0=2.5", "dimension 'out.0' is a whole number, not 2.5"),
        ("out.0=nan", "dimension 'out.0' is a whole number, not nan"),
        ("out.0=-1", "dimension 'out.0' is -1, expected 0 or more"),
        ("subblock_num=0", "subblock_num is 0, expected 1 or more"),
        ("block_num=1e9", "block_num 1000000000 is more than the 4096 that run together"),
    ],
)
def test_settings_that_do_not_fit(
    kernel: str, capsys: pytest.CaptureFixture[str], setting: str, message: str
):
    assert main([kernel, "--set", setting]) == 1
    assert f"error: {message}\n" in capsys.readouterr().err


def test_only_one_of_many_blocks(kernel: str):
    assert main([kernel, "--set", "block_num=1e9", "--set", "block_idx=7"]) == 0


@pytest.mark.parametrize("value", [2**60 + 2**36 + 1, 2**60 + 2**36 - 1, -(2**60) - 2**36 - 1])
def test_every_digit_of_an_integer_counts(kernel: str, tmp_path: Path, value: int):
    assert main([kernel, "--set", f"n={value}", "--output", str(tmp_path)]) == 0
    assert np.load(tmp_path / "out.npy")[0, 0] == np.int64(value).astype(np.float32)


def npy(text: bytes = b"") -> bytes:
    """A file of numbers, its shape replaced by a text."""
    file = io.BytesIO()
    np.save(file, np.zeros((16, 16), np.float32))
    return file.getvalue().replace(b"(16, 16)", text or b"(16, 16)")


def archive() -> bytes:
    file = io.BytesIO()
    np.savez(file, a=np.zeros((16, 16), np.float32))
    return file.getvalue()


@pytest.mark.parametrize(
    "content",
    [b"", b"xx", npy(b"(9999999"), npy(b"(-1, 16)"), npy()[:200], archive()],
    ids=["empty", "short", "open bracket", "negative", "cut off", "archive"],
)
def test_what_is_no_array_file(
    kernel: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes
):
    path = tmp_path / "a.npy"
    path.write_bytes(content)
    assert main([kernel, "--input", str(path)]) == 1
    assert "a.npy' is no .npy file of numbers" in capsys.readouterr().err


def test_two_files_for_one_tensor(kernel: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    path = tmp_path / "a.npy"
    path.write_bytes(npy())
    assert main([kernel, "--input", f"out={path}", f"out={path}"]) == 1
    assert "error: there are two files for argument 'out'" in capsys.readouterr().err


@pytest.mark.parametrize("value", [2**24 + 2**16 + 1, 2**62 + 2**54 + 1])
def test_a_scalar_becomes_a_narrow_float_in_one_step(value: int):
    out = np.zeros(1, ml_dtypes.bfloat16)
    body = """%c0 = arith.constant 0 : index
    %x = arith.sitofp %n : i64 to bf16
    pto.store_scalar %x, %p[%c0] : !pto.ptr<bf16, gm>, bf16
    func.return"""
    run_text(body, ["%p: !pto.ptr<bf16, gm>", "%n: i64"], [out, value])
    step = 1 << (value.bit_length() - 8)
    assert int(out[0]) == value // step * step + step


def test_an_integer_argument_that_does_not_fit():
    with pytest.raises(CompileError, match="argument 'n' is a whole number of 8 bits, not 256"):
        run_text("func.return", ["%n: i8"], [256])
