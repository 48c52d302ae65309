"""`ggl show --stage kernel`."""

from __future__ import annotations

import ggl
from ggl.compiler.engine import Compiled
from ggl.compiler.from_kernel import FromKernel
from ggl.compiler.kernel.reader import read
from tests.cli.conftest import Run


def test_show_prints_a_kernel_that_reads_back(run: Run) -> None:
    told = run("show", "chess", "--stage", "kernel").stdout
    core = ggl.load("chess").checked.core
    assert read(told) == FromKernel(Compiled(core, by_kernel=True).emitted.text).module
    assert "chess.yaml:" in told
