"""Words about the position are refused where it is not known, in a definition as well as in place."""

import pytest

from ggl.play.loading import check_source
from ggl.source import Source

GAME = """\
ggl: 1
name: Position
players: [Black, White]
board: square(3)
options: {{limit: "{option}"}}
pieces: {{stone: {{supply: 4}}}}
define: {{richer: "{richer}", movable: able(place)}}
moves: {{place: {{for: "c in vacant, n in 1..2", where: "{where}", do: put stone on c}}}}
end: {{by score: "{end}"}}
score(p): {score}
{match}
"""
MATCH = "match: {until: total(Black) > 3 or richer, points(p): 1}"
GIVEN = {"option": "3", "richer": "ply > 3", "where": "n < ply", "end": "full or movable or richer", "score": "1", "match": ""}


@pytest.mark.parametrize(
    ("given", "findings"),
    [
        ({}, []),
        ({"option": "hand(Black)"}, ["GGL211 hand(Black)"]),
        ({"end": "total(mover) > 3 or movable or richer"}, ["GGL210 total(mover)"]),
        ({"match": MATCH, "end": "total(mover) > 3 or movable"}, ["GGL210 total(mover)"]),
        ({"richer": "total(Black) > 1"}, ["GGL210 total(Black)"]),
        ({"richer": "total(Black) > 1", "match": MATCH, "end": "movable or full"}, []),
        ({"richer": "total(Black) > 1", "match": MATCH}, ["GGL210 richer"]),
        ({"where": "movable"}, ["GGL210 movable"]),
        ({"end": "movable or richer or able(place(c=step(a1, north)))"}, []),
        ({"end": "movable or richer or able(place(n=max(n in 1..2 if n > ply)))"}, ["GGL207 max(n in 1..2 if n > ply)"]),
    ],
)
def test_what_is_not_known_is_refused(given: dict[str, str], findings: list[str]) -> None:
    _, found = check_source(Source("position.yaml", GAME.format(**GIVEN | given)))
    assert [f"{each.code.code} {each.span and each.span.text}" for each in found if each.code.severity == "error"] == findings
