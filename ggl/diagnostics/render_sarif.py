"""Findings as SARIF 2.1.0, for services that collect them.

Takes diagnostics. Gives one run with a rule for each code met, in the order of their numbers. Columns count characters.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any
from urllib.parse import quote

from ggl.diagnostics.diagnostic import Code, Diagnostic, Fix
from ggl.source import Span

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

Json = dict[str, Any]


def render_sarif(diagnostics: Iterable[Diagnostic]) -> str:
    found = list(diagnostics)
    codes = sorted({each.code for each in found}, key=lambda code: code.code)
    index = {code.code: position for position, code in enumerate(codes)}
    run: Json = {
        "tool": {"driver": {"name": "ggl", "rules": [_rule(code) for code in codes]}},
        "columnKind": "unicodeCodePoints",
        "results": [_result(each, index[each.code.code]) for each in found],
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"


def _rule(code: Code) -> Json:
    return {
        "id": code.code,
        "shortDescription": {"text": code.title},
        "help": {"text": code.explanation, "markdown": code.explanation},
        "defaultConfiguration": {"level": code.severity},
    }


def _result(diagnostic: Diagnostic, rule_index: int) -> Json:
    words = [diagnostic.message + (f": {diagnostic.label}" if diagnostic.label else "")]
    words += [note.text for note in diagnostic.notes if note.span is None]
    if diagnostic.help:
        words.append(f"Help: {diagnostic.help}")
    result: Json = {
        "ruleId": diagnostic.code.code,
        "ruleIndex": rule_index,
        "level": diagnostic.code.severity,
        "message": {"text": "\n".join(words)},
        "locations": [_location(diagnostic.span)] if diagnostic.span else [],
    }
    related = [
        {"id": number, **_location(note.span), "message": {"text": note.text}}
        for number, note in enumerate((note for note in diagnostic.notes if note.span), 1)
        if note.span
    ]
    if related:
        result["relatedLocations"] = related
    if diagnostic.fix:
        result["fixes"] = [_fix(diagnostic.fix)]
    return result


def _location(span: Span) -> Json:
    return {"physicalLocation": {"artifactLocation": _file(span), "region": _region(span)}}


def _fix(fix: Fix) -> Json:
    replacement = {"deletedRegion": _region(fix.span), "insertedContent": {"text": fix.replacement}}
    change = {"artifactLocation": _file(fix.span), "replacements": [replacement]}
    return {"description": {"text": fix.title}, "artifactChanges": [change]}


def _file(span: Span) -> Json:
    return {"uri": quote(span.source.name.replace("\\", "/"), errors="replace")}


def _region(span: Span) -> Json:
    line, column = span.source.place(span.start)
    end_line, end_column = span.source.place(span.end)
    return {
        "startLine": line,
        "startColumn": column,
        "endLine": end_line,
        "endColumn": end_column,
        "charOffset": span.start,
        "charLength": span.end - span.start,
    }
