"""Compilations that differ in anything never share an entry of the cache."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pto_dialect.language.cache import cache_key
from pto_dialect.language.compiler import Options
from pto_dialect.machine.ptoas import SYNC_MODES
from pto_dialect.machine.targets import TARGETS
from pto_dialect.module_attributes import Planner, Rotate

texts = st.text(st.characters(codec="utf-8"), max_size=6)
options = st.builds(
    Options,
    target=st.sampled_from(list(TARGETS)),
    planner=st.sampled_from([str(p) for p in Planner]),
    rotate=st.sampled_from([str(r) for r in Rotate]),
    ptoas_version=st.sampled_from(["0.48", "0.480", "0.60"]),
    sync=st.sampled_from(SYNC_MODES),
    emit_loc=st.booleans(),
    dump_ir=st.none() | texts,
)
programs = st.tuples(options, texts)


@given(st.lists(programs, min_size=2, max_size=12, unique=True))
def test_different_compilations_have_different_keys(different: list[tuple[Options, str]]) -> None:
    keys = [cache_key(*program) for program in different]
    assert len(set(keys)) == len(keys)
    assert keys == [cache_key(*program) for program in different]
