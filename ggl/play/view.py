"""The view of a state: a state as one side sees it.

A view is a state whose position is what a side sees (`ggl.interpreter.views`), so whatever reads states reads views: pictures,
legal moves, explanations, questions. It is made of the position alone, and keeps nothing of the true one but how the play ended,
which all learn, and the information state of its side, if given. Nothing can be played from it.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, NoReturn, Self, SupportsIndex

from ggl.engine.protocol import Position, Step
from ggl.play.errors import ArgumentError, IllegalMoveError, shown
from ggl.play.seen_vector import WATCHER, past_is_public, scores_are_public, seen_by
from ggl.play.state import Move, Result, State

if TYPE_CHECKING:
    from ggl.play.game import Game
    from ggl.play.information import Information


class View(State):
    """A side's view of a state; `player` is the side, `WATCHER` for the part that everybody always sees."""

    def __init__(self, state: State, player: str, information: Information | None = None) -> None:
        """With `information` it also has the side's information on the play. Raises `ArgumentError` for an unknown side."""
        game = state.game
        if player not in (*game.players, WATCHER):
            raise ArgumentError(f"there is no player {shown(player)}; there are {', '.join(game.players)}")
        seen = seen_by(game, state.vector, player)
        super().__init__(game, Position(seen.vector, state.position.history if past_is_public(game) else ()))
        self.__dict__["player"] = player
        self.__dict__["unknown"] = seen.unknown
        self.__dict__["_ended"] = state.result
        self.__dict__["_information"] = information

    player: str
    unknown: frozenset[int]
    """The places of the vector that the player does not know, which hold the start of their fields."""

    _ended: Result | None
    _information: Information | None

    def __reduce__(self) -> tuple[object, ...]:
        return _unpacked, (self.game, self.position, self.player, self.unknown, self._ended, self._information)

    @property
    def result(self) -> Result | None:
        return self._ended

    @cached_property
    def scores(self) -> Mapping[str, int | Fraction] | None:
        """The score of each side, if public information determines it; at the end, always."""
        if self._ended is not None:
            return self._ended.scores
        return State.scores.func(self) if scores_are_public(self.game) else None  # type: ignore[attr-defined]

    @cached_property
    def _steps(self) -> tuple[Step, ...]:
        """The legal steps, if it is for the player to choose one."""
        return () if self.waits_for or self.is_over else self.game.engine.steps(self.position)

    def _first_steps(self, most: int) -> tuple[Step, ...]:
        return self._steps[:most]

    @property
    def waits_for(self) -> str:
        if self.is_over:
            return ""
        return "a roll is due" if self.is_chance else "" if self.mover == self.player else f"{self.mover} is to move"

    @property
    def viewer(self) -> str:
        return self.player

    def knows(self, offset: int) -> bool:
        return super().knows(offset) and offset not in self.unknown

    def view(self, player: str | None = None) -> View:
        """Itself, since nobody sees more of it."""
        if player in (None, self.player):
            return self
        self._not_from_here("a view of another side")

    def information(self, player: str | None = None) -> Information:
        """The player's information on the play, if the view was made with it, as agents' views are."""
        if self._information is not None and player in (None, self.player):
            return self._information
        self._not_from_here("an information state")

    def _not_from_here(self, what: str) -> NoReturn:
        raise ArgumentError(f"a view, what {self.player} sees of a state, does not give {what}; use the state itself")

    def play(self, move: Move | str) -> NoReturn:
        """Raises as that of a state does for an illegal move, and `ArgumentError` for a legal one."""
        if isinstance(move, str):
            self.read(move)
        elif move not in self._moves:
            raise IllegalMoveError(self.explain(move.text))
        self._not_from_here("the state after a move")

    def legal_actions(self) -> list[int]:
        return [self.game.actions.number(step) for step in self._steps]

    def after(self, move: Move) -> NoReturn:
        self._not_from_here("the state after a move")

    def apply(self, action: SupportsIndex) -> NoReturn:
        self._not_from_here("the state after a move")

    def along(self, actions: Sequence[int]) -> NoReturn:
        self._not_from_here("the state after a move")

    def legal_turns(self) -> NoReturn:
        self._not_from_here("whole turns")

    def cursor(self, seed: int = 0) -> NoReturn:
        self._not_from_here("a cursor")

    def playout(self, rng: random.Random, most_steps: int = 0) -> NoReturn:
        self._not_from_here("a playout")

    def playouts(self, n: int, seed: int = 0, *, most_steps: int = 0, workers: int = 1) -> NoReturn:
        self._not_from_here("playouts")

    def bare(self) -> Self:
        return self

    def came_by(self) -> tuple[Self, tuple[Move, ...]]:
        """Itself, and no moves: a view begins where it was made."""
        return self, ()

    def __repr__(self) -> str:
        what = str(self.result) if self.is_over else f"{self.mover} to move"
        return f"<{self.game.name}, seen by {self.player}, {what}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        return State.__eq__(self, other) and (self.unknown, self.player) == (other.unknown, other.player)

    def __hash__(self) -> int:
        return hash((self.vector, self.player))


def _unpacked(
    game: Game,
    position: Position,
    player: str,
    unknown: frozenset[int],
    ended: Result | None,
    information: Information | None,
) -> View:
    view = View.__new__(View)
    State.__init__(view, game, position)
    view.__dict__.update(player=player, unknown=unknown, _ended=ended, _information=information)
    return view
