"""Tree search with an external network (PUCT): many trees at once, with a leaf of each to evaluate in each round.

    puct(v, t, mode, first, last, most, goal, weight, base, size, positions, played, states, trees, leaves, values, reached)

Rows are those of a batch (`batches.py`); row k has a tree of `size` words in `trees`, a head and then nodes:

    | used | leaf | depth | path .. |    | visits | sum | child | count | chooser | prior | action | value |

- `BEGIN`: the tree of each row is its root alone.
- `DESCEND`: simulations until the root was visited `goal` times, or a leaf must be evaluated: `leaf` is its node, or -1, its
  children are there, and its vector is row k of `leaves`. A simulation that ends the play is added up at once.
- `TELL`: the `values` of the leaves, by seat, are added along their paths. Before, whoever evaluates writes the priors of the
  children and the value for the chooser into the nodes.

Nodes are counted from the beginning of their tree, and the children of one stand side by side. `sum` is for the seat that chooses
at the parent, in units of 2^-20, as are priors and values: from -1, a loss, to 1. `count` is -1 as long as a node has no
children; where the tree is full it stays so, and the node is evaluated at each visit. `chooser` is -1 at a roll, where a child is
drawn with the row's numbers. An untried child is worth what its parent is, less `REDUCED`.

Sources: D. Silver and others, "A general reinforcement learning algorithm that masters chess, shogi, and Go through self-play"
(2018); C. Rosin, "Multi-armed bandits with episode context" (2011).
"""

from __future__ import annotations

from ggl.compiler.kernel import forms as k
from ggl.compiler.kernel.build import TRUE, all_of, eq, ge, gt, lt, ne, real, sqrt
from ggl.compiler.kernel.forms import Type
from ggl.compiler.lower.batches import (
    ABOVE,
    BASE,
    FIRST,
    LAST,
    MODE,
    PLAYED,
    POSITIONS,
    REACHED,
    ROW,
    STATES,
    entered,
    load_row,
    put_rewards,
    step_number,
)
from ggl.compiler.lower.builder import Callee, FunctionBuilder, T, V, library_function, local
from ggl.compiler.lower.context import Context
from ggl.compiler.lower.fans import K
from ggl.compiler.lower.history import field_of, has_field, player_count, seat_to_choose
from ggl.compiler.lower.move_sampling import STATE
from ggl.compiler.lower.movegen import steps_entry, trap_if_full
from ggl.compiler.lower.moves import MOST, OUT, N, row_width
from ggl.compiler.lower.turns import play_entry
from ggl.compiler.puct_layout import (
    ACTION,
    CHILD,
    CHOOSER,
    COUNT,
    DEEPEST,
    DEPTH,
    LEAF,
    PATH,
    PRIOR,
    REDUCED,
    ROOT,
    SUM,
    UNIT,
    USED,
    VALUE,
    VISITS,
    WIDTH,
)

BEGIN, DESCEND, TELL = range(3)

GOAL, WEIGHT, SIZE = map(local, ("goal", "weight", "size"))
TREES, LEAVES, VALUES = (local(name, Type.WORDS) for name in ("trees", "leaves", "values"))
PARAMETERS = (
    MODE, FIRST, LAST, MOST, GOAL, WEIGHT, BASE, SIZE, POSITIONS, PLAYED, STATES, TREES, LEAVES, VALUES, REACHED,
)  # fmt: skip
TREE, NODE, DEEP = local("tree"), local("node"), local("deep")
"""The place of the tree of the row; a node, counted from there; the steps from the root."""


def _at(field: int) -> k.Load:
    """A field of the node."""
    return TREES[TREE + NODE + field]


def _put(fn: FunctionBuilder, at: k.Expression | int, value: k.Operand) -> None:
    fn.store(TREE + at, value, TREES)


def puct_entry(ctx: Context) -> Callee:
    def write(fn: FunctionBuilder) -> None:
        fn.set(ABOVE, fn.room(T, MOST * row_width(ctx)))
        for mode, write_mode in ((BEGIN, _begin), (DESCEND, _descend), (TELL, _tell)):
            with fn.if_(eq(MODE, mode)), fn.for_(ROW.name, FIRST, LAST):
                fn.store(0, ROW, REACHED)
                fn.set(TREE, ROW * SIZE)
                write_mode(ctx, fn)
        fn.ret(LAST)

    return ctx.m.function("puct", "", PARAMETERS, write)


def _begin(ctx: Context, fn: FunctionBuilder) -> None:
    for field in range(WIDTH):
        _put(fn, ROOT + field, -1 if field == COUNT else 0)
    _put(fn, USED, ROOT + WIDTH)
    _put(fn, LEAF, -1)


def _descend(ctx: Context, fn: FunctionBuilder) -> None:
    _put(fn, LEAF, -1)
    length, over = ctx.m.layout.length, ctx.m.layout.at("over")
    with fn.if_(ne(POSITIONS[ROW * length + over], 0)):
        fn.go_on()
    with fn.while_(lt(TREES[TREE + (ROOT + VISITS)], GOAL)):
        load_row(ctx, fn)
        fn.set(STATE, STATES[ROW])
        fn.call((NODE, DEEP, STATE), _walked(ctx)(V, ABOVE, TREES, TREE, SIZE, T, MOST, WEIGHT, STATE))
        fn.store(ROW, STATE, STATES)
        _put(fn, DEPTH, DEEP)
        with fn.if_(eq(field_of(ctx, "over"), 0)):
            _put(fn, LEAF, NODE)
            with fn.for_("i", 0, length) as i:
                fn.store(ROW * length + i, V[i], LEAVES)
            fn.leave()
        fn.do(_rewarded(ctx)(V, ABOVE, VALUES, ROW * player_count(ctx)))
        fn.do(_added(ctx)(V, ABOVE, TREES, TREE, VALUES, ROW * player_count(ctx)))


def _tell(ctx: Context, fn: FunctionBuilder) -> None:
    with fn.if_(ge(TREES[TREE + LEAF], 0)):
        fn.do(_added(ctx)(V, ABOVE, TREES, TREE, VALUES, ROW * player_count(ctx)))
        _put(fn, LEAF, -1)


def _walked(ctx: Context) -> Callee:
    """Walks from the root's position to a node without children, or to the end of the play: gives the node, its depth and the
    next state of the draws, and writes the path."""

    def write(fn: FunctionBuilder) -> None:
        fn.set(NODE, ROOT)
        fn.set(DEEP, 0)
        _put(fn, PATH, ROOT)
        with fn.while_(all_of([eq(field_of(ctx, "over"), 0), lt(DEEP, DEEPEST - 1)])):
            with fn.if_(lt(_at(COUNT), 0)):
                fn.do(_expanded(ctx)(V, T, TREES, TREE, NODE, SIZE, OUT, MOST))
                if has_field(ctx, "chance"):
                    with fn.if_(ge(_at(CHOOSER), 0)):
                        fn.leave()
                else:
                    fn.leave()
            with fn.if_(lt(_at(COUNT), 1)):
                fn.leave()
            if has_field(ctx, "chance"):
                with fn.if_(lt(_at(CHOOSER), 0)):
                    fn.call((K, STATE), library_function("draw")(STATE, _at(COUNT)))
                    fn.set(NODE, _at(CHILD) + K * WIDTH)
                with fn.else_():
                    fn.set(NODE, _chosen(ctx)(V, T, TREES, TREE, NODE, WEIGHT))
            else:
                fn.set(NODE, _chosen(ctx)(V, T, TREES, TREE, NODE, WEIGHT))
            fn.do(entered(ctx)(V, OUT, _at(ACTION)))
            fn.do(play_entry(ctx)(V, T, OUT))
            fn.set(DEEP, DEEP + 1)
            _put(fn, DEEP + PATH, NODE)
        fn.ret(NODE, DEEP, STATE)

    return ctx.m.function("puct_walked", "", (TREES, TREE, SIZE, OUT, MOST, WEIGHT, STATE), write)


def _expanded(ctx: Context) -> Callee:
    """The legal steps become children, if the tree has room for them; the chooser is written down anyway."""

    def write(fn: FunctionBuilder) -> None:
        chooser = seat_to_choose(ctx, fn)
        _put(fn, NODE + CHOOSER, chooser)
        fn.set(N, steps_entry(ctx)(V, T, OUT, MOST, 0))
        trap_if_full(fn)
        first = fn.set("first", TREES[TREE + USED])
        with fn.if_(gt(first + N * WIDTH, SIZE)):
            fn.ret()
        with fn.for_("j", 0, N) as j:
            child = fn.set("child", first + j * WIDTH)
            for field in range(WIDTH):
                _put(fn, child + field, -1 if field == COUNT else 0)
            _put(fn, child + ACTION, step_number(ctx)(V, T, OUT + j * row_width(ctx)))
        _put(fn, USED, first + N * WIDTH)
        _put(fn, NODE + CHILD, first)
        _put(fn, NODE + COUNT, N)

    return ctx.m.function("puct_expanded", "", (TREES, TREE, NODE, SIZE, OUT, MOST), write)


def _chosen(ctx: Context) -> Callee:
    """The child with the greatest sum of its mean and of what its prior still promises."""

    def write(fn: FunctionBuilder) -> None:
        child = fn.set("child", _at(CHILD))
        best, highest = fn.set("best", child), fn.set("highest_bound", -1e300)
        untried = fn.set("untried", real(_at(VALUE)) / float(UNIT) - REDUCED)
        share = fn.set("share", real(WEIGHT) * 0.001 / float(UNIT) * sqrt(real(_at(VISITS))))
        with fn.for_("number", 0, _at(COUNT)):
            at = fn.set("at", TREE + child)
            visits = fn.set("visits", TREES[at + VISITS])
            bound = fn.set("bound", untried)
            with fn.if_(gt(visits, 0)):
                fn.set(bound, real(TREES[at + SUM]) / (float(UNIT) * real(visits)))
            fn.set(bound, bound + share * real(TREES[at + PRIOR]) / (1.0 + real(visits)))
            with fn.if_(gt(bound, highest)):
                fn.set(highest, bound)
                fn.set(best, child)
            fn.set(child, child + WIDTH)
        fn.ret(best)

    return ctx.m.function("puct_chosen", "", (TREES, TREE, NODE, WEIGHT), write)


def _rewarded(ctx: Context) -> Callee:
    """The values of a play that is over, by seat, as `state.rewards` has them."""
    at = local("at")
    return ctx.m.function("puct_rewarded", "", (VALUES, at), lambda fn: put_rewards(ctx, fn, VALUES, at, UNIT))


def _added(ctx: Context) -> Callee:
    """Values by seat are added along the path, the last node first."""
    at = local("at")

    def write(fn: FunctionBuilder) -> None:
        fn.set(DEEP, TREES[TREE + DEPTH])
        with fn.while_(TRUE):
            fn.set(NODE, TREES[TREE + DEEP + PATH])
            _put(fn, NODE + VISITS, _at(VISITS) + 1)
            with fn.if_(eq(DEEP, 0)):
                fn.leave()
            fn.set(DEEP, DEEP - 1)
            chooser = fn.set("chooser", TREES[TREE + TREES[TREE + DEEP + PATH] + CHOOSER])
            with fn.if_(ge(chooser, 0)):
                _put(fn, NODE + SUM, _at(SUM) + VALUES[at + chooser])

    return ctx.m.function("puct_added", "", (TREES, TREE, VALUES, at), write)
