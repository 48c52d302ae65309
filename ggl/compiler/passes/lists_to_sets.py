"""Turns a table's list into a set if the list is used only in counts and in `any` and `all`."""

from __future__ import annotations

from dataclasses import replace

from ggl.core import forms as f
from ggl.core.types import Fin, ListOf, SetOf
from ggl.core.walk import rebuilt


def lists_to_sets(core: f.CoreGame) -> f.CoreGame:
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
