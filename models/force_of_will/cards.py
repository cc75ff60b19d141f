"""Force of Will: the chase, with one card for each role that the rules of the chase speak of."""

from checker import Maybe, action, assumed, automatic, between_actions, require, state_based
from models.force_of_will.chase import Chase
from models.force_of_will.parts import (
    FIRE,
    RESONATORS,
    Card,
    Kind,
    Mode,
    Zone,
    is_spell,
    owner,
)
from models.force_of_will.sequence import Player

__all__ = ["ForceOfWill"]

PLAYING = ("FOW12:903.2", "FOW12:903.2f", "FOW12:903.2k", "FOW12:903.2l", "FOW12:903.2m", "FOW12:903.2o")
"""The steps of playing that every card and ability goes through; options and targets come besides."""

ARTICLE = (
    "S-FOW:1",
    "S-FOW:2/1",
    "S-FOW:2/2",
    "S-FOW:3/1",
    "S-FOW:3/2",
    "S-FOW:3/3",
    "S-FOW:3/6",
    "S-FOW:4/1",
    "S-FOW:9/1",
    "FOW12:605.1a",
    "FOW12:907.2/2",
)
"""The same in the article's words: who may, what is chosen, where it goes, what it costs, and who is next."""


class ForceOfWill(Chase):
    """The chase with the texts of the cards, which are cut down to what the chase needs.

    An effect on a target checks it when it resolves. A card that left the chase and came back is not the
    one that was chosen: a spell is the chosen one only if it arrived before what targets it.
    """

    art_used: bool = False  # the God's Art of Pricia, once a game

    # -- playing cards and activating abilities ------------------------------------------------------

    @action(
        cites=(
            *PLAYING,
            *ARTICLE,
            "FOW12:604.1c",
            "FOW12:903.2g",
            "FOW12:903.2i/1",
            "S-FOW:3/4",
            "S-FOW:3/5",
            "S-FOW:example-1",
        ),
        says="{player} plays Folgore ({mode}) at {target}",
    )
    def play_folgore(self, player: Player, mode: Mode, target: Maybe[Card]) -> None:
        """Quickcast: chosen and chased, then the option, a target where the option has one, the cost."""
        self.play_card(player, Card.FOLGORE, mode, target)
        require(self.is_resonator_in_field(target) if mode == Mode.HIT_RESONATOR else not target)
        self.pay(player, 1)
        self.acted(player)

    @action(
        cites=(*PLAYING, *ARTICLE, "FOW12:604.1c"),
        says="{player} plays Antica Conoscenza",
    )
    def play_antica_conoscenza(self, player: Player) -> None:
        """Quickcast: without options and targets."""
        self.play_card(player, Card.ANTICA_CONOSCENZA)
        self.pay(player, 1)
        self.acted(player)

    @action(
        cites=(
            *PLAYING,
            *ARTICLE,
            "FOW12:604.1c",
            "FOW12:312.3",
            "FOW12:705.2d/1",
            "FOW12:705.2d/2",
            "FOW12:903.2i/1",
            "S-FOW:3/5",
            "S-FOW:10/1",
        ),
        says="{player} plays Brezza Finale on {target}",
    )
    def play_brezza_finale(self, player: Player, target: Card) -> None:
        """Quickcast: its target is a spell, so neither an ability nor a judgment process; nor itself."""
        self.play_card(player, Card.BREZZA_FINALE, target=target)
        require(target != Card.BREZZA_FINALE, self.zone[target] == Zone.CHASE)
        self.pay(player, 1)
        self.acted(player)

    @action(
        cites=(*PLAYING, *ARTICLE, "FOW12:604.2a", "FOW12:701.2", "S-FOW:9/2", "S-FOW:10/2"),
        says="{player} plays Cthugha for two will",
    )
    def play_cthugha(self, player: Player) -> None:
        """Play a resonator at main timing, for will."""
        require(self.main_timing(player))
        self.play_card(player, Card.CTHUGHA)
        self.pay(player, 2)
        self.acted(player)

    @action(
        cites=(
            *PLAYING,
            *ARTICLE,
            "FOW12:604.2a",
            "FOW12:701.2",
            "S-FOW:9/2",
            "S-FOW:10/2",
            "S-FOW:example-4",
        ),
        says="{player} plays Cthugha by incarnation, banishing {banished}",
    )
    def incarnate_cthugha(self, player: Player, banished: Card) -> None:
        """Play a resonator at main timing, by incarnation: a fire resonator is banished instead of will."""
        require(self.main_timing(player), banished in FIRE)
        self.play_card(player, Card.CTHUGHA)
        self.banish(player, banished)
        self.acted(player)

    @action(
        cites=(
            *PLAYING,
            *ARTICLE,
            "FOW12:604.1a",
            "FOW12:903.2i/1",
            "S-FOW:3/5",
            "S-FOW:11",
            "S-FOW:example-5",
        ),
        says="{player} activates Ginevra at {target}, banishing {banished}",
    )
    def use_ginevra(self, player: Player, target: Card, banished: Card) -> None:
        """The target comes before the cost, so that what is banished may be Ginevra, or the target."""
        self.use_ability(player, Card.GINEVRA, target)
        require(self.is_resonator_in_field(target))
        self.banish(player, banished)
        self.acted(player)

    @action(
        cites=(*PLAYING, *ARTICLE, "FOW12:604.1a", "S-FOW:11", "S-FOW:example-3/4"),
        says="{player} activates the God's Art of Pricia",
    )
    def use_gods_art(self, player: Player) -> None:
        """An ability of the J-ruler, once a game and without a cost."""
        self.use_ability(player, Card.PRICIA)
        require(not self.art_used)
        self.art_used = True
        self.acted(player)

    @action(cites=("FOW12:907.2/1", "FOW12:907.3", "FOW12:605.1a"), says="{player} rests Pricia for one will")
    @assumed("a ruler with a will ability")
    def use_pricia_for_will(self, player: Player) -> None:
        """A will ability of the ruler, before or after judgment: it resolves at once, and rests her."""
        require(player in self.holders, owner(Card.PRICIA) == player, not self.rested)
        require(self.zone[Card.PRICIA] == Zone.RULER_AREA or self.zone[Card.PRICIA] == Zone.FIELD)
        self.rested = True
        self.will[player] += 1
        self.acted(player)

    # -- what resolving cards and abilities do -------------------------------------------------------

    def hit(self, target: Card | None) -> None:
        """Damage a target, if it is still a legal one: a resonator in the field."""
        if target and self.is_resonator_in_field(target):
            self.damaged.add(target)

    @automatic(cites=("FOW12:703.3", "FOW12:903.3", "FOW12:903.3a/1"), says="Folgore takes effect")
    @assumed("what Folgore does stands on the card")
    def folgore_resolves(self) -> None:
        """Folgore damages its target, or the player who did not play it."""
        entry = self.resolves(Kind.NON_RESONATOR_SPELL, Card.FOLGORE)
        if entry.mode == Mode.HIT_RESONATOR:
            self.hit(entry.target)
        else:
            for player in Player:
                if player != entry.controller:
                    self.life[player] = 0
        self.carried_out()

    @automatic(cites=("FOW12:703.3", "FOW12:104.2"), says="Antica Conoscenza takes effect")
    @assumed("what Antica Conoscenza does stands on the card")
    def antica_conoscenza_resolves(self) -> None:
        """Antica Conoscenza draws; of the cards drawn only one bears on the chase."""
        entry = self.resolves(Kind.NON_RESONATOR_SPELL, Card.ANTICA_CONOSCENZA)
        self.draw(entry.controller)
        self.carried_out()

    @automatic(cites=("FOW12:703.3", "FOW12:903.3a/1", "S-FOW:example-2"), says="Brezza Finale takes effect")
    @assumed("what Brezza Finale does stands on the card")
    def brezza_finale_resolves(self) -> None:
        """Brezza Finale returns its target from the chase to hand; this cancels nothing.

        Read literally, the article lets the spell resolve even so: what became of its card is no matter.
        """
        entry = self.resolves(Kind.NON_RESONATOR_SPELL, Card.BREZZA_FINALE)
        target = self.stack.find(
            lambda e: is_spell(e) and e.card == entry.target and e.arrived < entry.arrived
        )
        if target:
            self.zone[target.card] = Zone.HAND
            if self.keeps_from_resolving == "leaving":
                self.stack.remove(target)
        self.carried_out()

    @automatic(
        cites=(
            "FOW12:903.3a/1",
            "FOW12:903.3a/2",
            "FOW12:911.1",
            "S-FOW:12/1",
            "S-FOW:12/2",
            "S-FOW:example-5",
        ),
        says="Ginevra's ability takes effect",
    )
    @assumed("what Ginevra's ability does stands on the card")
    def ginevra_resolves(self) -> None:
        """Ginevra's ability damages its target, and draws whatever became of the target, or of her."""
        entry = self.resolves(Kind.ACTIVATED, Card.GINEVRA)
        self.hit(entry.target)
        self.draw(entry.controller)
        self.carried_out()

    @automatic(cites="S-FOW:12/2", says="the God's Art of Pricia takes effect")
    @assumed("what the God's Art does stands on the card")
    def gods_art_resolves(self) -> None:
        """The God's Art damages the resonators of the player who did not activate it."""
        entry = self.resolves(Kind.ACTIVATED, Card.PRICIA)
        for resonator in RESONATORS:
            if owner(resonator) != entry.controller:
                self.hit(resonator)
        self.carried_out()

    @automatic(cites=("FOW12:903.3a/1", "FOW12:906.10"), says="Pricia's automatic ability takes effect")
    @assumed("what [Enter] of Pricia does stands on the card")
    def pricia_resolves(self) -> None:
        """[Enter] of Pricia damages its target."""
        entry = self.resolves(Kind.AUTOMATIC, Card.PRICIA)
        self.hit(entry.target)
        self.carried_out()

    @automatic(cites="FOW12:906.10", says="the Watcher's automatic ability takes effect")
    @assumed("what the Watcher does stands on the card")
    def watcher_resolves(self) -> None:
        """Draw for the Watcher's controller, although the Watcher may have gone."""
        entry = self.resolves(Kind.AUTOMATIC, Card.WATCHER)
        self.draw(entry.controller)
        self.carried_out()

    # -- what goes on between actions ----------------------------------------------------------------

    procedure = between_actions(
        "finish_resolution",
        (
            "resonator_resolves",
            "judgment_is_performed",
            folgore_resolves,
            antica_conoscenza_resolves,
            brezza_finale_resolves,
            ginevra_resolves,
            gods_art_resolves,
            pricia_resolves,
            watcher_resolves,
        ),
        "begin_resolution",
        "end_sequence",
        "lose",
        state_based,
        ("play_triggered", "drop_triggered"),
        "give_priority",
        cites=("FOW12:602.1", "FOW12:602.1a", "FOW12:602.1b", "FOW12:602.1c", "FOW12:602.1d"),
    )
