"""The text of an emitted module: no name and no text of the author's file is code; his lines stand beside what became of them."""

from __future__ import annotations

import io
import tokenize
from pathlib import Path

import pytest

import ggl
from ggl.compiler.emit import emit, emit_without_searches
from ggl.compiler.runtime.engine import Compiled
from ggl.resources import bundled_games
from tests.few import few_of

SNEAKY = """\
ggl: 1
name: "\\"\\"\\"; raise SystemExit #"
players: [Import, Exec]
board: square(2)
pieces: {breakout: {}}
state:
  system: {start: 0, in: 0..9}
options:
  lambda_option: 1 in 1..3
moves:
  eval_move:
    for: cellar in cells
    let:
      compiler: count(cells with breakout)
    where:
      "it's \\"\\"\\" here": not_yet(cellar) and compiler < 9
    do: |
      put breakout on cellar
      set system to lambda_option
define:
  not_yet(unlikely): empty(unlikely)
end:
  draw: {"\\"\\"\\" the end": full}
"""
NAMES = {
    "Import",
    "Exec",
    "breakout",
    "system",
    "lambda_option",
    "eval_move",
    "cellar",
    "compiler",
    "not_yet",
    "unlikely",
    "SystemExit",
}


@pytest.fixture
def sneaky(tmp_path: Path) -> ggl.Game:
    file = tmp_path / "sneaky.yaml"
    file.write_text(SNEAKY)
    return ggl.load(file)


def code_of(text: str) -> set[str]:
    """The names and texts in a module, comments left out."""
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return {token.string for token in tokens if token.type in (tokenize.NAME, tokenize.STRING)}


def test_no_name_of_a_file_is_code(sneaky: ggl.Game) -> None:
    text = emit(sneaky.checked.core).text
    assert not {name for name in code_of(text) if any(each in name for each in NAMES)}
    assert not any(token.startswith(("'", '"')) for token in code_of(text))


def test_such_a_game_is_played_like_any_other(sneaky: ggl.Game) -> None:
    engine = Compiled(sneaky.checked.core, sneaky.name, as_python=True)
    assert engine.steps(engine.start()) == sneaky.engine.steps(sneaky.engine.start())


def test_the_line_of_a_rule_stands_beside_it() -> None:
    text = emit(ggl.load("sgibun").checked.core).text
    assert "# sgibun.yaml:22: empty(c)" in text
    assert "# sgibun.yaml:25: size(group(c)) == 1 or fits(group(c))" in text


def test_the_same_rules_give_the_same_text() -> None:
    one, other = (emit(ggl.load("quarod", size=5).checked.core) for _ in range(2))
    assert one.text == other.text
    assert (one.memory.build(1, 1, 1, 1) == other.memory.build(1, 1, 1, 1)).all()


@pytest.mark.parametrize("name", few_of(without=set(bundled_games()) - {"dark-hex", "oware"}))
def test_searches_come_to_functions_and_a_memory_that_stay(name: str) -> None:
    """What was compiled, and the memories that were made, before a search is called serve after it."""
    without = emit_without_searches(ggl.load(name).checked.core)
    functions, size = without.kernel.functions, without.memory.size
    assert without.more is not None
    whole = without.more()
    assert "mcts" in whole.entries.keys() - without.entries.keys()
    assert {each: whole.kernel.functions[each] for each in functions} == functions
    assert whole.memory.size == size


def function_of(name: str, **options: object) -> dict[str, str]:
    """The functions of a bundled game's module, by name."""
    text = emit(ggl.load(name, **options).checked.core).text
    return {part.split("def ", 1)[1].split("(", 1)[0]: part for part in text.split("\n\n")}


def test_whether_anything_can_be_done_is_not_asked_twice_where_a_rule_asks_it() -> None:
    assert "offered" in function_of("havannah", size=3)["has_begun"]
    assert "offered" not in function_of("oware")["has_begun"]


def test_what_is_asked_after_a_step_has_the_past_only_where_it_is_asked_about() -> None:
    assert "past: word" in function_of("go", size=4)["ensure1"]
    assert "past: word" not in function_of("oware")["ensure1"]


def test_a_stone_that_is_only_supposed_is_not_put() -> None:
    ensure = function_of("sgibun", side=3)["ensure1"]
    assert "size(group(c)) == 1" in ensure
    assert "do2(" not in ensure
    assert "do2(" in function_of("oware")["ensure1"]  # sowing changes more than one site
