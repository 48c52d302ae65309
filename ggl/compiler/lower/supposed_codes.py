"""What is known of a supposed piece whoever moves: whether its code is among some codes, and whether the code before was.

The own stone is no enemy stone, for each mover, and a cell that was empty was in the plane of no piece. So most planes are,
beside a supposed piece, what they are without it.
"""

from __future__ import annotations

from ggl.compiler.kernel import forms as k
from ggl.compiler.lower.builder import FunctionBuilder, Words
from ggl.compiler.lower.context import Context, Supposed
from ggl.core import forms as f


def is_among(ctx: Context, change: Supposed, values: f.Expr) -> bool | None:
    """Whether the supposed code is among some; None where it depends on the position."""
    return None if change.piece is None else _alike(ctx, change, change.piece, values)


def was_among(ctx: Context, change: Supposed, values: f.Expr) -> bool | None:
    """The same of the code that the site has without it."""
    return None if change.before is None else _alike(ctx, change, change.before, values)


def with_supposed(
    ctx: Context, fn: FunctionBuilder, found: Words, change: Supposed, values: f.Expr, there: k.Expression
) -> Words:
    """The sites that have one of some codes, as they would be; `there` is 1 if the supposed code is one of them, else 0."""
    known = is_among(ctx, change, values)
    if was_among(ctx, change, values) is not False:
        found = tuple(each & ~bit for each, bit in zip(found, change.bits, strict=True))
    if known is False:
        return found
    if known is None:
        mask = fn.let(-there, "there")
        return tuple(each | bit & mask for each, bit in zip(found, change.bits, strict=True))
    return tuple(each | bit for each, bit in zip(found, change.bits, strict=True))


def _alike(ctx: Context, change: Supposed, code: f.Expr, values: f.Expr) -> bool | None:
    """Whether a code is among some, if it is so for all movers or for none."""
    answers = set()
    for mover in range(ctx.m.layout.slots["seat"].sizes[0]):
        member, among = _for_mover(ctx, change, code, mover), _for_mover(ctx, change, values, mover)
        if member is None or among is None:
            return None
        answers.add(bool(among >> member & 1))
    return answers.pop() if len(answers) == 1 else None


def _for_mover(ctx: Context, change: Supposed, e: f.Expr, mover: int) -> int | None:
    """The value of an expression of the mover, of the supposed piece, and of tables."""
    match e:
        case f.Lit(value=int(code)):
            return code
        case f.Get("mover", ()):
            return mover
        case f.Get(field, (site,)) if field == change.field and site == change.place and change.piece is not None:
            return _for_mover(ctx, change, change.piece, mover)
        case f.Tab(table, (index,)):
            entries, place = ctx.m.memory.relation(table), _for_mover(ctx, change, index, mover)
            return None if place is None or not 0 <= place < len(entries) else entries[place]
    return None
