"""The rulings of Quarod, each on a position made by hand."""

from __future__ import annotations

import pytest

import ggl
from tests.games.hand import after, load, of, texts

Tiles = dict[str, str]


def position(black: Tiles, white: Tiles, *, size: int = 4, mover: str = "Black", **fields: object) -> ggl.State:
    """Tiles by the cell they stand on, with the direction they face."""
    lines = [f"put {side} tile on {cell} facing {facing}"
             for side, tiles in (("Black", black), ("White", white)) for cell, facing in tiles.items()]  # fmt: skip
    return load("quarod", size=size).position("\n".join(lines), mover, **{"ply": 10, **fields})


def facing(state: ggl.State, cell: str) -> object:
    site = state.game.board.find(cell)
    assert site is not None
    directions = state["facing"]
    assert isinstance(directions, tuple)
    return directions[site.index]


def two_pairs() -> ggl.State:
    """On row 1, from a1: white and black facing each other, then white and black facing each other."""
    return position({"b1": "west", "d1": "west"}, {"a1": "east", "c1": "east"})


def test_the_board_is_square_with_8_cells_a_side_by_default() -> None:
    assert load("quarod").options == {"size": 8, "pie": True}
    assert len(load("quarod").board.cells) == 64


@pytest.mark.parametrize(("size", "fine"), [(2, False), (3, True), (19, True), (20, False)])
def test_sizes_from_3_to_19_are_offered(size: int, fine: bool) -> None:
    if fine:
        assert len(load("quarod", size=size).board.cells) == size * size
    else:
        with pytest.raises(ggl.OptionError):
            ggl.load("quarod", size=size)


@pytest.mark.parametrize(
    ("move", "black", "white", "from_black", "from_white"),
    [("place b2 c2", "b2", "c2", "east", "west"), ("place c2 b2", "c2", "b2", "west", "east"),
     ("place b2 b3", "b2", "b3", "north", "south"), ("place b3 b2", "b3", "b2", "south", "north")],
)  # fmt: skip
def test_a_placement_is_black_on_the_first_cell_white_on_the_second_facing_each_other(
    move: str, black: str, white: str, from_black: str, from_white: str
) -> None:
    state = position({}, {}).play(move)
    assert (state.piece_at(black), state.piece_at(white)) == ("Black tile", "White tile")
    assert (facing(state, black), facing(state, white)) == (from_black, from_white)


def test_two_adjacent_empty_cells_give_two_placements() -> None:
    full = dict.fromkeys(["c1", "a2", "b2", "c2", "a3", "b3", "c3"], "north")
    assert texts(position(full, {}, size=3)) == {"place a1 b1", "place b1 a1"}


def test_no_rods_lie_on_edges() -> None:
    state = position({}, {}).play("place a1 b1")
    assert all(state.piece_at(edge.name) is None for edge in state.game.board.edges)


def test_tiles_engaged_to_others_may_change_places() -> None:
    assert of(two_pairs(), "swap") == {"swap b1 c1"}


def test_tiles_engaged_to_each_other_may_not_change_places() -> None:
    assert of(position({"b1": "west"}, {"a1": "east"}), "swap") == set()


def test_each_of_the_two_must_be_engaged() -> None:
    assert of(position({"b1": "west", "d1": "north"}, {"a1": "east", "c1": "east"}), "swap") == set()  # c1 is not
    assert of(position({"b1": "west", "d1": "west"}, {"a1": "north", "c1": "east"}), "swap") == set()  # b1 is not


def test_engaged_takes_both_to_face_each_other() -> None:
    # b1 faces a1, which looks away; c1 is faced by d1, and looks away.
    assert of(position({"b1": "west", "d1": "west"}, {"a1": "north", "c1": "north"}), "swap") == set()


def test_engaged_takes_different_colours() -> None:
    assert of(position({"a1": "east", "b1": "west"}, {"c1": "east", "d1": "west"}), "swap") == set()


def test_a_swap_takes_different_colours() -> None:
    # b1 and c1 are both black, each engaged to a white tile beyond.
    assert of(position({"b1": "west", "c1": "east"}, {"a1": "east", "d1": "west"}), "swap") == set()


def test_swapped_tiles_change_places_and_face_each_other() -> None:
    state = two_pairs().play("swap b1 c1")
    assert (state.piece_at("b1"), state.piece_at("c1")) == ("White tile", "Black tile")
    assert (facing(state, "b1"), facing(state, "c1")) == ("east", "west")


def test_former_partners_keep_their_facing_and_are_no_longer_engaged() -> None:
    state = two_pairs().play("swap b1 c1")
    assert (facing(state, "a1"), facing(state, "d1")) == ("east", "west")
    assert (state.piece_at("a1"), state.piece_at("d1")) == ("White tile", "Black tile")
    # On row 2, engaged tiles beside each of the two: were a1 or d1 engaged, they could be swapped with them.
    more = position({"b1": "west", "d1": "west", "a2": "north", "c2": "west"}, {"a1": "east", "c1": "east", "a3": "south",
                    "b2": "east", "d2": "north", "d3": "south"})  # fmt: skip
    assert "swap a2 a1" in texts(more)
    assert "swap a2 a1" not in texts(more.play("swap b1 c1"))


def test_the_swap_of_engaged_tiles_works_along_columns_too() -> None:
    state = position({"a2": "south", "a4": "south"}, {"a1": "north", "a3": "north"})
    assert of(state, "swap") == {"swap a2 a3"}
    after_it = state.play("swap a2 a3")
    assert (facing(after_it, "a2"), facing(after_it, "a3")) == ("north", "south")


def test_both_sides_have_the_same_moves() -> None:
    white = position({"b1": "west", "d1": "west"}, {"a1": "east", "c1": "east"}, mover="White")
    assert texts(white) == texts(two_pairs())


def test_groups_go_by_colour_and_not_by_facing() -> None:
    state = position({"a1": "north", "b1": "south"}, {"a3": "east", "c3": "east"})
    assert state.scores == {"Black": 2, "White": 1}


def test_a_side_without_a_move_must_pass_and_two_passes_end_the_game() -> None:
    full = {f"{column}{row}": "north" for column in "abc" for row in "123"}
    state = position(full, {}, size=3, last_mover="White")
    assert texts(state) == {"pass"}
    state = after(state, "pass", "pass")
    assert state.is_over
    assert state.scores == {"Black": 9, "White": 0}
    assert state.winner == "Black"


def test_a_side_with_a_move_may_not_pass() -> None:
    assert "pass" not in texts(two_pairs())


@pytest.mark.parametrize(("last", "winner"), [("Black", "White"), ("White", "Black")])
def test_at_0_to_0_the_side_that_made_the_last_move_loses_and_a_pass_is_no_move(last: str, winner: str) -> None:
    black = dict.fromkeys(["a1", "b1", "a2", "b2"], "north")
    white = dict.fromkeys(["c1", "c2", "c3", "b3"], "north")
    state = after(position(black, white, size=3, last_mover=last), "pass", "pass")
    assert state.scores == {"Black": 0, "White": 0}
    assert state.winner == winner


def test_swap_sides_is_offered_on_whites_first_turn_only_and_the_next_turn_is_white_again_by_the_other_seat() -> None:
    state = load("quarod", size=4).initial_state()
    assert "swap-sides" not in texts(state)
    state = state.play("place a1 b1")
    assert "swap-sides" in texts(state)
    swapped = state.play("swap-sides")
    assert (swapped.mover, swapped.seat, swapped.ply) == ("White", "first", 2)
    assert texts(swapped) == texts(state) - {"swap-sides"}
    assert (swapped.piece_at("a1"), swapped.piece_at("b1")) == ("Black tile", "White tile")
    kept = after(state, "place c1 d1", "place a2 b2")
    assert kept.mover == "White"
    assert "swap-sides" not in texts(kept)


def test_without_the_pie_rule_sides_are_not_swapped() -> None:
    assert "swap-sides" not in texts(load("quarod", size=4, pie=False).initial_state().play("place a1 b1"))
