"""
The dialect that the `ptoas` assembler reads.

`types` and `attributes` hold the vocabulary, `base` what every operation shares, and one file
per family the operations: `views` (global views, tile handles, views of tiles), `movement`,
`matrix`, `arithmetic`, `scalar_arithmetic`, `unary`, `reductions`, `broadcast`, `pointers`,
`generation`, `gathering`, `synchronisation`, `reserved` and `kernel`.

Memory effects: an operation in destination-passing style reads what is in `ins` and writes what
is in `outs`; an allocation allocates its result; views are pure.
"""

from __future__ import annotations

from xdsl.ir import Dialect

from pto_dialect.pto.arithmetic import ARITHMETIC_OPS
from pto_dialect.pto.attributes import ATTRIBUTES
from pto_dialect.pto.broadcast import BROADCAST_OPS
from pto_dialect.pto.gathering import GATHERING_OPS
from pto_dialect.pto.generation import GENERATION_OPS
from pto_dialect.pto.kernel import KERNEL_OPS
from pto_dialect.pto.matrix import MATRIX_OPS
from pto_dialect.pto.movement import MOVEMENT_OPS
from pto_dialect.pto.pointers import POINTER_OPS
from pto_dialect.pto.reductions import REDUCTION_OPS
from pto_dialect.pto.reserved import RESERVED_OPS
from pto_dialect.pto.scalar_arithmetic import SCALAR_ARITHMETIC_OPS
from pto_dialect.pto.synchronisation import SYNCHRONISATION_OPS
from pto_dialect.pto.types import TYPES
from pto_dialect.pto.unary import UNARY_OPS
from pto_dialect.pto.views import VIEW_OPS

Pto = Dialect(
    "pto",
    [
        *POINTER_OPS,
        *VIEW_OPS,
        *MOVEMENT_OPS,
        *MATRIX_OPS,
        *ARITHMETIC_OPS,
        *SCALAR_ARITHMETIC_OPS,
        *UNARY_OPS,
        *REDUCTION_OPS,
        *BROADCAST_OPS,
        *GENERATION_OPS,
        *GATHERING_OPS,
        *KERNEL_OPS,
        *SYNCHRONISATION_OPS,
        *RESERVED_OPS,
    ],
    [*TYPES, *ATTRIBUTES],
)
"""The dialect of `.pto` files."""
