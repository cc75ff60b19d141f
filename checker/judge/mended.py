"""Whether a play that broke a claim once still does, wherever along it that may be by now."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from checker.errors import UsageError
from checker.judge.claims import ClaimKind
from checker.judge.questions import SAFETY
from checker.judge.replaying import End, Rerun, replay_saved, rerun
from checker.judge.verdict import SavedPlay, Status, ToldPlay
from checker.judge.workspace import Workspace
from checker.language.plain.explain import explain_state, explain_step
from checker.language.plain.replay import Replay

__all__ = ["Broken", "still_broken"]


@dataclass(frozen=True)
class Broken:
    """A claim is broken after so many steps of a play (those in ``play``); ``explanation`` says how."""

    play: ToldPlay
    explanation: str


def still_broken(workspace: Workspace, saved: SavedPlay) -> Broken | None:
    """Return how a play still breaks its claim, or None if it does not.

    A play that no longer fits breaks nothing from the step on that cannot be taken. A claim on states or
    steps is judged all along the play, since a changed rule may break it sooner. ``expected_part`` is not
    looked at: a claim that fails in another part is broken all the same.

    Raises:
        UsageError: the game, the claim, a scope or a reading is gone, so that nothing can be said.
        ModelError: a model or spec is wrong.
    """
    saved = replace(saved, expected_part="")
    done = rerun(workspace, saved)
    if done.claim is None:
        raise UsageError(
            f"{done.interpreter.schema.name} has no claim {saved.claim!r} any more",
            hint=f"if it goes by another name now, write that into {saved.report}",
        )
    if done.claim.kind is ClaimKind.POSSIBLE:
        saved = replace(saved, status=Status.HOLDS)
    if done.claim.name == "no_step_goes_wrong" and done.claim.kind is ClaimKind.BUILT_IN:
        wrong = done.replay.wrong
        return None if wrong is None else Broken(done.told(None), f"{wrong.message} ({wrong.source})")
    if done.claim.kind in SAFETY:
        return next(_broken_along(done, saved), None)
    replayed = replay_saved(workspace, saved)
    return Broken(replayed.play, saved.explanation) if replayed.holds_still else None


def _broken_along(done: Rerun, saved: SavedPlay) -> Iterator[Broken]:
    """Yield how a claim on states or steps is broken, for each number of steps after which it is."""
    claim = done.claim
    assert claim is not None
    again = done.replay
    for number in range(len(again.states)):
        part = replace(
            again,
            steps=again.steps[:number],
            instances=again.instances[:number],
            states=again.states[: number + 1],
            misfit=None,
            wrong=None,
        )
        if not End(claim, replace(saved, ends_wrong=False), done.interpreter, part).differs():
            told = Rerun(done.interpreter, part, claim).told(None)
            yield Broken(told, _explained(done, part))


def _explained(done: Rerun, part: Replay) -> str:
    """Return which part of a claim fails at the end of a play."""
    assert done.claim is not None
    function = done.claim.function
    if done.claim.kind is ClaimKind.TRANSITION:
        before, after = part.states[-2:]
        return explain_step(done.interpreter, function, before, part.instances[-1], after)
    return explain_state(done.interpreter, function, part.states[-1])
