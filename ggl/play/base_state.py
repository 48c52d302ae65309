"""What follows from a position: who moves, what is legal, what comes next, how it ended.

`BaseState` is the part of a state below the features, which take it: it knows its game as `Rules`. `ggl.play.game.State` adds
the methods that call features.
"""

from __future__ import annotations

import pickle
import struct
import zlib
from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import FrozenInstanceError
from fractions import Fraction
from functools import cached_property
from typing import Any, NoReturn, Self, SupportsIndex, TypeVar

from ggl.diagnostics.escape import escape
from ggl.engine.protocol import PASS, Position, Step
from ggl.play.contents import pieces_on, variable_value
from ggl.play.earlier import is_same_past
from ggl.play.errors import ArgumentError, index_of, must_be, must_count, shown, whole
from ggl.play.frozen import Frozen
from ggl.play.move import Move, MoveList
from ggl.play.notation import Notation
from ggl.play.perft import MOST_LISTED, check_rolls, goes_on, in_turn, turn_sequences
from ggl.play.result import Result, places_of, rewards_of, scores_of, who_lost_alone
from ggl.play.rules import Rules
from ggl.play.values import SEATS, Value
from ggl.topology import Site

Line = tuple["Line | None", "Move | SupportsIndex", Any]
"""The moves of a play, last first, each as a move or its number, with the snapshot before it; the states of a play share them."""

S = TypeVar("S", bound="BaseState")
G = TypeVar("G", bound=Rules)
"""The class of a state and that of its game, for what is made from a state and gives states."""

_entry_of = struct.Struct("=q").unpack_from
"""An entry of a snapshot in bytes."""


class BaseState:
    """A state as seen by its features. Immutable, comparable, hashable."""

    __slots__ = ("__dict__", "_at", "_line", "game")

    def __init__(self, game: Rules, position: Position, line: Line | None = None) -> None:
        _set_game(self, game)
        _set_at(self, position)
        _set_line(self, line)

    game: Rules
    _at: Any
    """The position, or the stepper's snapshot of it: `bytes`, or a tuple that begins with them."""
    _line: Line | None

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise FrozenInstanceError(f"`{name}` cannot be set: a state never changes; `state.play(move)` gives the next one")

    def __delattr__(self, name: str) -> NoReturn:
        raise FrozenInstanceError(f"`{name}` cannot be deleted: a state never changes")

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, _: object) -> Self:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        position = self.position
        if not position.history:
            return self.__class__, (self.game, position)
        return _unpacked, (self.__class__, self.game, zlib.compress(pickle.dumps((position.vector, position.history))))

    # ---- reading the position

    @property
    def position(self) -> Position:
        """The engine's position."""
        at = self._at
        return at if at.__class__ is Position else self._position

    @cached_property
    def _position(self) -> Position:
        return self.game.stepper.position(self._at)

    def _field(self, name: str, *index: int) -> int:
        place = self.game.layout.at(name, *index) if index else self.game.places[name]
        at = self._at
        if at.__class__ is Position:
            return self.position.vector[place]
        return int(_entry_of(at if at.__class__ is bytes else at[0], 8 * place)[0])

    @property
    def mover(self) -> str:
        """The side to move; after the end, the side that would move next."""
        return self.game.players[self._field("mover")]

    @property
    def seat(self) -> str:
        """The seat of the side to move: first, second ..."""
        return SEATS[self._field("seat", self._field("mover"))]

    @property
    def seats(self) -> dict[str, str]:
        """The seat of each side."""
        return {side: SEATS[self._field("seat", p)] for p, side in enumerate(self.game.players)}

    @property
    def ply(self) -> int:
        """The number of completed turns, with passes and pie choices; in a match, of the current game."""
        return self._field("ply")

    @property
    def is_over(self) -> bool:
        return self._field("over") != 0

    @property
    def is_chance(self) -> bool:
        """Whether a roll is due: then the legal moves are its outcomes, as often as they are likely, and nobody chooses."""
        return not self.is_over and self.game.layout.has("chance") and self._field("chance") != 0

    @property
    def to_move(self) -> int:
        """The seat that chooses the next step, as a number from 0; -1 where a roll is due or the play is over."""
        return -1 if self.is_over or self.is_chance else self._field("seat", self._field("mover"))

    @cached_property
    def scores(self) -> Mapping[str, int | Fraction] | None:
        """The score of each side in this position; None in a game without scores. In a match, the points so far."""
        codes = self.game.engine.scores(self.position)
        return None if codes is None else scores_of(self.game, codes)

    @property
    def winner(self) -> str | None:
        """The only winner; None during play, after a draw, and if several sides won together."""
        code = self._field("winner")
        return self.game.players[code] if code < len(self.game.players) else None

    @property
    def winners(self) -> tuple[str, ...]:
        """The sides that have won, in their order."""
        if not self.game.layout.has("winners"):
            return () if self.winner is None else (self.winner,)
        return tuple(side for p, side in enumerate(self.game.players) if self._field("winners", p))

    @property
    def places(self) -> Mapping[str, int]:
        """The place of each side once the play is over, from 1: the winners, then the others by score; ties share a place.

        Empty during play. Without scores, all others share the place after the winners; after a draw all are first. In a match
        the totals decide.
        """
        if not self.is_over:
            return Frozen({})
        return places_of(self.game.players, self.winners, self.game.interpreter.ranking(self.position))

    @property
    def rewards(self) -> tuple[float, ...]:
        """By seat: 1 for winners, -1 for the others; 0 during play and after a draw."""
        return rewards_of(self.game, self.vector)

    @property
    def result(self) -> Result | None:
        """How the play ended; None during play."""
        if not self.is_over:
            return None
        winner, winners, seats = self.winner, self.winners, self.seats
        seat = seats[winner] if winner is not None else None
        reason = self.game.reason(self._field("over") - 1, winner)
        alone = who_lost_alone(self.game.players, winners)
        return Result(winner, seat, reason, self.scores, winners, tuple(seats[side] for side in winners), alone)

    @cached_property
    def key(self) -> tuple[int, ...]:
        """The part of the position that repetition compares: equal keys, equal positions."""
        return self.game.layout.key(self.vector)

    @property
    def vector(self) -> tuple[int, ...]:
        """The whole position as integers; `ggl show --stage position` explains them."""
        at = self._at
        return self.position.vector if at.__class__ is Position else self.game.stepper.vector(at)

    def __getitem__(self, name: str) -> Value:
        """A state variable by name. A variable for each player or site, and a bag, is a tuple; a set for each player is a tuple
        of frozensets. Raises `UnknownFieldError`.

        A property of pieces does not hide a variable of ggl with the same name, such as `ply`.
        """
        must_be(name, str, "a variable", "given by its name")
        return variable_value(self.game, self.vector, name)

    def piece_at(self, site: str | Site) -> str | None:
        """The pieces on a site, such as `White stone`, or `3 White stone` for a stack of three; None if it is empty.

        Lists a pile from the bottom up, `2 White flat under Black wall`, and joins layers by ` and `. Takes a site or its name;
        raises `NotationError` if the board has no such site.
        """
        must_be(site, (str, Site), "a site", "given by its name, such as `a1`, or as one of `game.board`")
        return pieces_on(self.game, self._field, site)

    @abstractmethod
    def view(self, player: str | None = None) -> BaseState:
        """The state as a side sees it (by default the side to move)."""

    @property
    def waits_for(self) -> str:
        """Why the player of a view has no choice now, in words; empty for a state."""
        return ""

    @property
    def viewer(self) -> str:
        """The side whose view this is; empty for a state."""
        return ""

    def knows(self, offset: int) -> bool:
        """Whether an entry of the vector is known: all are in a state, and in a view those that its player sees. Raises
        `ArgumentError` for an invalid offset."""
        must_count(whole(offset), "an offset of the vector", 0, len(self.vector) - 1)
        return True

    # ---- moves

    @cached_property
    def _steps(self) -> tuple[Step, ...]:
        at = self._at
        if at.__class__ is Position:
            return self.game.engine.steps(at)
        return tuple(map(self.game.actions.step, self.game.stepper.listed(at)))

    def _first_steps(self, most: int) -> tuple[Step, ...]:
        """The first legal steps, at most `most`, without a search for the others."""
        if "_steps" in self.__dict__ or self._at.__class__ is not Position:
            return self._steps[:most]
        found = self.game.engine.steps(self._at, most)
        if len(found) < most:
            self.__dict__["_steps"] = found
        return found

    @cached_property
    def _moves(self) -> tuple[Move, ...]:
        return MoveList(self.game, self._at, self._steps).moves()

    @cached_property
    def _notation(self) -> Notation:
        """The notation of moves in this state."""
        return self.game.notation.at(self.position)

    def move_of(self, step: Step) -> Move:
        """The legal move for a legal step, with unambiguous notation."""
        must_be(step, Step, "a step", "what engines give: `move.step`")
        move = next((move for move in self._moves if move.step == step), None)
        if move is None:
            raise ArgumentError(f"{shown(step)} is not a legal step here; `state.legal_moves()` has the moves with their steps")
        return move

    def legal_moves(self) -> tuple[Move, ...]:
        """The legal next steps, in the game's fixed order; where every turn is a single step, these are the legal turns.

        If a roll is due, each outcome appears as often as it is likely: all entries have the same probability.
        """
        return self._moves

    def legal_actions(self) -> list[int]:
        """The numbers of the legal next steps in `game.actions`, in the order of `legal_moves`.

        Raises `ArgumentError` if the game's steps cannot be numbered.
        """
        return self.game.stepper.listed(self._at)

    @property
    def must_pass(self) -> bool:
        first = self._first_steps(2)
        return len(first) == 1 and first[0].schema == PASS

    def chances(self) -> Mapping[Move, Fraction]:
        """The outcomes of the roll that is due, each once, with its exact probability; empty if none is due."""
        if not self.is_chance:
            return Frozen({})
        ways = Counter(self._moves)
        return Frozen({move: Fraction(number, len(self._moves)) for move, number in ways.items()})

    def legal_turns(self) -> tuple[tuple[Move, ...], ...]:
        """The legal whole turns, each as its steps, in order. Raises `WorkLimitError` if there are too many."""
        check_rolls(self.game.engine, self.position, 1, MOST_LISTED)
        found = turn_sequences(self, BaseState.legal_moves, BaseState.after,
                     lambda move, after: goes_on(self.game.layout, move.step, after.position), MOST_LISTED)  # fmt: skip
        return tuple(turn for turn, _ in found)

    @property
    def in_turn(self) -> bool:
        """Whether the turn has begun and has steps to come. A roll before the first step of a player does not begin it."""
        return in_turn(self.game.layout, self.position)

    def after(self, move: Move) -> Self:
        """The state after a move of `legal_moves`, without checking it again."""
        self._must_be_ours(move)
        at, game = self._at, self.game
        found = None
        if at.__class__ is not Position:
            found = game.stepper.applied(at, game.actions.number(move.step))
        if found is None:
            found = game.engine.play(self.position, move.step)
        return state_at(self.__class__, game, found, (self._line, move, at))

    def _must_be_ours(self, move: object) -> None:
        if not isinstance(move, Move):
            raise ArgumentError(f"a move is one of `state.legal_moves()`, not {shown(move)}; `state.play` takes text as well")
        if move.rules != self.game.fingerprint:
            raise ArgumentError(f"`{escape(move.text)}` is not a move of {self.game!r}, but of another game or other "
                                f"options; `state.play({str(move)!r})` reads it as a move of this one")  # fmt: skip

    def _must_be_whole(self) -> None:
        """Raises `ArgumentError` for a view, from which nothing can be played."""

    def bare(self) -> Self:
        """An equal state without cached values, for programs that keep many: cached legal moves take much memory."""
        return state_at(self.__class__, self.game, self._at, self._line)

    def came_by(self) -> tuple[Self, tuple[Move, ...]]:
        """The first state of the play that led here, and its moves.

        The first state is the start of the game, or a custom or unpickled state.
        """
        begun, line = self._at, self._line
        while line is not None:
            line, _, begun = line
        moves = [move for move, _, _ in self.came_lately()]
        return state_at(self.__class__, self.game, begun, None), tuple(reversed(moves))

    def came_lately(self) -> Iterator[tuple[Move, tuple[int, ...], tuple[int, ...]]]:
        """The moves that led here, last first, each with the vectors before and after it."""
        line, after = self._line, self.vector
        while line is not None:
            line, move, at = line
            before = state_at(self.__class__, self.game, at, line)
            if not isinstance(move, Move):
                move = before.move_of(self.game.actions.step(move))
            yield move, before.vector, after
            after = before.vector

    def along(self, actions: Sequence[int]) -> Self:
        """The state after a sequence of actions known to be legal. Raises `ArgumentError` for a number that is not an action."""
        must_be(actions, Iterable, "what leads on", "a list of actions")
        state, step_of = self, self.game.actions.step
        for action in map(index_of, actions):
            step_of(action)
            at = state._at
            state = state_at(self.__class__, self.game, self.game.stepper.along(at, [action]), (state._line, action, at))
        return state

    def __repr__(self) -> str:
        what = str(self.result) if self.is_over else f"{self.mover} to move"
        return f"<{self.game.name}, ply {self.ply}, {what}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, BaseState):
            return NotImplemented
        mine, theirs, game = self.position, other.position, self.game
        return mine.vector == theirs.vector and game == other.game and is_same_past(mine.history, theirs.history, game._ways)

    def __hash__(self) -> int:
        return hash(self.vector)


def _unpacked(kind: type[S], game: Rules, packed: bytes) -> S:
    """The state that was pickled: positions of the past are much alike, and take little room together."""
    return kind(game, Position(*pickle.loads(zlib.decompress(packed))))


_new = BaseState.__new__
_set_game, _set_at, _set_line = (BaseState.__dict__[name].__set__ for name in ("game", "_at", "_line"))


def state_at(kind: type[S], game: Rules, at: Any, line: Line | None) -> S:
    """The state of a snapshot of the game's stepper."""
    state = _new(kind)
    _set_game(state, game)
    _set_at(state, at)
    _set_line(state, line)
    return state
