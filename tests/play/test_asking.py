"""Expressions that are no part of a file, asked of a state: what they come to, what is wrong with them."""

import re
from fractions import Fraction
from typing import Any

import pytest

import ggl
from ggl.play.asking import MOST_KEPT, ask
from ggl.play.errors import ArgumentError, GglError, InvalidGameError
from ggl.play.game import Game
from ggl.play.loading import check_source
from ggl.source import Source
from ggl.topology import Site

DROPPER = """
ggl: 1
name: Dropper
options: {size: 3 in 2..9}
players: [Red, Blue]
board: square(size)
pieces: {stone: {supply: 6}}
state: {hoard: 0.5}
moves:
  drop:
    for: c in cells
    where: {an empty cell: free(c)}
    do: put stone on c from supply
end:
  player p wins:
    three in a row: lined(cells with p stone, 3)
  draw: full
define:
  free(c): empty(c) and c.row <= size
  last_stone: first(c in cells if c.row > size)
"""

VALUES = {
    "size": 3,
    "ply + size": 6,
    "hoard": Fraction(1, 2),
    "ply / 2": Fraction(3, 2),
    "empty(a2)": True,
    "free(a1)": False,
    "mover": "Blue",
    "stone": "stone",
    "north": "north",
    "winner": None,
    "stuck(Red)": False,
    "able(drop(c=a1))": False,
    "count(cells with own stone)": 1,
    "[1, size]": (1, 3),
    "min(c.row for c in cells with mover stone, default=0)": 3,
    "hand(Blue, stone)": 5,
    "full": False,
}  # fmt: skip
SITES = {
    "a1": "a1",
    "cells with Red stone": {"a1", "b1"},
    "first(c in cells if own stone on c)": "c3",
    "groups(Red)": ({"a1", "b1"},),
    "[a1, b1] - {a1}": ("b1",),
    "neighbors(a1) & vacant": {"a2"},
}  # fmt: skip
WRONG = {
    "": "an expression is missing here",
    "count(": "this `(` is never closed",
    "put stone on a1": "`put` is a word of the language",
    "freed(a1)": "unknown name `freed`",
    "empty(z9)": "unknown name `z9`",
    "empty(a1) + 1": "condition",
    "9" * 40: "this number is too large",
    "not " * 100 + "full": "nested more than",
    "ply + " * 3000 + "ply": "longer than",
}
REFUSED = {
    "steps": "do not store `steps`",
    "last.mover": "do not store `last.mover`",
    "starter": "do not store `starter`",
    "last.c": "do not store `last.c`, so this has no value\nhelp: read what moves change",
    "previous(empty(a1))": "do not store what was so a turn ago",
    "repetitions": "do not store earlier positions",
    "size((n for n in 1..9)) + board_repetitions": "do not store earlier positions",
}


@pytest.fixture(scope="module")
def state(tmp_path_factory: pytest.TempPathFactory) -> ggl.State:
    file = tmp_path_factory.mktemp("asking") / "dropper.yaml"
    file.write_text(DROPPER)
    return ggl.load(file).initial_state().play("a1").play("c3").play("b1")


def named(value: object) -> object:
    """A value with its sites by their names, to compare."""
    if isinstance(value, frozenset):
        return {named(each) for each in value}
    if isinstance(value, tuple):
        return tuple(named(each) for each in value)
    return value.name if isinstance(value, Site) else value


@pytest.mark.parametrize(("text", "value"), VALUES.items())
def test_an_expression_comes_to_a_plain_value(state: ggl.State, text: str, value: object) -> None:
    found = state.ask(text)
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize(("text", "sites"), SITES.items())
def test_sites_come_as_sites(state: ggl.State, text: str, sites: object) -> None:
    found = state.ask(text)
    assert not isinstance(found, str)
    assert named(found) == sites


@pytest.mark.parametrize(("text", "message"), WRONG.items(), ids=lambda text: text[:20])
def test_what_is_no_expression_of_the_game_is_told_with_its_place(state: ggl.State, text: str, message: str) -> None:
    with pytest.raises(InvalidGameError) as raised:
        state.ask(text)
    assert message in str(raised.value)
    (found,) = raised.value.diagnostics
    assert found.span is not None
    assert found.span.source.name == "<question>"


@pytest.mark.parametrize(("text", "message"), REFUSED.items())
def test_what_the_rules_do_not_keep_is_refused(state: ggl.State, text: str, message: str) -> None:
    with pytest.raises(GglError, match=message):
        state.ask(text)


def test_a_question_is_a_text(state: ggl.State) -> None:
    with pytest.raises(ArgumentError, match="an expression of the language"):
        state.ask(7)  # type: ignore[arg-type]


def test_a_question_is_read_once_and_answered_for_each_state(state: ggl.State, monkeypatch: pytest.MonkeyPatch) -> None:
    later = state.play(state.legal_moves()[0])
    free = state.ask("count(vacant)")
    monkeypatch.setattr("ggl.play.asking.parser.expression", None)
    assert later.ask("count(vacant)") == free - 1
    assert state.ask("count(vacant)") == free


def test_a_game_keeps_a_bounded_number_of_questions(state: ggl.State) -> None:
    for number in range(2 * MOST_KEPT):
        assert state.ask(f"{number} + 1") == number + 1
    assert len(state.game.questions) <= MOST_KEPT


class Cleared(dict[Any, Any]):
    """As when another thread finds that it is full."""

    def __setitem__(self, key: Any, value: Any) -> None:
        super().__setitem__(key, value)
        self.clear()


def test_a_question_is_answered_though_another_thread_forgets_it() -> None:
    game = ggl.load("tic-tac-toe", engine="interpreter")
    vars(game)["questions"] = Cleared()
    assert game.initial_state().ask("1 + 1") == 2


def test_asking_changes_nothing(state: ggl.State) -> None:
    before = state.vector, state.legal_moves(), state.game.fingerprint
    for text in (*VALUES, *SITES, "freed(a1)".replace("d(", "(")):
        state.ask(text)
    assert (state.vector, state.legal_moves(), state.game.fingerprint) == before


def test_the_same_is_asked_at_the_end_of_a_play(state: ggl.State) -> None:
    over = state.play("b3").play("c1")
    assert over.is_over
    assert (over.ask("winner"), over.ask("stuck(Blue)"), over.ask("ply")) == ("Red", False, 5)


@pytest.mark.parametrize("name", ["tabik", "sgibun:side=4", "chess", "backgammon"])
def test_questions_agree_with_what_a_state_says(name: str) -> None:
    state = ggl.load(*[name.partition(":")[0]], **({"side": 4} if ":" in name else {})).initial_state()
    while state.is_chance:
        state = state.play(state.legal_moves()[0])
    for number in range(12):
        assert (state.ask("mover"), state.ask("ply")) == (state.mover, state.ply)
        assert named(state.ask("cells - vacant")) == {site.name for site in state.game.board.cells if state.piece_at(site)}
        if not state.is_chance and not state.in_turn:
            assert state.ask("not stuck") == bool(state.legal_moves())
        state = state.play(state.legal_moves()[number % len(state.legal_moves())])


BECAUSE = {
    "empty(b2)": "",
    "full": "",
    "empty(a1)": "a Red stone stands on a1",
    "empty(b2) and not full and ply == 4": "`ply` is 3",
    "free(a1)": "in `free(a1)`, with c = a1: a Red stone stands on a1",
}


@pytest.mark.parametrize(("text", "because"), BECAUSE.items())
def test_of_a_false_condition_the_part_that_fails_is_told(state: ggl.State, text: str, because: str) -> None:
    answer = ask(state, text)
    assert because in answer.because
    assert bool(answer.because) == bool(because)
    assert answer.text == ("true" if answer.value else "false")


TEXTS = {
    "1..12": "{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}",
    "players": "{Red, Blue}",
    "orthogonal": "{north, east, south, west}",
    "groups(Red)": "[{a1, b1}]",
    "{c3, a1}": "{a1, c3}",
    "1 / 3": "1/3",
    "last_stone": "none",
}


@pytest.mark.parametrize(("text", "written"), TEXTS.items())
def test_the_members_of_a_set_are_written_in_their_order(state: ggl.State, text: str, written: str) -> None:
    assert ask(state, text).text == written


def test_what_takes_too_much_work_is_refused_before_it_is_done() -> None:
    start = ggl.load("chess").initial_state()
    cells = " ".join(f"for {name} in cells" for name in "abcdef")
    for text in (f"count(1 {cells} if ply > 9)", f"size((c {cells}))"):
        with pytest.raises(InvalidGameError, match="is the limit"):
            start.ask(text)


def test_repetitions_are_asked_where_the_rules_count_them() -> None:
    state = ggl.load("chess").initial_state()
    assert state.ask("repetitions") == 1


def test_which_moves_there_are_is_asked_between_turns() -> None:
    rolling = ggl.load("backgammon").initial_state()
    assert rolling.is_chance
    with pytest.raises(GglError, match="a roll is due"):
        rolling.ask("stuck")
    begun = ggl.load("amazons").initial_state()
    begun = begun.play(begun.legal_moves()[0])
    assert begun.in_turn
    with pytest.raises(GglError, match="a turn has begun"):
        begun.ask("able(walk)")
    assert begun.ask("ply") == 0


SECRETS = """
ggl: 1
name: Secrets
players: [Ann, Bob]
board: square(2)
pieces: {mark: {}, disc: {supply: 3, seen by: owner}}
state:
  last_bid: {start: 3, in: 0..9, each: players, seen by: owner}
  spots: {start: false, each: cells, seen by: viewer == Ann}
  bag: {start: "[1, 2]", in: 1..2, seen by: nobody}
moves:
  bid: {for: n in 0..9, shows: name, do: set mover.last_bid to n}
end: {draw: ply == 6}
"""


@pytest.mark.parametrize(
    ("expression", "found"),
    [
        ("Bob.last_bid", "Ann does not know `Bob.last_bid`"),
        ("size(bag)", "Ann does not know `bag`"),
        ("hand(Bob, disc)", "Ann does not know `hand(Bob, disc)`"),
        ("ply", "Ann does not know `ply`"),
        ("sum(p.last_bid for p in players)", "Ann does not know `Bob.last_bid`"),
        ("mover == Ann or Bob.last_bid == 3", True),
        ("Ann.last_bid", 4),
        ("hand(Ann, disc)", 3),
        ("seen(hand(Bob, disc))", 0),
        ("seen(Bob.last_bid)", 3),
        ("seen(size(bag))", 0),
        ("count(c for c in cells if c.spots)", 0),
    ],
)
def test_a_view_answers_only_what_its_player_knows(expression: str, found: object) -> None:
    checked, findings = check_source(Source("t.yaml", SECRETS))
    assert checked is not None, findings
    view = Game(checked).initial_state().play("bid 4").play("bid 5").view("Ann")
    if isinstance(found, str):
        with pytest.raises(GglError, match=f"^{re.escape(found)}$"):
            view.ask(expression)
    else:
        assert view.ask(expression) == found


def test_what_is_seen_is_told_by_the_names_of_the_file() -> None:
    checked, findings = check_source(Source("t.yaml", SECRETS))
    assert checked is not None, findings
    information = Game(checked).initial_state().play("bid 4").information("Ann")
    assert information.story == ["bid 4; seen: last_bid Ann is 4; Bob to move"]
    assert "own." not in information.text
