"""The module being emitted: its functions, each written when it is first asked for, after those that it needs."""

from __future__ import annotations

from collections.abc import Callable

from ggl.compiler.memory import Memory
from ggl.compiler.writer import Function, Names
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
        """All forms of the core, for who looks for some."""
        self.names = Names()
        self._written: dict[str, str] = {}

    def function(self, kind: str, key: str, args: tuple[str, ...], write: Callable[[Function], None]) -> str:
        """The name of a function with the arguments `v`, `t` and these, which is written now if it is not there yet."""
        name = self.names.of(kind, key)
        if name not in self._written:
            function = Function(name, ("v", "t", *args), self.memory.end)
            function.note(key)
            write(function)
            self._written[name] = function.text()
        return name

    def entry(self, kind: str, call: str, args: tuple[str, ...]) -> str:
        """The name of a function that Python calls: the memory as an array, and then a function inside."""
        name = f"run_{kind}"
        lines = ["@entry", f"def {name}({', '.join(('memory', 't', *args))}):"]
        self._written[name] = "\n".join([*lines, f"    return {call}({', '.join(('pointer(memory)', 't', *args))})"])
        return name

    def text(self) -> str:
        return "\n\n\n".join(self._written.values())
