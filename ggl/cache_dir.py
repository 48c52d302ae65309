"""Files that ggl keeps for itself between runs, to start faster: parser tables, the results of checks,
emitted modules, machine code.

All of it can be made anew, so the folder may be emptied at any time. What is read from it may be code: the folder serves only
if it belongs to this user and nobody else may write to it; else there is one that lasts as long as the process.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import shutil
import stat
import sys
import tempfile
from functools import cache
from pathlib import Path

from ggl import writing

_DIGEST = hashlib.sha256().digest_size


def folder() -> Path:
    """`GGL_CACHE`, or `ggl` in the user's folder for such things, if it is safe; else one for this process."""
    wanted = _wanted()
    if wanted is None:
        return _temporary()
    try:
        wanted.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = wanted.stat()
        private = os.name == "nt" or (found.st_uid == os.getuid() and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH))
        if private and os.access(wanted, os.W_OK):
            return wanted
    except OSError:
        pass
    return _temporary()


def write(path: Path, data: bytes) -> None:
    """Write the data to the file atomically. Raises `OSError`."""
    try:
        if path.read_bytes() == data:
            return
    except OSError:
        pass
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    writing.replace(path, data, private=True)


def sealed(data: bytes) -> bytes:
    """The data behind its digest."""
    return hashlib.sha256(data).digest() + data


def unsealed(data: bytes) -> bytes | None:
    """The data that was sealed; None if it has been damaged since."""
    digest, rest = data[:_DIGEST], data[_DIGEST:]
    return rest if hashlib.sha256(rest).digest() == digest else None


def home() -> Path | None:
    """The user's folder; a relative one, which would mean another folder wherever the command is called, is ignored."""
    found = Path(os.path.expanduser("~"))
    said = os.environ.get("HOME")
    if sys.platform == "win32" or said is None or Path(said).is_absolute():
        return found if found.is_absolute() else None
    import pwd

    try:
        found = Path(pwd.getpwuid(os.getuid()).pw_dir)
    except KeyError:
        return None
    return found if found.is_absolute() else None


def _wanted() -> Path | None:
    """The folder named by the settings, without regard to relative paths; None if there is no home folder either."""
    named = Path(os.environ.get("GGL_CACHE", ""))
    if named.is_absolute():
        return named
    is_windows = sys.platform == "win32"
    name = "ggl/cache" if is_windows else "ggl"
    base = Path(os.environ.get("LOCALAPPDATA" if is_windows else "XDG_CACHE_HOME", ""))
    if base.is_absolute():
        return base / name
    found = home()
    return None if found is None else found / ("" if is_windows else ".cache") / name


@cache
def _temporary() -> Path:
    made = Path(tempfile.mkdtemp(prefix="ggl-"))
    atexit.register(shutil.rmtree, made, ignore_errors=True)
    return made
