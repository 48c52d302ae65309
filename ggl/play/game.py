"""Games, states and views: what programs hold, with the methods that call features.

The three stand in one module, since their methods return each other; what they consist of stands below the features, in `Rules`
and `BaseState`. All are immutable, comparable, hashable and can be pickled. Arguments of a wrong type, and states or moves of
another game, raise `ArgumentError`. `ggl.play.loading` makes games.
"""

from __future__ import annotations

import pickle
import random
import zlib
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, NoReturn, Self, SupportsIndex, get_args

from ggl.checker.game import check
from ggl.diagnostics import Findings
from ggl.engine.protocol import Position, Step
from ggl.markup import paragraph
from ggl.model.extends import find_beside, load_definition
from ggl.play.base_state import BaseState, Line, state_at
from ggl.play.errors import (
    ArgumentError,
    GameOverError,
    IllegalMoveError,
    InvalidGameError,
    index_of,
    must_be,
    must_be_workers,
    must_count,
    shown,
    whole,
    whole_seed,
)
from ggl.play.made_once import made_once
from ggl.play.move import Move
from ggl.play.perft import MOST_ROLLED, check_rolls
from ggl.play.playout import LONGEST_PLAYOUT, MOST_PLAYOUTS, Playout
from ggl.play.result import Result
from ggl.play.rules import Rules
from ggl.play.values import Value, options_text
from ggl.source import Source

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from ggl.model.definition import Definition
    from ggl.play.actions import Actions
    from ggl.play.batch import Batch
    from ggl.play.cursor import Cursor
    from ggl.play.explanation import Explanation
    from ggl.play.information import Information
    from ggl.play.observation import Observation
    from ggl.play.playouts import Playouts
    from ggl.play.stepper import Stepper
    from ggl.play.symmetries import Symmetry
    from ggl.syntax.tree import Effect

KEPT = 16
"""The number of unpickled games kept, so that a thousand states of one game check it once."""


class Game(Rules):
    """A game with its options bound. Games are equal if their rules and options are: if they have the same fingerprint."""

    @cached_property
    def quick(self) -> Game:
        """The same game on the compiled engine, if that is available and not refused."""
        if self.fast.wanted != "auto" or not self.fast.compiles(("start", "refresh", "play", "steps")):
            return self
        found = Game(self.checked, "auto")
        found.fast, found.engine = self.fast, self.fast.required()
        return found

    @made_once
    def stepper(self) -> Stepper:
        """Plays steps by their numbers; uses machine code at once if it is cached."""
        from ggl.play.stepping import stepper_of

        return stepper_of(self)

    def initial_state(self) -> State:
        if "stepper" not in self.__dict__ and not (self.fast.wanted == "compiled" and self._is_numbered):
            return State(self, self.engine.start())
        return state_at(State, self, self.stepper.start(), None)

    def position(self, setup: str | Effect = "", to_move: str | None = None, **fields: object) -> State:
        """A custom state: the result of effects on the empty board, such as `"put Black stone on a1"`.

        `to_move` is a side's name; `ply`, `passes` and other fields by keyword. Raises `InvalidGameError`, `OptionError`.
        """
        from ggl.play.position import position_of
        from ggl.syntax.tree import Effect

        must_be(setup, (str, *get_args(Effect)), "a position", 'made by effects as text, such as "put Black stone on a1"')
        must_be(to_move, (str, type(None)), "`to_move`", f"the name of a side, {' or '.join(self.players)}")
        return State(self, position_of(self, setup, to_move, **fields))

    def move(self, step: Step) -> Move:
        """A step with its arguments by name and its notation."""
        must_be(step, Step, "a step", "what engines give: `move.step`")
        return Move.of(self, step)

    def perft(self, state: State, depth: int) -> int:
        """The number of ways to play `depth` turns from a state; a chess engine's count of leaf positions. Raises
        `WorkLimitError` if the outcomes of rolls and deals alone are more than a billion."""
        must_be(state, State, "a perft", "counted from a state: `game.perft(state, depth)`")
        self._must_have(state)
        depth = whole(depth)
        must_count(depth, "the depth of a perft")
        check_rolls(self.engine, state.position, depth, MOST_ROLLED)
        return self.fast.perft(self.engine, state.position, depth)

    def playouts(
        self, n: int, seed: int = 0, *, most_steps: int = LONGEST_PLAYOUT, workers: int = 1, begin: State | None = None
    ) -> Playouts:
        """The results of n games of uniformly random moves, the same for the same seed, engine or number of workers.

        They begin at the start of the game, or at the state `begin`. A game that has not ended after `most_steps` steps is
        broken off: it has no winner, and its reason says so. `workers` are threads of the compiled engine; the interpreter uses
        one.
        """
        from ggl.play.playouts import play_out

        must_be(begin, (State, type(None)), "the beginning of playouts", "a state: `state.playouts(n)`")
        if begin is not None:
            self._must_have(begin)
        n, seed, most_steps, workers = whole(n), whole_seed(seed), whole(most_steps), whole(workers)
        must_count(n, "the number of playouts", 0, MOST_PLAYOUTS)
        must_count(most_steps, "`most_steps`")
        must_be_workers(workers)
        return play_out(self, n, seed, most_steps, workers, begin.position if begin is not None else None)

    def _must_have(self, state: State) -> None:
        if state.game is not self and state.game != self:
            raise ArgumentError(f"a state of {state.game!r} is not a state of {self!r}; use its own game, `state.game`")
        state._must_be_whole()

    @cached_property
    def actions(self) -> Actions:
        """A number for each possible step, for programs that learn. Raises `ArgumentError` if there are too many."""
        from ggl.play.actions import Actions

        return Actions(self)

    @cached_property
    def observation(self) -> Observation:
        """A player's view as arrays for a network: parts, with the names of their planes and features."""
        from ggl.play.observation import observation_of

        return observation_of(self)

    def symmetries(self, plays: int = 20, seed: int = 0) -> tuple[Symmetry, ...]:
        """The rotations and reflections of the board that preserve the game, tested by this number of random plays."""
        from ggl.play.symmetries import symmetries_of

        plays, seed = whole(plays), whole_seed(seed)
        must_count(plays, "the number of plays", 1)
        return symmetries_of(self, plays, seed)

    def batch(self, n: int, seed: int = 0, *, rolls: bool = True, workers: int = 1) -> Batch[State, Game]:
        """n plays at once, in arrays, from the start of the game: masks of legal actions, steps, results.

        With `rolls` the batch makes rolls itself; else they are actions of nobody. `workers` are threads and do not change the
        results. Raises `OptionError` if the compiled engine is not available.
        """
        from ggl.play.batch import Batch

        return Batch.of(self, State, whole(n), whole(seed), rolls=rolls, workers=whole(workers))

    def playout(self, rng: random.Random, most_steps: int = LONGEST_PLAYOUT) -> Playout[State]:
        """One game of uniformly random moves, broken off after `most_steps` steps: the playout of its initial state."""
        return self.initial_state().playout(rng, most_steps)

    def _repr_html_(self) -> str:
        """A game in a notebook: its start, what it is about, its options."""
        from ggl.render import svg

        about = self.checked.definition.about
        text = " ".join(filter(None, (f"{self.name}.", about, options_text(self.options))))
        return paragraph(text) + svg(self.initial_state(), theme="auto", size=360)

    @cached_property
    def _packed(self) -> bytes:
        """The text and the options; the definition instead of the text if it comes from more than that."""
        definition = self.checked.definition
        text = None if definition.bases or _read(definition.source) != definition else definition.source
        return zlib.compress(pickle.dumps((text or definition, self.checked.options)))

    def __reduce__(self) -> tuple[object, ...]:
        return _unpacked_game, (self._packed, self.fast.wanted)


def _read(source: Source) -> Definition | None:
    """The definition of a text alone; None if it needs other files or has errors."""
    return load_definition(source, Findings(), find_beside(None))


@lru_cache(maxsize=KEPT)
def _unpacked_game(packed: bytes, engine: str) -> Game:
    """The game that was pickled. Raises `InvalidGameError` if the language has changed since."""
    found, options = pickle.loads(zlib.decompress(packed))
    findings = Findings()
    definition = _read(found) if isinstance(found, Source) else found
    if definition is None:
        raise ArgumentError(f"`{found.name}` comes from another version of ggl, which read it differently; load it here")
    checked = check(definition, options, findings)
    if checked is None:
        raise InvalidGameError(definition.name.text, findings.sorted())
    return Game(checked, engine)


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
        """Whether a move, or a whole turn given as one text, is legal; if not, which condition failed, its place and its
        values."""
        from ggl.play.turn_text import explain_turn

        must_be(text, (str, Move), "a move to explain", "a text, or a move of this game")
        if isinstance(text, Move):
            self._must_be_ours(text)
        return explain_turn(self, str(text))

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


class View(State):
    """A state as one side sees it; `player` is the side, `WATCHER` for the part that everybody always sees.

    Its position is what the side sees (`ggl.interpreter.views`), so whatever reads states reads views: pictures, legal moves,
    explanations, questions. It keeps nothing of the true one but how the play ended, which all learn, and the information state
    of its side, if given. Nothing can be played from it.
    """

    def __init__(self, state: State, player: str, information: Information | None = None) -> None:
        """With `information` it also has the side's information on the play. Raises `ArgumentError` for an unknown side."""
        from ggl.play.seen_vector import WATCHER, past_is_public, seen_by

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
        return _unpacked_view, (self.game, self.position, self.player, self.unknown, self._ended, self._information)

    @property
    def result(self) -> Result | None:
        return self._ended

    @cached_property
    def scores(self) -> Mapping[str, int | Fraction] | None:
        """The score of each side, if public information determines it; at the end, always."""
        if self._ended is not None:
            return self._ended.scores
        from ggl.play.seen_vector import scores_are_public

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

    def _must_be_whole(self) -> NoReturn:
        self._not_from_here("a position to play from")

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
            return False  # also of the state that it shows: `NotImplemented` would ask that one, which compares less
        return State.__eq__(self, other) and (self.unknown, self.player) == (other.unknown, other.player)

    def __hash__(self) -> int:
        return hash((self.vector, self.player))


def _unpacked_view(
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
