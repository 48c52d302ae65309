"""What effects leave of a scene, line by line as in docs/manual/effects.md."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from ggl.syntax import tree as t
from ggl.syntax.unparse import unparse
from ggl.topology import Site
from tests.meaning.evaluate import Evaluator
from tests.meaning.piles import pile_at, pile_up
from tests.meaning.scene import Scene, Stone
from tests.meaning.values import Value, as_set, number
from tests.meaning.world import SITES

if TYPE_CHECKING:
    from tests.meaning.world import World

MOST = 2_147_483_647
MOST_OF_EACH = 255
"""Members of one value that a bag may hold."""

Env = dict[str, Value]


class Ended(Exception):  # noqa: N818
    """The game has ended in the middle of the move."""


@dataclass
class RollDue(Exception):  # noqa: N818
    """A roll that is not made yet: the variables, and what each may come to; what stands there twice comes twice as often."""

    variables: tuple[str, ...]
    members: tuple[Value, ...]


def do(world: World, scene: Scene, effect: t.Effect, names: Env, rolled: list[Value] | None = None) -> None:
    """Changes the scene; `ended` and `winner` say whether a result came about.

    `rolled` are the outcomes of the rolls made so far, in a set-up or a begin. Raises `RollDue` at the first roll after them.
    """
    scene.doing = rolled is None
    try:
        _Doer(world, scene, rolled or []).do(effect, dict(names))
    except Ended:
        scene.ended = True
    finally:
        scene.doing = False


def asks_shown(tree: t.Tree) -> bool:
    return (isinstance(tree, t.Name) and tree.name == "shown") or any(map(asks_shown, t.children(tree)))


class _Doer:
    def __init__(self, world: World, scene: Scene, rolled: list[Value]) -> None:
        self.world = world
        self.scene = scene
        self._rolled = rolled
        self.read = Evaluator(world, scene)

    def do(self, effect: t.Effect, names: Env) -> None:
        getattr(self, "_do_" + type(effect).__name__.lower())(effect, names)

    def _sites(self, tree: t.Expr, names: Env) -> Iterator[Site]:
        """The sites acted on: one, the members of a set, or nothing at all."""
        value = self.read.value(tree, names)
        if value is None:
            return
        for site in (value,) if isinstance(value, Site) else self.world.order.walk(value):
            assert isinstance(site, Site), site
            yield site

    # ---- several lines

    def _do_block(self, effect: t.Block, names: Env) -> None:
        for part in effect.parts:
            if isinstance(part, t.LetBe):
                names = {**names, part.name: self.read.value(part.value, names)}
            else:
                self.do(part, names)

    def _do_letbe(self, effect: t.LetBe, names: Env) -> None:
        """A name for no lines."""

    def _do_foreach(self, effect: t.ForEach, names: Env) -> None:
        binder = effect.binder
        if effect.at_once:
            self._at_once(effect, names)
            return
        each = [{**names, binder.name: member} for member in self.world.order.walk(self.read.value(binder.source, names))]
        for inner in [inner for inner in each if binder.test is None or self.read.holds(binder.test, inner)]:
            self.do(effect.body, inner)

    def _at_once(self, effect: t.ForEach, names: Env) -> None:
        """All that moves leaves the board and then comes to where it goes, in the order of the board."""
        move, binder = effect.body, effect.binder
        assert isinstance(move, t.Move)
        lifted: list[tuple[tuple[str, Site], Site, Stone]] = []
        for member in self.world.order.walk(as_set(self.read.value(binder.source, names))):
            inner = {**names, binder.name: member}
            if binder.test is not None and not self.read.holds(binder.test, inner):
                continue
            source, target = self.read.value(move.source, inner), self.read.value(move.target, inner)
            if isinstance(source, Site) and isinstance(target, Site):
                fits = (lambda _: True) if move.pieces is None else self._fits(move.pieces, inner)
                lifted += [((layer, source), target, stone) for layer, stone in self.scene.on(source) if fits(stone)]
        for place, _, _ in lifted:
            self.scene.standing.pop(place, None)
        for _, target, stone in lifted:
            self._lay(target, stone)

    def _do_repeat(self, effect: t.Repeat, names: Env) -> None:
        for _ in range(int(number(self.read.value(effect.most, names)))):
            if not self.read.holds(effect.test, names):
                return
            self.do(effect.body, names)

    def _do_ifthen(self, effect: t.IfThen, names: Env) -> None:
        if self.read.holds(effect.test, names):
            self.do(effect.then, names)
        elif effect.other is not None:
            self.do(effect.other, names)

    def _do_routine(self, effect: t.Routine, names: Env) -> None:
        routine = self.world.definition.routines[effect.name]
        args = [self.read.value(arg, names) for arg in effect.args]
        self.do(routine.body, dict(zip(routine.params, args, strict=True)))

    # ---- pieces

    def _number(self, pieces: t.Pieces, names: Env) -> int | None:
        """The number before the other words, if one is said."""
        first = pieces.words[0]
        if len(pieces.words) == 1 or (isinstance(first, t.Name) and first.name in ("own", "enemy") and first.name not in names):
            return None
        if self._is_all(pieces):
            return sys.maxsize
        value = self.read.value(first, names)
        return int(value) if isinstance(value, Fraction) else None

    @staticmethod
    def _is_all(pieces: t.Pieces) -> bool:
        first = pieces.words[0]
        return len(pieces.words) > 1 and isinstance(first, t.Name) and first.name == "all"

    def _split(
        self, place: tuple[str, Site], pieces: t.Pieces | None, names: Env, under: bool
    ) -> tuple[list[Stone], list[Stone]]:
        """The pieces of a pile that go, and those that stay."""
        pile = pile_at(self.scene, place)
        if pieces is None:
            return pile, []
        fits, number = self._fits(pieces, names), self._number(pieces, names)
        if self._is_all(pieces):
            return [stone for stone in pile if fits(stone)], [stone for stone in pile if not fits(stone)]
        gone = 0
        ends = pile if under else pile[::-1]
        while gone < min(len(pile), 1 if number is None else number) and fits(ends[gone]):
            gone += 1
        return (pile[:gone], pile[gone:]) if under else (pile[len(pile) - gone :], pile[: len(pile) - gone])

    def _lay(self, site: Site, stone: Stone) -> None:
        """A piece, or so many of a stack, comes onto a site: more of what is there, or instead of it."""
        place = self.world.layer(stone.kind), site
        there = self.scene.standing.get(place)
        limit = self.world.stacks.get(stone.kind)
        if limit is not None:
            alike = there is not None and (there.kind, there.owner) == (stone.kind, stone.owner)
            stone = replace(stone, count=min(limit, stone.count + (there.count if alike and there is not None else 0)))
        self.scene.standing[place] = stone

    def _lift(self, place: tuple[str, Site], number: int) -> int:
        """So many leave a site, or all that are there; how many."""
        stone = self.scene.standing.pop(place)
        if number < stone.count:
            self.scene.standing[place] = replace(stone, count=stone.count - number)
        return min(number, stone.count)

    def _described(self, pieces: t.Pieces, names: Env) -> tuple[str, str, Value]:
        """The kind (or `piece`), the adjective (`own`, `enemy`, `named` or none), the named player."""
        *before, last = pieces.words
        before = before[self._number(pieces, names) is not None :]
        word = last.name if isinstance(last, t.Name) else ""
        kind = "piece" if word == "piece" else self.read.value(last, names)
        assert isinstance(kind, str), pieces
        if pieces.owner is not None:
            return kind, "named", self.read.value(pieces.owner, names)
        if not before:
            return kind, "", None
        adjective = before[0]
        if isinstance(adjective, t.Name) and adjective.name in ("own", "enemy"):
            return kind, adjective.name, None
        return kind, "named", self.read.value(adjective, names)

    def _fits(self, pieces: t.Pieces, names: Env) -> Callable[[Stone], bool]:
        kind, adjective, named = self._described(pieces, names)

        def fits(stone: Stone) -> bool:
            if kind not in ("piece", stone.kind):
                return False
            match adjective:
                case "own":
                    return stone.owner == self.scene.mover
                case "enemy":
                    return stone.owner not in (None, self.scene.mover)
                case "named":
                    return stone.owner is not None and stone.owner == named
            return True

        return fits

    def _do_put(self, effect: t.Put, names: Env) -> None:
        kind, adjective, named = self._described(effect.pieces, names)
        owner = named if adjective == "named" else self.scene.mover
        part = self.world.definition.pieces[kind]
        if part.side:
            owner = part.side
        if not part.owned:
            owner = None
        elif owner is None:
            return
        facing = None if effect.facing is None else self.read.value(effect.facing, names)
        number = self._number(effect.pieces, names)
        for site in self._sites(effect.on, names):
            if self.world.definition.pieces[kind].sites != SITES[site.type]:
                continue
            count = 1 if number is None else number
            if effect.from_supply:
                left = self.scene.hands.get((owner, kind), 0)  # type: ignore[arg-type]
                count = min(count, left)
                if self.world.most_in_pile(self.world.layer(kind), site):
                    count = min(count, self._room(kind, site))
                if left:
                    self.scene.hands[owner, kind] = left - max(0, count)  # type: ignore[index]
            place = self.world.layer(kind), site
            if self.world.most_in_pile(*place):
                new = [Stone(kind, owner)] * min(count, self._room(kind, site))  # type: ignore[arg-type]
                there = pile_at(self.scene, place)
                pile_up(self.world, self.scene, place, new + there if effect.under else there + new)
            elif count > 0:
                marks = dict(self.world.marks[kind])
                way = self._towards(site, facing)
                way = way if way in self.world.faces.get(kind, ()) else None
                self._lay(site, Stone(kind, owner, way, marks, count))  # type: ignore[arg-type]

    def _room(self, kind: str, site: Site) -> int:
        layer = self.world.layer(kind)
        return self.world.most_in_pile(layer, site) - len(pile_at(self.scene, (layer, site)))

    def _towards(self, site: Site, facing: Value) -> str | None:
        if isinstance(facing, Site):
            return self.world.geometry.direction(site, facing)
        assert facing is None or isinstance(facing, str)
        return facing

    def _turned(self, stone: Stone, way: str | None) -> Stone:
        """A piece after it was turned: it never faces where its kind cannot."""
        return replace(stone, facing=way) if way in self.world.faces.get(stone.kind, ()) else stone

    def _do_take(self, effect: t.Take, names: Env) -> None:
        fits = self._fits(effect.pieces, names)
        number = self._number(effect.pieces, names)
        supply = effect.supply
        trees = (supply.owner, supply.kind) if supply is not None else ()
        said = [None if tree is None else self.read.value(tree, names) for tree in trees]
        for site in list(self._sites(effect.source, names)):
            for layer, stone in self.scene.on(site):
                if self.world.most_in_pile(layer, site):
                    gone, rest = self._split((layer, site), effect.pieces, names, effect.under)
                    pile_up(self.world, self.scene, (layer, site), rest)
                    for each in gone if supply is not None else ():
                        assert supply is not None
                        hand = each.owner if supply.owner is None else said[0], each.kind if supply.kind is None else said[1]
                        if self._takes_in(*hand):
                            self.scene.hands[hand] += 1  # type: ignore[index]
                elif fits(stone) and (number is None or number > 0):
                    taken = self._lift((layer, site), 1 if number is None else number)
                    if supply is None:
                        continue
                    hand = stone.owner if supply.owner is None else said[0], stone.kind if supply.kind is None else said[1]
                    if self._takes_in(*hand):
                        self.scene.hands[hand] += taken  # type: ignore[index]

    def _do_move(self, effect: t.Move, names: Env) -> None:
        source, target = self.read.value(effect.source, names), self.read.value(effect.target, names)
        if source is None or target is None:
            return
        fits = (lambda _: True) if effect.pieces is None else self._fits(effect.pieces, names)
        assert isinstance(target, Site)
        assert isinstance(source, Site)
        number = None if effect.pieces is None else self._number(effect.pieces, names)
        if source == target or (number is not None and number < 1):
            return
        for layer, stone in self.scene.on(source):
            if self.world.most_in_pile(layer, source):
                gone, rest = self._split((layer, source), effect.pieces, names, effect.from_under)
                there = pile_at(self.scene, (layer, target))
                if len(gone) + len(there) <= self.world.most_in_pile(layer, source):
                    pile_up(self.world, self.scene, (layer, source), rest)
                    pile_up(self.world, self.scene, (layer, target), gone + there if effect.under else there + gone)
            elif fits(stone):
                wanted = stone.count if effect.pieces is None else number or 1
                self._lay(target, replace(stone, count=self._lift((layer, source), wanted)))

    def _do_exchange(self, effect: t.Exchange, names: Env) -> None:
        if effect.right is None:
            pair = tuple(self._sites(effect.left, names))
            if len(pair) != 2:
                return
        else:
            pair = (self.read.value(effect.left, names), self.read.value(effect.right, names))  # type: ignore[assignment]
        a, b = pair
        if a is None or b is None or a == b:
            return
        on_a, on_b = self.scene.on(a), self.scene.on(b)
        for site, stones in ((a, on_a), (b, on_b)):
            for layer, _ in stones:
                del self.scene.standing[layer, site]
        for site, stones in ((b, on_a), (a, on_b)):
            for layer, stone in stones:
                self.scene.standing[layer, site] = stone

    def _change(self, tree: t.Expr, names: Env, change: Callable[[Site, Stone], Stone]) -> None:
        for site in list(self._sites(tree, names)):
            for layer, stone in self.scene.on(site):
                self.scene.standing[layer, site] = change(site, stone)

    def _side(self, kind: str) -> str:
        return self.world.definition.pieces[kind].side

    def _do_flip(self, effect: t.Flip, names: Env) -> None:
        a, b = self.world.players
        self._change(
            effect.what,
            names,
            lambda _, s: replace(s, owner=s.owner if self._side(s.kind) else {a: b, b: a, None: None}[s.owner]),
        )

    def _do_change(self, effect: t.Change, names: Env) -> None:
        value = self.read.value(effect.to, names)
        if effect.verb == "set":
            self._forget(effect.what, names)
            self._set(effect.what, value, names)
        elif value is None:
            return
        elif effect.verb == "turn":
            self._change(
                effect.what,
                names,
                lambda site, s: self._turned(s, self._towards(site, value)),
            )
        else:
            assert isinstance(value, str)
            layer, marks = self.world.layer(value), self.world.marks[value]
            self._change(
                effect.what,
                names,
                lambda _, s: (
                    replace(
                        s,
                        kind=value,
                        marks={m: s.marks.get(m, start) for m, start in marks.items()},
                        facing=s.facing if s.facing in self.world.faces.get(value, ()) else None,
                    )
                    if self.world.layer(s.kind) == layer and self._side(value) in ("", s.owner)
                    else s
                ),
            )

    # ---- variables

    def _forget(self, what: t.Expr, names: Env) -> None:
        """A new value is revealed to nobody."""
        if isinstance(what, t.Name | t.Dot):
            key = self.read.value(what.of, names) if isinstance(what, t.Dot) else None
            self.scene.shown.pop((what.name, key), None)

    def _set(self, what: t.Expr, value: Value, names: Env) -> None:
        variables = self.scene.variables
        if isinstance(what, t.Name) and what.name == "mover":
            if not self.scene.first_by_match:
                self.scene.mover = str(value)
            return
        if isinstance(what, t.Call):
            player, kind = (self.read.value(arg, names) for arg in what.args)
            if self._takes_in(player, kind):  # type: ignore[arg-type]
                self.scene.hands[player, kind] = max(0, min(MOST, int(number(value))))  # type: ignore[index]
            return
        if isinstance(what, t.Name):
            variables[what.name] = self._held(what.name, value)
            return
        assert isinstance(what, t.Dot)
        of = self.read.value(what.of, names)
        if of is None:
            return
        each = variables.get(what.name)
        if isinstance(each, dict):
            each[of] = self._held(what.name, value)
            return
        for layer, stone in self.scene.on(of):
            if what.name in stone.marks:
                assert isinstance(of, Site)
                self.scene.standing[layer, of] = replace(stone, marks={**stone.marks, what.name: value})

    def _held(self, name: str, value: Value) -> Value:
        """A number is held to its bounds; a list kept as a set is one."""
        if isinstance(self.world.starts[name], frozenset):
            return as_set(value)
        if isinstance(self.world.starts[name], tuple):
            return self._bag(name, self.world.order.walk(value))
        if not isinstance(value, Fraction):
            return value
        variable = self.world.definition.state[name]
        if variable.allowed is not None:
            low, high = self._bounds(variable.allowed)
        else:  # counted in the parts of its start
            parts = number(self.read.value(variable.start, {})).denominator
            low, high = Fraction(-MOST, parts), Fraction(MOST, parts)
        return max(low, min(high, value))

    def _bounds(self, allowed: t.Expr) -> tuple[Fraction, Fraction]:
        """The least and the greatest number of a set. A range may have millions of members, so only its ends are read."""
        if isinstance(allowed, t.Binary) and allowed.op == "..":
            return number(self.read.value(allowed.left)), number(self.read.value(allowed.right))
        numbers = [number(n) for n in self.read.set(allowed)]
        return min(numbers), max(numbers)

    def _bag(self, name: str, members: Iterable[Value]) -> Value:
        """Members in order, without those that the bag may not hold."""
        allowed = self.world.definition.state[name].allowed
        numbers = [n for n in self.read.set(allowed) if isinstance(n, Fraction)] if allowed is not None else []
        kept = [each for each in members if not isinstance(each, Fraction) or min(numbers) <= each <= max(numbers)]
        times: Counter[Value] = Counter()
        fitting = []
        for each in kept:
            times[each] += 1
            if times[each] <= MOST_OF_EACH:
                fitting.append(each)
        return tuple(sorted(fitting, key=self.world.order.key))

    def _do_add(self, effect: t.Add, names: Env) -> None:
        value, before = self.read.value(effect.what, names), self.read.value(effect.place, names)
        if isinstance(before, frozenset):
            some = frozenset() if value is None else frozenset({value}) if isinstance(value, Site | str) else as_set(value)
            self._set(effect.place, before | some if effect.verb == "add" else before - some, names)
        elif isinstance(before, tuple):
            some_ = [value] if isinstance(value, Fraction | Site | str) else list(self.world.order.walk(value))
            left = list(before)
            for member in some_:
                if effect.verb == "add":
                    left.append(member)
                elif member in left:
                    left.remove(member)
            self._set(effect.place, tuple(left), names)
        elif before is not None:
            self._set(effect.place, number(before) + number(value), names)

    # ---- what players are told

    def _told(self, tree: t.Expr | None, names: Env) -> frozenset[str]:
        """The players that are meant: all where none are said."""
        value = frozenset(self.world.players) if tree is None else self.read.value(tree, names)
        each = () if value is None else (value,) if isinstance(value, str) else as_set(value)
        return frozenset(str(player) for player in each)

    def _do_announce(self, effect: t.Announce, names: Env) -> None:
        if self._rolled:
            return  # it was announced before the roll
        value = self.read.value(effect.what, names)
        words = unparse(effect.what) if isinstance(value, bool) else ""
        if isinstance(effect.what, t.Name | t.Dot | t.Call):
            words = effect.what.name.replace("_", " ")
        self.scene.announced.append((self._told(effect.to, names), words, value, effect))

    def _do_reveal(self, effect: t.Reveal, names: Env) -> None:
        told, what = self._told(effect.to, names), effect.what
        definition = self.world.definition

        def changed(before: frozenset[str]) -> frozenset[str]:
            return before | told if effect.verb == "reveal" else before - told

        name = what.name if isinstance(what, t.Name | t.Dot) else ""
        variable = definition.state.get(name)
        if variable is not None and variable.seen_by is not None and asks_shown(variable.seen_by):
            key = self.read.value(what.of, names) if isinstance(what, t.Dot) else None
            if not isinstance(what, t.Dot) or key is not None:
                self.scene.shown[name, key] = changed(self.scene.shown.get((name, key), frozenset()))
            return
        for site in self._sites(what, names):
            for layer, stone in self.scene.on(site):
                tree = definition.pieces[stone.kind].seen_by
                if tree is not None and asks_shown(tree):
                    self.scene.standing[layer, site] = replace(stone, shown=changed(stone.shown))

    # ---- the course of play

    def _do_result(self, effect: t.Result, names: Env) -> None:
        player = self.scene.mover if effect.player is None else self.read.value(effect.player, names)
        self.scene.decide(effect.verb, None if effect.verb == "draw" else player, self.world.players)
        raise Ended

    def _do_againturn(self, effect: t.AgainTurn, names: Env) -> None:
        self.scene.again = True

    def _takes_in(self, owner: str | None, kind: str) -> bool:
        """Whether a supply may hold such a piece: one of a kind that belongs to a side is in no supply of another."""
        return (owner, kind) in self.scene.hands and self.world.definition.pieces[kind].side in ("", owner)

    def _do_roll(self, effect: t.Roll, names: Env) -> None:
        members = self.world.order.walk(self.read.value(effect.source, names))
        if not members:
            return
        places = [what for what in effect.places if isinstance(what, t.Name | t.Dot)]
        if not self._rolled:
            raise RollDue(tuple(what.name for what in places), members)
        outcomes = [self._rolled.pop(0) for _ in places]
        for what, outcome in zip(places, outcomes, strict=True):
            self._forget(what, names)
            self._set(what, outcome, names)

    def _do_deal(self, effect: t.Deal, names: Env) -> None:
        """One after the other, each from what is left; whose the source and the target are is read once."""
        source, names = self._of_one(effect.source, names)
        to, names = self._of_one(effect.to, names)
        name = effect.to.name if isinstance(effect.to, t.Name | t.Dot) else ""
        for _ in range(int(number(self.read.value(effect.number, names)))):
            left = self.read.value(source, names)
            members = self.world.order.walk(left)
            if not members:
                return
            if not self._rolled:
                raise RollDue((name,), members)
            one = self._rolled.pop(0)
            if isinstance(left, tuple):
                at = left.index(one)
                self._set(source, (*left[:at], *left[at + 1 :]), names)
            else:
                self._set(source, as_set(left) - {one}, names)
            before = self.read.value(to, names)
            if not isinstance(before, frozenset | tuple):
                self._forget(to, names)
            if isinstance(before, frozenset):
                self._set(to, before | {one}, names)
            else:
                self._set(to, (*before, one) if isinstance(before, tuple) else one, names)

    def _of_one(self, place: t.Expr, names: Env) -> tuple[t.Expr, Env]:
        """A place whose owner is known, under a name that no file has."""
        if not isinstance(place, t.Dot):
            return place, names
        name = f"owner of {len(names)}"
        owner = t.Name(name, span=place.of.span)
        return replace(place, of=owner), {**names, name: self.read.value(place.of, names)}

    def _do_phaseto(self, effect: t.PhaseTo, names: Env) -> None:
        self.scene.phase = effect.name
