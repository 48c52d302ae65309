"""`ggl calibrate`: levels of play for a game, measured by playing."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ggl.cli import terminal
from ggl.cli.bulk_plays import WorkOptions, make_folder, see_writable, working_options
from ggl.cli.common import load_argument, see_ours
from ggl.cli.progress import ProgressBar
from ggl.cli.words import quantity

if TYPE_CHECKING:
    from ggl.agents.ladders import Ladder, Level
    from ggl.arena.calibrating import Trial


@click.command("calibrate")
@click.argument("game")
@click.option("-n", "--pairs", default=100, metavar="N", help="Openings that measure a level, each played from both seats. [100]")
@click.option("--seed", default=0, metavar="S", help="The same seed gives the same ladder. [0]")
@click.option("--most", default=1000, metavar="SIMS", help="The maximum of simulations a step for a level. [1000]")
@click.option("-o", "output", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path),
              help="The output file; by default, your own ladders, where `level:N` finds it.")  # fmt: skip
@click.option("--show", is_flag=True, help="Show the existing ladder; play nothing.")
@working_options()
def command(game: str, pairs: int, seed: int, most: int, output: Path | None, show: bool, working: WorkOptions) -> None:
    """Measure levels of play for a game. They are evenly spaced, and each is significantly stronger than the one below;
    level 0 is random.

    \b
    Example: ggl calibrate mygame.yaml --workers 4
             ggl play mygame.yaml --second level:3
    """
    from ggl.agents.ladders import ladder_of, own_folder
    from ggl.arena.calibrating import calibrate

    loaded = load_argument(game)
    if show:
        terminal.data(_table(ladder_of(loaded)))
        return
    file = output if output is not None else own_folder() / f"{loaded.fingerprint}.json"
    if output is None:
        make_folder(file.parent)
    see_writable(file)
    if output is not None:
        see_ours(file, (b'"ggl_ladder"',), "a ladder")
    with ProgressBar(None, "calibrate") as progress:
        keeping = _Keeping(file, progress)
        try:
            ladder = calibrate(
                loaded,
                pairs,
                seed,
                most=most,
                workers=working.workers,
                backend=working.backend,
                most_steps=working.most_steps,
                told=progress.note,
                on_trial=lambda trial: progress.note(_told(trial)),
                on_ladder=keeping.so_far,
                on_play=lambda spec, done, of: progress.at(spec.partition(",")[0], done, of),
            )
        except BaseException as error:
            keeping.cut_off(interrupted=isinstance(error, KeyboardInterrupt))
            raise
    if not ladder.levels:
        terminal.note(f"no number of simulations up to {most} is surely stronger than random play; raise `--most` or `--pairs`")
        raise SystemExit(1)
    try:
        keeping.keep(ladder)
        terminal.note(f"saved in {file}")
    finally:  # shows at least the result
        terminal.data(_table(ladder))


class _Keeping:
    """Puts a ladder on file level by level, so that no end of this process loses it. On the way it takes the place of one that it
    begins with, such as this command left when it was cut off, and of nothing else."""

    def __init__(self, file: Path, progress: ProgressBar) -> None:
        self._file, self._progress = file, progress
        self._before = self._levels_there()
        self._levels, self._kept = 0, 0

    def _levels_there(self) -> tuple[Level, ...] | None:
        """None where something else stands in the file."""
        from ggl.agents.ladders import LadderError, read_ladder

        try:
            return read_ladder(self._file).levels if self._file.exists() else ()
        except LadderError:
            return None

    def keep(self, ladder: Ladder) -> None:
        from ggl.play.storage import replace_file

        replace_file(self._file, ladder.to_json())

    def so_far(self, ladder: Ladder) -> None:
        self._levels = len(ladder.levels)
        if self._before is not None and ladder.levels[: len(self._before)] == self._before:
            self.keep(ladder)
            self._kept = self._levels

    def cut_off(self, interrupted: bool) -> None:
        """Tell what is there."""
        if self._kept:
            self._progress.note(f"saved in {self._file}: {quantity(self._kept, 'level')}, as far as it got")
        elif self._levels:
            self._progress.note(f"{self._file} is unchanged")
        if interrupted:
            self._progress.note("the same command finds the same levels again, and then the ones above")


def _told(trial: Trial) -> str:
    mark = "a level" if trial.kept else "tried"
    return f"{mark}: {trial.spec} against {trial.below}: {100 * trial.score:.0f} % of {trial.plays}"


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
    said = "scores: against the level below" if ladder.measured else "not measured yet; `ggl calibrate` measures them"
    lines = (f"{a:>5}  {b:>6} {c:>9}  {d:>6} {e:>5}  {f:>5}  {g}".rstrip() for a, b, c, d, e, f, g in rows)
    return "\n".join([*lines, said])


def _range(low: float | None, high: float | None, times: int = 1) -> str:
    return "?" if low is None or high is None else f"{times * low:.0f}-{times * high:.0f}"
