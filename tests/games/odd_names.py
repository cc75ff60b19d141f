"""A rule whose arguments have names that scripts for solvers might have for something else."""

from checker import Game, Maybe, Participant, Set, action, scope

__all__ = ["OddNames", "Seat"]


class Seat(Participant, size=scope(2, least=2, most=4)):
    """Who takes part."""


class OddNames(Game):
    """Seats are marked, and the first that is ready is chosen."""

    first: Seat
    ready: Set[Seat]
    marked: Set[Seat]
    chosen: Maybe[Seat]

    @action(says="{k1}, {k2}, {k3}, {k4} and {now} are marked")
    def mark(self, k1: Seat, k2: Seat, k3: Seat, k4: Seat, now: Seat) -> None:
        """Mark seats, and choose the first that is ready."""
        self.chosen = self.first.first_who(lambda s: s in self.ready)
        for seat in (k1, k2, k3, k4, now):
            self.marked.add(seat)

    @action(says="{seat} gets ready")
    def get_ready(self, seat: Seat) -> None:
        """Get a seat ready."""
        self.ready.add(seat)
