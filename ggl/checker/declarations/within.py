"""The type of the values of a variable or a bag, by its `in:`.

Takes the expression after `in:`. Gives the bounds of a range `LO..HI`, or the type of a set that holds all of a type. A set that
holds only some of a type is refused: effects are held to bounds and types, not to sets.
"""

from __future__ import annotations

from ggl.checker import make
from ggl.checker.constants import fixed, settled_number
from ggl.checker.expressions import Expressions
from ggl.checker.world import CONSTANT, World
from ggl.core.types import STORED_LIMIT, Fin, Num, SetOf, plural_of, set_size, singular_of
from ggl.diagnostics import Fix
from ggl.diagnostics.catalog import names_and_types as codes
from ggl.model.keys import SITES_OF
from ggl.syntax import tree as t

_WHOLE = SITES_OF | {"player": "players", "kind": "kinds", "direction": "directions"}
"""The word for all members of a domain."""


def values_of(world: World, tree: t.Expr, expressions: Expressions) -> Num | Fin:
    if isinstance(tree, t.Binary) and tree.op == "..":
        return _range(world, tree, expressions)
    allowed = expressions.as_set(tree, CONSTANT)
    assert isinstance(allowed.type, SetOf)
    element = allowed.type.of
    if allowed.type == make.EMPTY_SET:
        help_ = "write a range, such as `in: 1..6`, or all of a type, such as `in: cells`"
        world.refuse(codes.NOT_A_RANGE, tree.span, "this is empty, so the variable could hold nothing", "", help_)
    # `edges` excludes the edges of the rim, but stands for the whole type here
    is_whole = isinstance(element, Fin) and isinstance(tree, t.Name) and tree.name == _WHOLE.get(element.domain.name)
    if not is_whole and fixed(expressions, allowed, tree.span).code != (1 << set_size(allowed.type)) - 1:
        _refuse_some(world, tree, element)
    return element


def _range(world: World, tree: t.Binary, expressions: Expressions) -> Num:
    ends: list[int] = []
    for side in (tree.left, tree.right):
        end = settled_number(expressions, side)
        if abs(end) > STORED_LIMIT:
            message = f"a variable holds numbers from -{STORED_LIMIT:,} to {STORED_LIMIT:,}"
            help_ = "limit it to what can occur in a game, such as `in: 0..1000`; count in larger units, or by two variables"
            world.refuse(codes.NUMBER_TOO_LARGE, side.span, message, f"this is {end:,}", help_)
        ends.append(end)
    low, high = ends
    if low > high:
        turned = f"{tree.right.span.text}..{tree.left.span.text}"
        fix = Fix(tree.span, turned, f"write the lower bound first: `{turned}`")
        world.refuse(codes.NOT_A_RANGE, tree.span, "this range is empty", f"{low} is more than {high}", fix=fix)
    return Num(low, high)


def _of_its_own(world: World, element: Fin) -> str | None:
    """The name of all values of one sort that the game declares."""
    return next((name for name, value in world.constants.items() if value == make.everything(element)), None)


def _refuse_some(world: World, tree: t.Expr, element: Num | Fin) -> None:
    if isinstance(element, Num):
        message = "a number variable has a range `LO..HI`, but this set has gaps"
        low, high = -(-element.lo // element.scale), element.hi // element.scale
        title = f"write `in: {low}..{high}`, and let the rules set only the values that you mean"
        world.refuse(codes.NOT_A_RANGE, tree.span, message, fix=Fix(tree.span, f"{low}..{high}", title))
    whole = _WHOLE.get(element.domain.name) or _of_its_own(world, element)
    message = f"a variable that may be {singular_of(element)} may be any {element}, but this names only some {plural_of(element)}"
    instead = f"write `in: {whole}`" if whole else "remove `in`"
    help_ = f"{instead}, and let the rules set only the {plural_of(element)} that you mean"
    world.refuse(codes.NOT_A_RANGE, tree.span, message, "", help_, fix=Fix(tree.span, whole, help_) if whole else None)
