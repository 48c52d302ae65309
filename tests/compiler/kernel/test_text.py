"""The kernel's text: what is read, how it is printed, and what the reader refuses. The cases are in the YAML files beside."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from ggl.compiler.kernel.forms import KernelError, Note, Type
from ggl.compiler.kernel.printer import printed
from ggl.compiler.kernel.reader import read_module

HERE = Path(__file__).parent


def cases(name: str) -> list[dict[str, Any]]:
    return yaml.safe_load((HERE / f"{name}.yaml").read_text(encoding="utf-8"))


PRINTED = cases("printed")
REFUSED = cases("refused")


@pytest.mark.parametrize("case", PRINTED, ids=lambda case: case["fact"])
def test_a_text_is_printed_with_what_it_needs_and_no_more(case: dict[str, Any]) -> None:
    assert printed(read_module(case["text"])) == case.get("printed", case["text"])


@pytest.mark.parametrize("case", PRINTED, ids=lambda case: case["fact"])
def test_what_is_printed_reads_as_the_same_forms(case: dict[str, Any]) -> None:
    module = read_module(case["text"])
    again = read_module(printed(module))
    assert again == module
    assert [function.note for function in again.functions.values()] == [function.note for function in module.functions.values()]


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: case.get("body") or case["text"])
def test_other_text_is_refused_with_its_line(case: dict[str, Any]) -> None:
    around = "def f(v: words, n: word, b: bool):\n    {}\n\ndef g(x: word) -> (word, bool):\n    return x, True\n"
    with pytest.raises(KernelError) as error:
        read_module(around.format(case["body"]) if "body" in case else case["text"])
    assert str(error.value) == case["message"]


def test_a_text_may_call_the_functions_of_a_library() -> None:
    library = read_module("def twice(x: word) -> word:\n    return x + x")
    module = read_module("def f() -> word:\n    return twice(3)", library)
    assert list(module.functions) == ["f"]
    with pytest.raises(KernelError, match="line 2: there is no function twice"):
        read_module(printed(module))


def test_a_function_keeps_its_note_its_entry_and_its_types() -> None:
    module = read_module("# a rule\n@entry\ndef f(v: words, x: real) -> (word, bool):\n    # inside\n    return v[0], x < 0.5\n")
    function = module.functions["f"]
    assert module.entries == ("f",)
    assert function.note == "a rule"
    assert [parameter.type for parameter in function.parameters] == [Type.WORDS, Type.REAL]
    assert function.results == (Type.WORD, Type.BOOL)
    assert function.body[0] == Note("inside")
