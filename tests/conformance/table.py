"""A table at which a test plays a game, rule by rule, on plain values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from checker.language.game import Game
from checker.language.plain.interpreter import Interpreter, Taken
from checker.language.resolved import label_of
from checker.language.rules import RuleKind
from checker.language.schema import Schema

_PLAYERS_DECIDE = (RuleKind.ACTION, RuleKind.CHOICE)


_interpreters: dict[Any, Interpreter] = {}


def _interpreter(game: type[Game], scopes: Mapping[str, int], readings: Mapping[str, str]) -> Interpreter:
    """Return the one interpreter of a game with these scopes and readings."""
    key = (game, *scopes.items(), *readings.items())
    if key not in _interpreters:
        _interpreters[key] = Interpreter(Schema(game, scopes, readings))
    return _interpreters[key]


class Table:
    """One game that is being played; ``log`` names the rules that were taken since the last :meth:`forget`.

    What goes on by itself is done as long as there is only one thing to do, before and after each rule that
    the test takes; where there are more, or somebody has to decide, the test says how it goes on.
    """

    def __init__(
        self,
        game: type[Game],
        start: Callable[[Any], object] = lambda game: True,
        scopes: Mapping[str, int] | None = None,
        **readings: str,
    ) -> None:
        self.interpreter = _interpreter(game, scopes or {}, readings)
        starts = [s for s in self.interpreter.initial_states() if self.interpreter.evaluate_claim(s, start)]
        self.state = starts[0]
        self.log: list[str] = []
        self.settle()

    def open(self) -> list[Taken]:
        """Return the rules that may be taken now."""
        return list(self.interpreter.taken(self.state))

    def settle(self) -> Table:
        """Let everything happen that goes on by itself."""
        while self.step():
            pass
        return self

    def step(self) -> bool:
        """Let one thing happen by itself; return whether there was one, and one only."""
        found = self.open()
        if len(found) != 1 or self._kind(found[0].instance.rule) in _PLAYERS_DECIDE:
            return False
        self._take(found[0])
        return True

    def do(self, rule: str, **arguments: Any) -> Table:
        """Take the one rule that fits, and let everything happen that goes on by itself then."""
        return self.take(rule, **arguments).settle()

    def take(self, rule: str, **arguments: Any) -> Table:
        """Take the one rule that fits, and nothing after it."""
        fitting = self._fitting(rule, arguments)
        assert len(fitting) == 1, f"{rule} {arguments}: {[t.instance.name for t in fitting or self.open()]}"
        self._take(fitting[0])
        return self

    def may(self, rule: str, **arguments: Any) -> bool:
        """Return whether a rule that fits may be taken now."""
        return bool(self._fitting(rule, arguments))

    def asks(self, question: Callable[[Any], Any]) -> Any:
        """Return what a question about the game is answered now."""
        return self.interpreter.evaluate_claim(self.state, question)

    def shows(self, field: str) -> Any:
        """Return a field as a person reads it."""
        return self.interpreter.show(self.state)[field]

    def acting(self) -> list[str]:
        """Return the labels of those who may take an action now."""
        actors = {
            label_of(self.interpreter.actor(t.instance))
            for t in self.open()
            if self._kind(t.instance.rule) is RuleKind.ACTION
        }
        return sorted(actors)

    def all_pass(self) -> Table:
        """Let everybody who is in the game pass once, beginning with who has priority."""
        for _ in self.shows("in_game"):
            self.do("pass_priority")
        return self

    def forget(self) -> Table:
        """Empty the log."""
        self.log.clear()
        return self

    def _take(self, taken: Taken) -> None:
        assert taken.result.after is not None, f"{taken.instance.name}: {taken.result}"
        self.state = taken.result.after
        self.log.append(taken.instance.rule)

    def _fitting(self, rule: str, arguments: Mapping[str, Any]) -> list[Taken]:
        wanted = arguments.items()
        return [
            t for t in self.open() if t.instance.rule == rule and wanted <= dict(t.instance.arguments).items()
        ]

    def _kind(self, rule: str) -> RuleKind:
        info = self.interpreter.schema.rules.get(rule)
        return RuleKind.STATE_BASED if info is None else info.kind
