"""The reasons for which a move can be illegal, as data: the turn, and the conditions of each move, in the author's words.

Takes a game. The kernel returns the number of the first condition that fails (`ggl/compiler/lower/questions.py`); the wording
is that of `ggl.play.explain`, without the values of subexpressions.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ggl.core import forms as f
from ggl.play.explain.wording import text_of
from ggl.play.game import Game
from ggl.source import Span


def legality_data(game: Game) -> dict[str, Any]:
    core = game.checked.core
    numbers = {schema.name: number for number, schema in enumerate(core.schemas)}
    preferred = core.turn.preferred
    return {
        "phases": [
            {"name": phase.name, "tiers": [[numbers[name] for name in tier] for tier in phase.tiers]}
            for phase in core.turn.phases
        ],
        "started": [schema.started for schema in core.schemas],
        "picks": [[_pick(game, numbers, pick) for pick in schema.then] for schema in core.schemas],
        "conditions": [[*_conditions(game, schema)] for schema in core.schemas],
        "best": None if preferred is None else _best(core.turn, preferred),
    }


def _pick(game: Game, numbers: dict[str, int], pick: f.Pick) -> dict[str, Any]:
    """A follow-up: its tier, the parameters passed on with the places of their values, and the place of its condition."""
    names = [param.name for param in game.checked.core.schemas[numbers[pick.schema]].params]
    handed = [[names.index(one.param), one.param, game.layout.at(one.field)] for one in pick.fixed]
    when = None
    if pick.when is not None:
        when = [game.layout.at(pick.when.field), text_of(pick.when.value.span) if pick.when.value.span is not None else ""]
    return {"schema": numbers[pick.schema], "handed": handed, "tier": pick.tier, "when": when}


def _conditions(game: Game, schema: f.Schema) -> Iterator[list[str]]:
    """For each condition its stage, the reason and the line of the file; for a parameter's set, its text."""
    sets = [one.places for one in game.notation.arguments[schema.name] if one.is_set]
    for number, param in enumerate(schema.params):
        inside = next((places for places in sets if number in places), None)
        span = param.source.span if inside is None or number == inside.start else param.span
        text = text_of(span) if span is not None else "the value that was passed on" if inside is None else param.name
        yield ["domain" if inside is None or number == inside.start else "set", text, _line(span)]
    for stage, fails, conditions in (
        ("guard", "does not hold", schema.guard),
        ("ensure", "would not hold after the move", schema.ensure),
    ):
        for condition in conditions:
            text = condition.name or (text_of(condition.span) if condition.span is not None else schema.name)
            yield [stage, f'"{text}" {fails}' if condition.name else f"`{text}` {fails}", _line(condition.span)]


def _best(turn: f.Turn, preferred: f.Expr) -> list[str]:
    text = text_of(preferred.span) if preferred.span is not None else "the value that chooses the turn"
    wanted = "least" if turn.prefer == "least" else "greatest"
    return [f"another whole turn is better: {text} must be {wanted} at its end", _line(preferred.span)]


def _line(span: Span | None) -> str:
    return "" if span is None else span.source.line(span.line).strip()
