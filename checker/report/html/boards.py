"""A play as boards: what of each state stands where, and what the step before it changed.

A board has *sheets*: the maps that have the same keys are one sheet, with an entry for each key. Fields that
name some of these keys (who has priority, which cards are damaged) are tokens that lie on the entries. The
players have a sheet also where no map names them. A sheet of one map that says where things are is drawn as
zones. What is left are stacks and queues, other collections, and single values.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from checker.judge.verdict import ToldPlay
from checker.report.html.values import UNKNOWN, Drawn, draw_value, form_of
from checker.system.value_types import Form, ValueType

__all__ = ["draw_boards"]

_FEWEST_IN_ZONES = 3
"""Of fewer things a table is easier to read than zones."""

_WHERE = {"stack": "stacks", "queue": "stacks", "text": "values", "none": "values"}

State = Mapping[str, Any]


@dataclass(frozen=True)
class _Sheet:
    """The fields that are told together, by their keys; ``name`` is what the model calls many of these."""

    keys: tuple[str, ...]
    maps: tuple[str, ...]
    tokens: tuple[str, ...]
    of_players: bool
    name: str


def draw_boards(play: ToldPlay, people: Collection[str] = ()) -> list[Drawn]:
    """Return the boards of a play, from its start to its last state; a wrong step has none.

    ``people`` are players that are known without having done anything in the play.
    """
    layout = _Layout(play, frozenset(people) or _people(play))
    states = _states(play)
    return [layout.board(state, before) for state, before in zip(states, (None, *states), strict=False)]


def _states(play: ToldPlay) -> list[State]:
    return [play.start, *(step.state for step in play.steps if step.state)]


class _Layout:
    """Where each field of a play stands, the same on all of its boards."""

    def __init__(self, play: ToldPlay, people: frozenset[str]) -> None:
        self._types = play.types
        self._states = _states(play)
        self._sheets = tuple(self._make_sheets(people))
        placed = {name for sheet in self._sheets for name in (*sheet.maps, *sheet.tokens)}
        self._rest = [name for name in play.start if name not in placed]
        self._bare = {n for n in self._rest if not any(state.get(n) for state in self._states)}
        self._places = {
            sheet.maps: list(
                dict.fromkeys(str(v) for state in self._states for v in state[sheet.maps[0]].values())
            )
            for sheet in self._sheets
            if self._tells_places(sheet)
        }

    def _make_sheets(self, people: frozenset[str]) -> Iterator[_Sheet]:
        start = self._states[0]
        maps: dict[tuple[str, ...], list[str]] = {}
        for name, value in start.items():
            if isinstance(value, Mapping) and value:
                maps.setdefault(tuple(map(str, value)), []).append(name)
        named = {name: self._labels(name) for name in start if self._may_be_token(name)}
        people &= frozenset(key for keys in maps for key in keys).union(*named.values())
        players = next((keys for keys in maps if people and people <= set(keys)), None)
        if players is None and people:
            players = tuple(sorted(_closure(people, named.values()), key=_natural))
        ordered = [*([players] if players else []), *(keys for keys in maps if keys != players)]
        left = dict(named)
        for keys in ordered:
            tokens = [name for name, labels in left.items() if labels and labels <= set(keys)]
            for name in tokens:
                del left[name]
            name = self._named((*maps.get(keys, ()), *tokens))
            fallback = "players" if keys == players else "objects"
            yield _Sheet(keys, tuple(maps.get(keys, ())), tuple(tokens), keys == players, name or fallback)

    def _named(self, fields: Sequence[str]) -> str:
        """Return what the model calls the keys of these fields, as of many, if it is known."""
        for known in (self._types[name] for name in fields if name in self._types):
            key = dict(known.parts).get("key") or dict(known.parts).get("item") or known
            if key.name:
                return _plural(key.name)
        return ""

    def _may_be_token(self, name: str) -> bool:
        known = self._types.get(name)
        if known is None:
            return all(_is_labels(state.get(name)) for state in self._states)
        form = form_of(None, known)
        return form is Form.LABEL or (form is Form.SET and known.form is Form.SET)

    def _labels(self, name: str) -> frozenset[str]:
        """Return all labels that a field names in any state."""
        return frozenset(label for state in self._states for label in _held(state.get(name)))

    def _tells_places(self, sheet: _Sheet) -> bool:
        if sheet.of_players or len(sheet.maps) != 1 or len(sheet.keys) < _FEWEST_IN_ZONES:
            return False
        values = [v for state in self._states for v in state[sheet.maps[0]].values()]
        known = self._types.get(sheet.maps[0])
        labels = known is None or known.part("item").form is Form.LABEL
        return labels and all(isinstance(v, str) and not v.lstrip("-").isdigit() for v in values)

    def board(self, state: State, before: State | None) -> Drawn:
        """Return one board, held against the state before if there is one."""
        board: Drawn = {"sheets": [], "stacks": [], "collections": [], "values": []}
        for sheet in self._sheets:
            places = self._places.get(sheet.maps)
            board["sheets"].append(
                self._sheet(sheet, state, before)
                if places is None
                else self._zones(sheet, places, state, before)
            )
        for name in self._rest:
            was = UNKNOWN if before is None else before.get(name)
            drawn = draw_value(state.get(name), was, self._types.get(name))
            # What stays empty in the whole play needs no room of its own.
            where = "values" if name in self._bare else _WHERE.get(drawn["kind"], "collections")
            board[where].append({"name": _words(name), "field": name, "value": drawn})
        return board

    def _sheet(self, sheet: _Sheet, state: State, before: State | None) -> Drawn:
        entries = []
        for key in sheet.keys:
            rows = []
            for name in sheet.maps:
                known: ValueType | None = self._types.get(name)
                was = UNKNOWN if before is None else before[name].get(key)
                value = draw_value(state[name].get(key), was, known and known.part("item"))
                rows.append({"name": _words(name), "field": name, "value": value})
            entries.append({"key": key, "tokens": _tokens(sheet, key, state, before), "rows": rows})
        return {
            "kind": "players" if sheet.of_players else "objects",
            "name": sheet.name,
            "entries": entries,
            "idle": _idle(sheet, state),
        }

    def _zones(self, sheet: _Sheet, places: Sequence[str], state: State, before: State | None) -> Drawn:
        (name,) = sheet.maps
        zones = []
        for place in places:
            cards = []
            for key in sheet.keys:
                here = state[name][key] == place
                came = before is not None and before[name][key] != state[name][key]
                if here or (came and before is not None and before[name][key] == place):
                    mark = ("new" if here else "gone") if came else ""
                    tokens = _tokens(sheet, key, state, before) if here else []
                    cards.append({"key": key, "mark": mark, "tokens": tokens})
            zones.append({"name": place, "cards": cards})
        return {
            "kind": "zones",
            "name": _words(name),
            "field": name,
            "zones": zones,
            "idle": _idle(sheet, state),
        }


def _tokens(sheet: _Sheet, key: str, state: State, before: State | None) -> list[Drawn]:
    """Return the tokens on an entry, and those that the last step took from it."""
    tokens = []
    for name in sheet.tokens:
        now = key in _held(state.get(name))
        was = now if before is None else key in _held(before.get(name))
        if now or was:
            mark = "" if now == was else "new" if now else "gone"
            alone = not isinstance(state.get(name), list | tuple)
            tokens.append({"name": _words(name), "field": name, "mark": mark, "alone": alone})
    return tokens


def _idle(sheet: _Sheet, state: State) -> list[str]:
    """Return the tokens that no entry has."""
    return [_words(name) for name in sheet.tokens if not set(_held(state.get(name))) & set(sheet.keys)]


def _people(play: ToldPlay) -> frozenset[str]:
    """Return who acts or chooses in a play; some are not named, but described."""
    acting = {step.actor for step in play.steps if step.actor is not None}
    return frozenset(acting | {by for step in play.steps for by in step.choosers.values()})


def _closure(people: frozenset[str], groups: Any) -> frozenset[str]:
    """Return the people, and all whom a field names beside one of them."""
    known, size = people, -1
    while len(known) != size:
        size = len(known)
        for labels in groups:
            if labels & known:
                known |= labels
    return known


def _is_labels(value: Any) -> bool:
    return (
        value is None
        or isinstance(value, str)
        or (isinstance(value, list | tuple) and all(isinstance(v, str) for v in value))
    )


def _held(value: Any) -> tuple[str, ...]:
    """Return the labels that a value names."""
    if value is None:
        return ()
    if isinstance(value, list | tuple):
        return tuple(v for v in value if isinstance(v, str))
    return (str(value),)


def _words(name: str) -> str:
    return name.replace("_", " ")


def _plural(name: str) -> str:
    """Return what many of a type are called: ``battlefields``, ``stories`` for ``Story``."""
    word = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name).lower()
    if re.search(r"[^aeiou]y$", word):
        return f"{word[:-1]}ies"
    return f"{word}es" if re.search(r"(s|x|z|ch|sh)$", word) else f"{word}s"


def _natural(text: str) -> list[tuple[int, str]]:
    """Return what sorts ``P2`` before ``P10``."""
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"(\d+)", text)]
