"""A look at the source of a model before it is run, for what tracing cannot see.

Python decides ``is``, ``case None`` and assignments to globals without asking the values involved, so a
rule that uses them on the state would be traced wrongly, in silence. They are refused by their looks.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

from checker.errors import ModelError
from checker.language.rules import shorten
from checker.system.model import Source

__all__ = ["check_source"]

_CHANGING = frozenset(
    {
        "action",
        "as_enters",
        "automatic",
        "choice",
        "observer",
        "replaces",
        "start",
        "state_based",
        "triggered",
    }
)
"""What marks a method that changes the state, and so gives nothing back."""

_RULE_WORDS = _CHANGING | {
    "always_possible",
    "compared",
    "event",
    "eventually",
    "invariant",
    "leads_to",
    "lemma",
    "norm",
    "possible",
    "transition",
}
"""What marks a function that is traced."""

_BARE = frozenset({"compared", "observer"})
"""Those that are written without parentheses."""

_NEVER_THE_SAME = frozenset({"random", "secrets", "time", "uuid"})
"""Modules whose functions give another answer each time."""

_OUTSIDE = (
    "a rule is run on values that stand for many, and not once for each play",
    "take it out; `ruleproof explore` shows every state and what each rule makes of it",
)
_OBJECTS = (
    "it asks about objects of Python, not about values of the game",
    "compare values with `==`; what kind of value it is stands in its declaration",
)
_NOT_FOR_RULES = {
    **dict.fromkeys(
        ("print", "input", "open", "breakpoint", "exit", "quit", "sys.exit", "os._exit"), _OUTSIDE
    ),
    **dict.fromkeys(("type", "id", "vars"), _OBJECTS),
}
"""Functions of Python that say nothing in a rule: why, and what to do instead."""

_PYTHONS_OWN = frozenset({"bool", "dict", "float", "frozenset", "int", "list", "set", "str", "tuple"})
"""Types of Python that values of a game are none of."""

_LIKE_THIS = "a rule is assignments, `if`, `match`, loops, `require` and calls of helper methods"


_fine: set[tuple[str, int, int]] = set()
"""The files in which nothing was found: by path, time of the last change, and size."""


def check_source(path: Path) -> None:
    """Check a Python file of a model or spec, unless it was checked already as it stands there now.

    Raises:
        ModelError: it is no valid Python, or a rule or claim uses a construct that tracing cannot see.
    """
    known = path.stat()
    file = (str(path), known.st_mtime_ns, known.st_size)
    if file in _fine:
        return
    name = shorten(str(path))
    try:
        tree = ast.parse(path.read_text(encoding="utf-8"), filename=str(path))
    except SyntaxError as error:
        raise ModelError(
            f"this is not valid Python: {error.msg}",
            hint="Python cannot read the file from this line on",
            source=Source(name, error.lineno or 1),
        ) from error
    except (UnicodeDecodeError, ValueError) as error:
        raise ModelError(
            "this file is not UTF-8 text", hint="save it as UTF-8", source=Source(name, 1)
        ) from error
    nodes = tuple(ast.walk(tree))
    chance = _chance(nodes)
    for function in _rules(tree, nodes, name):
        _check_decorators(function, name)
        _check_function(function, name, chance)
    _fine.add(file)


_Function = ast.FunctionDef | ast.AsyncFunctionDef


def _rules(tree: ast.Module, nodes: Iterable[ast.AST], file: str) -> Iterator[_Function]:
    """Yield the rules and claims of a module, and all other methods of classes that hold rules."""
    for node in nodes:
        if isinstance(node, ast.ClassDef):
            methods = [f for f in node.body if isinstance(f, _Function)]
            if any(_marks(f) & _RULE_WORDS for f in methods):
                _check_helpers(methods, file)
                yield from methods
    for node in tree.body:
        if isinstance(node, _Function) and _marks(node) & _RULE_WORDS:
            yield node


def _marks(function: _Function) -> set[str]:
    """Return the names of a function's decorators."""
    return {_name_of(decorator) for decorator in function.decorator_list}


def _name_of(decorator: ast.expr) -> str:
    target = decorator.func if isinstance(decorator, ast.Call) else decorator
    return target.attr if isinstance(target, ast.Attribute) else str(getattr(target, "id", ""))


def _check_helpers(methods: Iterable[_Function], file: str) -> None:
    """Refuse a method beside the rules that is not given the game; of rules, that is told elsewhere."""
    for method in methods:
        given = [*method.args.posonlyargs, *method.args.args]
        if not given and method.args.vararg is None and not _marks(method) & {"staticmethod", *_RULE_WORDS}:
            raise ModelError(
                f"{method.name}: the method takes nothing, not even `self`",
                hint=f"write `def {method.name}(self):`",
                source=Source(file, method.lineno),
            )


def _chance(nodes: Iterable[ast.AST]) -> frozenset[str]:
    """Return the names by which a module calls on what is never the same: random numbers."""
    names: set[str] = set()
    for node in nodes:
        match node:
            case ast.Import(names=imported):
                names |= {a.asname or a.name for a in imported if a.name.split(".")[0] in _NEVER_THE_SAME}
            case ast.ImportFrom(module=str() as module, names=imported) if module in _NEVER_THE_SAME:
                names |= {a.asname or a.name for a in imported}
    return frozenset(names)


def _check_decorators(function: _Function, file: str) -> None:
    """Refuse decorators with parentheses where they take none, and without where they need them."""
    for decorator in function.decorator_list:
        called = isinstance(decorator, ast.Call)
        name = _name_of(decorator)
        if name not in _RULE_WORDS or called != (name in _BARE):
            continue
        raise ModelError(
            f"@{name} is written {'with' if called else 'without'} parentheses",
            hint=f"write `@{name}`" if called else f"write `@{name}(...)`, or `@{name}()`",
            source=Source(file, decorator.lineno),
        )


def _check_function(function: _Function, file: str, chance: frozenset[str]) -> None:
    def error(node: ast.AST, message: str, hint: str) -> ModelError:
        return ModelError(message, hint=hint, source=Source(file, getattr(node, "lineno", function.lineno)))

    if isinstance(function, ast.AsyncFunctionDef):
        raise error(function, "a rule cannot be `async`", f"write `def {function.name}`")
    if _marks(function) & _CHANGING:
        for given in _given_back(function):
            raise error(
                given,
                f"{function.name!r} gives a value back, and nothing reads it",
                "say with `require(...)` when a rule may be taken, and put what it changes into fields",
            )
    for node in ast.walk(function):
        match node:
            case ast.Compare(ops=ops) if any(isinstance(op, ast.Is | ast.IsNot) for op in ops):
                raise error(
                    node,
                    "`is` compares Python objects, not values of the game",
                    "write `==` or `!=`; for what may be absent `if x:`, `not x` or `x == None`",
                )
            case ast.match_case(pattern=pattern) if _matches_singleton(pattern):
                raise error(
                    pattern,
                    "`case None`, `case True` and `case False` compare by `is`",
                    "test by `if` before the match, or match on an enumeration",
                )
            case ast.Global() | ast.Nonlocal():
                raise error(
                    node,
                    "a rule changes a global variable",
                    "keep what the rule changes in a field of the game; all plays share the globals",
                )
            case ast.UnaryOp(op=ast.Invert()):
                raise error(node, "`~` is not a logical operator", "write `not ...`")
            case ast.Call(func=called) if _root(called) in chance:
                raise error(
                    node,
                    f"a rule asks {ast.unparse(called)}(...), which is not the same each time",
                    "let chance decide by a parameter: `die: int = chosen(by=CHANCE, among=integer(1, 6))`",
                )
            case ast.Call(func=ast.Name(id="isinstance"), args=[_, ast.Name(id=kind)]) if (
                kind in _PYTHONS_OWN
            ):
                raise error(node, f"a rule calls isinstance(..., {kind}), and {_OBJECTS[0]}", _OBJECTS[1])
            case ast.Call(func=called) if (word := _dotted(called)) in _NOT_FOR_RULES:
                why, instead = _NOT_FOR_RULES[word]
                raise error(node, f"a rule calls {word}(...), and {why}", instead)
            case ast.Await() | ast.Yield() | ast.YieldFrom() | ast.Try() | ast.With():
                raise error(node, f"a rule cannot use `{_keyword(node)}`", _LIKE_THIS)
            case ast.Delete(targets=targets) if not all(isinstance(t, ast.Name) for t in targets):
                raise error(
                    node,
                    "a rule cannot use `del`",
                    "write `discard(...)` for a set, `remove(...)` for a stack, queue or bag",
                )


def _given_back(function: _Function) -> Iterator[ast.Return]:
    """Yield the ``return`` statements of a function itself that have a value."""
    inner: list[ast.AST] = list(function.body)
    while inner:
        node = inner.pop(0)
        if isinstance(node, _Function | ast.Lambda):
            continue
        match node:
            case ast.Return(value=None | ast.Constant(value=None)):
                pass
            case ast.Return():
                yield node
        inner = [*ast.iter_child_nodes(node), *inner]


def _dotted(called: ast.expr) -> str:
    """Return how a called expression is written, where it is a name or a name of a module: ``sys.exit``."""
    match called:
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=ast.Name(id=module), attr=name):
            return f"{module}.{name}"
    return ""


def _root(called: ast.expr) -> str:
    """Return the name that a called expression starts with, such as ``random`` in ``random.randint``."""
    while isinstance(called, ast.Attribute):
        called = called.value
    return called.id if isinstance(called, ast.Name) else ""


def _matches_singleton(pattern: ast.pattern) -> bool:
    return any(isinstance(p, ast.MatchSingleton) for p in ast.walk(pattern))


def _keyword(node: ast.AST) -> str:
    return {"Await": "await", "Yield": "yield", "YieldFrom": "yield from", "Try": "try", "With": "with"}[
        type(node).__name__
    ]
