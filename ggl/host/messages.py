"""The messages between a host and who sits before it: requests, answers, events. One version counts for all of them.

    request   {"id": 3, "do": "table.play", "table": "t1", "text": "c3"}
    answer    {"id": 3, "ok": {...}}
    refusal   {"id": 3, "error": {"code": "illegal", "text": "..", "why": {...}}}
    event     {"event": "view", "table": "t1", "view": {...}}

A request is a dataclass, declared with its name, what answers it, and who may ask it. `read_request` takes a message's text and
gives the request; raises `TypedJsonError`. `schema` gives the JSON Schema of everything, which `schemas/host.schema.json` holds.
To write it anew: `python -m ggl.host.messages > schemas/host.schema.json`.
"""

from __future__ import annotations

import json
from typing import Any

from ggl.diagnostics.escape import escape
from ggl.diagnostics.near import near
from ggl.host.answers import (
    Code,
    Refusal,
)
from ggl.host.events import Event
from ggl.host.limits import LIMITS
from ggl.host.requests import REQUESTS
from ggl.typed_json import TypedJsonError, decode, json_schema, parsed, struct_schema

VERSION = 1


def read_request(text: str | bytes, most: int = LIMITS.message) -> tuple[int, Any]:
    """The number of a request, and the request. Raises `BadRequestError`."""
    if len(text) > most or (isinstance(text, str) and len(text.encode("utf-8", "replace")) > most):
        raise BadRequestError(None, f"a message has at most {most:,} bytes", "limit")
    try:
        data = parsed(text)
    except TypedJsonError as error:
        raise BadRequestError(None, str(error)) from None
    if not isinstance(data, dict):
        raise BadRequestError(None, "a message is an object with `id` and `do`")
    number = data.pop("id", None)
    if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number < 1 << 53:
        raise BadRequestError(None, "`id` is a whole number that identifies the answer")
    do = data.pop("do", None)
    kind = REQUESTS.get(do) if isinstance(do, str) else None
    if kind is None:
        close = near(do[:40], REQUESTS) if isinstance(do, str) else []
        hint = f"; near: {', '.join(f'`{each}`' for each in close)}" if close else ""
        raise BadRequestError(number, f"there is no request `{escape(str(do)[:40])}`{hint}")
    try:
        return number, decode(kind.takes, data)
    except TypedJsonError as error:
        raise BadRequestError(number, f"`{kind.do}`: {error}") from None


class BadRequestError(TypedJsonError):
    """A message that is no request. `id` is its number, if it has one."""

    def __init__(self, id: int | None, text: str, code: Code = "unreadable") -> None:
        self.id, self.code = id, code
        super().__init__(text)


def schema() -> dict[str, Any]:
    """The JSON Schema of all messages."""
    defined: dict[str, Any] = {}
    number = {"type": "integer", "minimum": 0}
    asked, answered = [], []
    for kind in REQUESTS.values():
        struct = struct_schema(kind.takes, defined)
        struct["properties"] = {"id": number, "do": {"const": kind.do}, **struct["properties"]}
        struct["required"] = ["id", "do", *struct["required"]]
        struct["x-gives"], struct["x-who"] = json_schema(kind.gives, defined), kind.who
        defined[kind.do] = struct
        asked.append({"$ref": f"#/$defs/{kind.do}"})
        if struct["x-gives"] not in answered:
            answered.append(struct["x-gives"])
    refused = {"id": {"anyOf": [number, {"type": "null"}]}, "error": json_schema(Refusal, defined)}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Messages of ggl's host",
        "description": f"Version {VERSION}. Places in a text are offsets in characters. Made by `python -m ggl.host.messages`.",
        "version": VERSION,
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in ("request", "answer", "refusal", "event")],
        "$defs": {
            "request": {"oneOf": asked},
            "answer": _object({"id": number, "ok": {"anyOf": answered}}),
            "refusal": _object(refused),
            "event": json_schema(Event, defined),
            **dict(sorted(defined.items())),
        },
    }


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": [*properties], "additionalProperties": False}


def schema_text() -> str:
    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    print(schema_text(), end="")
