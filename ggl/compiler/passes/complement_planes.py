"""Replaces all sites minus those of some codes by the sites of the other codes.

Known sets of codes become as wide as there are codes.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ggl.core import forms as f
from ggl.core.types import Domain, Fin, Opt, SetOf, set_size
from ggl.core.walk import rebuilt


def complement_planes(core: f.CoreGame) -> f.CoreGame:
    """All sites less those of some codes are those of the other codes; known sets of codes are as wide as the codes are many."""
    fields = {field.name: field for field in core.fields}
    sizes = {domain.name: domain.size for domain in core.domains}
    tables = {table.name: table for table in core.tables}

    def others(values: f.Expr, codes: SetOf) -> f.Expr | None:
        every = (1 << set_size(codes)) - 1
        if isinstance(values, f.Lit) and isinstance(values.value, int):
            return replace(values, value=every & ~values.value, type=codes)
        if not isinstance(values, f.Tab):
            return None
        table, name = tables[values.table], f"{values.table}, the others"
        if not all(isinstance(entry, int) for entry in (*table.entries, table.spare)):
            return None
        entries: Any = table.entries
        spare: Any = table.spare
        left = tuple(every & ~each for each in entries)
        tables.setdefault(name, replace(table, name=name, values=codes, entries=left, spare=every & ~spare))
        return replace(values, table=name, type=codes)

    def change(form: f.Form) -> f.Form:
        match form:
            case f.SetOp("minus", f.Lit(value=mask), f.Plane(name, values) as plane):
                field = fields[name]
                codes = _codes_with_none(field)
                if codes is not None and mask == (1 << sizes[field.index[0]]) - 1:
                    left = others(values, codes)
                    return form if left is None else replace(plane, values=left)
            case f.Plane(name, f.Lit() as values):
                codes = _codes_with_none(fields[name])
                return form if codes is None else replace(form, values=replace(values, type=codes))
        return form

    result = rebuilt(core, change)
    return replace(result, tables=tuple(tables.values()))


def _codes_with_none(field: f.Field) -> SetOf | None:
    """The type of a set of a field's codes that none may be among; None if it never is.

    In the core such a set has the type of one without none. So it would be a word short where there are 64 other codes.
    """
    if not isinstance(field.values, Opt) or not isinstance(field.values.of, Fin):
        return None
    domain = field.values.of.domain
    return SetOf(Fin(Domain(f"{domain.name} or none", domain.size + 1)))
