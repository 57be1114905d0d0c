"""
The hash of an attribute, remembered.

Tables are looked up by type for every operation, and a tile type has about ten parameters.
"""

from __future__ import annotations

from xdsl.ir import ParametrizedAttribute


def hash_once(self: ParametrizedAttribute) -> int:
    """The `__hash__` of an attribute class, which hashes the parameters at the first call only."""
    fields = vars(self)
    known: int | None = fields.get("hash")
    if known is None:
        known = fields["hash"] = hash(self.parameters)
    return known
