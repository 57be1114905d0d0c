"""
Where versions of the assembler disagree about what is valid: one table.
"""

from __future__ import annotations

from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Operation

from pto_dialect.diagnostics import CompileError
from pto_dialect.machine.ptoas import DEFAULT_PTOAS, PtoasVersion

PTOAS_VERSION = "pto.ptoas_version"
"""Module attribute: the version of the assembler that the module is for."""

V60 = PtoasVersion(0, 60)
"""The version from which on the rules below differ."""

UNKNOWN_TEXT = (
    "pto.cmo.cacheinvalid",
    "pto.get_buf_dyn",
    "pto.rls_buf_dyn",
    "pto.set_cross_block",
    "pto.set_intra_block",
    "pto.struct_get",
    "pto.struct_set",
    "pto.wait_cross_block",
    "pto.wait_intra_block",
)
"""Operations of which we know the name only; what is written of them is kept."""

UNKNOWN_ATTRIBUTES = ("pto.dcci_", "pto.dsb_mem")
"""Beginnings of names of attributes of which we do not know what is in them; it is kept."""

ADDED: dict[str, PtoasVersion] = dict.fromkeys(
    (
        "pto.taddrelu",
        "pto.set_quant_scalar",
        "pto.set_quant_vector",
        "pto.section.simt",
        "pto.declare_struct",
        "pto.fence.barrier_all",
        *UNKNOWN_TEXT,
    ),
    V60,
)
"""Operations by the first version that has them; the others were always there."""

ADDED_TYPES: dict[str, PtoasVersion] = {"pto.struct": V60, "pto.bf16x2": V60}
"""Types by the first version that has them; the others were always there."""

REMOVED: dict[str, PtoasVersion] = dict.fromkeys(
    (
        "pto.tstore_fp",
        "pto.tmov.fp",
        "pto.textract_fp",
        "pto.tinsert_fp",
        "pto.tfillpad_expand",
        "pto.tfillpad_inplace",
        "pto.bind_tile",
        "pto.materialize_tile",
        "pto.pointer_cast",
        "pto.slot_marker",
        "pto.declare_tile_memref",
        "pto.simd.tile_to_memref",
    ),
    V60,
)
"""Operations by the first version that has them no more."""

SCRATCH_OPTIONAL: dict[str, PtoasVersion] = dict.fromkeys(
    (
        "pto.ttrans",
        "pto.trem",
        "pto.txor",
        "pto.tprelu",
        "pto.trems",
        "pto.txors",
        "pto.tsel",
        "pto.tsels",
        "pto.trowsum",
        "pto.trowmax",
        "pto.trowmin",
        "pto.trowprod",
        "pto.trowargmax",
        "pto.trowargmin",
        "pto.tcolargmax",
        "pto.tcolargmin",
    ),
    V60,
)
"""Operations by the first version in which their scratch tile `tmp` may be left out."""

_SUBBLOCK = dict.fromkeys(
    (
        "pto.tpush",
        "pto.tpush_to_aic",
        "pto.tpush_to_aiv",
        "pto.tpop",
        "pto.tpop_from_aic",
        "pto.tpop_from_aiv",
    ),
    ("aiv_subblockid",),
)
_EPILOGUE = dict.fromkeys(
    (
        "pto.aic_initialize_pipe",
        "pto.aiv_initialize_pipe",
        "pto.initialize_l2g2l_pipe",
        "pto.initialize_l2l_pipe",
    ),
    ("acc_push_epilogue",),
)
PARTS_ADDED: dict[str, tuple[str, ...]] = {
    "pto.tcvt": ("tmp",),
    "pto.tstore": ("fp",),
    "pto.textract": ("fp",),
    "pto.tmov": ("grpAxis",),
    "pto.tquant.mx": ("grpAxis", "interleave"),
    "pto.tgather": ("axis",),
    "pto.tscatter": ("axis",),
    **_SUBBLOCK,
    **_EPILOGUE,
}
"""Operands and properties of operations that they did not always have."""

PARTS_SINCE = V60
"""First version that has those parts."""

NO_MEMREF = V60
"""First version that takes no memref operand."""

DIRECT_SLOTS = V60
"""First version that takes a slot of nothing but the result of an allocation."""

ONE_WORKSPACE = V60
"""First version in which a soft meeting of cores has a workspace in global memory only."""

CHECKED_ADDRESSES = V60
"""First version that checks the alignment of constant addresses."""

RESERVATION_BY_LEVEL = V60
"""First version in which the level says whether a reserved buffer has a base."""


def parse_version(text: str | None) -> PtoasVersion | None:
    """
    The version that an option names, if it names one.

    Raises:
        CompileError: it names something that is no version.
    """
    if text is None:
        return None
    try:
        return PtoasVersion.parse(text)
    except ValueError as error:
        raise CompileError(str(error)) from error


def version_of(module: Operation) -> PtoasVersion:
    """
    The version that a module is for, 0.48 if it names none.

    Raises:
        ValueError: it names something that is no version.
    """
    attribute = module.attributes.get(PTOAS_VERSION)
    if attribute is None:
        return DEFAULT_PTOAS
    return PtoasVersion.parse(attribute.data if isinstance(attribute, StringAttr) else "")
