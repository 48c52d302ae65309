"""The server on its carriers: standard input and output, or WebSockets on this machine."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from threading import Event

from ggl.host.warm_up import warm_up
from ggl.lsp.server import make_server


def serve_stdio() -> None:
    server = make_server()
    warm_up()
    server.start_io()


def serve_websocket(host: str, port: int, origins: tuple[str, ...], told: object = None) -> None:
    """Serve each connection with a server of its own. A page of a browser may connect only if its origin is among `origins`."""
    warm_up()
    with contextlib.suppress(KeyboardInterrupt, asyncio.CancelledError):
        asyncio.run(_websocket(host, port, origins, told))


async def _websocket(host: str, port: int, origins: tuple[str, ...], told: object) -> None:
    from pygls.io_ import run_websocket
    from websockets.asyncio.server import ServerConnection, serve
    from websockets.typing import Origin

    logger = logging.getLogger("pygls.server")

    async def connected(websocket: ServerConnection) -> None:
        server = make_server()
        await run_websocket(
            stop_event=Event(),
            websocket=websocket,
            protocol=server.protocol,
            logger=logger,
            error_handler=server.report_server_error,
        )

    allowed = [None, *(Origin(each) for each in origins)]
    async with serve(connected, host, port, origins=allowed, max_size=1 << 24) as server:
        if callable(told):
            told(next(iter(server.sockets)).getsockname()[1])
        await server.serve_forever()
