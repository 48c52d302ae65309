"""The module under construction. Each function is built on first use, after the functions that it needs."""

from __future__ import annotations

from collections.abc import Callable

from ggl.compiler.kernel import forms as k
from ggl.compiler.kernel.forms import Type
from ggl.compiler.lower.builder import Callee, FunctionBuilder, FunctionNames, T, V, library_function
from ggl.compiler.memory import Memory
from ggl.core import forms as f
from ggl.core.walk import walk
from ggl.engine.layout import Layout

Types = tuple[Type, ...]


class ModuleBuilder:
    """`apart` has for each schema the distances by which it is drawn, as `ggl.engine.draws` finds them."""

    def __init__(self, core: f.CoreGame, apart: dict[str, tuple[int, ...]] | None = None) -> None:
        self.core = core
        self.apart = apart or {}
        self.layout = Layout(core)
        self.memory = Memory(core, self.layout)
        self.definitions = {definition.name: definition for definition in core.definitions}
        self.schemas = {schema.name: schema for schema in core.schemas}
        self.layers = {layer.name: layer for layer in core.layers}
        self.forms = tuple(walk(core))
        """All forms in the core, precomputed for searches."""
        self.names = FunctionNames()
        self._built: dict[str, k.Function] = {}
        self._callees: dict[str, Callee] = {}
        self._entries: set[str] = set()

    def function(
        self,
        kind: str,
        key: str,
        parameters: tuple[k.Local, ...],
        write: Callable[[FunctionBuilder], None],
        results: Types | None = None,
    ) -> Callee:
        """A function with the parameters `v`, `t` and these, which is built now if it is not there yet.

        One that calls itself says what its `results` are.
        """
        name = self.names.of(kind, key)
        if name not in self._built:
            locals_ = (V, T, *parameters)
            types = tuple(local.type for local in locals_)
            if results is not None:
                self._callees[name] = Callee(name, types, results)
            function = FunctionBuilder(name, locals_, self)
            function.note(key)
            write(function)
            self._callees[name] = Callee(name, types, function.results())
            self._built[name] = function.built()
        return self._callees[name]

    def callee(self, name: str) -> Callee:
        """A function of this module, or of the library."""
        return self._callees[name] if name in self._callees else library_function(name)

    def entry(self, called: Callee) -> str:
        """A function that has been built is called from outside too, by the name that this gives."""
        self._entries.add(called.name)
        return called.name

    def built(self) -> k.Module:
        return k.Module(self._built, tuple(name for name in self._built if name in self._entries))
