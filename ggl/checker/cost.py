"""A bound on the work of one ply, computed before play.

Takes a core game that has no mistake; reports where listing and playing one ply, asking for the end, or counting the score
could take more than its limit of steps of work, a list could have more than `LONGEST_LIST` members, or a
position would hold more than `POSITION_LIMIT` numbers.

The bound follows the forms: a loop costs its set's size times its body, a choice its dearer way, a definition its body at
each call, a move all bindings of its parameters; those that make one set are in order. A size is the most members that a set
can have here: of what the board fixes, the true one. The members of `components` are disjoint, so a body is charged once for
a part as large as all of them together, and for the others as for one cell each.

Long, since each form of the core has its case here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import comb, prod

from ggl.checker.scope import SetChoice
from ggl.checker.vocabulary.prelude import prelude_source
from ggl.core import forms as f
from ggl.core.types import LONGEST_LIST, WORD, ListOf, SetOf, Type, set_size
from ggl.core.walk import highest_level, parts
from ggl.diagnostics import Findings
from ggl.diagnostics.catalog import names_and_types as codes
from ggl.engine.protocol import STEPS_LIMIT
from ggl.frozen import frozen
from ggl.source import Span

PLY_LIMIT = 10_000_000_000
"""For listing and playing one ply, and evaluating the end. Chess, the most demanding bundled game, takes a fifth of it: the bound
allows a piece that reaches all other cells on each of 64 cells. The actual work is a thousandth of that."""

SETUP_LIMIT = 20_000_000
"""For the setup: it runs whenever a play starts."""

ONCE_LIMIT = 5_000_000_000
"""For the score, which is counted when the game is over."""

POSITION_LIMIT = 1 << 16
SEEN = 1000
"""For comparing a position with those before it in the play."""


@frozen
class Size:
    """The most members of a set or list, and the size of each, if these have one; `parts`: they have no member in common."""

    count: int = 1
    of: Size | None = None
    parts: bool = False


ONE = Size()
Sizes = dict[str, Size]


@frozen
class Charge:
    """A form's work, the size of its value, and the place within it that takes most of the work, with that work."""

    work: int
    size: Size
    at: Span | None = None
    most: int = 0


NOTHING = Charge(1, ONE)


Choices = Mapping[str, Iterable[SetChoice]]
"""The sets that each move chooses as a whole."""


def check_cost(core: f.CoreGame, choices: Choices, findings: Findings, span: Span) -> None:
    """Report where a game cannot be played within the budget. `span` stands for the whole game."""
    length = _length(core)
    if length > POSITION_LIMIT:
        message = f"a position would hold {length:,} numbers; {POSITION_LIMIT:,} is the limit"
        findings.report(codes.TOO_COMPLEX, span, message, help="use a smaller board, or fewer variables for each site")
        return
    cost = _Cost(core, length, choices)
    charges = (
        ("the setup", SETUP_LIMIT, cost.setup()),
        ("one ply", PLY_LIMIT, cost.ply()),
        ("the score", ONCE_LIMIT, cost.score()),
    )
    _check_work(charges, cost, findings, span)
    _check_rolls(cost, core, findings)


def _check_rolls(cost: _Cost, core: f.CoreGame, findings: Findings) -> None:
    """Report a roll that has more ways than a position may have legal steps."""
    for roll in core.rolls:
        ways = cost.expr(roll.source, {}).size.count ** len(roll.fields)
        if ways > STEPS_LIMIT:
            message = f"this roll could have {_rounded(ways)} outcomes; {STEPS_LIMIT:,} is the limit"
            help_ = "roll fewer variables in one step; one roll may follow another"
            findings.report(codes.TOO_COMPLEX, roll.source.span, message, help=help_)


def check_question(asked: f.Expr, core: f.CoreGame, choices: Choices, findings: Findings, span: Span) -> None:
    """Report an expression that may take too much work where it is evaluated in a position."""
    cost = _Cost(core, _length(core), choices)
    _check_work((("this", ONCE_LIMIT, cost.expr(asked, {})),), cost, findings, span)


def _check_work(charges: Iterable[tuple[str, int, Charge]], cost: _Cost, findings: Findings, span: Span) -> None:
    """Report the first that takes too much work, or else a list that is too long."""
    for what, limit, charge in charges:
        if charge.work > limit:
            message = f"{what} could take {_rounded(charge.work)} steps of work; {_rounded(limit)} is the limit"
            findings.report(codes.TOO_COMPLEX, charge.at or span, message, label="most of them here", help=_WAY_OUT)
            return
    if cost.longest > LONGEST_LIST:
        message = f"a list could have {_rounded(cost.longest)} members here; {LONGEST_LIST:,} is the limit"
        findings.report(codes.TOO_COMPLEX, cost.longest_at or span, message, help=_WAY_OUT)


_WAY_OUT = "loop over fewer members: the neighbors or the line of a cell instead of the whole board"


def work_of(expr: f.Expr, core: f.CoreGame) -> int:
    """A bound on the work of evaluating a closed expression."""
    return _Cost(core, 0, {}).expr(expr, {}).work


def most_members_of(expr: f.Expr, core: f.CoreGame) -> int:
    """How many members a set can have, whatever its variables stand for."""
    return _Cost(core, 0, {}).expr(expr, {}).size.count


def _rounded(work: int) -> str:
    for number, word in ((10**15, ""), (10**12, "trillion"), (10**9, "billion"), (10**6, "million")):
        if work >= number:
            return f"{work / number:.3g} {word}" if word else "over 10^15"
    return f"{work:,}"


def _length(core: f.CoreGame) -> int:
    """How many numbers a position holds."""
    sizes = {domain.name: domain.size for domain in core.domains}
    return sum(prod(sizes[name] for name in field.index) for field in core.fields)


class _Cost:
    def __init__(self, core: f.CoreGame, length: int, choices: Choices) -> None:
        self._core = core
        self._choices = choices
        self._copying = 1 + length // 16
        self._definitions = {definition.name: definition for definition in core.definitions}
        self._schemas = {schema.name: schema for schema in core.schemas}
        self._domains = {domain.name: domain.size for domain in core.domains}
        self._tables = {table.name: table for table in core.tables}
        self._entries: dict[str, Size] = {}
        self._calls: dict[tuple[str, tuple[Size, ...]], Charge] = {}
        self._listed: dict[str, Charge] = {}
        self.longest = 0
        """The most members of a list, of all that were charged for."""

        self.longest_at: Span | None = None

    # ---- the game

    def setup(self) -> Charge:
        return self.effect(self._core.setup, {})

    def ply(self) -> Charge:
        """Listing and playing a ply, and asking whether the game is over."""
        core = self._core
        charges = [self.listing(schema.name) for schema in core.schemas]
        charges += [_times(self._domains["player"] if rule.each else 1, self.expr(rule.test, {})) for rule in core.end]
        turn, phases = core.turn, core.turn.phases
        asked = [*(phase.until for phase in phases), turn.pass_if, *(phase.pass_if for phase in phases), turn.again_while]
        asked += [turn.preferred, *(roll.source for roll in core.rolls)]
        done = [turn.begin, turn.finish, *(roll.then for roll in core.rolls)]
        charges += [self.expr(test, {}) for test in asked if test is not None]
        return _sum([*charges, *(self.effect(each, {}) for each in done)])

    def score(self) -> Charge:
        core = self._core
        counted = [core.score, *core.breaks] if core.score is not None else []
        counted += [core.match.points, core.match.until, core.match.next_first] if core.match is not None else []
        return _times(self._domains["player"], _sum([self.expr(each, {}) for each in counted]))

    def _entry(self, name: str) -> Size:
        """The size of a table's largest entry."""
        if name not in self._entries:
            self._entries[name] = _largest(self._tables[name].entries, self._tables[name].values)
        return self._entries[name]

    def listing(self, name: str) -> Charge:
        """Listing the legal bindings of a schema, and playing one of them."""
        if name not in self._listed:
            self._listed[name] = self._listing(self._schemas[name])
        return self._listed[name]

    def _listing(self, schema: f.Schema) -> Charge:
        level = {param.name: number for number, param in enumerate(schema.params, 1)}
        asked: list[list[f.Expr]] = [[] for _ in range(len(schema.params) + 1)]
        for let in schema.lets:
            level[let.name] = highest_level(let.value, level)
        for condition in schema.guard:
            asked[highest_level(condition.test, level)].append(condition.test)
        begins = {choice.first: choice for choice in self._choices.get(schema.name, ())}
        chosen: dict[int, tuple[SetChoice, int, int]] = {}
        sizes, ways, charges = Sizes(), 1, []
        for number, tests in enumerate(asked):
            if number:
                source = self.expr(schema.params[number - 1].source, sizes)
                charges.append(_times(ways, source))
                before, many = ways, max(source.size.count, 1)
                ways *= many
                if number - 1 in begins:
                    choice = begins[number - 1]
                    chosen.update(dict.fromkeys(choice.places, (choice, before, many)))
                if number - 1 in chosen:
                    choice, outside, among = chosen[number - 1]
                    ways = min(ways, outside * _sets_begun(among, number - choice.first, choice.least))
                span = schema.params[number - 1].span
                charges.append(Charge(ways, ONE, span, ways))
            for let in schema.lets:
                if level[let.name] == number:
                    value = self.expr(let.value, sizes)
                    sizes = {**sizes, let.name: value.size}
                    charges.append(_times(ways, value))
            charges += [_times(ways, self.expr(test, sizes)) for test in tests]
            if number:
                held_to = self._held_to(schema.params[number - 1].name, tests, sizes, level)
                ways = min([ways, *(before * held for held in held_to)])
        done = _sum([Charge(self._copying, ONE), self.effect(schema.do, sizes)])
        if schema.ensure:
            after = _sum([done, *(self.expr(condition.test, sizes) for condition in schema.ensure)])
            charges.append(_times(ways, after))
        follow = [self.expr(schema.then_if, sizes)] if schema.then_if is not None else []
        follow += [self.expr(handed.value, sizes) for pick in schema.then for handed in pick.kept]
        return _sum([*charges, done, *follow])

    def _held_to(self, name: str, tests: list[f.Expr], sizes: Sizes, level: dict[str, int]) -> list[int]:
        """The sizes of the sets that a parameter must be in, of those that read only what comes before it."""
        parts = [part for test in tests for part in (test.parts if isinstance(test, f.And) else (test,))]
        return [
            max(self.expr(part.of, sizes).size.count, 1)
            for part in parts
            if isinstance(part, f.In) and isinstance(part.item, f.Var) and part.item.name == name
            if highest_level(part.of, level) < level[name]
        ]

    def _offered(self) -> Charge:
        """Looking whether anything is legal now."""
        names = dict.fromkeys(name for phase in self._core.turn.phases for tier in phase.tiers for name in tier)
        return _sum([self.listing(name) for name in names])

    def _offered_as(self, name: str) -> Charge:
        """Looking whether one schema is legal now, and nothing that comes before it."""
        phases = [f.urgent(phase, self._schemas[name]) for phase in self._core.turn.phases]
        names = dict.fromkeys(other for before in phases for other in before or ())
        return _sum([self.listing(name), *(self.listing(other) for other in names)])

    # ---- expressions

    def expr(self, e: f.Expr, sizes: Sizes) -> Charge:
        charge = self._expr(e, sizes)
        if isinstance(e.type, ListOf) and charge.size.count > self.longest:
            self.longest, self.longest_at = charge.size.count, e.span
        return _placed(charge, e.span)

    def _expr(self, e: f.Expr, sizes: Sizes) -> Charge:
        match e:
            case f.Lit():
                return Charge(1, _largest((e.value,), e.type))
            case f.Var():
                return Charge(1, sizes.get(e.name) or self._any(e.type))
            case f.Tab():
                return _sum([self.expr(i, sizes) for i in e.index], 1, self._entry(e.table))
            case f.Call():
                return self._call(e, sizes)
            case f.Let():
                value = self.expr(e.value, sizes)
                body = self.expr(e.body, {**sizes, e.name: value.size})
                return _sum([value, body], 1, body.size)
            case f.Some():
                way = _dearer(self.expr(e.then, sizes), self.expr(e.other, sizes))
                return _sum([self.expr(e.value, sizes), way], 1, way.size)
            case f.If():
                way = _dearer(self.expr(e.then, sizes), self.expr(e.other, sizes))
                return _sum([self.expr(e.test, sizes), way], 1, way.size)
            case f.Compare():
                left, right = self.expr(e.left, sizes), self.expr(e.right, sizes)
                long = max(left.size.count, right.size.count) if isinstance(e.left.type, ListOf) else 0
                return _sum([left, right], 1 + long)
            case f.Get() | f.Arith() | f.And() | f.Or() | f.Not() | f.In() | f.Single():
                return _sum(self._parts(e, sizes), 1)
            case f.NumberRange():
                return _sum([self.expr(e.lo, sizes), self.expr(e.hi, sizes)], 1, self._any(e.type))
            case f.Plane():
                whole = self._any(e.type)
                return _sum([self.expr(e.values, sizes)], whole.count // 8, whole)
            case f.SetOp():
                return self._set_op(e, sizes)
            case f.Filter() | f.Leading():
                return self._loop(e, e.source, e.name, [e.test], sizes)
            case f.Fold():
                return self._fold(e, sizes)
            case f.Listing():
                return self._loop(e, e.source, e.name, [e.test, e.body], sizes)
            case f.ListOp():
                return self._list_op(e, sizes)
            case f.Convert():
                part = self.expr(e.part, sizes)
                return _sum([part], part.size.count, self._held(part.size, e.type))
            case f.Image():
                of = self.expr(e.of, sizes)
                return _sum([of], of.size.count, self._held(Size(of.size.count * self._entry(e.relation).count), e.type))
            case f.Close():
                within = self.expr(e.within, sizes)
                return _sum([self.expr(e.seed, sizes), within], within.size.count, within.size)
            case f.Cross():
                within, through = self.expr(e.within, sizes), self.expr(e.through, sizes)
                taken = within.size.count + through.size.count
                return _sum([self.expr(e.seed, sizes), within, through], taken, within.size)
            case f.Blocks():
                within = self.expr(e.within, sizes)
                count = within.size.count
                return _sum([within], count, Size(count // 2 + 1 if count else 0, Size(count), True))
            case f.Seen():
                return Charge(SEEN, ONE)
            case f.Can():
                way = self._offered_as(e.schema) if e.schema else self._offered()
                return _sum([way, *(self.expr(value, sizes) for _, value in e.fixed)])
            case f.After():
                body = self.expr(e.body, sizes)
                return _sum([self.effect(e.effect, sizes), body], self._copying, body.size)
        raise AssertionError(e)

    def _parts(self, e: f.Form, sizes: Sizes) -> list[Charge]:
        """The expressions directly inside a form, for one that evaluates each of them."""
        return [self.expr(part, sizes) for part in parts(e) if isinstance(part, f.Expr)]

    def _any(self, type_: Type) -> Size:
        """The size of a value with a known type only."""
        if isinstance(type_, SetOf):
            return Size(set_size(type_))
        if isinstance(type_, ListOf):
            return Size(LONGEST_LIST, self._any(type_.of))
        return ONE

    @staticmethod
    def _held(size: Size, type_: Type) -> Size:
        """A set has no more members than its type has."""
        return Size(min(size.count, set_size(type_))) if isinstance(type_, SetOf) else size

    def _call(self, e: f.Call, sizes: Sizes) -> Charge:
        args = [self.expr(arg, sizes) for arg in e.args]
        key = (e.name, tuple(arg.size for arg in args))
        if key not in self._calls:
            definition = self._definitions[e.name]
            inner = {name: arg.size for (name, _), arg in zip(definition.params, args, strict=True)}
            self._calls[key] = self.expr(definition.body, inner)
        body = self._calls[key]
        inside = body.at is not None and body.at.source is not prelude_source()
        return _sum([*args, body if inside else Charge(body.work, ONE)], 2, body.size)

    def _set_op(self, e: f.SetOp, sizes: Sizes) -> Charge:
        left, right = self.expr(e.left, sizes), self.expr(e.right, sizes)
        a, b = left.size.count, right.size.count
        count = a + b if e.op == "union" else min(a, b) if e.op == "meet" else a
        return _sum([left, right], 1 + set_size(e.type) // WORD, self._held(Size(count), e.type))

    def _fold(self, e: f.Fold, sizes: Sizes) -> Charge:
        if e.monoid == "count" and isinstance(e.test, f.Lit):
            return _sum([self.expr(e.source, sizes)], 1)
        bodies = [e.test, e.body, *(() if e.default is None else (e.default,))]
        charge = self._loop(e, e.source, e.name, bodies, sizes)
        return Charge(charge.work, self._held(charge.size, e.type), charge.at, charge.most)

    def _list_op(self, e: f.ListOp, sizes: Sizes) -> Charge:
        args = [self.expr(arg, sizes) for arg in e.args]
        first = args[0].size
        match e.op:
            case "literal":
                return _sum(args, len(args), Size(len(args), _wider([arg.size for arg in args])))
            case "length":
                return _sum(args, 1)
            case "at":
                return _sum(args, 1, first.of or ONE)
            case "concat":
                both = Size(sum(arg.size.count for arg in args), _wider([arg.size.of or ONE for arg in args]))
                return _sum(args, both.count, both)
            case "sort" | "descending":
                return _sum(args, first.count * first.count.bit_length(), first)
        return _sum(args, first.count, first)

    # ---- loops

    def _loop(self, e: f.Expr, source: f.Expr, name: str, bodies: list[f.Expr], sizes: Sizes) -> Charge:
        """A loop of expressions, with the size of its result."""
        of = self.expr(source, sizes)
        rounds, given = [], []
        for times, size in _rounds(of.size):
            charges = [self.expr(body, {**sizes, name: size}) for body in bodies]
            given.append((times, charges[1].size if len(charges) > 1 else size))
            rounds.append(_times(times, _sum(charges, 1)))
        last = _wider([size for _, size in given])
        joined = sum(times * size.count for times, size in given)
        widest = _sum([of, *rounds])
        match e:
            case f.Filter() | f.Leading():
                size = of.size
            case f.Listing(join=True):
                size = Size(joined, last.of)
            case f.Listing():
                size = Size(of.size.count, last if isinstance(e.body.type, SetOf | ListOf) else None)
            case f.Fold(monoid="union"):
                size = Size(joined)
            case f.Fold(monoid="first" | "min" | "max"):
                size = last
            case _:  # a number or a condition
                size = ONE
        return Charge(widest.work, size, widest.at, widest.most)

    # ---- effects

    def effect(self, e: f.Effect, sizes: Sizes) -> Charge:
        return _placed(self._effect(e, sizes), e.span)

    def _effect(self, e: f.Effect, sizes: Sizes) -> Charge:
        match e:
            case f.Seq():
                return _sum([self.effect(part, sizes) for part in e.parts], 1)
            case f.Write() | f.Finish():
                return _sum(self._parts(e, sizes), 1)
            case f.Put() | f.Take():
                return _sum(self._parts(e, sizes), 2)
            case f.Move() | f.Exchange():
                return _sum(self._parts(e, sizes), 4)
            case f.WriteAll():
                value = self.expr(e.value, sizes)
                assert isinstance(e.value.type, SetOf)
                return _sum([value], set_size(e.value.type))
            case f.IfDo():
                way = _dearer(self.effect(e.then, sizes), self.effect(e.other, sizes))
                return _sum([self.expr(e.test, sizes), way], 1)
            case f.ForDo():
                of = self.expr(e.source, sizes)
                rounds = [_times(times, self.effect(e.body, {**sizes, e.name: size})) for times, size in _rounds(of.size)]
                return _sum([of, *rounds], of.size.count)
            case f.LetDo():
                value = self.expr(e.value, sizes)
                return _sum([value, self.effect(e.body, {**sizes, e.name: value.size})], 1)
            case f.Again() | f.Roll():
                return NOTHING
        raise AssertionError(e)


def _sets_begun(among: int, chosen: int, least: int) -> int:
    """The ways to choose the first members of a set, in order; a set that has enough of them may be complete."""
    return comb(among, chosen) + sum(comb(among, size) for size in range(least, chosen))


def _placed(charge: Charge, span: Span | None) -> Charge:
    """A form's charge, with its own place where no part of it takes half of the work."""
    return Charge(charge.work, charge.size, span, charge.work) if charge.most * 2 < charge.work and span is not None else charge


def _rounds(size: Size) -> list[tuple[int, Size]]:
    """How often a loop's body runs, and the size of the member then: of parts, one that is all, and the others of one cell."""
    member = size.of or ONE
    if size.parts:
        return [(1, member), (max(size.count - 1, 0), Size(min(member.count, 1)))]
    return [(size.count, member)]


def _sum(charges: list[Charge], own: int = 0, size: Size = ONE) -> Charge:
    work = own + sum(charge.work for charge in charges)
    dearest = max(charges, key=lambda charge: charge.most, default=NOTHING)
    return Charge(work, size, dearest.at, dearest.most)


def _times(times: int, charge: Charge) -> Charge:
    return Charge(times * charge.work, charge.size, charge.at, times * charge.most)


def _dearer(one: Charge, other: Charge) -> Charge:
    dear = max(one, other, key=lambda charge: charge.work)
    return Charge(dear.work, _wider([one.size, other.size]), dear.at, dear.most)


def _wider(sizes: list[Size]) -> Size:
    """A size that is enough for each of these."""
    inner = [size.of for size in sizes if size.of is not None]
    return Size(max(size.count for size in sizes), _wider(inner) if inner else None, all(size.parts for size in sizes))


def _largest(entries: tuple[object, ...], type_: Type) -> Size:
    """The size of the largest of some codes."""
    if isinstance(type_, SetOf):
        return Size(max((entry.bit_count() for entry in entries if isinstance(entry, int)), default=0))
    if isinstance(type_, ListOf):
        lists = [entry for entry in entries if isinstance(entry, tuple)]
        inner = tuple(item for entry in lists for item in entry) if isinstance(type_.of, SetOf | ListOf) else ()
        return Size(max((len(entry) for entry in lists), default=0), _largest(inner, type_.of) if inner else None)
    return ONE
