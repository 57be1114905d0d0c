"""The tables of facts: targets, sizes, copies and versions of the assembler."""

from __future__ import annotations

import pytest

from pto_dialect.machine.ptoas import DEFAULT_PTOAS, Feature, PtoasVersion
from pto_dialect.machine.spaces import Space
from pto_dialect.machine.targets import A3, A5, DEFAULT_TARGET, TARGETS, Target, align_up

KIB = 1024


def test_targets_by_name():
    assert dict(TARGETS) == {"a3": A3, "a5": A5}
    assert DEFAULT_TARGET is A3


def test_capacity_of_a3():
    assert dict(A3.capacity) == {
        Space.VEC: 184 * KIB,
        Space.MAT: 512 * KIB,
        Space.LEFT: 64 * KIB,
        Space.RIGHT: 64 * KIB,
        Space.ACC: 128 * KIB,
        Space.BIAS: 1 * KIB,
    }


def test_capacity_of_a5():
    assert dict(A5.capacity) == {
        Space.VEC: 240 * KIB,
        Space.MAT: 512 * KIB,
        Space.LEFT: 64 * KIB,
        Space.RIGHT: 64 * KIB,
        Space.ACC: 256 * KIB,
        Space.BIAS: 4 * KIB,
        Space.LEFT_SCALE: 4 * KIB,
        Space.RIGHT_SCALE: 4 * KIB,
    }


@pytest.mark.parametrize("target", [A3, A5])
def test_addresses_are_aligned_to_32_bytes_and_in_l0_to_512(target: Target):
    l0 = {Space.LEFT, Space.RIGHT, Space.ACC}
    assert dict(target.alignment) == {space: 512 if space in l0 else 32 for space in Space}


def test_copies_of_a3():
    assert A3.copies == {
        (Space.VEC, Space.VEC),
        (Space.MAT, Space.LEFT),
        (Space.MAT, Space.RIGHT),
        (Space.MAT, Space.BIAS),
        (Space.ACC, Space.MAT),
    }


def test_copies_that_a5_adds():
    assert A5.copies - A3.copies == {
        (Space.VEC, Space.MAT),
        (Space.ACC, Space.VEC),
        (Space.MAT, Space.LEFT_SCALE),
        (Space.MAT, Space.RIGHT_SCALE),
    }
    assert A3.copies < A5.copies


@pytest.mark.parametrize("target", [A3, A5])
def test_spaces_of_loads_and_stores(target: Target):
    assert target.load_spaces == {Space.VEC, Space.MAT}
    assert target.store_spaces == {Space.VEC, Space.ACC}


@pytest.mark.parametrize("target", [A3, A5])
def test_copies_stay_among_the_spaces_of_the_target(target: Target):
    assert {space for pair in target.copies for space in pair} <= set(target.capacity)


@pytest.mark.parametrize(
    ("value", "alignment", "aligned"),
    [(0, 32, 0), (1, 32, 32), (20, 32, 32), (32, 32, 32), (33, 32, 64), (513, 512, 1024)],
)
def test_align_up(value: int, alignment: int, aligned: int):
    assert align_up(value, alignment) == aligned


@pytest.mark.parametrize(
    ("text", "version"),
    [
        ("0.48", PtoasVersion(0, 48)),
        ("0.48.1", PtoasVersion(0, 48)),
        ("1.0", PtoasVersion(1, 0)),
        ("0.9", PtoasVersion(0, 9)),
    ],
)
def test_version_is_read(text: str, version: PtoasVersion):
    assert PtoasVersion.parse(text) == version


@pytest.mark.parametrize(
    "text", ["", "0", "48", "v0.48", "0.", ".48", "0.48rc1", "0.-48", "0.48.", "0 .48", "0.²"]
)
def test_text_that_is_no_version(text: str):
    with pytest.raises(ValueError, match=f"'{text}' is not a version of ptoas, write e.g. 0.48"):
        PtoasVersion.parse(text)


FIRST_VERSION = {
    Feature.PARTIAL_OVERLAP: "0.52",
    Feature.TWO_GETS_IN_A_BODY: "0.56",
    Feature.ALIGNED_SLOT_STRIDE: "0.60",
    Feature.SLOT_THROUGH_VIEWS: "0.60",
    Feature.SCALAR_ACCESS_IN_ORDER: "0.60",
    Feature.PRELOAD_AND_PREFETCH: "0.63",
}


def test_every_feature_is_pinned_and_no_other_name_of_one():
    assert {feature.name for feature in FIRST_VERSION} == set(Feature.__members__)


@pytest.mark.parametrize(("feature", "first"), FIRST_VERSION.items())
def test_first_version_of_a_feature(feature: Feature, first: str):
    version = PtoasVersion.parse(first)
    assert version.supports(feature)
    assert not PtoasVersion(version.major, version.minor - 1).supports(feature)


@pytest.mark.parametrize("feature", Feature)
def test_versions_are_ordered_by_number_not_by_text(feature: Feature):
    assert not PtoasVersion.parse("0.9").supports(feature)
    assert PtoasVersion.parse("0.100").supports(feature)
    assert PtoasVersion.parse("1.0").supports(feature)


def test_default_version():
    assert str(DEFAULT_PTOAS) == "0.48"
    assert not any(DEFAULT_PTOAS.supports(feature) for feature in Feature)
