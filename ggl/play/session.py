"""A play in progress: its moves, undo and redo, random movers in seats, and a file on which every move is kept.

Takes a game and who sits where; `enter` takes moves as text. Each change is on disk when the method comes back; if the disk
refuses, `trouble` says so and the play goes on in memory. Raises as `State.read` does for bad moves. What needs no person is
played up to a bound; `pause` then says so.
"""

from __future__ import annotations

import contextlib
import datetime
import os
import random
import re
import secrets
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from ggl.engine.protocol import PASS
from ggl.play.errors import GameOverError, GglError
from ggl.play.lock import HeldError, Hold, hold
from ggl.play.perft import goes_on
from ggl.play.record import Ending, Record, RecordError, ending_of, option_values, read_record_file, to_json, walk
from ggl.play.storage import StorageError, replace_file, state_folder
from ggl.play.turn_text import read_turn
from ggl.play.values import SEATS

if TYPE_CHECKING:
    from ggl.play.game import Game
    from ggl.play.state import Move, State

HUMAN, RANDOM = "human", "random"
MOVERS = (HUMAN, RANDOM)

MOST_PASSES = 1_000
"""So many passes in a row are played unasked; then a person is asked, who may want to end such a play."""

MOST_UNASKED = 10_000
"""So many steps in a row are played unasked: as many as a random game may have (`ggl.play.game.LONGEST_PLAYOUT`)."""

MOST_FINISHED = 20
"""So many finished plays stay in the state folder."""


@dataclass(frozen=True)
class Turn:
    """A turn that was played: its number in the play from 1, at which move it begins, who played it, its steps.

    The rolls with which it begins are steps of it; `rolls` tells how many these are, `done` whether the turn is over.
    """

    number: int
    begin: int
    mover: str
    seat: str
    steps: tuple[Move, ...]
    rolls: int = 0
    done: bool = True

    def __str__(self) -> str:
        return ", ".join(map(str, self.steps))


def ends_turn(move: Move, after: State) -> bool:
    """Whether a turn is over with a step, after which is this state; a roll begins one."""
    return after.is_over or not goes_on(after.game.layout, move.step, after.position)


class Session:
    def __init__(
        self,
        game: Game,
        name: str,
        *,
        seats: Mapping[str, str] | None = None,
        seed: int | None = None,
        forced_pass: bool = True,
        files: tuple[Path, ...] = (),
    ) -> None:
        """`name` is what a record calls the game; `seats` says who sits where (`human` or `random`), a human where nothing is
        said. With `forced_pass` a pass that is the only choice is played by itself. `files` are kept up to date."""
        self.game = game
        self.name = name
        self.seats = {seat: (seats or {}).get(seat, HUMAN) for seat in SEATS[: len(game.players)]}
        self.seed = secrets.randbelow(1 << 32) if seed is None else seed
        self.forced_pass = forced_pass
        self.files = files
        self.trouble: GglError | None = None
        self.pause = ""
        """Why `answer` stopped, though the next move needs no person either, and how to go on; empty if it did not."""
        self.date = datetime.datetime.now(datetime.UTC).date().isoformat()
        self._start: tuple[int, ...] | None = None
        self._moves: list[Move] = []
        self._states: list[State] = [game.initial_state()]
        self._entries: list[int] = []
        """At which move each entry begins: what was typed in one go, with what answered it by itself."""
        self._undone: list[tuple[Move, ...]] = []
        self._resigned: str | None = None
        self.held: Hold | None = None

    # ---- what there is

    @property
    def state(self) -> State:
        return self._states[-1]

    @property
    def moves(self) -> tuple[Move, ...]:
        return tuple(self._moves)

    @property
    def is_over(self) -> bool:
        return self._resigned is not None or self.state.is_over

    @property
    def ending(self) -> Ending | None:
        if self._resigned is None:
            return ending_of(self.state)
        winner = next(side for side in self.game.players if side != self._resigned)
        return Ending(winner, self.state.seats[winner], f"{self._resigned} resigned", self.state.scores, self._resigned)

    def turns(self) -> list[Turn]:
        """The turns played; of one that goes on, the steps so far."""
        turns: list[Turn] = []
        steps: list[Move] = []
        rolls = 0
        for place, move in enumerate(self._moves):
            steps.append(move)
            if len(steps) == rolls + 1 and self._states[place].is_chance:
                rolls += 1
            done = ends_turn(move, self._states[place + 1])
            if done or place + 1 == len(self._moves):
                begin = place + 1 - len(steps)
                # A roll of the set-up may be about who begins.
                before = self._states[min(begin + rolls, place + 1)]
                turns.append(Turn(len(turns) + 1, begin, before.mover, before.seat, tuple(steps), rolls, done))
                steps, rolls = [], 0
        return turns

    def turns_done(self) -> int:
        """How many turns are over; `turns` may list one more, which goes on."""
        turns = self.turns()
        return len(turns) - (bool(turns) and not turns[-1].done)

    def last_steps(self) -> tuple[Move, ...]:
        """The steps of the last turn in which somebody moved; where the present one has only begun, that is the one before it."""
        return next((turn.steps for turn in reversed(self.turns()[-2:]) if len(turn.steps) > turn.rolls), ())

    def record(self) -> Record:
        turns = tuple(tuple(map(str, turn.steps)) for turn in self.turns())
        drawn = RANDOM in self.seats.values() or bool(self.game.checked.core.rolls)
        seed = self.seed if drawn else None
        return Record(self.name, option_values(self.game), self.game.fingerprint, turns, self.seats, self._start, self.ending,
                      seed, self.date)  # fmt: skip

    # ---- playing

    def enter(self, text: str) -> tuple[Move, ...]:
        """Play a typed move, or all steps of a turn. What others then do is not played yet: see `answer`."""
        if self._resigned is not None:
            raise GameOverError(f"the game is over: {self.ending}")
        moves = read_turn(self.state, text)
        self._entries.append(len(self._moves))
        self._undone.clear()
        self._play(moves)
        self.keep()
        return moves

    def answer(self) -> list[Turn]:
        """Play what needs no person: forced passes, and the moves of random seats.

        A game need not end, so this stops after `MOST_PASSES` passes or `MOST_UNASKED` steps in a row. The play stays as it is
        then, and `pause` says so; a move that is entered, and then `answer`, go on with it.
        """
        begin = len(self._moves)
        passes = 0
        self.pause = ""
        try:
            while not self.is_over:
                move = self._unasked(self.state)
                if move is None:
                    break
                passes = passes + 1 if move.schema == PASS else 0
                if passes > MOST_PASSES or len(self._moves) - begin == MOST_UNASKED:
                    what = f"{MOST_PASSES:,} passes" if passes > MOST_PASSES else f"{MOST_UNASKED:,} steps"
                    self.pause = (f"{what} in a row have been played unasked, and the game is not over; "
                                  f"to go on, enter a move for {self.state.mover}, such as `{move}`")  # fmt: skip
                    break
                self._play((move,))
        finally:
            if len(self._moves) > begin:
                self.keep()
        return [turn for turn in self.turns() if turn.begin + len(turn.steps) > begin]

    def _unasked(self, state: State) -> Move | None:
        if state.must_pass and self.forced_pass:
            return state.legal_moves()[0]
        if self.seats[state.seat] != RANDOM and not state.is_chance:
            return None
        # A generator of its own for each step: after an undo, or a new start of the program, the same moves come again.
        moves = state.legal_moves()
        return random.Random(f"{self.seed}/{len(self._moves)}").choice(moves)

    def follow(self, move: Move | None, state: State) -> None:
        """Take over a step of a play that was made elsewhere, with the state after it; without a move, the start."""
        if move is None:
            self._states, self._moves, self._entries = [state], [], []
            return
        before = self.state
        unasked = before.is_chance or (before.must_pass and self.forced_pass)
        asked = self.seats[before.seat] == HUMAN and not unasked
        # As if each turn had been typed in one go: what needs nobody belongs to the turn before it.
        if asked and not before.in_turn:
            self._entries.append(len(self._moves))
        self._moves.append(move)
        self._states.append(state)

    def _play(self, moves: tuple[Move, ...]) -> None:
        for move in moves:
            state = self.state.after(move)
            self._states[-1] = self.state.bare()
            self._moves.append(move)
            self._states.append(state)

    def undo(self, count: int = 1) -> int:
        """Take back what was typed last, with what answered it; how many of `count` there were to take back."""
        for done in range(count):
            if self._resigned is not None:
                self._resigned = None
            elif self._entries:
                begin = self._entries.pop()
                self._undone.append(tuple(self._moves[begin:]))
                del self._moves[begin:], self._states[begin + 1 :]
            else:
                count = done
                break
        if count:
            self.keep()
        return count

    def redo(self, count: int = 1) -> int:
        """Play again what was taken back; how many of `count` there were."""
        count = min(count, len(self._undone))
        for _ in range(count):
            self._entries.append(len(self._moves))
            self._play(self._undone.pop())
        if count:
            self.keep()
        return count

    def resign(self) -> None:
        """The side to move gives up. Raises `GglError` in a game of more than two."""
        if self.is_over:
            raise GameOverError(f"the game is over: {self.ending}")
        if len(self.game.players) != 2:
            raise GglError("resigning is for games of two; somebody else would have to go on for you")
        self._resigned = self.state.mover
        self.keep()

    # ---- on disk

    def keep(self) -> bool:
        """Write the play to its files. False if one could not be written; `trouble` then says why."""
        self.trouble = None
        record = self.record()
        for file in self.files:
            try:
                if file.parent == state_folder():
                    file.parent.mkdir(parents=True, exist_ok=True)
                    self.hold(file)
                replace_file(file, _line(record, file))
            except (StorageError, HeldError) as error:
                self.trouble = error
            except (OSError, ValueError) as error:
                self.trouble = StorageError(file, error)
        return self.trouble is None

    def hold(self, file: Path) -> None:
        """See that no other process goes on with the play of a file. Raises `HeldError`."""
        if self.held is None:
            self.held = hold(file)

    def release(self) -> None:
        """Let others go on with the play."""
        if self.held is not None:
            self.held.release()
            self.held = None

    def save(self, path: Path) -> None:
        """Write a record to a file. Raises `StorageError`, and `RecordError` where something else would be lost."""
        check_replaceable(path)
        replace_file(path, _line(self.record(), path))

    @classmethod
    def resumed(cls, record: Record, game: Game, name: str, *, forced_pass: bool = True, files: tuple[Path, ...] = ()) -> Session:
        """The play of a record, to go on with. Raises `ReplayError`."""
        seats = {seat: who for seat, who in record.seats.items() if who in MOVERS}
        session = cls(game, name, seats=seats, seed=record.seed, forced_pass=forced_pass, files=files)
        session.date = record.date or session.date
        session._start = record.start
        for move, state in walk(record, game):
            session.follow(move, state)
        if record.ending is not None and record.ending.resigned in game.players and len(game.players) == 2:
            session._resigned = record.ending.resigned
        return session


def _line(record: Record, file: Path) -> str:
    """The record as a file holds it. A game that is a file is named as seen from the record, so that both can move together;
    only the state folder, which stays where it is, names it in full."""
    if Path(record.game).is_absolute() and file.parent != state_folder():
        with contextlib.suppress(ValueError):
            record = replace(record, game=Path(os.path.relpath(record.game, file.resolve().parent)).as_posix())
    return to_json(record) + "\n"


def is_found_from(name: str, path: Path) -> bool:
    """Whether a record at the path leads to its game: a bundled one, or a file in the record's folder or below it."""
    return not Path(name).is_absolute() or Path(name).is_relative_to(path.resolve().parent)


def check_replaceable(path: Path) -> None:
    """See that a file to be written is new, or holds a single play. Raises `RecordError`."""
    try:
        if not path.is_file() or not path.stat().st_size:
            return
    except (OSError, ValueError) as error:
        raise StorageError(path, error) from None
    try:
        count = len(read_record_file(path))
    except RecordError:
        raise RecordError(f"{path} holds something else than a play; choose another name") from None
    if count > 1:
        raise RecordError(f"{path} holds {count} plays; choose another name")


def new_file(name: str) -> Path:
    """A file in the state folder for a new session."""
    stem = re.sub(r"\W+", "-", Path(name).stem)[:40] or "game"
    now = time.time_ns()
    at = time.strftime("%Y%m%d-%H%M%S", time.localtime(now // 10**9))
    return state_folder() / f"{stem}-{at}-{now % 10**9:09d}-{os.getpid()}.jsonl"


def kept_sessions() -> Iterator[tuple[Path, Record]]:
    """The sessions on disk, the newest first; a file that holds no session is passed over."""
    try:
        found = [(file.stat().st_mtime_ns, file) for file in state_folder().glob("*.jsonl")]
    except OSError:
        return
    for _, file in sorted(found, reverse=True):
        try:
            records = read_record_file(file)
        except GglError:
            continue
        if len(records) == 1:
            yield file, records[0]


def prune_finished(most: int = MOST_FINISHED) -> None:
    """Delete finished plays from the state folder, all but the newest; not one that a process still shows."""
    finished = [file for file, record in kept_sessions() if record.ending is not None]
    for file in finished[most:]:
        try:
            held = hold(file)
        except HeldError:
            continue
        with contextlib.suppress(OSError):
            file.unlink()
        if held is not None:
            held.release()
