"""The traps of the flow map: `let: {t: step(c, d)}` splits at the comma inside the brackets, and a set in braces is a map.

Takes a node read from YAML. Gives the bracket that was left open, and the report with the rewrite that mends it. Only
the caller knows that an expression is wanted: a glyph may well be `(`.
"""

from __future__ import annotations

import re
from itertools import pairwise

from ggl.diagnostics import Findings, Fix
from ggl.diagnostics.catalog import shape as codes
from ggl.source import Source, Span
from ggl.syntax.document.nodes import Mapping, Node, Scalar

_PARTNER = {")": "(", "]": "[", "}": "{"}
_BINDER = re.compile(r"[A-Za-z_]\w*(\s+and\s+[A-Za-z_]\w*)?\s+in\s")


def unclosed_bracket(scalar: Node) -> Span | None:
    """The outermost bracket that a plain scalar opens and does not close."""
    if not isinstance(scalar, Scalar) or scalar.style != "plain":
        return None
    at = open_bracket(scalar.text)
    return None if at is None else scalar.span_of(at, at + 1)


def comma_in_flow_map(mapping: Mapping, findings: Findings) -> bool:
    """Report the first value of a map in braces that a comma cut off inside its brackets, or before a further parameter of its
    `for`; whether there was one."""
    if not mapping.flow:
        return False
    for before, entry in pairwise(mapping.entries):
        value = entry.value
        if before.key.text == "for" and isinstance(value, Scalar) and value.is_empty and _BINDER.match(entry.key.text):
            _report(mapping.span, before.value.span, "a comma ended the value of `for`", "", findings)
            return True
    for entry in mapping.entries:
        for part in (entry.value, entry.key):
            bracket = unclosed_bracket(part)
            if bracket:
                written = set_in_braces(mapping.span.source, mapping.span.start, True)
                if written:
                    report_set(written, findings)
                else:
                    report_comma(mapping.span, bracket, findings)
                return True
    return False


def set_in_braces(source: Source, start: int, inside: bool) -> Span | None:
    """A value that begins with `{` and has no key in these braces: all of it, to the end of its line or part of a flow."""
    end, depth, closed = start, 0, False
    text = source.text
    for end in range(start, len(text)):
        character = text[end]
        if closed and (character == "\n" or text[end : end + 2] == " #"):
            break
        if inside and depth == 0 and closed and character in ",]}":
            break
        if not closed and depth == 1 and character == ":" and text[end + 1 : end + 2] in (" ", "\n", ""):
            return None
        depth += (character in "([{") - (character in ")]}")
        closed = closed or depth == 0
    else:
        end = len(text)
    written = source.span(start, start + len(text[start:end].rstrip()))
    return written if closed else None


def report_set(written: Span, findings: Findings) -> None:
    """A set that YAML read as a map, so that no expression is left. `written` is the whole value."""
    text = " ".join(written.text.split())
    quoted = f"'{text}'" if '"' in text or "\\" in text else f'"{text}"'
    findings.report(
        codes.SET_AS_MAP,
        written,
        "YAML reads this set as a map",
        label="for YAML, `{` begins a map and `[` a list",
        help=f"put the whole value in quotes, `{quoted}`, or write it as a block after `|`",
        fix=None if "'" in text else Fix(written, quoted, "put the value in quotes"),
    )


def report_comma(braces: Span, bracket: Span, findings: Findings) -> None:
    """`braces` is the map as written; with its last brace missing or out of sight there is no rewrite to offer."""
    still = f"; the `{bracket.text}` before it is still open"
    _report(braces, bracket, "a comma ended the value inside its brackets", still, findings)


def _report(braces: Span, before: Span, message: str, still: str, findings: Findings) -> None:
    """Report the first comma behind a place."""
    source = before.source
    comma = source.text.find(",", before.end, braces.end)
    place = source.span(comma, comma + 1) if comma >= 0 else before
    lines = _lines_of(braces.text) if braces.text.endswith("}") else []
    help = "write each name on its own line"
    fix = None
    if lines:
        help += ":\n" + "\n".join(f"  {line}" for line in lines)
        fix = _fix(braces, lines, "write each name on its own line")
    findings.report(
        codes.COMMA_ENDED_VALUE,
        place,
        message,
        label=f"between braces this comma begins a new key{still}",
        help=help,
        fix=fix,
    )


def open_bracket(text: str) -> int | None:
    """The offset of the outermost bracket that the text opens and does not close."""
    opened: list[tuple[str, int]] = []
    for at, character in enumerate(text):
        if character in "([{":
            opened.append((character, at))
        elif opened and _PARTNER.get(character) == opened[-1][0]:
            opened.pop()
    return opened[0][1] if opened else None


def _lines_of(braces: str) -> list[str]:
    """The entries between the braces, split at the commas outside of all brackets, but for those between parameters."""
    lines = [""]
    depth = 0
    for character in braces[1:-1]:
        depth += (character in "([{") - (character in ")]}")
        if character == "," and depth == 0:
            lines.append("")
        else:
            lines[-1] += character
    stripped = [" ".join(line.split()) for line in lines]
    whole: list[str] = []
    for line in filter(None, stripped):
        if whole and _BINDER.match(line):
            whole[-1] += f", {line}"
        else:
            whole.append(line)
    return whole if depth == 0 and all(": " in line for line in whole) and "#" not in braces else []


def _fix(braces: Span, lines: list[str], title: str) -> Fix | None:
    """The rewrite as an edit, where the map is all that stands behind its key."""
    source = braces.source
    line = source.line(braces.line)
    before = line[: braces.column - 1]
    after = source.text[braces.end :].partition("\n")[0].strip()
    if after or not before.rstrip().endswith(":") or "{" in before or "[" in before or "\n" in braces.text:
        return None
    indent = " " * (len(line) - len(line.lstrip(" ")) + 2)
    start = braces.start - (len(before) - len(before.rstrip()))
    return Fix(source.span(start, braces.end), "".join(f"\n{indent}{each}" for each in lines), title)
