"""What proofs of every size lean on: the lemmas of the common core, as far as they hold here."""

from specs.core_lemmas import CORE_LEMMAS

__all__ = ["LEMMAS"]

LEMMAS = CORE_LEMMAS
