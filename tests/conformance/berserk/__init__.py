"""The scenarios of Berserk, and the scenes that they are played from: its tables, and single strikes."""

from typing import Any

from checker.scenario import Scenarios, Scene, moment, start
from models.berserk import Berserk, BerserkOnline, Deed, Player
from models.berserk.chains import Ability, Chain, Fighter, StackObject
from models.berserk.parts import Table as Cards

scenario = Scenarios(Berserk)
"""The scenarios of both games of Berserk, which follow one rulebook."""

P1, P2 = Player(0), Player(1)
DEEDS = {
    Cards.DEATH: {Deed.STRIKE, Deed.BLESS, Deed.REVENGE},
    Cards.SILENCE: {Deed.STRIKE, Deed.BLESS, Deed.SILENCE},
    Cards.TOKENS: {Deed.CHARM},
}


def berserk(
    cards: Cards = Cards.DUEL, readings: dict[str, str] | None = None, **fields: Any
) -> Scene[Berserk]:
    """The Active player has priority, with what can be declared at one of the tables."""
    can = {"can": DEEDS[cards]} if cards in DEEDS else {}
    return start(Berserk, readings=readings, **{**can, **fields})


def both_pass(scene: Scene[Any]) -> Scene[Any]:
    return scene.do("pass_priority").do("pass_priority")


def waiting(scene: Scene[Any], field: str) -> list[str]:
    """What is on the stack, from the bottom: one field of each entry."""
    return [str(dict(entry.fields)[field]) for entry in scene.shows("stack")]


def online(**fields: Any) -> Scene[BerserkOnline]:
    """Attacker and target, open and with ten life each, and whatever else is said."""
    fields = {"life": {Fighter.ATTACKER: 10, Fighter.TARGET: 10, Fighter.DEFENDER: 10}, **fields}
    return start(BerserkOnline, **fields)


def until_top(
    scene: Scene[BerserkOnline], top: StackObject, roll: int = 0, answer: int = 0
) -> Scene[BerserkOnline]:
    """Both pass until this object of the strike is the top, with these rolls."""
    while waiting(scene, "top")[-1] != top.name or waiting(scene, "ability")[-1] != "STRIKE":
        go_on(scene, roll, answer)
    return scene


def resolve(scene: Scene[BerserkOnline], roll: int, answer: int = 0) -> Scene[BerserkOnline]:
    """Both pass until the stack is empty, with these rolls."""
    while waiting(scene, "top"):
        go_on(scene, roll, answer)
    return scene


def go_on(scene: Scene[BerserkOnline], roll: int, answer: int) -> None:
    if scene.may("attacker_rolls"):
        scene.do("attacker_rolls", roll=roll)
    elif scene.may("responder_rolls"):
        scene.do("responder_rolls", roll=answer)
    else:
        scene.do("pass_priority")


def strike(top: StackObject, about: Fighter) -> Chain:
    return Chain(controller=P1, ability=Ability.STRIKE, top=top, about=about, arrived=moment())
