"""Tic-Tac-Toe there: `x(row,column)`, rows counted from the top."""

from ggl.play.game import State
from ggl.play.move import Move
from tests.classics.peer import Peer


def translate(state: State, move: Move) -> str:
    column, row = move.args["c"].coordinates
    return f"{state.mover.lower()}({2 - row},{column})"


PEERS = [Peer("tic-tac-toe", "tic_tac_toe", translate, ("X", "O"))]
