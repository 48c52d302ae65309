"""Tabs as blanks: where the lines around them say how deep they are, and where they do not."""

from pathlib import Path

import pytest

from ggl.diagnostics import Findings
from ggl.play.filetests import run_tests
from ggl.play.loading import made_of
from ggl.source import Source
from ggl.syntax.document import read_document

TEXTS = {
    "each tab is a level": ("a:\n\tb:\n\t\tc: 1\n\td: 2\ne: 3", "a:\n  b:\n    c: 1\n  d: 2\ne: 3"),
    "blanks behind tabs stay": ("a:\n\t- b: 1\n\t  c: 2", "a:\n  - b: 1\n    c: 2"),
    "between two lines of a map": ("a:\n    b: 1\n\tc: 2\n    d: 3", "a:\n    b: 1\n    c: 2\n    d: 3"),
    "the last of the only map": ("a:\n  b: 1\n\tc: 2\nd: 3", "a:\n  b: 1\n  c: 2\nd: 3"),
    "the first below a key": ("a:\n\tb: 1\n   c: 2\nd: 3", "a:\n   b: 1\n   c: 2\nd: 3"),
    "a key with lines below it": ("a:\n  b: 1\n\tc:\n    d: 2", "a:\n  b: 1\n  c:\n    d: 2"),
    "lines that end as Windows writes them": ("a:\r\n\tb: 1\r\n\tc: 2\r\n", "a:\r\n  b: 1\r\n  c: 2\r\n"),
    "the last of a map within a map": ("a:\n  b:\n    c: 1\n\td: 2\ne: 3", None),
    "a key that may be of either map": ("a:\n  b:\n    c: 1\n\td:\n    e: 2", None),
    "tabs of two depths among blanks": ("a:\n  b: 1\n\tc:\n\t\td: 2\ne: 3", None),
    "blanks before a tab": ("a:\n  b: 1\n \tc: 2", None),
}


@pytest.mark.parametrize("name", TEXTS)
def test_tabs_become_blanks_where_their_depth_is_certain(name: str) -> None:
    text, wanted = TEXTS[name]
    findings = Findings()
    read_document(Source("a.yaml", text), findings)
    (found,) = findings
    assert found.code.code == "GGL111"
    fix = found.fix
    assert (text[: fix.span.start] + fix.replacement + text[fix.span.end :] if fix else None) == wanted


def test_a_file_of_tabs_plays_as_it_is_written() -> None:
    text = (Path(__file__).parents[2] / "bad/1xx/tabs-throughout.yaml").read_text("utf-8")
    findings = Findings()
    read_document(Source("a.yaml", text), findings)
    (fix,) = (each.fix for each in findings)
    assert fix is not None
    game = made_of(Source("a.yaml", text[: fix.span.start] + fix.replacement + text[fix.span.end :]), engine="interpreter")
    assert not [failure.message for outcome in run_tests(game.checked) for failure in outcome.failures]
