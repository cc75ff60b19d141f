"""What must hold of the chase of Force of Will, and what must be possible in it."""

from checker import (
    Step,
    count,
    eventually,
    every,
    expecting,
    invariant,
    leads_to,
    may,
    possible,
    some,
    transition,
    under,
    violated,
)
from models.force_of_will import RESONATORS, Card, ForceOfWill, Kind, Phase, Player, Zone, is_spell, owner
from models.priority_stack import Stage
from specs import common
from specs.force_of_will import sequence

__all__ = ["sequence"]

expecting(
    ForceOfWill,
    "no_dead_end",
    also=(
        under(after_last_entry="nobody", expect=violated(length=9)),
        under(judgment_resolves="literal", expect=violated(length=6)),
    ),
)

# -- priority ----------------------------------------------------------------------------------------


@transition(
    cites="FOW12:605.1b/3",
    says="when something has resolved, the turn player is the one who is to have priority",
    also=(
        under(after_last_entry="nobody", expect=violated(length=9)),
        under(whole_chase="all_at_once", expect=violated(length=11)),
        under(after_reply="who_played_it", expect=violated(length=13)),
    ),
)
def turn_player_after_resolution(before: ForceOfWill, step: Step, after: ForceOfWill) -> bool:
    """Read literally, the article names nobody when that was the last entry."""
    return common.turn_player_after_resolution(before, after)


@invariant(
    cites=("FOW12:602.1a", "FOW12:602.1b", "FOW12:906.6", "FOW12:901.1b"),
    says="nobody may act while a rule process is due or a triggered ability waits to be played",
    at="priority",
)
def checks_come_before_priority(game: ForceOfWill) -> bool:
    """Each priority sequence performs them first."""
    return not game.waiting and not game.damaged and every(Player, lambda p: game.life[p] > 0)


@invariant(
    cites=("FOW12:701.2", "FOW12:604.2", "FOW12:705.1", "FOW12:710.1"),
    says="only the turn player may do what needs main timing, in the main phase on an empty chase",
)
def main_timing_needs_an_empty_chase(game: ForceOfWill) -> bool:
    """Resonators, judgment and stones are meant."""
    return every(
        Player,
        lambda p: (
            not (
                may(p, ForceOfWill.perform_judgment)
                or may(p, ForceOfWill.call_stone)
                or may(p, ForceOfWill.play_cthugha)
                or may(p, ForceOfWill.incarnate_cthugha)
            )
            or (p == game.turn_player and game.phase == Phase.MAIN and not game.stack)
        ),
    )


# -- resolving ---------------------------------------------------------------------------------------


@transition(
    cites=("FOW12:605.1b/2", "S-FOW:5/1", "JoW:1"),
    says="nothing resolves before both players have passed in a row, and then one entry does",
    also=(under(whole_chase="all_at_once", expect=violated(length=12)),),
)
def resolves_after_passes_in_a_row(before: ForceOfWill, step: Step, after: ForceOfWill) -> bool:
    """Each entry that starts to resolve has its own two passes before it."""
    return common.resolves_after_passes_in_a_row(before, after)


@transition(
    cites=("S-FOW:8/2", "FOW12:703.3", "FOW12:702.3a"),
    says="a spell leaves the chase for field or graveyard when it has resolved, else for its owner's hand",
)
def spells_leave_when_resolved(before: ForceOfWill, step: Step, after: ForceOfWill) -> bool:
    """What was returned to hand has not resolved, and what has resolved is where its kind belongs."""

    def leaves_rightly(card: Card) -> bool:
        if before.zone[card] != Zone.CHASE or after.zone[card] == Zone.CHASE:
            return True
        if step.rule != "finish_resolution":
            return after.zone[card] == Zone.HAND
        return after.zone[card] == (Zone.FIELD if card in RESONATORS else Zone.GRAVEYARD)

    return every(Card, leaves_rightly)


@leads_to(
    cites=("FOW12:605.1b/2", "FOW12:705.3a", "S-FOW:5/2"),
    says="a chase that was opened becomes empty again",
    also=(
        under(judgment_resolves="literal", expect=violated()),
        under(performs_action="turn_player", expect=violated()),
    ),
)
def the_chase_empties(game: ForceOfWill) -> tuple[bool, bool]:
    """Nobody has to be fair: whoever has priority runs out of things to add."""
    return bool(game.stack), not game.stack or game.in_game.size < 2


@eventually(
    cites=("FOW12:605.1b/1", "FOW12:605.1b/3"),
    says="the turn ends, or somebody loses",
    also=(
        under(after_last_entry="nobody", expect=violated()),
        under(judgment_resolves="literal", expect=violated()),
        under(performs_action="turn_player", expect=violated()),
    ),
)
def the_turn_ends(game: ForceOfWill) -> bool:
    """Where nobody, or one player only, ever gets priority, no priority sequence ends."""
    return game.over()


# -- what is on the chase ----------------------------------------------------------------------------


@invariant(
    cites=("FOW12:312.1", "FOW12:312.2", "FOW12:312.3", "FOW12:1008.1", "S-FOW:1", "S-FOW:10/1"),
    says="a card is on the chase exactly when one spell there is that card: none vanishes, none is doubled",
    also=(under(keeps_from_resolving="canceling", expect=violated(length=12)),),
)
def cards_and_spells_agree(game: ForceOfWill) -> bool:
    """Compare the zones of the cards with what waits."""
    return every(
        Card,
        lambda card: (
            count(game.stack, lambda e: is_spell(e) and e.card == card)
            == (1 if game.zone[card] == Zone.CHASE else 0)
        ),
    )


@invariant(
    cites=("S-FOW:10/2", "S-FOW:10/3"),
    says="a spell is a resonator spell exactly when its card is a resonator",
)
def kinds_of_spell(game: ForceOfWill) -> bool:
    """Abilities and processes are of neither kind."""
    return every(
        game.stack,
        lambda e: (
            not is_spell(e) or (e.kind == Kind.RESONATOR_SPELL) == some(RESONATORS, lambda r: e.card == r)
        ),
    )


@invariant(
    cites=("FOW12:705.2d/1", "FOW12:705.2d/2", "FOW12:903.2f", "S-FOW:11"),
    says="what returns a spell never has the source of an ability or of a judgment process as its target",
)
def only_spells_are_returned(game: ForceOfWill) -> bool:
    """Neither is the card that it comes from."""
    sources = (Card.PRICIA, Card.GINEVRA, Card.WATCHER)
    return not some(
        game.stack, sources, lambda e, source: e.card == Card.BREZZA_FINALE and e.target == source
    )


@invariant(
    cites=("FOW12:705.2d/2", "FOW12:903.2i/2"),
    says="what returns a spell cannot be played while nothing but abilities and judgment is on the chase",
)
def no_return_without_a_spell(game: ForceOfWill) -> bool:
    """Without a legal target it cannot be played."""
    return some(game.stack, is_spell) or not some(Player, lambda p: may(p, ForceOfWill.play_brezza_finale))


@transition(
    cites=("FOW12:907.3", "S-FOW:2/2"),
    says="a will ability gives its will at once and leaves the chase as it is",
)
def will_abilities_bypass_the_chase(before: ForceOfWill, step: Step, after: ForceOfWill) -> bool:
    """Both the stones' and the ruler's are meant."""
    if step.rule not in {"use_stone", "use_pricia_for_will"}:
        return True
    gained = every(Player, lambda p: after.will[p] == before.will[p] + (1 if p == step.player else 0))
    return gained and after.stack.size == before.stack.size


@transition(
    cites=("FOW12:903.2l", "FOW12:705.2a", "S-FOW:9/1", "S-FOW:9/2"),
    says="what enters the chase is paid for in that step, in will or by banishing, and never again",
)
def costs_are_paid_at_once(before: ForceOfWill, step: Step, after: ForceOfWill) -> bool:
    """Count will and stones, or who is left in the field; what else happens costs nobody anything."""
    if step.rule in {"use_stone", "use_pricia_for_will", "call_stone", "end_sequence"}:
        return True
    costs = {
        "play_folgore": 1,
        "play_antica_conoscenza": 1,
        "play_brezza_finale": 1,
        "play_cthugha": 2,
        "perform_judgment": 1,
    }
    cost = costs.get(step.rule, 0)
    paid = every(
        Player,
        lambda p: (
            after.will[p] + after.stones[p]
            == before.will[p] + before.stones[p] - (cost if p == step.player else 0)
        ),
    )
    if step.rule in {"incarnate_cthugha", "use_ginevra"}:
        banished: Card = step.banished
        return paid and before.zone[banished] == Zone.FIELD and after.zone[banished] == Zone.GRAVEYARD
    return paid


# -- judgment and automatic abilities ----------------------------------------------------------------


@invariant(
    cites="FOW12:705.1",
    says="judgment may be played only of a recovered ruler in the ruler area, and once a turn",
)
def judgment_needs_a_recovered_ruler(game: ForceOfWill) -> bool:
    """It must not be astral either, which no card here makes it."""
    ready = game.zone[Card.PRICIA] == Zone.RULER_AREA and not game.rested and not game.judged
    return ready or not some(Player, lambda p: may(p, ForceOfWill.perform_judgment))


@invariant(
    cites=("FOW12:705.1", "FOW12:710.1"),
    says="nobody calls a magic stone and performs judgment in the same turn",
)
def stone_or_judgment(game: ForceOfWill) -> bool:
    """No card here recovers the ruler in between."""
    return not (game.called and game.judged)


@transition(
    cites=("FOW12:705.3a", "FOW12:705.1"),
    says="a judgment that resolves brings the ruler into the field, rested or not as it is",
)
def judgment_needs_no_recovered_ruler_to_resolve(before: ForceOfWill, step: Step, after: ForceOfWill) -> bool:
    """Recovered is a condition for playing only."""
    if step.rule != "judgment_is_performed":
        return True
    return after.zone[Card.PRICIA] == Zone.FIELD and after.rested == before.rested


@transition(
    cites=("FOW12:603.2", "FOW12:906.5"),
    says="the other player's triggered abilities are played after the turn player's",
)
def turn_players_triggers_first(before: ForceOfWill, step: Step, after: ForceOfWill) -> bool:
    """The one of Pricia is the turn player's."""
    if step.rule != "play_triggered" or owner(step.card) == Player(0):
        return True
    return Card.PRICIA not in before.waiting


@transition(
    cites=("FOW12:603.3", "FOW12:603.4", "S-FOW:example-3/4"),
    says="when a triggered ability has been played, the turn player is next, before the other player",
)
def turn_player_after_trigger(before: ForceOfWill, step: Step, after: ForceOfWill) -> bool:
    """Also where the chase was empty before, which opens a new one."""
    return step.rule != "play_triggered" or after.due == after.turn_player


# -- what must be possible: without these, the claims above would say little ---------------------------


@possible(
    cites="S-FOW:6",
    says="a reply resolves while what it replies to waits",
    also=(under(performs_action="turn_player", expect=violated()),),
)
def a_reply_resolves_first(game: ForceOfWill) -> bool:
    """Two entries, and the newer one is being resolved."""
    return game.stack.size >= 2 and game.is_resolving()


@possible(cites="S-FOW:4/1", says="one player has three entries on the chase at once")
def one_player_adds_three(game: ForceOfWill) -> bool:
    """The holder may add as much as they like."""
    return count(game.stack, lambda e: e.controller == game.turn_player) == 3


@possible(
    cites=("S-FOW:example-2", "FOW12:312.1"),
    says="a chant drawn by a reply returns the older chant from the chase to hand",
)
def a_spell_is_returned(game: ForceOfWill) -> bool:
    """All of the second example has happened."""
    return (
        game.zone[Card.ANTICA_CONOSCENZA] == Zone.GRAVEYARD
        and game.zone[Card.BREZZA_FINALE] == Zone.GRAVEYARD
        and game.zone[Card.FOLGORE] == Zone.HAND
        and game.zone[Card.CTHUGHA] == Zone.ABSENT
    )


@possible(cites=("S-FOW:10/2", "FOW12:312.3"), says="a resonator spell is returned from the chase to hand")
def a_resonator_spell_is_returned(game: ForceOfWill) -> bool:
    """The price of its incarnation is lost."""
    return (
        game.zone[Card.CTHUGHA] == Zone.HAND
        and game.zone[Card.GINEVRA] == Zone.GRAVEYARD
        and game.zone[Card.BREZZA_FINALE] == Zone.GRAVEYARD
    )


@possible(cites="S-FOW:example-4", says="Cthugha is on the chase for a banished resonator and no will")
def an_alternative_cost(game: ForceOfWill) -> bool:
    """All stones are still recovered."""
    return game.zone[Card.CTHUGHA] == Zone.CHASE and game.stones[Player(0)] == 2


@possible(
    cites=("S-FOW:12/1", "S-FOW:example-5"),
    says="an ability resolves although its source was banished as its own cost",
)
def an_ability_outlives_its_source(game: ForceOfWill) -> bool:
    """Ginevra is in the graveyard, and her ability has had its effect."""
    return game.zone[Card.GINEVRA] == Zone.GRAVEYARD and some(
        game.stack, lambda e: e.card == Card.GINEVRA and e.stage == Stage.CARRIED_OUT
    )


@possible(
    cites=("FOW12:903.3a/1", "FOW12:903.3a/2"),
    says="an ability whose target has gone does what has nothing to do with the target",
)
def the_rest_happens_without_the_target(game: ForceOfWill) -> bool:
    """A card was drawn, and nothing is damaged."""
    return (
        not game.damaged
        and game.zone[Card.FOLGORE] == Zone.HAND
        and some(game.stack, lambda e: e.card == Card.GINEVRA and e.stage == Stage.CARRIED_OUT)
    )


@possible(
    cites="FOW12:705.3a",
    says="a ruler that was rested in response enters the field rested",
    also=(under(judgment_resolves="literal", expect=violated()),),
)
def a_j_ruler_enters_rested(game: ForceOfWill) -> bool:
    """The judgment was not lost by it."""
    return game.rested and some(game.stack, lambda e: e.kind == Kind.PROCESS and e.stage == Stage.CARRIED_OUT)


@possible(
    cites="S-FOW:example-3/4",
    says="the turn player answers the enter trigger of the J-ruler with its God's Art",
)
def gods_art_answers_the_trigger(game: ForceOfWill) -> bool:
    """The trigger waits below the God's Art."""
    return some(
        game.stack,
        game.stack,
        lambda below, above: (
            below.kind == Kind.AUTOMATIC
            and below.card == Card.PRICIA
            and above.kind == Kind.ACTIVATED
            and above.card == Card.PRICIA
        ),
    )


@possible(
    cites=("FOW12:603.2", "FOW12:603.4"),
    says="the other player's trigger resolves before the turn player's, having been played after it",
)
def the_other_trigger_resolves_first(game: ForceOfWill) -> bool:
    """Both wait, and the Watcher's is being resolved."""
    return some(game.stack, lambda e: e.kind == Kind.AUTOMATIC and e.card == Card.PRICIA) and some(
        game.stack, lambda e: e.card == Card.WATCHER and e.stage != Stage.WAITING
    )


@possible(cites=("FOW12:603.3", "FOW12:903.2i/2"), says="a triggered ability finds no target")
def a_trigger_without_target(game: ForceOfWill) -> bool:
    """No resonator is left in the field."""
    return Card.PRICIA in game.waiting and not some(RESONATORS, lambda r: game.zone[r] == Zone.FIELD)


@possible(cites="FOW12:1202.1", says="somebody loses")
def somebody_loses(game: ForceOfWill) -> bool:
    """By Folgore's other option."""
    return game.in_game.size < 2
