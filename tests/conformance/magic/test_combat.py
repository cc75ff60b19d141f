from typing import Any, ClassVar

import pytest

from checker import between_actions
from checker.language.rules import Procedure
from checker.scenario import Scene, differ, start
from models.magic.losing import Losing
from models.magic_combat import Battle, Creature, Demand, MagicCombat, Phase, Player
from tests.conformance.magic import scenario

P1, P2, P3 = Player(0), Player(1), Player(2)
B1 = Battle(0)
C1, C2, C3, C4 = (Creature(n) for n in range(4))
TWO_AND_ONE = {C1: P1, C2: P1, C3: P2}
ONE_AND_TWO = {C1: P1, C2: P2, C3: P2}


class CombatWithLosing(Losing, MagicCombat):
    """The same, with an effect by which the defending player of an attack on a battle loses."""

    abstract: ClassVar[bool] = False
    procedure: ClassVar[Procedure | None] = between_actions(
        "entry_leaves_the_game",
        "finish_resolution",
        ("battle_resolves", "enters_ability_resolves", "defeat_resolves", "back_face_resolves"),
        ("attack_ability_resolves", "control_resolves", "bounce_resolves", "nothing_to_counter"),
        "loss_resolves",
        "begin_resolution",
        "end_sequence",
        ("blockers_are_declared", "combat_damage"),
        "state_based",
        ("stack_trigger", "remove_trigger"),
        "give_priority",
    )

    def leave_game(self, player: Player) -> None:
        """The creatures of a player who leaves the game go as well."""
        super().leave_game(player)
        for creature in Creature:
            if self.side[creature] == player:
                self.die(creature)


def combat(
    side: dict[Creature, Player],
    game: type[MagicCombat] = MagicCombat,
    readings: dict[str, str] | None = None,
    **scopes: int,
) -> Scene[MagicCombat]:
    """The first player declares attackers."""
    demand = scopes.pop("demand", 0)
    scene = start(
        game,
        scopes=scopes,
        readings=readings,
        where=lambda g: g.demand == list(Demand)[demand],
        side=side,
    )
    return all_pass(scene).must(lambda g: g.phase == Phase.DECLARE_ATTACKERS)


def all_pass(scene: Scene[MagicCombat]) -> Scene[MagicCombat]:
    """Let everybody who is in the game pass once, beginning with who has priority."""
    for _ in scene.shows("in_game"):
        scene.do("pass_priority")
    return scene


def attack(scene: Scene[MagicCombat], *creatures: Creature, player: Player = P1) -> Scene[MagicCombat]:
    """Attack the battle with these creatures, and let the attack ability resolve if it triggers."""
    for creature in creatures:
        scene.do("attack_battle", player=player, creature=creature, battle=B1)
    scene.do("end_declaration", player=player)
    return all_pass(scene) if C1 in creatures else scene


def trick(scene: Scene[MagicCombat], rule: str, **arguments: Any) -> Scene[MagicCombat]:
    """The active player plays an effect on a creature, which resolves as ``rule`` says."""
    return all_pass(scene.do("play_trick", player=P1)).do(rule, player=P1, **arguments)


def bounced(readings: dict[str, str] | None = None) -> Scene[MagicCombat]:
    """A creature attacks a battle that is returned to its owner's hand before blockers are declared."""
    scene = attack(combat(TWO_AND_ONE, readings=readings), C2)
    all_pass(scene.do("play_bounce", player=P1, battle=B1))
    return scene.must(lambda g: C2 in g.attacking and not g.is_attacked(B1))


# -- whom an attack concerns -----------------------------------------------------------------------------


@scenario("R10b", "CR24:310.8d", "CR24:508.5")
def test_an_attack_on_ones_own_siege_strikes_its_protector() -> None:
    scene = attack(combat({C1: P1, C2: P2, C3: P3}, players=3), C1)
    scene.must(lambda g: g.controller[B1] == P1)
    scene.must(lambda g: P2 in g.struck and P1 not in g.struck and P3 not in g.struck)


@scenario("R11c", "CR24:310.8b", "CR24:508.1")
def test_no_creature_of_the_protector_attacks_the_siege() -> None:
    scene = combat(TWO_AND_ONE).do("end_declaration", player=P1)
    all_pass(scene).must(lambda g: g.turn_player == P2)
    scene.must_not("attack_battle", player=P2, creature=C3, because="can_attack")
    scene.must("attack_player", player=P2, creature=C3, opponent=P1)


@scenario("R12b", "CR24:310.8c", "CR24:509.1a", "CR24:802.4")
def test_creatures_of_another_opponent_do_not_block_what_attacks_the_siege() -> None:
    scene = attack(combat({C1: P1, C2: P1, C3: P2, C4: P3}, players=3, creatures=4), C1)
    all_pass(scene).must_not("block", player=P3, because="declaring == player")
    scene.must("block", player=P2, creature=C3, attacker=C1).do("end_blocks", player=P2)
    scene.must_not("block", player=P3, creature=C4, attacker=C1, because="may_be_blocked_by")
    scene.do("end_blocks", player=P3).must(lambda g: g.phase == Phase.BLOCKERS)


@scenario("R14b", "CR24:310.10", "CR24:704.5w", "CR26:704.5x", "WotC-R:2")
def test_the_siege_of_a_protector_who_left_is_attacked_and_damaged_before_another_is_chosen() -> None:
    scene = attack(combat({C1: P1, C2: P2, C3: P3}, CombatWithLosing, players=3), C1)
    all_pass(scene.do("play_loss", player=P1, battle=B1))
    scene.must(lambda g: not g.protector[B1] and g.is_attacked(B1) and C2 not in g.alive)
    all_pass(scene).must_not("block").do("end_blocks", player=P3)
    all_pass(scene).must(lambda g: g.defense[B1] == 1 and not g.protector[B1])
    all_pass(scene).must("choose_protector", player=P1, battle=B1, protector=P3)


# -- a battle that is removed from combat ----------------------------------------------------------------


def test_what_attacked_a_battle_that_is_gone_goes_on_attacking_and_can_be_blocked() -> None:
    scene = all_pass(bounced())
    scene.do("block", player=P2, creature=C3, attacker=C2).do("end_blocks", player=P2)
    all_pass(scene).must(lambda g: C2 not in g.alive and C3 not in g.alive)


def test_whether_it_can_be_blocked_hangs_on_which_clause_is_read() -> None:
    differ(
        lambda readings: all_pass(bounced(readings)),
        blocks_of_nothing={
            "allowed": lambda g: g.may_be_blocked_by(C2, P2),
            "literal": lambda g: not g.may_be_blocked_by(C2, P2),
        },
    )


def test_a_stolen_battle_takes_no_damage_from_what_attacked_it() -> None:
    scene = attack(combat(TWO_AND_ONE), C2)
    all_pass(scene.do("pass_priority").do("play_control", player=P2, battle=B1))
    scene.do("choose_protector", player=P2, protector=P1)
    all_pass(scene).do("end_blocks", player=P2)
    all_pass(scene).must(lambda g: g.phase == Phase.DAMAGE and C2 in g.attacking and g.defense[B1] == 2)


def struck(readings: dict[str, str]) -> Scene[MagicCombat]:
    """The attack ability resolves after the battle that its source attacks has been removed from combat."""
    scene = combat(TWO_AND_ONE, readings=readings).do("attack_battle", creature=C1).do("end_declaration")
    return all_pass(all_pass(scene.do("play_bounce", player=P1, battle=B1)))


def test_whom_the_ability_strikes_then_hangs_on_which_sentence_is_read() -> None:
    differ(
        struck,
        defender_of_nothing={
            "last_protector": lambda g: P2 in g.struck,
            "nobody": lambda g: g.struck.size == 0,
        },
    )


@pytest.mark.parametrize("rule", ["kill", "become_battle"])
def test_an_ability_of_a_creature_that_left_combat_strikes_whom_it_attacked(rule: str) -> None:
    scene = combat(TWO_AND_ONE).do("attack_battle", creature=C1).do("end_declaration")
    trick(scene, rule, creature=C1).must_not(lambda g: C1 in g.attacking)
    all_pass(scene).must(lambda g: P2 in g.struck)


# -- several creatures -----------------------------------------------------------------------------------


def test_attackers_are_blocked_one_by_one() -> None:
    scene = all_pass(attack(combat(TWO_AND_ONE), C1, C2))
    scene.do("block", creature=C3, attacker=C1).do("end_blocks")
    all_pass(scene).must(lambda g: g.defense[B1] == 1)
    scene.must(lambda g: C2 in g.alive and C1 not in g.alive and C3 not in g.alive)


def test_two_attackers_defeat_a_siege_once() -> None:
    scene = all_pass(attack(combat(TWO_AND_ONE), C1, C2)).do("end_blocks")
    all_pass(scene).must(lambda g: g.defense[B1] == 0 and g.stack.size == 1)


def test_a_blocked_creature_stays_blocked_when_its_blocker_is_gone() -> None:
    scene = all_pass(attack(combat(TWO_AND_ONE), C1))
    scene.do("block", creature=C3, attacker=C1).do("end_blocks")
    trick(scene, "kill", creature=C3)
    all_pass(scene).must(lambda g: g.defense[B1] == 2 and C1 in g.alive)


def test_the_active_player_divides_the_damage_of_a_creature_with_two_blockers() -> None:
    scene = all_pass(attack(combat(ONE_AND_TWO), C1))
    scene.do("block", creature=C2, attacker=C1).do("block", creature=C3, attacker=C1).do("end_blocks")
    all_pass(scene).do("assign_damage", player=P1, attacker=C1, blocker=C3)
    scene.must(lambda g: C2 in g.alive and C1 not in g.alive and C3 not in g.alive)


# -- what must attack, and what cannot -------------------------------------------------------------------


def test_a_creature_that_must_attack_may_choose_what() -> None:
    scene = combat(TWO_AND_ONE, demand=1)
    scene.must_not("end_declaration", player=P1, because="must_attack")
    scene.must("attack_battle", creature=C1).do("attack_player", creature=C1, opponent=P2)
    scene.must("attack_battle", creature=C2).must("end_declaration")


def test_no_other_creature_takes_the_place_of_the_one_that_must_attack() -> None:
    scene = combat(TWO_AND_ONE, demand=2)
    scene.must_not("attack_battle", creature=C2, because="can_declare")
    scene.do("attack_battle", creature=C1)
    scene.must_not("attack_battle", creature=C2, because="can_declare").must("end_declaration")


def test_a_creature_that_is_a_battle_as_well_does_not_join_an_attack() -> None:
    scene = attack(combat(TWO_AND_ONE, effects=2), C1)
    trick(scene, "become_battle", creature=C2)
    trick(scene, "join_attack", creature=C2, battle=B1).must_not(lambda g: C2 in g.attacking)


def test_another_creature_does() -> None:
    scene = attack(combat(TWO_AND_ONE), C1)
    trick(scene, "join_attack", creature=C2, battle=B1).must(lambda g: g.attacks[C2] == B1)


def test_a_creature_that_is_a_battle_as_well_does_not_block() -> None:
    scene = attack(combat(TWO_AND_ONE), C1)
    trick(scene, "become_battle", creature=C3)
    all_pass(scene).must_not("block", player=P2, creature=C3, because="can_block")
