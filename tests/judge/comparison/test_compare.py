from __future__ import annotations

from pathlib import Path

import pytest

from checker import ModelError, UsageError
from checker.judge.comparison.bench import Process
from checker.judge.comparison.compare import Wish, compare
from checker.judge.comparison.outcome import Comparison
from checker.judge.comparison.product import Form
from checker.judge.comparison.serving import forget, opened
from checker.judge.comparison.sides import SideName, parse_sides
from checker.judge.workspace import Workspace, bundled_workspace
from checker.report.comparison.words import basis_lines
from checker.system.portable import packed, unpacked
from tests.judge.comparison.test_product import Silent

HEADER = """\
from enum import Enum

from checker import (
    Game, Moment, Participant, Stack, action, automatic, between_actions, compared, integer, now, reading,
    require, scope, stack,
)


class Player(Participant, size=2):
    pass

"""


def held(first: str, second: str, workspace: Workspace | None = None, **wish: object) -> Comparison:
    sides = parse_sides(first, second)
    return compare(
        workspace or Workspace(Path.cwd()),
        sides,
        Wish(claims=False, **wish),  # one test, one wish
        Silent(),
    )


def kinds(comparison: Comparison) -> list[tuple[object, ...]]:
    return [(s.form, s.rule, s.side, s.count, s.shared, dict(s.fields)) for s in comparison.situations]


# -- the bundled readings --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sides", "found", "states"),
    [
        (
            ("berserk", "after_declaring=active_player"),
            [(Form.OUTCOME, "use_ability", None, 71, 3, {"due": 71})],
            1_022,
        ),
        pytest.param(
            ("berserk", "die_roll=own_entry"),
            [(Form.OUTCOME, "begin_resolution", None, 78, 6, {"due": 78, "passed": 78, "stack": 78})],
            1_594,
            marks=pytest.mark.slow,
        ),
    ],
)
def test_readings_that_are_known_to_matter(
    sides: tuple[str, str], found: list[tuple[object, ...]], states: int
) -> None:
    comparison = held(*sides, workspace=bundled_workspace())
    assert kinds(comparison) == found
    assert comparison.basis.states == states
    assert not comparison.undetermined


@pytest.mark.slow
def test_who_goes_on_after_a_reply_in_force_of_will() -> None:
    sides = ("force_of_will:after_reply=turn_player", "after_reply=who_played_it")
    comparison = held(*sides, workspace=bundled_workspace())
    assert kinds(comparison) == [(Form.OUTCOME, "finish_resolution", None, 34, 12, {"due": 34})]
    assert comparison.basis.states == 5_523


@pytest.mark.slow
def test_the_editions_of_magic_part_where_a_battle_without_defense_is_kept() -> None:
    comparison = held("magic", "edition=CR26", workspace=bundled_workspace())
    assert kinds(comparison) == [(Form.ONE_SIDE, "bury_without_defense", 1, 10, 19, {})]
    assert {"CR24:704.5v", "CR26:704.5w"} <= set(comparison.situations[0].clauses)
    assert comparison.basis.states == 50_094


def test_a_game_is_the_same_as_itself_term_for_term() -> None:
    comparison = held("berserk", "berserk", workspace=bundled_workspace())
    assert comparison.basis.same
    assert not comparison.differs
    assert not comparison.undetermined


@pytest.mark.slow
def test_another_bound_is_no_difference_and_is_told() -> None:
    comparison = held("berserk", "berserk:stack=3", workspace=bundled_workspace())
    assert comparison.situations == ()
    assert comparison.basis.half_cut
    assert comparison.undetermined


# -- every form of difference ----------------------------------------------------------------------------

FORMS = (
    HEADER
    + """
class Forms(Game):
    tally: int = integer(0, 4, start=0)
    form: str = reading("what is otherwise", none="", over="", wrong="", outcome="", layer="", allowed="")
    procedure = between_actions("tidy")

    def over(self) -> bool:
        return self.tally == (2 if self.form == "over" else 4)

    @automatic(says="the tally is tidied")
    def tidy(self) -> None:
        require(self.tally == 3, self.form == "layer")
        self.tally = 0

    @action(says="{player} counts on")
    def count_on(self, player: Player) -> None:
        require(self.form != "allowed" or self.tally < 3 or player == Player(0))
        if self.form == "wrong" and self.tally == 2:
            self.tally += 3
        elif self.form == "outcome" and self.tally == 1:
            self.tally += 2
        else:
            self.tally += 1
"""
)


@pytest.mark.parametrize(
    ("form", "found"),
    [
        ("none", []),
        ("over", [(Form.OVER, "", 1, 1, 2, {})]),
        ("wrong", [(Form.WRONG, "count_on", 1, 1, 2, {})]),
        ("outcome", [(Form.OUTCOME, "count_on", None, 1, 1, {"tally": 1})]),
        ("layer", [(Form.ONE_SIDE, "tidy", 1, 1, 3, {})]),
        ("allowed", [(Form.ONE_SIDE, "count_on", 0, 1, 3, {})]),
    ],
)
def test_each_form_of_difference(folder: Path, form: str, found: list[tuple[object, ...]]) -> None:
    (folder / "forms.py").write_text(FORMS, encoding="utf-8")
    comparison = held("forms.py", f"form={form}")
    assert kinds(comparison) == found
    for situation in comparison.situations:
        assert all(half.play is not None for half in situation.halves)
        assert any(half.takes for half in situation.halves) == (situation.form is not Form.OVER)


def test_why_a_side_refuses_a_step_is_told_with_the_line(folder: Path) -> None:
    (folder / "forms.py").write_text(FORMS, encoding="utf-8")
    refused = held("forms.py", "form=allowed").situations[0].halves[1]
    assert "self.form != " in refused.refusal
    assert refused.refused_at is not None
    assert refused.refused_at.line == 1 + FORMS[: FORMS.index("require(self.form")].count("\n")
    assert refused.instead == ("P1 counts on",)


def test_a_start_that_only_one_side_has(folder: Path) -> None:
    for name, first in (("one", "start=0"), ("two", "start=1")):
        source = FORMS.replace("start=0", first)
        (folder / f"{name}.py").write_text(source, encoding="utf-8")
    comparison = held("one.py", "two.py")
    assert kinds(comparison) == [(Form.START, "", 0, 1, 0, {}), (Form.START, "", 1, 1, 0, {})]
    assert comparison.basis.states == 0
    (searched, *_) = basis_lines(comparison)
    assert searched.startswith("The sides share no start, so that nothing was searched, with ")


# -- two models ------------------------------------------------------------------------------------------

UP = (
    HEADER
    + """
class Up(Game):
    tally: int = integer(0, 3)

    def over(self) -> bool:
        return self.tally == 3

    @action
    def tick(self, player: Player) -> None:
        self.tally += 1


@compared
def left(game: Up) -> int:
    return 3 - game.tally
"""
).replace("@action\n", "@action()\n")

DOWN = (
    HEADER
    + """
class Down(Game):
    to_go: int = integer(0, 3, start=3)
    odd: bool = False

    def over(self) -> bool:
        return self.to_go == 0

    @action()
    def tick(self, player: Player) -> None:
        self.to_go -= 1
        self.odd = not self.odd


@compared
def left(game: Down) -> int:
    return game.to_go
"""
)


def test_two_models_are_compared_by_what_both_declare(folder: Path) -> None:
    (folder / "up.py").write_text(UP, encoding="utf-8")
    (folder / "down.py").write_text(DOWN, encoding="utf-8")
    comparison = held("up.py", "down.py")
    assert comparison.situations == ()
    assert comparison.basis.compared == ("left",)
    assert comparison.basis.states == 4
    (folder / "down.py").write_text(DOWN.replace("to_go -= 1", "to_go -= 2 if self.odd else 1"), "utf-8")
    forget()
    again = held("up.py", "down.py")
    assert kinds(again) == [(Form.OUTCOME, "tick", None, 1, 1, {"left": 1})]


def test_what_cannot_be_compared_is_told(folder: Path) -> None:
    (folder / "up.py").write_text(UP, encoding="utf-8")
    text = DOWN.replace("return game.to_go\n", "return game.odd\n").replace("-> int:", "-> bool:")
    (folder / "down.py").write_text(text, encoding="utf-8")
    comparison = held("up.py", "down.py")
    assert comparison.basis.compared == ("in_game",)
    with pytest.raises(UsageError, match="cannot be compared by 'lefft'"):
        held("up.py", "up.py", by=("lefft",))
    with pytest.raises(UsageError, match="no reading or scope 'tick'"):
        held("up.py", "tick=2")


def test_an_observable_returns_what_can_be_compared(folder: Path) -> None:
    (folder / "up.py").write_text(UP.replace("return 3 - game.tally", 'return "three"'), encoding="utf-8")
    with pytest.raises(ModelError, match=r"'left' returns the value 'three', which cannot be compared"):
        held("up.py", "up.py")


# -- sides and processes ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "second", "names"),
    [
        ("magic", "edition=CR26", ("magic", "magic:edition=CR26")),
        ("magic:players=3", "magic", ("magic:players=3", "magic")),
        ("a/b.py", ":x=1, y=2", ("a/b.py", "a/b.py:x=1,y=2")),
    ],
)
def test_a_side_is_a_game_and_what_is_read_otherwise(first: str, second: str, names: tuple[str, str]) -> None:
    assert tuple(map(str, parse_sides(first, second))) == names


@pytest.mark.parametrize("text", ["edition=CR26", ":edition=CR26", "magic:edition=", "magic:a=1,a=2"])
def test_what_is_no_side_is_told(text: str) -> None:
    with pytest.raises(UsageError):
        parse_sides(text, "magic")


def test_two_sizes_of_a_game_have_no_state_in_common(folder: Path) -> None:
    text = UP.replace("size=2", "size=scope(2, least=2, most=3)")
    (folder / "up.py").write_text(text, encoding="utf-8")
    with pytest.raises(UsageError, match="2 players on one side and 3 on the other"):
        held("up.py", "players=3")


@pytest.mark.slow
def test_a_process_of_its_own_opens_the_same_side(folder: Path) -> None:
    (folder / "up.py").write_text(UP, encoding="utf-8")
    name = SideName("up.py")
    with Process(fresh=True) as bench:
        far = unpacked(bench.ask(opened, Workspace(folder), name).get(Silent()))
    near = unpacked(opened(Workspace(folder), name))
    assert [u.guard for u in far.system.updates] == [u.guard for u in near.system.updates]
    assert packed(far.system.initial) == packed(near.system.initial)
