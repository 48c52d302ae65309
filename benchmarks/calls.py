"""What each call of a program costs, beside open_spiel and python-chess: `python benchmarks/calls.py [GAME ..]`.

    pip install -e '.[bench]'
    python benchmarks/calls.py
    python benchmarks/calls.py connect-four chess --rounds 7
    python benchmarks/calls.py --markdown docs/performance.md

One process, one thread. For each game all contestants take turns, round after round; what is told is the median of the rounds, by
processor time: microseconds a call of the legal moves and of a move, simulations a second of one and the same UCT, and random
games a second, all driven from Python. A contestant is an object with the same eight methods over each library, so that what
differs is the library. One that is not installed is left out. The positions are those of random games; each is asked once only.

    ggl, moves     `state.legal_moves()` and `state.play(move)`: moves, whose texts are made when they are read
    ggl, actions   `state.legal_actions()` and `state.apply(action)`: steps by number
    ggl, cursor    the same on one changeable position, with `undo`
    ggl, sample    there, random steps by `cursor.sample()`, without a list
"""

from __future__ import annotations

import argparse
import importlib.util
import math
import random
import statistics
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from page import machine, markdown, number, plain, versions, write

import ggl

GAMES = ("connect-four", "chess", "tiku", "sgibun")
SPIELS = {"connect-four": "connect_four", "chess": "chess"}
POSITIONS = 200
"""Positions in which the legal moves, and one move, are asked for in a round."""

SECONDS = 1.0
"""Of each round of search and of random games."""

C = 1.4
"""The weight of exploration."""

WHAT = ("legal moves, µs", "one move, µs", "UCT, simulations/s", "random games/s")


class Moves:
    """Immutable states of ggl with moves."""

    name = "ggl, moves"
    measured = (0, 1, 2, 3)
    """What makes sense of it, as places in `WHAT`."""

    def __init__(self, game: str) -> None:
        self.game = ggl.load(game, engine="compiled")
        self.seats = range(len(self.game.players))

    def new(self) -> Any:
        return self.game.initial_state()

    def copy(self, state: Any) -> Any:
        return state

    def fresh(self, state: Any) -> Any:
        """A state that has worked out nothing yet."""
        return state.bare()

    def legal(self, state: Any) -> Any:
        return state.legal_moves()

    def apply(self, state: Any, move: Any) -> Any:
        return state.play(move)

    def over(self, state: Any) -> bool:
        return bool(state.is_over)

    def mover(self, state: Any) -> int:
        return self.game.players.index(state.mover)

    def values(self, state: Any) -> list[float]:
        winners = state.winners
        return [0.0 if not winners else 1.0 if side in winners else -1.0 for side in self.game.players]


class Actions(Moves):
    """Immutable states of ggl with steps by number."""

    name = "ggl, actions"

    def legal(self, state: Any) -> Any:
        return state.legal_actions()

    def apply(self, state: Any, action: Any) -> Any:
        return state.apply(action)

    def mover(self, state: Any) -> int:
        return int(state.to_move)

    def values(self, state: Any) -> Any:
        return state.rewards


class Cursor(Moves):
    """One position of ggl that goes on and back; a copy of it is itself, taken back to where it stood."""

    name = "ggl, cursor"
    measured = (2, 3)  # it is never in two hundred places at once

    def __init__(self, game: str) -> None:
        super().__init__(game)
        self.start = self.game.initial_state()
        self.cursor = self.start.cursor()

    def new(self) -> Any:
        self.cursor.undo(self.cursor.depth)
        return self.cursor

    def copy(self, cursor: Any) -> Any:
        cursor.undo(cursor.depth)
        return cursor

    def fresh(self, cursor: Any) -> Any:
        return cursor.state().cursor()

    def legal(self, cursor: Any) -> Any:
        return cursor.legal_actions()

    def apply(self, cursor: Any, action: Any) -> Any:
        cursor.apply(action)
        return cursor

    def over(self, cursor: Any) -> bool:
        return bool(cursor.over)

    def mover(self, cursor: Any) -> int:
        return int(cursor.to_move)

    def values(self, cursor: Any) -> Any:
        return cursor.rewards


class Drawn(Cursor):
    """The same, with random steps drawn by the cursor: no list is made."""

    name = "ggl, sample"
    measured = (3,)  # a tree needs the list

    def legal(self, cursor: Any) -> Any:
        return [cursor.sample()]


class Spiel:
    """States of open_spiel."""

    name = "open_spiel"
    measured = (0, 1, 2, 3)

    def __init__(self, game: str) -> None:
        import pyspiel

        self.game = pyspiel.load_game(SPIELS[game])

    def new(self) -> Any:
        return self.game.new_initial_state()

    def copy(self, state: Any) -> Any:
        return state.clone()

    fresh = copy

    def legal(self, state: Any) -> Any:
        return state.legal_actions()

    def apply(self, state: Any, action: Any) -> Any:
        state.apply_action(action)
        return state

    def over(self, state: Any) -> bool:
        return bool(state.is_terminal())

    def mover(self, state: Any) -> int:
        return int(state.current_player())

    def values(self, state: Any) -> Any:
        return state.returns()


class Chess:
    """Boards of python-chess; a game ends as ggl's does, by claims too."""

    name = "python-chess"
    measured = (0, 1, 2, 3)

    def __init__(self, game: str) -> None:
        import chess

        if game != "chess":
            raise KeyError(game)
        self.chess = chess

    def new(self) -> Any:
        return self.chess.Board()

    def copy(self, board: Any) -> Any:
        return board.copy()

    fresh = copy

    def legal(self, board: Any) -> Any:
        return list(board.legal_moves)

    def apply(self, board: Any, move: Any) -> Any:
        board.push(move)
        return board

    def over(self, board: Any) -> bool:
        return bool(board.is_game_over(claim_draw=False))

    def mover(self, board: Any) -> int:
        return int(not board.turn)

    def values(self, board: Any) -> list[float]:
        outcome = board.outcome()
        if outcome is None or outcome.winner is None:
            return [0.0, 0.0]
        return [1.0, -1.0] if outcome.winner else [-1.0, 1.0]


CONTESTANTS: tuple[Any, ...] = (Spiel, Chess, Cursor, Drawn, Actions, Moves)
NEEDS = {"open_spiel": "pyspiel", "python-chess": "chess"}


# ---- what is measured, the same for all


class Node:
    __slots__ = ("children", "mover", "untried", "value", "visits")

    def __init__(self, mover: int, untried: list[Any]) -> None:
        self.mover, self.untried = mover, untried
        self.children: list[tuple[Any, Node]] = []
        self.visits, self.value = 0, 0.0


def simulate(by: Any, start: Any, root: Node, rng: random.Random) -> None:
    """One simulation of UCT: down the tree, a child, a random game, and up."""
    state, node, path = by.copy(start), root, []
    while not node.untried and node.children:
        log, best, found = math.log(node.visits), -math.inf, None
        for action, child in node.children:
            bound = child.value / child.visits + C * math.sqrt(log / child.visits)
            if bound > best:
                best, found = bound, (action, child)
        assert found is not None
        path.append((node, found[1]))
        state, node = by.apply(state, found[0]), found[1]
    if node.untried:
        action = node.untried.pop()
        state = by.apply(state, action)
        over = by.over(state)
        untried = [] if over else list(by.legal(state))
        rng.shuffle(untried)
        child = Node(-1 if over else by.mover(state), untried)
        node.children.append((action, child))
        path.append((node, child))
        if untried:
            state = by.apply(state, untried[rng.randrange(len(untried))])
    while not by.over(state):
        legal = by.legal(state)
        state = by.apply(state, legal[int(rng.random() * len(legal))])
    values = by.values(state)
    root.visits += 1
    for parent, child in path:
        child.visits += 1
        child.value += values[parent.mover]


def search(by: Any, rng: random.Random, seconds: float) -> float:
    """Simulations a second from the beginning."""
    start = by.new()
    root = Node(by.mover(start), list(by.legal(start)))
    count, since = 0, time.process_time()
    while (taken := time.process_time() - since) < seconds:
        simulate(by, start, root, rng)
        count += 1
    return count / taken


def games(by: Any, rng: random.Random, seconds: float) -> float:
    """Random games a second."""
    count, since = 0, time.process_time()
    while (taken := time.process_time() - since) < seconds:
        state = by.new()
        while not by.over(state):
            legal = by.legal(state)
            state = by.apply(state, legal[int(rng.random() * len(legal))])
        count += 1
    return count / taken


def positions(by: Any, rng: random.Random, count: int) -> Iterator[tuple[Any, Any]]:
    """Positions of random games that are not over, untouched, each with a legal move."""
    state = by.new()
    for _ in range(count):
        if by.over(state):
            state = by.new()
        untouched = by.fresh(state)
        legal = by.legal(state)
        move = legal[rng.randrange(len(legal))]
        yield untouched, move
        state = by.apply(state, move)


def calls(by: Any, rng: random.Random) -> tuple[float, float]:
    """Microseconds for the legal moves of a position, and for a move after them."""
    found = list(positions(by, rng, POSITIONS))
    legal, apply = by.legal, by.apply
    since = time.process_time()
    for state, _ in found:
        legal(state)
    listed = time.process_time()
    for state, move in found:
        apply(state, move)
    return (listed - since) * 1e6 / POSITIONS, (time.process_time() - listed) * 1e6 / POSITIONS


@dataclass
class Line:
    by: Any
    rounds: list[tuple[float, ...]] = field(default_factory=list)

    def median(self, what: int) -> float:
        return statistics.median(each[what] for each in self.rounds)


def contest(game: str, rounds: int, seconds: float, wanted: list[str]) -> list[Line]:
    """All contestants that know the game, in turns."""
    lines = []
    for kind in CONTESTANTS:
        module = NEEDS.get(kind.name)
        if (module is None or importlib.util.find_spec(module)) and (not wanted or kind.name in wanted):
            try:
                lines.append(Line(kind(game)))
            except KeyError:  # not of its games
                continue
    for line in lines:
        games(line.by, random.Random(0), 0.0)
    for turn in range(rounds):
        for line in lines:
            first, second, third = (random.Random(turn) for _ in range(3))
            line.rounds.append(
                (
                    *(calls(line.by, first) if 0 in line.by.measured else (0.0, 0.0)),
                    search(line.by, second, seconds) if 2 in line.by.measured else 0.0,
                    games(line.by, third, seconds),
                )
            )
    return lines


def row(game: str, lines: list[Line], at: int) -> tuple[str, ...]:
    """The figures of a contestant; in brackets how many times slower than the first one it is."""
    cells = []
    for what in range(len(WHAT)):
        if what not in lines[at].by.measured:
            cells.append("")
            continue
        first = next(line for line in lines if what in line.by.measured)
        mine, theirs = lines[at].median(what), first.median(what)
        times = mine / theirs if what < 2 else theirs / mine
        cells.append(number(mine) + (f" ({number(times)})" if first is not lines[at] else ""))
    return ("" if at else game, lines[at].by.name, *cells)


HEAD = ("game", "by", *WHAT)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of ggl's; else {', '.join(GAMES)}")
    parser.add_argument("--seconds", type=float, default=SECONDS, help=f"of search and of random games in a round ({SECONDS})")
    parser.add_argument("--rounds", type=int, default=5, help="turns of each (5)")
    parser.add_argument("--by", action="append", default=[], metavar="NAME", help="only this contestant, such as `open_spiel`")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="a page to put the table into, between its markers")
    given = parser.parse_args()
    packages = versions("ggl-games", "open-spiel", "chess", "llvmlite")
    about = f"{machine()}; {packages}. In brackets: times as slow as the first line that has a figure."
    rows: list[tuple[str, ...]] = []
    for game in given.games or GAMES:
        lines = contest(game, given.rounds, given.seconds, given.by)
        new = [row(game, lines, at) for at in range(len(lines))]
        print("\n" + plain(HEAD, new, 2), flush=True)
        rows += new
    print("\n" + about)
    if given.markdown:
        write(given.markdown, "calls", f"{about}\n\n{markdown(HEAD, rows, 2)}")


if __name__ == "__main__":
    main()
