"""What can be wrong with learning."""

from __future__ import annotations

from ggl.errors import GglError


class LearnError(GglError):
    """A run that cannot be begun or gone on with: the text says why."""


class MissingExtraError(LearnError):
    """A library that comes with an extra is not installed."""
