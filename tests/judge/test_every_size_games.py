"""The claims of bundled games about priority, the stack and focus, proved for any number of players."""

from __future__ import annotations

import pytest

from checker.judge.at_priority import ENDS
from checker.judge.claims import Claim
from checker.judge.every_size import EverySize, prove_every_size
from checker.judge.rounds import rounds_of, select_games
from checker.judge.selection import Selection
from checker.judge.workspace import find_workspace
from checker.language.game import Game
from checker.language.open.lower import lower_open
from checker.language.open.refusal import CannotOpen
from checker.language.schema import Schema
from models.berserk import Berserk
from models.magic_triggers import MagicTriggers
from models.riftbound import Battlefield, Player, Riftbound, Unit
from tests.games import every_size_faults as faults

CORE = (
    "one_priority_holder",
    "resolves_last_in_first",
    "resolves_after_passes_in_a_row",
    "a_pass_adds_nothing",
)
ENTRIES = ("nothing_vanishes_from_the_chase", "no_entry_is_there_twice", "entries_come_one_by_one")
FOCUS = (
    "focus_belongs_to_one",
    "a_pass_in_a_chain_keeps_focus",
    "a_pass_in_the_open_passes_focus",
    "no_focus_passes_after_triggers",
    "the_contester_begins",
    "conversion_keeps_focus",
    "closes_after_passes_in_a_row",
    "control_changes_at_the_end",
)


PROVED = {
    "magic": (ENDS, *CORE, "stays_until_resolved", "entries_leave_one_by_one", "zero_defense_leaves_play"),
    "force_of_will": (ENDS, *CORE, "stays_until_resolved", *ENTRIES),
    "berserk": (ENDS, *CORE, "leaves_only_when_performed", "none_vanishes", "none_is_doubled"),
    "riftbound": (ENDS, *CORE, "stays_until_resolved", "nothing_vanishes", *FOCUS),
}
"""What one run of each game proves: what is claimed of all alike, and of Riftbound what is said of focus."""


def claims_of(game: str, names: tuple[str, ...]) -> list[Claim]:
    selection = Selection((game,), (), {}, {}, timeout=None)
    [one] = [r for r in rounds_of(select_games(find_workspace(), selection), selection) if not r.varied]
    found = {claim.name: claim for claim, _ in one.claims}
    return [found[name] for name in names]


def proved(found: EverySize) -> set[str]:
    assert "any number of players" in found.sizes
    assert found.closed == ""
    return {a.claim.name for a in found.answers if a.proved}


@pytest.mark.slow
@pytest.mark.parametrize("name", list(PROVED))
def test_claims_are_proved_for_every_size(name: str) -> None:
    claims = claims_of(name, PROVED[name])
    found = prove_every_size(Schema(claims[0].game), claims)
    assert {a.claim.name: a.why for a in found.answers if not a.proved} == {}
    assert [a.claim for a in found.answers] == claims
    assert ("any number of players" in found.sizes) == (name in ("magic", "riftbound"))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "fault", "claim"),
    [
        ("magic", faults.AMagicPassIsNotForgotten, "resolves_after_passes_in_a_row"),
        ("magic", faults.OldestMagicResolves, "resolves_last_in_first"),
        ("magic", faults.TwoGetMagicPriority, "one_priority_holder"),
        ("magic", faults.NothingIsBuried, "zero_defense_leaves_play"),
        ("magic", faults.NothingIsBuried, ENDS),
        ("riftbound", faults.APassIsNotForgotten, "resolves_after_passes_in_a_row"),
        ("riftbound", faults.OldestResolves, "resolves_last_in_first"),
        ("riftbound", faults.TwoGetPriority, "one_priority_holder"),
        ("riftbound", faults.TheDeadStay, ENDS),
    ],
)
def test_no_proof_survives_a_fault(name: str, fault: type[Game], claim: str) -> None:
    untouched = "a_pass_adds_nothing"
    found = prove_every_size(Schema(fault), claims_of(name, (claim, untouched)))
    assert proved(found) == {untouched}


class FocusGoesAstray(Riftbound):
    """Passing in a chain moves focus, and arriving gives control: two faults."""

    def pass_priority(self, player: Player) -> None:
        super().pass_priority(player)
        self.focus.discard(player)

    def arrive(self, unit: Unit, battlefield: Battlefield) -> None:
        super().arrive(unit, battlefield)
        self.controller[battlefield] = self.side[unit]


@pytest.mark.slow
def test_the_proofs_of_riftbound_do_not_survive_their_faults() -> None:
    names = ("a_pass_in_a_chain_keeps_focus", "control_changes_at_the_end", "no_focus_passes_after_triggers")
    claims = claims_of("riftbound", names)
    assert proved(prove_every_size(Schema(Riftbound), claims, ())) == set(names)
    assert proved(prove_every_size(Schema(FocusGoesAstray), claims, ())) == {"no_focus_passes_after_triggers"}


def test_what_keeps_players_from_being_left_open_is_told_with_its_line() -> None:
    with pytest.raises(CannotOpen, match="a count over something of an open size is compared") as caught:
        lower_open(Schema(MagicTriggers), many=True)
    assert caught.value.source is not None
    assert caught.value.source.file.endswith("triggering.py")


def test_a_game_for_exactly_two_says_so() -> None:
    with pytest.raises(CannotOpen, match="berserk is a game for exactly 2 players"):
        lower_open(Schema(Berserk), many=True)
