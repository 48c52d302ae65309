"""Chess there: `e2e4`, `e7e8q`, and castling as the king's move, `e1g1`.

After each double step of a pawn a capture in passing counts for repetitions there, though no pawn may be near. That a position
which stood right after such a step comes back twice has happened in no random game.
"""

from typing import Any

from ggl.play.game import State
from ggl.play.move import Move
from tests.classics.peer import Peer

LETTERS = {"queen": "q", "rook": "r", "bishop": "b", "knight": "n"}


def translate(state: State, move: Move) -> str:
    if move.schema == "castle":
        rook = str(move.args["r"])
        return f"e{rook[1]}{'c' if rook[0] == 'a' else 'g'}{rook[1]}"
    return f"{move.args['c']}{move.args['t']}" + (LETTERS[str(move.args["k"])] if move.schema == "promote" else "")


def written(other: Any, action: int) -> str:
    import pyspiel

    return str(pyspiel.chess.action_to_move(action, other.board()).to_lan())


PEERS = [Peer("chess", "chess", translate, ("Black", "White"), written=written, few=3)]
