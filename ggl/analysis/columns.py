"""The places in a game's vectors that reports count: the content of each site, the compared fields, the mover.

Takes a game; gives indices into its layout, computed once, for arrays of vectors `(rows, game.layout.length)`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ggl.engine.draws import mixed
from ggl.play.game import Game

Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]
Hashes = npt.NDArray[np.uint64]


@dataclass(frozen=True)
class Columns:
    """`sites` are those on which something may stand; a layer's columns belong to consecutive sites from its first on."""

    sites: tuple[str, ...]
    layers: tuple[tuple[slice, slice, bool], ...]
    """For each field over sites: its columns, its sites, and whether it holds the pieces there (not a property or a number)."""

    pieces: int
    """Codes below this are pieces; the rest are nothing."""

    players: int
    compared: Ints
    weights: Hashes
    at: dict[str, int]
    """Columns of single fields: ply, over, winner, and, where the game has them, game and chance."""

    seats: slice
    winners: slice | None = None
    """The columns that say which sides have won, if the game has them."""

    @classmethod
    def of(cls, game: Game) -> Columns:
        layout, core = game.layout, game.checked.core
        sites: list[str] = []
        start: dict[str, int] = {}
        layers = []
        for layer in core.layers:
            for number, field in enumerate((layer.field, *layer.attributes)):
                slot = layout.slots[field]
                domain = slot.field.index[0]
                names = [site.name for site in game.board.sites(domain)]
                if domain not in start:
                    start[domain] = len(sites)
                    sites += names
                first = start[domain]
                if slot.stop - slot.start == len(names):
                    layers.append((slice(slot.start, slot.stop), slice(first, first + len(names)), number == 0))
        compared = [place for low, high in layout.ranges("position") for place in range(low, high)]
        weights = [mixed(place + 1) | 1 for place in range(len(compared))]
        single = {name: layout.at(name) for name in ("ply", "over", "winner", "game", "chance") if layout.has(name)}
        seats = layout.slots["seat"]
        return cls(
            tuple(sites), tuple(layers), len(game.checked.pieces), len(game.players), np.array(compared, dtype=np.int64),
            np.array(weights, dtype=np.uint64), single, slice(seats.start, seats.stop),
            slice(layout.slots["winners"].start, layout.slots["winners"].stop) if layout.has("winners") else None,
        )  # fmt: skip

    def occupied(self, vectors: Ints) -> Bools:
        """Whether something stands on each site, `(rows, sites)`."""
        found = np.zeros((len(vectors), len(self.sites)), dtype=np.bool_)
        for columns, sites, is_piece in self.layers:
            if is_piece:
                found[:, sites] |= vectors[:, columns] < self.pieces
        return found

    def changed(self, before: Ints, after: Ints) -> Bools:
        """Whether the pieces on each site, their properties or their number have changed, `(rows, sites)`."""
        found = np.zeros((len(before), len(self.sites)), dtype=np.bool_)
        for columns, sites, _ in self.layers:
            found[:, sites] |= before[:, columns] != after[:, columns]
        return found

    def won(self, vectors: Ints) -> Bools:
        """Whether each side has won, `(rows, sides)`."""
        if self.winners is not None:
            return np.asarray(vectors[:, self.winners], dtype=np.bool_)
        return np.equal.outer(vectors[:, self.at["winner"]], np.arange(self.players))

    def same_play(self, before: Ints, after: Ints) -> Bools:
        """Whether a step stayed in the same play of a match of several, `(rows,)`."""
        at = self.at.get("game")
        return np.ones(len(before), dtype=np.bool_) if at is None else before[:, at] == after[:, at]

    def new_turn(self, before: Ints, after: Ints) -> Bools:
        """Whether a step ended a turn, `(rows,)`."""
        ply = self.at["ply"]
        found: Bools = ~self.same_play(before, after) | (before[:, ply] != after[:, ply])
        return found

    def hashes(self, vectors: Ints) -> Hashes:
        """64 bits for each position; positions that are the same by the rules have equal bits."""
        with np.errstate(over="ignore"):
            found: Hashes = (vectors[:, self.compared].astype(np.uint64) * self.weights).sum(axis=1, dtype=np.uint64)
            found ^= found >> np.uint64(29)
            found *= np.uint64(0xBF58476D1CE4E5B9)
            found ^= found >> np.uint64(32)
        return found
