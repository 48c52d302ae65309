"""No name of a file changes what a word of the prelude means, even where the checks of names are left out."""

from __future__ import annotations

import re

import pytest

from ggl.checker.declarations import declared
from ggl.checker.expressions.names import Names
from ggl.checker.game import check
from ggl.core import forms as f
from ggl.diagnostics import Findings
from ggl.model.extends import find_beside, load_definition
from ggl.source import Source
from tests.few import one_in
from tests.naming.named_game import LANGUAGE, prelude_names

GAME = """\
ggl: 1
name: Prelude
options: {NAME_o: 3}
players: {A: {forward: north}, B: {forward: south}}
board: square(3)
regions: {NAME_r: a1}
pieces: {man: {has: {NAME_a: 0}}, NAME_k: {}}
state:
  NAME_v: 0
  NAME_c: {start: 0, each: cells}
define:
  NAME_d: center
  NAME_f(z): center
  language: LANGUAGE
  bodies: size(vacant) + size(taken_cells) + (1 if full else 0) + size(territories)
moves:
  place:
    for: z in vacant
    do: put man on z
turn:
  phases:
    NAME_p: {until: language > 3}
    late: {}
end:
  draw: full or bodies > 200
"""
THINGS = "orakvcdfp"


def words_as_understood(name: str, things: str) -> dict[str, str] | None:
    """The definitions of the core that are made of words of the prelude, in a game in which some things have a name."""
    text = GAME.replace("LANGUAGE", LANGUAGE)
    for thing in THINGS:
        text = text.replace(f"NAME_{thing}", name if thing in things else f"own_{thing}")
    findings = Findings()
    definition = load_definition(Source("prelude.yaml", text), findings, find_beside(None, findings))
    game = check(definition, {}, findings) if definition is not None else None
    if game is None:
        return None
    own = ("language", "bodies", name)
    return {one.name: _as_said(one.body) for one in game.core.definitions if one.label not in own}


def _as_said(body: f.Expr) -> str:
    """A body without what names other things: tables of pieces have the names of kinds, and fresh names are numbered."""
    text = re.sub(r"table='[^']*'", "", repr(body))
    numbers: dict[str, int] = {}
    return re.sub(r"'(\w+)\.(\d+)'", lambda found: f"'{found[1]}.{numbers.setdefault(found[0], len(numbers))}'", text)


@pytest.mark.parametrize("name", one_in(4, sorted(prelude_names() - {"forward", "piece"})))
def test_the_prelude_sees_no_name_of_a_file(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    neutral = words_as_understood("neutral", "")
    assert neutral is not None
    monkeypatch.setattr(declared, "check_names", lambda *_: True)
    monkeypatch.setattr(declared, "check_names_on", lambda *_: True)
    monkeypatch.setattr(Names, "check_free", lambda *_: None)
    seen = 0
    for things in ("o", "rad", "kvf", "cp", "v", "f"):
        words = words_as_understood(name, things)
        for word, body in (words or {}).items():
            seen += 1
            assert neutral.get(word, body) == body, (things, word)
    assert seen
