"""Analyses, each computed once per function and shared by the passes."""
