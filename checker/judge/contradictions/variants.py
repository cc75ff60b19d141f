"""Variants: a game under another reading, or for fewer players, examined for what becomes of its clashes."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace

from checker.errors import UsageError
from checker.judge.contradictions.finding import Change, Finding, FindingKind
from checker.judge.contradictions.study import Study, is_part, study
from checker.judge.norms.declare import Norm, norms_of
from checker.judge.workspace import GameEntry
from checker.language.tracing.tracings import Tracings

__all__ = ["Answers", "Variant", "clashes_in", "completed", "variants_of"]


@dataclass(frozen=True)
class Variant:
    """What is examined: the clashes of ``norms`` (by name) under these scopes and readings.

    It differs in one thing from what was asked for: in the option of a ``reading``, or in the number of
    ``players``.
    """

    reading: str
    option: str
    players: int | None
    scopes: tuple[tuple[str, int], ...]
    readings: tuple[tuple[str, str], ...]
    norms: tuple[str, ...]


Answers = Mapping[Variant, frozenset[str] | None]
"""The ids of the clashes in each variant, in order; none where it could not be examined."""


def variants_of(  # noqa: PLR0917 - a study, and all that it was asked
    entry: GameEntry,
    found: Study,
    clause: str,
    scopes: Mapping[str, int],
    readings: Mapping[str, str],
    known: Collection[str] = (),
) -> Iterator[Variant]:
    """Yield the variants that tell more of the clashes of a study: each only once, however many it tells of.

    Args:
        entry: the game.
        found: its study.
        clause: only clashes in which this clause has a part are told, if it is given.
        scopes: the sizes and bounds of the study that are not the game's own.
        readings: its readings that are not the game's own.
        known: ids of clashes that are not told.

    """
    told = [c for e in found.examined for n, c in e.clashes.items() if found.clash_id(n) not in known]
    clauses = {c for clash in told if not clause or _cites(clash.clauses, (clause,)) for c in clash.clauses}
    if not clauses:
        return
    for name, reading in entry.game.readings().items():
        cited = {clause for _, clause in reading.options}
        if _cites(clauses, cited):
            norms = _beside(found, cited)
            for option, _ in reading.options:
                if option != found.schema.readings[name]:
                    other = {**readings, name: option}
                    yield Variant(name, option, None, tuple(scopes.items()), tuple(other.items()), norms)
    participant = found.schema.participant
    scope = "" if participant is None else f"{participant.cls.__name__.lower()}s"
    if participant is not None and scope in found.schema.sizes:
        norms = _beside(found, clauses)
        for number in range(participant.count - 1, 0, -1):
            fewer = {**scopes, scope: number}
            yield Variant("", "", number, tuple(fewer.items()), tuple(readings.items()), norms)


def _cites(clauses: Collection[str], cited: Collection[str]) -> bool:
    return any(is_part(c, other) or is_part(other, c) for c in clauses for other in cited)


def _beside(found: Study, clauses: Collection[str]) -> tuple[str, ...]:
    """Return the norms that speak of the same rules and fields as some of these clauses do."""
    topics = [t for t in found.topics if any(_cites((n.clause,), clauses) for n in t.norms)]
    return tuple(n.name for t in topics for n in t.norms)


def clashes_in(
    entry: GameEntry, variant: Variant, clause: str, tracings: Tracings, seconds: float | None
) -> frozenset[str] | None:
    """Return the ids of the clashes in a variant, or nothing where it cannot be examined whole."""
    norms: list[Norm] = [n for n in norms_of(entry.game) if n.name in variant.norms]
    try:
        found = study(
            entry,
            scopes=dict(variant.scopes),
            readings=dict(variant.readings),
            clause=clause,
            norms=norms,
            only_clashes=True,
            tracings=tracings,
            seconds=seconds,
        )
    except UsageError:  # fewer players than the game allows
        return None
    return found.clash_ids if found.board.graph.complete else None


def completed(
    finding: Finding, entry: GameEntry, here: frozenset[str], players: int | None, answers: Answers
) -> Finding:
    """Return a clash with what variants tell of it: readings under which it is gone, and the fewest players.

    Args:
        finding: the finding; what is no clash is returned as it is.
        entry: its game.
        here: the ids of all clashes of its study.
        players: the number of players of the study, none where the game has no players.
        answers: what was found in the variants.

    """
    if finding.kind is not FindingKind.CLASH:
        return finding
    cited = {name: {clause for _, clause in r.options} for name, r in entry.game.readings().items()}
    changes = [
        Change(
            f"Read {variant.reading.replace('_', ' ')} as {variant.option.replace('_', ' ')}",
            gone=finding.id not in there,
            new=tuple(sorted(there - here)),
        )
        for variant, there in answers.items()
        if there is not None and variant.reading and _cites(finding.clauses, cited[variant.reading])
    ]
    fewest = least = players
    for variant, there in answers.items():
        if variant.players is not None:
            if there is None:
                break
            least = variant.players
            fewest = least if finding.id in there else fewest
    return replace(finding, changes=(*finding.changes, *changes), players=fewest, fewest=least)
