"""What a player sees of a position, as the kernel works it out, is what the interpreter says."""

from __future__ import annotations

import random

import pytest

import ggl
from ggl.compiler.backends.python import Python
from ggl.compiler.emit import emit
from ggl.engine.layout import Layout
from ggl.engine.protocol import UNKNOWN
from ggl.play.seen_vector import views_of
from tests.hiding import HIDDEN, HIDING


@pytest.mark.parametrize("name", [*HIDING, *HIDDEN])
def test_the_kernel_sees_what_the_interpreter_sees(name: str) -> None:
    game = ggl.load(name)
    core = game.checked.core
    made = emit(core, asks=True)
    python = Python(made.kernel, tuple(made.entries.values()))
    memory = made.memory.build(256, 1 << 14, made.remembered, 1 << 8)
    top = len(memory) - (1 << 14)
    slots = [Layout(core).slots[veil.field] for veil in core.veils]
    places = [place for slot in slots for place in range(slot.start, slot.stop)]
    rng, state = random.Random(3), game.initial_state()
    for _ in range(25):
        memory[: game.layout.length] = state.vector
        python.call(made.entries["refresh"], memory, 0)
        for viewer in range(len(game.players)):
            python.call(made.entries["view"], memory, top, viewer)
            seen = views_of(game).view(state.vector, viewer)
            told = [seen.at(place) for place in places]
            assert [*memory[top : top + len(places)]] == [UNKNOWN if code is None else code for code in told]
        if state.is_over:
            state = game.initial_state()
        state = state.play(rng.choice(state.legal_moves()))
