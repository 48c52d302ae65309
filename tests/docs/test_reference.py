"""The manual is complete and up to date: each word, key, form, effect, shape, verb and limit there is stands in it."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path
from types import ModuleType

import pytest

import ggl
from ggl.cli import VERBS
from ggl.model.colours import NAMED
from ggl.model.keys import MERGED_LEVELS
from ggl.syntax.keywords import KEYWORDS
from ggl.topology import SHAPES
from tests.docs.pages import ROOT, blocks, doc_script, pages

FORMS = {
    "if_else": "## If, else", "either": "## And, or, not", "both": "## And, or, not", "negate": "## And, or, not",
    "chain": "## Comparisons", "range": "`1..5`", "binary_and": "`&`", "binary": "## Arithmetic",
    "sign": "a sign before a number", "with_phrase": "`SET with PHRASE`", "stands": "`PHRASE on SITE`",
    "phrase_of": "`stone of other(p)`", "number": "## Values", "name": "## Values", "dot": "## Dots", "index": "`L[1]`",
    "call": "## Calls", "named": "by name", "bracket": "## Brackets and order", "set_of": "## Sets", "list_of": "## Lists",
    "short_gen": "`x in S if P`", "long_gen": "`E for x in S`",
}  # fmt: skip
"""For each form of an expression in the grammar, what the manual's page says of it."""

EFFECTS = {
    "at_top": "### `put`", "at_bottom": "`put man under c`, `take man from under c`, `move c to under t`",
    "put": "### `put`", "take": "### `take`", "move_pieces": "`move PIECES from SITE to SITE`", "move": "### `move`",
    "exchange": "### `exchange`", "turn": "### `turn`", "promote": "### `promote`", "flip": "### `flip`", "set": "### `set`",
    "add": "### `add`", "drop": "### `drop`", "roll": "### `roll`", "deal": "### `deal`",
    "announce": "### `announce`", "reveal": "### `reveal`", "let": "### `let`", "win": "### `win`",
    "lose": "### `lose`", "draw": "### `draw`",
    "simple": "### Guards", "at_once": "`move SITE to SITE for SITE in SITES at once`",
    "again": "### `again`", "phase": "### `phase`", "routine": "### Routines", "line": "### Guards", "if_block": "### Blocks",
    "for_block": "### Blocks", "repeat_block": "repeat at most N while P:", "pieces_of": "`put PIECE on SITES",
}  # fmt: skip

CHOICES = {"together": "`a and b in S`", "beside": "A comma before `or`", "below": "Moves after `otherwise`"}


def _text(path: str) -> str:
    return (ROOT / path).read_text("utf-8")


@pytest.fixture(scope="module")
def script() -> ModuleType:
    return doc_script("make_reference")


@pytest.mark.parametrize("page", ["words.md", "keys.md"])
def test_the_made_pages_are_up_to_date(script: ModuleType, page: str) -> None:
    assert _text(f"docs/manual/{page}") == script.PAGES[page](), "run `python docs/make_reference.py`"


def test_a_word_without_examples_is_refused(script: ModuleType) -> None:
    with pytest.raises(script.MissingError, match="not there: \\['step'\\]"):
        script._compare(["cells"], ["cells", "step"], "words.yaml")


def test_each_word_of_the_vocabulary_has_its_section(script: ModuleType) -> None:
    page = _text("docs/manual/words.md")
    for name in script.vocabulary():
        heading = name.removeprefix("site") if name.startswith("site.") else name
        assert f"\n### `{heading}`\n" in page, name


def test_each_key_of_the_schema_has_its_section(script: ModuleType) -> None:
    page = _text("docs/manual/keys.md")
    keys = [name for _, name, _ in script.schema_keys()]
    assert len(keys) > 70
    assert sorted(re.findall(r"^### `(.*)`$", page, re.MULTILINE)) == sorted(keys)


def test_each_form_of_the_grammar_is_in_the_manual() -> None:
    grammar = resources.files("ggl.syntax").joinpath("grammar.lark").read_text("utf-8")
    found = set(re.findall(r"->\s*(\w+)", grammar))
    assert found == FORMS.keys() | EFFECTS.keys() | CHOICES.keys()
    for page, forms in (("expressions.md", FORMS), ("effects.md", EFFECTS), ("turns.md", CHOICES)):
        told = _text(f"docs/manual/{page}")
        assert not [form for form, words in forms.items() if words not in told]


def test_each_word_of_the_grammar_is_named_as_taken() -> None:
    page = _text("docs/manual/meaning.md")
    listed = re.search(r"cannot be names:\s+`([^`]*)`", page)
    assert listed
    assert set(listed[1].split()) == KEYWORDS


def test_each_shape_of_a_board_is_in_the_manual() -> None:
    page = _text("docs/manual/boards.md")
    assert set(re.findall(r"^\| `(\w+)\(", page, re.MULTILINE)) == set(SHAPES)


def test_each_verb_has_its_section() -> None:
    page = _text("docs/command-line.md")
    assert set(re.findall(r"^### `(\w+)`$", page, re.MULTILINE)) == {verb for verbs in VERBS.values() for verb in verbs}


def test_each_public_name_of_the_library_is_told() -> None:
    page = _text("docs/python-api.md")
    told = set(re.findall(r"\w+", " ".join(re.findall(r"`([^`\n]+)`", page))))
    for kind in (ggl.Game, ggl.State, ggl.Move, ggl.Result, ggl.Cursor, ggl.Batch, ggl.Playout, ggl.Playouts, ggl.Observation):
        ours = [name for base in kind.__mro__ if base.__module__.startswith("ggl.") for name in vars(base)]
        names = {name for name in [*ours, *getattr(kind, "__dataclass_fields__", ())] if not name.startswith("_")}
        assert names <= told, f"{kind.__name__}: {sorted(names - told)}"
    assert {name for name in ggl.__all__ if name.endswith("Error")} <= told


def test_the_page_of_coverage_is_the_one_that_its_script_makes() -> None:
    assert _text("docs/coverage.md") == doc_script("make_coverage").page(), "run `python docs/make_coverage.py`"


def test_each_colour_is_told() -> None:
    page = " ".join(_text("docs/manual/looks-and-tests.md").split())
    assert page.partition("one of these names: ")[2].partition(".")[0].split(", ") == [*NAMED]


def test_each_part_that_merges_is_told() -> None:
    table = _text("docs/variants.md").partition("| part |")[2].partition("\n\n")[0]
    assert not [part for part in MERGED_LEVELS if f"`{part}`" not in table]


@pytest.mark.parametrize("example", sorted(path.name for path in (ROOT / "examples").glob("*.yaml")))
def test_each_example_stands_on_a_page(example: str) -> None:
    shown = [block.text for page in pages() for block in blocks(page) if block.words.get("file") == example]
    assert shown, f"no page shows {example}"
    assert set(shown) == {_text(f"examples/{example}")}


def test_a_bundled_game_stands_on_a_page_as_it_is_bundled() -> None:
    shown = {
        file: block.text for page in pages() for block in blocks(page)
        if (ROOT / "games" / (file := str(block.words.get("file", "")))).is_file() and page.startswith("docs/manual/hidden")
    }  # fmt: skip
    assert {*shown} >= {"blotto.yaml", "dark-hex.yaml", "kuhn-poker.yaml", "phantom-tic-tac-toe.yaml", "rock-paper-scissors.yaml"}
    for file, text in shown.items():
        assert text == re.sub(r"^# yaml-language-server.*\n", "", _text(f"games/{file}"))


@pytest.mark.parametrize("page", pages())
def test_links_lead_somewhere(page: str) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"```.*?```", "", _text(page), flags=re.DOTALL)):
        path, _, anchor = target.partition("#")
        if path.startswith("http"):
            continue
        file = (ROOT / page).parent / path if path else ROOT / page
        assert file.exists(), target
        if anchor:
            assert anchor in _anchors(file), target


def _anchors(file: Path) -> set[str]:
    headings = re.findall(r"^#+ (.*)$", re.sub(r"```.*?```", "", file.read_text("utf-8"), flags=re.DOTALL), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}
