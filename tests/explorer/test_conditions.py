from __future__ import annotations

import pytest

from checker.errors import ModelError, UsageError
from checker.explorer.conditions import condition_of
from checker.explorer.goals import reach
from tests.explorer.rooms import rooms


def goal(game, text):
    return reach(game, condition_of(game, text), seconds=60, tell=lambda _: None)


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("len(pile) == 2", "push push"),
        ("pile.size == 2 and turn == P2", "push push"),
        ("pile.top == P1 and len(game.pile) == 1", "push"),
        ("some(Player, lambda p: life[p] == 0)", "push push fall"),
        ("not all_live", "push push fall"),
        ("not nothing_falls", "push push fall"),
        ("two", "push push"),
        ("two and not may(P1, push)", "push push"),
        ("life[P1] == 1", ""),
    ],
)
def test_the_shortest_play_to_a_condition_is_found(tmp_path, text, rules):
    game = rooms(tmp_path)
    found = goal(game, text)
    assert found.status == "found"
    assert " ".join(rule for rule, _ in found.steps) == rules
    assert game.follow(found.initial, found.steps)[1] is None


def test_what_no_play_reaches_is_said_within_its_sizes(tmp_path):
    found = goal(rooms(tmp_path), "life[P1] == 2")
    assert (found.status, found.told) == (
        "none", "no play reaches it, with 2 players, pile at most 2: all 8 states were seen",
    )  # fmt: skip
    cut = goal(rooms(tmp_path, pile=1), "life[P1] == 0")
    assert cut.status == "undetermined"
    assert "a bound cut the search" in cut.told


def test_a_play_goes_on_from_where_it_is(tmp_path):
    """From the first push on, the condition of the second parametrised case above takes another way."""
    game = rooms(tmp_path)
    here, _ = game.follow(0, (("push", (("player", "P1"),)),))

    def onward(text):
        return reach(game, condition_of(game, text), seconds=60, tell=lambda _: None, after=here)

    found = onward("len(pile) == 2")
    assert found.told == "the shortest way to it from here has 1 step"
    assert (len(found.steps), found.steps[:1]) == (2, here.steps)
    assert game.follow(found.initial, found.steps)[1] is None
    assert onward("len(pile) == 1").told == "it is so here"
    gone = onward("len(pile) == 0 and life[P1] == 1 and life[P2] == 1")
    assert gone.told.startswith("no play that goes on from here reaches it")


def test_a_comparison_that_makes_no_sense_is_hinted_at(tmp_path):
    with pytest.raises(ModelError, match="a Player is compared with the value 3"):
        goal(rooms(tmp_path), "turn == 3")
    found = goal(rooms(tmp_path), "turn == life[P1]")
    assert found.status == "none"
    assert found.told.endswith("never changes, or is compared with what it can never be")


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("lief[P1] == 0", "there is nothing named 'lief'", "did you mean 'life'?"),
        ("zzz", "there is nothing named 'zzz'",
         "the fields of the state are: in_game, life, pile, turn; players are P1, P2"),
        ("life[P1] ==", "this condition cannot be read: invalid syntax", "write an expression over"),
        ("", "no condition is given", "write an expression over"),
        ("pile.__class__", "'__class__' is not for conditions", "use the fields"),
        ("__import__('os')", "there is nothing named '__import__'", "the fields of the state"),
        ("[p for p in Player]", "loops are not for conditions", "write `some(Player"),
        ("(x := 1)", "conditions are not made of this: namedexpr", "write an expression"),
        ("turn is P1", "`is` does not see values of the state", "write `==`"),
        ("push", "push is a rule", "ask who may take it"),
        ("nothing_falls", "nothing_falls speaks of steps", "write `not nothing_falls`"),
    ],
)  # fmt: skip
def test_a_condition_that_cannot_be_is_told(tmp_path, text, message, hint):
    with pytest.raises(UsageError) as told:
        condition_of(rooms(tmp_path), text)
    assert told.value.message.startswith(message)
    assert told.value.hint.startswith(hint)
