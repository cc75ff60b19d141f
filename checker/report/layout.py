"""Lines on a terminal: wrapped to its width, indented, styled where it takes colour, never cut off."""

from __future__ import annotations

import re
from typing import IO, TYPE_CHECKING

from checker.report.escape import visible

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["Page"]

_WIDEST = 110
_NARROWEST = 40


class Page:
    """A console on which lines are put one below the other.

    Rich decides whether the file takes colour (a terminal, and no ``NO_COLOR``, which leaves bold and dim)
    and how wide it is: 80 columns where nothing says otherwise, and never more than a line is comfortable to
    read. A page that is ``plain`` has no colour whatever the surroundings ask for: it becomes part of a
    document.
    """

    def __init__(self, file: IO[str], *, width: int | None = None, plain: bool = False) -> None:
        from rich.console import Console

        self._console: Console = Console(
            file=file,
            width=width,
            markup=False,
            highlight=False,
            emoji=False,
            legacy_windows=False,
            force_terminal=False if plain else None,
        )
        self.width = max(_NARROWEST, min(self._console.width, _WIDEST))

    def blank(self) -> None:
        """Put an empty line."""
        self._print("", "")

    def rule(self) -> None:
        """Put a line across the page."""
        self._print("-" * self.width, "dim")

    def text(self, text: str, *, style: str = "", indent: int = 0, hanging: int = 0) -> None:
        """Put a paragraph; the lines after its first are indented by ``hanging`` more."""
        for number, line in enumerate(self._wrapped(text, self.width - indent - hanging)):
            self._print(" " * (indent + (hanging if number else 0)) + line, style)

    def row(
        self, label: str, text: str, *, label_width: int, style: str = "", indent: int = 2, mark: str = ""
    ) -> None:
        """Put a label and, in a column beside it, a paragraph; a label that is too long has its own line.

        ``mark`` stands in the indentation before the label. On a narrow page the column is narrower.
        """
        from rich.cells import cell_len

        column = indent + min(label_width, self.width * 2 // 5)
        head = f"{mark:{indent}}{visible(label)}"
        if cell_len(head) > column - 2:
            for number, line in enumerate(self._wrapped(label, self.width - indent)):
                self._print(f"{'' if number else mark:{indent}}{line}", "")
            head = ""
        for line in self._wrapped(text, self.width - column):
            self._print(head + " " * (column - cell_len(head)), "", line, style)
            head = ""

    def command(self, command: str, *, indent: int) -> None:
        """Put a command that can be copied: broken only before an option, with a backslash at the break."""
        first, *rest = re.split(r" (?=--)", visible(command))
        line = " " * indent + first
        for part in rest:
            if len(line) + len(part) + 3 > self.width:
                self._print(f"{line} \\", "")
                line = " " * (indent + 4) + part
            else:
                line = f"{line} {part}"
        self._print(line, "")

    def _wrapped(self, text: str, width: int) -> list[str]:
        from rich.text import Text

        lines: list[str] = []
        for paragraph in text.splitlines() or [""]:
            wrapped = Text(visible(paragraph)).wrap(self._console, max(width, 20))
            lines.extend(line.plain.rstrip() for line in wrapped)
        return lines

    def _print(self, plain: str, style: str, *more: str) -> None:
        """Print ``plain`` in ``style``; ``more`` may be one further text with its own style."""
        from rich.text import Text

        line = Text(plain, style=style)
        if more:
            line.append(more[0], style=more[1])
        line.rstrip()
        self._console.print(line, soft_wrap=True)
