"""The turn automaton: the end and the beginning of a turn, the end of a play, rolls and matches.

start(v, t)                    the position before the first turn, in a memory of any content
steps(v, t, out, most, skip)   counts legal steps up to `most`; those from number `skip` on are written to rows at `out`
play(v, t, at)                 the step in the row at `at` is made
score(v, t, player)            the code of a player's score

Long, since each part leads into the next: the end of a turn into the end of the play and the beginning of another turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext

from ggl.compiler.kernel import forms as k
from ggl.compiler.kernel.build import (
    FALSE,
    all_of,
    any_of,
    choose,
    eq,
    ge,
    greatest_of,
    least_of,
    lt,
    ne,
    not_,
    sum_all,
    union,
)
from ggl.compiler.lower.builder import Callee, FunctionBuilder, T, V, bit, local
from ggl.compiler.lower.component_update import caught_up, has_atlases
from ggl.compiler.lower.context import Context, Env
from ggl.compiler.lower.deferred_ends import draws_only_moves, idle_draws, needs_stuck_mover, of_stuck_mover
from ggl.compiler.lower.effects import bound_once, effect_call, lower_result, lower_winners, whom
from ggl.compiler.lower.expressions import give, lower_condition, source_of
from ggl.compiler.lower.history import (
    begin_past,
    field_at,
    field_of,
    forget_games,
    has_field,
    offers_sides,
    player_count,
    remember_position,
)
from ggl.compiler.lower.movegen import AT, acted, any_offered, asks_for_a_step, step_numbers
from ggl.compiler.lower.moves import clear_pending, has_history, lets_ask_history
from ggl.compiler.lower.own_ends import only_the_actor_fulfils
from ggl.compiler.lower.passing import passes
from ggl.compiler.lower.phases import end_phase, note_phase, notes_phase
from ggl.core import forms as f
from ggl.core.types import STORED_LIMIT
from ggl.core.walk import reached
from ggl.engine.layout import TURNLESS_GAMES
from ggl.engine.protocol import TURNLESS_LIMIT

BELOW_ALL = -(1 << 60)
"""Less than any number of a game."""

ACTOR = local("actor")
"""The player whose turn is over."""


def start_entry(ctx: Context) -> Callee:
    def write(fn: FunctionBuilder) -> None:
        _blank(ctx, fn)
        first = bound_once(ctx, fn, ctx.m.core.turn.first, {}, "first")[0]
        seats = ctx.m.layout.slots["seat"].start
        for seat in range(player_count(ctx)):
            fn.store(seats + (first + seat) % player_count(ctx), seat)
        fn.do(_set_up(ctx)(V, T, first))
        _maybe_next_game(ctx, fn)

    return ctx.m.function("start", "", (), write)


def _blank(ctx: Context, fn: FunctionBuilder) -> None:
    for slot in ctx.m.layout.slots.values():
        with fn.for_("i", slot.start, slot.stop) as i:
            fn.store(i, slot.field.start)
    fn.do(refresh_entry(ctx)(V, T))
    begin_past(ctx, fn, 0)


def scored(ctx: Context) -> int | None:
    """The place that tells whether the scores have decided this playout; the scores follow it.

    None where a score reads the result, which stands only once the scores have been counted.
    """
    core = ctx.m.core
    if core.score is None or any(
        isinstance(form, f.Get | f.Plane) and form.field in _RESULT for form in reached(core.score, core.definitions)
    ):
        return None
    if ctx.scored is None:
        ctx.scored = ctx.m.memory.keep(1 + player_count(ctx))
    return ctx.scored


_RESULT = ("over", "winner", "winners")
"""The fields that the end of a game sets."""


def refresh_entry(ctx: Context) -> Callee:
    """The planes, made from the entries; all of the history is of this game."""

    def write(fn: FunctionBuilder) -> None:
        if ctx.m.memory.since is not None:
            fn.store(ctx.m.memory.since, 0)
        for name, planes in ctx.m.memory.planes.items():
            slot = ctx.m.layout.slots[name]
            with fn.for_("i", planes.start, planes.start + planes.codes * planes.words) as i:
                fn.store(i, 0)
            with fn.for_("i", 0, slot.sizes[0]) as i:
                at = planes.start + V[slot.start + i] * planes.words + (i >> 6)
                fn.store(at, V[at] | bit(i & 63))
        if has_atlases(ctx):
            fn.do(caught_up(ctx)(V, T))

    return ctx.m.function("refresh", "", (), write)


def _set_up(ctx: Context) -> Callee:
    first = local("first")

    def write(fn: FunctionBuilder) -> None:
        fn.store(field_at(ctx, "mover"), first)
        fn.do(effect_call(ctx, "do", "setup", ctx.m.core.setup, {}))
        with _unless_rolling(ctx, fn):
            fn.do(_open(ctx)(V, T))

    return ctx.m.function("set_up", "", (first,), write)


def _unless_rolling(ctx: Context, fn: FunctionBuilder) -> AbstractContextManager[None]:
    """Runs the code built within only where the effects before have not asked for a roll."""
    return fn.if_(eq(field_of(ctx, "chance"), 0)) if has_field(ctx, "chance") else nullcontext()


def _unless_over(ctx: Context, fn: FunctionBuilder) -> AbstractContextManager[None]:
    return fn.if_(eq(field_of(ctx, "over"), 0))


def _unless_ended(ctx: Context, fn: FunctionBuilder) -> AbstractContextManager[None]:
    """Runs the code built within only where no effect of the turn has ended the play; in most games none can."""
    return _unless_over(ctx, fn) if any(isinstance(form, f.Finish) for form in ctx.m.forms) else nullcontext()


def _open(ctx: Context) -> Callee:
    def write(fn: FunctionBuilder) -> None:
        if has_field(ctx, "starter"):
            fn.store(field_at(ctx, "starter"), field_of(ctx, "mover"))
        if has_field(ctx, "actor"):
            fn.store(field_at(ctx, "actor"), _one_before(ctx))
        _ask_and_begin(ctx, fn, _one_before(ctx))

    return ctx.m.function("open", "", (), write)


def _ask_and_begin(ctx: Context, fn: FunctionBuilder, actor: k.Expression, *, stuck: bool = False) -> None:
    fn.do(_ask_end(ctx, begun=False, stuck=stuck)(V, T, actor))
    with _unless_over(ctx, fn):
        fn.do(_begin_turn(ctx)(V, T))


def _one_before(ctx: Context) -> k.Expression:
    """The player before the mover."""
    return (field_of(ctx, "mover") - 1) % player_count(ctx)


def play_entry(ctx: Context, *, defers: bool = False, from_start: bool = False) -> Callee:
    """Makes a step; if it `defers`, what a legal step would refute is left to `deferred_end`.

    `from_start`: all steps before have been asked for the end, and no rule held (`own_ends.py`).
    """

    def write(fn: FunctionBuilder) -> None:
        at_once = has_history(ctx) and not lets_ask_history(ctx) and not ctx.m.core.turn.pie
        if at_once:
            remember_position(ctx, fn)
        step, actor = fn.set("step", V[AT]), fn.set("actor", field_of(ctx, "mover"))
        is_move = nullcontext() if draws_only_moves(ctx) else fn.if_(lt(step, len(ctx.m.core.schemas)))
        with is_move:
            if has_history(ctx) and not at_once and not lets_ask_history(ctx):
                remember_position(ctx, fn)
            goes_on = fn.set("goes_on", acted(ctx)(V, T, AT))
            if asks_for_a_step(ctx):
                with fn.if_(goes_on):
                    fn.set(goes_on, any_offered(ctx))
            if has_atlases(ctx):
                fn.do(caught_up(ctx)(V, T))
            with fn.if_(not_(goes_on)):
                fn.do(_end_turn(ctx, defers=defers, from_start=from_start)(V, T, actor))
            fn.ret()
        if has_field(ctx, "chance"):
            with fn.if_(eq(step, step_numbers(ctx)["roll"])):
                fn.do(_rolled(ctx)(V, T, AT))
                fn.ret()
        if ctx.m.core.turn.pie:
            with fn.if_(any_of([eq(step, step_numbers(ctx)["swap-sides"]), ge(step, step_numbers(ctx)["take-"])])):
                fn.do(_choose_side(ctx, defers=defers, from_start=from_start)(V, T, step))
                fn.ret()
        if has_history(ctx) and not at_once:
            remember_position(ctx, fn)
        with fn.if_(eq(step, step_numbers(ctx)["pass"])):
            fn.store(field_at(ctx, "passes"), field_of(ctx, "passes") + 1)
        fn.do(_end_turn(ctx, defers=defers, from_start=from_start)(V, T, actor))

    return ctx.m.function("play", _key(defers=defers, from_start=from_start), (AT,), write)


def only_play_entry(ctx: Context) -> Callee:
    """`play` for a caller that hands over each position with its past, and nothing goes back."""
    if ctx.m.memory.since is None:
        return play_entry(ctx)

    def write(fn: FunctionBuilder) -> None:
        fn.do(play_entry(ctx)(V, T, AT))
        forget_games(ctx, fn, 0)

    return ctx.m.function("only_play", "", (AT,), write)


def _key(**flags: bool) -> str:
    return " ".join(name for name, flag in flags.items() if flag)


def deferred_end(ctx: Context, *, stuck: bool) -> Callee:
    """The deferred part of `play`: the end, and the draw of a mover who can do nothing, and may be known to be `stuck`."""
    return ctx.m.function("deferred_end", _key(stuck=stuck), (ACTOR,), lambda fn: _ask_and_begin(ctx, fn, ACTOR, stuck=stuck))


def _choose_side(ctx: Context, *, defers: bool, from_start: bool) -> Callee:
    """A pie choice: a turn that may exchange the seats, each with its points in a match; the same side is to move next."""
    step = local("step")

    def write(fn: FunctionBuilder) -> None:
        slots = [ctx.m.layout.slots[name] for name in ("seat", "total") if ctx.m.layout.has(name)]
        swap, take = step_numbers(ctx)["swap-sides"], step_numbers(ctx)["take-"]
        with fn.if_(any_of([eq(step, swap), ne(step - take, field_of(ctx, "mover"))])):
            for x, y in ((slot.start, slot.stop - 1) for slot in slots):  # a pie rule needs two sides
                kept = fn.let(V[x], "kept")
                fn.store(x, V[y])
                fn.store(y, kept)
        fn.store(field_at(ctx, "passes"), 0)
        fn.do(_end_turn(ctx, stays=True, defers=defers, from_start=from_start)(V, T, field_of(ctx, "mover")))

    return ctx.m.function("choose_side", _key(defers=defers, from_start=from_start), (step,), write)


def _rolled(ctx: Context) -> Callee:
    """After a roll: continues what it interrupted, up to the next roll."""

    def write(fn: FunctionBuilder) -> None:
        number = fn.set("number", V[AT + 1])
        fn.store(field_at(ctx, "chance"), 0)
        for each, roll in enumerate(ctx.m.core.rolls):
            with fn.if_(eq(number, each)):
                for place, name in enumerate(roll.fields):
                    fn.store(field_at(ctx, name), V[AT + (2 + place)])
                fn.do(effect_call(ctx, "do", f"roll {each}", roll.then, {}))
                with fn.if_(ne(field_of(ctx, "chance"), 0)):
                    fn.ret()
                fn.do((_open(ctx) if roll.in_setup else _has_begun(ctx))(V, T))
        _maybe_next_game(ctx, fn)

    return ctx.m.function("rolled", "", (AT,), write)


def _end_turn(ctx: Context, *, stays: bool = False, defers: bool, from_start: bool) -> Callee:
    """The turn is over, and the next one begins: the next player's, or, if the turn `stays`, the same one's."""

    def write(fn: FunctionBuilder) -> None:
        clear_pending(ctx, fn)
        if ctx.m.core.turn.finish != f.Seq(()):
            with _unless_ended(ctx, fn):
                fn.do(effect_call(ctx, "do", "finish", ctx.m.core.turn.finish, {}))
        if has_field(ctx, "actor"):
            fn.store(field_at(ctx, "actor"), ACTOR)
        fn.store(field_at(ctx, "ply"), field_of(ctx, "ply") + 1)
        if has_field(ctx, "steps"):
            fn.store(field_at(ctx, "steps"), 0)
        if not stays:
            with fn.if_(ne(field_of(ctx, "again"), 1)) if has_field(ctx, "again") else nullcontext():
                fn.store(field_at(ctx, "mover"), (ACTOR + 1) % player_count(ctx))
        if has_field(ctx, "again"):
            fn.store(field_at(ctx, "again"), 0)
        if has_field(ctx, "pie"):
            pie = field_of(ctx, "pie")
            with fn.if_(any_of([eq(pie, 1), ne(field_of(ctx, "mover"), ACTOR)])):
                fn.store(field_at(ctx, "pie"), least_of(pie + 1, 2))
        if has_field(ctx, "phase"):
            with _unless_ended(ctx, fn):
                end_phase(ctx, fn)
        with _unless_ended(ctx, fn):
            fn.do(_ask_end(ctx, begun=False, defers=defers, from_start=from_start)(V, T, ACTOR))
        if not defers:
            with _unless_over(ctx, fn):
                fn.do(_begin_turn(ctx)(V, T))
        _maybe_next_game(ctx, fn)

    return ctx.m.function("end_turn", _key(stays=stays, defers=defers, from_start=from_start), (ACTOR,), write)


def _ask_end(ctx: Context, *, begun: bool, defers: bool = False, stuck: bool = False, from_start: bool = False) -> Callee:
    """The first rule that holds decides; where a rule speaks of every player, `actor` comes first.

    A rule that holds behind a deferred one decides nothing by itself: then all are asked in their order.
    """

    def write(fn: FunctionBuilder) -> None:
        skipped = False
        for each in ctx.m.core.end:
            rule = of_stuck_mover(each) if stuck else each
            if rule.begun != begun:
                continue
            if defers and needs_stuck_mover(ctx, rule):
                skipped = True
            elif from_start and only_the_actor_fulfils(ctx, rule):
                _end_rule(ctx, fn, rule, {rule.each: (ACTOR,)}, skipped)
            elif rule.each:
                with fn.for_(fn.fresh("turn"), 0, player_count(ctx)) as turn:
                    player = fn.let((ACTOR + turn) % player_count(ctx), "who")
                    _end_rule(ctx, fn, rule, {rule.each: (player,)}, skipped)
            else:
                _end_rule(ctx, fn, rule, {}, skipped)

    return ctx.m.function("ask_end", _key(begun=begun, defers=defers, stuck=stuck, from_start=from_start), (ACTOR,), write)


def _end_rule(ctx: Context, fn: FunctionBuilder, rule: f.EndRule, env: Env, skipped: bool) -> None:
    with fn.passing():
        source_of(fn, rule.test)
        test = lower_condition(ctx, fn, rule.test, env)
        with fn.if_(test):
            if skipped:
                fn.do(_ask_end(ctx, begun=False)(V, T, ACTOR))
            elif rule.outcome == "score":
                fn.do(_by_score(ctx)(V, T, rule.reason))
            else:
                lower_result(ctx, fn, rule.outcome, *whom(ctx, fn, rule.player, env), rule.reason + 1)
            fn.ret()


def _begin_turn(ctx: Context) -> Callee:
    def write(fn: FunctionBuilder) -> None:
        if ctx.m.core.turn.begin != f.Seq(()):
            fn.do(effect_call(ctx, "do", "begin", ctx.m.core.turn.begin, {}))
        with _unless_rolling(ctx, fn):
            fn.do(_has_begun(ctx)(V, T))

    return ctx.m.function("begin_turn", "", (), write)


def _has_begun(ctx: Context) -> Callee:
    """After a turn's beginning: evaluates the rest of the end; a mover who has nothing to choose draws."""

    def write(fn: FunctionBuilder) -> None:
        if notes_phase(ctx):
            note_phase(ctx, fn)
        if any(rule.begun for rule in ctx.m.core.end):
            with _unless_over(ctx, fn):
                actor = field_of(ctx, "actor") if has_field(ctx, "actor") else _one_before(ctx)
                fn.do(_ask_end(ctx, begun=True)(V, T, actor))
        if idle_draws(ctx):
            barred = [not_(each) for way in ("free", "forced") if (each := passes(ctx, way)) != FALSE]
            barred += [not_(offers_sides(ctx))] if ctx.m.core.turn.pie else []
            with fn.if_(all_of([eq(field_of(ctx, "over"), 0), *barred, not_(any_offered(ctx))])):
                lower_result(ctx, fn, "draw", None, False, len(ctx.m.core.reasons))

    return ctx.m.function("has_begun", "", (), write)


# ---- scores and matches


def score_function(ctx: Context) -> Callee:
    core = ctx.m.core
    assert core.score is not None
    return _per_player(ctx, "score", core.score, core.score_param)


def _per_player(ctx: Context, kind: str, e: f.Expr, param: str) -> Callee:
    player = local("player")
    return ctx.m.function(kind, "", (player,), lambda fn: give(ctx, fn, e, {param: (player,)}))


def _by_score(ctx: Context) -> Callee:
    reason = local("reason")

    def write(fn: FunctionBuilder) -> None:
        core = ctx.m.core
        scores = [fn.let(score_function(ctx)(V, T, player), "score") for player in range(player_count(ctx))]
        if (place := scored(ctx)) is not None:
            fn.store(place, 1)
            for number, score in enumerate(scores, place + 1):
                fn.store(number, score)
        best = fn.set("best", greatest_of(*scores))
        ahead = fn.set("ahead", _count_at(scores, best))
        outcome, tied = core.tie
        if core.breaks:
            _by_breaks(ctx, fn, _those_at(scores, best), reason)
            lower_result(ctx, fn, outcome, *whom(ctx, fn, tied, {}), reason + 1)
            return
        if outcome == "shared":
            lower_winners(ctx, fn, _those_at(scores, best))
            fn.store(field_at(ctx, "over"), reason + 1)
            return
        with fn.if_(eq(ahead, 1)):
            _crown_best(ctx, fn, scores, best)
            fn.store(field_at(ctx, "over"), reason + 1)
            fn.ret()
        lower_result(ctx, fn, outcome, *whom(ctx, fn, tied, {}), reason + 1)

    return ctx.m.function("by_score", "", (reason,), write)


def _by_breaks(ctx: Context, fn: FunctionBuilder, best: k.Expression, reason: k.Local) -> None:
    """Decides between equal best scores by the tie breaks: the only leader has won, or all leaders where they share."""
    core = ctx.m.core
    mask = fn.set("alike", best)
    for number, each in enumerate(core.breaks):
        value_of = _per_player(ctx, f"break_{number}", each, core.score_param)
        values = [(ne(mask & (1 << player), 0), fn.let(value_of(V, T, player), "value")) for player in range(player_count(ctx))]
        lead = fn.set("lead", greatest_of(*(choose(is_among, value, BELOW_ALL) for is_among, value in values)))
        left = [choose(all_of([is_among, eq(value, lead)]), 1 << player, 0) for player, (is_among, value) in enumerate(values)]
        fn.set("alike", fn.let(union(left), "left"))
    if core.tie[0] == "shared":
        lower_winners(ctx, fn, mask)
        fn.store(field_at(ctx, "over"), reason + 1)
        fn.ret()
        return
    for player in range(player_count(ctx)):
        with fn.if_(eq(mask, 1 << player)):
            if has_field(ctx, "winners"):
                lower_winners(ctx, fn, 1 << player)
            else:
                fn.store(field_at(ctx, "winner"), player)
            fn.store(field_at(ctx, "over"), reason + 1)
            fn.ret()


def _count_at(values: Sequence[k.Expression], best: k.Local) -> k.Expression:
    """How many players have the value `best`."""
    return sum_all([choose(eq(value, best), 1, 0) for value in values])


def _those_at(values: Sequence[k.Expression], best: k.Local) -> k.Expression:
    """The bits of the players whose value is `best`."""
    return union([choose(eq(value, best), 1 << player, 0) for player, value in enumerate(values)])


def _crown_best(ctx: Context, fn: FunctionBuilder, values: Sequence[k.Expression], best: k.Local) -> None:
    """The one player whose value is `best` has won."""
    for player, value in enumerate(values):
        with fn.if_(eq(value, best)):
            if has_field(ctx, "winners"):
                lower_winners(ctx, fn, 1 << player)
            else:
                fn.store(field_at(ctx, "winner"), player)


def _maybe_next_game(ctx: Context, fn: FunctionBuilder) -> None:
    if ctx.m.core.match is None:
        return
    with fn.if_(ne(field_of(ctx, "over"), 0)):
        fn.do(_go_on_with_match(ctx)(V, T))


def _go_on_with_match(ctx: Context) -> Callee:
    """While a game of a match is over: its points are added; then the match is over, or the next game is set up."""

    def write(fn: FunctionBuilder) -> None:
        match = ctx.m.core.match
        assert match is not None
        points = _per_player(ctx, "points", match.points, match.param)
        totals = ctx.m.layout.slots["total"].start
        counts = has_field(ctx, TURNLESS_GAMES)
        turnless = fn.set("turnless", field_of(ctx, TURNLESS_GAMES) if counts else 0)
        with fn.while_(ne(field_of(ctx, "over"), 0)):
            fn.set(turnless, choose(eq(field_of(ctx, "ply"), 0), turnless + 1, 0))
            if counts:
                fn.store(field_at(ctx, TURNLESS_GAMES), turnless)
            made = [fn.set(f"points_{player}", points(V, T, player)) for player in range(player_count(ctx))]
            for place, more in enumerate(made, totals):
                fn.store(place, greatest_of(least_of(V[place] + more, STORED_LIMIT), -STORED_LIMIT))
            with fn.if_(any_of([eq(turnless, TURNLESS_LIMIT), lower_condition(ctx, fn, match.until, {})])):
                _end_match(ctx, fn)
                fn.ret()
            _next_game(ctx, fn)

    return ctx.m.function("go_on_with_match", "", (), write)


def _end_match(ctx: Context, fn: FunctionBuilder) -> None:
    """The player with the highest total has won the match; several if equal scores share a win."""
    totals = [field_of(ctx, "total", player) for player in range(player_count(ctx))]
    best = fn.set("best", greatest_of(*totals))
    if ctx.m.core.tie[0] == "shared":
        lower_winners(ctx, fn, _those_at(totals, best))
        return
    ahead = fn.set("ahead", _count_at(totals, best))
    if has_field(ctx, "winners"):
        lower_winners(ctx, fn, 0)
    else:
        fn.store(field_at(ctx, "winner"), ctx.m.layout.slots["winner"].field.start)
    with fn.if_(eq(ahead, 1)):
        _crown_best(ctx, fn, totals, best)


def _next_game(ctx: Context, fn: FunctionBuilder) -> None:
    match, layout = ctx.m.core.match, ctx.m.layout
    assert match is not None
    first = bound_once(ctx, fn, match.next_first, {}, "first")[0]
    slots = [layout.slots[name] for name in ("total", "seat", "game", *match.kept)]
    places = [place for slot in slots for place in range(slot.start, slot.stop)]
    kept = {place: fn.set(f"kept_{place}", V[place]) for place in places}
    before = fn.set("before", V[ctx.m.memory.played])  # what is searched may go back to the game before
    _blank(ctx, fn)
    begin_past(ctx, fn, before)
    for place, code in kept.items():
        fn.store(place, code)
    fn.store(field_at(ctx, "game"), field_of(ctx, "game") + 1)
    fn.do(_set_up(ctx)(V, T, first))
