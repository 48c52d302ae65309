"""The legal moves most similar to the intended one."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING

from ggl.checker.world import SITES
from ggl.core import forms as f
from ggl.core.types import Fin
from ggl.engine.protocol import Step
from ggl.topology import Site
from ggl.topology.tiling import Point

if TYPE_CHECKING:
    from ggl.play.base_state import BaseState
    from ggl.play.rules import Rules

MOST = 3
_FAR = 10_000.0


def nearest_to_step(state: BaseState, meant: Step, legal: tuple[Step, ...]) -> tuple[str, ...]:
    """The nearest moves: those of the same schema first, then those with the fewest different arguments, then by distance."""
    game = state.game
    schemas = {schema.name: schema for schema in game.checked.core.schemas}

    def difference(step: Step) -> tuple[bool, int, float]:
        if step.schema != meant.schema:
            return True, 0, _between_schemas(game, schemas, meant, step)
        params = schemas[step.schema].params if step.args else ()
        away = [_distance(game, param, a, b) for param, a, b in zip(params, meant.args, step.args, strict=False)]
        return False, sum(1 for one in away if one), sum(away)

    return tuple(state._notation.text(step) for step in sorted(legal, key=difference)[:MOST])


def _between_schemas(game: Rules, schemas: dict[str, f.Schema], meant: Step, step: Step) -> float:
    """Moves of other schemas are ordered by the distance of their sites."""
    ours, theirs = _points(game, schemas.get(meant.schema), meant), _points(game, schemas.get(step.schema), step)
    if not ours or not theirs:
        return _FAR
    return sum(min(_apart(one, other) for other in ours) for one in theirs) / len(theirs)


def _points(game: Rules, schema: f.Schema | None, step: Step) -> list[Point]:
    """The places of a step's sites on the drawn board."""
    if schema is None:
        return []
    values = [game.values.value(code, param.type) for param, code in zip(schema.params, step.args, strict=False)]
    return [value.point for value in values if isinstance(value, Site)]


def _apart(one: Point, other: Point) -> float:
    return float(((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2) ** 0.5)


def _distance(game: Rules, param: f.Param, a: int, b: int) -> float:
    if a == b:
        return 0
    if not isinstance(param.type, Fin):
        return abs(a - b)
    board, domain = game.board, param.type.domain.name
    if domain == "cell":
        steps = board.distance(a, b)
        return steps if steps >= 0 else _FAR
    if domain in SITES:
        sites = board.sites(domain)
        return _apart(sites[a].point, sites[b].point)
    return 1


def nearest_to_text(state: BaseState, typed: str, legal: tuple[Step, ...]) -> tuple[str, ...]:
    """The moves whose notation is most similar to the text."""
    matcher = difflib.SequenceMatcher(autojunk=False)
    matcher.set_seq2(typed.lower()[:60])
    found: list[tuple[float, int, str]] = []
    for place, step in enumerate(legal):
        text = state._notation.text(step)
        matcher.set_seq1(text.lower())
        found.append((-matcher.ratio(), place, text))
    return tuple(text for _, _, text in sorted(found)[:MOST])
