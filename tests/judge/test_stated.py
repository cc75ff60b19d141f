from __future__ import annotations

from dataclasses import dataclass

import pytest

from checker.errors import ModelError
from checker.judge.stated import keep, stated_of
from checker.language.game import Game
from checker.system.model import Source


class Core(Game):
    abstract = True


class Cards(Core):
    pass


class Dice(Core):
    pass


@dataclass(frozen=True)
class Said:
    name: str
    game: type[Game]
    source: Source


def said(name: str, game: type[Game], line: int) -> Said:
    return Said(name, game, Source("specs/cards.py", line))


def test_the_nearest_counts_and_what_is_read_again_takes_its_own_place() -> None:
    core, other, cards, again = (
        said("a", Core, 1),
        said("b", Core, 2),
        said("a", Cards, 3),
        said("b", Core, 2),
    )
    known: list[Said] = []
    for one in (core, other, cards, again):
        keep(known, one, "norms")
    assert [one is other for one in known] == [False, False, False]
    assert list(stated_of(known, Cards)) == [cards, again]
    assert list(stated_of(known, Dice)) == [core, again]


def test_two_of_one_name_are_refused() -> None:
    known = [said("a", Cards, 3)]
    with pytest.raises(ModelError) as refused:
        keep(known, said("a", Cards, 7), "norms")
    assert str(refused.value).splitlines() == [
        "specs/cards.py:7: error: there are two norms named 'a' about Cards",
        "  the other one is at specs/cards.py:3",
    ]
