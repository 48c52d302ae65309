"""The tree of a play: every line that was ever played, and two places in it.

`here` is the place that the board shows; `tip` is where the play stands: the moves that lead to it are the play. Looking around
moves `here` alone. A move played at `here` becomes a child there, and the play goes on from it: what was played before stays as
a variation. Nothing is ever taken out: of a play on file, what the rules do not allow now is kept as text.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ggl.play.game import State
    from ggl.play.move import Move


@dataclass(frozen=True)
class Lost:
    """An end that the rules did not make: the side that gave up, or whose time ran out, and the reason in words."""

    side: str
    reason: str


@dataclass(eq=False, slots=True, repr=False)
class Node:
    """A place in the tree: the step that leads to it (none at the root, nor where a side lost), and the state there.

    `entry` says that something was typed here, with which `undo` takes back what follows; `way` is the child that was visited
    last; `spent` is the thinking time of the step, in milliseconds; `made` numbers the places of a tree as they come to be;
    `ends_turn` says whether a turn is over with the step, once that was asked.
    """

    move: Move | None
    state: State
    parent: Node | None
    lost: Lost | None = None
    entry: bool = False
    spent: int = 0
    way: Node | None = None
    children: list[Node] = field(default_factory=list)
    depth: int = 0
    made: int = 0
    ends_turn: bool | None = None

    def __iter__(self) -> Iterator[Node]:
        """This node and those above it, up to the root."""
        node: Node | None = self
        while node is not None:
            yield node
            node = node.parent

    @property
    def is_end(self) -> bool:
        """Whether the game is over here."""
        return self.lost is not None or self.state.is_over

    def path(self) -> list[Node]:
        """From the root down to here."""
        return [*self][::-1]

    def child(self, move: Move | None, lost: Lost | None = None) -> Node | None:
        return next((node for node in self.children if node.move == move and node.lost == lost), None)

    def last_of_entry(self) -> Node:
        """The last node of the entry made here and of the steps that answered it, on the way visited last."""
        node = self
        while node.way is not None and not node.way.entry and node.way.lost is None:
            node = node.way
        return node


@dataclass(eq=False, slots=True, repr=False)
class Unplayed:
    """A place on file to which the rules do not lead now: its step as text, or who lost there, and the reason why it cannot be
    played; the reason is empty behind another such place. The rest is as in a `Node`."""

    step: str | None
    parent: Node | Unplayed
    reason: str
    lost: Lost | None = None
    entry: bool = False
    spent: int = 0
    made: int = 0


class Tree:
    def __init__(self, start: State) -> None:
        self.root = Node(None, start, None)
        self.nodes = [self.root]
        """In the order in which they were made: parents before their children."""
        self.here = self.tip = self.root
        self.unplayed: list[Unplayed] = []
        """Parents before their children."""
        self.old_ways: list[tuple[Node | Unplayed, Unplayed, Node | None]] = []
        """Ways on file that lead to where the rules do not lead now, each with the way that stands in its place."""
        self._made = 0

    @property
    def looking(self) -> bool:
        """Whether the board shows another place than that where the play stands."""
        return self.here is not self.tip

    def grow(self, parent: Node, move: Move | None, state: State, lost: Lost | None = None) -> Node:
        """The child of a node by a step, made if there is none yet."""
        node = parent.child(move, lost)
        if node is None:
            node = Node(move, state, parent, lost, depth=parent.depth + 1, made=self.count())
            parent.children.append(node)
            self.nodes.append(node)
            parent.way = node
        return node

    def count(self) -> int:
        """The number for a new place."""
        self._made += 1
        return self._made

    def sort(self) -> None:
        """Have all places in the order in which they were made, after their numbers were changed."""
        for node in self.nodes:
            node.children.sort(key=lambda child: child.made)
        self.nodes.sort(key=lambda node: node.made)
        self.unplayed.sort(key=lambda place: place.made)
        self._made = max(self.nodes[-1].made, max((place.made for place in self.unplayed), default=0))

    def show(self, node: Node) -> None:
        """Have the board show a place; going forward again follows the way to it."""
        if node is self.here:
            return
        before, self.here = self.here, node
        before.state = before.state.bare()  # drops the legal moves, which take much memory
        if node.parent is before:
            before.way = node
            return
        for below in node:
            if below.parent is not None:
                below.parent.way = below

    def play(self, node: Node) -> None:
        """Make a place the play's current one."""
        self.show(node)
        self.tip = node

    def line(self) -> list[Node]:
        """From the root through the place on the board to the end of the way that was gone last."""
        found = self.here.path()
        while found[-1].way is not None:
            found.append(found[-1].way)
        return found

    def children(self, node: Node) -> list[Node]:
        """The ways on from a node: that of the play first, then the others in the order in which they were first played."""
        play = {id(each) for each in self.tip}
        return sorted(node.children, key=lambda child: id(child) not in play)
