"""What must hold of the small game of one battle: what holds of priority in all games of Magic."""

from checker.judge.builtin import expecting
from checker.judge.claims import violated
from models.magic_siege import MagicSiege
from specs.magic import priority  # noqa: F401 - what holds of priority in all games of this rulebook

# What one battle does not come to: an enters ability with a target, which no card here has, and a Siege that
# nobody can protect, which takes a player who leaves.
expecting(
    MagicSiege,
    "every_rule_can_happen",
    expect=violated(part="never happens: aimed_ability_triggers, bury_without_protector, remove_trigger"),
)
