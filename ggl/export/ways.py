"""The choice among several notations of a move, as data: for each, the codes for which its condition holds.

Takes a game and a move's conditions. A condition may read its arguments, the entries of a field at one of them, and entries
that are the same for all moves. Raises `ExportError` for one that reads more.
"""

from __future__ import annotations

from contextlib import suppress
from itertools import product
from typing import Any

from ggl.core import forms as f
from ggl.core.types import Opt
from ggl.core.walk import READS, walk
from ggl.engine.protocol import Position, WorkLimitError
from ggl.export.codes import codes_of
from ggl.export.errors import ExportError
from ggl.play.game import Game

_MOST = 3000
"""The most codes for which a condition is evaluated."""

Entry = tuple[str, int, int]
"""`arg` and the number of an argument; or `at`, a place of the vector, and the number of the argument that counts on from there,
or -1."""


def condition_of(game: Game, schema: f.Schema, test: f.Expr) -> dict[str, Any]:
    """The `entries` that a condition reads, and their `codes`, joined by commas, for which it holds."""
    names = {param.name: place for place, param in enumerate(schema.params)}
    spans: dict[Entry, list[int]] = {}
    indices: set[int] = set()
    for form in walk(test):
        if isinstance(form, f.Call) or (isinstance(form, READS) and not isinstance(form, f.Get)):
            raise _refused(game, schema)
        if isinstance(form, f.Get):
            slot = game.layout.slots[form.field]
            match form.index:
                case ():
                    entry = ("at", slot.start, -1)
                case (f.Var(name=name) as var,) if name in names and not isinstance(var.type, Opt):
                    entry = ("at", slot.start, names[name])
                    indices.add(id(var))
                case (f.Lit(value=int(value)),) if value < slot.sizes[0]:
                    entry = ("at", slot.start + value, -1)
                case _:
                    raise _refused(game, schema)
            spans[entry] = codes_of(slot.field.values, form.field)
    for form in walk(test):
        if isinstance(form, f.Var) and form.name in names and id(form) not in indices:
            spans["arg", names[form.name], -1] = codes_of(form.type, form.name)
    total = 1
    for span in spans.values():
        total *= len(span)
    if total > _MOST:
        raise _refused(game, schema)
    every = (dict(zip(spans, each, strict=True)) for each in product(*spans.values()))
    holds = [",".join(map(str, each.values())) for each in every if _holds(game, schema, test, each)]
    return {"entries": [list(entry) for entry in spans], "codes": holds}


def _holds(game: Game, schema: f.Schema, test: f.Expr, codes: dict[Entry, int]) -> bool:
    """Whether a condition holds for some codes. An argument that is read only through entries gets a place that nothing else
    reads."""
    looking, vector = game._looking, list(game.initial_state().vector)
    assert looking is not None
    fixed = {at for kind, at, place in codes if kind == "at" and place < 0}
    args, taken = {}, set[int]()
    for place, param in enumerate(schema.params):
        starts = [at for kind, at, by in codes if kind == "at" and by == place]
        free = (each for each in range(len(vector)) if each not in taken and not {at + each for at in starts} & fixed)
        args[param.name] = codes.get(("arg", place, -1), next(free))
        taken.add(args[param.name])
        for at in starts:
            vector[at + args[param.name]] = codes["at", at, place]
    for kind, at, place in codes:
        if kind == "at" and place < 0:
            vector[at] = codes[kind, at, place]
    with suppress(WorkLimitError):
        return bool(looking.code(test, Position(tuple(vector)), args))
    return False


def _refused(game: Game, schema: f.Schema) -> ExportError:
    return ExportError(f"{game.name} cannot be exported: how `{schema.name}` is written depends on too much of the position")
