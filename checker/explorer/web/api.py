"""What the page may ask: each question has a name, takes and gives data for JSON, and leaves nothing behind.

The page holds the play. A question says which play it is about, and the answer is worked out from that, so
that pages in several windows do not disturb each other.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import Any

from checker.errors import InputError, UsageError
from checker.explorer.conditions import condition_of
from checker.explorer.moves import refused, run_on
from checker.explorer.positions import Explored, Position, Step, steps_of
from checker.explorer.saving import scenario_test
from checker.explorer.searching import Asked, Search
from checker.explorer.sharing import SharedPlay, play_of, text_of
from checker.explorer.web.told import misfit_told, position_told, refused_told, starts_told
from checker.judge.workspace import Workspace

__all__ = ["Api"]

Told = dict[str, Any]

SEARCH_SECONDS = 60.0
"""How long a play to a condition is looked for."""

_LONGEST_PLAY = 10_000


class Api:
    """Answers the questions of the page about one game. It may be asked from several threads."""

    def __init__(self, workspace: Workspace, game: Explored, opened: str = "") -> None:
        self._workspace = workspace
        self._game = game
        self._opened = opened
        self._lock = threading.Lock()
        self._searches: dict[int, Search] = {}
        self._questions: Mapping[str, Callable[[Told], Told]] = {
            "open": self._open,
            "look": self._look,
            "refused": self._refused,
            "clauses": self._clauses,
            "save": self._save,
            "search": self._search,
            "progress": self._progress,
            "cancel": self._cancel,
        }

    def ask(self, name: str, given: Told) -> Told | None:
        """Return the answer to a question, or None if there is no such question.

        What is wrong by the user's hand is part of the answer: ``error`` with its hint and place.
        """
        question = self._questions.get(name)
        if question is None:
            return None
        try:
            with self._lock:  # the machine that rules run on is one for the whole process
                return question(given)
        except InputError as error:
            place = str(error.source) if error.source is not None and error.source.file else ""
            return {"error": error.message, "hint": error.hint, "place": place}

    def close(self) -> None:
        """End all searches."""
        for search in self._searches.values():
            search.give_up()

    # -- plays -------------------------------------------------------------------------------------------

    def _open(self, given: Told) -> Told:
        """Return the game, and the position that a shared play leads to (the start, if none is given)."""
        game = self._game
        head: Told = {
            "game": game.schema.name,
            "says": (game.entry.game.__doc__ or "").strip().split("\n")[0],
            "scopes": [[name, str(value)] for name, value in game.schema.scopes.items()],
            "readings": [[name, value] for name, value in game.schema.readings.items()],
            "starts": starts_told(game),
            "rulebook": game.entry.rulebook is not None,
        }
        text = _text(given, "play") or self._opened
        note = ""
        shared = SharedPlay(game.schema.name, {}, 0, ())
        try:
            if text:
                shared = play_of(text)
                note = self._other_game(shared)
        except UsageError as error:
            note = f"{error.message}; {error.hint}"
        return {**head, "note": note, **self._told(shared.initial, shared.steps, None)}

    def _other_game(self, shared: SharedPlay) -> str:
        """Return in which way a shared play is about another game, or nothing."""
        if shared.game != self._game.schema.name:
            return f"this play is one of {shared.game}, and what is open here is {self._game.schema.name}"
        mine = self._varied()
        if dict(shared.varied) == mine:
            return ""
        theirs = " ".join(f"{name}={value}" for name, value in shared.varied.items())
        return f"this play was shared with {theirs or 'the scopes and readings of the game itself'}"

    def _varied(self) -> dict[str, str]:
        game = self._game
        return {**{name: str(n) for name, n in game.scopes.items()}, **game.readings}

    def _look(self, given: Told) -> Told:
        """Return a position of a play; with ``run``, after all that goes on by itself from there."""
        initial, steps, at = _play(given)
        if given.get("run"):
            here, misfit = self._game.follow(initial, steps)
            if here is not None and misfit is None:
                steps = run_on(self._game, here).steps
                at = None
        return self._told(initial, steps, at)

    def _told(self, initial: int, steps: tuple[Step, ...], at: int | None) -> Told:
        game = self._game
        end, misfit = game.follow(initial, steps)
        if end is None:
            begun = game.start()
            assert isinstance(begun, Position), "every game has a start"
            end = begun
        length = len(end.line) - 1
        at = length if at is None else min(at, length)
        return {
            "initial": end.initial,
            "misfit": None if misfit is None else misfit_told(misfit),
            "link": text_of(SharedPlay(game.schema.name, self._varied(), end.initial, end.steps[:at])),
            **position_told(game, end, at),
        }

    def _here(self, given: Told) -> Position:
        initial, steps, _ = _play(given)
        here, misfit = self._game.follow(initial, steps)
        if here is None or misfit is not None:
            raise UsageError(f"the play does not fit: {misfit}")
        return here

    def _refused(self, given: Told) -> Told:
        return {"rules": refused_told(list(refused(self._game, self._here(given))))}

    def _clauses(self, _: Told) -> Told:
        return {"texts": dict(self._game.clauses())}

    def _save(self, given: Told) -> Told:
        name = _text(given, "name")
        text = scenario_test(self._game, self._here(given), name)
        return {"text": text.text, "file": text.file}

    # -- searches ----------------------------------------------------------------------------------------

    def _search(self, given: Told) -> Told:
        """Begin to look for a play to a condition; with ``onward`` one that goes on from a position."""
        condition = _text(given, "condition")
        condition_of(self._game, condition)
        here = self._here(given) if given.get("onward") else None
        for search in self._searches.values():
            search.give_up()
        number = len(self._searches)
        game = self._game
        self._searches[number] = Search(
            Asked(
                self._workspace,
                game.schema.name,
                game.entry.file,
                game.scopes,
                game.readings,
                condition,
                SEARCH_SECONDS,
                onward=here is not None,
                initial=0 if here is None else here.initial,
                steps=() if here is None else here.steps,
            )
        )
        return {"search": number}

    def _progress(self, given: Told) -> Told:
        """Return how far a search is, or what came of it."""
        search = self._searches.get(_number(given, "search"))
        if search is None:
            raise UsageError("there is no such search")
        goal = search.goal
        if goal is None:
            return {"status": "running", "told": search.progress}
        found: Told = {"status": goal.status, "told": goal.told}
        if goal.status == "found":
            found.update(initial=goal.initial, steps=[[rule, arguments] for rule, arguments in goal.steps])
        return found

    def _cancel(self, given: Told) -> Told:
        search = self._searches.get(_number(given, "search"))
        if search is not None:
            search.give_up()
        return {}


def _text(given: Told, name: str) -> str:
    value = given.get(name, "")
    if not isinstance(value, str):
        raise UsageError(f"{name!r} is to be text")
    return value


def _number(given: Told, name: str) -> int:
    value = given.get(name, 0)
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise UsageError(f"{name!r} is to be a number from 0")
    return value


def _play(given: Told) -> tuple[int, tuple[Step, ...], int | None]:
    """Return the start, the steps and the place of the play that a question is about."""
    listed = given.get("steps", [])
    at = None if given.get("at") is None else _number(given, "at")
    if not isinstance(listed, list) or len(listed) > _LONGEST_PLAY:
        raise UsageError(f"'steps' is to be a list of at most {_LONGEST_PLAY:,} steps")
    try:
        steps = steps_of(listed)
    except (TypeError, ValueError) as error:
        raise UsageError("a step is a rule with its arguments") from error
    return _number(given, "initial"), steps, at
