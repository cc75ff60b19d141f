from typing import Any

import pytest

import specs.force_of_will_battle.claims
import specs.force_of_will_loops.claims
import specs.force_of_will_processes.claims
import specs.force_of_will_triggers.claims
import specs.force_of_will_turn.claims  # noqa: F401 - state the claims
from checker import require
from checker.explore.compiled.engine import CompiledEngine
from checker.judge.verdict import Status
from checker.language.game import Game
from checker.language.lower import lower
from checker.language.schema import Schema
from models.force_of_will import (
    ForceOfWillBattle,
    ForceOfWillLoops,
    ForceOfWillProcesses,
    ForceOfWillTriggers,
    ForceOfWillTurn,
    Player,
)
from models.force_of_will.battle_parts import Chant, Part, Place, Resonator
from models.force_of_will.loops import InLoop
from models.force_of_will.process_parts import Card, Kind, Zone
from models.force_of_will.triggers import Card as Trigger
from models.force_of_will.triggers import Entering, side
from models.force_of_will.turn_parts import Point
from tests.models.judging import judge

# -- faults in what all games share ------------------------------------------------------------------------


class KeepsPasses(ForceOfWillLoops):
    """A run of passes is not broken by an action."""

    def acted(self, player: Player) -> None:
        self.holders.discard(player)
        self.due = self.next_after_action(player)


class KeepsPriority(ForceOfWillLoops):
    """Who passes keeps priority besides."""

    def pass_priority(self, player: Player) -> None:
        super().pass_priority(player)
        self.holders.add(player)


class ResolvesAfterOnePass(ForceOfWillLoops):
    """One pass is enough."""

    def everybody_has_passed(self) -> bool:
        return bool(self.passed)


class FirstInFirst(ForceOfWillLoops):
    """The oldest entry resolves."""

    def next_to_resolve(self) -> InLoop:
        for entry in self.stack:
            return entry
        return self.stack.top


class PassTakesBack(ForceOfWillLoops):
    """A pass takes the newest entry from the chase."""

    def pass_priority(self, player: Player) -> None:
        super().pass_priority(player)
        if self.stack:
            self.stack.pop()


class OtherPlayerGoesOn(ForceOfWillLoops):
    """After a resolution the other player has priority."""

    def next_after_resolution(self, entry: InLoop) -> Player | None:
        return Player(1)


class ChasesTwice(ForceOfWillProcesses):
    """Whatever is played comes to the chase twice."""

    def chase(self, player: Player, kind: Kind, card: Card, target: Card | None = None) -> None:
        super().chase(player, kind, card, target)
        super().chase(player, kind, card, target)


# -- faults in battle --------------------------------------------------------------------------------------


class PassesAnyway(ForceOfWillBattle):
    """Nobody has to attack."""

    def must_attack(self) -> bool:
        return False


class MayNeverPass(ForceOfWillBattle):
    """Who has to attack is kept from passing at any time."""

    def pass_priority(self, player: Player) -> None:
        require(not self.must_attack())
        super().pass_priority(player)


class ForfeitsAgain(ForceOfWillBattle):
    """A forfeited attack bars nothing."""

    def forfeit(self, player: Player) -> None:
        super().forfeit(player)
        self.barred = False


class StrikesFromTheGrave(ForceOfWillBattle):
    """What blocked deals its damage, destroyed or not."""

    def deal_damage(self) -> None:
        super().deal_damage()
        self.damaged.add(Resonator.KNIGHT)


class ShieldsNobody(ForceOfWillBattle):
    """The attack hits the player through a blocker."""

    def hit_by_knight(self) -> None:
        self.life[Player(1)] = 0


class OtherPlayerBegins(ForceOfWillBattle):
    """Parts of a battle begin with the other player."""

    def go_on(self, part: Part) -> None:
        self.part = part
        self.due = Player(1)


class BattlesAnyTime(ForceOfWillBattle):
    """Priority is all that main timing takes."""

    def main_timing(self, player: Player) -> bool:
        return player in self.holders


class SwornForEver(ForceOfWillBattle):
    """The final step of a battle ends nothing."""

    def final_step(self) -> None:
        require(self.part == Part.FINAL_STEP)
        self.part = Part.FINAL_CHECK


class BattleEndsAtOnce(ForceOfWillBattle):
    """A battle ends after one final step, whatever has come of it."""

    def end_battle(self) -> None:
        require(self.part == Part.FINAL_CHECK)
        self.attacking = False
        self.blocking = False
        self.go_on(Part.NO_BATTLE)


class DrumsTwice(ForceOfWillBattle):
    """The ability triggers as its step ends as well."""

    def step_begins(self, before: Any) -> None:
        require(before.part != self.part, self.drummed in (self.part, before.part))
        require(self.chants[Chant.DRUM] == Place.FIELD)
        self.waiting.add(Chant.DRUM)


# -- faults in the turn ------------------------------------------------------------------------------------


class EndsAtOnce(ForceOfWillTurn):
    """The turn ends after one final step."""

    def end_turn(self) -> None:
        require(self.point == Point.FINAL_CHECK)
        self.point = Point.OVER
        self.turn_player = self.turn_player.next_in_game


class KeepsWill(ForceOfWillTurn):
    """The final step leaves will."""

    def final_step(self) -> None:
        will = self.will
        super().final_step()
        self.will = will


class ReplacesAgain(ForceOfWillTurn):
    """A replacement is applied as often as it can be."""

    def discard_instead(self) -> None:
        self.hand -= 1


class BeginsInVain(ForceOfWillTurn):
    """The beginning of the main phase has its sequence without a trigger."""

    def go_to_main(self) -> None:
        self.begin(Point.MAIN_BEGINS)


class SpentFirst(ForceOfWillTurn):
    """Counters stay where they are."""

    def counters_go(self) -> None:
        require(self.more > 1)


# -- faults in processes -----------------------------------------------------------------------------------


class NeverPays(ForceOfWillProcesses):
    """Costs are not paid."""

    def pay(self, player: Player, cost: int) -> None:
        require(self.will + self.stones[player] >= cost)


class PaysTwice(ForceOfWillProcesses):
    """Something is paid when it resolves as well."""

    def finish_resolution(self) -> None:
        super().finish_resolution()
        if self.stones[Player(0)] > 0:
            self.stones[Player(0)] -= 1


class CancelsProcesses(ForceOfWillProcesses):
    """What cancels takes the processes as well."""

    def cancel_takes_effect(self) -> None:
        super().cancel_takes_effect()
        process = self.stack.find(lambda e: e.kind == Kind.JUDGMENT)
        if process:
            self.stack.remove(process)


class JudgesRecoveredRulersOnly(ForceOfWillProcesses):
    """A judgment resolves only while its ruler is recovered."""

    def judgment_is_performed(self) -> None:
        require(not self.rested)
        super().judgment_is_performed()


class HealsNobody(ForceOfWillProcesses):
    """An astral ruler stays so."""

    def heal(self) -> None:
        require(self.astral, not self.astral)


class TakesWardensFromAnywhere(ForceOfWillProcesses):
    """A warden need not be in hand any more."""

    def warden_resolves(self) -> None:
        super().warden_resolves()
        self.zone[Card.WARDEN] = Zone.RULER_AREA


class StonesAfterJudgment(ForceOfWillProcesses):
    """Judgment is forgotten."""

    def perform_judgment(self, player: Player) -> None:
        super().perform_judgment(player)
        self.judged = False


# -- faults in triggers ------------------------------------------------------------------------------------


class OtherPlayerFirst(ForceOfWillTriggers):
    """The other player's abilities are played first."""

    def stacks_next(self, player: Player) -> bool:
        return player == Player(1) or Trigger.WATCHER not in self.waiting


class LeavesDamage(ForceOfWillTriggers):
    """No rule process destroys what is damaged."""

    def destroyed(self, card: Trigger) -> None:
        require(card in self.damaged, card not in self.damaged)


class TriggersTooSoon(ForceOfWillTriggers):
    """Abilities trigger as the card is put into the field."""

    def newcomer_enters(self, before: Any, card: Trigger) -> None:
        require(before.entering == Entering.PUT, self.entering == Entering.AS_ENTERS, self.in_field(card))
        self.waiting.add(card)


class AbilitiesTakeTurns(ForceOfWillTriggers):
    """Who plays an automatic ability is next."""

    def play_ability(self, card: Trigger, target: Trigger | None) -> None:
        super().play_ability(card, target)
        self.due = side(card)


# -- faults in loops ---------------------------------------------------------------------------------------


class RunsOnInSilence(ForceOfWillLoops):
    """Nothing is made of a loop that nobody can stop."""

    def loop_is_a_draw(self) -> None:
        require(self.draw, not self.draw)


class LargerNumber(ForceOfWillLoops):
    """The loop runs more often than was named."""

    def settle_number(self) -> None:
        super().settle_number()
        if self.left == 1:
            self.left = 2


class PassesInsteadOfActing(ForceOfWillLoops):
    """Nobody has to stop the loop."""

    def pass_priority(self, player: Player) -> None:
        self.has_to_act = None
        super().pass_priority(player)


@pytest.mark.parametrize(
    ("game", "broken"),
    [
        (KeepsPasses, "holder_keeps_priority"),
        (KeepsPriority, "one_priority_holder"),
        (ResolvesAfterOnePass, "resolves_after_passes_in_a_row"),
        (FirstInFirst, "resolves_last_in_first"),
        (PassTakesBack, "nothing_vanishes_from_the_chase"),
        (OtherPlayerGoesOn, "turn_player_after_resolution"),
        pytest.param(ChasesTwice, "no_entry_is_there_twice", marks=pytest.mark.slow),
        pytest.param(ChasesTwice, "entries_come_one_by_one", marks=pytest.mark.slow),
        (PassesAnyway, "who_has_to_attack_may_not_pass"),
        pytest.param(MayNeverPass, "passing_is_free_otherwise", marks=pytest.mark.slow),
        (ForfeitsAgain, "no_battle_after_one_given_away"),
        pytest.param(StrikesFromTheGrave, "the_fallen_do_not_strike", marks=pytest.mark.slow),
        pytest.param(ShieldsNobody, "a_blocker_shields_its_player", marks=pytest.mark.slow),
        pytest.param(OtherPlayerBegins, "the_turn_player_begins_each_part", marks=pytest.mark.slow),
        pytest.param(BattlesAnyTime, "battle_needs_main_timing", marks=pytest.mark.slow),
        pytest.param(SwornForEver, "no_oath_outlasts_its_battle", marks=pytest.mark.slow),
        pytest.param(BattleEndsAtOnce, "no_battle_ends_with_anything_due", marks=pytest.mark.slow),
        pytest.param(DrumsTwice, "the_drum_keeps_its_step", marks=pytest.mark.slow),
        (EndsAtOnce, "no_turn_ends_with_a_trigger"),
        pytest.param(KeepsWill, "the_final_step_clears", marks=pytest.mark.slow),
        (ReplacesAgain, "replaced_once_and_always"),
        pytest.param(BeginsInVain, "no_sequence_without_its_trigger", marks=pytest.mark.slow),
        pytest.param(SpentFirst, "checks_come_before_priority", marks=pytest.mark.slow),
        pytest.param(NeverPays, "costs_are_paid_once", marks=pytest.mark.slow),
        pytest.param(PaysTwice, "costs_are_paid_once", marks=pytest.mark.slow),
        pytest.param(CancelsProcesses, "no_process_is_canceled", marks=pytest.mark.slow),
        pytest.param(JudgesRecoveredRulersOnly, "a_j_ruler_enters_rested", marks=pytest.mark.slow),
        pytest.param(HealsNobody, "judgment_heals", marks=pytest.mark.slow),
        pytest.param(TakesWardensFromAnywhere, "a_warden_comes_from_hand", marks=pytest.mark.slow),
        pytest.param(StonesAfterJudgment, "no_stone_after_judgment", marks=pytest.mark.slow),
        (OtherPlayerFirst, "turn_players_abilities_first"),
        (LeavesDamage, "checks_come_before_priority"),
        pytest.param(LeavesDamage, "processes_come_between", marks=pytest.mark.slow),
        pytest.param(TriggersTooSoon, "triggers_come_last", marks=pytest.mark.slow),
        pytest.param(AbilitiesTakeTurns, "abilities_take_nobodys_turn", marks=pytest.mark.slow),
        (RunsOnInSilence, "nothing_goes_on_for_ever"),
        (LargerNumber, "the_smaller_number_counts"),
        (PassesInsteadOfActing, "who_has_to_act_may_not_pass"),
    ],
)
def test_a_fault_in_the_rules_breaks_a_claim(game: type[Game], broken: str) -> None:
    assert judge(game, broken).status is Status.VIOLATED


@pytest.mark.parametrize(
    ("game", "states", "transitions", "levels"),
    [
        (ForceOfWillBattle, 22_194, 23_894, 106),
        (ForceOfWillLoops, 415, 455, 40),
        pytest.param(ForceOfWillProcesses, 11_169, 13_118, 51, marks=pytest.mark.slow),
        (ForceOfWillTriggers, 656, 669, 46),
        (ForceOfWillTurn, 4_839, 5_147, 69),
    ],
)
def test_the_games_are_searched_whole(game: type[Game], states: int, transitions: int, levels: int) -> None:
    seen = CompiledEngine().search(lower(Schema(game)).sliced()).statistics
    assert (seen.states, seen.transitions, seen.levels) == (states, transitions, levels)
    assert (seen.dead_ends, seen.cut, seen.wrong) == (0, 0, 0)
