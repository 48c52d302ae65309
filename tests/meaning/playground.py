"""One small game with something of everything, on every shape of board, and positions of it made at random."""

from __future__ import annotations

import random
from functools import cache

from ggl.play.game import Game, State
from ggl.play.loading import check_source
from ggl.source import Source
from tests.meaning.plays import Play
from tests.meaning.world import World

SHAPES = (
    "square(4)", "hexagon(2)", "torus(4, 3)", "rhombus(3)", "triangle(4)", "star(1)", "morris(2)", "track(6)",
    '\n  drawing: |\n    . . . .\n    . _ . .\n    . . . .\n    _ . _ .',
    "\n  links: na - nb, nb - nc, nc - nd, nd - na, nd - ne",
)  # fmt: skip

DECLARED = """\
ggl: 1
name: Playground
players:{players}
board: {shape}
pieces:
  stone: {{supply: 5}}
  king: {{}}
  arrow: {{{faces}has: {{lit: true, age: 0}}}}
  rug: {{layer: floor, of: nobody}}
  wall: {{sites: edges, of: nobody}}
state:
  tally: {{start: 0, in: 0..9}}
  marked: {{start: none, in: cells}}
  wins: {{start: 0, each: players}}
  tint: {{start: 1, in: 0..3, each: cells}}
  closed: {{start: false, each: cells}}
  pool: cells
  last_pool: cells
"""

PLAYED = """
moves:
  place:
    for: c in vacant
    do: put stone on c
end:
  draw: full
score(p): 1 if last.mover == p else 0
"""


def made(text: str) -> tuple[Game, World]:
    """A game of this text, and its declarations."""
    checked, found = check_source(Source("<playground>", text))
    assert checked is not None, found
    game = Game(checked)
    return game, World(checked.definition, game.options, game.board)


@cache
def declared(shape: str) -> str:
    """The first part of the file: what there is on a board of this shape."""
    board = made(DECLARED.format(players=" [Black, White]", shape=shape, faces="") + PLAYED)[0].board
    if not board.directions:
        return DECLARED.format(players=" [Black, White]", shape=shape, faces="")
    forward, backward = board.directions[0], board.directions[board.opposite[0]]
    players = f"\n  Black: {{forward: {forward}}}\n  White: {{forward: {backward}}}"
    return DECLARED.format(players=players, shape=shape, faces="faces: orthogonal, ")


@cache
def game(shape: str) -> tuple[Game, World]:
    return made(declared(shape) + PLAYED)


@cache
def positions(shape: str, count: int) -> tuple[Play, ...]:
    here, _ = game(shape)
    return tuple(Play(here.position(text, mover), []) for text, mover in setups(shape, count))


def after(shape: str, number: int, effect: str) -> State:
    """The state that an effect leaves of a position."""
    here, _ = game(shape)
    text, mover = setups(shape, number + 1)[number]
    return here.position(f"{text}\n{effect}", mover)


@cache
def setups(shape: str, count: int) -> tuple[tuple[str, str], ...]:
    """The effects that make the positions, and who is the mover."""
    here, world = game(shape)
    return tuple(_setup(here, world, random.Random(f"{shape}/{number}"), number) for number in range(count))


def _setup(here: Game, world: World, rng: random.Random, number: int) -> tuple[str, str]:
    lines = []
    for cell in here.board.cells:
        if number and rng.random() < 0.6:
            kind = rng.choice(("stone", "stone", "king", "arrow"))
            facing = f" facing {rng.choice(world.geometry.orthogonal)}" if kind == "arrow" and world.geometry.ways else ""
            lines.append(f"put {rng.choice(world.players)} {kind} on {cell.name}{facing}")
            if kind == "arrow":
                lines += [
                    f"set {cell.name}.lit to {rng.choice(('true', 'false'))}",
                    f"set {cell.name}.age to {rng.randint(0, 3)}",
                ]
        if number and rng.random() < 0.2:
            lines.append(f"put rug on {cell.name}")
        if rng.random() < 0.3:
            lines.append(f"set {cell.name}.tint to {rng.randint(0, 3)}")
            lines.append(f"set {cell.name}.closed to true")
            lines.append(f"drop {cell.name} from {rng.choice(('pool', 'last_pool'))}")
    for edge in here.board.edges:
        if rng.random() < 0.3:
            lines.append("put wall on edge({}, {})".format(*(cell.name for cell in edge.cells)))
    if rng.random() < 0.7:
        lines.append(f"set marked to {rng.choice(here.board.cells).name}")
    lines += [f"set tally to {rng.randint(0, 9)}", f"set Black.wins to {rng.randint(-2, 3)}"]
    return "\n".join(lines), rng.choice(world.players)
