"""The examples in the explanations of codes: the right one is clean, the wrong one shows what the reader reports."""

import re

import pytest

from ggl.diagnostics import CODES, Findings
from ggl.source import Source
from ggl.syntax.document import read_document

READER = [code for code in CODES.values() if "GGL106" <= code.code < "GGL140" and code.code != "GGL109"]


def found(text: str) -> set[str]:
    findings = Findings()
    read_document(Source("example.yaml", text), findings)
    return {each.code.code for each in findings}


def example(explanation: str, word: str) -> str:
    match = re.search(rf"^{word}:\n\n```yaml\n(.*?)```", explanation, re.MULTILINE | re.DOTALL)
    assert match, f"no example after {word}:"
    return match[1]


@pytest.mark.parametrize("code", READER, ids=lambda code: code.code)
def test_examples_of_what_the_reader_reports(code) -> None:
    assert found(example(code.explanation, "Wrong")) == {code.code}
    assert found(example(code.explanation, "Right")) == set()


@pytest.mark.parametrize("code", [c for c in CODES.values() if "GGL140" <= c.code < "GGL154"], ids=lambda code: code.code)
def test_examples_of_later_stages_are_good_yaml(code) -> None:
    assert found(example(code.explanation, "Wrong")) == set()
    assert found(example(code.explanation, "Right")) == set()
