"""The curve of a run: the score against each opponent, by the samples learnt from, as an SVG document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from xml.etree import ElementTree as ET

from ggl.analysis.charts import curves, tag
from ggl.statistics import Interval

COLOURS = ("#2f6fb7", "#c2571a", "#7a4fb0", "#1a7f4b")

_STYLE = """
svg { font: 12px system-ui, sans-serif; background: #fff; color: #222 }
.tick, .name { fill: #444 } .end { text-anchor: end } .middle { text-anchor: middle }
.grid { stroke: #ddd } .curve { fill: none; stroke-width: 2 } .cloud { opacity: .16 }
"""


def draw_curve(game: str, lines: Mapping[str, Sequence[tuple[int, Interval]]]) -> str:
    """`lines` has for each opponent the scores, from 0 to 1, by samples."""
    most = max((samples for line in lines.values() for samples, _ in line), default=0) or 1
    colour = {number: COLOURS[number % len(COLOURS)] for number in range(len(lines))}
    chart = curves(
        [(number, [(samples / most, score) for samples, score in line]) for number, line in enumerate(lines.values())],
        f"{game}: score by positions learnt from",
        [(part, f"{round(most * part):,}") for part in (0, 0.25, 0.5, 0.75, 1)],
    )
    style = _STYLE + "".join(
        f".s{n}.curve {{ stroke: {its} }} .s{n}.cloud, .s{n}.name {{ fill: {its} }}\n" for n, its in colour.items()
    )
    width, height = float(chart.get("width", "0")), float(chart.get("height", "0"))
    top = 20 * (len(lines) + 1)
    chart.insert(0, tag("style", style))
    chart.insert(1, tag("rect", x=0, y=-top, width=width, height=height + top, fill="#fff"))
    chart.insert(2, tag("text", f"{game}: score by positions learnt from", x=40, y=14 - top, class_="name"))
    for number, spec in enumerate(lines):
        chart.insert(3 + number, tag("text", f"against {spec}", x=40, y=34 + 20 * number - top, class_=f"name s{number}"))
    chart.set("viewBox", f"0 {-top} {width:g} {height + top:g}")
    chart.set("height", f"{height + top:g}")
    chart.set("xmlns", "http://www.w3.org/2000/svg")
    return ET.tostring(chart, encoding="unicode") + "\n"
