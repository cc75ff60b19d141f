"""The sentences that all forms share, so that a comparison reads the same wherever it is told."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from checker.judge.comparison.basis import Basis
from checker.judge.comparison.halves import Half
from checker.judge.comparison.outcome import Comparison, ComparisonRun, Flip, SideTold, Situation
from checker.judge.comparison.parts import AGES
from checker.judge.comparison.product import Form
from checker.judge.comparison.sides import Option
from checker.judge.verdict import PlayStep, ToldPlay
from checker.report.folding import listed
from checker.report.summary import counted, shown_source

__all__ = [
    "apart",
    "basis_lines",
    "changes_in_rules",
    "claims_words",
    "count_words",
    "flip_words",
    "half_words",
    "headline",
    "instead_words",
    "last_step",
    "options_apart",
    "run_lines",
    "shared_play",
    "title",
    "totals",
]

_ALONE = {
    "action": "may be taken with {} only",
    "choice": "has to be chosen with {} only",
}
"""What a rule does that only one side allows; every other kind happens by itself."""


def title(comparison: Comparison) -> str:
    """Return what is compared: ``magic: edition=CR24 against edition=CR26``."""
    mine, theirs = comparison.sides
    game = f"{mine.game}: " if mine.game == theirs.game else ""
    return f"{game}{mine.label} against {theirs.label}"


def options_apart(comparison: Comparison) -> tuple[tuple[Option, Option], ...]:
    """Return the readings of which another option is in force on each side."""
    mine, theirs = comparison.sides
    known = {option.reading: option for option in theirs.options}
    pairs = ((option, known[option.reading]) for option in mine.options if option.reading in known)
    return tuple((a, b) for a, b in pairs if a.option != b.option) if mine.game == theirs.game else ()


def headline(situation: Situation, sides: tuple[SideTold, SideTold]) -> str:
    """Return what is not the same, in one sentence without a full stop."""
    only = "" if situation.side is None else sides[situation.side].label
    match situation.form:
        case Form.START:
            return f"The game may start so with {only} only"
        case Form.OVER:
            return f"The game is over with {only} only"
        case Form.WRONG:
            return f"{situation.rule} goes wrong with {only} only"
        case Form.OUTCOME:
            parts = listed([name.replace("_", " ") for name in situation.fields])
            return f"{situation.rule} comes out otherwise: {parts}"
    alone = _ALONE.get(_kind(situation, sides), "happens with {} only")
    return f"{situation.rule} {alone.format(only)}"


def _kind(situation: Situation, sides: tuple[SideTold, SideTold]) -> str:
    """Return what kind of rule the sides differ by."""
    return next((side.rules[situation.rule].kind for side in sides if situation.rule in side.rules), "")


def count_words(situation: Situation) -> str:
    """Return how many situations show it, and how long the shortest play to one is."""
    many = counted(situation.count, "situation") if situation.count else "a situation"
    parts = [
        f"{name.replace('_', ' ')} in {number:,}"
        for name, number in situation.fields.items()
        if number and number != situation.count
    ]
    of_these = f" ({', '.join(parts)})" if parts else ""
    if situation.form is Form.START:
        return f"{counted(situation.count, 'start')} of the game"
    if not situation.shared:
        return f"{many}{of_these}; the shortest is the start of the game"
    return f"{many}{of_these}; the shortest after {counted(situation.shared, 'step')} that both sides take"


def shared_play(situation: Situation) -> ToldPlay | None:
    """Return the steps that both sides take alike."""
    play = next((half.play for half in situation.halves if half.play is not None), None)
    return None if play is None else replace(play, steps=play.steps[: situation.shared])


def last_step(situation: Situation, number: int) -> PlayStep | None:
    """Return the step by which a side differs, with what it changes and the other side does not."""
    steps = [_step(situation, half) for half in situation.halves]
    mine, other = steps[number], steps[1 - number]
    if mine is None:
        return None
    alike = set() if other is None else set(other.changes)
    return replace(mine, changes=tuple(c for c in mine.changes if c not in alike))


def _step(situation: Situation, half: Half) -> PlayStep | None:
    if not half.takes or half.play is None:
        return None
    return half.play.steps[situation.shared]


def half_words(situation: Situation, number: int, sides: tuple[SideTold, SideTold]) -> tuple[str, ...]:
    """Return what is told of one side besides the step that it takes, in sentences without full stops."""
    half, other = situation.halves[number], situation.halves[1 - number]
    words: list[str] = []
    if situation.form is Form.START:
        return () if half.play is not None else ("no start of the game is like this",)
    if half.wrong:
        words.append(f"the step goes wrong: {half.wrong}")
    if half.refusal and _kind(situation, sides) == "state-based":
        words.append(f"{situation.rule} does not happen")
    elif half.refusal:
        where = shown_source(half.refused_at) if half.refused_at is not None else ""
        words.append(f"{half.refusal}{f' ({where})' if where else ''}")
    if half.over != other.over and half.takes == other.takes:
        words.append("the game is over" if half.over else "the game goes on")
    mine, theirs = last_step(situation, number), last_step(situation, 1 - number)
    if mine is not None and theirs is not None and not (half.wrong or other.wrong):
        changed = {change.path for change in mine.changes}
        words += [f"{c.path} stays {c.before}" for c in theirs.changes if c.path not in changed]
        if not (mine.changes or theirs.changes):
            words.append(f"what differs is {AGES}")
    return tuple(words)


def instead_words(half: Half) -> str:
    """Return what may be done instead of a step that a side refuses."""
    if half.takes or not half.instead:
        return ""
    more = f", and {half.more_instead:,} more" if half.more_instead else ""
    return f"instead: {'; '.join(half.instead)}{more}"


def flip_words(flip: Flip, sides: tuple[SideTold, SideTold]) -> str:
    """Return how a scenario comes out on each side."""
    if flip.stated and not any(flip.outcomes):
        return "it names another outcome for each side itself"
    told = [
        f"{side.label}: {outcome or 'as it says'}" for side, outcome in zip(sides, flip.outcomes, strict=True)
    ]
    return "; ".join(told)


def claims_words(comparison: Comparison) -> str:
    """Return how many claims were judged, and of how many the verdict is another one, or not known."""
    differ = f"{len(comparison.verdicts):,} with another verdict"
    unknown = f", {len(comparison.unknown):,} not known" if comparison.unknown else ""
    return f"{comparison.judged:,} judged on both sides, {differ}{unknown}"


def apart(names: tuple[tuple[str, ...], tuple[str, ...]], sides: tuple[SideTold, SideTold]) -> Iterator[str]:
    """Yield which names are on one side only."""
    for side, only in zip(sides, names, strict=True):
        if only:
            yield f"with {side.label} only: {', '.join(only)}"


def changes_in_rules(comparison: Comparison) -> tuple[tuple[str, str], ...]:
    """Return what differs in the rules, clauses and claims themselves, as named rows."""
    sides = comparison.sides
    rows = [("Rules", words) for words in apart(comparison.rules, sides)]
    rows += [("Clauses", words) for words in apart(comparison.clauses_only, sides)]
    rows += [("Claims", words) for words in apart(comparison.only, sides)]
    if comparison.cited_anew:
        rows.append(("Cites other clauses", ", ".join(comparison.cited_anew)))
    return tuple(rows)


def basis_lines(comparison: Comparison) -> tuple[str, ...]:
    """Return what the answer rests on, one sentence a line."""
    basis = comparison.basis
    lines = [_searched(basis, found=bool(comparison.situations))]
    if basis.half_cut:
        lines.append(
            "A bound is reached on one side only: what is beyond it was not compared. A larger one may show "
            "more."
        )
    if basis.whole:
        lines.append("Compared by all of the state.")
    elif basis.compared:
        names = ", ".join(name.replace("_", " ") for name in basis.compared)
        lines.append(f"Compared by: {names}.")
    if basis.left_out:
        names = ", ".join(name.replace("_", " ") for name in basis.left_out)
        lines.append(f"Not compared, since only one side has it in this form: {names}.")
    return tuple(lines)


def _searched(basis: Basis, *, found: bool) -> str:
    if basis.same:
        return (
            "Both sides are the same transition system, term for term: no play can tell them apart, "
            f"with {basis.limits}."
        )
    if not basis.engine:
        return f"The sides share no start, so that nothing was searched, with {basis.limits}."
    seen = f"{counted(basis.states, 'situation')} that both sides share"
    if basis.stopped:
        return (
            f"The search ended early ({basis.stopped}), after {seen}, with {basis.limits}: what is not "
            "listed here may differ all the same."
        )
    numbers = f"{counted(basis.steps, 'step')}, {counted(basis.levels, 'level')}, {basis.engine} search"
    if not found:
        up_to = " up to the bound" if basis.cut else ""
        return f"No play tells them apart{up_to}: all {seen} were searched ({numbers}), with {basis.limits}."
    return f"All {seen} were searched, each up to where they part ({numbers}), with {basis.limits}."


def totals(comparison: Comparison) -> str:
    """Return what came of a comparison in one sentence."""
    parts = [
        _many(len(comparison.situations), "kind of situation", "kinds of situation"),
        _many(len(comparison.verdicts), "verdict", "verdicts"),
        _many(len(comparison.scenarios.flips), "scenario", "scenarios"),
        _many(len(comparison.clauses_changed), "clause", "clauses"),
    ]
    told = [part for part in parts if part]
    if told:
        one = len(told) == 1 and told[0].startswith("1 ")
        return f"{listed(told)} {'differs' if one else 'differ'}"
    if comparison.differs:
        return "The rules or claims differ, and nothing that follows from them"
    return "It is not known whether anything differs" if comparison.undetermined else "Nothing differs"


def _many(number: int, one: str, many: str) -> str:
    return f"{number:,} {one if number == 1 else many}" if number else ""


def run_lines(run: ComparisonRun) -> tuple[str, ...]:
    """Return what is told of a whole run, one sentence a line."""
    lines = []
    if run.added:
        lines.append(f"New since {run.revision}: {', '.join(run.added)}.")
    if run.gone:
        lines.append(f"Gone since {run.revision}: {', '.join(run.gone)}.")
    if run.late:
        lines.append(f"Not compared, for want of time: {', '.join(run.late)}.")
    if run.unchanged:
        lines.append(f"The same files as in {run.revision}: {', '.join(run.unchanged)}.")
    return tuple(lines)
