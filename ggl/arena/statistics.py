"""The old place of `ggl.statistics`, for one release."""

from __future__ import annotations

import warnings

from ggl import statistics


def __getattr__(name: str) -> object:
    found = getattr(statistics, name)
    warnings.warn("`ggl.arena.statistics` is `ggl.statistics` now", DeprecationWarning, stacklevel=2)
    return found
