"""The supplies that captured pieces go to: of their owner or of another player, possibly as another kind.

Takes the tree after `to supply`; gives core effects that add one to a supply for each piece. The player and the kind are read
once, before any piece is taken. Pieces without a limited supply there, or of kind none, are only taken.
"""

from __future__ import annotations

from ggl.checker import make
from ggl.checker.expressions import Expressions
from ggl.checker.static import tab
from ggl.checker.world import Kind, Scope, World
from ggl.core import forms as f
from ggl.core.types import BOOL, STORED_LIMIT, Num, Opt, SetOf, singular_of
from ggl.diagnostics.catalog import board_and_pieces as codes
from ggl.syntax import tree as t


class Supply:
    def __init__(self, expressions: Expressions, tree: t.Supply, scope: Scope) -> None:
        self._world: World = expressions.world
        self._span = tree.span
        self._read: list[tuple[str, f.Expr]] = []
        self._owner = self._kind = None
        self._told: list[Kind] | None = None
        """The kinds that a piece may have there, if given."""

        if tree.owner is not None:
            self._owner = self._once("owner", expressions.want(tree.owner, scope, self._world.player, "a player"))
        if tree.kind is not None:
            kind = expressions.want(tree.kind, scope, Opt(self._world.fin("kind")), "a kind of piece")
            kinds = list(self._world.kinds.values())
            self._told = kinds[kind.code : kind.code + 1] if isinstance(kind, f.Lit) else kinds
            self._kind = self._once("kind", kind)

    def _once(self, name: str, value: f.Expr) -> f.Expr:
        if isinstance(value, f.Lit | f.Var):
            return value
        self._read.append((make.fresh(name), value))
        return f.Var(self._read[-1][0], value.type)

    def read_first(self, effect: f.Effect) -> f.Effect:
        """The effect, with what it is about read before it."""
        for name, value in reversed(self._read):
            effect = f.LetDo(name, value, effect)
        return effect

    def must_count(self, kinds: list[Kind]) -> None:
        """Refuse it if none of these captured kinds could ever enter a supply."""
        told = kinds if self._told is None else self._told
        whose = self._owner is not None or any(kind.owned for kind in kinds)
        owner = self._owner.code if isinstance(self._owner, f.Lit) else None
        if whose and any(kind.supplied and (owner is None or owner in self._world.suppliers(kind)) for kind in told):
            return
        help_ = "remove `to supply`"
        if not told:
            message = "none is not a kind of piece"
        elif not whose:
            message = f"{_listed(kinds)} belongs to nobody, so it has no supply"
            help_ += ", or name an owner and another kind: `to supply of mover as KIND`" if self._told is None else ""
        elif len(told) == 1 and not told[0].owned:
            message = f"{_listed(told)} belongs to nobody, so no supply has it"
            help_ += ", or name another kind with `as`" if self._told is None else ""
        else:
            message = "these pieces have no limited supply to go back to"
            if self._told is not None and len(told) == 1:
                message = f"the supply of {told[0].name} has no limit"
            help_ += ", or give the kind a `supply:`"
        self._world.refuse(codes.NO_SUPPLY, self._span, message, "", help_)

    def more(self, piece: f.Expr, kinds: list[Kind], amount: f.Expr) -> f.Effect:
        """Adds `amount` to the supply of a piece that is there, if it is of one of these kinds."""
        world, span = self._world, self._span
        if self._kind is None and not any(kind.supplied for kind in kinds):
            return make.NOTHING
        name = make.fresh("piece")
        there = f.Var(name, world.fin("piece"))
        tests: list[f.Expr] = []
        if self._owner is None or self._kind is None:
            mask = sum(
                1 << code
                for code, (kind, whose) in enumerate(world.pieces)
                if whose is not None and (self._kind is not None or world.kinds[kind].supplied)
            )
            tests.append(f.In(there, f.Lit(mask, SetOf(world.fin("piece")))))
        if isinstance(self._kind, f.Var):
            mask = sum(1 << code for code, each in enumerate(world.kinds.values()) if each.supplied)
            tests.append(f.In(self._kind, f.Lit(mask, SetOf(world.fin("kind")))))
        owner = self._owner or tab(world, "owner or first", [there], world.player, lambda p: world.pieces[p][1] or 0, span)
        which = (
            make.retyped(self._kind, world.fin("kind"))
            if self._kind is not None
            else tab(world, "kind", [there], world.fin("kind"), world.kind_of, span)
        )
        if self._owner is not None and any(kind.side is not None and kind.supplied for kind in world.kinds.values()):
            kinds_of = list(world.kinds.values())
            tests.append(tab(world, "has supply", [owner, which], BOOL, lambda p, k: p in world.suppliers(kinds_of[k]), span))
        now = f.Get("supply", (owner, which), Num(0, STORED_LIMIT))
        more: f.Effect = f.Write("supply", (owner, which), make.arith("add", [now, amount]))
        if tests:
            more = f.IfDo(make.conj(tests), more, make.NOTHING)
        return f.LetDo(name, make.retyped(piece, world.fin("piece")), more)


def _listed(kinds: list[Kind]) -> str:
    return " or ".join(singular_of(kind.name) for kind in kinds)
