"""Hex there: the same names of cells. Taking the sides over puts the first stone there on the mirrored cell, in the colour of
whoever takes over; so from then on all cells are mirrored, and seats are compared."""

from ggl.play.game import State
from ggl.play.move import Move
from tests.classics.peer import SEATS, Peer


def translate(state: State, move: Move) -> str:
    if "c" not in move.args:
        return "swap"
    cell = move.args["c"]
    swapped = state.seats["Red"] == "second"
    column, row = reversed(cell.coordinates) if swapped else cell.coordinates
    return f"{'abcdefghijklmnopqrs'[column]}{row + 1}"


PEERS = [
    Peer("hex", "hex", translate, ("Red", "Blue"), {"pie": False}),
    Peer("hex", "hex(board_size=5)", translate, ("Red", "Blue"), {"size": 5, "pie": False}),
    Peer("hex", "hex(board_size=5,swap=true)", translate, SEATS, {"size": 5}),
    Peer("hex", "hex(swap=true)", translate, SEATS),
]
