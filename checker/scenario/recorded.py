"""A play that was tried by hand, kept as a test: that it can be taken, and what comes of it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Self

from checker.errors import UsageError, nearest
from checker.judge.replaying import Rerun, rerun
from checker.judge.verdict import SavedPlay, SavedStep, Status
from checker.judge.workspace import find_workspace
from checker.system.shapes import show

__all__ = ["RecordedPlay"]


class RecordedPlay:
    """The steps of a play, and what must come of them; ``ruleproof explore`` writes such tests.

    Args:
        game: the name of the game.
        beside: a file in the workspace of the game: ``__file__``.
        scopes: the sizes and bounds that were in force, where they are not the game's own.
        readings: the same for readings.
        start: the number of the state that the game starts in, from 0.
        model: the file that defines the game, where it is not found by its name.

    """

    def __init__(
        self,
        game: str,
        *,
        beside: str,
        scopes: Mapping[str, int] | None = None,
        readings: Mapping[str, str] | None = None,
        start: int = 0,
        model: str = "",
    ) -> None:
        self._game, self._beside, self._model = game, beside, model
        self._scopes, self._readings = dict(scopes or {}), dict(readings or {})
        self._start = start
        self._steps: list[SavedStep] = []

    def step(self, rule: str, /, **arguments: str) -> Self:
        """Add a step: a rule, with the labels of its arguments and of the choices in it."""
        self._steps.append(SavedStep(rule, arguments))
        return self

    def must_end_with(self, **fields: str) -> None:
        """State that every step can be taken, and what fields hold at the end, as text.

        Raises:
            AssertionError: a step cannot be taken or goes wrong, or a field holds something else.
            UsageError: there is no such game, scope, reading or field.
            ModelError: a model is wrong.

        """
        __tracebackhide__ = True
        done = self._replayed()
        if done.replay.wrong is not None:
            raise AssertionError(f"the last step goes wrong: {done.replay.wrong.message}")
        state = done.interpreter.show(done.replay.states[-1])
        for name, text in fields.items():
            if name not in state:
                raise UsageError(f"{self._game} has no field {name!r}", hint=nearest(name, state))
            if show(state[name]) != text:
                raise AssertionError(f"{name} is {show(state[name])} at the end, and was {text}")

    def must_go_wrong(self, message: str) -> None:
        """State that every step can be taken, and that the last one goes wrong with this message.

        Raises:
            AssertionError: a step cannot be taken, or the last one does not go wrong so.
            UsageError: there is no such game, scope or reading.
            ModelError: a model is wrong.

        """
        __tracebackhide__ = True
        wrong = self._replayed().replay.wrong
        if wrong is None or wrong.message != message:
            raise AssertionError(f"the last step {'is right' if wrong is None else wrong.message} now")

    def _replayed(self) -> Rerun:
        __tracebackhide__ = True
        done = rerun(find_workspace(Path(self._beside).resolve().parent), self._saved())
        if done.replay.misfit is not None:
            raise AssertionError(f"the play no longer fits: {done.replay.misfit}")
        return done

    def _saved(self) -> SavedPlay:
        return SavedPlay(
            report=self._beside,
            game=self._game,
            claim="",
            kind="",
            readings=self._readings,
            scopes=self._scopes,
            status=Status.HOLDS,
            initial=self._start,
            steps=tuple(self._steps),
            model_file=self._model,
        )
