"""An exported page plays, draws and says what ggl does: random plays by the page's own modules in node, replayed here.

The page works from WebAssembly and tables; ggl from the rules.
"""

from __future__ import annotations

import io
import json
import re
import subprocess
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

import ggl
from ggl.export.page import page_data
from ggl.host.tables.views import MOST_LINES, _says, steps_as_data
from ggl.play.game import View
from ggl.play.information import last_announced
from ggl.play.loading import made_of
from ggl.play.record import read_records, replay
from ggl.play.scene import Scene
from ggl.play.session import Session
from ggl.play.turns import ends_turn
from ggl.play.values import written
from ggl.render import svg
from ggl.source import Source
from ggl.typed_json import encoded
from tests.few import ALIKE, few_of, one_in, slow
from tests.hiding import HIDDEN, HIDING, OPEN

HERE = Path(__file__).parent
MOST, EVERY = 60, 5
NEAR = 0.035
"""How far places of a picture may be from ggl's: they are rounded twice."""

pytestmark = pytest.mark.usefixtures("node")


def played(game: ggl.Game, folder: Path, **asked: Any) -> Iterator[dict[str, Any]]:
    file = folder / "data.json"
    file.write_text(page_data(game, "name"))
    given = json.dumps({"data": str(file), "plays": 2, "most": MOST, "seed": 7, "every": EVERY, **asked})
    run = subprocess.run(["node", str(HERE / "plays.mjs")], input=given, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr[-3000:]
    yield from map(json.loads, run.stdout.splitlines())


@pytest.mark.parametrize("name", few_of(OPEN, without=[*ALIKE, "quoridor", "lasca", "nine-mens-morris", "backgammon"]))
def test_an_exported_game_is_played_drawn_and_told_as_ggl_does(name: str, tmp_path: Path) -> None:
    agrees(ggl.load(name), tmp_path)


@pytest.mark.parametrize("name", one_in(4, [*HIDING, *HIDDEN]))
def test_each_side_of_an_exported_game_sees_what_it_sees_in_ggl(name: str, tmp_path: Path) -> None:
    agrees(ggl.load(name), tmp_path, plays=3)


def test_marks_show_each_side_the_groups_that_it_sees(tmp_path: Path) -> None:
    text = Path(HERE.parents[1] / "games/dark-hex.yaml").read_text("utf-8")
    look = "look:\n  draw: {parts(p): {on: groups(p), as: frame}, open: {on: vacant, as: dot}}\n"
    agrees(made_of(Source("dark-hex.yaml", text.replace("look:\n", look))), tmp_path, every=1)


def test_who_plays_alone_in_an_exported_game_loses_as_in_ggl(tmp_path: Path) -> None:
    text = (
        "ggl: 1\nname: Alone\nplayers: [Red]\nboard: track(4)\npieces: {stone: {}}\n"
        "moves:\n  place: {for: c in vacant, do: put stone on c}\nend:\n  Red loses: stone on p1\n  draw: full\n"
    )
    agrees(made_of(Source("alone.yaml", text)), tmp_path, plays=3)


def test_the_turns_of_a_match_are_those_of_ggl(tmp_path: Path) -> None:
    rules = "board: square(2)\npieces: {peg: {}}\nmoves:\n  put: {for: c in vacant, do: put peg on c}\n"
    rules += "end: {mover wins: peg on a1, draw: ply >= 2}\n"
    rules += "match: {until: total(Red) + total(Blue) == 3, points(p): 1 if winner == p else 0}\n"
    agrees(made_of(Source("match.yaml", f"ggl: 1\nname: Match\nplayers: [Red, Blue]\n{rules}")), tmp_path, plays=4, every=1)


@pytest.mark.parametrize("name", ["dvonn", slow("tak")])
def test_piles_are_put_together_as_ggl_draws_them(name: str, tmp_path: Path) -> None:
    agrees(ggl.load(name), tmp_path, most=150)


def test_piles_on_points_and_of_pieces_of_several_sizes_are_drawn_as_ggl_draws_them(tmp_path: Path) -> None:
    rules = "moves:\n  go: {for: c in neighbors(p2), where: c.count < 7, do: put man on c}\nend: {draw: ply >= 14}\n"
    text = f"ggl: 1\nname: Heaps\nplayers: [Red, Blue]\nboard: track(4)\npieces: {{man: {{piles: 7}}}}\n{rules}look: "
    for look in ("{board: points}", "{sizes: {Red man: 0.6}}"):
        agrees(made_of(Source("heaps.yaml", text + look)), tmp_path, plays=2, every=1)


def test_piles_layers_and_properties_on_edges_are_drawn_as_ggl_draws_them(tmp_path: Path) -> None:
    rules = "ggl: 1\nname: Ways\nplayers: [Red, Blue]\nboard: square(2)\nstate: {worth: {each: edges, in: 0..3, start: 2}}\n"
    piles = "pieces: {road: {sites: edges, piles: 3}}\nmoves:\n  go: {for: e in edges, where: e.count < 3, do: put road on e}\n"
    layers = "pieces: {road: {sites: edges, has: {cut: true}}, hedge: {sites: edges, layer: b, of: nobody, has: {hot: true}}}\n"
    layers += "moves:\n  go: {for: e in edges, where: not road on e, do: put road on e}\n"
    layers += "  grow: {for: e in edges, where: not hedge on e, do: put hedge on e}\n"
    for text in (piles, layers):
        agrees(made_of(Source("ways.yaml", f"{rules}{text}end: {{mover loses: stuck}}\n")), tmp_path, plays=2, every=1)


def test_on_a_torus_frames_and_lines_of_an_exported_game_are_those_of_ggl(tmp_path: Path) -> None:
    rules = "board: torus(3)\npieces: {peg: {}}\nmoves: {put: {for: c in vacant, do: put peg on c}}\nend: {draw: full}\n"
    look = "look: {draw: {pegs: {on: cells with peg, as: frame}, way: {on: '[a1, b2, c1, a1, a3, c2]', as: line}}}\n"
    agrees(made_of(Source("ring.yaml", f"ggl: 1\nname: Ring\nplayers: [Red, Blue]\n{rules}{look}")), tmp_path, every=1)


@pytest.mark.parametrize("sites", ["edges", "vertices", "links"])
def test_sites_that_only_moves_name_are_framed_as_in_ggl(sites: str, tmp_path: Path) -> None:
    rules = "board: square(3)\nlinks: a in cells, b in leaps(a, 1, 2)\npieces: {peg: {}}\nend: {mover loses: stuck}\n"
    move = f"moves:\n  tie:\n    for: s in {sites}\n    where: all(empty(c) for c in s.cells)\n    do: put peg on s.cells\n"
    agrees(made_of(Source("ties.yaml", f"ggl: 1\nname: Ties\nplayers: [Red, Blue]\n{rules}{move}")), tmp_path, every=1)


def test_a_site_that_was_rolled_is_framed_as_in_ggl(tmp_path: Path) -> None:
    rules = "board: square(3)\npieces: {peg: {}}\nstate: {here: {start: a1, in: cells}}\nturn: {begin: roll here from cells}\n"
    rules += "moves:\n  put: {for: c in vacant, do: put peg on c}\nend: {draw: full}\n"
    agrees(made_of(Source("thrown.yaml", f"ggl: 1\nname: Thrown\nplayers: [Red, Blue]\n{rules}")), tmp_path, every=1)


@pytest.mark.parametrize(
    "labels", [slow("{columns: capitals, rows: numbers from the top}"), "{sites: {a1: b2, b2: a1, keep: c3}}"]
)
def test_a_record_of_a_board_with_labels_has_plain_names(labels: str, tmp_path: Path) -> None:
    text = Path(HERE.parents[1] / "games/quoridor.yaml").read_text("utf-8") + f"labels: {labels}\n"
    agrees(made_of(Source("quoridor.yaml", text), {"size": 5}), tmp_path, plays=2, most=30)


@pytest.mark.parametrize("name", ["able", "shown", "thrown"])
def test_marks_sets_and_rolls_of_several_variables_are_as_ggl_has_them(name: str, tmp_path: Path) -> None:
    agrees(ggl.load(HERE / f"{name}.yaml"), tmp_path, plays=3, most=20, every=1)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("blokus-duo", {"size": 5, "start": 2}),
        ("catchup", {"size": 3}),
        slow("go", {"size": 5}),
        slow("sgibun", {"side": 4, "pie": False}),
        slow("tiku-points", {}),
    ],
)
def test_options_are_those_that_were_bound(name: str, options: dict[str, Any], tmp_path: Path) -> None:
    agrees(ggl.load(name, **options), tmp_path, plays=4, most=400, every=40)


def agrees(game: ggl.Game, folder: Path, **asked: Any) -> None:
    state, play, ends = game.initial_state(), 0, 0
    last: list[Any] = []
    turns: list[list[Any]] = [[]]
    for seen in played(game, folder, **asked):
        if seen["play"] != play:
            state, play, last, turns = game.initial_state(), seen["play"], [], [[]]
        for text in seen["made"]:
            move = state.read(text)
            assert str(move) == text
            last = [*last, move] if state.in_turn else [move]
            turns[-1].append((move, state.is_chance))
            state = state.after(move)
            if ends_turn(move, state):
                turns.append([])
        assert seen["legal"] == legal(state)
        if game.hides and not state.is_over:
            for player, view in zip(game.players, seen["seen"], strict=True):
                agrees_with_view(view, View(state, player, state.information(player)))
            continue  # what is shown is the view of the side to move
        scene = Scene(state, last)
        moved = next(([move for move, _ in made] for made in reversed(turns) if not all(rolled for _, rolled in made)), [])
        assert seen["last"] == [site.name for site in Scene(state, moved).touched]
        assert seen["says"] == _says(scene)
        assert seen["facts"] == facts(scene, last_announced(state))
        assert seen["mover"] == state.mover
        assert seen["asks"] == ("" if state.is_over else f"{state.mover} {scene.doing}")
        scores = state.scores
        assert [side["score"] for side in seen["sides"]] == ["" if scores is None else written(scores[s]) for s in game.players]
        for player, side in enumerate(seen["sides"]):
            assert side["supply"] == {scene.kind(hand.piece).name: hand.count for hand in scene.hands(player)}
        over(seen["over"], state)
        ends += state.is_over
        if seen["svg"] is not None:
            assert drawn(seen["svg"]) == drawn(svg(state, theme="auto", last=moved, status=False, parts="play"))
        if seen["record"] is not None:
            [record] = read_records(io.StringIO(seen["record"]))
            assert record.fingerprint == game.fingerprint
            assert [*replay(record, game)]
            assert record.steps == tuple(
                game.notation.filed(node.move.step) for node in Session.resumed(record, game, "name").tree.line()[1:]
            )


def legal(state: ggl.State) -> Any:
    return json.loads(encoded(steps_as_data(state.game, state.legal_moves())))


def facts(scene: Scene, announced: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = [{"name": f.name, "text": f.text, "dice": list(f.dice)} for f in scene.facts() if f.says]
    return [*found, {"name": "announced", "text": announced, "dice": []}] if announced else found


def agrees_with_view(seen: dict[str, Any], view: View) -> None:
    """What an exported page shows to a side is what ggl shows to it, with what it has seen and done and no more of the play."""
    scene, scores = Scene(view), view.scores
    assert seen["legal"] == legal(view)
    assert seen["says"] == _says(scene)
    assert seen["facts"] == facts(scene, "; ".join(view.information().announced))
    assert seen["asks"] == f"{view.mover} {scene.doing}"
    assert [side["score"] for side in seen["sides"]] == ["" if scores is None else written(scores[s]) for s in view.game.players]
    for player, side in enumerate(seen["sides"]):
        assert side["supply"] == {scene.kind(hand.piece).name: hand.count for hand in scene.hands(player)}
    assert seen["story"] == view.information().story[-MOST_LINES:]
    assert (seen["turns"], seen["last"], seen["last_steps"], seen["ways"], seen["here"], seen["tip"]) == ([], [], [], [], 0, 0)
    assert drawn(seen["svg"]) == drawn(svg(view, theme="auto", status=False, parts="play"))


def over(told: dict[str, Any] | None, state: ggl.State) -> None:
    assert (told is None) == (not state.is_over)
    if told is None or state.result is None:
        return
    assert tuple(told["winners"]) == state.winners
    assert told["text"] == str(state.result)


# ---- pictures


class Shape(tuple[Any, ...]):
    """A shape with its numbers where they lie on the sheet; equal if it is near enough."""

    def __eq__(self, other: object) -> bool:
        assert isinstance(other, Shape)
        words, places = self
        return bool(
            words == other[0]
            and len(places) == len(other[1])
            and all(abs(a - b) <= NEAR for a, b in zip(places, other[1], strict=True))
        )

    __hash__ = None  # type: ignore[assignment]


_MOVED = re.compile(r"translate\((-?[\d.]+) (-?[\d.]+)\)")
_NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")
_X, _Y = ("x", "cx", "x1", "x2"), ("y", "cy", "y1", "y2")


def drawn(text: str) -> list[Shape]:
    """The shapes of a picture, not what it says in words or of its size."""
    root = ET.fromstring(re.sub(r"\sxmlns=\"[^\"]+\"", "", text))
    return list(_shapes(root, 0.0, 0.0))


def _shapes(element: ET.Element, dx: float, dy: float) -> Iterator[Shape]:
    if element.tag in ("title", "desc", "style"):
        return
    turned = element.get("transform", "")
    is_mine = element.tag == "g" and re.fullmatch(r"translate\(\S+ \S+\)( rotate\(0\))?", turned) is not None
    if is_mine:
        found = _MOVED.match(turned)
        assert found is not None
        dx, dy = dx + float(found[1]), dy + float(found[2])
    elif element.tag not in ("svg", "g") or turned:
        yield _shape(element, dx, dy)
        if element.tag == "g":
            for child in element:  # what is turned or scaled about its own middle
                yield from _shapes(child, 0.0, 0.0)
        return
    for child in element:
        yield from _shapes(child, dx, dy)


def _shape(element: ET.Element, dx: float, dy: float) -> Shape:
    words, places = [element.tag, element.text if element.tag == "text" else ""], []
    for name, value in sorted(element.attrib.items()):
        if name in (*_X, *_Y):
            places.append(float(value) + (dx if name in _X else dy))
        elif name == "d" and not element.get("transform"):
            words.append(_NUMBER.sub("", value))
            places += _path(value, dx, dy)
        elif name == "transform":
            words.append(re.sub(_NUMBER, "", value))
            places += _transformed(value, dx, dy)
        elif _NUMBER.fullmatch(value):
            words.append(name)
            places.append(float(value))
        else:
            words.append(f"{name}={value}")
    return Shape((tuple(words), tuple(places)))


def _path(text: str, dx: float, dy: float) -> Iterator[float]:
    """The numbers of a path whose commands take places, one after the other; those of others as they are."""
    numbers = [float(each) for each in _NUMBER.findall(text)]
    if set(re.sub(r"[\d.\s-]", "", text)) <= set("MLZ"):
        yield from (number + (dy if place % 2 else dx) for place, number in enumerate(numbers))
        return
    yield from numbers


def _transformed(text: str, dx: float, dy: float) -> Iterator[float]:
    for name, inside in re.findall(r"(\w+)\(([^)]*)\)", text):
        numbers = [float(each) for each in _NUMBER.findall(inside)]
        if name == "translate":
            yield from (numbers[0] + dx, numbers[1] + dy)
        elif name == "rotate" and len(numbers) == 3:
            yield from (numbers[0], numbers[1] + dx, numbers[2] + dy)
        else:
            yield from numbers


def test_fractions_are_written_as_ggl_writes_them(tmp_path: Path) -> None:
    from tests.export.test_page import in_node

    asked = [(code, scale) for scale in (1, 2, 3, 4, 6, 8, 10, 12) for code in range(-30, 31)]
    module = "import {numbered} from './ggl/web/page/export/texts.js';"
    script = f"{module} console.log(JSON.stringify(INPUT.map(([a, b]) => numbered(a, b))))"
    wanted = [written(int(n) if (n := Fraction(code, scale)).denominator == 1 else n) for code, scale in asked]
    assert in_node(script, asked) == wanted


def test_where_a_larger_memory_is_refused_the_rules_go_on_in_the_old_one(tmp_path: Path) -> None:
    from tests.export.test_page import in_node

    file = tmp_path / "data.json"
    file.write_text(page_data(ggl.load("tic-tac-toe"), "tic-tac-toe"))
    script = """import { readFileSync } from "node:fs";
        import { inflateRawSync } from "node:zlib";
        import { Engine } from "./ggl/web/page/export/engine.js";
        const { kernel } = JSON.parse(readFileSync(INPUT, "utf8"));
        const unpacked = (text) => new Uint8Array(inflateRawSync(Buffer.from(text, "base64")));
        const engine = new Engine(kernel, unpacked(kernel.code), new BigInt64Array(unpacked(kernel.constants).buffer), 2);
        const { exports } = engine;
        const full = () => { engine.exports.trapped.value = 1; throw new Error("full"); };
        engine.exports = Object.fromEntries(Object.keys(exports).map((name) => [name, full]));
        Object.assign(engine.exports, { memory: exports.memory, trapped: { value: 0 } });
        let refused = null;
        try { engine.start(); } catch (error) { refused = error.refusal; }
        engine.exports = exports;
        console.log(JSON.stringify([refused, engine.steps(engine.start()).length]));"""
    refused, count = in_node(script, str(file))
    assert refused["code"] == "limit"
    assert refused["text"].endswith("this position cannot be played on.")
    assert count == 9


def test_where_only_the_past_is_full_nothing_else_is_enlarged(tmp_path: Path) -> None:
    from tests.export.test_page import in_node

    file = tmp_path / "data.json"
    file.write_text(page_data(ggl.load("go", size=4), "go"))
    script = """import { readFileSync } from "node:fs";
        import { inflateRawSync } from "node:zlib";
        import { Engine } from "./ggl/web/page/export/engine.js";
        const { kernel } = JSON.parse(readFileSync(INPUT, "utf8"));
        kernel.room.history = 2;
        const unpacked = (text) => new Uint8Array(inflateRawSync(Buffer.from(text, "base64")));
        const engine = new Engine(kernel, unpacked(kernel.code), new BigInt64Array(unpacked(kernel.constants).buffer), 2);
        let at = engine.start();
        for (let count = 0; count < 9; count += 1) at = engine.play(at, engine.steps(at)[0]);
        const rooms = [engine.room];
        engine.at = engine.build({ ...engine.room, history: 2 });
        engine.steps(at);
        console.log(JSON.stringify([kernel.room, ...rooms, engine.room, at.past.length]));"""
    begun, played, loaded, length = in_node(script, str(file))
    assert length == 9
    assert played == loaded == {**begun, "history": 32}
