"""Quoridor there: rows counted from the top; a step is its cell, a wall `b3h` or `b3v` by the cell above and to the left of it.

There a game stops as a draw after four turns for each cell.
"""

from ggl.play.game import State
from ggl.play.move import Move
from tests.classics.peer import Peer


def translate(state: State, move: Move) -> str:
    size = int(state.game.options["size"])
    if move.schema == "walk":
        column, row = str(move.args["t"])
        return f"{column}{size + 1 - int(row)}"
    column, row = str(move.args["c"])
    return f"{column}{size - int(row)}{'h' if str(move.args['d']) == 'north' else 'v'}"


SIDES = ("White", "Black")
PEERS = [
    Peer("quoridor", "quoridor", translate, SIDES, most_plies=323, few=2),
    Peer("quoridor", "quoridor(board_size=5,wall_count=3)", translate, SIDES, {"size": 5, "walls": 3}, most_plies=99),
    Peer("quoridor", "quoridor(board_size=3,wall_count=1)", translate, SIDES, {"size": 3, "walls": 1}, most_plies=35),
]
