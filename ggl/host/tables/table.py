"""A table: a session, the number of its last change, and the agent that thinks, if any.

Executes requests; raises as `Session` does, and `HostError`. When a method returns, the change is on disk, or
`session.files.trouble` says why not. `views.py` builds the views.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from ggl.errors import GglError
from ggl.host.errors import HostError
from ggl.host.limits import Limits
from ggl.host.tables.rules import LoadedRules
from ggl.play.game import State
from ggl.play.session import HUMAN, RANDOM, Session
from ggl.play.storage import StorageError
from ggl.play.tree import Node


@dataclass(eq=False)
class PlayTable:
    rules: LoadedRules
    session: Session
    limits: Limits
    remarks: tuple[str, ...] = ()
    revision: int = 1
    thinks: str | None = None
    """The job that finds the move of the agent whose turn it is."""

    held: bool = False
    """Whether the agents wait for a request to continue: after a move was taken back, or a play was loaded."""

    jobs: set[str] = field(default_factory=set)

    @property
    def id(self) -> str:
        return self.session.play

    @property
    def state(self) -> State:
        return self.session.state

    # ---- playing

    def play(self, text: str, revision: int | None = None, seat: str = "") -> None:
        """Play the text entered, and then everything that nobody decides. `seat` is the requester's, unless that is the
        owner."""
        if revision is not None and revision != self.revision:
            raise HostError("stale", "the board has changed since; look at it again")
        if seat:
            if self.session.looking:
                raise HostError("forbidden", "the board shows an earlier position; wait until it shows the play")
            self.may(seat)
        self._has_room()
        was_over = self.session.is_over
        try:
            self.session.enter(text)
        except GglError:
            if self.session.is_over and not was_over:  # the time ran out before the move
                self.changed()
            raise
        self.play_unasked()

    def may(self, seat: str) -> None:
        """Raises `HostError` unless the holder of a seat is to move."""
        state = self.session.tree.tip.state
        if not self.session.is_over and (state.seat != seat or state.is_chance or self.session.seats[seat] != HUMAN):
            raise HostError("forbidden", f"it is not your turn: {state.mover} is to move")

    def go(self) -> None:
        """Let agents and dice play on from here."""
        if self.session.is_over:
            raise HostError("over", f"the game is over: {self.session.ending}")
        if self.session.seats[self.state.seat] == HUMAN and not self.state.is_chance:
            raise HostError("invalid", f"a person plays {self.state.mover}: enter a move, or seat somebody else")
        self._has_room()
        self.session.play_here()
        self.play_unasked()

    def moved(self, text: str) -> None:
        """Play the move that an agent has chosen, unless it took too long and has lost on time."""
        if not self.flag():
            self._has_room()
            self.session.enter_found(text)
            self.play_unasked()

    def wait(self, why: str) -> None:
        """Make the agents wait, since one failed to move, or a roll or a pass failed."""
        self.held = True
        state = self.state
        what = "nothing was rolled" if state.is_chance else f"{state.mover} ({self.session.seats[state.seat]}) has not moved"
        self.remarks = (f"{what}: {why}",)
        self.revision += 1

    def played_out(self, moves: tuple[str, ...]) -> None:
        """Adopt a line of play made elsewhere, from the position on the board."""
        self.session.enter_all(moves)
        self.changed()

    def play_unasked(self) -> None:
        """Play everything that nobody decides. If this fails, what was played before stands, and everybody is told."""
        self.held = False
        self._answer()
        self.changed()

    def _answer(self) -> None:
        try:
            self.session.answer()
        except GglError as error:
            self.wait(str(error))

    def _has_room(self) -> None:
        if len(self.session.tree.nodes) >= self.limits.steps:
            raise too_long(self.limits)

    def resign(self, seat: str = "") -> None:
        self.may(seat or self.session.tree.tip.state.seat)  # nor does the owner resign for an agent
        self.session.resign()
        self.changed()

    def flag(self) -> bool:
        """Whether a clock has expired and ended the play."""
        if self.session.is_over or not self.session.flag() or not self.session.is_over:
            return False
        self.changed()
        return True

    # ---- in the tree

    def undo(self, count: int) -> None:
        self._moved_about(self.session.undo(count) > 0)

    def redo(self, count: int) -> None:
        self._moved_about(self.session.redo(count) > 0)

    def goto(self, node: int | None, turn: int | None) -> None:
        if node is not None:
            self.session.show(self.node(node))
        else:
            self.session.goto(turn)
        self.changed()

    def play_here(self) -> None:
        self.session.play_here()
        self._moved_about(True)

    def _moved_about(self, anything: bool) -> None:
        """After navigation in the tree, agents wait for a request to continue, or for a move."""
        self.held = self.held or anything
        if anything:
            self.changed()

    def node(self, number: int) -> Node:
        if not 0 <= number < len(self.session.tree.nodes):
            raise HostError("unknown", f"there is no place {number} in this play")
        return self.session.tree.nodes[number]

    @contextmanager
    def looking_at(self, number: int) -> Iterator[None]:
        """A context in which the board shows another node."""
        tree, node = self.session.tree, self.node(number)
        here, tree.here = tree.here, node
        try:
            yield
        finally:
            tree.here = here

    @property
    def numbers(self) -> dict[int, int]:
        """The number of each node, by identity."""
        return {id(node): number for number, node in enumerate(self.session.tree.nodes)}

    # ---- seats and rules

    def sit(self, seat: str, who: str) -> None:
        self.session.seats[seat] = who
        self.session.keep_if_played()
        if who == RANDOM and self._is_to_go_on:
            self._answer()
        self.changed()

    @property
    def _is_to_go_on(self) -> bool:
        return not (self.session.looking or self.session.is_over or self.held)

    def wanted(self) -> str | None:
        """The spec of the agent to move."""
        if not self._is_to_go_on or self.state.is_chance or self.state.must_pass:
            return None
        who = self.session.seats[self.state.seat]
        return None if who in (HUMAN, RANDOM) else who

    def follow(self, rules: LoadedRules) -> None:
        """Continue under changed rules, as far as they allow the moves played. If they are refused, nothing changes."""
        session = self.session.under(rules.game, rules.name)
        try:
            rules.keep()
        except StorageError:
            self.session.files.take_over(session.files)
            raise
        self.session, self.rules = session, rules
        self.held = True
        self.changed()

    def changed(self) -> None:
        """Note a change; the clock of the side to move runs from now on, but not under other rules until something is played."""
        self.revision += 1
        if not (self.session.looking or self.session.is_over or self.session.as_found):
            self.session.watch.start()

    def close(self) -> None:
        """Release the play to others. A play without moves is not saved, and one that other rules wrote stays as it is."""
        tree = self.session.tree
        if not (tree.root.children or tree.unplayed or self.session.as_found):
            for file in self.session.files.paths:
                file.unlink(missing_ok=True)
        self.session.files.release()

    # ---- reading

    def choices(self) -> list[tuple[Node, Node]]:
        """The steps of the play, or of the line on the board if that leaves the play: the nodes before and after each."""
        line = [node for node in self.session.shown_line() if node.lost is None]
        return list(itertools.pairwise(line))


def too_long(limits: Limits) -> HostError:
    return HostError("limit", f"a play has at most {limits.steps:,} steps, variations included")
