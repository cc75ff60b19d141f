"""Norms read back as English sentences, from their form and the source of their condition alone."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable
from typing import Any

from checker.judge.norms.declare import Norm
from checker.judge.norms.forms import ACTIONS, FormKind

__all__ = ["conclusion", "sentence"]


def sentence(norm: Norm) -> str:
    """Return what a norm says, as the tool understands it, without a full stop."""
    parts = _returned(norm.function)
    premise = f"`{parts[0]}`" if parts else f"the condition {norm.name!r} is true"
    form = norm.form
    what = _instances(norm)
    match form.kind:
        case FormKind.PERMITS:
            says = f"{what} may be taken"
        case FormKind.FORBIDS:
            says = f"{what} may not be taken"
        case FormKind.ONLY:
            return f"{_whom(norm)}{_rules(norm)} may be taken only where {premise}"
        case FormKind.NEEDS:
            return f"{_whom(norm)}{_rules(norm)} takes that {premise}"
        case FormKind.CLOSED:
            says = f"{_rules(norm)} may be taken only where some clause permits it"
        case FormKind.OBLIGES:
            wait = ", ".join("any action" if r == ACTIONS else r for r in form.before)
            says = f"{what} (or something else that is due) must come{f' before {wait}' if wait else ' next'}"
        case FormKind.AT_MOST_ONE if form.fields:
            says = f"{form.fields[0].replace('_', ' ')} has one member at most"
        case FormKind.AT_MOST_ONE:
            says = f"one player at most may take {' or '.join(form.rules)}"
        case _:
            says = conclusion(norm)
    if form.after:
        where = "" if premise == "`True`" else f", where {premise}"
        return f"After {' or '.join(form.after)}{where}: once players could act again, {says}"
    speaks = says if premise == "`True`" else f"where {premise}, {says}"
    return f"{_whom(norm)}{speaks}" if norm.parameters else speaks[:1].upper() + speaks[1:]


def conclusion(norm: Norm) -> str:
    """Return what must be true where a norm speaks whose condition is a pair."""
    parts = _returned(norm.function)
    return f"`{parts[1]}`" if len(parts) > 1 else "what it says is true"


def _whom(norm: Norm) -> str:
    return f"For every {' and '.join(norm.parameters)}: " if norm.parameters else ""


def _rules(norm: Norm) -> str:
    return " or ".join(norm.form.rules)


def _instances(norm: Norm) -> str:
    how = "every" if norm.form.every else "some"
    return f"{how} {_rules(norm)}" if norm.form.kind is not FormKind.OBLIGES else f"some {_rules(norm)}"


def _returned(function: Callable[..., Any]) -> tuple[str, ...]:
    """Return the source of what a function returns, by its parts, if it is just one return."""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    except (OSError, SyntaxError):
        return ()
    returns = [node for node in ast.walk(tree) if isinstance(node, ast.Return) and node.value is not None]
    body = getattr(tree.body[0], "body", [])
    plain = [s for s in body if not (isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant))]
    if len(returns) != 1 or len(plain) != 1:
        return ()
    value = returns[0].value
    parts = value.elts if isinstance(value, ast.Tuple) else [value]
    return tuple(ast.unparse(part) for part in parts if part is not None)
