"""
Compiled programs kept in a directory.

An entry is found by everything that the result depends on: every option, the text of the IR with
its places in the source, and the compiler itself. An entry that cannot be read, or whose content
is not what was written, counts as absent.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from xdsl.context import Context
from xdsl.dialects import get_all_dialects
from xdsl.dialects.builtin import ModuleOp
from xdsl.printer import Printer

from pto_dialect.diagnostics import CompileError
from pto_dialect.language.report import Report
from pto_dialect.tools.parser import parse_module
from pto_dialect.universe import PTO_UNIVERSE

if TYPE_CHECKING:
    from pto_dialect.language.compiler import Options

PACKAGES = ("pto_dialect", "transforms", "lowering")
"""What the compiler consists of."""


def cache_key(options: Options, text: str) -> str:
    """
    What an entry is found by; differs if any option, the text or the compiler does. The fields of
    the options are taken as they are declared, so that none can be forgotten.
    """
    parts = [compiler_version(), asdict(options), text]
    return sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


@cache
def compiler_version() -> str:
    """A digest of the source of the compiler, so that a change of it makes old entries stale."""
    digest = sha256()
    for package in PACKAGES:
        spec = find_spec(package)
        assert spec is not None
        assert spec.submodule_search_locations is not None
        root = Path(spec.submodule_search_locations[0])
        for path in sorted(root.rglob("*.py")):
            content = path.read_bytes()
            digest.update(f"{package}/{path.relative_to(root)} {len(content)}\n".encode())
            digest.update(content)
    return digest.hexdigest()


def ir_text(module: ModuleOp) -> str:
    """IR with the places of its operations."""
    stream = StringIO()
    Printer(stream, print_debuginfo=True).print_op(module)
    return stream.getvalue()


def parse_ir(text: str) -> ModuleOp:
    """The module that `ir_text` printed."""
    context = Context()
    for name, factory in {**get_all_dialects(), **PTO_UNIVERSE.all_dialects}.items():
        context.register_dialect(name, factory)
    return parse_module(context, text.encode(), "<cache>")


@dataclass(frozen=True)
class Entry:
    """What is kept of a compiled program."""

    pto: str
    """The text for the assembler."""
    placed: str
    """Placed IR."""
    module: str
    """IR in the dialect of the assembler."""
    report: Report
    """What became of the memory."""


class Cache:
    """A directory with one file for each entry."""

    def __init__(self, directory: Path):
        self._directory = directory

    def load(self, key: str) -> Entry | None:
        """The entry with a key, `None` if there is none that is whole."""
        try:
            stored = json.loads(self._path(key).read_text(encoding="utf-8"))
            content = stored["content"]
            if stored["digest"] != _digest(key, content):
                return None
            report = Report.from_json(content["report"])
            return Entry(content["pto"], content["placed"], content["module"], report)
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def store(self, key: str, entry: Entry) -> None:
        """
        Keep an entry, whatever was there before; a reader sees all of it or nothing.

        Raises:
            CompileError: the directory cannot be written to.
        """
        content = {
            "pto": entry.pto,
            "placed": entry.placed,
            "module": entry.module,
            "report": entry.report.as_json(),
        }
        try:
            self._directory.mkdir(parents=True, exist_ok=True)
            descriptor, temporary = tempfile.mkstemp(dir=self._directory, prefix=f".{key}.")
            try:
                with open(descriptor, "w", encoding="utf-8") as file:
                    json.dump({"digest": _digest(key, content), "content": content}, file)
                os.replace(temporary, self._path(key))
            except BaseException:
                os.unlink(temporary)
                raise
        except OSError as error:
            raise CompileError(
                f"cannot write to the cache '{self._directory}': {error.strerror}"
            ) from error

    def _path(self, key: str) -> Path:
        return self._directory / f"{key}.json"


def _digest(key: str, content: Mapping[str, Any]) -> str:
    text = json.dumps([key, content], sort_keys=True)
    return sha256(text.encode()).hexdigest()
