"""What the engines say about one random game: counts, shortest plays, proofs; all must agree."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from types import ModuleType
from typing import Any

from checker.explore.explicit import ExplicitEngine
from checker.explore.interface import Engine, Limits, Outcome, Target
from checker.language.claims import StateClaim, StepClaim, trace_state_claim, trace_step_claim
from checker.language.lower import Lowered, lower
from checker.language.plain.instances import Instance
from checker.language.plain.interpreter import Result
from checker.language.plain.naive import Counts, NaiveSearch, Path
from checker.language.plain.replay import replay
from checker.language.plain.state import PlainState
from checker.language.schema import Schema
from checker.prove.induction import Prover
from checker.prove.results import Proved, Refuted, Undetermined
from checker.system.model import System
from checker.system.play import Play
from checker.system.terms import Term, all_of, negate
from tests.differential.lockstep import Claims, LockStep, Remembering


@dataclass
class Trial:
    """One random game, ready to be held against itself. ``most`` is the number of states that is too many."""

    module: ModuleType
    most: int
    happened: set[str] = field(default_factory=set)

    @cached_property
    def schema(self) -> Schema:
        return Schema(self.module.Random)

    @cached_property
    def lowered(self) -> Lowered:
        return lower(self.schema)

    @property
    def system(self) -> System:
        return self.lowered.system

    @cached_property
    def plain(self) -> Remembering:
        return Remembering(self.schema)

    @cached_property
    def explored(self) -> Outcome:
        return ExplicitEngine().search(self.system, self.targets, limits=Limits(states=self.most))

    # -- claims ----------------------------------------------------------------------------------

    @cached_property
    def state_claim(self) -> StateClaim:
        return trace_state_claim(self.lowered, self.module.state_claim)

    @cached_property
    def ghost_claim(self) -> StateClaim:
        return trace_state_claim(self.lowered, self.module.ghost_claim)

    @cached_property
    def step_claim(self) -> StepClaim:
        return trace_step_claim(self.lowered, self.module.step_claim)

    @cached_property
    def targets(self) -> tuple[Target, ...]:
        """What breaks the claims (and is defined), and steps that go wrong or are cut."""
        updates = self.system.updates
        step, state, ghost = self.step_claim, self.state_claim, self.ghost_claim
        return (
            Target("state", _broken(state)),
            Target("ghost", _broken(ghost)),
            Target(
                "step",
                steps=tuple(
                    all_of((negate(u.wrong), negate(u.cut), negate(t), negate(unclear)))
                    for u, t, unclear in zip(updates, step.terms, step.undefined, strict=True)
                ),
            ),
            Target("wrong", steps=tuple(u.wrong for u in updates)),
            Target("cut", steps=tuple(all_of((negate(u.wrong), u.cut)) for u in updates)),
        )

    # -- what is compared ------------------------------------------------------------------------

    def walk(self) -> None:
        """Hold tracing and plain interpretation against each other in every reachable state."""
        claims = Claims(
            [(self.module.state_claim, self.state_claim), (self.module.ghost_claim, self.ghost_claim)],
            [(self.module.step_claim, self.step_claim)],
        )
        walked = LockStep(self.lowered, self.system, self.plain, claims)
        assert walked.run() == self.explored.statistics.states
        self.happened = walked.happened
        if self.lowered.layout.ghosts:
            # Without observers, which may go wrong, there may be more states.
            plain = Remembering(self.schema, ghosts=False)
            assert LockStep(self.lowered, self.lowered.sliced(), plain, most=self.most).run()

    def search(self, *engines: Engine) -> None:
        """Hold the counts and shortest plays of the naive search against those of the engines."""
        naive = NaiveSearch(self.plain)
        counted = naive.count()
        assert counted.complete
        plays = {t.name: self._naive_play(naive, t.name) for t in self.targets}
        outcomes = [self.explored, *(e.search(self.system, self.targets) for e in engines)]
        for outcome in outcomes:
            assert outcome.complete, outcome.stopped
            assert _figures(outcome) == _counted(counted), outcome.engine
            for name, path in plays.items():
                self._same_play(outcome.found.get(name), path, f"{outcome.engine}, {name}")

    def prove(self, seconds: float, most: int = 4) -> dict[str, int]:
        """Hold bounded search and induction against the explicit search; return how often each answered."""
        answered = {"proved": 0, "refuted": 0, "undetermined": 0}
        prover = Prover(self.system, max_k=3, max_depth=6)
        for target in self.targets[:most]:
            if target.steps:
                answer = prover.prove_transition(target.steps, seconds=seconds)
            else:
                answer = prover.prove_invariant(negate(target.states), seconds=seconds)
            play = self.explored.found.get(target.name)
            match answer:
                case Proved():
                    assert play is None, f"{target.name} is proved, and {play}"
                    answered["proved"] += 1
                case Refuted():
                    assert play is not None, f"{target.name} is refuted by {answer.play}"
                    assert (answer.play.states, answer.play.updates) == (play.states, play.updates)
                    answered["refuted"] += 1
                case Undetermined():
                    assert play is None or len(play) > answer.depth, f"{target.name} to depth {answer.depth}"
                    answered["undetermined"] += 1
        return answered

    # -- plays -----------------------------------------------------------------------------------

    def _naive_play(self, naive: NaiveSearch, name: str) -> Path | None:
        plain, module = self.plain, self.module
        match name:
            case "state" | "ghost":
                function = getattr(module, f"{name}_claim")

                def breaks(state: PlainState) -> bool:
                    said = plain.judge_claim(state, function)
                    return said.undefined is None and not said.holds

                return naive.find(breaks)
            case "step":

                def breaks_step(state: PlainState, instance: Instance, result: Result) -> bool:
                    if result.after is None:
                        return False
                    said = plain.judge_step(state, instance, result.after, module.step_claim)
                    return said.undefined is None and not said.holds

                return naive.find_step(breaks_step)
            case "wrong":
                return naive.find_step(lambda _state, _instance, result: result.wrong is not None)
        return naive.find_step(lambda _state, _instance, result: result.cut is not None)

    def _same_play(self, play: Play | None, path: Path | None, where: str) -> None:
        assert (play is None) == (path is None), f"{where}: {play} {path}"
        if play is None or path is None:
            return
        assert self.system.initial.index(play.states[0]) == path.initial, where
        assert len(play) == len(path.steps), where
        cut = len(play.states) == len(play.updates) and not self._ends_wrong(play)
        taken = [self.system.updates[i] for i in play.updates]
        steps = [(u.rule, dict(u.arguments)) for u in (taken[:-1] if cut else taken)]
        again = replay(self.plain, path.initial, steps)
        assert again.fits, f"{where}: {again.misfit}"
        assert again.instances == path.steps[: len(steps)], where
        if cut:
            assert taken[-1].rule == path.steps[-1].rule, where

    def _ends_wrong(self, play: Play) -> bool:
        return self.system.holds(self.system.updates[play.updates[-1]].wrong, play.states[-1])


def _broken(claim: StateClaim) -> Term:
    return all_of((negate(claim.terms[0]), negate(claim.undefined)))


def _figures(outcome: Outcome) -> dict[str, Any]:
    seen = outcome.statistics
    return {name: getattr(seen, name) for name in FIGURES}


def _counted(counts: Counts) -> dict[str, Any]:
    return {name: getattr(counts, name) for name in FIGURES}


FIGURES = ("states", "transitions", "levels", "dead_ends", "over", "cut", "wrong")
