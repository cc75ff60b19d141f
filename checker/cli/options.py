"""Options that commands share: ``NAME=VALUE`` pairs, limits, documents to write, and words from a list."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import click

from checker.errors import none_of
from checker.judge.selection import ENGINES, Selection

__all__ = [
    "Documents",
    "Number",
    "OneWord",
    "WholeNumber",
    "cache_option",
    "documents",
    "engine_option",
    "file_option",
    "format_option",
    "games_argument",
    "jobs_option",
    "judging_options",
    "loudness_option",
    "property_option",
    "reading_option",
    "reports_option",
    "scope_option",
    "timeout_option",
]

F = TypeVar("F", bound=Callable[..., Any])

_DIGITS = 9


class OneWord(click.Choice[str]):
    """One of a few words; for any other, the nearest of them is named."""

    def get_invalid_choice_message(self, value: object, ctx: click.Context | None) -> str:
        """Return what is wrong with ``value``."""
        return none_of(str(value), [str(word) for word in self.choices])


class Number(click.types.FloatParamType):
    """A number above 0."""

    name = "number"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return ``value`` as a number."""
        try:
            number = float(str(value))
        except ValueError:
            self.fail(f"it is a number above 0, not {str(value)!r}", param, ctx)
        if not (number > 0 and math.isfinite(number)):
            self.fail(f"it is a number above 0, not {number:g}", param, ctx)
        return number


class WholeNumber(click.types.IntParamType):
    """A whole number from ``least`` on, up to ``most`` if there is one."""

    name = "number"

    def __init__(self, least: int, most: int | None = None) -> None:
        self._least, self._most = least, most

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return ``value`` as a number."""
        wanted = f"from {self._least} on" if self._most is None else f"from {self._least} to {self._most}"
        try:
            number = int(str(value))
        except ValueError:
            self.fail(f"it is a whole number {wanted}, not {str(value)!r}", param, ctx)
        if number < self._least or (self._most is not None and number > self._most):
            self.fail(f"it is a whole number {wanted}, not {number}", param, ctx)
        return number


def _pairs(parameter: click.Parameter, values: tuple[str, ...], example: str) -> dict[str, str]:
    """Return ``NAME=VALUE`` options as a mapping."""
    found: dict[str, str] = {}
    for value in values:
        name, sign, given = value.partition("=")
        name, given = name.strip(), given.strip()
        if not (sign and name and given):
            raise click.BadParameter(f"write {example}, not {value!r}", param=parameter)
        if found.get(name, given) != given:
            raise click.BadParameter(
                f"{name} is given twice, as {found[name]} and as {given}", param=parameter
            )
        found[name] = given
    return found


def _scopes(_: click.Context, parameter: click.Parameter, values: tuple[str, ...]) -> dict[str, int]:
    found: dict[str, int] = {}
    for name, given in _pairs(parameter, values, "NAME=N, such as players=3").items():
        if not given.removeprefix("-").isdecimal() or len(given) > _DIGITS:
            raise click.BadParameter(f"{name} is a whole number, not {given!r}", param=parameter)
        found[name] = int(given)
    return found


def _readings(_: click.Context, parameter: click.Parameter, values: tuple[str, ...]) -> dict[str, str]:
    return _pairs(parameter, values, "NAME=OPTION, such as edition=CR26")


Documents = tuple[tuple[str, Path], ...]
"""Formats, each with the path that it is written to."""


def documents(
    known: Iterable[str], example: str, *, sharing: Iterable[str] = ()
) -> Callable[[click.Context, click.Parameter, tuple[str, ...]], Documents]:
    """Return what reads ``FORMAT=PATH`` options: no two documents go to one file.

    Args:
        known: the formats that there are.
        example: such an option.
        sharing: formats that may go to one path with each other, since it is a folder for them.

    """
    formats, folders = tuple(known), frozenset(sharing)

    def read(_: click.Context, parameter: click.Parameter, values: tuple[str, ...]) -> Documents:
        found: list[tuple[str, Path]] = []
        for value in values:
            name, _sign, given = value.partition("=")
            if not (name and given):
                raise click.BadParameter(
                    f"write FORMAT=PATH, such as {example}, not {value!r}", param=parameter
                )
            if name not in formats:
                raise click.BadParameter(none_of(name, formats), param=parameter)
            path = Path(given)
            others = [n for n, p in found if p == path]
            if others and (name in others or not folders.issuperset((name, *others))):
                raise click.BadParameter(
                    f"{given} is given twice, for {others[0]} and {name}", param=parameter
                )
            found.append((name, path))
        return tuple(found)

    return read


def scope_option(function: F) -> F:
    """Add ``--scope NAME=N``, which may be repeated."""
    return click.option(
        "--scope",
        "scopes",
        multiple=True,
        metavar="NAME=N",
        callback=_scopes,
        help="A size or bound other than the game's own, such as players=3. May be repeated.",
    )(function)


def reading_option(function: F) -> F:
    """Add ``--reading NAME=OPTION``, which may be repeated."""
    return click.option(
        "--reading",
        "readings",
        multiple=True,
        metavar="NAME=OPTION",
        callback=_readings,
        help="Another reading of the rules than the game's own. May be repeated.",
    )(function)


def _document_file(_: click.Context, parameter: click.Parameter, path: Path | None) -> Path | None:
    if path is not None and path.suffix not in (".json", ".md"):
        raise click.BadParameter(f"name a file that ends in .json or .md, not {str(path)!r}", param=parameter)
    return path


def games_argument(function: F) -> F:
    """Add any number of games or paths of model files, each once."""
    return click.argument(
        "games",
        nargs=-1,
        metavar="[GAME|PATH]...",
        callback=lambda _context, _parameter, values: tuple(dict.fromkeys(values)),
    )(function)


def property_option(function: F) -> F:
    """Add ``--property NAME``, which may be repeated."""
    return click.option(
        "--property",
        "properties",
        multiple=True,
        metavar="NAME",
        callback=lambda _context, _parameter, values: tuple(dict.fromkeys(values)),
        help="Judge this claim alone. May be repeated.",
    )(function)


def engine_option(help_text: str) -> Callable[[F], F]:
    """Return what adds ``--engine``."""
    return click.option("--engine", type=OneWord(ENGINES), default="auto", show_default=True, help=help_text)


def timeout_option(help_text: str) -> Callable[[F], F]:
    """Return what adds ``--timeout S``, in seconds."""
    return click.option("--timeout", type=Number(), metavar="S", help=help_text)


def jobs_option(verb: str) -> Callable[[F], F]:
    """Return what adds ``--jobs N``: in how many processes a command does what ``verb`` says."""
    return click.option(
        "--jobs",
        type=WholeNumber(0, 64),
        metavar="N",
        default=lambda: min(os.cpu_count() or 1, 4),
        envvar="RULEPROOF_JOBS",
        help=f"{verb} in N processes side by side (as many as there are cores, up to 4); 0: in one, this.",
    )


def cache_option(function: F) -> F:
    """Add ``--no-cache``."""
    return click.option(
        "--no-cache",
        is_flag=True,
        envvar="RULEPROOF_NO_CACHE",
        help="Answer everything anew, and keep no answers in .ruleproof of the workspace.",
    )(function)


def judging_options(engine: str, timeout: str) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """Return what adds all that says which claims are judged and how; a command gets it as ``selection``.

    Args:
        engine: the help of ``--engine``.
        timeout: the help of ``--timeout``.

    """
    options = (
        games_argument,
        property_option,
        scope_option,
        reading_option,
        engine_option(engine),
        timeout_option(timeout),
        cache_option,
        jobs_option("Judge"),
    )

    def add(function: Callable[..., int]) -> Callable[..., int]:
        @wraps(function)
        def command(
            *,
            games: tuple[str, ...],
            properties: tuple[str, ...],
            scopes: Mapping[str, int],
            readings: Mapping[str, str],
            engine: str,
            timeout: float | None,
            no_cache: bool,
            jobs: int,
            **others: Any,
        ) -> int:
            selection = Selection(
                games, properties, scopes, readings, engine, timeout, jobs=jobs, cache=not no_cache
            )
            return function(selection=selection, **others)

        for option in reversed(options):
            command = option(command)
        return command

    return add


def format_option(what: str, words: Sequence[str] = ("text", "json", "markdown")) -> Callable[[F], F]:
    """Return what adds ``--format``: how ``what`` is told on standard output."""
    return click.option(
        "--format",
        "form",
        type=OneWord(words),
        default="text",
        show_default=True,
        help=f"How {what} told on standard output.",
    )


def loudness_option(quiet: str, verbose: str) -> Callable[[F], F]:
    """Return what adds ``--quiet`` and ``--verbose``, with what their help says; the last one counts."""

    def add(function: F) -> F:
        flags = (("--verbose", "-v", verbose), ("--quiet", "-q", quiet))
        for long, short, told in flags:
            word = long.removeprefix("--")
            function = click.option(long, short, "loudness", flag_value=word, default="usual", help=told)(
                function
            )
        return function

    return add


def file_option(what: str = "them") -> Callable[[F], F]:
    """Return what adds ``--out FILE``: a document that ``what`` is written into as well."""
    return click.option(
        "--out",
        type=click.Path(path_type=Path, dir_okay=False),
        metavar="FILE",
        callback=_document_file,
        help=f"Also write {what} into FILE, as Markdown if its name ends in .md, as JSON if in .json.",
    )


_ELSEWHERE = {".html": "html", ".xml": "junit", ".sarif": "sarif"}
"""Endings of files that ``--out`` does not write, and the formats of which ``--write`` does."""


def _reports(_: click.Context, parameter: click.Parameter, path: Path | None) -> Path | None:
    if path is not None and path.suffix in _ELSEWHERE and not path.is_dir():
        raise click.BadParameter(
            f"it is a folder, or a file that ends in .json or .md, not {str(path)!r}; "
            f"did you mean `--write {_ELSEWHERE[path.suffix]}={path}`?",
            param=parameter,
        )
    return path


def reports_option(help_text: str) -> Callable[[F], F]:
    """Return what adds ``--out PATH``: a folder of reports, or a file with all of them."""
    return click.option(
        "--out", type=click.Path(path_type=Path), metavar="PATH", callback=_reports, help=help_text
    )
