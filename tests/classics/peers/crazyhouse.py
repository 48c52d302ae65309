"""Crazyhouse there: a move is told by the board and the pockets that it leaves, as in a FEN."""

import re
from typing import Any

from ggl.play.game import State
from ggl.play.move import Move
from tests.classics.peer import Peer

PROMOTED = str.maketrans("ACEHaceh", "BRQNbrqn", "~")
"""Pieces that were promoted have letters of their own there, or a sign behind them, by its version."""
SIGNS = "KkQqRrBbNnPp"
"""Kinds in the order of the game's file, White's and Black's piece of each, as a position numbers them; then comes "empty".
Supplies are White's of all kinds, then Black's."""


def translate(state: State, move: Move) -> str:
    vector, start, supply = state.after(move).vector, state.game.places["at"], state.game.places["supply"]
    rows = ("".join((*SIGNS, ".")[piece] for piece in vector[start + row : start + row + 8]) for row in range(56, -1, -8))
    board = re.sub(r"\.+", lambda empty: str(len(empty[0])), "/".join(rows))
    pockets = "".join(sign * vector[supply + at] for at, sign in enumerate(SIGNS[::2] + SIGNS[1::2]))
    return f"{board} {''.join(sorted(pockets))}"


def written(other: Any, action: int) -> str:
    board, _, pockets = str(other.child(action)).split()[0].partition("[")
    return f"{board.translate(PROMOTED)} {''.join(sorted(pockets.rstrip(']')))}"


PEERS = [Peer("crazyhouse", "crazyhouse", translate, ("Black", "White"), written=written, few=1, most_plies=40)]
LONG = [Peer("crazyhouse", "crazyhouse", translate, ("Black", "White"), written=written)]
