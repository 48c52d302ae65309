"""The value of an expression's tree in a scene, form by form as in docs/manual/expressions.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING

from ggl.syntax import tree as t
from ggl.topology import Site
from tests.meaning.piles import pile_at
from tests.meaning.scene import Scene, Stone
from tests.meaning.values import NOTHING, Unknown, Value, as_set, compare_lists, equal, holds, number
from tests.meaning.world import SITES

if TYPE_CHECKING:
    from tests.meaning.world import World

Names = Mapping[str, Value]


class Evaluator:
    """Expressions read in one scene. `names` are those that stand for a value where the text stands."""

    def __init__(self, world: World, scene: Scene) -> None:
        from tests.meaning.words import Words

        self.world = world
        self.scene = scene
        self.words = Words(self)

    # ---- wanted as

    def number(self, tree: t.Expr, names: Names | None = None) -> Fraction:
        return number(self.value(tree, names))

    def holds(self, tree: t.Expr, names: Names | None = None) -> bool:
        return holds(self.value(tree, names))

    def set(self, tree: t.Expr, names: Names | None = None) -> frozenset[Value]:
        return as_set(self.value(tree, names))

    # ---- forms

    def value(self, tree: t.Expr, names: Names | None = None) -> Value:
        names = names or {}
        match tree:
            case t.Number():
                return tree.value
            case t.Name():
                return self._name(tree.name, names)
            case t.Dot():
                return self._dot(tree, names)
            case t.Index():
                return self._index(tree, names)
            case t.Call():
                return self._call(tree, names)
            case t.SetOf():
                return as_set(tuple(self.value(item, names) for item in tree.items))
            case t.ListOf():
                return tuple(v for item in tree.items if (v := self.value(item, names)) is not None)
            case t.Gen():
                return self.gen(tree, names)
            case t.Unary():
                value = self.number(tree.of, names)
                return -value if tree.op == "-" else value
            case t.Binary():
                return self._binary(tree, names)
            case t.Chain():
                return self._chain(tree, names)
            case t.Not():
                return not self.holds(tree.of, names)
            case t.And():
                return all(self.holds(part, names) for part in tree.parts)
            case t.Or():
                return any(self.holds(part, names) for part in tree.parts)
            case t.IfElse():
                taken = tree.then if self.holds(tree.test, names) else tree.other
                return self._of_cases(taken, (tree.then, tree.other), names)
            case t.Stands(under=True):
                return any(self.fits(pile[0], tree.phrase, names) for pile in self._piles(self.value(tree.site, names)))
            case t.Stands():
                return self.stands(tree.phrase, self.value(tree.site, names), names)
            case t.With(of=t.Dot(name="levels") as dot) if Fraction(1) in self.set(tree.of, names):
                piles = self._piles(self.value(dot.of, names))
                return frozenset(Fraction(level) for pile in piles for level, stone in enumerate(pile, 1)
                                 if self.fits(stone, tree.phrase, names))  # fmt: skip
            case t.With():
                return frozenset(site for site in self.set(tree.of, names) if self.stands(tree.phrase, site, names))
            case t.Lined():
                return self._table(tree, names)
        raise AssertionError(tree)

    def _name(self, name: str, names: Names) -> Value:
        if name in names:
            return names[name]
        if name in self.world.constants:
            return self.world.constants[name]
        if name in self.scene.variables:
            return self.scene.variables[name]
        if name in self.world.definition.state:
            raise Unknown(name)
        definition = self.world.definition.definitions.get(name)
        if definition is not None and not definition.params:
            return self.value(definition.body)
        found = self.words.name(name)
        if found is not NOTHING:
            return found
        site = self.world.site(name)
        if site is None:
            raise Unknown(name)
        return site

    def _chosen(self, player: Value, name: str) -> Value:
        """What a player has chosen as a parameter; none where it chose no such move, and no members of a set."""
        assert isinstance(player, str)
        _, args = self.scene.chosen.get(player, ("", {}))
        return args.get(name)

    def _dot(self, tree: t.Dot, names: Names) -> Value:
        if isinstance(tree.of, t.Call) and tree.of.name == "choice":
            return self._chosen(self.value(tree.of.args[0], names), tree.name)
        if tree.of == t.Name("last", span=tree.of.span):
            if tree.name == "mover":
                return self.scene.last_mover
            return self.scene.last.get(tree.name)
        of = self.value(tree.of, names)
        if isinstance(of, str) and (of, tree.name) in self.world.player_constants:
            return self.world.player_constants[of, tree.name]
        if isinstance(of, str) and (of, tree.name) in self.world.properties:
            return self.world.properties[of, tree.name]
        variable = self.scene.variables.get(tree.name)
        if isinstance(variable, dict) and of in variable:
            return variable[of]
        if isinstance(of, Site) and tree.name in self._marks_on(of):
            return self._mark(of, tree.name)
        counted = self.world.stacks or self.world.piles
        if tree.name == "count" and counted and (of is None or isinstance(of, Site)):
            if of is None:
                return None
            stones = self.scene.on(of)
            several = [s.count for layer, s in stones if s.kind in self.world.stacks or self.world.most_in_pile(layer, of)]
            return Fraction(sum(several))
        if tree.name == "levels" and self.world.piles:
            return frozenset(Fraction(level) for pile in self._piles(of) for level in range(1, len(pile) + 1))
        if of is None:
            kept = self._kept(tree.name)
            if kept is not NOTHING:
                return frozenset() if isinstance(kept, frozenset) else False if isinstance(kept, bool) else None
        return self.words.dot(of, tree.name)

    def _kept(self, name: str) -> Value:
        """An example of what the file itself lets stand behind a dot by this name."""
        ours = {**self.world.properties, **self.world.player_constants}
        constants = {constant: value for (_, constant), value in ours.items()}
        marks = {mark: value for marks in self.world.marks.values() for mark, value in marks.items()}
        return {**constants, **marks, **self.world.starts}.get(name, NOTHING)

    def _of_cases(self, taken: t.Expr | None, cases: Sequence[t.Expr], names: Names) -> Value:
        """The case that holds. Where another one is a set, a list is a set too."""
        value = NOTHING if taken is None else self.value(taken, names)
        alike = isinstance(value, tuple) and any(self._is_set(case, names) for case in cases if case is not taken)
        return as_set(value) if alike else value

    def _is_set(self, tree: t.Expr, names: Names) -> bool:
        try:
            return isinstance(self.value(tree, names), frozenset)
        except (Unknown, TypeError, AttributeError):
            return False

    def _marks_on(self, site: Site) -> frozenset[str]:
        """The names of what pieces on sites of this type carry."""
        pieces = self.world.definition.pieces.items()
        return frozenset(
            name for kind, piece in pieces if piece.sites == SITES[site.type] for name in self.world.marks.get(kind, ())
        )

    def _mark(self, site: Site, name: str) -> Value:
        """What the piece there carries by this name; where none does, what such a piece starts with."""
        for _, stone in self.scene.on(site):
            if name in stone.marks:
                return stone.marks[name]
        return next(marks[name] for marks in self.world.marks.values() if name in marks)

    def _index(self, tree: t.Index, names: Names) -> Value:
        items = self.value(tree.of, names)
        at = self.number(tree.at, names)
        assert isinstance(items, tuple), items
        if 1 <= at <= len(items):
            return items[int(at) - 1]
        return False if items and isinstance(items[0], bool) else None

    def _call(self, tree: t.Call, names: Names) -> Value:
        definition = self.world.definition.definitions.get(tree.name)
        if definition is None:
            return self.words.call(tree, names)
        args = [self.value(arg, names) for arg in tree.args]
        bound = dict(zip(definition.params, args, strict=False))
        bound.update({named.name: self.value(named.value, names) for named in tree.named})
        return self.value(definition.body, bound)

    # ---- sets and lists

    def bindings(self, binders: tuple[t.Binder, ...], names: Names) -> Iterator[Names]:
        """The names with each choice of members for the binders, the first going slowest."""
        if not binders:
            yield names
            return
        first, *rest = binders
        for member in self._choices(first, names):
            if member is None:
                continue
            inner = {**names, first.name: member}
            if first.test is None or self.holds(first.test, inner):
                yield from self.bindings(tuple(rest), inner)

    def _choices(self, binder: t.Binder, names: Names) -> Iterator[Value]:
        """The members of a source; of `subsets` the sets, of `a and b in S` those that come after the one before."""
        if isinstance(binder.source, t.Call) and binder.source.name == "subsets":
            of, sizes = binder.source.args
            members = self.world.order.walk(self.value(of, names))
            ends = (sizes.left, sizes.right) if isinstance(sizes, t.Binary) and sizes.op == ".." else (sizes, sizes)
            low, high = (number(self.value(end, names)) for end in ends)
            for size in range(max(int(low), 1), min(int(high), len(members)) + 1):
                yield from map(frozenset, combinations(members, size))
            return
        key = self.world.order.key
        for member in self.world.order.walk(self.value(binder.source, names)):
            if not binder.beside or (member is not None and key(names[binder.beside]) < key(member)):
                yield member

    def gen(self, tree: t.Gen, names: Names) -> Value:
        made = (self.value(tree.body, inner) for inner in self.bindings(tree.binders, names))
        items = tuple(item for item in made if item is not None)
        if not tree.short:
            return items
        source = self.value(tree.binders[0].source, names)
        return frozenset(items) if isinstance(source, frozenset) else items if isinstance(source, tuple) else NOTHING

    # ---- operators

    def _binary(self, tree: t.Binary, names: Names) -> Value:
        left, right = self.value(tree.left, names), self.value(tree.right, names)
        if tree.op == "..":
            low, high = number(left), number(right)
            return frozenset(Fraction(n) for n in range(int(low), int(high) + 1))
        if tree.op == "+" and isinstance(left, tuple) and isinstance(right, tuple):
            return left + right
        # ggl lets no number be none here, so none is the first of no sets: the empty one.
        empty = (None, NOTHING)
        if isinstance(left, frozenset | tuple) or isinstance(right, frozenset | tuple) or left in empty or right in empty:
            a, b = as_set(left), as_set(right)
            if isinstance(left, tuple) and tree.op != "+":
                return tuple(item for item in left if (item in b) == (tree.op == "&"))
            return {"+": a | b, "-": a - b, "&": a & b}[tree.op]
        x, y = number(left), number(right)
        match tree.op:
            case "+":
                return x + y
            case "-":
                return x - y
            case "*":
                return x * y
            case "/":
                return x / y
            case "//":
                return Fraction(x // y) if y else Fraction(0)
            case "%":
                return x % y if y else Fraction(0)
        raise AssertionError(tree.op)

    def _chain(self, tree: t.Chain, names: Names) -> bool:
        left = self.value(tree.first, names)
        for op, tail in tree.rest:
            right = self.value(tail, names)
            if not self._compare(op, left, right):
                return False
            left = right
        return True

    def _compare(self, op: str, left: Value, right: Value) -> bool:
        match op:
            case "==":
                return equal(left, right)
            case "!=":
                return not equal(left, right)
            case "in" | "not in":
                found = left is not None and any(equal(left, item) for item in self.world.order.walk(right))
                return found == (op == "in")
        if isinstance(left, tuple) and isinstance(right, tuple):
            sign = compare_lists(left, right, self.world.order.key)
        else:
            a, b = self.world.order.key(left), self.world.order.key(right)
            sign = -1 if a < b else 1 if a > b else 0
        return {"<": sign < 0, "<=": sign <= 0, ">": sign > 0, ">=": sign >= 0}[op]

    def _table(self, tree: t.Lined, names: Names) -> Value:
        if tree.by is not None:
            by = self.value(tree.by, names)
            found = (result for key, result in tree.rows if equal(by, self.value(key, names)))
            results = [result for _, result in tree.rows]
        else:
            found = (result for result, test in tree.rows if self.holds(test, names))
            results = [result for result, _ in tree.rows]
        return self._of_cases(next(found, tree.other), [*results, *([tree.other] if tree.other is not None else [])], names)

    # ---- phrases

    def _piles(self, site: Value) -> list[list[Stone]]:
        """The pile on a site, if there is one."""
        layers = {layer for layer, _ in self.world.piles} if isinstance(site, Site) else set()
        found = (pile_at(self.scene, (layer, site)) for layer in layers if self.world.most_in_pile(layer, site))
        return [pile for pile in found if pile]

    def stands(self, phrase: t.Phrase, site: Value, names: Names) -> bool:
        return any(self.fits(stone, phrase, names) for _, stone in self.scene.on(site))

    def fits(self, stone: Stone, phrase: t.Phrase, names: Names) -> bool:
        if phrase.kind != "piece" and stone.kind != self._name(phrase.kind, names):
            return False
        if phrase.owner is not None:
            return stone.owner is not None and stone.owner == self.value(phrase.owner, names)
        match phrase.adjective:
            case "":
                return True
            case "own":
                return stone.owner == self.scene.mover
            case "enemy":
                return stone.owner not in (None, self.scene.mover)
        return stone.owner is not None and stone.owner == self._name(phrase.adjective, names)
