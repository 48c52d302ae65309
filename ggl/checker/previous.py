"""The word `previous`: the value of an expression as the last complete turn began.

Takes a core expression. Gives the same expression with each read of a field of the board, of a supply or of a variable made a
read of a second field, which holds what the first one held when the last complete turn began. Definitions that read such fields
have a copy for it. A third field holds what the first one held when the present turn began. So `previous` is made of the forms
there are: a position keeps the fields that are asked for, and the end of a turn moves them on.
"""

from __future__ import annotations

from dataclasses import replace

from ggl.checker import make
from ggl.checker.sets import MARKED
from ggl.checker.typer import Typer
from ggl.checker.world import Scope, World
from ggl.core import forms as f
from ggl.core.types import BOOL, Fin, SetOf
from ggl.core.walk import rebuilt
from ggl.diagnostics import Fix, Note
from ggl.diagnostics.catalog import moves_and_turns as codes
from ggl.syntax import tree as t

BEFORE = "before"
"""The role of a field that holds what was so when the last complete turn began."""

_NOW = "now"
"""The role of a field that holds what was so when the present turn began."""


def previous(expressions: Typer, tree: t.Call, scope: Scope) -> f.Expr:
    """`previous(E)`."""
    expressions.names.not_constant(tree.span, scope, "what was so a turn ago")
    check_a_turn_came_before(expressions, tree, scope)
    expressions.reads.setdefault("previous", tree.span)
    found = expressions.infer(tree.args[0], replace(scope, known=frozenset()))  # that is known of what is so now
    changed = _Earlier(expressions, tree).asked(found)
    if changed == found:
        fix = Fix.write(tree.span, tree.args[0].span.text)
        expressions.world.refuse(codes.NOT_KEPT, tree.span, "no turn changes what this reads", fix=fix)
    return replace(changed, span=tree.span)


def check_a_turn_came_before(expressions: Typer, tree: t.Call, scope: Scope, *notes: Note) -> None:
    """Refuse in the set-up what reads a turn ago."""
    if scope.stage == "setup":
        expressions.world.refuse(codes.NOT_KEPT, tree.span, "no turn comes before the set-up", "", None, notes)


class _Earlier:
    def __init__(self, expressions: Typer, tree: t.Call) -> None:
        self._world: World = expressions.world
        self._made = expressions.definitions.made
        self._definitions = {one.name: one for one in self._made}
        self._kept = _changing(self._world)
        self._tree = tree

    def asked(self, expr: f.Expr) -> f.Expr:
        return rebuilt(expr, self._change)

    def _change(self, form: f.Form) -> f.Form:
        match form:
            case f.Can():
                self._refuse("which moves were legal is not kept")
            case f.Seen():
                self._refuse("how often the position had occurred is not kept")
            case f.Get(field=field) if field in ("mover", "last_mover") or self._world.fields[field].role == "last":
                return form  # the mover and the last move are those of the present
            case f.Get(field=field) | f.Plane(field=field):
                return replace(form, field=self._before(field), span=None)
            case f.Call(name=name):
                return replace(form, name=self._copy(name), span=None)
        return replace(form, span=None)  # the text inside refers to the present

    def _before(self, name: str) -> str:
        """The field that holds what a field held then."""
        if self._world.fields[name].role == BEFORE:
            self._refuse("what was so two turns ago is not kept", "store it in a variable")
        if name not in self._kept:
            what = next((own for own, place in self._world.variables.items() if place.field == name), name.replace("_", "."))
            self._refuse(f"`{what}` is not kept", "pieces, supplies and variables are kept, except those of each turn")
        if name in self._world.veils:
            self._refuse("not every player sees what this reads", "store what the players may know in a variable")
        for role in (BEFORE, _NOW):
            self._world.add_field(replace(self._world.fields[name], name=f"{name}.{role}", compared=False, role=role, of=name))
        return f"{name}.{BEFORE}"

    def _copy(self, name: str) -> str:
        """The name of a definition's copy that reads what was so then; its own, if it reads no position."""
        copy = f"previous {name}"
        one = self._definitions[name]
        if copy not in self._definitions:
            body = self.asked(one.body)
            made = replace(one, name=copy, body=body, label=f"previous {one.label or name}")
            if body == one.body:
                return name
            self._definitions[copy] = made
            self._made.append(made)
        return copy

    def _refuse(self, message: str, help_: str = "`previous` is about pieces, supplies and variables") -> None:
        _refuse(self._world, self._tree, message, help_)


def _refuse(world: World, tree: t.Call, message: str, help_: str) -> None:
    world.refuse(codes.NOT_KEPT, tree.span, message, "", help_)


def _changing(world: World) -> set[str]:
    """The fields of the board, of the supplies, and of the variables that last longer than a turn."""
    found = {name for layer in world.layers.values() for name in layer.fields}
    return found | {place.field for place in world.variables.values() if place.field not in world.of_each_turn} | {"supply"}


# ---------------------------------------------------------------------------------------------- what the turns do for it


def with_previous_values(core: f.CoreGame) -> f.CoreGame:
    """The game, whose set-up notes what is so at the start, and each of whose turns moves it on when it is over."""
    if not any(field.role == BEFORE for field in core.fields):
        return core
    start = note_starting_values(core)
    rolls = tuple(replace(roll, then=_and(roll.then, start)) if roll.in_setup else roll for roll in core.rolls)
    turn = replace(core.turn, finish=_and(core.turn.finish, _noted(core, begins=False)))
    return replace(core, setup=_and(core.setup, start), rolls=rolls, turn=turn)


def note_starting_values(core: f.CoreGame) -> f.Effect:
    """The effect that keeps the present values as those before: as a play begins, or a position is set up."""
    return _noted(core, begins=True)


def _noted(core: f.CoreGame, *, begins: bool) -> f.Seq:
    """The effect that moves kept values on: those as the turn began, or the present ones as a play begins."""
    fields = {field.name: field for field in core.fields}
    now = {field.of: field.name for field in core.fields if field.role == _NOW}
    domains = {domain.name: domain for domain in core.domains}
    parts: list[f.Effect] = []
    for then in core.fields:
        if then.role == BEFORE:
            field = fields[then.of]
            index = [Fin(domains[each]) for each in field.index]
            parts.append(_copied(field, index, field.name if begins else now[field.name], then.name))
            parts.append(_copied(field, index, field.name, now[field.name]))
    return f.Seq(tuple(parts))


def _and(first: f.Effect, then: f.Effect) -> f.Seq:
    return f.Seq((*(first.parts if isinstance(first, f.Seq) else (first,)), then))


def _copied(field: f.Field, index: list[Fin], source: str, target: str) -> f.Effect:
    """A field becomes what another one of its kind is."""
    if field.values == BOOL and len(index) == 1:
        return f.WriteAll(target, f.Plane(source, MARKED, SetOf(index[0])))
    named = [(make.fresh("x"), each) for each in index]
    place = tuple(f.Var(name, each) for name, each in named)
    effect: f.Effect = f.Write(target, place, f.Get(source, place, field.values))
    for name, each in reversed(named):
        effect = f.ForDo(name, make.everything(each), effect)
    return effect
