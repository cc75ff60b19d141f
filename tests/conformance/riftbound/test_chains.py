from checker.scenario import Scene, differ, moment
from models.riftbound import Ability, Card, Item, Kind, Ongoing, Phase, Riftbound, Zone
from tests.conformance.riftbound import (
    B1,
    P1,
    P2,
    P3,
    U1,
    U2,
    U3,
    Chooses,
    Concedes,
    all_pass,
    main_phase,
    play,
    scenario,
)

DEATHKNELLS = {U1: Ability.DEATHKNELL, U2: Ability.DEATHKNELL, U3: Ability.DEATHKNELL}


@scenario("R37", "RB1.3:340.4")
def test_the_controller_of_the_newest_item_left_has_priority() -> None:
    scene = main_phase(
        base=[U1],
        owner={U1: P2},
        hand={Card.RUNE_PRISON: P1, Card.DENIAL: P2, Card.INSIGHT: P1},
        deck={P1: Card.STRIKE},
        energy={P1: 3, P2: 2},
    )
    play(scene, P1, Card.RUNE_PRISON, U1).do("pass_priority", player=P1)
    play(scene, P2, Card.DENIAL).do("pass_priority", player=P2)
    all_pass(play(scene, P1, Card.INSIGHT))
    scene.must(lambda g: g.stack.size == 2 and g.card_zone[Card.STRIKE] == Zone.HAND)
    assert scene.acting() == ["P2"]
    scene.do("pass_priority", player=P2).must("play_card", player=P1, card=Card.STRIKE)


@scenario("R41", "RB1.3:303.2.a", "RB1.4:383.3.d")
def test_triggers_of_several_players_are_put_in_turn_order() -> None:
    scene = main_phase(
        players=3,
        waiting=3,
        there={U3: B1, U2: B1, U1: B1},
        owner={U1: P1, U2: P2, U3: P3},
        ability=DEATHKNELLS,
        damage={U1: 1, U2: 1, U3: 1},
        deck={P1: Card.INSIGHT, P2: Card.CHARM, P3: Card.STRIKE},
        outstanding=True,
    )
    assert [dict(e.fields)["controller"] for e in scene.shows("stack")] == ["P1", "P2", "P3"]
    for card, others in ((Card.STRIKE, (Card.CHARM, Card.INSIGHT)), (Card.CHARM, (Card.INSIGHT,))):
        all_pass(scene).must(lambda g, c=card: g.card_zone[c] == Zone.HAND)
        for other in others:
            scene.must(lambda g, c=other: g.card_zone[c] == Zone.DECK)
    all_pass(scene).must(lambda g: g.card_zone[Card.INSIGHT] == Zone.HAND and not g.stack)


def scouting() -> Scene[Riftbound]:
    """The first player has exhausted a unit to draw, and has passed."""
    scene = main_phase(
        base=[U1],
        ability={U1: Ability.SCOUT},
        hand={Card.STRIKE: P2, Card.DENIAL: P2},
        deck={P1: Card.INSIGHT},
    )
    return scene.do("use_ability", player=P1, unit=U1).do("pass_priority", player=P1)


@scenario("R42a", "RB1.3:383.2.a.1")
def test_an_ability_resolves_although_its_source_has_died() -> None:
    scene = all_pass(play(scouting(), P2, Card.STRIKE, U1))
    scene.must(lambda g: g.zone[U1] == Zone.TRASH and g.stack.size == 1)
    all_pass(scene).must(lambda g: g.card_zone[Card.INSIGHT] == Zone.HAND)


@scenario("R42b", "RB1.3:425.1.a", "RB1.3:425.1.c")
def test_what_a_countered_ability_cost_stays_paid() -> None:
    scene = all_pass(play(scouting(), P2, Card.DENIAL))
    scene.must(lambda g: not g.stack and g.card_zone[Card.INSIGHT] == Zone.DECK and U1 in g.exhausted)


def playing() -> Scene[Riftbound]:
    """The first player may play a unit with a play trigger."""
    return main_phase(base=[U2], owner={U2: P2}, zone={U1: Zone.HAND}, ability={U1: Ability.PLAY})


@scenario("R44", "RB1.3:337.1", "RB1.3:337.2", "RB1.3:383.4.a.2")
def test_a_unit_cannot_be_answered_but_its_trigger_can() -> None:
    scene = playing().forget().take("play_unit", player=P1, unit=U1, battlefield=None)
    scene.until("choose_target").must(lambda g: g.zone[U1] == Zone.BOARD)
    assert "give_priority" not in scene.log
    scene.do("choose_target", unit=U2)
    scene.must(lambda g: g.stack.size == 1 and g.stack.top.kind == Kind.TRIGGERED)
    assert scene.acting() == ["P1"]
    scene.do("pass_priority", player=P1)
    assert scene.acting() == ["P2"]


@scenario("R45", "RB1.3:355.5.b", "RB1.3:355.8", "RB1.3:402.2")
def test_a_unit_may_be_the_target_of_its_own_play_trigger() -> None:
    scene = playing().do("play_unit", player=P1, unit=U1, battlefield=None)
    scene.do("choose_target", unit=U1)
    all_pass(scene).must(lambda g: g.zone[U1] == Zone.TRASH)


@scenario("R46", "RB1.3:383.3.a.2", "RB1.3:402.1.a", "RB1.3:402")
def test_a_declined_trigger_leaves_without_priority() -> None:
    scene = playing().do("play_unit", player=P1, unit=U1, battlefield=None).forget()
    scene.do("choose_target", unit=None)
    scene.must(lambda g: not g.stack and g.is_neutral_open())
    assert scene.log.count("give_priority") == 1
    assert scene.acting() == ["P1"]


@scenario("R47", "RB1.3:187.3.a", "RB1.3:323.8", "RB1.3:323.12", "S-RB:4/2")
def test_a_showdown_that_a_spell_causes_waits_for_the_rest_of_the_chain() -> None:
    def charmed(readings: dict[str, str]) -> Scene[Riftbound]:
        scene = main_phase(base=[U1], hand={Card.INSIGHT: P1, Card.CHARM: P1}, readings=readings)
        play(play(scene, P1, Card.INSIGHT), P1, Card.CHARM, U1, battlefield=B1)
        return all_pass(scene).must(lambda g: g.contested_by[B1] == P1 and g.stack.size == 1)

    differ(
        charmed,
        opens={
            "in_a_cleanup": lambda g: g.ongoing == Ongoing.NOTHING and B1 in g.showdown_staged,
            "at_once": lambda g: g.ongoing == Ongoing.SHOWDOWN,
        },
    )
    scene = charmed({}).must(lambda g: g.points[P1] == 0)
    all_pass(scene).must(lambda g: g.ongoing == Ongoing.SHOWDOWN and P1 in g.focus and not g.stack)


@scenario("R59", "RB1.4:650", "RB1.4:651", "RB1.4:652", "RB1.4:652.5.c.1")
def test_the_others_go_on_when_who_has_priority_concedes() -> None:
    scene = main_phase(
        game=Concedes,
        players=3,
        depth=4,
        hand={Card.INSIGHT: P1, Card.DENIAL: P2},
        deck={P1: Card.STRIKE},
    )
    play(scene, P1, Card.INSIGHT).do("pass_priority", player=P1)
    play(scene, P2, Card.DENIAL).must(lambda g: P2 in g.holders and g.stack.size == 2)
    scene.do("concede", player=P2)
    scene.must(lambda g: g.stack.size == 1 and P2 not in g.in_game)
    assert scene.acting() == ["P1", "P3"]  # to concede is always possible
    scene.must(lambda g: P3 in g.holders)
    scene.do("pass_priority", player=P3).do("pass_priority", player=P1)
    scene.must(lambda g: not g.stack and g.card_zone[Card.STRIKE] == Zone.HAND)


@scenario("R64", "RB1.3:312.1.b", "RB1.3:334.2.a")
def test_nobody_else_acts_while_a_card_is_chosen() -> None:
    scene = main_phase(
        game=Chooses,
        players=3,
        hand={Card.INSIGHT: P1, Card.STRIKE: P1, Card.CHARM: P1, Card.RETREAT: P2, Card.DENIAL: P3},
    )
    all_pass(play(scene, P1, Card.INSIGHT))
    assert {t.instance.name for t in scene.open()} == {
        "choose_card(player=P1, card=STRIKE)",
        "choose_card(player=P1, card=CHARM)",
    }
    assert scene.acting() == []
    scene.do("choose_card", card=Card.CHARM).must(lambda g: not g.stack)
    assert scene.acting() == ["P1"]


@scenario("R65", "RB1.3:315.2.b", "RB1.3:383.3.c", "RB1.3:383.4.d.2")
def test_a_hold_trigger_is_handled_in_the_beginning_phase() -> None:
    scene = main_phase(
        phase=Phase.BEGINNING,
        there={U1: B1},
        controller={B1: P1},
        ability={U1: Ability.HOLD},
        hand={Card.DENIAL: P2},
        deck={P1: Card.INSIGHT},
    )
    scene.must(lambda g: g.points[P1] == 1 and g.stack.size == 1 and g.phase == Phase.BEGINNING)
    scene.must_not("end_turn", player=P1, because="self.is_neutral_open()")
    scene.do("pass_priority", player=P1).must("play_card", player=P2, card=Card.DENIAL)
    scene.do("pass_priority", player=P2)
    scene.must(lambda g: g.phase == Phase.MAIN and g.card_zone[Card.INSIGHT] == Zone.HAND)
    assert scene.acting() == ["P1"]


@scenario("R67", "RB1.4:359.3.e.5", "RB1.4:359.3.e.6")
def test_the_rest_of_a_spell_is_carried_out_without_its_target() -> None:
    scene = main_phase(
        base=[U2],
        owner={U2: P2},
        hand={Card.STRIKE: P1, Card.RETREAT: P2},
        deck={P1: Card.INSIGHT},
    )
    play(scene, P1, Card.STRIKE, U2).do("pass_priority", player=P1)
    all_pass(play(scene, P2, Card.RETREAT, U2)).must(lambda g: g.zone[U2] == Zone.HAND)
    all_pass(scene).must(lambda g: g.card_zone[Card.INSIGHT] == Zone.HAND and g.damage[U2] == 0)


def test_an_item_that_is_given_resolves_as_one_that_was_played() -> None:
    item = Item(controller=P2, kind=Kind.SPELL, card=Card.INSIGHT, arrived=moment())
    scene = main_phase(stack=[item], card_zone={Card.INSIGHT: Zone.CHAIN}, deck={P2: Card.STRIKE}, due=P2)
    all_pass(scene).must(lambda g: g.card_zone[Card.STRIKE] == Zone.HAND and not g.stack)
