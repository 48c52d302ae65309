"""Each part of each form of effect, and each part of a turn, is told: the pairs of `effects.yaml` and `turns.yaml`.

The forms are those of the syntax tree and of the definition, so a new one has no pair until somebody writes it.
"""

import dataclasses
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, get_args

import pytest
import yaml

from ggl.model import definition as d
from ggl.model.reader.rules import PASSING, PIES
from ggl.play.filetests import run_tests
from ggl.play.game import Game
from ggl.play.loading import load
from ggl.syntax import tree as t
from tests.narration.test_apart import SIDES, filled

HERE = Path(__file__).parent
EFFECTS: list[dict[str, Any]] = yaml.safe_load((HERE / "effects.yaml").read_text(encoding="utf-8"))
TURNS: list[dict[str, Any]] = yaml.safe_load((HERE / "turns.yaml").read_text(encoding="utf-8"))
PAIRS = EFFECTS + TURNS
TELLINGS = {"exact": "says", "readable": "reads"}

SHOWS = """ggl: 1
name: Pair
players: [A, B]
board: square(4)
pieces: {man: {seen by: owner}}
moves:
  run: {for: c in cells, where: seen(empty(c)), shows: @, do: put man on c}
end: {draw: ply > 9}
"""

TOLD = """ggl: 1
name: Pair
players: [A, B, C]
board: square(4)
pieces: {man: {seen by: owner or shown}}
state: {code: {start: 1, in: 1..4, each: players, seen by: owner or shown}}
moves:
  run: {for: c in cells, where: seen(empty(c)), do: "@"}
end: {draw: ply > 9}
"""

TELLS = {
    "announce C.code": 'Announce C\'s "code".',
    "announce A.code": 'Announce A\'s "code".',
    "announce mover": "Announce whose turn it is.",
    "announce C.code to A": 'Announce C\'s "code" to A, and to nobody else.',
    "announce C.code to mover": 'Announce C\'s "code" to you, and to nobody else.',
    "announce C.code to (p in players if p != mover)": ('Announce C\'s "code" to the other players, and to nobody else.'),
    "announce mover.code > 2": 'Announce whether your "code" is more than 2.',
    "announce cells with A man": "Announce the cells with A men.",
    "reveal c": "Reveal the piece on c to everybody.",
    "reveal a1": "Reveal the piece on a1 to everybody.",
    "reveal c to B": "Reveal the piece on c to B.",
    "reveal c to {A, C}": "to A and C.",
    "hide c": "Hide the piece on c from everybody.",
    "hide c from B": "Hide the piece on c from B.",
    "reveal A.code to B": 'Reveal A\'s "code" to B.',
    "hide mover.code": 'Hide your "code" from everybody.',
}

NAMES = {"LetBe.name", "Binder.name", "MovePart.name", "MovePart.params", "PhasePart.name", "Defined.name", "Defined.params"}
"""What a thing is called is no rule."""


def parts(form: type) -> list[str]:
    """The parts of a form, as a pair names them; the form itself where it has none."""
    name = form.__name__
    found = [f"{name}.{each.name}" for each in dataclasses.fields(form) if each.compare]
    return [each for each in found if each not in NAMES] or [name]


def written(pair: dict[str, Any], side: str) -> str:
    """The file of a pair, with one of its two rules."""
    rules = pair["rules"]
    head = f"ggl: 1\nname: Pair\nplayers: {pair.get('players', '[A, B]')}\nboard: square(4)\n"
    head += f"pieces: {pair.get('pieces', '{man: {}}')}\n"
    end = "" if "\nend:" in rules else "end: {draw: ply > 9}\n"
    tests = yaml.safe_dump({"tests": {"apart": pair["test"]}}, default_flow_style=None)
    return head + filled(rules, pair[side]) + end + tests


def name_of(pair: dict[str, Any]) -> str:
    return f"{pair['form']}: {pair['one']} or {pair['other']}"


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder = tmp_path_factory.mktemp("forms")

    @cache
    def made(number: int, side: str) -> Game:
        path = folder / f"{number}-{side}.yaml"
        path.write_text(written(PAIRS[number], side), encoding="utf-8")
        return load(path)

    return lambda pair: tuple(made(PAIRS.index(pair), side) for side in SIDES)


def differing(one: object, other: object) -> Iterator[tuple[object, object, str]]:
    """The nodes in the same places of two definitions that are of one form and differ, each with a part in which they do."""
    if isinstance(one, dict) and isinstance(other, dict):
        one, other = tuple(one.values()), tuple(other.values())
    if isinstance(one, tuple) and isinstance(other, tuple):
        for mine, its in zip(one, other, strict=False):
            yield from differing(mine, its)
    if dataclasses.is_dataclass(one) and type(one) is type(other):
        for each in dataclasses.fields(one):
            mine, its = getattr(one, each.name), getattr(other, each.name)
            if each.compare and mine != its:
                yield one, other, each.name
                yield from differing(mine, its)


def nodes(value: object) -> Iterator[object]:
    """All nodes within a definition."""
    if isinstance(value, dict):
        value = tuple(value.values())
    if isinstance(value, tuple):
        for each in value:
            yield from nodes(each)
    elif dataclasses.is_dataclass(value):
        yield value
        for field in dataclasses.fields(value):
            if field.compare:
                yield from nodes(getattr(value, field.name))


def test_each_part_of_each_form_of_effect_has_a_pair() -> None:
    forms = [*get_args(t.Effect), t.Pieces, t.Supply, t.Binder]
    wanted = {part for form in forms if form not in (t.Announce, t.Reveal) for part in parts(form)}  # of which see below
    assert {pair["form"].split()[-1] for pair in EFFECTS} == wanted


def test_each_part_of_a_turn_has_a_pair() -> None:
    forms = [
        d.MovePart,
        t.Plan,
        t.Clause,
        t.Picked,
        d.TurnPart,
        d.PhasePart,
        d.EndPart,
        d.Conditions,
        d.Defined,
        d.TiePart,
        d.MatchPart,
    ]
    wanted = {part for form in forms for part in parts(form)}
    assert {pair["form"] for pair in TURNS} == wanted - {"MovePart.shows"}  # which changes no play: see below


def test_what_others_are_told_of_a_move_is_told_apart(tmp_path: Path) -> None:
    texts = set()
    for number, shows in enumerate(("everything", "name", "c", "nothing")):
        path = tmp_path / f"{number}.yaml"
        path.write_text(SHOWS.replace("@", shows), encoding="utf-8")
        texts |= {load(path).rules_text(exact=exact) for exact in (True, False)}
    assert len(texts) == 8


def test_what_players_are_told_by_effects_is_told_apart(tmp_path: Path) -> None:
    """They change no play, so no test of a file tells them apart."""
    texts: dict[str, set[str]] = {telling: set() for telling in TELLINGS}
    for number, (effect, said) in enumerate(TELLS.items()):
        path = tmp_path / f"{number}.yaml"
        path.write_text(TOLD.replace("@", effect), encoding="utf-8")
        game = load(path)
        for telling, known in texts.items():
            known.add(" ".join(game.rules_text(exact=telling == "exact").split()))
        text = " ".join(game.rules_text().split())
        assert said in text, (effect, text[text.find("Moves") :])
        assert "or it was revealed to you" in text
    assert {len(known) for known in texts.values()} == {len(TELLS)}


def test_each_way_to_pass_and_to_share_has_a_pair(games: Any) -> None:
    turns = [game.checked.definition.turn for pair in TURNS for game in games(pair)]
    assert {turn.passing for turn in turns} == set(PASSING)
    assert {turn.pie for turn in turns} == {"", *PIES}


@pytest.mark.parametrize("pair", PAIRS, ids=name_of)
def test_the_two_differ_in_the_part_they_name(games: Any, pair: dict[str, Any]) -> None:
    one, other = (game.checked.definition for game in games(pair))
    *verb, part = pair["form"].split()
    form, _, field = part.partition(".")
    if not field:
        assert any(type(node).__name__ == form for node in nodes(one)), form
        return
    met = [(mine, its) for mine, its, name in differing(one, other) if type(mine).__name__ == form and name == field]
    assert met
    assert not verb or any(getattr(mine, "verb", None) == verb[0] for mine, _ in met)


@pytest.mark.parametrize("pair", PAIRS, ids=name_of)
def test_the_two_mean_different_things(games: Any, pair: dict[str, Any]) -> None:
    passed = [all(outcome.passed for outcome in run_tests(game.checked)) for game in games(pair)]
    assert passed == [True, False]


@pytest.mark.parametrize("telling", TELLINGS)
@pytest.mark.parametrize("pair", PAIRS, ids=name_of)
def test_the_two_are_told_apart(games: Any, pair: dict[str, Any], telling: str) -> None:
    one, other = (" ".join(game.rules_text(exact=telling == "exact").split()) for game in games(pair))
    first, second = pair.get(TELLINGS[telling], pair["says"])
    assert first in one
    assert first not in other
    assert second in other
    assert second not in one
