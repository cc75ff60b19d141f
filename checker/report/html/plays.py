"""A play as a page tells it: its steps in words with their clauses, and the boards to step through."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from checker.judge.verdict import ToldPlay
from checker.report.folding import step_sentence
from checker.report.html.boards import draw_boards
from checker.report.html.values import timeless
from checker.report.places import Places
from checker.report.summary import again_from, length_of
from checker.report.told_board import board_of

__all__ = ["Marked", "PlayTold", "StepTold", "play_told"]


@dataclass(frozen=True)
class StepTold:
    """One step of a play, numbered from 1."""

    number: int
    sentence: str
    kind: str
    clauses: tuple[str, ...]
    changes: tuple[tuple[str, str, str], ...]
    assumed: str | None
    place: str


@dataclass(frozen=True)
class Marked:
    """What is marked on the last board: ``fields`` of the state, ``keys`` of entries, why in ``words``."""

    words: str
    fields: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()


@dataclass(frozen=True)
class PlayTold:
    """A play told at length.

    ``address`` is what stands behind the ``#`` of the link to what it shows; that of a step has its number
    besides. ``loop`` says in words where it repeats itself, and ``cited`` are the clauses of its steps that
    stand nowhere else beside it, with their paraphrases. ``texts`` are all that the page has, by clause.
    """

    address: str
    play: ToldPlay
    length: str
    start: str
    steps: tuple[StepTold, ...]
    loop: str
    cited: tuple[tuple[str, str], ...]
    texts: Mapping[str, str]
    marked: Marked

    def data(self) -> dict[str, Any]:
        """Return what the page steps through, as data for JSON."""
        return {
            "address": self.address,
            "steps": [
                {
                    "sentence": s.sentence,
                    "kind": s.kind,
                    "clauses": list(s.clauses),
                    "changes": [list(change) for change in s.changes],
                    "assumed": s.assumed,
                    "place": s.place,
                }
                for s in self.steps
            ],
            "boards": draw_boards(self.play),
            "loop": self.play.loop,
            "wrong": self.play.ends_wrong,
            "faults": {
                "words": self.marked.words,
                "fields": list(self.marked.fields),
                "keys": list(self.marked.keys),
            },
            "texts": dict(self.texts),
        }


def play_told(
    address: str,
    play: ToldPlay,
    places: Places,
    *,
    shown: Sequence[tuple[str, str]],
    texts: Mapping[str, str],
    marked: Marked,
) -> PlayTold:
    """Return a play as the page tells it.

    Args:
        address: of what it shows.
        play: the play.
        places: how files are named.
        shown: the clauses that stand beside it, with their paraphrases.
        texts: the paraphrases of all clauses.
        marked: what is marked on its last board.

    """
    beside = dict(shown)
    ids = dict.fromkeys(c for step in play.steps for c in step.clauses if c not in beside)
    cited = tuple((c, texts.get(c, "")) for c in ids)
    return PlayTold(
        address=address,
        play=play,
        length=length_of(play),
        start="; ".join(f"{name} {value}" for name, value in board_of(play.start)),
        steps=tuple(
            StepTold(
                number,
                step_sentence(step),
                step.kind,
                step.clauses,
                tuple((c.path, timeless(c.before), timeless(c.after)) for c in step.changes),
                step.assumed,
                str(places.of(step.source) or ""),
            )
            for number, step in enumerate(play.steps, start=1)
        ),
        loop="" if play.loop is None else again_from(play.loop),
        cited=cited,
        texts={**beside, **dict(cited)},
        marked=marked,
    )
