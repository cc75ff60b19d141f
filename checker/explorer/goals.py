"""Goals: the shortest play to a condition, searched for and replayed before anybody sees it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from checker.errors import UsageError
from checker.explore.interface import Statistics, Target
from checker.explorer.conditions import Condition
from checker.explorer.positions import Explored, Position, Step
from checker.judge.answers import FaultError
from checker.judge.claims import ClaimKind
from checker.judge.engines import search
from checker.judge.questions import Question, question_of
from checker.judge.telling import Teller
from checker.judge.verdict import describe_limits
from checker.language.lower import lower
from checker.language.plain.replay import Replay
from checker.report.summary import counted
from checker.system.model import System
from checker.system.play import Play
from checker.system.terms import FALSE, all_of, negate

__all__ = ["Goal", "reach"]


@dataclass(frozen=True)
class Goal:
    """What came of looking for a play.

    ``status`` is ``found`` (with the play, replayed by the rules on plain values), ``none`` (no play within
    these sizes reaches it) or ``undetermined``; ``told`` says so in a sentence.
    """

    status: str
    told: str
    initial: int = 0
    steps: tuple[Step, ...] = ()


def reach(
    game: Explored,
    condition: Condition,
    *,
    seconds: float | None,
    tell: Callable[[str], None],
    after: Position | None = None,
) -> Goal:
    """Look for the shortest play from a start to a state (or to a step, of a claim on steps) as asked.

    Args:
        game: the game.
        condition: what the play is to reach.
        seconds: when to give up.
        tell: is told now and then how far it is.
        after: where the play goes on from, if not from any start; the steps to it are part of the play then.

    Raises:
        ModelError: the rules or the condition cannot be traced.

    """
    tell("reading the rules")
    question = question_of(lower(game.schema), condition.claim)
    target = _target(question, condition)
    teller = Teller(game.schema)
    begun = None if after is None else _play_to(question.system, teller, after)
    system = question.system if begun is None else replace(question.system, initial=(begun.states[-1],))

    def progress(seen: Statistics) -> None:
        tell(f"{seen.states:,} states seen, plays of up to {max(seen.levels - 1, 0)} steps")

    tell("searching")
    outcome, _ = search(
        system, [target], engine="auto", seconds=seconds, progress=progress, stop_when_found=True
    )
    limits = describe_limits(game.schema.all_sizes, game.schema.all_bounds)
    states = outcome.statistics.states
    seen = counted(states, "state")
    play = outcome.found.get(_GOAL)
    if play is not None:
        return _found(game, condition, teller, play, begun)
    if not outcome.complete:
        return Goal("undetermined", f"none was found in {seen}, with {limits}: {outcome.stopped}")
    onward = "" if begun is None else " that goes on from here"
    if outcome.statistics.cut:
        return Goal(
            "undetermined",
            f"no play{onward} within the bounds reaches it ({seen}, with {limits}), and a bound cut the "
            "search: greater bounds may tell more",
        )
    if target.states is FALSE and all(step is FALSE for step in target.steps):
        looked = "what it asks about never changes, or is compared with what it can never be"
    else:
        looked = f"all {seen} were seen" if states > 1 else "nothing goes on from there"
    return Goal("none", f"no play{onward} reaches it, with {limits}: {looked}")


_GOAL = "goal"


def _target(question: Question, condition: Condition) -> Target:
    if condition.broken:
        return Target(_GOAL, question.bad_states, question.bad_steps)
    return Target(_GOAL, all_of((question.judged, question.states[0], negate(question.undefined))))


def _play_to(system: System, teller: Teller, position: Position) -> Play:
    """Return the play to a position in the terms of a system.

    Raises:
        FaultError: the system does not know its start or one of its steps.
        UsageError: the last step goes wrong.

    """
    if position.wrong is not None:
        raise UsageError("the last step goes wrong, and no play goes on from it")
    start = teller.interpreter.show(position.line[0].state)
    states = [s for s in system.initial if all(start.get(k) == v for k, v in system.show_state(s).items())]
    updates = {(u.rule, u.arguments): number for number, u in enumerate(system.updates)}
    taken = [updates.get(step) for step in position.steps]
    numbers = tuple(number for number in taken if number is not None)
    if not states or len(numbers) < len(taken):
        raise FaultError("the search does not know the play that leads here")
    del states[1:]
    for number in numbers:
        states.append(system.after(states[-1], system.updates[number]))
    return Play(system, tuple(states), numbers)


def _found(game: Explored, condition: Condition, teller: Teller, play: Play, begun: Play | None) -> Goal:
    """Replay the play that was found, from its start, and tell it."""
    if begun is not None:
        play = Play(begun.system, begun.states + play.states[1:], begun.updates + play.updates)
    replayed = teller.replayed(condition.text, play)
    _check(game, condition, replayed)
    steps = tuple((s.rule, tuple(s.arguments.items())) for s in replayed.steps)
    more = len(steps) - (0 if begun is None else len(begun))
    if begun is None:
        told = f"the shortest play to it has {counted(more, 'step')}" if more else "it is so at a start"
    else:
        told = f"the shortest way to it from here has {counted(more, 'step')}" if more else "it is so here"
    return Goal("found", told, replayed.initial, steps)


def _check(game: Explored, condition: Condition, replayed: Replay) -> None:
    """Make sure that the play reaches on plain values what the search says it does.

    Raises:
        FaultError: it does not.

    """
    claim, interpreter = condition.claim, game.interpreter
    if claim.kind is ClaimKind.BUILT_IN:
        ends = replayed.wrong is not None
        reached = ends if claim.name == "no_step_goes_wrong" else not interpreter.taken(replayed.states[-1])
    elif claim.kind is ClaimKind.TRANSITION:
        before, after = replayed.states[-2:]
        reached = not interpreter.judge_step(before, replayed.instances[-1], after, claim.function).holds
    else:
        judged = interpreter.judge_claim(replayed.states[-1], claim.function)
        reached = judged.holds is not condition.broken
    if not reached:
        raise FaultError(f"the play to {condition.text!r} does not reach it on plain values")
