from typing import Any

from checker import may, may_act
from checker.scenario import Scene, differ, start
from models.force_of_will.sequence import Player
from models.force_of_will.turn import ForceOfWillTurn
from models.force_of_will.turn_parts import Item, Place, Point
from tests.conformance.force_of_will import scenario

P1, P2 = Player(0), Player(1)


def both_pass(scene: Scene[ForceOfWillTurn]) -> Scene[ForceOfWillTurn]:
    return scene.do("pass_priority").do("pass_priority")


def at(point: Point, readings: dict[str, str] | None = None, **fields: Any) -> Scene[ForceOfWillTurn]:
    """The turn player has priority at some point of a later turn."""
    given = {"point": point, "first_turn": False, "due": P1, **fields}
    return start(ForceOfWillTurn, readings=readings, **given)


# -- the final step --------------------------------------------------------------------------------------


@scenario("R91a", "FOW12:505.5", "FOW12:505.5b", "FOW12:505.5e")
def test_the_final_step_is_done_again_when_an_effect_that_ends_lets_a_resonator_die() -> None:
    scene = at(Point.BEFORE_FINAL_STEP, less=1, blessed=True, deck=1)
    scene.do("pass_priority").forget().do("pass_priority")
    assert scene.log[2:] == [
        "final_step",
        "repeat_final_step",
        "oak_is_spent",
        "play_triggered",
        "give_priority",
    ]
    scene.must(lambda game: game.turn_player == P1 and game.stack.top.item == Item.LAMENT and may_act(P1))
    both_pass(scene).must(lambda game: not game.stack and game.hand == 2)  # the Lament has drawn
    both_pass(scene)
    assert scene.log[-2:] == ["final_step", "end_turn"]
    scene.must(lambda game: game.hand == 1 and game.turn_player == P2 and game.oak == Place.GRAVEYARD)


@scenario("R91b", "FOW12:505.5", "FOW12:505.5e", "FOW12:505.6")
def test_a_final_step_without_processes_and_triggers_ends_the_turn() -> None:
    scene = at(Point.BEFORE_FINAL_STEP, will=1, hand=3)
    both_pass(scene).must(lambda game: game.turn_player == P2 and game.will == 0 and game.hand == 1)
    assert scene.log.count("final_step") == 1
    assert "repeat_final_step" not in scene.log


@scenario("R91c", "FOW12:505.5a", "FOW12:505.5b")
def test_damage_is_gone_before_effects_end() -> None:
    scene = at(Point.BEFORE_FINAL_STEP, blessed=True, damage=1)
    both_pass(scene).must(lambda game: game.oak == Place.FIELD and game.turn_player == P2)


# -- phases ----------------------------------------------------------------------------------------------


def test_sequences_for_triggers_are_left_out_without_one() -> None:
    scene = start(ForceOfWillTurn, where=lambda game: not game.first_turn and not game.bell)
    seen = [scene.shows("point")]
    while not scene.interpreter.over(scene.state):
        scene.do("pass_priority")
        if scene.shows("point") != seen[-1]:
            seen.append(scene.shows("point"))
    assert seen == ["BEFORE_DRAW", "AFTER_DRAW", "MAIN", "BEFORE_FINAL_STEP", "OVER"]


def test_a_trigger_has_the_sequence_of_its_phase_and_one_more() -> None:
    scene = at(Point.MAIN, bell=Point.END_BEGINS)
    both_pass(scene).must(lambda game: game.point == Point.END_BEGINS and game.stack.top.item == Item.BELL)
    both_pass(scene).must(lambda game: game.will == 1 and game.point == Point.END_BEGINS)
    both_pass(scene).must(lambda game: game.point == Point.END_GOES_ON and may_act(P1))
    both_pass(scene).must(lambda game: game.point == Point.BEFORE_FINAL_STEP and game.will == 1)


def test_the_first_turn_has_neither_draw_nor_recovery() -> None:
    scene = start(ForceOfWillTurn, where=lambda game: game.first_turn)
    scene.must(lambda game: game.point == Point.MAIN and game.hand == 1 and game.rested)


def test_will_is_lost_before_cards_are_recovered() -> None:
    scene = at(Point.AFTER_DRAW, will=1)
    both_pass(scene).must(lambda game: game.point == Point.MAIN and game.will == 0 and not game.rested)


# -- rule processes --------------------------------------------------------------------------------------


def test_life_is_looked_at_before_cards() -> None:
    def play(readings: dict[str, str]) -> Scene[ForceOfWillTurn]:
        return at(Point.DRAW, readings, due=None, deck=0, scales=True)

    differ(
        play,
        loses={
            "listed": lambda game: P1 in game.in_game and P2 not in game.in_game,
            "together": lambda game: game.in_game.size == 0,
        },
    )


def test_both_lose_at_once_without_life() -> None:
    at(Point.MAIN, life={P1: 0, P2: 0}).must(lambda game: game.in_game.size == 0)


def test_counters_take_each_other_away_before_def_is_looked_at() -> None:
    scene = at(Point.MAIN, more=1, less=1, damage=1)
    scene.must(lambda game: game.oak == Place.GRAVEYARD)
    assert scene.log[:2] == ["counters_go", "oak_is_destroyed"]


def test_a_replacement_is_applied_once_in_a_situation() -> None:
    scene = at(Point.MAIN, less=1, bound=True, hand=2)
    assert scene.log[:2] == ["oak_is_spent", "oak_is_spent"]
    scene.must(lambda game: game.oak == Place.GRAVEYARD and game.hand == 1)
    at(Point.MAIN, damage=1, bound=True, hand=2).must(lambda game: game.oak == Place.FIELD and game.hand == 1)
    at(Point.MAIN, damage=1, bound=True, hand=0).must(lambda game: game.oak == Place.GRAVEYARD)


def test_a_chant_finds_no_oak_once_it_is_gone() -> None:
    at(Point.MAIN, oak=Place.GRAVEYARD, chants={Item.WITHER: Place.HAND}).must_not(
        lambda game: may(P2, "play_chant")
    )
