"""Replaying a report: a saved play run again by the rules as they are now, and its end judged anew.

The author's own rule functions run on plain values. Where a play alone cannot show what the report says
(that something can no longer be reached, or that the order of two rules matters), the question is asked
again as a whole.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from checker.errors import UsageError, nearest
from checker.judge.builtin import built_in_claims
from checker.judge.claims import Claim, ClaimKind, claims_of
from checker.judge.selection import Selection
from checker.judge.verdict import Replayed, SavedPlay, Status, ToldPlay, Verdict
from checker.judge.workspace import GameEntry, Workspace, load_file, load_game
from checker.language.plain.explain import explain_state, explain_step
from checker.language.plain.interpreter import Interpreter
from checker.language.plain.replay import Replay, replay
from checker.language.plain.state import PlainState
from checker.language.schema import Schema

__all__ = ["End", "Rerun", "is_judged", "replay_saved", "rerun"]


@dataclass(frozen=True)
class Rerun:
    """A saved play that was run again, as far as it fits, and the claim that it is about if that is left."""

    interpreter: Interpreter
    replay: Replay
    claim: Claim | None

    def told(self, loop: int | None) -> ToldPlay:
        """Return the steps that could be taken, ready to be shown."""
        again = self.replay
        start = self.interpreter.show(again.states[0]) if again.states else {}
        return ToldPlay(again.initial, start, again.steps, loop if again.fits else None)


def rerun(workspace: Workspace, saved: SavedPlay) -> Rerun:
    """Run a saved play again on plain values, as far as it fits.

    Raises:
        UsageError: there is no such game any more, or it has no such scope or reading.
        ModelError: a model or spec is wrong.
    """
    entry = _entry(workspace, saved)
    try:
        schema = Schema(entry.game, saved.scopes, saved.readings)
    except UsageError as error:
        raise _misfit(saved, error.message, error.hint) from error
    interpreter = Interpreter(schema)
    again = replay(interpreter, saved.initial, [(s.rule, s.arguments) for s in saved.steps])
    claims = [*claims_of(entry.game), *built_in_claims(entry.game, schema.source)]
    return Rerun(interpreter, again, next((c for c in claims if c.name == saved.claim), None))


def replay_saved(workspace: Workspace, saved: SavedPlay) -> Replayed:
    """Run a saved play again, and say whether it still shows what its report says.

    Raises:
        UsageError: there is no such game any more, or it has no such scope or reading.
        ModelError: a model or spec is wrong.
    """
    done = rerun(workspace, saved)
    play, again = done.told(saved.loop), done.replay
    if again.misfit is not None:
        where = f" ({again.misfit.source})" if again.misfit.source is not None else ""
        return Replayed(play, False, f"{again.misfit.reason}{where}", again.misfit.step)
    if done.claim is None:
        name = done.interpreter.schema.name
        return Replayed(play, False, f"{name} has no claim {saved.claim!r} any more")
    if done.claim.kind is ClaimKind.ALWAYS_POSSIBLE or done.claim.name == "automatic_order_is_settled":
        why = _asked_again(workspace, saved)
    else:
        why = End(done.claim, saved, done.interpreter, again).differs()
    return Replayed(play, not why, why)


def _entry(workspace: Workspace, saved: SavedPlay) -> GameEntry:
    try:
        if not saved.model_file:
            return load_game(workspace, saved.game)
        entries = {e.name: e for e in load_file(Path(saved.model_file))}
    except UsageError as error:
        raise _misfit(saved, error.message, error.hint) from error
    if saved.game not in entries:
        message = f"{saved.model_file} defines no game {saved.game!r}"
        raise _misfit(saved, message, nearest(saved.game, entries))
    return entries[saved.game]


def _misfit(saved: SavedPlay, message: str, hint: str) -> UsageError:
    return UsageError(f"{saved.report} no longer fits: {message}", hint=hint)


class _Nobody:
    """A listener to whom nothing is told."""

    def tell(self, text: str, done: int | None = None, of: int | None = None) -> None:
        """Hear nothing."""

    def found(self, verdict: Verdict) -> None:
        """Hear nothing."""


def _asked_again(workspace: Workspace, saved: SavedPlay) -> str:
    """Return how the verdict on the claim differs from the saved one now, or nothing."""
    from checker.judge.check import check

    selection = Selection(
        games=(saved.model_file or saved.game,),
        properties=(saved.claim,),
        scopes=saved.scopes,
        readings=saved.readings,
    )
    run = check(workspace, selection, _Nobody())
    verdict = next(v for v in run.verdicts if dict(v.readings) == dict(saved.readings))
    if verdict.status is saved.status:
        return ""
    return f"the verdict is {verdict.status.value} now"


def is_judged(interpreter: Interpreter, claim: Claim, state: PlainState) -> bool:
    """Return whether a claim on states is judged at this one: everywhere, at priority, or at a choice."""
    if claim.at == "priority":
        return interpreter.may_act(state, None)
    if claim.at == "choice":
        kinds = {interpreter.schema.rules.get(i.rule) for i in interpreter.enabled(state)}
        return any(info is not None and info.kind.value == "choice" for info in kinds)
    return True


class End:
    """The end of a play that fits, held against what its report says of it."""

    def __init__(self, claim: Claim, saved: SavedPlay, interpreter: Interpreter, again: Replay) -> None:
        self._claim = claim
        self._saved = saved
        self._interpreter = interpreter
        self._again = again

    def differs(self) -> str:
        """Return how the end differs from the report, or nothing if it still shows the same."""
        wrong = self._again.wrong
        if wrong is not None:
            return "" if self._saved.ends_wrong else f"its last step goes wrong: {wrong.message}"
        if self._saved.ends_wrong:
            return "its last step does not go wrong any more"
        if self._claim.kind in (ClaimKind.EVENTUALLY, ClaimKind.LEADS_TO):
            return self._goes_on() or self._never_comes()
        if self._claim.kind is ClaimKind.BUILT_IN:
            return self._built_in()
        if self._claim.kind is ClaimKind.TRANSITION:
            return self._step()
        return self._state()

    def _state(self) -> str:
        """Hold a claim on one state against the last state."""
        state = self._again.states[-1]
        judged = self._interpreter.judge_claim(state, self._claim.function)
        if self._saved.status is Status.HOLDS:
            return "" if judged.holds else "it does not show the claim any more"
        if not is_judged(self._interpreter, self._claim, state):
            return f"the claim is judged at {self._claim.at}, and the end is no such moment any more"
        if judged.holds:
            return "the claim is true there now"
        if judged.undefined is not None:
            return ""
        return self._other_part(explain_state(self._interpreter, self._claim.function, state))

    def _step(self) -> str:
        """Hold a claim on steps against the last step."""
        if not self._again.instances:
            return "there is no step that the claim could speak of"
        before, after = self._again.states[-2:]
        last, function = self._again.instances[-1], self._claim.function
        judged = self._interpreter.judge_step(before, last, after, function)
        if judged.holds:
            return "the claim is true of its last step now"
        if judged.undefined is not None:
            return ""
        return self._other_part(explain_step(self._interpreter, function, before, last, after))

    def _other_part(self, explanation: str) -> str:
        """Say that another part fails than the one that the report expects to."""
        if self._saved.expected_part in explanation:
            return ""
        return f"{self._saved.expected_part!r} was expected to fail, and now it is {explanation}"

    def _built_in(self) -> str:
        if self._claim.name == "automatic_runs_end":
            loop = self._saved.loop or 0
            if any(step.kind in ("action", "choice") for step in self._again.steps[loop:]):
                return "what is repeated does not happen by itself any more"
            return self._goes_on()
        if self._ended():
            return "the game is over at its end now" if self._interpreter.over(self._again.states[-1]) else ""
        return "something can be done at its end now"

    def _ended(self) -> bool:
        return not self._interpreter.enabled(self._again.states[-1])

    def _goes_on(self) -> str:
        """Say that a play which went on for ever, or had ended, does not any more."""
        loop, states = self._saved.loop, self._again.states
        if loop is None and self._claim.but_for and not self._ended():
            return "" if self._grows_twice() else "it does not come back twice with more of something"
        if loop is None:
            return "" if self._ended() else "something can be done at its end now"
        if self._key(len(states) - 1) != self._key(loop):
            return "it does not come back to where it was, so it does not go on for ever"
        for rule in self._claim.fair:
            if all(self._may(i, rule) for i in range(loop, len(states) - 1)) and not self._takes(loop, rule):
                return f"what is repeated puts off {rule} for ever, which is not fair"
        for rule in self._claim.strongly_fair:
            if any(self._may(i, rule) for i in range(loop, len(states) - 1)) and not self._takes(loop, rule):
                return f"what is repeated puts off {rule} again and again, which is not fair"
        return ""

    def _grows_twice(self) -> bool:
        """Return whether the last state is like two earlier ones, but for numbers that have grown."""
        counted = self._claim.but_for
        names = [n for n, f in self._interpreter.schema.fields.items() if not f.ghost and n not in counted]
        keys = [self._interpreter.canonical(s, ghosts=False, names=names) for s in self._again.states]
        shown = [self._interpreter.show(s) for s in self._again.states]
        amounts = [[shown[i][name] for name in counted] for i in range(len(shown)) if keys[i] == keys[-1]]
        return sum(_less(one, amounts[-1]) for one in amounts[:-1]) > 1

    def _key(self, number: int) -> tuple[int, ...]:
        return self._interpreter.canonical(self._again.states[number], ghosts=False)

    def _may(self, number: int, rule: str) -> bool:
        return self._interpreter.may(self._again.states[number], rule, None)

    def _takes(self, loop: int, rule: str) -> bool:
        return any(instance.rule == rule for instance in self._again.instances[loop:])

    def _never_comes(self) -> str:
        """Say that the goal of the claim comes, or that its premise is never true."""
        truths = [self._interpreter.judge_claim(s, self._claim.function).truths for s in self._again.states]
        goals = [parts[-1] for parts in truths]
        first = 0
        if self._claim.kind is ClaimKind.LEADS_TO:
            after_goal = max((i + 1 for i, reached in enumerate(goals) if reached), default=0)
            due = [i for i, parts in enumerate(truths) if parts[0] and i >= after_goal]
            if not due:
                return "what the claim promises comes now, or nothing promises it"
            first = due[0]
        repeated = self._saved.loop if self._saved.loop is not None else len(goals) - 1
        if any(goals[min(first, repeated) :]):
            return "what the claim promises comes now"
        return ""


def _less(some: Sequence[Any], others: Sequence[Any]) -> bool:
    """Return whether no number in the one is more than in the other, and not all are the same."""

    def numbers(shown: Sequence[Any]) -> list[int]:
        return [n for one in shown for n in (one.values() if isinstance(one, Mapping) else (one,))]

    pairs = list(zip(numbers(some), numbers(others), strict=True))
    return all(a <= b for a, b in pairs) and any(a < b for a, b in pairs)
