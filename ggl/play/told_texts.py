"""What the text of a `told` may mean: lines of what players hear.

Takes a game and a text. Gives the lines, as `Information.heard` has them, that it may mean: a move, read as leniently as in a
play; a move or a roll with a `?` for each value that is hidden; the choice of another; or an announcement. Without any, nobody is
ever told it, and `never_told` says why.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ggl.checker.scope import MOVE
from ggl.checker.world import Announcement
from ggl.core.types import Bool, Fin, Num, Opt, SetOf, Type, strip_opt
from ggl.diagnostics.escape import cut
from ggl.engine.protocol import ROLL
from ggl.play.explain.reading import intent
from ggl.play.rules import Rules
from ggl.play.typed_words import exact_number, folded

HIDDEN = "?"
"""The sign for a value that is not told."""


def lines_meant(game: Rules, text: str) -> frozenset[str]:
    who, choice = _of_another(game, text)
    if who:
        return frozenset(f"{who}: {line}" for line in (*_moves(game, choice), *_choices(game, choice)))
    announced = (line for one in game.checked.world.announcements for line in _announced(game, one, text))
    return frozenset((*_moves(game, text), *_shown(game, text), *_rolls(game, text), *announced))


def never_told(game: Rules, text: str) -> str:
    """Why a text means no line."""
    for one in game.checked.world.announcements:
        value = _value_of(one, text)
        if one.words and value:
            return f"`{cut(value)}` is not a value of `{one.words}`"
    return intent(game, _of_another(game, text)[1]).problem or f"`{HIDDEN}` stands only for a value that the move hides"


def example_of(game: Rules) -> str:
    """An announcement; empty if the game makes none."""
    for one in game.checked.world.announcements:
        type_ = one.place.values
        inner = strip_opt(type_)
        value = "{}" if one.place.is_set else game.values.text(inner.lo if isinstance(inner, Num) else 0, inner)
        return f"{one.words} {value}".strip()
    return ""


# ---- moves


def _of_another(game: Rules, text: str) -> tuple[str, str]:
    """Whose choice a text is, and the choice; where it is none, nobody's and the text."""
    who, _, choice = text.partition(": ")
    return (who, choice) if who in game.players and game.layout.has(MOVE) else ("", text)


def _moves(game: Rules, text: str) -> Iterator[str]:
    if HIDDEN not in text:
        yield from map(game.notation.text, intent(game, text).steps)


def _shown(game: Rules, text: str) -> Iterator[str]:
    """A move of which others learn a part."""
    for telling in game.checked.core.tellings:
        schema = next(one for one in game.checked.core.schemas if one.name == telling.schema)
        values = _values(game, text, schema.name, [param.type for param in schema.params]) if telling.made else None
        if values and [value != HIDDEN for value in values] == [param.name in telling.params for param in schema.params]:
            yield " ".join((schema.name, *values))


def _choices(game: Rules, text: str) -> Iterator[str]:
    """A choice of another, of which some values may be hidden."""
    for schema in game.checked.core.schemas:
        values = _values(game, text, schema.name, [param.type for param in schema.params])
        if values and HIDDEN in values:
            yield " ".join((schema.name, *values))


def _rolls(game: Rules, text: str) -> Iterator[str]:
    types = {field.name: field.values for field in game.checked.core.fields}
    for roll in game.checked.core.rolls:
        values = _values(game, text, ROLL, [types[field] for field in roll.fields])
        if folded(text) == ROLL or (values and set(values) == {HIDDEN}):
            yield ROLL
        elif values:
            yield " ".join((ROLL, *values))


def _values(game: Rules, text: str, name: str, types: Sequence[Type]) -> list[str] | None:
    """The values behind the name of a move, one of each type or a `?` for it; None if the text is no such move."""
    first, *rest = text.split() or [""]
    if first.lower() != name.lower() or len(rest) != len(types):
        return None
    found = [word if word == HIDDEN else _value(game, word, type_) for word, type_ in zip(rest, types, strict=True)]
    return None if None in found else [value for value in found if value is not None]


# ---- announcements


def _announced(game: Rules, one: Announcement, text: str) -> Iterator[str]:
    said = _value_of(one, text)
    value = _set(game, said, one.place.index[-1]) if one.place.is_set else _value(game, said, one.place.values)
    if value is not None:
        yield f"{one.words} {value}".strip()


def _set(game: Rules, text: str, domain: str) -> str | None:
    """A set of a domain as it is written, its members in their order; None if the text is none."""
    found = re.fullmatch(r"\{(.*)\}", text)
    type_ = SetOf(Fin(game.checked.world.domain(domain)))
    codes = {game.values.code(word.strip(), type_.of) for word in found[1].split(",") if word.strip()} if found else {None}
    known = [code for code in codes if code is not None]
    return game.values.text(sum(1 << code for code in known), type_) if len(known) == len(codes) else None


def _value_of(one: Announcement, text: str) -> str:
    """What stands behind the words of an announcement; empty if these are others."""
    said, words = folded(text), folded(one.words)
    return said.removeprefix(words).strip() if f"{said} ".startswith(f"{words} ".lstrip()) else ""


def _value(game: Rules, text: str, type_: Type) -> str | None:
    """A value of a type as it is written; None if the text is none."""
    inner, said = strip_opt(type_), text.lower()
    if isinstance(type_, Opt) and said == "none":
        return said
    if isinstance(inner, Bool):
        code = {"true": 1, "false": 0}.get(said)
    elif isinstance(inner, Num):
        found = game.values.code(exact_number(text), inner)
        code = found if found is not None and inner.lo <= found <= inner.hi else None
    else:
        code = game.values.code(text, inner)
    return None if code is None else game.values.text(code, type_)
