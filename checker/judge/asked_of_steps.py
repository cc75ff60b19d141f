"""What a claim, a norm or an observer asks of a step: names of rules and of arguments, read from its source.

Neither can be seen by tracing: ``step.rule == "cats"`` is false for every step, and ``step.playr`` is absent
in every one, so that what follows from them would say nothing.
"""

from __future__ import annotations

import ast
import contextlib
import functools
import inspect
import itertools
import linecache
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import FunctionType, ModuleType
from typing import Any

from checker.language.game import Game
from checker.language.rules import shorten
from checker.language.syntax import syntax_of
from checker.system.model import Source

__all__ = ["Asked", "asked_of_step"]

_MOST_FILES = 128
"""Files of which it is kept where their functions are."""

_COPIES = frozenset({"frozenset", "list", "set", "sorted", "tuple"})
"""Functions of Python that give back what a collection holds."""


@dataclass(frozen=True)
class Asked:
    """A name that is asked for: of a rule, or of an argument.

    ``shared`` says that it stands in a helper or in a constant, which may be written for several games.
    """

    name: str
    is_rule: bool
    source: Source
    shared: bool


@dataclass(frozen=True)
class _Text:
    """A text with the place where it is written, if it stands in what is read."""

    text: str
    source: Source | None
    shared: bool


@dataclass(frozen=True)
class _Bound:
    """What the parameters of a function stand for: the step, its rule, a game, or texts."""

    steps: frozenset[str] = frozenset()
    rules: frozenset[str] = frozenset()
    games: tuple[tuple[str, type[Game]], ...] = ()
    texts: tuple[tuple[str, tuple[_Text, ...]], ...] = ()


def asked_of_step(
    function: Callable[..., Any], step: int, game: type[Game], may_read: Callable[[str], bool]
) -> Iterator[Asked]:
    """Yield the names that a function, and the helpers it hands the step to, ask for.

    Args:
        function: takes a step, and games otherwise.
        step: which parameter is the step, counted from 0.
        game: the class of the games.
        may_read: whether the helpers in the file of this name are read too.

    """
    names = list(inspect.signature(function).parameters)
    games = tuple((name, game) for number, name in enumerate(names) if number != step)
    bound = _Bound(steps=frozenset((names[step],)), games=games)
    yield from _Reading(may_read).read(inspect.unwrap(function), bound, shared=False)


@dataclass
class _Reading:
    """The reading of one function with its helpers; each is read once for the same arguments."""

    may_read: Callable[[str], bool]
    seen: set[tuple[object, _Bound]] = field(default_factory=set)

    def read(self, function: Any, bound: _Bound, *, shared: bool) -> Iterator[Asked]:
        """Yield what a function asks for, whose parameters stand for what is ``bound``."""
        if (function.__code__, bound) in self.seen or not self.may_read(function.__code__.co_filename):
            return
        self.seen.add((function.__code__, bound))
        node = _node_of(function)
        if node is not None:
            yield from _Body(self, function, node, bound, shared).asked()


class _Body:
    """The body of one function, with what its names stand for."""

    def __init__(
        self, reading: _Reading, function: FunctionType, node: ast.AST, bound: _Bound, shared: bool
    ) -> None:
        self._reading = reading
        self._function = function
        self._nodes = tuple(ast.walk(node))
        self._shared = shared
        self._steps = set(bound.steps)
        self._rules = set(bound.rules)
        self._games = dict(bound.games)
        self._texts = dict(bound.texts)
        self._assigned: dict[str, list[ast.expr]] = {}
        for name, value in _assignments(self._nodes):
            if isinstance(value, ast.Name) and value.id in self._steps:
                self._steps.add(name)
            elif self._is_rule(value):
                self._rules.add(name)
            else:
                self._assigned.setdefault(name, []).append(value)

    def asked(self) -> Iterator[Asked]:
        """Yield what is asked for here and in helpers."""
        for node in self._nodes:
            match node:
                case ast.Compare(left=left, ops=ops, comparators=others):
                    for op, (one, other) in zip(ops, itertools.pairwise((left, *others)), strict=True):
                        if self._is_rule(one):
                            yield from self._rules_in(other, node)
                        elif self._is_rule(other) and not isinstance(op, ast.In | ast.NotIn):
                            yield from self._rules_in(one, node)
                case ast.Match(subject=subject) if self._is_rule(subject):
                    for part in ast.walk(node):
                        if isinstance(part, ast.MatchValue):
                            yield from self._rules_in(part.value, part)
                case ast.Subscript(value=table, slice=key) if self._is_rule(key):
                    yield from self._rules_in(table, node)
                case ast.Call(func=ast.Attribute(value=table, attr="get"), args=[key, *_]) if self._is_rule(
                    key
                ):
                    yield from self._rules_in(table, node)
                case ast.Call():
                    yield from self._in_helper(node)
                case ast.Attribute(value=ast.Name(id=name), attr=asked) if name in self._steps:
                    if asked != "rule" and not asked.startswith("_"):
                        yield Asked(asked, False, self._place(node), self._shared)
                case _:
                    pass

    def _rules_in(self, node: ast.expr, where: ast.expr | ast.pattern) -> Iterator[Asked]:
        for text in self._all_texts(node):
            yield Asked(text.text, True, text.source or self._place(where), text.shared)

    def _is_rule(self, node: ast.AST) -> bool:
        match node:
            case ast.Attribute(value=ast.Name(id=name), attr="rule"):
                return name in self._steps
            case ast.Name(id=name):
                return name in self._rules
            case _:
                return False

    # -- texts -------------------------------------------------------------------------------------------

    def _each_text(self, node: ast.expr) -> tuple[_Text, ...]:
        """Return what an expression holds, each once: a helper that calls itself is read to its end."""
        return tuple(dict.fromkeys(self._all_texts(node)))

    def _all_texts(self, node: ast.expr, within: frozenset[str] = frozenset()) -> Iterator[_Text]:
        """Yield the texts that an expression is or holds; ``within`` are the names it is read for."""
        match node:
            case ast.Constant(value=str() as text):
                yield _Text(text, self._place(node), self._shared)
            case ast.Tuple(elts=items) | ast.List(elts=items) | ast.Set(elts=items):
                for item in items:
                    yield from self._all_texts(item, within)
            case ast.Dict(keys=keys):
                for key in keys:
                    if key is not None:
                        yield from self._all_texts(key, within)
            case ast.Starred(value=inner) | ast.NamedExpr(value=inner):
                yield from self._all_texts(inner, within)
            case ast.BinOp(left=one, right=other) | ast.IfExp(body=one, orelse=other):
                yield from self._all_texts(one, within)
                yield from self._all_texts(other, within)
            case ast.Call(func=ast.Name(id=name), args=[inner]) if name in _COPIES:
                yield from self._all_texts(inner, within)
            case ast.Name(id=name) if name in self._texts:
                yield from self._texts[name]
            case ast.Name(id=name) if name in self._assigned:
                if name not in within:
                    for value in self._assigned[name]:
                        yield from self._all_texts(value, within | {name})
            case ast.Name() | ast.Attribute():
                for text in _texts_of(self._object(node)):
                    yield _Text(text, None, True)
            case _:
                pass

    def _object(self, node: ast.expr) -> Any:
        """Return what a name of the module, or something in it, stands for; None if that is not known."""
        match node:
            case ast.Name(id=name) if name in self._games:
                return self._games[name]
            case ast.Name(id=name):
                return _enclosing(self._function).get(name, self._function.__globals__.get(name))
            case ast.Attribute(value=owner, attr=name):
                there = self._object(owner)
                plain = isinstance(there, type | ModuleType | FunctionType | Enum)
                return getattr(there, name, None) if plain else None
            case _:
                return None

    # -- helpers -----------------------------------------------------------------------------------------

    def _in_helper(self, call: ast.Call) -> Iterator[Asked]:
        """Yield what a function asks for that is handed the step or its rule."""
        handed = [*call.args, *(k.value for k in call.keywords)]
        if not any(self._is_rule(a) or self._is_step(a) for a in handed):
            return
        helper = inspect.unwrap(found) if callable(found := self._object(call.func)) else None
        if not isinstance(helper, FunctionType):
            return
        names = list(inspect.signature(helper).parameters)
        taken: dict[str, ast.expr] = {k.arg: k.value for k in call.keywords if k.arg is not None}
        itself = self._bound_to(call.func)
        first = names[:1] if itself is not None else []
        taken.update(zip(names[len(first) :], call.args, strict=False))
        games = {name: cls for name in first if (cls := itself) is not None}
        games.update({name: g for name, value in taken.items() if (g := self._game(value)) is not None})
        bound = _Bound(
            steps=frozenset(n for n, a in taken.items() if self._is_step(a)),
            rules=frozenset(n for n, a in taken.items() if self._is_rule(a)),
            games=tuple(games.items()),
            texts=tuple((n, texts) for n, a in taken.items() if (texts := self._each_text(a))),
        )
        yield from self._reading.read(helper, bound, shared=True)

    def _is_step(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Name) and node.id in self._steps

    def _game(self, node: ast.expr) -> type[Game] | None:
        return self._games.get(node.id) if isinstance(node, ast.Name) else None

    def _bound_to(self, node: ast.expr) -> type[Game] | None:
        """Return the game whose method is called, if one is."""
        return self._game(node.value) if isinstance(node, ast.Attribute) else None

    def _place(self, node: ast.expr | ast.pattern) -> Source:
        return Source(shorten(self._function.__code__.co_filename), node.lineno)


def _assignments(nodes: Collection[ast.AST]) -> Iterator[tuple[str, ast.expr]]:
    """Yield the names that are assigned or looped over, each with the expression of its value or values."""
    for node in nodes:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                yield name, value
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                yield name, value
            case ast.NamedExpr(target=ast.Name(id=name), value=value):
                yield name, value
            case ast.For(target=ast.Name(id=name), iter=value):
                yield name, value
            case ast.comprehension(target=ast.Name(id=name), iter=value):
                yield name, value
            case _:
                pass


def _enclosing(function: FunctionType) -> dict[str, Any]:
    """Return the names that a function takes from those around it, as far as they are assigned yet."""
    found = {}
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        with contextlib.suppress(ValueError):
            found[name] = cell.cell_contents
    return found


def _texts_of(value: object) -> Iterator[str]:
    """Yield the texts that a value is or holds."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple | list | set | frozenset | Mapping):
        yield from (item for item in value if isinstance(item, str))


def _node_of(function: FunctionType) -> ast.AST | None:
    """Return the syntax of a function, or None where it stands in no file."""
    file = function.__code__.co_filename
    linecache.checkcache(file)
    tree = syntax_of(file)
    if tree is None:
        return None
    return _functions_in(tree).get((function.__code__.co_firstlineno, function.__name__))


@functools.lru_cache(_MOST_FILES)
def _functions_in(tree: ast.Module) -> dict[tuple[int, str], ast.AST]:
    """Return the functions of a file, by the line on which each begins with its decorators, and by name."""
    return {
        (min((d.lineno for d in node.decorator_list), default=node.lineno), node.name): node
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }
