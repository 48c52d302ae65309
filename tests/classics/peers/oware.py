"""Oware there: the houses of each side are letters from its left, capitals for the first."""

from ggl.play.game import State
from ggl.play.move import Move
from tests.classics.peer import Peer


def translate(state: State, move: Move) -> str:
    column = move.args["c"].coordinates[0]
    last = len(state.game.board.cells) // 2 - 1
    return "ABCDEF"[column] if state.mover == "South" else "abcdef"[last - column]


def peer(houses: int, seeds: int) -> Peer:
    other = f"oware(num_houses_per_player={houses},num_seeds_per_house={seeds})"
    return Peer("oware", other, translate, ("South", "North"), {"houses": houses, "seeds": seeds})


PEERS = [peer(6, 4), peer(4, 3), peer(3, 6)]
