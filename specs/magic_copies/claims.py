"""What must hold of the small game about copies: what holds of priority and of defense 0 in Magic."""

from typing import Any

from checker import every, expecting, invariant, possible, some, transition, violated
from models.magic_copies import Battle, MagicCopies, Zone
from specs.magic import (
    battles,
    priority,  # noqa: F401 - what holds of priority in all games of this rulebook
)


@invariant(
    cites=("CR24:704.5v", "CR24:310.7"),
    at="priority",
    says="a battle with defense 0 stays only while an ability of it has not left the stack",
)
def zero_defense_leaves_play(game: MagicCopies) -> bool:
    """Any ability of it counts, also one that it had before it became a battle."""
    return battles.zero_defense_leaves_play(game)


@possible(cites="CR24:310.7", says="a Siege that never had defense counters stays while players act")
def it_stays_for_a_while(game: MagicCopies) -> bool:
    """An ability waits that it had before it became a copy."""
    return bool(game.holders) and some(Battle, lambda b: game.is_siege(b) and b not in game.had_counters)


@transition(
    cites=("S-MTG:bullet-6/1", "S-MTG:bullet-6/2", "WotC-R:1"),
    says="a Siege that never had defense counters goes to a graveyard, unless a card returns it to hand",
)
def it_goes_to_a_graveyard(before: MagicCopies, step: Any, after: MagicCopies) -> bool:
    """It is not exiled, and its other face is not cast."""
    return every(
        Battle,
        lambda b: (
            not before.is_siege(b)
            or step.rule == "bounce_resolves"
            or after.zone[b] == Zone.BATTLEFIELD
            or (after.zone[b] == Zone.GRAVEYARD and not after.offer)
        ),
    )


@invariant(cites="CR24:400.7", says="what was a copy of a Siege is none any more when it has left")
def no_copy_leaves_the_battlefield(game: MagicCopies) -> bool:
    """What has gone elsewhere is no battle there, and comes back as none."""
    return every(Battle, lambda b: game.zone[b] == Zone.BATTLEFIELD or b not in game.copies_of_a_siege)


@possible(cites="CR24:400.7", says="a copy of a Siege can return to hand before the checks bury it")
def a_copy_returns_to_hand(game: MagicCopies) -> bool:
    """The ability that it had before it became a copy keeps it on the battlefield for that long."""
    return some(Battle, lambda b: game.zone[b] == Zone.HAND)


# Cards are not cast here, nothing is ever defeated, and no ability needs a target.
expecting(
    MagicCopies,
    "every_rule_can_happen",
    expect=violated(
        part="never happens: cast_battle, battle_resolves, enters_ability_triggers, aimed_ability_triggers, "
        "defeated, defeat_resolves, cast_transformed, decline_to_cast, back_face_resolves, "
        "bury_without_protector, remove_trigger, token_ceases"
    ),
)
