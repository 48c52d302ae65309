"""An exported page reads a typed move as ggl does: many texts at many places, read here and by the page's own modules in node."""

from __future__ import annotations

import json
import random
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import ggl
from ggl.export.page import page_data
from ggl.play.errors import AmbiguousMoveError, GglError
from ggl.play.loading import made_of
from ggl.play.turn_text import read_turn
from ggl.source import Source
from tests.few import slow
from tests.hiding import HIDING, OPEN

HERE = Path(__file__).parent
pytestmark = pytest.mark.usefixtures("node")

HEAD = "ggl: 1\nname: Typed\nplayers: [Red, Blue]\n"


def read_by_page(game: ggl.Game, folder: Path, places: list[dict[str, Any]]) -> list[list[list[str] | None]]:
    file = folder / "data.json"
    file.write_text(page_data(game, "name"))
    given = json.dumps({"data": str(file), "places": places})
    run = subprocess.run(["node", str(HERE / "reads.mjs")], input=given, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr[-3000:]
    return [json.loads(line) for line in run.stdout.splitlines()]


def read(state: ggl.State, text: str) -> list[str] | None:
    """The moves that ggl plays; none if it refuses the text, None if it may mean several."""
    try:
        return [str(move) for move in read_turn(state, text)]
    except AmbiguousMoveError:
        return None
    except GglError:
        return []


def one_read(rules: str, folder: Path, *texts: str) -> list[list[str] | None]:
    """What a page plays at the start of a game; ggl plays the same."""
    game = made_of(Source("typed.yaml", HEAD + rules))
    [found] = read_by_page(game, folder, [{"moves": [], "texts": texts}])
    assert found == [read(game.initial_state(), text) for text in texts]
    return found


def test_a_sign_of_a_notation_tells_moves_apart(tmp_path: Path) -> None:
    rules = (
        "board: square(3)\npieces: {peg: {}}\nsetup: put Red peg on a1\nend: {mover loses: stuck}\n"
        "moves:\n  add: {for: c in vacant, do: put peg on c}\n  del: {for: c in cells with own peg, do: take peg from c}\n"
        'look: {notation: {add: "+ c", del: "- c"}}\n'
    )
    assert one_read(rules, tmp_path, "+ a1", "- a1", "+b2", "-a1") == [[], ["- a1"], ["+ b2"], ["- a1"]]


def test_a_number_is_read_with_its_sign(tmp_path: Path) -> None:
    rules = (
        "board: track(9)\npieces: {peg: {}}\nsetup: put Red peg on p5\nend: {mover loses: stuck}\n"
        'moves:\n  shift: {for: "n in -3..3, c in cells with own peg", where: n < 0, do: take peg from c}\n'
    )
    assert one_read(rules, tmp_path, "shift 2 p5", "shift -2 p5", "2 p5", "-2 p5") == [[], ["shift -2 p5"], [], ["shift -2 p5"]]


@pytest.mark.parametrize("look", ["", "look: {notation: {pick: 'c by n'}}\n"], ids=["words", "notation"])
def test_a_number_with_decimals_is_read(look: str, tmp_path: Path) -> None:
    rules = "board: square(2)\npieces: {peg: {}}\nend: {draw: full}\n"
    rules += "moves:\n  pick: {for: 'c in vacant, n in {0.5, 1.5, -2.5}', where: n > 0, do: put peg on c}\n"
    found = one_read(rules + look, tmp_path, "pick a1 1.5", "a1 0.5", "a1 -2.5", "a1 0.7", "a1 by 0.5", "a1 by -2.5")
    assert [len(each or []) for each in found] == ([1, 1, 0, 0, 1, 0] if look else [1, 1, 0, 0, 0, 0])


def test_a_move_and_its_argument_are_not_taken_for_a_move_of_two_words(tmp_path: Path) -> None:
    rules = (
        "board: square(3)\npieces: {peg: {}}\nend: {draw: ply == 9}\n"
        'moves:\n  go: {for: "d in {north, east}", where: ply > 1, do: put peg on a1}\n  go_north: {do: put peg on b1}\n'
    )
    assert one_read(rules, tmp_path, "go north", "go_north", "go") == [[], ["go_north"], ["go_north"]]


def test_the_steps_of_a_turn_are_read_in_one_go(tmp_path: Path) -> None:
    rules = (
        "board: square(3)\npieces: {peg: {}, ring: {layer: b}}\nend: {draw: full}\n"
        "moves:\n  put: {for: c in vacant, do: put peg on c, then: mark}\n"
        "  mark: {for: c in cells, where: c != a1, do: put ring on c}\n"
    )
    found = one_read(rules, tmp_path, "put a1 mark b2", "PUT a1 b2", "put a1 mark a1", "put a1")
    assert found == [["put a1", "mark b2"], ["put a1", "mark b2"], [], ["put a1"]]


def test_an_edge_is_read_by_a_cell_and_a_direction(tmp_path: Path) -> None:
    rules = "board: square(2)\npieces: {road: {sites: edges}}\nend: {mover loses: stuck}\n"
    rules += "moves:\n  draw: {for: e in edges, where: not road on e, do: put road on e}\n"
    found = one_read(rules, tmp_path, "draw b1-west", "a2-south", "b1-a1", "draw b1-nowhere")
    assert found == [["draw a1-b1"], ["draw a1-a2"], ["draw a1-b1"], []]


FEW = ("backgammon", "blotto", "chess", "dvonn", "twixt")


@pytest.mark.parametrize("name", [*FEW, *(slow(name) for name in (*OPEN, *HIDING) if name not in FEW)])
def test_a_page_reads_what_is_typed_as_ggl_does(name: str, tmp_path: Path) -> None:
    agrees(ggl.load(name), tmp_path)


@pytest.mark.parametrize("name", ["able", "asked", "shown"])
def test_sets_and_notations_are_read_as_ggl_does(name: str, tmp_path: Path) -> None:
    agrees(ggl.load(HERE / f"{name}.yaml"), tmp_path)


def test_names_of_a_board_with_labels_are_read_as_ggl_does(tmp_path: Path) -> None:
    text = (HERE.parents[1] / "games/breakthrough.yaml").read_text("utf-8")
    agrees(made_of(Source("labels.yaml", f"{text}labels: {{columns: capitals, rows: numbers from the top}}\n")), tmp_path)


def agrees(game: ggl.Game, folder: Path, *, depth: int = 25, texts: int = 18) -> None:
    """The page plays what ggl plays, but refuses a text that only the pattern of a notation fits, such as `g3v` for `g3 v`."""
    chance, state, made = random.Random(3), game.initial_state(), list[str]()
    places, wanted, loose = [], [], []
    for step in range(depth):
        if state.is_over:
            break
        if not state.is_chance and step % 6 == 0:
            typed = [*dict.fromkeys(_typed(state, chance, texts))]
            places.append({"moves": [*made], "texts": typed})
            wanted.append([read(state, text) for text in typed])
            loose.append([not state._notation.read(text, state._steps) for text in typed])
        move = chance.choice(state.legal_moves())
        made.append(str(move))
        state = state.after(move)
    for place, page, own, may_refuse in zip(places, read_by_page(game, folder, places), wanted, loose, strict=True):
        for text, played, right, is_loose in zip(place["texts"], page, own, may_refuse, strict=True):
            assert played == right or (is_loose and played == []), (text, place["moves"])


def _typed(state: ggl.State, chance: random.Random, count: int) -> Iterator[str]:
    """Texts of moves, legal or not, more or less as the file writes them."""
    legal, notation = state.legal_moves(), state.game.notation
    for _ in range(count):
        move = chance.choice(legal)
        full, words = notation.full(move.step), str(move).split()
        yield chance.choice(
            [
                str(move).upper(),
                full,
                " ".join(full.split()[1:]),
                "".join(full.split()[1:]),
                re.sub(r"\W+", " ", full),
                "".join(words),
                " ".join(chance.sample(words, len(words))),
                " ".join(full.split()[:-1]),
                " ".join([word[: chance.randint(1, len(word))] for word in full.split()]),
                " ".join([words[0], *str(chance.choice(legal)).split()[1:]]),
                " ".join([*full.split()[:-1], notation.full(chance.choice(legal).step).split()[-1]]),
                re.sub(r"\d+", lambda found: str(-int(found[0])), full),
                re.sub(r"[^\w\s]", lambda _: chance.choice("+-x:*"), str(move)),
                re.sub(r"\b[a-z]+\d+\b", lambda _: chance.choice(state.game.board.cells).name, str(move)),
                re.sub(r"\b[a-z]+\d+\b", lambda _: chance.choice(state.game.board.cells).name, full),
                f"{move} {chance.choice(legal)}",
                _turn(state, chance),
            ]
        )


def _turn(state: ggl.State, chance: random.Random) -> str:
    """The steps of a turn."""
    steps = list[str]()
    while not state.is_over and not state.is_chance and (not steps or state.in_turn):
        move = chance.choice(state.legal_moves())
        steps.append(str(move))
        state = state.after(move)
    return " ".join(steps)
