"""A game: its rules as loaded, with its options bound.

Immutable. A pickled game holds its definition and its options, and is checked again when loaded; this does not need the file.
Arguments of a wrong type and states of another game raise `ArgumentError`. `ggl.play.loading` makes games.
"""

from __future__ import annotations

import pickle
import random
import zlib
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, get_args

from ggl.checker.game import check
from ggl.diagnostics import Findings
from ggl.engine.protocol import Step
from ggl.markup import paragraph
from ggl.model.extends import find_beside, load_definition
from ggl.play.base_state import state_at
from ggl.play.errors import ArgumentError, InvalidGameError, must_be, must_be_workers, must_count, whole
from ggl.play.move import Move
from ggl.play.perft import MOST_ROLLED, check_rolls
from ggl.play.playout import LONGEST_PLAYOUT, MOST_PLAYOUTS, Playout
from ggl.play.rules import Rules
from ggl.play.state import State
from ggl.play.values import options_text
from ggl.source import Source

if TYPE_CHECKING:
    from ggl.model.definition import Definition
    from ggl.play.actions import Actions
    from ggl.play.batch import Batch
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

    @cached_property
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
        n, seed, most_steps, workers = whole(n), whole(seed), whole(most_steps), whole(workers)
        must_count(n, "the number of playouts", 0, MOST_PLAYOUTS)
        must_be(seed, int, "a seed", "a whole number")
        must_count(most_steps, "`most_steps`")
        must_be_workers(workers)
        return play_out(self, n, seed, most_steps, workers, begin.position if begin is not None else None)

    def _must_have(self, state: State) -> None:
        if state.game is not self and state.game != self:
            raise ArgumentError(f"a state of {state.game!r} is not a state of {self!r}; use its own game, `state.game`")

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

        plays, seed = whole(plays), whole(seed)
        must_count(plays, "the number of plays", 1)
        must_be(seed, int, "a seed", "a whole number")
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
        return _unpacked, (self._packed, self.fast.wanted)


def _read(source: Source) -> Definition | None:
    """The definition of a text alone; None if it needs other files or has errors."""
    return load_definition(source, Findings(), find_beside(None))


@lru_cache(maxsize=KEPT)
def _unpacked(packed: bytes, engine: str) -> Game:
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
