"""The effects that tell players something: `announce`, and `reveal` and `hide`.

Takes effect trees. Gives writes to fields of their own, which views show to those who are told, so engines learn nothing.

An announcement has a field for its value, and one that turns each time it is made, so that the same value told twice is noticed
twice. A field with an entry for each player keeps what was revealed; for a piece it is an attribute, which moves with it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn

from ggl.checker import make, sets
from ggl.checker.effects import pieces
from ggl.checker.effects.sites import each, site_type
from ggl.checker.effects.variables import target_of
from ggl.checker.expressions import Expressions
from ggl.checker.hidden.visibility import VIEWER, shown_field, veil_unless
from ggl.checker.world import SITES, Announcement, Place, Scope, World
from ggl.core import forms as f
from ggl.core.types import BOOL, Bool, Fin, ListOf, Num, Opt, SetOf, singular_of, strip_opt
from ggl.diagnostics import Fix
from ggl.diagnostics.catalog import moves_and_turns as codes
from ggl.diagnostics.catalog import names_and_types as name_codes
from ggl.engine.protocol import TURNLESS_LIMIT
from ggl.syntax import tree as t
from ggl.syntax.unparse import unparse

_TIMES = Num(0, TURNLESS_LIMIT + 1)
"""The values that turn with each announcement of a line of a match: games that are soon over may make it again in one step."""


def announce(expressions: Expressions, tree: t.Announce, scope: Scope, *, in_loop: bool) -> f.Effect:
    """`in_loop`: in one whose members change during play."""
    world = expressions.world
    if scope.stage == "setup":
        message = "nothing can be announced in the setup"
        world.refuse(codes.CANNOT_BE_TOLD, tree.span, message, "", "announce it under `turn: begin:`")
    if in_loop:
        message = "this loop may announce several things in one step"
        world.refuse(codes.CANNOT_BE_TOLD, tree.span, message, "", "announce a set or a number, after the loop")
    value = expressions.infer(tree.what, scope)
    told = None if tree.to is None else _players(expressions, tree.to, scope)
    number = len(world.announcements)
    owners: list[f.Expr] = []
    if world.together is not None and scope.stage not in ("begin", "resolve", "finish"):
        owners.append(expressions.names.mover(tree.span))  # each side's choice may announce it
    index = ("player",) * (len(owners) + (told is not None))
    place = _place(world, f"announced.{number}", index, value, tree)
    turned = f.Field(f"announced.{number}.turned", index, _TIMES if "total" in world.fields else BOOL, 0, False)
    world.add_field(turned)
    world.announcements.append(Announcement(_words(tree.what, value), place, turned.name))
    if told is not None:
        for field in (place.field, turned.name):
            _veil_by(world, expressions, field, len(owners))
    held = make.fresh("told")
    now = f.Var(held, value.type)

    def tell(of: tuple[f.Expr, ...]) -> f.Effect:
        if place.is_set:
            write = sets.fill_set(world, place, of, now)
        else:
            write = f.Write(place.field, of, make.convert(now, place.values))
        return f.Seq((write, f.Write(turned.name, of, _turned(f.Get(turned.name, of, turned.values)))))

    return f.LetDo(held, value, _to_each(world, told, lambda who: tell((*owners, *who))))


def told_fields(world: World) -> tuple[str, ...]:
    """The fields of all announcements. The announcements of a step that ends a game come when the next game has begun."""
    return tuple(field for one in world.announcements for field in (one.place.field, one.turned))


def _turned(now: f.Expr) -> f.Expr:
    if isinstance(now.type, Bool):
        return f.Not(now)
    is_last = make.comparison("eq", now, make.number(_TIMES.hi))
    return make.conditional(is_last, make.number(0), make.arith("add", [now, make.number(1)]), _TIMES)


def _to_each(world: World, told: f.Expr | None, tell: Callable[[tuple[f.Expr, ...]], f.Effect]) -> f.Effect:
    if told is None:
        return tell(())
    name = make.fresh("p")
    return f.ForDo(name, told, tell((f.Var(name, world.player),)))


def _place(world: World, name: str, index: tuple[str, ...], value: f.Expr, tree: t.Announce) -> Place:
    """A field for what is announced."""
    type_ = value.type
    if isinstance(type_, SetOf) and isinstance(type_.of, Fin) and type_ != make.EMPTY_SET:
        world.add_field(f.Field(name, (*index, type_.of.domain.name), BOOL, 0, False))
        return Place(name, (*index, type_.of.domain.name), BOOL, is_set=True)
    if isinstance(strip_opt(type_), Bool | Num | Fin) and not make.is_none(value):
        inner = strip_opt(type_)
        start = inner.lo if isinstance(inner, Num) and not isinstance(type_, Opt) else 0
        world.add_field(f.Field(name, index, type_, start, False))
        return Place(name, index, type_)
    world.refuse(name_codes.WRONG_TYPE, tree.what.span, f"{singular_of(type_)} cannot be announced", "",
                 "announce a value, a condition, or a set of sites, players, kinds or names")  # fmt: skip


def _words(tree: t.Expr, value: f.Expr) -> str:
    """The words of an announcement: a name, a word or a property that it reads; any other condition as it is written."""
    if isinstance(tree, t.Name | t.Dot | t.Call):
        return tree.name.replace("_", " ")
    return unparse(tree) if isinstance(value.type, Bool) else ""


def _players(expressions: Expressions, tree: t.Expr, scope: Scope) -> f.Expr:
    """The players who receive an announcement, as a set: one, none, or the members of a set."""
    player = expressions.world.player
    value = expressions.infer(tree, scope)
    everyone = SetOf(player)
    if isinstance(value.type, SetOf | ListOf):
        return expressions.converted(value, everyone, tree.span, "a player or a set of players")
    if isinstance(value.type, Opt):
        value = expressions.converted(value, Opt(player), tree.span, "a player or a set of players")
        name = make.fresh("p")
        one = make.single(f.Var(name, player), everyone)
        return f.Some(name, value, one, f.Lit(0, everyone), everyone)
    return make.single(expressions.converted(value, player, tree.span, "a player or a set of players"), everyone)


def _veil_by(world: World, expressions: Expressions, field: str, at: int) -> None:
    """Each player knows the own entries of a field in whose index the player told stands at this place."""
    index = world.fields[field].index
    params = tuple((f"i{number}", Fin(world.domain(domain))) for number, domain in enumerate(index))
    own = f.Compare("eq", f.Var(VIEWER, world.player), f.Var(f"i{at}", world.player))
    veil_unless(world, expressions, field, params, own)


# ------------------------------------------------------------------------------------------------------------ revealing


def undone(world: World, parts: tuple[t.Effect, ...]) -> None:
    """Reports what `reveal` shows and a later effect of the same block hides again: players look when the step is over."""
    for place, part in enumerate(parts):
        if not isinstance(part, t.Reveal) or part.verb != "reveal":
            continue
        for later in parts[place + 1 :]:
            if any(isinstance(inner, t.Call) and inner.name == "seen" for inner in t.nodes(later)):
                break
            if _hides_again(world, later, part):
                what = part.what.span.text
                message = f"nobody sees what `reveal {what}` shows: `{later.span.text}` follows in the same step"
                help_ = f"tell it with `announce`, as in {_announced(part, later)}"
                world.findings.report(codes.USELESS_EFFECT, part.span, message, help=help_)  # once, whatever else hides it


def _hides_again(world: World, later: t.Effect, shown: t.Reveal) -> bool:
    is_variable = isinstance(shown.what, t.Name | t.Dot) and shown.what.name in world.shown
    match later:
        case t.Reveal(verb="hide"):
            return later.what == shown.what and later.to in (None, shown.to)
        case t.Take():
            words = {word.name if isinstance(word, t.Name) else "" for word in later.pieces.words}
            kinds = words & world.kinds.keys()
            is_of_all = later.pieces.owner is None and words - kinds <= {"piece", "all"}
            return later.source == shown.what and is_of_all and (not kinds or kinds >= world.shown_kinds)
        case t.Change(verb="set"):
            return is_variable and later.what == shown.what
        case t.Roll():
            return is_variable and shown.what in later.places
    return False


def _announced(part: t.Reveal, later: t.Effect) -> str:
    what, to = part.what.span.text, f" to {part.to.span.text}" if part.to else ""
    kind = ".kind" if isinstance(later, t.Take) else ""
    return f"`announce {what}{kind}{to}`"


def reveal(expressions: Expressions, tree: t.Reveal, scope: Scope) -> f.Effect:
    """`reveal` and `hide`: of a variable, or of the pieces on a site."""
    world = expressions.world
    if isinstance(tree.to, t.Name) and tree.to.name in ("everybody", "everyone", "all"):
        fix = Fix.write(tree.span, f"{tree.verb} {tree.what.span.text}")
        message = f"without {'`to`' if tree.verb == 'reveal' else '`from`'}, `{tree.verb}` is for everybody"
        world.refuse(name_codes.UNKNOWN_NAME, tree.to.span, message, fix=fix)
    told = make.everything(world.player) if tree.to is None else _players(expressions, tree.to, scope)
    seen = f.Lit(int(tree.verb == "reveal"), BOOL)
    if isinstance(tree.what, t.Name | t.Dot) and tree.what.name in world.shown:
        _, index, _ = target_of(expressions, tree.what, scope)
        field = world.shown[tree.what.name]
        return _to_each(world, told, lambda who: f.Write(field, (*index, *who), seen))
    if isinstance(tree.what, t.Name | t.Dot) and tree.what.name in world.variables:
        type_ = strip_opt(expressions.infer(tree.what, scope).type)
        held_by = type_.of if isinstance(type_, SetOf | ListOf) else type_
        if not isinstance(held_by, Fin) or held_by.domain.name not in SITES:
            _cannot(world, tree.what, f"no `{tree.what.name}`", seen)
    held = make.fresh("told")

    def of_site(site: f.Expr) -> f.Effect:
        layers = [layer for layer in world.layers_on(site_type(world, site, tree.what.span)) if _kinds(world, layer)]
        if not layers:
            _cannot(world, tree.what, "no piece here", seen)
        return make.sequence([_of_layer(world, layer, site, f.Var(held, told.type), seen) for layer in layers])

    return f.LetDo(held, told, each(expressions, tree.what, scope, of_site))


def _cannot(world: World, tree: t.Expr, what: str, seen: f.Lit) -> NoReturn:
    message = f"{what} can be {'revealed' if seen.value else 'hidden'}"
    help_ = "let its `seen by` test whether it was revealed, as in `seen by: owner or shown`"
    world.refuse(codes.CANNOT_BE_TOLD, tree.span, message, "", help_)


def _kinds(world: World, layer: f.Layer) -> set[str]:
    return {name for name in world.shown_kinds if world.layer_of(world.kinds[name]).name == layer.name}


def _of_layer(world: World, layer: f.Layer, site: f.Expr, told: f.Expr, seen: f.Lit) -> f.Effect:
    kinds = _kinds(world, layer)
    writes: list[f.Effect] = []
    for player in range(len(world.players)):
        write = f.Write(shown_field(layer, player), (site,), seen)
        writes.append(f.IfDo(f.In(f.Lit(player, world.player), told), write, make.NOTHING))
    there = pieces.piece_stands(world, layer, site, lambda kind: kind.name in kinds)
    return f.IfDo(there, make.sequence(writes), make.NOTHING)
