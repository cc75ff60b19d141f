"""Which other readings and scopes a spec has its clauses looked at under, and how that is asked."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.errors import ModelError
from checker.judge.contradictions.elsewhere import rounds_of
from checker.judge.norms import declare
from checker.judge.norms.declare import also_under, elsewhere_of
from checker.judge.selection import Selection
from checker.judge.workspace import GameEntry
from tests.judge.contradictions.planted import Market


@pytest.fixture(autouse=True)
def nothing_stated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(declare, "_elsewhere", [])


def test_texts_are_readings_and_numbers_are_scopes() -> None:
    also_under(Market, edition="B", players=3)
    also_under(Market, players=3, edition="B")
    (stated,) = elsewhere_of(Market)
    assert (stated.readings, stated.scopes) == ((("edition", "B"),), (("players", 3),))
    assert Path(stated.source.file).name == "test_elsewhere.py"


def test_what_is_named_must_be_there_and_something_must_be_named() -> None:
    with pytest.raises(ModelError, match="names no other reading or scope"):
        also_under(Market)
    also_under(Market, weather="fine")
    with pytest.raises(ModelError, match="weather") as caught:
        list(rounds_of(GameEntry("market", Market, None), Selection()))
    assert caught.value.source == elsewhere_of(Market)[0].source


def test_a_round_keeps_what_was_asked_besides() -> None:
    also_under(Market, players=2)
    ((words, asked),) = rounds_of(GameEntry("market", Market, None), Selection(timeout=9, jobs=2))
    assert words == "market with players=2"
    assert (asked.timeout, asked.jobs, dict(asked.scopes), dict(asked.readings)) == (9, 2, {"players": 2}, {})
