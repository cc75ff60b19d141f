from __future__ import annotations

from typing import Any

import pytest

from checker import may, may_act
from checker.scenario import Scenarios, Scene, differ, moment, start
from models.berserk import BERSERK_ONLINE, RP19, Berserk, BerserkOnline, Creature, Deed, Mage, Phase, Player
from models.berserk.chains import Ability, Chain, Fighter, StackObject
from models.berserk.parts import Table as Cards

scenario = Scenarios(Berserk)

P1, P2 = Player(0), Player(1)
DEEDS = {
    Cards.DEATH: {Deed.STRIKE, Deed.BLESS, Deed.REVENGE},
    Cards.SILENCE: {Deed.STRIKE, Deed.BLESS, Deed.SILENCE},
    Cards.TOKENS: {Deed.CHARM},
}


def berserk(
    cards: Cards = Cards.DUEL, readings: dict[str, str] | None = None, **fields: Any
) -> Scene[Berserk]:
    """The Active player has priority, with what can be declared at one of the tables."""
    can = {"can": DEEDS[cards]} if cards in DEEDS else {}
    return start(Berserk, readings=readings, **{**can, **fields})


def both_pass(scene: Scene[Any]) -> Scene[Any]:
    return scene.do("pass_priority").do("pass_priority")


def waiting(scene: Scene[Any], field: str) -> list[str]:
    """What is on the stack, from the bottom: one field of each entry."""
    return [str(dict(entry.fields)[field]) for entry in scene.shows("stack")]


# -- the published text ----------------------------------------------------------------------------------


@scenario("R94", "S-BK:303.3", "BKON:215.9")
def test_r94_who_declares_keeps_priority_or_the_active_player_gets_it() -> None:
    def play(readings: dict[str, str]) -> Scene[Berserk]:
        scene = berserk(readings=readings).do("pass_priority", player=P1)
        return scene.do("use_ability", player=P2, deed=Deed.SHOT)

    differ(
        play,
        after_declaring={
            "declarer": lambda game: may(P2, "use_ability") and may(P2, "pass_priority") and not may_act(P1),
            "active_player": lambda game: may(P1, "pass_priority") and not may_act(P2),
        },
    )


@scenario("R95", "S-BK:302.7", "S-BK:303.4")
def test_r95_two_passes_perform_the_top_and_nothing_else() -> None:
    scene = berserk().do("act_slowly", deed=Deed.STRIKE).do("use_ability", deed=Deed.BLESS)
    scene.do("pass_priority", player=P1)
    assert waiting(scene, "deed") == ["STRIKE", "BLESS"]
    scene.must_not(lambda game: game.blessed)
    scene.do("pass_priority", player=P2).must(lambda game: game.blessed and game.life[Creature.HOST] == 2)
    assert waiting(scene, "deed") == ["STRIKE"]
    scene.must(lambda game: may_act(P1))
    scene.do("pass_priority", player=P1)
    assert waiting(scene, "deed") == ["STRIKE"]
    scene.do("pass_priority", player=P2).do("strike_performed", high=False)
    scene.must(lambda game: game.life[Creature.HOST] == 0 and not game.stack)


def test_r97_whether_a_declaration_breaks_the_run_of_passes_is_a_matter_of_reading() -> None:
    def play(readings: dict[str, str]) -> Scene[Berserk]:
        scene = berserk(readings=readings).do("use_ability", player=P1, deed=Deed.BLESS)
        scene.do("pass_priority", player=P1).do("use_ability", player=P2, deed=Deed.THEFT)
        return scene.do("pass_priority", player=P2)

    differ(
        play,
        run_of_passes={
            "broken": lambda game: game.stack.size == 2 and game.token and may_act(P1),
            "kept": lambda game: game.stack.size == 1 and not game.token,
        },
    )


@scenario("R98", "S-BK:303.2", "BKON:200.1.a")
def test_r98_a_pass_is_a_transfer_or_a_game_action_that_can_be_forbidden() -> None:
    def play(readings: dict[str, str]) -> Scene[Berserk]:
        scene = berserk(Cards.SILENCE, readings).do("pass_priority", player=P1)
        scene.do("use_ability", player=P2, deed=Deed.SILENCE)
        both_pass(scene)
        scene.must(lambda game: game.holders.size == 1 and P1 in game.holders and P1 in game.silenced)
        return scene.must_not("use_ability", player=P1).must_not("act_slowly", player=P1)

    differ(
        play,
        a_pass_is={
            "transfer": lambda game: may(P1, "pass_priority"),
            "game_action": lambda game: not may_act(P1) and not may_act(P2),
        },
    )


@scenario("R100", "S-BK:303.1")
def test_r100_a_new_phase_begins_with_the_active_player() -> None:
    scene = berserk(readings={"phase_ends": "both_pass"}, holders={P2}, passed={P1}, due=None)
    scene.must(lambda game: may_act(P2) and not may_act(P1))
    scene.do("pass_priority", player=P2).must(lambda game: game.phase == Phase.MAIN)
    scene.must(lambda game: may_act(P1) and not may_act(P2))


def test_r100_the_same_where_the_active_player_declares_the_change() -> None:
    scene = berserk().do("change_phase", player=P1)
    scene.must(lambda game: game.phase == Phase.MAIN and may_act(P1) and not may_act(P2))


@scenario("R102", "BK19:503.3", "BKON:103.4")
def test_r102_a_cycle_is_cut_before_its_first_or_before_its_first_exact_repetition() -> None:
    def play(readings: dict[str, str]) -> Scene[Berserk]:
        return both_pass(berserk(Cards.TOKENS, readings).do("use_ability", deed=Deed.CHARM))

    def gained(theirs: int) -> Any:
        return lambda game: (
            game.tokens[Mage.CHARON] == 1
            and game.tokens[Mage.OURS] == 1
            and game.tokens[Mage.THEIRS] == theirs
            and not game.gain
            and may_act(P1)
        )

    differ(play, cycle={"first_repetition": gained(1), "exact_repetition": gained(2)})


@scenario("R103", "BKON:215.8", "BKON:300.3", "S-BK:303.4")
def test_r103_two_passes_on_an_empty_stack_end_the_phase_or_nobody_knows() -> None:
    def play(readings: dict[str, str]) -> Scene[Berserk]:
        return both_pass(berserk(readings=readings))

    differ(
        play,
        phase_ends={
            "declared": lambda game: game.phase == Phase.CHOICE and not may_act(P1) and not may_act(P2),
            "both_pass": lambda game: game.phase == Phase.MAIN and may_act(P1),
        },
    )
    assert play({"phase_ends": "declared"}).open() == []


@pytest.mark.parametrize(
    ("readings", "next_player", "theirs", "phase"),
    [({}, P2, 1, Phase.CHOICE), (RP19, P2, 1, Phase.CHOICE), (BERSERK_ONLINE, P1, 2, Phase.MAIN)],
    ids=["the extract", "RP19.1", "Berserk Online"],
)
def test_r94_r102_r103_under_each_edition(
    readings: dict[str, str], next_player: Player, theirs: int, phase: Phase
) -> None:
    scene = berserk(readings=readings).do("pass_priority").do("use_ability", player=P2, deed=Deed.SHOT)
    scene.must("pass_priority", player=next_player)
    scene = both_pass(berserk(Cards.TOKENS, readings).do("use_ability", deed=Deed.CHARM))
    scene.must(lambda game: game.tokens[Mage.THEIRS] == theirs)
    both_pass(scene).must(lambda game: game.phase == phase)


# -- strikes in Berserk Online ---------------------------------------------------------------------------


def online(**fields: Any) -> Scene[BerserkOnline]:
    """Attacker and target, open and with ten life each, and whatever else is said."""
    fields = {"life": {Fighter.ATTACKER: 10, Fighter.TARGET: 10, Fighter.DEFENDER: 10}, **fields}
    return start(BerserkOnline, **fields)


def until_top(
    scene: Scene[BerserkOnline], top: StackObject, roll: int = 0, answer: int = 0
) -> Scene[BerserkOnline]:
    """Both pass until this object of the strike is the top, with these rolls."""
    while waiting(scene, "top")[-1] != top.name or waiting(scene, "ability")[-1] != "STRIKE":
        go_on(scene, roll, answer)
    return scene


def resolve(scene: Scene[BerserkOnline], roll: int, answer: int = 0) -> Scene[BerserkOnline]:
    """Both pass until the stack is empty, with these rolls."""
    while waiting(scene, "top"):
        go_on(scene, roll, answer)
    return scene


def go_on(scene: Scene[BerserkOnline], roll: int, answer: int) -> None:
    if scene.may("attacker_rolls"):
        scene.do("attacker_rolls", roll=roll)
    elif scene.may("responder_rolls"):
        scene.do("responder_rolls", roll=answer)
    else:
        scene.do("pass_priority")


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


# -- symbiotes, triggers, costs --------------------------------------------------------------------------


def strike(top: StackObject, about: Fighter) -> Chain:
    return Chain(controller=P1, ability=Ability.STRIKE, top=top, about=about, arrived=moment())


def destruction_waits(life: int) -> Scene[BerserkOnline]:
    """The destruction effect of a host waits; how much life it has by now is said."""
    waits = Chain(
        controller=P2,
        ability=Ability.DESTRUCTION,
        top=StackObject.WOUND,
        about=Fighter.TARGET,
        arrived=moment(),
    )
    everybody = {Fighter.ATTACKER, Fighter.TARGET, Fighter.DEFENDER, Fighter.SYMBIOTE}
    life_of = {Fighter.ATTACKER: 10, Fighter.TARGET: life, Fighter.DEFENDER: 2, Fighter.SYMBIOTE: 2}
    return online(on_field=everybody, life=life_of, can=set(), stack=[waits])


@scenario("R114a", "BKON:210.6")
def test_r114_host_and_then_symbiote_leave() -> None:
    scene = both_pass(destruction_waits(0))
    assert scene.shows("graveyard") == ["TARGET", "SYMBIOTE"]
    scene.must(lambda game: Fighter.SYMBIOTE not in game.on_field)


@scenario("R114b", "BKON:210.6", "BKON:402.3.c", "BKON:423.2")
def test_r114_if_the_destruction_is_cancelled_both_stay() -> None:
    scene = both_pass(destruction_waits(1))
    assert scene.shows("graveyard") == []
    scene.must(lambda game: Fighter.TARGET in game.on_field and Fighter.SYMBIOTE in game.on_field)
    scene.must(lambda game: not game.stack and may_act(P2))  # the owner of what was cancelled


@scenario("R114c", "S-BK:302.5", "BKON:210.7")
def test_r114_a_symbiote_whose_text_says_so_becomes_independent() -> None:
    def play(readings: dict[str, str]) -> Scene[Berserk]:
        scene = berserk(Cards.DEATH, readings, lives_on=True).do("act_slowly", deed=Deed.STRIKE)
        return both_pass(scene).do("strike_performed", high=True)

    differ(
        play,
        symbiote={
            "change_first": lambda game: (
                Creature.HOST not in game.alive and Creature.SYMBIOTE in game.alive and not game.is_symbiote
            ),
            "effect_first": lambda game: Creature.SYMBIOTE not in game.alive,
        },
    )
    play({}).must(lambda game: game.stack.size == 1)  # the revenge: the change of type used no stack


@scenario("R115", "BKON:405.4")
def test_r115_a_triggered_ability_resolves_though_its_source_has_left() -> None:
    scene = berserk(Cards.DEATH).do("act_slowly", deed=Deed.STRIKE)
    both_pass(scene).do("strike_performed", high=True)
    assert waiting(scene, "deed") == ["REVENGE"]
    scene.must(lambda game: Creature.HOST not in game.alive and game.token)
    both_pass(scene).must(lambda game: not game.token and not game.stack)


@scenario("R117", "BKON:103.6", "BKON:404.3", "S-BK:302.6")
def test_r117_without_means_an_ability_is_refused_or_has_its_effect_for_nothing() -> None:
    def play(readings: dict[str, str]) -> Scene[Berserk]:
        scene = berserk(readings=readings, token=False)
        if scene.may("use_ability", deed=Deed.BLESS):
            both_pass(scene.do("use_ability", deed=Deed.BLESS))
        return scene

    differ(
        play,
        without_means={
            "silent": lambda game: game.blessed and Deed.BLESS in game.unpaid and Deed.BLESS not in game.paid,
            "refused": lambda game: not game.blessed and not game.unpaid,
        },
    )
    healer = {"can": {Ability.HEAL}, "holders": {P2}, "passed": {P1}, "due": None}
    everybody = {"on_field": {Fighter.ATTACKER, Fighter.TARGET, Fighter.DEFENDER}}
    online(**healer, **everybody).must_not(
        "use_ability", player=P2, ability=Ability.HEAL, because="has_means"
    )
    online(**healer, **everybody, tokens={Fighter.DEFENDER}).must(
        "use_ability", player=P2, ability=Ability.HEAL
    )


@scenario("R118", "BKON:102.3.a")
def test_r118_nobody_is_defeated_while_a_resurrection_waits() -> None:
    scene = online(life={Fighter.ATTACKER: 10, Fighter.TARGET: 2}, can={Ability.STRIKE, Ability.RETURN})
    until_top(scene.do("declare_strike"), StackObject.WOUND, 6, 1)
    both_pass(scene)
    both_pass(scene).must(lambda game: Fighter.TARGET not in game.on_field and not game.over())
    assert waiting(scene, "ability") == ["STRIKE", "RETURN"]
    scene.must(lambda game: may_act(P1))
    resolve(scene, 0).must(lambda game: Fighter.TARGET in game.on_field and not game.over())
    scene.must(lambda game: may_act(P1))


# -- tensions between clauses that no numbered scenario plays --------------------------------------------


def test_a_die_roll_is_part_of_the_performance_or_an_entry_of_its_own() -> None:
    def play(readings: dict[str, str]) -> Scene[Berserk]:
        return both_pass(berserk(readings=readings).do("act_slowly", deed=Deed.STRIKE))

    differ(
        play,
        die_roll={
            "part_of_performance": lambda game: game.is_resolving() and not may_act(P1),
            "own_entry": lambda game: game.stack.top.is_roll and may(P1, "use_ability"),
        },
    )


def test_a_movement_into_a_cell_that_was_taken_is_performed_or_cancelled() -> None:
    def play(readings: dict[str, str]) -> Scene[Berserk]:
        scene = berserk(readings=readings, can={Deed.MOVE, Deed.JUMP})
        scene.do("act_slowly", deed=Deed.MOVE).do("pass_priority").do("use_ability", deed=Deed.JUMP)
        return both_pass(both_pass(scene))

    differ(
        play,
        illegal={
            "performed": lambda game: game.in_cell.size == 2 and not game.movement,
            "cancelled": lambda game: game.in_cell.size == 1 and game.movement and may_act(P1),
        },
    )


def test_a_reply_takes_the_price_away_where_priority_comes_before_payment() -> None:
    def play(readings: dict[str, str]) -> Scene[Berserk]:
        scene = berserk(readings=readings).do("use_ability", deed=Deed.BLESS)
        both_pass(scene).do("pass_priority", player=P1)
        scene.do("use_ability", player=P2, deed=Deed.THEFT)
        return both_pass(both_pass(scene)) if readings["payment"] == "after_replies" else both_pass(scene)

    differ(
        play,
        payment={
            "before_priority": lambda game: Deed.BLESS in game.paid,
            "after_replies": lambda game: Deed.BLESS in game.unpaid and game.blessed,
        },
    )


@pytest.mark.parametrize(("reading", "alive"), [("before_priority", True), ("at_once", False)])
def test_a_host_without_life_is_there_during_payment_or_not(reading: str, alive: bool) -> None:
    scene = berserk(Cards.DEATH, {"rule_effects": reading}).do("act_slowly", deed=Deed.STRIKE)
    both_pass(scene).take("strike_performed", high=True).until("pay")
    scene.must(lambda game: (Creature.HOST in game.alive) == alive)
    scene.settle().must(lambda game: Creature.HOST not in game.alive)


def test_a_second_slow_action_waits_for_an_empty_stack_or_does_not() -> None:
    def play(readings: dict[str, str]) -> Scene[Berserk]:
        scene = berserk(readings=readings, can={Deed.STRIKE, Deed.MOVE})
        return scene.do("act_slowly", deed=Deed.STRIKE)

    differ(
        play,
        slow_on_slow={
            "no": lambda game: not may(P1, "act_slowly"),
            "yes": lambda game: may(P1, "act_slowly"),
        },
    )
