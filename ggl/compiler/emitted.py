"""What emitting a core gives, and where it is kept: emitting takes as long as all the rest of a start."""

from __future__ import annotations

import contextlib
import hashlib
import io
import pickle
import sys
import traceback
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import ggl
from ggl import keeping
from ggl.compiler.memory import Memory
from ggl.core import forms as f
from ggl.source import Source

SUFFIX = ".emitted"
FAILURE = ".failure.txt"
_MADE_BY = ("compiler", "core", "engine", "interpreter")
"""The rooms of ggl that have a part in what is emitted."""


class CannotCompileError(Exception):
    """A form in a use that the compiler does not know; the interpreter plays such a game."""


class CompilationError(RuntimeError):
    """The compiler fails on a game that it should compile: a bug of ggl. The text says where the details are."""

    def __init__(self, what: str, file: Path | None) -> None:
        self.what = what
        self.said = f"{what}; please send the game file" + (f" and {file}" if file is not None else "")
        super().__init__(f"{self.said}\nhelp: the interpreter plays this game: `engine='interpreter'`")


@dataclass(frozen=True)
class Entry:
    """A function that is called from outside: its name in the text, and the types of its parameters."""

    name: str
    types: tuple[str, ...]


@dataclass(frozen=True)
class Emitted:
    """The text, the memory it works in, and what the engine has to know of it."""

    text: str
    memory: Memory
    row: int
    remembered: int
    kept_turn: int
    """Entries for each position within a turn that the choice among whole turns keeps apart."""
    keys: tuple[str, ...]
    numbers: dict[str, int]
    entries: dict[str, Entry]
    """What Python calls, by what it does."""


def emitted(core: f.CoreGame, title: str) -> Emitted:
    """What was kept of this core, by this ggl; else it is emitted now. Raises `CannotCompileError`."""
    key = hashlib.sha256(_ggl() + title.encode() + _told(core)).hexdigest()[:32]
    file = keeping.folder() / (key + SUFFIX)
    with contextlib.suppress(OSError):
        data = keeping.unsealed(file.read_bytes())
        if data is not None:
            found: Emitted = pickle.loads(data)  # the folder is this user's own, and holds machine code as well
            return found
    from ggl.compiler.emit import emit  # the emitter takes a while to import

    try:
        made = emit(core, title)
    except (CannotCompileError, ImportError, MemoryError):
        raise
    except Exception as error:
        raise failed("the rules cannot be translated", error, keeping.folder() / key) from None
    with contextlib.suppress(OSError):
        keeping.write(file, keeping.sealed(pickle.dumps(made)))
    return made


def failed(what: str, error: Exception, stem: Path) -> CompilationError:
    """The bug that an error of the compiler is. What it says in full goes to a file; a stem is its name without an ending."""
    file = stem.with_suffix(FAILURE)
    told = "".join(traceback.format_exception(error))
    try:
        keeping.write(file, f"ggl {ggl.__version__}, Python {sys.version}\n{what}\n\n{told}".encode())
    except OSError:
        return CompilationError(f"{what} ({type(error).__name__})", None)
    return CompilationError(f"{what} ({type(error).__name__})", file)


def _told(core: f.CoreGame) -> bytes:
    """All that a core says, the lines of its files with it, which are told in comments: the same for equal cores."""
    told = io.BytesIO()
    pickler = pickle.Pickler(told)
    pickler.fast = True  # what is shared is told again, so that it does not matter what is
    pickler.dispatch_table = {Source: lambda source: (str, (source.text,))}
    pickler.dump(core)
    return told.getvalue()


@cache
def _ggl() -> bytes:
    """A digest of the Python and the ggl that emit."""
    here = Path(ggl.__file__).parent
    files = sorted(file for room in _MADE_BY for file in (here / room).rglob("*.py"))
    digest = hashlib.sha256(f"{ggl.__version__} {sys.version}".encode())
    for file in files:
        digest.update(file.read_bytes())
    return digest.digest()
