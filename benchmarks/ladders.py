"""The ladders that come with ggl: made anew by playing, or told in a table.

    python benchmarks/ladders.py sgibun othello              plays, and writes games/levels/sgibun.json ..; `--all` for all games
    python benchmarks/ladders.py --markdown docs/agents.md   the table of what is there

A level has a budget of simulations, so it means the same on every machine. `MADE` bounds it, so that no level takes more than
some tenths of a second for a move, and so that a ladder is found in some minutes. The same ggl finds the same ladder again.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

import page

import ggl
from ggl import resources
from ggl.agents.ladders import Ladder, read_ladder
from ggl.arena.calibrating import Trial, calibrate

FOLDER = Path(__file__).parent.parent / "games" / "levels"

MADE = {
    "amazons": (40, 1024),
    "antichess": (30, 32),
    "backgammon": (40, 64),
    "blokus-duo": (30, 64),
    "breakthrough": (60, 2048),
    "catchup": (40, 128),
    "chess": (30, 64),
    "chinese-checkers": (40, 256),
    "clobber": (80, 4096),
    "connect-four": (80, 16384),
    "crazyhouse": (30, 32),
    "dark-hex": (30, 256),
    "dots-and-boxes": (80, 4096),
    "draughts": (50, 512),
    "dvonn": (40, 128),
    "focus": (40, 128),
    "geister": (60, 128),
    "go": (30, 32),
    "gomoku": (40, 512),
    "havannah": (40, 128),
    "hex": (40, 1024),
    "lasca": (40, 128),
    "lines-of-action": (40, 64),
    "misere-tic-tac-toe": (80, 512),
    "nine-mens-morris": (40, 128),
    "othello": (60, 1024),
    "open-tricks": (200, 256),
    "oware": (50, 256),
    "phantom-tic-tac-toe": (60, 181),
    "pig": (80, 512),
    "quarod": (100, 2048),
    "quoridor": (30, 64),
    "royal-game-of-ur": (60, 128),
    "sgibun": (60, 512),
    "surakarta": (40, 256),
    "symple": (40, 128),
    "tabik": (100, 2048),
    "tak": (40, 128),
    "tic-tac-toe": (80, 1024),
    "tiku": (100, 4096),
    "tiku-diagonal": (80, 4096),
    "tiku-points": (60, 1024),
    "tirnabun": (40, 128),
    "twixt": (40, 128),
    "ultimate-tic-tac-toe": (40, 128),
    "xiangqi": (30, 16),
    "y": (40, 1024),
}
"""For each game the pairs of plays that measure a level, and the most simulations: so many that a play takes some seconds."""


def told(trial: Trial) -> None:
    mark = "level" if trial.kept else "tried"
    print(
        f"  {mark}  {trial.spec} against {trial.below}: {100 * trial.score:.0f} % of {trial.plays}", file=sys.stderr, flush=True
    )


def make(name: str, workers: int) -> None:
    pairs, most = MADE[name]
    since = time.process_time()
    ladder = calibrate(ggl.load(name), pairs, most=most, workers=workers, on_trial=told)
    if not ladder.levels:
        sys.exit(f"{name}: no step is surely one")
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{name}.json").write_text(ladder.to_json(), "utf-8")
    print(f"{name}: {len(ladder.levels)} levels, {time.process_time() - since:.0f} s of this process", file=sys.stderr)


def row(ladder: Ladder) -> tuple[str, ...]:
    top = ladder.levels[-1]
    scores = [100 * (level.score or 0) for level in ladder.levels]
    lows = [100 * (level.score_low or 0) for level in ladder.levels]
    found = re.search(r"sims=(\d+)", top.spec)
    return (
        ladder.game,
        str(len(ladder.levels)),
        f"{top.rating:.0f}",
        f"{top.low:.0f} to {top.high:.0f}",
        found[1] if found else "",
        f"{min(scores):.0f} to {max(scores):.0f} %",
        f"{min(lows):.0f} %",
        str(min(level.plays for level in ladder.levels)),
    )


HEAD = ("game", "levels", "top rating", "95 %", "simulations", "each scores", "surely above", "of plays")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--all", action="store_true", help="make the ladders of all games")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="put the table into this page")
    said = parser.parse_args()
    for name in MADE if said.all else said.games:
        make(name, said.workers)
    rows = [row(read_ladder(FOLDER / f"{name}.json")) for name in resources.bundled_games() if (FOLDER / f"{name}.json").exists()]
    if said.markdown:
        page.write(said.markdown, "ladders", page.markdown(HEAD, rows))
    else:
        print(page.plain(HEAD, rows))


if __name__ == "__main__":
    main()
