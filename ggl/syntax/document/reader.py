"""From YAML events to the tree.

Takes a source. Gives its top-level map, or None after a finding that leaves no sound tree. PyYAML's parser yields
events, one by one and without recursion; the tree is built on a stack of our own, so that depth and size are checked
before they can do harm. Of a key written twice both entries are kept and reported; everything else that is refused
costs the tree.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

import yaml

from ggl.diagnostics import Code, Findings, Fix, Note
from ggl.diagnostics.catalog import file_and_yaml as codes
from ggl.diagnostics.catalog.shape import ALIAS, KEY_NOT_TEXT, MERGE_KEY
from ggl.source import Source, Span
from ggl.syntax.document.comma import report_comma, report_set, set_in_braces, unclosed_bracket
from ggl.syntax.document.nodes import Entry, Mapping, Node, Scalar, Sequence, Style
from ggl.syntax.document.text import character_name, is_allowed, is_odd_space, plain_spaces
from ggl.syntax.document.yaml_errors import report_bad_number, report_directive, report_tag, report_yaml_error

MAX_DEPTH = 32
MAX_NODES = 20_000

_STYLES: dict[str | None, Style] = {"'": "single", '"': "double", "|": "literal", ">": "folded"}


def read_whole(source: Source, findings: Findings) -> Mapping | None:
    """The tree of a text that holds no characters that are refused."""
    reader = _Reader(source, findings)
    loader = yaml.SafeLoader(source.text)
    try:
        while reader.going_on and loader.check_event():
            reader.take(loader.get_event())  # type: ignore[no-untyped-call]
    except yaml.MarkedYAMLError as error:
        if not reader.has_refused_near(error.problem_mark):
            report_yaml_error(source, error, reader.innermost_braces(), findings)
        return None
    except (
        ValueError,
        OverflowError,
    ):  # PyYAML's own slips: a number of no character after \U, a version too long for a number
        report_bad_number(source, loader.get_mark().index, findings)
        return None
    finally:
        loader.dispose()
    return reader.result()


_TWICE_IN_END = (
    "write both conditions under one key; if the first must come before a line between them, write it as an effect under `turn`: "
    "`finish: draw if ..`, `finish: win if ..`"
)


@dataclass
class _Open:
    """A list or a map that has begun and not ended."""

    start: int
    flow: bool
    is_map: bool
    items: list[Node] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    key: Node | None = None
    seen: dict[str, Scalar] = field(default_factory=dict)
    looked_at: int = 0
    """How many entries were searched for a bracket that a comma took apart."""

    bracket: Span | None = None
    is_set: bool = False
    """Whether it was reported as a set that YAML takes for a map."""


class _Reader:
    def __init__(self, source: Source, findings: Findings) -> None:
        self.source = source
        self.findings = findings
        self.going_on = True
        self._sound = True
        self._refused_lines: set[int] = set()
        self._nodes = 0
        self._documents = 0
        self._root: Node | None = None
        self._open: list[_Open] = []

    def take(self, event: yaml.Event) -> None:
        match event:
            case yaml.DocumentStartEvent():
                self._document(event)
            case yaml.AliasEvent():
                span = self._span(event)
                self._refuse(ALIAS, span, f"the alias `{span.text}`", "give it a name under `define`")
                self._finish(Scalar("", span))
            case yaml.ScalarEvent():
                self._check_properties(event)
                self._count(event)
                self._finish(self._scalar(event))
            case yaml.MappingStartEvent() | yaml.SequenceStartEvent():
                self._check_properties(event)
                self._count(event)
                is_map = isinstance(event, yaml.MappingStartEvent)
                self._open.append(_Open(_index(event.start_mark), bool(event.flow_style), is_map))
                if len(self._open) > MAX_DEPTH:
                    message = f"maps and lists are nested more than {MAX_DEPTH} deep"
                    self._stop(codes.TOO_DEEP, self._point(event), message, "give parts of it names under `define`")
            case yaml.MappingEndEvent() | yaml.SequenceEndEvent():
                self._finish(self._collection(event))

    def result(self) -> Mapping | None:
        root, source = self._root, self.source
        if not self._sound:
            return None
        if root is None or (isinstance(root, Scalar) and root.is_empty):
            help = "begin with `ggl: 1` and `name: ...`"
            self.findings.report(codes.EMPTY_FILE, source.span(0, 0), "the file contains no game", help=help)
            return None
        if not isinstance(root, Mapping):
            what = "a list" if isinstance(root, Sequence) else "plain text"
            help = "write lines of the form `key: value`"
            place = source.span(root.span.start, root.span.end)
            self.findings.report(codes.NOT_A_MAP, place, f"a game is a map of keys, but this is {what}", help=help)
            return None
        return root

    def innermost_braces(self) -> tuple[Span, Span | None] | None:
        """The innermost open brackets, to the end of the file, and a round bracket that a comma left open in them."""
        frame = next((frame for frame in reversed(self._open) if frame.flow), None)
        if frame is None:
            return None
        span = self.source.span(frame.start, len(self.source.text))
        return span, self._split_by_comma(frame)

    def has_refused_near(self, mark: _Mark | None) -> bool:
        """Whether the line of an error holds something that was refused, so that the error comes of that."""
        return mark is not None and self.source.place(mark.index)[0] in self._refused_lines

    # ------------------------------------------------------------------------------------------------------- the nodes

    def _scalar(self, event: yaml.ScalarEvent) -> Scalar:
        style = _STYLES.get(event.style, "plain")
        span = self._span(event)
        tail = 0
        if style in ("literal", "folded"):
            visible = span.start + len(span.text.rstrip())
            span, tail = self.source.span(span.start, visible), span.end - visible
        scalar = Scalar(event.value, span, style, tail)
        if style == "double":
            for at, character in enumerate(event.value):
                if character not in "\n\xa0" and not is_allowed(character):
                    message = f"{character_name(character)} is not allowed in a game file"
                    place = scalar.span_of(at, at + 1)
                    self._refuse(codes.BAD_CHARACTER, place, message, fix=Fix(place, "", "remove it"))
                    break
        return scalar

    def _collection(self, event: yaml.Event) -> Node:
        """The innermost collection, now finished. A block has no end of its own: it reaches as far as its last part."""
        frame = self._open.pop()
        parts = [*frame.items]
        if frame.entries:
            parts = [frame.entries[-1].key, frame.entries[-1].value]
        bracketed = frame.flow and self.source.text[frame.start : frame.start + 1] in ("[", "{")
        end = _index(event.end_mark) if bracketed else max((part.span.end for part in parts), default=frame.start)
        span = self.source.span(frame.start, end)
        if frame.is_map:
            return Mapping(tuple(frame.entries), span, frame.flow)
        return Sequence(tuple(frame.items), span, frame.flow)

    def _finish(self, node: Node) -> None:
        """Hand a finished node to what it stands in."""
        if not self._open:
            self._root = node
            return
        frame = self._open[-1]
        if not frame.is_map:
            frame.items.append(node)
        elif frame.key is None:
            frame.key = node
            self._check_key(frame, node)
        else:
            if isinstance(frame.key, Scalar):
                frame.entries.append(Entry(frame.key, node))
            frame.key = None

    def _check_key(self, frame: _Open, key: Node) -> None:
        bracket = self._split_by_comma(frame)
        doubtful = not isinstance(key, Scalar) or key.text in frame.seen
        if doubtful and self._is_set(frame):
            return
        if not isinstance(key, Scalar):
            if bracket:
                self._sound = False
                report_comma(self._rest_of_line(frame), bracket, self.findings)
            else:
                self._refuse(KEY_NOT_TEXT, key.span, "a key is a word, not a list or a map", "write a word before the colon")
            return
        if key.style == "plain" and is_odd_space(key.text[:1] or "-"):
            message = f"{character_name(key.text[0])} comes before the key `{key.text.strip()}`"
            self._refuse(codes.BAD_CHARACTER, key.span_of(0, 1), message, fix=plain_spaces(self.source, key.span.start))
            return
        if key.style == "plain" and key.text == "<<":
            self._refuse(MERGE_KEY, key.span, "the merge key `<<`", "write `extends: NAME` with the other game's name")
        first = frame.seen.setdefault(key.text, key)
        if first is key:
            return
        if bracket:
            report_comma(self._rest_of_line(frame), bracket, self.findings)
            return
        self.findings.report(
            codes.DUPLICATE_KEY,
            key.span,
            f"the key `{key.text}` is written twice in one map",
            label="again here",
            notes=(Note("first written here", first.span),),
            help=_TWICE_IN_END if self._is_end() else "remove one of them, or give it another name",
        )

    def _is_end(self) -> bool:
        """Whether the innermost open map is that of `end` of a game, whose keys are asked in their order."""
        outer = self._open[0].key if len(self._open) == 2 else None
        return isinstance(outer, Scalar) and outer.text == "end"

    def _split_by_comma(self, frame: _Open) -> Span | None:
        """The bracket that a value of a map in braces opens and does not close, if a comma comes next."""
        if not (frame.flow and frame.is_map and frame.entries):
            return None
        while frame.bracket is None and frame.looked_at < len(frame.entries):
            frame.bracket = unclosed_bracket(frame.entries[frame.looked_at].value)
            frame.looked_at += 1
        return frame.bracket

    def _is_set(self, frame: _Open) -> bool:
        """Whether an expression is what a map in braces was meant as; reported once for each. At the top stands none."""
        if not frame.flow or len(self._open) <= 2 or self.source.text[frame.start] != "{":
            return False
        if not frame.is_set:
            above = self._open[self._open.index(frame) - 1]
            written = set_in_braces(self.source, frame.start, above.flow)
            if written is None:
                return False
            frame.is_set = True
            self._sound = False
            self._refused_lines.add(written.line)
            report_set(written, self.findings)
        return True

    def _rest_of_line(self, frame: _Open) -> Span:
        line, column = self.source.place(frame.start)
        text = self.source.line(line)[column - 1 :].rstrip()
        return self.source.span(frame.start, frame.start + len(text))

    # ------------------------------------------------------------------------------------------------- what is refused

    def _document(self, event: yaml.Event) -> None:
        self._documents += 1
        if self._documents == 1 and report_directive(self.source, _index(event.end_mark), self.findings):
            self._sound = False
        if self._documents > 1:
            message = "a second document begins here"
            self._stop(codes.SEVERAL_DOCUMENTS, self._span(event), message, "put each game into a file of its own")

    def _check_properties(self, event: yaml.NodeEvent | yaml.ScalarEvent | yaml.CollectionStartEvent) -> None:
        """Anchors and tags stand before the value, each as one word."""
        if event.anchor is None and getattr(event, "tag", None) is None:
            return
        start = _index(event.start_mark)
        line, column = self.source.place(start)
        words = self.source.line(line)[column - 1 :].split()
        for word in words[:2]:
            at = self.source.text.index(word, start)
            span = self.source.span(at, at + len(word))
            if word.startswith("&"):
                self._refuse(ALIAS, span, f"the anchor `{word}`", "give the value a name under `define`")
            elif word.startswith("!"):
                report_tag(span, f"`{word}` is read as a YAML tag", self.findings)
                self._sound = False
                self._refused_lines.add(span.line)

    def _count(self, event: yaml.Event) -> None:
        self._nodes += 1
        if self._nodes > MAX_NODES:
            message = f"the file has more than {MAX_NODES:,} keys and values"
            self._stop(codes.TOO_MANY_VALUES, self._point(event), message, "use definitions for what is repeated")

    def _stop(self, code: Code, span: Span, message: str, help: str) -> None:
        self.going_on = False
        self._refuse(code, span, message, help)

    def _refuse(self, code: Code, span: Span, message: str, help: str | None = None, fix: Fix | None = None) -> None:
        self._sound = False
        self._refused_lines.add(span.line)
        self.findings.report(code, span, message, help=help, fix=fix)

    def _span(self, event: yaml.Event) -> Span:
        return self.source.span(_index(event.start_mark), _index(event.end_mark))

    def _point(self, event: yaml.Event) -> Span:
        start = _index(event.start_mark)
        return self.source.span(start, min(start + 1, len(self.source.text)))


class _Mark(Protocol):
    @property
    def index(self) -> int: ...


def _index(mark: _Mark | None) -> int:
    if mark is None:
        raise AssertionError("PyYAML's Python parser marks every event")
    return mark.index
