"""The mark by which the tool knows the files of plays that it wrote itself."""

from __future__ import annotations

__all__ = ["MARK"]

MARK = "ruleproof, which replaces and removes this file"
"""It stands near the beginning of each such file, as a comment or as metadata."""
