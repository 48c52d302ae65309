"""Checks a core for consistency: names are bound, references exist, types fit, no definition uses itself.

Takes a core game. Gives nothing, or raises `CoreError`, which is a bug of the core's builder and never a user's mistake. It
does not compare bounds of numbers: they are estimates, and a narrower estimate for the same number is not an error.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import NoReturn, assert_never

from ggl.core import forms as f
from ggl.core.types import BOOL, Bool, Domain, Fin, ListOf, Num, Opt, SetOf, Type, strip_opt
from ggl.core.walk import bound, uses, walk

Names = dict[str, Type]

_ARITY = {"sub": 2, "floordiv": 2, "mod": 2, "neg": 1, "abs": 1}
_MONOIDS = ("count", "sum", "min", "max", "any", "all", "union", "first")
_LIST_OPS = {"length": 1, "at": 2, "sort": 1, "descending": 1, "reverse": 1, "concat": 2, "take": 2, "total": 1}


class CoreError(AssertionError):
    """A mistake in a core."""


def verify(core: f.CoreGame) -> None:
    _Verifier(core).game()


class _Verifier:
    def __init__(self, core: f.CoreGame) -> None:
        self._core = core
        self._domains = {domain.name: domain for domain in core.domains}
        self._fields = {field.name: field for field in core.fields}
        self._layers = {layer.name: layer for layer in core.layers}
        self._tables = {table.name: table for table in core.tables}
        self._definitions = {definition.name: definition for definition in core.definitions}
        self._schemas = {schema.name: schema for schema in core.schemas}
        self._where = "the game"

    # ---- the parts of the game

    def game(self) -> None:
        core = self._core
        for what, parts in (("domain", core.domains), ("field", core.fields), ("layer", core.layers), ("table", core.tables),
                            ("definition", core.definitions), ("schema", core.schemas)):  # fmt: skip
            names = [part.name for part in parts]
            self._need(len(set(names)) == len(names), f"two parts called alike among {what}s: {names}")
        self._stores()
        self._no_circles()
        for definition in core.definitions:
            self._where = f"definition {definition.name}"
            self._expr(definition.body, dict(definition.params))
        self._where = "setup"
        self._effect(core.setup, {})
        for schema in core.schemas:
            self._schema(schema)
        self._turn(core.turn)
        self._rolls()
        self._closing()
        self._hidden()

    def _stores(self) -> None:
        """Fields, layers and tables speak of domains that are there, and tables have an entry for each index."""
        core = self._core
        for field in core.fields:
            self._where = f"field {field.name}"
            self._index_domains(field.index)
            self._need(isinstance(field.values, Bool | Num | Fin | Opt), f"a field holds no {field.values}")
            if field.name == "pending":
                self._need(field.start == len(core.schemas), f"nothing is pending at {len(core.schemas)}, not {field.start}")
        for layer in core.layers:
            self._where = f"layer {layer.name}"
            for name in (layer.field, *layer.attributes):
                self._need(name in self._fields and len(self._fields[name].index) == 1, f"no field `{name}` over sites")
        for table in core.tables:
            self._where = f"table {table.name}"
            size = 1
            for domain in self._index_domains(table.index):
                size *= domain.size
            self._need(len(table.entries) == size, f"{len(table.entries)} entries, not {size}")

    def _no_circles(self) -> None:
        calls = {
            definition.name: {form.name for form in walk(definition.body) if isinstance(form, f.Call)}
            for definition in self._core.definitions
        }
        done: set[str] = set()
        for start in calls:
            stack = [(start, iter(sorted(calls[start])))]
            open_ = {start}
            while stack:
                name, rest = stack[-1]
                inner = next((each for each in rest if each not in done), None)
                if inner is None:
                    done.add(name)
                    open_.discard(name)
                    stack.pop()
                    continue
                self._need(inner in calls, f"definition {name} calls `{inner}`, which is not there")
                self._need(inner not in open_, f"definition {inner} comes back to itself through {name}")
                open_.add(inner)
                stack.append((inner, iter(sorted(calls[inner]))))

    def _schema(self, schema: f.Schema) -> None:
        self._where = f"schema {schema.name}"
        names: Names = {}
        for param in schema.params:
            source = self._expr(param.source, {**names, **self._lets(schema, names)})
            self._fits(self._members(source), param.type)
            names[param.name] = param.type
        names.update(self._lets(schema, names))
        for condition in (*schema.guard, *schema.ensure):
            self._want(condition.test, names, BOOL)
        self._effect(schema.do, names)
        if schema.then_if is not None:
            self._want(schema.then_if, names, BOOL)
        for pick in schema.then:
            self._pick(pick, names)

    def _rolls(self) -> None:
        for number, roll in enumerate(self._core.rolls):
            self._where = f"roll {number}"
            members = self._members(self._expr(roll.source, {}))
            for name in roll.fields:
                field = self._field(name)
                self._need(not field.index, f"a roll goes into one number, and there are several of {name}")
                self._comparable(members, field.values)
            self._effect(roll.then, {})

    def _lets(self, schema: f.Schema, names: Names) -> Names:
        """The lets whose variables are known, checked in order."""
        known: Names = {}
        for let in schema.lets:
            free = {form.name for form in walk(let.value) if isinstance(form, f.Var)}
            if free - bound(let.value) <= {*names, *known}:
                known[let.name] = self._expr(let.value, {**names, **known})
        return known

    def _pick(self, pick: f.Pick, names: Names) -> None:
        schema = self._schemas.get(pick.schema)
        self._need(schema is not None, f"no schema `{pick.schema}`")
        assert schema is not None
        params = {param.name: param.type for param in schema.params}
        for handed in pick.fixed:
            self._need(handed.param in params, f"schema {pick.schema} has no parameter `{handed.param}`")
            self._want(handed.value, names, Opt(_element(params[handed.param])))
            self._need(handed.field in self._fields, f"no field `{handed.field}`")
        if pick.when is not None:
            self._want(pick.when.value, names, BOOL)
            self._need(pick.when.field in self._fields, f"no field `{pick.when.field}`")

    def _turn(self, turn: f.Turn) -> None:
        self._where = "turn"
        self._expr(turn.first, {})
        self._effect(turn.begin, {})
        self._effect(turn.finish, {})
        self._need(not uses(turn.finish, f.Roll), "a roll at the end of a turn")
        for passing, test in ((turn.passing, turn.pass_if), *(turn.passing_in(phase) for phase in turn.phases)):
            self._need(passing in ("never", "forced", "free"), f"`{passing}` is no way to pass")
            if test is not None:
                self._want(test, {}, BOOL)
        for phase in turn.phases:
            for name in (name for tier in phase.tiers for name in tier):
                self._need(name in self._schemas, f"phase {phase.name} offers `{name}`, which is not there")
            if phase.until is not None:
                self._want(phase.until, {}, BOOL)
        if turn.again_while is not None:
            for schema in self._core.schemas:
                names: Names = {param.name: param.type for param in schema.params}
                self._want(turn.again_while, {**names, **self._lets(schema, names)}, BOOL)

    def _closing(self) -> None:
        core, player = self._core, Fin(self._domains["player"])
        for rule in core.end:
            self._where = f"end, {rule.outcome}"
            names: Names = {rule.each: player} if rule.each else {}
            self._want(rule.test, names, BOOL)
            if rule.player is not None:
                self._who(rule.player, names)
            self._need(0 <= rule.reason < len(core.reasons), f"no reason {rule.reason}")
        self._where = "score"
        if core.score is not None:
            self._number(self._expr(core.score, {core.score_param: player}))
        for each in core.breaks:
            self._number(self._expr(each, {core.score_param: player}))
        if core.tie[1] is not None:
            self._want(core.tie[1], {}, Opt(player))
        if core.match is not None:
            self._where = "match"
            self._number(self._expr(core.match.points, {core.match.param: player}))
            self._want(core.match.until, {}, BOOL)
            self._want(core.match.next_first, {}, player)

    def _hidden(self) -> None:
        """Veils name definitions of a viewer and the index of their field; tellings name schemas and their parameters."""
        player = Fin(self._domains["player"])
        for veil in self._core.veils:
            self._where = f"veil of {veil.field}"
            field = self._field(veil.field)
            self._need(bool(veil.seen) != bool(veil.known), "an entry is seen as another, or known or not")
            found = self._definitions.get(veil.seen or veil.known)
            self._need(found is not None, "no such definition")
            assert found is not None
            wanted = (player, *(Fin(self._domains[name]) for name in field.index))
            self._need(tuple(type_ for _, type_ in found.params) == wanted, "the definition is of another index")
            self._alike(field.values if veil.seen else BOOL, found.body.type)
        for telling in self._core.tellings:
            schema = self._schemas.get(telling.schema)
            self._need(schema is not None, f"no schema `{telling.schema}`")
            assert schema is not None
            self._need({*telling.params} <= {param.name for param in schema.params}, "no such parameter")

    def _who(self, who: f.Expr, names: Names) -> None:
        """Checks the subject of a result: a player or none, or a set of players, for which there must be a field of winners."""
        player = Fin(self._domains["player"])
        several = isinstance(who.type, SetOf)
        self._need(not several or "winners" in self._fields, "several may win, and there is no field `winners`")
        self._want(who, names, SetOf(player) if several else Opt(player))

    # ---- expressions

    def _expr(self, e: f.Expr, names: Names) -> Type:
        """The type of an expression, after all inside it has been looked at."""
        match e:
            case f.Lit(value, type_):
                self._literal(value, type_)
            case f.Var(name, type_):
                self._need(name in names, f"`{name}` is bound nowhere")
                self._alike(names[name], type_)
            case f.Get(name, index, type_):
                field = self._field(name)
                self._indices(index, field.index, names)
                self._alike(field.values, type_)
            case f.Tab(name, index, type_):
                self._need(name in self._tables, f"no table `{name}`")
                self._indices(index, self._tables[name].index, names)
                self._alike(self._tables[name].values, type_)
            case f.Call(name, args, type_):
                self._need(name in self._definitions, f"no definition `{name}`")
                params = self._definitions[name].params
                self._need(len(args) == len(params), f"{name} takes {len(params)} arguments, not {len(args)}")
                for arg, (_, wanted) in zip(args, params, strict=True):
                    self._want(arg, names, wanted)
                self._alike(self._definitions[name].body.type, type_)
            case f.Let(name, value, body):
                self._expr(body, {**names, name: self._expr(value, names)})
            case f.If(test, then, other, type_):
                self._want(test, names, BOOL)
                self._alike(self._expr(then, names), type_)
                self._alike(self._expr(other, names), type_)
            case f.Some(name, value, then, other, type_):
                found = self._expr(value, names)
                self._need(isinstance(found, Opt), f"a {found} is never none")
                self._alike(self._expr(then, {**names, name: strip_opt(found)}), type_)
                self._alike(self._expr(other, names), type_)
            case f.Arith(op, args, type_):
                self._need(len(args) == _ARITY.get(op, len(args)) and len(args) > 0, f"{op} of {len(args)}")
                for arg in args:
                    self._number(self._expr(arg, names))
            case f.Compare(op, left, right):
                self._need(op in ("eq", "lt", "le"), f"no comparison `{op}`")
                self._comparable(self._expr(left, names), self._expr(right, names))
            case f.And(parts) | f.Or(parts):
                for part in parts:
                    self._want(part, names, BOOL)
            case f.Not(part):
                self._want(part, names, BOOL)
            case f.In(item, of):
                found = self._set(of, names)
                self._comparable(self._expr(item, names), found.of)
            case f.Single(item, type_):
                self._comparable(self._expr(item, names), type_.of)
            case f.NumberRange(lo, hi, type_):
                self._number(self._expr(lo, names))
                self._number(self._expr(hi, names))
            case f.Plane(name, values, type_):
                field = self._field(name)
                self._need(len(field.index) == 1, f"{name} is not a field over one domain")
                self._alike(SetOf(Fin(self._domains[field.index[0]])), type_)
                self._expr(values, names)
            case f.Filter(name, source, test, type_):
                found = self._expr(source, names)
                self._want(test, {**names, name: self._members(found)}, BOOL)
                self._fits(found, type_)
            case f.SetOp(op, left, right, type_):
                self._need(op in ("union", "meet", "minus"), f"no operation `{op}`")
                self._want(left, names, type_)
                self._want(right, names, type_)
            case f.Fold():
                self._fold(e, names)
            case f.Listing(name, source, test, body, join, type_):
                inner = {**names, name: self._members(self._expr(source, names))}
                self._want(test, inner, BOOL)
                self._want(body, inner, type_ if join else type_.of)
            case f.ListOp(op, args, type_):
                self._need(op == "literal" or _LIST_OPS.get(op) == len(args), f"{op} of {len(args)}")
                for arg in args:
                    self._expr(arg, names)
            case f.Convert(part, type_):
                self._comparable(self._members(self._expr(part, names)), type_.of)
            case f.Leading(name, source, test, type_):
                found = self._expr(source, names)
                self._want(test, {**names, name: self._members(found)}, BOOL)
                self._fits(found, type_)
            case f.Image(relation, of, type_):
                self._relation(relation)
                self._set(of, names)
            case f.Close(seed, relation, within, type_):
                self._relation(relation)
                self._want(seed, names, type_)
                self._want(within, names, type_)
            case f.Cross(seed, within, through, out, back, type_):
                self._relation(out)
                self._relation(back)
                self._want(seed, names, type_)
                self._want(within, names, type_)
                self._set(through, names)
            case f.Blocks(within, relation, type_):
                self._relation(relation)
                self._want(within, names, type_.of)
            case f.Seen(key, _):
                self._need(key in ("position", "board"), f"no key `{key}`")
            case f.Can(schema, fixed):
                self._can(schema, fixed, names)
            case f.After(effect, body):
                self._effect(effect, names)
                self._expr(body, names)
            case _:
                assert_never(e)
        return e.type

    def _fold(self, e: f.Fold, names: Names) -> None:
        self._need(e.monoid in _MONOIDS, f"no fold `{e.monoid}`")
        inner = {**names, e.name: self._members(self._expr(e.source, names))}
        self._want(e.test, inner, BOOL)
        body = self._expr(e.body, inner)
        if e.monoid in ("min", "max", "first", "union"):
            self._fits(body, e.type)
        if e.default is not None:
            self._want(e.default, names, e.type)

    def _can(self, name: str, fixed: tuple[tuple[str, f.Expr], ...], names: Names) -> None:
        self._need(not name or name in self._schemas, f"no schema `{name}`")
        params = {param.name: param.type for param in self._schemas[name].params} if name else {}
        for param, value in fixed:
            self._need(param in params, f"schema {name} has no parameter `{param}`")
            self._comparable(self._expr(value, names), params[param])

    # ---- effects

    def _effect(self, e: f.Effect, names: Names) -> None:
        match e:
            case f.Seq(parts):
                for part in parts:
                    self._effect(part, names)
            case f.Write(name, index, value):
                self._indices(index, self._field(name).index, names)
                self._want(value, names, self._field(name).values)
            case f.WriteAll(name, value):
                self._set(value, names)
                self._need(len(self._field(name).index) == 1, f"{name} is not a field over one domain")
            case f.Put(layer, site, piece, attributes):
                self._site(layer, site, names)
                self._want(piece, names, self._field(self._layers[layer].field).values)
                for attribute, value in attributes:
                    self._need(attribute in self._layers[layer].attributes, f"{layer} has no attribute `{attribute}`")
                    self._want(value, names, self._field(attribute).values)
            case f.Take(layer, site):
                self._site(layer, site, names)
            case f.Move(layer, source, target):
                self._site(layer, source, names)
                self._site(layer, target, names)
            case f.Exchange(layer, left, right):
                self._site(layer, left, names)
                self._site(layer, right, names)
            case f.IfDo(test, then, other):
                self._want(test, names, BOOL)
                self._effect(then, names)
                self._effect(other, names)
            case f.ForDo(name, source, body):
                self._effect(body, {**names, name: self._members(self._expr(source, names))})
            case f.LetDo(name, value, body):
                self._effect(body, {**names, name: self._expr(value, names)})
            case f.Finish(outcome, player, reason):
                self._need(outcome in ("win", "lose", "draw"), f"no outcome `{outcome}`")
                self._need(0 <= reason < len(self._core.reasons), f"no reason {reason}")
                if player is not None:
                    self._who(player, names)
            case f.Again():
                pass
            case f.Roll(number):
                self._need(0 <= number < len(self._core.rolls), f"no roll {number}")
            case _:
                assert_never(e)

    # ---- references

    def _field(self, name: str) -> f.Field:
        self._need(name in self._fields, f"no field `{name}`")
        return self._fields[name]

    def _relation(self, name: str) -> None:
        table = self._tables.get(name)
        self._need(table is not None and len(table.index) == 1 and isinstance(table.values, SetOf), f"no relation `{name}`")

    def _site(self, layer: str, site: f.Expr, names: Names) -> None:
        self._need(layer in self._layers, f"no layer `{layer}`")
        domain = self._domains[self._fields[self._layers[layer].field].index[0]]
        self._want(site, names, Opt(Fin(domain)))

    def _index_domains(self, names: Iterable[str]) -> list[Domain]:
        for name in names:
            self._need(name in self._domains, f"no domain `{name}`")
        return [self._domains[name] for name in names]

    def _indices(self, index: tuple[f.Expr, ...], domains: tuple[str, ...], names: Names) -> None:
        self._need(len(index) == len(domains), f"{len(index)} indices, not {len(domains)}")
        for each, domain in zip(index, self._index_domains(domains), strict=True):
            found = strip_opt(self._expr(each, names))
            sized = isinstance(found, Bool | Num) or found == Fin(domain)
            if not sized:
                self._wrong(f"an index over {domain} is a {found}")

    # ---- types

    def _want(self, e: f.Expr, names: Names, wanted: Type) -> None:
        self._fits(self._expr(e, names), wanted)

    def _fits(self, found: Type, wanted: Type) -> None:
        if not _fit(found, wanted):
            self._wrong(f"a {found!r} where a {wanted!r} is wanted")

    def _alike(self, found: Type, said: Type) -> None:
        """A form says of a value that is stored or chosen that it is, or may be, none: both are true of the same code."""
        if not (_fit(found, said) or _fit(strip_opt(found), said)):
            self._wrong(f"a {found!r} is called a {said!r}")

    def _comparable(self, left: Type, right: Type) -> None:
        left, right = strip_opt(left), strip_opt(right)
        if not (_fit(left, right) or _fit(right, left)):
            self._wrong(f"a {left!r} beside a {right!r}")

    def _number(self, found: Type) -> None:
        if not isinstance(strip_opt(found), Num):
            self._wrong(f"a {found} where a number is wanted")

    def _set(self, e: f.Expr, names: Names) -> SetOf:
        found = self._expr(e, names)
        if not isinstance(found, SetOf):
            self._wrong(f"a {found} where a set is wanted")
        return found

    def _members(self, found: Type) -> Type:
        if not isinstance(found, SetOf | ListOf):
            self._wrong(f"a {found} where a set or a list is wanted")
        return found.of

    def _literal(self, value: object, type_: Type) -> None:
        kind = tuple if isinstance(type_, ListOf) else int
        if not isinstance(value, kind):
            self._wrong(f"{value!r} is not a code of a {type_}")
        if isinstance(type_, Fin):
            size = max(type_.domain.size, 1)  # an empty domain has a literal in code that never runs
            if not (isinstance(value, int) and 0 <= value < size):
                self._wrong(f"{value!r} is not of the type {type_}")

    def _need(self, holds: bool, message: str) -> None:
        if not holds:
            self._wrong(message)

    def _wrong(self, message: str) -> NoReturn:
        """Types are long to write, so a message that names them is made only where it is raised."""
        raise CoreError(f"{self._where}: {message}")


def _element(type_: Type) -> Fin | Num:
    inner = strip_opt(type_)
    assert isinstance(inner, Fin | Num)
    return inner


def _fit(found: Type, wanted: Type) -> bool:
    """Whether a code of one type is, as it stands, a code of the other."""
    if found == wanted:
        return True
    if isinstance(wanted, Opt):
        return _fit(strip_opt(found), wanted.of)
    if isinstance(found, Num) and isinstance(wanted, Num):
        return found.scale == wanted.scale
    if isinstance(found, Num) and isinstance(wanted, Fin):
        return found.scale == 1 and ".." in wanted.domain.name  # a number from 0, used as the index of a table
    if isinstance(found, SetOf) and isinstance(wanted, SetOf):
        return isinstance(found.of, Num) and isinstance(wanted.of, Num) and replace(found.of, hi=0) == replace(wanted.of, hi=0)
    if isinstance(found, ListOf) and isinstance(wanted, ListOf):
        return _fit(found.of, wanted.of)
    return False
