"""Connect Four there: the mover's letter and the column, counted from 0."""

from ggl.play.game import State
from ggl.play.move import Move
from tests.classics.peer import Peer

LETTERS = {"Red": "x", "Yellow": "o"}


def translate(state: State, move: Move) -> str:
    column, _ = move.args["c"].coordinates
    return f"{LETTERS[state.mover]}{column}"


PEERS = [Peer("connect-four", "connect_four", translate, ("Red", "Yellow"))]
