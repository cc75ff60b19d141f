"""What all formats are told from: a run, what of it is told at length, and why it ended early if it did."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from checker.errors import InputError
from checker.judge.contradictions.finding import ContradictionRun
from checker.judge.verdict import Run, ToldPlay, Verdict
from checker.report.places import Places
from checker.report.summary import findings, shown_play

if TYPE_CHECKING:
    from checker.judge.coverage import Covered
    from checker.report.near_play import Surroundings

__all__ = ["Telling", "telling_of"]


@dataclass(frozen=True)
class Telling:
    """A run as it is to be told.

    ``told`` are the verdicts told at length. ``places`` says how files are named. ``timed`` asks for how long
    each verdict took, in formats where that is optional. ``failure`` is an error of the user's that ended the
    run: no verdict is missing silently.

    What only a page tells is there if it was gathered (see :mod:`checker.report.html.gather`): ``around`` is
    what lies around the plays, by game and name of the verdict; ``books`` the coverage of the rulebooks;
    ``norms`` how many norms there are about each game. ``contradictions`` are the findings about clauses,
    where they were looked for, and ``around_clauses`` is what lies around their plays, by their ids.
    """

    run: Run
    told: tuple[Verdict, ...]
    places: Places = field(default_factory=Places)
    timed: bool = False
    failure: InputError | None = None
    around: Mapping[tuple[str, str], Surroundings] = field(default_factory=dict)
    books: tuple[Covered, ...] = ()
    norms: Mapping[str, int] = field(default_factory=dict)
    contradictions: ContradictionRun | None = None
    around_clauses: Mapping[str, Surroundings] = field(default_factory=dict)

    @property
    def exit_code(self) -> int:
        """The exit code of the command that is told: a finding comes before what is undetermined."""
        if self.failure is not None:
            return 2
        codes = {self.run.exit_code, 0 if self.contradictions is None else self.contradictions.exit_code}
        return next((code for code in (1, 3) if code in codes), 0)

    def clauses(self, verdict: Verdict) -> Mapping[str, str]:
        """Return the paraphrases of clauses by id, for the game of a verdict."""
        return self.run.clauses.get(verdict.game, {})

    def plays(self) -> list[tuple[Verdict, ToldPlay]]:
        """Return the verdicts told at length that have a play to show, with it."""
        shown = ((verdict, shown_play(verdict)) for verdict in self.told)
        return [(verdict, play) for verdict, play in shown if play is not None]


def telling_of(run: Run) -> Telling:
    """Return a run to be told with its findings at length."""
    return Telling(run, findings(run))
