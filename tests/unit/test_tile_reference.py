"""The table of operations on tiles is what the dialect and its lowering say."""

from __future__ import annotations

from program_files import program

from pto_dialect.tile import Tile


def test_the_page_is_current():
    generator = program("docs/generate_tile_reference.py")
    text = generator.page()
    assert all(f"| `{op.name}` |" in text for op in Tile.operations)
    assert generator.PAGE.read_text(encoding="utf-8") == text, (
        "run python docs/generate_tile_reference.py"
    )
