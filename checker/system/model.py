"""The transition system: the one value that everything below ``language`` knows a game by.

A state is a tuple of integers, one a cell, in the order of ``System.cells``. In a state, the updates
of least ``rank`` that have an enabled instance are the ones that may be taken (choices first, then the
layers of the procedure, then actions), and none at all once the game is over; ``enabled`` spells that
out for each update as one term. What happens on an enabled update:

- ``wrong`` is true: a value would leave its type, or something absent is read. This is a finding; there
  is no successor.
- else ``cut`` is true: a bound (the depth of a stack) would be exceeded. The search is cut there; there
  is no successor, and the state is no dead end.
- else every cell in ``next`` takes its new value, and all others keep theirs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from types import MappingProxyType
from typing import Any

from checker.system.shapes import Variable
from checker.system.terms import FALSE, TRUE, Cell, Term, all_of, any_of, evaluate, evaluate_all, negate

__all__ = ["Kind", "Source", "State", "System", "Update"]

State = tuple[int, ...]


class Kind(Enum):
    """The kinds of rule, by who makes them happen."""

    ACTION = "action"
    CHOICE = "choice"
    AUTOMATIC = "automatic"
    STATE_BASED = "state-based"


@dataclass(frozen=True, order=True)
class Source:
    """A place in the author's files: path relative to the workspace where possible, and line from 1."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


@dataclass(frozen=True)
class Update:
    """One rule with its arguments fixed: a guarded update of the cells.

    ``actor`` is the label of the participant who acts (actions and choices), ``choosers`` says for each
    chosen argument who chose it. ``says`` is a sentence for a person, in which ``{name}`` stands for an
    argument and ``{name.field}`` or other templates have been rendered by the language as far as they do
    not depend on the state; what depends on the state stands in ``mentions`` as terms.
    """

    rule: str
    arguments: tuple[tuple[str, str], ...]
    kind: Kind
    rank: int
    guard: Term
    next: Mapping[Cell, Term]
    wrong: Term = FALSE
    cut: Term = FALSE
    wrong_parts: tuple[tuple[str, Source, Term], ...] = ()
    cut_parts: tuple[tuple[str, Term], ...] = ()
    actor: str | None = None
    choosers: tuple[tuple[str, str], ...] = ()
    clauses: tuple[str, ...] = ()
    assumed: str | None = None
    says: str = ""
    source: Source = Source("", 0)
    lines: tuple[Source, ...] = ()
    enabled: Term = TRUE

    @property
    def name(self) -> str:
        """The rule with its arguments, such as ``cast(player=P1, card=C2)``."""
        if not self.arguments:
            return self.rule
        return f"{self.rule}({', '.join(f'{k}={v}' for k, v in self.arguments)})"

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class System:
    """A game as a typed, immutable transition system. See the module's text for what a step is.

    ``sizes`` make another game; ``bounds`` cut the search; ``readings`` are the options in force. Updates
    are sorted by rule order and arguments, which is also the order in which ties between equally short
    plays are broken. Build it with :meth:`build`, which fills in ``enabled``.
    """

    name: str
    cells: tuple[Cell, ...]
    initial: tuple[State, ...]
    updates: tuple[Update, ...]
    variables: tuple[Variable, ...] = ()
    over: Term = FALSE
    layers: tuple[str, ...] = ()
    sizes: Mapping[str, int] = field(default_factory=dict)
    bounds: Mapping[str, int] = field(default_factory=dict)
    readings: Mapping[str, str] = field(default_factory=dict)
    source: Source = Source("", 0)

    @staticmethod
    def build(
        name: str,
        cells: tuple[Cell, ...],
        initial: tuple[State, ...],
        updates: tuple[Update, ...],
        **rest: Any,
    ) -> System:
        """Return the system, with the urgency of choices and layers spelled out in ``enabled``."""
        over: Term = rest.get("over", FALSE)
        ranks = sorted({u.rank for u in updates})
        quiet = negate(over)
        ready: dict[int, Term] = {}
        for rank in ranks:
            ready[rank] = quiet
            quiet = all_of((quiet, negate(any_of(u.guard for u in updates if u.rank == rank))))
        full = tuple(
            Update(**{**u.__dict__, "enabled": all_of((ready[u.rank], u.guard)), "next": _frozen(u.next)})
            for u in updates
        )
        return System(name=name, cells=cells, initial=initial, updates=full, **rest)

    @cached_property
    def position(self) -> Mapping[Cell, int]:
        """The index of each cell in a state."""
        return {cell: i for i, cell in enumerate(self.cells)}

    @cached_property
    def at_priority(self) -> Term:
        """True where some action may be taken, which means that no choice or automatic rule is due."""
        return any_of(u.enabled for u in self.updates if u.kind is Kind.ACTION)

    @cached_property
    def at_choice(self) -> Term:
        """True where somebody must take a choice before anything else goes on."""
        return any_of(u.enabled for u in self.updates if u.kind is Kind.CHOICE)

    @cached_property
    def alive(self) -> Term:
        """True where any rule is enabled (a cut step counts: a bound is not a rule)."""
        return any_of(u.enabled for u in self.updates)

    def environment(self, state: State) -> dict[Cell, int]:
        """Return ``state`` as a mapping from cells to values."""
        return dict(zip(self.cells, state, strict=True))

    def holds(self, condition: Term, state: State, after: State | None = None) -> bool:
        """Whether ``condition`` is true in ``state`` (and, for primed cells, in ``after``)."""
        following = None if after is None else self.environment(after)
        return bool(evaluate(condition, self.environment(state), following))

    def steps(self, state: State) -> Iterator[tuple[int, State]]:
        """Yield (index of update, next state) for all proper steps. Slow and plain: for checks of engines."""
        env = self.environment(state)
        for index, update in enumerate(self.updates):
            enabled, wrong, cut = evaluate_all((update.enabled, update.wrong, update.cut), env)
            if enabled and not wrong and not cut:
                yield index, self.after(state, update)

    def after(self, state: State, update: Update) -> State:
        """Return the state after ``update``, whose guard is not looked at."""
        env = self.environment(state)
        changed = tuple(update.next)
        values = dict(zip(changed, evaluate_all((update.next[c] for c in changed), env), strict=True))
        return tuple(values.get(cell, env[cell]) for cell in self.cells)

    def show_state(self, state: State) -> dict[str, Any]:
        """Return the state as structured values for a person, by variable."""
        env = self.environment(state)
        return {v.name: v.decode(env.__getitem__) for v in self.variables}


def _frozen(mapping: Mapping[Cell, Term]) -> Mapping[Cell, Term]:
    return MappingProxyType(dict(mapping))
