"""Breakthrough there: both cells, and a star for a capture. Black moves first there."""

from ggl.play.game import State
from ggl.play.move import Move
from tests.classics.peer import Peer


def translate(state: State, move: Move) -> str:
    taken = state.piece_at(move.args["t"]) is not None
    return f"{move.args['c']}{move.args['t']}{'*' * taken}"


SEATS = ("Black", "White")
PEERS = [
    Peer("breakthrough", "breakthrough", translate, SEATS, {"first": "Black"}),
    Peer("breakthrough", "breakthrough(rows=6,columns=6)", translate, SEATS, {"first": "Black", "size": 6}),
]
