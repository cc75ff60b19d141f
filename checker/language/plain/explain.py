"""Explanations: which part of a violated claim fails, on which line, and for which member."""

from __future__ import annotations

import ast
import inspect
import itertools
import re
import sys
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, is_dataclass
from types import FrameType, FunctionType, MethodType
from typing import Any

from checker.language.machine import activate
from checker.language.plain.instances import Instance
from checker.language.plain.interpreter import Interpreter
from checker.language.plain.lines import is_author_file
from checker.language.plain.machine import PlainMachine
from checker.language.plain.state import PlainState
from checker.language.resolved import label_of
from checker.language.rules import source_of
from checker.language.syntax import syntax_of
from checker.language.types import Moment

__all__ = ["explain_state", "explain_step", "why_false"]

_LONGEST = 60
"""Characters of source text that an explanation quotes."""


def explain_state(interpreter: Interpreter, function: Callable[..., Any], state: PlainState) -> str:
    """Return which part of a claim is not true of a state: ``line 31: every(Battle): fails for B1: ...``.

    The line is the author's. The text is empty where the claim is true.
    """
    machine = interpreter.judge(state)
    return _explain(function, (interpreter.world.game,), machine)


def explain_step(
    interpreter: Interpreter,
    function: Callable[..., Any],
    before: PlainState,
    instance: Instance,
    after: PlainState,
) -> str:
    """Return which part of a claim on a step is not true, in the form of :func:`explain_state`."""
    machine = interpreter.judge(after, may=False)
    with activate(machine):
        arguments = interpreter.step_arguments(before, instance, machine)
    return _explain(function, arguments, machine)


def why_false(node: ast.expr, names: dict[str, Any]) -> str:
    """Return which part of an expression is false, in the form of :func:`explain_state`.

    ``names`` are what the expression can see; the machine that it asks is the active one.
    """
    return _Parts(names).why_false(node)


def _explain(function: Callable[..., Any], arguments: tuple[Any, ...], machine: PlainMachine) -> str:
    with activate(machine):
        returned = _run_to_return(inspect.unwrap(function), arguments)
        if machine.notes.wrong is not None:
            missing = machine.notes.wrong
            return f"line {missing.source.line if missing.source else '?'}: {missing.message}"
        return "" if returned is None else _why_false(returned)


def _why_false(returned: _Returned) -> str:
    """Return the part of what a function returned that is false; nothing if it is true."""
    if returned.value:
        return ""
    if returned.node is None or returned.node.value is None:
        return f"line {returned.line}: returns {returned.value!r}"
    if isinstance(returned.node.value, ast.Constant):
        test = returned.conditions[-1] if returned.conditions else None
        if test is not None:
            return f"line {test.lineno}: `{_text(test)}` leads to `return {returned.node.value.value!r}`"
    return _Parts(returned.names).why_false(returned.node.value)


@dataclass(frozen=True)
class _Returned:
    """Where a claim returned: its value, the names that it saw, and the statement with the ifs around it."""

    value: Any
    line: int
    names: dict[str, Any]
    node: ast.Return | None
    conditions: tuple[ast.expr, ...]


def _run_to_return(function: Callable[..., Any], arguments: tuple[Any, ...]) -> _Returned | None:
    """Run ``function`` and return where it returned, or None if it has no frame of its own to look at."""
    code = getattr(function, "__code__", None)
    seen: list[tuple[int, dict[str, Any]]] = []

    def in_function(frame: FrameType, what: str, _: Any) -> Any:
        if what == "return":
            seen.append((frame.f_lineno, {**frame.f_globals, **frame.f_locals}))
        return in_function

    def anywhere(frame: FrameType, what: str, _: Any) -> Any:
        return in_function if frame.f_code is code else None

    earlier = sys.gettrace()
    sys.settrace(anywhere)
    try:
        value = function(*arguments)
    finally:
        sys.settrace(earlier)
    if not seen:
        return None
    line, names = seen[-1]
    node, conditions = _return_at(function, line)
    return _Returned(value, line, names, node, conditions)


def _return_at(function: Callable[..., Any], line: int) -> tuple[ast.Return | None, tuple[ast.expr, ...]]:
    """Return the ``return`` statement around a line, and the tests of the ifs that lead to it."""
    if getattr(function, "__name__", "") == "<lambda>":
        body = _body_of_lambda(function)
        return None if body is None else ast.copy_location(ast.Return(body), body), ()
    try:
        lines, first = inspect.getsourcelines(function)
        tree = ast.parse(textwrap.dedent("".join(lines)))
    except (OSError, TypeError, SyntaxError):
        return None, ()
    ast.increment_lineno(tree, first - 1)

    def search(
        node: ast.AST, tests: tuple[ast.expr, ...]
    ) -> Iterator[tuple[ast.Return, tuple[ast.expr, ...]]]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Return) and child.lineno <= line <= (child.end_lineno or child.lineno):
                yield child, tests
            elif isinstance(child, ast.If):
                yield from search(child, (*tests, child.test))
            elif not isinstance(child, ast.Lambda):
                yield from search(child, tests)

    return next(search(tree, ()), (None, ()))


def _body_of_lambda(function: Callable[..., Any]) -> ast.expr | None:
    """Return the expression that a lambda returns, if its source is at hand."""
    code = inspect.unwrap(function).__code__
    tree = syntax_of(code.co_filename)
    if tree is None:
        return None
    places = [
        (line, column)
        for line, end_line, column, end_column in code.co_positions()
        if line is not None and column is not None and (line, column) != (end_line, end_column)
    ]
    if not places:
        return None
    around = [
        node.body
        for node in ast.walk(tree)
        if isinstance(node, ast.Lambda) and all(_start(node.body) <= p < _end(node.body) for p in places)
    ]
    return max(around, key=_start, default=None)


def _start(node: ast.expr) -> tuple[int, int]:
    return node.lineno, node.col_offset


def _end(node: ast.expr) -> tuple[int, int]:
    return node.end_lineno or node.lineno, node.end_col_offset or node.col_offset


class _Parts:
    """Evaluates parts of the returned expression. ``names`` are what the claim's function could see."""

    def __init__(self, names: dict[str, Any]) -> None:
        self._names = names

    def why_false(self, node: ast.expr) -> str:
        """Return the explanation of an expression that is false."""
        match node:
            case ast.BoolOp(op=ast.And(), values=values):
                return next((self.why_false(v) for v in values if not self._value(v)), self._plain(node))
            case ast.Call(func=ast.Name(id="implies"), args=[premise, conclusion]):
                return f"{self.why_false(conclusion)}, although `{_text(premise)}`"
            case ast.BoolOp(op=ast.Or(), values=[*others, last]):
                return f"{self.why_false(last)}, although {' and '.join(_negated(o) for o in others)}"
            case ast.Call(func=ast.Name(id="every" | "some" as how), args=[*domains, predicate]) if domains:
                return self._quantified(node, how, domains, predicate)
            case ast.Compare(left=left, comparators=[right]):
                return self._compared(node, left, right)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return f"line {node.lineno}: `{_text(operand)}` is true"
            case ast.Call(func=called, args=arguments, keywords=[]):
                return self._inside(called, arguments) or self._plain(node)
        return self._plain(node)

    def _inside(self, called: ast.expr, arguments: list[ast.expr]) -> str:
        """Return which part of a function that the claim asks is false, if it is an author's function."""
        function = self._value(called)
        if not isinstance(function, FunctionType | MethodType):
            return ""
        source = source_of(function)
        if not source.line or not is_author_file(function.__code__.co_filename):
            return ""
        returned = _run_to_return(function, tuple(self._value(a) for a in arguments))
        text = "" if returned is None else _why_false(returned)
        return f"{source.file} {text}" if text else ""

    def _value(self, node: ast.expr) -> Any:
        return eval(compile(ast.Expression(node), "<claim>", "eval"), self._names)

    def _plain(self, node: ast.expr) -> str:
        return f"line {node.lineno}: `{_text(node)}` is false"

    def _quantified(self, node: ast.expr, how: str, domains: list[ast.expr], predicate: ast.expr) -> str:
        head = f"line {node.lineno}: {how}({', '.join(_text(d) for d in domains)})"
        if how == "some":
            return f"{head}: holds for none"
        columns = [list(iter(self._value(d))) for d in domains]
        test = self._value(predicate)
        failing = [row for row in itertools.product(*columns) if not test(*row)]
        shown = ", ".join(f"({_shown(*row)})" if len(row) > 1 else _shown(*row) for row in failing)
        return f"{head}: fails for {shown}{self._for_the_first(predicate, test, failing)}"

    def _for_the_first(
        self, predicate: ast.expr, test: Callable[..., Any], failing: list[tuple[Any, ...]]
    ) -> str:
        """Return which part of a condition is false for the first of those for which it is."""
        if not isinstance(predicate, ast.Lambda):
            return ""
        bound = inspect.signature(test).bind(*failing[0])
        bound.apply_defaults()
        told = _Parts({**self._names, **bound.arguments}).why_false(predicate.body)
        told = re.sub(r"^line \d+: ", "", told)  # the line of the whole is told already
        of = "" if len(failing) == 1 else f"with {_shown(*failing[0])}, "
        return f": {of}{told}"

    def _compared(self, node: ast.Compare, left: ast.expr, right: ast.expr) -> str:
        text = f"line {node.lineno}: `{_text(node)}` is false"
        values = [
            f"{_text(side)} is {told}"
            for side in (left, right)
            if not isinstance(side, ast.Constant | ast.Name)
            # that Zone.FIELD is FIELD says nothing
            if (told := _shown(self._value(side))) != getattr(side, "attr", "")
        ]
        if isinstance(left, ast.Call) and getattr(left.func, "id", "") == "count" and len(left.args) == 2:
            chosen = [label_of(x) for x in self._value(left.args[0]) if self._value(left.args[1])(x)]
            return f"{text}: it is {len(chosen)} ({', '.join(chosen) or 'none'})"
        return f"{text}: {', '.join(values)}" if values else text


def _shown(*values: Any) -> str:
    """Return values as a person reads them; of records without moments, which say nothing by themselves."""
    return ", ".join(_record(v) if is_dataclass(v) else label_of(v) for v in values)


def _record(value: Any) -> str:
    told = (
        f"{field.name}={_shown(getattr(value, field.name))}"
        for field in fields(value)
        if getattr(field.type, "__name__", field.type) != Moment.__name__
    )
    return f"{type(value).__name__}({', '.join(told)})"


def _negated(node: ast.expr) -> str:
    """Return how it is told that an expression is false."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return f"`{_text(node.operand)}`"
    return f"not `{_text(node)}`"


def _text(node: ast.expr) -> str:
    text = ast.unparse(node)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."
