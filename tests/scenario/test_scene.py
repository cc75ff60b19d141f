from __future__ import annotations

import pytest

from checker import action, automatic, chosen, count, may, may_act, require
from checker import start as set_up
from checker.errors import ModelError, UsageError
from checker.scenario import moment, start
from tests.games.sieges import Battle, Defeat, Entry, Player, Sieges, Zone

P1, P2, P3 = Player(0), Player(1), Player(2)
B1, B2 = Battle(0), Battle(1)
ON_THE_FIELD = {"zone": {B1: Zone.FIELD}, "defense": {B1: 1}, "protector": {B1: P2}}


class Restless(Sieges):
    """Sieges with what the model does not carry: a rule that does no end of things, and a lucky one."""

    set_out: bool = False
    odd: bool = False

    procedure = None

    @set_up()
    def lay_out(self, many: bool) -> None:
        """Put one battle into play or both."""
        self.set_out = True
        for battle in Battle:
            if many or battle == B1:
                self.zone[battle] = Zone.FIELD
                self.defense[battle] = 2

    @automatic()
    def turn_over(self) -> None:
        require(self.zone[B2] == Zone.EXILE)
        self.odd = not self.odd

    @action()
    def burn(self, player: Player, twice: bool = chosen(by="player")) -> None:
        require(self.zone[B1] == Zone.FIELD)
        self.defense[B1] -= 2 if twice else 1


# -- the situation ---------------------------------------------------------------------------------------


def test_a_scene_starts_where_it_is_told_and_settles():
    scene = start(Sieges, zone={B1: Zone.FIELD})
    assert (scene.shows("zone"), scene.log) == ({"B1": "GRAVE", "B2": "HAND"}, ["state_based"])
    scene = start(Sieges, zone={B1: Zone.FIELD}, settle=False)
    assert (scene.shows("zone"), scene.log) == ({"B1": "FIELD", "B2": "HAND"}, [])


def test_what_sets_up_the_game_happens_before_what_is_given():
    scene = start(Restless, zone={B1: Zone.HAND})
    scene.must(lambda game: game.set_out and game.zone[B1] == Zone.HAND and game.zone[B2] == Zone.HAND)
    start(Restless, where=lambda game: game.zone[B2] == Zone.FIELD).must(lambda game: game.defense[B2] == 2)
    with pytest.raises(ModelError, match="no start of restless is as described"):
        start(Restless, where=lambda game: game.zone[B1] == Zone.EXILE)


def test_scopes_are_in_force():
    start(Sieges, scopes={"players": 3}).must(lambda game: game.in_game.size == 3)
    with pytest.raises(UsageError, match="the scope 'players' may be from 2 to 4"):
        start(Sieges, scopes={"players": 9})


# -- the steps -------------------------------------------------------------------------------------------


def test_a_rule_is_taken_and_what_follows_happens_by_itself():
    scene = start(Sieges, **ON_THE_FIELD).do("attack", player=P1)
    assert scene.log == ["attack", "put_on_stack"]
    scene.must("resolve", exile=True).must("resolve", exile=False)  # who resolves has a choice
    scene.forget().do("resolve", exile=False)
    assert scene.log == ["resolve", "state_based"]
    assert scene.shows("buried") == "1"


def test_one_can_look_in_between():
    scene = start(Sieges, **ON_THE_FIELD).take("attack", player=P1)
    scene.must(lambda game: game.waiting.size == 1).must_not(lambda game: game.stack)
    assert scene.goes_on
    assert scene.step()
    scene.must(lambda game: game.stack.size == 1)
    assert not scene.step()  # two ways to resolve
    scene = start(Sieges, **ON_THE_FIELD).take("attack", player=P1).until("resolve")
    assert scene.log == ["attack", "put_on_stack"]
    with pytest.raises(AssertionError, match="state_based does not come"):
        scene.until("state_based")


def test_no_more_arguments_are_needed_than_single_out_what_is_meant():
    scene = start(Sieges, zone={B1: Zone.FIELD, B2: Zone.FIELD}, defense={B1: 2, B2: 2})
    with pytest.raises(
        AssertionError, match=r"attack\(player=P1\) says too little, it may be attack\(player=P1, b"
    ):
        scene.do("attack", player=P1)
    scene.do("attack", player=P1, battle=B2).must(lambda game: game.defense[B2] == 1)


def test_a_choice_inside_a_rule_is_an_argument():
    scene = start(Sieges)
    scene.must_not("play", player=P1, battle=B1, protector=P1)
    scene.do("play", battle=B1).must(lambda game: game.protector[B1] == P2)
    choices = {"replacement": "enter_weak", "replacement2": "enter_guarded", "protector": P2}
    other = scene.why_not("play", player=P1, battle=B2, **choices)
    made = "play(player=P1, battle=B2, replacement=enter_weak, protector=P2)"
    assert other == [f"the choices in it are other ones: {made}"]
    scene.do("play", battle=B2, replacement="enter_weak").must(lambda game: game.defense[B2] == 1)


def test_an_item_is_told_by_its_place_or_by_a_condition():
    both = {"zone": {B1: Zone.FIELD, B2: Zone.FIELD}, "waiting": [Defeat(B2), Defeat(B1)]}
    scene = start(Sieges, **both)
    scene.do("put_on_stack", defeat=lambda d: d.battle == B2).must(lambda game: game.stack.top.battle == B1)
    scene = start(Sieges, **both).take("put_on_stack", defeat=0)
    scene.must(lambda game: game.stack.top.battle == B1)
    scene.must_not("put_on_stack", defeat=lambda d: d.battle == B1, because="there is no such item")
    scene.must_not("put_on_stack", defeat=1, because="waiting holds no item 1")


def test_what_goes_on_for_ever_is_told():
    scene = start(Restless, zone={B2: Zone.EXILE}, settle=False)
    with pytest.raises(AssertionError, match="it goes on by itself for ever: turn_over, turn_over"):
        scene.settle()
    with pytest.raises(AssertionError, match="it goes on by itself for ever"):
        scene.until("resolve")


def test_a_step_that_goes_wrong_or_past_a_bound_is_told():
    scene = start(Restless, zone={B1: Zone.FIELD}, defense={B1: 1})
    with pytest.raises(
        AssertionError, match=r"burn\(player=P1, twice=yes\) goes wrong: defense\[B1\] leaves"
    ):
        scene.do("burn", player=P1, twice=True)
    full = [Entry(B1, moment()), Entry(B1, moment())]
    scene = start(Sieges, stack=full, waiting=[Defeat(B1)], settle=False)
    with pytest.raises(AssertionError, match=r"put_on_stack\(defeat=0\) goes past the bound of stack"):
        scene.take("put_on_stack")


# -- what must be so -------------------------------------------------------------------------------------


def test_a_condition_is_a_claim():
    scene = start(Sieges, **ON_THE_FIELD)
    scene.must(lambda game: may(P1, "attack") and not may(P2, "attack"))
    scene.must(lambda game: count(Player, may_act) == 1)
    assert scene.acting() == ["P1"]
    assert scene.asks(lambda game: game.protector[B1] == P2)


def test_a_condition_that_fails_says_which_part_of_it():
    scene = start(Sieges, **ON_THE_FIELD)
    with pytest.raises(AssertionError) as error:
        scene.must(lambda game: game.zone[B1] == Zone.FIELD and game.defense[B1] == 2)
    told = str(error.value)
    assert "`game.defense[B1] == 2` is false: game.defense[B1] is 1" in told
    assert "happened: nothing yet\n  open now: " in told
    assert "zone: {B1: FIELD, B2: HAND}" in told
    with pytest.raises(AssertionError, match="this must not be true"):
        scene.must_not(lambda game: game.zone[B1] == Zone.FIELD)


def test_a_condition_on_what_is_not_there_says_nothing():
    scene = start(Sieges)
    for state in (scene.must, scene.must_not):
        with pytest.raises(AssertionError, match="an empty stack is asked for an item"):
            state(lambda game: game.stack.top.battle == B2)


def test_a_refusal_has_its_reason():
    scene = start(Sieges, **ON_THE_FIELD)
    scene.must_not("attack", player=P2, battle=B1, because="self.protector[battle] != player")
    (reason,) = scene.why_not("attack", player=P2, battle=B1)
    why = "a requirement is not met: self.protector[battle] != player"
    assert reason == f"attack(player=P2, battle=B1) cannot be taken, {why}"
    assert scene.why_not("attack", player=P1) == []
    assert len(scene.why_not("attack", player=P2)) == 2
    with pytest.raises(AssertionError, match="for another reason than 'zone': attack"):
        scene.must_not("attack", player=P2, battle=B1, because="zone")
    with pytest.raises(AssertionError, match=r"this must be refused: attack\(player=P1, battle=B1\)"):
        scene.must_not("attack")
    with pytest.raises(
        AssertionError, match=r"attack\(player=P2\) is refused: attack\(player=P2, battle=B1\)"
    ):
        scene.must("attack", player=P2)
    with pytest.raises(
        AssertionError, match=r"a requirement is not met: self\.protector\[battle\] != player"
    ):
        scene.do("attack", player=P2, battle=B1)


def test_while_something_goes_on_by_itself_a_refusal_says_nothing():
    scene = start(Sieges, **ON_THE_FIELD).take("attack", player=P1)
    with pytest.raises(
        AssertionError, match=r"every action is refused while put_on_stack\(defeat=0\) goes on"
    ):
        scene.must_not("play", player=P1, battle=B2)
    scene.must_not("play", player=P1, battle=B2, because="put_on_stack(defeat=0) comes first")


@pytest.mark.parametrize(
    ("rule", "arguments", "message"),
    [
        ("atack", {}, "sieges has no rule 'atack' that can be taken\n  did you mean 'attack'?"),
        ("defeated", {}, "sieges has no rule 'defeated' that can be taken"),
        ("attack", {"plyer": P1}, "attack has no argument 'plyer'; did you mean 'player'?"),
        ("attack", {"player": P3}, "attack: player cannot be P3\n  write one of P1, P2"),
        ("attack", {"battle": 0}, "attack: battle cannot be 0"),
        ("put_on_stack", {"defeat": B1}, "write one of 0, 1, or a condition on an item of waiting"),
    ],
)
def test_rules_and_arguments_that_do_not_exist_are_errors(rule, arguments, message):
    scene = start(Sieges)
    for ask in (scene.do, scene.must, scene.must_not, scene.may, scene.why_not):
        with pytest.raises(ModelError) as error:
            ask(rule, **arguments)
        assert message in str(error.value)


def test_other_mistakes_are_errors():
    scene = start(Sieges)
    with pytest.raises(ModelError, match="sieges has no field 'zones'"):
        scene.shows("zones")
    for state in (scene.must, scene.must_not):
        with pytest.raises(ModelError, match="a condition takes no argument 'player'"):
            state(lambda game: game.stack, player=P1)
