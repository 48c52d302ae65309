"""The English of each word of the language: one line a word.

A key is the word as it is written, with its arguments. The type of its value decides the form of its template:

- a value is a noun phrase: "the group of {c}";
- a set or list names its members, in the singular and the plural; the variable comes after the brackets:
  "[cell|cells] next to {c}";
- a condition has a verb to be conjugated and negated, "{c:be} empty"; where its negation is another sentence, both stand
  with ` | ` between them;
- a quantity, compared as in `passes == 2`, has its template in `QUANTITIES`: "there {:have} been {n} [pass|passes] in a row".

In braces stands an argument: `{c}` as it is, `{p's}` its possessive, `{p:have}` with a verb, `{s:all}` a set by its members,
`{s:some}`, `{s:each}`, `{k:kinds}` a kind in the plural, `{d:towards}` a direction one goes, `{ways:along}` several, `{d:side}`
the side in it, `{p:owner}` the owner of members, `{p:their}` whose something is, if that was said before, `{s:counted}` members
behind a number, `{n:number}` the number of a row, `{n:places}` and `{n:steps}` a number of these, `{supply}` what the author
calls a supply.
"""

from __future__ import annotations

TEMPLATES: dict[str, str] = {
    # ---- the board
    "cells": "[cell|cells]",
    "edges": "[edge|edges]",
    "rim": "[outer edge|outer edges]",
    "vertices": "[vertex|vertices]",
    "links": "[link|links]",
    "border": "[cell|cells] at the border of the board",
    "corners": "[corner cell|corner cells]",
    "center": "[cell|cells] in the middle of the board",
    "sides": "[side|sides] of the board",
    "side(d)": "the {d:side} of the board",
    "row(n)": "row {n:row}",
    "column(n)": "column {n:column}",
    "cell(n)": "cell {n:number}",
    "rows": "the number of rows",
    "columns": "the number of columns",
    "ranks(d)": "[row|rows] counted {d:towards}",
    "lines(n)": "[straight line|straight lines] of {n} cells",
    "directions": "[direction|directions]",
    "orthogonal": "[orthogonal direction|orthogonal directions]",
    "diagonal": "[diagonal direction|diagonal directions]",
    "compass": "[orthogonal or diagonal direction|orthogonal and diagonal directions]",
    "back(d)": "the opposite of {d}",
    "turned(d, n)": "the direction {n:places} from {d}",
    "aslant(d)": "[direction|directions] next to {d}",
    "direction(a, b)": "the direction from {a} to {b}",
    "step(c, d)": "the cell next to {c} {d:towards}",
    "step(c, d, n)": "the cell {n:steps} from {c} {d:towards}",
    "ray(c, d)": "[cell|cells] on the line from {c} {d:towards}",
    "ray(c, d, n)": "[cell|cells] among the first {n} on the line from {c} {d:towards}",
    "between(a, b)": "[cell|cells] between {a} and {b}",
    "path(a, b)": "[cell|cells] on the way from {a} up to, but not including, {b}",
    "leaps(c, m, n)": "[cell|cells] a leap of {m} by {n} away from {c}",
    "distance(a, b)": "the distance from {a} to {b}",
    "edge(a, b)": "the edge between {a} and {b}",
    "edge_towards(c, d)": "the edge of {c} {d:towards}",
    "distance(a, b, ways)": "the distance from {a} to {b} {ways:along}",
    "link(a, b)": "the link between {a} and {b}",
    "crosses(l)": "[link|links] crossing {l}",
    "neighbors(c)": "[cell|cells] next to {c}",
    # ---- words written in the language
    "around(s)": "[cell|cells] next to but outside {s}",
    "touching(s, t)": "{s:be} next to {t}",
    "steps(c, ways)": "[cell|cells] one step from {c} {ways:along}",
    "slides(c, ways)": "[cell|cells] that can be reached from {c} in a straight line {ways:along}, over and onto empty "
    "cells only",
    "slides(c, ways, blocked)": "[cell|cells] that can be reached from {c} in a straight line {ways:along}, passing and "
    "entering no {blocked:one}",
    "tiles": "[tile|tiles]",
    "placements(t)": "[way|ways] to lay {t} on the board",
    "congruent(a, b)": "{a:be} of the same shape as {b}",
    "tracks": "[track|tracks]",
    "steps_along(c, ways)": "[cell|cells] next after {c} along {ways:track}",
    "steps_along(c, ways, n)": "[cell|cells] {n:further} {c} along {ways:track}",
    "slides_along(c, ways)": "[cell|cells] that can be reached from {c} along {ways:track}, forward or back, over and onto "
    "empty cells only",
    "slides_along(c, ways, blocked)": "[cell|cells] that can be reached from {c} along {ways:track}, forward or back, passing "
    "and entering no {blocked:one}",
    "sight_along(c, ways)": "[occupied cell|occupied cells] met first from {c} along {ways:track}, forward or back",
    "sight_along(c, ways, bends)": "[occupied cell|occupied cells] met first from {c} along {ways:track}, forward or back, past "
    "at least {bends:bends}",
    "sight_along(c, ways, bends, blocked)": "[cell|cells] at which the first {blocked:one} is met from {c} along "
    "{ways:track}, forward or back, past at least {bends:bends}",
    "sight(c, d)": "the first occupied cell seen from {c} {d:towards}",
    "sight(c, d, blocked)": "the first {blocked:one} seen from {c} {d:towards}",
    "sees(c, ways)": "[cell|cells] seen from {c} in a straight line {ways:along} (the empty ones and the first occupied one)",
    "sees(c, ways, blocked)": "[cell|cells] seen from {c} in a straight line {ways:along}, as far as the first {blocked:one}",
    "rank(p, n)": "row {n:number} as seen by {p}",
    "vacant": "[empty cell|empty cells]",
    "taken_cells": "[occupied cell|occupied cells]",
    "full": "every cell is occupied | some cell is empty",
    "territories": "[territory|territories]",
    "groups(p)": "[group|groups]{p:owner}",
    "groups(p, ways)": "[group|groups]{p:owner} connected {ways:along}",
    "group(c)": "the group on {c}",
    "group(c, ways)": "the group on {c}, connected {ways:along}",
    "owners(s)": "[player|players] with a piece on {s:some}",
    "connected(s, a, b)": "{s:connect} {a} with {b}",
    "connected(s, a, b, ways)": "{s:connect} {a} with {b} {ways:along}",
    "lined(s, n)": "{n} of {s:all} are side by side in a straight line | no {n} of {s:all} are side by side in a straight line",
    # ---- counting, choosing, sorting
    "count(s)": "the number of {s:several}",
    "size(s)": "the size of {s}",
    "any(s)": "there is {s:some} | there is {s:no}",
    "all(s)": "{s:each} fits | {s:some} does not fit",
    "sum(s)": "the sum of {s:all}",
    "min(s)": "the least of {s:all}",
    "max(s)": "the greatest of {s:all}",
    "first(s)": "the first of {s:all}",
    "the(s)": "the only {s:one}",
    "sorted(s)": "{s:all}, sorted from the least up",
    "descending(s)": "{s:all}, sorted from the greatest down",
    "reversed(s)": "{s:all}, in reverse order",
    "distinct(s)": "{s:all}, each once",
    "leading(s)": "{s:all}",
    "after(L, x)": "what comes after {x} on the ring of {L}",
    "after(L, x, n)": "what comes {n} places after {x} on the ring of {L}",
    "index(L, x)": "the place of {x} in {L}",
    "sums(n, s)": "[sum|sums] of {n} {s:several}",
    "before(L, x)": "what comes before {x} on the ring of {L}",
    "before(L, x, n)": "what comes {n} places before {x} on the ring of {L}",
    "components(s)": "[connected part|connected parts] of {s:all}",
    "components(s, ways)": "[part|parts] of {s:all} connected {ways:along}",
    "spread(s, t, ways)": "[cell|cells] that can be reached from {s} within {t}, {ways:along}",
    "spread(s, t)": "[cell|cells] that can be reached from {s} within {t}",
    "empty(c)": "{c:be} empty",
    "occupied(c)": "{c:be} occupied",
    "other(p)": "the other player",
    "next(p)": "the player after {p}",
    "hand(p)": "the number of pieces in {p's} {supply}",
    "hand(p, k)": "the number of {k:kinds} in {p's} {supply}",
    "stuck(p)": "{p:have} no legal move | {p:have+} a legal move",
    "able(m)": "{m} is possible | {m} is not possible",
    "total(p)": "{p's} total",
    # ---- names of the position
    "mover": "the side to move",
    "opponent": "the other side",
    "players": "[player|players]",
    "kinds": "[kind of piece|kinds of piece]",
    "passes": "the number of passes in a row",
    "ply": "the number of turns played",
    "steps": "the number of steps made this turn",
    "phase": "the phase of the game",
    "stuck": "{mover:have} no legal move | {mover:have+} a legal move",
    "winner": "the winner",
    "winners": "the winners",
    "starter": "the side that started",
    "repetitions": "the number of times this position has stood",
    "board_repetitions": "the number of times these pieces have stood so",
    "none": "nothing",
    "true": "this always holds | this never holds",
    "false": "this never holds | this always holds",
    # ---- properties
    "cell.row": "the row of {x}",
    "cell.column": "the column of {x}",
    "cell.edges": "[edge|edges] of {x}",
    "cell.vertices": "[vertex|vertices] of {x}",
    "cell.number": "the number of {x}",
    "cell.links": "[link|links] of {x}",
    "link.cells": "[cell|cells] at the ends of {x}",
    "link.number": "the number of {x}",
    "track.cells": "[cell|cells] of {x}",
    "track.lines": "[line|lines] of {x}",
    "tile.size": "the size of {x}",
    "placement.tile": "the tile of {x}",
    "placement.cells": "[cell|cells] that {x} covers",
    "edge.cells": "[cell|cells] beside {x}",
    "edge.ends": "[vertex|vertices] at the ends of {x}",
    "edge.number": "the number of {x}",
    "vertex.edges": "[edge|edges] at {x}",
    "vertex.cells": "[cell|cells] around {x}",
    "vertex.number": "the number of {x}",
    ".owner": "the owner of the piece on {x}",
    ".kind": "the kind of the piece on {x}",
    ".facing": "the direction in which the piece on {x} faces",
    ".count": "the number of pieces on {x}",
    "last.mover": "the side that made the last move",
    "last.": "{name} of the last move",
}


def template(key: str, *, condition: bool = False) -> str:
    """The template of a word. For a word without one, its name and arguments, so that each text is complete."""
    if key in TEMPLATES:
        return TEMPLATES[key]
    name, _, inside = key.partition("(")
    args = [f"{{{arg}}}" for arg in inside.rstrip(")").split(", ") if arg]
    given = f"{', '.join(args[:-1])} and {args[-1]}" if len(args) > 1 else "".join(args)
    word = name.rpartition(".")[2].replace("_", " ").strip()
    if condition:
        of = f" for {given}" if args else ""
        return f'"{word}" holds{of} | "{word}" does not hold{of}'
    return f"the {word} of {given}" if args else f"the {word}"


QUANTITIES: dict[str, str] = {
    "count(s)": "there {:be} {n} [{s:one}|{s:counted}]",
    "passes": "there {:have} been {n} [pass|passes] in a row",
    "passes >= 1": "the last turn was a pass",
    "passes == 0": "the last turn was not a pass",
    "ply": "{n} [turn|turns] {:have} been played",
    "steps": "{n} [step|steps] {:have} been made this turn",
    "repetitions": "the same position has occurred {n} [time|times], counting this one",
    "board_repetitions": "the same arrangement of pieces has occurred {n} [time|times], counting this one",
    "repetitions == 1": "the same position has not occurred before",
    "board_repetitions == 1": "the same arrangement of pieces has not occurred before",
    "repetitions (leaving)": "the position that the turn leaves has occurred {n} [time|times], counting this one",
    "ply (leaving)": "{n} [turn was|turns were] played before this one",
    "ply (leaving) == 0": "no turn was played before this one",
    "repetitions (leaving) == 1": "the position that the turn leaves has not occurred before",
    ".count": "there {:be} {n} [piece|pieces] on {x}",
    "hand(p)": "{p:have+} {n} [piece|pieces] left in {p:their} {supply}",
    "hand(p, k)": "{p:have+} {n} [{k:kind}|{k:kinds}] left in {p:their} {supply}",
}
"""Comparisons with a number that need another verb than `is`: `{n}` is "at least 3", "no", "exactly 1"."""

PLAIN_QUANTITIES = {"ply == 0": "no turn has been played yet"}
"""The templates of plain texts, where these differ."""

QUANTITIES_OVER = {"passes >= 1": "this turn was a pass", "passes == 0": "this turn was not a pass"}
"""The templates where the moves of the turn are over, and its own pass counts."""

ALONG: dict[str, str] = {
    "orthogonal": "orthogonally",
    "diagonal": "diagonally",
    "compass": "orthogonally or diagonally",
    "directions": "in any direction",
}
"""Sets of directions as adverbs."""

INNER_EDGES = "[inner edge|inner edges]"
"""The template of `edges` in a game whose rules reach the edges of the outline, too."""

LEFT = {
    "repetitions": "the number of times the position that the turn leaves has stood",
    "ply": "the number of turns before this one",
}
"""Counts of turns and positions while a turn is not over."""

LAST_TURN = "before the last turn"
"""The explanation of `previous`."""

EXPLAINED: dict[str, str] = {
    "neighbors": "Two {cells} are next to each other when they {share}.",
    "groups": "A group is a connected set of {cells} with pieces of one side, as large as possible: each is next to another of "
    "the set, and no further one could be added. A single piece is a group of size 1.",
    "territories": "A territory is a connected set of empty {cells}, as large as possible.",
    "components": "Connected means that one can go from any {cell} of the set to any other, each step leading to one next to it.",
    "chain": "Connected means that one can go from any {cell} of the set to any other, each step leading to one next to it.",
    "parts": "A connected part of a set is as large as possible: no further {cell} of the set could be added to it.",
    "along": "What is connected along something, or by steps, is as large as possible: one can go so from any {cell} of it to "
    "any other, and to no further one. A step back counts too.",
    "connects": "What is connected along something, or by steps, is as large as possible: one can go so from any {cell} of it to "
    "any other, and to no further one. A step back counts too.",
    "hand": "A {supply} holds the pieces that are off the board.{emptied}",
    "lists": "Lists of numbers are compared place by place: the first difference decides for the greater number, and a number "
    "that is missing counts as 0.",
    "stacks": "Pieces of one side and kind that stand together are a stack. Where fewer stand than are to be moved or removed, "
    "all of them are.{full}",
    "piles": "Pieces of any kind and side that stand upon each other are a pile. What is said of the piece on a {cell} is said "
    "of the topmost one; levels are counted from the bottom. A number of pieces to be moved or removed is counted from "
    "the top, or from the bottom where that is said, as far as each is such a piece; pieces that are moved together keep their "
    "order.{all} What would find no room on a pile is not put or moved.",
    "chance": "What is rolled is left to chance. Each outcome is as likely as any other.",
    "looks": "Players look when the next choice or roll is due: what is revealed and hidden again before that is not seen.",
    "deal": "What is dealt is left to chance: each time one of what is left there, each as likely as any other, as long as there "
    "is one.",
    "weights": "What is rolled is left to chance. What can come about in two ways is twice as likely.",
    "repetitions": "A position is the same when the same pieces stand in the same places{held} and the same side is to move. "
    "The position at the start counts too.",
    "board_repetitions": "An arrangement of pieces is the same when the same pieces stand in the same places{carried} whichever "
    "side is to move. The arrangement at the start counts too.",
    "leaving": "While a turn is not over, the position that counts is the one it would leave if it ended now, with the next "
    "side to move.",
    "rank": "A player's rows are counted {forward}.",
    "ranks": "{ranks}",
    "ring": "A ring is a list that begins again after its end.",
    "ray": "The line from a {cell} begins with the one beside it, not with that {cell} itself, and goes {far}.",
    "between": "What is between two {cells} is on the straight line that joins them, neither of the two included.",
    "lines": "A straight line of {cells} runs in any one direction of the board, without a gap.",
    "columns": "{columns}",
    "rows": "{rows}",
    "numbers": "{numbers}",
    "remainder": "{remainder}",
    "order": "The order of the board is that of the names of its {cells}: {order}.",
    "others_stuck": "Whether a side that is not to move has a legal move is asked as if it were its turn.",
    "leaps": "A leap of 1 by 2 goes two {cells} straight and one to the side, over whatever stands between.",
    "crosses": "Two links cross if, drawn as straight lines, they have a point in common that is not an end of both.",
    "at once": "What is done at the same time is found before any of it is done. A piece that would go nowhere stays. Of two "
    "that come to one {cell}, the one remains whose own {cell} is the later in the order of the board.",
    "stacks at once": "Stacks of one kind and side that come to one {cell} become one.",
    "tracks": "Whoever goes along a track goes over empty {cells} only, and what leaves a {cell} leaves it empty. After its end "
    "a track goes on at its beginning.",
    "congruent": "Two sets of {cells} are of the same shape if one can be laid exactly over the other, moved, turned or turned "
    "over.",
    "previous": "What was so before the last turn was so as the last turn that is over began. Until one is over, it is what "
    "was so at the start.",
    "carried": "{carries}",
    "none": "Beyond the edge of the board there is no {cell}: nothing is on it, and it does not count as empty.",
    "chosen": "If the last move had no such choice, or no move has been made yet, there is nothing of the kind.",
    "nowhere": "A piece that has no {cell} to go to stays where it is, and nothing is put where there is no {cell}.",
}
"""The sentences that a rule sheet has once if the game uses the word. `{cell}` is a point on boards made of points."""

PLAINLY: dict[str, str] = {
    "lines": "A straight line of {cells} runs {way}, without a gap.",
    "joined": "Pieces are joined in these directions when one can go from any of them to any other, each step in one of these "
    "directions and onto one of them.",
    "connects": "A set connects two others along something if one can go along it from a {cell} of the first to a {cell} of the "
    "second, in either direction, and on {cells} of the set only.",
    "turns": "A turn of any side counts as one{passing}{counted}.",
    "hand": "A {supply} holds pieces that are off the board and can be put on it.{removed}{emptied}",
    "none": "Off the board there is no {cell}: a place there is neither empty nor occupied.",
    "groups": "Pieces of one side that are next to each other, directly or through others of that side, are a group. A piece by "
    "itself is a group of size 1.",
    "territories": "Empty {cells} that are next to each other, directly or through other empty {cells}, are a territory.",
    "chain": "Pieces connect two places if one can go over them, each time to one next to it, from the one place to the other.",
    "chance": "What is rolled is left to chance. {even} outcome is as likely as any other.",
    "deal": "What is dealt is taken at random from what is left there, as long as there is any.",
    "stacks": "Pieces of one side and kind on one {cell} are a stack. A rule that takes more than stand there takes all of them."
    "{full}",
    "piles": "Pieces on top of each other are a pile. What is said of the piece on a {cell} is said of the top one.",
    "pile order": "The levels of a pile are counted from the bottom. Pieces are taken from the top, or from the bottom where "
    "that is said, one after the other, as long as the next one is a piece of the kind that is named. Pieces that move together "
    "keep their order.{all}{room}",
    "neighbors": "Two {cells} are next to each other when they {share}{corner}.",
    "distance": "The distance between two {cells} is the least number of steps{straight} from one to the other.",
    "previous": '"Before the last turn" means when the latest finished turn began. Until a turn is finished, it means the start.',
    "last": "The last move is never a pass{choice}.",
    "sides": "{sides}",
    "middle": "{middle}",
    "edges": "{edges}",
    "inner edges": "{inner}",
    "vertices": "{vertices}",
}
"""The explanations that plain texts have in other words, or that only they have."""

IN_DETAIL = frozenset((
    "repetitions", "board_repetitions", "leaving", "stacks", "pile order", "chance", "weights", "deal", "order", "hand", "turns",
))  # fmt: skip
"""Explanations that no player needs in order to begin: plain texts have them at the end."""

NEEDS: dict[str, tuple[str, ...]] = {
    "neighbors": ("neighbors",),
    "around": ("neighbors",),
    "touching": ("neighbors",),
    "group": ("groups", "neighbors"),
    "groups": ("groups", "neighbors"),
    "territories": ("territories", "neighbors"),
    "components": ("components", "parts", "neighbors"),
    "connected": ("chain", "neighbors"),
    "connected(s, a, b, ways)": ("connects",),
    "groups(p, ways)": ("along",),
    "group(c, ways)": ("along",),
    "distance": ("distance",),
    "distance(a, b, ways)": (),
    "spread": ("neighbors",),
    "hand": ("hand",),
    "stacks": ("stacks",),
    "piles": ("piles", "pile order"),
    "roll": ("chance",),
    "roll of a list": ("weights",),
    "deal": ("deal",),
    "hide": ("looks",),
    "repetitions": ("repetitions",),
    "board_repetitions": ("board_repetitions",),
    "rank": ("rank",),
    "ranks": ("ranks",),
    "after": ("ring",),
    "before": ("ring",),
    "leaps": ("leaps",),
    "crosses": ("crosses",),
    "slides_along": ("tracks",),
    "sight_along": ("tracks",),
    "congruent": ("congruent",),
    "previous": ("previous",),
    "step": ("none",),
    "ray": ("ray",),
    "between": ("between",),
    "lines": ("lines",),
    "lined": ("lines",),
    "sides": ("sides",),
    "side": ("sides",),
    "center": ("middle",),
    "cell.column": ("columns",),
    "cell.row": ("rows",),
    "cell.number": ("numbers",),
    "cell(n)": ("numbers",),
    "edges": ("edges", "inner edges"),
    "rim": ("edges", "inner edges"),
    "edge": ("edges",),
    "edge_towards": ("edges",),
    "cell.edges": ("edges",),
    "vertex.edges": ("edges", "vertices"),
    "vertices": ("vertices",),
    "cell.vertices": ("vertices",),
    "edge.ends": ("vertices",),
    "last.mover": ("last",),
    "stuck(p)": ("others_stuck",),
}
"""The explanations that a word needs."""
