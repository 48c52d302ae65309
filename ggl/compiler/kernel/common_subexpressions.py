"""Evaluates no load and no value of a local a second time while it is known, and drops assignments that nothing reads.

For hosts that keep each load, because it could fail, and do not merge what has branches: V8 does neither. Takes a verified module
and gives one that does the same.

A local that is set to what another one holds gives way to that one, or to a literal. What is known of a region holds until
something may write to the entry: a store to an index that may be the same, or a call of a function that writes. Two indices that
differ by a literal from one expression are of two entries; regions of different types never overlap. No load is moved to where it
would not have been evaluated.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from ggl.compiler.kernel import forms as k
from ggl.compiler.kernel.call_graph import writers
from ggl.compiler.kernel.walk import completes, form_parts, forms_in, has_call, may_repeat, replace_locals, set_in, unused_name

_TRUE = k.Literal(True, k.Type.BOOL)


def remove_repeated_evaluations(module: k.Module) -> k.Module:
    """The module without repeated evaluations and without assignments that nothing reads."""
    writing = writers(module)
    functions = {}
    for name, function in module.functions.items():
        changed = _Numbering(function, writing)
        body = changed.block(function.body)
        functions[name] = _used(replace(function, body=_put_back(body, changed.loaded)))
    return k.Module(functions, module.entries)


# ------------------------------------------------------------------------------------------------- what is left over


def _used(function: k.Function) -> k.Function:
    """The function without assignments to locals that are never read."""
    while True:
        read = {form.name for form in forms_in(function) if isinstance(form, k.Local)}
        body = _without(function.body, read)
        if body == function.body:
            return function
        function = replace(function, body=body)


def _without(block: k.Block, read: set[str]) -> k.Block:
    found: list[k.Statement] = []
    for statement in block:
        match statement:
            case k.Assign((target,), value) if target.name not in read and not has_call(value):
                continue
            case k.If(test, then, otherwise):
                statement = k.If(test, _without(then, read), _without(otherwise, read))
            case k.While() | k.For() | k.ForBits():
                statement = replace(statement, body=_without(statement.body, read))
        found.append(statement)
    return tuple(found)


def _put_back(body: k.Block, loaded: set[str]) -> k.Block:
    """A body in which what was put into a local for one use, in the statement that follows, stands there again."""
    uses = Counter(
        form.name for statement in body for form in forms_in(statement) if isinstance(form, k.Local) and form.name in loaded
    )

    def block(statements: k.Block) -> k.Block:
        found: list[k.Statement] = []
        waiting: list[k.Assign] = []
        for statement in statements:
            if isinstance(statement, k.Assign) and statement.targets[0].name in loaded:
                waiting.append(statement)
                continue
            match statement:
                case k.If(test, then, otherwise):
                    statement = k.If(test, block(then), block(otherwise))
                case k.While() | k.For() | k.ForBits():
                    statement = replace(statement, body=block(statement.body))
            values: dict[str, k.Expression] = {}
            heads = [*(each.value for each in waiting), *_heads(statement)]
            here = {form.name for head in heads for form in forms_in(head) if isinstance(form, k.Local)}
            for (target,), value in ((each.targets, replace_locals(each.value, values)) for each in waiting):
                if uses[target.name] == 1 and target.name in here:
                    values[target.name] = value
                else:
                    found.append(k.Assign((target,), value))
            found.append(replace_locals(statement, values) if values else statement)
            waiting = []
        return tuple(found)

    return block(body)


def _heads(statement: k.Statement) -> tuple[k.Expression, ...]:
    """The expressions that a statement evaluates once, before any block in it."""
    match statement:
        case k.While():
            return ()
        case k.For(_, first, stop):
            return first, stop
        case k.ForBits(_, bits):
            return (bits,)
        case k.If(test):
            return (test,)
    return tuple(part for part in form_parts(statement) if isinstance(part, k.Expression))


# ------------------------------------------------------------------------------------------------- what is known


@dataclass(slots=True)
class _Known:
    """The facts at one place: each a local or a literal with this value."""

    loads: dict[k.Load, k.Expression] = field(default_factory=dict)
    values: dict[k.Expression, k.Local] = field(default_factory=dict)
    """Expressions without loads of what may be written, and without calls."""
    copies: dict[str, k.Expression] = field(default_factory=dict)

    def copy(self) -> _Known:
        return _Known(dict(self.loads), dict(self.values), dict(self.copies))

    def forget_locals(self, names: set[str]) -> None:
        self.loads = {key: value for key, value in self.loads.items() if not (_reads(key, names) or _reads(value, names))}
        self.values = {key: value for key, value in self.values.items() if not (_reads(key, names) or value.name in names)}
        self.copies = {key: value for key, value in self.copies.items() if not (key in names or _reads(value, names))}

    def forget_entry(self, region: k.Local, index: k.Expression) -> None:
        self.loads = {
            load: value
            for load, value in self.loads.items()
            if load.invariant or load.region.type is not region.type or _differ(load.index, index)
        }

    def forget_entries(self) -> None:
        self.loads = {load: value for load, value in self.loads.items() if load.invariant}


def _agreed(ways: list[_Known]) -> _Known:
    """The facts known on all ways."""
    if not ways:
        return _Known()
    first, *others = ways
    return _Known(
        {key: value for key, value in first.loads.items() if all(other.loads.get(key) == value for other in others)},
        {key: value for key, value in first.values.items() if all(other.values.get(key) == value for other in others)},
        {key: value for key, value in first.copies.items() if all(other.copies.get(key) == value for other in others)},
    )


def _reads(form: k.Expression, names: set[str]) -> bool:
    return any(isinstance(part, k.Local) and part.name in names for part in forms_in(form))


def _differ(a: k.Expression, b: k.Expression) -> bool:
    """Whether two indices are never the same."""
    (base, offset), (other, distance) = _split(a), _split(b)
    return base == other and offset != distance


def _split(index: k.Expression) -> tuple[k.Expression | None, int]:
    match index:
        case k.Literal(value):
            return None, int(value)
        case k.Apply("add", (base, k.Literal(value))) | k.Apply("add", (k.Literal(value), base)):
            return base, int(value)
    return index, 0


def _fixed(form: k.Expression) -> bool:
    """Whether the value of an expression depends on locals alone, and another one that equals it has the same value."""
    for part in forms_in(form):
        match part:
            case k.Call() | k.Load(invariant=False) | k.Literal(type=k.Type.REAL):  # 0.0 equals -0.0
                return False
    return True


# ------------------------------------------------------------------------------------------------- the function


class _Numbering:
    """Goes through a function as it would run."""

    def __init__(self, function: k.Function, writing: frozenset[str]) -> None:
        self._writing = writing
        assigned = [local.name for local in set_in(function.body)]
        self._names = {*assigned, *(local.name for local in function.parameters)}
        self._again = {name for name, times in Counter(assigned).items() if times > 1}
        self._again |= {local.name for local in function.parameters}
        """Locals that may be known from before where they are set."""
        self._known = _Known()
        self.loaded: set[str] = set()
        """The locals made to hold loaded values."""
        self._before: list[k.Statement] = []
        """The statements before the statement at hand."""
        self._sure = True
        """Whether an expression is evaluated whenever its statement is, and before any call."""
        self._breaks: list[list[_Known]] = []

    def _kept(self, load: k.Load, value: k.Expression) -> k.Expression:
        """Puts what an entry has into a local."""
        local = k.Local(unused_name("loaded", self._names), value.type)
        self.loaded.add(local.name)
        self._before.append(k.Assign((local,), value))
        self._known.loads[load] = local
        return local

    def _forget_locals(self, locals_: Iterable[k.Local]) -> None:
        names = {local.name for local in locals_} & self._again
        if names:
            self._known.forget_locals(names)

    def _forget_loop(self, loop: k.While | k.For | k.ForBits) -> None:
        """Forgets what any round of a loop can change."""
        self._known.forget_locals({local.name for local in set_in((loop,))})
        for form in forms_in(loop):
            if isinstance(form, k.Store):
                self._known.forget_entry(form.region, form.index)
            elif isinstance(form, k.Call) and form.function in self._writing:
                self._known.forget_entries()

    # ---- statements

    def block(self, block: k.Block) -> k.Block:
        """A block, with the facts before and after it."""
        out: list[k.Statement] = []
        for statement in block:
            outside, self._before = self._before, []
            self._sure = True
            changed = self._statement(statement)
            out += [*self._before, changed]
            self._before = outside
        return tuple(out)

    def _statement(self, s: k.Statement) -> k.Statement:
        match s:
            case k.Assign((target,), value) if not has_call(value):
                return self._assign(target, value)
            case k.Assign(targets, value):
                value = self._expression(value)
                self._forget_locals(targets)
                return k.Assign(targets, value)
            case k.Store():
                return self._store(s)
            case k.Do(call):
                found = self._expression(call)
                assert isinstance(found, k.Call)
                return k.Do(found)
            case k.Return(values):
                return k.Return(tuple(self._expression(value) for value in values))
            case k.If():
                return self._if(s)
            case k.While() | k.For() | k.ForBits():
                return self._loop(s)
            case k.Break():
                self._breaks[-1].append(self._known.copy())
        return s

    def _assign(self, target: k.Local, value: k.Expression) -> k.Assign:
        """Sets a local to what evaluates without calls."""
        if isinstance(value, k.Load):
            value = replace(value, index=self._expression(value.index))
            known = self._known.loads.get(value)
        else:
            value = self._expression(value)
            known = self._known.values.get(value)
        value = value if known is None else known
        self._forget_locals((target,))
        if isinstance(value, k.Local | k.Literal):
            if value != target and not (isinstance(value, k.Literal) and value.type is k.Type.REAL):
                self._known.copies[target.name] = value
        elif target not in forms_in(value):
            if isinstance(value, k.Load):
                if _fixed(value.index):
                    self._known.loads[value] = target
            elif _fixed(value):
                self._known.values[value] = target
        return k.Assign((target,), value)

    def _store(self, s: k.Store) -> k.Store:
        index, value = self._expression(s.index), self._expression(s.value)
        self._known.forget_entry(s.region, index)
        if _fixed(index) and not has_call(value):
            load = k.Load(s.region, index)
            if isinstance(value, k.Local | k.Literal):
                self._known.loads[load] = value
            else:
                value = self._kept(load, value)
        return k.Store(s.region, index, value)

    def _if(self, s: k.If) -> k.If:
        test = self._expression(s.test)
        before, ends, blocks = self._known, [], []
        for block in (s.then, s.otherwise):
            self._known = before.copy()
            blocks.append(self.block(block))
            if completes(block):
                ends.append(self._known)
        self._known = _agreed(ends)
        return k.If(test, *blocks)

    def _loop(self, s: k.While | k.For | k.ForBits) -> k.Statement:
        once = isinstance(s, k.While) and s.test == _TRUE and not may_repeat(s.body)
        if isinstance(s, k.For):
            s = replace(s, first=self._expression(s.first), stop=self._expression(s.stop))
        elif isinstance(s, k.ForBits):
            s = replace(s, bits=self._expression(s.bits))
        if not once:
            self._forget_loop(s)
        after = self._known.copy()
        if isinstance(s, k.While):
            self._sure = False
            test = self._expression(s.test)
            if test != _TRUE:  # a constant `True` would make the code after the loop unreachable
                s = replace(s, test=test)
        self._breaks.append([])
        changed = replace(s, body=self.block(s.body))
        ends = self._breaks.pop()
        self._known = _agreed(ends) if once else after
        return changed

    # ---- expressions

    def _expression(self, e: k.Expression) -> k.Expression:
        match e:
            case k.Local(name):
                return self._known.copies.get(name, e)
            case k.Load(region, index, invariant):
                load = k.Load(region, self._expression(index), invariant)
                known = self._known.loads.get(load)
                if known is None and self._sure and _fixed(load.index):
                    return self._kept(load, load)
                return load if known is None else known
            case k.Apply(_, operands):
                return replace(e, operands=tuple(self._expression(operand) for operand in operands))
            case k.All((first, *rest)) | k.Any((first, *rest)):
                first = self._expression(first)
                return replace(e, operands=(first, *self._perhaps(rest)))
            case k.Choose(test, then, otherwise):
                test = self._expression(test)
                return k.Choose(test, *self._perhaps((then, otherwise)))
            case k.Call(name, arguments):
                e = replace(e, arguments=tuple(self._expression(argument) for argument in arguments))
                if name in self._writing:
                    self._known.forget_entries()
                self._sure = False
        return e

    def _perhaps(self, expressions: Iterable[k.Expression]) -> list[k.Expression]:
        """Expressions that may not be evaluated."""
        sure, self._sure = self._sure, False
        found = [self._expression(expression) for expression in expressions]
        self._sure = sure and not any(has_call(expression) for expression in expressions)
        return found
