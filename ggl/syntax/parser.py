"""Text of an expression, binders, effects or a plan to its tree.

Takes: text with a way to tell spans of it (`Scalar.span_of`). Gives: a tree of `ggl.syntax.tree`. A mistake raises
`SyntaxProblem`, which says what was found, what was expected, and how to go on; no other error leaves this module.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib import resources
from itertools import pairwise
from typing import Any, Protocol, TypeVar, cast

from lark import Lark, Token, Transformer, UnexpectedCharacters, UnexpectedToken, v_args
from lark.exceptions import LarkError, UnexpectedInput
from lark.indenter import DedentError, Indenter
from lark.tree import Meta
from lark.tree import Tree as LarkTree

from ggl.source import Span
from ggl.syntax import tree as t

LONGEST_TEXT = 8000
DEEPEST_TREE = 60


class Placed(Protocol):
    """Text that knows where its characters stand in a source."""

    @property
    def text(self) -> str: ...
    def span_of(self, start: int, end: int) -> Span: ...


@dataclass(frozen=True)
class SyntaxProblem(Exception):  # noqa: N818  (named as what it is to the reader of a game file)
    """What is wrong with the text, and where."""

    span: Span
    message: str
    label: str = ""
    help: str | None = None


class _Blocks(Indenter):
    NL_type = "_NL"
    OPEN_PAREN_types = ["LPAR", "LSQB", "LBRACE"]  # noqa: RUF012  (names and types are lark's)
    CLOSE_PAREN_types = ["RPAR", "RSQB", "RBRACE"]  # noqa: RUF012
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 8


@cache
def _parser() -> Lark:
    grammar = resources.files("ggl.syntax").joinpath("grammar.lark").read_text("utf-8")
    starts = ["expression", "binders", "plan", "effects"]
    return Lark(grammar, parser="lalr", start=starts, postlex=_Blocks(), propagate_positions=True, maybe_placeholders=True)


def expression(text: Placed) -> t.Expr:
    return cast("t.Expr", _parse(text, "expression"))


def binders(text: Placed) -> tuple[t.Binder, ...]:
    return cast("tuple[t.Binder, ...]", _parse(text, "binders"))


def plan(text: Placed) -> t.Plan:
    return cast("t.Plan", _parse(text, "plan"))


def effects(text: Placed) -> t.Effect:
    return cast("t.Effect", _parse(text, "effects"))


KEYWORDS = frozenset(
    "and or not if else for in on of with from to facing optional otherwise "  # noqa: SIM905
    "put take move exchange turn promote flip set add drop let be win lose draw again phase".split()
)
"""Words that the grammar uses; no variable, definition, piece or option may have one as its name."""


def _parse(text: Placed, start: str) -> Any:
    content = text.text
    whole = text.span_of(0, len(content))
    if len(content) > LONGEST_TEXT:
        raise SyntaxProblem(whole, f"this text is longer than {LONGEST_TEXT} characters", "", "split it with `define`")
    if not content.strip():
        raise SyntaxProblem(whole, f"{_WANTED[start]} is missing here", "nothing is written")
    prepared = content.rstrip() + "\n" if start == "effects" else _on_one_line(content)
    try:
        parsed = _parser().parse(prepared, start=start)
        if _depth(parsed) > DEEPEST_TREE:
            message = f"this is nested more than {DEEPEST_TREE} deep"
            raise SyntaxProblem(whole, message, "", "give parts of it names with `define`")
        return _Builder(text).transform(parsed)
    except UnexpectedInput as error:
        raise _explain(error, text, start) from None
    except DedentError:
        raise SyntaxProblem(whole, "the lines are not indented alike", "", "indent each block by two blanks") from None
    except LarkError as error:
        cause = error.__context__
        if isinstance(cause, SyntaxProblem):
            raise cause from None
        raise


_WANTED = {
    "expression": "an expression",
    "binders": "a parameter",
    "plan": "the name of a move",
    "effects": "an effect",
}


def _on_one_line(content: str) -> str:
    """Line ends and comments as blanks, so that offsets stay."""
    without = re.sub(r"#[^\n]*", lambda found: " " * len(found[0]), content)
    return re.sub(r"[\r\n\t]", " ", without)


def _depth(parsed: LarkTree[Token]) -> int:
    deepest, stack = 0, [(parsed, 1)]
    while stack:
        node, depth = stack.pop()
        deepest = max(deepest, depth)
        stack.extend((child, depth + 1) for child in node.children if isinstance(child, LarkTree))
    return deepest


# ------------------------------------------------------------------------------------------------------------- mistakes

_INSTEAD = {
    "!": ("`!` is not a word of ggl", "write `not`, or `!=` for `is not equal`"),
    "|": ("`|` is not an operator of ggl", "write `or` between conditions and `+` between sets"),
    "'": ("there is no quoted text in ggl", "write names as they are"),
    '"': ("there is no quoted text in ggl", "write names as they are"),
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
}


def _explain(error: UnexpectedInput, text: Placed, start: str) -> SyntaxProblem:
    content = text.text
    if isinstance(error, UnexpectedCharacters):
        at = min(cast("int", error.pos_in_stream), max(len(content) - 1, 0))
        character = content[at]
        message, help_ = _INSTEAD.get(character, (f"`{character}` has no meaning here", None))
        if content[at : at + 2] == "&&":
            message, help_ = "`&&` is not an operator of ggl", "write `and`"
        return SyntaxProblem(text.span_of(at, at + 1), message, "", help_)
    assert isinstance(error, UnexpectedToken)
    token = error.token
    expected = _expected(set(error.accepts))
    opener = _unclosed(content)
    length = len(content.rstrip())
    at = token.start_pos if token.start_pos is not None else length
    if token.type in {"$END", "_NL", "_DEDENT"} or at >= length:
        if opener is not None:
            bracket = content[opener]
            return SyntaxProblem(text.span_of(opener, opener + 1), f"this `{bracket}` is never closed", "opened here")
        end = text.span_of(max(length - 1, 0), length) if token.type == "$END" or at >= length else text.span_of(at, at)
        return SyntaxProblem(end, f"{_WANTED[start]} ends too early", f"expected {expected} after this")
    span = text.span_of(at, at + max(len(str(token)), 1))
    shown = str(token).strip() or "the end of the line"
    hint: str | None = None
    if str(token) == "=":
        hint = "write `==` to compare"
    elif token.type == "COMPARISON" and content[at - 3 : at].strip() == "is":
        hint = "write `==`"
    elif re.match(r"&\s*&", content[at - 1 : at + 2]) or content[at : at + 2] == "&&":
        hint = "write `and`"
    elif str(token) in KEYWORDS and "a name" in expected:
        hint = f"`{token}` is a word of the language; choose another name"
    return SyntaxProblem(span, f"unexpected `{shown}`", f"expected {expected}", hint)


def _expected(terminals: set[str]) -> str:
    words: list[str] = []
    if terminals >= {"NAME", "NUMBER"}:
        words.append("a value")
        terminals = terminals - _VALUE_STARTS - {"SIGN", "NOT"}
    loud = terminals - _QUIET or terminals
    if terminals & {"AND", "OR", "COMPARISON", "TIMES"} and len(terminals) > 3:
        words.append("an operator")
    words += [_FRIENDLY.get(terminal, f"`{terminal.lower()}`") for terminal in sorted(loud)]
    words = list(dict.fromkeys(words))[:6]
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " or " + words[-1] if words else "something else"


def _unclosed(content: str) -> int | None:
    """The offset of the innermost bracket that is never closed."""
    stack: list[int] = []
    for at, character in enumerate(_on_one_line(content)):
        if character in "([{":
            stack.append(at)
        elif character in ")]}" and stack:
            stack.pop()
    return stack[-1] if stack else None


# -------------------------------------------------------------------------------------------------------------- building

_T = TypeVar("_T")


def _placed(method: Callable[..., _T]) -> Callable[..., _T]:
    return v_args(meta=True)(method)


class _Builder(Transformer[Token, Any]):
    """Lark's tree to ours, rule by rule; the methods bear the names of the grammar's rules."""

    def __init__(self, text: Placed) -> None:
        super().__init__(visit_tokens=False)
        self._text = text
        self._length = len(text.text)

    def _span(self, meta: Meta) -> Span:
        if meta.empty:
            return self._text.span_of(0, self._length)
        return self._text.span_of(min(meta.start_pos, self._length), min(meta.end_pos, self._length))

    def _token_span(self, token: Token) -> Span:
        start = token.start_pos or 0
        return self._text.span_of(start, start + len(token))

    # ---- expressions

    @_placed
    def expression(self, meta: Meta, c: list[Any]) -> Any:
        return c[0]

    @_placed
    def name(self, meta: Meta, c: list[Any]) -> t.Expr:
        return t.Name(str(c[0]), span=self._span(meta))

    @_placed
    def number(self, meta: Meta, c: list[Any]) -> t.Expr:
        return t.Number(Fraction(str(c[0])), span=self._span(meta))

    @_placed
    def dot(self, meta: Meta, c: list[Any]) -> t.Expr:
        return t.Dot(c[0], str(c[1]), self._token_span(c[1]), span=self._span(meta))

    @_placed
    def index(self, meta: Meta, c: list[Any]) -> t.Expr:
        return t.Index(c[0], c[1], span=self._span(meta))

    @_placed
    def call(self, meta: Meta, c: list[Any]) -> t.Expr:
        args, named = c[1] or ((), ())
        return t.Call(str(c[0]), args, named, self._token_span(c[0]), span=self._span(meta))

    def args(self, c: list[Any]) -> tuple[tuple[t.Expr, ...], tuple[t.Named, ...]]:
        plain = tuple(item for item in c if not isinstance(item, t.Named))
        named = tuple(item for item in c if isinstance(item, t.Named))
        for before, after in pairwise(c):
            if isinstance(before, t.Named) and not isinstance(after, t.Named):
                raise SyntaxProblem(after.span, "this argument comes after one with a name", "", "put it before")
        return plain, named

    @_placed
    def named(self, meta: Meta, c: list[Any]) -> t.Named:
        return t.Named(str(c[0]), c[1], span=self._span(meta))

    def bracket(self, c: list[Any]) -> t.Expr:
        return c[0]  # type: ignore[no-any-return]

    @_placed
    def set_of(self, meta: Meta, c: list[Any]) -> t.Expr:
        return t.SetOf(tuple(item for item in c if item is not None), span=self._span(meta))

    @_placed
    def list_of(self, meta: Meta, c: list[Any]) -> t.Expr:
        return t.ListOf(tuple(item for item in c if item is not None), span=self._span(meta))

    @_placed
    def short_gen(self, meta: Meta, c: list[Any]) -> t.Expr:
        head, test = c
        if isinstance(head, t.Chain) and len(head.rest) == 1 and head.rest[0][0] == "in" and isinstance(head.first, t.Name):
            binder = t.Binder(head.first.name, head.rest[0][1], test, head.first.span, span=head.span)
            return t.Gen(head.first, (binder,), True, span=self._span(meta))
        raise SyntaxProblem(self._span(meta), "this `if` has no `else`", "", "write `NAME in SET if CONDITION`, or add an `else`")

    @_placed
    def long_gen(self, meta: Meta, c: list[Any]) -> t.Expr:
        return t.Gen(c[0], tuple(c[1:]), False, span=self._span(meta))

    @_placed
    def tail(self, meta: Meta, c: list[Any]) -> t.Binder:
        binder, test = c
        return t.Binder(binder.name, binder.source, test, binder.name_span, span=self._span(meta))

    @_placed
    def binder(self, meta: Meta, c: list[Any]) -> t.Binder:
        return t.Binder(str(c[0]), c[1], None, self._token_span(c[0]), span=self._span(meta))

    @_placed
    def sign(self, meta: Meta, c: list[Any]) -> t.Expr:
        return t.Unary(str(c[0]), c[1], span=self._span(meta))

    @_placed
    def binary(self, meta: Meta, c: list[Any]) -> t.Expr:
        return t.Binary(str(c[1]), c[0], c[2], span=self._span(meta))

    @_placed
    def binary_and(self, meta: Meta, c: list[Any]) -> t.Expr:
        return t.Binary("&", c[0], c[1], span=self._span(meta))

    @_placed
    def range(self, meta: Meta, c: list[Any]) -> t.Expr:
        return t.Binary("..", c[0], c[1], span=self._span(meta))

    @_placed
    def chain(self, meta: Meta, c: list[Any]) -> t.Expr:
        rest = tuple((re.sub(r"\s+", " ", str(c[i])), c[i + 1]) for i in range(1, len(c), 2))
        return t.Chain(c[0], rest, span=self._span(meta))

    @_placed
    def negate(self, meta: Meta, c: list[Any]) -> t.Expr:
        return t.Not(c[0], span=self._span(meta))

    @_placed
    def both(self, meta: Meta, c: list[Any]) -> t.Expr:
        return t.And(tuple(c), span=self._span(meta))

    @_placed
    def either(self, meta: Meta, c: list[Any]) -> t.Expr:
        return t.Or(tuple(c), span=self._span(meta))

    @_placed
    def if_else(self, meta: Meta, c: list[Any]) -> t.Expr:
        return t.IfElse(c[0], c[1], c[2], span=self._span(meta))

    @_placed
    def phrase(self, meta: Meta, c: list[Any]) -> t.Phrase:
        adjective = str(c[0]) if len(c) == 2 else ""
        return t.Phrase(str(c[-1]), adjective, None, self._token_span(c[-1]), span=self._span(meta))

    @_placed
    def phrase_of(self, meta: Meta, c: list[Any]) -> t.Phrase:
        return t.Phrase(str(c[0]), "", c[1], self._token_span(c[0]), span=self._span(meta))

    @_placed
    def stands(self, meta: Meta, c: list[Any]) -> t.Expr:
        return t.Stands(c[0], c[1], span=self._span(meta))

    @_placed
    def with_phrase(self, meta: Meta, c: list[Any]) -> t.Expr:
        return t.With(c[0], c[1], span=self._span(meta))

    # ---- binders and plans

    def binders(self, c: list[Any]) -> tuple[t.Binder, ...]:
        return tuple(c)

    @_placed
    def plan(self, meta: Meta, c: list[Any]) -> t.Plan:
        return t.Plan(tuple(c[:-1]), c[-1], span=self._span(meta))

    def tier(self, c: list[Any]) -> tuple[t.Picked, ...]:
        return tuple(c)

    @_placed
    def pick(self, meta: Meta, c: list[Any]) -> t.Picked:
        args, named = c[2] or ((), ())
        return t.Picked(str(c[1]), args, named, c[0] is not None, self._token_span(c[1]), span=self._span(meta))

    # ---- effects

    @_placed
    def effects(self, meta: Meta, c: list[Any]) -> t.Effect:
        return self._block(c, self._span(meta))

    def _block(self, parts: list[Any], span: Span) -> t.Effect:
        return parts[0] if len(parts) == 1 else t.Block(tuple(parts), span=span)

    def line(self, c: list[Any]) -> t.Effect:
        return c[0]  # type: ignore[no-any-return]

    @_placed
    def simple(self, meta: Meta, c: list[Any]) -> t.Effect:
        effect, *tails, test = c
        span = self._span(meta)
        if test is not None:
            effect = t.IfThen(test, effect, None, span=span)
        for binder in reversed(tails):
            effect = t.ForEach(binder, effect, span=span)
        return effect  # type: ignore[no-any-return]

    @_placed
    def if_block(self, meta: Meta, c: list[Any]) -> t.Effect:
        test, *body, other = c
        span = self._span(meta)
        return t.IfThen(test, self._block(body, span), other, span=span)

    @_placed
    def else_part(self, meta: Meta, c: list[Any]) -> t.Effect:
        return self._block(c, self._span(meta))

    @_placed
    def for_block(self, meta: Meta, c: list[Any]) -> t.Effect:
        binder, test, *body = c
        span = self._span(meta)
        binder = t.Binder(binder.name, binder.source, test, binder.name_span, span=binder.span)
        return t.ForEach(binder, self._block(body, span), span=span)

    @_placed
    def pieces(self, meta: Meta, c: list[Any]) -> t.Pieces:
        return t.Pieces(tuple(c), None, span=self._span(meta))

    @_placed
    def pieces_of(self, meta: Meta, c: list[Any]) -> t.Pieces:
        return t.Pieces(tuple(c[:-1]), c[-1], span=self._span(meta))

    @_placed
    def put(self, meta: Meta, c: list[Any]) -> t.Effect:
        return t.Put(c[0], c[1], c[2], c[3] is not None, span=self._span(meta))

    @_placed
    def take(self, meta: Meta, c: list[Any]) -> t.Effect:
        return t.Take(c[0], c[1], c[2] is not None, span=self._span(meta))

    @_placed
    def move_pieces(self, meta: Meta, c: list[Any]) -> t.Effect:
        return t.Move(c[0], c[1], c[2], span=self._span(meta))

    @_placed
    def move(self, meta: Meta, c: list[Any]) -> t.Effect:
        return t.Move(None, c[0], c[1], span=self._span(meta))

    @_placed
    def exchange(self, meta: Meta, c: list[Any]) -> t.Effect:
        return t.Exchange(c[0], c[1], span=self._span(meta))

    @_placed
    def turn(self, meta: Meta, c: list[Any]) -> t.Effect:
        return t.Change("turn", c[0], c[1], span=self._span(meta))

    @_placed
    def promote(self, meta: Meta, c: list[Any]) -> t.Effect:
        return t.Change("promote", c[0], c[1], span=self._span(meta))

    @_placed
    def set(self, meta: Meta, c: list[Any]) -> t.Effect:
        return t.Change("set", c[0], c[1], span=self._span(meta))

    @_placed
    def flip(self, meta: Meta, c: list[Any]) -> t.Effect:
        return t.Flip(c[0], span=self._span(meta))

    @_placed
    def add(self, meta: Meta, c: list[Any]) -> t.Effect:
        return t.Add("add", c[0], c[1], span=self._span(meta))

    @_placed
    def drop(self, meta: Meta, c: list[Any]) -> t.Effect:
        return t.Add("drop", c[0], c[1], span=self._span(meta))

    @_placed
    def let(self, meta: Meta, c: list[Any]) -> t.Effect:
        return t.LetBe(str(c[0]), c[1], self._token_span(c[0]), span=self._span(meta))

    @_placed
    def win(self, meta: Meta, c: list[Any]) -> t.Effect:
        return t.Result("win", c[0], span=self._span(meta))

    @_placed
    def lose(self, meta: Meta, c: list[Any]) -> t.Effect:
        return t.Result("lose", c[0], span=self._span(meta))

    @_placed
    def draw(self, meta: Meta, c: list[Any]) -> t.Effect:
        return t.Result("draw", None, span=self._span(meta))

    @_placed
    def again(self, meta: Meta, c: list[Any]) -> t.Effect:
        return t.AgainTurn(span=self._span(meta))

    @_placed
    def phase(self, meta: Meta, c: list[Any]) -> t.Effect:
        return t.PhaseTo(str(c[0]), span=self._span(meta))

    @_placed
    def routine(self, meta: Meta, c: list[Any]) -> t.Effect:
        args, named = c[1] or ((), ())
        if named:
            raise SyntaxProblem(named[0].span, "a routine takes its arguments in order", "", "leave the name out")
        return t.Routine(str(c[0]), args, self._token_span(c[0]), span=self._span(meta))
