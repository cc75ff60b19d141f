"""Scripts in one solver: what one of them sets is not there for the next."""

from __future__ import annotations

import pytest
import z3

from checker.certify.solve import run


@pytest.mark.parametrize("again", [False, True])
def test_options_of_a_script_limit_nothing_that_follows(again: bool) -> None:
    names = ("rlimit", "timeout", "smt.arith.solver")
    before = [z3.get_param(name) for name in names]
    script = "(set-option :rlimit 1000)\n(declare-const a Int)\n(assert (< 1 a 1))\n(check-sat)\n"
    assert run("z3", script, 5.0, again=again) == ["unsat"]
    assert [z3.get_param(name) for name in names] == before
