"""Puts the bodies of functions where they are called, within a budget: small functions, and those called from one place only.

Takes a verified, linked module and gives one with the same entries that does the same; functions that are not reached any more
are gone. The functions that are called come first, so that a body that is put elsewhere has its own calls inlined already.

- Parameters become locals of the caller, or the arguments themselves where those are literals or locals and are not set.
- A function that is one expression stays one where it is called. Any other body stands before the statement, and what the
  statement evaluates earlier and could come out otherwise afterwards is kept in locals.
- `return` sets the results. What would follow goes into the other branch, or depends on a local that says whether the body has
  been left, or the body becomes a loop of one round, which `break` leaves: back ends make a block of that.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from ggl.compiler.kernel import forms as k
from ggl.compiler.kernel.call_graph import callees, reached_from, recursive
from ggl.compiler.kernel.walk import completes, form_count, forms_in, has_call, replace_locals, set_in, unused_name

_TRUE, _FALSE = k.Literal(True, k.Type.BOOL), k.Literal(False, k.Type.BOOL)
_DEEPEST = 8
"""How many branches within each other may take the place of `return`."""

_ZEROS = {k.Type.WORD: k.Literal(0, k.Type.WORD), k.Type.BOOL: _FALSE, k.Type.REAL: k.Literal(0.0, k.Type.REAL)}


@dataclass(frozen=True, slots=True)
class InliningBudget:
    """How large functions may be, in forms."""

    tiny: int
    """A function up to this size is inlined at every call; entries inline no others. A host that compiles in tiers replaces a
    function at its next call, and the loops of an entry must not wait for that."""
    small: int
    """A function up to this size is inlined wherever its callers do not grow too large."""
    single: int
    """The same for a function that is called from one place only."""
    caller: int
    """A function that would grow past this takes in tiny ones only."""


BUDGET = InliningBudget(tiny=40, small=400, single=4000, caller=8000)


def inline_calls(module: k.Module, budget: InliningBudget = BUDGET, besides: Collection[str] = ()) -> k.Module:
    """The module with calls replaced by what they do, besides those of some functions."""
    functions = dict(module.functions)
    places, kept = _places(functions.values()), recursive(functions) | {*besides}
    inlined: dict[str, _Inlined] = {}
    for name in _callees_first(functions):
        taken = inlined
        if name in module.entries:
            taken = {callee: each for callee, each in inlined.items() if each.size <= budget.tiny}
        function = replace(functions[name], body=_Inliner(functions[name], taken, budget).block(functions[name].body))
        functions[name], forms = function, form_count(function.body)
        most = budget.single if places.get(name) == 1 else budget.small
        if name not in kept and forms <= max(most, budget.tiny) and (completes(function.body) or _returns(function.body)):
            inlined[name] = _Inlined(function, forms)
    return k.Module(reached_from(functions, module.entries) if module.entries else functions, module.entries)


def _places(functions: Iterable[k.Function]) -> dict[str, int]:
    """The number of places from which each function is called."""
    found: dict[str, int] = {}
    for function in functions:
        for form in forms_in(function):
            if isinstance(form, k.Call):
                found[form.function] = found.get(form.function, 0) + 1
    return found


def _callees_first(functions: Mapping[str, k.Function]) -> list[str]:
    """All functions, each after those that it calls, as far as they do not call each other in a circle."""
    found: dict[str, None] = {}
    open_: set[str] = set()

    def visit(name: str) -> None:
        if name in open_ or name in found:
            return
        open_.add(name)
        for callee in callees(functions[name]):
            visit(callee)
        found[name] = None

    for name in functions:
        visit(name)
    return list(found)


@dataclass(frozen=True, slots=True)
class _Inlined:
    """A function to inline, and its size."""

    function: k.Function
    size: int


class _Inliner:
    """Inlines calls in one function."""

    def __init__(self, caller: k.Function, inlined: Mapping[str, _Inlined], budget: InliningBudget) -> None:
        self._inlined = inlined
        self._budget = budget
        self._size = form_count(caller.body)
        self._names = {local.name for local in (*caller.parameters, *set_in(caller.body))}

    def _new(self, name: str, type_: k.Type) -> k.Local:
        """A local that the caller does not have."""
        return k.Local(unused_name(name, self._names), type_)

    def _moves(self, expressions: Iterable[k.Expression]) -> bool:
        """Whether one of these has a call to inline."""
        return any(isinstance(form, k.Call) and form.function in self._inlined for each in expressions for form in forms_in(each))

    def _wanted(self, name: str) -> k.Function | None:
        """The function, if its call here should be inlined."""
        found = self._inlined.get(name)
        if found is None or (found.size > self._budget.tiny and self._size + found.size > self._budget.caller):
            return None
        self._size += found.size
        return found.function

    # ---- statements

    def block(self, block: k.Block) -> k.Block:
        """A block with its calls inlined."""
        out: list[k.Statement] = []
        for statement in block:
            self._statement(statement, out)
        return tuple(out)

    def _statement(self, s: k.Statement, out: list[k.Statement]) -> None:
        match s:
            case k.Assign(targets, k.Call() as call):
                self._call(call, targets, out)
            case k.Do(call):
                self._call(call, (), out)
            case k.Assign(targets, value):
                out.append(k.Assign(targets, self._expression(value, out)))
            case k.Store(region, index, value):
                out.append(k.Store(region, *self._operands((index, value), out)))
            case k.Return(values):
                out.append(k.Return(tuple(self._operands(values, out))))
            case k.If(k.All((first, *rest)) as test, then, ()) if self._moves(rest):
                self._statement(k.If(first, (k.If(_together(test, rest), then),)), out)
            case k.If(test, then, otherwise):
                out.append(k.If(self._expression(test, out), self.block(then), self.block(otherwise)))
            case k.While(test, body):
                before: list[k.Statement] = []
                test = self._expression(test, before)
                if before:
                    out.append(k.While(_TRUE, (*before, k.If(_opposite(test), (k.Break(),)), *self.block(body))))
                else:
                    out.append(k.While(test, self.block(body)))
            case k.For(local, first, stop, step, body):
                first, stop = self._operands((first, stop), out)
                out.append(k.For(local, first, stop, step, self.block(body)))
            case k.ForBits(local, bits, body):
                out.append(k.ForBits(local, self._expression(bits, out), self.block(body)))
            case _:
                out.append(s)

    def _call(self, call: k.Call, targets: tuple[k.Local, ...], out: list[k.Statement]) -> None:
        """A call whose results are assigned to locals, or dropped."""
        arguments = tuple(self._operands(call.arguments, out))
        function = self._wanted(call.function)
        if function is not None:
            self._inline(function, arguments, targets, out)
        elif targets:
            out.append(k.Assign(targets, replace(call, arguments=arguments)))
        else:
            out.append(k.Do(replace(call, arguments=arguments)))

    # ---- expressions: what has to run before is added to the statements

    def _expression(self, e: k.Expression, out: list[k.Statement]) -> k.Expression:
        match e:
            case k.Load(_, index):
                return replace(e, index=self._expression(index, out))
            case k.Apply(_, operands):
                return replace(e, operands=tuple(self._operands(operands, out)))
            case k.All() | k.Any():
                return self._connected(e, out)
            case k.Choose(test, then, otherwise):
                return self._chosen(self._expression(test, out), then, otherwise, out)
            case k.Call(name, arguments):
                arguments = tuple(self._operands(arguments, out))
                function = self._wanted(name)
                if function is None:
                    return replace(e, arguments=arguments)
                if (value := self._as_expression(function, arguments, out)) is not None:
                    return value
                target = self._new(name, e.type)
                self._inline(function, arguments, (target,), out)
                return target
        return e

    def _operands(self, operands: Sequence[k.Expression], out: list[k.Statement]) -> list[k.Expression]:
        """Expressions that are evaluated one after the other."""
        found: list[k.Expression] = []
        for operand in operands:
            before: list[k.Statement] = []
            value = self._expression(operand, before)
            if before:
                for number, earlier in enumerate(found):
                    if not self._stays(earlier, before):
                        found[number] = self._kept(earlier, out)
                out += before
            found.append(value)
        return found

    def _kept(self, value: k.Expression, out: list[k.Statement]) -> k.Local:
        local = self._new("kept", value.type)
        out.append(k.Assign((local,), value))
        return local

    def _stays(self, value: k.Expression, block: Sequence[k.Statement]) -> bool:
        """Whether a value is the same after some statements that set no local of it as before, and may be evaluated then."""
        parts = list(forms_in(value))
        if any(isinstance(part, k.Call) for part in parts):
            return False
        if all(part.invariant for part in parts if isinstance(part, k.Load)):
            return True
        return not any(isinstance(form, k.Store | k.Call) for statement in block for form in forms_in(statement))

    def _connected(self, e: k.All | k.Any, out: list[k.Statement]) -> k.Expression:
        """Operands of `and` or `or`. Statements that run before one of them depend on those before it."""
        groups: list[tuple[list[k.Statement], list[k.Expression]]] = []
        for operand in e.operands:
            before: list[k.Statement] = []
            value = self._expression(operand, before)
            if before or not groups:
                groups.append((before, []))
            groups[-1][1].append(value)
        before, values = groups.pop()
        value = _together(e, values)
        while groups:
            local, inner = self._new("holds", k.Type.BOOL), tuple(before)
            before, values = groups.pop()
            then = (*inner, k.Assign((local,), value))
            before = [*before, k.Assign((local,), _together(e, values))]
            before.append(k.If(local if isinstance(e, k.All) else _opposite(local), then))
            value = local
        out += before
        return value

    def _chosen(self, test: k.Expression, then: k.Expression, otherwise: k.Expression, out: list[k.Statement]) -> k.Expression:
        ways: list[list[k.Statement]] = [[], []]
        values = [self._expression(value, way) for value, way in zip((then, otherwise), ways, strict=True)]
        if not any(ways):
            return k.Choose(test, *values)
        local = self._new("chosen", then.type)
        out.append(k.If(test, *((*way, k.Assign((local,), value)) for way, value in zip(ways, values, strict=True))))
        return local

    def _as_expression(
        self, function: k.Function, arguments: Sequence[k.Expression], out: list[k.Statement]
    ) -> k.Expression | None:
        """An expression to evaluate in place of a call; None unless the function consists of one expression."""
        body = [statement for statement in function.body if not isinstance(statement, k.Note)]
        if len(body) != 1 or not isinstance(body[0], k.Return):
            return None
        (value,) = body[0].values
        forms = list(forms_in(value))
        if any(isinstance(form, k.Call) for form in forms) or any(has_call(argument) for argument in arguments):
            return None
        values: dict[str, k.Expression] = {}
        for parameter, argument in zip(function.parameters, arguments, strict=True):
            if not isinstance(argument, k.Literal | k.Local) and forms.count(parameter) > 1:
                argument = self._kept(argument, out)
            values[parameter.name] = argument
        return replace_locals(value, values)

    # ---- bodies

    def _inline(
        self, function: k.Function, arguments: Sequence[k.Expression], targets: tuple[k.Local, ...], out: list[k.Statement]
    ) -> None:
        """The body of a function, with its results in locals."""
        if len(targets) == 1 and (value := self._as_expression(function, arguments, out)) is not None:
            out.append(k.Assign(targets, value))
            return
        changing = {local.name: local for local in set_in(function.body)}
        values: dict[str, k.Expression] = {}
        for parameter, argument in zip(function.parameters, arguments, strict=True):
            if parameter.name not in changing and isinstance(argument, k.Literal | k.Local):
                values[parameter.name] = argument
            else:
                local = self._new(parameter.name, parameter.type)
                values[parameter.name] = local
                out.append(k.Assign((local,), argument))
        for name, local in changing.items():
            if name not in values:
                values[name] = self._new(name, local.type)
        body = tuple(replace_locals(statement, values) for statement in function.body)
        parameters = [values[parameter.name] for parameter in function.parameters]
        out += _Body(self, parameters, targets, body).statements()


class _Body:
    """A body without `return`: its results are set instead."""

    def __init__(
        self, inliner: _Inliner, parameters: Iterable[k.Expression], targets: tuple[k.Local, ...], body: k.Block
    ) -> None:
        self._new = inliner._new
        self._body = body
        self._targets = targets
        self._results = targets
        """The locals that are set on the way; other than the targets where they need a value before."""
        if any(
            isinstance(form, k.While | k.For | k.ForBits) and _returns((form,))
            for statement in body
            for form in forms_in(statement)
        ):
            self._results = tuple(self._new(target.name, target.type) for target in targets)
        self._left: k.Local | None = None
        """Says whether the body has been left from within a loop."""
        self._parameters = {value.name for value in parameters if isinstance(value, k.Local)}
        self._unset: dict[str, k.Local] = {}
        """Locals that need not be set where a loop is left."""

    def statements(self) -> list[k.Statement]:
        found = self._tail(self._body, 0)
        if found is None:
            found = self._leaving(self._body, False)
            found = (k.While(_TRUE, (*found, k.Break()) if completes(found) else found),)
        before: list[k.Statement] = []
        if self._left is not None:
            before = [k.Assign((local,), _ZEROS[local.type]) for local in (*self._results, *self._unset.values())]
            before.append(k.Assign((self._left,), _FALSE))
        after = [k.Assign((a,), b) for a, b in zip(self._targets, self._results, strict=True) if a is not b]
        return [*before, *found, *after]

    def _set_results(self, values: Sequence[k.Expression]) -> list[k.Statement]:
        if not self._results:  # the results are dropped; calls stay for their effects
            return [k.Assign((self._new("dropped", value.type),), value) for value in values if has_call(value)]
        if len(values) == 1:
            return [k.Assign(self._results, values[0])]
        locals_ = list(self._results)
        for number, local in enumerate(self._results):
            if any(local in forms_in(value) for value in values[number + 1 :]):
                locals_[number] = self._new(local.name, local.type)
        copies = zip(self._results, locals_, strict=True)
        return [
            *(k.Assign((local,), value) for local, value in zip(locals_, values, strict=True)),
            *(k.Assign((to,), local) for to, local in copies if to is not local),
        ]

    def _tail(self, block: k.Block, depth: int) -> k.Block | None:
        """A block that ends where the body ends; none if that takes a jump, or many blocks within each other."""
        if depth > _DEEPEST:
            return None
        out: list[k.Statement] = []
        for number, statement in enumerate(block):
            rest = block[number + 1 :]
            match statement:
                case k.Return(values):
                    return (*out, *self._set_results(values))
                case k.If(test, then, otherwise) if _returns((statement,)):
                    if rest and completes(then):
                        if completes(otherwise):
                            return None
                        then += rest
                    else:
                        otherwise += rest
                    yes, no = self._tail(then, depth + 1), self._tail(otherwise, depth + 1)
                    if yes is None or no is None:
                        return None
                    out.append(k.If(test, yes, no) if yes or not no else k.If(_opposite(test), no))
                    return tuple(out)
                case k.While() | k.For() | k.ForBits() if _returns((statement,)):
                    out.append(self._loop(statement, bool(rest)))
                    if rest:
                        after = self._tail(rest, depth + 1)
                        if after is None:
                            return None
                        out.append(k.If(_opposite(self._flag()), after))
                    return tuple(out)
            out.append(statement)
        return tuple(out)

    def _leaving(self, block: k.Block, flagged: bool) -> k.Block:
        """A block in a loop that `return` leaves; a flag tells the code after the loop."""
        out: list[k.Statement] = []
        for statement in block:
            match statement:
                case k.Return(values):
                    out += self._set_results(values)
                    if flagged:
                        out.append(k.Assign((self._flag(),), _TRUE))
                    out.append(k.Break())
                case k.If(test, then, otherwise):
                    out.append(k.If(test, self._leaving(then, flagged), self._leaving(otherwise, flagged)))
                case k.While() | k.For() | k.ForBits() if _returns((statement,)):
                    out.append(self._loop(statement, True))
                    out.append(k.If(self._flag(), (k.Break(),)) if completes((statement,)) else k.Break())
                case _:
                    out.append(statement)
        return tuple(out)

    def _loop(self, loop: k.While | k.For | k.ForBits, flagged: bool) -> k.Statement:
        if flagged and isinstance(loop, k.While):
            self._unset |= {local.name: local for local in set_in(loop.body) if local.name not in self._parameters}
        return replace(loop, body=self._leaving(loop.body, flagged))

    def _flag(self) -> k.Local:
        if self._left is None:
            self._left = self._new("left", k.Type.BOOL)
        return self._left


def _together(e: k.All | k.Any, values: Sequence[k.Expression]) -> k.Expression:
    return values[0] if len(values) == 1 else replace(e, operands=tuple(values))


def _opposite(test: k.Expression) -> k.Expression:
    match test:
        case k.Apply("not", (operand,)):
            return operand
    return k.Apply("not", (test,), k.Type.BOOL)


def _returns(block: k.Block) -> bool:
    return any(isinstance(form, k.Return) for statement in block for form in forms_in(statement))
