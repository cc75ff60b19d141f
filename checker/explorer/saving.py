"""Saving a play as a test of pytest, which passes as long as the play can be taken and comes to the same."""

from __future__ import annotations

import re
from dataclasses import dataclass

from checker.explorer.positions import Explored, Position
from checker.judge.verdict import SavedPlay, SavedStep, Status
from checker.report.escape import file_name
from checker.report.regression import recorded_test
from checker.system.shapes import show

__all__ = ["SavedTest", "scenario_test"]


@dataclass(frozen=True)
class SavedTest:
    """The text of a file of tests, and the name that it may have."""

    text: str
    file: str


def scenario_test(game: Explored, position: Position, name: str = "") -> SavedTest:
    """Return the test of a play, which states the fields that it changed and what they came to.

    ``name`` says in a few words what the play shows.
    """
    saved = SavedPlay(
        report="",
        game=game.schema.name,
        claim="",
        kind="",
        readings=dict(game.readings),
        scopes=dict(game.scopes),
        status=Status.HOLDS,
        initial=position.initial,
        steps=tuple(SavedStep(s.rule, dict(s.arguments), s.sentence) for s in position.told),
        ends_wrong=position.wrong is not None,
        model_file=game.entry.file,
    )
    start, end = game.interpreter.show(position.line[0].state), game.show(position)
    stated = {field: show(value) for field, value in end.items() if value != start[field]}
    wrong = "" if position.wrong is None else position.wrong.message
    stem = re.sub(r"\W+", "_", name or f"{game.schema.name} play", flags=re.ASCII).strip("_").lower()
    return SavedTest(recorded_test(saved, name, stated, wrong), f"test_{file_name(stem or 'play')}.py")
