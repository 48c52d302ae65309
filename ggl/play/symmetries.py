"""The rotations and reflections of the board that preserve a game, which multiply the samples for learning.

Takes a game. Candidates are the rotations and reflections about the mean of the cells that take the drawn board to itself, site
to site, and each direction to one direction. One is kept if it takes the beginning to itself, and random plays in both images,
step by step, have the same legal steps, the same positions and the same end. So what is kept has been tried and not proved: a
rule that treats sides of the board unlike, and that none of the plays came to, is overlooked.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ggl.checker.world import SITES
from ggl.core.types import Fin, SetOf, Type, strip_opt
from ggl.engine.protocol import ROLL, Position
from ggl.play.arguments import without_order
from ggl.play.arrays import about_array, as_array, vectors_of
from ggl.play.errors import ArgumentError, must_be, shown
from ggl.play.observation import FEATURES, Observation
from ggl.play.result import rewards_of
from ggl.topology import Site

if TYPE_CHECKING:
    from ggl.play.rules import Rules
    from ggl.topology import Board

PLAYS = 20
MOST_STEPS = 400
"""The random plays that test a candidate, and the steps of each."""

MOST_ACTIONS = 1 << 20
_NEAR = 1e-4

Array = npt.NDArray[Any]


class Symmetry:
    """`sites` has for each type where each site goes, `directions` the same for directions."""

    def __init__(self, game: Rules, name: str, sites: Mapping[str, tuple[int, ...]], directions: tuple[int, ...]) -> None:
        self.name, self.sites, self.directions = name, sites, directions
        self._game = game
        self._maps: dict[str, tuple[int, ...]] = {**sites, "direction": directions}

    @property
    def changes(self) -> bool:
        """Whether any site changes place."""
        return any(each != tuple(range(len(each))) for each in self.sites.values())

    def _mapped(self, type_: Type) -> tuple[int, ...] | None:
        """The image of each code of a type; None if all stay the same."""
        inner = strip_opt(type_)
        return self._maps.get(inner.domain.name) if isinstance(inner, Fin) else None

    @cached_property
    def _entries(self) -> tuple[npt.NDArray[np.int64], list[tuple[slice, npt.NDArray[np.int64]]]]:
        """The source index of each entry of a vector, and the new codes of the fields whose codes change."""
        layout = self._game.layout
        source = np.arange(layout.length)
        codes = []
        for slot in layout.slots.values():
            places = np.arange(slot.start, slot.stop).reshape(slot.sizes)
            moved = places.copy()
            for axis, domain in enumerate(slot.field.index):
                if domain in self._maps:
                    index: list[Any] = [slice(None)] * len(slot.sizes)
                    index[axis] = np.array(self._maps[domain])
                    target = np.empty_like(moved)
                    target[tuple(index)] = moved
                    moved = target
            source[slot.start : slot.stop] = moved.reshape(-1)
            to = self._mapped(slot.field.values)
            if to is not None:
                codes.append((slice(slot.start, slot.stop), np.array([*to, len(to)])))
        return source, codes

    def vector(self, vector: Sequence[int]) -> tuple[int, ...]:
        """The image of a position. Raises `ArgumentError` for an invalid vector."""
        source, codes = self._entries
        found = vectors_of([vector], len(source))[0][source]
        for place, to in codes:
            found[place] = to[found[place]]
        return tuple(found.tolist())

    @cached_property
    def actions(self) -> npt.NDArray[np.int64]:
        """The number that each action becomes: a policy's image is `image[..., symmetry.actions] = policy`."""
        schemas = {schema.name: schema for schema in self._game.checked.core.schemas}
        found = np.arange(self._game.actions.size)
        for block in self._game.actions.blocks:
            if block.schema not in schemas or block.schema == ROLL or not block.sizes:
                continue
            digits = np.unravel_index(np.arange(block.stop - block.start), block.sizes)
            moved = []
            for digit, param, low in zip(digits, schemas[block.schema].params, block.lows, strict=True):
                to = self._mapped(param.type)
                moved.append(digit if to is None else np.array([*to, len(to)])[digit + low] - low)
            for places in without_order(self._game.checked, block.schema):
                _in_order(digits, moved, places)
            found[block.start : block.stop] = block.start + np.ravel_multi_index(tuple(moved), block.sizes)
        return found

    def observations(self, parts: Mapping[str, Array]) -> dict[str, Array]:
        """The images of observations, with any axes before those of planes and sites. Raises `ArgumentError` for other arrays."""
        must_be(parts, Mapping, "observations", "a map of arrays by part, as `state.observation()` gives it")
        found, known = dict[str, Array](), self._observation.parts
        for name, array in parts.items():
            if name not in tuple(known):
                raise ArgumentError(f"an observation has the parts {', '.join(known)}, but not {shown(name)}")
            shape, given = known[name].shape, as_array(array)
            if given is None or given.shape[-len(shape) :] != shape:
                raise ArgumentError(f"the last axes of the part `{name}` are {shape}, unlike those of {about_array(array)}")
            planes = np.array(self._planes[name])
            image = np.empty_like(array)
            if name == FEATURES:
                image[..., planes] = array
            else:
                sites = np.array(self.sites[name])
                image[..., planes[:, None], sites[None, :]] = array
            found[name] = image
        return found

    @cached_property
    def _observation(self) -> Observation:
        return Observation(self._game)

    @cached_property
    def _planes(self) -> dict[str, list[int]]:
        """The plane that each becomes: those of directions change places."""
        observation = self._observation
        found: dict[str, list[int]] = {}
        for name in observation.parts:
            keys = [(str(place), code) for place, code, _ in observation.columns(name)]
            targets = []
            for number, (place, code, type_) in enumerate(observation.columns(name)):
                to = self._mapped(type_) if type_ is not None and code is not None else None
                targets.append(number if to is None or code is None else keys.index((str(place), to[code])))
            found[name] = targets
        return found

    def __repr__(self) -> str:
        return f"<{self.name}>"


def symmetries_of(game: Rules, plays: int = PLAYS, seed: int = 0) -> tuple[Symmetry, ...]:
    """The symmetries of a game; the identity comes first."""
    return tuple(each for each in _candidates(game) if _holds(game, each, plays, seed))


def _candidates(game: Rules) -> list[Symmetry]:
    board = game.board
    found: dict[tuple[tuple[int, ...], ...], Symmetry] = {}
    if game.actions.size > MOST_ACTIONS or any(isinstance(strip_opt(s.field.values), SetOf) for s in game.layout.slots.values()):
        return []
    center = _center(board)
    for mirrored in (False, True):
        for turn in _turns(board, center, mirrored):
            sites = {type_: _image(board.sites(type_), center, turn, mirrored) for type_ in SITES}
            if any(each is None for each in sites.values()):
                continue
            whole = {type_: each for type_, each in sites.items() if each is not None}
            directions = _directions(board, whole["cell"])
            if directions is None or not _keeps_neighbors(board, whole["cell"]):
                continue
            name = " and ".join(["mirrored"] * mirrored + [f"turned by {turn:.4g}°"] * (turn > 0)) or "unchanged"
            found.setdefault(tuple(whole.values()), Symmetry(game, name, whole, directions))
    return list(found.values())


def _center(board: Board) -> tuple[float, float]:
    """The mean of the cells, which every symmetry leaves in its place."""
    x, y = ([float(cell.point[axis]) for cell in board.cells] for axis in (0, 1))
    return math.fsum(x) / len(x), math.fsum(y) / len(y)


def _turns(board: Board, center: tuple[float, float], mirrored: bool) -> list[float]:
    """The degrees that may take the board to itself: those that take one cell to another at its distance from the center. Of the
    distances it is that of the fewest cells."""
    rings: dict[int, list[float]] = {}
    for cell in board.cells:
        x, y = float(cell.point[0]) - center[0], float(cell.point[1]) - center[1]
        if (distance := round(math.hypot(x, y) / _NEAR / 10)) > 0:
            rings.setdefault(distance, []).append(math.degrees(math.atan2(y, x)))
    ring = min(rings.values(), key=len, default=[0.0])
    first = 180 - ring[0] if mirrored else ring[0]
    return sorted({round(angle - first, 6) % 360 for angle in ring})


def _image(sites: Sequence[Site], center: tuple[float, float], turn: float, mirrored: bool) -> tuple[int, ...] | None:
    """The image of each site; None if some image is not a site."""
    x0, y0 = center
    angle = math.radians(turn)
    places = {_place(site.point[0] - x0, site.point[1] - y0): site.index for site in sites}
    found = []
    for site in sites:
        x, y = float(site.point[0]) - x0, float(site.point[1]) - y0
        x = -x if mirrored else x
        there = places.get(_place(x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle)))
        if there is None:
            return None
        found.append(there)
    return tuple(found) if len(set(found)) == len(found) else None


def _place(x: float, y: float) -> tuple[int, int]:
    return round(float(x) / _NEAR / 10), round(float(y) / _NEAR / 10)


def _directions(board: Board, cells: tuple[int, ...]) -> tuple[int, ...] | None:
    """The direction that each becomes; None if one becomes several."""
    found = []
    for number, steps in enumerate(board.step):
        ways = {
            way
            for cell, other in enumerate(steps)
            if other >= 0
            for way in [next((way for way, there in enumerate(board.step) if there[cells[cell]] == cells[other]), -1)]
        }
        if len(ways) > 1 or -1 in ways:
            return None
        found.append(next(iter(ways), number))
    return tuple(found) if len(set(found)) == len(found) else None


def _keeps_neighbors(board: Board, cells: tuple[int, ...]) -> bool:
    return all(
        {cells[other] for other in around} == {*board.adjacency[cells[cell]]} for cell, around in enumerate(board.adjacency)
    )


def _holds(game: Rules, symmetry: Symmetry, plays: int, seed: int) -> bool:
    """Whether random plays are the same in both images."""
    start = game.engine.start().vector
    if not symmetry.changes:
        return True
    if symmetry.vector(start) != start:
        return False
    to = symmetry.actions
    for number in range(plays):
        stepper = game.stepper
        here = image = stepper.start()
        rng = random.Random(f"{seed}/{number}")
        for _ in range(MOST_STEPS):
            actions = stepper.listed(here)
            if sorted(to[actions].tolist()) != sorted(stepper.listed(image)):
                return False
            if not actions:
                break
            action = rng.choice(actions)
            here, image = stepper.applied(here, action), stepper.applied(image, int(to[action]))
            if symmetry.vector(stepper.vector(here)) != stepper.vector(image):
                return False
        if _outcome(game, stepper.position(here)) != _outcome(game, stepper.position(image)):
            return False
    return True


def _outcome(game: Rules, position: Position) -> tuple[object, ...]:
    return rewards_of(game, position.vector), game.engine.scores(position)


def _in_order(digits: Sequence[Array], moved: list[Array], places: range) -> None:
    """Put what the parts of sets become in order, as a step has them; numbers that are no sets stay as they are."""
    parts = np.stack([digits[at] for at in places], axis=1)
    again = parts[:, 1:] == parts[:, :-1]
    is_done = np.cumsum(again, axis=1) > 0
    is_set = np.all(np.where(is_done, again, parts[:, 1:] > parts[:, :-1]), axis=1)
    becomes = np.sort(np.stack([moved[at] for at in places], axis=1), axis=1)
    last = becomes[:, -1:]
    twice = np.concatenate([np.zeros_like(last, dtype=bool), becomes[:, 1:] == becomes[:, :-1]], axis=1)
    becomes = np.minimum(np.sort(np.where(twice, np.iinfo(becomes.dtype).max, becomes), axis=1), last)
    for column, at in enumerate(places):
        moved[at] = np.where(is_set, becomes[:, column], digits[at])
