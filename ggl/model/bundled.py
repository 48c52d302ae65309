"""The bundled games as a list of them shows: title, what each is about, options. Their rules are not read.

The list is kept (`ggl/cache_dir.py`) for the version of ggl and the bytes of the game files.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from dataclasses import asdict, dataclass
from typing import Any

from ggl import cache_dir, resources
from ggl.diagnostics import Findings
from ggl.model.definition import Option
from ggl.model.extends import find_beside, load_heading
from ggl.syntax import tree as t
from ggl.syntax.unparse import unparse
from ggl.version import __version__

TRUTH = ("true", "false")


@dataclass(frozen=True)
class BundledOption:
    """An option: its default; the allowed values as the file says them, or nothing; and these one by one, where they are few."""

    name: str
    default: str
    allowed: str
    choices: tuple[str, ...]

    def __str__(self) -> str:
        return self.default + (f" in {self.allowed}" if self.allowed else "")


@dataclass(frozen=True)
class BundledGame:
    name: str
    title: str
    about: str
    options: tuple[BundledOption, ...]


def bundled() -> tuple[BundledGame, ...]:
    """The games that come with ggl, by name."""
    paths = {name: resources.bundled_game(name) for name in resources.bundled_games()}
    digest = hashlib.sha256(__version__.encode())
    for name, path in paths.items():
        digest.update(f"\n{name}\n".encode() + (path.read_bytes() if path else b""))
    key = digest.hexdigest()
    file = cache_dir.folder() / "bundled.json"
    with contextlib.suppress(OSError, ValueError, TypeError, KeyError):
        kept = json.loads(cache_dir.unsealed(file.read_bytes()) or b"null")
        if kept["key"] == key:
            return tuple(_game(each) for each in kept["games"])
    found = tuple(filter(None, map(_read, paths)))
    with contextlib.suppress(OSError):
        data = {"key": key, "games": [asdict(each) for each in found]}
        cache_dir.write(file, cache_dir.sealed(json.dumps(data).encode()))
    return found


def _game(kept: dict[str, Any]) -> BundledGame:
    options = (BundledOption(**each | {"choices": tuple(each["choices"])}) for each in kept["options"])
    return BundledGame(**kept | {"options": tuple(options)})


def _read(name: str) -> BundledGame | None:
    """None for a file with mistakes."""
    find = find_beside(None)
    source, findings = find(name), Findings()
    heading = None if source is None else load_heading(source, findings, find)
    if heading is None or findings.has_errors:
        return None
    return BundledGame(name, heading.name, heading.about, tuple(map(describe_option, heading.options.values())))


def describe_option(option: Option) -> BundledOption:
    """An option as a list of games shows it."""
    allowed, choices = option.allowed, tuple[str, ...]()
    if isinstance(option.default, t.Name) and option.default.name in TRUTH:
        choices = TRUTH
    elif isinstance(allowed, t.SetOf):
        choices = tuple(map(unparse, allowed.items))
    return BundledOption(option.name, unparse(option.default), "" if allowed is None else unparse(allowed), choices)
