"""What a person reads of a comparison in the terminal."""

from __future__ import annotations

from checker.judge.comparison.outcome import Comparison, ComparisonRun, Situation
from checker.judge.comparison.product import Form
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
from checker.report.layout import Page
from checker.report.readings import difference_words, unknown_rows
from checker.report.text import few, print_board, print_course, print_lines

__all__ = ["print_comparisons"]

_LABEL_WIDTH = 34


def print_comparisons(page: Page, run: ComparisonRun, *, loudness: str = "usual") -> None:
    """Print every kind of situation that differs, then claims and scenarios, and what it rests on.

    ``loudness`` is ``usual``; ``quiet`` leaves out plays and what the answer rests on, ``verbose`` adds the
    boards at the end of plays.
    """
    for number, comparison in enumerate(run.comparisons):
        if number:
            page.blank()
        if loudness == "quiet":
            _print_short(page, comparison)
        else:
            _print_comparison(page, comparison, boards=loudness == "verbose")
    if run.comparisons and run_lines(run):
        page.blank()
    for line in run_lines(run):
        page.text(line)
    if run.revision and not (run.comparisons or run.added or run.gone or run.late):
        page.text("Nothing differs.", style="bold")


def _print_short(page: Page, comparison: Comparison) -> None:
    """Print each thing that differs in one sentence, and all reasons to doubt that there is no more."""
    page.text(title(comparison), style="bold")
    for label, text in changes_in_rules(comparison):
        page.row(label, text, label_width=_LABEL_WIDTH)
    if comparison.clauses_changed:
        page.row("clauses changed", ", ".join(comparison.clauses_changed), label_width=_LABEL_WIDTH)
    for situation in comparison.situations:
        page.text(f"{headline(situation, comparison.sides)} ({count_words(situation)}).", indent=2, hanging=2)
    _print_claims(page, comparison)
    for flip in comparison.scenarios.flips:
        page.row(flip.number, flip_words(flip, comparison.sides), label_width=_LABEL_WIDTH // 3, mark="!")
    page.text(f"{totals(comparison)}.", style="bold")
    if comparison.undetermined:
        for line in basis_lines(comparison):
            page.text(line, style="dim")


def _print_claims(page: Page, comparison: Comparison) -> None:
    for pair in comparison.verdicts:
        page.row(pair.under.claim, difference_words(pair), label_width=_LABEL_WIDTH, mark="!")
    for label, words in unknown_rows(comparison.unknown):
        page.row(label, words, label_width=_LABEL_WIDTH, mark="?")


def _print_comparison(page: Page, comparison: Comparison, *, boards: bool) -> None:
    page.text(title(comparison), style="bold")
    for mine, theirs in options_apart(comparison):
        page.text(f"{mine.reading}: {mine.question}", indent=2, hanging=2)
        for option in (mine, theirs):
            text = f": {option.text}" if option.text else ""
            page.text(f"{option.option} ({option.clause}){text}", indent=4, hanging=2, style="dim")
    for label, text in changes_in_rules(comparison):
        page.row(label, text, label_width=_LABEL_WIDTH)
    for clause in comparison.clauses_changed:
        for side in comparison.sides:
            page.row(f"{clause} with {side.label}", side.clauses[clause], label_width=_LABEL_WIDTH)
    for situation in comparison.situations:
        page.blank()
        _print_situation(page, comparison, situation, boards=boards)
    if comparison.judged:
        page.blank()
        page.text("Claims", style="bold")
        _print_claims(page, comparison)
        page.text(f"{claims_words(comparison)}.", indent=2, style="dim")
    _print_scenarios(page, comparison)
    page.blank()
    page.text(f"{totals(comparison)}.", style="bold")
    for line in basis_lines(comparison):
        page.text(line, style="dim")


def _print_situation(page: Page, comparison: Comparison, situation: Situation, *, boards: bool) -> None:
    page.rule()
    cites = f"   [{few(situation.clauses)}]" if situation.clauses else ""
    page.text(f"{headline(situation, comparison.sides)}.{cites}", style="bold red")
    page.text(f"{count_words(situation)}.", style="dim")
    play = shared_play(situation)
    if play is None:
        return
    print_course(page, play)
    for number, side in enumerate(comparison.sides):
        half = situation.halves[number]
        page.text(f"With {side.label}", style="bold")
        step = last_step(situation, number)
        if step is not None:
            print_lines(page, (step,), after=situation.shared)
        for words in (*half_words(situation, number, comparison.sides), instead_words(half)):
            if words:
                page.text(words, indent=2, hanging=2)
        if situation.form is Form.START and half.play is not None:
            page.text("the game may start so", indent=2)
        if boards and half.play is not None:
            print_board(page, half.play)
            page.blank()


def _print_scenarios(page: Page, comparison: Comparison) -> None:
    scenarios = comparison.scenarios
    page.blank()
    page.text("Scenarios", style="bold")
    if scenarios.missing:
        page.text(f"None was played: {scenarios.missing}.", indent=2, style="dim")
        return
    for flip in scenarios.flips:
        words = f"{flip.title}: {flip_words(flip, comparison.sides)}"
        page.row(flip.number, words, label_width=_LABEL_WIDTH // 3, mark="!")
    for number, why in scenarios.unplayed:
        page.row(number, f"not played: {why}", label_width=_LABEL_WIDTH // 3, mark="?")
    page.text(
        f"{scenarios.played:,} played on both sides, {len(scenarios.flips)} flip.", indent=2, style="dim"
    )
