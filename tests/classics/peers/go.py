"""Go there: `B c4` with columns that leave out the letter i, `B PASS`. Games are broken off, since on the large boards a random
one takes a minute; the score is compared all the same. The slow run plays on 13 by 13 as long as the other engine does."""

from ggl.play.game import State
from ggl.play.move import Move
from tests.classics.peer import Peer, returns

COLUMNS = "abcdefghjklmnopqrst"
SEATS = ("Black", "White")


def translate(state: State, move: Move) -> str:
    if move.schema == "pass":
        return f"{state.mover[0]} PASS"
    column, row = move.args["c"].coordinates
    return f"{state.mover[0]} {COLUMNS[column]}{row + 1}"


def result(state: State) -> tuple[float, ...]:
    """By the score as it stands, where the game was broken off."""
    if state.is_over:
        return returns(state, SEATS)
    ahead = state.scores["Black"] - state.scores["White"]
    black = float((ahead > 0) - (ahead < 0))
    return (black, -black)


def peer(size: int, komi: float, plies: int) -> Peer:
    other = f"go(board_size={size},komi={komi},max_game_length={plies})"
    options: dict[str, object] = {"size": size, "komi": komi, "superko": False}
    return Peer("go", other, translate, SEATS, options, result, most_plies=plies, few=4 if size < 13 else 1)


PEERS = [peer(5, 0.5, 100), peer(9, 7.5, 162), peer(13, 7.0, 80), peer(19, 7.5, 40)]
LONG = [peer(13, 7.0, 338)]
