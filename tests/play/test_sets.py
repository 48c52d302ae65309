"""A set as one choice: one move however it is typed, listed in order, drawn evenly, explained, recorded and read back."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest

from ggl.engine.draws import seeded
from ggl.interpreter import Interpreter
from ggl.play.game import Game
from ggl.play.loading import check_source
from ggl.play.session import Session
from ggl.source import Source

GAME = """
ggl: 1
name: Sets
players: [White, Black]
board: square(3)
pieces: {stone: {}}
state:
  limit: {start: 1, in: 0..3}
  most: {start: 3, in: 0..3}
moves:
  lay:
    for: S in subsets(vacant, 1..3)
    do: put stone on S
  exactly:
    for: S in subsets(vacant, 2)
    where: size(components(S)) == 1
    do: put stone on S
  some:
    for: S in subsets(vacant, limit..most)
    do: put stone on S
  pair:
    for: a and b in cells with own stone
    do: take stone from {a, b}
  three:
    for: a and b and c in vacant
    ensure: size(groups(mover)) == 1
    do: put stone on {a, b, c}
  mixed:
    for: c in cells with own stone, S in subsets(neighbors(c) & vacant, 1..2), n in 1..2
    do: |
      move c to first(S)
      set limit to n
  beside:
    for: c in neighbors(last.S)
    do: put stone on c
  numbers:
    for: c in vacant, N in subsets(1..4, 2..3)
    where: sum(N) == 6
    do: put stone on c
look:
  notation: {pair: a + b, some: "some: S"}
end:
  draw: full
"""


@pytest.fixture(scope="module")
def game() -> Game:
    checked, findings = check_source(Source("sets.yaml", GAME), {})
    assert checked is not None, [str(each) for each in findings.sorted()]
    return Game(checked)


def texts(game: Game, schema: str, *before: str) -> list[str]:
    state = game.initial_state()
    for text in before:
        state = state.play(text)
    return [move.text for move in state.legal_moves() if move.schema == schema]


def test_each_set_is_one_move_and_prefixes_come_first(game: Game) -> None:
    cells = [site.name for site in game.board.cells]
    sets = [each for size in (1, 2, 3) for each in combinations(range(9), size)]
    assert texts(game, "lay") == [" ".join(["lay", *(cells[at] for at in each)]) for each in sorted(sets)]


def test_conditions_speak_of_the_whole_set(game: Game) -> None:
    assert len(texts(game, "exactly")) == 12  # the pairs of neighbors on a square of 3
    assert len(texts(game, "numbers")) == 9 * 2  # {2, 4}, {1, 2, 3}


def test_sizes_depend_on_the_position(game: Game) -> None:
    assert len(texts(game, "some")) == 9 + 36 + 84
    assert len(texts(game, "some", "lay a1", "lay c3", "mixed a1 b1 2")) == 21 + 35


def test_a_pair_is_one_move_by_two_names(game: Game) -> None:
    state = game.initial_state().play("lay c3 a1 b1").play("lay c1")
    assert texts(game, "pair", "lay c3 a1 b1", "lay c1") == ["a1 + b1", "a1 + c3", "b1 + c3"]
    assert dict(state.read("pair c3 a1").args) == {"a": state.game.board.find("a1"), "b": state.game.board.find("c3")}


def test_three_without_an_order_are_three_sites(game: Game) -> None:
    assert len(texts(game, "three")) == 22  # the connected sets of three cells


@pytest.mark.parametrize("typed", ["lay c2 a1", "lay a1 c2", "LAY C2, A1", "lay c2a1"])
def test_a_set_is_typed_in_any_order_and_written_in_board_order(game: Game, typed: str) -> None:
    state = game.initial_state()
    move = state.read(typed)
    assert str(move) == "lay a1 c2"
    assert [str(site) for site in move.args["S"]] == ["a1", "c2"]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("lay a1 b1", "a1 is not in `vacant`"),
        ("lay b2 c1 b1 a2", "takes 1 to 3 cells, so `a2` is one too many"),
        ("exactly b1 c3", "size(components(S)) == 1"),
        ("exactly c3", "1 is chosen, but no set in"),
        ("lay", "`S` is missing"),
        ("lay b1 b1", "`b1` is there twice"),
        ("lay b1 c1 b1", "`b1` is there twice"),
        ("pair a1 a1", "`a1` is there twice"),
        ("pair b1 a1", "b1 is not in `cells with own stone`"),
        ("a1 + a1", "`a1` is there twice"),
    ],
)
def test_why_a_set_cannot_be_chosen(game: Game, typed: str, why: str) -> None:
    state = game.initial_state().play("lay a1").play("lay b3")
    assert why in str(state.explain(typed))


@pytest.mark.parametrize("typed", ["a1 + b1", "b1 + a1", "pair b1 a1"])
def test_why_is_told_of_the_move_as_it_is_written_in_whichever_order_it_is_typed(typed: str) -> None:
    rules = GAME.replace("cells with own stone", "vacant").replace(
        "do: take stone from {a, b}",
        "where: {not both in row one: not (a in row(1) and b in row(1))}\n    do: put stone on {a, b}",
    )
    checked, _ = check_source(Source("sets.yaml", rules), {})
    assert checked is not None
    why = Game(checked).initial_state().explain(typed)
    assert (why.text, why.condition) == ("a1 + b1", "not both in row one")


def test_the_last_set_is_that_of_the_last_move(game: Game) -> None:
    state = game.initial_state()
    asked = []
    for text in ("lay c2 a1", "lay b2", "", "mixed a1 b1 2"):
        asked.append(sorted(site.name for site in state.ask("last.S")))  # type: ignore[union-attr]
        if text:
            state = state.play(text)
    assert asked == [[], ["a1", "c2"], ["b2"], ["b2"]]
    assert sorted(site.name for site in state.ask("last.S")) == ["b1"]  # type: ignore[union-attr]


def test_a_record_has_one_text_for_a_set_and_is_read_back(game: Game) -> None:
    session = Session(game, "sets")
    for text in ("lay c2 a1", "lay b3 b1 a3", "mixed a1 a2 1"):
        session.enter(text)
    record = session.record()
    assert [list(turn) for turn in record.turns] == [["lay a1 c2"], ["lay b1 a3 b3"], ["mixed a1 a2 1"]]
    again = game.initial_state()
    for (text,) in record.turns:
        again = again.play(text)
    assert again == session.state


def test_every_step_has_a_number_and_is_read_from_its_text(game: Game) -> None:
    state, rng = game.initial_state(), random.Random(4)
    while not state.is_over:
        moves = state.legal_moves()
        assert len({game.actions.number(move.step) for move in moves}) == len(moves)
        for move in rng.sample(moves, min(12, len(moves))):
            number = game.actions.number(move.step)
            assert number is not None
            assert game.actions.step(number) == move.step
            assert state.read(move.text) == move
            words = move.text.split()
            if move.schema == "lay":
                assert state.read(" ".join([words[0], *reversed(words[1:])])) == move
        state = state.after(rng.choice(moves))


def test_sets_are_drawn_evenly() -> None:
    source = (
        GAME[: GAME.index("  exactly:")].replace("  limit: {start: 1, in: 0..3}", "").replace("  most: {start: 3, in: 0..3}", "")
    )
    checked, _ = check_source(Source("sets.yaml", source.replace("state:", "") + "end:\n  draw: full\n"), {})
    assert checked is not None
    engine = Interpreter(checked.core)
    start, times, state = engine.start(), Counter[object](), seeded(5, 0)
    steps = engine.steps(start)
    for _ in range(40 * len(steps)):
        step, state = engine.draw(start, state)
        times[step] += 1
    expected = 40
    assert set(times) == set(steps)
    assert sum((count - expected) ** 2 / expected for count in times.values()) < len(steps) + 5 * (2 * len(steps)) ** 0.5


@pytest.mark.parametrize("most", [1, 2, 3])
def test_a_set_is_no_smaller_than_its_least_size_where_that_grows_beyond_the_greatest(most: int) -> None:
    text = f"""
ggl: 1
name: Growing
players: [White, Black]
board: square(2)
pieces: {{stone: {{}}}}
state: {{need: {{start: 1, in: 1..5}}}}
moves:
  lay:
    for: S in subsets(vacant, need..{most})
    do: set need to need + 1
end: {{draw: ply >= 6}}
"""
    checked, findings = check_source(Source("growing.yaml", text), {})
    assert checked is not None, [str(each) for each in findings.sorted()]
    state = Game(checked).initial_state()
    for need in range(1, most + 2):
        sets = [each for size in range(need, most + 1) for each in combinations(range(4), size)]
        assert len(list(state.legal_moves())) == len(sets)
        state = state.play(state.legal_moves()[0]) if sets else state
    assert state.is_over
