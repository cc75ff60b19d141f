from __future__ import annotations

from typing import Any

import pytest

import specs.berserk.claims
import specs.berserk.payment
import specs.berserk.plays
import specs.berserk.rule_effects
import specs.berserk_online.claims  # noqa: F401 - the same for the other game
from checker import Game, require, set_of
from checker.explore.explicit import ExplicitEngine
from checker.judge.answers import Answer, by_search
from checker.judge.claims import claims_of
from checker.judge.questions import question_of
from checker.judge.verdict import Status
from checker.language.lower import lower
from checker.language.schema import Schema
from models.berserk import BERSERK_ONLINE, RP19, Berserk, BerserkOnline, Creature, Deed, Entry, Gain, Player
from models.berserk.chains import Ability, Chain, Fighter, StackObject, Strength, exchange, strength_of
from models.priority_stack import Stage


def judge(game: type[Game], name: str) -> Answer | None:
    """Judge one claim of a game under its own readings."""
    claim = next(c for c in claims_of(game) if c.name == name)
    question = question_of(lower(Schema(game)), claim)
    return by_search(question, ExplicitEngine().search(question.system, tuple(question.targets())))


# -- faults in the rules ---------------------------------------------------------------------------------


class KeepsPasses(Berserk):
    """A pass before a declaration counts after it as well."""

    def acted(self, player: Player) -> None:
        self.holders.discard(player)
        self.due = self.next_after_action(player)


class FirstInFirst(Berserk):
    """The oldest entry is performed."""

    def next_to_resolve(self) -> Entry:
        for entry in self.stack:
            return entry
        return self.stack.top


class ForgetsPayment(Berserk):
    """Nothing is ever owed."""

    def leave_stack(self, entry: Entry) -> None:
        """Note nothing."""


class PaysAtDeclaration(Berserk):
    """What closes its source does so when it is declared, too."""

    def declares(self, player: Player, deed: Deed) -> None:
        super().declares(player, deed)
        if deed == Deed.STRIKE:
            self.open.discard(Creature.WARRIOR)


class PaysNothing(Berserk):
    """A debt is settled, and nothing is taken for it."""

    def pay(self, deed: Deed) -> None:
        require(deed in self.owed, self.is_time_to_pay(), self.has_means(deed))
        self.owed.discard(deed)
        self.goes_on_after_payment()


class IdleRuleEffects(Berserk):
    """No creature dies."""

    def creature_dies(self, creature: Creature) -> None:
        require(creature in self.alive, creature not in self.alive)


class KeepsPriority(Berserk):
    """Who passes keeps priority besides."""

    def pass_priority(self, player: Player) -> None:
        super().pass_priority(player)
        self.holders.add(player)


class PassDeclares(Berserk):
    """A pass puts the charm on the stack."""

    def pass_priority(self, player: Player) -> None:
        super().pass_priority(player)
        if Deed.CHARM in self.can:
            self.can.discard(Deed.CHARM)
            self.declare(player, Deed.CHARM)


class PerformsAfterOnePass(Berserk):
    """One pass is enough."""

    def everybody_has_passed(self) -> bool:
        return bool(self.passed)


class OpponentBeginsPhases(Berserk):
    """The other player begins a phase."""

    def begin_next_phase(self) -> None:
        super().begin_next_phase()
        self.due = Player(1)


class ControllerAfterPerformance(Berserk):
    """Whose deed was performed goes on."""

    def next_after_resolution(self, entry: Entry) -> Player | None:
        return entry.controller

    def goes_on_after_payment(self) -> None:
        self.passed.clear()


class OpponentAfterDeclaration(Berserk):
    """Priority goes to the opponent of who declared."""

    def next_after_action(self, player: Player) -> Player | None:
        return player.next_in_game


class DropsEntries(Berserk):
    """A declaration takes the place of what waits."""

    def declare(self, player: Player, deed: Deed, *, is_roll: bool = False) -> None:
        self.stack.clear()
        super().declare(player, deed, is_roll=is_roll)


class DeclaresTwice(Berserk):
    """What is declared enters the stack twice."""

    def declare(self, player: Player, deed: Deed, *, is_roll: bool = False) -> None:
        super().declare(player, deed, is_roll=is_roll)
        super().declare(player, deed, is_roll=is_roll)


class NeverCuts(Berserk):
    """A cycle of rule effects goes on."""

    def repeats(self, gain: Gain) -> bool:
        return False


class IgnoresSilence(Berserk):
    """Forbidden game actions are taken."""

    def may_take_game_actions(self, player: Player) -> bool:
        return player in self.holders


class ChangesPhaseAtAnyTime(Berserk):
    """The phase is changed whatever is on the stack."""

    def change_phase(self, player: Player) -> None:
        require(self.may_take_game_actions(player), player == self.turn_player)
        self.acted(player)
        self.begin_next_phase()


class ActsSlowlyAtAnyTime(Berserk):
    """Slow game actions are as good as fast ones."""

    def act_slowly(self, player: Player, deed: Deed) -> None:
        require(deed in (Deed.STRIKE, Deed.MOVE))
        self.declares(player, deed)


class SymbiotesLinger(Berserk):
    """A symbiote needs no host."""

    def hostless_symbiote_dies(self) -> None:
        require(self.has_no_host(), not self.has_no_host())


class RuleEffectsHandOver(Berserk):
    """Who applies a rule effect has had their turn."""

    def creature_dies(self, creature: Creature) -> None:
        super().creature_dies(creature)
        self.due = Player(1)


FAULTS: list[tuple[type[Game], str]] = [
    (KeepsPasses, "resolves_after_passes_in_a_row"),
    (FirstInFirst, "resolves_last_in_first"),
    (ForgetsPayment, "no_cost_is_skipped"),
    (IdleRuleEffects, "rule_effects_come_before_priority"),
]

MORE_FAULTS: list[tuple[type[Game], str]] = [
    (PaysAtDeclaration, "no_cost_is_paid_twice"),
    (PaysNothing, "debts_are_settled_by_paying"),
    (KeepsPriority, "one_priority_holder"),
    (PassDeclares, "a_pass_adds_nothing"),
    (PerformsAfterOnePass, "resolves_after_passes_in_a_row"),
    (OpponentBeginsPhases, "active_player_begins_phases"),
    (ControllerAfterPerformance, "active_player_after_performance"),
    (OpponentAfterDeclaration, "declarer_keeps_priority"),
    (DropsEntries, "leaves_only_when_performed"),
    (DropsEntries, "none_vanishes"),
    (DeclaresTwice, "none_is_doubled"),
    (NeverCuts, "a_cycle_is_cut_before_it_repeats"),
    (IgnoresSilence, "forbidden_actions_are_not_taken"),
    (ChangesPhaseAtAnyTime, "phases_change_on_an_empty_stack"),
    (ActsSlowlyAtAnyTime, "slow_needs_an_empty_stack"),
    (ActsSlowlyAtAnyTime, "movement_has_its_time"),
    (SymbiotesLinger, "no_symbiote_without_host"),
    (RuleEffectsHandOver, "some_actions_use_no_stack"),
]


class DeclarerKeepsPriority(BerserkOnline):
    """As in the other editions."""

    def next_after_action(self, player: Player) -> Player | None:
        return player


class SkipsPayment(BerserkOnline):
    """The payment object is passed over."""

    def what_remains(self, entry: Chain) -> Chain | None:
        rest = super().what_remains(entry)
        return None if rest and rest.top == StackObject.PAYMENT else rest


class BuriesAtOnce(BerserkOnline):
    """A card without life leaves the field when it is wounded."""

    def wound(self, fighter: Fighter, amount: int) -> None:
        super().wound(fighter, amount)
        if self.life[fighter] == 0:
            self.on_field.discard(fighter)


class AnybodyAnswers(BerserkOnline):
    """Every open creature strikes back."""

    def two_fight(self) -> bool:
        return any(self.responding == f and f in self.open for f in Fighter)


class DefenderClosesItself(BerserkOnline):
    """A defender closes as it pays."""

    def payment_resolves(self) -> None:
        super().payment_resolves()
        if self.resolving().ability == Ability.DEFENCE:
            self.open.discard(Fighter.DEFENDER)


class ForgetsRedirection(BerserkOnline):
    """That a strike was redirected is not remembered, and the defence can be declared again."""

    def defence_redirects(self) -> None:
        super().defence_redirects()
        self.redirected = False
        self.can.add(Ability.DEFENCE)

    def is_promised(self, ability: Ability) -> bool:
        return False


class DefeatAtOnce(BerserkOnline):
    """Who has no creature loses whatever is on the stack."""

    def lose(self) -> None:
        require(any(not self.has_creatures(p) for p in Player))
        self.in_game = set_of(*(p for p in Player if self.has_creatures(p)))


class TurnPlayerAlwaysWins(BerserkOnline):
    """Of two players without creatures, only the inactive one loses."""

    def lose(self) -> None:
        require(self.due, not self.stack, not self.waiting, not self.has_creatures(Player(1)))
        self.in_game.discard(Player(1))


class BuriesWhoWasHealed(BerserkOnline):
    """A destruction effect is never cancelled."""

    def cannot_resolve(self, ability: Ability, about: Fighter) -> bool:
        return ability != Ability.DESTRUCTION and super().cannot_resolve(ability, about)


class PromisesTwice(BerserkOnline):
    """What is promised is promised again."""

    def is_promised(self, ability: Ability) -> bool:
        return False


class PaysWithNothing(BerserkOnline):
    """Payment objects do nothing."""

    def payment_resolves(self) -> None:
        require(self.is_resolving(), self.resolving().stage == Stage.RESOLVING)
        require(self.resolving().top == StackObject.PAYMENT)
        self.carried_out()


class DeclaresWithoutMeans(BerserkOnline):
    """Nobody looks whether a price can be paid."""

    def has_means(self, ability: Ability) -> bool:
        return True


class RollsFirst(BerserkOnline):
    """The target object comes back."""

    def what_remains(self, entry: Chain) -> Chain | None:
        rest = super().what_remains(entry)
        if rest and rest.top == StackObject.RESULT and not self.redirected:
            self.redirected = True
            return Chain(
                ability=rest.ability,
                controller=rest.controller,
                top=StackObject.TARGET,
                about=rest.about,
                arrived=rest.arrived,
            )
        return rest


ONLINE_FAULTS: list[tuple[type[Game], str]] = [
    (DeclarerKeepsPriority, "active_player_is_next"),
    (SkipsPayment, "no_payment_is_skipped"),
    (BuriesAtOnce, "wounds_bury_nobody"),
    (AnybodyAnswers, "only_open_opponents_answer"),
    (DefenderClosesItself, "closing_is_payment"),
    (ForgetsRedirection, "redirected_once"),
    (DefeatAtOnce, "no_defeat_on_the_stack"),
    (TurnPlayerAlwaysWins, "who_has_no_creature_loses"),
    (BuriesWhoWasHealed, "who_was_healed_stays"),
    (PromisesTwice, "nothing_is_promised_twice"),
    (PaysWithNothing, "payment_takes_the_price"),
    (DeclaresWithoutMeans, "means_come_first"),
    (RollsFirst, "objects_resolve_in_order"),
]


def broken(game: type[Game], claim: str) -> bool:
    answer = judge(game, claim)
    assert answer is not None
    return answer.status is Status.VIOLATED and answer.play is not None


@pytest.mark.parametrize(("game", "claim"), FAULTS)
def test_a_fault_in_the_rules_breaks_a_claim(game: type[Game], claim: str) -> None:
    assert broken(game, claim)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "claim"), [*MORE_FAULTS, *ONLINE_FAULTS])
def test_every_further_fault_breaks_a_claim(game: type[Game], claim: str) -> None:
    assert broken(game, claim)


# -- how much is searched --------------------------------------------------------------------------------


def searched(game: type[Game], readings: dict[str, Any]) -> tuple[int, int, int, int]:
    """Search a game whole: its states, transitions, levels and dead ends."""
    seen = ExplicitEngine().search(lower(Schema(game, {}, readings)).sliced()).statistics
    assert (seen.cut, seen.wrong) == (0, 0)
    return seen.states, seen.transitions, seen.levels, seen.dead_ends


def test_the_bundled_games_are_searched_whole() -> None:
    assert searched(Berserk, {}) == (5770, 6293, 53, 172)
    assert searched(BerserkOnline, {}) == (19351, 19854, 142, 0)


@pytest.mark.slow
def test_so_are_the_other_editions() -> None:
    assert searched(Berserk, RP19) == (5770, 6293, 53, 172)
    assert searched(Berserk, BERSERK_ONLINE) == (5006, 5435, 58, 24)


# -- the strike table ------------------------------------------------------------------------------------

MISS, WEAK, MEDIUM, STRONG = Strength
TABLE = {
    5: (STRONG, MISS),
    4: (STRONG, WEAK),
    3: (MEDIUM, MISS),
    2: (MEDIUM, WEAK),
    1: (WEAK, MISS),
    -1: (WEAK, MISS),
    -2: (MISS, MISS),
    -3: (MISS, WEAK),
    -4: (WEAK, MEDIUM),
    -5: (MISS, MEDIUM),
}
"""The strengths of both strikes by the attacker's lead (BKON:205.6)."""


def test_two_fighting_creatures_strike_by_the_difference_of_their_rolls() -> None:
    for attack in range(1, 7):
        for response in range(1, 7):
            if attack != response:
                assert exchange(attack, response) == TABLE[attack - response]
    assert [exchange(roll, roll) for roll in range(1, 7)] == [(WEAK, MISS)] * 4 + [(MISS, WEAK)] * 2


def test_a_strike_that_nobody_answers_is_as_strong_as_its_roll() -> None:
    assert [strength_of(roll) for roll in range(1, 7)] == [WEAK, WEAK, WEAK, MEDIUM, MEDIUM, STRONG]
