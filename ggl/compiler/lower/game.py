"""A lowered core: its context, and the functions that are called from outside; the searches apart, since few games need them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ggl.compiler.emitted import Emitted
from ggl.compiler.lower.alphabeta_kernel import alphabeta_entry
from ggl.compiler.lower.batches import batch_entry, numbering_of
from ggl.compiler.lower.component_cache import lower_blocks, lower_image, plan_components
from ggl.compiler.lower.context import Context, Hooks, Lowering
from ggl.compiler.lower.cursor import cursor_entry
from ggl.compiler.lower.effects import lower_after
from ggl.compiler.lower.expressions import (
    lower_and,
    lower_arith,
    lower_call,
    lower_get,
    lower_if,
    lower_in,
    lower_lit,
    lower_not,
    lower_or,
    lower_some,
    lower_tab,
    lower_var,
)
from ggl.compiler.lower.first_hit import plan_first_hit
from ggl.compiler.lower.folds import lower_filter, lower_fold, lower_numberrange, lower_plane, lower_setop, lower_single
from ggl.compiler.lower.history import history_keys, history_layout, lower_seen, lower_seennext, player_count
from ggl.compiler.lower.incremental_query import decide_incrementally, narrow_incrementally
from ggl.compiler.lower.lists import lower_convert, lower_leading, lower_listing, lower_listop
from ggl.compiler.lower.mcts_kernel import mcts_entry, row_columns
from ggl.compiler.lower.module import ModuleBuilder
from ggl.compiler.lower.move_sampling import draw_entry
from ggl.compiler.lower.movegen import kept_turn, step_numbers, steps_entry
from ggl.compiler.lower.moves import lower_can, row_width
from ggl.compiler.lower.playouts import perft_entry, playouts_entry, rollouts_entry
from ggl.compiler.lower.puct_kernel import puct_entry
from ggl.compiler.lower.questions import Sets, Ways, fails_entry, sets_entry, skip_entry, view_entry, ways_entry
from ggl.compiler.lower.ranked_lists import lower_compare_of_lists, plan_counts
from ggl.compiler.lower.relations import lower_cross
from ggl.compiler.lower.reverse_reachability import plan_reached
from ggl.compiler.lower.size_tests import compared_relations, lower_let_of_sizes
from ggl.compiler.lower.supposed_group import lower_close
from ggl.compiler.lower.turns import only_play_entry, refresh_entry, score_function, start_entry
from ggl.core import forms as f

VALUES: dict[type, Lowering] = {
    f.Single: lower_single,
    f.NumberRange: lower_numberrange,
    f.Plane: lower_plane,
    f.SetOp: lower_setop,
    f.Filter: lower_filter,
    f.Fold: lower_fold,
    f.Image: lower_image,
    f.Close: lower_close,
    f.Blocks: lower_blocks,
    f.After: lower_after,
    f.Lit: lower_lit,
    f.Var: lower_var,
    f.Get: lower_get,
    f.Tab: lower_tab,
    f.Call: lower_call,
    f.Let: lower_let_of_sizes,
    f.If: lower_if,
    f.Some: lower_some,
    f.Arith: lower_arith,
    f.Compare: lower_compare_of_lists,
    f.And: lower_and,
    f.Or: lower_or,
    f.Not: lower_not,
    f.In: lower_in,
    f.Seen: lower_seen,
    f.SeenNext: lower_seennext,
    f.Listing: lower_listing,
    f.ListOp: lower_listop,
    f.Convert: lower_convert,
    f.Leading: lower_leading,
    f.Can: lower_can,
    f.Cross: lower_cross,
}
"""How each kind of expression is lowered."""

HOOKS = Hooks(VALUES, plan_first_hit, plan_reached, decide_incrementally, narrow_incrementally)


def lowered(
    core: f.CoreGame, apart: dict[str, tuple[int, ...]], *, asks: bool = False, marks: Sequence[Sets] = (), ways: Ways = ()
) -> Emitted:
    """The module of a core that has gone through the passes, without the searches: `more` of the result has them too.

    `apart` has for each move the distances by which it is drawn; with `asks` there are the functions of `questions.py` too, about
    these `marks` and `ways`.
    """
    ctx = Context(ModuleBuilder(core, apart), HOOKS, numbering=numbering_of(core))
    plan_components(ctx, compared_relations(core))
    plan_counts(ctx)
    built = {
        "start": start_entry(ctx),
        "refresh": refresh_entry(ctx),
        "steps": steps_entry(ctx),
        "play": only_play_entry(ctx),
        "draw": draw_entry(ctx),
        "playouts": playouts_entry(ctx),
        "rollouts": rollouts_entry(ctx),
        "perft": perft_entry(ctx),
    }
    if ctx.numbering is not None:
        built["cursor"] = cursor_entry(ctx)
    if asks:
        built["skip"] = skip_entry(ctx)
        built["fails"] = fails_entry(ctx)
        if core.veils:
            built["view"] = view_entry(ctx)
        if marks:
            built["sets"] = sets_entry(ctx, marks)
        if ways:
            built["ways"] = ways_entry(ctx, ways)
    if core.score is not None:
        built["score"] = score_function(ctx)
    entries = {what: ctx.m.entry(each) for what, each in built.items()}
    without = Emitted(
        ctx.m.memory,
        row_width(ctx),
        row_columns(ctx),
        history_layout(ctx),
        kept_turn(ctx),
        history_keys(ctx),
        step_numbers(ctx),
        entries,
        ctx.m.built(),
    )
    return replace(without, more=lambda: _with_searches(ctx, without))


def _with_searches(ctx: Context, without: Emitted) -> Emitted:
    """Also has what searches call, and what steps many positions at once; all of it works in the memory that is there."""
    size = ctx.m.memory.size
    built = {"mcts": mcts_entry(ctx)}
    if player_count(ctx) == 2:
        built["alphabeta"] = alphabeta_entry(ctx)
    if ctx.numbering is not None:
        built["batch"] = batch_entry(ctx)
        built["puct"] = puct_entry(ctx)
    if ctx.m.memory.size != size:
        raise AssertionError("a search places something in the memory, which engines have made before")
    entries = without.entries | {what: ctx.m.entry(each) for what, each in built.items()}
    return replace(without, entries=entries, module=ctx.m.built())
