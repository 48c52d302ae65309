"""Machine code on disk, so that a game is compiled once: each text in a folder named by the hash of all that it depends upon.

The hash is of the text, of the functions it is made of and how they are compiled, of the versions of Python and numba, and of
the processor. The text in the folder is for reading along, and is written anew unless it is just this text; what is compiled
is always the text at hand. Machine code is trusted only in the folder of `ggl.keeping`, and only while its digest is right.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
from functools import cache, cached_property
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

import ggl
from ggl import keeping
from ggl.compiler.emitted import Entry, failed
from ggl.compiler.native import Code, DamagedError, Native, processor

SUFFIX = ".machine"


class Kept:
    """The folder of one text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.key = hashlib.sha256("\n".join((_versions(), text)).encode()).hexdigest()[:32]
        self.path = keeping.folder() / self.key
        keeping.write(self.path / "game.py", text.encode())

    def compiled(self, function: str) -> bool:
        """Whether a function of the text has been compiled and kept before."""
        return (self.path / f"{function}{SUFFIX}").exists()

    def function(self, entry: Entry) -> Native:
        """A function of the text: what was kept of it, else compiled now. Raises `CompilationError`."""
        name = entry.name
        file = self.path / f"{name}{SUFFIX}"
        with contextlib.suppress(OSError, DamagedError, RuntimeError):  # LLVM has no better word for what it cannot read
            code = Code.unpacked(file.read_bytes())
            if code.types == entry.types:
                return Native(code)
        from ggl.compiler.machine import machine_code  # numba takes a while, and is only for what was not kept

        try:
            code = machine_code(getattr(self._module, name), entry.types)
        except MemoryError:
            raise
        except Exception as error:
            raise failed(f"`{name}` of a game does not compile", error, self.path / name) from None
        with contextlib.suppress(OSError):  # a full disk is no reason to stop: the function runs
            keeping.write(file, code.packed())
        return Native(code)

    @cached_property
    def _module(self) -> ModuleType:
        return module_of(self.text, str(self.path / "game.py"), f"ggl_game_{self.key}")


def module_of(text: str, path: str, name: str) -> ModuleType:
    """A module made from a text that is at hand; the file at `path` is only what numba and tracebacks look at."""
    module = ModuleType(name)
    module.__file__ = path
    sys.modules[name] = module
    exec(compile(text, path, "exec"), module.__dict__)
    return module


@cache
def _versions() -> str:
    """Raises `ImportError` where numba is not installed."""
    numba = find_spec("numba")
    if numba is None or numba.origin is None:
        raise ImportError(name="numba")
    files = [Path(numba.origin).with_name("_version.py")]  # to import numba takes longer than all the rest
    files += [Path(__file__).with_name(f"{name}.py") for name in ("runtime", "machine", "native")]
    told = (os.environ.get(f"NUMBA_CPU_{what}", "") for what in ("NAME", "FEATURES"))
    return "\n".join((ggl.__version__, sys.version, processor(), *told, *(file.read_text("utf-8") for file in files)))
