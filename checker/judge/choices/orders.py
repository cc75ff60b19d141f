"""Orders that nobody settles: what can happen together while no rule says which goes first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from checker.explore.automatic import instance_of
from checker.explore.interface import Target
from checker.judge.choices.choice import Choice, ChoiceKind
from checker.judge.choices.stated import layer_words
from checker.judge.telling import Teller
from checker.language.schema import Schema
from checker.system.model import Kind, System
from checker.system.play import Play
from checker.system.terms import FALSE, Term, all_of, any_of

__all__ = ["Fork", "forks", "open_order"]


@dataclass(frozen=True)
class Fork:
    """States in which something can go on in several ways at once.

    ``kind`` is automatic for rules of one layer, else it is who acts or chooses first. ``rules`` are the
    automatic rules: one (several of its instances) or two.
    """

    target: Target
    kind: Kind
    rules: tuple[str, ...] = ()


def forks(system: System) -> Iterator[Fork]:
    """Yield what may be open in some state.

    That is which of two automatic rules of one layer goes first, which of several instances of one, and which
    of several players acts or chooses first. Options that somebody chooses inside a rule are no instances of
    their own.
    """
    by_layer: dict[int, dict[str, dict[object, list[Term]]]] = {}
    by_actor: dict[Kind, dict[str, list[Term]]] = {Kind.CHOICE: {}, Kind.ACTION: {}}
    for update in system.updates:
        if update.kind in by_actor:
            if update.actor is not None:
                by_actor[update.kind].setdefault(update.actor, []).append(update.enabled)
            continue
        rules = by_layer.setdefault(update.rank, {})
        rules.setdefault(update.rule, {}).setdefault(instance_of(update), []).append(update.enabled)
    found = [fork for _, rules in sorted(by_layer.items()) for fork in _in_layer(rules)]
    for kind, actors in by_actor.items():
        condition = _two_of(any_of(terms) for terms in actors.values())
        found.append(Fork(Target(f"order of {kind.value}s", condition), kind))
    yield from (fork for fork in found if fork.target.states is not FALSE)


def _in_layer(rules: dict[str, dict[object, list[Term]]]) -> Iterator[Fork]:
    some = {rule: any_of(t for terms in of.values() for t in terms) for rule, of in rules.items()}
    names = list(rules)
    for number, rule in enumerate(names):
        several = _two_of(any_of(terms) for terms in rules[rule].values())
        yield Fork(Target(f"order of {rule}", several), Kind.AUTOMATIC, (rule,))
        for other in names[number + 1 :]:
            together = all_of((some[rule], some[other]))
            yield Fork(Target(f"order of {rule} and {other}", together), Kind.AUTOMATIC, (rule, other))


def _two_of(terms: Iterable[Term]) -> Term:
    """Return "at least two of these are true", in a size that is linear in their number."""
    one, two = FALSE, FALSE
    for term in terms:
        two = any_of((two, all_of((one, term))))
        one = any_of((one, term))
    return two


def open_order(fork: Fork, play: Play, schema: Schema, teller: Teller) -> Choice:
    """Return the order that is open after a play, as a choice that nobody makes."""
    told = teller.told(teller.replayed(fork.target.name, play))
    system, state = play.system, play.states[-1]
    rules = fork.rules
    if fork.kind is Kind.AUTOMATIC:
        several = ", where several of its instances apply" if len(rules) == 1 else ""
        when = f"{layer_words(schema, rules[0])}{several}"
    else:
        able = [u for u in system.updates if u.kind is fork.kind and system.holds(u.enabled, state)]
        rules = tuple(dict.fromkeys(u.rule for u in able))
        actors = ", ".join(sorted({u.actor for u in able if u.actor is not None}))
        what = "choose" if fork.kind is Kind.CHOICE else "act"
        when = f"where several players may {what} at once: {actors}"
    infos = [schema.rules[name] for name in rules if name in schema.rules]
    return Choice(
        ChoiceKind.ORDER,
        rules,
        when,
        infos[0].source if infos else schema.source,
        clauses=tuple(dict.fromkeys(c for info in infos for c in info.clauses)),
        play=told,
    )
