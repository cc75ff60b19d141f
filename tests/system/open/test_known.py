"""What is kept of terms is what a look into all their parts tells."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from checker.system.open.binders import applied, least_number, some_number
from checker.system.open.functions import NATURAL, Function, place
from checker.system.open.known import BINDERS, LOOSE, bound_cell, free_in, height_of, reads_of
from checker.system.terms import Cell, Domain, Op, Term, add, all_of, any_of, integer, less, negate, var

LENGTH = Cell("length", NATURAL)
F = Function("f", Domain.integer(0, 9), (var(LENGTH),))
NUMBERS = (var(LENGTH), var(Cell("count", NATURAL)), var(place(0)), integer(1))


def numbers(bound: tuple[Term, ...]) -> st.SearchStrategy[Term]:
    plain = st.sampled_from((*NUMBERS, *bound))
    looked_up = plain.map(lambda n: applied(var(F), (n,)))
    return st.one_of(plain, looked_up, st.builds(add, plain, looked_up))


@st.composite
def conditions(draw: st.DrawFn, bound: tuple[Term, ...] = (), deep: int = 3) -> Term:
    kind = draw(st.sampled_from(("less", "not", "and", "or", "some", "least"))) if deep else "less"
    if kind == "less":
        return less(draw(numbers(bound)), draw(numbers(bound)))
    if kind == "not":
        return negate(draw(conditions(bound, deep - 1)))
    if kind in ("and", "or"):
        parts = [draw(conditions(bound, deep - 1)) for _ in range(2)]
        return all_of(parts) if kind == "and" else any_of(parts)
    if kind == "some":
        return some_number(var(LENGTH), lambda x: draw(conditions((*bound, x), deep - 1)))
    return less(
        least_number(var(LENGTH), lambda x: draw(conditions((*bound, x), deep - 1))), draw(numbers(bound))
    )


def free(t: Term) -> frozenset[Cell]:
    if t.op is Op.VAR:
        return frozenset((t.cell,)) if t.cell.name[0] in LOOSE else frozenset()
    parts = [free(a) for a in t.args]
    if t.op in BINDERS:
        parts[1] -= {bound_cell(t)}
    return frozenset[Cell]().union(*parts)


def read(t: Term) -> frozenset[Cell]:
    own = frozenset((t.cell,)) if t.op in (Op.VAR, Op.AT) else frozenset[Cell]()
    return own.union(*(read(a) for a in t.args))


def nested(t: Term) -> int:
    return (t.op in BINDERS) + max((nested(a) for a in t.args), default=0)


@given(conditions())
def test_what_is_kept_of_a_term_is_what_its_parts_tell(term: Term) -> None:
    assert free_in(term) == free(term)
    assert reads_of(term) == read(term)
    assert height_of(term) == nested(term)
