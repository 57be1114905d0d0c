"""
Write `.pto` text.

Needs: a module of `builtin.module`, `func`, `scf`, `arith` and `pto` operations, and what else a
`.pto` file that was read had in it. Leaves: the text that `ptoas` reads, in which results are
spelt out and defaults left out.

    builtin.module attributes {pto.target_arch = "a3"} {
      func.func @k(%a: !pto.ptr<f32>) attributes {pto.kernel_kind = #pto.kernel_kind<vector>} {
        %c64 = arith.constant 64 : index
        func.return
      }
    }

The text is put together from strings: the name of each value and the text of each type are made
once. What is rare is left to xDSL's printer with the same names, and an operation of a dialect
that the assembler does not have is an error, so that nothing is dropped.

Names are the values' name hints, made unique in a function by `_1`, `_2`, … in the order of the
text; constants without a hint are called after their value, arguments `arg0`, …, everything else
by a number. The same text comes out whatever the hash seed, and comes out again when it is read
and written once more.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from typing import IO, Any, ClassVar

from xdsl.context import Context
from xdsl.dialects import arith, func, scf
from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
    ModuleOp,
    UnknownLoc,
)
from xdsl.ir import Attribute, Block, BlockArgument, Operation, Region, SSAValue, TypeAttribute
from xdsl.printer import Printer
from xdsl.utils.target import Target

from pto_dialect.diagnostics import fail
from pto_dialect.pto.base import DpsOp, PtoOp, dictionary
from pto_dialect.pto.foreign import ASSEMBLER_DIALECTS
from pto_dialect.pto.types import PtrType
from pto_dialect.pto.verify import verify_pto
from pto_dialect.pto.versions import parse_version

_FOREIGN_TYPES = ("tile.", "buffer.", "mem.")
"""Beginnings of the names of types that lowering removes."""

_GENERIC_DIALECTS = ("emitc", "llvm")
"""Dialects whose text xDSL does not write as MLIR does; their operations stand in generic form."""

_PLAIN_ATTRIBUTES = (arith.FastMathFlagsAttr("none"), arith.IntegerOverflowAttr("none"))
"""Values of properties that are not written."""


@dataclass(frozen=True)
class PtoTarget(Target):
    """The text that the assembler reads."""

    name: ClassVar[str] = "pto"

    emit_loc: bool = False
    """Whether every line ends with its source location."""
    ptoas_version: str | None = None
    """Version of the assembler whose rules are checked (default: the module's, else 0.48)."""
    check: bool = True
    """Whether the rules of the assembler are checked before."""

    def emit(self, ctx: Context, module: ModuleOp, output: IO[str]) -> None:
        """
        Write a module.

        Raises:
            CompileError: the assembler would reject it.
        """
        if self.check:
            verify_pto(module, parse_version(self.ptoas_version))
        output.write(emit_module(module, emit_loc=self.emit_loc))


def emit_module(module: ModuleOp, *, emit_loc: bool = False) -> str:
    """
    The `.pto` text of a module, with a trailing `loc(…)` per operation if `emit_loc`.

    Raises:
        CompileError: an operation or a type has no place in `.pto` text.
    """
    return _Emitter(emit_loc).operation(module, "") + "\n"


class _NamedPrinter(Printer):
    """xDSL's printer of one operation, with our names and our text of what is in its regions."""

    def __init__(self, stream: IO[str], emitter: _Emitter, root: Operation, *, generic: bool):
        super().__init__(stream, print_generic_format=generic)
        self._emitter = emitter
        self._root = root

    def print_ssa_value(self, value: SSAValue) -> str:
        name = self._emitter.value(value)
        self.print_string(name)
        return name.removeprefix("%")

    def print_block_name(self, block: Block) -> str:
        name = self._emitter.block_name(block)
        self.print_string(name)
        return name.removeprefix("^")

    def print_op(self, op: Operation) -> None:
        if op is self._root:
            super().print_op(op)
        else:
            self.print_string(self._emitter.operation(op, ""))


class _Emitter:
    """The state of writing one module."""

    def __init__(self, emit_loc: bool):
        self.emit_loc = emit_loc
        self.texts = dict[int, str]()
        """Name of each value and text of each attribute, by identity."""
        self.kept: list[Attribute] = []
        """The attributes in `texts`, so that their identities stay theirs."""
        self.by_value = dict[Attribute, str]()
        """Text of each attribute, for attributes that are equal to one seen before."""
        self.names = set[str]()
        """Every name but the numbers that was used in this function."""
        self.hints = dict[str, int]()
        """How often each name hint was used in this function."""
        self.unnamed = 0
        """How many numbers were used as names in this function."""
        self.blocks = dict[Block, str]()
        """Name of each block but the first of a region."""
        self.current: Operation | None = None
        """The operation that is being written."""
        self.handlers: dict[type[Operation], _Handler] = dict(_HANDLERS)
        """How to write each kind of operation."""

    # Names and texts

    def value(self, value: SSAValue) -> str:
        """The name of a value, chosen at its first appearance."""
        return self.texts.get(id(value)) or self._define(value)

    def _define(self, value: SSAValue) -> str:
        hint = value.name_hint or _default_hint(value)
        if hint is None:
            text = f"%{self.unnamed}"
            self.unnamed += 1
        else:
            used = self.hints.get(hint, 0)
            text = f"%{hint}_{used}" if used else f"%{hint}"
            while text in self.names:  # such as the second `x` and a value that is called `x_1`
                used += 1
                text = f"%{hint}_{used}"
            self.hints[hint] = used + 1
            self.names.add(text)
        self.texts[id(value)] = text
        return text

    def attribute(self, attribute: Attribute) -> str:
        """The text of an attribute or type."""
        return self.texts.get(id(attribute)) or self._spell(attribute)

    def _spell(self, attribute: Attribute) -> str:
        text = self.by_value.get(attribute)
        if text is None:
            if isinstance(attribute, TypeAttribute) and attribute.name.startswith(_FOREIGN_TYPES):
                assert self.current is not None
                fail(self.current, f"type {attribute} has no place in .pto text", (_LOWER_FIRST,))
            if isinstance(attribute, PtrType) and attribute.space.data == "gm":
                text = f"!pto.ptr<{self.attribute(attribute.element_type)}>"
            else:
                stream = StringIO()
                Printer(stream).print_attribute(attribute)
                text = stream.getvalue()
            self.by_value[attribute] = text
        self.kept.append(attribute)
        self.texts[id(attribute)] = text
        return text

    def values(self, values: Sequence[SSAValue]) -> str:
        """`%a, %b`."""
        return ", ".join([self.value(v) for v in values])

    def types(self, values: Sequence[SSAValue]) -> str:
        """`A, B`: the types of these values."""
        return ", ".join([self.attribute(v.type) for v in values])

    def location(self, where: Operation | BlockArgument) -> str:
        """` loc(…)` if locations are wanted and this one is known."""
        if not self.emit_loc or isinstance(where.location, UnknownLoc):
            return ""
        return f" {self.attribute(where.location)}"

    def dictionary(self, attributes: Mapping[str, Attribute]) -> str:
        """` {a = 1}`, or nothing."""
        if not attributes:
            return ""
        return "".join(
            piece if isinstance(piece, str) else self.attribute(piece)
            for piece in dictionary(attributes)
            if isinstance(piece, str | Attribute)
        )

    # Structure

    def operation(self, op: Operation, pad: str) -> str:
        """One operation with its results and without a line break; `pad` is its indentation."""
        self.current = op
        handler = self.handlers.get(type(op)) or self._handler_of(op)
        results = op.results
        if not results:
            head = pad
        elif len(results) == 1:
            head = f"{pad}{self._define(results[0])} = "
        else:
            head = f"{pad}{', '.join([self._define(r) for r in results])} = "
        text = handler(self, op, pad)
        if self.emit_loc:
            return head + text + self.location(op)
        return head + text

    def block(self, block: Block, pad: str, *, skip_terminator: bool = False) -> str:
        """The lines of a block, each with a line break in front."""
        lines = [""]
        op = block.first_op
        while op is not None:
            following = op.next_op
            if following is None and skip_terminator:
                break
            lines.append(self.operation(op, pad))
            op = following
        return "\n".join(lines)

    def region(self, region: Region, pad: str, *, skip_terminator: bool = False) -> str:
        """`{…}` around the only block of a region; `pad` is the indentation of the brace."""
        block = region.first_block
        if block is None:
            return f"{{\n{pad}}}"
        body = self.block(block, pad + "  ", skip_terminator=skip_terminator)
        while (block := block.next_block) is not None:
            body += f"\n{pad}{self.label(block)}:{self.block(block, pad + '  ')}"
        return f"{{{body}\n{pad}}}"

    def label(self, block: Block) -> str:
        """`^bb1(%a: A)`: a block's name and arguments."""
        if not block.args:
            return self.block_name(block)
        arguments = [f"{self.value(a)}: {self.attribute(a.type)}" for a in block.args]
        return f"{self.block_name(block)}({', '.join(arguments)})"

    def block_name(self, block: Block) -> str:
        """The name of a block, chosen at its first appearance."""
        return self.blocks.setdefault(block, f"^bb{len(self.blocks) + 1}")

    def successor(self, block: Block, values: Sequence[SSAValue]) -> str:
        """`^bb1(%a : A)`: where control goes, and with what."""
        if not values:
            return self.block_name(block)
        return f"{self.block_name(block)}({self.values(values)} : {self.types(values)})"

    def _handler_of(self, op: Operation) -> _Handler:
        if isinstance(op, PtoOp):
            handler = _plain_dps if _is_plain_dps(type(op)) else _pto
        elif op.name in _BRANCHES:
            handler = _BRANCHES[op.name]
        elif (dialect := op.name.partition(".")[0]) in _GENERIC_DIALECTS:
            handler = _generic
        elif dialect in ASSEMBLER_DIALECTS:
            handler = _printed
        else:
            notes = (_LOWER_FIRST,) if op.name.startswith(_FOREIGN_TYPES) else ()
            fail(op, f"'{op.name}' has no place in .pto text", notes)
        self.handlers[type(op)] = handler
        return handler

    def printed(self, op: Operation, *, generic: bool) -> str:
        """An operation as xDSL's printer writes it, without its results."""
        stream = StringIO()
        _NamedPrinter(stream, self, op, generic=generic).print_op(op)
        text = stream.getvalue()
        return text.partition(" = ")[2] if op.results else text


_Handler = Callable[[_Emitter, Any, str], str]
"""Writes an operation of one kind: the emitter, the operation, its indentation."""

_LOWER_FIRST = "lower it with convert-tile-to-pto first"


def _default_hint(value: SSAValue) -> str | None:
    """What to call a value without a name hint."""
    if isinstance(value, BlockArgument):
        is_argument = isinstance(value.block.parent_op(), func.FuncOp)
        return f"arg{value.index}" if is_argument else None
    owner = value.owner
    if not isinstance(owner, arith.ConstantOp) or not isinstance(owner.value, IntegerAttr):
        return None
    number, type_ = owner.value.value.data, owner.value.type
    if isinstance(type_, IntegerType) and type_.bitwidth == 1:
        return "true" if number else "false"
    digits = str(number) if number >= 0 else f"m{-number}"
    return f"c{digits}" if isinstance(type_, IndexType) else f"c{digits}_{type_}"


def _printed(emitter: _Emitter, op: Operation, pad: str) -> str:
    return emitter.printed(op, generic=False)


def _generic(emitter: _Emitter, op: Operation, pad: str) -> str:
    return emitter.printed(op, generic=True)


def _pto(emitter: _Emitter, op: PtoOp, pad: str) -> str:
    if not op.has_readable_text():
        return _generic(emitter, op, pad)
    texts = emitter.texts
    parts = [op.name]
    for piece in op.assembly(canonical=False):
        if isinstance(piece, str):
            parts.append(piece)
        elif (text := texts.get(id(piece))) is not None:
            parts.append(text)
        elif isinstance(piece, Attribute):
            parts.append(emitter.attribute(piece))
        elif isinstance(piece, SSAValue):
            parts.append(emitter.value(piece))
        else:
            parts.append(emitter.region(piece, pad))
    return "".join(parts)


def _is_plain_dps(kind: type[PtoOp]) -> bool:
    """Whether the text is `ins(%a, %b : A, B) outs(%c : C)`, all operands in this order."""
    return (
        issubclass(kind, DpsOp)
        and kind.assembly is DpsOp.assembly
        and kind.arrangement is DpsOp.arrangement
        and kind.has_readable_text is PtoOp.has_readable_text
        and kind.OUTS == ("dst",)
        and not (kind.INS or kind.CLAUSES or kind.TYPED_ONE_BY_ONE)
        and kind.get_irdl_definition().operands[-1][0] == "dst"
    )


def _plain_dps(emitter: _Emitter, op: DpsOp, pad: str) -> str:
    """What `_pto` writes, faster, for an operation that is nothing but its operands."""
    if op.properties or op.attributes or op.results:
        return _pto(emitter, op, pad)
    texts = emitter.texts
    names: list[str] = []
    types: list[str] = []
    for value in op.operands:
        names.append(texts.get(id(value)) or emitter.value(value))
        type_ = value.type
        types.append(texts.get(id(type_)) or emitter.attribute(type_))
    ins = f"{', '.join(names[:-1])} : {', '.join(types[:-1])}"
    return f"{op.name} ins({ins}) outs({names[-1]} : {types[-1]})"


# builtin and func


def _symbol(name: str) -> str:
    """The name of a function or module: bare if it can be."""
    stream = StringIO()
    Printer(stream).print_symbol_name(name)
    return stream.getvalue()


def _module(emitter: _Emitter, op: ModuleOp, pad: str) -> str:
    name = "" if op.sym_name is None else f" {_symbol(op.sym_name.data)}"
    attributes = emitter.dictionary(op.attributes)
    head = f"builtin.module{name}{' attributes' if attributes else ''}{attributes}"
    return f"{head} {emitter.region(op.body, pad)}"


def _dictionaries(attributes: ArrayAttr[DictionaryAttr] | None, count: int) -> list[DictionaryAttr]:
    return [DictionaryAttr({})] * count if attributes is None else list(attributes.data)


def _function(emitter: _Emitter, op: func.FuncOp, pad: str) -> str:
    emitter.hints = {}
    emitter.names = set()
    emitter.blocks = {}
    emitter.unnamed = 0
    inputs, outputs = op.function_type.inputs.data, op.function_type.outputs.data
    block = op.body.first_block
    arguments: list[str] = []
    for i, attributes in enumerate(_dictionaries(op.arg_attrs, len(inputs))):
        text = emitter.attribute(inputs[i]) + emitter.dictionary(attributes.data)
        if block is not None:
            argument = block.args[i]
            text = f"{emitter.value(argument)}: {text}{emitter.location(argument)}"
        arguments.append(text)
    results = [
        emitter.attribute(t) + emitter.dictionary(a.data)
        for t, a in zip(outputs, _dictionaries(op.res_attrs, len(outputs)), strict=True)
    ]
    visibility = "" if op.sym_visibility is None else f" {op.sym_visibility.data}"
    head = f"func.func{visibility} {_symbol(op.sym_name.data)}({', '.join(arguments)})"
    if len(results) == 1 and op.res_attrs is None:
        head += f" -> {results[0]}"
    elif results:
        head += f" -> ({', '.join(results)})"
    if op.attributes:
        head += f" attributes{emitter.dictionary(op.attributes)}"
    return head if block is None else f"{head} {emitter.region(op.body, pad)}"


def _with_values(emitter: _Emitter, op: Operation, pad: str) -> str:
    """A terminator: `func.return %a : A`."""
    text = op.name + emitter.dictionary(op.attributes)
    operands = op.operands
    return f"{text} {emitter.values(operands)} : {emitter.types(operands)}" if operands else text


def _call(emitter: _Emitter, op: func.CallOp, pad: str) -> str:
    operands, results = op.operands, emitter.types(op.results)
    returned = results if len(op.results) == 1 else f"({results})"
    return (
        f"func.call {_symbol(op.callee.root_reference.data)}({emitter.values(operands)})"
        f"{emitter.dictionary(op.attributes)} : ({emitter.types(operands)}) -> {returned}"
    )


# cf


def _branch(emitter: _Emitter, op: Operation, pad: str) -> str:
    """`cf.br ^bb1(%a : A)`."""
    target = emitter.successor(op.successors[0], op.operands)
    return f"cf.br {target}{emitter.dictionary(op.attributes)}"


def _conditional_branch(emitter: _Emitter, op: Operation, pad: str) -> str:
    """`cf.cond_br %c, ^bb1(%a : A), ^bb2`."""
    condition, *passed = op.operands
    then, otherwise = op.successors
    count = len(then.args)
    targets = (
        emitter.successor(then, passed[:count]),
        emitter.successor(otherwise, passed[count:]),
    )
    head = f"cf.cond_br {emitter.value(condition)}, {', '.join(targets)}"
    return f"{head}{emitter.dictionary(op.attributes)}"


_BRANCHES: Mapping[str, _Handler] = {"cf.br": _branch, "cf.cond_br": _conditional_branch}

# scf


def _for(emitter: _Emitter, op: scf.ForOp, pad: str) -> str:
    lower, upper, step, *inits = op.operands
    variable, *carried = op.body.block.args
    value = emitter.value
    bounds = f"{value(lower)} to {value(upper)} step {value(step)}"
    head = f"scf.for {value(variable)} = {bounds}"
    if carried:
        pairs = [f"{value(a)} = {value(i)}" for a, i in zip(carried, inits, strict=True)]
        head += f" iter_args({', '.join(pairs)}) -> ({emitter.types(carried)})"
    if not isinstance(variable.type, IndexType):
        head += f" : {emitter.attribute(variable.type)}"
    body = emitter.region(op.body, pad, skip_terminator=not carried)
    return f"{head} {body}{emitter.dictionary(op.attributes)}"


def _if(emitter: _Emitter, op: scf.IfOp, pad: str) -> str:
    head = f"scf.if {emitter.value(op.operands[0])}"
    skip = not op.results
    if op.results:
        head += f" -> ({emitter.types(op.results)})"
    text = f"{head} {emitter.region(op.true_region, pad, skip_terminator=skip)}"
    if op.false_region.first_block is not None:
        text += f" else {emitter.region(op.false_region, pad, skip_terminator=skip)}"
    return text + emitter.dictionary(op.attributes)


def _while(emitter: _Emitter, op: scf.WhileOp, pad: str) -> str:
    value = emitter.value
    pairs = [
        f"{value(a)} = {value(i)}"
        for a, i in zip(op.before_region.block.args, op.operands, strict=True)
    ]
    results = emitter.types(op.results)
    returned = results if len(op.results) == 1 else f"({results})"
    head = f"scf.while ({', '.join(pairs)}) : ({emitter.types(op.operands)}) -> {returned}"
    before = emitter.region(op.before_region, pad)
    after = op.after_region.block
    label = ""
    if after.args:
        arguments = [f"{value(a)}: {emitter.attribute(a.type)}" for a in after.args]
        label = f"\n{pad}^bb0({', '.join(arguments)}):"
    body = f"{{{label}{emitter.block(after, pad + '  ')}\n{pad}}}"
    attributes = emitter.dictionary(op.attributes)
    return f"{head} {before} do {body}{' attributes' if attributes else ''}{attributes}"


def _condition(emitter: _Emitter, op: scf.ConditionOp, pad: str) -> str:
    condition, *passed = op.operands
    text = f"scf.condition({emitter.value(condition)}){emitter.dictionary(op.attributes)}"
    return f"{text} {emitter.values(passed)} : {emitter.types(passed)}" if passed else text


# arith


def _is_plain(op: Operation) -> bool:
    """Whether nothing but operands and types has to be written."""
    return not op.attributes and (
        not op.properties or all(p in _PLAIN_ATTRIBUTES for p in op.properties.values())
    )


def _constant(emitter: _Emitter, op: arith.ConstantOp, pad: str) -> str:
    return f"arith.constant{emitter.dictionary(op.attributes)} {emitter.attribute(op.value)}"


def _elementwise(emitter: _Emitter, op: Operation, pad: str) -> str:
    """`arith.addi %a, %b : index`."""
    if not _is_plain(op):
        return _printed(emitter, op, pad)
    type_ = emitter.attribute(op.results[0].type)
    return f"{op.name} {emitter.values(op.operands)} : {type_}"


def _cast(emitter: _Emitter, op: Operation, pad: str) -> str:
    """`arith.index_cast %a : index to i64`."""
    if not _is_plain(op):
        return _printed(emitter, op, pad)
    operand = op.operands[0]
    source, target = emitter.attribute(operand.type), emitter.attribute(op.results[0].type)
    return f"{op.name} {emitter.value(operand)} : {source} to {target}"


def _compare(emitter: _Emitter, op: arith.CmpiOp | arith.CmpfOp, pad: str) -> str:
    """`arith.cmpi slt, %a, %b : index`."""
    if op.attributes:
        return emitter.printed(op, generic=True)
    if isinstance(op, arith.CmpfOp):
        if op.fastmath not in _PLAIN_ATTRIBUTES:
            return _printed(emitter, op, pad)
        predicates = arith.CMPF_COMPARISON_OPERATIONS
    else:
        predicates = arith.CMPI_COMPARISON_OPERATIONS
    operands = op.operands
    predicate = predicates[op.predicate.value.data]
    type_ = emitter.attribute(operands[0].type)
    return f"{op.name} {predicate}, {emitter.values(operands)} : {type_}"


_ELEMENTWISE: tuple[type[Operation], ...] = (
    arith.AddiOp,
    arith.SubiOp,
    arith.MuliOp,
    arith.DivUIOp,
    arith.DivSIOp,
    arith.RemUIOp,
    arith.RemSIOp,
    arith.MinUIOp,
    arith.MaxUIOp,
    arith.MinSIOp,
    arith.MaxSIOp,
    arith.AndIOp,
    arith.OrIOp,
    arith.XOrIOp,
    arith.ShLIOp,
    arith.ShRUIOp,
    arith.ShRSIOp,
    arith.AddfOp,
    arith.SubfOp,
    arith.MulfOp,
    arith.DivfOp,
    arith.NegfOp,
    arith.MaximumfOp,
    arith.MinimumfOp,
    arith.MaxnumfOp,
    arith.MinnumfOp,
    arith.SelectOp,
)
_CASTS: tuple[type[Operation], ...] = (
    arith.IndexCastOp,
    arith.BitcastOp,
    arith.FPToSIOp,
    arith.FPToUIOp,
    arith.SIToFPOp,
    arith.UIToFPOp,
    arith.ExtFOp,
    arith.TruncFOp,
    arith.TruncIOp,
    arith.ExtSIOp,
    arith.ExtUIOp,
)
_HANDLERS: Mapping[type[Operation], _Handler] = {
    ModuleOp: _module,
    func.FuncOp: _function,
    func.ReturnOp: _with_values,
    func.CallOp: _call,
    scf.ForOp: _for,
    scf.IfOp: _if,
    scf.WhileOp: _while,
    scf.YieldOp: _with_values,
    scf.ConditionOp: _condition,
    arith.ConstantOp: _constant,
    arith.CmpiOp: _compare,
    arith.CmpfOp: _compare,
    **dict.fromkeys(_ELEMENTWISE, _elementwise),
    **dict.fromkeys(_CASTS, _cast),
}
