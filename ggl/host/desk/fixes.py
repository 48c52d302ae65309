"""Edits that mend findings, one by one or all at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from ggl.diagnostics import Diagnostic
from ggl.host.desk.places import Edits
from ggl.host.desk.reading import Reading, read_text
from ggl.host.desk.text import TextChange, applied_together
from ggl.source import Source

MOST_ROUNDS = 20
"""A round makes all edits that there are, and the next one those of what they have brought to light."""

MOST_ALONE = 10
"""Edits that are tried one by one, since together they do not mend."""


@dataclass(frozen=True)
class QuickFix:
    """A fix of a finding: its help, as an edit of the file in which it is made."""

    finding: Diagnostic
    title: str
    edits: Edits


def fixes(reading: Reading) -> tuple[QuickFix, ...]:
    """The fixes of all findings of a file that have one, but for those that lead to another error at their place."""
    return _sound(reading, reading.findings)


def fixes_at(reading: Reading, start: int, end: int) -> tuple[QuickFix, ...]:
    """The fixes of the findings that a range touches."""
    touched = [
        f
        for f in reading.findings
        if f.span is None or (f.span.source == reading.source and f.span.start <= end and start <= f.span.end)
    ]
    return _sound(reading, touched)


def _sound(reading: Reading, findings: Iterable[Diagnostic]) -> tuple[QuickFix, ...]:
    made = [one for finding in findings if (one := _fix(finding)) is not None]
    waiting = [one for one in made if one.edits.source == reading.source]
    elsewhere = [one for one in made if one not in waiting]
    sound: list[QuickFix] = []
    while waiting:
        together = _side_by_side(waiting)
        waiting = [one for one in waiting if one not in together]
        sound += (mending := _tried(reading, together)[0])
        for one in [each for each in together if each not in mending][:MOST_ALONE]:
            sound += _tried(reading, [one])[0]
    return tuple(one for one in made if one in sound or one in elsewhere)


def _fix(finding: Diagnostic) -> QuickFix | None:
    fix = finding.fix
    if fix is None:
        return None
    title = fix.title[:1].upper() + fix.title[1:]
    return QuickFix(finding, title, Edits(fix.span.source, (TextChange(fix.span.start, fix.span.end, fix.replacement),)))


def fix_all(reading: Reading) -> str:
    """The text with all fixes of this file made, those that the ones before have brought to light after them."""
    for _ in range(MOST_ROUNDS):
        made = [one for finding in reading.findings if (one := _fix(finding)) is not None]
        together = _side_by_side([one for one in made if one.edits.source == reading.source])
        tries = (together, *([one] for one in together[:MOST_ALONE])) if together else ()
        now = next((now for sound, now in (_tried(reading, each) for each in tries) if sound), None)
        if now is None:
            break
        reading = now
    return reading.source.text


def _side_by_side(made: list[QuickFix]) -> list[QuickFix]:
    """Those that can be made together: each in a place of its own."""
    found: list[QuickFix] = []
    for one in sorted(made, key=_change_of_start):
        if not found or _change(found[-1]).end < _change(one).start:
            found.append(one)
    return found


def _tried(reading: Reading, made: list[QuickFix]) -> tuple[list[QuickFix], Reading]:
    """Those of the edits that mend, and the text with all of these, as it is read.

    All are made at once, so that a file of many mistakes is read only once more, and again only where one does not mend.
    """
    while made:
        text = applied_together(reading.source.text, [_change(one) for one in made])
        now = read_text(Source(reading.source.name, text), reading.files)
        mending, shift = [], 0
        for one in made:
            change = _change(one)
            start = change.start + shift
            shift += len(change.text) - (change.end - change.start)
            if _mends(one, reading, now, start):
                mending.append(one)
        if len(mending) == len(made):
            return made, now
        made = mending
    return [], reading


def _mends(made: QuickFix, reading: Reading, now: Reading, start: int) -> bool:
    """Whether an edit, whose text begins at `start` now, leaves at its place neither the old finding nor a new error. What stands
    in several lines that it changes, such as their indentation, was not read before, and may be wrong."""
    change = _change(made)
    removes = not change.text
    old = [each for each in reading.findings if _touches(each, reading.source, change.start, change.end, removes)]
    end = start + len(change.text)
    if "\n" in change.text:  # a value below its key, which may not take one of this sort
        start = now.source.text.rfind("\n", 0, start) + 1
    new = [each for each in now.findings if _touches(each, now.source, start, end, removes)]
    before, after, key = Counter(map(_key, old)), Counter(map(_key, new)), _key(made.finding)
    if after[key] and after[key] >= before[key]:
        return False
    is_long = "\n" in reading.source.text[change.start : change.end]
    return is_long or all(_key(each) in before for each in new if each.code.severity == "error")


def _touches(finding: Diagnostic, source: Source, start: int, end: int, beside: bool) -> bool:
    """Whether a finding stands at a place, or `beside` it."""
    span = finding.span
    if span is None or span.source != source:
        return False
    return span.start <= end and start <= span.end if beside else span.start < end and start < span.end


def _change(made: QuickFix) -> TextChange:
    return made.edits.changes[0]


def _change_of_start(made: QuickFix) -> int:
    return _change(made).start


def _key(finding: Diagnostic) -> tuple[str, str]:
    return finding.code.code, finding.message
