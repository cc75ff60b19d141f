"""What solvers are asked: questions, each with what may be known for it and what has to follow."""

from __future__ import annotations

from dataclasses import dataclass

from checker.certify.expressions import reads

__all__ = ["Block", "Premise", "Question", "Script", "comment"]


@dataclass(frozen=True)
class Premise:
    """A formula that may be supposed, and what it is a part of, for a person."""

    formula: str
    part_of: str


@dataclass(frozen=True)
class Question:
    """What must not be, by a name for a person: all premises are true, and the ``goal`` is not.

    ``together`` are the names that questions about the parts of the goal have where they are asked apart.
    ``witnesses`` are names of numbers that premises may speak of, of which nothing else is known.
    Without a goal the premises alone must not be. A premise less makes a question harder to answer by
    ``unsat``, and so never makes wrong what is shown by it.
    """

    name: str
    premises: tuple[Premise, ...]
    goal: str = ""
    together: tuple[str, ...] = ()
    witnesses: tuple[str, ...] = ()

    @property
    def commands(self) -> str:
        """The commands that assert it."""
        spoken_of = reads(" ".join(premise.formula for premise in self.premises)) if self.witnesses else ()
        lines = [f"(declare-const {name} Int)" for name in self.witnesses if name in spoken_of]
        before = ""
        for premise in self.premises:
            if premise.part_of != before:
                lines.append(f"; {comment(premise.part_of)}")
            lines.append(f"(assert {premise.formula})")
            before = premise.part_of
        if self.goal:
            lines += ["; and not", f"(assert (not {self.goal}))"]
        return "".join(f"{line}\n" for line in lines)


@dataclass(frozen=True)
class Block:
    """Questions that have commands in common, such as those that say what one step does."""

    commands: str
    questions: tuple[Question, ...]

    @property
    def text(self) -> str:
        """The commands of all its questions."""
        asked = "".join(
            f"; {comment(q.name)}\n(push 1)\n{q.commands}(check-sat)\n(pop 1)\n" for q in self.questions
        )
        return f"(push 1)\n{self.commands}{asked}(pop 1)\n" if asked else ""


@dataclass(frozen=True)
class Script:
    """A script by its name: what comes first, and the blocks of its questions."""

    name: str
    preamble: str
    blocks: tuple[Block, ...]

    @property
    def text(self) -> str:
        """The script as it is written to a file."""
        return self.preamble + "".join(block.text for block in self.blocks)

    @property
    def questions(self) -> tuple[str, ...]:
        """The names of its questions, in their order."""
        return tuple(q.name for block in self.blocks for q in block.questions)


def comment(text: str) -> str:
    """Return a text as what can stand in a comment: ASCII, and one line."""
    return " ".join(text.split()).encode("ascii", "backslashreplace").decode()
