"""Which readings matter: every claim under every option of every reading, one varied at a time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from checker.errors import UsageError
from checker.judge.check import check, cited_clauses
from checker.judge.expected import in_order, unanswered
from checker.judge.rounds import Round, rounds_of, select_games
from checker.judge.selection import Listener, Selection
from checker.judge.verdict import Evidence, Run, Status, Verdict
from checker.judge.workspace import GameEntry, Workspace
from checker.language.declare import Reading

__all__ = [
    "Difference",
    "GameReadings",
    "OptionTried",
    "ReadingTried",
    "Readings",
    "differ",
    "readings",
    "shortest",
]

INTERRUPTED = "it was interrupted"
"""Why nothing is known of a claim that was not judged yet."""


@dataclass(frozen=True)
class Difference:
    """A claim with its verdicts under the option in force and under another one."""

    in_force: Verdict
    under: Verdict


@dataclass(frozen=True)
class OptionTried:
    """One option of a reading, with the clause behind it, its paraphrase, and what was found under it.

    ``differs`` are the claims whose verdict or shortest play is another one than under the option in force,
    ``unknown`` those of which that is not known, because one of the two verdicts is undetermined.
    """

    option: str
    clause: str
    text: str
    in_force: bool
    differs: tuple[Difference, ...] = ()
    unknown: tuple[Difference, ...] = ()


@dataclass(frozen=True)
class ReadingTried:
    """A reading with all its options."""

    name: str
    question: str
    options: tuple[OptionTried, ...]

    @property
    def matters(self) -> bool | None:
        """Whether some claim has another verdict under some option; None where that is not known."""
        if any(option.differs for option in self.options):
            return True
        return None if any(option.unknown for option in self.options) else False


@dataclass(frozen=True)
class GameReadings:
    """The readings of one game.

    ``verdicts`` are those under the options in force, one for each claim that was judged.
    """

    entry: GameEntry
    verdicts: tuple[Verdict, ...]
    readings: tuple[ReadingTried, ...]


@dataclass(frozen=True)
class Readings:
    """What was found of all games; ``interrupted`` says that it was ended before every claim was judged."""

    games: tuple[GameReadings, ...]
    interrupted: bool = False


class _Remembering:
    """A listener that passes on what it hears, and remembers the verdicts."""

    def __init__(self, listener: Listener) -> None:
        self._listener = listener
        self.verdicts: list[Verdict] = []

    def tell(self, text: str, done: int | None = None, of: int | None = None) -> None:
        """Pass on what goes on now."""
        self._listener.tell(text, done, of)

    def found(self, verdict: Verdict) -> None:
        """Pass on a verdict, and remember it."""
        self.verdicts.append(verdict)
        self._listener.found(verdict)


def readings(workspace: Workspace, selection: Selection, listener: Listener) -> Readings:
    """Try every option of every reading of the games that a selection names, one varied at a time.

    Where that is interrupted, what was not judged by then is undetermined.

    The others stay as they are in force: the games' own, or those that the selection asks for. Games without
    readings are passed over, unless they are asked for.

    Raises:
        ModelError: a model, spec or rulebook is wrong.
        UsageError: the selection asks for what does not exist, or there are no readings.
    """
    entries = select_games(workspace, selection)
    bare = [entry.name for entry in entries if not entry.game.readings()]
    if len(bare) == len(entries) or (selection.games and bare):
        raise UsageError(
            f"{bare[0] if bare else 'no game'} has no readings to be tried",
            hint='where a rulebook admits two, write `name: str = reading("...", one="A:1", other="A:2")`',
        )
    selection = replace(selection, every_reading=True)
    remembering = _Remembering(listener)
    try:
        run = check(workspace, selection, remembering)
    except KeyboardInterrupt:
        verdicts = _completed(list(rounds_of(entries, selection)), remembering.verdicts, selection)
        texts = {e.name: {c: clause.paraphrase for c, clause in cited_clauses(e).items()} for e in entries}
        run = Run(tuple(verdicts), clauses=texts, interrupted=True)
    found = []
    for entry in entries:
        mine = [v for v in run.verdicts if (v.game, v.model_file) == (entry.name, entry.file)]
        if mine:
            found.append(_of_game(entry, mine, run.clauses.get(entry.name, {})))
    return Readings(tuple(found), run.interrupted)


def _completed(
    rounds: Sequence[Round], verdicts: Sequence[Verdict], selection: Selection
) -> Iterator[Verdict]:
    """Yield the verdicts of all rounds, in order; those that did not come are undetermined."""
    known = {(v.game, v.model_file, v.claim, tuple(v.readings.items())): v for v in verdicts}
    for one in rounds:
        for claim, expectation in in_order(one, selection):
            key = (one.schema.name, one.entry.file, claim.name, tuple(one.schema.readings.items()))
            yield known.get(key) or unanswered(one, selection, claim, expectation, INTERRUPTED)


def _of_game(entry: GameEntry, verdicts: Sequence[Verdict], texts: Mapping[str, str]) -> GameReadings:
    in_force = dict(verdicts[0].readings)
    by_readings: dict[tuple[tuple[str, str], ...], list[Verdict]] = {}
    for verdict in verdicts:
        by_readings.setdefault(tuple(verdict.readings.items()), []).append(verdict)
    own = by_readings[tuple(in_force.items())]

    def tried(name: str, reading: Reading) -> ReadingTried:
        options = []
        for option, clause in reading.options:
            pairs: list[Difference] = []
            if option != in_force[name]:
                there = by_readings[tuple({**in_force, name: option}.items())]
                known = {v.claim: v for v in there}
                pairs = [Difference(v, known[v.claim]) for v in own]
            options.append(
                OptionTried(
                    option,
                    clause,
                    texts.get(clause, ""),
                    option == in_force[name],
                    tuple(p for p in pairs if differ(p)),
                    tuple(p for p in pairs if differ(p) is None),
                )
            )
        return ReadingTried(name, reading.question, tuple(options))

    return GameReadings(
        entry, tuple(own), tuple(tried(name, reading) for name, reading in entry.game.readings().items())
    )


def differ(pair: Difference) -> bool | None:
    """Whether two verdicts, or the lengths of their shortest plays, differ; None where that is not known."""
    statuses = {pair.in_force.status, pair.under.status}
    if Status.UNDETERMINED in statuses:
        return None
    if len(statuses) > 1:
        return True
    lengths = {shortest(pair.in_force), shortest(pair.under)}
    return len(lengths) > 1 and None not in lengths


def shortest(verdict: Verdict) -> int | None:
    """Return how many steps the shortest play has that shows a verdict, where it is known to be the shortest.

    A play that goes on for ever need not be.
    """
    if verdict.play is None or verdict.evidence not in (Evidence.PLAY, Evidence.WITNESS):
        return None
    return len(verdict.play.steps)
