"""Antichess there: a move is told by the board that it leaves, since moves are not written out there in full.

A capture in passing does not count as one there: it may be declined, and it may not be made where there is another. Here it
counts, since the rule that who can take must take knows no exception.
"""

from itertools import groupby
from typing import Any

from ggl.play.game import State
from ggl.play.move import Move
from tests.classics.peer import Peer


def translate(state: State, move: Move) -> str:
    """What stands on the board after the move, as in a FEN."""
    rows = [line.split()[1:] for line in str(state.after(move)).splitlines()[:8]]
    return "/".join(
        "".join(str(len(list(signs))) if sign == "." else "".join(signs) for sign, signs in groupby(row)) for row in rows
    )


def written(other: Any, action: int) -> str:
    return str(other.child(action)).split()[0]


def in_passing(state: State) -> bool:
    """Whether a pawn can be taken in passing."""
    passant = str(state["passant"])
    return any(str(move.args.get("t")) == passant and state.piece_at(passant) is None for move in state.legal_moves())


PEERS = [Peer("antichess", "antichess", translate, ("Black", "White"), written=written, few=2, faulty=in_passing)]
