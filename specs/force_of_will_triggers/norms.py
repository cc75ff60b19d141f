"""What the clauses demand when an ability comes between two passes, each from its own text alone."""

from checker import Maybe, Step, every, forbids, gives, needs, norm, obliges, set_of, settled, some
from models.force_of_will.triggers import RESONATORS, Card, ForceOfWillTriggers, Zone, side
from specs.force_of_will import sequence_norms

__all__ = ["sequence_norms"]

settled(ForceOfWillTriggers, "holders", after="finish_resolution", says="who has priority")


@norm("FOW12:605.1a", gives("holders", after="play_newcomer"))
def who_acted_has_priority_again(
    before: ForceOfWillTriggers, step: Step, after: ForceOfWillTriggers
) -> tuple[bool, bool]:
    """After any action but a pass the same player has priority."""
    return True, after.holders == set_of(step.player)


@norm("FOW12:605.1b/2", obliges("begin_resolution", before="actions"))
def two_passes_resolve_an_entry(game: ForceOfWillTriggers) -> bool:
    """When one player's pass follows the other's, what was put in last resolves."""
    return bool(game.stack) and not game.is_resolving() and game.in_game <= game.just_passed


@norm("FOW12:603.4", forbids("begin_resolution"))
def an_ability_starts_the_sequence_again(game: ForceOfWillTriggers) -> bool:
    """When an automatic ability was chosen the priority sequence starts again, with passes of its own."""
    played = some(game.stack, lambda e: not e.spell)
    return played and not game.in_game <= game.passes_in_a_row


# -- playing what has triggered ------------------------------------------------------------------------


@norm("FOW12:602.1a", obliges("state_based", before=("play_triggered", "drop_triggered")))
def rule_processes_come_first(game: ForceOfWillTriggers) -> bool:
    """A priority sequence starts with the rule processes, before anything that has triggered is played."""
    return bool(game.damaged) and not game.is_resolving()


@norm("FOW12:906.6", obliges("play_triggered", before="actions"))
def what_has_triggered_is_played(game: ForceOfWillTriggers, card: Card) -> bool:
    """What has triggered must be played, unless its card is in a hidden zone."""
    return card in game.waiting and card != Card.MEMORY and not game.is_resolving()


@norm("FOW12:603.2", forbids("play_triggered"))
def the_turn_player_chooses_first(game: ForceOfWillTriggers, card: Card) -> bool:
    """Only when the turn player has none does the other player choose among theirs."""
    first = game.turn_player
    return side(card) != first and some(Card, lambda c: side(c) == first and c in game.waiting)


@norm("FOW12:903.2i/2", needs("play_triggered"))
def a_target_is_needed(game: ForceOfWillTriggers, card: Card, target: Maybe[Card]) -> bool:
    """Without a legal target an ability that needs one cannot be played."""
    legal = target != card and some(RESONATORS, lambda r: target == r and game.zone[r] == Zone.FIELD)
    return card != Card.NEWCOMER or legal


@norm("FOW12:603.3", obliges("drop_triggered", before="actions"))
def an_illegal_choice_counts_as_well(game: ForceOfWillTriggers) -> bool:
    """An ability that was chosen and could not be played counts as triggered one time fewer all the same."""
    others = every(RESONATORS, lambda r: r == Card.NEWCOMER or game.zone[r] != Zone.FIELD)
    return Card.NEWCOMER in game.waiting and others and not game.is_resolving()
