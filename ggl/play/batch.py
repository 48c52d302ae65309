"""Many positions of one game at once, in arrays, for code that learns: masks of legal actions, steps, who won.

A batch has `len(batch)` rows, each a separate play. Actions are the numbers of `game.actions`. The caller owns the arrays that it
gets, except `positions`, a read-only view of the rows. Raises `ArgumentError` for a wrong shape, type or range, and
`IllegalActionError` for an illegal action; in both cases nothing changes. Not thread-safe.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Generic, NoReturn

import numpy as np
import numpy.typing as npt

from ggl.diagnostics.near import near
from ggl.engine.layout import Slot
from ggl.play.arrays import about_array, as_array, is_mask
from ggl.play.base_state import BaseState, G, S, state_at
from ggl.play.errors import (
    ArgumentError,
    IllegalMoveError,
    UnknownFieldError,
    must_be,
    must_be_workers,
    must_count,
    shown,
    whole_seed,
)
from ggl.play.observation import observation_of
from ggl.play.planes import ObservationPlane, planes_of

if TYPE_CHECKING:
    from ggl.compiler.runtime.vector_env import Lanes
    from ggl.play.explanation import Explanation

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float32]
Bools = npt.NDArray[np.bool_]

MOST_ROWS = 1 << 20
MOST_MASKED = 1 << 20
"""The most actions of a game for which masks are available; beyond that, use lists."""


class IllegalActionError(IllegalMoveError):
    """The action of a row is not legal now; `row` and `action` say which, `explanation` why. Nothing has changed."""

    def __init__(self, row: int, action: int, explanation: Explanation) -> None:
        super().__init__(explanation)
        self.row, self.action = row, action
        why = f"`{explanation.text}` is an outcome of another roll" if explanation.legal else str(explanation)
        self.args = (f"row {row}, action {action}: {why}",)

    def __reduce__(self) -> tuple[object, ...]:
        return IllegalActionError, (self.row, self.action, self.explanation)


class Batch(Generic[S, G]):
    """Made by `game.batch(n, seed)`."""

    def __init__(self, game: G, kind: type[S], many: Lanes) -> None:
        """`kind` is the class of the states that it gives."""
        self.game, self._kind, self._many = game, kind, many
        self._at = self.game.layout.at
        self._planes: dict[str, tuple[ObservationPlane, ...]] = {}
        self._bits: Bools | None = None

    @classmethod
    def of(cls, game: G, kind: type[S], n: int, seed: int, *, rolls: bool, workers: int) -> Batch[S, G]:
        """n rows at the start of a game."""
        must_count(n, "the size of a batch", 1, MOST_ROWS)
        seed = whole_seed(seed)
        must_be(rolls, bool, "`rolls`", "True, to have rolls made, or False")
        must_be_workers(workers)
        game.actions  # noqa: B018 -- raises where steps have no numbers
        engine = game.fast.emitted
        from ggl.compiler.runtime.vector_env import Lanes

        return cls(game, kind, Lanes(engine, n, seed, rolling=rolls, workers=workers))

    def __copy__(self) -> Batch[S, G]:
        return self.copy()

    def __deepcopy__(self, _: object) -> Batch[S, G]:
        return self.copy()

    def __reduce__(self) -> NoReturn:
        raise ArgumentError(
            "a batch cannot be pickled; send what makes it, `game.batch(n, seed)` anew, or its states, "
            "`[batch.state(row) for row in range(len(batch))]`"
        )

    def copy(self) -> Batch[S, G]:
        """A copy of the rows, with the same future draws."""
        return Batch(self.game, self._kind, self._many.copy())

    def __len__(self) -> int:
        return self._many.count

    def __repr__(self) -> str:
        return f"<{len(self):,} positions of {self.game!r}>"

    # ---- what is legal

    def masks(self, out: Bools | None = None) -> Bools:
        """Whether each action is legal, `(n, actions)`; none is legal where the play is over. Writes into `out`, if given.

        Raises `ArgumentError` if the game has too many actions.
        """
        shape = (len(self), self.game.actions.size)
        if shape[1] > MOST_MASKED:
            raise ArgumentError(
                f"{self.game.name} has {shape[1]:,} actions, but a mask has at most {MOST_MASKED:,}\n"
                "help: `batch.legal()` gives the numbers of the legal ones as lists"
            )
        if out is None:
            out = np.empty(shape, dtype=np.bool_)
        elif not is_mask(out, shape):
            raise ArgumentError(f"`out` is an array of bool, {shape}, C-contiguous and writable, not {about_array(out)}")
        self._many.masks(out)
        return out

    def legal(self) -> tuple[Ints, Ints]:
        """The legal actions as lists: `starts, actions`; those of row k are `actions[starts[k]:starts[k + 1]]`.

        They have the order and the number of `state.legal_moves()`: an outcome of a roll that comes in two ways appears twice.
        """
        return self._many.legal()

    def probabilities(self) -> npt.NDArray[np.float64]:
        """The probability of each action as the outcome of the roll that is due, `(n, actions)`; zeros where no roll is due."""
        if self.game.actions.size > MOST_MASKED:
            self.masks()
        found = np.zeros((len(self), self.game.actions.size))
        starts, actions = self.legal()
        counts = np.diff(starts)
        rows = np.repeat(np.arange(len(self)), counts)
        due = self.chance[rows]
        np.add.at(found, (rows[due], actions[due]), 1 / counts[rows[due]])
        return found

    # ---- going on

    def random(self) -> Ints:
        """A uniformly random legal action for each row; -1 where the play is over.

        Each row has its own generator. Played at random, row k is game k of `game.playouts(n, seed)`.
        """
        return self._many.draw().copy()

    def sample(self) -> Ints:
        """The draws of `random`, in a read-only array of the batch that the next draw overwrites.

        `step` neither checks nor copies this array.
        """
        return self._many.draw()

    def step(self, actions: npt.ArrayLike) -> None:
        """Plays an action in each row. Ignores the action where the play is over."""
        self._many.step(self._legal(actions))

    def _advance(self, actions: npt.ArrayLike, most_steps: int, told: Ints, masks: Bools) -> None:
        """For environments: `step`, `reset` of the rows that ended, and `masks` in one call. See `ggl.adapters.vector`."""
        self._many.advance(self._legal(actions), most_steps, told, masks)

    def _legal(self, actions: npt.ArrayLike) -> Ints:
        """The actions as an array. Raises `ArgumentError` and `IllegalActionError`."""
        if self._many.is_drawn(actions):
            return self._many.drawn
        found = self._actions(actions)
        row = self._many.illegal(found)
        if row is not None:
            from ggl.play.explain import explain

            action = int(found[row])
            name = self.game.notation.full(self.game.actions.step(action))
            raise IllegalActionError(row, action, explain(self.state(row), name))
        return found

    def _actions(self, actions: npt.ArrayLike) -> Ints:
        found = as_array(actions)
        if found is None or found.shape != (len(self),) or found.dtype.kind not in "iu":
            raise ArgumentError(f"actions are {len(self)} whole numbers, one for each row, not {about_array(actions)}")
        over, size = self.over, self.game.actions.size
        wrong = np.nonzero(~over & ((found < 0) | (found >= size)))[0]
        if len(wrong):
            raise ArgumentError(f"row {wrong[0]}: {self.game.name} has actions from 0 to {size - 1}, but not {found[wrong[0]]}")
        return np.where(over, -1, found).astype(np.int64)

    def roll(self) -> None:
        """Makes the rolls that are due, with the generators of their rows. A batch with `rolls=True` does this itself."""
        self._many.roll()

    def reset(self, where: npt.ArrayLike | None = None) -> None:
        """Returns rows to the start of the game: all, those of a mask such as `batch.over`, or those of some numbers.

        Their generators are not reset, so the next play of a row differs.
        """
        self._many.reset(self._rows(where))

    def _rows(self, where: npt.ArrayLike | None) -> npt.NDArray[np.intp]:
        if where is None:
            return np.arange(len(self))
        found = as_array(where)
        if found is not None and found.dtype == np.bool_ and found.shape == (len(self),):
            return np.nonzero(found)[0]
        if found is not None and found.dtype.kind in "iu" and found.ndim <= 1:
            rows = found.reshape(-1)
            if bool(np.all((rows >= 0) & (rows < len(self)))):
                return rows.astype(np.intp)
        elif found is not None and found.size == 0 and found.ndim == 1:
            return np.arange(0)
        raise ArgumentError(
            f"rows are a mask of {len(self)} bools, or numbers from 0 to {len(self) - 1}, not {about_array(where)}"
        )

    # ---- how it stands

    @property
    def positions(self) -> Ints:
        """The current vectors, `(n, game.layout.length)`, read-only; use `.copy()` to keep them."""
        view = self._many.positions.view()
        view.flags.writeable = False
        return view

    def field(self, name: str) -> Ints:
        """The codes of a field of the layout, `(n, ..)`, with an axis for each index of the field. Raises `UnknownFieldError`."""
        must_be(name, str, "a field", "given by its name")
        own = {variable: place.field for variable, place in self.game.checked.world.variables.items()}
        slot = self.game.layout.slots.get(own.get(name, name))
        if slot is None:
            known = list(dict.fromkeys([*own, *(field for field in self.game.layout.slots if "." not in field)]))
            hint = ", ".join(near(name, known) or known)
            raise UnknownFieldError(f"{self.game.name} has no field {shown(name)}; there are {hint}")
        return self._codes(slot).copy()

    def _codes(self, slot: Slot) -> Ints:
        return self._many.positions[:, slot.start : slot.stop].reshape(len(self), *slot.sizes)

    def _entry(self, name: str) -> Ints:
        return self._many.positions[:, self._at(name)]

    @property
    def over(self) -> Bools:
        """Whether the play is over, `(n,)`."""
        return np.not_equal(self._entry("over"), 0)

    @property
    def chance(self) -> Bools:
        """Whether a roll is due, `(n,)`: the legal actions are its outcomes, and nobody chooses."""
        if not self.game.layout.has("chance"):
            return np.zeros(len(self), dtype=np.bool_)
        return np.not_equal(self._entry("chance"), 0) & ~self.over

    @property
    def mover(self) -> Ints:
        """The side to move, `(n,)`, as an index into `game.players`; -1 where a roll is due or the play is over."""
        return np.where(self.over | self.chance, -1, self._entry("mover"))

    @property
    def seats(self) -> Ints:
        """The seat of each side, `(n, sides)`, from 0; a pie rule may exchange seats."""
        return self._codes(self.game.layout.slots["seat"]).copy()  # by slot, since a variable of the game may be called `seat`

    @property
    def seat(self) -> Ints:
        """The seat of the side to move, `(n,)`, from 0; -1 where a roll is due or the play is over."""
        mover = self.mover
        return np.where(mover < 0, -1, self.seats[np.arange(len(self)), mover])

    @property
    def ply(self) -> Ints:
        """The turns completed, `(n,)`."""
        return self._entry("ply").copy()

    @property
    def winner(self) -> Ints:
        """The only winner, `(n,)`; -1 during play, after a draw, and if several sides won together."""
        winner = self._entry("winner")
        return np.where(winner < len(self.game.players), winner, -1)

    @property
    def winners(self) -> Bools:
        """Whether each side has won, `(n, sides)`."""
        if (slot := self.game.layout.slots.get("winners")) is not None:
            return self._codes(slot).astype(np.bool_)
        return np.equal.outer(self.winner, np.arange(len(self.game.players)))

    @property
    def rewards(self) -> Floats:
        """By seat, `(n, seats)`: 1 for winners, -1 for the others; 0 during play, after a draw, and where all win. A game for one
        that is not won is lost."""
        over = np.expand_dims(self.over, 1)
        winners = self.winners & over
        some = winners.any(axis=1, keepdims=True) & ~winners.all(axis=1, keepdims=True)
        decided = some if len(self.game.players) > 1 else over
        by_side = np.where(decided, np.where(winners, 1, -1), 0).astype(np.float32)
        rewards = np.zeros_like(by_side)
        np.put_along_axis(rewards, self.seats.astype(np.intp), by_side, axis=1)
        return rewards

    @property
    def scores(self) -> npt.NDArray[np.float64] | None:
        """The current score of each side, `(n, sides)`; None in a game without scores."""
        core = self.game.checked.core
        if core.match is None and core.score is None:
            return None
        return self._many.scores() / self.game.score_scale

    # ---- what a network sees

    def plane_names(self, sites: str = "cell") -> tuple[str, ...]:
        """The names of the `planes`."""
        return tuple(plane.name for plane in self._planes_over(sites))

    def planes(self, sites: str = "cell") -> Floats:
        """The contents of the cells, edges or vertices, `(n, planes, sites)`: zeros and ones for things, numbers unchanged."""
        planes = self._planes_over(sites)
        count = next((domain.size for domain in self.game.checked.core.domains if domain.name == sites), 0)
        found = np.empty((len(self), len(planes), count), dtype=np.float32)
        for number, plane in enumerate(planes):
            entries = self._many.positions[:, plane.place]
            found[:, number] = entries / plane.scale if plane.code is None else entries == plane.code
        return found

    def _planes_over(self, sites: str) -> tuple[ObservationPlane, ...]:
        must_be(sites, str, "what planes are over", "a type of sites, such as `cell`")
        if sites not in self._planes:
            self._planes[sites] = planes_of(self.game, sites)
        return self._planes[sites]

    def observations(self, out: dict[str, Floats] | None = None) -> dict[str, Floats]:
        """The observation of the side to move in each row, or of the next side if nobody is to move, by part: see
        `game.observation`. Writes into `out`, an earlier result of this method, if given."""
        observation, count = observation_of(self.game), len(self)
        parts = observation.parts
        if out is None:
            out = {name: np.zeros((count, *part.shape), np.float32) for name, part in parts.items()}
        if self.game.hides:  # each side sees its own position
            for name, values in observation.of(self._many.positions, self._entry("mover")).items():
                out[name][...] = values
            return out
        if self._bits is None:
            self._bits = np.zeros((count, observation.size), np.bool_)
        self._many.observe(*observation._table, self._bits)
        at = 0
        for name, part in parts.items():
            size = prod(part.shape)
            out[name].reshape(count, size)[...] = self._bits[:, at : at + size]
            at += size
        if any(observation._numbers):
            mover = self._entry("mover")
            for side, numbers in enumerate(observation._numbers):
                rows = np.flatnonzero(mover == side)
                for part_name, place, entries, divisor in numbers:
                    out[part_name][rows, place] = self._many.positions[rows, entries] / divisor
        return out

    # ---- rows and states

    def state(self, row: int) -> S:
        """The state in a row, to look at, print or explain. Keeps of earlier positions what the rules compare."""
        return state_at(self._kind, self.game, self._many.position(self._row(row)), None)

    def put(self, row: int, state: S) -> None:
        """Continues a row from a state of the game."""
        must_be(state, BaseState, "a position of a batch", "put in as a state of its game")
        if state.game is not self.game and state.game != self.game:
            raise ArgumentError(f"a state of {state.game!r} cannot be in a batch of {self.game!r}")
        state._must_be_whole()
        self._many.put(self._row(row), state.position)

    def _row(self, row: int) -> int:
        found = as_array(row)
        if found is None or found.shape != () or found.dtype.kind not in "iu" or not 0 <= int(found) < len(self):
            raise ArgumentError(f"a row is a whole number from 0 to {len(self) - 1}, not {shown(row)}")
        return int(found)
