"""A state of a play: whose turn it is, what is legal, what follows, how it ended. Immutable."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from ggl.core.types import Fin
from ggl.engine.protocol import PASS, Position, Step
from ggl.play.errors import AmbiguousMoveError, GameOverError, IllegalMoveError, NotationError
from ggl.play.values import SEATS, Value

if TYPE_CHECKING:
    from ggl.play.explain import Explanation
    from ggl.play.game import Game


@dataclass(frozen=True)
class Move:
    """A legal step: its schema, its arguments by name in the schema's order (sites, names or numbers), and its notation."""

    schema: str
    args: Mapping[str, Value]
    text: str
    step: Step

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<{self.text}>"

    def __hash__(self) -> int:
        return hash(self.step)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and self.step == other.step


@dataclass(frozen=True)
class Result:
    """How a play ended: the winner (None: a draw), by side and by seat, the reason in words, the scores by side."""

    winner: str | None
    seat: str | None
    reason: str
    scores: Mapping[str, int | Fraction] | None

    def __str__(self) -> str:
        who = f"{self.winner} wins" if self.winner else "a draw"
        scores = ""
        if self.scores is not None:
            scores = ", " + ", ".join(f"{side} {float(score):g}" for side, score in self.scores.items())
        return f"{who} ({self.reason}{scores})"


class State:
    """One state of a play of a game. `play` gives another; nothing changes this one."""

    __slots__ = ("__dict__", "game", "position")

    def __init__(self, game: Game, position: Position) -> None:
        self.game = game
        self.position = position

    # ---- reading the position

    def _field(self, name: str, *index: int) -> int:
        return self.position.vector[self.game.layout.at(name, *index)]

    @property
    def mover(self) -> str:
        """The side to move; after the end, the side that would be."""
        return self.game.players[self._field("mover")]

    @property
    def seat(self) -> str:
        """Who sits behind the side to move: first, second ..."""
        return SEATS[self._field("seat", self._field("mover"))]

    @property
    def seats(self) -> dict[str, str]:
        """The seat of each side."""
        return {side: SEATS[self._field("seat", p)] for p, side in enumerate(self.game.players)}

    @property
    def ply(self) -> int:
        """How many turns are completed, passes and pie choices included; in a match, of the present game."""
        return self._field("ply")

    @property
    def is_over(self) -> bool:
        return self._field("over") != 0

    @cached_property
    def scores(self) -> dict[str, int | Fraction] | None:
        """The score of each side in this position; None in a game without a score. In a match, the points so far."""
        codes = self.game.engine.scores(self.position)
        if codes is None:
            return None
        scores: dict[str, int | Fraction] = {}
        for side, code in zip(self.game.players, codes, strict=True):
            number = Fraction(code, self.game.score_scale)
            scores[side] = int(number) if number.denominator == 1 else number
        return scores

    @property
    def winner(self) -> str | None:
        code = self._field("winner")
        return self.game.players[code] if code < len(self.game.players) else None

    @property
    def result(self) -> Result | None:
        """How the play ended, or None while it goes on."""
        if not self.is_over:
            return None
        winner = self.winner
        seat = self.seats[winner] if winner is not None else None
        return Result(winner, seat, self.game.reason(self._field("over") - 1, winner), self.scores)

    @cached_property
    def key(self) -> tuple[int, ...]:
        """What is compared for repetition: equal keys, equal positions."""
        return self.game.layout.key(self.position.vector)

    @property
    def vector(self) -> tuple[int, ...]:
        """The whole position as integers, as `ggl show --stage position` explains them."""
        return self.position.vector

    def __getitem__(self, name: str) -> Value:
        """A state variable by name; one for each player or site comes as a tuple."""
        slot = self.game.layout.slots[name]
        values = tuple(self.game.values.value(code, slot.field.values) for code in self.vector[slot.start : slot.stop])
        return values if slot.field.index else values[0]

    def piece_at(self, site: str) -> str | None:
        """What stands on a site, such as `White stone`; several layers are joined by ` and `. None if nothing."""
        found = self.game.board.find(site)
        if found is None:
            raise NotationError(f"`{site}` is no site of this board")
        standing = [self.game.values.text(code, Fin(self.game.checked.world.domain("piece")))
                    for code in self._pieces(found.type, found.index)]  # fmt: skip
        return " and ".join(standing) or None

    def _pieces(self, site_type: str, index: int) -> list[int]:
        pieces = len(self.game.checked.pieces)
        codes = [self._field(layer.field, index) for layer in self.game.checked.world.layers_on(site_type)]
        return [code for code in codes if code < pieces]

    # ---- moves

    @cached_property
    def _steps(self) -> tuple[Step, ...]:
        return self.game.engine.steps(self.position)

    @cached_property
    def _moves(self) -> tuple[Move, ...]:
        moves = [self.game.move(step) for step in self._steps]
        times = Counter(move.text for move in moves)
        return tuple(move if times[move.text] == 1 else replace(move, text=self.game.notation.full(move.step)) for move in moves)

    def move_of(self, step: Step) -> Move:
        """The legal move that a legal step is, written so that it cannot be taken for another one."""
        return next(move for move in self._moves if move.step == step)

    def legal_moves(self) -> tuple[Move, ...]:
        """The legal next steps, in the game's fixed order; a game whose turns are single steps knows no other moves."""
        return self._moves

    def legal_turns(self) -> tuple[tuple[Move, ...], ...]:
        """The legal whole turns, each as its steps, without two that end in the same position by the same text."""
        turns: dict[tuple[tuple[int, ...], str], tuple[Move, ...]] = {}
        waiting: list[tuple[State, tuple[Move, ...]]] = [(self, ())]
        while waiting:
            state, so_far = waiting.pop()
            for move in state.legal_moves():
                after, turn = state.after(move), (*so_far, move)
                if after.in_turn:
                    waiting.append((after, turn))
                else:
                    turns.setdefault((after.vector, " ".join(map(str, turn))), turn)
        order = {move.step: place for place, move in enumerate(self.legal_moves())}
        return tuple(sorted(turns.values(), key=lambda turn: order[turn[0].step]))

    @property
    def in_turn(self) -> bool:
        """Whether the turn has begun and has steps to come."""
        from ggl.play.perft import in_turn

        return in_turn(self.game.layout, self.position)

    def after(self, move: Move) -> State:
        """The state after a move of `legal_moves`, which is not asked again."""
        return State(self.game, self.game.engine.play(self.position, move.step))

    def play(self, move: Move | str) -> State:
        """The state after a move, or after a whole turn typed in one go.

        Raises `NotationError` for text that is no move, `AmbiguousMoveError` for one that could be several,
        `IllegalMoveError` for one that the rules refuse, and `GameOverError` after the end.
        """
        if isinstance(move, Move):
            if move.step not in self._steps:
                raise IllegalMoveError(self.explain(move.text))
            return self.after(move)
        from ggl.play.turn_text import read_turn

        state = self
        for step in read_turn(self, move):
            state = state.after(step)
        return state

    def read(self, text: str) -> Move:
        """The legal move that a text means. Raises as `play` does."""
        if self.is_over:
            raise GameOverError(f"the game is over: {self.result}")
        found = self.game.notation.read(text, self._steps)
        if len(found) == 1:
            return self.move_of(found[0])
        if found:
            texts = tuple(self.game.notation.text(step) for step in found)
            shown = ", ".join(texts[:5]) + (", .." if len(texts) > 5 else "")
            raise AmbiguousMoveError(f"`{text}` could be {shown}", texts)
        explanation = self.explain(text)
        if explanation.is_move:
            raise IllegalMoveError(explanation)
        raise NotationError(str(explanation), explanation.nearest)

    def explain(self, text: str) -> Explanation:
        """Whether a move is legal, and if not, which condition failed, where it stands, with which values."""
        from ggl.play.explain import explain

        return explain(self, text)

    @property
    def must_pass(self) -> bool:
        return len(self._steps) == 1 and self._steps[0].schema == PASS

    # ---- showing

    def __str__(self) -> str:
        from ggl.play.picture import picture

        return picture(self)

    def __repr__(self) -> str:
        what = str(self.result) if self.is_over else f"{self.mover} to move"
        return f"<{self.game.name}, ply {self.ply}, {what}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.position == other.position and self.game.fingerprint == other.game.fingerprint

    def __hash__(self) -> int:
        return hash(self.position.vector)
