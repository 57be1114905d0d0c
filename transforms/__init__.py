"""Passes from tile IR to placed IR, one per file."""
