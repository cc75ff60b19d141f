"""What must come sooner or later, decided on a state graph.

An answer that hangs on states of which it is not known what follows (a bound cut a step off, a step is
wrong, or a limit ended the search before the state was expanded) is undetermined. A play that has ended
and a fair cycle are violations whatever else was cut. Obligations that arise only beyond a bound are
outside the scope, as they are for invariants.
"""

from __future__ import annotations

import itertools
import operator
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from checker.explore.components import Edge
from checker.explore.fairness import Fairness, Part, fair_cycle
from checker.explore.graph_interface import Graph
from checker.explore.growing import Growth, growth
from checker.explore.waiting import Waiting
from checker.system.model import State, System
from checker.system.play import Play
from checker.system.terms import FALSE, Cell, Term

__all__ = ["Answer", "LivenessResult", "always_possible", "eventually", "hanging", "lasso", "leads_to"]


class Answer(Enum):
    """What the graph says about a claim."""

    HOLDS = "holds"
    VIOLATED = "violated"
    UNDETERMINED = "undetermined"


@dataclass(frozen=True)
class LivenessResult:
    """An answer with its evidence.

    ``play`` shows a violation: a play that has ended, or one that can go on for ever (``Play.loop``), or
    one to the state that is meant. ``reason`` says in a few words why: what kind of violation, or on what
    an undetermined answer hangs. ``pair`` has the two updates whose order matters, where that was asked.
    """

    answer: Answer
    play: Play | None = None
    reason: str = ""
    pair: tuple[int, int] | None = None


def leads_to(
    graph: Graph,
    premise: Term,
    goal: Term,
    fair: Iterable[Collection[int]] = (),
    strongly_fair: Iterable[Collection[int]] = (),
    *,
    but_for: Collection[Cell] = (),
) -> LivenessResult:
    """Decide whether ``goal`` always comes, at once or later, after a state in which ``premise`` is true.

    ``fair`` and ``strongly_fair`` are sets of indices of updates, see :mod:`checker.explore.fairness`. A
    play that has ended without the goal breaks the claim. So does one that comes back twice to where it was
    but for the cells ``but_for``, of which some have grown each time (:mod:`checker.explore.growing`);
    what it puts off makes no difference. The play of a violation has the shortest way to where it ends or
    goes round, and there a short cycle.
    """
    fairness = Fairness.of(fair, strongly_fair)
    return _comes(graph, graph.where(premise), goal, fairness, but_for=but_for, at_start=False)


def eventually(
    graph: Graph,
    goal: Term,
    fair: Iterable[Collection[int]] = (),
    strongly_fair: Iterable[Collection[int]] = (),
    *,
    but_for: Collection[Cell] = (),
) -> LivenessResult:
    """Decide whether every play reaches a state in which ``goal`` is true; see :func:`leads_to`."""
    fairness = Fairness.of(fair, strongly_fair)
    return _comes(graph, graph.where(FALSE), goal, fairness, but_for=but_for, at_start=True)


def _comes(
    graph: Graph,
    premise: bytearray,
    goal: Term,
    fairness: Fairness,
    *,
    but_for: Collection[Cell],
    at_start: bool,
) -> LivenessResult:
    waiting = graph.waiting(premise, graph.where(goal), at_start=at_start)
    ended = next((s for s in waiting.states if s in graph.over or s in graph.dead_ends), None)
    play = None if ended is None else waiting.play_to(ended)
    reason = "the play has ended" if ended in graph.over else "the play is at a dead end"
    parts = graph.fair_parts(waiting.states, fairness)
    entry = next((s for s in waiting.states if parts[s] >= 0), None)
    if entry is not None:
        cycle = fair_cycle(entry, Part(parts, parts[entry]), graph.edges, graph.enabled, fairness)
        endless = lasso(graph, waiting.play_to(entry), cycle)
        if play is None or len(endless) < len(play):
            play, reason = endless, "the play can go on for ever"
    if play is not None:
        return LivenessResult(Answer.VIOLATED, play, reason)
    found = growth(graph, waiting.states, but_for) if but_for else None
    if found is not None:
        return _grows(graph, waiting, found)
    return _unless_hanging(graph, waiting.states)


def _grows(graph: Graph, waiting: Waiting, found: Growth) -> LivenessResult:
    """Return the play that goes round twice, and what is more each time."""
    stem = waiting.play_to(found.start)
    ways = (*found.once, *found.again)
    states = (*stem.states, *(graph.state(target) for _, target in ways))
    play = Play(graph.system, states, (*stem.updates, *(update for update, _ in ways)))
    times = (len(stem), len(stem) + len(found.once), len(play))
    grown = ", ".join(_amounts(graph.system, [states[n] for n in times]))
    where = "the start" if times[0] == 0 else f"step {times[0]}"
    return LivenessResult(
        Answer.VIOLATED,
        play,
        f"the play can go on so: after steps {times[1]} and {times[2]} all is as after {where}, "
        f"but for {grown}",
    )


def _amounts(system: System, states: Sequence[State]) -> Iterator[str]:
    """Yield each number that is not the same in all of these states, with what it is in them."""
    shown = [system.show_state(state) for state in states]
    for name, first in shown[0].items():
        keys = list(first) if isinstance(first, dict) else [None]
        for key in keys:
            values = [one[name] if key is None else one[name][key] for one in shown]
            if any(value != values[0] for value in values):
                of = name if key is None else f"{name}[{key}]"
                yield f"{of}: {', '.join(map(str, values))}"


def always_possible(graph: Graph, goal: Term) -> LivenessResult:
    """Decide whether from every state some play still reaches one in which ``goal`` is true.

    A violation is the shortest play to a state from which the goal is out of reach.
    """
    possible = graph.reaching(_marked(graph.where(goal)))
    lost = bytearray(map(operator.not_, possible))
    if 1 in lost:
        unexpanded = range(graph.expanded, len(graph))
        unknown = graph.reaching(s for s in itertools.chain(graph.blocked, unexpanded) if lost[s])
        certain = next((s for s in _marked(lost) if not unknown[s]), None)
        if certain is not None:
            return LivenessResult(
                Answer.VIOLATED, graph.play_to(certain), "from here it is out of reach for good"
            )
    return _unless_hanging(graph, _marked(lost))


def _marked(flags: bytearray) -> Iterator[int]:
    """Yield the numbers of the states that have a 1 among ``flags``, in order."""
    return itertools.compress(range(len(flags)), flags)


def hanging(graph: Graph, number: int, updates: Callable[[int], bool] = lambda _: True) -> str:
    """Say why it is not known all that follows a state by these ``updates``, or nothing if it is known."""
    if number >= graph.expanded:
        return "a state that was not expanded"
    blocked = [u for u in graph.blocked.get(number, ()) if updates(u)]
    if not blocked:
        return ""
    name = graph.system.updates[blocked[0]].name
    wrong = graph.system.holds(graph.system.updates[blocked[0]].wrong, graph.state(number))
    return f"the step {name}, which is {'wrong' if wrong else 'cut off by a bound'}"


def lasso(graph: Graph, stem: Play, cycle: Sequence[Edge]) -> Play:
    """Return the play that goes ``stem`` and then round ``cycle``, which ends where the stem does."""
    return Play(
        graph.system,
        stem.states + tuple(graph.state(target) for _, target in cycle),
        stem.updates + tuple(update for update, _ in cycle),
        loop=len(stem),
    )


def _unless_hanging(graph: Graph, numbers: Iterable[int]) -> LivenessResult:
    """Return that the claim holds, unless it is not known what follows one of these states."""
    if graph.stopped:
        return LivenessResult(Answer.UNDETERMINED, reason=f"the graph is not whole: {graph.stopped}")
    first = min((s for s in numbers if s in graph.blocked), default=None)
    if first is not None:
        return LivenessResult(Answer.UNDETERMINED, reason=f"it hangs on {hanging(graph, first)}")
    return LivenessResult(Answer.HOLDS)
