"""`ggl match`: agents against one another, with scores and ratings that have intervals."""

from __future__ import annotations

import contextlib
import json
import math
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ggl.cli import terminal
from ggl.cli.common import load_argument
from ggl.cli.many import Progress, again, backend_of, called, look_at, plays_in, told_resumed, working_options
from ggl.cli.prompt_command import count

if TYPE_CHECKING:
    from ggl.arena.standing import Match, Standings
    from ggl.arena.statistics import Interval, Sprt

_LONGEST_NAME = 20
PAIRS, PAIRS_OF_A_TEST = 50, 10_000
"""How many pairs there are if nobody says; a test stops by itself."""


@click.command("match")
@click.argument("game")
@click.argument("specs", metavar="SPEC SPEC [SPEC..]", nargs=-1, required=True)
@click.option("-n", "--pairs", type=int, metavar="N", help="Openings, each played from every seat. [50]")
@click.option("--seed", default=0, metavar="S", help="The same seed gives the same plays. [0]")
@click.option("--gauntlet", is_flag=True, help="The first SPEC against each of the others.")
@click.option("--opening-plies", default=2, metavar="R", help="An opening has R random turns. [2]")
@click.option("--openings", metavar="FILE", type=click.Path(path_type=Path), help="Lines of `MOVE; MOVE`, or records.")
@click.option("--sprt", metavar="ELO0,ELO1", help="Stop when it is decided which is the lead.")
@click.option("--alpha", default=0.05, metavar="P", help="How often --sprt may err at ELO0. [0.05]")
@click.option("--beta", default=0.05, metavar="P", help="How often --sprt may err at ELO1. [0.05]")
@click.option("--anchor", metavar="SPEC", help="Whose rating is 0; else the average is.")
@click.option("-o", "output", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path), help="Keep the records in FILE.")
@click.option("--json", "as_json", is_flag=True, help="Everything, for programs.")
@working_options
@click.pass_context
def command(
    ctx: click.Context,
    game: str,
    specs: tuple[str, ...],
    pairs: int | None,
    seed: int,
    gauntlet: bool,
    opening_plies: int,
    openings: Path | None,
    sprt: str | None,
    alpha: float,
    beta: float,
    anchor: str | None,
    output: Path | None,
    as_json: bool,
    workers: int | None,
    backend: str,
    address: str | None,
    max_steps: int,
) -> None:
    """Agents against one another. The same command goes on with a FILE that was begun. With --sprt it exits with 0 if the first
    SPEC leads by ELO1, else with 1.

    \b
    Example: ggl match tabik mcts:sims=400 greedy random -n 20 --workers 4
    """
    from ggl.arena.matching import plays, run_of, standings_of
    from ggl.arena.openings import read_openings
    from ggl.arena.runs import Way
    from ggl.arena.shelf import ShelfError
    from ggl.errors import GglError

    crew = backend_of(backend, workers, address)
    test = _test(sprt, alpha, beta)
    pairs = (PAIRS if test is None else PAIRS_OF_A_TEST) if pairs is None else pairs
    loaded = load_argument(game)
    if output is not None:
        look_at(game, output)
    given = read_openings(loaded, openings) if openings is not None else ()
    file = output if output is not None else _own_file(called(game, None))
    run = run_of(loaded, specs, pairs, seed, gauntlet=gauntlet, opening_plies=opening_plies, openings=given, sprt=test,
                 anchor=anchor, most_steps=max_steps, name=called(game, file))  # fmt: skip
    if given and len(given) < pairs:
        terminal.note(f"there are {len(given)} openings for {pairs} pairs, so they are played again; where plays then repeat "
                      "others, intervals are too narrow")  # fmt: skip
    standings = standings_of(run)
    finished = False
    with Progress(run.stop, "match") as progress:
        way = Way(1 if workers is None else workers, crew, file, progress.note, told_resumed(progress, file))
        try:
            with contextlib.closing(plays(run, way, standings)) as coming:
                for _ in coming:
                    if progress.shown:
                        progress.done(standings.plays, _so_far(standings))
            finished = True
        except KeyboardInterrupt:
            progress.note(_how_to_go_on(ctx, file, plays_in(file, standings.plays), run.stop, "interrupted; "))
        except GglError as error:
            if standings.plays and not isinstance(error, ShelfError):  # the same command would only say so again
                progress.note(_how_to_go_on(ctx, file, standings.plays, run.stop))
            raise
        finally:
            if output is None and (finished or not standings.plays):
                with contextlib.suppress(OSError):
                    file.unlink()
    if standings.plays:
        match = standings.match()
        terminal.data(json.dumps(match.to_dict(), ensure_ascii=False, indent=2) if as_json else _table(match))
        _remarks(match)
    if not finished:
        ctx.exit(130)
    ctx.exit(0 if test is None or standings.decided == "elo1" else 1)


def _test(text: str | None, alpha: float, beta: float) -> Sprt | None:
    from ggl.arena.statistics import Sprt
    from ggl.play.errors import ArgumentError

    if text is None:
        return None
    try:
        low, high = (float(part) for part in text.split(","))
        return Sprt(low, high, alpha, beta)
    except ArgumentError as error:
        raise click.UsageError(f"`--sprt {text[:40]}`: {error}; write two leads in Elo, such as 0,10") from None
    except ValueError:
        raise click.UsageError(f"`--sprt {text[:40]}` is no test; write two leads in Elo, such as 0,10") from None


def _own_file(name: str) -> Path:
    """Where the plays are kept if no file is named: for a while they outlast an interrupted match, and no other."""
    from ggl.arena.shelf import prune
    from ggl.play.kept import new_file

    file = new_file(name)
    folder = file.parent / "matches"
    folder.mkdir(parents=True, exist_ok=True)
    prune(folder)
    return folder / file.name


def _how_to_go_on(ctx: click.Context, file: Path, done: int, total: int, why: str = "") -> str:
    if not done:
        return f"{why}no play was finished"
    return f"{why}{done} of {total} plays are in {file}; to go on:\n  {again(ctx, output=str(file))}"


def _so_far(standings: Standings) -> str:
    score = standings.score()
    return f"{_percent(score.value)} ({_percent(score.low)} to {_percent(score.high)})"


# ---- the table


def _table(match: Match) -> str:
    from ggl.play.values import SEATS

    wide = max(7, *(len(_name(each.name)) for each in match.contestants))
    options = "".join(f", {name}={_value(value)}" for name, value in match.options.items())
    seats = SEATS[: len(match.seats)]
    lines = [f"{match.game}{options}: {match.plays} plays, seed {match.seed}", ""]
    lines.append(f"{'':{wide}}  wins draws losses  {'score in %':<16}  {'Elo':<11}  {'a move':>7}")
    for each in match.contestants:
        counts = each.counts
        numbers = f"{counts.wins:>6}{counts.draws:>6}{counts.losses:>7}"
        low, high = 100 * each.score.low, 100 * each.score.high
        score = f"{100 * each.score.value:5.1f} ({low:.0f} to {high:.0f})" if each.score.n else ""
        rating = f"{each.rating.value:+.0f} ± {each.rating.half:.0f}" if each.rating is not None else ""
        lines.append(f"{_name(each.name):{wide}}{numbers}  {score:<16}  {rating:<11}  {_time(each.seconds):>7}".rstrip())
    if len(match.contestants) > 2:
        lines += ["", "against each other"]
        for pair in match.encounters:
            names = f"{_name(pair.names[0])} - {_name(pair.names[1])}"
            lines.append(f"  {names:{2 * wide + 3}}  {_span(pair.score.value, pair.score.low, pair.score.high)}")
    lines += ["", f"{'by seat':{wide}}" + "".join(f"{seat:>10}" for seat in seats)]
    for each in match.contestants:
        shares = [_points(counts.wins, counts.draws, counts.plays, len(seats)) for counts in each.by_seat]
        lines.append(f"{_name(each.name):{wide}}" + "".join(f"{share:>10}" for share in shares))
    first = match.seats[0]
    lines += ["", f"first seat {_span(first.score.value, first.score.low, first.score.high)}"]
    lines.append(f"length      {_length(match)}")
    if len(match.encounters) == 1:
        lines.append(f"lead        {_lead(match.encounters[0].lead)}")
    if match.broken_off:
        lines.append(f"broken off  {match.broken_off}")
    if match.sprt is not None:
        lines += ["", *_tested(match)]
    return "\n".join(lines)


def _tested(match: Match) -> list[str]:
    verdict = match.sprt
    assert verdict is not None
    test = verdict.test
    bounds = {"elo0": test.elo0, "elo1": test.elo1}
    name = _name(match.contestants[0].name)
    if verdict.accepted == "elo1":
        what = f"accepted: {name} leads by {bounds['elo1']:g} Elo or more, rather than by {bounds['elo0']:g}"
    elif verdict.accepted == "elo0":
        what = f"refused: {name} leads by {bounds['elo0']:g} Elo or less, rather than by {bounds['elo1']:g}"
    else:
        what = "undecided; more pairs would tell"
    ratio = f"ratio {verdict.ratio:.2f} between {test.lower:.2f} and {test.upper:.2f}"
    return [f"test        {what}", f"            {ratio}; pairs by points {', '.join(map(str, verdict.pairs))}"]


def _remarks(match: Match) -> None:
    """What a reader of the table should know, on stderr."""
    if match.timed:
        terminal.note(f"`{match.timed[0]}` thinks by the clock, so the same seed may give other plays")
    if match.drawn_in:
        terminal.note("somebody won, or lost, everything: a made-up draw with everybody met keeps the ratings finite")
    if match.broken_off:
        terminal.note("plays that were broken off count as draws; `--max-steps` says after how many steps that is")
    if match.plays > 3 and match.distinct * 2 < match.plays:
        terminal.note(f"only {match.distinct} of the {match.plays} plays differ, so the intervals are too narrow; "
                      "`--opening-plies` makes more openings")  # fmt: skip
    failures = sum(each.failures for each in match.contestants)
    if failures:
        told = f"{count(failures, 'play')} {'was' if failures == 1 else 'were'} lost because an agent failed"
        terminal.note(f"{told}{'; the first ones' if failures > 3 else ''}:")
        for line in match.failures[:3]:
            terminal.note(f"  {line}")


def _name(name: str) -> str:
    """A name that fits the table; what tells two agents apart is mostly at the ends."""
    half = _LONGEST_NAME // 2 - 1
    return name if len(name) <= _LONGEST_NAME else f"{name[:half]}..{name[-half:]}"


def _value(value: object) -> str:
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _span(value: float, low: float, high: float) -> str:
    return f"{_percent(value):>7}  ({_percent(low)} to {_percent(high)})"


def _lead(lead: Interval) -> str:
    if math.isinf(lead.value):
        return f"more than {lead.low:+.0f} Elo" if lead.value > 0 else f"less than {lead.high:+.0f} Elo"
    return f"{lead.value:+.0f} Elo  ({lead.low:+.0f} to {lead.high:+.0f})"


def _points(wins: int, draws: int, plays: int, seats: int) -> str:
    return _percent((wins + draws / seats) / plays) if plays else "-"


def _length(match: Match) -> str:
    turns = match.turns
    bounds = f"  ({max(turns.low, 0.0):.1f} to {turns.high:.1f})" if math.isfinite(turns.low) else ""
    return f"{turns.value:.1f} turns{bounds}"


def _time(seconds: float | None) -> str:
    if seconds is None:
        return ""
    return f"{seconds:.2f} s" if seconds >= 1 else f"{1000 * seconds:.0f} ms" if seconds >= 0.01 else f"{1000 * seconds:.1f} ms"
