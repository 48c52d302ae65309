"""Xiangqi there: `S(6,0)-(5,0)`, rows from the top and columns from the left, both from zero; a capture is written alike.

A position that comes for the third time is no end there, and 500 turns are a draw.
"""

from typing import Any

from ggl.play.game import State
from ggl.play.move import Move
from tests.classics.peer import Peer


def place(cell: str) -> str:
    return f"({10 - int(cell[1:])},{ord(cell[0]) - ord('a')})"


def translate(state: State, move: Move) -> str:
    return f"{place(str(move.args['c']))}-{place(str(move.args['t']))}"


def written(other: Any, action: int) -> str:
    return str(other.action_to_string(other.current_player(), action))[1:]


PEERS = [Peer("xiangqi", "xiangqi", translate, ("Red", "Black"), {"repeats": 1000}, written=written, few=1)]
