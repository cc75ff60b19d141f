"""What proofs of every size lean on in Magic."""

from checker import every
from models.magic import Battle, Combat, Item, Magic, OnStack, Phase, Zone
from models.priority_stack import Stage
from specs.core_lemmas import CORE_LEMMAS

__all__ = ["LEMMAS"]


def nobody_acts_in_a_declaration(game: Magic) -> bool:
    """Return whether nobody has priority, and nothing waits, while something is declared or dealt."""
    declaring = (
        game.phase == Phase.DECLARE_ATTACKERS
        or game.phase == Phase.DECLARE_BLOCKERS
        or game.phase == Phase.DEAL_DAMAGE
    )
    nobody = not game.holders and not game.due and not game.passed
    return not declaring or (nobody and not game.stack)


def what_is_offered_is_in_exile(game: Magic) -> bool:
    """Return whether the card that may be cast inside a resolution lies in exile, and something resolves."""
    return every(Battle, lambda b: game.offer != b or (game.zone[b] == Zone.EXILE and game.is_resolving()))


def nothing_waits_among_passes(game: Magic) -> bool:
    """Return whether no trigger waits for the stack in the middle of a run of passes."""
    return not game.passed or game.is_resolving() or not game.waiting


def who_resolves_an_offer_is_in_the_game(game: Magic) -> bool:
    """Return whether who may cast a card inside a resolution is in the game."""
    return not game.offer or every(
        game.stack, lambda e: e.stage == Stage.WAITING or e.controller in game.in_game
    )


def the_turn_player_is_not_attacked(game: Magic) -> bool:
    """Return whether the turn player protects nothing that is attacked."""
    return every(Battle, lambda b: game.combat[b] == Combat.NONE or game.protector[b] != game.turn_player)


def what_is_attacked_is_in_play(game: Magic) -> bool:
    """Return whether all that is attacked is on the battlefield."""
    return every(Battle, lambda b: game.combat[b] == Combat.NONE or game.zone[b] == Zone.BATTLEFIELD)


def is_card(entry: OnStack) -> bool:
    """Return whether an entry is a card that has not become anything else yet."""
    return entry.stage != Stage.CARRIED_OUT and (entry.item == Item.BATTLE or entry.item == Item.BACK_FACE)


def cards_on_the_stack_are_there(game: Magic) -> bool:
    """Return whether the card of every entry that is one is on the stack."""
    return every(game.stack, lambda e: not is_card(e) or game.zone[e.battle] == Zone.STACK)


def a_card_is_there_once(game: Magic) -> bool:
    """Return whether no two entries are the same card."""
    return every(
        game.stack,
        game.stack,
        lambda a, b: not (is_card(a) and is_card(b) and a.battle == b.battle) or a.arrived == b.arrived,
    )


LEMMAS = (
    *CORE_LEMMAS,
    nobody_acts_in_a_declaration,
    what_is_offered_is_in_exile,
    who_resolves_an_offer_is_in_the_game,
    nothing_waits_among_passes,
    the_turn_player_is_not_attacked,
    what_is_attacked_is_in_play,
    cards_on_the_stack_are_there,
    a_card_is_there_once,
)
"""All of them; one that does not hold under some reading is left out there."""
