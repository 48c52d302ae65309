"""`ggl tutorial`: the tutorial in a browser, beside an editor and a board."""

from __future__ import annotations

from pathlib import Path

import click

from ggl.cli.serving import serve


@click.command("tutorial")
@click.argument("folder", required=False, type=click.Path(exists=True, file_okay=False, path_type=Path), metavar="[FOLDER]")
@click.option("--port", type=click.IntRange(0, 65535), help="The port; by default the first free one of the workshop's.")
@click.option("--no-browser", is_flag=True, help="Print the link; open no browser.")
def command(folder: Path | None, port: int | None, no_browser: bool) -> None:
    """Learn to write a game in a browser, step by step: an editor, a board, and what your file can do so far.

    Your files are saved in `tutorial/`, in FOLDER or the current folder; the next `ggl tutorial` continues with them.
    The workshop runs until Ctrl-C.

    \b
    Example: ggl tutorial
    """
    serve((folder or Path.cwd()).resolve(), "?tutorial", port, browser=not no_browser)
