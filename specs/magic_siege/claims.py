"""What must hold of the small game of one battle: what holds of priority in all games of Magic."""

from checker import expecting, violated
from models.magic_siege import MagicSiege
from specs.magic import priority  # noqa: F401 - what holds of priority in all games of this rulebook

# No card here has an enters ability with a target, and who leaves the game has nothing on the stack.
expecting(
    MagicSiege,
    "every_rule_can_happen",
    expect=violated(part="never happens: aimed_ability_triggers, remove_trigger, entry_leaves_the_game"),
)
