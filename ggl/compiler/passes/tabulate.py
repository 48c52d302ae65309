"""Turns a set or list that depends on sites or similar values, but on no position, into a table."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from math import prod

from ggl.compiler.passes.const_eval import ConstantEvaluator
from ggl.compiler.passes.expression_queries import calls_in, each_expression, inside, static_definitions
from ggl.core import forms as f
from ggl.core.substitution import free
from ggl.core.types import Fin, ListOf, SetOf
from ggl.core.walk import READS, walk
from ggl.engine.protocol import WorkLimitError

MOST_ROWS = 4096
"""Entries of a table that is made."""


def tabulate(core: f.CoreGame) -> f.CoreGame:
    beforehand = ConstantEvaluator(core)
    constant = static_definitions(core)
    tables: dict[f.Table, str] = {}

    def whole(e: f.Expr) -> f.Expr:
        if not _is_worth_a_table(e) or not all(call.name in constant for call in calls_in(e)):
            return inside(e, whole)
        index = _hangs_upon(e)
        domains = [each.type.domain for each in index if isinstance(each.type, Fin)]
        if not index or len(domains) < len(index) or prod(domain.size for domain in domains) > MOST_ROWS:
            return inside(e, whole)
        rows = _rows(beforehand, e, index)
        if rows is None:
            return inside(e, whole)
        table = f.Table("", tuple(domain.name for domain in domains), e.type, *rows)
        name = tables.setdefault(table, f"table {len(tables) + 1}")
        return f.Tab(name, tuple(index), e.type, span=e.span)

    result = each_expression(core, whole)
    return replace(result, tables=(*result.tables, *(replace(table, name=name) for table, name in tables.items())))


def _hangs_upon(e: f.Expr) -> list[f.Var | f.Get]:
    """The variables that an expression depends on, and the mover if it reads that; none if it reads more of the position."""
    read = {form for form in walk(e) if isinstance(form, READS)}
    variables = free(e)
    movers = [form for form in read if isinstance(form, f.Get) and form.field == "mover"]
    if len(movers) < len(read) or len(read) > 1 or len({each.name for each in variables}) < len(variables):
        return []  # a name may have the type of a site here, and of a site or none there
    return [*sorted(variables, key=lambda each: each.name), *movers]


def _rows(beforehand: ConstantEvaluator, e: f.Expr, index: list[f.Var | f.Get]) -> tuple[tuple[object, ...], object] | None:
    """The values of an expression for all codes of what it depends on, and the one where a variable is none; None if there are
    several of those, which a table does not tell apart, or if it takes too long."""
    sizes = [each.type.domain.size for each in index if isinstance(each.type, Fin)]
    ranges = (range(size + isinstance(each, f.Var)) for size, each in zip(sizes, index, strict=True))
    value = beforehand.function(e, index)
    found, spares = [], set()
    try:
        for codes in product(*ranges):
            if any(code == size for code, size in zip(codes, sizes, strict=True)):
                spares.add(value(*codes))
            else:
                found.append(value(*codes))
    except (WorkLimitError, IndexError):  # IndexError: an index computed from none is outside the table
        return None
    if not spares:  # there is always a mover
        return tuple(found), () if isinstance(e.type, ListOf) else 0
    return (tuple(found), spares.pop()) if len(spares) == 1 else None


def _is_worth_a_table(e: f.Expr) -> bool:
    """Whether a look-up is less than to work it out: what is of a table already is, and so are some forms."""
    if isinstance(e, f.Lit | f.Var | f.Single | f.NumberRange):
        return False
    if isinstance(e, f.Tab) and all(isinstance(each, f.Var | f.Lit | f.Get) for each in e.index):
        return False
    return isinstance(e.type, SetOf | ListOf) and isinstance(e.type.of, Fin)
