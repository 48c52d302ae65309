"""Havannah there: the same letters, rows counted from the top. Taking the sides over is written there as the cell of the first
stone, which then changes its colour; so seats are compared."""

from ggl.play.game import State
from ggl.play.move import Move
from tests.classics.peer import SEATS, Peer


def name(state: State, cell: str) -> str:
    size = int(state.game.options["size"])
    return f"{cell[0]}{2 * size - int(cell[1:])}"


def translate(state: State, move: Move) -> str:
    if "c" in move.args:
        return name(state, str(move.args["c"]))
    return next(name(state, str(cell)) for cell in state.game.board.cells if state.piece_at(cell))


PEERS = [
    Peer("havannah", "havannah", translate, ("White", "Black"), {"pie": False}),
    Peer("havannah", "havannah(board_size=4)", translate, ("White", "Black"), {"size": 4, "pie": False}),
    Peer("havannah", "havannah(board_size=4,swap=true)", translate, SEATS, {"size": 4}),
]
