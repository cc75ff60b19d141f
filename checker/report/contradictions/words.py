"""The sentences that all forms share, so that a finding about clauses reads the same wherever it is told."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Sequence

from checker.judge.contradictions.finding import (
    Baseline,
    Change,
    ContradictionRun,
    Finding,
    FindingKind,
    Side,
)
from checker.report.folding import listed
from checker.report.summary import counted

__all__ = [
    "about",
    "answered",
    "change_words",
    "command",
    "event_words",
    "examined",
    "kind_words",
    "outcome",
    "outcome_words",
    "players_words",
    "questions_of",
    "stopped",
    "terms_words",
    "totals",
    "varied_words",
]


def kind_words(finding: Finding) -> str:
    """Return what kind of finding it is: ``clash, open, neither is a case of the other``."""
    words = finding.kind.value
    if finding.standing is None:
        return words
    by = f" ({finding.settled_by[0]}: {finding.settled_by[1]} counts)" if finding.settled_by else ""
    return f"{words}, {finding.standing.value}{by}"


def varied_words(finding: Finding) -> str:
    """Return the readings and scopes other than the game's own that show it: ``edition=CR26``."""
    varied = (*finding.varied.items(), *finding.varied_scopes.items())
    return ", ".join(f"{name}={value}" for name, value in varied)


def terms_words(side: Side) -> str:
    """Return the words of the clause's own language: ``pila: the stack``."""
    return "; ".join(f"{term}: {meaning}" if meaning else term for term, meaning in side.terms)


def answered(finding: Finding, baseline: Baseline) -> tuple[tuple[str, str], ...]:
    """Return the questions that a finding answers, with what each of them is."""
    return tuple((name, baseline.questions[name]) for name in baseline.answers.get(finding.id, ()))


def questions_of(run: ContradictionRun) -> dict[str, tuple[Finding, ...]]:
    """Return by name the questions that findings answer; of a complete run, also those that none does."""
    known = run.baseline
    answers = {
        name: tuple(f for f in run.findings if name in known.answers.get(f.id, ()))
        for name in known.questions
    }
    return {name: found for name, found in answers.items() if found or run.complete}


def about(finding: Finding) -> tuple[tuple[str, str], ...]:
    """Return what belongs to a finding besides its clauses and play, as named rows."""
    rows = [
        ("Kind", kind_words(finding)),
        ("About", ", ".join(finding.about)),
        ("Seen in", counted(finding.count, "situation") if finding.count else ""),
        ("Players", players_words(finding)),
        ("Sizes and bounds", finding.scope),
        ("Readings", ", ".join(f"{k}={v}" for k, v in finding.readings.items())),
        *(("Assumed effect", what) for what in finding.assumed),
        *(("Note", note) for note in finding.details),
    ]
    return tuple(row for row in rows if row[1])


def players_words(finding: Finding) -> str:
    """Return how many players it takes, where that was tried."""
    if finding.players is None:
        return ""
    if finding.players == finding.fewest:
        return f"{counted(finding.players, 'player')} show it, and the game takes no fewer"
    return f"it takes {counted(finding.players, 'player')}"


def event_words(finding: Finding) -> str:
    """Return which step of the play the clauses speak of, where they speak of one."""
    if finding.event_step is None or finding.play is None:
        return ""
    last = len(finding.play.steps)
    judged = "" if finding.event_step == last else f", as things stand after step {last}"
    return f"The clauses speak of step {finding.event_step}{judged}."


def change_words(change: Change) -> str:
    """Return a change and what it does in one sentence, without a full stop."""
    new = f" {', '.join(change.new)}" if change.new else ""
    note = f"; {change.note}" if change.note else ""
    return f"{change.what}: {outcome_words(change)}{new}{note}"


def outcome_words(change: Change) -> str:
    """Return what a change does; where other findings appear with it, their ids are to follow."""
    gone = "the finding is gone" if change.gone else "it stays"
    return f"{gone}; {'new:' if change.new else 'nothing new appears'}"


def command(finding: Finding) -> str:
    """Return the command that finds it again."""
    words = ["ruleproof", "contradictions", finding.model_file or finding.game]
    if finding.clauses:
        words += ["--clause", finding.clauses[0]]
    for option, varied in (("--scope", finding.varied_scopes), ("--reading", finding.varied)):
        for name, value in varied.items():
            words += [option, f"{name}={value}"]
    return shlex.join(words)


def totals(run: ContradictionRun, *, figures: bool = True) -> tuple[str, ...]:
    """Return what came of a run, one sentence a line; with ``figures``, also what it took."""
    return (*examined(run, figures=figures), *outcome(run))


def examined(run: ContradictionRun, *, figures: bool = True) -> tuple[str, ...]:
    """Return which games were looked at; with ``figures``, also what it took."""
    looked_at = (*run.figures.items(), *run.elsewhere.items())
    unseen = [game for game, took in looked_at if run.interrupted and not took.states]
    norms = {game: number for game, number in run.norms.items() if game not in unseen}
    games = ", ".join(f"{g} ({counted(n, 'norm')})" for g, n in norms.items()) or "no game with norms"
    lines = [] if unseen and not norms else [f"Examined {games}."]
    if run.elsewhere and not figures:
        lines.append(f"Also looked at {listed(list(run.elsewhere))}.")
    for game, took in looked_at if figures else ():
        if game in unseen:
            continue
        ended = f"; the search is not whole: {took.stopped}" if took.stopped else ""
        calls = took.calls + took.more_calls
        solver = f", {counted(calls, 'solver call')}" if calls else ""
        lines.append(
            f"{game}: {counted(took.states, 'state')}, {counted(took.groups, 'group')} of situations that "
            f"norms see alike{solver}{ended}."
        )
    if unseen:
        lines.append(f"Of {listed(unseen)} nothing was seen yet.")
    return tuple(lines)


def outcome(run: ContradictionRun) -> tuple[str, ...]:
    """Return how many findings there are and how many are new, and the accepted ones that are gone."""
    counting = [f for f in run.findings if f.counts]
    if run.interrupted:
        return _so_far(run, counting)
    kinds = [_counted(counting, kind) for kind in FindingKind]
    found = listed([words for words in kinds if words]) if counting else "No finding"
    known = len(counting) - len(run.new)
    counts = f"{found}: {len(run.new)} new, {known} accepted." if counting else f"{found}."
    return (counts, *(f"{gone} is accepted, and not found any more." for gone in run.vanished))


def _so_far(run: ContradictionRun, counting: Sequence[Finding]) -> tuple[str, ...]:
    """Return what was found before a run was interrupted; of what it lacks nothing is known."""
    kinds = [words for kind in FindingKind if (words := _counted(counting, kind))]
    known = f"; {len(counting) - len(run.new)} of them accepted" if counting else ""
    found = listed(kinds) if kinds else "nothing"
    return (f"Interrupted, so that all else is undetermined. Found so far: {found}{known}.",)


def stopped(run: ContradictionRun) -> tuple[str, ...]:
    """Return for each game whose search is not whole that it is not, and why."""
    return tuple(
        f"{game}: the search is not whole: {took.stopped}."
        for game, took in (*run.figures.items(), *run.elsewhere.items())
        if took.stopped and not run.interrupted  # which is told with what was found
    )


def _counted(findings: Iterable[Finding], kind: FindingKind) -> str:
    number = sum(f.kind is kind for f in findings)
    plural = {"clash": "clashes", "mismatch": "mismatches", "stuck": "stuck"}
    return (
        f"{number} {kind.value if number == 1 else plural.get(kind.value, f'{kind.value}s')}"
        if number
        else ""
    )
