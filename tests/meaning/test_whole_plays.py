"""Whole random plays of every game: the engine's turns, ends, scores and results are those of a plain reading of the file."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from ggl.play.game import Game, State
from ggl.play.loading import check_source
from ggl.play.move import Move
from ggl.source import Source
from tests.meaning import plays
from tests.meaning.reading import scene_of
from tests.meaning.referee import Choice, Referee, Table
from tests.meaning.scene import unlike
from tests.meaning.values import argument
from tests.meaning.views import unlike_announcements
from tests.meaning.world import World
from tests.play.test_hidden import ANEW
from tests.play.test_together import OVER_GAMES


@pytest.mark.parametrize("path", plays.ordinary(0))
def test_a_whole_play_goes_as_the_definition_says(path: Path) -> None:
    game, world = plays.loaded(path, small=True)
    follow(game, world, random.Random(path.stem), max(4, 16 // plays.LONG.get(path.stem, 1)))


@pytest.mark.slow
@pytest.mark.parametrize("path", plays.files_that_load(), ids=plays.name_of)
def test_whole_plays_go_to_their_end_as_the_definition_says(path: Path) -> None:
    for small in (True, False):
        game, world = plays.loaded(path, small=small)
        for number in range(3):
            follow(game, world, random.Random(f"{path.stem} {number}"), 60 // plays.LONG.get(path.stem, 1))


def follow(game: Game, world: World, rng: random.Random, longest: int) -> None:
    """Plays at random, and compares before each step; says the moves that led to a difference."""
    referee = Referee(world, game.checked.core.turn.pie)
    state, table = game.initial_state(), referee.start()
    made: list[str] = []
    for _ in range(longest):
        found = list(differing(game, world, referee, state, table))
        assert not found, "\n".join([*found[:8], f"after {'; '.join(made)}", str(state)])
        legal = state.legal_moves()
        if not legal:
            return
        number = rng.randrange(len(legal))
        made.append(legal[number].text)
        table, before = referee.play(table, choice_of(legal[number])), state
        state = state.after(legal[number])
        found = list(unlike_announcements(table.scene, before, state))
        assert not found, f"{found} after {'; '.join(made)}"


def choice_of(move: Move) -> Choice:
    return Choice(move.step.schema, tuple((name, argument(value)) for name, value in move.args.items()))


def differing(game: Game, world: World, referee: Referee, state: State, table: Table) -> Iterator[str]:
    scene = table.scene
    yield from unlike(scene, scene_of(world, state, []))
    facts = {
        "mover": (scene.mover, state.mover),
        "ply": (scene.ply, state.ply),
        "over": (table.over, state.is_over),
        "winners": (scene.winners if table.over else frozenset(), frozenset(state.winners)),
        "winner": (scene.winner if table.over else None, state.winner),
        "seats": (table.seats, {side: state._field("seat", n) for n, side in enumerate(game.players)}),
        "scores": (referee.scores(table), dict(state.scores or {})),
        "phase": (scene.phase, state["phase"] if len(world.phases) > 1 else None),
        "chance": (table.due is not None, state.is_chance),
        "within a turn": (bool(scene.pending or scene.steps), state.in_turn),
    }
    if table.over and state.is_over and table.reason:
        assert state.result is not None
        facts["reason"] = (table.reason, state.result.reason)
    yield from (f"{what}: the definition has {ours}, ggl {theirs}" for what, (ours, theirs) in facts.items() if ours != theirs)
    theirs = [choice_of(move) for move in state.legal_moves()]
    ours = referee.choices(table)
    if ours != theirs:
        yield from (f"the definition allows {one}, ggl does not" for one in ours if one not in theirs)
        yield from (f"ggl allows {one}, the definition does not" for one in theirs if one not in ours)
        if sorted(map(str, ours)) == sorted(map(str, theirs)):
            yield f"another order: the definition has {ours[:6]}, ggl {theirs[:6]}"


ODD = {
    "a cell and a definition share the name b2: the distance is from the cell, by steps that the definition gives": """
pieces: {stone: {}}
moves:
  place: {for: c in vacant, do: put stone on c}
define:
  b2(c): step(c, east)
end:
  draw: distance(b2, c2, b2) == 1 and ply == 2
""",
    "piles stand on cells beside edges in the same layer": """
pieces:
  stone: {piles: 3}
  wall: {sites: edges, has: {weight: 0}}
moves:
  place: {for: c in cells, where: {not high: c.count < 3}, do: put stone on c}
  build: {for: e in edges, where: {open: empty(e)}, do: put wall on e}
  load: {for: e in edges with own wall, do: add 1 to e.weight}
end:
  draw: ply == 9
""",
    "a number of a wide range is set to what lies outside": """
pieces: {stone: {}}
state:
  far: {start: 0, in: 0..2000000000}
moves:
  place:
    for: c in vacant
    do: |
      put stone on c
      set far to far + 1500000000
end:
  draw: ply == 4
""",
}
"""The end of a file, by what it is about."""


@pytest.mark.parametrize("what", ODD)
def test_an_odd_file_is_played_as_its_definition_says(what: str) -> None:
    head = "ggl: 1\nname: Odd\nplayers: [Red, Blue]\nboard: square(3)"
    checked, findings = check_source(Source("odd.yaml", head + ODD[what]))
    assert checked is not None, [str(each) for each in findings]
    game = Game(checked)
    follow(game, World(checked.definition, game.options, game.board), random.Random(1), 9)


@pytest.mark.parametrize("text", [ANEW, OVER_GAMES], ids=["a new value is revealed to nobody", "choices over games"])
def test_what_players_learn_is_as_the_manual_says(text: str) -> None:
    checked, found = check_source(Source("made.yaml", text))
    assert checked is not None, found
    game = Game(checked)
    for seed in range(12):
        follow(game, World(checked.definition, game.options, game.board), random.Random(seed), 20)
