"""The interpreter: legal steps, and the position after a step, by the letter of the core.

A step is legal when its arguments are in the parameters' sets, the guards hold before, and the ensured conditions hold after
its effects. A turn ends when nothing follows in it; then the mover passes on, and the end is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, islice

from ggl.core import forms as f
from ggl.core.walk import uses
from ggl.engine.draws import distances, drawn
from ggl.engine.layout import Layout
from ggl.engine.protocol import (
    PASS,
    ROLL,
    STEPS_LIMIT,
    STOP,
    SWAP_SIDES,
    TAKE,
    TURN_LIMIT,
    TURNLESS_LIMIT,
    Position,
    Step,
    WorkLimitError,
    chooses_sides,
)
from ggl.engine.wishes import best_possible
from ggl.interpreter.effects import Effects, conclude, crown
from ggl.interpreter.ends import Ends
from ggl.interpreter.expressions import Expressions
from ggl.interpreter.rules import Rules, base_of, codes, rules_of
from ggl.interpreter.vector import KEYS, Keys, Played, Resting, Value, Vector
from ggl.interpreter.work import COPIED

TRIED = 40
"""The work of a step that is made to see what its turn comes to, beside what its effects and conditions count themselves."""


class Interpreter:
    def __init__(self, core: f.CoreGame) -> None:
        self.core = core
        self.layout = Layout(core)
        self.expressions = Expressions(core, self.layout)
        self.effects = Effects(core, self.layout, self.expressions)
        self.expressions.can = self._can
        self.expressions.effect = self.effects.function
        self._seen = uses(core, f.Seen)
        self.rules = {schema.name: rules_of(schema, self.layout, self.expressions, self.effects) for schema in core.schemas}
        self._names = [schema.name for schema in core.schemas]
        self._apart = {schema.name: distances(core, schema) for schema in core.schemas}
        self._until = [self.expressions.alone(phase.until) if phase.until is not None else None for phase in core.turn.phases]
        self._again_while = {
            name: self.expressions.function(core.turn.again_while, rules.slots) if core.turn.again_while is not None else None
            for name, rules in self.rules.items()
        }
        self._begin = self.effects.alone(core.turn.begin)
        self._ends = Ends(core, self.layout, self.expressions)
        self._points = self.expressions.of_one(core.match.points, core.match.param) if core.match else None
        self._until_match = self.expressions.alone(core.match.until) if core.match else None
        self._next_first = self.expressions.alone(core.match.next_first) if core.match else None
        self._preferred = self.expressions.alone(core.turn.preferred) if core.turn.preferred is not None else None
        self._bound = best_possible(core.turn)
        self._rolls = [self._roll_of(roll) for roll in core.rolls]
        self._players = self.layout.slots["seat"].sizes[0]
        at = self.layout.at
        self._mover, self._ply, self._passes, self._over = at("mover"), at("ply"), at("passes"), at("over")
        self._chance = at("chance") if self.layout.has("chance") else None
        self._pending = at("pending") if self.layout.has("pending") else None
        self._steps = at("steps") if self.layout.has("steps") else None
        self._again = at("again") if self.layout.has("again") else None
        self._phase = at("phase") if self.layout.has("phase") else None
        self._actor = at("actor") if self.layout.has("actor") else None
        self._pie = at("pie") if self.layout.has("pie") else None

    # ---- building

    def _roll_of(self, roll: f.Chance) -> tuple[f.Chance, Callable[[Vector], tuple[int, ...]], Callable[[Vector], bool]]:
        """A roll, with what it may come to, and what is done after it."""
        source, base = self.expressions.alone(roll.source), base_of(roll.source)
        return roll, lambda v: codes(source(v), base), self.effects.alone(roll.then)

    # ---- vectors

    def vector(self, position: Position) -> Vector:
        """A position taken up to look at or to play on; the count of work begins anew."""
        self.expressions.work.renew()
        return Resting(position.vector, position.history)

    def _keys(self, v: Vector) -> Keys:
        return tuple(self.layout.key(v, of) for of in KEYS)

    def left_behind(self, v: Vector) -> Played:
        """A copy to play a step on: the position left is one of the past, if a turn begins in it."""
        if not isinstance(v, Resting):
            return Played(v, self._history(v))
        if v.left is None:
            v.left = self._history(v)
        return Played(v, v.left)

    def _history(self, v: Vector) -> tuple[Keys, ...]:
        """The positions of the past once a position is left."""
        if self._seen and self._in_turn(v) == 0 and not self.rolling(v):
            return (*v.history, self._keys(v))
        return v.history

    def _in_turn(self, v: Vector) -> int:
        if self.layout.pending(v) is not None:
            return 1
        return v[self._steps] if self._steps is not None else 0

    # ---- legal steps

    def steps(self, position: Position) -> tuple[Step, ...]:
        v = self.vector(position)
        if v[self._over]:
            return ()
        if self.rolling(v):
            number = v[self._chance] - 1  # type: ignore[index]
            return tuple(Step(ROLL, (number, code)) for code in self._rolls[number][1](v))
        turn = self.core.turn
        offers_sides = self.layout.offers_sides(turn, v)
        if turn.pie == "choose-side" and offers_sides and not self._in_turn(v):
            return tuple(Step(TAKE + str(player)) for player in range(self._players))
        found = list(islice(self._offered(v), STEPS_LIMIT + 1))
        if len(found) > STEPS_LIMIT:
            raise WorkLimitError.of_steps()
        if self._preferred is not None and len(found) > 1:
            found = self._best(v, found)
        if self._in_turn(v):
            return tuple(found)
        if turn.pie == "swap-sides" and offers_sides and found:
            found.append(Step(SWAP_SIDES))
        if turn.passing == "free" or (turn.passing == "forced" and not found):
            found.append(Step(PASS))
        return tuple(found)

    def draw(self, position: Position, state: int) -> tuple[Step | None, int]:
        v = self.vector(position)
        if v[self._over]:
            return None, state
        if self._must_list(v):
            return self._drawn_from_all(position, state)
        for group in self._groups(v):
            found = list(islice(group, STEPS_LIMIT + 1))
            if len(found) > STEPS_LIMIT:  # likely ones, of which fewer may be legal
                return self._drawn_from_all(position, state)
            if self.core.turn.passing == "free" and not self._in_turn(v):
                found.append(Step(PASS))
            while found:
                k, state = drawn(state, len(found))
                if self._sure(v, found[k]):
                    return found[k], state
                found.pop(k)
        return (Step(PASS) if self.core.turn.passing == "forced" and not self._in_turn(v) else None), state

    def _drawn_from_all(self, position: Position, state: int) -> tuple[Step | None, int]:
        steps = self.steps(position)
        k, state = drawn(state, len(steps)) if steps else (-1, state)
        return steps[k] if steps else None, state

    def _must_list(self, v: Vector) -> bool:
        """Whether a step is drawn from all legal ones: where an offer hangs upon all of them."""
        turn = self.core.turn
        phase = turn.phases[v[self._phase] if self._phase is not None else 0]
        return (
            self.rolling(v)
            or self._preferred is not None
            or self.layout.offers_sides(turn, v)
            or (turn.passing == "free" and len(phase.tiers) > 1)
        )

    def _groups(self, v: Vector) -> Iterator[Iterator[Step]]:
        """The steps for which what is asked before holds; of several groups the first with a legal step is offered."""
        pending = self.layout.pending(v)
        if pending is not None:
            schema = self.core.schemas[pending]
            held = [{each.param: v[self.layout.at(each.field)] for each in pick.fixed} for pick in schema.then]
            likely = (self._likely(v, pick.schema, fixed) for pick, fixed in zip(schema.then, held, strict=True))
            yield chain(*likely, [Step(STOP)] if any(pick.optional for pick in schema.then) else [])
            return
        for tier in self.core.turn.phases[v[self._phase] if self._phase is not None else 0].tiers:
            yield chain(*(self._in_drawing_order(v, name) for name in self._names if name in tier))

    def _in_drawing_order(self, v: Vector, name: str) -> Iterator[Step]:
        likely = self._likely(v, name, {})
        if not self._apart[name]:
            return likely
        found = list(islice(likely, STEPS_LIMIT + 1))
        return iter(sorted(found, key=lambda step: step.args[1] - step.args[0]))

    def _likely(self, v: Vector, name: str, fixed: dict[str, int]) -> Iterator[Step]:
        rules = self.rules[name]
        return (Step(name, args) for args in rules.bindings(v, rules.slots.frame(), fixed))

    def _sure(self, v: Vector, step: Step) -> bool:
        """Whether what is asked after a step holds."""
        if step.schema not in self.rules or not self.rules[step.schema].ensure:
            return True
        rules = self.rules[step.schema]
        return self._holds_after(v, rules, rules.frame(v, step.args))

    def rolling(self, v: Vector) -> bool:
        """Whether a roll is due, before anybody moves."""
        return self._chance is not None and v[self._chance] != 0

    def _best(self, v: Vector, found: list[Step]) -> list[Step]:
        """Of the steps, those with which the best whole turn from here begins."""
        known: dict[tuple[int, ...], Value] = {}
        reached = [self._reached(v, step, known) for step in found]
        best = self._better(reached)
        return [step for step, value in zip(found, reached, strict=True) if value == best]

    def best_of(self, v: Vector, step: Step) -> Value:
        """What the best of the whole turns that begin with a step comes to, by the turn's `least` or `most`."""
        return self._reached(v, step, {})

    def _better(self, values: list[Value]) -> Value:
        return min(values) if self.core.turn.prefer == "least" else max(values)

    def _reached(self, v: Vector, step: Step, known: dict[tuple[int, ...], Value], deep: int = 0) -> Value:
        """The best value at the end of the turns that begin with a step; `known` holds that of positions within the turn."""
        assert self._preferred is not None
        if deep == TURN_LIMIT:
            raise WorkLimitError.of_turn()
        if step.schema == STOP:
            return self._preferred(v)
        after = self.left_behind(v)
        self.expressions.work.spend(TRIED + len(v) // COPIED)
        if not self._done(v, after, step, v[self._mover]):
            return self._preferred(after)
        key = tuple(after)
        if key not in known:
            known[key] = self._best_of_all(self._reached(after, each, known, deep + 1) for each in self._offered(after))
        return known[key]

    def _best_of_all(self, values: Iterator[Value]) -> Value:
        """The best value; what comes after one that none can better is not looked at."""
        best = next(values)
        while best != self._bound:
            value = next(values, None)
            if value is None:
                break
            best = self._better([best, value])
        return best

    def _offered(self, v: Vector) -> Iterator[Step]:
        """The steps of schemas that are legal now, and `stop` where going on is optional."""
        pending = self.layout.pending(v)
        if pending is not None:
            schema = self.core.schemas[pending]
            for pick in schema.then:
                fixed = {handed.param: v[self.layout.at(handed.field)] for handed in pick.fixed}
                yield from self.legal(v, pick.schema, fixed)
            if any(pick.optional for pick in schema.then):
                yield Step(STOP)
            return
        phase = self.core.turn.phases[v[self._phase] if self._phase is not None else 0]
        for tier in phase.tiers:
            some = False
            for name in self._names:
                if name in tier:
                    for step in self.legal(v, name):
                        some = True
                        yield step
            if some:
                return

    def legal(self, v: Vector, name: str, fixed: dict[str, int] | None = None) -> Iterator[Step]:
        """The legal steps of a schema, some of its parameters held fixed."""
        rules = self.rules[name]
        frame = rules.slots.frame()
        for args in rules.bindings(v, frame, fixed or {}):
            if not rules.ensure or self._holds_after(v, rules, frame):
                yield Step(name, args)

    def _holds_after(self, v: Vector, rules: Rules, frame: list[Value]) -> bool:
        after = self.left_behind(v)
        self.expressions.work.spend(1 + len(v) // COPIED)
        local = list(frame)
        rules.do(after, local)
        after.rest()
        for condition in rules.ensure:  # noqa: SIM110 - quicker than a generator for each step
            if not condition(after, local):
                return False
        return True

    def _can(self, name: str, params: tuple[str, ...]) -> Callable[[Vector, list[Value]], bool]:
        asked = next((schema for schema in self.core.schemas if schema.name == name), None)
        urgent = [f.urgent(phase, asked) for phase in self.core.turn.phases] if asked is not None else []

        def can(v: Vector, values: list[Value]) -> bool:
            number = v[self._phase] if self._phase is not None else 0
            if name:
                before = urgent[number]
                if before is None or any(True for other in before for _ in self.legal(v, other)):
                    return False
                return any(True for _ in self.legal(v, name, dict(zip(params, values, strict=True))))
            phase = self.core.turn.phases[number]
            return any(True for tier in phase.tiers for schema in tier for _ in self.legal(v, schema))

        return can

    def let(self, step: Step, name: str) -> Value:
        """The value of a `let` that is fixed by the step's arguments, whatever the position."""
        return self.rules[step.schema].let(Vector(self.layout.blank()), step.args, name)

    # ---- playing

    def start(self) -> Position:
        self.expressions.work.renew()
        v = Vector(self.layout.blank())
        turn = self.core.turn
        first = self.expressions.alone(turn.first)(v)
        for seat in range(self._players):
            v[self.layout.at("seat", (first + seat) % self._players)] = seat
        self._set_up(v, first)
        self._go_on_with_match(v)
        return Position(tuple(v), v.history)

    def _set_up(self, v: Vector, first: int) -> None:
        """The first position of a play, in which `first` is to move."""
        v[self._mover] = first
        self.effects.alone(self.core.setup)(v)
        if not self.rolling(v):
            self._open(v)

    def _open(self, v: Vector) -> None:
        """The set-up is complete: the end is asked, as after every turn, and the first turn begins."""
        if self.layout.has("starter"):
            v[self.layout.at("starter")] = v[self._mover]
        before = (v[self._mover] - 1) % self._players
        if self._actor is not None:
            v[self._actor] = before
        self._ends.ask(v, before)
        if not v[self._over]:
            self._begin_turn(v)

    def play(self, position: Position, step: Step) -> Position:
        before = self.vector(position)
        if chooses_sides(step.schema):
            v = Played(before, before.history)
            self._choose_side(v, step)
            self._go_on_with_match(v)
            return Position(tuple(v), v.history)
        v = self.left_behind(before)
        actor = v[self._mover]
        if step.schema == ROLL and self._rolls:
            self._roll(v, *step.args)
        elif step.schema == PASS:
            v[self._passes] += 1
            self._end_turn(v, actor)
        elif step.schema == STOP:
            self._end_turn(v, actor)
        else:
            self._act(before, v, step, actor)
        self._go_on_with_match(v)
        return Position(tuple(v), v.history)

    def _choose_side(self, v: Vector, step: Step) -> None:
        """A pie choice: a turn that may exchange the seats, and leaves no position behind; the same side is to move next."""
        seats = self.layout.slots["seat"]
        taken = step.schema.removeprefix(TAKE)
        if step.schema == SWAP_SIDES or int(taken) != v[self._mover]:
            v[seats.start : seats.stop] = v[seats.start : seats.stop][::-1]
        v[self._passes] = 0
        self._end_turn(v, v[self._mover], stays=True)

    def _roll(self, v: Vector, number: int, code: int) -> None:
        """The roll is made: what it stopped goes on, up to the next one."""
        roll, _, then = self._rolls[number]
        v[self.layout.at("chance")] = 0
        v[self.layout.at(roll.field)] = code
        then(v)
        if self.rolling(v):
            return
        if roll.in_setup:
            self._open(v)
        else:
            self._has_begun(v)

    def _act(self, before: Vector, v: Vector, step: Step, actor: int) -> None:
        if not self._done(before, v, step, actor):
            self._end_turn(v, actor)

    def _done(self, before: Vector, v: Vector, step: Step, actor: int) -> bool:
        """The step's effects are done; whether its turn goes on."""
        rules = self.rules[step.schema]
        frame = rules.frame(before, step.args)
        return not self._made(v, step, actor, frame) and self._goes_on(v, rules, frame)

    def _made(self, v: Vector, step: Step, actor: int, frame: list[Value]) -> bool:
        """A step's effects, and what is remembered of the step; whether they ended the game."""
        self._clear_pending(v)
        ended = self.rules[step.schema].do(v, frame)
        v[self._passes] = 0
        self._remember(v, step, actor)
        if self._steps is not None:
            v[self._steps] += 1
        return ended

    def interiors(self, position: Position, step: Step) -> Iterator[Vector]:
        """The positions inside a turn in which a next step is looked for after this one, found or not."""
        if step.schema not in self.rules:
            return
        before = self.vector(position)
        rules, v = self.rules[step.schema], self.left_behind(before)
        frame = rules.frame(before, step.args)
        if self._made(v, step, v[self._mover], frame):
            return
        if self._leads_on(v, rules, frame):
            yield v
            self._clear_pending(v)
        again_while = self._again_while[rules.schema.name]
        if again_while is not None and again_while(v, frame):
            yield v

    def _remember(self, v: Vector, step: Step, actor: int) -> None:
        """The fields that `last` reads."""
        for name, slot in self.layout.slots.items():
            if name == "last_mover":
                v[slot.start] = actor
            elif name.startswith("last_"):
                v[slot.start] = slot.field.start
                for param, code in zip(self.rules[step.schema].schema.params, step.args, strict=True):
                    if f"last_{param.name}" == name and param.type in (slot.field.values, slot.field.values.of):  # type: ignore[union-attr]
                        v[slot.start] = code

    def _clear_pending(self, v: Vector) -> None:
        if self._pending is None:
            return
        v[self._pending] = self.layout.nothing_pending
        for schema in self.core.schemas:
            for pick in schema.then:
                for handed in pick.fixed:
                    slot = self.layout.slots[handed.field]
                    v[slot.start] = slot.field.start

    def _leads_on(self, v: Vector, rules: Rules, frame: list[Value]) -> bool:
        """Whether a step asks for a follow-up; what it hands over is then kept for it."""
        if not rules.schema.then or not (rules.then_if is None or rules.then_if(v, frame)):
            return False
        assert self._pending is not None
        for handed in rules.handed:
            for place, value in handed:
                v[place] = value(v, frame)
        v[self._pending] = self._names.index(rules.schema.name)
        return True

    def _goes_on(self, v: Vector, rules: Rules, frame: list[Value]) -> bool:
        """Whether the turn has another step: a follow-up that is legal, or one more while the turn says so."""
        if self._leads_on(v, rules, frame):
            if any(step.schema != STOP for step in self._offered(v)):
                return True
            self._clear_pending(v)
        again_while = self._again_while[rules.schema.name]
        return again_while is not None and bool(again_while(v, frame)) and any(True for _ in self._offered(v))

    def _end_turn(self, v: Vector, actor: int, *, stays: bool = False) -> None:
        """The turn is over, and the next one begins: the next player's, or, if the turn `stays`, the same one's."""
        self._clear_pending(v)
        if self._actor is not None:
            v[self._actor] = actor
        v[self._ply] += 1
        if self._steps is not None:
            v[self._steps] = 0
        again = self._again is not None and v[self._again] == 1
        if self._again is not None:
            v[self._again] = 0
        if not again and not stays:
            v[self._mover] = (actor + 1) % self._players
        if self._pie is not None and (v[self._pie] == 1 or v[self._mover] != actor):
            v[self._pie] = min(v[self._pie] + 1, 2)
        if self._phase is not None and not v[self._over]:
            until = self._until[v[self._phase]]
            if until is not None and until(v):
                v[self._phase] = min(v[self._phase] + 1, len(self._until) - 1)
        if not v[self._over]:
            self._ends.ask(v, actor)
        if not v[self._over]:
            self._begin_turn(v)

    def _begin_turn(self, v: Vector) -> None:
        """The beginning of a turn, up to a roll."""
        self._begin(v)
        if not self.rolling(v):
            self._has_begun(v)

    def _has_begun(self, v: Vector) -> None:
        """A turn has begun, its rolls made: the rest of the end is asked; who may not pass and cannot move then has a draw."""
        if not v[self._over]:
            actor = v[self._actor] if self._actor is not None else (v[self._mover] - 1) % self._players
            self._ends.ask(v, actor, begun=True)
        if not v[self._over] and self.core.turn.passing == "never" and not any(True for _ in self._offered(v)):
            conclude(v, self.layout, "draw", 0, len(self.core.reasons) - 1)

    def _go_on_with_match(self, v: Vector) -> None:
        """While a game of a match is over: its points are added; then the match is over, or the next game is set up."""
        if self.core.match is None:
            return
        turnless = 0
        while v[self._over]:
            turnless += v[self._ply] == 0
            self._add_points(v)
            if self._until_match(v) or turnless == TURNLESS_LIMIT:  # type: ignore[misc]
                self._end_match(v)
                return
            self._next_game(v)

    def _add_points(self, v: Vector) -> None:
        assert self._points is not None
        totals = self.layout.slots["total"]
        for player, points in enumerate([self._points(v, player) for player in range(self._players)]):
            v[totals.start + player] += points

    def _end_match(self, v: Vector) -> None:
        """The player with the highest total has won the match; several if equal scores share a win."""
        totals = self.layout.slots["total"]
        scores = v[totals.start : totals.stop]
        best = [player for player, score in enumerate(scores) if score == max(scores)]
        shared = self.core.tie[0] == "shared"
        crown(v, self.layout, sum(1 << player for player in best) if len(best) == 1 or shared else 0)

    def _next_game(self, v: Vector) -> None:
        assert self._next_first is not None
        first = self._next_first(v)
        kept = {name: v[slot.start : slot.stop] for name, slot in self.layout.slots.items() if name in ("total", "seat", "game")}
        v[:] = self.layout.blank()
        v.history = ()
        for name, entries in kept.items():
            slot = self.layout.slots[name]
            v[slot.start : slot.stop] = entries
        v[self.layout.at("game")] += 1
        self._set_up(v, first)

    def scores(self, position: Position) -> tuple[int, ...] | None:
        v = self.vector(position)
        if self.core.match is not None:
            totals = self.layout.slots["total"]
            return tuple(v[totals.start : totals.stop])
        return self._ends.scores(v)
