"""Kernel modules to object code, by LLVM: the IR of `llvm_ir.py`, optimised in one piece, then machine code.

Takes a verified module and a target. A pass must have replaced the operations for which the target has no instructions. Gives an
object file, from which `loader.py` makes functions of Python.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import llvmlite  # type: ignore[import-untyped]
import llvmlite.binding as llvm  # type: ignore[import-untyped]

if TYPE_CHECKING:
    from ggl.compiler.kernel.forms import Module

_LEVEL = 2
"""Of optimisation. At level 3 chess compiled as fast and played 0.84 times as many playouts, Tic-Tac-Toe 1.09 times."""

_LONG, _LONG_WITH_LONG_BLOCKS, _LONG_BLOCK = 5_000, 1_500, 300
"""Lines of IR. A module with a function of more lines, or of more than the second number with a block longer than the third, is
compiled at level 1 and without vectors, in seconds. LLVM's search for operations that make a vector takes time that grows faster
than blocks do: 0.2 s for the steps of a game on 32 by 32 cells, 5 s on 48 by 48 and a minute on 64 by 64; three minutes for a
function of 12,700 lines. The longest functions of the bundled games have 2,100 lines with blocks of 240 (chess), and 1,200 with
one of 1,170 (Othello)."""

_SUPERWORD_GAIN = 10
"""The gain that LLVM must expect, in its own units, before it turns neighbouring operations into operations on vectors; its own
bound is 0. Unions of many shifted sets gain so: Gomoku played 2.1 times as many playouts and Connect Four 1.5 times. Without a
bound Othello lost a fifth."""

_LEVELS_WITH_BMI2 = ("x86-64-v3", "x86-64-v4")


@dataclass(frozen=True, slots=True)
class CodeTarget:
    """The target of code, as LLVM has it: `features` such as `+bmi2,-avx512f` are added to those of the processor."""

    triple: str
    processor: str
    features: str = ""

    @property
    def moves_bits(self) -> bool:
        """Whether `deposit` and `extract` are instructions: BMI2 of x86-64."""
        if not self.triple.startswith("x86_64"):
            return False
        return self.processor in _LEVELS_WITH_BMI2 or "+bmi2" in self.features.split(",")


X86_64 = CodeTarget("x86_64-unknown-linux-gnu", "x86-64")
X86_64_BMI2 = CodeTarget("x86_64-unknown-linux-gnu", "x86-64-v3")
ARM64 = CodeTarget("aarch64-unknown-linux-gnu", "generic")


def compiled_by() -> str:
    """The compiler, which the code depends upon as it does on the target."""
    return f"llvmlite {llvmlite.__version__}"


@cache
def host() -> CodeTarget:
    """This machine."""
    return CodeTarget(llvm.get_process_triple(), llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten())


def machine_code(module: Module, entries: tuple[str, ...], target: CodeTarget) -> bytes:
    """An object file with these entries and all that they call."""
    from ggl.compiler.backends.llvm_ir import ir_text  # cached code loads without this module

    return object_code(ir_text(module, entries, moves_bits=target.moves_bits), target)


def object_code(ir: str, target: CodeTarget) -> bytes:
    """The object file of a text of IR."""
    machine = _machine(target)
    with llvm.parse_assembly(ir, llvm.create_context()) as parsed:
        large = is_large(ir)
        options = llvm.create_pipeline_tuning_options(speed_level=1 if large else _LEVEL)
        options.slp_vectorization = not large
        builder = llvm.create_pass_builder(machine, options)
        builder.getModulePassManager().run(parsed, builder)
        code: bytes = machine.emit_object(parsed)
    return code


def is_large(ir: str) -> bool:
    """Whether LLVM would take minutes over a text of IR to find operations that make a vector."""
    for function in f"\n{ir}".split("\ndefine ")[1:]:
        lines = function.splitlines()
        if len(lines) > _LONG:
            return True
        labels = [0, *(at for at, line in enumerate(lines) if line.endswith(":")), len(lines)]
        if len(lines) > _LONG_WITH_LONG_BLOCKS and max(end - start for start, end in pairwise(labels)) > _LONG_BLOCK:
            return True
    return False


def _machine(target: CodeTarget) -> Any:
    _initialise()
    found = llvm.Target.from_triple(target.triple)
    return found.create_target_machine(target.processor, target.features, opt=3, reloc="pic", codemodel="small")


@cache
def _initialise() -> None:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    llvm.set_option("ggl", f"-slp-threshold={_SUPERWORD_GAIN}")  # applies to everything this process compiles
