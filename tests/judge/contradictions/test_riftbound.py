"""The known contradictions in the rules of Riftbound are found, and only from the clauses that make them."""

from __future__ import annotations

import dataclasses
import itertools
import re
from collections.abc import Collection
from pathlib import Path

import pytest

import specs.riftbound.battlefield_norms
import specs.riftbound.norms
import specs.riftbound.winning  # noqa: F401 - states the norms
from checker.judge.contradictions.examine import Examined, examine
from checker.judge.contradictions.study import Study, study
from checker.judge.contradictions.unreached import would_clash
from checker.judge.workspace import GameEntry
from checker.language.game import Game
from checker.language.schema import game_name
from models.riftbound import Riftbound
from models.riftbound_victory import RiftboundVictory

pytestmark = pytest.mark.slow  # ten seconds of processor time; other games are examined by default

Clauses = tuple[str, ...]

# By the number of the tension in docs/tensions/riftbound.md.
CLASHES: dict[str, Clauses] = {
    "B-T01": ("RB1.3:340.2.a", "RB1.3:346.1"),
    "B-T01, of a combat": ("RB1.3:340.2.a", "RB1.3:459.2.g"),
    "B-T01, by finalizing": ("RB1.3:337.1.c.1.a", "RB1.3:346.1"),
    "B-T02": ("RB1.3:338.1.c.1", "RB1.3:339.2"),
    "B-T03": ("RB1.3:347.3.a.1", "RB1.3:348.2.a"),
    "B-T05": ("RB1.3:187.3.b", "RB1.3:344"),
    "B-T06 and B-T23": ("RB1.3:323.6", "RB1.3:187.4.c"),
    "B-T06, as corrected": ("RB1.3:323.6", "RB-FAQ-U:323.6"),
    "B-T07": ("RB1.3:344.2", "RB1.3:323.8"),
    "B-T07, in older words": ("RB1.3:316.5.b", "RB1.3:323.8"),
    "B-T08": ("RB1.3:446.1", "RB1.3:323.11"),
    "B-T08, of effects": ("RB1.3:447.1", "RB1.3:323.11"),
    "B-T09": ("RB1.3:459.2.c", "S-RB:7/3"),
    "B-T09, in later words": ("RB1.3:459.2.c", "RB1.4:464.2.d"),
    "B-T10": ("RB1.3:335.3", "RB1.3:312.2.b", "RB1.3:312.1"),
    "B-T12": ("RB1.3:348", "RJ:1420"),
    "B-T14": ("RB1.3:348", "RB1.3:347.3.a"),
    "B-T16, of gear": ("RB1.3:342", "RB1.3:347.1"),
    "B-T16, of abilities": ("RB1.3:342", "RB1.3:347.2"),
    "B-T16, of alternation": ("RB1.3:342", "RB1.3:346.1"),
    "B-T19": ("RB1.3:461.3.d", "RB-FAQ-U:461.3"),
    "B-T21": ("S-RB:glossary-conquer", "RB1.3:464.1"),
    "B-T27": ("RB1.3:313.3", "RB1.3:347.4"),
    "an Add ability on another's item": ("RB1.3:400.2", "RB1.3:337.1.c.3", "RB1.3:312.1"),
}
OF_VICTORY: dict[str, Clauses] = {"B-T18": ("RB-PN:467", "RB1.3:323.1")}
UNREACHED: dict[str, Clauses] = {
    "B-T29": ("RG:528", "RB1.3:339.1"),
}


NEW = frozenset(CLASHES["an Add ability on another's item"])
LATER = frozenset(("RB1.3:335.3", "RB1.4:335.1"))
TABLE = Path(__file__).parents[3] / "docs" / "tensions" / "riftbound.md"


def studied(scopes: dict[str, int], game: type[Game] = Riftbound) -> Study:
    return study(GameEntry(game_name(game), game, None), scopes=scopes, readings={})


@pytest.fixture(scope="module")
def all_norms() -> Study:
    return studied({})


def examined(found: Study, *, only: Collection[str] = (), without: Collection[str] = ()) -> list[Examined]:
    """Examine the topics again, with the norms of some clauses alone, or without those of some."""
    kept = []
    for topic in found.topics:
        left = [d for d in topic.demands if d.clause not in without and (not only or d.clause in only)]
        if left:
            fewer = dataclasses.replace(topic, demands=tuple(left), _cache={})
            kept.append(examine(found.board, found.reader, fewer))
    return kept


def clashes(found: Collection[Examined]) -> set[frozenset[str]]:
    return {c.clauses for one in found for c in one.clashes.values()}


def sets(tensions: dict[str, Clauses]) -> set[frozenset[str]]:
    return {frozenset(clauses) for clauses in tensions.values()}


def test_the_clauses_clash(all_norms: Study) -> None:
    assert sets(CLASHES) <= clashes(all_norms.examined)


@pytest.mark.parametrize("side", [0, 1])
def test_without_either_clause_nothing_takes_their_place(all_norms: Study, side: int) -> None:
    gone = {clauses[side] for clauses in CLASHES.values()}
    left = {clauses for clauses in clashes(all_norms.examined) if not clauses & gone}
    assert not left & sets(CLASHES)
    assert clashes(examined(all_norms, without=gone)) == left


def test_a_winner_is_told_at_once_and_only_with_more_points_than_anybody() -> None:
    found = studied({}, RiftboundVictory)
    assert clashes(found.examined) == sets(OF_VICTORY)
    for clause in OF_VICTORY["B-T18"]:
        assert clashes(examined(found, without=[clause])) == set()


@pytest.mark.parametrize("tension", UNREACHED)
def test_what_is_not_reached_would_clash(all_norms: Study, tension: str) -> None:
    clauses = UNREACHED[tension]
    both = [would_clash(e) for e in examined(all_norms, only=clauses)]
    assert [len(pairs) for pairs in both] == [1]
    for clause in clauses:
        assert not any(would_clash(e) for e in examined(all_norms, only=clauses, without=[clause]))


def test_the_table_of_tensions_names_the_findings(all_norms: Study) -> None:
    rows = re.findall(r"\| clash\.(\w+) \| (.*?) \|", TABLE.read_text(encoding="utf-8"))
    told = {f"riftbound.clash.{id_}": frozenset(clauses.split(", ")) for id_, clauses in rows}
    assert set(told.values()) == sets(CLASHES) - {NEW} | {frozenset(UNREACHED["B-T29"]), LATER}
    found = {all_norms.clash_id(n): c.clauses for e in all_norms.examined for n, c in e.clashes.items()}
    unreached = {
        all_norms.clash_id(names): frozenset(UNREACHED["B-T29"])
        for names in itertools.product(
            *([n.name for n in all_norms.norms if n.clause == clause] for clause in UNREACHED["B-T29"])
        )
    }
    assert told.items() <= {**found, **unreached}.items()


def test_contested_is_cleared_although_no_clause_says_so(all_norms: Study) -> None:
    wrong = {name for one in all_norms.examined for name in one.mismatches}
    assert wrong == {"contested_lasts_until_control_is_established"}


def test_the_clauses_settle_who_has_priority_and_focus(all_norms: Study) -> None:
    assert all_norms.gaps == []


def test_who_is_not_relevant_need_not_pass_with_three_players() -> None:
    assert frozenset(UNREACHED["B-T29"]) in clashes(studied({"players": 3}).examined)
