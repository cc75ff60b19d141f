"""What the clauses demand of passing, battles and chants in battle, each from its own text alone."""

from checker import (
    Step,
    ensures,
    every,
    forbids,
    gives,
    may,
    may_act,
    needs,
    norm,
    only,
    permits,
    requires,
    set_of,
    settled,
    some,
)
from models.force_of_will.battle import ForceOfWillBattle
from models.force_of_will.battle_parts import Chant, Part, Place, Resonator, chanter
from models.force_of_will.sequence import Player
from specs.force_of_will import sequence_norms

__all__ = ["sequence_norms"]

settled(
    ForceOfWillBattle,
    "holders",
    after=("finish_resolution", "attack", "block", "let_through", "forfeit"),
    says="who has priority",
)

# -- passing and acting --------------------------------------------------------------------------------


@norm("FOW12:602.1c", requires())
def the_holder_of_priority_acts(game: ForceOfWillBattle) -> tuple[bool, bool]:
    """The player who has priority takes one of the actions open to them, and nobody else does."""
    return bool(game.holders), every(Player, lambda p: may_act(p) == (p in game.holders))


@norm("FOW12:604.1f", permits("pass_priority"))
def the_holder_may_pass(game: ForceOfWillBattle, player: Player) -> bool:
    """A player with priority can pass."""
    return player in game.holders


@norm("S-FOW:4/2", requires())
def the_holder_hands_over(game: ForceOfWillBattle) -> tuple[bool, bool]:
    """Who has added what they like has to hand priority to the opponent, and so is able to pass."""
    holders = every(Player, lambda p: p not in game.holders or may(p, "pass_priority"))
    return bool(game.holders), holders


@norm("FOW12:718.2", forbids("pass_priority"))
def no_pass_instead_of_an_attack(game: ForceOfWillBattle, player: Player) -> bool:
    """At main timing a player with a resonator that has to attack, and can, may not pass."""
    has_to = game.forced and game.place[Resonator.KNIGHT] == Place.FIELD
    return game.main_timing(player) and has_to and Resonator.KNIGHT not in game.rested


@norm("FOW12:604.2b", only("initiate_battle"))
def battle_at_main_timing(game: ForceOfWillBattle, player: Player) -> bool:
    """Battle is initiated at main timing."""
    return game.main_timing(player)


@norm("FOW12:803.6", forbids("initiate_battle"))
def no_battle_after_one_was_given_away(game: ForceOfWillBattle) -> bool:
    """No battle is initiated after an attack was forfeited while the other player had played nothing."""
    return game.given_away


@norm("S-FOW:3/2", needs("play_chant"))
def a_chant_from_hand(game: ForceOfWillBattle, player: Player, chant: Chant) -> bool:
    """A card that is played is chosen from the player's own hand."""
    return chanter(chant) == player and game.chants[chant] == Place.HAND


# -- battle and the chase ------------------------------------------------------------------------------


@norm("S-FOW:2/2", gives("stack", after="initiate_battle"))
def what_is_activated_enters_the_chase(
    before: ForceOfWillBattle, step: Step, after: ForceOfWillBattle
) -> tuple[bool, bool]:
    """Whatever is activated enters the chase; will abilities alone do not."""
    return True, some(after.stack, lambda e: e.chant != Chant.DRUM)


@norm("FOW12:704.2", gives("stack", after="initiate_battle"))
def battle_enters_no_chase(
    before: ForceOfWillBattle, step: Step, after: ForceOfWillBattle
) -> tuple[bool, bool]:
    """Initiating battle puts nothing into the chase."""
    return True, every(after.stack, lambda e: e.chant == Chant.DRUM)


# -- chants that have lost their target ----------------------------------------------------------------


@norm("S-FOW:12/2", ensures(after="taunt_resolves"), governs="forced")
def a_chant_resolves_in_any_case(
    before: ForceOfWillBattle, step: Step, after: ForceOfWillBattle
) -> tuple[bool, bool]:
    """A chant in the chase that nothing cancels resolves in any case: the Knight has to attack."""
    return True, after.forced


@norm("FOW12:903.3a/1", ensures(after="taunt_resolves"), governs="forced")
def nothing_for_an_illegal_target(
    before: ForceOfWillBattle, step: Step, after: ForceOfWillBattle
) -> tuple[bool, bool]:
    """What involves an illegal target is not applied on resolution."""
    return before.place[Resonator.KNIGHT] != Place.FIELD, after.forced == before.forced


# -- who has priority in a battle ----------------------------------------------------------------------


@norm("FOW12:605.1a", gives("holders", after=("play_chant", "initiate_battle")))
def who_acted_has_priority_again(
    before: ForceOfWillBattle, step: Step, after: ForceOfWillBattle
) -> tuple[bool, bool]:
    """After any action but a pass the same player has priority."""
    return True, after.holders == set_of(step.player)


@norm("FOW12:803.2", gives("holders", after="end_sequence"))
def priority_before_attacks(
    before: ForceOfWillBattle, step: Step, after: ForceOfWillBattle
) -> tuple[bool, bool]:
    """Before attacks are declared the turn player has priority."""
    return before.part == Part.BEGINNING, after.holders == set_of(after.turn_player)


@norm("FOW12:803.7", gives("holders", after="attack"))
def priority_after_an_attack(
    before: ForceOfWillBattle, step: Step, after: ForceOfWillBattle
) -> tuple[bool, bool]:
    """After the attack was declared the turn player has priority."""
    return True, after.holders == set_of(after.turn_player)


@norm("FOW12:804.2", gives("holders", after="end_sequence"))
def priority_before_blocks(
    before: ForceOfWillBattle, step: Step, after: ForceOfWillBattle
) -> tuple[bool, bool]:
    """Before blocks are declared the turn player has priority."""
    return before.part == Part.AFTER_ATTACK, after.holders == set_of(after.turn_player)


@norm("FOW12:804.6", gives("holders", after=("block", "let_through", "end_sequence")))
def priority_after_a_block(
    before: ForceOfWillBattle, step: Step, after: ForceOfWillBattle
) -> tuple[bool, bool]:
    """When it is settled what blocks, or that nothing does, the turn player has priority."""
    return after.part == Part.AFTER_BLOCK, after.holders == set_of(after.turn_player)


@norm("FOW12:805.3", gives("holders", after="strike_first"), at="priority")
def priority_after_a_first_strike(
    before: ForceOfWillBattle, step: Step, after: ForceOfWillBattle
) -> tuple[bool, bool]:
    """After a first strike the turn player has priority."""
    return True, after.holders == set_of(after.turn_player)


@norm("FOW12:806.3", gives("holders", after="deal_damage"), at="priority")
def priority_after_damage(
    before: ForceOfWillBattle, step: Step, after: ForceOfWillBattle
) -> tuple[bool, bool]:
    """After battle damage the turn player has priority."""
    return True, after.holders == set_of(after.turn_player)


@norm(
    "FOW12:807.2",
    gives("holders", after=("end_sequence", "forfeit", "no_attacker_is_left")),
    at="priority",
)
def priority_as_a_battle_ends(
    before: ForceOfWillBattle, step: Step, after: ForceOfWillBattle
) -> tuple[bool, bool]:
    """At the end of battle the turn player has priority."""
    return after.part == Part.ENDING, after.holders == set_of(after.turn_player)


@norm("FOW12:807.3b", gives("holders", after="repeat_final_step"), at="priority")
def priority_after_a_final_step(
    before: ForceOfWillBattle, step: Step, after: ForceOfWillBattle
) -> tuple[bool, bool]:
    """If anything has come of the final step, a priority sequence is performed."""
    return True, after.holders == set_of(after.turn_player)


@norm("FOW12:504.2", gives("holders", after="end_battle"))
def priority_in_the_main_phase(
    before: ForceOfWillBattle, step: Step, after: ForceOfWillBattle
) -> tuple[bool, bool]:
    """In the main phase, which goes on after a battle, the turn player has priority."""
    return True, after.holders == set_of(after.turn_player)


@norm("FOW12:505.4", gives("holders", after="end_sequence"), at="priority")
def priority_in_the_end_phase(
    before: ForceOfWillBattle, step: Step, after: ForceOfWillBattle
) -> tuple[bool, bool]:
    """Before the final step of the end phase the turn player has priority."""
    return before.part == Part.NO_BATTLE, after.holders == set_of(after.turn_player)
