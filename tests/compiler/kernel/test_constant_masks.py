"""The pass for masks that are known; `test_passes.py` has its cases."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ggl.compiler.kernel.constant_masks import replace_constant_masks
from ggl.compiler.kernel.evaluator import Evaluator
from ggl.compiler.kernel.forms import KernelError
from ggl.compiler.kernel.operations import OPERATIONS, wrap
from ggl.compiler.kernel.printer import printed
from ggl.compiler.kernel.reader import read_module
from ggl.compiler.kernel.verifier import verify_module
from tests.compiler.kernel.test_text import cases

WORDS = st.integers(-(1 << 63), (1 << 63) - 1)
MASKS = WORDS | st.builds(lambda a, b: wrap((1 << a) - 1 << b), st.integers(0, 64), st.integers(0, 63)) | st.integers(0, 255)


@pytest.mark.parametrize("case", cases("constant_masks"), ids=lambda case: case["fact"])
def test_nothing_is_left_for_a_second_run(case: dict[str, Any]) -> None:
    found = replace_constant_masks(read_module(case["before"]))
    assert replace_constant_masks(found) == found


@given(WORDS, MASKS)
def test_bits_are_moved_by_a_known_mask_as_the_instructions_move_them(x: int, mask: int) -> None:
    module = read_module(f"def f(x: word) -> (word, word):\n    return extract(x, {mask}), deposit(x & -1, {mask})")
    found = replace_constant_masks(module)
    verify_module(found)
    text = printed(found)
    assert "extract(" not in text
    assert "deposit(" not in text
    wanted = tuple(OPERATIONS[name].meaning(x, mask) for name in ("extract", "deposit"))
    assert Evaluator(found).call("f", x) == wanted


def test_a_name_that_is_taken_is_refused() -> None:
    module = read_module(
        "def f(x: word) -> word:\n    return extract(x + 1, 6)\n\ndef extract_6(x: word) -> word:\n    return x\n"
    )
    with pytest.raises(KernelError, match=r"^extract_6: there is another function of this name$"):
        replace_constant_masks(module)
