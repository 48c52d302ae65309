"""Steps a second of many plays at once, for code that learns, beside other libraries: `python benchmarks/vector.py [GAME ..]`.

    pip install -e '.[bench]' pettingzoo pygame
    python benchmarks/vector.py
    python benchmarks/vector.py --python PATH --markdown docs/performance.md

Random actions. Each step has what a learner takes: the mask of legal actions and the observation; plays that are over begin anew.
The contestants, each on one thread of the same processor, in turns, by processor time: `ggl vector`, the environment of
`ggl.adapters.vector`, and `pgx` by jax on the processor, each with the batch that is fastest there; `pettingzoo` and
`open_spiel`, which have one play at a time, in a loop of Python. Observations are what each library gives: planes of a board for
all of them, of different sizes. `masks alone` is ggl's without observations.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

from page import machine, markdown, number, plain, versions, write
from peers import contest

THERE = ("open-spiel", "pgx", "jax", "pettingzoo")
SEEN: dict[str, object] = {"observe": True}
CONTESTS: dict[str, dict[str, dict[str, object]]] = {
    "tic-tac-toe": {
        "pgx": {"game": "tic_tac_toe"},
        "pettingzoo": {"game": "tictactoe_v3"},
        "open_spiel": {"game": "tic_tac_toe"},
    },
    "connect-four": {
        "pgx": {"game": "connect_four"},
        "pettingzoo": {"game": "connect_four_v3"},
        "open_spiel": {"game": "connect_four"},
    },
    "othello": {"pgx": {"game": "othello"}, "open_spiel": {"game": "othello"}},
    "hex": {"pgx": {"game": "hex"}, "open_spiel": {"game": "hex(swap=true)"}},
    "backgammon": {"pgx": {"game": "backgammon"}, "open_spiel": {"game": "backgammon"}},
    "go:size=9": {
        "pgx": {"game": "go_9x9"},
        "pettingzoo": {"game": "go_v5", "board_size": 9},
        "open_spiel": {"game": "go(board_size=9)"},
    },
    "chess": {"pgx": {"game": "chess"}, "pettingzoo": {"game": "chess_v6"}, "open_spiel": {"game": "chess"}},
}
"""Each game, and what it is called elsewhere."""

PEERS = ("pgx", "pettingzoo", "open_spiel")
HEAD = ("game", "ggl, steps/s", "masks alone", *(f"times {peer}" for peer in PEERS))


def measured(game: str, python: str, seconds: float, rounds: int, left_out: set[str]) -> tuple[str, ...]:
    """A row of the table."""
    settings = {"ggl vector": {"game": game}}
    for peer, named in CONTESTS[game].items():
        settings[peer] = named | (SEEN if peer != "pettingzoo" else {})
    lines = contest(settings, python, seconds, rounds, left_out)
    alone = contest({"ggl vector": {"game": game, "observe": False}}, python, seconds, rounds, left_out)
    rates = {line.kind: line.rate * line.length for line in (*lines,) if line.rounds}
    mine = rates.get("ggl vector", float("nan"))
    times = (number(mine / rates[peer]) if peer in rates else "" for peer in PEERS)
    return (game, number(mine), *(number(line.rate * line.length) for line in alone), *times)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"some of {', '.join(CONTESTS)}; else all")
    parser.add_argument("--seconds", type=float, default=1.0, help="of each turn (1)")
    parser.add_argument("--rounds", type=int, default=3, help="turns of each (3)")
    parser.add_argument("--python", default=sys.executable, metavar="PATH", help="the interpreter that has the peers")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="a page to put the table into, between its markers")
    options = parser.parse_args()
    asked = [options.python, "-c", "import sys; from page import versions; print(versions(*sys.argv[1:]))", *THERE]
    there = subprocess.run(asked, cwd=Path(__file__).parent, capture_output=True, text=True, check=True).stdout.strip()
    about = f"{machine()}. {', '.join(filter(None, (versions('ggl-games', 'llvmlite', 'numpy'), there)))}."
    print(about, flush=True)
    left_out: set[str] = set()
    rows = []
    for game in options.games or CONTESTS:
        rows.append(measured(game, options.python, options.seconds, options.rounds, left_out))
        print(plain(HEAD, rows[-1:]), flush=True)
    notes = "\n".join(f"- Left out: {why}." for why in sorted(left_out))
    print("\n" + plain(HEAD, rows) + "\n\n" + notes)
    if options.markdown:
        write(options.markdown, "vector", "\n\n".join(filter(None, (about, markdown(HEAD, rows), notes))))


if __name__ == "__main__":
    main()
