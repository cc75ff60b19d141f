"""What the clauses demand when an ability comes between two passes, each from its own text alone."""

from checker import forbids, gives, norm, obliges, set_of, settled, some
from checker.language.step import Step
from models.force_of_will.triggers import ForceOfWillTriggers
from specs.force_of_will import sequence_norms

__all__ = ["sequence_norms"]

settled(ForceOfWillTriggers, "holders", after="finish_resolution")


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
