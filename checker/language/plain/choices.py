"""Choices that arise while a rule runs, and the scripts that answer them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

__all__ = ["Choice", "ListedScript", "NamedScript", "NeedsChoice", "Script", "completions"]

R = TypeVar("R")


@dataclass(frozen=True)
class Choice:
    """A choice that was made inside a rule: the argument's name, its plain value, and who chose."""

    name: str
    value: Any
    chooser: str

    def under(self, label: str) -> Choice:
        """Return the same choice as an argument of an event of several rules: ``rule(battle=B1).name``."""
        return replace(self, name=f"{label}.{self.name}")


class NeedsChoice(BaseException):
    """A script has no answer to a choice that arises.

    It is no :class:`Exception`, so that no author's ``except`` stops it.
    """

    def __init__(self, name: str, options: tuple[Any, ...]) -> None:
        super().__init__(name)
        self.name = name
        self.options = options


class Script:
    """Answers the choices of one run, and lists those that were made."""

    def __init__(self, taken: tuple[str, ...] = ()) -> None:
        self._taken = set(taken)
        self.made: list[Choice] = []

    def ask(self, base: str, options: tuple[Any, ...], chooser: str) -> Any:
        """Return the answer to a choice named ``base``, or ``base2`` and so on where that name is taken.

        Raises:
            NeedsChoice: there is no answer.
        """
        name, number = base, 1
        while name in self._taken:
            number += 1
            name = f"{base}{number}"
        value = self._answer(name, options)
        self._taken.add(name)
        self.made.append(Choice(name, value, chooser))
        return value

    def _answer(self, name: str, options: tuple[Any, ...]) -> Any:
        raise NotImplementedError


class ListedScript(Script):
    """Answers from a list, in order."""

    def __init__(self, answers: tuple[Any, ...], taken: tuple[str, ...] = ()) -> None:
        super().__init__(taken)
        self._answers = answers

    def _answer(self, name: str, options: tuple[Any, ...]) -> Any:
        if len(self.made) >= len(self._answers):
            raise NeedsChoice(name, options)
        return self._answers[len(self.made)]


class NamedScript(Script):
    """Answers by name. Where there is one option only, no answer is needed."""

    def __init__(self, answers: Mapping[str, Any], taken: tuple[str, ...] = ()) -> None:
        super().__init__(taken)
        self._answers = answers

    def _answer(self, name: str, options: tuple[Any, ...]) -> Any:
        if name not in self._answers and len(options) == 1:
            return options[0]
        if name not in self._answers or self._answers[name] not in options:
            raise NeedsChoice(name, options)
        return self._answers[name]


def completions(
    attempt: Callable[[Script], R], taken: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[Choice, ...], R]]:
    """Yield the choices and the outcome of every way through ``attempt``; later choices vary fastest."""
    pending: list[tuple[Any, ...]] = [()]
    while pending:
        answers = pending.pop()
        script = ListedScript(answers, taken)
        try:
            outcome = attempt(script)
        except NeedsChoice as need:
            pending.extend((*answers, option) for option in reversed(need.options))
            continue
        yield tuple(script.made), outcome
