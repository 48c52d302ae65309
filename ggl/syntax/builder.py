"""Lark's tree to ours: takes a tree of `grammar.lark`, gives a tree of `ggl.syntax.tree`, each part with its span."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from typing import Any, TypeVar

from lark import Token, Transformer, v_args
from lark.tree import Meta

from ggl.diagnostics import Fix
from ggl.source import Span
from ggl.syntax import tree as t
from ggl.syntax.placed import Placed
from ggl.syntax.problems import SyntaxProblem

_T = TypeVar("_T")

LONGEST_NUMBER = 1000
"""The most characters of a number. Python refuses to read 4300; the checker reports numbers too large for the rules."""


def _placed(method: Callable[..., _T]) -> Callable[..., _T]:
    return v_args(meta=True)(method)


class Builder(Transformer[Token, Any]):
    """Lark's tree to ours, rule by rule; the methods bear the names of the grammar's rules."""

    def __init__(self, text: Placed, start: str) -> None:
        super().__init__(visit_tokens=False)
        self._text = text
        self._start = start
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
        if len(c[0]) > LONGEST_NUMBER:
            message = f"this number has {len(c[0]):,} characters; {LONGEST_NUMBER:,} is the limit"
            raise SyntaxProblem(self._span(meta), message, "", "write a smaller number, in fewer digits")
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
                raise SyntaxProblem(after.span, "this argument comes after one with a name", "", "move it before")
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
        if isinstance(c[1], t.And):
            raise self._joined(str(c[0]), c[1])
        return t.Binder(str(c[0]), c[1], None, self._token_span(c[0]), span=self._span(meta))

    def _joined(self, name: str, source: t.And) -> SyntaxProblem:
        """`c in cells and d in cells`, `x in cells and empty(x)`."""
        first, second = source.parts[:2]
        message, label = "`and` joins conditions, not a set with what follows", "joined by `and` with the set before"
        joint, what = " if", "write `if` before a condition"
        if isinstance(second, t.Chain) and isinstance(second.first, t.Name) and second.rest[0][0] == "in":
            joint, what = (
                (",", "separate parameters with a comma") if self._start == "binders" else (" for", "write a `for` for each")
            )
        elif self._start == "binders":
            return SyntaxProblem(second.span, message, label, "write a condition on parameters under `where`")
        text = source.span.source.text
        gap = re.compile(r"\s*\band\b\s*").search(text, first.span.end, second.span.start)
        written = f"{name} in {first.span.text}{joint} {second.span.text}"
        fix = Fix(source.span.source.span(*gap.span()), f"{joint} ", f"{what}: `{written}`") if gap else None
        return SyntaxProblem(second.span, message, label, f"{what}: `{written}`", fix)

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
        return t.Stands(c[0], c[2], c[1], span=self._span(meta))

    @_placed
    def with_phrase(self, meta: Meta, c: list[Any]) -> t.Expr:
        return t.With(c[0], c[1], span=self._span(meta))

    # ---- binders and plans

    @_placed
    def together(self, meta: Meta, c: list[Any]) -> tuple[t.Binder, ...]:
        *names, source = c
        if isinstance(source, t.And):
            raise self._joined(str(names[-1]), source)
        before = ("", *map(str, names))
        return tuple(
            t.Binder(str(name), source, None, self._token_span(name), beside, span=self._span(meta))
            for name, beside in zip(names, before, strict=False)
        )

    def binders(self, c: list[Any]) -> tuple[t.Binder, ...]:
        return tuple(each for one in c for each in (one if isinstance(one, tuple) else (one,)))

    @_placed
    def plan(self, meta: Meta, c: list[Any]) -> t.Plan:
        tiers = [[c[0]]]
        for is_below, clause in zip(c[1::2], c[2::2], strict=True):
            if is_below:
                tiers.append([])
            tiers[-1].append(clause)
        return t.Plan(tuple(map(tuple, tiers)), span=self._span(meta))

    def beside(self, _: list[Any]) -> bool:
        return False

    def below(self, _: list[Any]) -> bool:
        return True

    @_placed
    def clause(self, meta: Meta, c: list[Any]) -> t.Clause:
        return t.Clause(tuple(c[:-1]), c[-1], span=self._span(meta))

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
    def at_once(self, meta: Meta, c: list[Any]) -> t.Effect:
        effect, binder = c
        return t.ForEach(binder, effect, True, span=self._span(meta))

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
    def repeat_block(self, meta: Meta, c: list[Any]) -> t.Effect:
        most, test, *body = c
        span = self._span(meta)
        return t.Repeat(most, test, self._block(body, span), span=span)

    @_placed
    def pieces(self, meta: Meta, c: list[Any]) -> t.Pieces:
        return t.Pieces(tuple(c), None, span=self._span(meta))

    @_placed
    def pieces_of(self, meta: Meta, c: list[Any]) -> t.Pieces:
        return t.Pieces(tuple(c[:-1]), c[-1], span=self._span(meta))

    @_placed
    def put(self, meta: Meta, c: list[Any]) -> t.Effect:
        return t.Put(c[0], c[2], c[3], c[4] is not None, c[1], span=self._span(meta))

    def at_top(self, c: list[Any]) -> bool:
        return False

    def at_bottom(self, c: list[Any]) -> bool:
        return True

    @_placed
    def take(self, meta: Meta, c: list[Any]) -> t.Effect:
        return t.Take(c[0], c[2], c[3], c[1], span=self._span(meta))

    @_placed
    def supply(self, meta: Meta, c: list[Any]) -> t.Supply:
        return t.Supply(c[1], c[2], span=self._span(meta))

    @_placed
    def move_pieces(self, meta: Meta, c: list[Any]) -> t.Effect:
        return t.Move(c[0], c[2], c[4], c[1], c[3], span=self._span(meta))

    @_placed
    def move(self, meta: Meta, c: list[Any]) -> t.Effect:
        return t.Move(None, c[0], c[2], False, c[1], span=self._span(meta))

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
    def roll(self, meta: Meta, c: list[Any]) -> t.Effect:
        return t.Roll(c[0], c[-1], tuple(c[1:-1]), span=self._span(meta))

    @_placed
    def deal(self, meta: Meta, c: list[Any]) -> t.Effect:
        return t.Deal(c[0], c[1], c[2], span=self._span(meta))

    @_placed
    def announce(self, meta: Meta, c: list[Any]) -> t.Effect:
        return t.Announce(c[0], c[1], span=self._span(meta))

    @_placed
    def reveal(self, meta: Meta, c: list[Any]) -> t.Effect:
        return t.Reveal(str(c[0]), c[1], c[2], span=self._span(meta))

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
            raise SyntaxProblem(named[0].span, "the arguments of a routine have no names", "", "remove the name")
        return t.Routine(str(c[0]), args, self._token_span(c[0]), span=self._span(meta))
