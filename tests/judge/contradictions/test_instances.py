"""What instances of rules are called when it is told what norms make of them."""

from __future__ import annotations

import pytest

from checker.judge.contradictions.instances import Instance
from checker.language.tracing.instance import Argument
from checker.system.model import Kind
from checker.system.terms import TRUE, Cell, Domain


@pytest.mark.parametrize(
    ("says", "told"),
    [
        ("{player} casts {card}", '"P1 casts C2"'),
        ("{card}, said {player}: {card}!", '"C2, said P1: C2!"'),
        ("{player} casts {{nothing}} but {card}", '"P1 casts {nothing} but C2"'),
        ("", "cast(player=P1, card=C2)"),
        ("{player} casts", "cast(player=P1, card=C2)"),
        ("{player} casts {card} on {self.stack.top}", "cast(player=P1, card=C2)"),
        ("{player} casts {card.owner}", "cast(player=P1, card=C2)"),
    ],
)
def test_an_instance_is_told_by_its_sentence_where_that_tells_it_from_others(says: str, told: str) -> None:
    arguments = (Argument("player", 0, "P1"), Argument("card", 1, "C2"))
    cell = Cell("may cast", Domain.boolean())
    assert Instance("cast", Kind.ACTION, arguments, cell, "P1", TRUE, says).told == told
