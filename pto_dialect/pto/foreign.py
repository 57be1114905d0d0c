"""
Operations of MLIR's own dialects that occur in `.pto` files and that xDSL does not have.

They exist for the parser of `.pto` text only; no pass makes them.
"""

from __future__ import annotations

from typing import ClassVar

from xdsl.dialects.builtin import AnyFloatConstr, IndexType, IntegerType
from xdsl.ir import Operation
from xdsl.irdl import (
    AnyOf,
    IRDLOperation,
    VarConstraint,
    irdl_op_definition,
    operand_def,
    result_def,
    traits_def,
)
from xdsl.traits import Pure


@irdl_op_definition
class IndexCastUIOp(IRDLOperation):
    """An integer as an index or the other way round, without sign."""

    name = "arith.index_castui"

    input = operand_def(AnyOf.get(IntegerType, IndexType))
    result = result_def(AnyOf.get(IntegerType, IndexType))

    traits = traits_def(Pure())

    assembly_format = "$input attr-dict `:` type($input) `to` type($result)"


@irdl_op_definition
class RemFOp(IRDLOperation):
    """The remainder of a division of floats, with the sign of the dividend."""

    name = "arith.remf"

    T: ClassVar = VarConstraint("T", AnyFloatConstr)

    lhs = operand_def(T)
    rhs = operand_def(T)
    result = result_def(T)

    traits = traits_def(Pure())

    assembly_format = "$lhs `,` $rhs attr-dict `:` type($result)"


FOREIGN_OPS: dict[str, type[Operation]] = {op.name: op for op in (IndexCastUIOp, RemFOp)}
"""Those operations by name."""
