"""Gomoku there: `row,column`, both counted from 0. Five or more in a line win there; it has no rule of exactly five."""

from ggl.play.game import State
from ggl.play.move import Move
from tests.classics.peer import Peer


def translate(state: State, move: Move) -> str:
    column, row = move.args["c"].coordinates
    return f"{row},{column}"


PEERS = [
    Peer("gomoku", "gomoku", translate, ("Black", "White")),
    Peer("gomoku", "gomoku(size=7)", translate, ("Black", "White"), {"size": 7}),
]
