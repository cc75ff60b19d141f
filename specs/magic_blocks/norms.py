"""What the clauses about blocking demand, also once a battle was removed from combat. One clause each."""

from checker import forbids, norm, only, permits, some
from models.magic_blocks import Battle, Creature, MagicBlocks, Player


def can_block(game: MagicBlocks, player: Player, creature: Creature) -> bool:
    """Return whether ``player`` declares blockers, and ``creature`` is untapped and does not block yet."""
    ready = creature in game.alive and creature not in game.tapped and not game.blocks[creature]
    return game.declaring == player and game.side[creature] == player and ready


def attacks_nothing(game: MagicBlocks, attacker: Creature) -> bool:
    """Return whether ``attacker`` is an attacking creature that attacks neither a battle nor a player."""
    aims = game.attacks[attacker] or game.attacks_player[attacker]
    return attacker in game.attacking and not aims


@norm("CR24:506.4c/2", permits("block"))
def what_attacks_nothing_may_be_blocked(
    game: MagicBlocks, player: Player, creature: Creature, attacker: Creature
) -> bool:
    """A creature whose attacked battle was removed from combat may be blocked."""
    faced = game.last_faced[attacker] == player
    return can_block(game, player, creature) and attacks_nothing(game, attacker) and faced


@norm("CR24:509.1a", only("block"))
def blockers_block_what_attacks_them(game: MagicBlocks, player: Player, attacker: Creature) -> bool:
    """A blocker blocks a creature that attacks its controller, or a battle that they protect."""
    at_battle = some(Battle, lambda b: game.attacks[attacker] == b and game.protector[b] == player)
    return game.attacks_player[attacker] == player or at_battle


@norm("CR24:310.8c/1", permits("block"))
def the_protector_may_block(
    game: MagicBlocks, player: Player, creature: Creature, attacker: Creature
) -> bool:
    """The protector may block creatures that attack the battle, with creatures that they control."""
    at_battle = some(Battle, lambda b: game.attacks[attacker] == b and game.protector[b] == player)
    return can_block(game, player, creature) and at_battle


@norm("CR24:310.8c/2", forbids("block"))
def nobody_else_blocks(game: MagicBlocks, player: Player, attacker: Creature) -> bool:
    """Creatures of other players cannot block what attacks a battle."""
    return some(Battle, lambda b: game.attacks[attacker] == b and game.protector[b] != player)
