"""Each word of a text may be any other word of the language: the reader takes the text or says what is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache

import pytest

from ggl.diagnostics import Findings
from ggl.model.extends import find_beside, load_definition
from ggl.source import Source
from ggl.syntax import parser
from ggl.syntax.document import Scalar
from ggl.syntax.keywords import NO_NAMES
from tests.few import slow
from tests.fuzz.mutations import ROOT, WORDS, text_of

READERS: dict[str, Callable[[Scalar], object]] = {
    "expression": parser.expression, "binders": parser.binders, "plan": parser.plan, "effects": parser.effects,
}  # fmt: skip
OTHERS = sorted({*WORDS, *NO_NAMES, "=", "+=", "->", "=>", "&&", "!", "each", "stone", "c", ";", "?", "\t", "\n    "})
LONGEST = 400
"""Characters of a text that is tried."""

_TOKEN = re.compile(r"\w+|[^\w\s]+|\s+")


@cache
def all_texts() -> dict[str, list[str]]:
    """The texts of bundled games and of the small games of each feature, by what they are."""
    found: dict[str, set[str]] = {start: set() for start in READERS}
    original = parser._tree

    def noted(text: Scalar, start: str) -> object:
        found[start].add(text.text)
        return original(text, start)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(parser, "_tree", noted)
        for path in [*ROOT.glob("games/*.yaml"), *ROOT.glob("tests/language/games/*.yaml")]:
            load_definition(Source(path.name, text_of(path)), Findings(), find_beside(path.parent))
    return {start: sorted(text for text in texts if len(text) <= LONGEST) for start, texts in found.items()}


def changed(text: str) -> Iterator[str]:
    """A text without each of its words, up to it, from it on, with it twice, and with every other word in its place."""
    tokens = _TOKEN.findall(text)
    for place, token in enumerate(tokens):
        before, after = "".join(tokens[:place]), "".join(tokens[place + 1 :])
        if not token.isspace() or "\n" in token:
            yield from (before + after, before, after, f"{before}{token} {token}{after}")
            yield from (before + other + after for other in OTHERS)


@pytest.mark.parametrize(
    ("start", "step", "first"), [(start, 400, 7) for start in READERS] + [slow(each, 25, 3) for each in READERS]
)
def test_a_text_with_another_word_is_read_or_refused(start: str, step: int, first: int) -> None:
    read = 0
    for text in all_texts()[start][first::step]:
        for other in {*changed(text)}:
            try:
                READERS[start](Scalar(other, Source("test.yaml", other).span(0, len(other))))
                read += 1
            except parser.SyntaxProblem:
                continue
    assert read
