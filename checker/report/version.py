"""The version of the tool, as reports and ``--version`` name it."""

from __future__ import annotations

__all__ = ["installed_version"]


def installed_version() -> str | None:
    """Return the version of the tool that is installed, or None where it runs from its sources."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("ruleproof")
    except PackageNotFoundError:
        return None
