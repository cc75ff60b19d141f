"""The choices in games, told as text, as Markdown and as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from checker.judge.choices.choice import Choice, ChoiceKind, ChoiceRun, GameChoices, Missing
from checker.report.escape import markdown, markdown_code
from checker.report.folding import fold
from checker.report.json_format import play_json, source_json
from checker.report.layout import Page
from checker.report.markdown import document, table
from checker.report.summary import counted, shown_source
from checker.report.text import print_board, print_steps

__all__ = ["CHOICES", "choices_json", "choices_markdown", "print_choices"]

CHOICES = "ruleproof choices"
"""The format of the JSON document; its schema is ``docs/reference/choices.schema.json``."""

_LABEL_WIDTH = 30

_TITLES = {
    ChoiceKind.ACTION: "what players may do",
    ChoiceKind.CHOICE: "what somebody must choose before anything else goes on",
    ChoiceKind.INSIDE: "what is chosen inside a rule",
    ChoiceKind.REPLACEMENT: "which of several replacements applies",
    ChoiceKind.ORDER: "orders that are open",
}

_MISSING = {
    Missing.CHOOSER: "without a chooser",
    Missing.ORDER: "without an order",
    Missing.CLAUSE: "without a clause",
}


# -- on the terminal -----------------------------------------------------------------------------------------


def print_choices(page: Page, run: ChoiceRun, *, only_open: bool, loudness: str = "usual") -> None:
    """Print every choice by kind; with ``only_open`` those alone of which no clause says everything.

    ``loudness`` is ``usual``; ``quiet`` is as ``only_open``, and leaves out what was searched; ``verbose``
    adds the texts of clauses, and the steps of plays that show an open order.
    """
    only_open = only_open or loudness == "quiet"
    for number, game in enumerate(run.games):
        if number:
            page.blank()
        page.text(f"{game.game}   {shown_source(game.source)}".rstrip(), style="bold")
        for kind, listed in _by_kind(game, only_open):
            page.text(_TITLES[kind], indent=2, style="bold")
            for choice in listed:
                flagged = bool(choice.missing)
                page.row(
                    _label(choice),
                    "\n".join(_lines(choice)),
                    label_width=_LABEL_WIDTH,
                    indent=4,
                    style="yellow" if flagged else "",
                    mark="!" if flagged else "",
                )
                if loudness == "verbose":
                    _print_more(page, game, choice)
        page.text(f"{_total(game)}.", style="bold")
        if loudness != "quiet" or game.stopped:
            page.text(f"{_searched(game)}.", style="dim")


def _print_more(page: Page, game: GameChoices, choice: Choice) -> None:
    """Print the texts of a choice's clauses, and the play that shows that an order is open."""
    for clause in choice.clauses:
        if text := game.texts.get(clause):
            page.row("", f"{clause}: {text}", label_width=_LABEL_WIDTH, indent=4, style="dim")
    if choice.play is not None:
        page.blank()
        print_steps(page, choice.play)
        print_board(page, choice.play)
        page.blank()


def _by_kind(game: GameChoices, only_open: bool) -> Iterator[tuple[ChoiceKind, Sequence[Choice]]]:
    for kind in ChoiceKind:
        listed = [c for c in _shown(game, only_open) if c.kind is kind]
        if listed:
            yield kind, listed


def _shown(game: GameChoices, only_open: bool) -> list[Choice]:
    return [c for c in game.choices if c.missing or not only_open]


def _label(choice: Choice) -> str:
    """Return a choice in short: ``cast(card, target)``, or the rules whose order it is."""
    if choice.kind is ChoiceKind.ORDER:
        return ", ".join(choice.rules)
    names = ", ".join(name for name, _ in choice.parameters)
    return f"{choice.rules[0]}({names})" if names else choice.rules[0]


def _lines(choice: Choice) -> Iterator[str]:
    """Yield what is known of a choice, one thing a line."""
    if choice.says:
        yield choice.says
    yield f"{choice.who or 'nobody'}, {choice.when}"
    if choice.parameters:
        yield "; ".join(f"{name}: {words}" for name, words in choice.parameters)
    if choice.clauses:
        yield f"by {', '.join(choice.clauses)}"
    if choice.assumed:
        yield f"assumed: {choice.assumed}"
    yield from _missing_lines(choice)


def _missing_lines(choice: Choice) -> Iterator[str]:
    for missing in choice.missing:
        if choice.play is None:
            yield missing.value
            continue
        steps = "; ".join(line.sentence for line in fold(choice.play.steps))
        after = f"after {counted(len(choice.play.steps), 'step')}: {steps}" if steps else "at the start"
        yield f"{missing.value}, first {after}"


def _total(game: GameChoices) -> str:
    counts = Counter(missing for choice in game.choices for missing in choice.missing)
    return ", ".join(
        [
            counted(len(game.choices), "choice"),
            *(f"{counts[missing]} {words}" for missing, words in _MISSING.items()),
        ]
    )


def _searched(game: GameChoices) -> str:
    """Return in how many states it was searched which orders are open, and what that leaves unsaid."""
    words = f"Orders were looked for in {counted(game.states, 'state')} with {game.limits}"
    readings = ", ".join(f"{name}={option}" for name, option in game.readings.items())
    words += f", under {readings}" if readings else ""
    return f"{words}; the search ended early ({game.stopped}), so more may be open" if game.stopped else words


# -- Markdown ------------------------------------------------------------------------------------------------


def choices_markdown(run: ChoiceRun, *, only_open: bool) -> str:
    """Return the choices as one document; with ``only_open`` as on the terminal."""
    return document(block for game in run.games for block in _blocks(game, only_open))


def _blocks(game: GameChoices, only_open: bool) -> Iterator[str]:
    yield f"# Choices in {markdown(game.game)}"
    yield f"{markdown(_total(game))}. {markdown(_searched(game))}."
    for kind, listed in _by_kind(game, only_open):
        yield f"## {_TITLES[kind].capitalize()}"
        yield table(("Choice", "Who", "When", "What", "Clauses", "Open"), [_cells(game, c) for c in listed])


def _cells(game: GameChoices, choice: Choice) -> tuple[str, ...]:
    what = [choice.says, *(f"{name}: {words}" for name, words in choice.parameters)]
    clauses = [
        f"{markdown_code(c)} {markdown(game.texts[c])}" if c in game.texts else markdown_code(c)
        for c in choice.clauses
    ]
    besides = [f"assumed: {choice.assumed}"] if choice.assumed else []
    return (
        f"{markdown_code(_label(choice))} {markdown_code(shown_source(choice.source))}",
        markdown(choice.who or "nobody"),
        markdown(choice.when),
        "<br>".join(markdown(words) for words in what if words),
        "<br>".join([*clauses, *map(markdown, besides)]),
        "<br>".join(f"**{markdown(line)}**" for line in _missing_lines(choice)),
    )


# -- JSON ----------------------------------------------------------------------------------------------------


def choices_json(run: ChoiceRun, *, only_open: bool) -> dict[str, Any]:
    """Return the choices as a document; with ``only_open`` as on the terminal."""
    return {
        "format": CHOICES,
        "schema": 1,
        "exit_code": run.exit_code,
        "games": [
            {
                "game": game.game,
                "model_file": game.model_file,
                "readings": dict(game.readings),
                "limits": game.limits,
                "states": game.states,
                "stopped": game.stopped,
                "choices": [_choice_json(game, choice) for choice in _shown(game, only_open)],
            }
            for game in run.games
        ],
    }


def _choice_json(game: GameChoices, choice: Choice) -> dict[str, Any]:
    return {
        "kind": choice.kind.value,
        "rules": list(choice.rules),
        "says": choice.says,
        "who": choice.who or None,
        "when": choice.when,
        "parameters": [{"name": name, "what": words} for name, words in choice.parameters],
        "clauses": [{"id": c, "text": game.texts.get(c, "")} for c in choice.clauses],
        "assumed": choice.assumed or None,
        "missing": [missing.name.lower() for missing in choice.missing],
        "source": source_json(choice.source),
        "play": None if choice.play is None else play_json(choice.play),
    }
