"""Draws from sets of steps that are all legal: what is written, and from how many words is drawn."""

from __future__ import annotations

import pytest

import ggl
from ggl.compiler.kernel import forms as k
from ggl.compiler.kernel.walk import forms_in, set_in
from ggl.compiler.runtime.engine import Compiled
from ggl.engine.protocol import WorkLimitError
from ggl.interpreter import Interpreter
from ggl.play.loading import check_source
from ggl.source import Source
from tests.compiler.agreement import differences

CASES = [
    ("tic-tac-toe", {}, [2], [1]),  # the cells
    ("tabik", {"size": 4, "pie": False}, [3, 2], [4, 1]),  # four directions, and the edges
    ("tabik", {"pie": False}, [3, 2], [4, 2]),  # edges in two words; the third is always empty
]
"""A game and its options; by move, the entries of a row and the words that are drawn from."""


@pytest.mark.parametrize(("name", "options", "rows", "words"), CASES, ids=[f"{name} {words}" for name, _, _, words in CASES])
def test_a_draw_chooses_a_move_and_writes_its_row(
    name: str, options: dict[str, object], rows: list[int], words: list[int]
) -> None:
    game = ggl.load(name, **options)
    engine = Compiled(game.checked.core, as_python=True)
    tier = engine.emitted.kernel.functions["tier1"]
    stores = [form for form in forms_in(tier) if isinstance(form, k.Store)]
    assert len(stores) == sum(rows)
    assert sum(local.name.startswith("beyond") for local in set_in(tier.body)) == sum(words) - len(words)
    branches = [form for form in forms_in(tier) if isinstance(form, k.If) and not isinstance(form.then[-1], k.Return)]
    assert len(branches) == len(words) - 1
    assert not list(differences(game, engine, range(1), 12))


MANY_LIKELY = """
ggl: 1
name: Likely
players: [A, B]
board: square(2)
pieces: {man: {}}
state: {k: {start: 0, in: 0..9}}
score(p): 3 if a1.owner == p else 0
moves:
  go:
    for: n in 0..300, m in 0..300
    do: set k to min(n + m, 5)
    ensure: n == 7 and m < 9
  other:
    for: d in 0..3, e in 0..2
    do: set k to 3
    ensure: d != e
  begin_with:
    do: set k to 1
    then: optional go
end: {by score: ply > 3}
"""


@pytest.mark.parametrize("turn", ["go or other", "go, pass: free", "begin_with"])
def test_more_likely_steps_than_may_be_legal_are_written_nowhere_else(turn: str) -> None:
    """The room for rows ends before the position that random plays begin with. Nobody ever puts a piece, so no score differs."""
    checked, found = check_source(Source("likely.yaml", f"{MANY_LIKELY}turn: {{play: {turn}}}\n"))
    assert checked is not None, [str(each) for each in found]
    here, there = Interpreter(checked.core), Compiled(checked.core)
    rows = there.playouts(4, 5, 8)
    assert [list(row) for row in rows] == [list(there.playouts(1, 5, 8, first=number)[0]) for number in range(4)]
    at = here.start()
    if "begin" in turn:
        at = here.play(at, here.steps(at)[0])
    assert there.draw(at, 3) == here.draw(at, 3)


LIMIT = 300
TOO_MANY = {
    "rows": ("square(5)", "for: 's in vacant, c in vacant', do: put man on c, ensure: man on c"),
    "pairs that are counted": ("square(5)", "for: 's in vacant, c in vacant', do: put man on c"),
    "a set": ("square(18)", "for: c in vacant, do: put man on c"),
}
"""A board, and a move that has more steps than `LIMIT` on it."""


@pytest.mark.parametrize(("board", "move"), TOO_MANY.values(), ids=TOO_MANY)
def test_whatever_is_drawn_from_more_steps_than_may_be_legal_are_told(
    board: str, move: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (
        "compiler.lower.move_sampling",
        "compiler.lower.movegen",
        "interpreter.legal_steps",
        "interpreter.interpreter",
    ):
        monkeypatch.setattr(f"ggl.{module}.STEPS_LIMIT", LIMIT)
    text = f"ggl: 1\nname: Many\nplayers: [A, B]\nboard: {board}\npieces: {{man: {{}}}}\nmoves:\n"
    text += f"  one: {{for: 'c in {{a1}}', do: put man on c}}\n  go: {{{move}}}\n"
    checked, found = check_source(Source("many.yaml", f"{text}end: {{draw: ply > 3}}\n"))
    assert checked is not None, [str(each) for each in found]
    for engine in (Interpreter(checked.core), Compiled(checked.core, as_python=True)):
        with pytest.raises(WorkLimitError):
            engine.draw(engine.start(), 3)
