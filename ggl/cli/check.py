"""`ggl check`: mistakes in game files, found by reading and, if asked, by playing."""

from __future__ import annotations

import sys
import time
from collections.abc import Collection, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, cast

import click

from ggl.cli import failures, terminal
from ggl.cli.common import files_of, split_argument
from ggl.cli.progress import ProgressBar
from ggl.cli.words import quantity

if TYPE_CHECKING:
    from ggl.diagnostics import Diagnostic, Format

_HELP = "full: with the lines of the file; concise: a line each; json; github: for its workflows; sarif: for other tools."
_FORMATS = ("full", "concise", "json", "github", "sarif")


@click.command("check")
@click.argument("games", metavar="[FILE..]", nargs=-1)
@click.option("--output-format", "shape", type=click.Choice(_FORMATS), default="full", show_default=True, help=_HELP)
@click.option("--play", "plays", metavar="N", type=click.IntRange(0, 100_000), default=0,
              help="Also play N random games of each, for problems that only appear in play.")  # fmt: skip
@click.pass_context
def command(ctx: click.Context, games: tuple[str, ...], shape: str, plays: int) -> None:
    """Find mistakes in game files. A folder means the game files in it. Without FILE, checks all games
    that come with ggl.

    Findings go to standard output, the summary to standard error. Exits with 1 if there is an error or a warning.

    \b
    Example: ggl check mygame.yaml --play 100
    """
    from ggl import resources
    from ggl.diagnostics import render

    start = time.perf_counter()
    names = files_of(games) if games else list(resources.bundled_games())
    found: dict[tuple[str, str], Diagnostic] = {}
    code = 0
    for name in names:
        try:
            for each in _findings(name, plays):
                found.setdefault((str(each), each.label), each)
        except Exception as error:
            if failures.is_unreadable(error):
                found.update({(str(each), each.label): each for each in error.diagnostics})  # type: ignore[attr-defined]
                code = failures.USAGE
            else:
                code = max(code, failures.tell(error, name))
    told = _with_sound_fixes(found.values()) if shape in ("json", "sarif") else list(found.values())
    text = render(told, cast("Format", shape), colour=terminal.uses_colour(sys.stdout))
    if text:
        terminal.data(text)
    severities = [each.code.severity for each in found.values()]
    counts = {severity: severities.count(severity) for severity in ("error", "warning", "note")}
    if code == failures.CLEAN or found:
        terminal.note(_summary(len(names), counts, time.perf_counter() - start))
    ctx.exit(max(code, failures.FINDINGS if counts["error"] + counts["warning"] else failures.CLEAN))


def _findings(name: str, plays: int) -> tuple[Diagnostic, ...]:
    from ggl.play.errors import InvalidGameError
    from ggl.play.filetests import misread
    from ggl.play.game import Game
    from ggl.play.loading import check_source, find_source
    from ggl.play.trial import agreement, trial

    game, options = split_argument(name)
    source = find_source(game)
    try:
        checked, found = check_source(source, options)
    except InvalidGameError as error:
        return error.diagnostics
    if checked is not None:
        found = (*found, *misread(checked))
    if checked is not None and plays:
        loaded = Game(checked)
        with ProgressBar(plays, name) as progress:
            found = (*found, *trial(loaded, plays, told=progress.done))
        with terminal.noting_if_slow(f"still playing {name} by both engines, to compare them"):
            found = (*found, *agreement(loaded, plays))
    return found


def _with_sound_fixes(found: Collection[Diagnostic]) -> list[Diagnostic]:
    """The findings, each with its edit only where that leads to no other error at its place."""
    from ggl.host.desk import Desk, Files

    unsound: set[Diagnostic] = set()
    for source in {each.fix.span.source for each in found if each.fix is not None}:
        desk = Desk(source.name, source.text, Files(Path(source.name).parent))
        sound = {one.finding for one in desk.fixes()}
        unsound |= {each for each in desk.findings() if each.fix is not None and each not in sound}
    return [replace(each, fix=None) if each in unsound else each for each in found]


def _summary(files: int, counts: Mapping[str, int], seconds: float) -> str:
    what = ", ".join(quantity(number, word) for word, number in counts.items() if number) or "nothing wrong"
    return f"{quantity(files, 'game')} checked in {seconds:.2f} s: {what}"
