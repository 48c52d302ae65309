"""Crazyhouse there: a move is told by the board and the pockets that it leaves, as in a FEN."""

import re
from itertools import groupby
from typing import Any

from ggl.play.game import State
from ggl.play.move import Move
from tests.classics.peer import Peer

PROMOTED = str.maketrans("ACEHaceh", "BRQNbrqn", "~")
"""Pieces that were promoted have letters of their own there, or a sign behind them, by its version."""
SIGNS = {"queen": "q", "rook": "r", "bishop": "b", "knight": "n", "pawn": "p"}


def translate(state: State, move: Move) -> str:
    text = str(state.after(move))
    rows = [[word[0] for word in line.split()[1:]] for line in text.splitlines()[:8]]
    board = "/".join(
        "".join(str(len(list(signs))) if sign == "." else "".join(signs) for sign, signs in groupby(row)) for row in rows
    )
    pockets = ""
    for kind, white, black in re.findall(r"(\w+) supply: White (\d+), Black (\d+)", text):
        pockets += SIGNS[kind].upper() * int(white) + SIGNS[kind] * int(black)
    return f"{board} {''.join(sorted(pockets))}"


def written(other: Any, action: int) -> str:
    board, _, pockets = str(other.child(action)).split()[0].partition("[")
    return f"{board.translate(PROMOTED)} {''.join(sorted(pockets.rstrip(']')))}"


PEERS = [Peer("crazyhouse", "crazyhouse", translate, ("Black", "White"), written=written, few=1, most_plies=40)]
LONG = [Peer("crazyhouse", "crazyhouse", translate, ("Black", "White"), written=written)]
