"""The players who play: those whose condition holds with the options.

Takes a definition and a way to bind its options. Gives the names of those who play, in the order of the file; reports conditions
that options alone do not decide.
"""

from __future__ import annotations

from collections.abc import Callable

from ggl.checker.constants import fixed
from ggl.checker.expressions import Expressions
from ggl.checker.world import CONSTANT, Refused, World
from ggl.diagnostics.catalog import board_and_pieces as codes
from ggl.diagnostics.catalog import names_and_types as name_codes
from ggl.model.definition import Definition, Player
from ggl.syntax import tree as t


def playing(definition: Definition, bound: Callable[[], World]) -> tuple[str, ...]:
    """Everybody whose condition holds or is wrong; `check_seats` reports what is wrong. `bound` makes a world with options."""
    everybody = tuple(definition.players)
    if all(player.condition is None for player in definition.players.values()):
        return everybody
    try:
        world = bound()
        return tuple(name for name, player in definition.players.items() if _plays(player, definition, world)) or everybody
    except Refused:
        return everybody


def check_seats(definition: Definition, world: World) -> None:
    """Report conditions that are wrong, and a game in which nobody plays."""
    asked = [player for player in definition.players.values() if player.condition is not None]
    plays = [_plays(player, definition, world) for player in asked]
    if len(asked) == len(definition.players) and not any(plays) and not world.findings.has_errors:
        world.refuse(codes.WRONG_PLAYERS, asked[0].span, "with these options nobody plays", "no player's `if` holds",
                     "leave out one player's `if`, or allow fewer values of the options")  # fmt: skip


def _plays(player: Player, definition: Definition, world: World) -> bool:
    tree = player.condition
    if tree is None:
        return True
    names = (each for each in t.nodes(tree) if isinstance(each, t.Name))
    named = next((each for each in names if each.name in ("players", *definition.players)), None)
    try:
        if named is not None:
            message = f"`{named.name}` depends on who plays, which this decides"
            world.refuse(name_codes.NOT_HERE, named.span, message, "", "ask for the value of an option, as in `seats >= 3`")
        expressions = Expressions(world)
        return bool(fixed(expressions, expressions.condition(tree, CONSTANT), tree.span).value)
    except Refused:
        return True
