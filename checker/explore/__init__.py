"""Exhaustive search, shortest play first, and graphs of small games."""
