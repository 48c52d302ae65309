"""Amazons there: a turn is three plies, each written with its row, counted from the top, and its column."""

from ggl.play.game import State
from ggl.play.move import Move
from ggl.topology import Site
from tests.classics.peer import Peer


def place(site: Site) -> str:
    column, row = site.coordinates
    return f"({10 - row}, {column + 1})"


def translate(state: State, move: Move) -> str | tuple[str, ...]:
    side = "X" if state.mover == "White" else "O"
    if move.schema == "shoot":
        return f"{side} Shoot: {place(move.args['t'])}"
    return f"{side} From {place(move.args['c'])}", f"{side} To {place(move.args['t'])}"


PEERS = [Peer("amazons", "amazons", translate, ("White", "Black"))]
