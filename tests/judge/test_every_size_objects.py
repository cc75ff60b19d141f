"""Claims about any number of objects: what is proved of them, which faults break the proofs, and refusals."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from checker.certify.solve import run
from checker.judge.at_priority import ENDS
from checker.judge.builtin import built_in_claims
from checker.judge.claims import Claim, ClaimKind
from checker.judge.every_size import EverySize, opened, prove_every_size
from checker.judge.proofs.files import plain_scripts
from checker.language.schema import Schema
from checker.language.words import every, require, some
from checker.system.model import Source
from models.magic import Battle, Magic
from models.riftbound import Battlefield, Riftbound
from tests.games import sieges
from tests.games.orchard import Orchard, Tree
from tests.judge.test_every_size_games import claims_of

HERE = Source("", 0)


def bare_trees_are_felled(game: Orchard) -> bool:
    return every(Tree, lambda t: not game.stands(t) or game.fruit[t] > 0 or game.is_noted(t))


def felled_trees_are_bare(game: Orchard) -> bool:
    return every(Tree, lambda t: game.stands(t) or game.fruit[t] == 0)


def bare_trees_are_noticed(game: Orchard) -> bool:
    return every(Tree, lambda t: game.fruit[t] > 0 or t in game.bare)


def storms_take_fruit(before: Orchard, step: Any, after: Orchard) -> bool:
    return step.rule != "storm" or every(
        Tree, lambda t: not before.stands(t) or after.fruit[t] < before.fruit[t] or after.fruit[t] == 0
    )


def who_loses_fruit_is_noted(before: Orchard, step: Any, after: Orchard) -> bool:
    return every(
        Tree, lambda t: before.fruit[t] == 0 or after.fruit[t] > 0 or some(after.notes, lambda n: n.tree == t)
    )


AT_PRIORITY = (bare_trees_are_felled,)
ON_STEPS = (storms_take_fruit, who_loses_fruit_is_noted)


class NothingIsFelled(Orchard):
    """The state-based action about bare trees does nothing."""

    def fell(self, tree: Tree) -> None:
        require(self.stands(tree), self.fruit[tree] == 0, not self.is_noted(tree))


class OneIsForgotten(Orchard):
    """Only trees of the turn player are felled."""

    def fell(self, tree: Tree) -> None:
        require(self.owner[tree] == self.turn_player)
        super().fell(tree)


class AnyTreeIsFelled(Orchard):
    """Trees with fruit are felled as well."""

    def fell(self, tree: Tree) -> None:
        require(self.stands(tree), self.fruit[tree] < 2)
        self.felled.add(tree)


def orchard(game: type[Orchard], *functions: Callable[..., Any]) -> EverySize:
    claims = [
        replace(
            Claim(f.__name__, ClaimKind.TRANSITION if f in ON_STEPS else ClaimKind.INVARIANT, game, f, HERE),
            at="priority" if f in AT_PRIORITY else "everywhere",
        )
        for f in functions
    ]
    ends = [c for c in built_in_claims(game, HERE) if c.name == ENDS]
    return prove_every_size(Schema(game), [*claims, *ends], (), objects=[Tree], seconds=600)


def proved(found: EverySize) -> set[str]:
    return {a.claim.name for a in found.answers if a.proved}


@pytest.mark.slow
def test_claims_are_proved_for_any_number_of_objects() -> None:
    found = orchard(
        Orchard,
        bare_trees_are_felled,
        felled_trees_are_bare,
        bare_trees_are_noticed,
        storms_take_fruit,
        who_loses_fruit_is_noted,
    )
    assert found.sizes == ("any size of notes", "any number of players", "any number of trees")
    assert found.closed == ""
    # That no instance is left out is not told where any number of them sees one event.
    assert {a.claim.name for a in found.answers} - proved(found) == {"who_loses_fruit_is_noted"}


@pytest.mark.slow
def test_what_a_step_is_not_told_is_a_choice_of_it_in_certificates() -> None:
    found = orchard(Orchard, felled_trees_are_bare, storms_take_fruit)
    for certified in (a.certified for a in found.answers):
        assert certified is not None
        assert certified.subject.name == "open-trees"
        choices = {symbol.name: symbol.arguments for symbol in certified.subject.choices}
        assert choices["k.last_fruit_to_notes_times"] == ()
        assert choices["k.last_fruit_to_notes_which"] == ("Int",)
        assert not any("times" in symbol.name for symbol in certified.subject.variables)
        for script in plain_scripts(certified):
            assert set(run("z3", script, 60)) <= {"unsat"}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("fault", "claim"),
    [
        (NothingIsFelled, bare_trees_are_felled),
        (OneIsForgotten, bare_trees_are_felled),
        (AnyTreeIsFelled, felled_trees_are_bare),
    ],
)
def test_no_proof_about_any_number_of_objects_survives_a_fault(
    fault: type[Orchard], claim: Callable[..., Any]
) -> None:
    assert claim.__name__ not in proved(orchard(fault, claim))


def test_what_keeps_objects_from_being_left_open_is_told() -> None:
    lowered, closed = opened(Schema(sieges.Sieges), [sieges.Battle])
    assert lowered.layout.objects == ()
    assert closed.startswith("tests/games/sieges.py:")
    assert closed.endswith("changes buried, which is not of one member")


@pytest.mark.slow
def test_players_are_left_open_where_objects_cannot_be() -> None:
    lowered, closed = opened(Schema(Riftbound), [Battlefield])
    assert lowered.layout.objects == ()
    assert lowered.layout.many is not None
    assert "'scored' is a container of an open size in another one" in closed


@pytest.mark.slow
def test_battles_of_any_number_with_defense_zero_leave_play() -> None:
    names = ("zero_defense_leaves_play", "only_battles_are_attacked")
    found = prove_every_size(Schema(Magic), claims_of("magic", names), objects=[Battle])
    assert "any number of battles" in found.sizes
    assert found.closed == ""
    assert proved(found) == set(names)
