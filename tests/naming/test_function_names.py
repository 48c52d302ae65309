"""Public functions of modules have names of their own, so that a name at a call, or in an import, says which one it is."""

from __future__ import annotations

import ast
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "ggl"

INTERFACES = {
    ("cli/", "command"): "the command line loads the module of a verb, and calls this",
    ("agents/", "make"): "a spec names a kind of agent, whose module is loaded to make one",
    ("", "main"): "the entry point of a program",
    ("adapters/", "load"): "an adapter bears the names of the other library",
}
"""Names by which a caller goes through several modules in one way: the folder, the name, and who calls it."""


@cache
def public_functions() -> tuple[tuple[str, str], ...]:
    """The place and the name of each; overloads are one."""
    return tuple(
        dict.fromkeys(
            (place, node.name)
            for path in sorted(PACKAGE.rglob("*.py"))
            if not (place := path.relative_to(PACKAGE).as_posix()).startswith("playground/stand_ins/")
            for node in ast.parse(path.read_text(encoding="utf-8")).body
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not node.name.startswith("_")
        )
    )


def test_no_two_public_functions_have_one_name() -> None:
    places: dict[str, list[str]] = defaultdict(list)
    for place, name in public_functions():
        if not any(place.startswith(folder) and name == interface for folder, interface in INTERFACES):
            places[name].append(place)
    assert len(places) > 1000
    assert {name: where for name, where in places.items() if len(where) > 1} == {}


@pytest.mark.parametrize(("folder", "name"), INTERFACES)
def test_an_interface_shares_its_name_with_others(folder: str, name: str) -> None:
    having = [place for place, each in public_functions() if each == name]
    assert len(having) > 1
    assert any(place.startswith(folder) for place in having)
