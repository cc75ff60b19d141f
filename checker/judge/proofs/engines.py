"""The engines that look for the proof of one claim, each told in words that need no knowledge of it.

An engine gets a :class:`Task` and returns what it :class:`Found`; on the way it tells how far it is, so that
this is known where it is ended. Nothing that is found is believed: proofs are checked again by who asked, and
plays have been run on plain numbers.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from checker.judge.graphs import graph_of
from checker.prove.encoding import Encoding
from checker.prove.houdini import InductiveSets
from checker.prove.induction import Prover
from checker.prove.mining import Mine
from checker.prove.results import Layer, Proved, Refuted
from checker.prove.solver import Clock
from checker.prove.spacer import Reached, Shown, spacer
from checker.prove.unrolling import play_of
from checker.system.model import State, System
from checker.system.play import Play
from checker.system.terms import Op, Term, negate

__all__ = ["ENGINES", "Far", "Found", "Task", "parts_of", "seek"]

EXPLORING_SECONDS = 5.0
"""How long states are explored from which lemmas are mined."""

_MOST_STATES = 50_000


@dataclass(frozen=True)
class Task:
    """A claim that is to be proved by one engine, within so many seconds.

    ``known`` are conditions that are together inductive; ``beside`` are other claims, for what they speak of.
    """

    engine: str
    system: System
    claim: Term
    known: tuple[Term, ...]
    beside: tuple[Term, ...]
    seconds: float
    memory: float | None = None


@dataclass(frozen=True)
class Far:
    """How far an engine is: a phrase for a person, and the same as figures."""

    says: str
    figures: Mapping[str, int] = field(default_factory=dict)


Tell = Callable[[Far], None]


@dataclass(frozen=True)
class Found:
    """What became of a task: the layers of a proof, a play that breaks the claim, or neither.

    ``lemmas`` are conditions that were found to be inductive on the way, with what was known.
    """

    far: Far
    layers: tuple[Layer, ...] = ()
    play: Play | None = None
    lemmas: tuple[Term, ...] = ()


def seek(task: Task, tell: Tell) -> Found:
    """Let the engine of a task look for a proof."""
    return ENGINES[task.engine](task, tell)


# -- looking back ----------------------------------------------------------------------------------


def _looking_back(task: Task, tell: Tell) -> Found:
    """Search all plays from the start step by step, and try inductions that look back as many steps."""
    reached = Far("")

    def deeper(depth: int, k: int) -> None:
        nonlocal reached
        back = f"no proof by looking back {_steps(k)}" if k else "no proof"
        reached = Far(f"{back}; no play of up to {_steps(depth)} breaks it", {"k": k, "depth": depth})
        tell(reached)

    prover = Prover(task.system, max_k=12, max_depth=60, progress=deeper)
    answer = prover.prove_invariant(task.claim, lemmas=task.known, seconds=task.seconds)
    if isinstance(answer, Refuted):
        return Found(_breaks(answer.play), play=answer.play)
    if isinstance(answer, Proved):
        ends = any(layer.exhausted for layer in answer.certificate.layers)
        says = "no play has more than" if ends else "proved by looking back"
        far = Far(f"{says} {_steps(answer.k)}", {"k": answer.k})
        return Found(far, layers=answer.certificate.layers)
    return Found(reached)


# -- mined lemmas ----------------------------------------------------------------------------------


def _mined(task: Task, tell: Tell) -> Found:
    """Exclude, state by state, from where a step breaks the claim, by what no explored state has."""
    clock = Clock(task.seconds)
    states, explored = _explored(task.system, min(EXPLORING_SECONDS, task.seconds / 4))
    tell(Far(f"{explored} explored, no lemma tried", {"tried": 0, "kept": 0}))
    mine = Mine(task.system, states, (task.claim, *task.beside))
    sets = InductiveSets(Encoding(task.system))
    lemmas: list[Term] = []

    def far(kept: int) -> Far:
        figures = {"tried": len(lemmas), "kept": kept}
        return Far(f"{len(lemmas)} lemmas mined from {explored}, {kept} kept", figures)

    def another(lemma: Term) -> None:
        lemmas.append(lemma)
        tell(far(0))

    # The last part of the time is for what the lemmas that were found come to without the claim.
    found = sets.strengthened(
        parts_of(task.claim), task.known, mine.excluding, Clock(0.8 * task.seconds), another
    )
    if found is not None:
        return Found(far(len(lemmas)), layers=(Layer(tuple(found)),))
    kept = sets.greatest([*task.known, *lemmas], clock)
    new = tuple(t for t in kept or () if t not in set(task.known))
    return Found(far(len(new)), lemmas=new)


def _explored(system: System, seconds: float) -> tuple[list[State], str]:
    """Return states that plays reach, and how many of how many they are."""
    graph = graph_of(system, seconds=seconds, progress=None)
    if len(graph) <= _MOST_STATES and graph.complete:
        return [graph.state(number) for number in range(len(graph))], f"all {len(graph):,} states"
    # Always the same ones, so that the same proof is found again.
    numbers = sorted(random.Random(0).sample(range(len(graph)), min(len(graph), _MOST_STATES)))
    known = "all" if graph.complete else "at least"
    return [graph.state(n) for n in numbers], f"{len(numbers):,} of {known} {len(graph):,} states"


# -- Spacer ----------------------------------------------------------------------------------------


def _spacer(task: Task, tell: Tell) -> Found:
    """Let Spacer push states that break the claim out of reach, step by step from the start."""
    tell(Far("no answer yet"))
    answer = spacer(task.system, task.claim, task.known, Clock(task.seconds))
    if isinstance(answer, Shown):
        terms = dict.fromkeys((*task.known, *parts_of(task.claim), *answer.invariant))
        found = len(answer.invariant)
        says = f"{found} conditions found, looking {_steps(answer.frames)} ahead"
        far = Far(says, {"frames": answer.frames})
        return Found(far, layers=(Layer(tuple(terms)),))
    if isinstance(answer, Reached):
        play = play_of(Encoding(task.system), answer.choices)
        if task.system.holds(task.claim, play.states[-1]):
            raise RuntimeError(f"Spacer's play about {task.system.name} breaks nothing")
        return Found(_breaks(play), play=play)
    far = Far(f"within {_steps(answer.frames)} of the start nothing breaks it", {"frames": answer.frames})
    return Found(far)


ENGINES: Mapping[str, Callable[[Task, Tell], Found]] = {
    "induction that looks back": _looking_back,
    "mined lemmas": _mined,
    "Spacer": _spacer,
}
"""The engines by what they are called, in the order in which they are begun."""


def _breaks(play: Play) -> Far:
    return Far(f"a play of {_steps(len(play))} breaks it; `ruleproof check` shows it", {"steps": len(play)})


def _steps(number: int) -> str:
    return "1 step" if number == 1 else f"{number} steps"


def parts_of(claim: Term) -> list[Term]:
    """Return conditions that are together the claim: each needs to be kept only where it is needed."""
    if claim.op is Op.AND:
        return list(claim.args)
    if claim.op is Op.NOT and claim.args[0].op is Op.OR:
        return [negate(part) for part in claim.args[0].args]
    return [claim]
