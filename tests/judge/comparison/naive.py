"""The kinds of situation in which two games differ, found by walking pairs of plain states."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from checker.judge.comparison.product import Form
from checker.judge.comparison.sides import Side
from checker.language.plain.instances import STATE_BASED_EVENT
from checker.language.plain.interpreter import Interpreter, Taken
from checker.language.plain.state import PlainState
from checker.language.resolved import label_of
from checker.language.rules import RuleKind

Kind = tuple[str, str, int | None]
Pair = tuple[PlainState, PlainState]


class Naive:
    """Walks all pairs that two sides share; ``found`` has the kinds with their counts and shortest plays."""

    def __init__(self, mine: Side, theirs: Side) -> None:
        self._sides = (Interpreter(mine.schema, ghosts=False), Interpreter(theirs.schema, ghosts=False))
        self.counts: Counter[Kind] = Counter()
        self.lengths: dict[Kind, int] = {}
        self.pairs = 0
        self._walk()

    def _walk(self) -> None:
        starts = [{s.canonical(state): state for state in s.initial_states()} for s in self._sides]
        for side in (0, 1):
            alone = [key for key in starts[side] if key not in starts[1 - side]]
            self.counts.update({(Form.START.value, "", side): len(alone)} if alone else {})
            self.lengths.update({(Form.START.value, "", side): 0} if alone else {})
        seen = {key: (starts[0][key], starts[1][key]) for key in starts[0] if key in starts[1]}
        level, length = list(seen.values()), 0
        while level:
            following: list[Pair] = []
            for pair in level:
                self.pairs += 1
                kinds, after = self._compare(pair)
                for kind in kinds:
                    self.counts[kind] += 1
                    self.lengths.setdefault(kind, length + (kind[0] != Form.OVER.value))
                for one in after:
                    key = self._sides[0].canonical(one[0])
                    if key not in seen:
                        seen[key] = one
                        following.append(one)
            level, length = following, length + 1

    def _compare(self, pair: Pair) -> tuple[set[Kind], list[Pair]]:
        """Return the kinds of difference in one pair, and the pairs that follow it."""
        over = [s.over(state) for s, state in zip(self._sides, pair, strict=True)]
        if over[0] != over[1]:
            return {(Form.OVER.value, "", 0 if over[0] else 1)}, []
        kinds: set[Kind] = set()
        after: list[Pair] = []
        taken = [self._taken(side, pair[side]) for side in (0, 1)]
        ranks = [self._rank(side, found) for side, found in enumerate(taken)]
        for side in (0, 1):
            if ranks[side] <= ranks[1 - side]:
                for key, one in taken[side].items():
                    if key not in taken[1 - side]:
                        kinds |= {(Form.ONE_SIDE.value, rule, side) for rule in _rules(one)}
        for key in taken[0].keys() & taken[1].keys():
            both = (taken[0][key], taken[1][key])
            results = [one.result for one in both]
            wrong = [r.wrong is not None for r in results]
            if wrong[0] != wrong[1]:
                kinds.add((Form.WRONG.value, key[0], 0 if wrong[0] else 1))
            if results[0].after is None or results[1].after is None:
                continue
            if self._sides[0].canonical(results[0].after) == self._sides[1].canonical(results[1].after):
                after.append((results[0].after, results[1].after))
                continue
            members = [_rules(one) if key[0] == STATE_BASED_EVENT else frozenset() for one in both]
            for side in (0, 1):
                kinds |= {(Form.ONE_SIDE.value, r, side) for r in members[side] - members[1 - side]}
            if members[0] == members[1]:
                kinds.add((Form.OUTCOME.value, key[0], None))
        return kinds, after

    def _taken(self, side: int, state: PlainState) -> dict[tuple[str, tuple[tuple[str, str], ...]], Taken]:
        return {
            (t.instance.rule, tuple((n, label_of(v)) for n, v in t.instance.arguments)): t
            for t in self._sides[side].taken(state)
        }

    def _rank(self, side: int, taken: dict[tuple[str, tuple[tuple[str, str], ...]], Taken]) -> int:
        names = self._sides[side].ranks.names
        rules = {rule for rule, _ in taken}
        return next((rank for rank, there in enumerate(names) if rules & set(there)), len(names))


def _rules(taken: Taken) -> frozenset[str]:
    """Return the rules that a step is told by: of a state-based event those that are part of it."""
    if taken.instance.rule != STATE_BASED_EVENT:
        return frozenset((taken.instance.rule,))
    return frozenset(_members(taken))


def _members(taken: Taken) -> Iterator[str]:
    for happened in taken.result.happened:
        if happened.rule.kind is RuleKind.STATE_BASED:
            yield happened.rule.name
