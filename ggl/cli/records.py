"""Records on the command line: what they call their game, how their lines are read, and how they are played again.

`records` takes the name of a file or `-` for standard input; lines that are no records go to a `Damage`, which tells them.
"""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from ggl.cli import terminal
from ggl.cli.common import is_bundled, load_argument, split_argument

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ggl.play.game import Game, State
    from ggl.play.move import Move
    from ggl.play.record import Record, RecordError

MOST_DAMAGED = 20


def game_name(argument: str) -> str:
    """The name in records of the game of a GAME argument: a bundled name, or the whole path of a file."""
    name = split_argument(argument)[0]
    return name if is_bundled(name) else os.path.abspath(name)


def check_name(name: str) -> str:
    """The name of a game, which will be written to a file. Raises `GglError` if it is not UTF-8."""
    from ggl.diagnostics.escape import escape
    from ggl.errors import GglError

    try:
        name.encode()
    except UnicodeEncodeError:
        raise GglError(f"the name `{escape(name)}` is not UTF-8, so no file can name the game; rename it") from None
    return name


def elsewhere(name: str, record: str) -> str:
    """The advice on replaying a record whose game lies neither beside it nor below it."""
    from ggl.diagnostics.escape import escape

    with contextlib.suppress(ValueError):
        name = os.path.relpath(name)
    return f"the game's file is not beside {escape(record)}: replay it with `ggl replay {escape(record)} --game {escape(name)}`"


class Damage:
    """Lines that are not records: lists the first ones and counts the rest."""

    def __init__(self) -> None:
        self._lines = 0

    def __call__(self, error: RecordError) -> None:
        self._lines += 1
        if self._lines <= MOST_DAMAGED:
            terminal.error(str(error))

    def told(self) -> bool:
        """Say how much is left untold, once all lines are read. True if no line was damaged."""
        if self._lines > MOST_DAMAGED:
            terminal.note(f"{self._lines - MOST_DAMAGED} more lines are not records")
        return not self._lines


def records(file: str, damage: Damage) -> Iterator[Record]:
    """The records of a file or of standard input, as they are read; `damage` reports other lines."""
    from ggl.play.record import read_records
    from ggl.play.storage import StorageError

    if file == "-":
        yield from read_records(sys.stdin.buffer, "standard input", damage)
        return
    try:
        with Path(file).open("rb") as stream:
            yield from read_records(stream, file, damage)
    except (OSError, ValueError) as error:
        raise StorageError(Path(file), error, "read") from None


class Replayer:
    """Plays records again; a game is loaded once."""

    def __init__(self, file: str, argument: str | None) -> None:
        """`argument` is the GAME to use instead of those that the records of the file name. It plays with the options of each
        record, unless it names some."""
        self._folder = None if file == "-" else Path(os.path.realpath(file)).parent
        self._given = load_argument(argument) if argument is not None else None
        self._has_options = argument is not None and bool(split_argument(argument)[1])
        self._games: dict[str, Game] = {}

    def game(self, record: Record) -> Game:
        from ggl.play.record import option_values

        given = self._given
        if given is not None and (self._has_options or record.options == option_values(given)):
            return given
        key = repr((given is None and record.game, sorted(record.options.items())))
        if key not in self._games:
            self._games[key] = self._made(record)
        return self._games[key]

    def _made(self, record: Record) -> Game:
        from ggl.play.loading import made_of
        from ggl.play.record import game_of
        from ggl.play.storage import is_own

        if self._given is not None:
            return made_of(self._given.checked.definition.source, record.options)
        return game_of(record, self._folder, own=self._folder is not None and is_own(self._folder))

    def walk(self, record: Record) -> Iterator[tuple[Move | None, State]]:
        """The moves and states as far as the record holds; then its ending is compared."""
        from ggl.play.record import replay

        return replay(record, self.game(record))
