"""A `ggl` that has started already: what tests run as a command is forked from one process that has imported ggl.

Half a second of each command is the start of Python, of ggl and of its language, and the tests run hundreds. Machine code is made
without LLVM's passes (`unoptimized.py`). A command is as it is for a person in all else: it has its own process, streams, folder
and environment. What tests of the start itself, of signals and of terminals run is started from nothing.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import json
import os
import select
import shutil
import socket
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

from tests import unoptimized

_CLIENT = f"""#!{sys.executable} -IS
import json, os, socket, sys
with socket.socket(socket.AF_UNIX) as server:
    server.connect(os.path.join(os.path.dirname(os.path.abspath(__file__)), "socket"))
    asked = json.dumps([sys.argv, os.getcwd(), dict(os.environ)]).encode()
    socket.send_fds(server, [len(asked).to_bytes(4, "big")], [0, 1, 2])
    server.sendall(asked)
    code = server.recv(1)
os._exit(code[0] if code else 70)
"""


@cache
def ggl() -> Path:
    """The path of an executable file `ggl`, in a folder of its own, that is served as long as this process lives."""
    folder = Path(tempfile.mkdtemp(prefix="ggl-"))
    command = folder / "ggl"
    command.write_text(_CLIENT)
    command.chmod(0o755)
    words = [sys.executable, "-m", "tests.warm", str(folder)]
    server = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=Path(__file__).parents[1])
    assert server.stdout is not None
    assert server.stdout.readline() == b"ready\n"
    _SERVERS.append(server)
    return command


_SERVERS: list[subprocess.Popen[bytes]] = []
"""Each ends when its standard input does, and so with this process."""


def _warm() -> None:
    from ggl.cli import VERBS, terminal
    from ggl.play.loading import check_source
    from ggl.source import Source

    for verb in (verb for verbs in VERBS.values() for verb in verbs):
        importlib.import_module(f"ggl.cli.{verb}")
    moves = {"place": {"for": "c in cells", "where": "empty(c)", "do": "put stone on c"}}
    game = {"ggl": 1, "name": "Warm", "players": ["A", "B"], "board": "square(2)", "pieces": {"stone": {}}, "moves": moves}
    assert check_source(Source("warm.yaml", json.dumps(game | {"end": {"draw": "full"}})))[0] is not None
    unoptimized.install()
    terminal.SLOW = 3600.0  # what a busy machine makes long is not remarked on
    gc.freeze()


def _serve(folder: Path) -> None:
    """Fork a process for each that connects; returns in these processes."""
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(folder / "socket"))
        server.listen()
        print("ready", flush=True)
        while True:
            if sys.stdin in select.select([server, sys.stdin], [], [])[0]:
                shutil.rmtree(folder)
                os._exit(0)
            connection, _ = server.accept()
            if os.fork() == 0:
                break
            connection.close()
            with contextlib.suppress(ChildProcessError):
                while os.waitpid(-1, os.WNOHANG)[0]:
                    pass
    _answer(connection)


def _answer(connection: socket.socket) -> None:
    """Fork the command that is asked for, tell its exit code, and end it when nobody waits any more; returns in the command."""
    head, streams, _, _ = socket.recv_fds(connection, 4, 3)
    length, asked = int.from_bytes(head, "big"), b""
    while len(asked) < length:
        asked += connection.recv(length - len(asked))
    child = os.fork()
    if child == 0:
        connection.close()
        _become(streams, *json.loads(asked))
        return
    for stream in (0, 1, *streams):
        os.close(stream)
    ended = os.pidfd_open(child)
    if connection in select.select([ended, connection], [], [])[0]:
        os.kill(child, 9)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    with contextlib.suppress(OSError):
        connection.send(bytes([code if code >= 0 else 128 - code]))
    os._exit(0)


def _become(streams: list[int], words: list[str], folder: str, environment: dict[str, str]) -> None:
    os.setsid()
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    sys.argv = words
    encoding, _, errors = environment.get("PYTHONIOENCODING", "").partition(":")
    for number, (stream, name, mode) in enumerate(zip(streams, ("stdin", "stdout", "stderr"), "rww", strict=True)):
        os.dup2(stream, number)
        os.close(stream)
        handled = "backslashreplace" if number == 2 else errors or None
        opened = open(number, mode, 1 if number == 2 else -1, encoding or None, handled, closefd=False)  # noqa: SIM115
        setattr(sys, name, opened)
        setattr(sys, f"__{name}__", opened)


if __name__ == "__main__":
    _warm()
    _serve(Path(sys.argv[1]))
    from ggl.cli import main

    main()
