"""How soon an editor hears of an edit: `python benchmarks/editing.py [GAME ..] [--edits N]`.

Drives `ggl lsp` as an editor does. Each edit changes a move of the game, or takes that back; measured is the time from the edit
to the findings of that text, in which is the pause that the server makes, and to the completion asked right after it.
The table tells the median, the greatest, and the median as a ratio to the limit that was set: 250 ms for findings, 50 ms for
completion. Beside it stands the processor time of the server for an edit and its findings, which no other busy program lengthens.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from lsprotocol import types as lsp

from ggl.play.loading import find_source
from tests.lsp.client import Client

FINDINGS, COMPLETION = 0.25, 0.05


def spent(client: Client) -> float:
    """Seconds of the processor that the server has taken, where the system tells."""
    try:
        fields = Path(f"/proc/{client.lsp._server.pid}/stat").read_text().rpartition(")")[2].split()
    except (OSError, AttributeError):
        return float("nan")
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def measured(client: Client, name: str, edits: int) -> str:
    text = find_source(name).text
    uri = client.open(f"untitled:{name}", text)
    await client.findings(uri)
    at = text.index("\n", max(text.find("\nmoves:"), 0) + 1)
    found, completed, worked = [], [], []
    for number in range(edits):
        begin, before = time.perf_counter(), spent(client)
        if number % 2:
            client.edit(uri, at, at + 3, "")
        else:
            client.edit(uri, at, at, " # ")
        params = lsp.CompletionParams(lsp.TextDocumentIdentifier(uri), client.position(uri, at))
        await client.lsp.text_document_completion_async(params)
        completed.append(time.perf_counter() - begin)
        await client.findings(uri)
        found.append(time.perf_counter() - begin)
        worked.append(spent(client) - before)
    cells = [f"{name:14}"]
    for times, limit in ((found, FINDINGS), (completed, COMPLETION), (worked, FINDINGS)):
        middle = statistics.median(times)
        cells.append(f"{middle * 1000:6.0f} {max(times) * 1000:6.0f} {middle / limit:6.2f}")
    return "   ".join(cells)


async def main(games: list[str], edits: int) -> None:
    client = Client()
    await client.start()
    print(f"{'':14}   {'findings, ms':20}   {'completion, ms':20}   {'processor, ms':20}")
    for name in games:
        print(await measured(client, name, edits), flush=True)
    await client.stop()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=["chess", "sgibun", "tiku-points"])
    parser.add_argument("--edits", type=int, default=20)
    given = parser.parse_args()
    asyncio.run(main(given.games, given.edits))
