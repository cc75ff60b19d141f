"""Random systems with long plays: tables of steps over eight places and a flag."""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import strategies as st

from checker.system.model import Kind, System, Update
from checker.system.terms import FALSE, Cell, Domain, Term, all_of, any_of, equal, integer, ite, negate, var

PLACE = Cell("place", Domain.integer(-3, 4))
LIT = Cell("lit", Domain.boolean())


def places(values: frozenset[int]) -> Term:
    return any_of(equal(var(PLACE), integer(v)) for v in sorted(values))


def _table(entries: dict[int, int]) -> Term:
    result: Term = var(PLACE)
    for here, there in entries.items():
        result = ite(equal(var(PLACE), integer(here)), integer(there), result)
    return result


@dataclass(frozen=True)
class Walk:
    """A system, a claim about its states, and bad conditions on its steps."""

    system: System
    claim: Term
    lemmas: tuple[Term, ...]
    bad_steps: tuple[Term, ...]


@st.composite
def walks(draw: st.DrawFn) -> Walk:
    value = st.sampled_from(PLACE.domain.values())
    some = st.frozensets(value, max_size=3)
    updates: list[Update] = []
    for number in range(draw(st.integers(1, 4))):
        entries = draw(st.dictionaries(value, value, min_size=4, max_size=8))
        kind, rank = draw(st.sampled_from([(Kind.ACTION, 2), (Kind.ACTION, 2), (Kind.AUTOMATIC, 1)]))
        lit = draw(st.sampled_from([var(LIT), negate(var(LIT)), FALSE]))
        updates.append(
            Update(
                f"go{number}",
                (),
                kind,
                rank,
                guard=places(frozenset(entries)),
                next={PLACE: _table(entries), LIT: lit},
                wrong=places(draw(st.one_of(st.just(frozenset()), some))),
                cut=all_of((var(LIT), places(draw(st.one_of(st.just(frozenset()), some))))),
            )
        )
    starts = draw(st.lists(st.tuples(value, st.sampled_from([0, 1])), min_size=1, max_size=2))
    system = System.build(
        "walk",
        (PLACE, LIT),
        tuple(starts),
        tuple(updates),
        over=places(draw(st.frozensets(value, max_size=1))),
    )
    # What is forbidden is not where plays start, so that refuting it takes steps.
    elsewhere = st.sampled_from(sorted(set(PLACE.domain.values()) - {place for place, _ in starts}))
    forbidden = draw(st.frozensets(elsewhere, min_size=1, max_size=2))
    lemmas = draw(st.lists(st.frozensets(value, max_size=4), max_size=2))
    return Walk(
        system,
        claim=negate(places(forbidden)),
        lemmas=tuple(negate(places(values)) for values in lemmas),
        bad_steps=tuple(all_of((var(LIT), places(draw(some)))) for _ in updates),
    )
