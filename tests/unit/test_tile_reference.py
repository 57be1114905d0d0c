"""The table of operations on tiles is what the dialect and its lowering say."""

from __future__ import annotations

from unittest.mock import patch

import pytest
from program_files import program

from pto_dialect.tile import Tile


def test_an_operation_without_an_example_is_named():
    generator = program("docs/generate_tile_reference.py")
    known = {name: found for name, found in generator.examples().items() if name != "tile.abs"}
    with (
        patch.object(generator, "examples", lambda: known),
        pytest.raises(SystemExit, match=r"no example in .*dialects/tile of tile\.abs"),
    ):
        generator.page()


def test_the_page_is_current():
    generator = program("docs/generate_tile_reference.py")
    text = generator.page()
    assert all(f"| `{op.name}` |" in text for op in Tile.operations)
    assert generator.PAGE.read_text(encoding="utf-8") == text, (
        "run python docs/generate_tile_reference.py"
    )
