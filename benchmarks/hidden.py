"""Games in which players do not see everything: search over information states measured, and random plays beside open_spiel's.

    python benchmarks/hidden.py strength [--game NAME] [--against NAME ..] [--pairs 50] [--sims 500] [--seed 0]
    python benchmarks/hidden.py playouts

`strength` plays `ismcts` against searches with as many simulations that look at one position that fits what they know:

    guessed      `ismcts:worlds=1`, which draws a position from its belief at each step
    kept         the same, but the position goes along with the play for as long as it fits
    open         `mcts` in a position that is drawn at each step, with both sides seeing all of it: plain determinisation

and against `random`. Scores have 95 % intervals over pairs of plays with the seats exchanged. `playouts` counts whole random
plays a second of processor time, of ggl in one call and of open_spiel in its loop in C++, with its random bots, and in Python.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from dataclasses import replace

import ggl
from ggl import agents, arena
from ggl.agents.belief import BeliefFilter
from ggl.agents.ismcts import IsmctsAgent
from ggl.agents.mcts import MctsAgent
from ggl.agents.protocol import Agent, Budget, Thought
from ggl.play.game import State
from ggl.statistics import score_of_pairs

GAMES = {"phantom-tic-tac-toe": "phantom_ttt", "dark-hex": "dark_hex(num_rows=4,num_cols=4)"}


def _guessed(game: ggl.Game, sims: int) -> Agent:
    return agents.make(f"ismcts:sims={sims},worlds=1", game)


def _kept(game: ggl.Game, sims: int) -> Agent:
    """A search whose belief has room for one position."""
    agent = IsmctsAgent(game, {"sims": sims, "c": 0.7, "playouts": 8}, 0)
    agent._filter = BeliefFilter(game, most=1, policy=agent._expected)
    return agent


class _Open:
    """A search with both sides seeing all of one position that fits."""

    spec = "open"

    def __init__(self, game: ggl.Game, sims: int) -> None:
        self.game, self._filter = game, BeliefFilter(game)
        self._search = MctsAgent(game, {"sims": sims, "c": 0.7, "near": 0.0, "reuse": False}, 0)
        self.new_play(0)

    def new_play(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._filter.forget(seed)
        self._search.new_play(seed)

    def think(self, state: State, budget: Budget | None = None) -> Thought:
        (position,) = self._filter.belief(state.information()).drawn(1, self._random)
        found = self._search.think(position, budget)
        moves = {move.step: move for move in state.legal_moves()}
        candidates = tuple(replace(each, move=moves[each.move.step]) for each in found.candidates)
        return replace(found, candidates=candidates, line=(candidates[0].move,))

    def close(self) -> None:
        self._search.close()


AGAINST: dict[str, Callable[[ggl.Game, int], Agent]] = {
    "guessed": _guessed, "kept": _kept, "open": _Open, "random": lambda game, sims: agents.make("random", game),
}  # fmt: skip


def strength(names: tuple[str, ...], against: tuple[str, ...], pairs: int, sims: int, begin: int) -> None:
    for name in names:
        game = ggl.load(name)
        ours = agents.make(f"ismcts:sims={sims}", game)
        for other in against:
            since, scores, theirs = time.perf_counter(), [], AGAINST[other](game, sims)
            for seed in range(begin, begin + pairs):
                first = arena.play(game, [ours, theirs], 2 * seed)
                second = arena.play(game, [theirs, ours], 2 * seed + 1)
                failure = first.failure or second.failure
                assert not failure, failure
                scores.append([first.values[0], second.values[1]])
            found = score_of_pairs(scores)
            told = f"{100 * found.value:.1f} % ({100 * found.low:.1f} to {100 * found.high:.1f}) of {2 * pairs} plays"
            print(f"{game.name}: {sims} simulations against {other}: {told}, {time.perf_counter() - since:.0f} s", flush=True)


def playouts(seconds: float = 3.0) -> None:
    import pyspiel

    for name, theirs in GAMES.items():
        state = ggl.load(name, engine="compiled").initial_state()
        state.playouts(64)
        ours = _rate(lambda state=state: len(state.playouts(10_000)), seconds)  # type: ignore[misc]
        game, rng = pyspiel.load_game(theirs), random.Random(1)
        bots = [pyspiel.make_uniform_random_bot(player, 7 + player) for player in range(game.num_players())]

        def in_python(game: object = game, rng: random.Random = rng) -> int:
            at = game.new_initial_state()  # type: ignore[attr-defined]
            while not at.is_terminal():
                at.apply_action(rng.choice(at.legal_actions()))
            return 1

        def in_cpp(game: object = game, bots: list[object] = bots, rng: random.Random = rng) -> int:
            pyspiel.evaluate_bots(game.new_initial_state(), bots, rng.randrange(1 << 30))  # type: ignore[attr-defined]
            return 1

        peers = {"in C++": _rate(in_cpp, seconds), "in Python": _rate(in_python, seconds)}
        told = ", ".join(f"{ours / peer:.0f} times open_spiel's {where} ({peer:,.0f})" for where, peer in peers.items())
        print(f"{name}: {ours:,.0f} playouts a second, {told}", flush=True)


def _rate(run: object, seconds: float) -> float:
    """Plays a second of processor time."""
    since, count = time.process_time(), 0
    while (taken := time.process_time() - since) < seconds:
        count += run()  # type: ignore[operator]
    return count / taken


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["strength", "playouts"])
    parser.add_argument("--game", help="one game, for `strength`; else those that open_spiel has")
    parser.add_argument("--against", nargs="+", choices=AGAINST, default=[*AGAINST])
    parser.add_argument("--pairs", type=int, default=50)
    parser.add_argument("--sims", type=int, default=500)
    parser.add_argument("--seed", type=int, default=0, help="the number of the first pair")
    given = parser.parse_args()
    if given.what == "strength":
        names = (given.game,) if given.game else (*GAMES, "geister")
        strength(names, tuple(given.against), given.pairs, given.sims, given.seed)
    else:
        playouts()


if __name__ == "__main__":
    main()
