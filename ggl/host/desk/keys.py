"""The keys of a game file, from its schema: where each may stand, its meaning and its values.

Takes a path of keys. Gives nodes of `schemas/game.schema.json`, which are all ways in which the value there may be written.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ggl.model.schema import load_game_schema

Node = dict[str, Any]


@dataclass(frozen=True)
class KnownKey:
    """A key with a fixed name, or a form such as `player p wins`, whose letters stand for names."""

    name: str
    meaning: str
    examples: tuple[str, ...]
    value: str
    """The title of the key's value: `an expression`, `a map of moves`."""


def _schemas_at(path: tuple[str, ...]) -> list[Node]:
    """The ways to write the value at a path; none where the schema knows no such place."""
    nodes = list(_ways(load_game_schema()))
    for step in path:
        nodes = [way for node in nodes for inner in _below(node, step) for way in _ways(inner)]
    return nodes


def keys(path: tuple[str, ...]) -> list[KnownKey]:
    """The keys that may stand in a map at a path."""
    found: dict[str, KnownKey] = {}
    for node in _schemas_at(path):
        for name, value in node.get("properties", {}).items():
            found.setdefault(name, _key(name, value))
        for value in node.get("patternProperties", {}).values():
            if "$comment" in value:
                found.setdefault(value["$comment"], _key(value["$comment"], value))
    return list(found.values())


def key(path: tuple[str, ...]) -> KnownKey | None:
    """The key that a path ends with; None for a name of the author's own."""
    if not path:
        return None
    for node in _schemas_at(path[:-1]):
        value = node.get("properties", {}).get(path[-1])
        if value is not None:
            return _key(path[-1], value)
        for pattern, value in node.get("patternProperties", {}).items():
            if re.search(pattern, path[-1]):
                return _key(path[-1], value)
    return None


def value_words(path: tuple[str, ...]) -> list[str]:
    """The words that may be the value at a path."""
    found = [word for node in _schemas_at(path) for word in node.get("enum", ()) if isinstance(word, str)]
    return list(dict.fromkeys(found))


def sorts(path: tuple[str, ...]) -> frozenset[str]:
    """The sorts of the value: names of `$defs` such as `expression`, `effects`, `plan`, `conditions`, `text`, `texts`."""
    named = {id(node): name for name, node in load_game_schema()["$defs"].items()}
    return frozenset(named[id(node)] for node in _schemas_at(path) if id(node) in named)


def is_map(path: tuple[str, ...]) -> bool:
    return any("properties" in node or isinstance(node.get("additionalProperties"), dict) for node in _schemas_at(path))


def _ways(node: Node) -> Iterator[Node]:
    if "$ref" in node:
        yield from _ways(load_game_schema()["$defs"][node["$ref"].rpartition("/")[2]])
        return
    yield node
    for way in node.get("anyOf", ()):
        yield from _ways(way)
    if node.get("type") == "array" and isinstance(node.get("items"), dict):
        yield from _ways(node["items"])


def _below(node: Node, step: str) -> Iterator[Node]:
    if step in node.get("properties", {}):
        yield node["properties"][step]
        return
    for pattern, value in node.get("patternProperties", {}).items():
        if re.search(pattern, step):
            yield value
            return
    more = node.get("additionalProperties")
    if isinstance(more, dict):
        yield more


def _key(name: str, value: Node) -> KnownKey:
    node = value
    while "$ref" in node and "title" not in node:
        node = load_game_schema()["$defs"][node["$ref"].rpartition("/")[2]]
    meaning = str(value.get("description", node.get("description", "")))
    examples = tuple(_written(name, each) for each in value.get("examples", ()))
    return KnownKey(name, meaning, examples, str(node.get("title", "")))


def _written(name: str, value: object) -> str:
    """An example as it may stand in a file."""
    if isinstance(value, str) and "\n" in value.strip():
        return "\n".join([f"{name}: |", *(f"  {line}" for line in value.rstrip().split("\n"))])
    return f"{name}: {value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)}"
