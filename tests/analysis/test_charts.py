"""Elements of charts and pages: what no document may hold, and what turns the direction of reading, stays out."""

from __future__ import annotations

from ggl.analysis.charts import tag


def test_texts_are_cleaned_as_in_pictures() -> None:
    element = tag("p", "a\x00b\ufffec", tag("b"), "\u202ed", title="e\u200b\x1b")
    assert element.text == "a\ufffdb\ufffdc"
    assert element[0].tail == "d"
    assert element.get("title") == "e\ufffd"


def test_numbers_are_written_as_in_pictures() -> None:
    element = tag("rect", x=-0.001, y=2.5, width=100, height=1 / 3)
    assert element.attrib == {"x": "0", "y": "2.5", "width": "100", "height": "0.33"}
