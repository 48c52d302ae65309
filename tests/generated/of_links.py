"""Features of links, and of ways that a file defines."""

from __future__ import annotations

from ggl.syntax import tree as t
from tests.generated.draft import Draft, Scope, Unfit
from tests.generated.facts import Facts
from tests.generated.of_ends import words
from tests.generated.of_things import add_kind
from tests.generated.table import DEFINE, MOVES, PIECES, STATE, apart, feature, new_move

MOST_CELLS = 100
"""On larger boards no links are declared here: each test of a file would take long."""


def _declare(d: Draft) -> None:
    """Links between cells at a distance, and one kind that lies on them."""
    if d.links:
        return
    if not 2 < len(d.board.cells) <= MOST_CELLS:
        raise Unfit("too few cells, or too many")
    a, b, x = d.name("cell"), d.name("cell"), d.name("x")
    far = [f"neighbors(neighbors({a}))", f"({x} in cells if distance({a}, {x}) == 2)", f"neighbors({a})"]
    if d.board.basis == "square" and 1 not in (max(d.board.column), max(d.board.row)):  # on a line leaps lead nowhere
        far += [f"leaps({a}, 1, 2)", f"leaps({a}, 1, 2)", f"leaps({a}, 0, 2) + leaps({a}, 1, 1)"]
    d.links = f"{a} in {d.pick(('cells', 'cells', 'cells - center'))}, {b} in {d.pick(far)}"


def links_of(d: Draft, scope: Scope) -> str:
    kinds = d.standing("links")
    lying = [f"(links with {kind.name})" for kind in kinds] if scope.stage != "fixed" else []
    return d.pick(["links", f"{d.cell(scope)}.links", *lying, *lying])


def link_of(d: Draft, scope: Scope) -> str:
    return d.pick([*scope.of("link") * 3, f"first({links_of(d, scope)})", f"link({d.cell(scope)}, {d.cell(scope)})"])


@feature("kind: on links", PIECES, lambda f: any(p.sites == "links" for p in f.definition.pieces.values()))
def _on_links(d: Draft) -> None:
    _declare(d)
    kind = add_kind(d, of=d.pick(("", "nobody")), sites="links")
    if d.maybe(0.3):
        d.pieces[kind.name]["has"] = {d.name("mark"): "true"}
    d.offer("effect", lambda s: f"put {kind.name} on {link_of(d, s)}", "setup do begin", must=True)
    x = d.name("x")
    d.offer(
        "effect",
        lambda s: f"put {kind.name} on {x} for {x} in {links_of(d, s)} if not any({x}.cells with piece) or {kind.name} on {x}",
        "do begin",
    )
    d.offer("effect", lambda s: f"take {kind.name} from {links_of(d, s)}", "do begin")
    d.offer("number", lambda s: f"count(links with {kind.name})", "before do ensure end score until")
    d.offer("cells", lambda s: f"{link_of(d, s)}.cells")


@feature(
    "link parameter", MOVES, lambda f: any("link" in str(p.type) for schema in f.core.schemas for p in schema.params),
    needs="kind: on links",
)  # fmt: skip
def _link(d: Draft) -> None:
    name = d.name("link")
    move = new_move(d, (name, d.pick(("links", "links", "first(cells).links")), "link"))
    kind = d.pick(d.standing("links"))
    move.do.append(f"put {kind.name} on {name}")
    if d.maybe():
        move.where["free"] = f"empty({name}) and not any(neighbors({name}) with {kind.name})"


@feature(
    "state: number of each link", STATE, lambda f: any(v.each == "links" for v in f.definition.state.values()),
    needs="kind: on links",
)  # fmt: skip
def _each_link(d: Draft) -> None:
    key, x = d.name("var"), d.name("x")
    d.state[key] = {"start": "0", "in": "0..3", "each": "links"}
    d.offer("number", lambda s: f"max({x}.{key} for {x} in links, default=0)", "before do ensure end score", must=True)
    d.offer("effect", lambda s: f"set first({links_of(d, s)}).{key} to {d.number(s, 0)}", "do begin", must=True)


@feature("definition: ways", DEFINE, lambda f: _by_definition(f))
def _ways(d: Draft) -> None:
    name, cell = d.name("word"), d.name("cell")
    bodies = [f"neighbors(neighbors({cell}))", f"{{{cell}}} + border", f"cell({cell}.number + 1)"]
    if d.board.basis == "square":
        bodies += [f"leaps({cell}, 1, 2)", f"leaps({cell}, 1, 2)"]
    if d.ways:
        bodies += [f"step({cell}, {d.ways[0]}, 2)", f"ray({cell}, {d.ways[-1]})"]
    d.define[f"{name}({cell})"] = d.pick(bodies)
    x = d.name("x")
    d.offer("cells", lambda s: f"spread({{{d.cell(s)}}}, {d.cells(s, 0)}, {name})", "before do ensure end", must=True)
    d.offer("cells", lambda s: f"group({d.cell(s)}, {name})", "before do ensure end")
    d.offer("number", lambda s: f"count(components({d.cells(s, 0)}, {name}))", "before do ensure end score", must=True)
    d.offer("number", lambda s: f"max(size({x}) for {x} in groups({d.player(s)}, {name}), default=0)", "before do ensure end")
    d.offer(
        "condition", lambda s: f"connected({d.cells(s, 0)}, {{{d.cell(s)}}}, {d.cells(s, 0)}, {name})", "before do ensure end"
    )
    if len(d.board.cells) <= 400:
        d.offer("condition", lambda s: f"distance({d.cell(s)}, {d.cell(s)}, {name}) != none", "before do ensure end", must=True)


def _by_definition(f: Facts) -> bool:
    known = f.definition.definitions
    return any(isinstance(last, t.Name) and last.name in known for last in _last(f, "spread", "components", "distance", "groups"))


def _last(f: Facts, *names: str) -> list[t.Expr]:
    """The last arguments of these words."""
    calls = (tree for tree in f.all_of(t.Call) if isinstance(tree, t.Call))
    return [call.args[-1] for call in calls if call.name in names and call.args]


def _along_links(f: Facts, *words: str) -> bool:
    return any("links" in str(last) for last in _last(f, *words))


def _link_words(name: str, type_: str, makers: list[object], there: object) -> None:
    words(name, type_, makers, there, needs="kind: on links")
    for shape in ("thousands of cells", "hundreds of cells", "single cell"):
        apart(f"words: {name}", shape, "links are declared on boards of few cells here")


_link_words(
    "crosses", "condition", [lambda d, s: f"any(crosses({link_of(d, s)}) & {links_of(d, s)})"], lambda f: f.calls("crosses")
)
_link_words(
    "spread along links", "cells",
    [
        lambda d, s: f"spread({d.cells(s, 0)}, {d.cells(s, 0)}, {links_of(d, s)})",
        lambda d, s: f"group({d.cell(s)}, {links_of(d, s)})",
    ],
    lambda f: _along_links(f, "spread", "group"),
)  # fmt: skip
_link_words(
    "parts along links", "number",
    [
        lambda d, s: f"count(components({d.cells(s, 0)}, {links_of(d, s)}))",
        lambda d, s: f"count(groups({d.player(s)}, {links_of(d, s)}))",
    ],
    lambda f: _along_links(f, "components", "groups"),
)  # fmt: skip
_link_words(
    "connected along links", "condition",
    [lambda d, s: f"connected({d.cells(s, 0)}, {{{d.cell(s)}}}, {d.cells(s, 0)}, {links_of(d, s)})"],
    lambda f: _along_links(f, "connected"),
)  # fmt: skip
words(
    "parts across edges", "number", [lambda d, s: f"count(components({d.cells(s, 0)}, {d.edges(s)}))"],
    lambda f: any("edges" in str(last) for last in _last(f, "components")),
)  # fmt: skip
for _each in ("kind: on links", "link parameter", "state: number of each link"):
    for _shape in ("thousands of cells", "hundreds of cells", "single cell"):
        apart(_each, _shape, "links are declared on boards of few cells here")
for _each in ("words: spread across edges", "words: parts across edges"):
    apart(_each, "single cell", "one cell has no edges between cells")
apart("words: crosses", "torus", "which links cross is ambiguous where a board closes on itself")
