"""Reads a field of one entry once if a move's effects read it several times and do not write it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from ggl.core import forms as f
from ggl.core.substitution import Fresh
from ggl.core.walk import rebuilt, uses, walk


def reuse_field_reads(core: f.CoreGame) -> f.CoreGame:
    """Names each field of one entry that a move's effects read more than once and never change."""
    fresh = Fresh(core)

    def of_move(schema: f.Schema) -> f.Schema:
        written = {form.field for form in walk(schema.do) if isinstance(form, f.Write | f.WriteAll)}
        if uses(schema.do, f.Finish, f.Again, f.Roll):
            written |= {"over", "winner", "winners", "again", "chance"}
        reads = Counter(form for form in walk(schema.do) if isinstance(form, f.Get) and not form.index)
        do = schema.do
        for read, times in reads.items():
            if times > 1 and read.field not in written:
                name = f.Var(fresh.name(read.field), read.type)
                do = f.LetDo(name.name, read, rebuilt(do, lambda form, read=read, name=name: name if form == read else form))  # type: ignore[misc]
        return replace(schema, do=do)

    return replace(core, schemas=tuple(of_move(schema) for schema in core.schemas))
