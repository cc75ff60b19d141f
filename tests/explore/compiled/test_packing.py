from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.explore.compiled.packing import WORD_BITS, Layout, signed
from checker.system.terms import Cell, Domain

domains = st.one_of(
    st.just(Domain.boolean()),
    st.tuples(st.integers(-300, 300), st.integers(0, 1 << 20)).map(
        lambda pair: Domain.integer(pair[0], pair[0] + pair[1])
    ),
    st.integers(1, 5).map(lambda n: Domain.enumeration("abcde"[:n])),
)


@st.composite
def filled(draw: st.DrawFn) -> tuple[tuple[Cell, ...], tuple[int, ...]]:
    cells = tuple(Cell(f"c{i}", d) for i, d in enumerate(draw(st.lists(domains, max_size=30))))
    return cells, tuple(draw(st.integers(c.domain.low, c.domain.high)) for c in cells)


@given(filled())
def test_unpacking_gives_back_what_was_packed(given: tuple[tuple[Cell, ...], tuple[int, ...]]) -> None:
    cells, state = given
    layout = Layout.of(cells)
    words = layout.pack(state)
    assert len(words) == layout.words
    assert layout.unpack(words) == state
    assert all(0 <= word < 1 << WORD_BITS for word in words)


@given(filled())
def test_cells_lie_side_by_side_and_in_one_word_each(given: tuple[tuple[Cell, ...], tuple[int, ...]]) -> None:
    layout = Layout.of(given[0])
    for word in range(layout.words):
        masks = [s.mask for s in layout.slots if s.word == word]
        assert sum(masks) < 1 << WORD_BITS
        for i, mask in enumerate(masks):
            assert all(not mask & other for other in masks[:i])


def test_the_first_word_with_room_is_taken() -> None:
    wide, small = Domain.integer(0, (1 << 40) - 1), Domain.integer(-1, 2)
    layout = Layout.of([Cell("a", wide), Cell("b", wide), Cell("c", small), Cell("d", Domain.integer(7, 7))])
    assert [(s.word, s.shift, s.width) for s in layout.slots] == [
        (0, 0, 40),
        (1, 0, 40),
        (0, 40, 2),
        (0, 42, 0),
    ]
    assert layout.pack((5, 6, -1, 7)) == (5, 6)
    assert layout.pack((0, 0, 2, 7)) == (3 << 40, 0)
    assert Layout.of([]).words == 1


def test_what_cannot_be_packed_is_refused() -> None:
    layout = Layout.of([Cell("a", Domain.integer(0, 4))])
    with pytest.raises(ValueError, match=r"a cannot be 5: its values are 0\.\.4"):
        layout.pack((5,))
    with pytest.raises(ValueError, match="too large for a word of 64 bits"):
        Layout.of([Cell("a", Domain.integer(0, 1 << 63))])
    with pytest.raises(ValueError, match="is a moment"):
        Layout.of([Cell("a", Domain.moment())])


def test_signed() -> None:
    assert [signed(x) for x in (0, (1 << 63) - 1, 1 << 63, (1 << 64) - 1)] == [
        0,
        (1 << 63) - 1,
        -(1 << 63),
        -1,
    ]
