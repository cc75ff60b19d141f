"""Writing LLVM functions as text: fresh names, blocks, local variables, loops.

Local variables are stack slots, which LLVM turns into registers itself; nothing here needs to place phi
nodes. Operands are texts: ``%7``, ``42``, ``true``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

__all__ = ["Function", "Local", "module"]

_DECLARATIONS = (
    "declare void @llvm.prefetch.p0(ptr, i32 immarg, i32 immarg, i32 immarg)",
    "declare i64 @llvm.umin.i64(i64, i64)",
    "declare i16 @llvm.cttz.i16(i16, i1 immarg)",
    "declare i8 @llvm.cttz.i8(i8, i1 immarg)",
)


class Function:
    """One function under construction. Code is appended to the current block.

    Parameters are available under their names (``%name``). ``result`` is the type that is returned.
    """

    def __init__(self, name: str, result: str, parameters: Sequence[tuple[str, str]]) -> None:
        listed = ", ".join(f"{kind} %{label}" for kind, label in parameters)
        self._head = f"define {result} @{name}({listed}) nounwind {{"
        self._result = result
        self._locals: list[str] = []
        self._body: list[str] = ["body:"]
        self._count = 0

    def text(self) -> str:
        """Return the finished function."""
        return "\n".join([self._head, "entry:", *self._locals, "  br label %body", *self._body, "}"])

    # -- instructions ------------------------------------------------------------------------------

    def op(self, code: str) -> str:
        """Append an instruction that has a value; return the name of the value."""
        self._count += 1
        name = f"%v{self._count}"
        self._body.append(f"  {name} = {code}")
        return name

    def do(self, code: str) -> None:
        """Append an instruction that has no value."""
        self._body.append(f"  {code}")

    def load(self, kind: str, base: str, index: str = "0") -> str:
        """Return element ``index`` of the array of ``kind`` at ``base``."""
        return self.op(f"load {kind}, ptr {self.at(kind, base, index)}")

    def store(self, kind: str, value: str, base: str, index: str = "0") -> None:
        """Write ``value`` to element ``index`` of the array of ``kind`` at ``base``."""
        self.do(f"store {kind} {value}, ptr {self.at(kind, base, index)}")

    def at(self, kind: str, base: str, index: str) -> str:
        """Return the address of element ``index`` of the array of ``kind`` at ``base``."""
        if index == "0":
            return base
        return self.op(f"getelementptr inbounds {kind}, ptr {base}, i64 {index}")

    def bump(self, base: str, index: str, by: str = "1") -> None:
        """Add ``by`` to a 64-bit counter in memory."""
        address = self.at("i64", base, index)
        self.store("i64", self.op(f"add i64 {self.load('i64', address)}, {by}"), address)

    def prefetch(self, address: str, *, write: bool) -> None:
        """Ask for the cache line at ``address``."""
        self.do(f"call void @llvm.prefetch.p0(ptr {address}, i32 {int(write)}, i32 3, i32 1)")

    def give(self, value: str) -> None:
        """Return ``value`` and go on in a block that nothing reaches yet."""
        self.do(f"ret {self._result} {value}")

    # -- local variables ---------------------------------------------------------------------------

    def local(self, kind: str, value: str) -> Local:
        """Declare a local variable that holds ``value`` from here on."""
        self._count += 1
        name = f"%l{self._count}"
        self._locals.append(f"  {name} = alloca {kind}")
        made = Local(self, kind, name)
        made.set(value)
        return made

    # -- blocks ------------------------------------------------------------------------------------

    def label(self, hint: str) -> str:
        """Return a fresh name for a block."""
        self._count += 1
        return f"{hint}{self._count}"

    def block(self, label: str) -> None:
        """Start the block ``label``; the block before must have ended."""
        self._body.append(f"{label}:")

    def jump(self, label: str) -> None:
        """End the block with a jump."""
        self.do(f"br label %{label}")

    def branch(self, condition: str, then: str, otherwise: str) -> None:
        """End the block with a jump that depends on ``condition``."""
        self.do(f"br i1 {condition}, label %{then}, label %{otherwise}")

    @contextmanager
    def when(self, condition: str) -> Iterator[str]:
        """Run the code within where ``condition`` is true. Gives the label behind it."""
        inside, behind = self.label("when"), self.label("go")
        self.branch(condition, inside, behind)
        self.block(inside)
        yield behind
        self.jump(behind)
        self.block(behind)

    @contextmanager
    def leave_when(self, condition: str) -> Iterator[None]:
        """Run the code within, which must end its block, where ``condition`` is true."""
        inside, behind = self.label("leave"), self.label("go")
        self.branch(condition, inside, behind)
        self.block(inside)
        yield
        self.block(behind)

    @contextmanager
    def count(self, stop: str) -> Iterator[str]:
        """Run the code within for 0, 1, ... below ``stop``; gives the current number."""
        index = self.local("i64", "0")
        test, inside, behind = self.label("test"), self.label("each"), self.label("go")
        self.jump(test)
        self.block(test)
        now = index.get()
        self.branch(self.op(f"icmp ult i64 {now}, {stop}"), inside, behind)
        self.block(inside)
        yield now
        index.set(self.op(f"add i64 {now}, 1"))
        self.jump(test)
        self.block(behind)


class Local:
    """A local variable of a function."""

    def __init__(self, function: Function, kind: str, name: str) -> None:
        self._function, self._kind, self._name = function, kind, name

    def get(self) -> str:
        """Return the value that the variable holds here."""
        return self._function.op(f"load {self._kind}, ptr {self._name}")

    def set(self, value: str) -> None:
        """Let the variable hold ``value`` from here on."""
        self._function.do(f"store {self._kind} {value}, ptr {self._name}")


def module(*functions: Function) -> str:
    """Return the text of a module of these functions."""
    return "\n\n".join([*(f.text() for f in functions), *_DECLARATIONS]) + "\n"
