"""What a file may nest, both engines play: loops, blocks and brackets deeper than one function of Python takes them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ggl.compiler.runtime.engine import Compiled
from ggl.diagnostics import render
from ggl.model.limits import MOST_PARAMETERS
from ggl.play.game import Game
from ggl.play.loading import check_source
from ggl.source import Source
from tests.compiler.agreement import differences
from tests.few import one_in

GAME = """\
ggl: 1
name: Nested
players: [Red, Blue]
board: square(3)
pieces: {stone: {}}
state: {n: {start: 0, in: 0..99}}
moves:
  place:
    for: c in vacant
"""
REST = """\
turn: {pass: forced}
end:
  draw: ply > 3
"""


def placed(where: str, do: str = "add 1 to n") -> str:
    return f"{GAME}    where:{where}\n    do: |\n      put stone on c\n      {do}\n{REST}"


def loops_of_effects() -> str:
    """Loops within each other as deep as a block of effects may be."""
    lines, name = [], "c"
    for number in range(54):
        lines.append(" " * (6 + number) + f"for x{number} in {{step({name}, north)}}:")
        name = f"x{number}"
    return placed(" n < 99", "\n".join(lines).lstrip() + "\n" + " " * 60 + f"add {name}.number to n")


def definitions(body: str, last: str) -> str:
    """Definitions that use one another as deep as they may, each once, so that all of them come to stand in one place."""
    return "define:\n" + "".join(f"  d{n}(c): {body.format(n=n, more=n + 1)}\n" for n in range(23)) + f"  d23(c): {last}\n"


LOOPS = definitions("any(x in ray(c, north, 1) if x.number + n > {n} and (occupied(x) or d{more}(x)))", "empty(c) or n > 8")


def loops_of_definitions() -> str:
    return placed(" d0(c) or n < 5") + LOOPS


def loops_after_a_step() -> str:
    """What is asked after a stone is put is asked as if it lay there; so deep it is put for once."""
    return f"{GAME}    do: put stone on c\n    ensure: not d0(c) or ply % 3 > 0\n{REST}{LOOPS}"


def lists_of_definitions() -> str:
    body = "first(x in [c, d{more}(c)] if x.number > n or x == c)"
    return placed(" d0(c) != b2") + definitions(body, "c")


def conditions() -> str:
    """Many conditions, each of which takes a loop that the one before it may spare."""
    lines = [f"\n      w{n}: any(x in ray(c, north) if x.number > n - {n}) or n < {90 - n % 7}" for n in range(120)]
    return placed("".join(lines)) + "score(p): count(cells with p stone)\n"


def conditions_after_a_step() -> str:
    lines = [
        f"\n      w{n}: any(x in ray(c, north) if empty(x) and x.number > {n % 9}) or n + ply < {n % 7 + 3}" for n in range(120)
    ]
    return f"{GAME}    do: put stone on c\n    ensure:{''.join(lines)}\n{REST}"


def brackets() -> str:
    body = "1 + (n if n == {n} + 3 else 2 - (d{more}(c)))"
    return placed(" d0(c) < 30") + definitions(body, "n * 2")


def parameters() -> str:
    """As many parameters as a move may have, with conditions on each."""
    given = ["x0 in {a1, b1}", *(f"x{n} in {{x{n - 1}, step(x{n - 1}, north)}}" for n in range(1, MOST_PARAMETERS))]
    lines = [f"\n      w{n}: any(x in ray(x{n}, north) if empty(x)) or x{n}.row == {n % 3 + 1}" for n in range(MOST_PARAMETERS)]
    return f"""\
{GAME.removesuffix("    for: c in vacant" + chr(10))}    for: {", ".join(given)}
    where:{"".join(lines)}
    do: put stone on x{MOST_PARAMETERS - 1} if empty(x{MOST_PARAMETERS - 1})
{REST}"""


CASES = [
    loops_of_effects, loops_of_definitions, loops_after_a_step, lists_of_definitions, conditions, conditions_after_a_step,
    brackets, parameters,
]  # fmt: skip


def game_of(write: Callable[[], str]) -> Game:
    checked, found = check_source(Source("nested.yaml", write()))
    assert checked is not None, render(found, "concise")
    return Game(checked)


@pytest.mark.parametrize("case", one_in(2, CASES), ids=lambda case: case.__name__)
def test_as_python(case: Callable[[], str]) -> None:
    game = game_of(case)
    assert not list(differences(game, Compiled(game.checked.core, as_python=True), range(2), 6))


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.__name__)
def test_compiled(case: Callable[[], str]) -> None:
    game = game_of(case)
    assert not list(differences(game, Compiled(game.checked.core), range(2), 6))
