"""One side of a comparison: a game under some readings and scopes, read and made into a transition system."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from checker.errors import ModelError, UsageError, nearest
from checker.judge.comparison.declare import Observable, observables_of
from checker.judge.rulebook import load_rulebook
from checker.judge.telling import Teller
from checker.judge.workspace import GameEntry, Workspace, load_file, load_game
from checker.language.lower import Lowered, lower
from checker.language.observables import Observed, trace_observable
from checker.language.rules import RuleKind
from checker.language.schema import Schema
from checker.language.tracing.tracings import Tracings
from checker.system.model import Kind, Source, System
from checker.system.terms import FALSE, Term

__all__ = ["Opened", "Option", "RuleFacts", "Side", "SideName", "open_side", "parse_sides"]

_SETTINGS = re.compile(r"[^\W\d]\w*\s*=[^,=]+(,\s*[^\W\d]\w*\s*=[^,=]+)*")


@dataclass(frozen=True)
class SideName:
    """What a side is: a game (by name, or by the path of a model file), and readings and scopes not its own.

    ``settings`` are as they were written, and may name readings or scopes; :func:`open_side` finds out which.
    """

    game: str
    settings: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        settings = ",".join(f"{name}={value}" for name, value in self.settings)
        return f"{self.game}:{settings}" if settings else self.game


def parse_sides(first: str, second: str) -> tuple[SideName, SideName]:
    """Return the sides that two arguments name: ``GAME`` or ``GAME:NAME=VALUE,...``.

    The second may leave out the game, if it is that of the first.

    Raises:
        UsageError: one of them names no game, or no setting where one belongs.
    """
    mine = _parse(first, "")
    return mine, _parse(second, mine.game)


def _parse(text: str, game: str) -> SideName:
    if game and "=" in text and ":" not in text:
        return SideName(game, _settings(text, text))
    name, colon, settings = text.rpartition(":") if "=" in text.rpartition(":")[2] else (text, "", "")
    if not name and colon:
        name = game
    if not name or ("=" in name and not colon):
        raise UsageError(
            f"{text!r} names no game",
            hint="write a game, and after a colon what is to be read otherwise: `magic:edition=CR26`",
        )
    return SideName(name, _settings(settings, text) if colon else ())


def _settings(settings: str, text: str) -> tuple[tuple[str, str], ...]:
    if _SETTINGS.fullmatch(settings.strip()) is None:
        raise UsageError(
            f"{text!r} is no side of a comparison",
            hint="write GAME:NAME=VALUE,NAME=VALUE, such as `magic:edition=CR26,players=2`",
        )
    found: dict[str, str] = {}
    for part in settings.split(","):
        name, _, value = (word.strip() for word in part.partition("="))
        if found.setdefault(name, value) != value:
            raise UsageError(f"{name} is given twice in {text!r}, as {found[name]} and as {value}")
    return tuple(found.items())


@dataclass(frozen=True)
class Option:
    """The option of a reading that is in force, with its clause and what that says."""

    reading: str
    question: str
    option: str
    clause: str
    text: str


@dataclass(frozen=True)
class RuleFacts:
    """What is told of a rule."""

    kind: str
    clauses: tuple[str, ...]
    says: str
    source: Source


@dataclass(frozen=True)
class Opened:
    """All that is known of a side where it is held against another one; it knows nothing of Python's classes.

    ``observables`` are the functions by which it can be compared. ``settings`` are the readings and scopes
    that are not the game's own. ``members`` says of every update that is an event of several rules at once,
    by its place, when each of them is part of it.
    """

    name: str
    file: str
    settings: tuple[tuple[str, str], ...]
    options: tuple[Option, ...]
    scopes: Mapping[str, int]
    sizes: Mapping[str, int]
    bounds: Mapping[str, int]
    rules: Mapping[str, RuleFacts]
    clauses: Mapping[str, str]
    system: System
    members: Mapping[int, Mapping[str, Term]] = field(default_factory=dict)
    observables: Mapping[str, Observed] = field(default_factory=dict)

    @property
    def readings(self) -> dict[str, str]:
        """The options in force, by reading."""
        return {option.reading: option.option for option in self.options}


@dataclass(frozen=True)
class Side:
    """A side where its model is loaded: it can replay plays."""

    opened: Opened
    entry: GameEntry
    schema: Schema
    teller: Teller
    observables: tuple[Observable, ...]


def open_side(workspace: Workspace, name: SideName, tracings: Tracings | None = None) -> Side:
    """Read a game, and lower it as ``name`` says.

    Raises:
        ModelError: a model, spec or rulebook is wrong.
        UsageError: there is no such game, reading, option or scope.
    """
    entry = _entry(workspace, name.game)
    own = Schema(entry.game)
    readings, scopes = _sorted_out(own, name)
    schema = Schema(entry.game, scopes, readings)
    lowered = lower(schema, tracings)
    observables = tuple(observables_of(entry.game))
    traced = {}
    for one in observables:
        traced[one.name] = trace_observable(lowered, one.function)
        if traced[one.name].ghosts:
            raise ModelError(
                f"{one.name!r} reads the ghost {min(traced[one.name].ghosts)!r}, which is no part of it",
                hint="compare by what the rules themselves know",
                source=one.source,
            )
    texts = _clauses(entry)
    opened = Opened(
        name=schema.name,
        file=entry.file,
        settings=name.settings,
        options=tuple(
            Option(
                reading,
                declared.question,
                schema.readings[reading],
                clause := dict(declared.options)[schema.readings[reading]],
                texts.get(clause, ""),
            )
            for reading, declared in entry.game.readings().items()
        ),
        scopes=schema.scopes,
        sizes=schema.all_sizes,
        bounds=schema.all_bounds,
        rules={
            rule: RuleFacts(info.kind.value, info.clauses, info.says, info.source)
            for rule, info in schema.rules.items()
            if info.kind is not RuleKind.OBSERVER
        },
        clauses=texts,
        system=lowered.sliced(),
        members=_members(lowered),
        observables=traced,
    )
    return Side(opened, entry, schema, Teller(schema, ghosts=False), observables)


def _members(lowered: Lowered) -> dict[int, dict[str, Term]]:
    """Return for every state-based event, by the place of its update, when each rule is part of it."""
    happens = lowered.rules_that_happen()
    rules = [name for name, info in lowered.schema.rules.items() if info.kind is RuleKind.STATE_BASED]
    return {
        place: {name: happens[name][place] for name in rules if happens[name][place] is not FALSE}
        for place, update in enumerate(lowered.system.updates)
        if update.kind is Kind.STATE_BASED
    }


def _entry(workspace: Workspace, game: str) -> GameEntry:
    if not (game.endswith(".py") or "/" in game or "\\" in game):
        return load_game(workspace, game)
    entries = load_file(Path(game))
    if len(entries) > 1:
        names = ", ".join(entry.name for entry in entries)
        raise UsageError(
            f"{game} has several games: {names}", hint="put the one that is compared in a file of its own"
        )
    return entries[0]


def _sorted_out(schema: Schema, name: SideName) -> tuple[dict[str, str], dict[str, int]]:
    """Return which of the settings of a side are readings, and which scopes."""
    readings: dict[str, str] = {}
    scopes: dict[str, int] = {}
    for key, value in name.settings:
        if key in schema.readings:
            readings[key] = value
        elif key not in schema.scopes:
            known = (*schema.readings, *schema.scopes)
            raise UsageError(f"{schema.name} has no reading or scope {key!r}", hint=nearest(key, known))
        elif not value.isdecimal():
            raise UsageError(f"{key} is a whole number, not {value!r}")
        else:
            scopes[key] = int(value)
    return readings, scopes


def _clauses(entry: GameEntry) -> dict[str, str]:
    """Return the paraphrases of a game's clauses by id; of whole ones as far as they are cited."""
    if entry.rulebook is None:
        return {}
    book = load_rulebook(entry.rulebook)
    cited = [c for rule in entry.game.rules().values() for c in rule.clauses]
    cited += [c for reading in entry.game.readings().values() for _, c in reading.options]
    return {id_: book.clause(id_).paraphrase for id_ in dict.fromkeys((*book.clauses, *cited))}
