from __future__ import annotations

import pytest

from checker.judge.contradictions.partly import known_of
from checker.system.cells import Cell, Domain
from checker.system.shapes import (
    MapShape,
    MaybeShape,
    RecordShape,
    ScalarShape,
    SetShape,
    Shape,
    StackShape,
)

NUMBER = Domain.integer(0, 9)


def cell(name: str) -> Cell:
    return Cell(name, NUMBER)


A, B, C = cell("a"), cell("b"), cell("c")
ONE, TWO = ScalarShape(A), ScalarShape(B)


@pytest.mark.parametrize(
    ("shape", "values", "told"),
    [
        (ONE, {A: 3}, ["it is 3"]),
        (ONE, {B: 3}, []),
        (SetShape(("P1", "P2"), (A, B)), {A: 1, B: 0}, ["it is {P1}"]),
        (SetShape(("P1", "P2"), (A, B)), {B: 0}, ["P2 is not in it"]),
        (MapShape(("P1", "P2"), (ONE, TWO)), {A: 1, B: 2}, ["it is P1: 1, P2: 2"]),
        (MapShape(("P1", "P2"), (ONE, TWO)), {B: 2}, ["it[P2] is 2"]),
        (RecordShape("Card", (("cost", ONE), ("life", TWO))), {B: 2}, ["life of it is 2"]),
        (StackShape(C, (ONE, TWO)), {C: 0}, ["it is {}"]),
        (StackShape(C, (ONE, TWO)), {C: 1, A: 4}, ["it is {4}"]),
        (StackShape(C, (ONE, TWO)), {C: 1}, ["size of it is 1"]),
        (StackShape(C, (ONE, TWO)), {B: 4}, ["it[1] is 4"]),
        (MaybeShape(C, ONE), {C: 0}, ["it is nobody and nothing"]),
        (MaybeShape(C, ONE), {C: 1}, ["it is somebody or something"]),
        (MaybeShape(C, ONE), {A: 4}, ["it is 4"]),
    ],
)
def test_what_is_known_is_told_and_no_more(shape: Shape, values: dict[Cell, int], told: list[str]) -> None:
    assert list(known_of(shape, "it", values)) == told
