"""Signature help at a place: the word, its parameters, and the parameter being written."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ggl.checker.vocabulary.board_words import BOARD_WORDS
from ggl.checker.vocabulary.lines import typed_signature
from ggl.checker.vocabulary.prelude import prelude
from ggl.checker.vocabulary.words import WORDS
from ggl.host.desk.completion import signature_text
from ggl.host.desk.key_path import key_place
from ggl.host.desk.known import Known


@dataclass(frozen=True)
class CallHelp:
    """`params` are parts of `label`; `active` is the number of one of them, or None where there are no more."""

    label: str
    params: tuple[str, ...]
    active: int | None
    meaning: str


_CALL = re.compile(r"([A-Za-z_]\w*)\s*\Z")
_NAMED = re.compile(r"\s*([A-Za-z_]\w*)\s*=(?!=)")


def signature(known: Known, text: str, offset: int) -> CallHelp | None:
    place = key_place(text, offset)
    if not place.is_value:
        return None
    call = _open_call(text[place.start : offset])
    if call is None:
        return None
    name, number, argument = call
    label, params, meaning = _of_word(known, name)
    if not label:
        return None
    named = _NAMED.match(argument)
    if named is not None:
        number = next((at for at, param in enumerate(params) if re.match(rf"{named[1]}\b", param)), number)
    return CallHelp(label, params, number if number < len(params) else None, meaning)


def _open_call(before: str) -> tuple[str, int, str] | None:
    """The innermost open call: its name, the number of the argument, and the text of the argument so far."""
    depth, commas, end = 0, 0, len(before)
    for at in range(len(before) - 1, -1, -1):
        character = before[at]
        if character in ")]}":
            depth += 1
        elif character in "([{":
            if depth:
                depth -= 1
                continue
            if character == "(" and (name := _CALL.search(before, 0, at)) is not None:
                argument = before[at + 1 :] if not commas else before[end:]
                return name[1], commas, argument
            commas, end = 0, len(before)
        elif character == "," and depth == 0:
            if not commas:
                end = at + 1
            commas += 1
    return None


def _of_word(known: Known, name: str) -> tuple[str, tuple[str, ...], str]:
    """The form of a call, its parameters as written there, its meaning."""
    one = known.definition
    if one is not None and name in one.definitions:
        label = signature_text(known, name)
        return label, _params(label), "a definition of this game"
    if one is not None and name in one.routines:
        params = one.routines[name].params
        return f"{name}({', '.join(params)})", params, "a routine of this game"
    if one is not None and name in one.moves and one.moves[name].params:
        params = one.moves[name].params
        return f"{name}({', '.join(params)})", params, "a move that follows"
    for table in (prelude(), BOARD_WORDS):
        if name in table:
            word = table[name]
            label = typed_signature(word.signature)
            return label, _params(label), word.meaning
    if name in WORDS:
        return WORDS[name].usage, _params(WORDS[name].usage), WORDS[name].meaning
    return "", (), ""


def _params(label: str) -> tuple[str, ...]:
    """The comma-separated texts in the first brackets."""
    inside = re.search(r"\(([^()]*)\)", label)
    return tuple(part.strip() for part in inside[1].split(",")) if inside and inside[1].strip() else ()
