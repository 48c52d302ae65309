"""Each word of the vocabulary is told apart from another with which it could be taken for the same: the pairs of `words.yaml`."""

import random
from pathlib import Path

import pytest
import yaml

from ggl.narration import condition_idioms, filling, idioms
from ggl.narration.facts import Facts, is_many
from ggl.narration.folding import Folding
from ggl.narration.plainer import Plainer
from ggl.narration.speech import Speaker
from ggl.narration.templates import TEMPLATES
from ggl.play.game import Game, State
from ggl.play.loading import load
from ggl.source import Source
from ggl.syntax import parser
from ggl.syntax import tree as t
from ggl.syntax.placed import Alone

PAIRS: dict[str, list[str]] = yaml.safe_load((Path(__file__).parent / "words.yaml").read_text(encoding="utf-8"))
GAME = """ggl: 1
name: Words
players: {A: {forward: north}, B: {forward: south}}
board: square(4)
links: a in cells, b in leaps(a, 1, 2)
tracks: {cross: [row(2), column(3), reversed(row(3)), reversed(column(2))], ring: [a1, b1, b2, a2]}
tiles: {bar: xxx, ell: "xxx\\nx"}
pieces:
  man: {faces: orthogonal, supply: 6}
  king: {supply: 2}
  bean: {of: nobody, stacks: 9, sites: vertices}
setup: |
  put A man on b1 facing north
  put B man on b3 facing south
moves:
  put:
    for: c in vacant
    do: |
      put man on c facing mover.forward from supply
      put bean on first(sorted(c.vertices))
  crown:
    for: c in vacant
    do: put king on c from supply
  lift:
    for: c in cells with own man
    do: take man from c to supply
turn:
  pass: free
  phases:
    early: {play: put or crown, until: ply > 12}
    late: {play: lift}
score(p): count(cells with p man)
end:
  by score:
    at last: ply > 40
    never: repetitions > 90 or board_repetitions > 90 or passes > 90 or steps > 90
    nor this: last.mover == none and ply > 90 or last.c == a1 and ply > 90
define: {forts: cells with own man - row(1)}
says: {forts: "[own fort|own forts]"}
match:
  until: any(p in players if total(p) > 1)
  next first: starter
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    path = tmp_path_factory.mktemp("words") / "words.yaml"
    path.write_text(GAME, encoding="utf-8")
    return load(path)


def met(game: Game, seed: int, most: int = 10**6) -> list[State]:
    """Every third position of a random play, of so many steps at most, and its last one."""
    choose, state, found = random.Random(seed), game.initial_state(), []
    for number in range(most):
        if state.is_over:
            break
        found += [state] if number % 3 == 0 else []
        state = state.play(choose.choice(state.legal_moves()))
    return [*found, state]


@pytest.fixture(scope="module")
def positions(game: Game) -> list[State]:
    return [state for seed in range(3) for state in met(game, seed, 150)]


@pytest.fixture(scope="module")
def later(game: Game) -> list[State]:
    """Those of a whole play of thousands of steps: only there the two of a few pairs differ."""
    return met(game, 2)


def differ(pair: list[str], states: list[State]) -> bool:
    one, other = pair
    return any(state.ask(one) != state.ask(other) for state in states)


def tree_of(text: str) -> t.Expr:
    return parser.expression(Alone(Source("<pair>", text)))


def said(game: Game, text: str, *, exact: bool) -> str:
    folding = Folding(game.checked) if exact else Plainer(game.checked)
    speaker = Speaker(Facts(game.checked, folding, exact=exact))
    tree = folding.tree(tree_of(text))
    if speaker.sort(tree) == "condition":
        return speaker.says(tree)
    return speaker.members(tree).all() if is_many(speaker.sort(tree)) else speaker.value(tree).text


def test_each_template_has_a_pair() -> None:
    assert set(PAIRS) == set(TEMPLATES)


@pytest.mark.parametrize("key", PAIRS)
def test_the_first_of_a_pair_is_told_by_its_template(game: Game, key: str) -> None:
    assert key in set(keys(game, tree_of(PAIRS[key][0])))


def keys(game: Game, tree: t.Tree) -> list[str]:
    """The templates of the words in a tree."""
    speaker = Speaker(Facts(game.checked, Folding(game.checked)))
    found = [key for child in t.children(tree) for key in keys(game, child)]
    match tree:
        case t.Call(name=name):
            found += [filling.worded(speaker, tree)[0]]
        case t.Name(name=name):
            found += [name]
        case t.Dot(of=of, name=name):
            sort = "vertex" if t.is_name(of, "v") else speaker.sort(of)
            found += [f"{sort}.{name}", f".{name}", *([f"last.{name}", "last."] if t.is_name(of, "last") else [])]
    return found


@pytest.mark.parametrize("key", PAIRS)
def test_the_two_of_a_pair_mean_different_things(request: pytest.FixtureRequest, positions: list[State], key: str) -> None:
    assert differ(PAIRS[key], positions) or differ(PAIRS[key], request.getfixturevalue("later"))


@pytest.mark.parametrize("exact", [True, False])
@pytest.mark.parametrize("key", PAIRS)
def test_the_two_of_a_pair_are_told_apart(game: Game, key: str, exact: bool) -> None:
    one, other = (said(game, text, exact=exact) for text in PAIRS[key])
    assert one != other


@pytest.mark.parametrize("exact", [True, False])
@pytest.mark.parametrize("key", [key for key in PAIRS if not key.startswith("last.")])
def test_a_word_without_a_template_is_told_by_its_name(
    monkeypatch: pytest.MonkeyPatch, game: Game, key: str, exact: bool
) -> None:
    name = key.partition("(")[0].rpartition(".")[2].replace("_", " ")
    monkeypatch.delitem(TEMPLATES, key)
    told = said(game, PAIRS[key][0], exact=exact)
    assert name in told or told == with_its_template(monkeypatch, game, key, exact)


def with_its_template(monkeypatch: pytest.MonkeyPatch, game: Game, key: str, exact: bool) -> str:
    """What is told of words for which another form stands before the template: a fold, a quantity, an idiom."""
    monkeypatch.undo()
    return said(game, PAIRS[key][0], exact=exact)


# ------------------------------------------------------------------------------------------------------------- idioms

IDIOMS: dict[str, list[str]] = yaml.safe_load((Path(__file__).parent / "idioms.yaml").read_text(encoding="utf-8"))


def test_each_idiom_has_a_pair() -> None:
    names = {key.partition(",")[0] for key in IDIOMS}
    assert names == {idiom.__name__ for idiom in condition_idioms.CONDITIONS} | {"value_idiom", "set_idiom", "picked_idiom"}


@pytest.mark.parametrize("key", IDIOMS)
def test_the_first_of_a_pair_is_told_by_its_idiom(game: Game, key: str) -> None:
    speaker = Speaker(Facts(game.checked, Plainer(game.checked)))
    name, tree = key.partition(",")[0], tree_of(IDIOMS[key][0])
    if name in ("value_idiom", "set_idiom"):
        assert getattr(idioms, name)(speaker, tree) is not None
    elif name != "picked_idiom":
        assert getattr(condition_idioms, name)(speaker, tree, True) is not None
    assert said(game, IDIOMS[key][0], exact=False) != said(game, IDIOMS[key][0], exact=True)


@pytest.mark.parametrize("key", IDIOMS)
def test_the_two_of_an_idiom_s_pair_mean_different_things(
    request: pytest.FixtureRequest, positions: list[State], key: str
) -> None:
    assert differ(IDIOMS[key], positions) or differ(IDIOMS[key], request.getfixturevalue("later"))


@pytest.mark.parametrize("key", IDIOMS)
def test_the_two_of_an_idiom_s_pair_are_told_apart(game: Game, key: str) -> None:
    one, other = (said(game, text, exact=False) for text in IDIOMS[key])
    assert one != other
