"""Processes started as a user starts them: with the byte code of an installed package at hand, whatever this shell says."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import TemporaryDirectory


@contextmanager
def as_installed() -> Iterator[dict[str, str]]:
    """The environment for such processes, whose byte code is kept as long as this lasts: the first one writes it, and is not
    to be counted."""
    with TemporaryDirectory() as kept:
        said = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        yield {**said, "PYTHONPYCACHEPREFIX": kept}
