"""Othello there: the cell, with rows counted from the top; the start is drawn upside down too, so names agree."""

from ggl.play.game import State
from ggl.play.move import Move
from tests.classics.peer import Peer


def translate(state: State, move: Move) -> str:
    return str(move.args["c"]) if move.args else "pass"


PEERS = [Peer("othello", "othello", translate, ("Black", "White"))]
