"""The scenarios in a folder of tests."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

from checker.errors import ModelError
from checker.judge.citations import Citation
from checker.judge.clauses import Rulebook
from checker.judge.imports import importing
from checker.scenario.numbered import Scenarios

__all__ = ["scenarios_by_clause", "scenarios_in"]


def scenarios_in(folder: Path, unfit: dict[Path, str] | None = None) -> list[Scenarios]:
    """Return the tables of scenarios that the tests in a folder, and in those below it, fill.

    Args:
        folder: the folder.
        unfit: where it is given, files that cannot be imported are noted in it, each with the reason.

    Raises:
        ModelError: a file cannot be imported, or a scenario in it is wrong.
    """
    found: dict[int, Scenarios] = {}
    for number, path in enumerate(sorted(folder.resolve().rglob("test_*.py"))):
        if "scenario" in path.read_text(encoding="utf-8"):
            try:
                module = _imported(f"ruleproof_scenarios_{number}", path)
            except ModelError as error:
                if unfit is None:
                    raise
                unfit[path] = error.message
                continue
            found.update(
                (id(value), value) for value in vars(module).values() if isinstance(value, Scenarios)
            )
    return list(found.values())


def _imported(name: str, path: Path) -> ModuleType:
    """Return the module in a file, imported under a name that leaves those that it has in tests alone."""
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        with importing(path):
            spec.loader.exec_module(module)
    finally:
        del sys.modules[name]
    return module


def scenarios_by_clause(folder: Path, rulebook: Rulebook) -> dict[str, list[Citation]]:
    """Return the scenarios in a folder that rest on clauses of a rulebook, by the ids of the clauses."""
    found: dict[str, list[Citation]] = {}
    for scenarios in scenarios_in(folder):
        if scenarios.rulebook is None or scenarios.rulebook.file != rulebook.file:
            continue
        for scenario in scenarios.table():
            citation = Citation("scenario", scenario.number, scenario.source)
            for cited in scenario.clauses:
                for clause in rulebook.check_citation(cited, scenario.source):
                    known = found.setdefault(clause.id, [])
                    if citation not in known:
                        known.append(citation)
    return found
