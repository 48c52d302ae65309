"""Lines of JSON to records.

Takes streams that anybody may have written. Gives records whose parts have the right types and are of bounded size; what
they say of a game is not looked at yet. Raises `RecordError` with the line and what was wanted there.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import IO, Any, NoReturn, TypeVar

from ggl.diagnostics.escape import escape
from ggl.play.errors import GglError
from ggl.play.record.in_progress import is_text, is_whole, read_clocked, read_in_progress
from ggl.play.record.record import FORMAT, Ending, Record
from ggl.play.record.search import read_search
from ggl.play.storage import StorageError, given_path
from ggl.play.values import SEATS
from ggl.version import __version__

_T = TypeVar("_T")

LONGEST_LINE = 1 << 24
_MOST_STEPS = 1 << 20
_LONGEST_REASON = 1 << 20
"""The condition that ended a play, in English: several times as long as the longest text of a file."""
_OPTION_VALUE = re.compile(r"[^\W\d]\w{0,999}|-?\d{1,20}(/\d{1,20})?")


class RecordError(GglError):
    """A line is not a record, or its game is not available."""


def read_records(
    stream: IO[str] | IO[bytes], name: str = "", damaged: Callable[[RecordError], None] | None = None, *, first: int = 1
) -> Iterator[Record]:
    """The records of a stream, line by line; empty lines are skipped. `first` is the number of the first line.

    Passes the error of a bad line to `damaged` and reads on; without `damaged`, raises it.
    """
    number = first - 1
    while line := stream.readline(LONGEST_LINE):
        number += 1
        where = f"{name or 'the record'}, line {number}"
        try:
            if len(line) >= LONGEST_LINE:
                raise RecordError(f"{where}: longer than {LONGEST_LINE >> 20} MiB, the longest record")
            record = replace(_record(line, where), line=number) if line.strip() else None
        except RecordError as error:
            if damaged is None:
                raise
            damaged(error)
            while len(line) >= LONGEST_LINE and line[-1:] not in ("\n", b"\n"):
                line = stream.readline(LONGEST_LINE)
        else:
            if record is not None:
                yield record


def read_record_file(path: str | os.PathLike[str]) -> list[Record]:
    """All records of a file. Raises `StorageError` too."""
    where = given_path(path, "a file of records")
    try:
        with where.open("rb") as file:
            return list(read_records(file, str(where)))
    except (OSError, ValueError) as error:
        raise StorageError(where, error, "read") from None


def _record(line: str | bytes, where: str) -> Record:
    try:
        text = line.decode("utf-8") if isinstance(line, bytes) else line
        data = json.loads(text.removeprefix("\ufeff"))
    except UnicodeDecodeError:
        raise RecordError(f"{where}: not UTF-8 text") from None
    except RecursionError:
        raise RecordError(f"{where}: not a record; it is nested too deeply") from None
    except ValueError as error:
        told = f"{error.msg}, column {error.colno}" if isinstance(error, json.JSONDecodeError) else str(error)
        raise RecordError(f"{where}: not a record; a record is a line of JSON ({told})") from None
    return _Reading(data, where).record()


class _Reading:
    """The data of a line, read key by key."""

    def __init__(self, data: object, where: str) -> None:
        self._where = where
        if not isinstance(data, dict) or "record" not in data:
            raise RecordError(f'{where}: not a record; a record begins {{"record": {FORMAT}, "game": ..')
        self._data = data
        form = data["record"]
        if not is_whole(form) or form not in (1, FORMAT):
            raise RecordError(
                f"{where}: a record of format {_shown(form)}; this version of ggl ({__version__}) reads formats 1 and {FORMAT}"
            )

    def record(self) -> Record:
        seed = self._data.get("seed")
        if seed is not None and not is_whole(seed):
            self._refuse("seed", "a whole number")
        seats = self._map("seats")
        turns, ending = self._turns(), self._ending()
        steps = sum(map(len, turns))
        return Record(
            self._text("game"),
            {name: self._option(name, value) for name, value in self._map("options").items()},
            self._text("fingerprint"),
            turns,
            {name: value if is_text(value) else self._refuse("seats", "a map of texts") for name, value in seats.items()},
            self._start(),
            ending,
            seed,
            self._text("date", ""),
            self._text("ggl", ""),
            self._part("clock", read_clocked, steps),
            self._part("session", read_in_progress, steps + 1 + (ending is not None and ending.resigned is not None)),
            self._part("search", read_search, steps) or (),
            self._text("play", ""),
            self._data["record"],
        )

    def _part(self, key: str, read: Callable[[Any, int], _T], size: int) -> _T | None:
        """A part with its own reader, which takes the number of steps or places; None if there is none."""
        try:
            return None if self._data.get(key) is None else read(self._data[key], size)
        except ValueError as error:
            self._refuse(key, str(error))

    def _refuse(self, key: str, wanted: str) -> NoReturn:
        found = f"; found {_shown(self._data[key])}" if key in self._data else ", but it is missing"
        raise RecordError(f"{self._where}: `{key}` is {wanted}{found}")

    def _text(self, key: str, default: str | None = None) -> str:
        value = self._data.get(key, default)
        if not is_text(value):
            self._refuse(key, "a text")
        return value

    def _map(self, key: str) -> dict[str, object]:
        value: object = self._data.get(key, {})
        if not isinstance(value, dict):
            self._refuse(key, "a map")
        return value

    def _option(self, name: str, value: object) -> bool | int | str:
        # Only plain words and short numbers: an option's value is used before anything else checks it.
        if not isinstance(value, bool | int | str) or not _OPTION_VALUE.fullmatch(str(value)):
            raise RecordError(f"{self._where}: the option `{escape(name[:40])}` cannot be {_shown(value)}")
        return value

    def _turns(self) -> tuple[tuple[str, ...], ...]:
        moves = self._data.get("moves")
        if not isinstance(moves, list):
            self._refuse("moves", "a list")
        turns: list[tuple[str, ...]] = []
        for place, turn in enumerate(moves, 1):
            steps = turn if isinstance(turn, list) else [turn]
            if not steps or not all(is_text(step) for step in steps):
                raise RecordError(f"{self._where}: turn {place} of `moves` is {_shown(turn)}, not a move")
            turns.append(tuple(steps))
        if sum(map(len, turns)) > _MOST_STEPS:
            raise RecordError(f"{self._where}: more than {_MOST_STEPS} moves")
        return tuple(turns)

    def _start(self) -> tuple[int, ...] | None:
        start = self._data.get("start")
        if start is None:
            return None
        if not isinstance(start, list) or not all(map(is_whole, start)):
            self._refuse("start", "a list of integers")
        return tuple(start)

    def _ending(self) -> Ending | None:
        data = self._data.get("result")
        if data is None:
            return None
        if not isinstance(data, dict):
            self._refuse("result", "a map")
        names = [data.get(key) for key in ("winner", "seat", "resigned", "loser")]
        reason, scores = data.get("reason", ""), data.get("scores")
        if not all(name is None or is_text(name) for name in names) or not is_text(reason, _LONGEST_REASON):
            self._refuse("result", "a map with `winner`, `seat`, `reason` and `scores`")
        several = [data.get(key, []) for key in ("winners", "seats")]
        if not all(isinstance(each, list) and len(each) <= len(SEATS) and all(map(is_text, each)) for each in several):
            self._refuse("result", "a map whose `winners` and `seats` are lists of names")
        numbers = None
        if scores is not None:
            if not isinstance(scores, dict):
                self._refuse("result", "a map whose `scores` are a map")
            numbers = {side: self._number(score) for side, score in scores.items()}
        return Ending(names[0], names[1], reason, numbers, names[2], data.get("broken_off") is True,
                      tuple(several[0]), tuple(several[1]), names[3])  # fmt: skip

    def _number(self, value: object) -> int | Fraction:
        if isinstance(value, str) and _OPTION_VALUE.fullmatch(value):
            try:
                return Fraction(value)
            except (ValueError, ZeroDivisionError):
                pass
        if isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1 << 53:
            number = Fraction(value)
            return int(number) if number.denominator == 1 else number
        self._refuse("result", "a map whose `scores` are numbers")


def _shown(value: object) -> str:
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (ValueError, RecursionError):
        return "something else"
    return escape(text if len(text) <= 60 else text[:57] + "..")
