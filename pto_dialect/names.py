"""
Names for values in printed IR.
"""

from __future__ import annotations

import re

_FOREIGN = re.compile(r"[^A-Za-z0-9_$.-]+")
_SUFFIXES = re.compile(r"(_\d+)+$")


def ssa_name(text: str) -> str | None:
    """
    A name of the author's, or any other text, as the name hint of an SSA value: what IR cannot
    print becomes `_`, and the numbers that keep equal names apart are left to the printer.
    `None` if nothing is left.
    """
    name = _SUFFIXES.sub("", _FOREIGN.sub("_", text))
    if not name.strip("_"):
        return None
    return f"v{name}" if name[0].isdigit() else name
