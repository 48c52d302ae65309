"""Ways: what joins sites other than being neighbours, as the last argument of the words of connection.

Takes the argument and the type of the sites. Gives a relation, the name of a table from each site to those that a step leads
to, or an `Across`, where steps go across a set of edges or along a set of links that may change in play.

Directions and a definition of the file with one parameter, by its name alone, are settled before play: they become a table.
"""

from __future__ import annotations

from ggl.checker import make
from ggl.checker.constants import fixed
from ggl.checker.typer import Typer
from ggl.checker.world import Refused, Scope
from ggl.core import forms as f
from ggl.core.types import Domain, Fin, ListOf, Opt, SetOf, Type, members_of, singular_of
from ggl.diagnostics import Fix, Note
from ggl.diagnostics.catalog import names_and_types as codes
from ggl.frozen import frozen
from ggl.syntax import tree as t

RELATION = Domain("relation", 1 << 16)
"""Relations that a file defines, where a word of the prelude hands one on: by their number in the world's list."""


@frozen
class Across:
    """Steps across the members of a set: the tables of those at each cell, and of the cells at each of them."""

    through: f.Expr
    out: str
    back: str


def relation_named(expressions: Typer, tree: t.Expr, scope: Scope, site: Fin) -> f.Expr | None:
    """The relation of a definition with one parameter that stands alone by its name; None for any other tree, and where the
    name alone means something else."""
    if not isinstance(tree, t.Name) or tree.name in scope.locals:
        return None
    params, _, _ = expressions.definitions.own.get(tree.name, ((), None, None))
    if len(params) != 1 or expressions.names.stands_alone(tree.name):
        return None
    world, name = expressions.world, make.fresh("s")
    inner = Scope("constant", {f"{tree.name}.": f.Var(name, site)})
    call = t.Call(tree.name, (t.Name(f"{tree.name}.", span=tree.span),), (), tree.span, span=tree.span)
    with world.findings.noting(Note(f"`{tree.name}` is used here for {OPEN}", tree.span), (codes.NOT_CONSTANT,)):
        reached = expressions.infer(call, inner)
    one = reached.type.of if isinstance(reached.type, Opt) else reached.type
    if one == site:  # a step to a single site
        reached = make.single(reached, SetOf(site))
    reached = expressions.converted(reached, SetOf(site), tree.span, f"{tree.name}(..) as a set of sites")
    listed = f.Listing(name, make.everything(site), make.TRUE, reached, False, ListOf(SetOf(site)))
    sets = fixed(expressions, listed, tree.span).value
    assert isinstance(sets, tuple)
    table = world.table(f"by {tree.name}", (site.domain,), SetOf(site), lambda x: sets[x], tree.span)
    return number_of_relation(expressions, table)


OPEN = "what joins cells, which never changes or is a set of edges or links, as in `edges - (edges with wall)`"


def is_way(type_: Type) -> bool:
    """Whether values of a type may say what joins cells."""
    joining = type_.of if isinstance(type_, SetOf | ListOf) else None
    named = isinstance(joining, Fin) and joining.domain.name in ("direction", "edge", "link")
    return named or type_ == Fin(RELATION)


def ways(expressions: Typer, tree: t.Expr, scope: Scope, site: Fin, *, both: bool) -> str | Across:
    """The steps of an argument; with `both`, a step back is one as well."""
    given = relation_named(expressions, tree, scope, site) or expressions.infer(tree, scope)
    return ways_given(expressions, given, tree, scope, site, both=both)


def number_of_relation(expressions: Typer, relation: str) -> f.Lit:
    """A relation as a value that a word of the prelude hands on."""
    relations = expressions.world.relations
    if relation not in relations:
        relations.append(relation)
    return f.Lit(relations.index(relation), Fin(RELATION))


def ways_given(
    expressions: Typer, given: f.Expr, tree: t.Expr, scope: Scope, site: Fin, *, both: bool
) -> str | Across:  # fmt: skip
    """The steps of an argument that is typed."""
    world, board = expressions.world, expressions.world.board
    for name in ("edge", "link"):
        if name in world.domains and isinstance(given.type, SetOf | ListOf) and given.type.of == world.fin(name):
            return _across(expressions, expressions.converted(given, SetOf(world.fin(name)), tree.span), tree, site, name)
    if given.type == Fin(RELATION):
        assert isinstance(given, f.Lit)
        one_way = world.relations[given.code]
        if world.tables[one_way].index != (site.domain.name,):
            raise Refused
        sets = world.tables[one_way].entries
        steps = {x: set(members_of(entry, SetOf(site))) for x, entry in enumerate(sets) if isinstance(entry, int)}
        leads_back = all(x in steps[to] for x, reached in steps.items() for to in reached)
        return one_way if leads_back or not both else _joined(expressions, f"both {one_way}", steps, site, tree)
    if site.domain.name != "cell":
        label = f"these are {singular_of(SetOf(site))}"
        world.refuse(codes.WRONG_TYPE, tree.span, "steps in directions join cells", label, fix=argument_out(tree))
    if not isinstance(given, f.Lit):
        given = expressions.want(tree, scope.at("constant"), SetOf(world.fin("direction")), "a set of directions")
    chosen = expressions.converted(given, SetOf(world.fin("direction")), tree.span, "a set of directions", scope)
    if not isinstance(chosen, f.Lit):
        message = "the directions that join cells are fixed before play, but this depends on a name that is not"
        world.refuse(codes.NOT_CONSTANT, tree.span, message, "", "write the directions themselves here, such as `orthogonal`")
    turns = [way for way in range(len(board.directions)) if chosen.code >> way & 1]
    reached = {cell: {to for way in turns if (to := board.step[way][cell]) >= 0} for cell in range(len(board.cells))}
    if both:
        return _joined(expressions, f"joined {chosen.code:x}", reached, site, tree)
    return world.table(f"steps {chosen.code:x}", (site.domain,), SetOf(site), lambda x: sorted(reached[x]), tree.span)


def _joined(expressions: Typer, name: str, steps: dict[int, set[int]], site: Fin, tree: t.Expr) -> str:
    """The table of steps and steps back."""
    both = {x: set(reached) for x, reached in steps.items()}
    for x, reached in steps.items():
        for to in reached:
            both[to].add(x)
    return expressions.world.table(name, (site.domain,), SetOf(site), lambda x: sorted(both[x]), tree.span)


def _across(expressions: Typer, through: f.Expr, tree: t.Expr, site: Fin, joining: str) -> Across:
    """Across edges or along links, from cell to cell."""
    world, board, span = expressions.world, expressions.world.board, tree.span
    if site.domain.name != "cell":
        what = "steps across edges" if joining == "edge" else "steps along links"
        world.refuse(
            codes.WRONG_TYPE, span, f"{what} join cells", f"these are {singular_of(SetOf(site))}", fix=argument_out(tree)
        )
    kind = world.fin(joining)
    at, cells = (board.cell_edges, board.edge_cells) if joining == "edge" else (board.cell_links, board.link_cells)
    out = world.table(f"{joining}s of cell", (site.domain,), SetOf(kind), lambda c: sorted(at[c]), span)
    back = world.table(f"cells of {joining}", (kind.domain,), SetOf(site), lambda e: sorted(cells[e]), span)
    return Across(through, out, back)


def argument_out(last: t.Expr) -> Fix | None:
    """The edit that takes out the last argument of a call, with its comma."""
    text, span = last.span.source.text, last.span
    comma = text.rfind(",", 0, span.start)
    return None if text[comma + 1 : span.start].strip() else Fix(span.source.span(comma, span.end), "", "remove it")
