"""Words that the norms about battles are written with: what a clause calls by one word, on a board."""

from checker import some
from models.magic_siege import Battle, Card, Combat, Item, MagicSiege, Phase, Player
from models.priority_stack import Stage

__all__ = [
    "attackable",
    "casts_now",
    "declares",
    "defends_against",
    "has_triggered_only",
    "may_protect",
    "on_the_stack",
    "unprotected",
    "without_defense",
]


def without_defense(game: MagicSiege, battle: Battle) -> bool:
    """Return whether ``battle`` is a battle on the battlefield with defense 0."""
    return game.is_battle(battle) and game.defense[battle] == 0


def on_the_stack(game: MagicSiege, battle: Battle) -> bool:
    """Return whether an ability of ``battle`` is on the stack, and not the one that has just resolved."""
    return some(
        game.stack,
        lambda e: (
            e.battle == battle
            and e.stage == Stage.WAITING
            and (e.item == Item.ENTERS or e.item == Item.AIMED or e.item == Item.DEFEAT)
        ),
    )


def has_triggered_only(game: MagicSiege, battle: Battle) -> bool:
    """Return whether an ability of ``battle`` has triggered and is not on the stack yet."""
    return some(game.waiting, lambda t: t.battle == battle)


def may_protect(game: MagicSiege, player: Player, battle: Battle) -> bool:
    """Return whether the type of ``battle`` allows ``player`` as its protector.

    A Siege has an opponent of its controller, a battle without a type its controller.
    """
    return (game.controller[battle] == player) == (game.card[battle] == Card.NO_TYPE)


def unprotected(game: MagicSiege, battle: Battle) -> bool:
    """Return whether ``battle`` is a battle for which no player is designated as its protector."""
    return game.is_battle(battle) and not game.protector[battle]


def declares(game: MagicSiege, player: Player) -> bool:
    """Return whether ``player`` is the attacking player and declares attackers."""
    return game.phase == Phase.DECLARE_ATTACKERS and player == game.turn_player


def attackable(game: MagicSiege, battle: Battle) -> bool:
    """Return whether ``battle`` is a battle for which no attacker has been declared so far."""
    return game.is_battle(battle) and game.combat[battle] == Combat.NONE


def defends_against(game: MagicSiege, battle: Battle, player: Player) -> bool:
    """Return whether the protector of ``battle`` is a defending player when ``player`` attacks.

    That is an opponent, and with the option to attack left the one on that side (CR24:802.2, 803.1a).
    """
    current = game.protector[battle]
    if not current or current == player:
        return False
    return game.attack_option == "everybody" or current == player.next_in_game


def casts_now(game: MagicSiege, player: Player, battle: Battle) -> bool:
    """Return whether the defeat ability of ``battle``, which ``player`` controls, has exiled it just now."""
    return game.offer == battle and some(
        game.stack, lambda e: e.stage != Stage.WAITING and e.controller == player
    )
