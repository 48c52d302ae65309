"""Dots and Boxes there: `(h,row,column)` and `(v,row,column)`, counted from the top left."""

from functools import partial

from ggl.play.game import State
from ggl.play.move import Move
from tests.classics.peer import Peer


def translate(height: int, state: State, move: Move) -> str:
    """A line lies where its two places' middle is; a line between two places above each other is drawn across."""
    column, row, other_column, other_row = move.args["e"].coordinates
    player = "P1" if state.mover == "Red" else "P2"
    if column == other_column:
        return f"{player}(h,{height - max(row, other_row)},{column})"
    return f"{player}(v,{height - 1 - row},{max(column, other_column)})"


def sized(width: int, height: int) -> Peer:
    return Peer(
        "dots-and-boxes",
        f"dots_and_boxes(num_rows={height},num_cols={width})",
        partial(translate, height),
        ("Red", "Blue"),
        {"width": width, "height": height},
    )


PEERS = [sized(4, 4), sized(2, 3)]
