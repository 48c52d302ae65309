"""What joins sites in the words of connection: relations of the file, directions and sets; and what does not."""

import pytest

from ggl.play.game import Game
from ggl.play.loading import check_source
from ggl.source import Source

GAME = """\
ggl: 1
name: Ways
players: [Black, White]
board: square(3)
pieces: {{stone: {{}}}}
define:
  c(x): neighbors(x)
  beside(e): (f in edges if any(f.ends & e.ends))
  one_way(x): "{{b1}} if x == a1 or x == c1 else {{a1}} if x == b1 else {{}}"
moves: {{place: {{for: z in vacant, do: put stone on z}}}}
end: {{draw: "full or {}"}}
"""
USED = "any(one_way(a1)) or any(c(a1)) or any(e in edges if any(beside(e)))"


@pytest.mark.parametrize(
    ("asked", "findings"),
    [
        ("any(c in cells if distance(c, a1, c) == 1)", [("GGL205", "c", None)]),  # the variable, not the definition
        ("any(group(a1, cells))", [("GGL206", "cells", None)]),
        ("any(components(edges, orthogonal))", [("GGL205", "orthogonal", "")]),
        ("any(components(edges,(orthogonal)))", [("GGL205", "orthogonal", None)]),
        ("any(p in players if distance(p, Black, orthogonal) == 1)", [("GGL205", "p", None)]),
        ("any(e in edges if distance(e, e, beside) == 1)", []),
        ("any(e in edges if distance(e, e, orthogonal) == 1)", [("GGL205", "orthogonal", None)]),
    ],
)
def test_what_joins_no_sites_is_refused(asked: str, findings: list[tuple[str, str, str | None]]) -> None:
    _, found = check_source(Source("ways.yaml", GAME.format(f"{USED} or {asked}")))
    told = [(each.code.code, each.span and each.span.text, each.fix and each.fix.replacement) for each in found]
    assert told == findings


@pytest.mark.parametrize(
    "asked",
    [
        "components({a1, b1, c1}, one_way) == [{a1, b1, c1}]",  # some steps lead back and others do not
        "components({a1, b1, c1}, c) == [{a1, b1, c1}]",
        "count(components({a1, c1, c3}, c)) == 3",
        "distance(c1, a1, one_way) == 2",
        "distance(a1, c1, one_way) == none",
        "count(e in edges if distance(e, e, beside) == 0) == 12",
    ],
)
def test_a_definition_with_one_parameter_joins_sites(asked: str) -> None:
    checked, found = check_source(Source("ways.yaml", GAME.format(USED)))
    assert checked is not None, found
    assert Game(checked).initial_state().ask(asked)
