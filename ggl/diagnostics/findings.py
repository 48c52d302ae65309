"""The collector that each stage reports to.

Takes reports in any order. Gives diagnostics without repetition: the same code at the same place is one finding, and
after `limit` findings the rest is only counted. Nothing here raises.
"""

from __future__ import annotations

import contextlib
import re
import sys
from collections.abc import Collection, Iterator
from dataclasses import replace

from ggl.diagnostics.catalog.file_and_yaml import MORE_FINDINGS
from ggl.diagnostics.diagnostic import Code, Diagnostic, Fix, Note
from ggl.source import Source, Span

LIMIT = 100
NO_LIMIT = sys.maxsize


class Findings:
    """The findings so far, in the order of reporting. Iteration and `len` include the closing note, if any.

    Findings for another collector are collected without a `limit`: that one counts what it leaves out.
    """

    def __init__(self, limit: int = LIMIT) -> None:
        self._limit = limit
        self._kept: list[Diagnostic] = []
        self._seen: set[tuple[str, Span | str]] = set()
        self._left_out = 0
        self._has_errors = False

    def report(
        self,
        code: Code,
        span: Span | None,
        message: str,
        *,
        label: str = "",
        notes: tuple[Note, ...] = (),
        help: str | None = None,
        fix: Fix | None = None,
    ) -> None:
        """Record a finding; by default a fix is its own help."""
        self.add(Diagnostic(code, span, message, label, notes, help or (fix.title if fix else None), fix))

    def add(self, diagnostic: Diagnostic) -> None:
        """Record one finding. Without a place, it is the message that tells two findings of one code apart."""
        key = _key(diagnostic)
        if key in self._seen:
            return
        self._seen.add(key)
        self._has_errors |= diagnostic.code.severity == "error"
        if len(self._kept) >= self._limit:
            self._left_out += 1
            return
        self._kept.append(_with_line_ends(diagnostic))

    @contextlib.contextmanager
    def noting(self, note: Note, about: Collection[Code]) -> Iterator[None]:
        """Adds a note to findings of these codes that are reported within."""
        before = len(self._kept)
        try:
            yield
        finally:
            for at, found in enumerate(self._kept[before:], before):
                if found.code in about:
                    self._kept[at] = replace(found, notes=(*found.notes, note))

    @contextlib.contextmanager
    def moved(self, source: Source, to: Span, note: Note, helpful: Collection[Code]) -> Iterator[None]:
        """Findings in a source that nobody sees are reported at a place in the reader's file, with a note. Their helps are
        about the hidden source, so only those of the codes in `helpful` stay."""
        before = len(self._kept)
        try:
            yield
        finally:
            found, self._kept[before:] = self._kept[before:], []
            for each in found:
                if each.span is not None and each.span.source is source:
                    self._seen.discard(_key(each))
                    help_ = each.help if each.code in helpful else None
                    notes = each.notes if to.source is source else (*each.notes, note)
                    each = replace(each, span=to, help=help_, fix=None, notes=notes)
                    if _key(each) in self._seen:
                        continue
                    self._seen.add(_key(each))
                self._kept.append(each)

    @property
    def has_errors(self) -> bool:
        return self._has_errors

    def sorted(self) -> tuple[Diagnostic, ...]:
        """The findings by file and place. Findings without a place come first, the closing note last."""
        return (*sorted(self._kept, key=_place), *self._closing())

    def __iter__(self) -> Iterator[Diagnostic]:
        yield from self._kept
        yield from self._closing()

    def __len__(self) -> int:
        return len(self._kept) + bool(self._left_out)

    def __repr__(self) -> str:
        return f"<Findings: {len(self)}>"

    def _closing(self) -> tuple[Diagnostic, ...]:
        if not self._left_out:
            return ()
        more = "1 more finding is" if self._left_out == 1 else f"{self._left_out:,} more findings are"
        return (Diagnostic(MORE_FINDINGS, None, f"{more} not shown; fix these first"),)


def _with_line_ends(diagnostic: Diagnostic) -> Diagnostic:
    """The finding with an edit whose lines end as those of the file do."""
    fix = diagnostic.fix
    if fix is None or "\n" not in fix.replacement or "\r\n" not in fix.span.source.text:
        return diagnostic
    return replace(diagnostic, fix=replace(fix, replacement=re.sub(r"(?<!\r)\n", "\r\n", fix.replacement)))


def _key(diagnostic: Diagnostic) -> tuple[str, Span | str]:
    return diagnostic.code.code, diagnostic.message if diagnostic.span is None else diagnostic.span


def _place(diagnostic: Diagnostic) -> tuple[str, int, int, str]:
    span = diagnostic.span
    if span is None:
        return "", -1, -1, diagnostic.code.code
    return span.source.name, span.start, span.end, diagnostic.code.code
