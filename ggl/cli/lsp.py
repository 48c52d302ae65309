"""`ggl lsp`: the language server, for editors."""

from __future__ import annotations

import importlib.util

import click

from ggl.cli import terminal


@click.command("lsp")
@click.option("--stdio", is_flag=True, help="Use standard input and output, which is the default.")
@click.option("--ws", "port", metavar="PORT", type=click.IntRange(0, 65535), help="Listen for WebSockets; 0 chooses a free port.")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--origin", "origins", multiple=True, metavar="URL", help="A web page's origin that may connect; may be repeated.")
def command(stdio: bool, port: int | None, host: str, origins: tuple[str, ...]) -> None:
    """Serve editors over the Language Server Protocol: findings as you type, completion, hover, rename, boards.

    Editors start it themselves; docs/editors.md has their settings. It needs the extra `lsp`.

    \b
    Example: ggl lsp --ws 7345
    """
    if stdio and port is not None:
        raise click.UsageError("--stdio and --ws cannot be combined")
    wanted = ("pygls",) if port is None else ("pygls", "websockets")
    if any(importlib.util.find_spec(name) is None for name in wanted):
        from ggl.errors import GglError

        raise GglError("the language server needs the extra `lsp`, which is not installed: pip install 'ggl-games[lsp]'")
    from ggl.lsp.serving import serve_stdio, serve_websocket

    if port is None:
        serve_stdio()
    else:
        serve_websocket(host, port, origins, lambda number: terminal.note(f"listening at ws://{host}:{number}"))
