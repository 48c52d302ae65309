"""What the page of keys says of a file's shape, of boards of links, and of parts that are no rules."""

from __future__ import annotations

import re

import pytest

from ggl.diagnostics import render
from ggl.play.filetests import run_tests
from ggl.play.game import Game
from ggl.play.loading import check_source
from ggl.play.picture import picture
from ggl.source import Source
from tests.docs.evaluate import evaluate
from tests.docs.pages import blocks

PAGE = "docs/manual/keys.md"


def on_page(name: str) -> str:
    return next(block.text for block in blocks(PAGE) if block.words.get("file") == name)


def made(text: str) -> Game:
    checked, found = check_source(Source("told.yaml", text))
    assert checked is not None, render(found, "full")
    return Game(checked)


def codes(text: str) -> list[str]:
    return [finding.code.code for finding in check_source(Source("told.yaml", text))[1]]


# ---- boards


def test_each_character_of_a_drawing_that_is_no_blank_or_underscore_is_a_cell() -> None:
    text = on_page("comb.yaml").replace("basis: hex", "basis: square")
    drawn = "".join(f"    {row}\n" for row in ("a _ .", "# x _"))
    state = made(re.sub(r"(  drawing: )\|2\n(?: {3}.*\n)+", lambda found: f"{found[1]}|\n{drawn}", text)).initial_state()
    assert evaluate(state, "cells") == "{a1, b1, a2, c2}"


@pytest.mark.parametrize(("basis", "directions"), [("hex", "6"), ("square", "8"), (None, "8")])
def test_cells_of_a_drawing_are_squares_if_nothing_is_said(basis: str | None, directions: str) -> None:
    text = on_page("comb.yaml").replace("  basis: hex\n", f"  basis: {basis}\n" if basis else "")
    if basis != "hex":
        text = text.replace("     . . .", "    . . .").replace("     . _ .", "    . _ .")
    assert evaluate(made(text).initial_state(), "size(directions)") == directions


def test_a_basis_goes_with_a_drawing_only() -> None:
    assert codes(on_page("islands.yaml").replace("  shape: square(5)", "  shape: square(5)\n  basis: square")) == ["GGL144"]


@pytest.mark.parametrize(
    ("asked", "value"),
    [
        ("neighbors(mill)", "{north_gate, inn}"),
        ("distance(north_gate, ford)", "2"),
        ("size(directions)", "0"),
        ("row(1)", "{north_gate, mill, inn, ford}"),
        ("rows", "1"),
        ("(c.column for c in cells)", "[1, 2, 3, 4]"),
    ],
)
def test_the_cells_of_links_have_neighbours_but_no_directions_and_are_one_row(asked: str, value: str) -> None:
    assert evaluate(made(on_page("roads.yaml")).initial_state(), asked) == value


def test_pieces_on_links_stand_in_groups() -> None:
    state = made(on_page("roads.yaml")).initial_state().play("place mill").play("place ford").play("place inn")
    assert evaluate(state, "groups(Red)") == "[{mill, inn}]"


@pytest.mark.parametrize("part", ["setup:\n  drawing: |\n    s s s s\n", "regions:\n  home:\n    drawing: |\n      x . . .\n"])
def test_nothing_is_drawn_on_links(part: str) -> None:
    assert "GGL303" in codes(on_page("roads.yaml") + part)


@pytest.mark.parametrize("links", ["a1x - b1x - c1x", "a1x - b1x, b1x - c1x", "|\n      a1x - b1x\n      b1x - c1x"])
def test_a_chain_is_as_many_links_as_it_has_lines(links: str) -> None:
    text = re.sub(r"links: .*", f"links: {links}", on_page("roads.yaml"))
    assert evaluate(made(text).initial_state(), "neighbors(b1x)") == "{a1x, c1x}"


# ---- regions


@pytest.mark.parametrize(
    "quay", ["a1 b1 c1", "'{a1, b1, c1}'", "row(1) - {d1}", r'{drawing: ". . . .\n. . . .\n. . . .\nx x x ."}']
)
def test_a_region_is_names_in_a_row_an_expression_or_a_drawing(quay: str) -> None:
    state = made(on_page("harbour.yaml").replace("quay: a1 b1 c1", f"quay: {quay}")).initial_state()
    assert evaluate(state, "quay") == "{a1, b1, c1}"


# ---- variables


@pytest.mark.parametrize(("short", "as_map"), [("rounds: 0", "{start: 0}"), ("open_cells: cells", "{start: cells}")])
def test_a_variable_written_with_its_start_only_is_a_map_of_that_start(short: str, as_map: str) -> None:
    text = on_page("toll.yaml")
    other = text.replace(short, f"{short.partition(':')[0]}: {as_map}")
    assert other != text
    assert made(other).fingerprint == made(text).fingerprint


# ---- parts that are no rules

LOOKS, WISHES, POND = on_page("looks.yaml"), on_page("wishes.yaml"), on_page("pond.yaml")
ABOUT = "Frogs cross the pond. Whoever has more of them on the far bank wins."
NOTE = "A frog that stands on a lily may hop two cells."


@pytest.mark.parametrize(("name", "written"), [("Pond", "Pond"), ("Lake, 'deep'", "\"Lake, 'deep'\"")])
def test_a_game_is_called_by_its_name(name: str, written: str) -> None:
    game = made(POND.replace("name: Pond", f"name: {written}"))
    assert game.name == name
    assert game.rules_text().splitlines()[:2] == [name, "=" * len(name)]
    assert game.fingerprint == made(POND).fingerprint


def test_what_a_game_is_about_follows_its_name() -> None:
    assert made(POND).rules_text().splitlines()[2:4] == ["", ABOUT]
    without = made(POND.replace(f"about: {ABOUT}\n", ""))
    assert ABOUT not in without.rules_text()
    assert without.fingerprint == made(POND).fingerprint


def test_notes_are_told_before_the_turn_and_change_no_rule() -> None:
    before, _, told = made(POND).rules_text().partition("\nWhat to know first\n------------------\n")
    note, _, turn = told.partition("\n\n\n")
    assert note.strip() == f"- {NOTE}"
    assert "\nA turn\n" in turn
    without = made(POND.replace(f"notes:\n  - {NOTE}\n", ""))
    assert without.rules_text().split() == [*before.split(), *turn.split()]
    assert without.fingerprint == made(POND).fingerprint


@pytest.mark.parametrize(("text", "part"), [(LOOKS, "look:"), (WISHES, "targets:")])
def test_looks_and_targets_change_no_rule(text: str, part: str) -> None:
    assert made(text).fingerprint == made(text.partition(part)[0]).fingerprint


@pytest.mark.parametrize(("named", "is_seen"), [("Red", True), ("boat", False), ("Red boat", False), ("board", False)])
def test_in_a_terminal_only_the_colours_of_players_count(named: str, is_seen: bool) -> None:
    plain = LOOKS.partition("look:")[0]
    shown = [
        picture(made(text).initial_state(), colour=True) for text in (plain, f"{plain}look: {{colours: {{{named}: magenta}}}}")
    ]
    assert "\x1b[" in shown[0]
    assert (shown[0] != shown[1]) == is_seen


# ---- tests


@pytest.mark.parametrize(("named", "setup", "fails"), [("Red", "", 0), ("Blue", "", 1), ("Blue", "put Red mark on c3", 0)])
def test_who_is_to_move_is_named_with_a_setup_and_begins_without(named: str, setup: str, fails: int) -> None:
    text = on_page("tested.yaml").partition("tests:")[0]
    said = f"tests:\n  it:\n    to move: {named}\n" + (f"    setup: {setup}\n" if setup else "")
    said += f"    play: a1\n    mover: {'Blue' if named == 'Red' else 'Red'}\n    true: {named} mark on a1\n"
    ((failures),) = (one.failures for one in run_tests(made(text + said).checked))
    assert len(failures) == fails


@pytest.mark.parametrize(("winners", "fails"), [("Green, Blue", 0), ("Blue, Green", 0), ("Blue", 1), ("none", 1)])
def test_winners_are_named_in_any_order(winners: str, fails: int) -> None:
    text = on_page("both-of-three.yaml").replace("winners: Green, Blue", f"winners: {winners}")
    ((failures),) = (one.failures for one in run_tests(made(text).checked))
    assert len(failures) == fails


def test_nobody_is_among_the_winners_of_a_draw() -> None:
    text = on_page("both-of-three.yaml").replace("player p loses: p stone on p2", "draw: ply == 1")
    ((failures),) = (one.failures for one in run_tests(made(text.replace("winners: Green, Blue", "winners: none")).checked))
    assert failures == ()
