from __future__ import annotations

from dataclasses import dataclass

import pytest

from checker import Bag, Game, Map, Maybe, Moment, Queue, Set, bag, each, integer, queue, reading, scope
from checker.errors import ModelError
from checker.language.plain.given import Given, moment
from checker.language.plain.interpreter import Interpreter
from checker.language.schema import Schema
from tests.games.sieges import Battle, Defeat, Entry, Player, Sieges, Zone

P1, P2, P3 = Player(0), Player(1), Player(2)
B1, B2 = Battle(0), Battle(1)


@dataclass(frozen=True)
class Line:
    battle: Battle
    since: Moment
    strength: int = integer(1, 3)


class Lines(Game):
    """A game of nothing but fields."""

    turn: Player
    day: bool
    since: Moment
    first: Maybe[Line]
    ready: Map[Player, Set[Battle]]
    marks: Map[Battle, int] = each(Battle, integer(0, 2, start=1))
    lines: Queue[Line] = queue(Line, length=scope(2))
    effects: Bag[Line] = bag(Line, size=3)
    order: str = reading("which?", one="A:1", two="A:2")


def described(game: type[Game] = Lines, **fields):
    interpreter = Interpreter(Schema(game))
    state = next(iter(interpreter.described_states(Given(interpreter.schema, fields))))
    return interpreter, state


def test_fields_that_are_not_given_start_as_they_do():
    interpreter, state = described()
    assert interpreter.canonical(state) == interpreter.canonical(interpreter.initial_states()[0])
    assert (state.values["turn"], state.values["day"], state.values["marks"]) == (P1, False, (1, 1))


def test_every_kind_of_field_takes_what_is_given():
    interpreter, state = described(
        turn=P2,
        first=Line(B2, moment()),
        ready={P2: [B2, B1]},
        marks={B2: 0},
        lines=[Line(B1, moment(), strength=3), Line(B1, moment())],
        in_game={P2},
    )
    assert interpreter.show(state) == {
        "turn": "P2",
        "day": "no",
        "since": "moment",
        "first": interpreter.show(state)["first"],
        "ready": {"P1": [], "P2": ["B1", "B2"]},
        "marks": {"B1": "1", "B2": "0"},
        "lines": interpreter.show(state)["lines"],
        "effects": [],
        "in_game": ["P2"],
    }
    assert dict(interpreter.show(state)["first"].fields) == {
        "battle": "B2",
        "since": "moment",
        "strength": "1",
    }
    assert [dict(line.fields)["strength"] for line in interpreter.show(state)["lines"]] == ["3", "1"]


def test_moments_are_as_old_as_they_are_mentioned_early():
    old, new = moment(), moment()
    interpreter, state = described(lines=[Line(B1, new), Line(B2, old)], first=Line(B1, old))

    def ages(game):
        front, back = game.lines
        return back.since < front.since, back.since == game.first.since, game.since < back.since

    assert interpreter.judge_claim(state, ages).truths == (True, True, True)


def test_what_is_given_is_older_than_what_happens_next():
    interpreter, state = described(
        Sieges, waiting=[Defeat(B2)], stack=[Entry(B1, moment())], zone={B1: Zone.FIELD, B2: Zone.FIELD}
    )
    after = interpreter.run(state, "put_on_stack", {"defeat": 0}).after
    assert after is not None
    assert interpreter.evaluate_claim(after, lambda g: g.stack.top.battle == B2)
    assert interpreter.evaluate_claim(after, every_is_older_than_the_top)


def every_is_older_than_the_top(game):
    return all(entry.arrived <= game.stack.top.arrived for entry in game.stack) and game.stack.size == 2


def test_bags_are_sorted():
    early, late = moment(), moment()
    one, other = Line(B1, late), Line(B2, early)
    first, second = (described(effects=items)[1] for items in ([one, other], [other, one]))
    assert first == second


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"trun": P1}, "lines has no field 'trun'\n  did you mean 'turn'?"),
        ({"order": "two"}, "order is a reading of lines, and no field\n  write readings={'order': ...}"),
        ({"players": 3}, "players is a scope of lines, and no field\n  write scopes={'players': ...}"),
        ({"turn": P3}, "turn: P3 is not in this game: there are P1, P2\n  play with scopes={'players': 3}"),
        ({"turn": None}, "turn: None is not a Player\n  write one of P1, P2"),
        ({"day": 1}, "day: 1 is not a bool\n  write one of no, yes"),
        ({"marks": {B1: 3}}, "marks[B1]: 3 is not a number from 0 to 2\n  write one of 0, 1, 2"),
        ({"marks": {P1: 0}}, "marks: P1 is not a Battle\n  write one of B1, B2"),
        ({"marks": 1}, "marks: 1 is no map"),
        ({"ready": {P1: B1}}, "ready[P1]: B1 is no set\n  write a set: {P1, P2}"),
        ({"ready": {P1: {Battle(2)}}}, "ready[P1]: B3 is not in this game: there are B1, B2"),
        ({"lines": Line(B1, moment())}, "is no list"),
        ({"lines": [Line(B1, moment())] * 3}, "lines: it holds 3, and its bound is 2"),
        ({"effects": [Line(B1, moment())] * 4}, "effects cannot be varied in lines; declare it with scope"),
        ({"lines": [B1]}, "lines[0]: B1 is no Line"),
        ({"lines": [Line(B1, 3)]}, "lines[0].since: 3 is no moment"),
        ({"first": Line(P1, moment())}, "first.battle: P1 is not a Battle"),
        ({"first": Line(B1, moment(), 4)}, "first.strength: 4 is not a number from 1 to 3"),
    ],
)
def test_a_value_that_the_field_cannot_hold_is_refused_by_its_name(fields, message):
    with pytest.raises(ModelError) as error:
        described(**fields)
    assert message in str(error.value)
