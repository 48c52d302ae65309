"""Planes beside a supposed piece, which is not on the board.

A plane gains the site if the supposed code is one of the plane's, and loses it if only the code before was. For most planes both
answers are the same whoever moves: one's own stone is no enemy stone, and an empty cell is in the plane of no piece. Such planes
are read as they are, or with the bit of the site.
"""

from __future__ import annotations

from collections.abc import Callable

from ggl.compiler.kernel import forms as k
from ggl.compiler.lower.builder import FunctionBuilder, Words
from ggl.compiler.lower.context import Context, Supposed
from ggl.core import forms as f


def is_among(ctx: Context, change: Supposed, values: f.Expr) -> bool | None:
    """Whether the supposed code is one of some codes; None if that depends on the position."""
    return None if change.piece is None else _for_every_mover(ctx, change, change.piece, values)


def was_among(ctx: Context, change: Supposed, values: f.Expr) -> bool | None:
    """Whether the code that the site has on the board is one of them; None if that depends on the position."""
    return None if change.before is None else _for_every_mover(ctx, change, change.before, values)


def with_supposed(
    ctx: Context, fn: FunctionBuilder, found: Words, change: Supposed, values: f.Expr, there: k.Expression
) -> Words:
    """The sites with one of some codes: on the board `found`, here with the piece; `there` is 1 if its code is one, else 0."""
    known = is_among(ctx, change, values)
    if was_among(ctx, change, values) is not False:
        found = tuple(each & ~bit for each, bit in zip(found, change.bits, strict=True))
    if known is False:
        return found
    if known is None:
        mask = fn.let(-there, "there")
        return tuple(each | bit & mask for each, bit in zip(found, change.bits, strict=True))
    return tuple(each | bit for each, bit in zip(found, change.bits, strict=True))


def _for_every_mover(ctx: Context, change: Supposed, code: f.Expr, values: f.Expr) -> bool | None:
    """Whether a code is one of some codes, if the answer is the same whoever moves."""
    answers = set()
    for mover in range(ctx.m.layout.slots["seat"].sizes[0]):
        member, among = _for_mover(ctx, change, code, mover), _for_mover(ctx, change, values, mover)
        if member is None or among is None:
            return None
        answers.add(bool(among >> member & 1))
    return answers.pop() if len(answers) == 1 else None


def _for_mover(ctx: Context, change: Supposed, e: f.Expr, mover: int) -> int | None:
    """The value of an expression where this player moves; None if it reads more of the position than the supposed piece."""

    def read(part: f.Expr) -> int | None:
        match part:
            case f.Get("mover", ()):
                return mover
            case f.Get(field, (site,)) if field == change.field and site == change.place and change.piece is not None:
                return known_code(ctx, change.piece, read)
        return None

    return known_code(ctx, e, read)


def known_code(ctx: Context, e: f.Expr, read: Callable[[f.Expr], int | None]) -> int | None:
    """The value of an expression by tables, and by what is known of its variables and fields; None if it needs more."""
    match e:
        case f.Lit(value=int(code)):
            return code
        case f.Tab(table, (index,)):
            entries, place = ctx.m.memory.relation(table), known_code(ctx, index, read)
            return None if place is None or not 0 <= place < len(entries) else entries[place]
    return read(e)
