"""YAML's complaints in the author's words.

Takes the error with which PyYAML stopped and the brackets that were open then. Reports one finding: what is wrong,
where it was caused rather than where it was noticed, and what to write. PyYAML's own words decide the case together
with the line's text.

Long, since each of PyYAML's complaints has its case here.
"""

from __future__ import annotations

import re
from dataclasses import replace

import yaml

from ggl.diagnostics import Findings, Fix, Note
from ggl.diagnostics.catalog import file_and_yaml as codes
from ggl.diagnostics.catalog.shape import ALIAS, TAG
from ggl.frozen import frozen
from ggl.source import Source, Span
from ggl.syntax.document.comma import open_bracket, report_comma
from ggl.syntax.document.tabs import HELP, tabs_as_blanks
from ggl.syntax.document.text import character_name, is_odd_space, plain_spaces

_BLOCK_HEADER = re.compile(r"((?:\s|- )*)([\w().,][\w ().,]*):\s+\|([1-9+-]*)(?:\s+#.*)?")
_DRAWN = ("drawing", "setup")

Braces = tuple[Span, Span | None]

_LONGEST_KEY = 1024
_NO_SPACE = re.compile(r"\s*(?:- +)?[\w()<>,.-][\w ()<>,.-]*?(:)(?=[^\s:])")
_NO_BLANK = re.compile(r"(?:^|:)[ \t]*([^\S \t\r\n])", re.MULTILINE)
_TEXTS = re.compile(r"\s*(?:- )*(?:about|name|do|setup|begin|end of turn|\w+\(.*\)):")
"""Keys below which text or effects stand, and no names."""

_OPEN_TEXT = re.compile(r"(\s*(?:- )*)((?:about|do|setup|begin|\w+\([\w, ]*\)):)\s*(?:#.*)?\r?")

_NAMED = re.compile(r"(?!(?:if|for|else)\b)[A-Za-z][\w ,'-]*:\s+\S")
_TEST_FIRST = re.compile(r"if\b\s*([^:\s][^:\n]*?):\s+((?!if\b)[^:\n]+?)")
"""`if empty(c): win` on one line."""

_FOR_EACH = re.compile(r"(?:for\s+)?(all|every|each|forall|any|exists|some)\s+(\w+)\s+in\s+([^:]+?):\s+([^:]*[^:\s])")
"""`all x in cells: empty(x)`, a condition on each member."""

_HAS_KEY = re.compile(r"""\s*(?:- )*(?:"[^"]*"|'[^']*'|(?!- )[^\s'"#][^#]*?):(?:\s|$)""")


def report_yaml_error(source: Source, error: yaml.MarkedYAMLError, braces: Braces | None, findings: Findings) -> None:
    length = len(source.text)
    mark, context_mark = error.problem_mark, error.context_mark
    at = min(mark.index if mark else length, length)
    since = min(context_mark.index, length) if context_mark else None
    case = _Case(source, error.problem or "", error.context or "", at, since, braces, findings)
    case.report()


def report_bad_number(source: Source, at: int, findings: Findings) -> None:
    """PyYAML itself stumbled over a number at this place: of no character, or far too long."""
    at = min(at, len(source.text))
    if report_directive(source, at, findings):
        return
    span = source.span(at, min(at + 1, len(source.text)))
    findings.report(codes.BAD_ESCAPE, span, "no character has this number", help="write the character itself")


def report_directive(source: Source, end: int, findings: Findings) -> bool:
    """Report a line above `end` that begins with `%`. Such lines can stand only before a document."""
    found = re.compile(r"^\ufeff?(%[^\r\n]*)", re.MULTILINE).search(source.text, 0, end)
    if found is None:
        return False
    span = source.span(found.start(1), found.start(1) + len(found[1].rstrip()))
    _refuse_directive(span, findings)
    return True


def _refuse_directive(span: Span, findings: Findings) -> None:
    source = span.source
    end = source.text.find("\n", span.end)
    line = source.span(span.start, end + 1 if end >= 0 else len(source.text))
    findings.report(TAG, span, "a line that begins with `%` is a YAML directive", fix=Fix(line, "", "remove the line"))


def report_tag(place: Span, message: str, findings: Findings) -> None:
    """Report a `!`; where it is the whole value, such as a glyph, it belongs in quotes."""
    sign = place.source.span(place.start, place.start + 1)
    alone = re.compile(r"![ \t]*(?:[,}\]\r\n]|$)").match(place.source.text, place.start)
    fix = Fix(sign, '"!"', 'put it in quotes: `"!"`') if alone else None
    findings.report(TAG, place, message, help=fix.title if fix else "remove it; in an expression write `not`", fix=fix)


@frozen
class _Case:
    source: Source
    problem: str
    context: str
    at: int
    since: int | None  # the start of the construct in which the error was noticed
    braces: Braces | None
    findings: Findings

    def report(self) -> None:
        problem, context = self.problem, self.context
        if self.row_of_a_block() or self.odd_space():
            return
        if "cannot start any token" in problem:
            self.tab() if self.character == "\t" else self.bad_start()
        elif "anchor" in context or "alias" in context:
            self.anchor()
        elif "tag" in context or "tag handle" in problem:
            report_tag(self.word(self.since), "`!` begins a YAML tag", self.findings)
        elif "directive" in context + problem or "incompatible YAML" in problem:
            _refuse_directive(self.word(self.at if self.since is None else self.since), self.findings)
        elif context.endswith("a quoted scalar"):
            self.unclosed_quote()
        elif "double-quoted" in context:
            span = self.source.span(max(self.at - 1, 0), min(self.at + 1, len(self.source.text)))
            help = "write `\\\\` for a backslash, or use single quotes"
            self.findings.report(codes.BAD_ESCAPE, span, f"`{span.text}` is not an escape", help=help)
        elif (
            "block scalar" in context and self.since is not None and (before := replace(self, at=self.since)).follows_closed_value
        ):
            before.text_after_value()
        elif "block scalar" in context:
            self.text_after_bar()
        elif "mapping values are not allowed" in problem:
            self.stray_colon()
        elif "simple key" in context:
            self.no_colon(self.at if self.since is None else self.since)
        elif self.braces or "flow" in context:
            self.in_brackets()
        elif self.follows_closed_value:
            self.text_after_value()
        elif "sequence entries" in problem or "'-'" in problem:
            help = "write a list as `key: [a, b]`, or each item on its own line below the key"
            self.findings.report(codes.MISPLACED_ITEM, self.word(self.at), "a list item cannot stand here", help=help)
        elif "expected the node content" in problem:
            message = f"`{self.character}` without a value before it"
            self.findings.report(codes.YAML_SYNTAX, self.word_or_sign, message, help=_QUOTE)
        elif "expected <block end>" in problem or "<document start>" in problem:
            self.bad_indentation()
        else:
            self.findings.report(codes.YAML_SYNTAX, self.word_or_sign, f"not valid YAML: {problem}", help=_QUOTE)

    # ------------------------------------------------------------------------------------------------------- the cases

    def odd_space(self) -> bool:
        """Reports a character that looks like the blank after a colon or before a key, in the line of the error or above it."""
        text = self.source.text
        start = text.rfind("\n", 0, self.at if self.since is None else min(self.since, self.at)) + 1
        start = text.rfind("\n", 0, max(start - 1, 0)) + 1
        end = text.find("\n", self.at)
        for found in _NO_BLANK.finditer(text, start, end if end >= 0 else len(text)):
            if is_odd_space(found[1]):
                span = self.source.span(*found.span(1))
                message = f"{character_name(found[1])} is not a blank of YAML"
                self.findings.report(codes.BAD_CHARACTER, span, message, fix=plain_spaces(self.source, span.start))
                return True
        return False

    def anchor(self) -> None:
        """`&` or `*` at the beginning of a value: an operator whose first part is missing, or a sign that is meant as text."""
        sign, message = self.word(self.since), "`&` and `*` begin a YAML anchor or alias"
        alone = re.match(r"[&*][ \t]*(?=[,}\]\n]|$)", self.source.text[sign.start :])
        if alone is not None:
            at = self.source.span(sign.start, sign.start + 1)
            self.findings.report(ALIAS, at, message, fix=Fix.write(at, f"'{at.text}'"))
            return
        if sign.text.startswith("&&"):
            self.findings.report(ALIAS, sign, message, help="write `and` between conditions, and `not` for a `!` before one")
            return
        behind = self.source.text[: sign.start].rstrip()[-1:] in ("}", "]")
        self.findings.report(ALIAS, sign, message, help="put the whole value in quotes" if behind else "turn it round")

    def tab(self) -> None:
        end = self.at
        while self.source.text[end : end + 1] == "\t":
            end += 1
        span = self.source.span(self.at, end)
        if self.before.strip():
            self.findings.report(codes.TAB, span, "a tab between words", fix=Fix(span, " ", "write a space"))
            return
        fix = tabs_as_blanks(self.source, self.source.place(self.at)[0] - 1)
        self.findings.report(codes.TAB, span, "a tab in the indentation", help=HELP, fix=fix)

    def bad_start(self) -> None:
        text = self.rest(self.at).text
        if self.character == "%" and not self.before:
            _refuse_directive(self.rest(self.at), self.findings)
            return
        value = re.split(r"[,\]}]", text)[0].rstrip() if self.braces else text
        shown = "a backtick" if self.character == "`" else f"`{self.character}`"
        message = f"a value cannot begin with {shown}"
        if "'" in value:
            self.findings.report(codes.BAD_START, self.word_or_sign, message, help=_QUOTE)
            return
        fix = Fix(self.source.span(self.at, self.at + len(value)), f"'{value}'", f"put the value in quotes: '{value}'")
        self.findings.report(codes.BAD_START, self.word_or_sign, message, fix=fix)

    def unclosed_quote(self, message: str = "this quotation mark is never closed") -> None:
        start = self.at if self.since is None else self.since
        span = self.rest(start)
        mark = self.source.text[start : start + 1]
        if "document separator" in self.problem:
            message = "this quotation mark is not closed before a line of dashes or dots"
        label = "the text begins here"
        if mark == '"':
            close = Fix(self.source.span(span.end, span.end), '"', 'close it with another `"`')
            self.findings.report(codes.UNCLOSED_QUOTE, span, message, label=label, fix=close)
            return
        help = "close it with another `'`; use double quotes for a text that begins with an apostrophe"
        self.findings.report(codes.UNCLOSED_QUOTE, span, message, label=label, help=help)

    def stray_colon(self) -> None:
        """A colon where no key can be: a second one on the line, or a line that YAML takes for more text."""
        colon = self.source.span(self.at, self.at + 1)
        before = self.before
        key = _HAS_KEY.match(before)
        if key and key.end() < len(before) + 1:
            label = "a colon before a space makes YAML see a second key"
            message = "a colon inside a value"
            fix = self.without_colon(before[: key.end()])
            help = None if fix else "write each named part on a line of its own below the key"
            self.findings.report(codes.COLON_IN_VALUE, colon, message, label=label, help=help, fix=fix)
            return
        above = self.line_above()
        if above is None or len(before) > _LONGEST_KEY:
            self.findings.report(codes.YAML_SYNTAX, colon, "no key can be before this colon", help=_QUOTE)
            return
        start, text = above
        if not _HAS_KEY.match(text):
            self.no_colon(start + len(text) - len(text.lstrip()))
            return
        line, column = self.at - len(before), _indent(text) + 1
        place = self.source.span(line + _indent(before), self.at)
        label = "further right than the line above, so it is read as part of that line's value"
        title = f"begin it in column {column}, below the key above"
        fix = Fix(self.source.span(line, place.start), " " * (column - 1), title)
        self.findings.report(codes.BAD_INDENTATION, place, "this key is indented too far", label=label, fix=fix)

    def without_colon(self, head: str) -> Fix | None:
        """The value of a line with a second colon, so that the colon does no harm; None if a third one would. `head` goes up to
        the key's colon."""
        value = self.line_text[len(head) :].strip()
        place = self.rest(self.at - len(self.before) + len(head.rstrip()))
        key = head.strip().removeprefix("- ")
        test_first = _TEST_FIRST.fullmatch(value) if _TEXTS.match(head) is not None or key == "then:" else None
        if test_first is not None:
            effect = f"{test_first[2]} if {test_first[1]}"
            what = "move" if key == "then:" else "effect"
            return Fix(place, f" {effect}", f"write the condition after the {what}: `{key} {effect}`")
        for_each = _FOR_EACH.fullmatch(value)
        if for_each is not None:
            word = "any" if for_each[1] in ("any", "exists", "some") else "all"
            loop = f"{word}({for_each[4]} for {for_each[2]} in {for_each[3]})"
            return Fix(place, f" {loop}", f"write `{loop}`")
        if _TEXTS.match(head) is None and value.endswith(":") and " " in value and '"' not in head + value:
            name = f'"{key} {value[:-1]}":'
            start = self.at - len(self.before) + len(head) - len(head.lstrip(" -"))
            return Fix(self.rest(start), name, f"put a name with a colon in quotes: `{name}`")
        if _TEXTS.match(head) is None and (_NAMED.match(value) is not None or value.endswith(":")):
            return _as_block(place, head, value, "write each named part below the key", "") if _is_yaml(value) else None
        return _as_block(place, head, value, "write the value as a block")

    def no_colon(self, start: int) -> None:
        span = self.rest(start)
        glued = _NO_SPACE.match(span.text)
        if glued:
            colon = start + glued.start(1)
            place = self.source.span(start, colon + 1)
            fixed = f"{place.text} {span.text[glued.end(1) :]}"
            fix = Fix(self.source.span(colon, colon + 1), ": ", f"write `{fixed}`")
            self.findings.report(codes.MISSING_COLON, place, "no space after the colon", fix=fix)
            return
        if self.without_bar(start):
            return
        label = "read as plain text, since no colon follows"
        help = "write `key: value`; longer text of the line above is indented further than its key"
        self.findings.report(codes.MISSING_COLON, span, "a line without a key", label=label, help=help)

    def without_bar(self, start: int) -> bool:
        """Text on lines of its own below a key that takes text, and no `|` after the key; a colon in it made it a map."""
        lines, row = self.source.text.split("\n"), self.source.place(start)[0] - 1
        top = _further_left(lines, row)
        header = _OPEN_TEXT.fullmatch(lines[top]) if top is not None else None
        if top is None or header is None:
            return False
        end = sum(len(each) + 1 for each in lines[:top]) + header.end(2)
        key = self.source.span(end - len(header[2]), end)
        label = "the lines below are read as a map, since they contain a colon"
        fix = Fix(self.source.span(end, end), " |", f"write `{key.text} |`")
        self.findings.report(codes.MISSING_COLON, key, "text of several lines without `|`", label=label, fix=fix)
        return True

    def in_brackets(self) -> None:
        start = self.braces[0].start if self.braces else self.since
        if start is None or self.source.text[start : start + 1] not in ("[", "{"):
            start = self.since if self.since is not None else self.at
        opened = self.source.span(start, min(start + 1, len(self.source.text)))
        inside = self.source.text[start + 1 : self.at]
        left_open = self.braces[1] if self.braces else None
        if left_open is None and opened.text == "{" and "," in inside:
            round_bracket = open_bracket(inside)
            if round_bracket is not None and inside[round_bracket] == "(" and "," in inside[round_bracket:]:
                place = start + 1 + round_bracket
                left_open = self.source.span(place, place + 1)
        if left_open:
            report_comma(self.source.span(start, start + len(self.rest(start).text)), left_open, self.findings)
            return
        partner = {"[": "]", "{": "}"}.get(opened.text, "]")
        if self.comment_in_brackets(opened, partner) or self.comma_missing(opened):
            return
        ended = self.at >= len(self.source.text.rstrip()) or self.source.place(self.at)[0] > opened.line
        wrong_closer = self.character in ("]", "}") and self.character != partner
        if ended or wrong_closer:
            notes = () if not wrong_closer else (Note("another bracket is closed here", self.word_or_sign),)
            label, help = f"no `{partner}` closes it", f"close it with `{partner}`"
            message = f"the bracket `{opened.text}` is not closed"
            end = self.word_or_sign if wrong_closer else self.end_of_brackets(opened)
            fix = Fix(end, partner, help) if end is not None else None
            self.findings.report(codes.UNCLOSED_BRACKET, opened, message, label=label, notes=notes, help=help, fix=fix)
            return
        message = f"expected `,` or `{partner}`"
        if "node content" in self.problem:
            message = f"expected a value before `{self.character}`"
        label = f"inside the brackets that open in line {opened.line}"
        self.findings.report(codes.YAML_SYNTAX, self.word_or_sign, message, label=label, help=_QUOTE)

    def end_of_brackets(self, opened: Span) -> Span | None:
        """The end of brackets that are not closed, if it is the end of the line in which they open."""
        last = self.rest(opened.start)
        later = (line for line in self.source.text[last.end :].split("\n")[1:] if line.strip())
        if _indent(next(later, "")) > _indent(self.source.line(opened.line)):
            return None
        return self.source.span(last.end, last.end)

    def comment_in_brackets(self, opened: Span, partner: str) -> bool:
        """`{glyph: #}`: the sign for a comment, and the bracket that would close is a part of it."""
        line = self.source.text[opened.start :].partition("\n")[0]
        comment = re.search(r"\s(#[^,\]}]*)", line)
        if comment is None or partner not in line[comment.start() :]:
            return False
        sign = comment[1].rstrip()
        at = opened.start + comment.start(1)
        label = f"this begins a comment, and the `{partner}` is part of it"
        message = f"the bracket `{opened.text}` is not closed before a comment begins"
        fix, quoted = None, f'"{sign}"'
        if '"' not in sign:
            fix = Fix(self.source.span(at, at + len(sign)), quoted, f"put the sign in quotes: {quoted}")
        help_ = None if fix else _QUOTE
        self.findings.report(codes.UNCLOSED_BRACKET, self.source.span(at, at + 1), message, label=label, help=help_, fix=fix)
        return True

    def comma_missing(self, opened: Span) -> bool:
        """`{glyph: o supply: 3}`: a second colon before a comma."""
        if self.character != ":" or opened.text != "{":
            return False
        two = re.search(r"(\S)[ \t]+([A-Za-z_]\w*)[ \t]*$", self.source.text[opened.end : self.at])
        if two is None or two[1] in ",{[:":
            return False
        word = self.source.span(opened.end + two.start(2), opened.end + two.end(2))
        before = self.source.span(opened.end + two.end(1), word.start)
        fix = Fix(before, ", ", "put a comma before the key")
        help_ = f"write `, {word.text}:`; or, if it is part of the value, put the value in quotes"
        self.findings.report(codes.YAML_SYNTAX, word, f"a comma is missing before `{word.text}`", help=help_, fix=fix)
        return True

    def closed_by_the_next(self) -> bool:
        """A quotation mark that would begin a value ends one that was begun on a line above."""
        mark = re.search(r"(?:^|[:,\[{-])\s*([\"'])\s*$", self.before)
        if mark is None:
            return False
        closed = self.at - len(self.before) + mark.start(1)
        opened = self.source.text.rfind(mark[1], 0, closed)
        if opened < 0 or "\n" not in self.source.text[opened:closed]:
            return False
        line = self.source.span(closed, closed + 1).line
        replace(self, since=opened).unclosed_quote(f"this quotation mark is closed only in line {line}")
        return True

    def text_after_value(self) -> None:
        if self.closed_by_the_next():
            return
        key, help, fix = _HAS_KEY.match(self.before), "write the whole value as a block after `|`", None
        if key:
            head, value = self.before[: key.end()], self.line_text[key.end() :].strip()
            fix = _as_block(self.rest(self.at - len(self.before) + len(head.rstrip())), head, value, help)
        quoted = re.fullmatch(r"(\s*)'([^':]+'[^':]+)'?:(\s.*|)", self.line_text)
        if quoted is not None:
            start = self.at - len(self.before) + len(quoted[1])
            place = self.source.span(start, start + self.line_text[len(quoted[1]) :].index(":"))
            fix = Fix.write(place, f'"{quoted[2].rstrip(chr(39))}"', ": inside single quotes an apostrophe ends the text")
        if key and re.fullmatch(r"'[^\"\\]+'", value):
            start = self.at - len(self.before) + self.line_text.index(value, key.end())
            place = self.source.span(start, start + len(value))
            fix = Fix.write(place, f'"{value[1:-1]}"', ": inside single quotes an apostrophe ends the text")
        message = "text after the end of the value"
        label = f"the value ended at the `{self.before.rstrip()[-1]}` before"
        help_ = fix.title if fix else help
        self.findings.report(codes.TEXT_AFTER_VALUE, self.rest(self.at), message, label=label, help=help_, fix=fix)

    def text_after_bar(self) -> None:
        text, lines = self.rest(self.at), self.source.text[self.at :].split("\n")[1:]
        key = _indent(self.line_text)
        below = next((_indent(line) for line in lines if line.strip()), 0)
        start = self.at - (len(self.before) - len(self.before.rstrip()))
        gap = "\n" + " " * (below if below > key else key + 2)
        fix = Fix(self.source.span(start, self.at), gap, "begin the text on the next line, indented")
        self.findings.report(codes.BAD_BLOCK_HEADER, text, "text on the line of the block sign", fix=fix)

    def bad_indentation(self) -> None:
        span = self.rest(self.at)
        if "<document start>" in self.problem and re.search(r"^\.\.\.", self.source.text[: self.at], re.MULTILINE):
            help = "put each game into a file of its own"
            self.findings.report(codes.SEVERAL_DOCUMENTS, span, "a second document begins here", help=help)
            return
        above = self.line_above()
        if "<scalar>" in self.problem and above and re.search(r"\s#", above[1]):
            help = "write the text as a block after `|`, or move the comment"
            self.findings.report(codes.BAD_INDENTATION, span, "text that goes on after a comment", help=help)
            return
        notes: tuple[Note, ...] = ()
        if self.since is not None:
            notes = (Note("the map or list that is open here began here", self.word(self.since)),)
        help, fix = "the keys of a map must be aligned", self._key_too_far_left()
        message = "the indentation of this line matches no line above"
        self.findings.report(codes.BAD_INDENTATION, span, message, notes=notes, help=None if fix else help, fix=fix)

    def _key_too_far_left(self) -> Fix | None:
        """A key without a value that stands further left than the lines before it and this one, which stand alike."""
        lines, row = self.source.text.split("\n"), self.source.place(self.at)[0] - 1
        own = _indent(lines[row])
        written = [each for each in range(row) if lines[each].strip()]
        left = next((each for each in reversed(written) if _indent(lines[each]) < own), None)
        before = next((lines[each] for each in reversed(written) if left is not None and each < left), "")
        key = re.fullmatch(r"[ ]*([\w ]+):\s*", lines[left]) if left is not None else None
        if left is None or key is None or _indent(before) != own:
            return None
        start = sum(len(each) + 1 for each in lines[:left])
        at = self.source.span(start, start + _indent(lines[left]))
        return Fix(at, " " * own, f"indent `{key[1]}:` in line {left + 1} as far as this line, in column {own + 1}")

    def row_of_a_block(self) -> bool:
        """A row that stands further left than the first row of its block, which sets where the rows begin."""
        lines = self.source.text.split("\n")
        at = self.source.place(self.at)[0] - 1
        own = _indent(lines[at])
        top = _further_left(lines, at)
        header = _BLOCK_HEADER.fullmatch(lines[top].rstrip()) if top is not None else None
        if top is None or header is None or not any(line.strip() for line in lines[top + 1 : at]):
            return False
        parent = header.end(1)
        rows = [line for line in lines[top + 1 : at + 1] if line.strip()]
        for line in lines[at + 1 :]:
            if line.strip() and _indent(line) <= parent:
                break
            rows += [line] if line.strip() else []
        blanks = min(map(_indent, rows)) - parent
        help, fix = "begin each row of the block at least as far right as its first", None
        if blanks <= 9 and header[2] in _DRAWN:
            key = header[2]
            help = f"write `{key}: |{blanks}`: then the rows begin {blanks} further right than `{key}`, and spaces count"
            bar = sum(len(line) + 1 for line in lines[:top]) + header.start(3)
            fix = Fix(self.source.span(bar, bar + len(header[3])), str(blanks), help)
        label = "the block's first row, which stands further right, sets where all rows begin"
        if header[3].strip("+-"):
            label = "the digit above says that all rows begin further right"
        span = self.rest(self.at - len(self.before) + own)
        self.findings.report(codes.BAD_INDENTATION, span, "this row begins left of its block", label=label, help=help, fix=fix)
        return True

    # --------------------------------------------------------------------------------------------- looking at the text

    @property
    def character(self) -> str:
        return self.source.text[self.at : self.at + 1]

    @property
    def line_text(self) -> str:
        return self.source.line(self.source.place(self.at)[0])

    @property
    def before(self) -> str:
        """The line's text before the error."""
        return self.line_text[: self.source.place(self.at)[1] - 1]

    @property
    def follows_closed_value(self) -> bool:
        return self.before.rstrip().endswith(("]", "}", "'", '"'))

    @property
    def word_or_sign(self) -> Span:
        return self.word(self.at) if self.character.isalnum() else self.source.span(self.at, self.at + len(self.character))

    def word(self, start: int | None) -> Span:
        at = self.at if start is None else start
        word = re.compile(r"[^\s,\]}:]*").match(self.source.text, at)
        return self.source.span(at, word.end() if word and word.end() > at else at + len(self.source.text[at : at + 1]))

    def rest(self, start: int) -> Span:
        """The span from a place to the end of its line, without a comment."""
        line, column = self.source.place(start)
        text = re.split(r"\s#", self.source.line(line)[column - 1 :])[0].rstrip()
        return self.source.span(start, start + len(text))

    def line_above(self) -> tuple[int, str] | None:
        """The nearest line above that holds more than a comment, and where it starts."""
        end = self.at - len(self.before)
        while end > 0:
            start = self.source.text.rfind("\n", 0, end - 1) + 1
            text = self.source.text[start:end].rstrip()
            if text and not text.lstrip().startswith("#"):
                return start, text
            end = start
        return None


_QUOTE = "if you mean it as text, put the value in quotes or write it as a block after `|`"


def _further_left(lines: list[str], row: int) -> int | None:
    """The nearest line above a line that is indented less."""
    own = _indent(lines[row])
    return next((each for each in range(row - 1, -1, -1) if lines[each].strip() and _indent(lines[each]) < own), None)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _is_yaml(text: str) -> bool:
    """Whether YAML can read a text that stands alone."""
    try:
        list(yaml.parse(text, yaml.SafeLoader))
    except yaml.YAMLError:
        return False
    return True


def _as_block(place: Span, head: str, value: str, how: str, mark: str = " |") -> Fix:
    """The value goes below its key, two further right. `head` is the line up to the key's colon, `place` what follows it."""
    below = f"{mark}\n{' ' * (len(head) - len(head.lstrip(' -')) + 2)}{value}"
    shown = "\n  ".join(f"{head.rstrip()}{below}".split("\n"))
    return Fix(place, below, f"{how}:\n  {shown}")
