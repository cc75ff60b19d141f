"""The command ``ruleproof``."""

from checker.cli.main import main

__all__ = ["main"]
