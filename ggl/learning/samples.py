"""Samples for learning: positions of plays, the search's visits, the plays' results. Arrays, a row for each position."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Samples:
    """`actions` and `visits` of row k are `[starts[k]:starts[k + 1]]`."""

    positions: Array
    """The vectors, `(n, length)`."""
    starts: Array
    actions: Array
    """The legal actions, by number."""
    visits: Array
    """The search's visits of each action."""
    values: npt.NDArray[np.float32]
    """The result of each seat, `(n, seats)`: 1, -1, or 0."""

    broken_off: int = 0
    """The number of plays that were broken off."""

    def __len__(self) -> int:
        return len(self.positions)

    @classmethod
    def joined(cls, some: Sequence[Samples]) -> Samples:
        """The samples of all, in order."""
        ends = np.cumsum([0, *(len(each.actions) for each in some)])
        starts = [np.zeros(1, dtype=np.int64), *(each.starts[1:] + end for each, end in zip(some, ends, strict=False))]
        return cls(
            np.concatenate([each.positions for each in some]),
            np.concatenate(starts),
            np.concatenate([each.actions for each in some]),
            np.concatenate([each.visits for each in some]),
            np.concatenate([each.values for each in some]),
            sum(each.broken_off for each in some),
        )

    def to_bytes(self) -> bytes:
        file = io.BytesIO()
        np.savez(file, **{field.name: getattr(self, field.name) for field in fields(self)})
        return file.getvalue()

    @classmethod
    def of_bytes(cls, data: bytes) -> Samples:
        """The samples in bytes. Raises `ValueError`, `KeyError` and others for invalid ones."""
        with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
            return cls(
                **{field.name: arrays[field.name] for field in fields(cls) if field.name != "broken_off"},
                broken_off=int(arrays["broken_off"]),
            )
