"""
Runs lit tests in this process, a hundred times faster than starting the tools they name.

RUN lines are read, substituted and parsed by lit itself, so they mean here what they mean there.
Only the last step differs: the tools are called as functions. A test that uses anything else
(another program, a glob, an unusual redirection) is handed to lit.
"""

from __future__ import annotations

import gc
import os
import re
import subprocess
import sys
import traceback
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any
from unittest.mock import patch

import filecheck.main
import lit.Test
from lit.LitConfig import LitConfig
from lit.ShCommands import Command, Pipeline, Seq
from lit.ShUtil import ShParser
from lit.TestingConfig import TestingConfig
from lit.TestRunner import (
    applySubstitutions,
    getDefaultSubstitutions,
    getTempPaths,
    kPdbgRegex,
    parseIntegratedTestScript,
)
from xdsl.ir import Attribute
from xdsl.universe import Universe
from xdsl.utils.diagnostic import Diagnostic
from xdsl.xdsl_opt_main import xDSLOptMain

from pto_dialect.tools.driver import INTERNAL_ERROR

Tool = Callable[[list[str]], int | None]


@dataclass(frozen=True)
class Outcome:
    """How a test went."""

    passed: bool
    """Whether every RUN line succeeded."""
    report: str
    """The RUN lines that were run and what they printed."""
    in_process: bool
    """Whether no other process was needed."""


class Suite:
    """A directory of tests with its `lit.cfg`."""

    def __init__(self, directory: Path, exec_root: Path | None = None):
        self.lit_config = LitConfig(
            progname="lit",
            path=[],
            diagnostic_level="note",
            useValgrind=False,
            valgrindLeakCheck=False,
            valgrindArgs=[],
            noExecute=False,
            debug=False,
            isWindows=False,
            order="smart",
            params={},
        )
        self.config = TestingConfig.fromdefaults(self.lit_config)
        self.config.load_from_path(str(directory / "lit.cfg"), self.lit_config)
        self.root = Path(self.config.test_source_root).resolve()
        if exec_root is not None:
            self.config.test_exec_root = str(exec_root)
        self.suite = lit.Test.TestSuite(
            self.config.name, str(self.root), str(self.config.test_exec_root), self.config
        )

    def contains(self, path: Path) -> bool:
        """Whether lit would take this file for a test."""
        return path.suffix in self.config.suffixes and path.resolve().is_relative_to(self.root)

    def run(self, path: Path) -> Outcome:
        """Run the test in this file."""
        test = lit.Test.Test(self.suite, path.resolve().relative_to(self.root).parts, self.config)
        script = parseIntegratedTestScript(test)
        if isinstance(script, lit.Test.Result):
            return Outcome(False, script.output, in_process=True)
        directory, base = getTempPaths(test)
        Path(directory).mkdir(parents=True, exist_ok=True)
        commands = [
            _parse_command(line)
            for line in applySubstitutions(
                script,
                getDefaultSubstitutions(test, directory, base),
                recursion_limit=self.config.recursiveExpansionLimit,
            )
        ]
        if not all(_is_known(tree) for _, tree in commands):
            process = subprocess.run(
                [Path(sys.executable).with_name("lit"), "-v", path], capture_output=True, text=True
            )
            return Outcome(process.returncode == 0, process.stdout, in_process=False)
        shell = _Shell()
        with _isolated(Path(directory)):
            for text, tree in commands:
                shell.log.append(f"$ {text}")
                if code := shell.run(tree):
                    shell.log.append(f"exit code {code}")
                    return Outcome(False, "\n".join(shell.log), in_process=True)
        return Outcome(True, "\n".join(shell.log), in_process=True)


def _parse_command(line: str) -> tuple[str, Any]:
    """The text of a RUN line without lit's `%dbg(...)` mark, and its syntax tree."""
    match = re.fullmatch(kPdbgRegex, line)
    text = (match.group(2) if match else line).strip()
    return text, ShParser(text, False, True).parse()


def _xdsl_opt(argv: list[str]) -> None:
    xDSLOptMain(args=argv).run()


def _filecheck(argv: list[str]) -> None:
    filecheck.main.main(["filecheck", *argv])


def _ours(module: str) -> Tool:
    def tool(argv: list[str]) -> int:
        return import_module(f"pto_dialect.tools.{module}").main(argv)

    return tool


TOOLS: dict[str, Tool] = {
    "pto-opt": _ours("opt"),
    "pto-compile": _ours("compile"),
    "pto-run": _ours("run"),
    "xdsl-opt": _xdsl_opt,
    "filecheck": _filecheck,
}
"""The programs that a RUN line may name, as functions of their arguments."""

REDIRECTIONS = {">", ">>", ">&", "<"}


def _is_known(tree: object) -> bool:
    """Whether a syntax tree can be run without another process."""
    match tree:
        case Seq():
            return tree.op != "&" and _is_known(tree.lhs) and _is_known(tree.rhs)
        case Pipeline():
            return all(_is_known(command) for command in tree.commands)
        case Command():
            args = [arg for arg in tree.args if arg != "not"]
            return (
                all(isinstance(arg, str) for arg in args)
                and args[0] in TOOLS
                and all(
                    operator[0] in REDIRECTIONS and isinstance(target, str)
                    for operator, target in tree.redirects
                )
            )
        case _:
            return False


@dataclass
class _Shell:
    """Runs the commands of one test."""

    log: list[str] = field(default_factory=list)
    """What was printed where a terminal would show it."""

    def run(self, tree: Seq | Pipeline) -> int:
        """The exit code of a line."""
        if isinstance(tree, Seq):
            code = self.run(tree.lhs)
            go_on = {"&&": code == 0, "||": code != 0, ";": True}[tree.op]
            return self.run(tree.rhs) if go_on else code
        data, codes = b"", list[int]()
        for command in tree.commands:
            received = data
            code, data = self.run_command(command, received)
            codes.append(code)
            if code and received:
                text = received.decode("utf-8", "replace")
                self.log.append(f"input of {command.args[0]}:\n{text}")
        if data:
            self.log.append(data.decode("utf-8", "replace"))
        failed = next((code for code in reversed(codes) if code), 0)
        return int(not failed) if tree.negate else failed

    def run_command(self, command: Command, stdin: bytes) -> tuple[int, bytes]:
        """The exit code of a command and what it sends down the pipe."""
        out, err = BytesIO(), BytesIO()
        sinks, files = {1: out, 2: err}, list[tuple[BytesIO, str, str]]()
        for operator, target in command.redirects:
            kind, descriptor = operator[0], operator[1] if len(operator) > 1 else None
            if kind == "<":
                stdin = Path(target).read_bytes()
            elif kind == ">&":
                sinks[descriptor or 1] = sinks[int(target)]
            else:
                sinks[descriptor or 1] = BytesIO()
                files.append((sinks[descriptor or 1], target, "ab" if kind == ">>" else "wb"))
        name, argv, negated = command.args[0], command.args[1:], False
        while name == "not":
            name, argv, negated = argv[0], argv[1:], not negated
        code = _call(TOOLS[name], argv, stdin, sinks[1], sinks[2])
        for content, target, mode in files:
            with open(target, mode) as file:
                file.write(content.getvalue())
        if err.getvalue():
            self.log.append(err.getvalue().decode("utf-8", "replace"))
        # As with LLVM's `not`, to crash is not to fail as expected.
        if negated and code != INTERNAL_ERROR:
            code = int(not code)
        return code, out.getvalue()


def _call(tool: Tool, argv: Sequence[str], stdin: bytes, stdout: BytesIO, stderr: BytesIO) -> int:
    """Call a tool with these streams; the exit code that its process would have."""
    streams = sys.stdin, sys.stdout, sys.stderr
    sys.stdin = TextIOWrapper(BytesIO(stdin), "utf-8")
    sys.stdout = TextIOWrapper(stdout, "utf-8", write_through=True)
    sys.stderr = TextIOWrapper(stderr, "utf-8", write_through=True)
    try:
        return tool(list(argv)) or 0
    except SystemExit as request:
        return request.code if isinstance(request.code, int) else int(request.code is not None)
    except KeyboardInterrupt:
        raise
    except BaseException:
        traceback.print_exc()
        return 1
    finally:
        # The buffers outlive their wrappers, which would close them when collected.
        sys.stdout.detach()
        sys.stderr.detach()
        sys.stdin, sys.stdout, sys.stderr = streams


_multiverse = cache(Universe.get_multiverse)


@contextmanager
def _isolated(directory: Path) -> Iterator[None]:
    """Run in a directory, and give back the process as it was: tools expect one of their own."""
    verify_attribute, colored = Attribute.__post_init__, Diagnostic.colored
    environment, argv, path, collecting = dict(os.environ), sys.argv, list(sys.path), gc.isenabled()
    here = Path.cwd()
    os.chdir(directory)
    try:
        # The tools look up the installed plug-ins four times per start, which costs more than
        # the rest of a small test.
        with warnings.catch_warnings(), patch.object(Universe, "get_multiverse", _multiverse):
            yield
    finally:
        os.chdir(here)
        Attribute.__post_init__, Diagnostic.colored = verify_attribute, colored
        if dict(os.environ) != environment:
            os.environ.clear()
            os.environ.update(environment)
        sys.argv, sys.path[:] = argv, path
        if collecting:
            gc.enable()
        else:
            gc.disable()
