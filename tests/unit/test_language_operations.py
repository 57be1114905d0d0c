"""
Every operation of the language, in a kernel: it gives the same numbers at every level on each
target, from text that the rules of the assembler accept; or the target refuses it and says why.
It runs on a pipe that something which it becomes runs on.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from interpreter_ir import module_of
from operation_kernels import KERNELS, OperationKernel
from xdsl.ir import Attribute

from pto_dialect.diagnostics import CompileError
from pto_dialect.interpreter.check import check_levels
from pto_dialect.language.compiler import Compiled, Options, compile_module
from pto_dialect.language.module import tile_module
from pto_dialect.language.ops import OPS
from pto_dialect.language.queue_ops import QUEUE_OPS
from pto_dialect.machine.pipes import Pipe
from pto_dialect.machine.ptoas import DEFAULT_PTOAS
from pto_dialect.machine.targets import TARGETS
from pto_dialect.pto.pipes import pipe_of as assembler_pipe
from pto_dialect.pto.rules import Assembler
from pto_dialect.pto.verify import verify_pto
from pto_dialect.tile.traits import pipe_of
from pto_dialect.tools.compile import load_kernels

PLANNERS = ("pack", "ptoas")


def names() -> list[str]:
    """A name for each kernel."""
    counts = dict[str, int]()
    found: list[str] = []
    for kernel in KERNELS:
        counts[kernel.operation] = number = counts.get(kernel.operation, 0) + 1
        found.append(f"{kernel.operation}-{number}")
    return found


def check_pipes(compiled: Compiled, target: str) -> None:
    """Both dialects agree on where a program runs; operations are matched by their places."""
    assembler = Assembler(target, DEFAULT_PTOAS)
    pipes = dict[Attribute, set[Pipe | None]]()
    for op in compiled.module.walk():
        pipes.setdefault(op.location, set()).add(assembler_pipe(op, assembler))
    for op in compiled.placed.walk():
        pipe = pipe_of(op, TARGETS[target])
        assert pipe is None or pipe in pipes[op.location], op.name


@pytest.mark.parametrize("target", list(TARGETS))
@pytest.mark.parametrize("kernel", KERNELS, ids=names())
def test_operation_on_a_target(kernel: OperationKernel, target: str, tmp_path: Path) -> None:
    file = tmp_path / "kernel.py"
    file.write_text(kernel.source(), encoding="utf-8")

    def run() -> None:
        module = tile_module(load_kernels(str(file))["k"], target)
        compiled = compile_module(module.clone(), Options(target=target))
        verify_pto(module_of(compiled.pto), DEFAULT_PTOAS)
        check_pipes(compiled, target)
        outcomes = list(check_levels(module, target=target, planners=PLANNERS))
        assert [outcome.refused for outcome in outcomes] == [None, None]

    if target in kernel.refused:
        with pytest.raises(CompileError, match=kernel.refused[target]):
            run()
    else:
        run()


def test_every_operation_has_a_kernel() -> None:
    # Queues join two functions; `examples/` and the tests of the language have such programs.
    one_core = {name: spec for name, spec in OPS.items() if name not in QUEUE_OPS}
    names = (kernel.operation for kernel in KERNELS)
    specs = {id(OPS.get(name) or OPS[name.partition(".")[2]]) for name in names}
    missing = [name for name, spec in one_core.items() if id(spec) not in specs]
    assert not missing
