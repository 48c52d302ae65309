"""Plays as tables for machine learning: Parquet files with a row for each step that somebody chose.

Takes a game and records of it, which may contain the values and visits of agents; returns pyarrow tables, and files. The
content of a file depends only on the records. Raises `ParquetError` without pyarrow, `ReplayError` for a record that breaks.

| column | |
|---|---|
| `play` `step` `ply` | the number of the play, of the step within it, and the turns before it, from 0 |
| `mover` `seat` | the side to move and its seat, from 0 |
| `position` | the vector of the position |
| `legal` | the numbers of the legal actions, in their order |
| `visits` | how often the agent tried each of them; null where no agent was asked |
| `value` | what it thought the position to be worth to the seat, from 0 to 1; null too |
| `action` | the number of the step |
| `rewards` | how the play ended, by seat: 1, -1, or 0 |
"""

from __future__ import annotations

import hashlib
import importlib
import io
import json
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from ggl import writing
from ggl.arena.playing import Play, points_of_seats
from ggl.errors import GglError
from ggl.play.game import Game
from ggl.play.record import Ending, Record, option_values, replay_states, to_json
from ggl.play.storage import StorageError

PART = 1000
"""Plays in a file."""

SUFFIX = ".parquet"


class ParquetError(GglError):
    """A table cannot be made; the text says why."""


def _arrow() -> tuple[Any, Any]:
    try:
        return importlib.import_module("pyarrow"), importlib.import_module("pyarrow.parquet")
    except ImportError:
        raise ParquetError("Parquet needs pyarrow: pip install 'ggl-games[parquet]'") from None


def schema_of(game: Game) -> Any:
    """The columns with their types; the metadata name the game and the numbering of its actions."""
    arrow, _ = _arrow()
    numbers = arrow.list_(arrow.int64())
    about = {
        "game": game.name,
        "options": option_values(game),
        "fingerprint": game.fingerprint,
        "players": list(game.players),
        "actions": [[block.schema, block.start, block.stop] for block in game.actions.blocks],
    }
    fields = {
        "play": arrow.int64(), "step": arrow.int32(), "ply": arrow.int32(), "mover": arrow.int8(), "seat": arrow.int8(),
        "position": numbers, "legal": numbers, "visits": numbers, "value": arrow.float64(), "action": arrow.int64(),
        "rewards": arrow.list_(arrow.float32()),
    }  # fmt: skip
    return arrow.schema(list(fields.items()), metadata={"ggl": json.dumps(about, sort_keys=True)})


def table_of(game: Game, plays: Iterable[tuple[int, Record]]) -> Any:
    """The rows of records; each record comes with the number of its play."""
    arrow, _ = _arrow()
    schema = schema_of(game)
    columns: dict[str, list[Any]] = {name: [] for name in schema.names}
    for number, record in plays:
        for row in _rows(game, number, record):
            for name, value in zip(schema.names, row, strict=True):
                columns[name].append(value)
    return arrow.table(columns, schema=schema)


def _write(path: Path, game: Game, plays: Sequence[tuple[int, Record]]) -> None:
    """Write a table to a file, completely or not at all. Also raises `StorageError`."""
    _, parquet = _arrow()
    file, table = io.BytesIO(), table_of(game, plays)
    parquet.write_table(
        table.replace_schema_metadata({**table.schema.metadata, _RECORDS: _digest(plays)}), file, compression="zstd"
    )
    try:
        writing.replace(path, file.getvalue())
    except (OSError, ValueError) as error:
        raise StorageError(path, error) from None


_RECORDS = b"records"
"""The key of a file's metadata under which it names the records that it was made of."""


def _digest(plays: Sequence[tuple[int, Record]]) -> bytes:
    found = hashlib.sha256()
    for number, record in plays:
        found.update(f"{number} {to_json(record)}\n".encode())
    return found.hexdigest().encode()


def _is_of(path: Path, plays: Sequence[tuple[int, Record]]) -> bool:
    """Whether a file is a table of just these records."""
    arrow, parquet = _arrow()
    try:
        about = parquet.read_schema(path).metadata or {}
    except (OSError, arrow.ArrowException):
        return False
    return bool(about.get(_RECORDS) == _digest(plays))


def _rewards(ending: Ending, game: Game) -> Sequence[float]:
    """The reward of each seat; 0 for all after a draw, or where a play was broken off."""
    values = points_of_seats(ending, game)
    if len(values) == 1 and not ending.broken_off:
        return [1.0 if ending.winners else -1.0]
    most = max(values)
    return [0.0] * len(values) if len(set(values)) < 2 else [1.0 if value == most else -1.0 for value in values]


def _rows(game: Game, number: int, record: Record) -> Iterable[Sequence[object]]:
    rewards = _rewards(record.ending, game) if record.ending is not None else ()
    steps, states = zip(*replay_states(record, game), strict=True)
    for step, (state, move) in enumerate(zip(states, steps[1:], strict=False)):
        if state.is_chance:
            continue
        legal, search = state.legal_actions(), record.search[step] if record.search else None
        tried = dict(zip(search.actions, search.visits, strict=True)) if search is not None else {}
        yield (
            number,
            step,
            state.ply,
            game.players.index(state.mover),
            state.to_move,
            state.vector,
            legal,
            None if search is None else [tried.get(action, 0) for action in legal],
            None if search is None else search.value,
            game.actions.number(move),
            rewards,
        )


class PartFiles:
    """Files of `PART` plays each, beside the records of a run, for its plays from `first` to `stop`.

    A file is written when its plays are complete, unless it is there already, and then replaces those of the same records that
    contain some of its plays: the last one of a run that is continued has other plays, and another name.
    """

    def __init__(self, game: Game, records: Path, first: int, stop: int) -> None:
        _arrow()
        game.actions  # noqa: B018 -- raises where steps have no numbers
        self._game, self._records, self._first, self._stop = game, records, first, stop
        self._waiting: list[tuple[int, Record]] = []

    def add(self, play: Play) -> None:
        """The next play, in order. Also raises `StorageError`."""
        self._waiting.append((play.number, play.record))
        if len(self._waiting) == PART or play.number == self._stop - 1:
            file = self.file(self._waiting[0][0])
            if not _is_of(file, self._waiting):
                _write(file, self._game, self._waiting)
            self._remove_others(file, self._waiting[0][0], play.number)
            self._waiting.clear()

    def file(self, first: int) -> Path:
        """The file for the plays from a number on."""
        last = min(first + PART, self._stop) - 1
        digits = len(str(max(self._stop - 1, 0)))
        return self._records.with_name(f"{self._records.stem}.{first:0{digits}d}-{last:0{digits}d}{SUFFIX}")

    def _remove_others(self, file: Path, first: int, last: int) -> None:
        name = re.compile(rf"{re.escape(self._records.stem)}\.(\d+)-(\d+){re.escape(SUFFIX)}")
        for other in file.parent.iterdir():
            found = name.fullmatch(other.name)
            if found is not None and other.name != file.name and int(found[1]) <= last and first <= int(found[2]):
                try:
                    other.unlink(missing_ok=True)
                except OSError as error:
                    raise StorageError(other, error) from None
