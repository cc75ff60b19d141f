from __future__ import annotations

from checker import may_act
from models.berserk.chains import Ability, Fighter, StackObject
from tests.conformance.berserk import (
    P1,
    P2,
    both_pass,
    online,
    resolve,
    scenario,
    strike,
    until_top,
    waiting,
)

DEFENDED = {
    "on_field": {Fighter.ATTACKER, Fighter.TARGET, Fighter.DEFENDER},
    "open": {Fighter.ATTACKER, Fighter.TARGET, Fighter.DEFENDER},
    "can": {Ability.STRIKE, Ability.DEFENCE},
}


@scenario("R105", "BKON:205.3.a", "BKON:205.3.b", "BKON:205.3.c", "BKON:216.3", "BKON:412.5", "BKON:216.12.a")
def test_r105_a_defender_is_assigned_in_time_by_the_inactive_player_and_once() -> None:
    scene = online(**DEFENDED).do("declare_strike")
    scene.do("pass_priority", player=P1)
    scene.must_not("assign_defender", player=P2)  # the declaration object is the top
    scene.do("pass_priority", player=P2)
    assert waiting(scene, "top") == ["TARGET"]
    scene.must_not("assign_defender", player=P1)
    scene.do("pass_priority", player=P1).do("assign_defender", player=P2)
    both_pass(scene).must(lambda game: game.redirected and Fighter.DEFENDER in game.open)
    both_pass(scene)  # what assigning costs is added to what the strike costs
    scene.must(lambda game: Fighter.DEFENDER in game.open and game.closes_defender)
    scene.do("pass_priority", player=P1).must_not("assign_defender", player=P2)
    scene.do("pass_priority", player=P2)
    until_top(scene, StackObject.PAYMENT, 6, 1)
    scene.must(lambda game: game.life[Fighter.DEFENDER] == 5 and game.life[Fighter.TARGET] == 10)
    scene.must(lambda game: Fighter.ATTACKER in game.open and Fighter.DEFENDER in game.open)
    both_pass(scene)
    scene.must(lambda game: Fighter.ATTACKER not in game.open and Fighter.DEFENDER not in game.open)
    scene.must(lambda game: Fighter.TARGET in game.open)


def test_r105_a_second_time_is_refused_even_if_it_could_be_declared_again() -> None:
    again = online(
        **{**DEFENDED, "can": {Ability.DEFENCE}},
        redirected=True,
        holders={P2},
        passed={P1},
        due=None,
        stack=[strike(StackObject.TARGET, Fighter.DEFENDER)],
    )
    again.must_not("assign_defender", player=P2, because="not self.redirected")


@scenario("R106", "BKON:216.5", "BKON:216.12")
def test_r106_two_open_creatures_strike_and_strike_back() -> None:
    scene = resolve(online().do("declare_strike"), 5, 1)
    scene.must(lambda game: game.life[Fighter.TARGET] == 5 and game.life[Fighter.ATTACKER] == 8)
    scene.must(lambda game: Fighter.ATTACKER not in game.open and Fighter.TARGET in game.open)
    scene.must(lambda game: not game.stack and may_act(P1))
    assert scene.log.count("begin_resolution") == len(StackObject)


@scenario("R107", "BKON:216.5")
def test_r107_a_closed_target_neither_rolls_nor_strikes_back() -> None:
    scene = resolve(online(open={Fighter.ATTACKER}).do("declare_strike"), 6)
    scene.must(lambda game: game.life[Fighter.TARGET] == 5 and game.life[Fighter.ATTACKER] == 10)
    assert "responder_rolls" not in scene.log
    assert scene.log.count("attacker_rolls") == 1


@scenario("R108", "BKON:216.5")
def test_r108_an_open_target_of_the_same_side_does_not_strike_back() -> None:
    scene = online(
        ally=True,
        life={Fighter.ATTACKER: 10, Fighter.TARGET: 5, Fighter.DEFENDER: 10},
        on_field={Fighter.ATTACKER, Fighter.TARGET, Fighter.DEFENDER},
    )
    resolve(scene.do("declare_strike"), 6)
    assert "responder_rolls" not in scene.log
    scene.must(lambda game: game.life[Fighter.ATTACKER] == 10 and Fighter.TARGET not in game.on_field)
    scene.must(lambda game: not game.over() and may_act(P1))


@scenario("R110", "BKON:402.3", "BKON:102.3.a", "BKON:421.1")
def test_r110_wounds_destruction_and_victory_have_three_times() -> None:
    scene = online(life={Fighter.ATTACKER: 10, Fighter.TARGET: 2}).do("declare_strike")
    until_top(scene, StackObject.WOUND, 6, 1)
    scene.do("pass_priority", player=P1).take("pass_priority", player=P2).until("finish_resolution")
    scene.must(lambda game: game.life[Fighter.TARGET] == 0 and Fighter.TARGET in game.on_field)
    scene.settle().must(lambda game: Fighter.TARGET in game.on_field and may_act(P1))
    assert waiting(scene, "ability") == ["STRIKE", "DESTRUCTION"]
    both_pass(scene).must(lambda game: Fighter.TARGET not in game.on_field)
    assert waiting(scene, "top") == ["PAYMENT"]
    scene.must_not(lambda game: game.over())
    both_pass(scene).must_not(lambda game: game.over())
    assert waiting(scene, "top") == ["ENDING"]
    both_pass(scene).must(lambda game: game.over() and P1 in game.in_game and P2 not in game.in_game)
    assert scene.open() == []


@scenario("R111", "BKON:216.12", "BKON:402.3")
def test_r111_the_counter_strike_kills_the_attacker() -> None:
    scene = online(life={Fighter.ATTACKER: 1, Fighter.TARGET: 10}).do("declare_strike")
    resolve(scene, 1, 4)
    scene.must(lambda game: Fighter.ATTACKER not in game.on_field and game.life[Fighter.TARGET] == 10)
    scene.must(lambda game: Fighter.TARGET in game.open and not game.stack)
    scene.must(lambda game: game.over() and P2 in game.in_game and P1 not in game.in_game)


@scenario("R112", "BKON:215.4", "BKON:102.4", "BKON:103.5")
def test_r112_both_last_creatures_die_and_nobody_wins() -> None:
    scene = online(life={Fighter.ATTACKER: 2, Fighter.TARGET: 2}).do("declare_strike")
    until_top(scene, StackObject.WOUND, 5, 1)
    both_pass(scene)
    assert waiting(scene, "about") == ["TARGET", "ATTACKER", "TARGET"]  # the strike, and two destructions
    assert waiting(scene, "controller") == ["P1", "P1", "P2"]
    both_pass(scene).must_not(lambda game: game.over())
    assert scene.shows("graveyard") == ["TARGET"]
    resolve(scene, 0)
    assert scene.shows("graveyard") == ["TARGET", "ATTACKER"]
    scene.must(lambda game: game.over() and not game.in_game)
