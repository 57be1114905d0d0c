"""The table of operations on tiles is what the dialect and its lowering say."""

from __future__ import annotations

import importlib.util
from pathlib import Path

from pto_dialect.tile import Tile

DOCS = Path(__file__).parents[2] / "docs"


def test_the_page_is_current():
    spec = importlib.util.spec_from_file_location("generate", DOCS / "generate_tile_reference.py")
    assert spec is not None
    assert spec.loader is not None
    generator = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(generator)
    text = generator.page()
    assert all(f"| `{op.name}` |" in text for op in Tile.operations)
    assert generator.PAGE.read_text(encoding="utf-8") == text, (
        "run python docs/generate_tile_reference.py"
    )
