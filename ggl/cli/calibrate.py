"""`ggl calibrate`: levels of play for a game, measured by playing."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ggl.cli import terminal
from ggl.cli.common import load_argument
from ggl.cli.many import backend_of, working_options

if TYPE_CHECKING:
    from ggl.agents.ladders import Ladder
    from ggl.arena.calibrating import Step


@click.command("calibrate")
@click.argument("game")
@click.option("-n", "--pairs", default=100, metavar="N", help="Openings that measure a level, each played from both seats. [100]")
@click.option("--seed", default=0, metavar="S", help="The same seed gives the same ladder. [0]")
@click.option("--most", default=1000, metavar="SIMS", help="The most simulations a step that a level may take. [1000]")
@click.option("-o", "output", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path),
              help="Where the ladder goes; else to your own ladders, where `level:N` finds it.")  # fmt: skip
@click.option("--show", is_flag=True, help="Show the ladder that there is; play nothing.")
@working_options
def command(
    game: str,
    pairs: int,
    seed: int,
    most: int,
    output: Path | None,
    show: bool,
    workers: int | None,
    backend: str,
    address: str | None,
    max_steps: int,
) -> None:
    """Find levels of play for a game by playing: evenly spaced, each surely stronger than the one below; 0 is random.

    \b
    Example: ggl calibrate mygame.yaml --workers 4
             ggl play mygame.yaml --second level:3
    """
    from ggl.agents.ladders import ladder_of, own_folder
    from ggl.arena.calibrating import calibrate
    from ggl.play.storage import replace_file

    loaded = load_argument(game)
    if show:
        terminal.data(_table(ladder_of(loaded)))
        return
    crew = backend_of(backend, workers, address)
    ladder = calibrate(loaded, pairs, seed, most=most, workers=workers or 1, backend=crew, most_steps=max_steps, on_step=_told)
    if not ladder.levels:
        terminal.note(
            f"no number of simulations up to {most} is surely stronger than random play; try `--most` or more `--pairs`"
        )
        raise SystemExit(1)
    file = output if output is not None else own_folder() / f"{loaded.fingerprint}.json"
    replace_file(file, ladder.to_json())
    terminal.data(_table(ladder))
    terminal.note(f"kept in {file}")


def _told(step: Step) -> None:
    mark = "a level" if step.kept else "tried"
    terminal.note(f"{mark}: {step.spec} against {step.below}: {100 * step.score:.0f} % of {step.plays}")


def _table(ladder: Ladder) -> str:
    """A line a level, in 80 columns."""
    rows = [("level", "rating", "95 %", "beats the one below", "spec"), ("0", "0", "", "", "random")]
    for number, level in enumerate(ladder.levels, 1):
        if level.rating is None:
            rows.append((str(number), "?", "", "not measured", level.spec))
            continue
        rating = f"{level.low:.0f} to {level.high:.0f}"
        share = f"{_percent(level.score)} % ({_percent(level.score_low)} to {_percent(level.score_high)}) of {level.plays}"
        rows.append((str(number), f"{level.rating:.0f}", rating, share, level.spec))
    return "\n".join(f"{a:>5}  {b:>6}  {c:>13}  {d:<24}{e}" for a, b, c, d, e in rows)


def _percent(share: float | None) -> str:
    return "?" if share is None else f"{100 * share:.0f}"
