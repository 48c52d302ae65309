"""Two engines side by side through random games: the same vectors, histories, steps in the same order, and scores."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import yaml

import ggl
from ggl import resources
from ggl.compiler.runtime.engine import Compiled
from ggl.engine.draws import draw_below, seeded
from ggl.engine.protocol import Engine
from ggl.interpreter import Interpreter
from ggl.model.bundled import bundled

HERE = Path(__file__).parent.parent
SMALL = [*sorted((HERE / "language/games").glob("*.yaml")), *sorted((HERE / "compiler/found").glob("*.yaml"))]

Case = tuple[str, dict[str, object]]

CHOSEN: list[Case] = [
    ("tabik", {"size": 4}), ("tabik", {"size": 5, "pie": False}), ("tabik", {}),
    ("quarod", {"size": 4}), ("quarod", {"size": 5, "pie": False}), ("quarod", {}),
    ("sgibun", {"side": 3}), ("sgibun", {"side": 4, "pie": False}), ("sgibun", {}),
    ("tirnabun", {"side": 3}), ("tirnabun", {"side": 4, "pie": False}),
    ("tiku", {}), ("tiku", {"first": "Dark", "max_plies": 30}), ("tiku-diagonal", {}), ("tiku-points", {"target": 5}),
    ("tic-tac-toe", {}), ("connect-four", {}), ("gomoku", {"size": 7}), ("gomoku", {}), ("hex", {"size": 4}), ("hex", {}),
    ("havannah", {"size": 4}), ("y", {"size": 5}), ("othello", {}), ("breakthrough", {}), ("clobber", {}), ("amazons", {}),
    ("nine-mens-morris", {}), ("draughts", {}), ("lines-of-action", {}), ("go", {"size": 5}), ("go", {"size": 9}), ("oware", {}),
    ("dots-and-boxes", {}), ("chess", {}), ("backgammon", {}), ("twixt", {"size": 6}),
    ("hex", {"size": 5, "pie": False}), ("y", {"size": 4, "pie": False}), ("havannah", {"size": 3, "pie": False}),
    ("breakthrough", {"size": 5, "first": "Black"}), ("clobber", {"width": 4, "height": 4}),
    ("connect-four", {"width": 5, "height": 4, "line": 3}), ("gomoku", {"size": 6, "exact": True}), ("othello", {"size": 6}),
    ("draughts", {"quiet_moves": 20, "captures_only": True}), ("draughts", {"repeats": 100}),
    ("go", {"size": 4, "superko": False, "suicide": True}), ("go", {"size": 13}), ("go", {}),
    ("lines-of-action", {"mover_takes_all": True, "no_repeats": True}), ("lines-of-action", {"size": 6}),
    ("nine-mens-morris", {"flying": False, "threefold": False, "max_plies": 200}),
    ("oware", {"houses": 4, "seeds": 3, "repeats": 3}),
    ("dots-and-boxes", {"width": 2, "height": 2}), ("chess", {"repeats": 5, "quiet_moves": 75}),
]  # fmt: skip
"""Sizes small enough to play much of, and options that change the rules, alone and together."""


def _with_those_of_the_files() -> list[Case]:
    """What is chosen, each bundled game with its usual options, and all that the tests in its file ask for; each once."""
    cases = list(CHOSEN)
    for game in bundled():
        path = resources.bundled_game(game.name)
        assert path is not None
        usual = {option.name: yaml.safe_load(option.default) for option in game.options}
        there = [{**usual, **options} for other, options in CHOSEN if other == game.name]
        tests = yaml.load(path.read_bytes(), yaml.CSafeLoader).get("tests", {}).values()
        for asked in ({}, *(test.get("options", {}) for test in tests)):
            if (whole := {**usual, **asked}) not in there:
                there.append(whole)
                cases.append((game.name, asked))
    return cases


OPTIONS = _with_those_of_the_files()


def named(case: Case) -> str:
    """A case in one word, with no folder of this machine in it."""
    name, options = case
    return ":".join([Path(name).stem, *(f"{key}={value}" for key, value in options.items())])


DRAWN = 50
"""In games from this number on a random step is drawn at every fifth position only: to draw costs as much as to list."""


def differences(game: ggl.Game, compiled: Compiled, numbers: range, most_steps: int) -> Iterator[str]:
    """What differs in random games of some numbers, each up to so many steps; nothing if the engines agree."""
    interpreter: Engine = Interpreter(game.checked.core)
    for number in numbers:
        state = seeded(11, number)
        here, there = interpreter.start(), compiled.start()
        for count in range(most_steps + 1):
            where = f"{game!r}, game {number}, step {count}"
            histories = here.history, there.history  # all but their last entries were looked at before
            if here.vector != there.vector or histories[0][-1:] != histories[1][-1:] or len(histories[0]) != len(histories[1]):
                yield f"{where}: the positions differ at {_unlike(here.vector, there.vector)}"
                return
            steps, others = interpreter.steps(here), compiled.steps(there)
            if steps != others:
                yield f"{where}: {len(steps)} and {len(others)} steps, {set(steps) ^ set(others)}"
                return
            if number < DRAWN or not steps or count % 5 == 0:
                draws = interpreter.draw(here, state), compiled.draw(there, state)
                if draws[0] != draws[1] or (draws[0][0] is None) != (not steps) or (steps and draws[0][0] not in steps):
                    yield f"{where}: drawn {draws[0]} and {draws[1]}"
                    return
            if not steps or count == most_steps:
                break
            k, state = draw_below(state, len(steps))
            here, there = interpreter.play(here, steps[k]), compiled.play(there, steps[k])
        if interpreter.scores(here) != compiled.scores(there):
            yield f"{game!r}, game {number}: scores {interpreter.scores(here)} and {compiled.scores(there)}"


def _unlike(here: tuple[int, ...], there: tuple[int, ...]) -> list[tuple[int, int, int]]:
    return [(place, a, b) for place, (a, b) in enumerate(zip(here, there, strict=True)) if a != b] or [
        (-1, len(here), len(there))
    ]
