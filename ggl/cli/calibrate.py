"""`ggl calibrate`: levels of play for a game, measured by playing."""

from __future__ import annotations

import errno
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
    file = output if output is not None else own_folder() / f"{loaded.fingerprint}.json"
    _see_to_folder(file, own=output is None)
    crew = backend_of(backend, workers, address)
    reached: list[Ladder] = []
    try:
        ladder = calibrate(
            loaded,
            pairs,
            seed,
            most=most,
            workers=workers or 1,
            backend=crew,
            most_steps=max_steps,
            told=terminal.note,
            on_step=_told,
            on_ladder=reached.append,
        )
    except KeyboardInterrupt:
        _keep_what_is_there(reached, file)
        raise
    if not ladder.levels:
        terminal.note(
            f"no number of simulations up to {most} is surely stronger than random play; try `--most` or more `--pairs`"
        )
        raise SystemExit(1)
    terminal.data(_table(ladder))
    replace_file(file, ladder.to_json())
    terminal.note(f"kept in {file}")


def _see_to_folder(file: Path, own: bool) -> None:
    """There is to be a folder for the ladder before it takes minutes to find one. Raises `StorageError`."""
    from ggl.play.storage import StorageError

    try:
        if own:
            file.parent.mkdir(parents=True, exist_ok=True)
        elif not file.parent.is_dir():
            raise FileNotFoundError(errno.ENOENT, "")
    except (OSError, ValueError) as error:
        raise StorageError(file, error) from None


def _keep_what_is_there(reached: list[Ladder], file: Path) -> None:
    """At an interrupt: the levels found so far are a ladder too, but none that takes the place of another."""
    from ggl.play.storage import replace_file

    if reached and not file.exists():
        replace_file(file, reached[-1].to_json())
        count = len(reached[-1].levels)
        terminal.note(f"kept in {file}: {count} level{'s' * (count > 1)}, as far as it got")
    elif reached:
        terminal.note(f"{file} is as it was")
    terminal.note("the same command finds the same levels again, and those above")


def _told(step: Step) -> None:
    mark = "a level" if step.kept else "tried"
    terminal.note(f"{mark}: {step.spec} against {step.below}: {100 * step.score:.0f} % of {step.plays}")


def _table(ladder: Ladder) -> str:
    """A line a level, in 80 columns."""
    rows = [("level", "rating", "95 %", "scores", "95 %", "plays", "spec"), ("0", "0", "", "", "", "", "random")]
    for number, level in enumerate(ladder.levels, 1):
        if level.rating is None:
            rows.append((str(number), "?", "", "", "", "0", level.spec))
            continue
        rating, score = _range(level.low, level.high), _range(level.score_low, level.score_high, 100)
        share = f"{100 * (level.score or 0):.0f} %"
        rows.append((str(number), f"{level.rating:.0f}", rating, share, score, str(level.plays), level.spec))
    said = "scores: against the level below" if ladder.measured else "nobody has measured these; `ggl calibrate` does"
    lines = (f"{a:>5}  {b:>6} {c:>9}  {d:>6} {e:>5}  {f:>5}  {g}".rstrip() for a, b, c, d, e, f, g in rows)
    return "\n".join([*lines, said])


def _range(low: float | None, high: float | None, times: int = 1) -> str:
    return "?" if low is None or high is None else f"{times * low:.0f}-{times * high:.0f}"
