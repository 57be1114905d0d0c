"""Collects the lit tests of `filecheck/` as pytest tests, run in this process."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from in_process_lit import Suite

FILECHECK = Path(__file__).parent / "filecheck"


@cache
def suite() -> Suite:
    """The lit tests of this project."""
    return Suite(FILECHECK)


class LitFailure(Exception):
    """A RUN line that failed."""


class LitItem(pytest.Item):
    """A lit test."""

    def runtest(self) -> None:
        outcome = suite().run(self.path)
        if not outcome.passed:
            raise LitFailure(outcome.report)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style=None):
        if isinstance(excinfo.value, LitFailure):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, 0, self.path.relative_to(FILECHECK).as_posix()


class LitFile(pytest.File):
    """A file that holds one lit test."""

    def collect(self) -> Iterator[LitItem]:
        yield LitItem.from_parent(self, name="lit")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> LitFile | None:
    if FILECHECK in file_path.parents and suite().contains(file_path):
        return LitFile.from_parent(parent, path=file_path)
    return None
