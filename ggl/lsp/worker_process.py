"""Runs long work on a game in a process of its own, and ends the process when its time is over.

`ask_worker` takes a question as plain data and gives the answer as plain data. `python -m ggl.lsp.worker_process` is the process:
it reads the question from standard input and writes the answer to standard output.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

MOST_MEMORY = 4 << 30

PATIENCE = 60.0
"""Seconds that one question may take."""

Plain = dict[str, Any]


async def ask_worker(question: Plain, patience: float = PATIENCE) -> Plain:
    """The answer; `{"error": TEXT}` for a question that cannot be answered, in time or at all."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "ggl.lsp.worker_process",
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    try:
        out, _ = await asyncio.wait_for(process.communicate(json.dumps(question).encode()), patience)
    except TimeoutError:
        return {"error": f"stopped, because this takes longer than {patience:.0f} s, and was ended"}
    finally:
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
    try:
        answer: Plain = json.loads(out)
    except ValueError:
        return {"error": "the process that worked on this failed"}
    return answer


def answer(question: Plain) -> Plain:
    from ggl.errors import GglError
    from ggl.host.desk.files import Files
    from ggl.host.desk.reading import read_text
    from ggl.source import Source

    folder = question.get("folder")
    texts = {Path(path): text for path, text in question.get("texts", {}).items()}
    reading = read_text(Source(question["name"], question["text"]), Files(Path(folder) if folder else None, texts))
    if reading.checked is None:
        return {"error": "this file has errors; fix them first"}
    try:
        made: Plain = _WAYS[question["do"]](reading.checked, question)
        return made
    except GglError as error:
        return {"error": str(error)}


def _tests(checked: Any, question: Plain) -> Plain:
    from ggl.host.desk.preview import tried

    results = []
    for one in tried(checked, question.get("test", "")):
        failures = [
            {"message": each.message, "label": each.label, "start": each.span.start if each.span else None,
             "end": each.span.end if each.span else None, "code": each.code.code}
            for each in one.failures
        ]  # fmt: skip
        results.append({"name": one.name, "passed": not failures, "failures": failures})
    return {"tests": results}


def _perft(checked: Any, question: Plain) -> Plain:
    from ggl.host.desk.preview import counts

    return {"perft": list(counts(checked, min(int(question.get("depth", 2)), 8), question.get("test", "")))}


def _board(checked: Any, question: Plain) -> Plain:
    from ggl.host.desk.preview import board_preview

    one = board_preview(checked, question.get("test", ""), tuple(question.get("moves", ())), question.get("theme", "auto"))
    return {"svg": one.svg, "mover": one.mover, "ply": one.ply, "legal": list(one.legal), "result": one.result}


_WAYS: Mapping[str, Any] = {"tests": _tests, "perft": _perft, "board": _board}


def _bounded() -> None:
    """Limits the memory to the need of a game, if the system can."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))


if __name__ == "__main__":
    _bounded()
    json.dump(answer(json.load(sys.stdin)), sys.stdout)
