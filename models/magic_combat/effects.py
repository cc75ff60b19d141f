"""What other cards do to creatures in combat: rules that stand for many cards and have no clause."""

from typing import ClassVar

from checker import action, assumed, choice, require
from models.magic.effects import Effects
from models.magic.words import Battle, Item, Phase, Player
from models.magic_combat.creatures import Creatures
from models.magic_combat.words import Creature

__all__ = ["CreatureEffects"]


class CreatureEffects(Effects, Creatures):
    """Effects on up to one creature: which effect and which creature is told on resolution.

    So neither has to be kept in the state, and there are fewer plays to search. The battle of such an entry
    is the first one, and only fills the place in the record.
    """

    abstract: ClassVar[bool] = True

    def play(self, item: Item, player: Player, battle: Battle) -> None:
        """Put an effect on the stack.

        So that there are not too many plays to search, only in combat, and nothing but a counterspell after
        combat damage.
        """
        require(self.is_fighting(), self.phase != Phase.DAMAGE or item == Item.COUNTERSPELL)
        super().play(item, player, battle)

    @action(
        cites=("CR24:117.1a/1", "CR24:117.1b", "CR24:117.3c"),
        says="{player} plays an effect on up to one creature",
    )
    @assumed("a card destroys a creature, makes it a battle as well, or makes it attack")
    def play_trick(self, player: Player) -> None:
        """One of the three effects below."""
        self.play(Item.TRICK, player, Battle(0))

    def choosing(self, player: Player, creature: Creature) -> None:
        """Require that ``player`` controls such an effect that is resolving, and may choose ``creature``."""
        require(self.resolving_now(Item.TRICK).controller == player, creature in self.alive)

    @choice(cites="CR24:608.2d", says="{player} chooses no creature")
    @assumed("a card destroys a creature, makes it a battle as well, or makes it attack")
    def choose_no_creature(self, player: Player) -> None:
        """All of them are on up to one creature."""
        require(self.resolving_now(Item.TRICK).controller == player)
        self.carried_out()

    @choice(cites="CR24:608.2d", says="{player} destroys {creature}")
    @assumed("a card destroys a creature")
    def kill(self, player: Player, creature: Creature) -> None:
        """The creature leaves the battlefield; what it blocks stays blocked."""
        self.choosing(player, creature)
        self.die(creature)
        self.carried_out()

    @choice(cites=("CR24:506.4", "CR24:608.2d"), says="{player} makes {creature} a battle as well")
    @assumed("a card makes a creature a battle with defense counters as well")
    def become_battle(self, player: Player, creature: Creature) -> None:
        """An attacking or blocking creature that becomes a battle is removed from combat.

        It is a battle until the turn ends; what it is as a battle is left out.
        """
        self.choosing(player, creature)
        self.retire(creature)
        self.also_battle.add(creature)
        self.carried_out()

    @choice(
        cites=("CR24:506.3f", "CR24:508.4", "CR24:608.2d"), says="{player} lets {creature} attack {battle}"
    )
    @assumed("a card makes a creature an attacking one")
    def join_attack(self, player: Player, creature: Creature, battle: Battle) -> None:
        """It becomes an attacking creature, tapped or not, unless it is a battle as well.

        Its controller chooses what it attacks; here it is they who play the effect, and choose a battle.
        """
        self.choosing(player, creature)
        require(self.side[creature] == player, player == self.turn_player)
        require(creature not in self.attacking, self.can_attack(player, battle))
        if creature not in self.also_battle:
            self.attacking.add(creature)
            self.attacks[creature] = battle
        self.carried_out()
