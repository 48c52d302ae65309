"""The words of expressions, as docs/manual/words.md says what each means."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

from ggl.syntax import tree as t
from ggl.topology import Site
from tests.meaning import tiles, tracks
from tests.meaning.values import NOTHING, NoneUsed, Unknown, Value, as_set, compare_lists, equal, holds, number

if TYPE_CHECKING:
    from tests.meaning.evaluate import Evaluator, Names

Set = frozenset[Value]
EMPTY: Set = frozenset()


UNSAID = object()
"""Where an argument may be left out: what is said there may be nothing itself."""

_ALONG = {"spread": 2, "components": 1, "connected": 3, "groups": 1, "group": 1, "distance": 2}
"""Words that may be told what joins sites, with the place of that argument."""


class Words:
    """Names and calls of the language in an evaluator's scene."""

    def __init__(self, evaluator: Evaluator) -> None:
        self._in = evaluator
        self._world = evaluator.world
        self._scene = evaluator.scene
        self._board = evaluator.world.board
        self._geometry = evaluator.world.geometry
        self._stuck_found: dict[str, bool] = {}

    # ------------------------------------------------------------------------------------------------------------ names

    def name(self, name: str) -> Value:
        """What a word without brackets stands for; NOTHING if it is no word."""
        board, geometry, scene, world = self._board, self._geometry, self._scene, self._world
        known: dict[str, Callable[[], Value]] = {
            "none": lambda: None,
            "true": lambda: True,
            "false": lambda: False,
            "cells": lambda: frozenset(board.cells),
            "edges": lambda: frozenset(board.edges),
            "rim": lambda: frozenset(board.rim),
            "vertices": lambda: frozenset(board.vertices),
            "links": lambda: frozenset(board.links),
            "border": geometry.border,
            "corners": lambda: self._cells(board.corners),
            "center": lambda: self._cells(board.center),
            "sides": lambda: tuple(self._cells(cells) for _, cells in board.sides),
            "rows": lambda: Fraction(max(map(geometry.row, board.cells))),
            "columns": lambda: Fraction(max(map(geometry.column, board.cells))),
            "directions": lambda: frozenset(geometry.ways),
            "compass": lambda: frozenset(geometry.ways),
            "orthogonal": lambda: frozenset(geometry.orthogonal),
            "diagonal": lambda: frozenset(geometry.diagonal),
            "vacant": lambda: frozenset(c for c in board.cells if not scene.on(c)),
            "taken_cells": self._taken,
            "full": lambda: all(scene.on(c) for c in board.cells),
            "territories": lambda: self._parts(c for c in board.cells if not scene.on(c)),
            "mover": lambda: scene.mover,
            "opponent": lambda: self._other(scene.mover),
            "players": lambda: frozenset(world.players),
            "kinds": lambda: frozenset(world.kinds),
            "ply": lambda: Fraction(scene.ply),
            "passes": lambda: Fraction(scene.passes),
            "steps": lambda: Fraction(scene.steps),
            "phase": lambda: scene.phase,
            "repetitions": lambda: Fraction(self._repeated(0, self._position_key())),
            "board_repetitions": lambda: Fraction(self._repeated(1, scene.board_key())),
            "stuck": lambda: self._stuck(scene.mover),
            "winner": lambda: scene.winner,
            "winners": lambda: scene.winners,
            "starter": lambda: scene.starter,
        }
        return known[name]() if name in known else NOTHING

    def _cells(self, indices: Iterable[int]) -> Set:
        return frozenset(self._board.cells[c] for c in indices)

    def _taken(self) -> Set:
        return frozenset(c for c in self._board.cells if self._scene.on(c))

    def _repeated(self, which: int, now: object) -> int:
        return 1 + sum(1 for key in self._scene.history if key[which] == now)

    def _position_key(self) -> object:
        """What is compared: once a turn has begun with a step, the position that it would leave if it ended here."""
        scene = self._scene
        if scene.doing or scene.steps or scene.pending:
            following = scene.mover if scene.again else str(self._w_next(scene.mover))
            scene = replace(scene, mover=following, pending=None, steps=0, again=False)
        return scene.position_key(self._world.compared)

    def _other(self, player: Value) -> Value:
        a, b = self._world.players
        return None if player is None else b if player == a else a

    # ------------------------------------------------------------------------------------------------------------- dots

    def dot(self, of: Value, name: str) -> Value:
        if of is None:
            return EMPTY if name in ("edges", "vertices", "cells", "ends", "links") else None
        geometry = self._geometry
        if name in ("owner", "kind", "facing"):
            assert isinstance(of, Site), of
            for layer in self._world.layers[of.type]:
                stone = self._scene.standing.get((layer, of))  # type: ignore[arg-type]
                if stone is not None and (value := getattr(stone, name)) is not None:
                    return value  # type: ignore[no-any-return]
            return None
        assert isinstance(of, Site), of
        match of.type, name:
            case _, "number":
                return Fraction(of.index + 1)
            case "cell", "row":
                return Fraction(geometry.row(of))
            case "cell", "column":
                return Fraction(geometry.column(of))
            case "cell", "edges":
                return geometry.edges_of(of)
            case "cell", "vertices":
                return geometry.vertices_of(of)
            case "cell", "links":
                return frozenset(link for link in self._board.links if of in link.cells)
            case (("edge" | "vertex" | "link"), "cells"):
                return frozenset(of.cells)
            case "edge", "ends":
                return geometry.ends(of)
            case "vertex", "edges":
                return geometry.edges_at(of)
        raise AssertionError((of, name))

    # ------------------------------------------------------------------------------------------------------------ calls

    _DEFAULTS: ClassVar[dict[str, tuple[str, ...]]] = {
        "step": ("c", "d", "n"),
        "ray": ("c", "d", "n"),
        "slides": ("c", "ways", "blocked"),
        "sees": ("c", "ways", "blocked"),
        "sight": ("c", "d", "blocked"),
        "placements": ("t",),
        "congruent": ("a", "b"),
        "steps_along": ("c", "ways", "n"),
        "slides_along": ("c", "ways", "blocked"),
        "sight_along": ("c", "ways", "bends", "blocked"),
        "after": ("l", "x", "n"),
        "before": ("l", "x", "n"),
    }
    """Parameters of words whose last ones may be given by name."""

    def call(self, tree: t.Call, names: Names) -> Value:
        if tree.name == "able":
            return self._able(tree.args[0], names)
        if tree.name == "seen":
            from tests.meaning.views import seen

            return seen(self._world, self._scene, tree.args[0], names)
        if tree.name == "previous":
            return self._previous(tree.args[0], names)
        if tree.name == "leading":
            return self._leading(tree.args[0], names)
        way = _ALONG.get(tree.name)
        args = [self._way(arg, names) if at == way else self._in.value(arg, names) for at, arg in enumerate(tree.args)]
        if tree.name in ("min", "max"):
            default = self._in.value(tree.named[0].value, names) if tree.named else None
            return self._least(tree.name, args, default)
        if tree.named:
            order = self._DEFAULTS[tree.name]
            given = {named.name: self._in.value(named.value, names) for named in tree.named}
            args += [given.get(name, UNSAID) for name in order[len(args) : 1 + max(map(order.index, given))]]
        return getattr(self, f"_w_{tree.name}")(*args)  # type: ignore[no-any-return]

    def _previous(self, tree: t.Expr, names: Names) -> Value:
        """What an expression was as the last complete turn began; all but what stands, supplies and variables is as now."""
        from tests.meaning.evaluate import Evaluator

        was = self._scene.was
        assert was is not None
        scene = replace(self._scene, standing=was.standing, hands=was.hands, variables=was.variables, was=None)
        return Evaluator(self._world, scene).value(tree, names)

    def _way(self, tree: t.Expr, names: Names) -> Value:
        """An argument of a word of connection: a definition with one parameter stands there by its name, if that alone means
        no ways."""
        definition = self._world.definition.definitions.get(tree.name) if isinstance(tree, t.Name) else None
        if definition is None or len(definition.params) != 1:
            return self._in.value(tree, names)
        with suppress(Unknown):
            alone = self._in.value(tree, names)
            if isinstance(alone, frozenset | tuple):
                return alone

        def reached(site: Value) -> Set:
            found = self._in.value(definition.body, {definition.params[0]: site})
            return frozenset({found}) if isinstance(found, Site) else as_set(found)

        return reached  # type: ignore[return-value]

    # ---- directions

    def _w_back(self, d: Value) -> Value:
        return None if d is None else self._geometry.back(str(d))

    def _w_turned(self, d: Value, n: Value) -> Value:
        return None if d is None else self._geometry.turned(str(d), int(number(n)))

    def _w_aslant(self, d: Value) -> Value:
        if d is None or len(self._geometry.ways) < 4:
            return EMPTY
        return frozenset({self._geometry.turned(str(d), -1), self._geometry.turned(str(d), 1)})

    def _w_direction(self, a: Value, b: Value) -> Value:
        if a is None or b is None:
            return None
        assert isinstance(a, Site)
        assert isinstance(b, Site)
        return self._geometry.direction(a, b)

    # ---- the board

    def _w_side(self, d: Value) -> Value:
        return next((self._cells(cells) for name, cells in self._board.sides if name == d), EMPTY)

    def _w_row(self, n: Value) -> Value:
        return frozenset(c for c in self._board.cells if self._geometry.row(c) == number(n))

    def _w_column(self, n: Value) -> Value:
        return frozenset(c for c in self._board.cells if self._geometry.column(c) == number(n))

    def _w_cell(self, n: Value) -> Value:
        at = number(n)
        return self._board.cells[int(at) - 1] if 1 <= at <= len(self._board.cells) else None

    def _w_ranks(self, d: Value) -> Value:
        return () if d is None else self._geometry.ranks(str(d))

    def _w_rank(self, p: Value, n: Value) -> Value:
        ranks = self._w_ranks(self._world.player_constants.get((p, "forward")))  # type: ignore[arg-type]
        at = number(n)
        return ranks[int(at) - 1] if 1 <= at <= len(ranks) else EMPTY  # type: ignore[index, arg-type]

    def _w_lines(self, n: Value) -> Value:
        return self._geometry.lines(int(number(n)))

    # ---- from one cell to others

    def _w_step(self, c: Value, d: Value, n: Value = Fraction(1)) -> Value:
        at = c
        for _ in range(abs(int(number(n)))):
            if at is None or d is None:
                return None
            assert isinstance(at, Site)
            at = self._geometry.step(at, str(d) if number(n) > 0 else self._geometry.back(str(d)))
        return at if d is not None else None

    def _w_steps(self, c: Value, ways: Value) -> Value:
        return as_set(tuple(self._w_step(c, d) for d in as_set(ways)))

    def _w_neighbors(self, s: Value) -> Value:
        if s is None:
            return EMPTY
        return frozenset(n for site in ([s] if isinstance(s, Site) else as_set(s)) for n in site.neighbors)  # type: ignore[attr-defined]

    def _w_around(self, s: Value) -> Value:
        return as_set(self._w_neighbors(as_set(s))) - as_set(s)

    def _w_touching(self, s: Value, other: Value) -> Value:
        return bool(as_set(self._w_neighbors(as_set(s))) & as_set(other))

    def _w_ray(self, c: Value, d: Value, n: Value = UNSAID) -> Value:
        if c is None or d is None:
            return ()
        assert isinstance(c, Site)
        ray = self._geometry.ray(c, str(d))
        return ray if n is UNSAID else ray[: max(int(number(n)), 0)]

    def _w_between(self, a: Value, b: Value) -> Value:
        if a is None or b is None:
            return ()
        assert isinstance(a, Site)
        assert isinstance(b, Site)
        return self._geometry.between(a, b)

    def _w_path(self, a: Value, b: Value) -> Value:
        if self._w_direction(a, b) is None:
            return ()
        return (a, *self._w_between(a, b))  # type: ignore[misc]

    def _slide(self, c: Value, d: Value, blocked: Value) -> tuple[list[Value], Value]:
        """The cells up to the first blocked one, and that."""
        free: list[Value] = []
        stop = self._taken() if blocked is UNSAID else as_set(blocked)
        for cell in self._w_ray(c, d):  # type: ignore[attr-defined]
            if cell in stop:
                return free, cell
            free.append(cell)
        return free, None

    def _w_slides(self, c: Value, ways: Value, blocked: Value = UNSAID) -> Value:
        return frozenset(cell for d in as_set(ways) for cell in self._slide(c, d, blocked)[0])

    def _w_sight(self, c: Value, d: Value, blocked: Value = UNSAID) -> Value:
        return self._slide(c, d, blocked)[1]

    def _w_sees(self, c: Value, ways: Value, blocked: Value = UNSAID) -> Value:
        firsts = as_set(tuple(self._w_sight(c, d, blocked) for d in as_set(ways)))
        return as_set(self._w_slides(c, ways, blocked)) | firsts

    def _w_placements(self, t: Value) -> Value:
        return () if t is None else self._world.placements[str(t)]

    def _w_congruent(self, a: Value, b: Value) -> Value:
        return tiles.alike(as_set(a), as_set(b), self._geometry)  # type: ignore[arg-type]

    def _along(self, ways: Value) -> list[tracks.Lines]:
        return [self._world.tracks[str(way)] for way in as_set(ways)]

    def _w_steps_along(self, c: Value, ways: Value, n: Value = UNSAID) -> Value:
        count = 1 if n is UNSAID else int(number(n))
        return frozenset(x for lines in self._along(ways) for x in tracks.steps_along(lines, c, count))

    def _w_slides_along(self, c: Value, ways: Value, blocked: Value = UNSAID) -> Value:
        stop = self._taken() if blocked is UNSAID else as_set(blocked)
        return frozenset(x for lines in self._along(ways) for x in tracks.slides_along(lines, c, stop))

    def _w_sight_along(self, c: Value, ways: Value, bends: Value = UNSAID, blocked: Value = UNSAID) -> Value:
        stop, least = self._taken() if blocked is UNSAID else as_set(blocked), 0 if bends is UNSAID else int(number(bends))
        return frozenset(x for lines in self._along(ways) for x in tracks.sight_along(lines, c, least, stop))

    def _w_leaps(self, c: Value, m: Value, n: Value) -> Value:
        if c is None:
            return EMPTY
        assert isinstance(c, Site)
        return self._geometry.leaps(c, int(number(m)), int(number(n)))

    def _w_distance(self, a: Value, b: Value, ways: Value = UNSAID) -> Value:
        if a is None or b is None:
            return None
        if ways is not UNSAID:
            front, steps = frozenset({a}), 0
            while b not in front:
                more = front | self._next(front, ways)
                if more == front:
                    return None
                front, steps = more, steps + 1
            return Fraction(steps)
        assert isinstance(a, Site)
        assert isinstance(b, Site)
        far = self._geometry.distance(a, b)
        return None if far is None else Fraction(far)

    def _w_edge(self, a: Value, b: Value) -> Value:
        return self._geometry.edge(a, b) if isinstance(a, Site) and isinstance(b, Site) else None

    def _w_link(self, a: Value, b: Value) -> Value:
        return next((link for link in self._board.links if set(link.cells) == {a, b}), None)

    def _w_crosses(self, link: Value) -> Value:
        if link is None:
            return EMPTY
        assert isinstance(link, Site)
        return frozenset(other for other in self._board.links if other != link and self._geometry.meet(link, other))

    def _w_edge_towards(self, c: Value, d: Value) -> Value:
        return self._geometry.edge_towards(c, d) if isinstance(c, Site) and isinstance(d, str) else None

    # ---- what stands where

    def _w_empty(self, c: Value) -> Value:
        return c is not None and not self._scene.on(c)

    def _w_occupied(self, c: Value) -> Value:
        return c is not None and bool(self._scene.on(c))

    def _w_owners(self, s: Value) -> Value:
        return as_set(tuple(stone.owner for site in as_set(s) for _, stone in self._scene.on(site)))

    # ---- groups and connection

    def _parts(self, sites: Iterable[Value]) -> tuple[Set, ...]:
        rest, parts = as_set(tuple(sites)), []
        for site in self._world.order.walk(rest):
            if site in rest:
                part = self._w_spread(frozenset({site}), rest)
                parts.append(as_set(part))
                rest -= as_set(part)
        return tuple(parts)

    def _cells_of(self, owner: Value) -> Set:
        return frozenset(c for c in self._board.cells if any(stone.owner == owner for _, stone in self._scene.on(c)))

    def _w_group(self, c: Value, ways: Value = UNSAID) -> Value:
        owner = self.dot(c, "owner")
        if owner is None:
            return EMPTY
        return next((part for part in tuple(self._w_components(self._cells_of(owner), ways)) if c in as_set(part)), EMPTY)

    def _w_groups(self, p: Value, ways: Value = UNSAID) -> Value:
        return () if p is None else self._w_components(self._cells_of(p), ways)

    def _w_components(self, s: Value, ways: Value = UNSAID) -> Value:
        if ways is UNSAID:
            return self._parts(as_set(s))
        rest, parts = as_set(s), []
        for site in self._world.order.walk(rest):
            if site in rest:
                part = frozenset({site})
                while more := {x for x in rest - part if self._next(frozenset({x}), ways) & part or x in self._next(part, ways)}:
                    part |= more
                parts.append(part)
                rest -= part
        return tuple(parts)

    def _joined(self, s: Iterable[Value], ways: Value) -> Set:
        return frozenset(to for c in s for d in as_set(ways) if (to := self._w_step(c, d)) is not None)

    def _w_spread(self, s: Value, within: Value, ways: Value = UNSAID) -> Value:
        room = as_set(within)
        reached = as_set(s) & room
        while more := (self._next(reached, ways) & room) - reached:
            reached |= more
        return reached

    def _next(self, s: Set, ways: Value) -> Set:
        """One step on: to neighbours, in some directions, across some edges or links, or as a definition says."""
        if ways is UNSAID:
            return as_set(self._w_neighbors(s))
        if callable(ways):
            return frozenset(to for c in s for to in ways(c))
        edges = {way for way in as_set(ways) if isinstance(way, Site)}
        return self._joined(s, ways) if not edges else frozenset(c for edge in edges if s & set(edge.cells) for c in edge.cells)

    def _w_connected(self, s: Value, a: Value, b: Value, ways: Value = UNSAID) -> Value:
        parts = tuple(self._w_components(s, ways))
        return any(as_set(part) & as_set(a) and as_set(part) & as_set(b) for part in parts)

    def _w_lined(self, s: Value, n: Value) -> Value:
        return any(line <= as_set(s) for line in self._geometry.lines(int(number(n))))

    # ---- counting and choosing

    def _w_count(self, s: Value) -> Value:
        return Fraction(len(self._world.order.walk(s)))

    _w_size = _w_count

    def _w_any(self, s: Value) -> Value:
        items = self._world.order.walk(s)
        return any(items) if items and all(isinstance(item, bool) for item in items) else bool(items)

    def _w_all(self, s: Value) -> Value:
        return all(holds(item) for item in self._world.order.walk(s))

    def _w_sum(self, s: Value) -> Value:
        return sum((number(item) for item in self._world.order.walk(s)), Fraction(0))

    def _least(self, which: str, args: list[Value], default: Value) -> Value:
        items = self._world.order.walk(args[0]) if len(args) == 1 else tuple(args)
        if not items:
            return default
        if len(args) > 1 and None in items:
            raise NoneUsed(which)
        return (min if which == "min" else max)(items, key=self._world.order.key)

    def _w_first(self, s: Value) -> Value:
        return next(iter(self._world.order.walk(s)), None)

    def _w_the(self, s: Value) -> Value:
        items = as_set(s)
        return next(iter(items)) if len(items) == 1 else None

    # ---- lists

    def _w_distinct(self, s: Value) -> Value:
        return as_set(s)

    def _w_sorted(self, s: Value) -> Value:
        import functools

        def compare(a: Value, b: Value) -> int:
            if isinstance(a, tuple) and isinstance(b, tuple):
                return compare_lists(a, b, self._world.order.key)
            x, y = self._world.order.key(a), self._world.order.key(b)
            return -1 if x < y else 1 if x > y else 0

        return tuple(sorted(self._world.order.walk(s), key=functools.cmp_to_key(compare)))

    def _w_descending(self, s: Value) -> Value:
        return self._w_sorted(s)[::-1]  # type: ignore[index]

    def _w_reversed(self, s: Value) -> Value:
        return self._world.order.walk(s)[::-1]

    def _leading(self, tree: t.Expr, names: Names) -> Value:
        assert isinstance(tree, t.Gen)
        binder, found = tree.binders[0], []
        for item in self._world.order.walk(self._in.value(binder.source, names)):
            if binder.test is not None and not self._in.holds(binder.test, {**names, binder.name: item}):
                break
            found.append(item)
        return tuple(found)

    def _w_after(self, items: Value, x: Value, n: Value = Fraction(1)) -> Value:
        ring = self._world.order.walk(items)
        at = next((place for place, item in enumerate(ring) if equal(item, x)), None)
        return None if at is None else ring[(at + int(number(n))) % len(ring)]

    def _w_index(self, items: Value, x: Value) -> Value:
        places = [place for place, item in enumerate(self._world.order.walk(items), start=1) if equal(item, x)]
        return Fraction(places[0]) if places else None

    def _w_sums(self, n: Value, items: Value) -> Value:
        found: list[Fraction] = [Fraction(0)]
        for _ in range(int(number(n))):
            found = [so_far + number(item) for so_far in found for item in self._world.order.walk(items)]
        return tuple(sorted(found))

    def _w_before(self, items: Value, x: Value, n: Value = Fraction(1)) -> Value:
        return self._w_after(items, x, -number(n))

    # ---- players and play

    def _w_other(self, p: Value) -> Value:
        return self._other(p)

    def _w_next(self, p: Value) -> Value:
        players = self._world.players
        return None if p is None else players[(players.index(str(p)) + 1) % len(players)]

    def _w_hand(self, p: Value, k: Value = UNSAID) -> Value:
        hands = self._scene.hands
        return Fraction(sum(n for (player, kind), n in hands.items() if player == p and (k is UNSAID or kind == k)))

    def _w_total(self, p: Value) -> Value:
        return self._scene.totals[str(p)]

    def _w_stuck(self, p: Value) -> Value:
        return p is not None and self._stuck(str(p))

    def _stuck(self, player: str) -> bool:
        from tests.meaning.moves import is_stuck

        if player not in self._stuck_found:
            scene = self._scene.copy()
            scene.mover = player
            self._stuck_found[player] = is_stuck(self._world, scene)
        return self._stuck_found[player]

    def _able(self, tree: t.Expr, names: Names) -> Value:
        from tests.meaning.moves import legal, offered

        assert isinstance(tree, t.Name | t.Call)
        if self._world.definition.moves[tree.name].started:
            tiers = offered(self._world, self._scene)
            place = next((number for number, tier in enumerate(tiers) if tree.name in tier), None)
            if place is None:
                return False
            if any(True for tier in tiers[:place] for name in tier for _ in legal(self._world, self._scene, name, {})):
                return False
        if isinstance(tree, t.Name):
            return any(True for _ in legal(self._world, self._scene, tree.name, {}))
        assert isinstance(tree, t.Call)
        wanted = {named.name: self._in.value(named.value, names) for named in tree.named}
        return any(True for _ in legal(self._world, self._scene, tree.name, wanted))
