"""Monte Carlo tree search; a simulation never leaves machine code.

    mcts(v, t, tree, room, sims, most, most_steps, weight)    `sims` simulations from the position in the memory

Each simulation draws from a state of its own, by its number, and edges are put in an order that depends on that number too: so a
simulation that is done again in a larger memory comes out alike.

The tree is an array apart (`tree_layout.py`), of `room` entries: a head, and then nodes and blocks of edges as they come:

    | visits | proven | edges | a sum for each seat |        | count | tried | chooser | an edge for each legal step |

`edges` is where the block of a node stands, 0 as long as it has none. `tried` of the edges have been taken by simulations that
add results: edges stand in a random order, so the first not tried is a random one. An edge is a step, and the place of the node
that it leads to, which is made when first taken. `chooser` is the seat that chooses, -1 at a roll. `proven` is 0, or 1 + the
seat that wins whatever else is done, or 1 + the number of seats for a draw; or, where several can win together, as much and the
bits of their seats. A win of all players is a draw here.

*Weighed: nodes for all legal steps at once*, side by side: most are never visited, and where there are many steps they are nine
tenths of the memory.

Sources: L. Kocsis, C. Szepesvári, "Bandit based Monte-Carlo planning" (2006); M. Winands, Y. Björnsson, J.-T. Saito,
"Monte-Carlo tree search solver" (2008); with more than two seats each node maximises for its own: N. Sturtevant, "An analysis of
UCT in multi-player games" (2008).
"""

from __future__ import annotations

from itertools import zip_longest

from ggl.compiler import tree_layout as of
from ggl.compiler.kernel import forms as k
from ggl.compiler.kernel.build import (
    TRUE,
    all_of,
    any_of,
    choose,
    eq,
    ge,
    greatest_of,
    gt,
    le,
    literal,
    log,
    lt,
    ne,
    not_,
    real,
    sqrt,
    sum_all,
)
from ggl.compiler.kernel.forms import Operand, Type
from ggl.compiler.lower.builder import Callee, FunctionBuilder, T, V, bit, library_function, local
from ggl.compiler.lower.component_update import caught_up, has_atlases
from ggl.compiler.lower.context import Context
from ggl.compiler.lower.fans import K
from ggl.compiler.lower.history import field_of, has_field, player_count, seat_to_choose
from ggl.compiler.lower.move_sampling import STATE
from ggl.compiler.lower.movegen import step_numbers, steps_entry, trap_if_full
from ggl.compiler.lower.moves import MOST, OUT, N, row_width
from ggl.compiler.lower.playouts import play_at_random
from ggl.compiler.lower.turns import play_entry
from ggl.core import forms as f
from ggl.core.types import ListOf, Num, SetOf
from ggl.core.types import Type as CoreType
from ggl.engine.actions import code_span
from ggl.engine.protocol import TAKE

PROOFS = 8
"""The interval of simulations that look for proofs: these visit any open child, add children, and add no results. The others
follow the best values, so that they rarely visit bad moves, whose refutation a proof needs."""

SPREAD = 16
"""A node gets children after a number of visits in proportion to its siblings, and at least one: where there are hundreds of
steps, a few visits say nothing yet of what follows, and the children would take up the memory."""

FEW = 64
"""With more siblings than these nothing is looked for that can be proven."""

MOST_NEW = 2
"""The nodes that one simulation makes at most: one that looks for proofs makes a node, gives it edges, and takes one of them."""

DEEPEST = 512
"""Steps that a path through the tree has at most; from there on it is played out."""

TREE, PROVING = local("tree", Type.WORDS), local("proving", Type.BOOL)
NODE, EDGE, PATH, DEPTH, RESULT, PROVEN, END, WEIGHT, ROOM = map(
    local, ("node", "edge", "path", "depth", "result", "proven", "end", "weight", "room")
)


def node_width(ctx: Context) -> int:
    return of.SUMS + player_count(ctx)


def row_columns(ctx: Context) -> tuple[of.Column, ...]:
    """How an edge has the row of a step: the number of its schema, and its arguments."""
    core = ctx.m.core
    types = [[param.type for param in schema.params] for schema in core.schemas]
    types += [[Num(0, len(core.rolls) - 1), *(_rolled(roll) for _ in roll.fields)] for roll in core.rolls]
    spans: list[tuple[int, int] | None] = [(0, step_numbers(ctx)[TAKE] + player_count(ctx) - 1)]
    for column in zip_longest(*types):
        codes = [code_span(each) for each in column if each is not None]
        bounded = [each for each in codes if each is not None]
        spans.append((min(a for a, _ in bounded), max(b for _, b in bounded)) if bounded == codes else None)
    return of.columns_of(spans)


def _rolled(roll: f.Chance) -> CoreType:
    assert isinstance(roll.source.type, SetOf | ListOf)
    return roll.source.type.of


def _edge_width(ctx: Context) -> int:
    return 1 + row_columns(ctx)[-1].word


def _behind(edge: Operand) -> k.Expression:
    """The node that an edge leads to; 0 if there is none."""
    return TREE[edge] >> of.PLACE


def _field(node: k.Expression, field: int) -> k.Load:
    return TREE[node + field]


def _put(fn: FunctionBuilder, at: Operand, value: Operand) -> None:
    fn.store(at, value, TREE)


def _add(fn: FunctionBuilder, at: Operand, value: Operand) -> None:
    fn.store(at, TREE[at] + value, TREE)


def mcts_entry(ctx: Context) -> Callee:
    sims, most_steps = local("sims"), local("most_steps")

    def write(fn: FunctionBuilder) -> None:
        memory, size = ctx.m.memory, ctx.m.memory.state
        path = fn.set(PATH, T)
        kept = fn.set("kept", fn.room(T, DEEPEST))
        out = fn.set(OUT, fn.room(kept, size))
        above = fn.set("above", fn.room(out, MOST * row_width(ctx)))
        fn.copy(0, size, kept)
        played = fn.set("played", V[memory.played])
        root = fn.set("root", TREE[of.ROOT])
        fn.set(END, ROOM - MOST_NEW * node_width(ctx))
        with fn.for_("number", 0, sims):
            with fn.if_(ne(_field(root, of.PROVEN), 0)):
                fn.leave()
            with fn.if_(gt(TREE[of.USED], END)):
                _put(fn, of.FULL, greatest_of(TREE[of.FULL], 1))
                fn.leave()
            fn.copy(kept, size, 0)
            fn.store(memory.played, played)
            if has_atlases(ctx):
                fn.do(caught_up(ctx)(V, above))
            _put(fn, of.STATE, library_function("seed_play")(TREE[of.SEED], TREE[of.NUMBER]))
            fn.set(PROVING, eq(TREE[of.SIMULATIONS] % PROOFS, PROOFS - 1))
            fn.set(DEPTH, _tree_descended(ctx)(V, above, TREE, END, path, out, MOST, WEIGHT, PROVING))
            with fn.if_(eq(TREE[of.FULL], 1)):  # the caller repeats this in a larger memory
                fn.leave()
            fn.set(NODE, V[path + DEPTH])
            fn.set(RESULT, _field(NODE, of.PROVEN))
            with fn.if_(all_of([eq(RESULT, 0), not_(PROVING)])):
                made = fn.set("made", 0)
                fn.set(STATE, TREE[of.STATE])
                play_at_random(ctx, fn, above, out, made, most_steps)
                _put(fn, of.STATE, STATE)
                fn.set(RESULT, tree_outcome(ctx)(V, above))
            fn.do(_tree_told(ctx)(V, above, TREE, path, DEPTH, RESULT, PROVING))
            _add(fn, of.SIMULATIONS, 1)
            _add(fn, of.NUMBER, 1)
            _put(fn, of.MADE, 0)
            _put(fn, of.DEEPEST_AT, greatest_of(TREE[of.DEEPEST_AT], DEPTH))
        fn.copy(kept, size, 0)
        fn.store(memory.played, played)

    return ctx.m.function("mcts", "", (TREE, ROOM, sims, MOST, most_steps, WEIGHT), write)


def tree_outcome(ctx: Context) -> Callee:
    """1 + the seat that has won; a draw without a winner, or if broken off."""

    def write(fn: FunctionBuilder) -> None:
        winner, is_over = field_of(ctx, "winner"), ne(field_of(ctx, "over"), 0)
        players, seats = player_count(ctx), ctx.m.layout.slots["seat"].start
        with fn.if_(all_of([is_over, lt(winner, players)])):
            fn.ret(1 + V[seats + winner])
        if _shares(ctx):
            mask = fn.set("mask", 0)
            for player in range(players):
                with fn.if_(ne(field_of(ctx, "winners", player), 0)):
                    fn.set(mask, mask | bit(V[seats + player]))
            with fn.if_(all_of([is_over, ne(mask, 0), ne(mask, (1 << players) - 1)])):
                fn.ret(mask + (1 + players))
        fn.ret(1 + players)

    return ctx.m.function("tree_outcome", "", (), write)


def _shares(ctx: Context) -> bool:
    """Whether some seats, but not all, can win together."""
    return has_field(ctx, "winners") and player_count(ctx) > 2


def _draw(ctx: Context) -> int:
    """The worth of a draw in the sums; one player alone has won nothing by it."""
    return of.UNIT // player_count(ctx) if player_count(ctx) > 1 else 0


def _tree_share(ctx: Context) -> Callee:
    """The worth of a proven result to a seat, in the sums."""

    seat = local("seat")

    def write(fn: FunctionBuilder) -> None:
        players = player_count(ctx)
        with fn.if_(eq(PROVEN, 1 + seat)):
            fn.ret(of.UNIT)
        with fn.if_(eq(PROVEN, 1 + players)):
            fn.ret(_draw(ctx))
        with fn.if_(le(PROVEN, players)):
            fn.ret(0)
        mask = fn.set("mask", PROVEN - (1 + players))
        with fn.if_(eq(mask >> seat & 1, 0)):
            fn.ret(0)
        fn.ret(of.UNIT // sum_all([mask >> each & 1 for each in range(players)]))

    return ctx.m.function("tree_share", "", (PROVEN, seat), write)


# ---- down


def _tree_descended(ctx: Context) -> Callee:
    """Descends from the root to a node to play out from, or one that is proven: gives the depth, and writes the path."""

    def write(fn: FunctionBuilder) -> None:
        fn.set(NODE, TREE[of.ROOT])
        fn.set(DEPTH, 0)
        fn.store(PATH, NODE)
        waits, siblings, needed = fn.set("waits", False), fn.set("siblings", 0), fn.set("needed", 0)
        with fn.while_(TRUE):
            with fn.if_(ne(field_of(ctx, "over"), 0)):
                _put(fn, NODE + of.PROVEN, tree_outcome(ctx)(V, T))
                fn.leave()
            with fn.if_(any_of([ne(_field(NODE, of.PROVEN), 0), eq(DEPTH, DEEPEST - 1)])):
                fn.leave()
            with fn.if_(eq(_field(NODE, of.EDGES), 0)):
                with fn.if_(choose(PROVING, any_of([waits, gt(siblings, FEW)]), lt(_field(NODE, of.VISITS), needed))):
                    fn.leave()
                with fn.if_(not_(_tree_expanded(ctx)(V, T, TREE, NODE, END, OUT, MOST))):
                    fn.leave()
                _put(fn, of.MADE, NODE)
            fn.set(waits, any_of([waits, eq(TREE[of.MADE], NODE)]))
            fn.set(siblings, TREE[_field(NODE, of.EDGES) + of.COUNT])
            with fn.if_(eq(siblings, 0)):
                fn.leave()
            fn.set(needed, greatest_of(1, siblings // SPREAD))
            fn.set(EDGE, _tree_chosen(ctx)(V, T, TREE, NODE, WEIGHT, PROVING))
            for i, column in enumerate(row_columns(ctx)):
                fn.store(OUT + i, (TREE[EDGE + column.word] >> column.shift & column.mask) + column.low)
            fn.set(NODE, _behind(EDGE))
            with fn.if_(eq(NODE, 0)):
                fn.set(NODE, TREE[of.USED])
                for i in range(node_width(ctx)):
                    _put(fn, NODE + i, 0)
                _add(fn, EDGE, NODE << of.PLACE)
                _put(fn, of.USED, NODE + node_width(ctx))
            fn.do(play_entry(ctx)(V, T, OUT))
            fn.set(DEPTH, DEPTH + 1)
            fn.store(PATH + DEPTH, NODE)
        fn.ret(DEPTH)

    return ctx.m.function("tree_descended", "", (TREE, END, PATH, OUT, MOST, WEIGHT, PROVING), write)


def _tree_expanded(ctx: Context) -> Callee:
    """The legal steps become edges in a random order; false where the tree has no room for them."""
    width, row = _edge_width(ctx), row_width(ctx)

    def write(fn: FunctionBuilder) -> None:
        fn.set(N, steps_entry(ctx)(V, T, OUT, MOST, 0))
        trap_if_full(fn)
        edges = fn.set("edges", TREE[of.USED])
        first = fn.set("first", edges + of.FIRST_EDGE)
        with fn.if_(gt(first + N * width, END)):
            _put(fn, of.FULL, greatest_of(TREE[of.FULL], 1))
            fn.ret(False)
        fn.set(STATE, library_function("seed_play")(TREE[of.SEED], -1 - TREE[of.NUMBER]))
        with fn.for_("j", 0, N) as j:
            fn.call((K, STATE), library_function("draw")(STATE, j + 1))
            edge_j, edge_k = fn.set("edge_j", first + j * width), fn.set("edge_k", first + K * width)
            words: list[k.Expression] = [literal(0)] * width
            for i, column in enumerate(row_columns(ctx)):
                code = V[OUT + j * row + i] - column.low & column.mask
                words[column.word] = words[column.word] | code << column.shift
            for i, word in enumerate(words):
                _put(fn, edge_j + i, TREE[edge_k + i])
                _put(fn, edge_k + i, word)
        _put(fn, of.USED, first + N * width)
        _put(fn, NODE + of.EDGES, edges)
        _put(fn, edges + of.COUNT, N)
        _put(fn, edges + of.TRIED, 0)
        chooser = seat_to_choose(ctx, fn)
        _put(fn, edges + of.CHOOSER, chooser)
        fn.ret(True)

    return ctx.m.function("tree_expanded", "", (TREE, NODE, END, OUT, MOST), write)


def _tree_chosen(ctx: Context) -> Callee:
    """The edge to take: what a roll gives; one that was not tried; the one with the best upper bound."""
    width = _edge_width(ctx)

    def write(fn: FunctionBuilder) -> None:
        edges = fn.set("edges", _field(NODE, of.EDGES))
        first, count, chooser = (
            fn.set(name, value)
            for name, value in (
                ("first", edges + of.FIRST_EDGE), ("count", TREE[edges + of.COUNT]), ("chooser", TREE[edges + of.CHOOSER])
            )
        )  # fmt: skip
        child = local("child")

        def draw() -> None:
            fn.call((K, STATE), library_function("draw")(TREE[of.STATE], count))
            _put(fn, of.STATE, STATE)

        if has_field(ctx, "chance"):
            with fn.if_(lt(chooser, 0)):
                draw()
                fn.ret(first + K * width)
        with fn.if_(PROVING):
            draw()
            with fn.for_("number", 0, count) as number:
                fn.set(EDGE, first + (K + number) % count * width)
                fn.set(child, _behind(EDGE))
                with fn.if_(any_of([eq(child, 0), eq(_field(child, of.PROVEN), 0)])):
                    fn.ret(EDGE)
            fn.ret(first)
        with fn.if_(lt(TREE[edges + of.TRIED], count)):
            fn.ret(first + TREE[edges + of.TRIED] * width)
        logarithm = fn.set("logarithm", log(_field(NODE, of.VISITS)))
        best, highest_bound = fn.set("best", first), fn.set("highest_bound", -1.0)
        fn.set(EDGE, first)
        with fn.for_("number", 0, count):
            fn.set(child, _behind(EDGE))
            visits = fn.set("visits", real(_field(child, of.VISITS)))
            fn.set(PROVEN, _field(child, of.PROVEN))
            bound = fn.set("bound", real(TREE[child + of.SUMS + chooser]) / (float(of.UNIT) * visits))
            draws, inside = 1 + player_count(ctx), ne(NODE, TREE[of.ROOT])
            with fn.if_(eq(PROVEN, 0)):
                fn.set(bound, bound + real(WEIGHT) * 0.001 * sqrt(logarithm / visits))
            with fn.elif_(all_of([eq(PROVEN, draws), inside])):
                fn.set(bound, _draw(ctx) / of.UNIT)
            if _shares(ctx):
                with fn.elif_(all_of([gt(PROVEN, draws), inside, ge(chooser, 0)])):
                    fn.set(bound, real(_tree_share(ctx)(V, T, PROVEN, chooser)) / float(of.UNIT))
                    with fn.if_(eq(bound, 0.0)):
                        fn.set(bound, -0.5)
            with fn.elif_(ne(PROVEN, 1 + chooser)):  # lost; at the root a proven draw also needs no more visits
                fn.set(bound, -0.5)
            with fn.if_(gt(bound, highest_bound)):
                fn.set(highest_bound, bound)
                fn.set(best, EDGE)
            fn.set(EDGE, EDGE + width)
        fn.ret(best)

    return ctx.m.function("tree_chosen", "", (TREE, NODE, WEIGHT, PROVING), write)


# ---- up


def _tree_told(ctx: Context) -> Callee:
    """Adds the result along the path, and marks what is now proven."""

    def write(fn: FunctionBuilder) -> None:
        fn.set(NODE, V[PATH + DEPTH])
        fn.set(PROVEN, _field(NODE, of.PROVEN))
        fn.set(K, DEPTH)
        with fn.while_(ge(K, 0)):
            fn.set(NODE, V[PATH + K])
            with fn.if_(all_of([ne(PROVEN, 0), lt(K, DEPTH)])):
                fn.set(PROVEN, _tree_settled(ctx)(V, T, TREE, NODE, PROVEN))
                with fn.if_(ne(PROVEN, 0)):
                    _put(fn, NODE + of.PROVEN, PROVEN)
                    fn.set(RESULT, PROVEN)
            fn.set(K, K - 1)
            with fn.if_(PROVING):
                fn.go_on()
            with fn.if_(all_of([eq(_field(NODE, of.VISITS), 0), ge(K, 0)])):
                _add(fn, _field(V[PATH + K], of.EDGES) + of.TRIED, 1)
            _add(fn, NODE + of.VISITS, 1)
            with fn.if_(le(RESULT, player_count(ctx))):
                _add(fn, NODE + (of.SUMS - 1) + RESULT, of.UNIT)
            if _shares(ctx):
                with fn.elif_(gt(RESULT, 1 + player_count(ctx))):
                    for seat in range(player_count(ctx)):
                        _add(fn, NODE + (of.SUMS + seat), _tree_share(ctx)(V, T, RESULT, seat))
            with fn.else_():
                for seat in range(player_count(ctx)):
                    _add(fn, NODE + (of.SUMS + seat), _draw(ctx))

    return ctx.m.function("tree_told", "", (TREE, PATH, DEPTH, RESULT, PROVING), write)


def _tree_settled(ctx: Context) -> Callee:
    """The proven result of a node after that of one of its children; 0 while it is still open."""
    draw = 1 + player_count(ctx)

    def write(fn: FunctionBuilder) -> None:
        edges = fn.set("edges", _field(NODE, of.EDGES))
        chooser = fn.set("chooser", TREE[edges + of.CHOOSER])
        with fn.if_(eq(PROVEN, 1 + chooser)):
            fn.ret(PROVEN)
        fn.set(EDGE, edges + of.FIRST_EDGE)
        alike, drawn_one = fn.set("alike", True), fn.set("drawn_one", False)
        if _shares(ctx):
            most, best, several = fn.set_all(["most", "best", "several"], [0, 0, False])
        with fn.for_("number", 0, TREE[edges + of.COUNT]):
            child = fn.set("child", _behind(EDGE))
            with fn.if_(eq(child, 0)):
                fn.ret(0)
            its = fn.set("its", _field(child, of.PROVEN))
            with fn.if_(eq(its, 0)):
                fn.ret(0)
            fn.set(alike, all_of([alike, eq(its, PROVEN)]))
            fn.set(drawn_one, any_of([drawn_one, eq(its, draw)]))
            if _shares(ctx):
                with fn.if_(ge(chooser, 0)):
                    share = fn.set("share", _tree_share(ctx)(V, T, its, chooser))
                    with fn.if_(all_of([eq(share, most), ne(its, best)])):
                        fn.set(several, True)
                    with fn.if_(gt(share, most)):
                        fn.set_all([most, best, several], [share, its, False])
            fn.set(EDGE, EDGE + _edge_width(ctx))
        with fn.if_(alike):
            fn.ret(PROVEN)
        if _shares(ctx):
            with fn.if_(all_of([gt(most, 0), not_(several)])):
                fn.ret(best)
            fn.ret(0)
            return
        with fn.if_(all_of([drawn_one, ge(chooser, 0)])):
            fn.ret(draw)
        fn.ret(0)

    return ctx.m.function("tree_settled", "", (TREE, NODE, PROVEN), write)
