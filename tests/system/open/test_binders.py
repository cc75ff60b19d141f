"""Open terms: quantifiers are folded, and nothing is captured as terms are put into terms."""

from __future__ import annotations

from itertools import product

from checker.system.open.binders import applied, greatest_number, least_number, placed, some_number
from checker.system.open.evaluation import value_of
from checker.system.open.functions import NATURAL, Function, place
from checker.system.terms import (
    Cell,
    Domain,
    Op,
    add,
    all_of,
    equal,
    integer,
    ite,
    less,
    substitute,
    subtract,
    var,
)

LENGTH = Cell("length", NATURAL)
N = var(LENGTH)
F = Function("f", Domain.integer(0, 9), (N,))


def at(t):
    return applied(var(F), (t,))


def rising():
    return some_number(N, lambda i: some_number(N, lambda j: all_of((less(i, j), less(at(i), at(j))))))


def test_terms_that_differ_in_the_names_of_bound_variables_are_one() -> None:
    assert rising() is rising()
    assert str(rising()) == "some #2 < length: some #1 < length: #2 < #1 and f(#2) < f(#1)"


def test_a_push_is_put_below_quantifiers_without_capture() -> None:
    pushed = ite(equal(var(place(0)), N), integer(3), var(F))
    writes = {var(LENGTH): add(N, integer(1)), var(F): pushed}
    (after,) = substitute((rising(),), writes.get)
    table = [5, 2, 2]
    assert value_of(rising(), {LENGTH: 3, F: lambda i: table[i]}) == 0
    assert value_of(after, {LENGTH: 3, F: lambda i: table[i]}) == 1  # 2 < 3


def test_a_quantifier_is_not_captured_by_the_one_it_is_put_under() -> None:
    """g(i) becomes "some j has f(j) = f(i)+1": its own variable must not meet the outer one."""
    g = Function("g", Domain.boolean(), (N,))
    body = some_number(N, lambda j: equal(at(j), add(at(var(place(0))), integer(1))))
    outer = some_number(N, lambda i: applied(var(g), (i,)))
    (both,) = substitute((outer,), {var(g): body}.get)
    assert value_of(both, {LENGTH: 2, F: lambda i: [4, 5][i]}) == 1
    assert value_of(both, {LENGTH: 2, F: lambda i: [4, 6][i]}) == 0


def test_what_is_left_after_a_removal_is_said_of_the_places_before_it() -> None:
    slot = var(Cell("slot", NATURAL))
    stays = ite(less(var(place(0)), slot), var(F), at(add(var(place(0)), integer(1))))
    writes = {var(LENGTH): subtract(N, integer(1)), var(F): stays}
    sevens = some_number(N, lambda i: all_of((less(i, N), equal(at(i), integer(7)))))
    (after,) = substitute((sevens,), writes.get)
    assert str(after) == "some #1 < length: (#1 < length - 1 and #1 < slot or slot < #1) and f(#1) = 7"
    for table in product((7, 8), repeat=3):
        for length, removed in product(range(4), range(4)):  # also of a slot that is not there
            rest = [x for i, x in enumerate(table[:length]) if i != removed][: max(0, length - 1)]
            values = {LENGTH: length, slot.cell: removed, F: table.__getitem__}
            assert value_of(after, values) == (7 in rest), (table, values)


def test_what_depends_on_the_place_after_a_removal_is_left_as_it_is() -> None:
    slot = var(Cell("slot", NATURAL))
    shifted = some_number(
        subtract(N, integer(1)), lambda i: all_of((less(i, slot), equal(at(add(i, integer(1))), i)))
    )
    assert str(shifted).startswith("some #1 < (length - 1): ")


def test_a_number_that_the_body_names_needs_no_quantifier() -> None:
    who = var(Cell("who", NATURAL))
    found = some_number(N, lambda i: all_of((equal(i, who), less(at(i), integer(4)))))
    assert found.op is Op.AND
    assert value_of(found, {LENGTH: 2, F: lambda i: [4, 3][i], who.cell: 1}) == 1
    assert value_of(found, {LENGTH: 1, F: lambda i: [4, 3][i], who.cell: 1}) == 0


def test_the_least_and_the_greatest_number_with_a_property() -> None:
    small = lambda x: less(at(x), integer(4))  # noqa: E731 - a property, used twice
    table = {LENGTH: 4, F: lambda i: [7, 3, 2, 8][i]}
    assert value_of(least_number(N, small), table) == 1
    assert value_of(greatest_number(N, small), table) == 2
    none = placed(least_number(N, small), {N: integer(1)})
    assert value_of(none, table) == 1
    assert value_of(greatest_number(integer(1), small), table) == -1
