"""Writing emitted functions: lines, blocks, names for intermediate values.

A value in emitted text is a tuple of expressions of Python (`Words`): one for a number, one for each word of a set, place and
length for a list. An expression that is not *atomic* (a name or a number) is worked out where it stands, so who needs it
twice, or after a change of the position, binds it to names first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain

Words = tuple[str, ...]

BOOL, WORDS, BOOLS = "bool", "words", "bools"
"""Types of parameters that are no numbers: a truth value, and where numbers and truth values stand one after the other."""

_ATOMIC = re.compile(r"-?\w+")

MOST_LOOPS = 8
"""Loops within each other in one function, above which what is in them gets functions of its own: Python takes 20."""

MOST_BLOCKS = 50
"""The same of blocks of all kinds: Python takes 100."""


def atomic(text: str) -> bool:
    return _ATOMIC.fullmatch(text) is not None


class Function:
    """One function being written. `t`, its second argument, is the top of the arena; `grown` counts what moves it.

    A parameter is a word, unless a type follows its name, as in `v: words`. An entry is called from outside.
    """

    def __init__(self, name: str, parameters: tuple[str, ...], end: int) -> None:
        self.end = end
        self.name = name
        self.parameters = parameters
        self.args = tuple(parameter.partition(":")[0] for parameter in parameters)
        self.is_entry = False
        self.lines: list[str] = []
        self._around: list[list[str]] = []
        self.grown = 0
        self._depth = 1
        self._loops = 0
        self._count = 0

    def line(self, text: str) -> None:
        self.lines.append("    " * self._depth + text)

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """What is written within stands under a head, such as `if x:`."""
        self.line(head)
        loops = int(head.startswith(("for ", "while ")))
        self._depth += 1
        self._loops += loops
        before = len(self.lines)
        yield
        if len(self.lines) == before:
            self.line("pass")
        self._depth -= 1
        self._loops -= loops

    @contextmanager
    def aside(self) -> Iterator[list[str]]:
        """What is written within goes into the list, to be put in by `take` where it is needed."""
        self._around.append(self.lines)
        self.lines = []
        aside: list[str] = []
        yield aside
        aside += self.lines
        self.lines = self._around.pop()

    @property
    def is_deep(self) -> bool:
        """Whether the next lines stand in so many blocks that what needs further ones should be a function of its own."""
        return self._loops >= MOST_LOOPS or self._depth + len(self._around) >= MOST_BLOCKS

    def take(self, lines: list[str], deeper: int = 0) -> None:
        self.lines += ["    " * deeper + line for line in lines]

    def fresh(self, stem: str) -> str:
        self._count += 1
        return f"{stem}_{self._count}"

    def bind(self, values: Words, stem: str = "x") -> Words:
        """Names for the values, worked out now."""
        return tuple(value if atomic(value) else self.let(value, stem) for value in values)

    def let(self, value: str, stem: str = "x") -> str:
        name = self.fresh(stem)
        self.line(f"{name} = {value}")
        return name

    def sees(self, value: str) -> bool:
        """Whether a name is bound wherever the next line is reached: in no block that has ended, nor in lines left out."""
        if not value.isidentifier() or value in self.args:
            return True
        depth = 4 * self._depth
        for line in chain.from_iterable(map(reversed, (self.lines, *reversed(self._around)))):
            depth = min(depth, len(line) - len(line.lstrip()))
            if line.lstrip().startswith(f"{value} = "):
                return len(line) - len(line.lstrip()) == depth
        return False

    def reserve(self, length: str) -> str:
        """Room for so many entries at the top of the arena; the place where it begins."""
        start = self.let("t", "o")
        self.line(f"t = {self.room('t', length)}")
        self.grown += 1
        return start

    def room(self, place: str, length: str) -> str:
        """The place after so many entries, if the memory goes on so far."""
        return f"reserve(v, {place}, {length}, {self.end})"

    @contextmanager
    def passing(self) -> Iterator[None]:
        """What is put into the arena within is gone afterwards."""
        before = self.grown
        with self.aside() as lines:
            yield
        if self.grown > before:
            mark = self.let("t", "top")
            self.take(lines)
            self.line(f"t = {mark}")
            self.grown = before
        else:
            self.take(lines)

    def note(self, text: str) -> None:
        """A comment: where in the author's file this comes from."""
        if text:
            self.lines.append("    " * self._depth + f"# {comment(text)}")

    def text(self) -> str:
        head = f"def {self.name}({', '.join(self.parameters)}):"
        return "\n".join([*(["@entry"] if self.is_entry else []), head, *(self.lines or ["    pass"])])


def comment(text: str) -> str:
    """A text that can stand in a comment: one line of printable ASCII."""
    return "".join(letter if " " <= letter <= "~" else "?" for letter in " ".join(text.split()))[:120]


class Names:
    """Names for functions: a kind and a number. No name of a file goes into code; it stands in a comment."""

    def __init__(self) -> None:
        self._given: dict[tuple[str, str], str] = {}
        self._count: dict[str, int] = {}

    def of(self, kind: str, key: str) -> str:
        if not key:
            return kind
        if (kind, key) not in self._given:
            self._count[kind] = self._count.get(kind, 0) + 1
            self._given[kind, key] = f"{kind}{self._count[kind]}"
        return self._given[kind, key]
