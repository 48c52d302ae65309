"""The report of a failure of ggl: a text in sections, without private data.

`shortened` takes a text and replaces the folders in it: home, the folder where the command runs, those of Python, of packages
and of ggl. `versions` gives a line for each program that matters. `section` does a piece of work and gives its text; a failure
is the text then, for that is what is looked for.
"""

from __future__ import annotations

import contextlib
import getpass
import os
import platform
import re
import sysconfig
import tempfile
import time
import traceback
from collections.abc import Callable, Iterable
from importlib import metadata
from pathlib import Path

from ggl.errors import GglError

PACKAGES = ("llvmlite", "numpy", "lark", "PyYAML", "click", "prompt_toolkit", "rich")
"""The packages listed with their versions."""

_END = r"(?=[/\\\s\"'`:;,()\[\]]|$)"


def shortened(text: str, folders: Iterable[str] = ()) -> str:
    """The text with folders as signs: `~` is home, `.` the folder of the command, and each of `folders`."""
    names = {str(Path(__file__).parents[2]): "<ggl>", tempfile.gettempdir(): "<tmp>"}
    names |= {sysconfig.get_path(scheme): "<python>" for scheme in ("stdlib", "platstdlib")}
    names |= {sysconfig.get_path(scheme): "<packages>" for scheme in ("purelib", "platlib")}
    with contextlib.suppress(RuntimeError):
        names[str(Path.home())] = "~"
    for folder in (*folders, os.getcwd()):
        names[folder] = "."
    every = {variant: sign for name, sign in names.items() for variant in _variants(name)}
    for name in sorted(every, key=len, reverse=True):
        text = re.sub(re.escape(name) + _END, lambda _, sign=every[name]: sign, text)  # type: ignore[misc]
    return _without_user(text)


def _variants(name: str) -> set[str]:
    """A folder as it may stand in a text; the root of a disk says nothing of anybody."""
    found = {name, os.path.realpath(name)}
    found |= {each.replace("\\", "\\\\") for each in found}
    return {each for each in found if len(Path(each).parts) > 1}


def _without_user(text: str) -> str:
    """The text without the user's name in the paths of a traceback; a file of the user's is left as it is."""
    user = ""
    with contextlib.suppress(Exception):  # without such a user, each system raises another exception
        user = getpass.getuser()
    if not user:
        return text
    return re.sub(r'File "[^"\n]*"', lambda path: re.sub(rf"(?<=[/\\]){re.escape(user)}{_END}", "<user>", path[0]), text)


def versions() -> str:
    from ggl.version import __version__

    lines = [f"ggl {__version__}", f"Python {platform.python_version()} ({platform.python_implementation()})"]
    for name in PACKAGES:
        with contextlib.suppress(metadata.PackageNotFoundError):
            lines.append(f"{name} {metadata.version(name)}")
    return "\n".join([*lines, f"{platform.system()} {platform.release()}, {platform.machine()}"])


def of_failure(error: Exception, command: str) -> str:
    """The report of a failure: versions, the command, the traceback."""
    return shortened(f"{versions()}\n\n{command}\n\n{''.join(traceback.format_exception(error))}")


def section(title: str, work: Callable[[], str]) -> str:
    """The work's text under its title. An interrupt leaves this section, and the others come."""
    since = time.monotonic()
    try:
        text = work()
    except KeyboardInterrupt:
        text = f"interrupted after {time.monotonic() - since:.0f} s"
    except GglError as error:
        text = str(error)
    except Exception as error:
        text = "".join(traceback.format_exception(error))
    return f"== {title} ==\n{text.rstrip()}\n"
