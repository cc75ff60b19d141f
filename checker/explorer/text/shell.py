"""The shell: a game explored in the terminal, by the numbers of moves and a few words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TextIO

from checker.errors import InputError, UsageError, nearest
from checker.explorer.conditions import condition_of
from checker.explorer.moves import decides, moves, refused, refused_rule, run_on, waiting_for
from checker.explorer.positions import Explored, Position, Step
from checker.explorer.saving import scenario_test
from checker.explorer.searching import Asked, Search
from checker.explorer.sharing import SharedPlay, play_of, text_of
from checker.explorer.standing import standing
from checker.explorer.text.told import (
    CLAIM_MARKS,
    board_lines,
    claim_lines,
    move_lines,
    play_lines,
    refused_line,
    refused_lines,
    step_lines,
)
from checker.judge.workspace import Workspace
from checker.language.plain.replay import Misfit
from checker.report.escape import visible
from checker.report.files import write_text

__all__ = ["Shell", "explore_in_text"]

SEARCH_SECONDS = 60.0

_HELP = """\
NUMBER          take the move of that number
u, undo         go back one step            r, redo    go on again
step N          go to the state after step N of the play
run             let everything happen that goes on by itself
board           show the state              play       show the steps so far
why, why RULE   tell why rules are refused  claims     tell how every claim stands here
goto CONDITION  go to the shortest play to a condition, such as len(stack) == 2, or: not CLAIM
on CONDITION    the same, going on from here and not from a start
start N         begin in another start      link       print the play as text, for --play
save FILE       save the play as a test     help       show this
quit            end"""


def explore_in_text(workspace: Workspace, game: Explored, opened: str, source: TextIO, sink: TextIO) -> None:
    """Explore a game by the lines of ``source``, until they end or say so.

    ``opened`` is a shared play to begin with, if it is not empty.

    Raises:
        UsageError: the play to begin with is none.
        ModelError: the model is wrong.

    """
    shell = Shell(workspace, game, sink)
    shell.begin(opened)
    asks = source.isatty()
    while True:
        if asks:
            print("> ", end="", file=sink, flush=True)
        try:
            line = source.readline()
            if not line or not shell.do(line.strip()):
                return
        except InputError as error:
            place = f"{error.source}: " if error.source is not None and error.source.file else ""
            shell.say(f"{place}error: {error.message}", *(f"  {line}" for line in error.hint.splitlines()))


class Shell:
    """One exploration: the play, how far one has gone back in it, and what a line of input does."""

    def __init__(self, workspace: Workspace, game: Explored, sink: TextIO) -> None:
        self._workspace = workspace
        self._game = game
        self._sink = sink
        self._initial = 0
        self._steps: tuple[Step, ...] = ()
        self._at = 0
        self._commands: Mapping[str, Callable[[str], object]] = {
            "undo": lambda _: self._go(self._at - 1),
            "redo": lambda _: self._go(self._at + 1),
            "step": lambda given: self._go(_number(given, "step 3")),
            "run": lambda _: self._run(),
            "board": lambda _: self.say(*board_lines(self._game.show(self._here))),
            "play": lambda _: self.say(*play_lines(self._end.told, self._at)),
            "why": self._why,
            "claims": lambda _: self.say(CLAIM_MARKS, *claim_lines(list(standing(self._game, self._here)))),
            "goto": self._goto,
            "on": lambda given: self._goto(given, onward=True),
            "start": lambda given: self._begin(_number(given, "start 1"), ()),
            "link": lambda _: self.say(self._link()),
            "save": self._save,
            "help": lambda _: self.say(*_HELP.splitlines()),
        }

    def say(self, *lines: str) -> None:
        """Print lines; text of a model is made visible."""
        for line in lines:
            print(visible(line), file=self._sink, flush=True)

    def begin(self, opened: str) -> None:
        """Show where a shared play leads, or the start."""
        schema = self._game.schema
        varied = [f"{n}={v}" for n, v in (*schema.readings.items(), *schema.scopes.items())]
        self.say(f"exploring {schema.name} ({', '.join(varied)})" if varied else f"exploring {schema.name}")
        shared = play_of(opened) if opened else SharedPlay(schema.name, {}, 0, ())
        if shared.game != schema.name:
            raise UsageError(f"this play is one of {shared.game}, not of {schema.name}")
        if len(self._game.starts) > 1:
            self.say(f"the game has {len(self._game.starts)} starts: `start N` begins in another")
        self.say("`help` tells what can be typed")
        self._begin(shared.initial, shared.steps)

    def do(self, line: str) -> bool:
        """Do what a line says, and return whether to go on.

        Raises:
            InputError: it cannot be done.

        """
        word, _, given = line.partition(" ")
        word = _SHORT.get(word, word)
        if word in ("quit", "exit"):
            return False
        if line.isdecimal():
            self._take(int(line))
        elif word in self._commands:
            self._commands[word](given.strip())
        elif line:
            raise UsageError(f"{word!r} says nothing here", hint=nearest(word, (*self._commands, "quit")))
        return True

    # -- the play ----------------------------------------------------------------------------------------

    def _reach(self, length: int) -> Position:
        here, misfit = self._game.follow(self._initial, self._steps[:length])
        assert here is not None, "the play begins in a start"
        assert misfit is None, "the steps of the play were taken"
        return here

    @property
    def _here(self) -> Position:
        return self._reach(self._at)

    @property
    def _end(self) -> Position:
        return self._reach(len(self._steps))

    def _begin(self, initial: int, steps: tuple[Step, ...]) -> None:
        here, misfit = self._game.follow(initial, steps)
        if here is None:
            raise UsageError(str(misfit))
        if isinstance(misfit, Misfit):
            self.say(f"the play no longer fits: {misfit}")
        self._initial, self._steps = initial, here.steps
        self._at = len(self._steps)
        self._show()

    def _go(self, at: int) -> None:
        if not 0 <= at <= len(self._steps):
            raise UsageError(f"the play has steps 0 to {len(self._steps)}, and this is {self._at}")
        self._at = at
        self._show()

    def _take(self, number: int) -> None:
        found = moves(self._game, self._here)
        if not 1 <= number <= len(found):
            raise UsageError(f"there is no move {number}", hint=f"there are {len(found)}")
        move = found[number - 1]
        if move.bound:
            raise UsageError(
                f"it goes past the bound of {move.bound}", hint=f"explore with --scope {move.bound}=N"
            )
        if self._steps[self._at : self._at + 1] != (move.step,):
            self._steps = (*self._steps[: self._at], move.step)
        self._go(self._at + 1)

    def _run(self) -> None:
        before = self._here
        reached = run_on(self._game, before)
        if reached is before:
            raise UsageError("nothing goes on by itself here", hint="take a move by its number")
        for position in reached.line[self._at + 1 : -1]:
            assert position.step is not None
            self.say(*step_lines(len(position.line) - 1, position.step))
        self._steps = reached.steps
        self._at = len(self._steps)
        self._show()

    def _show(self) -> None:
        """Show the last step, the board, what is broken, and the moves."""
        here = self._here
        self.say("")
        if here.step is None:
            self.say(f"0. the game starts{f' (start {self._initial})' if self._initial else ''}")
        else:
            self.say(*step_lines(self._at, here.step))
        if here.wrong is not None:
            self.say(f"   this step goes wrong: {here.wrong.message}")
        self.say(*board_lines(self._game.show(here)))
        broken = [s for s in standing(self._game, here) if s.fault or s.status == "undefined"]
        self.say(*claim_lines(broken))
        found = moves(self._game, here)
        waits = waiting_for(self._game, here, found)
        self.say(*move_lines(found, waits, by_itself=bool(found) and not decides(found[0])))

    # -- questions ---------------------------------------------------------------------------------------

    def _why(self, given: str) -> None:
        if not given:
            self.say(*map(refused_line, refused(self._game, self._here)))
            return
        order = self._game.interpreter.ranks.order
        if given not in order:
            raise UsageError(f"the game has no rule {given!r}", hint=nearest(given, order))
        self.say(*refused_lines(refused_rule(self._game, self._here, given)))

    def _goto(self, given: str, *, onward: bool = False) -> None:
        condition_of(self._game, given)
        game = self._game
        asked = Asked(
            *(self._workspace, game.schema.name, game.entry.file, game.scopes, game.readings),
            *(given, SEARCH_SECONDS, onward, self._initial, self._steps[: self._at]),
        )
        search = Search(asked)
        told = ""
        try:
            while (goal := search.wait(0.5)) is None:
                if self._sink.isatty():
                    told = search.progress
                    print(f"\r{visible(told):78.78}", end="", file=self._sink, flush=True)
        except KeyboardInterrupt:
            goal = None
        finally:
            search.give_up()
            if told:
                print(f"\r{'':78}\r", end="", file=self._sink, flush=True)
        if goal is None:
            self.say(f"{given}: given up, nothing is known")
            return
        self.say(f"{given}: {goal.told}")
        if goal.status == "found":
            self._begin(goal.initial, goal.steps)

    def _link(self) -> str:
        game = self._game
        varied = {**{name: str(n) for name, n in game.scopes.items()}, **game.readings}
        return text_of(SharedPlay(game.schema.name, varied, self._initial, self._steps[: self._at]))

    def _save(self, given: str) -> None:
        if not given:
            raise UsageError("which file?", hint="write a name such as `save tests/test_a_play.py`")
        path = Path(given)
        if path.suffix != ".py":
            raise UsageError(f"{given} is no Python file", hint="write a name that ends in .py")
        if path.exists():
            raise UsageError(f"{given} is there already, and is left as it is", hint="name another file")
        name = path.stem.removeprefix("test_").replace("_", " ")
        write_text(path, scenario_test(self._game, self._here, name).text)
        self.say(f"saved as {given}")


_SHORT = {"u": "undo", "r": "redo", "b": "board", "q": "quit", "h": "help", "?": "help"}


def _number(given: str, example: str) -> int:
    if not given.isdecimal() or len(given) > 9:
        raise UsageError(f"a number is needed, not {given!r}", hint=f"write `{example}`")
    return int(given)
