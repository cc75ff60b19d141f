from __future__ import annotations

import random
from pathlib import Path

import pytest

from checker.explorer.moves import moves, refused, refused_rule, run_on, waiting_for
from checker.explorer.positions import Explored, Position
from checker.explorer.sharing import SharedPlay, play_of, text_of
from checker.explorer.standing import standing
from checker.judge.workspace import GameEntry, Workspace, games_of_module
from checker.language.lower import lower
from checker.language.schema import Schema
from checker.system.terms import evaluate_all
from tests.explorer.rooms import rooms
from tests.random_games.games import load_game

PUSH = ("push", (("player", "P1"),))
FALL = ("fall", ())


def at(game: Explored, *steps: tuple[str, tuple[tuple[str, str], ...]]) -> Position:
    here, misfit = game.follow(0, steps)
    assert misfit is None
    assert here is not None
    return here


def test_a_play_is_followed_step_by_step(tmp_path: Path) -> None:
    game = rooms(tmp_path)
    assert len(game.starts) == 2
    assert [m.told.sentence.strip() for m in moves(game, at(game))] == ["P1 pushes"]
    two = at(game, PUSH, PUSH)
    assert waiting_for(game, two, moves(game, two)) == "automatic"
    assert two.steps == (PUSH, PUSH)
    ended = run_on(game, two)
    assert ended.steps == (PUSH, PUSH, FALL)
    assert waiting_for(game, ended, moves(game, ended)) == "over"
    assert at(game, PUSH) is two.before


def test_what_does_not_fit_says_at_which_step_and_why(tmp_path: Path) -> None:
    game = rooms(tmp_path)
    here, misfit = game.follow(0, (PUSH, FALL))
    assert here is at(game, PUSH)
    assert str(misfit).startswith(
        "step 2: fall cannot be taken, a requirement is not met: self.pile.size > 1 ("
    )
    assert "rooms.py:24" in str(misfit)
    assert str(game.follow(7, ())[1]) == "there is no start 7: they are numbered from 0 to 1"


def test_a_refusal_names_the_requirement_and_the_values_that_fail_it(tmp_path: Path) -> None:
    game = rooms(tmp_path)
    (fall,) = refused_rule(game, at(game), "fall").reasons
    assert (fall.refusal.condition, fall.refusal.values) == ("self.pile.size > 1", "self.pile.size is 0")
    (push,) = refused_rule(game, at(game), "push").reasons
    assert push.instances == ("push(player=P2)",)
    assert push.refusal.condition == "player == self.turn"
    assert [r.rule for r in refused(game, at(game))] == ["push", "fall"]
    reasons = refused_rule(game, at(game, PUSH, PUSH), "push").reasons
    assert [r.refusal.reason for r in reasons] == [
        "it must wait: fall comes first",
        "a requirement is not met",
    ]
    over = refused_rule(game, at(game, PUSH, PUSH, FALL), "fall").reasons
    assert [r.refusal.reason for r in over] == ["the game is over"]


def test_claims_are_told_at_every_state(tmp_path: Path) -> None:
    game = rooms(tmp_path)
    told = {s.claim.name: (s.status, s.fault) for s in standing(game, at(game, PUSH, PUSH))}
    assert told == {
        "all_live": ("true", False),
        "nothing_falls": ("true", False),
        "two": ("true", False),
        "no_dead_end": ("true", False),
        "no_step_goes_wrong": ("true", False),
    }
    end = {s.claim.name: s for s in standing(game, at(game, PUSH, PUSH, FALL))}
    assert end["all_live"].fault
    assert end["all_live"].why == "line 33: `game.life[Player(0)] > 0` is false: game.life[Player(0)] is 0"
    assert (end["two"].status, end["two"].fault) == ("false", False)
    start = {s.claim.name: s.status for s in standing(game, at(game))}
    assert start["nothing_falls"] == "not judged"


def test_a_move_past_a_bound_is_shown_and_cannot_be_taken(tmp_path: Path) -> None:
    game = rooms(tmp_path, pile=1)
    (move,) = moves(game, at(game, PUSH))
    assert move.bound == "pile"
    assert "goes past the bound of pile" in str(game.follow(0, (PUSH, PUSH))[1])


@pytest.mark.parametrize("number", range(6))
def test_what_is_offered_is_what_the_transition_system_enables(number: int, tmp_path: Path) -> None:
    module = load_game(number, tmp_path)
    (cls,) = (
        v
        for v in vars(module).values()
        if isinstance(v, type) and getattr(v, "abstract", None) is False and v.__module__ == module.__name__
    )
    game = Explored(GameEntry("random", cls, None))
    lowered = lower(Schema(cls))
    system = lowered.system
    chance = random.Random(number)
    for _ in range(4):
        initial = chance.randrange(len(game.starts))
        here, state = game.start(initial), system.initial[initial]
        for _ in range(8):
            assert isinstance(here, Position)
            found = moves(game, here)
            _, *enabled = evaluate_all(
                (system.over, *(u.enabled for u in system.updates)), system.environment(state)
            )
            updates = [u for u, applies in zip(system.updates, enabled, strict=True) if applies]
            assert [m.told.rule for m in found] == [u.rule for u in updates]
            for move, update in zip(found, updates, strict=True):
                shared = {k: v for k, v in update.arguments if k in move.told.arguments}
                assert shared.items() <= move.told.arguments.items()
            pairs = [p for p in zip(found, updates, strict=True) if not (p[0].wrong or p[0].bound)]
            if not pairs:
                break
            move, update = chance.choice(pairs)
            reached = game.after(here, move.step)
            assert isinstance(reached, Position)
            state = system.after(state, update)
            shown = game.show(reached)
            assert {k: shown[k] for k in system.show_state(state)} == system.show_state(state)
            again = play_of(text_of(SharedPlay("random", {}, initial, reached.steps)))
            assert game.follow(again.initial, again.steps) == (reached, None)
            here = reached


def test_bundled_games_open_without_a_search() -> None:
    (entry,) = (
        e for e in games_of_module(Workspace(Path(__file__).parents[2]), "magic") if e.name == "magic"
    )
    game = Explored(entry, {"players": 3})
    here = game.start()
    assert isinstance(here, Position)
    assert len(moves(game, here)) > 0
    assert all(s.status in ("true", "false", "not judged") for s in standing(game, here))
