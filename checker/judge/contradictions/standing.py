"""How a clash stands: open, settled by what the rulebook says of precedence, or an exception."""

from __future__ import annotations

from checker.judge.clauses import Precedence, Rulebook
from checker.judge.contradictions.demands import Demand
from checker.judge.contradictions.examine import Clash, Examined
from checker.judge.contradictions.finding import Standing
from checker.judge.norms.forms import FormKind

__all__ = ["settled_by", "special", "standing_of"]

_GENERAL = {
    "prohibitions": (FormKind.FORBIDS, FormKind.ONLY),
    "permissions": (FormKind.PERMITS,),
    "rules": tuple(FormKind),
}
"""The forms of norm that a word of a stated precedence speaks of; card texts are no clauses."""


def settled_by(rulebook: Rulebook | None, examined: Examined, clash: Clash) -> tuple[Precedence, str] | None:
    """Return the stated precedence that settles a clash, and the clause that wins by it, if one does.

    What it says of permissions and prohibitions in general counts between two that speak of the same.
    """
    demands = [examined.topic.demands[n] for n in clash.demands]
    for stated in rulebook.precedence if rulebook is not None else ():
        winners = [d for d in demands if _named(stated.wins, d)]
        losers = [d for d in demands if _named(stated.over, d)]
        general = not _GENERAL.keys().isdisjoint((*stated.wins, *stated.over))
        winner = next((w for w in winners if any(_gives_way(o, w, general) for o in losers)), None)
        if winner is not None:
            return stated, winner.clause
    return None


def _gives_way(loser: Demand, winner: Demand, general: bool) -> bool:
    """Whether a demand gives way to one of another clause, in general only of the same thing."""
    if loser.clause == winner.clause or not general:
        return loser.clause != winner.clause
    spoken = {*loser.instances, *loser.norm.fields}
    return not spoken.isdisjoint((*winner.instances, *winner.norm.fields))


def _named(words: tuple[str, ...], demand: Demand) -> bool:
    return any(
        demand.kind in _GENERAL[word]
        if word in _GENERAL
        else demand.clause == word or demand.clause.startswith(f"{word}/")
        for word in words
    )


def standing_of(examined: Examined, clash: Clash) -> Standing:
    """Return how a clash that no precedence settles stands, by the situations in which its clauses speak."""
    if len(clash.demands) != 2 or len({examined.clause_of(n) for n in clash.demands}) != 2:
        return Standing.SEVERAL
    first, second = (_groups(examined, clash, n) for n in clash.demands)
    if first == second:
        return Standing.HEAD_ON
    return Standing.EXCEPTION if first < second or second < first else Standing.CROSSING


def special(examined: Examined, clash: Clash) -> tuple[str, str]:
    """Return of an exception the clause of the special case, and the one of the general rule."""
    one, other = clash.demands
    if _groups(examined, clash, one) < _groups(examined, clash, other):
        return examined.clause_of(one), examined.clause_of(other)
    return examined.clause_of(other), examined.clause_of(one)


def _groups(examined: Examined, clash: Clash, number: int) -> set[int]:
    """Return the groups, of the kind in which the clash is, in which a demand is in force."""
    return {
        i
        for i, g in enumerate(examined.groups)
        if number in g.active and g.about_event == clash.group.about_event
    }
