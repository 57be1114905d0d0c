"""
A matrix product with a bias for each column, and what is negative set to zero.

    pto-compile examples/matmul_bias_relu.py
    pto-run examples/matmul_bias_relu.py --check

The cube core multiplies and adds the bias, the vector core does the rest: two functions, since one
function runs on one core. What is between them is in global memory.
"""

import pto_dialect.language as pl

M, K, N = 64, 128, 64
BLOCK = 32
Product = pl.Tensor[[M, N], pl.FP32]


@pl.program
class MatmulBiasRelu:
    @pl.function(type=pl.FunctionType.AIC)
    def matmul_bias(
        self,
        a: pl.Tensor[[M, K], pl.FP16],
        b: pl.Tensor[[K, N], pl.FP16],
        bias: pl.Tensor[[1, N], pl.FP32],
        product: pl.Out[Product],
    ) -> Product:
        lhs = pl.load(a, [0, 0], [M, K])
        rhs = pl.load(b, [0, 0], [K, N])
        added = pl.load(bias, [0, 0], [1, N])
        return pl.store(pl.matmul_bias(lhs, rhs, added), [0, 0], product)

    @pl.function(type=pl.FunctionType.AIV)
    def relu(self, product: Product, out: pl.Out[Product]) -> Product:
        for i in range(0, M, BLOCK):
            block = pl.load(product[i : i + BLOCK, :], [0, 0], [BLOCK, N])
            out[i : i + BLOCK, :] = pl.relu(block)
        return out
