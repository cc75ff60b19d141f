from __future__ import annotations

import pytest
from hypothesis import given

from checker.explore.explicit import ExplicitEngine
from checker.explore.symbolic import SymbolicEngine, relations
from checker.explore.symbolic.cases import cases_of
from checker.explore.symbolic.deferred import Deferred
from checker.explore.symbolic.model import SymbolicModel
from checker.system.model import System
from checker.system.terms import TRUE, Cell, Domain, add, integer, var
from tests import toys
from tests.examples import examples
from tests.explore.symbolic.models import model_of, nothing
from tests.strategies import systems


def deferred_of(model: SymbolicModel) -> tuple[list[Deferred], list[int]]:
    """Return the cases of a system all deferred, and the list that is told of spills."""
    spills: list[int] = []
    cases = cases_of(model.system, nothing)
    return [
        Deferred(case, model.encoding, model.among, nothing, lambda update, _: spills.append(update))
        for case in cases
    ], spills


@examples(100)
@given(systems())
def test_steps_made_for_some_states_are_those_of_the_system(system: System) -> None:
    model = model_of(system)
    deferred, _ = deferred_of(model)
    reached = sorted({*system.initial, *(s for i in system.initial for _, s in system.steps(i))})
    for states in (reached, reached[:1], reached[1:]):
        here = model.diagrams.union(map(model.encoding.is_state, states))
        after = {state for s in states for _, state in system.steps(s)}
        assert model.diagrams.union(d.after(here) for d in deferred) == model.diagrams.union(
            map(model.encoding.is_state, sorted(after))
        )
        for goal in sorted(after):
            into = model.encoding.is_state(goal)
            assert model.diagrams.union(d.before(into, here) for d in deferred) == model.diagrams.union(
                model.encoding.is_state(s) for s in states if goal in {to for _, to in system.steps(s)}
            )


def test_values_outside_a_domain_are_told_of_where_they_come() -> None:
    cell = Cell("count", Domain.integer(0, 2))
    update = toys.update("add", TRUE, {cell: add(var(cell), integer(1))})
    model = model_of(System.build("up", (cell,), ((0,),), (update,)))
    (deferred,), spills = deferred_of(model)
    is_value = model.encoding.is_value
    assert deferred.after(is_value(cell, 1)) == is_value(cell, 2)
    assert not spills
    deferred.after(is_value(cell, 2))
    assert spills == [0]


def test_a_search_is_the_same_with_every_step_deferred(monkeypatch: pytest.MonkeyPatch) -> None:
    system = toys.priority_stack(3, 4, 2, 2)
    monkeypatch.setattr(relations, "MOST_NODES_OF_A_CASE", 0)
    monkeypatch.setattr(relations, "MOST_NODES_OF_A_BIT", 0)
    model = model_of(system)
    assert not model.steps.parts
    assert len(model.steps.deferred) == len(cases_of(system, nothing))
    seen, expected = (e.search(system).statistics for e in (SymbolicEngine(), ExplicitEngine()))
    assert (seen.states, seen.fired, seen.over) == (expected.states, expected.fired, expected.over)


def test_a_long_and_thin_relation_is_not_deferred() -> None:
    model = model_of(toys.shift_register())
    (relation,) = model.steps.parts
    assert len(relation.steps) > relations.MOST_NODES_OF_A_CASE
    assert not model.steps.deferred
