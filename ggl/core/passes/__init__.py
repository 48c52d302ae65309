"""Passes: core to core, each on its own, the meaning unchanged."""

from ggl.core.passes.lift import lift

__all__ = ["lift"]
