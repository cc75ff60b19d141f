from __future__ import annotations

import functools
from collections.abc import Iterable
from pathlib import Path

import pytest

import specs.berserk.norms
import specs.berserk_online.norms  # noqa: F401 - both declare their norms by being imported
from checker.judge.contradictions.demands import DemandReader
from checker.judge.contradictions.examination import Examination
from checker.judge.contradictions.examine import examine
from checker.judge.contradictions.finding import Finding, FindingKind
from checker.judge.contradictions.gaps import gaps_in_fields
from checker.judge.contradictions.situations import Board
from checker.judge.contradictions.topics import topics_of
from checker.judge.graphs import graph_of
from checker.judge.norms.declare import Norm, norms_of, settled_of
from checker.judge.selection import Selection
from checker.judge.workspace import GameEntry
from checker.language.game import Game
from checker.language.lower import lower
from checker.language.schema import Schema
from models.berserk import Berserk, BerserkOnline

ROOT = Path(__file__).parents[2]

CLASHES = {
    "K-T01": ("a_roll_comes_from_the_stack", "a_strike_is_rolled_as_it_is_performed"),
    "K-T02": ("a_death_waits_for_priority", "a_death_comes_at_once"),
    "K-T03": ("priority_follows_performance", "payment_follows_performance"),
    "K-T05": ("priority_lets_declare", "means_come_first"),
    "K-T06": ("the_change_of_phase_is_declared", "both_pass_to_end_a_phase"),
    "K-T07": ("one_owner_at_least", "nobody_has_priority_meanwhile"),
    "K-T08": ("the_declarer_keeps_priority", "the_active_player_gains_priority"),
    "K-T09": ("a_pass_is_no_game_action", "a_pass_is_a_game_action"),
    "K-T10": ("no_slow_ones_meanwhile", "the_declarer_may_declare_another"),
    "K-T11": ("a_symbiote_may_live_on", "a_symbiote_dies_with_its_host"),
    "K-T17": ("a_cycle_is_cut_before_it_repeats", "only_exact_repetitions_are_blocked"),
    "K-T22": ("a_movement_is_performed", "what_proves_illegal_has_no_effect"),
    "the phase and the stack": ("the_change_of_phase_is_declared", "the_stack_is_emptied_first"),
    "one edition on rule effects": ("one_owner_at_least", "priority_comes_after_rule_effects"),
}
"""For each tension between two clauses the norms whose clash is to be found."""


class Silent:
    def tell(self, text: str, done: int | None = None, of: int | None = None) -> None:
        pass

    def found(self, verdict: object) -> None:
        pass


@functools.cache
def board(**readings: str) -> tuple[DemandReader, Board]:
    """All that plays of Berserk can reach, with the ghosts that norms ask for."""
    lowered = lower(Schema(Berserk, {}, readings))
    reader = DemandReader(lowered)
    graph = graph_of(lowered.sliced(frozenset({"passes_in_a_row"})), seconds=None, progress=None)
    return reader, Board(graph, reader.instances.by_update)


def named(*names: str) -> list[Norm]:
    """The norms of these names."""
    found = [n for n in norms_of(Berserk) if n.name in names]
    assert len(found) == len(names)
    return found


def clashes(norms: Iterable[Norm]) -> dict[frozenset[str], frozenset[str]]:
    """The sets of clauses that clash, by the names of their norms."""
    reader, states = board()
    return {
        names: clash.clauses
        for topic in topics_of(reader, norms)
        for names, clash in examine(states, reader, topic).clashes.items()
    }


@pytest.mark.parametrize("tension", CLASHES)
def test_a_tension_is_found_and_takes_both_of_its_norms(tension: str) -> None:
    one, other = named(*CLASHES[tension])
    assert clashes((one, other)) == {
        frozenset(CLASHES[tension]): frozenset((one.clause, other.clause)),
    }
    assert clashes((one,)) == clashes((other,)) == {}


def gaps(norms: Iterable[Norm]) -> set[tuple[str, tuple[str, ...]]]:
    """The fields that no clause settles, with the rules that change them."""
    reader, states = board()
    examined = [examine(states, reader, topic) for topic in topics_of(reader, norms)]
    return {(g.subject, g.rules) for g in gaps_in_fields(states, reader, examined, settled_of(Berserk))}


def test_two_passes_on_an_empty_stack_leave_nobody_with_priority() -> None:
    about = [n for n in norms_of(Berserk) if "holders" in n.fields]
    found = {gap for gap in gaps(about) if gap[0] == "holders"}
    assert found == {("holders", ("pass_priority",))}


def test_no_clause_says_that_a_declaration_breaks_the_run_of_passes() -> None:
    about = named("passes_are_counted", "passes_are_counted_anew")
    assert ("passed", ("use_ability",)) in gaps(about)


def test_a_kept_run_of_passes_performs_what_the_clause_does_not_allow() -> None:
    readings: tuple[tuple[dict[str, str], set[str]], ...] = (
        ({}, set()),
        ({"run_of_passes": "kept"}, {"nothing_is_performed_before"}),
    )
    for reading, found in readings:
        reader, states = board(**reading)
        (topic,) = topics_of(reader, named("nothing_is_performed_before"))
        assert examine(states, reader, topic).mismatches.keys() == found


def test_a_price_may_be_due_that_nobody_can_pay() -> None:
    reader, states = board()
    (topic,) = topics_of(reader, named("payment_follows_performance", "paying_takes_the_price"))
    assert examine(states, reader, topic).stuck.keys() == {"payment_follows_performance"}
    (topic,) = topics_of(reader, named("payment_follows_performance"))
    assert not examine(states, reader, topic).stuck


def findings(game: type[Game], name: str) -> list[Finding]:
    entry = GameEntry(name, game, ROOT / "specs" / "berserk")
    return list(Examination(entry, Selection(), Silent()).whole().findings)


def of_kind(found: list[Finding], kind: FindingKind) -> int:
    return len([f for f in found if f.kind is kind])


@pytest.mark.slow
def test_online_a_dead_attacker_cannot_pay_and_a_defence_has_its_time() -> None:
    found = {f.clauses: f for f in findings(BerserkOnline, "berserk_online")}
    assert found.keys() == {("BKON:104.6", "BKON:412.3"), ("BKON:103.3", "BKON:216.12")}
    dead = found["BKON:103.3", "BKON:216.12"]
    assert [c.gone for c in dead.changes] == [True] * len(dead.changes)
    sudden = found["BKON:104.6", "BKON:412.3"]
    assert sudden.settled_by is not None
    assert sudden.settled_by[0] == "BKON:404.8"
    assert not sudden.counts


@pytest.mark.slow
def test_the_command_finds_just_these() -> None:
    found = findings(Berserk, "berserk")
    tensions = {frozenset(n.clause for n in named(*names)) for names in CLASHES.values()}
    told = {frozenset(f.clauses) for f in found if f.kind is FindingKind.CLASH}
    assert told - tensions == {frozenset({"BK19:506.2", "S-BK:303.3/2"})}
    assert tensions <= told
    assert of_kind(found, FindingKind.STUCK) == 1
    assert of_kind(found, FindingKind.GAP) == 3
    assert {f.kind for f in found if f.counts} == {FindingKind.CLASH, FindingKind.STUCK, FindingKind.GAP}
