"""The rules of the end that a random play asks only where it draws no step.

`stuck(Black) and stuck(White)` cannot hold while the mover has a legal step. A random play draws one anyway, so it plays without
asking such rules, and asks them where the draw finds none. The same goes for the draw of a mover who can neither pass nor move.

    play(v, t, at)             makes the step, defers these rules, and asks the others
    draw(..)                   a legal step: the deferred rules do not hold
    deferred_end(v, t, actor)  after any other draw: asks all rules in their order

Nothing may stand between the end of a turn and the draw of the next: no beginning of a turn, no roll, no further play of a
match. A rule behind a deferred one that holds asks all again, since the first that holds decides.

A forced pass has been drawn after every step of the mover was refused, so the deferred rules do not look for one again.
"""

from __future__ import annotations

from dataclasses import replace

from ggl.compiler.kernel.build import FALSE, TRUE
from ggl.compiler.lower.context import Context
from ggl.compiler.lower.history import has_field, player_count
from ggl.compiler.lower.passing import passes
from ggl.compiler.passes.expression_queries import parts_of
from ggl.core import forms as f
from ggl.core.types import Fin

_SOME_STEP = f.Can("", ())


def defers_ends(ctx: Context) -> bool:
    """Whether random plays defer anything."""
    core = ctx.m.core
    if core.turn.begin != f.Seq(()) or core.turn.preferred is not None or core.match is not None or has_field(ctx, "chance"):
        return False
    return not any(rule.begun for rule in core.end) and (
        idle_draws(ctx) or any(needs_stuck_mover(ctx, rule) for rule in core.end)
    )


def needs_stuck_mover(ctx: Context, rule: f.EndRule) -> bool:
    """Whether a rule holds only where the mover has no legal step: it says so of the mover, or of every player."""
    stuck: set[object] = set()
    for part in parts_of(rule.test):
        match part:
            case f.Not(form) if form == _SOME_STEP:
                return True
            case f.Not(f.After(f.Write("mover", (), f.Lit(code)), form)) if form == _SOME_STEP:
                stuck.add(code)
    return len(stuck) == player_count(ctx)


def only_stuck_movers_pass(ctx: Context) -> bool:
    """Whether a pass that is drawn shows that the mover has no legal step."""
    return passes(ctx, "forced") != FALSE and passes(ctx, "free") == FALSE


def draws_only_moves(ctx: Context) -> bool:
    """Whether no draw is a pass, a stop, a roll or a side to take: a mover who can do nothing draws the play."""
    core = ctx.m.core
    follow = any(pick.optional for schema in core.schemas for picks in schema.tiers for pick in picks)
    passing = any(passes(ctx, way) != FALSE for way in ("free", "forced"))
    return not (passing or follow or core.turn.pie or has_field(ctx, "chance"))


def of_stuck_mover(rule: f.EndRule) -> f.EndRule:
    """The rule as it is where the mover has no legal step."""
    parts: list[f.Expr] = []
    for part in parts_of(rule.test):
        match part:
            case f.Not(form) if form == _SOME_STEP:
                continue
            case f.Not(f.After(f.Write("mover", (), f.Lit(type=Fin()) as player), form)) if form == _SOME_STEP:
                mover = f.Get("mover", (), player.type)
                part = f.Or((f.Compare("eq", mover, player), part))
        parts.append(part)
    return replace(rule, test=f.And(tuple(parts)))


def idle_draws(ctx: Context) -> bool:
    """Whether a mover who can neither pass nor move draws: no rule of the end, asked just before, has covered that."""
    if TRUE in (passes(ctx, "free"), passes(ctx, "forced")):
        return False
    core, stuck = ctx.m.core, f.Not(_SOME_STEP)
    return not any(
        stuck in (rule.test.parts if isinstance(rule.test, f.Or) else (rule.test,))
        for rule in core.end
        if rule.begun or core.turn.begin == f.Seq(())
    )
