"""How the turn of Riftbound ends, and what must be possible in it."""

from checker import count, eventually, possible, some, under, violated
from models.riftbound import (
    Ability,
    Battlefield,
    Card,
    Kind,
    Ongoing,
    Phase,
    Player,
    Riftbound,
    Role,
    Unit,
    Zone,
)

# -- how it ends ---------------------------------------------------------------------------------------


@eventually(
    cites=("RB1.3:305", "RB1.3:316.6", "RB1.3:348.2.a"),
    says="the turn ends, or somebody wins",
    also=(under(closing="cleanup_first", expect=violated()),),
)
def the_turn_ends(game: Riftbound) -> bool:
    """Read literally, the cleanup opens the showdown again before control is established."""
    return game.over()


# -- what must be possible: without these, the claims above would say little -----------------------------


@possible(
    cites=("S-RB:example/1", "S-RB:example/2", "S-RB:example/3", "S-RB:1/1", "S-RB:1/2"),
    says="an empty battlefield is conquered by moving there and passing",
    also=(under(closing="cleanup_first", expect=violated()),),
)
def the_example(game: Riftbound) -> bool:
    """Nothing else has happened: the spells of that table are in hand, and the others are in their bases."""
    return (
        game.points[Player(0)] == 1
        and game.controller[Battlefield(0)] == Player(0)
        and not game.focus
        and count(Unit, lambda u: bool(game.at[u])) == 1
        and game.has_units(Player(0), Battlefield(0))
        and game.card_zone[Card.RUNE_PRISON] == Zone.HAND
        and game.card_zone[Card.CHARM] == Zone.HAND
    )


@possible(cites=("S-RB:7/2", "RB1.3:323.14"), says="the defender has focus when a showdown becomes a combat")
def the_defender_keeps_focus(game: Riftbound) -> bool:
    """An attacker has their turn next."""
    return game.ongoing == Ongoing.COMBAT and some(
        game.focus, lambda p: some(Unit, lambda u: game.role[u] == Role.DEFENDER and game.side[u] == p)
    )


@possible(cites=("S-RB:8/2", "RB1.3:348.2.a"), says="a showdown ends without units")
def nobody_is_left(game: Riftbound) -> bool:
    """Who contested has gone in the meantime."""
    return game.ongoing == Ongoing.CLOSED and some(
        Battlefield, lambda b: game.where == b and not some(Unit, lambda u: game.at[u] == b)
    )


@possible(cites=("RB1.4:466.3.d.1", "RB1.4:466.3.d"), says="a defender arrives after the damage of a combat")
def a_late_defender(game: Riftbound) -> bool:
    """A combat without result, after which another one is staged."""
    return game.ongoing == Ongoing.RESULT and some(
        Battlefield, lambda b: game.where == b and game.is_opposed(b)
    )


@possible(
    cites="RB1.3:383.2.a.1", says="an ability resolves although its source is not on the board any more"
)
def an_ability_outlives_its_source(game: Riftbound) -> bool:
    """A play trigger, whose source has returned to hand."""
    return game.is_resolving() and some(
        game.stack,
        Unit,
        lambda e, u: (
            e.kind == Kind.TRIGGERED
            and e.unit == u
            and game.ability[u] == Ability.PLAY
            and game.zone[u] != Zone.BOARD
        ),
    )


@possible(cites=("RB1.4:359.3.e.6", "RB1.4:359.3.e.5"), says="a spell does the rest when its target has gone")
def a_spell_without_its_target(game: Riftbound) -> bool:
    """The target of the strike is not on the board, and the strike is being resolved."""
    return game.is_resolving() and some(
        game.stack,
        Unit,
        lambda e, u: e.card == Card.STRIKE and e.target == u and game.zone[u] != Zone.BOARD,
    )


@possible(
    cites=("RB1.3:383.4.d.2", "RB1.3:383.3.c"), says="a hold trigger is answered in the beginning phase"
)
def a_hold_trigger_is_answered(game: Riftbound) -> bool:
    """Another item is above it."""
    return game.phase == Phase.BEGINNING and game.stack.size == 2


@possible(cites=("RB1.4:383.4.e.2.a", "RB1.3:459.2.g"), says="a combat begins with an attack trigger")
def an_attack_trigger(game: Riftbound) -> bool:
    """It is the first chain of the combat."""
    return game.ongoing == Ongoing.COMBAT and game.opened_by == Kind.TRIGGERED


@possible(cites="RB1.3:323.1", says="somebody wins")
def somebody_wins(game: Riftbound) -> bool:
    """By conquering both battlefields in one turn."""
    return bool(game.winner)


@possible(
    cites=("RB1.3:402", "RB1.3:402.1.a", "RB1.3:402.2", "RB1.3:355.5.b", "RB-PN:402", "RB1.3:337.2"),
    says="the target of a play trigger is the unit that was played",
)
def a_unit_is_its_own_target(game: Riftbound) -> bool:
    """The target is chosen when the unit is on the board."""
    return some(game.stack, Unit, lambda e, u: e.kind == Kind.TRIGGERED and e.unit == u and e.target == u)
