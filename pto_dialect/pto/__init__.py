"""
The dialect that the `ptoas` assembler reads.

`types` and `attributes` hold the vocabulary, `base` and `format` what operations share, and one
file per family the operations: `pointers`, `global_views`, `tile_handles`, `tile_views`,
`movement`, `matrix`, `arithmetic`, `scalar_arithmetic`, `unary`, `reductions`, `broadcast`,
`generation`, `gathering`, `kernel`, `synchronisation`, `arrays`, `reserved`, `queues`,
`communication` and `internal`.

Memory effects: an operation in destination-passing style reads what is in `ins` and writes what
is in `outs`; an allocation allocates its result; views are pure.
"""

from __future__ import annotations

from xdsl.ir import Dialect

from pto_dialect.pto.arithmetic import ARITHMETIC_OPS
from pto_dialect.pto.arrays import ARRAY_OPS
from pto_dialect.pto.attributes import ATTRIBUTES
from pto_dialect.pto.broadcast import BROADCAST_OPS
from pto_dialect.pto.communication import COMMUNICATION_OPS
from pto_dialect.pto.gathering import GATHERING_OPS
from pto_dialect.pto.generation import GENERATION_OPS
from pto_dialect.pto.global_views import GLOBAL_VIEW_OPS
from pto_dialect.pto.internal import INTERNAL_OPS
from pto_dialect.pto.kernel import KERNEL_OPS
from pto_dialect.pto.matrix import MATRIX_OPS
from pto_dialect.pto.movement import MOVEMENT_OPS
from pto_dialect.pto.pointers import POINTER_OPS
from pto_dialect.pto.queues import QUEUE_OPS
from pto_dialect.pto.reductions import REDUCTION_OPS
from pto_dialect.pto.reserved import RESERVED_OPS
from pto_dialect.pto.scalar_arithmetic import SCALAR_ARITHMETIC_OPS
from pto_dialect.pto.synchronisation import SYNCHRONISATION_OPS
from pto_dialect.pto.tile_handles import TILE_HANDLE_OPS
from pto_dialect.pto.tile_views import TILE_VIEW_OPS
from pto_dialect.pto.types import TYPES
from pto_dialect.pto.unary import UNARY_OPS

Pto = Dialect(
    "pto",
    [
        *POINTER_OPS,
        *GLOBAL_VIEW_OPS,
        *TILE_HANDLE_OPS,
        *TILE_VIEW_OPS,
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
        *ARRAY_OPS,
        *RESERVED_OPS,
        *QUEUE_OPS,
        *COMMUNICATION_OPS,
        *INTERNAL_OPS,
    ],
    [*TYPES, *ATTRIBUTES],
)
"""The dialect of `.pto` files."""
