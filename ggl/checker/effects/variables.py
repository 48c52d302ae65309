"""Variables, properties and supplies: `set`, `add` and `drop`."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from ggl.checker import bags, make, sets
from ggl.checker.effects import pieces
from ggl.checker.expressions import Expressions
from ggl.checker.static import tab
from ggl.checker.world import Place, Refused, Scope, World
from ggl.core import forms as f
from ggl.core.types import BOOL, STORED_LIMIT, Fin, ListOf, Num, Opt, SetOf, Type, strip_opt
from ggl.core.walk import walk
from ggl.diagnostics import Fix
from ggl.diagnostics.catalog import moves_and_turns as codes
from ggl.diagnostics.catalog import names_and_types as type_codes
from ggl.diagnostics.near import near, near_label
from ggl.source import Span
from ggl.syntax import tree as t
from ggl.syntax.unparse import unparse

Target = tuple[Place, tuple[f.Expr, ...], f.Expr]
"""The target of a change: a place, an index there, and the condition under which there is such an entry."""


def change(expressions: Expressions, tree: t.Change, scope: Scope) -> f.Effect:
    place, index, there = target_of(expressions, tree.what, scope, tree)
    new = _changed(expressions, tree, scope, place, index, there)
    name = tree.what.name if isinstance(tree.what, t.Name | t.Dot) else ""
    return make.sequence([new, *forget(expressions.world, name, index)])  # what is new may read what was revealed


def forget(world: World, name: str, index: tuple[f.Expr, ...]) -> list[f.Effect]:
    """A variable that gets a new value is revealed to nobody; for others there is nothing to do."""
    if name not in world.shown:
        return []
    players = (f.Lit(player, world.player) for player in range(len(world.players)))
    return [f.Write(world.shown[name], (*index, player), f.Lit(0, BOOL)) for player in players]


def may_read(index: tuple[f.Expr, ...], *changed: str) -> bool:
    """Whether the owner of an entry may be another one once these fields change, so that it must be read before."""
    forms = walk(index)
    return any(isinstance(one, f.Call) or (isinstance(one, f.Get | f.Plane) and one.field in changed) for one in forms)


def _owner_read_first(place: Place, index: tuple[f.Expr, ...], effect: Callable[[tuple[f.Expr, ...]], f.Effect]) -> f.Effect:
    """An effect in several steps on a set of one owner."""
    if not may_read(index, place.field):
        return effect(index)
    (owner,) = index
    name = make.fresh("owner")
    return f.LetDo(name, owner, effect((f.Var(name, owner.type),)))


def _changed(
    expressions: Expressions, tree: t.Change, scope: Scope, place: Place, index: tuple[f.Expr, ...], there: f.Expr
) -> f.Effect:
    if place.bag is not None:
        members = expressions.want(tree.to, scope, ListOf(place.bag), "a list of what it may hold")
        return bags.fill_bag(expressions.world, place, members)
    if place.is_set:
        members = expressions.want(tree.to, scope, SetOf(sets.element_type(expressions.world, place)))
        return _owner_read_first(place, index, lambda owner: sets.fill_set(expressions.world, place, owner, members))
    value = expressions.want(tree.to, scope, _assignable(place.values))
    return write_entry(place, index, value, there)


def add(expressions: Expressions, tree: t.Add, scope: Scope) -> f.Effect:
    place, index, there = target_of(expressions, tree.place, scope)
    if place.bag is not None:
        return _change_bag(expressions, tree, place, scope)
    if place.is_set:
        return _add_members(expressions, tree, place, index, scope)
    if not isinstance(place.values, Num):
        message = f"`{tree.verb}` is for numbers, sets and bags"
        expressions.world.refuse(codes.CANNOT_CHANGE, tree.place.span, message, "", "write `set .. to ..`")
    amount = expressions.want(tree.what, scope, _assignable(place.values), "a number")
    if tree.verb == "drop":
        less = unparse(t.Unary("-", tree.what, span=tree.what.span))
        fix = Fix.write(tree.span, f"add {less} to {tree.place.span.text}")
        message = "`drop` takes something out of a set or a bag"
        expressions.world.refuse(codes.CANNOT_CHANGE, tree.place.span, message, fix=fix)
    now = f.Get(place.field, index, place.values)
    return write_entry(place, index, make.arith("add", [now, amount]), there)


def _change_bag(expressions: Expressions, tree: t.Add, place: Place, scope: Scope) -> f.Effect:
    """One more or one less of a member, or of each member of a set or list."""
    world, by = expressions.world, 1 if tree.verb == "add" else -1
    assert place.bag is not None
    expr, held = expressions.infer(tree.what, scope), place.bag
    if isinstance(expr.type, SetOf | ListOf):
        of = expr.type.of
        steps = Fraction(held.scale, of.scale) if isinstance(of, Num) and isinstance(held, Num) else None
        if isinstance(expr.type, ListOf) or (of != held and steps != 1):
            numbers = steps is not None and steps.denominator == 1
            listed = make.as_list(expr) if numbers or expr.type == make.EMPTY_SET else expr
            expr = expressions.converted(listed, ListOf(held), tree.what.span)
            assert isinstance(expr.type, ListOf)
            of = expr.type.of
        assert isinstance(of, Num | Fin)
        x = f.Var(make.fresh("x"), of)
        return f.ForDo(x.name, expr, bags.change_count(world, place, x, by))
    wanted = Num(expr.type.lo, expr.type.hi, held.scale) if isinstance(expr.type, Num) and isinstance(held, Num) else held
    one = expressions.converted(expr, wanted, tree.what.span)
    if isinstance(one.type, Num) and isinstance(held, Num) and (one.type.hi < held.lo or one.type.lo > held.hi):
        label = f"it holds numbers from {Fraction(held.lo, held.scale)} to {Fraction(held.hi, held.scale)}"
        world.refuse(type_codes.WRONG_TYPE, tree.what.span, "this is never in the bag", label)
    return bags.change_count(world, place, one, by)


def _add_members(expressions: Expressions, tree: t.Add, place: Place, owner: tuple[f.Expr, ...], scope: Scope) -> f.Effect:
    element = sets.element_type(expressions.world, place)
    expr = expressions.infer(tree.what, scope)
    there = tree.verb == "add"
    if isinstance(expr.type, SetOf | ListOf):
        expr = expressions.converted(expr, SetOf(element), tree.what.span)
        x = f.Var(make.fresh("x"), element)

        def each(owner: tuple[f.Expr, ...]) -> f.Effect:
            return f.ForDo(x.name, expr, sets.set_membership(place, owner, x, there=there))

        return _owner_read_first(place, owner, each)
    wanted: Type = Opt(element) if isinstance(expr.type, Opt) else element
    return sets.set_membership(place, owner, expressions.converted(expr, wanted, tree.what.span), there=there)


def target_of(expressions: Expressions, tree: t.Expr, scope: Scope, effect: t.Change | None = None) -> Target:
    """The target of a change, by `effect` if it is a `set`."""
    world = expressions.world
    if isinstance(tree, t.Name | t.Dot) and tree.name in world.broken:
        raise Refused
    match tree:
        case t.Name(name="mover"):
            if scope.stage != "setup":
                message = "`turn` determines the mover"
                world.refuse(codes.CANNOT_CHANGE, tree.span, message, "", "for another turn of the same side, write `again`")
            game = f.Get("game", (), Num(0, STORED_LIMIT))
            begins = make.comparison("eq", game, make.number(0)) if world.first_by_match else make.TRUE
            return Place("mover", (), world.player), (), begins
        case t.Name(name=name) if name in world.variables and name not in scope.locals:
            place = world.variables[name]
            if not place.owners:
                world.used.add(name)
                return place, (), make.TRUE
            expressions.infer(tree, scope)  # reports which one is meant, unless the name means something else here
        case t.Dot(of=of_tree, name=name) if name in world.variables and name != "facing":
            of = expressions.infer(of_tree, scope)
            place = world.variables[name]
            inner = strip_opt(of.type)
            if isinstance(inner, Fin):
                if place.owners == (inner.domain.name,):
                    world.used.add(name)
                    return place, (of,), _carried(expressions, name, of)
                expressions.infer(tree, scope)  # reports what the owner has instead
        case t.Call(name="hand", args=(_, _)):
            read = expressions.infer(tree, scope)
            if isinstance(read, f.Get):
                there = _supplied(world, read.index, tree.span)
                return Place("supply", ("player", "kind"), Num(0, STORED_LIMIT)), read.index, there
    text = tree.span.text
    known = ", ".join(name for name in world.variables if name != "facing")
    has_properties = any(kind.has for kind in world.kinds.values())
    what = "state variables and properties of pieces" if has_properties else "state variables"
    help_ = f"only {what} can be set: {known}" if known else "declare a variable under `state`"
    fix, label = None, ""
    if isinstance(tree, t.Dot) and tree.name == "facing":
        help_ = f"write `turn {tree.of.span.text} to ..`"
        fix = Fix.write(effect.span, f"turn {tree.of.span.text} to {effect.to.span.text}") if effect else None
    elif isinstance(tree, t.Dot) and tree.name not in world.variables and (close := near(tree.name, world.variables)):
        whose, label = tree.of.span.text, near_label(close)
        fix = Fix.write(tree.span, f"{whose}.{close[0]}")
    elif isinstance(tree, t.Name) and not expressions.names.is_known(text, scope) and (close := near(text, world.variables)):
        label, fix = near_label(close), Fix.write(tree.span, close[0])
    world.refuse(codes.CANNOT_CHANGE, tree.span, f"`{text}` cannot be set", label, None if fix else help_, fix=fix)


def _supplied(world: World, index: tuple[f.Expr, ...], span: Span) -> f.Expr:
    """A supply is there only for a player who may have pieces of the kind, and of a kind with a supply."""
    suppliers = [world.suppliers(kind) for kind in world.kinds.values()]
    _, kind = index
    if len(suppliers[kind.code] if isinstance(kind, f.Lit) else min(suppliers, key=len)) == len(world.players):
        return make.TRUE
    return tab(world, "has a supply", list(index), BOOL, lambda player, kind: int(player in suppliers[kind]), span)


def _carried(expressions: Expressions, name: str, site: f.Expr) -> f.Expr:
    """A property is there only where a piece that has it stands."""
    kinds = [kind for kind in expressions.world.kinds.values() if name in kind.has]
    if not kinds:
        return make.TRUE
    return pieces.piece_stands(expressions.world, expressions.world.layer_of(kinds[0]), site, lambda kind: name in kind.has)


def write_entry(place: Place, index: tuple[f.Expr, ...], value: f.Expr, there: f.Expr) -> f.Effect:
    """An entry of a place becomes a value, if it is there."""
    done = f.Write(place.field, index, value)
    return done if there == make.TRUE else f.IfDo(there, done, make.NOTHING)


def _assignable(type_: Type) -> Type:
    return Num(0, 0, type_.scale) if isinstance(type_, Num) else type_
