"""Facts that a move's conditions imply about the fields that its effects change, before the change.

If a condition says that a cell is empty, its code is none when a piece is put on it: so the changed planes are known without a
load. Takes the conditions of a move and its effects; gives, for each effect, the codes that are known before it. A move's
effects run only if its conditions hold.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from ggl.compiler.lower.context import Context
from ggl.compiler.passes.expression_queries import parts_of
from ggl.core import forms as f
from ggl.core.types import SetOf
from ggl.core.walk import walk
from ggl.engine.draws import intersected_sets, related


@dataclass(frozen=True)
class FieldFacts:
    """The codes that fields have at the sites that variables name."""

    codes: Mapping[tuple[str, str], int] = field(default_factory=dict)
    """By field and variable."""
    apart: frozenset[frozenset[str]] = frozenset()
    """Pairs of variables that never name the same site."""

    def of(self, field: str, site: f.Expr) -> int | None:
        """The code of a field at a site, if it is known."""
        return self.codes.get((field, site.name)) if isinstance(site, f.Var) else None

    def after(self, ctx: Context, e: f.Effect) -> FieldFacts:
        """What is still known when an effect has been done."""
        changed = _changed_by(ctx, e)
        only = e.site if isinstance(e, f.Put | f.Take) else None
        left = {
            (field, name): code
            for (field, name), code in self.codes.items()
            if field not in changed or (isinstance(only, f.Var) and frozenset((name, only.name)) in self.apart)
        }
        return replace(self, codes=left)

    def named(self, name: str, value: f.Expr | None = None) -> FieldFacts:
        """What is known where a name is bound: nothing of an outer variable of that name, and all that is known of its value."""
        codes = {key: code for key, code in self.codes.items() if key[1] != name}
        apart = {pair for pair in self.apart if name not in pair}
        if isinstance(value, f.Var) and value.name != name:
            codes |= {(field, name): code for (field, other), code in self.codes.items() if other == value.name}
            apart |= {pair - {value.name} | {name} for pair in apart if value.name in pair}
        return FieldFacts(codes, frozenset(apart))


NOTHING = FieldFacts()


def shown_by(ctx: Context, schema: f.Schema) -> FieldFacts:
    """What holds when the effects of a move begin."""
    codes: dict[tuple[str, str], int] = {}
    apart: set[frozenset[str]] = set()
    for part in (part for condition in schema.guard for part in parts_of(condition.test)):
        match part:
            case f.Compare("eq", f.Get(field, (f.Var(name),)), f.Lit(value=int(code))) if code >= 0:
                codes[field, name] = code
    for number, param in enumerate(schema.params):
        for source in intersected_sets(param.source):
            match source:
                case f.Plane(field, f.Lit(value=int(mask))) if mask.bit_count() == 1:
                    codes[field, param.name] = mask.bit_length() - 1
            apart |= {
                frozenset((param.name, other.name))
                for other in schema.params[:number]
                if related(source, other.name) and _leads_elsewhere(ctx, source)
            }
    return FieldFacts({key: code for key, code in codes.items() if key[0] in ctx.m.memory.planes}, frozenset(apart))


def _leads_elsewhere(ctx: Context, relation: f.Expr) -> bool:
    """Whether a relation leads from no site to itself."""
    assert isinstance(relation, f.Tab)
    return isinstance(relation.type, SetOf) and not any(
        mask >> site & 1 for site, mask in enumerate(ctx.m.memory.relation(relation.table))
    )


def _changed_by(ctx: Context, e: f.Effect) -> set[str]:
    """The fields that effects may change."""
    found: set[str] = set()
    for form in walk(e):
        match form:
            case f.Write(name) | f.WriteAll(name):
                found.add(name)
            case f.Put(layer) | f.Take(layer) | f.Move(layer) | f.Exchange(layer):
                info = ctx.m.layers[layer]
                found |= {info.field, *info.attributes}
    return found
