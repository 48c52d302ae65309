"""Updates the sizes in atlases: for each number the members of the parts with more members (`component_layout.py`).

counted(v, t, at, w..)      a part is there
dropped(v, t, at, w..)      a part is there no more
"""

from __future__ import annotations

from collections.abc import Callable

from ggl.compiler.kernel import forms as k
from ggl.compiler.kernel.build import greatest_of, popcount, sum_all
from ggl.compiler.lower.builder import Callee, FunctionBuilder, T, V, Words, word_locals
from ggl.compiler.lower.component_cache import AT
from ggl.compiler.lower.context import Context


def count_part(ctx: Context, fn: FunctionBuilder, relation: str, at: k.Expression, members: Words) -> None:
    if ctx.regions[relation].sized:
        fn.do(_changed(ctx, relation, "counted", lambda level, word: level | word)(V, T, at, *members))


def drop_part(ctx: Context, fn: FunctionBuilder, relation: str, at: k.Expression, members: Words) -> None:
    if ctx.regions[relation].sized:
        fn.do(_changed(ctx, relation, "dropped", lambda level, word: level & ~word)(V, T, at, *members))


def drop_all_parts(ctx: Context, fn: FunctionBuilder, relation: str, at: k.Expression) -> None:
    region = ctx.regions[relation]
    if region.sized:
        with fn.for_(fn.fresh("i"), 0, V[at + region.greatest] * region.words) as entry:
            fn.store(at + region.larger + entry, 0)
        fn.store(at + region.greatest, 0)


def _changed(ctx: Context, relation: str, name: str, change: Callable[[k.Expression, k.Expression], k.Expression]) -> Callee:
    region = ctx.regions[relation]
    members = word_locals("w", region.words)

    def write(fn: FunctionBuilder) -> None:
        size = fn.set("size", sum_all([popcount(word) for word in members]))
        with fn.for_("i", 0, size * region.words, region.words) as entry:
            level = fn.set("level", AT + region.larger + entry)
            for number, word in enumerate(members):
                fn.store(level + number, change(V[level + number], word))
        if name == "counted":
            fn.store(AT + region.greatest, greatest_of(V[AT + region.greatest], size))

    return ctx.m.function(name, relation, (AT, *members), write)
