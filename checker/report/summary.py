"""The sentences that all formats share, so that a verdict reads the same wherever it is told."""

from __future__ import annotations

import re
import shlex
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from pathlib import PurePath
from typing import Any

from checker.judge.verdict import Evidence, Run, Status, ToldPlay, Verdict
from checker.system.model import Source

__all__ = [
    "SECONDS",
    "again_from",
    "basis",
    "brief_evidence",
    "check_command",
    "common_limits",
    "counted",
    "duration",
    "evidence",
    "explanation_title",
    "figures",
    "findings",
    "headline",
    "length_of",
    "limits_sentence",
    "outcome",
    "repeat_commands",
    "report_page",
    "shown_play",
    "shown_source",
    "status_words",
    "totals",
]

_COUNTED = ("states", "transitions", "levels")
SECONDS = "seconds"
"""The figure that differs from run to run, and that no committed report holds."""


def counted(number: float, noun: str) -> str:
    """Return ``1 step``, ``12,345 steps``; ``noun`` is the singular."""
    return f"{_number(number)} {noun if number == 1 else noun + 's'}"


def _number(value: float) -> str:
    return f"{int(value):,}" if value == int(value) else f"{value:,.2f}"


_NO_ENGINE = ("", "none")
"""What stands for the engine where none has begun before time ran out."""


def duration(seconds: float) -> str:
    """Return a time for a person: ``0.31 s``, ``12 s``, ``2 min 5 s``."""
    if seconds < 10:
        return f"{seconds:.2f} s"
    whole = round(seconds)
    return f"{whole} s" if whole < 60 else f"{whole // 60} min {whole % 60} s"


_INDUCTION = "induction"
"""The figure that says over how many steps at once a proof goes."""


def figures(verdict: Verdict) -> str:
    """Return the numbers behind a verdict: ``12,345 states, 23 levels``; times are left out."""
    known = verdict.figures
    parts = [counted(known[key], key.removesuffix("s")) for key in _COUNTED if key in known]
    if _INDUCTION in known:
        parts.append(f"by induction over {counted(known[_INDUCTION], 'step')}")
    parts.extend(
        f"{key.replace('_', ' ')} = {_number(value)}"
        for key, value in sorted(known.items())
        if key not in (*_COUNTED, _INDUCTION, SECONDS)
    )
    return ", ".join(parts)


def evidence(verdict: Verdict) -> str:
    """Return what a verdict rests on: ``exhaustive search (explicit engine): 12,345 states, 23 levels``."""
    rests = "no evidence either way" if verdict.evidence is Evidence.NONE else verdict.evidence.value
    engine = f" ({verdict.engine} engine)" if verdict.engine not in _NO_ENGINE else ""
    numbers = figures(verdict)
    return f"{rests}{engine}: {numbers}" if numbers else f"{rests}{engine}"


def brief_evidence(verdict: Verdict) -> str:
    """Return what a verdict rests on in few words: ``explicit search, 12,345 states, 23 levels, 0.31 s``.

    In place of the time it says where an answer was kept by an earlier run.
    """
    known = verdict.figures
    if verdict.evidence in (Evidence.PROOF, Evidence.NONE):
        what = "proof" if verdict.evidence is Evidence.PROOF else "nothing decisive"
        by = f" ({verdict.engine})" if verdict.engine not in _NO_ENGINE else ""
        parts = [f"{what}{by}", *filter(None, [figures(verdict)])]
    else:
        parts = [f"{verdict.engine} search"]
        parts += [counted(known[key], key.removesuffix("s")) for key in ("states", "levels") if key in known]
    if verdict.cached:
        parts.append("from the cache")
    elif SECONDS in known:
        parts.append(duration(known[SECONDS]))
    return ", ".join(parts)


def status_words(verdict: Verdict) -> str:
    """Return the verdict in few words, with whether it is the expected one where that is not plain.

    A search that was cut never "holds" by itself: it "holds up to the bound".
    """
    words = verdict.status.value
    if verdict.status is Status.HOLDS and verdict.cut and verdict.evidence is not Evidence.WITNESS:
        words = "holds up to the bound"
    if verdict.expected:
        return words if verdict.status is Status.HOLDS else f"{words}, as expected"
    usual = f"expected {verdict.expectation}"
    why = verdict.surprise or usual
    if why == usual and verdict.expectation == Status.HOLDS.value:
        return f"{words}, not expected"
    return f"{words}, not expected ({why})"


def outcome(verdict: Verdict, *, known: str = "") -> str:
    """Return the verdict with its sizes and bounds in one sentence, without a full stop.

    ``known`` are sizes and bounds that stand above already: they are told only where they are others.
    """
    words = status_words(verdict)
    comma = "," if "," in words else ""
    limits = "" if verdict.limits == known else f"{comma} with {verdict.limits}"
    if verdict.status is Status.UNDETERMINED:
        return f"{words}{limits}{f': {verdict.reason}' if verdict.reason else ''}"
    shown = f": {length_of(verdict.play)}" if verdict.play is not None else ""
    if verdict.status is Status.VIOLATED:
        return f"{words}{limits}{f'{shown} breaks it' if shown else ': no play reaches it'}"
    if verdict.evidence is Evidence.WITNESS:
        return f"{words}{limits}{f'{shown} shows it' if shown else ''}"
    return f"{words}{comma} for every play{limits.removeprefix(',')}"


def common_limits(verdicts: Iterable[Verdict]) -> str:
    """Return the sizes and bounds that most of some verdicts have, to be told once above them."""
    ((limits, _),) = Counter(verdict.limits for verdict in verdicts).most_common(1)
    return limits


def limits_sentence(verdicts: Collection[Verdict]) -> str:
    """Return a sentence that tells the common sizes and bounds of some verdicts."""
    limits = common_limits(verdicts)
    alike = all(verdict.limits == limits for verdict in verdicts)
    return f"With {limits}{'' if alike else ', where a row says nothing else'}."


def length_of(play: ToldPlay) -> str:
    """Return ``a play of 5 steps``, or for one that goes on for ever what is repeated."""
    steps = counted(len(play.steps), "step")
    if play.loop is not None:
        again = len(play.steps) - play.loop
        return f"a play that goes on for ever ({steps}, the last {again} again and again)"
    return f"a play of {steps}" if play.steps else "the start of the game"


def headline(verdict: Verdict) -> str:
    """Return the one sentence that a finding starts with, without a full stop."""
    claim = f'"{verdict.says.rstrip(".")}"' if verdict.says else verdict.claim
    if verdict.status is not Status.VIOLATED:
        return f"{claim} {'is ' if verdict.status is Status.UNDETERMINED else ''}{outcome(verdict)}"
    first = re.sub(r"^line \d+: ", "", verdict.explanation.strip().partition("\n")[0]).rstrip(".")
    what = f": {first}" if first else ""
    return f"{claim} is {status_words(verdict)}{what}"


def again_from(loop: int) -> str:
    """Return which board the last one of a play equals: ``after step 3``, or ``at the start``."""
    return f"after step {loop}" if loop else "at the start"


def explanation_title(verdict: Verdict) -> str:
    """Return the title over the explanation of a verdict."""
    return {
        Status.HOLDS: "Why it holds",
        Status.VIOLATED: "What fails",
        Status.UNDETERMINED: "What was tried, and how far it got",
    }[verdict.status]


def findings(run: Run) -> tuple[Verdict, ...]:
    """Return the verdicts that are told at length: those violated, and those not as expected.

    The expected ones come first, so that what is new stands last, above the prompt.
    """
    told = [v for v in run.verdicts if v.status is Status.VIOLATED or not v.expected]
    return tuple(sorted(told, key=lambda v: not v.expected))


def totals(run: Run) -> str:
    """Return what came of all of it in one sentence."""
    if not run.verdicts:
        return "Interrupted before anything was judged." if run.interrupted else "Nothing was judged."
    by_status = {s: sum(v.status is s for v in run.verdicts) for s in Status}
    surprises = sum(not v.expected for v in run.verdicts)
    parts = ", ".join(f"{n} {_PLURAL[s]}" for s, n in by_status.items() if n)
    end = "all as expected" if not surprises else f"{surprises} not as expected"
    stopped = " Interrupted before the rest was judged." if run.interrupted else ""
    return f"{counted(len(run.verdicts), 'verdict')} ({parts}): {end}.{stopped}"


_PLURAL = {Status.HOLDS: "hold", Status.VIOLATED: "violated", Status.UNDETERMINED: "undetermined"}


def basis(verdict: Verdict) -> tuple[tuple[str, str], ...]:
    """Return what a verdict rests on, as named rows."""
    rows = [
        ("Evidence", evidence(verdict)),
        ("Sizes and bounds", verdict.limits),
        ("Readings", _pairs(verdict.readings)),
        *(("Rests on", what) for what in verdict.rests_on),
        *(("Assumed effect", what) for what in _assumed(shown_play(verdict))),
    ]
    return tuple(row for row in rows if row[1])


def _assumed(play: ToldPlay | None) -> tuple[str, ...]:
    steps = play.steps if play is not None else ()
    return tuple(dict.fromkeys(f"{step.rule}: {step.assumed}" for step in steps if step.assumed is not None))


def _pairs(mapping: Mapping[str, Any]) -> str:
    return ", ".join(f"{key}={value}" for key, value in mapping.items())


def check_command(verdict: Verdict) -> str:
    """Return the command that asks the same question again."""
    words = ["ruleproof", "check", verdict.model_file or verdict.game, "--property", verdict.claim]
    for option, varied in (("--reading", verdict.varied), ("--scope", verdict.varied_scopes)):
        for name, value in varied.items():
            words += [option, f"{name}={value}"]
    return shlex.join(words)


def repeat_commands(verdict: Verdict, report: str = "") -> tuple[str, ...]:
    """Return the commands that ask again, and that run the saved play of ``report`` again if there is one."""
    again = check_command(verdict)
    if not report or shown_play(verdict) is None:
        return (again,)
    return again, shlex.join(["ruleproof", "replay", report])


def report_page(report: str) -> str:
    """Return the page to read that stands beside the saved play of ``report``."""
    return f"{report.removesuffix('.json')}.md"


def shown_play(verdict: Verdict) -> ToldPlay | None:
    """Return the play that shows what the verdict says; where nothing is determined, none does."""
    return None if verdict.status is Status.UNDETERMINED else verdict.play


def shown_source(source: Source) -> str:
    """Return a place as reports show it: no part of it belongs to one machine."""
    if not source.file:
        return ""
    path = PurePath(source.file)
    file = path.name if path.is_absolute() else path.as_posix()
    return f"{file}:{source.line}"
