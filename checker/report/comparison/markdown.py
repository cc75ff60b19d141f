"""Comparisons as Markdown; the same on every machine."""

from __future__ import annotations

from collections.abc import Iterator

from checker.judge.comparison.outcome import Comparison, ComparisonRun, Situation
from checker.report.comparison.words import (
    basis_lines,
    changes_in_rules,
    claims_words,
    count_words,
    flip_words,
    half_words,
    headline,
    instead_words,
    last_step,
    options_apart,
    run_lines,
    shared_play,
    title,
    totals,
)
from checker.report.escape import markdown, markdown_code
from checker.report.markdown import document, play_blocks, repeat_blocks, steps_table, table
from checker.report.readings import verdict_words
from checker.report.summary import check_command, shown_source

__all__ = ["comparisons_markdown"]


def comparisons_markdown(run: ComparisonRun) -> str:
    """Return a run as one document."""
    blocks = [block for comparison in run.comparisons for block in _blocks(comparison)]
    if run.revision:
        commit = f" ({markdown_code(run.commit)})"
        lines = [f"- {markdown(line)}" for line in run_lines(run)]
        told = ["\n".join(lines)] if lines else []
        nothing = [] if run.comparisons or run.added or run.gone or run.late else ["**Nothing differs.**"]
        blocks = [f"# Changes since {markdown(run.revision)}{commit}", *told, *nothing, *blocks]
    return document([*blocks, *repeat_blocks([run.command], level=2)])


def _blocks(comparison: Comparison) -> Iterator[str]:
    sides = comparison.sides
    yield f"# {markdown(title(comparison))}"
    yield f"**{markdown(totals(comparison))}.**"
    yield "\n".join(f"- {markdown(line)}" for line in basis_lines(comparison))
    pairs = options_apart(comparison)
    if pairs:
        yield "## What is read otherwise"
        rows = [
            (
                markdown(mine.question),
                markdown_code(option.option),
                markdown_code(option.clause),
                markdown(option.text),
            )
            for mine, theirs in pairs
            for option in (mine, theirs)
        ]
        yield table(("Question", "Option", "Clause", "It says"), rows)
    rows_of_rules = [
        *changes_in_rules(comparison),
        *((f"{c} with {s.label}", s.clauses[c]) for c in comparison.clauses_changed for s in sides),
    ]
    if rows_of_rules:
        yield "## What the rules say otherwise"
        yield "\n".join(f"- {markdown(label)}: {markdown(text)}" for label, text in rows_of_rules)
    for situation in comparison.situations:
        yield from _situation(comparison, situation)
    claims = (*comparison.verdicts, *comparison.unknown)
    if comparison.judged:
        yield "## Claims"
        yield f"{markdown(claims_words(comparison))}."
    if claims:
        yield table(
            ("Claim", *(markdown(f"With {side.label}") for side in sides), "To repeat it"),
            [
                (
                    markdown_code(pair.under.claim),
                    markdown(verdict_words(pair.in_force)),
                    markdown(verdict_words(pair.under)),
                    markdown_code(check_command(pair.under)),
                )
                for pair in claims
            ],
        )
    yield from _scenarios(comparison)


def _situation(comparison: Comparison, situation: Situation) -> Iterator[str]:
    yield f"## {markdown(headline(situation, comparison.sides))}"
    clauses = ", ".join(markdown_code(c) for c in situation.clauses)
    yield f"{markdown(count_words(situation))}.{f' Clauses: {clauses}.' if clauses else ''}"
    play = shared_play(situation)
    if play is None:
        return
    yield from play_blocks(play)
    for number, side in enumerate(comparison.sides):
        half = situation.halves[number]
        yield f"**With {markdown(side.label)}**"
        step = last_step(situation, number)
        if step is not None:
            yield steps_table((step,), after=situation.shared)
        words = [w for w in (*half_words(situation, number, comparison.sides), instead_words(half)) if w]
        if words:
            yield "\n".join(f"- {markdown(w)}" for w in words)
        elif step is None:
            yield "The game may start so."


def _scenarios(comparison: Comparison) -> Iterator[str]:
    scenarios = comparison.scenarios
    yield "## Scenarios"
    if scenarios.missing:
        yield f"None was played: {markdown(scenarios.missing)}."
        return
    yield f"{scenarios.played:,} played on both sides, {len(scenarios.flips)} flip."
    rows = [
        (
            markdown_code(flip.number),
            markdown(flip.title),
            markdown(flip_words(flip, comparison.sides)),
            markdown_code(shown_source(flip.source)),
        )
        for flip in scenarios.flips
    ]
    rows += [
        (markdown_code(number), "", markdown(f"not played: {why}"), "") for number, why in scenarios.unplayed
    ]
    if rows:
        yield table(("Scenario", "What is played", "What becomes of it", "Where"), rows)
