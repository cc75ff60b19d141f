from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.errors import UsageError
from checker.explorer.sharing import SharedPlay, play_of, text_of

WORDS = st.text(st.characters(exclude_categories=("Cs",)), min_size=1, max_size=6)
PAIRS = st.lists(st.tuples(WORDS, WORDS), max_size=3, unique_by=lambda pair: pair[0])
STEPS = st.lists(st.tuples(WORDS, PAIRS.map(tuple)), max_size=4).map(tuple)


@given(WORDS, PAIRS.map(dict), st.integers(0, 999), STEPS)
def test_a_play_comes_back_from_its_text(game, varied, initial, steps):
    play = SharedPlay(game, varied, initial, steps)
    text = text_of(play)
    assert text.isascii()
    assert play_of(text) == play_of(f"http://127.0.0.1:1/x/#{text}") == play


def test_it_can_be_read():
    steps = (("cast", (("player", "P1"), ("destroy", "yes"))), ("resolve", ()))
    text = "magic;edition=CR26/2/cast(player=P1,destroy=yes)/resolve"
    assert text_of(SharedPlay("magic", {"edition": "CR26"}, 2, steps)) == text


@pytest.mark.parametrize(
    "text", ["", "magic", "magic/x", "magic/0/a(b", "magic/0/a(b)", "magic;x/0", "/0", "m/0/"]
)
def test_what_is_no_play_is_refused(text):
    with pytest.raises(UsageError, match="this is no"):
        play_of(text)
