"""What the board and the options settle before play.

    settled(core)    an expression that reads no position becomes the value that it has
    tabled(core)     a set or list that reads no position, but hangs upon sites or the like, becomes a table of its values
    unordered(core)  a list of a table that is only counted in, or asked for any or all, becomes a set

The interpreter works the values out (`beforehand.py`). What is large or takes long stays as it is.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from math import prod
from typing import Any, get_args

from ggl.compiler.passes.const_eval import Beforehand
from ggl.compiler.passes.terms import each_expression, inside
from ggl.core import forms as f
from ggl.core.substitution import free
from ggl.core.types import Fin, ListOf, SetOf
from ggl.core.walk import READS, rebuilt, uses, walk
from ggl.engine.protocol import WorkLimitError

MOST_ITEMS = 1024
"""Items of a list that becomes a constant."""

MOST_ROWS = 4096
"""Entries of a table that is made."""

_EXPR: Any = get_args(f.Expr)


def settled(core: f.CoreGame) -> f.CoreGame:
    """Inner expressions come first, so each is worked out from constants."""
    beforehand = Beforehand(core)
    steady = _steady(core)

    def change(form: Any) -> Any:
        if not isinstance(form, _EXPR) or isinstance(form, f.Lit | f.Var) or uses(form, *READS):
            return form
        if free(form) or not all(call.name in steady for call in _calls(form)):
            return form
        try:
            value = beforehand.function(form)()
        except WorkLimitError:
            return form
        if isinstance(form.type, ListOf):
            return f.Lit(value, form.type, span=form.span) if len(value) <= MOST_ITEMS else form
        return f.Lit(int(value), form.type, span=form.span)

    return rebuilt(core, change)


def tabled(core: f.CoreGame) -> f.CoreGame:
    beforehand = Beforehand(core)
    steady = _steady(core)
    tables: dict[f.Table, str] = {}

    def whole(e: f.Expr) -> f.Expr:
        if not _is_worth_a_table(e) or not all(call.name in steady for call in _calls(e)):
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
    """The variables that an expression hangs upon, and the mover if it reads that; none if it reads more of the position."""
    read = {form for form in walk(e) if isinstance(form, READS)}
    variables = free(e)
    movers = [form for form in read if isinstance(form, f.Get) and form.field == "mover"]
    if len(movers) < len(read) or len(read) > 1 or len({each.name for each in variables}) < len(variables):
        return []  # a name may be taken for a site here, and for a site or none there
    return [*sorted(variables, key=lambda each: each.name), *movers]


def _rows(beforehand: Beforehand, e: f.Expr, index: list[f.Var | f.Get]) -> tuple[tuple[object, ...], object] | None:
    """The values of an expression for all codes of what it hangs upon, and the one where a variable is none; None if there are
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
    except (WorkLimitError, IndexError):  # the latter: with none, what is counted from it is a place in no table
        return None
    if not spares:  # a side is always to move
        return tuple(found), () if isinstance(e.type, ListOf) else 0
    return (tuple(found), spares.pop()) if len(spares) == 1 else None


def _is_worth_a_table(e: f.Expr) -> bool:
    """Whether a look-up is less than to work it out: what is of a table already is, and so are some forms."""
    if isinstance(e, f.Lit | f.Var | f.Single | f.NumberRange):
        return False
    if isinstance(e, f.Tab) and all(isinstance(each, f.Var | f.Lit | f.Get) for each in e.index):
        return False
    return isinstance(e.type, SetOf | ListOf) and isinstance(e.type.of, Fin)


def unordered(core: f.CoreGame) -> f.CoreGame:
    tables = {table.name: table for table in core.tables}

    def change(form: f.Form) -> f.Form:
        match form:
            case f.Fold("count" | "any" | "all", source=f.Tab(name, type=ListOf(Fin() as of)) as source):
                table = _as_sets(tables[name], of)
                if table is not None:
                    tables.setdefault(table.name, table)
                    return replace(form, source=replace(source, table=table.name, type=SetOf(of)))
        return form

    result = rebuilt(core, change)
    return replace(result, tables=tuple(tables.values()))


def _as_sets(table: f.Table, of: Fin) -> f.Table | None:
    """A table of lists as one of sets, if no list has a member twice, or one that is none."""
    sets = []
    for entry in (*table.entries, table.spare):
        if not isinstance(entry, tuple) or len(set(entry)) < len(entry) or any(item >= of.domain.size for item in entry):
            return None
        sets.append(sum(1 << item for item in entry))
    return f.Table(f"{table.name}, as sets", table.index, SetOf(of), tuple(sets[:-1]), sets[-1])


def _calls(form: Any) -> list[f.Call]:
    return [inner for inner in walk(form) if isinstance(inner, f.Call)]


def _steady(core: f.CoreGame) -> set[str]:
    """The definitions that read no position, nor does any that they use."""
    found = {definition.name for definition in core.definitions if not uses(definition.body, *READS)}
    bodies = {definition.name: definition.body for definition in core.definitions}
    while True:
        left = {name for name in found if all(call.name in found for call in _calls(bodies[name]))}
        if left == found:
            return found
        found = left
