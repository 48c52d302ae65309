"""Who takes part in `peers.py` and `vector.py`, each in a process of its own: `contestants.py KIND SETTING [whole]`.

SETTING is an object in JSON: what the contestant plays (see the classes). The process pins itself to one processor or, with
`whole`, takes all of them and the accelerator that it finds. It prepares (compiles, tries batch sizes), and prints one object,
`{"ready": ..}`, or `{"missing": NAME}` if the package is not installed, or `{"failed": WHY}`. Then for each number of seconds on
a line of its input it plays about so long and prints `{"games", "steps", "seconds"}`: games to the end, steps in them, and
seconds of processor time; with `whole`, seconds of the clock.

It needs the package of its kind and nothing else of this folder, so any interpreter will do.
"""

from __future__ import annotations

import json
import os
import random
import sys
import time
from collections.abc import Callable
from typing import Any, Protocol

SINGLE = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
WHOLE = sys.argv[3:] == ["whole"]
clock = time.perf_counter if WHOLE else time.process_time
BATCHES = (16, 128, 1024, 8192, 65536, *((1 << 19, 1 << 21) if WHOLE else ()))
"""Tried from the second on, until one is no faster by a twentieth than the best so far; the first, if the second is the best."""

TRIAL = 0.4
"""Seconds of a trial of a batch size."""

LENGTHS = 512
"""Games whose mean length is taken, at most, where the loop that is timed does not count steps."""

Played = tuple[float, float, float]
"""Games, steps, seconds."""


class Contestant(Protocol):
    """`told`: what of its set-up a reader should know. `first`: seconds of its first call, in which it may compile."""

    told: str
    first: float

    def play(self, seconds: float) -> Played: ...


def repeated(play: Callable[[], tuple[float, float]], seconds: float) -> Played:
    """Portions of games and steps for at least so long."""
    games = steps = 0.0
    since = clock()
    while (taken := clock() - since) < seconds:
        more = play()
        games, steps = games + more[0], steps + more[1]
    return games, steps, taken


class Ggl:
    """`game`: a GAME argument. `most`: steps after which a game is broken off, as the peer does. `perft`: a depth, instead."""

    told = ""

    def __init__(self, game: str, most: int = 1 << 20, perft: int = 0) -> None:
        from ggl.cli.common import load_argument
        from ggl.compiler.runtime.engine import Compiled

        loaded = load_argument(game)
        self.most, self.depth, self.seed, self.portion = most, perft, 0, 1
        since = clock()
        self.engine = Compiled(loaded.checked.core, loaded.name)
        if perft:
            self.start = self.engine.start()
            self.engine.perft(self.start, 1)
        else:
            self.engine.playouts(1, 0, most)
        self.first = clock() - since

    def play(self, seconds: float) -> Played:
        if self.depth:
            return repeated(lambda: (self.engine.perft(self.start, self.depth), 0), seconds)
        return repeated(self.some, seconds)

    def some(self) -> tuple[float, float]:
        """A portion of games that takes a tenth of a second or so; on a whole machine, half a second."""
        self.seed += 1
        since = clock()
        rows = self.engine.playouts(self.portion, self.seed, self.most, workers=os.cpu_count() or 1 if WHOLE else 1)
        if clock() - since < (0.5 if WHOLE else 0.1):
            self.portion *= 2
        return len(rows), int(rows[:, 0].sum())


class Vector:
    """`game`: a GAME argument. Plays as one environment, with masks, and with observations if wanted, as many as are fastest."""

    def __init__(self, game: str, observe: bool = True) -> None:
        from ggl.adapters.vector import Environment
        from ggl.cli.common import load_argument

        loaded, best = load_argument(game), 0.0
        since = clock()
        self.env = Environment(loaded, BATCHES[1], observe=observe)
        self.env.reset()
        self.some()
        self.first = clock() - since
        for batch in BATCHES[1:4]:
            kept, self.env = self.env, Environment(loaded, batch, observe=observe)
            self.env.reset()
            _, steps, taken = self.play(TRIAL)
            if steps / taken < 1.05 * best:
                self.env = kept
                break
            best = steps / taken
        self.told = f"{len(self.env):,} plays"

    def play(self, seconds: float) -> Played:
        return repeated(self.some, seconds)

    def some(self) -> tuple[float, float]:
        games = 0
        for _ in range(10):
            games += int(self.env.step(self.env.batch.sample()).over.sum())
        return games, 10 * len(self.env)


class PettingZoo:
    """`game`: the module of its environment. Agents in turn, an action drawn from each mask, as its documentation writes it."""

    told = "one play"

    def __init__(self, game: str, **options: object) -> None:
        import importlib

        self.env: Any = importlib.import_module(f"pettingzoo.classic.{game}").env(**options)
        self.rng = random.Random(0)
        self.first = 0.0

    def play(self, seconds: float) -> Played:
        return repeated(self.one, seconds)

    def one(self) -> tuple[float, float]:
        steps, draw = 0, self.rng.random
        self.env.reset()
        for _ in self.env.agent_iter():
            seen, _, terminated, truncated, _ = self.env.last()
            if terminated or truncated:
                self.env.step(None)
                continue
            legal = seen["action_mask"].nonzero()[0]
            self.env.step(int(legal[int(draw() * len(legal))]))
            steps += 1
        return 1, steps


class OpenSpiel:
    """`game`: its name there. The loop over the moves is in Python, as its own examples write it; `observe`: each step has its
    mask and observation too, as its environments hand them to learners."""

    told = "driven from Python"

    def __init__(self, game: str, observe: bool = False) -> None:
        import pyspiel

        self.game: Any = pyspiel.load_game(game)
        self.observe = observe
        self.rng = random.Random(0)
        self.first = 0.0

    def play(self, seconds: float) -> Played:
        return repeated(lambda: (1, self.length()), seconds)

    def length(self) -> int:
        """Steps of one random game, rolls of dice included."""
        state, draw, steps = self.game.new_initial_state(), self.rng.random, 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(chance(state, self.rng))
            else:
                actions = state.legal_actions()
                if self.observe:
                    state.legal_actions_mask()
                    state.observation_tensor()
                state.apply_action(actions[int(draw() * len(actions))])
            steps += 1
        return steps


def chance(state: Any, rng: random.Random) -> int:
    actions, weights = zip(*state.chance_outcomes(), strict=True)
    return int(rng.choices(actions, weights)[0])


class OpenSpielLoop:
    """`game`: its name there. All in C++: `RandomRolloutEvaluator`, which plays random games from a position to the end.

    Python cannot call it, but a search that may simulate once asks it once, for the position it is given; so one call from
    Python is so many games. The steps are those of games driven from Python.
    """

    told = "its own C++ loop"

    def __init__(self, game: str) -> None:
        import pyspiel

        driven = OpenSpiel(game)
        games, steps, taken = driven.play(1.0)
        self.length = steps / games
        self.portion = max(1, int(games / taken / 10))
        self.state = driven.game.new_initial_state()
        rng = random.Random(0)
        while self.state.is_chance_node():
            self.state.apply_action(chance(self.state, rng))
        evaluator = pyspiel.RandomRolloutEvaluator(self.portion, 1)
        self.bot = pyspiel.MCTSBot(driven.game, evaluator, 2.0, 1, 10, False, 1, False)
        self.first = 0.0

    def play(self, seconds: float) -> Played:
        def some() -> tuple[float, float]:
            self.bot.step(self.state)
            return self.portion, self.portion * self.length

        return repeated(some, seconds)


class Jax:
    """Many games at once in one compiled loop; a game that is over begins anew from a start made beforehand.

    `step(state, action, key)` and `start(key)` are for one game. Batch sizes are tried, and the fastest is kept. Observations
    are dropped, so that nothing is spent on them, if they are not wanted.
    """

    def __init__(self, start: Callable[[Any], Any], step: Callable[[Any, Any, Any], Any], observe: bool = False) -> None:
        self.start, self.step, self.observe = start, step, observe
        self.rate, self.length = 0.0, 0.0
        self.tried(BATCHES[1])
        for batch in BATCHES[2:]:
            before = self.rate
            try:
                if self.tried(batch) < 1.05 * before:
                    break
            except RuntimeError:  # more than the accelerator's memory holds
                break
        if self.batch == BATCHES[1]:
            self.tried(BATCHES[0])
        self.length = self.lengths()

    @staticmethod
    def drawn(mask: Any, key: Any) -> Any:
        """The action of a drawn rank among the legal ones. In every game tried this was faster than `jax.random.categorical`,
        with which the peers' own examples draw: that takes a random number for each action."""
        import jax
        import jax.numpy as jnp

        ranks = jnp.cumsum(mask.astype(jnp.int32), axis=1)
        drawn = jax.random.uniform(key, (mask.shape[0], 1)) * ranks[:, -1:].astype(jnp.float32)
        return jnp.argmax(ranks > drawn.astype(jnp.int32), axis=1)

    def tried(self, batch: int) -> float:
        """Steps a second with this batch; what is fastest is kept."""
        import jax
        import jax.numpy as jnp

        firsts = jax.jit(jax.vmap(self.start))(jax.random.split(jax.random.PRNGKey(0), batch))

        def body(_: Any, carry: Any) -> Any:
            state, key, ages, games, lengths, wanted, starts = carry
            key, one, two = jax.random.split(key, 3)
            state = jax.vmap(self.step)(state, self.drawn(state.legal_action_mask, one), jax.random.split(two, batch))
            over, ages = state.terminated | state.truncated, ages + 1
            lengths = lengths + jnp.where(over & (games < wanted), ages, 0)
            games, ages = games + over, jnp.where(over, 0, ages)

            def either(first: Any, new: Any) -> Any:
                return jnp.where(over.reshape((batch,) + (1,) * (new.ndim - 1)), first, new)

            state = jax.tree_util.tree_map(either, starts, state)
            if hasattr(state, "observation") and not self.observe:
                state = state.replace(observation=starts.observation)
            return state, key, ages, games, lengths, wanted, starts

        loop = jax.jit(lambda count, carry: jax.lax.fori_loop(0, count, body, carry))
        none = jnp.zeros(batch, jnp.int32)

        def begun(wanted: int) -> Any:
            return firsts, jax.random.PRNGKey(1), none, none, none, jnp.int32(wanted), firsts

        since = clock()
        carry = jax.block_until_ready(loop(1, begun(1)))
        first = clock() - since
        count, taken = 1, 0.0
        while taken < TRIAL:
            count = count if not taken else max(count + 1, int(count * min(8.0, 1.3 * TRIAL / taken)))
            since = clock()
            carry = jax.block_until_ready(loop(count, carry))
            taken = clock() - since
        rate = batch * count / taken
        if rate > self.rate:
            self.rate, self.first, self.batch, self.loop, self.begun, self.carry = rate, first, batch, loop, begun, carry
            self.told = f"batch {batch}"
            self.portion = max(1, int(count * 0.2 / taken))
        return rate

    def lengths(self) -> float:
        """The mean length of the first games of each place of the batch, all played to the end."""
        wanted = max(1, LENGTHS // self.batch)
        carry = self.begun(wanted)
        while int(carry[3].min()) < wanted:
            carry = self.loop(max(1, self.portion), carry)
        return float(carry[4].sum()) / (wanted * self.batch)

    def play(self, seconds: float) -> Played:
        import jax

        def some() -> tuple[float, float]:
            self.carry = jax.block_until_ready(self.loop(self.portion, self.carry))
            steps = self.portion * self.batch
            return steps / self.length, steps

        return repeated(some, seconds)


class Pgx(Jax):
    """`game`: its name there."""

    def __init__(self, game: str, observe: bool = False) -> None:
        import pgx

        env: Any = pgx.make(game)
        super().__init__(env.init, env.step, observe)


class Ludax(Jax):
    """`game`: its name there."""

    def __init__(self, game: str) -> None:
        import ludax
        from ludax import games

        env: Any = ludax.LudaxEnvironment(game_str=getattr(games, game))
        super().__init__(env.init, lambda state, action, key: env.step(state, action))


class PythonChess:
    """`perft`: the depth. Leaves are counted and not played, its fastest way."""

    told = ""

    def __init__(self, perft: int) -> None:
        import chess

        self.board, self.depth, self.first = chess.Board(), perft, 0.0

    def play(self, seconds: float) -> Played:
        return repeated(lambda: (self.perft(self.depth), 0), seconds)

    def perft(self, depth: int) -> int:
        if depth == 1:
            return self.board.legal_moves.count()
        leaves = 0
        for move in self.board.legal_moves:
            self.board.push(move)
            leaves += self.perft(depth - 1)
            self.board.pop()
        return leaves


KINDS: dict[str, Callable[..., Contestant]] = {
    "ggl": Ggl,
    "ggl vector": Vector,
    "pettingzoo": PettingZoo,
    "open_spiel": OpenSpiel,
    "open_spiel C++": OpenSpielLoop,
    "pgx": Pgx,
    "ludax": Ludax,
    "python-chess": PythonChess,
}


def pin() -> None:
    """One processor and one thread, for whatever library; before any is imported."""
    if WHOLE:
        return
    for name in SINGLE:
        os.environ[name] = "1"
    os.environ["JAX_PLATFORMS"] = "cpu"
    os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false"
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def main(kind: str, setting: dict[str, Any]) -> None:
    pin()
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what a library prints is no answer

    def answer(**what: object) -> None:
        print(json.dumps(what), file=answers, flush=True)

    try:
        contestant = KINDS[kind](**setting)
    except ImportError as problem:
        return answer(missing=str(problem.name or problem))
    except Exception as problem:  # a peer may fail in ways of its own; the others go on
        return answer(failed=f"{type(problem).__name__}: {problem}")
    answer(ready=True, told=contestant.told, first=contestant.first)
    for line in sys.stdin:
        games, steps, seconds = contestant.play(float(line))
        answer(games=games, steps=steps, seconds=seconds)


if __name__ == "__main__":
    main(sys.argv[1], json.loads(sys.argv[2]))
