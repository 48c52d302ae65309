"""Counts the packages anew in `docs/internals/architecture.md`: run `python docs/make_rooms.py`.

Keeps the first count of each cell, and replaces the count after the arrow.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Container, Iterator, Mapping
from pathlib import Path

import networkx as nx

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "internals" / "architecture.md"
NO_ROOM = "modules of no room"
Place = tuple[str, str]
ROW = re.compile(r"\| (`\w+`|modules of no room|all) \|(( [\d,]+( → [\d,]+)? \|){6})")


def counts() -> dict[str, list[int]]:
    """For each package: files, lines, modules in circles, longest chain of classes, modules under 40 and over 400 lines."""
    files = [file for file in sorted((ROOT / "ggl").rglob("*.py")) if "stand_ins" not in file.parts]
    trees = {file: ast.parse(file.read_text("utf-8")) for file in files}
    modules = {*map(_name, files)}
    imports, bases = nx.DiGraph(), _bases({_name(file): tree for file, tree in trees.items()})
    for file, tree in trees.items():
        imports.add_edges_from((_name(file), other) for node in ast.walk(tree) for other in _imported(node, modules))
    rooms = defaultdict[str, list[Path]](list)
    for file in files:
        parts = file.relative_to(ROOT / "ggl").parts
        rooms[f"`{parts[0]}`" if len(parts) > 1 else NO_ROOM].append(file)
    found = {}
    for room, its in rooms.items():
        lines = {file: file.read_text("utf-8").count("\n") for file in its}
        within = {*map(_name, its)}
        circles = nx.strongly_connected_components(imports.subgraph(within))
        found[room] = [
            len(its),
            sum(lines.values()),
            sum(len(each) for each in circles if len(each) > 1),
            max((_chain(key, bases) for key in bases if key[0] in within), default=0),
            sum(count < 40 for file, count in lines.items() if file.name != "__init__.py"),
            sum(count > 400 for count in lines.values()),
        ]
    sums = [sum(column) for column in zip(*found.values(), strict=True)]
    sums[3] = max(each[3] for each in found.values())
    return found | {"all": sums}


def _name(file: Path) -> str:
    return ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def _imported(node: ast.AST, modules: Container[str]) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (each.name for each in node.names if each.name in modules)
    elif isinstance(node, ast.ImportFrom) and node.module:
        for each in node.names:
            inner = f"{node.module}.{each.name}"
            yield inner if inner in modules else node.module


def _bases(trees: Mapping[str, ast.Module]) -> dict[Place, list[Place]]:
    """For each class of ggl, by its module and name, those of its bases that are classes of ggl."""
    given: dict[Place, Place] = {}
    classes: dict[Place, ast.ClassDef] = {}
    for module, tree in trees.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                given |= {(module, each.asname or each.name): (node.module or "", each.name) for each in node.names}
            elif isinstance(node, ast.ClassDef):
                classes[module, node.name] = node

    def origin(place: Place) -> Place:
        while place not in classes and place in given:
            place = given[place]
        return place

    found = {}
    for key, node in classes.items():
        its = (origin((key[0], base.id)) for base in node.bases if isinstance(base, ast.Name))
        found[key] = [base for base in its if base in classes and base != key]
    return found


def _chain(key: Place, bases: Mapping[Place, list[Place]]) -> int:
    return 1 + max((_chain(base, bases) for base in bases[key]), default=0)


def table(page: str) -> str:
    """The page with the counts of today."""
    now = counts()

    def row(found: re.Match[str]) -> str:
        first = [cell.split("→")[0].strip() for cell in found[2].strip("| ").split("|")]
        cells = [was if was == f"{count:,}" else f"{was} → {count:,}" for was, count in zip(first, now[found[1]], strict=True)]
        return f"| {found[1]} | {' | '.join(cells)} |"

    return ROW.sub(row, page)


if __name__ == "__main__":
    PAGE.write_text(table(PAGE.read_text("utf-8")), "utf-8")
