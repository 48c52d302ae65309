"""Clobber there: both cells."""

from ggl.play.game import State
from ggl.play.move import Move
from tests.classics.peer import Peer


def translate(state: State, move: Move) -> str:
    return f"{move.args['c']}{move.args['t']}"


PEERS = [
    Peer("clobber", "clobber", translate, ("White", "Black")),
    Peer("clobber", "clobber(rows=8,columns=8)", translate, ("White", "Black"), {"width": 8, "height": 8}),
]
