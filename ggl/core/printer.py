"""The core as text: S-expressions in one layout.

Takes a core game, or any part of one. Gives text that `ggl.core.reader` reads back. A form is `(name field ..)` with its
fields in the order of `forms.py`; trailing fields that have their default are left out. A tuple is `[..]`. A type stands in
`<..>`: `<cell>`, `<cell?>` (or none), `<{cell}>` (set), `<[cell]>` (list), `<bool>`, `<0..8/2>` (halves from 0 to 4); a domain
of numbers is `<@0..8>`, one that the game does not list `<mark:2>`. A comment goes from `;` to the end of its line.

Spans are not printed. Variables that the checker made up, such as `x.123`, are numbered anew in order of appearance, so that
two checks of one file print alike. No form is listed here: a new one prints with no line changed.
"""

from __future__ import annotations

import json
import re
from dataclasses import MISSING, Field, fields, is_dataclass, replace
from typing import Any

from ggl.core import forms as f
from ggl.core.types import Bool, Domain, Fin, ListOf, Num, Opt, SetOf, Type

WIDTH = 110
STEP = "  "

_PLAIN = re.compile(r"[A-Za-z_][\w.\-]*")
_FRESH = re.compile(r"([A-Za-z_]\w*)\.\d+")
_WORDS = ("true", "false", "nil")
_AUTHORS = {(f.Condition, "name"), (f.Definition, "label"), (f.CoreGame, "reasons")}
"""The author's own words, in which a dot means nothing."""

_TYPES = (Bool, Num, Fin, Opt, SetOf, ListOf)


def print_core(core: f.CoreGame) -> str:
    """The whole game; `canonical_core(core)` is what reads back."""
    printer = _Printer({domain.name: domain for domain in core.domains})
    lines = [f"({head_of(f.CoreGame)}"]
    core = canonical_core(core)
    for spec in own_fields(f.CoreGame):
        lines.append(f"{STEP}; {spec.name.replace('_', ' ')}")
        lines += _lines(printer.node(getattr(core, spec.name)), STEP, "")
    return "".join(f"{line}\n" for line in [*lines, ")"])


def print_form(form: object, domains: dict[str, Domain] | None = None) -> str:
    """Any part of a core. Domains that are not given are printed with their size."""
    return "".join(f"{line}\n" for line in _lines(_Printer(domains or {}).node(form), "", ""))


def canonical_core(core: f.CoreGame) -> f.CoreGame:
    """The same game with made-up variables numbered from 1 in order of appearance, and without spans."""
    renumbered = _renumbered(core, {})
    assert isinstance(renumbered, f.CoreGame)
    return renumbered


def own_fields(type_: type) -> tuple[Field[Any], ...]:
    """The fields of a form that say what it is: all but its span."""
    return tuple(spec for spec in fields(type_) if spec.name != "span")


def head_of(type_: type) -> str:
    """How a form is called: `NumberRange` is `number-range`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", type_.__name__).lower()


def _type_text(type_: Type, domains: dict[str, Domain]) -> str:
    match type_:
        case Bool():
            return "bool"
        case Num(lo, hi, scale):
            return f"{lo}..{hi}" + (f"/{scale}" if scale != 1 else "")
        case Fin(domain):
            name = domain.name if _PLAIN.fullmatch(domain.name) else f"@{domain.name}"
            return name if domains.get(domain.name) == domain else f"{name}:{domain.size}"
        case Opt(of):
            return f"{_type_text(of, domains)}?"
        case SetOf(of):
            return "{" + _type_text(of, domains) + "}"
        case ListOf(of):
            return f"[{_type_text(of, domains)}]"


def _renumbered(value: object, names: dict[str, str]) -> object:
    if isinstance(value, str):
        fresh = _FRESH.fullmatch(value)
        return value if fresh is None else names.setdefault(value, f"{fresh[1]}.{len(names) + 1}")
    if isinstance(value, tuple):
        return value if all(isinstance(item, int) for item in value) else tuple(_renumbered(item, names) for item in value)
    if is_dataclass(value) and not isinstance(value, (*_TYPES, Domain, type)):
        changed = {
            spec.name: _renumbered(getattr(value, spec.name), names)
            for spec in own_fields(type(value))
            if (type(value), spec.name) not in _AUTHORS
        }
        return replace(value, **changed, **({"span": None} if isinstance(value, f.Form) else {}))
    return value


_Node = str | tuple[str, str, list[Any], int]
"""An atom; or an opening bracket with a head, a closing bracket, the parts between, and the width of all on one line."""


class _Printer:
    """Values to nodes, which know how wide they are."""

    def __init__(self, domains: dict[str, Domain]) -> None:
        self._domains = domains

    def node(self, value: object) -> _Node:
        if isinstance(value, _TYPES):
            return f"<{_type_text(value, self._domains)}>"
        if isinstance(value, tuple):
            return _group("[", "]", [self.node(item) for item in value])
        if is_dataclass(value):
            return _group(f"({head_of(type(value))}", ")", [self.node(item) for item in _said(value)])
        return _atom(value)


def _said(value: Any) -> list[object]:
    """The values of the fields, without those at the end that have their defaults."""
    specs = list(own_fields(type(value)))
    values = [getattr(value, spec.name) for spec in specs]
    while specs and values[-1] == _default(specs[-1]):
        specs.pop()
        values.pop()
    return values


def _default(spec: Field[Any]) -> object:
    return spec.default if spec.default_factory is MISSING else spec.default_factory()


def _atom(value: object) -> str:
    if value is None:
        return "nil"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    assert isinstance(value, str)
    return value if _PLAIN.fullmatch(value) and value not in _WORDS else json.dumps(value)


def _group(opening: str, closing: str, items: list[_Node]) -> _Node:
    width = len(opening) + len(closing) + sum(_width(item) for item in items) + max(len(items) - 1, 0)
    if len(opening) > 1 and items:
        width += 1
    return opening, closing, items, width


def _width(node: _Node) -> int:
    return len(node) if isinstance(node, str) else node[3]


def _flat(node: _Node) -> str:
    if isinstance(node, str):
        return node
    opening, closing, items, _ = node
    blank = " " if len(opening) > 1 and items else ""
    return opening + blank + " ".join(_flat(item) for item in items) + closing


def _lines(node: _Node, indent: str, after: str) -> list[str]:
    """The lines of a node; `after` are the brackets that close behind it."""
    if isinstance(node, str) or len(indent) + _width(node) + len(after) <= WIDTH:
        return [indent + _flat(node) + after]
    opening, closing, items, _ = node
    if len(opening) == 1 and all(isinstance(item, str) for item in items):
        return _filled(opening, [str(item) for item in items], indent, closing + after)
    leading = 0
    if len(opening) > 1:  # leading atoms stay on the line of the head
        while leading < len(items) - 1 and isinstance(items[leading], str):
            leading += 1
    first = " ".join([opening, *(str(item) for item in items[:leading])])
    lines = [indent + first]
    rest = items[leading:]
    for at, item in enumerate(rest):
        last = at == len(rest) - 1
        lines += _lines(item, indent + STEP, closing + after if last else "")
    return lines


def _filled(opening: str, atoms: list[str], indent: str, closing: str) -> list[str]:
    """Many atoms, as many on a line as fit."""
    lines, line = [], indent + opening
    start = len(line)
    for atom in atoms:
        if len(line) > start and len(line) + 1 + len(atom) > WIDTH:
            lines.append(line)
            line, start = indent + " " + atom, 0
        else:
            line += ("" if len(line) == start else " ") + atom
    return [*lines, line + closing]
