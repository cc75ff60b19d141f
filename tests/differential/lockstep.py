"""Two ways through one game, side by side: the traced transition system, and rules run on plain values."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from checker.language.claims import StateClaim, StepClaim
from checker.language.lower import Lowered
from checker.language.plain.instances import Instance
from checker.language.plain.interpreter import Interpreter, Taken
from checker.language.plain.labels import values_of_labels
from checker.language.plain.state import PlainState
from checker.system.model import State, System, Update
from checker.system.terms import Cell, evaluate_all


class Remembering(Interpreter):
    """An interpreter that computes what may be taken in a state once, for all who ask."""

    def taken(self, state: PlainState) -> tuple[Taken, ...]:
        known = self.__dict__.setdefault("_known", {})
        key = self.canonical(state)
        if key not in known:
            known[key] = super().taken(state)
        return known[key]


@dataclass
class Claims:
    """Claims as they were traced, and their functions."""

    states: list[tuple[Callable[..., Any], StateClaim]] = field(default_factory=list)
    steps: list[tuple[Callable[..., Any], StepClaim]] = field(default_factory=list)


@dataclass
class LockStep:
    """Walks the reachable states of both, and asserts that they are the same at every step.

    ``lowered`` with its whole system, ghosts included, and an interpreter that runs observers; or a sliced
    ``system`` and one that does not. ``most`` states are looked at.
    """

    lowered: Lowered
    system: System
    plain: Interpreter
    claims: Claims = field(default_factory=Claims)
    most: int = 100_000
    steps: int = 0
    happened: set[str] = field(default_factory=set)

    def run(self) -> int:
        """Return the number of states that were compared."""
        starts = self.plain.initial_states()
        assert len(starts) == len(self.system.initial)
        self.names: dict[State, tuple[int, ...]] = {}
        self.taken_names: set[tuple[int, ...]] = set()
        queue: deque[tuple[State, PlainState]] = deque()
        for traced, plain in zip(self.system.initial, starts, strict=True):
            self._meet(traced, plain, queue, "at the start")
        compared = 0
        while queue and compared < self.most:
            self._compare(*queue.popleft(), queue)
            compared += 1
        return compared

    def _meet(
        self, traced: State, plain: PlainState, queue: deque[tuple[State, PlainState]], where: str
    ) -> None:
        """Assert that the states look alike, and that two of them are equal for both or for neither."""
        shown = self.system.show_state(traced)
        other = self.plain.show(plain)
        differ = {k: (v, other[k]) for k, v in shown.items() if v != other[k]}
        assert not differ, f"{where}: {differ}"
        key = self.plain.canonical(plain)
        if traced in self.names:
            assert self.names[traced] == key, f"{where}: one state traced, two plain ones {shown}"
            return
        assert key not in self.taken_names, f"{where}: two states traced, one plain one {shown}"
        self.names[traced] = key
        self.taken_names.add(key)
        queue.append((traced, plain))

    def _compare(self, traced: State, plain: PlainState, queue: deque[tuple[State, PlainState]]) -> None:
        system = self.system
        env = system.environment(traced)
        where = f"in {system.show_state(traced)}"
        over, *applies = evaluate_all((system.over, *(u.enabled for u in system.updates)), env)
        assert bool(over) == self.plain.over(plain), f"over {where}"
        self._judge(env, plain, where)
        enabled = [(i, u) for i, u in enumerate(system.updates) if applies[i]]
        taken = self.plain.taken(plain)
        assert [u.name for _, u in enabled if u.rule != "state_based"] == [
            t.instance.name for t in taken if t.instance.rule != "state_based"
        ], where
        assert len(enabled) == len(taken), f"{[u.name for _, u in enabled]} {where}"
        for (index, update), one in zip(enabled, taken, strict=True):
            self.steps += 1
            after = self._step(index, update, one, (traced, plain), where)
            if after is not None:
                self._meet(self.system.after(traced, update), after, queue, f"{update.name} {where}")

    def _step(
        self, index: int, update: Update, one: Taken, states: tuple[State, PlainState], where: str
    ) -> PlainState | None:
        """Assert that a step says the same of itself, and claims of it; return the plain state after it."""
        env = self.system.environment(states[0])
        where = f"{update.name} {where}"
        self._same_arguments(update, one.instance, where)
        wrong, cut = evaluate_all((update.wrong, update.cut), env)
        result = one.result
        assert bool(wrong) == (result.wrong is not None), f"wrong, {where}: {result.wrong}"
        assert wrong or bool(cut) == (result.cut is not None), f"cut, {where}: {result.cut}"
        if result.after is None:
            return None
        if update.rule != "state_based":
            self.happened.add(self.lowered.schema.rules[update.rule].kind.value)
        self.happened.update(h.rule.kind.value for h in result.happened)
        for function, claim in self.claims.steps:
            terms = evaluate_all((claim.terms[index], claim.undefined[index]), env)
            said = self.plain.judge_step(states[1], one.instance, result.after, function)
            self._same_judgement(terms, said, f"{function.__name__} {where}")
        return result.after

    def _same_arguments(self, update: Update, instance: Instance, where: str) -> None:
        """Assert that the arguments agree; a state-based event may have some for rules that do not apply."""
        values = values_of_labels(self.lowered.schema, update.rule, dict(update.arguments))
        wanted = dict(instance.arguments)
        if update.rule != "state_based":
            assert values == wanted, where
        shared = {k: v for k, v in values.items() if k in wanted}
        missing = wanted.keys() - values.keys()
        assert shared == {k: v for k, v in wanted.items() if k in values}, f"{shared} {instance.name} {where}"
        assert all(k.split("(")[0].split(".")[0] in self.lowered.schema.rules for k in missing), where

    def _judge(self, env: dict[Cell, int], plain: PlainState, where: str) -> None:
        for function, claim in self.claims.states:
            terms = evaluate_all((*claim.terms, claim.undefined), env)
            said = self.plain.judge_claim(plain, function)
            self._same_judgement(terms, said, f"{function.__name__} {where}")

    @staticmethod
    def _same_judgement(terms: list[int] | tuple[int, ...], said: Any, where: str) -> None:
        *truths, undefined = terms
        assert bool(undefined) == (said.undefined is not None), f"undefined: {said.undefined}, {where}"
        if not undefined:
            assert tuple(map(bool, truths)) == said.truths, where
