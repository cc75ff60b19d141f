"""Redundant clauses: norms that demand only what other clauses of their edition demand as well."""

from __future__ import annotations

from collections.abc import Iterator

from checker.judge.contradictions.examine import Examined
from checker.judge.contradictions.situations import Group
from checker.judge.norms.declare import Norm
from checker.judge.norms.forms import FormKind
from checker.system.terms import TRUE, Term, all_of, negate

__all__ = ["redundant_norms"]

_HINGES = (FormKind.NEEDS, FormKind.CLOSED)
"""Forms on which hangs what others mean."""


def redundant_norms(found: Examined) -> tuple[tuple[Norm, ...], ...]:
    """Return the norms that say nothing of their own; those that demand the same stand together.

    A norm is redundant if other clauses of its edition demand it wherever it demands something.
    """
    candidates = {n.name: n for n in found.topic.norms if n.form.kind not in _HINGES}
    covered: set[str] = set()
    for group in found.groups:
        for name, own, terms in _demanding(found, group, candidates):
            others = _others(found, candidates[name], terms)
            # Where the others cannot be met themselves, they say everything, and nothing is learnt.
            if not others or found.solver.values([*others, negate(own)]) is not None:
                del candidates[name]
            elif found.solver.values(others) is not None:
                covered.add(name)
    return _together(found, {name: norm for name, norm in candidates.items() if name in covered})


def _demanding(
    found: Examined, group: Group, candidates: dict[str, Norm]
) -> Iterator[tuple[str, Term, dict[int, Term]]]:
    """Yield the candidates that demand something in a group: what they demand, and what all norms do."""
    names = sorted({found.name_of(n) for n in group.active} & candidates.keys())
    terms = found.terms(group) if names else {}
    for name in names:
        own = _own(found, name, terms)
        if own is not TRUE:
            yield name, own, terms


def _own(found: Examined, name: str, terms: dict[int, Term]) -> Term:
    return all_of(t for n, t in terms.items() if found.name_of(n) == name)


def _others(found: Examined, norm: Norm, terms: dict[int, Term]) -> list[Term]:
    """Return what other clauses of the same edition demand."""
    return [
        t
        for n, t in terms.items()
        if t is not TRUE
        and (clause := found.clause_of(n)) != norm.clause
        and _same_edition(clause, norm.clause)
    ]


def _together(found: Examined, redundant: dict[str, Norm]) -> tuple[tuple[Norm, ...], ...]:
    """Put norms of different clauses together that demand the same wherever either demands something."""
    sets: list[list[str]] = []
    for name, norm in redundant.items():
        known = next((s for s in sets if _says_it_again(found, norm, redundant[s[0]])), None)
        if known is None:
            sets.append([name])
        else:
            known.append(name)
    return tuple(tuple(redundant[name] for name in names) for names in sets)


def _says_it_again(found: Examined, one: Norm, other: Norm) -> bool:
    return (
        one.clause != other.clause
        and _same_edition(one.clause, other.clause)
        and _demand_the_same(found, one.name, other.name)
    )


def _demand_the_same(found: Examined, one: str, other: str) -> bool:
    for group in found.groups:
        if not {one, other}.isdisjoint({found.name_of(n) for n in group.active}):
            terms = found.terms(group)
            first, second = _own(found, one, terms), _own(found, other, terms)
            if first is second:
                continue
            if found.solver.values([first, negate(second)]) or found.solver.values([second, negate(first)]):
                return False
    return True


def _same_edition(one: str, other: str) -> bool:
    return one.partition(":")[0] == other.partition(":")[0]
