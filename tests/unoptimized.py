"""Machine code as LLVM makes it without its passes. It is made in a fifteenth of the time and runs four times as long, and most
tests call a function once.

Tests that ask for the fixture `optimized` have machine code as users have it. On disk the two are kept beside each other.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import llvmlite.binding as llvm  # type: ignore[import-untyped]

from ggl.compiler.backends import llvm as back_end

_object_code, _compiled_by = back_end.object_code, back_end.compiled_by


def unoptimized_code(ir: str, target: back_end.CodeTarget) -> bytes:
    back_end._initialise()
    found = llvm.Target.from_triple(target.triple)
    machine = found.create_target_machine(target.processor, target.features, opt=0, reloc="pic", codemodel="small")
    with llvm.parse_assembly(ir, llvm.create_context()) as parsed:
        code: bytes = machine.emit_object(parsed)
    return code


def install() -> None:
    """From here on this process makes code without LLVM's passes."""
    back_end.object_code, back_end.compiled_by = unoptimized_code, lambda: f"{_compiled_by()}, unoptimized"


@contextmanager
def optimized() -> Iterator[None]:
    before = back_end.object_code, back_end.compiled_by
    back_end.object_code, back_end.compiled_by = _object_code, _compiled_by
    try:
        yield
    finally:
        back_end.object_code, back_end.compiled_by = before
