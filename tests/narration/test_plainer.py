"""Trees that are made plainer mean the same: pairs of expressions, and the rules of every bundled game in random positions."""

import random
from pathlib import Path

import pytest
import yaml

from ggl.narration.folding import Folding
from ggl.narration.plainer import RULES, Plainer
from ggl.play.game import Game, State
from ggl.play.loading import load
from ggl.source import Source
from ggl.syntax import parser
from ggl.syntax import tree as t
from ggl.syntax.placed import Alone
from ggl.syntax.unparse import unparse
from tests.few import ALIKE, few_of

PAIRS: dict[str, str] = yaml.safe_load((Path(__file__).parent / "plainer.yaml").read_text(encoding="utf-8"))
GAME = """ggl: 1
name: Plain
players: [A, B]
board: square(5, 4)
pieces: {man: {supply: 9}}
moves:
  put:
    for: c in vacant
    where:
      ok: near(c) or ply < 30 or ahead(mover, opponent)
    do: put man on c
define:
  men(p): cells with p man
  ahead(p, q): count(men(p)) > count(cells with q man)
  near(c): size(neighbors(c) with man) > 1
  often(p): count(cells with p man) + count(cells with p man)
  point(n): cell(n)
end:
  player p wins: {often: often(p) > 90 and often(other(p)) < 80 and point(2) == b1 and point(3) == b2}
  draw: full
"""


def positions(game: Game, seed: int, count: int) -> list[State]:
    """Those of one random play, spread over it."""
    choose, state, met = random.Random(seed), game.initial_state(), []
    while not state.is_over and len(met) < 60:
        if not state.is_chance and not state.in_turn:
            met.append(state)
        state = state.play(choose.choice(state.legal_moves()))
    return met[:: max(len(met) // count, 1)]


def tree_of(text: str) -> t.Expr:
    return parser.expression(Alone(Source("<pair>", text)))


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Game:
    path = tmp_path_factory.mktemp("plain") / "plain.yaml"
    path.write_text(GAME, encoding="utf-8")
    return load(path)


@pytest.mark.parametrize(("before", "after"), PAIRS.items())
def test_a_pair_is_made_plainer_and_means_the_same(plain: Game, before: str, after: str) -> None:
    assert Plainer(plain.checked).tree(tree_of(before)) == tree_of(str(after))
    for state in positions(plain, 1, 5):
        assert state.ask(before) == state.ask(str(after))


def test_each_rule_changes_a_tree_of_some_pair(plain: Game) -> None:
    board = plain.board
    for rule in RULES:
        assert any(rule(part, board) is not None for text in PAIRS for part in every(tree_of(text))), rule.__name__


def every(tree: t.Tree) -> list[t.Tree]:
    return [tree, *(inner for child in t.children(tree) for inner in every(child))]


@pytest.mark.parametrize("name", few_of(without=ALIKE))
def test_what_ends_and_scores_a_bundled_game_means_the_same(name: str) -> None:
    """The conditions of the end and the score, of each player, as they are and as they are told."""
    game = load(name)
    definition, plainer = game.checked.definition, Plainer(game.checked)
    asked: list[tuple[str, str]] = []
    for player in game.players:
        for part in definition.end:
            bound = {part.subject: t.Name(player, span=part.span)} if part.each else {}
            for _, tree in part.conditions.parts:
                asked.append((unparse(bound_in(tree, bound, game)), unparse(plainer.tree(tree, bound))))
        if definition.score is not None and not isinstance(definition.score.body, t.Lined):
            given = {definition.score.params[0]: t.Name(player, span=definition.score.span)}
            asked.append(
                (unparse(bound_in(definition.score.body, given, game)), unparse(plainer.tree(definition.score.body, given)))
            )
    for state in positions(game, 2, 4):
        for before, after in asked:
            assert state.ask(before) == state.ask(after), (before, after)


def bound_in(tree: t.Expr, bound: dict[str, t.Expr], game: Game) -> t.Expr:
    return Folding(game.checked).tree(tree, bound)
