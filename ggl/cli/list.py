"""`ggl list`: the games that come with ggl."""

from __future__ import annotations

import json
import sys
import textwrap
from typing import TYPE_CHECKING, Any

import click

from ggl.cli import terminal

if TYPE_CHECKING:
    from ggl.model.bundled import BundledGame

NARROW = 60
"""With fewer columns, a table would have one word per line."""


@click.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON array.")
def command(as_json: bool) -> None:
    """List the games that come with ggl, with a description and options: a table on a terminal, otherwise separated by tabs.

    \b
    Example: ggl list | cut -f1
    """
    from ggl.model.bundled import bundled

    games = [_about(game) for game in bundled()]
    if as_json:
        terminal.data(json.dumps(games, indent=2, ensure_ascii=False))
    elif terminal.is_terminal(sys.stdout):
        _table(games)
    else:
        for game in games:
            terminal.data("\t".join((game["name"], game["about"], _written(game["options"]))))


def _about(game: BundledGame) -> dict[str, Any]:
    options = {each.name: str(each) for each in game.options}
    return {"name": game.name, "title": game.title, "about": game.about, "options": options}


def _written(options: dict[str, str]) -> str:
    return "; ".join(f"{name}={value}" for name, value in options.items())


def _table(games: list[dict[str, Any]]) -> None:
    if terminal.page_width() < NARROW:
        for game in games:
            texts = (game["about"], _written(game["options"]))
            lines = [line for text in texts for line in textwrap.wrap(text, terminal.page_width() - 2)]
            terminal.data("\n".join([game["name"], *(f"  {line}" for line in lines)]))
        return
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, padding=(0, 2, 1, 0))
    for heading in ("game", "about", "options"):
        table.add_column(heading, header_style="bold", overflow="fold", no_wrap=heading == "game")
    for game in games:
        table.add_row(*(Text(text) for text in (game["name"], game["about"], "\n".join(_written(game["options"]).split("; ")))))
    Console(no_color=not terminal.uses_colour(sys.stdout), highlight=False).print(table)
