"""Text of an expression, binders, effects or a plan to its tree.

Takes text with its spans (`Scalar.span_of`). Gives a tree of `ggl.syntax.tree`. A mistake raises `SyntaxProblem`, with what was
found, what was expected, and what to write; no other error leaves this module.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import sys
from collections.abc import Iterator
from copy import copy
from functools import cache, lru_cache
from importlib import resources
from typing import Any, cast

import lark
from lark import Lark, Token
from lark.exceptions import LarkError, UnexpectedInput
from lark.indenter import DedentError, Indenter
from lark.tree import Tree as LarkTree

from ggl import cache_dir
from ggl.source import Span
from ggl.syntax import tree as t
from ggl.syntax.builder import Builder
from ggl.syntax.placed import Placed, on_one_line
from ggl.syntax.problems import WANTED, SyntaxProblem, explain_problem

TABLES = "grammar.tables"
"""The file that `python -m ggl.syntax.tables` writes."""

LONGEST_TEXT = 8000
TAB = 8
"""How many blanks a tab is worth before an effect."""

DEEPEST_TREE = 60
LONGEST_KEPT, MOST_KEPT, MOST_PLACED, MOST_LONG = 500, 1000, 500, 40
"""How many parses of texts up to a length are kept, wherever they stand and at their places, and how many of longer ones."""


class _Blocks(Indenter):
    NL_type = "_NL"
    OPEN_PAREN_types = ["LPAR", "LSQB", "LBRACE"]  # noqa: RUF012  (names and types are lark's)
    CLOSE_PAREN_types = ["RPAR", "RSQB", "RBRACE"]  # noqa: RUF012
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = TAB

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        """With a depth of its own for each text, as threads share the parser."""
        found: Iterator[Token] = Indenter.process(copy(self), stream)  # type: ignore[no-untyped-call]
        return found


@cache
def _parser() -> Lark:
    """The tables of the grammar come with ggl. With another version of lark they are made, which takes longer than to read any
    game, and kept."""
    shipped = resources.files("ggl.syntax").joinpath(TABLES)
    told, _, tables = shipped.read_bytes().partition(b"\n") if shipped.is_file() else (b"", b"", b"")
    if told == made_from():
        return Lark.load(io.BytesIO(tables))
    kept = cache_dir.folder() / f"{hashlib.sha256(made_from() + sys.version.encode()).hexdigest()[:32]}.grammar"
    with contextlib.suppress(OSError):
        found = cache_dir.unsealed(kept.read_bytes())
        if found is not None:
            return Lark.load(io.BytesIO(found))
    tables = made_tables()
    with contextlib.suppress(OSError):
        cache_dir.write(kept, cache_dir.sealed(tables))
    return Lark.load(io.BytesIO(tables))


def made_from() -> bytes:
    """The version of the tables, in a line: that of lark, and a hash of the grammar."""
    return f"{lark.__version__} {hashlib.sha256(_grammar().encode()).hexdigest()}".encode()


def made_tables() -> bytes:
    starts = ["expression", "binders", "plan", "effects"]
    made = Lark(_grammar(), parser="lalr", start=starts, postlex=_Blocks(), propagate_positions=True, maybe_placeholders=True)
    file = io.BytesIO()
    made.save(file)
    return file.getvalue()


def _grammar() -> str:
    return resources.files("ggl.syntax").joinpath("grammar.lark").read_text("utf-8")


def expression(text: Placed) -> t.Expr:
    return cast("t.Expr", _tree(text, "expression"))


def binders(text: Placed) -> tuple[t.Binder, ...]:
    return cast("tuple[t.Binder, ...]", _tree(text, "binders"))


def plan(text: Placed) -> t.Plan:
    return cast("t.Plan", _tree(text, "plan"))


def effects(text: Placed) -> t.Effect:
    return cast("t.Effect", _tree(text, "effects"))


def _tree(text: Placed, start: str) -> Any:
    if len(text.text) > LONGEST_KEPT:
        return _parse(text, start)
    whole = text.span_of(0, len(text.text))
    return _kept_at_its_place(text, start, whole, id(whole.source))


@lru_cache(MOST_PLACED)
def _kept_at_its_place(text: Placed, start: str, place: Span, source: int) -> Any:
    """Keeps trees, as a base is read again with each edit of its variant. Texts alike, and sources alike, have trees of their
    own, whose spans lead to them: `place` and `source` tell them apart."""
    return _parse(text, start)


def _parse(text: Placed, start: str) -> Any:
    content = text.text
    whole = text.span_of(0, len(content))
    if len(content) > LONGEST_TEXT:
        raise SyntaxProblem(whole, f"this text is longer than {LONGEST_TEXT:,} characters", "", "split it with `define`")
    if not content.strip():
        raise SyntaxProblem(whole, f"{WANTED[start]} is missing here", "this is empty")
    prepared = content.rstrip() + "\n" if start == "effects" else on_one_line(content)
    try:
        parsed = (_kept if len(prepared) <= LONGEST_KEPT else _kept_long)(prepared, start)
        if _depth(parsed) > DEEPEST_TREE:
            message = f"this is nested more than {DEEPEST_TREE} deep"
            raise SyntaxProblem(whole, message, "", "give parts of it names with `define`")
        return Builder(text, start).transform(parsed)
    except UnexpectedInput as error:
        raise explain_problem(error, text, start) from None
    except DedentError:
        raise SyntaxProblem(whole, "the lines are not indented consistently", "", "indent each block by two spaces") from None
    except LarkError as error:
        cause = error.__context__
        if isinstance(cause, SyntaxProblem):
            raise cause from None
        raise


def _parsed(prepared: str, start: str) -> LarkTree[Token]:
    return _parser().parse(prepared, start=start)


_kept, _kept_long = lru_cache(MOST_KEPT)(_parsed), lru_cache(MOST_LONG)(_parsed)
"""A text is parsed once, wherever it stands: a file is read again after each edit, and a variant reads what its base says."""


def _depth(parsed: LarkTree[Token]) -> int:
    deepest, stack = 0, [(parsed, 1)]
    while stack:
        node, depth = stack.pop()
        deepest = max(deepest, depth)
        stack.extend((child, depth + 1) for child in node.children if isinstance(child, LarkTree))
    return deepest
