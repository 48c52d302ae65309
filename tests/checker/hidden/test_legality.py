"""What players may choose by in games that hide something: accepted files, in which a view offers the moves of the rules."""

from __future__ import annotations

import random

import pytest

from ggl.play.game import Game
from ggl.play.loading import check_source
from ggl.source import Source

HEAD = """\
ggl: 1
name: Legality
players: [White, Black]
board: square(3)
"""

ACCEPTED = {
    "who sees stands beside": """\
pieces:
  stone: {seen by: "owner or any(viewer stone on d for d in neighbors(c))"}
moves:
  place: {for: c in seen(vacant), shows: nothing, do: put stone on c if empty(c)}
""",
    "a variable that is known where it uncovers": """\
pieces:
  stone: {seen by: owner or c.found}
state:
  found: {start: false, each: cells, seen by: not viewer stone on c}
moves:
  probe: {for: c in seen(vacant), shows: nothing, do: set c.found to true}
  place: {for: c in seen(vacant), shows: nothing, do: put stone on c if empty(c)}
""",
    "what the piece carries": """\
pieces:
  stone: {seen by: owner or c.lit, has: {lit: false}}
moves:
  place: {for: c in seen(vacant), shows: nothing, do: put stone on c if empty(c)}
  light: {for: c in cells with own stone, shows: nothing, do: set c.lit to true}
""",
    "what is revealed": """\
pieces:
  stone: {seen by: owner or shown}
moves:
  place: {for: c in seen(vacant), shows: nothing, do: put stone on c if empty(c)}
  probe: {for: c in seen(vacant), shows: nothing, do: reveal c to mover}
""",
    "a variable that uncovers itself": """\
pieces:
  stone: {}
state:
  heat: {start: 0, in: 0..9, seen by: viewer == White or heat > 2}
moves:
  heat_up:
    where: {in turn: mover == White, not yet: heat < 9}
    shows: nothing
    do: add 1 to heat
  place: {for: c in vacant, where: {hot: "mover == White or seen(heat) > 3"}, shows: nothing, do: put stone on c}
turn:
  pass: forced
""",
    "effects that change something else": """\
pieces:
  stone: {seen by: owner or c.found}
  flag: {layer: flags}
state:
  found: {start: false, each: cells, seen by: not viewer stone on c}
moves:
  probe: {for: c in seen(vacant), shows: nothing, do: set c.found to true}
  place: {for: c in seen(vacant), shows: nothing, do: put stone on c if empty(c)}
  mark:
    for: c in cells
    do: put flag on c
    ensure: {it stands alone: not seen(enemy stone on c)}
""",
}
"""Files without their head and their end."""


def game_of(text: str, extra: str = "end:\n  draw: ply >= 14\n") -> Game:
    checked, found = check_source(Source("legality.yaml", HEAD + text + extra))
    assert checked is not None, [str(each) for each in found]
    return Game(checked, "interpreter")


@pytest.mark.parametrize("what", ACCEPTED)
def test_in_what_is_accepted_a_view_offers_the_moves_of_the_rules(what: str) -> None:
    game = game_of(ACCEPTED[what])
    hidden = 0
    for seed in range(12):
        rng = random.Random(seed)
        state = game.initial_state()
        while not state.is_over:
            view = state.view(state.mover)
            assert view.legal_moves() == state.legal_moves(), f"after {seed}:\n{state}\n{view}"
            hidden += view.vector != state.vector
            if not state.legal_moves():
                break
            state = state.after(rng.choice(state.legal_moves()))
    assert hidden
