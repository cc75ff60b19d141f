"""Verdicts made by hand, as the tests of all formats tell them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from checker.judge.verdict import (
    Change,
    Evidence,
    PlayStep,
    Run,
    Status,
    ToldPlay,
    Verdict,
    describe_limits,
)
from checker.system.model import Source
from checker.system.shapes import RecordValue

CLAUSES = {
    "force_of_will": {
        "FOW12:605.1b": "After the second pass in a row the entry put in last resolves, and then the turn "
        "player has priority.",
        "FOW12:604": "The player with priority does one action.",
    },
    "magic": {},
}

SIZES = {"players": 2}
BOUNDS = {"chase": 3}
CUT = describe_limits(SIZES, BOUNDS, cut=("chase",))


def entry(card: str) -> RecordValue:
    return RecordValue("Entry", (("controller", "P1"), ("card", card)))


def board(**changed: Any) -> Mapping[str, Any]:
    state: dict[str, Any] = {
        "turn_player": "P1",
        "holders": ["P1"],
        "passed": [],
        "life": {"P1": "3", "P2": "3"},
        "chase": [],
        "winner": None,
    }
    return state | changed


def step(
    rule: str, sentence: str, state: Mapping[str, Any], *changes: tuple[str, str, str], **more: Any
) -> PlayStep:
    parts: dict[str, Any] = {
        "arguments": {"player": "P1"},
        "kind": "action",
        "actor": "P1",
        "choosers": {},
        "clauses": ("FOW12:604",),
        "assumed": None,
        "source": Source("models/force_of_will.py", 40),
    }
    return PlayStep(
        rule=rule,
        sentence=sentence,
        changes=tuple(Change(*c) for c in changes),
        state=state,
        **(parts | more),
    )


def passing(player: str, state: Mapping[str, Any], *changes: tuple[str, str, str]) -> PlayStep:
    return step(
        "pass_priority",
        f"{player} passes",
        state,
        *changes,
        actor=player,
        arguments={"player": player},
        clauses=("FOW12:605.1b",),
    )


def chase_play() -> ToldPlay:
    cast = board(chase=[entry("C1")])
    once = board(chase=[entry("C1")], passed=["P1"], holders=["P2"])
    twice = board(chase=[entry("C1")], passed=["P1", "P2"], holders=[])
    return ToldPlay(
        initial=0,
        start=board(),
        steps=(
            step("cast", "P1 casts C1 at P2", cast, ("chase[0]", "none", "Entry(controller=P1, card=C1)")),
            passing(
                "P1",
                once,
                ("passed[P1]", "no", "yes"),
                ("holders[P1]", "yes", "no"),
                ("holders[P2]", "no", "yes"),
            ),
            passing("P2", twice, ("passed[P2]", "no", "yes"), ("holders[P2]", "yes", "no")),
            step(
                "resolve",
                "the entry put in last resolves",
                board(holders=[], life={"P1": "3", "P2": "2"}),
                ("chase[0]", "Entry(controller=P1, card=C1)", "none"),
                ("life[P2]", "3", "2"),
                arguments={"lose": "yes"},
                kind="automatic",
                actor=None,
                choosers={"lose": "P2"},
                clauses=("FOW12:605.1b",),
                assumed="a spell makes its target lose life",
            ),
        ),
    )


def verdict(**more: Any) -> Verdict:
    parts: dict[str, Any] = {
        "game": "force_of_will",
        "claim": "one_priority_holder",
        "kind": "invariant",
        "says": "at most one player may act on priority",
        "status": Status.HOLDS,
        "evidence": Evidence.EXHAUSTIVE,
        "engine": "explicit",
        "limits": CUT,
        "cut": ("chase",),
        "clauses": ("FOW12:605.1b",),
        "source": Source("specs/force_of_will/claims.py", 12),
        "readings": {"after_last": "turn_player"},
        "scopes": {**SIZES, **BOUNDS},
        "figures": {"states": 12345, "levels": 23, "transitions": 40321, "seconds": 0.314},
    }
    return Verdict(**(parts | more))


def known_contradiction(**more: Any) -> Verdict:
    parts: dict[str, Any] = {
        "claim": "somebody_has_priority",
        "says": "somebody may act once the chase is empty",
        "status": Status.VIOLATED,
        "evidence": Evidence.PLAY,
        "readings": {"after_last": "nobody"},
        "varied": {"after_last": "nobody"},
        "explanation": "the chase is empty, and neither P1 nor P2 may act\nholders is empty",
        "play": chase_play(),
        "figures": {"states": 61, "levels": 5, "seconds": 0.02},
        "expectation": "violated",
        "expected_part": "neither P1 nor P2",
    }
    return verdict(**(parts | more))


def surprise(**more: Any) -> Verdict:
    parts: dict[str, Any] = {
        "game": "magic",
        "claim": "what_is_cast_resolves",
        "kind": "leads to",
        "says": "what is cast resolves",
        "status": Status.VIOLATED,
        "evidence": Evidence.LASSO,
        "limits": describe_limits({"players": 3}, {"stack": 2}),
        "cut": (),
        "clauses": ("CR24:608.1",),
        "readings": {},
        "explanation": "C1 stays on the stack for ever",
        "play": ToldPlay(
            initial=1,
            start=board(),
            steps=(
                step(
                    "cast", "P1 casts C1", board(chase=[entry("C1")]), ("chase[0]", "none", "C1"), clauses=()
                ),
                passing("P1", board(chase=[entry("C1")], passed=["P1"]), ("passed[P1]", "no", "yes")),
                step(
                    "reset",
                    "",
                    board(chase=[entry("C1")]),
                    ("passed[P1]", "yes", "no"),
                    kind="automatic",
                    actor=None,
                ),
            ),
            loop=1,
        ),
        "expected": False,
        "figures": {"states": 7, "seconds": 75.2},
    }
    return verdict(**(parts | more))


def proved() -> Verdict:
    return verdict(
        claim="resolves_last_in_first",
        kind="transition",
        says="what resolves is the newest entry that is still there",
        evidence=Evidence.PROOF,
        engine="prove",
        limits=describe_limits(SIZES, BOUNDS, unbounded=("chase",)),
        cut=(),
        figures={"k": 1, "seconds": 1.5},
        rests_on=("lemma arrivals_rise",),
    )


def stuck() -> Verdict:
    return verdict(
        game="magic",
        claim="life_stays_in_range",
        kind="in range",
        says="every value stays within its type",
        status=Status.UNDETERMINED,
        evidence=Evidence.NONE,
        engine="prove",
        cut=(),
        clauses=(),
        reason="the induction does not go through and the time limit was reached",
        explanation="Tried induction up to k = 4.\nA step that induction cannot exclude starts where "
        "life[P1] is 0; no play is known that reaches it.",
        expected=False,
        figures={"k": 4, "seconds": 60.0},
    )


def whole_run() -> Run:
    return Run(
        (verdict(), proved(), known_contradiction(), surprise(), stuck()),
        command="ruleproof check",
        clauses=CLAUSES,
    )


HOSTILE = (
    "</table><script>alert(1)</script>\x1b[31m[bold]|`*_x_*`\n# title\u202e ![i](javascript:a) $m$ ~~s~~"
)


def hostile_step() -> PlayStep:
    return PlayStep(
        rule=HOSTILE,
        arguments={HOSTILE: HOSTILE},
        sentence=HOSTILE,
        kind=HOSTILE,
        actor=HOSTILE,
        choosers={HOSTILE: HOSTILE},
        clauses=(HOSTILE,),
        assumed=HOSTILE,
        source=Source(HOSTILE, 1),
        changes=(Change(HOSTILE, HOSTILE, HOSTILE),),
        state={HOSTILE: {HOSTILE: [HOSTILE, RecordValue(HOSTILE, ((HOSTILE, HOSTILE),))]}},
    )


def hostile_verdict() -> Verdict:
    """A violation in which every text that could come from a model is hostile."""
    return Verdict(
        game=HOSTILE,
        claim=HOSTILE,
        kind=HOSTILE,
        says=HOSTILE,
        status=Status.VIOLATED,
        evidence=Evidence.PLAY,
        engine=HOSTILE,
        limits=HOSTILE,
        clauses=(HOSTILE,),
        source=Source(HOSTILE, 1),
        readings={HOSTILE: HOSTILE},
        scopes={HOSTILE: 1},
        varied={HOSTILE: HOSTILE},
        varied_scopes={HOSTILE: 2},
        cut=(HOSTILE,),
        explanation=HOSTILE,
        reason=HOSTILE,
        play=ToldPlay(0, {HOSTILE: HOSTILE}, (hostile_step(),)),
        figures={HOSTILE: 1},
        rests_on=(HOSTILE,),
        expected=False,
        expectation="holds",
        expected_part=HOSTILE,
        surprise=HOSTILE,
    )
