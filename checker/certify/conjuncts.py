"""Takes formulas apart, so that solvers need not be told of parts that a question can do without."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from checker.certify.expressions import Expression, atoms

__all__ = ["Witnesses", "conjuncts"]

_Said = tuple[Expression, bool, tuple[Expression, ...]]
"""An expression, whether it is said to be true, and the bindings around it, the outermost first."""

_Name = tuple[str, tuple[Expression, ...]]
"""A name, and the bindings the last of which binds it."""

_Cases = list[list[Expression]]
"""What is true in each of some cases, one of which is there."""


class Witnesses:
    """Names for the numbers of which a formula says that there are some: ``k.1``, ``k.2`` and so on.

    No part of a certificate has such a name. Those of two formulas that are supposed together must not be the
    same: ``before`` is how many there are already.
    """

    def __init__(self, before: int = 0) -> None:
        self._before = before
        self.names: list[str] = []

    def name(self) -> str:
        """Return a new name."""
        self.names.append(f"k.{self._before + len(self.names) + 1}")
        return self.names[-1]


def conjuncts(
    expression: Expression, meanings: Mapping[str, Expression], witnesses: Witnesses | None = None
) -> list[Expression]:
    """Return expressions all of which are true exactly where the given one is.

    ``meanings`` are those of names that stand for formulas; they are looked into where that takes them apart.
    So are formulas with quantifiers for which ``let`` binds names; each part keeps the bindings that it
    speaks of. Of the cases of a disjunction those are left out that deny a name of which another conjunct
    says that it is true, or affirm one that is not: that conjunct is among what is returned.

    With ``witnesses``, what is said to be true of some numbers is said of numbers with new names, and taken
    apart as well: then the expressions can all be true for some values of these names where the given one is
    true, and not where it is not.
    """
    found: list[Expression] = []
    waiting: list[_Said] = [(expression, True, ())]
    named: dict[_Name, bool] = {}
    while waiting:
        one, holds, around = waiting.pop()
        if isinstance(one, str):
            named[one, _binding(one, around)] = holds
        whole, inside = _meant(one, around, meanings)
        match whole:
            case ("not", denied):
                waiting.append((denied, not holds, inside))
                continue
            case ("=>", given, wanted) if not holds:
                waiting += [(wanted, False, inside), (given, True, inside)]
                continue
            case (("exists" | "forall") as word, tuple() as bound, body) if (
                witnesses is not None and holds == (word == "exists") and _are_numbers(bound)
            ):
                names = {str(pair[0]): witnesses.name() for pair in bound}
                waiting.append((_named(body, names), holds, inside))
                continue
        if isinstance(whole, tuple) and whole[:1] == ("and" if holds else "or",):
            waiting.extend((part, holds, inside) for part in reversed(whole[1:]))
            continue
        cases = _cases(whole, holds)
        if left := _not_excluded(cases, inside, named):
            waiting.append((_without(left, []), True, inside))
        elif common := _in_all_cases(cases):
            waiting.append((_without(cases, common), True, inside))
            waiting.extend((part, True, inside) for part in reversed(common))
        elif isinstance(whole, tuple) and _is_worth_opening(whole):
            waiting.append((whole[2], holds, (*inside, whole[1])))
        elif one != ("true" if holds else "false"):
            found.append(_within(around, one if holds else ("not", one)))
    return found


def _meant(
    one: Expression, around: tuple[Expression, ...], meanings: Mapping[str, Expression]
) -> tuple[Expression, tuple[Expression, ...]]:
    """Return what a name stands for, with the bindings around that; anything else stands for itself."""
    while isinstance(one, str):
        if bound := _binding(one, around):
            one, around = next(pair[1] for pair in bound[-1] if pair[0] == one), bound[:-1]
        elif one in meanings:
            return meanings[one], ()  # which speaks of nothing that is bound here
        else:
            break
    return one, around


def _binding(name: str, around: tuple[Expression, ...]) -> tuple[Expression, ...]:
    """Return the bindings the last of which binds a name: none where the name is free."""
    number = next((n for n in reversed(range(len(around))) if _binds(around[n], name)), -1)
    return around[: number + 1]


def _binds(bindings: Expression, name: str) -> bool:
    """Return whether a list of bindings, each a name with its value, binds a name."""
    return any(pair[0] == name for pair in bindings)


def _are_numbers(bound: tuple[Expression, ...]) -> bool:
    """Return whether some names, each with its sort, are names of numbers, and different ones."""
    numbers = all(isinstance(one, tuple) and one[1:] == ("Int",) for one in bound)
    return numbers and len({one[0] for one in bound}) == len(bound)


def _named(expression: Expression, names: Mapping[str, str]) -> Expression:
    """Return an expression with other names for some that are free in it."""
    if isinstance(expression, str):
        return names.get(expression, expression)
    match expression:
        case (("exists" | "forall") as word, tuple() as bound, body):
            left = {old: new for old, new in names.items() if not _binds(bound, old)}
            return (word, bound, _named(body, left)) if left else expression
        case ("let", tuple() as bound, body):
            left = {old: new for old, new in names.items() if not _binds(bound, old)}
            values = tuple((pair[0], *(_named(part, names) for part in pair[1:])) for pair in bound)
            return ("let", values, _named(body, left) if left else body)
    return tuple(_named(part, names) for part in expression)


def _not_excluded(cases: _Cases, inside: tuple[Expression, ...], named: Mapping[_Name, bool]) -> _Cases:
    """Return the cases that what is said of names leaves: nothing where it leaves none, or all of them."""

    def is_excluded(fact: Expression) -> bool:
        match fact:
            case ("not", str() as name):
                return named.get((name, _binding(name, inside))) is True
            case str() as name:
                return named.get((name, _binding(name, inside))) is False
        return False

    left = [facts for facts in cases if not any(map(is_excluded, facts))]
    return left if len(left) < len(cases) else []


def _cases(whole: Expression, holds: bool) -> _Cases:
    """Return the cases in which an expression is true, or is not: none where it tells no cases apart."""
    match whole:
        case ("ite", condition, yes, no):
            return [_facts((condition, True), (yes, holds)), _facts((condition, False), (no, holds))]
        case ("=>", given, wanted) if holds:
            return [_facts((given, False)), _facts((wanted, True))]
        case (str() as word, *parts) if word == ("or" if holds else "and"):
            return [_facts((part, holds)) for part in parts]
    return []


def _facts(*said: tuple[Expression, bool]) -> list[Expression]:
    """Return what is said, each of an expression that it is true or not, in parts."""
    found: list[Expression] = []
    waiting = list(reversed(said))
    while waiting:
        one, holds = waiting.pop()
        match one:
            case ("not", denied):
                waiting.append((denied, not holds))
            case (str() as word, *parts) if word == ("and" if holds else "or"):
                waiting.extend((part, holds) for part in reversed(parts))
            case _ if one != ("true" if holds else "false"):
                found.append(one if holds else ("not", one))
    return found


def _in_all_cases(cases: _Cases) -> list[Expression]:
    """Return what all cases have in common."""
    first, *others = map(dict.fromkeys, cases) if cases else ({},)
    return [fact for fact in first if all(fact in one for one in others)]


def _without(cases: _Cases, common: list[Expression]) -> Expression:
    """Return that one of some cases is there, without what they have in common."""
    left = [[fact for fact in one if fact not in common] for one in cases]
    return ("or", *(("and", "true", *facts) for facts in left)) if all(left) else "true"


def _is_worth_opening(whole: tuple[Expression, ...]) -> bool:
    """Return whether ``let`` names things that have quantifiers, which solvers do better in parts."""
    if whole[:1] != ("let",) or len(whole) != 3 or not isinstance(whole[1], tuple):
        return False
    plain = all(isinstance(one, tuple) and len(one) == 2 and isinstance(one[0], str) for one in whole[1])
    return plain and not atoms(whole).isdisjoint(("forall", "exists"))


def _within(around: Sequence[Expression], expression: Expression) -> Expression:
    """Return an expression with the bindings around it that it speaks of."""
    for bindings in reversed(around):
        spoken = atoms(expression)
        if any(binding[0] in spoken for binding in bindings):
            expression = ("let", bindings, expression)
    return expression
