"""Checks the rules of the kernel language: `verify_module` returns, or raises `KernelError` with the function and form at fault.

It runs after each pass. A back end may rely on what it checks: docs/internals/kernel.md lists the rules. It takes a linked
module, in which every function that is called is there.
"""

from __future__ import annotations

from collections.abc import Mapping

from ggl.compiler.kernel import forms as k
from ggl.compiler.kernel.expression_verifier import ExpressionVerifier, LocalTypes, is_word
from ggl.compiler.kernel.forms import REGIONS
from ggl.compiler.kernel.operations import is_identifier, type_names


def verify_module(module: k.Module) -> None:
    """Raises `KernelError` if a module breaks a rule."""
    for name, function in module.functions.items():
        if function.name != name:
            raise k.KernelError(f"{name}: the function under this name is called {function.name}")
        _FunctionVerifier(function, module.functions).verify()
    entries = [name for name in module.functions if name in module.entries]
    if entries != list(module.entries):
        raise k.KernelError(f"the entries are functions, each once, in their order: {', '.join(module.entries)}")


class _FunctionVerifier:
    """Walks one function as it would run. The scope has the facts at the current place."""

    def __init__(self, function: k.Function, functions: Mapping[str, k.Function]) -> None:
        self._function = function
        self._scope = LocalTypes(function.name)
        self._check = ExpressionVerifier(self._scope, functions)
        self._breaks: list[list[frozenset[str]]] = []
        """For each enclosing loop, innermost last: the facts at each of its breaks."""

    def verify(self) -> None:
        function = self._function
        if not is_identifier(function.name):
            raise k.KernelError(f"{function.name}: not a name for a function")
        for parameter in function.parameters:
            if parameter.name in self._scope.known:
                raise self._scope.error(parameter, "a parameter with the name of another")
            self._scope.set(parameter, parameter)
        if any(result in REGIONS for result in function.results):
            raise k.KernelError(f"{function.name}: a region cannot be a result")
        if self._block_completes(function.body) and function.results:
            raise k.KernelError(f"{function.name}: the end is reached without results")

    def _block_completes(self, block: k.Block) -> bool:
        """Checks a block; gives whether it can run to its end."""
        completes = True
        for statement in block:
            if not completes:
                raise self._scope.error(statement, "never reached")
            completes = self._completes(statement)
        return completes

    def _completes(self, statement: k.Statement) -> bool:
        """Checks a statement; gives whether what follows it is reached."""
        match statement:
            case k.Assign():
                self._assign(statement)
            case k.Store(region, index, value):
                entry = self._check.entry(region, statement)
                self._check.typed(index, k.Type.WORD)
                self._check.typed(value, entry)
            case k.Do(call):
                self._check.call(call)
            case k.If(test, then, otherwise):
                return self._if(test, then, otherwise)
            case k.While(test, body):
                self._check.typed(test, k.Type.BOOL)
                return self._loop(body, may_end=test != k.Literal(True, k.Type.BOOL))
            case k.For(local, first, stop, step, body):
                self._check.typed(first, k.Type.WORD)
                self._check.typed(stop, k.Type.WORD)
                if step == 0 or not is_word(step):
                    raise self._scope.error(statement, "a step is a word other than 0")
                return self._loop(body, counter=local)
            case k.ForBits(local, bits, body):
                self._check.typed(bits, k.Type.WORD)
                return self._loop(body, counter=local)
            case k.Break():
                self._in_loop(statement)
                self._breaks[-1].append(self._scope.known)
                return False
            case k.Continue():
                self._in_loop(statement)
                return False
            case k.Return(values):
                if len(values) != len(self._function.results):
                    raise self._scope.error(statement, f"expected {len(self._function.results)} results")
                for value, type_ in zip(values, self._function.results, strict=True):
                    self._check.typed(value, type_)
                return False
            case k.Trap():
                return False
            case k.Note(text):
                if text != text.strip() or len(text.splitlines()) > 1:
                    raise self._scope.error(statement, "a note is one line without spaces around")
        return True

    def _assign(self, statement: k.Assign) -> None:
        targets = statement.targets
        if isinstance(statement.value, k.Call):
            results = self._check.call(statement.value)
        else:
            results = (self._check.value(statement.value),)
        if not targets or tuple(target.type for target in targets) != results:
            raise self._scope.error(statement, f"expected locals for {type_names(results)}")
        if len({target.name for target in targets}) < len(targets):
            raise self._scope.error(statement, "a local is set twice")
        for target in targets:
            self._scope.set(target, statement)

    def _if(self, test: k.Expression, then: k.Block, otherwise: k.Block) -> bool:
        self._check.typed(test, k.Type.BOOL)
        before, ways = self._scope.known, []
        for block in (then, otherwise):
            self._scope.known = before
            if self._block_completes(block):
                ways.append(self._scope.known)
        return self._join(ways)

    def _loop(self, body: k.Block, may_end: bool = True, counter: k.Local | None = None) -> bool:
        """Checks the body of a loop, which may run no time unless it ends by breaks alone."""
        before = self._scope.known
        if counter is not None:
            if counter.type is not k.Type.WORD:
                raise self._scope.error(counter, "what counts is a word")
            self._scope.set(counter, counter)
        self._breaks.append([])
        self._block_completes(body)
        return self._join([*self._breaks.pop(), before] if may_end else self._breaks.pop())

    def _join(self, ways: list[frozenset[str]]) -> bool:
        """Continues where ways meet, with the facts that hold on each; gives whether there is any way."""
        if ways:
            self._scope.known = frozenset.intersection(*ways)
        return bool(ways)

    def _in_loop(self, statement: k.Statement) -> None:
        if not self._breaks:
            raise self._scope.error(statement, "not in a loop")
