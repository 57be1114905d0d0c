"""Running a program with different seeds of Python's hash."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

TESTS = Path(__file__).parent


def outputs(program: str) -> list[str]:
    """What a program, which may import from `tests`, prints with one seed and with another."""
    path = os.pathsep.join([str(TESTS), str(TESTS.parent)])
    return [
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": path},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
