"""The result of lowering a core, and the errors of compiling."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from ggl.compiler.memory import HistoryLayout, Memory
from ggl.compiler.tree_layout import Column
from ggl.frozen import frozen

if TYPE_CHECKING:
    from ggl.compiler.kernel.forms import Module


class CannotCompileError(Exception):
    """A form in a use that the compiler does not know; the interpreter plays such a game."""


class CompilationError(RuntimeError):
    """The compiler fails on a game that it should compile: a bug of ggl. The text says where the details are."""

    def __init__(self, what: str, file: Path | None) -> None:
        self.what = what
        self.said = f"{what}; please send the game file" + (f" and {file}" if file is not None else "")
        super().__init__(f"{self.said}\nhelp: the interpreter plays this game: `engine='interpreter'`")


@frozen
class Emitted:
    """The module, the memory it works in, and what the engine has to know of it."""

    memory: Memory
    row: int
    columns: tuple[Column, ...]
    """How an edge of a search tree has a row."""
    history: HistoryLayout
    kept_turn: int
    """Entries for each position within a turn that the choice among whole turns keeps apart."""
    keys: tuple[str, ...]
    numbers: dict[str, int]
    entries: dict[str, str]
    """The kernel names of the functions that Python calls, by what they do."""
    module: Module | None = field(repr=False, compare=False)
    """None where it was read from disk: it stands in the text."""
    more: Callable[[], Emitted] | None = field(default=None, repr=False, compare=False)
    """Lowers the searches too. None where they are there, or where this was read from disk."""

    @property
    def remembered(self) -> int:
        """Words for each position of the history; 0 where none is kept."""
        return self.history.words

    @cached_property
    def text(self) -> str:
        """The printed module: the key of compilation and cache."""
        from ggl.compiler.kernel.printer import printed

        assert self.module is not None  # where it was read from disk, the text was, too
        return printed(self.module)

    @property
    def kernel(self) -> Module:
        """The module, verified, with what it needs of the library."""
        from ggl.compiler.kernel.reader import read_module  # cached code loads without the kernel language
        from ggl.compiler.kernel.runtime_library import library, linked
        from ggl.compiler.kernel.verifier import verify_module

        module = linked(self.module or read_module(self.text, library()))
        verify_module(module)
        return module

    def __getstate__(self) -> dict[str, object]:
        """The state kept on disk: text takes a fraction of the time that forms take to be written and read."""
        return {**self.__dict__, "text": self.text, "module": None, "more": None}
