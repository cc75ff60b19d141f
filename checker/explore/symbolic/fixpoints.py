"""What must come, and what stays possible, decided on sets of states: for games too large for a graph.

The answers are those of :mod:`checker.explore.liveness` without fairness, which decides the same on graphs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from checker.explore.interface import Limits, Progress, Target
from checker.explore.liveness import Answer
from checker.explore.stopping import Stop
from checker.explore.symbolic.diagrams import Diagram, OutOfMemory
from checker.explore.symbolic.engine import DEFAULT_MEMORY, require_diagrams
from checker.explore.symbolic.model import SymbolicModel
from checker.explore.symbolic.plays import Levels, play_to, step_into
from checker.explore.symbolic.search import Search
from checker.system.model import State, System, Update
from checker.system.play import Play
from checker.system.terms import (
    FALSE,
    Cell,
    Domain,
    Term,
    all_of,
    any_of,
    negate,
    substitute,
    var,
)

__all__ = ["FixpointResult", "always_possible", "eventually", "leads_to"]


@dataclass(frozen=True)
class FixpointResult:
    """An answer with its evidence.

    ``play`` shows a violation: a play that has ended, or goes on for ever (``Play.loop``), or leads to the
    state that is meant. ``reason`` says in a few words why. ``levels`` is the number of breadth-first
    levels of the search, ``rounds`` how often states were taken in or out until nothing changed.
    """

    answer: Answer
    play: Play | None = None
    reason: str = ""
    levels: int = 0
    rounds: int = 0


def always_possible(
    system: System,
    goal: Term,
    *,
    limits: Limits = Limits(),  # noqa: B008 - an immutable value
    memory: int = DEFAULT_MEMORY,
    progress: Progress | None = None,
) -> FixpointResult:
    """Decide whether from every state some play still reaches one in which ``goal`` is true.

    A violation is the shortest play to a state from which the goal is out of reach, whatever follows steps
    that are wrong or cut. Raises UsageError where decision diagrams cannot be used here.
    """
    require_diagrams()
    search = Search(system, (), limits, stop_when_found=False, progress=progress)
    return _decided(search, memory, lambda seen: _lost(seen, goal))


def leads_to(
    system: System,
    premise: Term,
    goal: Term,
    *,
    limits: Limits = Limits(),  # noqa: B008 - an immutable value
    memory: int = DEFAULT_MEMORY,
    progress: Progress | None = None,
) -> FixpointResult:
    """Decide whether ``goal`` always comes, at once or later, after a state in which ``premise`` is true.

    A play that has ended without the goal breaks the claim, as does one that goes on for ever without it,
    fair or not. Raises UsageError where decision diagrams cannot be used here.
    """
    watched = _watched(system, premise, goal, at_start=False)
    return _comes(system, watched, limits, memory, progress)


def eventually(
    system: System,
    goal: Term,
    *,
    limits: Limits = Limits(),  # noqa: B008 - an immutable value
    memory: int = DEFAULT_MEMORY,
    progress: Progress | None = None,
) -> FixpointResult:
    """Decide whether every play reaches a state in which ``goal`` is true; see :func:`leads_to`."""
    watched = _watched(system, FALSE, goal, at_start=True)
    return _comes(system, watched, limits, memory, progress)


@dataclass(frozen=True)
class _Seen:
    """What a search has seen: the states reached, and those of them from which no step was taken yet."""

    model: SymbolicModel
    levels: Levels
    reached: Diagram
    newest: Diagram
    found: Mapping[str, Play]
    stopped: str

    @property
    def hanging(self) -> Diagram:
        """The states of which it is not known all that follows."""
        terms = (*self.model.wrong, *self.model.cut)
        blocked = self.model.diagrams.union(self.model.among(self.reached, term) for term in terms)
        return blocked | self.newest if self.stopped else blocked

    def first(self, states: Diagram) -> Play:
        """Return the least of the shortest plays into some of the states."""
        false = self.model.diagrams.false
        length = next(i for i in range(len(self.levels)) if self.levels[i] & states != false)
        return play_to(self.model, self.levels, self.levels[length] & states, length)

    def reaching(self, goal: Diagram) -> tuple[Diagram, int]:
        """Return the states from which proper steps lead into ``goal``, and after how many rounds."""
        found = newest = self.reached & goal
        rounds = 0
        while newest != self.model.diagrams.false:
            rounds += 1
            newest = self.model.steps.before(newest, self.reached) & ~found
            found = found | newest
        return found, rounds

    def going_on(self, states: Diagram) -> tuple[Diagram, int]:
        """Return those of ``states`` in which a play can stay for ever, and after how many rounds."""
        rounds = 0
        while True:
            rounds += 1
            smaller = states & self.model.steps.before(states, self.reached)
            if smaller == states:
                return states, rounds
            states = smaller


def _decided(search: Search, memory: int, decide: Callable[[_Seen], FixpointResult]) -> FixpointResult:
    """Search, then decide by what was seen."""
    stopped = ""
    levels = 0
    try:
        try:
            search.run(memory)
        except Stop as stop:
            stopped = str(stop)
        if search.model is None:
            return FixpointResult(Answer.UNDETERMINED, reason=_not_whole(stopped))
        levels = len(search.levels)
        seen = _Seen(search.model, search.levels, search.reached, search.newest, search.found, stopped)
        with search.model.diagrams.guarded():
            return replace(decide(seen), levels=levels)
    except (Stop, OutOfMemory) as stop:  # time and memory may also run out when all states are known
        return FixpointResult(Answer.UNDETERMINED, reason=str(stop), levels=levels)


def _not_whole(stopped: str) -> str:
    return f"the search is not whole: {stopped}"


def _lost(seen: _Seen, goal: Term) -> FixpointResult:
    """Decide by the states from which the goal is out of reach."""
    possible, rounds = seen.reaching(seen.model.among(seen.reached, goal))
    lost = seen.reached & ~possible
    unknown, more = seen.reaching(lost & seen.hanging)
    certain = lost & ~unknown
    if certain == seen.model.diagrams.false:
        return _unless_hanging(seen, lost, rounds + more)
    reason = "from here it is out of reach for good"
    return FixpointResult(Answer.VIOLATED, seen.first(certain), reason, rounds=rounds + more)


_WAITING = Cell("(waiting)", Domain.boolean())
"""Says in a watched system whether the goal is waited for."""

_ENDED = {"over": "the play has ended", "stuck": "the play is at a dead end"}


def _watched(system: System, premise: Term, goal: Term, *, at_start: bool) -> System:
    """Return the system with a cell after its own that says whether the goal is waited for."""

    def begun(state: State) -> bool:
        return not system.holds(goal, state) and (at_start or system.holds(premise, state))

    updates = []
    for update in system.updates:
        met, asked = _in_next_state(update, (goal, premise))
        awaits = all_of((negate(met), any_of((var(_WAITING), asked))))
        updates.append(replace(update, next={**update.next, _WAITING: awaits}))
    return replace(
        system,
        cells=(*system.cells, _WAITING),
        initial=tuple((*state, int(begun(state))) for state in system.initial),
        updates=tuple(updates),
    )


def _in_next_state(update: Update, conditions: tuple[Term, ...]) -> list[Term]:
    """Return conditions on the state after an update as conditions on the state before it."""
    return substitute(conditions, lambda variable: update.next.get(variable.cell))


def _comes(
    system: System, watched: System, limits: Limits, memory: int, progress: Progress | None
) -> FixpointResult:
    """Decide whether the goal that is waited for in the watched system always comes."""
    require_diagrams()
    due = var(_WAITING)
    stuck = negate(any_of((system.over, system.alive)))
    ends = (Target("over", all_of((due, system.over))), Target("stuck", all_of((due, stuck))))
    search = Search(watched, ends, limits, stop_when_found=False, progress=progress)
    result = _decided(search, memory, _never_comes)
    if result.play is None:
        return result
    told = tuple(state[:-1] for state in result.play.states)
    return replace(result, play=Play(system, told, result.play.updates, result.play.loop))


def _never_comes(seen: _Seen) -> FixpointResult:
    """Decide by the plays that have ended, and by those that can go on, while the goal is waited for."""
    due = seen.model.among(seen.reached, var(_WAITING))
    endless, rounds = seen.going_on(due)
    ended = sorted(seen.found.items(), key=lambda found: _place_among_plays(found[1]))
    plays = [(play, _ENDED[name]) for name, play in ended]
    if endless != seen.model.diagrams.false:
        plays.append((_round(seen, seen.first(endless), endless), "the play can go on for ever"))
    if plays:
        play, reason = min(plays, key=lambda found: len(found[0]))
        return FixpointResult(Answer.VIOLATED, play, reason, rounds=rounds)
    return _unless_hanging(seen, due, rounds)


def _place_among_plays(play: Play) -> tuple[int, int, tuple[int, ...]]:
    """Return where a play stands among all, as a breadth-first search comes to them."""
    return len(play), play.system.initial.index(play.states[0]), play.updates


def _round(seen: _Seen, stem: Play, endless: Diagram) -> Play:
    """Return the play that goes on from ``stem``, within ``endless``, round a shortest cycle.

    The cycle begins where the stem ends, if one leads back there, and otherwise where a walk comes again.
    """
    cycle = _cycle(seen.model, stem.states[-1], endless)
    if cycle is None:
        stem = _walk(seen.model, stem, endless)
        cycle = _cycle(seen.model, stem.states[-1], endless)
        assert cycle is not None, "the walk has come to this state twice"
    states, updates = (*stem.states, *cycle.states[1:]), (*stem.updates, *cycle.updates)
    return Play(stem.system, states, updates, loop=len(stem))


def _cycle(model: SymbolicModel, start: State, within: Diagram) -> Play | None:
    """Return the least of the shortest plays from ``start`` back to it, or None where none leads back."""
    home = model.encoding.is_state(start)
    levels = Levels(model.diagrams.false)
    reached = newest = home
    levels.add(reached)
    while newest != model.diagrams.false:
        after = model.steps.after(newest) & within
        if after & home != model.diagrams.false:
            return play_to(model, levels, home, len(levels), starts=(start,))
        newest = after & ~reached
        reached = reached | newest
        levels.add(reached)
    return None


def _walk(model: SymbolicModel, stem: Play, within: Diagram) -> Play:
    """Return the play that goes on from ``stem`` to the first state to which the walk comes twice."""
    states, updates = list(stem.states), list(stem.updates)
    place: dict[State, int] = {}
    while states[-1] not in place:
        place[states[-1]] = len(updates)
        index, state = step_into(model, states[-1], within)
        states.append(state)
        updates.append(index)
    first = place[states[-1]]
    return Play(stem.system, tuple(states[: first + 1]), tuple(updates[:first]))


def _unless_hanging(seen: _Seen, states: Diagram, rounds: int) -> FixpointResult:
    """Return that the claim holds, unless it is not known what follows one of these states."""
    if seen.stopped:
        return FixpointResult(Answer.UNDETERMINED, reason=_not_whole(seen.stopped), rounds=rounds)
    for kind, blocked in (("wrong", seen.model.wrong), ("cut off by a bound", seen.model.cut)):
        for index, term in enumerate(blocked):
            if seen.model.among(states, term) != seen.model.diagrams.false:
                name = seen.model.system.updates[index].name
                reason = f"it hangs on the step {name}, which is {kind}"
                return FixpointResult(Answer.UNDETERMINED, reason=reason, rounds=rounds)
    return FixpointResult(Answer.HOLDS, rounds=rounds)
