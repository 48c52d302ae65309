"""Chinese Checkers there: cells by their numbers, by rows from the north; a step `14->15`, a hop `3=>14`, and `Pass` to stop."""

from functools import cache, partial
from pathlib import Path

from ggl.play.state import Move, State
from ggl.topology import Board
from tests.classics.peer import Peer

FOLDER = Path(__file__).parents[2] / "naive" / "games"


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
    """The winner is paid by each of the others."""
    return (
        tuple(len(players) - 1.0 if player == state.winner else -1.0 for player in players)
        if state.winner
        else (0.0,) * len(players)
    )


GAMES = {
    "chinese-checkers": ("Red", "Green"),
    "chinese-checkers-3": ("Red", "Yellow", "Blue"),
    "chinese-checkers-4": ("Red", "Orange", "Green", "Blue"),
    "chinese-checkers-6": ("Red", "Orange", "Yellow", "Green", "Blue", "Purple"),
}


def peers(most: int, few: int) -> list[Peer]:
    return [
        Peer(str(FOLDER / f"{game}.yaml"), f"chinese_checkers(players={len(sides)},max_moves={most})", translate, sides,
             {"most_turns": most}, partial(result, sides), few=few)
        for game, sides in GAMES.items()
    ]  # fmt: skip


PEERS = peers(100, 1)
LONG = peers(1000, 1)
