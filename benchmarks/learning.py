"""Whether `ggl train` learns: `python benchmarks/learning.py [--minutes 20] [--workers 2] [--into FOLDER] [GAME ..]`.

For each game, in one run: trains for so many minutes, then has the network meet `mcts` in 50 openings of two random turns, each
from both seats. Each simulation of the network asks it about one position; `mcts` plays one random game to the end. Tells the
points of 100 with their 95 % interval, and the plays and positions that were learnt from. Two workers are two processes: the
minutes are those of two idle processors. With `--into` the runs are kept there, and gone on with.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from pathlib import Path

GAMES = ["connect-four:width=5,height=4", "sgibun:side=3", "tiku"]
SIMS = 64


def main() -> None:
    for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ.setdefault(name, "1")  # before numpy is loaded
    from ggl import arena
    from ggl.cli.common import load_argument
    from ggl.learning import Run, Settings
    from ggl.learning.run import Contender, Iteration

    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--into", type=Path)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        into = given.into or Path(folder)
        for name in given.games:
            game = load_argument(name)
            since, spent = time.monotonic(), os.times()
            with Run(game, into / name.replace(":", "-"), Settings(sims=SIMS), told=print) as run:
                for _ in run.learn(100_000, every=100_000, seconds=60 * given.minutes, workers=given.workers):
                    pass
                last = next(each for each in reversed(run.log()) if isinstance(each, Iteration))
                network = Contender(run.network().to_bytes(), SIMS)
            took, now = time.monotonic() - since, os.times()
            processor = now.user + now.children_user - spent.user - spent.children_user
            found = arena.match(game, [network, f"mcts:sims={SIMS}"], pairs=50, seed=1, workers=given.workers)
            score = found.contestants[0].score
            print(f"{name}: {last.iteration} iterations, {last.plays:,} plays, {last.samples:,} positions in {took / 60:.1f} min "
                  f"({processor / 60:.1f} of the processor); against mcts:sims={SIMS} {100 * score.value:.1f} of 100 "
                  f"({100 * score.low:.1f} to {100 * score.high:.1f})", flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
