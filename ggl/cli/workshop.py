"""`ggl workshop`: write, play and share games in a browser."""

from __future__ import annotations

import contextlib
import os
import socket
import sys
import webbrowser
from pathlib import Path
from urllib.parse import quote

import click

from ggl.cli import terminal

_PORT = 4455
_TRIED = 20


@click.command("workshop")
@click.argument("what", required=False, metavar="[FOLDER | GAME]")
@click.option("--port", type=click.IntRange(0, 65535), help=f"Where it listens; else the first free one from {_PORT}.")
@click.option("--share", is_flag=True, help="Listen on the network, so that others can come by the links of a table.")
@click.option("--name", "names", metavar="NAME", multiple=True, help="A further name that it is reached by, as behind a proxy.")
@click.option("--no-browser", is_flag=True, help="Only say the link; open no browser.")
def command(what: str | None, port: int | None, share: bool, names: tuple[str, ...], no_browser: bool) -> None:
    """Write, play and share games in a browser. The files of FOLDER, or of the current one, can be opened and saved.

    The server runs until Ctrl-C. Only who has the link can use it; a table has further links, one for each seat and one to watch.

    \b
    Example: ggl workshop sgibun
             ggl workshop games/ --share
    """
    folder, game = _opened(what)
    from ggl.errors import GglError

    try:
        import uvicorn

        from ggl.web.server import Server
    except ImportError as error:
        if error.name is None or error.name.partition(".")[0] not in ("uvicorn", "starlette", "watchfiles", "websockets"):
            raise
        raise GglError("the workshop needs the extra `web`, which is not installed: pip install 'ggl-games[web]'") from None
    from ggl.host.limits import LIMITS
    from ggl.host.tables.keeping import prune

    prune()
    listening = _listening("" if share else "127.0.0.1", port)
    bound = listening.getsockname()[1]
    server = Server(folder, share=share, names=names)
    base = f"http://127.0.0.1:{bound}"
    way = f"/{f'?game={quote(game)}' if game else ''}#{server.secrets.owner()}"
    terminal.note(f"The workshop of {folder} is open; Ctrl-C closes it.")
    terminal.data(base + way)
    if share:
        terminal.note(f"Others on the network come by the links of a table, at http://{_address()}:{bound}")
    sys.stdout.flush()
    if not no_browser:
        webbrowser.open(base + server.beginning(way))
    config = uvicorn.Config(server.app(), log_level="warning", access_log=False, lifespan="on", ws="websockets-sansio",
                            ws_max_size=LIMITS.message, ws_per_message_deflate=False, server_header=False,
                            timeout_graceful_shutdown=2)  # fmt: skip
    with contextlib.suppress(KeyboardInterrupt):  # the usual way to close it
        uvicorn.Server(config).run(sockets=[listening])
    terminal.note("The workshop is closed; plays are kept, and `ggl play --resume` goes on with them too.")


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


def _listening(host: str, port: int | None) -> socket.socket:
    """A socket at a port, or at the first free one. Raises `click.UsageError`."""
    wanted = [port] if port is not None else [*range(_PORT, _PORT + _TRIED), 0]
    for each in wanted:
        found = socket.socket(socket.AF_INET)
        if os.name == "posix":
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            found.bind((host, each))
            found.listen()  # who follows the link at once waits, and is not refused
        except OSError as error:
            found.close()
            cause = error
            continue
        return found
    raise click.UsageError(f"port {wanted[0]} cannot be used: {cause.strerror}; choose another with --port")


def _address() -> str:
    """The address of this machine on its network, as far as it can be told without sending anything."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for documentation, to which nothing is sent
            return str(probe.getsockname()[0])
        except OSError:
            return socket.gethostname()
