"""Positions: plays of a game, followed step by step on plain values, and where they have got to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from checker.judge.claims import Claim
from checker.judge.verdict import ToldPlay
from checker.judge.workspace import GameEntry
from checker.language.plain.instances import Instance
from checker.language.plain.interpreter import Interpreter
from checker.language.plain.replay import Misfit, take_labelled, tell
from checker.language.plain.state import PlainState
from checker.language.plain.told import PlayStep
from checker.language.plain.value_types import types_of
from checker.language.plain.world import Wrong
from checker.language.schema import Schema
from checker.system.value_types import ValueType

__all__ = ["SHOWN_BY_A_STATE", "Explored", "Position", "Step", "step_of", "steps_of"]

Step = tuple[str, tuple[tuple[str, str], ...]]
"""A rule and the labels of its arguments: what a play is saved as."""

_REMEMBERED = 20_000
"""Positions that are kept, so that going back costs nothing."""


@dataclass(frozen=True, eq=False)
class Position:
    """Where a play has got to.

    ``initial`` is the number of the state that it started in, ``before`` the position one step earlier, from
    which ``instance`` led here; ``step`` tells that step. Where it went wrong, ``wrong`` says how, and
    ``state`` is still the one before it.
    """

    initial: int
    state: PlainState
    before: Position | None = None
    instance: Instance | None = None
    step: PlayStep | None = None
    wrong: Wrong | None = None

    @property
    def line(self) -> list[Position]:
        """All positions from the start to this one."""
        found: list[Position] = []
        here: Position | None = self
        while here is not None:
            found.append(here)
            here = here.before
        return found[::-1]

    @property
    def told(self) -> tuple[PlayStep, ...]:
        """The steps that led here."""
        return tuple(p.step for p in self.line if p.step is not None)

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps that led here, as a play is saved."""
        return tuple(step_of(step) for step in self.told)


def step_of(step: PlayStep) -> Step:
    """Return a step as a play is saved."""
    return step.rule, tuple(step.arguments.items())


def steps_of(listed: Sequence[Any]) -> tuple[Step, ...]:
    """Return steps as they come from JSON: each a list of a rule and the pairs of its arguments.

    Raises:
        TypeError, ValueError: they are none.

    """
    return tuple((str(rule), tuple((str(n), str(v)) for n, v in arguments)) for rule, arguments in listed)


@dataclass
class Explored:
    """A game that is explored, with the sizes, bounds and readings that were asked for.

    Nothing is searched: what is looked at is worked out then.

    Raises:
        ModelError: the model is wrong.
        UsageError: there is no such scope or reading.

    """

    entry: GameEntry
    scopes: Mapping[str, int] = field(default_factory=dict)
    readings: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.schema = Schema(self.entry.game, self.scopes, self.readings)
        self.interpreter = Interpreter(self.schema)
        self._known: dict[tuple[int, tuple[Step, ...]], Position] = {}

    @cached_property
    def starts(self) -> list[PlainState]:
        """The states that the game may start in, in order."""
        return self.interpreter.initial_states()

    @cached_property
    def claims(self) -> list[Claim]:
        """The claims about the game, and the built-in checks that a single state or step can show."""
        from checker.judge.builtin import built_in_claims
        from checker.judge.claims import claims_of

        built_in = built_in_claims(self.entry.game, self.schema.source)
        return [*claims_of(self.entry.game), *(c for c in built_in if c.name in SHOWN_BY_A_STATE)]

    @cached_property
    def types(self) -> Mapping[str, ValueType]:
        """The types of the fields, as states show them."""
        return types_of(self.schema)

    @cached_property
    def people(self) -> frozenset[str]:
        """The labels of the players, where the game has any."""
        everybody = self.schema.participant
        return frozenset() if everybody is None else frozenset(str(p) for p in everybody.values())

    def start(self, initial: int = 0) -> Position | Misfit:
        """Return the start of a play, or that there is no such start."""
        if not 0 <= initial < len(self.starts):
            last = len(self.starts) - 1
            return Misfit(0, f"there is no start {initial}: they are numbered from 0 to {last}")
        return self._known.setdefault((initial, ()), Position(initial, self.starts[initial]))

    def follow(self, initial: int, steps: Sequence[Step]) -> tuple[Position | None, Misfit | None]:
        """Return where a play leads, as far as it fits, and where and why it does not fit if it does not."""
        begun = self.start(initial)
        if isinstance(begun, Misfit):
            return None, begun
        here = begun
        for number, step in enumerate(steps, start=1):
            reached = self.after(here, step, steps[:number])
            if isinstance(reached, Misfit):
                return here, Misfit(number, reached.reason, reached.source)
            here = reached
        return here, None

    def after(self, here: Position, step: Step, path: Sequence[Step] | None = None) -> Position | Misfit:
        """Return where a step leads, or why it cannot be taken.

        ``path`` are the steps from the start, this one included, where the caller has them at hand.
        """
        key = (here.initial, tuple(path) if path is not None else (*here.steps, step))
        if key not in self._known:
            reached = self._after(here, step)
            if isinstance(reached, Misfit):
                return reached
            if len(self._known) >= _REMEMBERED:
                self._known.clear()
            self._known[key] = reached
        return self._known[key]

    def _after(self, here: Position, step: Step) -> Position | Misfit:
        if here.wrong is not None:
            return Misfit(0, "the step before goes wrong, and nothing follows it")
        rule, labels = step
        found = take_labelled(self.interpreter, here.state, rule, dict(labels))
        if isinstance(found, Misfit):
            return found
        instance, result = found
        told = tell(self.interpreter, here.state, instance, result)
        state = here.state if result.after is None else result.after
        return Position(here.initial, state, here, instance, told, result.wrong)

    def play_to(self, position: Position) -> ToldPlay:
        """Return a play as it is shown."""
        start = self.interpreter.show(position.line[0].state)
        return ToldPlay(position.initial, start, position.told, types=self.types)

    def show(self, position: Position) -> Mapping[str, Any]:
        """Return the state at a position as a person reads it."""
        return self.interpreter.show(position.state)

    def clauses(self) -> Iterator[tuple[str, str]]:
        """Yield each clause that rules or claims cite, with its paraphrase, where there is a rulebook.

        Raises:
            ModelError: the rulebook is wrong, or has no such clause.

        """
        if self.entry.rulebook is None:
            return
        from checker.judge.rulebook import load_rulebook

        book = load_rulebook(self.entry.rulebook)
        cited = [c for rule in self.schema.rules.values() for c in rule.clauses]
        cited += [c for claim in self.claims for c in claim.clauses]
        for clause in dict.fromkeys(cited):
            yield clause, book.clause(clause).paraphrase


SHOWN_BY_A_STATE = ("no_dead_end", "no_step_goes_wrong")
"""Built-in checks that say something of a single state or step; the others ask for a whole search."""
