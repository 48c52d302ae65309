"""Search in a tree of plays (MCTS) as an emitted function, so that a simulation never leaves machine code.

    mcts(v, t, tree, room, sims, most, most_steps, weight)    so many simulations from the position in the memory

Each simulation draws from a state of its own, by its number, and children are put in an order that hangs upon that number and
where they stand: so a simulation that is done again in a larger memory comes out alike.

The tree is an array apart (`tree.py`), of `room` entries: a head, and then the nodes, records of the same width:

    | visits | proven | child | count | tried | chooser | a sum for each seat | the step that leads here: a row |

`child` is where the first of `count` children stands, one after the other; `count` is -1 as long as there are none. `tried` of
them have been visited: children stand in a random order, so the first not tried is a random one. `chooser` is the seat that
chooses, -1 at a roll. `proven` is 0, or 1 + the seat that wins whatever else is done, or 1 + the number of seats for a draw; or,
where several can win together, as much and the bits of their seats. What all of them win is a draw here.

Sources: L. Kocsis, C. Szepesvári, "Bandit based Monte-Carlo planning" (2006); M. Winands, Y. Björnsson, J.-T. Saito,
"Monte-Carlo tree search solver" (2008); with more than two seats each node maximises for its own: N. Sturtevant, "An analysis of
UCT in multi-player games" (2008).
"""

from __future__ import annotations

from ggl.compiler import tree as of
from ggl.compiler.lower.builder import BOOL, WORDS, Callee, Function
from ggl.compiler.lower.component_update import caught_up, has_atlases
from ggl.compiler.lower.context import Context
from ggl.compiler.lower.history import field_at, has_field, player_count
from ggl.compiler.lower.move_sampling import draw_entry
from ggl.compiler.lower.movegen import steps_entry
from ggl.compiler.lower.moves import row_width
from ggl.compiler.lower.turns import play_entry

PROOFS = 8
"""Every so manieth simulation looks for what can be proven: it goes to any open child, adds children, and adds nothing up. The
others go where it pays, so that what is bad, and hence what would have to be refuted, is hardly looked at."""

SPREAD = 16
"""A node gets children when it has been visited once for every so many siblings, and once at least: where there are hundreds of
steps, a few visits say nothing yet of what follows, and the children would take up the memory."""

FEW = 64
"""With more siblings than these nothing is looked for that can be proven."""

DEEPEST = 512
"""Steps that a path through the tree has at most; from there on it is played out."""

TREE, PROVING = f"tree: {WORDS}", f"proving: {BOOL}"


def node_width(ctx: Context) -> int:
    return of.SUMS + player_count(ctx) + row_width(ctx)


def _row_at(ctx: Context) -> int:
    return of.SUMS + player_count(ctx)


def mcts_entry(ctx: Context) -> Callee:
    def write(fn: Function) -> None:
        memory, size = ctx.m.memory, ctx.m.memory.state
        fn.line("path = t")
        fn.line(f"kept = {fn.room('t', str(DEEPEST))}")
        fn.line(f"out = {fn.room('kept', str(size))}")
        fn.line(f"above = {fn.room('out', f'most * {row_width(ctx)}')}")
        fn.line(f"copied(v, 0, {size}, kept)")
        fn.line(f"played = v[{memory.played}]")
        fn.line(f"root = tree[{of.ROOT}]")
        fn.line(f"end = room - {node_width(ctx)}")
        with fn.block("for number in range(sims):"):
            with fn.block(f"if tree[root + {of.PROVEN}] != 0 or tree[{of.FULL}] == 1:"):
                fn.line("break")
            fn.line(f"copied(v, kept, {size}, 0)")
            fn.line(f"v[{memory.played}] = played")
            if has_atlases(ctx):
                fn.line(f"{caught_up(ctx)}(v, above)")
            fn.line(f"tree[{of.STATE}] = seeded(tree[{of.SEED}], tree[{of.NUMBER}])")
            fn.line(f"proving = tree[{of.SIMULATIONS}] % {PROOFS} == {PROOFS - 1}")
            fn.line(f"depth = {_tree_descended(ctx)}(v, above, tree, end, path, out, most, weight, proving)")
            fn.line("node = v[path + depth]")
            fn.line(f"result = tree[node + {of.PROVEN}]")
            with fn.block("if result == 0 and not proving:"):
                _play_out(ctx, fn)
            fn.line(f"{_tree_told(ctx)}(v, above, tree, path, depth, result, proving)")
            fn.line(f"tree[{of.SIMULATIONS}] += 1")
            fn.line(f"tree[{of.NUMBER}] += 1")
            fn.line(f"tree[{of.DEEPEST_AT}] = max(tree[{of.DEEPEST_AT}], depth)")
        fn.line(f"copied(v, kept, {size}, 0)")
        fn.line(f"v[{memory.played}] = played")

    return ctx.m.function("mcts", "", (TREE, "room", "sims", "most", "most_steps", "weight"), write)


def _play_out(ctx: Context, fn: Function) -> None:
    fn.line("made = 0")
    fn.line(f"state = tree[{of.STATE}]")
    with fn.block(f"while v[{field_at(ctx, 'over')}] == 0 and made < most_steps:"):
        fn.line(f"at, state = {draw_entry(ctx)}(v, above, out, most, state)")
        with fn.block("if at < 0:"):
            fn.line("break")
        fn.line(f"{play_entry(ctx)}(v, above, at)")
        fn.line("made += 1")
    fn.line(f"tree[{of.STATE}] = state")
    fn.line(f"result = {tree_outcome(ctx)}(v, above)")


def tree_outcome(ctx: Context) -> Callee:
    """1 + the seat that has won; a draw for what is over without a winner, or broken off."""

    def write(fn: Function) -> None:
        winner = f"v[{field_at(ctx, 'winner')}]"
        with fn.block(f"if v[{field_at(ctx, 'over')}] != 0 and {winner} < {player_count(ctx)}:"):
            fn.line(f"return 1 + v[{ctx.m.layout.slots['seat'].start} + {winner}]")
        if _shares(ctx):
            slot, seats = ctx.m.layout.slots["winners"], ctx.m.layout.slots["seat"]
            fn.line("mask = 0")
            for player in range(player_count(ctx)):
                with fn.block(f"if v[{slot.start + player}] != 0:"):
                    fn.line(f"mask |= bit(v[{seats.start + player}])")
            with fn.block(f"if v[{field_at(ctx, 'over')}] != 0 and mask != 0 and mask != {(1 << player_count(ctx)) - 1}:"):
                fn.line(f"return mask + {1 + player_count(ctx)}")
        fn.line(f"return {1 + player_count(ctx)}")

    return ctx.m.function("tree_outcome", "", (), write)


def _shares(ctx: Context) -> bool:
    """Whether some seats, but not all, can win together."""
    return has_field(ctx, "winners") and player_count(ctx) > 2


def _draw(ctx: Context) -> int:
    """What a draw is worth in the sums; one player alone has won nothing by it."""
    return of.UNIT // player_count(ctx) if player_count(ctx) > 1 else 0


def _tree_share(ctx: Context) -> Callee:
    """What a proven result is worth to a seat, in the sums."""

    def write(fn: Function) -> None:
        with fn.block("if proven == 1 + seat:"):
            fn.line(f"return {of.UNIT}")
        with fn.block(f"if proven == {1 + player_count(ctx)}:"):
            fn.line(f"return {_draw(ctx)}")
        with fn.block(f"if proven <= {player_count(ctx)}:"):
            fn.line("return 0")
        fn.line(f"mask = proven - {1 + player_count(ctx)}")
        with fn.block("if (mask >> seat) & 1 == 0:"):
            fn.line("return 0")
        fn.line(f"return {of.UNIT} // ({' + '.join(f'(mask >> {seat} & 1)' for seat in range(player_count(ctx)))})")

    return ctx.m.function("tree_share", "", ("proven", "seat"), write)


# ---- down


def _tree_descended(ctx: Context) -> Callee:
    """From the root's position to a node from which one plays out, or which is proven: how deep, the path written down."""

    def write(fn: Function) -> None:
        fn.line(f"node = tree[{of.ROOT}]")
        fn.line("depth = 0")
        fn.line("v[path] = node")
        fn.line("waits = False")
        fn.line("siblings = 0")
        fn.line("needed = 0")
        with fn.block("while True:"):
            with fn.block(f"if v[{field_at(ctx, 'over')}] != 0:"):
                fn.line(f"tree[node + {of.PROVEN}] = {tree_outcome(ctx)}(v, t)")
                fn.line("break")
            with fn.block(f"if tree[node + {of.PROVEN}] != 0 or depth == {DEEPEST - 1}:"):
                fn.line("break")
            with fn.block(f"if tree[node + {of.COUNT}] < 0:"):
                with fn.block(f"if waits or siblings > {FEW} if proving else tree[node + {of.VISITS}] < needed:"):
                    fn.line("break")
                fn.line("waits = proving")
                with fn.block(f"if not {_tree_expanded(ctx)}(v, t, tree, node, end, out, most):"):
                    fn.line("break")
            with fn.block(f"if tree[node + {of.COUNT}] == 0:"):
                fn.line("break")
            fn.line(f"siblings = tree[node + {of.COUNT}]")
            fn.line(f"needed = max(1, siblings // {SPREAD})")
            fn.line(f"node = {_tree_chosen(ctx)}(v, t, tree, node, weight, proving)")
            with fn.block(f"for i in range({row_width(ctx)}):"):
                fn.line(f"v[out + i] = tree[node + {_row_at(ctx)} + i]")
            fn.line(f"{play_entry(ctx)}(v, t, out)")
            fn.line("depth += 1")
            fn.line("v[path + depth] = node")
        fn.line("return depth")

    return ctx.m.function("tree_descended", "", (TREE, "end", "path", "out", "most", "weight", PROVING), write)


def _tree_expanded(ctx: Context) -> Callee:
    """The legal steps become children in a random order; false where the tree has no room for them."""
    width, row_at = node_width(ctx), _row_at(ctx)

    def write(fn: Function) -> None:
        fn.line(f"n = {steps_entry(ctx)}(v, t, out, most, 0)")
        with fn.block("if n >= most:"):
            fn.line("raise ArenaFullError")
        fn.line(f"first = tree[{of.USED}]")
        with fn.block(f"if first + n * {width} > end:"):
            fn.line(f"tree[{of.FULL}] = max(tree[{of.FULL}], 1)")
            fn.line("return False")
        fn.line(f"state = seeded(tree[{of.SEED}] + first, -1 - tree[{of.NUMBER}])")
        with fn.block("for j in range(n):"):
            fn.line("k, state = drawn(state, j + 1)")
            fn.line(f"node_j = first + j * {width}")
            fn.line(f"node_k = first + k * {width}")
            with fn.block(f"for i in range({row_at}):"):
                fn.line("tree[node_j + i] = 0")
            fn.line(f"tree[node_j + {of.COUNT}] = -1")
            with fn.block(f"for i in range({row_width(ctx)}):"):
                fn.line(f"tree[node_j + {row_at} + i] = tree[node_k + {row_at} + i]")
                fn.line(f"tree[node_k + {row_at} + i] = v[out + j * {row_width(ctx)} + i]")
        fn.line(f"tree[{of.USED}] = first + n * {width}")
        fn.line(f"tree[node + {of.CHILD}] = first")
        fn.line(f"tree[node + {of.COUNT}] = n")
        fn.line(f"tree[node + {of.TRIED}] = 0")
        fn.line(f"chooser = v[{ctx.m.layout.slots['seat'].start} + v[{field_at(ctx, 'mover')}]]")
        if has_field(ctx, "chance"):
            with fn.block(f"if v[{field_at(ctx, 'chance')}] != 0:"):
                fn.line("chooser = -1")
        fn.line(f"tree[node + {of.CHOOSER}] = chooser")
        fn.line("return True")

    return ctx.m.function("tree_expanded", "", (TREE, "node", "end", "out", "most"), write)


def _tree_chosen(ctx: Context) -> Callee:
    """The child to go to: what a roll gives; one that was not tried; the one with the best upper bound."""
    width = node_width(ctx)

    def write(fn: Function) -> None:
        fn.line(f"first = tree[node + {of.CHILD}]")
        fn.line(f"count = tree[node + {of.COUNT}]")
        fn.line(f"chooser = tree[node + {of.CHOOSER}]")
        if has_field(ctx, "chance"):
            with fn.block("if chooser < 0:"):
                fn.line(f"k, state = drawn(tree[{of.STATE}], count)")
                fn.line(f"tree[{of.STATE}] = state")
                fn.line(f"return first + k * {width}")
        with fn.block("if proving:"):
            fn.line(f"k, state = drawn(tree[{of.STATE}], count)")
            fn.line(f"tree[{of.STATE}] = state")
            with fn.block("for number in range(count):"):
                fn.line(f"child = first + (k + number) % count * {width}")
                with fn.block(f"if tree[child + {of.PROVEN}] == 0:"):
                    fn.line("return child")
            fn.line("return first")
        with fn.block(f"if tree[node + {of.TRIED}] < count:"):
            fn.line(f"return first + tree[node + {of.TRIED}] * {width}")
        fn.line(f"logarithm = log(float(tree[node + {of.VISITS}]))")
        fn.line("best = first")
        fn.line("highest_bound = -1.0")
        fn.line("child = first")
        with fn.block("for number in range(count):"):
            fn.line(f"visits = float(tree[child + {of.VISITS}])")
            fn.line(f"proven = tree[child + {of.PROVEN}]")
            fn.line(f"bound = float(tree[child + {of.SUMS} + chooser]) / ({of.UNIT}.0 * visits)")
            with fn.block("if proven == 0:"):
                fn.line("bound += float(weight) * 0.001 * sqrt(logarithm / visits)")
            with fn.block(f"elif proven == {1 + player_count(ctx)} and node != tree[{of.ROOT}]:"):
                fn.line(f"bound = {_draw(ctx) / of.UNIT}")
            if _shares(ctx):
                with fn.block(f"elif proven > {1 + player_count(ctx)} and node != tree[{of.ROOT}] and chooser >= 0:"):
                    fn.line(f"bound = float({_tree_share(ctx)}(v, t, proven, chooser)) / {of.UNIT}.0")
                    with fn.block("if bound == 0.0:"):
                        fn.line("bound = -0.5")
            with fn.block("elif proven != 1 + chooser:"):  # lost; and at the root a sure draw teaches nothing more
                fn.line("bound = -0.5")
            with fn.block("if bound > highest_bound:"):
                fn.line("highest_bound = bound")
                fn.line("best = child")
            fn.line(f"child += {width}")
        fn.line("return best")

    return ctx.m.function("tree_chosen", "", (TREE, "node", "weight", PROVING), write)


# ---- up


def _tree_told(ctx: Context) -> Callee:
    """The result is added along the path, and what is proven now is marked."""

    def write(fn: Function) -> None:
        fn.line("node = v[path + depth]")
        fn.line(f"proven = tree[node + {of.PROVEN}]")
        fn.line("k = depth")
        with fn.block("while k >= 0:"):
            fn.line("node = v[path + k]")
            with fn.block("if proven != 0 and k < depth:"):
                fn.line(f"proven = {_tree_settled(ctx)}(v, t, tree, node, proven)")
                with fn.block("if proven != 0:"):
                    fn.line(f"tree[node + {of.PROVEN}] = proven")
                    fn.line("result = proven")
            fn.line("k -= 1")
            with fn.block("if proving:"):
                fn.line("continue")
            with fn.block(f"if tree[node + {of.VISITS}] == 0 and k >= 0:"):
                fn.line(f"tree[v[path + k] + {of.TRIED}] += 1")
            fn.line(f"tree[node + {of.VISITS}] += 1")
            with fn.block(f"if result <= {player_count(ctx)}:"):
                fn.line(f"tree[node + {of.SUMS - 1} + result] += {of.UNIT}")
            if _shares(ctx):
                with fn.block(f"elif result > {1 + player_count(ctx)}:"):
                    for seat in range(player_count(ctx)):
                        fn.line(f"tree[node + {of.SUMS + seat}] += {_tree_share(ctx)}(v, t, result, {seat})")
            with fn.block("else:"):
                for seat in range(player_count(ctx)):
                    fn.line(f"tree[node + {of.SUMS + seat}] += {_draw(ctx)}")

    return ctx.m.function("tree_told", "", (TREE, "path", "depth", "result", PROVING), write)


def _tree_settled(ctx: Context) -> Callee:
    """What a node is proven to be, one of whose children has just been; 0 where it is still open."""
    draw = 1 + player_count(ctx)

    def write(fn: Function) -> None:
        fn.line(f"chooser = tree[node + {of.CHOOSER}]")
        with fn.block("if proven == 1 + chooser:"):
            fn.line("return proven")
        fn.line(f"child = tree[node + {of.CHILD}]")
        fn.line("alike = True")
        fn.line("drawn_one = False")
        if _shares(ctx):
            fn.line("most, best, several = 0, 0, False")
        with fn.block(f"for number in range(tree[node + {of.COUNT}]):"):
            fn.line(f"its = tree[child + {of.PROVEN}]")
            with fn.block("if its == 0:"):
                fn.line("return 0")
            fn.line("alike &= its == proven")
            fn.line(f"drawn_one |= its == {draw}")
            if _shares(ctx):
                with fn.block("if chooser >= 0:"):
                    fn.line(f"share = {_tree_share(ctx)}(v, t, its, chooser)")
                    with fn.block("if share == most and its != best:"):
                        fn.line("several = True")
                    with fn.block("if share > most:"):
                        fn.line("most, best, several = share, its, False")
            fn.line(f"child += {node_width(ctx)}")
        with fn.block("if alike:"):
            fn.line("return proven")
        if _shares(ctx):
            with fn.block("if most > 0 and not several:"):
                fn.line("return best")
            fn.line("return 0")
            return
        with fn.block("if drawn_one and chooser >= 0:"):
            fn.line(f"return {draw}")
        fn.line("return 0")

    return ctx.m.function("tree_settled", "", (TREE, "node", "proven"), write)
