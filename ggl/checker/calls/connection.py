"""Neighbours and connected parts, of cells, edges, vertices and links alike.

Cells are neighbours across an edge, vertices along one, edges at a shared vertex (on a board without vertices, at a shared
cell), links at a shared cell. Other connections between sites are `ways`: see `ggl.checker.calls.ways`.
"""

from __future__ import annotations

from ggl.checker import make
from ggl.checker.calls.ways import Across, relation_named, ways
from ggl.checker.static import tab
from ggl.checker.typer import Typer
from ggl.checker.world import SITES, Scope
from ggl.core import forms as f
from ggl.core.types import BOOL, Fin, ListOf, Num, Opt, SetOf, members_of, plural_of, singular_of, strip_opt
from ggl.diagnostics.catalog import names_and_types as codes
from ggl.source import Span
from ggl.syntax import tree as t
from ggl.topology import Board


def neighbors(expressions: Typer, call: t.Call, scope: Scope) -> f.Expr:
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


def components(expressions: Typer, call: t.Call, scope: Scope) -> f.Expr:
    """The maximal connected parts of a set of sites."""
    tree = call.args[0]
    within = _sites(expressions, expressions.set_or_list(tree, scope), tree.span)
    assert isinstance(within.type, SetOf)
    assert isinstance(within.type.of, Fin)
    if len(call.args) == 1:
        return f.Blocks(within, _relation(expressions, within.type.of, tree.span), ListOf(within.type))
    joined = ways(expressions, call.args[1], scope, within.type.of, both=True)
    return _parts_across(within, joined) if isinstance(joined, Across) else f.Blocks(within, joined, ListOf(within.type))


def _parts_across(within: f.Expr, joined: Across) -> f.Expr:
    """The parts of a set that are connected across others: for each member that is the least it reaches, all that it reaches."""
    assert isinstance(within.type, SetOf)
    site, sites = within.type.of, within.type
    whole, through = f.Var(make.fresh("s"), sites), f.Var(make.fresh("across"), joined.through.type)
    x, y = f.Var(make.fresh("x"), site), f.Var(make.fresh("y"), site)
    part = f.Cross(f.Single(x, sites), whole, through, joined.out, joined.back, sites)
    is_least = f.Not(f.Fold("any", y.name, part, f.Compare("lt", y, x), make.TRUE, None, BOOL))
    parts = f.Listing(x.name, whole, is_least, part, False, ListOf(sites))
    return f.Let(whole.name, within, f.Let(through.name, joined.through, parts))


def spread(expressions: Typer, call: t.Call, scope: Scope) -> f.Expr:
    """The sites of a set that are reached from a seed within the set."""
    seed_tree, within_tree, *rest = call.args
    within = _sites(expressions, expressions.set_or_list(within_tree, scope), within_tree.span)
    assert isinstance(within.type, SetOf)
    assert isinstance(within.type.of, Fin)
    seed = expressions.want(seed_tree, scope, within.type)
    if not rest:
        return f.Close(seed, _relation(expressions, within.type.of, within_tree.span), within, within.type)
    joined = ways(expressions, rest[0], scope, within.type.of, both=False)
    if isinstance(joined, Across):
        return f.Cross(seed, within, joined.through, joined.out, joined.back, within.type)
    return f.Close(seed, joined, within, within.type)


def distance_along(expressions: Typer, call: t.Call, scope: Scope) -> f.Expr:
    """The fewest steps from one site to another, along ways that are settled before play."""
    world, (from_tree, to_tree, last) = expressions.world, call.args
    start = expressions.infer(from_tree, scope)
    site = strip_opt(start.type)
    if not isinstance(site, Fin) or site.domain.name not in SITES:
        expressions.wrong(start, None, from_tree.span, "a site", "", scope)
    end = expressions.converted(expressions.infer(to_tree, scope), Opt(site), to_tree.span, scope=scope)
    if site.domain.name != "cell" and relation_named(expressions, last, scope, site) is None:
        message = f"a distance between {plural_of(site)} needs the name of a definition for its steps"
        world.refuse(codes.WRONG_TYPE, last.span, message)
    relation = ways(expressions, last, scope, site, both=False)
    if isinstance(relation, Across):
        help_ = "use `spread` to find what is reached across a set that changes"
        world.refuse(codes.NOT_CONSTANT, last.span, "a distance needs ways that never change", "", help_)
    steps = [members_of(entry, SetOf(site)) for entry in world.tables[relation].entries if isinstance(entry, int)]
    rows: dict[int, dict[int, int]] = {}

    def far(a: int, b: int) -> int:
        if a not in rows:
            rows[a], queue = {a: 0}, [a]
            for at in queue:
                for to in steps[at]:
                    if to not in rows[a]:
                        rows[a][to] = rows[a][at] + 1
                        queue.append(to)
        return rows[a].get(b, -1)

    values = Opt(Num(0, site.domain.size))
    return tab(world, f"distance by {relation}", [start, end], values, far, call.span)


def _sites(expressions: Typer, expr: f.Expr, span: Span) -> f.Expr:
    """A set of sites; one that is certainly empty is taken as one of cells."""
    if expr.type in (make.EMPTY_SET, make.EMPTY_LIST):
        return f.Lit(0, SetOf(expressions.world.fin("cell")))
    element = expr.type.of if isinstance(expr.type, SetOf | ListOf) else None
    if not isinstance(element, Fin) or element.domain.name not in SITES:
        expressions.world.refuse(codes.WRONG_TYPE, span, f"expected a set of sites, found {singular_of(expr.type)}")
    return expressions.converted(expr, SetOf(element), span)


def _relation(expressions: Typer, site: Fin, span: Span) -> str:
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
    if site == "link":
        return sorted({link for cell in board.link_cells[index] for link in board.cell_links[cell]} - {index})
    ends = board.edge_ends[index]
    if ends:
        return sorted({e for vertex in ends for e in board.vertex_edges[vertex]} - {index})
    return sorted({e for cell in board.edge_cells[index] for e in board.cell_edges[cell]} - {index})
