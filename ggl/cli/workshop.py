"""`ggl workshop`: write, play and share games in a browser."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

import click

from ggl.cli.serving import PORT, serve


@click.command("workshop")
@click.argument("what", required=False, metavar="[FOLDER | GAME]")
@click.option("--port", type=click.IntRange(0, 65535), help=f"The port; by default the first free one from {PORT}.")
@click.option("--share", is_flag=True, help="Listen on the network, so that others can join by the links of a table.")
@click.option("--name", "names", metavar="NAME", multiple=True, help="A further host name of the server, such as a proxy's.")
@click.option("--no-browser", is_flag=True, help="Print the link; open no browser.")
def command(what: str | None, port: int | None, share: bool, names: tuple[str, ...], no_browser: bool) -> None:
    """Write, play and share games in a browser. You can open and save the files of FOLDER, or of the
    current folder.

    The server runs until Ctrl-C. Only people with the link can use it. A table has further links, one for each seat and one
    to watch.

    \b
    Example: ggl workshop sgibun
             ggl workshop games/ --share
    """
    folder, game = _opened(what)
    serve(folder, f"?game={quote(game)}" if game else "", port, share=share, names=names, browser=not no_browser)


def _opened(what: str | None) -> tuple[Path, str]:
    """The folder to open, and the game in it to begin with."""
    from ggl.cli.common import is_bundled
    from ggl.play.loading import find_source

    if what is None or is_bundled(what):
        return Path.cwd(), what or ""
    path = Path(what)
    if path.is_dir():
        return path.resolve(), ""
    find_source(what, bundled=False)  # says what is wrong with a file that cannot be read
    return path.resolve().parent, path.name
