"""Reads the rules with what is surely not `none` where they are asked: pieces that stand on sites, values that are kept.

Takes the trees of a game, and reads each with what its choices and conditions say. What is not proved may still be so.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ggl.checker.vocabulary.board_words import DOTS
from ggl.checker.world import SITES
from ggl.core.types import Opt
from ggl.model.definition import MovePart
from ggl.narration.facts import Facts, is_many
from ggl.narration.plainer import plain_trees
from ggl.syntax import tree as t

Known = frozenset[t.Expr]
"""Expressions that are surely not `none`: `c.kind` where a piece stands on c."""

Properties = frozenset[str]
"""The properties of the piece on a site that are surely not `none`: none if perhaps no piece stands there."""

_NO_PIECE = Properties()
_DEEPEST = 6
"""How many definitions within each other are looked into."""


@dataclass
class ReadsOfNone:
    """Reads a game; those who inherit from it look at what is read, each time with what is known there."""

    facts: Facts
    met: set[tuple[str, Known, bool]] = field(default_factory=set)
    """The definitions that were read, each with what is known of its parameters, and whether it is told as it is or negated."""

    open: set[str] = field(default_factory=set)
    """The definitions that are being looked into."""

    def game(self) -> None:
        definition = self.facts.checked.definition
        others = {id(part) for move in definition.moves.values() for part in _parts(move)}
        others |= {id(one.body) for one in definition.routines.values()}  # read where they are called
        for move in definition.moves.values():
            self._move(move)
        for tree in plain_trees(self.facts.checked, definitions=False):
            if id(tree) not in others:
                self.read(self.facts.folding.tree(tree), Known(), True)

    def _move(self, move: MovePart) -> None:
        folding, known = self.facts.folding, Known()
        for binder in move.binders:
            known = self._bind(folding.tree(binder), known)
        for let in move.lets:
            self.read(folding.tree(let.value), known, True)
        for _, tree in move.where.parts:
            test = folding.tree(tree)
            self.read(test, known, True)
            known |= self._held(test)
        known = self._effect(folding.tree(move.do), known)
        for _, tree in move.ensure.parts:
            self.read(folding.tree(tree), known, True)
        if move.then is not None:
            self.read(folding.tree(move.then), known, True)

    # ---- reading

    def read(self, tree: t.Tree, known: Known, holds: bool) -> None:
        """Reads a tree that is told as it is, or negated."""
        match tree:
            case t.Not(of=of):
                self.read(of, known, not holds)
            case t.And(parts=parts) | t.Or(parts=parts):
                learnt = self._held if isinstance(tree, t.And) else self._not_held
                for part in parts:
                    beside = (learnt(other) for other in parts if other is not part)
                    self.read(part, known.union(*beside), holds)
            case t.IfElse(then=then, test=test, other=other):
                self.read(test, known, True)
                self.read(then, known | self._held(test), holds)
                self.read(other, known | self._not_held(test), holds)
            case t.Gen(body=body, binders=binders):
                self.read(body, self.all_bound(binders, known), holds)
            case t.Chain(first=first, rest=rest):
                for side in (first, *(right for _, right in rest)):
                    self.read(side, known, True)
            case t.Call(name=name, args=args) if name in self.facts.definitions:
                for part in args:
                    self.read(part, known, True)
                self._definition(name, args, known, holds)
            case t.Name(name=name) if name in self.facts.definitions:
                self._definition(name, (), known, holds)
            case t.Block() | t.IfThen() | t.ForEach() | t.Repeat():
                self._effect(tree, known)
            case _:
                for inner in t.children(tree):
                    self.read(inner, known, holds)

    def _definition(self, name: str, args: tuple[t.Expr, ...], known: Known, holds: bool) -> None:
        one = self.facts.definitions[name]
        self._called(name, one.params, one.body, args, known, holds)

    def _called(self, name: str, params: tuple[str, ...], body: t.Tree, args: tuple[t.Expr, ...], known: Known,
                holds: bool) -> None:  # fmt: skip
        """Reads what is called, with what is known of its arguments."""
        inner = Known().union(*(
            _all_of(t.Name(param, span=arg.span), self.properties(arg, known)) for param, arg in zip(params, args, strict=False)
        ))  # fmt: skip
        if (name, inner, holds) not in self.met:
            self.met.add((name, inner, holds))
            self.read(body, inner, holds)

    def _effect(self, tree: t.Tree, known: Known) -> Known:
        """Reads an effect; what is known after it."""
        match tree:
            case t.Block(parts=parts):
                for part in parts:
                    known = self._effect(part, known)
                return known
            case t.IfThen(test=test, then=then, other=other):
                self.read(test, known, True)
                one = self._effect(then, known | self._held(test))
                beside = known | self._not_held(test)
                return one & (self._effect(other, beside) if other is not None else beside)
            case t.ForEach(binder=binder, body=body):
                self._effect(body, self._bind(binder, known))
                return known
            case t.Change(what=t.Dot(of=of), to=to) | t.Add(place=t.Dot(of=of), what=to):
                self.read(of, known, True)
                self.read(to, known, True)
                return known
            case t.Change(verb="set", what=t.Name(name=name), to=to):
                self.read(to, known, True)
                return Known(one for one in known if not t.mentions(one, name))
            case t.Routine(name=name, args=args):
                self._parts_of(tree, known)
                routine = self.facts.checked.definition.routines[name]
                self._called(name, routine.params, self.facts.folding.tree(routine.body), args, known, True)
                return known
            case t.Put(pieces=pieces, on=on):
                self._parts_of(tree, known)
                kind = pieces.words[-1]
                return known | _all_of(on, self._of_kind(kind.name if isinstance(kind, t.Name) else ""))
            case t.Move(source=source, target=target):
                self._parts_of(tree, known)
                there = self.properties(source, known)
                return _without(known, source) | _all_of(target, there or {"kind"})
            case t.Take(source=source):
                self._parts_of(tree, known)
                return _without(known, source)
        self._parts_of(tree, known)
        return known

    def _parts_of(self, tree: t.Tree, known: Known) -> None:
        for part in t.children(tree):
            self.read(part, known, True)

    def all_bound(self, binders: tuple[t.Binder, ...], known: Known) -> Known:
        for binder in binders:
            known = self._bind(binder, known)
        return known

    def _bind(self, binder: t.Binder, known: Known) -> Known:
        """Reads the choice of a name; what is known with it."""
        self.read(binder.source, known, True)
        known = Known(one for one in known if not t.mentions(one, binder.name))
        known |= _all_of(t.Name(binder.name, span=binder.span), self._of_members(binder.source))
        if binder.test is not None:
            self.read(binder.test, known, True)
            known |= self._held(binder.test)
        return known

    # ---- proofs that a piece stands on a site

    @property
    def _all_owned(self) -> bool:
        return all(piece.owned for piece in self.facts.checked.definition.pieces.values())

    def _of_kind(self, kind: str, whose: bool = False) -> Properties:
        """The properties of a piece of a kind."""
        piece = self.facts.checked.definition.pieces.get(kind)
        owned = whose or self._all_owned or (piece is not None and piece.owned)
        return Properties(("kind", "owner") if owned else ("kind",))

    def _of_phrase(self, phrase: t.Phrase) -> Properties:
        return self._of_kind(phrase.kind, whose=bool(phrase.adjective) or phrase.owner is not None)

    def properties(self, site: t.Expr, known: Known) -> Properties:
        found = Properties(name for name in ("kind", "owner") if t.Dot(site, name, site.span, span=site.span) in known)
        if found:
            return found
        match site:
            case t.Call(name="first" | "the", args=(of,)):
                return self._of_members(of)
            case t.IfElse(then=then, test=test, other=other):
                one = self.properties(then, known | self._held(test))
                return one & self.properties(other, known | self._not_held(test))
        body = self._body(site)
        return self.properties(body, Known()) if body is not None and not is_many(self.facts.sort(body, {})) else _NO_PIECE

    def _of_members(self, source: t.Expr) -> Properties:
        """What the piece on each member of a set surely has."""
        match source:
            case t.With(phrase=phrase):
                return self._of_phrase(phrase)
            case t.Name(name="taken_cells") | t.Call(name="group"):
                return self._of_kind("")
            case t.Gen(body=body, binders=binders):
                return self.properties(body, self._known_of(binders))
            case t.Binary(op="&", left=left, right=right):
                return self._of_members(left) | self._of_members(right)
            case t.Binary(op="+", left=left, right=right) | t.IfElse(then=left, other=right):
                return self._of_members(left) & self._of_members(right)
            case t.Binary(op="-", left=left):
                return self._of_members(left)
            case t.Call(name="sorted" | "reversed" | "descending" | "distinct" | "leading", args=(of, *_)):
                return self._of_members(of)
            case t.SetOf(items=(first, *items)) | t.ListOf(items=(first, *items)):
                return self.properties(first, Known()).intersection(*(self.properties(item, Known()) for item in items))
        called = self._body(source)
        return self._of_members(called) if called is not None else _NO_PIECE

    def _known_of(self, binders: tuple[t.Binder, ...]) -> Known:
        known = Known()
        for binder in binders:
            known |= _all_of(t.Name(binder.name, span=binder.span), self._of_members(binder.source))
            known |= self._held(binder.test) if binder.test is not None else Known()
        return known

    def _body(self, tree: t.Expr) -> t.Expr | None:
        """What a call of a definition stands for."""
        one = self.facts.definitions.get(tree.name) if isinstance(tree, t.Name | t.Call) else None
        return None if one is None or t.mentions(one.body, one.name) else one.body

    def _held(self, test: t.Tree) -> Known:
        """What is known if a condition holds."""
        match test:
            case t.Stands(phrase=phrase, site=site):
                return _all_of(site, self._of_phrase(phrase))
            case t.Call(name="occupied", args=(site,)):
                return _all_of(site, self._of_kind(""))
            case t.Not(of=of):
                return self._not_held(of)
            case t.And(parts=parts):
                return Known().union(*map(self._held, parts))
            case t.Chain(first=left, rest=(("!=", right),)) if t.is_name(right, "none"):
                return self._not_none(left)
            case t.Chain(first=left, rest=(("==", right),)):
                one = Known() if self.may_be_none(right, Known()) else self._not_none(left)
                return one if self.may_be_none(left, Known()) else one | self._not_none(right)
            case t.Chain(first=site, rest=(("in", source),)):
                return Known((site,)) | _all_of(site, self._of_members(source))
        return Known()

    def _not_held(self, test: t.Tree) -> Known:
        """What is known if a condition does not hold."""
        match test:
            case t.Call(name="empty", args=(site,)):
                return _all_of(site, self._of_kind(""))
            case t.Not(of=of):
                return self._held(of)
            case t.Or(parts=parts):
                return Known().union(*map(self._not_held, parts))
            case t.Chain(first=left, rest=(("==", right),)) if t.is_name(right, "none"):
                return self._not_none(left)
        return Known()

    def _not_none(self, tree: t.Expr) -> Known:
        """What is known where an expression is not `none`."""
        if isinstance(tree, t.Dot) and tree.name in ("owner", "kind"):
            return _all_of(tree.of, self._of_kind("", whose=tree.name == "owner"))
        return Known((tree,))

    # ---- what may be none

    def may_be_none(self, tree: t.Expr, known: Known, depth: int = 0) -> bool:
        """Whether nothing proves that an expression has a value. A name that a choice gave to a value has one."""
        facts, world = self.facts, self.facts.checked.world
        if tree in known or depth > _DEEPEST:
            return tree not in known
        match tree:
            case t.Name(name="none" | "winner"):
                return True
            case t.Name(name=name) if name in world.variables:
                return isinstance(world.variables[name].values, Opt)
            case t.Dot(of=t.Name(name="last")):
                return True
            case t.Dot(of=of, name="owner" | "kind" | "facing" as name) if facts.sort(of, {}) in (*SITES, ""):
                return ("kind" if name == "facing" else name) not in self.properties(of, known)
            case t.Dot(of=of, name=name) if name in world.variables:
                return isinstance(world.variables[name].values, Opt) or self.may_be_none(of, known, depth + 1)
            case t.Dot(of=of, name=name) if (facts.sort(of, {}), name) in DOTS or name in world.value_properties.get(
                facts.sort(of, {}), {}
            ):
                return self.may_be_none(of, known, depth + 1)
            case t.IfElse(then=then, test=test, other=other):
                return self.may_be_none(then, known | self._held(test), depth + 1) or self.may_be_none(
                    other, known | self._not_held(test), depth + 1
                )
            case t.Name(name=name) | t.Call(name=name) if name in facts.definitions:
                if name in self.open or len(self.open) == _DEEPEST:
                    return True
                args = tree.args if isinstance(tree, t.Call) else ()
                bound = dict(zip(facts.definitions[name].params, args, strict=False))
                self.open.add(name)
                found = self.may_be_none(facts.folding.tree(facts.definitions[name].body, bound), known, depth + 1)
                self.open.remove(name)
                return found
            case t.Call(name="seen" | "previous", args=(of,)):
                return self.may_be_none(of, known, depth + 1)
            case t.Call(name="first" | "the"):
                return True
            case t.Name(name=name) | t.Call(name=name) if (signature := facts.signature(name)) is not None:
                return signature.result.endswith("?")
        return False


def _all_of(site: t.Expr, properties: Properties | set[str]) -> Known:
    return Known(t.Dot(site, name, site.span, span=site.span) for name in properties)


def _without(known: Known, site: t.Expr) -> Known:
    return Known(one for one in known if not isinstance(one, t.Dot) or one.of != site)


def _parts(move: MovePart) -> Iterator[t.Tree]:
    yield from move.binders
    yield from (let.value for let in move.lets)
    yield from (tree for part in (move.where, move.ensure) for _, tree in part.parts)
    yield from (tree for tree in (move.do, move.then) if tree is not None)
