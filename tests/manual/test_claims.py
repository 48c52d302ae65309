"""Each sentence of the manual that says what happens has a test of it.

A page of `claims/` has, for each id in the text of its page, the tests that prove the sentence:

    game NAME: TEST               a test in `tests/language/games/NAME.yaml`, true of both engines
    bad FAMILY/NAME               a file of `tests/bad` that is refused, or warned of, as the sentence says
    python PATH::FUNCTION         a test of Python
    asks EXPRESSION => VALUE      an expression that has this value in the garden, the game on the page of words
    on SHAPE: EXPRESSION => VALUE the same on an empty board of this shape
    limit ID                      a limit of `limits.py`: files at it are accepted, and refused one past it
    said PAGE: ID                 what stands behind the id of another page, which says the same
    shown HEADING                 the examples below this heading of the page, which `tests/docs` asks
    example NAME                  a game on this page with tests of its own, or whose values and outputs the page shows

The id `-` stands behind what claims nothing about play: advice, where to read on, what an example is about.
"""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest
import yaml

from ggl.play.game import Game, State
from ggl.play.loading import check_source
from ggl.source import Source
from tests.docs.evaluate import evaluate
from tests.docs.pages import ROOT, blocks
from tests.manual.limits import LIMITS
from tests.manual.sentences import sentences

HERE = Path(__file__).parent
PAGES = {path.stem: f"docs/manual/{path.stem}.md" for path in sorted((HERE / "claims").glob("*.yaml"))}
NO_CLAIM = "-"


@pytest.mark.parametrize("page", PAGES)
def test_no_sentence_is_without_an_id(page: str) -> None:
    without = [f"{one.page}:{one.line}: {one.text}" for one in sentences(PAGES[page]) if not one.ids]
    assert not without, "\n".join(without)


@pytest.mark.parametrize("page", PAGES)
def test_the_ids_of_a_page_are_those_that_have_tests(page: str) -> None:
    said = {id_ for one in sentences(PAGES[page]) for id_ in one.ids} - {NO_CLAIM}
    assert said == set(claims(page)), f"without a test: {said - set(claims(page))}; not on the page: {set(claims(page)) - said}"


@pytest.mark.parametrize("page", PAGES)
def test_the_tests_of_a_page_are_there(page: str) -> None:
    for id_, proofs in claims(page).items():
        missing = [proof for proof in proofs if not is_there(*proof.partition(" ")[::2], PAGES[page])]
        assert proofs, id_
        assert not missing, f"{id_}: {missing}"


@cache
def claims(page: str) -> dict[str, tuple[str, ...]]:
    found = yaml.safe_load((HERE / "claims" / f"{page}.yaml").read_text("utf-8"))
    return {id_: (proofs,) if isinstance(proofs, str) else tuple(proofs) for id_, proofs in found.items()}


def is_there(sort: str, rest: str, page: str) -> bool:
    match sort:
        case "game":
            name, _, test = rest.partition(": ")
            path = ROOT / "tests" / "language" / "games" / f"{name}.yaml"
            return path.exists() and test in yaml.safe_load(path.read_text("utf-8"))["tests"]
        case "bad":
            return (ROOT / "tests" / "bad" / f"{rest}.txt").exists()
        case "python":
            path_, _, function = rest.partition("::")
            return function in functions(path_)
        case "asks":
            text, _, value = rest.partition(" => ")
            assert evaluate(garden(), text) == value, rest
            return True
        case "on":
            shape, _, question = rest.partition(": ")
            text, _, value = question.partition(" => ")
            assert evaluate(empty_board(shape), text) == value, rest
            return True
        case "limit":
            return rest in {limit.id for limit in LIMITS}
        case "said":
            other, _, id_ = rest.partition(": ")
            return id_ in claims(other)
        case "shown":
            return rest in shown(page)
        case "example":
            return any(rest in (block.words.get("file"), block.words.get("on"), block.words.get("of")) for block in blocks(page))
    return False


@cache
def shown(page: str) -> frozenset[str]:
    """The headings below which expressions or lines of a game stand."""
    parts = re.split(r"^### `(.*)`$", (ROOT / page).read_text("utf-8"), flags=re.MULTILINE)
    return frozenset(
        heading for heading, text in zip(parts[1::2], parts[2::2], strict=True) if "```ggl on=" in text or "```yaml " in text
    )


@cache
def garden() -> State:
    text = next(block.text for block in blocks("docs/manual/words.md") if block.words.get("file") == "garden.yaml")
    checked, found = check_source(Source("garden.yaml", text))
    assert checked is not None, found
    return Game(checked).initial_state()


EMPTY = """\
ggl: 1
name: Empty
players: [Red, Blue]
board: {shape}
pieces: {{disc: {{}}}}
moves:
  wait: {{do: again if ply < 0}}
end: {{draw: ply > 9}}
"""


@cache
def empty_board(shape: str) -> State:
    checked, found = check_source(Source("empty.yaml", EMPTY.format(shape=shape)))
    assert checked is not None, found
    return Game(checked).initial_state()


@cache
def functions(path: str) -> frozenset[str]:
    tree = ast.parse((ROOT / path).read_text("utf-8"))
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
