"""Clauses about events, of what holds when players could next act or the game is over."""

from __future__ import annotations

from typing import Any

import pytest

from checker import (
    ensures,
    gives,
    may,
    norm,
)
from checker.judge.contradictions.finding import FindingKind, Standing
from tests.judge.contradictions.planted import Market, Player, Race, clashes, found

pytestmark = pytest.mark.usefixtures("only_own_norms")


def test_what_an_event_does_counts_when_players_could_next_act() -> None:
    @norm("A:1", gives("leader", after="buy"))
    def who_buys_leads(before: Market, step: Any, after: Market) -> tuple[bool, bool]:
        return True, after.leader == step.player

    @norm("A:2", gives("leader", after="buy"))
    def the_first_to_buy_leads(before: Market, step: Any, after: Market) -> tuple[bool, bool]:
        return before.coins == 2, after.leader == Player(0)

    (finding,) = clashes(Market).values()
    assert finding.play is not None
    assert finding.event_step == len(finding.play.steps) == 3
    assert finding.play.steps[-1].arguments == {"player": "P2"}
    assert finding.standing is Standing.EXCEPTION
    assert [s.here for s in finding.sides] == [("leader is P2",), ("leader is P1",)]


def test_clauses_about_the_event_that_ends_the_game_clash() -> None:
    @norm("A:1", gives("winner", after="step"))
    def two_steps_win(before: Race, step: Any, after: Race) -> tuple[bool, bool]:
        return before.steps[step.player] == 1, after.winner == step.player

    @norm("A:2", gives("winner", after="step"))
    def the_second_player_never_wins(before: Race, step: Any, after: Race) -> tuple[bool, bool]:
        return step.player == Player(1), not after.winner

    @norm("A:3", gives("winner", after="step"))
    def nobody_wins(before: Race, step: Any, after: Race) -> tuple[bool, bool]:
        return step.player == Player(0), not after.winner

    told = found(Race)
    assert {f.clauses for f in told if f.kind is FindingKind.CLASH} == {("A:1", "A:3")}
    (clash,) = (f for f in told if f.kind is FindingKind.CLASH)
    assert clash.play is not None
    assert [s.rule for s in clash.play.steps] == ["step", "step", "step", "crown"]
    assert clash.event_step == 3


@pytest.mark.parametrize("at", ["", "everywhere", "priority", "choice"])
def test_a_mismatch_where_the_game_ends_is_told_unless_somebody_has_to_act_there(at: str) -> None:
    @norm("A:1", gives("turn", after="step"), at=at)
    def who_steps_goes_on_after_the_last_one(before: Race, step: Any, after: Race) -> tuple[bool, bool]:
        return before.steps[step.player] == 1, after.turn == step.player

    kinds = {f.kind for f in found(Race)}
    assert kinds == ({FindingKind.MISMATCH} if at in ("", "everywhere") else {FindingKind.DEAD})


def test_who_may_act_once_the_game_is_over_is_not_asked() -> None:
    @norm("A:1", ensures(after="step"))
    def who_stepped_waits_for_the_other(before: Race, step: Any, after: Race) -> tuple[bool, bool]:
        return True, may(step.player.next_in_game, "step")

    assert found(Race) == []
