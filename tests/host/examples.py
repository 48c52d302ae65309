"""Values of the types of messages: one of each request, and mutations of plain data."""

from __future__ import annotations

import random
import types
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from ggl.typed_json import Within

NAMES = (
    "",
    "tiku",
    "c3",
    "../../etc/passwd",
    "<img src=x onerror=alert(1)>",
    "t1",
    "é\u2028",
    "a" * 300,
    "mcts:sims=10",
    "first",
)
TREASURES: tuple[Any, ...] = (
    None,
    True,
    0,
    -1,
    1 << 70,
    0.5,
    "",
    "x" * 2000,
    [],
    {},
    [[]],
    {"id": 1},
    "\u0000",
    {"": {"": [{}]}},
)


def example(kind: Any, rng: random.Random) -> Any:
    """Plain data of a type."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Annotated:
        for bound in parts[1:]:
            if isinstance(bound, Within):
                return rng.choice((bound.least, bound.most, rng.randint(bound.least, bound.most)))
        found = example(parts[0], rng)
        return found[: parts[1].most] if isinstance(found, str | list) else found
    if origin is Literal:
        return rng.choice(parts)
    if origin in (types.UnionType, Union):
        return example(rng.choice(parts), rng)
    if origin is tuple:
        many = len(parts) == 2 and parts[1] is Ellipsis
        return [example(each, rng) for each in ([parts[0]] * rng.randrange(3) if many else parts)]
    if origin in (Mapping, dict):
        return {rng.choice(NAMES)[:100]: example(parts[1], rng) for _ in range(rng.randrange(3))}
    if is_dataclass(kind) and isinstance(kind, type):
        hints = get_type_hints(kind, include_extras=True)
        return {field.name: example(hints[field.name], rng) for field in fields(kind)}
    return {str: rng.choice(NAMES), int: rng.randrange(-5, 1000), float: rng.random(), bool: rng.random() < 0.5,
            type(None): None}[kind]  # fmt: skip


def mutated(data: Any, rng: random.Random) -> Any:
    """The data with one thing changed in it."""
    if isinstance(data, dict) and data and rng.random() < 0.8:
        key = rng.choice([*data])
        how = rng.randrange(4)
        if how == 0:
            return {name: value for name, value in data.items() if name != key}
        if how == 1:
            return {**data, rng.choice(NAMES): rng.choice(TREASURES)}
        return {**data, key: mutated(data[key], rng)}
    if isinstance(data, list) and data and rng.random() < 0.8:
        at = rng.randrange(len(data))
        return [*data[:at], mutated(data[at], rng), *data[at + rng.randrange(2) :]]
    if isinstance(data, str) and data and rng.random() < 0.4:
        at = rng.randrange(len(data))
        return data[:at] + rng.choice(("", "\u0000", "😀", "<", "../", "a" * 500)) + data[at + 1 :]
    return rng.choice(TREASURES)
