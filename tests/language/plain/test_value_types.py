from __future__ import annotations

from checker.language.plain.value_types import types_of
from checker.language.schema import Schema
from checker.system.value_types import Form
from tests.games.corners import Corners


def test_every_field_has_the_form_in_which_it_is_shown() -> None:
    types = types_of(Schema(Corners))
    assert {name: known.form for name, known in types.items()} == {
        "held": Form.MAYBE,
        "holder": Form.MAYBE,
        "pile": Form.SEQUENCE,
        "heap": Form.BAG,
        "line": Form.QUEUE,
        "marks": Form.SET,
        "life": Form.MAP,
        "phase": Form.LABEL,
        "secret": Form.NUMBER,
        "in_game": Form.SET,
    }
    target = types["held"].part("item").part("target").part("item")
    assert (target.form, target.name) == (Form.LABEL, "Card")
