"""`ggl match`: agents against one another, with scores and ratings that have intervals."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from ggl.cli import bulk_plays, failures, terminal
from ggl.cli.common import load_argument
from ggl.cli.match_table import standings_table
from ggl.cli.progress import ProgressBar
from ggl.cli.words import percent

if TYPE_CHECKING:
    from ggl.arena.standing import Match, Standings
    from ggl.statistics import Sprt

PAIRS_OF_A_TEST = 10_000
"""The default limit on the pairs of a test, which stops by itself."""

LONG = 10.0
"""Seconds of play after which the default file of the plays is shown."""


@click.command("match")
@click.argument("game")
@click.argument("specs", metavar="SPEC SPEC [SPEC..]", nargs=-1, required=True)
@click.option("-n", "--pairs", type=int, metavar="N", help="Openings, each played from every seat. [50]")
@click.option("--seed", default=0, metavar="S", help="The same seed gives the same plays. [0]")
@click.option("--gauntlet", is_flag=True, help="Only the first SPEC against each of the others.")
@click.option("--opening-plies", default=2, metavar="R", help="The number of random turns in an opening. [2]")
@click.option("--openings", metavar="FILE", type=click.Path(path_type=Path), help="Openings: lines of `MOVE; MOVE`, or records.")
@click.option("--sprt", metavar="ELO0,ELO1", help="Stop once the test decides between the two leads.")
@click.option("--alpha", default=0.05, metavar="P", help="The error rate of --sprt at ELO0. [0.05]")
@click.option("--beta", default=0.05, metavar="P", help="The error rate of --sprt at ELO1. [0.05]")
@click.option("--anchor", metavar="SPEC", help="The agent whose rating is 0. [the average]")
@click.option("--visits", is_flag=True, help="Also store the values and visits of the searches.")
@click.option("-o", "output", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path), help="Store the records in FILE.")
@click.option("--json", "as_json", is_flag=True, help="Print the complete result as JSON.")
@bulk_plays.working_options()
@click.pass_context
def command(ctx: click.Context, game: str, specs: tuple[str, ...], pairs: int | None, seed: int, gauntlet: bool,
            opening_plies: int, openings: Path | None, sprt: str | None, alpha: float, beta: float, anchor: str | None,
            visits: bool, output: Path | None, as_json: bool, working: bulk_plays.WorkOptions) -> None:  # fmt: skip
    """Let agents compete. The same command resumes an unfinished FILE. Exits with 1 if an agent always fails; with
    --sprt, also unless the first SPEC leads.

    \b
    Example: ggl match tabik mcts:sims=400 greedy random -n 20 --workers 4
    """
    from ggl.arena.matching import match_plays
    from ggl.arena.openings import read_openings
    from ggl.arena.rounds import PAIRS, match_run
    from ggl.arena.runs import Execution
    from ggl.arena.standing import Standings

    test = _test(ctx, sprt, alpha, beta)
    pairs = (PAIRS if test is None else PAIRS_OF_A_TEST) if pairs is None else pairs
    loaded = load_argument(game)
    if output is not None:
        bulk_plays.look_at(game, output)
    given = read_openings(loaded, openings) if openings is not None else ()
    with contextlib.nullcontext(output) if output is not None else _own_file(bulk_plays.game_label(game, None)) as file:
        run = match_run(loaded, specs, pairs, seed, gauntlet=gauntlet, opening_plies=opening_plies, openings=given, sprt=test,
                        anchor=anchor, most_steps=working.most_steps, name=bulk_plays.game_label(game, file),
                        visits=visits)  # fmt: skip
        if given and len(given) < pairs:
            terminal.note(f"there are {len(given)} openings for {pairs} pairs, so openings are repeated; if whole plays repeat "
                          "too, the intervals are too narrow")  # fmt: skip
        standings = Standings(run)
        changed = {} if file is None else {"output": str(file)}
        with (
            ProgressBar(run.stop, "match") as progress,
            bulk_plays.going_on(ctx, progress, file, run.stop, lambda: standings.plays, **changed) as ended,
        ):
            way = Execution(working.workers, working.backend, file, progress.note, bulk_plays.told_resumed(progress, file))
            until = None if output is not None or file is None else time.monotonic() + LONG
            with contextlib.closing(match_plays(run, way, standings)) as coming:
                for _ in coming:
                    progress.done(standings.plays, lambda: _so_far(standings))
                    if until is not None and time.monotonic() > until:
                        until = None
                        progress.note(f"until the result is known, the plays are in {file}; to resume if this is killed:\n"
                                      f"  {bulk_plays.again(ctx, **changed)}")  # fmt: skip
        if standings.plays:
            match = standings.match()
            try:
                terminal.data(json.dumps(match.to_dict(), ensure_ascii=False, indent=2) if as_json else standings_table(match))
            except OSError:
                terminal.note(bulk_plays.how_to_go_on(ctx, file, standings.plays, run.stop, **changed))
                raise
            _remarks(match)
        if not ended.whole:
            ctx.exit(failures.INTERRUPTED)
    if standings.plays and any(each.failures and each.failures == each.counts.plays for each in match.contestants):
        ctx.exit(failures.FINDINGS)  # an agent failed in all of its plays
    ctx.exit(failures.CLEAN if test is None or standings.decided == "elo1" else failures.FINDINGS)


def _test(ctx: click.Context, text: str | None, alpha: float, beta: float) -> Sprt | None:
    from ggl.play.errors import ArgumentError
    from ggl.statistics import Sprt

    for name, chance in (("alpha", alpha), ("beta", beta)):
        if text is None and ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            raise click.UsageError(f"`--{name}` is the error rate of a test; add `--sprt ELO0,ELO1`")
        if not 0 < chance < 0.5:
            raise click.UsageError(f"`--{name} {chance:g}`: an error rate is between 0 and 0.5, such as 0.05")
    if text is None:
        return None
    try:
        low, high = (float(part) for part in text.split(","))
        return Sprt(low, high, alpha, beta)
    except ArgumentError as error:
        raise click.UsageError(f"`--sprt {text[:40]}`: {error}; write two leads in Elo, such as 0,10") from None
    except ValueError:
        raise click.UsageError(f"`--sprt {text[:40]}` is not a test; write two leads in Elo, such as 0,10") from None


@contextlib.contextmanager
def _own_file(name: str) -> Iterator[Path | None]:
    """The default file of the plays, which exists for a while after an interrupted match only. None, with a message, if nothing
    can be stored."""
    from ggl.arena.run_file import prune_runs
    from ggl.play.kept import new_file
    from ggl.play.storage import StorageError

    file = new_file(name)
    file = file.parent / "matches" / file.name
    try:
        bulk_plays.make_folder(file.parent)
        bulk_plays.see_writable(file)
    except StorageError as error:
        terminal.note(f"{error}; so this match is not saved and cannot be resumed; `-o FILE` saves it")
        yield None
        return
    prune_runs(file.parent)
    done = False
    try:
        yield file
        done = True
    finally:
        if done or not bulk_plays.plays_in(file, 0):
            with contextlib.suppress(OSError):
                file.unlink()


def _so_far(standings: Standings) -> str:
    score = standings.score()
    return f"{percent(score.value)} ({percent(score.low)} to {percent(score.high)})"


def _remarks(match: Match) -> None:
    """Prints the remarks for readers of the table on stderr."""
    bulk_plays.remark_timed(match.timed)
    if match.drawn_in:
        terminal.note("a contestant won or lost every play; one fictitious draw against each opponent keeps the ratings finite")
    bulk_plays.remark_broken_off(match.broken_off)
    if match.plays > 3 and match.distinct * 2 < match.plays:
        terminal.note(f"only {match.distinct} of the {match.plays} plays differ, so the intervals are too narrow; "
                      "`--opening-plies` makes more openings")  # fmt: skip
    if match.sprt is not None and match.sprt.accepted:
        terminal.note(
            "the test chose when to stop, so the intervals contain the true value less often than 95 %: about 9 times in 10"
        )
    bulk_plays.remark_failures(sum(each.failures for each in match.contestants), match.failures)
