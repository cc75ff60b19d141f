from __future__ import annotations

import pytest

from checker.errors import ModelError
from checker.language.plain.changes import changes
from checker.language.plain.interpreter import Interpreter
from checker.language.plain.naive import NaiveSearch
from checker.language.plain.replay import replay
from checker.language.plain.told import NOTHING, Change
from checker.language.resolved import label_of
from checker.language.schema import Schema
from checker.system.shapes import RecordValue
from tests.games.at_once import Fire, Hunt
from tests.games.benchmark import Benchmark
from tests.games.sieges import Sieges
from tests.games.table import Dice, Line, Pile

PLAY = [
    ("play", {"player": "P1", "battle": "B2", "replacement": "enter_weak", "protector": "P2"}),
    ("attack", {"player": "P2", "battle": "B2"}),
    ("put_on_stack", {"defeat": "0"}),
    ("resolve", {"exile": "no"}),
    ("state_based", {}),
]


def test_a_play_is_told_step_by_step():
    told = replay(Schema(Sieges), 0, PLAY)
    assert told.fits
    assert told.misfit is None
    assert len(told.states) == len(told.steps) + 1
    assert [s.sentence for s in told.steps] == [
        "P1 plays B2; B2 enters weak; P2 protects B2",
        "P2 attacks B2 of 1; B2 is defeated",
        "the defeat of B2 goes on the stack",
        "the defeat of B2 resolves",
        "B2 is buried",
    ]
    play, attack, put, resolve, bury = told.steps
    assert (play.kind, play.actor, play.clauses) == ("action", "P1", ("S:1", "S:2"))
    assert play.choosers == {"replacement": "P1", "protector": "P1"}
    assert play.arguments == PLAY[0][1]
    assert play.changes == (
        Change("zone[B2]", "HAND", "FIELD"),
        Change("defense[B2]", "0", "1"),
        Change("protector[B2]", "none", "P1"),
    )
    assert attack.changes == (
        Change("defense[B2]", "1", "0"),
        Change("waiting[0]", NOTHING, "Defeat(battle=B2)"),
    )
    assert attack.clauses == ("S:3",)
    assert put.changes[1] == Change("stack[0]", NOTHING, "Entry(battle=B2, arrived=moment)")
    assert resolve.choosers == {"exile": "the controller"}
    assert (bury.kind, bury.actor) == ("state-based", None)
    assert Change("buried", "0", "1") in bury.changes
    assert bury.state["zone"] == {"B1": "HAND", "B2": "GRAVE"}
    assert put.state["stack"] == [RecordValue("Entry", (("battle", "B2"), ("arrived", "moment")))]
    assert put.source.file == "tests/games/sieges.py"


@pytest.mark.parametrize(
    ("cut_to", "step", "reason"),
    [
        (0, ("plai", {}), "the game has no rule 'plai'; did you mean 'play'?"),
        (0, ("attack", {"player": "P1"}), "attack takes 'battle', which the play does not give"),
        (0, ("attack", {"player": "P9", "battle": "B1"}), "player is 'P9', and may be P1, P2"),
        (0, ("attack", {"player": "P1", "battle": "B1", "foe": "P2"}), "attack has no argument 'foe'"),
        (
            0,
            ("attack", {"player": "P1", "battle": "B1"}),
            "attack(player=P1, battle=B1) cannot be taken, a requirement is not met: "
            "self.zone[battle] == Zone.FIELD (",
        ),
        (
            0,
            ("play", {"player": "P1", "battle": "B1"}),
            "play(player=P1, battle=B1) needs a choice of protector: P1, P2",
        ),
        (
            2,
            ("play", {"player": "P1", "battle": "B1", "protector": "P2"}),
            "play(player=P1, battle=B1) must wait, put_on_stack(defeat=0) comes first",
        ),
        (4, ("put_on_stack", {"defeat": "0"}), "cannot be taken, waiting holds no item 0"),
        (3, ("state_based", {}), "state_based cannot be taken, no state-based rule applies"),
    ],
)
def test_a_play_that_no_longer_fits_says_where_and_why(cut_to, step, reason):
    told = replay(Schema(Sieges), 0, [*PLAY[:cut_to], step])
    assert not told.fits
    assert told.misfit is not None
    assert told.misfit.step == cut_to + 1
    assert reason in str(told.misfit)
    assert len(told.steps) == cut_to


def test_answers_to_choices_that_do_not_arise_are_not_looked_at():
    step = ("play", {"player": "P1", "battle": "B1", "replacement": "enter_weak", "protector": "P2"})
    told = replay(Schema(Sieges), 0, [step])
    assert told.fits
    assert told.steps[0].arguments == {"player": "P1", "battle": "B1", "protector": "P2"}


def test_a_start_that_does_not_exist():
    told = replay(Schema(Sieges), 1, [])
    assert str(told.misfit) == "there is no initial state 1"


def test_a_play_that_ends_in_a_wrong_step():
    steps = [("arm_both", {}), ("state_based", {}), ("arm_both", {}), ("state_based", {})]
    told = replay(Schema(Fire), 0, steps)
    assert told.fits
    assert told.wrong is not None
    assert told.wrong.message == "life leaves its range 0..3"
    assert told.steps[-1].sentence == "C1 burns; C2 burns"
    assert told.steps[-1].state == {}
    assert len(told.states) == len(told.steps)
    longer = replay(Schema(Fire), 0, [*steps, ("arm_both", {})])
    assert str(longer.misfit) == "step 5: the step before goes wrong, and nothing follows it"


def test_a_play_past_the_end_or_past_a_bound():
    over = replay(
        Schema(Dice), 1, [("roll", {"player": "P1", "n": "1"}), ("answer", {"player": "P2", "side": "HEADS"})]
    )
    assert [s.sentence for s in over.steps] == ["P1 rolls 1", "P2 guesses HEADS"]
    assert over.steps[0].choosers == {"n": "chance"}
    ended = replay(
        over.interpreter,
        1,
        [
            *((s.rule, s.arguments) for s in over.steps),
            ("begin", {"player": "P3"}),
            ("begin", {"player": "P3"}),
        ],
    )
    assert str(ended.misfit) == "step 4: the game is over"
    assert ended.steps[-1].assumed == "a card says who starts"
    assert ended.steps[-1].sentence == "begin(player=P3)"
    joins = [("join", {"player": p}) for p in ("P1", "P2", "P3")]
    assert "join(player=P3) goes past the bound of waiting" in str(replay(Schema(Line), 0, joins).misfit)


def test_choices_of_a_state_based_event_are_replayed_by_name():
    chosen = {"assign(card=C1).guard": "P2", "assign(card=C2).guard": "P2"}
    told = replay(Schema(Hunt), 0, [("hunt", {"player": "P1"}), ("state_based", chosen)])
    assert told.fits
    assert told.steps[-1].arguments == chosen
    assert told.steps[-1].choosers == dict.fromkeys(chosen, "owner of the card")
    other = {**chosen, "assign(card=C2).guard": "P1"}
    refused = replay(Schema(Hunt), 0, [("hunt", {"player": "P1"}), ("state_based", other)])
    assert "needs a choice of assign(card=C2).guard: P2" in str(refused.misfit)


def test_changes_reach_into_the_middle_of_a_stack():
    schema = Schema(Pile)
    steps = [
        ("put", {"card": "K1"}),
        ("put", {"card": "K2"}),
        ("swap", {"stone": "0"}),
        ("pick", {"stone": "0"}),
    ]
    told = replay(Interpreter(schema, ghosts=False), 0, steps)
    assert told.fits
    assert told.steps[2].changes == (Change("pile[0].weight", "1", "2"),)
    assert told.steps[3].changes == (Change("pile[0]", "Stone(card=K1, arrived=moment, weight=2)", NOTHING),)
    assert changes(schema, told.states[1], told.states[1]) == ()


def test_every_shortest_play_can_be_replayed():
    interpreter = Interpreter(Schema(Benchmark))
    search = NaiveSearch(interpreter)
    for wanted in search.states()[::60]:
        key = interpreter.canonical(wanted)
        found = search.find(lambda s, key=key: interpreter.canonical(s) == key)
        assert found is not None
        steps = [(i.rule, {n: label_of(v) for n, v in i.arguments}) for i in found.steps]
        told = replay(interpreter, found.initial, steps)
        assert told.fits
        assert interpreter.canonical(told.states[-1]) == key


def test_a_sentence_that_mentions_what_does_not_exist():
    schema = Schema(Fire)
    rule = schema.rules["arm"]
    schema.rules["arm"] = type(rule)(**{**rule.__dict__, "says": "{cart} is armed"})
    with pytest.raises(ModelError, match=r"mentions \{cart\}") as error:
        replay(schema, 0, [("arm", {"card": "C1"})])
    assert error.value.hint == "did you mean 'card'?"
