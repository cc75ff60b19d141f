from __future__ import annotations

from checker import may_act
from checker.scenario import Scene, differ, moment
from models.berserk import Berserk, BerserkOnline, Creature, Deed
from models.berserk.chains import Ability, Chain, Fighter, StackObject
from models.berserk.parts import Table as Cards
from tests.conformance.berserk import (
    P1,
    P2,
    berserk,
    both_pass,
    online,
    resolve,
    scenario,
    until_top,
    waiting,
)


def destruction_waits(life: int) -> Scene[BerserkOnline]:
    """The destruction effect of a host waits; how much life it has by now is said."""
    waits = Chain(
        controller=P2,
        ability=Ability.DESTRUCTION,
        top=StackObject.WOUND,
        about=Fighter.TARGET,
        arrived=moment(),
    )
    everybody = {Fighter.ATTACKER, Fighter.TARGET, Fighter.DEFENDER, Fighter.SYMBIOTE}
    life_of = {Fighter.ATTACKER: 10, Fighter.TARGET: life, Fighter.DEFENDER: 2, Fighter.SYMBIOTE: 2}
    return online(on_field=everybody, life=life_of, can=set(), stack=[waits])


@scenario("R114a", "BKON:210.6")
def test_r114_host_and_then_symbiote_leave() -> None:
    scene = both_pass(destruction_waits(0))
    assert scene.shows("graveyard") == ["TARGET", "SYMBIOTE"]
    scene.must(lambda game: Fighter.SYMBIOTE not in game.on_field)


@scenario("R114b", "BKON:210.6", "BKON:402.3.c", "BKON:423.2")
def test_r114_if_the_destruction_is_cancelled_both_stay() -> None:
    scene = both_pass(destruction_waits(1))
    assert scene.shows("graveyard") == []
    scene.must(lambda game: Fighter.TARGET in game.on_field and Fighter.SYMBIOTE in game.on_field)
    scene.must(lambda game: not game.stack and may_act(P2))  # the owner of what was cancelled


@scenario("R114c", "S-BK:302.5", "BKON:210.7")
def test_r114_a_symbiote_whose_text_says_so_becomes_independent() -> None:
    def play(readings: dict[str, str]) -> Scene[Berserk]:
        scene = berserk(Cards.DEATH, readings, lives_on=True).do("act_slowly", deed=Deed.STRIKE)
        return both_pass(scene).do("strike_performed", high=True)

    differ(
        play,
        symbiote={
            "change_first": lambda game: (
                Creature.HOST not in game.alive and Creature.SYMBIOTE in game.alive and not game.is_symbiote
            ),
            "effect_first": lambda game: Creature.SYMBIOTE not in game.alive,
        },
    )
    play({}).must(lambda game: game.stack.size == 1)  # the revenge: the change of type used no stack


@scenario("R115", "BKON:405.4")
def test_r115_a_triggered_ability_resolves_though_its_source_has_left() -> None:
    scene = berserk(Cards.DEATH).do("act_slowly", deed=Deed.STRIKE)
    both_pass(scene).do("strike_performed", high=True)
    assert waiting(scene, "deed") == ["REVENGE"]
    scene.must(lambda game: Creature.HOST not in game.alive and game.token)
    both_pass(scene).must(lambda game: not game.token and not game.stack)


@scenario("R117", "BKON:103.6", "BKON:404.3", "S-BK:302.6")
def test_r117_without_means_an_ability_is_refused_or_has_its_effect_for_nothing() -> None:
    def play(readings: dict[str, str]) -> Scene[Berserk]:
        scene = berserk(readings=readings, token=False)
        if scene.may("use_ability", deed=Deed.BLESS):
            both_pass(scene.do("use_ability", deed=Deed.BLESS))
        return scene

    differ(
        play,
        without_means={
            "silent": lambda game: game.blessed and Deed.BLESS in game.unpaid and Deed.BLESS not in game.paid,
            "refused": lambda game: not game.blessed and not game.unpaid,
        },
    )
    healer = {"can": {Ability.HEAL}, "holders": {P2}, "passed": {P1}, "due": None}
    everybody = {"on_field": {Fighter.ATTACKER, Fighter.TARGET, Fighter.DEFENDER}}
    online(**healer, **everybody).must_not(
        "use_ability", player=P2, ability=Ability.HEAL, because="has_means"
    )
    online(**healer, **everybody, tokens={Fighter.DEFENDER}).must(
        "use_ability", player=P2, ability=Ability.HEAL
    )


@scenario("R118", "BKON:102.3.a")
def test_r118_nobody_is_defeated_while_a_resurrection_waits() -> None:
    scene = online(life={Fighter.ATTACKER: 10, Fighter.TARGET: 2}, can={Ability.STRIKE, Ability.RETURN})
    until_top(scene.do("declare_strike"), StackObject.WOUND, 6, 1)
    both_pass(scene)
    both_pass(scene).must(lambda game: Fighter.TARGET not in game.on_field and not game.over())
    assert waiting(scene, "ability") == ["STRIKE", "RETURN"]
    scene.must(lambda game: may_act(P1))
    resolve(scene, 0).must(lambda game: Fighter.TARGET in game.on_field and not game.over())
    scene.must(lambda game: may_act(P1))
