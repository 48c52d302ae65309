"""Values and places in words, cut to what fits a line."""

from __future__ import annotations

from ggl.core import forms as f
from ggl.core.types import Fin, Num, Opt, Type
from ggl.play.values import Value, Values, written
from ggl.source import Span
from ggl.topology import Site

_LONGEST_TEXT = 60
_MOST_MEMBERS = 8


def text_of(span: Span | None, otherwise: str = "") -> str:
    """The author's words at a place, on one line; `otherwise` where the author wrote none."""
    if span is None:
        return otherwise
    text = " ".join(span.text.split())
    return text if len(text) <= _LONGEST_TEXT else text[: _LONGEST_TEXT - 2] + ".."


def value_of_code(values: Values, code: object, type_: Type) -> Value:
    """A code as a value; a code that its type leaves out is none."""
    return values.value(code, Opt(type_) if isinstance(type_, Fin | Num) else type_)


def short_value(value: Value, type_: Type | None = None) -> str:
    """A value as it is written, long sets and lists cut; a missing one in the word that fits its type."""
    if value is None:
        return _missing(type_)
    if isinstance(value, frozenset | tuple) and len(value) > _MOST_MEMBERS:
        left, right = ("{", "}") if isinstance(value, frozenset) else ("[", "]")
        first = ", ".join(short_value(member) for member in ordered(value)[:_MOST_MEMBERS])
        return f"{left}{first}, ..{right} of {len(value)}"
    if isinstance(value, frozenset):
        return "{" + ", ".join(short_value(member) for member in ordered(value)) + "}"
    if isinstance(value, tuple):
        return "[" + ", ".join(short_value(member) for member in value) + "]"
    return written(value)


def ordered(value: frozenset[Value] | tuple[Value, ...]) -> list[Value]:
    """The members of a set in board order or by size, of a list in its own order."""
    if isinstance(value, tuple):
        return list(value)
    return sorted(value, key=_order)


def _order(value: Value) -> tuple[float, str]:
    if isinstance(value, Site):
        return value.index, ""
    return (0, value) if isinstance(value, str) else (float(value), "")  # type: ignore[arg-type]


def _missing(type_: Type | None) -> str:
    inner = type_.of if isinstance(type_, Opt) else type_
    if isinstance(inner, Fin) and inner.domain.name == "player":
        return "nobody"
    return "none"


def author_name(name: str) -> str:
    """The name that the author gave a variable of the core."""
    return name.partition(".")[0]


def is_off_the_board(e: f.Expr) -> bool:
    """Whether a missing value of the expression means a place outside the board."""
    return isinstance(e, f.Tab) and e.table.partition(" ")[0] == "step"
