from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from checker.errors import UsageError
from checker.judge.check import check
from checker.judge.replaying import replay_saved
from checker.judge.selection import Selection
from checker.judge.verdict import Replayed, Run, SavedPlay, Status, Verdict
from checker.judge.workspace import Workspace
from checker.report.json_format import finding_json, to_text
from checker.report.load import load_report

GAME = """
from checker import Game, Participant, action, automatic, integer, reading, require, scope
from checker.judge.builtin import expecting
from checker.judge.claims import always_possible, eventually, invariant, leads_to, possible, transition


class Player(Participant, size=scope(2, least=2, most=3)):
    pass


class {name}(Game):
    tally: int = integer(0, 4)
    turning: bool = False
    step: str = reading("how far", one="X:1", two="X:2")

    @action(says="{{player}} counts on")
    def count_on(self, player: Player) -> None:
        require(self.tally < {top})
        self.tally += 2 if self.step == "two" else 1

    @action()
    def turn(self, player: Player) -> None:
        require({turns}, self.tally < 2)
        self.turning = not self.turning


@invariant()
def small(game: {name}) -> bool:
    return game.tally < 2


@transition()
def up_by_one(before: {name}, step, after: {name}) -> bool:
    return after.tally <= before.tally + 1


@possible()
def two(game: {name}) -> bool:
    return game.tally == 2


@eventually()
def ends(game: {name}) -> bool:
    return game.tally >= {top}


@leads_to(fair="count_on")
def one_leads_on(game: {name}) -> tuple[bool, bool]:
    return game.tally == 1, game.tally > 1


@always_possible()
def back_to_none(game: {name}) -> bool:
    return game.tally == 0
"""

Make = Callable[..., Path]


class Nobody:
    def tell(self, text: str, done: int | None = None, of: int | None = None) -> None: ...

    def found(self, verdict: Verdict) -> None: ...


@pytest.fixture
def make(tmp_path: Path, request: pytest.FixtureRequest) -> Make:
    """Return a function that writes a game to a file of its own, so that no text of it is remembered."""
    made: list[Path] = []

    def write(*, top: int = 2, turns: str = "True") -> Path:
        path = tmp_path / f"counting_{request.node.name.partition('[')[0]}_{len(made)}.py"
        path.write_text(GAME.format(name="Count", top=top, turns=turns), encoding="utf-8")
        made.append(path)
        return path

    return write


def found(path: Path, **selection: Any) -> dict[str, Verdict]:
    run: Run = check(Workspace(path.parent), Selection(games=(str(path),), **selection), Nobody())
    return {v.claim: v for v in run.verdicts}


def saved(verdict: Verdict, path: Path) -> SavedPlay:
    """Return the play of a verdict by way of its report, as a play of the game in ``path``."""
    report = path.with_suffix(".json")
    report.write_text(to_text(finding_json(verdict, {})), encoding="utf-8")
    return dataclasses.replace(load_report(report), model_file=str(path))


def again(verdict: Verdict, path: Path) -> Replayed:
    return replay_saved(Workspace(path.parent), saved(verdict, path))


def test_every_play_still_shows_what_its_report_says(make: Make) -> None:
    path = make()
    verdicts = {name: v for name, v in found(path).items() if v.play is not None}
    assert {"small", "two", "ends", "back_to_none", "no_dead_end"} <= set(verdicts)
    for name, verdict in verdicts.items():
        replayed = again(verdict, path)
        assert replayed.holds_still, (name, replayed.why)
        assert verdict.play is not None
        assert replayed.play.steps == verdict.play.steps, name


def test_the_readings_and_scopes_of_the_report_are_in_force(make: Make) -> None:
    path = make()
    verdict = found(path, readings={"step": "two"}, scopes={"players": 3})["up_by_one"]
    assert verdict.status is Status.VIOLATED
    replayed = again(verdict, path)
    assert replayed.holds_still
    assert replayed.play.steps[-1].changes[0].after == "2"


def test_a_step_that_cannot_be_taken_any_more_is_named_with_the_reason(make: Make) -> None:
    verdict = found(make())["small"]
    replayed = again(verdict, make(top=1))
    assert (replayed.holds_still, replayed.stopped_at) == (False, 2)
    assert "cannot be taken" in replayed.why
    assert "a requirement is not met: self.tally < 1" in replayed.why
    assert len(replayed.play.steps) == 1


def test_an_end_that_is_judged_otherwise_is_told(make: Make) -> None:
    before, after = make(), make(top=3)
    verdicts = found(before)
    assert again(verdicts["no_dead_end"], after).why == "something can be done at its end now"
    assert again(verdicts["ends"], after).holds_still
    lasso = verdicts["ends"]
    assert lasso.play is not None
    assert lasso.play.loop is not None
    cut_short = dataclasses.replace(lasso, play=dataclasses.replace(lasso.play, loop=None))
    assert again(cut_short, after).why == "something can be done at its end now"


def test_a_play_that_does_not_go_round_any_more_is_told(make: Make) -> None:
    path = make()
    lasso = found(path)["ends"]
    assert lasso.play is not None
    shorter = dataclasses.replace(lasso.play, steps=lasso.play.steps[:-1])
    replayed = again(dataclasses.replace(lasso, play=shorter), path)
    assert not replayed.holds_still
    assert "does not come back" in replayed.why


@pytest.mark.parametrize(
    ("part", "value", "why"),
    [
        ("claim", "gone", "count has no claim 'gone' any more"),
        ("steps", (), "the claim is true there now"),
        ("expected_part", "something else", "was expected to fail"),
        ("ends_wrong", True, "its last step does not go wrong any more"),
        ("initial", 7, "there is no initial state 7"),
    ],
)
def test_what_differs_is_told(make: Make, part: str, value: Any, why: str) -> None:
    path = make()
    play = dataclasses.replace(saved(found(path)["small"], path), **{part: value})
    replayed = replay_saved(Workspace(path.parent), play)
    assert not replayed.holds_still
    assert why in replayed.why


def test_a_witness_that_shows_nothing_any_more_is_told(make: Make) -> None:
    path = make()
    play = dataclasses.replace(saved(found(path)["two"], path), steps=())
    assert replay_saved(Workspace(path.parent), play).why == "it does not show the claim any more"


def test_a_promise_that_is_kept_now_is_told(make: Make) -> None:
    path = make(turns="self.tally == 0")
    to_the_end = saved(found(path)["small"], path)
    for claim in ("ends", "one_leads_on"):
        replayed = replay_saved(Workspace(path.parent), dataclasses.replace(to_the_end, claim=claim))
        assert replayed.why.startswith("what the claim promises comes now"), claim


def test_a_loop_that_is_not_fair_any_more_is_told(make: Make) -> None:
    path = make()
    unfair = dataclasses.replace(saved(found(path)["ends"], path), claim="one_leads_on")
    assert "puts off count_on for ever" in replay_saved(Workspace(path.parent), unfair).why


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("model_file", "nowhere.py"),
        ("game", "other"),
        ("scopes", {"player": 2}),
        ("readings", {"step": "three"}),
    ],
)
def test_a_game_that_is_gone_is_an_error_of_the_user(make: Make, part: str, value: Any) -> None:
    path = make()
    play = dataclasses.replace(saved(found(path)["small"], path), **{part: value})
    with pytest.raises(UsageError):
        replay_saved(Workspace(path.parent), play)


def test_the_report_names_the_file_of_the_game(make: Make) -> None:
    path = make()
    verdict = found(path)["small"]
    assert Path(verdict.model_file).name == path.name
    assert Path(json.loads(to_text(finding_json(verdict, {})))["model_file"]).name == path.name


SPRING = """
from checker import Game, Map, Participant, action, each, integer, require
from checker.judge.claims import eventually


class Player(Participant, size=2):
    pass


class Spring(Game):
    water: Map[Player, int] = each(Player, integer(0, 5))
    rested: bool = True

    def over(self) -> bool:
        return False

    @action()
    def rest(self, player: Player) -> None:
        require(not self.rested)
        self.rested = True

    @action()
    def draw(self, player: Player) -> None:
        require(self.rested, self.water[player] < 5{more})
        self.rested = False
        self.water[player] += 1


@eventually(but_for="water")
def runs_dry(game: Spring) -> bool:
    return game.water[Player(0)] == 5 and game.water[Player(1)] == 5
"""


def test_a_play_by_which_something_grows_comes_back_twice(tmp_path: Path) -> None:
    path = tmp_path / "spring_first.py"
    path.write_text(SPRING.replace("{more}", ""), encoding="utf-8")
    verdict = found(path, properties=("runs_dry",))["runs_dry"]
    assert verdict.play is not None
    assert [step.rule for step in verdict.play.steps] == ["draw", "rest"] * 2
    assert verdict.explanation == (
        "the play can go on so: after steps 2 and 4 all is as after the start, but for water[P1]: 0, 1, 2"
    )
    assert again(verdict, path).holds_still
    once = dataclasses.replace(verdict, play=dataclasses.replace(verdict.play, steps=verdict.play.steps[:2]))
    assert again(once, path).why == "it does not come back twice with more of something"
    other = tmp_path / "spring_second.py"
    other.write_text(SPRING.replace("{more}", ", self.water[player] < 1"), encoding="utf-8")
    assert again(verdict, other).stopped_at == 3
    # Nobody draws more than once there, so that each way round is taken once; then nothing can be done.
    assert found(other, properties=("runs_dry",))["runs_dry"].explanation == "the play is at a dead end"
