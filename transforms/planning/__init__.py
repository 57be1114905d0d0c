"""Packing and address search on plain data; nothing here knows the IR."""
