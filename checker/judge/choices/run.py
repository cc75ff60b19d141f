"""``choices``: every choice in the games that are asked for."""

from __future__ import annotations

from collections.abc import Sequence

from checker.explore.interface import Statistics
from checker.judge.choices.choice import Choice, ChoiceRun, GameChoices
from checker.judge.choices.orders import forks, open_order
from checker.judge.choices.stated import stated_choices
from checker.judge.claims import claims_of
from checker.judge.engines import search
from checker.judge.inquiry import Clock
from checker.judge.norms.declare import norms_of
from checker.judge.questions import bound_key, bound_targets
from checker.judge.rounds import check_settings, select_games
from checker.judge.rulebook import check_citations, load_rulebook
from checker.judge.selection import Listener, Selection
from checker.judge.telling import Teller
from checker.judge.verdict import describe_limits
from checker.judge.workspace import GameEntry, Workspace
from checker.language.lower import lower
from checker.language.schema import Schema

__all__ = ["choices"]


def choices(workspace: Workspace, selection: Selection, listener: Listener) -> ChoiceRun:
    """Return every choice in the games that a selection names, under its scopes and readings.

    Raises:
        ModelError: a model, spec or rulebook is wrong.
        UsageError: the selection asks for what does not exist.
    """
    clock = Clock(selection.timeout)
    entries = select_games(workspace, selection)
    schemas = _schemas(entries, selection)
    return ChoiceRun(
        tuple(
            _in_game(entry, schema, selection, clock, listener)
            for entry, schema in zip(entries, schemas, strict=True)
        )
    )


def _schemas(entries: Sequence[GameEntry], selection: Selection) -> list[Schema]:
    """Return the schema of each game with what is asked for, as far as the game has it."""
    plain = [Schema(entry.game) for entry in entries]
    check_settings(plain, selection, "no game that is asked for has a")
    return [
        Schema(
            entry.game,
            {k: v for k, v in selection.scopes.items() if k in schema.scopes},
            {k: v for k, v in selection.readings.items() if k in schema.readings},
        )
        for entry, schema in zip(entries, plain, strict=True)
    ]


def _in_game(
    entry: GameEntry, schema: Schema, selection: Selection, clock: Clock, listener: Listener
) -> GameChoices:
    listener.tell(f"{schema.name}: reading the rules")
    texts = _clause_texts(entry)
    system = lower(schema).sliced()
    asked = list(forks(system))

    def progress(seen: Statistics) -> None:
        listener.tell(f"{schema.name}: {seen.states:,} states, {seen.levels} levels")

    outcome, _ = search(
        system,
        [*(fork.target for fork in asked), *bound_targets(system)],
        engine="auto",
        seconds=clock.left(),
        progress=progress,
    )
    names = dict.fromkeys(name for u in system.updates for name, _ in u.cut_parts)
    teller = Teller(schema)
    found: list[Choice] = list(stated_choices(schema))
    for fork in asked:
        play = outcome.found.get(fork.target.name)
        if play is not None:
            found.append(open_order(fork, play, schema, teller))
    return GameChoices(
        entry.name,
        tuple(found),
        schema.source,
        describe_limits(
            schema.all_sizes, schema.all_bounds, cut=[n for n in names if bound_key(n) in outcome.found]
        ),
        outcome.statistics.states,
        stopped="" if outcome.complete else outcome.stopped,
        readings=schema.readings,
        texts=texts,
        model_file=entry.file,
    )


def _clause_texts(entry: GameEntry) -> dict[str, str]:
    """Check the citations of a game against its rulebook; return the paraphrases of what its rules cite."""
    if entry.rulebook is None:
        return {}
    book, game = load_rulebook(entry.rulebook), entry.game
    rules = game.rules()
    check_citations(book, rules, game.procedure, game.readings(), claims_of(game), norms=norms_of(game))
    cited = dict.fromkeys(c for rule in rules.values() for c in rule.clauses)
    return {c: book.clause(c).paraphrase for c in cited}
