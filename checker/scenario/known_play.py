"""A play that broke a claim once, kept as a test so that it cannot come back unnoticed."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Self

from checker.judge.mended import Broken, still_broken
from checker.judge.verdict import SavedPlay, SavedStep, Status
from checker.judge.workspace import find_workspace
from checker.system.shapes import show

__all__ = ["KnownPlay"]


class KnownPlay:
    """The steps of a play, and the claim that it broke; ``ruleproof testgen`` writes such tests.

    Args:
        game: the name of the game.
        claim: the name of the claim or built-in check.
        beside: a file in the workspace of the game: ``__file__``.
        scopes: the sizes and bounds that were in force, where they are not the game's own.
        readings: the same for readings.
        start: the number of the state that the game starts in, from 0.
        again_from: for a play that goes on for ever, the number of the step after which it repeats itself.
        model: the file that defines the game, where it is not found by its name.

    """

    def __init__(
        self,
        game: str,
        claim: str,
        *,
        beside: str,
        scopes: Mapping[str, int] | None = None,
        readings: Mapping[str, str] | None = None,
        start: int = 0,
        again_from: int | None = None,
        model: str = "",
    ) -> None:
        self._game, self._claim, self._beside = game, claim, beside
        self._scopes, self._readings = dict(scopes or {}), dict(readings or {})
        self._start, self._again_from, self._model = start, again_from, model
        self._steps: list[SavedStep] = []

    def step(self, rule: str, /, **arguments: str) -> Self:
        """Add a step: a rule, with the labels of its arguments and of the choices in it."""
        self._steps.append(SavedStep(rule, arguments))
        return self

    def must_be_mended(self) -> None:
        """State that the play no longer fits the rules, or that the claim is true all along it.

        Raises:
            AssertionError: the play still fits, and breaks the claim.
            UsageError: the game, the claim, a scope or a reading is gone, so that the test says nothing.
            ModelError: a model or spec is wrong.

        """
        __tracebackhide__ = True
        broken = still_broken(find_workspace(Path(self._beside).resolve().parent), self._saved())
        if broken is not None:
            raise AssertionError(self._told(broken))

    def _saved(self) -> SavedPlay:
        return SavedPlay(
            report=self._beside,
            game=self._game,
            claim=self._claim,
            kind="",
            readings=self._readings,
            scopes=self._scopes,
            status=Status.VIOLATED,
            initial=self._start,
            steps=tuple(self._steps),
            loop=self._again_from,
            ends_wrong=False,
            model_file=self._model,
        )

    def _told(self, broken: Broken) -> str:
        """Return how the claim is broken, for the person who is to mend the rules."""
        steps = broken.play.steps
        lines = [f"{self._claim} of {self._game} is broken by this play"]
        lines += [f"{number}. {step.sentence}" for number, step in enumerate(steps, start=1)]
        if broken.explanation:
            lines.append(f"what fails: {broken.explanation}")
        end = broken.play.start if not steps else steps[-1].state
        lines += [f"{name}: {show(value)}" for name, value in end.items()]
        return "\n  ".join(lines)
