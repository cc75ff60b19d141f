"""Telling: a play found by an engine, replayed on plain values before anybody sees it.

The replay runs the author's own functions and shares no code with tracing and search. Where the two
disagree about a step or a state, the tool contradicts itself, and says so instead of showing the play.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from checker.judge.answers import Answer, FaultError
from checker.judge.claims import Claim, ClaimKind
from checker.judge.verdict import Status, ToldPlay
from checker.language.plain.explain import explain_state, explain_step
from checker.language.plain.interpreter import Interpreter
from checker.language.plain.replay import Replay, Replayer
from checker.language.plain.value_types import types_of
from checker.language.schema import Schema
from checker.system.play import Play

__all__ = ["Teller", "saved_steps"]

Steps = list[tuple[str, Mapping[str, str]]]


def saved_steps(play: Play) -> Steps:
    """Return a play as rule names and labels of arguments."""
    return [(u.rule, dict(u.arguments)) for _, u, _ in play.steps()]


class Teller:
    """Replays and tells the plays of one game under one choice of scopes and readings.

    Without ``ghosts`` no observer runs, so that nothing goes wrong in one either.
    """

    def __init__(self, schema: Schema, *, ghosts: bool = True) -> None:
        self.interpreter = Interpreter(schema, ghosts=ghosts)
        self._types = types_of(schema)
        self._replayer = Replayer(self.interpreter)
        self._starts = [self.interpreter.show(s) for s in self.interpreter.initial_states()]

    def tell(self, claim: Claim, answer: Answer) -> tuple[ToldPlay | None, str]:
        """Return the play of an answer as told, and the explanation of what fails.

        Raises:
            FaultError: the play does not replay, or the claim is judged otherwise on plain values.
        """
        play = answer.play
        if play is None:
            return None, answer.explanation
        replayed = self.replayed(claim.name, play)
        explanation = answer.explanation
        if answer.status is Status.VIOLATED:
            explanation = explanation or self._explain(claim, play, replayed)
        elif claim.kind is ClaimKind.POSSIBLE and not self._is_true(claim, replayed):
            raise FaultError(f"the witness of {claim.name} does not show it on plain values")
        return self.told(replayed, play.loop), explanation

    def told(self, replayed: Replay, loop: int | None = None) -> ToldPlay:
        """Return a play that was replayed, ready to be shown."""
        return ToldPlay(
            initial=replayed.initial,
            start=self.interpreter.show(replayed.states[0]),
            steps=replayed.steps,
            loop=loop,
            types=self._types,
        )

    def replayed(self, name: str, play: Play) -> Replay:
        """Replay a play, and compare every state with the engine's; ``name`` is what the play is for.

        Raises:
            FaultError: the two disagree.
        """
        system = play.system
        start = system.show_state(play.states[0])
        initial = next((i for i, s in enumerate(self._starts) if _same(start, s)), None)
        if initial is None:
            raise FaultError(f"the play for {name} starts in a state that no game starts in")
        result = self._replayer.replay(initial, saved_steps(play))
        if result.misfit is not None:
            raise FaultError(f"the play for {name} does not replay: {result.misfit}")
        if play.ends_wrong != (result.wrong is not None):
            raise FaultError(f"the last step of the play for {name} is wrong for one interpreter only")
        for number, (state, plain) in enumerate(zip(play.states, result.states, strict=True)):
            mine, theirs = system.show_state(state), self.interpreter.show(plain)
            if not _same(mine, theirs):
                differ = [k for k in mine if mine[k] != theirs.get(k)]
                raise FaultError(f"after step {number} of the play for {name}, {differ} differ when replayed")
        return result

    def _explain(self, claim: Claim, play: Play, replayed: Replay) -> str:
        """Return which part of the claim fails at the end of the play."""
        if replayed.wrong is not None:
            where = f" ({replayed.wrong.source})" if replayed.wrong.source is not None else ""
            return f"{replayed.wrong.message}{where}"
        if claim.kind is ClaimKind.BUILT_IN:
            return "nothing can be done here, and the game is not over" if claim.name == "no_dead_end" else ""
        if claim.kind is ClaimKind.TRANSITION:
            before, after = replayed.states[-2], replayed.states[-1]
            text = explain_step(self.interpreter, claim.function, before, replayed.instances[-1], after)
        else:
            text = explain_state(self.interpreter, claim.function, replayed.states[-1])
        if not text:
            raise FaultError(
                f"{claim.name} fails for the search and holds on plain values, after {len(play)} steps"
            )
        return text

    def _is_true(self, claim: Claim, replayed: Replay) -> bool:
        return bool(self.interpreter.evaluate_claim(replayed.states[-1], claim.function))


def _same(mine: Mapping[str, Any], theirs: Mapping[str, Any]) -> bool:
    """Whether two shown states agree in everything that the first one shows."""
    return all(theirs.get(k) == v for k, v in mine.items())
