"""What never comes about, whatever the sizes: two clauses that do not both speak where anything goes on.

For two demands about one state it is shown that no reached state in which they are judged and somebody may
act, or something happens, has both premises; of two about one event, that it does not happen where both
speak; of one about an event, and one about the state in which its run ends, that the latter does not speak
there at all. All is tried at once, along with the lemmas of the game.
What is found is put down as a certificate, and counts only where the solver accepts the scripts that are put
together again from its text.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from checker.certify import solve
from checker.judge.claims import claims_of
from checker.judge.contradictions.demands import WEAK, Judged, is_known_before
from checker.judge.every_size import helping_conditions, open_scribe, open_sizes, opened, stated_lemmas
from checker.judge.norms.declare import Norm
from checker.judge.proofs.files import plain_scripts
from checker.language.open.claims import trace_open_state_claim, trace_open_step_claim
from checker.language.open.lower import OpenLowered
from checker.language.open.refusal import CannotOpen
from checker.language.resolved import EnumType, MemberType, ScalarType, Type
from checker.language.schema import Schema
from checker.language.words import some
from checker.prove.open.cores import Cores
from checker.prove.open.induction import OpenProver
from checker.prove.open.obligations import Goal
from checker.prove.solver import Clock
from checker.system.model import Kind
from checker.system.terms import TRUE, Term, all_of, any_of, negate

__all__ = ["Never", "never_together"]

LONGEST = 20.0
"""Seconds of processor time after which no more is tried to be proved of one game, its opening included."""

CHECKING = 60.0
"""Seconds after which the solver is given up when a certificate is checked again."""


@dataclass(frozen=True)
class Never:
    """A proof that was checked again: for which ``sizes`` it speaks, and the ``lemmas`` that it leans on."""

    sizes: tuple[str, ...]
    lemmas: tuple[str, ...]


_KINDS = {
    "priority": (Kind.ACTION,),
    "choice": (Kind.ACTION, Kind.CHOICE),
    "automatic": (Kind.ACTION, Kind.AUTOMATIC, Kind.STATE_BASED),
}
"""What may happen in states at each moment."""


class _Spent(Clock):
    """A clock of the processor time that this process has spent."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self._spent = time.process_time()

    @property
    def elapsed(self) -> float:
        """Seconds of processor time since the clock was started."""
        return time.process_time() - self._spent


def never_together(
    schema: Schema, pairs: Sequence[tuple[Judged, Judged]], *, seconds: float | None = None
) -> dict[int, Never]:
    """Return, by their positions, the pairs of demands of which it is proved that they never both speak.

    Those that are missing may come together or not. Where a scope may vary what cannot be left open, such as
    how many objects there are, nothing is proved. ``seconds`` is how long it may take, :data:`LONGEST` at
    most. That is processor time, and several times what the bundled games take, so that a busy machine finds
    the same.

    Raises:
        ModelError: a lemma is wrong in itself.
    """
    if not pairs:
        return {}
    clock = _Spent(LONGEST if seconds is None else min(seconds, LONGEST))
    lowered = _whole_opened(schema)
    if lowered is None:
        return {}
    asked = [*map(_Goals(lowered).of, pairs)]
    goals = [
        Goal(f"goal {n}", term) for n, term in enumerate(dict.fromkeys(t for t in asked if t is not None))
    ]
    if not goals:
        return {}
    helping = helping_conditions(lowered, stated_lemmas(claims_of(schema.game)))
    prover = OpenProver(lowered.system, clock)
    kept = prover.inductive([*(Goal(name, term) for name, term in helping.items()), *goals]).invariant
    shown = [g for g in goals if g in kept or prover.follows(kept, g) is None]
    if not shown or not _checked_again(lowered, kept, shown, prover.cores):
        return {}
    found = Never(open_sizes(lowered), tuple(g.name for g in kept if g.name in helping))
    proved = {g.term for g in shown}
    return {n: found for n, term in enumerate(asked) if term in proved}


def _whole_opened(schema: Schema) -> OpenLowered | None:
    """Return a game with all left open that a scope may vary; nothing where that cannot be done."""
    who = schema.participant
    of_players = set() if who is None else {f"{who.cls.__name__.lower()}s"}
    if schema.scopes.keys() - schema.bounds.keys() - of_players:
        return None
    try:
        lowered, closed = opened(schema)
    except CannotOpen:
        return None
    return None if closed or lowered.system.sizes else lowered


def _checked_again(
    lowered: OpenLowered, invariant: Sequence[Goal], shown: Sequence[Goal], cores: Cores
) -> bool:
    scribe = open_scribe(lowered, cores)
    claim = all_of(g.term for g in shown)
    certified = scribe.certified("never_together", "these clauses never speak together", invariant, claim)
    return all(
        solve.run("z3", script, CHECKING) == ["unsat"] * script.count("(check-sat)")
        for script in plain_scripts(certified)
    )


class _Goals:
    """What is to be proved of pairs of demands about one open game."""

    def __init__(self, lowered: OpenLowered) -> None:
        self._lowered = lowered
        self._moments: dict[str, Term] = {"everywhere": TRUE}

    def of(self, pair: tuple[Judged, Judged]) -> Term | None:
        """Return that two demands do not both speak where they are judged, if that can be said."""
        about_states = [j for j in pair if j.demand.update is None]
        try:
            return self._of_a_state(pair, about_states) if about_states else self._of_an_event(pair)
        except CannotOpen:
            return None

    def _of_a_state(self, pair: tuple[Judged, Judged], about_states: Sequence[Judged]) -> Term:
        """Return that those of the demands that are about states do not all speak where both are judged."""
        condition = _not_all_speak(self._lowered.schema, about_states)
        traced = trace_open_state_claim(self._lowered, condition)
        # Where a premise reads what is not there it says nothing, of which nothing is known.
        silent = all_of((traced.term, negate(traced.undefined)))
        return any_of((*(negate(self._goes_on(j.moment)) for j in pair), silent))

    def _of_an_event(self, pair: tuple[Judged, Judged]) -> Term | None:
        """Return that two demands about one event do not both speak when it happens.

        What is not known before the event depends on its whole run; then nothing can be said.
        """
        norms = [j.demand.norm for j in pair]
        if any(not is_known_before(j.demand.premise) for j in pair):
            return None

        def condition(before: Any, step: Any, after: Any) -> bool:
            return not all(_premise(norm, norm.function(before, step, after)) for norm in norms)

        rules = set.intersection(*(set(norm.form.after) for norm in norms))
        traced = trace_open_step_claim(self._lowered, condition, rules)
        updates = self._lowered.system.updates
        breaks = (
            u.some(all_of((u.enabled, negate(u.wrong), any_of((negate(term), undefined)))))
            for u, term, undefined in zip(updates, traced.terms, traced.undefined, strict=True)
            if u.rule in rules
        )
        return negate(any_of(breaks))

    def _goes_on(self, moment: str) -> Term:
        """Return that something may be done, or happens, in a state in which it is that moment."""
        if moment not in self._moments:
            updates = self._lowered.system.updates
            self._moments[moment] = any_of(u.some(u.enabled) for u in updates if u.kind in _KINDS[moment])
        return self._moments[moment]


def _not_all_speak(schema: Schema, judged: Sequence[Judged]) -> Callable[..., Any]:
    """Return as an author would write it that the premises are not all true, whatever the arguments.

    Two that speak of the same rule can clash only over the same instance, and so have the same arguments.
    """
    norms = [j.demand.norm for j in judged]
    rules = {n.form.rules for n in norms if n.parameters}
    if len(norms) > 1 and len(rules) == 1 and all(n.parameters for n in norms):
        groups = [norms]
    else:
        groups = [[norm] for norm in norms]

    def condition(game: Any) -> bool:
        return not all(_some_speak(schema, game, group) for group in groups)

    return condition


def _some_speak(schema: Schema, game: Any, norms: Sequence[Norm]) -> bool:
    """Return whether some arguments make the premises of all these norms true."""
    types: dict[str, Type] = {}
    for norm in norms:
        declared = {p.name: p.type for p in schema.parameters[norm.form.rules[0]]} if norm.parameters else {}
        types |= {name: declared[name] for name in norm.parameters}

    def speak(given: dict[str, Any]) -> bool:
        return all(_premise(n, n.function(game, *(given[name] for name in n.parameters))) for n in norms)

    return _some(list(types.items()), {}, speak)


def _some(
    left: Sequence[tuple[str, Type]], given: dict[str, Any], condition: Callable[[dict[str, Any]], bool]
) -> bool:
    """Return whether a condition is true for some values of what is ``left``, along with those ``given``."""
    if not left:
        return condition(given)
    (name, kind), *rest = left
    if isinstance(kind, EnumType | MemberType):
        return some(kind.cls, lambda value: _some(rest, {**given, name: value}, condition))
    assert isinstance(kind, ScalarType)
    return any(_some(rest, {**given, name: value}, condition) for value in kind.values())


def _premise(norm: Norm, value: Any) -> bool:
    """Return whether a norm speaks where its condition has this value."""
    premise = value[0] if norm.form.concludes else value
    return not premise if norm.form.kind in WEAK else bool(premise)
