"""Searching the product of two sides for every kind of difference, each with its shortest play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from checker.explore.interface import Outcome, Progress, Target
from checker.judge.comparison.basis import Basis
from checker.judge.comparison.parts import Parts
from checker.judge.comparison.product import Difference, Form, Key, Product
from checker.judge.engines import search
from checker.judge.questions import bound_key, bound_targets
from checker.system.model import State, System
from checker.system.play import Play
from checker.system.terms import FALSE, Term, evaluate_all

__all__ = ["Found", "HalfPlay", "Searched", "search_product"]

_HALF_CUT = "a bound cuts one side only"


@dataclass(frozen=True)
class HalfPlay:
    """A play as one side has it, as data: its states and the places of its updates among that side's own.

    The last step is the one by which the sides differ, where this side takes it (``takes``); where it goes
    wrong, no state follows it. ``key`` is that step, where the difference is one of a step.
    """

    states: tuple[State, ...]
    updates: tuple[int, ...]
    takes: bool
    key: Key | None = None


@dataclass(frozen=True)
class Found:
    """A kind of difference that some play shows.

    ``count`` is in how many situations it is found (as far as was searched), and ``fields`` says so for each
    part of the state that comes out otherwise. ``plays`` is the shortest play on both sides; for a start that
    only one side has, the other side's is missing.
    """

    form: Form
    rule: str
    side: int | None
    count: int
    length: int
    plays: tuple[HalfPlay | None, HalfPlay | None]
    fields: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Searched:
    """What a search of the product gave, and what it rests on; its sizes and bounds are not known here."""

    found: tuple[Found, ...]
    basis: Basis


def search_product(
    product: Product,
    parts: Parts,
    sides: tuple[System, System],
    *,
    engine: str = "auto",
    seconds: float | None = None,
    progress: Progress | None = None,
) -> Searched:
    """Search all plays that two sides share for where they part.

    Args:
        product: of the two sides.
        parts: by which they are compared.
        sides: the two systems.
        engine: as in :func:`checker.judge.engines.search`.
        seconds: when to give up.
        progress: told now and then how far it is.

    """
    found = list(_starts(product))
    names = tuple(part.name for part in parts.compared)
    basis = Basis(names, parts.whole, parts.left_out, same=product.same)
    if product.same or not product.system.initial:
        return Searched(tuple(found), basis)
    targets = [Target(_name(n), d.condition) for n, d in enumerate(product.differences)]
    if product.half_cut is not FALSE:
        targets.append(Target(_HALF_CUT, product.half_cut))
    bounds = bound_targets(product.system)
    outcome, _ = search(
        product.system, [*targets, *bounds], engine=engine, seconds=seconds, progress=progress
    )
    counts = _counts(product, outcome)
    for number, difference in enumerate(product.differences):
        play = outcome.found.get(_name(number))
        if play is not None:
            found.append(_found(product, sides, difference, play, counts[number]))
    found.sort(key=lambda one: (one.length, one.form is not Form.START))
    seen = outcome.statistics
    counting = sum(seen.fired[place] for place in product.counters)
    names_cut = dict.fromkeys(name for u in product.system.updates for name, _ in u.cut_parts)
    basis = replace(
        basis,
        engine=outcome.engine,
        states=seen.states,
        steps=seen.transitions - counting,
        levels=seen.levels,
        stopped="" if outcome.complete else outcome.stopped,
        cut=tuple(name for name in names_cut if bound_key(name) in outcome.found),
        half_cut=_HALF_CUT in outcome.found,
    )
    return Searched(tuple(found), basis)


def _name(number: int) -> str:
    return f"difference {number}"


def _counts(product: Product, outcome: Outcome) -> list[dict[str, int]]:
    """Return for each difference in how many situations it was found, and below its parts how often these."""
    counts: list[dict[str, int]] = [{} for _ in product.differences]
    for place, (number, part) in product.counters.items():
        counts[number][part] = outcome.statistics.fired[place]
    return counts


def _starts(product: Product) -> Iterator[Found]:
    for side, states in enumerate(product.starts):
        if states:
            only = HalfPlay((states[0],), (), takes=False)
            plays = (only, None) if side == 0 else (None, only)
            yield Found(Form.START, "", side, len(states), 0, plays)


def _found(
    product: Product, sides: tuple[System, System], difference: Difference, play: Play, counts: dict[str, int]
) -> Found:
    """Return a kind of difference with the play on both sides, up to the step that shows it."""
    last = play.states[-1]
    values = product.system.environment(last)

    def true(terms: list[Term]) -> list[int]:
        return [n for n, value in enumerate(evaluate_all(terms, values)) if value]

    label = None
    if difference.labels:
        label = difference.labels[true([shown.condition for shown in difference.labels])[0]]
    halves = []
    for side in (0, 1):
        states = [product.half(state, side) for state in play.states]
        updates = [product.steps[place][side] for place in play.updates]
        place = None if label is None else label.places[side]
        takes = place is not None and sides[side].holds(sides[side].updates[place].enabled, states[-1])
        if takes:
            assert place is not None
            update = sides[side].updates[place]
            updates.append(place)
            if not sides[side].holds(update.wrong, states[-1]):
                states.append(sides[side].after(states[-1], update))
        key = None if label is None else label.key
        halves.append(HalfPlay(tuple(states), tuple(updates), takes, key))
    return Found(
        difference.form,
        difference.rule,
        difference.side,
        counts[""],
        len(play) + (label is not None),
        (halves[0], halves[1]),
        {name: number for name, number in counts.items() if name and number},
    )
