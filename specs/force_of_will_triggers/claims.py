"""What must hold of automatic abilities in Force of Will, and what must be possible with them."""

from checker import Step, eventually, every, invariant, may, possible, some, transition, under, violated
from models.force_of_will.sequence import Player
from models.force_of_will.triggers import Card, Entering, ForceOfWillTriggers, Zone, side
from models.priority_stack import Stage
from specs import common
from specs.force_of_will import sequence

__all__ = ["sequence"]

# -- priority ------------------------------------------------------------------------------------------


@transition(
    cites=("FOW12:605.1b/2", "FOW12:603.4", "S-FOW:5/1"),
    says="nothing resolves before both players have passed in a row since anything came to the chase",
    also=(under(passes_after_trigger="go_on", expect=violated(length=8)),),
)
def resolves_after_passes_in_a_row(
    before: ForceOfWillTriggers, step: Step, after: ForceOfWillTriggers
) -> bool:
    """A pass of before an ability was played says nothing about the ability."""
    return common.resolves_after_passes_in_a_row(before, after)


@invariant(
    cites=("FOW12:602.1a", "FOW12:602.1b", "FOW12:906.6", "FOW12:901.1b"),
    says="nobody may act while a rule process is due or a triggered ability waits to be played",
    at="priority",
)
def checks_come_before_priority(game: ForceOfWillTriggers) -> bool:
    """Each priority sequence performs them first."""
    return not game.waiting and not game.damaged


@eventually(cites=("FOW12:605.1b/1", "FOW12:605.1b/3"), says="the priority sequence ends")
def the_sequence_ends(game: ForceOfWillTriggers) -> bool:
    """Each ability triggers once."""
    return game.over()


@transition(
    cites=("FOW12:602.1c", "FOW12:605.1b/3", "FOW12:701.2"),
    says="after triggered abilities the same player is due as before, and the chase is not empty",
)
def abilities_take_nobodys_turn(before: ForceOfWillTriggers, step: Step, after: ForceOfWillTriggers) -> bool:
    """Whoever was to have priority may answer first, the turn player their own ability."""
    return step.rule != "play_triggered" or after.due == before.due


@invariant(
    cites=("FOW12:701.2", "FOW12:604.2a"),
    says="a resonator may be played only by the turn player on an empty chase",
)
def resonators_need_main_timing(game: ForceOfWillTriggers) -> bool:
    """An ability on the chase is in the way, whoever plays it."""
    return every(
        Player,
        lambda p: not may(p, ForceOfWillTriggers.play_newcomer) or (p == game.turn_player and not game.stack),
    )


# -- the order of abilities ----------------------------------------------------------------------------


@transition(
    cites=("FOW12:603.2", "FOW12:906.5"),
    says="the other player's abilities are played when none of the turn player's waits",
)
def turn_players_abilities_first(before: ForceOfWillTriggers, step: Step, after: ForceOfWillTriggers) -> bool:
    """Each time anew."""
    if step.rule != "play_triggered" or side(step.card) == before.turn_player:
        return True
    return every(before.waiting, lambda card: side(card) != before.turn_player)


@transition(
    cites=("FOW12:602.1a", "FOW12:603.4", "FOW12:906.5a/1"),
    says="an ability is played only when no rule process is due, also after another ability",
)
def processes_come_between(before: ForceOfWillTriggers, step: Step, after: ForceOfWillTriggers) -> bool:
    """Playing one may make a rule process due, which comes before the next."""
    played = step.rule == "play_triggered" or step.rule == "drop_triggered"
    return not played or not before.damaged


@transition(
    cites=("FOW12:603.1", "FOW12:603.3"),
    says="abilities are played one at a time, and each counts as triggered one time fewer",
)
def one_ability_at_a_time(before: ForceOfWillTriggers, step: Step, after: ForceOfWillTriggers) -> bool:
    """Played, left unplayed or impossible."""
    if step.rule != "play_triggered" and step.rule != "drop_triggered":
        return after.waiting.size >= before.waiting.size
    return after.waiting.size == before.waiting.size - 1 and after.stack.size <= before.stack.size + 1


@transition(
    cites="FOW12:906.6",
    says="only an ability of a card in a hidden zone is left unplayed although it could be played",
)
def what_has_triggered_is_played(before: ForceOfWillTriggers, step: Step, after: ForceOfWillTriggers) -> bool:
    """Without a target it could not be."""
    if step.rule != "play_triggered" or before.zone[step.card] == Zone.HAND:
        return True
    return after.stack.size == before.stack.size + 1


# -- entering the field --------------------------------------------------------------------------------


@transition(
    cites=("FOW12:702.3", "FOW12:702.3a", "FOW12:702.3b", "FOW12:702.3c", "FOW12:702.3d", "FOW12:702.3e"),
    says="abilities that watch for an entry trigger when all that happens as the card enters is done",
)
def triggers_come_last(before: ForceOfWillTriggers, step: Step, after: ForceOfWillTriggers) -> bool:
    """In the field, decided about, rested, and with its continuous ability."""
    if after.waiting.size <= before.waiting.size or Card.HECKLER in after.waiting:
        return True
    entered = before.zone[Card.NEWCOMER] == Zone.FIELD and bool(before.named)
    return entered and before.rested and before.blooming and before.entering == Entering.TRIGGER


@invariant(
    cites=("FOW12:702.3", "FOW12:602.1c"),
    says="nobody acts, and no rule process is done, while a card is entering the field",
    at="priority",
)
def entering_is_one_thing(game: ForceOfWillTriggers) -> bool:
    """The five steps are one resolution."""
    return game.entering == Entering.NOTHING


# -- what must be possible -----------------------------------------------------------------------------


@possible(
    cites=("FOW12:603.2", "FOW12:603.4", "FOW12:605.1b/2"),
    says="the other player's ability resolves first, above two of the turn player's",
)
def the_other_players_ability_resolves_first(game: ForceOfWillTriggers) -> bool:
    """It was played last."""
    return game.stack.size == 3 and some(
        game.stack, lambda e: e.card == Card.WATCHER and e.stage == Stage.RESOLVING
    )


@possible(
    cites=("FOW12:906.10", "FOW12:602.1a"),
    says="an ability is played and resolves although its source was destroyed before it was played",
)
def an_ability_outlives_its_source(game: ForceOfWillTriggers) -> bool:
    """The Watcher went in the rule process between two abilities."""
    return game.zone[Card.WATCHER] == Zone.GRAVEYARD and some(
        game.stack, lambda e: e.card == Card.WATCHER and e.stage == Stage.CARRIED_OUT
    )


@possible(cites=("FOW12:603.3", "FOW12:903.2i/2"), says="an ability without a target is not played")
def an_ability_finds_no_target(game: ForceOfWillTriggers) -> bool:
    """Nothing is on the chase after the Newcomer has entered and been watched."""
    entered = game.zone[Card.NEWCOMER] == Zone.FIELD and not game.stack and not game.waiting
    return entered and game.zone[Card.WATCHER] == Zone.ABSENT and not game.ended


@possible(cites="FOW12:906.6", says="an ability of a card in hand is played")
def an_ability_of_a_hidden_card(game: ForceOfWillTriggers) -> bool:
    """Its player might have left it unplayed."""
    return some(game.stack, lambda e: e.card == Card.MEMORY)
