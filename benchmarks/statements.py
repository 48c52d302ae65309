"""The statements inside functions of the mutated rooms, numbered, and a module that marks which of them run."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOMS = {
    "interpreter": "ggl/interpreter/**/*.py",
    "checker": "ggl/checker/**/*.py",
    "model": "ggl/model/**/*.py",
    "turns": "ggl/compiler/lower/turns.py",
    "draws": "ggl/compiler/lower/move_sampling.py",
    "statistics": "ggl/statistics/*.py",
    "records": "ggl/play/record/*.py",
}
HITS = "_statements_that_ran"
"""The name, among the builtins, of one byte for each statement."""


def files(root: Path, room: str) -> list[Path]:
    return sorted(root.glob(ROOMS[room]))


def blocks(tree: ast.AST, *, inside: bool = False) -> Iterator[list[ast.stmt]]:
    """The lists of statements within functions, in the order of the text."""
    within = inside or isinstance(tree, ast.FunctionDef | ast.AsyncFunctionDef)
    at_top = isinstance(tree, ast.ClassDef)
    for _, value in ast.iter_fields(tree):
        if isinstance(value, list) and value and isinstance(value[0], ast.stmt) and within and not at_top:
            yield value
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from blocks(child, inside=within)


def spans(text: str) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Where each statement begins and ends: line and column in bytes."""
    return [
        ((each.lineno, each.col_offset), (each.end_lineno or 0, each.end_col_offset or 0))
        for block in blocks(ast.parse(text))
        for each in block
    ]


def with_hits(text: str, first: int) -> ast.Module:
    """A module that sets the byte of each statement, numbered from `first`, before it runs."""
    tree = ast.parse(text)
    number = first
    for block in list(blocks(tree)):
        marked: list[ast.stmt] = []
        for place, each in enumerate(block):
            is_docstring = place == 0 and isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant)
            mark = ast.parse(f"{HITS}[{number}] = 1").body[0]
            for node in ast.walk(mark):
                ast.copy_location(node, each)
            marked += [each] if is_docstring or isinstance(each, ast.Nonlocal | ast.Global) else [mark, each]
            number += 1
        block[:] = marked
    return ast.fix_missing_locations(tree)


class Statements:
    """All statements of the rooms: `first` has the first number of each file, by its path from the root."""

    def __init__(self, root: Path) -> None:
        self.first: dict[str, int] = {}
        self._spans: dict[str, list[tuple[tuple[int, int], tuple[int, int]]]] = {}
        self.count = 0
        for path in (path for room in ROOMS for path in files(root, room)):
            name = str(path.relative_to(root))
            self.first[name], self._spans[name] = self.count, spans(path.read_text())
            self.count += len(self._spans[name])

    def of(self, path: str) -> range:
        return range(self.first[path], self.first[path] + len(self._spans[path]))

    def at(self, path: str, line: int, column: int) -> int | None:
        """The innermost statement around a place; None at the top of a module or a class."""
        around = [n for n, (start, end) in enumerate(self._spans[path]) if start <= (line, column) < end]
        return self.first[path] + max(around, key=lambda n: self._spans[path][n][0]) if around else None
