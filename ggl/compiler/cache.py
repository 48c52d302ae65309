"""Emitted modules on disk, so that a game is compiled once: each in a folder named by the hash of all that it depends upon.

The hash is of the text, of the functions it is made of, and of the versions of Python and numba. The text in the folder is
written anew unless it is just this text; what numba keeps beside it is machine code, trusted only in a folder that belongs to
this user and that nobody else may write to. Where there is none, a folder serves that lasts as long as the process.
"""

from __future__ import annotations

import atexit
import contextlib
import hashlib
import os
import platform
import shutil
import stat
import sys
import tempfile
from functools import cache
from pathlib import Path
from types import ModuleType

import numba

import ggl
from ggl.compiler import runtime


def folder() -> Path:
    """Where emitted modules are kept: `GGL_CACHE`, or `ggl` in the user's folder for such things."""
    named = os.environ.get("GGL_CACHE")
    if named:
        return Path(named)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home()) / "ggl" / "cache"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "ggl"


class Kept:
    """The folder of one text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.key = hashlib.sha256("\n".join((_versions(), text)).encode()).hexdigest()[:32]
        self.path = _safe(folder()) / self.key

    def compiled(self, function: str) -> bool:
        """Whether a function of the text has been compiled and kept before."""
        return (self.path / f"{function}.compiled").exists()

    def mark(self, function: str) -> None:
        with contextlib.suppress(OSError):  # a full disk is no reason to stop: the function runs
            (self.path / f"{function}.compiled").touch()

    def load(self) -> ModuleType:
        """The module; functions that were compiled before come from the folder when they are first called."""
        _written(self.path / "game.py", self.text)
        return module_of(self.text, str(self.path / "game.py"), f"ggl_game_{self.key}")

    def drop(self) -> None:
        """Everything in the folder goes: it is damaged, or of another machine."""
        shutil.rmtree(self.path, ignore_errors=True)


def module_of(text: str, path: str, name: str) -> ModuleType:
    """A module made from a text that is at hand; the file at `path` is only what numba and tracebacks look at."""
    module = ModuleType(name)
    module.__file__ = path
    sys.modules[name] = module
    exec(compile(text, path, "exec"), module.__dict__)
    return module


@cache
def _versions() -> str:
    source = Path(runtime.__file__).read_text("utf-8")
    return "\n".join((ggl.__version__, numba.__version__, platform.python_version(), platform.machine(), source))


def _written(path: Path, text: str) -> None:
    """The file has the text; another process never sees a part of it."""
    data = text.encode()
    try:
        if path.read_bytes() == data:
            return
    except OSError:
        pass
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle, made = tempfile.mkstemp(dir=path.parent, suffix=".new")
    with os.fdopen(handle, "wb") as file:
        file.write(data)
    os.replace(made, path)


def _safe(wanted: Path) -> Path:
    """The folder, if it can be written to by this user and by nobody else; else one for this process."""
    try:
        wanted.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = wanted.stat()
        private = os.name == "nt" or (found.st_uid == os.getuid() and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH))
        if private and os.access(wanted, os.W_OK):
            return wanted
    except OSError:
        pass
    return _temporary()


@cache
def _temporary() -> Path:
    made = Path(tempfile.mkdtemp(prefix="ggl-"))
    atexit.register(shutil.rmtree, made, ignore_errors=True)
    return made
