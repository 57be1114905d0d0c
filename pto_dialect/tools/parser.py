"""
Read MLIR text so that everything in it knows its place, and what is wrong is said there.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from contextlib import suppress
from math import prod
from struct import error as StructError
from typing import NoReturn

from xdsl.context import Context
from xdsl.dialects.builtin import (
    AffineMapAttr,
    AffineSetAttr,
    AnyDenseElement,
    AnyFloat,
    ComplexType,
    DenseIntOrFPElementsAttr,
    FileLineColLoc,
    FloatAttr,
    FusedLoc,
    IndexType,
    IntAttr,
    IntegerAttr,
    IntegerType,
    LocationAttr,
    ModuleOp,
    NoneAttr,
    RankedStructure,
    StringAttr,
    UnknownLoc,
    UnregisteredOp,
)
from xdsl.ir import (
    Attribute,
    AttributeInvT,
    Block,
    BlockArgument,
    Operation,
    SSAValue,
    TypeAttribute,
)
from xdsl.ir.affine import (
    AffineBinaryOpExpr,
    AffineBinaryOpKind,
    AffineConstantExpr,
    AffineExpr,
    AffineMap,
    AffineSet,
)
from xdsl.parser import AttrParser, Parser, UnresolvedOperand
from xdsl.parser.affine_parser import AffineParser
from xdsl.utils.exceptions import ParseError, VerifyException
from xdsl.utils.lexer import Span
from xdsl.utils.mlir_lexer import MLIRToken, MLIRTokenKind, StringLiteral

from pto_dialect.diagnostics import CompileError, Note, Position, one_line, position_of, unchecked
from pto_dialect.names import ssa_name
from pto_dialect.tools.driver import MAX_NESTING
from pto_dialect.tools.parse_errors import (
    expects_more,
    in_words,
    is_in_type,
    operation_name,
    unfinished_at,
    unknown_operation,
    unregistered,
)

MAX_NUMBERS = 1 << 20
"""How many numbers the `dense<…>` of a file may stand for in all."""

MAX_DIMENSIONS = 1000
"""Most dimensions of a shape or an affine map: reading them takes quadratic time."""

MAX_TERMS = 100
"""Deepest affine expression; a sum is as deep as it has terms, and printed with brackets."""

MAX_ALIAS = 10_000
"""Longest text that an alias which uses other ones may stand for, in characters."""


_TOKENS = re.compile(
    r"""
    "(?:[^"\\\n\v\f]|\\(?:["nt\\]|[0-9A-Fa-f]{2}))*"
    | //[^\n]* | -> | [(\[{<] | [)\]}>] | [^\t-\r -!#-~]
    | (?<![\w$.%#@^!?-])0x[0-9A-Fa-f]{3500} | (?<![\w$.%#@^!?-])(?:[0-9]{1,30}x|\?x){1000}
    """,
    re.VERBOSE,
)
"""
Strings, comments, brackets, characters that stand in strings and comments only, and numbers and
shapes that are too long.
"""

_TOO_MANY_DIGITS = "an integer with too many digits"

_OPERATION_NAME = re.compile(r"[A-Za-z_][A-Za-z_0-9$.]*")

_UNEXPECTED = re.compile(r"^Unexpected attribute (.*)")
"""What xDSL says of a type that an operation cannot have, before it is known where it stands."""

_WRONG_NUMBER = ("is not valid for integer type.", "given for integer or float attribute.")
"""How xDSL's messages about a number that is not of its type end; they are behind the type."""

ALIAS_USE = re.compile(r"[#!][A-Za-z_0-9$.-]+")
"""Names of aliases, and of what dialects define."""


_TensorLiteralElement = Parser._TensorLiteralElement  # pyright: ignore[reportPrivateUsage]


class _Bits(_TensorLiteralElement):
    """A hexadecimal number in `dense<…>`: for a float type it is the bits of a float."""

    def to_type(
        self, parser: AttrParser, type: AnyFloat | IntegerType | IndexType | ComplexType
    ) -> int | float | tuple[float, float] | tuple[int, int]:
        if not isinstance(type, AnyFloat):
            return super().to_type(parser, type)
        assert isinstance(self.value, int)
        if self.value.bit_length() > type.bitwidth:
            parser.raise_error(f"the number has more bits than {type}", self.span)
        return type.unpack(self.value.to_bytes(type.compile_time_size, "little"), 1)[0]


_PRODUCTS = {
    "*": AffineBinaryOpKind.Mul,
    "ceildiv": AffineBinaryOpKind.CeilDiv,
    "floordiv": AffineBinaryOpKind.FloorDiv,
    "mod": AffineBinaryOpKind.Mod,
}


class _SemiAffineParser(AffineParser):
    """A parser of affine maps that multiply and divide by symbols, too, which xDSL's does not."""

    def _create_binop_expr(self, lhs: AffineExpr, rhs: AffineExpr, binop: MLIRToken) -> AffineExpr:
        kind = _PRODUCTS.get(binop.text)
        if kind is AffineBinaryOpKind.Mul and rhs.used_dims():
            lhs, rhs = rhs, lhs
        are_numbers = [isinstance(side, AffineConstantExpr) for side in (lhs, rhs)]
        has_number = are_numbers[1] or (are_numbers[0] and kind is AffineBinaryOpKind.Mul)
        if kind is None or has_number or rhs.used_dims():
            return super()._create_binop_expr(lhs, rhs, binop)
        return AffineBinaryOpExpr(kind, lhs, rhs)


class LocatingParser(Parser):
    """
    A parser of MLIR text that gives an operation without `loc(...)` the place of its text.

    With it, errors of the verifier and of passes point into the file. Whatever else fails while
    an operation, type or attribute is parsed is a `CompileError` at that.
    """

    def __init__(self, ctx: Context, text: str, name: str, line_offset: int = 0):
        self._file = StringAttr(name)
        self._line_offset = line_offset
        self._line_starts = [0, *(found.end() for found in re.finditer("\n", text))]
        self._check_tokens(text)
        super().__init__(ctx, text, name)
        self._types = dict[str, TypeAttribute]()
        self._forward_uses = dict[str, int]()
        self._forward_values = list[tuple[str, SSAValue]]()
        self._definitions = dict[str, Span]()
        self._aliases = dict[str, tuple[int, int]]()
        self._numbers = 0

    def parse_module(self, allow_implicit_module: bool = True) -> ModuleOp:
        try:
            module = self._parse_all(allow_implicit_module)
        except (ParseError, CompileError):
            raise
        except Exception as error:
            self._fail(self._current_token.span.start, error)
        for name, value in self._forward_values:
            if value.uses:  # The definition stands inside of an operation that uses the value.
                self._fail_undefined(name)
        return module

    def _check_tokens(self, text: str) -> None:
        """
        Check what a recursive parser and its regular expressions cannot stand: deep nesting, on
        which Python's stack overflows, and strings without end, which take exponential time.

        Raises:
            CompileError: at the first of them, or at a character that has no meaning.
        """
        depth = 0
        for found in _TOKENS.finditer(text):
            token = found.group()
            if token in "([{<":
                depth += 1
                if depth > MAX_NESTING:
                    self._fail_at(found.start(), f"brackets nest more than {MAX_NESTING} deep")
            elif token in ")]}>":
                depth -= 1
            elif token == '"':
                self._fail_at(found.start(), "a string without end, or with a wrong escape")
            elif len(token) == 1:
                self._fail_at(found.start(), f"unexpected character U+{ord(token):04X}")
            elif token[0] in "0123456789?":
                is_shape = token.endswith("x")
                what = "a shape with too many dimensions" if is_shape else _TOO_MANY_DIGITS
                self._fail_at(found.start(), what)

    def _parse_all(self, allow_implicit_module: bool) -> ModuleOp:
        try:
            return super().parse_module(allow_implicit_module)
        except ParseError as error:
            at_end = self._current_token.kind is MLIRTokenKind.EOF
            if at_end and error.span.start < self._current_token.span.start:
                raise
            if at_end and self.forward_ssa_references:
                self._fail_undefined(next(iter(self.forward_ssa_references)))
            if error.msg == "Could not parse entire input!":
                if at_end and allow_implicit_module:
                    return ModuleOp([])  # Nothing but comments and aliases, as in MLIR.
                what = "there is no operation" if at_end else "an operation is expected here"
            elif at_end:
                what = "the text ends too early"
            elif error.msg == " in block definition":  # xDSL then looks for the next block.
                what = "an operation is expected here"
            else:
                raise
            raise CompileError(what, position_of(self._location(error.span.start))) from error

    def resolve_operand(
        self, operand: UnresolvedOperand, type: AttributeInvT
    ) -> SSAValue[AttributeInvT]:
        name = operand.operand_name
        if name not in self.ssa_values and name not in self.forward_ssa_references:
            self._forward_uses[name] = operand.span.start
        try:
            return super().resolve_operand(operand, type)
        except ParseError as error:
            place = self._place_of(name, is_defined=name in self.ssa_values)
            self._fail_at(operand.span.start, error.msg, [place])

    def _place_of(self, name: str, *, is_defined: bool) -> Note:
        """A note that points to the definition of a value, or to its first use."""
        start = self._definitions[name].start if is_defined else self._forward_uses[name]
        what = "defined" if is_defined else "used first"
        return Note(f"'%{name}' is {what} here", position_of(self._location(start)))

    def _fail_undefined(self, name: str) -> NoReturn:
        self._fail_at(self._forward_uses[name], f"'%{name}' is used but not defined")

    def _parse_alias_def(self) -> None:
        name = self._current_token.span
        super()._parse_alias_def()
        text = self.lexer.input.content[name.end : self._current_token.span.start]
        self.check_alias(name.text, text, name.start)

    def check_alias(self, alias: str, text: str, start: int) -> None:
        """
        Check the text that an alias stands for, which is at `start`: with aliases of aliases it
        can be deep, and exponentially long.

        Raises:
            CompileError: it is too much.
        """
        known = (self._aliases.get(use, (0, 0)) for use in ALIAS_USE.findall(text))
        depths, sizes = zip((0, 0), *known, strict=True)
        self._aliases[alias] = (1 + max(depths), len(text) + sum(sizes))
        if max(depths) >= MAX_NESTING or sum(sizes) > MAX_ALIAS:
            self._fail_at(
                start,
                f"aliases nest more than {MAX_NESTING} deep or stand for more than {MAX_ALIAS} "
                "characters",
            )

    def _register_ssa_definition(self, name: str, values: Sequence[SSAValue], span: Span) -> None:
        if (forward := self.forward_ssa_references.get(name)) is not None:
            self._forward_values += [(name, value) for value in forward.values()]
        try:
            super()._register_ssa_definition(name, values, span)
        except ParseError as error:
            is_defined = error.msg.endswith("is already defined")
            self._fail_at(span.start, error.msg, [self._place_of(name, is_defined=is_defined)])
        self._definitions[name] = span
        # xDSL drops one number from the end of a name, and prints what is left with numbers of
        # its own: `%x_1_2` would become a second `%x_1`.
        if SSAValue.is_valid_name(name):
            for value in values:
                value.name_hint = ssa_name(name)

    def parse_operation(self) -> Operation:
        start = self._current_token.span.start
        try:
            op = super().parse_operation()
        except ParseError as error:
            self._fail_in_operation(start, error)
            raise
        except _FAILURES as error:
            self._fail(start, error)
        if isinstance(op, UnregisteredOp):
            name = op.attributes.get("op_name__")
            if not isinstance(name, StringAttr) or not _OPERATION_NAME.fullmatch(name.data):
                self._fail_at(start, "this is no name of an operation")
        if isinstance(op.location, UnknownLoc):
            op.location = self._location(start)
        for region in op.regions:  # Terminators that the text leaves out are where it is.
            for block in region.blocks:
                last = block.last_op
                if last is not None and isinstance(last.location, UnknownLoc):
                    last.location = op.location
        return op

    def _fail_in_operation(self, start: int, error: ParseError) -> None:
        """
        Stop at what is wrong in the text of the operation that begins at `start`, unless it is
        wrong behind the operations inside of it, or at the end of the text.
        """
        text, at = self.lexer.input.content, error.span.start
        name, place = operation_name(text, start)
        if "builtin.unregistered does not have a custom format" in error.msg:
            self._fail_at(place, unknown_operation(name, self.ctx, is_readable=True))
        message = in_words(error, self.ctx)
        if (unknown := unregistered(error)) is not None:
            self._fail_at(text.rfind(unknown, start, at), message)
        if self._current_token.kind is MLIRTokenKind.EOF or error.msg == " in block definition":
            return
        kind = self.ctx.get_optional_op(name, dialect_stack=self._parser_state.dialect_stack)
        form = getattr(kind, "form", lambda: None)()
        notes = [] if form is None else [f"it is written {form}"]
        is_next_token = at == self._current_token.span.start
        end = unfinished_at(text, start, at) if is_next_token else None
        if end is not None and expects_more(error):
            self._fail_at(end, f"'{name}' is not finished: {message}", notes)
        if end is not None:
            self._fail_at(start, message)
        if is_next_token and notes and expects_more(error) and not is_in_type(text, start, at):
            self._fail_at(at, message, notes)
        self._fail_at(at, message)

    def parse_optional_type(self) -> TypeAttribute | None:
        # A program spells the same few dialect types on every line: each is parsed once.
        token, text = self._current_token, self.lexer.input.content
        start = token.span.start
        spelling, end = "", text.find(">", start) + 1
        if token.kind is MLIRTokenKind.EXCLAMATION_IDENT and text.startswith("<", token.span.end):
            spelling = text[start:end]
            if (known := self._types.get(spelling)) is not None:
                self._resume_from(end)
                return known
        try:
            parsed = super().parse_optional_type()
        except _FAILURES as error:
            self._fail(start, error)
        # With a `>` inside, the type does not end where its spelling was cut off.
        if parsed and spelling and not text[end : self._current_token.span.start].strip():
            self._types[spelling] = parsed
        return parsed

    def parse_optional_attribute(self) -> Attribute | None:
        start = self._current_token.span.start
        try:
            attribute = super().parse_optional_attribute()
        except _FAILURES as error:
            self._fail(start, error)
        match attribute:
            case IntegerAttr(value=IntAttr(data=value), type=IndexType()):
                if not -(1 << 63) <= value < 1 << 64:
                    self._fail_at(start, "the number does not fit into the 64 bits of an index")
            case _:
                pass
        return attribute

    def parse_optional_builtin_int_or_float_attr(self) -> IntegerAttr | FloatAttr | None:
        start = self._current_token.span.start
        try:
            return super().parse_optional_builtin_int_or_float_attr()
        except ParseError as error:
            text = self.lexer.input.content[start : error.span.start]
            if not error.msg.endswith(_WRONG_NUMBER):
                raise
            value, _, type_ = text.partition(":")
            self._fail_at(start, f"{value.strip()} is no value of type {type_.strip()}")

    def parse_optional_str_literal(self) -> str | None:
        # One with escapes, such as "\C3\BC", is bytes for xDSL wherever it stands.
        if self._current_token.kind is MLIRTokenKind.BYTES_LIT:
            with suppress(UnicodeDecodeError):
                text = StringLiteral.from_span(self._current_token.span).bytes_contents.decode()
                self._consume_token()
                return text
        return super().parse_optional_str_literal()

    def _parse_block(self) -> Block:
        # As in xDSL, which wants a letter in the name, and accepts one that was used before twice.
        span = self._parse_token(MLIRTokenKind.CARET_IDENT, " in block definition").span
        name = span.text[1:]
        block = self._get_block_from_name(span)
        if (first := self.blocks[name][1]) is not None:
            note = Note("it is here first", position_of(self._location(first.start)))
            self._fail_at(span.start, f"'{span.text}' is there already", [note])
        self.blocks[name] = (block, span)
        self.forward_block_references.pop(name)
        self._parse_optional_block_arg_list(block)
        self.parse_punctuation(":")
        self._parse_block_body(block)
        return block

    def parse_optional_successor(self) -> Block | None:
        token = self._parse_optional_token(MLIRTokenKind.CARET_IDENT)
        return None if token is None else self._get_block_from_name(token.span)

    def _parse_optional_block_arg_list(self, block: Block) -> Block | None:
        # As in xDSL, which takes quadratic time.
        if self._current_token.kind is not MLIRTokenKind.L_PAREN:
            return None
        arguments: list[BlockArgument] = []

        def parse_argument() -> None:
            what = "block argument expected"
            name = self._parse_token(MLIRTokenKind.PERCENT_IDENT, what).span
            self.parse_punctuation(":")
            type_ = self.parse_attribute()
            location = self.parse_optional_location() or UnknownLoc()
            arguments.append(BlockArgument(type_, block, len(arguments), location))
            self._register_ssa_definition(name.text[1:], arguments[-1:], name)

        self.parse_comma_separated_list(self.Delimiter.PAREN, parse_argument)
        block._args = tuple(arguments)  # pyright: ignore[reportPrivateUsage]
        return block

    def parse_affine_map(self) -> AffineMap:
        return _SemiAffineParser(self._parser_state).parse_affine_map()

    def parse_affine_set(self) -> AffineSet:
        return _SemiAffineParser(self._parser_state).parse_affine_set()

    def _parse_builtin_affine_map(self) -> AffineMapAttr:
        start = self._current_token.span.start
        self._check_dimensions(start, "->")
        attribute = super()._parse_builtin_affine_map()
        self._check_terms(start, attribute.data.results)
        return attribute

    def _parse_builtin_affine_set(self) -> AffineSetAttr:
        start = self._current_token.span.start
        self._check_dimensions(start, ":")
        attribute = super()._parse_builtin_affine_set()
        constraints = attribute.data.constraints
        self._check_terms(start, [side for c in constraints for side in (c.lhs, c.rhs)])
        return attribute

    def parse_affine_map_of_ssa_ids(self) -> tuple[AffineMap, Sequence[SSAValue[IndexType]]]:
        start = self._current_token.span.start
        map_, operands = super().parse_affine_map_of_ssa_ids()
        self._check_terms(start, map_.results)
        return map_, operands

    def _check_dimensions(self, start: int, mark: str) -> None:
        text = self.lexer.input.content
        if text.count(",", start, max(start, text.find(mark, start))) > MAX_DIMENSIONS:
            self._fail_at(start, f"more than {MAX_DIMENSIONS} dimensions")

    def _check_terms(self, start: int, expressions: Sequence[AffineExpr]) -> None:
        waiting = [(expression, 1) for expression in expressions]
        while waiting:
            expression, depth = waiting.pop()
            if depth > MAX_TERMS:
                self._fail_at(start, f"an affine expression nests more than {MAX_TERMS} deep")
            if isinstance(expression, AffineBinaryOpExpr):
                waiting += [(expression.lhs, depth + 1), (expression.rhs, depth + 1)]
            elif isinstance(expression, AffineConstantExpr) and abs(expression.value) >> 63:
                self._fail_at(start, "a number of an affine expression has more than 64 bits")

    def _parse_location(self) -> LocationAttr:
        # xDSL reads `fused[…]` without what MLIR calls its metadata.
        if self._current_token.text != "fused":
            return super()._parse_location()
        self.parse_keyword("fused")
        metadata: Attribute = NoneAttr()
        if self.parse_optional_punctuation("<") is not None:
            metadata = self.parse_attribute()
            self.parse_punctuation(">")
        locations = self.parse_comma_separated_list(self.Delimiter.SQUARE, self._parse_location)
        return FusedLoc(tuple(locations), metadata)

    def _parse_tensor_literal_element(self) -> _TensorLiteralElement:
        is_hexadecimal = self._current_token.text[:2] in ("0x", "0X")
        element = super()._parse_tensor_literal_element()
        if is_hexadecimal and isinstance(element.value, int):
            return _Bits(is_negative=False, value=element.value, span=element.span)
        return element

    def _parse_dense_literal_type(
        self,
    ) -> RankedStructure[IntegerType | IndexType | AnyFloat | ComplexType]:
        start = self._current_token.span.start
        type_ = super()._parse_dense_literal_type()
        self._check_size(type_, start)
        return type_

    def parse_dense_int_or_fp_elements_attr(
        self, type: RankedStructure[AnyDenseElement] | None
    ) -> DenseIntOrFPElementsAttr:
        if type is not None:
            self._check_size(type, self._current_token.span.start)
        return super().parse_dense_int_or_fp_elements_attr(type)

    def _check_size(self, type_: RankedStructure[AnyDenseElement], start: int) -> None:
        """
        Count the numbers of a `dense<…>`: xDSL keeps each, though a few digits may stand for many.

        Raises:
            CompileError: there are too many in the text.
        """
        self._numbers += prod(type_.get_shape())
        if self._numbers > MAX_NUMBERS:
            self._fail_at(start, f"constants are too large: more than {MAX_NUMBERS} numbers in all")

    def _fail(self, start: int, error: Exception) -> NoReturn:
        """Stop at a place of the text with what an exception means for its reader."""
        match error:
            case RecursionError():
                reason = "the text nests too deeply"
            case MemoryError() | OverflowError() | StructError():
                reason = "a number is too large"
            case ValueError() if "digits" in str(error):
                reason = _TOO_MANY_DIGITS
            case NotImplementedError():
                reason = f"not supported: {one_line(error)}"
            case VerifyException() | ValueError():
                reason = _UNEXPECTED.sub(r"\1 does not fit here", one_line(error))
            case _:
                reason = f"malformed text: {one_line(error) or type(error).__name__}"
        raise CompileError(reason, position_of(self._location(start))) from error

    def _fail_at(self, start: int, message: str, notes: Sequence[Note | str] = ()) -> NoReturn:
        raise CompileError(message, position_of(self._location(start)), notes)

    def _location(self, start: int) -> FileLineColLoc:
        line = bisect_right(self._line_starts, start)
        column = start - self._line_starts[line - 1] + 1
        return unchecked(
            FileLineColLoc,
            filename=self._file,
            line=IntAttr(line + self._line_offset),
            column=IntAttr(column),
        )


def decode(source: bytes, name: str, line_offset: int = 0) -> str:
    """
    The text of a file; `line_offset` is the number of lines before `source` in it.

    Raises:
        CompileError: it is not UTF-8.
    """
    try:
        return source.decode("utf-8")
    except UnicodeDecodeError as error:
        before = source[: error.start]
        line = before.count(b"\n") + 1 + line_offset
        column = error.start - (before.rfind(b"\n") + 1) + 1
        raise CompileError(
            f"not UTF-8 text: byte 0x{source[error.start]:02x}", Position(name, line, column)
        ) from error


_FAILURES = (VerifyException, ValueError, OverflowError, MemoryError, RecursionError)
"""What numbers, sizes and constraints raise while they are parsed."""


def parse_module(
    ctx: Context, source: bytes, name: str, *, line_offset: int = 0, implicit_module: bool = True
) -> ModuleOp:
    """
    Parse MLIR text whose operations get the places of their text.

    `line_offset` is the number of lines before `source` in the file `name`.

    Raises:
        CompileError: the text is not UTF-8, or an operation violates a constraint.
        ParseError: the text is not well formed.
    """
    text = decode(source, name, line_offset).removeprefix("\ufeff")
    module = LocatingParser(ctx, text, name, line_offset).parse_module(implicit_module)
    return locate_module(module, name, line_offset)


def locate_module(module: ModuleOp, name: str, line_offset: int = 0) -> ModuleOp:
    """A module of a file, with a place there if it has none: errors in it are never without."""
    if position_of(module.location) is None:
        module.location = FileLineColLoc(StringAttr(name), IntAttr(line_offset + 1), IntAttr(1))
    return module
