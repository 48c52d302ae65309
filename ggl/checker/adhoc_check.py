"""Text checked after the game: a custom position, a question to a state.

Takes the parts of a checked game. Gives `Expressions` that know all its names and report to findings of their own; the game
itself stays as it is. Their results may need tables, fields and definitions that the game's core lacks: `extended` gives the
core that has them too. Fields of the game keep their places, and those that come new stand after them.
"""

from __future__ import annotations

from dataclasses import replace

from ggl.checker.expressions import Expressions
from ggl.checker.previous import BEFORE
from ggl.checker.world import World
from ggl.core import forms as f
from ggl.diagnostics import Findings
from ggl.model.definition import Definition


def adhoc_expressions(definition: Definition, world: World, core: f.CoreGame, findings: Findings) -> Expressions:
    """Expressions for text that is not a part of the game's file."""
    expressions = Expressions(world.apart(findings))
    for one in definition.definitions.values():
        expressions.definitions.own[one.name] = (one.params, one.body, one.span)
    expressions.definitions.go_on_after(core.definitions)
    return expressions


def not_stored(field: f.Field) -> str:
    """What a field that only such text needs is called in it."""
    if field.role == BEFORE:
        return "what was so a turn ago"
    kept = f"last.{field.of}" if field.role == "last" else "last.mover" if field.name == "last_mover" else field.name
    return f"`{kept}`"


def extended(core: f.CoreGame, expressions: Expressions) -> f.CoreGame:
    """The core with everything that the expressions need."""
    world = expressions.world
    return replace(
        core,
        domains=tuple(world.domains.values()),
        fields=tuple(world.fields.values()),
        tables=tuple(world.tables.values()),
        definitions=tuple(expressions.definitions.made),
        reasons=tuple(world.reasons),
    )
