"""`ggl selfplay`: many plays of the same agents, as records."""

from __future__ import annotations

import contextlib
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ggl.cli import terminal
from ggl.cli.common import load_argument
from ggl.cli.many import Progress, again, backend_of, called, look_at, plays_in, told_resumed, working_options
from ggl.cli.prompt_command import count as so_many

if TYPE_CHECKING:
    from ggl.arena.selfplaying import Selfplay

SUFFIX = ".jsonl"


@click.command("selfplay")
@click.argument("game")
@click.option("--agent", "agents", multiple=True, metavar="SPEC", default=("random",),
              help="Who plays; said again, one for each seat. [random]")  # fmt: skip
@click.option("-n", "count", default=100, metavar="N", help="How many plays. [100]")
@click.option("--seed", default=0, metavar="S", help="The same seed gives the same plays. [0]")
@click.option("-o", "output", metavar="FILE", default="-", help="A file, or a folder for shards. [standard output]")
@click.option("--shard", metavar="K/M", help="Only the K-th of M parts of the run.")
@click.option("--opening-plies", default=0, metavar="R", help="Each play begins with R random turns. [0]")
@working_options
@click.pass_context
def command(
    ctx: click.Context,
    game: str,
    agents: tuple[str, ...],
    count: int,
    seed: int,
    output: str,
    shard: str | None,
    opening_plies: int,
    workers: int | None,
    backend: str,
    address: str | None,
    max_steps: int,
) -> None:
    """Have agents play, and write the plays as records, a line each. The same command goes on with a FILE that was begun. Workers
    and shards make no difference to the records; the shards in a row are the whole.

    \b
    Example: ggl selfplay tabik --agent greedy -n 1000 --workers 4 -o tabik.jsonl
    """
    from ggl.arena.runs import Way, played
    from ggl.arena.selfplaying import Tally, run_of
    from ggl.arena.shelf import ShelfError
    from ggl.errors import GglError
    from ggl.play.record import to_json

    which, of = _shard(shard)
    file = None if output == "-" else _file(output, which, of)
    loaded = load_argument(game)
    if file is not None:
        if file.parent == Path(output):
            file.parent.mkdir(parents=True, exist_ok=True)
        look_at(game, file)
    name = called(game, file)
    run = run_of(loaded, agents, count, seed, shard=(which, of), opening_plies=opening_plies, most_steps=max_steps, name=name)
    crew = backend_of(backend, workers, address)
    _note_timed(run.setup.specs)
    tally = Tally(len(loaded.players))
    total = run.stop - run.first
    with Progress(total, "selfplay") as progress:
        resumed = told_resumed(progress, file) if file is not None else lambda *_: None
        way = Way(1 if workers is None else workers, crew, file, progress.note, resumed)
        try:
            with contextlib.closing(played(run, way)) as plays:
                for done, play in enumerate(plays, 1):
                    tally.add(play)
                    if file is None:
                        terminal.data(to_json(play.record))
                        sys.stdout.flush()
                    progress.done(done)
        except KeyboardInterrupt:
            progress.note(_how_to_go_on(ctx, file, plays_in(file, tally.result.plays), total, output, "interrupted; "))
            ctx.exit(130)
        except GglError as error:
            if tally.result.plays and not isinstance(error, ShelfError):  # the same command would only say so again
                progress.note(_how_to_go_on(ctx, file, tally.result.plays, total, output))
            raise
    _sum_up(tally.result, file, run.setup.specs)


def _shard(text: str | None) -> tuple[int, int]:
    if text is None:
        return 1, 1
    found = re.fullmatch(r"([0-9]{1,6})/([0-9]{1,6})", text.strip())
    if found is None or not 1 <= int(found[1]) <= int(found[2]):
        raise click.UsageError(f"`--shard {text[:40]}` is no shard; write K/M, such as 1/4 to 4/4")
    return int(found[1]), int(found[2])


def _file(output: str, which: int, of: int) -> Path:
    """The file of a shard: what was said, or a file of that folder."""
    path = Path(output)
    if not output.strip():
        raise click.UsageError("the name of the file is empty")
    if not path.is_dir() and (path.exists() or (path.suffix and not output.endswith("/"))):
        return path
    name = f"plays-{which:0{len(str(of))}d}-of-{of}{SUFFIX}"
    others = sorted(other.name for other in path.glob(f"plays-*-of-*{SUFFIX}") if not other.name.endswith(f"-of-{of}{SUFFIX}"))
    if others:
        raise click.UsageError(f"`{output}` holds {others[0]}, a shard of another division than in {of}; choose another folder")
    return path / name


def _how_to_go_on(ctx: click.Context, file: Path | None, done: int, total: int, output: str, why: str = "") -> str:
    if file is None:
        return f"{why}{done} of {total} plays are written; with `-o FILE` a run can be gone on with"
    return f"{why}{done} of {total} plays are in {file}; to go on:\n  {again(ctx)}"


def _note_timed(specs: tuple[str, ...]) -> None:
    from ggl.arena.runs import is_timed

    timed = [spec for spec in dict.fromkeys(specs) if is_timed(spec)]
    if timed:
        terminal.note(f"`{timed[0]}` thinks by the clock, so the same seed may give other plays")


def _sum_up(result: Selfplay, file: Path | None, specs: tuple[str, ...]) -> None:
    from ggl.play.values import SEATS

    won = ", ".join(f"{seat} won {_share(share.value)}" for seat, share in zip(SEATS, result.wins, strict=False))
    where = f" in {file}" if file is not None else ""
    terminal.note(f"{so_many(result.plays, 'play')}{where}: {won}, drawn {_share(result.draws.value)}; "
                  f"{result.turns.value:.1f} turns on average")  # fmt: skip
    if result.broken_off:
        some = f"{result.broken_off} {'was' if result.broken_off == 1 else 'were'}"
        terminal.note(f"{some} broken off, and count as drawn; `--max-steps` says after how many steps")
    if result.failures:
        some = f"{len(result.failures)} {'was' if len(result.failures) == 1 else 'were'}"
        terminal.note(f"{some} lost because an agent failed; {result.failures[0]}")


def _share(share: float) -> str:
    return f"{100 * share:.1f} %"
