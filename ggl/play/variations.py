"""Lines of a tree by their turns: the node after a number of turns, and a variation in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ggl.play.errors import GglError
from ggl.play.tree import Node
from ggl.play.turns import ends_turn


@dataclass(frozen=True)
class Variation:
    """One of the ways on from the place on the board: how it begins, how many turns it has, and whether it is the play."""

    text: str
    turns: int
    is_play: bool


def variation(node: Node, is_play: bool) -> Variation:
    """The way on that begins with a node, along the children visited last."""
    if node.lost is not None:
        return Variation(node.lost.reason, 0, is_play)
    line = [node]
    while line[-1].way is not None:
        line.append(line[-1].way)
    moves = [(each.move, each.state) for each in line if each.move is not None]
    ends = [number for number, (move, state) in enumerate(moves, 1) if ends_turn(move, state)]
    first = moves[: ends[0] if ends else len(moves)]
    return Variation(", ".join(str(move) for move, _ in first), len(ends), is_play)


def after_turn(line: Sequence[Node], turn: int) -> Node:
    """The node after a number of turns of a line from the root, with the rolls that follow. Raises `GglError`."""
    done, found = 0, line[0] if turn == 0 else None
    for node in line[1:]:
        if found is None and node.move is not None:
            done += ends_turn(node.move, node.state)
            found = node if done == turn else None
    if found is None:
        raise GglError(f"there is no position after turn {turn}; this line has only {done} turn{'' if done == 1 else 's'}")
    while found.state.is_chance and found.way is not None:
        found = found.way
    return found
