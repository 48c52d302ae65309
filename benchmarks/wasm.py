"""Random plays a second in WebAssembly, in node, beside machine code of the same kernel: `python benchmarks/wasm.py chess`.

Both play the same games on one thread, in turns; the first rows are compared. Prints the size of the module without the passes
that optimize it and with them, the seconds that ggl takes to write it from the kernel and that V8 takes to load it, plays in a
second of the processor in both, the best of all turns, and their ratio.
"""

from __future__ import annotations

import base64
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

import click

import ggl
from ggl.compiler.backends.wasm import wasm
from ggl.compiler.backends.wasm_passes import prepared
from ggl.compiler.kernel.forms import Module
from ggl.compiler.kernel.soft_bit_moves import without_bit_moves
from ggl.compiler.runtime.engine import Compiled

SEED_GAMES = ("tabik", "quarod", "sgibun", "tirnabun", "tiku")
GAMES = ("tic-tac-toe", "connect-four", "othello", "gomoku", "hex", "go", "backgammon", "chess", *SEED_GAMES)
BATCH, SEED, MOST_STEPS = 64, 1, 1 << 20


def options(text: str) -> tuple[str, dict[str, Any]]:
    """A game and its options: `go:size=9`."""
    name, *rest = text.split(":")
    return name, {key: json.loads(value) for key, value in (each.split("=") for each in rest)}


def memory(engine: Compiled) -> tuple[Any, int]:
    """The memory of this thread, and where its arena begins."""
    return engine.tried(lambda v, top: (v, top))


def task(engine: Compiled, code: bytes, folder: Path, seconds: float) -> dict[str, Any]:
    """What node needs: the module, a memory with everything that the entry is handed, and the arguments."""
    (folder / "module.wasm").write_bytes(code)
    (v, top), rows = memory(engine), engine.rows(BATCH)
    (folder / "memory").write_bytes(bytes(64) + v.tobytes() + rows.tobytes())
    return {
        "module": str(folder / "module.wasm"),
        "memory": str(folder / "memory"),
        "entry": engine.emitted.entries["playouts"],
        "v": 64,
        "top": top,
        "seed": SEED,
        "limits": [MOST_STEPS, engine.room.most],
        "rows": 64 + v.nbytes,
        "batch": BATCH,
        "seconds": seconds,
    }


def native(engine: Compiled, seconds: float) -> float:
    """Plays a second by machine code, in calls of as many plays as node makes."""
    v, top = memory(engine)
    out, played, since = engine.rows(BATCH), 0, time.process_time()
    while time.process_time() - since < seconds:
        engine.call("playouts", v, top, SEED, played, played + BATCH, MOST_STEPS, engine.room.most, out)
        played += BATCH
    return played / (time.process_time() - since)


def measured(text: str, seconds: float, repeats: int) -> str:
    name, given = options(text)
    engine = Compiled(ggl.load(name, **given).checked.core, name)
    module = engine.emitted.kernel
    engine.playouts(20 * BATCH, SEED)  # the memory is large enough after these, as a rule
    entry = engine.emitted.entries["playouts"]
    module = Module(module.functions, (entry,))
    since = time.process_time()
    code = wasm(prepared(module), (entry,))
    written = time.process_time() - since
    plain = wasm(without_bit_moves(module), (entry,))
    here, there, load = [], [], []
    for _ in range(repeats):
        here.append(native(engine, seconds))
        with tempfile.TemporaryDirectory() as folder:
            told = task(engine, code, Path(folder), seconds)
            node = ["node", str(Path(__file__).with_suffix(".mjs"))]
            run = subprocess.run(node, input=json.dumps(told), capture_output=True, text=True, check=True)
        answer = json.loads(run.stdout)
        if base64.b64decode(answer["rows"]) != engine.playouts(BATCH, SEED).tobytes():
            raise SystemExit(f"{text}: the rows differ")
        there.append(answer["rate"])
        load.append(answer["load"])
    made = f"{len(plain) / 1024:7.1f} KB {len(code) / 1024:7.1f} KB {written:8.2f} s {median(load):8.3f} s"
    return f"{text:16} {made} {max(here):12,.0f} {max(there):12,.0f} {max(there) / max(here):6.2f}"


@click.command()
@click.argument("games", nargs=-1)
@click.option("--seconds", default=1.0, help="How long each side plays each time.")
@click.option("--repeats", default=5, help="How often the sides take turns.")
def main(games: tuple[str, ...], seconds: float, repeats: int) -> None:
    """Plays a second in WebAssembly beside machine code."""
    titles = ("plain", "module", "written", "loaded")
    print(f"{'game':16} {' '.join(f'{each:>10}' for each in titles)} {'machine code':>12} {'WebAssembly':>12} {'ratio':>6}")
    for each in games or GAMES:
        print(measured(each, seconds, repeats))
        sys.stdout.flush()


if __name__ == "__main__":
    main()
