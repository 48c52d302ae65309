"""A game found, checked and loaded: by a bundled name, a path, or `-` for standard input.

`find_source` gives the text, `check_source` the checked game and all findings, `made_of` and `load` a `Game`. What is not a game
of the user's is one of `GameNotFoundError`, `InvalidGameError` with all diagnostics, and `OptionError`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from itertools import islice
from pathlib import Path

from ggl import resources
from ggl.checker.game import CheckedGame, OptionProblem, check
from ggl.diagnostics import Diagnostic, Findings
from ggl.diagnostics.near import near
from ggl.model.extends import FindBase, bases_of, load_definition
from ggl.play.errors import ArgumentError, GameNotFoundError, InvalidGameError, OptionError, must_be, shown
from ggl.play.game import Game
from ggl.source import Source
from ggl.syntax.document import decode_text, read_bytes

ENGINES = ("auto", "interpreter", "compiled")

Bases = Callable[[Findings], FindBase]
"""Finds the bases of a file, and reports a base that is no text."""

MOST_BESIDE = 1000
"""The most files of a folder among which similar names are searched."""


def load(game: str | os.PathLike[str], *, engine: str = "auto", **options: object) -> Game:
    """The game of a bundled name (`"sgibun"`), a path, or `-` for standard input, with options by keyword.

    `pie=False` leaves a pie rule out in every game whose file has the option. Raises `GameNotFoundError`,
    `InvalidGameError` with all diagnostics, or `OptionError`.
    """
    must_be(game, (str, os.PathLike), "a game", "the name of a bundled game, or a path")
    name = os.fspath(game)
    if not isinstance(name, str):
        raise ArgumentError(f"a game's path is text, not {shown(name)}")
    if engine not in ENGINES:
        raise OptionError(f"there is no engine `{engine}`; there are {', '.join(ENGINES)}")
    return made_of(find_source(name), options, engine)


def made_of(
    source: Source, options: Mapping[str, object] | None = None, engine: str = "auto", bases: Bases | None = None
) -> Game:
    """The game of a file's text, its bases those of `check_source`. Raises `InvalidGameError` and `OptionError`."""
    checked, diagnostics = check_source(source, options, bases)
    if checked is None:
        raise InvalidGameError(source.name, diagnostics)
    return Game(checked, engine)


def check_source(
    source: Source, options: Mapping[str, object] | None = None, bases: Bases | None = None
) -> tuple[CheckedGame | None, tuple[Diagnostic, ...]]:
    """Check a file's text: the game, if it has no errors, and all that was found. Without `bases`, these are bundled games and
    files beside it. Raises `OptionError`."""
    findings = Findings()
    definition = load_definition(source, findings, bases(findings) if bases else bases_of(source, findings))
    checked = None
    if definition is not None:
        try:
            checked = check(definition, options or {}, findings)
        except OptionProblem as problem:
            raise OptionError(str(problem)) from None
    return checked, findings.sorted()


def find_source(name: str, *, bundled: bool = True) -> Source:
    """The text of a bundled game, a file, or standard input, no more of it than is needed. Raises `GameNotFoundError`.

    Without `bundled`, for those who change files, a name is that of a file alone.
    """
    if name == "-":
        return decoded(read_bytes(sys.stdin.buffer), "<stdin>")
    ours = resources.bundled_game(name) if bundled else None
    if ours is not None:
        return decoded(ours.read_bytes(), ours.name)
    path = Path(name)
    if not name or not is_there(path):  # a device or a pipe may be read too
        raise _not_found(name, bundled)
    if path.is_dir():
        raise GameNotFoundError(f"`{name}` is a folder; name a game file in it")
    try:
        with path.open("rb") as file:
            data = read_bytes(file)
    except OSError as error:
        raise GameNotFoundError(f"`{name}` cannot be read: {error.strerror}; check that it is a game file of yours") from error
    return decoded(data, name)


def is_there(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:  # a name too long for a file
        return False


def is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:
        return False


def decoded(data: bytes, name: str) -> Source:
    """Bytes as the text of a game file. Raises `InvalidGameError` for invalid bytes."""
    findings = Findings()
    source = decode_text(data, name, findings)
    if source is None:
        raise InvalidGameError(name, findings.sorted())
    return source


def _not_found(name: str, bundled: bool) -> GameNotFoundError:
    path = Path(name)
    ours = resources.bundled_games() if bundled else ()
    known = [*ours, *_games_beside(path)]
    close = near(name, known) or near(path.stem if path.suffix else f"{name}.yaml", known)
    hint = "`ggl list` shows the games that come with ggl" if bundled else "give the path of a game file"
    if f"{name}.yaml" in known:
        hint = f"write `{name}.yaml` for the file of that name"
    elif path.stem in ours:
        hint = f"write `{path.stem}` for the game that comes with ggl"
    elif close:
        hint = f"near: {', '.join(close)}"
    what = "no file" if not bundled or path.suffix or "/" in name else "no bundled game and no file"
    name = name if len(name) <= 160 else f"{name[:60]}..{name[-60:]}"
    return GameNotFoundError(f"there is {what} `{name}`; {hint}")


def _games_beside(path: Path) -> list[str]:
    """The game files of the folder where a file was looked for, as they would be given."""
    try:
        return sorted(str(each) for each in islice(path.parent.glob("*.yaml"), MOST_BESIDE))
    except OSError:
        return []
