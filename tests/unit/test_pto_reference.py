"""The reference page of the pto dialect is what its definitions say."""

from __future__ import annotations

import re

import pytest
from program_files import program
from xdsl.ir import Operation

from pto_dialect.pto import Pto

GENERATOR = program("docs/generate_pto_reference.py")
SECTIONS = dict(re.findall(r"### `(pto\..*?)`\n(.*?)(?=\n##|\Z)", GENERATOR.page(), re.DOTALL))

USED = re.compile(r"(?:`|^ +)(?:%[\w, %]+ = )?(pto\.[\w.]*\w|pto\.…)[ \[({]", re.MULTILINE)
"""An operation where a text or an example begins."""


def test_the_page_is_current():
    text = GENERATOR.page()
    assert all(f"### `{op.name}`\n" in text for op in Pto.operations)
    assert GENERATOR.PAGE.read_text(encoding="utf-8") == text, (
        "run python docs/generate_pto_reference.py"
    )


@pytest.mark.parametrize("kind", tuple(Pto.operations), ids=lambda op: op.name)
def test_an_operation_is_shown_with_its_own_name(kind: type[Operation]):
    section = SECTIONS[kind.name]
    assert kind.name in section
    assert not set(USED.findall(section)) - {kind.name}


def test_the_dictionary_stands_where_the_text_has_it():
    assert (
        "`pto.tcmp ins(%src0, %src1[ {cmpMode = …}]? : A, B) outs(%dst : C)`"
        in (SECTIONS["pto.tcmp"])
    )
    assert (
        "`pto.tci ins(%start[, %tmp]? : A[, B]?) outs(%dst : C)[ {descending = …}]?`"
        in (SECTIONS["pto.tci"])
    )


def test_a_property_has_the_key_of_the_text():
    assert "`satmode = #pto<saturation_mode OFF>`" in SECTIONS["pto.tcvt"]
