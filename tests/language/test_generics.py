from typing import Generic, TypeVar

import pytest

from checker import Game, Maybe, Participant, Set
from checker.errors import ModelError
from checker.language.generics import type_arguments
from checker.language.resolved import BoolType, MaybeType, MemberType, SetType
from checker.language.schema import Schema

A = TypeVar("A", bound=Participant)
B = TypeVar("B")
C = TypeVar("C", bound=Participant)


class Core(Game, Generic[A, B]):
    abstract = True

    turn: A
    seen: Set[A]
    due: Maybe[A]
    flag: B


class Middle(Core[C, bool], Generic[C]):
    abstract = True


class Seat(Participant, size=3):
    pass


class Whole(Middle[Seat]):
    pass


class Unsettled(Middle):  # the test is about the missing argument
    pass


def test_variables_are_followed_through_cores_between() -> None:
    assert type_arguments(Whole) == {A: Seat, B: bool, C: Seat}


def test_fields_of_a_core_have_the_types_that_the_game_settles() -> None:
    fields = Schema(Whole).fields
    seat = MemberType(Seat, 3)
    assert [fields[n].type for n in ("turn", "seen", "due", "flag")] == [
        seat,
        SetType(seat),
        MaybeType(seat),
        BoolType(),
    ]


def test_a_variable_that_no_class_settles_is_an_error_of_the_model() -> None:
    assert type_arguments(Unsettled) == {B: bool}
    with pytest.raises(ModelError, match="turn"):
        Schema(Unsettled)
