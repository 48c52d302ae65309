"""The meanings of a text by a move's own notation in the file: its words are those of the template, in the same places.

Takes a schema, its template and any text. Gives a `ReadMove`: `steps` are the moves with this notation, legal or not. If no move
has the value given for a name under `let`, `problem` lists the possible values; the text is still an illegal move.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product, takewhile
from math import comb, prod

from ggl.core import forms as f
from ggl.core.types import Fin, Num, Type, strip_opt
from ggl.diagnostics.escape import cut
from ggl.diagnostics.near import near
from ggl.engine.protocol import Step
from ggl.narration.nouns import a_or_an, listed
from ggl.play.arguments import canonical_codes
from ggl.play.notation import Notation, property_text
from ggl.play.rules import Rules
from ggl.play.typed_words import NUMBER, number_of_word
from ggl.play.values import written

_WORD = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)?")
_MOST_READINGS = 400
"""As many as the cells of the largest common board: a template may leave one of them to be guessed."""

_MOST_WAYS = 1_000_000
"""To cut a text into the values of a template: beyond that nobody typed it, and to look for one would take long."""

_MOST_TOLD = 8

_Said = list[tuple[str, str, str]]
"""For each word of a template that stands for a value: its name, the property asked of it, and what the text has there."""


@dataclass(frozen=True)
class ReadMove:
    """`partial` has the arguments that are certain, from the first on; `is_move`: it is one, though an illegal one."""

    steps: tuple[Step, ...] = ()
    partial: Step | None = None
    problem: str = ""
    is_move: bool = False


def by_template(game: Rules, notation: Notation, schema: f.Schema, template: str, text: str, *, bare: bool = False) -> ReadMove:
    """The reading of a text by a template, which may leave arguments open. `bare`: only the words for values are typed."""
    names = {*(param.name for param in schema.params), *(let.name for let in schema.lets)}
    groups = [word for word in _WORD.findall(template) if word.partition(".")[0] in names]
    typed = game.notation.split(text) if bare else _matched(schema, template, names, text)
    if not groups or len(typed) != len(groups):
        return ReadMove()
    said = [(*_parts(group), word) for group, word in zip(groups, typed, strict=True)]
    choices = [_codes(game, param, [(attribute, word) for name, attribute, word in said if name == param.name])
               for param in schema.params]  # fmt: skip
    lets = [one for one in said if one[0] in {let.name for let in schema.lets}]
    if not 0 < prod(map(len, choices)) <= _MOST_READINGS:
        is_so_written = not bare and own_words(schema, template) and set(typed) <= set(text.split())
        return _wrong_value(game, schema, said) if lets or is_so_written else ReadMove()
    steps = list(dict.fromkeys(Step(schema.name, canonical_codes(game.checked, schema.name, args))
                               for args in product(*choices) if notation.named_twice(schema.name, args) is None))  # fmt: skip
    if not steps:
        return _twice(game, notation, schema, [codes[0] for codes in choices])
    if not bare:  # `c2 h` is a move with that notation, if there is one
        steps = [step for step in steps if notation.is_pattern_of(step, template)] or steps
    if not lets:
        return ReadMove(tuple(steps))
    wanted = [(f"{name}.{attribute}" if attribute else name, word.lower()) for name, attribute, word in lets]
    fitting = [step for step in steps if set(wanted) <= {(name, word.lower()) for name, word in game.notation.words(step)}]
    if fitting:
        return ReadMove(tuple(fitting))
    return _wrong_value(game, schema, said) if _no_value(game, schema, said) else _nowhere(game, schema, steps, said, choices)


def _parts(group: str) -> tuple[str, str]:
    name, _, attribute = group.partition(".")
    return name, attribute


def _matched(schema: f.Schema, template: str, names: set[str], text: str) -> list[str]:
    """The words of a text in the places of a template's values, with or without the move's name first; none if it differs."""
    values = sum(found.partition(".")[0] in names for found in _WORD.findall(template))
    if comb(len(text.strip()), values) > _MOST_WAYS:
        return []
    literal = _WORD.sub(lambda found: "\0" if found[0].partition(".")[0] in names else found[0], template)
    pattern = rf"(?:{re.escape(schema.name)}\s+)?" + rf"({NUMBER}|[\w-]{{1,30}}?)".join(
        re.escape(piece).replace(r"\ ", r"\s*") for piece in literal.split("\0")
    )
    match = re.fullmatch(pattern, text.strip(), re.IGNORECASE)
    return list(match.groups()) if match is not None else []


def own_words(schema: f.Schema, template: str) -> list[str]:
    """The words of a template that stand for themselves, in lower case."""
    names = {*(param.name for param in schema.params), *(let.name for let in schema.lets)}
    return [word.lower() for word in _WORD.findall(template) if word.partition(".")[0] not in names]


def _codes(game: Rules, param: f.Param, said: list[tuple[str, str]]) -> list[int]:
    """The values of a parameter that fit its text."""
    if isinstance(param.type, Num):
        if not said and param.type.hi - param.type.lo < _MOST_READINGS:
            return list(range(param.type.lo, param.type.hi + 1))
        exact = (game.values.code(number_of_word(word), param.type) for attribute, word in said if not attribute)
        return [code for code in exact if code is not None][:1]
    assert isinstance(param.type, Fin)
    codes: Sequence[int] = range(param.type.domain.size)
    for attribute, word in said:
        if not attribute:
            code = game.values.code(word.lower(), param.type)
            codes = [code] if code is not None and code in codes else []
        else:
            codes = [
                one
                for one in codes
                if property_text(game.checked, game.values, param.type, one, attribute).lower() in ("", word.lower())
            ]
    return list(codes)


# ---- what keeps a text from being a move


def _no_value(game: Rules, schema: f.Schema, said: _Said) -> tuple[str, Type] | None:
    """The first word that does not name a value of its place's type, with that type."""
    types: dict[str, Type] = {param.name: param.type for param in schema.params}
    types |= {let.name: strip_opt(let.value.type) for let in schema.lets}
    return next(((word, types[name]) for name, attribute, word in said
                 if not attribute and isinstance(types[name], Fin) and game.values.code(word.lower(), types[name]) is None),
                None)  # fmt: skip


def _wrong_value(game: Rules, schema: f.Schema, said: _Said) -> ReadMove:
    found = _no_value(game, schema, said)
    return ReadMove(partial=Step(schema.name), problem=no_such(game, *found)) if found is not None else ReadMove()


def _twice(game: Rules, notation: Notation, schema: f.Schema, args: list[int]) -> ReadMove:
    at = notation.named_twice(schema.name, args)
    assert at is not None
    return ReadMove(partial=Step(schema.name), problem=f"`{game.values.text(args[at], schema.params[at].type)}` is there twice")


def no_such(game: Rules, word: str, type_: Type, after: str = "") -> str:
    """The message that a word names no value of a type; `after` is the next word, since edges and vertices have several."""
    noun = str(type_)
    if noun in ("edge", "vertex"):
        sites = game.board.edges if noun == "edge" else game.board.vertices
        example = f"; {a_or_an(noun)} is written like `{sites[0].name}`" if sites else ""
        return f"`{cut(f'{word}-{after}' if after else word, 30)}` is not {a_or_an(noun)} of this board{example}"
    if isinstance(type_, Num) and number_of_word(word) is not None:
        noun = "whole number" if type_.scale == 1 else f"multiple of {written(Fraction(1, type_.scale))}"
    close: tuple[str, ...] = ()
    if isinstance(type_, Fin) and type_.domain.size <= _MOST_READINGS:
        close = tuple(near(word.lower(), [game.values.text(code, type_) for code in range(type_.domain.size)]))
    of_board = " of this board" if noun == "cell" else ""
    return f"`{cut(word, 30)}` is not {a_or_an(noun)}{of_board}" + (f"; near: {', '.join(close)}" if close else "")


def _nowhere(game: Rules, schema: f.Schema, steps: list[Step], said: _Said, choices: list[list[int]]) -> ReadMove:
    """Each part exists, but no move combines them: the values of the names under `let`."""
    told = listed([f"{name}{'.' + attribute if attribute else ''} = {word}" for name, attribute, word in said])
    lets = {let.name for let in schema.lets}
    name, attribute, word = next(one for one in said if one[0] in lets)
    whole = f"{name}.{attribute}" if attribute else name
    values = dict.fromkeys(value for step in steps for each, value in game.notation.words(step) if each == whole)
    known = [value for value in values if value not in ("none", word.lower())]
    could_be = f"; {whole} can be {listed(known, 'or')}" if 0 < len(known) <= _MOST_TOLD else ""
    certain = tuple(codes[0] for codes in takewhile(lambda codes: len(codes) == 1, choices))
    problem = f"there is no `{schema.name}` with {told}{could_be}"
    return ReadMove(partial=Step(schema.name, certain), problem=problem, is_move=True)
