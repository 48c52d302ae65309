"""What programs of the kernel language do, by the evaluator that defines it. The cases stand in `evaluated.yaml`."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
import yaml

from ggl.compiler.kernel.evaluator import Evaluator, StepsError
from ggl.compiler.kernel.operations import OPERATIONS, TrapError, UndefinedError
from ggl.compiler.kernel.reader import read_module
from ggl.compiler.kernel.verifier import verify_module

CASES = yaml.safe_load(Path(__file__).with_name("evaluated.yaml").read_text(encoding="utf-8"))
NO_END = {"undefined": UndefinedError, "trap": TrapError, "steps": StepsError}


@pytest.mark.parametrize(
    ("text", "call"), [pytest.param(case["text"], call, id=case["fact"]) for case in CASES for call in case["calls"]]
)
def test_a_program_does_what_its_meaning_says(text: str, call: dict[str, Any]) -> None:
    module = read_module(text)
    verify_module(module)
    evaluator, given, wanted = Evaluator(module, steps=1000), deepcopy(call["with"]), call["gives"]
    if isinstance(wanted, str):
        with pytest.raises(NO_END[wanted]):
            evaluator.call("f", *given)
    else:
        found = evaluator.call("f", *given)
        assert (list(found) if isinstance(found, tuple) else found) == wanted
    if "leaves" in call:
        assert given[0] == call["leaves"]


def test_bits_are_deposited_and_extracted_in_order() -> None:
    deposit, extract = OPERATIONS["deposit"].meaning, OPERATIONS["extract"].meaning
    assert (deposit(0b101, 0b11010), extract(0b11010, 0b11010)) == (0b10010, 0b111)
    assert (deposit(-1, -1), extract(-1, -1), deposit(-1, 0)) == (-1, -1, 0)
