"""Checks of the arrays that a program gives: vectors of a game, masks, numbers of rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ggl.play.errors import ArgumentError, shown


def vectors_of(value: object, length: int) -> npt.NDArray[np.int64]:
    """Vectors of a game, a row each. Raises `ArgumentError` for anything else."""
    found = as_array(value)
    if found is None or found.ndim != 2 or found.shape[1] != length or found.dtype.kind not in "iu":
        raise ArgumentError(f"positions are vectors of {length} whole numbers, a row each, not {about_array(value)}")
    return found


def sides_of(value: object, rows: int, count: int) -> npt.NDArray[np.int64]:
    """The number of a side for each row. Raises `ArgumentError` for anything else."""
    found = as_array(value)
    if rows == 0 and found is not None and found.shape == (0,):
        return found.astype(np.int64)  # an empty list, which numpy takes for fractions
    if found is None or found.shape != (rows,) or found.dtype.kind not in "iu" or not np.all((found >= 0) & (found < count)):
        raise ArgumentError(
            f"sides are whole numbers from 0 to {count - 1}, one for each of {rows} rows, not {about_array(value)}"
        )
    return found


def as_array(value: Any) -> npt.NDArray[Any] | None:
    """A value as an array, if it is one or can be one."""
    try:
        return np.asarray(value)
    except Exception:  # an unknown object may raise anything
        return None


def is_mask(value: object, shape: tuple[int, int]) -> bool:
    return isinstance(value, np.ndarray) and value.shape == shape and value.dtype == np.bool_ and value.flags.carray


def about_array(value: object) -> str:
    found = as_array(value) if isinstance(value, Sequence | np.ndarray) and not isinstance(value, str) else None
    return shown(value) if found is None else f"an array of {found.dtype}, {found.shape}"
