"""A scene: one game that is being played, step by step, on plain values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic, Self, TypeVar

from checker.errors import ModelError, nearest
from checker.language.game import Game
from checker.language.plain.explain import explain_state
from checker.language.plain.given import Given
from checker.language.plain.interpreter import Interpreter, Taken
from checker.language.plain.replay import Misfit, take
from checker.language.plain.state import PlainState
from checker.language.resolved import label_of
from checker.language.rules import RuleKind
from checker.language.schema import Schema
from checker.scenario.asked import Asked
from checker.scenario.standing import in_force
from checker.system.shapes import show

__all__ = ["Condition", "Scene", "start"]

G = TypeVar("G", bound=Game)

Condition = Callable[[G], Any]
"""A question about the game, written like a claim: ``lambda game: game.life[P1] == 20``."""

_PLAYERS_DECIDE = (RuleKind.ACTION, RuleKind.CHOICE)

_REASONS = 3
"""Reasons of a refusal that a message lists."""


_interpreters: dict[tuple[Any, ...], Interpreter] = {}


def _interpreter(game: type[Game], scopes: Mapping[str, int], readings: Mapping[str, str]) -> Interpreter:
    """Return the one interpreter of a game with these scopes and readings."""
    scopes, readings = in_force(game, scopes, readings)
    key = (game, tuple(scopes.items()), tuple(readings.items()))
    if key not in _interpreters:
        _interpreters[key] = Interpreter(Schema(game, scopes, readings))
    return _interpreters[key]


def start(
    game: type[G],
    *,
    scopes: Mapping[str, int] | None = None,
    readings: Mapping[str, str] | None = None,
    where: Condition[G] | None = None,
    settle: bool = True,
    **fields: Any,
) -> Scene[G]:
    """Return a game in the state that is described.

    Fields that are not given hold their start values, after the rules that set up the game; where these leave
    several possibilities, the first (player 1, ``False``, the first of an Enum).

    Args:
        game: the game.
        scopes: its sizes, bounds and ranges, where they are not its own.
        readings: its readings, where they are not its own.
        where: what else must be true of the state, where the start values leave several possibilities.
        settle: whether everything happens at once that goes on by itself in this state.
        fields: the values of fields, of maps in part if that is enough.

    Raises:
        ModelError: there is no such field, a value is not of the field's type, or no state fits.
        UsageError: there is no such scope, reading or option.

    """
    interpreter = _interpreter(game, scopes or {}, readings or {})
    states = interpreter.described_states(Given(interpreter.schema, fields))
    state = next((s for s in states if where is None or interpreter.judge_claim(s, where).holds), None)
    if state is None:
        raise ModelError(
            f"no start of {interpreter.schema.name} is as described",
            hint="look at `where`, and at the requirements of the rules that set up the game",
        )
    scene: Scene[G] = Scene(interpreter, state)
    return scene.settle() if settle else scene


class Scene(Generic[G]):
    """A game that is being played; ``log`` names the rules that happened since the last :meth:`forget`.

    What goes on by itself goes on as long as there is only one thing to do. Where there are several, or where
    somebody has to decide, the scenario says how it goes on.

    Methods that state or take something raise ``AssertionError`` where it is not so, and ``ModelError`` where
    there is no such rule or argument.
    """

    def __init__(self, interpreter: Interpreter, state: PlainState) -> None:
        self.interpreter = interpreter
        self.state = state
        self.log: list[str] = []

    # -- going on ------------------------------------------------------------------------------------

    def do(self, rule: str, **arguments: Any) -> Self:
        """Take a rule, and let everything happen that goes on by itself then.

        No more arguments need to be given than single out what is meant. An argument that is one of the items
        of a container is given by its place, or by a condition: ``entry=lambda e: e.card == C1``.
        """
        __tracebackhide__ = True
        return self.take(rule, **arguments).settle()

    def take(self, rule: str, **arguments: Any) -> Self:
        """Take a rule, and nothing after it."""
        __tracebackhide__ = True
        asked = self._asked(rule, arguments)
        fitting = self._fitting(asked)
        if not fitting:
            raise self._refused(asked)
        if len(fitting) > 1:
            raise self._error(f"{asked.name} says too little, it may be {_names(fitting)}")
        self._take(fitting[0])
        return self

    def step(self) -> bool:
        """Let one thing happen by itself; return whether there was one, and one only."""
        __tracebackhide__ = True
        found = self.open()
        if len(found) != 1 or self._kind(found[0]) in _PLAYERS_DECIDE:
            return False
        self._take(found[0])
        return True

    def settle(self) -> Self:
        """Let everything happen that goes on by itself, until somebody must say how it goes on."""
        __tracebackhide__ = True
        return self._go_on(lambda: False)

    def until(self, rule: str) -> Self:
        """Let things happen by themselves until ``rule`` may happen next."""
        __tracebackhide__ = True
        self._go_on(lambda: self.may(rule))
        if not self.may(rule):
            raise self._error(f"{rule} does not come")
        return self

    def forget(self) -> Self:
        """Empty the log."""
        self.log.clear()
        return self

    # -- what must be so -----------------------------------------------------------------------------

    def must(self, what: str | Condition[G], /, **arguments: Any) -> Self:
        """State that a condition is true now, or that a rule with these arguments may be taken now."""
        __tracebackhide__ = True
        if isinstance(what, str):
            asked = self._asked(what, arguments)
            if not self._fitting(asked):
                raise self._refused(asked)
            return self
        _no_arguments(arguments)
        if not self.interpreter.judge_claim(self.state, what).holds:
            why = explain_state(self.interpreter, what, self.state)
            raise self._error(f"this must be true: {why}")
        return self

    def must_not(self, what: str | Condition[G], /, *, because: str = "", **arguments: Any) -> Self:
        """State that a condition is false now, or that a rule is refused now, with all such arguments.

        ``because`` is a part of the reason of every refusal, such as a part of the requirement that is not
        met. Without it the game must be waiting for somebody: while something goes on by itself every action
        is refused, so that a refusal would say nothing.
        """
        __tracebackhide__ = True
        if not isinstance(what, str):
            _no_arguments(arguments)
            judged = self.interpreter.judge_claim(self.state, what)
            if judged.undefined is not None:
                raise self._error(f"this says nothing: {judged.undefined.message}")
            if judged.holds:
                raise self._error("this must not be true")
            return self
        asked = self._asked(what, arguments)
        fitting = self._fitting(asked)
        if fitting:
            raise self._error(f"this must be refused: {_names(fitting)}")
        if because:
            other = next((reason for reason in self._reasons(asked) if because not in reason), None)
            if other is not None:
                raise self._error(f"it is refused for another reason than {because!r}: {other}")
        elif self.goes_on:
            raise self._error(
                f"every action is refused while {_names(self.open())} goes on by itself; "
                "let that happen first, or give `because`"
            )
        return self

    # -- what is so ----------------------------------------------------------------------------------

    @property
    def goes_on(self) -> bool:
        """Whether something goes on by itself now, so that nobody has to decide anything."""
        return any(self._kind(taken) not in _PLAYERS_DECIDE for taken in self.open())

    def may(self, rule: str, **arguments: Any) -> bool:
        """Return whether a rule with these arguments may be taken now."""
        return bool(self._fitting(self._asked(rule, arguments)))

    def why_not(self, rule: str, **arguments: Any) -> list[str]:
        """Return why a rule is refused now with all such arguments, each reason once; none if it is not."""
        asked = self._asked(rule, arguments)
        return [] if self._fitting(asked) else self._reasons(asked)

    def asks(self, question: Condition[G]) -> Any:
        """Return whether a condition is true now; a tuple where it has parts."""
        return self.interpreter.evaluate_claim(self.state, question)

    def shows(self, field: str) -> Any:
        """Return a field as a person reads it: labels, in lists and dicts."""
        shown = self.interpreter.show(self.state)
        if field not in shown:
            name = self.interpreter.schema.name
            raise ModelError(f"{name} has no field {field!r}", hint=nearest(field, shown))
        return shown[field]

    def acting(self) -> list[str]:
        """Return the labels of those who may take an action now."""
        actors = {
            label_of(self.interpreter.actor(taken.instance))
            for taken in self.open()
            if self._kind(taken) is RuleKind.ACTION
        }
        return sorted(actors)

    def open(self) -> list[Taken]:
        """Return the rules that may be taken now, with their arguments and what they do."""
        return list(self.interpreter.taken(self.state))

    # -- how -----------------------------------------------------------------------------------------

    def _asked(self, rule: str, arguments: Mapping[str, Any]) -> Asked:
        return Asked(self.interpreter, self.state, rule, arguments)

    def _fitting(self, asked: Asked) -> list[Taken]:
        return [taken for taken in self.open() if asked.fits(taken.instance)]

    def _reasons(self, asked: Asked) -> list[str]:
        """Return why a rule that is refused is refused, each reason once."""
        reasons: dict[str, None] = {}
        for values in asked.completed():
            found = take(self.interpreter, self.state, asked.rule, values)
            if isinstance(found, Misfit):
                reasons[found.reason] = None
            else:
                reasons[f"the choices in it are other ones: {found[0].name}"] = None
        return list(reasons) or [f"{asked.name}: there is no such item"]

    def _take(self, taken: Taken) -> None:
        __tracebackhide__ = True
        name, result = taken.instance.name, taken.result
        if result.wrong is not None:
            raise self._error(f"{name} goes wrong: {result.wrong.message} ({result.wrong.source})")
        if result.after is None:
            raise self._error(f"{name} goes past the bound of {result.cut}: give a greater one in `scopes`")
        self.state = result.after
        self.log.append(taken.instance.rule)

    def _go_on(self, enough: Callable[[], bool]) -> Self:
        """Let things happen by themselves until it is enough, or nothing more does."""
        __tracebackhide__ = True
        seen = {self.interpreter.canonical(self.state)}
        first = len(self.log)
        while not enough() and self.step():
            now = self.interpreter.canonical(self.state)
            if now in seen:
                raise self._error(f"it goes on by itself for ever: {', '.join(self.log[first:])}")
            seen.add(now)
        return self

    def _kind(self, taken: Taken) -> RuleKind:
        info = self.interpreter.schema.rules.get(taken.instance.rule)
        return RuleKind.STATE_BASED if info is None else info.kind

    def _refused(self, asked: Asked) -> AssertionError:
        return self._error(f"{asked.name} is refused: {'; '.join(self._reasons(asked)[:_REASONS])}")

    def _error(self, message: str) -> AssertionError:
        """Return an error that tells how things are, for the person who mends the model or the scenario."""
        state = self.interpreter.show(self.state)
        lines = [
            message,
            f"happened: {', '.join(self.log) or 'nothing yet'}",
            f"open now: {_names(self.open()) or 'nothing'}",
            *(f"{name}: {show(value)}" for name, value in state.items()),
        ]
        return AssertionError("\n  ".join(lines))


def _names(taken: Iterable[Taken]) -> str:
    return ", ".join(t.instance.name for t in taken)


def _no_arguments(arguments: Mapping[str, Any]) -> None:
    if arguments:
        raise ModelError(
            f"a condition takes no argument {next(iter(arguments))!r}", hint="name a rule instead"
        )
