"""
The decorators. They record a function and where it stands; nothing is parsed before it is
compiled.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from types import CellType, FrameType
from types import FunctionType as PythonFunction
from typing import NoReturn, cast, overload

from pto_dialect.language.surface import FunctionType, Level, Role, SplitMode


class Kernel:
    """A function in the language."""

    def __init__(
        self,
        function: PythonFunction,
        kind: FunctionType | None,
        scopes: tuple[Mapping[str, object], ...],
        split: int = 0,
    ):
        self.function = function
        """The Python function that was decorated."""
        self.kind = kind
        """What it is compiled for, `None` if the decorator does not say."""
        self.scopes = scopes
        """Local names around the function when it was decorated, innermost first."""
        self.split = split
        """How it halves the tiles that it passes to another core: 0 not, 1 by rows, 2 columns."""
        self.__name__ = function.__name__
        self.__doc__ = function.__doc__
        self.program: str | None = None
        """Name of the program that it belongs to."""
        self.siblings: Mapping[str, Kernel] = {}
        """The functions of that program by name."""

    @property
    def name(self) -> str:
        """Name of the function."""
        return self.function.__name__

    def names(self) -> tuple[Mapping[str, object], ...]:
        """What a name in the function can mean outside of it, innermost first."""
        return names_around(self.function, self.scopes)

    def __call__(self, *args: object, **kwargs: object) -> NoReturn:
        raise TypeError(f"kernel '{self.name}' is compiled (pl.compile), not called")

    def __repr__(self) -> str:
        return f"<kernel {self.name}>"


class Program:
    """A class whose decorated methods are compiled together."""

    def __init__(self, cls: type):
        self.name = cls.__name__
        """Name of the class."""
        self.__doc__ = cls.__doc__
        self.kernels = {k: v for k, v in vars(cls).items() if isinstance(v, Kernel)}
        """Its functions by name, in order."""
        for kernel in self.kernels.values():
            kernel.program = self.name
            kernel.siblings = self.kernels

    def __getattr__(self, name: str) -> Kernel:
        kernels: dict[str, Kernel] = self.__dict__.get("kernels", {})
        if name in kernels:
            return kernels[name]
        raise AttributeError(f"program '{self.__dict__.get('name')}' has no kernel '{name}'")

    def __repr__(self) -> str:
        return f"<program {self.name}>"


def names_around(
    function: PythonFunction, scopes: Sequence[Mapping[str, object]] = ()
) -> tuple[Mapping[str, object], ...]:
    """What a name in a function can mean outside of it, innermost first."""
    import builtins

    code, cells = function.__code__, function.__closure__ or ()
    closure = {
        name: cell.cell_contents
        for name, cell in zip(code.co_freevars, cells, strict=True)
        if _is_set(cell)
    }
    return (closure, *scopes, function.__globals__, vars(builtins))


def _is_set(cell: CellType) -> bool:
    try:
        _ = cell.cell_contents
    except ValueError:
        return False
    return True


def _scopes(frame: FrameType | None) -> tuple[Mapping[str, object], ...]:
    """
    The local names around a definition: those of the classes it stands in and of the innermost
    function around them. Closures do not hold names that only annotations mention.
    """
    found: list[Mapping[str, object]] = []
    while frame is not None and frame.f_code.co_name != "<module>":
        found.append(dict(frame.f_locals))
        if frame.f_code.co_flags & 0x2:  # CO_NEWLOCALS: a function, not a class body
            break
        frame = frame.f_back
    return tuple(found)


@overload
def function(fn: Callable[..., object], /) -> Kernel: ...
@overload
def function(
    *,
    type: FunctionType | None = None,
    level: object = None,
    role: object = None,
    attrs: object = None,
    strict_ssa: bool = False,
    auto_scope: bool = True,
) -> Callable[[Callable[..., object]], Kernel]: ...
def function(
    fn: Callable[..., object] | None = None,
    /,
    *,
    type: FunctionType | None = None,
    level: object = None,
    role: object = None,
    attrs: object = None,
    strict_ssa: bool = False,
    auto_scope: bool = True,
) -> Kernel | Callable[[Callable[..., object]], Kernel]:
    """
    Make a function a kernel: `@pl.function` or `@pl.function(type=pl.FunctionType.InCore)`. Without
    `type`, `level` and `role` say whether it runs on a core. Of `attrs`,
    `{"split": pl.SplitMode.UP_DOWN}` says how tiles are halved that it passes between a cube core
    and two vector cores. The other options steer host-side code in PyPTO; they are accepted and
    mean nothing here.
    """
    kind = _kind(level, role) if type is None else type

    def decorate(fn: Callable[..., object]) -> Kernel:
        if not isinstance(fn, PythonFunction):
            raise TypeError("@pl.function is for functions, its option is type=")
        if type is not None and not isinstance(type, FunctionType):  # pyright: ignore
            raise TypeError(f"type= is one of pl.FunctionType, not {type!r}")
        frame = sys._getframe(1)  # pyright: ignore[reportPrivateUsage]
        if frame.f_code.co_filename == __file__:
            frame = frame.f_back
        return Kernel(fn, kind, _scopes(frame), _split(attrs))

    return decorate if fn is None else decorate(fn)


def _kind(level: object, role: object) -> FunctionType | None:
    """What a function is compiled for that says where in a machine it belongs."""
    if role is Role.Orchestrator or (isinstance(level, Level) and level not in _KINDS):
        return FunctionType.Orchestration
    return _KINDS[level] if isinstance(level, Level) else None


_KINDS = {
    Level.AIV: FunctionType.AIV,
    Level.AIC: FunctionType.AIC,
    Level.CORE_GROUP: FunctionType.InCore,
}
"""Levels whose functions run on the cores of an NPU."""


def _split(attrs: object) -> int:
    split = cast("Mapping[str, object]", attrs).get("split") if isinstance(attrs, Mapping) else None
    if isinstance(split, SplitMode):
        return split.value
    if split is None or (isinstance(split, int) and split in (mode.value for mode in SplitMode)):
        return split or 0
    raise TypeError(f"the split of a function is one of pl.SplitMode, not {split!r}")


def inline(fn: PythonFunction) -> PythonFunction:
    """
    Mark a function as one that is built where it is called. Every function that a kernel calls is,
    so this changes nothing.
    """
    return fn


@overload
def program(cls: type, /) -> Program: ...
@overload
def program(*, strict_ssa: bool = False) -> Callable[[type], Program]: ...
def program(
    cls: type | None = None, /, *, strict_ssa: bool = False
) -> Program | Callable[[type], Program]:
    """
    Make a class a program: its methods decorated with `@pl.function` are its kernels. Whether
    variables are assigned once only, as `strict_ssa` says, makes no difference here.
    """
    if cls is not None and not isinstance(cls, type):  # pyright: ignore
        raise TypeError("@pl.program is for classes")
    return Program if cls is None else Program(cls)
