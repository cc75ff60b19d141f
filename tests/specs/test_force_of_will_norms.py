from __future__ import annotations

import functools

import pytest

import specs.force_of_will.norms
import specs.force_of_will_battle.norms
import specs.force_of_will_loops.norms
import specs.force_of_will_processes.norms
import specs.force_of_will_triggers.norms
import specs.force_of_will_turn.norms  # noqa: F401 - all declare their norms by being imported
from checker.judge.contradictions.examination import Examination
from checker.judge.contradictions.finding import Finding, FindingKind
from checker.judge.norms.declare import norms_of
from checker.judge.selection import Selection
from checker.judge.workspace import GameEntry
from checker.language.game import Game
from checker.language.schema import game_name
from models.force_of_will import (
    ForceOfWill,
    ForceOfWillBattle,
    ForceOfWillLoops,
    ForceOfWillProcesses,
    ForceOfWillTriggers,
    ForceOfWillTurn,
)
from tests.specs.holding import Held, named

GAMES: dict[str, tuple[type[Game], tuple[str, ...]]] = {
    "chase": (ForceOfWill, ("passes_in_a_row", "added_nothing")),
    "battle": (ForceOfWillBattle, ("passes_in_a_row", "given_away", "replied")),
    "loops": (ForceOfWillLoops, ("passes_in_a_row",)),
    "processes": (ForceOfWillProcesses, ("passes_in_a_row",)),
    "triggers": (ForceOfWillTriggers, ("passes_in_a_row", "just_passed")),
    "turn": (ForceOfWillTurn, ("passes_in_a_row",)),
}
"""The games, with the ghosts that their norms ask for."""

CLASHES: dict[str, tuple[str, tuple[str, ...]]] = {
    "F-T02": ("chase", ("the_turn_player_after_a_resolution", "who_replied_goes_on")),
    "F-T03": ("chase", ("a_card_or_ability_resolves", "judgment_resolves")),
    "F-T03, a warden": ("processes", ("a_card_or_ability_resolves", "a_warden_resolves")),
    "F-T05": ("chase", ("the_holder_of_priority_acts", "the_turn_player_acts")),
    "F-T07, battle": ("battle", ("what_is_activated_enters_the_chase", "battle_enters_no_chase")),
    "F-T07, standby": (
        "processes",
        ("what_is_activated_enters_the_chase", "standby_enters_no_chase"),
    ),
    "F-T07, a stone": (
        "processes",
        ("what_is_activated_enters_the_chase", "a_stone_enters_no_chase"),
    ),
    "F-T07, a contract": ("processes", ("a_contract_enters_the_chase", "a_contract_resolves_at_once")),
    "F-T08, returned": ("chase", ("only_canceling_keeps_from_resolving", "a_returned_spell_has_left")),
    "F-T08, a target": ("battle", ("a_chant_resolves_in_any_case", "nothing_for_an_illegal_target")),
    "F-T08, a warden": (
        "processes",
        ("a_warden_process_resolves_in_any_case", "a_warden_that_is_gone_stays_away"),
    ),
    "F-T09, a resonator": ("chase", ("to_the_graveyard", "resonators_to_the_field")),
    "F-T09, a rune": ("processes", ("to_the_graveyard", "runes_are_removed")),
    "F-T09, a contract": ("processes", ("to_the_graveyard", "a_chant_that_contracts_enters_the_field")),
    "F-T10": ("chase", ("one_entry_resolves", "the_whole_chase_resolves")),
    "F-T12": ("loops", ("will_abilities_with_priority", "something_else_after_the_loop")),
    "F-T12, passes": (
        "chase",
        ("both_pass_without_activating", "resolution_begins_when_nothing_is_added"),
    ),
    "F-T13": ("triggers", ("two_passes_resolve_an_entry", "an_ability_starts_the_sequence_again")),
    "F-T15": ("turn", ("no_life_left_is_listed_first", "both_lose_at_one_moment")),
    "F-T18": ("processes", ("no_will_ability_while_playing", "will_abilities_while_paying")),
    "F-T21": ("battle", ("the_holder_hands_over", "no_pass_instead_of_an_attack")),
    "stays until it resolves, or is returned": (
        "chase",
        ("a_card_stays_until_it_resolves", "a_returned_spell_has_left"),
    ),
    "stays until it resolves, or is cancelled": (
        "processes",
        ("a_card_stays_until_it_resolves", "what_is_canceled_leaves"),
    ),
    "judgment is a spell or an ability": (
        "processes",
        ("all_there_are_spells_and_abilities", "judgment_enters_the_chase"),
    ),
    "a warden process is a spell or an ability": (
        "processes",
        ("all_there_are_spells_and_abilities", "a_warden_process_enters_the_chase"),
    ),
    "a contract is an action, or none of its own": (
        "processes",
        ("a_contract_with_priority", "no_contract_by_itself"),
    ),
    "nothing is left to be done": (
        "battle",
        (
            "the_holder_of_priority_acts",
            "no_pass_instead_of_an_attack",
            "no_battle_after_one_was_given_away",
            "a_chant_from_hand",
        ),
    ),
}
"""For each tension the norms whose clash is to be found."""


@functools.cache
def board(game: str) -> Held:
    return Held(*GAMES[game])


@pytest.mark.parametrize("tension", CLASHES)
def test_a_tension_is_found_and_takes_all_of_its_norms(tension: str) -> None:
    game, names = CLASHES[tension]
    norms = named(GAMES[game][0], *names)
    assert board(game).clashes(norms) == {frozenset(names): frozenset(n.clause for n in norms)}
    for one in norms:
        assert board(game).clashes([n for n in norms if n is not one]) == {}


def test_read_by_the_article_nobody_has_priority_after_the_last_entry() -> None:
    about = [n for n in norms_of(ForceOfWill) if "holders" in n.fields]
    assert board("chase").gaps(about) == set()
    without = [n for n in about if n.name != "the_turn_player_after_a_resolution"]
    (gap,) = board("chase").gaps(without)
    assert gap == ("holders", ("pass_priority", "finish_resolution", "give_priority"))


def test_no_clause_says_who_stops_a_loop_for_which_both_name_the_same_number() -> None:
    found = board("loops").gaps(norms_of(ForceOfWillLoops))
    assert found == {("stopper", ("name_number", "settle_number"))}


def test_an_ability_without_a_target_has_to_be_played_and_cannot() -> None:
    game, _ = GAMES["triggers"]
    duty, means = named(game, "what_has_triggered_is_played", "a_target_is_needed")
    assert board("triggers").stuck((duty, means)) == {duty.name}
    assert board("triggers").stuck((duty,)) == set()


class Silent:
    def tell(self, text: str, done: int | None = None, of: int | None = None) -> None:
        pass

    def found(self, verdict: object) -> None:
        pass


def findings(game: type[Game], **readings: str) -> list[Finding]:
    entry = GameEntry(game_name(game), game, None)
    selection = Selection(readings=readings)
    return list(Examination(entry, selection, Silent()).whole().findings)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_the_command_finds_these(name: str) -> None:
    game, _ = GAMES[name]
    found = findings(game)
    told = {frozenset(f.clauses) for f in found if f.kind is FindingKind.CLASH}
    for own, names in CLASHES.values():
        if own == name:
            assert {n.clause for n in named(game, *names)} in told
    assert not [f for f in found if f.kind is FindingKind.MISMATCH]


@pytest.mark.slow
def test_the_command_finds_the_gap_that_the_article_leaves() -> None:
    found = findings(ForceOfWill, after_last_entry="nobody")
    assert [f.kind for f in found].count(FindingKind.GAP) == 1
