"""What the prover answers: proofs with their certificates, plays, and honest ignorance."""

from __future__ import annotations

from dataclasses import dataclass

from checker.system.model import State, System
from checker.system.play import Play
from checker.system.terms import FALSE, Term, all_of

__all__ = [
    "Answer",
    "Certificate",
    "CounterexampleToInduction",
    "Goal",
    "Layer",
    "Proved",
    "Refuted",
    "Searched",
    "Undetermined",
]


@dataclass(frozen=True)
class Goal:
    """Something that a play may reach: a state, or a step.

    ``states`` is a condition on the last state of the play. ``steps`` has, for each update of the system,
    a condition on the state *before* it; such a step is reached where the update is enabled and the
    condition is true, whether or not the step is wrong or cut. An empty tuple asks for no step.
    """

    states: Term = FALSE
    steps: tuple[Term, ...] = ()


@dataclass(frozen=True)
class Layer:
    """Conditions that are together k-inductive, given those of the layers before.

    That is: they hold in the first ``k`` states of every play; and in a play of ``k`` steps without
    repeated states, from any typed state, in which they hold in the first ``k`` states (and those of the
    layers before hold in all states), they hold in the last one too. With ``k`` = 1 this is an inductive
    invariant in the plain sense. With ``exhausted``, the second half reads instead: no play has ``k`` steps.
    """

    terms: tuple[Term, ...]
    k: int = 1
    exhausted: bool = False


@dataclass(frozen=True)
class Certificate:
    """Why ``claim`` holds in every reachable state of ``system``: it follows from the ``layers``.

    That every value stays in its type belongs to what is certified. Checked by
    :func:`checker.prove.recheck.recheck`, which knows nothing of how it was found.
    """

    system: System
    claim: Term
    layers: tuple[Layer, ...]

    @property
    def invariant_terms(self) -> tuple[Term, ...]:
        """All conditions of all layers."""
        return tuple(term for layer in self.layers for term in layer.terms)

    @property
    def invariant(self) -> Term:
        """All conditions of all layers in one."""
        return all_of(self.invariant_terms)

    @property
    def k(self) -> int:
        """The greatest number of steps that an argument by induction looks back."""
        return max((layer.k for layer in self.layers), default=1)


@dataclass(frozen=True)
class Proved:
    """The claim holds in every reachable state; the certificate has been re-checked.

    ``lemmas`` are the indices of the given lemmas that the proof uses. ``bounds`` names the bounds at which
    some step is cut: the proof speaks of the plays within them, and of all plays if there are none.
    ``needed`` are the indices of the updates on whose text the inductive step rests (see
    :mod:`checker.prove.needed`), or ``None`` where that was not asked, not found in time, or the proof is
    not a plain induction.
    """

    certificate: Certificate
    lemmas: tuple[int, ...]
    bounds: tuple[str, ...]
    needed: tuple[int, ...] | None
    seconds: float

    @property
    def k(self) -> int:
        """The k of the induction; 1 is a plain inductive invariant."""
        return self.certificate.k


@dataclass(frozen=True)
class Refuted:
    """The claim fails: ``play`` is the shortest play from an initial state to where it does.

    Among the shortest it is the least in the order of initial states and updates. It has been run on plain
    numbers with :meth:`checker.system.model.System.after`.
    """

    play: Play
    seconds: float


@dataclass(frozen=True)
class CounterexampleToInduction:
    """A run of steps from an *arbitrary* state which shows why an induction does not go through.

    The states may well be unreachable, so this is never a violation: it hints at a lemma that is missing.
    The claim holds (with the lemmas) in all states but the last.
    """

    system: System
    states: tuple[State, ...]
    updates: tuple[int, ...]


@dataclass(frozen=True)
class Undetermined:
    """Neither proof nor play was found.

    ``reason`` says why it ended; ``depth`` is the greatest number of steps for which all plays were
    searched without a find (-1: not even the initial states); ``k`` the greatest k whose inductive step was
    tried to the end and failed (0: none). ``unproved`` and ``refuted`` are the indices of lemmas that could
    not be proved, and that are false. ``gap`` is a counterexample to induction, if one was seen.
    """

    reason: str
    depth: int
    k: int
    seconds: float
    unproved: tuple[int, ...] = ()
    refuted: tuple[int, ...] = ()
    gap: CounterexampleToInduction | None = None


Answer = Proved | Refuted | Undetermined


@dataclass(frozen=True)
class Searched:
    """What bounded search found.

    ``play`` is the shortest play, the least among its equals, or ``None``. ``depth`` is the length up to
    which every play was searched (-1: none); ``complete`` says that there are no longer plays, so that the
    goal cannot be reached at all; otherwise, without a play, ``stopped`` says which limit ended the search.
    """

    play: Play | None
    depth: int
    complete: bool
    stopped: str
    seconds: float
