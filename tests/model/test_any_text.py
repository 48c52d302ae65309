"""Whatever stands in a file, reading it gives a definition or findings with places, and never raises."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ggl.diagnostics import Findings, render
from ggl.model.expand import expand
from ggl.model.extends import load_chain
from ggl.source import Source
from ggl.syntax.document import Mapping
from tests.model.reading import DRAFTS, finder, game, load

TEXTS = {path.stem: path.read_text("utf-8") for path in sorted(DRAFTS.glob("*.yaml"))}
BITS = [
    *"{}[]():,|>-?&*!%@#'\"\n \t=.",
    ": ", " #", "\n  ", "\n", "{}", "removed", "extends: tiku\n", "(", "if ", "else: 1", "by: x\n", "player p wins: full\n",
    "score(p): 1\n", "null", "~", "12", "- a\n", "'", "é", "𝔘", "()", "f(a, b)", "in", "name", "\r\n", "{a1, b2}", "  - [a]\n",
]  # fmt: skip


@st.composite
def mutated(draw: st.DrawFn) -> str:
    text = TEXTS[draw(st.sampled_from(sorted(TEXTS)))]
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 30)))
        piece = draw(st.sampled_from(BITS) | st.just("") | st.just(text[end : end + 40]))
        text = text[:start] + piece + text[end:]
    return text


@st.composite
def lines_mixed(draw: st.DrawFn) -> str:
    """Lines of several games among each other, with other indentation."""
    lines = [line for text in TEXTS.values() for line in text.splitlines()]
    chosen = draw(st.lists(st.tuples(st.sampled_from(lines), st.sampled_from([-2, 0, 0, 0, 2])), min_size=1, max_size=25))
    return "\n".join(line[-shift:] if shift < 0 else " " * shift + line for line, shift in chosen)


def check(text: str) -> None:
    definition, findings = load(text)
    assert (definition is None) == findings.has_errors
    for finding in findings:
        assert finding.span is not None
        assert 0 <= finding.span.start <= finding.span.end <= len(finding.span.source.text)
    render(findings.sorted(), "full")


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(mutated())
def test_mutated_games(text: str) -> None:
    check(text)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(lines_mixed())
def test_mixed_lines(text: str) -> None:
    check(text)


def as_read(tree: object) -> object:
    if isinstance(tree, Mapping):
        return {entry.key.text: as_read(entry.value) for entry in tree.entries}
    return [as_read(item) for item in tree.items] if hasattr(tree, "items") else tree.text.strip()  # type: ignore[attr-defined]


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(mutated())
def test_what_expands_reads_back(text: str) -> None:
    findings = Findings()
    chain = load_chain(Source("game.yaml", text), findings, finder({}))
    if chain is None or findings.has_errors:
        return
    merged = chain.merged(findings)
    if findings.has_errors:
        return
    again = load_chain(Source("again.yaml", expand(merged)), findings, finder({}))
    assert again is not None
    assert as_read(again.files[0][1]) == as_read(merged)


LONG = {
    "a condition before its effect": "setup: |\n  if" + " " * 7000 + "x\n",
    "a condition of many words": "setup: |\n  if" + " a" * 3500 + "\n",
    "a choice that is none": "setup: |\n  let x be" + " " * 7000 + "\n",
    "a number that shrinks": "setup: |\n  sub" + " " * 7000 + "x\n",
    "a number that grows by many words": "setup: |\n  inc n by" + " a" * 3500 + "\n",
    "a noun without its bracket": 'says: {place: "[' + "a" * 3500 + "|" + "a" * 3500 + '"}\n',
    "a key with one bracket": "moves:\n  ? 'f" + " " * 7000 + "('\n  : {do: win}\n",
    "blanks where YAML ends": "setup: |\n  win\n" + " " * 40_000 + "a\n b: [",
    "items where YAML ends": "- " * 20_000 + "a: b: c",
    "blanks before a colon without one": "a:\n" + " " * 40_000 + "b;c\n  d: [",
}
"""Texts over which an expression that can cut them in many ways would never end."""


@pytest.mark.parametrize("name", LONG)
def test_a_long_text_is_answered(name: str) -> None:
    check(game(LONG[name]))
