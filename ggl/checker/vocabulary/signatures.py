"""The vocabulary's own notation for what a word takes and gives, such as `step(c: cell, d: direction, n: number = 1) -> cell?`.

`cells` is a set of cells, `[cell]` a list of cells, `[cells]` a list of sets of cells, `cell?` a cell or none. `site` stands for
cell, edge or vertex, the same one throughout a signature; `any` for any one type.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from ggl.core.types import ANY_NUMBER, BOOL, Domain, Fin, ListOf, Opt, SetOf, Type
from ggl.frozen import frozen
from ggl.model.keys import SITE_OF

_PLURALS = SITE_OF | {
    "sites": "site", "directions": "direction", "players": "player", "kinds": "kind", "numbers": "number", "tracks": "track",
    "tiles": "tile",
}  # fmt: skip


@frozen
class Parameter:
    name: str
    type: str
    default: str | None


@frozen
class Signature:
    name: str
    params: tuple[Parameter, ...]
    result: str

    @property
    def required(self) -> int:
        return sum(param.default is None for param in self.params)

    def __str__(self) -> str:
        shown = [p.name if p.default is None else f"{p.name}={p.default}" for p in self.params]
        return f"{self.name}({', '.join(shown)})" if shown else self.name


@cache
def read_signature(text: str) -> Signature:
    match = re.fullmatch(r"(\w+)(?:\((.*)\))? -> (\S+)", text)
    assert match, text
    name, inside, result = match.groups()
    params = []
    for item in inside.split(", ") if inside else ():
        found = re.fullmatch(r"(\w+): (\S+?)(?: = (\w+))?", item)
        assert found, text
        params.append(Parameter(found[1], found[2], found[3]))
    return Signature(name, tuple(params), result)


def type_named(text: str, domains: Mapping[str, Domain], site: str = "cell") -> Type:
    """The core type that a word of the notation names, with `site` standing for the given type of site."""
    if text.startswith("["):
        return ListOf(type_named(text[1:-1], domains, site))
    if text.endswith("?"):
        inner = type_named(text[:-1], domains, site)
        return Opt(inner) if isinstance(inner, Fin) or inner == ANY_NUMBER else inner
    if text in _PLURALS:
        inner = type_named(_PLURALS[text], domains, site)
        assert isinstance(inner, Fin) or inner == ANY_NUMBER
        return SetOf(inner)
    if text == "bool":
        return BOOL
    if text == "number":
        return ANY_NUMBER
    return Fin(domains[site if text == "site" else text])
