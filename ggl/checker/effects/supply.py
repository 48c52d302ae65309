"""Where taken pieces go to beside the board: back to the supply of their owner, or to another player's, or as another kind.

Takes what stands behind `to supply`; gives core effects that count one more for a piece. Whose supply and which kind are read
once, before anything is taken. Pieces that have no limited supply there, or come there as none, are only taken.
"""

from __future__ import annotations

from ggl.checker import make
from ggl.checker.expressions import Expressions
from ggl.checker.static import tab
from ggl.checker.world import Kind, Scope, World
from ggl.core import forms as f
from ggl.core.types import STORED_LIMIT, Num, Opt, SetOf
from ggl.diagnostics.catalog import board_and_pieces as codes
from ggl.syntax import tree as t


class Supply:
    def __init__(self, expressions: Expressions, tree: t.Supply, scope: Scope) -> None:
        self._world: World = expressions.world
        self._span = tree.span
        self._read: list[tuple[str, f.Expr]] = []
        self._owner = self._kind = None
        if tree.owner is not None:
            self._owner = self._once("owner", expressions.want(tree.owner, scope, self._world.player, "a player"))
        if tree.kind is not None:
            kind = expressions.want(tree.kind, scope, Opt(self._world.fin("kind")), "a kind of piece")
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

    def more(self, piece: f.Expr, layer: f.Layer, amount: f.Expr) -> f.Effect:
        """So many more of a piece of the layer that stands there."""
        world, span = self._world, self._span
        kinds = [kind for kind in world.kinds.values() if self._kind is not None or world.layer_of(kind).name == layer.name]
        if isinstance(self._kind, f.Lit):
            kinds = [list(world.kinds.values())[self._kind.value]]  # type: ignore[index]
        if not any(_is_counted(kind) for kind in kinds):
            self._refuse(kinds)
        name = make.fresh("piece")
        there = f.Var(name, world.fin("piece"))
        tests: list[f.Expr] = []
        if self._owner is None or self._kind is None:
            mask = sum(
                1 << code
                for code, (kind, whose) in enumerate(world.pieces)
                if whose is not None and (self._kind is not None or _is_counted(world.kinds[kind]))
            )
            tests.append(f.In(there, f.Lit(mask, SetOf(world.fin("piece")))))
        if isinstance(self._kind, f.Var):
            mask = sum(1 << code for code, each in enumerate(world.kinds.values()) if _is_counted(each))
            tests.append(f.In(self._kind, f.Lit(mask, SetOf(world.fin("kind")))))
        owner = self._owner or tab(world, "owner or first", [there], world.player, lambda p: world.pieces[p][1] or 0, span)
        which = (
            make.retyped(self._kind, world.fin("kind"))
            if self._kind is not None
            else tab(world, "kind", [there], world.fin("kind"), self._kind_of, span)
        )
        now = f.Get("supply", (owner, which), Num(0, STORED_LIMIT))
        more: f.Effect = f.Write("supply", (owner, which), make.arith("add", [now, amount]))
        if tests:
            more = f.IfDo(make.conj(tests), more, make.NOTHING)
        return f.LetDo(name, make.retyped(piece, world.fin("piece")), more)

    def _kind_of(self, piece: int) -> int:
        return list(self._world.kinds).index(self._world.pieces[piece][0])

    def _refuse(self, kinds: list[Kind]) -> None:
        name = kinds[0].name
        said = isinstance(self._kind, f.Lit)
        what = f"the supply of {name} has no limit" if said else "these pieces have no limited supply to go back to"
        self._world.refuse(codes.NO_SUPPLY, self._span, what, "", "leave `to supply` out, or give the kind a `supply:`")


def _is_counted(kind: Kind) -> bool:
    return kind.supplied and kind.owned
