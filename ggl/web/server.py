"""The server: the page's files, and a WebSocket for the host's messages.

It rejects requests with another name of this machine (DNS rebinding) or from another site's page. A connection must begin with
`hello` and its secret. The server reads no faster than `LIMITS.rate`, and closes a connection that does not read in time. The
Content-Security-Policy of the page allows no other code.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import itertools
import secrets
import socket
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from ggl.host.answers import Hello, Links
from ggl.host.errors import HostError, refusal_of
from ggl.host.events import FilesEvent
from ggl.host.limits import LIMITS, Limits
from ggl.host.messages import BadRequestError, read_request
from ggl.host.outputs import answered, refused
from ggl.host.requests import SayHello, TableLinks
from ggl.host.rights import Rights, check_rights, greeted
from ggl.typed_json import encoded
from ggl.web.links import WATCH, Secrets
from ggl.web.process_pool import ProcessPool

PAGE = Path(__file__).parent / "page"

CAN = ("files", "links", "jobs", "views", "export", "analysis")
"""What this carrier adds to a host: requests, and judges that go by the view of one side (`views`)."""

_MOST_BAD = 100
"""The number of invalid messages that closes a connection."""

_MOST_UNSENT, _MOST_UNANSWERED = 1000, 64
"""The most messages that wait for a slow connection, and the most concurrent requests of one."""

_HELLO_WITHIN = 10.0
_SECURE = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-cache",
}


def policy(host: str) -> str:
    """The Content-Security-Policy of the page: only resources of this server, and nothing inline."""
    return ("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; "
            f"img-src 'self' data: blob:; font-src 'self'; connect-src 'self' ws://{host} wss://{host}; manifest-src 'self'; "
            "base-uri 'none'; form-action 'none'; frame-ancestors 'none'")  # fmt: skip


@dataclass(eq=False)
class _Connection:
    """One WebSocket: its role, the tables and desks that it looks at, and its outgoing queue. Of several queued views of a
    table, only the last is sent."""

    number: int
    rights: Rights | None = None
    looks: set[str] = field(default_factory=set)
    under_way: int = 0
    out: OrderedDict[object, bytes] = field(default_factory=OrderedDict)
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    room: asyncio.Event = field(default_factory=asyncio.Event)
    is_full: bool = False

    def send(self, text: bytes, key: object = None) -> None:
        key = key if key is not None else object()
        self.out.pop(key, None)
        self.out[key] = text
        self.is_full = self.is_full or len(self.out) > _MOST_UNSENT
        self.wake.set()


class Server:
    """The connections of a workshop, and the crew that works for them."""

    def __init__(
        self,
        folder: Path,
        limits: Limits = LIMITS,
        *,
        share: bool = False,
        names: Iterable[str] = (),
        foreign: bool = False,
    ) -> None:
        """With `share`, all addresses and the name of this machine reach it; `names` are further ones, such as a proxy's."""
        self.folder, self._limits, self._share, self._names = folder.resolve(), limits, share, frozenset(names)
        self.secrets = Secrets(self.folder)
        self.crew = ProcessPool(self.folder, self, limits, foreign=foreign)
        self._beginnings: dict[str, str] = {}
        self._connections: dict[int, _Connection] = {}
        self._numbers = itertools.count(1)

    def app(self) -> ASGIApp:
        files = StaticFiles(directory=PAGE, html=True)
        routes = [WebSocketRoute("/socket", self._talk), Route("/begin/{token}", self._begin), Mount("/", files)]
        return _Guard(Starlette(routes=routes, lifespan=self._lifespan), self._share, self._names)

    def beginning(self, link: str) -> str:
        """A path that leads to a link once. The browser is started with it, since other users may see its command line."""
        token = secrets.token_urlsafe(16)
        self._beginnings[token] = link
        return f"/begin/{token}"

    async def _begin(self, request: Request) -> Response:
        link = self._beginnings.pop(request.path_params["token"], None)
        if link is None:
            return PlainTextResponse("this link was used; the one that `ggl workshop` printed can be used again", 403)
        return RedirectResponse(link, 303)

    @contextlib.asynccontextmanager
    async def _lifespan(self, _: Starlette) -> AsyncIterator[None]:
        self.crew.start()
        watching = asyncio.get_running_loop().create_task(self._watch_files())
        try:
            yield
        finally:
            watching.cancel()
            await self.crew.close()
            self.secrets.forget()

    async def _watch_files(self) -> None:
        """Tell the owner about files that another program has changed."""
        from watchfiles import awatch

        from ggl.host.folder import Folder

        folder = Folder(self.folder)
        while True:
            with contextlib.suppress(Exception):  # a watch ends at a change of a file whose name is not UTF-8
                async for changes in awatch(self.folder, recursive=True, ignore_permission_denied=True):
                    names = sorted({name for _, path in changes if (name := folder.name(path)) is not None})
                    if names:
                        self._to_owners(encoded(FilesEvent(tuple(names[:100]))).encode())
                        self.crew.files_changed()
            await asyncio.sleep(1)

    def _to_owners(self, text: bytes) -> None:
        for connection in self._connections.values():
            if connection.rights is not None and connection.rights.who == "owner":
                connection.send(text)

    # ---- what the crew says

    def reply(self, connection: int, text: bytes, looks: str, leaves: str) -> None:
        found = self._connections.get(connection)
        if found is None:
            return
        if looks:
            found.looks.add(looks)
        found.looks.discard(leaves)
        found.under_way -= 1
        found.room.set()
        found.send(text)

    def tell(self, about: str, text: bytes, but: int | None, *, replaces: bool) -> None:
        for connection in self._connections.values():
            if about in connection.looks and connection.number != but:
                connection.send(text, about if replaces else None)

    def tell_one(self, connection: int, text: bytes) -> None:
        found = self._connections.get(connection)
        if found is not None:
            found.send(text)

    # ---- a connection

    async def _talk(self, socket: WebSocket) -> None:
        strangers = sum(each.rights is None for each in self._connections.values())
        if len(self._connections) >= self._limits.connections or strangers >= self._limits.strangers:
            await socket.close(1013)
            return
        await socket.accept()
        connection = _Connection(next(self._numbers))
        self._connections[connection.number] = connection
        writer = asyncio.get_running_loop().create_task(self._write(socket, connection))
        reader = asyncio.get_running_loop().create_task(self._read(socket, connection))
        try:
            await asyncio.wait({writer, reader}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            del self._connections[connection.number]
            self.crew.left(connection.number)
            for task in (writer, reader):
                task.cancel()
            await asyncio.gather(writer, reader, return_exceptions=True)
            with contextlib.suppress(RuntimeError, OSError, WebSocketDisconnect):
                await socket.close(1008)

    async def _write(self, socket: WebSocket, connection: _Connection) -> None:
        with contextlib.suppress(RuntimeError, OSError, WebSocketDisconnect):
            while not connection.is_full:
                while connection.out:
                    _, text = connection.out.popitem(last=False)
                    await socket.send_text(text.decode())
                connection.wake.clear()
                await connection.wake.wait()

    async def _read(self, socket: WebSocket, connection: _Connection) -> None:
        """Read one message after the other, at the permitted rate."""
        room, last, bad = float(self._limits.burst), time.monotonic(), 0
        until = last + _HELLO_WITHIN
        with contextlib.suppress(RuntimeError, OSError, WebSocketDisconnect, asyncio.TimeoutError):
            while bad < _MOST_BAD:
                within = max(0.0, until - time.monotonic()) if connection.rights is None else None
                text = _text_of(await asyncio.wait_for(socket.receive(), within))
                now = time.monotonic()
                room, last = min(self._limits.burst, room + (now - last) * self._limits.rate) - 1, now
                if room < 0:
                    await asyncio.sleep(-room / self._limits.rate)
                while connection.under_way >= _MOST_UNANSWERED:
                    connection.room.clear()
                    await connection.room.wait()
                bad += not self._take(connection, text)

    def _take(self, connection: _Connection, text: bytes) -> bool:
        """Answer a message, or pass it to the crew. False if it is invalid."""
        try:
            number, asked = read_request(text, self._limits.message)
        except BadRequestError as error:
            connection.send(refused(connection.number, error.id, refusal_of(error)).text.encode())
            return False
        try:
            if isinstance(asked, SayHello):
                connection.send(answered(connection.number, number, self._greeted(connection, asked)).text.encode())
                return True
            if connection.rights is None:
                raise HostError("forbidden", "the first message must be `hello`, with the secret of the link")
            check_rights(connection.rights, asked)
            if isinstance(asked, TableLinks):
                connection.send(answered(connection.number, number, self.links(asked.table)).text.encode())
                return True
        except HostError as error:
            connection.send(refused(connection.number, number, refusal_of(error)).text.encode())
            return connection.rights is not None
        connection.under_way += 1
        self.crew.take(connection.number, number, asked, connection.rights, text)
        return True

    def _greeted(self, connection: _Connection, asked: SayHello) -> Hello:
        if connection.rights is not None:
            raise HostError("invalid", "this connection has already said `hello`")
        rights = self.secrets.rights(asked.secret)
        if rights is None:
            raise HostError("forbidden", "this link is no longer valid; ask the sender for a new one")
        hello = greeted(asked, rights, CAN, self.folder.name)
        connection.rights = rights
        return hello

    def links(self, table: str) -> Links:
        from ggl.play.values import SEATS

        seats = {seat: f"/#{self.secrets.seat(table, seat)}" for seat in SEATS}
        return Links(seats, f"/#{self.secrets.seat(table, WATCH)}")


def _text_of(message: Message) -> bytes:
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect
    text: str | None = message.get("text")
    data: bytes | None = message.get("bytes")
    return text.encode("utf-8", "surrogatepass") if text is not None else data or b""


class _Guard:
    """Refuses requests for another host name or from a page of another site; adds headers to responses."""

    def __init__(self, app: ASGIApp, share: bool, names: Iterable[str]) -> None:
        self._app, self._share = app, share
        own = socket.gethostname().lower()
        self._names = {"localhost", *map(str.lower, names), *((own, f"{own}.local") if share else ())}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        host, origin = headers.get("host", ""), headers.get("origin")
        if not self.is_ours(host) or (origin is not None and not _is_same(origin, host)):
            await _turned_away(scope, receive, send)
            return
        if scope["type"] == "http" and scope["method"] not in ("GET", "HEAD"):
            await PlainTextResponse("only GET", 405)(scope, receive, send)
            return

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                added = {**_SECURE, "content-security-policy": policy(host)}
                message["headers"] = [*message["headers"], *((k.encode(), v.encode()) for k, v in added.items())]
            await send(message)

        await self._app(scope, receive, sent)

    def is_ours(self, host: str) -> bool:
        """Whether a `Host` is a name of this machine that no other site can have: an address, or its own name if it shares."""
        name, _, port = host.rpartition(":") if not host.endswith("]") and ":" in host else (host, "", "")
        if port and not (port.isascii() and port.isdecimal()):
            return False
        if name.lower() in self._names:
            return True
        try:
            address = ipaddress.ip_address(name.strip("[]"))
        except ValueError:
            return False
        return self._share or address.is_loopback


def _is_same(origin: str, host: str) -> bool:
    return origin.lower() in (f"http://{host.lower()}", f"https://{host.lower()}")


async def _turned_away(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008})
        return
    await PlainTextResponse("this is not the address of this workshop", 403)(scope, receive, send)
