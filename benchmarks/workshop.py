"""A workshop under load: many tables with two players each, who each wait a second, move, and see the other's move.

    python benchmarks/workshop.py [--tables 200] [--seconds 30] [--pause 1.0] [--game connect-four]

Starts `ggl workshop` on the loopback, and as many players as fit; each has a link of its own. A player whose turn it is waits for
`--pause` since the last move and plays a random legal one; a play that is over goes on as another table. Told at the end: moves a
second; what a move took of the processor (the players take their share of the same machine); how long it took from sending a move
to its answer and to the view of the other player (median, 95 %, worst); what was lost: answers that did not come, and moves that
are not on file. Exits with 1 if anything was lost.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import socket
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import websockets

PATIENCE = 120.0
_REVISION = re.compile(r'"revision":(\d+)')


@dataclass
class Told:
    """What was measured, in seconds, and what was lost."""

    answers: list[float] = field(default_factory=list)
    views: list[float] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    played: dict[str, int] = field(default_factory=dict)


class Player:
    """A connection that asks one thing at a time; the revisions of views that come meanwhile go to `seen`."""

    def __init__(self, address: str, secret: str) -> None:
        self._address, self._secret, self._count = address, secret, 0
        self._answers: dict[int, asyncio.Future[Any]] = {}
        self.seen: asyncio.Queue[tuple[float, int]] = asyncio.Queue()

    async def come(self) -> None:
        self._socket = await websockets.connect(
            self._address, max_size=None, open_timeout=PATIENCE, ping_interval=None, proxy=None, compression=None
        )
        self._reading = asyncio.get_running_loop().create_task(self._read())
        await self.ask("hello", version=1, secret=self._secret)

    async def _read(self) -> None:
        async for text in self._socket:
            assert isinstance(text, str)
            if text.startswith('{"id"'):
                message = json.loads(text)
                self._answers.pop(message["id"]).set_result(message)
            elif text.endswith('"event":"view"}'):  # the whole of it is for the one who moves next, who has it already
                found = _REVISION.search(text)
                assert found is not None
                self.seen.put_nowait((time.perf_counter(), int(found[1])))

    async def ask(self, do: str, **what: Any) -> Any:
        self._count += 1
        answer = self._answers[self._count] = asyncio.get_running_loop().create_future()
        await self._socket.send(json.dumps({"id": self._count, "do": do, **what}))
        message = await asyncio.wait_for(answer, PATIENCE)
        if "error" in message:
            raise RuntimeError(message["error"]["text"])
        return message["ok"]

    async def leave(self) -> None:
        self._reading.cancel()
        await self._socket.close()


async def play(address: str, owner: Player, game: str, pause: float, until: float, told: Told, rng: random.Random) -> None:
    """Two players at one table after the other."""
    while time.perf_counter() < until:
        opened = await owner.ask("table.open", game=game)
        table, view = opened["table"], opened["view"]
        links = await owner.ask("table.links", table=table)
        players = {seat: Player(address, links["seats"][seat].removeprefix("/#")) for seat in ("first", "second")}
        for player in players.values():
            await player.come()
            await player.ask("table.join", table=table)
        seats = {side["side"]: side["seat"] for side in view["sides"]}
        last = time.perf_counter() - rng.random() * pause
        while view["over"] is None and time.perf_counter() < until:
            await asyncio.sleep(max(0.0, last + pause - time.perf_counter()))
            seat = seats[view["mover"]]
            other = players["second" if seat == "first" else "first"]
            last = time.perf_counter()
            try:
                view = await players[seat].ask("table.play", table=table, text=rng.choice(view["legal"])["text"])
                told.answers.append(time.perf_counter() - last)
                while True:
                    at, seen = await asyncio.wait_for(other.seen.get(), PATIENCE)
                    if seen == view["revision"]:
                        break
                told.views.append(at - last)
            except (TimeoutError, RuntimeError) as error:
                told.refused.append(str(error))
                break
        told.played[table] = len([step for turn in view["turns"] for step in turn["steps"]])
        for player in players.values():
            await player.leave()


async def run(link: str, options: argparse.Namespace, server: int) -> tuple[Told, float, dict[str, float]]:
    base, _, secret = link.partition("#")
    address, told = base.rstrip("/").replace("http", "ws", 1) + "/socket", Told()
    owners = [Player(address, secret) for _ in range(max(1, options.tables // 20))]
    for owner in owners:
        await owner.come()
        await owner.ask("files")
    begin = time.perf_counter()
    until = begin + options.seconds + options.ramp
    plays = []
    for number in range(options.tables):
        rng = random.Random(number)
        owner = owners[number % len(owners)]
        plays.append(asyncio.create_task(play(address, owner, options.game, options.pause, until, told, rng)))
        await asyncio.sleep(options.ramp / options.tables)
    told.answers.clear()  # what was measured while tables were still being opened
    told.views.clear()
    begin, used = time.perf_counter(), processor(server)
    await asyncio.gather(*plays)
    after = processor(server)
    return told, time.perf_counter() - begin, {who: seconds - used[who] for who, seconds in after.items()}


def shown(name: str, seconds: list[float]) -> str:
    if not seconds:
        return f"{name}: nothing"
    ordered = sorted(1000 * each for each in seconds)
    at = [ordered[min(len(ordered) - 1, int(share * len(ordered)))] for share in (0.5, 0.95)]
    return f"{name}: median {at[0]:.0f} ms, 95 % {at[1]:.0f} ms, worst {ordered[-1]:.0f} ms"


def processor(server: int) -> dict[str, float]:
    """Seconds of the processor that the server, its processes and this program have taken, where the system tells."""
    found = {"server": 0.0, "its processes": 0.0, "the players": 0.0}
    for each in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = each.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        process, parent = int(each.parent.name), int(fields[1])
        who = {server: "server", os.getpid(): "the players"}.get(process, "its processes" if parent == server else "")
        if who:
            found[who] += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return found


def kept(folder: Path) -> dict[str, int]:
    """How many steps of each play are on file."""
    found = {}
    for file in folder.glob("*.jsonl"):
        record = json.loads(file.read_text("utf-8"))
        found[record["play"]] = sum(len(turn) if isinstance(turn, list) else 1 for turn in record["moves"])
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description="A workshop under load.")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--ramp", type=float, default=30.0, help="seconds over which the tables are opened")
    parser.add_argument("--pause", type=float, default=1.0, help="seconds between two moves at a table")
    parser.add_argument("--game", default="connect-four")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        free.close()
        games = Path(folder) / "games"  # the server watches it, and no plays are written there
        games.mkdir()
        environment = {**os.environ, "XDG_STATE_HOME": folder}
        words = [sys.executable, "-m", "ggl", "workshop", str(games), "--no-browser", "--port", str(port)]
        server = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment)
        assert server.stdout is not None
        link = server.stdout.readline().strip()
        time.sleep(2)
        try:
            told, seconds, used = asyncio.run(run(link, options, server.pid))
        finally:
            on_file = kept(Path(folder) / "ggl")
            server.kill()
            server.wait()
    lost = {play: steps for play, steps in told.played.items() if on_file.get(play, 0) < steps}
    print(f"{options.tables} tables, {len(told.answers)} moves in {seconds:.0f} s: {len(told.answers) / seconds:.0f} a second")
    each = ", ".join(f"{who} {1000 * spent / max(1, len(told.answers)):.1f}" for who, spent in used.items())
    print(f"ms of the processor a move: {each}; load {os.getloadavg()[0]:.1f}, {os.cpu_count()} cores")
    print(shown("answer", told.answers))
    print(shown("seen by the other", told.views))
    print(f"refused or without an answer: {len(told.refused)} {told.refused[:3] or ''}; moves not on file: {len(lost)}")
    return 1 if told.refused or lost else 0


if __name__ == "__main__":
    sys.exit(main())
