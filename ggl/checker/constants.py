"""Constants before play: the interpreter, which defines the meaning, evaluates expressions that read no position.

Takes a core expression without free variables that reads no position; gives its value as a constant. An expensive computation
is an error, by the same bound as the work of a ply.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator

from ggl.checker import make
from ggl.checker.cost import work_of
from ggl.checker.scope import CONSTANT
from ggl.checker.typer import Typer
from ggl.checker.world import World
from ggl.core import forms as f
from ggl.core.substitution import free
from ggl.core.types import Fin, ListOf, Num, SetOf, members_of, strip_opt
from ggl.core.walk import READS, reached, rebuilt, uses, walk
from ggl.diagnostics.catalog import names_and_types as codes
from ggl.engine.layout import Layout
from ggl.interpreter.expressions import ExpressionFunctions
from ggl.interpreter.vector import Slots, Vector
from ggl.source import Span
from ggl.syntax import tree as t

CONSTANT_LIMIT = 2_000_000


def is_closed(expr: f.Expr) -> bool:
    """Whether an expression has no variables but those it binds itself, and reads no position."""
    if uses(expr, *READS):
        return False
    names = {form.name for form in walk(expr) if isinstance(form, f.Var)}
    binding = (f.Filter, f.Fold, f.Listing, f.Leading, f.Let, f.Some)
    return names <= {form.name for form in walk(expr) if isinstance(form, binding)}


def never_changes(expr: f.Expr, definitions: tuple[f.Definition, ...]) -> bool:
    """Whether an expression is closed, and so is every definition that it uses."""
    bodies = {definition.name: definition.body for definition in definitions if not definition.params}
    used = {form.name for form in walk(expr) if isinstance(form, f.Call)}
    return is_closed(expr) and used <= bodies.keys() and all(never_changes(bodies[name], definitions) for name in used)


def constant(expr: f.Expr, world: World, definitions: tuple[f.Definition, ...], span: Span) -> f.Lit:
    """The constant value of a closed expression."""
    core = _before_play(world, definitions)
    if work_of(expr, core) > CONSTANT_LIMIT:
        world.refuse(codes.TOO_COMPLEX, span, "this takes too long to compute before play", "", "loop over fewer members")
    slots = Slots()
    value = ExpressionFunctions(core, Layout(core)).function(expr, slots)(Vector(), slots.frame())
    return f.Lit(value if isinstance(value, tuple) else int(value), expr.type, span=span)


def _before_play(world: World, definitions: tuple[f.Definition, ...]) -> f.CoreGame:
    return f.CoreGame(
        domains=tuple(world.domains.values()), fields=(), layers=(), tables=tuple(world.tables.values()), definitions=definitions,
        setup=f.Seq(()), schemas=(), turn=f.Turn(f.Lit(0, world.player), ()), end=(), score=None, score_param="",
        tie=("draw", None), match=None, reasons=(),
    )  # fmt: skip


MOST_CASES = 400
"""The most values of parameters for which the size of a set is computed to choose the advice."""

MOST_STEPS = 50_000
"""The most work for that."""


def possible_sizes(expressions: Typer, expr: f.Expr) -> frozenset[int] | None:
    """The numbers of members that a set or list may have, where parameters and the mover alone decide; None where the position
    does, or where that takes long."""
    definitions = tuple(expressions.definitions.made)
    whose = f.Var(make.fresh("mover"), expressions.world.player)
    expr = rebuilt(expr, lambda form: whose if isinstance(form, f.Get) and form.field == "mover" else form)
    domains = {each.name: strip_opt(each.type) for each in free(expr)}
    values = [range(of.domain.size) for of in domains.values() if isinstance(of, Fin)]
    cases, core = math.prod(map(len, values)), _before_play(expressions.world, definitions)
    if any(isinstance(form, READS) for form in reached(expr, definitions)) or len(values) < len(domains):
        return None
    if cases > MOST_CASES or work_of(expr, core) * cases > MOST_STEPS:
        return None
    slots = Slots()
    places = [slots.of(name) for name in domains]
    value_of = ExpressionFunctions(core, Layout(core)).function(expr, slots)
    found = set[int]()
    for case in itertools.product(*values):
        frame = slots.frame()
        for place, value in zip(places, case, strict=True):
            frame[place] = value
        members = value_of(Vector(), frame)
        found.add(len(members) if isinstance(members, tuple) else int(members).bit_count())
    return frozenset(found)


def constant_value(expressions: Typer, expr: f.Expr, span: Span) -> f.Lit | None:
    """The value of an expression where that is fixed before play; None where it may change."""
    if isinstance(expr, f.Lit):
        return expr
    made = tuple(expressions.definitions.made)
    if not never_changes(expr, made):
        return None
    return constant(expr, expressions.world, made, span)


def fixed(expressions: Typer, expr: f.Expr, span: Span) -> f.Lit:
    """The value of an expression of the scope `CONSTANT`, in which all that changes is refused."""
    if isinstance(expr, f.Lit):
        return expr
    assert is_closed(expr)
    return constant(expr, expressions.world, tuple(expressions.definitions.made), span)


def settled_value(expressions: Typer, tree: t.Expr) -> f.Lit:
    """The value of an expression in which all that changes is refused."""
    return fixed(expressions, expressions.infer(tree, CONSTANT), tree.span)


def settled_number(expressions: Typer, tree: t.Expr) -> int:
    """A whole number that is fixed before play."""
    expr = expressions.converted(expressions.number(tree, CONSTANT), make.WHOLE, tree.span, "a whole number")
    return fixed(expressions, expr, tree.span).code


def each_of(source: f.Lit) -> Iterator[f.Lit]:
    """The members of a constant set or list, in order."""
    assert isinstance(source.type, SetOf | ListOf)
    of = source.type.of
    for code in members_of(source.value, source.type):
        yield f.Lit(code, Num(code, code, of.scale) if isinstance(of, Num) else of)
