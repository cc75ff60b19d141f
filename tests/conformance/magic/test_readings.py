"""The readings of Magic that no numbered scenario separates, each played under both options."""

from typing import Any

from checker import may_act
from checker.scenario import Scene, differ, start
from models.magic import Battle, Card, Item, Magic, Phase, Player, Zone

P1, P2, P3 = Player(0), Player(1), Player(2)
B1, B2 = Battle(0), Battle(1)


def on_the_battlefield(
    readings: dict[str, str],
    card: Card = Card.PERMANENT_BACK,
    scopes: dict[str, int] | None = None,
    **more: Any,
) -> Scene[Magic]:
    """The first player has priority, and controls a battle that the second one protects."""
    fields = {"card": {B1: card}, "zone": {B1: Zone.BATTLEFIELD}, "defense": {B1: 2}, "protector": {B1: P2}}
    return start(Magic, readings=readings, scopes=scopes, **{**fields, **more})


def all_pass(scene: Scene[Magic]) -> Scene[Magic]:
    """Let everybody who is in the game pass once, beginning with who has priority."""
    for _ in scene.shows("in_game"):
        scene.do("pass_priority")
    return scene


def test_counters_that_come_back_save_a_siege_only_where_defeat_is_a_state() -> None:
    def play(readings: dict[str, str]) -> Scene[Magic]:
        scene = on_the_battlefield(readings).do("play_damage", player=P1, battle=B1)
        all_pass(scene).must(lambda game: game.defense[B1] == 0 and game.stack.size == 1)
        all_pass(scene.do("play_counters", player=P1, battle=B1)).must(lambda game: game.defense[B1] == 2)
        return all_pass(scene)

    differ(
        play,
        defeated_is={
            "an_event": lambda game: game.zone[B1] == Zone.EXILE,
            "a_state": lambda game: game.zone[B1] == Zone.BATTLEFIELD and game.defense[B1] == 2,
        },
    )


def test_a_back_face_could_never_be_cast_if_the_main_phase_and_an_empty_stack_were_asked_for() -> None:
    def play(readings: dict[str, str]) -> Scene[Magic]:
        scene = on_the_battlefield(readings, Card.SORCERY_BACK).do("play_damage", player=P1, battle=B1)
        return all_pass(all_pass(scene)).must(lambda game: game.zone[B1] == Zone.EXILE)

    differ(
        play,
        back_face_timing={
            "inside_the_resolution": lambda game: game.may_cast_back_face(P1),
            "main_phase_only": lambda game: not game.may_cast_back_face(P1),
        },
    )
    play({"back_face_timing": "inside_the_resolution"}).must("cast_transformed", player=P1)
    play({"back_face_timing": "main_phase_only"}).must_not("cast_transformed").must("decline_to_cast")


def test_with_attacks_to_the_left_only_a_battle_of_the_player_to_the_right_cannot_be_attacked() -> None:
    def play(readings: dict[str, str]) -> Scene[Magic]:
        three = {"players": 3}
        return all_pass(on_the_battlefield(readings, scopes=three, protector={B1: P3}))

    play({}).must("attack", player=P1, battle=B1)
    differ(
        lambda readings: play({"attack_option": "left", **readings}),
        may_attack={
            "defending": lambda game: not game.can_attack(P1, B1),
            "all_but_the_protector": lambda game: game.can_attack(P1, B1),
        },
    )
    play({"attack_option": "left"}).must_not("attack")


def test_players_choose_protectors_in_turn_order_unless_no_order_is_given() -> None:
    def play(readings: dict[str, str]) -> Scene[Magic]:
        return start(
            Magic,
            readings=readings,
            scopes={"battles": 2},
            owner={B1: P1, B2: P2},
            controller={B1: P1, B2: P2},
            zone={B1: Zone.BATTLEFIELD, B2: Zone.BATTLEFIELD},
            defense={B1: 2, B2: 2},
            settle=False,
        )

    differ(
        play,
        protector_order={
            "turn_order": lambda game: not game.chooses_next(P2),
            "any_order": lambda game: game.chooses_next(P2),
        },
    )
    play({"protector_order": "any_order"}).must("choose_protector", player=P2, battle=B2)
    play({}).must_not("choose_protector", player=P2).do("choose_protector", player=P1).must(
        "choose_protector", player=P2, battle=B2
    )


def test_a_protector_who_takes_control_is_replaced_unless_only_a_missing_one_is() -> None:
    def stolen(readings: dict[str, str]) -> Scene[Magic]:
        scene = on_the_battlefield(readings).do("pass_priority").do("play_control", player=P2, battle=B1)
        return all_pass(scene).must(lambda game: game.controller[B1] == P2 and game.protector[B1] == P2)

    differ(
        stolen,
        protector_check={
            "official": lambda game: game.needs_protector(B1) and not may_act(P1),
            "seed": lambda game: not game.needs_protector(B1) and may_act(P1),
        },
    )
    stolen({}).do("choose_protector", player=P2, battle=B1, protector=P1)


def test_any_ability_keeps_its_siege_and_not_only_the_defeat_ability() -> None:
    scene = start(Magic, card={B1: Card.PERMANENT_BACK}).do("cast_battle", player=P1, battle=B1)
    all_pass(scene).must(lambda game: game.stack.size == 1 and game.defense[B1] == 2)
    all_pass(scene.do("play_damage", player=P1, battle=B1)).must(lambda game: game.stack.size == 2)
    all_pass(scene.do("play_counterspell", player=P1))
    scene.do("counter", player=P1, entry=lambda e: e.item == Item.DEFEAT)
    scene.must(lambda game: game.zone[B1] == Zone.BATTLEFIELD and game.defense[B1] == 0)
    all_pass(scene).must(lambda game: game.zone[B1] == Zone.GRAVEYARD and game.phase == Phase.MAIN)
