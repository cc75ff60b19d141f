"""What is proved of the four games is not proved, and is not so, where a rule is at fault.

One row of a table for each claim and game: the game with one fault, such as a state-based action that does
nothing. No proof of the claim survives the fault, and a play of the faulty game breaks it.
"""

import dataclasses
from typing import ClassVar

import pytest

import specs.berserk.claims
import specs.berserk.lemmas
import specs.force_of_will.claims
import specs.force_of_will.lemmas
import specs.magic.claims
import specs.magic.lemmas
import specs.riftbound.claims
import specs.riftbound.control
import specs.riftbound.lemmas  # noqa: F401 - states the claims and the lemmas
from checker import now, require, set_of
from checker.explore.automatic import endless_automatic
from checker.explore.compiled import CompiledEngine
from checker.explore.graph import build_graph
from checker.explore.liveness import Answer
from checker.judge.claims import claims_of
from checker.judge.proofs.lemmas import helping_lemmas
from checker.judge.proofs.portfolio import Portfolio
from checker.judge.proofs.prove import condition_of
from checker.judge.questions import question_of
from checker.language.game import Game
from checker.prove.termination import Measure, prove_termination
from models.berserk import Berserk, Creature
from models.force_of_will import Card, ForceOfWill
from models.magic import Magic
from models.priority_stack import E, P, PriorityStack
from models.riftbound import Player, Riftbound
from tests.models import test_magic as magic
from tests.models import test_riftbound as riftbound
from tests.models.faults import lowered

SMALL: dict[type[Game], dict[str, int]] = {
    Magic: {"effects": 1, "defense": 1, "stack": 2, "waiting": 1},
    ForceOfWill: {"stack": 2},
    Berserk: {"stack": 2},
    Riftbound: {"stack": 2, "waiting": 1},
}
"""Sizes at which every fault shows."""

GAMES = tuple(SMALL)

NOT_YET: set[tuple[type[Game], str]] = {
    (Riftbound, "nothing_vanishes"),
    (Riftbound, "focus_passes_after_a_chain"),
}
"""What holds of a game, and need not follow by induction from what the specs state."""


# -- faults that any game with a stack and priority may have ---------------------------------------------


class KeepsPriority(PriorityStack[P, E]):
    """Who passes keeps priority besides."""

    def pass_priority(self, player: P) -> None:
        super().pass_priority(player)
        self.holders.add(player)


class FirstInFirstOut(PriorityStack[P, E]):
    """The oldest entry resolves."""

    def next_to_resolve(self) -> E:
        for entry in self.stack:
            return entry
        return self.stack.top


class OnePassIsEnough(PriorityStack[P, E]):
    """One player's pass counts for all."""

    def everybody_has_passed(self) -> bool:
        return bool(self.passed)


class PassesAreKept(PriorityStack[P, E]):
    """A run of passes is not broken by an action."""

    def acted(self, player: P) -> None:
        self.holders.discard(player)
        self.due = self.next_after_action(player)


class APassAdds(PriorityStack[P, E]):
    """A pass puts the newest entry on the stack once more."""

    def pass_priority(self, player: P) -> None:
        super().pass_priority(player)
        if self.stack:
            self.stack.push(dataclasses.replace(self.stack.top, arrived=now()))


class APassDoubles(PriorityStack[P, E]):
    """A pass puts the newest entry on the stack once more, and it is the same one."""

    def pass_priority(self, player: P) -> None:
        super().pass_priority(player)
        if self.stack:
            self.stack.push(self.stack.top)


class EverythingLeaves(PriorityStack[P, E]):
    """With what has resolved all that waits below it is gone."""

    def finish_resolution(self) -> None:
        super().finish_resolution()
        self.stack.clear()


# -- faults of single games ------------------------------------------------------------------------------


class NothingIsDestroyed(ForceOfWill):
    """The rule process that destroys what is damaged is carried out, and does nothing."""

    def destroyed(self, card: Card) -> None:
        require(card in self.damaged)


class NobodyDies(Berserk):
    """The rule effect by which a creature without life dies is applied, and does nothing."""

    def creature_dies(self, creature: Creature) -> None:
        require(creature in self.alive, self.life[creature] == 0)
        self.applies()


class CleanupsGoOn(Riftbound):
    """A cleanup that changes nothing is not the last."""

    abstract: ClassVar[bool] = False

    def end_cleanup(self) -> None:
        require(self.is_cleaning_up())


class FocusForBoth(Riftbound):
    """Who passes focus on keeps it besides."""

    abstract: ClassVar[bool] = False

    def pass_focus(self) -> None:
        player = self.who_has_focus()
        super().pass_focus()
        if player:
            self.focus.add(player)


class FocusStays(Riftbound):
    """Focus is not passed on when a chain is empty."""

    abstract: ClassVar[bool] = False

    def pass_focus(self) -> None:
        self.last_actor = None


class APassKeepsFocus(Riftbound):
    """Who passes in an open showdown keeps focus."""

    abstract: ClassVar[bool] = False

    def pass_priority(self, player: Player) -> None:
        kept = player in self.focus and not self.stack
        super().pass_priority(player)
        if kept:
            self.focus = set_of(player)


FAULTS: list[tuple[type[Game], type[Game], str]] = [
    *((KeepsPriority, game, "one_priority_holder") for game in GAMES),
    *((FirstInFirstOut, game, "resolves_last_in_first") for game in GAMES),
    *((OnePassIsEnough, game, "resolves_after_passes_in_a_row") for game in GAMES),
    *((PassesAreKept, game, "resolves_after_passes_in_a_row") for game in GAMES if game is not Riftbound),
    *((APassAdds, game, "a_pass_adds_nothing") for game in GAMES),
    (APassDoubles, ForceOfWill, "no_entry_is_there_twice"),
    (APassDoubles, Berserk, "none_is_doubled"),
    (EverythingLeaves, Magic, "entries_leave_one_by_one"),
    (EverythingLeaves, ForceOfWill, "nothing_vanishes_from_the_chase"),
    (EverythingLeaves, Berserk, "none_vanishes"),
    (EverythingLeaves, Riftbound, "nothing_vanishes"),
    (magic.NothingIsBuried, Magic, "zero_defense_leaves_play"),
    (FocusForBoth, Riftbound, "focus_belongs_to_one"),
    (riftbound.PassesPassFocus, Riftbound, "a_pass_in_a_chain_keeps_focus"),
    (APassKeepsFocus, Riftbound, "a_pass_in_the_open_passes_focus"),
    (FocusStays, Riftbound, "focus_passes_after_a_chain"),
    (riftbound.ControlOnArrival, Riftbound, "control_changes_at_the_end"),
]
"""A fault, the game that has it, and the claim that is not so any more."""

IDLE = {
    Magic: magic.BuryingDoesNothing,
    ForceOfWill: NothingIsDestroyed,
    Berserk: NobodyDies,
    Riftbound: CleanupsGoOn,
}
"""For each game what follows where a rule that happens by itself does nothing: it happens for ever."""


def with_fault(fault: type[Game], game: type[Game]) -> type[Game]:
    """Return a game with a fault in place of its own rule."""
    if issubclass(fault, game):
        return fault
    return type(fault.__name__, (fault, game), {"abstract": False, "__module__": __name__})


def proved(game: type[Game], name: str, scopes: dict[str, int], seconds: float = 60.0) -> bool:
    made, claims = lowered(game, scopes), claims_of(game)
    question = question_of(made, next(c for c in claims if c.name == name))
    lemmas = helping_lemmas(made, claims, question.ghosts)
    portfolio = Portfolio(question.system, {name: condition_of(question, question.system)}, lemmas)
    portfolio.share(seconds)
    return portfolio.follows(name)


def broken(game: type[Game], name: str, scopes: dict[str, int]) -> bool:
    question = question_of(lowered(game, scopes), next(c for c in claims_of(game) if c.name == name))
    seen = CompiledEngine().search(question.system, tuple(question.targets()), stop_when_found=True)
    return name in seen.found


@pytest.mark.slow
@pytest.mark.parametrize(("fault", "game", "name"), FAULTS)
def test_no_proof_survives_a_fault(fault: type[Game], game: type[Game], name: str) -> None:
    faulty = with_fault(fault, game)
    assert not proved(faulty, name, SMALL[game])
    assert broken(faulty, name, SMALL[game])


@pytest.mark.slow
@pytest.mark.parametrize(("game", "name"), sorted({(g, n) for _, g, n in FAULTS} - NOT_YET, key=str))
def test_without_a_fault_there_is_a_proof(game: type[Game], name: str) -> None:
    # With so much time that a busy machine finds it too.
    assert proved(game, name, SMALL[game], seconds=600.0)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "faulty"), IDLE.items())
def test_what_does_nothing_goes_on_for_ever(game: type[Game], faulty: type[Game]) -> None:
    system = lowered(faulty, SMALL[game]).sliced()
    assert not isinstance(prove_termination(system, seconds=3.0), Measure)
    assert endless_automatic(build_graph(system)).answer is Answer.VIOLATED
