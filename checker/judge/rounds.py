"""Rounds: which claims of which games are judged, under which scopes and readings."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from checker.errors import ModelError, UsageError, nearest
from checker.judge.builtin import built_in_claims
from checker.judge.claims import Claim, ClaimKind, Expectation, Variant, claims_of
from checker.judge.selection import Selection
from checker.judge.workspace import GameEntry, Workspace, each_game, load_file, load_game
from checker.language.schema import Schema

__all__ = ["Round", "check_settings", "each_selected", "rounds_as_asked", "rounds_of", "select_games"]


def select_games(workspace: Workspace, selection: Selection) -> list[GameEntry]:
    """Return the games that a selection names, all of the workspace if it names none."""
    return list(each_selected(workspace, selection))


def each_selected(workspace: Workspace, selection: Selection) -> Iterator[GameEntry]:
    """Yield the games that a selection names, one after the other as they are asked for."""
    if not selection.games:
        yield from each_game(workspace)
    for name in selection.games:
        if name.endswith(".py") or "/" in name or "\\" in name or Path(name).suffix:
            yield from load_file(Path(name))
        else:
            yield load_game(workspace, name)


@dataclass(frozen=True)
class Round:
    """Claims about one game that are judged under the same readings, each with what is expected."""

    entry: GameEntry
    schema: Schema
    varied: Mapping[str, str]
    claims: Sequence[tuple[Claim, Expectation]]


def rounds_of(entries: Iterable[GameEntry], selection: Selection) -> Iterator[Round]:
    """Yield what is to be judged: each game as it is, then under the other readings that claims name.

    Where readings are asked for, the claims are judged under these alone. A scope or reading that is asked
    for counts for the games that have it. Where every reading is asked for, all claims are judged under each
    other option as well, and games without readings are passed over.

    Raises:
        ModelError: a game or a claim is wrong.
        UsageError: none of the games has a property, scope or reading that is asked for.
    """
    games: list[str] = []
    names: set[str] = set()
    wanted = set(selection.properties)
    scopes: set[str] = set()
    readings: set[str] = set()
    for entry in entries:
        games.append(entry.name)
        schema = _schema(entry, selection, {})
        scopes |= set(schema.scopes)
        readings |= set(schema.readings)
        claims = [*built_in_claims(entry.game, schema.source), *claims_of(entry.game)]
        _check_claims(claims, schema)
        names |= {c.name for c in claims}
        chosen = [c for c in claims if not wanted or c.name in wanted]
        asked = {k: v for k, v in selection.readings.items() if k in schema.readings}
        own = {name: reading.default for name, reading in entry.game.readings().items()}
        if selection.every_reading:
            yield from _every_reading(entry, schema, selection, chosen)
            continue
        yield Round(entry, schema, asked, [(c, _expected(c, own, schema.readings)) for c in chosen])
        if asked:
            continue
        variants: dict[tuple[tuple[str, str], ...], list[tuple[Claim, Expectation]]] = {}
        for claim in chosen:
            for variant in claim.also:
                key = tuple(sorted(variant.readings.items()))
                variants.setdefault(key, []).append((claim, variant.expect))
        for key, group in variants.items():
            other = _schema(entry, selection, dict(key))
            yield Round(entry, other, dict(key), group)
    whose = f"{games[0]} has no" if len(games) == 1 else "no game has a"
    _check_names("there is no property", selection.properties, names)
    _check_names(f"{whose} scope", selection.scopes, scopes)
    _check_names(f"{whose} reading", selection.readings, readings)


def check_settings(schemas: Collection[Schema], selection: Selection, whose: str) -> None:
    """Check that some game has each scope and each reading that a selection asks for.

    Args:
        schemas: the games.
        selection: what is asked for.
        whose: begins the message about what none of them has: ``no game with norms has a``.

    Raises:
        UsageError: none of the games has it.

    """
    _check_names(f"{whose} scope", selection.scopes, {name for s in schemas for name in s.scopes})
    _check_names(f"{whose} reading", selection.readings, {name for s in schemas for name in s.readings})


def _check_names(missing: str, asked: Iterable[str], there: Collection[str]) -> None:
    for name in asked:
        if name not in there:
            raise UsageError(f"{missing} {name!r}", hint=nearest(name, there))


def _every_reading(
    entry: GameEntry, schema: Schema, selection: Selection, claims: Sequence[Claim]
) -> Iterator[Round]:
    """Yield the claims under the readings in force, then under each other option of each reading in turn."""
    declared = entry.game.readings()
    own = {name: reading.default for name, reading in declared.items()}
    asked = {k: v for k, v in selection.readings.items() if k in schema.readings}
    others = [
        {name: option}
        for name, reading in declared.items()
        for option, _ in reading.options
        if option != schema.readings[name]
    ]
    for varied in [{}, *others] if others else []:
        there = _schema(entry, selection, varied)
        yield Round(
            entry, there, {**asked, **varied}, [(c, _expected(c, own, there.readings)) for c in claims]
        )


def _check_claims(claims: Sequence[Claim], schema: Schema) -> None:
    """Check that the claims about a game have names of their own, and name readings that there are."""
    known: dict[str, Claim] = {}
    for claim in claims:
        twin = known.setdefault(claim.name, claim)
        if twin is not claim:
            built_in = twin.kind is ClaimKind.BUILT_IN
            raise ModelError(
                f"the claim {claim.name!r} has the name of a built-in check"
                if built_in
                else f"there are two claims named {claim.name!r} about {schema.name}",
                hint="give it another name" if built_in else f"the other one is at {twin.source}",
                source=claim.source,
            )
        for variant in claim.also:
            _check_variant(claim, variant, schema)


def _check_variant(claim: Claim, variant: Variant, schema: Schema) -> None:
    readings = schema.game.readings()
    for name, option in variant.readings.items():
        if name not in readings:
            raise ModelError(
                f"the claim {claim.name!r} is judged under the reading {name!r}, which {schema.name} has not",
                hint=nearest(name, readings),
                source=claim.source,
            )
        options = dict(readings[name].options)
        if option not in options:
            raise ModelError(
                f"the claim {claim.name!r} is judged under {name}={option}, and there is no such option",
                hint=nearest(option, options),
                source=claim.source,
            )


def _expected(claim: Claim, own: Mapping[str, str], in_force: Mapping[str, str]) -> Expectation:
    """Return what is expected under the readings in force, for which a claim may have said it apart.

    ``own`` are the readings that the game has where nobody asks for others.
    """
    stated = (v.expect for v in claim.also if {**own, **v.readings} == in_force)
    return next(stated, claim.expect)


def _schema(entry: GameEntry, selection: Selection, readings: Mapping[str, str]) -> Schema:
    """Return the schema of a game with the scopes and readings asked for, as far as it has them."""
    scopes, asked = dict(selection.scopes), dict(selection.readings)
    if scopes or asked:
        plain = Schema(entry.game)
        scopes = {k: v for k, v in scopes.items() if k in plain.scopes}
        asked = {k: v for k, v in asked.items() if k in plain.readings}
    return Schema(entry.game, scopes, {**asked, **readings})


def rounds_as_asked(entries: Iterable[GameEntry], selection: Selection) -> list[Round]:
    """Return the rounds under the readings that are asked for, or the games' own, and under no others.

    Raises as :func:`rounds_of` does.
    """
    return [
        one
        for one in rounds_of(entries, selection)
        if one.varied == {k: v for k, v in selection.readings.items() if k in one.schema.readings}
    ]
