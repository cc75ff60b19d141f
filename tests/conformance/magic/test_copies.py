"""Double-faced cards that are copies of a Siege: what counts is the card that they are represented by."""

from typing import ClassVar

from checker import Map, Maybe, Set, action, require
from checker.scenario import Scene, moment, start
from models.magic import Battle, Card, Item, Magic, OnStack, Player, Zone
from tests.conformance.magic import scenario

P1, P2 = Player(0), Player(1)
COPY, COPIED = Battle(0), Battle(1)


class Copies(Magic):
    """Permanents that no face of their own makes a battle may be copies of a Siege."""

    abstract: ClassVar[bool] = False

    copies: Map[Battle, Maybe[Battle]]  # of which Siege it is a copy, as long as it is on the battlefield
    other_front: Set[Battle]  # whose own front face is no battle

    def is_battle(self, battle: Battle) -> bool:
        """A copy has the types of what it copies; its own front face counts otherwise."""
        if self.copies[battle]:
            return self.zone[battle] == Zone.BATTLEFIELD and battle not in self.transformed
        return super().is_battle(battle) and battle not in self.other_front

    def leave_battlefield(self, battle: Battle, zone: Zone) -> None:
        """What leaves is no copy any more."""
        super().leave_battlefield(battle, zone)
        self.copies[battle] = None


class Changes(Copies):
    """Effects make a battle a copy of another one, or take its type away and leave it where it is."""

    abstract: ClassVar[bool] = False

    @action()
    def change(self, player: Player, battle: Battle, copied: Maybe[Battle]) -> None:
        """With ``copied`` the permanent becomes a copy of that; without, it is what it is by itself."""
        require(player in self.holders, self.zone[battle] == Zone.BATTLEFIELD, copied != battle)
        self.other_front.add(battle)
        self.copies[battle] = copied
        self.acted(player)


def defeated(own: Card) -> Scene[Copies]:
    """A copy of a Siege with a sorcery on its back has been defeated, and its ability has resolved."""
    scene = start(
        Copies,
        scopes={"battles": 2},
        card={COPY: own, COPIED: Card.SORCERY_BACK},
        zone={COPY: Zone.BATTLEFIELD, COPIED: Zone.BATTLEFIELD},
        owner={COPIED: P1},
        defense={COPY: 2, COPIED: 2},
        protector={COPY: P2, COPIED: P2},
        copies={COPY: COPIED},
        other_front={COPY},
    )
    scene.must(lambda game: game.is_siege(COPY)).do("play_damage", player=P1, battle=COPY)
    for _ in range(4):  # the effect resolves, and then the ability that triggers by it
        scene.do("pass_priority")
    return scene.must(lambda game: game.zone[COPY] == Zone.EXILE and not game.is_battle(COPY))


@scenario("R18a", "WotC-R:5/1", "S-MTG:bullet-8/1")
def test_a_transforming_card_that_copies_a_siege_is_cast_with_its_own_back_face() -> None:
    scene = defeated(Card.PERMANENT_BACK).do("cast_transformed", player=P1, battle=COPY)
    scene.must(lambda game: game.zone[COPY] == Zone.STACK and COPY in game.transformed)
    scene.do("pass_priority").do("pass_priority")
    scene.must(lambda game: game.zone[COPY] == Zone.BATTLEFIELD and COPY in game.transformed)  # no sorcery
    scene.must(lambda game: not game.is_battle(COPY) and game.zone[COPIED] == Zone.BATTLEFIELD)


@scenario("R18b", "WotC-R:5/2", "S-MTG:bullet-8/2", "CR24:712.14a")
def test_a_modal_card_that_copies_a_siege_stays_in_exile() -> None:
    scene = defeated(Card.NO_BATTLE).must_not("cast_transformed").must("pass_priority", player=P1)
    scene.must(lambda game: not game.stack and COPY not in game.transformed)


def test_a_battle_keeps_its_protector_when_it_becomes_a_copy_of_another_or_no_battle_for_a_while() -> None:
    """CR24:310.8g, of a game with three players, so that another protector could be chosen."""
    third = Player(2)
    scene = start(
        Changes,
        scopes={"battles": 2, "players": 3},
        card={COPY: Card.PERMANENT_BACK, COPIED: Card.SORCERY_BACK},
        zone={COPY: Zone.BATTLEFIELD, COPIED: Zone.BATTLEFIELD},
        owner={COPIED: P1},
        defense={COPY: 2, COPIED: 2},
        protector={COPY: third, COPIED: P2},
    )
    for copied in (COPIED, None, COPIED):
        scene.do("change", player=P1, battle=COPY, copied=copied).must("pass_priority", player=P1)
        scene.must(lambda game, c=copied: game.is_battle(COPY) == bool(c))
        scene.must(lambda game: game.protector[COPY] == third and game.defense[COPY] == 2)
    scene.must_not("choose_protector").must(lambda game: game.can_attack(P1, COPY))


def test_a_permanent_that_returns_to_hand_as_a_copy_of_a_siege_is_none_there() -> None:
    """CR24:400.7: what changes zones is a new object, which neither a cast nor an effect finds again."""
    effects = [
        OnStack(item=Item.COPY, controller=P1, battle=COPY, arrived=moment()),
        OnStack(item=Item.BOUNCE, controller=P1, battle=COPY, arrived=moment()),
    ]
    scene = start(
        Magic,
        scopes={"defense": 2},
        card={COPY: Card.NO_BATTLE},
        zone={COPY: Zone.BATTLEFIELD},
        copies_of_a_siege={COPY},
        defense={COPY: 2},
        protector={COPY: P2},
        stack=effects,
    )
    scene.must(lambda game: game.is_siege(COPY) and game.can_attack(P1, COPY))
    scene.do("pass_priority").do("pass_priority")
    scene.must(lambda game: game.zone[COPY] == Zone.HAND and not game.is_battle(COPY))
    scene.do("pass_priority").do("pass_priority")  # the effect that is left finds no permanent
    scene.must(lambda game: not game.stack and COPY not in game.copies_of_a_siege)
    scene.must("pass_priority", player=P1).must_not("cast_battle").must_not("play_copy")
