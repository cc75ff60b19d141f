from __future__ import annotations

import inspect
from typing import Any

import pytest

from checker.judge.asked_of_steps import asked_of_step
from checker.language.game import Game
from checker.language.step import Step

ENDS = ("pass", "concede")
PRICES = {"cast": 2, "play": 1}


class Cards(Game):
    abstract = True

    def is_cast(self, step: Step, also: tuple[str, ...] = ()) -> bool:
        return step.rule == "cast" or step.rule in also


def is_one(name: str, names: tuple[str, ...]) -> bool:
    return name in names


def compared(before: Cards, step: Step, after: Cards) -> bool:
    backwards = "discard" != step.rule  # noqa: SIM300 - as some write it
    return step.rule == "draw" or backwards or step.rule not in {"cast", *ENDS}


def by_another_name(before: Cards, step: Step, after: Cards) -> bool:
    this = step
    rule: str = this.rule
    wanted = ("draw", "cast") if before else ["play"]
    return rule in wanted or any(rule == name for name in ENDS)


def matched(before: Cards, step: Step, after: Cards) -> bool:
    match step.rule:
        case "draw" | "discard":
            return True
        case _:
            return False


def looked_up(before: Cards, step: Step, after: Cards) -> bool:
    return PRICES.get(step.rule, 0) > {"draw": 1}[step.rule]


def arguments(before: Cards, step: Step, after: Cards) -> bool:
    return bool(step.player) and any(step.card == p for p in (1, 2))


def in_helpers(before: Cards, step: Step, after: Cards) -> bool:
    return before.is_cast(step, also=("play",)) or is_one(step.rule, ENDS) or inspect.isclass(step)


def is_any(step: Step, names: tuple[str, ...]) -> bool:
    return step.rule in names or is_any(step, (*names, "draw"))


def in_itself(before: Cards, step: Step, after: Cards) -> bool:
    return is_any(step, ("cast",))


def parts_of_names(before: Cards, step: Step, after: Cards) -> bool:
    return "performed" in step.rule or step.rule.startswith("play")


def of_another_game(before: Cards, step: Step, after: Cards) -> bool:
    return before.turn == "draw" or Step("draw", {}).rule == "cast"


def test_names_of_enclosing_functions_are_read_once_they_are_assigned() -> None:
    def claim(before: Cards, step: Step, after: Cards) -> bool:
        return step.rule in moves or step.rule == later

    moves = ("cast",)
    assert names(claim) == [("cast", True)]
    later = "play"
    assert names(claim) == [("cast", True), (later, True)]


def names(function: Any, *, is_own: bool = True) -> list[tuple[str, bool]]:
    return [(a.name, a.shared) for a in asked_of_step(function, 1, Cards, lambda _: is_own)]


@pytest.mark.parametrize(
    ("function", "own", "shared"),
    [
        (compared, {"draw", "discard", "cast"}, {"pass", "concede"}),
        (by_another_name, {"draw", "cast", "play"}, {"pass", "concede"}),
        (matched, {"draw", "discard"}, set()),
        (looked_up, {"draw"}, {"cast", "play"}),
        (arguments, {"player", "card"}, set()),
        (in_helpers, {"play"}, {"cast", "pass", "concede"}),
        (in_itself, {"cast"}, {"draw"}),
        (parts_of_names, set(), set()),
        (of_another_game, set(), set()),
    ],
)
def test_what_is_asked_is_read_from_the_source(function: Any, own: set[str], shared: set[str]) -> None:
    found = names(function)
    assert {name for name, is_shared in found if not is_shared} == own
    assert {name for name, is_shared in found if is_shared} == shared


def test_each_is_told_with_the_line_on_which_it_is_written() -> None:
    first = matched.__code__.co_firstlineno
    assert [a.source.line - first for a in asked_of_step(matched, 1, Cards, lambda _: True)] == [2, 2]
    handed = [a for a in asked_of_step(in_helpers, 1, Cards, lambda _: True) if a.name == "play"]
    assert [a.source.line for a in handed] == [in_helpers.__code__.co_firstlineno + 1]


def test_what_is_not_the_authors_is_not_read() -> None:
    assert names(compared, is_own=False) == []
