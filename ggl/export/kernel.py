"""The rules as WebAssembly, with the memory that they work in.

Takes a game and returns plain data: the bytes of a module with the entry points that a page calls, the constant tables, and
the address of each buffer. Raises `ExportError` where the compiler does not support the rules.
"""

from __future__ import annotations

import base64
import zlib
from array import array
from typing import Any

from ggl.compiler.backends.wasm import wasm
from ggl.compiler.backends.wasm_passes import prepared
from ggl.compiler.emit import CannotCompileError, emit
from ggl.compiler.kernel.forms import Module, Type
from ggl.compiler.memory import PAST_FULL
from ggl.engine.protocol import STEPS_LIMIT, WorkLimitError
from ggl.export.errors import ExportError
from ggl.export.marks import core_with_marks
from ggl.export.ways import with_ways
from ggl.play.game import Game
from ggl.play.playout import LONGEST_PLAYOUT

ENTRIES = ("start", "refresh", "steps", "play", "draw", "mcts", "score", "skip", "fails", "view", "sets", "ways")

_ARENA, _HISTORY, _TURNS, _MOST = 1 << 14, 256, 1 << 8, 1 << 10
"""As `ggl.compiler.runtime.engine` begins."""

_REFUSALS = (WorkLimitError.of_work, WorkLimitError.of_turn, WorkLimitError.of_steps)
"""By what a module finds that no memory would be large enough for; the first where it says nothing."""


def kernel_of(game: Game) -> dict[str, Any]:
    try:
        core, marks = core_with_marks(game)
        core, ways = with_ways(game, core)
        made = emit(core, asks=True, marks=marks, ways=ways)
    except CannotCompileError as problem:
        raise ExportError(f"{game.name} cannot be exported: the compiler does not support {problem}") from None
    module, memory = made.kernel, made.memory
    names = {each: made.entries[each] for each in ENTRIES if each in made.entries}
    entries = tuple(names.values())
    code = wasm(prepared(Module(module.functions, entries)), entries)
    functions = {each: module.functions[name] for each, name in names.items()}
    return {
        "code": deflated(code),
        "entries": {
            each: [names[each], [p.type is Type.WORD for p in function.parameters]] for each, function in functions.items()
        },
        "constants": deflated(_varied(memory._constants)),
        "memory": {
            "fixed": memory.fixed, "played": memory.played, "history": memory.history, "room": memory.room,
            "turns": memory.turns, "refused": memory.refused, "end": memory.end,
        },
        "length": game.layout.length,
        "row": made.row,
        "columns": [[each.word, each.shift, each.bits, each.low] for each in made.columns],
        "remembered": made.remembered,
        "ways": made.history.ways,
        "compared": made.history.entries,
        "keptTurn": made.kept_turn,
        "hasHistory": bool(made.keys),
        "numbers": made.numbers,
        "room": {"arena": _ARENA, "history": _HISTORY if made.keys else 0, "turns": _TURNS, "most": _MOST},
        "mostSteps": STEPS_LIMIT + 4,
        "pastFull": PAST_FULL,
        "refusals": [str(each()).splitlines()[0] for each in _REFUSALS],
        "longest": LONGEST_PLAYOUT,
    }  # fmt: skip


def deflated(data: bytes) -> str:
    """The bytes, deflated, as base64."""
    squeezer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return base64.b64encode(squeezer.compress(data) + squeezer.flush()).decode()


def _varied(words: list[int]) -> bytes:
    """Encode 64-bit words, lowest byte first."""
    found = array("q", words)
    if array("h", [1]).tobytes() != b"\1\0":
        found.byteswap()
    return found.tobytes()
