"""Openings: first moves that make plays differ; two contestants play each opening once from either side.

Drawn at random, turn by turn, from a seed, or read from a file. Takes a game; gives `Opening`s that do not end it. Raises
`OpeningError`, with the file and line, for an invalid opening.
"""

from __future__ import annotations

import io
import os
import random
from pathlib import Path

from ggl.arena.playing import Opening, state_after_opening
from ggl.arena.seeds import seed_of
from ggl.diagnostics.escape import escape
from ggl.play.errors import GglError, must_be
from ggl.play.game import Game, State
from ggl.play.record import RecordError, read_records
from ggl.play.storage import StorageError, given_path
from ggl.play.turn_text import read_turn
from ggl.play.turns import Gathered

TRIES = 30
"""The number of times that an opening is redrawn because it ended the game or repeats another."""

MOST_OPENINGS = 100_000
_LONGEST_FILE = 1 << 26
_LONGEST_OPENING = 10_000


class OpeningError(GglError):
    """An invalid opening of a game."""


def draw_opening(game: Game, seed: int, plies: int, had: set[tuple[int, ...]] | None = None) -> Opening:
    """An opening of a number of random turns that does not end the game; shorter if none of that length is found.

    `had` has the positions of other openings, which it avoids if possible; its own is added.
    """
    rng = random.Random(seed)
    length = plies
    while length > 0:
        spare, longest = None, 0
        for _ in range(TRIES):
            opening, vector, reached = _once(game, rng, length)
            longest = max(longest, reached)
            if opening is not None and (had is None or vector not in had):
                if had is not None:
                    had.add(vector)
                return opening
            spare = spare or opening
        if spare is not None:
            return spare
        length = min(length, longest) - 1
    return Opening()


def _once(game: Game, rng: random.Random, plies: int) -> tuple[Opening | None, tuple[int, ...], int]:
    """One attempt: the opening, if it does not end the game, its position, and its number of turns."""
    state, made = game.initial_state(), Gathered()
    while made.done < plies and made.steps < _LONGEST_OPENING and not state.is_over:
        moves = state.legal_moves()
        move = moves[rng.randrange(len(moves))]
        state = state.after(move)
        made.add(move, state)
    if state.is_over or made.in_turn:
        return None, (), made.done
    return Opening(made.turns), state.vector, made.done


class Openings:
    """The openings of a match by number: from a list, cyclically, or drawn without repetition."""

    def __init__(self, game: Game, seed: int, plies: int, given: tuple[Opening, ...] = ()) -> None:
        self._game, self._seed, self._plies, self._given = game, seed, plies, given
        self._drawn: list[Opening] = []
        self._had: set[tuple[int, ...]] = set()

    def __getitem__(self, number: int) -> Opening:
        if self._given:
            return self._given[number % len(self._given)]
        while len(self._drawn) <= number:
            # In order, so that redraws do not depend on who asks first.
            seed = seed_of(self._seed, "opening", len(self._drawn))
            self._drawn.append(draw_opening(self._game, seed, self._plies, self._had) if self._plies else Opening())
        return self._drawn[number]


def read_openings(game: Game, path: str | os.PathLike[str]) -> tuple[Opening, ...]:
    """The openings of a file, a line each: moves between `;` (or `,`), or a record. Empty lines and `#` lines are skipped.

    A `;` may end a line. Raises `OpeningError`, `StorageError` and `ArgumentError`.
    """
    must_be(game, Game, "what has openings", 'a game, such as `ggl.load("hex")`')
    file_path = given_path(path, "a file of openings")
    try:
        with file_path.open("rb") as file:
            data = file.read(_LONGEST_FILE + 1)
    except (OSError, ValueError) as error:
        raise StorageError(file_path, error, "read") from None
    if len(data) > _LONGEST_FILE:
        raise OpeningError(f"{path} is longer than {_LONGEST_FILE >> 20} MiB, the longest list of openings")
    found: list[Opening] = []
    for number, line in enumerate(data.splitlines(), 1):
        line = line.strip()
        if not line or line.startswith(b"#"):
            continue
        where = f"{path}, line {number}"
        if len(found) == MOST_OPENINGS:
            raise OpeningError(f"{where}: more than {MOST_OPENINGS:,} openings")
        opening = _of_record(game, line, file_path, number) if line.startswith(b"{") else _of_moves(game, line, where)
        found.append(opening)
    if not found:
        raise OpeningError(f"{path} contains no opening; write one per line, such as `{_example(game)}`")
    return tuple(found)


def _of_record(game: Game, line: bytes, path: Path, number: int) -> Opening:
    where = f"{path}, line {number}"
    try:
        record = next(read_records(io.BytesIO(line), str(path), first=number))
    except RecordError as error:
        raise OpeningError(str(error)) from None
    return seen_opening(game, Opening(record.turns, record.start), where)


def seen_opening(game: Game, opening: Opening, where: str) -> Opening:
    """An opening in the form of records. Raises `OpeningError` if it cannot be played, or ends the play."""
    try:
        found, state = state_after_opening(game, opening)
    except GglError as error:
        raise OpeningError(f"{where}: {error}") from None
    _see_that_it_goes_on(state, where)
    return found


def _of_moves(game: Game, line: bytes, where: str) -> Opening:
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError:
        raise OpeningError(f"{where}: not UTF-8 text") from None
    state, made = game.initial_state(), Gathered()
    mark = ";" if ";" in text else ","
    parts = text.split(mark)
    if len(parts) > 1 and not parts[-1].strip():
        parts.pop()
    for number, part in enumerate(parts, 1):
        if not part.strip():
            raise OpeningError(f"{where}: move {number} is empty; write a move before each `{mark}`, or leave one `{mark}` out")
        try:
            for move in read_turn(state, part.strip()):
                state = state.after(move)
                made.add(move, state)
        except GglError as error:
            raise OpeningError(f"{where}: {error}") from None
        if made.steps > _LONGEST_OPENING:
            raise OpeningError(f"{where}: more than {_LONGEST_OPENING:,} steps")
    _see_that_it_goes_on(state, where)
    return Opening(made.turns)


def _see_that_it_goes_on(state: State, where: str) -> None:
    if state.is_over:
        raise OpeningError(f"{where}: the opening ends the play, {escape(str(state.result))}; it must leave something to play")


def _example(game: Game) -> str:
    return "; ".join("; ".join(turn) for turn in draw_opening(game, 0, 2).turns) or "MOVE; MOVE"
