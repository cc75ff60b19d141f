"""How pytest loads the plugin: by itself where ruleproof is installed, else as it is told to here."""

from __future__ import annotations

from importlib.metadata import entry_points

__all__ = ["NAME", "OPTIONS"]

_INSTALLED = bool(entry_points(group="pytest11", name="ruleproof"))

NAME = "ruleproof" if _INSTALLED else "checker.plugin"
"""The plugin's name for ``-p no:NAME``."""

OPTIONS = () if _INSTALLED else ("-p", NAME)
"""What a command needs so that the plugin is loaded."""
