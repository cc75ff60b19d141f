from typing import Any, ClassVar

import pytest

from checker import action, may, may_act, require
from checker.scenario import Scene, differ, moment, start
from models.force_of_will.battle import ForceOfWillBattle
from models.force_of_will.battle_parts import (
    DRUMMED_STEPS,
    Battling,
    Chant,
    Part,
    Place,
    Resonator,
    Waits,
)
from models.force_of_will.sequence import Player
from tests.conformance.force_of_will import scenario

P1, P2 = Player(0), Player(1)
KNIGHT, GUARD = Resonator.KNIGHT, Resonator.GUARD
STEPS = [Part.BEGINNING, Part.DECLARE_ATTACK]


def battle(knight: Battling = Battling.FREE, **fields: Any) -> Scene[ForceOfWillBattle]:
    """The turn player has priority at main timing, with a Knight like that."""
    return start(
        ForceOfWillBattle,
        where=lambda game: (
            game.forced == (knight == Battling.FORCED)
            and game.first_strike == (knight == Battling.FIRST_STRIKE)
        ),
        **fields,
    )


def both_pass(scene: Scene[ForceOfWillBattle]) -> Scene[ForceOfWillBattle]:
    return scene.do("pass_priority").do("pass_priority")


def to_attack(scene: Scene[ForceOfWillBattle]) -> Scene[ForceOfWillBattle]:
    """Initiate battle, and pass until the turn player attacks or forfeits."""
    scene.do("initiate_battle", player=P1)
    for part in STEPS:
        assert (scene.shows("part"), scene.acting()) == (part.name, ["P1"])
        both_pass(scene)
    return scene.must(lambda game: game.part == Part.ATTACKING)


def to_damage(scene: Scene[ForceOfWillBattle], decision: str) -> Scene[ForceOfWillBattle]:
    """Attack the other player, and pass until battle damage has been dealt."""
    both_pass(both_pass(to_attack(scene).do("attack", guard=False)))
    return both_pass(scene.do(decision, player=P2))


# -- having to attack ------------------------------------------------------------------------------------


@scenario("R88a", "FOW12:718.2", "FOW12:701.2")
def test_whose_resonator_has_to_attack_may_not_pass_at_main_timing() -> None:
    scene = battle(Battling.FORCED)
    scene.must_not("pass_priority", player=P1, because="must_attack")
    scene.must("initiate_battle", player=P1)


@scenario("R88b", "FOW12:718.2", "FOW12:701.2")
def test_they_may_pass_while_something_is_on_the_chase() -> None:
    scene = battle(Battling.FORCED).do("play_chant", chant=Chant.BLAZE, target=GUARD)
    scene.must("pass_priority", player=P1).do("pass_priority").must("pass_priority", player=P2)
    scene.do("pass_priority").must_not("pass_priority", player=P1)  # the chase is empty again
    scene.must(lambda game: game.part == Part.NO_BATTLE and not game.stack)


@scenario("R88c", "FOW12:718.2b", "FOW12:718.2")
def test_a_rested_resonator_cannot_attack_and_keeps_nobody_from_passing() -> None:
    scene = battle(Battling.FORCED, rested={KNIGHT})
    both_pass(scene).must(lambda game: game.part == Part.END_PHASE)


@scenario("R88d", "FOW12:803.3")
def test_in_battle_the_forced_attack_is_not_forfeited() -> None:
    scene = to_attack(battle(Battling.FORCED))
    scene.must_not("forfeit", player=P1, because="forced").must("attack", player=P1)


def test_who_has_to_attack_and_may_not_initiate_battle() -> None:
    def play(readings: dict[str, str]) -> Scene[ForceOfWillBattle]:
        return start(ForceOfWillBattle, readings=readings, forced=True, barred=True, where=lambda g: g.forced)

    differ(
        play,
        has_to_attack={
            "if_allowed": lambda game: may(P1, "pass_priority"),
            "even_so": lambda game: not may(P1, "pass_priority") and not may(P1, "initiate_battle"),
        },
    )


# -- forfeiting ------------------------------------------------------------------------------------------


@scenario("R89a", "FOW12:803.6", "FOW12:803.3")
def test_no_further_battle_after_one_forfeited_without_an_answer() -> None:
    scene = to_attack(battle()).do("forfeit", player=P1)
    scene.must(lambda game: game.part == Part.ENDING)
    both_pass(scene).must(lambda game: game.part == Part.NO_BATTLE and may_act(P1))
    scene.must_not("initiate_battle", player=P1, because="barred").must("pass_priority", player=P1)


@scenario("R89b", "FOW12:803.6")
def test_an_answer_in_this_battle_allows_another() -> None:
    scene = battle().do("initiate_battle").do("pass_priority")
    scene.do("play_chant", player=P2, chant=Chant.GUST, target=GUARD)
    both_pass(scene).must(lambda game: game.part == Part.BEGINNING and GUARD in game.rested)
    both_pass(both_pass(scene)).do("forfeit", player=P1)
    both_pass(scene).must("initiate_battle", player=P1)


@scenario("R89c", "FOW12:803.6")
def test_what_was_played_before_this_battle_is_no_answer() -> None:
    scene = battle().do("pass_priority").do("play_chant", player=P2, chant=Chant.GUST, target=GUARD)
    both_pass(scene)
    both_pass(to_attack(scene).do("forfeit")).must_not("initiate_battle", player=P1, because="barred")


@scenario("R89d", "FOW12:803.6", "FOW12:802.1", "FOW12:1008.1")
def test_whether_an_ability_that_triggers_in_each_battle_is_an_answer() -> None:
    def play(readings: dict[str, str]) -> Scene[ForceOfWillBattle]:
        drum = {Chant.DRUM: Place.FIELD}
        scene = start(ForceOfWillBattle, readings=readings, chants=drum).do("initiate_battle")
        scene.must(lambda game: game.stack.top.chant == Chant.DRUM and may_act(P1))
        both_pass(both_pass(both_pass(scene))).must(lambda game: game.part == Part.ATTACKING)
        return both_pass(scene.do("forfeit"))

    differ(
        play,
        answers={
            "what_is_chased": lambda game: not may(P1, "initiate_battle"),
            "any_ability": lambda game: may(P1, "initiate_battle"),
        },
    )


# -- main timing -----------------------------------------------------------------------------------------


@scenario("R93b", "FOW12:701.2", "FOW12:604.2b", "FOW12:604.1c")
def test_in_battle_there_is_no_main_timing_and_quickcast_stays_allowed() -> None:
    scene = battle().do("initiate_battle")
    scene.must_not("initiate_battle", player=P1, because="main_timing")
    scene.must("play_chant", player=P1, chant=Chant.BLAZE, target=GUARD)


class WithMore(ForceOfWillBattle):
    """What takes main timing besides; what comes of it is of no matter here."""

    abstract: ClassVar[bool] = False

    @action()
    def play_resonator(self, player: Player) -> None:
        require(self.main_timing(player))
        self.acted(player)

    @action()
    def perform_judgment(self, player: Player) -> None:
        require(self.main_timing(player))
        self.acted(player)

    @action()
    def call_stone(self, player: Player) -> None:
        require(self.main_timing(player))
        self.acted(player)


@scenario("R93e", "FOW12:701.2", "FOW12:604.2a", "FOW12:604.2c", "FOW12:604.2e")
@pytest.mark.parametrize("rule", ["play_resonator", "perform_judgment", "call_stone"])
def test_in_battle_neither_resonator_nor_judgment_nor_stone_is_played(rule: str) -> None:
    scene = start(WithMore).must(rule, player=P1)
    scene.do("initiate_battle", player=P1)
    while scene.shows("part") != Part.NO_BATTLE.name:
        scene.must_not(rule, player=P1)
        scene.do("forfeit", player=P1) if scene.may("forfeit") else both_pass(scene)
    scene.must(rule, player=P1)
    scene.do("play_chant", player=P1, chant=Chant.BLAZE, target=GUARD).must_not(rule, player=P1)


@scenario("R93c", "FOW12:701.2", "FOW12:704.1")
def test_no_battle_is_initiated_on_a_chase_that_is_not_empty() -> None:
    scene = battle().do("play_chant", chant=Chant.BLAZE, target=GUARD)
    scene.must_not("initiate_battle", player=P1, because="main_timing")


def test_initiating_battle_leaves_the_chase_empty() -> None:
    battle().do("initiate_battle").must(lambda game: not game.stack and may_act(P1) and not may_act(P2))


# -- the steps -------------------------------------------------------------------------------------------


def test_attacker_and_blocker_deal_their_damage_at_once() -> None:
    scene = to_damage(battle(), "block")
    assert scene.shows("place") == {"KNIGHT": "GRAVEYARD", "GUARD": "GRAVEYARD"}
    scene.must(lambda game: game.part == Part.NORMAL_DAMAGE and may_act(P1) and not game.attacking)


def test_a_first_strike_has_a_sequence_of_its_own_and_the_fallen_do_not_strike_back() -> None:
    scene = to_damage(battle(Battling.FIRST_STRIKE), "block")
    scene.must(lambda game: game.part == Part.FIRST_STRIKE and may_act(P1))
    scene.must(lambda game: game.place[GUARD] == Place.GRAVEYARD)
    both_pass(scene).must(lambda game: game.part == Part.NORMAL_DAMAGE and game.place[KNIGHT] == Place.FIELD)


def test_what_nothing_blocks_hits_the_player() -> None:
    to_damage(battle(), "let_through").must(lambda game: P2 not in game.in_game)


def test_a_blocker_that_has_gone_shields_nobody() -> None:
    scene = both_pass(both_pass(to_attack(battle()).do("attack", guard=False))).do("block", player=P2)
    scene.do("play_chant", player=P1, chant=Chant.BLAZE, target=GUARD)
    both_pass(scene).must(lambda game: not game.blocking and game.part == Part.AFTER_BLOCK)
    both_pass(scene).must(lambda game: P2 not in game.in_game)


def test_without_an_attacker_damage_is_left_out() -> None:
    scene = to_attack(battle()).do("attack", guard=False)
    scene.do("play_chant", player=P1, chant=Chant.BLAZE, target=KNIGHT)
    both_pass(scene).must(lambda game: not game.attacking and game.part == Part.AFTER_ATTACK)
    both_pass(scene).must(lambda game: game.part == Part.DECLARE_BLOCK)
    both_pass(scene).must(lambda game: game.part == Part.AFTER_BLOCK)  # nothing to block
    both_pass(scene).must(lambda game: game.part == Part.ENDING and may_act(P1))


def test_a_blow_with_the_chase_full_waits_for_it() -> None:
    waits = Waits(controller=P2, chant=Chant.TAUNT, target=KNIGHT, arrived=moment())
    scene = start(ForceOfWillBattle, stack=[waits], chants={Chant.TAUNT: Place.CHASE})
    scene.must_not("initiate_battle", because="main_timing")
    both_pass(scene).must(lambda game: game.forced and not game.stack).must_not("pass_priority", player=P1)


@pytest.mark.parametrize("step", DRUMMED_STEPS)
def test_an_ability_that_watches_for_a_step_is_played_before_priority_in_it(step: Part) -> None:
    scene = start(ForceOfWillBattle, chants={Chant.DRUM: Place.FIELD}, drummed=step)
    scene.do("initiate_battle", player=P1)
    while not scene.shows("stack"):
        scene.must(lambda game: game.part != step)
        if scene.may("attack"):
            scene.do("attack", guard=False)
        elif scene.may("block"):
            scene.do("block")
        else:
            both_pass(scene)
    scene.must(lambda game: game.part == step and game.stack.top.chant == Chant.DRUM and may_act(P1))
    both_pass(scene).must(lambda game: game.part == step and not game.stack and may_act(P1))
    both_pass(scene).must(lambda game: game.part != step and not game.stack)  # once in a battle


def sworn() -> Scene[ForceOfWillBattle]:
    """A Knight that damage does not destroy until the end of battle has been blocked."""
    scene = start(ForceOfWillBattle, chants={Chant.OATH: Place.HAND})
    scene.must_not("play_chant", player=P1, chant=Chant.OATH, target=KNIGHT, because="in_battle")
    scene = to_attack(scene).do("attack", guard=False)
    both_pass(scene.do("play_chant", player=P1, chant=Chant.OATH, target=KNIGHT))
    both_pass(both_pass(scene)).do("block", player=P2)
    return both_pass(scene).must(lambda game: game.part == Part.NORMAL_DAMAGE and game.attacking)


def test_the_final_step_of_a_battle_is_done_again_when_an_effect_that_ends_lets_a_resonator_fall() -> None:
    scene = both_pass(sworn()).must(lambda game: game.part == Part.ENDING and KNIGHT in game.damaged)
    scene.must(lambda game: game.place[KNIGHT] == Place.FIELD and game.place[GUARD] == Place.GRAVEYARD)
    scene.do("pass_priority").forget().do("pass_priority")
    assert scene.log[2:] == ["final_step", "repeat_final_step", "state_based", "give_priority"]
    scene.must(lambda game: game.part == Part.AGAIN and game.place[KNIGHT] == Place.GRAVEYARD)
    scene.must(lambda game: may_act(P1) and game.in_battle()).forget()
    both_pass(scene)
    assert scene.log[4:] == ["final_step", "end_battle", "give_priority"]
    scene.must(lambda game: game.part == Part.NO_BATTLE and may_act(P1) and not game.attacking)


def test_a_final_step_of_which_nothing_comes_is_done_once() -> None:
    scene = both_pass(to_damage(battle(), "block")).forget()
    both_pass(scene).must(lambda game: game.part == Part.NO_BATTLE and may_act(P1))
    assert scene.log.count("final_step") == 1
