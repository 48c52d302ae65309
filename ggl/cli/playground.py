"""`ggl playground`: the workshop's page as a folder of static files."""

from __future__ import annotations

from pathlib import Path

import click

from ggl.cli import terminal
from ggl.cli.common import see_ours
from ggl.cli.records import check_name


@click.command("playground")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path), metavar="DIR")
@click.argument("games", nargs=-1, metavar="[GAMES...]")
@click.option("--pyodide", type=click.Path(file_okay=False, path_type=Path), metavar="FOLDER",
              help="The folder of Pyodide's npm package. [node_modules/pyodide]")  # fmt: skip
def command(folder: Path, games: tuple[str, ...], pyodide: Path | None) -> None:
    """Write the workshop to DIR as static files, for any web server.

    ggl itself runs in the browser. The page has all bundled games, or only GAMES, which may be files. The command needs
    Pyodide: `npm install pyodide`.

    \b
    Example: ggl playground public/
             ggl playground public/ sgibun mine.yaml && python -m http.server -d public
    """
    from ggl.playground.build import build, find_pyodide

    for game in games:
        check_name(Path(game).name)
    see_ours(folder / "index.html", (b"<title>ggl playground</title>",), "the page of a playground")
    written = build(folder, games, find_pyodide(pyodide))
    size = sum(path.stat().st_size for path in written)
    terminal.data(str(folder))
    terminal.note(f"{len(written)} files, {size / 1e6:.1f} MB. Try it: python -m http.server -d {folder}")
