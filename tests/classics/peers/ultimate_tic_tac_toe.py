"""Ultimate Tic-Tac-Toe there: first the game where one may choose it, then the place in it, both counted by rows from the top."""

from ggl.play.game import State
from ggl.play.move import Move
from tests.classics.peer import Peer


def translate(state: State, move: Move) -> tuple[str, ...]:
    column, row = move.args["c"].coordinates
    game = (8 - row) // 3 * 3 + column // 3
    place = f"Local board {game}: {state.mover.lower()}({2 - row % 3},{column % 3})"
    return (f"Choose local board {game}", place) if state["game"] is None else (place,)


PEERS = [Peer("ultimate-tic-tac-toe", "ultimate_tic_tac_toe", translate, ("X", "O"))]
