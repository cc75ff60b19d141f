"""Random statements of the language, as lines of source text."""

from __future__ import annotations

from dataclasses import replace

from tests.random_games.expressions import CONSTANTS, Context, inner


def indented(lines: list[str]) -> list[str]:
    return [f"    {line}" for line in lines]


class Body:
    """The body of one rule. ``events`` are calls that it may make, with the types of their arguments.

    A body that is not ``free`` changes nothing but the place that it is told to change.
    """

    def __init__(self, context: Context, events: dict[str, list[str]], *, free: bool = True) -> None:
        self.context = context
        self.events = events
        self.free = free

    def lines(self, count: int, depth: int = 1) -> list[str]:
        """Return at least so many statements."""
        found: list[str] = []
        for _ in range(count):
            found += self._statement(depth)
        return found or ["pass"]

    def _statement(self, depth: int) -> list[str]:
        rng, c = self.context.rng, self.context
        if depth and c.chance(0.3):
            return rng.choice([self._if, self._if, self._for, self._match, self._while])(depth)
        if self.events and c.chance(0.35):
            return self.call()
        if c.chance(0.07):
            return [f"require({c.condition(1)})"]
        return self._change()

    def call(self) -> list[str]:
        """Return a call of an event. One is enough: the choices inside several would multiply."""
        c = self.context
        name = c.pick(list(self.events))
        arguments = self.events[name]
        self.events = {}
        return [f"self.{name}({', '.join(c.value(t, 1) for t in arguments)})"]

    def _inside(self, **names: str) -> Body:
        context = replace(self.context, names={**self.context.names, **names}, fresh=self.context.fresh + 50)
        return Body(context, self.events, free=self.free)

    def _if(self, depth: int) -> list[str]:
        c = self.context
        lines = [f"if {c.condition(1)}:", *indented(self._inside().lines(1, depth - 1))]
        if c.chance(0.3):
            lines += [f"elif {c.condition(1)}:", *indented(self._inside().lines(1, depth - 1))]
        if c.chance(0.5):
            lines += ["else:", *indented(self._inside().lines(1, depth - 1))]
        return lines

    def _for(self, depth: int) -> list[str]:
        text, t = self.context.domain()
        name = self.context.name()
        return [f"for {name} in {text}:", *indented(self._inside(**{name: t}).lines(1, 0))]

    def _match(self, depth: int) -> list[str]:
        lines = [f"match {self.context.value('Colour', 1)}:"]
        for case in ("Colour.RED", self.context.pick(["Colour.GREEN", "Colour.GREEN | Colour.BLUE"]), "_"):
            lines += indented([f"case {case}:", *indented(self._inside().lines(1, depth - 1))])
        return lines

    def _while(self, depth: int) -> list[str]:
        found = self.context.containers("Stack", "Queue")
        if not found:
            return self._change()
        text, _ = found[self.context.rng.randrange(len(found))]
        after = self._change() if self.context.chance(0.3) else []
        return [f"while {text}:", f"    {text}.pop()", *after]

    def moves(self, count: int) -> list[str]:
        """Return statements that seldom go wrong and change so many fields."""
        c = self.context
        movable = [f for f in c.fields if f not in ("in_game", "due")]
        return [line for f in c.rng.sample(movable, min(count, len(movable))) for line in self._move(f)]

    def _move(self, name: str) -> list[str]:
        c = self.context
        text, t = f"self.{name}", c.fields[name]
        while t.startswith("Map["):
            key, t = inner(t)
            text = f"{text}[{c.key(key)}]"
        if t == "int":
            change = f"if {text} < 2:", f"    {text} += 1"
            return [f"{text} = ({text} + {c.pick(['1', '4', '5'])}) % 3"] if c.chance(0.6) else [*change]
        if t == "bool":
            return [f"{text} = not {text}"]
        if t.startswith("Set["):
            member = c.key(inner(t)[0])
            return [
                f"if {member} in {text}:",
                f"    {text}.discard({member})",
                "else:",
                f"    {text}.add({member})",
            ]
        if t[:5] in ("Stack", "Queue", "Bag[I", "Bag[C"):
            item = c.value(inner(t)[0], 0)
            take = f"{text}.clear()" if t.startswith("Bag") else f"{text}.pop()"
            put = "add" if t.startswith("Bag") else "push"
            return [
                f"if {text}.size > {c.pick(['0', '0', '1'])}:",
                f"    {take}",
                "else:",
                f"    {text}.{put}({item})",
            ]
        if t == "Moment":
            return [f"{text} = now()"]
        wanted = t.removeprefix("Maybe[").removesuffix("]")
        known = [n for n, nt in c.names.items() if nt == wanted]
        if wanted not in CONSTANTS:
            new = c.value(wanted, 0)
        elif known and c.chance(0.7):
            new = c.pick(known)
        else:
            first, second = CONSTANTS[wanted][:2]
            new = f"({second} if {text} == {first} else {first})"
        if t.startswith("Maybe[") and c.chance(0.6):
            return [f"{text} = None if {text} else {new}"]
        return [f"{text} = {new}"]

    # -- changes ---------------------------------------------------------------------------------

    def _change(self) -> list[str]:
        c = self.context
        fields = [f for f in c.fields if f != "in_game" or c.chance(0.3)]
        name = c.pick(fields)
        text, t = f"self.{name}", c.fields[name]
        while t.startswith("Map["):
            key, t = inner(t)
            text = f"{text}[{c.key(key)}]"
        return self.change(text, t)

    def change(self, text: str, t: str) -> list[str]:
        """Return a statement that changes the place ``text`` of type ``t``."""
        c = self.context
        match t.split("[", 1)[0]:
            case "int":
                return [self._number(text)]
            case "Set":
                return [self._set(text, inner(t)[0])]
            case "Stack" | "Queue" | "Bag":
                return self._sequence(text, t)
        if t == "bool" and c.chance(0.5):
            return [f"{text} = not {text}"]
        values = [c.value(t) for _ in range(3)]
        return [f"{text} = {next((v for v in values if v != text), values[0])}"]

    def _number(self, text: str) -> str:
        c = self.context
        read = c.value("int", 1)
        return c.pick(
            [f"{text} += 1", f"{text} -= 1", f"{text} += 1", f"{text} -= {read}", f"{text} = 2 - {text}",
             f"{text} = ({text} + 1) % 3", f"{text} = ({text} + 5) % 3", f"{text} = {c.constant('int')}",
             f"{text} = ({text} + {read} + 4) % 3", f"{text} = {text} + {read}"]
        )  # fmt: skip

    def _set(self, text: str, item: str) -> str:
        c = self.context
        member = c.value(item, 1)
        return c.pick(
            [f"{text}.add({member})", f"{text}.add({member})", f"{text}.discard({member})", f"{text}.clear()",
             f"{text} = {c.set_value(item)}"]
        )  # fmt: skip

    def _sequence(self, text: str, t: str) -> list[str]:
        c = self.context
        (item,) = inner(t)
        put = "add" if t.startswith("Bag") else "push"
        add = f"{text}.{put}({c.value(item, 1)})"
        if c.chance(0.55):
            return [add]
        name = c.name()
        more = self._inside(**{name: item}).lines(1, 0) if self.free else []
        some_item = self._inside(**{name: item}).context
        lines = [
            [add, f"{text}.clear()"],
            [
                f"{name} = {text}.find(lambda x: {c.within(x=item).condition(0)})",
                f"if {name}:",
                f"    {text}.remove({name})",
            ],
            [f"if {text}.size > 1:", f"    {text}.remove({c.value(item, 0)})"],
            [
                f"for {name} in {text}:",
                f"    if {some_item.condition(0)}:",
                f"        {text}.remove({name})",
                "        break",
            ],
        ]
        if c.chance(0.3):
            lines.append([f"{text}.remove({c.value(item, 0)})"])
        if not t.startswith("Bag"):
            lines += [
                [f"if {text}:", f"    {text}.pop()"] if c.chance(0.7) else [f"{text}.pop()"],
                [f"if {text}:", f"    {name} = {text}.pop()", *indented(more)],
            ]
        if t.startswith("Stack"):
            lines.append([f"if {text}:", f"    {text}.replace({text}.top, {c.value(item, 1)})"])
        return lines[c.rng.randrange(len(lines))]
