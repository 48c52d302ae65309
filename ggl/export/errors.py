"""The error of this package."""

from __future__ import annotations

from ggl.errors import GglError


class ExportError(GglError):
    """An exported page cannot carry part of this game; the message says which."""
