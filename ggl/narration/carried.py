"""What pieces carry, read where perhaps no piece stands: a property has its start value there, which a reader must be told.

Takes the trees of a game, and finds the properties that are read of a site without a proof that a piece stands on it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ggl.model.definition import MovePart
from ggl.narration.facts import Facts, is_many
from ggl.narration.nouns import a_or_an, capital, kind_noun, listed, words
from ggl.narration.plainer import plain_trees
from ggl.narration.speech import Speaker
from ggl.syntax import tree as t

Standing = frozenset[t.Expr]
"""The sites on which a piece surely stands."""


def counts_as(facts: Facts) -> str:
    """`A cell without a stone counts as having the mark "fresh" and a "power" of 2.`; "" if no rule reads such a property."""
    reading = _Reading(facts)
    reading.game()
    told: dict[str, list[str]] = {}
    for name, (_, start) in reading.starts.items():
        if name in reading.loose:
            told.setdefault(reading.carriers(name), []).append(_having(facts, name, start))
    return " ".join(f"{capital(where)} counts as having {listed(having)}." for where, having in told.items())


def _having(facts: Facts, name: str, start: t.Expr) -> str:
    value = facts.folding.constant(start)
    if isinstance(value, bool):
        return f'{"the" if value else "no"} mark "{words(name)}"'
    return f'{a_or_an(words(name)).split()[0]} "{words(name)}" of {Speaker(facts).value(start).text}'


@dataclass
class _Reading:
    facts: Facts
    loose: set[str] = field(default_factory=set)
    """The properties that are read where the reader would not guess what they are."""

    met: set[tuple[str, Standing, bool]] = field(default_factory=set)
    """The definitions that were read, each with what stands on its parameters, and whether it is told as it is or negated."""

    def __post_init__(self) -> None:
        folding, pieces = self.facts.folding, self.facts.checked.definition.pieces.values()
        self.starts = {name: (piece, folding.tree(tree)) for piece in pieces for name, tree in piece.has.items()}

    def carriers(self, name: str) -> str:
        """`a cell without a queen or rook`"""
        kinds = [one for one in self.facts.checked.definition.pieces.values() if name in one.has]
        site = self.facts.checked.world.kinds[kinds[0].name].site
        where = a_or_an(self.facts.cell if site == "cell" else site)
        return f"{where} without {a_or_an(listed((kind_noun(one.name) for one in kinds), 'or'))}"

    def game(self) -> None:
        if not self.starts:
            return
        definition = self.facts.checked.definition
        others = {id(part) for move in definition.moves.values() for part in _parts(move)}
        others |= {id(one.body) for one in definition.routines.values()}  # read where they are called
        for move in definition.moves.values():
            self._move(move)
        for tree in plain_trees(self.facts.checked, definitions=False):
            if id(tree) not in others:
                self._read(self.facts.folding.tree(tree), frozenset(), True)

    def _move(self, move: MovePart) -> None:
        folding, standing = self.facts.folding, Standing()
        for binder in move.binders:
            standing = self._bind(folding.tree(binder), standing)
        for let in move.lets:
            self._read(folding.tree(let.value), standing, True)
        for _, tree in move.where.parts:
            test = folding.tree(tree)
            self._read(test, standing, True)
            standing |= self._held(test)
        standing = self._effect(folding.tree(move.do), standing)
        for _, tree in move.ensure.parts:
            self._read(folding.tree(tree), standing, True)

    # ---- reading

    def _read(self, tree: t.Tree, standing: Standing, holds: bool) -> None:
        """Reads a tree that is told as it is, or negated."""
        match tree:
            case t.Dot(of=of, name=name) if name in self.starts and not self._stands(of, standing):
                self._read(of, standing, True)
                if not self._is_guessed(name, holds):
                    self.loose.add(name)
            case t.Call(name="sum", args=(t.Gen(body=t.Dot(of=of, name=name), binders=binders),)) if self._adds_nothing(name):
                self._read(of, self._all_bound(binders, standing), True)
            case t.Not(of=of):
                self._read(of, standing, not holds)
            case t.And(parts=parts) | t.Or(parts=parts):
                known = self._held if isinstance(tree, t.And) else self._not_held
                for part in parts:
                    beside = (known(other) for other in parts if other is not part)
                    self._read(part, standing.union(*beside), holds)
            case t.IfElse(then=then, test=test, other=other):
                self._read(test, standing, True)
                self._read(then, standing | self._held(test), holds)
                self._read(other, standing | self._not_held(test), holds)
            case t.Gen(body=body, binders=binders):
                self._read(body, self._all_bound(binders, standing), holds)
            case t.Chain(first=first, rest=rest):
                for side in (first, *(right for _, right in rest)):
                    self._read(side, standing, True)
            case t.Call(name=name, args=args) if name in self.facts.definitions:
                for part in args:
                    self._read(part, standing, True)
                self._definition(name, args, standing, holds)
            case t.Name(name=name) if name in self.facts.definitions:
                self._definition(name, (), standing, holds)
            case t.Block() | t.IfThen() | t.ForEach() | t.Repeat():
                self._effect(tree, standing)
            case _:
                for inner in t.children(tree):
                    self._read(inner, standing, holds)

    def _definition(self, name: str, args: tuple[t.Expr, ...], standing: Standing, holds: bool) -> None:
        one = self.facts.definitions[name]
        self._called(name, one.params, one.body, args, standing, holds)

    def _called(self, name: str, params: tuple[str, ...], body: t.Tree, args: tuple[t.Expr, ...], standing: Standing,
                holds: bool) -> None:  # fmt: skip
        """Reads what is called, with what is known of its arguments."""
        there = zip(params, args, strict=False)
        inner = Standing(t.Name(param, span=arg.span) for param, arg in there if self._stands(arg, standing))
        if (name, inner, holds) not in self.met:
            self.met.add((name, inner, holds))
            self._read(body, inner, holds)

    def _effect(self, tree: t.Tree, standing: Standing) -> Standing:
        """Reads an effect; the sites on which a piece stands after it."""
        match tree:
            case t.Block(parts=parts):
                for part in parts:
                    standing = self._effect(part, standing)
                return standing
            case t.IfThen(test=test, then=then, other=other):
                self._read(test, standing, True)
                one = self._effect(then, standing | self._held(test))
                beside = standing | self._not_held(test)
                return one & (self._effect(other, beside) if other is not None else beside)
            case t.ForEach(binder=binder, body=body):
                self._effect(body, self._bind(binder, standing))
                return standing
            case t.Change(what=t.Dot(of=of), to=to) | t.Add(place=t.Dot(of=of), what=to):
                self._read(of, standing, True)
                self._read(to, standing, True)
                return standing
            case t.Routine(name=name, args=args):
                self._parts_of(tree, standing)
                routine = self.facts.checked.definition.routines[name]
                self._called(name, routine.params, self.facts.folding.tree(routine.body), args, standing, True)
                return standing
            case t.Put(on=on):
                self._parts_of(tree, standing)
                return standing | {on}
            case t.Move(source=source, target=target):
                self._parts_of(tree, standing)
                return (standing - {source}) | {target}
            case t.Take(source=source):
                self._parts_of(tree, standing)
                return standing - {source}
        self._parts_of(tree, standing)
        return standing

    def _parts_of(self, tree: t.Tree, standing: Standing) -> None:
        for part in t.children(tree):
            self._read(part, standing, True)

    def _all_bound(self, binders: tuple[t.Binder, ...], standing: Standing) -> Standing:
        for binder in binders:
            standing = self._bind(binder, standing)
        return standing

    def _bind(self, binder: t.Binder, standing: Standing) -> Standing:
        """Reads the choice of a name; the sites on which a piece stands with it."""
        self._read(binder.source, standing, True)
        name = t.Name(binder.name, span=binder.span)
        standing = Standing(site for site in standing if not t.mentions(site, binder.name))
        standing |= {name} if self._of_standing(binder.source) else Standing()
        if binder.test is not None:
            self._read(binder.test, standing, True)
            standing |= self._held(binder.test)
        return standing

    # ---- proofs that a piece stands on a site

    def _stands(self, site: t.Expr, standing: Standing) -> bool:
        if site in standing:
            return True
        match site:
            case t.Call(name="first" | "the", args=(of,)):
                return self._of_standing(of)
            case t.IfElse(then=then, test=test, other=other):
                return self._stands(then, standing | self._held(test)) and self._stands(other, standing | self._not_held(test))
        body = self._body(site)
        return body is not None and not is_many(self.facts.sort(body, {})) and self._stands(body, Standing())

    def _of_standing(self, source: t.Expr) -> bool:
        """Whether a piece stands on each member of a set."""
        match source:
            case t.With() | t.Name(name="taken_cells") | t.Call(name="group"):
                return True
            case t.Gen(body=body, binders=binders):
                return self._stands(body, self._known_of(binders))
            case t.Binary(op="&", left=left, right=right):
                return self._of_standing(left) or self._of_standing(right)
            case t.Binary(op="+", left=left, right=right) | t.IfElse(then=left, other=right):
                return self._of_standing(left) and self._of_standing(right)
            case t.Binary(op="-", left=left):
                return self._of_standing(left)
            case t.Call(name="sorted" | "reversed" | "descending" | "distinct" | "leading", args=(of, *_)):
                return self._of_standing(of)
            case t.SetOf(items=items) | t.ListOf(items=items):
                return all(self._stands(item, Standing()) for item in items)
        called = self._body(source)
        return called is not None and self._of_standing(called)

    def _known_of(self, binders: tuple[t.Binder, ...]) -> Standing:
        known: set[t.Expr] = set()
        for binder in binders:
            known |= {t.Name(binder.name, span=binder.span)} if self._of_standing(binder.source) else set()
            known |= self._held(binder.test) if binder.test is not None else set()
        return Standing(known)

    def _body(self, tree: t.Expr) -> t.Expr | None:
        """What a call of a definition stands for."""
        one = self.facts.definitions.get(tree.name) if isinstance(tree, t.Name | t.Call) else None
        return None if one is None or t.mentions(one.body, one.name) else one.body

    def _held(self, test: t.Tree) -> Standing:
        """The sites on which a piece stands if a condition holds."""
        match test:
            case t.Stands(site=site):
                return Standing((site,))
            case t.Call(name="occupied", args=(site,)):
                return Standing((site,))
            case t.Not(of=of):
                return self._not_held(of)
            case t.And(parts=parts):
                return Standing().union(*map(self._held, parts))
            case t.Chain(first=t.Dot(of=site, name="owner" | "kind"), rest=((("==" | "!=") as op, right),)):
                return Standing((site,)) if t.is_name(right, "none") == (op == "!=") else Standing()
            case t.Chain(first=site, rest=(("in", source),)) if self._of_standing(source):
                return Standing((site,))
        return Standing()

    def _not_held(self, test: t.Tree) -> Standing:
        """The sites on which a piece stands if a condition does not hold."""
        match test:
            case t.Call(name="empty", args=(site,)):
                return Standing((site,))
            case t.Not(of=of):
                return self._held(of)
            case t.Or(parts=parts):
                return Standing().union(*map(self._not_held, parts))
            case t.Chain(first=t.Dot(of=site, name="owner" | "kind"), rest=(("==", right),)) if t.is_name(right, "none"):
                return Standing((site,))
        return Standing()

    # ---- what a reader guesses

    def _is_guessed(self, name: str, holds: bool) -> bool:
        """Whether nobody would take a site without a piece for one that has the mark."""
        _, start = self.starts[name]
        return t.is_name(start, "none") or (self.facts.folding.constant(start) is False and holds)

    def _adds_nothing(self, name: str) -> bool:
        return name in self.starts and self.facts.folding.constant(self.starts[name][1]) == 0


def _parts(move: MovePart) -> Iterator[t.Tree]:
    yield from move.binders
    yield from (let.value for let in move.lets)
    yield from (tree for part in (move.where, move.ensure) for _, tree in part.parts)
    yield move.do
