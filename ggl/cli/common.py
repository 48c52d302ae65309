"""What the verbs share: GAME arguments, and the moves that lead to a position.

A GAME is the name of a bundled game, a path, `-` for standard input, or one of these with options behind a colon:
`sgibun:side=7,pie=off`. Bad ones raise the errors of `ggl.play.errors`, or `click.UsageError`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from ggl.play.game import Game
    from ggl.play.state import State
    from ggl.source import Source

_WITH_OPTIONS = re.compile(r"(?P<game>.*?):(?P<options>[A-Za-z_]\w*=.*)", re.DOTALL)
_OPTION = re.compile(r"\s*([A-Za-z_]\w*)\s*=\s*(.*?)\s*", re.DOTALL)
_BETWEEN_MOVES = re.compile(r"[;\n]")

after_option = click.option("--after", "after", metavar="MOVES", default="", help="First play these moves: `MOVE; MOVE; ..`")


def split_argument(text: str) -> tuple[str, dict[str, str]]:
    """A GAME argument as the game and its options, none of them looked at. A file with such a name comes first."""
    found = _WITH_OPTIONS.fullmatch(text)
    if found is None or Path(text).exists():
        return text, {}
    options: dict[str, str] = {}
    for part in found["options"].split(","):
        option = _OPTION.fullmatch(part)
        if option is None:
            raise click.UsageError(f"`{part.strip()}` is no option; write `{found['game']}:NAME=VALUE,NAME=VALUE`")
        if option[1] in options:
            raise click.UsageError(f"the option `{option[1]}` is given twice")
        options[option[1]] = option[2]
    return found["game"], options


def read_argument(name: str, *, bundled: bool = True) -> Source:
    """The text of a game, without options, from a bundled game, a file or standard input. Never reads more than it needs.

    Without `bundled`, only files count, for verbs that change them.
    """
    from ggl.play.game import decoded, find_source
    from ggl.syntax.document import read_bytes

    if name == "-":
        return decoded(read_bytes(sys.stdin.buffer), "<stdin>")
    path = Path(name)
    if not (bundled and is_bundled(name)):
        if path.is_dir():
            raise click.UsageError(f"`{name}` is a folder; give a game file in it")
        if path.exists():  # a file, or a pipe made by the shell
            with path.open("rb") as file:
                return decoded(read_bytes(file), name)
    if not bundled:
        raise click.UsageError(f"there is no file `{name}`")
    return find_source(name)


def files_of(names: Iterable[str]) -> list[str]:
    """Names as given, with each folder replaced by the game files in it, the folders below it included."""
    found: list[str] = []
    for name in names:
        path = Path(name)
        if name != "-" and path.is_dir() and not is_bundled(name):
            inside = sorted(str(each) for each in path.rglob("*.yaml") if each.is_file())
            if not inside:
                raise click.UsageError(f"there is no .yaml file in `{name}`")
            found += inside
        else:
            found.append(name)
    return list(dict.fromkeys(found))


def is_bundled(name: str) -> bool:
    """Whether a GAME without options names a game that comes with ggl; such names come before files."""
    from ggl import resources

    return resources.bundled_game(name) is not None


def load_argument(text: str) -> Game:
    """The game of a GAME argument, checked, with its options bound."""
    from ggl.play.errors import InvalidGameError
    from ggl.play.game import Game, check_source

    name, options = split_argument(text)
    checked, diagnostics = check_source(read_argument(name), options)
    if checked is None:
        raise InvalidGameError(name, diagnostics)
    return Game(checked)


def split_moves(text: str) -> list[str]:
    """Moves in a row: between `;` and line ends, or between commas where there is neither."""
    parts = _BETWEEN_MOVES.split(text) if _BETWEEN_MOVES.search(text) else text.split(",")
    return [part.strip() for part in parts if part.strip()]


def play_moves(state: State, text: str) -> State:
    """The state after the moves of an `--after`."""
    from ggl.play.errors import GglError

    for number, move in enumerate(split_moves(text), 1):
        try:
            state = state.play(move)
        except GglError as error:
            raise click.UsageError(f"--after, move {number}: {error}") from None
    return state
