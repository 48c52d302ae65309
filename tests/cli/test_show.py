"""`ggl show` of the compiler's stages."""

from __future__ import annotations

import ggl
from ggl.compiler.backends import wasm_passes
from ggl.compiler.emit import emit
from ggl.compiler.kernel.reader import read_module
from ggl.compiler.passes import pipeline
from ggl.core.reader import read_core
from ggl.core.verify import verify
from tests.cli.conftest import Run


def test_show_prints_a_kernel_that_reads_back(run: Run) -> None:
    told = run("show", "chess", "--stage", "kernel").stdout
    core = ggl.load("chess").checked.core
    assert read_module(told) == emit(core).kernel
    assert "chess.yaml:" in told


def test_show_prints_the_core_after_each_pass(run: Run) -> None:
    for name in pipeline.NAMES:
        told = run("show", "tic-tac-toe", "--stage", name, "--whole").stdout
        verify(read_core(told))
    assert told != run("show", "tic-tac-toe", "--stage", "core", "--whole").stdout


def test_show_prints_the_kernel_after_each_pass(run: Run) -> None:
    told = [run("show", "tic-tac-toe", "--stage", name).stdout for name in wasm_passes.PASSES]
    assert read_module(told[-1]) == wasm_passes.prepared(emit(ggl.load("tic-tac-toe").checked.core).kernel)
    assert len(set(told)) == len(told)


def test_show_tells_the_nearest_stage_or_pass(run: Run) -> None:
    refused = run("show", "tic-tac-toe", "--stage", "fuse-lops")
    assert refused.exit_code == 2
    assert "near: `fuse-loops`" in refused.stderr
