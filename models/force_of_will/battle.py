"""Battle in Force of Will: the steps of a battle, the priority sequences in them, and who has to attack.

One attacker of the turn player, one resonator of the other player, four quickcast chants and an ability that
triggers in battles stand for all. Left out: a second attacker (one attacks in each battle), what attacks and
blocks cost, wardens that are attacked, and [Multi Strike].
"""

from typing import Any, Self

from checker import (
    Bag,
    Map,
    Set,
    Stack,
    action,
    assumed,
    automatic,
    bag,
    between_actions,
    choice,
    each,
    ghost,
    now,
    observer,
    reading,
    require,
    scope,
    some,
    stack,
    start,
    state_based,
    triggered,
)
from models.force_of_will.battle_parts import (
    DRUMMED_STEPS,
    Battling,
    Chant,
    Part,
    Place,
    Resonator,
    Waits,
    chanter,
)
from models.force_of_will.sequence import Lives, Player

__all__ = ["ForceOfWillBattle"]


class ForceOfWillBattle(Lives[Waits]):
    """The main phase with its battles, and the end phase."""

    stack: Stack[Waits] = stack(Waits, depth=scope(3))
    part: Part = Part.NO_BATTLE
    place: Map[Resonator, Place] = each(Resonator, Place.FIELD)
    rested: Set[Resonator]
    damaged: Set[Resonator]  # whose damage has reached the DEF that is printed on them
    sworn: bool = False  # until the end of battle, damage does not destroy the Knight
    chants: Map[Chant, Place] = each(Chant, Place.HAND)  # the Drum is in the field, or gone
    waiting: Bag[Chant] = bag(Chant, size=scope(1))  # the Drum, when it has triggered
    drummed: Part = Part.BEGINNING  # the step at whose beginning the Drum triggers
    forced: bool = False  # the Knight has to attack
    first_strike: bool = False  # the Knight strikes first
    attacking: bool = False  # the Knight is the attacking resonator
    at_guard: bool = False  # what it attacks is the Guard, and not the other player
    blocking: bool = False  # the Guard is the blocking resonator
    damage_due: bool = False  # the damage of this step has still to be dealt
    answered: bool = False  # the other player has played something in this battle
    barred: bool = False  # no battle may be initiated any more this turn

    replied: bool = ghost(False)  # the other player has played something since a battle was last initiated
    forfeited: bool = ghost(False)  # some attack was forfeited this turn
    given_away: bool = ghost(False)  # one was, in a battle in which the other player had played nothing

    has_to_attack: str = reading(
        "does a player have to attack who may not initiate battle any more this turn?",
        if_allowed="FOW12:803.6",
        even_so="FOW12:718.2",
    )

    answers: str = reading(
        "is an automatic ability of the other player something that they have played in this battle?",
        what_is_chased="FOW12:1008.1",
        any_ability="FOW12:803.6",
    )

    # -- where the game is ---------------------------------------------------------------------------

    def is_main_phase(self) -> bool:
        """Return whether it is the main phase, of which battle is a part."""
        return self.part != Part.END_PHASE and self.part != Part.OVER

    def in_battle(self) -> bool:
        """Return whether a battle is going on."""
        return self.is_main_phase() and self.part != Part.NO_BATTLE

    def over(self) -> bool:
        """Return whether the turn is over or somebody has lost."""
        return self.part == Part.OVER or self.in_game.size < 2

    def go_on(self, part: Part) -> None:
        """Enter a part that begins with priority for the turn player."""
        self.part = part
        self.due = self.turn_player

    def after_sequence(self) -> None:
        """Go on to the next part of the battle or of the turn."""
        if self.part == Part.NO_BATTLE:
            self.go_on(Part.END_PHASE)
        elif self.part == Part.BEGINNING:
            self.go_on(Part.DECLARE_ATTACK)
        elif self.part == Part.DECLARE_ATTACK:
            self.part = Part.ATTACKING
        elif self.part == Part.AFTER_ATTACK:
            self.go_on(Part.DECLARE_BLOCK)
        elif self.part == Part.DECLARE_BLOCK:
            if self.attacking:
                self.part = Part.BLOCKING
            else:
                self.go_on(Part.AFTER_BLOCK)
        elif self.part == Part.AFTER_BLOCK:
            self.part = Part.FIRST_STRIKE
            self.damage_due = True
        elif self.part == Part.FIRST_STRIKE:
            self.part = Part.NORMAL_DAMAGE
            self.damage_due = True
        elif self.part == Part.NORMAL_DAMAGE:
            self.go_on(Part.ENDING)
        elif self.part == Part.ENDING or self.part == Part.AGAIN:
            self.part = Part.FINAL_STEP
        else:
            self.part = Part.OVER

    def leave_stack(self, entry: Waits) -> None:
        """Put a chant that has resolved into the graveyard; the Drum was no card on the chase."""
        if entry.chant != Chant.DRUM:
            self.chants[entry.chant] = Place.GRAVEYARD

    # -- what rules are made of ----------------------------------------------------------------------

    def in_field(self, resonator: Resonator | None) -> bool:
        """Return whether ``resonator`` is one in the field."""
        return some(Resonator, lambda r: resonator == r and self.place[r] == Place.FIELD)

    def can_attack(self) -> bool:
        """Return whether the Knight can attack legally (718.2a to 718.2e); a player can be attacked."""
        return self.in_field(Resonator.KNIGHT) and Resonator.KNIGHT not in self.rested

    def must_attack(self) -> bool:
        """Return whether the turn player is kept from passing at main timing."""
        excused = self.barred and self.has_to_attack == "if_allowed"
        return self.forced and self.can_attack() and not excused

    def falls(self, resonator: Resonator) -> bool:
        """Return whether a resonator has taken enough damage to be destroyed now."""
        return resonator in self.damaged and not (self.sworn and resonator == Resonator.KNIGHT)

    @triggered(
        cites=("FOW12:802.1", "FOW12:803.1", "FOW12:804.1", "FOW12:807.1", "FOW12:901.1b"),
        says="the Drum triggers",
    )
    def step_begins(self, before: Self) -> None:
        """The Drum triggers at the beginning of one of the steps of a battle."""
        require(before.part != self.part, self.part == self.drummed)
        require(self.chants[Chant.DRUM] == Place.FIELD)
        self.waiting.add(Chant.DRUM)

    def has_waiting_triggers(self, player: Player) -> bool:
        """Return whether an ability of ``player``'s has triggered: the Drum is the other player's."""
        return bool(self.waiting) and player == Player(1)

    @automatic(cites=("FOW12:602.1b", "FOW12:603.1", "FOW12:603.4", "FOW12:906.6"), says="the Drum is played")
    def play_triggered(self) -> None:
        """What has triggered is played before anybody has priority."""
        require(Chant.DRUM in self.waiting)
        self.waiting.remove(Chant.DRUM)
        self.stack.push(Waits(controller=Player(1), chant=Chant.DRUM, arrived=now()))
        if self.answers == "any_ability":
            self.answered = True

    @automatic(cites="FOW12:906.6", says="the Drum resolves")
    @assumed("what the Drum does stands on the card")
    def drum_resolves(self) -> None:
        """Nothing comes of it."""
        self.resolves_if(lambda e: e.chant == Chant.DRUM)
        self.carried_out()

    # -- the start -----------------------------------------------------------------------------------

    @start(cites="FOW12:504.2", says="the main phase begins; the Knight {knight}")
    def lay_the_table(self, knight: Battling, drummed: Part) -> None:
        """The turn player is to have priority. Only a Knight that is free can be taunted."""
        require(some(DRUMMED_STEPS, lambda part: drummed == part))
        require(knight == Battling.DRUMMED or drummed == Part.BEGINNING)
        if knight != Battling.FREE:
            self.chants[Chant.TAUNT] = Place.GRAVEYARD
        self.chants[Chant.DRUM] = Place.GRAVEYARD
        self.chants[Chant.OATH] = Place.GRAVEYARD
        if knight == Battling.DRUMMED or knight == Battling.SWORN:
            self.chants[Chant.BLAZE] = Place.GRAVEYARD
            self.chants[Chant.GUST] = Place.GRAVEYARD
        if knight == Battling.DRUMMED:
            self.chants[Chant.DRUM] = Place.FIELD
        elif knight == Battling.SWORN:
            self.chants[Chant.OATH] = Place.HAND
        self.drummed = drummed
        self.forced = knight == Battling.FORCED
        self.first_strike = knight == Battling.FIRST_STRIKE
        self.due = self.turn_player

    # -- actions -------------------------------------------------------------------------------------

    @action(
        cites=("FOW12:718.1", "FOW12:718.2", "FOW12:718.2a", "FOW12:718.2b", "FOW12:718.2c"),
        says="{player} passes",
    )
    def pass_priority(self, player: Player) -> None:
        """Pass, unless it is main timing and one's resonator has to attack and can."""
        require(not self.main_timing(player) or not self.must_attack())
        super().pass_priority(player)

    def is_for_knight(self, chant: Chant) -> bool:
        """Return whether a chant is about the Knight alone."""
        return chant == Chant.TAUNT or chant == Chant.OATH

    @action(cites=("FOW12:604.1c", "FOW12:605.1a"), says="{player} plays {chant} on {target}")
    def play_chant(self, player: Player, chant: Chant, target: Resonator) -> None:
        """Play a quickcast chant with priority, in battle or not."""
        require(player in self.holders, chanter(chant) == player, self.chants[chant] == Place.HAND)
        require(self.in_field(target), target == Resonator.KNIGHT or not self.is_for_knight(chant))
        require(self.in_battle() or chant != Chant.OATH)
        self.chants[chant] = Place.CHASE
        self.stack.push(Waits(controller=player, chant=chant, target=target, arrived=now()))
        if self.in_battle() and player != self.turn_player:
            self.answered = True
        self.acted(player)

    @action(
        cites=("FOW12:604.2b", "FOW12:701.2", "FOW12:704.1", "FOW12:704.2", "FOW12:801.1", "FOW12:802.2"),
        says="{player} initiates battle",
    )
    def initiate_battle(self, player: Player) -> None:
        """Enter battle at main timing, without the chase; its beginning gives the turn player priority."""
        require(self.main_timing(player), not self.barred)
        self.answered = False
        self.part = Part.BEGINNING
        self.acted(player)

    # -- decisions in a battle -----------------------------------------------------------------------

    @choice(cites=("FOW12:803.3a", "FOW12:803.3b", "FOW12:803.5"), says="{player} attacks with the Knight")
    def attack(self, player: Player, guard: bool) -> None:
        """Choose a recovered resonator, and as what it attacks the other player or their rested resonator."""
        require(self.part == Part.ATTACKING, player == self.turn_player, self.can_attack())
        if guard:
            require(self.in_field(Resonator.GUARD), Resonator.GUARD in self.rested)
        self.rested.add(Resonator.KNIGHT)
        self.attacking = True
        self.at_guard = guard
        self.go_on(Part.AFTER_ATTACK)

    @choice(cites=("FOW12:803.3", "FOW12:803.4", "FOW12:803.6"), says="{player} forfeits the attack")
    def forfeit(self, player: Player) -> None:
        """Leave for the end of battle, which bars further battles unless the other player has answered."""
        require(self.part == Part.ATTACKING, player == self.turn_player)
        require(not self.forced or not self.can_attack())
        if not self.answered:
            self.barred = True
        self.go_on(Part.ENDING)

    @choice(cites=("FOW12:804.3", "FOW12:804.4"), says="{player} blocks with the Guard")
    def block(self, player: Player) -> None:
        """Rest a recovered resonator that is not attacked itself; it blocks."""
        require(self.part == Part.BLOCKING, player != self.turn_player)
        require(self.in_field(Resonator.GUARD), Resonator.GUARD not in self.rested, not self.at_guard)
        self.rested.add(Resonator.GUARD)
        self.blocking = True
        self.go_on(Part.AFTER_BLOCK)

    @choice(cites="FOW12:804.3", says="{player} does not block")
    def let_through(self, player: Player) -> None:
        """The other player may forfeit to block."""
        require(self.part == Part.BLOCKING, player != self.turn_player)
        self.go_on(Part.AFTER_BLOCK)

    @automatic(
        cites=(
            "FOW12:605.1b/1",
            "FOW12:803.2",
            "FOW12:803.7",
            "FOW12:804.2",
            "FOW12:804.6",
            "FOW12:807.2",
        ),
        says="both have passed in a row on an empty chase: {self.part} is over",
    )
    def end_sequence(self) -> None:
        """The next part of the battle or of the turn begins."""
        super().end_sequence()

    # -- the final step of a battle ------------------------------------------------------------------

    @automatic(cites=("FOW12:807.3", "FOW12:807.3a"), says="what lasts until the end of battle ends")
    def final_step(self) -> None:
        """After the priority sequence of the end of battle step."""
        require(self.part == Part.FINAL_STEP)
        self.sworn = False
        self.part = Part.FINAL_CHECK

    @automatic(cites="FOW12:807.3b", says="something has come of it: the final step is to be done again")
    def repeat_final_step(self) -> None:
        """With a rule process due or an ability triggered a priority sequence comes, then the step again."""
        require(self.part == Part.FINAL_CHECK, some(Resonator, self.falls) or self.waiting)
        self.go_on(Part.AGAIN)

    @automatic(cites=("FOW12:807.3b", "FOW12:807.4"), says="nothing has come of it: the battle is over")
    def end_battle(self) -> None:
        """The final step is finished when nothing has come of it."""
        require(self.part == Part.FINAL_CHECK, not some(Resonator, self.falls), not self.waiting)
        self.attacking = False
        self.at_guard = False
        self.blocking = False
        self.go_on(Part.NO_BATTLE)

    # -- damage --------------------------------------------------------------------------------------

    def hit_by_knight(self) -> None:
        """Deal the Knight's damage to the resonator that blocks it, else to what it attacks."""
        if self.blocking or (self.at_guard and self.in_field(Resonator.GUARD)):
            self.damaged.add(Resonator.GUARD)
        elif not self.at_guard:
            self.life[Player(1)] = 0

    @automatic(
        cites=("FOW12:805.1", "FOW12:806.1"), says="nothing attacks any more: the battle is about to end"
    )
    def no_attacker_is_left(self) -> None:
        """Without an attacking resonator both steps of damage are left out."""
        require(self.damage_due, not self.attacking)
        self.damage_due = False
        self.go_on(Part.ENDING)

    @automatic(cites="FOW12:805.1", says="nothing strikes first: that step is left out")
    def skip_first_strike(self) -> None:
        """Without a resonator that strikes first its step is left out, and its priority sequence with it."""
        require(self.part == Part.FIRST_STRIKE, self.damage_due, self.attacking, not self.first_strike)
        self.part = Part.NORMAL_DAMAGE

    @automatic(
        cites=("FOW12:805.2", "FOW12:805.2a", "FOW12:805.2b", "FOW12:805.3"),
        says="the Knight deals its damage first",
    )
    def strike_first(self) -> None:
        """A resonator that strikes first deals its damage, and nothing is dealt to it yet."""
        require(self.part == Part.FIRST_STRIKE, self.damage_due, self.attacking, self.first_strike)
        self.damage_due = False
        self.hit_by_knight()
        self.due = self.turn_player

    @automatic(
        cites=(
            "FOW12:804.5a",
            "FOW12:804.5b",
            "FOW12:806.2",
            "FOW12:806.2a",
            "FOW12:806.2b",
            "FOW12:806.2d",
            "FOW12:806.3",
        ),
        says="battle damage is dealt",
    )
    def deal_damage(self) -> None:
        """The attacker deals damage unless it did before; what it battles with deals damage to it."""
        require(self.part == Part.NORMAL_DAMAGE, self.damage_due, self.attacking)
        self.damage_due = False
        if not self.first_strike:
            self.hit_by_knight()
        if self.blocking or (self.at_guard and self.in_field(Resonator.GUARD)):
            self.damaged.add(Resonator.KNIGHT)
        self.due = self.turn_player

    @state_based(
        cites=("FOW12:602.1a", "FOW12:1204.1", "FOW12:803.5a", "FOW12:804.4a"),
        says="{resonator} is destroyed",
    )
    def destroyed(self, resonator: Resonator) -> None:
        """Rule process: what has taken enough damage leaves the field, and attacks or blocks no longer."""
        require(self.falls(resonator))
        self.damaged.discard(resonator)
        self.place[resonator] = Place.GRAVEYARD
        if resonator == Resonator.KNIGHT:
            self.attacking = False
        else:
            self.blocking = False

    # -- what the chants do --------------------------------------------------------------------------

    @automatic(cites=("FOW12:703.3", "FOW12:903.3a/1"), says="Blaze takes effect")
    @assumed("what Blaze does stands on the card")
    def blaze_resolves(self) -> None:
        """Damage the target, if it is still in the field."""
        entry = self.resolves_if(lambda e: e.chant == Chant.BLAZE)
        if entry.target and self.in_field(entry.target):
            self.damaged.add(entry.target)
        self.carried_out()

    @automatic(cites=("FOW12:703.3", "FOW12:903.3a/1"), says="Taunt takes effect")
    @assumed("what Taunt does stands on the card")
    def taunt_resolves(self) -> None:
        """From now on the Knight has to attack, if it is still in the field."""
        entry = self.resolves_if(lambda e: e.chant == Chant.TAUNT)
        if self.in_field(entry.target):
            self.forced = True
        self.carried_out()

    @automatic(cites=("FOW12:703.3", "FOW12:903.3a/1"), says="Gust takes effect")
    @assumed("what Gust does stands on the card")
    def gust_resolves(self) -> None:
        """Recover the target if it is rested, and rest it if it is not."""
        entry = self.resolves_if(lambda e: e.chant == Chant.GUST)
        if entry.target and self.in_field(entry.target):
            if entry.target in self.rested:
                self.rested.discard(entry.target)
            else:
                self.rested.add(entry.target)
        self.carried_out()

    @automatic(cites=("FOW12:703.3", "FOW12:903.3a/1"), says="the Oath takes effect")
    @assumed("what the Oath does stands on the card")
    def oath_resolves(self) -> None:
        """Until the end of battle, damage does not destroy the Knight, if it is still in the field."""
        entry = self.resolves_if(lambda e: e.chant == Chant.OATH)
        if self.in_field(entry.target):
            self.sworn = True
        self.carried_out()

    @observer
    def watch_battles(self, before: Self, step: Any) -> None:
        """Remember what was played in battles and how attacks were forfeited, apart from the rules."""
        if step.rule == "initiate_battle":
            self.replied = False
        elif step.rule == "play_chant" and step.player != before.turn_player:
            self.replied = True
        elif step.rule == "forfeit":
            self.forfeited = True
            if not before.replied:
                self.given_away = True

    procedure = between_actions(
        "finish_resolution",
        (blaze_resolves, taunt_resolves, gust_resolves, oath_resolves, drum_resolves),
        "begin_resolution",
        "end_sequence",
        (no_attacker_is_left, skip_first_strike, strike_first, deal_damage),
        (final_step, repeat_final_step, end_battle),
        "lose",
        state_based,
        play_triggered,
        "give_priority",
        cites=("FOW12:602.1", "FOW12:602.1a", "FOW12:602.1b", "FOW12:602.1c", "FOW12:602.1d"),
    )
