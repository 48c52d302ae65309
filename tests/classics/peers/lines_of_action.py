"""Lines of Action there: both cells, with `x` between them for a capture.

Any board that returns is a draw there, whoever is to move; if one move joins both sides, who made it has won; and who cannot move
has lost, which no random game has come to.
"""

from ggl.play.game import State
from ggl.play.move import Move
from tests.classics.peer import Peer


def translate(state: State, move: Move) -> str:
    c, t = move.args["c"], move.args["t"]
    return f"{c}{'x' if state.piece_at(t) else '-'}{t}"


PEERS = [Peer("lines-of-action", "lines_of_action", translate, ("Black", "White"), {"mover_takes_all": True, "no_repeats": True})]
