from __future__ import annotations

import pytest

from checker import count, every, implies, some
from checker.language.plain.explain import explain_state, explain_step
from checker.language.plain.instances import Instance
from checker.language.plain.interpreter import Interpreter
from checker.language.plain.replay import replay
from checker.language.schema import Schema
from tests.games.sieges import Battle, Sieges, Zone


def nobody_is_in_play(game):
    return game.stack.size == 0 and every(Battle, lambda b: game.zone[b] != Zone.FIELD)


def some_battle_is_exiled(game):
    return some(Battle, lambda b: game.zone[b] == Zone.EXILE)


def at_most_none_in_hand(game):
    return count(Battle, lambda b: game.zone[b] == Zone.HAND) <= 0


def weak_only_if_exiled(game):
    return implies(game.zone[Battle(1)] == Zone.FIELD, game.defense[Battle(1)] == 2)


def nothing_at_all(game):
    if game.zone[Battle(1)] == Zone.FIELD:
        return False
    return game.stack.size == 0


def not_in_play(game):
    return not some(Battle, lambda b: game.zone[b] == Zone.FIELD)


def pairs_differ(game):
    return every(Battle, Battle, lambda a, b: a == b or game.zone[a] == game.zone[b])


def top_is_first(game):
    return game.stack.top.battle == Battle(0)


def defense_never_falls(before, step, after):
    return step.rule != "attack" or every(Battle, lambda b: after.defense[b] >= before.defense[b])


@pytest.fixture
def told():
    play = {"player": "P1", "battle": "B2", "replacement": "enter_weak", "protector": "P2"}
    return replay(Schema(Sieges), 0, [("play", play), ("attack", {"player": "P2", "battle": "B2"})])


@pytest.mark.parametrize(
    ("claim", "explanation"),
    [
        (
            nobody_is_in_play,
            "every(Battle): fails for B2: `game.zone[b] != Zone.FIELD` is false: game.zone[b] is FIELD",
        ),
        (some_battle_is_exiled, "some(Battle): holds for none"),
        (
            at_most_none_in_hand,
            "`count(Battle, lambda b: game.zone[b] == Zone.HAND) <= 0` is false: it is 1 (B1)",
        ),
        (
            weak_only_if_exiled,
            "`game.defense[Battle(1)] == 2` is false: game.defense[Battle(1)] is 1, "
            "although `game.zone[Battle(1)] == Zone.FIELD`",
        ),
        (nothing_at_all, "`game.zone[Battle(1)] == Zone.FIELD` leads to `return False`"),
        (not_in_play, "`some(Battle, lambda b: game.zone[b] == Zone.FIELD)` is true"),
        (
            pairs_differ,
            "every(Battle, Battle): fails for (B1, B2), (B2, B1): with B1, B2, "
            "`game.zone[a] == game.zone[b]` is false: game.zone[a] is HAND, game.zone[b] is FIELD, "
            "although not `a == b`",
        ),
        (top_is_first, "an empty stack is asked for an item"),
    ],
)
def test_an_explanation_names_line_part_and_member(told, claim, explanation):
    line = claim.__code__.co_firstlineno + 1
    found = explain_state(told.interpreter, claim, told.states[1])
    assert found == f"line {line}: {explanation}"


@pytest.mark.parametrize(
    ("claim", "explanation"),
    [
        (lambda game: game.stack.size == 0 and game.zone[Battle(1)] == Zone.HAND, "is FIELD"),
        (
            lambda game: every(Battle, lambda b: game.zone[b] == Zone.HAND),
            "every(Battle): fails for B2: `game.zone[b] == Zone.HAND` is false: game.zone[b] is FIELD",
        ),
    ],
)
def test_an_explanation_looks_into_lambdas(told, claim, explanation):
    found = explain_state(told.interpreter, claim, told.states[1])
    assert found.startswith(f"line {claim.__code__.co_firstlineno}: ")
    assert found.endswith(explanation)


def test_a_record_is_told_by_its_fields(told):
    found = explain_state(
        told.interpreter, lambda game: every(game.waiting, lambda d: not d), told.states[-1]
    )
    assert found.endswith("every(game.waiting): fails for Defeat(battle=B2): `d` is true")


def asks_another(game):
    return game.over() or nobody_is_in_play(game)


def test_an_explanation_looks_into_what_the_claim_asks(told):
    line = nobody_is_in_play.__code__.co_firstlineno + 1
    found = explain_state(told.interpreter, asks_another, told.states[1])
    where = "tests/language/plain/test_explain.py"
    assert found == (
        f"{where} line {line}: every(Battle): fails for B2: `game.zone[b] != Zone.FIELD` is false: "
        "game.zone[b] is FIELD, although not `game.over()`"
    )


def test_a_claim_that_is_true_needs_no_explanation(told):
    assert explain_state(told.interpreter, nobody_is_in_play, told.states[0]) == ""


def test_an_explanation_of_a_step(told):
    before, after = told.states[1:3]
    judged = told.interpreter.judge_step(before, told.instances[1], after, defense_never_falls)
    assert judged.truths == (False,)
    found = explain_step(told.interpreter, defense_never_falls, before, told.instances[1], after)
    line = defense_never_falls.__code__.co_firstlineno + 1
    assert found == (
        f"line {line}: every(Battle): fails for B2: `after.defense[b] >= before.defense[b]` is false: "
        "after.defense[b] is 0, before.defense[b] is 1, although not `step.rule != 'attack'`"
    )
    still = Instance("pass", ())
    assert explain_step(told.interpreter, defense_never_falls, before, still, after) == ""


def test_the_moment_of_a_claim_is_the_state_it_is_judged_in():
    interpreter = Interpreter(Schema(Sieges))
    start = interpreter.initial_states()[0]
    assert interpreter.evaluate_claim(start, lambda game: (game.stack.size == 0, False)) == (True, False)
