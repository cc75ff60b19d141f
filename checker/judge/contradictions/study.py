"""A study: the norms of one game, under one choice of scopes and readings, held against all it can reach."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from checker.explore.automatic import order_dependence
from checker.explore.interface import Progress
from checker.explore.liveness import Answer, LivenessResult
from checker.judge.contradictions.demands import DemandReader
from checker.judge.contradictions.examine import Examined, examine
from checker.judge.contradictions.finding import Figures, FindingKind, stable_id
from checker.judge.contradictions.gaps import Gap, gaps_in_fields, unnamed_choosers
from checker.judge.contradictions.situations import Board
from checker.judge.contradictions.topics import Topic, topics_of
from checker.judge.graphs import graph_of
from checker.judge.norms.declare import Norm, norms_of, settled_of
from checker.judge.telling import Teller
from checker.judge.workspace import GameEntry
from checker.language.lower import lower
from checker.language.schema import Schema
from checker.language.tracing.tracings import Tracings

__all__ = ["Study", "begun", "is_part", "study"]


@dataclass
class Study:
    """What was found out about the clauses of a game, not yet told.

    ``examined`` has what was found of each topic, as far as they were looked at.
    """

    entry: GameEntry
    schema: Schema
    reader: DemandReader
    board: Board
    topics: tuple[Topic, ...]
    examined: list[Examined] = field(default_factory=list)

    def go_on(self, *, only_clashes: bool = False) -> Iterator[Examined]:
        """Look at the topics that are left, and yield each when it is done.

        ``only_clashes`` says that nothing but clashes is looked for.
        """
        for topic in self.topics[len(self.examined) :]:
            self.examined.append(examine(self.board, self.reader, topic, only_clashes=only_clashes))
            yield self.examined[-1]

    @cached_property
    def gaps(self) -> list[Gap]:
        """What the clauses leave open."""
        game = self.entry.game
        return gaps_in_fields(self.board, self.reader, self.examined, settled_of(game))

    @cached_property
    def choosers(self) -> list[Gap]:
        """The choices for which nobody is named."""
        return unnamed_choosers(self.board, self.reader.lowered.kept_events)

    @cached_property
    def divergence(self) -> LivenessResult | None:
        """Where the order of two automatic rules of one layer matters, if it does."""
        found = order_dependence(self.board.graph)
        return found if found.answer is Answer.VIOLATED else None

    @cached_property
    def teller(self) -> Teller:
        """Whoever replays and tells plays of the game."""
        return Teller(self.schema)

    @property
    def norms(self) -> tuple[Norm, ...]:
        """All norms, in the order of definition."""
        return tuple(n for t in self.topics for n in t.norms)

    def clash_id(self, names: Iterable[str]) -> str:
        """Return the id of a clash of the norms of these names."""
        clauses = {n.name: n.clause for n in self.norms}
        return stable_id(self.entry.name, FindingKind.CLASH, sorted(f"{clauses[n]} {n}" for n in names))

    @property
    def clash_ids(self) -> frozenset[str]:
        """The ids of all clashes."""
        return frozenset(self.clash_id(names) for e in self.examined for names in e.clashes)

    def figures(self) -> Figures:
        """Return what it took."""
        calls = sum(e.calls for e in self.examined)
        return Figures(
            states=len(self.board.graph),
            groups=sum(len(e.groups) for e in self.examined),
            calls=calls,
            more_calls=sum(e.solver.calls for e in self.examined) - calls,
            stopped=self.board.graph.stopped,
        )


def study(
    entry: GameEntry,
    *,
    scopes: Mapping[str, int],
    readings: Mapping[str, str],
    clause: str = "",
    norms: Collection[Norm] | None = None,
    only_clashes: bool = False,
    tracings: Tracings | None = None,
    seconds: float | None = None,
    progress: Progress | None = None,
) -> Study:
    """Hold the norms of a game against every reachable state, as :func:`begun` and :meth:`Study.go_on` do.

    ``only_clashes`` says that nothing but clashes is looked for.

    Raises:
        ModelError: a norm speaks of what there is not, or its condition cannot be traced.
        UsageError: the game has no such scope or reading.

    """
    found = begun(
        entry,
        scopes=scopes,
        readings=readings,
        clause=clause,
        norms=norms,
        tracings=tracings,
        seconds=seconds,
        progress=progress,
    )
    for _ in found.go_on(only_clashes=only_clashes):
        pass
    return found


def begun(
    entry: GameEntry,
    *,
    scopes: Mapping[str, int],
    readings: Mapping[str, str],
    clause: str = "",
    norms: Collection[Norm] | None = None,
    tracings: Tracings | None = None,
    seconds: float | None = None,
    progress: Progress | None = None,
) -> Study:
    """Return a study of all that a game can reach, in which no topic was looked at yet.

    Args:
        entry: the game.
        scopes: sizes and bounds other than the game's own.
        readings: readings other than the game's own.
        clause: only topics in which this clause speaks are looked at, if it is given.
        norms: those that are looked at; all about the game, unless given.
        tracings: what was traced of the game under other readings.
        seconds: when to give up the search.
        progress: told now and then how far the search is.

    Raises:
        ModelError: a norm speaks of what there is not, or its condition cannot be traced.
        UsageError: the game has no such scope or reading.

    """
    start = time.monotonic()
    schema = Schema(entry.game, scopes, readings)
    lowered = lower(schema, tracings)
    reader = DemandReader(lowered)
    topics = topics_of(reader, norms_of(entry.game) if norms is None else norms)
    if clause:
        topics = tuple(t for t in topics if any(is_part(n.clause, clause) for n in t.norms))
    ghosts = frozenset(g for t in topics for d in (*t.demands, *t.silent) for g in d.ghosts)
    left = None if seconds is None else max(0.1, seconds - (time.monotonic() - start))
    graph = graph_of(lowered.sliced(ghosts), seconds=left, progress=progress)
    board = Board(graph, reader.instances.by_update)
    return Study(entry, schema, reader, board, topics)


def is_part(clause: str, asked: str) -> bool:
    """Return whether a clause is the one asked for, or a sentence of it."""
    return clause == asked or clause.startswith(f"{asked}/")
