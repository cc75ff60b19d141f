"""Creatures in combat: what they attack and block, whom they face, and how they leave combat."""

from typing import ClassVar

from checker import Map, Maybe, Set, reading, some
from models.magic.attacking import Attacking
from models.magic.words import Battle, Phase, Player
from models.magic_combat.words import Creature

__all__ = ["Creatures"]


class Creatures(Attacking):
    """The state of combat, and the words that its rules are made of.

    A creature is its owner's throughout, and was there when the turn began.
    """

    abstract: ClassVar[bool] = True

    defender_of_nothing: str = reading(
        "who is the defending player of a creature that attacks a battle no more but goes on attacking",
        last_protector="CR24:508.5/2",
        nobody="CR24:508.5/1",
    )
    blocks_of_nothing: str = reading(
        "may a creature be blocked that goes on attacking and attacks nothing",
        allowed="CR24:506.4c/2",
        literal="CR24:509.1a",
    )

    side: Map[Creature, Player]  # who controls it
    alive: Set[Creature]
    tapped: Set[Creature]
    also_battle: Set[Creature]  # until the turn ends
    attacking: Set[Creature]
    attacks: Map[Creature, Maybe[Battle]]
    attacks_player: Map[Creature, Maybe[Player]]
    last_faced: Map[Creature, Maybe[Player]]  # the defending player when it attacked a battle the last time
    blocked: Set[Creature]
    blocks: Map[Creature, Maybe[Creature]]
    damaged: Set[Creature]

    # -- words ---------------------------------------------------------------------------------------

    def is_attacked(self, battle: Battle) -> bool:
        """Return whether a creature attacks ``battle``."""
        return some(Creature, lambda c: self.attacks[c] == battle)

    def is_able(self, player: Player, creature: Creature) -> bool:
        """Return whether the creature can be declared by ``player`` as an attacker or blocker.

        Creatures that are battles as well cannot (CR24:508.1a, 509.1a).
        """
        return (
            creature in self.alive
            and self.side[creature] == player
            and creature not in self.tapped
            and creature not in self.also_battle
        )

    def attacks_nothing(self, creature: Creature) -> bool:
        """Return whether the creature goes on attacking although its battle was removed from combat."""
        return creature in self.attacking and not self.attacks[creature] and not self.attacks_player[creature]

    def may_be_blocked_by(self, attacker: Creature, player: Player) -> bool:
        """Return whether creatures of ``player`` may block an attacking creature."""
        if self.attacks_nothing(attacker):
            return self.blocks_of_nothing == "allowed" and self.last_faced[attacker] == player
        return self.attacks_player[attacker] == player or some(
            Battle, lambda b: self.attacks[attacker] == b and self.protector[b] == player
        )

    def faced_player(self, creature: Creature) -> Player | None:
        """Return whom an ability of ``creature`` means by "defending player"."""
        battle = self.attacks[creature]
        if battle:
            return self.defending_player(battle)
        faced = self.attacks_player[creature]
        if faced:
            return faced
        if creature in self.attacking and self.defender_of_nothing == "nobody":
            return None
        return self.last_faced[creature]

    def is_fighting(self) -> bool:
        """Return whether attackers have been declared in this turn's combat, which is not over."""
        return self.phase not in (Phase.MAIN, Phase.DECLARE_ATTACKERS)

    # -- leaving combat ------------------------------------------------------------------------------

    def leave_combat(self, battle: Battle) -> None:
        """Remove a battle from combat: what attacked it goes on attacking, and attacks nothing."""
        for creature in Creature:
            if self.attacks[creature] == battle:
                self.last_faced[creature] = self.protector[battle]
                self.attacks[creature] = None

    def retire(self, creature: Creature) -> None:
        """Remove a creature from combat; whom it faced is remembered, what it blocked stays blocked."""
        battle = self.attacks[creature]
        if battle:
            self.last_faced[creature] = self.protector[battle]
        self.attacking.discard(creature)
        self.blocked.discard(creature)
        self.attacks[creature] = None
        self.attacks_player[creature] = None
        self.blocks[creature] = None

    def die(self, creature: Creature) -> None:
        """Take a creature from the battlefield."""
        self.retire(creature)
        self.alive.discard(creature)
        self.tapped.discard(creature)
        self.damaged.discard(creature)
        self.also_battle.discard(creature)
