"""Entries of WebAssembly modules as functions: in wasmtime, and in one node that is started once and reads lines."""

from __future__ import annotations

import base64
import json
import shutil
import struct
import subprocess
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import wasmtime

from ggl.compiler.backends.loader import DTYPES
from ggl.compiler.backends.wasm import LOG, MEMORY, TRAPPED
from ggl.compiler.kernel.forms import REGIONS, Module, Type
from ggl.compiler.kernel.operations import OPERATIONS, TrapError

PAGE = 1 << 16

Run = Callable[[str, list[Any], bytes], tuple[list[Any] | None, bytes]]
"""Calls an entry on a memory; gives the results, None after a trap, and the memory as it is then."""


class UndefinedReachedError(Exception):
    """A call that ended neither by returning nor by `trap()`."""


def called(program: Module, run: Run, name: str, *arguments: Any) -> Any:
    """Calls an entry as the evaluator does: regions are lists or arrays, which are written in place."""
    function = program.functions[name]
    image, handed, regions = bytearray(8), [], []
    for parameter, argument in zip(function.parameters, arguments, strict=True):
        if parameter.type in REGIONS:
            data = np.asarray(argument, dtype=DTYPES[parameter.type]).tobytes()
            regions.append((argument, DTYPES[parameter.type], len(image), len(data)))
            handed.append(len(image))
            image += data + bytes(-len(data) % 8)
        else:
            handed.append(argument)
    results, memory = run(name, handed, bytes(image))
    for region, dtype, begin, size in regions:
        entries = np.frombuffer(memory[begin : begin + size], dtype=dtype)
        if isinstance(region, np.ndarray):
            region[...] = entries.reshape(region.shape)
        else:
            region[:] = entries.tolist()
    if results is None:
        raise TrapError
    plain = tuple(bool(each) if type_ is Type.BOOL else each for each, type_ in zip(results, function.results, strict=True))
    return plain if len(plain) > 1 else plain[0] if plain else None


def pages(image: bytes) -> int:
    return -(-len(image) // PAGE)


# ---- wasmtime


@cache
def _engine() -> wasmtime.Engine:
    return wasmtime.Engine()


def in_wasmtime(code: bytes) -> Run:
    """The module, loaded once; its memory grows from call to call."""
    store, linker = wasmtime.Store(_engine()), wasmtime.Linker(_engine())
    real = wasmtime.ValType.f64()
    linker.define_func(*LOG, wasmtime.FuncType([real], [real]), OPERATIONS["log"].meaning)
    exports = linker.instantiate(store, wasmtime.Module(_engine(), code)).exports(store)
    memory: Any = exports[MEMORY]
    trapped: Any = exports[TRAPPED]

    def run(name: str, arguments: list[Any], image: bytes) -> tuple[list[Any] | None, bytes]:
        memory.grow(store, max(0, pages(image) - memory.size(store)))
        memory.write(store, image, 0)
        function: Any = exports[name]
        results: list[Any] | None = None
        try:
            found = function(store, *arguments)
            results = found if isinstance(found, list) else [] if found is None else [found]
        except (wasmtime.Trap, wasmtime.WasmtimeError) as error:
            if not trapped.value(store):
                raise UndefinedReachedError from error
            trapped.set_value(store, 0)
        return results, bytes(memory.read(store, 0, len(image)))

    return run


# ---- node


def has_node() -> bool:
    return shutil.which("node") is not None


@cache
def _node() -> subprocess.Popen[str]:
    script = str(Path(__file__).with_name("node_host.mjs"))
    return subprocess.Popen(["node", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def asked_of_node(question: dict[str, Any]) -> Any:
    """One line there and one back. Raises `RuntimeError` if node has ended."""
    node = _node()
    assert node.stdin is not None
    assert node.stdout is not None
    node.stdin.write(json.dumps(question) + "\n")
    node.stdin.flush()
    line = node.stdout.readline()
    if not line:
        raise RuntimeError("node has ended")
    return json.loads(line)


def end_node() -> None:
    if _node.cache_info().currsize:
        node = _node()
        _node.cache_clear()
        node.communicate()


def in_node(code: bytes, types: Callable[[str], tuple[Sequence[Type], Sequence[Type]]]) -> Run:
    """The module, until another one is loaded. `types` tells what an entry takes and gives."""
    loaded = asked_of_node({"module": base64.b64encode(code).decode()})
    if "error" in loaded:
        raise ValueError(loaded["error"])

    def run(name: str, arguments: list[Any], image: bytes) -> tuple[list[Any] | None, bytes]:
        takes, gives = types(name)
        handed = [_told(type_, each) for type_, each in zip(takes, arguments, strict=True)]
        image += bytes(-len(image) % PAGE)
        answer = asked_of_node(
            {
                "entry": name,
                "arguments": handed,
                "gives": [type_.value for type_ in gives],
                "memory": base64.b64encode(image).decode(),
            }
        )
        if "error" in answer:
            raise UndefinedReachedError(answer["error"])
        memory = base64.b64decode(answer["memory"])
        if answer["trapped"]:
            return None, memory
        return [_heard(type_, each) for type_, each in zip(gives, answer["results"], strict=True)], memory

    return run


def _told(type_: Type, value: Any) -> list[str]:
    """A value as its type and a text: reals as their bits, since JSON has neither -0 nor what is infinite."""
    if type_ is Type.REAL:
        return ["real", str(struct.unpack("<q", struct.pack("<d", value))[0])]
    return ["word" if type_ is Type.WORD else "address", str(int(value))]


def _heard(type_: Type, text: str) -> Any:
    number = int(text)
    return struct.unpack("<d", struct.pack("<q", number))[0] if type_ is Type.REAL else number
