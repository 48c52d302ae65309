"""What is drawn in a picture, read back from its bytes by a reader that knows nothing of how it was made."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree as ET

NAMESPACE = "{http://www.w3.org/2000/svg}"
_NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")

Box = tuple[float, float, float, float]


def tree(svg: str) -> ET.Element:
    return ET.fromstring(svg)


def tag(element: ET.Element) -> str:
    return element.tag.removeprefix(NAMESPACE)


def layer(root: ET.Element, name: str) -> ET.Element:
    return next(each for each in root if each.get("data-layer") == name)


def layers(root: ET.Element) -> list[str]:
    return [name for each in root if (name := each.get("data-layer"))]


def view_box(root: ET.Element) -> Box:
    left, top, width, height = map(float, root.get("viewBox", "").split())
    return left, top, left + width, top + height


def numbers(text: str) -> list[float]:
    return [float(each) for each in _NUMBER.findall(text)]


def box(element: ET.Element) -> Box:
    """What an element of straight lines, or a circle, takes up, without its stroke."""

    def get(name: str) -> float:
        return float(element.get(name, "0"))

    match tag(element):
        case "circle":
            x, y, r = get("cx"), get("cy"), get("r")
            return x - r, y - r, x + r, y + r
        case "line":
            xs, ys = sorted((get("x1"), get("x2"))), sorted((get("y1"), get("y2")))
            return xs[0], ys[0], xs[1], ys[1]
        case "path":
            assert not set(re.findall("[A-Za-z]", element.get("d", ""))) - set("MLZ")
            found = numbers(element.get("d", ""))
            return min(found[::2]), min(found[1::2]), max(found[::2]), max(found[1::2])
        case "rect":
            x, y = get("x"), get("y")
            return x, y, x + get("width"), y + get("height")
        case "text":
            return get("x"), get("y"), get("x"), get("y")
    raise AssertionError(element.tag)


def placed(element: ET.Element, at: tuple[float, float, float] = (0.0, 0.0, 1.0)) -> Iterator[Box]:
    """What circles, lines, rectangles and texts take up, with the groups around them moving and scaling them."""
    x, y, scale = at
    moved = re.fullmatch(r"translate\((\S+) (\S+)\) scale\(([^)]+)\).*", element.get("transform", ""))
    if moved and tag(element) == "g":
        x, y, scale = x + float(moved[1]) * scale, y + float(moved[2]) * scale, scale * float(moved[3])
    if tag(element) in ("circle", "line", "rect", "text"):
        left, top, right, bottom = box(element)
        yield x + left * scale, y + top * scale, x + right * scale, y + bottom * scale
    for child in element:
        yield from placed(child, (x, y, scale))


def titles(root: ET.Element) -> list[str]:
    """What is said of the pieces on the board."""
    return [each.findtext(f"{NAMESPACE}title", "") for each in layer(root, "pieces")]
