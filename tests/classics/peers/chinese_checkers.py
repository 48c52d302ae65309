"""Chinese Checkers there: cells by their numbers, by rows from the north; a step `14->15`, a hop `3=>14`, and `Pass` to stop."""

from functools import cache, partial

from ggl.play.game import State
from ggl.play.move import Move
from ggl.topology import Board
from tests.classics.peer import Peer


@cache
def numbered(board: Board) -> dict[str, int]:
    cells = sorted(board.cells, key=lambda cell: (-cell.coordinates[1], cell.coordinates[0]))
    return {cell.name: number for number, cell in enumerate(cells)}


def translate(state: State, move: Move) -> str:
    if move.schema not in ("step", "hop"):
        return "Pass"
    numbers = numbered(state.game.board)
    start, sign, end = move.text.split()
    return f"{numbers[start]}{'->' if sign == '-' else '=>'}{numbers[end]}"


def result(players: tuple[str, ...], state: State) -> tuple[float, ...]:
    """The winner is paid by each of the others. Where nobody came home there, it is a draw, and not for who came farthest."""
    if state.result is None or state.result.reason != "all men at their goal":
        return (0.0,) * len(players)
    return tuple(len(players) - 1.0 if player == state.winner else -1.0 for player in players)


SIDES = (
    ("Red", "Green"),
    ("Red", "Yellow", "Blue"),
    ("Red", "Orange", "Green", "Blue"),
    ("Red", "Orange", "Yellow", "Green", "Blue", "Purple"),
)


def peers(rounds: int, few: int) -> list[Peer]:
    return [
        Peer("chinese-checkers", f"chinese_checkers(players={len(sides)},max_moves={rounds * len(sides)})", translate, sides,
             {"seats": len(sides), "most_rounds": rounds}, partial(result, sides), few=few)
        for sides in SIDES
    ]  # fmt: skip


PEERS = peers(10, 1)
LONG = peers(200, 1)
