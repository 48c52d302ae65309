"""`ggl selfplay`: many plays of the same agents, as records."""

from __future__ import annotations

import contextlib
import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ggl.cli import bulk_plays, failures, terminal
from ggl.cli.common import load_argument
from ggl.cli.progress import ProgressBar
from ggl.cli.words import percent
from ggl.cli.words import quantity as so_many

if TYPE_CHECKING:
    from ggl.arena.parquet import PartFiles
    from ggl.arena.selfplaying import Selfplay, SelfplayRun
    from ggl.play.game import Game

SUFFIX = ".jsonl"


@click.command("selfplay")
@click.argument("game")
@click.option("--agent", "agents", multiple=True, metavar="SPEC", default=("random",),
              help="The agent; may be given for each seat. [random]")  # fmt: skip
@click.option("-n", "count", default=100, metavar="N", help="The number of plays. [100]")
@click.option("--seed", default=0, metavar="S", help="The same seed gives the same plays. [0]")
@click.option("-o", "output", metavar="FILE", default="-", help="A file, or a folder for shards. [standard output]")
@click.option("--visits", is_flag=True, help="Also store the values and visits of the search.")
@click.option("--format", "form", type=click.Choice(("jsonl", "parquet")), default="jsonl",
              help="`parquet`: also tables of all positions, with visits and values, in a FOLDER. [jsonl]")  # fmt: skip
@click.option("--shard", metavar="K/M", help="Play only the K-th of M parts of the run.")
@click.option("--opening-plies", default=0, metavar="R", help="Random turns at the start of each play. [0]")
@bulk_plays.working_options()
@click.pass_context
def command(ctx: click.Context, game: str, agents: tuple[str, ...], count: int, seed: int, output: str, shard: str | None,
            visits: bool, form: str, opening_plies: int, working: bulk_plays.WorkOptions) -> None:  # fmt: skip
    """Let agents play, and write the plays as records, one a line. The same command resumes an unfinished FILE. The records do
    not depend on the number of workers or shards; the shards together form the whole run.

    \b
    Example: ggl selfplay tabik --agent greedy -n 1000 --workers 4 -o tabik.jsonl
    """
    from ggl.arena.runs import Execution, is_timed, plays_of_run
    from ggl.arena.selfplaying import SelfplayTally, selfplay_run
    from ggl.play.record import to_json

    which, of = _shard(shard)
    if form == "parquet" and (output == "-" or Path(output).suffix):
        raise click.UsageError("`--format parquet` writes several files; use `-o FOLDER`")
    file = None if output == "-" else _file(output, which, of)
    is_part = file is not None and file.parent == Path(output)
    loaded = load_argument(game)
    if file is not None:
        if is_part:
            bulk_plays.make_folder(file.parent)
        bulk_plays.look_at(game, file)
    run = selfplay_run(loaded, agents, count, seed, shard=(which, of), opening_plies=opening_plies, most_steps=working.most_steps,
                 name=bulk_plays.game_label(game, file, is_part), visits=visits or form == "parquet")  # fmt: skip
    tables = _tables(loaded, file, run) if form == "parquet" and file is not None else None
    bulk_plays.remark_timed([spec for spec in run.setup.specs if is_timed(spec)])
    tally = SelfplayTally(len(loaded.players))
    total = run.stop - run.first
    with (
        ProgressBar(total, "selfplay", data=file is None) as progress,
        bulk_plays.going_on(ctx, progress, file, total, lambda: tally.plays) as ended,
    ):
        way = Execution(working.workers, working.backend, file, progress.note, bulk_plays.told_resumed(progress, file))
        with contextlib.closing(plays_of_run(run, way, tally.add)) as plays:
            for play in plays:
                if file is None:
                    terminal.data(to_json(play.record))
                if tables is not None:
                    tables.add(play)
                progress.done(tally.plays)
    if not ended.whole:
        ctx.exit(failures.INTERRUPTED)
    _sum_up(tally.result, file)


def _tables(game: Game, file: Path, run: SelfplayRun) -> PartFiles:
    from ggl.arena.parquet import PartFiles

    return PartFiles(game, file, run.first, run.stop)


def _shard(text: str | None) -> tuple[int, int]:
    if text is None:
        return 1, 1
    found = re.fullmatch(r"([0-9]{1,6})/([0-9]{1,6})", text.strip())
    if found is None or not 1 <= int(found[1]) <= int(found[2]):
        raise click.UsageError(f"`--shard {text[:40]}` is not a shard; write K/M, such as 1/4 to 4/4")
    return int(found[1]), int(found[2])


def _file(output: str, which: int, of: int) -> Path:
    """The file of a shard: what was said, or a file of that folder."""
    path = Path(output)
    if not output.strip():
        raise click.UsageError("the file name is empty")
    if not path.is_dir() and (path.exists() or (path.suffix and not output.endswith("/"))):
        return path
    name = f"plays-{which:0{len(str(of))}d}-of-{of}{SUFFIX}"
    others = sorted(other.name for other in path.glob(f"plays-*-of-*{SUFFIX}") if not other.name.endswith(f"-of-{of}{SUFFIX}"))
    if others:
        raise click.UsageError(
            f"`{output}` contains {others[0]}, a shard of a run that is not divided into {of}; choose another folder"
        )
    return path / name


def _sum_up(result: Selfplay, file: Path | None) -> None:
    from ggl.play.values import SEATS

    where = f" in {file}" if file is not None else ""
    if not result.plays:
        terminal.note(f"no plays{where}, since none were requested")
        return
    won = ", ".join(f"{seat} won {percent(share.value)}" for seat, share in zip(SEATS, result.wins, strict=False))
    drawn = "drawn" if len(result.wins) > 1 else "lost"
    terminal.note(f"{so_many(result.plays, 'play')}{where}: {won}, {drawn} {percent(result.draws.value)}; "
                  f"{result.turns.value:.1f} turns on average")  # fmt: skip
    bulk_plays.remark_broken_off(result.broken_off)
    bulk_plays.remark_failures(len(result.failures), result.failures)
