"""`ggl analyze`: a report on a game's design, and its comparison with another game or an earlier report."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ggl.cli import failures, terminal
from ggl.cli.bulk_plays import see_writable
from ggl.cli.common import load_argument, see_ours
from ggl.cli.progress import ProgressBar
from ggl.errors import GglError

if TYPE_CHECKING:
    from ggl.analysis import Base, Plan

_NEXT_SPEC = re.compile(r"\s*,\s*(?=[A-Za-z_][\w-]*\s*(?::|,|$))")
"""A comma that begins another spec; those inside one stand before `key=value`."""

_STRENGTHS = "random,mcts:sims=50,mcts:sims=400"
"""The usual agents of most games: see `usual_agents`."""


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def split_specs(text: str) -> list[str]:
    """Specs between commas, or between `;` where a spec has commas of another sort."""
    parts = text.split(";") if ";" in text else _NEXT_SPEC.split(text)
    return [part for each in parts if (part := each.strip(" ,"))]


@click.command("analyze")
@click.argument("game")
@click.option("-n", "plays", metavar="N", default=100, show_default=True, type=click.IntRange(2, 100_000),
              help="Plays at each strength; 20 times as many at random.")  # fmt: skip
@click.option("--strengths", metavar="SPECS", show_default=_STRENGTHS, help="The agents, strongest last.")
@click.option("--judge", metavar="SPEC", show_default="mcts:sims=100", help="The agent that evaluates positions.")
@click.option("--seed", default=0, show_default=True, help="The same seed gives the same plays.")
@click.option("--workers", type=click.IntRange(1, 1024), help="The number of processes.  [default: one for each core]")
@click.option(
    "--minutes", default=10.0, show_default=True, type=click.FloatRange(0, 100_000), help="The approximate time; 0 for no limit."
)
@click.option("--compare", "base", metavar="BASE", help="Compare with a GAME, or with a report from `--json`.")
@click.option("--html", "page", metavar="FILE", type=click.Path(dir_okay=False), help="Also write the complete report as a page.")
@click.option("--json", "as_json", is_flag=True, help="Print the complete report as JSON.")
@click.pass_context
def command(ctx: click.Context, game: str, plays: int, strengths: str | None, judge: str | None, seed: int,
            workers: int | None, minutes: float, base: str | None, page: str | None, as_json: bool) -> None:  # fmt: skip
    """Play a game at several strengths and report on its design: length, balance, drama, use of the board, rules, first
    moves. Exits with 1 if the game misses a target of its file (`targets:`), or is significantly worse than BASE.

    \b
    Example: ggl analyze tabik --html tabik.html
    """
    from ggl.analysis import Plan, analyze, compare, usual_agents
    from ggl.analysis.table import table_of_report

    if not minutes >= 0:
        raise click.BadParameter("nan is not a number of minutes", ctx, param_hint="--minutes")
    named = None if strengths is None else tuple(split_specs(strengths))
    if named == ():
        raise click.UsageError("`--strengths` is empty; write `--strengths random,mcts:sims=50`")
    loaded = load_argument(game)
    specs = named or usual_agents(loaded)[0]
    other = _base(base, specs) if base is not None else None
    if page is not None:
        see_writable(Path(page))
        see_ours(Path(page), (b'content="ggl analyze"',), "a report")
    beside, interrupted, trouble = None, False, ""
    with ProgressBar(None, "warming up") as progress:
        limits = seed, workers or _cores(), judge, minutes * 60 or None
        plan = Plan(plays, specs, *limits, progress=progress.at, told=progress.note)
        report = analyze(loaded, plan)
        if report.failed:
            trouble = report.cut_short
        interrupted = report.interrupted
        if other is not None and not interrupted:
            try:
                beside = other(plan)
            except KeyboardInterrupt:
                interrupted = True
            except GglError as error:  # the plays are worth more than the comparison
                trouble = str(error)
    verdicts = compare(report, beside)
    try:
        if page is not None:
            from ggl.analysis.page import page as written
            from ggl.play.storage import replace_file

            replace_file(Path(page), written(report, verdicts, beside))
            terminal.note(f"wrote {page}")
    finally:  # shows at least the result
        terminal.data(report.to_json(verdicts) if as_json else table_of_report(report, verdicts, beside))
    failed = [each for each in verdicts if each.fails]
    if failed:
        terminal.note(
            f"{len(failed)} of {len(verdicts)} tests failed: " + ", ".join(dict.fromkeys(each.measure for each in failed))
        )
    if interrupted:
        terminal.note("interrupted; the report covers what was done until then")
        ctx.exit(failures.INTERRUPTED)
    if trouble:
        terminal.error(trouble)
        ctx.exit(failures.USAGE)
    ctx.exit(failures.FINDINGS if failed else failures.CLEAN)


def _base(name: str, specs: tuple[str, ...]) -> Callable[[Plan], Base]:
    """The base of the comparison, read now, so that errors appear before any play; it is played in its turn.

    The function raises `KeyboardInterrupt` if it is interrupted, and what `analyze` raises.
    """
    from ggl.agents import make, read
    from ggl.analysis import analyze

    path = Path(name)
    if path.suffix == ".json" or (path.is_file() and path.suffix not in (".yaml", ".yml")):
        kept = _kept(path)
        ours = [str(read(spec)) for spec in specs]
        if not set(ours) & set(kept.strengths):
            theirs = " and ".join(kept.strengths) or "no strength"
            hint = "choose `--strengths` that include one of those"
            raise click.UsageError(f"`{name}` was made at {theirs}, but this report at {' and '.join(ours)}; {hint}")
        return lambda plan: kept
    loaded = load_argument(name)
    for spec in specs:
        make(spec, loaded).close()

    def of_game(plan: Plan) -> Base:
        found = analyze(loaded, replace(plan, whole=False))
        if found.interrupted:
            raise KeyboardInterrupt
        return found.base

    return of_game


def _kept(path: Path) -> Base:
    """The base in a report that is on file."""
    from ggl.analysis import ReportError, read_base
    from ggl.analysis.figures import MOST_BYTES
    from ggl.play.storage import StorageError

    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise StorageError(path, error, "read") from None
    if len(data) > MOST_BYTES:
        raise ReportError(f"`{path}` is longer than any report")
    return read_base(data.decode("utf-8", "replace"), str(path))
