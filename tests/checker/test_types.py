"""The rules of types, as a table: an expression and its type, or the code and the text that it is refused with.

The game is small: a 4 by 4 board, stones with a supply, discs on a layer of their own that face somewhere, a wall of nobody's,
a rod on edges, two players with a home each. `c` is a cell, `e` an edge, `v` a vertex, `p` a player, `n` a number from 0 to 9,
`q` a cell or none, `S` a set of cells, `L` a list of cells.
"""

import pytest

from ggl.checker.declarations import declare
from ggl.checker.game import _Builder
from ggl.checker.world import Refused, Scope
from ggl.core import forms as f
from ggl.core.types import Fin, ListOf, Num, Opt, SetOf
from ggl.diagnostics import Findings
from ggl.model.extends import load_definition
from ggl.source import Source
from ggl.syntax import parser
from ggl.syntax.document import Scalar, read_document

GAME = """
name: Types
options: {size: 4, fast: true}
players:
  Black: {home: row(1), goal: a4}
  White: {home: row(4), goal: d1}
board: square(size)
regions: {middle: center}
pieces:
  stone: {supply: 9}
  disc: {layer: floor, faces: orthogonal, has: {fresh: true}}
  wall: {of: nobody}
  rod: {sites: edges, of: nobody}
state:
  lost: {start: 0, in: 0..9}
  deepest: 0.5
  target: {start: none, in: cells}
  marked: {start: corners}
  gold: {start: 3, in: 0..99, each: players}
  heat: {start: 0, in: 0..5, each: cells}
moves:
  place: {for: c in cells, where: empty(c), do: put stone on c}
define:
  lone(c): not any(neighbors(c) with stone)
  free: cells with stone
"""


def world():
    findings = Findings()
    source = Source("types.yaml", GAME)
    definition = load_definition(source, findings, lambda name: None)
    assert definition is not None, [str(each) for each in findings]
    declared = declare(definition, {}, findings)
    assert declared is not None, [str(each) for each in findings]
    _Builder(definition, declared)._fields()
    assert not findings.has_errors
    return declared.expressions, findings


def scope(expressions) -> Scope:
    cell = expressions.world.fin("cell")
    types = {
        "c": cell, "d": cell, "e": expressions.world.fin("edge"), "v": expressions.world.fin("vertex"),
        "p": expressions.world.player, "n": Num(0, 9), "k": expressions.world.fin("kind"), "q": Opt(cell), "S": SetOf(cell),
        "L": ListOf(cell), "G": ListOf(SetOf(cell)), "m": Opt(Num(0, 9)),
    }  # fmt: skip
    return Scope("end", {name: f.Var(name, type_) for name, type_ in types.items()})


def typed(text: str):
    """The core form, or the first finding."""
    expressions, findings = world()
    document = read_document(Source("expression.yaml", "x: |\n  " + text + "\n"), findings)
    assert document is not None
    scalar = document.entries[0].value
    assert isinstance(scalar, Scalar)
    tree = parser.expression(scalar)
    try:
        return expressions.infer(tree, scope(expressions))
    except Refused:
        return next(iter(findings))


GIVES = [
    # constants, names
    ("3", "number 3..3"), ("0.5", "number 1..1 /2"), ("-3", "number -3..-3"), ("true", "condition"), ("none", "none"),
    ("size", "number 4..4"), ("fast", "condition"), ("Black", "player"), ("stone", "kind"), ("north", "direction"),
    ("a1", "cell"), ("a1_a2", "GGL203 a1_a2"), ("middle", "set of cells"), ("mover", "player"), ("opponent", "player"),
    ("players", "set of players"), ("kinds", "set of kinds"), ("directions", "set of directions"),
    ("cells", "set of cells"), ("edges", "set of edges"), ("vertices", "set of vertices"), ("ply", "number 0..2147483647"),
    ("stuck", "condition"), ("repetitions", "number 1..2147483647"), ("lost", "number 0..9"), ("target", "cell or none"),
    ("marked", "set of cells"), ("deepest", "number -2147483647..2147483647 /2"), ("gold", "GGL206 gold"),
    ("free", "set of cells"), ("lone", "GGL206 lone"), ("winner", "GGL210 winner"), ("starter", "GGL210 starter"),
    ("phase", "GGL210 phase"), ("d9", "GGL203 d9"),
    # properties
    ("c.row", "number 1..16"), ("q.row", "number or none"), ("c.edges", "set of edges"), ("q.edges", "set of edges"),
    ("e.cells", "set of cells"), ("e.ends", "set of vertices"), ("v.cells", "set of cells"), ("c.owner", "player or none"),
    ("c.kind", "kind or none"), ("q.owner", "player or none"), ("c.facing", "direction or none"), ("c.fresh", "condition"),
    ("c.heat", "number 0..5"), ("q.heat", "number or none"), ("p.gold", "number 0..99"), ("p.home", "set of cells"),
    ("p.goal", "cell"), ("c.owner.gold", "number or none"), ("c.owner.home", "set of cells"),
    ("L[1].row", "number or none"), ("[a1, b1][1].row", "number 1..16"), ("c.last", "GGL204 last"), ("c.last.row", "GGL204 last"),
    ("last.mover", "player or none"), ("S.row", "GGL204 row"), ("n.row", "GGL204 row"), ("c.gold", "GGL204 gold"),
    ("p.heat", "GGL204 heat"), ("last.n", "GGL204 n"),
    # numbers
    ("n + 1", "number 1..10"), ("n - 1", "number -1..8"), ("n * n", "number 0..81"), ("-n", "number -9..0"),
    ("n + 0.5", "number 1..19 /2"), ("n / 2", "number 0..9 /2"), ("n / 2 + n / 3", "number 0..45 /6"),
    ("n // 2", "number 0..9"), ("n % 4", "number 0..3"), ("n / n", "GGL211 n"), ("n / 0", "GGL211 0"),
    ("n // 0.5", "GGL205 0.5"), ("n + m", "GGL207 m"), ("n + c", "GGL205 c"), ("n + q", "GGL205 q"), ("m * 2", "GGL207 m"),
    ("ply * ply * ply", "GGL212 ply * ply"), ("9007199254740992", "GGL212 9007199254740992"), ("0.00001", "GGL212 0.00001"),
    ("min(n, 3)", "number 0..3"), ("max(n, 3, lost)", "number 3..9"), ("n & 1", "GGL205 n"), ("1..n", "set of numbers"),
    ("1..ply", "GGL212 1..ply"), ("0.5..n", "GGL205 0.5"),
    # comparisons
    ("c == d", "condition"), ("c == q", "condition"), ("c != none", "condition"), ("q == none", "condition"),
    ("none == q", "condition"), ("none == c", "condition"), ("none < c", "GGL205 none"), ("c in {1, 2}", "GGL213 c"),
    ("q in S", "condition"), ("none in S", "GGL213 none"), ("n in [1, 4096]", "condition"),
    ("n in [1, 4097]", "GGL205 [1, 4097]"),
    ("c < d", "condition"), ("c < q", "GGL207 q"), ("n < 3", "condition"), ("0 < n <= lost", "condition"),
    ("m < 3", "GGL207 m"), ("m == 3", "condition"), ("n == 0.5", "condition"), ("c == p", "GGL213 c == p"),
    ("S == S", "condition"), ("S == {}", "condition"), ("S == L", "condition"), ("L == L", "condition"),
    ("S < S", "GGL205 S"), ("S == none", "GGL205 S"), ("sorted(1..n) < sorted(1..3)", "condition"),
    ("fast < fast", "GGL205 fast"), ("c in S", "condition"), ("q in S", "condition"), ("c not in L", "condition"),
    ("p in S", "GGL213 p"), ("c in {}", "condition"), ("S in G", "condition"), ("c in G", "GGL213 c"),
    ("n in 1..3", "condition"), ("n in {0.5, 1}", "condition"), ("m in 1..3", "GGL207 m"), ("c in 3", "GGL205 3"),
    ("c.kind in {stone, wall}", "condition"),
    # conditions
    ("not fast", "condition"), ("c == d and n > 1 or fast", "condition"), ("not S", "GGL205 S"), ("n and fast", "GGL205 n"),
    ("fast or q", "GGL205 q"), ("c if fast else d", "cell"), ("c if n > 1 else none", "cell or none"),
    ("q if n > 1 else d", "cell or none"), ("1 if n > 1 else 0.5", "number 1..2 /2"),
    ("c if n > 1 else p", "GGL213 c if n > 1 else p"), ("S if n > 1 else {}", "set of cells"),
    # what a condition tells of what may be none
    ("q != none and q < c", "condition"), ("q == none or q < c", "condition"), ("q != none or q < c", "GGL207 q"),
    ("m != none and m + 1 > 2", "condition"),
    ("m + 1 if m != none else 0", "number 0..10"), ("0 if m == none else m + 1", "number 0..10"),
    ("m + 1 if fast else 0", "GGL207 m"), ("q in S and q < c", "condition"), ("occupied(q) and q < c", "condition"),
    ("empty(q) and q < c", "condition"), ("own stone on q and q < c", "condition"),
    ("own stone on c and c.owner.gold > 1", "condition"), ("stone on c and c.owner.gold > 1", "GGL207 c.owner.gold"),
    ("c.owner == mover and c.owner < p", "condition"), ("not q == none and q < c", "condition"),
    ("not (q == none or m == none) and m > 1", "condition"), ("q < c and q != none", "GGL207 q"),
    ("any(x.row > 1 for x in S)", "condition"),
    ("count(x in S if step(x, north) != none and step(x, north) > x)", "number 0..16"),
    # sets and lists
    ("{c, d}", "set of cells"), ("{c, q}", "set of cells"), ("{}", "empty set"), ("[]", "empty list"),
    ("[] & S", "empty list"), ("[] - S", "empty list"), ("[] + S", "set of cells"), ("S & []", "set of cells"),
    ("(none for x in cells)", "empty list"), ("(none for x in S for y in L)", "empty list"),
    ("[c, d]", "list of cells"), ("[1, 0.5]", "list of numbers"), ("{c, p}", "GGL213 p"), ("{S}", "GGL205 S"),
    ("[S, S]", "list of sets of cells"), ("S + S", "set of cells"), ("S + L", "set of cells"), ("L + L", "list of cells"),
    ("S & L", "set of cells"), ("S - {c}", "set of cells"), ("S + {}", "set of cells"), ("S + c", "GGL205 c"),
    ("S + players", "GGL213 S + players"), ("S * S", "GGL205 S * S"), ("L[1]", "cell or none"), ("S[1]", "GGL205 S"),
    ("[c, d][2]", "cell"), ("[c, d][3]", "GGL206 3"), ("[c, d][c.row]", "cell or none"),
    ("[a1, b1][3]", "GGL206 3"), ("L[q]", "GGL205 q"), ("G[1]", "set of cells"),
    ("(x in S if x.row > 1)", "set of cells"), ("(x in L if x.row > 1)", "list of cells"),
    ("(x.row for x in S)", "list of numbers"), ("(step(x, north) for x in S)", "list of cells"),
    ("(y for x in S for y in neighbors(x))", "list of cells"), ("(c for c in S)", "GGL202 c"),
    ("(x for x in 3)", "GGL205 3"), ("(ply for ply in S)", "GGL202 ply"),
    # phrases
    ("stone on c", "condition"), ("own stone on q", "condition"), ("enemy piece on c", "condition"),
    ("p stone on c", "condition"), ("stone of p on c", "condition"), ("wall on c", "condition"),
    ("own wall on c", "GGL306 own wall"), ("rod on e", "condition"), ("rod on c", "GGL305 rod"), ("stone on S", "GGL205 S"),
    ("stone on p", "GGL205 p"), ("stone on none", "condition"), ("stone of m on c", "GGL205 m"),
    ("queen on c", "GGL217 queen"), ("k on c", "condition"),
    ("cells with own stone", "set of cells"), ("S with piece", "set of cells"), ("L with disc", "set of cells"),
    ("edges with rod", "set of edges"), ("edges with stone", "GGL305 stone"), ("players with stone", "GGL205 players"),
    ("cells with n stone", "GGL205 n"), ("cells with stone of none", "set of cells"),
    ("(cells with stone of p) & (cells with stone of none)", "set of cells"),
    # words that count and choose
    ("count(S)", "number 0..16"), ("count(cells)", "number 16..16"), ("count(x in S if empty(x))", "number 0..16"),
    ("count(n)", "GGL205 n"), ("size(G)", "number 0..262144"), ("size(c)", "GGL205 c"), ("any(S)", "condition"),
    ("any(G)", "condition"), ("any(c)", "GGL205 c"), ("all(empty(x) for x in S)", "condition"), ("all(S)", "GGL205 S"),
    ("sum(x.row for x in S)", "number 0..256"), ("sum(S)", "GGL205 S"), ("max(x.row for x in S)", "number or none"),
    ("max(x.row for x in S, default=0)", "number 0..16"), ("max(x.row for x in cells)", "number 1..16"),
    ("min(S)", "GGL205 S"), ("max(1, 2, default=3)", "GGL206 default=3"), ("max(1, c)", "GGL205 c"),
    ("first(S)", "cell or none"), ("first(G)", "set of cells"), ("the(S)", "cell or none"),
    ("sorted(x.row for x in S)", "list of numbers"), ("descending(G)", "GGL205 G"), ("reversed(L)", "list of cells"),
    ("leading(x in L if empty(x))", "list of cells"), ("leading(L)", "GGL206 L"),
    ("after([a1, b1, c1], c)", "cell or none"), ("after(sorted(row(1)) + reversed(row(2)), c)", "cell or none"),
    ("after(L, c)", "GGL211 L"), ("after([a1, b1], p)", "GGL213 p"),
    ("index([1, 2], n)", "number or none"), ("index([1, 2], m)", "GGL207 m"), ("index([0.5, 2], n)", "number or none"),
    ("index([1, 2], 0.5)", "GGL205 0.5"), ("index(L, q)", "number or none"), ("index([a1, b1], m)", "GGL213 m"),
    ("count()", "GGL206 count()"), ("counts(S)", "GGL203 counts"),
    # words of the board; a step off the board is none, and none passes through
    ("neighbors(c)", "set of cells"), ("neighbors(q)", "set of cells"), ("neighbors(S)", "set of cells"),
    ("neighbors(p)", "GGL205 p"), ("step(c, north)", "cell or none"), ("step(step(c, north), north)", "cell or none"),
    ("step(c, north, n)", "cell or none"), ("step(c, north, ply)", "cell or none"), ("step(S, north)", "GGL205 S"),
    ("step(c)", "GGL206 step(c)"), ("step(c, north, d=south)", "GGL206 d=south"), ("step(c, north, by=1)", "GGL206 by=1"),
    ("ray(q, north)", "list of cells"), ("between(c, d)", "list of cells"), ("distance(c, d)", "number 0..16"),
    ("direction(c, d)", "direction or none"), ("edge(c, d)", "edge or none"), ("lines(3)", "list of sets of cells"),
    ("back(north)", "direction"), ("row(n)", "set of cells"), ("corners & S", "set of cells"),
    ("leaps(c, 1, 2)", "set of cells"),
    # words of the position
    ("empty(c)", "condition"), ("empty(q)", "condition"), ("empty(e)", "condition"), ("empty(v)", "GGL305 v"),
    ("empty(S)", "GGL205 S"), ("empty(p)", "GGL205 p"), ("other(p)", "player"), ("other(c.owner)", "player or none"),
    ("other(m)", "GGL205 m"),
    ("next(p)", "player"), ("hand(p, stone)", "number 0..2147483647"), ("hand(p, disc)", "GGL308 hand(p, disc)"),
    ("hand(c.owner, stone)", "GGL207 c.owner"), ("stuck(p)", "condition"), ("able(place)", "condition"),
    ("able(jump)", "GGL401 jump"), ("able(place(c=c))", "condition"), ("able(place(d=c))", "GGL206 d=c"),
    ("total(p)", "GGL210 total(p)"),
    # words written in the language, and definitions of the game
    ("group(c)", "set of cells"), ("groups(p)", "list of sets of cells"), ("territories", "list of sets of cells"),
    ("components(S)", "list of sets of cells"), ("spread({c}, S)", "set of cells"),
    ("slides(c, orthogonal)", "set of cells"), ("group(S)", "GGL205 S"), ("lone(c)", "condition"),
    ("lone(q)", "condition"), ("lone(p)", "GGL205 c"), ("lone(c, d)", "GGL206 d"), ("lone({})", "GGL205 {}"),
]  # fmt: skip


def shown(type_: object) -> str:
    if isinstance(type_, Num):
        return f"number {type_.lo}..{type_.hi}" + (f" /{type_.scale}" if type_.scale > 1 else "")
    return str(type_)


@pytest.mark.parametrize(("text", "wanted"), GIVES, ids=[text for text, _ in GIVES])
def test_type_or_refusal(text: str, wanted: str) -> None:
    result = typed(text)
    if hasattr(result, "type"):
        assert shown(result.type) == wanted
    else:
        assert result.span is not None
        assert f"{result.code.code} {result.span.text}" == wanted


def test_a_value_that_may_be_none_is_an_element() -> None:
    form = typed("q")
    assert isinstance(form.type, Opt)
    assert isinstance(form.type.of, Fin)
