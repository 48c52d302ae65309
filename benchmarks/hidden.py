"""Games in which players do not see everything: search over information states measured, and random plays beside open_spiel's.

    python benchmarks/hidden.py strength [--game NAME] [--pairs 50] [--sims 500]
    python benchmarks/hidden.py playouts

`strength` plays `ismcts` against itself with one position (`worlds=1`), with as many simulations, and against random play; scores
have 95 % intervals over pairs of plays with the seats exchanged. `playouts` counts whole random plays a second, of ggl in one
call and of open_spiel in its Python loop, on one core.
"""

from __future__ import annotations

import argparse
import random
import time

import ggl
from ggl import arena
from ggl.statistics import score_of_pairs

GAMES = {"phantom-tic-tac-toe": "phantom_ttt", "dark-hex": "dark_hex(num_rows=4,num_cols=4)"}


def strength(names: tuple[str, ...], pairs: int, sims: int) -> None:
    spec = f"ismcts:sims={sims}"
    for name in names:
        game = ggl.load(name)
        for other in (f"{spec},worlds=1", "random"):
            since, scores = time.perf_counter(), []
            for seed in range(pairs):
                first = arena.play(game, [spec, other], 2 * seed)
                second = arena.play(game, [other, spec], 2 * seed + 1)
                scores.append([first.values[0], second.values[1]])
            found = score_of_pairs(scores)
            told = f"{100 * found.value:.0f} % ({100 * found.low:.0f} to {100 * found.high:.0f}) of {2 * pairs} plays"
            print(f"{game.name}: {spec} against {other}: {told}, {time.perf_counter() - since:.0f} s", flush=True)


def playouts(seconds: float = 3.0) -> None:
    import pyspiel

    for name, theirs in GAMES.items():
        state = ggl.load(name, engine="compiled").initial_state()
        state.playouts(64)
        ours = _rate(lambda state=state: len(state.playouts(10_000)), seconds)  # type: ignore[misc]
        game, rng = pyspiel.load_game(theirs), random.Random(1)

        def one(game: object = game, rng: random.Random = rng) -> int:
            at = game.new_initial_state()  # type: ignore[attr-defined]
            while not at.is_terminal():
                at.apply_action(rng.choice(at.legal_actions()))
            return 1

        peer = _rate(one, seconds)
        print(f"{name}: {ours:,.0f} playouts a second, open_spiel {peer:,.0f}: {ours / peer:.0f} times as many", flush=True)


def _rate(run: object, seconds: float) -> float:
    since, count = time.perf_counter(), 0
    while (taken := time.perf_counter() - since) < seconds:
        count += run()  # type: ignore[operator]
    return count / taken


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["strength", "playouts"])
    parser.add_argument("--game", help="one game, for `strength`; else those that open_spiel has")
    parser.add_argument("--pairs", type=int, default=50)
    parser.add_argument("--sims", type=int, default=500)
    given = parser.parse_args()
    if given.what == "strength":
        strength((given.game,) if given.game else tuple(GAMES), given.pairs, given.sims)
    else:
        playouts()


if __name__ == "__main__":
    main()
