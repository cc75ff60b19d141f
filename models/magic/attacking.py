"""Who may attack which battle, and who is then the defending player."""

from typing import ClassVar

from checker import reading
from models.magic.checks import Checks
from models.magic.words import Battle, Player

__all__ = ["Attacking"]


class Attacking(Checks):
    """The part of combat that is the same whether creatures are counted or told apart."""

    abstract: ClassVar[bool] = True

    attacker_named: str = reading(
        "which player may attack a Siege by name", controller="CR24:310.8b/3", owner="S-MTG:310.8b/3"
    )
    # With two players the other one is the defending player, whatever these two say.
    attack_option: str = reading(
        "which opponents of the active player are defending players",
        everybody="CR24:802.2",
        left="CR24:803.1a",
    )
    may_attack: str = reading(
        "may a player attack a battle whose protector is no defending player",
        defending="CR24:310.8b/2",
        all_but_the_protector="S-MTG:working-1/1",
    )

    def can_attack(self, player: Player, battle: Battle) -> bool:
        """Return whether ``player`` may attack ``battle``: anybody may for whom its protector defends.

        Where all opponents of the active player are defending players, that is anybody but the protector,
        the controller of a Siege among them. Read with "owner", the sentence that names that player is a
        permission of its own, which a protector has who is the owner.
        """
        if self.attacker_named == "owner" and self.is_siege(battle) and self.owner[battle] == player:
            return True
        current = self.protector[battle]
        if not self.is_battle(battle) or not current or current == player:
            return False
        return self.may_attack == "all_but_the_protector" or self.defends(current)

    def defends(self, player: Player) -> bool:
        """Return whether an opponent of the active player is a defending player."""
        return self.attack_option == "everybody" or player == self.turn_player.next_in_game

    def defending_player(self, battle: Battle) -> Player | None:
        """Return whom "defending player" means for what attacks ``battle``: its protector (CR24:508.5)."""
        return self.protector[battle]
