"""Messages for mistakes in the text of an expression or effect.

Takes what the parser found and what it would have accepted there. Gives a `SyntaxProblem`: the mistake, what was expected, and
what to write.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import cast

from lark import Token, UnexpectedCharacters, UnexpectedToken
from lark.exceptions import UnexpectedInput

from ggl.diagnostics import Fix
from ggl.source import Span
from ggl.syntax.document.text import character_name, is_odd_space, plain_spaces
from ggl.syntax.habits import habit
from ggl.syntax.keywords import KEYWORDS
from ggl.syntax.placed import Placed, on_one_line

WANTED = {
    "expression": "an expression",
    "binders": "a parameter",
    "plan": "the name of a move",
    "effects": "an effect",
}

_SIGNS = {"≤": "<=", "≥": ">=", "≠": "!=", "×": "*", "÷": "//", "−": "-", "–": "-", "∈": "in", "∪": "+", "∩": "&", "→": "to"}
"""Signs that are written in plain letters here."""

_INSTEAD = {
    **dict.fromkeys("“”„‘’«»`", ("there is no quoted text in ggl", "write names as they are")),
    "!": ("`!` is not a word of ggl", "write `not`, or `!=` for `is not equal`"),
    "|": ("`|` is not an operator of ggl", "write `or` between conditions and `+` between sets"),
    "'": ("there is no quoted text in ggl", "write names as they are"),
    '"': ("there is no quoted text in ggl", "write names as they are"),
    ";": ("`;` is not used in ggl", "write each effect on its own line, below a `|` after the key"),
    "^": ("`^` is not an operator of ggl", "write the product"),
    "}": ("this `}` closes nothing", None),
    "]": ("this `]` closes nothing", None),
    ")": ("this `)` closes nothing", None),
}

_FRIENDLY = {
    "NAME": "a name",
    "NUMBER": "a number",
    "LPAR": "`(`",
    "RPAR": "`)`",
    "LSQB": "`[`",
    "RSQB": "`]`",
    "LBRACE": "`{`",
    "RBRACE": "`}`",
    "COMMA": "`,`",
    "COLON": "`:`",
    "DOT": "`.`",
    "EQUAL": "`=`",
    "COMPARISON": "a comparison",
    "SIGN": "`+` or `-`",
    "TIMES": "`*`",
    "__ANON_0": "`..`",
    "AMPERSAND": "`&`",
    "_NL": "the end of the line",
    "_INDENT": "an indented block",
    "$END": "the end",
}
_VALUE_STARTS = {"NAME", "NUMBER", "LPAR", "LSQB", "LBRACE"}
_QUIET = {
    "TIMES",
    "AMPERSAND",
    "__ANON_0",
    "SIGN",
    "WITH",
    "DOT",
    "LSQB",
    "COMPARISON",
    "AND",
    "OR",
    "FROM_SUPPLY",
    "TO_SUPPLY",
    "UNDER",
}


@dataclass(eq=False)  # not frozen: Python sets `__traceback__` when an exception passes through a `with`
class SyntaxProblem(Exception):  # noqa: N818  (named for what it is to an author)
    """A mistake in the text, and its place."""

    span: Span
    message: str
    label: str = ""
    help: str | None = None
    fix: Fix | None = None


def explain_problem(error: UnexpectedInput, text: Placed, start: str) -> SyntaxProblem:
    content = text.text
    if isinstance(error, UnexpectedCharacters):
        at = min(cast("int", error.pos_in_stream), max(len(content) - 1, 0))
        character = content[at]
        message, help_ = _INSTEAD.get(character, (f"`{character}` has no meaning here", None))
        span, fix = text.span_of(at, at + 1), None
        if is_odd_space(character):
            message, fix = f"{character_name(character)} has no meaning here", plain_spaces(span.source, span.start)
        elif character in _SIGNS:
            message, fix = f"`{character}` is not used in ggl", _sign(span, _SIGNS[character])
        return SyntaxProblem(span, message, "", help_, fix)
    assert isinstance(error, UnexpectedToken)
    token = error.token
    accepted = set(error.accepts)
    expected = _expected(accepted)
    unclosed = _unclosed(content)
    opener = unclosed[-1] if unclosed else None
    length = len(content.rstrip())
    at = token.start_pos if token.start_pos is not None else length
    line = content.rfind("\n", 0, at) + 1
    above = [each for each in unclosed if each < line]
    if start == "effects" and above:
        span = text.span_of(above[-1], above[-1] + 1)
        return SyntaxProblem(span, f"this `{span.text}` is never closed", "opened here", "close it before the next effect")
    if token.type == "_INDENT":
        return _too_deep(text, at)
    if opener is None or token.type not in {"$END", "_NL", "_DEDENT"}:
        meant = habit(content, length if token.type == "$END" else min(at, length), accepted, start)
        if meant is not None:
            fix = Fix(text.span_of(*meant.edit), meant.instead, meant.help) if meant.edit else None
            return SyntaxProblem(text.span_of(meant.start, meant.end), meant.message, meant.label, meant.help, fix)
    if token.type in {"$END", "_NL", "_DEDENT"} or at >= length:
        if opener is not None:
            bracket = content[opener]
            return SyntaxProblem(text.span_of(opener, opener + 1), f"this `{bracket}` is never closed", "opened here")
        end = text.span_of(max(length - 1, 0), length) if token.type == "$END" or at >= length else text.span_of(at, at)
        help_ = (
            "a value with `if` needs an `else`; where a condition asks nothing else, write `else true`, and where there may be "
            "no value, `else none`"
            if "ELSE" in accepted
            else None
        )
        return SyntaxProblem(end, f"{WANTED[start]} ends too early", f"expected {expected} after this", help_)
    span = text.span_of(at, at + max(len(str(token)), 1))
    shown = str(token).strip() or "the end of the line"
    message, label = f"unexpected `{shown}`", f"expected {expected}"
    fix = _instead(text, at, token, accepted)
    return SyntaxProblem(span, message, label, None if fix else _advice(content, at, token, accepted, expected), fix)


def _too_deep(text: Placed, at: int) -> SyntaxProblem:
    """A line that is indented as if it were part of the effect above."""
    word = re.compile(r"\s*(\w+|\S)").match(text.text, at)
    span = text.span_of(*word.span(1)) if word else text.span_of(at, at)
    help_ = "align it with the line above; only the lines after an `if`, `else` or `for` with a colon are indented further"
    return SyntaxProblem(span, "this line is indented further than the one above", "", help_)


def _instead(text: Placed, at: int, token: Token, accepted: set[str]) -> Fix | None:
    """The fix for a word or sign that stands where it cannot."""
    content, span = text.text, text.span_of(at, at + max(len(str(token)), 1))
    for longer in re.finditer(r"={3,}|!={2,}", content):
        if longer.start() <= at < longer.end():
            return Fix.write(text.span_of(*longer.span()), longer[0][:1] + "=")
    if str(token) == "=":
        joint = next((word for word in ("to", "be") if word.upper() in accepted), "")
        return Fix.write(span, joint) if joint else Fix.write(span, "==", " to compare")
    twice = re.search(r"&\s*&", content[max(at - 2, 0) : at + 2])
    if twice is not None:
        start = max(at - 2, 0) + twice.start()
        return Fix.write(text.span_of(start, start + len(twice[0])), "and")
    row = re.compile(r"\bon\s+([\w.]+(?:[ \t]*,[ \t]*[\w.]+)+)")
    for sites in row.finditer(content) if token.type == "COMMA" else ():
        if sites.start(1) <= at < sites.end(1):
            return Fix.write(text.span_of(*sites.span(1)), f"{{{sites[1]}}}")
    listed = re.compile(r".*\bin\s+([\w.]+\s*(?:,\s*[\w.]+\s*)+)").fullmatch(content)
    if token.type == "COMMA" and listed is not None and listed.start(1) <= at:
        return Fix.write(text.span_of(listed.start(1), len(content.rstrip())), f"{{{listed[1].strip()}}}")
    return None


def _advice(content: str, at: int, token: Token, accepted: set[str], expected: str) -> str | None:
    """Advice on a word or sign that stands where it cannot, where no one text would mend it."""
    if accepted == {"_NL"} and content[:at].rstrip().endswith(":"):
        return "write it on the next line, indented"
    if token.type == "COMMA" and "$END" in accepted:
        several = content.strip().rpartition(" in ")[2].strip()
        example = f": `{{{several}}}`" if len(several) <= 40 and "\n" not in several else ""
        return f"write a set in braces{example}; join conditions with `and`"
    if str(token) in KEYWORDS and "a name" in expected:
        return f"`{token}` is a word of the language; choose another name"
    return None


def _sign(span: Span, instead: str) -> Fix:
    """A sign in plain letters; a word with blanks around it."""
    text = span.source.text
    if instead.isalpha():
        before, after = text[span.start - 1 : span.start], text[span.end : span.end + 1]
        blanks = ["" if not beside or beside.isspace() else " " for beside in (before, after)]
        return Fix(span, instead.join(blanks), f"write `{instead}`")
    return Fix.write(span, instead)


def _expected(terminals: set[str]) -> str:
    words: list[str] = []
    if terminals >= {"NAME", "NUMBER"}:
        words.append("a value")
        terminals = terminals - _VALUE_STARTS - {"SIGN", "NOT"}
    loud = terminals - _QUIET or terminals
    if terminals & {"AND", "OR", "COMPARISON", "TIMES"} and len(terminals) > 3:
        words.append("an operator")
    words += [_FRIENDLY.get(terminal, f"`{terminal.strip('_').replace('_', ' ').lower()}`") for terminal in sorted(loud)]
    words = list(dict.fromkeys(words))[:6]
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " or " + words[-1] if words else "something else"


def _unclosed(content: str) -> list[int]:
    """The offsets of the brackets that are never closed, the innermost last."""
    stack: list[int] = []
    for at, character in enumerate(on_one_line(content)):
        if character in "([{":
            stack.append(at)
        elif character in ")]}" and stack:
            stack.pop()
    return stack
