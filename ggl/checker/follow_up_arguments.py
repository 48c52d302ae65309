"""The arguments that a step hands over to the step that follows it in the same turn.

Takes the plan of a move's `then`. Gives the core's picks, and the fields in which a position keeps what was handed over until the
step is made.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ggl.checker import make
from ggl.checker.subsets import SUBSETS
from ggl.checker.typer import Typer
from ggl.checker.world import Scope, World
from ggl.core import forms as f
from ggl.core.types import BOOL, Domain, Fin, Num, Opt, Type, singular_of, strip_opt
from ggl.diagnostics import Fix
from ggl.diagnostics.catalog import moves_and_turns as codes
from ggl.engine.protocol import PASS, STOP
from ggl.model.definition import MovePart
from ggl.syntax import tree as t
from ggl.syntax.unparse import unparse_plan


def no_move_in(world: World, moves: Mapping[str, MovePart], test: t.Expr) -> None:
    """Refuse a condition with a move behind its `or`, which a comma would have kept out."""
    for part in test.parts if isinstance(test, t.Or) else ():
        name = part.name if isinstance(part, t.Call | t.Name) else ""
        if name in moves:
            text = part.span.text
            before = test.span.source.text[test.span.start : part.span.start].rstrip()
            word = part.span.source.span(test.span.start + len(before.removesuffix("or").rstrip()), part.span.start)
            world.refuse(
                codes.WRONG_HANDOVER, part.span, f"`{text}` is read as part of the condition before it", "this is a move",
                fix=Fix(word, ", or ", f"write a comma before `or {text}`"),
            )  # fmt: skip


def one_choice_to_stop(world: World, tier: tuple[t.Clause, ...]) -> None:
    """Refuse `optional` before some of the moves of a tier only; before the first alone it is true of all."""
    picks = [pick for clause in tier for pick in clause.picks]
    late = next((pick for pick in picks if pick.optional), None)
    rest_alike = len({pick.optional for pick in picks[1:]}) < 2
    if late is None or (picks[0].optional and rest_alike):
        return
    plain = (replace(clause, picks=tuple(replace(pick, optional=False) for pick in clause.picks)) for clause in tier)
    rest = unparse_plan(t.Plan((tuple(plain),), span=tier[0].span))
    world.findings.report(
        codes.OPTIONAL_IN_PART, late.span, "`optional` stands before only some of these moves",
        label="whether the player may stop cannot depend on which of them is made",
        help=f"write `optional {rest}` if the player may stop, no `optional` if one of them must be made, or `otherwise` "
        "between them if the later ones apply only when none of the first is legal",
    )  # fmt: skip


def choose_follow_up(expressions: Typer, moves: Mapping[str, MovePart], pick: t.Picked, scope: Scope, kept: str) -> f.Pick:
    """A move that follows, with the values that it is handed; the names of the fields that keep them begin with `kept`."""
    world = expressions.world
    target = moves.get(pick.name)
    if pick.name in (STOP, PASS):
        world.refuse(codes.UNKNOWN_MOVE, pick.name_span, f"`{pick.name}` is not a move of this game", "",
                     "write `optional` before the first move if the player may end the turn instead")  # fmt: skip
    if target is None:
        world.unknown_move(pick.name, pick.name_span, f"`{pick.name}` is not a move of this game", moves)
    own = tuple(target.params)
    sets = [binder.name for binder in target.binders if isinstance(binder.source, t.Call) and binder.source.name == SUBSETS]
    names = own + tuple(binder.name for binder in target.binders if binder.name not in sets)
    if len(pick.args) > len(own):
        count = ("nothing", "one value")[len(own)] if len(own) < 2 else f"{len(own)} values"
        free = [f"`{name}=..`" for name in names[len(own) :]]
        world.refuse(codes.WRONG_HANDOVER, pick.args[len(own)].span, f"`{pick.name}` is given {count} without a name",
                     "", f"name the parameter: {', '.join(free)}" if free else None)  # fmt: skip
    given = dict(zip(own, pick.args, strict=False))
    for named in pick.named:
        if named.name in sets:
            world.refuse(codes.WRONG_HANDOVER, named.span, f"`{named.name}` is a set, and sets cannot be handed over",
                         "", "hand over one member, or store the set in a variable")  # fmt: skip
        if named.name not in names or named.name in given:
            help_ = f"its parameters are {', '.join(names)}" if names else "it has no parameters"
            world.refuse(codes.WRONG_HANDOVER, named.span, f"`{pick.name}` has no free parameter `{named.name}`", "", help_)
        given[named.name] = named.value
    missing = [name for name in own if name not in given]
    if missing:
        usage = f"{pick.name}({', '.join(own)})"
        world.refuse(codes.WRONG_HANDOVER, pick.span, f"`{pick.name}` needs a value for `{missing[0]}`", "",
                     f"write `{usage}`, with the value in the brackets")  # fmt: skip
    fixed = []
    for name, tree in given.items():
        value = expressions.infer(tree, scope)
        if not isinstance(strip_opt(value.type), Fin | Num):
            world.refuse(codes.WRONG_HANDOVER, tree.span, f"{singular_of(value.type)} cannot be passed on", "",
                         "store it in a variable with `each: turns`, which the next move reads")  # fmt: skip
        fixed.append(f.Handed(name, value, kept + name))
    return f.Pick(pick.name, tuple(fixed), span=pick.span)


def keep_pending(world: World, count: int) -> None:
    """A position keeps which of `count` moves led to the step that is due."""
    domain = world.domains.setdefault("move", Domain("move", count))  # a move that is never offered has no schema
    world.add_field(f.Field("pending", (), Opt(Fin(domain)), domain.size))


def kept_until_made(world: World, pick: f.Pick, params: Sequence[f.Param]) -> f.Pick:
    """The pick with numbers in the fractions of these parameters, those of its move; and fields for what it hands over."""
    types: dict[str, Type] = {param.name: param.type for param in params}
    pick = replace(pick, fixed=tuple(_in_scale(handed, types.get(handed.param)) for handed in pick.fixed))
    for handed in pick.fixed:
        inner = strip_opt(handed.value.type)
        assert isinstance(inner, Fin | Num)
        start = inner.domain.size if isinstance(inner, Fin) else 0
        world.add_field(f.Field(handed.field, (), Opt(inner) if isinstance(inner, Fin) else inner, start))
        _check_handed(world, pick, handed, inner, types.get(handed.param))
    if pick.when is not None:
        world.add_field(f.Field(pick.when.field, (), BOOL, 0))
    return pick


def _in_scale(handed: f.Handed, wanted: Type | None) -> f.Handed:
    """A number in the fractions of the parameter that it is handed to, if these are finer."""
    have = strip_opt(handed.value.type)
    if not isinstance(wanted, Num) or not isinstance(have, Num) or wanted.scale % have.scale:
        return handed
    return replace(handed, value=make.rescale(handed.value, wanted.scale))


def _check_handed(world: World, pick: f.Pick, handed: f.Handed, type_: Fin | Num, wanted: Type | None) -> None:
    both = isinstance(wanted, Num) and isinstance(type_, Num) and wanted.scale == type_.scale
    if wanted is not None and wanted != type_ and not both:
        finer = isinstance(wanted, Num) and isinstance(type_, Num)  # finer than the numbers it is chosen from
        message = f"`{pick.schema}` needs {singular_of(wanted)} for `{handed.param}`"
        label = "this may be a finer fraction than the numbers it is chosen from" if finer else f"this is {singular_of(type_)}"
        world.findings.report(codes.WRONG_HANDOVER, handed.value.span, message, label=label)
