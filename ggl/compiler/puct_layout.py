"""The layout of the trees of `lower/puct_kernel.py`, as word offsets from their beginning."""

from __future__ import annotations

USED, LEAF, DEPTH, PATH = range(4)
"""The words in use; the node that waits for its values, -1 if none; the length of its path; the nodes of the path."""

DEEPEST = 128
"""Nodes of a path at most: what stands deeper is evaluated, however often it was visited."""

ROOT = PATH + DEEPEST
VISITS, SUM, CHILD, COUNT, CHOOSER, PRIOR, ACTION, VALUE = range(8)
"""The fields of a node."""

WIDTH = 8
UNIT = 1 << 20
"""A win, in sums; and all of the priors of a node together."""

REDUCED = 0.2
"""By how much what was not tried counts for less than its parent."""
