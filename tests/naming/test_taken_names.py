"""Names that were accepted and changed what a word means, each by itself; and names that hide nothing and are free."""

from __future__ import annotations

from pathlib import Path

import pytest

import ggl
from ggl.analysis.coverage import coverage
from ggl.checker.game import CheckedGame, check
from ggl.compiler.runtime.engine import Compiled
from ggl.diagnostics import Findings
from ggl.interpreter import Interpreter
from ggl.model.extends import find_beside, load_definition
from ggl.source import Source
from tests.compiler.agreement import differences

PARTS = {
    "options": "{}", "players": "[A, B]", "board": "square(3)", "regions": "{}", "pieces": "{man: {}}", "state": "{}",
    "define": "{}", "routines": "{}", "moves": "{place: {for: c in vacant, do: put man on c}}", "turn": "{play: place}",
    "end": "{draw: full}",
}  # fmt: skip


def text(**changed: str) -> str:
    return "ggl: 1\nname: Taken\n" + "".join(f"{key}: {value}\n" for key, value in (PARTS | changed).items() if value != "{}")


def checked(source: str) -> tuple[CheckedGame | None, Findings]:
    findings = Findings()
    definition = load_definition(Source("taken.yaml", source), findings, find_beside(None, findings))
    return (check(definition, {}, findings) if definition is not None else None), findings


def move(name: str) -> dict[str, str]:
    """A move of a name, which goes on to place."""
    return {"moves": f"{{{name}: {{for: c in vacant, do: put man on c}}}}", "turn": "{pass: free}"}


TAKEN: list[tuple[dict[str, str], str, str]] = [
    *((move(name), "GGL412", name) for name in ("pass", "stop", "Pass", "STOP", "or", "otherwise", "optional", "if", "not")),
    *(({**move(name), "state": "{die: {start: 1, in: 1..6}}", "turn": "{begin: roll die from 1..6}"}, "GGL412", name)
      for name in ("roll", "Roll")),
    ({"pieces": "{man: {has: {number: 1}}}"}, "GGL221", "number"),
    ({"pieces": "{man: {has: {owner: 1}}}"}, "GGL221", "owner"),
    ({"state": "{row: {start: 0, each: cells}}"}, "GGL202", "row"),
    ({"state": "{ends: {start: 0, each: edges}}"}, "GGL202", "ends"),
    ({"regions": "{vacant: a1}"}, "GGL202", "vacant"),
    *(({"define": f"{{{name}(x): center}}"}, "GGL202", f"{name}(x)")
      for name in ("neighbors", "components", "any", "empty", "groups", "vacant", "step", "count", "full")),
    *(({"define": f"{{{name}: center}}"}, "GGL202", name) for name in ("neighbors", "any", "groups", "vacant", "step")),
    *(({"define": f"{{{name}(x): center}}"}, "GGL201", f"{name}(x)") for name in ("on", "own")),
    ({"state": "{a1: 0}"}, "GGL202", "a1"),
    ({"regions": "{b2: a1}"}, "GGL202", "b2"),
    ({"pieces": "{man: {}, north: {}}"}, "GGL202", "north"),
    ({"players": "[nobody, B]"}, "GGL202", "nobody"),
    ({"turn": "{phases: {none: {until: ply > 3}, late: {}}}"}, "GGL202", "none"),
    ({"turn": "{phases: {cells: {until: ply > 3}, late: {}}}"}, "GGL202", "cells"),
    ({"turn": "{phases: {man: {until: ply > 3}, late: {}}}"}, "GGL202", "man"),
    ({"pieces": "{man: {has: {moved: 1}}}", "state": "{moved: 0}"}, "GGL202", "moved"),
    ({"players": "{A: {home: 1}, B: {home: 2}}", "state": "{home: {start: 0, each: players}}"}, "GGL202", "home"),
    ({"moves": "{place: {for: c in vacant, do: put man on c}, Place: {for: c in vacant, do: put man on c}}"}, "GGL222", "Place"),
    ({"players": "[Red, red]"}, "GGL222", "red"),
    ({"pieces": "{man: {}, Man: {}}"}, "GGL222", "Man"),
    ({"board": '{links: "z - y, y - Z"}'}, "GGL222", '"z - y, y - Z"'),
    ({"board": '{links: "a - mover, mover - b"}'}, "GGL202", '"a - mover, mover - b"'),
]  # fmt: skip

FREE: list[dict[str, str]] = [
    {"options": "{size: 3}", "board": "square(size)"},
    {"pieces": "{man: {has: {mover: 1}}}"},
    {"pieces": "{man: {layer: edge}, wall: {sites: edges, of: nobody}}"},
    {"pieces": "{man: {layer: count, stacks: 3}, dot: {stacks: 2}}"},
    {"players": "{A: {row: 1}, B: {row: 2}}"},
    {"state": "{column: 0}"},
    {"state": "{vertices_: {start: 0, each: edges}, ends: {start: 0, each: cells}}"},
    {"define": "{sides(x): center}", "end": "{draw: any(sides(1) & vacant) and size(sides) > 9 or full}"},
    {"define": "{a1(x): a1}", "end": "{draw: occupied(a1(1)) or full}"},
    {"moves": "{roll: {for: c in vacant, do: put man on c}}", "turn": "{pass: free}"},
    {"regions": "{Vacant: a1}", "define": "{Step(x): center}",
     "end": "{draw: not any(Vacant & vacant) and not any(Step(1) & vacant) or full}"},
    {"moves": "{vacant: {for: row in vacant, do: put man on row}, mover: {for: path in vacant, do: put man on path}}",
     "turn": "{pass: forced}"},
]  # fmt: skip


@pytest.mark.parametrize(("changed", "code", "place"), TAKEN, ids=lambda value: value if isinstance(value, str) else "")
def test_a_taken_name_is_refused_where_it_is_written(changed: dict[str, str], code: str, place: str) -> None:
    game, findings = checked(text(**changed))
    assert game is None
    told = [finding for finding in findings if finding.code.severity == "error"]
    assert {finding.code.code for finding in told} == {code}
    assert told[0].span is not None
    assert told[0].span.text.strip('"') == place.strip('"')
    assert told[0].help is not None
    assert "choose another name, such as `" in told[0].help


@pytest.mark.parametrize("changed", FREE, ids=str)
def test_a_name_that_hides_nothing_is_free_and_both_engines_play_with_it(changed: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "free.yaml").write_text(text(**changed))
    game = ggl.load(tmp_path / "free.yaml", engine="interpreter")
    assert len(Interpreter(game.checked.core).steps(game.initial_state().position)) >= 9
    assert not list(differences(game, Compiled(game.checked.core, as_python=True), range(2), 20))


def test_a_move_called_take_is_not_read_as_a_choice_of_sides(tmp_path: Path) -> None:
    moves = "{place: {for: c in vacant, do: put man on c}, take: {for: 'p in players, k in {1, 2}', do: again}}"
    (tmp_path / "take.yaml").write_text(text(moves=moves, turn="{}"))
    state = ggl.load(tmp_path / "take.yaml").initial_state()
    assert state.read("take a 1").args["p"] == "A"
    assert state.explain("take a").what == "`take` takes a player and a number, but 1 is given; `k` is missing"
    assert state.explain("take-a").what == "this game is played without a pie rule"


def test_moves_called_roll_are_counted_where_no_dice_are(tmp_path: Path) -> None:
    (tmp_path / "roll.yaml").write_text(text(**move("roll")))
    game = ggl.load(tmp_path / "roll.yaml")
    state = game.initial_state()
    steps = [one.step for one in state.legal_moves()]
    rules = coverage(game, [state.position], [], [steps])
    passing = next(rule for rule in rules if rule.owner == "pass")
    assert passing.asked == len(steps)
