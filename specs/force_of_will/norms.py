"""What the clauses demand of priority and the chase of Force of Will, each from its own text alone."""

from checker import (
    Step,
    also_under,
    ensures,
    every,
    gives,
    may_act,
    norm,
    obliges,
    only,
    permits,
    requires,
    set_of,
    settled,
    some,
)
from models.force_of_will import Card, Entry, ForceOfWill, Kind, Player, Zone, is_spell, owner
from models.priority_stack import Stage
from specs.force_of_will import sequence_norms

__all__ = ["sequence_norms"]

settled(ForceOfWill, "holders", after="finish_resolution", says="who has priority")
# As the article has it, nobody has priority once the last entry has resolved.
also_under(ForceOfWill, after_last_entry="nobody")

PLAYING = (
    "play_folgore",
    "play_antica_conoscenza",
    "play_brezza_finale",
    "play_cthugha",
    "incarnate_cthugha",
    "use_ginevra",
    "use_gods_art",
    "use_stone",
    "use_pricia_for_will",
    "call_stone",
    "perform_judgment",
)
"""All actions but a pass."""


# -- who has priority ----------------------------------------------------------------------------------


@norm("FOW12:605.1b/3", gives("holders", after="finish_resolution"), at="priority")
def the_turn_player_after_a_resolution(
    before: ForceOfWill, step: Step, after: ForceOfWill
) -> tuple[bool, bool]:
    """After a resolution the turn player has priority."""
    return after.after_last_entry == "turn_player", after.holders == set_of(after.turn_player)


@norm("S-FOW:7/1", gives("holders", after="finish_resolution"), at="priority")
def the_turn_player_while_something_waits(
    before: ForceOfWill, step: Step, after: ForceOfWill
) -> tuple[bool, bool]:
    """After a resolution, while the chase is not empty, the turn player has priority again."""
    return bool(after.stack), after.holders == set_of(after.turn_player)


@norm("S-FOW:example-2", gives("holders", after="finish_resolution"))
def who_replied_goes_on(before: ForceOfWill, step: Step, after: ForceOfWill) -> tuple[bool, bool]:
    """After their reply has resolved and while the older chant waits, who replied may add to the chase."""
    resolved = some(before.stack, lambda e: e.stage == Stage.CARRIED_OUT and e.card == Card.ANTICA_CONOSCENZA)
    return resolved and after.zone[Card.FOLGORE] == Zone.CHASE, owner(Card.ANTICA_CONOSCENZA) in after.holders


@norm("FOW12:605.1a", gives("holders", after=PLAYING))
def who_acted_has_priority_again(before: ForceOfWill, step: Step, after: ForceOfWill) -> tuple[bool, bool]:
    """After any action but a pass the same player has priority."""
    return True, after.holders == set_of(step.player)


@norm("FOW12:505.4", gives("holders", after="end_sequence"), at="priority")
def the_turn_player_in_the_end_phase(
    before: ForceOfWill, step: Step, after: ForceOfWill
) -> tuple[bool, bool]:
    """Before the final step of the end phase the turn player has priority."""
    return True, after.holders == set_of(after.turn_player)


# -- who acts ------------------------------------------------------------------------------------------


@norm("FOW12:602.1c", requires())
def the_holder_of_priority_acts(game: ForceOfWill) -> tuple[bool, bool]:
    """The player who has priority takes an action, and nobody else does."""
    return bool(game.holders), every(Player, lambda p: may_act(p) == (p in game.holders))


@norm("FOW12:906.5a/2", requires())
def the_turn_player_acts(game: ForceOfWill) -> tuple[bool, bool]:
    """When no triggered ability is left to play, the turn player performs an action."""
    return bool(game.holders) and not game.waiting, may_act(game.turn_player)


@norm("S-FOW:4/1", permits("play_cthugha"))
def the_holder_adds_what_they_like(game: ForceOfWill, player: Player) -> bool:
    """Who holds priority may add to the chase as much as they like."""
    fits = game.zone[Card.CTHUGHA] == Zone.HAND and game.will[player] + game.stones[player] >= 2
    return player in game.holders and player == Player(0) and fits


@norm("FOW12:604.2a", only("play_cthugha"))
def resonators_are_played_at_main_timing(game: ForceOfWill, player: Player) -> bool:
    """A resonator is played at main timing."""
    return game.main_timing(player)


# -- what resolves -------------------------------------------------------------------------------------


def newest_is_process(game: ForceOfWill) -> bool:
    """Return whether what was put in last is a process."""
    return some(
        game.stack, lambda e: e.kind == Kind.PROCESS and every(game.stack, lambda o: o.arrived <= e.arrived)
    )


@norm("FOW12:605.1b/2", only("begin_resolution"))
def a_card_or_ability_resolves(game: ForceOfWill) -> bool:
    """What was put in last resolves if it is a card or an ability."""
    return not newest_is_process(game)


@norm("FOW12:605.1b/2", only("begin_resolution"))
def two_passes_in_a_row_come_before(game: ForceOfWill) -> bool:
    """Something resolves when a pass has made it two in a row."""
    return game.in_game <= game.passes_in_a_row


@norm("S-FOW:5/1", only("begin_resolution"))
def both_pass_without_activating(game: ForceOfWill) -> bool:
    """Nothing is applied until both have passed one after the other without activating anything."""
    return game.in_game <= game.passes_in_a_row


@norm("S-FOW:5/2", obliges("begin_resolution"))
def resolution_begins_when_nothing_is_added(game: ForceOfWill) -> bool:
    """Once both have declared that they add nothing more, resolution begins."""
    return bool(game.stack) and not game.is_resolving() and game.in_game <= game.added_nothing


@norm("FOW12:705.3", obliges("begin_resolution"))
def judgment_resolves(game: ForceOfWill) -> bool:
    """A judgment process that is last in the chase resolves, as all do when both have passed."""
    return game.in_game <= game.passes_in_a_row and not game.is_resolving() and newest_is_process(game)


@norm("FOW12:605.1b/2", gives("stack", after="pass_priority"))
def one_entry_resolves(before: ForceOfWill, step: Step, after: ForceOfWill) -> tuple[bool, bool]:
    """At the second pass in a row what was put in last resolves; the rest stays."""
    return second_pass(before, step) and plain(before), after.stack.size == before.stack.size - 1


@norm("JoW:2", gives("stack", after="pass_priority"))
def the_whole_chase_resolves(before: ForceOfWill, step: Step, after: ForceOfWill) -> tuple[bool, bool]:
    """Under the older rules one double pass resolves the whole chase."""
    return second_pass(before, step) and plain(before), not after.stack


def second_pass(before: ForceOfWill, step: Step) -> bool:
    """Return whether a pass follows a pass of the other player."""
    return some(before.passes_in_a_row, lambda p: p != step.player)


def plain(before: ForceOfWill) -> bool:
    """Return whether something waits and nothing of it takes away or adds other entries."""
    return bool(before.stack) and not some(
        before.stack, lambda e: e.kind == Kind.PROCESS or e.card == Card.BREZZA_FINALE
    )


# -- what keeps a spell from resolving -----------------------------------------------------------------


def returned(before: ForceOfWill) -> bool:
    """Return whether the chant that returns a spell is being resolved, with Folgore as its target there."""
    aims = some(before.stack, lambda e: e.stage == Stage.RESOLVING and e.target == Card.FOLGORE)
    return aims and before.zone[Card.FOLGORE] == Zone.CHASE


@norm("S-FOW:12/2", ensures(after="brezza_finale_resolves"), governs="stack")
def only_canceling_keeps_from_resolving(
    before: ForceOfWill, step: Step, after: ForceOfWill
) -> tuple[bool, bool]:
    """A spell in the chase resolves unless it is expressly cancelled, so it still waits after its return."""
    return returned(before), still_waits(after)


@norm("S-FOW:8/1", ensures(after="brezza_finale_resolves"), governs="stack")
def a_card_stays_until_it_resolves(before: ForceOfWill, step: Step, after: ForceOfWill) -> tuple[bool, bool]:
    """A card stays in the chase until it has resolved completely."""
    return returned(before), still_waits(after)


@norm("S-FOW:example-2", ensures(after="brezza_finale_resolves"), governs="stack")
def a_returned_spell_has_left(before: ForceOfWill, step: Step, after: ForceOfWill) -> tuple[bool, bool]:
    """A spell that is returned to hand has left the chase and cannot resolve."""
    return returned(before), not still_waits(after)


def still_waits(after: ForceOfWill) -> bool:
    """Return whether Folgore is on the chase."""
    return some(after.stack, lambda e: is_spell(e) and e.card == Card.FOLGORE)


# -- where cards go ------------------------------------------------------------------------------------


def has_resolved(entry: Entry) -> bool:
    """Return whether ``entry`` is a spell that has had its effect and is about to leave the chase."""
    return entry.stage == Stage.CARRIED_OUT and is_spell(entry)


@norm("S-FOW:8/2", gives("zone", after="finish_resolution"))
def to_the_graveyard(before: ForceOfWill, step: Step, after: ForceOfWill) -> tuple[bool, bool]:
    """When a card has resolved it is put into the graveyard."""
    buried = every(before.stack, lambda e: not has_resolved(e) or after.zone[e.card] == Zone.GRAVEYARD)
    return some(before.stack, has_resolved), buried


@norm("FOW12:702.3a", gives("zone", after="finish_resolution"))
def resonators_to_the_field(before: ForceOfWill, step: Step, after: ForceOfWill) -> tuple[bool, bool]:
    """A resonator that has resolved enters the field."""
    resolved = some(before.stack, lambda e: has_resolved(e) and e.kind == Kind.RESONATOR_SPELL)
    return resolved, after.zone[Card.CTHUGHA] == Zone.FIELD
