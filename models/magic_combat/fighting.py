"""The steps of combat: attackers one by one, blockers one by one, combat damage, and what dies of it."""

from typing import ClassVar, Self

from checker import Map, Maybe, Set, automatic, choice, count, require, state_based, triggered
from models.magic.words import Battle, Item, Phase, Player, Trigger
from models.magic_combat.creatures import Creatures
from models.magic_combat.words import Creature, Demand

__all__ = ["Fighting"]


class Fighting(Creatures):
    """A turn: its main phase, and combat as attack, block and damage.

    Damage to players is left out: an attack on one only takes a creature away from the battle. A turn
    without an attack ends with its main phase.
    """

    abstract: ClassVar[bool] = True

    demand: Demand
    declaring: Maybe[Player]  # whose turn it is to declare blockers
    hits: Map[Creature, Maybe[Creature]]  # which of several blockers an attacker deals its damage to
    struck: Set[Player]  # by the attack ability of the first creature, this turn

    # -- attack --------------------------------------------------------------------------------------

    def must_attack(self, player: Player) -> bool:
        """Return whether the first creature is still to attack: it has to, is able to, and finds somebody."""
        demanded = self.demand != Demand.NOTHING and self.in_game.size > 1
        return demanded and self.is_able(player, Creature(0))

    def can_declare(self, player: Player, creature: Creature) -> bool:
        """Return whether the declaration may go on with ``creature``, so that it can still become legal.

        It must obey as many requirements as it can without breaking a restriction (CR24:508.1d).
        """
        if self.phase != Phase.DECLARE_ATTACKERS or player != self.turn_player:
            return False
        if not self.is_able(player, creature):
            return False
        if self.demand != Demand.FIRST_ATTACKS_ALONE:
            return True
        return not self.attacking and (creature == Creature(0) or not self.must_attack(player))

    @choice(
        cites=(
            "CR24:310.5",
            "CR24:310.8b/1",
            "CR24:310.8b/2",
            "CR24:310.8b/3",
            "CR24:506.2",
            "CR24:508.1",
            "CR24:508.1a",
            "CR24:508.1b",
            "CR24:508.1c",
            "CR24:508.1f",
        ),
        says="{player} attacks {battle} with {creature}",
    )
    def attack_battle(self, player: Player, creature: Creature, battle: Battle) -> None:
        """The active player chooses a creature as an attacker, and a battle for it."""
        require(self.can_declare(player, creature), self.can_attack(player, battle))
        self.attacking.add(creature)
        self.tapped.add(creature)
        self.attacks[creature] = battle

    @choice(
        cites=("CR24:506.2", "CR24:508.1", "CR24:508.1a", "CR24:508.1b", "CR24:508.1c", "CR24:508.1f"),
        says="{player} attacks {opponent} with {creature}",
    )
    def attack_player(self, player: Player, creature: Creature, opponent: Player) -> None:
        """The active player chooses a creature as an attacker, and a defending player for it."""
        require(self.can_declare(player, creature))
        require(opponent != player, opponent in self.in_game, self.defends(opponent))
        self.attacking.add(creature)
        self.tapped.add(creature)
        self.attacks_player[creature] = opponent

    @choice(
        cites=("CR24:508.1", "CR24:508.1d", "CR24:508.1k", "CR24:508.2", "CR24:508.8", "CR24:117.3a/1"),
        says="{player} attacks with nothing else",
    )
    def end_declaration(self, player: Player) -> None:
        """The declaration ends when it is legal; the active player has priority if there was an attack."""
        require(self.phase == Phase.DECLARE_ATTACKERS, player == self.turn_player)
        require(not self.must_attack(player))
        if self.attacking:
            self.phase = Phase.ATTACKERS
            self.due = self.turn_player
        else:
            self.end_turn()

    @triggered(
        cites=("CR24:508.1m", "CR24:508.2b", "CR24:603.2", "CR24:603.3a"),
        says="the attack ability of the first creature triggers",
    )
    def attack_ability_triggers(self, before: Self, battle: Battle) -> None:
        """The first creature has an ability that triggers whenever it attacks a battle."""
        require(before.phase == Phase.DECLARE_ATTACKERS, self.phase == Phase.ATTACKERS)
        require(self.attacks[Creature(0)] == battle)
        self.waiting.add(Trigger(item=Item.ATTACK, controller=self.side[Creature(0)], battle=battle))

    @automatic(
        cites=("CR24:310.8d", "CR24:508.5/1", "CR24:508.5/2"),
        says="the attack ability strikes the defending player",
    )
    def attack_ability_resolves(self) -> None:
        """It strikes the defending player, who is whom the creature faces, or faced the last time."""
        self.resolving_now(Item.ATTACK)
        faced = self.faced_player(Creature(0))
        if faced:
            self.struck.add(faced)
        self.carried_out()

    # -- block ---------------------------------------------------------------------------------------

    def can_block(self, player: Player, creature: Creature) -> bool:
        """Return whether ``player`` may let ``creature`` block something."""
        return self.is_able(player, creature) and not self.blocks[creature]

    def declares_after(self, player: Player) -> Player | None:
        """Return who declares blockers after ``player``, in turn order up to the active player."""
        later = player.next_in_game
        return None if later == self.turn_player else later

    @choice(
        cites=(
            "CR24:310.8c/1",
            "CR24:310.8c/2",
            "CR24:506.4c/2",
            "CR24:509.1",
            "CR24:509.1a",
            "CR24:802.4",
        ),
        says="{player} blocks {attacker} with {creature}",
    )
    def block(self, player: Player, creature: Creature, attacker: Creature) -> None:
        """A defending player chooses a creature as a blocker, and an attacker for it."""
        require(self.declaring == player, self.can_block(player, creature))
        require(self.may_be_blocked_by(attacker, player))
        self.blocks[creature] = attacker

    @choice(cites=("CR24:509.1", "CR24:802.4"), says="{player} blocks with nothing else")
    def end_blocks(self, player: Player) -> None:
        """A defending player need not block."""
        require(self.declaring == player)
        self.declaring = self.declares_after(player)

    @automatic(cites=("CR24:509.1h", "CR24:509.2", "CR24:117.3a/1"), says="blockers are declared")
    def blockers_are_declared(self) -> None:
        """What has a blocker is blocked, and stays so; the active player is to have priority."""
        require(self.phase == Phase.DECLARE_BLOCKERS, not self.declaring)
        for attacker in Creature:
            if self.blockers(attacker) > 0:
                self.blocked.add(attacker)
        self.phase = Phase.BLOCKERS
        self.due = self.turn_player

    # -- damage --------------------------------------------------------------------------------------

    def blockers(self, attacker: Creature) -> int:
        """Return how many creatures are blocking ``attacker`` now."""
        return count(Creature, lambda c: self.blocks[c] == attacker)

    def hitting(self, battle: Battle) -> int:
        """Return how many unblocked creatures attack ``battle``."""
        return count(Creature, lambda c: self.attacks[c] == battle and c not in self.blocked)

    @choice(cites=("CR24:510.1c", "CR24:510.1e"), says="{attacker} deals its damage to {blocker}")
    def assign_damage(self, player: Player, attacker: Creature, blocker: Creature) -> None:
        """The active player chooses which of several blockers an attacker deals its damage to."""
        require(self.phase == Phase.DEAL_DAMAGE, player == self.turn_player)
        require(self.blockers(attacker) > 1, not self.hits[attacker], self.blocks[blocker] == attacker)
        self.hits[attacker] = blocker

    @automatic(
        cites=(
            "CR24:506.4c/3",
            "CR24:510.1b",
            "CR24:510.1c",
            "CR24:510.1d",
            "CR24:510.2",
            "CR24:510.3",
            "CR24:117.3a/1",
            "WotC-R:2/2",
        ),
        says="combat damage is dealt",
    )
    def combat_damage(self) -> None:
        """All combat damage is dealt at the same time, which is one event for each battle."""
        require(self.phase == Phase.DEAL_DAMAGE)
        for battle in Battle:
            if self.hitting(battle) > 0:
                self.damage(battle, self.hitting(battle))
        for blocker in Creature:
            attacker = self.blocks[blocker]
            if attacker:
                self.damaged.add(attacker)
                if not self.hits[attacker] or self.hits[attacker] == blocker:
                    self.damaged.add(blocker)
                self.hits[attacker] = None
        self.phase = Phase.DAMAGE
        self.due = self.turn_player

    @state_based(cites="CR24:704.5g", says="{creature} is destroyed by its damage")
    def destroy_damaged(self, creature: Creature) -> None:
        """A creature with lethal damage is destroyed; all damage here is lethal for a creature."""
        require(creature in self.damaged)
        self.die(creature)

    # -- the parts of a turn -------------------------------------------------------------------------

    def after_sequence(self) -> None:
        """Let the next part of the turn begin; without attackers, combat is over (CR24:508.8)."""
        if self.phase == Phase.MAIN:
            self.phase = Phase.DECLARE_ATTACKERS
        elif self.phase == Phase.ATTACKERS:
            self.phase = Phase.DECLARE_BLOCKERS
            self.declaring = self.declares_after(self.turn_player)
        elif self.phase == Phase.BLOCKERS:
            self.phase = Phase.DEAL_DAMAGE
        else:
            self.end_turn()

    def end_turn(self) -> None:
        """End combat and the turn; the next player begins with the main phase, and untaps (CR24:511.3)."""
        for removed in (self.attacking, self.blocked, self.also_battle):
            removed.clear()
        for creature in Creature:
            self.attacks[creature] = None
            self.attacks_player[creature] = None
            self.last_faced[creature] = None
            self.blocks[creature] = None
        self.struck.clear()
        self.phase = Phase.MAIN
        self.turn_player = self.turn_player.next_in_game
        for creature in Creature:
            if self.side[creature] == self.turn_player:
                self.tapped.discard(creature)
        self.due = self.turn_player
