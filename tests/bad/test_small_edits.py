"""What is found when a line or two of a good file are changed: mistakes that nobody would think of, each told in full.

The edits were drawn at random; kept are those by which a small fault in the checker shows that no file of a mistake shows.
`GGL_BLESS=1 pytest tests/bad/test_small_edits.py -n 0` writes `small_edits.yaml` anew: read what has changed.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TypedDict

import pytest
import yaml

from ggl.diagnostics import Diagnostic
from tests.bad.findings_of import findings_in

ROOT, KEPT = Path(__file__).parents[2], Path(__file__).parent / "small_edits.yaml"


class Edit(TypedDict):
    file: str
    """From the root of the checkout."""

    line: int
    """The first of the lines that change, from 1."""

    old: str
    new: str
    told: str


EDITS: list[Edit] = yaml.safe_load(KEPT.read_text("utf-8"))


def name(edit: Edit) -> str:
    return f"{Path(edit['file']).stem}:{edit['line']}: {edit['new'].strip()}"


@pytest.mark.parametrize("edit", EDITS, ids=name)
def test_all_that_is_told_of_an_edit(edit: Edit) -> None:
    path = ROOT / edit["file"]
    shown = "".join(f"{line}\n" for each in findings_in(edited(edit).encode(), path).sorted() for line in _told(each))
    if os.environ.get("GGL_BLESS"):
        edit["told"] = shown
        KEPT.write_text(yaml.dump(EDITS, Dumper=_Blocks, sort_keys=False, allow_unicode=True, width=1000), "utf-8")
    assert shown == edit["told"]


def edited(edit: Edit) -> str:
    lines, old = (ROOT / edit["file"]).read_text("utf-8").split("\n"), edit["old"].split("\n") if edit["old"] else []
    first, end = edit["line"] - 1, edit["line"] - 1 + len(old)
    assert lines[first:end] == old, "the file has other lines there: give the edit the new ones"
    return "\n".join([*lines[:first], *(edit["new"].split("\n") if edit["new"] else []), *lines[end:]])


def _told(finding: Diagnostic) -> Iterator[str]:
    span = finding.span
    assert span is not None
    yield f"{span.line}:{span.column} {finding.code.code} {finding.message}"
    yield f"  {span.text}" if "\n" not in span.text else f"  {len(span.text)} characters"
    if finding.label:
        yield f"  {finding.label}"
    for note in finding.notes:
        yield f"  note: {note.text}" + (f" ({note.span.line}:{note.span.column})" if note.span else "")
    if finding.help:
        yield f"  help: {finding.help}"
    if finding.fix is not None:
        yield f"  edit: {finding.fix.span.text!r} -> {finding.fix.replacement!r}"


class _Blocks(yaml.SafeDumper):
    """Texts of several lines as blocks."""


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if text.endswith("\n") else None)


_Blocks.add_representer(str, _text)
