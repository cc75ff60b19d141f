from __future__ import annotations

import re
import subprocess
import sys

import pytest
from hypothesis import given

from checker.system.printing import format_system, format_term, format_update
from checker.system.terms import (
    Cell,
    Domain,
    Op,
    Term,
    add,
    all_of,
    any_of,
    equal,
    evaluate,
    floor_divide,
    integer,
    ite,
    less,
    less_equal,
    modulo,
    multiply,
    negate,
    subtract,
    var,
    walk,
)
from tests import toys
from tests.strategies import CELLS, Expression, boolean_expressions, build, environments

A, B, C, P, Q = (var(c) for c in CELLS)


@pytest.mark.parametrize(
    ("term", "text"),
    [
        (equal(C, integer(1)), "c = green"),
        (negate(equal(C, integer(1))), "c != green"),
        (less(A, B), "a < b"),
        (less_equal(A, B), "b >= a"),
        (equal(B, A), "a = b"),
        (all_of((Q, any_of((P, less(A, B))))), "(a < b or p) and q"),
        (any_of((Q, all_of((P, less(A, B))))), "a < b and p or q"),
        (negate(all_of((P, Q))), "not (p and q)"),
        (all_of((negate(Q), P)), "not q and p"),
        (ite(P, A, add(B, integer(1))), "if(p, a, b + 1)"),
        (add(A, integer(-2)), "a - 2"),
        (subtract(B, multiply(integer(2), A)), "b - 2 * a"),
        (subtract(integer(0), add(A, B)), "0 - a - b"),
        (subtract(integer(3), A), "3 - a"),
        (multiply(add(A, B), B), "(a + b) * b"),
        (modulo(floor_divide(add(A, B), 2), 2), "((a + b) // 2) % 2"),
        (equal(var(CELLS[0], primed=True), A), "a = a'"),
    ],
)
def test_terms_are_printed_as_they_are_read(term: Term, text: str) -> None:
    assert format_term(term) == text
    assert str(term) == text


@given(boolean_expressions, environments())
def test_what_is_printed_means_the_term(e: Expression, env: dict[Cell, int]) -> None:
    term = build(e)
    text, _, where = format_term(term).partition(" where ")
    meanings = dict(d.split(" = ", 1) for d in where.split("; ")) if where else {}
    while "$" in text:
        text = re.sub(r"\$\d+", lambda match: f"({meanings[match.group()]})", text)
    names = {"true": True, "false": False, "red": 0, "green": 1, "pick": lambda c, a, b: a if c else b}
    names |= {cell.name: value for cell, value in env.items()}
    python = text.replace("if(", "pick(").replace(" = ", " == ")
    assert bool(eval(python, {}, names)) == bool(evaluate(term, env))


def test_what_is_shared_and_large_is_printed_once() -> None:
    x = A
    for i in range(60):
        x = modulo(multiply(add(x, integer(i)), add(x, B)), 5)
    text = format_term(x)
    assert len(text) < 40 * len(list(walk([x])))
    assert " where $1 = " in text
    assert text.count(" = ") == len(set(re.findall(r"\$\d+", text)))


def test_a_chain_of_a_thousand_ways_is_printed() -> None:
    chain = A
    for i in range(1000):
        chain = ite(var(Cell(f"w{i}", Domain.boolean())), integer(i), chain)
    assert format_term(chain).startswith("if(w999, 999, if(w998, 998, ")
    assert chain.op is Op.ITE


def test_the_text_does_not_depend_on_what_was_built_before() -> None:
    program = (
        "from tests.strategies import CELLS; from checker.system.terms import *;"
        "v = [var(c) for c in {order}]; v.sort(key=str); a, b, c, p, q = v;"
        "print(all_of((less(a, b), q, p, equal(b, add(c, a)), any_of((q, equal(a, multiply(b, c)))))))"
    )
    texts = {
        subprocess.run(
            [sys.executable, "-c", program.format(order=order)], capture_output=True, check=True, text=True
        ).stdout
        for order in ("CELLS", "reversed(CELLS)")
    }
    assert len(texts) == 1


def test_a_system_is_printed_whole() -> None:
    assert format_system(toys.leaky()) == (
        "game leaky\n"
        "cells:\n"
        "  n: 0..3\n"
        "starts at:\n"
        "  n=0\n"
        "\n"
        "action one at rank 2  toys.py:1\n"
        "  n' = n + 1\n"
        "  cut if n = 3\n"
        "\n"
        "action two at rank 2  toys.py:1\n"
        "  n' = n + 2\n"
        "  wrong if n >= 2\n"
        "  cut if n = 3\n"
    )


def test_labels_structure_and_ends_are_printed() -> None:
    system = toys.priority_stack(1, 3, 1, 1)
    text = format_system(system)
    assert text.startswith(
        "game priority stack\n"
        "sizes: players=2\n"
        "bounds: stack=1\n"
        "cells:\n"
        "  turn: {P1, P2}\n"
        "  holder: {P1, P2}\n"
        "  passed: bool\n"
    )
    assert "  turn=P1, holder=P1, passed=no, life={P1: 1, P2: 1}, hand={P1: 1, P2: 1}, stack=[]\n" in text
    assert "over when life[P1] = 0 or life[P2] = 0\n" in text
    assert list(format_update(system.updates[0])) == [
        "action cast(player=P1, kind=0) at rank 2  toys.py:1",
        "  when hand[P1] != 0 and holder = P1 and stack.size != 1",
        "  hand[P1]' = hand[P1] - 1",
        "  passed' = false",
        "  stack.size' = stack.size + 1",
        "  stack[0].kind' = if(stack.size = 0, 0, stack[0].kind)",
        "  stack[0].owner' = if(stack.size = 0, 0, stack[0].owner)",
    ]


def test_several_initial_states() -> None:
    assert "starts at one of 2:\n  node=1\n  node=0\n" in format_system(
        toys.graph_system({0: (1,)}, initial=(1, 0))
    )
