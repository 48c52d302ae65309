"""Dataclasses to JSON and back, and the JSON Schema of both: for messages, and for files that anybody may have written.

Takes frozen dataclasses whose fields have exact types: texts, numbers, truth values, None, literals, tuples, mappings with texts
as keys, other dataclasses, and unions of these. `decode` raises a `TypedJsonError` that names the place for everything else:
unknown or missing fields, wrong types, numbers out of range, texts that are too long or are not Unicode.
"""

from __future__ import annotations

import json
import math
import types
from collections.abc import Mapping
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from functools import cache
from typing import Annotated, Any, Literal, NoReturn, TypeVar, Union, get_args, get_origin, get_type_hints

from ggl.diagnostics.escape import escape
from ggl.errors import GglError

T = TypeVar("T")


class TypedJsonError(GglError):
    """Data that is not a message of the expected type."""


@dataclass(frozen=True)
class Within:
    """The least and the greatest value of a number."""

    least: int
    most: int


@dataclass(frozen=True)
class Longest:
    """The greatest number of characters of a text, or of items of a tuple or a mapping."""

    most: int


def parsed(text: str | bytes) -> object:
    """JSON data. Raises `TypedJsonError` for invalid, too deeply nested, or not finite data."""
    try:
        return json.loads(text, parse_constant=_no_number)
    except RecursionError:
        raise TypedJsonError("the message is nested too deeply") from None
    except ValueError as error:  # bad JSON, bad UTF-8, or a number with too many digits
        raise TypedJsonError(f"the message is not JSON: {escape(str(error))[:200]}") from None


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"{text} is not a number")


def encoded(value: object) -> str:
    """A dataclass, or plain data with dataclasses in it, as JSON. Surrogates (names that are not UTF-8 have them) are escaped."""
    text = json.dumps(_plain(value), ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text if text.isascii() else text.encode("utf-8", "backslashreplace").decode()


_SCALARS = frozenset({str, int, bool, float, types.NoneType})
"""Most of what there is: for these no function is called."""


def _plain(value: Any) -> Any:
    form = _form(value.__class__)
    if form is _AS_IT_IS:
        return value
    if isinstance(form, tuple):
        found = {}
        for name in form:
            each = getattr(value, name)
            found[name] = each if each.__class__ in _SCALARS else _plain(each)
        return found
    if form is Mapping:
        return {key: _plain(each) for key, each in value.items()}
    return [each if each.__class__ in _SCALARS else _plain(each) for each in value]


_AS_IT_IS = object()


@cache
def _form(kind: type) -> object:
    """The JSON form of values of a type: as they are, an object with these fields, a map, a list."""
    if issubclass(kind, str | int | float | types.NoneType):
        return _AS_IT_IS
    return tuple(_fields(kind)) if is_dataclass(kind) else Mapping if issubclass(kind, Mapping) else list


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)


@cache
def _fields(kind: type) -> dict[str, tuple[Any, bool]]:
    """The type of each field, and whether it must be there."""
    return {field.name: (_hints(kind)[field.name], _is_required(field)) for field in fields(kind)}


def _is_required(field: Field[Any]) -> bool:
    return field.default is MISSING and field.default_factory is MISSING


# ---- data to values


def decode(kind: type[T], data: object) -> T:
    """Plain data as a value of a type. Raises `TypedJsonError`."""
    value: T = _decoded(kind, data, "")
    return value


def _decoded(kind: Any, data: object, place: str) -> Any:
    origin = get_origin(kind)
    if origin is Annotated:
        inner, *bounds = get_args(kind)
        value = _decoded(inner, data, place)
        for bound in bounds:
            _check(bound, value, place)
        return value
    if origin is Literal:
        if data not in get_args(kind) or isinstance(data, bool):
            _wrong(kind, data, place)
        return data
    if origin in (types.UnionType, Union):
        return _one_of(get_args(kind), kind, data, place)
    if origin is tuple:
        return _items(get_args(kind), kind, data, place)
    if origin is Mapping or origin is dict:
        if not isinstance(data, dict):
            _wrong(kind, data, place)
        of = get_args(kind)[1]
        return {_text(key, place): _decoded(of, each, f"{place}.{key}"[:80]) for key, each in data.items()}
    if is_dataclass(kind) and isinstance(kind, type):
        return _struct(kind, data, place)
    if kind is type(None) and data is None:
        return None
    if kind is str and isinstance(data, str):
        return _text(data, place)
    if kind is bool and isinstance(data, bool):
        return data
    if kind is int and isinstance(data, int) and not isinstance(data, bool):
        return data
    if kind is float and isinstance(data, int | float) and not isinstance(data, bool):
        return _float(data, place)
    _wrong(kind, data, place)


def _struct(kind: type, data: object, place: str) -> Any:
    if not isinstance(data, dict):
        _wrong(kind, data, place)
    known = _fields(kind)
    for name in data:
        if name not in known:
            raise TypedJsonError(f"`{_under(place, name)}` is unknown; there are {', '.join(known) or 'no fields'}")
    values = {}
    for name, (type_, required) in known.items():
        if name in data:
            values[name] = _decoded(type_, data[name], _under(place, name))
        elif required:
            raise TypedJsonError(f"`{_under(place, name)}` is missing")
    return kind(**values)


def _one_of(kinds: tuple[Any, ...], kind: Any, data: object, place: str) -> Any:
    """The value by the first type that fits; of several dataclasses, that whose literal `kind` is said."""
    structs = [each for each in kinds if is_dataclass(each)]
    if isinstance(data, dict) and structs:
        if len(structs) > 1:
            said = data.get("kind")
            structs = [each for each in structs if said in get_args(_hints(each).get("kind"))]  # type: ignore[arg-type]
        if not structs:
            _wrong(kind, data, place)
        return _decoded(structs[0], data, place)
    for each in kinds:
        if not is_dataclass(each) and _fits(each, data):
            return _decoded(each, data, place)
    _wrong(kind, data, place)


def _fits(kind: Any, data: object) -> bool:
    """Whether data has the JSON type of a type; its content is checked later."""
    if get_origin(kind) is Annotated:
        return _fits(get_args(kind)[0], data)
    if get_origin(kind) is Literal:
        return data in get_args(kind)
    json_type = {tuple: list, Mapping: dict, dict: dict}.get(get_origin(kind) or kind, kind)
    if json_type is float:
        return isinstance(data, int | float) and not isinstance(data, bool)
    if json_type is int:
        return isinstance(data, int) and not isinstance(data, bool)
    return isinstance(data, json_type)


def _items(kinds: tuple[Any, ...], kind: Any, data: object, place: str) -> tuple[Any, ...]:
    if not isinstance(data, list):
        _wrong(kind, data, place)
    if len(kinds) == 2 and kinds[1] is Ellipsis:
        kinds = (kinds[0],) * len(data)
    if len(kinds) != len(data):
        _wrong(kind, data, place)
    return tuple(_decoded(each, item, f"{place}[{number}]") for number, (each, item) in enumerate(zip(kinds, data, strict=True)))


def _check(bound: object, value: Any, place: str) -> None:
    if isinstance(bound, Within) and not bound.least <= value <= bound.most:
        raise TypedJsonError(f"`{place}` must be from {bound.least:,} to {bound.most:,}")
    if isinstance(bound, Longest) and len(value) > bound.most:
        raise TypedJsonError(f"`{place}` may have at most {bound.most:,} {'characters' if isinstance(value, str) else 'items'}")


def _text(text: str, place: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise TypedJsonError(f"`{escape(place)}` contains half of a surrogate pair") from None
    return text


def _float(number: float, place: str) -> float:
    try:
        found = float(number)
    except OverflowError:
        found = math.inf
    if not math.isfinite(found):
        raise TypedJsonError(f"`{place}` is not a number")
    return found


def _under(place: str, name: str) -> str:
    return f"{place}.{escape(name[:40])}" if place else escape(name[:40])


def _wrong(kind: Any, data: object, place: str) -> NoReturn:
    raise TypedJsonError(f"`{place or 'the message'}` is {_worded(kind)}, not {_shown(data)}")


def _worded(kind: Any) -> str:
    origin = get_origin(kind)
    if origin is Annotated:
        return _worded(get_args(kind)[0])
    if origin is Literal:
        return "one of " + ", ".join(f"`{each}`" for each in get_args(kind))
    if origin in (types.UnionType, Union):
        return " or ".join(dict.fromkeys(map(_worded, get_args(kind))))
    words = {str: "a text", int: "a whole number", float: "a number", bool: "true or false", type(None): "null"}
    return words.get(kind) or ("a list" if origin is tuple else "an object")


def _shown(data: object) -> str:
    words = {str: "a text", int: "a number", float: "a number", bool: "true or false", list: "a list", dict: "an object"}
    return words.get(type(data), "null")


# ---- types to JSON Schema


def json_schema(kind: Any, defined: dict[str, Any]) -> dict[str, Any]:
    """The JSON Schema of a type; those of dataclasses go to `defined`, by their names."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Annotated:
        found = json_schema(parts[0], defined)
        for bound in parts[1:]:
            found |= _bounds(bound, found)
        return found
    if origin is Literal:
        return {"enum": list(parts)}
    if origin in (types.UnionType, Union):
        return {"anyOf": [json_schema(each, defined) for each in parts]}
    if origin is tuple:
        if len(parts) == 2 and parts[1] is Ellipsis:
            return {"type": "array", "items": json_schema(parts[0], defined)}
        items = [json_schema(each, defined) for each in parts]
        return {"type": "array", "prefixItems": items, "minItems": len(items), "maxItems": len(items)}
    if origin is Mapping or origin is dict:
        return {"type": "object", "additionalProperties": json_schema(parts[1], defined)}
    if is_dataclass(kind) and isinstance(kind, type):
        if kind.__name__ not in defined:
            defined[kind.__name__] = {}
            defined[kind.__name__] |= struct_schema(kind, defined)
        return {"$ref": f"#/$defs/{kind.__name__}"}
    return {"type": {str: "string", int: "integer", float: "number", bool: "boolean", type(None): "null"}[kind]}


def struct_schema(kind: type, defined: dict[str, Any]) -> dict[str, Any]:
    known = _fields(kind)
    return {
        "description": " ".join((kind.__doc__ or "").split()),
        "type": "object",
        "properties": {name: json_schema(type_, defined) for name, (type_, _) in known.items()},
        "required": [name for name, (_, required) in known.items() if required],
        "additionalProperties": False,
    }


def _bounds(bound: object, found: dict[str, Any]) -> dict[str, Any]:
    if isinstance(bound, Within):
        return {"minimum": bound.least, "maximum": bound.most}
    assert isinstance(bound, Longest)
    key = {"string": "maxLength", "array": "maxItems"}.get(found["type"], "maxProperties")
    return {key: bound.most}
