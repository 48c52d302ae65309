"""TwixT there: a letter for the player, which is left out here, and rows counted from the top.

Taking the sides over is refused there after a first peg in a border row. It is written there as the cell of the first peg. There
the players keep their borders and the peg is turned by a quarter; here the sides change hands. So seats are compared, and cells
are turned from then on.
"""

from __future__ import annotations

from typing import Any

from ggl.play.game import State
from ggl.play.move import Move
from tests.classics.peer import SEATS, Peer


def translate(state: State, move: Move) -> str:
    size = int(state.game.options["size"])
    cell = str(move.args["c"]) if "c" in move.args else next(c.name for c in state.game.board.cells if state.piece_at(c))
    column, row = ord(cell[0]) - ord("a") + 1, size + 1 - int(cell[1:])
    if state.seats["Red"] == "second":
        column, row = size + 1 - row, column
    return f"{chr(ord('a') + column - 1)}{row}"


def in_a_border_row(state: State) -> bool:
    size = int(state.game.options["size"])
    return state.ply == 1 and any(state.piece_at(cell) for cell in state.game.board.cells if int(cell.name[1:]) in (1, size))


def written(other: Any, action: int) -> str:
    return str(other.action_to_string(other.current_player(), action))[1:]


PEERS = [
    Peer("twixt", "twixt(board_size=6)", translate, SEATS, {"size": 6}, written=written, few=6, faulty=in_a_border_row),
    Peer("twixt", "twixt(board_size=12)", translate, SEATS, written=written, few=1, faulty=in_a_border_row),
]
LONG = [Peer("twixt", "twixt(board_size=24)", translate, SEATS, {"size": 24}, written=written, faulty=in_a_border_row)]
