"""Random expressions of the language, as source text."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field

KEYS = ("Card", "Player", "Colour")
CONSTANTS = {
    "Card": ("Card(0)", "Card(1)"),
    "Player": ("Player(0)", "Player(1)"),
    "Colour": ("Colour.RED", "Colour.GREEN", "Colour.BLUE"),
    "bool": ("True", "False"),
    "int": ("0", "1", "2"),
}
ITEM_FIELDS = {
    "card": "Card",
    "colour": "Colour",
    "weight": "int",
    "target": "Maybe[Card]",
    "since": "Moment",
}


def inner(annotation: str) -> list[str]:
    """Return the type arguments of an annotation such as ``Map[Card, Maybe[Player]]``."""
    parts: list[str] = []
    depth, part = 0, ""
    for letter in annotation[annotation.index("[") + 1 : -1]:
        depth += {"[": 1, "]": -1}.get(letter, 0)
        if letter == "," and not depth:
            parts.append(part.strip())
            part = ""
        else:
            part += letter
    return [*parts, part.strip()]


@dataclass
class Context:
    """What an expression may use: the game's fields, read from ``subject``, and typed names.

    ``now`` says that there is a present event, ``claim`` that the expression is part of a claim on a state,
    ``nested`` that it is part of a predicate; what forks is not used there, for it would multiply.
    """

    rng: random.Random
    fields: dict[str, str]
    subject: str = "self"
    names: dict[str, str] = field(default_factory=dict)
    now: bool = False
    claim: bool = False
    players: bool = True
    fresh: int = 0
    nested: bool = False

    def chance(self, probability: float) -> bool:
        return self.rng.random() < probability

    def pick(self, options: list[str] | tuple[str, ...]) -> str:
        return options[self.rng.randrange(len(options))]

    def name(self) -> str:
        self.fresh += 1
        return f"v{self.fresh}"

    # -- where values come from ------------------------------------------------------------------

    def _places(self) -> Iterator[tuple[str, str]]:
        """Yield (text, type) of the fields, of one entry of every map, and of the names."""
        for name, t in self.fields.items():
            text = f"{self.subject}.{name}"
            if t.startswith("Map["):
                key, item = inner(t)
                yield f"{text}[{self.key(key)}]", item
            else:
                yield text, t
        yield from self.names.items()

    def key(self, wanted: str) -> str:
        """Return a key of a map: a name, a field or a constant."""
        found = [name for name, t in self.names.items() if t in (wanted, f"Maybe[{wanted}]")]
        if not found or self.chance(0.3):
            found = [f"{self.subject}.{name}" for name, t in self.fields.items() if t == wanted]
        return self.pick(found) if found and self.chance(0.7) else self.constant(wanted)

    def _sources(self, wanted: str) -> list[str]:
        """Return texts that read a value of this type somewhere."""
        found: list[str] = []
        for text, t in self._places():
            if t == wanted or (t == f"Maybe[{wanted}]" and self.chance(0.1)):
                found.append(text)
            elif t in ("Item", "Maybe[Item]") and (t == "Item" or self.chance(0.15)):
                found.extend(f"{text}.{f}" for f, ft in ITEM_FIELDS.items() if ft == wanted)
            elif t[:5] in ("Stack", "Queue"):
                end = f"{text}.{'top' if t.startswith('Stack') else 'front'}"
                safe = self.chance(0.93)
                (item,) = inner(t)
                if item == wanted and (wanted != "Item" or not safe):
                    found.append(f"({end} if {text} else {self.constant(wanted)})" if safe else end)
                elif item == "Item":
                    ends = [f"{end}.{f}" for f, ft in ITEM_FIELDS.items() if ft == wanted]
                    if safe:
                        ends = [
                            f"({e} if {text} else {self.constant(wanted)})"
                            for e in ends
                            if wanted in CONSTANTS
                        ]
                    found.extend(ends)
            if wanted == "int" and t[:4] in ("Set[", "Stac", "Queu", "Bag["):
                found.append(f"{text}.size")
        return found

    def constant(self, wanted: str) -> str:
        return self.pick(CONSTANTS[wanted])

    def containers(self, *kinds: str) -> list[tuple[str, str]]:
        """Return (text, type) of the places that are of one of these kinds of container."""
        return [(text, t) for text, t in self._places() if t.split("[")[0] in kinds]

    # -- values ----------------------------------------------------------------------------------

    def value(self, wanted: str, depth: int = 2) -> str:
        """Return an expression of this type. An ``int`` is no constant that a field could refuse."""
        if wanted.startswith("Maybe["):
            return self._maybe(wanted, depth)
        if wanted == "Item":
            return self._item(depth)
        if wanted == "Moment":
            sources = self._sources(wanted)
            if self.now and (not sources or self.chance(0.4)):
                return "now()"
            return self.pick(sources or ["now()"])
        if wanted == "bool" and depth and self.chance(0.6):
            return self.condition(depth - 1, plain=True)
        if wanted == "int" and depth and self.chance(0.5):
            return self._sum(depth)
        sources = self._sources(wanted) if self.chance(0.75) else []
        if wanted == "Player" and depth and self.chance(0.3):
            return f"{self.value('Player', 0)}.next_in_game"
        return self.pick(sources) if sources else self.constant(wanted)

    def _sum(self, depth: int) -> str:
        a, b = self.value("int", depth - 1), self.value("int", depth - 1)
        count = self._quantified("count", depth - 1)
        return self.pick(
            [f"({a} + {b})", f"({a} - {b})", f"({a} + 1)", f"({a} - 1)", f"({a} * {b})", f"(({a} + 5) % 3)",
             f"(({a} + 2) // 2)", f"(2 - {a})", count, count]
        )  # fmt: skip

    def _maybe(self, wanted: str, depth: int) -> str:
        (item,) = inner(wanted)
        if self.chance(0.25):
            return "None"
        sources = self._sources(wanted)
        if item == "Player" and depth:
            sources.append(self._in_turn_order())
        for text, t in self.containers("Stack", "Queue", "Bag"):
            if inner(t) == [item] and depth:
                name = self.name()
                inside = self.within(**{name: item})
                sources.append(f"{text}.find(lambda {name}: {inside.condition(0)})")
        if sources and self.chance(0.5):
            return self.pick(sources)
        return self.value(item, max(depth - 1, 0))

    def _in_turn_order(self) -> str:
        name = self.name()
        inside = self.within(**{name: "Player"})
        word = self.pick(["first_who", "next_who"])
        return f"{self.key('Player')}.{word}(lambda {name}: {inside.condition(0)})"

    def _item(self, depth: int) -> str:
        sources = self._sources("Item")
        if sources and self.chance(0.5):
            text = self.pick(sources)
            if self.chance(0.4):
                changed = self.pick(["card", "colour", "target"])
                return f"dataclasses.replace({text}, {changed}={self.value(ITEM_FIELDS[changed], 0)})"
            return text
        since = self.value("Moment", 0)
        parts = [f"card={self.value('Card', 0)}", f"colour={self.value('Colour', 0)}", f"since={since}"]
        if self.chance(0.5):
            parts.append(f"target={self._maybe('Maybe[Card]', 0)}")
        return f"Item({', '.join(parts)})"

    # -- conditions ------------------------------------------------------------------------------

    def within(self, **names: str) -> Context:
        """Return the context inside a predicate or block, with more names."""
        return Context(
            self.rng, self.fields, self.subject, {**self.names, **names}, self.now, False, self.players,
            self.fresh + 100, nested=True,
        )  # fmt: skip

    def condition(self, depth: int = 2, *, plain: bool = False) -> str:
        """Return a condition; a ``plain`` one is a truth value and not just true or false in Python's way."""
        options = [self._comparison, self._comparison, self._member, self._member]
        if depth:
            options += [self._quantifier, self._quantifier, self._junction, self._negation]
        if self.claim:
            options += [self._permission, self._permission]
        if not plain:
            options.append(self._truthy)
        return self.rng.choice(options)(depth)

    def _comparison(self, depth: int) -> str:
        kinds = [*KEYS, "int", "int", "bool", "Moment", "Maybe[Card]", "Maybe[Player]", "Item"]
        if not self.players:
            kinds = [k for k in kinds if "Player" not in k]
        for _ in range(8):
            kind = self.pick(kinds)
            sources = self._sources(kind)
            if not sources:
                continue
            timed = kind in ("Moment", "Item") and not self.now
            a = self.pick(sources)
            b = self.pick(sources) if timed else self.value(kind, max(depth - 1, 0))
            if kind.startswith("Maybe"):
                a = self._in_turn_order() if kind == "Maybe[Player]" and self.chance(0.3) else a
                b = b if self.chance(0.6) else "None"
                return f"({a} {self.pick(['==', '!='])} {b})"
            if kind in ("int", "Moment"):
                return f"({a} {self.pick(['==', '!=', '<', '>', '<=', '>='])} {b})"
            if kind == "bool":
                return a
            return f"({a} {self.pick(['==', '!='])} {b})"
        return "True"

    def _member(self, depth: int) -> str:
        found = self.containers("Set", "Stack", "Queue", "Bag")
        if not found:
            return self._comparison(depth)
        text, t = found[self.rng.randrange(len(found))]
        (item,) = inner(t)
        if t.startswith("Set[") and self.chance(0.25):
            other = self.set_value(item)
            return self.pick([f"({text} == {other})", f"({text} <= {other})", f"bool({text} & {other})"])
        if item == "Item":
            return f"({text}.size {self.pick(['==', '<', '>='])} {self.constant('int')})"
        return f"({self.value(item, 0)} {self.pick(['in', 'not in'])} {text})"

    def set_value(self, item: str) -> str:
        sources = [text for text, t in self.containers("Set") if t == f"Set[{item}]"]
        one = f"set_of({self.value(item, 0)})"
        if sources and self.chance(0.5):
            return self.pick([f"({self.pick(sources)} {op} {one})" for op in "|&-"] + sources)
        return one

    def _truthy(self, depth: int) -> str:
        found = [t for t, _ in self.containers("Maybe", "Set", "Stack", "Queue", "Bag")]
        return self.pick(found) if found else self._comparison(depth)

    def _negation(self, depth: int) -> str:
        return f"(not {self.condition(depth - 1)})"

    def _junction(self, depth: int) -> str:
        a, b = self.condition(depth - 1, plain=True), self.condition(depth - 1, plain=True)
        return self.pick([f"({a} and {b})", f"({a} or {b})", f"implies({a}, {b})", f"({a} if {b} else {a})"])

    def _permission(self, depth: int) -> str:
        if self.players:
            return self.pick(
                [
                    f"may_act({self.value('Player', 0)})",
                    "(count(Player, may_act) <= 1)",
                    "may(Player(0), 'act0')",
                ]
            )
        return "may(None, 'act0')"

    def domain(self) -> tuple[str, str]:
        """Return something to range over, and the type of its members."""
        options = [("Card", "Card"), ("Colour", "Colour")]
        if self.players:
            options.append(("Player", "Player"))
            if not self.nested:
                options.append((f"{self.key('Player')}.opponents", "Player"))
                options.append((f"{self.key('Player')}.in_turn_order()", "Player"))
        options += [(text, inner(t)[0]) for text, t in self.containers("Set", "Stack", "Queue", "Bag")] * 2
        text, t = options[self.rng.randrange(len(options))]
        if not self.nested and self.chance(0.25):
            name = self.name()
            text = f"where({text}, lambda {name}: {self.within(**{name: t}).condition(0)})"
        return text, t

    def _quantifier(self, depth: int) -> str:
        return self._quantified(self.pick(["some", "every"]), depth)

    def _quantified(self, how: str, depth: int) -> str:
        text, t = self.domain()
        name = self.name()
        if how != "count" and self.chance(0.15):
            other, u = self.domain()
            second = f"{name}b"
            inside = self.within(**{name: t, second: u})
            return f"{how}({text}, {other}, lambda {name}, {second}: {inside.condition(max(depth - 1, 0))})"
        return f"{how}({text}, lambda {name}: {self.within(**{name: t}).condition(max(depth - 1, 0))})"
