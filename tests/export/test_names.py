from __future__ import annotations

import pytest

from checker.export.names import Names


@pytest.mark.parametrize(
    ("texts", "words"),
    [
        (("life[P1]", "due?"), ["life_P1", "due_there"]),
        (("a b", "a_B"), ["a_b", "a_B_2"]),
        (
            ("while", "F", "RED", "t3", "3d", "??"),
            ["while_is", "F_is", "RED_is", "t3_is", "n3d", "there_there"],
        ),
        (("move", "[]"), ["move_is", "unnamed"]),
    ],
)
def test_words_are_free_in_every_language_and_stand_for_one_thing(texts, words):
    names = Names()
    assert [names.word(text) for text in texts] == words
