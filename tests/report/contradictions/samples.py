"""Findings about clauses made by hand: one of each sort, and one in which every text is hostile."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from checker.judge.contradictions.finding import (
    Baseline,
    Change,
    ContradictionRun,
    Figures,
    Finding,
    FindingKind,
    Side,
    Standing,
)
from checker.judge.verdict import ToldPlay
from checker.system.model import Source
from tests.report.samples import chase_play, hostile_step

__all__ = ["clash", "hostile_clauses", "whole_clauses"]


def side(clause: str, text: str, **more: Any) -> Side:
    parts: dict[str, Any] = {
        "norm": f"norm_of_{clause}",
        "says": text,
        "read_back": f"where it speaks, {text}",
        "here": ("resolve is due",),
        "source": Source("specs/force_of_will/norms.py", 7),
    }
    return Side(clause=clause, text=text, **(parts | more))


def clash(number: str, **more: Any) -> Finding:
    parts: dict[str, Any] = {
        "game": "force_of_will",
        "kind": FindingKind.CLASH,
        "headline": 'A:1 and B:2 cannot be followed together: "It resolves"; but "It does not"',
        "sides": (
            side("A:1", "The entry put in last resolves.", terms=(("カード", "a card"),), language="ja"),
            side("B:2", "Nothing resolves."),
        ),
        "about": ("resolve", "chase"),
        "count": 3,
        "scope": "2 players, chase at most 3",
        "standing": Standing.HEAD_ON,
        "play": chase_play(),
        "event_step": 3,
        "players": 2,
        "fewest": 2,
        "changes": (
            Change("Strike A:1", gone=True, new=("force_of_will.clash.00000002",)),
            Change("Strike B:2", gone=True, new=("force_of_will.clash.ffffffff",), note="B:2 is alone"),
            Change("Read after last as nobody", gone=False),
        ),
        "readings": {"after_last": "turn_player"},
    }
    return Finding(id=f"force_of_will.clash.{number}", **(parts | more))


def whole_clauses() -> ContradictionRun:
    """A run with a finding of every sort."""
    lost: dict[str, Any] = {"play": None, "event_step": None, "changes": (), "standing": None}
    findings = (
        clash("00000001"),
        clash("00000002", varied={"after_last": "nobody"}, varied_scopes={"players": 3}),
        clash("00000003", standing=Standing.SETTLED, settled_by=("C:1", "B:2")),
        clash("00000004", kind=FindingKind.WOULD_CLASH, count=0, **lost),
        clash("00000005", kind=FindingKind.IMPOSSIBLE, count=0, details=("Proved with any size.",), **lost),
    )
    baseline = Baseline(
        "specs/contradictions.toml",
        {findings[0].id: "the house was asked", "force_of_will.clash.99999999": "gone since"},
        {"Q1": "Does it resolve?", "Q2": "Who may reply?"},
        {findings[0].id: ("Q1",)},
    )
    figures = Figures(states=61, groups=9, calls=9, more_calls=4)
    texts = {"FOW12:604": "The player with priority does one action."}
    return ContradictionRun(
        findings,
        {"force_of_will": figures},
        {"force_of_will": 2},
        baseline,
        command="ruleproof contradictions",
        clauses={"force_of_will": texts},
        whole=frozenset(("force_of_will",)),
        complete=True,
    )


def hostile_clauses(text: str) -> ContradictionRun:
    """A run in which every text that could come from a model, a rulebook or a baseline is ``text``."""
    play = ToldPlay(0, {text: text}, (hostile_step(),))
    found = Finding(
        id=text,
        game=text,
        kind=FindingKind.CLASH,
        headline=text,
        sides=(Side(text, text, text, text, text, (text,), Source(text, 1), None, ((text, text),), text),),
        about=(text,),
        count=1,
        scope=text,
        standing=Standing.SETTLED,
        settled_by=(text, text),
        play=play,
        event_step=1,
        assumed=(text,),
        details=(text,),
        changes=(Change(text, gone=True, new=(text,), note=text),),
        readings={text: text},
        model_file=text,
        varied={text: text},
        varied_scopes={text: 1},
    )
    known = replace(found, id=f"{text}2", standing=Standing.SEVERAL, settled_by=None)
    baseline = Baseline(text, {known.id: text, f"{text}.x": text}, {text: text}, {known.id: (text,)})
    figures = Figures(1, 1, 1, 1, stopped=text)
    return ContradictionRun(
        (found, known),
        {text: figures},
        {text: 1},
        baseline,
        command=text,
        clauses={text: {text: text}},
        elsewhere={text: figures},
        whole=frozenset((text,)),
        complete=True,
    )
