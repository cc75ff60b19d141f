import pytest

from checker.scenario import Scene, differ
from models.riftbound import Ability, Battlefield, Card, Ongoing, Phase, Riftbound, Zone
from tests.conformance.riftbound import (
    B1,
    B2,
    P1,
    P2,
    U1,
    U2,
    U3,
    Broods,
    all_pass,
    main_phase,
    scenario,
)


@scenario("R52", "RB1.3:461.3.d", "RB1.3:461.5.b", "RB-FAQ-O:all-die")
def test_when_all_units_die_nobody_controls_or_scores() -> None:
    scene = main_phase(base=[U1], there={U2: B1}, owner={U2: P2}, controller={B1: P2})
    all_pass(scene.do("move", player=P1, unit=U1, battlefield=B1))
    scene.do("attacker_assigns", player=P1, unit=U2).do("defender_assigns", player=P2, unit=U1)
    scene.must(lambda g: g.zone[U1] == Zone.TRASH and g.zone[U2] == Zone.TRASH and g.is_neutral_open())
    scene.must(lambda g: not g.controller[B1] and not g.contested_by[B1] and not g.victor)
    scene.must(lambda g: g.points[P1] == 0 and g.points[P2] == 0)


@scenario("R54", "RB1.4:466.1.a", "RB1.4:466.3.d", "RB1.4:466.3.d.1")
def test_a_defender_that_comes_after_the_damage_makes_it_no_result() -> None:
    scene = main_phase(
        game=Broods,
        base=[U1],
        there={U2: B1},
        owner={U2: P2, U3: P2},
        controller={B1: P2},
        might={U1: 3, U2: 2},
        ability={U2: Ability.DEATHKNELL},
    )
    all_pass(scene.do("move", player=P1, unit=U1, battlefield=B1))
    scene.do("attacker_assigns", player=P1, unit=U2).do("defender_assigns", player=P2, unit=U1)
    scene.must(lambda g: g.zone[U2] == Zone.TRASH and g.damage[U1] == 0 and g.at[U1] == B1)
    scene.must(lambda g: g.stack.size == 1 and g.ongoing == Ongoing.RESULT)
    all_pass(scene).must(lambda g: g.at[U3] == B1 and g.ongoing == Ongoing.COMBAT and P1 in g.focus)
    assert "combat_without_result" in scene.log
    scene.must(lambda g: not g.victor and g.controller[B1] == P2 and g.points[P1] == 0 and g.damage[U1] == 0)


def one_to_go(**fields: object) -> Scene[Riftbound]:
    """The first player has seven points of eight, and two units."""
    return main_phase(points={P1: 7}, deck={P1: Card.INSIGHT}, **fields)


def conquer(scene: Scene[Riftbound], unit: object, battlefield: Battlefield) -> Scene[Riftbound]:
    """Move there, and let everybody pass."""
    return all_pass(scene.do("move", player=P1, unit=unit, battlefield=battlefield))


@scenario("R55a", "RB1.3:466.1.b.1", "RB1.3:466.1.b.2", "RB-FAQ-O:final-point")
def test_one_conquest_gives_a_card_for_the_final_point() -> None:
    scene = conquer(one_to_go(base=[U1, U2]), U1, B1)
    scene.must(lambda g: g.points[P1] == 7 and g.card_zone[Card.INSIGHT] == Zone.HAND)
    scene.must(lambda g: g.controller[B1] == P1 and B1 in g.scored[P1] and not g.over())


@scenario("R55b", "RB1.3:466.1.b.1")
def test_the_second_conquest_of_a_turn_wins() -> None:
    scene = conquer(one_to_go(base=[U1, U2]), U1, B1)
    scene.must(lambda g: g.points[P1] == 7 and B1 in g.scored[P1] and not g.winner)
    scene.must(lambda g: g.card_zone[Card.INSIGHT] == Zone.HAND)  # drawn in place of a point
    conquer(scene, U2, B2).must(lambda g: g.points[P1] == 8 and g.winner == P1)


@scenario("R55c", "RB1.3:464")
def test_a_hold_wins() -> None:
    scene = one_to_go(there={U1: B1}, controller={B1: P1}, phase=Phase.BEGINNING)
    scene.must(lambda g: g.points[P1] == 8 and g.winner == P1 and g.phase == Phase.BEGINNING)


@pytest.mark.parametrize(("other", "winner"), [(8, None), (7, P1)])
@scenario("R57", "RB1.3:323.1", "RB1.3:467", "RB-FAQ-U:323.1")
def test_nobody_wins_with_as_many_points_as_another(other: int, winner: object) -> None:
    scene = main_phase(points={P1: 8, P2: other}, outstanding=True)
    scene.must(lambda g: g.winner == winner)
    assert scene.acting() == ([] if winner else ["P1"])


@scenario("R58", "RB1.3:323.11", "RB1.3:323.12", "RB1.3:455.1")
def test_a_combat_waits_for_the_showdown_that_was_picked() -> None:
    scene = main_phase(
        there={U1: B1, U2: B1, U3: B2},
        owner={U1: P1, U2: P2, U3: P1},
        controller={B1: P2},
        contested_by={B1: P1, B2: P1},
        outstanding=True,
    )
    scene.do("stage_showdown", battlefield=B1).do("open_showdown", battlefield=B2)
    scene.must(lambda g: g.ongoing == Ongoing.SHOWDOWN and g.where == B2 and B1 in g.combat_staged)
    all_pass(scene).must(lambda g: g.ongoing == Ongoing.COMBAT and g.where == B1 and g.controller[B2] == P1)


def test_attackers_that_are_recalled_let_nobody_win() -> None:
    def stunned(readings: dict[str, str]) -> Scene[Riftbound]:
        scene = main_phase(
            base=[U1],
            there={U2: B1},
            owner={U2: P2},
            controller={B1: P2},
            might={U1: 2, U2: 3},
            stunned={U2},
            readings=readings,
        )
        all_pass(scene.do("move", player=P1, unit=U1, battlefield=B1))
        scene.do("attacker_assigns", player=P1, unit=U2)
        scene.must(lambda g: not g.at[U1] and g.zone[U1] == Zone.BOARD and g.damage[U2] == 0)
        return scene.must(lambda g: g.controller[B1] == P2 and g.points[P2] == 0 and not g.contested_by[B1])

    differ(
        stunned,
        recall_result={"nobody": lambda g: not g.victor, "defender": lambda g: g.victor == P2},
    )


def test_a_battlefield_that_was_held_is_not_conquered_again() -> None:
    def retaken(readings: dict[str, str]) -> Scene[Riftbound]:
        scene = main_phase(
            there={U1: B1}, base=[U2], controller={B1: P1}, scored={P1: {B1}}, readings=readings
        )
        scene.do("move", player=P1, unit=U1, battlefield=None).must(lambda g: not g.controller[B1])
        return conquer(scene, U2, B1).must(lambda g: g.controller[B1] == P1)

    differ(
        retaken,
        conquer={"not_scored": lambda g: g.points[P1] == 0, "not_controlled": lambda g: g.points[P1] == 1},
    )


def test_a_final_point_counts_in_the_cleanup_or_at_once() -> None:
    def conquered(readings: dict[str, str]) -> Scene[Riftbound]:
        scene = one_to_go(base=[U1], scored={P1: {B2}}, readings=readings)
        scene.do("move", player=P1, unit=U1, battlefield=B1).do("pass_priority", player=P1)
        scene.take("pass_priority", player=P2).take("end_sequence")
        return scene.take("control_after_showdown", player=P1, battlefield=B1)

    differ(
        conquered,
        winning={"in_a_cleanup": lambda g: not g.winner, "at_once": lambda g: g.winner == P1},
    )


def test_damage_is_assigned_lethally_before_the_next_unit_gets_any() -> None:
    scene = main_phase(
        base=[U1], there={U2: B1, U3: B1}, owner={U2: P2, U3: P2}, controller={B1: P2}, might={U1: 3, U2: 2}
    )
    all_pass(scene.do("move", player=P1, unit=U1, battlefield=B1))
    scene.must_not("defender_assigns", player=P2, unit=U1, because="self.unassigned[Role.ATTACKER] == 0")
    scene.do("attacker_assigns", player=P1, unit=U2)
    scene.must_not("attacker_assigns", player=P1, unit=U2, because="self.may_get_damage")
    scene.do("attacker_assigns", player=P1, unit=U3).do("defender_assigns", player=P2, unit=U1)
    scene.must(lambda g: g.zone[U2] == Zone.TRASH and g.zone[U3] == Zone.TRASH and g.zone[U1] == Zone.TRASH)
