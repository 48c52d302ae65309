"""Frames between the server and its processes: a line of JSON, and after it the number of bytes that the line gives.

The bytes are a message, a job, or its result; the server passes them on without reading them.
"""

from __future__ import annotations

import asyncio
import json
from typing import IO, Any

LONGEST_HEAD = 1 << 16
LARGEST = 1 << 26
"""The most bytes after a line: a view of a board with 20,000 legal moves has 2 MB."""


def packed(head: dict[str, Any], payload: bytes = b"") -> bytes:
    return json.dumps({**head, "n": len(payload)}, separators=(",", ":")).encode() + b"\n" + payload


def read_frame(stream: IO[bytes]) -> tuple[dict[str, Any], bytes] | None:
    """The next frame; None at the end of the stream."""
    line = stream.readline(LONGEST_HEAD)
    if not line.endswith(b"\n"):
        return None
    head = json.loads(line)
    payload = stream.read(head["n"])
    return (head, payload) if len(payload) == head["n"] else None


async def next_frame(stream: asyncio.StreamReader) -> tuple[dict[str, Any], bytes] | None:
    try:
        head = json.loads(await stream.readuntil(b"\n"))
        if not 0 <= head["n"] <= LARGEST:
            return None
        return head, await stream.readexactly(head["n"])
    except (asyncio.IncompleteReadError, asyncio.LimitOverrunError, ValueError, OSError):
        return None
