"""
Communication between devices, which is not supported: a file that imports this module can be read,
and what it says about communication is refused where it stands in a kernel.

    import pto_dialect.language.distributed as pld
"""

from __future__ import annotations

from pto_dialect.language.surface import OutOfScope


def __getattr__(name: str) -> OutOfScope:
    if name.startswith("__"):
        raise AttributeError(name)
    return OutOfScope(f"pld.{name}", "communication between devices")
