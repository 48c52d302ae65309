"""Draughts there, called checkers: a step or a jump is `a3b4`, each jump of a chain a move of its own."""

from ggl.play.game import State
from ggl.play.move import Move
from tests.classics.peer import Peer


def translate(state: State, move: Move) -> str:
    begin, _, end = str(move).split()
    return begin + end


PEERS = [
    Peer(
        "draughts",
        "checkers",
        translate,
        ("Black", "White"),
        {"quiet_moves": 20, "captures_only": True, "repeats": 100},
    )
]
