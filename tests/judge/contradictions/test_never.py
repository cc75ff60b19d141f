"""Clauses that would clash, and that no play brings together."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from checker import (
    Game,
    Object,
    Set,
    action,
    forbids,
    gives,
    integer,
    norm,
    permits,
    require,
    scope,
)
from checker.certify import solve
from checker.judge.contradictions import never
from checker.judge.contradictions.finding import FindingKind
from tests.judge.contradictions.planted import Market, Player, Race, found, means, two_clauses

pytestmark = pytest.mark.usefixtures("only_own_norms")


def test_what_would_clash_on_a_board_that_no_play_of_any_size_reaches_is_told_apart() -> None:
    two_clauses()[0]()

    @norm("A:3", forbids("buy"))
    def nobody_buys_beside_a_leader_with_a_full_purse(game: Market) -> bool:
        return game.leader == game.turn.next_in_game

    means()
    told = {f.kind: f for f in found(Market)}
    assert set(told) == {FindingKind.DEAD, FindingKind.IMPOSSIBLE}
    assert told[FindingKind.IMPOSSIBLE].clauses == ("A:1", "A:3")
    assert not told[FindingKind.IMPOSSIBLE].counts
    assert told[FindingKind.IMPOSSIBLE].headline == (
        "A:1 and A:3 would clash on a board that no play of any size reaches"
    )


class Stairs(Game):
    """One player goes up two steps at a time."""

    height: int = integer(0, 8)

    @action()
    def climb(self, player: Player) -> None:
        require(self.height <= 6)
        self.height += 2


def clauses_of_the_fifth_step() -> None:
    """State that somebody may climb from the fifth step, and that nobody may."""

    @norm("A:1", permits("climb"))
    def one_climbs_from_the_fifth_step(game: Stairs) -> bool:
        return game.height == 5

    @norm("A:2", forbids("climb"))
    def nobody_climbs_from_the_fifth_step(game: Stairs) -> bool:
        return game.height == 5


def is_even(game: Stairs) -> bool:
    return game.height % 2 == 0


def is_odd(game: Stairs) -> bool:
    return game.height % 2 == 1


@pytest.mark.parametrize("lemma", [None, is_even, is_odd])
def test_what_is_not_reached_counts_as_impossible_only_with_a_proof(
    lemma: Callable[[Stairs], bool] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(never, "stated_lemmas", lambda claims: (lemma,) if lemma else ())

    clauses_of_the_fifth_step()
    (told,) = (f for f in found(Stairs) if f.kind is not FindingKind.DEAD)
    assert told.kind is (FindingKind.IMPOSSIBLE if lemma is is_even else FindingKind.WOULD_CLASH)
    assert (told.details != ()) == (lemma is is_even)


class Coin(Object, size=scope(1, least=1, most=3)):
    pass


class Ladder(Stairs):
    """Stairs with coins, whose number a scope varies and no proof leaves open."""

    found: Set[Coin]


def test_what_is_proved_for_some_sizes_alone_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(never, "stated_lemmas", lambda claims: (is_even,))

    clauses_of_the_fifth_step()
    assert {f.kind for f in found(Ladder)} == {FindingKind.DEAD, FindingKind.WOULD_CLASH}


def test_a_proof_that_the_solver_does_not_accept_again_does_not_count(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(never, "stated_lemmas", lambda claims: (is_even,))
    monkeypatch.setattr(solve, "run", lambda *asked: ["unknown"])

    clauses_of_the_fifth_step()
    assert {f.kind for f in found(Stairs)} == {FindingKind.DEAD, FindingKind.WOULD_CLASH}


def test_clauses_that_would_clash_only_while_something_goes_on_that_comes_first_do_not() -> None:
    @norm("A:1", gives("winner"))
    def nobody_has_won(game: Race) -> tuple[bool, bool]:
        return True, not game.winner

    @norm("A:2", gives("winner"))
    def two_steps_have_won(game: Race) -> tuple[bool, bool]:
        return game.steps[Player(0)] == 2, game.winner == Player(0)

    assert {f.kind for f in found(Race)} == {FindingKind.DEAD}


def test_clauses_about_an_event_that_never_happens_so_would_clash_if_it_did() -> None:
    @norm("A:1", gives("leader", after="wait"))
    def nobody_leads_a_new_day(before: Market, step: Any, after: Market) -> tuple[bool, bool]:
        return True, not after.leader

    @norm("A:2", gives("leader", after="wait"))
    def who_led_twice_leads_on(before: Market, step: Any, after: Market) -> tuple[bool, bool]:
        return before.leader == before.turn.next_in_game, after.leader == step.player

    told = {f.kind: f for f in found(Market)}
    assert told[FindingKind.DEAD].clauses == ("A:2",)
    assert told[FindingKind.IMPOSSIBLE].clauses == ("A:1", "A:2")
    assert FindingKind.CLASH not in told
