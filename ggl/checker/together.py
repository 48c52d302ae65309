"""Choices made together: `together`, `by` and `resolve` of a turn, made of the forms there are.

Takes the schemas of a game, typed as those of any, and what its turn says. Gives schemas by which a side only notes its choice,
and the parts of a turn in which one side after the other chooses. `finish` carries the choices out once all have chosen. Fields
hold the choices until the next ones are made; the others do not see them before all have chosen, and then what `shows` allows.
So engines know no turn of this kind.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from ggl.checker import make
from ggl.checker.hidden.visibility import VIEWER, veil_unless
from ggl.checker.scope import MOVE, PICKED, Together
from ggl.checker.typer import Typer
from ggl.checker.world import World
from ggl.core import forms as f
from ggl.core.types import Fin, Num, Opt, SetOf, Type, none_code
from ggl.diagnostics.catalog import moves_and_turns as codes
from ggl.model.definition import Definition

DUE = "together.due"
"""The field that says whether some side has chosen and another has still to choose (1). In a game with other phases beside it
also says that all have chosen (`ALL_CHOSE`) until the choices are carried out: a move may have gone to a phase of choices."""

ALL_CHOSE = 2

AMONG = "this side is one of those who choose"
"""The condition that `by` adds."""


def declared(definition: Definition) -> Together | None:
    """The choices made together that a turn declares; None in any other game."""
    parts = definition.turn.at_once
    if not parts:
        return None
    moves = [move for move in definition.moves.values() if move.name in definition.turn.chosen_at_once]
    params = [{binder.name for binder in move.binders} for move in moves]
    always = set.intersection(*params) if params and not any(part.choosers is not None for part in parts) else set[str]()
    return Together(frozenset(always), frozenset().union(*params))


def check_moves(definition: Definition, world: World) -> None:
    """Report what a move cannot have that several sides choose at once."""
    chosen = definition.turn.chosen_at_once
    made = [phase.play for phase in definition.turn.phases]
    made += [move.then for move in definition.moves.values() if move.name not in chosen]
    for pick in (pick for plan in made if plan is not None for pick in plan.picks):
        if pick.name in chosen:
            message = f"`{pick.name}` is chosen together with moves of others in another phase"
            label, help_ = "its effects come there when all have chosen", "write a move of its own for this place"
            world.report(codes.CHOSEN_TOGETHER, pick.name_span, message, label, help_)
    for phase in definition.turn.phases:
        if phase.together is None and phase.play is None:
            message = f"`{phase.name}` offers all moves, and so those that are chosen together with moves of others"
            world.report(
                codes.CHOSEN_TOGETHER, phase.span, message, "it has no `play`", "name the moves of this phase under `play`"
            )
    for move in definition.moves.values():
        if move.name not in chosen:
            continue
        what = f"`{move.name}` is chosen together with moves of others, but has"
        if move.then is not None:
            world.report(codes.CHOSEN_TOGETHER, move.span, f"{what} a `then`", "a side makes one choice a turn",
                         "write what follows in `resolve`")  # fmt: skip
        if move.ensure.parts:
            world.report(codes.CHOSEN_TOGETHER, move.span, f"{what} an `ensure`",
                         "what holds after its effects is not known when it is chosen", "test it in `where`")  # fmt: skip
    types: dict[str, Type] = {}
    for (move_name, name), type_ in world.param_types.items():
        if move_name not in chosen:
            continue
        other = types.setdefault(name, type_)
        in_other_steps = isinstance(other, Num) and isinstance(type_, Num) and other.scale != type_.scale
        if make.common(other, type_) is None or in_other_steps:
            world.report(codes.CHOSEN_TOGETHER, definition.moves[move_name].span, f"`choice(p).{name}` would have two types",
                         "another move has a parameter of this name", "give the parameters different names")  # fmt: skip


def fields_of(world: World, schemas: tuple[f.Schema, ...], count: int, *, in_phases: bool) -> None:
    """Add the fields for the choices of the players among these schemas; `count` is the number of all schemas."""
    world.add_field(f.Field(DUE, (), Num(0, ALL_CHOSE if in_phases else 1)))
    world.add_field(f.Field(MOVE, ("player",), Num(0, count), 0, False))
    world.add_field(f.Field("again", (), Num(0, 1)))
    world.need_field("steps")
    for name, type_ in _params(schemas).items():
        values, start = stored(world, name, type_)
        world.add_field(f.Field(PICKED + name, ("player",), values, start, False, "choice", name))


def choice_fields(world: World) -> tuple[str, ...]:
    """The fields of the choices. The choices that end a game are shown when the next game of a match has begun."""
    return tuple(name for name, field in world.fields.items() if name == MOVE or field.role == "choice")


def stored(world: World, name: str, type_: Fin | Num) -> tuple[Type, int]:
    """How the choices of a parameter are kept: their type, and the start. Numbers that each side chooses are never none."""
    assert world.together is not None
    if isinstance(type_, Num) and name.partition(".")[0] in world.together.always:
        return type_, type_.lo
    return Opt(type_), none_code(type_)


def schemas_named(schemas: tuple[f.Schema, ...], chosen: Collection[str]) -> tuple[f.Schema, ...]:
    """The schemas of these names."""
    return tuple(schema for schema in schemas if schema.name in chosen)


def _params(schemas: Iterable[f.Schema]) -> dict[str, Fin | Num]:
    """The parameters of all moves; those of one name have one type, numbers within the bounds of all."""
    found: dict[str, Fin | Num] = {}
    for schema in schemas:
        for param in schema.params:
            assert isinstance(param.type, Fin | Num)
            both = make.common(param.type, found.get(param.name, param.type))
            found[param.name] = both if isinstance(both, Fin | Num) else param.type
    return found


# -------------------------------------------------------------------------------------------------------------- moves


def noting(world: World, schemas: tuple[f.Schema, ...], chosen: Collection[str], by: f.Expr | None) -> tuple[f.Schema, ...]:
    """The schemas by which a side notes its choice; then the next side is the mover, or all have chosen. Others stay as they
    are."""
    mover = f.Get("mover", (), world.player)
    params, found = _params(schemas_named(schemas, chosen)), []
    for number, schema in enumerate(schemas, 1):
        if schema.name not in chosen:
            found.append(schema)
            continue
        own = {param.name for param in schema.params}
        notes: list[f.Effect] = [f.Write(MOVE, (mover,), make.number(number))]
        for name in params:
            values = world.fields[PICKED + name].values
            value: f.Expr = f.Lit(world.fields[PICKED + name].start, values)
            if name in own:
                type_ = next(param.type for param in schema.params if param.name == name)
                value = make.convert(f.Var(name, type_), values)
            notes.append(f.Write(PICKED + name, (mover,), value))
        guard = schema.guard
        if by is not None:
            guard = (*guard, f.Condition(AMONG, f.In(mover, by), span=by.span))
        found.append(replace(schema, do=f.Seq((*notes, _next(world, by))), guard=guard))
    return tuple(found)


def _choosers(world: World, by: f.Expr | None) -> f.Expr:
    return by if by is not None else make.everything(world.player)


def _first(world: World, by: f.Expr | None, name: str, test: f.Expr) -> f.Expr:
    """The first side that must choose and for which a test holds; none if there is none."""
    return f.Fold("first", name, _choosers(world, by), test, f.Var(name, world.player), None, Opt(world.player))


def _next(world: World, by: f.Expr | None) -> f.Effect:
    """The next side in the order of the players is the mover, if there is one that is to choose."""
    side, later = make.fresh("p"), make.fresh("next")
    behind = make.comparison("lt", f.Get("mover", (), world.player), f.Var(side, world.player))
    following = f.Var(later, Opt(world.player))
    there = f.Seq((_write_due(1), f.Write("mover", (), make.there(following))))
    done = _write_due(ALL_CHOSE if in_phases(world) else 0)
    return f.LetDo(later, _first(world, by, side, behind), f.IfDo(make.not_none(following), there, done))


def _forgotten(world: World, by: f.Expr | None) -> f.Effect:
    """The effect that clears the choices of all who do not choose."""
    if by is None:
        return make.NOTHING
    name = make.fresh("p")
    side = f.Var(name, world.player)
    fields = (world.fields[name] for name in choice_fields(world))
    cleared = f.Seq(tuple(f.Write(field.name, (side,), f.Lit(field.start, field.values)) for field in fields))
    others = make.set_op("minus", _choosers(world, None), by, SetOf(world.player))
    return f.ForDo(name, others, cleared)


# ------------------------------------------------------------------------------------------------------------- a turn


def beginning(world: World, by: f.Expr | None) -> f.Effect:
    """As a turn begins: the mover is the first side that must choose, or one that cannot, so that no choice is wasted."""
    side, stuck, other = (make.fresh(name) for name in ("p", "stuck", "first"))
    cannot = f.Not(f.After(f.Write("mover", (), f.Var(side, world.player)), f.Can("", ())))
    first_of_all = f.Lit(0, world.player)
    first = f.Some(other, _first(world, by, make.fresh("p"), make.TRUE), f.Var(other, world.player), first_of_all, world.player)
    mover = f.Some(stuck, _first(world, by, side, cannot), f.Var(stuck, world.player), first, world.player)
    return f.Write("mover", (), mover)


def _write_due(value: int) -> f.Effect:
    return f.Write(DUE, (), make.number(value))


def in_phases(world: World) -> bool:
    """Whether the choices are made in some phases alone."""
    return world.fields[DUE].values == Num(0, ALL_CHOSE)


def choices_remain(world: World) -> f.Expr:
    """Whether a side has still to choose."""
    return make.comparison("eq", f.Get(DUE, (), world.fields[DUE].values), make.number(1))


def after_choices(world: World, carried: f.Effect) -> f.Effect:
    """The effect after a turn of choices; other turns, which may have gone to such a phase, go by."""
    all_chose = make.comparison("eq", f.Get(DUE, (), world.fields[DUE].values), make.number(ALL_CHOSE))
    return f.IfDo(all_chose, f.Seq((_write_due(0), carried)), make.NOTHING)


def carried_out(
    world: World,
    schemas: tuple[f.Schema, ...],
    chosen: Collection[str],
    by: f.Expr | None,
    first: f.Expr,
    after: tuple[f.Effect, ...],
) -> f.Effect:
    """All have chosen: the effects of the choices in the order of the players, then those of `resolve` and `finish`.

    The player `first` is the mover from then on, until the next turn begins.
    """
    name = make.fresh("p")
    side = f.Var(name, world.player)
    done: f.Effect = make.NOTHING
    for number, schema in reversed([*enumerate(schemas, 1)]):
        if schema.name not in chosen:
            continue
        effect = schema.do
        for let in reversed(schema.lets):
            effect = f.LetDo(let.name, let.value, effect)
        for param in reversed(schema.params):
            effect = f.LetDo(param.name, f.Get(PICKED + param.name, (side,), param.type), effect)
        noted = make.comparison("eq", f.Get(MOVE, (side,), world.fields[MOVE].values), make.number(number))
        done = f.IfDo(noted, effect, done)
    each = f.ForDo(name, _choosers(world, by), f.Seq((f.Write("mover", (), side), done)))
    return f.Seq((f.Again(), _forgotten(world, by), each, f.Write("mover", (), first), *after))


# -------------------------------------------------------------------------------------------------------------- views


def veil(
    world: World, expressions: Typer, schemas: tuple[f.Schema, ...], chosen: Collection[str], shown: Iterable[f.Telling]
) -> tuple[f.Telling, ...]:
    """Veil the choices: others see none before all have chosen, and then the parts in `shown`. Gives the tellings of a choice as
    it is made, which tell nothing."""
    tellings = {one.schema: one for one in shown}
    own = make.comparison("eq", f.Var(VIEWER, world.player), f.Var("i0", world.player))
    noted = f.Get(MOVE, (f.Var("i0", world.player),), world.fields[MOVE].values)
    for name, param in ((MOVE, ""), *((PICKED + param, param) for param in _params(schemas_named(schemas, chosen)))):
        numbers = [0] + [number for number, schema in enumerate(schemas, 1) if _is_shown(tellings.get(schema.name), param)]
        is_open = make.disj([make.comparison("eq", noted, make.number(number)) for number in numbers])
        test = make.disj([own, make.conj([f.Not(choices_remain(world)), is_open])])
        veil_unless(world, expressions, name, (("i0", world.player),), test)
    others = (one for name, one in tellings.items() if name not in chosen)
    return (*(f.Telling(schema.name, False, ()) for schema in schemas_named(schemas, chosen)), *others)


def _is_shown(telling: f.Telling | None, param: str) -> bool:
    """Whether others see the move that a side has chosen, or a parameter of it, once all have chosen."""
    return telling is None or (param in telling.params if param else telling.made)
