from dataclasses import dataclass
from typing import Any

import pytest

from checker import (
    Participant,
    Set,
    Stack,
    action,
    automatic,
    between_actions,
    now,
    require,
    scope,
    some,
    stack,
)
from checker.explore.explicit import ExplicitEngine
from checker.judge.claims import claims_of, invariant, transition
from checker.judge.questions import Question, question_of
from checker.language.lower import lower
from checker.language.schema import Schema
from checker.language.step import Step
from models.priority_stack import PriorityStack, Stage, Waiting
from specs import common
from tests.conformance.table import Table
from tests.models.faults import breaks


class Player(Participant, size=scope(2, least=2, most=4)):
    pass


@dataclass(frozen=True, kw_only=True)
class Entry(Waiting):
    controller: Player


class Duel(PriorityStack[Player, Entry]):
    """The bare core: whoever has priority may add an entry, and any entry may leave from anywhere."""

    turn_player: Player = Player(0)
    stack: Stack[Entry] = stack(Entry, depth=scope(2))

    def after_sequence(self) -> None:
        self.due = self.turn_player

    @automatic()
    def begin_game(self) -> None:
        require(not self.due, not self.holders, not self.passed, not self.stack)
        self.due = self.turn_player

    @action(says="{player} adds an entry")
    def add(self, player: Player) -> None:
        require(player in self.holders, self.stack.size < 2)
        self.stack.push(Entry(controller=player, arrived=now()))
        self.acted(player)

    @action(says="{player} takes out the oldest entry")
    def take_out(self, player: Player) -> None:
        require(player in self.holders, self.stack.size == 2)
        for entry in self.stack:
            self.stack.remove(entry)
            break
        self.acted(player)

    @automatic()
    def carry_out(self) -> None:
        require(some(self.stack, lambda e: e.stage == Stage.RESOLVING))
        self.carried_out()


@invariant()
def duel_one_priority_holder(game: Duel) -> bool:
    return common.one_priority_holder(game)


@transition()
def duel_resolves_last_in_first(before: Duel, step: Step, after: Duel) -> bool:
    return common.resolves_last_in_first(before, after)


@transition()
def duel_resolves_after_passes(before: Duel, step: Step, after: Duel) -> bool:
    return common.resolves_after_passes_in_a_row(before, after)


@transition()
def duel_entries_leave_one_by_one(before: Duel, step: Step, after: Duel) -> bool:
    return common.entries_leave_one_by_one(before, step, after, ("finish_resolution", "take_out"))


class ActivePlayerNext(Duel):
    """After every action the turn player is next."""

    def next_after_action(self, player: Player) -> Player | None:
        return self.turn_player


class ReplacesTheNewest(Duel):
    """An action puts its entry in place of the newest one, so that there are as many as before."""

    @action(says="{player} puts an entry in place of another")
    def replace_newest(self, player: Player) -> None:
        require(player in self.holders, self.stack)
        self.stack.pop()
        self.stack.push(Entry(controller=player, arrived=now()))
        self.acted(player)


class TakesOutTwo(Duel):
    """An effect takes out both entries, and puts one of its own there."""

    def take_out(self, player: Player) -> None:
        super().take_out(player)
        self.stack.pop()
        self.stack.push(Entry(controller=player, arrived=now()))


class Chimes(Duel):
    """A bell of every player triggers when an entry is added."""

    stack: Stack[Entry] = stack(Entry, depth=scope(4))
    rung: Set[Player]

    procedure = between_actions(
        "finish_resolution",
        "carry_out",
        "begin_resolution",
        "end_sequence",
        "put",
        "begin_game",
        "give_priority",
    )

    def has_waiting_triggers(self, player: Player) -> bool:
        return player in self.rung

    def add(self, player: Player) -> None:
        require(not self.stack)
        super().add(player)
        self.rung = self.in_game

    @automatic(says="the bell of {player} comes to the stack")
    def put(self, player: Player) -> None:
        require(self.stacks_next(player))
        self.rung.discard(player)
        self.stack.push(Entry(controller=player, arrived=now()))


def questions(game: type[Duel], players: int) -> list[Question]:
    lowered = lower(Schema(game, {"players": players}))
    return [question_of(lowered, c) for c in claims_of(game)]


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("game", [Duel, ActivePlayerNext])
def test_the_common_claims_hold_of_the_core(game: type[Duel], players: int) -> None:
    for question in questions(game, players):
        outcome = ExplicitEngine().search(question.system, tuple(question.targets()))
        assert outcome.complete
        assert not outcome.found
        assert outcome.statistics.dead_ends == outcome.statistics.wrong == outcome.statistics.cut == 0


@pytest.mark.parametrize("game", [ReplacesTheNewest, TakesOutTwo])
def test_an_entry_in_place_of_another_does_not_pass_for_it(game: type[Duel]) -> None:
    assert breaks(game, "duel_entries_leave_one_by_one", {})


@pytest.mark.parametrize("players", [2, 3, 4])
def test_an_entry_resolves_when_everybody_has_passed_in_a_row(players: int) -> None:
    at = Table(Duel, scopes={"players": players}).do("add")
    for passed in range(players):
        assert at.acting() == [f"P{passed + 1}"]
        assert at.shows("stack")
        at.do("pass_priority")
    assert not at.shows("stack")
    assert at.acting() == ["P1"]


def test_an_action_breaks_the_run_of_passes() -> None:
    at = Table(Duel, scopes={"players": 3}).do("add").do("pass_priority").do("add", player=Player(1))
    at.do("pass_priority").do("pass_priority")
    assert at.acting() == ["P1"]
    assert len(at.shows("stack")) == 2
    at.do("pass_priority")
    assert len(at.shows("stack")) == 1


def test_a_game_says_who_is_next_after_an_action() -> None:
    assert Table(Duel).do("pass_priority").do("add").acting() == ["P2"]
    assert Table(ActivePlayerNext).do("pass_priority").do("add").acting() == ["P1"]


def test_nobody_is_asked_while_an_entry_resolves() -> None:
    at = Table(Duel).do("add").do("pass_priority").take("pass_priority")
    seen: list[Any] = []
    while at.step():
        seen.append((at.log[-1], at.acting(), len(at.shows("stack"))))
    assert seen == [
        ("begin_resolution", [], 1),
        ("carry_out", [], 1),
        ("finish_resolution", [], 0),
        ("give_priority", ["P1"], 0),
    ]


def test_triggers_come_to_the_stack_in_turn_order_before_anybody_acts() -> None:
    at = Table(Chimes, scopes={"players": 3}).do("pass_priority").do("add", player=Player(1))
    assert [dict(entry.fields)["controller"] for entry in at.shows("stack")] == ["P2", "P1", "P2", "P3"]
    assert at.log.count("give_priority") == 3
    assert at.acting() == ["P2"]
    assert at.asks(common.no_trigger_waits)
