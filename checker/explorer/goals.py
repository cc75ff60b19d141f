"""Goals: the shortest play to a condition, searched for and replayed before anybody sees it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from checker.explore.interface import Statistics, Target
from checker.explorer.conditions import Condition
from checker.explorer.positions import Explored, Step
from checker.judge.answers import FaultError
from checker.judge.claims import ClaimKind
from checker.judge.engines import search
from checker.judge.questions import Question, question_of
from checker.judge.telling import Teller
from checker.judge.verdict import describe_limits
from checker.language.lower import lower
from checker.language.plain.replay import Replay
from checker.system.terms import all_of, negate

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
    game: Explored, condition: Condition, *, seconds: float | None, tell: Callable[[str], None]
) -> Goal:
    """Look for the shortest play from a start to a state (or to a step, of a claim on steps) as asked.

    Args:
        game: the game.
        condition: what the play is to reach.
        seconds: when to give up.
        tell: is told now and then how far it is.

    Raises:
        ModelError: the rules or the condition cannot be traced.

    """
    tell("reading the rules")
    question = question_of(lower(game.schema), condition.claim)

    def progress(seen: Statistics) -> None:
        tell(f"{seen.states:,} states seen, plays of up to {max(seen.levels - 1, 0)} steps")

    tell("searching")
    outcome, _ = search(
        question.system,
        [_target(question, condition)],
        engine="auto",
        seconds=seconds,
        progress=progress,
        stop_when_found=True,
    )
    limits = describe_limits(game.schema.all_sizes, game.schema.all_bounds)
    seen = f"{outcome.statistics.states:,} states"
    play = outcome.found.get(_GOAL)
    if play is not None:
        replayed = Teller(game.schema).replayed(condition.text, play)
        _check(game, condition, replayed)
        steps = tuple((s.rule, tuple(s.arguments.items())) for s in replayed.steps)
        many = "step" if len(steps) == 1 else "steps"
        told = f"the shortest play to it has {len(steps)} {many}" if steps else "it is so at a start"
        return Goal("found", told, replayed.initial, steps)
    if not outcome.complete:
        return Goal("undetermined", f"none was found in {seen}, with {limits}: {outcome.stopped}")
    if outcome.statistics.cut:
        return Goal(
            "undetermined",
            f"no play within the bounds reaches it ({seen}, with {limits}), and a bound cut the search: "
            "greater bounds may tell more",
        )
    return Goal("none", f"no play reaches it, with {limits}: all {seen} were seen")


_GOAL = "goal"


def _target(question: Question, condition: Condition) -> Target:
    if condition.broken:
        return Target(_GOAL, question.bad_states, question.bad_steps)
    return Target(_GOAL, all_of((question.judged, question.states[0], negate(question.undefined))))


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
