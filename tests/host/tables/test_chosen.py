"""A move that was chosen on the board, by its name and arguments, is explained as the same move typed."""

from __future__ import annotations

import pytest

import ggl
from ggl.host.errors import HostError
from ggl.host.tables.chosen import step_of
from ggl.host.tables.views import board_view, steps_as_data
from ggl.play.explain import explain_step
from ggl.play.loading import made_of
from ggl.source import Source
from tests.few import few_of


@pytest.mark.parametrize("name", few_of())
def test_each_legal_step_of_a_view_is_the_step_that_it_names(name: str) -> None:
    state = ggl.load(name).initial_state()
    named = {schema.name for schema in state.game.checked.core.schemas}
    for move in state.legal_moves():
        if move.schema not in named:  # a roll or a pass, which nobody chooses on the board
            continue
        (legal,) = steps_as_data(state.game, [move])
        assert step_of(state.game, legal.move, legal.args) == move.step


def test_a_tile_is_chosen_by_its_cells_in_any_order() -> None:
    state = ggl.load("blokus-duo", size=5, start=2).initial_state()
    by_name, *by_cell = board_view(state).moves["lay"]
    assert (by_name.name, by_name.kind, by_name.choice) == ("t", "name", "")
    assert {(param.name, param.kind) for param in by_cell} == {("p", "site")}
    assert len(by_cell) == 5
    assert len({param.choice for param in by_cell} - {""}) == 1
    move = state.read("b2-c2-d2")
    assert steps_as_data(state.game, [move])[0].args == ("three", "b2", "c2", "d2", "d2", "d2")
    assert step_of(state.game, "lay", ("three", "d2", "b2", "c2", "c2", "c2")) == move.step


def test_a_step_that_is_not_legal_is_explained_by_the_condition_that_it_fails() -> None:
    state = ggl.load("chess").initial_state()
    chosen = explain_step(state, step_of(state.game, "move", ("e5", "e6")))
    assert not chosen.legal
    assert chosen.reason == "e5 is not in `cells with own piece`: nothing stands on e5"
    assert str(explain_step(state, step_of(state.game, "move", ("e2", "e5")))) == str(state.explain("e2 - e5"))


@pytest.mark.parametrize(
    ("move", "args", "what"),
    [
        ("fly", (), "the game has no move"),
        ("move", ("e2",), "has 2 arguments, not 1"),
        ("move", ("e2", "z9"), "is not a value of"),
        ("promote", ("e2", "e3", 4), "is not a value of"),
        ("move", ("e2", None), "is not a value of"),
    ],
)
def test_what_names_no_step_is_refused(move: str, args: tuple[str, ...], what: str) -> None:
    with pytest.raises(HostError, match=what):
        step_of(ggl.load("chess"), move, args)


HALVES = """
ggl: 1
name: Halves
players: [Red, Blue]
board: square(3)
pieces: {mark: {}}
state: {n: {start: 0, in: -9..9}}
moves:
  shift: {for: "k in {1, 1/2}", do: "add 1 to n if k > 0"}
end: {draw: ply > 20}
"""


def test_a_fraction_is_read_and_a_text_that_only_looks_like_a_number_is_refused() -> None:
    game = made_of(Source("halves.yaml", HALVES))
    assert [step_of(game, "shift", (text,)).args for text in ("1", "1/2", "0.5")] == [(2,), (1,), (1,)]
    for text in ("1e999999999", "1/0", "0x1", "1" * 10_000, "1." + "1" * 10_000, "", "nan"):
        with pytest.raises(HostError, match="is not a value of"):
            step_of(game, "shift", (text,))


@pytest.mark.parametrize("sites", ["edges", "vertices", "links"])
def test_a_site_that_only_moves_name_can_be_clicked(sites: str) -> None:
    rules = "board: square(3)\nlinks: a in cells, b in leaps(a, 1, 2)\npieces: {peg: {}}\nend: {mover loses: stuck}\n"
    move = f"moves:\n  tie: {{for: s in {sites}, do: put peg on s.cells}}\n"
    state = made_of(Source("ties.yaml", f"ggl: 1\nname: Ties\nplayers: [Red, Blue]\n{rules}{move}")).initial_state()
    board = board_view(state)
    named = {str(site) for move in state.legal_moves() for site in move.args.values()}
    assert named <= {site.name for site in board.sites}
    assert all(f'data-site="{name}"' in board.svg for name in named)
