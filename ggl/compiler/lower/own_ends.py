"""The rules of the end that speak of each player, and that only the player who has just moved can have fulfilled.

If no rule of the end held before a step, and the step changes nothing that `lined(cells with p mark, 3)` reads of the other
players, it does not hold for them now. A random play from the beginning asks such a rule of the player who moved, and of nobody
else. In any other position, which may come from outside, it may hold for somebody else without the play being over.

A step that puts the mover's piece on an empty cell changes only sets of codes that contain either the empty cell's code or the
piece's, and not both.
"""

from __future__ import annotations

from ggl.compiler.lower.context import Context
from ggl.compiler.lower.facts import shown_by
from ggl.compiler.lower.history import player_count
from ggl.compiler.lower.supposed_codes import known_code
from ggl.core import forms as f
from ggl.core.walk import READS, walk


def only_the_actor_fulfils(ctx: Context, rule: f.EndRule) -> bool:
    turn, players = ctx.m.core.turn, range(player_count(ctx))
    if not rule.each or rule.begun or ctx.m.core.match is not None or turn.begin != f.Seq(()) or turn.finish != f.Seq(()):
        return False
    reads = [form for form in walk(rule.test) if isinstance(form, (*READS, f.Call))]
    planes = [form for form in reads if isinstance(form, f.Plane)]
    return len(planes) == len(reads) and all(
        _leaves(ctx, schema, plane, rule.each, player, actor)
        for schema in ctx.m.core.schemas
        for plane in planes
        for player in players
        for actor in players
        if player != actor
    )


def _leaves(ctx: Context, schema: f.Schema, plane: f.Plane, name: str, player: int, actor: int) -> bool:
    """Whether a move of one player leaves a set of sites as it is, where the name stands for another player."""
    put = schema.do
    if not isinstance(put, f.Put):
        return False
    layer = ctx.m.layers[put.layer]
    if plane.field != layer.field:
        return plane.field not in layer.attributes
    before = shown_by(ctx, schema).of(layer.field, put.site)
    piece = known_code(ctx, put.piece, lambda e: actor if isinstance(e, f.Get) and e.field == "mover" else None)
    among = known_code(ctx, plane.values, lambda e: player if isinstance(e, f.Var) and e.name == name else None)
    return None not in (before, piece, among) and among >> before & 1 == among >> piece & 1  # type: ignore[operator]
