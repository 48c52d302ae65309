"""The turns of a play: groups of steps with the side that made them.

Takes the nodes of a tree from the root down, or a step and the state after it; gives `PlayedTurn`s,
or texts as a record has them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from ggl.play.clock import Timing
from ggl.play.perft import goes_on
from ggl.play.tree import Node

if TYPE_CHECKING:
    from ggl.play.game import State
    from ggl.play.move import Move


@dataclass(frozen=True)
class PlayedTurn:
    """A turn that was played: its number in the play from 1, at which move it begins, who played it, its steps.

    The rolls with which it begins are steps of it; `rolls` tells how many these are, `done` whether the turn is over. `choosers`
    has who was to move at each step: in a turn of choices made together several.
    """

    number: int
    begin: int
    mover: str
    seat: str
    steps: tuple[Move, ...]
    rolls: int = 0
    done: bool = True
    choosers: tuple[str, ...] = ()

    def __str__(self) -> str:
        return ", ".join(map(str, self.steps))

    @property
    def with_names(self) -> str:
        """`Red: a1, b2`; where several choose, `Red: rock; Blue: paper`."""
        if len(set(self.choosers[self.rolls :])) < 2:
            return f"{self.mover}: {self}"
        by_whom = groupby(zip(self.choosers, self.steps, strict=True), key=lambda pair: pair[0])
        return "; ".join(f"{who}: {', '.join(str(step) for _, step in steps)}" for who, steps in by_whom)


def ends_turn(move: Move, after: State) -> bool:
    """Whether a turn is over with a step, after which is this state; a roll begins one."""
    return after.is_over or not goes_on(after.game.layout, move.step, after.position)


def _ends(node: Node) -> bool:
    """Whether a turn is over with the step that leads to a node."""
    if node.ends_turn is None:
        assert node.move is not None
        node.ends_turn = ends_turn(node.move, node.state)
    return node.ends_turn


class Gathered:
    """The steps of a play as records have them, put together to turns while it is played."""

    def __init__(self) -> None:
        self._done: list[tuple[str, ...]] = []
        self._begun: list[str] = []
        self.steps = 0

    def add(self, move: Move, after: State) -> None:
        """One more step, and the state after it."""
        self._begun.append(after.game.notation.filed(move.step))
        self.steps += 1
        if ends_turn(move, after):
            self._done.append(tuple(self._begun))
            self._begun = []

    @property
    def done(self) -> int:
        """The number of completed turns."""
        return len(self._done)

    @property
    def in_turn(self) -> bool:
        """Whether a turn has begun and is not over."""
        return bool(self._begun)

    @property
    def turns(self) -> tuple[tuple[str, ...], ...]:
        """All turns; the last one may be unfinished."""
        return (*self._done, tuple(self._begun)) if self._begun else tuple(self._done)


def last_of(path: list[Node], turns: int) -> list[Node]:
    """The end of a path, for `turns_of`: the node before the last `turns` turns, and those of the turns."""
    nodes = [node for node in path if node.lost is None]
    for place in range(len(nodes) - 2, 0, -1):
        node = nodes[place]
        turns -= _ends(node)
        if not turns:
            return nodes[place:]
    return nodes


def turns_of(path: list[Node]) -> list[PlayedTurn]:
    """The turns on a way from the root."""
    turns: list[PlayedTurn] = []
    steps: list[Move] = []
    rolls = 0
    nodes = [node for node in path if node.lost is None]
    for place, node in enumerate(nodes[1:]):
        assert node.move is not None
        steps.append(node.move)
        if len(steps) == rolls + 1 and nodes[place].state.is_chance:
            rolls += 1
        done = _ends(node)
        if done or place + 2 == len(nodes):
            begin = place + 1 - len(steps)
            # A roll of the set-up may decide who begins.
            before = nodes[min(begin + rolls, place + 1)].state
            choosers = tuple(each.state.mover for each in nodes[begin : place + 1])
            turns.append(PlayedTurn(len(turns) + 1, begin, before.mover, before.seat, tuple(steps), rolls, done, choosers))
            steps, rolls = [], 0
    return turns


def time_left(timing: Timing, seats: Iterable[str], node: Node) -> dict[str, int]:
    """The milliseconds that each seat has left after the last step that leads to a node.

    Where players do not see everything, the increment comes as another side is to move: a clock that gains time after a step
    that the others do not notice would tell them of it.
    """
    left = dict.fromkeys(seats, timing.base)
    for below in node.path()[1:]:
        if below.move is not None and below.parent is not None:
            before = below.parent.state
            ended = ends_turn(below.move, below.state) and not before.is_chance
            if before.game.hides and not below.state.is_over:
                ended = ended and below.state.mover != before.mover
            left[before.seat] += (timing.increment if ended else 0) - below.spent
    return left
