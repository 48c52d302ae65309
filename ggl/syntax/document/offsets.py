"""The place where each character of a scalar's text was written.

Takes a scalar as written (quotation marks and block sign included), its text as YAML reads it, and its style. Gives
for each character of the text the range of the written characters that mean it: itself, an escape, or the line end
and indentation that YAML folds into one space. Ranges do not overlap and do not go back.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ggl.frozen import frozen


@frozen
class Offsets:
    """`starts[i]..ends[i]` is where character i was written; `end` is where the last visible one ends."""

    starts: Sequence[int]
    ends: Sequence[int]
    end: int


Piece = tuple[str, int, int]

_BREAK = re.compile(r"\r\n|\r|\n")
_LINE_FOLD = re.compile(r"[ \t]*(?:\r\n|\r|\n)[ \t\r\n]*")
_HEX = {"x": 2, "u": 4, "U": 8}
_ESCAPES = {
    "0": "\0",
    "a": "\a",
    "b": "\b",
    "t": "\t",
    "\t": "\t",
    "n": "\n",
    "v": "\v",
    "f": "\f",
    "r": "\r",
    "e": "\x1b",
    " ": " ",
    '"': '"',
    "\\": "\\",
    "/": "/",
    "N": "\x85",
    "_": "\xa0",
    "L": "\u2028",
    "P": "\u2029",
}


def offsets_of(written: str, text: str, style: str) -> Offsets:
    margin = 1 if style in ("single", "double") else 0
    if style == "raw" or written[margin : len(written) - margin] == text:
        starts = range(margin, margin + len(text))
        return Offsets(starts, range(margin + 1, margin + 1 + len(text)), margin + len(text.rstrip()))
    pieces = exact_pieces(written, text, style)
    if "".join(piece[0] for piece in pieces) != text:
        pieces = _nearest_pieces(written, text)
    visible = [piece[2] for piece in pieces if not piece[0].isspace()]
    if visible:
        end = visible[-1]
    else:
        end = margin if margin else len(written.partition("\n")[0].rstrip())
    return Offsets([piece[1] for piece in pieces], [piece[2] for piece in pieces], end)


def exact_pieces(written: str, text: str, style: str) -> list[Piece]:
    """The characters in order; for folded text, and only there, they may turn out not to spell the text."""
    match style:
        case "plain":
            return _flow_pieces(written, 0, len(written), "")
        case "single":
            return _flow_pieces(written, 1, len(written) - 1, "'")
        case "double":
            return _flow_pieces(written, 1, len(written) - 1, "\\")
        case "literal":
            return _literal_pieces(written, text)
        case _:
            return []


def _flow_pieces(written: str, start: int, end: int, escape: str) -> list[Piece]:
    """Plain and quoted text: one line end means a space, several mean one line end less."""
    pieces: list[Piece] = []
    at = start
    while at < end:
        character = written[at]
        if character == escape == "'":
            pieces.append(("'", at, at + 2))
            at += 2
        elif character == escape == "\\":
            at = _escape(written, at, end, pieces)
        elif character in " \t\r\n" and (fold := _LINE_FOLD.match(written, at, end)):
            breaks = list(_BREAK.finditer(written, at, fold.end()))
            if len(breaks) == 1:
                pieces.append((" ", at, fold.end()))
            pieces += [("\n", each.start(), each.end()) for each in breaks[1:]]
            at = fold.end()
        else:
            pieces.append((character, at, at + 1))
            at += 1
    return pieces


def _escape(written: str, at: int, end: int, pieces: list[Piece]) -> int:
    """One backslash and what belongs to it. Before a line end it takes the line end and the indentation away."""
    letter = written[at + 1 : at + 2]
    if digits := _HEX.get(letter):
        stop = at + 2 + digits
        number = written[at + 2 : stop]
        if all(digit in "0123456789abcdefABCDEF" for digit in number):
            pieces.append((chr(int(number or "0", 16)), at, stop))
            return stop
    fold = _LINE_FOLD.match(written, at + 1, end) if letter in ("\r", "\n") else None
    if fold:
        breaks = list(_BREAK.finditer(written, at, fold.end()))
        pieces += [("\n", each.start(), each.end()) for each in breaks[1:]]
        return fold.end()
    pieces.append((_ESCAPES.get(letter, letter), at, at + 2))
    return at + 2


def _literal_pieces(written: str, text: str) -> list[Piece]:
    """A block after `|`: each line of the text is the end of a written line; the header line is not part of it."""
    pieces: list[Piece] = []
    header = _BREAK.search(written)
    at = header.end() if header else len(written)
    for line in text.split("\n"):
        line_end = _BREAK.search(written, at)
        stop, following = line_end.span() if line_end else (len(written), len(written))
        first = stop - len(line)
        pieces += [(character, first + i, first + i + 1) for i, character in enumerate(line) if first >= at]
        pieces.append(("\n", stop, following))
        at = following
    return pieces[:-1]


def _nearest_pieces(written: str, text: str) -> list[Piece]:
    """Folded text: visible characters are exact, white space lies somewhere between them."""
    pieces: list[Piece] = []
    header = _BREAK.search(written)
    at = header.end() if header else 0
    last = max(len(written) - 1, 0)
    for character in text:
        if not character.isspace():
            found = written.find(character, at)
            at = found if found >= 0 else at
        start = min(at, last)
        pieces.append((character, start, min(start + 1, len(written))))
        at = min(at + 1, len(written))
    return pieces
