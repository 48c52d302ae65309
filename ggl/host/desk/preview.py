"""A game tried out from its text: its tests run, its moves counted, a position shown and played on.

Takes a checked game. Gives plain answers, or raises an error of `ggl.errors` with a text for the user. The limits of play bound
long work; a caller that cannot wait runs it in another process.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ggl.checker.game import CheckedGame
from ggl.diagnostics import Diagnostic
from ggl.play.errors import OptionError
from ggl.play.filetests import position_of_test, run_tests
from ggl.play.game import Game, State
from ggl.render import svg

MOST_MOVES = 2000


@dataclass(frozen=True)
class Tried:
    """`failures` are findings at the expectations that were not met."""

    name: str
    failures: tuple[Diagnostic, ...]


@dataclass(frozen=True)
class TriedPosition:
    """A position: its picture, who is to move, the legal moves as they are typed, the result when it is over."""

    svg: str
    mover: str
    ply: int
    legal: tuple[str, ...]
    result: str


def tried(checked: CheckedGame, only: str = "") -> Iterator[Tried]:
    """The outcomes of the file's tests, or of the one of this name."""
    for outcome in run_tests(checked):
        if only in ("", outcome.name):
            yield Tried(outcome.name, outcome.failures)


def _state_at(checked: CheckedGame, test: str = "", moves: Sequence[str] = ()) -> State:
    """The state after moves from the start of a game, or from the position of a test."""
    if test:
        found = next((one for one in checked.definition.tests if one.name == test), None)
        if found is None:
            raise OptionError(f"there is no test `{test[:80]}` in this file")
        state = position_of_test(checked, found)
    else:
        state = Game(checked).initial_state()
    for move in moves:
        state = state.play(move)
    return state


def board_preview(checked: CheckedGame, test: str = "", moves: Sequence[str] = (), theme: str = "auto") -> TriedPosition:
    state = _state_at(checked, test, moves)
    legal = tuple(dict.fromkeys(map(str, state.legal_moves()[:MOST_MOVES]))) if not state.is_over else ()
    last = state.came_by()[1] if moves else ()
    return TriedPosition(
        svg(state, theme=theme, last=last), state.mover, state.ply, legal, str(state.result) if state.is_over else ""
    )


def counts(checked: CheckedGame, depth: int, test: str = "") -> tuple[int, ...]:
    """The number of plays of each length up to a depth."""
    state = _state_at(checked, test)
    return tuple(state.game.perft(state, each) for each in range(1, depth + 1))
