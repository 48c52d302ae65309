"""Findings as one JSON array, for programs.

Takes diagnostics. Gives JSON in which lines and columns count from 1 and offsets (in characters of the file's text)
from 0; a place ends before its `end`. Keys are always there, null where there is nothing.
"""

from __future__ import annotations

import json
from collections.abc import Iterable

from ggl.diagnostics.diagnostic import Diagnostic
from ggl.source import Span

Json = dict[str, "str | int | Json | list[Json] | None"]


def render_json(diagnostics: Iterable[Diagnostic]) -> str:
    return json.dumps([_finding(each) for each in diagnostics], indent=2) + "\n"


def _finding(diagnostic: Diagnostic) -> Json:
    fix = diagnostic.fix
    return {
        "code": diagnostic.code.code,
        "title": diagnostic.code.title,
        "severity": diagnostic.code.severity,
        "message": diagnostic.message,
        "label": diagnostic.label,
        **_place(diagnostic.span),
        "notes": [{"text": note.text, **_place(note.span)} for note in diagnostic.notes],
        "help": diagnostic.help,
        "fix": {"title": fix.title, "replacement": fix.replacement, **_place(fix.span)} if fix else None,
    }


def _place(span: Span | None) -> Json:
    if span is None:
        return {"file": None, "start": None, "end": None}
    return {"file": span.source.name, "start": _point(span, span.start), "end": _point(span, span.end)}


def _point(span: Span, offset: int) -> Json:
    line, column = span.source.place(offset)
    return {"line": line, "column": column, "offset": offset}
