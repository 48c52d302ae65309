"""Moves as words without blanks, for protocols whose lines are words.

A step is its text in the game's notation, in ASCII. A blank becomes `_`, and any other character that is not plain ASCII
becomes `%` and two hexadecimal digits for each of its bytes (`%5F` is `_`, `%25` is `%`, `%2C` is a comma). So texts and
words correspond one to one. The steps of a turn are one word, separated by commas: `d1_-_a1,shoot_g1`.

Takes a state; gives words for moves, and moves for words. Reading accepts any spelling that `State.play` takes, with its blanks
as `_`. Raises as `State.play` does.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from urllib.parse import quote, unquote

from ggl.diagnostics.escape import escape
from ggl.play.errors import GglError, NotationError
from ggl.play.game import State
from ggl.play.move import Move
from ggl.play.turn_text import LONGEST, read_turn
from ggl.play.turns import ends_turn

_PLAIN = "!\"#$&'()*+-./:;<=>?@[\\]^`{|}~"
_NULL = "0000"
"""A move that changes nothing, as other engines write it; ours is `pass`."""


def word(steps: Move | Iterable[Move]) -> str:
    """A step, or several steps of one turn, as one word."""
    if isinstance(steps, Move):
        return quote(steps.text, safe=_PLAIN).replace("_", "%5F").replace("%20", "_")
    return ",".join(map(word, steps))


def text(word: str) -> str:
    """The text of one step's word."""
    return unquote(word.replace("_", " "))


def read_steps(state: State, line: str) -> tuple[Move, ...]:
    """The steps that a word means in a state: one, or more of one turn."""
    if len(line) > 3 * LONGEST:
        raise NotationError(f"a move of {len(line)} characters is too long")
    done: list[Move] = []
    for part in line.split(","):
        if done and not state.is_over and ends_turn(done[-1], state):
            raise NotationError(f"the turn ends with `{done[-1]}`; `{escape(text(part)[:60])}` is a separate move")
        steps = _exactly(state, part) or read_turn(state, "pass" if part == _NULL else text(part))
        for step in steps:
            state = state.after(step)
        done += steps
        if part != line and len(done) > LONGEST:
            raise NotationError(f"a turn of more than {LONGEST} steps is too long")
    return tuple(done)


def _exactly(state: State, part: str) -> tuple[Move, ...]:
    """The legal step whose word this is, if one is."""
    if state.is_over:
        return ()
    return next(((move,) for move in state.legal_moves() if word(move) == part), ())


def explained(error: GglError) -> str:
    """An error in one line: the problem and what to write instead, without its place in the game's file."""
    lines = str(error).splitlines()
    help_ = [line.partition("= help: ")[2] for line in lines[1:] if "= help: " in line]
    return "; ".join([line for line in lines[:1] if line] + help_)


MATE, MOST_SCORE = "mate", 10_000


def engine_score(worth: float, distance: int | None = None) -> tuple[str, int]:
    """A value from 0 to 1 in the form of engines: centipoints as on the Elo scale, 400 for ten to one; or the steps to a sure
    end."""
    if distance is not None and worth in (0.0, 1.0):
        return MATE, max(distance, 1) if worth else -max(distance, 1)
    if not 0 < worth < 1:
        return "cp", MOST_SCORE if worth >= 1 else -MOST_SCORE
    return "cp", max(-MOST_SCORE, min(MOST_SCORE, round(400 * math.log10(worth / (1 - worth)))))


def value_of_score(unit: str, number: int) -> float:
    """The value that a score represents."""
    if unit == MATE:
        return float(number > 0)
    return 1 / (1 + 10 ** (-max(-MOST_SCORE, min(MOST_SCORE, number)) / 400))
