"""Repetition within a turn: the position that `repetitions` counts before the turn is over.

In the effects of a move, in the conditions after them, and in the rest of the turn, `repetitions` counts the position that the
turn would leave. A definition that counts positions has a copy for its uses there.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from itertools import count

from ggl.core import forms as f
from ggl.core.walk import rebuilt, walk


def counted_within_turns(core: f.CoreGame) -> f.CoreGame:
    """The game with a `SeenNext` for each `Seen` evaluated within a turn. The board is the same in both."""
    definitions = {definition.name: definition for definition in core.definitions}
    names = _copies(definitions)

    def change(form: f.Form) -> f.Form:
        if type(form) is f.Seen and form.key == "position":
            return f.SeenNext(form.key, form.type, span=form.span)
        return replace(form, name=names[form.name]) if isinstance(form, f.Call) and form.name in names else form

    schemas = tuple(
        replace(
            schema,
            do=rebuilt(schema.do, change),
            ensure=rebuilt(schema.ensure, change),
            then=rebuilt(schema.then, change),
            then_if=None if schema.then_if is None else rebuilt(schema.then_if, change),
        )
        for schema in core.schemas
    )
    again_while, preferred = core.turn.again_while, core.turn.preferred
    turn = replace(
        core.turn,
        again_while=None if again_while is None else rebuilt(again_while, change),
        preferred=None if preferred is None else rebuilt(preferred, change),
        finish=rebuilt(core.turn.finish, change),
    )
    if schemas == core.schemas and turn == core.turn:
        return core
    copied = [replace(definitions[name], name=copy, body=rebuilt(definitions[name].body, change)) for name, copy in names.items()]
    return replace(core, definitions=(*core.definitions, *copied), schemas=schemas, turn=turn)


def _copies(definitions: dict[str, f.Definition]) -> dict[str, str]:
    """The definitions that count positions, themselves or through others, with a free name for the copy of each."""
    found: dict[str, str] = {}
    taken = set(definitions)
    while True:
        more = [name for name, one in definitions.items() if name not in found and _asks(one.body, found)]
        if not more:
            return found
        for name in more:
            label = definitions[name].label
            found[name] = next(copy for number in count(2) if (copy := f"{label}.{number}") not in taken)
            taken.add(found[name])


def _asks(body: f.Expr, known: Collection[str]) -> bool:
    return any(
        (isinstance(form, f.Seen) and form.key == "position") or (isinstance(form, f.Call) and form.name in known)
        for form in walk(body)
    )
