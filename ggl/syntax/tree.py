"""The trees of the expression language: the contents of the strings of a game file, with the place of each part.

Gives: frozen classes, one for each way to write. Names are not resolved and nothing is typed here. Two trees are equal when
they say the same, wherever they stand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import field, fields, replace
from fractions import Fraction
from functools import cache
from typing import Any

from ggl.frozen import frozen
from ggl.source import Span


@frozen(kw_only=True)
class Tree:
    span: Span = field(compare=False, repr=False)


# ---------------------------------------------------------------------------------------------------------- expressions


@frozen
class Number(Tree):
    value: Fraction


@frozen
class Name(Tree):
    name: str


@frozen
class Dot(Tree):
    """`of.name`: a stored property."""

    of: Expr
    name: str
    name_span: Span = field(compare=False, repr=False)


@frozen
class Index(Tree):
    """`of[at]`: a place in a list, counted from 1."""

    of: Expr
    at: Expr


@frozen
class Named(Tree):
    """`name=value` among the arguments of a call."""

    name: str
    value: Expr


@frozen
class Call(Tree):
    name: str
    args: tuple[Expr, ...]
    named: tuple[Named, ...]
    name_span: Span = field(compare=False, repr=False)


@frozen
class SetOf(Tree):
    """`{a, b}`"""

    items: tuple[Expr, ...]


@frozen
class ListOf(Tree):
    """`[a, b]`"""

    items: tuple[Expr, ...]


@frozen
class Binder(Tree):
    """`name in source`, with the condition of an `if` behind it.

    `a and b in source` is one for each name; `beside` is the name before this one, if their order does not matter.
    """

    name: str
    source: Expr
    test: Expr | None
    name_span: Span = field(compare=False, repr=False)
    beside: str = ""


@frozen
class Gen(Tree):
    """`body for binder for binder ..`, or `name in source if test`, whose body is the name (`short`)."""

    body: Expr
    binders: tuple[Binder, ...]
    short: bool


@frozen
class Unary(Tree):
    """`-x`, `+x`"""

    op: str
    of: Expr


@frozen
class Binary(Tree):
    """`+ - * / // % &` and `..`"""

    op: str
    left: Expr
    right: Expr


@frozen
class Chain(Tree):
    """Comparisons in a row, as in Python: `a <= b < c`; also `in` and `not in`."""

    first: Expr
    rest: tuple[tuple[str, Expr], ...]


@frozen
class Not(Tree):
    of: Expr


@frozen
class And(Tree):
    parts: tuple[Expr, ...]


@frozen
class Or(Tree):
    parts: tuple[Expr, ...]


@frozen
class IfElse(Tree):
    """`then if test else other`"""

    then: Expr
    test: Expr
    other: Expr


@frozen
class Phrase(Tree):
    """A phrase for what stands on a site: a kind, with an adjective (`own`, `enemy`, a player) or `of` and a player."""

    kind: str
    adjective: str
    owner: Expr | None
    kind_span: Span = field(compare=False, repr=False)


@frozen
class Stands(Tree):
    """`own man on c`, or `own man under c`: at the bottom of a pile"""

    phrase: Phrase
    site: Expr
    under: bool = False


@frozen
class With(Tree):
    """`cells with enemy man`"""

    of: Expr
    phrase: Phrase


@frozen
class Lined(Tree):
    """A table `VALUE: condition` or `by: x.kind` written as a YAML map: (key, value) rows, and the `else`."""

    by: Expr | None
    rows: tuple[tuple[Expr, Expr], ...]
    other: Expr | None


Expr = (
    Number | Name | Dot | Index | Call | SetOf | ListOf | Gen | Unary | Binary | Chain | Not | And | Or | IfElse | Stands
    | With | Lined
)  # fmt: skip

# -------------------------------------------------------------------------------------------------------------- effects


@frozen
class Pieces(Tree):
    """`[amount] [player] kind [of player]`, as words in a row; their types tell them apart."""

    words: tuple[Expr, ...]
    owner: Expr | None


@frozen
class Put(Tree):
    pieces: Pieces
    on: Expr
    facing: Expr | None
    from_supply: bool
    under: bool = False


@frozen
class Supply(Tree):
    """`to supply of mover as plain(k)`: if nothing is said, the owner's, and of the same kind."""

    owner: Expr | None
    kind: Expr | None


@frozen
class Take(Tree):
    pieces: Pieces
    source: Expr
    supply: Supply | None
    under: bool = False


@frozen
class Move(Tree):
    """`move c to t` (`pieces` is None: all that stands there) or `move man from c to t`; `from under c`, `to under t`."""

    pieces: Pieces | None
    source: Expr
    target: Expr
    from_under: bool = False
    under: bool = False


@frozen
class Exchange(Tree):
    left: Expr
    right: Expr | None


@frozen
class Change(Tree):
    """`turn x to y`, `promote x to y`, `set x to y`"""

    verb: str
    what: Expr
    to: Expr


@frozen
class Flip(Tree):
    what: Expr


@frozen
class Add(Tree):
    """`add x to y`, `drop x from y`"""

    verb: str
    what: Expr
    place: Expr


@frozen
class Roll(Tree):
    """`roll v from S`, `roll v, w from S`"""

    what: Expr
    source: Expr
    others: tuple[Expr, ...] = ()

    @property
    def places(self) -> tuple[Expr, ...]:
        """All that is rolled."""
        return (self.what, *self.others)


@frozen
class Deal(Tree):
    """`deal n from S to T`"""

    number: Expr
    source: Expr
    to: Expr


@frozen
class Announce(Tree):
    """`announce x`, `announce x to P`"""

    what: Expr
    to: Expr | None


@frozen
class Reveal(Tree):
    """`reveal x`, `reveal x to P`, `hide x`, `hide x from P`"""

    verb: str
    what: Expr
    to: Expr | None


@frozen
class LetBe(Tree):
    name: str
    value: Expr
    name_span: Span = field(compare=False, repr=False)


@frozen
class Result(Tree):
    """`win`, `lose`, `draw`, with the player (else the mover)"""

    verb: str
    player: Expr | None


@frozen
class AgainTurn(Tree):
    pass


@frozen
class PhaseTo(Tree):
    name: str


@frozen
class Routine(Tree):
    name: str
    args: tuple[Expr, ...]
    name_span: Span = field(compare=False, repr=False)


@frozen
class ForEach(Tree):
    """`effect for x in S if P`, or a block; with `at once` behind it all are read before the first is done"""

    binder: Binder
    body: Effect
    at_once: bool = False


@frozen
class Repeat(Tree):
    """`repeat at most N while P:` and a block"""

    most: Expr
    test: Expr
    body: Effect


@frozen
class IfThen(Tree):
    test: Expr
    then: Effect
    other: Effect | None


@frozen
class Block(Tree):
    parts: tuple[Effect, ...]


Effect = (
    Put | Take | Move | Exchange | Change | Flip | Add | Roll | Deal | Announce | Reveal | LetBe | Result | AgainTurn | PhaseTo
    | Routine | ForEach | IfThen | Repeat
    | Block
)  # fmt: skip

# ------------------------------------------------------------------------------------------------------ plans, binders


@frozen
class Picked(Tree):
    """`[optional] name(args)` in a plan"""

    name: str
    args: tuple[Expr, ...]
    named: tuple[Named, ...]
    optional: bool
    name_span: Span = field(compare=False, repr=False)


@frozen
class Clause(Tree):
    """Moves that are offered together, under a condition."""

    picks: tuple[Picked, ...]
    test: Expr | None


@frozen
class Plan(Tree):
    """Tiers of clauses; the first with a legal move counts."""

    tiers: tuple[tuple[Clause, ...], ...]

    @property
    def picks(self) -> tuple[Picked, ...]:
        return tuple(pick for tier in self.tiers for clause in tier for pick in clause.picks)

    @property
    def tests(self) -> tuple[Expr, ...]:
        return tuple(clause.test for tier in self.tiers for clause in tier if clause.test is not None)

    def names(self) -> tuple[tuple[str, ...], ...]:
        """The names of the moves of each tier."""
        return tuple(tuple(pick.name for clause in tier for pick in clause.picks) for tier in self.tiers)


def children(tree: Tree) -> Iterator[Tree]:
    """The trees directly inside a tree, in the order of the text's grammar."""
    for name in _names(tree.__class__):
        yield from _trees(getattr(tree, name))


_names: Callable[[Any], tuple[str, ...]] = cache(lambda kind: tuple(spec.name for spec in fields(kind)))
"""The names of the fields of a sort of tree."""


def _trees(value: object) -> Iterator[Tree]:
    if isinstance(value, Tree):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _trees(item)


def with_children(tree: Tree, change: Callable[[Tree], Tree]) -> Tree:
    """A tree with the trees directly inside it changed; the tree itself where they all stay."""
    changed: dict[str, Any] = {}
    for name in _names(tree.__class__):
        value = getattr(tree, name)
        new = _changed(value, change)
        if new is not value:
            changed[name] = new
    return replace(tree, **changed) if changed else tree


def _changed(value: object, change: Callable[[Tree], Tree]) -> object:
    if isinstance(value, Tree):
        return change(value)
    if isinstance(value, tuple):
        items = tuple(_changed(item, change) for item in value)
        return items if any(new is not old for new, old in zip(items, value, strict=True)) else value
    return value


def nodes(*trees: Tree | None) -> Iterator[Tree]:
    """These trees, and all inside them, in the order of the text's grammar."""
    waiting = [tree for tree in reversed(trees) if tree is not None]
    while waiting:
        tree = waiting.pop()
        yield tree
        waiting += reversed([*children(tree)])


def mentions(tree: Tree | None, name: str) -> bool:
    """Whether a name stands in a tree alone."""
    return any(is_name(part, name) for part in nodes(tree))


def is_name(tree: Tree, name: str) -> bool:
    """Whether a tree is this name and nothing more."""
    return isinstance(tree, Name) and tree.name == name


def may_deceive(tree: Binary) -> bool:
    """`A + B with P`: read as `A + (B with P)`, and easily taken for `(A + B) with P`. `cells` makes clear what is meant."""
    right = tree.right
    if tree.op not in ("+", "-") or not isinstance(right, With) or isinstance(tree.left, With):
        return False
    return not (isinstance(right.of, Name) and right.of.name in ("cells", "edges", "vertices"))


def right_in_brackets(tree: Binary) -> bool:
    """Whether brackets stand around the right side in the text; trees do not keep them."""
    left, right = tree.left.span, tree.right.span
    return "(" in left.source.text[left.end : right.start]
