"""The known contradictions about battles in Magic are found, and only from the clauses that make them."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

import specs.magic_blocks.norms
import specs.magic_copies.norms
import specs.magic_siege.attacking
import specs.magic_siege.entering
import specs.magic_siege.norms
import specs.magic_triggers.norms  # noqa: F401 - these state the norms
from checker.judge.contradictions.study import study
from checker.judge.contradictions.unreached import would_clash
from checker.judge.norms import declare
from checker.judge.workspace import GameEntry
from checker.language.game import Game
from checker.language.schema import game_name
from models.magic_blocks import MagicBlocks
from models.magic_copies import MagicCopies
from models.magic_siege import MagicSiege
from models.magic_triggers import MagicTriggers

Pair = tuple[str, str]

# By the number of the tension in docs/tensions/magic.md.
CLASHES: dict[str, Pair] = {
    "M-T01": ("S-MTG:310.11b", "S-MTG:bullet-1"),
    "M-T02": ("S-MTG:310.8b/1", "S-MTG:310.8b/3"),
    "M-T03": ("S-MTG:310.7", "S-MTG:bullet-5/1"),
    "M-T04": ("S-MTG:310.10/1", "WotC-R:2/1"),
    "M-T07": ("CR24:704.5v", "CR26:704.5w"),
    "M-T13": ("CR24:704.2", "CR24:704.5x/1"),
    "M-T18": ("CR24:117.1a/2", "CR24:608.2g/1"),
}
OF_COPIES: dict[str, Pair] = {
    "M-T12": ("WotC-R:1", "CR24:310.7"),
    "M-T12, in the article": ("S-MTG:bullet-6/2", "CR24:310.7"),
}
READ_OTHERWISE: dict[str, Pair] = {
    "M-T06": ("CR24:310.7", "CR24:704.5v"),
    "M-T09": ("CR24:310.11b/2", "S-MTG:reminder/3"),
    "M-T10": ("CR24:704.5v", "S-MTG:reminder/3"),
}
OTHERWISE = {"pending_triggers": "stack_only", "defeated_is": "a_state"}
THREE = {"players": 3, "effects": 0, "defense": 1}
LEFT = {"attack_option": "left"}
SIDES = pytest.mark.parametrize("side", [0, 1])


def clashes(
    game: type[Game],
    monkeypatch: pytest.MonkeyPatch,
    without: Iterable[str] = (),
    scopes: dict[str, int] | None = None,
    readings: dict[str, str] | None = None,
    *,
    reached: bool = True,
) -> set[frozenset[str]]:
    """Return the sets of clauses that clash, with the norms of some clauses taken away."""
    gone = set(without)
    monkeypatch.setattr(declare, "_norms", [n for n in declare._norms if n.clause not in gone])
    entry = GameEntry(game_name(game), game, None)
    found = study(entry, scopes=scopes or {}, readings=readings or {})
    if reached:
        return {c.clauses for e in found.examined for c in e.clashes.values()}
    pairs = [(e.topic.demands, w) for e in found.examined for w in would_clash(e)]
    return {frozenset((demands[w.first].clause, demands[w.second].clause)) for demands, w in pairs}


def sets(tensions: dict[str, Pair]) -> set[frozenset[str]]:
    return {frozenset(pair) for pair in tensions.values()}


def test_the_clauses_about_battles_clash(monkeypatch: pytest.MonkeyPatch) -> None:
    assert sets(CLASHES) <= clashes(MagicSiege, monkeypatch)


@pytest.mark.slow
@SIDES
def test_without_either_clause_they_do_not(monkeypatch: pytest.MonkeyPatch, side: int) -> None:
    without = [pair[side] for pair in CLASHES.values()]
    found = clashes(MagicSiege, monkeypatch, without, {"effects": 1})
    assert not sets(CLASHES) & found
    assert frozenset(("CR24:310.7", "CR26:704.5w")) in found or side == 1


def test_the_clauses_about_copies_clash(monkeypatch: pytest.MonkeyPatch) -> None:
    assert clashes(MagicCopies, monkeypatch) == sets(OF_COPIES)


@pytest.mark.slow
@pytest.mark.parametrize("pair", OF_COPIES.values())
@SIDES
def test_without_either_clause_about_copies_they_do_not(
    monkeypatch: pytest.MonkeyPatch, pair: Pair, side: int
) -> None:
    found = clashes(MagicCopies, monkeypatch, [pair[side]])
    assert found == {clauses for clauses in sets(OF_COPIES) if pair[side] not in clauses}


@pytest.mark.slow
def test_some_clash_as_they_are_read_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    assert sets(READ_OTHERWISE) <= clashes(MagicSiege, monkeypatch, readings=OTHERWISE)


@pytest.mark.slow
@pytest.mark.parametrize("without", [("CR24:704.5v", "CR24:310.11b/2"), ("CR24:310.7", "S-MTG:reminder/3")])
def test_without_either_of_these_they_do_not(
    monkeypatch: pytest.MonkeyPatch, without: tuple[str, ...]
) -> None:
    assert not sets(READ_OTHERWISE) & clashes(MagicSiege, monkeypatch, without, readings=OTHERWISE)


@pytest.mark.slow
def test_with_three_players_not_everybody_attacks(monkeypatch: pytest.MonkeyPatch) -> None:
    pair = frozenset(("S-MTG:310.8b/2", "S-MTG:working-1/1"))
    assert pair in clashes(MagicSiege, monkeypatch, scopes=THREE, readings=LEFT)
    for clause in pair:
        with monkeypatch.context() as patch:
            assert pair not in clashes(MagicSiege, patch, (clause,), THREE, LEFT)


def test_what_attacks_nothing_may_be_blocked_and_may_not(monkeypatch: pytest.MonkeyPatch) -> None:
    assert clashes(MagicBlocks, monkeypatch, scopes={"creatures": 2}) == {
        frozenset(("CR24:506.4c/2", "CR24:509.1a"))
    }


@pytest.mark.slow
@pytest.mark.parametrize("clause", ["CR24:506.4c/2", "CR24:509.1a"])
def test_without_either_blocks_are_clear(monkeypatch: pytest.MonkeyPatch, clause: str) -> None:
    assert clashes(MagicBlocks, monkeypatch, (clause,), {"creatures": 2}) == set()


@pytest.mark.slow
@pytest.mark.parametrize("clause", ["", "CR24:405.3", "CR24:603.3", "CR24:603.3b/1"])
def test_three_clauses_about_triggers_clash(monkeypatch: pytest.MonkeyPatch, clause: str) -> None:
    three = frozenset(("CR24:405.3", "CR24:603.3", "CR24:603.3b/1"))
    assert (three in clashes(MagicTriggers, monkeypatch, (clause,))) == (not clause)
