"""The pass for machines that cannot move bits by a mask. The cases are in `soft_bit_moves.yaml`."""

from __future__ import annotations

from typing import Any

import pytest

from ggl.compiler.kernel.forms import Module
from ggl.compiler.kernel.reader import read_module
from ggl.compiler.kernel.runtime_library import library, linked
from ggl.compiler.kernel.soft_bit_moves import replace_bit_moves
from ggl.compiler.kernel.verifier import verify_module
from tests.compiler.kernel.test_text import cases


@pytest.mark.parametrize("case", cases("soft_bit_moves"), ids=lambda case: case["fact"])
def test_deposits_and_extracts_become_calls(case: dict[str, Any]) -> None:
    found = replace_bit_moves(linked(read_module(case["before"], library())))
    verify_module(found)
    added = {name: library().functions[name] for name in case["library"]}
    own = read_module(case["after"], library())
    assert found == Module(own.functions | added, own.entries)
