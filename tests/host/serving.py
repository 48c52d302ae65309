"""A workshop as a process, and people who come to it over WebSocket."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.host.driver import Refused

PATIENCE = 60.0


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


class Workshop:
    """`ggl workshop FOLDER --no-browser --port PORT`."""

    def __init__(self, folder: Path, *more: str, port: int | None = None) -> None:
        self.port = port or free_port()
        words = [sys.executable, "-m", "ggl", "workshop", str(folder), "--no-browser", "--port", str(self.port), *more]
        environment = {**os.environ, "PYTHONWARNINGS": "error"}
        self._process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)
        self._said: str | None = None
        assert self._process.stdout is not None
        self.link = self._process.stdout.readline().strip()
        self.secret = self.link.partition("#")[2]
        assert self.secret, self.errors()
        self._wait()

    def _wait(self) -> None:
        for _ in range(200):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
                return
            time.sleep(0.05)
        raise AssertionError("nobody listens")

    def get(self, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
        """The status, headers and body of a page."""
        return self.request("GET", path, **headers)

    def request(self, method: str, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
        from http.client import HTTPConnection

        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        connection.putrequest(method, path, skip_host="host" in headers, skip_accept_encoding=True)
        for name, value in headers.items():
            connection.putheader(name, value)
        connection.endheaders()
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        return answer.status, {name.lower(): value for name, value in answer.getheaders()}, body

    def kill(self) -> None:
        self._process.kill()
        self.errors()

    def close(self) -> str:
        """End it as Ctrl-C does; what it said on stderr."""
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGINT)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(20)
            self._process.kill()
        return self.errors()

    def errors(self) -> str:
        self._process.wait(PATIENCE)
        if self._said is None:
            self._said = self._process.communicate()[1]
        return self._said

    def children(self) -> list[int]:
        """Its processes."""
        found = []
        for each in Path("/proc").iterdir():
            with contextlib.suppress(OSError, ValueError, IndexError):
                fields = (each / "stat").read_text().rpartition(")")[2].split()
                if int(fields[1]) == self._process.pid:
                    found.append(int(each.name))
        return found


@contextlib.contextmanager
def workshop(folder: Path, *more: str) -> Iterator[Workshop]:
    found = Workshop(folder, *more)
    try:
        yield found
    finally:
        found.close()


class Visitor:
    """Somebody with a link, who may call the server by another `host`, or come from the page of an `origin`."""

    def __init__(self, at: Workshop, secret: str | None = None, *, hello: bool = True, host: str = "", origin: str = "") -> None:
        from websockets.sync.client import connect

        address = f"ws://{host or f'127.0.0.1:{at.port}'}/socket"
        connection = socket.create_connection(("127.0.0.1", at.port), PATIENCE)
        headers = {"Origin": origin} if origin else None
        self._stack = contextlib.ExitStack()
        opened = connect(address, sock=connection, additional_headers=headers, max_size=None, open_timeout=PATIENCE, proxy=None)
        self._socket = self._stack.enter_context(opened)
        OPEN.append(self)
        self.events: list[dict[str, Any]] = []
        self._count = 0
        if hello:
            self.hello = self.ask("hello", version=1, secret=at.secret if secret is None else secret)

    def ask(self, do: str, **what: Any) -> Any:
        self._count += 1
        self.send(json.dumps({"id": self._count, "do": do, **what}))
        while (message := self.receive()).get("id", 0) != self._count:
            assert "event" in message, message
        if "error" in message:
            raise Refused(message["error"])
        return message["ok"]

    def send(self, text: str | bytes) -> None:
        self._socket.send(text)

    def receive(self, within: float = PATIENCE) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self._socket.recv(within))
        if "event" in message:
            self.events.append(message)
        return message

    def wait(self, event: str, within: float = PATIENCE) -> dict[str, Any]:
        """The next event of a name, of those that were not waited for yet."""
        while True:
            for number, each in enumerate(self.events):
                if each["event"] == event:
                    return self.events.pop(number)
            self.receive(within)

    def close(self) -> None:
        self._stack.close()


OPEN: list[Visitor] = []
"""Those who have come, to be seen out when a test is over."""


def see_out() -> None:
    while OPEN:
        OPEN.pop().close()
