"""Nine Men's Morris there: points numbered from the top left, row by row. Positions may return; 200 turns are a draw."""

from ggl.play.game import State
from ggl.play.move import Move
from ggl.topology import Site
from tests.classics.peer import Peer


def number(site: Site) -> int:
    points = sorted(site.board.cells, key=lambda point: (-point.coordinates[1], point.coordinates[0]))
    return points.index(site)


def translate(state: State, move: Move) -> str:
    points = [number(point) for point in move.args.values()]
    return f"Move {points[0]} -> {points[1]}" if move.schema == "move" else f"Point {points[0]}"


PEERS = [
    Peer("nine-mens-morris", "nine_mens_morris", translate, ("White", "Black"), {"threefold": False, "max_plies": 200}),
]
