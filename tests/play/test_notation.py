"""Why a move is none, where the file has its own way to write it: the cause is in the file's words, not in the move's name."""

from collections.abc import Iterable
from pathlib import Path

import pytest

import ggl
from ggl.engine.protocol import Step
from ggl.play.errors import NotationError
from ggl.play.filetests import run_tests
from ggl.play.loading import check_source, made_of
from ggl.play.notation import Notation
from ggl.play.session import Session
from ggl.play.turn_text import read_turn
from ggl.source import Source
from tests.records import last_state

GAME = """
ggl: 1
name: Fences
players: [Red, Blue]
board: square(4)
pieces: {king: {}, block: {glyph: "#", of: nobody}, line: {sites: edges, of: nobody}}
setup: |
  put Red king on a1
  put Blue king on d1
  put block on c4
moves:
  step:
    for: c in cells with own king, t in neighbors(c)
    where:
      free: empty(t)
    do: move c to t
  build:
    for: c in cells, d in {north, east}
    where:
      free: empty(c)
    do: put block on c
  bar:
    for: e in edges
    where:
      free: empty(e)
    do: put line on e
  drop:
    for: c in row(1)
    where:
      free: empty(c)
    do: put block on c
end:
  mover loses: stuck
look:
  notation: {step: t, build: wall c d, bar: fence e, drop: c.column}
"""
CAUSES = {
    "wall": "`wall` takes a cell and a direction, but none is given; `c` and `d` are missing",
    "wall c4": "`wall` takes a cell and a direction, but 1 is given; `d` is missing",
    "Wall c4": "`wall` takes a cell and a direction, but 1 is given; `d` is missing",
    "wall c4 x": "`x` is not a direction",
    "wall z9 north": "`z9` is not a cell of this board",
    "wall c4 north east": "`wall` takes a cell and a direction, so `east` is one too many",
    "wall c4 north": '"free" does not hold: a block stands on c4',
    "fence c4": "`c4` is not an edge of this board; an edge is written like `a1-a2`",
    "build c4": "`build` takes a cell and a direction, but 1 is given; `d` is missing",
    "hedge c4": "`hedge` is neither a move of this game nor a place to play on; the moves are step, build, bar, drop",
    "foo": "`foo` is neither a move of this game nor a place to play on; the moves are step, build, bar, drop",
    "4": '"free" does not hold: a Blue king stands on d1',
}


@pytest.fixture(scope="module")
def state(tmp_path_factory: pytest.TempPathFactory) -> ggl.State:
    path = tmp_path_factory.mktemp("fences") / "fences.yaml"
    path.write_text(GAME, encoding="utf-8")
    return ggl.load(path).initial_state()


@pytest.mark.parametrize("text", CAUSES)
def test_the_cause_is_told_in_the_words_of_the_notation(state: ggl.State, text: str) -> None:
    assert state.explain(text).reason == CAUSES[text]


def test_a_template_may_leave_out_a_cell_on_the_largest_common_board(tmp_path: Path) -> None:
    path = tmp_path / "rolling.yaml"
    path.write_text(
        """
ggl: 1
name: Rolling
players: [Red, Blue]
board: square(19)
pieces: {stone: {}}
moves:
  drop:
    for: c in vacant
    do: put stone on c
    then: roll(c)
  roll(c):
    for: x in neighbors(c)
    where: {a free cell: empty(x)}
    do: put stone on x
end: {mover loses: stuck}
look: {notation: {roll: roll x}}
""",
        encoding="utf-8",
    )
    state = ggl.load(path).initial_state().play("drop k10")
    assert state.explain("roll a1").reason == "a1 is not in `neighbors(c)`: it is {k9, j10, l10, k11}"


# ---- a notation with names given by `let`, and one that says less than the arguments

JUMPS = """
ggl: 1
name: Jumps
players: [Red, Blue]
board: square(5)
pieces: {stone: {}}
setup: |
  put Red stone on {a1, c1}
  put Blue stone on {b1, c2}
moves:
  remove:
    for: c in cells with own stone
    do: take stone from c
  jump:
    for: c in cells with own stone, d in orthogonal
    let:
      over: step(c, d)
      t: step(c, d, 2)
    where:
      over an enemy: enemy stone on over
      to an empty cell: empty(t)
    do: |
      take stone from over
      move c to t
turn:
  phases:
    main: {play: jump, until: ply == 9}
    late: {play: remove}
end: {mover loses: stuck}
look:
  notation: {jump: c - t}
tests:
  to a cell that no jump leads to:
    illegal: a1 - e1, a1 - b2, a1 - a3
"""
JUMP_CAUSES = {
    "a1 - a3": '"over an enemy" does not hold: nothing stands on a2',
    "a1 a3": '"over an enemy" does not hold: nothing stands on a2',
    "A1a3": '"over an enemy" does not hold: nothing stands on a2',
    "jump a1 north": '"over an enemy" does not hold: nothing stands on a2',
    "a1 - c1": '"to an empty cell" does not hold: a Red stone stands on c1',
    "a1 - e1": "there is no `jump` with c = a1 and t = e1; t can be a3, c3 or c1",
    "a1 - z9": "`z9` is not a cell of this board",
    "z9 - a1": "`z9` is not a cell of this board",
    "a1 to a3": "`to` is not a direction",
    "remove a1": "`remove` is not played in the phase `main`, which offers `jump`",
}


@pytest.fixture(scope="module")
def jumps(tmp_path_factory: pytest.TempPathFactory) -> ggl.State:
    path = tmp_path_factory.mktemp("jumps") / "jumps.yaml"
    path.write_text(JUMPS, encoding="utf-8")
    return ggl.load(path).initial_state()


@pytest.mark.parametrize("text", JUMP_CAUSES)
def test_a_name_given_by_let_is_understood_in_an_illegal_move(jumps: ggl.State, text: str) -> None:
    assert jumps.explain(text).reason == JUMP_CAUSES[text]


@pytest.mark.parametrize("text", ["jump a1 north", "a1 - e1"])
def test_the_text_that_is_told_of_an_illegal_move_can_be_typed_back(jumps: ggl.State, text: str) -> None:
    found = jumps.explain(text)
    again = jumps.explain(found.text)
    assert (again.reason, again.is_move) == (found.reason, True)


def test_a_place_that_no_move_leads_to_is_an_illegal_move_for_a_test_and_for_play(jumps: ggl.State) -> None:
    assert [outcome.passed for outcome in run_tests(jumps.game.checked)] == [True]
    with pytest.raises(ggl.IllegalMoveError):
        jumps.play("a1 - e1")


@pytest.mark.parametrize(
    ("game", "typed", "told"),
    [
        ("connect-four", "drop a3", "drop a3"),
        ("connect-four", "a3", "drop a3"),
        ("draughts", "jump a1 northwest", "jump a1 northwest"),
    ],
)
def test_an_illegal_move_is_told_in_full_where_its_notation_is_that_of_a_legal_one_or_of_no_place(
    game: str, typed: str, told: str
) -> None:
    found = ggl.load(game).initial_state().explain(typed)
    assert (found.text, found.legal, found.is_move) == (told, False, True)


def test_a_text_that_could_be_cut_in_too_many_ways_is_no_move_at_once(tmp_path: Path) -> None:
    """A notation of many names, without a sign between them, and a long word: it would take years to try them all."""
    lets = "defghijklmno"
    (tmp_path / "many.yaml").write_text(
        "ggl: 1\nname: Many\nplayers: [A, B]\nboard: square(3)\npieces: {s: {}}\nmoves:\n  place:\n    for: c in cells\n"
        f"    let: {{{', '.join(f'{name}: c' for name in lets)}}}\n    where: empty(c)\n    do: put own s on c\n"
        f"end:\n  draw: full\nlook:\n  notation:\n    place: c {' '.join(lets)}\n"
    )
    with pytest.raises(NotationError, match="is not a move"):
        ggl.load(tmp_path / "many.yaml").initial_state().play("a" * 60 + "!")


CROWNS = """
ggl: 1
name: Crowns
players: [Red, Blue]
board: square(3)
pieces: {man: {}, king: {}}
setup: |
  put Red man on {a1, a2}
  put Blue man on c3
moves:
  go:
    for: c in cells with own man, t in neighbors(c)
    where: empty(t)
    do: move c to t
  crown:
    for: c in cells with own man, t in neighbors(c)
    where:
      free: empty(t)
      upper row: t in row(3)
    do: |
      move c to t
      promote t to king
  pair:
    for: c in cells with own man, w in {north, east}, n in {1, 2}, d in {east, south}
    let:
      e: step(c, w, n)
      u: step(c, d)
    where:
      two in a line: own man on e and n == 1
      to free cells: empty(u) and empty(step(e, d))
    do: |
      move c to u
      move e to step(e, d)
end: {mover loses: stuck}
look:
  notation: {go: c - t, crown: c - t +, pair: c e / u}
"""


@pytest.fixture(scope="module")
def crowns(tmp_path_factory: pytest.TempPathFactory) -> ggl.State:
    path = tmp_path_factory.mktemp("crowns") / "crowns.yaml"
    path.write_text(CROWNS, encoding="utf-8")
    return ggl.load(path).initial_state()


@pytest.mark.parametrize(
    ("text", "move"), [("a2-b2", "a2 - b2"), ("a2 a3+", "a2 - a3 +"), ("a2 - a3", "a2 - a3"), ("a1 a2 / b1", "a1 a2 / b1")]
)
def test_a_sign_of_the_files_own_notation_tells_moves_apart(crowns: ggl.State, text: str, move: str) -> None:
    assert [str(step) for step in read_turn(crowns, text)] == [move]


@pytest.mark.parametrize("text", ["a2-b2+", "a2 b2 +", "a2 - b2 +"])
def test_a_sign_is_not_left_out_to_find_another_move_that_is_legal(crowns: ggl.State, text: str) -> None:
    assert "`a2 - b2 +` is not legal" in str(crowns.explain(text))
    with pytest.raises(ggl.IllegalMoveError):
        read_turn(crowns, text)


def test_a_number_that_a_notation_does_not_say_is_guessed_in_an_illegal_move(crowns: ggl.State) -> None:
    text = str(crowns.explain("c3 b3 / c2"))
    assert "is not a direction" not in text
    assert "a1 a2 / a1" not in text
    assert '"two in a line" does not hold' in str(crowns.explain("a2 a3 / b2"))


# ---- a notation with words of its own between the values

TURNING = """
ggl: 1
name: Turning
players: [Red, Blue]
board: square(4)
pieces: {stone: {}}
setup: |
  put Red stone on a1
  put Blue stone on d4
moves:
  slide:
    for: c in cells with own stone, d in orthogonal, t in ray(c, d)
    where: {free: empty(t)}
    do: move c to t
  step:
    for: c in cells with own stone, d in orthogonal
    where:
      free: empty(step(c, d))
    do: move c to step(c, d)
end: {mover loses: stuck}
look: {notation: {slide: c slides d to t, step: c turns d}}
"""
TURNING_CAUSES = {
    "a1 turns": "`step` takes a cell and a direction, but 1 is given; `d` is missing",
    "a1 turns nroth": "`nroth` is not a direction; near: north",
    "a1 turns, west": '"free" does not hold: `step(c, d)` is off the board',
    "a1 slides north": "`slide` takes a cell, a direction and a cell, but 2 are given; `t` is missing",
    "a1 slides north to": "`slide` takes a cell, a direction and a cell, but 2 are given; `t` is missing",
    "a1 slides north to z9": "`z9` is not a cell of this board",
    "a1 slides, north, to b3": "b3 is not in `ray(c, d)`: it is [a2, a3, a4]",
    "z1 turns north": "`z1` is not a cell of this board; near: a1, b1, c1",
    "a1 turns north to a3": "`step` takes a cell and a direction, so `to` is one too many",
}


@pytest.fixture(scope="module")
def turning(tmp_path_factory: pytest.TempPathFactory) -> ggl.State:
    path = tmp_path_factory.mktemp("turning") / "turning.yaml"
    path.write_text(TURNING, encoding="utf-8")
    return ggl.load(path).initial_state()


@pytest.mark.parametrize("text", TURNING_CAUSES)
def test_words_of_the_notation_itself_are_not_blamed(turning: ggl.State, text: str) -> None:
    assert turning.explain(text).reason == TURNING_CAUSES[text]


def test_a_parameter_in_a_notation_may_have_any_name(tmp_path: Path) -> None:
    text = GAME.replace("for: c in cells, d in", "for: x² in cells, d in").replace("build: wall c d", "build: wall x² d")
    text = text.replace("free: empty(c)\n    do: put block on c", "free: empty(x²)\n    do: put block on x²", 1)
    (tmp_path / "any.yaml").write_text(text, "utf-8")
    state = ggl.load(tmp_path / "any.yaml").initial_state()
    assert str(state.read("wall a2 north")) == "wall a2 north"
    assert state.explain("wall c4 north").reason == CAUSES["wall c4 north"]


TWO = """
ggl: 1
name: Two
players: [Red, Blue]
board: square(2)
pieces: {man: {}, king: {}, rook: {}}
moves:
  place: {for: c in vacant, do: put man on c}
  crown: {for: c in vacant, do: put king on c}
  guard: {for: c in vacant, do: put rook on c}
end: {draw: full}
look: {notation: {}}
"""


@pytest.mark.parametrize(
    "notation",
    ["place: c, crown: c", "crown: place c", "place: x c, crown: X c", "place: crown c, crown: place c, guard: crown c",
     "place: c, crown: c, guard: place c", "guard: crown  c"],
)  # fmt: skip
def test_each_legal_move_is_read_as_itself_however_alike_the_notations_are(tmp_path: Path, notation: str) -> None:
    (tmp_path / "two.yaml").write_text(TWO.replace("notation: {}", f"notation: {{{notation}}}"))
    state = ggl.load(tmp_path / "two.yaml").initial_state()
    moves = state.legal_moves()
    assert len(moves) == 12
    for move in moves:
        for typed in (str(move), str(move).upper()):
            assert state.read(typed).step == move.step


def test_texts_are_remembered_and_only_so_many(monkeypatch: pytest.MonkeyPatch) -> None:
    from ggl.play import notation as module

    game = ggl.load("tic-tac-toe")
    steps = [move.step for move in game.initial_state().legal_moves()]
    notation = game.notation
    texts = [notation.text(step) for step in steps]
    assert [notation.text(step) for step in steps] == texts
    monkeypatch.setattr(module, "KNOWN", 4)
    notation._texts.clear()
    for step, text in zip(2 * steps, 2 * texts, strict=True):
        assert notation.text(step) == text
        assert len(notation._texts) <= 4
    notation._texts.update(zip(steps, texts, strict=True))  # as threads do that find room at once
    assert notation.text(Step("pass")) == "pass"
    assert len(notation._texts) == 1


ROLES = """
ggl: 1
name: Roles
players: [Ann, Bob]
values:
  roles: {rank: 1..3}
board: square(1)
state: {guesses: 0, seen_it: false}
moves:
  accuse: {for: r in roles, do: add 1 to guesses}
  NAME: {where: {you have one: seen_it}, do: win}
  drop_out: {do: lose}
end: {draw: ply == 9}
"""


def roles(name: str = "role_2", notation: str = "") -> ggl.State:
    look = f"look: {{notation: {{{notation}}}}}\n" if notation else ""
    checked, found = check_source(Source("roles.yaml", ROLES.replace("NAME", name) + look))
    assert checked is not None, found
    return ggl.Game(checked).initial_state()


@pytest.mark.parametrize("text", ["role_2", "ROLE_2", "role 2", "role-2"])
def test_the_whole_name_of_a_move_means_it_and_no_value_of_another(text: str) -> None:
    """The move is not legal, and `accuse role_2` is."""
    with pytest.raises(ggl.IllegalMoveError, match='"you have one" does not hold'):
        roles("role_2").play(text)
    assert str(roles("other").read(text)) == "accuse role_2"


@pytest.mark.parametrize("text", ["drop_out", "drop out", "Drop-out", "drop", "dr", "dr o"])
def test_a_name_of_two_words_is_typed_as_people_read_it(text: str) -> None:
    assert str(roles().read(text)) == "drop_out"


@pytest.mark.parametrize("text", ["accuse role_3", "accuse role 3", "accuse 3", "acc 3", "3"])
def test_a_notation_may_have_a_property_of_a_value(text: str) -> None:
    assert str(roles(notation="accuse: accuse r.rank").read(text)) == "accuse 3"


def test_a_property_that_a_value_has_not_is_a_mistake_in_a_notation() -> None:
    _, found = check_source(Source("roles.yaml", ROLES.replace("NAME", "other") + "look: {notation: {accuse: r.rnk}}\n"))
    [one] = [each for each in found if each.code.code == "GGL407"]
    assert one.message == "`r` has no property `rnk` that a notation can contain, so `r.rnk` would be written as it is"
    assert one.fix is not None
    assert one.fix.replacement == "r.rank"


UNSAID = """\
ggl: 1
name: What a notation leaves unsaid
players: [Red, Blue]
board: square(3)
values: {ways: [high, plain]}
pieces: {man: {}}
setup: put Red man on a1
moves:
  go:
    for: c in cells with own man, t in neighbors(c), w in ways
    where: {high into row 2: w == high or t.row != 2}
    do: move c to t
end: {draw: ply == 9}
look:
  notation:
    go:
      c - t +: w == high
      else: c - t
"""


HALVES = """ggl: 1
name: Halves
players: [Red, Blue]
board: square(3)
pieces: {peg: {}}
moves:
  pick:
    for: c in vacant, n in {0.5, 1.5, -2.5}
    where: ply == 0 or n > 0
    do: put peg on c
end: {draw: full}
"""


@pytest.mark.parametrize("look", ["", "look: {notation: {pick: 'c by n'}}\n"], ids=["words", "notation"])
@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("b1 {}-2.5", "`{}` is not legal: `ply == 0 or n > 0` does not hold"),
        ("a1 {}0.5", "`{}` is not legal: a1 is not in `vacant`"),
        ("b1 {}0.7", "`{}` is not a move: `0.7` is not a multiple of 0.5"),
    ],
)
def test_a_number_with_decimals_is_read_in_an_illegal_move(text: str, told: str, look: str) -> None:
    state = made_of(Source("halves.yaml", HALVES + look)).initial_state()
    state = state.play("a1 by 1.5" if look else "pick a1 1.5")
    typed = text.format("by ") if look else f"pick {text.format('')}"
    assert str(state.explain(typed)).splitlines()[0] == told.format(typed)
    assert str(state.read("a2 by 1.5" if look else "a2 1.5")) == ("a2 by 1.5" if look else "pick a2 1.5")


def test_a_text_that_is_an_illegal_move_to_the_letter_is_not_taken_for_a_legal_one_like_it() -> None:
    checked, found = check_source(Source("unsaid.yaml", UNSAID))
    assert checked is not None, found
    state = ggl.Game(checked).initial_state()
    assert str(state.read("a1 - b1")) == "a1 - b1"
    assert str(state.read("a1 - a2 +")) == "a1 - a2 +"
    with pytest.raises(ggl.IllegalMoveError, match='"high into row 2" does not hold'):
        state.read("a1 - a2")
    assert str(state.read("a1 a2")) == "a1 - a2 +"  # words alone are still enough


@pytest.mark.parametrize(("wall", "text"), [("h3 v", "h4"), ("h3 v", "g4"), ("a1 h", "e3")])
def test_a_pawn_step_that_is_not_legal_builds_no_wall(wall: str, text: str) -> None:
    state = ggl.load("quoridor").initial_state().play(wall)
    with pytest.raises(ggl.IllegalMoveError, match=rf"`{text}` is not legal: {text} is not in `targets"):
        state.read(text)
    assert str(state.read(f"{text} h")) == f"{text} h"


FAR = """\
ggl: 1
name: What leaves more unsaid than can be tried
players: [Red, Blue]
board: square(8)
pieces: {man: {}}
moves:
  go: {for: "c in cells, s in cells, t in cells", where: {never: c == s and s != s}, do: put man on t}
  wall: {for: "c in cells, w in {north, east}", do: put man on c}
end: {draw: ply == 9}
look:
  notation:
    go: t
    wall: c w
"""


def test_a_text_of_the_shape_of_a_notation_is_not_taken_for_the_beginning_of_another() -> None:
    checked, found = check_source(Source("far.yaml", FAR))
    assert checked is not None, found
    state = ggl.Game(checked).initial_state()
    assert str(state.read("c3 n")) == "c3 north"
    with pytest.raises(ggl.GglError):
        state.read("c3")


NORTH = """\
ggl: 1
name: A name that another one begins
players: [Red, Blue]
board: square(3)
pieces: {man: {}}
moves:
  go: {for: "d in {north, east}", where: {later: ply > 1}, do: put man on a1}
  go_north: {do: put man on b1}
end: {draw: ply == 9}
"""


def test_a_move_and_its_argument_are_not_taken_for_a_move_of_two_words() -> None:
    checked, found = check_source(Source("north.yaml", NORTH))
    assert checked is not None, found
    state = ggl.Game(checked).initial_state()
    assert not state.explain("go north").legal
    with pytest.raises(ggl.IllegalMoveError, match='"later" does not hold'):
        state.read("go north")
    assert str(state.read("GO_north")) == "go_north"
    later = state.play("go_north").play("go_north")
    assert (str(later.read("go north")), str(later.read("go_north"))) == ("go north", "go_north")


SHIFTS = """
ggl: 1
name: Shifts
players: [Red, Blue]
board: square(3)
pieces: {mark: {}}
state: {n: {start: 0, in: -9..9}}
moves:
  shift: {for: k in -3..3, where: {not minus two: k != -2}, do: add k to n}
  walk: {for: "c in cells, k in -3..3", where: {not minus two: k != -2}, do: set n to k}
end: {draw: ply == 20}
look: {notation: {walk: NOTATION}}
"""


def shifts(text: str = SHIFTS.replace("NOTATION", "c-k")) -> ggl.State:
    checked, found = check_source(Source("shifts.yaml", text))
    assert checked is not None, found
    return ggl.Game(checked).initial_state()


@pytest.mark.parametrize(
    ("text", "move"),
    [("shift -3", "shift -3"), ("SHIFT  -1", "shift -1"), ("-1", "shift -1"), ("shift 2", "shift 2"),
     ("shift \N{MINUS SIGN}1", "shift -1"), ("a1--1", "a1--1"), ("a1 -1", "a1--1"), ("a1-1", "a1-1"),
     ("a1 - 1", "a1-1"), ("walk a1,-3", "a1--3")],
)  # fmt: skip
def test_the_sign_of_a_number_is_read(text: str, move: str) -> None:
    assert str(shifts().read(text)) == move


@pytest.mark.parametrize("text", ["shift -2", "-2", "shift \N{MINUS SIGN}2", "shift --2", "a1--2", "a1 -2", "walk a1 -2"])
def test_the_sign_of_a_number_is_not_left_out_to_find_another_move_that_is_legal(text: str) -> None:
    with pytest.raises(ggl.IllegalMoveError, match='"not minus two" does not hold'):
        shifts().read(text)


def test_the_sign_of_a_number_is_read_in_a_turn_of_several_steps() -> None:
    state = shifts(SHIFTS.replace("do: add k to n}", "do: add k to n, then: walk}").replace("NOTATION", "c k"))
    assert [str(move) for move in read_turn(state, "shift -1 a1 -3")] == ["shift -1", "a1 -3"]
    with pytest.raises(ggl.GglError, match="is not a move"):
        read_turn(state, "shift -2 a1 -3")


HEAD = "ggl: 1\nname: T\nplayers: [Red, Blue]\nboard: square(SIZE)\npieces: {man: {}, king: {}}\n"


def begun(moves: str, size: int = 4, more: str = "") -> ggl.State:
    text = HEAD.replace("SIZE", str(size)) + f"moves:\n{moves}\nend: {{draw: ply >= 4}}\n{more}"
    checked, found = check_source(Source("t.yaml", text))
    assert checked is not None, found
    return ggl.Game(checked).initial_state()


SETS = """\
  lay:
    for: S in subsets({a1, b1, c1, d1}, HOW), T in subsets({a1, b1, c1, d1}, HOW)
    where: d1 not in S and not any(S & T)
    do: |
      put man on S
      put king on T
"""


@pytest.mark.parametrize("notation", ["", "look: {notation: {lay: S / T}}"])
def test_two_sets_of_any_size_are_told_apart_in_a_record(notation: str) -> None:
    state = begun(SETS.replace("HOW", "1..2"), more=notation)
    filed = [state._notation.filed(move.step) for move in state.legal_moves()]
    assert len({*filed}) == len(filed)
    assert {"lay a1, b1 c1", "lay a1 b1, c1"} <= {*filed}
    session = Session(state.game, "t")
    session.enter(str(next(move for move in state.legal_moves() if state._notation.filed(move.step) == "lay a1 b1, c1")))
    assert last_state(session.record(), state.game) == session.state
    for text in filed:
        assert state._notation.filed(state.read(text).step) == text


def test_members_go_from_one_set_to_another_in_no_order() -> None:
    state = begun(SETS.replace("HOW", "2"))
    assert str(state.read("lay b1 a1 d1 c1")) == "lay a1 b1 c1 d1"
    for text in ("lay c1 d1 a1 b1", "lay a1 d1 b1 c1"):
        with pytest.raises(ggl.GglError):
            state.read(text)


def test_cells_go_from_one_tile_to_another_in_no_order() -> None:
    moves = "  lay:\n    for: p in placements(bar), q in placements(bar)\n    where: p < q\n    do: put man on p.cells\n"
    state = begun(moves, more="tiles: {bar: xx}\n")
    assert str(state.read("lay b1-a1 c1-d1")) == "lay a1-b1 c1-d1"
    for text in ("lay a1 c1 b1 d1", "lay c1-d1 a1-b1"):
        with pytest.raises(ggl.GglError):
            state.read(text)


def test_among_thousands_of_moves_each_text_is_read_as_its_own() -> None:
    state = begun("  pair: {for: 'c in cells, t in cells', do: put man on c}\n", 9, "look: {notation: {pair: t c}}")
    moves = state.legal_moves()
    assert len(moves) > 4096
    for move in moves[::97]:
        assert state.read(str(move)) == move
    moves_by_sign = (
        "  walk: {for: 'c in cells, t in cells', where: c != t, do: put man on t}\n"
        "  hop: {for: 'c in cells with own man, t in cells', do: take man from c}\n"
    )
    state = begun(moves_by_sign, 9, "look: {notation: {walk: c - t, hop: c + t}}")
    with pytest.raises(ggl.IllegalMoveError):
        state.read("a1 + b2")
    state = state.play("a1 - b2").play("a1 - c3")
    assert [str(state.read(text)) for text in ("b2 + a1", "b2 - a1")] == ["b2 + a1", "b2 - a1"]


def test_the_text_of_an_illegal_step_is_no_turn_of_two_others() -> None:
    moves = (
        "  place: {for: c in vacant, do: put man on c}\n"
        "  link:\n    for: c and t in cells with own man\n    do: take man from {c, t}\n"
    )
    state = begun(moves, more="turn: {continue: steps < 2}\nlook: {notation: {link: c - t}}")
    with pytest.raises(ggl.IllegalMoveError):
        read_turn(state, "a1 - b1")
    assert [str(move) for move in read_turn(state, "place a1 place b1")] == ["place a1", "place b1"]


def test_a_whole_name_is_no_beginning_of_another() -> None:
    labels = "labels: {sites: {up: a1, upper: b1}}"
    state = begun("  go: {for: c in vacant, do: put man on c}\n", more=labels).play("go up")
    for text in ("up", "g up"):
        with pytest.raises(ggl.GglError):
            state.read(text)
    walks = (
        "  put: {for: c in vacant, do: put man on c}\n"
        "  go:\n    for: c in cells with own man, d in {northeast, east}\n    do: move man from c to step(c, d)\n"
    )
    state = begun(walks).play("put a1").play("put d4")
    assert str(state.read("g a1 ea")) == "go a1 east"
    with pytest.raises(ggl.GglError):
        state.read("a1 north")


@pytest.mark.parametrize("dash", ["\N{EN DASH}", "\N{NON-BREAKING HYPHEN}", "\N{HYPHEN}"])
def test_any_dash_before_a_number_is_its_sign(dash: str) -> None:
    assert str(shifts().read(f"shift {dash}1")) == "shift -1"


def test_a_long_text_of_words_that_are_no_move_is_compared_with_few_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading 400 characters took over 20 s where many moves are legal: each beginning was compared with each of them."""
    compared = 0
    read = Notation.read

    def counted(self: Notation, text: str, legal: Iterable[Step]) -> list[Step]:
        nonlocal compared
        compared += len(steps := [*legal])
        return read(self, text, steps)

    monkeypatch.setattr(Notation, "read", counted)
    state = ggl.load("blokus-duo").initial_state()
    with pytest.raises(NotationError):
        read_turn(state, ("a1 " * 133)[:399])
    assert compared < 20 * len(state.legal_moves())
