"""Equivalent trees that read better, for the readable telling.

Takes folded trees; returns trees of the same value. Each rule is a pure function of one node whose parts are already rewritten,
with pairs of expressions before and after in `tests/narration/plainer.yaml`. `Plainer` stands where the exact telling has
`Folding`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import cast

from ggl.checker.game import CheckedGame
from ggl.checker.says import sentences
from ggl.core.types import Num
from ggl.model.definition import Conditions, Defined
from ggl.narration import constant_sets
from ggl.narration.folding import Folding, TreeT
from ggl.syntax import tree as t
from ggl.topology import Board

MOST_INLINED = 16
"""The most nodes of a definition's body, with those expanded inside it, that the text expands at a use."""

TINY = 5
"""The most nodes of a body that the text expands at every use."""

_ARITHMETIC = ("+", "-", "*", "/", "//", "%")

Rule = Callable[[t.Tree, Board], t.Tree | None]


class Plainer(Folding):
    """Folds, then rewrites. Definitions with one use are put in the place of that use."""

    def __init__(self, checked: CheckedGame) -> None:
        self._checked, self._board = checked, checked.board
        self._sizes: dict[str, Fraction | None] = {}
        self._definitions: dict[str, Defined] = {}
        self._inlined: frozenset[str] = frozenset()
        super().__init__(checked)
        for one in checked.definition.definitions.values():
            self._definitions[one.name] = Defined(one.name, one.params, super().tree(one.body), one.span)
        self._inlined = self._told_in_place(checked)

    def tree(self, tree: TreeT, bound: Mapping[str, t.Expr] | None = None) -> TreeT:
        return cast(TreeT, self._plain(super().tree(tree, bound)))

    def _plain(self, tree: t.Tree) -> t.Tree:
        done = self._size(t.with_children(tree, self._plain))
        for rule in RULES:
            done = rule(done, self._board) or done
        return self._in_place(done)

    def _size(self, tree: t.Tree) -> t.Tree:
        """The size of a set or list that a definition without parameters gives, where the board fixes it."""
        match tree:
            case t.Call(name="size" | "count", args=(t.Name(name=name),)) if name in self._definitions:
                if name not in self._sizes:
                    self._sizes[name] = constant_sets.constant_number(self._checked, tree)
                size = self._sizes[name]
                return tree if size is None else t.Number(size, span=tree.span)
        return tree

    # ---- definitions in their place

    def _in_place(self, tree: t.Tree) -> t.Tree:
        """A call of a definition as its body, where the text expands it; a call with constants as its value, if that is plain."""
        name, args = _called(tree)
        one = self._definitions.get(name)
        if one is None or len(args) != len(one.params) or (isinstance(tree, t.Call) and tree.named):
            return tree
        if name in self._inlined and not _captures(one, args) and not _repeats(one, args):
            return self.tree(one.body, dict(zip(one.params, args, strict=True)))
        if args and not _captures(one, args) and all(self.constant(arg) is not None for arg in args):
            value = self.tree(one.body, dict(zip(one.params, args, strict=True)))
            if isinstance(value, t.Number | t.Name):
                return value
        return tree

    def _told_in_place(self, checked: CheckedGame) -> frozenset[str]:
        """The definitions with a single use, a small body, and no sentence of the author's."""
        uses: dict[str, int] = {}
        for tree in plain_trees(checked):
            _count(super().tree(tree), self._definitions, uses)
        numbers = {each.label or each.name for each in checked.core.definitions if isinstance(each.body.type, Num)}
        said = sentences(checked.definition)
        found: dict[str, int] = {}
        for _ in self._definitions:  # innermost first: the length of a body includes the definitions that it tells
            for one in self._definitions.values():
                length = _size(one.body) + sum(found.get(_called(part)[0], 0) for part in t.nodes(one.body))
                tiny = length <= TINY and isinstance(one.body, t.With)
                few = (uses.get(one.name) == 1 or tiny) and length <= MOST_INLINED
                if few and one.name not in said and _reads_in_place(one.body, one.name in numbers):
                    found[one.name] = length
        return frozenset(found)


def plain_trees(checked: CheckedGame, *, definitions: bool = True) -> Iterator[t.Tree]:
    """The trees of a game in which definitions are used."""
    definition = checked.definition
    for move in definition.moves.values():
        yield from (binder for binder in move.binders)
        yield from (let.value for let in move.lets)
        yield from _trees(move.where)
        yield move.do
        yield from _trees(move.ensure)
        if move.then is not None:
            yield move.then
    for end in definition.end:
        yield from _trees(end.conditions)
    turn = definition.turn
    single = (turn.first, turn.begin, turn.finish, turn.following, turn.pass_if, turn.again_while, turn.preferred,
              definition.setup)  # fmt: skip
    yield from (tree for tree in single if tree is not None)
    yield from (tree for phase in turn.phases for tree in (phase.until, phase.pass_if) if tree is not None)
    yield from (tree for part in turn.at_once for tree in (part.choosers, part.resolve) if tree is not None)
    yield from (routine.body for routine in definition.routines.values())
    if definitions:
        yield from (one.body for one in definition.definitions.values())
    yield from (region.sites for region in definition.regions.values() if isinstance(region.sites, t.Tree))
    if definition.score is not None:
        yield definition.score.body
    if definition.tie is not None and definition.tie.player is not None:
        yield definition.tie.player
    match = definition.match
    if match is not None:
        yield match.until
        yield from (tree for tree in (match.next_first, match.points.body if match.points else None) if tree is not None)


def _trees(conditions: Conditions) -> Iterator[t.Tree]:
    yield from (tree for _, tree in conditions.parts)


def _count(tree: t.Tree, known: Mapping[str, Defined], uses: dict[str, int]) -> None:
    for part in t.nodes(tree):
        name, _ = _called(part)
        if name in known:
            uses[name] = uses.get(name, 0) + 1


def _called(tree: t.Tree) -> tuple[str, tuple[t.Expr, ...]]:
    if isinstance(tree, t.Call):
        return tree.name, tree.args
    return (tree.name, ()) if isinstance(tree, t.Name) else ("", ())


def _captures(one: Defined, args: tuple[t.Expr, ...]) -> bool:
    """Whether a name in an argument is bound anew inside the body, and would mean something else there.

    Nor can the place of a kind in a phrase hold more than a name.
    """
    names = {name for arg in args for part in t.nodes(arg) for name in _names(part)}
    bound = {part.name for part in t.nodes(one.body) if isinstance(part, t.Binder)}
    kinds = {part.kind for part in t.nodes(one.body) if isinstance(part, t.Phrase)}
    given = zip(one.params, args, strict=True)
    inside = any(isinstance(part, t.Binder) for arg in args for part in t.nodes(arg))
    return bool(names & bound) or inside or any(p in kinds and not isinstance(arg, t.Name) for p, arg in given)


def _names(tree: t.Tree) -> tuple[str, ...]:
    """The names that stand in a node itself."""
    match tree:
        case t.Name(name=name):
            return (name,)
        case t.Phrase(kind=kind, adjective=adjective):
            return (kind, adjective)
    return ()


def _reads_in_place(body: t.Expr, is_number: bool) -> bool:
    """Whether a body fits into a sentence: not cases, not many conditions, not a sum."""
    match body:
        case t.Lined() | t.IfElse():
            return False
        case t.And(parts=parts) | t.Or(parts=parts):
            return len(parts) <= 2
        case t.Binary(op=op):
            return not is_number or op not in _ARITHMETIC
    return True


def _repeats(one: Defined, args: tuple[t.Expr, ...]) -> bool:
    """Whether an argument of several words would be repeated."""
    names = [name for part in t.nodes(one.body) for name in _names(part)]
    return any(
        names.count(param) > 1 and not isinstance(arg, t.Name | t.Number) for param, arg in zip(one.params, args, strict=True)
    )


def count_mentions(tree: t.Tree, name: str) -> int:
    """The number of times that a name occurs in a tree."""
    here = int(isinstance(tree, t.Name) and tree.name == name) + int(isinstance(tree, t.Phrase) and tree.kind == name)
    if isinstance(tree, t.Phrase) and tree.adjective == name:
        here += 1
    return here + sum(count_mentions(child, name) for child in t.children(tree))


def _size(tree: t.Tree) -> int:
    return sum(1 for _ in t.nodes(tree))


# ------------------------------------------------------------------------------------------------------------- rules


def count_to_any(tree: t.Tree, board: Board) -> t.Tree | None:
    """`count(S) > 0` asks for any, `count(S) == 0` for none; whether the members of S differ does not matter then."""
    match tree:
        case t.Chain(first=t.Call(name="count", args=(of,)) as call, rest=((op, t.Number(value=value)),)) if (
            value.denominator == 1
        ):
            of = of.args[0] if isinstance(of, t.Call) and of.name == "distinct" else of
            some = t.Call("any", (of,), (), call.name_span, span=tree.span)
            if isinstance(of, t.Gen) and not of.short and not t.is_name(of.body, of.binders[0].name):
                return None
            if (op, int(value)) in ((">", 0), (">=", 1), ("!=", 0)):
                return some
            if (op, int(value)) in (("==", 0), ("<", 1), ("<=", 0)):
                return t.Not(some, span=tree.span)
    return None


def nothing_to_none(tree: t.Tree, board: Board) -> t.Tree | None:
    """`S == {}` asks for none, `S != {}` for any."""
    match tree:
        case t.Chain(first=of, rest=((("==" | "!=") as op, t.SetOf(items=())),)):
            some = t.Call("any", (of,), (), tree.span, span=tree.span)
            return some if op == "!=" else t.Not(some, span=tree.span)
    return None


def board_numbers(tree: t.Tree, board: Board) -> t.Tree | None:
    """`rows`, `columns` and `count(cells)` are numbers that the board fixes."""
    match tree:
        case t.Name(name="rows" | "columns" as name):
            return t.Number(Fraction(board.rows if name == "rows" else board.columns), span=tree.span)
        case t.Call(name="count" | "size", args=(t.Name(name="cells"),)):
            return t.Number(Fraction(len(board.cells)), span=tree.span)
    return None


def arithmetic(tree: t.Tree, board: Board) -> t.Tree | None:
    """Computes fixed numbers, including those that were not yet fixed during folding."""
    match tree:
        case t.Binary(op="+" | "-" | "*" as op, left=t.Number(value=a), right=t.Number(value=b)):
            return t.Number(a + b if op == "+" else a - b if op == "-" else a * b, span=tree.span)
        case t.Unary(op="-", of=t.Number(value=value)):
            return t.Number(-value, span=tree.span)
        case t.Binary(op="+" | "-", left=left, right=t.Number(value=Fraction(numerator=0))):
            return left
    return None


def cell_by_number(tree: t.Tree, board: Board) -> t.Tree | None:
    """`cell(3)` is a cell with a name."""
    match tree:
        case t.Call(name="cell", args=(t.Number(value=value),)) if value.denominator == 1 and 1 <= value <= len(board.cells):
            return t.Name(board.cells[int(value) - 1].name, span=tree.span)
    return None


def spelled_out(tree: t.Tree, board: Board) -> t.Tree | None:
    """`step(c, d, n) for n in 0..2` is c and two cells more."""
    match tree:
        case t.Gen(body=t.Call(name="step", args=(c, d, t.Name(name=n))) as step, binders=(binder,)) if n == binder.name:
            match binder:
                case t.Binder(source=t.Binary(op="..", left=t.Number(value=low), right=t.Number(value=high)), test=None):
                    if (
                        high - low in (1, 2)
                        and low.denominator == 1
                        and not any(t.is_name(part, n) for part in (*t.nodes(c), *t.nodes(d)))
                    ):
                        steps = [replace(step, args=(c, d, t.Number(low + more, span=tree.span))) for more in range(3)]
                        return t.ListOf(tuple(_few_steps(each) for each in steps[: int(high - low) + 1]), span=tree.span)
    return None


def _few_steps(step: t.Call) -> t.Expr:
    """`step(c, d, 0)` is c, `step(c, d, 1)` the cell next to it."""
    c, d, n = step.args
    assert isinstance(n, t.Number)
    return c if n.value == 0 else replace(step, args=(c, d)) if n.value == 1 else step


def the_middle(tree: t.Tree, board: Board) -> t.Tree | None:
    """`the(center)` is a cell with a name, where the middle is one cell; `first(center)` always is. A torus has no middle."""
    match tree:
        case t.Call(name="the" | "first" as word, args=(t.Name(name="center"),)) if len(board.center) == 1 or (
            word == "first" and board.center
        ):
            return t.Name(board.cells[board.center[0]].name, span=tree.span)
    return None


def known_member(tree: t.Tree, board: Board) -> t.Tree | None:
    """`S & {x}` where `x in S` holds is `{x}`."""
    match tree:
        case t.IfElse(then=then, test=test):
            return replace(tree, then=found) if (found := _only_member(then, test)) else None
        case t.Lined(by=None, rows=rows) if any(_only_member(value, test) for value, test in rows):
            return replace(tree, rows=tuple((_only_member(value, test) or value, test) for value, test in rows))
    return None


def _only_member(value: t.Expr, test: t.Expr) -> t.Expr | None:
    match value, test:
        case t.Binary(op="&", left=of, right=t.SetOf(items=(x,)) as alone), t.Chain(first=first, rest=(("in", within),)):
            return alone if (x, of) == (first, within) else None
    return None


def in_a_row(tree: t.Tree, board: Board) -> t.Tree | None:
    """`c.row == 1` says that c is in row 1."""
    match tree:
        case t.Chain(
            first=t.Dot(of=of, name="row" | "column" as name, name_span=span), rest=((("==" | "!=") as op, t.Number() as n),)
        ):
            row = t.Call(name, (n,), (), span, span=tree.span)
            return t.Chain(of, (("in" if op == "==" else "not in", row),), span=tree.span)
    return None


def empty_members(tree: t.Tree, board: Board) -> t.Tree | None:
    """`c in cells if empty(c)` is `vacant`."""
    match tree:
        case t.Binder(name=name, source=t.Name(name="cells"), test=t.Call(name="empty", args=(t.Name(name=of),))) if name == of:
            return replace(tree, source=t.Name("vacant", span=tree.source.span), test=None)
    return None


def standing_on(tree: t.Tree, board: Board) -> t.Tree | None:
    """`S & cells with P` is `S with P`."""
    match tree:
        case t.Binary(op="&", left=left, right=t.With(of=t.Name(name="cells"), phrase=phrase)) if not isinstance(left, t.With):
            return t.With(left, phrase, span=tree.span)
        case t.Binary(op="&", left=t.With(of=t.Name(name="cells"), phrase=phrase), right=right) if not isinstance(right, t.With):
            return t.With(right, phrase, span=tree.span)
    return None


def all_members(tree: t.Tree, board: Board) -> t.Tree | None:
    """The members of a set without a condition are the set."""
    match tree:
        case t.Gen(body=t.Name(name=name), binders=(t.Binder(source=source, test=None) as binder,)) if name == binder.name:
            return source
    return None


def without_and_with(tree: t.Tree, board: Board) -> t.Tree | None:
    """`(A - B) with P` is `(A with P) - B`."""
    match tree:
        case t.With(of=t.Binary(op="-", left=left, right=right), phrase=phrase):
            return t.Binary("-", t.With(left, phrase, span=tree.span), right, span=tree.span)
    return None


def none_of_several(tree: t.Tree, board: Board) -> t.Tree | None:
    """`count(S) + hand(p) == 0`: each of several amounts is 0."""
    match tree:
        case t.Chain(first=t.Binary(op="+") as first, rest=((("==" | "<=") as op, t.Number() as zero),)) if zero.value == 0:
            amounts = _amounts(first)
            if all(isinstance(part, t.Call) and part.name in ("count", "hand", "size") for part in amounts):
                return t.And(tuple(t.Chain(part, ((op, zero),), span=tree.span) for part in amounts), span=tree.span)
    return None


def _amounts(tree: t.Expr) -> list[t.Expr]:
    return [*_amounts(tree.left), *_amounts(tree.right)] if isinstance(tree, t.Binary) and tree.op == "+" else [tree]


def half_for_twice(tree: t.Tree, board: Board) -> t.Tree | None:
    """`2 * x > y` says that x is more than half of y."""
    match tree:
        case t.Chain(first=t.Binary(op="*", left=one, right=two), rest=((op, right),)) if op in ("<", "<=", ">", ">="):
            by, of = (one, two) if isinstance(one, t.Number) else (two, one)
            if not isinstance(by, t.Number) or by.value != 2:
                return None
            if isinstance(right, t.Number):
                if right.value % 2:
                    return None
                return t.Chain(of, ((op, t.Number(right.value / 2, span=right.span)),), span=tree.span)
            return t.Chain(of, ((op, t.Binary("/", right, by, span=tree.span)),), span=tree.span)
    return None


def absorbed(tree: t.Tree, board: Board) -> t.Tree | None:
    """`A and B or B` is B."""
    match tree:
        case t.Or(parts=parts):
            kept = tuple(part for part in parts if not any(_says_less(part, other) for other in parts))
            return None if kept == parts else kept[0] if len(kept) == 1 else t.Or(kept, span=tree.span)
    return None


def _says_less(part: t.Expr, other: t.Expr) -> bool:
    """Whether a part holds only where another does, as it asks all of the other and more."""
    asked, fewer = _asked(part), _asked(other)
    return len(fewer) < len(asked) and all(one in asked for one in fewer)


def _asked(tree: t.Expr) -> tuple[t.Expr, ...]:
    return tree.parts if isinstance(tree, t.And) else (tree,)


RULES: tuple[Rule, ...] = (
    standing_on, board_numbers, arithmetic, cell_by_number, the_middle, known_member, count_to_any, nothing_to_none, in_a_row,
    empty_members, spelled_out, all_members, without_and_with, none_of_several, half_for_twice, absorbed,
)  # fmt: skip
