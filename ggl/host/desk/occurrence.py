"""One occurrence of a name in the text of a game, and what it refers to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ggl.source import Span

Sort = Literal[
    "player", "kind", "option", "region", "variable", "phase", "definition", "routine", "move", "property", "constant",
    "layer", "cell", "value", "values", "parameter", "condition", "reason", "test",
]  # fmt: skip
"""The sort of a name. Conditions, reasons and tests are quoted, not named: their names are texts."""

Within = tuple[str, ...]


@dataclass(frozen=True)
class Thing:
    """A thing with a name. `within` is the part of the file in which the name is known, such as `("move", "capture")`; if
    empty, the whole file."""

    sort: Sort
    name: str
    within: Within = ()


QUOTED = ("condition", "reason", "test")


@dataclass(frozen=True)
class Occurrence:
    """`singular`: the place has the singular of the name, as in `card_12` of `cards`."""

    span: Span
    thing: Thing
    declares: bool = False
    singular: bool = False
