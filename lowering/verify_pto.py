"""
Check `.pto` IR against the rules of the assembler.

Needs: a module of `pto` operations, as `convert-tile-to-pto` or a `.pto` file gives it. Leaves it
as it is, or stops at the first operation that the assembler would reject: addresses on some
allocations only, element types, memories and layouts that the target does not have, operations
of another version. Target and version are the module's (`pto.target_arch`, else a3;
`pto.ptoas_version`, else 0.48) unless the option says otherwise.

    %t = pto.alloc_tile : !pto.tile_buf<vec, 16x64xbf16>
    pto.tadd ins(%t, %t : …) outs(%t : …)
    // error: pto.tadd: bf16 is no element type on a3, only i16*, i32*, f16, f32
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from pto_dialect.pto.verify import verify_pto
from pto_dialect.pto.versions import parse_version


@dataclass(frozen=True)
class VerifyPtoPass(ModulePass):
    """Check `.pto` IR against the rules of the assembler."""

    name = "verify-pto"

    ptoas_version: str | None = None
    """Version of the assembler (default: the module's, else 0.48)."""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        verify_pto(op, parse_version(self.ptoas_version))
