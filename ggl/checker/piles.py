"""Piles: several pieces on a site, each of its own kind and side, from the bottom up.

The layer's field has the piece on top and its count the height, as with stacks. A second field over site and level has the pieces
below the top, and none above them, so that equal piles are equal vectors. An effect reads a pile as a list and writes it back. No
piece is lost: what finds no room stays where it is.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from ggl.checker import make
from ggl.checker.world import World
from ggl.core import forms as f
from ggl.core.types import Fin, ListOf, Num, Opt, SetOf, none_code
from ggl.frozen import frozen

ONE = make.number(1)


class AllPieces(Enum):
    """The number of an effect that speaks of `all` pieces of a site that fit."""

    PIECES = "all"


ALL = AllPieces.PIECES

More = Callable[[f.Expr], f.Effect]
"""The effect on a piece that is taken away, before it goes."""


@frozen
class Pile:
    """The piles of one layer on one type of site."""

    layer: f.Layer
    count: f.Field
    below: f.Field
    piece: Fin

    @property
    def most(self) -> int:
        assert isinstance(self.count.values, Num)
        return self.count.values.hi

    # ---- reading; sites are there

    def height(self, site: f.Expr) -> f.Expr:
        return f.Get(self.count.name, (site,), self.count.values)

    def levels(self, site: f.Expr) -> f.Expr:
        return f.NumberRange(ONE, self.height(site), SetOf(Num(1, self.most)))

    def at(self, site: f.Expr, level: f.Expr) -> f.Expr:
        """The piece at a level that is there."""
        is_top = make.comparison("eq", level, self.height(site))
        lower = f.Get(self.below.name, (site, make.arith("sub", [level, ONE])), self.piece)
        return f.If(is_top, f.Get(self.layer.field, (site,), self.piece), lower, self.piece)

    def bottom(self, site: f.Expr) -> f.Expr:
        """The lowest piece, or none."""
        piece = Opt(self.piece)
        several = make.comparison("lt", ONE, self.height(site))
        lowest = f.Get(self.below.name, (site, make.number(0)), piece)
        return f.If(several, lowest, f.Get(self.layer.field, (site,), piece), piece)

    def levels_with(self, site: f.Expr, values: f.Expr) -> f.Expr:
        """The levels at which one of the pieces stands."""
        level = make.fresh("level")
        fits = f.In(self.at(site, f.Var(level, Num(1, self.most))), values)
        return f.Filter(level, self.levels(site), fits, SetOf(Num(1, self.most)))

    def listed(self, site: f.Expr, chosen: Callable[[f.Expr], f.Expr] = lambda _: make.TRUE) -> f.Expr:
        """The pieces of the chosen levels, from the bottom up."""
        level = make.fresh("level")
        var = f.Var(level, Num(1, self.most))
        return f.Listing(level, self.levels(site), chosen(var), self.at(site, var), False, ListOf(self.piece))

    # ---- writing

    def written(self, site: f.Expr, pieces: f.Expr) -> f.Effect:
        """The pile becomes a list, which has been read before."""
        level, size = make.fresh("level"), self._size(pieces)
        var, piece = f.Var(level, Num(1, self.most)), Opt(self.piece)
        lower = f.If(make.comparison("lt", var, size), f.ListOp("at", (pieces, var), piece), self._nothing, piece)
        changed = make.arith("max", [self.height(site), size])
        each = f.NumberRange(ONE, make.arith("sub", [changed, ONE]), SetOf(Num(1, self.most)))
        write = f.Write(self.below.name, (site, make.arith("sub", [var, ONE])), lower)
        top = f.Put(self.layer.name, site, f.ListOp("at", (pieces, size), self.piece), ((self.count.name, size),))
        ends = f.IfDo(make.comparison("lt", make.number(0), size), top, f.Take(self.layer.name, site))
        return f.Seq((f.ForDo(level, each, write), ends))

    def room(self, site: f.Expr) -> f.Expr:
        return make.arith("sub", [make.number(self.most), self.height(site)])

    def put(self, site: f.Expr, piece: f.Expr, number: f.Expr, *, under: bool) -> f.Effect:
        """Pieces come onto a pile or under it, as many as there is room for."""

        def put_one(site: f.Expr, piece: f.Expr) -> f.Effect:
            height = self.height(site)
            top = f.Get(self.layer.field, (site,), Opt(self.piece))
            cover = f.Write(self.below.name, (site, make.arith("sub", [height, ONE])), top)
            covered = f.IfDo(make.comparison("lt", make.number(0), height), cover, make.NOTHING)
            put = f.Put(self.layer.name, site, piece, ((self.count.name, make.arith("add", [height, ONE])),))
            return f.IfDo(make.comparison("lt", height, make.number(self.most)), f.Seq((covered, put)), make.NOTHING)

        def put_some(site: f.Expr, piece: f.Expr) -> f.Effect:
            amount = make.arith("min", [number, self.room(site)])
            new = f.Listing(make.fresh("n"), f.NumberRange(ONE, amount, SetOf(Num(1, self.most))), make.TRUE, piece, False,
                            ListOf(self.piece))  # fmt: skip
            there = self.listed(site)
            both = f.ListOp("concat", (new, there) if under else (there, new), ListOf(self.piece))
            name = make.fresh("pieces")
            return f.LetDo(name, both, self.written(site, f.Var(name, both.type)))

        alone = number == ONE and not under
        return _at(site, lambda site: _bound("piece", piece, lambda piece: (put_one if alone else put_some)(site, piece)))

    def take(
        self, site: f.Expr, values: f.Expr, number: f.Expr | AllPieces | None, more: More | None, *, under: bool
    ) -> f.Effect:
        """Pieces leave a pile from its top or its bottom, as many as there are from that end on; or all, wherever they lie."""
        tell = more or (lambda _: make.NOTHING)

        def take_top(site: f.Expr) -> f.Effect:
            top, height = f.Get(self.layer.field, (site,), Opt(self.piece)), f.Var(make.fresh("n"), self.count.values)
            next_one = make.arith("sub", [height, make.number(2)])
            piece = f.Get(self.below.name, (site, next_one), self.piece)
            less = f.Put(self.layer.name, site, piece, ((self.count.name, make.arith("sub", [height, ONE])),))
            clear = f.Write(self.below.name, (site, next_one), self._nothing)
            several = make.comparison("lt", ONE, height)
            left = f.IfDo(several, f.Seq((less, clear)), f.Take(self.layer.name, site))
            gone = f.LetDo(height.name, self.height(site), left)
            return f.IfDo(f.In(top, values), f.Seq((tell(top), gone)) if more else gone, make.NOTHING)

        def take_some(site: f.Expr) -> f.Effect:
            def taken(gone: f.Expr, rest: f.Expr) -> f.Effect:
                piece = make.fresh("piece")
                each = f.ForDo(piece, gone, tell(f.Var(piece, self.piece)))
                return f.Seq((each, self.written(site, rest)) if more else (self.written(site, rest),))

            return self._parted(site, values, number, under, taken)

        return _at(site, take_top if number in (None, ONE) and not under else take_some)

    def move(
        self,
        start: f.Expr,
        end: f.Expr,
        values: f.Expr | None,
        number: f.Expr | AllPieces | None,
        *,
        from_under: bool,
        under: bool,
    ) -> f.Effect:
        """Move pieces of one pile onto another or under it, in order; all of them without `values`."""

        def moved(start: f.Expr, end: f.Expr) -> f.Effect:
            def both_written(gone: f.Expr, rest: f.Expr) -> f.Effect:
                there = self.listed(end)
                new = f.ListOp("concat", (gone, there) if under else (there, gone), ListOf(self.piece))
                name = make.fresh("pieces")
                written = f.Seq((self.written(start, rest), self.written(end, f.Var(name, new.type))))
                fits = make.comparison("le", self._size(gone), self.room(end))
                some = make.comparison("lt", make.number(0), self._size(gone))
                return f.IfDo(make.conj([some, fits]), f.LetDo(name, new, written), make.NOTHING)

            apart = f.Not(make.comparison("eq", start, end))
            return f.IfDo(apart, self._parted(start, values, number, from_under, both_written), make.NOTHING)

        return _at(start, lambda start: _at(end, lambda end: moved(start, end)))

    def exchange(self, left: f.Expr, right: f.Expr) -> f.Effect:
        def exchanged(left: f.Expr, right: f.Expr) -> f.Effect:
            def both(a: f.Expr, b: f.Expr) -> f.Effect:
                return f.Seq((self.written(left, b), self.written(right, a)))

            return _bound("left", self.listed(left), lambda a: _bound("right", self.listed(right), lambda b: both(a, b)))

        return _at(left, lambda left: _at(right, lambda right: exchanged(left, right)))

    def _parted(
        self, site: f.Expr, values: f.Expr | None, number: f.Expr | AllPieces | None, under: bool,
        then: Callable[[f.Expr, f.Expr], f.Effect],
    ) -> f.Effect:  # fmt: skip
        """The pieces of a pile that go and those that stay, each as a list, read before anything changes."""
        if values is None or number is ALL:
            return self._lists(site, lambda level: make.TRUE if values is None else f.In(self.at(site, level), values), then)
        amount = make.arith("min", [self._run(site, values, under), number or ONE])

        def end(size: f.Expr) -> f.Effect:
            height = self.height(site)
            return self._lists(
                site,
                lambda level: make.comparison("le", level, size) if under else
                make.comparison("lt", make.arith("sub", [height, size]), level),
                then,
            )  # fmt: skip

        return _bound("n", amount, end)

    def _lists(self, site: f.Expr, goes: Callable[[f.Expr], f.Expr], then: Callable[[f.Expr, f.Expr], f.Effect]) -> f.Effect:
        gone, rest = self.listed(site, goes), self.listed(site, lambda level: make.negation(goes(level)))
        return _bound("gone", gone, lambda gone: _bound("rest", rest, lambda rest: then(gone, rest)))

    def _run(self, site: f.Expr, values: f.Expr, under: bool) -> f.Expr:
        """How many pieces from one end on are among the values."""
        level, type_ = make.fresh("level"), ListOf(Num(1, self.most))
        levels: f.Expr = f.Convert(self.levels(site), type_)
        if not under:
            levels = f.ListOp("reverse", (levels,), type_)
        run = f.Leading(level, levels, f.In(self.at(site, f.Var(level, type_.of)), values), type_)
        return self._size(run)

    def _size(self, pieces: f.Expr) -> f.Expr:
        return f.ListOp("length", (pieces,), Num(0, self.most))

    @property
    def _nothing(self) -> f.Expr:
        return f.Lit(none_code(self.piece), Opt(self.piece))


def pile_of(world: World, layer: f.Layer) -> Pile | None:
    """The piles of a layer; None where its pieces stand alone or in stacks."""
    below, count = world.below_field(layer), world.count_field(layer)
    if below is None:
        return None
    assert count is not None  # what lies in piles is counted
    return Pile(layer, count, below, world.fin("piece"))


def pile_on(world: World, site: str) -> Pile | None:
    """The piles on a type of site; at most one layer has piles."""
    return next((pile for layer in world.layers_on(site) if (pile := pile_of(world, layer)) is not None), None)


def _at(site: f.Expr, effect: Callable[[f.Expr], f.Effect]) -> f.Effect:
    """An effect on a site that is read once; on none nothing happens."""
    if not isinstance(site.type, Opt):
        return _bound("site", site, effect)

    def there(site: f.Expr) -> f.Effect:
        return f.IfDo(make.not_none(site), effect(make.there(site)), make.NOTHING)

    return _bound("site", site, there)


def _bound(stem: str, value: f.Expr, effect: Callable[[f.Expr], f.Effect]) -> f.Effect:
    if isinstance(value, f.Lit | f.Var):
        return effect(value)
    name = make.fresh(stem)
    return f.LetDo(name, value, effect(f.Var(name, value.type)))
