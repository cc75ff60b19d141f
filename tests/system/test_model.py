from __future__ import annotations

import itertools

import pytest

from checker.system.model import Kind, Source, State, System
from checker.system.play import Play
from checker.system.shapes import RecordValue
from checker.system.terms import FALSE, TRUE, Cell, Domain, add, equal, integer, less, negate, var
from tests import toys


def enabled(system: System, state: State) -> list[str]:
    return [u.name for u in system.updates if system.holds(u.enabled, state)]


def test_choices_go_before_automatic_rules_and_those_before_actions() -> None:
    system = toys.layered()
    assert enabled(system, (0, 0, 0)) == ["borrow"]
    assert enabled(system, (1, 2, 0)) == ["choose(who=left)", "choose(who=right)"]
    assert enabled(system, (1, 2, 2)) == ["pay"]
    assert enabled(system, (3, 0, 0)) == []
    moments = {(0, 0, 0): (True, False), (1, 2, 0): (False, True), (1, 2, 2): (False, False)}
    for state, (at_priority, at_choice) in moments.items():
        assert system.holds(system.at_priority, state) == at_priority
        assert system.holds(system.at_choice, state) == at_choice
        assert system.holds(system.alive, state)
    assert not system.holds(system.alive, (3, 0, 0))


def test_layers_are_tried_in_the_order_of_their_ranks() -> None:
    cells = [Cell(f"x{i}", Domain.boolean()) for i in range(4)]
    updates = tuple(
        toys.update(f"layer{i}", var(c), {c: FALSE}, kind=Kind.AUTOMATIC, rank=3 - i)
        for i, c in enumerate(cells)
    )
    system = System.build("layers", tuple(cells), ((1,) * 4,), updates)
    for state in itertools.product((0, 1), repeat=4):
        lowest = max((i for i, value in enumerate(state) if value), default=None)
        assert enabled(system, state) == ([] if lowest is None else [f"layer{lowest}"])


def test_a_cut_update_keeps_less_urgent_ones_away() -> None:
    n = Cell("n", Domain.integer(0, 1))
    first = toys.update("first", TRUE, {n: integer(1)}, kind=Kind.AUTOMATIC, cut=TRUE)
    second = toys.update("second", TRUE, {n: integer(1)})
    system = System.build("cut", (n,), ((0,),), (first, second))
    assert enabled(system, (0,)) == ["first"]
    assert list(system.steps((0,))) == []


def test_a_step_changes_its_cells_at_once_and_keeps_the_others() -> None:
    a, b, c = (Cell(name, Domain.integer(0, 5)) for name in "abc")
    swap = toys.update("swap", TRUE, {a: var(b), b: add(var(a), integer(1))})
    system = System.build("swap", (a, b, c), ((1, 2, 3),), (swap,))
    assert list(system.steps((1, 2, 3))) == [(0, (2, 2, 3))]
    assert system.position == {a: 0, b: 1, c: 2}
    grows = less(var(b), var(b, primed=True))
    assert system.holds(grows, (3, 2, 0), (2, 4, 0))
    assert not system.holds(grows, (1, 2, 3), (2, 2, 3))
    assert system.holds(negate(equal(var(a), var(b))), (1, 2, 3))


def test_what_was_built_cannot_be_changed() -> None:
    system = toys.counter(3)
    (n,) = system.cells
    with pytest.raises(TypeError):
        system.updates[0].next[n] = integer(0)


def test_names_of_updates_and_sources() -> None:
    cast = toys.priority_stack(2, 3, 1, 1).updates[4]
    assert str(cast) == "cast(player=P2, kind=1)"
    assert str(toys.counter().updates[0]) == "up"
    assert str(Source("models/x.py", 7)) == "models/x.py:7"
    assert Source("a.py", 9) < Source("a.py", 10) < Source("b.py", 1)


def test_states_are_shown_as_structured_values() -> None:
    system = toys.priority_stack(2, 3, 1, 1)
    shown = system.show_state((1, 0, 1, 1, 0, 1, 1, 1, 1, 2, 0, 0))
    assert shown == {
        "turn": "P2",
        "holder": "P1",
        "passed": "yes",
        "life": {"P1": "1", "P2": "0"},
        "hand": {"P1": "1", "P2": "1"},
        "stack": [{"owner": "P2", "kind": "2"}],
    }
    assert str(RecordValue("Entry", (("card", "C1"), ("target", None)))) == "Entry(card=C1, target=none)"


def test_a_play_gives_its_steps() -> None:
    system = toys.leaky()
    whole = Play(system, ((0,), (1,), (3,)), (0, 1))
    assert [(b, u.name, a) for b, u, a in whole.steps()] == [((0,), "one", (1,)), ((1,), "two", (3,))]
    assert (len(whole), whole.ends_wrong) == (2, False)
    wrong = Play(system, ((0,), (2,)), (1, 1))
    assert list(wrong.steps())[-1] == ((2,), system.updates[1], None)
    assert (len(wrong), wrong.ends_wrong) == (2, True)
