"""The pytest plugin: ``pytest specs/`` judges every claim and built-in check as a test.

Each claim is an item of the file that states it (``specs/magic/claims.py::one_priority_holder``), once more
for every choice of readings under which it is judged too (``...[edition=CR26]``), and once more for each
size or reading that ``--ruleproof-vary NAME=VALUE`` or the setting ``ruleproof_vary`` names
(``...[players=3]``); the built-in checks are items of the first file of a game's specs.

All items of a game are judged together when the first of them runs, since one search answers all of them;
where pytest-xdist spreads tests over processes, ``--dist loadfile`` keeps those of a file together.
``-p no:ruleproof`` switches the plugin off.

It is loaded in every pytest run on the machine, so it imports what it needs only once a file of a workspace's
specs is collected, and leaves all other files alone.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

if TYPE_CHECKING:
    from checker.judge.claims import Claim
    from checker.judge.verdict import Run, Verdict
    from checker.judge.workspace import GameEntry, Workspace

__all__ = ["ClaimItem", "SpecFile"]

_WIDTH = 100


class Setting(NamedTuple):
    """Readings and scopes other than a game's own."""

    readings: tuple[tuple[str, str], ...] = ()
    scopes: tuple[tuple[str, int], ...] = ()

    @property
    def words(self) -> list[str]:
        """How a test names them."""
        return [f"{name}={value}" for name, value in (*self.readings, *self.scopes)]


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add what asks for other sizes and readings, on the command line and as a setting."""
    told = "judge every claim also with this size or reading, such as players=3; may be repeated"
    parser.getgroup("ruleproof").addoption(
        "--ruleproof-vary", action="append", default=[], metavar="NAME=VALUE", help=told
    )
    parser.addini("ruleproof_vary", f"{told}, one a line", type="linelist", default=[])


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> SpecFile | None:
    """Collect the files of a workspace's specs, and no others."""
    if file_path.suffix != ".py" or file_path.name == "__init__.py":
        return None
    judged = parent.config.stash.setdefault(_KEY, _Judged())
    workspace = judged.workspace_of(file_path)
    if workspace is None:
        return None
    file: SpecFile = SpecFile.from_parent(parent, path=file_path, workspace=workspace, judged=judged)
    return file


class SpecFile(pytest.File):
    """A file of specs: its claims, and the built-in checks if it is the first of its game's files."""

    def __init__(self, *, workspace: Workspace, judged: _Judged, **more: Any) -> None:
        super().__init__(**more)
        self.workspace = workspace
        self.judged = judged

    def collect(self) -> Iterator[ClaimItem]:
        """Yield an item for each claim, and for each choice of readings under which it is judged too."""
        from checker.judge.builtin import built_in_claims
        from checker.judge.claims import claims_of
        from checker.language.places import class_source

        games = self.judged.games(self.workspace)
        varied = self.judged.varied(self.workspace, _wanted(self.config))
        stated = {entry.name: self._own(claims_of(entry.game)) for entry in games}
        times = Counter(claim.name for claims in stated.values() for claim in claims)
        for entry in games:
            claims = stated[entry.name]
            if self.path == self.judged.first_file(self.workspace, entry):
                claims = [*built_in_claims(entry.game, class_source(entry.game)), *claims]
            for claim in claims:
                prefix = [entry.name] if times[claim.name] > 1 else []
                also = [Setting(tuple(v.readings.items())) for v in claim.also]
                # What the spec asks for itself is judged with its own expectation, and not a second time.
                for setting in dict.fromkeys((Setting(), *also, *varied.get(entry.name, ()))):
                    words = [*prefix, *setting.words]
                    name = f"{claim.name}[{','.join(words)}]" if words else claim.name
                    asked = Setting() if setting in also else setting
                    yield ClaimItem.from_parent(
                        self, name=name, game=entry.name, claim=claim, setting=setting, asked=asked
                    )

    def _own(self, claims: Iterable[Claim]) -> list[Claim]:
        """Return the claims that this file states."""
        return [c for c in claims if Path(c.function.__code__.co_filename).resolve() == self.path.resolve()]

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Tell an error in a model or spec as the command does, without a traceback."""
        return _told(excinfo) or super().repr_failure(excinfo)


class ClaimItem(pytest.Item):
    """A claim (or built-in check) of a game under one setting; it passes if it is as expected.

    ``asked`` is what is asked of the judge, which judges what a spec states besides by itself.
    """

    parent: SpecFile

    def __init__(self, *, game: str, claim: Claim, setting: Setting, asked: Setting, **more: Any) -> None:
        super().__init__(**more)
        self.game = game
        self.claim = claim
        self.setting = setting
        self.asked = asked

    def runtest(self) -> None:
        """Judge the claim, together with all others about its game if that has not been done yet.

        Raises:
            _NotExpectedError: its verdict is not the expected one.
            InputError: a model, spec or rulebook is wrong.
        """
        from checker.report.summary import outcome
        from checker.report.text import print_finding

        asked = {i.claim.name for i in self.session.items if isinstance(i, ClaimItem) and i.game == self.game}
        run = self.parent.judged.run(self.parent.workspace, self.game, asked, self.asked)
        verdict = self._verdict_of(run)
        self.user_properties.append(("verdict", outcome(verdict)))
        if not verdict.expected:
            text = io.StringIO()
            print_finding(verdict, text, clauses=run.clauses.get(self.game, {}), width=_WIDTH)
            # The line that parts findings from each other is pytest's own here.
            raise _NotExpectedError(text.getvalue().partition("\n")[2])

    def _verdict_of(self, run: Run) -> Verdict:
        wanted = (self.claim.name, self.claim.source, dict(self.setting.readings), dict(self.setting.scopes))
        return next(
            v for v in run.verdicts if (v.claim, v.source, dict(v.varied), dict(v.varied_scopes)) == wanted
        )

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Tell a finding as its play, and an error of the user's with its place; no traceback of the tool."""
        return _told(excinfo) or super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Return where the claim is stated (for a built-in check, where the game is), and its name."""
        file, line = self.claim.source.file, self.claim.source.line
        return Path(file).resolve(), line - 1, self.name


class _NotExpectedError(Exception):
    """A verdict is not the expected one; the message is the finding as text."""


@dataclass
class _Judged:
    """What a session knows: the workspaces around the files collected, their games, and the runs so far.

    A run is kept with the names of the claims that it judged.
    """

    _around: dict[Path, Workspace | None] = field(default_factory=dict)
    _games: dict[Path, list[GameEntry] | Exception] = field(default_factory=dict)
    _runs: dict[tuple[Path, str, Setting], tuple[frozenset[str], Run]] = field(default_factory=dict)

    def workspace_of(self, file: Path) -> Workspace | None:
        """Return the workspace of whose specs ``file`` is one, if any."""
        for folder in file.parents:
            if folder not in self._around:
                self._around[folder] = _workspace_in(folder)
            found = self._around[folder]
            if found is not None:
                return found if file.is_relative_to(found.root / found.specs) else None
        return None

    def games(self, workspace: Workspace) -> list[GameEntry]:
        """Return the games of a workspace.

        Raises:
            InputError: one of them cannot be imported; each time it is asked.
        """
        from checker.errors import InputError
        from checker.judge.workspace import load_games

        if workspace.root not in self._games:
            try:
                self._games[workspace.root] = list(load_games(workspace).values())
            except InputError as error:
                self._games[workspace.root] = error
        found = self._games[workspace.root]
        if isinstance(found, Exception):
            raise found
        return found

    def first_file(self, workspace: Workspace, entry: GameEntry) -> Path:
        """Return the first file of a game's specs, which holds its built-in checks."""
        folder = workspace.root / workspace.specs / entry.name
        files = sorted(f for f in folder.glob("*.py") if f.name != "__init__.py")
        return files[0] if files else folder.with_suffix(".py")

    def varied(self, workspace: Workspace, wanted: Iterable[tuple[str, str]]) -> Mapping[str, list[Setting]]:
        """Return for each game the settings that are asked for and that it has.

        Raises:
            UsageError: no game has one of them, or a size is no number.
        """
        from checker.errors import UsageError, nearest
        from checker.language.schema import Schema

        wanted = list(wanted)
        schemas = {entry.name: Schema(entry.game) for entry in self.games(workspace)} if wanted else {}
        found: dict[str, list[Setting]] = {name: [] for name in schemas}
        for name, value in wanted:
            known = {n for s in schemas.values() for n in (*s.scopes, *s.readings)}
            if name not in known:
                raise UsageError(f"no game has a size or reading {name!r}", hint=nearest(name, known))
            for game, schema in schemas.items():
                if name in schema.readings:
                    found[game].append(Setting(readings=((name, value),)))
                elif name in schema.scopes:
                    if not value.isdecimal():
                        raise UsageError(f"{name} is a whole number, not {value!r}", hint=f"write {name}=3")
                    found[game].append(Setting(scopes=((name, int(value)),)))
        return found

    def run(self, workspace: Workspace, game: str, claims: Iterable[str], asked: Setting) -> Run:
        """Return the verdicts on the claims of a game under what is asked, judged once for all of them.

        Raises:
            InputError: a model, spec or rulebook is wrong.
        """
        from checker.judge.check import check
        from checker.judge.selection import Selection

        wanted = frozenset(claims)
        key = (workspace.root, game, asked)
        known = self._runs.get(key)
        if known is None or not wanted <= known[0]:
            selection = Selection(
                games=(game,),
                properties=tuple(sorted(wanted)),
                readings=dict(asked.readings),
                scopes=dict(asked.scopes),
            )
            known = wanted, check(workspace, selection, _Silent())
            self._runs[key] = known
        return known[1]


_KEY = pytest.StashKey[_Judged]()


class _Silent:
    """Hears of what goes on, and says nothing: pytest reports when it is over."""

    def tell(self, text: str, done: int | None = None, of: int | None = None) -> None:
        """Hear what goes on."""

    def found(self, verdict: Verdict) -> None:
        """Hear of a verdict."""


def _workspace_in(folder: Path) -> Workspace | None:
    """Return the workspace whose root is ``folder``; nothing is asked of other projects' files."""
    try:
        text = (folder / "pyproject.toml").read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return None
    if "ruleproof" not in text:
        return None
    from checker.errors import InputError
    from checker.judge.workspace import find_workspace

    try:
        found = find_workspace(folder)
    except InputError as error:
        raise pytest.Collector.CollectError(str(error)) from error
    return found if found.root == folder and not found.bundled else None


def _wanted(config: pytest.Config) -> list[tuple[str, str]]:
    """Return the sizes and readings that are asked for, as pairs.

    Raises:
        UsageError: one of them is no pair.
    """
    from checker.errors import UsageError

    pairs = []
    for text in (*config.getini("ruleproof_vary"), *config.getoption("--ruleproof-vary")):
        name, sign, value = (part.strip() for part in text.partition("="))
        if not (name and sign and value):
            raise UsageError(
                f"ruleproof_vary: {text!r} names no size or reading",
                hint="write NAME=VALUE, such as players=3",
            )
        pairs.append((name, value))
    return pairs


def _told(excinfo: pytest.ExceptionInfo[BaseException]) -> str:
    """Return what a person reads of a finding or of an error in a model or spec; else nothing."""
    from checker.errors import InputError

    return str(excinfo.value) if isinstance(excinfo.value, _NotExpectedError | InputError) else ""
