"""
Random kernels: valid tile IR as text, drawn by hypothesis so that a failing one shrinks.

A kernel reads tensors of random numbers and stores tiles into windows of its own of the output
tensors, one window for each store and iteration. It never stores an undefined element, leaves no
window of a tensor and keeps the line rule of the hardware (a row, or the column of a single one,
is a multiple of 32 bytes), so that every level has to execute it. What it binds to buffers is
mostly short-lived; a few bindings clash and have to be rejected.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from hypothesis import strategies as st

BYTES = {"f32": 4, "i32": 4, "f16": 2, "bf16": 2}
"""Element types, with their size."""
COMPUTED = ("f32", "i32", "f16")
"""Element types that the vector unit computes with; the others are converted and moved."""
SHAPES = (
    *((8, 16), (16, 16), (16, 32), (8, 32), (16, 8), (8, 8), (4, 16), (32, 16), (8, 64)),
    *((1, 16), (1, 32), (16, 1), (32, 1), (8, 1), (1, 8)),
)
"""Shapes that tiles are loaded or made in; others come about by views and concatenation."""
MAX_ROWS, MAX_COLUMNS = 32, 64
"""Extents that no tile exceeds."""
IN_ROWS = 64
"""Rows of each input tensor."""
TRIPS = 4
"""Loop counters stay below this."""
DEPTH = 2
"""Loops and branches are nested this deep."""
MAX_STATEMENTS = 40
"""Statements of a kernel, about."""


class Run(NamedTuple):
    """Values of the scalar arguments."""

    n: int
    """A trip count, 0 to 3."""
    rows: int
    """A valid extent, 1 to 4."""
    flags: tuple[bool, bool]
    """Two conditions."""
    factor: float
    """A number to compute with."""


@dataclass(frozen=True)
class Kernel:
    """A kernel and what to run it on."""

    text: str
    """The module."""
    inputs: tuple[tuple[str, str, tuple[int, int]], ...]
    """Name, element type and shape of the tensors that are read."""
    outputs: tuple[tuple[str, str, tuple[int, int]], ...]
    """The same for those that are stored to."""
    runs: tuple[Run, ...]
    """What to run it with."""
    buffers: tuple[str, ...]
    """Names of the declared buffers."""

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """What hypothesis prints of a failing kernel: a file for `pto-opt` and `pto-run`."""
        printer.text("\n".join(["", *(f"// run with {run}" for run in self.runs), self.text]))

    def without_bindings(self) -> Kernel:
        """The same kernel with no wish about memory."""
        kept = (
            line
            for line in self.text.splitlines()
            if "buffer.bind" not in line and "buffer.declare" not in line
        )
        return replace(self, text="\n".join(kept) + "\n", buffers=())


@dataclass(frozen=True)
class _Tile:
    """A tile that a statement may use."""

    name: str
    rows: int
    cols: int
    dtype: str
    valid: tuple[int | str, int | str] | None = None
    """Valid extents, names for those known at run time; `None` if all is valid."""
    defined: bool = True
    """Whether every valid element is written; others are scratch at most."""
    dense: bool = True
    """Whether its elements lie one behind the other."""

    @property
    def is_column(self) -> bool:
        return self.cols == 1

    @property
    def is_full(self) -> bool:
        return self.valid is None

    @property
    def is_static(self) -> bool:
        return self.valid is None or all(isinstance(v, int) for v in self.valid)

    @property
    def kind(self) -> tuple[Any, ...]:
        """Equal for tiles that an elementwise operation may read together."""
        return self.rows, self.cols, self.dtype, self.valid

    def like(self, other: _Tile) -> bool:
        return self.kind == other.kind


def fits(rows: int, cols: int, dtype: str) -> bool:
    """Whether the hardware can allocate a tile."""
    if rows > MAX_ROWS or cols > MAX_COLUMNS or rows * cols == 1:
        return False
    return (rows if cols == 1 else cols) * BYTES[dtype] % 32 == 0


@dataclass
class _Buffer:
    """A declared buffer."""

    name: str
    slots: int
    tile: _Tile
    """The kind of tile that it was declared for; all of its tiles if a slot is chosen late."""
    late: bool
    """Whether its slots may be chosen at run time."""


@dataclass
class _Scope:
    """What a statement sees."""

    tiles: list[_Tile]
    floats: list[str]
    counters: list[str]
    """Counters of the loops around, from 0 to `TRIPS - 1`, outermost first."""
    conditions: list[str]

    def inner(self) -> _Scope:
        return _Scope(
            list(self.tiles), list(self.floats), list(self.counters), list(self.conditions)
        )


UNARY = ("neg", "exp", "abs", "relu", "sqrt", "recip", "rsqrt", "log")
INTEGER_UNARY = ("neg", "not", "relu")
BINARY = (
    *("add", "sub", "mul", "max", "min", "div", "fmod"),
    *("part_add", "part_mul", "part_max", "part_min"),
)
INTEGER_BINARY = ("add", "sub", "mul", "max", "min", "and", "or", "part_add", "part_max")
SCALAR = ("adds", "muls", "subs", "maxs", "mins", "divs")
INTEGER_SCALAR = (*SCALAR, "ands", "ors")
EXPAND = ("_add", "_sub", "_mul", "_div", "_max", "_min", "")
PADS = ("zero", "max", "min")
COMPARISONS = ("eq", "ne", "lt", "le", "gt", "ge")
MODES = ("rint", "trunc", "floor", "ceil", "round", "none")


@dataclass
class _Writer:
    """Draws a kernel, statement by statement."""

    draw: Callable[[st.SearchStrategy[Any]], Any]
    lines: list[str] = field(default_factory=list[str])
    depth: int = 0
    left: int = MAX_STATEMENTS
    """Statements that may still be written."""
    windows: dict[str, int] = field(default_factory=dict[str, int])
    """Windows of each output tensor in use."""
    constants: dict[str, str] = field(default_factory=dict[str, str])
    """Name and definition of each constant."""
    buffers: list[_Buffer] = field(default_factory=list[_Buffer])
    read: set[str] = field(default_factory=set[str])
    """Input tensors in use."""
    space: str = ""
    """Spelling of the space in types."""
    names: int = 0

    # ---- Pieces ----

    def name(self, stem: str = "t") -> str:
        self.names += 1
        return f"%{stem}{self.names}"

    def emit(self, line: str) -> None:
        self.lines.append("  " * (self.depth + 1) + line)

    def index(self, value: int) -> str:
        self.constants[f"%c{value}".replace("-", "m")] = f"arith.constant {value} : index"
        return f"%c{value}".replace("-", "m")

    def number(self, dtype: str) -> str:
        """A scalar constant of an element type."""
        value = self.pick((2, -1, 3)) if dtype == "i32" else self.pick((0.5, 2.0, -1.5))
        name = f"%{dtype}_{value}".replace("-", "m").replace(".", "p")
        self.constants[name] = f"arith.constant {value} : {dtype}"
        return name

    def type(self, tile: _Tile) -> str:
        valid = ""
        if tile.valid is not None:
            extents = ("?" if isinstance(v, str) else str(v) for v in tile.valid)
            valid = f", valid={'x'.join(extents)}"
        return f"!tile.tile<{self.space}{tile.rows}x{tile.cols}x{tile.dtype}{valid}>"

    def pick(self, options: Sequence[Any]) -> Any:
        return self.draw(st.sampled_from(options))

    def chance(self, one_in: int) -> bool:
        return self.draw(st.integers(0, one_in - 1)) == one_in - 1

    def tile(self, scope: _Scope, wanted: Callable[[_Tile], bool] = lambda t: True) -> _Tile | None:
        """A tile that has its data, a late one first."""
        options = [t for t in reversed(scope.tiles) if t.defined and wanted(t)]
        return self.pick(options) if options else None

    def fresh(
        self,
        scope: _Scope,
        tile: _Tile,
        text: str,
        *,
        visible: bool = True,
        to: tuple[_Buffer, str | None] | None = None,
        may_bind: bool = True,
    ) -> _Tile:
        """Write an operation that creates storage, and sometimes bind its tile."""
        if to is None and may_bind and visible and self.chance(16):
            to = self.own_buffer(scope, tile)
        self.emit(f"{tile.name} = tile.{text}")
        if to is not None:
            buffer, slot = to
            index = "" if slot is None else f"[{slot}]"
            slots = "" if buffer.slots == 1 else f"<{buffer.slots}>"
            self.emit(
                f"buffer.bind {tile.name} to %{buffer.name}{index} : "
                f"{self.type(tile)}, !buffer.buffer{slots}"
            )
        if visible:
            scope.tiles.append(tile)
        return tile

    # ---- Buffers ----

    def new_buffer(self, scope: _Scope, tile: _Tile) -> _Buffer:
        slots = self.pick((1, 2, 2, 3))
        late = slots > 1 and tile.is_static and not self.chance(3 if scope.counters else 2)
        buffer = _Buffer(f"b{len(self.buffers)}", slots, tile, late)
        self.buffers.append(buffer)
        return buffer

    def own_buffer(self, scope: _Scope, tile: _Tile) -> tuple[_Buffer, str | None]:
        """A slot of a buffer that nobody else has, or now and then of any."""
        if self.buffers and self.chance(8):
            buffer = self.pick(self.buffers)
            if not buffer.late or buffer.tile.like(tile):
                return buffer, self.slot(scope, buffer)
        buffer = self.new_buffer(scope, tile)
        return buffer, self.slot(scope, buffer)

    def slot(self, scope: _Scope, buffer: _Buffer) -> str | None:
        """A slot index, computed here; `None` if none is written."""
        if buffer.slots == 1 or (not buffer.late and self.chance(4)):
            return None
        if not buffer.late or not scope.counters or self.chance(4):
            return self.index(self.draw(st.integers(0, buffer.slots - 1)))
        name, counter = self.name("s"), scope.counters[-1]
        if self.chance(3):
            shifted = self.name("s")
            self.emit(f"{shifted} = arith.addi {counter}, {self.index(1)} : index")
            counter = shifted
        self.emit(f"{name} = arith.remui {counter}, {self.index(buffer.slots)} : index")
        return name

    # ---- Statements ----

    def block(self, scope: _Scope, at_least: int = 0) -> None:
        written = 0
        often = 6 if self.depth else 20
        while self.left > 0 and (written < at_least or self.draw(st.integers(0, often)) > 0):
            self.left -= 1
            written += 1
            statement = self.pick(_STATEMENTS if self.depth < DEPTH else _SIMPLE)
            statement(self, scope)

    def load(self, scope: _Scope) -> None:
        dtype = self.pick(("f32", "f32", "f16", "i32", "bf16"))
        rows, cols = self.pick([s for s in SHAPES if fits(*s, dtype)])
        self.loaded(scope, _Tile(self.name(), rows, cols, dtype))

    def loaded(
        self,
        scope: _Scope,
        tile: _Tile,
        *,
        visible: bool = True,
        to: tuple[_Buffer, str | None] | None = None,
    ) -> _Tile:
        source = f"in_{'column_' if tile.is_column else ''}{tile.dtype}"
        self.read.add(source)
        valid = ""
        if tile.rows > 4 and to is None and self.chance(10):
            extent = self.pick((3, "%rows"))
            tile = replace(tile, valid=(extent, tile.cols))
            if extent == "%rows":
                valid = " valid [%rows]"
        row = self.index(self.pick((0, 8, 24)))
        if scope.counters and self.draw(st.booleans()):
            step, at = self.index(8), self.name("o")
            self.emit(f"{at} = arith.muli {scope.counters[-1]}, {step} : index")
            row = at
        col = self.index(0)
        memref = f"memref<{IN_ROWS}x{1 if tile.is_column else MAX_COLUMNS}x{tile.dtype}>"
        return self.fresh(
            scope,
            tile,
            f"load %{source}[{row}, {col}]{valid} : {memref} -> {self.type(tile)}",
            visible=visible,
            to=to,
        )

    def store(self, scope: _Scope) -> None:
        tile = self.tile(scope)
        if tile is None:
            return self.load(scope)
        self.stored(scope, tile)

    def stored(self, scope: _Scope, tile: _Tile) -> None:
        """Store a tile into a window that no other store and no other iteration uses."""
        out = f"out_{'column_' if tile.is_column else ''}{tile.dtype}"
        first = self.windows.get(out, 0)
        self.windows[out] = first + TRIPS ** len(scope.counters)
        row = self.index(first * MAX_ROWS)
        for i, counter in enumerate(reversed(scope.counters)):
            scaled, moved = self.name("o"), self.name("o")
            stride = self.index(TRIPS**i * MAX_ROWS)
            self.emit(f"{scaled} = arith.muli {counter}, {stride} : index")
            self.emit(f"{moved} = arith.addi {row}, {scaled} : index")
            row = moved
        col = self.index(0)
        memref = f"memref<@{out}@x{1 if tile.is_column else MAX_COLUMNS}x{tile.dtype}>"
        self.emit(f"tile.store {tile.name}, %{out}[{row}, {col}] : {self.type(tile)}, {memref}")
        if tile.is_full and self.chance(10):
            # Loads and stores of one tensor must not change places.
            copy = replace(tile, name=self.name(), dense=True)
            text = f"load %{out}[{row}, {col}] : {memref} -> {self.type(copy)}"
            self.fresh(scope, copy, text)

    def unary(self, scope: _Scope) -> None:
        tile = self.tile(scope, lambda t: t.dtype in COMPUTED)
        if tile is None:
            return self.load(scope)
        self.computed(scope, tile)

    def computed(
        self,
        scope: _Scope,
        tile: _Tile,
        *,
        visible: bool = True,
        to: tuple[_Buffer, str | None] | None = None,
    ) -> _Tile:
        name = self.pick(INTEGER_UNARY if tile.dtype == "i32" else UNARY)
        if to is not None and name in ("rsqrt", "recip") and not self.chance(4):
            name = "neg"
        result = replace(tile, name=self.name(), dense=True)
        text = f"{name} {tile.name} : {self.type(tile)}"
        return self.fresh(scope, result, text, visible=visible, to=to)

    def binary(self, scope: _Scope) -> None:
        a = self.tile(scope, lambda t: t.dtype in COMPUTED)
        if a is None:
            return self.load(scope)
        b = self.tile(scope, a.like)
        assert b is not None
        name = self.pick(INTEGER_BINARY if a.dtype == "i32" else BINARY)
        result = replace(a, name=self.name(), dense=True)
        self.fresh(scope, result, f"{name} {a.name}, {b.name} : {self.type(a)}")

    def select(self, scope: _Scope) -> None:
        """Of two tiles the larger elements, or those for which another comparison holds."""
        a = self.tile(scope, lambda t: t.dtype in COMPUTED and t.is_static and t.cols > 1)
        if a is None:
            return self.load(scope)
        b = self.tile(scope, a.like)
        assert b is not None
        columns = -(-a.cols // 256) * 32
        rows = a.rows if a.valid is None else a.valid[0]
        space = f"!tile.tile<{self.space}{a.rows}x{columns}xui8"
        mask = space + (">" if rows == a.rows else f", valid={rows}x{columns}>")
        scratch, held = self.name(), self.name()
        self.emit(
            f'{held} = tile.cmp {a.name}, {b.name} {{mode = "{self.pick(COMPARISONS)}"}} : '
            f"{self.type(a)} -> {mask}"
        )
        self.emit(f"{scratch} = tile.create : {space}>")
        result = replace(a, name=self.name(), dense=True)
        types = f"{mask}, {self.type(a)}, {self.type(b)}, {space}>"
        text = f"sel {held}, {a.name}, {b.name}, {scratch} : {types} -> {self.type(result)}"
        self.fresh(scope, result, text)

    def transpose(self, scope: _Scope) -> None:
        tile = self.tile(
            scope, lambda t: t.dtype != "bf16" and fits(t.cols, t.rows, t.dtype) and t.is_static
        )
        if tile is None:
            return self.load(scope)
        scratch = self.scratch(scope, tile)
        valid = None if tile.valid is None else (tile.valid[1], tile.valid[0])
        result = _Tile(self.name(), tile.cols, tile.rows, tile.dtype, valid)
        self.fresh(
            scope,
            result,
            f"transpose {tile.name}, {scratch.name} : {self.type(tile)}, {self.type(scratch)} -> "
            f"{self.type(result)}",
        )

    def fill_pad(self, scope: _Scope) -> None:
        """All of a tile that was valid in part."""
        tile = self.tile(scope, lambda t: not t.is_full and t.cols > 1)
        if tile is None:
            return self.set_valid_shape(scope)
        result = replace(tile, name=self.name(), valid=None, dense=True)
        pad = f"{self.type(result)[:-1]}, pad={self.pick(PADS)}>"
        self.emit(f"{result.name} = tile.fillpad {tile.name} : {self.type(tile)} -> {pad}")
        # What follows does not name the pad value.
        plain = replace(result, name=self.name())
        self.fresh(scope, plain, f"move {result.name} : {pad} -> {self.type(plain)}")

    def scalar(self, scope: _Scope) -> None:
        tile = self.tile(scope, lambda t: t.dtype in COMPUTED)
        if tile is None:
            return self.load(scope)
        dtype = tile.dtype
        by = self.number(dtype)
        if dtype == "f32":
            by = self.pick([by, *reversed(scope.floats)])
        result = replace(tile, name=self.name(), dense=True)
        types = f"{self.type(tile)}, {dtype}"
        if dtype == "i32" and tile.is_full and self.chance(6):
            scratch = self.scratch(scope, tile)
            text = f"xors {tile.name}, {by}, {scratch.name} : {types}, {self.type(scratch)}"
        else:
            name = self.pick(INTEGER_SCALAR if dtype == "i32" else SCALAR)
            text = f"{name} {tile.name}, {by} : {types} -> {self.type(result)}"
        self.fresh(scope, result, text)

    def scratch(self, scope: _Scope, like: _Tile) -> _Tile:
        """A tile to be overwritten: a new one, one that was scratch before, or any other."""
        wanted = replace(like, valid=None)
        options = [t for t in reversed(scope.tiles) if t.like(wanted)]
        if self.draw(st.booleans()) and options:
            return self.pick(options)
        tile = replace(wanted, name=self.name(), defined=False, dense=True)
        return self.fresh(scope, tile, f"create : {self.type(tile)}")

    def row_reduction(self, scope: _Scope) -> None:
        tile = self.tile(
            scope, lambda t: t.dtype in COMPUTED and t.cols > 1 and fits(t.rows, 1, t.dtype)
        )
        if tile is None:
            return self.load(scope)
        scratch = self.scratch(scope, tile)
        valid = None if tile.valid is None else (tile.valid[0], 1)
        result = _Tile(self.name(), tile.rows, 1, tile.dtype, valid)
        self.fresh(
            scope,
            result,
            f"{self.pick(('row_sum', 'row_max', 'row_min', 'row_prod'))} "
            f"{tile.name}, {scratch.name} : "
            f"{self.type(tile)}, {self.type(scratch)} -> {self.type(result)}",
        )

    def column_reduction(self, scope: _Scope) -> None:
        tile = self.tile(scope, lambda t: t.dtype in COMPUTED and t.cols > 1 and t.rows > 1)
        if tile is None:
            return self.load(scope)
        valid = None if tile.valid is None else (1, tile.valid[1])
        result = _Tile(self.name(), 1, tile.cols, tile.dtype, valid)
        self.fresh(
            scope,
            result,
            f"{self.pick(('col_sum', 'col_max', 'col_min', 'col_prod'))} {tile.name} : "
            f"{self.type(tile)} -> {self.type(result)}",
        )

    def expand(self, scope: _Scope) -> None:
        """A vector in, or combined with, every row or column of a tile."""
        pairs = [
            (tile, vector)
            for vector in reversed(scope.tiles)
            if vector.defined and 1 in (vector.rows, vector.cols) and vector.dtype in COMPUTED
            for tile in reversed(scope.tiles)
            if 1 not in (tile.rows, tile.cols) and _expands(vector, tile)
        ]
        if not pairs:
            return self.row_reduction(scope) if self.draw(st.booleans()) else self.load(scope)
        tile, vector = self.pick(pairs)
        kind = self.pick(EXPAND) if tile.defined else ""
        result = replace(tile, name=self.name(), defined=True, dense=True)
        axis = "row" if vector.is_column else "col"
        self.fresh(
            scope,
            result,
            f"{axis}_expand{kind} {tile.name}, {vector.name} : "
            f"{self.type(tile)}, {self.type(vector)} -> {self.type(result)}",
        )

    def cast(self, scope: _Scope) -> None:
        tile = self.tile(scope)
        if tile is None:
            return self.load(scope)
        dtypes = [d for d in BYTES if d != tile.dtype and fits(tile.rows, tile.cols, d)]
        if not dtypes:
            return self.load(scope)
        result = replace(tile, name=self.name(), dtype=self.pick(dtypes), dense=True)
        mode = self.pick(MODES)
        self.fresh(
            scope,
            result,
            f'cast {tile.name} {{mode = "{mode}"}} : {self.type(tile)} -> {self.type(result)}',
        )

    def concat(self, scope: _Scope) -> None:
        def wanted(tile: _Tile) -> bool:
            return tile.is_full and tile.cols > 1 and tile.cols < MAX_COLUMNS

        a = self.tile(scope, wanted)
        if a is None:
            return self.load(scope)
        b = self.tile(
            scope,
            lambda t: (
                wanted(t)
                and (t.rows, t.dtype) == (a.rows, a.dtype)
                and t.cols + a.cols <= MAX_COLUMNS
            ),
        )
        if b is None:
            return self.load(scope)
        result = _Tile(self.name(), a.rows, a.cols + b.cols, a.dtype)
        self.fresh(
            scope,
            result,
            f"concat {a.name}, {b.name} : {self.type(a)}, {self.type(b)} -> {self.type(result)}",
        )

    def move(self, scope: _Scope) -> None:
        tile = self.tile(scope)
        if tile is None:
            return self.load(scope)
        result = replace(tile, name=self.name(), dense=True)
        self.fresh(scope, result, f"move {tile.name} : {self.type(tile)}")

    def full(self, scope: _Scope) -> None:
        dtype = self.pick(COMPUTED)
        rows, cols = self.pick([s for s in SHAPES if s[1] > 1 and fits(*s, dtype)])
        by = self.number(dtype)
        if dtype == "f32":
            by = self.pick([by, *reversed(scope.floats)])
        tile = _Tile(self.name(), rows, cols, dtype)
        self.fresh(scope, tile, f"full {by} : {dtype} -> {self.type(tile)}")

    def slice(self, scope: _Scope) -> None:
        tile = self.tile(scope, lambda t: t.is_full and bool(_parts(t)))
        if tile is None:
            return self.load(scope)
        rows, cols = self.pick(_parts(tile))
        offsets = self.offsets(scope, tile, rows, cols)
        part = _Tile(self.name(), rows, cols, tile.dtype)
        part = replace(part, dense=tile.dense and (cols == tile.cols or rows == 1))
        self.emit(
            f"{part.name} = tile.slice {tile.name}{offsets} : "
            f"{self.type(tile)} -> {self.type(part)}"
        )
        scope.tiles.append(part)

    def offsets(self, scope: _Scope, tile: _Tile, rows: int, cols: int) -> str:
        """Where a window of this size begins, at a multiple of 32 bytes."""
        unit = 32 // BYTES[tile.dtype]
        row_unit = unit if tile.is_column else 1
        row_options = list(range(0, tile.rows - rows + 1, row_unit))
        row = self.index(self.pick(row_options))
        highest = row_options[-1]
        if scope.counters and highest >= row_unit * (TRIPS - 1) and self.draw(st.booleans()):
            scaled = self.name("o")
            self.emit(f"{scaled} = arith.muli {scope.counters[-1]}, {self.index(row_unit)} : index")
            row = scaled
        col = self.index(0 if cols == 1 else self.pick(range(0, tile.cols - cols + 1, unit)))
        return f"[{row}, {col}]"

    def reshape(self, scope: _Scope) -> None:
        tile = self.tile(scope, lambda t: t.is_full and t.dense and bool(_reshapes(t)))
        if tile is None:
            return self.load(scope)
        rows, cols = self.pick(_reshapes(tile))
        result = _Tile(self.name(), rows, cols, tile.dtype)
        self.emit(
            f"{result.name} = tile.reshape {tile.name} : {self.type(tile)} -> {self.type(result)}"
        )
        scope.tiles.append(result)

    def set_valid_shape(self, scope: _Scope) -> None:
        tile = self.tile(scope, lambda t: t.is_full and t.rows >= 4 and t.cols > 1)
        if tile is None:
            return self.load(scope)
        extent = self.pick((2, "%rows"))
        result = replace(tile, name=self.name(), valid=(extent, tile.cols), dense=False)
        valid = " valid [%rows]" if extent == "%rows" else ""
        self.emit(
            f"{result.name} = tile.set_valid_shape {tile.name}{valid} : "
            f"{self.type(tile)} -> {self.type(result)}"
        )
        scope.tiles.append(result)

    def assemble(self, scope: _Scope) -> None:
        source = self.tile(scope, lambda t: t.is_full)
        if source is None:
            return self.load(scope)
        target = self.tile(
            scope,
            lambda t: (
                t.is_full
                and t.dtype == source.dtype
                and t.is_column == source.is_column
                and t.rows >= source.rows
                and t.cols >= source.cols
            ),
        )
        assert target is not None
        offsets = self.offsets(scope, target, source.rows, source.cols)
        scope.tiles.append(self.assembled(target, source, offsets))

    def assembled(self, target: _Tile, source: _Tile, offsets: str) -> _Tile:
        result = replace(target, name=self.name())
        self.emit(
            f"{result.name} = tile.assemble {target.name}, {source.name}{offsets} : "
            f"{self.type(target)}, {self.type(source)}"
        )
        return result

    def assemble_all(self, scope: _Scope) -> None:
        """A tile made of two halves; before the second is there, the first is read at times."""
        half = self.tile(
            scope,
            lambda t: t.is_full and not t.is_column and fits(2 * t.rows, t.cols, t.dtype),
        )
        if half is None:
            return self.load(scope)
        other = self.tile(scope, half.like)
        assert other is not None
        whole = _Tile(self.name(), 2 * half.rows, half.cols, half.dtype, defined=False)
        self.fresh(scope, whole, f"create : {self.type(whole)}", visible=False)
        below = self.draw(st.booleans())
        column = self.index(0)
        first, second = (self.index(half.rows * at) for at in ((0, 1) if below else (1, 0)))
        once = self.assembled(whole, half, f"[{first}, {column}]")
        if self.chance(3):
            part = replace(half, name=self.name(), dense=True)
            self.emit(
                f"{part.name} = tile.slice {once.name}[{first}, {column}] : "
                f"{self.type(once)} -> {self.type(part)}"
            )
            scope.tiles.append(part)
        twice = self.assembled(once, other, f"[{second}, {column}]")
        scope.tiles.append(replace(twice, defined=True, dense=True))

    def bound_chain(self, scope: _Scope) -> None:
        """A short life in a buffer: load, compute, store."""
        dtype = self.pick(("f32", "f16"))
        rows, cols = self.pick([s for s in SHAPES if fits(*s, dtype)])
        kind = _Tile("", rows, cols, dtype)
        options = [b for b in self.buffers if b.tile.is_full]
        if options and not self.chance(3):
            buffer = self.pick(options)
            if buffer.late or self.draw(st.booleans()):
                kind = buffer.tile
        else:
            buffer = self.new_buffer(scope, kind)
        kind = replace(kind, dense=True, defined=True)
        slot = self.slot(scope, buffer)
        tile = self.loaded(scope, replace(kind, name=self.name()), visible=False, to=(buffer, slot))
        for _ in range(self.draw(st.integers(0, 2))):
            if tile.dtype not in COMPUTED:
                break
            to = (buffer, slot) if self.chance(3) else None
            tile = self.computed(scope, tile, visible=False, to=to)
        self.stored(scope, tile)

    def arithmetic(self, scope: _Scope) -> None:
        """A new number or condition."""
        if self.draw(st.booleans()):
            a, b = (self.pick([*reversed(scope.floats)]) for _ in range(2))
            name = self.name("x")
            self.emit(f"{name} = arith.{self.pick(('addf', 'mulf', 'maximumf'))} {a}, {b} : f32")
            scope.floats.append(name)
        else:
            value = self.pick([*reversed(scope.counters), "%n"])
            name = self.name("p")
            test = self.pick(("eq", "slt", "sgt"))
            limit = self.index(self.pick((0, 1, 2)))
            self.emit(f"{name} = arith.cmpi {test}, {value}, {limit} : index")
            scope.conditions.append(name)

    # ---- Control flow ----

    def loop(self, scope: _Scope) -> None:
        first, step = self.pick(((0, 1), (0, 1), (0, 2), (1, 1), (-1, 1)))
        last = self.pick(("%n", 2, 1, 3, 0))
        bounds = (self.index(first), last if last == "%n" else self.index(last), self.index(step))
        counter = self.name("i")
        inits = self.carried(scope)
        numbers = [self.pick(scope.floats)] if self.chance(4) else []
        args = [replace(t, name=self.name("a"), dense=True) for t in inits]
        arg_numbers = [self.name("x") for _ in numbers]
        inner = scope.inner()
        inner.tiles += args
        inner.floats += arg_numbers
        outer, self.lines = self.lines, []
        self.depth += 1
        if first < 0:
            shifted = self.name("i")
            self.emit(f"{shifted} = arith.addi {counter}, {self.index(-first)} : index")
            inner.counters.append(shifted)
        else:
            inner.counters.append(counter)
        self.block(inner, at_least=1)
        yielded = [self.passed_on(inner, init) for init in inits]
        yielded_numbers = [self.pick([*reversed(inner.floats)]) for _ in numbers]
        body, self.lines = self.lines, outer
        self.depth -= 1
        results = [replace(t, name=self.name(), dense=True) for t in inits]
        result_numbers = [self.name("x") for _ in numbers]
        types = ", ".join([*(self.type(t) for t in inits), *("f32" for _ in numbers)])
        pairs = [
            *(f"{a.name} = {t.name}" for a, t in zip(args, inits, strict=True)),
            *(f"{a} = {x}" for a, x in zip(arg_numbers, numbers, strict=True)),
        ]
        names = ", ".join([*(t.name for t in results), *result_numbers])
        head = f"scf.for {counter} = {bounds[0]} to {bounds[1]} step {bounds[2]}"
        if pairs:
            self.emit(f"{names} = {head} iter_args({', '.join(pairs)}) -> ({types}) {{")
        else:
            self.emit(f"{head} {{")
        self.lines += body
        if pairs:
            passed = ", ".join([*(t.name for t in yielded), *yielded_numbers])
            self.emit(f"  scf.yield {passed} : {types}")
        self.emit("}")
        scope.tiles += results
        scope.floats += result_numbers

    def carried(self, scope: _Scope) -> list[_Tile]:
        tiles: list[_Tile] = []
        for _ in range(self.draw(st.integers(0, 2))):
            tile = self.tile(scope, lambda t: t.is_static)
            if tile is not None:
                tiles.append(tile)
        return tiles

    def passed_on(self, scope: _Scope, like: _Tile) -> _Tile:
        """What a body or arm yields for a tile."""
        tile = self.tile(scope, like.like)
        assert tile is not None
        return tile

    def branch(self, scope: _Scope) -> None:
        condition = self.pick([*reversed(scope.conditions)])
        tiles = self.carried(scope)
        numbers = 1 if self.chance(4) else 0
        outer, arms, yields = self.lines, [], []
        self.depth += 1
        with_else = bool(tiles) or numbers or self.draw(st.booleans())
        for _ in range(2 if with_else else 1):
            self.lines = []
            inner = scope.inner()
            self.block(inner)
            passed = [self.passed_on(inner, t).name for t in tiles]
            yields.append(passed + [self.pick([*reversed(inner.floats)]) for _ in range(numbers)])
            arms.append(self.lines)
        self.depth -= 1
        self.lines = outer
        results = [replace(t, name=self.name(), dense=True) for t in tiles]
        result_numbers = [self.name("x") for _ in range(numbers)]
        types = ", ".join([*(self.type(t) for t in tiles), *("f32" for _ in range(numbers))])
        if types:
            names = ", ".join([*(t.name for t in results), *result_numbers])
            self.emit(f"{names} = scf.if {condition} -> ({types}) {{")
        else:
            self.emit(f"scf.if {condition} {{")
        for i, (arm, passed) in enumerate(zip(arms, yields, strict=True)):
            if i:
                self.emit("} else {")
            self.lines += arm
            if types:
                self.emit(f"  scf.yield {', '.join(passed)} : {types}")
        self.emit("}")
        scope.tiles += results
        scope.floats += result_numbers


def _expands(vector: _Tile, tile: _Tile) -> bool:
    if vector.dtype != tile.dtype:
        return False
    shape, valid = (tile.rows, tile.cols), tile.valid
    axis = 1 if vector.is_column else 0
    wanted = list(shape)
    wanted[axis] = 1
    if (vector.rows, vector.cols) != tuple(wanted):
        return False
    if valid is None:
        return vector.valid is None
    wanted_valid = list(valid)
    wanted_valid[axis] = 1
    return vector.valid == tuple(wanted_valid)


def _parts(tile: _Tile) -> list[tuple[int, int]]:
    """Shapes of the windows of a tile."""
    rows = {tile.rows, tile.rows // 2, 1 if not tile.is_column else 0, tile.rows // 4} - {0}
    cols = {tile.cols} if tile.is_column else {tile.cols, tile.cols // 2}
    shapes = {
        (r, c) for r in rows for c in cols if fits(r, c, tile.dtype) and (c > 1) != tile.is_column
    }
    return sorted(shapes)


def _reshapes(tile: _Tile) -> list[tuple[int, int]]:
    """Other shapes of the elements of a tile."""
    size = tile.rows * tile.cols
    return [
        (size // cols, cols)
        for cols in (16, 8, 32, 64, 1)
        if size % cols == 0 and cols != tile.cols and fits(size // cols, cols, tile.dtype)
    ]


_SIMPLE = (
    *(_Writer.load, _Writer.store, _Writer.unary, _Writer.unary, _Writer.binary, _Writer.binary),
    *(_Writer.scalar, _Writer.slice, _Writer.assemble, _Writer.cast, _Writer.store),
    *(_Writer.row_reduction, _Writer.column_reduction, _Writer.expand, _Writer.concat),
    *(_Writer.reshape, _Writer.full, _Writer.assemble_all, _Writer.arithmetic),
    *(_Writer.bound_chain, _Writer.bound_chain, _Writer.move, _Writer.set_valid_shape),
    *(_Writer.select, _Writer.transpose, _Writer.fill_pad),
)
_STATEMENTS = (*_SIMPLE, *(_Writer.loop,) * 3, *(_Writer.branch,) * 3)


@st.composite
def kernels(draw: Callable[[st.SearchStrategy[Any]], Any]) -> Kernel:
    """Kernels, the shorter the simpler."""
    writer = _Writer(draw)
    writer.space = "vec, " if draw(st.booleans()) else ""
    scope = _Scope([], ["%factor"], [], ["%p", "%q"])
    writer.load(scope)
    writer.block(scope, at_least=2)
    # Whatever is still visible may have lived all the time.
    for _ in range(draw(st.integers(0, 2))):
        writer.store(scope)
    if not writer.windows:
        writer.store(scope)
    reserved = writer.chance(8)
    runs = tuple(
        Run(
            draw(st.integers(0, 3)),
            draw(st.integers(1, 4)),
            (draw(st.booleans()), draw(st.booleans())),
            1.5,
        )
        for _ in range(2)
    )
    return _finished(writer, runs, reserved)


def _finished(writer: _Writer, runs: tuple[Run, ...], reserved: bool) -> Kernel:
    def tensor(name: str, rows: int) -> tuple[str, str, tuple[int, int]]:
        columns = 1 if "column" in name else MAX_COLUMNS
        return name, name.rsplit("_", 1)[1], (rows, columns)

    inputs = tuple(tensor(name, IN_ROWS) for name in sorted(writer.read))
    outputs = tuple(tensor(out, n * MAX_ROWS) for out, n in sorted(writer.windows.items()))
    arguments = [f"%{n}: memref<{r}x{c}x{d}>" for n, d, (r, c) in (*inputs, *outputs)]
    arguments += ["%n: index", "%rows: index", "%p: i1", "%q: i1", "%factor: f32"]
    head = [f"  {name} = {value}" for name, value in sorted(writer.constants.items())]
    for buffer in writer.buffers:
        slots = "" if buffer.slots == 1 else f"<{buffer.slots}>"
        head.append(f'  %{buffer.name} = buffer.declare "{buffer.name}" : !buffer.buffer{slots}')
    if reserved:
        head.append('  %reserved = mem.reserve "fifo" at 0 : !mem.ref<vec, 1024>')
    lines = [
        f"func.func @kernel({', '.join(arguments)}) {{",
        *head,
        *writer.lines,
        "  func.return",
        "}",
    ]
    text = "\n".join(lines) + "\n"
    for name, _, (rows, _) in outputs:
        text = text.replace(f"@{name}@", str(rows))
    return Kernel(text, inputs, outputs, runs, tuple(b.name for b in writer.buffers))
