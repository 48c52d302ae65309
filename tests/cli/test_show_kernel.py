"""`ggl show --stage kernel`."""

from __future__ import annotations

import ggl
from ggl.compiler.emit import emit
from ggl.compiler.kernel.reader import read
from ggl.compiler.runtime.functions import kernel_module
from tests.cli.conftest import Run


def test_show_prints_a_kernel_that_reads_back(run: Run) -> None:
    told = run("show", "chess", "--stage", "kernel").stdout
    core = ggl.load("chess").checked.core
    assert read(told) == kernel_module(emit(core).text)
    assert "chess.yaml:" in told
