"""``compare``: two sides held against each other, by their plays, their claims and their rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

from checker.errors import UsageError
from checker.judge.answers import FaultError
from checker.judge.check import check
from checker.judge.comparison.basis import Basis
from checker.judge.comparison.bench import Bench, BenchLostError, Here, Process
from checker.judge.comparison.flips import flips
from checker.judge.comparison.halves import Half
from checker.judge.comparison.outcome import (
    Comparison,
    ScenarioOutcome,
    Scenarios,
    SideTold,
    Situation,
)
from checker.judge.comparison.product import Form
from checker.judge.comparison.searching import Found, Searched
from checker.judge.comparison.serving import opened, search, told
from checker.judge.comparison.sides import Opened, SideName
from checker.judge.inquiry import Clock
from checker.judge.readings import Difference, differ
from checker.judge.selection import Listener, Selection
from checker.judge.verdict import Verdict
from checker.judge.workspace import Workspace
from checker.system.portable import unpacked

__all__ = ["Place", "Places", "Verdicts", "Wish", "compare", "hold_together"]


@dataclass(frozen=True)
class Wish:
    """How a comparison is to be made.

    ``by`` are the fields or functions by which the sides are compared, where not by all. ``claims`` says
    whether claims are judged on both sides too. ``scenarios`` is the folder of tests with the scenarios of
    the game, and ``play`` plays them on one side. The rest is as in :class:`Selection`.
    """

    by: tuple[str, ...] = ()
    claims: bool = True
    scenarios: Path | None = None
    play: Callable[[Workspace, SideName, Path], tuple[ScenarioOutcome, ...]] | None = None
    engine: str = "auto"
    timeout: float | None = None
    jobs: int = 0
    cache: bool = False


@dataclass(frozen=True)
class Place:
    """Where a side is found: in a workspace, on a bench, under a name; ``label`` is what it is called."""

    bench: Bench
    workspace: Workspace
    name: SideName
    label: str = ""


Places = tuple[Place, Place]

Verdicts = Callable[[Places, tuple[Selection, Selection]], Sequence[tuple[Verdict, ...]]]
"""What judges claims on both sides, as a selection asks for them on each."""


def compare(
    workspace: Workspace, sides: tuple[SideName, SideName], wish: Wish, listener: Listener
) -> Comparison:
    """Hold two sides of one workspace against each other.

    Raises:
        ModelError: a model, spec or rulebook is wrong.
        UsageError: a side names what does not exist, or the two cannot be compared.
    """
    clock = Clock(wish.timeout)
    with ExitStack() as stack:
        bench: Bench = stack.enter_context(Process()) if wish.jobs else Here()
        places = (Place(bench, workspace, sides[0]), Place(bench, workspace, sides[1]))

        def verdicts(_: Places, selections: tuple[Selection, Selection]) -> list[tuple[Verdict, ...]]:
            return [check(workspace, selection, listener).verdicts for selection in selections]

        return hold_together(places, wish, clock, listener, verdicts)


def hold_together(
    places: Places,
    wish: Wish,
    clock: Clock,
    listener: Listener,
    verdicts: Verdicts,
) -> Comparison:
    """Hold two sides against each other, wherever they are.

    Args:
        places: where the sides are.
        wish: how they are compared.
        clock: the time that is left.
        listener: told what goes on.
        verdicts: judges claims on both sides.

    Raises:
        InputError: as :func:`compare`.
        FaultError: what a search found is not so on plain values.
        BenchLostError: a bench had ended before.
    """
    coming = [p.bench.ask(opened, p.workspace, p.name) for p in places]
    data = [one.get(listener) for one in coming]
    sides: tuple[Opened, Opened] = (unpacked(data[0]), unpacked(data[1]))
    _check_sizes(sides)
    try:
        answer = places[0].bench.ask(search, data[0], data[1], wish.by, wish.engine, clock.left())
        searched = answer.get(listener, clock)
        situations = _situations(places, sides, searched, listener)
    except BenchLostError as lost:
        searched = Searched((), Basis(stopped=str(lost)))
        situations = ()
    basis = _basis(sides, searched.basis)
    found = _with_rules(Comparison(_told_sides(places, sides), situations, basis), sides)
    found = replace(found, scenarios=_scenarios(places, sides, wish, listener))
    if not wish.claims:
        return found
    first, second = (_selection(p, sides, i, wish, clock) for i, p in enumerate(places))
    try:
        judged = verdicts(places, (first, second))
    except BenchLostError as lost:
        return replace(found, basis=replace(found.basis, stopped=found.basis.stopped or str(lost)))
    return _with_verdicts(found, sides, judged)


def _check_sizes(sides: tuple[Opened, Opened]) -> None:
    """Refuse two sizes of one game, which have no states in common."""
    mine, theirs = sides
    if mine.name != theirs.name:
        return
    for name, size in mine.sizes.items():
        other = theirs.sizes.get(name, size)
        if other != size:
            raise UsageError(
                f"{size} {name} on one side and {other} on the other are two games without a common state",
                hint="give both sides the same size",
            )


def _basis(sides: tuple[Opened, Opened], searched: Basis) -> Basis:
    """Return what a search rests on, with the sizes and bounds of both sides."""
    mine, theirs = sides
    bounds = {name: min(n, theirs.bounds.get(name, n)) for name, n in mine.bounds.items()}
    return replace(searched, sizes={**theirs.sizes, **mine.sizes}, bounds={**theirs.bounds, **bounds})


# -- situations ------------------------------------------------------------------------------------------


def _situations(
    places: Places, sides: tuple[Opened, Opened], searched: Searched, listener: Listener
) -> tuple[Situation, ...]:
    """Return what was found, each play replayed on both sides and the difference seen on plain values."""
    if not searched.found:
        return ()
    halves = [
        p.bench.ask(
            told, p.workspace, p.name, [one.plays[side] for one in searched.found], searched.basis.compared
        ).get(listener)
        for side, p in enumerate(places)
    ]
    situations = []
    for one, mine, theirs in zip(searched.found, halves[0], halves[1], strict=True):
        fields = _check(one, (mine, theirs))
        rules = [side.rules[one.rule].clauses for side in sides if one.rule in side.rules]
        if one.rule and not any(rules):
            # An event of several rules cites the clauses of those that happened in it.
            rules = [h.play.steps[-1].clauses for h in (mine, theirs) if h.takes and h.play is not None]
        clauses = tuple(dict.fromkeys(c for cited in rules for c in cited))
        shared = one.length - (one.form not in (Form.START, Form.OVER))
        situations.append(
            Situation(
                one.form, one.rule, one.side, one.count, shared, (mine, theirs), fields or one.fields, clauses
            )
        )
    return tuple(situations)


def _check(one: Found, halves: tuple[Half, Half]) -> Mapping[str, int]:
    """Check that plain values show a difference as it was found; return the parts in which it is seen.

    Raises:
        FaultError: they do not.
    """
    mine, theirs = halves
    if one.form is Form.START:
        only, other = (mine, theirs) if one.side == 0 else (theirs, mine)
        assert only.views is not None
        _must(all(start != only.views[1] for start in other.starts), one)
        return {}
    assert mine.views is not None
    assert theirs.views is not None
    _must(mine.views[0] == theirs.views[0], one)
    if one.form is Form.OVER:
        _must(mine.over != theirs.over and mine.over == (one.side == 0), one)
    elif one.form is Form.WRONG:
        _must(mine.takes and theirs.takes and bool(mine.wrong) != bool(theirs.wrong), one)
    elif mine.takes and theirs.takes:
        differ_in = [name for name, value in mine.views[1].items() if theirs.views[1][name] != value]
        _must(bool(differ_in), one)
        return {name: one.fields.get(name, 0) for name in differ_in} if not one.fields else {}
    else:
        _must(mine.takes != theirs.takes and mine.takes == (one.side == 0), one)
    return {}


def _must(true: bool, one: Found) -> None:
    if not true:
        raise FaultError(
            f"the search finds a difference ({one.form.value}, {one.rule or 'no rule'}) after {one.length} "
            "steps, and plain values do not show it"
        )


# -- rules, clauses and claims -------------------------------------------------------------------------------


def _told_sides(places: Places, sides: tuple[Opened, Opened]) -> tuple[SideTold, SideTold]:
    labels = [_label(i, sides) for i in (0, 1)]
    if labels[0] == labels[1]:
        labels = ["one side", "the other side"]
    first, second = (
        SideTold(
            place.label or labels[i],
            side.name,
            side.file,
            place.name.settings,
            side.options,
            side.scopes,
            side.rules,
            side.clauses,
        )
        for i, (place, side) in enumerate(zip(places, sides, strict=True))
    )
    return first, second


def _label(number: int, sides: tuple[Opened, Opened]) -> str:
    """Return what sets a side apart from the other one: its game, or what is read otherwise in it."""
    mine, theirs = sides[number], sides[1 - number]
    if mine.name != theirs.name:
        return ",".join([mine.name, *(f"{k}={v}" for k, v in mine.settings)])
    apart = {**mine.readings, **{k: str(n) for k, n in mine.scopes.items()}}
    other = {**theirs.readings, **{k: str(n) for k, n in theirs.scopes.items()}}
    return ",".join(f"{k}={v}" for k, v in apart.items() if other.get(k) != v)


def _with_rules(found: Comparison, sides: tuple[Opened, Opened]) -> Comparison:
    """Return a comparison with the rules and clauses that are not the same on two sides of one game."""
    mine, theirs = sides
    if mine.name != theirs.name:
        return found
    both = [name for name in mine.rules if name in theirs.rules]
    return replace(
        found,
        rules=_apart(mine.rules, theirs.rules),
        cited_anew=tuple(n for n in both if mine.rules[n].clauses != theirs.rules[n].clauses),
        clauses_changed=tuple(c for c, text in mine.clauses.items() if theirs.clauses.get(c, text) != text),
        clauses_only=_apart(mine.clauses, theirs.clauses),
    )


def _apart(
    mine: Mapping[str, object], theirs: Mapping[str, object]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the names that are on one side only, by side."""
    return tuple(n for n in mine if n not in theirs), tuple(n for n in theirs if n not in mine)


def _scenarios(places: Places, sides: tuple[Opened, Opened], wish: Wish, listener: Listener) -> Scenarios:
    """Play the scenarios of a game on both sides, and return which flip."""
    if sides[0].name != sides[1].name:
        return Scenarios(missing="a scenario is about one game, and these are two")
    if wish.play is None or wish.scenarios is None:
        return Scenarios(missing="there is no folder of tests to look for them")
    try:
        both = [p.bench.ask(wish.play, p.workspace, p.name, wish.scenarios).get(listener) for p in places]
    except BenchLostError as lost:
        return Scenarios(missing=str(lost))
    return flips(both[0], both[1], (sides[0].readings, sides[1].readings))


def _selection(
    place: Place, sides: tuple[Opened, Opened], number: int, wish: Wish, clock: Clock
) -> Selection:
    """Return what asks for the claims about one side, under its readings alone."""
    mine, theirs = sides[number], sides[1 - number]
    settings = dict(place.name.settings)
    readings = {
        name: option
        for name, option in mine.readings.items()
        if name in settings or theirs.readings.get(name, option) != option
    }
    return Selection(
        games=(place.name.game,),
        scopes={name: mine.scopes[name] for name in settings if name in mine.scopes},
        readings=readings,
        engine=wish.engine,
        timeout=clock.left(),
        jobs=wish.jobs,
        cache=wish.cache,
    )


def _with_verdicts(
    found: Comparison, sides: tuple[Opened, Opened], judged: Sequence[tuple[Verdict, ...]]
) -> Comparison:
    """Return a comparison with what is found by comparing the verdicts of both sides."""
    mine, theirs = (
        {v.claim: v for v in verdicts if v.readings == side.readings}
        for side, verdicts in zip(sides, judged, strict=True)
    )
    pairs = [Difference(v, theirs[name]) for name, v in mine.items() if name in theirs]
    one_game = sides[0].name == sides[1].name
    return replace(
        found,
        judged=len(pairs),
        verdicts=tuple(p for p in pairs if differ(p)),
        unknown=tuple(p for p in pairs if differ(p) is None),
        only=_apart(mine, theirs) if one_game else ((), ()),
    )
