"""Y there: the same names of cells, on a board that stands on its point. It has no pie rule."""

from ggl.play.game import State
from ggl.play.move import Move
from tests.classics.peer import Peer


def translate(state: State, move: Move) -> str:
    return str(move.args["c"])


PEERS = [Peer("y", f"y(board_size={size})", translate, ("Black", "White"), {"size": size, "pie": False}) for size in (4, 9, 13)]
