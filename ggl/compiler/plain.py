"""Emitted modules as Python, without numba's compiler: slow, with the same results; for tests and for reading along."""

from __future__ import annotations

import importlib.util
import re
import sys
from functools import cache
from types import ModuleType

from ggl.compiler import runtime
from ggl.compiler.cache import module_of

_NAME = "ggl.compiler.runtime_as_python"

_NUMBER = re.compile(r"((?<=\d = )|(?<=, )|(?<=return ))(\d+)(?=, |$)|(?<=\()(\d+)(?= if )|(?<= else )(\d+)\b(?!\.)", re.M)
"""Numbers that a name is given, that are chosen or returned: numba's have 64 bits, and Python's own would grow past them."""


@cache
def _runtime() -> str:
    """The name of a second copy of `runtime`, made with the compiler switched off."""
    spec = importlib.util.spec_from_file_location(_NAME, runtime.__file__)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[_NAME] = module
    with _Off():
        spec.loader.exec_module(module)
    return _NAME


def plain(text: str) -> ModuleType:
    """The module of an emitted text."""
    changed = text.replace("from ggl.compiler.runtime import", f"from {_runtime()} import", 1)
    changed = _NUMBER.sub(lambda found: f"I({found[found.lastindex or 0]})", changed)
    return module_of(changed, "<emitted>", f"ggl_plain_{abs(hash(text))}")


class _Off:
    """While it lasts, numba hands functions back as they are."""

    def __enter__(self) -> None:
        self._before = runtime.numba.config.DISABLE_JIT
        runtime.numba.config.DISABLE_JIT = True

    def __exit__(self, *_: object) -> None:
        runtime.numba.config.DISABLE_JIT = self._before
