"""The workshop's server, as `ggl workshop` and `ggl tutorial` run it: a free port, the link, and Ctrl-C."""

from __future__ import annotations

import contextlib
import os
import socket
import sys
import webbrowser
from pathlib import Path

import click

from ggl.cli import terminal

PORT = 4455
"""The first port that is tried."""

_TRIED = 20


def serve(folder: Path, asks: str, port: int | None, *, share: bool = False, names: tuple[str, ...] = (), browser: bool) -> None:
    """Run the workshop of a folder until Ctrl-C. `asks` is the query of the address with which its page begins."""
    from ggl.errors import GglError

    try:
        import uvicorn

        from ggl.web.server import Server
    except ImportError as error:
        if error.name is None or error.name.partition(".")[0] not in ("uvicorn", "starlette", "watchfiles", "websockets"):
            raise
        raise GglError("the workshop needs the extra `web`, which is not installed: pip install 'ggl-games[web]'") from None
    from ggl.host.limits import LIMITS
    from ggl.host.tables.table_files import prune_plays

    prune_plays()
    listening = _listening("" if share else "127.0.0.1", port)
    bound = listening.getsockname()[1]
    server = Server(folder, share=share, names=names)
    base = f"http://127.0.0.1:{bound}"
    way = f"/{asks}#{server.secrets.owner()}"
    terminal.note(f"The workshop of {folder} is open; Ctrl-C closes it.")
    terminal.data(base + way)
    if share:
        terminal.note(f"Others on the network join by the links of a table, at http://{_address()}:{bound}")
    sys.stdout.flush()
    if browser:
        webbrowser.open(base + server.beginning(way))
    config = uvicorn.Config(server.app(), log_level="warning", access_log=False, lifespan="on", ws="websockets-sansio",
                            ws_max_size=LIMITS.message, ws_per_message_deflate=False, server_header=False,
                            timeout_graceful_shutdown=2)  # fmt: skip
    with contextlib.suppress(KeyboardInterrupt):  # the usual way to close it
        uvicorn.Server(config).run(sockets=[listening])
    terminal.note("The workshop is closed; plays are saved, and `ggl play --resume` resumes them too.")


def _listening(host: str, port: int | None) -> socket.socket:
    """A socket at a port, or at the first free one. Raises `click.UsageError`."""
    wanted = [port] if port is not None else [*range(PORT, PORT + _TRIED), 0]
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
    """The address of this machine on its network, as far as known without sending anything."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for documentation, to which nothing is sent
            return str(probe.getsockname()[0])
        except OSError:
            return socket.gethostname()
