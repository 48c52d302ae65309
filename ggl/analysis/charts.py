"""Small charts as elements of SVG: intervals on a line, bars, curves.

Takes numbers; gives elements of xml.etree, so that no text can become markup. Colours are classes of the page's style sheet.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from xml.etree import ElementTree as ET

from ggl.render.sheet import clean, num
from ggl.statistics import Interval

WIDE, HIGH = 560, 150
_LEFT, _BOTTOM = 40, 24


def tag(name: str, /, *inside: object, **attributes: object) -> ET.Element:
    """An element; `class_` is `class`, other names have `_` for `-`. What is inside is elements, lists of them, and text."""
    given = {key.rstrip("_").replace("_", "-"): _plain(value) for key, value in attributes.items()}
    element = ET.Element(name, {key: value for key, value in given.items() if value != ""})
    for each in inside:
        _put(element, each)
    return element


def _put(element: ET.Element, what: object) -> None:
    if isinstance(what, ET.Element):
        element.append(what)
    elif isinstance(what, list | tuple):
        for each in what:
            _put(element, each)
    elif len(element):
        element[-1].tail = (element[-1].tail or "") + clean(str(what))
    else:
        element.text = (element.text or "") + clean(str(what))


def _plain(value: object) -> str:
    return num(value) if isinstance(value, int | float) else clean(str(value))


def _svg(width: float, height: float, label: str, *inside: object) -> ET.Element:
    return tag("svg", *inside, viewBox=f"0 0 {width:g} {height:g}", width=f"{width:g}", height=f"{height:g}", role="img",
               aria_label=label, class_="chart")  # fmt: skip


def span_of(intervals: Iterable[Interval], *more: float | None) -> tuple[float, float]:
    """The least and the greatest value of intervals and marks."""
    values = [bound for each in intervals for bound in (each.low, each.high, each.value) if math.isfinite(bound)]
    values += [each for each in more if each is not None]
    low, high = min(values), max(values)
    return (low, high) if high > low else (low - 0.5, high + 0.5)


def interval_dot(
    interval: Interval, span: tuple[float, float], number: int, band: tuple[float, float] | None, fair: float | None
) -> ET.Element:
    """An interval as a line with its value as a dot; the band is a target, `fair` a line that all rows share."""
    width, height, edge = 180.0, 16.0, 6.0

    def x(value: float) -> float:
        part = (min(max(value, span[0]), span[1]) - span[0]) / (span[1] - span[0])
        return edge + (width - 2 * edge) * part

    parts: list[ET.Element] = []
    if band is not None:
        parts.append(tag("rect", x=x(band[0]), y=0, width=max(x(band[1]) - x(band[0]), 1.0), height=height, class_="band"))
    if fair is not None:
        parts.append(tag("line", x1=x(fair), x2=x(fair), y1=0, y2=height, class_="fair"))
    parts.append(tag("line", x1=x(interval.low), x2=x(interval.high), y1=height / 2, y2=height / 2, class_=f"reach s{number}"))
    parts.append(tag("circle", cx=x(interval.value), cy=height / 2, r=4, class_=f"point s{number}"))
    return _svg(width, height, "value and interval", *parts)


def bars(lengths: Sequence[tuple[int, int, int]], number: int, label: str) -> ET.Element:
    """A bar chart of the lengths of plays."""
    most = max((count for _, _, count in lengths), default=1) or 1
    room = (WIDE - _LEFT) / max(len(lengths), 1)
    parts = []
    for place, (low, high, count) in enumerate(lengths):
        height = (HIGH - _BOTTOM - 8) * count / most
        text = f"{low} turns: {count}" if low == high else f"{low} to {high} turns: {count}"
        x, y = _LEFT + room * place + 1, HIGH - _BOTTOM - height
        parts.append(tag("rect", tag("title", text), x=x, y=y, width=max(room - 2, 1.0), height=height, class_=f"bar s{number}"))
    every = max(1, len(lengths) // 8)
    parts += [
        tag("text", lengths[place][0], x=_LEFT + room * (place + 0.5), y=HIGH - 8, class_="tick middle")
        for place in range(0, len(lengths), every)
    ]
    parts.append(tag("text", most, x=_LEFT - 6, y=16, class_="tick end"))
    parts.append(tag("line", x1=_LEFT, x2=WIDE, y1=HIGH - _BOTTOM, y2=HIGH - _BOTTOM, class_="axis"))
    return _svg(WIDE, HIGH, label, *parts)


SHARES = tuple((part, f"{part:.0%}") for part in (0, 0.25, 0.5, 0.75, 1))


def curves(
    lines: Sequence[tuple[int, Sequence[tuple[float, Interval]]]], label: str, ticks: Sequence[tuple[float, str]] = SHARES
) -> ET.Element:
    """Curves from 0 to 1 both ways, each with the band of its intervals; `ticks` are the labels below."""
    height = 200.0

    def at(x: float, y: float) -> str:
        return f"{_LEFT + (WIDE - _LEFT - 10) * x:.1f},{(height - _BOTTOM) * (1 - min(max(y, 0.0), 1.0)) + 4:.1f}"

    parts: list[ET.Element] = []
    for level in (0, 0.25, 0.5, 0.75, 1):
        y = (height - _BOTTOM) * (1 - level) + 4
        parts.append(tag("line", x1=_LEFT, x2=WIDE - 10, y1=y, y2=y, class_="grid"))
        parts.append(tag("text", f"{level:g}", x=_LEFT - 6, y=y + 4, class_="tick end"))
    parts += [tag("text", text, x=_LEFT + (WIDE - _LEFT - 10) * part, y=height - 4, class_="tick middle") for part, text in ticks]
    for number, line in lines:
        upper = [at(x, each.high) for x, each in line]
        lower = [at(x, each.low) for x, each in reversed(line)]
        parts.append(tag("polygon", points=" ".join(upper + lower), class_=f"cloud s{number}"))
    for number, line in lines:
        parts.append(tag("polyline", points=" ".join(at(x, each.value) for x, each in line), class_=f"curve s{number}"))
    return _svg(WIDE, height, label, *parts)


PARTS = 6
"""The number of colours for the parts of a whole; further parts begin again."""


def stacked(parts: Sequence[tuple[str, float, int]], label: str) -> ET.Element:
    """Shares of a whole, side by side: text, share, and the number of its colour."""
    x, found = 0.0, []
    for text, share, number in parts:
        width = WIDE * share
        found.append(tag("rect", tag("title", f"{text}: {share:.1%}"), x=x, y=0, width=max(width - 1, 0.5), height=18,
                         class_=f"part p{number % PARTS}"))  # fmt: skip
        x += width
    return _svg(WIDE, 18, label, *found)
