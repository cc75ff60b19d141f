"""Random small games: their source text, and the module that it makes.

A game depends on its number alone. It uses every form of the language with some probability; whether it is
a sensible game does not matter, only that everything that runs it means the same.
"""

from __future__ import annotations

import importlib.util
import random
import sys
from pathlib import Path
from types import ModuleType

from checker.language.source import check_source
from tests.random_games.expressions import CONSTANTS, Context
from tests.random_games.statements import Body, indented

HEADER = '''"""A random game."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from enum import Enum

from checker import (
    CHANCE, Bag, Game, Map, Maybe, Moment, Object, Participant, Queue, Set, Stack, action, as_enters, assumed,
    automatic, bag, between_actions, choice, chosen, count, each, event, every, ghost, implies, integer, may,
    may_act, now, observer, one_of, queue, reading, replaces, require, scope, set_of, some, stack, start,
    state_based, triggered, where,
)


class Player(Participant, size={players}):
    pass


class Card(Object, size=2):
    pass


class Colour(Enum):
    RED = 0
    GREEN = 1
    BLUE = 2


@dataclass(frozen=True)
class Item:
    card: Card
    colour: Colour
    since: Moment
    weight: int = integer(0, 2)
    target: Maybe[Card] = None

'''

DECLARATIONS = {
    "bool": ("False", "True", ""),
    "Colour": ("Colour.RED", "Colour.GREEN", ""),
    "Card": ("Card(0)", "Card(1)", ""),
    "Player": ("Player(0)", "Player(1)", ""),
    "int": ("integer(0, 2)", "integer(0, 3, start=2)", "integer(-1, 2, start=1)"),
    "Maybe[Card]": ("",),
    "Maybe[Player]": ("", "Player(1)"),
    "Maybe[Item]": ("",),
    "Maybe[Moment]": ("",),
    "Moment": ("",),
    "Set[Card]": ("", "{Card(1)}"),
    "Set[Player]": ("", "{Player(0)}"),
    "Set[Colour]": ("",),
    "Map[Player, int]": ("each(Player, integer(0, 2, start=1))",),
    "Map[Card, Colour]": ("each(Card, Colour.GREEN)",),
    "Map[Card, Moment]": ("",),
    "Map[Card, bool]": ("each(Card, False)",),
    "Map[Colour, Maybe[Card]]": ("",),
    "Map[Player, Set[Card]]": ("",),
    "Map[Card, Stack[Colour]]": ("each(Card, stack(Colour, depth=1))",),
    "Map[bool, int]": ("each(bool, integer(0, 2, start=1))",),
    "Stack[Item]": ("stack(Item, depth=scope(2))", "stack(Item, depth=1)"),
    "Stack[Card]": ("stack(Card, depth=2)",),
    "Queue[Item]": ("queue(Item, length=1)",),
    "Queue[Player]": ("queue(Player, length=scope(2))",),
    "Queue[Card]": ("queue(Card, length=2)",),
    "Bag[Item]": ("bag(Item, size=1)", "bag(Item, size=scope(2))"),
    "Bag[Card]": ("bag(Card, size=2)",),
    "Bag[Colour]": ("bag(Colour, size=scope(2))",),
}  # fmt: skip

SCALARS = ("bool", "Colour", "Card", "Player", "int", "int", "Maybe[Card]", "Maybe[Player]", "Moment")
GHOSTS = ("int", "bool", "Set[Card]", "Moment", "Maybe[Card]", "Stack[Card]")


class Writer:
    """Writes one game."""

    def __init__(self, number: int) -> None:
        self.rng = random.Random(number)
        self.players = not self.chance(0.12)
        self.fields: dict[str, str] = {}
        self.ghosts: dict[str, str] = {}
        self.events: dict[str, list[str]] = {}
        self.lines: list[str] = []
        self.asked: set[str] = set()  # the arguments that some step has
        self.reading = self.chance(0.2)

    def chance(self, probability: float) -> bool:
        return self.rng.random() < probability

    def context(
        self, subject: str = "self", *, now: bool = True, claim: bool = False, ghosts: bool = False
    ) -> Context:
        fields = {**self.fields, **self.ghosts} if ghosts else dict(self.fields)
        if self.players:
            fields["in_game"] = "Set[Player]"
        return Context(self.rng, fields, subject, now=now, claim=claim, players=self.players)

    def write(self) -> str:
        self._declare()
        self._helpers()
        for index in range(self.rng.choice([2, 2, 2, 3])):
            self._rule("action", f"act{index}")
        for kind, odds in (("choice", 0.25), ("automatic", 0.5), ("automatic", 0.3), ("state_based", 0.45)):
            if self.chance(odds):
                self._rule(kind, f"{kind}{len(self.lines)}")
        if any("@state_based" in line for line in self.lines) and self.chance(0.7):
            self._rule("state_based", "another")
        for index in range(2):
            if self.triggers and self.chance(0.7):
                self._trigger(f"when{index}")
        if self.ghosts:
            self._observers()
        if self.chance(0.25):
            self._start()
        procedure = self._procedure()
        if self.chance(0.25):
            self._method(
                "def over(self) -> bool:",
                [f"return bool(self.due == Colour.BLUE and {self.context(now=False).condition(1)})"],
            )
        body = "\n".join(indented([*self.lines[: self.declared], *procedure, *self.lines[self.declared :]]))
        header = HEADER.format(players=self.rng.choice(["2", "scope(2, least=2, most=3)", "3"]))
        return f"{header}\nclass Random(Game):\n{body}\n\n{self._claims()}"

    # -- fields ----------------------------------------------------------------------------------

    def _types(self, among: tuple[str, ...], count: int) -> list[str]:
        allowed = [t for t in among if self.players or "Player" not in t]
        return self.rng.sample(allowed, count)

    def _declare(self) -> None:
        containers = tuple(t for t in DECLARATIONS if "[" in t and t not in SCALARS)
        types = self._types(SCALARS, self.rng.randint(1, 2)) + self._types(containers, self.rng.randint(1, 2))
        self.triggers = self.chance(0.35)
        if self.triggers and not any(t.startswith("Bag") for t in types):
            types.append(self.rng.choice(["Bag[Card]", "Bag[Colour]", "Bag[Item]"]))
        for index, t in enumerate(types):
            self._field(f"f{index}", t, self.fields)
        self.fields["due"] = "Colour"
        self.lines.append("due: Colour = Colour.RED")
        if self.reading:
            self.lines.append('mode: str = reading("which?", first="A:1", second="A:2")')
        if self.chance(0.4):
            for index, t in enumerate(self._types(GHOSTS, self.rng.randint(1, 2))):
                start = {"int": "integer(0, 2)", "bool": "False", "Stack[Card]": "stack(Card, depth=1)"}.get(
                    t, ""
                )
                self.ghosts[f"g{index}"] = t
                self.lines.append(f"g{index}: {t} = ghost({start})")
        self.declared = len(self.lines)

    def _field(self, name: str, t: str, among: dict[str, str]) -> None:
        start = self.rng.choice(DECLARATIONS[t])
        among[name] = t
        self.lines.append(f"{name}: {t} = {start}" if start else f"{name}: {t}")

    # -- rules -----------------------------------------------------------------------------------

    def _method(self, head: str, body: list[str], decorators: tuple[str, ...] = ()) -> None:
        self.lines += ["", *decorators, head, *indented(body)]

    def _parameters(self, kind: str) -> tuple[list[str], dict[str, str]]:
        """Return the parameters as they are written, and what they are in the body."""
        shown: list[str] = []
        names: dict[str, str] = {}
        if self.players and (kind in ("action", "choice") or self.chance(0.3)):
            shown.append("player: Player")
            names["player"] = "Player"
        options = [
            ("card", "Card", ""), ("colour", "Colour", ""), ("yes", "bool", ""),
            ("n", "int", "integer(0, 1)"), ("other", "Maybe[Card]", ""),
        ]  # fmt: skip
        # Not too many at once: every combination is an instance.
        for name, t, among in self.rng.sample(options, self.rng.choice([0, 1, 1, 1, 2 - len(shown)])):
            by = self.rng.choice(["CHANCE", '"somebody"', "lambda self: 'x'"])
            default = among
            if kind not in ("triggered", "as_enters") and self.chance(0.3):
                default = f"chosen(by={by}{', among=' if among else ''}{among})"
            shown.append(f"{name}: {t}" + (f" = {default}" if default else ""))
            names[name] = t
        held = [(f, t) for f, t in self.fields.items() if t[:5] in ("Stack", "Queue", "Bag[I", "Bag[C")]
        if held and self.chance(0.3):
            field, t = self.rng.choice(held)
            item = t[t.index("[") + 1 : -1]
            by = ', by="somebody"' if kind not in ("triggered", "as_enters") and self.chance(0.3) else ""
            shown.append(f'item: {item} = one_of("{field}"{by})')
            names["item"] = item
        shown.sort(key=lambda s: " = " in s)
        return shown, names

    def _rule(self, kind: str, name: str) -> None:
        shown, names = self._parameters(kind)
        if name == "act0" and "card" not in names:  # so that every game has cards
            shown.insert(0, "card: Card")
            names["card"] = "Card"
        if kind != "state_based":
            self.asked.update(names)
        context = self.context()
        context.names.update(names)
        mover = name == "act0"
        guard = [context.condition(1)] if not mover and self.chance(0.35) else []
        urgent = kind != "action"
        turn = urgent and self.chance(0.92)  # it waits until it is due, so that actions have their turn
        if turn:
            guard.insert(0, f"self.due == {self.rng.choice(['Colour.GREEN', 'Colour.BLUE'])}")
        # Several instances of one event with choices inside each would be choices by the thousand.
        body = Body(context, {} if kind == "state_based" and names else self.events)
        lines = [f"require({', '.join(guard)})"] if guard else []
        lines += ["self.due = Colour.RED"] if turn and self.chance(0.9) else []
        if not mover and body.events and self.chance(0.6):
            lines += body.call()
        lines += body.moves(2 if mover else self.rng.randint(0, 1))
        if not mover or self.chance(0.2):
            lines += self._branch(body.lines(self.rng.choice([1, 1, 1, 2, 2, 3])))
        if not urgent and self.chance(0.7):
            colours = [n for n, t in names.items() if t == "Colour"]
            lines.append(f"self.due = {self.rng.choice([*colours * 3, 'Colour.GREEN', 'Colour.BLUE'])}")
        if not mover and self.chance(0.12):
            lines.append(f"require({context.condition(1)})")
        says = 'says="{player} acts"' if "player" in names and self.chance(0.3) else ""
        decorators = [f"@{kind}({says})"]
        if kind == "action" and self.chance(0.1):
            decorators.append('@assumed("an effect")')
        self._method(f"def {name}({', '.join(['self', *shown])}) -> None:", lines, tuple(decorators))

    def _branch(self, lines: list[str]) -> list[str]:
        """Let the reading decide about the statements, in some rules."""
        if not self.reading or self.chance(0.5):
            return lines
        return [
            'if self.mode == "second":',
            *indented(lines),
            "else:",
            *indented(Body(self.context(), {}).lines(1, 0)),
        ]

    def _helpers(self) -> None:
        if not self.chance(0.4):
            return
        arguments = {"Card": "card", "Colour": "colour"}
        t = self.rng.choice(list(arguments))
        context = self.context()
        context.names[arguments[t]] = t
        head = f"(self, {arguments[t]}: {t}"
        affects = "affects=lambda game, x: Card(0)" if self.chance(0.5) else ""
        self._method(f"def enter{head}) -> None:", Body(context, {}).lines(1), (f"@event({affects})",))
        for index in range(self.rng.choice([0, 1, 1, 2])):
            again = {"enter": [t]} if self.chance(0.7) else {}
            when = f", when=lambda self, {arguments[t]}: {context.condition(1)}" if self.chance(0.7) else ""
            lines = Body(context, again).lines(2, 0)
            self._method(f"def instead{index}{head}) -> None:", lines, (f'@replaces("enter"{when})',))
        if self.chance(0.6):
            more = self.rng.choice(
                ["yes: bool = chosen(by=CHANCE)", "other: Maybe[Card] = chosen(by='x')",
                 "n: int = chosen(by=lambda self: Card(0), among=integer(0, 1))", ""]
            )  # fmt: skip
            inside = Context(**{**context.__dict__, "names": dict(context.names)})
            if more:
                name, annotation = more.split(" = ")[0].split(": ")
                inside.names[name] = annotation
            lines = Body(inside, {}).lines(1)
            if self.chance(0.3):
                lines.append(f"require({inside.condition(1)})")
            self._method(
                f"def hook{head}{', ' if more else ''}{more}) -> None:", lines, ('@as_enters("enter")',)
            )
        self.events["enter"] = [t]

    def _trigger(self, name: str) -> None:
        bags = [(f, t) for f, t in self.fields.items() if t.startswith("Bag")]
        if not bags:
            return
        field, t = self.rng.choice(bags)
        shown, names = self._parameters("triggered")
        context = self.context()
        earlier = self.context("before", now=False)
        context.names.update(names)
        earlier.names.update(names)
        value = context.value(t[4:-1], 1)
        changed = [f"before.{f} != self.{f}" for f, ft in self.fields.items() if ft in CONSTANTS]
        guard = self.rng.choice([*changed, earlier.condition(1), context.condition(1)])
        lines = [f"require({guard}, self.{field}.size == 0)", f"self.{field}.add({value})"]
        self._method(
            f"def {name}({', '.join(['self', 'before: Random', *shown])}) -> None:", lines, ("@triggered()",)
        )

    def _observers(self) -> None:
        for index in range(self.rng.randint(1, 2)):
            context = self.context(ghosts=True)
            body = Body(context, {}, free=False)
            lines = []
            for _ in range(self.rng.randint(1, 2)):
                name = self.rng.choice(list(self.ghosts))
                lines += body.change(f"self.{name}", self.ghosts[name])
            guard = self.rng.choice(
                ['step.rule == "act0"', "step.card == Card(0)", "step.yes", "step.player == Player(0)",
                 self.context("before", ghosts=True, now=False).condition(1)]
            )  # fmt: skip
            if not self.players and "Player" in guard:
                guard = "step.yes"
            if guard == "step.yes" and "yes" not in self.asked:
                guard = "step.card == Card(1)"
            lines = [f"if {guard}:", *indented(lines)] if self.chance(0.6) else lines
            self._method(
                f"def watch{index}(self, before: Random, step: object) -> None:", lines, ("@observer",)
            )

    def _start(self) -> None:
        context = self.context()
        parameter = self.rng.choice(
            ["", ", card: Card", ", n: int = integer(0, 1)", ", yes: bool = chosen(by=CHANCE)"]
        )
        if parameter:
            name, t = parameter[2:].split(" = ")[0].split(": ")
            context.names[name] = t
        safe = [
            (f, t) for f, t in self.fields.items() if (t in SCALARS and t != "int") or t.startswith("Set")
        ]
        lines: list[str] = []
        for field, t in safe[:2]:
            if t in SCALARS:
                lines.append(f"self.{field} = {context.value(t, 0) if 'Maybe' not in t else 'None'}")
            elif t.startswith("Set"):
                lines.append(f"self.{field}.add({context.constant(t[4:-1])})")
        if self.events and not lines:
            return
        lines = lines or ["require(True)"]
        if parameter and self.chance(0.4):
            lines.append(f"require({context.pick(['card == Card(0)' if 'card' in parameter else 'True'])})")
        self._method(f"def set_up(self{parameter}) -> None:", lines, ("@start()",))

    def _procedure(self) -> list[str]:
        rules = [line for line in self.lines if line.startswith("def ")]
        kinds = {}
        for before, line in zip(self.lines, self.lines[1:], strict=False):
            if line.startswith("def ") and before.startswith("@automatic"):
                kinds[line[4 : line.index("(")]] = True
        layers = [f'"{name}"' for name in kinds]
        if any(line.startswith("@state_based") for line in self.lines):
            layers.append('"state_based"')
        if not layers or not rules or self.chance(0.4):
            return []
        self.rng.shuffle(layers)
        if len(layers) > 2 and self.chance(0.5):
            layers = [f"({layers[0]}, {layers[1]})", *layers[2:]]
        return [f"procedure = between_actions({', '.join(layers)})"]

    # -- claims ----------------------------------------------------------------------------------

    def _claims(self) -> str:
        game = self.context("game", now=False, claim=True)
        ghostly = self.context("game", now=False, ghosts=True)
        before, after = (self.context(s, now=False, ghosts=self.chance(0.3)) for s in ("before", "after"))
        about_step = self.rng.choice(['step.rule != "act0"', "not step.yes", "step.card != Card(1)"])
        if about_step == "not step.yes" and "yes" not in self.asked:
            about_step = "step.card != Card(0)"
        return (
            f"def state_claim(game: Random) -> bool:\n    return bool({game.condition(2)})\n\n"
            f"def ghost_claim(game: Random) -> bool:\n    return bool({ghostly.condition(2)})\n\n"
            "def step_claim(before: Random, step: object, after: Random) -> bool:\n"
            f"    return bool({before.condition(1)} or {after.condition(1)} or {about_step})\n"
        )


def source_of_game(number: int) -> str:
    """Return the source text of the game with this number."""
    return Writer(number).write()


def load_game(number: int, folder: Path) -> ModuleType:
    """Return the module of the game with this number, written to ``folder`` and imported from there."""
    name = f"random_game_{number}"
    path = folder / f"{name}.py"
    path.write_text(source_of_game(number), encoding="utf-8")
    check_source(path)
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
