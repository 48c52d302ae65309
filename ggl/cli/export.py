"""`ggl export`: a game as one page."""

from __future__ import annotations

from pathlib import Path

import click

from ggl.cli import terminal
from ggl.cli.bulk_plays import see_writable
from ggl.cli.common import see_ours, split_argument
from ggl.cli.records import check_name


@click.command("export")
@click.argument("game", metavar="GAME")
@click.option("-o", "--output", "target", type=click.Path(path_type=Path), required=True, metavar="FILE",
              help="The output file; `-` is standard output.")  # fmt: skip
def command(game: str, target: Path) -> None:
    """Write a game as one HTML file that needs no server, no network and no Python. The page has the board, the legal moves,
    the rules in English and opponents, and can save and load records.

    \b
    Example: ggl export tiku -o tiku.html
             ggl export sgibun:side=5,pie=off -o small.html
    """
    from ggl.export.page import export_page
    from ggl.play.loading import load
    from ggl.play.storage import replace_file

    if str(target) != "-":
        see_writable(target)
        see_ours(target, (b'content="ggl export"',), "a page of a game")
    name, options = split_argument(game)
    text = export_page(load(name, **options), check_name(name))
    if str(target) == "-":
        terminal.data(text)
        return
    replace_file(target, text)
    terminal.note(f"{target}: {len(text.encode()) / 1000:.0f} kB")
