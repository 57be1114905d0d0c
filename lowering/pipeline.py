"""
The default pipeline, from tile IR as an author writes it to the assembler's dialect.

`pto-pipeline{planner=ptoas}` runs the passes of `stages` in order, so that running them one by
one gives the same result.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from lowering.convert_tile_to_pto import ConvertTileToPtoPass
from lowering.no_text import check_is_no_text
from pto_dialect.machine.ptoas import DEFAULT_PTOAS
from transforms.allocate_memory_addr import AllocateMemoryAddrPass
from transforms.canonicalize_io_order import CanonicalizeIoOrderPass
from transforms.canonicalize_tile_slice import CanonicalizeTileSlicePass
from transforms.expand_batch_matmul import ExpandBatchMatmulPass
from transforms.expand_composite_ops import ExpandCompositeOpsPass
from transforms.flatten_tile_nd_to_2d import FlattenTileNdTo2dPass
from transforms.infer_tile_memory_space import InferTileMemorySpacePass
from transforms.init_memref import InitMemrefPass
from transforms.insert_tile_copies import InsertTileCopiesPass
from transforms.lower_pipeline_loops import LowerPipelineLoopsPass
from transforms.lower_pipeline_to_slots import LowerPipelineToSlotsPass
from transforms.materialize_semantic_aliases import MaterializeSemanticAliasesPass
from transforms.memory_reuse import MemoryReusePass
from transforms.skew_cross_core_pipeline import SkewCrossCorePipelinePass
from transforms.verify_memory_plan import VerifyMemoryPlanPass


@dataclass(frozen=True)
class PtoPipelinePass(ModulePass):
    """The default pipeline; see the module's docstring."""

    name = "pto-pipeline"

    planner: str | None = None
    """Memory planner; default: what the module records, else `pack`."""
    rotate: str | None = None
    """When pipelined loops rotate through slots: `auto`, `always` or `never`; default `auto`."""
    ptoas_version: str = str(DEFAULT_PTOAS)
    """The version of the assembler that will read the text."""
    sync: str = "insert"
    """How the assembler synchronises: `insert` or `graph`."""

    def memory_stages(self) -> Sequence[ModulePass]:
        """The passes from values to a checked memory plan."""
        return (
            ExpandCompositeOpsPass(),
            ExpandBatchMatmulPass(),
            FlattenTileNdTo2dPass(),
            CanonicalizeTileSlicePass(),
            InferTileMemorySpacePass(),
            SkewCrossCorePipelinePass(),
            LowerPipelineToSlotsPass(
                planner=self.planner, rotate=self.rotate, ptoas_version=self.ptoas_version
            ),
            LowerPipelineLoopsPass(),
            CanonicalizeIoOrderPass(),
            InsertTileCopiesPass(),
            InitMemrefPass(planner=self.planner),
            MaterializeSemanticAliasesPass(),
            MemoryReusePass(planner=self.planner),
            AllocateMemoryAddrPass(
                planner=self.planner, ptoas_version=self.ptoas_version, sync=self.sync
            ),
            VerifyMemoryPlanPass(ptoas_version=self.ptoas_version, sync=self.sync),
        )

    def stages(self) -> Sequence[ModulePass]:
        """All passes, in order."""
        return (
            *self.memory_stages(),
            ConvertTileToPtoPass(ptoas_version=self.ptoas_version, planner=self.planner),
        )

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        check_is_no_text(op)
        for stage in self.stages():
            stage.apply(ctx, op)
