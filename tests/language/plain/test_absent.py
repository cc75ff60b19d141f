"""What is absent, used as if it were there, is the least value of its type; and the step is wrong."""

from __future__ import annotations

import dataclasses
from typing import Any

from checker.language.plain.absent import absent
from checker.language.plain.state import default_of
from checker.language.resolved import MaybeType, Type
from checker.language.schema import Schema
from tests.games.corners import Card, Corners, Item


class Noting:
    """Notes what is wrong, and shows values as they are stored."""

    def __init__(self) -> None:
        self.wrongs: list[str] = []

    def wrong(self, message: str) -> None:
        self.wrongs.append(message)

    def lift(self, _type: Type, value: Any) -> Any:
        return value


def test_a_record_that_is_absent_is_replaced_as_the_least_one() -> None:
    held = Schema(Corners).fields["held"].type
    assert isinstance(held, MaybeType)
    noting = Noting()
    nothing = absent(held.item, noting)
    assert not nothing
    assert nothing == None  # noqa: E711 - as authors compare
    assert noting.wrongs == []
    made = dataclasses.replace(nothing, card=Card(1))  # it passes for a record
    assert made == dataclasses.replace(default_of(held.item), card=Card(1))
    assert type(made) is Item
    assert noting.wrongs
