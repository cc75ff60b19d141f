from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from checker.errors import UsageError
from checker.judge.rounds import Round, rounds_of
from checker.judge.selection import Selection
from checker.judge.workspace import GameEntry, load_file

GAME = """
from checker import Game, Participant, action, integer, reading, require, scope
from checker.judge.claims import invariant, under, violated


class Player(Participant, size=scope(2, least=2, most=3)):
    pass


class {name}(Game):
    tally: int = integer(0, 3)
    {reading}: str = reading("how far does one count", one="X:1", two="X:2", three="X:3")

    @action()
    def count_on(self, player: Player) -> None:
        require(self.tally < 2)
        self.tally += 1


@invariant(also=(under({reading}="two", expect=violated(length=2)), under({reading}="three")))
def small(game: {name}) -> bool:
    return game.tally < 2


@invariant()
def plain(game: {name}) -> bool:
    return True
"""


@pytest.fixture
def entries(tmp_path: Path) -> list[GameEntry]:
    found = []
    for name, reading in (("Count", "step"), ("Tally", "pace")):
        path = tmp_path / f"{name.lower()}.py"
        path.write_text(GAME.format(name=name, reading=reading), encoding="utf-8")
        found += load_file(path)
    return found


def told(rounds: Iterator[Round]) -> list[tuple[str, dict[str, str], dict[str, tuple[str, int | None]]]]:
    return [
        (r.entry.name, dict(r.varied), {c.name: (e.status, e.length) for c, e in r.claims if c.name in NAMES})
        for r in rounds
    ]


NAMES = ("small", "plain")
HOLDS, VIOLATED = ("holds", None), ("violated", 2)


def test_claims_are_judged_under_each_reading_that_they_name(entries: list[GameEntry]) -> None:
    assert told(rounds_of(entries[:1], Selection())) == [
        ("count", {}, {"small": HOLDS, "plain": HOLDS}),
        ("count", {"step": "two"}, {"small": VIOLATED}),
        ("count", {"step": "three"}, {"small": HOLDS}),
    ]


@pytest.mark.parametrize(("option", "expected"), [("one", HOLDS), ("two", VIOLATED), ("three", HOLDS)])
def test_a_reading_that_is_asked_for_is_judged_alone(
    entries: list[GameEntry], option: str, expected: tuple[str, int | None]
) -> None:
    asked = Selection(readings={"step": option})
    assert told(rounds_of(entries[:1], asked)) == [
        ("count", {"step": option}, {"small": expected, "plain": HOLDS})
    ]


def test_a_reading_that_one_game_has_leaves_the_others_as_they_are(entries: list[GameEntry]) -> None:
    asked = Selection(readings={"step": "two"}, properties=("small",))
    assert told(rounds_of(entries, asked)) == [
        ("count", {"step": "two"}, {"small": VIOLATED}),
        ("tally", {}, {"small": HOLDS}),
        ("tally", {"pace": "two"}, {"small": VIOLATED}),
        ("tally", {"pace": "three"}, {"small": HOLDS}),
    ]


def test_every_option_is_tried_on_every_claim(entries: list[GameEntry]) -> None:
    assert told(rounds_of(entries[:1], Selection(every_reading=True))) == [
        ("count", {}, {"small": HOLDS, "plain": HOLDS}),
        ("count", {"step": "two"}, {"small": VIOLATED, "plain": HOLDS}),
        ("count", {"step": "three"}, {"small": HOLDS, "plain": HOLDS}),
    ]
    asked = Selection(readings={"step": "two"}, properties=("small",), every_reading=True)
    assert told(rounds_of(entries[:1], asked)) == [
        ("count", {"step": "two"}, {"small": VIOLATED}),
        ("count", {"step": "one"}, {"small": HOLDS}),
        ("count", {"step": "three"}, {"small": HOLDS}),
    ]


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (Selection(readings={"stp": "two"}), "no game has a reading 'stp'"),
        (Selection(scopes={"player": 2}), "no game has a scope 'player'"),
        (Selection(properties=("smal",)), "there is no property 'smal'"),
    ],
)
def test_what_no_game_has(entries: list[GameEntry], asked: Selection, message: str) -> None:
    with pytest.raises(UsageError, match=message) as caught:
        list(rounds_of(entries, asked))
    assert caught.value.hint.startswith("did you mean")
