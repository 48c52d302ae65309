"""The atlas that may know the parts of a set, and the images of parts that a function knows already."""

from __future__ import annotations

from ggl.compiler.kernel import forms as k
from ggl.compiler.kernel.build import choose, eq, literal
from ggl.compiler.lower.builder import FunctionBuilder, Words
from ggl.compiler.lower.context import Context, Env
from ggl.compiler.lower.expressions import atom, atoms, resize
from ggl.compiler.lower.table_planes import number_of_entry, plane_of
from ggl.core import forms as f


def leads_back(ctx: Context, relation: str) -> bool:
    return ctx.m.memory.inverse(relation, len(ctx.m.memory.relation(relation))) == relation


def atlas_and_set(ctx: Context, fn: FunctionBuilder, e: f.Close | f.Blocks, env: Env) -> tuple[k.Expression, Words]:
    """The atlas that may know the parts of a set, and the set."""
    region = ctx.regions[e.relation]
    type_ = e.type if isinstance(e, f.Close) else e.type.of
    if isinstance(e.within, f.Plane):
        mains = {main[2]: at for main, at in ctx.mains.items() if main[:2] == (e.relation, e.within.field)}
        planes = ctx.m.memory.planes.get(e.within.field)
        if isinstance(e.within.values, f.Lit):
            at = mains.get(e.within.values.value, region.empty)  # type: ignore[arg-type]
            return literal(at), resize(atoms(ctx, fn, e.within, env), type_)
        if mains and planes is not None:
            atlas = atlas_of(ctx, fn, e, env)
            if atlas is None:
                values, atlas = atom(ctx, fn, e.within.values, env, "codes"), literal(region.empty)
                for codes, at in mains.items():
                    atlas = choose(eq(values, codes), at, atlas)
                atlas = fn.let(atlas, "atlas")
            return atlas, resize(fn.bind(plane_of(ctx, fn, e.within, planes, env), "set"), type_)
    return literal(region.empty), resize(atoms(ctx, fn, e.within, env), type_)


def atlas_of(ctx: Context, fn: FunctionBuilder, e: f.Close | f.Blocks, env: Env) -> k.Expression | None:
    """The atlas of a plane, or that of the empty set, if a table tells."""
    assert isinstance(e.within, f.Plane)
    mains = {main[2]: at for main, at in ctx.mains.items() if main[:2] == (e.relation, e.within.field)}
    empty = ctx.regions[e.relation].empty
    return number_of_entry(ctx, fn, e.within.values, env, lambda codes: mains.get(codes, empty), "atlas") if mains else None


def near_of(ctx: Context, fn: FunctionBuilder, relation: str) -> dict[Words, Words]:
    """The images of parts that a function has in locals."""
    return ctx.images.setdefault((fn, relation), {})
