"""PNG, where the extra is installed."""

from __future__ import annotations

import sys

import pytest

from ggl.errors import GglError
from ggl.render import MissingExtraError, RasterError, png, svg
from tests.render.positions import start


def size(picture: bytes) -> tuple[int, int]:
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    return int.from_bytes(picture[16:20], "big"), int.from_bytes(picture[20:24], "big")


@pytest.mark.parametrize("scale", [0.5, 1, 3])
def test_a_png_has_the_size_of_its_document_times_the_scale(scale: float) -> None:
    pytest.importorskip("resvg_py")
    width, height = size(png(svg(start("tic-tac-toe"), size=200), scale))
    assert width == 200 * scale
    assert height == pytest.approx(258 * scale, abs=2)


def test_the_same_document_gives_the_same_png() -> None:
    pytest.importorskip("resvg_py")
    text = svg(start("quarod"), theme="dark")
    assert png(text, 0.3) == png(text, 0.3)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("no xml", "not a document of"),
        ("<svg xmlns='http://www.w3.org/2000/svg' width='many' height='2'/>", "not a document of"),
        ("<svg xmlns='http://www.w3.org/2000/svg' width='100000' height='100000'/>", "too large"),
        ("<svg xmlns='http://www.w3.org/2000/svg' width='0' height='0'/>", "resvg cannot draw it"),
    ],
)
def test_what_is_no_picture_is_refused(text: str, said: str) -> None:
    pytest.importorskip("resvg_py")
    with pytest.raises(RasterError, match=said):
        png(text)


@pytest.mark.parametrize(
    ("text", "scale", "said"),
    [
        (5, 1.0, "not a document of"),
        (None, 1.0, "not a document of"),
        ("<svg/>", "2", "the scale of a PNG is a number above 0, not the str '2'"),
        ("<svg/>", 0, "above 0, not the int 0"),
        ("<svg/>", float("nan"), "above 0, not the float nan"),
        ("<svg/>", float("inf"), "above 0, not the float inf"),
    ],
)
def test_a_strange_text_or_scale_is_refused(text: object, scale: object, said: str) -> None:
    pytest.importorskip("resvg_py")
    with pytest.raises(RasterError, match=said):
        png(text, scale)  # type: ignore[arg-type]


def test_the_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(MissingExtraError, match="pip install 'ggl-games\\[png\\]'") as caught:
        png(svg(start("tic-tac-toe")))
    assert isinstance(caught.value, GglError)
