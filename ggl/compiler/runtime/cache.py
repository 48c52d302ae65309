"""Kernels on disk: making one takes as long as the rest of a start."""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
import pickle
import sys
import traceback
from collections.abc import Callable
from functools import cache
from pathlib import Path

from ggl import cache_dir
from ggl.compiler.emitted import CannotCompileError, CompilationError, Emitted
from ggl.core import forms as f
from ggl.source import Source
from ggl.version import __version__

SUFFIX = ".emitted"
FAILURE = ".failure.txt"
_MADE_BY = ("compiler", "core", "engine", "interpreter")
"""The rooms of ggl that have a part in what is emitted."""


def emitted(core: f.CoreGame) -> Emitted:
    """The kept code of this core without the searches, by this ggl; else it is emitted now. Raises `CannotCompileError`."""

    def make() -> Emitted:
        from ggl.compiler.emit import emit_without_searches  # slow to import

        return emit_without_searches(core)

    return _kept(_file(core), make)


def with_searches(core: f.CoreGame, without: Emitted) -> Emitted:
    """The kept code of this core with the searches; `without` is its module without them."""

    def make() -> Emitted:
        from ggl.compiler.emit import emit

        return without.more() if without.more is not None else emit(core)

    return _kept(_file(core, searches=True), make)


def _kept(file: Path, make: Callable[[], Emitted]) -> Emitted:
    with contextlib.suppress(OSError):
        data = cache_dir.unsealed(file.read_bytes())
        if data is not None:
            found: Emitted = pickle.loads(data)  # safe: only this user can write to the folder, which holds machine code too
            return found
    try:
        made = make()
    except (CannotCompileError, ImportError, MemoryError):
        raise
    except Exception as error:
        raise failed("the rules cannot be translated", error, file.with_suffix("")) from None
    with contextlib.suppress(OSError):
        cache_dir.write(file, cache_dir.sealed(pickle.dumps(made)))
    return made


def is_kept(core: f.CoreGame, *, searches: bool = False) -> bool:
    """Whether `emitted`, or `with_searches`, has something to read."""
    return _file(core, searches).exists()


def _file(core: f.CoreGame, searches: bool = False) -> Path:
    key = hashlib.sha256(made_by().encode() + _told(core)).hexdigest()[:32]
    return cache_dir.folder() / (key + "-searches" * searches + SUFFIX)


def failed(what: str, error: Exception, stem: Path) -> CompilationError:
    """The bug that an error of the compiler is. Its full text goes to a file; a stem is its name without an ending."""
    file = stem.with_suffix(FAILURE)
    told = "".join(traceback.format_exception(error))
    try:
        cache_dir.write(file, f"ggl {__version__}, Python {sys.version}\n{what}\n\n{told}".encode())
    except OSError:
        return CompilationError(f"{what} ({type(error).__name__})", None)
    return CompilationError(f"{what} ({type(error).__name__})", file)


def _told(core: f.CoreGame) -> bytes:
    """The content of a core, with the names and lines of its files, which appear in comments: the same for equal cores."""
    told = io.BytesIO()
    pickler = pickle.Pickler(told)
    pickler.fast = True  # shared objects are written again, so sharing does not matter
    pickler.dispatch_table = {Source: lambda source: (str, (f"{source.file}\n{source.text}",))}
    pickler.dump(core)
    return told.getvalue()


@cache
def made_by() -> str:
    """The Python and the ggl that emit and compile, in a word. As for byte code, the size and the date of a file stand for what
    it says; to read them all would be a twentieth of a start."""
    here = Path(__file__).parents[2]
    names = [os.path.join(folder, name) for room in _MADE_BY for folder, _, names in os.walk(here / room) for name in names]
    told = [f"{__version__} {sys.version}"]
    for name in sorted(names):
        if name.endswith((".py", ".kernel", ".ll")):
            found = os.stat(name)
            told.append(f"{name} {found.st_size} {found.st_mtime_ns}")
    return hashlib.sha256("\n".join(told).encode()).hexdigest()
