"""What proofs of every size lean on in Riftbound: what the core leans on, and that one player has focus."""

from models.riftbound import Riftbound
from specs.core_lemmas import CORE_LEMMAS

__all__ = ["LEMMAS"]


def at_most_one_focus(game: Riftbound) -> bool:
    """Return whether at most one player has focus."""
    return game.focus.size <= 1


LEMMAS = (*CORE_LEMMAS, at_most_one_focus)
"""All of them; one that does not hold under some reading is left out there."""
