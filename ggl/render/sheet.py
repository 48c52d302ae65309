"""A sheet of SVG: elements of xml.etree with rounded numbers and themed colours.

Takes tags, numbers, inks and texts of any origin; gives the text of a document. Texts become text nodes and attributes of the
tree, never markup; characters that XML cannot hold are replaced. The same calls give the same bytes. No element has an id, and
the classes of an `auto` sheet define their colours, so one page can contain many pictures.
"""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

from ggl.render.colours import Ink

THEMES = ("light", "dark", "auto")
FONT = "Helvetica, Arial, 'DejaVu Sans', sans-serif"
_WIDE, _NARROW = 0.84, 0.6

_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_UNSEEN = re.compile("[\u200b-\u200f\u202a-\u202e\u2066-\u2069]")
"""Characters that change the direction of the surrounding text."""

_IN_QUOTES = re.compile('[&<>"\r\n\t]')
"""Style properties with attributes of their own."""

Number = float | int
Value = Ink | str | float | int


def clean(text: str) -> str:
    """A text without characters that XML forbids or that reorder the text around them."""
    return _UNSEEN.sub("", _NOT_XML.sub("\ufffd", text))


def num(value: Number) -> str:
    """A number with at most two decimals, in canonical form."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def text_width(text: str, size: Number, bold: bool = False) -> float:
    """An upper estimate of a text's width, without a font, so that the bytes do not depend on one."""
    return sum(map(_sign_width, text)) * size * (1.15 if bold else 1.0)


def _sign_width(sign: str) -> float:
    if ord(sign) > 0x2E80 or sign == "…":
        return 1.0
    return _WIDE if sign.isupper() or sign in "mw" else _NARROW


class Ready(ET.Element):
    """An element that is already written: its text is its markup for that place."""


def markup(element: ET.Element, depth: int = 0) -> str:
    """An element with its children, each on a separate line, indented by depth."""
    if isinstance(element, Ready):
        return element.text or ""
    head = element.tag + "".join([f' {name}="{_quoted(value)}"' for name, value in element.items()])
    text = _escaped(element.text) if element.text else ""
    if not len(element):
        return f"<{head}>{text}</{element.tag}>" if text else f"<{head} />"
    line = "\n" + " " * depth
    return f"<{head}>{text}{''.join([f'{line} {markup(each, depth + 1)}' for each in element])}{line}</{element.tag}>"


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _quoted(text: str) -> str:
    if not _IN_QUOTES.search(text):
        return text
    text = _escaped(text).replace('"', "&quot;")
    return text.replace("\r", "&#13;").replace("\n", "&#10;").replace("\t", "&#09;")


class Sheet:
    def __init__(self, theme: str) -> None:
        self.theme = theme
        self.rules: dict[str, str] = {}
        self.root = ET.Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "role": "img"})

    def group(self, parent: ET.Element | None = None, **attributes: Value) -> ET.Element:
        return self.add(self.root if parent is None else parent, "g", **attributes)

    def add(self, parent: ET.Element, tag: str, **attributes: Value) -> ET.Element:
        """An element; names of attributes have `_` for `-`. An ink becomes the colour of the theme."""
        element = ET.SubElement(parent, tag)
        classes = []
        for word, value in attributes.items():
            name = word.replace("_", "-")
            if isinstance(value, Ink):
                classes.append(self._paint(element, name, value))
            else:
                element.set(name, clean(value) if isinstance(value, str) else num(value))
        if any(classes):
            element.set("class", " ".join(filter(None, classes)))
        return element

    def _paint(self, element: ET.Element, name: str, ink: Ink) -> str:
        element.set(name, ink.dark if self.theme == "dark" else ink.light)
        if self.theme != "auto" or ink.light == ink.dark:
            return ""
        class_ = f"ggl-{name[0]}-{ink.light[1:]}-{ink.dark[1:]}"
        self.rules[class_] = f".{class_}{{{name}:{ink.dark}}}"
        return class_

    def ready(self, parent: ET.Element, markup: str, rules: dict[str, str]) -> None:
        """Add the markup of another sheet of the same theme, with the rules of its colours."""
        parent.append(Ready("g"))
        parent[-1].text = markup
        self.rules.update(rules)

    def text(
        self,
        parent: ET.Element,
        words: str,
        x: Number,
        y: Number,
        size: Number,
        ink: Ink,
        anchor: str = "middle",
        **more: Value,
    ) -> ET.Element:
        """A line of text; the middle of its capitals is at y."""
        element = self.add(parent, "text", fill=ink, x=x, y=y + 0.36 * size, font_size=size, **more)
        if anchor != "start":
            element.set("text-anchor", anchor)
        element.text = clean(words)
        return element

    def line(self, parent: ET.Element, ends: tuple[tuple[float, float], tuple[float, float]], ink: Ink, width: Number,
             **more: Value) -> ET.Element:  # fmt: skip
        (x1, y1), (x2, y2) = ends
        return self.add(parent, "line", stroke=ink, x1=x1, y1=y1, x2=x2, y2=y2, stroke_width=width, **more)

    def told(self, parent: ET.Element, tag: str, words: str) -> None:
        """A `title` or a `desc` of an element."""
        ET.SubElement(parent, tag).text = clean(words)

    def written(self, width: Number, height: Number, size: int | None) -> str:
        """The document; `size` is the width that it asks for, in pixels."""
        scale = size / width if size else 1.0
        self.root.set("viewBox", f"0 0 {num(width)} {num(height)}")
        self.root.set("width", num(width * scale))
        self.root.set("height", num(height * scale))
        self.root.set("font-family", FONT)
        if self.rules:
            style = ET.Element("style")
            style.text = "@media (prefers-color-scheme:dark){" + "".join(self.rules[each] for each in sorted(self.rules)) + "}"
            heads = sum(child.tag in ("title", "desc") for child in self.root)
            self.root.insert(heads, style)
        return markup(self.root) + "\n"
