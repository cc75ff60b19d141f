"""The claims of the core, proved for every depth and any number of players; no proof survives a fault."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from checker import every
from checker.judge.claims import Claim, ClaimKind
from checker.judge.every_size import EverySize, helping_conditions, opened, prove_every_size
from checker.language.game import Game
from checker.language.schema import Schema
from checker.system.model import Source
from specs import common
from specs.core_lemmas import CORE_LEMMAS
from tests.games import open_core_faults as faults
from tests.games.odd_names import OddNames
from tests.games.open_core import OpenCore

REMOVERS = ("finish_resolution", "counter")


def one_priority_holder(game: Any) -> bool:
    return common.one_priority_holder(game)


def resolves_last_in_first(before: Any, step: Any, after: Any) -> bool:
    return common.resolves_last_in_first(before, after)


def resolves_after_passes_in_a_row(before: Any, step: Any, after: Any) -> bool:
    return common.resolves_after_passes_in_a_row(before, after)


def a_pass_adds_nothing(before: Any, step: Any, after: Any) -> bool:
    return common.a_pass_adds_nothing(before, step, after)


def stays_until_resolved(before: Any, step: Any, after: Any) -> bool:
    return common.stays_until_resolved(before, step, after)


def entries_leave_one_by_one(before: Any, step: Any, after: Any) -> bool:
    return common.entries_leave_one_by_one(before, step, after, REMOVERS)


def turn_player_after_resolution(before: Any, step: Any, after: Any) -> bool:
    return common.turn_player_after_resolution(before, after)


STEPS = (
    resolves_last_in_first,
    resolves_after_passes_in_a_row,
    a_pass_adds_nothing,
    stays_until_resolved,
    entries_leave_one_by_one,
    turn_player_after_resolution,
)


def proofs(game: type[Game], functions: tuple[Callable[..., Any], ...]) -> EverySize:
    claims = [
        Claim(
            f.__name__,
            ClaimKind.TRANSITION if f in STEPS else ClaimKind.INVARIANT,
            game,
            f,
            Source("", 0),
        )
        for f in functions
    ]
    return prove_every_size(Schema(game), claims, CORE_LEMMAS, seconds=600)


def test_every_claim_of_the_core_is_proved_for_every_size() -> None:
    found = proofs(OpenCore, (one_priority_holder, *STEPS))
    assert found.sizes == ("any size of stack", "any number of players")
    assert found.closed == ""
    assert [a.claim.name for a in found.answers if not a.proved] == []
    assert found.failed == ()
    assert len(found.invariant) == len(CORE_LEMMAS) + 1  # the order of arrivals; the claim on states follows


def slow(game: type[Game], claim: Callable[..., Any]) -> Any:
    return pytest.param(game, claim, marks=pytest.mark.slow)


@pytest.mark.parametrize(
    ("game", "claim"),
    [
        (faults.NextToNewestResolves, resolves_last_in_first),
        slow(faults.OldestResolves, resolves_last_in_first),
        slow(faults.TwoGetPriority, one_priority_holder),
        slow(faults.OnePassIsEnough, resolves_after_passes_in_a_row),
        slow(faults.APassKeepsPriority, resolves_after_passes_in_a_row),
        slow(faults.APassAdds, a_pass_adds_nothing),
        slow(faults.APassReplaces, a_pass_adds_nothing),
        slow(faults.APassReplaces, entries_leave_one_by_one),
        (faults.LeavesEarly, stays_until_resolved),
        (faults.NeverLeaves, entries_leave_one_by_one),
        (faults.ControllerIsNext, turn_player_after_resolution),
    ],
)
def test_no_proof_survives_a_fault_of_the_model(game: type[Game], claim: Callable[..., Any]) -> None:
    [answer] = proofs(game, (claim,)).answers
    assert not answer.proved
    assert answer.why.startswith("not shown for ")  # which is never told as a violation


def test_what_cannot_be_counted_is_told_with_its_line() -> None:
    def as_many_as(game: Any) -> bool:
        return game.passed.size == game.holders.size

    [answer] = proofs(OpenCore, (as_many_as,)).answers
    assert not answer.proved
    assert answer.why.startswith("tests/judge/test_every_size.py:")
    assert "a count over something of an open size is compared with what is no fixed number" in answer.why


def test_lemmas_about_another_game_are_left_out() -> None:
    def about_another(game: faults.TwoGetPriority) -> bool:
        raise AssertionError(game)

    def about_any(game: Any) -> bool:
        return not game.is_resolving() or bool(game.stack)

    lowered, _ = opened(Schema(OpenCore))
    usual = helping_conditions(lowered, ())
    assert set(helping_conditions(lowered, (about_another, about_any))) - set(usual) == {"about_any"}


def test_arguments_may_have_the_names_of_what_a_solver_is_told_besides() -> None:
    def what_is_marked_stays_marked(before: Any, step: Any, after: Any) -> bool:
        return every(before.marked, lambda s: s in after.marked)

    def only_the_chosen_is_marked(before: Any, step: Any, after: Any) -> bool:
        return every(after.marked, lambda s: s in before.marked or s == after.chosen)

    claims = [
        Claim(f.__name__, ClaimKind.TRANSITION, OddNames, f, Source("", 0))
        for f in (what_is_marked_stays_marked, only_the_chosen_is_marked)
    ]
    found = prove_every_size(Schema(OddNames), claims, ())
    assert [a.proved for a in found.answers] == [True, False]
