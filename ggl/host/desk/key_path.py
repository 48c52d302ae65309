"""The path of keys above a place in a game file, found by indentation and brackets alone.

Takes a text and an offset. Gives a `Where`. It works on an unreadable file and on a half-written line; the tree of
`ggl.syntax.document` gives the contents if there is one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

_QUOTED = r""""(?:[^"\\]|\\.)*"|'(?:[^']|'')*'"""
_PLAIN = r"""[^\s\#"'{\[\]},&*!|>%@`-](?:[^\#\n]|(?<=\S)\#)*?"""
_KEY = re.compile(rf"(?P<indent>[ ]*(?:-[ ]+)*)(?P<key>{_QUOTED}|{_PLAIN})\s*:(?=\s|$)")
_BLOCK = re.compile(r"[|>][-+0-9]*\s*(?:\#.*)?$")


LONGEST_KEY = 1000
"""Of a line no more is looked at for a key."""


@dataclass(frozen=True)
class Where:
    """`path` are the keys around the place, the outermost first. `start` is where the value or key at the place begins.

    `is_key` says that a key may be written here, `is_value` that a value may; on a line of its own below a key both are so, and
    in a comment neither is. `earlier` are the items of the list before the one at the place.
    """

    path: tuple[str, ...]
    start: int
    is_key: bool
    is_value: bool
    earlier: tuple[str, ...] = ()


def key_place(text: str, offset: int) -> Where:
    offset = min(max(offset, 0), len(text))
    begin = text.rfind("\n", 0, offset) + 1
    line = text[begin:offset]
    found = _KEY.match(line[:LONGEST_KEY])
    own = len(line) - len(line.lstrip(" "))
    above = _above(text, begin, own if line.strip() else len(line))
    block = next(
        (number for number, (_, value) in enumerate(above) if _BLOCK.match(text[value:].split("\n", 1)[0].strip())), None
    )
    if block is not None:  # the lines of a text after `|`
        return Where(tuple(key for key, _ in above[: block + 1]), begin + own, False, "#" not in line)
    if line.lstrip().startswith("#"):
        return Where((), offset, False, False)
    path = tuple(key for key, _ in above)
    if found is not None:
        return _inside(text, begin + found.end(), offset, (*path, _plain(found["key"])))
    if above:
        held = text[above[-1][1] : begin].split("\n", 1)[0]
        value = held.partition(" #")[0].strip()
        if value:  # a value that continues on this line
            return _inside(text, above[-1][1], offset, path)
    start = begin + own
    dash = re.match(r"(?:-\s+)+", text[start:offset])
    if dash is not None or text[start:offset] == "-":
        start += dash.end() if dash else 1
        here = _inside(text, start, offset, path)
        return replace(here, earlier=(*_items_above(text, begin, own), *here.earlier))
    return Where(path, start, True, bool(path))


def _above(text: str, begin: int, indent: int) -> list[tuple[str, int]]:
    """The keys above a line that is indented so far, each with the place after its colon."""
    found: list[tuple[str, int]] = []
    end = begin
    while indent > 0 and end > 0:
        start = text.rfind("\n", 0, end - 1) + 1
        line = text[start : end - 1]
        if line.strip() and not line.lstrip().startswith("#"):
            depth = len(line) - len(line.lstrip(" "))
            if depth < indent:
                key = _KEY.match(line[:LONGEST_KEY])
                if key is not None:
                    found.append((_plain(key["key"]), start + key.end()))
                indent = depth
        end = start
    return found[::-1]


def _items_above(text: str, begin: int, indent: int) -> tuple[str, ...]:
    """The items of a list with dashes that are so far indented, above a line."""
    found: list[str] = []
    for line in reversed(text[:begin].split("\n")[:-1]):
        depth = len(line) - len(line.lstrip(" "))
        if not line.strip() or line.lstrip().startswith("#") or depth > indent:
            continue
        if depth < indent or not line.lstrip().startswith("- "):
            break
        found.append(_plain(line.strip()[2:].partition(" #")[0].strip()))
    return tuple(reversed(found))


def _inside(text: str, start: int, offset: int, path: tuple[str, ...]) -> Where:
    """Within a value, which may be a map or a list in brackets."""
    at = start
    while at < offset and text[at] in " \t":
        at += 1
    begin = at
    open_: list[tuple[str, str | None]] = []  # the brackets, each with the key before the value in it
    items: list[str] = []  # of the innermost list
    quote = ""
    while at < offset:
        character = text[at]
        if quote:
            quote = "" if character == quote else quote
        elif character == "#" and text[at - 1 : at].isspace():
            end = text.find("\n", at, offset)
            if end < 0:
                return Where((), offset, False, False)
            at = end
        elif character in "\"'" and (not text[begin:at].strip()):
            quote = character
        elif character in "{[" and not text[begin:at].strip():
            open_.append((character, None))
            items = []
            begin = at + 1
        elif character in "}]" and open_:
            open_.pop()
            items = []
        elif open_ and character == ",":
            items.append(_plain(text[begin:at].strip()))
            open_[-1] = (open_[-1][0], None)
            begin = at + 1
        elif open_ and open_[-1][0] == "{" and character == ":" and text[at + 1 : at + 2] in (" ", "", "\n"):
            open_[-1] = ("{", _plain(text[begin:at].strip()))
            begin = at + 1
        at += 1
    while begin < offset and text[begin] in " \t\n":
        begin += 1
    inner = tuple(key for _, key in open_ if key is not None)
    if open_ and open_[-1] == ("{", None):
        return Where((*path, *inner), begin, True, False)
    is_list = bool(open_) and open_[-1][0] == "["
    return Where((*path, *inner), begin, False, True, tuple(items) if is_list else ())


def _plain(key: str) -> str:
    return key[1:-1] if key[:1] in "\"'" and key[-1:] == key[:1] and len(key) > 1 else key
