"""Who is the first in turn order with a property: traced, on plain values, and for any number of players."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from checker import Game, Maybe, Participant, Set, action, every, require, scope
from checker.errors import ModelError
from checker.explore.explicit import ExplicitEngine
from checker.explore.interface import Target
from checker.language.claims import trace_state_claim
from checker.language.lower import lower
from checker.language.open.lower import lower_open
from checker.language.plain.interpreter import Interpreter
from checker.language.schema import Schema
from checker.system.terms import any_of, negate
from tests.differential.lockstep import Claims, LockStep
from tests.language.open.agreement import Pair, reached


class Player(Participant, size=scope(3, least=2, most=4)):
    pass


class Seats(Game):
    """Players raise a hand or leave; somebody is looked for whose hand is up."""

    up: Set[Player]
    seen: Maybe[Player]

    def is_up(self, player: Player) -> bool:
        return player in self.up

    @action()
    def raise_hand(self, player: Player) -> None:
        require(player not in self.up)
        self.up.add(player)

    @action()
    def leave(self, player: Player) -> None:
        self.in_game.discard(player)

    @action()
    def look(self, player: Player) -> None:
        self.seen = player.first_who(self.is_up)

    @action()
    def look_away(self, player: Player) -> None:
        self.seen = player.next_who(self.is_up)

    @action()
    def ask_who_is_seen(self, player: Player) -> None:
        require(self.seen)
        assert self.seen is not None
        self.seen = self.seen.next_who(lambda p: p != player and p in self.up)


def first_of(players: list[Player], fits: Callable[[Player], bool]) -> Player | None:
    for player in players:
        if fits(player):
            return player
    return None


def both_say_the_same(game: Seats) -> bool:
    return every(
        Player,
        lambda p: (
            first_of(p.in_turn_order(), game.is_up) == p.first_who(game.is_up)
            and first_of(p.opponents, game.is_up) == p.next_who(game.is_up)
        ),
    )


@pytest.mark.parametrize("players", [2, 3])
def test_the_first_who_fits_is_whom_a_loop_in_turn_order_finds(players: int) -> None:
    lowered = lower(Schema(Seats, {"players": players}))
    claim = trace_state_claim(lowered, both_say_the_same)
    broken = any_of((negate(claim.terms[0]), claim.undefined))
    found = ExplicitEngine().search(lowered.system, [Target("broken", states=broken)])
    assert found.complete
    assert found.found == {}
    claims = Claims(states=[(both_say_the_same, claim)])
    walked = LockStep(lowered, lowered.system, Interpreter(lowered.schema), claims, most=30)
    assert walked.run() == 30


@pytest.mark.parametrize("players", [2, 3, 4])
def test_rules_mean_the_same_with_any_number_of_players(players: int) -> None:
    schema = Schema(Seats, {"players": players})
    pair = Pair(lower(schema), lower_open(schema, many=True))
    states = reached(pair.system, 12, players)
    assert sum(pair.agree_in(state) for state in states) > len(states) == 12


def test_what_is_no_function_is_told_with_its_line() -> None:
    class Wrong(Seats):
        @action()
        def look(self, player: Player) -> None:
            found: Any = player.next_who
            self.seen = found(True)  # here

    with pytest.raises(ModelError, match=r"first_who.*needs a function as its last argument") as caught:
        lower(Schema(Wrong))
    assert caught.value.source is not None
    assert "# here" in Path(__file__).read_text().splitlines()[caught.value.source.line - 1]
