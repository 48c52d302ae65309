"""The collector that each stage reports to.

Takes reports in any order. Gives diagnostics without repetition: the same code at the same place is one finding, and
after `limit` findings the rest is only counted. Nothing here raises.
"""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Iterator
from dataclasses import replace

from ggl.diagnostics.catalog.file_and_yaml import MORE_FINDINGS
from ggl.diagnostics.diagnostic import Code, Diagnostic, Fix, Note
from ggl.source import Span

LIMIT = 100


class Findings:
    """What was found so far, in the order of reporting. Iteration and `len` include the closing note, if any."""

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
        self.add(Diagnostic(code, span, message, label, notes, help, fix))

    def add(self, diagnostic: Diagnostic) -> None:
        """Record one finding. Without a place, it is the message that tells two findings of one code apart."""
        place = diagnostic.message if diagnostic.span is None else diagnostic.span
        key = (diagnostic.code.code, place)
        if key in self._seen:
            return
        self._has_errors |= diagnostic.code.severity == "error"
        if len(self._kept) >= self._limit:
            self._left_out += 1
            return
        self._seen.add(key)
        self._kept.append(diagnostic)

    @contextlib.contextmanager
    def noting(self, note: Note, about: Collection[Code]) -> Iterator[None]:
        """What is found meanwhile with one of these codes has a note more."""
        before = len(self._kept)
        try:
            yield
        finally:
            for at, found in enumerate(self._kept[before:], before):
                if found.code in about:
                    self._kept[at] = replace(found, notes=(*found.notes, note))

    @property
    def has_errors(self) -> bool:
        return self._has_errors

    def sorted(self) -> tuple[Diagnostic, ...]:
        """By file and place. What has no place comes first, the closing note last."""
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
        return (Diagnostic(MORE_FINDINGS, None, f"{self._left_out} more findings are not shown; mend these first"),)


def _place(diagnostic: Diagnostic) -> tuple[str, int, int, str]:
    span = diagnostic.span
    if span is None:
        return "", -1, -1, diagnostic.code.code
    return span.source.name, span.start, span.end, diagnostic.code.code
