"""What the clauses demand of attacks on battles, and of who protects them. One clause each.

The texts are of several editions, and are held against each other as if one played by all of them.
"""

from typing import Any

from checker import ensures, every, forbids, norm, obliges, only, permits, some
from models.magic_siege import Battle, Card, Combat, MagicSiege, Player
from specs.magic_siege.reading import attackable, declares, defends_against, may_protect, unprotected

# -- who may attack ------------------------------------------------------------------------------------------


@norm("CR24:310.8b/1", forbids("attack"))
def the_protector_never_attacks(game: MagicSiege, player: Player, battle: Battle) -> bool:
    """A battle's protector can never attack it."""
    return game.is_battle(battle) and game.protector[battle] == player


@norm("CR24:310.8b/2", permits("attack"))
def who_faces_the_protector_attacks(game: MagicSiege, player: Player, battle: Battle) -> bool:
    """Any attacking player for whom its protector is a defending player can attack a battle."""
    return declares(game, player) and attackable(game, battle) and defends_against(game, battle, player)


@norm("CR24:310.8b/3", permits("attack"))
def the_controller_attacks(game: MagicSiege, player: Player, battle: Battle) -> bool:
    """A Siege can be attacked by its own controller."""
    is_siege = game.card[battle] != Card.NO_TYPE
    return (
        declares(game, player) and attackable(game, battle) and is_siege and game.controller[battle] == player
    )


@norm("S-MTG:310.8b/1", forbids("attack"))
def the_protector_cannot_attack(game: MagicSiege, player: Player, battle: Battle) -> bool:
    """The protector of a battle cannot attack it."""
    return game.is_battle(battle) and game.protector[battle] == player


@norm("S-MTG:310.8b/2", only("attack"))
def only_who_faces_the_protector_attacks(game: MagicSiege, player: Player, battle: Battle) -> bool:
    """Only players who can have its protector as a defending player can attack a battle."""
    return defends_against(game, battle, player)


@norm("S-MTG:310.8b/3", permits("attack"))
def the_owner_attacks(game: MagicSiege, player: Player, battle: Battle) -> bool:
    """A Siege can be attacked by its owner."""
    is_siege = game.card[battle] != Card.NO_TYPE
    return declares(game, player) and attackable(game, battle) and is_siege and game.owner[battle] == player


@norm("S-MTG:working-1/1", permits("attack"))
def all_but_the_protector_attack(game: MagicSiege, player: Player, battle: Battle) -> bool:
    """Everybody but the protector of a battle can attack it."""
    return declares(game, player) and attackable(game, battle) and game.protector[battle] != player


@norm("S-MTG:working-1/4", permits("attack"))
def ones_own_battles_can_be_attacked(game: MagicSiege, player: Player, battle: Battle) -> bool:
    """One can attack battles that one controls."""
    return declares(game, player) and attackable(game, battle) and game.controller[battle] == player


# -- who protects --------------------------------------------------------------------------------------------


def checked(game: MagicSiege, player: Player, battle: Battle) -> bool:
    """Return whether state-based actions are due to be looked at for a battle that ``player`` controls."""
    return game.is_battle(battle) and game.controller[battle] == player and not game.is_resolving()


@norm("CR24:310.10/1", obliges("choose_protector", before="actions"))
def an_unsuitable_protector_is_replaced(game: MagicSiege, player: Player, battle: Battle) -> bool:
    """A battle not being attacked, without a protector whom its type allows, gets another one."""
    current = game.protector[battle]
    lacks = not current or not may_protect(game, current, battle)
    return checked(game, player, battle) and game.combat[battle] == Combat.NONE and lacks


@norm("CR24:704.5w/1", obliges("choose_protector", before="actions"))
def a_missing_protector_is_replaced(game: MagicSiege, player: Player, battle: Battle) -> bool:
    """The controller of a battle that has no protector and is not being attacked chooses one."""
    free = game.combat[battle] == Combat.NONE
    return checked(game, player, battle) and free and unprotected(game, battle)


@norm("CR24:704.5x/1", obliges("choose_protector", before="actions"))
def a_controller_does_not_protect(game: MagicSiege, player: Player, battle: Battle) -> bool:
    """The controller of a Siege who is its protector as well chooses an opponent."""
    is_siege = game.card[battle] != Card.NO_TYPE
    return checked(game, player, battle) and is_siege and game.protector[battle] == player


@norm("CR24:704.2", forbids("choose_protector"))
def no_player_controls_a_check(game: MagicSiege, player: Player, battle: Battle) -> bool:
    """What a state-based action does is no player's to do."""
    return checked(game, player, battle)


@norm("S-MTG:bullet-3/2", obliges("choose_protector", before="actions"))
def a_protector_who_takes_control_chooses(game: MagicSiege, player: Player, battle: Battle) -> bool:
    """A protector who gains control of the Siege chooses another player."""
    is_siege = game.card[battle] != Card.NO_TYPE
    return checked(game, player, battle) and is_siege and game.protector[battle] == player


@norm("S-MTG:310.10/1", obliges("choose_protector", before="actions"))
def who_controls_an_unprotected_battle_chooses(game: MagicSiege, player: Player, battle: Battle) -> bool:
    """The controller of a battle for which nobody is chosen chooses a protector."""
    return checked(game, player, battle) and unprotected(game, battle)


@norm("WotC-R:2/1", forbids("choose_protector"))
def no_choice_during_an_attack(game: MagicSiege, battle: Battle) -> bool:
    """A new protector is chosen only when nothing attacks the Siege any more."""
    return game.is_battle(battle) and game.combat[battle] != Combat.NONE


@norm("WotC-R:2/1", ensures(after="loss_resolves"), governs="protector")
def it_has_no_protector_meanwhile(before: MagicSiege, step: Any, after: MagicSiege) -> tuple[bool, bool]:
    """While an attacked Siege's protector has left the game, no new one is chosen."""

    def is_left(battle: Battle) -> bool:
        there = after.is_battle(battle) and after.combat[battle] != Combat.NONE
        return there and some(
            before.in_game, lambda p: before.protector[battle] == p and p not in after.in_game
        )

    return some(Battle, is_left), every(Battle, lambda b: not is_left(b) or not after.protector[b])
