"""Files that are programs and in no package, as modules: benchmarks, what writes the docs."""

from __future__ import annotations

import importlib.util
import sys
from functools import cache
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parents[1]


@cache
def program(path: str) -> ModuleType:
    """The program at a path from the root of the project, not run but loaded."""
    name = f"program_{Path(path).stem}"
    spec = importlib.util.spec_from_file_location(name, ROOT / path)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = importlib.util.module_from_spec(spec)  # For its dataclasses.
    spec.loader.exec_module(module)
    return module
