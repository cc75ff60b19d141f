"""What must hold of battle in Force of Will, and what must be possible in it."""

from checker import Step, eventually, every, expecting, invariant, may, possible, transition, under, violated
from models.force_of_will.battle import ForceOfWillBattle
from models.force_of_will.battle_parts import Chant, Part, Place, Resonator
from models.force_of_will.sequence import Player
from specs.force_of_will import sequence

__all__ = ["sequence"]

expecting(
    ForceOfWillBattle,
    "no_dead_end",
    also=(under(has_to_attack="even_so", expect=violated(length=42)),),
)

# -- initiating battle, and having to ------------------------------------------------------------------


@invariant(
    cites=("FOW12:604.2b", "FOW12:701.2", "FOW12:704.1"),
    says="only the turn player may initiate battle, in the main phase, out of battle and on an empty chase",
)
def battle_needs_main_timing(game: ForceOfWillBattle) -> bool:
    """The part of the turn tells both."""
    return every(
        Player,
        lambda p: (
            not may(p, ForceOfWillBattle.initiate_battle)
            or (p == game.turn_player and game.part == Part.NO_BATTLE and not game.stack)
        ),
    )


@transition(cites=("FOW12:704.2", "FOW12:802"), says="initiating battle puts nothing into the chase")
def battle_bypasses_the_chase(before: ForceOfWillBattle, step: Step, after: ForceOfWillBattle) -> bool:
    """The battle begins at once, with the turn player."""
    if step.rule != "initiate_battle":
        return True
    return not after.stack and after.part == Part.BEGINNING and after.due == after.turn_player


@invariant(
    cites=("FOW12:718.2", "FOW12:701.2"),
    says="nobody may pass at main timing while their resonator has to attack and a battle can be initiated",
    at="priority",
)
def who_has_to_attack_may_not_pass(game: ForceOfWillBattle) -> bool:
    """Main timing is spelled out here."""
    main_timing = game.part == Part.NO_BATTLE and not game.stack and game.turn_player in game.holders
    ready = game.place[Resonator.KNIGHT] == Place.FIELD and Resonator.KNIGHT not in game.rested
    held = main_timing and ready and game.forced and not game.barred
    return not held or not may(game.turn_player, ForceOfWillBattle.pass_priority)


@invariant(
    cites=("FOW12:718.1", "FOW12:604.1f", "S-FOW:4/2"),
    says="whoever has priority may pass, except at main timing with a resonator that has to attack",
    at="priority",
)
def passing_is_free_otherwise(game: ForceOfWillBattle) -> bool:
    """In battle, in the end phase, or with something on the chase nobody is kept from passing."""
    return every(
        game.holders,
        lambda p: (
            may(p, ForceOfWillBattle.pass_priority)
            or (game.part == Part.NO_BATTLE and not game.stack and game.forced and p == game.turn_player)
        ),
    )


@invariant(
    cites=("FOW12:718.2", "FOW12:803.6"),
    says="whoever is kept from passing may initiate battle",
    at="priority",
    also=(under(has_to_attack="even_so", expect=violated(length=32, part="P1")),),
)
def who_may_not_pass_may_attack(game: ForceOfWillBattle) -> bool:
    """One clause keeps them from passing, and another from attacking."""
    return every(
        game.holders,
        lambda p: may(p, ForceOfWillBattle.pass_priority) or may(p, ForceOfWillBattle.initiate_battle),
    )


@invariant(
    cites=("FOW12:803", "FOW12:718.2"),
    says="nobody may forfeit the attack of a resonator that has to attack and can",
    at="choice",
)
def a_forced_attack_is_not_forfeited(game: ForceOfWillBattle) -> bool:
    """The same resonator that kept its player from passing."""
    ready = game.place[Resonator.KNIGHT] == Place.FIELD and Resonator.KNIGHT not in game.rested
    return not (ready and game.forced and may(game.turn_player, ForceOfWillBattle.forfeit))


@invariant(
    cites="FOW12:803.6",
    says="after a forfeited battle in which the other player chose to play nothing there is no other",
    also=(under(answers="any_ability", expect=violated(length=29)),),
)
def no_battle_after_one_given_away(game: ForceOfWillBattle) -> bool:
    """What was played, and when, is what an observer saw."""
    return not game.given_away or not may(game.turn_player, ForceOfWillBattle.initiate_battle)


@eventually(
    cites=("FOW12:803.6", "FOW12:605.1b/1"),
    says="the turn ends, or somebody loses",
    also=(
        under(has_to_attack="even_so", expect=violated()),
        under(answers="any_ability", expect=violated()),
    ),
)
def the_turn_ends(game: ForceOfWillBattle) -> bool:
    """Battles do not go on for ever; and nobody is both kept from passing and unable to attack.

    If what triggers in each battle is an answer, forfeited battles go on for ever all the same.
    """
    return game.over()


# -- the steps of battle -------------------------------------------------------------------------------


@transition(
    cites=("FOW12:802", "FOW12:803", "FOW12:804", "FOW12:805", "FOW12:806", "FOW12:807"),
    says="each part of a battle in which players may act begins with priority for the turn player",
)
def the_turn_player_begins_each_part(before: ForceOfWillBattle, step: Step, after: ForceOfWillBattle) -> bool:
    """Decisions are nobody's priority; damage comes before it."""
    if step.rule == "strike_first" or step.rule == "deal_damage":
        return after.due == after.turn_player
    decided = after.part == Part.ATTACKING or after.part == Part.BLOCKING or after.part == Part.OVER
    decided = decided or after.part == Part.FINAL_STEP or after.part == Part.FINAL_CHECK
    dealt = after.part == Part.FIRST_STRIKE or after.part == Part.NORMAL_DAMAGE
    if before.part == after.part or decided or dealt:
        return True
    return after.due == after.turn_player


@transition(
    cites=("FOW12:805", "FOW12:806", "FOW12:804"),
    says="battle damage to the other player is dealt only by an attack on them that nothing blocks",
)
def a_blocker_shields_its_player(before: ForceOfWillBattle, step: Step, after: ForceOfWillBattle) -> bool:
    """Only battle damages players here."""
    if every(Player, lambda p: after.life[p] == before.life[p]):
        return True
    dealt = step.rule == "strike_first" or step.rule == "deal_damage"
    return dealt and before.attacking and not before.blocking and not before.at_guard


@transition(
    cites=("FOW12:805", "FOW12:806", "FOW12:1204.1"),
    says="what was destroyed by a first strike deals no damage any more",
)
def the_fallen_do_not_strike(before: ForceOfWillBattle, step: Step, after: ForceOfWillBattle) -> bool:
    """The Knight is damaged in battle only by a Guard in the field."""
    struck = step.rule == "deal_damage" and Resonator.KNIGHT in after.damaged
    return not struck or before.place[Resonator.GUARD] == Place.FIELD


@invariant(
    cites=("FOW12:602.1a", "FOW12:1204.1"),
    says="nobody may act while something that has taken enough damage is still in the field",
    at="priority",
)
def the_damaged_are_destroyed_first(game: ForceOfWillBattle) -> bool:
    """Each priority sequence begins with the rule processes; of an effect that saves the Knight they know."""
    return Resonator.GUARD not in game.damaged and (game.sworn or Resonator.KNIGHT not in game.damaged)


@invariant(
    cites=("FOW12:803", "FOW12:804"),
    says="what attacks or blocks is in the field, and rested when it began",
)
def attackers_and_blockers_are_in_the_field(game: ForceOfWillBattle) -> bool:
    """Between battles nothing attacks and nothing blocks."""
    knight = not game.attacking or game.place[Resonator.KNIGHT] == Place.FIELD
    guard = not game.blocking or game.place[Resonator.GUARD] == Place.FIELD
    return knight and guard and (game.in_battle() or not (game.attacking or game.blocking))


@transition(
    cites=("FOW12:802.1", "FOW12:803.1", "FOW12:804.1", "FOW12:807.1"),
    says="an ability that watches for a step of battle triggers as that step begins, and then only",
)
def the_drum_keeps_its_step(before: ForceOfWillBattle, step: Step, after: ForceOfWillBattle) -> bool:
    """A step that comes after another one begins; a sequence within it does not begin it again."""
    triggers = Chant.DRUM in after.waiting and Chant.DRUM not in before.waiting
    begins = before.part != after.part and after.part == after.drummed
    return triggers == (begins and after.chants[Chant.DRUM] == Place.FIELD)


@invariant(
    cites=("FOW12:807.3a", "FOW12:807.4"),
    says="no effect until the end of battle outlasts the battle",
)
def no_oath_outlasts_its_battle(game: ForceOfWillBattle) -> bool:
    """Nor does it last to the check that follows the final step."""
    return not game.sworn or (game.in_battle() and game.part != Part.FINAL_CHECK)


@transition(
    cites=("FOW12:807.3b", "FOW12:807.4"),
    says="no battle ends with a rule process due or an ability triggered: a sequence comes before, "
    "and the final step again",
)
def no_battle_ends_with_anything_due(before: ForceOfWillBattle, step: Step, after: ForceOfWillBattle) -> bool:
    """What has been damaged is destroyed, and what has triggered is played, while it still is battle."""
    over = before.in_battle() and not after.in_battle()
    return not over or (not before.damaged and not before.waiting and before.part == Part.FINAL_CHECK)


# -- what must be possible -----------------------------------------------------------------------------


@possible(cites="FOW12:803.6", says="after a forfeited and answered attack another battle is initiated")
def an_answer_allows_another_battle(game: ForceOfWillBattle) -> bool:
    """The answer need not have been about the attack."""
    return game.forfeited and game.part == Part.BEGINNING


@possible(cites=("FOW12:804", "FOW12:806"), says="attacker and blocker destroy each other")
def both_fall(game: ForceOfWillBattle) -> bool:
    """Both are damaged by one event, and neither by a chant."""
    return Resonator.KNIGHT in game.damaged and Resonator.GUARD in game.damaged and not game.stack


@possible(cites="FOW12:805", says="a first strike destroys the blocker before it deals damage")
def a_first_strike_wins(game: ForceOfWillBattle) -> bool:
    """The attacker has come to the end of the battle, and no chant was played in it."""
    unplayed = game.chants[Chant.BLAZE] == Place.HAND and game.chants[Chant.GUST] == Place.HAND
    fallen = game.place[Resonator.GUARD] == Place.GRAVEYARD
    return unplayed and fallen and game.attacking and game.part == Part.ENDING


@possible(cites=("FOW12:803", "FOW12:806"), says="a rested resonator is attacked, and deals its damage too")
def the_attacked_strike_back(game: ForceOfWillBattle) -> bool:
    """It need not be recovered for that."""
    return game.at_guard and Resonator.KNIGHT in game.damaged and game.part == Part.NORMAL_DAMAGE


@possible(cites="FOW12:806", says="the other player loses in battle")
def the_other_player_loses(game: ForceOfWillBattle) -> bool:
    """By an attack that nothing blocked."""
    return game.in_game.size < 2


@possible(
    cites=("FOW12:807.3a", "FOW12:807.3b"),
    says="the attacker is destroyed as an effect ends with the battle, and players may act once more in it",
)
def the_final_step_is_repeated(game: ForceOfWillBattle) -> bool:
    """Until then the effect has kept it in the field."""
    return game.part == Part.AGAIN and game.place[Resonator.KNIGHT] == Place.GRAVEYARD and bool(game.holders)
