"""`ggl train`: a network that learns a game by playing against itself."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ggl.cli import failures, terminal
from ggl.cli.bulk_plays import WorkOptions, again, see_writable, working_options
from ggl.cli.common import load_argument, see_ours
from ggl.cli.progress import ProgressBar
from ggl.cli.words import percent

if TYPE_CHECKING:
    from ggl.learning.run import Evaluation, Iteration


@click.command("train")
@click.argument("game")
@click.option("-o", "output", required=True, metavar="FOLDER", type=click.Path(file_okay=False, path_type=Path),
              help="The folder of the run.")  # fmt: skip
@click.option("-n", "iterations", default=100, metavar="N", help="The total number of iterations. [100]")
@click.option("--minutes", metavar="M", type=click.FloatRange(min=0), help="Start no iteration after this time.")
@click.option("--plays", default=512, metavar="N", help="Plays of self-play in an iteration. [512]")
@click.option("--sims", default=64, metavar="N", help="Simulations for each step of these plays. [64]")
@click.option("--width", default=128, metavar="N", help="The width of a layer. [128]")
@click.option("--blocks", default=2, metavar="N", help="The number of blocks of two layers. [2]")
@click.option("--seed", default=0, metavar="S", help="The same seed gives the same network. [0]")
@click.option("--against", multiple=True, metavar="SPEC", default=("mcts:sims={sims}",),
              help="An opponent, or `none`. [mcts:sims={sims}]")  # fmt: skip
@click.option("--every", default=5, metavar="N", help="Iterations between measurements. [5]")
@click.option("--pairs", default=20, metavar="N", help="Openings of a measurement, two plays each. [20]")
@click.option("--onnx", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path), help="Also write the network as ONNX.")
@working_options(most_steps=400)
@click.pass_context
def command(ctx: click.Context, /, game: str, output: Path, iterations: int, minutes: float | None, against: tuple[str, ...],
            every: int, pairs: int, onnx: Path | None, working: WorkOptions, **numbers: int) -> None:  # fmt: skip
    """Train a network by self-play. The same command resumes a run. FOLDER/network.net is the agent
    `net:FOLDER/network.net`.

    Example: ggl train connect-four:width=5,height=4 -o four --minutes 20
    """
    if minutes is not None and not minutes >= 0:
        raise click.BadParameter("nan is not a number of minutes", ctx, param_hint="--minutes")
    for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ.setdefault(name, "1")  # products of small matrices; to be set before numpy is loaded
    from ggl import agents
    from ggl.learning import Run, Settings

    specs = [spec for spec in against if spec != "none"]
    loaded = load_argument(game)
    if onnx is not None:  # all that would fail after hours of training
        from ggl.learning.onnx import model_of, the_library

        see_writable(onnx)
        see_ours(onnx, (b"\x12\x03ggl",), "an ONNX model by ggl")  # the field of the producer's name
        the_library()
    for spec in specs:
        agents.make(spec.replace("{sims}", str(numbers["sims"])), loaded).close()
    settings = Settings(**numbers, most_steps=working.most_steps)
    with ProgressBar(iterations, "train") as progress, Run(loaded, output, settings, told=progress.note) as run:
        if run.iteration:
            progress.note(f"{output} has {run.iteration} iterations of this run, which is resumed")
        seconds = None if minutes is None else 60 * minutes
        try:
            for done in run.learn(iterations, against=specs, every=every, pairs=pairs, seconds=seconds, workers=working.workers,
                                  backend=working.backend):  # fmt: skip
                progress.done(run.iteration)
                progress.note(_told(done))
        except KeyboardInterrupt:
            progress.note(f"interrupted after {run.iteration} iterations; to resume:\n  {again(ctx)}")
            ctx.exit(failures.INTERRUPTED)
        if onnx is not None:
            from ggl.play.storage import replace_file

            replace_file(onnx, model_of(run.network()))
        terminal.data(str(run.network_file))


def _told(done: Iteration | Evaluation) -> str:
    from ggl.learning.run import Evaluation

    if isinstance(done, Evaluation):
        score = done.score
        return (f"  iteration {done.iteration} against {done.against}: {percent(score.value)} of {done.plays} plays "
                f"({percent(score.low)} to {percent(score.high)})")  # fmt: skip
    broken_off = f", {done.broken_off} plays broken off" if done.broken_off else ""
    return (f"iteration {done.iteration}: {done.plays:,} plays, {done.samples:,} positions, {done.seconds:,.0f} s; "
            f"policy {done.losses.policy:.3f}, value {done.losses.value:.3f}{broken_off}")  # fmt: skip
