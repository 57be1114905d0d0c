"""
The matrix unit: products of a left and a right operand into an accumulator.
"""

from __future__ import annotations

from abc import ABC
from typing import ClassVar

from xdsl.dialects.builtin import TensorType
from xdsl.ir import SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, opt_result_def, traits_def
from xdsl.utils.exceptions import VerifyException

from pto_dialect.pto.attributes import AccPhaseAttr, default_prop
from pto_dialect.pto.base import TILE, DpsEffects, DpsOp, PtoOp
from pto_dialect.pto.checks import (
    agree,
    agree_in_pairs,
    check_same_element,
    check_same_valid,
    check_space,
    tile_types,
)
from pto_dialect.pto.types import TileBufType, dims_text, is_pair

MAX_EXTENT = 4095
"""Largest M, K and N of one instruction."""


def _check_product(
    name: str, lhs: TileBufType, rhs: TileBufType, dst: TileBufType, *, is_vector: bool = False
) -> None:
    """`dst[M, N] = lhs[M, K] · rhs[K, N]`, on valid regions."""
    check_space(name, "lhs", lhs, "left")
    check_space(name, "rhs", rhs, "right")
    check_space(name, "dst", dst, "acc")
    (m, k), (k2, n), (m2, n2) = lhs.valid, rhs.valid, dst.valid
    # An element with two values may hold two of K, or two of N.
    fits = agree_in_pairs if is_pair(rhs.element_type) else agree
    if not (agree(m, m2) and fits(k, k2) and fits(n, n2)):
        raise VerifyException(
            f"{name}: shapes do not fit, {dims_text(lhs.valid)} · {dims_text(rhs.valid)} into "
            f"{dims_text(dst.valid)}"
        )
    if max(m, k, n) > MAX_EXTENT:
        raise VerifyException(
            f"{name}: M, K and N are at most {MAX_EXTENT}, got {dims_text((m, k, n))}"
        )
    if is_vector and not agree(m, 1):
        raise VerifyException(f"{name}: lhs has one valid row, got {m}")


def _check_accumulator(name: str, role: str, acc_in: TileBufType, dst: TileBufType) -> None:
    """What is added to has the shape of the result."""
    check_space(name, role, acc_in, "acc")
    check_same_element(name, acc_in, dst)
    check_same_valid(name, acc_in, dst)


def _check_bias(name: str, bias: TileBufType, dst: TileBufType) -> None:
    """A bias is one row of the result's elements."""
    check_space(name, "bias", bias, "bias")
    if bias.element_type != dst.element_type:
        raise VerifyException(
            f"{name}: the bias has the element type of dst, {dst.element_type}, "
            f"got {bias.element_type}"
        )
    if not agree(bias.valid[0], 1):
        raise VerifyException(f"{name}: the bias is one row, got {bias.valid[0]}")


class ProductOp(DpsOp, ABC):
    """A product of two matrices, or of a row vector and a matrix."""

    IS_VECTOR: ClassVar[bool] = False
    """Whether the left operand is a row vector."""


class MatMulOp(ProductOp, ABC):
    """
    `dst = lhs · rhs`.

        pto.… ins(%l, %r : L, R) outs(%acc : C)
    """

    lhs = operand_def(TILE)
    rhs = operand_def(TILE)
    dst = operand_def(TILE)
    phase = default_prop(AccPhaseAttr, "unspecified", "accPhase")
    result = opt_result_def(TensorType)

    traits = traits_def(DpsEffects())

    def __init__(self, lhs: SSAValue, rhs: SSAValue, dst: SSAValue):
        self.build_dps((lhs, rhs, dst))

    def verify_(self) -> None:
        types = tile_types(self._operands)
        if types is not None:
            _check_product(self.name, *types, is_vector=self.IS_VECTOR)


class MatMulAccOp(ProductOp, ABC):
    """
    `dst += lhs · rhs`. The instruction accumulates in `dst`, so `acc_in` has to be the same
    memory.

        pto.… ins(%acc, %l, %r : C, L, R) outs(%acc : C)
    """

    READS_DESTINATION: ClassVar = True

    acc_in = operand_def(TILE)
    lhs = operand_def(TILE)
    rhs = operand_def(TILE)
    dst = operand_def(TILE)
    phase = default_prop(AccPhaseAttr, "unspecified", "accPhase")
    result = opt_result_def(TensorType)

    traits = traits_def(DpsEffects())

    def __init__(self, acc_in: SSAValue, lhs: SSAValue, rhs: SSAValue, dst: SSAValue):
        self.build_dps((acc_in, lhs, rhs, dst))

    def verify_(self) -> None:
        types = tile_types(self._operands)
        if types is not None:
            acc_in, lhs, rhs, dst = types
            _check_accumulator(self.name, "acc_in", acc_in, dst)
            _check_product(self.name, lhs, rhs, dst, is_vector=self.IS_VECTOR)


class MatMulBiasOp(ProductOp, ABC):
    """
    `dst = a · b + bias`, the bias being one row.

        pto.… ins(%l, %r, %bias : L, R, B) outs(%acc : C)
    """

    a = operand_def(TILE)
    b = operand_def(TILE)
    bias = operand_def(TILE)
    dst = operand_def(TILE)
    phase = default_prop(AccPhaseAttr, "unspecified", "accPhase")
    result = opt_result_def(TensorType)

    traits = traits_def(DpsEffects())

    def __init__(self, a: SSAValue, b: SSAValue, bias: SSAValue, dst: SSAValue):
        self.build_dps((a, b, bias, dst))

    def verify_(self) -> None:
        types = tile_types(self._operands)
        if types is None:
            return
        a, b, bias, dst = types
        _check_product(self.name, a, b, dst, is_vector=self.IS_VECTOR)
        _check_bias(self.name, bias, dst)


class MxOp(ProductOp, ABC):
    """`dst = (a · a_scale) · (b · b_scale)`: operands with a scale per block of 32 (a5)."""

    a = operand_def(TILE)
    a_scale = operand_def(TILE)
    b = operand_def(TILE)
    b_scale = operand_def(TILE)
    dst = operand_def(TILE)
    phase = default_prop(AccPhaseAttr, "unspecified", "accPhase")
    result = opt_result_def(TensorType)

    traits = traits_def(DpsEffects())

    def __init__(
        self, a: SSAValue, a_scale: SSAValue, b: SSAValue, b_scale: SSAValue, dst: SSAValue
    ):
        self.build_dps((a, a_scale, b, b_scale, dst))

    def verify_(self) -> None:
        types = tile_types(self._operands)
        if types is not None:
            _check_scaled_product(self.name, *types, is_vector=self.IS_VECTOR)


class MxAccOp(ProductOp, ABC):
    """`dst += (a · a_scale) · (b · b_scale)` (a5)."""

    READS_DESTINATION: ClassVar = True

    c_in = operand_def(TILE)
    a = operand_def(TILE)
    a_scale = operand_def(TILE)
    b = operand_def(TILE)
    b_scale = operand_def(TILE)
    dst = operand_def(TILE)
    phase = default_prop(AccPhaseAttr, "unspecified", "accPhase")
    result = opt_result_def(TensorType)

    traits = traits_def(DpsEffects())

    def __init__(
        self,
        c_in: SSAValue,
        a: SSAValue,
        a_scale: SSAValue,
        b: SSAValue,
        b_scale: SSAValue,
        dst: SSAValue,
    ):
        self.build_dps((c_in, a, a_scale, b, b_scale, dst))

    def verify_(self) -> None:
        types = tile_types(self._operands)
        if types is not None:
            _check_accumulator(self.name, "c_in", types[0], types[-1])
            _check_scaled_product(self.name, *types[1:], is_vector=self.IS_VECTOR)


class MxBiasOp(ProductOp, ABC):
    """`dst = (a · a_scale) · (b · b_scale) + bias` (a5)."""

    a = operand_def(TILE)
    a_scale = operand_def(TILE)
    b = operand_def(TILE)
    b_scale = operand_def(TILE)
    bias = operand_def(TILE)
    dst = operand_def(TILE)
    result = opt_result_def(TensorType)

    traits = traits_def(DpsEffects())

    def __init__(
        self,
        a: SSAValue,
        a_scale: SSAValue,
        b: SSAValue,
        b_scale: SSAValue,
        bias: SSAValue,
        dst: SSAValue,
    ):
        self.build_dps((a, a_scale, b, b_scale, bias, dst))

    def verify_(self) -> None:
        types = tile_types(self._operands)
        if types is not None:
            a, a_scale, b, b_scale, bias, dst = types
            _check_bias(self.name, bias, dst)
            _check_scaled_product(self.name, a, a_scale, b, b_scale, dst, is_vector=self.IS_VECTOR)


def _check_scaled_product(
    name: str,
    a: TileBufType,
    a_scale: TileBufType,
    b: TileBufType,
    b_scale: TileBufType,
    dst: TileBufType,
    *,
    is_vector: bool,
) -> None:
    _check_product(name, a, b, dst, is_vector=is_vector)
    for role, scale in (("a_scale", a_scale), ("b_scale", b_scale)):
        check_space(name, role, scale, "scaling")
        if scale.fractal.data != 32:
            raise VerifyException(
                f"{name}: {role} has to have fractal=32, got {scale.fractal.data}"
            )


@irdl_op_definition
class TMatMulOp(MatMulOp):
    """Matrix product."""

    name = "pto.tmatmul"


@irdl_op_definition
class TMatMulAccOp(MatMulAccOp):
    """Matrix product added to the accumulator."""

    name = "pto.tmatmul.acc"


@irdl_op_definition
class TMatMulBiasOp(MatMulBiasOp):
    """Matrix product plus a row."""

    name = "pto.tmatmul.bias"


@irdl_op_definition
class TMatMulMxOp(MxOp):
    """Scaled matrix product."""

    name = "pto.tmatmul.mx"


@irdl_op_definition
class TMatMulMxAccOp(MxAccOp):
    """Scaled matrix product added to the accumulator."""

    name = "pto.tmatmul.mx.acc"


@irdl_op_definition
class TMatMulMxBiasOp(MxBiasOp):
    """Scaled matrix product plus a row."""

    name = "pto.tmatmul.mx.bias"


@irdl_op_definition
class TGemvOp(MatMulOp):
    """Product of a row vector and a matrix."""

    name = "pto.tgemv"
    IS_VECTOR: ClassVar = True


@irdl_op_definition
class TGemvAccOp(MatMulAccOp):
    """Product of a row vector and a matrix, added to the accumulator."""

    name = "pto.tgemv.acc"
    IS_VECTOR: ClassVar = True


@irdl_op_definition
class TGemvBiasOp(MatMulBiasOp):
    """Product of a row vector and a matrix plus a row."""

    name = "pto.tgemv.bias"
    IS_VECTOR: ClassVar = True


@irdl_op_definition
class TGemvMxOp(MxOp):
    """Scaled product of a row vector and a matrix."""

    name = "pto.tgemv.mx"
    IS_VECTOR: ClassVar = True


@irdl_op_definition
class TGemvMxAccOp(MxAccOp):
    """Scaled product of a row vector and a matrix, added to the accumulator."""

    name = "pto.tgemv.mx.acc"
    IS_VECTOR: ClassVar = True


@irdl_op_definition
class TGemvMxBiasOp(MxBiasOp):
    """Scaled product of a row vector and a matrix plus a row."""

    name = "pto.tgemv.mx.bias"
    IS_VECTOR: ClassVar = True


MATRIX_OPS: list[type[PtoOp]] = [
    TMatMulOp,
    TMatMulAccOp,
    TMatMulBiasOp,
    TMatMulMxOp,
    TMatMulMxAccOp,
    TMatMulMxBiasOp,
    TGemvOp,
    TGemvAccOp,
    TGemvBiasOp,
    TGemvMxOp,
    TGemvMxAccOp,
    TGemvMxBiasOp,
]
"""Operations of the matrix unit."""
