"""A network that judges positions: its game, its weights, and its outputs, computed by numpy.

Takes a side's observation (`game.observation`, flat) and the legal actions; returns a prior for each action and a value for
each side, from -1 to 1, the viewer's first, then the others in turn order. A file has a line with its format, a line of JSON,
and the weights as 32-bit floats; reading one runs no code and needs little more memory than the file. `ggl.learning` makes such
files. Raises `NetworkError` for an invalid file.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated

import numpy as np
import numpy.typing as npt

from ggl import writing
from ggl.compiler.runtime.puct import Ragged
from ggl.diagnostics.escape import escape
from ggl.errors import GglError
from ggl.typed_json import Longest, TypedJsonError, Within, decode

Floats = npt.NDArray[np.float32]

MAGIC = b"ggl network 1\n"
MOST_HEADER = 1 << 16
MOST_WEIGHTS = 1 << 28
"""The most numbers of a network: a gigabyte."""


_Size = Annotated[int, Within(1, MOST_WEIGHTS)]


class NetworkError(GglError):
    """A file without a network, or with one that cannot be read."""


@dataclass(frozen=True)
class Shape:
    """The sizes of a network: its inputs, actions, sides, width and depth."""

    inputs: _Size
    actions: _Size
    sides: _Size
    width: _Size
    blocks: Annotated[int, Within(0, 1000)]

    def arrays(self) -> dict[str, tuple[int, ...]]:
        """The shapes of the weights by name: inputs and outputs of each layer."""
        width, half = self.width, max(1, self.width // 2)
        layers = {"first": (self.inputs, width)}
        for block in range(self.blocks):
            layers |= {f"block{block}.in": (width, width), f"block{block}.out": (width, width)}
        layers |= {"policy": (width, self.actions), "value.in": (width, half), "value.out": (half, self.sides)}
        return {f"{name}.{kind}": shape if kind == "weight" else shape[1:] for name, shape in layers.items()
                for kind in ("weight", "bias")}  # fmt: skip

    @property
    def weights(self) -> int:
        """The numbers of all arrays together."""
        return sum(math.prod(shape) for shape in self.arrays().values())


@dataclass(frozen=True)
class About:
    """The header of a file: the game of the network, the fingerprint of its rules, and the number of training iterations."""

    game: Annotated[str, Longest(1000)]
    fingerprint: Annotated[str, Longest(200)]
    shape: Shape
    iteration: int = 0
    ggl: Annotated[str, Longest(200)] = ""


class Network:
    """`weights` has read-only arrays by the names of `Shape.arrays`."""

    def __init__(self, about: About, weights: Mapping[str, Floats]) -> None:
        self.about, self.weights = about, dict(weights)
        shapes = {name: array.shape for name, array in self.weights.items()}
        assert shapes == about.shape.arrays()
        self._by_action = np.ascontiguousarray(self.weights["policy.weight"].T)

    def evaluate(self, seen: Floats, legal: Ragged) -> tuple[npt.NDArray[np.float64], Floats]:
        """A prior for each legal action, with sum 1 for each row, and the values `(n, sides)`."""
        body = self._body(seen)
        rows = legal.rows
        if 4 * len(rows) < len(seen) * self.about.shape.actions:
            logits = np.einsum("ew,ew->e", body[rows], self._by_action[legal.actions])
            logits += self.weights["policy.bias"][legal.actions]
        else:
            logits = self._dense("policy", body)[rows, legal.actions]
        value = np.tanh(self._dense("value.out", _positive(self._dense("value.in", body))))
        return softmax(logits.astype(np.float64), legal), value

    def _body(self, seen: Floats) -> Floats:
        body = _positive(self._dense("first", seen))
        for block in range(self.about.shape.blocks):
            body = _positive(body + self._dense(f"block{block}.out", _positive(self._dense(f"block{block}.in", body))))
        return body

    def _dense(self, layer: str, given: Floats) -> Floats:
        found: Floats = given @ self.weights[f"{layer}.weight"]
        found += self.weights[f"{layer}.bias"]
        return found

    # ---- files

    def to_bytes(self) -> bytes:
        header = json.dumps(asdict(self.about), sort_keys=True).encode() + b"\n"
        arrays = (self.weights[name].astype("<f4").tobytes() for name in self.about.shape.arrays())
        return MAGIC + header + b"".join(arrays)

    @classmethod
    def of_bytes(cls, data: bytes) -> Network:
        """Raises `NetworkError`."""
        end = data.find(b"\n", len(MAGIC), MOST_HEADER)
        if not data.startswith(MAGIC) or end < 0:
            raise NetworkError("that is not a network of ggl")
        try:
            about = decode(About, json.loads(data[len(MAGIC) : end]))
        except (TypedJsonError, ValueError, RecursionError):
            raise NetworkError("the header of the network cannot be read") from None
        numbers, expected = len(data) - end - 1, 4 * about.shape.weights
        if numbers != expected:
            raise NetworkError(f"the network has {numbers:,} bytes of weights instead of {expected:,}: it was cut off or changed")
        weights, at = {}, end + 1
        for name, shape in about.shape.arrays().items():
            count = math.prod(shape)
            weights[name] = np.frombuffer(data, "<f4", count, at).astype(np.float32).reshape(shape)
            at += 4 * count
            if not np.isfinite(weights[name]).all():
                raise NetworkError("some weights of the network are not numbers")
        return cls(about, weights)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the file completely or not at all."""
        writing.replace(Path(path), self.to_bytes())


def read_network(path: str | os.PathLike[str]) -> Network:
    """Raises `NetworkError`."""
    where = f"`{escape(str(path)[-200:])}`"
    try:
        with open(path, "rb") as file:
            data = file.read(len(MAGIC) + MOST_HEADER + 4 * MOST_WEIGHTS + 1)
    except (OSError, ValueError) as error:
        raise NetworkError(f"{where} cannot be read: {getattr(error, 'strerror', None) or error}") from None
    try:
        return Network.of_bytes(data)
    except NetworkError as error:
        raise NetworkError(f"{where}: {error}") from None


def softmax(logits: npt.NDArray[np.float64], rows: Ragged) -> npt.NDArray[np.float64]:
    """The softmax of each row: positive shares with sum 1."""
    counts = rows.counts
    some = rows.starts[:-1][counts > 0]
    if not len(logits):
        return logits
    greatest, counts = np.maximum.reduceat(logits, some), counts[counts > 0]
    raised = np.exp(logits - np.repeat(greatest, counts))
    found: npt.NDArray[np.float64] = raised / np.repeat(np.add.reduceat(raised, some), counts)
    return found


def _positive(array: Floats) -> Floats:
    return np.maximum(array, 0, out=array)
