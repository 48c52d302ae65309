"""The module being emitted: its functions, each written when it is first asked for, after those that it needs."""

from __future__ import annotations

from collections.abc import Callable

from ggl.compiler.lower.bridge import kernel_name
from ggl.compiler.lower.writer import WORDS, Function, Names
from ggl.compiler.memory import Memory
from ggl.core import forms as f
from ggl.core.walk import walk
from ggl.engine.layout import Layout


class Module:
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
        self.names = Names()
        self._written: dict[str, Function] = {}

    def function(self, kind: str, key: str, parameters: tuple[str, ...], write: Callable[[Function], None]) -> str:
        """The name of a function with the parameters `v`, `t` and these, which is written now if it is not there yet."""
        name = self.names.of(kind, key)
        if name not in self._written:
            function = Function(name, (f"v: {WORDS}", "t", *parameters), self.memory.end)
            function.note(key)
            write(function)
            self._written[name] = function
        return name

    def entry(self, name: str) -> str:
        """A function that has been written is called from outside too, by the name that this gives."""
        self._written[name].is_entry = True
        return kernel_name(name)

    def text(self) -> str:
        return "\n\n\n".join(function.text() for function in self._written.values()) + "\n"
