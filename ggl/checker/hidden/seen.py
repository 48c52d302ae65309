"""The word `seen`: the value of an expression in the eyes of the side to move.

Takes a core expression and the veils of the world. Gives the same expression with each read of the pieces, and of what they
carry, by what the mover sees there; and of a variable by what the mover knows, or its start. So it is made of the forms there
are, and engines learn nothing. Definitions that read such fields have a copy for it.
"""

from __future__ import annotations

from dataclasses import replace

from ggl.checker import make
from ggl.checker.typer import Typer
from ggl.checker.world import Scope, World
from ggl.core import forms as f
from ggl.core.types import BOOL, Fin, Num, Opt, SetOf, Type, none_code, strip_opt
from ggl.core.walk import rebuilt, walk
from ggl.syntax import tree as t


def seen(expressions: Typer, tree: t.Call, scope: Scope) -> f.Expr:
    """`seen(E)`."""
    expressions.names.not_constant(tree.span, scope, "what is seen")
    found = expressions.infer(tree.args[0], replace(scope, known=frozenset()))  # that is known of what is there
    if not expressions.world.veils:
        return found
    mover = expressions.names.mover(tree.span)
    return _Eyes(expressions, mover).looked(found)


def view_definition(field: str) -> str:
    """The name of the definition that gives what a viewer knows of a variable."""
    return f"looked at {field}"


class _Eyes:
    def __init__(self, expressions: Typer, mover: f.Expr) -> None:
        self._world: World = expressions.world
        self._made = expressions.definitions.made
        self._mover = mover
        self._definitions = {one.name: one for one in self._made}
        self._veils = {
            name for veil in self._world.veils.values() for name in (veil.seen, veil.known, view_definition(veil.field))
        }

    def looked(self, expr: f.Expr) -> f.Expr:
        return rebuilt(expr, self._change)

    def _change(self, form: f.Form) -> f.Form:
        match form:
            case f.Get(field=field, index=index) if self._is_of_variable(field):
                return self._known(form, index, ())
            case f.Plane(field=field, type=type_) if self._is_of_variable(field):
                return self._members(form, type_)
            case f.Get(field=field, index=(at,), type=type_) if field in self._world.veils:
                return self._entry(form, self._world.veils[field].seen, at, type_)
            case f.Plane(field=field, values=values, type=type_) if field in self._world.veils:
                return self._plane(form, self._world.veils[field].seen, values, type_)
            case f.Call(name=name) if self._reads(name):
                return replace(form, name=self._copy(name))
        return form

    # ---- variables

    def _is_of_variable(self, field: str) -> bool:
        """Whether a field holds a variable that not everybody knows."""
        veil = self._world.veils.get(field)
        return veil is not None and bool(veil.known)

    def _looks(self, field: str) -> str:
        """The definition that gives what a viewer knows of an entry: the start of the field where that is nothing."""
        name = view_definition(field)
        if name not in self._definitions:
            declared = self._world.fields[field]
            params = self._definitions[self._world.veils[field].known].params
            index = tuple(f.Var(each, type_) for each, type_ in params)
            known = f.Call(self._world.veils[field].known, index, BOOL)
            value = f.Get(field, index[1:], declared.values)
            body = f.If(known, value, f.Lit(declared.start, declared.values), declared.values)
            self._definitions[name] = f.Definition(name, params, body, name)
            self._made.append(self._definitions[name])
        return name

    def _known(self, form: f.Get, index: tuple[f.Expr, ...], there: tuple[f.Expr, ...]) -> f.Expr:
        """An entry as the mover knows it; `there` are the parts of its index that are not none."""
        if not index:
            return f.Call(self._looks(form.field), (self._mover, *there), form.type, span=form.span)
        at, *rest = index
        if not isinstance(at.type, Opt):
            return self._known(form, tuple(rest), (*there, at))
        name = make.fresh("x")
        found = self._known(form, tuple(rest), (*there, f.Var(name, at.type.of)))
        return f.Some(name, at, found, f.Lit(_missing(form.type), form.type), form.type, span=form.span)

    def _members(self, form: f.Plane, type_: SetOf) -> f.Expr:
        """The members of a set that the mover knows."""
        assert isinstance(type_.of, Fin)
        item = make.fresh("x")
        there = f.Call(self._looks(form.field), (self._mover, f.Var(item, type_.of)), BOOL)
        return f.Filter(item, make.everything(type_.of), there, type_, span=form.span)

    # ---- pieces

    def _entry(self, form: f.Get, name: str, at: f.Expr, type_: Type) -> f.Expr:
        if not isinstance(at.type, Opt):
            return f.Call(name, (self._mover, at), type_, span=form.span)
        site = make.fresh("x")
        there = f.Call(name, (self._mover, f.Var(site, at.type.of)), type_)
        return f.Some(site, at, there, f.Lit(_missing(type_), type_), type_, span=form.span)

    def _plane(self, form: f.Plane, name: str, values: f.Expr, type_: SetOf) -> f.Expr:
        """The sites at which the mover sees one of the pieces."""
        assert isinstance(type_.of, Fin)
        entry = Opt(self._world.fin("piece"))
        item = make.fresh("x")
        there = f.Call(name, (self._mover, f.Var(item, type_.of)), entry)
        return f.Filter(item, make.everything(type_.of), f.In(there, values), type_, span=form.span)

    def _reads(self, name: str) -> bool:
        """Whether a definition reads what somebody does not see, itself or through others; not by a viewer's eyes."""
        if name in self._veils:
            return False
        forms = [*walk(self._definitions[name].body)]
        if any(form.field in self._world.veils for form in forms if isinstance(form, f.Get | f.Plane)):
            return True
        return any(self._reads(form.name) for form in forms if isinstance(form, f.Call))

    def _copy(self, name: str) -> str:
        """The name of a definition's copy, in which the mover looks."""
        copy = f"seen by mover {name}"
        if copy not in self._definitions:
            one = self._definitions[name]
            made = replace(one, name=copy, body=self.looked(one.body), label=f"seen by mover {one.label or name}")
            self._definitions[copy] = made
            self._made.append(made)
        return copy


def _missing(type_: Type) -> int:
    """The code that a field of such values gives at a site that is none."""
    values = strip_opt(type_)
    return none_code(values) if isinstance(values, Fin | Num) else 0
