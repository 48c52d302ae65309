"""What the look works out in a position, in text: patterns, marks, glyphs of values, what is hidden, cut, and on top."""

from __future__ import annotations

from pathlib import Path

import pytest

import ggl
from ggl.play.errors import IllegalMoveError
from ggl.play.game import Game
from ggl.play.loading import check_source
from ggl.play.look_values import MOST_SITES
from ggl.play.record import Record, replay
from ggl.play.scene import Scene
from ggl.source import Source

RULES = """
ggl: 1
name: Looking
players: [Red, Blue]
board: square(5)
pieces: {man: {glyph: m, has: {worn: false}}, rug: {glyph: r, of: nobody, layer: floor}}
state:
  tide: {start: 0, in: 0..3, each: cells}
  count_down: 9
setup: |
  put Red man on row(1)
  put Blue man on row(3)
  put rug on {a1, e5}
  set c5.tide to 2
  set d5.tide to 3
moves:
  step:
    for: c in cells with own man, t in neighbors(c)
    let: {taken: enemy man on t}
    where: not own man on t
    do: |
      take man from t
      move man from c to t
      add -1 to count_down
end:
  mover loses: stuck
  draw: ply >= 30 or count_down < 0
define:
  beside(p): (t for c in cells with p man for t in neighbors(c) if empty(t))
"""
PATTERNS = "{notation: {step: {c x t: taken and c.row != t.row, c =t: taken, else: c - t}}}"


def made(look: str, rules: str = RULES) -> Game:
    checked, found = check_source(Source("looking.yaml", f"{rules}look: {look}\n" if look else rules))
    assert checked is not None, [str(each) for each in found]
    return Game(checked)


def shown(look: str) -> str:
    return str(made(look).initial_state())


# ---- patterns


def test_a_move_is_written_as_the_position_has_it() -> None:
    state = made(PATTERNS).initial_state().play("b1 - b2").play("b3xb2")
    texts = [move.text for move in state.legal_moves()]
    assert "a1 - a2" in texts
    assert [text for text in texts if "x" in text] == []
    state = state.play("a1 - a2").play("c3 - c2")
    assert "c1 x c2" in [move.text for move in state.legal_moves()]
    assert "a2 =b2" in [move.text for move in state.legal_moves()]


def test_what_is_typed_is_read_by_any_of_the_patterns() -> None:
    state = made(PATTERNS).initial_state().play("b1 - b2")
    wanted = next(move for move in state.legal_moves() if move.text == "b3 x b2")
    for text in ("b3xb2", "b3 b2", "step b3 b2", "B3 X B2"):
        assert state.read(text) == wanted, text


def test_an_illegal_move_is_told_by_its_pattern() -> None:
    told = made(PATTERNS).initial_state().explain("a1 x b1")
    assert not told.legal
    assert told.is_move
    assert told.text == "a1 - b1"


def test_a_pattern_that_tells_moves_apart_by_its_condition_is_not_read_as_another(tmp_path: Path) -> None:
    file = tmp_path / "rods.yaml"
    file.write_text(
        "ggl: 1\nname: Rods\nplayers: [A, B]\nboard: square(2)\npieces: {rod: {sites: edges}}\n"
        "moves: {lay: {for: 'c in cells, d in {north, east}', where: {free: 'empty(edge(c, step(c, d)))'}, "
        "do: 'put rod on edge(c, step(c, d))'}}\nend: {draw: ply > 3}\nlook: {notation: {lay: {c n: d == north, else: c e}}}\n",
        encoding="utf-8",
    )
    state = ggl.load(file).initial_state().play("a1 n")
    assert "a1 e" in [move.text for move in state.legal_moves()]
    with pytest.raises(IllegalMoveError):
        state.read("a1 n")


def test_without_else_the_rest_is_written_in_full() -> None:
    state = made("{notation: {step: {c x t: taken}}}").initial_state()
    assert state.legal_moves()[0].text == "step a1 a2"


def test_a_record_of_moves_written_so_is_read_again() -> None:
    game = made(PATTERNS)
    state, turns = game.initial_state(), []
    for text in ("b1 - b2", "b3 x b2", "a1 - a2", "b2 =a2"):
        move = state.read(text)
        turns.append((move.text,))
        state = state.after(move)
    *_, (_, again) = replay(Record("x", {}, game.fingerprint, tuple(turns)), game)
    assert again == state


# ---- marks


def test_marks_are_worked_out_in_each_position() -> None:
    state = made(
        "{draw: {free: {on: c in row(2) if empty(c), as: dot, sign: x}}}".replace(
            "c in row(2) if empty(c)", "row(2) - (cells with man)"
        )
    ).initial_state()
    assert str(state).splitlines()[3] == "2  x  x  x  x  x"
    assert str(state.play("step a1 a2")).splitlines()[3] == "2  M  x  x  x  x"


def test_a_mark_writes_values_on_free_sites() -> None:
    assert "2  4  5  5  5  4" not in shown("")
    assert "2  3  4  4  4  3" in shown("{draw: {near: {for: c in row(2), value: size(neighbors(c))}}}")


def test_a_mark_of_very_many_sets_is_drawn_in_part() -> None:
    state = made("{draw: {many: {on: (cells for a in cells for b in cells for c in row(1)), as: frame}}}".replace(
        "(cells for a in cells for b in cells for c in row(1))", "'(cells for a in cells for b in cells for c in row(1))'"
    )).initial_state()  # fmt: skip
    assert 0 < sum(len(group) for group in Scene(state).drawn[0].groups) <= MOST_SITES


def test_marks_have_a_line_that_tells_their_signs() -> None:
    told = shown("{draw: {near(p): {on: beside(p), as: dot, sign: + -}}}")
    assert "+ Red near, - Blue near" in told


def test_looks_are_no_part_of_the_fingerprint() -> None:
    look = "{draw: {near(p): {on: beside(p), as: dot}}, view: row(1), hide: count_down, order: rug, sizes: {man: 0.5}}"
    assert made(look).fingerprint == made("{}").fingerprint
    without = RULES.partition("define:")[0]
    assert made("{}", without).fingerprint == made(look).fingerprint  # a definition for the look alone is no rule


WRONG = [
    ("{draw: {near: {on: beside(Green)}}}", "GGL203"),
    ("{draw: {near: {on: count_down}}}", "GGL205"),
    ("{draw: {near: {on: row(1), as: line}}}", "GGL205"),
    ("{draw: {near: {on: row(1), colour: greeen}}}", "GGL314"),
    ("{draw: {near: {on: row(1), sign: xy}}}", "GGL315"),
    ("{draw: {near: {for: c in row(1)}}}", "GGL144"),
    ("{draw: {near: {as: dot}}}", "GGL142"),
    ("{draw: {near: {on: last.mover == Red}}}", "GGL205"),
    ("{draw: {near(corners): {on: corners}}}", "GGL202"),
    ("{draw: {near: {for: c in row(1), value: count(1 for x in cells for y in cells for z in cells for w in cells)}}}", "GGL216"),
    ("{view: count_down}", "GGL205"),
    ("{view: '(c in cells if repetitions > 1)'}", "GGL312"),
    ("{notation: {step: {c x t: nothing}}}", "GGL203"),
    ("{notation: {walk: {c x t: true}}}", "GGL401"),
    ("{notation: {step: {c x t: repetitions > 1, else: c t}}}", "GGL312"),
    ("{sizes: {man: huge}}", "GGL317"),
]


@pytest.mark.parametrize(("look", "code"), WRONG)
def test_what_cannot_be_drawn_is_told(look: str, code: str) -> None:
    _, found = check_source(Source("looking.yaml", f"{RULES}look: {look}\n"))
    assert code in [each.code.code for each in found], [str(each) for each in found]


# ---- the rest


def test_what_is_hidden_is_shown_nowhere() -> None:
    assert "count_down: 9" in shown("{}")
    told = shown("{hide: [count_down, tide, worn]}")
    assert "count_down" not in told
    assert "worn" not in told
    assert told.splitlines()[0] == "5  .  .  .  .  r"


def test_values_have_glyphs() -> None:
    assert shown("{}").splitlines()[0] == "5  .  .  2  3  r"
    assert shown('{glyphs: {tide: {2: "~", 3: "="}}}').splitlines()[0] == "5  .  .  ~  =  r"


def test_what_lies_on_top_is_told_first() -> None:
    assert "1  Mr M  M  M  M" in shown("{}")
    assert "1  rM M  M  M  M" in shown("{order: rug man}")


def test_a_view_cuts_the_board() -> None:
    lines = shown('{view: "{b2, c2}"}').splitlines()
    assert lines[:4] == ["3  m  m  m  m", "2  .  .  .  .", "1  Mr M  M  M", "   a  b  c  d"]


def test_a_view_is_worked_out_in_each_position_and_all_is_shown_where_it_is_empty() -> None:
    state = made("{view: cells with Red man & (row(2) + row(3))}").initial_state()
    assert len(Scene(state).view) == 25
    assert len(Scene(state.play("step a1 a2")).view) == 6


@pytest.mark.parametrize("name", ["go", "chess", "tiku"])
def test_a_game_whose_look_works_nothing_out_is_asked_nothing(name: str) -> None:
    game = ggl.load(name)
    assert game.checked.shown is None
    assert game.notation.at(game.initial_state().position) is game.notation


TWO_STEPS = """
ggl: 1
name: Two steps
players: [Red, Blue]
board: square(3)
pieces: {stone: {}}
moves:
  place:
    for: c in vacant
    do: put stone on c
    then: more(c)
  more(c):
    for: d in vacant & neighbors(c)
    do: put stone on d
end:
  draw: full
"""


def test_a_mark_that_asks_for_moves_is_drawn_between_turns_and_any_other_always() -> None:
    look = """
  draw:
    open: {on: (c in cells if able(place(c=c))), as: dot}
    free: {on: vacant, as: frame}
    ways: {for: c in cells, value: 1 if able(place(c=c)) else 0}
    rows: {for: c in cells, value: c.row}
"""
    game = made(look, TWO_STEPS)
    state, looking = game.initial_state(), game._looking
    assert looking is not None
    assert [mark.part.name for mark in looking.marks(state.position, state.in_turn)] == ["open", "free", "ways", "rows"]
    state = state.after(state.legal_moves()[0])
    assert state.in_turn
    assert [mark.part.name for mark in looking.marks(state.position, state.in_turn)] == ["free", "rows"]
