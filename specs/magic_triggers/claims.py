"""What must hold of triggered abilities, and of the cleanup step."""

from typing import Any

from checker import count, eventually, every, invariant, possible, some, transition
from models.magic_triggers import Item, MagicTriggers, Part, Player, Source, Table
from models.priority_stack import Stage
from specs.magic import priority  # noqa: F401 - what holds of priority in all games of this rulebook

# -- the way of triggers to the stack --------------------------------------------------------------------


@transition(
    cites="CR24:603.3b/1",
    says="what triggered on an ability's triggering is stacked only after all other triggers",
)
def echoes_come_in_a_second_wave(before: MagicTriggers, step: Any, after: MagicTriggers) -> bool:
    """While an ability of the Echo goes to the stack, none of another permanent waits."""
    return (
        step.rule != "stack_trigger"
        or waiting_of(after, Source.ECHO) == waiting_of(before, Source.ECHO)
        or waiting_of(before, Source.ECHO) == before.waiting.size
    )


def waiting_of(game: MagicTriggers, source: Source) -> int:
    """Return how many abilities of ``source`` wait for the stack."""
    return count(game.waiting, lambda t: t.source == source)


@transition(
    cites=("CR24:101.4", "CR24:405.3", "CR24:603.3b/1"),
    says="within a wave the active player's triggers are stacked first",
)
def the_active_player_stacks_first(before: MagicTriggers, step: Any, after: MagicTriggers) -> bool:
    """Where another player stacks a trigger, the active player has none left in the same wave."""
    return (
        step.rule != "stack_trigger"
        or step.player == before.turn_player
        or not some(
            before.waiting,
            lambda t: (
                t.controller == before.turn_player
                and (t.source == Source.ECHO) == (waiting_of(before, Source.ECHO) == before.waiting.size)
            ),
        )
    )


# -- who controls an ability -----------------------------------------------------------------------------


@transition(
    cites=("CR24:603.3a", "CR24:405.4"),
    says="an ability is controlled by who controlled its source as it triggered",
)
def who_controls_the_source_controls_the_trigger(
    before: MagicTriggers, step: Any, after: MagicTriggers
) -> bool:
    """What waits now is of the source's present controller, or was waiting before."""
    return every(
        after.waiting,
        lambda t: (
            t.controller == after.controller[t.source]
            or some(before.waiting, lambda s: s.source == t.source and s.controller == t.controller)
        ),
    )


@transition(
    cites=("CR24:603.3a", "CR24:405.4"),
    says="an ability on the stack keeps its controller when its source changes controllers",
)
def a_theft_takes_no_ability(before: MagicTriggers, step: Any, after: MagicTriggers) -> bool:
    """A change of control leaves the abilities on the stack to those whose they are."""
    return step.rule != "theft_resolves" or every(
        Player, lambda p: abilities_of(before, p) == abilities_of(after, p)
    )


def abilities_of(game: MagicTriggers, player: Player) -> int:
    """Return how many abilities on the stack ``player`` controls."""
    return count(game.stack, lambda e: e.item == Item.ABILITY and e.controller == player)


# -- kinds of triggered abilities ------------------------------------------------------------------------


@invariant(
    cites="CR24:603.8", says="a state trigger does not trigger again before its ability left the stack"
)
def the_well_waits_once(game: MagicTriggers) -> bool:
    """Of the Well no more than one ability waits for the stack or is on it."""
    on_stack = count(game.stack, lambda e: e.item == Item.ABILITY and e.source == Source.WELL)
    return on_stack + waiting_of(game, Source.WELL) <= 1


@invariant(
    cites="CR24:603.8",
    at="priority",
    says="while the state lasts on which it triggers, an ability that triggers on a state is on the stack",
)
def the_well_does_not_miss_its_state(game: MagicTriggers) -> bool:
    """It triggers again when its ability has left the stack, resolved or countered, and the state lasts."""
    return not game.well_calls() or game.has_triggered(Source.WELL)


@transition(
    cites="CR24:603.4",
    says="an ability with a condition right after its event triggers only if the condition is true",
)
def the_oath_needs_a_card(before: MagicTriggers, step: Any, after: MagicTriggers) -> bool:
    """Where the Oath has triggered, its controller has a card."""
    return waiting_of(after, Source.OATH) <= waiting_of(before, Source.OATH) or some(
        after.waiting, lambda t: t.source == Source.OATH and after.hand[t.controller] > 0
    )


@transition(
    cites=("CR24:603.5", "CR24:603.2c"),
    says="an optional ability triggers whenever its event happens, once for each player who discards",
)
def the_bell_rings_for_every_player(before: MagicTriggers, step: Any, after: MagicTriggers) -> bool:
    """As many abilities of the Bell trigger as players have fewer cards than before."""
    if Source.BELL not in before.there or step.rule == "stack_trigger":
        return True
    discarding = count(Player, lambda p: after.hand[p] < before.hand[p])
    return waiting_of(after, Source.BELL) == waiting_of(before, Source.BELL) + discarding


# -- the cleanup step ------------------------------------------------------------------------------------


@invariant(
    cites=("CR24:514.3", "CR24:117.3a/2"),
    at="priority",
    says="in a cleanup step nobody has priority unless a state-based action or a trigger called for it",
)
def no_priority_in_cleanup_for_nothing(game: MagicTriggers) -> bool:
    """Where a player may act in a cleanup step, something was done in it."""
    return game.part != Part.CLEANUP or game.something_was_done


def ends(before: MagicTriggers, after: MagicTriggers) -> bool:
    """Return whether the turn ends by this step."""
    return before.part != Part.OVER and after.part == Part.OVER


@transition(
    cites="CR24:514.3a",
    says="after a cleanup step in which a player had priority, another one follows before the turn ends",
)
def cleanup_comes_again(before: MagicTriggers, step: Any, after: MagicTriggers) -> bool:
    """The turn ends by a cleanup step in which nothing was done and nobody had priority."""
    return not ends(before, after) or not (before.somebody_had_priority or before.something_was_done)


@transition(cites="CR24:514.3a", says="the turn does not end while anything waits for the stack or is on it")
def nothing_is_left_behind(before: MagicTriggers, step: Any, after: MagicTriggers) -> bool:
    """What triggers in a cleanup step is dealt with in it."""
    return not ends(before, after) or not (before.waiting or before.stack)


@invariant(
    cites="CR24:514.1", says="the turn ends with no more cards in the active player's hand than allowed"
)
def the_hand_is_small_in_the_end(game: MagicTriggers) -> bool:
    """Cards that were drawn in a cleanup step are discarded in the next."""
    return game.part != Part.OVER or game.hand[game.turn_player] <= 1


@eventually(cites=("CR24:514.3a", "CR24:117.4/2"), says="every turn ends, however often cleanup comes again")
def the_turn_ends(game: MagicTriggers) -> bool:
    """Cards to draw and effects come to an end, and so do cleanup steps."""
    return game.part == Part.OVER


# -- what can happen: without these, the claims above would be about nothing -----------------------------


@possible(cites="CR24:603.3b/1", says="abilities of both waves can wait together, of both players")
def both_waves_wait(game: MagicTriggers) -> bool:
    """The Bell and the Echo have triggered, and different players control them."""
    return some(
        game.waiting,
        game.waiting,
        lambda s, t: s.source == Source.BELL and t.source == Source.ECHO and s.controller != t.controller,
    )


@possible(cites="CR24:603.3a", says="an ability can resolve for who does not control its source any more")
def an_ability_resolves_for_the_former_controller(game: MagicTriggers) -> bool:
    """An ability that resolves is not of the controller of its source."""
    return some(
        game.stack,
        lambda e: (
            e.item == Item.ABILITY
            and e.stage == Stage.RESOLVING
            and e.controller != game.controller[e.source]
        ),
    )


@possible(cites="CR24:603.4", says="a condition can have become false when the ability resolves")
def an_oath_is_in_vain(game: MagicTriggers) -> bool:
    """The ability of the Oath resolves, and its controller has no card."""
    return some(
        game.stack,
        lambda e: (
            e.item == Item.ABILITY
            and e.source == Source.OATH
            and e.stage == Stage.RESOLVING
            and game.hand[e.controller] == 0
        ),
    )


@possible(cites="CR24:514.3a", says="a player can act in a cleanup step after a trigger")
def a_trigger_calls_for_priority(game: MagicTriggers) -> bool:
    """Somebody has priority in a cleanup step, with an ability on the stack."""
    return game.part == Part.CLEANUP and bool(game.holders) and bool(game.stack)


@possible(cites="CR24:514.3a", says="a player can act in a cleanup step after a state-based action alone")
def a_check_calls_for_priority(game: MagicTriggers) -> bool:
    """Somebody has priority in a cleanup step with an empty stack, where nothing triggers."""
    return game.table == Table.CREATURE and game.part == Part.CLEANUP and bool(game.holders)


@possible(cites="CR24:514.3a", says="a second cleanup step can call for priority as the first did")
def cleanup_calls_twice(game: MagicTriggers) -> bool:
    """The card that was drawn in a cleanup step is discarded in the next, and the Bell triggers again."""
    return (
        game.part == Part.CLEANUP
        and bool(game.holders)
        and game.library[Player(0)] == 0
        and some(game.stack, lambda e: e.controller == Player(0) and e.item == Item.ABILITY)
        and game.effects_left == 1
    )
