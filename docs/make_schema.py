"""Make the schema of game files ready for editors and catalogues: `schemas/game.schema.json` and `schemas/catalog.json`.

Takes the schema, whose titles and descriptions are written there and read by the checker and by `make_reference.py`; and
`keys.yaml`, from which the manual has its examples. Gives the schema with an `$id` and with examples for each key, which are the
values that stand at the key in the manual's games, and the entry by which catalogues know it. Run it as
`python docs/make_schema.py` after a change; a test says when it was forgotten.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import yaml
from jsonschema import Draft202012Validator

HERE = Path(__file__).resolve().parent
SCHEMA = HERE.parent / "schemas" / "game.schema.json"
CATALOG = HERE.parent / "schemas" / "catalog.json"

ID = "https://json.schemastore.org/ggl-game.json"
FILES = ["*.ggl.yaml", "*.ggl.yml"]
"""The names by which editors know a game file without being told."""


class MissingError(Exception):
    """A key that no game of the manual uses."""


def nodes(schema: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any], str]]:
    """Each key: the part that it belongs to, how it is written, its node, and a pattern for it."""
    for part, node in {"": schema, **schema["$defs"]}.items():
        yield from _of(part, node)


def _of(part: str, node: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any], str]]:
    for name, value in node.get("properties", {}).items():
        yield part, name, value, f"^{re.escape(name)}$"
        for way in value.get("anyOf", ()):
            inner = way.get("additionalProperties", False)
            if isinstance(inner, dict):
                yield from _of(name, inner)
    for pattern, value in node.get("patternProperties", {}).items():
        if "$comment" in value:
            yield part, value["$comment"], value, pattern
    for way in node.get("anyOf", ()):
        yield from _of(part, way)


def places(schema: dict[str, Any]) -> dict[str, tuple[str, ...]]:
    """Where the keys of each part stand in a game, `*` for a name of the author's."""
    found: dict[str, tuple[str, ...]] = {"": ()}
    waiting: list[tuple[dict[str, Any], tuple[str, ...]]] = [(schema, ())]
    while waiting:
        node, place = waiting.pop(0)
        part = node.get("$ref", "").rpartition("/")[2]
        if part and part not in found:
            found[part] = place
            waiting.append((schema["$defs"][part], place))
        for name, value in node.get("properties", {}).items():
            waiting.append((value, (*place, name)))
        inner = node.get("additionalProperties")
        waiting += [(way, place) for way in node.get("anyOf", ())]
        waiting += [(inner, (*place, "*"))] if isinstance(inner, dict) else []
        waiting += [(value, (*place, "*")) for value in node.get("patternProperties", {}).values()]
    names = {name: (name, "*") for name in schema["properties"]}  # parts of the author's names, which have keys themselves
    return {**names, **found}


def made() -> str:
    """The schema's text."""
    schema = json.loads(SCHEMA.read_text("utf-8"))
    place = places(schema)
    games, lines = _games(place), _lines()
    for part, name, node, pattern in nodes(schema):
        values = [*_values(games.get(part, []), place[part], pattern), *_values([lines.get((part, name))], (), pattern)]
        values = values or [*_values([lines.get((part, name))], ("*",), pattern)]
        node.pop("examples", None)
        is_valid = Draft202012Validator({**node, "$defs": schema["$defs"]}).is_valid
        values = [each for each in values if is_valid(each)]  # some lines of the manual are the beginning of a value
        if not values:
            raise MissingError(f"no game of keys.yaml has `{name}` in `{part or 'the file'}`")
        node["examples"] = sorted((each for n, each in enumerate(values) if each not in values[:n]), key=lambda v: len(str(v)))[
            :2
        ]
    schema.pop("$id", None)
    head = {"$schema": schema.pop("$schema"), "$id": ID}
    return json.dumps({**head, **schema}, indent=2, ensure_ascii=False) + "\n"


def catalog() -> str:
    """The entry of a catalogue of schemas."""
    schema = json.loads(SCHEMA.read_text("utf-8"))
    entry = {"name": "ggl game", "description": schema["description"], "fileMatch": FILES, "url": ID}
    return json.dumps({"version": 1.0, "schemas": [entry]}, indent=2) + "\n"


def _games(parts: Iterable[str]) -> dict[str, list[Any]]:
    """For each part the games by which the manual explains its keys, then all others."""
    data = yaml.safe_load((HERE / "keys.yaml").read_text("utf-8"))
    found: dict[str, list[Any]] = {}
    everything: list[Any] = []
    for section in data["sections"]:
        texts = [section["game"], *(entry["game"] for entry in section["keys"].values() if "game" in entry)]
        own = [yaml.load(text, yaml.BaseLoader) for text in texts]
        found.setdefault(section["part"], []).extend(own)
        everything += own
    return {part: [*found.get(part, []), *(game for game in everything if game not in found.get(part, []))] for part in parts}


def _lines() -> dict[tuple[str, str], Any]:
    """The lines of each key in the manual, where they are a value by themselves."""
    data = yaml.safe_load((HERE / "keys.yaml").read_text("utf-8"))
    found = {}
    for section in data["sections"]:
        for name, entry in section["keys"].items():
            text = entry if isinstance(entry, str) else entry.get("example", "")
            found[section["part"], name] = yaml.load(text, yaml.BaseLoader)
    return found


def _values(games: list[Any], place: tuple[str, ...], pattern: str) -> Iterator[Any]:
    for game in games:
        for holder in _at(game, place):
            if isinstance(holder, dict):
                yield from (value for key, value in holder.items() if re.search(pattern, key) and value != "")


def _at(node: Any, place: tuple[str, ...]) -> Iterator[Any]:
    if not place:
        yield node
    elif isinstance(node, dict):
        for value in node.values() if place[0] == "*" else [node[place[0]]] if place[0] in node else []:
            yield from _at(value, place[1:])


if __name__ == "__main__":
    SCHEMA.write_text(made(), encoding="utf-8", newline="\n")
    CATALOG.write_text(catalog(), encoding="utf-8", newline="\n")
