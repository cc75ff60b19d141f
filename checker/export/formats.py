"""The languages that there are, and which claims each of them can hold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from checker.export import murphi, promela, smtlib, smv
from checker.export.model import Exported, PropertyKind

__all__ = ["LANGUAGES", "Language", "written"]


@dataclass(frozen=True)
class Language:
    """A language by the name that people write it with, and the kinds of claim that it can hold."""

    title: str
    holds: frozenset[PropertyKind]


LANGUAGES: Mapping[str, Language] = {
    "smtlib": Language("SMT-LIB", smtlib.HOLDS),
    "smv": Language("SMV", smv.HOLDS),
    "promela": Language("Promela", promela.HOLDS),
    "murphi": Language("Murphi", murphi.HOLDS),
}
"""The languages by the words of ``--to``."""


def written(exported: Exported, to: str, *, depth: int | None = None) -> str:
    """Return ``exported`` in the language ``to``.

    For ``smtlib``, ``depth`` is the number of steps of a bounded search; without it there are Horn clauses.
    """
    if to == "smtlib":
        return smtlib.write_horn(exported) if depth is None else smtlib.write_bounded(exported, depth)
    return {"smv": smv.write, "promela": promela.write, "murphi": murphi.write}[to](exported)
