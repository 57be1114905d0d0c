"""The reference page of the pto dialect is what its definitions say."""

from __future__ import annotations

from program_files import program

from pto_dialect.pto import Pto


def test_the_page_is_current():
    generator = program("docs/generate_pto_reference.py")
    text = generator.page()
    assert all(f"### `{op.name}`\n" in text for op in Pto.operations)
    assert generator.PAGE.read_text(encoding="utf-8") == text, (
        "run python docs/generate_pto_reference.py"
    )
