"""Findings as text.

Takes diagnostics, already sorted, and the name of a format. Gives one string that ends with a line end, or is empty
when there is nothing to say (json and sarif always give a document). Colour is plain ANSI, and only where asked for.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, assert_never, get_args

from ggl.diagnostics.diagnostic import Diagnostic
from ggl.diagnostics.escape import escape
from ggl.diagnostics.render_full import WIDTH, render_full
from ggl.diagnostics.render_json import render_json
from ggl.diagnostics.render_sarif import render_sarif

Format = Literal["full", "concise", "json", "github", "sarif"]
FORMATS: tuple[Format, ...] = get_args(Format)


def render(diagnostics: Iterable[Diagnostic], format: Format, *, colour: bool = False, width: int = WIDTH) -> str:
    """`colour` and `width` matter to the format `full` alone."""
    match format:
        case "full":
            return "\n".join(render_full(each, colour=colour, width=width) for each in diagnostics)
        case "concise":
            return "".join(escape(str(each)) + "\n" for each in diagnostics)
        case "json":
            return render_json(diagnostics)
        case "github":
            return "".join(_github(each) + "\n" for each in diagnostics)
        case "sarif":
            return render_sarif(diagnostics)
        case _:
            assert_never(format)


def _github(diagnostic: Diagnostic) -> str:
    """A workflow command, which GitHub shows beside the line it speaks of."""
    command = {"error": "error", "warning": "warning", "note": "notice"}[diagnostic.code.severity]
    span = diagnostic.span
    properties = {"title": f"{diagnostic.code.code} {diagnostic.code.title}"}
    if span is not None:
        line, column = span.source.place(span.start)
        end_line, end_column = span.source.place(span.end)
        properties = {"file": span.source.name, "line": str(line), "endLine": str(end_line), **properties}
        if line == end_line:
            properties |= {"col": str(column), "endColumn": str(end_column)}
    words = [diagnostic.message + (f": {diagnostic.label}" if diagnostic.label else "")]
    if diagnostic.help:
        words.append(f"help: {diagnostic.help}")
    listed = ",".join(f"{name}={_percent(value, ':,')}" for name, value in properties.items())
    return f"::{command} {listed}::{_percent(chr(10).join(words), '')}"


def _percent(text: str, more: str) -> str:
    """GitHub's own escapes for the characters that end a command or a property."""
    safe = escape(text, keep="\n")
    return "".join(f"%{ord(c):02X}" if c in "%\r\n" or c in more else c for c in safe)
