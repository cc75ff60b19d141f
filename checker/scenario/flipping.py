"""Scenarios played under readings and scopes other than those that their authors had in mind."""

from __future__ import annotations

import inspect
import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from checker.errors import InputError
from checker.judge.comparison.bench import tell_parent
from checker.judge.comparison.outcome import ScenarioOutcome
from checker.judge.comparison.serving import side_of
from checker.judge.comparison.sides import SideName
from checker.judge.workspace import Workspace
from checker.language.game import Game
from checker.scenario.collected import scenarios_in
from checker.scenario.numbered import Scenario
from checker.scenario.standing import Standing, standing
from checker.system.model import Source

__all__ = ["play_scenarios"]


def play_scenarios(workspace: Workspace, name: SideName, folder: Path) -> tuple[ScenarioOutcome, ...]:
    """Play the scenarios in a folder that start the game of a side, with what is read otherwise there.

    What a scenario asks for itself counts before what the side says. Where the folder is not of the side's
    own workspace, as for a revision, its files may name what there is not on this side: those are not played.

    Raises:
        InputError: the side, or a file of its own workspace's folder, is wrong.
    """
    side = side_of(workspace, name)
    game = side.entry.game
    scopes = {key: side.schema.scopes[key] for key, _ in name.settings if key in side.schema.scopes}
    own = folder.resolve().is_relative_to(workspace.root.resolve())
    unfit: dict[Path, str] = {}
    tables = scenarios_in(folder, None if own else unfit)
    found = [_not_played(path.relative_to(folder.resolve().parent), why) for path, why in unfit.items()]
    for table in tables:
        if not _related(table.game, game):
            continue
        for number, scenario in enumerate(table.table()):
            tell_parent(f"{name}: playing scenario {number} of {len(table.table())}")
            with standing(game, dict(side.schema.readings), scopes) as heard:
                outcome, unplayed = _played(scenario)
            if heard.started or unplayed:
                found.append(_outcome(scenario, outcome, unplayed, heard))
    return tuple(found)


def _not_played(path: Path, why: str) -> ScenarioOutcome:
    """Return what became of a file that does not fit the rules of a side."""
    return ScenarioOutcome(path.as_posix(), "", Source(path.as_posix(), 1), (), unplayed=why)


def _related(mine: type[Game], theirs: type[Game]) -> bool:
    """Whether scenarios of one game may start the other one: it is the same, or of the same rulebook."""
    return (
        issubclass(mine, theirs)
        or issubclass(theirs, mine)
        or bool(mine.rulebook and mine.rulebook == theirs.rulebook)
    )


def _played(scenario: Scenario) -> tuple[str, str]:
    """Play a scenario; return what is not as its author says, and why it cannot be played.

    One that pytest is told to play with several arguments is played with each; the first that fails counts.
    """
    names = set(inspect.signature(scenario.test).parameters)
    for arguments in _rows(scenario.test):
        if set(arguments) != names:
            return "", "it takes arguments that only pytest gives"
        outcome = _outcome_of(scenario.test, arguments)
        if outcome:
            return outcome, ""
    return "", ""


def _rows(test: Callable[..., Any]) -> Iterator[dict[str, Any]]:
    """Yield the arguments that marks such as ``@pytest.mark.parametrize("life", [1, 2])`` give to a test."""
    columns = []
    for mark in getattr(test, "pytestmark", ()):
        if mark.name != "parametrize":
            continue
        names, values = mark.args[:2]
        listed = [n.strip() for n in names.split(",")] if isinstance(names, str) else list(names)
        columns.append([_row(listed, value) for value in values])
    for rows in itertools.product(*columns):
        yield {name: value for row in rows for name, value in row.items()}


def _row(names: list[str], value: Any) -> dict[str, Any]:
    """Return one set of arguments; what ``pytest.param`` makes has its values apart."""
    given = getattr(value, "values", None) if hasattr(value, "marks") else None
    if given is None:
        given = (value,) if len(names) == 1 else value
    return dict(zip(names, given, strict=True))


def _outcome_of(test: Callable[..., Any], arguments: dict[str, Any]) -> str:
    """Run a test; return what is not as its author says."""
    try:
        test(**arguments)
    except AssertionError as error:
        return _first_line(error) or "what must be so is not"
    except InputError as error:
        return error.message
    except Exception as error:  # what a test does is its own; it must not end the comparison
        return f"{type(error).__name__}: {_first_line(error)}"
    return ""


def _first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0]


def _outcome(scenario: Scenario, outcome: str, unplayed: str, heard: Standing) -> ScenarioOutcome:
    return ScenarioOutcome(
        scenario.number,
        scenario.title,
        scenario.source,
        scenario.clauses,
        outcome,
        unplayed,
        tuple(heard.stated),
    )
