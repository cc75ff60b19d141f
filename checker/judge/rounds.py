"""Rounds: which claims of which games are judged, under which scopes and readings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from checker.errors import ModelError, UsageError, nearest
from checker.judge.builtin import built_in_claims
from checker.judge.claims import Claim, ClaimKind, Expectation, Variant, claims_of
from checker.judge.selection import Selection
from checker.judge.workspace import GameEntry, Workspace, load_file, load_game, load_games
from checker.language.schema import Schema

__all__ = ["Round", "rounds_of", "select_games"]


def select_games(workspace: Workspace, selection: Selection) -> list[GameEntry]:
    """Return the games that a selection names, all of the workspace if it names none."""
    if not selection.games:
        return list(load_games(workspace).values())
    entries: list[GameEntry] = []
    for name in selection.games:
        if name.endswith(".py") or "/" in name or "\\" in name or Path(name).suffix:
            entries.extend(load_file(Path(name)))
        else:
            entries.append(load_game(workspace, name))
    return entries


@dataclass(frozen=True)
class Round:
    """Claims about one game that are judged under the same readings, each with what is expected."""

    entry: GameEntry
    schema: Schema
    varied: Mapping[str, str]
    claims: Sequence[tuple[Claim, Expectation]]


def rounds_of(entries: Sequence[GameEntry], selection: Selection) -> Iterator[Round]:
    """Yield what is to be judged: each game as it is, then under the other readings that claims name.

    Where readings are asked for, the claims are judged under these alone.
    """
    names: set[str] = set()
    wanted = set(selection.properties)
    scopes: set[str] = set()
    readings: set[str] = set()
    for entry in entries:
        schema = _schema(entry, selection, {}, lenient=len(entries) > 1)
        scopes |= set(schema.scopes)
        readings |= set(schema.readings)
        claims = [*built_in_claims(entry.game, schema.source), *claims_of(entry.game)]
        _check_claims(claims, schema)
        names |= {c.name for c in claims}
        chosen = [c for c in claims if not wanted or c.name in wanted]
        asked = {k: v for k, v in selection.readings.items() if k in schema.readings}
        yield Round(entry, schema, asked, [(c, _expected(c, schema)) for c in chosen])
        if asked:
            continue
        variants: dict[tuple[tuple[str, str], ...], list[tuple[Claim, Expectation]]] = {}
        for claim in chosen:
            for variant in claim.also:
                key = tuple(sorted(variant.readings.items()))
                variants.setdefault(key, []).append((claim, variant.expect))
        for key, group in variants.items():
            other = _schema(entry, selection, dict(key), lenient=len(entries) > 1)
            yield Round(entry, other, dict(key), group)
    for name in selection.properties:
        if name not in names:
            raise UsageError(f"there is no property {name!r}", hint=nearest(name, names))
    for name in selection.scopes:
        if name not in scopes:
            raise UsageError(f"no game has a scope {name!r}", hint=nearest(name, scopes))
    for name in selection.readings:
        if name not in readings:
            raise UsageError(f"no game has a reading {name!r}", hint=nearest(name, readings))


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


def _expected(claim: Claim, schema: Schema) -> Expectation:
    """Return what is expected under the readings in force, for which a claim may have said it apart."""
    own = Schema(schema.game).readings
    stated = (v.expect for v in claim.also if {**own, **v.readings} == schema.readings)
    return next(stated, claim.expect)


def _schema(entry: GameEntry, selection: Selection, readings: Mapping[str, str], *, lenient: bool) -> Schema:
    """Return the schema of a game with the scopes and readings asked for, as far as it has them."""
    scopes, asked = dict(selection.scopes), dict(selection.readings)
    if lenient:
        plain = Schema(entry.game)
        scopes = {k: v for k, v in scopes.items() if k in plain.scopes}
        asked = {k: v for k, v in asked.items() if k in plain.readings}
    return Schema(entry.game, scopes, {**asked, **readings})
