"""
Proofs by OR-Tools' CP-SAT (`pip install pto-xdsl[exact]`), for plans that search cannot settle.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from math import ceil
from typing import Any

from transforms.planning.interference import Interference, align_up
from transforms.planning.problem import Verdict


@dataclass(frozen=True)
class ExactResult:
    """What the solver says."""

    verdict: Verdict
    """`OPTIMAL`, `FEASIBLE`, `INFEASIBLE` or `NOT_FOUND`."""
    offsets: list[int] | None
    """The best plan met."""
    bound: int
    """No plan has a lower price."""


def solve_exactly(model: Interference, known: list[int] | None, effort: float) -> ExactResult:
    """
    Search for the cheapest plan, starting with a known one.

    `effort` is in CP-SAT's deterministic time, about seconds of one core; the result does not
    depend on the machine. Raises `ModuleNotFoundError` if OR-Tools is not installed.
    """
    cp_model = _cp_model()
    program = cp_model.CpModel()
    unit = model.alignment
    lengths = [span // unit for span in model.spans]
    places = [_place(cp_model, program, model, i) for i in range(len(model))]
    paid: list[Any] = []
    for i in range(len(model)):
        for j in range(i + 1, len(model)):
            if j in model.apart[i]:
                _keep_apart(program, places, lengths, i, j, [])
                continue
            together = model.must_start_together(i, j)
            price = model.prices[i].get(j, 0)
            if not together and not price:
                continue
            share = program.new_bool_var(f"share_{i}_{j}")
            _keep_apart(program, places, lengths, i, j, [share])
            if together:
                program.add(places[i] == places[j]).only_enforce_if(share)
            if price:
                paid.append(price * share)
    program.minimize(sum(paid))
    for variable, offset in zip(places, known or (), strict=False):
        program.add_hint(variable, offset // unit)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 0
    solver.parameters.max_deterministic_time = effort
    status = solver.solve(program)
    if status == cp_model.INFEASIBLE:
        return ExactResult(Verdict.INFEASIBLE, None, 0)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return ExactResult(Verdict.NOT_FOUND, None, 0)
    verdict = Verdict.OPTIMAL if status == cp_model.OPTIMAL else Verdict.FEASIBLE
    offsets = [int(solver.value(variable)) * unit for variable in places]
    bound = ceil(solver.best_objective_bound - 1e-6)
    return ExactResult(verdict, offsets, min(bound, model.price_of(offsets)))


def _cp_model() -> Any:
    """The module of the solver."""
    try:
        return import_module("ortools.sat.python.cp_model")
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            "exact plans need OR-Tools: pip install 'pto-xdsl[exact]'", name=error.name
        ) from error


def _place(cp_model: Any, program: Any, model: Interference, index: int) -> Any:
    """A variable for the address of a buffer, in units of the alignment."""
    unit, size = model.alignment, model.sizes[index]
    windows: list[list[int]] = []
    low = 0
    for end, high in [*model.reserved, (model.capacity, model.capacity)]:
        if low + size <= end:
            windows.append([align_up(low, unit) // unit, (end - size) // unit])
        low = max(low, high)
    domain = cp_model.Domain.from_intervals(windows)
    return program.new_int_var_from_domain(domain, f"place_{index}")


def _keep_apart(
    program: Any, places: list[Any], lengths: list[int], a: int, b: int, unless: list[Any]
) -> None:
    """One of two buffers ends before the other one begins, unless a condition holds."""
    below = program.new_bool_var(f"below_{a}_{b}")
    escape = [condition.negated() for condition in unless]
    program.add(places[a] + lengths[a] <= places[b]).only_enforce_if([below, *escape])
    program.add(places[b] + lengths[b] <= places[a]).only_enforce_if([below.negated(), *escape])
