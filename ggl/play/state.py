"""A state of a play: who moves, what is legal, what follows, how it ended.

States are immutable, comparable, hashable and can be pickled. Arguments of a wrong type and moves of another game raise
`ArgumentError`.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, SupportsIndex

from ggl.engine.protocol import Position
from ggl.play.base_state import BaseState, Line, state_at
from ggl.play.errors import ArgumentError, GameOverError, IllegalMoveError, index_of, must_be, must_count, shown, whole
from ggl.play.move import Move as Move
from ggl.play.playout import LONGEST_PLAYOUT, Playout
from ggl.play.result import Result as Result
from ggl.play.values import Value

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from ggl.play.cursor import Cursor
    from ggl.play.explanation import Explanation
    from ggl.play.game import Game
    from ggl.play.information import Information
    from ggl.play.playouts import Playouts
    from ggl.play.view import View


class State(BaseState):
    """A state of a play. `play` returns a new state and does not change this one.

    States are equal if their rules and positions are, and what the rules compare of earlier positions.
    """

    __slots__ = ()

    game: Game

    def __init__(self, game: Game, position: Position, line: Line | None = None) -> None:
        super().__init__(game, position, line)

    def apply(self, action: SupportsIndex) -> State:
        """The state after a legal step by its number. Raises `IllegalMoveError`, `GameOverError` and `ArgumentError`."""
        if action.__class__ is not int:
            action = index_of(action)
        at, game = self._at, self.game
        found = game.stepper.applied(at, action)
        if found is None:
            from ggl.play.explain import refuse_action

            refuse_action(self, action)
        return state_at(self.__class__, game, found, (self._line, action, at))

    def observation(self, side: str | None = None) -> dict[str, npt.NDArray[np.float32]]:
        """The observation of a side (by default the side to move), as arrays by part: see `game.observation`."""
        from ggl.play.observation import observed

        must_be(side, (str, type(None)), "who looks on", f"the name of a side: {', '.join(self.game.players)}")
        if side is not None and side not in self.game.players:
            raise ArgumentError(f"there is no player {shown(side)}; there are {', '.join(self.game.players)}")
        number = self._field("mover") if side is None else self.game.players.index(side)
        return observed(self.game.observation, self.vector, number)

    def view(self, player: str | None = None) -> View:
        """The view of a side (by default the side to move): a state that shows only what it sees, and that cannot be played."""
        from ggl.play.view import View

        return View(self, self.mover if player is None else player)

    def information(self, player: str | None = None) -> Information:
        """Everything that a side (by default the side to move) has seen and done in the play that led here.

        Two are equal exactly if the side cannot tell the plays apart; `text` and `vector` have it in words and in numbers.
        """
        from ggl.play.information import information_of

        return information_of(self, self.mover if player is None else player)

    def cursor(self, seed: int = 0) -> Cursor[State, Game]:
        """A mutable position for searches, starting here; it can take steps back. `seed` is for its random steps."""
        from ggl.play.cursor import Cursor

        return Cursor(self, self.game, seed)

    def playout(self, rng: random.Random, most_steps: int = LONGEST_PLAYOUT) -> Playout[State]:
        """One game of uniformly random moves from here, broken off after `most_steps` steps; takes one draw from `rng`."""
        must_be(rng, random.Random, "a playout", "made with a `random.Random(seed)`")
        most_steps = whole(most_steps)
        must_count(most_steps, "`most_steps`")
        return Playout._drawn(self, rng.getrandbits(64), most_steps)

    def playouts(self, n: int, seed: int = 0, *, most_steps: int = LONGEST_PLAYOUT, workers: int = 1) -> Playouts:
        """The results of n games of uniformly random moves from here, as `game.playouts` gives them."""
        return self.game.playouts(n, seed, most_steps=most_steps, workers=workers, begin=self)

    def play(self, move: Move | str) -> State:
        """The state after a move, or after a whole turn given as one text.

        Raises `NotationError` for text that is not a move, `AmbiguousMoveError` for one that could be several,
        `IllegalMoveError` for one that the rules refuse, `GameOverError` after the end, and `ArgumentError` for a move of
        another game.
        """
        must_be(move, (str, Move), "a move", "a text such as `state.legal_moves()` prints, or one of these moves")
        if isinstance(move, Move):
            self._must_be_ours(move)
            if self.is_over:
                raise GameOverError(f"the game is over: {self.result}")
            if move.step not in self._steps:
                raise IllegalMoveError(self.explain(move.text))
            return self.after(move)
        from ggl.play.turn_text import read_turn

        state = self
        for step in read_turn(self, move):
            state = state.after(step)
        return state

    def read(self, text: str) -> Move:
        """The legal move for a text. Raises as `play` does."""
        must_be(text, str, "a move", "read from text")
        if self.is_over:
            raise GameOverError(f"the game is over: {self.result}")
        from ggl.play.turn_text import read_move

        return read_move(self, text)

    def explain(self, text: str | Move) -> Explanation:
        """Whether a move is legal; if not, which condition failed, its place and its values."""
        from ggl.play.explain import explain

        must_be(text, (str, Move), "a move to explain", "a text, or a move of this game")
        if isinstance(text, Move):
            self._must_be_ours(text)
        return explain(self, str(text))

    def ask(self, text: str) -> Value:
        """The value of an expression of the language here: `count(cells with own man)`, `stuck(opponent)`.

        Sites come as `Site`, sets as `frozenset`, lists as `tuple`, missing values as None. Raises `InvalidGameError` for a text
        that is not an expression of this game, `GglError` for facts that the game or the state does not record,
        `WorkLimitError` for too much work.
        """
        from ggl.play.asking import ask

        must_be(text, str, "a question", "an expression of the language, as a text")
        return ask(self, text).value

    def __str__(self) -> str:
        from ggl.play.picture import picture

        return picture(self)

    def _repr_svg_(self) -> str:
        """The picture for a notebook."""
        from ggl.render import svg

        return svg(self, theme="auto")
