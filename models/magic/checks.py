"""What is checked before every priority: state-based actions, then triggers that wait for the stack."""

from typing import ClassVar

from checker import Set, automatic, choice, one_of, reading, require, some, state_based
from models.magic.defeat import Defeat
from models.magic.words import Battle, Item, Player, Trigger, Zone

__all__ = ["Checks"]


class Checks(Defeat):
    """State-based actions about battles, and the way of triggers onto the stack."""

    abstract: ClassVar[bool] = True

    # "Has triggered and not yet left the stack": also before it is put there?
    pending_triggers: str = reading(
        "does an ability that is not on the stack yet keep its battle",
        count="CR24:310.7",
        stack_only="CR24:704.5v",
    )
    exemption: str = reading(
        "how long does an ability that has triggered keep a battle with defense 0 on the battlefield",
        until_it_leaves_the_stack="CR24:310.7",
        for_ever="S-MTG:310.7",
    )
    edition: str = reading(
        "does an ability that has triggered keep a battle that is no Siege",
        CR24="CR24:704.5v",
        CR26="CR26:704.5w",
    )
    protector_check: str = reading(
        "is a protector replaced whom the battle's type does not allow, or only one who is missing",
        official="CR24:310.10/1",
        seed="S-MTG:310.10/1",
    )

    protector_order: str = reading(
        "in which order do players choose protectors for several battles",
        turn_order="CR24:101.4",
        any_order="CR24:704.2",
    )

    triggered_before: Set[Battle]  # kept only under the reading that needs it

    def leave_battlefield(self, battle: Battle, zone: Zone) -> None:
        """Move a permanent to another zone; what triggered there does not spare a new object (CR24:400.7)."""
        super().leave_battlefield(battle, zone)
        self.triggered_before.discard(battle)

    # -- defense 0 -----------------------------------------------------------------------------------

    def ability_waits(self, battle: Battle) -> bool:
        """Return whether an ability of ``battle`` has triggered and not left the stack."""
        on_stack = some(self.stack, lambda e: e.battle == battle and self.is_own_ability(e.item))
        if self.pending_triggers == "stack_only":
            return on_stack
        return on_stack or some(self.waiting, lambda t: t.battle == battle and self.is_own_ability(t.item))

    def is_spared(self, battle: Battle) -> bool:
        """Return whether a battle with defense 0 stays on the battlefield for now."""
        if self.edition == "CR26" and not self.is_siege(battle):
            return False
        if self.exemption == "for_ever" and battle in self.triggered_before:
            return True
        return self.ability_waits(battle)

    @state_based(
        cites=(
            "CR24:310.7",
            "CR24:704.5v",
            "CR26:310.7",
            "CR26:310.8",
            "CR26:704.5v",
            "CR26:704.5w",
            "S-MTG:310.7",
            "S-MTG:bullet-5/1",
            "S-MTG:bullet-6/2",
            "WotC-R:1",
        ),
        says="{battle} has defense 0 and goes to the graveyard",
    )
    def bury_without_defense(self, battle: Battle) -> None:
        """A battle with defense 0 is buried unless an ability of its own waits."""
        require(self.is_battle(battle), self.defense[battle] == 0, not self.is_spared(battle))
        self.leave_battlefield(battle, Zone.GRAVEYARD)

    # -- protectors ----------------------------------------------------------------------------------

    def needs_protector(self, battle: Battle) -> bool:
        """Return whether the battle's controller has to choose a protector.

        A protector who is missing is not replaced while the battle is attacked. One whom the battle's type
        does not allow is so because the controller changed, which takes the battle out of combat as well.
        """
        if not self.is_battle(battle):
            return False
        current = self.protector[battle]
        if not current:
            return not self.is_attacked(battle)
        return self.protector_check == "official" and not self.can_protect(current, battle)

    def chooses_next(self, player: Player) -> bool:
        """Return whether no player before ``player`` in turn order has a protector to choose."""
        if self.protector_order == "any_order":
            return True
        return self.turn_player.first_who(self.has_protector_to_choose) == player

    def has_protector_to_choose(self, player: Player) -> bool:
        """Return whether ``player`` controls a battle that needs a protector, and somebody can be chosen."""
        return some(
            Battle,
            lambda b: (
                self.controller[b] == player and self.needs_protector(b) and self.somebody_can_protect(b)
            ),
        )

    @state_based(
        cites=("CR24:310.10/2", "CR24:704.5w/2", "CR24:704.5x/2", "S-MTG:310.10/2"),
        says="nobody can protect {battle}; it goes to the graveyard",
    )
    def bury_without_protector(self, battle: Battle) -> None:
        """A battle that needs a protector is buried if nobody can be chosen."""
        require(self.needs_protector(battle), not self.somebody_can_protect(battle))
        self.leave_battlefield(battle, Zone.GRAVEYARD)

    # This state-based action holds a choice. It is made by itself, before the others are performed: none of
    # them depends on it, so that nobody can tell the difference.
    @choice(
        cites=(
            "CR24:101.4",
            "CR24:310.10/1",
            "CR24:704.5w/1",
            "CR24:704.5x/1",
            "CR24:310.8f",
            "CR26:704.5x/1",
            "CR26:704.5x/2",
            "CR26:704.5y/1",
            "S-MTG:310.8f",
            "S-MTG:310.10/1",
            "S-MTG:bullet-3/2",
            "S-MTG:bullet-4/1",
            "WotC-R:2/1",
        ),
        says="{player} chooses {protector} to protect {battle}",
    )
    def choose_protector(self, player: Player, battle: Battle, protector: Player) -> None:
        """The controller of a battle that needs a protector chooses one, as soon as nothing is resolving."""
        require(not self.is_resolving(), self.needs_protector(battle), self.controller[battle] == player)
        require(self.chooses_next(player))
        require(protector in self.in_game, self.can_protect(protector, battle))
        self.protector[battle] = protector

    # -- triggers ------------------------------------------------------------------------------------

    def has_waiting_triggers(self, player: Player) -> bool:
        """Return whether an ability that ``player`` controls has triggered and is not on the stack yet."""
        return some(self.waiting, lambda t: t.controller == player)

    def has_legal_target(self, trigger: Trigger) -> bool:
        """Return whether there is a target for the trigger, if it needs one."""
        return trigger.item != Item.AIMED or some(Battle, lambda b: b != trigger.battle and self.is_battle(b))

    @automatic(
        cites=("CR24:117.2a/2", "CR24:117.5/2", "CR24:603.3", "CR24:603.3b/1", "CR24:405.3", "CR24:101.4"),
        says="{player} puts a trigger of {trigger.battle} on the stack",
    )
    def stack_trigger(self, player: Player, trigger: Trigger = one_of("waiting", by="player")) -> None:
        """What has triggered goes onto the stack in turn order, each player ordering their own."""
        require(self.stacks_next(player), trigger.controller == player, self.has_legal_target(trigger))
        self.waiting.remove(trigger)
        self.put_on_stack(trigger.item, trigger.controller, trigger.battle)
        if self.exemption == "for_ever":
            self.triggered_before.add(trigger.battle)

    @automatic(cites="CR24:603.3d", says="a trigger of {trigger.battle} has no legal target and is removed")
    def remove_trigger(self, player: Player, trigger: Trigger = one_of("waiting", by="player")) -> None:
        """A trigger without a legal target is removed at once; it keeps no other from the stack."""
        require(self.stacks_next(player), trigger.controller == player, not self.has_legal_target(trigger))
        self.waiting.remove(trigger)
