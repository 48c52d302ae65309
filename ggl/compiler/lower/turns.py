"""The turn automaton as emitted functions: how a turn ends and begins, the end of a play, rolls and matches.

start(v, t)                    the position before the first turn, in a memory of any content
steps(v, t, out, most, skip)   counts legal steps up to so many; those from number `skip` on are written to rows at `out`
play(v, t, at)                 the step in the row at `at` is made
score(v, t, player)            the code of a player's score
"""

from __future__ import annotations

from collections.abc import Callable

from ggl.compiler.lower.builder import Callee, Function
from ggl.compiler.lower.component_update import caught_up, has_atlases
from ggl.compiler.lower.context import Context, Env
from ggl.compiler.lower.effects import bound_once, conclude, crown, effect_call, whom
from ggl.compiler.lower.expressions import condition, give, source_of
from ggl.compiler.lower.history import field_at, has_field, player_count, remember_position
from ggl.compiler.lower.movegen import acted, any_offered, step_numbers
from ggl.compiler.lower.moves import clear_pending, has_history, lets_ask_history
from ggl.core import forms as f
from ggl.engine.protocol import TURNLESS_LIMIT


def start_entry(ctx: Context) -> Callee:
    def write(fn: Function) -> None:
        _blank(ctx, fn)
        first = bound_once(ctx, fn, ctx.m.core.turn.first, {}, "first")[0]
        for seat in range(player_count(ctx)):
            fn.line(f"v[{ctx.m.layout.slots['seat'].start} + ({first} + {seat}) % {player_count(ctx)}] = {seat}")
        fn.line(f"{_set_up(ctx)}(v, t, {first})")
        _maybe_next_game(ctx, fn)

    return ctx.m.function("start", "", (), write)


def _blank(ctx: Context, fn: Function) -> None:
    for slot in ctx.m.layout.slots.values():
        with fn.block(f"for i in range({slot.start}, {slot.stop}):"):
            fn.line(f"v[i] = {slot.field.start}")
    fn.line(f"{refresh_entry(ctx)}(v, t)")
    fn.line(f"v[{ctx.m.memory.played}] = 0")


def scored(ctx: Context) -> int:
    """Where it stands whether the scores have decided this playout, and then the scores."""
    if ctx.scored is None:
        ctx.scored = ctx.m.memory.keep(1 + player_count(ctx))
    return ctx.scored


def refresh_entry(ctx: Context) -> Callee:
    """The planes, made from the entries."""

    def write(fn: Function) -> None:
        for name, planes in ctx.m.memory.planes.items():
            slot = ctx.m.layout.slots[name]
            with fn.block(f"for i in range({planes.start}, {planes.start + planes.codes * planes.words}):"):
                fn.line("v[i] = 0")
            with fn.block(f"for i in range({slot.sizes[0]}):"):
                fn.line(f"v[{planes.start} + v[{slot.start} + i] * {planes.words} + (i >> 6)] |= bit(i & 63)")
        if has_atlases(ctx):
            fn.line(f"{caught_up(ctx)}(v, t)")

    return ctx.m.function("refresh", "", (), write)


def _set_up(ctx: Context) -> Callee:
    def write(fn: Function) -> None:
        fn.line(f"v[{field_at(ctx, 'mover')}] = first")
        fn.line(effect_call(ctx, "do", "setup", ctx.m.core.setup, {}))
        if has_atlases(ctx):
            fn.line(f"{caught_up(ctx)}(v, t)")
        _unless_rolling(ctx, fn, lambda: fn.line(f"{_open(ctx)}(v, t)"))

    return ctx.m.function("set_up", "", ("first",), write)


def _unless_rolling(ctx: Context, fn: Function, write: Callable[[], None]) -> None:
    if not has_field(ctx, "chance"):
        write()
        return
    with fn.block(f"if v[{field_at(ctx, 'chance')}] == 0:"):
        write()


def _open(ctx: Context) -> Callee:
    def write(fn: Function) -> None:
        if has_field(ctx, "starter"):
            fn.line(f"v[{field_at(ctx, 'starter')}] = v[{field_at(ctx, 'mover')}]")
        actor = f"(v[{field_at(ctx, 'mover')}] - 1) % {player_count(ctx)}"
        if has_field(ctx, "actor"):
            fn.line(f"v[{field_at(ctx, 'actor')}] = {actor}")
        fn.line(f"{_ask_end(ctx, begun=False)}(v, t, {actor})")
        with fn.block(f"if v[{field_at(ctx, 'over')}] == 0:"):
            fn.line(f"{_begin_turn(ctx)}(v, t)")

    return ctx.m.function("open", "", (), write)


def play_entry(ctx: Context) -> Callee:
    def write(fn: Function) -> None:
        at_once = has_history(ctx) and not lets_ask_history(ctx) and not ctx.m.core.turn.pie
        if at_once:
            remember_position(ctx, fn)
        fn.line("step = v[at]")
        fn.line(f"actor = v[{field_at(ctx, 'mover')}]")
        with fn.block(f"if step < {len(ctx.m.core.schemas)}:"):
            if has_history(ctx) and not at_once and not lets_ask_history(ctx):
                remember_position(ctx, fn)
            fn.line(f"goes_on = {acted(ctx)}(v, t, at)")
            if has_atlases(ctx):
                fn.line(f"{caught_up(ctx)}(v, t)")
            with fn.block("if not goes_on:"):
                fn.line(f"{_end_turn(ctx)}(v, t, actor)")
            fn.line("return")
        if has_field(ctx, "chance"):
            with fn.block(f"if step == {step_numbers(ctx)['roll']}:"):
                fn.line(f"{_rolled(ctx)}(v, t, v[at + 1], v[at + 2])")
                fn.line("return")
        if ctx.m.core.turn.pie:
            with fn.block(f"if {_takes_side(ctx, 'step')}:"):
                fn.line(f"{_choose_side(ctx)}(v, t, step)")
                fn.line("return")
        if has_history(ctx) and not at_once:
            remember_position(ctx, fn)
        with fn.block(f"if step == {step_numbers(ctx)['pass']}:"):
            fn.line(f"v[{field_at(ctx, 'passes')}] += 1")
        fn.line(f"{_end_turn(ctx)}(v, t, actor)")

    return ctx.m.function("play", "", ("at",), write)


def _takes_side(ctx: Context, step: str) -> str:
    """The test that a step is the choice of a pie rule."""
    return f"{step} == {step_numbers(ctx)['swap-sides']} or {step} >= {step_numbers(ctx)['take-']}"


def _choose_side(ctx: Context) -> Callee:
    """A pie choice: a turn that may exchange the seats; the same side is to move next."""

    def write(fn: Function) -> None:
        slot = ctx.m.layout.slots["seat"]
        swap, take = step_numbers(ctx)["swap-sides"], step_numbers(ctx)["take-"]
        with fn.block(f"if step == {swap} or step - {take} != v[{field_at(ctx, 'mover')}]:"):
            for a in range(player_count(ctx) // 2):
                x, y = slot.start + a, slot.stop - 1 - a
                fn.line(f"v[{x}], v[{y}] = v[{y}], v[{x}]")
        fn.line(f"v[{field_at(ctx, 'passes')}] = 0")
        fn.line(f"{_end_turn(ctx, stays=True)}(v, t, v[{field_at(ctx, 'mover')}])")

    return ctx.m.function("choose_side", "", ("step",), write)


def _rolled(ctx: Context) -> Callee:
    """The roll is made: what it stopped goes on, up to the next one."""

    def write(fn: Function) -> None:
        fn.line(f"v[{field_at(ctx, 'chance')}] = 0")
        for number, roll in enumerate(ctx.m.core.rolls):
            with fn.block(f"if number == {number}:"):
                fn.line(f"v[{field_at(ctx, roll.field)}] = code")
                fn.line(effect_call(ctx, "do", f"roll {number}", roll.then, {}))
                with fn.block(f"if v[{field_at(ctx, 'chance')}] != 0:"):
                    fn.line("return")
                fn.line(f"{_open(ctx) if roll.in_setup else _has_begun(ctx)}(v, t)")
        _maybe_next_game(ctx, fn)

    return ctx.m.function("rolled", "", ("number", "code"), write)


def _end_turn(ctx: Context, *, stays: bool = False) -> Callee:
    """The turn is over, and the next one begins: the next player's, or, if the turn `stays`, the same one's."""

    def write(fn: Function) -> None:
        clear_pending(ctx, fn)
        if has_field(ctx, "actor"):
            fn.line(f"v[{field_at(ctx, 'actor')}] = actor")
        fn.line(f"v[{field_at(ctx, 'ply')}] += 1")
        if has_field(ctx, "steps"):
            fn.line(f"v[{field_at(ctx, 'steps')}] = 0")
        following = f"v[{field_at(ctx, 'mover')}] = (actor + 1) % {player_count(ctx)}"
        if stays and has_field(ctx, "again"):
            fn.line(f"v[{field_at(ctx, 'again')}] = 0")
        elif stays:
            pass
        elif has_field(ctx, "again"):
            with fn.block(f"if v[{field_at(ctx, 'again')}] != 1:"):
                fn.line(following)
            fn.line(f"v[{field_at(ctx, 'again')}] = 0")
        else:
            fn.line(following)
        if has_field(ctx, "pie"):
            with fn.block(f"if v[{field_at(ctx, 'pie')}] == 1 or v[{field_at(ctx, 'mover')}] != actor:"):
                fn.line(f"v[{field_at(ctx, 'pie')}] = min(v[{field_at(ctx, 'pie')}] + 1, 2)")
        over = f"if v[{field_at(ctx, 'over')}] == 0:"
        if has_field(ctx, "phase"):
            with fn.block(over):
                _next_phase(ctx, fn)
        with fn.block(over):
            fn.line(f"{_ask_end(ctx, begun=False)}(v, t, actor)")
        with fn.block(over):
            fn.line(f"{_begin_turn(ctx)}(v, t)")
        _maybe_next_game(ctx, fn)

    return ctx.m.function("end_turn", "stays" if stays else "", ("actor",), write)


def _next_phase(ctx: Context, fn: Function) -> None:
    phases = ctx.m.core.turn.phases
    fn.line(f"phase = v[{field_at(ctx, 'phase')}]")
    for number, phase in enumerate(phases):
        if phase.until is not None and number < len(phases) - 1:
            with fn.block(f"if phase == {number}:"), fn.block(f"if {condition(ctx, fn, phase.until, {})}:"):
                fn.line(f"v[{field_at(ctx, 'phase')}] = {number + 1}")


def _ask_end(ctx: Context, *, begun: bool) -> Callee:
    """The first rule that holds decides; where a rule speaks of every player, `actor` comes first."""

    def write(fn: Function) -> None:
        for rule in ctx.m.core.end:
            if rule.begun != begun:
                continue
            if rule.each:
                turn = fn.fresh("turn")
                with fn.block(f"for {turn} in range({player_count(ctx)}):"):
                    player = fn.let(f"(actor + {turn}) % {player_count(ctx)}", "who")
                    _end_rule(ctx, fn, rule, {rule.each: (player,)})
            else:
                _end_rule(ctx, fn, rule, {})

    return ctx.m.function("ask_end", "begun" if begun else "", ("actor",), write)


def _end_rule(ctx: Context, fn: Function, rule: f.EndRule, env: Env) -> None:
    with fn.passing():
        source_of(fn, rule.test)
        test = condition(ctx, fn, rule.test, env)
        with fn.block(f"if {test}:"):
            if rule.outcome == "score":
                fn.line(f"{_by_score(ctx)}(v, t, {rule.reason})")
            else:
                conclude(ctx, fn, rule.outcome, *whom(ctx, fn, rule.player, env), str(rule.reason + 1))
            fn.line("return")


def _begin_turn(ctx: Context) -> Callee:
    def write(fn: Function) -> None:
        if ctx.m.core.turn.begin != f.Seq(()):
            fn.line(effect_call(ctx, "do", "begin", ctx.m.core.turn.begin, {}))
        _unless_rolling(ctx, fn, lambda: fn.line(f"{_has_begun(ctx)}(v, t)"))

    return ctx.m.function("begin_turn", "", (), write)


def _has_begun(ctx: Context) -> Callee:
    """A turn has begun: the rest of the end is asked; who may not pass and cannot move then has a draw."""

    def write(fn: Function) -> None:
        over = f"if v[{field_at(ctx, 'over')}] == 0"
        if any(rule.begun for rule in ctx.m.core.end):
            with fn.block(over + ":"):
                actor = (
                    f"v[{field_at(ctx, 'actor')}]"
                    if has_field(ctx, "actor")
                    else f"(v[{field_at(ctx, 'mover')}] - 1) % {player_count(ctx)}"
                )
                fn.line(f"{_ask_end(ctx, begun=True)}(v, t, {actor})")
        if ctx.m.core.turn.passing == "never" and not _stuck_is_an_end(ctx):
            with fn.block(f"{over} and not {any_offered(ctx, fn)}:"):
                conclude(ctx, fn, "draw", None, False, str(len(ctx.m.core.reasons)))

    return ctx.m.function("has_begun", "", (), write)


def _stuck_is_an_end(ctx: Context) -> bool:
    """Whether the game would be over by a rule, asked just before, if nothing could be done."""
    stuck = f.Not(f.Can("", ()))
    return any(
        stuck in (rule.test.parts if isinstance(rule.test, f.Or) else (rule.test,))
        for rule in ctx.m.core.end
        if rule.begun or ctx.m.core.turn.begin == f.Seq(())
    )


# ---- scores and matches


def score_function(ctx: Context) -> Callee:
    core = ctx.m.core
    assert core.score is not None
    return _per_player(ctx, "score", core.score, core.score_param)


def _per_player(ctx: Context, kind: str, e: f.Expr, param: str) -> Callee:
    def write(fn: Function) -> None:
        give(ctx, fn, e, {param: ("player",)})

    return ctx.m.function(kind, "", ("player",), write)


def _by_score(ctx: Context) -> Callee:
    def write(fn: Function) -> None:
        core = ctx.m.core
        scores = [fn.let(f"{score_function(ctx)}(v, t, {player})", "score") for player in range(player_count(ctx))]
        for number, score in enumerate(scores, 1):
            fn.line(f"v[{scored(ctx) + number}] = {score}")
        fn.line(f"v[{scored(ctx)}] = 1")
        fn.line(f"best = max({', '.join(scores)})" if len(scores) > 1 else f"best = {scores[0]}")
        fn.line("ahead = " + " + ".join(f"(1 if {score} == best else 0)" for score in scores))
        outcome, tied = core.tie
        if outcome == "shared":
            crown(ctx, fn, _those_at(scores))
            fn.line(f"v[{field_at(ctx, 'over')}] = reason + 1")
            return
        with fn.block("if ahead == 1:"):
            _crown_best(ctx, fn, scores)
            fn.line(f"v[{field_at(ctx, 'over')}] = reason + 1")
            fn.line("return")
        conclude(ctx, fn, outcome, *whom(ctx, fn, tied, {}), "reason + 1")

    return ctx.m.function("by_score", "", ("reason",), write)


def _those_at(values: list[str]) -> str:
    """The bits of the players whose value is `best`."""
    return " | ".join(f"({1 << player} if {value} == best else 0)" for player, value in enumerate(values))


def _crown_best(ctx: Context, fn: Function, values: list[str]) -> None:
    """The one player whose value is `best` has won."""
    for player, value in enumerate(values):
        with fn.block(f"if {value} == best:"):
            if has_field(ctx, "winners"):
                crown(ctx, fn, str(1 << player))
            else:
                fn.line(f"v[{field_at(ctx, 'winner')}] = {player}")


def _maybe_next_game(ctx: Context, fn: Function) -> None:
    if ctx.m.core.match is None:
        return
    with fn.block(f"if v[{field_at(ctx, 'over')}] != 0:"):
        fn.line(f"{_go_on_with_match(ctx)}(v, t)")


def _go_on_with_match(ctx: Context) -> Callee:
    """While a game of a match is over: its points are added; then the match is over, or the next game is set up."""

    def write(fn: Function) -> None:
        match = ctx.m.core.match
        assert match is not None
        points = _per_player(ctx, "points", match.points, match.param)
        totals = ctx.m.layout.slots["total"]
        fn.line("turnless = 0")
        with fn.block(f"while v[{field_at(ctx, 'over')}] != 0:"):
            with fn.block(f"if v[{field_at(ctx, 'ply')}] == 0:"):
                fn.line("turnless += 1")
            for player in range(player_count(ctx)):
                fn.line(f"points_{player} = {points}(v, t, {player})")
            for player in range(player_count(ctx)):
                fn.line(f"v[{totals.start + player}] += points_{player}")
            with fn.block(f"if turnless == {TURNLESS_LIMIT} or {condition(ctx, fn, match.until, {})}:"):
                _end_match(ctx, fn)
                fn.line("return")
            _next_game(ctx, fn)

    return ctx.m.function("go_on_with_match", "", (), write)


def _end_match(ctx: Context, fn: Function) -> None:
    """The player with the highest total has won the match; several if equal scores share a win."""
    layout = ctx.m.layout
    totals = [f"v[{layout.slots['total'].start + player}]" for player in range(player_count(ctx))]
    fn.line(f"best = max({', '.join(totals)})" if len(totals) > 1 else f"best = {totals[0]}")
    if ctx.m.core.tie[0] == "shared":
        crown(ctx, fn, _those_at(totals))
        return
    fn.line("ahead = " + " + ".join(f"(1 if {total} == best else 0)" for total in totals))
    if has_field(ctx, "winners"):
        crown(ctx, fn, "0")
    else:
        fn.line(f"v[{field_at(ctx, 'winner')}] = {layout.slots['winner'].field.start}")
    with fn.block("if ahead == 1:"):
        _crown_best(ctx, fn, totals)


def _next_game(ctx: Context, fn: Function) -> None:
    match, layout = ctx.m.core.match, ctx.m.layout
    assert match is not None
    first = bound_once(ctx, fn, match.next_first, {}, "first")[0]
    kept = [place for name in ("total", "seat", "game") for place in range(layout.slots[name].start, layout.slots[name].stop)]
    for place in kept:
        fn.line(f"kept_{place} = v[{place}]")
    _blank(ctx, fn)
    for place in kept:
        fn.line(f"v[{place}] = kept_{place}")
    fn.line(f"v[{field_at(ctx, 'game')}] += 1")
    fn.line(f"{_set_up(ctx)}(v, t, {first})")
