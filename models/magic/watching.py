"""What is watched of battles for the claims and norms about them, and does not bear on play."""

from typing import Any, ClassVar, Self

from checker import Set, ghost, observer
from models.magic.battles import Battles
from models.magic.words import Battle, Zone

__all__ = ["Watching"]


class Watching(Battles):
    """Which battles have had defense counters."""

    abstract: ClassVar[bool] = True

    had_counters: Set[Battle] = ghost()  # since it last was in a hand

    @observer
    def watch_counters(self, before: Self, step: Any) -> None:
        """Remember which battles have had counters."""
        for battle in Battle:
            if self.defense[battle] > 0:
                self.had_counters.add(battle)
            elif self.zone[battle] == Zone.HAND:
                self.had_counters.discard(battle)
