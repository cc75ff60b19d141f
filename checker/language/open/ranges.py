"""Numbers of an open range, as what is asked of each while an author's function is traced."""

from __future__ import annotations

from collections.abc import Callable

from checker.language.tracing.active import recorder
from checker.language.tracing.ways import Wrong
from checker.system.open.binders import closed, opened
from checker.system.terms import FALSE, Op, Term, all_of, less

__all__ = ["found"]


def found(op: Op, end: Term, body: Callable[[Term], Term]) -> Term:
    """Return a quantifier over the numbers below ``end`` (see :mod:`checker.system.open.binders`).

    What goes wrong as ``body`` is asked for one number goes wrong if it does for some.
    """
    now = recorder()
    before = len(now.wrongs)
    with opened() as variable:
        result = body(variable)
        inside = less(variable, end)
        now.wrongs[before:] = [
            Wrong(w.message, w.source, condition)
            for w in now.wrongs[before:]
            if (condition := closed(Op.SOME, end, variable, all_of((inside, w.condition)))) is not FALSE
        ]
        return closed(op, end, variable, result)
