"""The canonical spelling of a file or a range of its lines, as changes."""

from __future__ import annotations

from difflib import SequenceMatcher

from ggl.diagnostics import Findings
from ggl.host.desk.reading import Reading
from ggl.host.desk.text import TextChange
from ggl.model.formatting import formatted


def format_changes(reading: Reading, first: int = 0, last: int | None = None) -> tuple[TextChange, ...]:
    """Changes to the lines `first..last`, counted from 0; none where the file cannot be read whole."""
    source = reading.source
    text = formatted(source, Findings(), reading.files.base)
    if text is None or text == source.text:
        return ()
    before, after = source.text.splitlines(keepends=True), text.splitlines(keepends=True)
    starts = [0]
    for line in before:
        starts.append(starts[-1] + len(line))
    changes = []
    for tag, a, b, c, d in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag == "equal":
            continue
        if b - a == d - c:  # line by line, so that lines outside the range stay unchanged
            parts = [(a + i, a + i + 1, c + i, c + i + 1) for i in range(b - a)]
        else:
            parts = [(a, b, c, d)]
        for x, y, z, w in parts:
            if max(y, x + 1) > first and (last is None or x <= last):
                changes.append(TextChange(starts[x], starts[y], "".join(after[z:w])))
    return tuple(changes)
