"""Backgammon there: the two dice are one roll, two checkers are one move, and a double is two moves. X runs upwards."""

from collections.abc import Hashable, Sequence
from typing import Any

from ggl.play.game import State
from tests.classics.whole_turns import WholeTurns

SIDES = ("White", "Black")
POINTS, BAR = 24, 100


def position(mover: int, dice: Sequence[int], points: list[list[int]], bars: Sequence[int]) -> Hashable:
    """Checkers by side and point; with the dice, unless they are to be rolled or the game is over."""
    to_play = (mover, *sorted(dice)) if mover >= 0 else ()
    return (*to_play, *map(tuple, points), *bars)


def here(state: State) -> Hashable:
    standing: Any = list(zip(state["at"], state["at_count"], strict=True))  # type: ignore[arg-type]
    points = [[count if piece == f"{side} checker" else 0 for piece, count in standing] for side in SIDES]
    bars: Any = state["supply"]
    dice: Any = (state["white_die"], state["black_die"])
    return position(-1 if state.is_over or state.is_chance else SIDES.index(state.mover), dice, points, bars)


def there(other: Any) -> Hashable:
    points = [[other.board(side, POINTS - 1 - at) for at in range(POINTS)] for side in (0, 1)]
    dice = [int(die) for die in other.observation_tensor(0)[-2:]]
    return position(other.current_player(), dice, points, [other.board(side, BAR) for side in (0, 1)])


def result(state: State) -> tuple[float, ...]:
    """What the winner's score is, is the loser's loss."""
    assert state.scores is not None
    white, black = (float(state.scores[side]) for side in SIDES)
    return (white - black, black - white)


PEERS = [WholeTurns("backgammon", "backgammon(scoring_type=full_scoring)", here, there, result)]
