"""Explanations, places, notes and means as data."""

from __future__ import annotations

from math import isfinite
from typing import Literal

from ggl.diagnostics.diagnostic import Note
from ggl.host.views import NoteView, Place, Share, Why
from ggl.play.explanation import Explanation
from ggl.play.values import written
from ggl.source import Span
from ggl.statistics import Interval


def explanation_data(explanation: Explanation) -> Why:
    """An explanation as data; `text` is all of it in words."""
    span = explanation.span
    verdict: Literal["legal", "illegal", "no move"] = "illegal" if explanation.is_move else "no move"
    return Why(
        move=explanation.text,
        verdict="legal" if explanation.legal else verdict,
        reason="" if explanation.legal else explanation.reason,
        stage=explanation.stage,
        condition=explanation.condition,
        place=place_data(span),
        line=span.source.line(span.line) if span is not None else "",
        bindings=dict(explanation.bindings),
        values=tuple((text, written(value)) for text, value in explanation.values),
        changed=explanation.changed,
        near=explanation.nearest,
        notes=tuple(map(note_of, explanation.notes)),
        text=str(explanation),
    )


def place_data(span: Span | None) -> Place | None:
    if span is None:
        return None
    return Place(span.source.name, span.start, span.end, span.line, span.column)


def note_of(note: Note) -> NoteView:
    return NoteView(note.text, place_data(note.span))


def interval_data(interval: Interval) -> Share:
    """A mean with its interval; where that has no bounds, as after a single play, the value stands for them."""
    low, high = (each if isfinite(each) else interval.value for each in (interval.low, interval.high))
    return Share(interval.value, low, high)
