"""What must hold of the small game about blocking: what holds of priority in all games of Magic."""

from checker import expecting, violated
from models.magic_blocks import MagicBlocks
from specs.magic import priority  # noqa: F401 - what holds of priority in all games of this rulebook

# What one attacker and one blocker do not come to.
expecting(
    MagicBlocks,
    "every_rule_can_happen",
    expect=violated(part="never happens: bury_without_defense, bury_without_protector, assign_damage"),
)
