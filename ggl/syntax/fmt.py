"""The canonical spelling of a file's expressions, in place.

Takes a source, its YAML tree, and the trees that were read from it. Gives the file's text with only these changed: the text
of expressions, effects, parameters and plans; blanks at the ends of lines; the end of the file. Comments, quotation marks,
line breaks between values and the order of things stay. A text with a comment inside is left as it is, except effects, which
are written line by line. The result reads as the same game, and formatting it again changes nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ggl.source import Source, Span
from ggl.syntax import parser
from ggl.syntax import tree as t
from ggl.syntax.document import Mapping, Node, Scalar, Sequence, raw
from ggl.syntax.placed import Alone
from ggl.syntax.problems import SyntaxProblem
from ggl.syntax.unparse import broken, canonical, unparse, unparse_binders, unparse_line, unparse_plan

WIDTH = 100

Read = t.Expr | t.Effect | t.Plan | tuple[t.Binder, ...]
"""The tree that the text of one value was read as."""

_UNSAFE_START = re.compile(r"[{\[&*!|>'\"%@`#?,\]}]|[-:?](?:\s|$)")
_SIGNS_OF_FLOW = re.compile(r"[,\[\]{}]")
"""Signs that end a plain text within brackets."""

_HEADER = re.compile(r"(?:if|for|repeat|else)\b.*:", re.DOTALL)


@dataclass(frozen=True)
class _Edit:
    start: int
    end: int
    text: str


def format_text(source: Source, tree: Node, read: Iterable[Read]) -> str:
    """The source's whole text, formatted. `read` may hold trees of other sources, which are passed over."""
    nodes = _Nodes(source, tree)
    edits: dict[tuple[int, int], _Edit] = {}
    for each in read:
        if (edit := _edit(nodes, each)) is not None and nodes.can_hold(edit):
            edits.setdefault((edit.start, edit.end), edit)
    for place in _alike(nodes, edits):
        del edits[place]
    return _tidied(source.text, nodes, list(edits.values()))


class _Nodes:
    """The values of a file by place: which one a tree was read from."""

    def __init__(self, source: Source, tree: Node) -> None:
        self.source = source
        self.all = list(_values(tree))
        self.keys = list(_keys(tree))

    def around(self, span: Span) -> Scalar | None:
        """The smallest value that holds the place, as the text that was parsed."""
        holding = [node for node in self.all if node.span.start <= span.start and span.end <= _end(node)]
        return raw(min(holding, key=lambda node: node.span.end - node.span.start)) if holding else None

    def can_hold(self, edit: _Edit) -> bool:
        """Whether a value that is edited is still one value, and no longer than a text may be."""
        around = [node for node in self.all if node.span.start <= edit.start and edit.end <= _end(node)]
        value = min(around, key=lambda node: node.span.end - node.span.start)
        more = len(edit.text) - (edit.end - edit.start)
        if more > 0 and _end(value) - value.span.start + more > parser.LONGEST_TEXT:
            return False
        is_plain = isinstance(value, Scalar) and value.style == "plain"
        return not (is_plain and len(around) > 1 and _SIGNS_OF_FLOW.search(edit.text))


def _alike(nodes: _Nodes, edits: dict[tuple[int, int], _Edit]) -> list[tuple[int, int]]:
    """The edits of keys that would be written like another key of their map, such as `1` and `(1)`."""
    found = []
    for keys in nodes.keys:
        places = [(span.start, span.end) for span in (key.content_span for key in keys)]
        texts = [edits[place].text if place in edits else nodes.source.text[slice(*place)] for place in places]
        times = Counter(texts)
        found += [place for place, text in zip(places, texts, strict=True) if times[text] > 1 and place in edits]
    return found


def _keys(node: Node) -> Iterator[list[Scalar]]:
    """The keys of each map."""
    if isinstance(node, Mapping):
        yield [entry.key for entry in node.entries]
        for entry in node.entries:
            yield from _keys(entry.value)
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from _keys(item)


def _values(node: Node) -> Iterator[Node]:
    """All scalars, keys included, and what stands in brackets."""
    if isinstance(node, Scalar) or node.flow:
        yield node
    if isinstance(node, Mapping):
        for entry in node.entries:
            yield entry.key
            yield from _values(entry.value)
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from _values(item)


def _end(node: Node) -> int:
    return node.span.end + (node.tail if isinstance(node, Scalar) else 0)


def _edit(nodes: _Nodes, read: Read) -> _Edit | None:
    if isinstance(read, tuple):
        if not read:
            return None
        span = read[0].span
    else:
        span = read.span
    if span.source is not nodes.source:
        return None
    scalar = nodes.around(span)
    if scalar is None or scalar.is_folded or isinstance(read, t.Lined):
        return None
    if isinstance(read, tuple):
        return _replaced(scalar, unparse_binders(canonical(each) for each in read))
    if isinstance(read, t.Plan):
        return _replaced(scalar, unparse_plan(canonical(read)))
    if isinstance(read, t.Effect):
        return _effects(scalar)
    return _expression(scalar, read)


def _expression(scalar: Scalar, tree: t.Expr) -> _Edit | None:
    """The whole value if it is an expression, possibly with the tree as a part; else only the tree's text."""
    try:
        whole = parser.expression(scalar)
    except SyntaxProblem:
        return _part(scalar, tree)
    if "\n" not in scalar.text.strip():
        return _replaced(scalar, unparse(canonical(whole)))
    if scalar.style != "literal" or "#" in scalar.text:
        return None
    lines = [unparse(canonical(whole))]
    if len(lines[0]) + _indent(scalar) > WIDTH:
        lines = broken(canonical(whole))
    return _block(scalar, lines)


def _part(scalar: Scalar, tree: t.Expr) -> _Edit | None:
    """The text of a tree inside a value that is more than an expression, such as `swap-sides if pie`."""
    span = tree.span
    if "\n" in span.text or "#" in span.text:
        return None
    try:
        alone = parser.expression(Scalar(span.text, span, "raw"))
    except SyntaxProblem:
        return None
    return _Edit(span.start, span.end, unparse(canonical(tree))) if alone == tree else None


def _replaced(scalar: Scalar, text: str) -> _Edit | None:
    """The value's text on one line; None where that would change what YAML reads, or take a comment away."""
    if scalar.style == "literal":
        return None if "#" in scalar.text or "\n" in scalar.text.strip() else _block(scalar, [text])
    span = scalar.content_span
    if "\n" in span.text or "#" in span.text:
        return None
    if scalar.style == "plain" and _UNSAFE_START.match(text):
        return None
    return _Edit(span.start, span.end, text)


def _block(scalar: Scalar, lines: list[str]) -> _Edit | None:
    """The lines after a `|`, with the indentation that its first line has."""
    written = scalar.span.source.text[scalar.span.start : scalar.span.end + scalar.tail]
    head, _, body = written.partition("\n")
    if not body or re.search(r"[0-9]", head.partition("#")[0]):
        return None
    end = "\r\n" if head.endswith("\r") else "\n"
    blanks = " " * _indent(scalar)
    start = scalar.span.start + len(head) + 1
    visible, stop = len(written.rstrip()), written.rfind("\n") + 1  # then come the blanks before the next key
    after = _TRAILING.sub("", written[visible:stop])
    stop = max(visible, stop)
    return _Edit(start, scalar.span.start + stop, end.join(f"{blanks}{line}" if line else "" for line in lines) + after)


def _indent(scalar: Scalar) -> int:
    """How far the text after a `|` is indented."""
    body = scalar.span.text.partition("\n")[2]
    first = next((line for line in body.split("\n") if line.strip()), "")
    return len(first) - len(first.lstrip(" "))


# -------------------------------------------------------------------------------------------------------------- effects


def _effects(scalar: Scalar) -> _Edit | None:
    if scalar.style != "literal":
        return None if "\n" in scalar.text.strip() else _replaced_line(scalar)
    return _block(scalar, _formatted(scalar.text.rstrip().split("\n"), _indent(scalar)))


def _replaced_line(scalar: Scalar) -> _Edit | None:
    line = _one(scalar.text.strip())
    return None if line is None else _replaced(scalar, line)


def _formatted(lines: list[str], margin: int) -> list[str]:
    """Each statement in its spelling, its blocks indented by two, its comments kept."""
    lines = [line.rstrip() for line in lines]
    depths: list[int] = [0]
    result: list[str] = []
    waiting: list[str] = []  # comments and empty lines above a statement
    at = 0
    while at < len(lines):
        count = _length(lines, at)
        statement, at = lines[at : at + count], at + count
        first = statement[0]
        if not first.strip() or first.lstrip().startswith("#"):
            waiting.append(first)
            continue
        own = _levels(waiting, depths)
        width = _width(first)
        while depths[-1] > width:
            depths.pop()
        if depths[-1] < width:
            depths.append(width)
        level = len(depths) - 1
        result += _indented(waiting, [max(each, level) for each in own])
        waiting = []
        blanks = "  " * level
        result += [f"{blanks}{line}".rstrip() for line in _statement(statement, WIDTH - margin - len(blanks))]
    return result + _indented(waiting, _levels(waiting, depths))


def _levels(comments: list[str], depths: list[int]) -> list[int]:
    """The blocks to whose ends comments belong by their indentation, each as the number of blocks around it."""
    return [max((level for level, depth in enumerate(depths) if depth <= _width(line)), default=0) for line in comments]


def _indented(comments: list[str], levels: list[int]) -> list[str]:
    return [f"{'  ' * level}{line.strip()}".rstrip() for line, level in zip(comments, levels, strict=True)]


def _width(line: str) -> int:
    blanks = line[: _blanks(line)]
    return blanks.count(" ") + blanks.count("\t") * parser.TAB


def _length(lines: list[str], at: int) -> int:
    """How many lines a statement has: as many as its brackets need."""
    depth = 0
    for count, line in enumerate(lines[at:], 1):
        code = line.partition("#")[0]
        depth += sum(code.count(bracket) for bracket in "([{") - sum(code.count(bracket) for bracket in ")]}")
        if depth <= 0:
            return count
    return len(lines) - at


def _statement(lines: list[str], room: int) -> list[str]:
    """One statement without its indentation; as it was where it has comments inside, or would come out too long."""
    code, sign, comment = lines[-1].partition("#")
    margin = _blanks(lines[0])
    own = [line[min(margin, _blanks(line)) :] for line in lines]  # within brackets, a line may begin further left
    if any("#" in line for line in lines[:-1]):
        return own
    text = " ".join(line.strip() for line in [*lines[:-1], code])
    spelled = _head(text) if _HEADER.fullmatch(text.strip()) else _one(text.strip())
    if spelled is None or (len(lines) > 1 and len(spelled) > room):
        return own
    return [f"{spelled}  #{comment}" if sign else spelled]


def _blanks(line: str) -> int:
    return len(line) - len(line.lstrip())


def _one(text: str) -> str | None:
    """An effect on one line."""
    try:
        return unparse_line(canonical(parser.effects(Alone(Source("", text)))))
    except SyntaxProblem:
        return None


def _head(text: str) -> str | None:
    """The first line of a block: `if X:`, `for x in S if P:`, `else:`."""
    if text.rstrip(": \t") == "else":
        return "else:"
    try:
        tree = parser.effects(Alone(Source("", f"{text}\n  again")))
    except SyntaxProblem:
        return None
    spelled = canonical(tree)
    if isinstance(spelled, t.IfThen):
        return f"if {_loose(spelled.test)}:"
    if isinstance(spelled, t.Repeat):
        return f"repeat at most {_loose(spelled.most)} while {_loose(spelled.test)}:"
    assert isinstance(spelled, t.ForEach)
    binder = spelled.binder
    test = "" if binder.test is None else f" if {_loose(binder.test)}"
    return f"for {unparse_binders([binder])}{test}:"


def _loose(test: t.Expr) -> str:
    """A condition where the grammar wants no `if .. else` without brackets."""
    return f"({unparse(test)})" if isinstance(test, t.IfElse) else unparse(test)


# ------------------------------------------------------------------------------------------------------- the whole file

_TRAILING = re.compile(r"[ \t]+(?=\r?$)", re.MULTILINE)


def _tidied(text: str, nodes: _Nodes, edits: list[_Edit]) -> str:
    """The edits made, and blanks at the ends of lines taken away where they are no part of a value."""
    kept = [(node.span.start, _end(node)) for node in nodes.all if isinstance(node, Scalar) and "\n" in node.span.text]
    edited = [(edit.start, edit.end) for edit in edits]
    edits += [
        _Edit(blanks.start(), blanks.end(), "")
        for blanks in _TRAILING.finditer(text)
        if not any(start <= blanks.start() < end for start, end in kept + edited)
    ]
    for edit in sorted(edits, key=lambda edit: edit.start, reverse=True):
        text = text[: edit.start] + edit.text + text[edit.end :]
    last = nodes.all[-1] if nodes.all else None
    is_edited = last is not None and any(last.span.start <= start for start, _ in edited)
    if isinstance(last, Scalar) and last.style in ("literal", "folded") and not is_edited:
        return text if text.endswith("\n") else text + "\n"
    end = "\r\n" if text.endswith("\r\n") else "\n"
    return text.rstrip() + end
