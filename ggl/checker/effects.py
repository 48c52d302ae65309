"""Effects: trees to the core's effects.

Takes an effect tree, a scope and the routines of the file; gives a core effect, or reports one finding and raises `Refused`.
An effect on a site that is none does nothing; an effect on a set acts on each member, in the order of the board.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ggl.checker import make
from ggl.checker.expressions import Expressions, known_by, known_by_not
from ggl.checker.world import Kind, Place, Refused, Scope, World
from ggl.core import forms as f
from ggl.core.types import BOOL, STORED_LIMIT, Fin, ListOf, Num, Opt, SetOf, Type, a, strip_opt
from ggl.diagnostics.catalog import board_and_pieces as board_codes
from ggl.diagnostics.catalog import moves_and_turns as codes
from ggl.diagnostics.catalog import names_and_types as name_codes
from ggl.diagnostics.near import near
from ggl.model.definition import RoutinePart
from ggl.source import Span
from ggl.syntax import tree as t

NOTHING = f.Seq(())


class Effects:
    def __init__(self, expressions: Expressions, routines: dict[str, RoutinePart]) -> None:
        self._all = expressions
        self._world: World = expressions.world
        self._routines = routines
        self._stack: list[str] = []
        self._because: t.Expr | None = None
        """The condition under which the effect at hand happens: the reason of a result."""

    def effect(self, tree: t.Effect, scope: Scope) -> f.Effect:
        self._world.spend(tree.span, 5)
        return replace(self._effect(tree, scope), span=tree.span)

    def _effect(self, tree: t.Effect, scope: Scope) -> f.Effect:
        match tree:
            case t.Block():
                return self._block(tree.parts, scope)
            case t.Put():
                return self._put(tree, scope)
            case t.Take():
                return self._take(tree, scope)
            case t.Move():
                return self._move(tree, scope)
            case t.Exchange():
                return self._exchange(tree, scope)
            case t.Change(verb="turn"):
                return self._turn(tree, scope)
            case t.Change(verb="promote"):
                return self._promote(tree, scope)
            case t.Change():
                return self._set(tree, scope)
            case t.Flip():
                return self._flip(tree, scope)
            case t.Add():
                return self._add(tree, scope)
            case t.LetBe():
                self._world.refuse(codes.USELESS_EFFECT, tree.span, "this `let` names a value that nothing after it uses")
            case t.Result():
                return self._result(tree, scope)
            case t.AgainTurn():
                if scope.stage == "setup":
                    self._world.refuse(codes.CANNOT_CHANGE, tree.span, "no turn is played in the setup",
                                       help="say who is first with `turn: first:`")  # fmt: skip
                self._world.add_field(f.Field("again", (), Num(0, 1)))
                return f.Again()
            case t.PhaseTo():
                return self._phase(tree)
            case t.Routine():
                return self._routine(tree, scope)
            case t.ForEach():
                return self._for_each(tree, scope)
            case t.IfThen():
                test = self._all.condition(tree.test, scope)
                outer, self._because = self._because, tree.test
                then = self.effect(tree.then, scope.knowing(known_by(tree.test)))
                self._because = outer
                other = self.effect(tree.other, scope.knowing(known_by_not(tree.test))) if tree.other else NOTHING
                return f.IfDo(test, then, other)
        raise AssertionError(tree)

    def _block(self, parts: tuple[t.Effect, ...], scope: Scope) -> f.Effect:
        done: list[f.Effect] = []
        for place, part in enumerate(parts):
            if isinstance(part, t.LetBe) and place + 1 < len(parts):
                self._all.names.check_free(part.name, part.name_span, scope)
                value = self._all.infer(part.value, scope)
                name = make.fresh(part.name)
                inner = scope.bind(part.name, f.Var(name, value.type))
                rest = self._block(parts[place + 1 :], inner)
                return f.Seq((*done, f.LetDo(name, value, rest, span=part.span)))
            done.append(self.effect(part, scope))
        return done[0] if len(done) == 1 else f.Seq(tuple(done))

    def _for_each(self, tree: t.ForEach, scope: Scope) -> f.Effect:
        source, name, inner = self._all.bind(tree.binder, scope)
        test, inner = self._all.binder_test(tree.binder, inner)
        if test != make.TRUE:
            assert isinstance(source.type, SetOf | ListOf)
            source = f.Filter(name, source, test, source.type, span=tree.binder.span)
        return f.ForDo(name, source, self.effect(tree.body, inner))

    def _each(self, tree: t.Expr, scope: Scope, body: Callable[[f.Expr], f.Effect]) -> f.Effect:
        """The effect on a site, or on each site of a set."""
        expr = self._all.infer(tree, scope)
        if isinstance(expr.type, SetOf | ListOf):
            if expr.type in (make.EMPTY_SET, make.EMPTY_LIST):
                return NOTHING
            name = make.fresh("x")
            self._site_type(f.Var(name, expr.type.of), tree.span)
            return f.ForDo(name, expr, body(f.Var(name, expr.type.of)))
        self._site_type(expr, tree.span)
        return body(expr)

    def _site_type(self, expr: f.Expr, span: Span) -> str:
        type_ = strip_opt(expr.type)
        if not isinstance(type_, Fin) or type_.domain.name not in ("cell", "edge", "vertex"):
            self._world.refuse(name_codes.WRONG_TYPE, span, f"a site is wanted, and this is {a(expr.type)}")
        return type_.domain.name

    # ---- pieces

    def _pieces(self, pieces: t.Pieces, scope: Scope) -> tuple[str | f.Expr, f.Expr | None, str]:
        """The kind (a name, `piece`, or a varying one), the player if said (`own`, `enemy` in the third place)."""
        *before, last = pieces.words
        kind: str | f.Expr
        if isinstance(last, t.Name) and (last.name in self._world.kinds or last.name == "piece"):
            kind = last.name
            self._world.used.add(last.name)
        elif isinstance(last, t.Name) and last.name not in scope.locals:
            close = near(last.name, [*self._world.kinds, "piece"])
            self._world.refuse(
                name_codes.UNKNOWN_KIND, last.span, f"unknown kind `{last.name}`",
                "near: " + ", ".join(f"`{c}`" for c in close) if close else "not under `pieces`",
                f"write `{close[0]}`" if close else "the kinds are: " + ", ".join(self._world.kinds),
            )  # fmt: skip
        else:
            kind = self._all.want(last, scope, self._world.fin("kind"), "a kind of piece")
            if isinstance(kind, f.Lit):
                assert isinstance(kind.value, int)
                kind = list(self._world.kinds)[kind.value]
        owner: f.Expr | None = None
        side = ""
        if pieces.owner is not None:
            owner = self._all.want(pieces.owner, scope, self._world.player, "a player")
        for word in before:
            if isinstance(word, t.Name) and word.name in ("own", "enemy") and word.name not in scope.locals:
                side = word.name
                owner = self._all.names.mover(word.span)
                continue
            expr = self._all.infer(word, scope)
            if isinstance(expr.type, Num):
                self._world.refuse(codes.WRONG_PIECES, word.span, "only one piece stands on a site", "",
                                   "say the effect without a number")  # fmt: skip
            owner = self._all.converted(expr, self._world.player, word.span, "a player")
        return kind, owner, side

    def _kind(self, kind: str | f.Expr, span: Span, site: str) -> Kind:
        """The one kind to be put; a varying kind stands for those of its layer."""
        world = self._world
        if isinstance(kind, str):
            if kind == "piece":
                world.refuse(codes.WRONG_PIECES, span, "`piece` is any kind; say which one to put")
            return self._all.names.kinds_named(kind, span, site)[0]
        kinds = [k for k in world.kinds.values() if k.site == site]
        if len({world.layer_of(k).name for k in kinds}) != 1:
            world.refuse(codes.WRONG_PIECES, span, "these kinds stand in different layers; put each by its name")
        return kinds[0]

    def _put(self, tree: t.Put, scope: Scope) -> f.Effect:
        world = self._world
        kind, owner, side = self._pieces(tree.pieces, scope)
        if side == "enemy":
            world.refuse(codes.WRONG_PIECES, tree.pieces.span, "say whose piece is put", "", "write `opponent`")

        def put(site: f.Expr) -> f.Effect:
            where = self._site_type(site, tree.on.span)
            info = self._kind(kind, tree.pieces.span, where)
            layer = world.layer_of(info)
            piece, whose = self._piece(kind, info, owner, tree.pieces.span)
            attributes: tuple[tuple[str, f.Expr], ...] = ()
            if tree.facing is not None:
                attributes = ((self._facing_field(info, tree.facing.span), self._facing(tree.facing, site, scope)),)
            effect: f.Effect = f.Put(layer.name, site, piece, attributes)
            if tree.from_supply:
                index, now = self._supply(info, whose, tree.span)
                less = make.arith("sub", [now, make.number(1)])
                some = make.compare("lt", make.number(0), now)
                there = make.conj([make.not_none(site), some])
                effect = f.IfDo(there, f.Seq((f.Write("supply", index, less), effect)), NOTHING)
            return effect

        return self._each(tree.on, scope, put)

    def _piece(self, kind: str | f.Expr, info: Kind, owner: f.Expr | None, span: Span) -> tuple[f.Expr, f.Expr | None]:
        """The piece to be put and whose it is: the named player's, nobody's if the kind is so, else the mover's."""
        world = self._world
        if not info.owned:
            if owner is not None:
                world.refuse(board_codes.WRONG_OWNER, span, f"a {info.name} belongs to nobody", "", f"write `{info.name}`")
            owner = None
        elif owner is None:
            owner = self._all.names.mover(span)
        index = [] if owner is None else [owner]
        if isinstance(kind, str):

            def piece_of(*at: int) -> int:
                return world.piece_code(info.name, at[0] if at else None)

            if not index:
                return f.Lit(piece_of(), world.fin("piece")), None
            return self._all.names.tab(f"{info.name} of player", index, world.fin("piece"), piece_of, span), owner

        def piece_by(k: int, *at: int) -> int:
            name = list(world.kinds)[k]
            pair = (name, at[0] if at and world.kinds[name].owned else None)
            return world.pieces.index(pair) if pair in world.pieces else 0

        return self._all.names.tab("piece by kind", [kind, *index], world.fin("piece"), piece_by, span), owner

    def _supply(self, info: Kind, owner: f.Expr | None, span: Span) -> tuple[tuple[f.Expr, f.Expr], f.Expr]:
        world = self._world
        if not info.supplied or owner is None:
            world.refuse(board_codes.NO_SUPPLY, span, f"the supply of {info.name} has no limit", "",
                         f"give `{info.name}` a `supply:` under `pieces`, or leave `supply` out here")  # fmt: skip
        index = (owner, f.Lit(list(world.kinds).index(info.name), world.fin("kind")))
        return index, f.Get("supply", index, Num(0, STORED_LIMIT))

    def _facing_field(self, info: Kind, span: Span) -> str:
        if not info.faces:
            self._world.refuse(board_codes.NO_FACING, span, f"a {info.name} faces nowhere", "",
                               f"give `{info.name}` a `faces:` under `pieces`")  # fmt: skip
        return "facing"

    def _facing(self, tree: t.Expr, site: f.Expr, scope: Scope) -> f.Expr:
        """A direction, or the direction towards a cell."""
        expr = self._all.infer(tree, scope)
        direction = Opt(self._world.fin("direction"))
        if strip_opt(expr.type) == self._world.fin("cell"):
            board = self._world.board
            expr = self._all.names.tab("direction", [site, expr], direction, lambda a, b: board.direction(a, b), tree.span)
        return self._all.converted(expr, direction, tree.span, "a direction or a cell")

    def _take(self, tree: t.Take, scope: Scope) -> f.Effect:
        world = self._world
        kind, owner, side = self._pieces(tree.pieces, scope)

        def take(site: f.Expr) -> f.Effect:
            where = self._site_type(site, tree.source.span)
            parts: list[f.Effect] = []
            for layer, values in self._values(kind, owner, side, where, tree.pieces.span):
                piece = f.Get(layer.field, (site,), Opt(world.fin("piece")))
                effect: f.Effect = f.Take(layer.name, site)
                if tree.to_supply:
                    effect = f.Seq((self._return(piece, layer, tree), effect))
                parts.append(f.IfDo(f.In(piece, values), effect, NOTHING))
            return parts[0] if len(parts) == 1 else f.Seq(tuple(parts))

        return self._each(tree.source, scope, take)

    def _return(self, piece: f.Expr, layer: f.Layer, tree: t.Take) -> f.Effect:
        """One more in the supply of the piece's owner."""
        world = self._world
        kinds = [k for k in world.kinds.values() if world.layer_of(k).name == layer.name]
        if not any(kind.supplied and kind.owned for kind in kinds):
            world.refuse(board_codes.NO_SUPPLY, tree.span, "these pieces have no limited supply to go back to", "",
                         "leave `to supply` out, or give the kind a `supply:`")  # fmt: skip
        names = self._all.names
        name = make.fresh("piece")
        there = f.Var(name, world.fin("piece"))
        owner = names.tab("owner or first", [there], world.player, lambda p: world.pieces[p][1] or 0, tree.span)
        kind = names.tab("kind", [there], world.fin("kind"), lambda p: list(world.kinds).index(world.pieces[p][0]),
                         tree.span)  # fmt: skip
        now = f.Get("supply", (owner, kind), Num(0, STORED_LIMIT))
        more = f.Write("supply", (owner, kind), make.arith("add", [now, make.number(1)]))
        mask = sum(1 << code for code, (k, whose) in enumerate(world.pieces) if world.kinds[k].supplied and whose is not None)
        limited = f.In(there, f.Lit(mask, SetOf(world.fin("piece"))))
        return f.LetDo(name, make.retyped(piece, world.fin("piece")), f.IfDo(limited, more, NOTHING))

    def _values(self, kind: str | f.Expr, owner: f.Expr | None, side: str, site: str, span: Span) -> list[tuple[f.Layer, f.Expr]]:
        """For each layer on the type of site, the set of pieces concerned."""
        variable = "kind.variable"
        scope = Scope("effect")
        if not isinstance(kind, str):
            scope = replace(scope, locals={variable: kind})
        owner_tree: t.Expr | None = None
        if owner is not None and side == "":
            scope = replace(scope, locals={**scope.locals, "owner.variable": owner})
            owner_tree = t.Name("owner.variable", span=span)
        name = kind if isinstance(kind, str) else variable
        phrase = t.Phrase(name, side, owner_tree, span, span=span)
        return self._all.names.phrase(phrase, site, scope)

    def _move(self, tree: t.Move, scope: Scope) -> f.Effect:
        world = self._world
        source, target = self._all.infer(tree.source, scope), self._all.infer(tree.target, scope)
        site = self._site_type(source, tree.source.span)
        if self._site_type(target, tree.target.span) != site:
            world.refuse(board_codes.WRONG_SITES, tree.target.span, f"what stands on {a(site)} moves to {a(site)}")
        if tree.pieces is None:
            moves = [f.Move(layer.name, source, target) for layer in world.layers_on(site)]
            if not moves:
                world.refuse(board_codes.WRONG_SITES, tree.source.span, f"no piece ever stands on {a(site)}")
            return moves[0] if len(moves) == 1 else f.Seq(tuple(moves))
        kind, owner, side = self._pieces(tree.pieces, scope)
        parts: list[f.Effect] = []
        for layer, values in self._values(kind, owner, side, site, tree.pieces.span):
            there = f.In(f.Get(layer.field, (source,), Opt(world.fin("piece"))), values)
            parts.append(f.IfDo(there, f.Move(layer.name, source, target), NOTHING))
        return parts[0] if len(parts) == 1 else f.Seq(tuple(parts))

    def _exchange(self, tree: t.Exchange, scope: Scope) -> f.Effect:
        world = self._world
        if tree.right is not None:
            left, right = self._all.infer(tree.left, scope), self._all.infer(tree.right, scope)
            site = self._site_type(left, tree.left.span)
            if self._site_type(right, tree.right.span) != site:
                world.refuse(board_codes.WRONG_SITES, tree.right.span, f"what stands on {a(site)} goes to {a(site)}")
            return self._exchanged(site, left, right)
        of = self._all.as_set(tree.left, scope, "a set of two sites")
        assert isinstance(of.type, SetOf)
        site = self._site_type(f.Var("", of.type.of), tree.left.span)
        pair, x, first = make.fresh("pair"), make.fresh("x"), make.fresh("first")
        var = f.Var(pair, of.type)
        one = f.Fold("first", x, var, make.TRUE, f.Var(x, of.type.of), None, Opt(of.type.of))
        rest = f.SetOp("minus", var, f.Single(f.Var(first, Opt(of.type.of)), of.type), of.type)
        other = f.Fold("first", x, rest, make.TRUE, f.Var(x, of.type.of), None, Opt(of.type.of))
        swap = self._exchanged(site, f.Var(first, Opt(of.type.of)), other)
        return f.LetDo(pair, of, f.LetDo(first, one, swap))

    def _exchanged(self, site: str, left: f.Expr, right: f.Expr) -> f.Effect:
        parts = [f.Exchange(layer.name, left, right) for layer in self._world.layers_on(site)]
        return parts[0] if len(parts) == 1 else f.Seq(tuple(parts))

    def _turn(self, tree: t.Change, scope: Scope) -> f.Effect:
        world = self._world
        facing = [kind for kind in world.kinds.values() if kind.faces]
        if not facing:
            world.refuse(board_codes.NO_FACING, tree.span, "no kind of piece faces anywhere", "",
                         "give a kind `faces:` under `pieces`")  # fmt: skip

        def turn(site: f.Expr) -> f.Effect:
            layer = world.layer_of(facing[0])
            there = self._stands(layer, site, lambda kind: kind.faces)
            return f.IfDo(there, f.Write("facing", (site,), self._facing(tree.to, site, scope)), NOTHING)

        return self._each(tree.what, scope, turn)

    def _stands(self, layer: f.Layer, site: f.Expr, chosen: Callable[[Kind], bool]) -> f.Expr:
        """A piece of one of the chosen kinds stands on the site."""
        world = self._world
        piece = f.Get(layer.field, (site,), Opt(world.fin("piece")))
        mask = sum(1 << code for code, (kind, _) in enumerate(world.pieces) if chosen(world.kinds[kind]))
        return f.In(piece, f.Lit(mask, SetOf(world.fin("piece"))))

    def _rewrite(self, layer: f.Layer, site: f.Expr, name: str, index: list[f.Expr], piece: Callable[..., int]) -> f.Effect:
        """The piece on a site becomes another, its attributes kept; `piece` tells which from the codes."""
        world = self._world
        there = f.Get(layer.field, (site,), Opt(world.fin("piece")))
        code = make.fresh("piece")
        new = self._all.names.tab(name, [f.Var(code, world.fin("piece")), *index], world.fin("piece"), piece, site.span)
        write = f.LetDo(code, make.retyped(there, world.fin("piece")), f.Write(layer.field, (site,), new))
        return f.IfDo(make.not_none(there), write, NOTHING)

    def _flip(self, tree: t.Flip, scope: Scope) -> f.Effect:
        world = self._world
        if len(world.players) != 2:
            world.refuse(name_codes.NOT_HERE, tree.span, "`flip` changes the owner to the other of two players")

        def flipped(piece: int) -> int:
            kind, owner = world.pieces[piece]
            return piece if owner is None else world.piece_code(kind, 1 - owner)

        def flip(site: f.Expr) -> f.Effect:
            layers = world.layers_on(self._site_type(site, tree.what.span))
            parts = [self._rewrite(layer, site, "flipped", [], flipped) for layer in layers]
            return parts[0] if len(parts) == 1 else f.Seq(tuple(parts))

        return self._each(tree.what, scope, flip)

    def _promote(self, tree: t.Change, scope: Scope) -> f.Effect:
        world = self._world
        to = self._all.want(tree.to, scope, world.fin("kind"), "a kind of piece")
        if isinstance(tree.to, t.Name):
            world.used.add(tree.to.name)

        def promoted(piece: int, kind: int) -> int:
            pair = (list(world.kinds)[kind], world.pieces[piece][1])
            return world.pieces.index(pair) if pair in world.pieces else piece

        def promote(site: f.Expr) -> f.Effect:
            layers = world.layers_on(self._site_type(site, tree.what.span))
            parts = [self._rewrite(layer, site, "promoted", [to], promoted) for layer in layers]
            return parts[0] if len(parts) == 1 else f.Seq(tuple(parts))

        return self._each(tree.what, scope, promote)

    # ---- variables

    def _place(self, tree: t.Expr, scope: Scope) -> tuple[Place, tuple[f.Expr, ...], f.Expr]:
        """What is to be changed: its place, its index, and the condition under which it is there."""
        world = self._world
        if isinstance(tree, t.Name | t.Dot) and tree.name in world.broken:
            raise Refused
        match tree:
            case t.Name(name=name) if name in world.variables and name not in scope.locals:
                place = world.variables[name]
                if place.index and not place.is_set:
                    self._all.infer(tree, scope)
                world.used.add(name)
                return place, (), make.TRUE
            case t.Name(name="mover"):
                if scope.stage != "setup":
                    world.refuse(codes.CANNOT_CHANGE, tree.span, "the mover changes as `turn` says", "",
                                 "for another turn of the same side, write `again`")  # fmt: skip
                return Place("mover", (), world.player), (), make.TRUE
            case t.Dot(of=of_tree, name=name) if name in world.variables and name != "facing":
                of = self._all.infer(of_tree, scope)
                place = world.variables[name]
                inner = strip_opt(of.type)
                if isinstance(inner, Fin) and place.index == (inner.domain.name,):
                    world.used.add(name)
                    return place, (of,), self._carried(name, of)
            case t.Call(name="hand", args=(_, _)):
                read = self._all.infer(tree, scope)
                if isinstance(read, f.Get):
                    return Place("supply", ("player", "kind"), Num(0, STORED_LIMIT)), read.index, make.TRUE
        text = tree.span.text
        help_ = "a state variable can be set: " + ", ".join(world.variables) if world.variables else (
            "declare a variable under `state`")  # fmt: skip
        if isinstance(tree, t.Dot) and tree.name == "facing":
            help_ = f"write `turn {tree.of.span.text} to ..`"
        world.refuse(codes.CANNOT_CHANGE, tree.span, f"`{text}` cannot be set", "", help_)

    def _carried(self, name: str, site: f.Expr) -> f.Expr:
        """A property is there only where a piece that has it stands."""
        kinds = [kind for kind in self._world.kinds.values() if name in kind.has]
        if not kinds:
            return make.TRUE
        return self._stands(self._world.layer_of(kinds[0]), site, lambda kind: name in kind.has)

    def _write(self, place: Place, index: tuple[f.Expr, ...], value: f.Expr, there: f.Expr) -> f.Effect:
        write = f.Write(place.field, index, value)
        return write if there == make.TRUE else f.IfDo(there, write, NOTHING)

    def _set(self, tree: t.Change, scope: Scope) -> f.Effect:
        place, index, there = self._place(tree.what, scope)
        if place.is_set:
            type_ = SetOf(self._world.fin(place.index[0]))
            return f.WriteAll(place.field, self._all.want(tree.to, scope, type_))
        value = self._all.want(tree.to, scope, self._assignable(place.values))
        return self._write(place, index, value, there)

    @staticmethod
    def _assignable(type_: Type) -> Type:
        return Num(0, 0, type_.scale) if isinstance(type_, Num) else type_

    def _add(self, tree: t.Add, scope: Scope) -> f.Effect:
        place, index, there = self._place(tree.place, scope)
        if place.is_set:
            return self._add_members(tree, place, scope)
        if not isinstance(place.values, Num):
            self._world.refuse(codes.CANNOT_CHANGE, tree.place.span, f"`{tree.verb}` is for numbers and sets", "",
                               "write `set .. to ..`")  # fmt: skip
        amount = self._all.want(tree.what, scope, self._assignable(place.values), "a number")
        if tree.verb == "drop":
            self._world.refuse(codes.CANNOT_CHANGE, tree.place.span, "`drop` takes something out of a set", "",
                               f"write `add -{tree.what.span.text} to {tree.place.span.text}`")  # fmt: skip
        now = f.Get(place.field, index, place.values)
        return self._write(place, index, make.arith("add", [now, amount]), there)

    def _add_members(self, tree: t.Add, place: Place, scope: Scope) -> f.Effect:
        element = self._world.fin(place.index[0])
        expr = self._all.infer(tree.what, scope)
        mark = f.Lit(int(tree.verb == "add"), BOOL)
        if isinstance(expr.type, SetOf | ListOf):
            expr = self._all.converted(expr, SetOf(element), tree.what.span)
            name = make.fresh("x")
            return f.ForDo(name, expr, f.Write(place.field, (f.Var(name, element),), mark))
        wanted: Type = Opt(element) if isinstance(expr.type, Opt) else element
        return f.Write(place.field, (self._all.converted(expr, wanted, tree.what.span),), mark)

    # ---- results, phases, routines

    def _result(self, tree: t.Result, scope: Scope) -> f.Effect:
        player: f.Expr | None = None
        if scope.stage == "setup":
            self._world.refuse(codes.CANNOT_CHANGE, tree.span, "a game cannot end in its setup")
        if tree.verb != "draw":
            if tree.player is None:
                player = self._all.names.mover(tree.span)
            else:
                player = self._all.want(tree.player, scope, self._world.player, "a player")
        because = self._because
        text = because.span.text if because is not None else tree.verb
        return f.Finish(tree.verb, player, self._world.reason(" ".join(text.split()), because))

    def _phase(self, tree: t.PhaseTo) -> f.Effect:
        world = self._world
        if tree.name not in world.phases or len(world.phases) < 2:
            known = "the phases are " + ", ".join(world.phases) if len(world.phases) > 1 else "this game has no phases"
            world.refuse(codes.BAD_PHASE, tree.span, f"there is no phase `{tree.name}`", known)
        return f.Write("phase", (), f.Lit(world.phases.index(tree.name), world.fin("phase")))

    def _routine(self, tree: t.Routine, scope: Scope) -> f.Effect:
        world = self._world
        routine = self._routines.get(tree.name)
        if routine is None:
            close = near(tree.name, [*self._routines, *_EFFECT_WORDS])
            world.refuse(name_codes.UNKNOWN_NAME, tree.name_span, f"unknown effect `{tree.name}`",
                         "near: " + ", ".join(f"`{c}`" for c in close) if close else "not under `routines`",
                         f"write `{close[0]}`" if close else None)  # fmt: skip
        if tree.name in self._stack:
            circle = " → ".join([*self._stack[self._stack.index(tree.name) :], tree.name])
            world.refuse(codes.CIRCULAR_ROUTINE, tree.span, f"`{tree.name}` uses itself", circle)
        if len(tree.args) != len(routine.params):
            usage = f"{tree.name}({', '.join(routine.params)})"
            world.refuse(name_codes.WRONG_ARGUMENTS, tree.span, f"`{tree.name}` takes {len(routine.params)} arguments",
                         f"write {usage}")  # fmt: skip
        world.used.add(tree.name)
        inner = Scope(scope.stage)
        bound: list[tuple[str, f.Expr]] = []
        for param, arg in zip(routine.params, tree.args, strict=True):
            self._all.names.check_free(param, routine.span, Scope(scope.stage))
            value = self._all.infer(arg, scope)
            name = make.fresh(param)
            bound.append((name, value))
            inner = inner.bind(param, f.Var(name, value.type))
        self._stack.append(tree.name)
        try:
            body = self.effect(routine.body, inner)
        finally:
            self._stack.pop()
        for name, value in reversed(bound):
            body = f.LetDo(name, value, body)
        return body


_EFFECT_WORDS = ("put", "take", "move", "exchange", "turn", "flip", "promote", "set", "add", "drop", "let", "win", "lose",
                 "draw", "again", "phase")  # fmt: skip
