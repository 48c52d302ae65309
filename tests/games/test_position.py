"""Positions made by hand: `Game.position`."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

import ggl
from tests.games.hand import load, texts

ALL = ["tabik", "quarod", "sgibun", "tirnabun", "tiku", "tiku-points", "tiku-diagonal"]


@pytest.mark.parametrize("name", ["tabik", "quarod", "sgibun", "tirnabun"])
def test_without_effects_it_is_the_start_of_a_game_without_setup(name: str) -> None:
    assert load(name).position() == load(name).initial_state()


@pytest.mark.parametrize("name", ["tiku", "tiku-points", "tiku-diagonal"])
def test_the_files_own_setup_is_not_done_but_supplies_are_full(name: str) -> None:
    game = load(name)
    figures = "\n".join(f"put {side} figure on row({row})" for side, row in (("Light", 2), ("Dark", 5)))
    assert game.position() != game.initial_state()
    assert game.position(figures) == game.initial_state()


@pytest.mark.parametrize("name", ALL)
def test_a_position_written_down_from_a_play_goes_on_like_it(name: str) -> None:
    """What stands on the board of a game half played, put there by hand, gives the same legal moves and scores."""
    game, rng = load(name), random.Random(name)
    state = game.initial_state()
    for _ in range(8):
        state = state.play(rng.choice(state.legal_moves()))
    lines = []
    for site in (*game.board.cells, *game.board.edges):
        for piece in (state.piece_at(site.name) or "").split(" and "):
            if piece:
                where = site.name if site.type == "cell" else f"edge({', '.join(cell.name for cell in site.cells)})"
                facing = f" facing {state['facing'][site.index]}" if piece.endswith("tile") else ""  # type: ignore[index]
                source = " from supply" if piece.endswith("disc") else ""
                lines.append(f"put {piece} on {where}{facing}{source}")
                if name == "tiku-diagonal" and piece.endswith("figure") and not state["up"][site.index]:  # type: ignore[index]
                    lines.append(f"set {where}.up to false")
    fields = {"last_mover": state["last_mover"]} if game.layout.has("last_mover") else {}
    made = game.position("\n".join(lines), state.mover, ply=state.ply, seat=state.seats, **fields)
    assert made == state
    assert made.legal_moves() == state.legal_moves()
    assert made.scores == state.scores


def test_the_side_to_move_and_the_fields_are_as_given() -> None:
    state = load("tabik", size=4).position("put Black stone on a1", "White", ply=7, passes=1, last_mover="Black")
    assert (state.mover, state.seat, state.ply, state["passes"], state["last_mover"]) == ("White", "second", 7, 1, "Black")


def test_a_field_for_each_player_comes_as_a_map() -> None:
    state = load("tiku-points").position("put Light figure on a1", "Dark", total={"Dark": 4}, starter="Dark")
    assert state.scores == {"Light": 0, "Dark": 4}
    assert (state["starter"], state.mover) == ("Dark", "Dark")


def test_the_rules_of_the_end_are_asked() -> None:
    state = load("sgibun", side=2).position("put Black stone on {c2, b1, a3}\nput White stone on {c1, a2, b3}")
    assert state.is_over
    assert load("tabik", size=3).position("", passes=2).is_over


def test_effects_may_use_loops_conditions_and_definitions_that_the_rules_do_not_use() -> None:
    """They may need tables and fields which the game has not; its own positions keep their length."""
    game = load("sgibun", side=3)
    state = game.position("put White stone on x for x in corners\nput Black stone on c3 if distance(c3, a3) == 2", ply=10)
    assert len(state.vector) == game.layout.length
    assert sum(state.piece_at(cell.name) == "White stone" for cell in game.board.cells) == 6
    assert state.piece_at("c3") == "Black stone"
    assert state.play("place b2").mover == "White"


def test_a_position_leaves_the_game_as_it_is() -> None:
    game = ggl.load("tabik", size=3)
    checked = game.checked
    before = (game.fingerprint, game.perft(game.initial_state(), 2), len(checked.world.tables), len(checked.core.definitions))
    game.position("put Black stone on x for x in corners if any(c in cells if distance(c, x) == 2)")
    fresh = ggl.Game(checked)
    after = (fresh.fingerprint, fresh.perft(fresh.initial_state(), 2), len(checked.world.tables), len(checked.core.definitions))
    assert before == after


@pytest.mark.parametrize(
    ("text", "part", "says"),
    [("put Blak stone on a1", "Blak", "unknown name"),
     ("put Black stone on a1\nput White stone on z9", "z9", "unknown name"),
     ("put Black ston on a1", "ston", "unknown kind"),
     ("put Black stone on", "", "ends too early"),
     ("win", "win", "cannot end in its setup"),
     ("put Black stone on 3", "3", "expected a site")],
)  # fmt: skip
def test_wrong_effects_are_refused_with_their_place_in_the_text(text: str, part: str, says: str) -> None:
    with pytest.raises(ggl.InvalidGameError) as raised:
        load("tabik", size=3).position(text)
    (finding,) = raised.value.diagnostics
    assert says in finding.message
    assert finding.span is not None
    assert finding.span.source.text == text
    assert part in finding.span.text


@pytest.mark.parametrize(
    ("make", "says"),
    [(lambda game: game.position("", "Red"), "no player `Red`; there are Black, White"),
     (lambda game: game.position("", plyy=3), "no field `plyy` that can be set; near: ply"),
     (lambda game: game.position("", over=1), "no field `over`"),
     (lambda game: game.position("", ply=-1), "`ply` cannot be -1"),
     (lambda game: game.position("", ply="many"), "`ply` cannot be many"),
     (lambda game: game.position("", seat=1), "`seat` has a value for each player; give a map"),
     (lambda game: game.position("", seat={"Red": "first"}), "`Red` is not a player"),
     (lambda game: game.position("", seat={"White": "first"}), "two sides have the same seat")],
)  # fmt: skip
def test_wrong_sides_and_fields_are_refused(make: Callable[[ggl.Game], ggl.State], says: str) -> None:
    with pytest.raises(ggl.OptionError, match=r".*") as raised:
        make(load("tabik", size=3))
    assert says in str(raised.value)


def test_names_of_a_files_definitions_stay_apart_from_those_made_for_the_position(tmp_path: Path) -> None:
    """The same definition asked with another type of argument in the position: the rules still use their own."""
    path = tmp_path / "twice.yaml"
    path.write_text(
        """\
ggl: 1
name: Twice
players: [Black, White]
board: square(3)
pieces:
  stone: {glyph: o}
define:
  many(s): count(s) > 2
moves:
  place:
    for: c in cells
    where: empty(c) and not many(cells with piece)
    do: put stone on c
end:
  draw: ply == 9
""",
        "utf-8",
    )
    state = ggl.load(path).position("put Black stone on a1 if many([1, 2, 3])\nput White stone on b2 if many(edges)", ply=2)
    assert (state.piece_at("a1"), state.piece_at("b2")) == ("Black stone", "White stone")
    assert len(texts(state)) == 7
    assert texts(state.play("place a3")) == set()
