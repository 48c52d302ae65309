"""Edits that mend findings, one by one or all at once."""

from __future__ import annotations

from dataclasses import dataclass

from ggl.diagnostics import Diagnostic
from ggl.host.desk.files import Files
from ggl.host.desk.places import Edits
from ggl.host.desk.reading import Reading, read_text
from ggl.host.desk.text import TextChange
from ggl.source import Source

MOST_ROUNDS = 20
"""A file stays unchanged if this many consecutive edits add new mistakes."""


@dataclass(frozen=True)
class QuickFix:
    """A fix of a finding: its help, as an edit of the file in which it is made."""

    finding: Diagnostic
    title: str
    edits: Edits


def fixes(reading: Reading) -> tuple[QuickFix, ...]:
    """The fixes of all findings of a file that have one."""
    return tuple(made for finding in reading.findings if (made := _fix(finding)) is not None)


def fixes_at(reading: Reading, start: int, end: int) -> tuple[QuickFix, ...]:
    """The fixes of the findings that a range touches."""
    touched = [
        f
        for f in reading.findings
        if f.span is None or (f.span.source == reading.source and f.span.start <= end and start <= f.span.end)
    ]
    return tuple(made for finding in touched if (made := _fix(finding)) is not None)


def _fix(finding: Diagnostic) -> QuickFix | None:
    fix = finding.fix
    if fix is None:
        return None
    title = fix.title[:1].upper() + fix.title[1:]
    return QuickFix(finding, title, Edits(fix.span.source, (TextChange(fix.span.start, fix.span.end, fix.replacement),)))


def fix_all(reading: Reading) -> str:
    """The text with all fixes of this file made, each on what the ones before have left; one that does
    not mend is left out."""
    files: Files = reading.files
    refused: set[tuple[str, str]] = set()
    for _ in range(MOST_ROUNDS):
        made = next(
            (one for one in fixes(reading) if one.edits.source == reading.source and _key(one.finding) not in refused), None
        )
        if made is None:
            break
        now = read_text(Source(reading.source.name, made.edits.text), files)
        key = _key(made.finding)
        is_mended = [_key(each) for each in now.findings].count(key) < [_key(each) for each in reading.findings].count(key)
        if not is_mended:
            refused.add(key)
            continue
        reading = now
    return reading.source.text


def _key(finding: Diagnostic) -> tuple[str, str]:
    return finding.code.code, finding.message
