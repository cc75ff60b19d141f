"""What the rulebooks settle differently of one common core: each row of the table, played in every game.

Everywhere the player whose turn it is not adds an entry, and then the turn player another one on top of it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from checker.scenario import Scene, start
from models.berserk import BERSERK_ONLINE, Deed, Phase
from models.berserk.chains import StackObject
from models.force_of_will import Card as Chant
from models.force_of_will import ForceOfWill, Mode
from models.force_of_will import Phase as Part
from models.force_of_will import Zone as Place
from models.magic import Battle, Card, Magic, Player, Zone
from models.magic import Phase as Step
from models.riftbound import Card as Spell
from models.riftbound import Ongoing, Riftbound
from tests.conformance.berserk import berserk, online
from tests.conformance.riftbound import B1, P1, P2, U1, main_phase


@dataclass(frozen=True)
class Row:
    """Who acts when P2 has added an entry; how many of two resolve by one round of passes, and who acts then;
    who acts once the last has resolved; and what becomes of two passes on an empty stack.
    """

    after_adding: list[str]
    resolved: int
    after_resolution: list[str]
    after_the_last: list[str]
    ends: bool


def both_pass(scene: Scene[Any]) -> Scene[Any]:
    return scene.do("pass_priority").do("pass_priority")


def observed(
    scene: Scene[Any],
    first: Callable[[Scene[Any]], object],
    second: Callable[[Scene[Any]], object],
    ended: Callable[[Any], object],
) -> Row:
    """Play the row: P2 adds ``first`` and P1 ``second``; ``ended`` is true when the part is over."""
    scene.do("pass_priority")
    assert scene.acting() == ["P2"]
    first(scene)
    after_adding = scene.acting()
    if after_adding == ["P2"]:
        scene.do("pass_priority")
    second(scene)
    assert len(scene.shows("stack")) == 2
    both_pass(scene)
    left, after_resolution = len(scene.shows("stack")), scene.acting()
    if left:
        both_pass(scene)
    assert scene.shows("stack") == []
    after_the_last = scene.acting()
    both_pass(scene)
    return Row(after_adding, 2 - left, after_resolution, after_the_last, bool(scene.asks(ended)))


def magic() -> Row:
    battle = Battle(0)
    return observed(
        start(
            Magic,
            card={battle: Card.PERMANENT_BACK},
            zone={battle: Zone.BATTLEFIELD},
            defense={battle: 2},
            protector={battle: Player(1)},
        ),
        lambda scene: scene.do("play_bounce", battle=battle),
        lambda scene: scene.do("play_bounce", battle=battle),
        lambda game: game.phase != Step.MAIN,
    )


def force_of_will(**readings: str) -> Row:
    return observed(
        start(
            ForceOfWill,
            readings=readings,
            where=lambda game: game.zone[Chant.ANTICA_CONOSCENZA] == Place.HAND,
        ),
        lambda scene: scene.do("play_antica_conoscenza"),
        lambda scene: scene.do("play_folgore", mode=Mode.HIT_RESONATOR, target=Chant.WATCHER),
        lambda game: game.phase == Part.END,
    )


def berserk_by(readings: dict[str, str]) -> Row:
    return observed(
        berserk(readings=readings),
        lambda scene: scene.do("use_ability", deed=Deed.THEFT),
        lambda scene: scene.do("use_ability", deed=Deed.BLESS),
        lambda game: game.phase != Phase.CHOICE,
    )


def riftbound() -> Row:
    """In a showdown, where both may pass on an empty chain."""
    scene: Scene[Riftbound] = main_phase(base=[U1], hand={Spell.INSIGHT: P2, Spell.RETREAT: P1})
    scene.do("move", unit=U1, battlefield=B1)
    return observed(
        scene,
        lambda scene: scene.do("play_card", card=Spell.INSIGHT),
        lambda scene: scene.do("play_card", card=Spell.RETREAT),
        lambda game: game.ongoing == Ongoing.NOTHING,
    )


ROWS = {
    "Magic": (magic, Row(["P2"], 1, ["P1"], ["P1"], True)),
    "Riftbound": (riftbound, Row(["P2"], 1, ["P2"], ["P1"], True)),
    "Force of Will": (force_of_will, Row(["P2"], 1, ["P1"], ["P1"], True)),
    "Berserk": (lambda: berserk_by({}), Row(["P2"], 1, ["P1"], ["P1"], False)),
    "Berserk Online": (lambda: berserk_by(BERSERK_ONLINE), Row(["P1"], 1, ["P1"], ["P1"], True)),
}


@pytest.mark.parametrize("game", ROWS)
def test_each_rulebook_has_its_row(game: str) -> None:
    play, row = ROWS[game]
    assert play() == row


def test_of_old_the_whole_chase_resolved_at_once() -> None:
    assert force_of_will(whole_chase="all_at_once").resolved == 2


def test_one_object_of_a_chain_resolves_in_a_round() -> None:
    scene = online().do("declare_strike")
    seen = []
    for _ in range(3):
        seen.append(dict(scene.shows("stack")[0].fields)["top"])
        both_pass(scene)
    assert seen == [o.name for o in (StackObject.DECLARATION, StackObject.TARGET, StackObject.ROLL)]
    assert len(scene.shows("stack")) == 1
