"""Conditions that a person types: an expression over the fields of the state, made into a claim.

``len(stack) == 2 and life[P1] == 0`` becomes what a spec would say as ``game.stack.size == 2 and
game.life[Player(0)] == 0``. Only what claims are made of can be written: nothing else of Python is run.
"""

from __future__ import annotations

import ast
import difflib
import enum
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from checker.errors import UsageError
from checker.explorer.positions import SHOWN_BY_A_STATE, Explored
from checker.judge.claims import Claim, ClaimKind, claims_of
from checker.language import words
from checker.language.resolved import label_of
from checker.language.types import Object, Participant
from checker.system.model import Source

__all__ = ["Condition", "condition_of"]

_NAME = "condition"
_LANGUAGE = ("count", "every", "implies", "may", "may_act", "some", "where")
_NODES = (
    ast.Expression, ast.BoolOp, ast.And, ast.Or, ast.UnaryOp, ast.Not, ast.USub, ast.BinOp, ast.Add, ast.Sub,
    ast.BitAnd, ast.BitOr, ast.Compare, ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.In,
    ast.NotIn, ast.Is, ast.IsNot, ast.Call, ast.Attribute, ast.Subscript, ast.Name, ast.Load, ast.Constant,
    ast.Lambda, ast.arguments, ast.arg, ast.IfExp,
)  # fmt: skip
_OF_STATES = (ClaimKind.INVARIANT, ClaimKind.LEMMA, ClaimKind.POSSIBLE)
_HINT = "write an expression over the fields of the state, such as `life[P1] == 0`"


@dataclass(frozen=True)
class Condition:
    """What a play is looked for to.

    ``claim`` is a claim about states that is to be true, or if ``broken`` a claim that is to be broken.
    """

    text: str
    claim: Claim
    broken: bool = False


def condition_of(game: Explored, text: str) -> Condition:
    """Return the condition that a person typed.

    It is an expression, or the name of a claim, or ``not`` and the name of a claim: then the play breaks
    the claim, as a finding would.

    Raises:
        UsageError: it cannot be read, or names what is not there.

    """
    text = text.strip()
    if not text:
        raise UsageError("no condition is given", hint=_HINT)
    claims = {c.name: c for c in game.claims}
    name = text.removeprefix("not ").strip() if text.startswith("not ") else text
    if name in claims and name not in game.schema.fields:
        return _about_claim(text, claims[name], broken=name != text)
    try:
        tree = ast.parse(text, mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        what = error.msg if isinstance(error, SyntaxError) else str(error)
        raise UsageError(f"this condition cannot be read: {what.lower()}", hint=_HINT) from error
    return Condition(text, _claim(game, _compiled(game, tree)))


def _about_claim(text: str, claim: Claim, *, broken: bool) -> Condition:
    on_states = (*_OF_STATES, ClaimKind.ALWAYS_POSSIBLE, ClaimKind.EVENTUALLY)
    if not broken and claim.kind in on_states:
        return Condition(text, _as_possible(claim))
    if broken and (claim.kind in (ClaimKind.INVARIANT, ClaimKind.LEMMA, ClaimKind.TRANSITION)):
        return Condition(text, claim, broken=True)
    if broken and claim.name in SHOWN_BY_A_STATE and claim.kind is ClaimKind.BUILT_IN:
        return Condition(text, claim, broken=True)
    if broken and claim.kind in on_states:
        function = claim.function
        return Condition(text, _as_possible(claim, lambda game: not function(game)))
    if claim.kind is ClaimKind.LEADS_TO:
        raise UsageError(
            f"{claim.name} speaks of how plays go on, and no single state shows it",
            hint=f"`ruleproof check --property {claim.name}` looks for a play that breaks it",
        )
    raise UsageError(
        f"{claim.name} speaks of steps, and no single state makes it true",
        hint=f"write `not {claim.name}` for a play that breaks it",
    )


def _as_possible(claim: Claim, function: Callable[..., Any] | None = None) -> Claim:
    return Claim(_NAME, ClaimKind.POSSIBLE, claim.game, function or claim.function, claim.source, at=claim.at)


def _claim(game: Explored, function: Callable[..., Any]) -> Claim:
    return Claim(_NAME, ClaimKind.POSSIBLE, game.entry.game, function, Source("", 0))


def _compiled(game: Explored, tree: ast.Expression) -> Callable[..., Any]:
    """Return the condition as a function of the game."""
    names = _Names(game)
    for node in ast.walk(tree):
        _check(node)
    body = _Rewritten(names).visit(tree.body)
    parameters = ast.arguments([], [ast.arg("game")], None, [], [], None, [])
    whole = ast.fix_missing_locations(ast.Expression(ast.Lambda(parameters, body)))
    function: Callable[..., Any] = eval(
        compile(whole, f"<{_NAME}>", "eval"), {"__builtins__": {}, **names.values}
    )
    function.__name__ = _NAME
    return function


def _check(node: ast.AST) -> None:
    """Refuse what no condition is made of."""
    if isinstance(node, ast.Attribute) and node.attr.startswith("_"):
        raise UsageError(f"{node.attr!r} is not for conditions", hint="use the fields of the state")
    if isinstance(node, ast.Compare) and any(isinstance(op, ast.Is | ast.IsNot) for op in node.ops):
        raise UsageError("`is` does not see values of the state", hint="write `==` or `!=`")
    if isinstance(node, ast.Constant) and not (
        node.value is None or isinstance(node.value, bool | int | str)
    ):
        raise UsageError(f"no value of a state is {node.value!r}", hint=_HINT)
    if isinstance(node, ast.GeneratorExp | ast.ListComp | ast.SetComp | ast.DictComp):
        raise UsageError(
            "loops are not for conditions",
            hint="write `some(Player, lambda p: life[p] == 0)`, `every` or `count`",
        )
    if not isinstance(node, _NODES):
        word = type(node).__name__.lower()
        raise UsageError(f"conditions are not made of this: {word}", hint=_HINT)


class _Names:
    """What the names in a condition mean: words, classes, members by their labels, and claims."""

    def __init__(self, game: Explored) -> None:
        cls = game.entry.game
        self.fields = {*game.schema.fields, *game.schema.readings}
        self.rules = set(game.schema.rules)
        self.methods = {
            n for n in dir(cls) if not n.startswith("_") and n not in self.fields | self.rules
        } - set(_NOT_ASKED)
        self.values: dict[str, Any] = {name: getattr(words, name) for name in _LANGUAGE}
        self.people = sorted(game.people)
        self.ambiguous: dict[str, list[str]] = {}
        for member_class in _classes(cls):
            self.values.setdefault(member_class.__name__, member_class)
            for member in _members(game, member_class):
                self._add(label_of(member), member, member_class)
        self.claims = {
            c.name: c.function for c in claims_of(cls) if c.kind in _OF_STATES and c.name not in self.values
        }

    def _add(self, label: str, member: Any, cls: type) -> None:
        known = self.values.get(label)
        if known is None:
            self.values[label] = member
        elif known != member or type(known) is not type(member):
            told = self.ambiguous.setdefault(label, [f"{type(known).__name__}.{label}"])
            told.append(f"{cls.__name__}.{label}")

    def known(self) -> Iterator[str]:
        """Yield all names that may be used."""
        yield from self.fields | self.methods
        yield from self.values
        yield from self.claims


_NOT_ASKED = ("abstract", "fields", "procedure", "readings", "rulebook", "rules")


class _Rewritten(ast.NodeTransformer):
    """Makes fields attributes of the game, and tells names that mean nothing."""

    def __init__(self, names: _Names) -> None:
        self._names = names
        self._bound: list[str] = []

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        own = [argument.arg for argument in node.args.args]
        self._bound += own
        node.body = self.visit(node.body)
        del self._bound[len(self._bound) - len(own) :]
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        match node:
            case ast.Call(func=ast.Name(id="len"), args=[of], keywords=[]):
                return ast.Attribute(self.visit(of), "size", ast.Load())
            case ast.Call(func=ast.Name(id="may"), args=[who, ast.Name(id=rule)]) if (
                rule in self._names.rules
            ):
                node.args = [who, ast.Constant(rule)]
        return self.generic_visit(node)

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        match node:
            case ast.Attribute(value=ast.Name(id="game")):
                return self.visit_Name(ast.Name(node.attr, ast.Load()))
        return self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        name, names = node.id, self._names
        if name in self._bound:
            return node
        if name in names.fields or name in names.methods:
            return ast.Attribute(ast.Name("game", ast.Load()), name, ast.Load())
        if name in names.ambiguous:
            raise UsageError(f"{name} is several things", hint=f"write {' or '.join(names.ambiguous[name])}")
        if name in names.values:
            return node
        if name in names.claims:
            names.values[f"claim {name}"] = names.claims[name]
            asked = ast.Name(f"claim {name}", ast.Load())
            return ast.Call(asked, [ast.Name("game", ast.Load())], [])
        if name in names.rules:
            raise UsageError(f"{name} is a rule", hint=f'ask who may take it: `may(P1, "{name}")`')
        raise UsageError(f"there is nothing named {name!r}", hint=_near(name, names))


def _near(name: str, names: _Names) -> str:
    folded = {known.lower(): known for known in names.known()}
    close = difflib.get_close_matches(name.lower(), folded, n=1, cutoff=0.6)
    if close:
        return f"did you mean {folded[close[0]]!r}?"
    people = f"; players are {', '.join(names.people)}" if names.people else ""
    return f"the fields of the state are: {', '.join(sorted(names.fields))}{people}"


def _classes(game: type) -> Iterator[type]:
    """Yield the classes of members and enums that the modules of a game and its cores can see."""
    seen: set[type] = {enum.Enum, Participant, Object}
    for cls in game.__mro__:
        for value in vars(sys.modules.get(cls.__module__, object)).values():
            named = isinstance(value, type) and issubclass(value, enum.Enum | Participant | Object)
            if named and value not in seen:
                seen.add(value)
                yield value


def _members(game: Explored, cls: type) -> Iterator[Any]:
    if issubclass(cls, enum.Enum):
        yield from cls.__members__.values()
        return
    known = game.schema.member_type(cls)
    if known is not None:
        yield from known.values()
