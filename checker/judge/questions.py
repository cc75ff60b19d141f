"""Questions: claims in the terms of one transition system, and what a search has to look for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from checker.explore.interface import Target
from checker.judge.claims import Claim, ClaimKind
from checker.language.claims import trace_state_claim, trace_step_claim
from checker.language.lower import Lowered
from checker.system.model import System
from checker.system.terms import FALSE, Term, all_of, any_of, negate

__all__ = ["SAFETY", "Question", "bound_key", "bound_targets", "question_of", "rule_key", "undefined_key"]

PAIRS = (ClaimKind.LEADS_TO,)
SAFETY = (ClaimKind.INVARIANT, ClaimKind.LEMMA, ClaimKind.TRANSITION)


@dataclass(frozen=True)
class Question:
    """A claim over the cells of a system.

    ``states`` are the terms of a claim on one state: the condition, or premise and goal. ``steps`` has, for
    a claim on steps, for each update the condition that must hold when it is taken. ``undefined`` is where
    the claim reads what is not there, on states or (``undefined_steps``) on steps. ``rules`` says, for the
    check whether every rule can happen, in which steps each does. ``ghosts`` are the ghosts that the system
    must keep to answer it.
    """

    claim: Claim
    system: System
    ghosts: frozenset[str] = frozenset()
    states: tuple[Term, ...] = ()
    steps: tuple[Term, ...] = ()
    undefined: Term = FALSE
    undefined_steps: tuple[Term, ...] = ()
    rules: Mapping[str, tuple[Term, ...]] = field(default_factory=dict)

    @property
    def key(self) -> str:
        """The name of its main target."""
        return self.claim.name

    @property
    def judged(self) -> Term:
        """The states at which a claim on states is judged."""
        moments = {"priority": self.system.at_priority, "choice": self.system.at_choice}
        return moments.get(self.claim.at, negate(FALSE))

    @property
    def bad_states(self) -> Term:
        """The states that break a safety claim."""
        if self.claim.kind in (ClaimKind.INVARIANT, ClaimKind.LEMMA):
            return all_of((self.judged, negate(self.states[0])))
        if self.claim.name == "no_dead_end":
            return all_of((negate(self.system.over), negate(self.system.alive)))
        return FALSE

    @property
    def bad_steps(self) -> tuple[Term, ...]:
        """For each update, when taking it breaks the claim."""
        updates = self.system.updates
        if self.claim.kind is ClaimKind.TRANSITION:
            return tuple(
                all_of((negate(u.wrong), negate(u.cut), negate(ok)))
                for u, ok in zip(updates, self.steps, strict=True)
            )
        if self.claim.name == "no_step_goes_wrong":
            return tuple(u.wrong for u in updates)
        return ()

    def targets(self) -> Iterable[Target]:
        """Yield what a search must look for to answer it."""
        if self.claim.kind is ClaimKind.POSSIBLE:
            yield Target(self.key, all_of((self.judged, self.states[0])))
        elif self.bad_states is not FALSE or any(t is not FALSE for t in self.bad_steps):
            yield Target(self.key, self.bad_states, self.bad_steps)
        for name, steps in self.rules.items():
            happens = tuple(
                all_of((negate(u.wrong), negate(u.cut), t))
                for u, t in zip(self.system.updates, steps, strict=True)
            )
            yield Target(rule_key(name), steps=happens)
        undefined_steps = tuple(
            all_of((negate(u.wrong), negate(u.cut), t))
            for u, t in zip(self.system.updates, self.undefined_steps, strict=False)
        )
        where = all_of((self.judged, self.undefined))
        if where is not FALSE or any(t is not FALSE for t in undefined_steps):
            yield Target(undefined_key(self.key), where, undefined_steps)


def undefined_key(key: str) -> str:
    """Return the name of the target for where a claim is undefined."""
    return f"{key} is undefined"


def rule_key(name: str) -> str:
    """Return the name of the target for a step in which a rule happens."""
    return f"rule {name}"


def bound_targets(system: System) -> list[Target]:
    """Return for each bound the target of a step that it cuts off."""
    names = dict.fromkeys(name for u in system.updates for name, _ in u.cut_parts)
    return [
        Target(
            bound_key(name),
            steps=tuple(
                all_of((negate(u.wrong), any_of(t for n, t in u.cut_parts if n == name)))
                for u in system.updates
            ),
        )
        for name in names
    ]


def bound_key(name: str) -> str:
    """Return the name of the target for where a bound cuts."""
    return f"bound {name}"


def question_of(lowered: Lowered, claim: Claim) -> Question:
    """Trace a claim over a lowered game.

    Raises:
        ModelError: the claim cannot be traced.
    """
    if claim.kind is ClaimKind.BUILT_IN:
        rules = lowered.rules_that_happen() if claim.name == "every_rule_can_happen" else {}
        # A step that goes wrong in an observer has no state after it either, for claims that read its ghosts.
        ghosts = lowered.ghosts_at_risk() if claim.name == "no_step_goes_wrong" else frozenset()
        return Question(claim, lowered.sliced(ghosts), ghosts, rules=rules)
    if claim.kind is ClaimKind.TRANSITION:
        step = trace_step_claim(lowered, claim.function)
        return Question(
            claim,
            lowered.sliced(step.ghosts),
            step.ghosts,
            steps=step.terms,
            undefined_steps=step.undefined,
        )
    state = trace_state_claim(lowered, claim.function, 2 if claim.kind in PAIRS else 1)
    return Question(claim, lowered.sliced(state.ghosts), state.ghosts, state.terms, undefined=state.undefined)
