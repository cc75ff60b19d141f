"""What tests of norms ask: which of some norms clash in all that a game can reach."""

from __future__ import annotations

from collections.abc import Iterable

from checker.judge.contradictions.demands import DemandReader
from checker.judge.contradictions.examine import examine
from checker.judge.contradictions.gaps import gaps_in_fields
from checker.judge.contradictions.situations import Board
from checker.judge.contradictions.topics import topics_of
from checker.judge.graphs import graph_of
from checker.judge.norms.declare import Norm, norms_of, settled_of
from checker.language.game import Game
from checker.language.lower import lower
from checker.language.schema import Schema

__all__ = ["Held", "named"]


class Held:
    """A game with all that its plays reach, against which norms are held; they may read ``ghosts``."""

    def __init__(self, game: type[Game], ghosts: Iterable[str]) -> None:
        self._game = game
        lowered = lower(Schema(game))
        self._reader = DemandReader(lowered)
        graph = graph_of(lowered.sliced(frozenset(ghosts)), seconds=None, progress=None)
        self._board = Board(graph, self._reader.instances.by_update)

    def clashes(self, norms: Iterable[Norm]) -> dict[frozenset[str], frozenset[str]]:
        """Return by the names of their norms the minimal sets of clauses that clash."""
        found = [examine(self._board, self._reader, t) for t in topics_of(self._reader, norms)]
        return {names: clash.clauses for e in found for names, clash in e.clashes.items()}

    def stuck(self, norms: Iterable[Norm]) -> set[str]:
        """Return the names of the norms that demand what nobody can do."""
        found = [examine(self._board, self._reader, t) for t in topics_of(self._reader, norms)]
        return {name for e in found for name in e.stuck}

    def gaps(self, norms: Iterable[Norm]) -> set[tuple[str, tuple[str, ...]]]:
        """Return the fields that no clause settles, with the rules that change them."""
        found = [examine(self._board, self._reader, t) for t in topics_of(self._reader, norms)]
        gaps = gaps_in_fields(self._board, self._reader, found, settled_of(self._game))
        return {(g.subject, g.rules) for g in gaps}


def named(game: type[Game], *names: str) -> list[Norm]:
    """Return the norms about a game that have these names."""
    found = [n for n in norms_of(game) if n.name in names]
    assert len(found) == len(names)
    return found
