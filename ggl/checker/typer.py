"""What the parts of the typing of expressions know of the whole: protocols, so that none imports what imports it.

`ggl.checker.expressions.Expressions` is a `Typer`. A rule of a word, an operator or a literal takes one, has it type the parts of
its tree, and makes the core form of the whole.
"""

from __future__ import annotations

from typing import NoReturn, Protocol

from ggl.checker.world import Scope, World
from ggl.core import forms as f
from ggl.core.types import Type
from ggl.source import Span
from ggl.syntax import tree as t


class NameTyper(Protocol):
    """What a word standing alone means, and whether it may stand there."""

    def is_known(self, name: str, scope: Scope) -> bool: ...

    def mover(self, span: Span) -> f.Expr: ...

    def other(self, player: f.Expr, span: Span) -> f.Expr: ...

    def one_of(self, tree: t.Expr, scope: Scope, domain: str) -> None: ...

    def check_free(self, name: str, span: Span, scope: Scope) -> None: ...

    def not_constant(self, span: Span, scope: Scope, what: str) -> None: ...

    def not_together(self, span: Span, what: str) -> None: ...

    def needs_board(self, span: Span, name: str) -> None: ...

    def needs_links(self, tree: t.Expr, name: str) -> None: ...

    def needs_declared(self, tree: t.Expr, name: str) -> None: ...

    def only_after(self, span: Span, scope: Scope, what: str) -> None: ...


class CallTyper(Protocol):
    """The words with brackets."""

    def names(self) -> list[str]: ...

    def signature_text(self, name: str) -> str | None: ...


class DefinitionTyper(Protocol):
    """The definitions of the file (`own`), and those of the core so far (`made`)."""

    own: dict[str, tuple[tuple[str, ...], t.Expr, Span]]
    made: list[f.Definition]

    def is_plain(self, name: str) -> bool: ...

    def call(self, tree: t.Call, scope: Scope) -> f.Expr | None: ...


class Typer(Protocol):
    """The typing of expressions in one world. Each method reports an error and raises `Refused`."""

    reads: dict[str, Span]
    unasked: list[f.Expr]

    @property
    def world(self) -> World: ...

    @property
    def names(self) -> NameTyper: ...

    @property
    def calls(self) -> CallTyper: ...

    @property
    def definitions(self) -> DefinitionTyper: ...

    def infer(self, tree: t.Expr, scope: Scope, *, only_asked: bool = False, is_condition: bool = False) -> f.Expr: ...

    def want(self, tree: t.Expr, scope: Scope, wanted: Type, what: str = "") -> f.Expr: ...

    def converted(self, expr: f.Expr, wanted: Type, span: Span, what: str = "", scope: Scope | None = None) -> f.Expr: ...

    def condition(self, tree: t.Expr, scope: Scope) -> f.Expr: ...

    def number(self, tree: t.Expr, scope: Scope) -> f.Expr: ...

    def a_number(self, expr: f.Expr, span: Span) -> f.Expr: ...

    def set_or_list(self, tree: t.Expr, scope: Scope) -> f.Expr: ...

    def as_set(self, tree: t.Expr, scope: Scope, what: str = "a set") -> f.Expr: ...

    def converted_to_set(self, expr: f.Expr, span: Span, what: str = "a set", scope: Scope | None = None) -> f.Expr: ...

    def wrong(
        self, expr: f.Expr, wanted: Type | None, span: Span, what: str, why: str, scope: Scope | None = None
    ) -> NoReturn: ...

    def bind(self, binder: t.Binder, scope: Scope) -> tuple[f.Expr, str, Scope]: ...

    def binder_test(self, binder: t.Binder, inner: Scope) -> tuple[f.Expr, Scope]: ...
