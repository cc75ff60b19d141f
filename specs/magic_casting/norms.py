"""What the clauses about casting and mana abilities demand, one clause each."""

from typing import Any

from checker import gives, needs, norm, obliges, permits, requires, set_of
from models.magic_casting import MagicCasting, Place, Player, Spell, cost, owner

Pair = tuple[bool, bool]


@norm("CR24:117.1a/1", permits("propose"))
def instants_whenever_one_has_priority(game: MagicCasting, player: Player, spell: Spell) -> bool:
    """Instants can be cast whenever one has priority."""
    return player in game.holders and owner(spell) == player and game.place[spell] == Place.HAND


@norm("CR24:601.2c", needs("propose"))
def a_target_is_announced(game: MagicCasting, spell: Spell) -> bool:
    """To be cast, a spell with a target needs one."""
    return game.waits(Spell.STRIKE) if spell == Spell.LEAK else game.creature


@norm("CR24:601.2h", needs("propose"))
def the_cost_is_paid_in_full(game: MagicCasting, player: Player, spell: Spell) -> bool:
    """The whole cost is paid, from the pool and by lands that can be tapped."""
    return game.pool[player] + game.lands[player] >= cost(spell)


@norm("CR24:117.1d", permits("use_mana_ability"))
def mana_abilities_with_priority(game: MagicCasting, player: Player) -> bool:
    """Mana abilities can be activated with priority."""
    return player in game.holders and game.lands[player] > 0


@norm("CR24:117.1d", permits("tap_while_casting"))
def mana_abilities_while_casting(game: MagicCasting, player: Player, spell: Spell) -> bool:
    """Mana abilities can be activated whenever mana has to be paid, even while something is being cast."""
    pays = game.casting == spell and owner(spell) == player and game.pool[player] < cost(spell)
    return pays and game.lands[player] > 0


@norm("CR24:117.1d", permits("tap_while_resolving"))
def mana_abilities_while_resolving(game: MagicCasting, player: Player) -> bool:
    """Mana abilities can be activated whenever mana has to be paid, even while something resolves."""
    asked = game.resolves_now(Spell.LEAK) and player == owner(Spell.STRIKE)
    return asked and game.pool[player] == 0 and game.lands[player] > 0


@norm("CR24:117.2e", requires(), governs="holders", at="everywhere")
def nobody_has_priority_meanwhile(game: MagicCasting) -> Pair:
    """While something resolves nobody has priority, even if players use mana abilities."""
    return game.is_resolving(), not game.holders


@norm("CR24:117.3c", gives("holders", after=("use_mana_ability", "play_land")))
def who_acted_goes_on(before: MagicCasting, step: Any, after: MagicCasting) -> Pair:
    """Who had priority when they activated an ability or took a special action gets it again."""
    player: Player = step.player
    return player in before.holders, after.holders == set_of(player)


@norm("CR24:405.6c", gives("holders", after="use_mana_ability"))
def mana_abilities_leave_priority(before: MagicCasting, step: Any, after: MagicCasting) -> Pair:
    """Mana abilities resolve at once, and who had priority before has it after."""
    return True, after.holders == before.holders


@norm("CR24:601.2i", gives("holders", after="pay"))
def who_has_cast_goes_on(before: MagicCasting, step: Any, after: MagicCasting) -> Pair:
    """Once a spell is cast its controller gets priority."""
    player: Player = step.player
    return True, after.holders == set_of(player)


@norm("CR24:601.2", obliges("pay", before="actions"))
def a_casting_is_completed(game: MagicCasting, player: Player, spell: Spell) -> bool:
    """The steps of casting follow each other: once there is the mana, it is paid before anything else."""
    return game.casting == spell and owner(spell) == player and game.pool[player] >= cost(spell)
