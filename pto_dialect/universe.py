"""
Everything that `xdsl-opt` and our own tools can find by name, loaded on first use.

A new dialect, pass or target is one line in a table here. Nothing of ours is imported until it
is asked for, so starting a tool costs no more than it uses.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from xdsl.universe import Universe

DIALECTS = {
    "tile": "pto_dialect.tile:Tile",
    "buffer": "pto_dialect.buffer:Buffer",
    "mem": "pto_dialect.mem:Mem",
    "pto": "pto_dialect.pto:Pto",
}
"""Where each dialect is: its namespace to `module:object`."""

PASSES = {
    "expand-composite-ops": "transforms.expand_composite_ops:ExpandCompositeOpsPass",
    "expand-batch-matmul": "transforms.expand_batch_matmul:ExpandBatchMatmulPass",
    "flatten-tile-nd-to-2d": "transforms.flatten_tile_nd_to_2d:FlattenTileNdTo2dPass",
    "canonicalize-tile-slice": "transforms.canonicalize_tile_slice:CanonicalizeTileSlicePass",
    "infer-tile-memory-space": "transforms.infer_tile_memory_space:InferTileMemorySpacePass",
    "skew-cross-core-pipeline": "transforms.skew_cross_core_pipeline:SkewCrossCorePipelinePass",
    "lower-pipeline-to-slots": "transforms.lower_pipeline_to_slots:LowerPipelineToSlotsPass",
    "lower-pipeline-loops": "transforms.lower_pipeline_loops:LowerPipelineLoopsPass",
    "canonicalize-io-order": "transforms.canonicalize_io_order:CanonicalizeIoOrderPass",
    "insert-tile-copies": "transforms.insert_tile_copies:InsertTileCopiesPass",
    "init-memref": "transforms.init_memref:InitMemrefPass",
    "materialize-semantic-aliases": (
        "transforms.materialize_semantic_aliases:MaterializeSemanticAliasesPass"
    ),
    "memory-reuse": "transforms.memory_reuse:MemoryReusePass",
    "allocate-memory-addr": "transforms.allocate_memory_addr:AllocateMemoryAddrPass",
    "verify-memory-plan": "transforms.verify_memory_plan:VerifyMemoryPlanPass",
    "convert-tile-to-pto": "lowering.convert_tile_to_pto:ConvertTileToPtoPass",
    "verify-pto": "lowering.verify_pto:VerifyPtoPass",
    "pto-pipeline": "lowering.pipeline:PtoPipelinePass",
}
"""Where each pass is: its name to `module:class`."""

TARGETS = {
    "pto": "lowering.emit_pto:PtoTarget",
}
"""Where each output format is: its name to `module:class`."""

FRONTENDS = {
    "pto": "pto_dialect.pto.frontend:PtoFrontend",
}
"""Where each input format is: the extension of its files to `module:class`."""


def _lazily(table: dict[str, str]) -> dict[str, Callable[[], Any]]:
    """Turn `module:object` references into functions that import them when called."""

    def loader(reference: str) -> Callable[[], Any]:
        module, _, name = reference.partition(":")
        return lambda: getattr(import_module(module), name)

    return {name: loader(reference) for name, reference in table.items()}


PTO_UNIVERSE = Universe(
    all_dialects=_lazily(DIALECTS),
    all_passes=_lazily(PASSES),
    all_targets=_lazily(TARGETS),
    all_frontends=_lazily(FRONTENDS),
)
"""What the entry point `xdsl.universe` announces."""
