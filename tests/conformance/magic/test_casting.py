from checker.scenario import start
from models.magic_casting import MagicCasting, Place, Player, Spell
from tests.conformance.magic import scenario

P1, P2 = Player(0), Player(1)


@scenario("R25b", "CR24:117.3c", "CR24:405.6c")
def test_who_activates_a_mana_ability_has_priority_again_and_nobody_else() -> None:
    scene = start(MagicCasting).do("use_mana_ability", player=P1)
    scene.must(lambda game: not game.stack)
    assert scene.acting() == ["P1"]


def test_mana_abilities_are_used_in_the_middle_of_casting_and_nobody_has_priority_before_it_is_paid() -> None:
    scene = start(MagicCasting).do("propose", player=P1, spell=Spell.STRIKE)
    scene.must_not("pay", player=P1, spell=Spell.STRIKE, because="self.pool[player] >= amount")
    assert scene.acting() == []
    scene.do("tap_while_casting").do("tap_while_casting").do("pay")
    scene.must(lambda game: game.pool[P1] == 0 and game.lands[P1] == 0 and game.stack.size == 1)
    assert scene.acting() == ["P1"]


def test_a_mana_ability_saves_a_spell_in_the_middle_of_a_resolution() -> None:
    scene = start(MagicCasting, pool={P1: 2, P2: 1}, lands={P1: 1})
    scene.do("propose", spell=Spell.STRIKE).do("pay").do("pass_priority")
    scene.do("propose", spell=Spell.LEAK).do("pay").do("pass_priority").do("pass_priority")
    assert scene.acting() == []
    scene.do("tap_while_resolving", player=P1).do("pay_for_leak", player=P1)
    scene.must(lambda game: game.place[Spell.STRIKE] == Place.STACK and game.pool[P1] == 0)
    assert scene.acting() == ["P1"]


def test_a_spell_that_cannot_be_paid_is_not_begun() -> None:
    scene = start(MagicCasting, lands={P1: 1})
    scene.must_not("propose", player=P1, spell=Spell.STRIKE, because="cost(spell)")
    scene.do("play_land", player=P1).must("propose", player=P1, spell=Spell.STRIKE)


def test_nothing_of_a_spell_happens_whose_target_is_gone() -> None:
    scene = start(MagicCasting, pool={P1: 2, P2: 1})
    scene.do("propose", spell=Spell.STRIKE).do("pay").do("pass_priority")
    scene.do("propose", spell=Spell.RESCUE).do("pay").do("pass_priority").do("pass_priority")
    scene.must(lambda game: not game.creature and game.place[Spell.STRIKE] == Place.STACK)
    scene.do("pass_priority").do("pass_priority")
    scene.must(lambda game: game.place[Spell.STRIKE] == Place.GRAVEYARD and not game.drew)
