from __future__ import annotations

import dataclasses

import pytest

from checker import count, may, may_act
from checker.errors import ModelError
from checker.language.plain.interpreter import Interpreter
from checker.language.plain.naive import NaiveSearch
from checker.language.schema import Schema
from tests.games.at_once import Fire, Hunt
from tests.games.corners import Card, Chain, Corners, Item, Phase, Player, Ranked, Shorter, Spoilt
from tests.games.sieges import Sieges
from tests.games.table import Leaving, Line, Pile

P1 = Player(0)


@pytest.fixture
def corners():
    return Interpreter(Schema(Corners))


def start(interpreter):
    return interpreter.initial_states()[0]


def after(interpreter, *steps):
    state = start(interpreter)
    for rule, arguments in steps:
        state = interpreter.run(state, rule, arguments).after
        assert state is not None
    return state


def run(interpreter, rule, state=None):
    return interpreter.run(start(interpreter) if state is None else state, rule, {"player": P1})


def line_of(game, text):
    with open(game) as file:
        return next(i for i, line in enumerate(file, start=1) if text in line)


@pytest.mark.parametrize(
    ("rule", "message", "text"),
    [
        ("overpay", "life[P1] leaves its range 0..2", "self.life[player] -= 2\n"),
        ("blind_top", "an empty stack is asked for an item", "require(self.pile.top.card == Card(0))"),
        ("blind_held", "something absent is used as if it were there", "dataclasses.replace(self.held"),
        ("blind_holder", "something absent is used as if it were there", "self.life[self.holder] += 1"),
        ("serve_nobody", "an empty queue is asked for an item", "self.line.pop()"),
        ("remove_what_is_not_there", "what is not in the stack is taken out of it", "remove(Item(Card(2)))"),
    ],
)
def test_wrong_steps_name_the_authors_line(corners, rule, message, text):
    result = run(corners, rule)
    assert result.enabled
    assert result.after is None
    assert result.wrong is not None
    assert result.wrong.message == message
    assert result.wrong.source is not None
    assert result.wrong.source.file == "tests/games/corners.py"
    with open("tests/games/corners.py") as file:
        assert text.strip() in file.read().splitlines()[result.wrong.source.line - 1]


@pytest.mark.parametrize("rule", ["guarded_top", "guarded_held", "pay_late", "overfill_in_vain"])
def test_what_goes_wrong_in_a_rule_that_is_undone_does_not_count(corners, rule):
    result = run(corners, rule)
    assert not result.enabled
    assert (result.wrong, result.cut, result.after) == (None, None, None)
    assert result.undone is not None
    assert result.undone.source is not None


def test_a_bound_cuts(corners):
    result = run(corners, "overfill")
    assert (result.enabled, result.cut, result.after) == (True, "pile", None)


def test_items_mean_their_place_until_one_leaves(corners):
    filled = after(corners, ("fill", {"player": P1}))
    with pytest.raises(ModelError, match="read before another one left") as stale:
        run(corners, "remove_two", filled)
    assert stale.value.source is not None
    assert stale.value.source.line == line_of("tests/games/corners.py", "self.pile.remove(top)")
    with pytest.raises(ModelError, match="read before another one left"):
        run(corners, "remove_again", filled)
    emptied = run(corners, "empty", filled).after
    assert emptied is not None
    assert emptied.values["pile"] == ()


def test_removing_from_the_middle_keeps_the_rest():
    interpreter = Interpreter(Schema(Pile))
    cards = interpreter.schema.fields["touched"].type.key.values()
    both = after(interpreter, ("put", {"card": cards[0]}), ("put", {"card": cards[1]}))
    picked = interpreter.run(both, "pick", {"stone": 0}).after
    assert picked is not None
    assert [s.card for s in picked.values["pile"]] == [cards[1]]
    assert not interpreter.run(picked, "pick", {"stone": 1}).enabled
    swapped = interpreter.run(both, "swap", {"stone": 1}).after
    assert swapped is not None
    assert [s.weight for s in swapped.values["pile"]] == [1, 2]


def test_find_tells_what_is_absent(corners):
    assert run(corners, "first_marked").enabled
    assert not run(corners, "first_marked", after(corners, ("fill", {"player": P1}))).enabled


def test_bags_are_sorted_and_defaults_filled_in(corners):
    filled = after(corners, ("fill", {"player": P1}))
    assert filled.values["heap"] == (Item(Card(0), None, 1), Item(Card(2), None, 1))
    assert filled.values["pile"][1] == Item(Card(1), Card(2), 3)


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ("read_secret", "a rule reads the ghost 'secret'"),
        ("write_secret", "a rule changes the ghost 'secret'"),
        ("misspell", "has no field 'lives'"),
        ("put_a_word", "'end' cannot be stored in phase"),
        ("predicate_that_writes", "a predicate changes the state"),
    ],
)
def test_errors_of_the_model_name_its_line(corners, rule, message):
    with pytest.raises(ModelError, match=message) as error:
        run(corners, rule)
    assert error.value.source is not None
    assert error.value.source.file == "tests/games/corners.py"


def test_selections_and_match(corners):
    marked = run(corners, "mark_others").after
    assert marked is not None
    assert marked.values["marks"] == {Card(0), Card(1), Card(2)}
    assert not run(corners, "mark_others", marked).enabled
    ended = run(corners, "advance").after
    assert ended is not None
    assert ended.values["phase"] is Phase.END
    assert not run(corners, "advance", ended).enabled


# Doubled first: (1 * 2) + 1 = 3. The other first: (1 + 1) * 2 = 4. Each applies once; the override adds one.
@pytest.mark.parametrize(("game", "more"), [(Chain, 0), (Shorter, 1)])
def test_replacements_apply_once_and_are_chosen_among(game, more):
    interpreter = Interpreter(Schema(game))
    taken = {t.instance.name: t.result.after for t in interpreter.taken(start(interpreter))}
    assert {name: state.values["depth"] for name, state in taken.items() if state} == {
        "go(replacement=doubled)": 3 + more,
        "go(replacement=and_one)": 4 + more,
    }
    assert taken["go(replacement=doubled)"].values["log"] == (Phase.MAIN, Phase.END)
    needs = interpreter.run(start(interpreter), "go", {}).needs
    assert needs == ("replacement", ("doubled", "and_one"))


def test_choices_as_something_enters_are_arguments_of_the_step():
    interpreter = Interpreter(Schema(Sieges, {"players": 3}))
    plays = [t for t in interpreter.taken(start(interpreter)) if t.instance.rule == "play"]
    assert [t.instance.name for t in plays] == [
        "play(player=P1, battle=B1, protector=P2)",
        "play(player=P1, battle=B1, protector=P3)",
        "play(player=P1, battle=B2, replacement=enter_weak, protector=P2)",
        "play(player=P1, battle=B2, replacement=enter_weak, protector=P3)",
        "play(player=P1, battle=B2, replacement=enter_guarded, protector=P2)",
        "play(player=P1, battle=B2, replacement=enter_guarded, protector=P3)",
    ]
    assert {c.chooser for t in plays for c in t.result.choices} == {"P1"}


def test_one_event_may_trigger_several_rules():
    interpreter = Interpreter(Schema(Sieges))
    found = NaiveSearch(interpreter).find(lambda s: len(s.values["waiting"]) == 2)
    assert found is not None
    assert found.steps[-1].rule == "shrink_all"
    assert [i.name for i in interpreter.enabled(found.states[-1])] == [
        "put_on_stack(defeat=0)",
        "put_on_stack(defeat=1)",
    ]


def test_choices_of_state_based_rules_are_named_after_their_instance():
    interpreter = Interpreter(Schema(Hunt))
    player = interpreter.schema.participant.values()[1]
    hunted = after(interpreter, ("hunt", {"player": player}))
    (only,) = interpreter.taken(hunted)
    assert only.instance.name == "state_based(assign(card=K1).guard=P2, assign(card=K2).guard=P1)".replace(
        "K", "C"
    )
    assert [c.chooser for c in only.result.choices] == ["owner of the card"] * 2
    assert len(only.result.after.values["news"]) == 2


def test_the_merged_event_is_out_of_range_where_its_parts_are_not():
    interpreter = Interpreter(Schema(Fire))
    armed = after(interpreter, ("arm_both", {}), ("state_based", {}), ("arm_both", {}))
    result = interpreter.run(armed, "state_based", {})
    assert result.wrong is not None
    assert result.wrong.message == "life leaves its range 0..3"


def test_who_has_left_does_not_act_and_is_skipped():
    interpreter = Interpreter(Schema(Leaving))
    second = interpreter.schema.participant.values()[1]
    gone = after(interpreter, ("leave", {"player": second}))
    refused = interpreter.run(gone, "pass_on", {"player": second})
    assert refused.undone is not None
    assert refused.undone.reason == "P2 has left the game"
    assert interpreter.evaluate_claim(gone, lambda game: game.turn.next_in_game.index == 2)
    assert [i.name for i in interpreter.enabled(gone) if i.rule == "leave"] == [
        "leave(player=P1)",
        "leave(player=P3)",
    ]


def test_only_bags_and_ghosts_change_where_nothing_else_may():
    interpreter = Interpreter(Schema(Spoilt))
    with pytest.raises(ModelError, match="a triggered rule changes 'marks'"):
        interpreter.run(start(interpreter), "tell", {"card": Card(2)})
    with pytest.raises(ModelError, match="an observer changes 'marks'"):
        interpreter.run(start(interpreter), "mark", {"card": Card(2)})


def test_choices_come_before_automatic_rules_and_these_before_actions():
    interpreter = Interpreter(Schema(Ranked))
    marked = after(interpreter, ("mark", {"card": Card(0)}))
    assert [i.name for i in interpreter.enabled(marked)] == ["unmark(card=C1)"]
    told = interpreter.run(marked, "tell", {"card": Card(0)}).after
    assert told is not None
    assert [i.name for i in interpreter.enabled(told)] == ["settle(card=C1)"]
    assert [i.rule for i in interpreter.enabled(start(interpreter))] == ["tell"] * 3 + ["mark"] * 3


def test_who_may_act_is_asked_by_claims():
    interpreter = Interpreter(Schema(Line))
    state = start(interpreter)
    players = interpreter.schema.participant.cls
    assert interpreter.evaluate_claim(state, lambda game: count(players, may_act)) is True
    assert interpreter.evaluate_claim(state, lambda game: count(players, lambda p: may(p, Line.serve)) == 0)
    judged = interpreter.judge_claim(state, lambda game: may_act(game.served))
    assert not judged.holds
    assert judged.undefined is not None


def test_equal_moments_of_different_clocks_are_one_state():
    interpreter = Interpreter(Schema(Pile))
    state = start(interpreter)
    later = dataclasses.replace(state, clock=7)
    card = interpreter.schema.fields["touched"].type.key.values()[0]
    one, other = (interpreter.run(s, "put", {"card": card}).after for s in (state, later))
    assert one is not None
    assert other is not None
    assert one.values != other.values
    assert interpreter.canonical(one) == interpreter.canonical(other)
