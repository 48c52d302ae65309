"""A tree written as YAML: how each way of writing comes out, and that the same values are read from it again."""

import pytest

from ggl.diagnostics import Findings
from ggl.model.expand import expand
from ggl.model.extends import in_full
from ggl.source import Source
from ggl.syntax.document import Mapping, read_document, to_plain
from tests.model.reading import chain_of, game

WAYS = {
    "a list in brackets": ("players: [A, B]\n", None),
    "a list of no items": ("notes: []\n", None),
    "a list of lines": ("notes:\n  - one\n  - two\n", None),
    "a plain text with a comma": ("moves:\n  m:\n    for: c in a, d in b\n", None),
    "quotes": ("about: 'it''s'\n", None),
    "quotes over two lines": ('about: "ü\n  b"\n', 'about: "ü b"\n'),
    "a plain text of two paragraphs": ("about: a\n\n  b\n", 'about: "a\\nb"\n'),
    "a list in a list": ("notes:\n  - - a, b\n    - c\n", 'notes:\n  - ["a, b", c]\n'),
    "a map in a list": ("notes:\n  - k: a, b\n", 'notes:\n  - {k: "a, b"}\n'),
    "a block that begins with a space": ("about: |2\n   a\n  b\n", None),
    "a block that begins with a line of spaces": ("about: |2\n     \n  a\n", None),
    "a block of an empty line": ("about: |+\n\n", 'about: "\\n"\n'),
    "a folded block": ("about: >-  # 2 lines\n  a\n  b\n", "about: >-\n  a\n  b\n"),
    "a folded block that begins with spaces": ("about: >2\n    a\n    b\n", "about: |2\n    a\n    b\n"),
}
"""Texts, and how they are written by `expand`; None where nothing changes."""


def read(text: str) -> Mapping:
    findings = Findings()
    tree = read_document(Source("game.yaml", text), findings)
    assert tree is not None
    assert len(findings) == 0
    return tree


@pytest.mark.parametrize("way", WAYS)
def test_a_text_keeps_its_meaning_and_where_it_can_its_style(way: str) -> None:
    text, expected = WAYS[way]
    shown = expand(read(text))
    assert shown == (text if expected is None else expected)
    assert to_plain(read(shown)) == to_plain(read(text))


def test_where_parts_came_from_is_told_only_if_asked_for() -> None:
    variant = "name: Variant\nextends: base\noptions:\n  size: 5\n"
    tree = chain_of(variant, base=game("options:\n  size: 3\n  open: true")).merged(Findings())
    assert "options:\n  size: 5  # game.yaml\n  open: true  # base.yaml\n" in expand(tree)
    assert "#" not in expand(tree, telling=False)
    assert "options:\n  size: 5\n  open: true\n" in expand(tree, telling=False)


BASE = """
options:
  size: 3 in 3..9
  gap: 1 in {1, 2}
  reach: 1 in {1, 2}
  long: 9
  way: a in 3..9
"""

IN_FULL = {
    "a new default among those allowed": ("size: 5", "size: 5 in 3..9"),
    "one among values in braces": ("gap: 2", 'gap: "2 in {1, 2}"'),
    "allowed values of its own": ("reach: 5 in {5, 7}", None),
    "an option that allows whatever is of its type": ("long: 5", None),
    "an option of its own": ("new: 5", None),
    "an option that is no text, which is refused elsewhere": ("way:\n    a: 5", None),
}
"""What a variant says of an option, and how that is written in full; None where nothing changes."""


@pytest.mark.parametrize("what", IN_FULL)
def test_an_option_in_full_has_the_allowed_values_of_its_base(what: str) -> None:
    written, expected = IN_FULL[what]
    chain = chain_of(f"name: Variant\nextends: base\noptions:\n  {written}\n", base=game(BASE))
    merged = chain.merged(Findings())
    assert f"  {written}\n" in expand(merged, telling=False)
    assert expand(in_full(merged, chain), telling=False) == expand(merged, telling=False).replace(
        f"  {written}\n", f"  {expected or written}\n"
    )


def test_a_file_without_options_is_in_full_as_it_stands() -> None:
    chain = chain_of("name: Variant\nextends: base\noptions: removed\n", base=game(BASE))
    merged = chain.merged(Findings())
    assert in_full(merged, chain) == merged
