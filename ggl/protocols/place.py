"""The position that an engine was told: a start, and the moves since, as words. A word may be a whole turn.

Most positions are the last one with a move more, so what the words led to is kept. Raises `PositionError` with the move that is
wrong, or where a play gets too long, and the position stays as it was.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ggl.agents import wire
from ggl.diagnostics.escape import escape
from ggl.errors import GglError
from ggl.play.game import Game, State
from ggl.play.move import Move
from ggl.play.record import Record, RecordError, start_of

MOST_MOVES = 20_000
STARTPOS = "startpos"


class PositionError(GglError):
    """An invalid position, or moves that the rules refuse."""


class PlayedPosition:
    def __init__(self, game: Game) -> None:
        self.game = game
        self._start = STARTPOS
        self._words: list[str] = []
        self._states: list[State] = [game.initial_state()]

    @property
    def state(self) -> State:
        return self._states[-1]

    @property
    def count(self) -> int:
        """The number of words that led here."""
        return len(self._words)

    def set(self, start: str, words: Sequence[str]) -> None:
        """Go to a start (`startpos`, or a position as its integers with commas between) and play the words."""
        self._must_fit(len(words))
        same = 0
        if start == self._start:
            while same < min(len(words), len(self._words)) and words[same] == self._words[same]:
                same += 1
            states = self._states[: same + 1]
        else:
            states = [self._begun(start)]
        for number, word in enumerate(words[same:], same + 1):
            state = states[-1]
            try:
                for step in wire.read_steps(state, word):
                    state = state.after(step)
            except GglError as error:
                raise PositionError(f"move {number}, `{escape(word[:60])}`: {wire.explained(error)}") from None
            states[-1] = states[-1].bare()
            states.append(state)
        self._start, self._words, self._states = start, list(words), states

    def go_on(self, steps: Sequence[Move]) -> None:
        """Play legal steps, which are one word."""
        self._must_fit(len(self._words) + 1)
        state = self.state
        for step in steps:
            state = state.after(step)
        self._states[-1] = self.state.bare()
        self._states.append(state)
        self._words.append(wire.word(steps))

    def go_back(self) -> bool:
        """Take back the last word; False if there is none."""
        if not self._words:
            return False
        self._words.pop()
        self._states.pop()
        return True

    @staticmethod
    def _must_fit(count: int) -> None:
        if count > MOST_MOVES:
            raise PositionError(f"a play has at most {MOST_MOVES:,} moves")

    def _begun(self, start: str) -> State:
        if start == STARTPOS:
            return self.game.initial_state()
        if re.fullmatch(r"-?[0-9]{1,9}(,-?[0-9]{1,9})*", start) is None:
            raise PositionError(
                "a start is `startpos`, or a position as its integers (`ggl show --stage position`) with commas between"
            )
        numbers = tuple(map(int, start.split(",")))
        record = Record(self.game.name, {}, self.game.fingerprint, start=numbers)
        try:
            return start_of(record, self.game)
        except RecordError as error:
            raise PositionError(str(error).partition("; ")[0]) from None
