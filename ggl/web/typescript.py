"""The types of the host's messages as TypeScript; `tsc` checks the page with them.

To generate them: `python -m ggl.web.typescript > ggl/web/page/messages.d.ts`.
"""

from __future__ import annotations

import json
from typing import Any

from ggl.host.messages import schema
from ggl.host.requests import REQUESTS

HEAD = "// The messages of ggl's host. Made from their schema by `python -m ggl.web.typescript`.\n"


def declarations() -> str:
    """The text of a declaration file: a type for each part, and `Requests`, with the arguments and the answer of each
    request."""
    found = schema()
    named = {name: each for name, each in found["$defs"].items() if name not in ("request", "answer", "refusal")}
    parts = [f"export type {_name(name)} = {_type(each)};" for name, each in named.items() if name not in REQUESTS]
    asked = []
    for do in REQUESTS:
        takes = {**named[do], "properties": {k: v for k, v in named[do]["properties"].items() if k not in ("id", "do")}}
        asked.append(f"  {json.dumps(do)}: {{ takes: {_type(takes, partly=True)}; gives: {_type(named[do]['x-gives'])} }};")
    return "\n".join((HEAD, *parts, "export type Requests = {", *asked, "};", ""))


def _name(name: str) -> str:
    return name[:1].upper() + name[1:]


def _type(schema: dict[str, Any], partly: bool = False) -> str:
    """A type. Answers and events have all their fields; `partly` makes fields with a default optional."""
    if "$ref" in schema:
        return _name(schema["$ref"].rpartition("/")[2])
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(map(json.dumps, schema["enum"]))
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(map(_type, schema["anyOf"])))
    match schema["type"]:
        case "array":
            if "prefixItems" in schema:
                return f"[{', '.join(map(_type, schema['prefixItems']))}]"
            return f"({_type(schema['items'])})[]"
        case "object":
            if "properties" not in schema:
                return f"Record<string, {_type(schema['additionalProperties'])}>"
            needed = schema["required"] if partly else schema["properties"]
            fields = (f"{name}{'' if name in needed else '?'}: {_type(each)}" for name, each in schema["properties"].items())
            return f"{{ {'; '.join(fields)} }}"
    return {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}[schema["type"]]


if __name__ == "__main__":
    print(declarations(), end="")
