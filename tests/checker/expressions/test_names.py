"""Names: which of several meanings counts, where a name may be read, and what is told of others."""

from __future__ import annotations

import pytest

from ggl.play.errors import InvalidGameError
from ggl.play.game import Game
from ggl.play.loading import check_source
from ggl.source import Source
from tests.checker.expressions.small import found, text, told

GOLD = {"state": "{gold: {start: 0, in: 0..9}}"}
EACH = {"state": "{gold: {start: 0, in: 0..9, each: players}}"}
BROKEN = {"state": "{gold: {start: nosuch}}"}
AGE = {
    "pieces": "{stone: {has: {age: 0}}, man: {}}",
    "moves": "\n  place: {for: 'c in vacant, k in kinds', do: put k on c}\n"
    "  grow: {for: 'c in cells with own stone', do: add 1 to c.age}",
}
TWICE = "GGL202 `{}` already means something here"
UNKNOWN = "GGL203 unknown name `{}`"
EARLY = "GGL211 `{}` changes during play, but this is fixed before play"


@pytest.mark.parametrize(
    ("asked", "keys", "messages"),
    [
        # a property of pieces stands behind a dot alone, so its name may be another's
        ("any(c.age > age for age in 1..2 for c in cells)", AGE, []),
        ("any(c.age > age for c in cells)", AGE | {"define": "{age: 2}"}, []),
        ("any(c.age > age for c in cells)", AGE, ["GGL206 there is one `age` for each cell"]),
        # a variable and a definition with brackets
        ("gold > 1 and gold(a1) > 2", GOLD | {"define": "{gold(c): gold + c.row}"}, []),
        ("any(gold > 1 for gold in 1..2)", GOLD, [TWICE.format("gold")]),
        ("any(x in cells if any(x in corners if empty(x)))", {}, [TWICE.format("x")]),
        ("any(x == a1 for x in cells for x in corners)", {}, [TWICE.format("x")]),
        # one that was given up
        ("ply > 9", {"moves": "{place: {for: 'x in nosuch, x in cells', do: put stone on x}}"},
         [UNKNOWN.format("nosuch"), TWICE.format("x")]),
        ("any(stone of gold on c for c in cells)", BROKEN, [UNKNOWN.format("nosuch")]),
        # too early
        ("ply > 9", {"state": "{a: {start: 3, in: 0..9}, b: {start: a, in: 0..9}}"}, [EARLY.format("a")]),
        ("ply > 9", GOLD | {"board": "square(gold)"}, [EARLY.format("gold")]),
        # words that are not for files
        ("any(last_turn)", {}, [UNKNOWN.format("last_turn")]),
        ("any(tracks)", {}, ["GGL210 `tracks` needs tracks, but this game has none"]),
        ("any(tiles)", {}, ["GGL210 `tiles` needs tiles, but this game has none"]),
        # of legal moves, and of a match
        ("blocked", {"define": "{blocked: stuck}", "moves": "{go: {for: c in vacant, where: not blocked, do: put stone on c}}"},
         ["GGL210 `blocked` depends on the legal moves, but this decides which moves are legal"]),
        ("began == Red", {"define": "{began: starter}"}, ["GGL210 `began` reads the starter, which is not known here"]),
    ],
)  # fmt: skip
def test_which_meaning_counts(asked: str, keys: dict[str, str], messages: list[str]) -> None:
    assert told(asked, keys) == messages


BID = {
    "pieces": "",
    "state": "{x: {start: 0, in: 0..9}}",
    "moves": "{bid: {for: n in 0..2, do: add n to x}}",
    "turn": "{together: bid}",
}


@pytest.mark.parametrize(
    ("end", "where", "messages"),
    [
        ("repetitions > 2", "", []), ("board_repetitions > 2", "", []),
        ("steps > 2", "", ["GGL434 `steps` has no meaning where all choose at once"]),
        ("ply > 9", "where: repetitions > 1, ", ["GGL434 `repetitions` has no meaning where all choose at once"]),
    ],
)  # fmt: skip
def test_where_all_choose_at_once_only_the_end_asks_for_repetitions(end: str, where: str, messages: list[str]) -> None:
    keys = BID | {"moves": BID["moves"].replace("do:", f"{where}do:"), "end": f"{{draw: {end} or x > 4}}"}
    assert told("", keys) == messages


@pytest.mark.parametrize(("asked", "kinds"), [("any(p in players if p == mover)", ["man"]), ("any(k in kinds if k on a1)", [])])
def test_whoever_goes_through_all_players_uses_no_kind(asked: str, kinds: list[str]) -> None:
    keys = {"pieces": "{stone: {}, man: {}}", "end": f"{{draw: '{asked} and ply > 3'}}"}
    findings = check_source(Source("kinds.yaml", text(keys)))[1]
    assert [each.message for each in findings] == [f"the kind of piece `{kind}` is never used" for kind in kinds]


# ---- winners


WON = {"moves": "\n  both:\n    do: |\n      put Red stone on a1\n      put Blue stone on b1\n  one: {do: put stone on a1}"}
TOGETHER = WON | {"end": "\n  players p win: any(cells with p stone)\n  draw: full"}
ALONE = WON | {"end": "\n  mover wins: any(cells with stone)\n  draw: full"}
SEVERAL = "several players can win this game together, but `winner` is only one"


@pytest.mark.parametrize(
    ("keys", "move", "winners"),
    [(TOGETHER, "both", {"Red", "Blue"}), (TOGETHER, "one", {"Red"}), (ALONE, "both", {"Blue"})],
)
def test_who_has_won(keys: dict[str, str], move: str, winners: set[str]) -> None:
    checked, findings = check_source(Source("won.yaml", text(keys)))
    assert checked is not None, findings
    state = Game(checked).initial_state().play(move)
    assert state.ask("winners") == winners
    if keys is ALONE:
        assert {state.ask("winner")} == winners
    else:
        with pytest.raises(InvalidGameError, match=SEVERAL):
            state.ask("winner")


@pytest.mark.parametrize(
    "more",
    [
        {"match": "{until: winner == Red, points(p): 1 if p == winner or winner == none else 0}"},
        {"match": "{until: winner == Red, points(p): 1}", "score(p)": "1 if p == winner or winner == none else 0"},
    ],
)
def test_one_winner_of_several_is_told_of_once(more: dict[str, str]) -> None:
    keys = TOGETHER | more
    (one,) = found("", keys)
    assert one.message == SEVERAL
    assert one.span is not None
    assert text(keys)[one.span.start :].startswith("winner or winner")


# ---- unknown names


@pytest.mark.parametrize(
    ("asked", "label", "written"),
    [
        ("any(cornrs)", "not a variable, a definition, a piece or an option; near: `corners`", "corners"),
        ("any(vacnt)", "not a variable, a definition, a piece or an option; near: `vacant`", "vacant"),
        ("any(diagonl)", "not a variable, a definition, a piece or an option; near: `diagonal`", "diagonal"),
        ("any(stone of Gold on c for c in cells)", "this game's players are Red, Blue", None),
        ("any(step(c, up) == a1 for c in cells)",
         "this board's directions are north, northeast, east, southeast, south, southwest, west, northwest", None),
        ("any(stone of Bleu on c for c in cells)", "not a variable, a definition, a piece or an option; near: `Blue`", "Blue"),
        ("any(stone of current_player on c for c in cells)", "", "mover"),
        ("any(stone of to on c for c in cells)", "", None),
        ("any(stone of own on c for c in cells)", "", None),
    ],
)  # fmt: skip
def test_a_name_that_is_not_known(asked: str, label: str, written: str | None) -> None:
    (one,) = found(asked)
    assert (one.code.code, one.label, one.fix and one.fix.replacement) == ("GGL203", label, written)


def test_before_the_board_is_made_it_has_no_directions_to_name() -> None:
    (one,) = found("ply > 9", {"options": "{way: north}"})
    assert (one.message, one.label) == ("unknown name `north`", "not a variable, a definition, a piece or an option")


@pytest.mark.parametrize(
    ("asked", "keys"),
    [
        ("any(a stone on c for a in players for c in cells)", {}),
        ("any(a stone on c for c in cells)", {"options": "{a: Red}"}),
        ("any(an stone on c for c in cells)", {"state": "{an: Red}"}),
        ("any(every stone on c for c in cells)", {"define": "{every: mover}"}),
        ("any(the stone on c for c in cells)", None),
        ("any(a stone on c for c in cells)", None),
    ],
)
def test_a_word_of_english_before_a_kind_may_be_a_name(asked: str, keys: dict[str, str] | None) -> None:
    word = asked[4:].partition(" ")[0]
    assert told(asked, keys) == ([] if keys is not None else [f"GGL203 `{word}` has no meaning before a kind"])


@pytest.mark.parametrize(
    ("asked", "written", "help_"),
    [
        ("gold > 1", "mover.gold", "write `mover.gold`"),
        ("any(gold > 1 for p in players)", "p.gold", "write `p.gold`"),
        ("any(gold > 1 for p in players for q in players)", None, "write `q.gold`, or `p.gold`"),
    ],
)
def test_what_each_player_has_is_written_behind_one(asked: str, written: str | None, help_: str) -> None:
    (one,) = found(asked, EACH)
    assert (one.fix and one.fix.replacement, one.help) == (written, help_)


# ---- ways by the name of a definition


@pytest.mark.parametrize(
    ("name", "keys", "is_way"),
    [
        ("joins", {}, True),
        ("gold", EACH, True),  # nothing stands alone under this name
        ("gold", GOLD, False),
        ("gold", BROKEN, False),
        ("joy", {"regions": "{joy: corners}"}, False),
        ("kinds", {}, False),
        ("corners", {}, False),
    ],
)
def test_a_definition_says_what_joins_cells_where_its_name_alone_means_nothing_else(
    name: str, keys: dict[str, str], is_way: bool
) -> None:
    messages = told(f"any(groups(Red, {name}))", keys | {"define": f'\n  {name}(c): "{{step(c, north)}}"'})
    assert (messages == []) is is_way
