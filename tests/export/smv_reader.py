"""Reads the part of SMV that is exported, by SMV's own rules alone, and goes through all states of a model.

It stands in for NuSMV, which no system that we test on has packages of: it knows nothing of how models are
written, and refuses every word that it does not know. A model becomes one Python function, from a state to
the moves that it allows and the states after them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import product

__all__ = ["Smv"]

Value = bool | int
State = tuple[Value, ...]

_TOKEN = re.compile(r"\s*(:=|->|\.\.|[A-Za-z_]\w*|\d+|[!&|=<+*/?:;(){},-])")

_LEVELS = (("->",), ("|",), ("&",), ("=", "<"), ("+", "-"), ("*", "/", "mod"))
"""What binds, from the weakest."""

_JOINED = {
    "->": "(not {} or {})",
    "=": "({} == {})",
    "<": "({} < {})",
    "+": "({} + {})",
    "-": "({} - {})",
    "*": "({} * {})",
    "/": "divided({}, {})",
    "mod": "rest({}, {})",
}

_CHAINED = {"|": " or ", "&": " and "}


class Smv:
    """A module: its variables with their values, and the conditions on its starts and steps."""

    def __init__(self, text: str) -> None:
        bare = re.sub(r"--.*", "", text)
        self._tokens: list[str] = []
        at = 0
        while bare[at:].strip():
            match = _TOKEN.match(bare, at)
            assert match, bare[at : at + 40]
            self._tokens.append(match[1])
            at = match.end()
        self._at = 0
        self.values: dict[str, tuple[Value, ...]] = {}
        self.moves: tuple[str, ...] = ()
        self.invariants: list[str] = []
        self._defined: list[str] = []
        self._known: set[str] = {"move"}
        self._can: dict[str, str] = {}
        self._next: dict[str, str] = {}
        self._take("MODULE", "main")
        while self._at < len(self._tokens):
            self._section(self._one())
        assert self._next.keys() == self.values.keys()
        assert set(self._can) == set(self.moves)
        self._steps = self._function()

    # -- states ----------------------------------------------------------------------------------

    def starts(self) -> set[State]:
        """Return all states that fulfil INIT: what stands there by itself is fixed, and the rest tried."""
        fixed = {name: (value,) for name, value in self._fixed()}
        names = ", ".join(self.values)
        fits: Callable[[State], bool] = self._made(
            f"def fits(state):\n ({names},) = state\n return {self._init}"
        )
        return {s for s in product(*(fixed.get(n, self.values[n]) for n in self.values)) if fits(s)}

    def explored(self) -> tuple[int, int, int]:
        """Return the numbers of states, of steps, and of states from which there is none but ``nothing``.

        Raises:
            AssertionError: a step leaves the values of a variable, or a state has no step at all.
        """
        found, waiting, steps, stuck = set(self.starts()), list(self.starts()), 0, 0
        while waiting:
            state = waiting.pop()
            moves = list(self._steps(state))
            assert moves, state
            stuck += moves[0][0] == "nothing"
            for move, after in moves:
                steps += move != "nothing"
                for name, value in zip(self.values, after, strict=True):
                    assert value in self.values[name], (name, value)
                if after not in found:
                    found.add(after)
                    waiting.append(after)
        return len(found), steps, stuck

    def _function(self) -> Callable[[State], Iterator[tuple[str, State]]]:
        lines = ["def steps(state):", f" ({', '.join(self.values)},) = state", *self._defined]
        lines.append(f" for move, can in ({', '.join(f'({m!r}, {self._can[m]})' for m in self.moves)},):")
        lines.append("  if can:")
        lines.append(f"   yield move, ({', '.join(self._next[name] for name in self.values)},)")
        made: Callable[[State], Iterator[tuple[str, State]]] = self._made("\n".join(lines))
        return made

    @staticmethod
    def _made(text: str) -> Callable[[State], object]:
        space: dict[str, Callable[..., object]] = {"divided": _divided, "rest": _rest}
        exec(text, space)
        return space[re.match(r"def (\w+)", text)[1]]

    # -- what is read ----------------------------------------------------------------------------

    def _section(self, word: str) -> None:
        match word:
            case "VAR":
                while self._tokens[self._at + 1] == ":":
                    name = self._new()
                    self.values[name] = self._kind()
            case "IVAR":
                self._take("move", ":", "{")
                names = [self._one()]
                while self._one() == ",":
                    names.append(self._one())
                self.moves = tuple(names)
                self._take(";")
            case "INIT":
                begin = self._at
                self._init = self._expression()
                self._init_tokens = self._tokens[begin : self._at]
                self._take(";")
            case "DEFINE":
                name = self._new()
                self._take(":=")
                self._defined.append(f" {name} = {self._expression()}")
                self._take(";")
            case "TRANS":
                self._trans()
            case "INVARSPEC":
                self.invariants.append(self._expression())
                self._take(";")
            case _:
                raise AssertionError(word)

    def _new(self) -> str:
        name = self._one()
        assert re.fullmatch(r"[A-Za-z_]\w*", name)
        assert name not in self._known
        self._known.add(name)
        return name

    def _kind(self) -> tuple[Value, ...]:
        self._take(":")
        if self._peek() == "boolean":
            self._take("boolean", ";")
            return (False, True)
        low = self._number()
        self._take("..")
        high = self._number()
        self._take(";")
        return tuple(range(low, high + 1))

    def _number(self) -> int:
        sign = 1
        if self._peek() == "-":
            self._take("-")
            sign = -1
        return sign * int(self._one())

    def _trans(self) -> None:
        if self._peek() == "move":
            self._take("move", "=")
            move = self._one()
            self._take("->")
            assert move in self.moves
            assert move not in self._can
            self._can[move] = self._expression()
        else:
            self._take("next", "(")
            name = self._one()
            self._take(")", "=")
            assert name in self.values
            assert name not in self._next
            self._next[name] = self._case() if self._peek() == "case" else self._expression()
        self._take(";")

    def _case(self) -> str:
        self._take("case")
        ways = []
        while self._peek() != "esac":
            when = self._expression()
            self._take(":")
            ways.append(f"{self._expression()} if {when} else ")
            self._take(";")
        self._take("esac")
        assert ways[-1].endswith(" if True else ")
        return f"({''.join(ways)}None)"

    def _expression(self, level: int = 0) -> str:
        if level == len(_LEVELS):
            return self._unary()
        left = self._expression(level + 1)
        while self._peek() in _LEVELS[level]:
            sign = self._one()
            if sign in _CHAINED:  # side by side, as there may be more of them than Python nests
                parts = [left, self._expression(level + 1)]
                while self._peek() == sign:
                    self._take(sign)
                    parts.append(self._expression(level + 1))
                left = f"({_CHAINED[sign].join(parts)})"
            else:
                left = _JOINED[sign].format(left, self._expression(level + 1))
        return left

    def _unary(self) -> str:
        word = self._one()
        if word in ("!", "-"):
            return f"({'not ' if word == '!' else '-'}{self._unary()})"
        if word == "(":
            inner = self._expression()
            if self._peek() == "?":
                self._take("?")
                then = self._expression()
                self._take(":")
                inner = f"({then} if {inner} else {self._expression()})"
            self._take(")")
            return inner
        if word in ("TRUE", "FALSE"):
            return word.capitalize()
        if word in self.moves:
            return repr(word)
        assert word.isdigit() or word in self._known, word
        return word

    def _fixed(self) -> Iterator[tuple[str, Value]]:
        tokens = self._init_tokens
        for name, sign, value in zip(tokens, tokens[1:], tokens[2:], strict=False):
            if name == "(":
                return  # what follows is a choice between starts
            if sign == "=" and value != "-":
                yield name, value == "TRUE" if value in ("TRUE", "FALSE") else int(value)

    def _peek(self) -> str:
        return self._tokens[self._at] if self._at < len(self._tokens) else ""

    def _one(self) -> str:
        self._at += 1
        return self._tokens[self._at - 1]

    def _take(self, *words: str) -> None:
        for word in words:
            got = self._one()
            assert got == word, f"{got} stands where {word} should"


def _divided(a: int, b: int) -> int:
    """Divide towards zero, as SMV does."""
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def _rest(a: int, b: int) -> int:
    return a - b * _divided(a, b)
