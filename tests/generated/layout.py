"""A game file as plain data, and its text with the place in the data that each line comes from.

A file is maps, lists and text. Text of several lines stands in a block, whose lines are effects or a drawing. A path names an
entry: keys of maps, places in lists, and for a line of a block its number.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

Tree = dict[str, Any]
Path = tuple[str | int, ...]

_PLAIN = re.compile(r"[A-Za-z0-9_.(\[][^#\n]*")
_UNSAFE = re.compile(r": |:$| #|\s$|^[\[{]|^(true|false|null|yes|no|on|off|~)$", re.IGNORECASE)


def written(tree: Tree) -> str:
    return "".join(f"{line}\n" for line, _ in lines(tree))


def lines(tree: Tree) -> list[tuple[str, Path]]:
    """Each line of the file with the path of what it says."""
    return list(_entries(tree, "", ()))


def _entries(tree: Tree, indent: str, path: Path) -> Iterator[tuple[str, Path]]:
    for key, value in tree.items():
        yield from _value(f"{indent}{_scalar(key, key=True)}:", value, f"{indent}  ", (*path, key))


def _value(head: str, value: Any, indent: str, path: Path) -> Iterator[tuple[str, Path]]:
    if isinstance(value, dict) and value:
        yield head, path
        yield from _entries(value, indent, path)
    elif isinstance(value, list):
        yield head, path
        for place, item in enumerate(value):
            yield f"{indent}- {_scalar(item)}", (*path, place)
    elif isinstance(value, str) and "\n" in value:
        yield f"{head} |{2 if value.startswith(' ') else ''}", path
        for place, line in enumerate(value.split("\n")):
            yield f"{indent}{line}", (*path, place)
    else:
        yield f"{head} {'{}' if value == {} else _scalar(value)}", path


def _scalar(value: Any, *, key: bool = False) -> str:
    if not isinstance(value, str):
        return json.dumps(value)
    if _PLAIN.fullmatch(value) and not (_UNSAFE.search(value) and not (value in ("true", "false") and not key)):
        return value
    return json.dumps(value, ensure_ascii=False)


def all_paths(tree: Any, path: Path = ()) -> Iterator[Path]:
    """Every entry and line, the outer ones first."""
    if isinstance(tree, dict):
        for key, value in tree.items():
            yield (*path, key)
            yield from all_paths(value, (*path, key))
    elif isinstance(tree, list):
        yield from ((*path, place) for place in range(len(tree)))
    elif isinstance(tree, str) and "\n" in tree:
        yield from ((*path, place) for place in range(len(tree.split("\n"))))


def at(tree: Any, path: Path) -> Any:
    for step in path:
        tree = tree.split("\n")[int(step)] if isinstance(tree, str) else tree[step]
    return tree


def without(tree: Any, path: Path) -> Any:
    """The file without an entry; with a line of a block go those that are indented below it."""
    step, rest = path[0], path[1:]
    if isinstance(tree, dict):
        if not rest:
            return {key: value for key, value in tree.items() if key != step}
        return {key: without(value, rest) if key == step else value for key, value in tree.items()}
    if isinstance(tree, list):
        return [item for place, item in enumerate(tree) if place != step]
    kept = tree.split("\n")
    first = int(step)
    depth, stop = _depth(kept[first]), first + 1
    while stop < len(kept) and (_depth(kept[stop]) > depth or (kept[stop].strip() == "else:" and _depth(kept[stop]) == depth)):
        stop += 1
    return "\n".join(kept[:first] + kept[stop:])


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())


def replaced(tree: Any, path: Path, value: Any) -> Any:
    if not path:
        return value
    step, rest = path[0], path[1:]
    if isinstance(tree, dict):
        return {key: replaced(old, rest, value) if key == step else old for key, old in tree.items()}
    if isinstance(tree, list):
        return [value if place == step else item for place, item in enumerate(tree)]
    parts = tree.split("\n")
    parts[int(step)] = value
    return "\n".join(parts)


def renamed(tree: Any, names: dict[str, str]) -> Any:
    """The file with other names: whole words, wherever they stand."""
    if not names:
        return tree
    word = re.compile(r"(?<![\w])(" + "|".join(map(re.escape, sorted(names, key=len, reverse=True))) + r")(?![\w])")

    def change(text: str) -> str:
        return word.sub(lambda found: names[found[1]], text)

    def of(value: Any) -> Any:
        if isinstance(value, dict):
            return {change(key): of(each) for key, each in value.items()}
        if isinstance(value, list):
            return [of(each) for each in value]
        return change(value) if isinstance(value, str) else value

    return of(tree)
