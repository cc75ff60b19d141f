from typing import Any

from checker import may, may_act
from checker.scenario import Scene, differ
from models.riftbound import Ability, Card, Ongoing, Phase, Riftbound, Role, Zone
from tests.conformance.riftbound import (
    B1,
    B2,
    P1,
    P2,
    P3,
    U1,
    U2,
    U3,
    Rallies,
    all_pass,
    main_phase,
    play,
    scenario,
)

OWNERS = {U1: P1, U2: P2, U3: P2}


def moved(**fields: Any) -> Scene[Riftbound]:
    """The first player has moved a unit from base to an empty battlefield that nobody controls."""
    scene = main_phase(**{"base": [U1, U2], "owner": OWNERS, **fields})
    return scene.do("move", player=P1, unit=U1, battlefield=B1)


@scenario("R27", "RB1.3:187.3.a", "RB1.3:323.8", "RB1.3:345", "RB1.3:313.2", "S-RB:example")
def test_a_move_to_an_empty_battlefield_begins_a_showdown() -> None:
    scene = moved()
    scene.must(lambda g: g.contested_by[B1] == P1 and g.ongoing == Ongoing.SHOWDOWN and g.where == B1)
    scene.must(lambda g: P1 in g.focus and P1 in g.holders and g.focus.size == 1)
    scene.must_not(lambda g: bool(g.controller[B1]) or g.points[P1] > 0)
    assert scene.acting() == ["P1"]


@scenario("R28", "RB1.3:347.3", "RB1.3:348.2.a", "RB1.3:348.2.a.1", "RB1.3:313.5", "RB1.3:464")
def test_when_all_pass_the_battlefield_is_conquered() -> None:
    scene = moved().do("pass_priority", player=P1)
    scene.must(lambda g: g.points[P1] == 0 and not g.controller[B1])
    assert scene.acting() == ["P2"]
    scene.do("pass_priority", player=P2)
    scene.must(lambda g: g.controller[B1] == P1 and g.points[P1] == 1 and not g.contested_by[B1])
    scene.must(lambda g: g.is_neutral_open() and not g.focus)
    assert scene.acting() == ["P1"]


@scenario("R28b", "RB1.3:464.1")
def test_what_was_scored_this_turn_is_conquered_without_a_point() -> None:
    scene = all_pass(moved(scored={P1: {B1}}))
    scene.must(lambda g: g.controller[B1] == P1 and g.points[P1] == 0)


@scenario("R30", "RB1.3:313.3", "RB1.3:346", "RB1.3:340.2.a")
def test_priority_is_passed_in_a_chain_and_focus_after_it() -> None:
    scene = moved(hand={Card.RUNE_PRISON: P1})
    play(scene, P1, Card.RUNE_PRISON, U2)
    scene.do("pass_priority", player=P1).must(lambda g: P1 in g.focus and P2 in g.holders)
    scene.do("pass_priority", player=P2)
    scene.must(lambda g: P2 in g.focus and P2 in g.holders and not g.stack and not g.passed)
    scene.must(lambda g: U2 in g.stunned)
    assert scene.acting() == ["P2"]


@scenario("R31", "RB1.3:346", "RB1.3:313.2")
def test_focus_goes_to_the_player_after_who_had_it() -> None:
    def of_three(readings: dict[str, str]) -> Scene[Riftbound]:
        scene = moved(players=3, hand={Card.RUNE_PRISON: P1, Card.INSIGHT: P2}, readings=readings)
        play(scene, P1, Card.RUNE_PRISON, U2).do("pass_priority", player=P1)
        play(scene, P2, Card.INSIGHT)
        all_pass(scene)
        return all_pass(scene).must(lambda g: not g.stack)

    differ(
        of_three,
        next_focus={
            "after_the_holder": lambda g: P2 in g.focus,
            "after_the_last_actor": lambda g: P3 in g.focus,
        },
    )


@scenario("R32", "RB1.3:313.4", "RB1.3:347.1")
def test_a_reaction_does_not_replace_focus() -> None:
    scene = moved(hand={Card.INSIGHT: P2})
    scene.must_not("play_card", player=P2, card=Card.INSIGHT, because="self.may_use(player")
    scene.do("pass_priority", player=P1).must("play_card", player=P2, card=Card.INSIGHT)


@scenario("R34", "RB1.3:308.1.a", "RB1.3:313.1", "RB1.3:343.1.a")
def test_focus_gives_no_more_than_action_and_reaction() -> None:
    scene = moved(hand={Card.TAKEOVER: P2, Card.RUNE_PRISON: P2}, zone={U3: Zone.HAND})
    scene.do("pass_priority", player=P1).must(lambda g: P2 in g.focus)
    scene.must_not("play_card", player=P2, card=Card.TAKEOVER, because="self.may_use(player")
    scene.must_not("play_unit", player=P2, unit=U3, because="self.may_use(player")
    scene.must("play_card", player=P2, card=Card.RUNE_PRISON)
    scene.must(lambda g: not g.stack and g.zone[U3] == Zone.HAND and g.card_zone[Card.TAKEOVER] == Zone.HAND)


@scenario("R35", "RB1.3:346.1", "RB1.3:459.2.g", "RB1.4:464.2.g", "S-RB:7/1")
def test_an_attack_trigger_that_began_the_chain_passes_no_focus() -> None:
    def attack(readings: dict[str, str]) -> Scene[Riftbound]:
        scene = moved(
            base=[U1],
            there={U2: B1},
            controller={B1: P2},
            ability={U1: Ability.ATTACK},
            might={U2: 2},
            readings=readings,
        )
        scene.must(lambda g: g.ongoing == Ongoing.COMBAT and g.stack.size == 1 and P1 in g.focus)
        return all_pass(scene).must(lambda g: not g.stack and g.damage[U2] == 1)

    differ(
        attack,
        focus_after_chain={
            "unless_trigger_or_add": lambda g: P1 in g.focus and may_act(P1),
            "always": lambda g: P2 in g.focus and may_act(P2),
        },
    )


@scenario("R38", "RB1.3:429.2.a", "RB1.3:400.2", "RB1.3:346.1", "S-RB:7/1")
def test_a_rune_passes_nothing() -> None:
    scene = moved(runes={P2: 1}).do("pass_priority", player=P1).forget()
    scene.do("use_rune", player=P2)
    assert scene.log.count("give_priority") == 1  # nobody could reply in between
    scene.must(lambda g: g.energy[P2] == 3 and P2 in g.focus and P2 in g.holders)
    scene.must(lambda g: P1 in g.passed and P2 not in g.passed)
    scene.do("pass_priority", player=P2).must(lambda g: g.controller[B1] == P1)


@scenario("R38b", "RB1.3:346.1")
def test_a_chain_of_a_rune_passes_focus_only_read_literally() -> None:
    differ(
        lambda readings: moved(runes={P1: 1}, readings=readings).do("use_rune", player=P1),
        focus_after_chain={
            "unless_trigger_or_add": lambda g: P1 in g.focus,
            "always": lambda g: P2 in g.focus,
        },
    )


@scenario("R40", "RB1.3:339.1", "RB1.3:348")
def test_of_three_players_all_three_must_pass() -> None:
    scene = moved(players=3, hand={Card.INSIGHT: P1})
    play(scene, P1, Card.INSIGHT).do("pass_priority", player=P1).do("pass_priority", player=P2)
    scene.must(lambda g: g.stack.size == 1)
    scene.do("pass_priority", player=P3).must(lambda g: not g.stack and P2 in g.focus)
    scene.do("pass_priority", player=P2).do("pass_priority", player=P3)
    scene.must(lambda g: g.ongoing == Ongoing.SHOWDOWN and not g.controller[B1])
    scene.do("pass_priority", player=P1).must(lambda g: g.controller[B1] == P1)


@scenario("R40b", "RG:528", "RB1.3:339.1")
def test_of_old_only_attacker_and_defender_had_to_pass_in_a_combat() -> None:
    def two_passes(readings: dict[str, str]) -> Scene[Riftbound]:
        scene = moved(players=3, base=[U1], there={U2: B1}, controller={B1: P2}, readings=readings)
        return scene.do("pass_priority", player=P1).do("pass_priority", player=P2)

    differ(
        two_passes,
        who_must_pass={
            "everybody": lambda g: g.ongoing == Ongoing.COMBAT and may_act(P3),
            "relevant": lambda g: g.ongoing == Ongoing.DAMAGE,
        },
    )


@scenario("R49", "RB1.3:323.5", "RB1.3:346", "RB1.3:348")
def test_a_combat_showdown_goes_on_when_the_defender_has_died() -> None:
    scene = moved(base=[U1], there={U2: B1}, controller={B1: P2}, hand={Card.STRIKE: P1})
    all_pass(play(scene, P1, Card.STRIKE, U2))
    scene.must(lambda g: g.zone[U2] == Zone.TRASH and g.in_showdown() and P2 in g.focus)
    scene.must(lambda g: g.controller[B1] == P2 and g.points[P1] == 0)
    all_pass(scene).must(lambda g: g.controller[B1] == P1 and g.points[P1] == 1)


@scenario("R50", "RB-FAQ-S:takeover", "RB-FAQ-U:323.6")
def test_a_unit_that_changes_sides_begins_a_showdown() -> None:
    def takeover(readings: dict[str, str]) -> Scene[Riftbound]:
        scene = main_phase(
            there={U2: B1},
            owner={U2: P2},
            controller={B1: P2},
            hand={Card.TAKEOVER: P1},
            readings=readings,
        )
        all_pass(play(scene, P1, Card.TAKEOVER, U2))
        scene.must(lambda g: g.ongoing == Ongoing.SHOWDOWN and g.where == B1 and P1 in g.focus)
        return scene.must(lambda g: g.points[P1] == 0)

    differ(
        takeover,
        control_lost={
            "own_units": lambda g: not g.controller[B1],
            "any_units": lambda g: g.controller[B1] == P2,
        },
    )
    all_pass(takeover({})).must(lambda g: g.controller[B1] == P1 and g.points[P1] == 1)


@scenario("R50b", "RB1.3:344.2", "RB1.3:323.6", "RB-FAQ-U:323.8")
def test_by_the_older_wordings_together_nothing_opens_there() -> None:
    old = {"control_lost": "any_units", "showdown_where": "where_uncontrolled"}
    scene = main_phase(
        there={U2: B1}, owner={U2: P2}, controller={B1: P2}, hand={Card.TAKEOVER: P1}, readings=old
    )
    all_pass(play(scene, P1, Card.TAKEOVER, U2))
    scene.must(lambda g: g.is_neutral_open() and g.contested_by[B1] == P1 and g.controller[B1] == P2)


@scenario("R61", "RB1.4:464.2.c.1", "RB1.4:359.3.f.3")
def test_who_moves_attacks_the_unit_that_is_pulled() -> None:
    scene = moved(ability={U1: Ability.PULL})
    scene.must(lambda g: g.stack.size == 1 and g.ongoing == Ongoing.NOTHING)
    all_pass(scene).must(lambda g: g.ongoing == Ongoing.COMBAT and P1 in g.focus)
    scene.must(lambda g: g.role[U1] == Role.ATTACKER and g.role[U2] == Role.DEFENDER)


@scenario("R61b", "RB1.4:359.3.f.3")
def test_the_place_of_a_trigger_is_fixed_when_it_triggers() -> None:
    scene = moved(ability={U1: Ability.PULL}, hand={Card.RETREAT: P2}).do("pass_priority", player=P1)
    all_pass(play(scene, P2, Card.RETREAT, U1)).must(lambda g: g.zone[U1] == Zone.HAND and g.stack.size == 1)
    all_pass(scene).must(lambda g: g.at[U2] == B1 and g.contested_by[B1] == P2)


@scenario("R62", "RB1.3:187.6.b", "RB1.4:464.2.c")
def test_an_ability_of_a_battlefield_is_not_that_of_a_mere_defender() -> None:
    scene = moved(game=Rallies, hand={Card.CHARM: P2}).do("pass_priority", player=P1)
    all_pass(play(scene, P2, Card.CHARM, U2, battlefield=B1))
    scene.must(lambda g: g.ongoing == Ongoing.COMBAT and g.role[U2] == Role.DEFENDER)
    assert scene.shows("rallied") == []
    controlled = moved(game=Rallies, base=[U1], there={U2: B1}, controller={B1: P2})
    assert controlled.shows("rallied") == ["P2"]


@scenario("R68", "RB1.3:187.3.a.1", "RB1.3:187.3.b", "RB1.3:345", "RB1.3:348.2.a", "S-RB:8/2")
def test_a_mark_that_is_left_behind_may_be_cleared() -> None:
    def removed(readings: dict[str, str]) -> Scene[Riftbound]:
        scene = moved(hand={Card.RETREAT: P2, Card.CHARM: P2, Card.INSIGHT: P1}, readings=readings)
        scene.do("pass_priority", player=P1)
        all_pass(play(scene, P2, Card.RETREAT, U1))
        all_pass(scene).must(lambda g: g.is_neutral_open() and not g.controller[B1] and g.points[P1] == 0)
        play(scene, P1, Card.INSIGHT).do("pass_priority", player=P1)
        all_pass(play(scene, P2, Card.CHARM, U2, battlefield=B1))
        return all_pass(scene).must(lambda g: g.at[U2] == B1)

    differ(
        removed,
        stale_mark={
            "cleared": lambda g: g.ongoing == Ongoing.SHOWDOWN and P2 in g.focus,
            "stays": lambda g: g.is_neutral_open() and g.contested_by[B1] == P1 and not g.controller[B1],
        },
    )


def test_who_has_focus_keeps_it_when_an_enemy_makes_the_showdown_a_combat() -> None:
    def converted(readings: dict[str, str]) -> Scene[Riftbound]:
        scene = moved(hand={Card.CHARM: P1}, readings=readings)
        all_pass(play(scene, P1, Card.CHARM, U2, battlefield=B1))
        return scene.must(lambda g: g.ongoing == Ongoing.COMBAT and g.role[U2] == Role.DEFENDER)

    differ(
        converted,
        conversion={"who_had_it": lambda g: P2 in g.focus, "attacker": lambda g: P1 in g.focus},
    )


def test_read_literally_a_pass_in_a_chain_passes_for_the_next_player() -> None:
    def answered(readings: dict[str, str]) -> Scene[Riftbound]:
        scene = moved(hand={Card.INSIGHT: P1}, readings=readings)
        return play(scene, P1, Card.INSIGHT).do("pass_priority", player=P1)

    differ(
        answered,
        passing_on={"acts": lambda g: g.stack.size == 1 and may_act(P2), "passes_too": lambda g: not g.stack},
    )


def test_whether_a_showdown_is_for_spells_alone() -> None:
    def scouting(readings: dict[str, str]) -> Scene[Riftbound]:
        scene = moved(
            ability={U2: Ability.SCOUT},
            hand={Card.BANNER: P2, Card.INSIGHT: P2},
            runes={P2: 1},
            readings=readings,
        )
        scene.do("pass_priority", player=P1).must("play_card", player=P2, card=Card.INSIGHT)
        return scene

    differ(
        scouting,
        in_showdowns={
            "cards_and_abilities": lambda g: may(P2, "use_ability") and may(P2, "use_rune"),
            "spells_only": lambda g: not may(P2, "use_ability") and not may(P2, "use_rune"),
        },
    )
    scouting({}).must("play_card", player=P2, card=Card.BANNER)
    literal = scouting({"in_showdowns": "spells_only"})
    literal.must_not("play_card", player=P2, card=Card.BANNER, because="is_for")
    closed = play(literal, P2, Card.INSIGHT)
    closed.must("use_ability", player=P2, unit=U2)  # in a chain the rules of the chain count


def test_focus_that_passes_after_a_chain_is_no_pass() -> None:
    def one_pass(readings: dict[str, str]) -> Scene[Riftbound]:
        scene = moved(hand={Card.INSIGHT: P1}, readings=readings)
        return all_pass(play(scene, P1, Card.INSIGHT)).do("pass_priority", player=P2)

    differ(
        one_pass,
        transfer={
            "no_pass": lambda g: g.in_showdown() and P1 in g.focus,
            "a_pass": lambda g: g.controller[B1] == P1,
        },
    )


def test_control_of_another_battlefield_may_be_lost_during_a_showdown() -> None:
    def emptied(readings: dict[str, str]) -> Scene[Riftbound]:
        scene = moved(
            base=[U1], there={U2: B2}, controller={B2: P2}, hand={Card.RETREAT: P1}, readings=readings
        )
        return all_pass(play(scene, P1, Card.RETREAT, U2)).must(lambda g: g.in_showdown())

    differ(
        emptied,
        loss_elsewhere={"yes": lambda g: not g.controller[B2], "no": lambda g: g.controller[B2] == P2},
    )


def test_a_showdown_that_closes_before_control_is_established_opens_again() -> None:
    differ(
        lambda readings: all_pass(moved(readings=readings)),
        closing={
            "control_first": lambda g: g.controller[B1] == P1 and g.phase == Phase.MAIN,
            "cleanup_first": lambda g: g.in_showdown() and P1 in g.focus and not g.controller[B1],
        },
    )


def test_whether_gear_breaks_a_run_of_passes() -> None:
    def two_gears(readings: dict[str, str]) -> Scene[Riftbound]:
        scene = moved(hand={Card.BANNER: P2, Card.LANTERN: P1}, readings=readings)
        scene.do("pass_priority", player=P1).do("play_card", player=P2, card=Card.BANNER)
        scene.do("play_card", player=P1, card=Card.LANTERN)
        return scene.must(lambda g: P2 in g.focus).do("pass_priority", player=P2)

    differ(
        two_gears,
        breaks_passes={
            "yes": lambda g: g.in_showdown() and P1 in g.focus and may_act(P1),
            "no": lambda g: g.is_neutral_open() and g.controller[B1] == P1,
        },
    )


def test_read_literally_the_turn_player_has_priority_in_a_showdown_as_well() -> None:
    def resolved(readings: dict[str, str]) -> Scene[Riftbound]:
        scene = moved(hand={Card.INSIGHT: P1}, readings=readings)
        return all_pass(play(scene, P1, Card.INSIGHT)).must(lambda g: P2 in g.focus)

    differ(
        resolved,
        with_nothing_outstanding={
            "focus_holder_in_a_showdown": lambda g: may_act(P2) and not may_act(P1),
            "turn_player": lambda g: may_act(P2) and may_act(P1),
        },
    )
