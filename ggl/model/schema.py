"""The shape of a file, checked against `schemas/game.schema.json`, the schema that editors complete by.

Takes a tree as written, one file's. Reports each violation once, at its key or value, in our own words. It ignores mistakes
inside expressions. This is the only module that imports jsonschema, and only when it is used.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import re
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ggl import cache_dir, resources
from ggl.diagnostics import Findings, Fix, near, nearest
from ggl.diagnostics.catalog import shape as codes
from ggl.diagnostics.findings import LIMIT
from ggl.model.keys import OTHER_WORDS, REMOVED, identity, is_valid_name, lacking
from ggl.model.reader.closing import RESULTS, report_result
from ggl.model.reader.values import ValueReader, comma_list, quoted_list
from ggl.source import Span
from ggl.syntax.document import Entry, Mapping, Node, Scalar, Sequence

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import ValidationError

_COLOURS = ("colour", "color", "colours", "colors")
_EFFECTS = ("do", "setup", "begin", "resolve", "finish")
"""Keys whose value is effects."""

_NULL = {"type": "null"}

REMEMBERED = 200
"""Files that are remembered as sound."""


def check_shape(tree: Mapping, findings: Findings, broken: frozenset[Span] = frozenset()) -> None:
    """`broken` holds the places of maps split by a comma, which get no further findings."""
    whole = _plain(tree)
    asked = hashlib.sha256(json.dumps(whole).encode() + resources.game_schema().read_bytes()).digest()
    sound = _sound()
    if asked in sound:
        return
    fits = all(_fits(key, json.dumps(part)) for key, part in whole.items())
    errors = [leaf for error in (_validator_of(top=True) if fits else _validator()).iter_errors(whole) for leaf in _leaves(error)]
    _Report(tree, findings, broken).all(errors)
    if not errors:
        with contextlib.suppress(OSError):
            cache_dir.write(_kept(), cache_dir.sealed(b"".join([*sound, asked][-REMEMBERED:])))


def _sound() -> list[bytes]:
    """Digests of the files that were found sound lately: most starts check a file once more, and need no jsonschema for it."""
    try:
        told = cache_dir.unsealed(_kept().read_bytes()) or b""
    except OSError:
        return []
    return [told[at : at + 32] for at in range(0, len(told), 32)]


def _kept() -> Path:
    return cache_dir.folder() / "shapes"


@cache
def load_game_schema() -> dict[str, Any]:
    schema: dict[str, Any] = json.loads(resources.game_schema().read_text("utf-8"))
    return schema


@cache
def _validator() -> Draft202012Validator:
    from jsonschema import Draft202012Validator

    return Draft202012Validator(load_game_schema())


_TOP = ("required", "if", "then")
"""The keywords that constrain a file as a whole; the others constrain one key each."""


@cache
def _validator_of(*, top: bool) -> Draft202012Validator:
    from jsonschema import Draft202012Validator

    return Draft202012Validator({key: value for key, value in load_game_schema().items() if (key in _TOP) is top})


@lru_cache(200)
def _fits(key: str, part: str) -> bool:
    """Whether the value of a key of a file, as JSON, fits the schema. Most edits change one part of a file."""
    return _validator_of(top=False).is_valid({key: json.loads(part)})


def _plain(node: Node) -> Any:
    """The tree as JSON has it: where nothing is written stands null."""
    match node:
        case Scalar():
            return None if node.is_empty else node.text
        case Mapping():
            return {entry.key.text: _plain(entry.value) for entry in reversed(node.entries)}
        case Sequence():
            return [_plain(item) for item in node.items]


def _leaves(error: ValidationError) -> Iterator[ValidationError]:
    """The error itself, or, for a value with several forms, the error in the form that the author chose."""
    ways = _ways(error)
    chosen = [way for way in ways if not any(map(_is_other_shape, way))] or (ways if len(ways) == 1 else [])
    if not chosen:
        yield error
        return
    for each in chosen[-1]:
        yield from _leaves(each)


def _ways(error: ValidationError) -> list[list[ValidationError]]:
    if error.validator != "anyOf":
        return []
    ways: dict[object, list[ValidationError]] = {}
    for each in error.context:
        if each.validator != "const":
            ways.setdefault(each.relative_schema_path[0], []).append(each)
    return list(ways.values())


def _is_other_shape(error: ValidationError) -> bool:
    """Whether the value is of another sort altogether: text where this way wants a map."""
    if error.schema == _NULL:
        return True
    if error.relative_path:
        return False
    ways = _ways(error)
    return error.validator == "type" or (bool(ways) and all(any(map(_is_other_shape, way)) for way in ways))


class _Report:
    def __init__(self, tree: Mapping, findings: Findings, broken: frozenset[Span]) -> None:
        self._tree = tree
        self._values = ValueReader(findings, broken)
        self._findings = findings
        self._broken = broken

    def all(self, errors: Iterable[ValidationError]) -> None:
        missing: set[str] = set()
        for error in sorted(errors, key=lambda each: each.validator != "additionalProperties"):
            if error.validator == "required":
                missing |= _words(error.validator_value)
            elif list(error.absolute_path) != ["ggl"] and "propertyNames" not in error.relative_schema_path:
                # the reader has better messages for the version and for names
                self._one(error)
        if missing:
            self._values.whole_lacks(self._tree, [key for key in lacking(self._tree) if key in missing])

    def _one(self, error: ValidationError) -> None:
        found = self._at(error.absolute_path)
        if found is None:
            return
        entry, schema = found, error.schema if isinstance(error.schema, dict) else {}
        value = entry.value
        if error.validator == "additionalProperties":
            assert isinstance(value, Mapping)
            extra, given = _extra(value, schema), {*value.keys}
            here = [word for word in (*schema.get("properties", {}), *_samples(schema)) if word not in given]
            meant = self._lines_meant_below(value, extra)
            for number, key in enumerate(key for key in extra if key.span not in meant):
                self._unknown(key, entry, schema, here if number < LIMIT else [])
        elif error.instance is None:
            self._values.missing_value(entry, _empty_map(entry) if schema.get("type") == "object" else None)
        elif error.validator == "enum" and isinstance(value, Scalar):
            choices = tuple(word for word in schema["enum"] if isinstance(word, str))
            self._values.not_one_of(value.text, value.content_span, f"`{entry.key.text}`", choices)
        else:
            is_item = isinstance(error.absolute_path[-1], int)
            path = [str(step) for step in error.absolute_path]
            at, fix = value.span if is_item else None, _on_one_line(entry) or _option_of(entry, path)
            if not self._indented_too_little(entry, schema, error.absolute_path):
                fix = fix or _in_another_shape(entry, schema, is_item)
                help_ = None if fix else _way_out(entry, schema) or _for_each(entry, path)
                self._values.wrong_shape(entry, _wanted(schema), help_, at=at, fix=fix)

    def _lines_meant_below(self, mapping: Mapping, extra: list[Scalar]) -> set[Span]:
        """The unknown keys that follow a key without a value and belong below it. They are reported at that key."""
        meant: set[Span] = set()
        above: Entry | None = None
        lines: list[Entry] = []
        unknown = {key.span for key in extra}
        for each in (*mapping.entries, None):
            if each is not None and above is not None and each.key.span in unknown:
                lines.append(each)
                continue
            if above is not None and lines and not mapping.flow:
                span = lines[0].key.span.source.span(lines[0].span.start, lines[-1].span.end)
                text = "  " + re.sub(r"\n(?=[^\n])", "\n  ", span.text)
                many = "line" if "\n" not in text else "lines"
                self._values.missing_value(above, Fix(span, text, f"indent the {many} below it"))
                meant |= {line.key.span for line in lines}
            is_empty = each is not None and isinstance(each.value, Scalar) and each.value.is_empty
            above, lines = each if is_empty else None, []
        return meant

    def _indented_too_little(self, entry: Entry, schema: dict[str, Any], path: Iterable[str | int]) -> bool:
        """`do` among the moves: a key of the part above it, which stands beside that part."""
        *above, _ = path
        around = self._at(above)
        assert around is not None  # something inside it was found
        before = [each for each in around.value.entries if each is not entry] if isinstance(around.value, Mapping) else []
        if entry.key.text not in schema.get("properties", {}) or not before:
            return False
        self._findings.report(
            codes.KEY_NOT_ALLOWED, entry.key.span, f"`{entry.key.text}` is beside the entries of `{around.key.text}`",
            label=f"it is a key of {schema['title']}", help="indent it further, below the entry to which it belongs",
        )  # fmt: skip
        return True

    def _at(self, path: Iterable[str | int]) -> Entry | None:
        """The entry to which a path leads; an item of a list has the key of its list. None in what a comma broke."""
        entry = Entry(Scalar("", self._tree.span), self._tree)
        for step in path:
            value = entry.value
            if value.span in self._broken:
                return None
            if isinstance(value, Mapping):
                entry = next(each for each in value.entries if each.key.text == step)
            else:
                assert isinstance(value, Sequence)
                assert isinstance(step, int)
                entry = Entry(entry.key, value.items[step])
        return None if entry.value.span in self._broken else entry

    def _unknown(self, key: Scalar, entry: Entry, schema: dict[str, Any], here: list[str]) -> None:
        """`here` are the keys that may still be written there; none for a finding that will not be shown."""
        if schema is load_game_schema()["$defs"]["end"]:
            report_result(self._findings, key)
            return
        name = " ".join(key.text.split())
        place = f" in `{entry.key.text}`" if entry.key.text else ""
        close = [word for word in here if identity(word) == identity(name)] or list(near(name, here))
        other = OTHER_WORDS.get(name.lower(), "")
        removing = key.text.strip() == REMOVED and not entry.key.text
        elsewhere = _owners().get(name, ())
        help_: str | None = None
        fix: Fix | None = None
        if removing:
            label, help_ = "", "write the key to remove, with this as its value, as in `moves: {swap: removed}`"
        elif other in here:
            label, fix = f"here this is called `{other}`", Fix.write(key.span, other)
        elif name.lower() in _COLOURS and "glyph" in here:
            help_ = "colours go under `look:`, one for each player: `look: {colours: {Black: red}}`"
            label = "a piece has the colour of its player"
        elif run := _run_together(name, here):
            label, fix = "a key is followed by a colon and a space", Fix.write(key.span, f"{run[0]}: {run[1]}")
        elif name == "turn" and "to move" in here:
            label, help_ = "", "write `mover:` for the side to move afterwards, `to move:` for the side to move in a `setup`"
        elif close:
            best = close[0] if len(close) == 1 else nearest(name, close)
            fix = Fix.write(key.span, best) if best else None
            label = f"near: {quoted_list(close, 'or')}"
        elif elsewhere:
            message, owners = f"`{name}` does not belong here", comma_list([f"of {part}" for part in elsewhere], "and")
            self._findings.report(
                codes.KEY_NOT_ALLOWED, key.span, message, label=f"it is a key {owners}",
                help="move it there, or correct its indentation",
            )  # fmt: skip
            return
        elif _is_number_of_a_list(key, entry.value):
            label, help_ = "a comma between braces begins a new key", "write a list in square brackets, as in `perft: [6, 22]`"
        else:
            keys = [*schema.get("properties", {}), *_samples(schema)]
            label, help_ = "", f"the keys here are {quoted_list(keys, 'and')}" if keys else None
        self._findings.report(codes.UNKNOWN_KEY, key.span, f"unknown key `{name}`{place}", label=label, help=help_, fix=fix)


def _empty_map(entry: Entry) -> Fix:
    """The edit that gives a key without a value an empty map."""
    key = entry.key.span
    colon = re.compile(r"[ \t]*:").match(key.source.text, key.end)
    end = colon.end() if colon else key.end
    return Fix(key.source.span(end, end), " {}" if colon else ": {}", "write `{}` if it is empty")


_DEFAULTS = ("default", "start", "value", "is")
_VALUES = ("in", "values", "allowed", "range", "choices", "from", "of")
"""Keys that people give to an option."""


def _run_together(name: str, keys: list[str]) -> tuple[str, str] | None:
    """A key and its value that YAML read as one key: `glyph o`, `glyph:o`."""
    found = re.fullmatch(r"(\w+)(?:\s*:|\s)\s*(\S.*)", name)
    return (found[1], found[2]) if found and found[1] in keys else None


def _is_number_of_a_list(key: Scalar, value: Node) -> bool:
    """`22` in `{perft: 6, 22}`, which YAML reads as a key without a value."""
    assert isinstance(value, Mapping)
    if not value.flow or not key.text.isdecimal():
        return False
    below = value.get(key.text)
    return isinstance(below, Scalar) and below.is_empty


def _extra(mapping: Mapping, schema: dict[str, Any]) -> list[Scalar]:
    known, patterns = schema.get("properties", {}), schema.get("patternProperties", {})
    return [
        entry.key
        for entry in mapping.entries
        if entry.key.text not in known and not any(re.search(pattern, entry.key.text) for pattern in patterns)
    ]


def _samples(schema: dict[str, Any]) -> list[str]:
    """How keys that hold a name are written, for example."""
    return [each["$comment"] for each in schema.get("patternProperties", {}).values() if "$comment" in each]


def _words(value: object) -> set[str]:
    return {str(each) for each in value} if isinstance(value, Iterable) else set()


def _on_one_line(entry: Entry) -> Fix | None:
    """The parameters of a move that were written as a map: `c in cells, d in cells`."""
    if not isinstance(entry.value, Mapping) or entry.key.text != "for":
        return None
    named = [(each.key.text, each.value) for each in entry.value.entries]
    if not named or not all(isinstance(value, Scalar) for _, value in named) or (entry.value.flow and len(named) > 1):
        return None
    sets = ", ".join(f"{name} in {value.text}" for name, value in named if isinstance(value, Scalar))
    key = entry.key.span
    colon = key.source.text.index(":", key.end) + 1
    return Fix(key.source.span(colon, entry.value.span.end), f" {sets}", f"write it on one line: `for: {sets}`")


def _in_another_shape(entry: Entry, schema: dict[str, Any], is_item: bool) -> Fix | None:
    """The one edit that gives the wanted shape: a list of one, the moves of a phase, a key and value run together."""
    value, title = entry.value, schema.get("title")
    if isinstance(value, Sequence) and all(isinstance(item, Scalar) for item in value.items) and value.items:
        words = [item.text.strip() for item in value.items if isinstance(item, Scalar)]
        if title == "the names of moves" or (title == "text" and len(words) == 1):
            text = " or ".join(words)
            written = text if is_item else f"{entry.key.text}: {text}"
            return Fix(value.span, f" {text}" if not value.flow else text, f"write `{written}`")
    if not isinstance(value, Scalar) or value.style != "plain":
        return None
    run = _run_together(value.text.strip(), list(schema.get("properties", {})))
    if run:
        is_below = "\n" in value.span.source.text[entry.key.span.end : value.span.start]
        text = f"{run[0]}: {run[1]}" if is_below else f"{{{run[0]}: {run[1]}}}"
        return Fix(value.span, text, f"a key is followed by a colon and a space: write `{text}`")
    if title == "a list of names, or a map of players":
        names = re.split(r"\s*,\s*(?:and\s+)?|\s+and\s+|\s+", value.text.strip())
        text = f"[{', '.join(names)}]"
        return Fix(value.span, text, f"write `{text}`") if all(map(is_valid_name, names)) else None
    if schema is load_game_schema()["$defs"]["phase"]:
        return Fix(value.span, f"{{play: {value.text.strip()}}}", f"write `{{play: {value.text.strip()}}}`")
    return None


def _option_of(entry: Entry, path: list[str]) -> Fix | None:
    """An option that was written as a map of its default and its values."""
    if path[:-1] != ["options"] or not isinstance(entry.value, Mapping) or len(entry.value.entries) > 2:
        return None
    said = {each.key.text: each.value.text for each in entry.value.entries if isinstance(each.value, Scalar)}
    default, values = ([text for key, text in said.items() if key in words] for words in (_DEFAULTS, _VALUES))
    if len(default) != 1 or len(default) + len(values) != len(entry.value.entries):
        return None
    text = " in ".join((*default, *values))
    start = entry.key.span.source.text.index(":", entry.key.span.end) + 1
    place = entry.key.span.source.span(start, entry.value.span.end)
    return Fix(place, f" {text}", f"write `{entry.key.text}: {text}`")


def _for_each(entry: Entry, path: list[str]) -> str | None:
    """Advice on an option, or a start or a supply for each player, that was written as a map."""
    if path[:-1] == ["options"]:
        return "write its default and, after `in`, its possible values, as in `size: 8 in 4..19`"
    first = entry.value.entries[0] if isinstance(entry.value, Mapping) and entry.value.entries else None
    if first is None or not isinstance(first.value, Scalar):
        return None
    player, value = first.key.text, first.value.text
    match path:
        case ["state", name, "start"]:
            effect = f"set {player}.{name} to {value}"
        case ["pieces", name, "supply"]:
            effect = f"set hand({player}, {name}) to {value}"
        case _:
            return None
    return f"write one value for all players, and set what differs under `setup`, as in `{effect}`"


def _way_out(entry: Entry, schema: dict[str, Any]) -> str | None:
    """Advice on a wrong shape; none if the expectation already says it."""
    if entry.key.text in _EFFECTS and isinstance(entry.value, Sequence | Mapping):
        without = ", without a `-`" if isinstance(entry.value, Sequence) else ""
        return f"write `{entry.key.text}: |`, and each effect on its own line below it{without}"
    if isinstance(entry.value, Sequence) and _holds_maps(schema):
        are_maps = all(isinstance(item, Mapping) for item in entry.value.items)
        return "remove the `-` before each" if are_maps else "write each as a key with its value, `NAME: ..`, without a `-`"
    if schema.get("title") == "a drawing":
        return f"write `{entry.key.text}: |`, and each row as it looks below it"
    if schema.get("title") == "a list of names, or a map of players":
        return "give each player a name, as in `players: [White, Black]`"
    if schema is not load_game_schema()["$defs"]["end"]:
        return None
    assert isinstance(entry.value, Scalar)
    text = " ".join(entry.value.text.split())
    return f"write whose result it is, as in `mover loses: {text if len(text) < 40 else 'stuck'}`; a line is {RESULTS}"


def _holds_maps(schema: dict[str, Any]) -> bool:
    return schema.get("type") == "object" or any(_holds_maps(way) for way in schema.get("anyOf", ()))


def _wanted(schema: dict[str, Any]) -> str:
    if schema.get("properties"):
        return f"a map with keys such as {quoted_list(list(schema['properties'])[:3], 'and')}"
    return str(schema.get("title", "something else"))


@cache
def _owners() -> dict[str, tuple[str, ...]]:
    """For each key with a fixed name the parts that it belongs to."""
    owners: dict[str, tuple[str, ...]] = {}
    schema = load_game_schema()
    for part in (schema, *schema["$defs"].values()):
        if part.get("additionalProperties") is False and part is not schema["$defs"]["end"]:
            for key in part["properties"]:
                owners[key] = (*owners.get(key, ()), part["title"])
    return owners
