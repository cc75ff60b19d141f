"""SPIN and Rumur find the same claims broken or possible, by plays as short as ours."""

from __future__ import annotations

from dataclasses import replace

import pytest

from checker.explore.compiled import CompiledEngine
from checker.explore.interface import Target
from checker.export.model import Exported, Property, PropertyKind
from checker.judge.comparison.serving import judge
from checker.judge.exported import exported_game
from checker.judge.selection import Selection
from checker.judge.verdict import Verdict
from checker.judge.workspace import find_workspace, load_game
from checker.language.lower import lower
from checker.language.schema import Schema
from checker.system.terms import FALSE, all_of, negate
from tests.export.tools import NEEDS_RUMUR, NEEDS_SPIN, play_of, rumur, shortest_by_spin, spin
from tests.games.benchmark import Benchmark

GAME = "force_of_will_loops"
TIE = Selection((GAME,), ("a_tie_binds_the_turn_player",))
NO_TIE = replace(TIE, readings={"same_number": "other_player"})
"""What some play reaches, and no play under another reading."""


@pytest.fixture(scope="module")
def broken() -> tuple[Exported, int]:
    """The benchmark with the claim that nobody wins, and the length of the shortest play to a victory."""
    system = lower(Schema(Benchmark)).sliced()
    play = CompiledEngine().search(system, (Target("won", system.over),)).found["won"]
    return Exported(system, (Property("nobody_wins", PropertyKind.INVARIANT, negate(system.over)),)), len(
        play
    )


def verdict(selection: Selection) -> Verdict:
    found = [v for v in judge(find_workspace(), selection) if v.varied == selection.readings]
    assert len(found) == 1
    return found[0]


def exported(selection: Selection, to: str) -> Exported:
    return exported_game(load_game(find_workspace(), GAME), selection, to)


@NEEDS_RUMUR
@pytest.mark.slow
def test_rumur_finds_a_shortest_play(broken, tmp_path):
    game, length = broken
    told = rumur(game, tmp_path)[2]
    assert 'invariant "nobody_wins" failed' in told
    assert len(play_of(told)) == length == 3


@NEEDS_SPIN
@pytest.mark.slow
def test_spin_finds_a_broken_invariant_and_then_a_shortest_play(broken, tmp_path):
    game, length = broken
    assert spin(game, tmp_path)[1] == 1
    assert len(shortest_by_spin(tmp_path)) == length


@NEEDS_RUMUR
@pytest.mark.slow
def test_rumur_reaches_what_is_possible_in_a_bundled_game_as_soon_as_we_do(tmp_path):
    ours = verdict(TIE)
    game = exported(TIE, "murphi")
    never = replace(
        game.properties[0], kind=PropertyKind.INVARIANT, condition=negate(game.properties[0].condition)
    )
    assert ours.status.value == "holds"
    assert ours.play is not None
    assert len(play_of(rumur(Exported(game.system, (never,)), tmp_path)[2])) == len(ours.play.steps)


@NEEDS_RUMUR
@pytest.mark.slow
@pytest.mark.parametrize(("selection", "possible"), [(TIE, True), (NO_TIE, False)])
def test_what_is_possible_is_covered_by_rumur(selection, possible, tmp_path):
    assert (verdict(selection).status.value == "holds") == possible
    told = rumur(exported(selection, "murphi"), tmp_path)[2]
    assert ('cover "a_tie_binds_the_turn_player" not hit' in told) != possible
    assert ("No error found" in told) == possible


@NEEDS_SPIN
@pytest.mark.slow
@pytest.mark.parametrize(("selection", "possible"), [(TIE, True), (NO_TIE, False)])
def test_what_is_possible_is_found_by_spin(selection, possible, tmp_path):
    assert (verdict(selection).status.value == "holds") == possible
    game = exported(selection, "promela")
    assert spin(game, tmp_path, seek=game.property_names[0])[1] == possible
    assert spin(game, tmp_path)[1] == 0, "it is not claimed unless it is sought"


@NEEDS_RUMUR
@pytest.mark.slow
def test_all_claims_on_a_bundled_game_are_as_in_our_check(tmp_path):
    selection = Selection((GAME,))
    game = exported(selection, "murphi")
    ours = {v.claim: v.status.value for v in judge(find_workspace(), selection) if not v.varied}
    kept = {p.name for p in game.properties}
    assert {ours[name] for name in kept & ours.keys()} == {"holds"}
    told = rumur(game, tmp_path)[2]
    assert "No error found" in told
    assert told.count(" hit ") == sum(p.kind is PropertyKind.POSSIBLE for p in game.properties)


@NEEDS_RUMUR
@pytest.mark.slow
@pytest.mark.parametrize("ends", [True, False])
def test_rumur_judges_what_is_possible_from_every_state(ends, tmp_path):
    system = lower(Schema(Benchmark)).sliced()
    goal = system.over if ends else all_of((negate(system.over), system.alive))
    claim = Property("always_possible", PropertyKind.ALWAYS_POSSIBLE, goal)
    told = rumur(Exported(system, (claim,)), tmp_path)[2]
    assert ("No error found" in told) == ends


@NEEDS_RUMUR
@pytest.mark.slow
def test_rumur_finds_that_nothing_is_reached(tmp_path):
    system = lower(Schema(Benchmark)).sliced()
    told = rumur(Exported(system, (Property("never", PropertyKind.POSSIBLE, FALSE),)), tmp_path)[2]
    assert 'cover "never" not hit' in told
