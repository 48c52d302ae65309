"""Neighbours and connected parts, of cells, edges and vertices alike.

Cells are neighbours across an edge, vertices along one, edges at a shared vertex (on a board without vertices, at a shared cell).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ggl.checker import make
from ggl.checker.static import tab
from ggl.checker.world import SITES, Scope
from ggl.core import forms as f
from ggl.core.types import Fin, ListOf, SetOf, a, strip_opt
from ggl.diagnostics import Fix
from ggl.diagnostics.catalog import names_and_types as codes
from ggl.source import Span
from ggl.syntax import tree as t
from ggl.topology import Board

if TYPE_CHECKING:
    from ggl.checker.expressions import Expressions


def neighbors(expressions: Expressions, call: t.Call, scope: Scope) -> f.Expr:
    """The neighbours of a site, or of all sites of a set."""
    tree = call.args[0]
    of = expressions.infer(tree, scope)
    if isinstance(of.type, SetOf | ListOf):
        of = _sites(expressions, of, tree.span)
        assert isinstance(of.type, SetOf)
        assert isinstance(of.type.of, Fin)
        return f.Image(_relation(expressions, of.type.of, tree.span), of, of.type)
    site = strip_opt(of.type)
    if not isinstance(site, Fin) or site.domain.name not in SITES:
        if make.is_none(of):
            return f.Lit(0, make.EMPTY_SET)
        expressions.wrong(of, None, tree.span, "a site or a set of sites", "", scope)
    board = expressions.world.board
    name = _name(site)
    return tab(expressions.world, name, [of], SetOf(site), lambda x: _adjacent(board, site.domain.name, x), tree.span)


def components(expressions: Expressions, call: t.Call, scope: Scope) -> f.Expr:
    """The maximal connected parts of a set of sites."""
    tree = call.args[0]
    within = _sites(expressions, expressions.set_or_list(tree, scope), tree.span)
    assert isinstance(within.type, SetOf)
    assert isinstance(within.type.of, Fin)
    if len(call.args) > 1:
        relation = _ways(expressions, call.args[1], scope, within.type.of, both=True)
    else:
        relation = _relation(expressions, within.type.of, tree.span)
    return f.Blocks(within, relation, ListOf(within.type))


def spread(expressions: Expressions, call: t.Call, scope: Scope) -> f.Expr:
    """The sites of a set that are reached from a seed within the set."""
    seed_tree, within_tree, *ways = call.args
    within = _sites(expressions, expressions.set_or_list(within_tree, scope), within_tree.span)
    assert isinstance(within.type, SetOf)
    assert isinstance(within.type.of, Fin)
    seed = expressions.want(seed_tree, scope, within.type)
    if not ways:
        return f.Close(seed, _relation(expressions, within.type.of, within_tree.span), within, within.type)
    through = expressions.infer(ways[0], scope)
    edges = SetOf(expressions.world.fin("edge"))
    if isinstance(through.type, SetOf | ListOf) and through.type.of == edges.of:
        through = expressions.converted(through, edges, ways[0].span)
        return f.Cross(seed, within, through, *_across(expressions, ways[0], within.type.of), within.type)
    return f.Close(seed, _ways(expressions, ways[0], scope, within.type.of, both=False), within, within.type)


def _across(expressions: Expressions, tree: t.Expr, site: Fin) -> tuple[str, str]:
    """The tables of the edges at each cell, and of the cells at each edge."""
    world, board, span = expressions.world, expressions.world.board, tree.span
    if site.domain.name != "cell":
        label = f"these are {a(SetOf(site))}"
        world.refuse(codes.WRONG_TYPE, tree.span, "steps across edges join cells", label, fix=_argument_out(tree))
    edge = world.fin("edge")
    out = world.table("edges of cell", (site.domain,), SetOf(edge), lambda c: sorted(board.cell_edges[c]), span)
    back = world.table("cells of edge", (edge.domain,), SetOf(site), lambda e: sorted(board.edge_cells[e]), span)
    return out, back


def _argument_out(last: t.Expr) -> Fix | None:
    """The edit that takes out the last argument of a call, with its comma."""
    text, span = last.span.source.text, last.span
    comma = text.rfind(",", 0, span.start)
    return None if text[comma + 1 : span.start].strip() else Fix(span.source.span(comma, span.end), "", "leave it out")


def _ways(expressions: Expressions, tree: t.Expr, scope: Scope, site: Fin, *, both: bool) -> str:
    """The table of the cells one step away in some directions; with `both`, also of those from which such a step leads here."""
    world, board = expressions.world, expressions.world.board
    if site.domain.name != "cell":
        label = f"these are {a(SetOf(site))}"
        world.refuse(codes.WRONG_TYPE, tree.span, "steps in directions join cells", label, fix=_argument_out(tree))
    ways = expressions.want(tree, scope.at("constant"), SetOf(world.fin("direction")), "a set of directions")
    if not isinstance(ways, f.Lit) or not isinstance(ways.value, int):
        message = "which directions join cells is settled before play, and this depends on a name that is not"
        world.refuse(codes.NOT_CONSTANT, tree.span, message, "", "write the directions themselves here, such as `orthogonal`")
    chosen = [way for way in range(len(board.directions)) if ways.value >> way & 1]
    steps = {cell: {to for way in chosen if (to := board.step[way][cell]) >= 0} for cell in range(len(board.cells))}
    if both:
        for cell, reached in list(steps.items()):
            for to in list(reached):
                steps[to].add(cell)
    name = f"{'joined' if both else 'steps'} {ways.value:x}"
    return world.table(name, (site.domain,), SetOf(site), lambda x: sorted(steps[x]), tree.span)


def _sites(expressions: Expressions, expr: f.Expr, span: Span) -> f.Expr:
    """A set of sites; one that is certainly empty is taken as one of cells."""
    if expr.type in (make.EMPTY_SET, make.EMPTY_LIST):
        return f.Lit(0, SetOf(expressions.world.fin("cell")))
    element = expr.type.of if isinstance(expr.type, SetOf | ListOf) else None
    if not isinstance(element, Fin) or element.domain.name not in SITES:
        expressions.world.refuse(codes.WRONG_TYPE, span, f"a set of sites is wanted, and this is {a(expr.type)}")
    return expressions.converted(expr, SetOf(element), span)


def _relation(expressions: Expressions, site: Fin, span: Span) -> str:
    """The table of neighbours of a type of site."""
    board = expressions.world.board
    return expressions.world.table(
        _name(site), (site.domain,), SetOf(site), lambda x: _adjacent(board, site.domain.name, x), span
    )


def _name(site: Fin) -> str:
    return "neighbors" if site.domain.name == "cell" else f"neighbors of {site.domain.name}"


def _adjacent(board: Board, site: str, index: int) -> object:
    if site == "cell":
        return board.adjacency[index]
    if site == "vertex":
        return sorted({end for e in board.vertex_edges[index] for end in board.edge_ends[e]} - {index})
    ends = board.edge_ends[index]
    if ends:
        return sorted({e for vertex in ends for e in board.vertex_edges[vertex]} - {index})
    return sorted({e for cell in board.edge_cells[index] for e in board.cell_edges[cell]} - {index})
