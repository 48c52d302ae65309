"""Tree search beside open_spiel's own MCTS in C++, alternating in one process: simulations a second, and games at equal time.

    python benchmarks/search.py [--seconds 2] [--games connect-four othello]          simulations a second, from the beginning
    python benchmarks/search.py --match 100 --time 0.1 [--games ..]                   so many games, so many seconds a move

Both search with one playout a simulation and a solver, with their usual weight of exploration (there 2, on values from -1 to 1,
as 1 here). The time is told to open_spiel's bot by its number of simulations, set anew from the rate of its last move, since
its own clock is looked at rarely. Openings are two random steps, each played twice with seats changed. Needs the extra `bench`.
"""

from __future__ import annotations

import argparse
import importlib
import pkgutil
import random
import statistics
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

import page
import pyspiel

import ggl
from ggl import agents
from ggl.statistics import wilson
from tests.classics import peers as found_there
from tests.classics.peer import SEATS, Peer, named

GAMES = ("connect-four", "othello", "breakthrough", "hex", "havannah", "gomoku", "lines-of-action", "amazons", "go")
MATCHED = ("connect-four", "othello", "breakthrough")
WEIGHT = 2.0
MEMORY = 2000
"""Megabytes that the bot's tree may take."""


def bot(game: Any, simulations: int, seed: int) -> Any:
    return pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, seed), WEIGHT, max(2, simulations), MEMORY, True, seed, False)


def first_peers() -> dict[str, Peer]:
    """For each game the first of its peers in open_spiel, as the tests know them."""
    found: dict[str, Peer] = {}
    for module in pkgutil.iter_modules(found_there.__path__):
        for peer in importlib.import_module(f"{found_there.__name__}.{module.name}").PEERS:
            if isinstance(peer, Peer):
                found.setdefault(peer.game, peer)
    return found


class Rates:
    """Both from the beginning of one game; each portion begins with an empty tree."""

    def __init__(self, peer: Peer) -> None:
        self.peer = peer
        game = ggl.load(peer.game, **peer.options)
        self.agent = agents.make("mcts:sims=1", game)
        self.state = game.initial_state()
        self.other = pyspiel.load_game(peer.other)
        self.portions = [64, 64]

    def here(self, simulations: int) -> None:
        self.agent.new_play(1)
        self.agent.think(self.state, agents.Budget(simulations=simulations))

    def there(self, simulations: int) -> None:
        bot(self.other, simulations, 1).mcts_search(self.other.new_initial_state())

    def measured(self, seconds: float) -> tuple[float, float]:
        """Simulations a second of each: the median of five turns."""
        rates: tuple[list[float], list[float]] = ([], [])
        for _ in range(5):
            for who, run in enumerate((self.here, self.there)):
                while True:
                    since = time.process_time()
                    run(self.portions[who])
                    took = time.process_time() - since
                    if took >= seconds / 10 or self.portions[who] > 10_000_000:
                        break
                    self.portions[who] *= 2
                rates[who].append(self.portions[who] / took)
        return statistics.median(rates[0]), statistics.median(rates[1])


class Match:
    """Games of one peer at equal time."""

    def __init__(self, peer: Peer, seconds: float) -> None:
        self.peer, self.seconds = peer, seconds
        self.game = ggl.load(peer.game, **peer.options)
        self.agent = agents.make(f"mcts:time={seconds}", self.game)
        self.other = pyspiel.load_game(peer.other)
        self.rate = self.first_rate()
        self.spent = [0.0, 0.0]
        self.moves = [0, 0]

    def play(self, number: int) -> float:
        """The result of one game for ggl."""
        rng = random.Random(f"opening {number // 2}")
        self.agent.new_play(number)
        ours = number % 2
        state, other = self.game.initial_state(), self.other.new_initial_state()
        plies = 0
        while not other.is_terminal() and not state.is_over:
            written = {self.peer.translate(state, move): move for move in state.legal_moves()}
            if plies < 2:
                text = rng.choice(sorted(written))
            elif SEATS.index(state.seat) == ours:
                thought = self.agent.think(state)
                self.spent[0] += thought.seconds
                self.moves[0] += 1
                text = next(text for text, move in written.items() if move == thought.move)
            else:
                text = self.answer(other, number * 1000 + plies)
            state = state.play(written[text])
            other.apply_action(named(other, self.peer.written)[text])
            plies += 1
        assert state.result is not None
        return 0.5 if state.result.seat is None else float(SEATS.index(state.result.seat) == ours)

    def first_rate(self) -> float:
        simulations, took = 64, 0.0
        while took < 0.2:
            simulations *= 2
            since = time.perf_counter()
            bot(self.other, simulations, 1).mcts_search(self.other.new_initial_state())
            took = time.perf_counter() - since
        return simulations / took

    def answer(self, other: Any, seed: int) -> str:
        simulations = int(self.rate * self.seconds)
        chooser = bot(self.other, simulations, seed)
        since = time.perf_counter()
        action = chooser.step(other)
        took = time.perf_counter() - since
        self.spent[1] += took
        self.moves[1] += 1
        if took > self.seconds / 2:  # not where the rest was soon proven
            self.rate = simulations / took
        return self.peer.written(other, action)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", nargs="+")
    parser.add_argument("--seconds", type=float, default=2.0, help="for each game and side")
    parser.add_argument("--match", type=int, metavar="N", help="play so many games of each instead")
    parser.add_argument("--time", type=float, default=0.1, help="seconds a move in a match")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="put the table into this page")
    told = parser.parse_args()
    peers = first_peers()
    rows = []
    for name in told.games or (MATCHED if told.match else GAMES):
        peer = peers[name]
        if told.match:
            match = Match(peer, told.time)
            points = 0.0
            for number in range(told.match):
                points += match.play(number)
                print(f"\r{peer.name}: {points:g} of {number + 1}", end="", file=sys.stderr, flush=True)
            print(file=sys.stderr)
            share = wilson(points, told.match)
            each = [1000 * spent / max(moves, 1) for spent, moves in zip(match.spent, match.moves, strict=True)]
            rows.append(
                (
                    peer.name,
                    f"{points:g} of {told.match}",
                    f"{100 * share.low:.0f} to {100 * share.high:.0f} %",
                    *(f"{ms:.0f}" for ms in each),
                )
            )
        else:
            here, there = Rates(peer).measured(told.seconds)
            rows.append((peer.name, page.number(here), page.number(there), page.number(here / there)))
            print(*rows[-1], file=sys.stderr)
    if told.match:
        head: tuple[str, ...] = ("game", "ggl's points", "95 % interval", "ms a move here", "and there")
    else:
        head = ("game", "ggl, simulations/s", "open_spiel C++", "ratio")
    print(page.plain(head, rows))
    if told.markdown:
        part = "search matches" if told.match else "search"
        text = (
            page.markdown(head, rows)
            + f"\n\n`python benchmarks/search.py{f' --match {told.match} --time {told.time:g}' if told.match else ''}`; "
        )
        page.write(told.markdown, part, text + f"{page.machine()}; {page.versions('open_spiel', 'llvmlite')}.")


if __name__ == "__main__":
    main()
