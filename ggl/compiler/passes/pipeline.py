"""The passes from core to core, in the order in which they run. Each keeps the meaning and can run on its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ggl.compiler.passes.complement_planes import complement_planes
from ggl.compiler.passes.count_by_key import count_by_key
from ggl.compiler.passes.eliminate_common_subexpressions import eliminate_common_subexpressions
from ggl.compiler.passes.evaluate_constants import evaluate_constants
from ggl.compiler.passes.fold_constants import fold_constants
from ggl.compiler.passes.fold_repetitions import fold_repetitions
from ggl.compiler.passes.fuse_loops import fuse_loops
from ggl.compiler.passes.hoist_from_sources import hoist_from_sources
from ggl.compiler.passes.hoist_invariants import hoist_invariants
from ggl.compiler.passes.inline_single_use import inline_single_use
from ggl.compiler.passes.inline_small import inline_small
from ggl.compiler.passes.lists_to_sets import lists_to_sets
from ggl.compiler.passes.reuse_field_reads import reuse_field_reads
from ggl.compiler.passes.specialize import specialize
from ggl.compiler.passes.tabulate import tabulate
from ggl.core import forms as f

Pass = Callable[[f.CoreGame], f.CoreGame]

PASSES: tuple[Pass, ...] = (
    evaluate_constants,
    inline_small,
    fold_repetitions,
    tabulate,
    specialize,
    complement_planes,
    fold_constants,
    hoist_invariants,
    count_by_key,
    reuse_field_reads,
    eliminate_common_subexpressions,
    inline_single_use,
    fuse_loops,
    fold_repetitions,  # again: a bag is a list until loops are fused
    lists_to_sets,
    eliminate_common_subexpressions,  # again: inlining and loop fusion create new common subexpressions
    hoist_from_sources,
)


def _names() -> Iterator[str]:
    given: list[str] = []
    for each in PASSES:
        given.append(each.__name__.replace("_", "-"))
        times = given.count(given[-1])
        yield given[-1] if times == 1 else f"{given[-1]}-{times}"


NAMES = tuple(_names())
"""The name of each pass; one that runs again has a number: `eliminate-common-subexpressions-2`."""


def stages(core: f.CoreGame) -> Iterator[tuple[str, f.CoreGame]]:
    """The name of each pass, in order, with the core after it."""
    for name, each in zip(NAMES, PASSES, strict=True):
        core = each(core)
        yield name, core


def optimized(core: f.CoreGame) -> f.CoreGame:
    """The core after all passes."""
    for each in PASSES:
        core = each(core)
    return core
