"""The table of an exported page: who may resign, what is taken back, and records, as ggl has them."""

from __future__ import annotations

import io
import json
import random
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import ggl
from ggl.engine.protocol import WorkLimitError
from ggl.export.page import page_data
from ggl.play.loading import made_of
from ggl.play.record import Record, read_records, replay
from ggl.play.session import Session
from ggl.play.turns import turns_of
from ggl.source import Source

HERE = Path(__file__).parent
pytestmark = pytest.mark.usefixtures("node")

DICE = "board: track(9)\npieces: {peg: {}}\nstate: {die: {start: 1, in: 1..6}}\nturn: {begin: roll die from 1..6}\n"
Asked = tuple[str, dict[str, Any]]
TO_PUT = "moves:\n  put: {for: c in vacant, do: put peg on c}\nend: {draw: full}\n"


def asked(game: ggl.Game, folder: Path, *asks: Asked) -> list[Any]:
    """What the page answers, one message after the other."""
    file = folder / "data.json"
    file.write_text(page_data(game, "name"))
    given = json.dumps({"data": str(file), "asks": asks})
    run = subprocess.run(["node", str(HERE / "asks.mjs")], input=given, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr[-3000:]
    found = json.loads(run.stdout)
    assert isinstance(found, list)
    return found


def game_of(rules: str, players: str = "Red, Blue") -> ggl.Game:
    return made_of(Source("table.yaml", f"ggl: 1\nname: Table\nplayers: [{players}]\n{rules}"))


def played(*texts: str) -> list[Asked]:
    return [("table.play", {"text": text}) for text in texts]


RECORD: Asked = ("table.record", {})


def load(game: ggl.Game, **more: Any) -> Asked:
    return ("table.load", {"record": json.dumps({"record": 2, "game": "name", "fingerprint": game.fingerprint, **more})})


RESIGN: Asked = ("table.resign", {})

# ---- resigning


def test_nobody_resigns_for_a_program(tmp_path: Path) -> None:
    seats: Asked = ("table.open", {"seats": {"second": "mcts:time=1"}})
    *_, resigned, view = asked(ggl.load("tic-tac-toe"), tmp_path, seats, *played("a1"), RESIGN, ("table.view", {}))
    assert resigned["refused"]["text"] == "It is not your turn: O is to move."
    assert view["over"] is None


def test_nobody_resigns_at_an_earlier_place(tmp_path: Path) -> None:
    *_, resigned = asked(ggl.load("tic-tac-toe"), tmp_path, *played("a1", "b1"), ("table.goto", {"node": 1}), RESIGN)
    assert resigned["refused"]["text"] == "The board shows an earlier position; go back to the play first."


@pytest.mark.parametrize("players", ["Red", "Red, Blue, White"])
def test_only_in_a_game_of_two_may_one_resign(players: str, tmp_path: Path) -> None:
    game = game_of(f"board: square(3)\npieces: {{peg: {{}}}}\n{TO_PUT}", players)
    [resigned] = asked(game, tmp_path, RESIGN)
    assert resigned["refused"]["text"] == "Resigning is for games of two; somebody else would have to play on for you."


def test_the_side_to_move_resigns(tmp_path: Path) -> None:
    *_, view = asked(ggl.load("tic-tac-toe"), tmp_path, *played("a1"), RESIGN)
    assert view["over"] == {"winners": ["X"], "reason": "O resigned", "text": "X wins (O resigned)"}


# ---- seats


def test_only_programs_that_the_page_offers_sit_down(tmp_path: Path) -> None:
    game = ggl.load("phantom-tic-tac-toe")
    for spec in ("mcts:time=1", "level:5"):
        seats: Asked = ("table.open", {"seats": {"second": spec}})
        opened, seated, view = asked(game, tmp_path, seats, ("table.seat", {"seat": "second", "who": spec}), ("table.view", {}))
        assert opened["refused"]["text"] == seated["refused"]["text"] == f"`{spec}` cannot play on this page."
        assert [side["who"] for side in view["sides"]] == ["human", "human"]
    [opened] = asked(game, tmp_path, ("table.open", {"seats": {"second": "random"}}))
    assert [side["who"] for side in opened["view"]["sides"]] == ["human", "random"]


# ---- what was shown stays so


def refusals(game: ggl.Game, folder: Path, *asks: Asked) -> list[str]:
    """What is refused, or nothing, for each."""
    return [answer.get("refused", {}).get("text", "") for answer in asked(game, folder, *asks)]


AT_THE_END = "Everything was shown at the end, so nobody goes on from there in a play of several people; begin a new play."
SITS = "Everything was shown, so nobody sits down in a play of several people; begin a new play."


def test_people_who_share_a_page_do_not_go_on_from_the_end_where_all_was_shown(tmp_path: Path) -> None:
    game = ggl.load("phantom-tic-tac-toe")
    asks: list[Asked] = [("table.undo", {}), ("table.goto", {"node": 1}), ("table.undo", {}), ("table.redo", {})]
    asks += [
        ("table.play_here", {}),
        ("table.go", {}),
        *played("c1"),
        ("table.random", {}),
        ("table.goto", {}),
        ("table.undo", {}),
    ]
    end = over(game)
    assert refusals(game, tmp_path, *end, *asks)[len(end) :] == [AT_THE_END, "", "", "", *[AT_THE_END] * 4, "", AT_THE_END]
    alone: Asked = ("table.open", {"seats": {"second": "random"}})
    *_, undone = asked(game, tmp_path, alone, ("table.seat", {"seat": "first", "who": "random"}), ("wait", {"event": "view"}),
                       ("table.seat", {"seat": "first", "who": "human"}))  # fmt: skip
    assert undone["eyes"] == "X"


def test_who_plays_alone_takes_back_the_end(tmp_path: Path) -> None:
    game = ggl.load("phantom-tic-tac-toe")
    away: Asked = ("table.seat", {"seat": "second", "who": "random"})
    _, over, undone = asked(game, tmp_path, away, RESIGN, ("table.undo", {}))
    assert over["over"]["text"] == "O wins (X resigned)"
    assert undone["over"] is None


def over(game: ggl.Game) -> list[Asked]:
    """A play to its end."""
    state, asks = game.initial_state(), list[Asked]()
    while not state.is_over:
        move = state.legal_moves()[0]
        state = state.after(move)
        asks += played(str(move))
    return asks


def test_nobody_sits_down_beside_somebody_who_may_have_seen_everything(tmp_path: Path) -> None:
    game = ggl.load("phantom-tic-tac-toe")
    first, second = ({"seat": seat, "who": "human"} for seat in ("first", "second"))
    programs: Asked = ("table.open", {"seats": {"first": "random", "second": "random"}})
    wait: Asked = ("wait", {"event": "view"})
    assert refusals(game, tmp_path, programs, wait, ("table.seat", first), ("table.seat", second)) == ["", "", "", SITS]
    away: list[Asked] = [("table.seat", {"seat": seat, "who": "random"}) for seat in ("first", "second")]
    assert refusals(game, tmp_path, *played("b2"), *away, wait, ("table.seat", first)) == ["", "", "", "", SITS]
    assert refusals(ggl.load("tic-tac-toe"), tmp_path, programs, wait, ("table.seat", first), ("table.seat", second)) == [""] * 4


# ---- jobs


def test_a_job_that_is_stopped_ends_alone(tmp_path: Path) -> None:
    seats: Asked = ("table.open", {"seats": {"second": "mcts:time=1"}})
    measure: Asked = ("table.measure", {"plays": 1_000_000})
    stop: Asked = ("job.stop", {"job": "j2"})
    ended: list[Asked] = [("wait", {"job": "j2", "event": "failed"}), ("wait", {"event": "view"})]
    *_, stopped, moved = asked(ggl.load("tic-tac-toe"), tmp_path, seats, *played("a1"), measure, stop, *ended)
    assert stopped["code"] == "stopped"
    assert [turn["mover"] for turn in moved["view"]["turns"]] == ["X", "O"]


ENDLESS = "board: square(4)\npieces: {king: {}}\nsetup: put Red king on a1\nmoves:\n  go:\n"
ENDLESS += "    for: a in cells with king, b in neighbors(a)\n    do: move a to b\nend: {mover loses: stuck}\n"
RANDOM: Asked = ("table.random", {})


def test_a_random_play_can_be_stopped_and_then_nothing_is_played(tmp_path: Path) -> None:
    *_, stopped, view = asked(
        game_of(ENDLESS), tmp_path, *played("a1 a2"), RANDOM, ("wait", {"event": "progress"}), ("job.stop", {"job": "j1"}),
        ("wait", {"job": "j1"}), ("table.view", {}),
    )  # fmt: skip
    assert (stopped["event"], stopped["code"]) == ("failed", "stopped")
    assert len(view["turns"]) == 1


def test_a_program_that_thinks_waits_for_a_random_play(tmp_path: Path) -> None:
    seats: Asked = ("table.open", {"seats": {"second": "mcts:time=1"}})
    *_, view, played_on, undone = asked(
        ggl.load("tic-tac-toe"), tmp_path, seats, *played("a1"), RANDOM, ("wait", {"event": "view"}),
        ("wait", {"event": "view"}), ("table.undo", {}),
    )  # fmt: skip
    assert (view["view"]["thinks"], len(view["view"]["turns"])) == (None, 1)
    assert played_on["view"]["over"] is not None
    assert len([turn for turn in undone["turns"] if turn["done"]]) > 1
    assert undone["here"] == 1, "all at once"


def test_a_play_has_no_more_steps_than_a_record_may_have(tmp_path: Path) -> None:
    game = game_of(ENDLESS)
    result: Asked = ("wait", {"event": "result"})
    away: list[Asked] = [("table.goto", {"node": 0}), *played("a1 a2"), RANDOM, ("table.goto", {})]
    _, done, view, _, more, again, _, saved = asked(game, tmp_path, RANDOM, result, ("table.view", {}), *away, RECORD)
    full = "A play has at most 20,000 steps here, variations included."
    assert done["result"]["steps"] == 20_000
    assert view["pause"] == more["refused"]["text"] == again["refused"]["text"] == full
    assert more["refused"]["code"] == "limit"
    opened, undone, at_once = asked(game, tmp_path, ("table.load", {"record": saved["text"]}), ("table.undo", {}), RANDOM)
    assert (opened["view"]["here"], opened["view"]["broken"]) == (20_000, "")
    assert undone["here"] == 19_999
    assert at_once["refused"]["text"] == full


def test_a_record_makes_way_for_a_play_that_begins_while_it_is_read(tmp_path: Path) -> None:
    game = game_of(ENDLESS)
    moves = ["go a1 a2", "go a2 a1"] * 5_000
    sent: Asked = ("while", {"record": load(game, moves=moves)[1]["record"]})
    [stopped, view] = asked(game, tmp_path, sent, ("table.view", {}))
    assert stopped["refused"]["code"] == "stopped"
    assert view["here"] == 0


@pytest.mark.parametrize("name", ["table.hint", "table.evaluate"])
def test_advice_can_be_stopped(name: str, tmp_path: Path) -> None:
    *_, failed = asked(ggl.load("hex"), tmp_path, (name, {}), ("job.stop", {"job": "j1"}), ("wait", {"job": "j1"}))
    assert failed["event"] == "failed"


def test_a_hint_and_an_evaluation_of_a_position_are_of_one_search(tmp_path: Path) -> None:
    asks: list[Asked] = [
        ("table.evaluate", {}),
        ("table.hint", {}),
        ("wait", {"job": "j1"}),
        ("table.evaluate", {}),
        ("wait", {"job": "j3"}),
    ]
    _, _, value, _, again = asked(ggl.load("hex"), tmp_path, *asks)
    assert value["event"] == again["event"] == "result"
    assert again["result"] == value["result"]
    stopped: list[Asked] = [*asks[:2], ("job.stop", {"job": "j1"}), ("wait", {"job": "j2"})]
    *_, hint = asked(ggl.load("hex"), tmp_path, *stopped)
    assert hint["result"]["simulations"] > 100
    anew: list[Asked] = [
        ("table.hint", {}),
        ("job.stop", {"job": "j1"}),
        ("wait", {"job": "j1"}),
        ("table.hint", {}),
        ("wait", {"job": "j2"}),
    ]
    *_, hint = asked(ggl.load("hex"), tmp_path, *anew)
    assert hint["result"]["simulations"] > 100


def test_a_review_goes_on_while_one_walks_through_the_play_and_a_hint_does_not(tmp_path: Path) -> None:
    moves, walk = played("b2", "a2", "a1", "c3"), [("table.goto", {"node": 1}), ("table.goto", {"node": 3})]
    *_, review = asked(
        ggl.load("tic-tac-toe"), tmp_path, *moves, ("table.review", {}), *walk, ("wait", {"job": "j1", "event": "result"})
    )
    assert [step["move"] for step in review["result"]["steps"]] == ["place b2", "place a2", "place a1", "place c3"]
    *_, hint = asked(ggl.load("hex"), tmp_path, *played("c3"), ("table.hint", {}), walk[0], ("wait", {"job": "j1"}))
    assert hint["event"] == "failed"


# ---- what a page cannot do


WIDE = "board: square(17)\npieces: {peg: {}}\nmoves:\n  start: {for: c in corners, where: ply < 2, do: put peg on c}\n  pair:\n"
WIDE += "    for: a in vacant, b in vacant\n    where: ply >= 2 and a != b\n    do: put peg on {a, b}\nend: {draw: full}\n"
TOO_WIDE = "There are more than 65,536 legal moves here; this position cannot be played on."


def test_where_too_many_moves_are_legal_the_play_stands_and_the_page_says_why(tmp_path: Path) -> None:
    game = game_of(WIDE)
    session = Session(game, "name")
    session.enter("start a1")
    session.enter("start q17")
    with pytest.raises(WorkLimitError) as limit:
        session.state.legal_moves()
    assert str(limit.value).splitlines()[0] == TOO_WIDE[0].lower() + TOO_WIDE[1:-1]
    legal: Asked = ("table.legal", {})
    _, wide, why, move, _, failed, saved, undone = asked(
        game, tmp_path, *played("a1", "q17"), legal, *played("a2 a3"), ("table.random", {}),
        ("wait", {"event": "failed"}), RECORD, ("table.undo", {}),
    )  # fmt: skip
    assert (failed["code"], failed["text"]) == ("limit", TOO_WIDE)
    assert (wide["listed"], wide["legal"], wide["here"], wide["over"]) == (False, [], 2, None)
    assert why["refused"]["text"] == move["refused"]["text"] == TOO_WIDE
    assert why["refused"]["code"] == "limit"
    assert json.loads(saved["text"])["moves"] == ["start a1", "start q17"]
    assert (undone["listed"], undone["here"]) == (True, 1)


def test_a_program_that_cannot_move_waits_and_the_page_says_why(tmp_path: Path) -> None:
    *_, moved = asked(
        game_of(WIDE), tmp_path, ("table.open", {"seats": {"second": "random"}}), *played("a1"), ("wait", {"event": "view"}),
        ("table.seat", {"seat": "first", "who": "mcts:time=1"}), ("wait", {"event": "view"}),
    )  # fmt: skip
    assert moved["view"]["thinks"] is None
    assert moved["view"]["remarks"] == [f"Red (mcts:time=1) has not moved: {TOO_WIDE}"]


def test_an_error_of_the_page_itself_is_told(tmp_path: Path) -> None:
    [told] = asked(ggl.load("tic-tac-toe"), tmp_path, ("send", {"do": "table.why", "text": "", "move": "place", "args": 5}))
    assert told["error"]["code"] == "bug"
    assert told["error"]["text"].startswith("The page itself failed: ")


# ---- why not


def test_where_the_game_is_over_or_a_roll_is_due_no_move_is_legal(tmp_path: Path) -> None:
    why: Asked = ("table.why", {"text": "c3"})
    game, won, lost = ggl.load("tic-tac-toe"), Session(ggl.load("tic-tac-toe"), "name"), Session(ggl.load("tic-tac-toe"), "name")
    moves = ("a1", "b1", "a2", "b2", "a3")
    for text in moves:
        won.enter(text)
    lost.resign()
    for session, asks in ((won, played(*moves)), (lost, [RESIGN])):
        found = session.told(session.state.explain("c3"))
        assert asked(game, tmp_path, *asks, why)[-1]["text"] == f"place c3: {found.reason}"
    dice = game_of(f"{DICE}{TO_PUT}")
    asks = [("table.open", {}), ("table.goto", {"node": 0}), ("table.why", {"text": "put p1"}), ("table.hint", {})]
    *_, told_why, hint = asked(dice, tmp_path, *asks)
    assert told_why["reason"] == dice.initial_state().explain("put p1").reason
    assert hint["refused"]["code"] == "invalid"


# ---- back and forth


def told(session: Session) -> Any:
    """What a view says of the tree of a play."""
    nodes, line = session.tree.nodes, session.tree.line()
    ways = [(way.text, way.turns, way.is_play) for way in session.variations()]
    turns = [(turn.mover, [*map(str, turn.steps)], turn.done) for turn in turns_of(line)]
    return nodes.index(session.tree.here), nodes.index(session.tree.tip), ways, turns


def told_by(view: dict[str, Any]) -> Any:
    ways = [(way["text"], way["turns"], way["is_play"]) for way in view["ways"]]
    return view["here"], view["tip"], ways, [(turn["mover"], turn["steps"], turn["done"]) for turn in view["turns"]]


TWO = "board: square(3)\npieces: {peg: {}, ring: {layer: b}}\nend: {draw: ply >= 6}\nmoves:\n"
TWO += "  put: {for: c in vacant, do: put peg on c, then: mark}\n  mark: {for: c in cells with own peg, do: put ring on c}\n"
TOGETHER = "rock-paper-scissors"


def walked(session: Session, chance: random.Random, count: int) -> Iterator[Asked]:
    """Moves and ways through a play at random; what is asked of a page for each, once the session has done it."""
    for _ in range(count):
        do = chance.choice(["play", "play", "play", "undo", "redo", "goto", "back", "play_here", "resign"])
        if session.game.hides and do not in ("play", "resign"):
            do = "play"  # nobody may go back and forth
        node = chance.randrange(len(session.tree.nodes))
        if do == "play" and not session.is_over:
            text = str(chance.choice(session.state.legal_moves()))
            session.enter(text)
            yield "table.play", {"text": text}
        elif do == "undo":
            session.undo()
            yield "table.undo", {}
        elif do == "redo":
            session.redo()
            yield "table.redo", {}
        elif do == "goto":
            session.show(session.tree.nodes[node])
            yield "table.goto", {"node": node}
        elif do == "back":
            session.goto(None)
            yield "table.goto", {}
        elif do == "play_here":
            session.play_here()
            yield "table.play_here", {}
        elif do == "resign" and chance.random() < 0.3 and not session.is_over and not session.looking:
            session.resign()
            yield RESIGN


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", ["tic-tac-toe", "two steps", TOGETHER])
def test_the_tree_of_a_play_is_that_of_ggl(name: str, seed: int, tmp_path: Path) -> None:
    game = game_of(TWO) if name == "two steps" else ggl.load(name)
    chance, session = random.Random(seed), Session(game, "name", forced_pass=False)
    asks, wanted = list[Asked](), [told(session)]
    for ask in walked(session, chance, 40):
        asks.append(ask)
        wanted.append(told(session))
    found = asked(game, tmp_path, ("table.view", {}), *asks)
    for number, (view, right) in enumerate(zip(found, wanted, strict=True)):
        if "refused" in view:  # there was nothing to take back or to redo
            assert asks[number - 1][0] in ("table.undo", "table.redo")
            assert right == wanted[number - 1]
        elif not view["eyes"]:
            assert told_by(view) == right, asks[:number]


KINGS = "board: track(4)\npieces: {king: {}}\nsetup: |\n  put Red king on p1\n  put Blue king on p4\nmoves:\n  go:\n"
KINGS += "    for: a in cells with own king, t in cells\n    where: empty(t)\n    do: move a to t\n"
MATCH = "match: {until: total(Red) + total(Blue) == 3, points(p): 1 if winner == p else 0}\n"
REPEATING = {
    "a ban": "    ensure: board_repetitions == 1\nend: {mover loses: stuck}\n",
    "an end": "end: {draw: repetitions >= 3}\n",
    "a match": f"    ensure: board_repetitions == 1\nend: {{mover loses: stuck}}\n{MATCH}",
}


@pytest.mark.parametrize("seed", [3, 6])
@pytest.mark.parametrize("rules", REPEATING)
def test_each_branch_of_a_play_has_its_own_past(rules: str, seed: int, tmp_path: Path) -> None:
    """Which moves repeat a position, and whether that ends the play; searches and random plays between them leave it as it is."""
    game = game_of(KINGS + REPEATING[rules])
    chance, session = random.Random(seed), Session(game, "name", forced_pass=False)
    between = {"table.measure": {"plays": 3}, "table.hint": {}}
    asks, wanted = list[Asked](), list[tuple[int, set[str], bool]]()
    for ask in walked(session, chance, 120):
        wanted.append((len(asks), {*map(str, session.state.legal_moves())} if not session.is_over else set(), session.is_over))
        asks.append(ask)
        if chance.random() < 0.3 and not session.is_over:
            name = chance.choice([*between])
            asks += [(name, between[name]), ("wait", {"event": "result"})]
    found = asked(game, tmp_path, *asks)
    for number, legal, is_over in wanted:
        view = found[number]
        if "refused" not in view:
            assert ({each["text"] for each in view["legal"]}, view["over"] is not None) == (legal, is_over), number
    assert any(is_over for *_, is_over in wanted)


def test_choices_made_together_are_one_turn(tmp_path: Path) -> None:
    game = ggl.load(TOGETHER)
    session, asks = Session(game, "name"), []
    while not session.is_over:
        text = str(session.state.legal_moves()[-1 if session.state.mover == game.players[0] else 0])
        session.enter(text)
        asks += played(text)
    *_, view = asked(game, tmp_path, *asks)
    assert [turn["steps"] for turn in view["turns"]] == [[*map(str, turn.steps)] for turn in session.turns()]
    assert len(view["turns"]) < len(asks)


def test_a_pass_that_is_the_only_choice_is_played(tmp_path: Path) -> None:
    rules = "board: square(3)\npieces: {peg: {}}\nturn: {pass: forced}\nend: {draw: full}\n"
    game = game_of(f"{rules}moves:\n  put: {{for: c in vacant, where: mover == Red, do: put peg on c}}\n")
    session = Session(game, "name")
    session.enter("put a1")
    session.answer()
    view, undone, redone, opened = asked(
        game, tmp_path, *played("put a1"), ("table.undo", {}), ("table.redo", {}), load(game, moves=["put a1", "pass", "put b1"])
    )
    assert told_by(view) == told_by(redone) == told(session)
    assert undone["here"] == 0
    assert opened["view"]["mover"] == "Blue"  # the play waits


def test_a_roll_that_was_made_is_not_made_again_by_undo(tmp_path: Path) -> None:
    _, opened, undone, view = asked(
        game_of(f"{DICE}{TO_PUT}"), tmp_path, ("table.open", {}), ("table.view", {}), ("table.undo", {}), ("table.view", {})
    )
    assert undone["refused"]["text"] == "No moves yet."
    assert view["turns"] == opened["turns"]


THROW = "board: track(30)\npieces: {peg: {}}\nstate: {die: {start: 1, in: 1..6}}\nturn: {begin: roll die from 1..6}\n"


@pytest.mark.parametrize("who", ["human", "random"])
def test_the_same_dice_and_random_moves_come_again_after_an_undo(who: str, tmp_path: Path) -> None:
    game = game_of(f"{THROW}{TO_PUT}")
    seats: Asked = ("table.open", {"seats": {"second": who}})
    wait: list[Asked] = [("wait", {"event": "view"})] if who == "random" else []
    play = [*played("p1"), *wait]
    found = asked(game, tmp_path, *[seats, *play, *[("table.undo", {}), *play] * 5] * 2)

    def steps(answer: dict[str, Any]) -> str:
        return str([turn["steps"] for turn in answer["view"]["turns"]])

    size = 1 + len(play)
    lines = [steps(each) if "view" in each else steps({"view": each}) for each in found[size - 1 :: size]]
    assert len(lines) == 12
    assert len({*lines[:6]}) == len({*lines[6:]}) == 1


def test_two_plays_have_other_dice(tmp_path: Path) -> None:
    found = asked(game_of(f"{THROW}{TO_PUT}"), tmp_path, *[("table.open", {}), *played(*(f"p{i}" for i in range(1, 21)))] * 2)
    one, two = (str([turn["steps"] for turn in found[place]["turns"]]) for place in (20, 41))
    assert one != two


def test_a_pass_that_is_the_only_choice_is_made_before_the_page_opens(tmp_path: Path) -> None:
    rules = "board: square(3)\npieces: {peg: {}}\nturn: {pass: forced}\nend: {draw: full}\n"
    game = game_of(f"{rules}moves:\n  put: {{for: c in vacant, where: mover == Blue, do: put peg on c}}\n")
    [opened] = asked(game, tmp_path, ("table.join", {"table": "export"}))
    assert opened["view"]["mover"] == "Blue"
    assert [turn["steps"] for turn in opened["view"]["turns"]] == [["pass"]]


def test_passes_that_go_on_and_on_are_told(tmp_path: Path) -> None:
    rules = "board: square(2)\npieces: {peg: {}}\nturn: {pass: forced}\nend: {draw: full}\n"
    game = game_of(f"{rules}moves:\n  put: {{for: c in vacant, where: ply == 0, do: put peg on c}}\n")
    session = Session(game, "name")
    session.enter("put a1")
    session.answer()
    *_, view = asked(game, tmp_path, *played("put a1"))
    assert view["pause"] == f"{session.pause}."


def test_a_program_waits_while_the_board_shows_an_earlier_place_and_after_undo(tmp_path: Path) -> None:
    seats: Asked = ("table.open", {"seats": {"second": "mcts:time=1"}})
    away: list[Asked] = [("table.goto", {"node": 0}), ("table.goto", {}), ("table.goto", {"node": 0}), ("table.play_here", {})]
    _, thinks, first, again, _, held, on = asked(ggl.load("tic-tac-toe"), tmp_path, seats, *played("a1"), *away, *played("b1"))
    assert thinks["thinks"] is not None
    assert first["thinks"] is None
    assert again["thinks"] is not None
    assert held["thinks"] is None
    assert on["thinks"] is not None


# ---- records


def read(text: str) -> Record:
    [record] = read_records(io.StringIO(text))
    return record


@pytest.mark.parametrize("reason", ["O resigned", "O's time ran out"])
def test_a_record_with_a_resignation_is_over(reason: str, tmp_path: Path) -> None:
    game = ggl.load("tic-tac-toe")
    result = {"winner": "X", "seat": "first", "reason": reason, "resigned": "O"}
    opened, saved, undone = asked(game, tmp_path, load(game, moves=["place a1"], result=result), RECORD, ("table.undo", {}))
    assert opened["view"]["over"]["text"] == f"X wins ({reason})"
    record = read(saved["text"])
    assert record.ending is not None
    assert (record.ending.resigned, record.ending.reason) == ("O", reason)
    assert [*replay(record, game)]
    assert undone["over"] is None


def test_nobody_has_resigned_in_a_record_that_is_over_or_of_three(tmp_path: Path) -> None:
    rules = f"board: square(3)\npieces: {{peg: {{}}}}\n{TO_PUT}"
    three = game_of(rules, "Red, Blue, White")
    [opened] = asked(three, tmp_path, load(three, moves=["put a1"], result={"winner": None, "reason": "", "resigned": "Red"}))
    assert opened["view"]["over"] is None
    game, moves = ggl.load("tic-tac-toe"), ["place a1", "place b1", "place a2", "place b2", "place a3"]
    [opened] = asked(game, tmp_path, load(game, moves=moves, result={"winner": "O", "reason": "X resigned", "resigned": "X"}))
    assert opened["view"]["over"]["winners"] == ["X"]


def test_a_broken_record_is_played_as_far_as_it_goes(tmp_path: Path) -> None:
    game = ggl.load("tic-tac-toe")
    moves = ["place a1", "place a1", "place b1"]
    opened, view = asked(game, tmp_path, load(game, moves=moves), *played("b2"))
    assert opened["view"]["broken"] == "The record could be played up to `place a1`, which is not legal."
    assert [turn["steps"] for turn in opened["view"]["turns"]] == [["place a1"]]
    assert view["broken"] == ""


def test_a_record_of_which_nothing_is_legal_leaves_the_play_as_it_is(tmp_path: Path) -> None:
    game = ggl.load("tic-tac-toe")
    _, refused, view = asked(game, tmp_path, *played("a1"), load(game, moves=["place z9"]), ("table.view", {}))
    assert refused["refused"]["text"] == "The first step of this record, `place z9`, is not legal."
    assert (view["here"], view["broken"]) == (1, "")


def test_a_play_that_made_way_for_another_can_be_resumed(tmp_path: Path) -> None:
    game = ggl.load("tic-tac-toe")
    new: Asked = ("table.open", {"seats": {"second": "random"}})
    plays: Asked = ("plays", {})
    _, _, none, _, kept, _, again, two, resumed, left, unknown = asked(
        game, tmp_path, *played("a1", "b1"), plays, new, plays, ("table.open", {}), load(game, moves=["place c3"]), plays,
        ("table.join", {"table": "play 1"}), plays, ("table.join", {"table": "play 1"}),
    )  # fmt: skip
    assert none == {"plays": []}
    [play] = kept["plays"]
    assert (play["table"], play["game"], play["turns"], play["over"]) == ("play 1", "Tic-Tac-Toe", 2, False)
    assert play["seats"] == {"first": "human", "second": "human"}
    assert again["view"]["here"] == 1
    assert two == kept, "nothing was played in the others"
    assert resumed["table"] == again["table"]
    assert [turn["steps"] for turn in resumed["view"]["turns"]] == [["place a1"], ["place b1"]]
    assert left == {"plays": []}
    assert unknown["refused"]["code"] == "unknown"


@pytest.mark.parametrize("text", ["", "no", "[]", "{}", '{"record": 3, "moves": []}', '{"record": 2, "moves": [[], 1]}'])
def test_what_is_no_record_leaves_the_play_as_it_is(text: str, tmp_path: Path) -> None:
    _, refused, view = asked(
        ggl.load("tic-tac-toe"), tmp_path, *played("a1"), ("table.load", {"record": text}), ("table.view", {})
    )
    assert refused["refused"]["text"] == "This is not a ggl record."
    assert view["here"] == 1


def test_a_record_seats_the_levels_that_the_page_has(tmp_path: Path) -> None:
    game = ggl.load("tic-tac-toe")
    [opened] = asked(game, tmp_path, load(game, moves=["place a1"], seats={"first": "human", "second": "program:rm"}))
    assert [side["who"] for side in opened["view"]["sides"]] == ["human", "human"]
    [opened] = asked(game, tmp_path, load(game, moves=["place a1"], seats={"first": "human", "second": "mcts:time=1"}))
    assert [side["who"] for side in opened["view"]["sides"]] == ["human", "mcts:time=1"]
    assert opened["view"]["thinks"] is None


def test_a_roll_that_is_due_after_a_record_happens(tmp_path: Path) -> None:
    game = game_of(f"{DICE}{TO_PUT}")
    for moves in ([], [["roll 6", "put p1"]], ["roll 6"]):
        [opened] = asked(game, tmp_path, load(game, moves=moves))
        assert {each["move"] for each in opened["view"]["legal"]} == {"put"}
        assert opened["view"]["turns"][0]["steps"][0].startswith("roll")


def test_a_record_has_all_winners_and_exact_scores(tmp_path: Path) -> None:
    rules = "board: square(2)\npieces: {peg: {}}\ntie: shared\n"
    rules += "score(p): 0.2 * count(cells with p peg) + (0.4 if p == White else 0.2)\n"
    rules += "moves:\n  put: {for: c in vacant, do: put peg on c}\nend: {by score: full}\n"
    game = game_of(rules, "Red, Blue, White")
    *_, saved = asked(game, tmp_path, *played("a1", "a2", "b1", "b2"), RECORD)
    record = read(saved["text"])
    assert record.ending is not None
    assert [*replay(record, game)]
    assert record.ending.winners == ("Red", "White")
