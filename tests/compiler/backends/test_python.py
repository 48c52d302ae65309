"""What is special to Python: its text, and arguments of numpy. What code does is in `test_back_ends.py`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml

from ggl.compiler.backends.python import Python
from ggl.compiler.kernel import forms as f
from ggl.compiler.kernel.evaluator import Evaluator
from ggl.compiler.kernel.forms import Type
from ggl.compiler.kernel.operations import TrapError
from tests.compiler.backends.test_back_ends import module

WRITTEN = yaml.safe_load(Path(__file__).with_name("python.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", WRITTEN, ids=lambda case: case["fact"])
def test_a_module_is_written_as_python(case: dict[str, Any]) -> None:
    program = module(case["text"])
    assert Python(program, program.entries).text == case["python"]


def test_only_what_an_entry_reaches_is_written() -> None:
    program = module("@entry\ndef f() -> word:\n    return 1\n\n@entry\ndef g() -> word:\n    return 2\n")
    assert Python(program, ["g"]).text == "@entry\ndef g() -> word:\n    return 2\n"


def test_regions_are_lists_or_arrays_of_any_shape_and_numbers_of_numpy_are_numbers() -> None:
    program = module("@entry\ndef f(v: words, b: bools, n: word) -> (word, bool):\n    v[3] = n + n\n    return v[3], b[0]")
    words, bools = np.zeros((2, 2), dtype=np.int64), np.array([True])
    found = Python(program, ["f"]).call("f", words, bools, np.int64(1 << 62))
    assert repr(found) == repr((-(1 << 63), True))
    assert words.tolist() == [[0, 0], [0, -(1 << 63)]]
    entries = [0, 0, 0, 0]
    assert Python(program, ["f"]).call("f", entries, [False], 4) == (8, False)
    assert entries == [0, 0, 0, 8]


def test_a_region_with_gaps_is_refused() -> None:
    program = module("@entry\ndef f(v: words):\n    v[0] = 1")
    with pytest.raises(TypeError, match=r"^a region is a contiguous array$"):
        Python(program, ["f"]).call("f", np.zeros(8, dtype=np.int64)[::2])


def test_an_entry_may_be_called_as_a_local_is() -> None:
    program = module(
        "@entry\ndef f(n: word) -> word:\n    if n == 3:\n        trap()\n    g = n\n    return g(g)\n\n"
        "def g(f: word) -> word:\n    return f(f + 1)\n"
    )
    for call in (Evaluator(program).call, Python(program, ["f"]).call):
        with pytest.raises(TrapError):
            call("f", 0)


def test_a_sum_of_600_terms_is_nested_no_deeper_than_python_reads() -> None:
    n = f.Local("n", Type.WORD)
    total: f.Expression = n
    for _ in range(599):
        total = f.Apply("add", (total, n), Type.WORD)
    program = f.Module({"f": f.Function("f", (n,), (Type.WORD,), (f.Return((total,)),), "")}, ("f",))
    written = Python(program, ["f"])
    assert written.text.count("word(") == 1
    assert written.call("f", 7) == 4200
    assert written.call("f", (1 << 62) + 1) == 600
