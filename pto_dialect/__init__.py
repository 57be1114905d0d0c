"""Dialects, the `pl` language, machine facts, the interpreter and the tools."""
