"""The errors of learning."""

from __future__ import annotations

from ggl.errors import GglError


class LearnError(GglError):
    """A run that cannot begin or continue, also where a library of an extra is not installed: the text says why."""
