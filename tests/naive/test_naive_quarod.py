"""The rulings of Quarod's own on positions made by hand."""

from .quarod import Quarod


def test_quarod_placed_pieces_face_each_other() -> None:
    game = Quarod(size=3)
    game.play("place b2 b1")
    assert game.facing == {(1, 1): (1, 0), (1, 0): (1, 1)}
    assert game.engaged_to_each_other((1, 1), (1, 0))


def test_quarod_engaged_means_different_colours_that_face_each_other() -> None:
    game = Quarod(size=3)
    game.put("Black", a1="east", a2="east", a3="east")
    game.put("White", b1="west", b2="north")
    game.put("Black", b3="west")
    assert game.engaged((0, 0))
    assert game.engaged((1, 0))
    assert not game.engaged((0, 1))  # faces a piece that looks elsewhere
    assert not game.engaged((0, 2))  # faces a piece of its own colour


def two_pairs() -> Quarod:
    """a2 white, b2 black facing each other; below them a1 black, b1 white facing each other."""
    game = Quarod(size=2, pie=False)
    game.put("Black", a1="east", b2="west")
    game.put("White", b1="west", a2="east")
    return game


def test_quarod_swap_is_of_engaged_pieces_not_engaged_to_each_other() -> None:
    assert two_pairs().legal_moves() == {"swap a1 a2", "swap b2 b1"}


def test_quarod_swap_needs_each_of_the_two_engaged() -> None:
    game = Quarod(size=3, pie=False)
    game.put("Black", a1="east", b2="west", a3="south", c3="north", c1="south")
    game.put("White", b1="west", a2="north", b3="north", c2="east")
    # Engaged are a1 with b1 and a2 with a3: only they may change partners.
    assert game.legal_moves() == {"swap a1 a2"}


def test_quarod_swapped_pieces_face_each_other_and_leave_their_partners() -> None:
    game = two_pairs()
    game.play("swap a1 a2")
    assert game.stones == {(0, 0): "White", (0, 1): "Black", (1, 0): "White", (1, 1): "Black"}
    assert game.facing == {(0, 0): (0, 1), (0, 1): (0, 0), (1, 0): (0, 0), (1, 1): (0, 1)}
    assert game.engaged((0, 0))
    assert game.engaged((0, 1))
    assert not game.engaged((1, 0))
    assert not game.engaged((1, 1))
    assert game.legal_moves() == {"pass"}


def test_quarod_both_sides_have_the_same_moves() -> None:
    game = two_pairs()
    game.mover = "White"
    assert game.legal_moves() == two_pairs().legal_moves()
