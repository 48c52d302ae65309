"""A custom position: the result of effects on an empty board, as if the game began with them.

Takes a game, effects of the language (text, or a tree that has been read already), the side to move, and values of fields such
as `ply`, `passes` or a state variable: a value, or a map from players, sites or kinds to values. Gives a position, after checking
the rules of the end as at the start of a play. Ignores the file's own `setup`; supplies are full.

Raises `InvalidGameError`, with findings that point into the text, for effects that are wrong; `OptionError` for a side or a
field that the game does not have.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from ggl.checker import make
from ggl.checker.adhoc_check import extended
from ggl.checker.effects import Effects
from ggl.checker.previous import note_starting_values
from ggl.checker.world import Refused, Scope
from ggl.core import forms as f
from ggl.core.types import Fin, Num, singular_of
from ggl.diagnostics import Findings
from ggl.diagnostics.catalog import shape as codes
from ggl.diagnostics.near import near_or
from ggl.engine.protocol import Position
from ggl.interpreter import Interpreter
from ggl.play.errors import InvalidGameError, OptionError, whole
from ggl.play.rules import Rules
from ggl.source import Source
from ggl.syntax import parser
from ggl.syntax import tree as t
from ggl.syntax.placed import Alone
from ggl.syntax.problems import SyntaxProblem

if TYPE_CHECKING:
    from ggl.checker.expressions import Expressions
    from ggl.engine.layout import Slot

NAME = "<position>"
"""The name of a position's text in findings."""

_SET_BY_PLAY = ("mover", "over", "winner", "winners", "pending", "steps", "again", "actor")
"""Fields that cannot be given, since the others determine them."""


def position_of(game: Rules, setup: str | t.Effect, to_move: str | None = None, **fields: object) -> Position:
    """The position after the effects on the empty board, with a side to move and fields given by name."""
    findings = Findings()
    tree = _read(setup, findings) if isinstance(setup, str) else setup
    effect, expressions = effects_of(game, tree, findings)
    if findings.has_errors:
        raise InvalidGameError("the position", findings.sorted())
    start = game.engine.start().vector
    first = start[game.layout.at("mover")]
    mover = first if to_move is None else _player(game, to_move)
    kept = [name for name in ("seat", "starter") if game.layout.has(name)]
    writes = [write for name in kept for write in _kept(game.layout.slots[name], start)]
    ply = whole(fields.get("ply"))
    if game.layout.has("pie") and isinstance(ply, int) and ply > 0:  # the choice of sides is over
        fields = {"pie": min(ply, 2), **fields}
    for name, value in fields.items():
        writes += _given(game, name, value)
    core = extended(game.checked.core, expressions)
    core = replace(
        core,
        setup=f.Seq((*_supplies(game.checked.core), *writes, effect, note_starting_values(core))),
        turn=replace(core.turn, first=f.Lit(mover, game.checked.world.player)),
    )
    made = Interpreter(core).start()
    seats = game.layout.slots["seat"]
    if sorted(made.vector[seats.start : seats.stop]) != list(range(len(game.players))):
        raise OptionError("two sides have the same seat; give `seat` for all sides, or for none")
    return Position(made.vector[: game.layout.length], made.history)


def effects_of(game: Rules, tree: t.Effect | None, findings: Findings) -> tuple[f.Effect, Expressions]:
    """The checked effects, and the `Expressions` that checked them; reports errors to the findings."""
    expressions = game.checked.adhoc_expressions(findings)
    with suppress(Refused):
        if tree is not None:
            return Effects(expressions, game.checked.definition.routines).effect(tree, Scope("setup")), expressions
    return make.NOTHING, expressions


def _read(text: str, findings: Findings) -> t.Effect | None:
    """The effects of a text; none if there is nothing in it, or if it cannot be read."""
    if not text.strip():
        return None
    try:
        return parser.effects(Alone(Source(NAME, text)))
    except SyntaxProblem as problem:
        findings.report(codes.BAD_EXPRESSION, problem.span, problem.message, label=problem.label, help=problem.help)
        return None


def _supplies(core: f.CoreGame) -> list[f.Effect]:
    """The beginning of the game's setup, which the file does not write: supplies filled, sets and bags at their starts."""
    assert isinstance(core.setup, f.Seq)
    return [part for part in core.setup.parts if isinstance(part, f.Write | f.WriteAll | f.LetDo) and part.span is None]


def _player(game: Rules, name: str) -> int:
    if name not in game.players:
        raise OptionError(f"there is no player `{name}`; there are {', '.join(game.players)}")
    return game.players.index(name)


def _kept(slot: Slot, vector: tuple[int, ...]) -> list[f.Effect]:
    return [_write(slot, place, vector[slot.start + place]) for place in range(slot.stop - slot.start)]


def _write(slot: Slot, place: int, code: int) -> f.Effect:
    """A write of one entry, counted through the field."""
    index: list[f.Expr] = []
    for size in reversed(slot.sizes):
        place, i = divmod(place, size)
        index.insert(0, f.Lit(i, Num(0, size)))
    return f.Write(slot.field.name, tuple(index), f.Lit(code, slot.field.values))


def _given(game: Rules, name: str, value: object) -> list[f.Effect]:
    """Writes of a field's value, or of values by player, site or kind."""
    layers = {entry for layer in game.checked.core.layers for entry in (layer.field, *layer.attributes)}
    own = {variable: place.field for variable, place in game.checked.world.variables.items() if place.field not in layers}
    known = [*own] + [
        one for one in game.layout.slots if one not in own and one not in layers and one not in _SET_BY_PLAY and "." not in one
    ]
    if name not in known:
        hint = near_or(name, known, f"there are {', '.join(known)}")
        raise OptionError(f"a position has no field `{name}` that can be set; {hint}")
    slot = game.layout.slots[own.get(name, name)]
    if not slot.sizes:
        return [_write(slot, 0, _code(game, slot, value))]
    if len(slot.sizes) != 1 or not isinstance(value, Mapping):
        raise OptionError(f"`{name}` has a value for each {' and '.join(slot.field.index)}; give a map, or set it by an effect")
    domain = Fin(game.checked.world.domain(slot.field.index[0]))
    writes = []
    for key, one in value.items():
        place = game.values.code(key, domain)
        if place is None:
            raise OptionError(f"`{key}` is not {singular_of(domain)}, and `{name}` has a value for each")
        writes.append(_write(slot, place, _code(game, slot, one)))
    return writes


def _code(game: Rules, slot: Slot, value: object) -> int:
    values = slot.field.values
    code = game.values.code(whole(value), values)
    if code is None or (isinstance(values, Num) and (isinstance(value, bool) or not values.lo <= code <= values.hi)):
        raise OptionError(f"`{slot.field.name}` cannot be {value}")
    return code
