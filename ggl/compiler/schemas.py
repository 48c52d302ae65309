"""Moves as emitted functions: the steps of a schema that are legal, and what a step does.

    legal(v, t, out, n, most, skip, held..)   counts legal steps on from n, until there are `most`, and gives how many; those from
                                        number `skip` on are written to rows at `out`; `likely` ones too, that is all for
                                        which what is asked before holds
    ensure(v, t, params.., lets..)      whether the conditions hold on the position after
    do(v, t, params.., lets..)          the effects; whether the game ended in them
    act(v, t, params..)                 the step is made; whether its turn goes on

A row is the number of the step's schema and the codes of its arguments. A parameter that some move hands over may be held to a
code; `FREE` leaves it free.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace

from ggl.compiler.effects import Effects
from ggl.compiler.expressions import Env
from ggl.compiler.module import Module
from ggl.compiler.relations import single_of
from ggl.compiler.terms import fits_one_function, parts_of
from ggl.compiler.writer import Function, Words, literal
from ggl.core import forms as f
from ggl.core.substitution import free_names
from ggl.core.types import Fin, ListOf, SetOf, set_base, set_size
from ggl.core.walk import uses, variables, walk

FREE = -(1 << 61)


@dataclass(frozen=True)
class Level:
    """What is asked when so many parameters are bound: lets first, then guards."""

    lets: tuple[f.Bind, ...]
    guards: tuple[f.Expr, ...]


class Schemas(Effects):
    def __init__(self, module: Module) -> None:
        super().__init__(module)
        self.counted: set[str] = set()
        """Schemas whose last parameter is counted and not gone through, where no step of it is to be written."""
        self.leaf: Callable[[Env, Words], None] | None = None
        """What is written for the last parameter's set instead."""

    def levels(self, schema: f.Schema) -> list[Level]:
        """For each number of parameters bound, what can be asked then; the parts of a guard are asked as soon as they can be."""
        level = {param.name: number for number, param in enumerate(schema.params, 1)}
        lets: list[list[f.Bind]] = [[] for _ in range(len(schema.params) + 1)]
        guards: list[list[f.Expr]] = [[] for _ in range(len(schema.params) + 1)]
        for let in schema.lets:
            level[let.name] = max((level[name] for name in variables(let.value) if name in level), default=0)
            lets[level[let.name]].append(let)
        for condition in schema.guard:
            for part in parts_of(condition.test):
                guards[max((level[name] for name in variables(part) if name in level), default=0)].append(part)
        return [Level(tuple(a), tuple(b)) for a, b in zip(lets, guards, strict=True)]

    @property
    def row(self) -> int:
        """The entries of a step's row: its schema, and as many arguments as any step has."""
        return 1 + max([len(schema.params) for schema in self.m.core.schemas] + [2 if self.m.core.rolls else 0])

    def held(self, schema: f.Schema) -> tuple[str, ...]:
        """The parameters that are handed over somewhere, in order; all, where a legal step may be looked for and found again."""
        if schema.ensure and self._is_looked_for(schema):
            return tuple(param.name for param in schema.params)
        names = {handed.param for other in self.m.core.schemas for pick in other.then if pick.schema == schema.name
                 for handed in pick.fixed}  # fmt: skip
        names |= {param for form in self.m.forms if isinstance(form, f.Can) and form.schema == schema.name
                  for param, _ in form.fixed}  # fmt: skip
        return tuple(param.name for param in schema.params if param.name in names)

    def _is_looked_for(self, schema: f.Schema) -> bool:
        asked = [form for form in self.m.forms if isinstance(form, f.Can)]
        return any(not form.fixed and form.schema in ("", schema.name) for form in asked) or any(
            schema.name in (f.urgent(phase, self.m.schemas[form.schema]) or ())
            for form in asked
            if form.schema
            for phase in self.m.core.turn.phases
        )

    # ---- legal steps

    def legal(self, schema: f.Schema) -> str:
        held = self.held(schema)
        args = ("out", "n", "most", "skip", "likely", *(f"held_{number}" for number in range(len(held))))

        def write(fn: Function) -> None:
            levels = self.levels(schema)
            self._level(fn, schema, levels, 0, {}, dict(zip(held, args[5:], strict=True)))
            fn.line("return n")

        return self.m.function("legal", schema.name, args, write)

    def call_legal(self, schema: f.Schema, held: dict[str, str]) -> str:
        given = [held.get(name, literal(FREE)) for name in self.held(schema)]
        return f"{self.legal(schema)}({', '.join(['v', 't', 'out', 'n', 'most', 'skip', 'likely', *given])})"

    def call_any(self, schema: f.Schema, held: dict[str, str]) -> str:
        """Whether a step is legal."""
        if schema.ensure and not held:
            return f"{self._witnessed(schema)}(v, t)"
        given = [held.get(name, literal(FREE)) for name in self.held(schema)]
        return f"({self.legal(schema)}({', '.join(['v', 't', 't', '0', '1', '1', '0', *given])}) > 0)"

    def _witnessed(self, schema: f.Schema) -> str:
        """Whether a step is legal, where that is costly to ask: the one that was found last for this mover is tried first."""
        row, players = self.row, self.m.layout.slots["seat"].sizes[0]

        def write(fn: Function) -> None:
            rows = self.m.memory.keep(players * (1 + row))
            fn.line(f"last = {rows} + v[{self.m.layout.at('mover')}] * {1 + row}")
            tried = [f"v[last + {2 + number}]" for number in range(len(schema.params))]
            call = ", ".join(["v", "t", "t", "0", "1", "1", "0", *tried])
            with fn.block(f"if v[last] != 0 and {self.legal(schema)}({call}) > 0:"):
                fn.line("return True")
            free = ", ".join(["v", "t", "last + 1", "0", "1", "0", "0", *([literal(FREE)] * len(schema.params))])
            fn.line(f"v[last] = {self.legal(schema)}({free})")
            fn.line("return v[last] > 0")

        return self.m.function("any", schema.name, (), write)

    def _level(self, fn: Function, schema: f.Schema, levels: list[Level], number: int, env: Env, held: dict[str, str]) -> None:
        """The lets and guards of a level, and within them the next parameter, or the step itself."""
        for let in levels[number].lets:
            env = {**env, let.name: self.fixed(fn, let.value, env)}
        guards = levels[number].guards
        if guards:
            for guard in guards:
                self.source_of(fn, guard)
            with fn.block(f"if {self._chain(fn, guards, env, 'and')}:"):
                self._bound(fn, schema, levels, number, env, held)
        else:
            self._bound(fn, schema, levels, number, env, held)

    def _bound(self, fn: Function, schema: f.Schema, levels: list[Level], number: int, env: Env, held: dict[str, str]) -> None:
        if number == len(schema.params):
            self._step(fn, schema, env)
            return
        param, type_ = schema.params[number], schema.params[number].source.type
        found = self.fixed(fn, param.source, env)
        fixed = held.get(param.name)
        if isinstance(type_, SetOf):
            if fixed is not None:
                found = self._narrowed(fn, found, type_, fixed)
            found, levels = self._all_at_once(fn, found, type_, param, levels, number + 1, env)
        if number + 1 == len(schema.params) and not schema.ensure and isinstance(type_, SetOf) and not levels[number + 1].guards:
            if self.leaf is not None:
                self.leaf(env, found)
                return
            count = fn.let(f"n + {self.count(fn, found, type_)}", "n")
            with fn.block(f"if {count} <= skip:"):  # none of these is to be written: counting them is enough
                fn.line(f"n = {count}")
            with fn.block("else:"):
                self._each_step(fn, schema, levels, number, env, held, found)
            self.counted.add(schema.name)
            with fn.block("if n >= most:"):
                fn.line("return n")
            return
        self._each_step(fn, schema, levels, number, env, held, found)

    def _each_step(
        self, fn: Function, schema: f.Schema, levels: list[Level], number: int, env: Env, held: dict[str, str], found: Words
    ) -> None:
        """The next level for each value of a parameter."""
        param, type_ = schema.params[number], schema.params[number].source.type
        fixed = held.get(param.name)
        with self.each(fn, found, type_) as item:
            inner = {**env, param.name: item}
            if fixed is not None and isinstance(type_, ListOf):
                with fn.block(f"if {fixed} == {literal(FREE)} or {item[0]} == {fixed}:"):
                    self._level(fn, schema, levels, number + 1, inner, held)
            else:
                self._level(fn, schema, levels, number + 1, inner, held)

    def _all_at_once(
        self, fn: Function, found: Words, type_: SetOf, param: f.Param, levels: list[Level], number: int, env: Env
    ) -> tuple[Words, list[Level]]:
        """A parameter's set less what guards exclude that are asked of all members at once; the other guards stay."""
        rest = []
        within = param.source.value if isinstance(param.source, f.Lit) else -1
        assert isinstance(within, int)
        for guard in levels[number].guards:
            known = free_names(guard) <= {param.name, *env}
            lifted = self.lifted(fn, guard, param.name, type_, env, many=True, within=within) if known else None
            if lifted is None:
                rest.append(guard)
                continue
            self.source_of(fn, guard)
            found = tuple(f"({a} & {b})" for a, b in zip(found, lifted, strict=True))
        return fn.bind(found, "s"), [*levels[:number], replace(levels[number], guards=tuple(rest)), *levels[number + 1 :]]

    def _narrowed(self, fn: Function, found: tuple[str, ...], type_: SetOf, fixed: str) -> tuple[str, ...]:
        """A set, or what it has of a code that is held."""
        place = fn.let(f"{fixed} - {set_base(type_)}", "i")
        only = single_of(fn, place, set_size(type_), len(found))
        return tuple(
            fn.let(f"{word} if {fixed} == {literal(FREE)} else {word} & {one}", "s")
            for word, one in zip(found, only, strict=True)
        )

    def _step(self, fn: Function, schema: f.Schema, env: Env) -> None:
        if schema.ensure:
            with fn.block(f"if likely != 0 or {self._ensure(schema, env)}:"):
                self._write_row(fn, schema, env)
        else:
            self._write_row(fn, schema, env)

    def _write_row(self, fn: Function, schema: f.Schema, env: Env) -> None:
        words = [str(self.m.core.schemas.index(schema)), *(env[param.name][0] for param in schema.params)]
        self.written(fn, words)
        with fn.block("if n >= most:"):
            fn.line("return n")

    def written(self, fn: Function, words: list[str]) -> None:
        """One more step: a row, unless it is skipped."""
        with fn.block("if n >= skip:"):
            at = fn.let(f"out + (n - skip) * {self.row}", "at")
            for number, word in enumerate(words):
                fn.line(f"v[{at} + {number}] = {word}")
        fn.line("n += 1")

    # ---- what a step does

    def scope(self, schema: f.Schema, needed: object) -> list[str]:
        """The parameters and lets of a schema that stand in some forms."""
        names = variables(needed)
        return [name for name in [*(p.name for p in schema.params), *(let.name for let in schema.lets)] if name in names]

    def _ensure(self, schema: f.Schema, env: Env) -> str:
        tests = tuple(condition.test for condition in schema.ensure)
        names = self.scope(schema, (schema.do, *tests))
        inner, args = self._arguments(names, env)

        remembers = self.has_history and self.asks_history((schema.do, tests))

        def suppose(function: Function) -> None:
            assert isinstance(schema.do, f.Put)
            for condition in schema.ensure:
                self.source_of(function, condition)
            with self.supposing(function, schema.do, inner):
                function.line(f"return {self._chain(function, tests, inner, 'and')}")

        def write(function: Function) -> None:
            if remembers:
                function.line("kept_history = v[" + str(self.m.memory.played) + "]")
                self.remember_position(function)
            for condition in schema.ensure:
                self.source_of(function, condition)
            put_back = self.keep(function, schema.do, inner)
            function.line(self.do_call(schema, inner))
            holds = function.let(self._chain(function, tests, inner, "and"), "holds")
            put_back()
            if remembers:
                function.line(f"v[{self.m.memory.played}] = kept_history")
            function.line(f"return {holds}")

        how = suppose if self._can_be_supposed(schema) else write
        name = self.m.function("ensure", schema.name, tuple(args), how)
        return f"{name}({', '.join(['v', 't', *(word for each in names for word in env[each])])})"

    @staticmethod
    def _can_be_supposed(schema: f.Schema) -> bool:
        """Whether a step puts one piece on a site that is there, and what is asked after it is written where it is asked."""
        put, tests = schema.do, tuple(condition.test for condition in schema.ensure)
        if not isinstance(put, f.Put) or not isinstance(put.site, f.Var) or not isinstance(put.site.type, Fin):
            return False
        return not uses((tests, put), f.Call, f.Can, f.Seen, f.After) and fits_one_function(tests)

    def _arguments(self, names: list[str], env: Env) -> tuple[Env, list[str]]:
        inner: Env = {}
        args: list[str] = []
        for number, each in enumerate(names):
            inner[each] = tuple(f"a{number}_{part}" for part in range(len(env[each])))
            args += inner[each]
        return inner, args

    def do_call(self, schema: f.Schema, env: Env) -> str:
        scope = {name: env[name] for name in self.scope(schema, schema.do)}
        key = f"move {schema.name}" if schema.name in ("setup", "begin") else schema.name  # effects of the game have these keys
        return self.effect_call("do", key, schema.do, scope)

    def sure(self, schema: f.Schema) -> str:
        """Whether what is asked after a step holds."""
        args = tuple(f"p{number}" for number in range(len(schema.params)))

        def write(fn: Function) -> None:
            fn.line(f"return {self._ensure(schema, self._with_lets(fn, schema, args))}")

        return self.m.function("sure", schema.name, args, write)

    def _with_lets(self, fn: Function, schema: f.Schema, args: tuple[str, ...]) -> Env:
        """The parameters and lets of a step."""
        env: Env = {param.name: (arg,) for param, arg in zip(schema.params, args, strict=True)}
        for level in self.levels(schema):
            for let in level.lets:
                env[let.name] = self.fixed(fn, let.value, env)
        return env

    def act(self, schema: f.Schema) -> str:
        args = tuple(f"p{number}" for number in range(len(schema.params)))

        def write(fn: Function) -> None:
            env = self._with_lets(fn, schema, args)  # they are read before the position is one of the past
            if self.lets_ask_history:
                self.remember_position(fn)
            self.clear_pending(fn)
            fn.line(f"ended = {self.do_call(schema, env)}")
            layout = self.m.layout
            fn.line(f"v[{layout.at('passes')}] = 0")
            self.remember_step(fn, schema, env)
            if layout.has("steps"):
                fn.line(f"v[{layout.at('steps')}] += 1")
            with fn.block("if ended:"):
                fn.line("return False")
            self._goes_on(fn, schema, env)

        return self.m.function("act", schema.name, args, write)

    def remember_step(self, fn: Function, schema: f.Schema, env: Env) -> None:
        """The fields that `last` reads."""
        layout = self.m.layout
        for name, slot in layout.slots.items():
            if name == "last_mover":
                fn.line(f"v[{slot.start}] = v[{layout.at('mover')}]")
            elif name.startswith("last_"):
                code = literal(slot.field.start)
                for param in schema.params:
                    if f"last_{param.name}" == name and param.type in (slot.field.values, slot.field.values.of):  # type: ignore[union-attr]
                        code = env[param.name][0]
                fn.line(f"v[{slot.start}] = {code}")

    def clear_pending(self, fn: Function) -> None:
        layout = self.m.layout
        if not layout.has("pending"):
            return
        fn.line(f"v[{layout.at('pending')}] = {layout.nothing_pending}")
        for schema in self.m.core.schemas:
            for pick in schema.then:
                for handed in pick.fixed:
                    slot = layout.slots[handed.field]
                    fn.line(f"v[{slot.start}] = {literal(slot.field.start)}")

    def _goes_on(self, fn: Function, schema: f.Schema, env: Env) -> None:
        """Whether the turn has another step: a follow-up that is legal, or one more while the turn says so."""
        if schema.then:
            test = "True" if schema.then_if is None else self.condition(fn, schema.then_if, env)
            with fn.block(f"if {test}:"):
                for pick in schema.then:
                    for handed in pick.fixed:
                        value = self.one(fn, handed.value, env)
                        fn.line(f"v[{self.m.layout.at(handed.field)}] = {value}")
                fn.line(f"v[{self.m.layout.at('pending')}] = {self.m.core.schemas.index(schema)}")
                with fn.block(f"if {self.follows(schema)}(v, t, t, 0, 1, 1, 0) > 0:"):
                    fn.line("return True")
                self.clear_pending(fn)
        again_while = self.m.core.turn.again_while
        if again_while is None:
            fn.line("return False")
            return
        with fn.block(f"if not {self.condition(fn, again_while, env)}:"):
            fn.line("return False")
        fn.line(f"return {self.any_offered(fn)}")

    def follows(self, schema: f.Schema) -> str:
        """The steps that go on with a turn after a step of the schema, without `stop`."""

        def write(fn: Function) -> None:
            for pick in schema.then:
                other = self.m.schemas[pick.schema]
                held = {handed.param: f"v[{self.m.layout.at(handed.field)}]" for handed in pick.fixed}
                fn.line(f"n = {self.call_legal(other, held)}")
                with fn.block("if n >= most:"):
                    fn.line("return n")
            fn.line("return n")

        return self.m.function("follow", schema.name, ("out", "n", "most", "skip", "likely"), write)

    def can_text(self, fn: Function, e: f.Can, env: Env) -> str:
        """Whether some binding is legal."""
        held = {param: self.atom(fn, value, env) for param, value in e.fixed}
        if not e.schema:
            return f"{self.any_schema()}(v, t)"
        schema = self.m.schemas[e.schema]
        some = self.call_any(schema, held)
        if not schema.started:
            return some
        tests = []
        for number, phase in enumerate(self.m.core.turn.phases):
            before = f.urgent(phase, schema)
            if before is not None:
                on = [f"v[{self.m.layout.at('phase')}] == {number}"] if self.m.layout.has("phase") else []
                tests.append(" and ".join([*on, *(f"not {self.call_any(self.m.schemas[name], {})}" for name in before), some]))
        return f"({' or '.join(tests)})" if tests else "False"

    def any_schema(self) -> str:
        """Whether a step is legal of the schemas that the phase offers, in whichever tier."""

        def write(fn: Function) -> None:
            for number, phase in enumerate(self.m.core.turn.phases):
                with self.in_phase(fn, number):
                    for name in (name for tier in phase.tiers for name in tier):
                        with fn.block(f"if {self.call_any(self.m.schemas[name], {})}:"):
                            fn.line("return True")
            fn.line("return False")

        return self.m.function("can", "any", (), write)

    def in_phase(self, fn: Function, number: int) -> AbstractContextManager[None]:
        """What is written within is for one phase."""
        if not self.m.layout.has("phase"):
            return nullcontext()
        return fn.block(f"if v[{self.m.layout.at('phase')}] == {number}:")

    # ---- the play so far

    @property
    def has_history(self) -> bool:
        return uses(self.m.core, f.Seen)

    @property
    def lets_ask_history(self) -> bool:
        """Whether a step looks at the positions of the past before its own is one of them."""
        return self.has_history and any(self.asks_history(schema.lets) for schema in self.m.core.schemas)

    def asks_history(self, form: object) -> bool:
        """Whether what is asked may look at the positions of the past, itself or in what it uses; steps may."""
        used = {inner.name for inner in walk(form) if isinstance(inner, f.Call)}
        return uses(form, f.Seen, f.Can) or any(self.asks_history(self.m.definitions[name].body) for name in used)

    def remember_position(self, fn: Function) -> None:
        raise NotImplementedError

    def any_offered(self, fn: Function) -> str:
        raise NotImplementedError
