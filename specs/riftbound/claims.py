"""What must hold of priority, focus and the chain in Riftbound."""

from checker import Step, count, every, invariant, may, may_act, some, transition, under, violated
from models.riftbound import (
    Battlefield,
    Card,
    Kind,
    Player,
    Riftbound,
    Unit,
    Zone,
)
from specs import common

# -- priority and focus ------------------------------------------------------------------------------


@invariant(
    cites=("RB1.3:312.1", "RB1.3:312.1.b", "S-RB:glossary-priority/1"),
    says="at most one player may act, and nobody while something is being resolved",
    also=(under(with_nothing_outstanding="turn_player", expect=violated(length=27)),),
)
def one_priority_holder(game: Riftbound) -> bool:
    """Count who may act, and not what a field says."""
    return common.one_priority_holder(game)


@invariant(
    cites=("RB1.3:313.1", "RB1.3:313.5", "RB1.3:345"),
    says="focus belongs to one player in a showdown, and to nobody otherwise",
)
def focus_belongs_to_one(game: Riftbound) -> bool:
    """The focus is a set, so that this is no matter of its type."""
    return game.focus.size == (1 if game.in_showdown() else 0)


@invariant(
    cites=("RB1.3:312.2.b", "RB1.3:313.2", "RB1.3:313.4", "RB1.4:335.1", "S-RB:glossary-focus/1"),
    at="priority",
    says="in an open showdown only who has focus may act",
    also=(under(with_nothing_outstanding="turn_player", expect=violated(length=27)),),
)
def focus_holder_acts(game: Riftbound) -> bool:
    """A Reaction in hand does not replace focus."""
    return (
        not game.in_showdown()
        or game.is_closed()
        or every(Player, lambda p: p in game.focus or not may_act(p))
    )


@invariant(
    cites=("RB1.3:312.2.a", "RB1.3:310", "RB1.3:308.1.a"),
    at="priority",
    says="without a chain and without a showdown only the turn player may act",
)
def turn_player_acts_in_neutral_open(game: Riftbound) -> bool:
    """There is no priority but in a chain, a showdown, or the turn player's main phase."""
    return (
        game.in_showdown()
        or game.is_closed()
        or every(Player, lambda p: p == game.turn_player or not may_act(p))
    )


@invariant(
    cites=("RB1.3:308.1.a", "RB1.3:310", "RB1.3:343.1.a", "S-RB:glossary-priority/2"),
    says="moves, and what has no timing of its own, need a neutral open state of one's own turn",
)
def default_timing(game: Riftbound) -> bool:
    """Focus gives no more than Action and Reaction timing."""
    neutral_open = game.is_neutral_open()
    return every(
        Player,
        lambda p: (
            (neutral_open and p == game.turn_player)
            or not (may(p, "move") or may(p, "play_unit") or may(p, "end_turn"))
        ),
    )


@transition(
    cites=("RB1.3:309", "RB1.3:308.1.a", "S-RB:glossary-action", "S-RB:glossary-reaction"),
    says="while there is a chain only Reactions are played, and in a showdown nothing without timing is",
)
def timing_of_spells(before: Riftbound, step: Step, after: Riftbound) -> bool:
    """Rune Prison is an Action, and a takeover has no timing."""
    if step.rule != "play_card":
        return True
    if step.card == Card.TAKEOVER:
        return before.is_neutral_open()
    return step.card != Card.RUNE_PRISON or not before.stack


@transition(
    cites=("RB1.3:313.3", "S-RB:5/3", "S-RB:glossary-focus/3"),
    says="passing priority while there is a chain never passes focus",
)
def a_pass_in_a_chain_keeps_focus(before: Riftbound, step: Step, after: Riftbound) -> bool:
    """One action passes both in an open showdown, and priority alone in a chain."""
    return step.rule != "pass_priority" or not before.stack or after.focus == before.focus


@transition(
    cites=("RB1.3:347.4", "S-RB:6/1"),
    says="passing in an open showdown passes focus to the next player, unless all have passed",
)
def a_pass_in_the_open_passes_focus(before: Riftbound, step: Step, after: Riftbound) -> bool:
    """Compare the focus with who passed."""
    if step.rule != "pass_priority" or before.stack or step.player not in before.focus:
        return True
    return before.in_game <= after.passed or (
        step.player not in after.focus and step.player.next_in_game in after.focus
    )


@transition(
    cites=("RB1.3:346.1", "RB1.3:459.2.g", "RB1.3:400.2", "S-RB:7/1"),
    says="a chain that a trigger or an Add ability opened passes no focus when it is empty",
    also=(under(focus_after_chain="always", expect=violated(length=24)),),
)
def no_focus_passes_after_triggers(before: Riftbound, step: Step, after: Riftbound) -> bool:
    """Read literally, the procedure of the chain makes no exception."""
    if step.rule != "close_chain":
        return True
    passes_nothing = before.opened_by == Kind.TRIGGERED or before.opened_by == Kind.ADD
    return not passes_nothing or after.focus == before.focus


@transition(
    cites=("RB1.3:340.2.a", "RB1.3:346", "S-RB:5/2"),
    says="when any other chain is empty in a showdown, the player after who had focus gains it, "
    "and the count of passes begins anew",
    also=(
        under(next_focus="after_the_last_actor", expect=violated(length=40)),
        under(transfer="a_pass", expect=violated(length=24)),
    ),
)
def focus_passes_after_a_chain(before: Riftbound, step: Step, after: Riftbound) -> bool:
    """Who acted last is of no matter, and that focus passes is no pass."""
    if step.rule != "close_chain" or not before.in_showdown():
        return True
    if before.opened_by == Kind.TRIGGERED or before.opened_by == Kind.ADD:
        return True
    return not after.passed and every(
        Player, lambda p: p not in before.focus or p.next_in_game in after.focus
    )


@transition(
    cites=("RB1.3:342", "RB1.3:347.1", "RB1.3:347.2"),
    says="a showdown lets players play spells, and nothing else, while the chain is empty",
    expect=violated(length=28),
    also=(under(in_showdowns="spells_only"),),
)
def showdowns_are_for_spells(before: Riftbound, step: Step, after: Riftbound) -> bool:
    """The definition of a showdown names spells alone; its rules speak of cards and abilities."""
    item = after.pending
    if not before.in_showdown() or before.is_closed() or not item:
        return True
    return item.kind == Kind.SPELL or item.kind == Kind.TRIGGERED


@transition(
    cites="RB1.3:342",
    says="players alternate in a showdown: after every chain another one has focus",
    expect=violated(length=24),
    also=(under(focus_after_chain="always"),),
)
def players_alternate(before: Riftbound, step: Step, after: Riftbound) -> bool:
    """The definition of a showdown says more than its rules, which make exceptions."""
    return step.rule != "close_chain" or not before.in_showdown() or after.focus != before.focus


@transition(
    cites=("RB1.3:345", "RB1.4:464.2.c.1.a", "S-RB:2/1", "S-RB:example/2"),
    says="when a showdown begins, who contested the battlefield has focus",
)
def the_contester_begins(before: Riftbound, step: Step, after: Riftbound) -> bool:
    """Also where the showdown is the first step of a combat."""
    if before.in_showdown() or not after.in_showdown():
        return True
    return some(
        Battlefield,
        lambda b: after.where == b and some(after.focus, lambda p: after.contested_by[b] == p),
    )


@transition(
    cites=("RB1.4:464.2.c.1.b", "RB1.4:464.2.d", "S-RB:7/3"),
    says="when a showdown becomes a combat, who had focus keeps it",
    also=(under(conversion="attacker", expect=violated(length=42)),),
)
def conversion_keeps_focus(before: Riftbound, step: Step, after: Riftbound) -> bool:
    """The earlier rules gave it to the attacker."""
    return step.rule != "become_combat" or after.focus == before.focus


# -- the chain ---------------------------------------------------------------------------------------


@transition(
    cites=("RB1.3:340.1", "RB1.4:337.4"),
    says="what starts to resolve is the newest item that is still on the chain",
)
def resolves_last_in_first(before: Riftbound, step: Step, after: Riftbound) -> bool:
    """Compare when the items arrived."""
    return common.resolves_last_in_first(before, after)


@transition(
    cites=("RB1.3:339.1", "RB1.3:339.2"),
    says="nothing resolves before all players have passed in a row, and then one item does",
    also=(under(passing_on="passes_too", expect=violated(length=10)),),
)
def resolves_after_passes_in_a_row(before: Riftbound, step: Step, after: Riftbound) -> bool:
    """Who has to pass is another question from three players on, and one for the scenarios."""
    return common.resolves_after_passes_in_a_row(before, after)


@transition(
    cites=("RB1.3:347.3.a", "RB1.3:348", "RJ:1420", "S-RB:2/3", "S-RB:6/2", "S-RB:6/3"),
    says="a showdown closes only when all players have passed in a row themselves",
    also=(
        under(transfer="a_pass", expect=violated(length=29)),
        under(breaks_passes="no", expect=violated(length=45)),
    ),
)
def closes_after_passes_in_a_row(before: Riftbound, step: Step, after: Riftbound) -> bool:
    """The passes are those that an observer counted."""
    return step.rule != "end_sequence" or before.in_game <= before.passes_in_a_row


@transition(cites="RB1.3:347.3", says="a pass adds nothing to the chain and takes nothing from it")
def a_pass_adds_nothing(before: Riftbound, step: Step, after: Riftbound) -> bool:
    """A pass is never an item."""
    return common.a_pass_adds_nothing(before, step, after)


@transition(
    cites="RB1.3:340.1", says="what is being resolved stays on the chain until it has resolved completely"
)
def stays_until_resolved(before: Riftbound, step: Step, after: Riftbound) -> bool:
    """It leaves in the step that finishes it and in no other."""
    return common.stays_until_resolved(before, step, after)


ENTERED = ("unit_enters", "gear_enters", "energy_is_added")


@transition(
    cites=("RB1.3:340.1", "RB1.3:425.1.a", "RB1.3:383.3.a.2", "RB1.3:337.1"),
    says="one item at a time leaves the chain: resolved, countered, or declined as it was finalized",
)
def nothing_vanishes(before: Riftbound, step: Step, after: Riftbound) -> bool:
    """No other rule takes anything from the chain, and what is finalized is on it."""
    if not common.entries_stay(before, after) and not (
        step.rule in ("finish_resolution", "denial_resolves") and common.one_entry_leaves(before, after)
    ):
        return False
    if not before.pending:
        return True
    if after.pending:
        return after.pending.card == before.pending.card and after.pending.unit == before.pending.unit
    if step.rule == "choose_target":
        return before.pending.kind == Kind.TRIGGERED
    return step.rule in ENTERED or (step.rule == "finalize" and after.stack.size == before.stack.size + 1)


def is_pending(game: Riftbound, card: Card) -> bool:
    """Return whether the pending item is that card."""
    item = game.pending
    return item.card == card if item else False


def is_being_played(game: Riftbound, unit: Unit) -> bool:
    """Return whether the pending item is that unit, and not an ability of it."""
    item = game.pending
    return item.kind == Kind.UNIT and item.unit == unit if item else False


@invariant(
    cites=("RB1.3:329", "RB1.3:425.1.a", "S-RB:glossary-chain/1"),
    says="a card is on the chain exactly when one item there is that card",
)
def cards_and_items_agree(game: Riftbound) -> bool:
    """None vanishes, and none is there twice."""
    return every(
        Card,
        lambda c: (
            count(game.stack, lambda e: e.card == c) + (1 if is_pending(game, c) else 0)
            == (1 if game.card_zone[c] == Zone.CHAIN else 0)
        ),
    ) and every(
        Unit,
        lambda u: (
            (is_being_played(game, u) and game.zone[u] == Zone.CHAIN)
            or (not is_being_played(game, u) and game.zone[u] != Zone.CHAIN)
        ),
    )


@invariant(
    cites=("RB1.3:337.1", "RB1.3:333.1", "RB1.3:340.3", "RB1.4:334", "RB1.4:336", "RB1.3:355.8"),
    at="priority",
    says="nobody may act while a cleanup is outstanding, an item is pending, or a trigger waits",
)
def tasks_come_before_priority(game: Riftbound) -> bool:
    """Outstanding tasks, then finalizing, then priority: units cannot be answered before they enter."""
    return not game.outstanding and not game.pending and common.no_trigger_waits(game)


@transition(
    cites=("RB1.3:320", "RB1.3:321", "RB1.3:322"),
    says="nothing is finalized or starts to resolve while a cleanup is outstanding",
)
def cleanup_comes_first(before: Riftbound, step: Step, after: Riftbound) -> bool:
    """And no cleanup ends while something is being resolved."""
    if step.rule == "end_cleanup":
        return not before.is_resolving()
    if step.rule == "begin_resolution" or (before.pending and not after.pending):
        return not before.outstanding
    return True


@transition(
    cites=(
        "RB1.3:319.1",
        "RB1.3:319.2",
        "RB1.3:319.3",
        "RB1.3:319.4",
        "RB1.3:319.5",
        "RB1.3:319.6",
        "RB1.3:319.7",
        "RB1.3:319.8",
    ),
    says="what changes the chain, the phase, a unit's place or a battlefield's status asks for a cleanup",
)
def changes_ask_for_a_cleanup(before: Riftbound, step: Step, after: Riftbound) -> bool:
    """But for the end of the turn, with which the game here is over."""
    changed = (
        before.stack.size != after.stack.size
        or before.phase != after.phase
        or some(Unit, lambda u: before.at[u] != after.at[u] or before.zone[u] != after.zone[u])
        or some(
            Battlefield,
            lambda b: (
                before.contested_by[b] != after.contested_by[b] or before.controller[b] != after.controller[b]
            ),
        )
        or bool(before.pending) != bool(after.pending)
    )
    return not changed or after.outstanding or after.over()


@transition(
    cites=("RB1.3:340.4", "RB1.3:312.2.c"),
    says="when an item has resolved and others are left, the controller of the newest is next",
)
def newest_controller_after_resolution(before: Riftbound, step: Step, after: Riftbound) -> bool:
    """Not the turn player, as in other games."""
    if step.rule != "finish_resolution" or not after.stack:
        return True
    return after.due == after.stack.top.controller and not after.passed


@transition(
    cites=("RB1.3:425.1.c", "RB1.3:429.2.a"),
    says="what is played costs its player one energy once, and nothing else takes any",
)
def costs_are_paid_once(before: Riftbound, step: Step, after: Riftbound) -> bool:
    """A rune gives one, and is exhausted for it."""
    pays = step.rule == "play_card" or step.rule == "play_unit"
    uses = step.rule == "use_rune"
    return every(
        Player,
        lambda p: (
            (
                before.energy[p] - after.energy[p] == (1 if pays and p == step.player else 0)
                or (step.rule == "energy_is_added" and after.energy[p] == before.energy[p] + 1)
            )
            and before.runes[p] - after.runes[p] == (1 if uses and p == step.player else 0)
        ),
    )
